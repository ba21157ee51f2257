// A word below "Copy link" while something is typed that is not checked: the link holds answers that were checked.
// Its room is kept: nothing may move while somebody types.
import { element } from "../shared/dom.js";
import { component } from "../shared/mount.js";

export default component((parentElement) => {
  const note = element("p.note");
  parentElement.append(note);
  const tell = () => (note.style.visibility = window.dtUnchecked ? "visible" : "hidden");
  window.addEventListener("dt-unchecked", tell);
  return {
    update(data) {
      note.textContent = data.text;
      tell();
    },
    remove() {
      window.removeEventListener("dt-unchecked", tell);
      note.remove();
    },
  };
});
