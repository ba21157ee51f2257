// A component stays while its place is on the page.
import assert from "node:assert/strict";
import test from "node:test";
import { component } from "../../pages/ui/components/shared/mount.js";

test("Streamlit cleans up after a call that newer data overtakes, sometimes before it: no focus is lost", () => {
  const log = [], parentElement = { isConnected: true };
  const show = component((_send, signal) => {
    signal.addEventListener("abort", () => log.push("gone"));
    return { update: (data) => log.push(data) };
  });
  show({ data: "older", parentElement })();
  const end = show({ data: "newer", parentElement });
  parentElement.isConnected = false;
  end();
  assert.deepEqual(log, ["older", "newer", "gone"]);
});

test("the same message once more is one more message", () => {
  const log = [], setTriggerValue = (...message) => log.push(message);
  const show = component((send) => ({ update: (data) => data.forEach((value) => send("said", value)) }));
  show({ data: [5, 5], parentElement: {}, setTriggerValue });
  assert.deepEqual(log, [["said", [5, 1]], ["said", [5, 2]]]);
});
