// The trees of a forest as things to click: their votes in a row, or cards with a picture (dtlearn/views/forests.py).
import { element, enter } from "../shared/dom.js";
import { along, chord, take } from "../shared/keys.js";
import { within } from "../shared/svg.js";
import { component } from "../shared/mount.js";

export default component((parentElement) => {
  let send, presses = 0, at = 0;
  const root = element("div", { role: "group" });
  parentElement.append(root);

  const mark = (one) => [element("span.sign", { textContent: one.sign })];
  const card = (one) => [
    element("span.name", { textContent: one.name }),
    element("img", { src: `data:image/svg+xml,${encodeURIComponent(one.picture)}`, alt: "" }),
    ...one.lines.map((line) => element("span.line", { textContent: line })),
  ];

  function made(one, chosen) {
    const button = element("button", {
      type: "button",
      title: one.title,
      ariaLabel: one.title,
      tabIndex: -1,
      className: `${one.picture ? "card" : "mark"}${one.waits ? " waits" : ""}${one.now ? " now" : ""}`,
      ariaPressed: String(one.tree === chosen),
    }, ...(one.picture ? card(one) : mark(one)));
    if (one.colour) button.style.setProperty("--class", one.colour);
    button.addEventListener("click", () => send("picked", [one.tree, ++presses]));
    button.addEventListener("focus", () => stop([...root.children].indexOf(button)));
    return button;
  }

  function stop(i) {
    at = within(i, 0, root.children.length - 1);
    enter(root.children, root.children[at]);
  }

  root.addEventListener("keydown", (event) => {
    const to = at + along(event);
    if (to === at || chord(event)) return;
    take(event);
    root.children[to]?.focus();
  });

  return {
    update(data, setTriggerValue) {
      send = setTriggerValue;
      const focused = root.contains(parentElement.getRootNode().activeElement ?? document.activeElement);
      root.ariaLabel = data.label;
      root.className = data.trees[0]?.picture ? "cards" : "marks";
      root.replaceChildren(...data.trees.map((one) => made(one, data.chosen)));
      stop(at);
      if (focused) root.children[at]?.focus();
    },
    remove: () => root.remove(),
  };
});
