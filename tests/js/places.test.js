// Where things stand: labels, ticks and hit tests.
import assert from "node:assert/strict";
import test from "node:test";
import { apart, aside, covered, meet, nearest, regionAt, shift, spaced } from "stage/base/places.js";
import { scale, within } from "stage/base/svg.js";
import { stepped } from "stage/base/axis.js";
import { across, goal } from "stage/base/keys.js";

test("an axis takes its ends to their px and back", () => {
  const down = scale({ lo: -2, hi: 6 }, 300, 20);
  assert.deepEqual([-2, 2, 6].map(down), [300, 160, 20]);
  assert.deepEqual([300, 160, 20].map(down.back), [-2, 2, 6]);
  assert.deepEqual([-1, 3, 9].map((value) => within(value, 0, 5)), [0, 3, 5]);
});

test("a tick's text that would meet the one before is left out, the next free one is not", () => {
  const ticks = [[0, 10], [15, 10], [20, 10], [41, 10]].map(([x, half]) => ({ x, half }));
  assert.deepEqual(apart(ticks).map(({ x }) => x), [0, 20, 41]);
});

test("marks keep their distance, and the first in order wins", () => {
  assert.deepEqual(spaced([50, 42, 58, 43, 0, 7.9, 8], (x) => x, 8), [50, 42, 58, 0, 8]);
});

test("the nearest point within reach is meant, of equals the one drawn last", () => {
  const points = [[0, 0], [10, 0], [10, 0], [30, 0]];
  assert.equal(nearest(points, [7, 0], 9), 2);
  assert.equal(nearest(points, [3, 0], 9), 0);
  assert.equal(nearest(points, [39, 0], 9), 3);
  assert.equal(nearest(points, [39.1, 0], 9), null);
  assert.equal(nearest([], [0, 0], 9), null);
});

test("a line belongs to the box at its right or above it, the far ends to the last one", () => {
  const axes = [{ lo: 0, hi: 4 }, { lo: 0, hi: 2 }];
  const regions = [[0, 1, 0, 2], [1, 4, 0, 1], [1, 4, 1, 2]].map((box, id) => ({ id, box }));
  const at = (x, y) => regionAt(regions, axes, [x, y])?.id;
  assert.deepEqual([at(0, 0), at(1, 0.5), at(2, 1), at(4, 2), at(0.5, 2), at(4, 0)], [0, 1, 2, 2, 0, 1]);
  assert.equal(at(-1, 0), undefined);
});

test("boxes that touch do not meet; a text over another counts as nine points", () => {
  assert.equal(meet([0, 10, 0, 10], [10, 20, 0, 10]), false);
  assert.equal(meet([0, 10, 0, 10], [9, 20, 9, 20]), true);
  assert.equal(covered([0, 10, 0, 10], [[5, 5], [15.9, 5], [16, 5], [5, -6]], []), 2);
  assert.equal(covered([0, 10, 0, 10], [[5, 5]], [[9, 20, 9, 20], [10, 20, 0, 10]]), 10);
});

test("what is out of view is shifted in, its beginning first", () => {
  assert.equal(shift(20, 80, 100, 16), 0);
  assert.equal(shift(-4, 80, 100, 16), 20);
  assert.equal(shift(40, 94, 100, 16), -10);
  assert.equal(shift(0, 200, 100, 16), 16);
});

test("keys lead along a bar and across a plane, and not beyond", () => {
  const at = (key, from, how) => goal({ key }, from, 9, how);
  assert.deepEqual(["ArrowRight", "ArrowUp", "PageUp", "Home", "End", "x"].map((key) => at(key, 3)), [
    4,
    4,
    2,
    0,
    9,
    undefined,
  ]);
  assert.deepEqual([at("ArrowRight", 9), at("ArrowLeft", 0), at("PageUp", 3, { page: -5 })], [9, 0, 8]);
  assert.equal(at("ArrowUp", 3, { upright: false }), undefined);
  const axes = [{ lo: 0, hi: 100 }, { lo: -1, hi: 1 }];
  assert.deepEqual(stepped(axes, [99, 0], across({ key: "ArrowRight" })), [100, 0]);
  assert.deepEqual(stepped(axes, [50, 0], across({ key: "ArrowDown" })), [50, -0.04]);
});

test("a small box stands aside: in a free corner, else where it covers nothing, else where it covers least", () => {
  const room = [90, 90], all = (...boxes) => aside([10, 10], room, boxes, 0);
  const corners = [[0, 10, 80, 90], [80, 90, 80, 90], [0, 10, 0, 10], [80, 90, 0, 10]];
  assert.deepEqual(all(), [0, 80, 0]);
  assert.deepEqual(all(corners[0]), [80, 80, 0]);
  assert.deepEqual(all(...corners), [10, 80, 0]);
  const everywhere = [0, 90, 0, 90];
  assert.deepEqual(all(everywhere, corners[0], corners[1], corners[3]), [0, 0, 1]);
});
