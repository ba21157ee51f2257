// The examples as a table to change (dtlearn/show/forest/unstable.py): a click on a label flips it, one on a number
// leaves the example out. A click sends all changes, so that of several quick ones none is lost. Text enters through
// textContent only.
import { read, written } from "../shared/changes.js";
import { button, element, enter, headings, reveal } from "stage/base/dom.js";
import { along, onKey } from "stage/base/keys.js";
import { component } from "../shared/mount.js";
import { optimistic } from "../shared/optimistic.js";

export default component((send, signal) => {
  let data, changes = [], parts = [], shape = "";
  const sample = optimistic((text) => send("sample", text), settle, signal);
  const head = element("tr");
  const body = element("tbody");
  const table = element("table", element("thead", head), body);
  const scroller = element("div.scroller", table);

  const out = (r) => changes.some(([row, label]) => row === r && label < 0);
  const label = (r) => changes.findLast(([row, label]) => row === r && label >= 0)?.[1] ?? data.rows[r].label;

  function put(newChanges) {
    if (data.locked) return;
    sample.ask(written(newChanges));
    settle();
  }

  function settle() {
    changes = read(sample.value);
    write();
  }

  // The next class, in the end the row's own again.
  function flip(r) {
    const next = (label(r) + 1) % data.classes.length;
    const others = changes.filter(([row, label]) => row !== r || label < 0);
    put(next === data.rows[r].label ? others : [...others, [r, next]]);
  }

  function omit(r) {
    const others = changes.filter(([row, label]) => row !== r || label >= 0);
    put(out(r) ? others : [...others, [r, -1]]);
  }

  function make(r) {
    const number = button("", () => omit(r), "", "number");
    const label = button("", () => flip(r), "", "label");
    const was = element("span.was");
    const differ = element("td.differ");
    const cells = data.rows[r].cells.map((text, j) => element(data.numeric[j] ? "td.num" : "td", text));
    const target = element("td.target", label, was);
    const row = element("tr", element("th", { scope: "row" }, number), ...cells, differ, target);
    onKey(row, (event) => {
      const which = event.target === number ? "number" : "label";
      if (event.key === "ArrowLeft") focus(number);
      else if (event.key === "ArrowRight") focus(label);
      else if (along(event)) focus(parts[r + along(event)]?.[which]);
      else if (event.key === "Delete" || event.key === "Backspace") omit(r);
      else return false;
    });
    return { row, number, label, was, differ };
  }

  // The tab key reaches one row; the arrow keys go on from there. Only the table's own scroller moves.
  function focus(button) {
    if (!button) return;
    stop(parts.findIndex((part) => part.number === button || part.label === button));
    button.focus({ preventScroll: true });
    reveal(button.closest("tr"), scroller, head);
  }

  const stop = (r) =>
    ["number", "label"].forEach((which) => enter(parts.map((part) => part[which]), parts[r]?.[which]));

  function write() {
    table.classList.toggle("agreed", data.rows.every((row) => !row.differ));
    data.rows.forEach((row, r) => {
      const part = parts[r];
      const [now, gone] = [label(r), data.locked ? row.times === 0 : out(r)];
      const flipped = now !== row.label;
      const name = `${data.noun} ${r + 1}`;
      part.row.className = [gone ? "gone" : "", flipped ? "flipped" : "", row.times > 1 ? "often" : ""].join(" ");
      part.number.textContent = gone ? `✕ ${r + 1}` : row.times > 1 ? `${r + 1} ×${row.times}` : `${r + 1}`;
      const drawn = row.times === 1 ? "once" : row.times ? `${row.times} times` : "left out";
      const omitted = gone ? "left out, take it back" : "leave it out";
      part.number.ariaLabel = part.number.title = `${name}: ${data.locked ? drawn : omitted}`;
      part.number.disabled = part.label.disabled = data.locked;
      part.label.textContent = `${data.signs[now]} ${data.classes[now]}`;
      part.label.style.setProperty("--class", data.colours[now]);
      const before = flipped ? `, flipped, it was ${data.classes[row.label]}` : "";
      part.label.ariaLabel = `${name}: ${data.target} ${data.classes[now]}${before}`;
      part.label.title = data.locked ? "" : `Click: ${data.classes[(now + 1) % data.classes.length]}`;
      part.was.textContent = flipped ? ` ≠ ${data.signs[row.label]}` : "";
      part.was.title = flipped ? `it was ${data.classes[row.label]}` : "";
      part.differ.textContent = row.differ;
      part.differ.title = row.differ ? row.title : "";
    });
  }

  return {
    root: scroller,
    update(newData) {
      data = newData;
      const newShape = JSON.stringify([data.features, data.numeric, data.rows.map((row) => row.cells)]);
      const other = newShape !== shape, before = sample.value;
      if (other) sample.stop();
      sample.told(data.sample);
      const news = sample.value !== before;
      changes = read(sample.value);
      if (other) {
        shape = newShape;
        parts = data.rows.map((_, r) => make(r));
        body.replaceChildren(...parts.map((part) => part.row));
        head.replaceChildren(...headings(["#", ...data.features, "before → after", data.target]));
        const differ = head.lastElementChild.previousElementSibling;
        differ.className = "differ";
        differ.title = "what the two trees predict for the example, where they disagree";
        scroller.scrollTop = 0;
        stop(changes.length ? Math.min(changes[0][0], parts.length - 1) : 0);
        body.onfocusin = (event) => stop(parts.findIndex((part) => part.row.contains(event.target)));
      }
      table.ariaLabel = `The ${data.noun}s: ${data.rows.length}`;
      scroller.style.maxHeight = data.height ? `${data.height}px` : "none";
      write();
      const last = parts[changes.at(-1)?.[0]];
      if (news && last) reveal(last.row, scroller, head);
    },
  };
});
