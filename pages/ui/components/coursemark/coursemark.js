// A slide of the course is on the screen: {chapter, slide, answered}, the last the slides that this session has answered.
import { component } from "../shared/mount.js";
import { reach } from "../shared/progress.js";

export default component(() => ({
  update: ({ chapter, slide, answered }) => reach(chapter, slide, answered),
}));
