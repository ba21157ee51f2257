// A tree that grows once, slowly, then rests; who wants no motion sees it grown. Anyone can step it.
import { fetched } from "../shared/lessons.js";
import { component } from "../shared/mount.js";
import { bags, frameAt, rowsOf, stepsOf, viewOf } from "stage/document.js";
import { element, fill, framed, listen, resized, write } from "stage/base/dom.js";
import { chord, inDialog, passed, TEXT_FIELD, usesKey } from "stage/base/keys.js";
import { timer } from "stage/base/timer.js";
import { picture } from "stage/tree.js";

const PAUSE = 3000; // ms from step to step: a caption is to be read
// the height of the box to its width, to the window's height: the doors stand on the first screen
const FLAT = 0.66, LOW = 0.48;
const MARGIN = 24; // px around its caption, where it is presented
const FIRST = 1; // its first split is made: the first screen shows a tree
const BY = { ArrowLeft: -1, ArrowRight: 1 };

export default component((_send, signal) => {
  const tree = picture((said, id) => said === "clicked" && explain(id), signal), clock = timer(signal);
  const back = framed("Back", () => step(-1)),
    play = framed("Pause", toggle),
    next = framed("Next step", () => step(1));
  const classes = element("p.classes"), caption = element("p.caption");
  const gains = element("div.gains");
  const root = element("div.growing", classes, gains, tree.root, caption);
  let lesson, end, last, present, asked, k = FIRST, playing = !matchMedia("(prefers-reduced-motion: reduce)").matches;
  tree.buttons.replaceChildren(back, play, next); // it fits, so nobody zooms
  tree.buttons.hidden = true;

  function toggle() {
    playing = !playing;
    asked = undefined;
    if (playing && k === last) k = FIRST;
    show();
  }

  function step(by) {
    playing = false;
    asked = undefined;
    k = Math.min(Math.max(k + by, 0), last);
    show();
  }

  // A node that is pressed says why it is what it is; what is open says so at the next step.
  function explain(id) {
    playing = false;
    asked = id;
    show();
  }

  // Presented, it has the window to itself.
  function room() {
    const top = root.getBoundingClientRect().top + (document.querySelector(".stMain")?.scrollTop ?? 0);
    return innerHeight - top - tree.buttons.offsetHeight - caption.offsetHeight - MARGIN;
  }

  function show() {
    if (!lesson) return;
    const view = viewOf(lesson, k), held = bags(lesson, new Set(view.nodes.map(({ id }) => id)));
    const nodes = view.nodes.map((node) => ({ ...node, x: end.across.get(node.id) }));
    const boxHeight = present ? room() : Math.min(FLAT * tree.root.clientWidth, LOW * innerHeight);
    const drawn = { nodes, width: end.width, height: end.height, boxHeight, large: present, picks: false };
    tree.update({ ...view, ...drawn, held, examples: lesson.examples.classes, lit: asked ? [asked] : [] });
    if (k === last) playing = false;
    if (!playing) clock.stop();
    else {
      clock.set(() => {
        k++;
        show();
      }, PAUSE);
    }
    tree.buttons.hidden = false;
    write(play, playing ? "Pause" : k === last ? "Grow again" : "Play");
    // Not disabled: that would take the focus from who steps by keys.
    back.ariaDisabled = String(k === 0);
    next.ariaDisabled = String(k === last);
    caption.ariaLive = playing ? "off" : "polite"; // a film would talk all the time
    const told = nodes.find(({ id }) => id === asked)?.step ?? k;
    write(caption, frameAt(lesson, told).caption);
    compare(told);
  }

  // What could be asked there, and what each of it gains; nothing at a leaf.
  function compare(step) {
    const rows = rowsOf(lesson, step, "", "").filter(({ level }) => !level);
    gains.hidden = !rows.length;
    fill(gains, rows, () => element("div", element("span"), element("i")), (line, row) => {
      write(line.firstChild, `${row.name} ${row.cells[0]}`);
      line.lastChild.style.width = `${100 * (row.bar ?? 0)}%`;
      line.classList.toggle("best", row.badges.length > 0);
    });
  }

  // Whoever has no use for an arrow leaves it to the tree.
  listen(signal, [[document, "keydown", (event) => {
    const path = passed(event);
    const taken = inDialog(path) || path[0]?.matches(TEXT_FIELD) || usesKey(path[0], event.key);
    if (event.key in BY && !chord(event) && !taken) step(BY[event.key]);
  }]]);
  resized(signal, tree.root, show);
  return {
    root,
    update(data) {
      present = data.present;
      fetched(data.address).then((found) => {
        last = stepsOf(found) - 1;
        if (!lesson && !playing) k = last;
        lesson = found;
        // Each node stands where it will stand in the end: nothing moves sideways.
        const { nodes, width, height } = viewOf(found, last);
        end = { width, height, across: new Map(nodes.map(({ id, x }) => [id, x])) };
        const named = found.classes.map((name, i) => {
          const one = element("span", `${found.signs[i]} ${name}`);
          one.style.borderColor = found.colours[i];
          return one;
        });
        classes.replaceChildren(...named);
        show();
      }, () => {}); // without it the doors are there still
    },
  };
});
