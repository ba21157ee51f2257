// What is one entry of the browser's history, and what is another.
import assert from "node:assert/strict";
import test from "node:test";
import { oneEntryEach } from "../../pages/ui/components/shared/address.js";

test("what a page makes of the link that opened it is no other entry, a choice is one", () => {
  const entries = ["/own?v=1"], { location } = globalThis;
  globalThis.history = {
    pushState: (_state, _unused, url) => entries.push(url),
    replaceState: (_state, _unused, url) => entries.splice(-1, 1, url),
  };
  const get = () => new URL(entries.at(-1), "http://localhost");
  Object.defineProperty(globalThis, "location", { get, configurable: true });
  oneEntryEach();
  const visit = (url) => history.pushState({}, "", url);
  visit("/bound?v=1&way=exact");
  visit("/bound?v=1&way=known"); // it cannot be, the page says what is
  visit("/bound?v=1&way=known&step=2"); // and where it opened
  assert.deepEqual(entries, ["/own?v=1", "/bound?v=1&way=known&step=2"]);
  dispatchEvent(new Event("pointerdown"));
  visit("/bound?v=1&way=known&step=2&node=r"); // a choice
  visit("/bound?v=1&way=pruned&step=2");
  assert.equal(entries.length, 4);
  visit("/limits");
  visit("/limits?v=1"); // opened by the menu
  assert.equal(entries.at(-1), "/limits?v=1");
  assert.equal(entries.length, 5);
  dispatchEvent(new Event("pointerdown"));
  visit("/limits?v=2"); // the query of the page that the menu opens, before its path
  visit("/own?v=2");
  assert.deepEqual(entries.slice(4), ["/limits?v=1", "/own?v=2"]);
  visit("/learn");
  dispatchEvent(new Event("pointerdown"));
  visit("/learn?v=3"); // over one without a query
  visit("/grow?v=3");
  assert.deepEqual(entries.slice(5), ["/own?v=2", "http://localhost/learn", "/grow?v=3"]);
  Object.defineProperty(globalThis, "location", { value: location, configurable: true });
});
