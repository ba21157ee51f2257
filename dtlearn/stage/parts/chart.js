// A chart of errors (dtlearn/show/documents/chart.py): the lines stand, the mark of the step moves. Text enters through
// textContent only.
import { drawAxes, scales } from "../base/axis.js";
import { frameAt, stepsOf } from "../document.js";
import { button, element, fill, framed, listen, resized, write } from "../base/dom.js";
import { goal, onKey } from "../base/keys.js";
import { draw, set, within } from "../base/svg.js";

const HEIGHT = 210, LOW = 165; // px of the drawing, where no style says --chart; beside a tree in a low window
const EDGE = { left: 54, right: 14, top: 26, bottom: 42 };
const DASHES = { dash: "9 5", dot: "2 4", dashdot: "9 4 2 4", longdash: "15 5", longdashdot: "15 4 2 4" };
const SHAPES = {
  circle: "M-4 0A4 4 0 1 0 4 0A4 4 0 1 0-4 0Z",
  square: "M-3.6-3.6H3.6V3.6H-3.6Z",
  diamond: "M0-5L5 0L0 5L-5 0Z",
  "triangle-up": "M0-5L5 4H-5Z",
  "triangle-down": "M0 5L5-4H-5Z",
  star: "M0-8L2.4-2.6L8-2.4L3.6 1.4L5 7L0 4L-5 7L-3.6 1.4L-8-2.4L-2.4-2.6Z",
};
const MARK = 6; // px from the middle of a mark to its edge
const NEAR = 8, FAR = 30; // px from a note to what is below it, and to its point at most
const FEW = 40; // points up to which each has its mark, of more every tenth

// Named by what is known before the open one: "circle-open" is a circle that is not filled.
const shapeOf = (symbol) => SHAPES[symbol.replace("-open", "")];

// The lines' points at the place x, what is said of each once.
export function saidAt(lines, x) {
  const says = lines.flatMap(({ points }) =>
    points.filter(([at]) => at === x).flatMap(([, , said]) => said.split("\n"))
  );
  return [...new Set(says)].filter(Boolean);
}

// All places along x, in their order, each once.
export const placesOf = (lines) => {
  const all = lines.flatMap(({ points }) => points.map(([x]) => x));
  return [...new Set(all)].sort((a, b) => a - b);
};

// The chart of a lesson; where there is a second one ("also", and in a frame the mark in it), one of them at a time.
// Who predicts sees none before the last step.
export function chart(lesson, { go }, signal) {
  const { chart: { title, also, beside, waits } } = lesson, last = stepsOf(lesson) - 1;
  const all = [one(lesson.chart, "at", lesson, go, signal), ...(also ? [one(also, "also", lesson, go, signal)] : [])];
  const names = [title, also?.title].slice(0, all.length).map((name, i) => button(name, () => choose(i), "", "which"));
  const wait = element("p", "The curves wait until the last step.");
  const shown = element("div", ...(also ? [element("div.whiches", ...names)] : []), ...all.map(({ root }) => root));
  const root = element("div.chart", wait, shown);

  function choose(at) {
    all.forEach(({ root }, i) => root.hidden = i !== at);
    names.forEach((name, i) => name.ariaPressed = String(i === at));
  }

  choose(0);
  return {
    root,
    beside,
    update(step) {
      shown.hidden = Boolean(waits) && step < last;
      wait.hidden = !shown.hidden;
      for (const part of all) part.update(step);
    },
  };
}

// marked : the name of the marks in a frame. go(k) : to another step.
function one(chart, marked, lesson, go, signal) {
  const { x: across, y: up, lines, bands, levels, notes, limit } = chart;
  const { beside } = lesson.chart;
  const falling = across.lo > across.hi, places = placesOf(lines);
  if (falling) places.reverse();
  const steps = new Map(
    lines.flatMap(({ points }) => points.filter((point) => point[3] !== null).map(([x, , , k]) => [x, k])),
  );
  const left = chart.unveils === "left"; // the walk goes to the left; who comes in the midst of it sees all
  // far : the last step that was seen, edge : its place; looked : the place whose values are shown, if it is not the
  // step's
  let k = 0, far, edge, looked, px, unit, room, width, height = HEIGHT;
  const svg = draw("svg", { tabindex: 0, role: "slider", "aria-valuemin": 0, "aria-valuemax": places.length - 1 });
  set(svg, { "aria-label": `Chart: ${up.name} against ${across.name}. Arrow keys look at a place, Enter goes there.` });
  const ground = draw("g", {}, svg), marks = draw("g", {}, svg), drawn = draw("g", {}, svg);
  const front = draw("g", {}, svg); // words that no line may cross
  const clip = (id) => draw("rect", {}, draw("clipPath", { id }, svg)); // what an unveiling chart shows
  const seen = clip("seen"), reached = clip("reached"); // with its mark, and of its lines
  let strokes;
  const values = element("ul.values", { tabIndex: 0, ariaLabel: "Values" }),
    says = element("p", { className: limit ? "says letters" : "says" });
  says.append(...(chart.says ?? "").split(/(?<=\bL)_(.)/).map((text, i) => i % 2 ? element("sub", text) : text)); // L_D
  const added = lines[chart.sum?.[1]]; // a line that is drawn as what it adds, between the two others
  const named = lines.filter(({ legend }) => legend).map((line) =>
    element(
      `span${line.symbol === "star" ? ".star" : ""}`,
      line === added ? swatch(line) : sample(line),
      ` ${line.name}`,
    )
  );
  const shaded = bands.length ? [element("span.shaded", element("i.shade"), ` ${chart.shaded}`)] : [];
  const show = framed("", () => go(steps.get(marksAt(k)[1][0])));
  const root = element(
    "div",
    element("p.lines", ...named, ...shaded),
    svg,
    element("div.told", values, show),
    says,
  );

  const marksAt = (k) => frameAt(lesson, k)?.[marked] ?? [];
  const here = () => marksAt(k)[0]?.[0];

  function wanted() {
    const usual = beside && innerHeight < 900 * unit ? LOW : HEIGHT;
    return parseFloat(getComputedStyle(svg).getPropertyValue("--chart")) || usual;
  }

  function layout() {
    // Every px of the drawing grows with the page's font, as on a projector.
    unit = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
    room = svg.clientWidth;
    width = Math.max(room / unit, 250);
    height = wanted();
    const { top } = EDGE, digits = Math.max(...up.ticks.map(([, text]) => text.length));
    const left = Math.max(EDGE.left, 26 + 7.2 * digits); // numbers of a target may be long
    const box = { left, top, right: width - EDGE.right, bottom: height - EDGE.bottom };
    set(svg, { viewBox: `0 0 ${width} ${height}` });
    svg.style.height = `${height * unit}px`;
    ground.replaceChildren();
    drawn.replaceChildren();
    front.replaceChildren();
    const [x, y] = px = scales([across, up], box);
    const band = (className, from, to, low, high) =>
      draw("path", { class: className, d: `M${from} ${low}H${to}V${high}H${from}Z` }, ground);
    for (const [from, to] of bands) band("band", x(from), x(to), box.top, box.bottom);
    if (limit && limit[0] < up.hi) {
      band("limit", box.left, box.right, y(limit[0]), box.top);
      draw("text", { class: "said", x: box.left + 4, y: Math.min(box.top + 13, y(limit[0]) - 4) }, ground, limit[1]);
    }
    for (const [at, words] of levels) {
      draw("path", { class: "level", d: `M${box.left} ${y(at)}H${box.right}` }, ground);
      draw("text", { class: "said", x: box.right, y: y(at) - 4, "text-anchor": "end" }, front, words);
    }
    draw("path", { class: "axis", d: `M${box.left} ${box.top}V${box.bottom}H${box.right}` }, ground);
    // every second number, if they would meet
    const wide = (box.right - box.left) / Math.max(across.ticks.length, 1) < 26;
    const high = (box.bottom - box.top) / Math.max(up.ticks.length - 1, 1) < 20;
    const seconds = (axis, some) => ({ ...axis, ticks: axis.ticks.filter((_, i) => !some || i % 2 === 0) });
    const name = drawAxes(ground, [seconds(across, wide), seconds(up, high)], box, {
      em: 0.95,
      gap: 6,
      drop: 4,
      mark: 4,
    });
    set(name, { x: Math.min((box.left + box.right) / 2, width - halved([name])[0]) }); // a long one is not cut
    strokes = draw("g", {}, drawn);
    if (added) between(x, y);
    for (const line of lines) if (line !== added) curve(line, x, y);
    const texts = notes.map(([at, high, words], i) => {
      const low = box.top + 10 + 14 * i; // a low drawing has room above its lines alone
      if (beside) draw("path", { class: "lead", d: `M${x(at)} ${low - 8}V${y(high) - 6}` }, drawn);
      return draw("text", { class: "said note", y: low }, drawn, words);
    });
    const halves = halved(texts);
    notes.forEach(([at, high], i) => {
      const half = halves[i], from = box.left + half, to = box.right - half;
      const aside = beside ? half + 4 : 0; // beside its lead, else right above its point
      const wanted = x(at) + (x(at) > (box.left + box.right) / 2 ? -aside : aside);
      const middle = within(wanted, from, Math.max(from, to));
      set(texts[i], { x: middle, "text-anchor": "middle" });
      if (!beside) set(texts[i], { y: Math.max(crest(middle - half, middle + half, x, y) - NEAR, y(high) - FAR) });
    });
    paint();
  }

  // The highest place of the lines, their spreads included, from one place across to another.
  function crest(from, to, x, y) {
    const tops = lines.flatMap(({ points, spread }) =>
      points.flatMap(([a, b], i) => {
        const [c, d] = points[i + 1] ?? [a, b], wide = x(c) - x(a);
        if (Math.max(x(a), x(c)) < from || Math.min(x(a), x(c)) > to) return [];
        const ends = [from, to].map((end) => y(b) + (y(d) - y(b)) * within((end - x(a)) / (wide || 1), 0, 1));
        return x(a) >= from && x(a) <= to ? [...ends, y(b + (spread[i] ?? 0))] : ends;
      })
    );
    return Math.min(...tops);
  }

  // What a sum's second line adds to the first, from place to place.
  function between(x, y) {
    const [low, high] = [0, 2].map((i) => lines[chart.sum[i]].points.map(([a, b]) => `${x(a)} ${y(b)}`));
    const area = draw("path", { class: "between", d: `M${[...low, ...high.reverse()].join("L")}Z` }, strokes);
    area.style.setProperty("--line", ink(added.colour));
  }

  function curve({ colour, symbol, dash, width, points, spread, faint }, x, y) {
    const group = (of, g) => {
      const one = draw("g", { class: `${of}${faint ? " faint" : ""}${symbol === "star" ? " star" : ""}` }, g);
      one.style.setProperty("--line", ink(colour));
      return one;
    };
    const stroke = group("stroke", strokes), line = group("curve", drawn);
    const path = points.map(([a, b], i) => `${i ? "L" : "M"}${x(a).toFixed(1)} ${y(b).toFixed(1)}`).join("");
    if (dash) {
      draw(
        "path",
        { class: "line", d: path, "stroke-width": width, "stroke-dasharray": DASHES[dash] ?? "none" },
        stroke,
      );
    }
    points.forEach(([a, b], i) => {
      const s = spread[i];
      if (s) draw("path", { class: "spread", d: `M${x(a)} ${y(b - s)}V${y(b + s)}` }, line);
      if (symbol && (points.length <= FEW || i % 10 === 0)) mark(line, symbol, x(a), y(b));
    });
  }

  // The way to the tree that the present one is held against.
  function offer() {
    const [place, name] = marksAt(k)[1] ?? [];
    show.hidden = !steps.has(place);
    if (steps.has(place)) write(show, `Show ${name}`);
  }

  // Of an unveiling chart what has been seen; all of it from the last step on.
  function unveil() {
    const last = stepsOf(lesson) - 1;
    far = Math.max(far ?? (left && k ? last : 0), k);
    const veiled = Boolean(chart.unveils) && far < last;
    root.classList.toggle("veiled", veiled);
    says.hidden = veiled && chart.unveils !== "lines";
    if (!veiled) return [drawn, strokes].forEach((g) => g.removeAttribute("clip-path"));
    edge = marksAt(far)[0]?.[0] ?? edge ?? across.lo;
    const at = px[0](edge), after = places[places.indexOf(edge) + (left ? -1 : 1)];
    const room = after === undefined ? MARK : Math.min(MARK, Math.abs(px[0](after) - at) / 2);
    for (const [rect, past] of [[seen, room], [reached, 0]]) {
      const end = at + (left ? -past : past);
      set(rect, { x: left ? end : 0, y: 0, width: Math.max(left ? width - end : end, 0), height });
    }
    set(drawn, { "clip-path": "url(#seen)" });
    set(strokes, { "clip-path": "url(#reached)" });
  }

  // The mark of the step, its rival's, and the place that is looked at.
  function paint() {
    if (!px) return;
    unveil();
    const [x] = px, top = EDGE.top, bottom = height - EDGE.bottom, at = marksAt(k);
    marks.replaceChildren();
    const taken = [];
    const texts = at.map(([place, name, end], i) => {
      const wide = end !== undefined && Math.max(x(end) - x(place), 2); // an interval, a line where it is empty
      if (wide) draw("path", { class: "span", d: `M${x(place)} ${top}h${wide}V${bottom}h${-wide}Z` }, marks);
      else draw("path", { class: i ? "rival" : "here", d: `M${x(place)} ${top}V${bottom}` }, marks);
      return draw("text", { class: i ? "name" : "name now", y: 12 }, marks, name);
    });
    const halves = halved(texts);
    at.forEach(([place], i) => {
      const half = halves[i], [low, high] = [EDGE.left + half, width - 4 - half];
      let middle = within(x(place), low, Math.max(low, high));
      for (const [other, room] of taken) { // two names beside each other
        if (Math.abs(middle - other) < half + room + 8) {
          middle = other + (x(place) < x(at[0][0]) ? -1 : 1) * (half + room + 8);
        }
      }
      taken.push([middle, half]);
    });
    const short = Math.max(0, ...taken.map(([middle, half]) => EDGE.left + half - middle)); // of room at the left
    texts.forEach((text, i) => set(text, { x: taken[i][0] + short, "text-anchor": "middle" }));
    const shown = looked ?? here();
    root.classList.toggle("looks", looked !== undefined);
    if (looked !== undefined) draw("path", { class: "looked", d: `M${x(looked)} ${top}V${bottom}` }, marks);
    addend(shown);
    const words = shown === undefined ? [] : saidAt(lines, shown);
    fill(values, words, () => element("li"), write);
    const name = shown === undefined ? "" : steps.has(shown) ? nameAt(steps.get(shown)) : "";
    set(svg, { "aria-valuenow": Math.max(places.indexOf(shown), 0), "aria-valuetext": `${name}${words.join("; ")}` });
  }

  // Of a line that adds two others: the first as a bar, the second as one on top of it.
  function addend(place) {
    const [low, , high] = (chart.sum ?? []).map((i) => lines[i].points.find(([at]) => at === place)?.[1]);
    if (low === undefined || high === undefined) return;
    for (const [from, to, { colour }] of [[0, low, lines[chart.sum[0]]], [low, high, added]]) {
      const bar = draw("path", { class: "addend", d: `M${px[0](place)} ${px[1](from)}V${px[1](to)}` }, marks);
      bar.style.setProperty("--line", ink(colour));
      if (drawn.hasAttribute("clip-path")) set(bar, { "clip-path": "url(#seen)" });
    }
  }

  const nameAt = (k) => marksAt(k).slice(0, 1).map(([, name]) => `${name}: `).join("");

  function look(place) {
    if (place === looked) return;
    looked = place;
    paint();
  }

  function under(event) {
    const at = px[0].back((event.clientX - svg.getBoundingClientRect().left) / unit);
    return places.reduce((a, b) => (Math.abs(b - at) < Math.abs(a - at) ? b : a));
  }

  const enter = (place) => steps.has(place) && go(steps.get(place));
  listen(signal, [
    [svg, "pointermove", (event) => look(under(event))],
    [svg, "pointerleave", () => look(undefined)],
    [svg, "blur", () => look(undefined)],
    [svg, "mousedown", (event) => event.preventDefault()], // a click leaves the focus with the player
    [svg, "click", (event) => enter(under(event))],
  ]);
  onKey(svg, (event) => {
    if (event.key.startsWith("Page")) return false; // a clicker's
    if (event.key === "Enter") return enter(looked ?? here());
    if (event.key === "Escape") return look(undefined);
    const now = Math.max(places.indexOf(looked ?? here()), 0), to = goal(event, now, places.length - 1);
    if (to === undefined) return false;
    look(places[to]);
  });
  resized(signal, svg, () => svg.clientWidth === room || layout()); // a new height is its own doing

  return {
    root,
    update(step) {
      k = step;
      looked = undefined;
      offer();
      if (px && wanted() !== height) layout(); // present mode comes after the width that it gives
      else paint();
    },
  };
}

// Half the width of each text, px: all are measured before one of them is moved, which would have the page laid out
// anew.
const halved = (texts) => texts.map((text) => (text.getComputedTextLength?.() || 60) / 2);

function mark(parent, symbol, x, y) {
  draw("path", {
    class: symbol.endsWith("-open") ? "point open" : "point",
    d: shapeOf(symbol),
    transform: `translate(${x} ${y})`,
  }, parent);
}

// A line's colour with some of the text's: lighter on dark.
const ink = (colour) => `color-mix(in srgb, ${colour} 82%, var(--st-text-color))`;

// An area, and a line, as the legend shows them.
function swatch({ colour }) {
  const one = element("i.between");
  one.style.setProperty("--line", ink(colour));
  return one;
}

function sample({ colour, symbol, dash, width }) {
  const svg = draw("svg", { class: "sample", "aria-hidden": "true", viewBox: "0 0 40 14" });
  svg.style.setProperty("--line", ink(colour));
  if (dash) {
    draw(
      "path",
      { class: "line", d: "M1 7H39", "stroke-width": width, "stroke-dasharray": DASHES[dash] ?? "none" },
      svg,
    );
  }
  if (symbol) mark(svg, symbol, 20, 7);
  return svg;
}
