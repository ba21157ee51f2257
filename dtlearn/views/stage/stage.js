// Plays a walkthrough (docs/walkthrough.md): the tree, the candidates with the arithmetic of one, the examples, the steps.
import { element, enter, fill, headings, listen, resized, reveal, write } from "./dom.js";
import { bags, heldAt, lineOf, rowsOf, tellingRow, viewOf, walk } from "./document.js";
import { onKey } from "./keys.js";
import { formulas } from "./mathml.js";
import { player } from "./player.js";
import { quiz } from "./quiz.js";
import { STYLES } from "./styles.js";
import { choices } from "./table.js";
import { picture } from "./tree.js";
import { walker } from "./walker.js";

const LEAST = 260; // px of the tree's height

// A part with a style of its own.
function hosted(className, css, part) {
  const host = element(`div.${className}`);
  host.attachShadow({ mode: "open" }).append(element("style", css), part);
  return host;
}

// lesson : the walkthrough. told(k) : the step is another.
export function stage(lesson, told, signal) {
  const { frames } = lesson;
  // picked : the chosen candidate's row. lit : the number of the example whose way is shown. fresh : a new example's values.
  // unfolded : the row whose feature's candidates are all listed.
  let picked, lit, fresh, unfolded;
  const words = (k) => `Step ${k} of ${frames.length - 1}`;
  const questions = quiz(lesson, (k) => steps.go(k + 1), () => steps.go(0));
  const ahead = lesson.choices.length === 0; // who predicts sees no mark of what is to come
  const ticks = lesson.ticks, last = frames.length - 1;
  const steps = player({ last, ticks, ahead, playable: ahead, said: words, moved }, signal);

  const heard = { clicked: visit, example: follow };
  const tree = picture((event, value) => heard[event](value), signal);
  const table = choices((event, id) => (event === "chosen" ? pick(id) : unfold(id)));
  const trees = hosted("trees", STYLES.tree, tree.root);
  const tables = hosted("tables", STYLES.table, table.root);
  const caption = element("p.caption", { ariaLive: "polite" });
  const legend = element("p.legend");
  const sums = element("div.sums", { tabIndex: 0, role: "region", ariaLabel: "Arithmetic" });
  const examples = examplesTable(lesson, follow);
  const walks = walker(lesson.features, send);
  const codes = pseudocode(lesson.code);
  const side = element("div.side", questions.root, tables, sums, codes.root);
  const root = element(
    "div.stage",
    element("h1", lesson.title, " ", element("small", lesson.about)),
    steps.root,
    caption,
    element("div.main", element("div.left", trees, legend, examples.root, walks.root), side),
  );
  legend.append(...looks(lesson));

  function visit(id) {
    const step = viewOf(lesson, steps.step()).nodes.find((node) => node.id === id)?.step;
    if (Number.isInteger(step) && (ahead || step <= steps.step())) steps.go(step);
  }

  function pick(id) {
    picked = id;
    draw();
  }

  function unfold(id) {
    unfolded = unfolded === id ? undefined : id;
    draw();
  }

  // The way of an example through the tree, or no longer.
  function follow(row) {
    lit = lit === row ? undefined : row;
    fresh = undefined;
    draw();
  }

  function send(values) {
    fresh = values;
    if (fresh) lit = undefined;
    draw();
  }

  function moved(k) {
    picked = undefined;
    draw();
    told(k);
  }

  function draw() {
    const k = steps.step(), frame = frames[k], view = viewOf(lesson, k), rows = rowsOf(lesson, k, undefined, unfolded);
    const mine = picked && rows.find(({ id, hidden }) => !hidden && id.endsWith(picked));
    const chosen = mine ? mine.id : tellingRow(rows);
    const ids = new Set(view.nodes.map(({ id }) => id)), held = bags(lesson, ids);
    const seen = held.find(([, rows]) => rows.includes(lit))?.[0], end = fresh ? walk(lesson, ids, fresh) : seen;
    const way = end ? lineOf(end) : [];
    const boxHeight = Math.max(LEAST, trees.clientHeight);
    const shown = { held, examples: lesson.examples.classes, example: lit, lit: way };
    tree.update({ ...view, ...shown, picks: true, boxHeight, tall: false, whole: false, small: false });
    write(caption, frame.caption);
    questions.update(k);
    tables.hidden = sums.hidden = questions.asks(k);
    tables.hidden ||= !rows.length;
    if (!tables.hidden) {
      const said = `Candidates: ${frame.place}`;
      table.update({ caption: said, columns: lesson.columns, height: 336, rows: rowsOf(lesson, k, chosen, unfolded) });
    }
    const worked = lesson.worked[chosen];
    const still = [stops(frame.stops), element("p", frame.says ?? "")];
    const left = "The arithmetic of this candidate is left out here, so that the page stays small.";
    const unworked = rows.find(({ id }) => id === chosen)?.hidden === false
      ? [element("p", element("small", left))]
      : [];
    sums.replaceChildren(...(worked ? arithmetic(worked) : rows.length ? unworked : still));
    fit();
    walks.say(fresh ? walked(view.nodes, way) : "");
    codes.update(frame.event);
    examples.update(heldAt(lesson, frame.node), frame.place, lit);
  }

  // A long line is written smaller rather than cut.
  function fit() {
    const sum = sums.querySelector(".sum");
    if (!sum) return;
    sum.style.fontSize = "";
    const share = sums.clientWidth / sum.scrollWidth;
    if (share < 1) sum.style.fontSize = `${Math.max(0.7, 0.98 * share)}em`;
  }

  function arithmetic({ lines, columns, branches, remark }) {
    const body = branches.map((cells) => element("tr", ...cells.map((text, i) => cell(text, i === 0))));
    const counts = element(
      "table.counts",
      element("thead", element("tr", ...headings(columns))),
      element("tbody", ...body),
    );
    const worked = [formulas(lines.map((i) => lesson.lines[i])), element("p", element("small", remark))];
    return columns.length ? [...worked, counts] : worked;
  }

  const stops = (asked) =>
    element(
      "ul.stops",
      ...asked.map(([question, answer, holds]) =>
        element("li", { className: holds ? "yes" : "" }, `${question} `, element("b", answer))
      ),
    );

  resized(signal, trees, draw);
  listen(signal, [[window, "beforeprint", () => tree.show()]]);
  draw();
  return { root, go: steps.go, pick };
}

// What the colours, signs, rings and marks mean.
function looks({ classes, colours, signs, scale, rings, ticks, meanings }) {
  const spans = classes.map((name, k) => {
    const label = element("span.class", scale ? `${name}: ${scale.texts[0]} ` : `${signs[k]} ${name}`);
    if (scale) {
      const bar = element("i.scale");
      bar.style.background = `linear-gradient(90deg, ${colours.join()})`;
      label.append(bar, ` ${scale.texts[1]}`);
    } else label.style.borderColor = colours[k];
    return label;
  });
  const kinds = new Set(ticks.map(({ kind }) => kind));
  const known = { split: "split", leaf: "leaf", tie: "split after a tie", ...meanings };
  const marks = Object.entries(known).filter(([kind]) => kinds.has(kind));
  const sign = (className, means) => element("span", element("i", { className }), ` ${means}`);
  return [
    ...spans,
    ...rings.map(([look, means]) => sign(`ring ${look}`, means)),
    ...marks.map(([kind, means]) => sign(`mark ${kind}`, means)),
  ];
}

// A way in words: each question, the branch taken, and what stands at its end.
function walked(nodes, way) {
  const [...visited] = way.map((id) => nodes.find((node) => node.id === id));
  const said = visited.slice(1).map((node, i) => `${visited[i].title}? ${node.branch}.`), end = visited.at(-1);
  return [...said, end.kind === "leaf" ? `So: ${end.title}.` : "This node is not decided yet."].join(" ");
}

// The notes' algorithms; the line of an event is marked.
function pseudocode(found) {
  const lines = found.map(({ lines }) =>
    lines.map(([text, erratum, ours]) => {
      const notes = [["✎", erratum], ["The app:", ours]].filter(([, said]) => said);
      return element("li", element("code", text), ...notes.map(([sign, said]) => element("small", `${sign} ${said}`)));
    })
  );
  const parts = found.flatMap(({ source }, i) => [element("ol", ...lines[i]), element("p", element("small", source))]);
  const title = element("summary", "Pseudocode"), root = element("details.code", title, ...parts);
  let last;
  root.hidden = !found.length;
  function update(event) {
    last = event;
    found.forEach(({ at }, i) =>
      lines[i].forEach((line, k) => {
        const now = at[event] === k + 1;
        line.className = now ? "now" : "";
        line.ariaCurrent = now ? "step" : null;
      })
    );
    const line = root.querySelector(".now");
    if (root.open && line) reveal(line, root, title);
  }
  root.addEventListener("toggle", () => update(last));
  return { root, update };
}

const cell = (text, heads) => element(heads ? "th" : "td", heads ? { scope: "row" } : {}, text);

// The examples that a node holds; one can be chosen, to see its way.
function examplesTable({ examples: { columns, rows, size }, classes, signs, scale }, choose) {
  const body = element("tbody"), title = element("caption");
  const table = element("table", title, element("thead", element("tr", ...headings(columns))), body);
  const root = element(
    "div.examples",
    table,
    rows.length ? "" : `${size} examples: too many to be drawn and listed one by one.`,
  );
  root.hidden = !size;
  table.hidden = !rows.length;
  root.classList.toggle("none", !rows.length);
  const sign = (text) => (scale ? "" : `${signs[classes.indexOf(text)] ?? ""} `);
  const stops = () => [...body.querySelectorAll("button")];
  onKey(body, ({ key, target }) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (!by) return false;
    const to = stops()[stops().indexOf(target) + by];
    if (!to) return;
    enter(stops(), to);
    to.focus();
  });
  function update(held, place, lit) {
    const before = stops().indexOf(root.getRootNode().activeElement);
    title.textContent = `${held.length} example${held.length === 1 ? "" : "s"} here: ${place}`;
    fill(body, held, () => element("tr"), (line, row) => {
      const cells = rows[row], last = cells.length - 1;
      const way = element(
        "button",
        { type: "button", onclick: () => choose(row), ariaPressed: String(row === lit) },
        cells[0],
      );
      way.title = "Show its way through the tree";
      line.className = row === lit ? "lit" : "";
      line.replaceChildren(
        element("td", way),
        ...cells.slice(1).map((text, i) => cell(i + 1 === last ? `${sign(text)}${text}` : text)),
      );
    });
    enter(stops(), stops()[Math.max(before, 0)]); // one stop of the Tab key, however many there are
    if (before >= 0) stops()[before]?.focus();
  }
  return { root, update };
}
