// The tools of a page without a stage, and their keys.
import { element, listen } from "stage/base/dom.js";
import { chord, inDialog, passed, TEXT_FIELD } from "stage/base/keys.js";
import { pageTools } from "../shared/common.js";
import { component } from "../shared/mount.js";

export default component((send, signal) => {
  let data;
  const shared = pageTools("what you see", here, () => data, send, signal);
  const root = element("div", shared.corner, shared.over);

  // The address lags behind while something moves: who moves, puts its place into the link.
  function here() {
    const url = new URL(location.href);
    window.dispatchEvent(new CustomEvent("dtlearn-link", { detail: url.searchParams }));
    return url.href;
  }

  function onKey(event) {
    if (event.defaultPrevented || chord(event) || event.repeat) return;
    const key = event.key.toLowerCase();
    if (shared.taken(key)) return;
    const path = passed(event);
    if (path[0]?.matches(TEXT_FIELD) || inDialog(path)) return;
    const act = shared.act(key);
    if (!act) return;
    event.preventDefault();
    act();
  }

  listen(signal, [[window, "keydown", onKey]]);

  return {
    root,
    update(newData) {
      data = newData;
      shared.corner.classList.toggle("present", data.present);
      shared.moved();
    },
  };
});
