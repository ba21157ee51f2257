// The chapters of the course in their order, with what this browser knows of them and the one to go on with.
import { element, framed, listen } from "stage/base/dom.js";
import { component } from "../shared/mount.js";
import { forget, reached } from "../shared/progress.js";

export default component((send, signal) => {
  let data = { chapters: [] }, drawn;
  const root = element("div.course");

  // The one seen last until it is done, then the next that is not seen to its end; at the beginning the first. At last
  // those with slides left to do.
  function following(all) {
    const open = ({ seen, slides, done }, k) => k ? seen < slides : !done;
    const last = all.findIndex(({ name }) =>
      name === [...reached().keys()].findLast((known) => names().includes(known))
    );
    return [...all.slice(Math.max(last, 0)), ...all].find(open) ?? all.find(({ done }) => !done);
  }
  const names = () => data.chapters.map(({ name }) => name);

  // A link like any other; a plain click stays in the session.
  function link({ name, seen, slides, open, done, title, number }, says, className) {
    const slide = done ? 1 : seen === slides ? open[0] : Math.max(seen, 1);
    const href = `?v=1&deck=${encodeURIComponent(name)}&moment=${slide}`;
    const onclick = (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      send("open", [name, slide]);
    };
    return element(`a.framed ${className}`, {
      href,
      onclick,
      textContent: says,
      ariaLabel: says.includes(title) ? says : `${says}: chapter ${number}, ${title}`,
    });
  }

  function card(chapter) {
    const { number, title, about, picture, seen, done, slides, open } = chapter;
    const left = `${open.length} slide${open.length > 1 ? "s" : ""} left to do`;
    const far = done ? "✓ Done" : seen === slides ? left : seen ? `${seen} of ${slides}` : `${slides} slides`;
    const state = Array.from({ length: slides }, (_, k) => k >= seen ? "○" : open.includes(k + 1) ? "◐" : "●");
    const count = (sign) => state.filter((one) => one === sign).length;
    const said = `Slides: ${count("●")} done, ${count("◐")} seen with something left to do, ${count("○")} not seen`;
    const dots = element("span.dots", { role: "img", ariaLabel: said }, state.join(""));
    const shown = picture ? [element("img", { src: picture, alt: "" })] : []; // the words beside it say it all
    return element(
      "li",
      ...shown,
      element("h2", `${number}. ${title}`),
      element("p", about),
      element("div.foot", link(chapter, done ? "Again" : seen ? "Go on" : "Start", ""), dots, element("span", far)),
    );
  }

  function draw() {
    const seen = reached();
    const all = data.chapters.map((chapter, k) => {
      const { slide = 0, answered = [] } = seen.get(chapter.name) ?? {};
      const far = Math.min(slide, chapter.slides), open = chapter.asks.filter((asked) => !answered.includes(asked));
      return { ...chapter, number: k + 1, seen: far, open, done: far === chapter.slides && !open.length };
    });
    const [one, begun] = [following(all), all.some((chapter) => chapter.seen)];
    const now = JSON.stringify([all, one]);
    if (now === drawn) return; // the focus stays where it is
    drawn = now;
    const seenWhole = one?.seen === one?.slides;
    const verb = seenWhole ? "Finish" : one?.seen ? "Go on with" : begun ? "Next:" : "Start with";
    const forgets = begun ? [framed("Clear my progress", forget)] : [];
    root.replaceChildren(
      ...(data.way && one ? [link(one, `${verb} chapter ${one.number}: ${one.title}`, "main")] : []),
      ...(data.cards
        ? [
          element("ol", ...all.map(card)),
          element("p.kept", "Your progress is saved in this browser only. ", ...forgets),
        ]
        : []),
    );
  }

  listen(signal, [[window, "dt-course", draw], [window, "storage", draw]]);
  return {
    root,
    update(now) {
      data = now;
      draw();
    },
  };
});
