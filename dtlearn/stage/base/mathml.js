// Formulas as latex_reader.py writes them short, texts and lists whose first item says what they are, as MathML. Texts
// are never markup.
const LARGE = ["∑", "∏"]; // what stands below and above them
const NS = "http://www.w3.org/1998/Math/MathML";

function make(tag, attributes, ...inside) {
  const made = document.createElementNS(NS, tag);
  for (const name in attributes) made.setAttribute(name, attributes[name]);
  made.append(...inside);
  return made;
}

const thin = () => make("mspace", { width: "0.17em" });
// Without a font for formulas browsers lower a sign's index by less than a pixel.
const lowered = (inside) => make("mpadded", { voffset: "-0.2em" }, inside);
const named = (inside) => make("mrow", {}, thin(), inside, thin());
const text = (words) => make("mtext", {}, words.replaceAll(" ", "\xa0"));

// A script hangs on one element; those of a large sign and of max stand below and above it.
function script(base, sub, sup) {
  const large = LARGE.includes(base) || ["max", "min"].includes(base[1]);
  const inside = base[0] === "name" ? make("mi", {}, base[1]) : formula(base);
  const places = large ? ["under", "over"] : ["sub", "sup"];
  const tag = `m${sub ? places[0] : ""}${sup ? places[1] : ""}`;
  const below = sub && (large ? formula(sub) : lowered(formula(sub)));
  const made = make(tag, {}, inside, ...[below, sup && formula(sup)].filter(Boolean));
  return base[0] === "name" ? named(made) : made;
}

// A fraction below a root stands on one line: where the font is none for formulas, the sign would not grow over both of
// its lines.
function flat(x) {
  const only = x[0] === "row" && x[1].length === 1 ? x[1][0] : x, [kind, , a, b] = only;
  if (typeof only === "string" || kind !== "frac") return formula(x);
  const closed = (part) => typeof part === "string" ? [formula(part)] : [sign("("), formula(part), sign(")")];
  return make("mrow", {}, ...closed(a), sign("/"), ...closed(b));
}

const MAKE = {
  row: (items) => make("mrow", {}, ...items.map(formula)),
  id: (sign) => make("mi", {}, sign),
  name: (word) => named(make("mi", {}, word)),
  text,
  blank: (em) => text(" ".repeat(2 * em)),
  frac: (small, a, b) => make("mstyle", { displaystyle: String(!small) }, make("mfrac", {}, formula(a), formula(b))),
  script,
  over: (base, above) => make("mover", {}, formula(base), formula(above)),
  bar: (x) => make("mover", { accent: "true" }, formula(x), make("mo", {}, "¯")),
  sqrt: (x) => make("msqrt", {}, flat(x)),
  bold: (x) => make("mstyle", { style: "font-weight:bold" }, formula(x)),
  fence: (open, x, close) => make("mrow", {}, make("mo", {}, open), formula(x), make("mo", {}, close)),
  space: (em) => make("mspace", { width: `${Number(em)}em` }),
};

// A number, a letter, a sign: brackets do not grow, as in the text they stand in.
function sign(text) {
  if (/^\d/.test(text)) return make("mn", {}, text);
  if (/^\p{L}/u.test(text)) return make("mi", {}, text);
  return make("mo", "([{⌈⌊⟨)]}⌉⌋⟩|".includes(text) ? { stretchy: "false" } : {}, text);
}

function formula(x) {
  if (typeof x === "string") return sign(x);
  const [kind, ...parts] = x;
  return Object.hasOwn(MAKE, kind) ? MAKE[kind](...parts) : text(String(kind));
}

export const inline = (x) => make("math", {}, formula(x));

// Lines of cells, aligned where they are parted.
export function formulas(lines) {
  const table = document.createElement("table");
  table.className = "sum";
  table.setAttribute("role", "presentation");
  for (const cells of lines) {
    const row = table.insertRow();
    for (const cell of cells.length === 1 ? [["row", []], ...cells] : cells) {
      row.insertCell().append(make("math", { displaystyle: "true" }, formula(cell)));
    }
  }
  return table;
}
