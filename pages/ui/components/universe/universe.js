// Every concept as a cell (dtlearn/views/concept_tables.py): 16 with their rows, 256 as patterns, 65,536 as dots.
import { element, enter, unpacked } from "../shared/dom.js";
import { chord, take } from "../shared/keys.js";
import { component } from "../shared/mount.js";
import { draw, set, within } from "../shared/svg.js";

const STATES = { v: "agrees with the examples", c: "agrees, but the bias forbids it", "-": "contradicts an example" };

const BOARD = 1024; // of the canvas of 65,536 dots, about three to a pixel of the screen

const bit = (concept, r) => (concept >> r) & 1;
const has = (packed, concept) => (packed[concept >> 3] >> (7 - (concept & 7))) & 1;

export default component((parentElement) => {
  let send, data, agree, voting, cells = [], marks = [], at = 0;
  const root = element("div");
  const said = element("p.said");
  const legend = element("p.legend");
  parentElement.append(root, said, legend);

  const rows = () => 1 << data.n;
  const side = () => (data.n === 2 ? 4 : data.n === 3 ? 16 : 256); // concepts in a line
  const labels = (concept) => [...Array(rows()).keys()].map((r) => bit(concept, r)).join("");
  const state = (
    concept,
  ) => (data.n < 4 ? data.states[concept] : has(voting, concept) ? "v" : has(agree, concept) ? "c" : "-");
  const words = (concept) =>
    `${data.words?.[concept] ?? labels(concept)} · ${concept === data.target ? "the target, " : ""}${
      data.biased && state(concept) === "v" ? "votes" : STATES[state(concept)]
    }`;
  const tell = (concept) => {
    said.textContent = concept === undefined ? " " : words(concept);
  };
  const pick = (concept) => {
    if (state(concept) !== "-") send("picked", concept);
  };

  // ---- 16 or 256 cells

  function cell(concept) {
    const [w, h] = data.n === 2 ? [100, 92] : [24, 24];
    const x = (concept % side()) * w, y = Math.floor(concept / side()) * h;
    const made = draw("g", { transform: `translate(${x} ${y})`, role: "button", tabindex: -1 });
    draw("rect", { x: 1, y: 1, width: w - 2, height: h - 2, rx: data.n === 2 ? 6 : 3 }, made);
    (data.n === 2 ? numbers : pattern)(concept, made);
    draw("path", { class: "strike", d: `M4 ${h - 4} L${w - 4} 4` }, made);
    made.addEventListener("pointerenter", () => tell(concept));
    made.addEventListener("pointerleave", () => tell());
    made.addEventListener("focus", () => {
      stop(concept);
      tell(concept);
    });
    made.addEventListener("blur", () => tell());
    made.addEventListener("click", () => pick(concept));
    return made;
  }

  function numbers(concept, cell) {
    for (let r = 0; r < rows(); r++) {
      const text = `${r.toString(2).padStart(data.n, "0")} → ${bit(concept, r)}`;
      draw("text", { x: 50, y: 21 + 20 * r, class: bit(concept, r) ? "one" : "zero" }, cell, text);
    }
  }

  // The rows with X1 = 0 above, those with X1 = 1 below.
  function pattern(concept, cell) {
    const ones = [...Array(8).keys()].filter((r) => bit(concept, r));
    const d = ones.map((r) => `M${4 + 4 * (r % 4)} ${r < 4 ? 5 : 12.5}h3.6v6.5h-3.6z`).join("");
    draw("path", { class: "ones", d }, cell);
  }

  function stop(concept) {
    at = concept;
    enter(cells, cells[at]);
  }

  root.addEventListener("keydown", (event) => {
    if (!cells.length || chord(event)) return;
    const to = at + ({ ArrowRight: 1, ArrowLeft: -1, ArrowDown: side(), ArrowUp: -side() }[event.key] ?? 0);
    if (event.key === "Enter" || event.key === " ") pick(at);
    else if (to !== at && cells[to]) cells[to].focus();
    else return;
    take(event);
  });

  function build() {
    if (data.n > 3) {
      cells = [];
      root.replaceChildren(board());
      return;
    }
    const [w, h] = data.n === 2 ? [400, 368] : [384, 384];
    cells = [...Array(1 << rows()).keys()].map(cell);
    const look = {
      viewBox: `0 0 ${w} ${h}`,
      role: "group",
      class: `n${data.n}`,
      "aria-label": `All ${cells.length} concepts`,
    };
    const svg = draw("svg", look);
    svg.append(...cells);
    root.replaceChildren(svg);
    stop(0);
  }

  function write() {
    cells.forEach((made, concept) => {
      const look = { v: "votes", c: "agrees", "-": "struck" }[state(concept)];
      set(made, { class: look + (concept === data.target ? " target" : ""), "aria-label": words(concept) });
    });
    if (data.n > 3) paint(root.querySelector("canvas"));
    const left = data.biased ? "votes" : "agrees with the examples";
    const barred = data.biased ? ", outlined: agrees, but the bias forbids it" : "";
    const picking = "Click one that agrees to make it the target.";
    if (data.n > 3) {
      legend.replaceChildren(
        "Each dot a concept, 256 across and 256 down. ",
        swatch("voter", left),
        ...(data.biased ? [swatch("agree", "agrees, but the bias forbids it")] : []),
        ...(data.target === null ? [] : [swatch("aim", "the target")]),
        `Empty: contradicts an example. ${picking}`,
      );
      return;
    }
    const inside = data.n === 3 ? " In a cell: above X1 = 0, below X1 = 1, a mark says 1." : "";
    legend.textContent = `Filled: ${left}${barred}, struck out: contradicts an example.${inside} ${picking}`;
  }

  const swatch = (name, text) => element("span.key", element("i", { className: name }), text);

  // ---- 65,536 dots

  function board() {
    const label = "All 65,536 concepts as dots";
    const canvas = element("canvas", { width: BOARD, height: BOARD, role: "img", ariaLabel: label });
    const under = (event) => {
      const box = canvas.getBoundingClientRect();
      const [x, y] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
      const place = (share) => within(Math.floor(256 * share), 0, 255);
      // A mark that is larger than its place is meant wherever it is met.
      const away = ({ concept }) => Math.hypot(middle(concept & 255) - BOARD * x, middle(concept >> 8) - BOARD * y);
      const met = marks.filter((mark) => away(mark) <= mark.size / 2).sort((a, b) => away(a) - away(b))[0];
      return met ? met.concept : (place(y) << 8) | place(x);
    };
    let over; // a click is less exact than the move before it, and means what was told
    canvas.addEventListener("pointermove", (event) => tell(over = under(event)));
    canvas.addEventListener("pointerleave", () => tell(over = undefined));
    canvas.addEventListener("click", (event) => pick(over ?? under(event)));
    const ring = element("div.ring");
    const made = element("div.board", canvas, ring, scale("down", "X1 = 1"));
    return element("div", made, scale("across", "X1 = 0"));
  }

  // From the concepts that say 0 on every row with this X1 to those that say 1.
  function scale(name, half) {
    const words = ["all 0", `what it says where ${half} →`, "all 1"];
    return element("p", { className: name }, ...words.map((textContent) => element("span", { textContent })));
  }

  const middle = (place) => (place + 0.5) * BOARD / 256;

  function paint(canvas) {
    const context = canvas.getContext("2d");
    context.clearRect(0, 0, BOARD, BOARD);
    marks = [];
    const found = (packed) => [...Array(65536).keys()].filter((concept) => has(packed, concept));
    const size = (count) => (count <= 64 ? 32 : count <= 300 ? 16 : count <= 3000 ? 8 : BOARD / 256); // few would not be seen
    const grey = data.biased ? found(agree) : [], blue = found(voting);
    context.fillStyle = "#8a8f98";
    const side = Math.min(16, size(grey.length));
    for (const concept of grey) {
      context.fillRect(middle(concept & 255) - side / 2, middle(concept >> 8) - side / 2, side, side);
    }
    if (grey.length <= 300) marks.push(...grey.map((concept) => ({ concept, size: side })));
    context.fillStyle = "#0072B2";
    context.strokeStyle = "#ffffff";
    context.lineWidth = 3;
    const wide = size(blue.length);
    for (const concept of blue) {
      const [x, y] = [middle(concept & 255), middle(concept >> 8)];
      if (wide < 16) {
        context.fillRect(x - wide / 2, y - wide / 2, wide, wide);
        continue;
      }
      context.beginPath();
      context.arc(x, y, wide / 2, 0, 2 * Math.PI);
      context.fill();
      context.stroke();
    }
    if (blue.length <= 300) marks.push(...blue.map((concept) => ({ concept, size: wide })));
    const ring = root.querySelector(".ring");
    ring.hidden = data.target === null;
    ring.style.left = `${((data.target & 255) + 0.5) / 2.56}%`;
    ring.style.top = `${((data.target >> 8) + 0.5) / 2.56}%`;
  }

  return {
    update(newData, setTriggerValue) {
      send = setTriggerValue;
      const other = data?.n !== newData.n;
      data = newData;
      if (data.n > 3) [agree, voting] = [unpacked(data.agree), unpacked(data.voting)];
      if (other) {
        build();
        tell();
      }
      write();
    },
    remove() {
      for (const part of [root, said, legend]) part.remove();
    },
  };
});
