// Saves what stands on the page: trees, charts and drawings as pictures, tables as text.
import { SAVES } from "./constants.js";
import { element, framed } from "stage/base/dom.js";
import { draw, set } from "stage/base/svg.js";
import { apart, marked, plain, tableText, unsigned } from "./tabletext.js";

const FILE = "dtlearn-file"; // a tree is asked for one of its files: the server writes it (tree.js)
// asks who has drawn a tree, an element with data-redraws, to let Graphviz draw
export const GRAPHVIZ = "dtlearn-graphviz";
const SMALL = 60; // px: lower or narrower than this it is a sign, not a drawing
const WIDEST = 4000; // px of a PNG
const INHERITED = "fill fill-opacity fill-rule stroke stroke-opacity stroke-width stroke-dasharray stroke-linecap " +
  "stroke-linejoin font-family font-size font-style font-weight text-anchor dominant-baseline paint-order visibility";
const NAMES = {
  svg: "SVG",
  png: "PNG",
  csv: "CSV",
  semicolons: "CSV with ;",
  dot: "Graphviz DOT",
  tex: "LaTeX",
  md: "Markdown",
  html: "Page that plays",
};
const TYPES = { svg: "image/svg+xml", csv: "text/csv", html: "text/html" };

function download(name, content) {
  const type = TYPES[name.split(".").at(-1)] ?? "text/plain";
  if (type === TYPES.csv) content = `\ufeff${content}`; // a spreadsheet opens it as UTF-8
  const blob = content instanceof Blob ? content : new Blob([content], { type: `${type};charset=utf-8` });
  const link = element("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

// ---- pictures

const context = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });

// A colour as every drawing program reads it, and how opaque it is: the browser may answer "color(srgb ...)".
function colour(value) {
  context.clearRect(0, 0, 1, 1);
  context.fillStyle = value;
  context.fillRect(0, 0, 1, 1);
  const [r, g, b, a] = context.getImageData(0, 0, 1, 1).data;
  return [`#${[r, g, b].map((part) => part.toString(16).padStart(2, "0")).join("")}`, a / 255];
}

// A copy that needs no style sheet: what the page's styles say stands at the elements themselves.
function still(svg) {
  const copy = svg.cloneNode(true);
  const seen = [svg, ...svg.querySelectorAll("*")], made = [copy, ...copy.querySelectorAll("*")];
  const looks = new Map(seen.map((one) => [one, getComputedStyle(one)]));
  made.forEach((one, i) => {
    const style = looks.get(seen[i]), above = i ? looks.get(seen[i].parentElement) : undefined;
    for (const name of ["class", "style", "tabindex"]) one.removeAttribute(name);
    if (style.transform !== "none" && i) one.setAttribute("transform", style.transform);
    if (style.opacity !== "1") one.setAttribute("opacity", style.opacity);
    for (const name of INHERITED.split(" ")) {
      const value = style.getPropertyValue(name);
      if (value === above?.getPropertyValue(name) || value.startsWith("url(")) continue;
      one.setAttribute(name, value.replace(/px\b/g, ""));
      if (!["fill", "stroke"].includes(name) || value === "none") continue;
      const [shade, opaque] = colour(value);
      one.setAttribute(name, shade);
      if (opaque < 1) {
        one.setAttribute(`${name}-opacity`, (opaque * style.getPropertyValue(`${name}-opacity`)).toFixed(3));
      }
    }
  });
  made.forEach((one, i) => looks.get(seen[i]).display === "none" && one.remove());
  return copy;
}

// The words and shades of what stands above a drawing, where they stand on the page.
function* written(above) {
  for (const shade of above.querySelectorAll("i")) {
    const { x, y, width, height } = shade.getBoundingClientRect();
    const [fill, opaque] = colour(getComputedStyle(shade).backgroundColor);
    yield draw("rect", { x, y, width, height, fill, "fill-opacity": opaque });
  }
  const texts = document.createTreeWalker(above, NodeFilter.SHOW_TEXT), range = document.createRange();
  while (texts.nextNode()) {
    const { currentNode: node } = texts, from = node.data.search(/\S/);
    if (from < 0) continue;
    range.setStart(node, from);
    range.setEnd(node, node.data.length);
    const { left: x, top, width: textLength, height } = range.getBoundingClientRect(); // also in another font
    const { color, fontFamily, fontSize, fontWeight } = getComputedStyle(node.parentElement);
    const place = { x, y: top + 0.78 * height, textLength, lengthAdjust: "spacingAndGlyphs" };
    const look = { "font-family": fontFamily, "font-size": parseFloat(fontSize), "font-weight": fontWeight };
    yield draw("text", { ...place, ...look, fill: colour(color)[0] }, undefined, plain(node.data));
  }
}

// One picture of the drawings that lie over each other in a box, on the page's paper. above : what stands over it, if
// it belongs to it.
function picture(box, drawings, title, above) {
  const { left, width, bottom } = box.getBoundingClientRect();
  const { top } = (above ?? box).getBoundingClientRect(), height = bottom - top;
  const root = draw("svg", { width, height, viewBox: `0 0 ${width} ${height}` });
  draw("title", {}, root, title);
  const [paper] = colour(getComputedStyle(document.querySelector("[data-testid=stApp]")).backgroundColor);
  draw("rect", { width, height, fill: paper }, root);
  for (const drawing of drawings) {
    const place = drawing.getBoundingClientRect();
    const box = { x: place.left - left, y: place.top - top, width: place.width, height: place.height };
    root.append(set(still(drawing), box));
  }
  if (above) draw("g", { transform: `translate(${-left} ${-top})` }, root).append(...written(above));
  return new XMLSerializer().serializeToString(root);
}

async function bitmap(svg) {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: TYPES.svg }));
  await image.decode();
  const times = Math.min(3, WIDEST / image.width);
  const canvas = new OffscreenCanvas(Math.ceil(image.width * times), Math.ceil(image.height * times));
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return canvas.convertToBlob();
}

// svg() : the picture as text.
const pictured = (svg) => ({ svg, png: async () => bitmap(await svg()) });

// ---- tables

// What a reader sees in a cell, a formula as it was written; without some of it.
function words(cell, without = "style") {
  const copy = cell.cloneNode(true);
  copy.querySelectorAll(".katex").forEach((one) =>
    one.replaceWith(marked(one.querySelector("annotation")?.textContent ?? one.textContent))
  );
  copy.querySelectorAll(`[aria-hidden=true], [hidden], svg, style, button.fold, ${without}`).forEach((one) =>
    one.remove()
  );
  copy.querySelectorAll("input").forEach((one) => one.replaceWith(one.value));
  copy.querySelectorAll("br, div, p, li, span").forEach((one) => one.before(" "));
  return plain(copy.textContent);
}

const cells = (table, read) =>
  [...table.rows].map((row) =>
    [...row.cells]
      .filter((cell) => cell.ariaHidden !== "true" && !cell.matches(".bar"))
      .flatMap((cell) => [read(cell), ...Array(cell.colSpan - 1).fill("")])
  );

// The badges of each row, in a column of their own; nothing of a table without any.
function badges(table) {
  const all = [...table.rows].map((row) => [...row.querySelectorAll(".badge")].map((one) => unsigned(one.textContent)));
  return all.some((some) => some.length) ? all.map((some, i) => [i ? some.join(", ") : "mark"]) : all;
}

// What a word of a plotly chart says: it may hold tags of ours, and signs of the data as entities.
const SIGNS = { lt: "<", gt: ">", amp: "&", "#36": "$" };
const unmarked = (text) => plain(text.replace(/<[^>]*>/g, "").replace(/&(lt|gt|amp|#36);/g, (_, name) => SIGNS[name]));

const axisTitle = (layout, axis) => unmarked(layout?.[axis]?.title?.text ?? "");

const spreadsheets = (csv) => ({ csv: () => csv(","), semicolons: () => csv(";") });

// The numbers of a plotly chart, point by point.
function points({ _fullData: traces, _fullLayout: layout }, csv, between) {
  const rows = [];
  for (const { visible, name, x, y, z } of traces) {
    if (visible !== true || !x?.length || !y?.length) continue;
    const series = /^trace \d+$/.test(name) ? "" : unmarked(name); // plotly's word for a nameless one
    if (z) z.forEach((line, j) => Array.from(line, (value, i) => rows.push([series, x[i], y[j], value])));
    // between two lines is nothing
    else Array.from(x, (value, i) => value === null || rows.push([series, value, y[i]]));
  }
  const axes = ["xaxis", "yaxis"].map((axis) => axisTitle(layout, axis) || axis[0]);
  return csv([["series", ...axes, ...(traces.some(({ z }) => z) ? ["value"] : [])], ...rows], between);
}

// ---- what there is on the page

function* everything(node) {
  for (const child of node.children) {
    if (child.matches("style, script, dialog, [data-testid=stElementToolbar], .modebar, button, svg.map")) continue;
    yield child;
    if (!child.matches("svg, table, .js-plotly-plot")) yield* everything(child);
    if (child.shadowRoot) yield* everything(child.shadowRoot);
  }
}

const tall = (one) => {
  const { width, height } = one.getBoundingClientRect();
  return one.checkVisibility() && width > SMALL && height > SMALL;
};

function titled(one, fallback) {
  const host = one.getRootNode().host ?? one;
  const said = one.caption?.textContent || one.getAttribute("aria-label") || one.alt ||
    one.querySelector(":scope > title")?.textContent ||
    host.closest("[role=figure], figure")?.getAttribute("aria-label");
  return plain(said || fallback).split(/[:;.](?:\s|$)/)[0].slice(0, 70);
}

function chartTitle(chart) {
  const [across, up] = ["xaxis", "yaxis"].map((axis) => axisTitle(chart._fullLayout, axis).replace(/ \(.*/, ""));
  return across && up ? `${up} against ${across}` : titled(chart, "Chart");
}

// Asks the server for a file of the lesson, or of the tree.
function asked(tree, ending) {
  return new Promise((done) => tree.parentElement.dispatchEvent(new CustomEvent(FILE, { detail: { ending, done } })));
}

// {title, files: {ending: () => content}} of what can be saved; nothing for all else.
function thing(one, text) {
  if (one.matches("table:not([role=presentation])") && one.rows.length > 1 && one.checkVisibility()) {
    const read = () => cells(one, (cell) => words(cell));
    const value = (cell) => text.exact(cell.title, unsigned(words(cell, ".badges")));
    const csv = (between) => {
      const marks = badges(one);
      return text.csv(apart(cells(one, value).map((row, i) => [...row, ...marks[i]])), between);
    };
    return {
      title: titled(one, "Table"),
      files: { ...spreadsheets(csv), tex: () => text.tex(read()), md: () => text.md(read()) },
    };
  }
  if (!tall(one)) return undefined;
  if (one.matches("svg[role=tree]")) {
    const file = (ending) => () => asked(one, ending);
    const plays = one.dataset.plays === "true" ? { html: file("html") } : {};
    return { title: "Tree", files: { ...pictured(file("svg")), dot: file("dot"), tex: file("tex"), ...plays } };
  }
  if (one.matches(".js-plotly-plot")) {
    const title = chartTitle(one);
    const svg = () => picture(one, one.querySelectorAll(".main-svg"), title);
    return { title, files: { ...pictured(svg), ...spreadsheets((between) => points(one, text.csv, between)) } };
  }
  if (one.matches("img") && /svg/.test(one.src)) {
    return { title: titled(one, "Picture"), files: pictured(async () => (await fetch(one.src)).text()) };
  }
  const title = titled(one, "Drawing");
  if (one.matches("canvas")) return { title, files: { png: () => new Promise((done) => one.toBlob(done)) } };
  if (!one.matches("svg")) return undefined;
  // its legend
  const above = one.previousElementSibling?.matches(".lines, .title") ? one.previousElementSibling : undefined;
  const all = [one, ...(above?.querySelectorAll("svg") ?? [])];
  return { title, files: pictured(() => picture(one, all, title, above)) };
}

// ---- the dialog

export function saver() {
  const list = element("ul"), note = element("p", { role: "status" });
  let redraws;
  const graphviz = framed("Draw trees with Graphviz", () => {
    dialog.close();
    redraws.dispatchEvent(new Event(GRAPHVIZ));
  });
  const ends = [framed("Close", () => dialog.close()), graphviz];
  const dialog = element("dialog.save", { ariaLabel: "Save" }, element("h2", "Save what you see"), list, note, ...ends);

  async function hand(name, content) {
    note.textContent = "";
    try {
      download(name, await content());
      note.textContent = `Saved: ${name}`;
    } catch {
      note.textContent = "Your browser could not make this picture: take SVG, or try another browser.";
    }
  }

  function line({ title, files }, i, all) {
    const same = all.filter((other) => other.title === title);
    const shown = same.length > 1 ? `${title} ${same.indexOf(all[i]) + 1}` : title;
    const page = location.pathname.split("/").at(-1);
    const words = shown.normalize("NFKD").replace(/[^\w]+/g, "-").replace(/^-|-$/g, "").toLowerCase();
    const name = `${page}-${words.slice(0, 48)}`;
    const buttons = Object.entries(files).map(([ending, content]) => {
      const made = framed(
        NAMES[ending],
        () => hand(`${name}.${ending}`.replace(".semicolons", "-semicolons.csv"), content),
      );
      made.ariaLabel = `${shown}: ${NAMES[ending]}`;
      return made;
    });
    return element("li", element("span", shown), element("span", ...buttons));
  }

  function open() {
    const text = tableText(SAVES), page = document.querySelector("[data-testid=stMain]");
    const all = [...everything(page)], found = all.map((one) => thing(one, text)).filter(Boolean);
    redraws = all.find((one) => "redraws" in one.dataset);
    graphviz.hidden = !redraws;
    note.textContent = found.length ? "" : "There is no tree, chart or table on this page yet.";
    list.replaceChildren(...found.map(line));
    dialog.showModal();
  }

  // What saves the lesson that plays here, as a page or as the package of one.
  function playing() {
    const tree = [...everything(document.querySelector("[data-testid=stMain]"))].find((one) =>
      one.dataset.plays === "true"
    );
    if (!tree) return undefined;
    const page = location.pathname.split("/").at(-1);
    const html = async () => download(`${page}.html`, await asked(tree, "html"));
    const zip = async () => {
      const bytes = Uint8Array.from(atob(await asked(tree, "zip")), (letter) => letter.charCodeAt(0));
      download(`${page}-scorm.zip`, new Blob([bytes], { type: "application/zip" }));
    };
    return { html, zip };
  }

  return { dialog, open, playing };
}
