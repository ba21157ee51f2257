import { component } from "../shared/mount.js";
import { GRAPHVIZ } from "../shared/save.js";
import { listen } from "stage/base/dom.js";
import { picture } from "stage/tree.js";

const BUTTONS = 36; // px below the tree

export default component((send, signal) => {
  const one = picture((event, value) => event === "pointed" || send(event, value), signal); // that stays here
  one.root.dataset.redraws = "";
  listen(signal, [[one.root, GRAPHVIZ, () => send("graphviz", 1)]]);
  return {
    root: one.root,
    update: (view) => one.update({ ...view, boxHeight: view.boxHeight - BUTTONS }),
  };
});
