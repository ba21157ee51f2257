// What a frame's tree is, however one comes to it.
import assert from "node:assert/strict";
import test from "node:test";
import { bags, holder, viewOf } from "stage/document.js";

// A tree that grows, loses a branch and moves: contents 0 .. 5 are nodes, frames change them.
const NODES = ["r", "r", "r.0", "r.1", "r.1.0", "r.1.1"].map((id, i) => ({ id, h: 40, label: `${id} as ${i}` }));
const FRAMES = [
  { tree: [[0, 500]], gone: [], marks: { r: "next" } },
  { tree: [[1, 500], [2, -300], [3, 300]], gone: [], marks: { r: "done", "r.0": "next" } },
  { tree: [], gone: [], marks: { "r.0": "done", "r.1": "next" } },
  { tree: [[4, -200], [5, 200], [3, 450]], gone: [], marks: { "r.1": "done" } },
  { tree: [], gone: ["r.1.0", "r.1.1"], marks: {} },
  { tree: [[1, 700], [5, 100]], gone: ["r.0"], marks: {} },
];
const lesson = (first = 0) => ({
  ...{ classes: ["no", "yes"], colours: [], signs: [], scale: null, nodes: NODES, first },
  frames: [
    ...Array(first),
    ...FRAMES.map((frame) => ({ width: 100, height: 100, left_out: 0, level: 90, ...frame })),
  ],
});

test("a tree is the same forwards, back and at a jump", () => {
  const walked = lesson(), wanted = FRAMES.map((_, k) => viewOf(lesson(), k));
  assert.deepEqual(wanted[3].nodes.map(({ id, x, y }) => [id, x, y]), [
    ...[["r", 50, 0], ["r.0", 20, 90], ["r.1", 95, 90]],
    ...[["r.1.0", 75, 180], ["r.1.1", 115, 180]],
  ]);
  for (const k of [0, 1, 2, 3, 4, 5, 4, 3, 2, 1, 0, 5, 1, 3, 3, 0, 4]) assert.deepEqual(viewOf(walked, k), wanted[k]);
  assert.deepEqual(viewOf(lesson(200), 203), wanted[3]);
});

test("what a step leaves as it was is the same object", () => {
  const walked = lesson(), before = viewOf(walked, 1).nodes, after = viewOf(walked, 2).nodes;
  assert.equal(viewOf(walked, 2).nodes, after);
  assert.deepEqual(after.map((node, i) => node === before[i]), [false, false, false]); // all have another mark
  const grown = viewOf(walked, 3).nodes;
  assert.deepEqual(grown.map((node) => after.includes(node)), [true, false, false, false, false]);
});

test("an example lies in the leaf that holds it, or above it while that is not there", () => {
  const held = { held: { "r.0": [2, 0], "r.1.0": [1], "r.1.1": [] } };
  assert.deepEqual(bags(held, new Set(["r", "r.0", "r.1"])), [["r.0", [2, 0]], ["r.1", [1]]]);
  const at = (row, ...ids) => holder(held, new Set(ids), row);
  assert.deepEqual([at(1, "r"), at(1, "r", "r.1", "r.1.0"), at(7, "r"), at(undefined, "r")], [
    ...["r", "r.1.0"],
    undefined,
    undefined,
  ]);
});
