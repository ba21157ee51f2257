// Draws a tree view (dtlearn/show/tree/view.py). Called again with the same parentElement on every new view:
// texts and marks change at once, positions glide. Text from data enters through textContent only.
import { BAG, Dots } from "./base/dots.js";
import { element, framed, hover, listen, resized, write } from "./base/dom.js";
import { distance, drag } from "./base/drag.js";
import { onKey } from "./base/keys.js";
import { minimap } from "./base/minimap.js";
import { shift } from "./base/places.js";
import { change, draw, set, within } from "./base/svg.js";

const GLIDE = 220; // ms
const FALL = 450; // ms, where examples go to another node
const PAD = 16; // px between the tree and its box
const TOP = 12; // px above the tree
const RIM = 9; // px above a tree of scale 1 that its ring takes
const HEAD = 336; // px that the page needs above and below a tall box
const LARGEST = 1.3; // scale that an automatic fit does not exceed
const OVERVIEW = 0.4; // scale down to which they grow
const SIZES = { title: 15, branch: 13 }; // px of letters at scale 1
const TALLEST = 30; // px at scale 1 of a word that a box holds
// px at scale 1 up to which all text fits its box; where it must be larger, words grow inside their boxes and numbers
// are left out
const FITS = 15;
const LEAST_TEXT = 12; // px on the screen; for a projector a fiftieth of its height
const SHOWN = 4; // px that may be cut off a tree that counts as whole: the rim of a ring
const NARROW = 641; // px of the window's width below which it is a phone
const LOW = 340; // px of the box's height there
const DRAG = 5; // px that a click may move
const OUT = { shape: 0, ring: 6, focus: 10 }; // px from a node's box to the line around it
const MANY = 60; // new nodes from which on nothing glides: who jumps far sees at once where
const STEM = 24; // px above a node where its edge comes down straight, behind the label
const PATIENCE = 3000; // ms to wait for a file before it is asked for again
const FILE = "dtlearn-file"; // {ending, done}: asks for the tree as a file, for save.js

export const picture = (send, signal, around) => new Picture(send, signal, around);

// Each number of a, as far on the way to that of b.
const mix = (a, b, p) => Object.fromEntries(Object.keys(a).map((name) => [name, a[name] + (b[name] - a[name]) * p]));

class Picture {
  constructor(send, signal, around) {
    this.send = send;
    this.drawn = new Map(); // id -> {node, g, edge, shown, from, to}, in the order of the view
    this.lights = {}; // "lit", "hot", "ghost" -> the ids that are
    this.camera = { x: 0, y: 0, k: 1 }; // as shown now: screen = camera + k * tree
    this.mode = "auto"; // "hand" after a pan or zoom, "whole" after Fit
    this.fitted = ""; // sizes of tree and box at the last fit
    this.marked = ""; // id of the node last brought into view
    this.asked = []; // what waits for a file, by number

    this.root = element("div.picture");
    this.box = element("div.box");
    const label = "Decision tree: arrow keys move between nodes, Enter chooses one";
    this.svg = draw("svg", { role: "tree", "aria-label": label }, this.box);
    this.world = draw("g", {}, this.svg);
    this.edgeLayer = draw("g", { "aria-hidden": "true" }, this.world);
    this.dots = new Dots(this.world); // behind the nodes: a branch's word stays readable
    this.nodeLayer = draw("g", {}, this.world);
    // So that nobody takes a part for the whole; a screen reader has all nodes.
    this.hint = element("div.hint", { ariaHidden: "true" });
    // They stand below the box, where they cover nothing.
    this.buttons = element(
      "div.buttons",
      this.hint,
      element(
        "span.zooms",
        framed("+", () => this.zoom(1.25), "Zoom in (Ctrl + wheel)"),
        framed("−", () => this.zoom(0.8), "Zoom out (Ctrl + wheel)"),
        framed("Fit", () => this.fitWhole(), "Fit the whole tree (double-click)"),
      ),
    );
    this.buttons.addEventListener("keydown", (event) => {
      if (event.key === " " || event.key === "Enter") event.stopPropagation(); // else it would play or pause as well
    });
    for (const near of [true, false]) {
      const event = near ? "pointerenter" : "pointerleave";
      this.box.addEventListener(event, () => this.buttons.classList.toggle("near", near));
    }
    this.map = minimap((x, y) => this.center(x, y));
    this.box.append(this.map.root);
    this.root.append(this.box, this.buttons);
    this.listen(signal, around);
    signal.addEventListener("abort", () => cancelAnimationFrame(this.frame));
  }

  // ---- a new view

  update(view) {
    const first = !this.view;
    if (view.held?.length) view = { ...view, height: view.height + BAG };
    this.view = view;
    if (view.file) {
      this.asked[view.file.number]?.(view.file.text);
      delete this.asked[view.file.number];
    }
    if (first) this.width = this.box.clientWidth;
    this.height = innerWidth < NARROW ? Math.min(view.boxHeight, LOW) : view.boxHeight;
    if (view.tall) this.height = Math.max(420, innerHeight - HEAD);
    this.box.style.height = `${this.height}px`;
    this.large = Boolean(view.tall || view.large); // undefined would toggle
    this.box.classList.toggle("tall", this.large);
    this.svg.dataset.plays = view.plays ?? false; // for save.js: there is a page that plays it

    const before = this.drawn, stay = new Set(view.nodes.map((node) => node.id));
    for (const [id, { g, edge }] of before) {
      if (stay.has(id) || id === this.focused) continue; // who has the focus goes last: it is handed on
      g.remove();
      edge?.remove();
    }
    this.drawn = new Map();
    this.children = new Map();
    this.least = undefined;
    const news = view.nodes.reduce((sum, { id }) => sum + !before.has(id), 0);
    let place = this.nodeLayer.firstChild;
    for (const node of view.nodes) {
      const d = before.get(node.id) ?? this.create(node, before.get(node.parent) ?? this.drawn.get(node.parent), first);
      before.delete(node.id);
      if (node.parent === null) { // of a tree drawn in part, another node may be the first now
        d.edge?.remove();
        d.edge = d.bent = undefined;
      } else d.edge ??= draw("path", { class: "edge" }, this.edgeLayer);
      this.drawn.set(node.id, d);
      this.children.set(node.id, []);
      this.children.get(node.parent)?.push(node.id);
      if (d.to?.x !== node.x || d.to.y !== node.y) d.to = { x: node.x, y: node.y, grown: 1 };
      this.fill(d, node);
      if (place && !stay.has(place.dataset.id)) place = place.nextSibling;
      if (d.g === place) place = place.nextSibling;
      else this.nodeLayer.insertBefore(d.g, place); // never moves a kept node: that would take its focus
    }
    if (before.has(this.focused)) this.erase(this.focused, before.get(this.focused));
    this.marks = { done: undefined, next: undefined };
    for (const { id, mark } of view.nodes) if (mark in this.marks) this.marks[mark] ??= id;
    const places = new Map(view.nodes.map((node) => [node.id, node]));
    this.dots.update(view, places);
    this.light("lit", view.lit ?? []);
    this.light("hot", this.hot ?? []);
    this.choose(this.focused ?? this.mark());
    this.light("ghost", view.ghost ?? []);
    this.tween(view.stays ? this.going() : this.aim(), !first && !view.still && news < MANY);
    const lit = view.lit?.at(-1);
    if (lit !== this.lit && this.drawn.has(lit)) this.bring(lit);
    this.lit = lit;
  }

  // Asked for until it is there: a run that another one cuts short brings nothing.
  order(ending, number) {
    if (!this.asked[number] || !this.box.isConnected) return;
    this.send("file", [ending, number]);
    setTimeout(() => this.order(ending, number), PATIENCE);
  }

  // Into view, if it is not there.
  bring(id) {
    const now = this.going();
    const camera = this.reveal(id, now);
    if (camera.x !== now.x || camera.y !== now.y) this.tween(camera);
  }

  create(node, parent, first) {
    const g = draw("g", { class: "node", "data-id": node.id, role: "treeitem", tabindex: -1 });
    const shown = parent && !first ? { ...parent.shown, grown: 0 } : { x: node.x, y: node.y, grown: 1 };
    return { g, shown };
  }

  // The node that has the focus.
  erase(id, d) {
    d.g.remove();
    d.edge?.remove();
    while (id && !this.drawn.has(id)) id = id.slice(0, Math.max(id.lastIndexOf("."), 0));
    (this.drawn.get(id) ?? this.drawn.values().next().value).g.focus({ preventScroll: true });
  }

  fill(d, node) {
    const { colours, classes } = this.view;
    const siblings = node.parent === null ? [node.id] : this.children.get(node.parent);
    if (d.at !== siblings.length) set(d.g, { "aria-posinset": d.at = siblings.length });
    if (d.node === node && d.colours === colours) return;
    Object.assign(d, { node, colours });
    const lights = ["lit", "hot"].filter((name) => d.g.classList.contains(name));
    set(d.g, {
      class: ["node", node.kind, node.mark ?? "", ...lights].join(" "),
      "aria-label": node.label,
      "aria-level": node.id.split(".").length,
    });
    d.g.ariaExpanded = node.kind === "split" ? "true" : null;
    d.g.ariaCurrent = node.mark === "next" ? "step" : null;

    const { w, h, title, lines, counts, cls, branch, kind, tooltip, why } = node;
    const content = JSON.stringify([w, h, title, lines, counts, colours[cls], branch, kind, tooltip, classes, why]);
    if (d.content !== content) {
      d.content = content;
      this.write(d);
    }
    if (node.mark) this.outline(d, "ring");
  }

  // What a node says.
  write(d) {
    const { colours, signs } = this.view, { w, h, title, lines, counts, cls, branch, kind, tooltip, why } = d.node;
    d.g.replaceChildren();
    d.g.style.setProperty("--class", cls === null ? "transparent" : colours[cls]);
    draw("title", {}, d.g, tooltip);
    const write = (className, y, text) => draw("text", { class: className, y }, d.g, text);
    // From far a word may grow as long as it stays inside its box, a branch above its own.
    d.rooms = {}; // px of each word's letters, grown, at scale 1
    const grow = (name, y, text, words, wide) => {
      const room = Math.max((0.95 * w) / Math.max(wide * words.length, 1), SIZES[name]), made = write(name, y, text);
      d.rooms[name] = room;
      made.style.setProperty("--room", `${room}px`);
      return made;
    };
    if (branch !== null) grow("branch", -14, branch, branch, 0.44); // under the ring
    this.outline(d, "shape");
    if (d.g === this.stop) this.outline(d, "focus");
    const heading = grow("title", 20, title, `${signs[cls] ? "● " : ""}${title}`, 0.49);
    if (signs[cls]) heading.prepend(draw("tspan", { class: "sign" }, undefined, `${signs[cls]} `));
    if (signs[cls] && kind === "leaf") write("alone", h / 2, signs[cls]);
    lines.forEach((line, i) => {
      const made = write(why ? "line why" : "line", 37 + 17 * i, line); // what decides a step is read from far too
      made.style.setProperty("--room", `${(1.9 * w) / line.length}px`);
    });
    const total = counts.reduce((a, b) => a + b, 0);
    let x = 10 - w / 2;
    counts.forEach((count, k) => {
      if (!count) return;
      const width = ((w - 20) * count) / total;
      draw("rect", { x, y: h - 7, width, height: 4, fill: colours[k] }, d.g);
      x += width;
    });
  }

  // A node's box, or a line around it, drawn once it may be seen.
  outline({ g, node: { w, h, kind } }, name) {
    if (g.querySelector(`.${name}`)) return;
    const out = OUT[name], corner = kind === "leaf" ? 12 : 4;
    const size = { x: -w / 2 - out, y: -out, width: w + 2 * out, height: h + 2 * out, rx: corner + out };
    const made = draw("rect", { class: name, ...size }, g);
    if (name !== "shape") g.querySelector(".shape").after(made); // behind the words
  }

  // Marks nodes, and the edges that lead to them.
  light(name, ids) {
    const marked = new Set(ids), before = this.lights[name] ?? [];
    this.lights[name] = marked;
    for (const id of [...before, ...marked]) {
      const { g, edge } = this.drawn.get(id) ?? {};
      g?.classList.toggle(name, marked.has(id));
      edge?.classList.toggle(name, marked.has(id));
    }
  }

  // The way from the root to a node: "r", "r.0", "r.0.1".
  line(id) {
    const parts = id ? id.split(".") : [];
    return parts.map((_, i) => parts.slice(0, i + 1).join("."));
  }

  tell(id) {
    if (id === this.told) return;
    this.told = id;
    this.point(id);
  }

  mark() {
    return this.marks.next ?? this.marks.done ?? this.view.nodes[0].id;
  }

  // ---- positions in time

  tween(camera, glide = true) {
    const all = [...this.drawn.values()], moves = new Set(all.filter((d) => d.shown !== d.to));
    for (const d of moves) d.from = d.shown;
    this.moving = [...moves];
    this.bending = all.filter((d) => {
      const above = d.edge && this.drawn.get(d.node.parent);
      return above && (!d.bent || d.under !== above.node.h || moves.has(d) || moves.has(above));
    });
    this.flight = { from: this.camera, to: camera };
    cancelAnimationFrame(this.frame);
    const start = performance.now();
    const still = !glide || matchMedia("(prefers-reduced-motion: reduce)").matches;
    const last = this.dots.dots.size ? FALL : GLIDE;
    const step = (now) => {
      const p = still ? 1 : within((now - start) / last, 0, 1);
      this.place(1 - (1 - p) ** 3);
      if (p < 1) this.frame = requestAnimationFrame(step);
    };
    step(start);
  }

  place(p) {
    for (const d of this.moving) {
      d.shown = p === 1 ? d.to : mix(d.from, d.to, p);
      const { x, y, grown } = d.shown;
      set(d.g, { transform: `translate(${x} ${y}) scale(${0.5 + grown / 2})`, opacity: grown });
    }
    for (const d of this.bending) {
      const { shown, edge, node } = d, above = this.drawn.get(node.parent);
      const top = above.shown.y + above.node.h;
      const stem = Math.max(shown.y - STEM, top);
      const middle = (top + stem) / 2;
      const bend = `C ${above.shown.x} ${middle} ${shown.x} ${middle} ${shown.x} ${stem}`;
      set(edge, { d: `M ${above.shown.x} ${top} ${bend} V ${shown.y}`, opacity: shown.grown });
      Object.assign(d, { bent: true, under: above.node.h });
    }
    this.dots.place(p);
    if (this.flight) this.look(mix(this.flight.from, this.flight.to, p));
  }

  // ---- what is in view

  look(camera) {
    this.camera = camera;
    change(this.world, { transform: `translate(${camera.x} ${camera.y}) scale(${camera.k})` });
    this.svg.classList.toggle("far", camera.k < this.smallest());
    const dotted = Boolean(this.view?.small) && camera.k < 0.999 * this.readable();
    this.svg.classList.toggle("dotted", dotted);
    // Of a tree's shape those words stay that are large enough in their own box.
    const words = this.letter() / camera.k;
    this.svg.classList.toggle("tiny", dotted && words > 2 * TALLEST);
    if (dotted) {
      for (const { g, rooms } of this.drawn.values()) {
        for (const name in rooms) g.classList.toggle(`${name}-fits`, words <= Math.min(rooms[name], TALLEST));
      }
    }
    const letters = { "--least": words, "--far": dotted ? words : this.letter() / Math.max(camera.k, OVERVIEW) };
    for (const [name, px] of Object.entries(letters)) {
      if (this.letters?.[name] !== px) this.svg.style.setProperty(name, `${px}px`);
    }
    this.letters = letters;
    this.warn(camera);
    if (!this.view) return;
    const end = this.drawn.get(this.view.lit?.at(-1)) ?? this.drawn.get(this.mark());
    this.map.update(this.view, camera, this.flight?.to ?? camera, this, end.node);
  }

  // What of the tree is out of view.
  warn({ x, y, k }) {
    if (!this.view) return;
    const left = x < -SHOWN;
    const right = x + k * this.view.width > this.width + SHOWN;
    const below = y < -SHOWN || y + k * this.view.height > this.height + SHOWN;
    let text = "";
    if (left || right) text = `${left ? "◀ " : ""}more${right ? " ▶" : ""}`;
    else if (below) text = "▲▼ more";
    write(this.hint, text);
  }

  aim() {
    const sizes = [this.view.width, this.view.height, this.width, this.height, this.view.small].join();
    const id = this.mark();
    const moved = id !== this.marked;
    const now = this.going();
    this.marked = id;
    if (this.mode !== "hand" && sizes !== this.fitted) {
      this.fitted = sizes;
      return this.follow(this.fit());
    }
    return moved ? this.follow(now) : now;
  }

  // What comes next, what was just decided, the end of a way: each in view, the last of them in any case.
  follow(camera) {
    const wanted = this.mode === "whole" ? [] : [this.mark(), this.marks.done, this.view.lit?.at(-1)];
    return wanted.filter((id) => this.drawn.has(id)).reduce((now, id) => this.reveal(id, now), camera);
  }

  // The camera, once it has come to rest.
  going() {
    return this.flight?.to ?? this.camera;
  }

  // [left, right, bottom] of the tree that the box shows.
  seen() {
    const { x, y, k } = this.going();
    return [-x / k, (this.width - x) / k, (this.height - y) / k];
  }

  // The smallest scale at which every word is large enough: a tree that does not fit then is seen in part, its numbers
  // too.
  readable() {
    this.least ??= Math.min(...Array.from(this.drawn.values(), (d) => Object.values(d.rooms)).flat());
    return within(this.letter() / this.least, OVERVIEW, this.smallest());
  }

  letter() {
    return this.large ? innerHeight / 50 : LEAST_TEXT;
  }

  // The smallest scale at which a node says all it has to say.
  smallest() {
    return this.letter() / FITS;
  }

  fit() {
    const { width, height } = this.view;
    const roomX = this.width - 2 * PAD;
    const roomY = this.height - TOP - PAD;
    let k = Math.max(Math.min(this.large ? 2 * LARGEST : LARGEST, roomX / width, roomY / height), 0.01);
    if (this.mode !== "whole" && !this.view.small && k < this.readable()) k = this.smallest();
    const { x, y, h } = this.drawn.get(this.mark()).node;
    const spareX = roomX - k * width;
    const spareY = roomY - k * height;
    return {
      x: PAD + (spareX >= 0 ? spareX / 2 : within(roomX / 2 - k * x, spareX, 0)),
      y: Math.max(TOP, RIM * k) + (spareY >= 0 ? 0 : within(roomY / 2 - k * (y + h / 2), spareY, 0)),
      k,
    };
  }

  reveal(id, { x, y, k }) {
    const { x: nodeX, y: nodeY, w, h, parent } = this.drawn.get(id).node;
    const left = x + k * (nodeX - w / 2);
    const top = parent === null ? y : y + k * (nodeY - STEM);
    const right = left + k * w;
    const bottom = y + k * (nodeY + h);
    const seen = innerHeight - this.svg.getBoundingClientRect().top; // the window may end within the box
    const height = seen > 2 * STEM + k * h ? Math.min(this.height, seen) : this.height;
    return { x: x + shift(left, right, this.width, PAD), y: y + shift(top, bottom, height, TOP), k };
  }

  // By hand: at once, and some of the tree always stays in the box.
  hold({ x, y, k }) {
    this.mode = "hand";
    this.flight = null;
    const { width, height } = this.view;
    const edge = 60;
    x = within(x, edge - k * width, this.width - edge);
    y = within(y, edge - k * height, this.height - edge);
    this.look({ x, y, k });
    this.svg.classList.toggle("zoomed", k * height > this.height);
  }

  // This place of the tree into the middle.
  center(x, y) {
    const { k } = this.camera;
    this.hold({ x: this.width / 2 - k * x, y: this.height / 2 - k * y, k });
  }

  zoom(factor, cx = this.width / 2, cy = this.height / 2) {
    const { x, y, k } = this.camera;
    const wanted = within(k * factor, 0.1, 4);
    this.hold({ x: cx - ((cx - x) * wanted) / k, y: cy - ((cy - y) * wanted) / k, k: wanted });
  }

  fitWhole() {
    this.mode = "whole";
    this.svg.classList.remove("zoomed");
    this.tween(this.fit());
  }

  // All of it, at once: for paper.
  show() {
    this.mode = "whole";
    this.tween(this.fit(), false);
  }

  // ---- mouse, fingers, keys

  listen(signal, around) {
    const { svg } = this;
    resized(signal, this.box, ([{ contentRect: { width } }]) => {
      if (!this.view || !width || width === this.width) return;
      this.width = width;
      if (this.mode !== "hand") this.tween(this.follow(this.fit()));
    });

    this.box.addEventListener(FILE, ({ detail: { ending, done } }) => this.order(ending, this.asked.push(done) - 1));
    this.point = hover(signal, (id) => {
      if (!this.view) return;
      this.hot = this.line(id);
      this.light("hot", this.hot);
      if (this.drawn.has(id)) this.bring(id);
    }, around);
    svg.addEventListener("pointerover", (event) => this.tell(event.target.closest(".node")?.dataset.id));
    svg.addEventListener("pointerleave", () => this.tell(undefined));
    svg.addEventListener("pointermove", (event) => {
      const row = this.view?.picks ? this.exampleAt(event) : undefined;
      if (row === this.pointed) return;
      this.pointed = row;
      this.send("pointed", row);
    });
    svg.addEventListener("mousedown", (event) => event.preventDefault()); // a click leaves the focus with the player
    drag(svg, {
      slack: DRAG,
      start: () => true,
      at: ({ clientX, clientY, pointerType }, old, other) => {
        const scrolls = old && !other && pointerType === "touch" && !svg.classList.contains("zoomed");
        return [clientX, scrolls ? old[1] : clientY];
      },
      move: (_, ...places) => this.pan(...places),
      end: () => svg.classList.remove("drag"),
    });
    const pinched = (event) => event.touches.length > 1 && event.preventDefault();
    const turned = (event) => {
      if (!event.ctrlKey && !event.metaKey) return; // the page scrolls
      event.preventDefault();
      const { left, top } = svg.getBoundingClientRect();
      this.zoom(Math.exp(-within(event.deltaY, -100, 100) / 300), event.clientX - left, event.clientY - top);
    };
    listen(signal, [[svg, "touchmove", pinched, { passive: false }], [svg, "wheel", turned, { passive: false }]]);
    svg.addEventListener("click", (event) => {
      const id = event.target.closest(".node")?.dataset.id;
      if (id) this.send("clicked", id);
      else this.pick(event);
    });
    svg.addEventListener("dblclick", (event) => event.target.closest(".node") ?? this.fitWhole());
    onKey(svg, (event) => this.key(event));
    // On the box: listening for focus would make the svg itself a stop of the Tab key in Chromium.
    this.box.addEventListener("focusin", ({ target }) => {
      if (!target.dataset.id) return;
      this.choose(target.dataset.id);
      this.tell(target.dataset.id);
    });
    this.box.addEventListener("focusout", () => {
      this.focused = null;
      this.tell(undefined);
    });
  }

  // The example under the pointer, if there is one.
  exampleAt({ clientX, clientY }) {
    const { left, top } = this.svg.getBoundingClientRect(), { x, y, k } = this.camera;
    return this.dots.at((clientX - left - x) / k, (clientY - top - y) / k);
  }

  pick(event) {
    const row = this.exampleAt(event);
    if (this.view.picks && row !== undefined) this.send("example", row);
  }

  // An example that is pointed at elsewhere, NaN for none: its dot, and the node that holds it.
  ring(row) {
    this.dots.mark(row);
    this.tell(this.view.held?.find(([, rows]) => rows.includes(row))?.[0]);
  }

  pan(old, now, other) {
    this.svg.classList.add("drag");
    // With a second finger down, the middle moves half as far, and the distance zooms about it.
    const share = other ? 0.5 : 1;
    const { x, y, k } = this.camera;
    this.hold({ x: x + share * (now[0] - old[0]), y: y + share * (now[1] - old[1]), k });
    if (!other) return;
    const { left, top } = this.svg.getBoundingClientRect();
    const factor = distance(now, other) / Math.max(distance(old, other), 1);
    this.zoom(factor, (now[0] + other[0]) / 2 - left, (now[1] + other[1]) / 2 - top);
  }

  key({ key, target }) {
    const id = target.closest(".node")?.dataset.id;
    if (!id) return false;
    const { parent } = this.drawn.get(id).node;
    const siblings = this.children.get(parent) ?? [id];
    const at = siblings.indexOf(id);
    const [ArrowDown, ArrowLeft, ArrowRight] = [this.children.get(id)[0], siblings[at - 1], siblings[at + 1]];
    const goals = { ArrowUp: parent, ArrowDown, ArrowLeft, ArrowRight, Enter: id };
    if (!(key in goals)) return false;
    if (key === "Enter") return this.send("clicked", id);
    if (!goals[key]) return;
    this.drawn.get(goals[key]).g.focus({ preventScroll: true });
    this.tween(this.reveal(goals[key], this.going()));
  }

  // One node can be reached by Tab: the focused one, else the marked one.
  choose(id) {
    const { g } = this.drawn.get(id);
    if (g !== this.stop) {
      this.stop?.setAttribute("tabindex", -1);
      this.stop = set(g, { tabindex: 0 });
    }
    this.outline(this.drawn.get(id), "focus");
    if (this.svg.getRootNode().activeElement === this.stop) this.focused = id;
  }
}
