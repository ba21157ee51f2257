// Predict first: the reader says what happens at a node before it is seen, and is told what the answer was worth.
import { frameAt, reaches } from "./document.js";
import { button, element } from "./dom.js";

const frameOf = (place) => 2 * place; // of a lesson that asks, every second frame does

// lesson : frames with "graded" follow those that ask. text : what was answered so far, "place:token" with "," between.
// answered(text, k) : the same after one more answer, and the frame to go to; "" and the first one to begin anew.
export function quiz(lesson, text, answered) {
  const { choices } = lesson, said = new Map(); // frame that asks -> token
  const root = element("div.quiz", { role: "status" });
  const title = (token) => choices.find(([one]) => one === token)[1];
  const gradedAt = (k) => (reaches(lesson, k) ? frameAt(lesson, k).graded : undefined);
  const asks = (k) => choices.length > 0 && gradedAt(k + 1) !== undefined;

  function set(text) {
    said.clear();
    for (const [place, token] of text.split(",").filter(Boolean).map((one) => one.split(":"))) {
      if (choices.some(([one]) => one === token)) said.set(frameOf(Number(place)), token);
    }
  }

  const written = () => [...said].map(([k, token]) => `${k / frameOf(1)}:${token}`).join();

  function answer(k, token) {
    if (!said.has(k)) said.set(k, token);
    answered(written(), k + 1);
  }

  function score() {
    const known = [...said].filter(([k]) => gradedAt(k + 1));
    const right = known.filter(([k, token]) => gradedAt(k + 1)[token][0]).length;
    return element("p", `${right} of ${known.length} right `, button("Start over", again, "", "choice"));
  }

  function again() {
    said.clear();
    answered("", 0);
  }

  function update(k) {
    const token = said.get(k), graded = gradedAt(k)?.[said.get(k - 1)];
    root.hidden = !asks(k) && !graded;
    if (asks(k) && token === undefined) {
      const buttons = choices.map(([one, words]) => button(words, () => answer(k, one), "", "choice"));
      root.replaceChildren(element("p", element("b", "What happens at this node?")), ...buttons);
    } else if (asks(k)) {
      root.replaceChildren(element("p", `You have answered: ${title(token)}. Next shows what happens.`));
    } else if (graded) {
      const [right, words] = graded;
      root.replaceChildren(element("p", { className: right ? "right" : "not" }, words), score());
    } else root.replaceChildren();
  }

  set(text);
  return { root, update, asks, set };
}
