// A slide of the course is on the screen: {chapter, slide, answered, skills}: the slides that this session has
// answered, and the skills that are practised here. To have mastered one of them is to have answered the slide.
import { listen } from "stage/base/dom.js";
import { component } from "../shared/mount.js";
import { reach } from "../shared/progress.js";
import { records } from "../shared/skillbook.js";

let shown; // the slide before, for as long as the page of the browser lives

export default component((_, signal) => {
  let data;

  function mark() {
    const { chapter, slide, answered, skills } = data, known = records();
    const mastered = skills.some((skill) => known.get(skill)?.practised);
    reach(chapter, slide, mastered ? [...answered, slide] : answered);
  }

  listen(signal, [[window, "dt-skills", mark]]);
  return {
    update(now) {
      data = now;
      const here = `${data.chapter} ${data.slide}`;
      // Another slide begins at its words, however far one has scrolled in the one before.
      if (shown && shown !== here) document.querySelector(".stMain")?.scrollTo(0, 0);
      shown = here;
      mark();
    },
  };
});
