// Drawings, and the numbers of their axes. Text from data enters through textContent only.

export function set(element, attributes) {
  for (const name in attributes) element.setAttribute(name, attributes[name]);
  return element;
}

// Only those that are another: what is written is laid out again.
export function change(element, attributes) {
  for (const name in attributes) {
    if (element.getAttribute(name) !== attributes[name]) element.setAttribute(name, attributes[name]);
  }
}

export function draw(tag, attributes, parent, text) {
  const made = set(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes);
  if (text !== undefined) made.textContent = text;
  parent?.append(made);
  return made;
}

export const within = (value, low, high) => Math.min(Math.max(value, low), high);

// From the units of an axis to px and back: lo lies at from, hi at to.
export function scale({ lo, hi }, from, to) {
  const px = (value) => from + ((value - lo) / (hi - lo)) * (to - from);
  px.back = (at) => lo + ((at - from) / (to - from)) * (hi - lo);
  return px;
}
