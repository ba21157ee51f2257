// The truth table of a function (dtlearn/views/hard.py). A click sends all outputs, so that of several quick ones none
// is lost. Text enters through textContent only.
function mount(parentElement) {
  let send, data, values = "", sent = [], parts = [];
  const head = element("tr");
  const body = element("tbody");
  const table = element("table", { ariaLabel: "Truth table" }, element("thead", {}, head), body);
  const room = element("div", { className: "room" }, table);
  parentElement.append(room);

  function make(r) {
    const value = element("button", { type: "button", onclick: () => put(r, values[r] === "1" ? "0" : "1") });
    const says = element("td", { className: "says" });
    const row = element("tr", {},
      ...data.rows[r].bits.map((bit) => element("td", { className: `bit b${bit}`, textContent: bit })),
      element("td", {}, value), says);
    value.addEventListener("keydown", (event) => onKey(event, r));
    return { row, value, says };
  }

  function put(r, value) {
    if (value === values[r]) return;
    values = values.slice(0, r) + value + values.slice(r + 1);
    sent.push(values);
    write();
    send("outputs", values);
  }

  function onKey(event, r) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by) parts[r + by]?.value.focus();
    else if (event.key === "0" || event.key === "1") put(r, event.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function write() {
    // What the tree says of an older function is not shown beside a newer one.
    const current = values === data.outputs;
    data.rows.forEach((row, r) => {
      const { value, says } = parts[r];
      value.textContent = `${data.signs[values[r]]} ${values[r]}`;
      value.style.setProperty("--class", data.colours[values[r]]);
      value.ariaLabel = `${row.bits.join("")}: ${values[r]}`;
      value.title = "Click: the other value";
      const wrong = row.says !== values[r];
      says.replaceChildren(current ? `${data.signs[row.says]} ${row.says}${wrong ? " ✗" : ""}` : "…");
      if (current && wrong) says.append(element("span", { className: "word", textContent: " wrong" }));
      says.classList.toggle("wrong", current && wrong);
    });
  }

  return {
    update(newData, setTriggerValue) {
      send = setTriggerValue;
      const other = !data || newData.n !== data.n;
      data = newData;
      // An answer to an older click must not undo a newer one.
      if (other || !sent.includes(data.outputs) || data.outputs === sent.at(-1)) {
        values = data.outputs;
        sent = [];
      }
      if (other) {
        parts = [];
        for (let r = 0; r < data.rows.length; r++) parts.push(make(r));
        body.replaceChildren(...parts.map((part) => part.row));
      }
      const names = [...Array(data.n).keys()].map((j) => `X${j + 1}`);
      head.replaceChildren(...[...names, "f", data.who].map((text) => element("th", { scope: "col", textContent: text })));
      table.classList.toggle("many", data.n > 3);
      table.classList.toggle("errs", data.rows.some((row, r) => row.says !== data.outputs[r]));
      write();
    },
    remove() {
      room.remove();
    },
  };
}
