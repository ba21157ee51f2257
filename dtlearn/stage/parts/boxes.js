// The plane of a row of trees (dtlearn/show/documents/boxes.py): each tree's boxes among the same points; a ring is
// round whom it gets wrong.
import { rounded } from "../base/axis.js";
import { partAt, viewOf } from "../document.js";
import { rem } from "../base/dom.js";
import { Plane } from "../base/plane.js";
import { draw } from "../base/svg.js";

const LEAST = 200; // px of the plane's height
const WORDS = 3.9; // rem below it
const FLAT = 1.1; // its height over its width at most: a circle stays one
const LARGE = 20; // px of a rem where letters are for a projector, as in partition.js
const RING = 6.5; // px; thin, so that a hundred of them hide no point

const isLeaf = ({ cut }) => !cut;

// What each frame up to it has changed, as plane.js draws it. Kept for the next one: from step to step little changes.
const reached = new WeakMap(); // part -> {k, there, wrong}
function thereAt(lesson, k) {
  const part = partAt(lesson, k), { first = 0, frames, boxes } = part, before = reached.get(part);
  const from = before && before.k <= k ? before : { k: first - 1, there: new Map(), wrong: new Set() };
  for (let at = from.k + 1; at <= k; at++) {
    const { nodes, gone, turned } = frames[at].boxes;
    gone.forEach((id) => from.there.delete(id));
    for (const number of nodes) from.there.set(boxes.nodes[number].id, boxes.nodes[number]);
    for (const i of turned) from.wrong.delete(i) || from.wrong.add(i);
  }
  reached.set(part, { ...from, k });
  return from;
}

// The plane view of a frame.
export function boxesOf(lesson, k) {
  const { there, wrong } = thereAt(lesson, k), { says: note, points, nodes: _, ...shared } = lesson.boxes;
  const says = new Map(viewOf(lesson, k).nodes.map(({ id, label }) => [id, label]));
  const all = [...there.values()];
  const regions = all.filter(isLeaf).map((node) => ({
    kind: "leaf",
    mark: null,
    texts: [],
    ...node,
    title: says.get(node.id) ?? note,
  }));
  const cuts = all.filter(({ cut }) => cut).map(({ id, box, cut: [axis, at, text] }) => {
    const [from, to] = box.slice(2 - 2 * axis);
    return { id, axis, at, text, from, to, last: false };
  });
  return {
    ...shared,
    note,
    regions,
    cuts,
    nodes: Object.fromEntries(all.map(({ id, box }) => [id, box])),
    points: points.map(([x, y, look], i) => [x, y, look, 1, i]),
    wrong: [...wrong].sort((a, b) => a - b),
  };
}

class Boxes extends Plane {
  drawPoints() {
    super.drawPoints();
    this.drawn.forEach((mark, i) => mark.classList.toggle("hollow", i >= this.data.hollow));
    this.lower.replaceChildren();
    for (const i of this.data.wrong) {
      const [cx, cy] = this.places[i];
      draw("circle", { class: "wrong", cx, cy, r: RING * this.dot }, this.lower);
    }
  }
}

// walk(values) : a place was clicked.
export function boxes(lesson, { walk }, signal, around) {
  const { axes, both } = lesson.boxes;
  const asked = (place) => walk(place.slice(0, both ? 2 : 1).map((value, axis) => rounded(value, axes[axis])));
  const heard = (event, value) => event === "query" && asked(value);
  const plane = new Boxes(heard, AbortSignal.any([signal]), around); // not the tree's signal: they tell each other
  // way : ids of the lit nodes. values : of a new example; said : its words. height : px there are.
  function update(k, { way, values, said, height }) {
    const view = boxesOf(lesson, k), tall = rem() >= LARGE;
    const room = Math.min(height - WORDS * rem(), FLAT * (plane.root.clientWidth || Infinity));
    const boxHeight = Math.max(LEAST, room);
    const query = values && (both ? values : [values[0], (axes[1].lo + axes[1].hi) / 2]);
    plane.update({ ...view, chosen: way.at(-1), query, status: said || view.note, boxHeight, tall });
  }
  return { root: plane.root, update, tells: true };
}
