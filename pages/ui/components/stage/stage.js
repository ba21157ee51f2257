// The stage of a lesson (dtlearn/stage/stage.js) on a page. While one steps, the server hears nothing: the place,
// texts by name as a link has them, is the browser's. The server is told when something outside is touched, and orders
// by a number that rises.
import { DOM, STYLE as OWN } from "../shared/constants.js";
import { shifted, topOf } from "../shared/above.js";
import { oneEntryEach, WRITTEN } from "../shared/address.js";
import { pageTools } from "../shared/common.js";
import { fetched, inParts } from "../shared/lessons.js";
import { fragment } from "../shared/fragment.js";
import { component } from "../shared/mount.js";
import { GRAPHVIZ } from "../shared/save.js";
import { frameAt, parentOf, stepsOf } from "stage/document.js";
import { element, fill, framed, listen, rem } from "stage/base/dom.js";
import { passed, TEXT_FIELD } from "stage/base/keys.js";
import { placed } from "stage/quiz.js";
import { stage } from "stage/stage.js";
import { STYLES } from "stage/styles.js";
import { timer } from "stage/base/timer.js";

const COMES = 3000; // ms after which a place that Back leads to is shown, whether its lesson has come or not
const SETTLES = 250; // ms after which the address is written: browsers refuse to have it written at every step
// px of height that a stage has at least; in present mode; beside a sidebar; below a worked example; with one part
const [LOW, PRESENTED, SLIM, TOLD, WHOLE] = [576, 440, 760, 576, 420];
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

// Beside an open room on a small projector what is too wide for two columns stands below each other.
const BESIDE =
  `@container (min-width: 420px) and (max-width: ${STACKED}px) { .stage { height: auto; min-height: var(--high, 100vh); } ` +
  ".main { grid-template-columns: minmax(0, 1fr); } .left { grid-template-rows: minmax(300px, 1fr) auto auto auto; } }";

oneEntryEach(); // whichever script of ours comes first: a query that is written drops the place

export default component((send, signal, keep) => {
  // at : the place. showing : the stage, of the lesson at an address. flushed : what the server was told last.
  // told : the place that needs no more telling.
  // seen : the last step that was seen of the lesson at an address. opened : the step that was ordered last.
  // missed : the address of what could not be had.
  let data, at, told, lesson, shown, showing, ending, flushed, opened, missed, seen = { far: 0 }, count = Date.now();
  const path = location.pathname, later = timer(signal), rest = timer(signal), returns = timer(signal);
  // Where the place is the browser's: spot, its fragment; begun, the number of what the server asked for last; comes,
  // the place that Back or Forward leads to; stays, the step of the lesson before, whose place is kept; search, the
  // query that it stands behind; odd, what the address says that cannot be.
  let spot, begun, comes, stays, search, odd = "";
  const owns = () => Boolean(spot);
  const host = element("div.host"), inner = host.attachShadow({ mode: "open" }), place = element("div");
  inner.append(element("style", STYLES.stage + OWN + BESIDE), place);
  // Apart: what is fixed inside a host that queries ask for its width keeps to that host in some browsers.
  const tools = element("div"), above = tools.attachShadow({ mode: "open" });

  // ---- what the server is told

  function flush() {
    if (owns()) return;
    const text = JSON.stringify(at);
    told = at;
    if (!at || text === flushed) return;
    flushed = text;
    keep("place", { order: data.order, address: data.address, count: ++count, place: at });
  }

  function order(event, value) {
    if (owns()) {
      flushed = JSON.stringify(at);
      return send(event, { value, place: at });
    }
    flush();
    send(event, value);
  }

  // Not on the way to another page: a flush and a quick click on the menu would come back.
  function outside(event) {
    const all = passed(event), [focus] = all;
    if (all.includes(host)) {
      const field = document.activeElement;
      // who clicks here has done typing: keys step again
      if (event.type === "pointerdown" && field?.matches(TEXT_FIELD)) field.blur();
      return;
    }
    if (later.waits()) settled(); // before what is touched makes another entry of the history
    // What the page keeps in such a container is done at the place of the reader: it is brought along first.
    const brings = all.some((node) => node.matches(".st-key-dt-brings-place"));
    if (owns() && brings && JSON.stringify(at) !== flushed) order("at");
    if (!at || at === told || owns()) return;
    if (all.some((node) => node.matches("a[href]"))) return;
    const says = event.type !== "keydown" ||
      !(focus?.matches("body, html") || event.altKey || event.ctrlKey || event.metaKey);
    if (says) flush();
  }

  // ---- the address

  function linked() {
    if (owns()) return spot.link(at);
    const says = new Map(Object.entries(at).map(([name, text]) => [data.names[name] ?? name, text]));
    const said = (name, text) => (text ? [`${name}=${encodeURIComponent(text)}`] : []);
    // the others stay letter for letter
    const parts = location.search.slice(1).split("&").filter(Boolean).flatMap((part) => {
      const [name] = part.split("=");
      if (!says.has(name)) return [part];
      const text = says.get(name);
      says.delete(name);
      return said(name, text);
    });
    const all = [...parts, ...[...says].flatMap(([name, text]) => said(name, text))];
    return `${location.origin}${location.pathname}?${all.join("&")}`;
  }

  function address() {
    if (location.pathname !== path || !at) return;
    search = location.search;
    if (owns()) return spot.write(at);
    try {
      history.replaceState(history.state, "", linked());
    } catch {
      // a frame without an address, or a browser that has had enough
    }
  }

  // What the address asks beside the place: after Back or Forward it is another page's business.
  const asked = () => {
    const own = Object.values(data.names);
    return location.search.slice(1).split("&").filter((part) => !own.includes(part.split("=")[0])).join("&");
  };
  let asks;
  function settle() {
    asks = asked();
    later.set(settled, SETTLES);
  }
  function settled() {
    later.stop();
    if (owns() || asks === asked()) address();
  }

  function moved(now) {
    at = { ...now };
    comes = undefined; // who goes on is there
    remember();
    own.load?.(Number(at.step)); // the next part too
    settle();
    shared.moved();
    tell();
  }

  // What follows the steps on the page is told of each, and of the one that it begins with.
  function tell() {
    if (!data.tells) return;
    if (!owns()) rest.set(flush, SETTLES);
    else if (JSON.stringify(at) !== flushed) rest.set(() => order("at"), SETTLES);
  }

  // A component that is put anew into the page goes on where it was.
  function remember() {
    if (owns()) spot.keep({ address: data.address, at, begun });
    else window.dtStage = { order: data.order, address: data.address, at };
    if (seen.address !== data.address) seen = { address: data.address, far: 0 };
    seen.far = Math.max(seen.far, at.step);
    // a page marks by it what the step shows, and what has been seen
    Object.assign(document.body.dataset, { step: at.step, far: seen.far, whole: seen.far >= data.last });
  }
  function remembered() {
    const { order, address, at } = window.dtStage ?? {};
    return address === data.address && String(order) === String(data.order) ? at : undefined;
  }

  // The place to be shown with these data: what the server asks for, once; the address'; that of who comes back; the
  // one before. Returns whether there is something else to be shown.
  function arrives(before, other) {
    spot ??= fragment(path, Object.keys(data.names));
    const kept = spot.kept(),
      { speed } = at ?? kept.at ?? {},
      asked = data.begin && data.begin[0] !== (begun ?? kept.begun);
    begun = data.begin?.[0] ?? begun ?? kept.begun;
    const was = stays; // of a lesson that never came
    stays = undefined;
    if (asked) at = { ...(speed && { speed }), ...data.begin[1] };
    else if (!before) {
      at = sound(spot.read(!Object.keys(window.dtPlaces).length)) ?? (kept.address === data.address && kept.at) ?? {};
    } else if (comes) at = sound(comes);
    else if (!other) return false;
    else { // who has seen a row to its end begins the next one
      const ended = data.others !== before.others && Number(at.step) === before.last;
      const anew = ended || data.starts !== before.starts, opens = data.openings !== before.openings;
      if (anew) at = { ...at, step: "0" };
      else if (opens) at = { ...at, step: String(data.opens) };
      else if (data.ends && Number(at.step) === before.last) at = { ...at, step: String(data.last) };
      else if (data.sizes.length) at = { ...at, step: String(sized(before.sizes[at.step])) };
      stays = anew ? "0" : opens ? at.step : was ?? at.step;
    }
    comes = undefined;
    at = { ...at, step: String(Math.min(Number(at.step || data.opens), data.last)) };
    opened = Number(at.step);
    if (asked) flushed = JSON.stringify(at);
    return true;
  }

  // The step whose tree has a size, or the nearest there is, of equals the first.
  function sized(size) {
    const away = data.sizes.map((one) => Math.abs(one - size));
    return away.indexOf(Math.min(...away));
  }

  // A place that an address says, without what cannot be; that is said above the lesson.
  function sound(place) {
    if (!place) return undefined;
    const { step, speed, ...others } = place;
    if (Number(speed) > 0) others.speed = speed;
    if (step === undefined) return others;
    if (/^\d{1,9}$/.test(step) && Number(step) <= data.last) return { ...others, step };
    odd = `This link is not quite right: step=${step.slice(0, 20)} is outside 0 to ${data.last}. `;
    odd += /^\d+$/.test(step) ? "Shown is the nearest that exists." : "That is left out.";
    return /^\d+$/.test(step) ? { ...others, step: String(data.last) } : others;
  }

  // A link of the page to another place in this document, such as "#step=3": what it does not say stays.
  function linkedTo(event) {
    const link = passed(event).find((node) => node.matches?.('a[href^="#"]'));
    const to = link && owns() && Object.fromEntries(new URLSearchParams(link.hash.slice(1)));
    if (!to?.step) return;
    event.preventDefault();
    moved({ ...at, pick: "", node: "", ...to });
    showing?.show(at);
  }

  // Back and Forward: at once where the query is the same, else with the lesson that the server makes of it.
  function back() {
    if (!owns() || location.pathname !== path) return;
    later.stop();
    comes = spot.read() ?? {};
    const apply = () => {
      if (!comes || Number(comes.step) > data.last) return; // of the lesson that is still to come
      arrives(data, false);
      remember();
      showing?.show(at);
    };
    if (location.search === search) apply();
    else returns.set(apply, COMES);
  }

  // ---- what is shown

  const shared = pageTools("this step", () => linked(), () => data, order, signal, question, askable);
  above.append(element("style", DOM + OWN), shared.corner, shared.over); // the lesson's rules are not for them
  const leave = framed("Leave", () => order("present"), "Leave present mode (P)");
  const larger = element("select.framed", { ariaLabel: "What to enlarge", onchange: () => enlarge(larger.value) });
  const own = {
    buttons: [larger, leave],
    taken: shared.taken,
    act: (key) => {
      if (key === "t" && !larger.hidden) return () => enlarge(larger[(larger.selectedIndex + 1) % larger.length].value);
      return "123".includes(key) ? () => order("detail", Number(key)) : shared.act(key);
    },
    // a tree that is asked for as a file: the server writes it
    send: (event, value) => order(event, value),
    ask: (place) => order("ask", place), // a place of a plane
  };
  function enlarge(large) {
    moved({ ...at, large });
    look();
    showing.show({ large });
    // chosen by the mouse: the keys go on stepping
    if (data.present || !larger.matches(":focus-visible")) larger.blur();
  }

  // The part that has the stage to itself, if the lesson has it.
  function enlarged(root) {
    const there = PARTS.filter(([name, , where]) => root.querySelector(where) && !(data.undrawn && name === "tree"));
    larger.hidden = !("large" in data.names) || there.length < (data.present ? 2 : 3);
    const write = (option, [value, textContent]) => Object.assign(option, { value, textContent });
    fill(larger, [["", "All parts"], ...there], () => element("option"), write);
    const [name = "", , where] = there.find(([name]) => name === at.large) ?? [];
    larger.value = name;
    root.dataset.large = name;
    for (const one of root.querySelectorAll(".whole")) one.classList.remove("whole");
    const part = where && root.querySelector(where);
    part?.classList.add("whole");
    return part;
  }

  // The arithmetic of a candidate, "c3.17", which the lesson leaves out: fetched, then shown again.
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
  // What a room is asked here: the next decision, as one predicts it. twin : the next one after what was asked last
  // that ends as it did, in a split or a leaf; the stage goes there.
  let posed; // {step, leaf} of what was asked last
  async function question(twin) {
    if (twin && !posed) return undefined;
    let found = await decision(twin ? posed.step : Number(at.step));
    const { step = 0, leaf } = twin ? posed : {};
    for (let k = step + 1; twin && frameAt(lesson, k); k++) {
      found = await decision(k);
      if (found && found.step > step && found.leaf === leaf) break;
      found = undefined;
    }
    if (!found) return undefined;
    posed = found;
    if (twin) showing.go(found.step);
    return { ...found.asks, link: linked().slice(new URL(".", location.href).href.length) };
  }

  // Whether a decision can be asked about; of a lesson that is on its way it is not known yet.
  function askable() {
    return Boolean(data?.asks || !lesson || lesson.choices.length);
  }

  // The lesson with predictions, or the part of it that decides a node. most : a step that is no earlier.
  async function sister(node, most) {
    const [address, size] = data.asks, part = (n) => fetched(size ? `${address}&part=${n}` : address);
    let found = await part(0);
    const decides = () => found.frames.some((frame) => frame?.graded && frame.node === node);
    const guess = size ? Math.floor(Math.min(most, stepsOf(found) - 1) / size) : 0;
    for (let n = guess; n > 0 && !decides(); n--) found = await part(n);
    return found;
  }

  // The decision that comes next at a step: {step, leaf: whether it is one, asks}. A lesson without predictions has a
  // sister that has them.
  async function decision(here) {
    const predicts = lesson?.choices.length > 0;
    if (!predicts && !data.asks) return undefined;
    await own.load?.(Math.min(here + 1, stepsOf(lesson) - 1)); // the answer may be in the next part
    const target = predicts ? undefined : frameAt(lesson, here + 1)?.node;
    if (!predicts && target === undefined) return undefined;
    const source = predicts ? lesson : await sister(target, 2 * here), { choices } = source;
    const asks = (k) => frameAt(source, k + 1)?.graded !== undefined;
    const wanted = (k) => asks(k) && (predicts || frameAt(source, k)?.node === target);
    let k = predicts ? here : source.first ?? 0;
    while (k < stepsOf(source) && !wanted(k)) k++;
    if (k === stepsOf(source)) return undefined;
    const { ask, caption, choices: some } = frameAt(source, k), { graded, caption: reason } = frameAt(source, k + 1);
    const asked = some?.map((i) => choices[i]) ?? choices;
    // A room has one answer for all reasons of a leaf: eight choices are too many to be weighed in a minute.
    const leaf = !some && ["leaf", "It becomes a leaf: no split"];
    const all = leaf ? [...asked.filter(([token]) => /^f\d/.test(token)), leaf] : asked;
    const grades = all.map(([token]) => graded[token] ?? graded[""]);
    return {
      step: predicts ? k : here,
      leaf: Boolean(graded.leaf?.[0]),
      asks: {
        ask: ask ?? caption,
        options: all.map(([, words]) => words),
        right: grades.flatMap(([right], i) => (right ? [i] : [])),
        why: grades.map(([right, words]) => right ? `${words} ${reason}`.slice(0, 600) : words), // what a room takes
      },
    };
  }

  // What the server lacks it gets from the page: a table that the browser kept, or work that lasts.
  function failed(error, address) {
    const again = framed("Try again", show);
    place.replaceChildren(
      element("p.wait", { role: "alert" }, `The lesson could not be fetched. ${error.message} `),
      again,
    );
    ending?.abort(); // what is away hears no key
    showing = shown = undefined;
    if (error.refused && missed !== address) order("lacks", 1);
    missed = address;
  }

  async function show() {
    const { address, parts } = data;
    if (address !== shown) {
      if (!showing) place.replaceChildren(element("p.wait", { role: "status" }, "The lesson is on its way …"));
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
      if (stays !== undefined) {
        at = stay(before, lesson);
        remember();
      }
      if (owns() && at.fresh && !walkable(lesson, at.fresh)) {
        odd ||= "This link is not quite right: fresh= holds an example that cannot be. That is left out.";
        at = { ...at, fresh: "" };
        remember();
        settle();
      }
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
      place.replaceChildren(...(odd ? [element("p.odd", { role: "alert" }, odd)] : []), showing.root);
      odd = "";
      for (const k of placed(lesson, at.said ?? "").keys()) { // what answers in other parts were worth
        if (!frameAt(lesson, k + 1)) own.load(k + 1, showing.draw);
      }
      shared.moved();
      look();
    } else showing.show(at);
    if (owns()) tell();
  }

  // The place in another lesson: an example of other features is another, and so is one of another table. Who is asked
  // something else begins anew.
  function stay(before, now) {
    const same = ({ features, examples }) => JSON.stringify([features, examples.size]);
    const asks = (one) => one?.choices.length ? JSON.stringify([one.choices, one.ticks, stepsOf(one)]) : "";
    const { speed, large, panel } = at,
      known = before && same(before) === same(now),
      other = asks(before) !== asks(now);
    const step = other && asks(now) ? "0" : known && data.same_node ? looking(before, now, stays) : at.step;
    const place = known ? { ...at, pick: "", ...(other && { said: "" }) } : { speed, large, panel };
    stays = undefined;
    return { ...place, step };
  }

  // Whether an example's values are those of a lesson's features.
  function walkable({ features }, fresh) {
    const values = fresh.split("_").map(Number), can = ({ values: words }, x) => words ? words[x] !== undefined : true;
    return values.length === features.length && values.every((x, i) => Number.isFinite(x) && can(features[i], x));
  }

  // The step that looks at the node of a step of the lesson before, or at the nearest above it; else the last one.
  function looking(before, now, step) {
    let node = frameAt(before, Number(step))?.node;
    if (step === "0" || node === undefined || now.parts || frameAt(now, Number(at.step))?.node === node) return at.step;
    const found = (one) => now.frames.findIndex((frame, k) => k && frame.node === one);
    while (node && found(node) < 0) node = parentOf(node);
    return String(node ? found(node) : stepsOf(now) - 1);
  }

  let room, letters = rem(); // px that the lesson, and an em of its text, had when it was last looked at
  function look() {
    const root = showing?.root;
    if (!root) return;
    shared.corner.hidden = data.present;
    leave.hidden = !data.present;
    root.classList.toggle("undrawn", data.undrawn);
    host.toggleAttribute("data-redraws", !data.undrawn);
    const top = topOf(host);
    const taught = document.querySelector(".st-key-dt-deck");
    const wide = taught ? TOLD : LOW;
    const part = enlarged(root);
    const least = part ? WHOLE : data.present ? PRESENTED : host.clientWidth > NARROW ? wide : SLIM;
    // of a room, over the window's foot
    const bar = parseFloat(document.body.style.getPropertyValue("--room-low")) || 0;
    const high = Math.max(least, innerHeight - top - (data.present ? 8 + bar : BELOW));
    root.style.setProperty("--high", `${high}px`);
    root.classList.toggle("low", high < LOW);
    root.classList.toggle("presented", data.present);
    root.classList.toggle("spread", data.present && host.clientWidth > STACKED);
    root.classList.toggle("taught", Boolean(taught) && opened >= stepsOf(lesson) - 1); // who walks there can walk back
    root.style.setProperty("--around", "0");
    root.style.setProperty("--sticky", data.present ? "0" : "3.75rem"); // below the menu
    part?.style.setProperty("--whole", part.clientHeight / rem() * 16 - AROUND * 16);
    // no tree beside it that would say so; present mode's letters come late
    if ((part && high !== room) || rem() !== letters) showing.draw();
    [room, letters] = [high, rem()];
  }

  signal.addEventListener("abort", () => ending?.abort());
  shifted(signal, look);
  listen(signal, [
    [host, GRAPHVIZ, () => order("graphviz", 1)],
    [window, "pointerdown", outside, { capture: true }],
    [window, "keydown", outside, { capture: true }],
    [window, "pagehide", address],
    [window, "popstate", back],
    [window, "click", linkedTo],
    [window, WRITTEN, () => owns() && address()],
    [window, "resize", look],
  ]);

  return {
    root: element("div", tools, host),
    update(now) {
      const before = data;
      data = now;
      const [word, number] = data.order ?? [], [wordBefore, numberBefore] = before?.order ?? [];
      const another = before && wordBefore !== word; // a server that has started anew
      const ordered = before && !another && number > numberBefore;
      if (another) { // which has written the address that the page was loaded with
        flushed = undefined;
        settle();
      }
      if (data.begin !== undefined) {
        if (arrives(before, before && before.address !== data.address)) {
          remember();
          settle();
          show();
        } else if (missed) show();
        else if (showing) tell();
        if (data.file && showing) {
          own.file = data.file;
          showing?.draw();
        }
      } else if (!before || ordered || before.address !== data.address) {
        at = (!before && remembered()) || { ...data.place };
        opened = Number(data.place.step);
        flushed = JSON.stringify(data.place);
        told = undefined;
        remember();
        if (!before || ordered) settle(); // an order of the step alone writes no address
        show();
      } else if (missed) {
        show();
      } else if (data.file) {
        own.file = data.file;
        showing?.draw();
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
