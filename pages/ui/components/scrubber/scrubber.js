// The scrub bar, kept between runs; it also owns the page's keys and the autoplay clock.
import { element, fill, framed, listen, resized, write } from "stage/dom.js";
import { drag } from "stage/drag.js";
import { chord, goal, inDialog, passed, TEXT_FIELD, usesKey } from "stage/keys.js";
import { pageTools } from "../shared/common.js";
import { component } from "../shared/mount.js";
import { optimistic } from "../shared/optimistic.js";
import { spaced } from "stage/places.js";
import { within } from "stage/svg.js";
import { timer } from "stage/timer.js";

const SPEEDS = [0.5, 1, 2, 4];
const KINDS = ["tie", "split", "leaf"]; // also the order in which ticks win a place
const MEANING = { split: "split", leaf: "leaf", tie: "split after a tie" };
const STEPS = ["ArrowRight", "ArrowLeft", "PageDown", "PageUp", "Home", "End"];

export default component((send, signal) => {
  let data, dragging = false;
  const step = optimistic((k) => send("go", k), changed, signal);
  const speed = optimistic((times) => send("speed", times), changed, signal);
  const clock = timer(signal);

  const ticks = element("div.ticks");
  const rail = element("div.rail", ticks, element("div.line", element("div.fill")), element("div.knob"));
  const bar = element("div.bar", { tabIndex: 0, role: "slider", ariaLabel: "Step" }, rail);
  const counter = element("span.counter");
  const legend = element("span.legend", { ariaHidden: "true" });
  const times = element("output", { ariaLabel: "Speed" });
  const slower = framed("−", () => hurry(-1), "Slower");
  const faster = framed("+", () => hurry(1), "Faster");
  const shared = pageTools("this step", here, () => data, send, signal);
  const caption = element("p.caption", { ariaLive: "polite" });
  const tools = element("span.tools", slower, times, faster, ...shared.buttons);
  const root = element("div.player", bar, element("div.row", counter, legend, tools), caption, shared.over);

  function go(k) {
    step.ask(within(k, 0, data.last));
    changed();
  }

  function hurry(by) {
    speed.ask(SPEEDS[SPEEDS.indexOf(speed.value) + by] ?? speed.value);
    changed();
  }

  // The address lags behind while the steps run by themselves.
  function here() {
    const url = new URL(location.href);
    if (url.searchParams.get("step") !== String(step.value)) url.searchParams.delete("pick");
    url.searchParams.set("step", step.value);
    return url.href;
  }

  function toggle() {
    clock.stop();
    data.playing = false; // until the server has answered
    send("toggle");
  }

  // One clock: it starts when the server has answered, so that a slow server is never overrun.
  function arm() {
    clock.stop();
    if (!data.playing || step.waiting() || dragging || document.hidden) return;
    if (step.value >= data.last) toggle();
    else clock.set(() => go(step.value + 1), (data.seconds * 1000) / speed.value);
  }

  function changed() {
    draw();
    arm();
  }

  const share = (k) => Math.min(k / Math.max(data.last, 1), 1);

  function draw() {
    const k = step.value;
    rail.style.setProperty("--at", share(k));
    bar.ariaValueNow = k;
    bar.ariaValueText = step.waiting() ? `${k} of ${data.last}` : data.counter;
    for (const mark of ticks.children) {
      mark.classList.toggle("ahead", mark.dataset.k > k);
      mark.classList.toggle("here", Number(mark.dataset.k) === k);
    }
    times.textContent = `${speed.value}×`;
    slower.disabled = speed.value === SPEEDS[0];
    faster.disabled = speed.value === SPEEDS.at(-1);
  }

  // The kinds of marks that occur, and what they mean.
  function explain() {
    const kinds = new Set(data.ticks.map((tick) => tick.kind));
    const met = Object.entries({ ...MEANING, ...data.meanings }).filter(([kind]) => kinds.has(kind));
    legend.replaceChildren(
      ...met.map(([kind, meaning]) => element("span", element("i", { className: `mark ${kind}` }), meaning)),
    );
  }

  // Marks keep their distance: the more telling kind gets the place.
  function place() {
    const width = rail.clientWidth;
    const ranked = [...data.ticks].sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
    const wanted = spaced(ranked, (tick) => share(tick.k) * width, Math.max(8, width / 120));
    ticks.classList.toggle("dense", width / Math.max(data.last, 1) < 10);
    fill(ticks, wanted, () => element("i"), (mark, tick) => {
      mark.className = `mark ${KINDS.includes(tick.kind) ? tick.kind : "split"}`;
      mark.title = tick.title;
      mark.dataset.k = tick.k;
      mark.style.left = `${share(tick.k) * 100}%`;
    });
    draw();
  }

  function under(event) {
    const box = rail.getBoundingClientRect();
    return Math.round(((event.clientX - box.left) / box.width) * data.last);
  }

  drag(bar, {
    start: (event) => {
      dragging = true;
      go(Number(event.target.dataset.k ?? under(event)));
      return true;
    },
    move: (event) => go(under(event)),
    end: () => {
      dragging = false;
      arm();
    },
  });

  const hurries = { "-": -1, "+": 1, "=": 1 };

  function onKey(event) {
    if (event.defaultPrevented || chord(event)) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (shared.taken(key.toLowerCase())) return;
    const path = passed(event);
    const focus = path[0];
    // A closed select keeps the focus after a choice; a clicker must go on working.
    const select = focus?.getAttribute("role") === "combobox" && focus.ariaExpanded !== "true" && STEPS.includes(key);
    const closed = select || (focus?.matches("input[type=number]") && key.startsWith("Page"));
    if (closed) focus.blur();
    else if (focus?.matches(TEXT_FIELD) || inDialog(path)) return;
    if (!closed && !key.startsWith("Page") && focus !== bar) {
      if (focus?.matches("input") || usesKey(focus, key)) return;
    }
    const k = goal(event, step.value, data.last, { upright: focus === bar });
    const act = key === " " ? toggle : shared.act(key.toLowerCase());
    if (k !== undefined) go(k);
    else if (key in hurries) hurry(hurries[key]);
    else if (event.repeat) return; // these not again while the key is held down
    else if (act) act();
    else return;
    event.preventDefault();
  }

  listen(signal, [[window, "keydown", onKey], [document, "visibilitychange", arm]]);

  return {
    root,
    update(newData) {
      const first = data === undefined;
      const scale = ({ ticks, last, meanings }) => JSON.stringify([ticks, last, meanings]);
      const moved = first || scale(data) !== scale(newData);
      data = newData;
      root.classList.toggle("present", data.present);
      if (moved) explain();
      step.told(data.k);
      speed.told(data.speed);
      bar.ariaValueMin = 0;
      bar.ariaValueMax = data.last;
      write(counter, data.counter);
      write(caption, data.caption ?? "");
      if (first) resized(signal, rail, place);
      if (moved) place();
      changed();
    },
  };
});
