// The truth table of a function (dtlearn/show/learning/one_function.py): its outputs to turn round, and what a tree
// says.
import { element } from "stage/base/dom.js";
import { truthTable } from "../shared/truthtable.js";

function cells() {
  const label = element("button", { type: "button", title: "Click: the other value" });
  const says = element("td.says");
  function write({ signs }, value, row, current) {
    // What the tree says of an older function is not shown beside a newer one.
    const wrong = current && row.says !== value;
    label.ariaLabel = `${row.bits.join("")}: ${value}`;
    says.replaceChildren(current ? `${signs[row.says]} ${row.says}${wrong ? " ✗" : ""}` : "…");
    if (wrong) says.append(element("span.word", " wrong"));
    says.classList.toggle("wrong", wrong);
  }
  return { label, all: [says], write };
}

const look = (table, { rows, outputs }) =>
  table.classList.toggle("errs", rows.some((row, r) => row.says !== outputs[r]));

export default truthTable("outputs", (data) => ["f", data.who], cells, look);
