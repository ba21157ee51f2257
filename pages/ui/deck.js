// In a worked example a presenter's clicker goes from moment to moment: its keys are taken before the page's player sees them.

const TEXT_FIELD = "textarea, select, input:not([type=checkbox], [type=radio], [type=range], [type=button])";

export default function ({ setTriggerValue }) {
  let presses = 0;
  function onKey(event) {
    const by = { PageDown: 1, PageUp: -1 }[event.key];
    if (!by || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (event.composedPath()[0]?.matches?.(TEXT_FIELD)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    setTriggerValue("go", [by, ++presses]);
  }
  window.addEventListener("keydown", onKey, true);
  return () => window.removeEventListener("keydown", onKey, true);
}
