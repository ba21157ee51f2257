// Predict first: the reader says what happens at a node before it is seen, and is told what the answer was worth.
import { button, element } from "./dom.js";

// lesson : frames with "graded" follow those that ask. answered(k) : the question at frame k is answered.
export function quiz({ choices, frames }, answered) {
  const said = new Map(); // frame that asks -> token
  const root = element("div.quiz", { role: "status" });
  const title = (token) => choices.find(([one]) => one === token)[1];
  const asks = (k) => choices.length > 0 && frames[k + 1]?.graded !== undefined;

  function answer(k, token) {
    if (!said.has(k)) said.set(k, token);
    answered(k);
  }

  function score() {
    const right = [...said].filter(([k, token]) => frames[k + 1].graded[token][0]).length;
    return element("p", `${right} of ${said.size} right`);
  }

  function update(k) {
    const token = said.get(k), before = said.get(k - 1), graded = frames[k].graded?.[before];
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

  return { root, update, asks };
}
