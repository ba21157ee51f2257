// The axes of a plane, and the numbers on them. Text from data enters through textContent only.
import { draw, scale, within } from "./svg.js";

// axes : [{lo, hi, name, ticks: [[value, text] ...]} ...], across and up. box : {left, right, top, bottom} of the
// plane, px.
// look : {em, gap: px between numbers and plane, drop: px of a number's line below its middle, mark: px of a tick}.
// Answers the name across.
export function drawAxes(parent, [a, b], { left, right, top, bottom }, { em, gap, drop, mark }) {
  const [x, y] = scales([a, b], { left, right, top, bottom });
  const middle = { "text-anchor": "middle" };
  const ticks = [
    ...a.ticks.map(([value, text]) => [text, x(value), bottom, "v", { x: x(value), y: bottom + 18 * em, ...middle }]),
    ...b.ticks.map(([value, text]) => [text, left, y(value), "h-", { x: left - gap, y: y(value) + drop }]),
  ];
  for (const [text, atX, atY, to, place] of ticks) {
    if (mark) draw("path", { class: "tick", d: `M${atX} ${atY}${to}${mark}` }, parent);
    draw("text", { "text-anchor": "end", ...place }, parent, text);
  }
  const across = draw("text", { x: (left + right) / 2, y: bottom + 35 * em, ...middle }, parent, a.title ?? a.name);
  const turn = `translate(${14 * em} ${(top + bottom) / 2}) rotate(-90)`;
  draw("text", { transform: turn, ...middle }, parent, b.title ?? b.name);
  return across;
}

// From the units of both axes to px.
export const scales = ([a, b], { left, right, top, bottom }) => [scale(a, left, right), scale(b, bottom, top)];

const STEPS = 50; // arrow presses from one end of an axis to the other

// Where an arrow's step [across, up] leads from a place of the plane.
export const stepped = (axes, from, by) =>
  axes.map(({ lo, hi }, axis) => within(from[axis] + (by[axis] * (hi - lo)) / STEPS, lo, hi));

const DIGITS = 3; // of the width of an axis, that a place has

// A place as it is said: no longer than what can be told apart.
export function rounded(value, { lo, hi }) {
  return Number(value.toFixed(Math.min(Math.max(DIGITS - Math.ceil(Math.log10(hi - lo)), 0), 100)));
}
