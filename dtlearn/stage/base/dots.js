// The examples, each a dot in its class's colour and shape, in a bag under the node that holds it.
import { change, draw } from "./svg.js";

export const BAG = 52; // px below a node
// px from dot to dot where there is room; of it a dot's radius; px under the box
const STEP = 11, RADIUS = 0.42, GAP = 9;

// Where the i-th of n dots lies: px from the middle of a node of this width, px below it, radius.
export function slot(i, n, width) {
  const wide = width - 6, high = BAG - GAP - 3;
  let step = Math.min(STEP, Math.sqrt((wide * high) / n));
  while (Math.floor(wide / step) * Math.floor(high / step) < n) step *= 0.97;
  const across = Math.floor(wide / step), inRow = Math.min(across, n - across * Math.floor(i / across));
  return [((i % across) - (inRow - 1) / 2) * step, GAP + (Math.floor(i / across) + 0.5) * step, RADIUS * step];
}

// The sign of a class around a place, as large as a circle of radius r.
const shape = (outline, [x, y, r]) =>
  `M${short(x)} ${short(y)}${outline.replace(/-?[\d.]+/g, (part) => short(part * r / 4.5))}`;
const short = (number) => Math.round(10 * number) / 10;

export class Dots {
  constructor(parent) {
    this.layer = draw("g", { class: "dots", "aria-hidden": "true" }, parent);
    this.paths = []; // one a class: a dot each would be slow
    this.ring = draw("path", { class: "dot-ring" }, this.layer);
    this.dots = new Map(); // row -> {k, from, to, shown}: [x, y, radius]
  }

  // held : [[id of a node, the rows it holds] ...]. classes : row -> its class. nodes : id -> {x, y, w, h}, as they
  // will stand. lit : the row that is chosen, or several.
  update({ held = [], examples: classes = [], colours, shapes, example: lit }, nodes) {
    Object.assign(this, { lit, shapes });
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
      drawn[k] += shape(this.shapes[k], dot.shown);
    }
    this.paths.forEach((path, k) => change(path, { d: drawn[k] }));
    this.mark(this.hot);
  }

  // Rings around the chosen ones, and around the one that is pointed at.
  mark(hot) {
    this.hot = hot;
    const rings = [this.lit, hot].flat().map((row) => this.dots.get(row)?.shown).filter(Boolean);
    change(this.ring, { d: rings.map(([x, y, r]) => shape(this.shapes[0], [x, y, r + 4])).join("") });
  }

  // The example at a place, if there is one.
  at(x, y) {
    for (const [row, { shown: [dx, dy, r] }] of this.dots) if (Math.hypot(dx - x, dy - y) <= Math.max(r, 3)) return row;
    return undefined;
  }
}
