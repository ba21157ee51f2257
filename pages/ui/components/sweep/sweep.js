// Draws a sweep view (dtlearn/views/sweep.py): one feature's axis, the threshold, the gain under every criterion.
// It moves here, from the engine's numbers, and tells the server where it came to rest.
// Text from data enters through textContent only.
import { element as html, listen, write } from "../shared/dom.js";
import { drag } from "../shared/drag.js";
import { chord, inDialog, passed, usesKey } from "../shared/keys.js";
import { component } from "../shared/mount.js";
import { apart } from "../shared/places.js";
import { draw, scale, set, within } from "../shared/svg.js";

const AXIS = 150; // px of the axis with its examples, at a font of 16 px
const STRIP = [72, 110]; // px of one criterion, at least and at most
const REST = 454; // px that the axis and what stands above it take of the window
const REST_STACKED = 499; // the same where the table stands below the chart, as in sweep.css
const STACKED = 700;
const HEAD = 20; // px of a strip's own line of text
const BELOW = 53; // px below the axis: its marks, the threshold, the feature's name
const SIDE = 16; // px left and right of the axis
const SETTLE = 300; // ms without a key until the threshold counts as at rest
const PATIENCE = 3000; // ms to wait for an answer before believing the server's value again
const WHOLE = 14000; // ms that playing takes, unless its steps would be shorter or longer than these
const SHORTEST = 110;
const LONGEST = 1000;

export default component((parent) => new Sweep(parent));

const short = (text) => (text.length > 30 ? `${text.slice(0, 29)}…` : text);

class Sweep {
  constructor(parent) {
    this.k = 0;
    const button = (sign, word, act, label = word) => {
      const made = html(
        "button",
        { type: "button", title: label, ariaLabel: label },
        sign,
        html("span.word", ` ${word}`),
      );
      made.addEventListener("click", (event) => {
        if (event.detail) made.blur(); // what a pointer clicked would keep Space for itself
        act();
      });
      return made;
    };
    this.first = button("⇤", "First", () => this.go(0));
    this.back = button("←", "Back", () => this.go(this.k - 1));
    this.player = button("▶", "Play", () => this.toggle());
    this.next = button("→", "Next", () => this.go(this.k + 1));
    this.last = button("⇥", "Last", () => this.go(this.end()));
    this.guess = button("⚑", "", () => this.send("guess", this.data.ask ? this.k : -1));
    this.guess.lastChild.className = "";
    this.counter = html("span.counter");
    this.legend = html("p.legend");
    const keys = html("span.keys", "keys: ← → Home End, space plays");
    this.caption = html("p.caption");
    this.sentence = html("div.sentence");
    this.spoken = html("p.spoken", { ariaLive: "polite" });
    this.svg = draw("svg", { role: "slider", tabindex: 0, "aria-label": "Threshold" }, html("div"));
    this.sides = html("div.sides");
    this.table = html("table");
    this.root = html(
      "div.sweep",
      html("div.bar", this.first, this.back, this.player, this.next, this.last, this.guess, this.counter, keys),
      this.sentence,
      this.spoken,
      html("div.grid", html("div", this.svg), html("div", this.sides, this.table)),
      this.legend,
    );
    parent.append(this.root);
    this.listen();
  }

  remove() {
    this.pause();
    clearTimeout(this.settling);
    this.resized.disconnect();
    this.leave();
    this.root.remove();
  }

  end() {
    return this.data.gaps.length - 1;
  }

  // ---- a new view

  update(data, setTriggerValue) {
    this.send = setTriggerValue;
    this.unit = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16; // larger in present mode
    const drawn = ["feature", "m", "lo", "hi", "ticks", "classes", "points", "grey", "by", "guess"].map((name) =>
      data[name]
    );
    const look = JSON.stringify([this.unit, drawn, data.criteria.map((curve) => curve.cells.length)]);
    const same = look === this.look;
    this.look = look;
    this.data = data;
    // Our own last word is on its way back; anything else is news.
    if (this.sent === undefined || data.k === this.sent || Date.now() > this.sentAt + PATIENCE || !same) {
      const busy = same && (this.clock || this.dragging || this.settling);
      this.sent = undefined;
      if (!busy) this.k = data.k;
    }
    this.k = within(this.k, 0, this.end());
    if (!same) {
      this.pause();
      this.build();
    }
    this.place();
    if (!this.clock && !this.dragging && !this.settling) this.speak();
  }

  build() {
    const { svg, data } = this;
    this.width = svg.parentElement.clientWidth || 600;
    this.x = scale(data, SIDE, this.width - SIDE);
    const unit = this.unit;
    const rest = this.root.clientWidth <= STACKED * unit ? REST_STACKED : REST;
    const strip = within((innerHeight / unit - rest) / data.criteria.length, ...STRIP) * unit;
    Object.assign(this, { axis: AXIS * unit, strip, head: HEAD * unit });
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
    this.line = draw("path", { class: "line" }, svg); // below every text, and not through the axis' and the strips' own lines
    this.buildAxis();
    this.curves = data.criteria.map((curve, c) => this.buildStrip(curve, this.axis + c * this.strip));
    const you = flag + 4;
    if (flag !== undefined) draw("text", { x: within(you, 0, this.width - 40 * unit), y: 13 * unit }, svg, "⚑ you");
    this.knob = draw("circle", { class: "knob", cy: this.base, r: 10 * unit }, svg);
    this.knobText = draw("text", { class: "knob-text", y: this.base + 37 * unit }, svg);
    this.buildTable();
    this.buildSentence();
    const sign = (className) => html("i", { className, ariaHidden: "true" });
    this.legend.replaceChildren(
      html("span", sign("key gap"), "any threshold in this gap does the same; the line is the midpoint"),
      html("span", "◆ best so far, ◇ ties with it"),
      ...(data.grey && data.gaps.some((gap) => gap.run !== null)
        ? [html("span", sign("key run"), "inside a run of one class: cannot win (train error: may tie)")]
        : []),
    );
  }

  // The longest sentences lie unseen below the one shown, so that what follows does not jump.
  buildSentence() {
    const { gaps, said } = this.data;
    const longest = (some) => some.reduce((a, { caption }) => (caption.length > a.length ? caption : a), "");
    const rooms = [gaps.filter((gap) => gap.run === null), gaps.filter((gap) => gap.run !== null)].map(longest);
    const made = [...rooms, said].map((_, i) =>
      html("p", { className: i < 2 ? "room" : "room said", ariaHidden: "true" })
    );
    made.forEach((room, i) => (room.dataset.text = [...rooms, said][i]));
    this.sentence.replaceChildren(...made, this.caption);
  }

  buildAxis() {
    const { svg, data, unit } = this;
    this.base = this.axis - BELOW * unit;
    if (data.grey) {
      data.gaps.forEach((gap) => gap.run === null || this.greyed(gap, 0, this.base));
    }
    draw("line", { class: "axis", x1: 0, x2: this.width, y1: this.base, y2: this.base }, svg);
    for (const gap of data.gaps.slice(1, -1)) {
      const x = this.x(gap.at);
      const [look, long] = gap.run === null || !data.grey ? ["cut", 7] : ["cut run", 4];
      draw("line", { class: look, x1: x, x2: x, y1: this.base - long * unit, y2: this.base }, svg);
    }
    const ticks = data.ticks.map(({ x, text }) => ({ x: this.x(x), text, half: (text.length * 7 * unit) / 2 + 4 }));
    for (const { x } of ticks) {
      draw("line", { class: "axis", x1: x, x2: x, y1: this.base, y2: this.base + 5 * unit }, svg);
    }
    for (const { x, text } of apart(ticks)) draw("text", { class: "tick", x, y: this.base + 22 * unit }, svg, text);
    draw("text", { class: "name", x: this.width - 4, y: this.axis - 2 * unit }, svg, short(data.feature));
    const highest = Math.max(...data.points.map(({ counts }) => counts.reduce((a, b) => a + b, 0)));
    const room = this.base - 12 * unit;
    const size = within((1.8 * this.width) / data.points.length, 9 * unit, 20 * unit);
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
    if (data.grey && curve.strict) {
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
      const [title, ariaPressed] = [`Show the arithmetic of ${curve.title}`, curve.name === data.by];
      const onclick = () => this.send("chosen", curve.name);
      const choose = html("button", { type: "button", title, ariaPressed, onclick }, curve.title);
      const row = html("tr", { className: curve.name === data.by ? "by" : "" }, html("th", { scope: "row" }, choose));
      row.style.height = `${this.strip}px`;
      const all = html("td", { textContent: curve.all[0], title: `${curve.symbol}(S) = ${curve.all[1]}` });
      const cells = ["", "", "", "gain"].map((className) => html("td", { className }));
      row.append(all, ...cells);
      return { row, cells };
    });
    this.cells = rows.map(({ cells }) => cells);
    const titles = ["impurity", "of all", "left", "right", "remain\u00adder", "gain"];
    const head = html("tr", ...titles.map((textContent) => html("th", { textContent, scope: "col" })));
    const high = 34 * this.unit;
    head.style.height = `${high}px`;
    table.replaceChildren(html("thead", head), html("tbody", ...rows.map(({ row }) => row)));
    sides.style.height = `${this.axis - high}px`;
    const half = (word) => {
      const counts = html("span.counts");
      const share = html("span.share");
      return { counts, share, row: html("div.half", html("b", { textContent: word }), counts, share) };
    };
    this.halves = { left: half("Left"), right: half("Right") };
    sides.replaceChildren(this.halves.left.row, this.halves.right.row);
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
    set(this.knob, { cx: x });
    set(this.knobText, { x: within(x, 20 * this.unit, this.width - 20 * this.unit) });
    write(this.knobText, gap.name);
    const useful = this.end() - 1;
    const inside = k > 0 && k <= useful;
    const past = k ? `Past all ${useful} thresholds` : "Play, or drag the line";
    write(this.counter, inside ? `Threshold ${k} of ${useful}` : past);
    write(this.caption, data.guess === k ? data.said : gap.caption);
    this.caption.classList.toggle("said", data.guess === k);
    set(this.svg, { "aria-valuenow": k, "aria-valuetext": this.heard() });
    this.first.disabled = this.back.disabled = k === 0;
    this.last.disabled = this.next.disabled = k === this.end();
    this.guess.hidden = !data.ask && data.guess === null;
    this.guess.disabled = data.ask && !inside;
    this.guess.className = data.ask ? "main" : "";
    const asked = data.criteria.find((curve) => curve.name === data.by).title;
    const question = data.ask ? `${asked[0].toUpperCase()}${asked.slice(1)} is largest here` : "Guess again";
    write(this.guess.lastChild, ` ${question}`);
    this.guess.ariaLabel = this.guess.title = question;
    const playing = Boolean(this.clock);
    write(this.player.firstChild, playing ? "❚❚" : "▶");
    write(this.player.lastChild, playing ? " Pause" : " Play");
    this.player.ariaLabel = this.player.title = playing ? "Pause (space)" : "Play (space)";
    for (const side of ["left", "right"]) this.count(this.halves[side], gap[side]);
    this.curves.forEach((strip, c) => {
      this.trace(strip, k, x);
      this.number(this.cells[c], strip.curve, k);
    });
  }

  // The sentence with the chosen criterion's gain, for those who hear it.
  heard() {
    const { data, k } = this;
    const { title, ratio, cells } = data.criteria.find((curve) => curve.name === data.by);
    const { caption } = data.gaps[k];
    if (!cells.length) return caption;
    const [text, exact] = cells[k].at(ratio ? 5 : 3);
    return `${caption} ${title[0].toUpperCase()}${title.slice(1)} ${text === "–" ? exact : text}.`;
  }

  // Said when the server has heard where the threshold came to rest; a slider in focus speaks for itself, except for the verdict.
  speak() {
    const { data, k } = this;
    write(this.spoken, data.guess === k ? data.said : this.svg.matches(":focus") ? "" : this.heard());
  }

  count({ counts, share }, numbers) {
    const { classes, colours, signs } = this.data;
    const n = numbers.reduce((a, b) => a + b, 0);
    const shown = classes.map((_, j) => j).filter((j) => numbers[j] || classes.length < 3);
    counts.replaceChildren(
      html("b", { textContent: n === 1 ? "1 example" : `${n} examples` }),
      ...shown.map((j) => {
        const sign = html("i", `${signs[j]} `);
        sign.style.color = colours[j];
        return html("span", sign, `${classes[j]}: ${numbers[j]}`);
      }),
    );
    share.replaceChildren(...shown.map((j) => {
      const part = html("i");
      Object.assign(part.style, { width: `${(100 * numbers[j]) / this.data.m}%`, background: colours[j] });
      return part;
    }));
  }

  number(cells, curve, k) {
    const [left, right, remainder, gain, info, ratio] = curve.cells[k] ?? [];
    const shown = [left, right, remainder, curve.ratio ? ratio : gain];
    shown.forEach((pair, i) => {
      write(cells[i], pair ? pair[0] : "?");
      cells[i].title = pair ? pair[1] : "";
    });
    if (!curve.ratio || !gain) return;
    const how = html("small", {
      textContent: `${gain[0]} / ${info[0]}`,
      title: `gain ${gain[1]} over split info ${info[1]}`,
    });
    cells[3].append(how);
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
    const { gaps, rest, guess } = this.data;
    const known = curve.height.length > 0;
    const whole = rest || guess !== null;
    strip.now.style.display = known && curve.height[k] !== null ? "" : "none";
    const d = known ? this.path(strip, 0, k, x) : "";
    set(strip.line, { d });
    set(strip.area, { d: d && `${d}V${strip.bottom}H${d.slice(1, d.indexOf(" "))}Z` });
    set(strip.ghost, { d: known && whole ? this.path(strip, k, gaps.length - 1) : "" });
    this.best(strip, whole ? this.end() : k);
    if (strip.now.style.display === "none") return;
    set(strip.now, { cx: x, cy: strip.y(k), r: (strip.tied.includes(k) ? 8.5 : 5) * this.unit }); // a ring around a diamond
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
      draw("path", {
        class: i === tied[0] ? "top" : "top tie",
        "data-gap": i,
        d: `M${x} ${y - size}L${x + size} ${y}L${x} ${y + size}L${x - size} ${y}Z`,
      }, tops);
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
    clearTimeout(this.settling);
    this.settling = undefined;
    if (this.k === (this.sent ?? this.data.k)) return;
    this.sent = this.k;
    this.sentAt = Date.now();
    this.send("rest", this.k);
  }

  go(k) {
    this.pause();
    this.move(k);
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.rest(), SETTLE);
  }

  toggle() {
    if (this.clock) {
      this.pause();
      this.place();
      return this.rest();
    }
    if (this.k === this.end()) this.move(0);
    const beat = within(WHOLE / this.end(), SHORTEST, LONGEST);
    this.clock = setInterval(() => {
      if (document.hidden) return;
      this.move(this.k + 1);
      if (this.k < this.end()) return;
      this.pause();
      this.place();
      this.rest();
    }, beat);
    this.place();
  }

  pause() {
    clearInterval(this.clock);
    this.clock = undefined;
  }

  // The gap under the pointer: every threshold in it does the same.
  under(event) {
    const box = this.svg.getBoundingClientRect();
    const value = this.x.back(((event.clientX - box.left) / box.width) * this.width);
    const k = this.data.gaps.findIndex((gap) => value <= gap.high);
    return k < 0 ? this.end() : k;
  }

  listen() {
    const { svg } = this;
    this.resized = new ResizeObserver(([entry]) => {
      if (!this.data || !entry.contentRect.width || Math.abs(entry.contentRect.width - this.width) < 1) return;
      this.build();
      this.place();
    });
    this.resized.observe(svg.parentElement);
    drag(svg, {
      start: (event) => {
        this.dragging = true;
        this.pause();
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
    this.leave = listen([
      [window, "keydown", (event) => this.key(event)],
      [window, "dtlearn-link", ({ detail }) => detail.set("th_at", this.k)], // the address hears of a move only at its end
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
    const by = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1, ...(mine && { ArrowUp: 1, ArrowDown: -1 }) };
    if (event.key in by) this.go(this.k + by[event.key]);
    else if (event.key === "Home") this.go(0);
    else if (event.key === "End") this.go(this.end());
    else if (event.key === " " && !event.repeat) this.toggle();
    else return;
    event.preventDefault();
  }
}
