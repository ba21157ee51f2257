// A presenter's clicker sends PageDown and PageUp: on, or back. What has taken a key before keeps it.
// first : before the page's own scripts see the key.

// Neither key means anything in a field of one line; an open list scrolls by them.
const ONE_LINE = "input:not([aria-expanded=true])";

export default function ({ data, setTriggerValue }) {
  let presses = 0;
  function onKey(event) {
    const by = { PageDown: 1, PageUp: -1 }[event.key];
    if (!by || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.repeat) return;
    const path = event.composedPath().filter((node) => node instanceof Element);
    const field = path[0]?.matches(TEXT_FIELD);
    if ((field && !path[0].matches(ONE_LINE)) || path.some((node) => node.matches("dialog[open], [role=dialog]"))) return;
    event.preventDefault();
    if (data.first) event.stopImmediatePropagation();
    if (field) path[0].blur(); // what was typed is said before the page moves
    setTriggerValue("go", [by, ++presses]);
  }
  window.addEventListener("keydown", onKey, data.first);
  return () => window.removeEventListener("keydown", onKey, data.first);
}
