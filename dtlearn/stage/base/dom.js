// Small words for the page's elements.

// tag : "div", or "div.class". parts : its properties, if there are any, and what stands in it.
export function element(tag, ...parts) {
  const [name, className = ""] = tag.split(".");
  const properties = parts[0]?.constructor === Object ? parts.shift() : {};
  const made = Object.assign(document.createElement(name), { className }, properties);
  made.append(...parts);
  return made;
}

// A button says what it does; where that is more than what stands on it, title says it.
export const button = (textContent, onclick, title, className = "") =>
  element("button", { type: "button", textContent, onclick, className, ...(title && { title, ariaLabel: title }) });

export const framed = (text, act, title) => button(text, act, title, "framed");

// A part with a style of its own.
export function hosted(className, css, part) {
  part.translate = false; // names and values of the data, and formulas, are no language
  const host = element(`div.${className}`);
  host.attachShadow({ mode: "open" }).append(element("style", css), part);
  return host;
}

// Column titles, each a text.
export const headings = (texts) => texts.map((textContent) => element("th", { scope: "col", textContent }));

export const rem = () => parseFloat(getComputedStyle(document.documentElement).fontSize); // px

// A live region speaks when its text is written: only when it has changed.
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

// Listens to all of them, [[place, event, listener, options] ...], until a signal is aborted.
export function listen(signal, all) {
  for (const [place, name, heard, options] of all) place.addEventListener(name, heard, { ...options, signal });
}

// act() at every new width of an element, also before it is known.
export function resized(signal, element, act) {
  const watch = new ResizeObserver(act);
  watch.observe(element);
  signal.addEventListener("abort", () => watch.disconnect());
}

// As many children as there are values, each filled with its value: what stands is kept.
export function fill(parent, values, make, write) {
  while (parent.children.length > values.length) parent.lastElementChild.remove();
  while (parent.children.length < values.length) parent.append(make());
  values.forEach((value, i) => write(parent.children[i], value, i));
}

// Only the table's own scroller moves, never the page.
export function reveal(row, scroller, head) {
  const low = row.offsetTop + row.offsetHeight - scroller.clientHeight;
  scroller.scrollTop = Math.min(Math.max(scroller.scrollTop, low), row.offsetTop - head.offsetHeight);
}

// The tab key reaches one of them; the arrow keys go on from there.
export function enter(stops, one) {
  for (const stop of stops) stop.setAttribute("tabindex", stop === one ? 0 : -1);
}

// Whether the address is in the clipboard now; else it is shown.
export async function copied(address) {
  try {
    await navigator.clipboard.writeText(address);
    return true;
  } catch {
    prompt("Copy this link:", address); // no clipboard without https
    return false;
  }
}

export const unpacked = (text) => Uint8Array.from(atob(text), (ch) => ch.charCodeAt(0));

// {from, id}: what the tree and the plane or word beside it tell each other of the node that is pointed at.
const HOVER = "dtlearn-hover";

// heard(id) : what somebody else points at around. Gives how to tell the others.
export function hover(signal, heard, around = window) {
  listen(signal, [[around, HOVER, ({ detail }) => detail.from === signal || heard(detail.id)]]);
  return (id) => around.dispatchEvent(new CustomEvent(HOVER, { detail: { from: signal, id } }));
}
