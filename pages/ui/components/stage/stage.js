// The stage of a lesson (dtlearn/stage/stage.js) on a page. The place, texts by name as a link has them, is the
// browser's: it stands in the address behind "#" (shared/fragment.js), and while one steps the server hears nothing.
// Each event brings it along. The server leads to a place, data.begin, once for each number that it gives.
import { DOM, STYLE as OWN } from "../shared/constants.js";
import { shifted, topOf } from "../shared/above.js";
import { oneEntryEach, WRITTEN } from "../shared/address.js";
import { pageTools } from "../shared/common.js";
import { fetched, inParts } from "../shared/lessons.js";
import { fragment } from "../shared/fragment.js";
import { component } from "../shared/mount.js";
import { GRAPHVIZ } from "../shared/save.js";
import { telling } from "../shared/telling.js";
import { fitted, sound, stepIn, walkable } from "./place.js";
import { asker } from "./question.js";
import { frameAt, stepsOf } from "stage/document.js";
import { element, fill, framed, listen, rem } from "stage/base/dom.js";
import { passed, TEXT_FIELD } from "stage/base/keys.js";
import { placed } from "stage/quiz.js";
import { stage } from "stage/stage.js";
import { STYLES } from "stage/styles.js";
import { timer } from "stage/base/timer.js";

const COMES = 3000; // ms after which a place that Back leads to is shown, whether its document has come or not
const SETTLES = 250; // ms after which the address is written: browsers refuse to have it written at every step
// px of height that a stage has at least; in present mode; beside a sidebar; below a worked example; with one part
const [LOW, PRESENTED, SLIM, TAUGHT, WHOLE] = [576, 440, 760, 576, 420];
const STACKED = 600; // px of its width up to which, beside a room, its parts stand below each other
const NARROW = 760; // px of its width up to which a sidebar stands beside it
// What can have the stage to itself: its name in a link, and where it stands.
const PARTS = [["tree", "Tree", ".trees"], ["plane", "Plane", ".planes, .surfaces, .listed .boxes"], [
  "chart",
  "Chart",
  ".chart",
], ["sums", "Arithmetic", ".sums"]];
const AROUND = 6.2; // rem of what stands around the drawing of a chart
const BELOW = 13; // px of the page that show that something follows
// What the server does at the place of the reader, outside of the stage, stands in a container whose key begins so.
const BRINGS = '[class*="st-key-dt-brings-place"]';

// Beside an open room on a small projector what is too wide for two columns stands below each other.
const BESIDE = `@container (min-width: 420px) and (max-width: ${STACKED}px) { ` +
  ".stage { height: auto; min-height: var(--high, 100vh); } " +
  ".main { grid-template-columns: minmax(0, 1fr); } .left { grid-template-rows: minmax(300px, 1fr) auto auto auto; } }";

oneEntryEach(); // whichever script of ours comes first: a query that is written drops the place

export default component((send, signal) => {
  let data; // what the server said last
  let at; // the place
  let spot; // its fragment
  let begun; // the number of the place that the server led to last
  let known; // the place that the server knows of, as a text
  let opened; // the step at which one arrived last
  let lesson, shown, showing, ending; // the document, its address, the stage that plays it, and what ends that
  let missed; // the address of what could not be had
  // Since another document is on its way: {step, at which the one that is shown was left; undefined where the server
  // leads}.
  let leaving;
  let comes; // the place that Back or Forward leads to
  let search; // the query behind which the place was written last
  let odd = ""; // what the address says that cannot be
  let seen = { far: 0 }; // {address, far: the last step that was seen of its document}
  const path = location.pathname, writes = timer(signal), returns = timer(signal);
  const tells = telling(signal, () => host);

  const host = element("div.host"), inner = host.attachShadow({ mode: "open" }), content = element("div");
  inner.append(element("style", STYLES.stage + OWN + BESIDE), content);
  // Apart: what is fixed inside a host that queries ask for its width keeps to that host in some browsers.
  const tools = element("div"), above = tools.attachShadow({ mode: "open" });

  // ---- what the server is told

  function tell(event, value) {
    known = JSON.stringify(at);
    send(event, { value, place: at });
  }
  const isKnown = () => JSON.stringify(at) === known;

  // What follows the steps on the page is told of each, and of the one that it begins with.
  function follow() {
    if (data.tells && !isKnown()) tells.set(() => isKnown() || tell("at"), SETTLES);
  }

  // Something is touched, before it does what it does.
  function touched(event) {
    const all = passed(event);
    if (all.includes(host)) {
      const field = document.activeElement;
      // who clicks here has done typing: keys step again
      if (event.type === "pointerdown" && field?.matches(TEXT_FIELD)) field.blur();
      return;
    }
    if (writes.waits()) write(); // it may make another entry of the history
    if (at && !isKnown() && all.some((node) => node.matches(BRINGS))) tell("at");
  }

  // ---- the address

  function write() {
    writes.stop();
    const place = comes ?? at; // where Back leads, whose document may still be on its way
    if (!place?.step || location.pathname !== path) return;
    if (!comes) search = location.search;
    spot.write(place);
  }

  // Back and Forward: at once where the query is the same, else with the document that the server makes of it.
  function back() {
    if (!spot || location.pathname !== path) return;
    writes.stop();
    comes = spot.read() ?? {};
    const go = () => {
      if (!comes || Number(comes.step) > data.last) return; // of the document that is still to come
      arrive(data);
      showing?.show(at);
    };
    if (location.search === search) go();
    else returns.set(go, COMES);
  }

  // A link of the page to another place in this document, such as "#step=3": what it does not say stays.
  function linked(event) {
    const link = passed(event).find((node) => node.matches?.('a[href^="#"]'));
    const to = link && Object.fromEntries(new URLSearchParams(link.hash.slice(1)));
    if (!to?.step) return;
    event.preventDefault();
    moved({ ...at, pick: "", node: "", ...to });
    showing?.show(at);
  }

  // ---- the place

  // The reader has gone on.
  function moved(now) {
    at = { ...now };
    comes = undefined; // who goes on is there
    remember();
    own.load?.(Number(at.step)); // the next part too
    writes.set(write, SETTLES);
    shared.moved();
    follow();
  }

  // A component that is put anew into the page goes on where it was.
  function remember() {
    spot.keep({ address: data.address, at, begun });
    if (seen.address !== data.address) seen = { address: data.address, far: 0 };
    seen.far = Math.max(seen.far, at.step);
    // a page marks by it what the step shows, and what has been seen
    Object.assign(document.body.dataset, { step: at.step, far: seen.far, whole: seen.far >= data.last });
  }

  // Go to the place that the data say: the one that the server leads to; at first that of the address, or where one was
  // before one left the page; the one that Back leads to; of another document, one that follows from the last. Returns
  // whether there is one. before : the data until now.
  function arrive(before) {
    if (!before) spot = fragment(path, data.names);
    const kept = spot.kept(), { speed } = at ?? kept.at ?? {}, [number, there] = data.begin ?? [];
    if (!before) begun = kept.begun;
    const led = number !== undefined && number !== begun;
    const left = leaving; // a document that never came was none
    leaving = undefined;
    if (led) {
      begun = number;
      at = { ...(speed && { speed }), ...there };
    } else if (!before) {
      at = said(spot.read(true)) ?? (kept.address === data.address && kept.at) ?? {};
    } else if (comes) {
      at = said(comes);
    } else if (before.address !== data.address) {
      const next = stepIn(data, before, at.step);
      leaving = { step: next.led ? undefined : left ? left.step : at.step };
      at = { ...at, step: next.step };
    } else {
      leaving = left;
      return false;
    }
    comes = undefined;
    at = { ...emptied(), ...at, step: String(Math.min(Number(at.step || data.opens), data.last)) };
    opened = Number(at.step);
    if (led) known = JSON.stringify(at);
    remember();
    return true;
  }

  // What a place does not say is not what was there before.
  const emptied = () => Object.fromEntries(data.names.filter((name) => name !== "speed").map((name) => [name, ""]));

  // A place that the address says, without what cannot be; that is said above the document.
  function said(place) {
    if (!place) return undefined;
    const found = sound(place, data.last);
    odd = found.odd ?? odd;
    return found.place;
  }

  // The place in the document that has just come.
  function settle(before) {
    const now = leaving ? fitted(at, before, lesson, leaving.step, data.same_node) : { ...at };
    leaving = undefined;
    if (now.fresh && !walkable(lesson, now.fresh)) {
      odd ||= "This link is not quite right: fresh= holds an example that cannot be. That is left out.";
      now.fresh = "";
    }
    if (JSON.stringify(now) === JSON.stringify(at)) return;
    at = now;
    remember();
    writes.set(write, SETTLES);
  }

  // ---- the document

  async function show() {
    const { address, parts } = data;
    if (address !== shown) {
      if (!showing) content.replaceChildren(element("p.wait", { role: "status" }, "The lesson is on its way …"));
      const opening = new AbortController(), long = parts ? inParts(address, parts, opening.signal) : undefined;
      let found, wrong;
      try {
        found = await (long ? long.load(Number(at.step)) : fetched(address));
      } catch (error) {
        wrong = error;
      }
      if (address !== data.address) return opening.abort(); // overtaken
      if (wrong) return failed(wrong, address);
      const before = lesson;
      lesson = long ? long.joined(found) : found;
      settle(before);
      shown = address;
      missed = undefined;
      ending?.abort();
      ending = opening;
      Object.assign(own, { plays: data.plays, file: undefined, present: data.present });
      own.work = data.candidate ? work : undefined;
      const lost = (error) => address === shown && failed(error, address);
      own.load = long ? (k, then) => long.load(k).then(then, lost) : undefined;
      showing = stage(lesson, moved, ending.signal, at, own);
      showing.root.classList.add("bare");
      content.replaceChildren(...(odd ? [element("p.odd", { role: "alert" }, odd)] : []), showing.root);
      odd = "";
      for (const k of placed(lesson, at.said ?? "").keys()) { // what answers in other parts were worth
        if (!frameAt(lesson, k + 1)) own.load(k + 1, showing.draw);
      }
      shared.moved();
      look();
    } else showing.show(at);
    follow();
  }

  // What the server lacks it gets from the page: a table that the browser kept, or work that lasts.
  function failed(error, address) {
    const again = framed("Try again", show);
    content.replaceChildren(
      element("p.wait", { role: "alert" }, `The lesson could not be fetched. ${error.message} `),
      again,
    );
    ending?.abort(); // what is away hears no key
    showing = shown = undefined;
    if (error.refused && missed !== address) tell("lacks");
    missed = address;
  }

  // The arithmetic of a candidate, "c3.17", which the document leaves out: fetched, then shown again.
  function work(id, again) {
    const [, node, candidate] = id.match(/c(\d+)\.(\d+)$/), { worked } = lesson;
    const address = data.candidate.replace("&node=0", `&node=${node}`).replace(
      "&candidate=0",
      `&candidate=${candidate}`,
    );
    if (worked[id] === undefined) {
      worked[id] = null; // on its way
      fetched(address).then((found) => {
        worked[id] = found;
        again();
      }, () => delete worked[id]);
    }
    return worked[id];
  }

  // What a room is asked here, with the link to it; a twin is gone to.
  const room = asker(() => ({ lesson, load: own.load, step: Number(at.step), asks: data?.asks }));
  async function question(twin) {
    const found = await room.question(twin);
    if (found && twin) showing.go(found.step);
    return found && { ...found.asks, link: spot.link(at).slice(new URL(".", location.href).href.length) };
  }

  // ---- what stands around it

  const shared = pageTools("this step", () => spot.link(at), () => data, tell, signal, question, room.askable);
  above.append(element("style", DOM + OWN), shared.corner, shared.over); // the lesson's rules are not for them
  const leave = framed("Leave", () => tell("present"), "Leave present mode (P)");
  const larger = element("select.framed", { ariaLabel: "What to enlarge", onchange: () => enlarge(larger.value) });
  // For the stage: what it has of the page.
  const own = {
    buttons: [larger, leave],
    taken: shared.taken,
    act: (key) => {
      if (key === "t" && !larger.hidden) return () => enlarge(larger[(larger.selectedIndex + 1) % larger.length].value);
      return "123".includes(key) ? () => tell("detail", Number(key)) : shared.act(key);
    },
    send: tell, // a tree that is asked for as a file: the server writes it
    ask: (place) => tell("ask", place), // a place of a plane
  };

  function enlarge(large) {
    moved({ ...at, large });
    look();
    showing.show({ large });
    // chosen by the mouse: the keys go on stepping
    if (data.present || !larger.matches(":focus-visible")) larger.blur();
  }

  // The part that has the stage to itself, if the document has it.
  function enlarged(root) {
    const there = PARTS.filter(([name, , where]) => root.querySelector(where) && !(data.undrawn && name === "tree"));
    larger.hidden = !data.names.includes("large") || there.length < (data.present ? 2 : 3);
    const put = (option, [value, textContent]) => Object.assign(option, { value, textContent });
    fill(larger, [["", "All parts"], ...there], () => element("option"), put);
    const [name = "", , where] = there.find(([name]) => name === at.large) ?? [];
    larger.value = name;
    root.dataset.large = name;
    for (const one of root.querySelectorAll(".whole")) one.classList.remove("whole");
    const part = where && root.querySelector(where);
    part?.classList.add("whole");
    return part;
  }

  let high, letters = rem(); // px of height, and of an em of its text, that the stage had when it was last looked at
  function look() {
    const root = showing?.root;
    if (!root) return;
    const before = high;
    shared.corner.hidden = data.present;
    leave.hidden = !data.present;
    root.classList.toggle("undrawn", data.undrawn);
    host.toggleAttribute("data-redraws", !data.undrawn);
    const taught = document.querySelector(".st-key-dt-deck");
    const wide = taught ? TAUGHT : LOW;
    const part = enlarged(root);
    const least = part ? WHOLE : data.present ? PRESENTED : host.clientWidth > NARROW ? wide : SLIM;
    // of a room, over the window's foot
    const bar = parseFloat(document.body.style.getPropertyValue("--room-low")) || 0;
    high = Math.max(least, innerHeight - topOf(host) - (data.present ? 8 + bar : BELOW));
    root.style.setProperty("--high", `${high}px`);
    root.classList.toggle("low", high < LOW);
    root.classList.toggle("presented", data.present);
    root.classList.toggle("spread", data.present && host.clientWidth > STACKED);
    root.classList.toggle("taught", Boolean(taught) && opened >= stepsOf(lesson) - 1); // who walks there can walk back
    root.style.setProperty("--around", "0");
    root.style.setProperty("--sticky", data.present ? "0" : "3.75rem"); // below the menu
    part?.style.setProperty("--whole", part.clientHeight / rem() * 16 - AROUND * 16);
    // no tree beside it that would say so; present mode's letters come late
    if ((part && high !== before) || rem() !== letters) showing.draw();
    letters = rem();
  }

  signal.addEventListener("abort", () => ending?.abort());
  shifted(signal, look);
  listen(signal, [
    [host, GRAPHVIZ, () => tell("graphviz")],
    [window, "pointerdown", touched, { capture: true }],
    [window, "keydown", touched, { capture: true }],
    [window, "pagehide", write],
    [window, "popstate", back],
    [window, "click", linked],
    [window, WRITTEN, write],
    [window, "resize", look],
  ]);

  return {
    root: element("div", tools, host),
    update(now) {
      const before = data;
      data = now;
      if (arrive(before)) {
        writes.set(write, SETTLES);
        show();
      } else if (missed) show();
      else if (showing) follow();
      if (data.file && showing) {
        own.file = data.file;
        showing.draw();
      }
      if (own.present !== data.present) {
        own.present = data.present;
        look();
        showing?.draw();
      }
      shared.moved();
      look();
    },
  };
});
