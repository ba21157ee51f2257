// Three right in a row is practised; a mixed question on a later day keeps it, or takes it back.
import assert from "node:assert/strict";
import test from "node:test";
import { after, standing } from "../../pages/ui/components/shared/mastery.js";

let id = 0;
const told = (record, answers, day = 100) => answers.reduce((now, good) => after(now, good, day, `${id++}`), record);
const state = (record, day = 100) => standing(record, day).state;

test("three right in a row make a skill practised, wherever the row stands and never fewer", () => {
  for (let code = 0; code < 128; code++) {
    const answers = [...code.toString(2).padStart(7, "0")].map((bit) => bit === "1");
    assert.equal(told(undefined, answers).practised, answers.map(Number).join("").includes("111"));
  }
});

test("the same exercise counts once", () => {
  const once = after(undefined, true, 1, "a");
  assert.deepEqual(after(once, true, 1, "a"), once);
});

test("ten tries without three in a row are stuck, and three in a row get out of it", () => {
  const ten = told(undefined, Array(10).fill(false));
  assert.deepEqual([state(told(undefined, Array(9).fill(false))), state(ten)], ["begun", "stuck"]);
  assert.equal(state(told(ten, [true, true, true])), "practised");
});

test("a mixed question is due after 1, 3, 8 and 20 days, and each keeps it longer", () => {
  let record = told(undefined, [true, true, true]), day = 100;
  for (const wait of [1, 3, 8, 20, 20]) {
    assert.notEqual(state(record, day + wait - 1), "due");
    day += wait;
    assert.equal(state(record, day), "due");
    record = told(record, [true], day);
    assert.equal(state(record, day), "kept");
  }
});

test("a miss when it is due takes it back, one on the same day does not", () => {
  const record = told(undefined, [true, true, true]);
  assert.equal(state(told(record, [false])), "practised");
  assert.deepEqual([state(told(record, [false], 101), 101), standing(told(record, [false], 101), 101).row], [
    "begun",
    0,
  ]);
});
