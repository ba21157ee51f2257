// Every concept as a cell (dtlearn/show/learning/tables.py): 16 or 256 as tiles, 65,536 as dots.
import { element, enter, fill, unpacked, write } from "stage/base/dom.js";
import { onKey } from "stage/base/keys.js";
import { component } from "../shared/mount.js";
import { draw, set, within } from "stage/base/svg.js";

const STATES = { v: "agrees with the examples", c: "agrees, but the bias forbids it", "-": "contradicts an example" };

const BOARD = 1024; // of the canvas of 65,536 dots, about three to a pixel of the screen

const bit = (concept, r) => (concept >> r) & 1;
const has = (packed, concept) => (packed[concept >> 3] >> (7 - (concept & 7))) & 1;

export default component((send) => {
  let data, agree, voting, cells = [], marks = [], at = 0, pointed;
  const board = element("div");
  const said = element("p.said");
  const legend = element("p.legend");
  const lens = element("div.lens");
  const root = element("div", element("div.beside", board, lens), said, legend);

  const rows = () => [...Array(1 << data.n).keys()];
  const bits = (r) => r.toString(2).padStart(data.n, "0");
  const side = () => 1 << (1 << (data.n - 1)); // concepts in a line
  const packed = (concept) => has(voting, concept) ? "v" : has(agree, concept) ? "c" : "-";
  const state = (concept) => data.n < 4 ? data.states[concept] : packed(concept);
  function words(concept) {
    const name = data.words?.[concept] ?? rows().map((r) => bit(concept, r)).join("");
    const says = data.biased && state(concept) === "v" ? "votes" : STATES[state(concept)];
    return `${name} · ${concept === data.target ? "the target, " : ""}${says}`;
  }

  // The concept that is pointed at, else one that there is a reason to look at.
  function tell(concept) {
    pointed = concept;
    const shown = concept ?? data.target ?? (data.n < 4 ? Math.max(0, data.states.indexOf("v")) : undefined);
    write(said, shown === undefined ? " " : words(shown));
    lens.hidden = data.n !== 3;
    if (data.n === 3) enlarge(shown);
  }

  // A cell in large, and row by row what it says: as in the truth table.
  function enlarge(concept) {
    const svg = draw("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" });
    draw("rect", { x: 1, y: 1, width: 22, height: 22, rx: 3 }, svg);
    tiles(concept, svg, 24, 24);
    const list = element("div.rows");
    fill(list, rows(), () => element("div", element("span"), element("b")), (line, r) => {
      write(line.firstChild, `${bits(r)} → `);
      write(line.lastChild, `${bit(concept, r)}`);
      line.classList.toggle("says", bit(concept, r) === 1);
    });
    lens.replaceChildren(svg, list);
  }

  const pick = (concept) => state(concept) !== "-" && send("picked", concept);

  // ---- 16 or 256 cells

  function cell(concept) {
    const [w, h] = data.n === 2 ? [100, 92] : [24, 24];
    const x = (concept % side()) * w, y = Math.floor(concept / side()) * h;
    const made = draw("g", { transform: `translate(${x} ${y})`, role: "button", tabindex: -1 });
    draw("rect", { x: 1, y: 1, width: w - 2, height: h - 2, rx: data.n === 2 ? 6 : 3 }, made);
    tiles(concept, made, w, h);
    if (data.n === 2) draw("title", {}, made, rows().map((r) => `${bits(r)} → ${bit(concept, r)}`).join(", "));
    draw("path", { class: "strike", d: `M4 ${h - 4} L${w - 4} 4` }, made);
    for (const name of ["pointerenter", "focus"]) made.addEventListener(name, () => tell(concept));
    for (const name of ["pointerleave", "blur"]) made.addEventListener(name, () => tell());
    made.addEventListener("focus", () => stop(concept));
    made.addEventListener("click", () => pick(concept));
    return made;
  }

  // A tile for each row in the colour and with the sign of its label: those with X1 = 0 above, those with X1 = 1 below.
  function tiles(concept, cell, w, h) {
    const half = 1 << (data.n - 1), rim = w / 7, [wide, high] = [(w - 2 * rim) / half, (h - 2 * rim) / 2];
    const size = wide / (data.n === 2 ? 18 : 11); // of a sign
    data.shapes.forEach((shape, label) => {
      const places = rows().filter((r) => bit(concept, r) === label)
        .map((r) => [rim + wide * (r % half), rim + high * Math.floor(r / half)]);
      const path = (of) => places.map(([x, y]) => of(x, y)).join("");
      const d = path((x, y) => `M${x} ${y}h${wide}v${high}h${-wide}z`);
      draw("path", { class: "tile", d, color: data.colours[label] }, cell);
      const signs = path((x, y) => `M${(x + wide / 2) / size} ${(y + high / 2) / size}${shape}`);
      draw("path", { class: "sign", d: signs, transform: `scale(${size})` }, cell);
    });
  }

  function stop(concept) {
    at = concept;
    enter(cells, cells[at]);
  }

  onKey(board, ({ key }) => {
    const to = cells[at + { ArrowRight: 1, ArrowLeft: -1, ArrowDown: side(), ArrowUp: -side() }[key]];
    if (to) to.focus();
    else if (cells.length && (key === "Enter" || key === " ")) pick(at);
    else return false;
  });

  function build() {
    cells = data.n > 3 ? [] : [...Array(side() ** 2).keys()].map(cell);
    if (data.n > 3) return board.replaceChildren(dots());
    const viewBox = data.n === 2 ? "0 0 400 368" : "0 0 384 384";
    const svg = draw("svg", {
      viewBox,
      role: "group",
      class: `n${data.n}`,
      "aria-label": `All ${cells.length} concepts`,
    });
    svg.append(...cells);
    board.replaceChildren(data.n === 3 ? scaled(svg) : svg);
    stop(0);
  }

  function show() {
    cells.forEach((made, concept) => {
      const look = { v: "votes", c: "agrees", "-": "struck" }[state(concept)];
      set(made, { class: look + (concept === data.target ? " target" : ""), "aria-label": words(concept) });
    });
    if (data.n > 3) paint(board.querySelector("canvas"));
    const left = data.biased ? "votes" : "agrees with the examples";
    const barred = data.biased ? "; dashed frame: agrees, but the bias forbids it" : "";
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
    const out = data.n === 3 ? "empty" : "struck out";
    const across = data.n === 3 ? "from the left X2 X3 = 00, 01, 10, 11" : "left X2 = 0, right X2 = 1";
    const [zero, one] = data.signs;
    const inside = ` In a cell: above X1 = 0, below X1 = 1; ${across}; ${zero} says 0, ${one} says 1.`;
    legend.textContent = `Green frame: ${left}${barred}; ${out}: contradicts an example.${inside} ${picking}`;
  }

  const swatch = (name, text) => element("span.key", element("i", { className: name }), text);

  // ---- 65,536 dots

  function dots() {
    const ariaLabel = "All 65,536 concepts as dots";
    const canvas = element("canvas", { width: BOARD, height: BOARD, role: "img", ariaLabel });
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
    return scaled(canvas, ring);
  }

  const scaled = (...parts) =>
    element("div", element("div.board", ...parts, scale("down", "X1 = 1")), scale("across", "X1 = 0"));

  // From the concepts that say 0 on every row with this X1 to those that say 1.
  function scale(name, half) {
    const words = ["all 0", `what it says where ${half} →`, "all 1"];
    return element(`p.${name}`, ...words.map((text) => element("span", text)));
  }

  const middle = (place) => (place + 0.5) * BOARD / 256;

  function paint(canvas) {
    const context = canvas.getContext("2d");
    context.clearRect(0, 0, BOARD, BOARD);
    marks = [];
    const found = (packed) => [...Array(65536).keys()].filter((concept) => has(packed, concept));
    // few would not be seen
    const size = (count) => (count <= 64 ? 32 : count <= 300 ? 16 : count <= 3000 ? 8 : BOARD / 256);
    const grey = data.biased ? found(agree) : [], voters = found(voting);
    Object.assign(context, { strokeStyle: "#ffffff", lineWidth: 3 });
    for (const [some, colour, most] of [[grey, "#8a8f98", 16], [voters, "#009E73", 32]]) {
      const wide = Math.min(most, size(some.length)), round = some === voters && wide >= 16;
      context.fillStyle = colour;
      for (const concept of some) {
        const [x, y] = [middle(concept & 255), middle(concept >> 8)];
        if (!round) {
          context.fillRect(x - wide / 2, y - wide / 2, wide, wide);
          continue;
        }
        context.beginPath();
        context.arc(x, y, wide / 2, 0, 2 * Math.PI);
        context.fill();
        context.stroke();
      }
      if (some.length <= 300) marks.push(...some.map((concept) => ({ concept, size: wide })));
    }
    const ring = board.querySelector(".ring");
    ring.hidden = data.target === null;
    ring.style.left = `${((data.target & 255) + 0.5) / 2.56}%`;
    ring.style.top = `${((data.target >> 8) + 0.5) / 2.56}%`;
  }

  return {
    root,
    update(newData) {
      const other = data?.n !== newData.n;
      data = newData;
      if (data.n > 3) [agree, voting] = [unpacked(data.agree), unpacked(data.voting)];
      if (other) build();
      show();
      tell(other ? undefined : pointed);
    },
  };
});
