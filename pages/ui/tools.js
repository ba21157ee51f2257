// The link and the help of a page without the step player, and the keys of its tools.

function mount(parentElement) {
  let data, send, presses = 0;
  const shared = pageTools("what you see", here, () => data.help);
  const root = element("div", { className: "tools" }, ...shared.buttons, shared.over);
  parentElement.append(root);

  // The address lags behind while something moves: who moves, puts its place into the link.
  function here() {
    const url = new URL(location.href);
    window.dispatchEvent(new CustomEvent("dtlearn-link", { detail: url.searchParams }));
    return url.href;
  }

  const acts = { ...shared.keys, p: () => send("present", ++presses) };

  function onKey(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const key = event.key.toLowerCase();
    if (shared.taken(key)) return;
    const path = event.composedPath().filter((node) => node instanceof Element);
    if (path[0]?.matches(TEXT_FIELD) || path.some((node) => node.matches("dialog[open], [role=dialog]"))) return;
    const act = key === "escape" && data.present ? acts.p : acts[key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  window.addEventListener("keydown", onKey);
  window.addEventListener("click", unfocus, true); // some widgets stop the event on its way up

  return {
    update(newData, setTriggerValue) {
      data = newData;
      send = setTriggerValue;
      root.classList.toggle("present", data.present);
    },
    remove() {
      window.removeEventListener("keydown", onKey);
      window.removeEventListener("click", unfocus, true);
      root.remove();
    },
  };
}
