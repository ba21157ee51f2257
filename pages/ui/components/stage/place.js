// Where a stage goes: places in documents, texts by name as a link has them. No page needed.
import { frameAt, parentOf, stepsOf } from "stage/document.js";

// A place that an address says: {place, without what cannot be; odd, a sentence on what was left out, if anything was}.
export function sound({ step, speed, ...place }, last) {
  if (Number(speed) > 0) place.speed = speed;
  if (step === undefined) return { place };
  if (/^\d{1,9}$/.test(step) && Number(step) <= last) return { place: { ...place, step } };
  const beyond = /^\d+$/.test(step);
  return {
    place: beyond ? { ...place, step: String(last) } : place,
    odd: `This link is not quite right: step=${step.slice(0, 20)} is outside 0 to ${last}. ` +
      (beyond ? "Shown is the nearest that exists." : "That is left out."),
  };
}

// The step in another document of one who is at a step of the one before: {step, led, whether the server leads there}.
// before, now : the data of the stage.
export function stepIn(now, before, step) {
  const leads = (how) => now.leads[how] !== before.leads[how], ended = Number(step) === before.last;
  if (leads("starts") || (leads("others") && ended)) return { step: "0", led: true };
  if (leads("openings")) return { step: String(now.opens), led: true };
  if (now.ends && ended) return { step: String(now.last) };
  if (now.sizes.length) return { step: String(nearest(now.sizes, before.sizes[step])) };
  return { step };
}

// The number of the size nearest to another one, of equals the first.
function nearest(sizes, size) {
  const away = sizes.map((one) => Math.abs(one - size));
  return away.indexOf(Math.min(...away));
}

// A place in another document, when it has come. before : the document that was shown, if any; left : the step at which
// it was left, undefined where the server leads; sameNode : whether the reader goes on at the node.
export function fitted(at, before, now, left, sameNode) {
  const table = ({ features, examples }) => JSON.stringify([features, examples.size]);
  const asks = (one) => one?.choices.length ? JSON.stringify([one.choices, one.ticks, stepsOf(one)]) : "";
  const same = before && table(before) === table(now), asksAnew = asks(before) !== asks(now);
  const { speed, large, panel } = at;
  let { step } = at;
  if (asksAnew && asks(now)) step = "0"; // answers to other questions are no answers
  else if (same && sameNode && Number(left) > 0) step = lookingAt(frameAt(before, Number(left))?.node, now, step);
  // an example of other features is another, and so is one of another table
  const place = same ? { ...at, pick: "", ...(asksAnew && { said: "" }) } : { speed, large, panel };
  return { ...place, step };
}

// The step that looks at a node, or at the nearest above it that there is; else the last one. step : where it would be
// otherwise; it stays if no node was looked at, or if not all frames are there.
function lookingAt(node, now, step) {
  if (node === undefined || now.parts || frameAt(now, Number(step))?.node === node) return step;
  const found = (one) => now.frames.findIndex((frame, k) => k && frame.node === one);
  while (node && found(node) < 0) node = parentOf(node);
  return String(node ? found(node) : stepsOf(now) - 1);
}

// Whether a new example's values, as a place says them, are some of a document's features.
export function walkable({ features }, fresh) {
  const values = fresh.split("_").map(Number), can = ({ values: words }, x) => words ? words[x] !== undefined : true;
  return values.length === features.length && values.every((x, i) => Number.isFinite(x) && can(features[i], x));
}
