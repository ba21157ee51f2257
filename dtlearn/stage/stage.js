// Plays a walkthrough (docs/walkthrough.md): the tree, the candidates with the arithmetic of one, the examples, the
// steps.
import { button, element, headings, hosted, listen, rem, resized, write } from "./base/dom.js";
import {
  bags,
  frameAt,
  heldAt,
  holder,
  lineOf,
  partAt,
  rowsOf,
  stepsOf,
  tellingRow,
  viewOf,
  walk,
} from "./document.js";
import { ghosted } from "./ghost.js";
import { passed } from "./base/keys.js";
import { legend } from "./legend.js";
import { lists } from "./lists.js";
import { formulas } from "./base/mathml.js";
import { examples, notes, panels, pseudocode, rules } from "./panels.js";
import { PARTS } from "./parts.js";
import { player } from "./player.js";
import { quiz } from "./quiz.js";
import { STYLES } from "./styles.js";
import { choices } from "./table.js";
import { picture } from "./tree.js";
import { folded, walker } from "./walker.js";
import { wayText } from "./way.js";

const LEAST = 120; // px of the tree's height
const ROWS = [17.2, 9.5]; // rem of the candidates' height: eight of them; below a plane or a chart
const [SUMS, LIST] = [6, 5]; // rem of the arithmetic, with the gaps; of the candidates that are seen at least
export const NOBODY = { buttons: [], taken: () => false, act: () => undefined, send: () => {} };

// The longest caption among the frames that are there.
const longest = ({ frames }) =>
  frames.filter(Boolean).reduce((most, { caption }) => caption.length > most.length ? caption : most, "");

// The number of a row among those of its node.
const numberOf = (id) => id.match(/\d+$/)[0];

// lesson : the walkthrough. told(place) : the reader has gone on. The place is what a link says of it, texts by name:
// step, speed; pick, the number of a candidate; open, the feature whose candidates are all listed; row, the example
// whose way is shown; fresh, the values of a new one; node, the one looked at where it stands; panel; said, the
// answers. place : where to begin.
// host : what stands around it: buttons, keys, what hears of a file, and of a place asked about, if anybody does;
// around, what the stage has for itself, the whole page if nobody says; load(k, then), fetches the part of a long
// lesson that has step k.
export function stage(lesson, told, signal, place = {}, host = NOBODY) {
  const { around = window } = host;
  // who predicts sees no mark of what is to come
  const last = stepsOf(lesson) - 1, playable = lesson.choices.length === 0;
  const at = { step: "0", speed: "1", pick: "", open: "", row: "", fresh: "", node: "", panel: "", said: "", ...place };
  const words = (k) => `Step ${k} of ${last}`;
  // The last step that was seen: until the last one the best of a chart that unveils is not named, and no mark of what
  // is to come is seen.
  let size; // px of the room of the tree, and of all, as last drawn
  let part; // of a long lesson, of the frame that the side tells of
  let pointed, splits, holds, shown; // the row pointed at; the candidates, and whose they are; the tree as it is
  let far = lesson.chart?.unveils === "left" && at.step > 0 ? last : 0;
  const ahead = () => playable && (!lesson.chart?.unveils || far === last);
  const questions = quiz(lesson, at.said, answered);
  const steps = player(
    { last, ticks: lesson.ticks, ahead, playable, reach: questions.reach, said: words, moved, at, host, around },
    signal,
  );

  const heard = {
    clicked: look,
    example: follow,
    pointed: (row) => seen.hot(row),
    file: (asked) => host.send("file", asked),
  };
  const tree = picture((event, value) => heard[event](value), signal, around);
  const table = choices((event, id) => (event === "chosen" ? pick(id) : unfold(id)), (id) => {
    pointed = id;
    preview();
  });
  const trees = hosted("trees", STYLES.tree, tree.root);
  const tables = hosted("tables", STYLES.table, table.root);
  const caption = element("p.caption", { ariaLive: "polite" });
  // For the mouse: the keys scroll what they are in.
  const onward = element("div.onward", {
    ariaHidden: true,
    onclick: () => sums.scrollBy(0, sums.clientHeight - 2 * rem()),
  });
  const sums = element("div.sums", { tabIndex: 0, role: "region", ariaLabel: "Arithmetic", translate: false });
  const looked = element("div.looked", { role: "status" });
  const seen = examples(lesson, follow, (row) => tree.ring(row));
  const walks = walker(lesson.features, (fresh) => change({ fresh, row: "" }));
  const said = element("p.said", { role: "status" });
  const acts = {
    go: (k) => steps.go(k),
    walk: (values) => change({ fresh: values.join("_"), row: "" }),
    follow,
    ask: host.ask && asks,
  };
  const parts = Object.keys(PARTS).filter((name) => lesson[name]).map((name) => {
    const one = PARTS[name](lesson, acts, signal, around);
    return { ...one, host: hosted(one.beside ?? name, STYLES[name], one.root) };
  });
  const more = parts.flatMap(({ panel }) => panel ?? []);
  const listed = lists(lesson, (k) => steps.go(k));
  const panes = [seen, pseudocode(lesson), rules(lesson), notes(lesson), ...more, walks, ...listed];
  const alone = panes.every((one) => one === walks || one.root.hidden);
  const below = alone ? folded(walks, !lesson.boxes) : panels(panes, (panel) => change({ panel }));
  const [beside, under] = [true, false].map((is) => parts.filter((part) => Boolean(part.beside) === is));
  const hosts = (some) => some.map(({ host }) => host);
  const side = element("div.side", ...hosts(beside), questions.root, looked, tables, sums, alone ? below.root : "");
  const heading = element("h1", lesson.title, " ", element("small", lesson.about));
  const views = hosted("views", STYLES.tree, tree.buttons);
  const left = element(
    "div.left",
    trees,
    element("div.under", legend(lesson), views),
    ...hosts(under),
    said,
    alone ? "" : below.root,
  );
  const root = element("div.stage", heading, steps.root, caption, element("div.main", left, side));

  caption.dataset.longest = longest(lesson);
  root.classList.toggle("asks", !playable);
  root.classList.toggle("planar", beside.length > 0);
  root.classList.toggle("listed", Boolean(lesson.listed));

  function change(values) {
    Object.assign(at, values);
    draw();
    told(at);
  }

  // A node is looked at where it stands; the same once more, no longer.
  function look(id) {
    const step = lesson.word || under.length ? decides(viewOf(lesson, steps.step()), id) : undefined;
    if (step !== undefined) return steps.go(step);
    change({ node: at.node === id ? "" : id, pick: "" });
  }

  const number = (text) => (text === "" ? undefined : Number(text));
  const pick = (id) => {
    if (id[0] === "t") steps.go(Number(numberOf(id))); // the row of a tree, by its step
    else change({ pick: numberOf(id) });
  };
  const unfold = (id) => {
    const feature = id.match(/^f(\d+)/)[1];
    change({ open: at.open === feature ? "" : feature });
  };

  // What is looked at is let go of.
  function escape(event) {
    if (event.key !== "Escape" || !(at.node || at.row || at.fresh)) return;
    event.stopPropagation();
    change({ node: "", row: "", fresh: "" });
  }

  // What is shown of the place before is pale until the other's comes.
  function asks(place, waits) {
    root.classList.toggle("waits", waits);
    host.ask(place);
  }

  // The way of an example through the tree, or no longer.
  function follow(row) {
    change({ row: at.row === String(row) ? "" : String(row), fresh: "" });
  }

  function answered(said, step) {
    at.said = said;
    if (step === steps.step()) change({});
    else steps.go(step);
  }

  function moved(step, speed) {
    const other = at.step !== String(step);
    if (other) pointed = undefined; // who goes on sees what happens
    change({ step: String(step), speed: String(speed), ...(other && { pick: "", node: "" }) });
  }

  // The step that decides a node, as far as the reader may know it; undefined before.
  function decides(view, id) {
    const { step } = view.nodes.find((node) => node.id === id) ?? {};
    return Number.isInteger(step) && (playable || step <= steps.step()) ? step : undefined;
  }

  function draw() {
    const k = steps.step();
    const there = frameAt(lesson, k); // else another part of a long lesson is on its way
    if (!there) return host.load(k, () => k === steps.step() && draw());
    far = Math.max(far, k);
    root.classList.toggle("unseen", Boolean(lesson.listed && lesson.chart?.unveils) && far < last);
    const view = viewOf(lesson, k), ids = new Set(view.nodes.map(({ id }) => id));
    const node = ids.has(at.node) ? at.node : "", deciding = node && !lesson.listed ? decides(view, node) : k;
    const frame = frameAt(lesson, deciding), about = frame && deciding; // what the side tells of
    if (about !== deciding) host.load(deciding, draw);
    part = partAt(lesson, about ?? k);
    const fresh = at.fresh === "" ? undefined : at.fresh.split("_").map(Number);
    const row = fresh ? undefined : number(at.row);
    const end = fresh ? walk(view.nodes, fresh) : holder(lesson, ids, row);
    const way = end ? lineOf(end) : [], lit = way.length ? way : node ? [node] : frame?.lit ?? [];
    write(caption, there.caption);
    questions.update(k);
    const hides = !node && questions.hides(k);
    tell(frame, about, view.nodes.find(({ id }) => id === node), hides);
    const all = view.nodes.length + view.left_out;
    const drawn = view.left_out
      ? `Drawn are ${view.nodes.length} of ${all} nodes, around the one looked at: step or click to go on.`
      : "";
    const named = node && lesson.listed ? view.nodes.find(({ id }) => id === node).label : "";
    const words_of = end
      ? `${fresh ? "" : `Example ${row + 1}: `}${wayText(lesson, view.nodes, way, fresh ?? row)}`
      : named;
    // else below the plane
    write(said, [parts.some(({ tells }) => tells) ? "" : words_of, drawn].filter(Boolean).join(" "));
    for (const one of parts) {
      one.update(k, { way: lit, row, values: fresh, said: words_of, height: one.host.clientHeight });
    }
    below.update(at.panel, {
      held: heldAt(lesson, node || there.node),
      place: frame?.place ?? view.nodes.find(({ id }) => id === node).label.split(":")[0],
      lit: row,
      fresh: at.fresh,
      step: k,
      comes: frame?.comes,
      event: frame?.event,
      remark: part.remarks[frame?.remark],
      notes: part.notes,
      known: part.validation,
      leaves: new Set(view.nodes.filter(({ kind }) => kind === "leaf").map(({ id }) => id)),
      about: hides ? undefined : node || there.node,
    });
    // Last: what asks for sizes above would have the whole tree laid out each time.
    size = area();
    shown = {
      ...view,
      held: lesson.examples.drawn ? bags(lesson, ids) : [],
      examples: lesson.examples.classes,
      example: row,
      lit,
      picks: true,
      boxHeight: Math.max(LEAST, trees.clientHeight),
      tall: false,
      large: host.present,
      small: lesson.listed || lesson.plane, // the shape counts: of a row, beside a plane
      plays: host.plays,
      file: host.file,
    };
    preview();
  }

  // The tree; of a split that is pointed at and not there, its ghost.
  function preview() {
    const split = splits.find(({ id }) => id === pointed), branches = part.worked[pointed]?.branches;
    const { kind } = shown.nodes.find(({ id }) => id === holds) ?? {};
    const there = kind === "split" && pointed === tellingRow(splits);
    tree.update(split && branches?.length && !there ? ghosted(shown, holds, split.name, branches, tree.seen()) : shown);
  }

  // The room may be another: drawn at once where it is.
  const area = () => [trees.clientWidth, trees.clientHeight, root.clientHeight].join();
  const room = () => area() !== size && draw();

  // The side: what a frame weighed, and the arithmetic of one of it. node : the one looked at where it stands, if one
  // is.
  function tell(frame, about, node, hides) {
    looked.hidden = !node || Boolean(lesson.listed);
    if (!looked.hidden) {
      const there = about === undefined || about === steps.step()
        ? []
        : [button("Go to its step", () => steps.go(about), "", "choice")];
      looked.replaceChildren(
        element("p", node.label),
        ...there,
        button("Close", () => look(node.id), "", "choice"),
      );
    }
    const rows = frame && !hides ? rowsOf(lesson, about, undefined, at.open) : [];
    if (root.classList.contains("unseen")) {
      for (const row of rows) row.hidden = parseInt(row.id.slice(1)) > far; // by its step
    }
    [splits, holds] = [lesson.listed || lesson.weighed ? [] : rows, frame?.node];
    const mine = at.pick && rows.find(({ id, hidden }) => !hidden && numberOf(id) === at.pick);
    const chosen = mine?.id ?? frame?.row ?? tellingRow(rows);
    tables.hidden = !rows.length;
    sums.hidden = hides || (!frame && !rows.length);
    if (rows.length) {
      for (const row of rows) row.selected = row.id === chosen;
      const caption = lesson.listed ?? `${lesson.weighed ?? "Candidates"}: ${frame.place}`;
      const below = lesson.weighed && !playable; // the next question: it says whose values these are
      table.update({
        caption,
        columns: below ? [caption, ...lesson.columns.slice(1)] : lesson.columns,
        height: listHeight(),
        rows,
      });
    }
    const worked = part.worked[chosen] ?? part.worked[frame?.row] ?? (chosen && host.work?.(chosen, draw));
    const left = host.work ? "…" : "The arithmetic of this candidate is left out here, so that the page stays small.";
    const unworked = rows.find(({ id }) => id === chosen)?.hidden === false
      ? [element("p", element("small", left))]
      : [];
    const still = frame ? [stops(part.stops[frame.stops] ?? []), element("p", frame.says ?? "")] : [];
    sums.replaceChildren(...(worked ? arithmetic(worked) : rows.length ? unworked : still), onward);
    fit();
    sized.disconnect();
    if (worked) sized.observe(sums.querySelector(".sum"));
  }

  // px of the candidates; beside a plane what it and the arithmetic leave.
  function listHeight() {
    const usual = ROWS[Number(!lesson.boxes && (beside.length > 0 || Boolean(lesson.listed)))] * rem();
    const left = beside.reduce((room, { host }) => room - host.clientHeight, side.clientHeight) - SUMS * rem();
    return beside.length && left > 0 ? Math.min(usual, Math.max(left, LIST * rem())) : usual;
  }

  // A long line is written smaller rather than cut.
  function fit() {
    const sum = sums.querySelector(".sum");
    if (sum) {
      sum.style.fontSize = "";
      const share = sums.clientWidth / sum.scrollWidth;
      if (share < 1) sum.style.fontSize = `${Math.max(0.7, 0.98 * share)}em`;
    }
    goesOn();
  }

  const sized = new ResizeObserver(fit); // a font that comes later is wider
  const goesOn = () => sums.classList.toggle("more", sums.scrollHeight - sums.clientHeight - sums.scrollTop > 4);

  function arithmetic({ lines, columns, branches, remark, says }) {
    const body = branches.map(([name, ...cells]) =>
      element("tr", element("th", { scope: "row" }, name), ...cells.map((text) => element("td", text)))
    );
    const counts = element(
      "table.counts",
      { ariaLabel: lesson.weighed ? "Predicted and true classes" : "Branches" },
      element("thead", element("tr", ...headings(columns))),
      element("tbody", ...body),
    );
    // of one that was asked for alone, the lines themselves
    const read = lines.map((line) => (Number.isInteger(line) ? part.lines[line] : line));
    const worked = [marked(formulas(read)), element("p", element("small", remark))];
    // of a tree in a row what it is and its numbers come before the definition that they meet
    if (columns.length) worked.splice(lesson.listed ? 0 : 2, 0, counts);
    return says ? [element("p", element("small", says)), ...worked] : worked;
  }

  // The last line whose result is the figure that a link of the notes' numbers asked for: it is said above the stage.
  function marked(table) {
    const value = parseFloat(document.querySelector("p.dt-asked")?.dataset.value);
    const result = ({ textContent }) => parseFloat(textContent.match(/[\d.]+(?=\D*$)/)?.[0]);
    [...table.rows].findLast((row) => Math.abs(result(row) - value) < 5e-4)?.classList.add("wanted");
    return table;
  }

  const stops = (asked) =>
    element(
      "ul.stops",
      ...asked.map(([question, answer, holds]) =>
        element("li", { className: holds ? "yes" : "" }, `${question} `, element("b", answer))
      ),
    );

  // Moves to another place.
  function show(place) {
    Object.assign(at, place);
    questions.set(at.said);
    walks.set(at.fresh);
    steps.set(at.step, at.speed);
    draw();
  }

  for (const one of [trees, root]) resized(signal, one, room);
  resized(signal, sums, goesOn);
  // a lesson that came took the focus away
  const homeless = (event) => passed(event)[0]?.matches("body") && escape(event);
  listen(signal, [[sums, "scroll", goesOn], [root, "keydown", escape], [window, "keydown", homeless], [
    window,
    "beforeprint",
    () => tree.show(),
  ]]);
  show({});
  return { root, go: steps.go, show, draw };
}
