// What stands above a part of the page: where the part begins, wherever the page is scrolled to.
import { resized } from "stage/base/dom.js";

// px
export const topOf = (part) => part.getBoundingClientRect().top + (document.querySelector(".stMain")?.scrollTop ?? 0);

// act() whenever that may have changed.
export function shifted(signal, act) {
  const block = document.querySelector(".stMainBlockContainer > *");
  if (block) resized(signal, block, act);
}
