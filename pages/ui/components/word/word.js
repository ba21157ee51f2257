// The symbols of a code word as blocks (dtlearn/views/code.py). Text enters through textContent only.
import { element, fill, hover } from "../shared/dom.js";
import { component } from "../shared/mount.js";

export default component((parentElement) => {
  let send, blocks = [];
  const list = element("ol", { ariaLabel: "Code word, a block for each symbol" });
  parentElement.append(list);
  const pointed = hover(list);

  function make() {
    const parts = ["sign", "symbol", "bits", "left"].map((name) => element("span", { className: name }));
    const [sign, symbol, bits, left] = parts;
    const button = element("button", { type: "button" }, element("span.top", sign, symbol), bits, left);
    const item = element("li", button);
    const at = () => blocks[[...list.children].indexOf(item)];
    button.addEventListener("click", () => send("go", at().step));
    for (const name of ["pointerenter", "focus"]) button.addEventListener(name, () => pointed.tell(at()?.id));
    for (const name of ["pointerleave", "blur"]) button.addEventListener(name, () => pointed.tell(undefined));
    return item;
  }

  function write(item, block) {
    const button = item.firstElementChild;
    button.className = `block ${block.state}`;
    button.ariaLabel = button.title = block.label;
    button.ariaCurrent = block.current ? "step" : null;
    button.tabIndex = block.current ? 0 : -1; // the arrow keys step on, so one stop of the Tab key is enough
    const hidden = block.state === "blank";
    for (const name of ["sign", "symbol", "bits", "left"]) {
      button.querySelector(`.${name}`).textContent = hidden ? (name === "symbol" ? "·" : "") : block[name];
    }
    button.style.setProperty("--class", (!hidden && block.colour) || "transparent");
  }

  pointed.listen((id) => {
    blocks.forEach((block, i) => {
      list.children[i].firstElementChild.classList.toggle("hot", id !== undefined && block.id === id);
    });
  });

  return {
    update(data, setTriggerValue) {
      send = setTriggerValue;
      blocks = data.blocks;
      fill(list, blocks, make, write);
      const stops = [...list.querySelectorAll("button")];
      if (stops.length && !stops.some((stop) => stop.tabIndex === 0)) stops[0].tabIndex = 0;
    },
    remove() {
      pointed.stop();
      list.remove();
    },
  };
});
