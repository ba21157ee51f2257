// A new example, set by hand, whose way down the page's trees the server finds.
import { element, write } from "stage/base/dom.js";
import { chord, TEXT_FIELD } from "stage/base/keys.js";
import { folded, walker } from "stage/walker.js";
import { component } from "../shared/mount.js";
import { optimistic } from "../shared/optimistic.js";

export default component((send, signal) => {
  const root = element("div"), said = element("p.said", { role: "status" });
  const values = optimistic((text) => send("fresh", text), settle, signal);
  let fold, shape;

  function settle() {
    fold.update("", { fresh: values.value });
  }

  function ask(text) {
    values.ask(text);
    settle();
  }

  // The page's keys are letters too.
  root.addEventListener("keydown", (event) => {
    if (event.target.matches(TEXT_FIELD) && !chord(event) && event.key !== "Escape") event.stopPropagation();
  });

  return {
    root,
    update({ features, fresh, said: words }) {
      const now = JSON.stringify(features);
      if (now !== shape) {
        shape = now;
        values.stop();
        fold = folded(walker(features, ask));
        root.replaceChildren(fold.root, said);
      }
      values.told(fresh);
      settle();
      write(said, words.join("\n"));
    },
  };
});
