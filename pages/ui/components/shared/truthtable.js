// A truth table with values to click or to type. A click sends all values, so that of several quick ones none is lost.
// Text enters through textContent only.
import { element, headings } from "stage/base/dom.js";
import { onKey } from "stage/base/keys.js";
import { component } from "./mount.js";
import { optimistic } from "./optimistic.js";

// The value behind another one in a cycle of them.
export const following = (cycle, value) => cycle[(cycle.indexOf(value) + 1) % cycle.length];
export const replaced = (text, r, value) => text.slice(0, r) + value + text.slice(r + 1);

// event : the values' name in the data and in what is sent. titles(data) : of the columns behind the bits.
// cells(r, send) : what stands behind a row's bits, {label: its button, all: [td ...], write(data, value, row,
// current)}; current: the server knows all values.
// look(table, data) : what the whole table shows. A value "-" is none.
export const truthTable = (event, titles, cells, look) =>
  component((send, signal) => {
    let data, parts = [];
    const values = optimistic((text) => send(event, text), write, signal);
    const head = element("tr");
    const body = element("tbody");
    const table = element("table", { ariaLabel: "Truth table" }, element("thead", head), body);
    const root = element("div.room", table);

    function make({ bits }, r) {
      const part = cells(r, send);
      part.label.onclick = () => put(r, following(data.rows[r].cycle ?? "01", values.value[r]));
      onKey(part.label, (event) => moved(event, r));
      const row = bits.map((bit) => element("td", { className: `bit b${bit}`, textContent: bit }));
      part.row = element("tr", ...row, element("td", part.label), ...part.all);
      return part;
    }

    function put(r, value) {
      values.ask(replaced(values.value, r, value));
      write();
    }

    function moved(event, r) {
      const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const to = { 0: "0", 1: "1", Delete: "-", Backspace: "-" }[event.key];
      if (by) parts[r + by]?.label.focus();
      else if (to !== undefined && (data.rows[r].cycle ?? "01").includes(to)) put(r, to);
      else return false;
    }

    function write() {
      parts.forEach((part, r) => {
        const value = values.value[r];
        part.label.textContent = value === "-" ? "?" : `${data.signs[value]} ${value}`;
        part.label.style.setProperty("--class", data.colours[value] ?? "transparent");
        part.write(data, value, data.rows[r], values.value === data[event]);
      });
    }

    return {
      root,
      update(newData) {
        const other = data?.n !== newData.n;
        data = newData;
        if (other) values.stop();
        values.told(data[event]);
        if (other) {
          parts = data.rows.map(make);
          body.replaceChildren(...parts.map((part) => part.row));
        }
        const names = Array.from({ length: data.n }, (_, j) => `X${j + 1}`);
        head.replaceChildren(...headings([...names, ...titles(data)]));
        table.classList.toggle("many", data.n > 3);
        look(table, data);
        write();
      },
    };
  });
