// What a split that is pointed at would make of a node.
import assert from "node:assert/strict";
import test from "node:test";
import { ghosted } from "stage/ghost.js";

const node = (id, x, y, more) => ({ id, x, y, w: 100, h: 50, title: "Outlook", ...more });
const VIEW = {
  ...{ classes: ["No", "Yes"], examples: [0, 1, 0, 1, 1], lit: ["r"], width: 300, height: 200 },
  nodes: [node("r", 150, 0), node("r.0", 50, 100), node("r.1", 250, 100), node("r.1.0", 250, 200)],
  held: [["r.0", [0, 1]], ["r.1.0", [2, 3, 4]]],
};
const WIND = [["Weak", "2", "1", "3"], ["Strong", "0", "2", "2"], ["total", "2", "3", "5"]];

test("below the node stand the piles of the other split, and nothing else moves", () => {
  const view = ghosted(VIEW, "r", "Wind", WIND, [0, 300, 400]);
  assert.deepEqual(view.nodes.map(({ id, title, x, y }) => [id, title, x, y]), [
    ...[["r", "Wind?", 150, 0], ["r.0", "", 104, 104], ["r.1", "", 196, 104]],
  ]);
  assert.deepEqual(view.nodes[1].label, "Preview: Weak, 2 No, 1 Yes");
  assert.deepEqual(view.held, [["r.0", [0, 2, 1]], ["r.1", [3, 4]]]);
  assert.deepEqual([view.width, view.height, view.stays, view.ghost], [300, 200, true, ["r.0", "r.1"]]);
  assert.deepEqual(VIEW.nodes[0].title, "Outlook");
});

test("of another node only what is below it gives way, and the piles stay in what the box shows", () => {
  const split = [["a", "1", "0", "1"], ["b", "0", "1", "1"], ["c", "0", "1", "1"], ["total", "1", "2", "3"]];
  const view = ghosted(VIEW, "r.1", "Wind", split, [0, 300, 230]);
  assert.deepEqual(view.nodes.map(({ id }) => id), ["r", "r.0", "r.1", "r.1.0", "r.1.1", "r.1.2"]);
  assert.deepEqual(view.held, [["r.0", [0, 1]], ["r.1.0", [2]], ["r.1.1", [3]], ["r.1.2", [4]]]);
  const ghosts = view.nodes.slice(3);
  assert.ok(ghosts.every(({ x, w }) => x - w / 2 >= 0 && x + w / 2 <= 300));
  assert.deepEqual(ghosts.map(({ y }) => y), [182, 182, 182]); // lower there is no room
});
