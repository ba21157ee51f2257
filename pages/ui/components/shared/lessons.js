// Lessons by their addresses, whole or in parts.
import { timer } from "stage/base/timer.js";

const READS = 400; // ms after which the part that follows is fetched: what is shown comes first

// The lessons that have been fetched, each once.
const lessons = new Map(); // address -> a promise of the lesson

export function fetched(address) {
  if (!lessons.has(address)) {
    const found = fetch(address).then(async (answer) => {
      if (!answer.ok) throw Object.assign(new Error(await answer.text()), { refused: true });
      const lesson = await answer.json(), { first = 0, frames } = lesson;
      if (first) lesson.frames = [...Array(first), ...frames]; // of a part, each at its place
      return lesson;
    });
    found.catch(() => lessons.delete(address));
    lessons.set(address, found);
    if (lessons.size > 40) lessons.delete(lessons.keys().next().value);
  }
  return lessons.get(address);
}

// The parts of a long lesson (stage/document.js) as they are asked for, until a signal is aborted. size : frames of a
// part.
// parts : those that are there. Gives {load(k): the part that has step k; later, while one reads, the next one too, of
// the last part the one before. joined(part): the lesson, of which one part is there}.
export function inParts(address, size, signal, parts = []) {
  const later = timer(signal);
  let at;
  const part = async (n) => parts[n] ??= await fetched(`${address}&part=${n}`);
  function beside() {
    const other = (at + 1) * size < parts[at]?.steps ? at + 1 : Math.max(at - 1, 0);
    part(other).catch(() => {});
  }
  async function load(k) {
    at = Math.floor(k / size);
    await part(at);
    if (!later.waits() && !signal.aborted) later.set(beside, READS);
    return parts[at];
  }
  return { load, joined: (part) => ({ ...part, size, parts, worked: {} }) };
}
