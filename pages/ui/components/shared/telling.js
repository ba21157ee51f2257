// What the server is told a while after the last change. Told after one has turned to another page it would lead back:
// so it is told at once before something is pressed that may lead there, and not any more once the address does.
import { listen } from "stage/base/dom.js";
import { passed } from "stage/base/keys.js";
import { timer } from "stage/base/timer.js";

const LEADS = "a, button";

// own() : the element whose own buttons lead nowhere, if there is one. Returns a timer (stage/base/timer.js).
export function telling(signal, own) {
  const later = timer(signal), path = location.pathname;
  let tell;

  function touched(event) {
    if (!later.waits() || location.pathname !== path) return;
    const all = passed(event), presses = event.type === "pointerdown" || ["Enter", " "].includes(event.key);
    const leads = event.key?.startsWith("Page") || (presses && all.some((node) => node.matches(LEADS)));
    if (!leads || all.includes(own?.())) return;
    later.stop();
    tell();
  }

  listen(signal, [
    [window, "pointerdown", touched, { capture: true }],
    [window, "keydown", touched, { capture: true }],
  ]);
  return {
    ...later,
    set(act, ms) {
      tell = act;
      later.set(() => location.pathname === path && act(), ms);
    },
  };
}
