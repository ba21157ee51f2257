// The plane of a forest (dtlearn/views/forest/charts.py): cells shaded by their share, points, the place asked about.
import { drawAxes, scales, stepped } from "stage/axis.js";
import { element, unpacked, write } from "stage/dom.js";
import { across, onKey } from "stage/keys.js";
import { component } from "../shared/mount.js";
import { draw, scale, set, within } from "stage/svg.js";
import { timer } from "stage/timer.js";

const WIDE = 350, BELOW = 44; // of the drawing, which is scaled to its column, and below the plane
const PAUSE = 150; // ms without a key before the server is asked

// The cells of a class as one path: a run for each row.
function runs(cells, n, k) {
  const parts = [];
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

export default component((send, signal) => {
  let data, cells, lead, at;
  let px, py, cross;
  const later = timer(signal);
  const svg = draw("svg", { tabindex: 0, role: "application" });
  const said = element("p", { ariaLive: "polite" });
  const root = element("div", svg, said);

  // Colours by class, paler where the trees disagree; of a mean its own colour.
  function bitmap() {
    const n = data.side, canvas = element("canvas", { width: n, height: n });
    const context = canvas.getContext("2d"), least = 1 / data.classes.length;
    for (let i = 0; i < n * n; i++) {
      const sure = Math.max(0, (lead[i] / data.most - least) / (1 - least));
      context.globalAlpha = data.means.length ? 1 : 0.08 + 0.62 * sure;
      context.fillStyle = data.colours[cells[i]];
      context.fillRect(i % n, n - 1 - Math.floor(i / n), 1, 1);
    }
    return canvas.toDataURL();
  }

  function paint() {
    const widest = Math.max(0, ...data.axes[1].ticks.map(([, text]) => text.length));
    const n = data.side,
      box = { left: Math.max(46, 24 + 9 * widest), right: WIDE - 6, top: 4, bottom: data.height - BELOW };
    const [w, h] = [box.right - box.left, box.bottom - box.top];
    const place = { x: box.left, y: box.top, width: w, height: h };
    [px, py] = scales(data.axes, box);
    svg.replaceChildren();
    set(svg, { viewBox: `0 0 ${WIDE} ${data.height}`, "aria-label": data.label });
    draw("rect", { class: "frame", ...place }, svg);
    if (cells.length) {
      draw("image", { href: bitmap(), ...place, preserveAspectRatio: "none" }, svg);
      const inside = draw("g", { transform: `translate(${box.left} ${box.top}) scale(${w / n} ${h / n})` }, svg);
      data.hatches.forEach((d, k) => {
        const size = { id: `hatch${k}`, width: (10 * n) / w, height: (10 * n) / h, patternUnits: "userSpaceOnUse" };
        const pattern = draw("pattern", size, draw("defs", {}, inside));
        draw("path", { d, class: "hatch", stroke: data.colours[k], transform: `scale(${n / w} ${n / h})` }, pattern);
        draw("path", { d: runs(cells, n, k), fill: `url(#hatch${k})` }, inside);
      });
      draw("path", { d: data.border, class: "border" }, inside);
    }
    for (const [x, y, k, kind] of data.points) {
      const place = draw("g", { transform: `translate(${px(x)} ${py(y)})` }, svg);
      const look = { class: kind ? "held" : "point", fill: kind ? "none" : data.colours[k] };
      if (kind === 2) draw("circle", { r: 8.5, class: "wrong" }, place);
      draw("path", { d: data.shapes[k], transform: "scale(.8)", ...look }, place);
    }
    drawAxes(svg, data.axes, box, { em: 1, gap: 6, drop: 5 });
    cross = draw("g", { class: "cross" }, svg);
    mark();
  }

  function mark() {
    const [x, y] = [px(at[0]), py(at[1])];
    const d = `M${x - 15} ${y}h9m12 0h9M${x} ${y - 15}v9m0 12v9`;
    cross.replaceChildren();
    for (const look of [{ class: "halo" }, {}]) {
      draw("path", { d, ...look }, cross);
      draw("circle", { cx: x, cy: y, r: 9, ...look }, cross);
    }
  }

  function tell(place) {
    if (!place) return write(said, data.says);
    const [i, j] = place.map((v, k) => within(Math.floor(scale(data.axes[k], 0, data.side)(v)), 0, data.side - 1));
    const c = j * data.side + i;
    const where = place.map((v, k) => `${data.axes[k].name} ${Number(v.toPrecision(3))}`).join(", ");
    if (data.means.length) return write(said, `${where}: ${data.means[c]}`);
    const much = data.by === "votes"
      ? `${lead[c]} of ${data.n} trees`
      : `mean probability ${(lead[c] / data.most).toFixed(2)}`;
    write(said, cells.length ? `${where}: ${data.signs[cells[c]]} ${data.classes[cells[c]]}, ${much}` : where);
  }

  function under(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    const place = [px.back(point.x), py.back(point.y)];
    return place.every((v, k) => v >= data.axes[k].lo && v <= data.axes[k].hi) ? place : undefined;
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
  onKey(svg, (event) => {
    if (!across(event)) return false;
    at = stepped(data.axes, at, across(event));
    mark();
    tell(at);
    later.set(() => send("at", at), PAUSE);
  });

  return {
    root,
    update(newData) {
      data = newData;
      [cells, lead] = [unpacked(data.cells), unpacked(data.lead)];
      if (!later.waits()) at = data.at;
      paint();
      tell();
    },
  };
});
