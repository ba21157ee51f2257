// The symbols of a code word as blocks (pages/ui/code/word.py). Text enters through textContent only.
import { button, element, fill, hover } from "./dom.js";

const PARTS = ["sign", "symbol", "bits", "left"];

export function blocks(send, signal) {
  let shown = [];
  const list = element("ol", { ariaLabel: "Code word, a block for each symbol" });
  const tell = hover(signal, (id) => {
    const isHot = (i) => id !== undefined && shown[i].id === id;
    [...list.children].forEach((item, i) => item.firstElementChild.classList.toggle("hot", isHot(i)));
  });

  function make() {
    const [sign, symbol, bits, left] = PARTS.map((name) => element(`span.${name}`));
    const at = () => shown[[...list.children].indexOf(item)];
    const made = button("", () => send("go", at().step));
    made.append(element("span.top", sign, symbol), bits, left);
    const item = element("li", made);
    for (const name of ["pointerenter", "focus"]) made.addEventListener(name, () => tell(at()?.id));
    for (const name of ["pointerleave", "blur"]) made.addEventListener(name, () => tell(undefined));
    return item;
  }

  function write(item, block) {
    const button = item.firstElementChild;
    button.className = `block ${block.state}`;
    button.ariaLabel = button.title = block.label;
    button.ariaCurrent = block.current ? "step" : null;
    button.tabIndex = block.current ? 0 : -1; // the arrow keys step on, so one stop of the Tab key is enough
    const said = block.state === "blank" ? { symbol: "·" } : block;
    for (const name of PARTS) button.querySelector(`.${name}`).textContent = said[name] ?? "";
    button.style.setProperty("--class", said.colour || "transparent");
  }

  return {
    root: list,
    update(data) {
      shown = data.blocks;
      fill(list, shown, make, write);
      const stops = [...list.querySelectorAll("button")];
      if (stops.length && !stops.some((stop) => stop.tabIndex === 0)) stops[0].tabIndex = 0;
    },
  };
}
