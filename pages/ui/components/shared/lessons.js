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

// A long lesson (stage/document.js), with the part that has step k. size : frames of a part. worked : arithmetic beside that of the parts.
export async function long(address, size, k) {
  const lesson = { size, parts: [], worked: {} };
  await load(lesson, address, k);
  return { ...lesson.parts[Math.floor(k / size)], ...lesson };
}

// The part of a long lesson that has step k; and the next one while one reads, of the last part the one before.
export async function load({ size, parts }, address, k) {
  const n = Math.floor(k / size);
  const part = async (n) => parts[n] ??= await fetched(`${address}&part=${n}`);
  const { steps } = await part(n);
  const other = (n + 1) * size < steps ? n + 1 : Math.max(n - 1, 0);
  if (!parts[other]) setTimeout(() => part(other).catch(() => {}), READS);
}
