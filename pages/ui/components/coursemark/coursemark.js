// A slide of the course is on the screen: {chapter, slide}.
import { component } from "../shared/mount.js";
import { reach } from "../shared/progress.js";

export default component(() => ({
  update: ({ chapter, slide }) => reach(chapter, slide),
}));
