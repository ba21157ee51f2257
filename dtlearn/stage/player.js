// The steps 0 .. last of a lesson: first, back, play, next, last, a bar, the speed, the keys of the page. One row.
import { element, fill, framed, listen, resized, write } from "./base/dom.js";
import { drag } from "./base/drag.js";
import { chord, goal, inDialog, passed, TEXT_FIELD, usesKey } from "./base/keys.js";
import { spaced } from "./base/places.js";
import { within } from "./base/svg.js";
import { timer } from "./base/timer.js";

const SPEEDS = [0.5, 1, 2, 4];
const SECONDS = 1.6; // a step at speed 1; those after the fifth take 22 s in all at most
const KINDS = ["tie", "split", "leaf"];
const STEPS = ["ArrowRight", "ArrowLeft", "PageDown", "PageUp", "Home", "End"];

// ticks : the steps worth a mark, {k, kind, title}; ahead() : also those that are still to come. playable : the steps
// may run by themselves. reach(k, to, held) : the step that who goes on from k to a later one comes to; held : by a key
// or a bar that is kept down. said(k) : the counter's words. moved(k, speed) : one of them is another.
// host : buttons that stand at the end of the row, {taken(key), act(key)}: the keys of what stands around; most() : the
// step up to which one may go. around : where keys are heard.
export function player({ last, ticks, ahead, playable, reach, said, moved, at, host, around }, signal) {
  let k = Number(at.step), speed = Number(at.speed), playing = false;
  const clock = timer(signal), most = () => host.most?.() ?? last;
  const first = framed("|◀", () => go(0), "First"), back = framed("◀", () => go(k - 1), "Back");
  const next = framed("Next ▶", () => go(k + 1), "Next"), end = framed("▶|", () => go(last), "Last");
  const play = framed("Play", toggle);
  if (!playable) play.title = "Answer, then press Next";
  const marks = element("div.ticks");
  const rail = element("div.rail", marks, element("div.line", element("div.fill")), element("div.knob"));
  const bar = element("div.bar", {
    tabIndex: 0,
    role: "slider",
    ariaLabel: "Step",
    ariaValueMin: 0,
    ariaValueMax: last,
  }, rail);
  bar.title = "Keys: arrows or a clicker, Home, End; space plays, − and + change speed, B blacks the screen out";
  const counter = element("span.counter");
  counter.style.minWidth = `calc(0.85ch * ${said(last).length})`; // the bar stays as long as it is
  const pace = framed("1×", () => hurry(1, true), "Speed");
  const root = element(
    "div.player",
    first,
    back,
    play,
    next,
    end,
    bar,
    counter,
    element("span.tools", pace, ...host.buttons),
  );

  function go(step, held) {
    jump(step > k ? reach(k, Math.min(step, last), held) : step);
  }

  function jump(step) {
    const wanted = within(step, 0, most());
    if (wanted === k) return;
    k = wanted;
    draw();
    moved(k, speed);
  }

  // Without a word to anybody.
  function set(step, pace) {
    k = within(Number(step), 0, last);
    speed = Number(pace);
    draw();
  }

  function toggle() {
    if (play.disabled) return;
    playing = !playing;
    if (playing && k >= most()) go(0);
    draw();
  }

  function hurry(by, around) {
    const at = SPEEDS.indexOf(speed) + by;
    speed = SPEEDS[around ? at % SPEEDS.length : within(at, 0, SPEEDS.length - 1)];
    draw();
    moved(k, speed);
  }

  function draw() {
    if (k >= most()) playing = false;
    if (!playing) clock.stop();
    else clock.set(() => go(k + 1), 1000 * Math.min(SECONDS, k < 5 ? 9 : 22 / (last - 5)) / speed);
    rail.style.setProperty("--at", k / Math.max(last, 1));
    bar.ariaValueNow = k;
    bar.ariaValueText = said(k);
    first.disabled = back.disabled = k === 0;
    next.disabled = end.disabled = k >= most();
    play.disabled = most() === 0 || !playable;
    write(play, playing ? "Pause" : "Play");
    write(counter, said(k));
    write(pace, `${speed}×`);
    for (const mark of marks.children) {
      mark.classList.toggle("here", Number(mark.dataset.k) === k);
      mark.hidden = !ahead() && mark.dataset.k > k;
    }
  }

  // Marks keep their distance: the rarer kind gets the place.
  function place() {
    const width = rail.clientWidth, share = (tick) => tick.k / Math.max(last, 1);
    const count = {};
    for (const { kind } of ticks) count[kind] = (count[kind] ?? 0) + 1;
    const ranked = [...ticks].sort((a, b) => count[a.kind] - count[b.kind]);
    fill(marks, spaced(ranked, (tick) => share(tick) * width, 9), () => element("i"), (mark, tick) => {
      mark.className = `mark ${KINDS.includes(tick.kind) ? tick.kind : "split"}`;
      mark.title = tick.title;
      mark.dataset.k = tick.k;
      mark.style.left = `${share(tick) * 100}%`;
    });
    draw();
  }

  function under(event) {
    const { left, width } = rail.getBoundingClientRect();
    return Math.round(((event.clientX - left) / width) * last);
  }

  drag(bar, {
    start: (event) => {
      go(Number(event.target.dataset.k ?? under(event)));
      return true;
    },
    move: (event) => go(under(event), true),
    end: () => {},
  });

  const hurries = { "-": -1, "+": 1, "=": 1 };
  function onKey(event) {
    if (event.defaultPrevented || chord(event)) return;
    const path = passed(event), [focus] = path, key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (host.taken(key.toLowerCase())) return;
    // A closed list keeps the focus after a choice; a clicker must go on working.
    const list = focus?.role === "combobox" && focus.ariaExpanded !== "true" && STEPS.includes(key);
    const closed = list || (focus?.matches("input[type=number]") && key.startsWith("Page"));
    if (closed) focus.blur();
    else if (focus?.matches(TEXT_FIELD) || inDialog(path)) return;
    if (!closed && !key.startsWith("Page") && focus !== bar && (focus?.matches("input") || usesKey(focus, key))) return;
    const step = goal(event, k, last, { upright: focus === bar }),
      does = key === " " ? toggle : host.act(key.toLowerCase());
    if (step !== undefined) go(step, event.repeat);
    else if (key in hurries) hurry(hurries[key]);
    else if (event.repeat || !does) return; // these not again while the key is held down
    else does();
    event.preventDefault();
    event.stopPropagation(); // a notebook has keys of its own
  }

  listen(signal, [[around, "keydown", onKey]]);
  resized(signal, rail, place);
  draw();
  return { root, go: jump, set, step: () => k };
}
