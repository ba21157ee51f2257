// A page that plays: the walkthrough that stands in it, and nothing else. The address keeps the step where it can.
import { deck } from "./deck.js";
import { element, listen } from "./base/dom.js";
import { chord, passed, TEXT_FIELD } from "./base/keys.js";
import { reporter } from "./report.js";
import { stage } from "./stage.js";
import { STYLES } from "./styles.js";

const data = document.getElementById("walkthrough");
const lesson = JSON.parse(data.textContent);
const asked = Number(location.hash.match(/^#step=(\d{1,6})$/)?.[1] ?? data.dataset.step);

const report = reporter(lesson);

function told(place) {
  report(place);
  try {
    history.replaceState(null, "", `#step=${place.step}`);
  } catch {
    // a frame without an address
  }
}

const { signal } = new AbortController();
const { root, go } = (lesson.kind === "deck" ? deck : stage)(lesson, told, signal);
const host = element("main");
host.attachShadow({ mode: "open" }).append(element("style", STYLES.stage), root);
// The black screen: nothing on the page can lie over a popover.
const black = element("div.black", { popover: "manual", onclick: () => black.hidePopover() });
function onKey(event) {
  if (chord(event) || passed(event)[0]?.matches(TEXT_FIELD)) return;
  if (event.key.toLowerCase() === "b") black.togglePopover();
  else if (event.key === "Escape" && black.matches(":popover-open")) black.hidePopover();
}
listen(signal, [[window, "keydown", onKey]]);
document.body.append(host, black);
go(asked);
