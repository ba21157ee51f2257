// Plays a worked example: its slides one after the other, each with its words, its question and its lesson.
import { button, element, framed, listen, write } from "./base/dom.js";
import { chord, inDialog, passed, TEXT_FIELD } from "./base/keys.js";
import { prose, run } from "./base/prose.js";
import { stage } from "./stage.js";
import { within } from "./base/svg.js";

const TURNS = { PageDown: 1, PageUp: -1 }; // a clicker's keys turn to another slide; arrows step inside

// example : the walkthrough. told({step, said}) : the slide is another, or one more is answered; said, slide -> answer.
export function deck(example, told, signal) {
  const { frames, lessons } = example, said = new Map(); // slide -> what was answered
  let k, leaving;
  const counter = element("b.counter");
  const back = framed("◀ Previous slide", () => go(k - 1), "The slide before (PageUp)");
  const next = framed("Next slide ▶", () => go(k + 1), "The next slide (PageDown)");
  const words = element("div.words", { ariaLive: "polite" }),
    asked = element("div.asked"),
    place = element("div.place");
  const head = element("header", element("h1", example.title), back, counter, next);
  const root = element("div.deck", head, words, asked, place);

  function go(wanted) {
    const to = within(wanted, 0, frames.length - 1);
    if (to === k) return;
    k = to;
    const { caption, lesson, place: at, address } = frames[k];
    back.disabled = k === 0;
    next.disabled = k === frames.length - 1;
    write(counter, `${k + 1} of ${frames.length}`);
    words.replaceChildren(...(k === 0 ? prose(example.about) : []), ...prose(caption));
    ask();
    leaving?.abort();
    leaving = new AbortController();
    const live = address ? run(["link", "Open it, live", address]) : "";
    if (lesson === null) {
      place.replaceChildren(
        element("p", "Only the app can show this slide: its tree is too large, or its page does not play here. ", live),
      );
    } else {
      const shown = stage(lessons[lesson], () => {}, leaving.signal, at);
      shown.root.classList.add("bare");
      place.replaceChildren(shown.root);
    }
    told({ step: k, said });
  }

  function ask() {
    const { question } = frames[k];
    if (!question) return asked.replaceChildren();
    const { answer, hint, why = [], options } = question, given = said.get(k), open = given !== undefined;
    const choices = options.map((text) => {
      const sign = !open ? "" : text === answer ? "✓ " : text === given ? "✗ " : "";
      return button(sign + text, () => choose(text), "", "choice");
    });
    const solved = [
      element("p", element("b", answer ? `Answer: ${answer}` : "For the room to talk about.")),
      ...prose(why.length ? why : hint),
    ];
    const ahead = options.length ? [] : [framed("Show the answer", () => choose(""))];
    asked.replaceChildren(...prose(question.ask), ...choices, ...(open ? solved : ahead));
  }

  function choose(text) {
    if (!said.has(k)) said.set(k, text);
    ask();
    told({ step: k, said });
  }

  function onKey(event) {
    const path = passed(event);
    if (!(event.key in TURNS) || chord(event) || path[0]?.matches(TEXT_FIELD) || inDialog(path)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    go(k + TURNS[event.key]);
  }

  signal.addEventListener("abort", () => leaving.abort());
  listen(signal, [[window, "keydown", onKey, { capture: true }]]);
  go(0);
  return { root, go };
}
