// What the step player and the tools of a page share: present mode, the link, saving, the help, the black screen.
import { copied, element, framed, listen } from "stage/base/dom.js";
import { chord, inDialog, passed, TEXT_FIELD } from "stage/base/keys.js";
import { saver } from "./save.js";
import { sharer } from "./share.js";
import { timer } from "stage/base/timer.js";

const CLICKER = ["PageDown", "PageUp", "Escape", "b", "."]; // its keys before a class

// what : what the link leads to. here() : its address. told() : {help: [[key, what it does] ...],
// words: [[term, what it means, the link to where it is shown] ...], present, plays}.
// question : as sharer has it. askable() : whether it can be asked here.
export function pageTools(what, here, told, send, signal, question, askable = () => false) {
  const keys = element("dl"), words = element("dl.words");
  const close = framed("Close", () => dialog.close());
  const dialog = element(
    "dialog",
    { ariaLabel: "Words and keys" },
    element("h2", { tabIndex: -1, autofocus: true }, "Words"), // else the first link is marked
    words,
    element("h2", "Keys"),
    keys,
    close,
  );
  // A popover: nothing on the page can lie over it.
  const blank = element("div.blank", { popover: "manual", onclick: () => blank.hidePopover() });
  // Says that the link is copied.
  const said = element("div.said", { role: "status" });
  said.style.cssText =
    "position:fixed;z-index:999999;left:50%;bottom:24px;translate:-50%;padding:8px 16px;border-radius:8px;" +
    "background:var(--st-text-color);color:var(--st-background-color);pointer-events:none;opacity:0";
  const saving = saver();
  const over = document.createDocumentFragment();
  const sharing = sharer({
    what,
    here,
    playing: saving.playing,
    example: async () => send("example", await question?.(false).catch(() => undefined)),
    question: asked,
    asks,
    presents: () => Boolean(told()?.present),
    lesson: () => told()?.address ?? "",
    signal,
  });
  over.append(dialog, saving.dialog, ...sharing.parts, blank, said);
  const silence = timer(signal);

  // What a room is asked here: what the server poses, a slide's question or an exercise; else what the stage knows.
  function asks() {
    return Boolean(told()?.poses || askable());
  }
  let wanted, heard;
  function asked(twin) {
    if (!told().poses) return question?.(twin);
    wanted = Date.now();
    send("pose", [wanted, twin]);
    return new Promise((resolve) => heard = resolve);
  }
  function moved() {
    const [number, posed] = told().posed ?? [];
    if (number === wanted && heard) {
      heard(posed && { ...posed, link: sharing.place() });
      heard = undefined;
    }
    sharing.at();
  }

  // Below, where present mode hides the tools.
  async function copy() {
    if (!await copied(sharing.link())) return;
    said.textContent = "Link copied";
    said.style.opacity = 1;
    silence.set(() => {
      said.textContent = "";
      said.style.opacity = 0;
    }, 1500);
  }

  function help() {
    const { help, words: known } = told();
    keys.replaceChildren(...help.flatMap(([key, does]) => [element("dt", key), element("dd", does)]));
    words.replaceChildren(...known.flatMap(([term, says, href]) => [
      element("dt", element("a", { href, target: "_blank", textContent: term, title: "See it in a new tab" })),
      element("dd", says),
    ]));
    dialog.showModal();
  }

  // Whether the key is dealt with: what is open takes it before the page does.
  function taken(key) {
    if (key === "escape" && blank.matches(":popover-open")) {
      blank.hidePopover();
      return true;
    }
    const open = [dialog, saving.dialog, ...sharing.parts].find((one) => one.open);
    if (open && key === (open === dialog ? "?" : open === sharing.dialog ? "h" : "s")) open.close();
    return open !== undefined;
  }

  const save = framed("Save", saving.open, "Save a picture or a table of this page");
  const black = () => blank.togglePopover();
  function present() {
    document.querySelector(".stMain").scrollTop = 0; // what a class is to see stands there
    send("present");
  }
  const acts = { "?": help, l: copy, s: saving.open, h: sharing.open, b: black, ".": black, p: present };
  const act = (key) => key === "escape" && told().present ? present : acts[key];
  // Whatever has the focus, and keeps its keys to itself, loses it; a text field keeps its letters.
  function presented(event) {
    const path = passed(event), [focus] = path, key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (!told()?.present || !CLICKER.includes(key) || chord(event) || inDialog(path)) return;
    if (focus.matches("body, html") || (key.length === 1 && focus.matches(TEXT_FIELD) && !focus.matches("select"))) {
      return;
    }
    event.stopImmediatePropagation();
    event.preventDefault();
    focus.blur();
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: event.key, repeat: event.repeat, bubbles: true }));
  }

  listen(signal, [[window, "click", unfocus, { capture: true }], [window, "keydown", presented, { capture: true }]]);
  const share = framed("Share", sharing.open, "Share: links, a QR code, a room (H)");
  const buttons = [
    framed("Present", present, "Present mode (P)"),
    share,
    save,
    framed("?", help, "Words and keys (?)"),
  ];
  return { corner: element("div.corner", ...buttons), over, taken, act, moved };
}

// What was clicked with a pointer keeps the focus: Space would press it again, arrows would change it. Heard on the way
// down:
// some widgets stop a click on its way up.
function unfocus(event) {
  const path = passed(event);
  if (!event.detail || path.some((node) => node.matches("dialog, form, [data-testid=stForm]"))) return;
  setTimeout(() => {
    let focus = document.activeElement;
    while (focus?.shadowRoot?.activeElement) focus = focus.shadowRoot.activeElement;
    const chosen = path.some((node) => node.matches("[role=option]"));
    if (focus?.matches("button, [role=radio], input[type=radio], input[type=checkbox]") || chosen) focus?.blur();
  });
}
