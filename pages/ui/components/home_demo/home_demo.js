// A tree whose first question the visitor picks; the tree that the algorithm grows is then stepped, or grows by itself.
import { fetched } from "../shared/lessons.js";
import { component } from "../shared/mount.js";
import { bags, frameAt, rowsOf, stepsOf, viewOf } from "stage/document.js";
import { element, fill, framed, listen, resized, write } from "stage/base/dom.js";
import { chord, inDialog, passed, TEXT_FIELD, usesKey } from "stage/base/keys.js";
import { timer } from "stage/base/timer.js";
import { picture } from "stage/tree.js";

const PAUSE = 3000; // ms from step to step: a caption is to be read
// the height of the box to its width, to the window's height: the doors stand on the first screen
const FLAT = 0.43, LOW = 0.48;
const NARROW = 640; // px of the tree below which the finished tree's places are too far apart
const MARGIN = 24; // px around its caption, where it is presented
const BY = { ArrowLeft: -1, ArrowRight: 1 };

export default component((_send, signal) => {
  const tree = picture((said, id) => said === "clicked" && explain(id), signal), clock = timer(signal);
  const back = framed("Back", () => step(-1)),
    play = framed("Pause", toggle),
    next = framed("Next step", () => step(1));
  const classes = element("p.classes"), caption = element("p.caption");
  const gains = element("div.gains", { role: "group", ariaLabel: "Which question first?" });
  const root = element("div.growing", classes, gains, tree.root, caption);
  // picked : the number of the first question that the visitor has picked, while its groups are shown.
  let lesson, end, last, present, firsts, begins, asked, picked, k = 0, playing = false;
  tree.buttons.replaceChildren(back, play, next); // it fits, so nobody zooms
  tree.buttons.hidden = true;

  function toggle() {
    playing = !playing;
    asked = picked = undefined;
    if (playing && k === last) k = 0;
    show();
  }

  function step(by) {
    playing = false;
    asked = picked = undefined;
    k = Math.min(Math.max(k + by, 0), last);
    show();
  }

  function pick(i) {
    playing = false;
    asked = undefined;
    [picked, k] = [i, firsts[i].view ? 0 : 1]; // the algorithm's own goes on from there
    show();
  }

  // A node that is pressed says why it is what it is; what is open says so at the next step.
  function explain(id) {
    if (picked !== undefined) return;
    playing = false;
    asked = id;
    show();
  }

  // Presented, it has the window to itself.
  function room() {
    const top = root.getBoundingClientRect().top + (document.querySelector(".stMain")?.scrollTop ?? 0);
    return innerHeight - top - tree.buttons.offsetHeight - caption.offsetHeight - MARGIN;
  }

  // Each node where it will stand in the end: nothing moves sideways. Below another question they hang around the root.
  function settled({ nodes }) {
    const aside = end.across.get(nodes[0].id) - nodes[0].x, { width, height, across } = end;
    const place = ({ id, x }) => firsts[picked]?.view ? x + aside : across.get(id);
    return { width, height, nodes: nodes.map((node) => ({ ...node, x: place(node) })) };
  }

  function show() {
    if (!lesson) return;
    const view = viewOf(lesson, k), held = bags(lesson, new Set(view.nodes.map(({ id }) => id)));
    const shown = firsts[picked]?.view ?? { ...view, held, examples: lesson.examples.classes };
    const boxHeight = present ? room() : Math.min(FLAT * tree.root.clientWidth, LOW * innerHeight);
    const first = shown.nodes.length === 1; // as large as can be
    const still = !first && tree.root.clientWidth >= NARROW; // else it has to fit
    const drawn = { boxHeight, large: present || first, picks: false, lit: asked ? [asked] : [] };
    tree.update({ ...shown, ...(still && settled(shown)), ...drawn });
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
    const told = view.nodes.find(({ id }) => id === asked)?.step ?? k;
    write(caption, firsts[picked]?.says ?? (told ? frameAt(lesson, told).caption : begins));
    compare(told);
  }

  // What could be asked there, and what each of it gains; nothing at a leaf. At the root each is picked by a press,
  // and gains are seen after that.
  function compare(step) {
    const guessed = step === 0 && picked === undefined;
    const rows = rowsOf(lesson, Math.max(step, 1), "", "").filter(({ level }) => !level);
    gains.style.visibility = rows.length ? "" : "hidden"; // what is below does not move
    gains.classList.toggle("guessed", guessed);
    fill(gains, rows, () => element("button", element("span"), element("i")), (line, row) => {
      const candidate = Number(row.id.match(/\d+$/)[0]);
      line.onclick = () => pick(candidate);
      write(line.firstChild, guessed ? row.name : `${row.name} ${row.cells[0]}`);
      line.lastChild.style.width = `${guessed ? 0 : 100 * (row.bar ?? 0)}%`;
      line.classList.toggle("best", !guessed && row.badges.length > 0);
      line.disabled = step > 1;
      line.ariaPressed = String(candidate === picked);
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
      ({ present, firsts, begins } = data);
      fetched(data.address).then((found) => {
        last = stepsOf(found) - 1;
        lesson = found;
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
