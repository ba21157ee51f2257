// Whose key it is: a field's, a widget's of the page, or ours.

export const TEXT_FIELD = "textarea, select, [contenteditable]:not([contenteditable=false]), " +
  "input:not([type=checkbox], [type=radio], [type=range], [type=button])";
const USES_ARROWS = [
  "slider",
  "radio",
  "radiogroup",
  "tab",
  "listbox",
  "option",
  "menu",
  "menuitem",
  "combobox",
  "spinbutton",
  "grid",
  "gridcell",
  "treeitem",
];
const USES_SPACE = "button, summary, a[href], [role=button], [role=checkbox], [role=switch]";

export const chord = (event) => event.ctrlKey || event.metaKey || event.altKey;
export const passed = (event) => event.composedPath().filter((node) => node instanceof Element);
export const inDialog = (path) => path.some((node) => node.matches("dialog[open], [role=dialog]"));

// Whether what has the focus wants an arrow, or Space, for itself.
export const usesKey = (focus, key) =>
  USES_ARROWS.includes(focus?.getAttribute("role")) || (key === " " && focus?.matches(USES_SPACE));

// How far an arrow key goes along a list; 0 for another key.
export const along = ({ key }) => ({ ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 })[key] ?? 0;
// ... and in a plane, across and up.
export const across = ({ key }) =>
  ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] })[key];

// Dealt with here: nobody else gets it.
export function take(event) {
  event.preventDefault();
  event.stopPropagation();
}
