// Draws curves C(a) and a split on them (dtlearn/show/splitting/curves.py). Every place of a handle came with its
// numbers:
// dragging only looks up the next row, and the row where it is let go is sent.
import { scales } from "stage/base/axis.js";
import { shifted, topOf } from "../shared/above.js";
import { element, resized, write } from "stage/base/dom.js";
import { drag } from "stage/base/drag.js";
import { chord, goal } from "stage/base/keys.js";
import { component } from "../shared/mount.js";
import { telling } from "../shared/telling.js";
import { draw, set, within } from "stage/base/svg.js";
import { timer } from "stage/base/timer.js";

const MARGIN = { top: 16, right: 18, bottom: 95, left: 38 }; // px around the plot; the handles stand below it
// px from the axis down to a handle's middle, below the ticks
const LANES = { share: 41, parent: 39, left: 65, right: 65 };
const PLACE = { left: 0, share: 1, parent: 1, right: 2 }; // where a row has the handle's x
const HEAD = { share: 0, left: 0, parent: 1, right: 2 }; // its words among the row's
const R = 13; // px of a handle
const HEAD_ROOM = 400; // px that the page needs above and below the picture
const LEAST = 240; // px of it before a class
const TALLEST = 640; // px of the picture in a high window
const REACH = 34; // px within which a press takes the nearest handle
const APART = 9; // px between the bars of the three gains
const PAUSE = 350; // ms after the last key until the place is sent
const PATIENCE = 3000; // ms to wait for the answer

export default component((send, signal) => new Picture(send, signal));

class Picture {
  constructor(send, signal) {
    Object.assign(this, { send, later: telling(signal, () => this.root), patience: timer(signal) });
    this.knobs = new Map(); // handle id -> its element
    this.svg = draw("svg", { role: "group", "aria-label": "Impurity against the share a of class 1" });
    for (const layer of ["ground", "lines", "split", "ticks", "handles"]) {
      this[layer] = draw("g", { class: layer }, this.svg);
    }
    this.box = element("div.box", this.svg);
    this.formula = element("p.gains");
    this.head = element("p.head");
    this.blocks = element("div.blocks");
    this.say = element("p.say", { ariaLive: "polite" });
    this.marks = element("div.marks", { ariaHidden: "true" }); // the sentence says how many
    const side = element("div.side", this.formula, this.head, this.marks, this.blocks, this.say);
    this.root = element("div.host", element("div.curves", this.box, side));
    this.listen();
    resized(signal, this.box, () => this.box.clientWidth !== this.pixels && this.data && this.layout());
    shifted(signal, () => this.data?.present && this.layout());
  }

  // ---- new data; while a handle is held, its rows stay

  update(data) {
    this.next = data;
    if (this.held || this.later.waits()) return;
    this.patience.stop();
    this.waiting = this.next = undefined;
    const look = JSON.stringify([data.curves, data.below]), other = look !== this.look;
    Object.assign(this, { data, look });
    if (other) this.fresh();
    this.build();
    const handle = data.handles[0];
    this.row = handle.rows[handle.row];
    this.layout();
  }

  // The blocks of the criteria, empty; their numbers come with each row.
  fresh() {
    this.words = this.data.curves.map((curve, i) => {
      const sample = draw("svg", { class: "sample" });
      draw("path", { class: "curve", d: "M1 7H33", "stroke-dasharray": curve.dash }, sample);
      mark(sample, i, 17, 7);
      const result = element("b.result"), numbers = element("p.numbers");
      const named = [element("span.name", curve.title), element("span.formula", curve.formula)];
      const block = element(`section.block c${i}`, element("h3", sample, ...named, result), numbers);
      block.style.setProperty("--curve", curve.colour);
      return { block, result, numbers };
    });
    this.blocks.replaceChildren(...this.words.map(({ block }) => block));
  }

  build() {
    const ids = this.data.handles.map((handle) => handle.id);
    for (const [id, knob] of this.knobs) {
      if (ids.includes(id)) continue;
      knob.remove();
      this.knobs.delete(id);
    }
    for (const handle of this.data.handles) {
      if (!this.knobs.has(handle.id)) this.knobs.set(handle.id, this.knob(handle.id));
      const knob = this.knobs.get(handle.id);
      const fixed = handle.rows.length < 2;
      knob.classList.toggle("fixed", fixed);
      knob.querySelector("text").textContent = handle.letter;
      knob.querySelector("title").textContent = handle.title;
      set(knob, {
        role: "slider",
        tabindex: fixed ? -1 : 0,
        "aria-label": handle.title,
        "aria-disabled": fixed,
        "aria-valuemin": 0,
        "aria-valuemax": handle.rows.length - 1,
      });
    }
  }

  knob(id) {
    const knob = draw("g", { class: `knob ${id}` }, this.handles);
    knob.dataset.id = id;
    draw("title", {}, knob);
    draw("circle", { class: "reach", r: 22 }, knob);
    draw("circle", { class: "focus", r: R + 5 }, knob);
    draw("circle", { class: "face", r: R }, knob);
    draw("text", {}, knob);
    return knob;
  }

  // ---- what changes with the width

  layout() {
    // Every px of the drawing grows with the page's font, as in present mode.
    this.unit = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
    this.pixels = this.box.clientWidth;
    this.width = this.pixels / this.unit;
    const room = Math.max(this.data.boxHeight, Math.min(innerHeight / this.unit - HEAD_ROOM, TALLEST));
    const seen = this.data.present ? (innerHeight - topOf(this.box)) / this.unit : room; // all of it is to be seen
    const height = Math.min(Math.max(seen, LEAST), room, Math.max(300, this.width * 0.9));
    this.box.style.height = `${height * this.unit}px`;
    set(this.svg, { viewBox: `0 0 ${this.width} ${height}` });
    const { top, right, bottom, left } = MARGIN;
    const box = { left, right: this.width - right, top, bottom: height - bottom }, share = { lo: 0, hi: 1 };
    [this.x, this.y] = scales([share, share], box);
    this.drawGround();
    this.drawCurves();
    this.paint();
  }

  drawGround() {
    this.ground.replaceChildren();
    this.ticks.replaceChildren(); // above the guides, which would strike them through
    const { x, y, ground, ticks } = this;
    const text = (className, [x, y], words) => draw("text", { class: className, x, y }, ticks, words);
    for (const value of [0, 0.25, 0.5, 0.75, 1]) {
      draw("path", { class: "grid", d: `M${x(0)} ${y(value)}H${x(1)}M${x(value)} ${y(0)}V${y(1)}` }, ground);
      text("tick end", [x(0) - 6, y(value) + 4], value);
      text("tick", [x(value), y(0) + 15], value === 0.5 ? "1/2" : value);
    }
    draw("path", { class: "axis", d: `M${x(0)} ${y(1)}V${y(0)}H${x(1)}` }, ground);
    const lowest = Math.max(...this.data.handles.map(({ id }) => LANES[id]));
    text("tick", [x(0.5), y(0) + lowest + 2 * R], "a, share of class 1");
  }

  line(points) {
    return points.map(([a, c], i) => `${i ? "L" : "M"}${this.x(a).toFixed(1)} ${this.y(c).toFixed(1)}`).join("");
  }

  drawCurves() {
    const { lines, data } = this;
    lines.replaceChildren();
    if (data.shade) draw("path", { class: "shade", d: `${this.line(data.curves.at(-1).points)}Z` }, lines);
    data.below.forEach(({ title, points, top }, i) => {
      draw("path", { class: "below", d: this.line(points) }, lines);
      draw("text", { class: "below-name", x: this.x(0.5), y: this.y(top) + (i ? -8 : 19) }, lines, title);
    });
    data.curves.forEach((curve, i) => {
      const group = draw("g", { class: `c${i}` }, lines);
      group.style.setProperty("--curve", curve.colour);
      draw("path", { class: "curve", d: this.line(curve.points), "stroke-dasharray": curve.dash }, group);
      const [x, y] = [this.x(curve.label[0]), this.y(curve.label[1]) + (curve.above ? -12 : 24)];
      draw("text", { class: "symbol", x, y }, group, curve.symbol);
    });
  }

  // ---- what changes with every move

  paint() {
    const { x, y, row, split } = this;
    split.replaceChildren();
    const [left, middle, right] = row.xs;
    for (const { id } of this.data.handles) {
      const at = x(row.xs[PLACE[id]]);
      draw("path", { class: "guide", d: `M${at} ${y(0)}v${LANES[id] - R}` }, split);
    }
    for (const [a, on, kind] of [[middle, 1, "parent"], [left, 0, "child"], [right, 3, "child"]]) {
      const top = Math.max(...row.ys.map((at) => at[on]));
      if (a !== null) draw("path", { class: `guide ${kind}`, d: `M${x(a)} ${y(0)}V${y(top)}` }, split);
    }
    row.ys.forEach(([onLeft, onCurve, onChord, onRight], i) => {
      const group = draw("g", { class: `c${i}` }, split);
      group.style.setProperty("--curve", this.data.curves[i].colour);
      if (left !== null) {
        draw("path", { class: "chord", d: `M${x(left)} ${y(onLeft)}L${x(right)} ${y(onRight)}` }, group);
        const bar = x(middle) + (i - 1) * APART;
        if (onCurve > onChord) draw("path", { class: "gain", d: `M${bar} ${y(onCurve)}V${y(onChord)}` }, group);
        mark(group, i, x(left), y(onLeft));
        mark(group, i, x(right), y(onRight));
        mark(group, i, x(middle), y(onChord), "hollow");
      }
      mark(group, i, x(middle), y(onCurve));
    });
    this.place();
    this.write();
  }

  // Handles stand under their points; those that would overlap are pushed apart.
  place() {
    const [left, , right] = this.row.xs;
    const near = left !== null && Math.abs(this.x(left) - this.x(right)) < 2 * R;
    const order = left <= right ? 1 : -1;
    for (const handle of this.data.handles) {
      const { id } = handle;
      const a = this.row.xs[PLACE[id]];
      let at = this.x(a);
      if (near && id !== "parent") at = (this.x(left) + this.x(right)) / 2 + (id === "left" ? -R : R) * order;
      const knob = this.knobs.get(id);
      knob.dataset.x = at;
      set(knob, { transform: `translate(${at} ${this.y(0) + LANES[id]})` });
      const now = handle === this.moving ? this.row : handle.rows[handle.row];
      set(knob, { "aria-valuenow": handle.rows.indexOf(now), "aria-valuetext": now.head[HEAD[id]] });
    }
  }

  write() {
    const { row } = this;
    const words = this.data.formula.split(/_(\w)/);
    this.formula.replaceChildren(...words.map((text, i) => element(i % 2 ? "sub" : "span", text)));
    this.head.replaceChildren(...row.head.map((text) => element("span", text)));
    this.words.forEach(({ result, numbers }, i) => {
      const [put, equals, short, exact] = row.lines[i] ?? ["", "", "", ""];
      result.textContent = short;
      numbers.replaceChildren(element("span.put", put), element("span.equals", ` ${equals}`));
      result.title = numbers.title = exact;
    });
    write(this.say, row.say);
    this.lay();
  }

  // The set itself, in examples.
  lay() {
    const { row, data } = this;
    if (!data.marks) return this.marks.replaceChildren();
    while (this.marks.childElementCount < row.of) this.marks.append(element("i"));
    [...this.marks.children].forEach((mark, i) => {
      mark.hidden = i >= row.of;
      const [sign, colour] = data.marks[Number(i < row.ones)];
      write(mark, sign);
      mark.style.color = colour;
    });
  }

  // ---- mouse, fingers, keys

  move(handle, index) {
    const at = within(index, 0, handle.rows.length - 1);
    if (this.moving === handle && this.row === handle.rows[at]) return;
    this.moving = handle;
    this.row = handle.rows[at];
    this.paint();
  }

  settle() {
    this.later.stop();
    const { moving, next } = this;
    this.held = this.moving = undefined;
    if (moving && this.row !== moving.rows[moving.row]) {
      moving.row = moving.rows.indexOf(this.row);
      this.waiting = moving;
      this.send("moved", this.row.send);
      this.patience.set(() => (this.waiting = undefined), PATIENCE);
      this.next = undefined;
    } else if (next) this.update(next);
  }

  // Until the server has answered, the other handles' rows belong to the place before.
  free(handle) {
    return handle && handle.rows.length > 1 && (!this.waiting || this.waiting === handle);
  }

  under(event) {
    const box = this.svg.getBoundingClientRect();
    return [(event.clientX - box.left) / this.unit, (event.clientY - box.top) / this.unit];
  }

  nearest(event) {
    const id = event.target.closest(".knob")?.dataset.id;
    if (id) return this.data.handles.find((handle) => handle.id === id);
    const [px, py] = this.under(event);
    const away = (handle) => Math.abs(this.knobs.get(handle.id).dataset.x - px);
    const [found] = this.data.handles.filter((handle) => handle.rows.length > 1).sort((a, b) => away(a) - away(b));
    return found && away(found) < REACH && py < this.y(0) + MARGIN.bottom ? found : undefined;
  }

  follow(event) {
    const handle = this.held;
    const a = this.x.back(this.under(event)[0] - this.grip);
    const away = (row) => Math.abs(row.xs[PLACE[handle.id]] - a);
    const all = handle.rows.map(away);
    this.move(handle, all.indexOf(Math.min(...all)));
  }

  listen() {
    const { svg } = this;
    drag(svg, {
      start: (event) => {
        const handle = this.nearest(event);
        if (!this.free(handle)) return false;
        event.preventDefault();
        if (this.later.waits()) this.settle();
        this.held = handle;
        this.grip = this.under(event)[0] - this.x(this.row.xs[PLACE[handle.id]]);
        this.knobs.get(handle.id).focus({ preventScroll: true });
        svg.classList.add("drag");
        return true;
      },
      move: (event) => this.follow(event),
      end: () => {
        svg.classList.remove("drag");
        this.settle();
      },
    });
    svg.addEventListener("keydown", (event) => {
      const id = event.target.closest(".knob")?.dataset.id;
      const handle = this.data.handles.find((one) => one.id === id);
      if (!id || this.held || chord(event)) return;
      const now = handle.rows.indexOf(handle === this.moving ? this.row : handle.rows[handle.row]);
      const at = goal(event, now, handle.rows.length - 1, { page: -5 });
      if (at === undefined) return;
      event.preventDefault();
      if (this.later.waits() && this.moving !== handle) this.settle();
      if (!this.free(handle)) return;
      this.move(handle, at);
      this.later.set(() => this.settle(), PAUSE);
    });
  }
}

// A point of criterion i: circle, square, triangle, so that colour never speaks alone.
function mark(parent, i, x, y, className = "") {
  const shape = ["M0-5A5 5 0 1 1 0 5A5 5 0 1 1 0-5Z", "M-4.5-4.5H4.5V4.5H-4.5Z", "M0-6L5.5 4.5H-5.5Z"][i];
  draw("path", { class: `mark ${className}`, d: shape, transform: `translate(${x} ${y})` }, parent);
}
