// Answers on the picture: a column of the table, rows into branches, a node of the tree, a region of the plane. Each
// fills in blanks, which stay there to be typed. answer : key of a blank -> text. Text enters through textContent only.
import { element, headings } from "stage/base/dom.js";
import { draw, set } from "stage/base/svg.js";
import { picture as tree } from "stage/tree.js";

// Each: (picture, answer, signal) -> {root, show(values, locked)}, values : what the blanks hold.
const LOOKS = {
  table({ key, caption, header, rows, columns, sort }, answer, signal) {
    const drawing = sort && tree(() => {}, signal), wide = Math.max(0, ...(sort?.branches ?? []).map((b) => b.length));
    const titles = headings(header), sides = rows.map(() => ""), buttons = [], tops = [];
    let counted = {}, typed = false; // what the rows came to, and whether something else stands there
    titles.forEach((title, column) => {
      const option = columns[column];
      if (option < 0 || sort) return;
      const choose = () => answer({ [key]: String(option) });
      tops[option] = element("button.pick", { type: "button", textContent: header[column], onclick: choose });
      title.replaceChildren(tops[option]);
    });
    const lines = rows.map((row, i) => {
      const cells = row.map((textContent, column) => {
        const cell = element("td", { textContent });
        if (columns[column] >= 0 && !sort) {
          cell.onclick = () => tops[columns[column]].disabled || tops[columns[column]].click();
        }
        return cell;
      });
      if (!sort) return element("tr", ...cells);
      buttons[i] = element("button.pick", { type: "button", textContent: "→", onclick: () => turn(i) });
      buttons[i].ariaLabel = `Row ${row[0]}: send it down a branch`;
      buttons[i].style.minWidth = `${wide + 4}ch`; // what it says later moves nothing
      return element("tr", ...cells, element("td", buttons[i]));
    });

    // The next branch, after the last one none.
    function turn(i) {
      const b = sides[i] === "" ? 0 : sides[i] + 1;
      sides[i] = b < sort.branches.length ? b : "";
      const name = sides[i] === "" ? "" : sort.branches[sides[i]];
      buttons[i].textContent = `→ ${name}`;
      buttons[i].ariaLabel = `Row ${rows[i][0]}: ${sides[i] === "" ? "no branch" : name}`;
      const counts = Object.fromEntries(sort.keys.flat().map((cell) => [cell, 0]));
      sides.forEach((side, k) => side === "" || counts[sort.keys[side][sort.classes[k]]]++);
      if (typed) return; // the rows are then a note to oneself
      counted = Object.fromEntries(Object.entries(counts).map(([cell, n]) => [cell, String(n)]));
      answer(counted);
    }

    // The split with as many examples in its branches as the blanks say.
    function fall(values) {
      const examples = [];
      const held = sort.keys.map((cells, b) => {
        const counts = cells.map((cell) => Math.min(Number(values[cell]) || 0, rows.length));
        return [
          sort.view.nodes[b + 1].id,
          counts.flatMap((n, k) => Array.from({ length: n }, () => examples.push(k) - 1)),
        ];
      });
      drawing.update({ ...sort.view, boxHeight: sort.view.height + 64, small: true, still: true, held, examples });
    }

    if (sort) titles.push(element("th", { scope: "col", textContent: "Branch" }));
    const head = element("thead", element("tr", ...titles));
    const root = element("div.scroll", element("table", { ariaLabel: caption }, head, element("tbody", ...lines)));
    return {
      root,
      drawn: drawing?.root,
      show(values, locked) {
        if (sort) fall(values);
        tops.forEach((top, option) => {
          top.ariaPressed = String(values[key] === String(option));
          top.disabled = locked;
        });
        buttons.forEach((button) => (button.disabled = locked));
        typed = !!sort?.keys.flat().some((cell) => values[cell] && values[cell] !== counted[cell]);
        root.classList.toggle("unsorted", !!sort && locked && sides.every((side) => side === ""));
      },
    };
  },

  tree({ key, view, nodes }, answer, signal) {
    let closed = false;
    const clicked = (event, id) => {
      if (event === "clicked" && id in nodes && !closed) answer({ [key]: String(nodes[id]) });
    };
    const one = tree(clicked, signal), fixed = { boxHeight: Math.min(view.height + 30, 330), small: true };
    return {
      root: one.root,
      show(values, locked) {
        closed = locked;
        const lit = Object.keys(nodes).filter((id) => String(nodes[id]) === values[key]);
        one.update({ ...view, ...fixed, lit: lit.length ? lit : view.lit });
      },
    };
  },

  plane({ key, names, ticks, boxes, letters }, answer) {
    const SIDE = 280, AT = 34, px = (share) => AT + share * SIDE, py = (share) => 8 + (1 - share) * SIDE;
    const svg = draw("svg", {
      viewBox: `0 0 ${SIDE + AT + 10} ${SIDE + 44}`,
      role: "group",
      "aria-label": "The plane",
    });
    let closed = false;
    const regions = boxes.map(([x0, x1, y0, y1], option) => {
      const choose = () => closed || answer({ [key]: String(option) });
      const g = draw(
        "g",
        { role: "button", tabindex: 0, "aria-label": `Region ${letters[option]}`, class: "region" },
        svg,
      );
      draw("rect", { x: px(x0), y: py(y1), width: px(x1) - px(x0), height: py(y0) - py(y1) }, g);
      draw("text", { x: (px(x0) + px(x1)) / 2, y: (py(y0) + py(y1)) / 2 + 6 }, g, letters[option]);
      g.addEventListener("click", choose);
      g.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        event.stopPropagation(); // else Enter goes on and Space plays
        choose();
      });
      return g;
    });
    for (const [text, at] of ticks) {
      draw("text", { x: px(at), y: SIDE + 24, class: "tick" }, svg, text);
      draw("text", { x: AT - 12, y: py(at) + 5, class: "tick" }, svg, text);
    }
    draw("text", { x: px(0.5), y: SIDE + 41, class: "tick" }, svg, `${names[0]} →`);
    draw("text", { x: 12, y: 14, class: "tick" }, svg, `${names[1]} ↑`);
    return {
      root: element("div.plane", svg),
      show(values, locked) {
        closed = locked;
        regions.forEach((g, option) => set(g, { "aria-pressed": String(values[key] === String(option)) }));
      },
    };
  },
};

export const pictured = (data, answer, signal) => LOOKS[data.kind](data, answer, signal);
