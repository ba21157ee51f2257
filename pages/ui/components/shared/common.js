// What the step player and the tools of a page share: the link, saving, the help, the black screen.
import { copied, element } from "./dom.js";
import { passed } from "./keys.js";
import { saver } from "./save.js";

export const named = (textContent, title, onclick) =>
  element("button", { type: "button", textContent, ariaLabel: title, title, onclick });

// what : what the link leads to. here() : its address. told() : {help: [[key, what it does] ...]}.
export function pageTools(what, here, told) {
  const link = named("Copy link", `Copy the link to ${what}`, copy);
  const keys = element("dl");
  const dialog = element(
    "dialog",
    { ariaLabel: "Keys" },
    element("h2", "Keys"),
    keys,
    element("button", { type: "button", textContent: "Close", onclick: () => dialog.close() }),
  );
  // A popover: nothing on the page can lie over it.
  const blank = element("div.blank", { popover: "manual", onclick: () => blank.hidePopover() });
  // Says what the button cannot in present mode, where it is hidden.
  const said = element("div.said", { role: "status" });
  said.style.cssText =
    "position:fixed;z-index:999999;left:50%;bottom:24px;translate:-50%;padding:8px 16px;border-radius:8px;" +
    "background:var(--st-text-color);color:var(--st-background-color);pointer-events:none;opacity:0";
  const saving = saver();
  const over = document.createDocumentFragment();
  over.append(dialog, saving.dialog, blank, said);
  let silence;

  async function copy() {
    const url = new URL(here());
    url.searchParams.delete("author"); // who writes a worked example gives it to others to be played
    if (await copied(url.href)) tell();
  }

  // For a moment: on the button, or below where it is hidden.
  function tell() {
    const [place, before] = link.checkVisibility() ? [link, "Copy link"] : [said, ""];
    place.textContent = place === link ? "Copied" : "Link copied";
    said.style.opacity = place === said ? 1 : 0;
    clearTimeout(silence);
    silence = setTimeout(() => {
      place.textContent = before;
      said.style.opacity = 0;
    }, 1500);
  }

  function help() {
    keys.replaceChildren(
      ...told().help.flatMap((
        [key, does],
      ) => [element("dt", { textContent: key }), element("dd", { textContent: does })]),
    );
    dialog.showModal();
  }

  // Whether the key is dealt with: what is open takes it before the page does.
  function taken(key) {
    if (key === "escape" && blank.matches(":popover-open")) {
      blank.hidePopover();
      return true;
    }
    const open = [dialog, saving.dialog].find((one) => one.open);
    if (open && key === (open === dialog ? "?" : "s")) open.close();
    return open !== undefined;
  }

  const save = named("Save", "Save a picture or a table of this page", saving.open);
  return {
    link,
    buttons: [link, save, named("?", "Keys", help)],
    over,
    taken,
    keys: { "?": help, l: copy, s: saving.open, b: () => blank.togglePopover() },
  };
}

// What was clicked with a pointer keeps the focus: Space would press it again, arrows would change it.
export function unfocus(event) {
  const path = passed(event);
  if (!event.detail || path.some((node) => node.matches("dialog, form, [data-testid=stForm]"))) return;
  setTimeout(() => {
    let focus = document.activeElement;
    while (focus?.shadowRoot?.activeElement) focus = focus.shadowRoot.activeElement;
    const chosen = path.some((node) => node.matches("[role=option]"));
    if (focus?.matches("button, [role=radio], input[type=radio], input[type=checkbox]") || chosen) focus?.blur();
  });
}
