// What a room is asked on a stage: the decision that comes next, as one predicts it.
import { fetched } from "../shared/lessons.js";
import { frameAt, stepsOf } from "stage/document.js";

const MOST = 600; // characters of a reason, which a room takes

// now() : {lesson, the document that is shown; load(k), fetches the part that has step k, if it comes in parts; step;
// asks, [address, frames of a part] of the same document with predictions, if this one has none}.
export function asker(now) {
  let posed; // {step, leaf} of what was asked last

  // Whether a decision can be asked about; of a document that is on its way it is not known yet.
  function askable() {
    const { lesson, asks } = now();
    return Boolean(asks || !lesson || lesson.choices.length);
  }

  // The decision that comes next: {step; leaf, whether it ends in one; asks, the question with its options}; undefined
  // if none does. twin : the next one after what was asked last that ends as it did.
  async function question(twin) {
    const found = await (twin ? posed && twinOf(posed) : decision(now().step));
    if (found) posed = found;
    return found;
  }

  async function twinOf({ step, leaf }) {
    for (let k = step + 1; frameAt(now().lesson, k); k++) {
      const found = await decision(k);
      if (found && found.step > step && found.leaf === leaf) return found;
    }
    return undefined;
  }

  async function decision(here) {
    const { lesson, load, asks: other } = now(), predicts = lesson?.choices.length > 0;
    if (!predicts && !other) return undefined;
    await load?.(Math.min(here + 1, stepsOf(lesson) - 1)); // the answer may be in the next part
    const node = predicts ? undefined : frameAt(lesson, here + 1)?.node;
    if (!predicts && node === undefined) return undefined;
    const source = predicts ? lesson : await sister(other, node, 2 * here);
    let k = predicts ? here : source.first ?? 0;
    const asks = (k) => frameAt(source, k + 1)?.graded && (predicts || frameAt(source, k)?.node === node);
    while (k < stepsOf(source) && !asks(k)) k++;
    if (k === stepsOf(source)) return undefined;
    const { graded } = frameAt(source, k + 1);
    return { step: predicts ? k : here, leaf: Boolean(graded.leaf?.[0]), asks: asked(source, k) };
  }

  return { askable, question };
}

// The document with predictions, or the part of it that decides a node. most : a step that is no earlier.
async function sister([address, size], node, most) {
  const part = (n) => fetched(size ? `${address}&part=${n}` : address);
  let found = await part(0);
  const guess = size ? Math.floor(Math.min(most, stepsOf(found) - 1) / size) : 0;
  for (let n = guess; n > 0 && !found.frames.some((frame) => frame?.graded && frame.node === node); n--) {
    found = await part(n);
  }
  return found;
}

// The question at step k, which the next one grades.
function asked(lesson, k) {
  const { ask, caption, choices: some } = frameAt(lesson, k), { graded, caption: reason } = frameAt(lesson, k + 1);
  const choices = some?.map((i) => lesson.choices[i]) ?? lesson.choices;
  // A room has one answer for all reasons of a leaf: eight choices are too many to be weighed in a minute.
  const leaf = !some && ["leaf", "It becomes a leaf: no split"];
  const all = leaf ? [...choices.filter(([token]) => /^f\d/.test(token)), leaf] : choices;
  const grades = all.map(([token]) => graded[token] ?? graded[""]);
  return {
    ask: ask ?? caption,
    options: all.map(([, words]) => words),
    right: grades.flatMap(([right], i) => (right ? [i] : [])),
    why: grades.map(([right, words]) => right ? `${words} ${reason}`.slice(0, MOST) : words),
  };
}
