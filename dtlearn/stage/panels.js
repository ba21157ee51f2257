// What stands under the tree, one of several: the examples looked at, the notes' algorithm, the rules so far, what the
// notes say.
import { button, element, enter, fill, headings, reveal } from "./base/dom.js";
import { along, onKey } from "./base/keys.js";
import { prose } from "./base/prose.js";

const LISTED = 60; // examples in a table

// Tabs over panels {name, title, root, update}; those with nothing to say are left out. chosen(name) : another one is
// asked for.
export function panels(all, chosen) {
  const there = all.filter(({ root }) => !root.hidden);
  const tabs = there.map(({ name, title, root }) => {
    const tab = button(title, () => chosen(name), "", "tab");
    Object.assign(root, { role: "tabpanel", ariaLabel: title, translate: false });
    tab.role = "tab";
    return tab;
  });
  const list = element("div.tabs", { role: "tablist" }, ...tabs);
  const root = element("div.panels", list, ...there.map(({ root }) => root));
  let scrolled; // to this tab
  root.hidden = !there.length;
  onKey(list, (event) => {
    const by = event.key.startsWith("Arrow") ? along(event) : 0, at = tabs.indexOf(event.target) + by;
    if (!by || !tabs[at]) return false;
    chosen(there[at].name);
    tabs[at].focus();
  });
  return {
    root,
    // name : of the panel that is shown, the first one if there is no such. says : what its panel needs.
    update(name, says) {
      const at = Math.max(there.findIndex((panel) => panel.name === name), 0);
      there.forEach((panel, i) => {
        panel.root.hidden = i !== at;
        tabs[i].ariaSelected = String(i === at);
      });
      root.classList.toggle("unasked", !name);
      if (there.length) {
        enter(tabs, tabs[at]);
        if (scrolled !== at && list.clientWidth) {
          scrolled = at;
          const { left, right } = list.getBoundingClientRect(), tab = tabs[at].getBoundingClientRect();
          list.scrollLeft += Math.min(tab.left - left, Math.max(tab.right - right, 0));
        }
        there[at].update(says);
      }
    },
  };
}

const cell = (text, heads) => element(heads ? "th" : "td", heads ? { scope: "row" } : {}, text);

// The examples that a node holds. choose(row) : one is chosen, to see its way. point(row) : one is pointed at, or none.
export function examples({ examples: { columns, rows, size }, classes, signs, scale }, choose, point) {
  const body = element("tbody"), title = element("caption");
  const table = element("table", title, element("thead", element("tr", ...headings(columns))), body);
  const many = `${size} examples: too many to be drawn and listed one by one.`;
  const root = element("div.examples", table, rows.length ? "" : many);
  const sign = (text) => (scale ? "" : `${signs[classes.indexOf(text)] ?? ""} `);
  const stops = () => [...body.querySelectorAll("button")];
  const rowOf = ({ target }) => Number(target.closest("tbody tr")?.dataset.row ?? NaN);
  let pointed;
  root.hidden = !size;
  table.hidden = !rows.length;
  onKey(body, ({ key, target }) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (!by) return false;
    const to = stops()[stops().indexOf(target) + by];
    if (!to) return;
    enter(stops(), to);
    to.focus();
  });
  for (const name of ["pointerover", "focusin"]) body.addEventListener(name, (event) => point(rowOf(event)));
  for (const name of ["pointerleave", "focusout"]) body.addEventListener(name, () => point(NaN));
  return {
    name: "examples",
    title: "Examples",
    root,
    // The row of an example that is pointed at elsewhere.
    hot(row) {
      pointed = row;
      for (const line of body.rows) line.classList.toggle("hot", Number(line.dataset.row) === row);
    },
    update({ held, place, lit }) {
      const before = stops().indexOf(root.getRootNode().activeElement);
      const more = held.length > LISTED ? ` The first ${LISTED} are shown.` : "";
      title.textContent = held.length === size
        ? `All ${size} examples.${more}`
        : `${held.length} example${held.length === 1 ? "" : "s"}: ${place}.${more}`;
      fill(body, held.slice(0, LISTED), () => element("tr"), (line, row) => {
        line.className = `${row === lit ? "lit" : ""} ${row === pointed ? "hot" : ""}`;
        if (line.dataset.row !== String(row)) {
          const cells = rows[row], last = cells.length - 1, way = button(cells[0], () => choose(row), "", "");
          way.title = "Show its way through the tree";
          line.dataset.row = row;
          line.replaceChildren(
            element("td", way),
            ...cells.slice(1).map((text, i) => cell(i + 1 === last ? `${sign(text)}${text}` : text)),
          );
        }
        line.querySelector("button").ariaPressed = String(row === lit);
      });
      enter(stops(), stops()[Math.max(before, 0)]); // one stop of the Tab key, however many there are
      if (before >= 0) stops()[before]?.focus();
    },
  };
}

// The notes' algorithms; the line of an event is marked. Under a line with a word of "here" stands what it comes to.
export function pseudocode({ code: found, reads, here }) {
  const remarks = [];
  const lines = found.map(({ lines }) =>
    lines.map(([text, erratum, ours]) => {
      const line = element(
        "li",
        element("code", text),
        erratum ? element("small", `✎ ${erratum}`) : "",
        ours ? element("small", `The app: ${ours}`) : "",
      );
      if (here && text.includes(here)) remarks.push(line.appendChild(element("small")));
      return line;
    })
  );
  const root = element(
    "div.code",
    { tabIndex: 0 },
    reads ? element("p", element("small", reads)) : "",
    ...found.flatMap(({ source }, i) => [element("ol", ...lines[i]), element("p", element("small", source))]),
  );
  root.hidden = !found.length;
  return {
    name: "pseudocode",
    title: "Pseudocode",
    root,
    update({ event, remark }) {
      for (const place of remarks) place.textContent = remark ?? "";
      found.forEach(({ at }, i) =>
        lines[i].forEach((line, k) => {
          const now = at[event] === k + 1;
          line.className = now ? "now" : "";
          line.ariaCurrent = now ? "step" : null;
        })
      );
      const line = root.querySelector(".now");
      if (line) {
        reveal(line, root, { offsetHeight: 0 });
        // The box begins with a line, never inside one.
        root.scrollTop &&= lines.flat().find((one) => one.offsetTop >= root.scrollTop).offsetTop;
      }
    },
  };
}

// The rules that the leaves drawn make.
export function rules({ rules: found, classes, signs, scale }) {
  // id of a leaf -> its item
  const list = element("ol"), none = element("p", "No leaf yet, so no rule yet."), made = new Map();
  const root = element("div.rules", none, list);
  root.hidden = !Object.keys(found).length;
  return {
    name: "rules",
    title: "Rules so far",
    root,
    update({ leaves }) {
      const shown = Object.entries(found).filter(([id]) => leaves.has(id));
      none.hidden = shown.length > 0;
      const items = shown.map(([id, rule]) => made.get(id) ?? made.set(id, item(...rule)).get(id)),
        there = new Set(items);
      for (const old of [...list.children]) if (!there.has(old)) old.remove();
      items.forEach((one, i) => list.children[i] === one || list.insertBefore(one, list.children[i] ?? null));
    },
  };

  function item(conditions, says, holds) {
    const words = conditions.flatMap((text, i) => [i ? " and " : "If ", element("b", text)]);
    const sign = scale ? "" : `${signs[classes.indexOf(says)] ?? ""} `;
    return element("li", ...words, words.length ? ", then " : "Always ", element("b", `${sign}${says}`), ` (${holds})`);
  }
}

// What the notes say of a node: printed figures beside the true ones, slips.
export function notes(lesson) {
  const root = element("div.notes");
  root.hidden = !lesson.notes.texts.length;
  return {
    name: "notes",
    title: "In the lecture notes",
    root,
    update: ({ about, notes: { nodes, texts } }) => root.replaceChildren(...prose(texts[nodes[about]] ?? [])),
  };
}
