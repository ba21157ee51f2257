// Small words for the page's elements, for any component's script. Stands before it.

const TEXT_FIELD = "textarea, select, [contenteditable]:not([contenteditable=false]), " +
  "input:not([type=checkbox], [type=radio], [type=range], [type=button])";

function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}
