// A slide of the course is on the screen: {chapter, slide, answered}, the last the slides that this session has
// answered.
import { component } from "../shared/mount.js";
import { reach } from "../shared/progress.js";

let shown; // the slide before, for as long as the page of the browser lives

export default component(() => ({
  update({ chapter, slide, answered }) {
    const now = `${chapter} ${slide}`;
    // Another slide begins at its words, however far one has scrolled in the one before.
    if (shown && shown !== now) document.querySelector(".stMain")?.scrollTo(0, 0);
    shown = now;
    reach(chapter, slide, answered);
  },
}));
