// Whose key it is: a field's, a widget's of the page, or ours.

export const TEXT_FIELD = "textarea, select, [contenteditable]:not([contenteditable=false]), " +
  "input:not([type=checkbox], [type=radio], [type=range], [type=button])";
const USES_ARROWS =
  "slider radio radiogroup tab listbox option menu menuitem combobox spinbutton grid gridcell treeitem";
const USES_SPACE = "button, summary, a[href], [role=button], [role=checkbox], [role=switch]";

export const chord = (event) => event.ctrlKey || event.metaKey || event.altKey;
export const passed = (event) => event.composedPath().filter((node) => node instanceof Element);
export const inDialog = (path) => path.some((node) => node.matches("dialog[open], [role=dialog]"));

// Whether what has the focus wants an arrow, or Space, for itself.
export const usesKey = (focus, key) =>
  USES_ARROWS.split(" ").includes(focus?.getAttribute("role")) || (key === " " && focus?.matches(USES_SPACE));

// How far an arrow key goes along a list; 0 for another key.
export const along = ({ key }) => ({ ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 })[key] ?? 0;
// ... and in a plane, across and up.
export const across = ({ key }) =>
  ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] })[key];

// ... and on a bar of steps 0 .. last: the step it goes to. page : how far PageDown goes. upright : up and down too.
export function goal({ key }, at, last, { page = 1, upright = true } = {}) {
  const by = {
    ArrowRight: 1,
    ArrowLeft: -1,
    PageDown: page,
    PageUp: -page,
    ...(upright && { ArrowUp: 1, ArrowDown: -1 }),
  };
  return key in by ? Math.min(Math.max(at + by[key], 0), last) : { Home: 0, End: last }[key];
}

// Dealt with here: nobody else gets it.
export function take(event) {
  event.preventDefault();
  event.stopPropagation();
}

// act(event) : what a key does in an element, false for one that is not its own.
export function onKey(element, act) {
  element.addEventListener("keydown", (event) => chord(event) || act(event) === false || take(event));
}
