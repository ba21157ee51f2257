// Plays a walkthrough (docs/walkthrough.md): the tree, the candidates with the arithmetic of one, the examples, the steps.
import { element, fill, headings, resized, write } from "./dom.js";
import { bags, heldAt, lineOf, rowsOf, tellingRow, viewOf, walk } from "./document.js";
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
  let picked, lit, fresh;
  const words = (k) => `Step ${k} of ${frames.length - 1}`;
  const questions = quiz(lesson, (k) => steps.go(k + 1));
  const ahead = lesson.choices.length === 0; // who predicts sees no mark of what is to come
  const steps = player({ last: frames.length - 1, ticks: lesson.ticks, ahead, said: words, moved }, signal);

  const heard = { clicked: visit, example: follow };
  const tree = picture((event, value) => heard[event](value), signal);
  const table = choices((event, id) => event === "chosen" && pick(id));
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
  lesson.classes.forEach((name, k) => {
    const mark = lesson.scale ? "" : `${lesson.signs[k]} `;
    const label = element("span.class", `${mark}${name}`);
    if (!lesson.scale) label.style.borderColor = lesson.colours[k];
    legend.append(label);
  });

  for (const [look, means] of lesson.rings) {
    legend.append(element("span", element("i", { className: `ring ${look}` }), ` ${means}`));
  }

  function visit(id) {
    const step = viewOf(lesson, steps.step()).nodes.find((node) => node.id === id)?.step;
    if (Number.isInteger(step) && (ahead || step <= steps.step())) steps.go(step);
  }

  function pick(id) {
    picked = id;
    draw();
  }

  // The way of an example through the tree, or no longer.
  function follow(row) {
    lit = lit === row ? undefined : row;
    draw();
  }

  function send(values) {
    fresh = values;
    draw();
  }

  function moved(k) {
    picked = undefined;
    draw();
    told(k);
  }

  function draw() {
    const k = steps.step(), frame = frames[k], view = viewOf(lesson, k), rows = rowsOf(lesson, k);
    const chosen = rows.some(({ id, hidden }) => id === picked && !hidden) ? picked : tellingRow(rows);
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
      table.update({ caption: said, columns: lesson.columns, height: 336, rows: rowsOf(lesson, k, chosen) });
    }
    const worked = lesson.worked[chosen];
    const still = [stops(frame.stops), element("p", frame.says ?? "")];
    sums.replaceChildren(...(worked ? arithmetic(worked) : rows.length ? [] : still));
    walks.say(fresh ? walked(view.nodes, way) : "");
    codes.update(frame.event);
    examples.update(heldAt(lesson, frame.node), frame.place, lit);
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
  draw();
  return { root, go: steps.go };
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
  const root = element("details.code", element("summary", "Pseudocode"), ...parts);
  root.hidden = !found.length;
  function update(event) {
    found.forEach(({ at }, i) =>
      lines[i].forEach((line, k) => {
        const now = at[event] === k + 1;
        line.className = now ? "now" : "";
        line.ariaCurrent = now ? "step" : null;
      })
    );
  }
  return { root, update };
}

const cell = (text, heads) => element(heads ? "th" : "td", heads ? { scope: "row" } : {}, text);

// The examples that a node holds; one can be chosen, to see its way.
function examplesTable({ examples: { columns, rows }, classes, signs, scale }, choose) {
  const body = element("tbody"), title = element("caption");
  const root = element(
    "div.examples",
    element("table", title, element("thead", element("tr", ...headings(columns))), body),
  );
  root.hidden = !rows.length;
  const sign = (text) => (scale ? "" : `${signs[classes.indexOf(text)] ?? ""} `);
  function update(held, place, lit) {
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
  }
  return { root, update };
}
