// A small map of a tree that does not fit into its box: its nodes, and what of it is in view.
import { aside, meet } from "./places.js";
import { draw, set } from "./svg.js";

const WIDE = 120, HIGH = 72, SHARE = 1 / 3; // px at most; of the box
const SMALLER = [1, 0.75, 0.5]; // where there is no room for it
const RIM = 4; // px that may be cut off; around nodes and map
const WORD = 27; // px of a branch's word above its node
const MUCH = 9; // nodes that the one in question counts as

// go(x, y) : to this place of the tree.
export function minimap(go) {
  const root = draw("svg", { class: "map", "aria-hidden": "true" }), nodes = draw("path", { class: "map-nodes" }, root);
  const view = draw("rect", { class: "map-view" }, root);
  let share = 1, lowest = {}, placed = []; // placed : for what it has found its place
  root.addEventListener("click", (event) => {
    event.stopPropagation();
    const { left, top } = root.getBoundingClientRect();
    go((event.clientX - left) / share, (event.clientY - top) / share);
  });

  // Where it covers the fewest nodes, and what it shows.
  function settle(all, width, height, to, wide, high, mark) {
    const most = Math.min(Math.min(WIDE, SHARE * wide) / width, Math.min(HIGH, SHARE * high) / height);
    const there = ({ x, y, w, h }) => {
      const [left, top] = [to.x + to.k * (x - w / 2), to.y + to.k * (y - WORD)];
      return [left - RIM, left + to.k * w + RIM, top, top + to.k * (h + WORD) + RIM];
    };
    const near = [...all, ...Array(MUCH - 1).fill(mark)].map(there);
    const inView = near.filter((one) => meet(one, [0, wide, 0, high]));
    let left, top, met;
    for (const part of SMALLER) {
      share = part * most;
      [left, top, met] = aside([share * width, share * height], [wide, high], inView, RIM);
      if (!met) break;
    }
    root.style.left = `${left}px`;
    root.style.top = `${top}px`;
    root.style.width = `${share * width}px`;
    root.style.height = `${share * height}px`;
    const place = ({ x, y, w, h }) => `M${share * (x - w / 2)} ${share * y}h${share * w}v${share * h}h${-share * w}z`;
    set(nodes, { d: all.map(place).join("") });
  }

  return {
    root,
    // to : where the camera will rest. box : px of the tree's. mark : the node in question. Nothing is to be seen while
    // all of the tree is in view.
    update({ width, height, nodes: all }, { x, y, k }, to, box, mark) {
      if (lowest.of !== all) lowest = { of: all, at: Math.max(...all.map((node) => node.y + node.h)) };
      const low = lowest.at; // the examples below may be cut
      const whole = x >= -RIM && y >= -RIM && x + k * width <= box.width + RIM && y + k * low <= box.height + RIM;
      root.style.display = whole ? "none" : "";
      if (whole) return;
      const now = [all, width, height, to, box.width, box.height, mark];
      if (now.some((one, i) => one !== placed[i])) settle(...now); // not in every frame on the way there
      placed = now;
      const seen = {
        x: (-share * x) / k,
        y: (-share * y) / k,
        width: (share * box.width) / k,
        height: (share * box.height) / k,
      };
      set(view, seen);
    },
  };
}
