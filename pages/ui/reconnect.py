"""After a reconnection the server may be a new one that has never run this page: ask it to run once.

Streamlit expects the old session and waits for a click, but a click inside a fragment that the new
server does not know is dropped without a word.
"""

import streamlit as st

_JS = """
export default function ({ parentElement, setTriggerValue }) {
  const app = document.querySelector("[data-testid=stApp]")
  if (!app) return
  let lost = false
  const watch = new MutationObserver(() => {
    const connected = app.dataset.testConnectionState === "CONNECTED"
    if (connected && lost) setTriggerValue("back", Date.now())
    lost = !connected
  })
  watch.observe(app, { attributes: true, attributeFilter: ["data-test-connection-state"] })
  return () => watch.disconnect()
}
"""
_component = st.components.v2.component("dtlearn_reconnect", html="<span></span>", js=_JS)


def reconnect() -> None:
    """Watch the connection of the page; place it outside every fragment."""
    _component(key="reconnect", on_back_change=lambda: None, height="content")
