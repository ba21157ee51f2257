// Where things stand: texts that cover little, marks that keep their distance, what a pointer means. px, no page
// needed.

// Ticks {x, half} from left to right: those whose texts, half as wide as half, do not meet one before.
export function apart(ticks) {
  let free = -Infinity;
  return ticks.filter(({ x, half }) => x - half >= free && (free = x + half, true));
}

// Of marks in the order in which they win a place, those at least gap from every other. at(mark) : its px.
export function spaced(marks, at, gap) {
  const taken = new Map();
  return marks.filter((mark) => {
    const x = at(mark), cell = Math.floor(x / gap);
    return ![-1, 0, 1].some((by) => Math.abs(taken.get(cell + by) - x) < gap) && taken.set(cell, x);
  });
}

// The index of the point nearest to a place, the last of equals; null if none is within reach.
export function nearest(points, [px, py], reach) {
  let best = null;
  points.forEach(([x, y], i) => {
    const away = Math.hypot(x - px, y - py);
    if (away <= reach) [best, reach] = [i, away];
  });
  return best;
}

// The region whose box [x0, x1, y0, y1] holds a place. A line belongs to the box at its right or above it; the far ends
// of the axes to the last box.
export const regionAt = (regions, [a, b], [x, y]) =>
  regions.find(({ box: [x0, x1, y0, y1] }) => x >= x0 && (x < x1 || x1 >= a.hi) && y >= y0 && (y < y1 || y1 >= b.hi));

// Whether two boxes [left, right, top, bottom] share more than a rim.
export const meet = ([l, r, t, b], [left, right, top, bottom]) => l < right && r > left && t < bottom && b > top;

// How many points lie under a text, or touch it; another text counts as many.
export function covered(box, points, texts) {
  const [left, right, top, bottom] = box;
  const under = points.filter(([x, y]) => x > left - 6 && x < right + 6 && y > top - 6 && y < bottom + 6);
  return under.length + 9 * texts.filter((text) => meet(text, box)).length;
}

// How far to shift what lies from low to high so that it is inside 0 .. size, with a pad; its beginning, if it is
// longer.
export const shift = (low, high, size, pad) => (low < pad ? pad - low : Math.min(0, size - pad - high));

const STEPS = 8; // places along a side that are tried

// Where a box of size [w, h] inside another, [width, height], meets the fewest of some boxes, in a corner if one is
// free; and how many.
export function aside([w, h], [width, height], boxes, pad) {
  const all = Array.from({ length: (STEPS + 1) ** 2 }, (_, at) => [at % (STEPS + 1), Math.floor(at / (STEPS + 1))]);
  const tried = all.map(([i, j]) => {
    const x = pad + (i / STEPS) * (width - w - 2 * pad), y = height - pad - h - (j / STEPS) * (height - h - 2 * pad);
    const inner = Math.min(i, STEPS - i) + Math.min(j, STEPS - j); // steps from a corner: fewer than a box counts
    return [x, y, boxes.filter((box) => meet(box, [x, x + w, y, y + h])).length, inner];
  });
  const cost = ([, , met, inner]) => (STEPS + 1) * met + inner;
  return tried.reduce((best, one) => (cost(one) < cost(best) ? one : best)).slice(0, 3);
}
