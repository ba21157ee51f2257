// A presenter's clicker sends PageDown and PageUp: on, or back. What has taken a key before keeps it.
// first : before the page's own scripts see the key; a room that asks back, at the window, is asked before.
import { chord, inDialog, passed, TEXT_FIELD } from "stage/base/keys.js";
import { component } from "../shared/mount.js";

// Neither key means anything in a field of one line; an open list scrolls by them.
const ONE_LINE = "input:not([aria-expanded=true])";

export default component((send, signal) => {
  let first;
  function onKey(event) {
    const by = { PageDown: 1, PageUp: -1 }[event.key];
    if (!by || event.defaultPrevented || chord(event) || event.shiftKey || event.repeat) return;
    const path = passed(event);
    const field = path[0]?.matches(TEXT_FIELD);
    if ((field && !path[0].matches(ONE_LINE)) || inDialog(path)) return;
    event.preventDefault();
    if (first) event.stopImmediatePropagation();
    if (field) path[0].blur(); // what was typed is said before the page moves
    send("go", by);
  }
  return {
    update(data) {
      const place = () => first ? document : window;
      place().removeEventListener("keydown", onKey, first); // heard anew: behind all that came meanwhile
      first = data.first;
      place().addEventListener("keydown", onKey, { capture: first, signal });
    },
  };
});
