// A code word as far as it is written or read (pages/ui/code/document.py): a block for each symbol, a click goes to
// its step.
import { blocks } from "../base/blocks.js";
import { element, reveal } from "../base/dom.js";

// The blocks at step k, as blocks.js draws them.
export const wordAt = ({ word: { ahead, blocks } }, k) =>
  blocks.map(({ label, unwritten, ...block }, i) => {
    const state = block.state ?? (i < k - 1 ? "done" : i === k - 1 ? "now" : ahead);
    const current = i === k - 1 && state !== "gap";
    return { ...block, state, current, label: state === "blank" ? unwritten : label };
  });

export function word(lesson, { go }, signal) {
  const own = AbortSignal.any([signal]); // the tree and the word tell each other what is pointed at
  const part = blocks((_event, step) => go(step), own);
  const root = element("div.scroller", part.root);
  function update(k) {
    part.update({ blocks: wordAt(lesson, k) });
    const now = root.querySelector("[aria-current]");
    if (now) reveal(now.parentElement, root, { offsetHeight: 0 });
  }
  return { root, update, beside: "word" };
}
