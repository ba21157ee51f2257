// The candidate table: rows are kept by id between runs. The name is the row's button; the whole row takes
// the click.
import { button, element, enter, fill, reveal } from "./base/dom.js";
import { onKey } from "./base/keys.js";
import { within } from "./base/svg.js";

const SHORT = 18; // letters of the longest name beside which there is room for long bars
const BADGES = { best: "★ best", chosen: "✓ chosen" };

// point(id) : the row that the pointer is over, else the one with the focus; undefined for none.
export function choices(send, point = () => {}) {
  let pointed, seen; // the row that was last scrolled to, and the height in which it was seen
  const rows = new Map(); // id -> the parts of its row
  const head = element("tr");
  const body = element("tbody");
  const table = element("table", element("thead", head), body);
  const scroller = element("div.scroller", table);
  const root = element("div.choices", scroller);
  const at = {}; // what points -> the row
  const points = (what, here) => ({ target }) => {
    at[what] = here ? target.closest("tr").dataset.id : undefined;
    point(at.pointer ?? at.focus);
  };
  body.addEventListener("pointerover", points("pointer", true));
  body.addEventListener("pointerleave", points("pointer"));
  body.addEventListener("focusin", points("focus", true));
  body.addEventListener("focusout", points("focus"));

  function makeRow(id) {
    const unfold = (event) => {
      event.stopPropagation();
      send("expanded", id);
    };
    const fold = button("", unfold, "", "fold");
    const label = element("span.label");
    const badges = element("span.badges");
    const name = element("button.name", { type: "button" }, label, badges);
    const bar = element("div.fill");
    // the number beside it says the same
    const barCell = element("td.bar", { ariaHidden: "true" }, element("div.track", bar));
    const line = element("div.line", name, fold);
    const row = element("tr", { onclick: () => send("chosen", id) }, element("th", { scope: "row" }, line), barCell);
    row.dataset.id = id;
    name.addEventListener("focus", () => enter(names(), name));
    return { row, fold, label, badges, name, bar, barCell, cells: [] };
  }

  function writeRow(parts, row, columns) {
    const { row: line, fold, name, bar, barCell, cells } = parts;
    line.title = row.title ?? "";
    for (const state of ["selected", "muted", "now"]) line.classList.toggle(state, row[state]);
    line.classList.toggle("child", row.level > 0);
    line.classList.toggle("good", row.badges.includes("best") || row.badges.includes("tie"));
    line.ariaCurrent = row.now ? "step" : null;
    name.ariaPressed = String(row.selected);
    fold.hidden = row.expanded === null;
    fold.ariaExpanded = String(row.expanded === true);
    fold.ariaLabel = row.expanded === null ? null : `All of this feature: ${row.title}`;
    parts.label.textContent = row.name;
    fill(parts.badges, row.badges, () => element("span"), (pill, badge) => {
      pill.className = `badge ${badge.replace(" ", "-")}`;
      pill.textContent = BADGES[badge] ?? badge;
    });
    while (cells.length > row.cells.length) cells.pop().remove();
    while (cells.length < row.cells.length) cells.push(line.insertBefore(element("td"), barCell));
    cells.forEach((cell, i) => {
      // a column without a title says what there is to a row
      cell.textContent = !row.hidden ? row.cells[i] : columns[i + 1] && "?";
      cell.title = row.hidden ? "not scored yet" : (row.exact[i] ?? "");
    });
    bar.style.width = `${row.hidden ? 0 : within(row.bar ?? 0, 0, 1) * 100}%`;
  }

  const names = () => [...rows.values()].map((parts) => parts.name);

  onKey(body, ({ key, target }) => {
    if (key !== "ArrowDown" && key !== "ArrowUp") return false;
    const row = target.closest("tr");
    const next = key === "ArrowDown" ? row.nextElementSibling : row.previousElementSibling;
    if (!next) return;
    next.querySelector(".name").focus({ preventScroll: true });
    reveal(next, scroller, head);
  });

  return {
    root,
    update(data) {
      table.ariaLabel = data.caption;
      scroller.style.maxHeight = `${data.height}px`;
      fill(head, data.columns, () => element("th", { scope: "col" }), (cell, text, i) => {
        cell.textContent = text;
        cell.className = i === data.columns.length - 1 ? "bar" : "";
      });
      const wanted = new Set(data.rows.map((row) => row.id));
      for (const [id, parts] of rows) {
        if (wanted.has(id)) continue;
        parts.row.remove();
        rows.delete(id);
      }
      data.rows.forEach((row, i) => {
        if (!rows.has(row.id)) rows.set(row.id, makeRow(row.id));
        const parts = rows.get(row.id);
        writeRow(parts, row, data.columns);
        if (body.children[i] !== parts.row) body.insertBefore(parts.row, body.children[i] ?? null);
      });
      root.classList.toggle("short", data.columns.length === 3 && data.rows.every(({ name }) => name.length <= SHORT));
      const target = data.rows.find((row) => row.now) ?? data.rows.find((row) => row.selected);
      const inside = names().some((name) => name.matches(":focus"));
      if (!inside && rows.size) enter(names(), rows.get((target ?? data.rows[0]).id).name);
      const high = scroller.clientHeight; // 0 while it is not on the page yet
      if (target && (high !== seen || target.id !== pointed)) reveal(rows.get(target.id).row, scroller, head);
      if (high) [pointed, seen] = [target?.id, high];
    },
  };
}
