// The trees of a forest as things to click: their votes in a row, or cards with a picture
// (dtlearn/show/forest/votes.py).
import { button, element, enter } from "./dom.js";
import { along, onKey } from "./keys.js";
import { within } from "./svg.js";

export function ballots(send) {
  let at = 0;
  const root = element("div", { role: "group" });

  function made(one, chosen) {
    const look = `${one.picture ? "card" : "mark"}${one.waits ? " waits" : ""}${one.now ? " now" : ""}`;
    const made = button("", () => send("picked", one.tree), one.title, look);
    made.ariaPressed = String(one.tree === chosen);
    made.tabIndex = -1;
    if (one.colour) made.style.setProperty("--class", one.colour);
    made.addEventListener("focus", () => stop([...root.children].indexOf(made)));
    if (one.picture) {
      const src = `data:image/svg+xml,${encodeURIComponent(one.picture)}`;
      const lines = one.lines.map((line) => element("span.line", line));
      made.append(element("span.name", one.name), element("img", { src, alt: "" }), ...lines);
    } else made.append(element("span.sign", one.sign));
    return made;
  }

  function stop(i) {
    at = within(i, 0, root.children.length - 1);
    enter(root.children, root.children[at]);
  }

  onKey(root, (event) => {
    const by = along(event);
    if (!by) return false;
    root.children[at + by]?.focus();
  });

  return {
    root,
    update(data) {
      const focused = root.contains(root.getRootNode().activeElement ?? document.activeElement);
      root.ariaLabel = data.label;
      root.className = data.trees[0]?.picture ? "cards" : "marks";
      root.replaceChildren(...data.trees.map((one) => made(one, data.chosen)));
      stop(at);
      if (focused) root.children[at]?.focus();
    },
  };
}
