// "Entropy: 2 of 3 in a row", beside the exercise.
import { element, listen } from "stage/base/dom.js";
import { component } from "../shared/mount.js";
import { standing } from "../shared/mastery.js";
import { record, records, today } from "../shared/skillbook.js";

export default component((_, signal) => {
  let data = {};
  const root = element("p.skill", { role: "status" });

  function draw() {
    const { sign, words, row, state } = standing(records().get(data.skill), today());
    const done = state === "practised" || state === "kept";
    const then = state === "stuck"
      ? ". Look at a worked example: Show the answer."
      : done
      ? ". Choose another skill, or go on."
      : "";
    root.textContent =
      `${done ? "Skill mastered! " : ""}${data.title}: ${"●".repeat(row)}${"○".repeat(3 - row)} ${sign} ${words}`
        .trim() + then;
    root.classList.toggle("mastered", done);
    if (done) document.body.dataset.mastered = data.skill;
    else delete document.body.dataset.mastered;
  }

  listen(signal, [[window, "dt-skills", draw], [window, "storage", draw]]);
  return {
    root,
    update(now) {
      data = now;
      const { skill, good, id } = data.result ?? {};
      if (id && window.dtDecided !== id) record(skill, good, id);
      if (id) window.dtDecided = id; // the server says it until another one is decided
      draw();
    },
  };
});
