// When a skill is practised, and when it is kept. A record: {row, tries, practised, stage, due, last}: right ones in a
// row, tries since the last start, whether three in a row came, mixed questions passed on later days, the day of the
// next, the last exercise.
export const ROW = 3, TRIES = 10, DAYS = [1, 3, 8, 20]; // between one mixed question and the next
const NEW = { row: 0, tries: 0, practised: false, stage: 0, due: 0, last: "" };

// good : right on the first try and without a hint. day : a whole number. id : of the exercise, which counts once.
export function after(record, good, day, id) {
  const before = record ?? NEW;
  if (before.last === id) return before;
  const row = good ? Math.min(before.row + 1, ROW) : 0, now = { ...before, row, tries: before.tries + 1, last: id };
  if (!before.practised) return row < ROW ? now : { ...now, practised: true, stage: 0, due: day + DAYS[0] };
  if (day < before.due) return now;
  if (!good) return { ...NEW, tries: 1, last: id };
  const stage = before.stage + 1;
  return { ...now, stage, due: day + DAYS[Math.min(stage, DAYS.length - 1)] };
}

// What a record says: {state, words, row}. A sign goes with each state, for colour is never the only one.
export function standing(record, day) {
  const { row, tries, practised, stage, due } = record ?? NEW;
  if (practised && due <= day) return { state: "due", sign: "↻", words: "Due today: can you still do it?", row };
  if (practised) {
    return { state: stage ? "kept" : "practised", sign: "✓", words: stage ? "Kept" : "Mastered", row: ROW };
  }
  if (tries >= TRIES) return { state: "stuck", sign: "!", words: `Stuck? ${row} of ${ROW} in a row`, row };
  return { state: tries ? "begun" : "new", sign: "", words: tries ? `${row} of ${ROW} in a row` : "", row };
}
