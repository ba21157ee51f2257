// A tree that grows once, slowly, then rests; who wants no motion sees it grown.
import { fetched } from "../shared/lessons.js";
import { component } from "../shared/mount.js";
import { bags, stepsOf, viewOf } from "stage/document.js";
import { element, framed, resized, write } from "stage/dom.js";
import { timer } from "stage/timer.js";
import { picture } from "stage/tree.js";

const PAUSE = 1800; // ms from step to step

export default component((_send, signal) => {
  const tree = picture(() => {}, signal), clock = timer(signal), play = framed("Pause", toggle);
  let data, lesson, last, k = 0, playing = !matchMedia("(prefers-reduced-motion: reduce)").matches;
  tree.buttons.replaceChildren(play); // it fits, so nobody zooms
  play.hidden = true;

  function toggle() {
    playing = !playing;
    if (playing && k === last) k = 0;
    draw();
  }

  function draw() {
    if (!lesson) return;
    const view = viewOf(lesson, k), held = bags(lesson, new Set(view.nodes.map(({ id }) => id)));
    const drawn = { boxHeight: data.height, picks: false, tall: false, large: false, small: false };
    tree.update({ ...view, ...drawn, held, examples: lesson.examples.classes, lit: [] });
    if (k === last) playing = false;
    if (!playing) clock.stop();
    else {
      clock.set(() => {
        k++;
        draw();
      }, PAUSE);
    }
    play.hidden = false;
    write(play, playing ? "Pause" : k === last ? "Grow again" : "Play");
  }

  resized(signal, tree.root, draw);
  return {
    root: element("div.growing", tree.root),
    update(now) {
      data = now;
      fetched(data.address).then((found) => {
        last = stepsOf(found) - 1;
        if (!lesson && !playing) k = last;
        lesson = found;
        draw();
      }, () => {}); // without it the doors are there still
    },
  };
});
