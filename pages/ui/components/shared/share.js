// Share: the link in its ways, and a room for the class.
import { copied, element, framed, listen, resized } from "stage/base/dom.js";
import { inDialog, passed, TEXT_FIELD } from "stage/base/keys.js";
import { hosting } from "../../rooms/web/host.js";
import { SAVES } from "./constants.js";
import { tried } from "./store.js";

const ROOM = "dtlearn-room"; // in this tab's store: {code, key} of the room that the lecturer is in
const LAST = "dtlearn-last-room"; // on the device: the same, of the one that was opened last
const FOLDED = 190; // px of a folded room's height at most
const AHEAD = ["ArrowRight", "PageDown", "End", " "]; // keys that step on
const LONGEST = 300; // characters of a link that a QR code brings to the last row
const STORED = /=table-[0-9a-f]{32}(&|$)/; // a table that the link names, and does not hold

const root = () => new URL(".", location.href); // which the app lies below
const stored = (store, key) => tried(() => JSON.parse(window[store].getItem(key)), null);
const put = (store, key, value) => tried(() => window[store].setItem(key, JSON.stringify(value)));

// what : what the link leads to. here() : its address. playing() : {html, zip}, what saves the lesson as a page and as
// its package; undefined where nothing plays. example() : makes a worked example.
// question(twin) : a promise of what can be asked at this step, or undefined where there is nothing to be asked; twin,
// at the next one.
// asks() : whether this page can be asked about. lesson() : the address of the walkthrough here, "" for none.
// presents() : whether the page is presented.
export function sharer({ what, here, playing, example, question, asks, lesson, presents, signal }) {
  const close = framed("Close", () => dialog.close()), list = element("ul");
  const dialog = element("dialog.share", { ariaLabel: "Share" }, element("h2", "Share"), list, close);
  const large = element("dialog.large", { ariaLabel: "QR code", onclick: () => large.close() });
  const panel = element("div.room", { role: "region", ariaLabel: "Room" });
  let host, leaving, told, over = false; // over : the room is closed

  // Who writes a worked example gives it to others to be played.
  function link(more = {}) {
    const url = new URL(here());
    url.searchParams.delete("author");
    if (more.student) url.searchParams.delete("present"); // a hall's view is none for a phone
    for (const [name, text] of Object.entries(more)) url.searchParams.set(name, text);
    return url.href;
  }

  // Page and query of the same for students, below the app's address.
  function place() {
    const url = new URL(link({ student: 1 }));
    return `${url.pathname.slice(root().pathname.length)}${url.search}${url.hash}`;
  }

  async function copy(text, button) {
    if (!await copied(text)) return;
    const before = button.textContent;
    button.textContent = "Copied";
    setTimeout(() => button.textContent = before, 1500);
  }

  function code(address, below) {
    const image = element("img", {
      src: `${root().pathname}qr.svg?text=${encodeURIComponent(address)}`,
      alt: `QR code of ${address}`,
    });
    const warns = SAVES.ALONE.includes(location.hostname)
      ? [element("p", { role: "alert" }, SAVES.NOT_FOR_PHONES)]
      : [];
    large.replaceChildren(image, element("div", below ?? address), ...warns, framed("Close", () => large.close()));
    large.showModal();
  }

  function row(title, about, act, word = "Copy", label = `Copy: ${title}`) {
    const button = framed(word, () => act(button), label);
    return element("li", element("b", title), element("small", about), button);
  }

  function open() {
    const address = link({ student: 1 }), // what phones are to open
      held = STORED.test(address), // the table is too large for a link
      last = stored("localStorage", LAST),
      rows = [
        row(
          `Link to ${what}`,
          held ? "Opens what you see." : "Opens what you see, anywhere.",
          (button) => copy(link(), button),
          "Copy",
          `Copy the link to ${what}`,
        ),
        row("Student link", "The same without settings.", (button) => copy(link({ student: 1 }), button)),
        row("To embed", "A frame for your course's page.", (button) =>
          copy(
            `<iframe src="${
              link({ student: 1, embed: true }).replaceAll("&", "&amp;")
            }" title="dtlearn" width="100%" height="600"></iframe>`,
            button,
          )),
      ];
    if (address.length <= LONGEST) {
      rows.push(
        row("QR code", "The student link, as large as the screen.", () => code(address), "Show", "Show the QR code"),
      );
    } else {
      const why = "This link is too long to be read from afar: a room's code is short.";
      rows.push(element("li", element("b", "QR code"), element("small", why)));
    }
    const files = playing();
    const saved = (save) => async (button) => {
      button.disabled = true;
      await save().finally(() => button.disabled = false);
    };
    if (files) {
      rows.push(
        row(
          "A page that plays",
          "One file; it needs no server.",
          saved(files.html),
          "Save",
          "Save a page that plays",
        ),
        row(
          "Package for your course platform (SCORM 1.2)",
          "The page that plays; Moodle and others get its score.",
          saved(files.zip),
          "Save",
          "Save: Package for your course platform (SCORM 1.2)",
        ),
      );
    }
    const writes = new URL(location.href).searchParams.get("author");
    rows.push(
      row(
        "A worked example",
        `This screen as its ${writes ? "next" : "first"} slide, with its question if it has one.`,
        () => (dialog.close(), example()),
        writes ? "Add" : "Begin",
        writes ? "Add a slide to the worked example" : "Begin a worked example with this",
      ),
    );
    if (!host || over) {
      rows.push(
        row("A room", "Phones vote on your questions, and can follow your steps.", () => room(), "Open", "Open a room"),
      );
      if (last) {
        rows.push(row(
          `Room ${last.code}`,
          "The one that you opened last.",
          () => enter(last),
          "Go on",
          `Go on in room ${last.code}`,
        ));
      }
    }
    if (held) {
      const why = "Links on this page open your table for whoever has one, as long as this server holds it.";
      rows.unshift(element("li", element("small", why)));
    }
    list.replaceChildren(...rows);
    dialog.showModal();
  }

  // ---- the room

  async function room() {
    const answer = await fetch(`${root().pathname}r/new`, { method: "POST" }).catch(() => undefined);
    if (!answer?.ok) {
      list.append(
        element("li", { role: "alert" }, answer ? await answer.text() : "The server cannot be reached: try again."),
      );
      return;
    }
    const { code, key } = await answer.json();
    put("localStorage", LAST, { code, key });
    enter({ code, key });
  }

  function enter(one) {
    put("sessionStorage", ROOM, one);
    dialog.close();
    join();
  }

  function leave() {
    tried(() => sessionStorage.removeItem(ROOM));
    leaving?.abort();
    host = leaving = undefined;
    panel.replaceChildren();
    hush(false, 0);
  }

  // The marks of the steps name what comes: not before the class is told. open : the ballot that votes on it, 0 for
  // none.
  let ballot = 0, warned;
  function hush(kept, open) {
    document.body.style.setProperty("--marks", kept ? "hidden" : "");
    if (warned && warned !== open) { // what was warned of is over
      host?.warn("");
      warned = undefined;
    }
    ballot = open;
  }

  // Who steps on while a class votes shows it the answer: that is asked once a ballot.
  function guard(event) {
    const path = passed(event), key = event.type === "keydown";
    const steps = key
      ? AHEAD.includes(event.key) && !path[0]?.matches(TEXT_FIELD)
      : path.some((node) => ["Next", "Last"].includes(node.ariaLabel));
    if (!ballot || !steps || path.includes(panel) || inDialog(path)) return;
    if (warned === ballot) return host.warn("");
    event.preventDefault();
    event.stopImmediatePropagation();
    warned = ballot;
    host.warn("The vote is open, and the next step shows the answer. Step once more to go on.");
  }

  function join() {
    const one = stored("sessionStorage", ROOM), base = `${root().pathname}r`;
    leaving?.abort();
    over = false;
    if (!one) return;
    leaving = new AbortController();
    const address = `${location.origin}${base}/${one.code}`;
    const extra = [
      ["Show the QR code", () => code(address, address.replace(/^https?:\/\//, ""))],
      ["Copy the lecturer's link", () => copied(`${address}#${one.key}`)],
    ];
    host = hosting(panel, {
      base,
      ...one,
      projector: true,
      question,
      asks,
      presents,
      fold: (folded) => put("sessionStorage", ROOM, { ...one, folded }),
      closed() {
        over = true;
        if (stored("localStorage", LAST)?.code === one.code) tried(() => localStorage.removeItem(LAST));
      },
      left: leave,
      extra,
      votes: hush,
      signal: leaving.signal,
    });
    if (told) host.at(...told);
  }

  signal.addEventListener("abort", () => {
    leaving?.abort();
    document.body.classList.remove("dt-room");
    document.body.style.removeProperty("--room-low");
    hush(false, 0);
  });
  // Where there is room for both, the page makes way: beside what is more than the room's head, above a bar.
  function makeWay() {
    const high = panel.offsetHeight, low = high && high <= FOLDED ? high + 12 : 0;
    document.body.classList.toggle("dt-room", high > FOLDED);
    if (document.body.style.getPropertyValue("--room-low") === `${low}px`) return;
    document.body.style.setProperty("--room-low", `${low}px`);
    dispatchEvent(new Event("resize")); // a stage looks how high it may be
  }
  resized(signal, panel, makeWay);
  listen(signal, [[window, "keydown", guard, { capture: true }], [window, "click", guard, { capture: true }]]);
  join();

  return {
    dialog,
    parts: [dialog, large, panel],
    open,
    link,
    place,
    // the place has changed: phones may follow
    at() {
      told = [place(), lesson()];
      host?.at(...told);
    },
  };
}
