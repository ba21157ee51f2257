// The trees of a forest as things to click: their votes in a row, or cards with a picture (dtlearn/views/forests.py).
function mount(parentElement) {
  let send, presses = 0, at = 0;
  const root = element("div", { role: "group" });
  parentElement.append(root);

  const mark = (one) => [element("span", { className: "sign", textContent: one.sign })];
  const card = (one) => [
    element("span", { className: "name", textContent: one.name }),
    element("img", { src: `data:image/svg+xml,${encodeURIComponent(one.picture)}`, alt: "" }),
    ...one.lines.map((line) => element("span", { className: "line", textContent: line })),
  ];

  function made(one, chosen) {
    const button = element("button", { type: "button", title: one.title, ariaLabel: one.title, tabIndex: -1,
      className: `${one.picture ? "card" : "mark"}${one.waits ? " waits" : ""}${one.now ? " now" : ""}`,
      ariaPressed: String(one.tree === chosen) }, ...(one.picture ? card(one) : mark(one)));
    if (one.colour) button.style.setProperty("--class", one.colour);
    button.addEventListener("click", () => send("picked", [one.tree, ++presses]));
    button.addEventListener("focus", () => enter([...root.children].indexOf(button)));
    return button;
  }

  function enter(i) {
    root.children[at]?.setAttribute("tabindex", -1);
    root.children[(at = Math.min(Math.max(i, 0), root.children.length - 1))]?.setAttribute("tabindex", 0);
  }

  root.addEventListener("keydown", (event) => {
    const to = at + ({ ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key] ?? 0);
    if (to === at || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    root.children[to]?.focus();
  });

  return {
    update(data, setTriggerValue) {
      send = setTriggerValue;
      const focused = root.contains(parentElement.getRootNode().activeElement ?? document.activeElement);
      root.ariaLabel = data.label;
      root.className = data.trees[0]?.picture ? "cards" : "marks";
      root.replaceChildren(...data.trees.map((one) => made(one, data.chosen)));
      enter(at);
      if (focused) root.children[at]?.focus();
    },
    remove: () => root.remove(),
  };
}
