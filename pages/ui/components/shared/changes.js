// The changes of a sample as links write them.

// "11c0,3x" -> [[10, 0], [2, -1]]: -1 leaves the example out.
export const read = (text) =>
  text.split(",").filter(Boolean).map((part) => {
    const [row, label] = part.split(/[cx]/);
    return [Number(row) - 1, part.endsWith("x") ? -1 : Number(label)];
  });
export const written = (changes) =>
  changes.map(([row, label]) => (label < 0 ? `${row + 1}x` : `${row + 1}c${label}`)).join(",");
