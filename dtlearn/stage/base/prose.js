// An author's words, as deck.py writes them: blocks of runs. Nothing in them is markup.
import { element, headings } from "./dom.js";
import { formulas, inline } from "./mathml.js";

const TAGS = { bold: "strong", italic: "em", code: "code" };

// A stretch of words in one style. An address that is no web page is words.
export function run([kind, text, url]) {
  if (kind === "math") return inline(text);
  if (kind === "blank") return "____";
  if (kind === "link" && /^https?:/.test(url)) {
    return element("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, text);
  }
  return TAGS[kind] ? element(TAGS[kind], text) : text;
}

const cells = (row) => element("tr", ...row.map((text) => element("td", text)));
const BLOCKS = {
  p: (runs) => element("p", ...runs.map(run)),
  ol: (items) => element("ol", ...items.map((runs) => element("li", ...runs.map(run)))),
  ul: (items) => element("ul", ...items.map((runs) => element("li", ...runs.map(run)))),
  h: (text) => element("h3", text),
  math: (lines) => formulas(lines),
  table: (header, rows) =>
    element("table.counts", element("thead", element("tr", ...headings(header))), element("tbody", ...rows.map(cells))),
};

export const prose = (blocks) => blocks.map(([kind, ...parts]) => BLOCKS[kind](...parts));
