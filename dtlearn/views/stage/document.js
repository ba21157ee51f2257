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

// A long lesson comes in parts: the frames from "first" on, of "steps" in all.
export const stepsOf = ({ steps, frames }) => steps ?? frames.length;
export const reaches = ({ first = 0, frames }, k) => frames[k - first] !== undefined;
export const frameAt = ({ first = 0, frames }, k) => frames[k - first];

// What the frames up to k have changed. Kept for the next one: from step to step little changes.
const reached = new WeakMap(); // lesson -> {k, there}
function thereAt(lesson, k) {
  const { first = 0, nodes, frames } = lesson, before = reached.get(lesson);
  const from = before && before.k <= k ? before : { k: first - 1, there: new Map() };
  for (const { gone, tree } of frames.slice(from.k + 1 - first, k + 1 - first)) {
    gone.forEach((id) => from.there.delete(id));
    for (const [content, x] of tree) from.there.set(nodes[content].id, { node: nodes[content], x });
  }
  reached.set(lesson, { k, there: from.there });
  return from.there;
}

// The tree view of a frame, as tree.js draws it: what each frame up to it has changed.
export function viewOf(lesson, k) {
  const { classes, colours, signs, scale } = lesson, there = thereAt(lesson, k);
  const { width, height, left_out, level, marks } = frameAt(lesson, k), drawn = new Map();
  for (const id of [...there.keys()].sort(inOrder)) {
    const { node, x } = there.get(id), above = drawn.get(parentOf(id));
    drawn.set(id, {
      ...node,
      x: above ? (Math.round(10 * above.x) + x) / 10 : x / 10,
      y: above ? above.y + level : 0,
      parent: above ? above.id : null,
      tooltip: node.label,
      mark: marks[id] ?? null,
    });
  }
  return { classes, colours, signs, scale, width, height, left_out, nodes: [...drawn.values()] };
}

// The rows of a frame's candidates, as table.js shows them; picked : the id of the one whose arithmetic is shown.
// open : the feature, a text, whose candidates all stand under its best.
export function rowsOf(lesson, k, picked, open) {
  const { rows } = lesson, whole = (i, more) => ({ ...USUAL, ...rows[i], ...more });
  const before = lesson.frames.slice(0, k + 1 - (lesson.first ?? 0));
  const found = before.findLast((frame) => frame.rows).rows.flatMap((i) => {
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

// Where the examples have come to among the nodes drawn: [[id, rows] ...].
export function bags({ held }, ids) {
  const found = new Map();
  for (const [leaf, rows] of Object.entries(held)) {
    let id = leaf;
    while (id && !ids.has(id)) id = parentOf(id);
    if (id && rows.length) found.set(id, [...(found.get(id) ?? []), ...rows]);
  }
  return [...found];
}

// The ids from the root to a node.
export const lineOf = (id) => id.split(".").map((_, i, parts) => parts.slice(0, i + 1).join("."));

// The node that an example with these values comes to among those drawn: a number, or the place of a nominal value, of each
// feature.
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
