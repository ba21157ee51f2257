// Predict first: the reader says what happens next before it is seen, and is told what the answer was worth.
import { frameAt } from "./document.js";
import { button, element } from "./base/dom.js";

const LISTED = 8; // answers that stand beside each other; more go into a list

export const gradedAt = (lesson, k) => frameAt(lesson, k)?.graded;

// Whether a frame asks. every : from how many frames one does.
export function asks(lesson, k) {
  const { choices, every = 2 } = lesson;
  return choices.length > 0 && (every === 1 ? frameAt(lesson, k).choices : gradedAt(lesson, k + 1)) !== undefined;
}

// Frame -> token, of answers as a link writes them.
export function placed({ choices, every = 2 }, text) {
  const answers = text.split(",").filter(Boolean).map((one) => one.split(":"));
  const known = answers.filter(([, token]) => choices.some(([one]) => one === token));
  return new Map(known.map(([place, token]) => [every * Number(place), token]));
}

// lesson : frames with "graded" follow those that ask. text : what was answered so far, "place:token" with "," between.
// answered(text, k) : the same after one more answer, and the frame to go to; "" and the first one to begin anew.
export function quiz(lesson, text, answered) {
  const { choices, every = 2 } = lesson;
  let said; // frame that asks -> token
  const root = element("div.quiz", { role: "status" });
  const choicesAt = (k) => frameAt(lesson, k).choices?.map((i) => choices[i]) ?? choices;
  const title = (k, token) => choicesAt(k).find(([one]) => one === token)?.[1];
  let urged; // the frame at which one has gone on without an answer
  let drawn; // what is drawn: a button that is put anew between press and release hears no click

  // [whether it is right, words] of the answer given at a frame; undefined where it is not known here.
  function gradeOf(k) {
    const all = gradedAt(lesson, k + 1), token = said.get(k), other = all?.[""];
    if (!all || token === undefined) return undefined;
    const yours = frameAt(lesson, k) ? `You said: ${title(k, token)}. ` : "";
    return all[token] ?? (other && [other[0], yours + other[1]]);
  }

  function set(text) {
    said = placed(lesson, text);
  }

  const written = () => [...said].map(([k, token]) => `${k / every}:${token}`).join();

  function answer(k, token) {
    if (!said.has(k)) said.set(k, token);
    answered(written(), k + 1);
  }

  function score() {
    const known = [...said.keys()].map(gradeOf).filter(Boolean);
    const right = known.filter(([right]) => right).length;
    return element("p", `${right} of ${known.length} right `, button("Start over", again, "", "choice"));
  }

  function again() {
    said.clear();
    answered("", 0);
  }

  function question(k) {
    const asked = frameAt(lesson, k).ask ?? "What happens at this node?", found = choicesAt(k), token = said.get(k);
    if (token !== undefined) {
      return [element("p", `You have answered: ${title(k, token)}. Next shows what happens.`)];
    }
    const urges = k === urged ? [element("p", "Say it first, or press Next once more to see it.")] : [];
    const lines = (frameAt(lesson, k).evidence ?? []).map((text) => element("p", text));
    const head = [element("p", element("b", asked)), ...lines];
    if (found.length <= LISTED) {
      return [...head, ...found.map(([one, words]) => button(words, () => answer(k, one), "", "choice")), ...urges];
    }
    const options = found.map(([value, textContent]) => element("option", { value, textContent }));
    const list = element(
      "select",
      { ariaLabel: asked },
      element("option", { value: "", textContent: "…" }),
      ...options,
    );
    return [...head, list, button("Check", () => list.value && answer(k, list.value), "", "choice"), ...urges];
  }

  // The frame that who goes on from k comes to: the next that asks keeps him, and as long as a key or the bar is held;
  // who goes on from there all the same is past it, and past what lies between.
  function reach(k, to, held) {
    if (k === urged && !held) return to;
    for (let at = k; at < to && frameAt(lesson, at); at++) {
      if (!asks(lesson, at) || said.has(at)) continue;
      urged = at;
      if (at === k) update(k);
      return at;
    }
    return to;
  }

  function update(k) {
    if (k !== urged) urged = undefined;
    const graded = gradeOf(k - 1), now = JSON.stringify([k, urged, graded, written()]);
    if (now === drawn) return;
    drawn = now;
    const asked = asks(lesson, k) ? question(k) : [];
    root.hidden = !graded && !asked.length;
    const told = graded ? [element("p", { className: graded[0] ? "right" : "not" }, graded[1])] : [];
    root.replaceChildren(...told, ...asked, ...(graded ? [score()] : []));
  }

  set(text);
  // hides(k) : whether what the frame has weighed is the answer.
  return { root, update, reach, hides: (k) => asks(lesson, k) && every > 1, set };
}
