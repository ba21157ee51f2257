// What the trees of a forest have said so far (dtlearn/show/documents/forest.py): a mark for each, a click goes to its
// step.
import { ballots } from "../base/ballots.js";
import { frameAt, partAt } from "../document.js";
import { element, reveal } from "../base/dom.js";

// The marks at step k, as ballots.js draws them.
export function votesAt(lesson, k) {
  const { label, colours, trees } = partAt(lesson, k).votes;
  const marks = [...frameAt(lesson, k).signs].map((sign, t) => ({
    tree: t + 1,
    sign,
    colour: colours[sign] ?? "",
    waits: !(sign in colours),
    now: t + 1 === k,
    title: trees[t][sign],
  }));
  return { label, trees: marks, chosen: Math.max(k, 1) };
}

export function votes(lesson, { go }) {
  const part = ballots((_event, tree) => go(tree));
  const root = element("div.scroller", part.root);
  function update(k) {
    part.update(votesAt(lesson, k));
    const now = root.querySelector(".now");
    if (now) reveal(now, root, { offsetHeight: 0 });
  }
  return { root, update };
}
