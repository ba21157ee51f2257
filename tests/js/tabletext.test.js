// Tables as text: nothing of a cell is read as a formula, a command or a picture.
import assert from "node:assert/strict";
import test from "node:test";
import { apart, marked, plain, tableText, unsigned } from "../../pages/ui/components/shared/tabletext.js";

const PLAIN = "[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?";
const { exact, csv, tex, md } = tableText({
  TEX: { _: "\\_", "%": "\\%" },
  COMMANDS: ["frac"],
  FORMULA: ["=", "-"],
  PLAIN,
});

test("a spreadsheet gets numbers as numbers, and no word as a formula", () => {
  assert.equal(csv([["a", 1, null], ["=1+1", "-2", "\u22123.5"]]), "a,1,\r\n'=1+1,-2,-3.5\r\n");
  assert.equal(csv([['say "so"', "a,b", "-x"]]), '"say ""so""","a,b",\'-x\r\n');
});

test("where a comma is the decimal sign, cells are parted by semicolons", () => {
  assert.equal(csv([["Größe (cm)", "a;b"], ["12.5", "weiß, gelb"]], ";"), 'Größe (cm);"a;b"\r\n12,5;weiß, gelb\r\n');
});

test("LaTeX gets words made safe, and of formulas what can ask for nothing", () => {
  const rows = [["gain_1", "50%"], [marked("\\frac{1}{2}"), marked("\\input{x}")]];
  const [, begin, , head, , body] = tex(rows).split("\n");
  assert.deepEqual([begin, head], ["\\begin{tabular}{ll}", "gain\\_1 & 50\\% \\\\"]);
  assert.equal(body, "$\\frac{1}{2}$ & $\\backslash input{x}$ \\\\");
});

test("Markdown gets no link, no picture and no other column", () => {
  const [head, rule, row] = md([["a", "b"], ["x|y", "![p](http://q)"]]).split("\n");
  assert.deepEqual([head, rule], ["| a | b |", "| --- | --- |"]);
  assert.equal(row, "| x\\|y | !\\[p\\](http:\u2060//q) |");
  assert.match(md([["a"], [marked("![p](http://q)")]]), /\$! \[p\]\(http: \/\/q\)\$/);
});

test("all digits where the title says the same number, else the text", () => {
  assert.equal(exact("gain = 0.24674981977443933", "0.247"), "0.24674981977443933");
  assert.equal(exact("≈ 1/3", "0.333"), String(1 / 3));
  assert.equal(exact("0.24674981977443933 bits", "0.247"), "0.24674981977443933");
  assert.equal(exact("of 14", "0.247"), "0.247");
  assert.equal(exact("= 5", "0.247"), "0.247");
  assert.equal(plain(" a\u2060b \n c\u00ad "), "ab c");
});

test("a sign before a value is left out, and a count of some is two numbers", () => {
  assert.deepEqual(["● No", "▶ 3", "●", "★5", "a ● b"].map(unsigned), ["No", "3", "●", "★5", "a ● b"]);
  const said = apart([["Error", "Votes", "n"], ["test", "3/14 = 0.214", "1/2"], ["none", "", "0"]]);
  assert.deepEqual(said, [["Error", "Votes", "Votes: of", "n"], ["test", "3", "14", "1/2"], ["none", "", "", "0"]]);
});
