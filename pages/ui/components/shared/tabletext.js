// Tables as text: for a spreadsheet, LaTeX and Markdown. A cell is a text, with its formulas marked.

// Around a formula until it is known what it is written for.
const OPEN = "\ue000", SHUT = "\ue001";

export const marked = (formula) => `${OPEN}${formula}${SHUT}`;
export const plain = (text) => text.replace(/[\u2060\u00ad]/g, "").replace(/\s+/g, " ").trim();
const number = (text) => text.replace(/^\u2212/, "-");

// Without the sign of its class, or of the row in question.
export const unsigned = (text) => text.replace(/^[●■▲◆✚★▼✕○□△☆▽◀⬟⬢◢◣◤◥⋈▶◇✓]\s+/u, "");

// A column of "3/14 = 0.214" as two, of numbers: 3 and 14.
export function apart(rows) {
  const [head, ...body] = rows, counts = (text) => text?.match(/^(\d+)\/(\d+) = [\d.]+$/)?.slice(1);
  const two = head.map((_, j) => body.some((row) => row[j]) && body.every((row) => !row[j] || counts(row[j])));
  return rows.map((row, i) =>
    row.flatMap((text, j) => (!two[j] ? [text] : i ? counts(text) ?? ["", ""] : [text, `${text}: of`]))
  );
}

// TEX, COMMANDS, FORMULA, PLAIN: how words are made safe for LaTeX and for a spreadsheet (saves.py).
export function tableText({ TEX, COMMANDS, FORMULA, PLAIN }) {
  const isNumber = (text) => new RegExp(`^(?:${PLAIN})$`).test(number(text));

  // All digits where the cell shows three: its title holds them, or the fraction.
  function exact(title, text) {
    const written = /(?:^|[=≈] )([+-]?\d*\.?\d+(?:e[+-]?\d+)?)(?:\/(\d+))?(?: [a-z]+)?$/i;
    const [, digits, below = 1] = title.match(written) ?? [];
    if (!digits || !isNumber(text)) return text;
    const decimals = text.split(".")[1]?.length ?? 0; // further away, it says something else
    return Math.abs(digits / below - number(text)) <= 10 ** -decimals ? String(digits / below) : text;
  }

  // As dtlearn.show.paper.latex_reader.tame: a formula with no command that could ask for something, and no picture
  // for who reads no formulas.
  const tame = (latex) =>
    latex
      .replace(/\\(?:([A-Za-z]+)|.)/gs, (all, name) => (name && !COMMANDS.includes(name) ? `\\backslash ${name}` : all))
      .replace(/<(?=\S)|!(?=\[)|\^(?=\^)|:(?=\/\/)|www(?=\.)/gi, "$& ").replaceAll("`", "'");
  // The words of a text are made safe, its formulas stay as they were written.
  const mixed = (text, safe) =>
    text.split(/[\ue000\ue001]/).map((part, i) => (i % 2 ? `$${tame(part)}$` : safe(part))).join("");
  const tex = (text) => mixed(text, (part) => [...part].map((ch) => TEX[ch] ?? ch).join(""));
  const pipe = (text) =>
    mixed(text, (part) =>
      part.replace(/[\\|*_`<>[\]$]/g, "\\$&")
        .replace(/\\\\(?=[A-Za-z])|:(?=\/\/)|www(?=\.)/gi, "$&\u2060")); // as in dtlearn.show.paper.inline

  // As dtlearn.data.packing.guarded: no spreadsheet takes a word for a formula.
  function csvCell(written, between) {
    const text = mixed(written, (part) => part);
    const value = isNumber(text)
      ? number(text).replace(".", between === ";" ? "," : ".")
      : FORMULA.includes(text[0])
      ? `'${text}`
      : text;
    return /["\r\n]/.test(value) || value.includes(between) ? `"${value.replaceAll('"', '""')}"` : value;
  }

  // between : what parts the cells; with ; numbers have a decimal comma.
  const csv = (rows, between = ",") =>
    rows.map((row) => row.map((value) => csvCell(String(value ?? ""), between)).join(between)).join("\r\n") + "\r\n";

  function latex(rows) {
    const [head, ...body] = rows.map((row) => `${row.map(tex).join(" & ")} \\\\`);
    const columns = "l".repeat(Math.max(...rows.map((row) => row.length)));
    const begin = `% Formulas may need \\usepackage{amsmath}.\n\\begin{tabular}{${columns}}`;
    return [begin, "\\hline", head, "\\hline", ...body, "\\hline", "\\end{tabular}", ""].join("\n");
  }

  function markdown([head, ...body]) {
    const line = (row) => `| ${row.map(pipe).join(" | ")} |`;
    return [line(head), `|${" --- |".repeat(head.length)}`, ...body.map(line), ""].join("\n");
  }

  return { exact, csv, tex: latex, md: markdown };
}
