// Blanks to fill in, below each other or in the cells of a table. Enter goes to the next empty one, then checks, then
// goes on. What is right is decided elsewhere. Text enters through textContent only.
// What is typed and not checked outlasts a look at another exercise or page, in this tab. Another exercise begins at
// its question.
import { element, headings } from "stage/base/dom.js";
import { component } from "../shared/mount.js";
import { tab, tried } from "../shared/store.js";
import { pictured } from "./pictures.js";

const TOP = 60; // px that the menu hides
const SIGNS = { right: "✓", near: "≈", wrong: "✗" };

export default component((send, signal) => {
  let data = { id: null, blanks: {} }, parts = {}, moving = false, typing = false, picture;
  const form = element("form", { noValidate: true, autocomplete: "off" });
  const place = element("div.place");
  const button = element("button", { type: "submit" });
  const said = element("p.said", { role: "status" });
  const look = element("div.look"), verdict = element("div", { role: "status" });
  form.append(look, place, element("div.foot", button, said, verdict));

  // ---- one blank

  function field(key) {
    const blank = data.blanks[key];
    const box = element("span", { className: `blank ${blank.kind}` });
    const part = { box, sign: element("b.sign"), right: element("small") };
    const options = (blank.options ?? []).map((title, i) => [title, String(i)]);
    if (blank.kind === "choice" && blank.wide) {
      part.radios = options.map(([title, value]) => {
        const input = element("input", { type: "radio", name: key, value });
        input.sign = element("b.sign");
        box.append(element("label.option", input, element("span", { textContent: title }), input.sign));
        return input;
      });
      box.role = "radiogroup";
      box.ariaLabel = blank.label;
    } else {
      const typed = {
        type: "text",
        inputMode: blank.kind === "count" ? "numeric" : "text", // a formula has letters
        maxLength: 120,
        spellcheck: false,
      };
      part.input = blank.kind === "choice" ? element("select") : element("input", typed);
      if (blank.kind === "choice") {
        part.input.append(...[["choose", ""], ...options].map((option) => new Option(...option)));
      }
      part.input.ariaLabel = blank.label;
      box.append(part.input, part.sign, part.right);
    }
    parts[key] = part;
    return box;
  }

  const inputs = (part) => part.radios ?? [part.input];
  const chosen = ({ radios }) => radios.find((radio) => radio.checked)?.value ?? "";
  const value = (part) => (part.radios ? chosen(part) : part.input.value.trim());
  const filled = (keys) => Object.fromEntries(keys.map((key) => [key, value(parts[key])]).filter(([, text]) => text));

  function put(part, text) {
    if (part.input) part.input.value = text;
    part.radios?.forEach((radio) => (radio.checked = radio.value === text));
  }

  // ---- all of them

  function build() {
    parts = {};
    const { keys = [], header, rows, caption: ariaLabel } = data.grid ?? {};
    const line = (key) => element("div.line", element("span.name", data.blanks[key].label), field(key));
    place.replaceChildren(...data.order.filter((key) => !keys.includes(key)).map(line));
    if (picture?.drawn) place.append(picture.drawn);
    if (!data.grid) return;
    const cell = (content, k) => {
      const inside = content.map((one) => (typeof one === "string" ? one : field(one.blank)));
      return k ? element("td", ...inside) : element("th", { scope: "row" }, ...inside);
    };
    const body = rows.map((row) => element("tr", ...row.map(cell)));
    const look = { ariaLabel, className: header.length > 3 ? "stack" : "" };
    const head = element("thead", element("tr", ...headings(header)));
    place.append(element("div.scroll", element("table", look, head, element("tbody", ...body))));
  }

  // What is chosen on the picture is filled in, and the other way round.
  function fillIn(values) {
    for (const [key, text] of Object.entries(values)) if (open().includes(key)) put(parts[key], text);
    keep();
  }

  function mirror() {
    const pointed = data.picture?.sort?.keys[0][0] ?? data.picture?.key;
    picture?.show(filled(data.order), data.blanks[pointed]?.locked ?? true);
  }

  function mark() {
    for (const key of data.order) {
      const blank = data.blanks[key], part = parts[key];
      const given = blank.locked && blank.right && !blank.value; // worked out, not answered
      part.box.className = `blank ${blank.kind} ${blank.state}${blank.wide ? " wide" : ""}${given ? " given" : ""}`;
      part.sign.textContent = SIGNS[blank.state] ?? "";
      const shows = !given ? "→ " : data.grid?.keys.includes(key) ? "" : "= ";
      part.right.textContent = blank.right && `${shows}${blank.right}`;
      inputs(part).forEach((input) => {
        input.disabled = blank.locked;
        input.ariaInvalid = String(blank.state === "wrong");
      });
      if (blank.locked) put(part, blank.value);
      part.radios?.forEach((radio, i) => {
        const right = blank.options[i] === (blank.right || blank.options[blank.value]);
        radio.sign.textContent = !blank.locked ? "" : right ? "✓" : radio.checked ? "✗" : "";
      });
    }
    button.textContent = data.check || data.next;
    button.hidden = !data.check && !data.next;
    said.textContent = typing ? "" : data.said;
    verdict.className = `verdict ${data.good ? "good" : "bad"}`;
    verdict.replaceChildren(...data.verdict.map((sentence) => element("p", sentence)));
  }

  // ---- what is not checked

  const drawer = (id) => `dt-draft/${id}`;
  const drafts = () => tried(() => JSON.parse(tab.get(drawer(data.id))), {}) ?? {}; // it may be somebody else's text

  // Cells that can be corrected are kept until all are right: another stage forgets what was checked.
  function keep() {
    const lasting = data.partial && open().length ? data.order : open();
    const typed = filled(lasting);
    // refused: it lasts as long as it is seen
    if (Object.keys(typed).length) tab.set(drawer(data.id), JSON.stringify(typed));
    else tab.drop(drawer(data.id));
    mirror();
  }

  form.addEventListener("input", () => {
    typing = true;
    said.textContent = ""; // it was about another answer
    keep();
  });

  const open = () => data.order.filter((key) => !data.blanks[key].locked);
  const empty = () => open().filter((key) => !value(parts[key]));
  function focus(key, how) {
    const all = inputs(parts[key]);
    (all.find((input) => input.checked || !parts[key].radios) ?? all[0]).focus(how);
  }

  // Else who goes on stays where the last answer was, on a phone below the new question.
  function toTheQuestion() {
    const question = document.querySelector(".st-key-ex-question");
    if (question?.getBoundingClientRect().top < TOP) question.scrollIntoView();
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    typing = false;
    if (!data.check) {
      moving = true;
      send("next");
      return;
    }
    const left = empty();
    if (left.length && !(data.partial && left.length < open().length)) {
      said.textContent = `Fill in ${data.order.length > 1 ? "every" : "the"} blank first.`;
      focus(left[0]);
      return;
    }
    moving = true;
    send("said", filled(open()));
  });

  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.target === button || !data.check) return;
    const path = event.composedPath()[0], at = open().findIndex((key) => inputs(parts[key]).includes(path));
    const after = [...open().slice(at + 1), ...open().slice(0, at)].find((key) => !value(parts[key]));
    if (at < 0 || !value(parts[open()[at]]) || !after) return; // then Enter submits
    event.preventDefault();
    focus(after);
  });

  return {
    root: form,
    update(newData) {
      const same = newData.id === data.id ? Object.entries(parts) : [];
      const typed = Object.fromEntries(same.map(([key, part]) => [key, value(part)]));
      const shape = (d) => JSON.stringify([d.id, d.order, d.grid?.rows]);
      const other = shape(newData) !== shape(data), next = data.id !== null && newData.id !== data.id;
      data = newData;
      if (other) {
        picture = data.picture && pictured(data.picture, fillIn, signal);
        build();
        look.replaceChildren(...(picture ? [picture.root] : []));
        form.classList.toggle("pictured", !!picture);
        const kept = drafts();
        for (const key of data.order) put(parts[key], typed[key] || kept[key] || data.blanks[key].value);
      }
      mark();
      keep();
      // The focus goes along with a reader who checks or goes on, and is nobody else's.
      if (moving) {
        moving = false;
        const wrong = open().find((key) => data.blanks[key].state === "wrong"), first = wrong ?? empty()[0];
        if (data.check && first) focus(first, { preventScroll: next });
        else if (!button.hidden) button.focus({ preventScroll: next });
        if (data.verdict.length) verdict.scrollIntoView({ block: "nearest" });
      }
      if (next) requestAnimationFrame(toTheQuestion);
    },
  };
});
