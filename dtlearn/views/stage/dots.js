// The examples, each a dot in its class's colour and shape, in a bag under the node that holds it.
import { change, draw } from "./svg.js";

export const BAG = 52; // px below a node
const STEP = 11, RADIUS = 0.42, GAP = 9; // px from dot to dot where there is room; of it a dot's radius; px under the box

// Where the i-th of n dots lies: px from the middle of a node of this width, px below it, radius.
export function slot(i, n, width) {
  const wide = width - 6, high = BAG - GAP - 3;
  let step = Math.min(STEP, Math.sqrt((wide * high) / n));
  while (Math.floor(wide / step) * Math.floor(high / step) < n) step *= 0.97;
  const across = Math.floor(wide / step), inRow = Math.min(across, n - across * Math.floor(i / across));
  return [((i % across) - (inRow - 1) / 2) * step, GAP + (Math.floor(i / across) + 0.5) * step, RADIUS * step];
}

// A shape of radius r around a place, by the class: circle, square, triangle, diamond.
const SHAPES = [
  (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`,
  (x, y, r) => `M${x - 0.85 * r} ${y - 0.85 * r}h${1.7 * r}v${1.7 * r}h${-1.7 * r}z`,
  (x, y, r) => `M${x} ${y - r}l${r} ${1.8 * r}h${-2 * r}z`,
  (x, y, r) => `M${x} ${y - 1.1 * r}l${1.1 * r} ${1.1 * r}l${-1.1 * r} ${1.1 * r}l${-1.1 * r} ${-1.1 * r}z`,
];
const short = (number) => Math.round(10 * number) / 10;
const shape = (k, [x, y, r]) => SHAPES[k % SHAPES.length](short(x), short(y), short(r));

export class Dots {
  constructor(parent) {
    this.layer = draw("g", { class: "dots", "aria-hidden": "true" }, parent);
    this.paths = []; // one a class: a dot each would be slow
    this.ring = draw("path", { class: "dot-ring" }, this.layer);
    this.dots = new Map(); // row -> {k, from, to, shown}: [x, y, radius]
  }

  // held : [[id of a node, the rows it holds] ...]. classes : row -> its class. nodes : id -> {x, y, w, h}, as they will stand. lit : the row that is chosen, or several.
  update(held, classes, colours, nodes, lit) {
    this.lit = lit;
    const before = this.dots;
    this.dots = new Map();
    for (const [id, rows] of held) {
      const { x, y, w, h } = nodes.get(id);
      const sorted = [...rows].sort((a, b) => (classes[a] ?? 0) - (classes[b] ?? 0) || a - b);
      sorted.forEach((row, i) => {
        const [dx, dy, r] = slot(i, sorted.length, w);
        const to = [x + dx, y + h + dy, r], shown = before.get(row)?.shown ?? to;
        this.dots.set(row, { k: classes[row] ?? 0, from: shown, to, shown });
      });
    }
    while (this.paths.length < colours.length) this.paths.push(draw("path", { class: "dot" }, this.layer));
    this.paths.forEach((path, k) => change(path, { fill: classes.length ? colours[k] : "currentColor" }));
  }

  // p : how far on the way. They sort first, then they fall.
  place(p) {
    const drawn = this.paths.map(() => "");
    for (const dot of this.dots.values()) {
      const { k, from, to } = dot;
      const mix = (i, share) => from[i] + (to[i] - from[i]) * share;
      dot.shown = p === 1 ? to : [mix(0, Math.min(1, 1.6 * p)), mix(1, Math.max(0, (p - 0.3) / 0.7)), mix(2, p)];
      drawn[k] += shape(k, dot.shown);
    }
    this.paths.forEach((path, k) => change(path, { d: drawn[k] }));
    this.mark(this.hot);
  }

  // Rings around the chosen ones, and around the one that is pointed at.
  mark(hot) {
    this.hot = hot;
    const rings = [this.lit, hot].flat().map((row) => this.dots.get(row)?.shown).filter(Boolean);
    change(this.ring, { d: rings.map(([x, y, r]) => SHAPES[0](x, y, r + 4)).join("") });
  }

  // The example at a place, if there is one.
  at(x, y) {
    for (const [row, { shown: [dx, dy, r] }] of this.dots) if (Math.hypot(dx - x, dy - y) <= Math.max(r, 3)) return row;
    return undefined;
  }
}
