// A truth table with labels to click (dtlearn/views/concepts.py). A click sends all labels, so that of several quick
// ones none is lost. Text enters through textContent only.
const VERDICTS = { right: "✓ right", wrong: "✗ wrong", tie: "= tie", "": "" };

function mount(parentElement) {
  let send, data, labels = "", sent = [];
  const head = element("tr");
  const body = element("tbody");
  const table = element("table", { ariaLabel: "Truth table" }, element("thead", {}, head), body);
  parentElement.append(table);

  function make(r) {
    const label = element("button", { type: "button", className: "label", onclick: () => put(r, next(r)) });
    const ones = element("i", { className: "ones" });
    const bar = element("div", { className: "bar", ariaHidden: "true" }, ones);
    const votes = element("span", { className: "count" });
    const answer = element("span", { className: "sign" });
    const target = element("button", { type: "button", className: "turn", onclick: () => send("turned", r) });
    const verdict = element("span", { className: "verdict" });
    const row = element("tr", {},
      ...data.rows[r].bits.map((bit) => element("td", { className: `bit b${bit}`, textContent: bit })),
      element("td", {}, label), element("td", { className: "votes" }, element("div", { className: "tally" }, bar, votes)), element("td", {}, answer),
      element("td", { className: "target" }, target, " ", verdict));
    label.addEventListener("keydown", (event) => onKey(event, r));
    return { row, label, ones, bar, votes, answer, target, verdict };
  }

  const next = (r) => {
    const cycle = data.rows[r].cycle;
    return cycle[(cycle.indexOf(labels[r]) + 1) % cycle.length];
  };

  function put(r, label) {
    if (label === labels[r]) return;
    labels = labels.slice(0, r) + label + labels.slice(r + 1);
    sent.push(labels);
    write();
    send("labels", labels);
  }

  function onKey(event, r) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const to = { 0: "0", 1: "1", Delete: "-", Backspace: "-" }[event.key];
    if (by) parts[r + by]?.label.focus();
    else if (to !== undefined && data.rows[r].cycle.includes(to)) put(r, to);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  let parts = [];

  const word = (label) => (label === "-" ? "?" : `${data.signs[label]} ${label}`);

  function write() {
    data.rows.forEach((row, r) => {
      const { label, ones, bar, votes, answer, target, verdict } = parts[r];
      const known = labels[r] !== "-";
      label.textContent = word(labels[r]);
      label.classList.toggle("known", known);
      label.style.setProperty("--class", known ? data.colours[labels[r]] : "transparent");
      label.ariaLabel = `${row.bits.join("")}: ${known ? `label ${labels[r]}` : "not seen"}, ${row.votes} say 1`;
      label.title = "Click: " + [...row.cycle, row.cycle[0]].map((c) => (c === "-" ? "?" : c)).join(" → ");
      parts[r].row.classList.toggle("seen", row.seen);
      bar.hidden = row.share === null;
      ones.style.width = `${100 * (row.share ?? 0)}%`;
      votes.textContent = row.votes;
      answer.textContent = row.answer in data.signs ? word(row.answer) : row.answer;
      target.textContent = row.target in data.signs ? word(row.target) : row.target;
      target.disabled = !data.own;
      target.ariaLabel = `Target of ${row.bits.join("")}: ${row.target}`;
      target.title = data.own ? "Click: turn it round" : "";
      target.parentElement.hidden = !data.target;
      verdict.textContent = VERDICTS[row.verdict];
      verdict.className = `verdict ${row.verdict}`;
    });
  }

  return {
    update(newData, setTriggerValue) {
      send = setTriggerValue;
      const other = !data || newData.n !== data.n;
      data = newData;
      // An answer to an older click must not undo a newer one.
      if (!sent.includes(data.labels) || data.labels === sent.at(-1)) {
        labels = data.labels;
        sent = [];
      }
      if (other) {
        labels = data.labels;
        sent = [];
        parts = [];
        for (let r = 0; r < data.rows.length; r++) parts.push(make(r));
        body.replaceChildren(...parts.map((part) => part.row));
      }
      const names = [...Array(data.n).keys()].map((j) => `X${j + 1}`);
      head.replaceChildren(...[...names, "label", "say 1", "majority", ...(data.target ? ["target"] : [])].map((text) =>
        element("th", { scope: "col", textContent: text })));
      table.className = data.n > 3 ? "many" : "";
      table.style.setProperty("--one", data.colours[1]);
      table.style.setProperty("--zero", data.colours[0]);
      write();
    },
    remove() {
      table.remove();
    },
  };
}
