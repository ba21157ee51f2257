// What a click shows at once, whatever the server answers meanwhile.
import assert from "node:assert/strict";
import test from "node:test";
import { optimistic } from "../../pages/ui/components/shared/optimistic.js";
import { following, replaced } from "../../pages/ui/components/shared/truthtable.js";
import { read, written } from "../../pages/ui/components/shared/changes.js";

Object.defineProperty(globalThis, "location", { value: { pathname: "/" } });
globalThis.window = globalThis;

function started(t, value) {
  t.mock.timers.reset();
  t.mock.timers.enable({ apis: ["setTimeout", "Date"], now: 1000 });
  const sent = [], settled = [];
  const self = optimistic((one) => sent.push(one), () => settled.push(self.value));
  self.told(value);
  return { self, sent, settled, after: (ms) => t.mock.timers.tick(ms) };
}

test("the answer to another widget, late, takes no click away", (t) => {
  const { self, sent, after } = started(t, "00");
  self.ask("10");
  after(0);
  self.told("00"); // another widget's run, begun before the click
  assert.equal(self.value, "10");
  self.ask(replaced(self.value, 1, "1"));
  after(200);
  self.told("10"); // the answer to the first click
  assert.equal(self.value, "11");
  self.told("11");
  assert.deepEqual([self.value, self.waiting(), sent], ["11", false, ["10", "11"]]);
});

test("news from elsewhere stands at once, also over a click that is not answered", (t) => {
  const { self, after } = started(t, "00");
  self.told("01");
  assert.equal(self.value, "01");
  self.ask("11");
  after(0);
  self.told("00");
  assert.deepEqual([self.value, self.waiting()], ["00", false]);
});

test("quick changes are sent as one, the last", (t) => {
  const { self, sent, after } = started(t, 0);
  for (const k of [1, 2]) {
    self.ask(k);
    after(0);
  }
  self.ask(3);
  assert.deepEqual(sent, [1]);
  after(119);
  assert.deepEqual(sent, [1]);
  after(1);
  assert.deepEqual(sent, [1, 3]);
});

test("without an answer the server's value stands again", (t) => {
  const { self, settled, after } = started(t, 0);
  self.ask(1);
  after(2999);
  assert.deepEqual([self.value, settled], [1, []]);
  after(1);
  assert.deepEqual([self.value, settled], [0, [0]]);
});

test("what is stopped sends nothing, and the next value stands", (t) => {
  const { self, sent, after } = started(t, 0);
  self.ask(1);
  self.stop();
  after(5000);
  self.told(7);
  assert.deepEqual([self.value, sent], [7, []]);
});

test("labels go round, changes are written as links write them", () => {
  assert.deepEqual(["-", "1", "0"].map((value) => following("-10", value)), ["1", "0", "-"]);
  assert.equal(replaced("0-1", 1, "1"), "011");
  assert.deepEqual(read("11c0,3x"), [[10, 0], [2, -1]]);
  for (const text of ["", "1x", "11c0,3x,4c2"]) assert.equal(written(read(text)), text);
});
