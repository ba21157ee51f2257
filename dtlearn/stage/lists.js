// What stands under the tree of a pruning beside the usual panels: every tree, the validation examples. Other files
// leave it out.
import { stepsOf, USUAL } from "./document.js";
import { element, headings, hosted } from "./base/dom.js";
import { STYLES } from "./styles.js";
import { choices } from "./table.js";

export const lists = (lesson, go) => (lesson.states ? [states(lesson, go), validation(lesson)] : []);

// Every tree of a lesson in a table, with what it is worth; a row leads to its step. Who predicts sees it at the last
// step.
function states(lesson, go) {
  const { states: found, chart } = lesson, last = stepsOf(lesson) - 1;
  const table = choices((event, id) => event === "chosen" && go(Number(id.slice(1))));
  const wait = element("p", "The table waits until the last step.");
  const root = element("div.states", hosted("every", STYLES.table, table.root), wait);
  return {
    name: "states",
    title: found.caption,
    root,
    update({ step }) {
      const now = found.steps.findLast((k) => k <= step);
      wait.hidden = !chart.waits || step === last;
      root.firstElementChild.hidden = !wait.hidden;
      const rows = found.rows.map((row) => ({ ...USUAL, ...row, selected: row.id === `s${now}` }));
      if (wait.hidden) {
        table.update({
          caption: found.caption,
          columns: found.columns,
          height: Math.max(root.clientHeight - 12, 80),
          rows,
        });
      }
    },
  };
}

// The validation examples that come to a node, and what subtree and leaf say of each.
function validation({ validation: found }) { // its rows are a part's own
  const body = element("tbody"), title = element("caption"), heads = element("thead");
  const root = element("div.examples", element("table", title, heads, body));
  root.hidden = !found;
  if (found) heads.append(element("tr", ...headings(found.columns)));
  return {
    name: "validation",
    title: "Validation examples",
    root,
    update({ comes, place, known }) {
      const size = comes?.size ?? 0, rows = comes?.rows ?? [];
      const more = size > rows.length ? `, the first ${rows.length} of ${size}` : "";
      title.textContent = size
        ? `Validation examples at ${comes.place ?? place}${more}`
        : "No validation example is looked at here.";
      heads.hidden = !size;
      const lines = rows.map(([row, ...says]) => [...known.rows[row], ...says]);
      body.replaceChildren(...lines.map((cells) => element("tr", ...cells.map((text) => element("td", text)))));
    },
  };
}
