// What a split would make of a node, before anybody makes it. No page needed.
import { BAG } from "./base/dots.js";
import { within } from "./base/svg.js";

const [WIDE, HIGH, APART] = [80, 14, 12]; // px of a branch's bar; between two of them
const LETTER = 9; // px of one in a title
const [LEVEL, LEAST] = [54, 32]; // px from a node down to the bars; at least, since the branch's word stands between

// The tree view as it would be with another split, of this name, at a node: what is below it gives way to a pile for
// each branch. branches : [[its word, a count for each class ...] ... , the whole]. seen : [left, right, bottom] of the
// tree that the box shows.
export function ghosted(view, at, name, branches, [left, right, bottom]) {
  const node = view.nodes.find(({ id }) => id === at), inside = (id) => `${id}.`.startsWith(`${at}.`);
  const n = branches.length - 1, step = Math.min(WIDE + APART, (right - left) / n), half = step * (n - 1) / 2;
  const first = within(node.x - half, left + step / 2, right - step / 2 - 2 * half), below = node.y + node.h;
  const y = below + within(bottom - HIGH - BAG - below, LEAST, LEVEL), rows = [[]];
  for (const row of view.held.flatMap(([id, some]) => inside(id) ? some : [])) {
    (rows[view.examples[row] ?? 0] ??= []).push(row);
  }
  const title = `${name}?`, asking = { ...node, title, w: Math.max(node.w, LETTER * title.length) };
  const ghosts = [], piles = [];
  for (const [branch, ...texts] of branches.slice(0, n)) {
    const id = `${at}.${ghosts.length}`, counts = view.classes.map((_, k) => Number(texts[k]));
    const label = `Preview: ${branch}, ${counts.map((count, k) => `${count} ${view.classes[k]}`).join(", ")}`;
    const place = { id, parent: at, x: first + ghosts.length * step, y, w: step - APART, h: HIGH };
    const says = { kind: "open", title: "", lines: [], counts, cls: null, branch, mark: null, label, tooltip: label };
    ghosts.push({ ...place, ...says });
    piles.push([id, rows.flatMap((some, k) => some.splice(0, texts[k]))]);
  }
  return {
    ...view,
    nodes: [...view.nodes.flatMap((one) => one === node ? asking : inside(one.id) ? [] : one), ...ghosts],
    held: [...view.held.filter(([id]) => !inside(id)), ...piles],
    ghost: ghosts.map(({ id }) => id),
    stays: true,
  };
}
