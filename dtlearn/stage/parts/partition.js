// The plane of a partition (docs/walkthrough.md), as the stage shows it beside the tree.
import { rounded } from "../base/axis.js";
import { frameAt, lineOf, parentOf, partAt } from "../document.js";
import { element, fill, headings, rem } from "../base/dom.js";
import { Plane } from "../base/plane.js";
import { within } from "../base/svg.js";

const LEAST = 200; // px of the plane's height
const WORDS = [2.6, 1.4]; // rem below it: what is pointed at, the slice
const LARGE = 20; // px of a rem where letters are for a projector
const HINT = "Click anywhere in the plane to see its path through the tree.";
const HINTS = [HINT, `${HINT} Click a point to see the path of its example.`];
const OUTSIDE = " Its box lies outside this slice.";
const MISSED = "This node lies outside the slice.";

// From left to right, a parent before its children.
function inDepth(a, b) {
  const one = a.split("."), other = b.split("."), at = one.findIndex((part, i) => part !== other[i]);
  return at < 0 || at >= other.length ? one.length - other.length : one[at] - other[at];
}

// A node's part of the plane, ended where the axes end, and the same in words: what the cuts above it leave.
function boxOf({ axes, cuts }, id) {
  const box = axes.flatMap(({ lo, hi }) => [lo, hi]), texts = ["", "", "", ""];
  for (let one = id, above = parentOf(one); above; [one, above] = [above, parentOf(above)]) {
    const [axis, at, text] = cuts[above] ?? [], end = 2 * axis + (one.endsWith(".0") ? 1 : 0);
    if (axis === undefined || texts[end]) continue; // a lower cut is the closer one
    box[end] = within(at, axes[axis].lo, axes[axis].hi);
    texts[end] = text;
  }
  const words = axes.map(({ name }, axis) => {
    const [low, high] = texts.slice(2 * axis);
    if (low && high) return `${low} ≤ ${name} < ${high}`;
    return low ? `${name} ≥ ${low}` : high && `${name} < ${high}`;
  });
  return { box, range: words.filter(Boolean).join(", ") || "everything" };
}

// The plane view of a frame, as plane.js draws it: what each frame up to it has changed.
export function planeOf(lesson, k) {
  const { plane, colours, scale } = lesson, { first = 0, frames, plane: { regions: said } } = partAt(lesson, k);
  const there = new Map(), faint = new Set();
  for (const { plane: changed } of frames.slice(first, k + 1)) {
    for (const number of changed.regions) {
      const { id } = said[number];
      for (let above = parentOf(id); above; above = parentOf(above)) there.delete(above);
      there.set(id, said[number]);
    }
    changed.faint.forEach((row) => faint.add(row));
  }
  const { marks, plane: { note } } = frameAt(lesson, k), { axes, both, steps, shapes, hatches } = plane;
  const places = new Map(frames.slice(first).map(({ node, place }) => [node, place]));
  const regions = [...there.keys()].sort(inDepth).map((id) => {
    const region = there.get(id), [said, of] = region.says, mean = scale && region.kind === "leaf" ? "mean " : "";
    const { box, range } = boxOf(plane, id); // of another part of a long lesson the place is not told
    const title = `${places.get(id) ?? range}: ${mean}${said}, ${of}.`;
    return { ...region, box, range, title, mark: marks[id] ?? null };
  });
  const ids = [...new Set(regions.flatMap(({ id }) => lineOf(id)))].sort(inDepth);
  const nodes = Object.fromEntries(ids.map((id) => [id, boxOf(plane, id).box]));
  const cuts = ids.filter((id) => plane.cuts[id] && !there.has(id)).map((id) => {
    const [axis, at, text, label, width] = plane.cuts[id], [from, to] = nodes[id].slice(2 - 2 * axis);
    return { id, axis, at, text, from, to, label, width, last: marks[id] === "done" };
  });
  const points = plane.points.map(([x, y, shade, row]) => [x, y, shade, Number(!faint.has(row)), row]);
  return { axes, both, steps, shapes, hatches, colours, scale, note, regions, nodes, cuts, points };
}

// Where an example stands in the plane: with one feature at the height of what its box says.
export function placeOf({ plane, classes }, { axes: [, up], regions }, values, end) {
  const [x, y] = plane.free.map((j) => values[j]);
  if (y !== undefined) return [x, y];
  const { cls = null, value } = regions.find(({ id }) => id === end) ?? {};
  return [x, cls === null ? (up.lo + up.hi) / 2 : value ?? classes.length - cls - 0.5];
}

// The boxes of a frame in words, in a panel below the tree.
function table({ both, axes: [{ name }], slice }) {
  const what = both ? "boxes of the plane" : `intervals of ${name}`, body = element("tbody");
  const title = `The ${what}${slice && ` in this slice through the data, where ${slice}`}`;
  const head = element("thead", element("tr", ...headings(["Box", "The tree predicts", "Examples"])));
  let regions = [];
  return {
    name: "boxes",
    title: "Boxes",
    root: element("div.boxes", element("table", element("caption", title), head, body)),
    show: (now) => (regions = now),
    update: () =>
      fill(body, regions, () => element("tr"), (line, { range, says }) => {
        line.replaceChildren(
          element("th", { scope: "row" }, range),
          ...says.map((text) => element("td", text)),
        );
      }),
  };
}

// walk(values) : a place was clicked. follow(row) : a point.
export function partition(lesson, { walk, follow }, signal, around) {
  const { axes, held, free, slice } = lesson.plane,
    boxes = table(lesson.plane),
    picks = lesson.examples.rows.length > 0;
  const heard = {
    query(place) {
      const at = place.map((value, axis) => rounded(value, axes[axis]));
      walk(held.map((value, j) => at[free.indexOf(j)] ?? value));
    },
    example: follow,
  };
  // not the tree's: they tell each other
  const plane = new Plane((event, value) => heard[event](value), AbortSignal.any([signal]), around);
  const where = element("small.where", { title: slice }, slice ? `The slice where ${slice}` : "");
  where.hidden = !slice;
  plane.root.append(where);
  // way : ids of the lit nodes. row : the example they are of, or values : a new one's. said : their words. height : px
  // there are.
  function update(k, { way, row, values, said, height }) {
    const view = planeOf(lesson, k), tall = rem() >= LARGE;
    const words = (WORDS[0] + (slice ? WORDS[1] : 0)) * rem(), scale = view.scale && !view.steps ? 24 : 0;
    const boxHeight = Math.max(LEAST, height - words - scale);
    const end = way.at(-1);
    const query = values && placeOf(lesson, view, values, end);
    const missed = end && !view.nodes[end];
    const status = said ? `${said}${missed ? OUTSIDE : ""}` : missed ? MISSED : view.note || HINTS[Number(picks)];
    const shown = { picks, chosen: end, query, example: row, status };
    plane.update({ ...view, ...shown, boxHeight, tall });
    boxes.show(view.regions);
  }
  return { root: plane.root, update, beside: "planes", tells: true, panel: boxes };
}
