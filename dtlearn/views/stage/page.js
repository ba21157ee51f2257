// A page that plays: the walkthrough that stands in it, and nothing else. The address keeps the step where it can.
import { deck } from "./deck.js";
import { element } from "./dom.js";
import { stage } from "./stage.js";
import { STYLES } from "./styles.js";

const data = document.getElementById("walkthrough");
const lesson = JSON.parse(data.textContent);
const asked = Number(location.hash.match(/^#step=(\d{1,6})$/)?.[1] ?? data.dataset.step);

function told(step) {
  try {
    history.replaceState(null, "", `#step=${step}`);
  } catch {
    // a frame without an address
  }
}

const play = lesson.kind === "deck" ? deck : stage;
const { root, go } = play(lesson, told, new AbortController().signal);
const host = element("main");
host.attachShadow({ mode: "open" }).append(element("style", STYLES.stage), root);
document.body.append(host);
go(asked);
