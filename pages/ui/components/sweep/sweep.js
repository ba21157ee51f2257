// Draws a sweep view (dtlearn/show/splitting/sweep.py): one feature's axis, the threshold, the gain under every
// criterion.
// It moves here, from the engine's numbers, and tells the server where it came to rest.
// Text from data enters through textContent only.
import { element, framed, headings, listen, resized, write } from "stage/base/dom.js";
import { drag } from "stage/base/drag.js";
import { chord, goal, inDialog, passed, usesKey } from "stage/base/keys.js";
import { shifted, topOf } from "../shared/above.js";
import { component } from "../shared/mount.js";
import { telling } from "../shared/telling.js";
import { apart } from "stage/base/places.js";
import { draw, scale, set, within } from "stage/base/svg.js";
import { timer } from "stage/base/timer.js";

const AXIS = 160; // px of the axis with its examples, at a font of 16 px
const PLANE = 270; // the same where the examples stand as high as their number
const STRIP = [72, 110]; // px of one criterion, at least and at most
const PRESENTED = 40; // px of one before a class, which is to see them all, at least
const FOOT = 6; // px below the last
const REST = 464; // px that the axis and what stands above it take of the window
const REST_STACKED = 509; // the same where the table stands below the chart, as in sweep.css
const STACKED = 700;
const HEAD = 20; // px of a strip's own line of text
const BELOW = 63; // px below the axis: its marks, the threshold, the feature's name
const SIDE = 16; // px left and right of the axis
const SETTLE = 300; // ms without a key until the threshold counts as at rest
const PATIENCE = 3000; // ms to wait for an answer before believing the server's value again
const WHOLE = 14000; // ms that playing takes, unless its steps would be shorter or longer than these
const SHORTEST = 110;
const LONGEST = 1000;

export default component((send, signal) => new Sweep(send, signal));

const short = (text) => (text.length > 30 ? `${text.slice(0, 29)}…` : text);
const capital = (text) => text[0].toUpperCase() + text.slice(1);

class Sweep {
  constructor(send, signal) {
    Object.assign(this, { send, k: 0, clock: timer(signal), settling: telling(signal, () => this.root) });
    const buttons = Object.entries({
      first: framed("|◀", () => this.go(0), "First"),
      back: framed("◀", () => this.go(this.k - 1), "Back"),
      player: framed("Play", () => this.toggle()),
      next: framed("Next ▶", () => this.go(this.k + 1), "Next"),
      last: framed("▶|", () => this.go(this.end()), "Last"),
      guess: framed("", () => this.send("guess", this.data.ask ? this.k : -1)),
    });
    for (const [name, made] of buttons) {
      this[name] = made;
      made.addEventListener("click", (event) => event.detail && made.blur()); // it would keep Space for itself
    }
    this.counter = element("span.counter");
    this.legend = element("p.legend");
    this.caption = element("p.caption");
    this.sentence = element("div.sentence");
    this.spoken = element("p.spoken", { ariaLive: "polite" });
    this.svg = draw("svg", { role: "slider", tabindex: 0, "aria-label": "Threshold" });
    this.sides = element("div.sides");
    this.table = element("table");
    const bar = element("div.bar", ...buttons.map(([, made]) => made), this.counter);
    bar.title = "Keys: arrows, Home, End; space plays";
    const grid = element("div.grid", element("div", this.svg), element("div", this.sides, this.table));
    this.root = element("div.sweep", bar, this.sentence, this.spoken, grid, this.legend);
    this.listen(signal);
  }

  end() {
    return this.data.gaps.length - 1;
  }

  // ---- a new view

  update(data) {
    this.unit = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16; // larger in present mode
    const drawn = [
      "feature",
      "m",
      "lo",
      "hi",
      "up",
      "target",
      "ticks",
      "classes",
      "points",
      "by",
      "guess",
      "present",
    ];
    const lengths = data.criteria.map((curve) => curve.cells.length);
    const look = JSON.stringify([this.unit, drawn.map((name) => data[name]), lengths]);
    const same = look === this.look;
    this.look = look;
    this.data = data;
    // Our own last word is on its way back; anything else is news.
    if (this.sent === undefined || data.k === this.sent || Date.now() > this.sentAt + PATIENCE || !same) {
      this.sent = undefined;
      if (!same || !this.busy()) this.k = data.k;
    }
    this.k = within(this.k, 0, this.end());
    if (!same) {
      this.clock.stop();
      this.build();
    }
    this.place();
    if (!this.busy()) this.speak();
  }

  busy() {
    return this.clock.waits() || this.dragging || this.settling.waits();
  }

  build() {
    const { svg, data } = this;
    this.width = svg.parentElement.clientWidth || 600;
    this.x = scale(data, SIDE, this.width - SIDE);
    const unit = this.unit;
    const axis = (data.up.length ? PLANE : AXIS) * unit, stacked = this.root.clientWidth <= STACKED * unit;
    const seen = data.present && !stacked, top = topOf(svg);
    const rest = seen ? (top + axis) / unit + FOOT : stacked ? REST_STACKED : REST;
    const [least, most] = seen ? [PRESENTED, STRIP[1]] : STRIP;
    const strip = within((innerHeight / unit - rest) / data.criteria.length, least, most) * unit;
    Object.assign(this, { axis, strip, top, head: HEAD * unit });
    this.height = this.axis + data.criteria.length * this.strip;
    set(svg, {
      viewBox: `0 0 ${this.width} ${this.height}`,
      height: this.height,
      "aria-label": `Threshold on ${data.feature}`,
      "aria-valuemin": 0,
      "aria-valuemax": this.end(),
    });
    svg.replaceChildren();
    this.side = draw("rect", { class: "side", x: 0, y: 0, height: this.height }, svg);
    this.band = draw("rect", { class: "band", y: 0, height: this.height }, svg);
    const flag = data.guess === null ? undefined : this.x(data.gaps[data.guess].at);
    if (flag !== undefined) draw("line", { class: "flag", x1: flag, x2: flag, y1: 0, y2: this.height }, svg);
    this.means = data.up.length ? [0, 1].map(() => draw("line", { class: "mean" }, svg)) : [];
    // below every text, and not through the axis' and the strips' own lines
    this.line = draw("path", { class: "line" }, svg);
    this.buildAxis();
    this.curves = data.criteria.map((curve, c) => this.buildStrip(curve, this.axis + c * this.strip));
    const you = flag + 4;
    if (flag !== undefined) draw("text", { x: within(you, 0, this.width - 40 * unit), y: 13 * unit }, svg, "⚑ you");
    this.knob = draw("circle", { class: "knob", cy: this.base, r: 10 * unit }, svg);
    this.knobText = draw("text", { class: "knob-text", y: this.base + 37 * unit }, svg);
    this.buildTable();
    this.buildSentence();
    const runs = data.gaps.some((gap) => gap.run !== null);
    const legend = [
      ["gap", "any threshold in this gap does the same; the line is the midpoint"],
      ["", "◆ best so far, ◇ ties with it"],
      ...(data.up.length ? [["mean", "the mean of each side: what it predicts"]] : []),
      ...(runs ? [["run", data.runs]] : []),
    ];
    const sign = (name) => (name ? [element(`i.key ${name}`, { ariaHidden: "true" })] : []);
    this.legend.replaceChildren(...legend.map(([name, text]) => element("span", ...sign(name), text)));
  }

  // The longest sentences lie unseen below the one shown, so that what follows does not jump.
  buildSentence() {
    const { gaps, said } = this.data;
    const longest = (inside) =>
      gaps.map((gap, k) => (gap.run !== null) === inside ? this.told(k) : "").reduce(
        (a, text) => (text.length > a.length ? text : a),
        this.told(this.end()),
      );
    const texts = [false, true].map(longest);
    const rooms = [...texts, said].map((text, i) => {
      const room = element(i < 2 ? "p.room" : "p.room said", { ariaHidden: "true" });
      room.dataset.text = text;
      return room;
    });
    this.sentence.replaceChildren(...rooms, this.caption);
  }

  buildAxis() {
    const { svg, data, unit } = this;
    this.base = this.axis - BELOW * unit;
    data.gaps.forEach((gap) => gap.run === null || this.greyed(gap, 0, this.base));
    draw("line", { class: "axis", x1: 0, x2: this.width, y1: this.base, y2: this.base }, svg);
    for (const gap of data.gaps.slice(1, -1)) {
      const x = this.x(gap.at);
      const [look, long] = gap.run === null ? ["cut", 7] : ["cut run", 4];
      draw("line", { class: look, x1: x, x2: x, y1: this.base - long * unit, y2: this.base }, svg);
    }
    const ticks = data.ticks.map(({ x, text }) => ({ x: this.x(x), text, half: (text.length * 7 * unit) / 2 + 4 }));
    for (const { x } of ticks) {
      draw("line", { class: "axis", x1: x, x2: x, y1: this.base, y2: this.base + 5 * unit }, svg);
    }
    for (const { x, text } of apart(ticks)) draw("text", { class: "tick", x, y: this.base + 22 * unit }, svg, text);
    draw("text", { class: "name", x: this.width - 4, y: this.axis - 12 * unit }, svg, short(data.feature));
    if (data.up.length) return this.buildPlane();
    const highest = Math.max(...data.points.map(({ counts }) => counts.reduce((a, b) => a + b, 0)));
    const room = this.base - 12 * unit;
    const size = within((1.8 * this.width) / data.points.length, 9 * unit, 30 * unit);
    const pitch = Math.min(size, room / highest);
    for (const { x, counts } of data.points) {
      let up = 0;
      counts.forEach((n, k) => {
        for (let i = 0; i < n; i++, up++) {
          const y = this.base - 11 * unit - (up + 0.5) * pitch;
          const style = `fill:${data.colours[k]};font-size:${size}px`;
          draw("text", { class: "point", x: this.x(x), y, style }, svg, data.signs[k]);
        }
      });
    }
  }

  // Where a number is to be predicted: each example as high as its number.
  buildPlane() {
    const { svg, data, unit } = this;
    const size = within((0.6 * this.width) / data.points.length, 2.5 * unit, 5 * unit);
    for (const { x, up } of data.points) {
      draw("circle", { class: "dot", cx: this.x(x), cy: this.high(up), r: size }, svg);
    }
    data.up.forEach((text, i) => draw("text", { class: "high", x: 2, y: this.high(i) + 4 * unit }, svg, text));
    draw("text", { class: "high", x: 2, y: this.high(1) - 12 * unit }, svg, short(data.target));
  }

  high(up) {
    return this.base - 14 * this.unit - up * (this.base - 46 * this.unit);
  }

  greyed(gap, y, height) {
    const x = this.x(gap.low);
    return draw("rect", { class: "grey", x, y, width: this.x(gap.high) - x, height }, this.svg);
  }

  buildStrip(curve, top) {
    const { svg, data, unit, head, strip } = this;
    const g = draw("g", { class: curve.name === data.by ? "by" : "" }, svg);
    const bottom = top + strip - 8 * unit;
    const rise = strip - head - 14 * unit;
    const y = (i) => bottom - curve.height[i] * rise;
    if (curve.strict) {
      data.gaps.forEach((gap) => gap.run === null || g.append(this.greyed(gap, top + head, bottom - top - head)));
    }
    draw("line", { class: "zero", x1: 0, x2: this.width, y1: bottom, y2: bottom }, g);
    const parts = {
      ghost: draw("path", { class: "ghost" }, g),
      area: draw("path", { class: "area" }, g),
      line: draw("path", { class: "curve" }, g),
      now: draw("circle", { class: "now" }, g),
      tops: draw("g", {}, g),
      soFar: draw("text", { class: "so-far", x: this.width - 4, y: top + 14 * unit }, g),
    };
    draw("text", { class: "title", x: 4, y: top + 14 * unit }, g, curve.title);
    return { ...parts, curve, y, bottom, tied: [] };
  }

  buildTable() {
    const { data, table, sides } = this;
    const rows = data.criteria.map((curve) => {
      const chosen = curve.name === data.by;
      const choose = framed(curve.title, () => this.send("chosen", curve.name));
      Object.assign(choose, { title: `Show the arithmetic of ${curve.title}`, ariaPressed: chosen });
      const all = element("td", { title: `${curve.symbol}(S) = ${curve.all[1]}` }, curve.all[0]);
      const cells = ["td", "td", "td", "td.gain"].map((tag) => element(tag));
      const row = element(chosen ? "tr.by" : "tr", element("th", { scope: "row" }, choose), all, ...cells);
      if (data.criteria.length > 1) row.style.height = `${this.strip}px`; // each beside its strip
      return row;
    });
    const head = element("tr", ...headings(["impurity", "before", "left", "right", "after", "gain"]));
    const high = 34 * this.unit;
    head.style.height = `${high}px`;
    table.replaceChildren(element("thead", head), element("tbody", ...rows));
    sides.style.height = `${this.axis - high}px`;
    const half = (word) => element("div.half", element("b", word), element("span.counts"), element("span.share"));
    sides.replaceChildren(half("Left"), half("Right"));
  }

  // ---- the threshold has moved: everything below only places numbers that came with the view

  place() {
    const { data, k } = this;
    const gap = data.gaps[k];
    const x = this.x(gap.at);
    set(this.side, { width: x });
    set(this.band, { x: this.x(gap.low), width: this.x(gap.high) - this.x(gap.low) });
    const cut = ([top, bottom]) => `M${x} ${top}V${bottom}`;
    const strips = this.curves.map(({ bottom }) => [bottom - this.strip + this.head + 8 * this.unit, bottom]);
    set(this.line, { d: [[0, this.base], ...strips].map(cut).join("") });
    this.means.forEach((mean, i) => {
      const up = gap.means[i][1];
      mean.style.display = up === null ? "none" : "";
      if (up !== null) set(mean, { x1: i ? x : 0, x2: i ? this.width : x, y1: this.high(up), y2: this.high(up) });
    });
    set(this.knob, { cx: x });
    set(this.knobText, { x: within(x, 20 * this.unit, this.width - 20 * this.unit) });
    write(this.knobText, gap.name);
    const useful = this.end() - 1;
    const inside = k > 0 && k <= useful;
    const past = k ? `Past all ${useful} thresholds` : "Play, or drag the line";
    write(this.counter, inside ? `Threshold ${k} of ${useful}` : past);
    write(this.caption, data.guess === k ? data.said : this.told(k));
    this.caption.classList.toggle("said", data.guess === k);
    set(this.svg, { "aria-valuenow": k, "aria-valuetext": this.heard() });
    this.first.disabled = this.back.disabled = k === 0;
    this.last.disabled = this.next.disabled = k === this.end();
    this.guess.hidden = !data.ask && data.guess === null;
    this.guess.disabled = data.ask && !inside;
    this.guess.classList.toggle("main", data.ask);
    write(this.guess, data.ask ? `${capital(this.chosen().title)} is largest here` : "Guess again");
    write(this.player, this.clock.waits() ? "Pause" : "Play");
    [gap.left, gap.right].forEach((numbers, i) => this.count(this.sides.children[i], numbers, gap.means?.[i][0]));
    this.curves.forEach((strip, c) => {
      this.trace(strip, k, x);
      this.number([...this.table.tBodies[0].rows[c].cells].slice(2), strip.curve, k);
    });
  }

  chosen() {
    return this.data.criteria.find((curve) => curve.name === this.data.by);
  }

  // What the threshold does; past them all, which one has won.
  told(k) {
    const { caption, run } = this.data.gaps[k];
    const { best, inside } = this.chosen();
    if (run !== null) return `${caption} ${inside}`;
    return k === this.end() && best ? `${best} ${caption}` : caption;
  }

  // The sentence with the chosen criterion's gain, for those who hear it.
  heard() {
    const { k } = this;
    const { title, ratio, cells } = this.chosen();
    const caption = this.told(k);
    if (!cells.length || k === this.end()) return caption;
    const [text, exact] = cells[k].at(ratio ? 5 : 3);
    return `${caption} ${capital(title)} ${text === "–" ? exact : text}.`;
  }

  // Said when the server has heard where the threshold came to rest; a slider in focus speaks for itself, except for
  // the verdict.
  speak() {
    const { data, k } = this;
    write(this.spoken, data.guess === k ? data.said : this.svg.matches(":focus") ? "" : this.heard());
  }

  count({ children: [, counts, share] }, numbers, mean) {
    const { classes, colours, signs, m } = this.data;
    const n = numbers.reduce((a, b) => a + b, 0);
    if (mean !== undefined) {
      counts.replaceChildren(element("b", n === 1 ? "1 example" : `${n} examples`), element("span", `mean ${mean}`));
      share.replaceChildren(element("i"));
      return Object.assign(share.firstChild.style, { width: `${(100 * n) / m}%`, background: "var(--soft)" });
    }
    const shown = classes.map((_, j) => j).filter((j) => numbers[j] || classes.length < 3);
    const words = shown.map((j) => element("span", element("i", `${signs[j]} `), `${classes[j]}: ${numbers[j]}`));
    counts.replaceChildren(element("b", n === 1 ? "1 example" : `${n} examples`), ...words);
    share.replaceChildren(...shown.map(() => element("i")));
    shown.forEach((j, i) => {
      words[i].firstChild.style.color = colours[j];
      Object.assign(share.children[i].style, { width: `${(100 * numbers[j]) / m}%`, background: colours[j] });
    });
  }

  number(cells, curve, k) {
    const [left, right, remainder, gain, info, ratio] = curve.cells[k] ?? [];
    const shown = [left, right, remainder, curve.ratio ? ratio : gain];
    shown.forEach((pair, i) => {
      write(cells[i], pair ? pair[0] : "?");
      cells[i].title = pair ? pair[1] : "";
    });
    if (!curve.ratio || !gain) return;
    const title = `gain ${gain[1]} over split info ${info[1]}`;
    cells[3].append(element("small", { title }, `${gain[0]} / ${info[0]}`));
  }

  // Steps: any threshold inside a gap parts the examples alike, so the gain is level there.
  path(strip, from, to, lastX) {
    const { gaps } = this.data;
    let d = "";
    for (let i = from; i <= to; i++) {
      if (strip.curve.height[i] === null) continue;
      const end = i === to && lastX !== undefined ? lastX : this.x(gaps[i].high);
      d += `${d ? "L" : "M"}${this.x(gaps[i].low)} ${strip.y(i)}H${end}`;
    }
    return d;
  }

  trace(strip, k, x) {
    const { curve } = strip;
    const { gaps, guess } = this.data;
    const known = curve.height.length > 0;
    const whole = guess !== null;
    strip.now.style.display = known && curve.height[k] !== null ? "" : "none";
    const d = known ? this.path(strip, 0, k, x) : "";
    set(strip.line, { d });
    set(strip.area, { d: d && `${d}V${strip.bottom}H${d.slice(1, d.indexOf(" "))}Z` });
    set(strip.ghost, { d: known && whole ? this.path(strip, k, gaps.length - 1) : "" });
    this.best(strip, whole ? this.end() : k);
    if (strip.now.style.display === "none") return;
    // a ring around a diamond
    set(strip.now, { cx: x, cy: strip.y(k), r: (strip.tied.includes(k) ? 8.5 : 5) * this.unit });
  }

  // The best so far, as the algorithm keeps it; equal ones beside it, hollow.
  best(strip, upTo) {
    const { curve, soFar, tops } = strip;
    const { gaps } = this.data;
    const seen = curve.rank.slice(0, upTo + 1);
    const rank = Math.max(-1, ...seen);
    const key = `${upTo === this.end()} ${rank} ${seen.filter((r) => r === rank).length}`;
    if (strip.key === key) return;
    strip.key = key;
    tops.replaceChildren();
    const tied = (strip.tied = rank < 0 ? [] : seen.flatMap((r, i) => (r === rank ? [i] : [])));
    if (rank < 0) return write(soFar, curve.rank.length ? "" : "?");
    const size = 6 * this.unit;
    for (const i of tied.toReversed()) {
      const [x, y] = [this.x(gaps[i].at), strip.y(i)];
      const d = `M${x} ${y - size}L${x + size} ${y}L${x} ${y + size}L${x - size} ${y}Z`;
      draw("path", { class: i === tied[0] ? "top" : "top tie", "data-gap": i, d }, tops);
    }
    const word = upTo === this.end() ? "maximum" : "best so far";
    const ties = tied.length > 1 ? `, ${tied.length} tie: lowest wins` : "";
    write(soFar, `${word} ${curve.cells[tied[0]].at(curve.ratio ? 5 : 3)[0]} at ${gaps[tied[0]].name}${ties}`);
  }

  // ---- moving

  move(k) {
    k = within(k, 0, this.end());
    if (k === this.k) return;
    this.k = k;
    this.place();
  }

  rest() {
    this.settling.stop();
    if (this.k === (this.sent ?? this.data.k)) return;
    this.sent = this.k;
    this.sentAt = Date.now();
    this.send("rest", this.k);
  }

  go(k) {
    this.clock.stop();
    this.move(k);
    this.settling.set(() => this.rest(), SETTLE);
  }

  toggle() {
    if (this.clock.waits()) return this.halt();
    if (this.k === this.end()) this.move(0);
    this.play();
    this.place();
  }

  play() {
    this.clock.set(() => {
      this.play();
      if (document.hidden) return;
      this.move(this.k + 1);
      if (this.k === this.end()) this.halt();
    }, within(WHOLE / this.end(), SHORTEST, LONGEST));
  }

  halt() {
    this.clock.stop();
    this.place();
    this.rest();
  }

  // The gap under the pointer: every threshold in it does the same.
  under(event) {
    const box = this.svg.getBoundingClientRect();
    const value = this.x.back(((event.clientX - box.left) / box.width) * this.width);
    const k = this.data.gaps.findIndex((gap) => value <= gap.high);
    return k < 0 ? this.end() : k;
  }

  listen(signal) {
    const { svg } = this;
    resized(signal, svg.parentElement, ([{ contentRect: { width } }]) => {
      if (!this.data || !width || Math.abs(width - this.width) < 1) return;
      this.build();
      this.place();
    });
    shifted(signal, () => {
      if (!this.data?.present || Math.abs(topOf(svg) - this.top) < 1) return;
      this.build();
      this.place();
    });
    drag(svg, {
      start: (event) => {
        this.dragging = true;
        this.clock.stop();
        this.move(this.under(event));
        this.place();
        return true;
      },
      move: (event) => this.move(this.under(event)),
      end: () => {
        this.dragging = false;
        this.rest();
      },
    });
    listen(signal, [
      [window, "keydown", (event) => this.key(event)],
      // the address hears of a move only at its end
      [window, "dtlearn-link", ({ detail }) => detail.set("at", this.k)],
    ]);
  }

  key(event) {
    if (event.defaultPrevented || chord(event)) return;
    const path = passed(event);
    const focus = path[0];
    const mine = focus === this.svg;
    if (inDialog(path)) return;
    const field = focus?.matches("input, textarea, select, [contenteditable]");
    if (!mine && !event.key.startsWith("Page") && (field || usesKey(focus, event.key))) return;
    const k = goal(event, this.k, this.end(), { upright: mine });
    if (k !== undefined) this.go(k);
    else if (event.key === " " && !event.repeat) this.toggle();
    else return;
    event.preventDefault();
  }
}
