// The plane of a forest (dtlearn/views/forest_pictures.py): cells shaded by their share, points, the place asked about.
const SVG = "http://www.w3.org/2000/svg";
const WIDE = 350, LEFT = 46, RIGHT = 6, TOP = 4, BOTTOM = 44; // of the drawing; it is scaled to its column
const MOVES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const PAUSE = 150; // ms without a key before the server is asked

function drawn(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

function written(text, attributes) {
  const made = drawn("text", attributes);
  made.textContent = text;
  return made;
}

const unpacked = (text) => Uint8Array.from(atob(text), (ch) => ch.charCodeAt(0));

function mount(parentElement) {
  let data, send, cells, lead, at, later;
  const svg = drawn("svg", { tabindex: 0, role: "application" });
  const said = document.createElement("p");
  said.ariaLive = "polite";
  const root = document.createElement("div");
  root.append(svg, said);
  parentElement.append(root);

  const high = () => data.height;
  const [px, py] = [
    (x) => LEFT + ((x - data.axes[0].lo) / (data.axes[0].hi - data.axes[0].lo)) * (WIDE - LEFT - RIGHT),
    (y) => high() - BOTTOM - ((y - data.axes[1].lo) / (data.axes[1].hi - data.axes[1].lo)) * (high() - TOP - BOTTOM),
  ];

  // Colours by class, paler where the trees disagree.
  function bitmap() {
    const n = data.side, canvas = Object.assign(document.createElement("canvas"), { width: n, height: n });
    const context = canvas.getContext("2d"), least = 1 / data.classes.length;
    for (let i = 0; i < n * n; i++) {
      const sure = Math.max(0, (lead[i] / data.most - least) / (1 - least));
      context.globalAlpha = 0.08 + 0.62 * sure;
      context.fillStyle = data.colours[cells[i]];
      context.fillRect(i % n, n - 1 - Math.floor(i / n), 1, 1);
    }
    return canvas.toDataURL();
  }

  // The cells of a class as one path: a run for each row.
  function runs(k) {
    const n = data.side, parts = [];
    for (let row = 0; row < n; row++) {
      for (let x = 0; x < n; x++) {
        if (cells[row * n + x] !== k) continue;
        const from = x;
        while (x < n && cells[row * n + x] === k) x++;
        parts.push(`M${from} ${n - 1 - row}h${x - from}v1h${from - x}z`);
      }
    }
    return parts.join("");
  }

  function draw() {
    const n = data.side, [w, h] = [WIDE - LEFT - RIGHT, high() - TOP - BOTTOM];
    const parts = [drawn("rect", { class: "frame", x: LEFT, y: TOP, width: w, height: h })];
    if (cells.length) {
      parts.push(drawn("image", { href: bitmap(), x: LEFT, y: TOP, width: w, height: h, preserveAspectRatio: "none" }));
      const inside = drawn("g", { transform: `translate(${LEFT} ${TOP}) scale(${w / n} ${h / n})` });
      data.hatches.forEach((d, k) => {
        const size = { id: `hatch${k}`, width: (10 * n) / w, height: (10 * n) / h, patternUnits: "userSpaceOnUse" };
        const tile = drawn("path", { d, class: "hatch", stroke: data.colours[k], transform: `scale(${n / w} ${n / h})` });
        inside.append(drawn("defs", {}, drawn("pattern", size, tile)), drawn("path", { d: runs(k), fill: `url(#hatch${k})` }));
      });
      inside.append(drawn("path", { d: data.border, class: "border" }));
      parts.push(inside);
    }
    for (const [x, y, k, kind] of data.points) {
      const place = drawn("g", { transform: `translate(${px(x)} ${py(y)})` });
      if (kind === 2) place.append(drawn("circle", { r: 8.5, class: "wrong" }));
      place.append(drawn("path", { d: data.shapes[k], transform: "scale(.8)", class: kind ? "held" : "point", fill: kind ? "none" : data.colours[k] }));
      parts.push(place);
    }
    for (const [value, text] of data.axes[0].ticks) parts.push(written(text, { x: px(value), y: high() - BOTTOM + 18, "text-anchor": "middle" }));
    for (const [value, text] of data.axes[1].ticks) parts.push(written(text, { x: LEFT - 6, y: py(value) + 5, "text-anchor": "end" }));
    parts.push(written(data.axes[0].name, { x: LEFT + w / 2, y: high() - 8, "text-anchor": "middle" }));
    parts.push(written(data.axes[1].name, { transform: `translate(14 ${TOP + h / 2}) rotate(-90)`, "text-anchor": "middle" }));
    const cross = drawn("g", { class: "cross" });
    parts.push(cross);
    svg.setAttribute("viewBox", `0 0 ${WIDE} ${high()}`);
    svg.setAttribute("aria-label", data.label);
    svg.replaceChildren(...parts);
    mark();
  }

  function mark() {
    const [x, y] = [px(at[0]), py(at[1])];
    const d = `M${x - 15} ${y}h9m12 0h9M${x} ${y - 15}v9m0 12v9`;
    svg.querySelector(".cross").replaceChildren(drawn("path", { d, class: "halo" }), drawn("circle", { cx: x, cy: y, r: 9, class: "halo" }),
      drawn("path", { d }), drawn("circle", { cx: x, cy: y, r: 9 }));
  }

  function tell(place) {
    if (!place) {
      said.textContent = data.says;
      return;
    }
    const [i, j] = place.map((v, k) => Math.min(data.side - 1, Math.max(0,
      Math.floor(((v - data.axes[k].lo) / (data.axes[k].hi - data.axes[k].lo)) * data.side))));
    const c = j * data.side + i, where = place.map((v, k) => `${data.axes[k].name} ${Number(v.toPrecision(3))}`).join(", ");
    const much = data.by === "votes" ? `${lead[c]} of ${data.n} trees` : `mean probability ${(lead[c] / data.most).toFixed(2)}`;
    said.textContent = cells.length ? `${where}: ${data.signs[cells[c]]} ${data.classes[cells[c]]}, ${much}` : where;
  }

  function under(event) {
    const matrix = svg.getScreenCTM().inverse(), point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    const [w, h] = [WIDE - LEFT - RIGHT, high() - TOP - BOTTOM], shares = [(point.x - LEFT) / w, (high() - BOTTOM - point.y) / h];
    return shares.every((s) => s >= 0 && s <= 1) ? shares.map((s, k) => data.axes[k].lo + s * (data.axes[k].hi - data.axes[k].lo)) : undefined;
  }

  svg.addEventListener("mousedown", (event) => event.preventDefault()); // a click leaves the focus with the player
  svg.addEventListener("pointermove", (event) => tell(under(event)));
  svg.addEventListener("pointerleave", () => tell());
  svg.addEventListener("click", (event) => {
    const place = under(event);
    if (!place) return;
    at = place;
    mark();
    send("at", place);
  });
  svg.addEventListener("keydown", (event) => {
    const by = MOVES[event.key];
    if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    at = at.map((v, k) => {
      const { lo, hi } = data.axes[k];
      return Math.min(hi, Math.max(lo, v + (by[k] * (hi - lo)) / 50));
    });
    mark();
    tell(at);
    clearTimeout(later);
    later = setTimeout(() => { later = undefined; send("at", at); }, PAUSE);
  });

  return {
    update(newData, setTriggerValue) {
      send = setTriggerValue;
      data = newData;
      [cells, lead] = [unpacked(data.cells), unpacked(data.lead)];
      if (later === undefined) at = data.at;
      draw();
      tell();
    },
    remove() {
      clearTimeout(later);
      root.remove();
    },
  };
}
