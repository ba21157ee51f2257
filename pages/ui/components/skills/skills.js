// The skills by topic, with what this browser knows of them. One click practises one.
import { element, framed, listen } from "stage/base/dom.js";
import { draw as shape } from "stage/base/svg.js";
import { component } from "../shared/mount.js";
import { standing } from "../shared/mastery.js";
import { forget, records, today } from "../shared/skillbook.js";

const SEEDS = 99_999_999;

const SIDE = 3.6; // px, half of a mark

// A picture of shapes, as dtlearn/show/practice/tiny.py names them; the question beside it says what it shows.
function pictured(tiny) {
  const svg = shape("svg", { viewBox: "0 0 96 56", class: "tiny", "aria-hidden": "true" });
  for (const [name, x, y, ...more] of tiny) {
    if (name === "line") shape("line", { x1: x, y1: y, x2: more[0], y2: more[1], class: more[2] }, svg);
    else if (name === "box") shape("rect", { x, y, width: more[0], height: more[1], class: more[2], rx: 2 }, svg);
    else if (name === "text") shape("text", { x, y }, svg, more[0]);
    else if (more[0]) {
      shape("rect", { x: x - SIDE, y: y - SIDE, width: 2 * SIDE, height: 2 * SIDE, class: "mark one" }, svg);
    } else shape("circle", { cx: x, cy: y, r: SIDE + 0.4, class: "mark" }, svg);
  }
  return svg;
}

export default component((send, signal) => {
  let data = { topics: [] }, drawn;
  const root = element("div.skills");
  const every = () => data.topics.flatMap(({ skills }) => skills);
  const titles = (names) => every().filter(({ name }) => names.includes(name)).map(({ title }) => title);
  const practise = (names, first) => send("practise", [names, Math.floor(Math.random() * SEEDS), first]);

  // What to go on with: the first that is not practised, and all before it are.
  function following(now) {
    const has = (name) => ["practised", "kept", "due"].includes(now.get(name).state);
    return every().find(({ name, before }) => !has(name) && before.every(has))?.name;
  }

  function card({ name, title, short, tiny, before }, { state, sign, words, row }, here) {
    const dots = element("span", { ariaHidden: "true", textContent: `${"●".repeat(row)}${"○".repeat(3 - row)} ` });
    const said = element("span.state", dots, `${sign} ${words}`.trim());
    const stuck = state === "stuck";
    const rest = stuck
      ? ["A worked example first.", ...(before.length ? [`Before it: ${titles(before).join(", ")}.`] : [])]
      : [];
    const button = element(
      `button.card ${state}${here ? " here" : ""}`,
      { type: "button", onclick: () => practise([name], stuck || state === "new") },
      ...(here ? [element("span.begin", here)] : []),
      ...(tiny.length ? [pictured(tiny)] : []),
      element("span.title", title),
      element("span.more", short),
      ...(state === "new" ? [] : [said]),
      ...rest.map((text) => element("span.more", text)),
    );
    return element("li", button);
  }

  function draw() {
    const known = records(), day = today();
    const now = new Map(every().map(({ name }) => [name, standing(known.get(name), day)]));
    const text = JSON.stringify([data, [...now]]);
    if (text === drawn) return; // the focus stays where it is
    drawn = text;
    const next = following(now), here = known.size ? "Next" : "Begin here";
    const due = [...now].filter(([, { state }]) => state === "due").map(([name]) => name);
    const mixed = framed(`Mixed questions: ${titles(due).join(", ")}`, () => practise(due, false));
    root.replaceChildren(
      element(
        "p",
        "Choose a skill. First you see a worked example. Three right in a row and it is mastered; " +
          "a few days later we ask you again.",
      ),
      ...(due.length ? [mixed] : []),
      element(
        "div.topics",
        ...data.topics.map(({ title, skills }) =>
          element(
            "section",
            { role: "group", ariaLabel: title },
            element("h2", title),
            element("ul", ...skills.map((one) => card(one, now.get(one.name), one.name === next ? here : ""))),
          )
        ),
      ),
      element(
        "p.kept",
        "Your progress is saved in this browser only. ",
        ...(known.size ? [framed("Clear my progress", forget)] : []),
      ),
    );
  }

  listen(signal, [[window, "dt-skills", draw], [window, "storage", draw]]);
  return {
    root,
    update(now) {
      data = now;
      draw();
    },
  };
});
