// The link and the help of a page without the step player, and the keys of its tools.

const TEXT_FIELD = "textarea, select, [contenteditable]:not([contenteditable=false]), " +
  "input:not([type=checkbox], [type=radio], [type=range], [type=button])";

const mounted = new WeakMap();

export default function ({ data, parentElement, setTriggerValue }) {
  if (!mounted.has(parentElement)) mounted.set(parentElement, mount(parentElement));
  const tools = mounted.get(parentElement);
  tools.update(data, setTriggerValue);
  const call = ++tools.calls;
  return () => {
    if (call !== tools.calls) return; // Streamlit also cleans up after a call that newer data has overtaken
    tools.remove();
    mounted.delete(parentElement);
  };
}

function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

function mount(parentElement) {
  let data, send, presses = 0;
  const button = (textContent, title, onclick) =>
    element("button", { type: "button", textContent, ariaLabel: title, title, onclick });
  const link = button("Copy link", "Copy the link to what you see", copy);
  const keys = element("dl");
  const dialog = element("dialog", { ariaLabel: "Keys" }, element("h2", { textContent: "Keys" }), keys,
    button("Close", "Close", () => dialog.close()));
  // A popover: nothing on the page can lie over it.
  const blank = element("div", { className: "blank", popover: "manual", onclick: () => blank.hidePopover() });
  const root = element("div", { className: "tools" }, link, button("?", "Keys", help), dialog, blank);
  parentElement.append(root);

  // The address lags behind while something moves: who moves, puts its place into the link.
  function here() {
    const url = new URL(location.href);
    window.dispatchEvent(new CustomEvent("dtlearn-link", { detail: url.searchParams }));
    return url.href;
  }

  async function copy() {
    try {
      await navigator.clipboard.writeText(here());
      link.textContent = "Copied";
      setTimeout(() => { link.textContent = "Copy link"; }, 1500);
    } catch {
      prompt("Copy this link:", here()); // no clipboard without https
    }
  }

  function help() {
    keys.replaceChildren(...data.help.flatMap(([key, does]) =>
      [element("dt", { textContent: key }), element("dd", { textContent: does })]));
    dialog.showModal();
  }

  const acts = { "?": help, l: copy, b: () => blank.togglePopover(), p: () => send("present", ++presses) };

  function onKey(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const key = event.key.toLowerCase();
    if (key === "escape" && blank.matches(":popover-open")) return blank.hidePopover();
    if (dialog.open) {
      if (key === "?") dialog.close();
      return;
    }
    const path = event.composedPath().filter((node) => node instanceof Element);
    if (path[0]?.matches(TEXT_FIELD) || path.some((node) => node.matches("dialog[open], [role=dialog]"))) return;
    const act = key === "escape" && data.present ? acts.p : acts[key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  // What was clicked with a pointer keeps the focus: Space would press it again, arrows would change it.
  function unfocus(event) {
    const path = event.composedPath().filter((node) => node instanceof Element);
    if (!event.detail || path.some((node) => node.matches("dialog"))) return;
    setTimeout(() => {
      let focus = document.activeElement;
      while (focus?.shadowRoot?.activeElement) focus = focus.shadowRoot.activeElement;
      const chosen = path.some((node) => node.matches("[role=option]"));
      if (focus?.matches("button, [role=radio], input[type=radio], input[type=checkbox]") || chosen) focus?.blur();
    });
  }

  window.addEventListener("keydown", onKey);
  window.addEventListener("click", unfocus, true); // some widgets stop the event on its way up

  return {
    calls: 0,
    update(newData, setTriggerValue) {
      data = newData;
      send = setTriggerValue;
      root.classList.toggle("present", data.present);
    },
    remove() {
      window.removeEventListener("keydown", onKey);
      window.removeEventListener("click", unfocus, true);
      root.remove();
    },
  };
}
