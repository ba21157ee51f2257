import { component } from "../shared/mount.js";
import { framed } from "stage/dom.js";
import { picture } from "stage/tree.js";

const BUTTONS = 36; // px below the tree

export default component((send, signal) => {
  const one = picture((event, value) => event === "pointed" || send(event, value), signal); // that stays here
  const other = framed("Graphviz", () => send("graphviz", 1), "Draw trees with Graphviz, here and on the other pages");
  one.buttons.prepend(other);
  return { root: one.root, update: (view) => one.update({ ...view, boxHeight: view.boxHeight - BUTTONS }) };
});
