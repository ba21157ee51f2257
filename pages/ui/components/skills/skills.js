// The skills by topic, with what this browser knows of them. One click practises one.
import { element, framed, listen } from "stage/dom.js";
import { component } from "../shared/mount.js";
import { standing } from "../shared/mastery.js";
import { forget, records, today } from "../shared/skillbook.js";

const SEEDS = 99_999_999;

export default component((send, signal) => {
  let data = { topics: [] }, drawn;
  const root = element("div.skills");
  const every = () => data.topics.flatMap(({ skills }) => skills);
  const titles = (names) => every().filter(({ name }) => names.includes(name)).map(({ title }) => title);
  const practise = (names, first) => send("practise", [names, Math.floor(Math.random() * SEEDS), first]);

  function card({ name, title, before }, now) {
    const { state, sign, words, row } = now;
    const dots = element("span.dots", { ariaHidden: "true", textContent: "●".repeat(row) + "○".repeat(3 - row) });
    const said = element("span.state", `${sign} ${words}`.trim());
    const stuck = state === "stuck";
    const rest = stuck
      ? ["A worked example first.", ...(before.length ? [`Before it: ${titles(before).join(", ")}.`] : [])]
      : [];
    const button = element(
      `button.card ${state}`,
      { type: "button", onclick: () => practise([name], stuck || state === "new") },
      element("span.title", title),
      dots,
      said,
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
    const due = [...now].filter(([, { state }]) => state === "due").map(([name]) => name);
    const mixed = framed(`Mixed questions: ${titles(due).join(", ")}`, () => practise(due, false));
    root.replaceChildren(
      element(
        "p",
        "Choose a skill: a worked exercise shows how. Three in a row, right at once, and it is practised; days later it is asked again.",
      ),
      ...(due.length ? [mixed] : []),
      element(
        "div.topics",
        ...data.topics.map(({ title, skills }) =>
          element(
            "section",
            { role: "group", ariaLabel: title },
            element("h2", title),
            element("ul", ...skills.map((one) => card(one, now.get(one.name)))),
          )
        ),
      ),
      element(
        "p.kept",
        "What you have practised is kept by this browser alone. ",
        ...(known.size ? [framed("Forget it", forget)] : []),
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
