// A word while something is typed that is not checked: the link holds answers that were checked.
// Its room is kept: nothing may move while somebody types.
import { element, listen } from "stage/dom.js";
import { component } from "../shared/mount.js";

export default component((_, signal) => {
  const root = element("p.note");
  const tell = () => (root.style.visibility = window.dtUnchecked ? "visible" : "hidden");
  listen(signal, [[window, "dt-unchecked", tell]]);
  return {
    root,
    update(data) {
      root.textContent = data.text;
      tell();
    },
  };
});
