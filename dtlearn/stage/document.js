// What a walkthrough (docs/walkthrough.md) says of a frame, written out. No page needed.

// What a row of a table leaves out.
export const USUAL = {
  exact: [],
  bar: null,
  badges: [],
  selected: false,
  muted: false,
  hidden: false,
  now: false,
  level: 0,
  expanded: null,
  title: "",
};

export const parentOf = (id) => id.slice(0, id.lastIndexOf(".")) || null;

// Parents first, brothers from left to right.
function inOrder(a, b) {
  const one = a.split("."), other = b.split(".");
  const at = one.findIndex((part, i) => part !== other[i]);
  return one.length - other.length || (at < 0 ? 0 : one[at] - other[at]);
}

// A long lesson comes in parts of "size" frames, "steps" in all: in "parts" those that are there, by their numbers,
// each a document with its own pools, and with its frames, from "first" on, at their places; that one says everything.
export const partAt = (lesson, k) => lesson.parts ? lesson.parts[Math.floor(k / lesson.size)] : lesson;
export const stepsOf = ({ steps, frames }) => steps ?? frames.length;
export const frameAt = (lesson, k) => partAt(lesson, k)?.frames[k];

// What the frames up to k have changed. Kept for the next one, with what each took away: from step to step little
// changes.
// lesson -> {part, k, there: id -> [content, x], order: its ids, undo: k -> [id, what was there, id ...], drawn, view}
const reached = new WeakMap();
function thereAt(lesson, k) {
  const part = partAt(lesson, k), { first = 0, nodes, frames } = part;
  const now = reached.get(lesson) ?? { order: [], drawn: new Map() };
  if (now.part !== part) Object.assign(now, { part, k: first - 1, there: new Map(), undo: [] });
  const { there, undo } = now;
  for (; now.k < k; now.k++) {
    const { gone, tree } = frames[now.k + 1], before = undo[now.k + 1] = [];
    const put = (id, one) => {
      before.push(id, there.get(id));
      if (one) there.set(id, one);
      else there.delete(id);
    };
    for (const id of gone) put(id);
    for (const one of tree) put(nodes[one[0]].id, one);
  }
  for (; now.k > k; now.k--) {
    const before = undo[now.k];
    for (let i = 0; i < before.length; i += 2) {
      if (before[i + 1]) there.set(before[i], before[i + 1]);
      else there.delete(before[i]);
    }
  }
  const stay = now.order.filter((id) => there.has(id));
  if (stay.length < Math.max(there.size, now.order.length)) {
    const old = new Set(stay), news = [...there.keys()].filter((id) => !old.has(id));
    now.order = [...stay, ...news].sort(inOrder); // sorted but for those that come
  }
  reached.set(lesson, now);
  return now;
}

// The tree view of a frame, as tree.js draws it: what each frame up to it has changed. A node that says the same as in
// the last view of the lesson, at the same place, is the same object.
export function viewOf(lesson, k) {
  const before = reached.get(lesson);
  // That one while another part is on its way.
  if (before && (before.k === k || !frameAt(lesson, k))) return before.view;
  const now = thereAt(lesson, k);
  const { classes, colours, signs, shapes, scale } = lesson;
  const { width, height, left_out, level, marks } = frameAt(lesson, k), drawn = new Map();
  for (const id of now.order) {
    const [content, by] = now.there.get(id), node = now.part.nodes[content];
    const above = drawn.get(parentOf(id))?.view, old = now.drawn.get(id);
    const x = above ? (Math.round(10 * above.x) + by) / 10 : by / 10, y = above ? above.y + level : 0;
    const parent = above ? above.id : null, mark = marks[id] ?? null, it = old?.view;
    const same = old?.node === node && it.x === x && it.y === y && it.parent === parent && it.mark === mark;
    drawn.set(id, same ? old : { node, view: { ...node, x, y, parent, tooltip: node.label, mark } });
  }
  const nodes = Array.from(drawn.values(), ({ view }) => view);
  Object.assign(now, { drawn, view: { classes, colours, signs, shapes, scale, width, height, left_out, nodes } });
  return now.view;
}

// The rows of a frame's candidates, as table.js shows them; picked : the id of the one whose arithmetic is shown.
// open : the feature, a text, whose candidates all stand under its best.
export function rowsOf(lesson, k, picked, open) {
  const { rows, frames } = partAt(lesson, k), whole = (i, more) => ({ ...USUAL, ...rows[i], ...more });
  const found = frames.slice(0, k + 1).findLast((frame) => frame.rows).rows.flatMap((i) => {
    const { id, under = [] } = rows[i], expanded = under.length ? id.startsWith(`f${open}c`) : null;
    return [whole(i, { expanded }), ...(expanded ? under.map((j) => whole(j, { level: 1 })) : [])];
  });
  for (const row of found) {
    row.selected = row.id === picked;
    delete row.under;
  }
  return found;
}

// The candidate that a frame is about, if nobody chose another: the one scored last, else the winner.
export function tellingRow(rows) {
  const has = (badge) => rows.find(({ badges }) => badges?.includes(badge));
  const seen = rows.filter(({ hidden }) => !hidden);
  return (seen.findLast(({ now }) => now) ?? has("chosen") ?? has("best") ?? has("tie") ?? seen.at(0))?.id;
}

const inside = (id, of) => id === of || id.startsWith(`${of}.`);

// The numbers of the examples that a node holds, in the data's order.
export const heldAt = ({ held }, id) =>
  Object.entries(held).flatMap(([leaf, rows]) => (inside(leaf, id) ? rows : [])).sort((a, b) => a - b);

// The node among those drawn that holds what the finished tree's leaf does.
function above(leaf, ids) {
  let id = leaf;
  while (id && !ids.has(id)) id = parentOf(id);
  return id;
}

// Where the examples have come to among the nodes drawn: [[id, rows] ...].
export function bags({ held }, ids) {
  const found = new Map();
  for (const [leaf, rows] of Object.entries(held)) {
    const id = above(leaf, ids);
    if (id && rows.length) found.set(id, [...(found.get(id) ?? []), ...rows]);
  }
  return [...found];
}

// The node among those drawn that holds an example.
export function holder({ held }, ids, row) {
  const leaf = row !== undefined && Object.keys(held).find((id) => held[id].includes(row));
  return leaf ? above(leaf, ids) ?? undefined : undefined;
}

// The ids from the root to a node.
export const lineOf = (id) => id.split(".").map((_, i, parts) => parts.slice(0, i + 1).join("."));

// The node that an example with these values comes to among those drawn: a number, or the place of a nominal value, of
// each feature.
export function walk(nodes, values) {
  const drawn = new Map(nodes.map((node) => [node.id, node]));
  let id = "r";
  for (;;) {
    const { asks, goes } = drawn.get(id) ?? {}, [feature, to, below = 0] = asks ?? [], value = values[feature];
    const next = goes ?? (asks && `${id}.${Array.isArray(to) ? to[value] : Number(value >= to) ^ below}`);
    if (!drawn.has(next)) return id;
    id = next;
  }
}
