// The line above a page that says what this browser keeps and offers what the session does not have; what is half
// typed; what a link names and the session lacks; the question before a tab is closed. And after a reconnection, which
// may be to a new server that has never run this page: Streamlit expects the old session and waits for a click, but a
// click inside a fragment that the new server does not know is dropped without a word.
import { element, framed, listen } from "stage/base/dom.js";
import { passed } from "stage/base/keys.js";
import { oneEntryEach } from "../shared/address.js";
import { drawer } from "../shared/drawer.js";
import { component } from "../shared/mount.js";
import { records } from "../shared/store.js";

oneEntryEach();
// What React has written it finds again by its node: where a translator has put another one, an old exercise would
// stand beside the new one's answer, or the page would break.
document.body.translate = false;

export default component((send, signal) => {
  let data = { session: "", kinds: {} }, asked = "", typing = null, within = 0;
  const app = document.querySelector("[data-testid=stApp]");
  const line = element("div.keeping", { role: "status" });
  const box = element("input", { type: "checkbox", onchange: () => records.stayOnDevice(box.checked) });
  const about = [
    framed("Forget it", records.forget),
    element("label", box, "Keep on this device, for other tabs too"),
  ];

  // ---- what is said

  const named = (one) => `${data.kinds[one.kind].says} “${one.title}”`;
  const time = (one) => new Date(one.at).toLocaleTimeString();
  const called = (one) =>
    named(one) + (known().filter((other) => named(other) === named(one)).length > 1 ? ` of ${time(one)}` : "");
  const listed = (some) => some.map(called).join(", ");
  const known = () => [...records.all.values()].filter((one) => data.kinds[one.kind]).sort((a, b) => b.at - a.at);
  const mine = (one) => one.name === data.session || records.shown.has(records.id(one));

  // Whether no file holds it; no link does, or it would not be here.
  function unsaved(one) {
    const { files } = data.kinds[one.kind];
    return !files.length || files.some((ending) => !one.saved.includes(ending));
  }

  function draw() {
    const all = known(), offered = all.filter((one) => !mine(one)), refused = all.filter(records.refuses);
    const kept = data.about ? all.filter((one) => mine(one) && !records.refuses(one)) : [];
    const device = records.onDevice(), parts = [];
    const say = (textContent, className = "") => parts.push(element("p", { textContent, className }));
    if (refused.length) {
      const why = "it stores nothing, or has no room left. Leave this tab only when you have its file.";
      say(`Your browser does not keep ${listed(refused)}: ${why}`, "wrong");
    }
    if (offered.length) {
      say("Your browser kept:");
      parts.push(...offered.map((one) => framed(`Open ${called(one)} again`, () => hand("visitor", withDeck(one)))));
    }
    if (kept.length) say(`Kept ${device ? "on this device" : "until this tab is closed"}: ${listed(kept)}.`);
    if (records.isDamaged()) say("Something that your browser kept cannot be read, and is left out.");
    if (parts.length > (refused.length > 0)) {
      box.checked = device;
      about[0].textContent = offered.length + kept.length > 1 ? "Forget all of it" : "Forget it";
      parts.push(...about);
    }
    const focus = line.getRootNode().activeElement;
    line.replaceChildren(...parts);
    if (line.contains(focus)) focus.focus();
    document.body.classList.toggle("dt-keeps", parts.length > 0);
  }

  // ---- what the server gets

  // Words that were typed need their worked example, which no link may hold.
  function withDeck(one) {
    const deck = one.kind === "words" && records.all.get(`deck/${one.parts[0]}`);
    return deck ? [deck, one] : [one];
  }

  const bare = ({ kind, name, title, parts }) => ({ kind, name, title, parts });
  const hand = (whom, list) => send("handed", { whom, records: list.map(bare) });

  // ---- what is half typed: Streamlit hears of it when the field is left

  function onInput(event) {
    const box = event.target;
    if (!box.matches?.("textarea, input")) return;
    const place = box.closest("[class*=st-key-deck-w-], [class*=st-key-own_text]");
    if (!place) return;
    const field = /st-key-deck-w-([a-z]+)-/.exec(place.className)?.[1];
    const { session: name, desk } = data;
    if (!field) {
      const before = records.all.get(`work/${name}`);
      const parts = [box.value, before?.parts[1] ?? ""];
      records.put({ kind: "work", name, title: before?.title ?? "My table", parts });
    } else if (desk) {
      typing = { kind: "words", name, title: desk.title, parts: [desk.deck, String(desk.moment), field, box.value] };
      if (desk.words[field] === box.value.trim()) records.drop(records.id(typing));
      else records.put(typing);
    }
  }

  function onLeave(event) {
    if (typing && event.target.matches?.("textarea, input")) typing.left = true;
  }

  // ---- a file that is asked for while words are half typed: it is saved when the server has them

  const FILE = "[data-testid=stDownloadButton] button";
  const LONG = 50, LONGEST = 600; // tenths of a second that words, and a run, are waited for
  const unheard = () => typing && data.desk?.words[typing.parts[2]] !== typing.parts[3].trim();
  const running = () => app.dataset.testScriptState !== "notRunning";
  const pause = (ms) => new Promise((then) => setTimeout(then, ms));
  const alike = (name) => [...document.querySelectorAll(FILE)].filter((one) => one.textContent === name);
  let pressed = []; // [name, which of those with it] of the buttons that wait
  let down = false;

  // The run may draw another button in its place, or move it from under the pointer: what is pressed counts.
  function onFile(event) {
    const button = event.target.closest?.(FILE), { type } = event;
    if (!app || !button || !event.isTrusted || (!pressed.length && !unheard())) return;
    if (type === "pointerdown" && (event.pointerType !== "mouse" || event.button)) return; // a finger may scroll
    down = type === "pointerdown";
    if (type === "click") {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    const name = button.textContent, place = alike(name).indexOf(button);
    if (pressed.some(([other, at]) => other === name && at === place)) return;
    pressed.push([name, place]);
    if (pressed.length === 1) save();
  }
  const onUp = () => down = false;

  // The field is left; the run that hears of it may begin late, after another one, and ends once what came last is
  // drawn.
  async function save() {
    const [, , field, text] = typing.parts, heard = () => data.desk?.words[field] === text.trim();
    for (let quiet = 0, waited = 0; quiet < 2 && waited < LONGEST && !signal.aborted; waited++) {
      await pause(100);
      quiet = down || running() || (!heard() && waited < LONG) ? 0 : quiet + 1;
    }
    const now = pressed;
    pressed = [];
    for (const [name, place] of now) alike(name)[place]?.click();
  }

  // ---- leaving

  const loses = () => !records.onDevice() && known().some(unsaved);

  function onClick(event) {
    const path = passed(event);
    const link = path.find((node) => node.matches("a[href]"));
    if (link && link.origin === location.origin && link.target !== "_blank") within = Date.now(); // this tab keeps it
    const places = path.map((node) => node.getAttribute("class") ?? "").join(" ");
    const [, ending, name] = /st-key-[a-z]+-([a-z]+)-((?:mine|table)-[0-9a-f]{16,32})/.exec(places) ?? [];
    if (name) ["table", "deck"].forEach((kind) => records.save(`${kind}/${name}`, ending));
  }

  function onUnload(event) {
    if (loses() && Date.now() - within > 2000) event.preventDefault();
  }

  // ---- a new server

  let lost = false;
  const watch = new MutationObserver(() => {
    const connected = app.dataset.testConnectionState === "CONNECTED";
    if (connected && lost) send("back");
    lost = !connected;
  });
  if (app) watch.observe(app, { attributes: true, attributeFilter: ["data-test-connection-state"] });

  signal.addEventListener("abort", () => watch.disconnect());

  drawer(signal);
  const capture = { capture: true };
  listen(signal, [
    [window, "dt-records", draw],
    [window, "beforeunload", onUnload],
    [document, "input", onInput, capture],
    [document, "focusout", onLeave, capture],
    [document, "pointerdown", onFile, capture],
    [window, "pointerup", onUp, capture],
    [window, "pointercancel", onUp, capture],
    [document, "click", onFile, capture],
    [document, "click", onClick, capture],
  ]);

  return {
    root: line,
    update(newData) {
      // The server has read the words that were left, or says them itself; a new one knows only what it says.
      const [, , field, text] = typing?.parts ?? [];
      const said = newData.desk?.words[field] === text?.trim();
      if (typing && newData.session === data.session && (said || (typing.left && typing.name === data.session))) {
        records.drop(records.id(typing));
        typing = null;
      }
      data = newData;
      data.opened.forEach(records.drop);
      if (data.wanted.length && asked !== data.session + data.wanted) {
        asked = data.session + data.wanted;
        const held = data.wanted.map((id) => records.all.get(id)).filter(Boolean);
        setTimeout(() => hand("link", held));
      }
      draw();
    },
  };
});
