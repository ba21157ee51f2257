// Draws a plane view (dtlearn/show/plane/view.py): boxes, cuts, points. Text from data enters through textContent
// only.
import { drawAxes, scales, stepped } from "./axis.js";
import { element, fill, hover, resized, write } from "./dom.js";
import { distance, drag } from "./drag.js";
import { across, onKey } from "./keys.js";
import { covered, meet, nearest, regionAt } from "./places.js";
import { draw, set, within } from "./svg.js";

const DRAG = 4; // px that a click may move
const NEAR = { mouse: 9, pen: 12, touch: 18 }; // px from a point at which it is meant
const TWIN = 0.8; // by how much a point below others of other classes is larger, so that it looks out
const ROOM = 16, LEAST = 0.65; // px each way that a point of full size has on the average; the smallest size
const PLACES = 9; // places tried for a text, across and down

const round = (value) => Math.round(value * 10) / 10;

// As many marks as there are values: those that stand are kept, and of them what has not changed is not touched, for
// while something is dragged there are hundreds. look(value) : its attributes; colour is one of them, for a style each
// is computed each.
export function keep(layer, values, look) {
  fill(layer, values, () => draw("path", {}), (mark, value) => {
    const wanted = Object.entries(look(value)).filter(([name, text]) => mark.getAttribute(name) !== String(text));
    set(mark, Object.fromEntries(wanted));
  });
}

export class Plane {
  constructor(send, signal, around) {
    this.send = send;
    this.svg = draw("svg", { role: "application", tabindex: 0 });
    const layer = () => draw("g", {}, this.svg);
    [this.ground, this.lower, this.dots, this.upper, this.front] = [layer(), layer(), layer(), layer(), layer()];
    this.scale = element("div.scale");
    this.status = element("p.status", { ariaLive: "polite" });
    this.root = element("div.plane", this.svg, this.scale, this.status);
    this.listen(signal, around);
  }

  // ---- a new view

  update(data) {
    this.data = data;
    this.points = data.points;
    this.height = data.boxHeight;
    this.root.classList.toggle("scaled", data.tall);
    this.draw();
    const news = data.status !== this.told; // an answer stays until something else is pointed at
    this.told = data.status;
    this.say(news ? data.status : undefined);
  }

  frame() {
    const { axes, both } = this.data;
    const [, down] = axes;
    const em = this.data.tall ? 1.4 : 1;
    this.em = em;
    const wide = Math.max(...down.ticks.map(([, text]) => text.length), 1);
    const right = both ? 46 * em : 14; // kept also while no label stands there: a cut must not move the points
    this.width = this.wide || this.root.clientWidth || 400;
    this.left = Math.round((30 + Math.min(wide * 7.4, 110)) * em);
    this.right = this.width - right;
    this.top = 20 * em;
    this.bottom = this.height - 40 * em;
    this.scales = scales(axes, this);
  }

  x(value) {
    return round(this.scales[0](value));
  }

  y(value) {
    return round(this.scales[1](value));
  }

  // px in the svg -> units of the axes, kept inside
  back(at) {
    return this.data.axes.map(({ lo, hi }, axis) => within(this.scales[axis].back(at[axis]), lo, hi));
  }

  rect([x0, x1, y0, y1], attributes, parent, inset = 0) {
    const x = this.x(x0) + inset;
    const y = this.y(y1) + inset;
    const width = Math.max(this.x(x1) - this.x(x0) - 2 * inset, 1);
    const height = Math.max(this.y(y0) - this.y(y1) - 2 * inset, 1);
    return draw("rect", { ...attributes, x, y, width, height }, parent);
  }

  // ---- drawing

  draw() {
    const { data, ground, front } = this;
    this.frame();
    ground.replaceChildren();
    front.replaceChildren();
    const [a, b] = data.axes;
    const boxes = `${data.regions.length} ${data.regions.length === 1 ? "box" : "boxes"}`;
    set(this.svg, {
      height: this.height,
      viewBox: `0 0 ${this.width} ${this.height}`,
      "aria-label": `Plane of ${a.name} and ${b.name}, ${boxes}: arrow keys move a cross, Enter ${this.enters()}`,
    });
    this.defs();
    const whole = [a.lo, a.hi, b.lo, b.hi];
    this.rect(whole, { class: "paper" }, ground);
    for (const region of data.regions) this.box(region);
    for (const { box, mark } of data.regions) if (mark) this.rect(box, { class: `ring ${mark}` }, ground, 3);
    for (const cut of data.cuts.toSorted((p, q) => p.last - q.last)) this.cut(cut);
    if (data.steps) { for (const region of data.regions) this.mean(region); }
    this.drawPoints();
    this.asked = false; // whether the question just asked is written
    this.taken = []; // [left, right, top, bottom] of the texts in the plane
    for (const cut of data.cuts) if (cut.last) this.question(cut);
    this.rect(whole, { class: "frame" }, front);
    drawAxes(front, data.axes, this, { em: this.em, gap: 8, drop: 4 * this.em, mark: 5 });
    this.thresholds();
    for (const region of data.regions) this.write(region);
    if (data.nodes[data.chosen]) this.rect(data.nodes[data.chosen], { class: "chosen" }, front, 1);
    if (data.query) this.query();
    this.hotLayer = draw("g", {}, front);
    this.last = data.cuts.find((cut) => cut.last)?.id;
    this.light(this.hot);
    this.drawCross();
    this.scale.hidden = !data.scale || data.steps;
    if (!this.scale.hidden) this.ramp();
  }

  defs() {
    const defs = draw("defs", {}, this.ground);
    this.data.hatches.forEach((d, k) => {
      const pattern = draw("pattern", { id: `hatch${k}`, width: 10, height: 10, patternUnits: "userSpaceOnUse" }, defs);
      draw("path", { class: "hatch", d, color: this.data.colours[k] }, pattern);
    });
  }

  box(region) {
    const { colours, hatches, scale, steps } = this.data;
    if (region.cls === null || steps) return; // a step function needs its points more than a colour
    const shade = scale ? "shade" : "";
    this.rect(region.box, { class: `box ${shade}`, color: colours[region.cls] }, this.ground);
    if (hatches.length) this.rect(region.box, { fill: `url(#hatch${region.cls})` }, this.ground);
  }

  // What the Enter key does at the cross.
  enters() {
    return "classifies that point";
  }

  // The longest text that covers nothing; none where each would.
  write(region) {
    const [x0, x1, y0, y1] = region.box;
    const [left, right, top, bottom] = [this.x(x0), this.x(x1), this.y(y1), this.y(y0)];
    const line = 17 * this.em, pad = region.mark ? 8 : 3; // a marked box has a ring inside
    const shares = Array.from({ length: PLACES }, (_, i) => i / (PLACES - 1));
    const downs = this.data.steps ? this.besideMean(region, top, bottom, line) : shares;
    const near = this.places.filter(([x, y]) => x > left && x < right && y > top && y < bottom);
    let best;
    for (const [lines, wide] of region.texts) {
      const w = wide * this.em;
      const h = line * lines.length;
      if (w > right - left - 2 * pad || h > bottom - top - 2 * pad) continue;
      for (const down of downs) {
        for (const along of shares) {
          const x = left + pad + w / 2 + along * (right - left - 2 * pad - w);
          const y = top + pad + down * (bottom - top - 2 * pad - h);
          const off = Math.abs(along - 0.5) + (this.data.steps ? 0 : Math.abs(down - 0.5)); // the middle is best
          const hidden = covered([x - w / 2, x + w / 2, y, y + h], near, this.taken);
          if (!hidden && (!best || off < best.off)) best = { x, y, lines, off };
        }
      }
      if (best) break;
    }
    best?.lines.forEach((text, i) => {
      const style = i ? "say" : "say first";
      draw("text", { class: style, x: round(best.x), y: round(best.y + line * i + 13 * this.em) }, this.front, text);
    });
  }

  // Right above and right below the step, as shares of the room that two lines of text have.
  besideMean({ value }, top, bottom, line) {
    const room = bottom - top - 6 - 2 * line;
    return [this.y(value) - 2 * line - 8, this.y(value) + 4].map((y) => within((y - top) / room, 0, 1));
  }

  ends({ axis, at, from, to }) {
    return axis === 0
      ? { x1: this.x(at), x2: this.x(at), y1: this.y(from), y2: this.y(to) }
      : { x1: this.x(from), x2: this.x(to), y1: this.y(at), y2: this.y(at) };
  }

  cut(cut) {
    const fresh = cut.last && cut.id !== this.last ? " last fresh" : cut.last ? " last" : "";
    draw("line", { class: `cut${fresh}`, pathLength: 1, ...this.ends(cut) }, this.ground);
  }

  // The question just asked, at its line, in the box that it cuts; where it would cover something, its number is
  // enough.
  question(cut) {
    const { x1, x2, y1, y2 } = this.ends(cut), [x0, xn, y0, yn] = this.data.nodes[cut.id], em = this.em;
    const w = cut.width * em * 1.08, high = 18 * em;
    for (const share of [0, 0.5, 0.25, 0.75, 1]) {
      for (const side of [0, 1]) {
        const x = cut.axis === 0 ? x1 + 8 - side * (w + 16) : x1 + 3 + share * (x2 - x1 - w - 6);
        const y = cut.axis === 0 ? y2 + 3 + share * (y1 - y2 - high - 6) : y1 - 3 - high + side * (high + 6);
        const place = [x, x + w, y, y + high];
        const inside = x > this.x(x0) && x + w < this.x(xn) && y > this.y(yn) && y + high < this.y(y0);
        if (!inside || covered(place, this.places, [])) continue;
        this.asked = true;
        this.taken.push(place);
        draw("text", { class: "question", x: round(x), y: round(y + 14 * em) }, this.front, cut.label);
        return;
      }
    }
  }

  mean(region) {
    if (region.cls === null) return;
    const y = this.y(region.value);
    draw("line", { class: "mean", x1: this.x(region.box[0]), x2: this.x(region.box[1]), y1: y, y2: y }, this.ground);
  }

  drawPoints() {
    const { colours, shapes, scale, example } = this.data;
    this.places = this.points.map(([x, y]) => [this.x(x), this.y(y)]);
    const stacks = this.stacks = new Map(); // place -> the classes there, the topmost first, once for every point
    const stack = ([x, y]) => `${x} ${y}`;
    for (const point of this.points) stacks.set(stack(point), [...(stacks.get(stack(point)) ?? []), point[2]]);
    const below = (point) => [...new Set(stacks.get(stack(point)))].indexOf(point[2]);
    const room = Math.sqrt((this.right - this.left) * (this.bottom - this.top) / this.points.length);
    this.dot = within(room / ROOM, LEAST * this.em, this.em);
    this.sizes = this.points.map((point) => this.dot * (scale ? 1 : 1 + TWIN * below(point)));
    const order = this.points.map((_, i) => i).sort((i, j) => this.sizes[j] - this.sizes[i]);
    this.drawn = [];
    keep(this.dots, order, (i) => {
      const [, , k, solid] = this.points[i];
      return { class: solid ? "point" : "point faint", color: colours[k], d: shapes[k], transform: this.stand(i) };
    });
    order.forEach((i, at) => this.drawn[i] = this.dots.children[at]);
    this.upper.replaceChildren();
    const followed = this.points.findIndex(([, , , , row]) => row === example);
    if (followed < 0) return;
    const [cx, cy] = this.places[followed];
    draw("circle", { class: "followed", cx, cy, r: 9 * this.em }, this.upper);
  }

  stand(i) {
    return `translate(${this.places[i].join(" ")}) scale(${this.sizes[i]})`;
  }

  query() {
    const [qx, qy] = this.data.query;
    const [x, y] = [this.x(qx), this.y(qy)];
    const d = "M0 -9L2.4 -2.8L9 -2.6L3.8 1.4L5.6 8L0 4.2L-5.6 8L-3.8 1.4L-9 -2.6L-2.4 -2.8Z";
    draw("path", { class: "query", d, transform: `translate(${x} ${y}) scale(${this.em})` }, this.front);
  }

  // Thresholds stand over the plane and on its right where their lines end there and there is room, else beside the
  // line; the latest first, none over another.
  thresholds() {
    const taken = [[], []];
    const ends = ({ axis, to }) => to >= this.data.axes[1 - axis].hi;
    const cuts = this.data.cuts.toSorted((p, q) => q.last - p.last);
    const same = (cut) => cuts.filter((other) => other.axis === cut.axis && other.text === cut.text);
    for (const cut of cuts.filter((cut) => cut === (same(cut).find(ends) ?? same(cut)[0]))) {
      const at = cut.axis === 0 ? this.x(cut.at) : this.y(cut.at);
      const half = (cut.axis === 0 ? cut.text.length * 4.2 + 3 : 6.5) * this.em;
      if (!ends(cut) || taken[cut.axis].some(([p, h]) => Math.abs(p - at) < h + half)) {
        this.beside(cut);
        continue;
      }
      taken[cut.axis].push([at, half]);
      const style = `threshold ${cut.last ? "now" : ""}`;
      const place = cut.axis === 0
        ? { x: within(at, this.left + half, this.width - half), y: this.top - 5, "text-anchor": "middle" }
        : { x: this.right + 4, y: at + 4 * this.em };
      draw("text", { class: style, ...place }, this.front, cut.text);
    }
  }

  // A threshold on its own line, where it covers nothing; the question just asked says its own.
  beside(cut) {
    if (cut.last && this.asked) return;
    const { x1, x2, y1, y2 } = this.ends(cut);
    const w = cut.text.length * 8 * this.em;
    const h = 13 * this.em;
    for (const share of [0.85, 0.7, 0.5, 0.3, 0.15, 0.92, 0.6, 0.4, 0.22, 0.08]) {
      const [x, y] = [x1 + share * (x2 - x1), y1 + share * (y2 - y1)];
      const place = [x - w / 2, x + w / 2, y - h / 2, y + h / 2];
      const inside = place[0] > this.left && place[1] < this.right && place[2] > this.top && place[3] < this.bottom;
      if (!inside || covered(place, this.places, this.taken) || this.crossed(place, cut)) continue;
      this.taken.push(place);
      const style = { class: `threshold inner ${cut.last ? "now" : ""}`, "text-anchor": "middle" };
      draw("text", { ...style, x: round(x), y: round(y + 4.5 * this.em) }, this.front, cut.text);
      return;
    }
  }

  // Whether the line of another cut comes there.
  crossed(box, own) {
    return this.data.cuts.some((cut) => {
      if (cut === own) return false;
      const { x1, x2, y1, y2 } = this.ends(cut);
      return meet([Math.min(x1, x2), Math.max(x1, x2), Math.min(y1, y2), Math.max(y1, y2)], box);
    });
  }

  ramp() {
    const { colours, scale } = this.data;
    const bar = element("i");
    bar.style.background = `linear-gradient(90deg, ${colours.join()})`;
    this.scale.replaceChildren(`${scale.name}: ${scale.texts[0]}`, bar, scale.texts[1]);
  }

  // ---- what is pointed at

  regionAt(place) {
    return regionAt(this.data.regions, this.data.axes, place);
  }

  pointAt(at, kind, reach = NEAR) {
    return nearest(this.places, at, reach[kind] ?? reach.mouse);
  }

  light(id) {
    this.hotLayer.replaceChildren();
    const box = this.data.nodes[id];
    if (box) this.rect(box, { class: "hot" }, this.hotLayer, 1);
  }

  hover(id) {
    if (id === this.hot) return;
    this.hot = id;
    this.light(id);
    this.say();
    this.point(id);
  }

  say(text) {
    const { regions, status } = this.data;
    const said = text || (regions.find((region) => region.id === this.hot)?.title ?? status);
    write(this.status, said);
  }

  drawCross() {
    this.crossLayer?.remove();
    if (!this.cross) return;
    const [x, y] = [this.x(this.cross[0]), this.y(this.cross[1])];
    const d = `M${this.left} ${y}H${this.right}M${x} ${this.top}V${this.bottom}`;
    this.crossLayer = draw("path", { class: "cross", d }, this.front);
  }

  // A click, or Enter at the cross. With ``picks`` a point is its example.
  act(at, kind) {
    const i = this.data.picks ? this.pointAt(at, kind) : null;
    if (i !== null) this.send("example", this.points[i][4]);
    else this.send("query", this.back(at));
  }

  // ---- mouse, fingers, keys

  listen(signal, around) {
    const { svg } = this;
    resized(signal, this.root, ([{ contentRect: { width } }]) => {
      this.wide = width;
      if (this.data && width && width !== this.width) this.draw();
    });
    this.point = hover(signal, (id) => {
      if (!this.data) return;
      this.light(id);
      const met = !id || this.data.nodes[id];
      this.say(met ? this.data.regions.find((region) => region.id === id)?.title : "This node lies outside the slice.");
    }, around);
    svg.addEventListener("mousedown", (event) => event.preventDefault()); // a click leaves the focus with the player
    drag(svg, {
      slack: DRAG,
      at: (event) => this.at(event),
      start: (event) => this.press(event),
      move: (event) => this.pull(event),
      end: (event, pressed, moved) => this.release(event, pressed, moved),
    });
    svg.addEventListener("pointermove", (event) => this.glide(event));
    svg.addEventListener("pointerleave", () => this.leave());
    onKey(svg, (event) => this.key(event));
    svg.addEventListener("blur", () => {
      this.cross = null;
      this.drawCross();
      this.leave();
    });
  }

  leave() {
    this.hover(undefined);
  }

  at(event) {
    const { left, top } = this.svg.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  }

  press() {
    return true;
  }

  pull() {}

  glide(event) {
    const at = this.at(event);
    this.hover(this.inside(at) ? this.regionAt(this.back(at))?.id : undefined);
  }

  inside([px, py]) {
    return px >= this.left && px <= this.right && py >= this.top && py <= this.bottom;
  }

  release(event, pressed) {
    const at = this.at(event);
    if (event.type === "pointerup" && distance(at, pressed) < 2 * DRAG && this.inside(at)) {
      this.act(at, event.pointerType);
    }
  }

  // The cross, px.
  aimed() {
    return [this.x(this.cross[0]), this.y(this.cross[1])];
  }

  key(event) {
    const by = across(event), { axes } = this.data;
    if (by) {
      this.cross = this.cross ? stepped(axes, this.cross, by) : axes.map(({ lo, hi }) => (lo + hi) / 2);
      this.drawCross();
      this.hover(this.regionAt(this.cross)?.id);
    } else if (event.key === "Enter" && this.cross) this.act(this.aimed(), "mouse");
    else if (event.key === "Escape" && this.cross) this.svg.blur();
    else return false;
  }
}
