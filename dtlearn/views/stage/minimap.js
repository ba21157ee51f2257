// A small map of a tree that does not fit into its box: its nodes, and what of it is in view.
import { draw, set } from "./svg.js";

const WIDE = 120, HIGH = 72; // px
const RIM = 4; // px that may be cut off

// go(x, y) : to this place of the tree.
export function minimap(go) {
  const root = draw("svg", { class: "map", "aria-hidden": "true" }), nodes = draw("path", { class: "map-nodes" }, root);
  const view = draw("rect", { class: "map-view" }, root);
  let share = 1;
  root.addEventListener("click", (event) => {
    event.stopPropagation();
    const { left, top } = root.getBoundingClientRect();
    go((event.clientX - left) / share, (event.clientY - top) / share);
  });
  return {
    root,
    // box : px of the tree's. mark : the node in question, from which it keeps away. Nothing is to be seen while all of the tree is in view.
    update({ width, height, nodes: all }, { x, y, k }, box, mark) {
      const low = Math.max(...all.map((node) => node.y + node.h)); // the examples below may be cut
      const whole = x >= -RIM && y >= -RIM && x + k * width <= box.width + RIM && y + k * low <= box.height + RIM;
      root.style.display = whole ? "none" : "";
      if (whole) return;
      root.classList.toggle("right", x + k * mark.x < box.width / 2);
      root.classList.toggle("top", y + k * (mark.y + mark.h / 2) > box.height / 2);
      share = Math.min(WIDE / width, HIGH / height);
      root.style.width = `${share * width}px`;
      root.style.height = `${share * height}px`;
      const place = ({ x, y, w, h }) => `M${share * (x - w / 2)} ${share * y}h${share * w}v${share * h}h${-share * w}z`;
      set(nodes, { d: all.map(place).join("") });
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
