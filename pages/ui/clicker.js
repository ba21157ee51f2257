// A presenter's clicker sends PageDown and PageUp: on, or back. What has taken a key before keeps it.
// first : before the page's own scripts see the key.

export default function ({ data, setTriggerValue }) {
  let presses = 0;
  function onKey(event) {
    const by = { PageDown: 1, PageUp: -1 }[event.key];
    if (!by || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.repeat) return;
    const path = event.composedPath().filter((node) => node instanceof Element);
    if (path[0]?.matches(TEXT_FIELD) || path.some((node) => node.matches("dialog[open], [role=dialog]"))) return;
    event.preventDefault();
    if (data.first) event.stopImmediatePropagation();
    setTriggerValue("go", [by, ++presses]);
  }
  window.addEventListener("keydown", onKey, data.first);
  return () => window.removeEventListener("keydown", onKey, data.first);
}
