// The lesson of who follows a lecturer, on a phone: follow?<address of its walkthrough>#<the lecturer's step>. One may
// look back, not ahead, and is taken along again by one tap.
import { inParts } from "../shared/lessons.js";
import { element, framed, listen } from "stage/base/dom.js";
import { NOBODY, stage } from "stage/stage.js";
import { STYLES } from "stage/styles.js";

const main = document.querySelector("main"), { signal } = new AbortController();
const theirs = () => location.hash.slice(1) || "0";
const QUIET = ".ticks { display: none }"; // marks of what is to come would answer what the class is asked
let along = true; // not looking back

function failed(says) {
  const again = framed("Try again", () => location.reload());
  main.replaceChildren(element("p", { role: "alert" }, `The lesson could not be fetched. ${says} `), again);
}

async function play() {
  const address = decodeURIComponent(location.search.slice(1));
  const answer = await fetch(address.startsWith("walkthrough/") ? address : "walkthrough/").catch(() => undefined);
  if (!answer?.ok) return failed(answer ? await answer.text() : "The server cannot be reached.");
  const back = framed("To the lecturer's step", () => turn(true));

  function told({ step }) {
    turn(Number(step) >= Number(theirs()));
  }
  function turn(on) {
    along = on;
    back.hidden = along;
    if (along) show({ step: theirs() });
  }
  const first = await answer.json();
  const long = first.steps && inParts(address, first.frames.length, signal, [first]);
  const lesson = long ? long.joined(first) : first;
  const load = (k, then) => long.load(k).then(then, ({ message }) => failed(message));
  const host = { ...NOBODY, most: () => Number(theirs()), load };
  const { root, show } = stage(lesson, told, signal, { step: theirs() }, host);
  const place = element("div");
  main.replaceChildren(place);
  place.attachShadow({ mode: "open" }).append(element("style", STYLES.stage + QUIET), back, root);
  back.hidden = true;
  listen(signal, [[window, "hashchange", () => along && turn(true)]]);
}
play();
