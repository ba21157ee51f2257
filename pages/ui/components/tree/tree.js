import { component } from "../shared/mount.js";
import { framed } from "stage/dom.js";
import { picture } from "stage/tree.js";

export default component((send, signal) => {
  const one = picture(send, signal);
  const other = framed("Graphviz", () => send("graphviz", 1), "Draw trees with Graphviz, here and on the other pages");
  one.root.querySelector(".buttons").prepend(other);
  return one;
});
