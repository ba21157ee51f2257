// A plane in which points can be added, moved and removed; the server regrows the tree.
import { draw, set } from "stage/base/svg.js";
import { listen } from "stage/base/dom.js";
import { across, take } from "stage/base/keys.js";
import { Plane } from "stage/base/plane.js";
import { timer } from "stage/base/timer.js";

const NARROW = 641; // px of the window's width below which it is a phone
const LOW = 330; // px of the height there
const HEAD = 345; // px that the page needs above and below a tall box
const LEAST = 150; // ms between two looks at the server while a point is dragged
const SAME = { mouse: 6, pen: 8, touch: 12 }; // px from a point at which a new one is put on the same place
const UNIT = 100; // points have two decimals

export class Editor extends Plane {
  constructor(send, signal) {
    super(send, signal);
    this.later = timer(signal);
    this.seq = 0; // number of the last edit made here
    this.answered = 0; // number of the last edit that the server has answered
    this.sentAt = 0;
    this.points = [];
  }

  update(data) {
    this.answered = Math.max(this.answered, data.seq);
    this.seq = Math.max(this.seq, data.seq);
    const points = data.seq >= this.seq && !this.held ? data.points : this.points;
    const low = innerWidth < NARROW ? Math.min(data.boxHeight, LOW) : data.boxHeight;
    const boxHeight = data.tall ? Math.max(340, innerHeight - HEAD) : low;
    super.update({ ...data, points, boxHeight });
  }

  enters() {
    return "adds a point, Shift moves the point under it, A to D change its class or that of the next point, " +
      "Delete removes it";
  }

  drawPoints() {
    super.drawPoints();
    this.svg.classList.toggle("erase", this.data.tool === "erase");
    this.countStacks();
    this.mark(this.held ? this.held.i : this.over ? this.pointAt(this.over, "mouse") : null);
  }

  // Beside points that the reader has put on one place: how many they are.
  countStacks() {
    for (const [place, classes] of this.stacks) {
      if (classes.length === 1) continue;
      const [x, y] = place.split(" ").map(Number);
      const out = (5 + 4 * new Set(classes).size) * this.em;
      const [left, end] = this.x(x) + out + 22 < this.right ? [this.x(x) + out, "start"] : [this.x(x) - out, "end"];
      const look = { class: "count", x: left, y: this.y(y) + 4 * this.em, "text-anchor": end };
      draw("text", look, this.upper, `×${classes.length}`);
    }
  }

  say(text) {
    super.say(text || this.warning);
  }

  // The point that is meant, by its number.
  mark(i) {
    this.drawn[this.current]?.classList.remove("here");
    this.current = i;
    this.drawn[i]?.classList.add("here");
    this.svg.classList.toggle("over", i !== null);
  }

  // ---- editing: the points move here at once, the tree follows when the server has regrown it

  snap(place) {
    return place.map((value) => Math.round(value * UNIT) / UNIT);
  }

  change(points, live = false) {
    this.warning = undefined;
    if (points.length > this.data.most) {
      this.warning = `${this.data.most} points are the most that fit into a link: remove one first.`;
      return this.say();
    }
    this.points = points;
    if (!live) this.drawPoints();
    this.seq += 1;
    this.tellServer(live);
  }

  tellServer(live) {
    this.later.stop();
    const wait = Math.max(0, this.sentAt + LEAST - Date.now());
    const busy = this.answered < this.sent && Date.now() - this.sentAt < 2000;
    if (live && (wait || busy)) return this.later.set(() => this.held && this.tellServer(true), wait || 20);
    this.sentAt = Date.now();
    this.sent = this.seq;
    const points = this.points.map(([x, y, k]) => [Math.round(x * UNIT), Math.round(y * UNIT), k]);
    this.send("points", { seq: this.seq, points, live });
  }

  act(at, kind) {
    const { tool, pick } = this.data, i = this.pointAt(at, kind);
    if (tool === "erase" && i !== null) this.erase(i);
    else if (tool === "label" && i !== null) this.relabel(i, pick);
    else if (tool === "add") {
      const same = this.pointAt(at, kind, SAME); // to be put on one place, two points need not be hit to the pixel
      const [x, y] = same === null ? this.snap(this.back(at)) : this.points[same];
      this.change([...this.points, [x, y, pick, 1, -1]]);
    }
  }

  relabel(i, k) {
    const [x, y, before, ...rest] = this.points[i];
    if (before !== k) this.change(this.points.with(i, [x, y, k, ...rest]));
  }

  erase(i) {
    this.change(this.points.toSpliced(i, 1));
  }

  move(i, place, live) {
    const [x, y] = this.snap(place);
    this.places[i] = [this.x(x), this.y(y)];
    set(this.drawn[i], { transform: this.stand(i) });
    this.change(this.points.with(i, [x, y, ...this.points[i].slice(2)]), live);
  }

  // ---- mouse, fingers, keys

  listen(signal) {
    super.listen(signal);
    // Before the page's player, which has keys of its own.
    listen(signal, [[window, "keydown", (event) => this.typed(event), { capture: true }]]);
  }

  press(event) {
    const i = this.data.tool === "add" ? this.pointAt(this.at(event), event.pointerType) : null;
    this.held = i === null ? undefined : { i };
    if (this.held) this.svg.setPointerCapture(event.pointerId); // it may leave the plane before it is dragged
    return true;
  }

  pull(event) {
    if (!this.held) return;
    this.svg.classList.add("drag");
    this.move(this.held.i, this.back(this.at(event)), true);
  }

  glide(event) {
    if (this.held) return;
    this.over = this.at(event);
    this.mark(this.pointAt(this.over, event.pointerType));
    super.glide(event);
  }

  leave() {
    if (this.held) return;
    this.over = null;
    this.mark(null);
    super.leave();
  }

  release(event, pressed, moved) {
    const { held } = this;
    this.held = undefined;
    this.svg.classList.remove("drag");
    if (held && moved) this.change(this.points);
    else super.release(event, pressed);
  }

  // Keys for the point under the mouse, or for the next one: B is a class here before it is a black screen.
  typed(event) {
    if (event.altKey || event.composedPath()[0].matches?.("input, textarea")) return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
      event.preventDefault();
      this.send("history", event.shiftKey ? "redo" : "undo");
      return;
    }
    if (event.ctrlKey || event.metaKey) return;
    const i = this.current;
    const letter = this.data.palette.indexOf(event.key.toUpperCase());
    const k = letter < 0 ? Number(event.key) - 1 : letter;
    const there = this.points[i] !== undefined;
    if (there && (event.key === "Delete" || event.key === "Backspace")) this.erase(i);
    else if (!(k in this.data.palette)) return;
    else if (there) this.relabel(i, k);
    else this.send("pick", k);
    take(event);
  }

  key(event) {
    const i = this.current, theirs = super.key(event);
    if (!across(event)) return theirs;
    this.over = this.aimed();
    if (event.shiftKey && this.points[i]) this.move(i, this.cross, false);
    else this.mark(this.pointAt(this.over, "mouse"));
  }
}
