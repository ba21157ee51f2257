// The playground: what is dragged goes to the server as a question of its own, and the newest answer is painted.
import { chart } from "stage/parts/chart.js";
import { element, fill, framed, write } from "stage/base/dom.js";
import { keep } from "stage/base/plane.js";
import { draw } from "stage/base/svg.js";
import { telling } from "../shared/telling.js";
import { picture } from "stage/tree.js";
import { Editor } from "../shared/editor.js";
import { component } from "../shared/mount.js";

const REST = 400; // ms without a change after which the link is written
const PLANE = 420, TREE = 270, LOW = 560; // px of their heights, and of the window's width below which a plane is lower
const FEW = 3; // data sets of the row, as long as it is folded
const UNIT = 100; // points have two decimals

const written = (points) =>
  points.map(([x, y, k]) => {
    const digits = [x, y].map((v) => Math.round(v * UNIT).toString(36).padStart(2, "0"));
    return `${digits.join("")}${k}`;
  }).join("");

// The plane: beside the points those that nothing grew on, hollow and small; a flipped label in a dashed ring.
class Board extends Editor {
  drawPoints() {
    const clean = this.points, { said = [], held, flipped } = this.data;
    const marked = new Set(clean.length === said.length ? flipped : []);
    this.points = clean.map((point, i) => (marked.has(i) ? point.with(2, said[i]) : point));
    super.drawPoints();
    this.points = clean;
    keep(this.lower, held, ([x, y, k]) => ({
      class: "unseen",
      color: this.data.colours[k],
      d: this.data.shapes[k],
      transform: `translate(${this.x(x)} ${this.y(y)}) scale(0.75)`,
    }));
    for (const i of marked) {
      const [cx, cy] = this.places[i];
      draw("circle", { class: "flipped", cx, cy, r: 8 }, this.upper);
    }
  }

  // One point stays, else there would be no tree.
  erase(i) {
    if (this.points.length > 1) super.erase(i);
  }

  tellServer() {
    this.send("points", this.points);
  }
}

export default component((send, signal) => {
  let data, query = {}, given, asked = [], flies, answer, answered, shown = new AbortController();
  let tool = "add", pick = 0, unfolded = false;
  const past = []; // the points before each change of them
  const rest = telling(signal, () => root);
  const board = new Board(heard, signal), tree = picture(() => {}, signal);
  tree.buttons.remove(); // it fits
  const presets = element("div.pills", { role: "radiogroup", ariaLabel: "Data" });
  const tools = element("div.pills", { role: "radiogroup", ariaLabel: "A click in the plane" });
  const back = framed("Undo", undo);
  const sliders = element("div.sliders"), says = element("p.verdict", { ariaLive: "polite" });
  const errors = element("div.errors"), named = element("p.named"), sketch = element("img.sketch");
  const key = element(
    "p.key",
    "Filled: training. Hollow: held out. Dashed ring: flipped by noise. " +
      "Alpha: what a leaf must save in training error.",
  );
  const root = element(
    "div.playground",
    presets,
    sliders,
    says,
    element(
      "div.views",
      element("div", element("div.pills", tools, back), board.root, key),
      element("div", named, tree.root, sketch, errors),
    ),
  );
  signal.addEventListener("abort", () => shown.abort());

  function heard(event, value) {
    if (event === "points") change({ points: written(value) });
    else if (event === "pick") choose("add", value);
  }

  function choose(now, k) {
    [tool, pick] = [now, k];
    paint();
    marks();
  }

  // ---- the state

  function undo() {
    put(past.pop());
  }

  function change(values) {
    const { data = "", points = "" } = query, { points: now } = values;
    const drags = now?.length === points.length && rest.waits(); // all of it is one change
    if (now !== undefined && !drags) past.push({ data, points });
    put(values);
  }

  function put(values) {
    query = Object.fromEntries(Object.entries({ ...query, ...values }).filter(([, text]) => text !== ""));
    marks();
    ask();
    rest.set(tell, REST);
  }

  function tell() {
    asked.push(JSON.stringify(query));
    send("rested", query);
  }

  async function got(text) {
    const found = await fetch(`playground?${text}`, { signal });
    if (!found.ok) throw new Error(await found.text());
    return [text, await found.json()];
  }

  const newest = () => String(new URLSearchParams(query));

  // One question at a time; after it the newest state, which the server makes while this one is painted.
  async function ask() {
    if (flies) return;
    flies = got(newest());
    while (flies) {
      try {
        const [text, found] = await flies;
        [answered, answer] = [text, found];
        flies = text === newest() ? undefined : got(newest());
        paint();
      } catch (error) {
        flies = undefined;
        if (!signal.aborted) write(says, error instanceof TypeError ? "The server does not answer." : error.message);
      }
    }
  }

  // ---- what is seen

  function paint() {
    if (!answer) return;
    const { plane, held, flipped, forest } = answer, own = answered !== newest(); // the reader is further
    const points = own && board.data ? board.points : plane.points.map((point, i) => point.with(2, answer.clean[i]));
    board.update({
      ...plane,
      points,
      said: plane.points.map(([, , k]) => k),
      held,
      flipped,
      tool,
      pick,
      palette: data.palette,
      most: data.most,
      seq: board.seq,
      tall: false,
      boxHeight: innerWidth < LOW ? 330 : PLANE,
      status: "",
    });
    tree.root.hidden = !answer.tree;
    sketch.hidden = !answer.sketch;
    if (answer.sketch) {
      Object.assign(sketch, {
        src: `data:image/svg+xml,${encodeURIComponent(answer.sketch.svg)}`,
        alt: answer.sketch.says,
      });
    } else {tree.update({
        ...answer.tree,
        boxHeight: TREE,
        picks: false,
        tall: false,
        large: false,
        small: true,
        still: true,
        lit: [],
      });}
    const size = answer.sketch ? `: ${answer.sketch.says}` : "";
    write(named, `${forest ? "The first tree of the forest" : "The tree"}${size}`);
    write(says, answer.says);
    shown.abort();
    shown = new AbortController();
    const curves = chart({ chart: answer.chart, frames: [{ at: answer.at }] }, { go }, shown.signal);
    errors.replaceChildren(curves.root);
    curves.update(0);
  }

  // To another place of the error curve, by the slider that leads there.
  function go(k) {
    const [field, value] = answer.goes[k] ?? [];
    if (field) change({ [field]: String(value) });
  }

  const radio = (text, checked, act) =>
    Object.assign(framed(text, act), { role: "radio", ariaChecked: String(checked), tabIndex: checked ? 0 : -1 });

  // Arrow keys choose among the pills of a row.
  function row(place, options) {
    const told = JSON.stringify(options); // without what they do
    if (place.shown === told) return; // while something is dragged they stand as they are
    place.shown = told;
    const inside = place.contains(place.getRootNode().activeElement);
    place.replaceChildren(...options.map(([text, checked, act]) => radio(text, checked, act)));
    place.onkeydown = (event) => {
      const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (!by) return;
      event.preventDefault();
      event.stopPropagation();
      const now = options.findIndex(([, checked]) => checked);
      options.at((now + by) % options.length)[2]();
    };
    if (inside) place.querySelector("[aria-checked=true]")?.focus({ preventScroll: true });
  }

  function marks() {
    const all = Object.entries(data.presets).map(([name, title]) => {
      const here = name === query.data && !query.points;
      return [title, here, () => change({ data: name, points: "" })];
    });
    const more = ["More", false, () => {
      unfolded = true;
      marks();
    }];
    row(presets, unfolded ? all : [...all.filter(([, here], i) => here || i < FEW), more]);
    back.hidden = !past.length;
    const classes = data.palette.map((
      name,
      k,
    ) => [`${data.signs[k]} ${name}`, tool === "add" && pick === k, () => choose("add", k)]);
    row(tools, [...classes, ["Erase", tool === "erase", () => choose("erase", pick)]]);
    fill(sliders, data.sliders, slider, (label, [field, , , high, unit, open]) => {
      const [, value, input] = label.children, now = query[field] ?? high;
      const text = String(now) === String(high) && open ? open : `${unit ? now / unit : now}`;
      input.value = now;
      input.disabled = field === "alpha" && Number(query.trees) > 1;
      input.setAttribute("aria-valuetext", input.disabled ? "the trees of a forest are not pruned" : text);
      write(value, input.disabled ? "one tree only" : text);
    });
  }

  function slider() {
    const [field, name, min, max, , open] = data.sliders[sliders.children.length];
    const input = element("input", { type: "range", min, max, step: 1, ariaLabel: name });
    input.addEventListener("input", () => change({ [field]: open && input.value === String(max) ? "" : input.value }));
    return element("label", element("span", name), element("output"), input);
  }

  return {
    root,
    update(now) {
      data = now;
      const told = JSON.stringify(now.query);
      if (told === given) return;
      given = told;
      if (asked.includes(told)) {
        asked = asked.slice(asked.indexOf(told) + 1);
        return;
      }
      if (rest.waits()) return; // the reader is further
      query = now.query;
      marks();
      ask();
    },
  };
});
