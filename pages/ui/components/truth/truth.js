// A truth table with labels to click (dtlearn/show/learning/words.py): the vote on every row, and what the target
// says.
import { button, element } from "stage/base/dom.js";
import { truthTable } from "../shared/truthtable.js";

const VERDICTS = { right: "✓ right", wrong: "✗ wrong", tie: "= tie", "": "" };

const headings = ({ target }) => ["label", "vote for 1", "majority", ...(target ? ["target"] : [])];

function cells(r, send) {
  const label = button("", undefined, "", "label");
  const ones = element("i.ones");
  const bar = element("div.bar", { ariaHidden: "true" }, ones);
  const votes = element("span.count");
  const answer = element("span.sign");
  const target = button("", () => send("turned", r), "", "turn");
  const verdict = element("span.verdict");
  const told = element("td.target", target, " ", verdict);
  const tally = element("td.votes", element("div.tally", bar, votes));

  function write(data, value, row) {
    const known = value !== "-", bits = row.bits.join("");
    const word = (text) => (text in data.signs ? `${data.signs[text]} ${text}` : text);
    label.classList.toggle("known", known);
    label.ariaLabel = `${bits}: ${known ? `label ${value}` : "not seen"}, ${row.votes} vote for 1`;
    label.title = "Click: " + [...row.cycle, row.cycle[0]].map((one) => (one === "-" ? "?" : one)).join(" → ");
    told.parentElement.classList.toggle("seen", row.seen);
    bar.hidden = row.share === null;
    ones.style.width = `${100 * (row.share ?? 0)}%`;
    votes.textContent = row.votes;
    answer.textContent = word(row.answer);
    target.textContent = word(row.target);
    target.disabled = !data.own;
    target.ariaLabel = `Target of ${bits}: ${row.target}`;
    target.title = data.own ? "Click to flip it" : "";
    told.hidden = !data.target;
    verdict.textContent = VERDICTS[row.verdict];
    verdict.className = `verdict ${row.verdict}`;
  }
  return { label, all: [tally, element("td", answer), told], write };
}

function look(table, { colours: [zero, one] }) {
  table.style.setProperty("--one", one);
  table.style.setProperty("--zero", zero);
}

export default truthTable("labels", headings, cells, look);
