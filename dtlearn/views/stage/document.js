// What a walkthrough (docs/walkthrough.md) says of a frame, written out. No page needed.

const USUAL = {
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

// The tree view of a frame, as tree.js draws it: what each frame up to it has changed.
export function viewOf({ classes, colours, signs, scale, nodes, frames }, k) {
  const there = new Map();
  for (const { gone, tree } of frames.slice(0, k + 1)) {
    gone.forEach((id) => there.delete(id));
    for (const [content, x] of tree) there.set(nodes[content].id, { node: nodes[content], x });
  }
  const { width, height, left_out, level, marks } = frames[k], drawn = new Map();
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
export function rowsOf({ rows, frames }, k, picked) {
  const found = frames[k].rows.map((i) => ({ ...USUAL, ...rows[i], expanded: null }));
  for (const row of found) row.selected = row.id === picked;
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
export function walk({ asks }, ids, values) {
  let id = "r";
  for (;;) {
    const [feature, to] = asks[id] ?? [], value = values[feature];
    const next = `${id}.${Array.isArray(to) ? to[value] : Number(value >= to)}`;
    if (!ids.has(next)) return id;
    id = next;
  }
}
