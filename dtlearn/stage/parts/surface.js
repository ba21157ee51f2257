// What a forest says all over its plane (dtlearn/show/documents/surface.py): shaded by the first k trees, beside it
// tree k alone with its sample. Along one feature the mean of the first k trees as a line. Of a boosting (boosting.py
// there) the sum of their votes, the points as large as they weigh; along one feature what is left beside the sum.
// Text enters through textContent only.
import { drawAxes, scales, stepped } from "../base/axis.js";
import { partAt } from "../document.js";
import { element, resized, write } from "../base/dom.js";
import { across, onKey } from "../base/keys.js";
import { draw, scale, set, within } from "../base/svg.js";

const LEAST = 110; // px of the height
const WORDS = 38; // px of those above and below
// px of the window's width up to which the planes stand above each other, and of their height
const NARROW = 700, PHONE = 220;
const EDGE = { left: 44, right: 8, top: 4, bottom: 40 };
const ROOMY = 210, SMALLEST = 0.6; // px of a plane whose points have their full size, and what is left of it at least
const NEAR = 1e-12; // shares closer than this are a tie
const HINT = "Click a place to ask about it.";
const WAITS = "Asked: its votes are on their way …";
const LETTER =
  "fill: var(--st-text-color); stroke: var(--st-background-color); stroke-width: 5px; paint-order: stroke;" +
  " font-size: 18px; font-weight: 700";
const linked = (place) => place.map((v) => v.toFixed(4)).join(); // as far as a link says it
let keyed = false; // a key has asked: the lesson that comes has the focus where the one before had it

// What the first k trees say in every cell, from the bottom up: of classes the answer and its share, of numbers their
// mean, or their sum from a start on.
export function saidAt({ surface: { columns, rows, trees, by, votes, start }, classes, scale }, k) {
  const kinds = scale ? 1 : classes.length, total = new Array(columns * rows * kinds).fill(0);
  for (const [t, leaves] of trees.slice(0, k).entries()) {
    const vote = votes?.[t] ?? 1;
    for (const [from, to, low, high, says] of leaves) {
      const sum = Array.isArray(says) ? says.reduce((a, b) => a + b, 0) : 1;
      for (let row = low; row < high; row++) {
        for (let cell = row * columns + from; cell < row * columns + to; cell++) {
          if (scale) total[cell] += vote * says;
          else if (sum === 1) total[cell * kinds + says] += vote;
          else for (let c = 0; c < kinds; c++) total[cell * kinds + c] += says[c] / sum;
        }
      }
    }
  }
  if (scale) return { means: total.map((sum) => votes ? start + sum : sum / k) };
  const answers = [], shares = [], all = votes ? votes.slice(0, k).reduce((a, b) => a + b, 0) : k;
  for (let i = 0; i < total.length; i += kinds) {
    const some = total.slice(i, i + kinds), most = Math.max(...some), slack = by === "votes" ? 0 : NEAR * most;
    const answer = some.findIndex((sum) => sum >= most - slack);
    answers.push(answer);
    shares.push(some[answer] / (all || 1));
  }
  return { answers, shares };
}

// The points, by their places in the list, that the first k trees get wrong.
export function wrongAt({ surface: { wrong } }, k) {
  const found = new Set();
  for (const point of wrong.slice(0, k).flat()) if (!found.delete(point)) found.add(point);
  return [...found].sort((a, b) => a - b);
}

// The sides of cells where the answer changes, as a path; rows from the top down. X, Y : px of a cell's sides.
function border(answers, columns, rows, [X, Y]) {
  const parts = [], at = (x, y) => answers[(rows - 1 - y) * columns + x];
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      if (x && at(x, y) !== at(x - 1, y)) parts.push(`M${X(x)} ${Y(y)}V${Y(y + 1)}`);
      if (y && at(x, y) !== at(x, y - 1)) parts.push(`M${X(x)} ${Y(y)}H${X(x + 1)}`);
    }
  }
  return parts.join("");
}

// The cells of each value as one path: a run for each row.
function runs(values, columns, rows, [X, Y]) {
  const paths = new Map();
  for (let row = 0; row < rows; row++) {
    for (let x = 0; x < columns; x++) {
      const from = x, value = values[row * columns + x];
      while (x + 1 < columns && values[row * columns + x + 1] === value) x++;
      const run = `M${X(from)} ${Y(rows - 1 - row)}H${X(x + 1)}V${Y(rows - row)}H${X(from)}z`;
      paths.set(value, (paths.get(value) ?? "") + run);
    }
  }
  return paths;
}

export function surface(lesson, { ask }, signal) {
  const { surface: found, classes, colours, signs, scale: shades } = lesson;
  const { axes, columns, rows, shapes, hatches, points, votes, called = "tree" } = found, flat = rows > 1;
  const asks = flat && ask;
  let part = lesson; // of a long one, that of the step
  let at = found.at, asked = linked(at), waits = false, k = 0, height = 0, unit = 1, px, fit, shown = "";
  let enters = keyed && asks;
  keyed = false;
  const rival = found.rival && { ...lesson, surface: { ...found, ...found.rival } };
  const one = field("alone"), all = field("together", lesson), other = field("rival", rival);
  const wholes = rival ? [all, other] : [all];
  const fields = [...(flat || votes ? [one] : []), ...(flat ? wholes : [all])];
  const status = element("p.status", { ariaLive: "polite" });
  const root = element("div.surface", element("div.fields", ...fields.map(({ root }) => root)), status);

  // of : the lesson whose trees it adds up.
  function field(name, of) {
    const svg = draw("svg", {}), title = element("p.title");
    return { root: element("div", { className: `field ${name}` }, title, svg), name, svg, title, of };
  }

  const shadeOf = (mean, { lo, hi } = shades) => {
    const share = (mean - lo) / (hi - lo || 1);
    return colours[within(Math.round(share * (colours.length - 1)), 0, colours.length - 1)];
  };

  // Colours by class, paler where the trees disagree; of a mean its own colour.
  function tint({ inside, cell }, { answers, shares, means }) {
    const least = 1 / classes.length, sure = (share) => within((share - least) / (1 - least || 1), 0, 1);
    const looks = means
      ? means.map((mean) => shadeOf(mean))
      : answers.map((answer, i) => `${answer} ${(0.08 + 0.62 * sure(shares[i])).toFixed(2)}`);
    for (const [look, d] of runs(looks, columns, rows, cell)) {
      const [answer, opacity] = means ? [] : look.split(" ");
      draw("path", { class: "tint", d, fill: colours[answer] ?? look, opacity: opacity ?? 1 }, inside);
    }
  }

  // The plane's box and axes; gives where to draw, and px of the cells' sides there.
  function ground(svg, up = axes[1]) {
    const width = Math.max(svg.clientWidth / unit, 160),
      wide = Math.max(...up.ticks.map(([, text]) => text.length));
    const left = up.name ? Math.max(EDGE.left, 26 + 7.2 * wide) : 10 + 7.2 * wide;
    const box = { left, right: width - EDGE.right, top: EDGE.top, bottom: height - EDGE.bottom };
    const place = { x: left, y: box.top, width: box.right - left, height: box.bottom - box.top };
    fit = within(Math.min(place.width, place.height) / ROOMY, SMALLEST, 1);
    svg.replaceChildren();
    set(svg, { viewBox: `0 0 ${width} ${height}`, height: height * unit });
    px = scales([axes[0], up], box);
    const inside = draw("g", { transform: `translate(${left} ${box.top})` }, svg);
    const side = (length, n) => (at) => Math.round((100 * at * length) / n) / 100;
    draw("rect", { class: "frame", ...place }, svg);
    drawAxes(svg, [axes[0], up], box, { em: 1, gap: 6, drop: 4 });
    return { inside, cell: [side(place.width, columns), side(place.height, rows)] };
  }

  // One hatch a class.
  function hatched({ inside }, name, paths) {
    hatches.forEach((d, c) => {
      const size = { id: `${name}${c}`, width: 10, height: 10, patternUnits: "userSpaceOnUse" };
      const pattern = draw("pattern", size, draw("defs", {}, inside));
      draw("path", { d, class: "hatch", stroke: colours[c] }, pattern);
      draw("path", { d: paths(c), fill: `url(#${name}${c})` }, inside);
    });
  }

  function dots(svg, some, look, wrong) {
    points.forEach(([x, y, c, held], i) => {
      if (!some(held)) return;
      const { size = 0.7, faint = "", at = y, fill = colours[c] } = look(i);
      const place = draw("g", { transform: `translate(${px[0](x)} ${px[1](at)})` }, svg);
      const ring = votes ? Math.max(5, 8 * size + 2) : 8;
      if (wrong.has(i)) draw("circle", { r: fit * ring, class: "wrong", style: `stroke-width: ${2.5 * fit}px` }, place);
      const hollow = held && !shades, d = shapes[shades ? held : c];
      const style = { class: `${held ? "held" : "point"}${faint}`, fill: hollow ? "none" : fill };
      draw("path", { d, transform: `scale(${fit * size})`, ...style }, place);
    });
  }

  function cross(svg) {
    const transform = `translate(${px[0](at[0])} ${px[1](at[1])}) scale(${fit})`;
    const mark = draw("g", { class: "cross", transform }, svg);
    for (const look of [{ class: "halo" }, {}]) {
      draw("path", { d: "M-14 0h8m12 0h8M0-14v8m0 12v8", ...look }, mark);
      draw("circle", { r: 8, ...look }, mark);
    }
  }

  function heading() {
    const first = k === 1 ? `The first ${called}` : `The first ${k} ${called}s`, shared = k > 1 || !votes;
    return k ? `${first}${shared ? " together" : ""}` : `No ${called} has voted yet`;
  }

  // What the first k trees say together, of the lesson or of what stands beside it.
  function together({ name, svg, title, of, said }, words) {
    const place = ground(svg, rival ? { ...axes[1], title: "", name: "" } : axes[1]); // it stands at the first plane
    write(title, words);
    if (k) {
      tint(place, said);
      if (said.answers) {
        const cells = runs(said.answers, columns, rows, place.cell);
        hatched(place, name, (c) => cells.get(c) ?? "");
        draw("path", { d: border(said.answers, columns, rows, place.cell), class: "border" }, place.inside);
      }
    }
    dots(svg, () => true, () => ({}), new Set(wrongAt(of, k)));
    cross(svg);
    const tabbed = asks && svg === all.svg; // one stop of the Tab key is enough
    set(svg, { role: tabbed ? "application" : "img", "aria-label": label(of) });
    if (tabbed) svg.tabIndex = 0;
  }

  // The present tree alone: the larger a point, the oftener it was drawn, or the more it weighs; faint ones were left
  // out.
  function alone() {
    const { svg, title } = one, place = ground(svg), bag = part.surface.drawn[k - 1];
    write(title, k ? `${called[0].toUpperCase()}${called.slice(1)} ${k} alone` : "The training examples");
    const leaves = k ? part.surface.trees[k - 1] : [];
    const colour = (says) => {
      if (shades) return shadeOf(says, found.left);
      return colours[Array.isArray(says) ? says.indexOf(Math.max(...says)) : says];
    };
    const [X, Y] = place.cell;
    const rect = ([from, to, low, high]) => `M${X(from)} ${Y(rows - high)}H${X(to)}V${Y(rows - low)}H${X(from)}Z`;
    for (const leaf of leaves) {
      draw("path", { d: rect(leaf), class: shades ? "leaf mean" : "leaf", fill: colour(leaf[4]) }, place.inside);
    }
    hatched(
      place,
      one.name,
      (c) => leaves.filter(([, , , , says]) => colour(says) === colours[c]).map(rect).join(""),
    );
    const size = (i) => {
      if (!k || !votes) return {};
      if (shades) return { fill: shadeOf(found.residuals[k - 1][i], found.left) };
      return { size: 0.7 * Math.max(parseInt(found.sizes[k - 1][i], 36) / 12, 0.3) };
    };
    dots(svg, (held) => !held, (i) => bag ? sized(Number(bag[i])) : size(i), new Set(found.missed?.[k - 1]));
    for (const [i, letter] of found.letters?.[k - 1] ?? []) {
      const [x, y] = [px[0](points[i][0]), px[1](points[i][1])], mark = draw("g", { class: "cross" }, svg);
      const beside = x + (x > px[0](axes[0].hi) - 30 ? -24 : 11);
      draw("circle", { cx: x, cy: y, r: 8 }, mark);
      write(draw("text", { style: LETTER, x: beside, y: Math.max(y - 7, 18) }, mark), letter);
    }
    if (!votes) cross(svg); // which would hide how much the example weighs
    set(svg, { role: "img", "aria-label": k ? `Partition of ${called} ${k}` : "The training examples" });
  }

  const sized = (times) => ({ size: 0.5 + 0.22 * times, faint: times ? "" : " faint" });

  // What is left to explain before tree k, and what it says of it.
  function left() {
    const { svg, title } = one, now = found.residuals[Math.max(k, 1) - 1];
    ground(svg, found.left);
    write(title, k ? `What was left, and ${called} ${k}` : "What is left after the mean");
    if (k) draw("path", { class: "line tree", d: steps(part.surface.trees[k - 1]) }, svg);
    dots(svg, (held) => !held, (i) => ({ at: now[i] }), new Set());
    set(svg, { role: "img", "aria-label": `What is left, along ${axes[0].name}` });
  }

  // Steps along the one feature: a level for each leaf.
  const steps = (some) => {
    const leaves = some.toSorted((a, b) => a[0] - b[0]);
    const x = ([from, to]) =>
      [from, to].map((cell) => px[0](axes[0].lo + (cell / columns) * (axes[0].hi - axes[0].lo)));
    return leaves.map((leaf, i) => {
      const [from, to] = x(leaf), y = px[1](leaf[4]);
      return `${i ? "L" : "M"}${from.toFixed(1)} ${y.toFixed(1)}H${to.toFixed(1)}`;
    }).join("");
  };

  function line() {
    const { svg, title } = all;
    ground(svg);
    const lines = k && found.one.length ? [["one tree", "tree dashed", found.one]] : [];
    if (k > 1 && !votes) lines.push([`tree ${k}`, "tree", part.surface.trees[k - 1]]);
    const whole = votes ? "f(x), the sum" : "f(x), their mean";
    const means = ({ said }) => said.means.map((mean, i) => [i, i + 1, 0, 1, mean]);
    if (k && rival) lines.push(["a forest", "tree dashed", means(other)]);
    if (k || votes) lines.push([whole, "mean", means(all)]);
    const words = lines.map(([name, look]) => element("span", sample(look), ` ${name}`));
    title.replaceChildren(...(words.length ? words : ["No tree has spoken yet"]));
    for (const [, look, leaves] of lines) {
      draw("path", { class: `line ${look}`, d: steps(leaves) }, svg);
    }
    dots(svg, () => true, () => ({}), new Set());
    const x = px[0](at[0]);
    draw("path", { class: "asked", d: `M${x} ${EDGE.top}V${height - EDGE.bottom}` }, svg);
    set(svg, { role: "img", "aria-label": `${label(lesson)} along ${axes[0].name}` });
  }

  function sample(look) {
    const svg = draw("svg", { class: "sample", "aria-hidden": "true", viewBox: "0 0 30 10" });
    draw("path", { class: `line ${look}`, d: "M1 5H29" }, svg);
    return svg;
  }

  function label(of) {
    const kinds = { votes: "the majority vote", means: "the mean of probabilities", sums: "the sum of the votes" };
    const what = shades ? "the mean" : kinds[of.surface.by], trees = of === rival ? "tree" : called;
    const keys = asks && of !== rival ? " Arrow keys move the place asked about, Enter asks." : "";
    return `${flat ? "The plane, shaded by " : "The lines: "}${what} of ${k} ${trees}${k === 1 ? "" : "s"}.${keys}`;
  }

  const MARKS = shades
    ? "Circle: training, diamond: test"
    : `Filled: training, hollow: test, red ring: wrong${votes ? ", large: heavy" : ""}`;

  const cellAt = (v, axis) => {
    const n = axis ? rows : columns;
    return within(Math.floor(scale(axes[axis], 0, n)(v)), 0, n - 1);
  };

  // The middle of a place's cell: there the trees say what the cell says.
  const middle = (place) =>
    place.map((v, axis) => {
      const { lo, hi } = axes[axis];
      return lo + ((cellAt(v, axis) + 0.5) / (axis ? rows : columns)) * (hi - lo);
    });

  function tell(place, { of, said } = all) {
    if (waits) return write(status, WAITS);
    if (!place) {
      const bag = flat && found.drawn.length ? "Large points were drawn often, faint ones never." : "";
      return write(status, `${MARKS}. ${asks ? HINT : bag}`);
    }
    const [i, j] = place.map(cellAt);
    const where = place.map((v, axis) => `${axes[axis].name} ${Number(v.toPrecision(4))}`).join(", ");
    if (!k) return write(status, where);
    const cell = j * columns + i;
    if (shades) return write(status, `${where}: f(x) = ${Number(said.means[cell].toPrecision(4))}`);
    const share = said.shares[cell], answer = said.answers[cell];
    const shown = share.toFixed(3), kinds = { means: `mean probability ${shown}`, sums: `${shown} of all votes` };
    const much = kinds[of.surface.by] ?? `${Math.round(share * k)} of ${k} trees`;
    write(status, `${where}: ${signs[answer]} ${classes[answer]}, ${much}`);
  }

  function paint() {
    if (!all.said || !root.clientWidth) return;
    if (flat) {
      alone();
      const words = found.titles?.[k] ?? [heading()];
      wholes.forEach((whole, i) => together(whole, words[i]));
    } else {
      if (votes) left();
      line();
    }
    if (enters) all.svg.focus({ preventScroll: true }); // before it is painted it takes none
    enters = false;
  }

  function under(event) {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    const place = [px[0].back((event.clientX - left) / unit), px[1].back((event.clientY - top) / unit)];
    return place.every((v, axis) => v >= axes[axis].lo && v <= axes[axis].hi) ? middle(place) : undefined;
  }

  // What is there comes with another lesson.
  function put(place) {
    at = place;
    waits = linked(place) !== linked(found.at);
    if (linked(place) !== asked) ask(place, waits);
    asked = linked(place);
    paint();
    tell(place);
  }

  function listenToPlaces(where) {
    const { svg } = where, whole = where === other ? other : all;
    svg.addEventListener("mousedown", (event) => event.preventDefault()); // a click leaves the focus with the player
    let told; // a click comes in whole px, which may be another cell's
    svg.addEventListener("pointermove", (event) => tell(told = under(event), whole));
    svg.addEventListener("pointerleave", () => tell(told = undefined));
    if (!asks) return;
    svg.addEventListener("click", (event) => {
      const place = told ?? under(event);
      if (place) put(place);
    });
    if (where !== all) return;
    onKey(svg, (event) => {
      if (event.key === "Enter") {
        keyed = true;
        return put(at);
      }
      if (!across(event)) return false;
      at = middle(stepped(axes, at, across(event)));
      paint();
      tell(at);
    });
  }

  if (flat) fields.forEach(listenToPlaces);
  resized(signal, root, () => height && paint()); // before its first step it has no height

  return {
    root,
    update(step, { height: room }) {
      unit = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16; // letters grow with the page's
      const now = innerWidth <= NARROW ? PHONE : Math.max(room / unit - WORDS, LEAST);
      if (shown === `${step} ${now}`) return;
      [k, height, shown] = [step, now, `${step} ${now}`];
      all.of = part = partAt(lesson, k);
      for (const whole of wholes) whole.said = saidAt(whole.of, k);
      paint();
      tell();
    },
    beside: "surfaces",
  };
}
