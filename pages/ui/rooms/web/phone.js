// A phone in a room: it shows the question and sends a vote until it is counted. With the lecturer's key behind "#" it
// asks.
import { hosting } from "./host.js";
import { element, ROUNDS, tally } from "./parts.js";
import { rest, stream } from "./stream.js";

const main = document.querySelector("main"), base = document.body.dataset.base;
const app = base.replace(/\/r$/, "");
const lettersOf = (text) => text.replace(/%[0-9a-f]{2}|[^a-z]/gi, "").toUpperCase(); // a mail or a sentence adds signs
const code = lettersOf(location.pathname.slice(base.length));

function tried(act, otherwise) {
  try {
    return act();
  } catch {
    return otherwise; // a store that is refused
  }
}

const kept = (name, text) => {
  const key = `dtlearn-room/${code}/${name}`;
  if (text === undefined) return tried(() => localStorage.getItem(key), null) ?? memory[name];
  memory[name] = text;
  tried(() => localStorage.setItem(key, text));
};
const memory = {};
let device = kept("device") ?? ""; // the name that this room has given to this phone: no other room knows it

// ---- the door

function door(says = "") {
  const input = element("input", {
    ariaLabel: "Code of the room",
    maxLength: 12,
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: false,
    required: true,
  });
  const go = element("button", { className: "go", textContent: "Join" });
  const form = element(
    "form",
    {},
    element("label", { textContent: "Type the four letters on the screen in front." }),
    input,
    go,
  );
  form.onsubmit = (event) => {
    event.preventDefault();
    location.href = `${base}/${lettersOf(input.value)}`;
  };
  main.replaceChildren(
    element("h2", { textContent: "Join a room" }),
    ...(says ? [element("p", { role: "alert", className: "away", textContent: says })] : []),
    form,
  );
  input.focus();
}

// ---- the room

// room : what the server has told last. sent : {ballot, choice, counted} of this phone's last vote.
let room, sent = tried(() => JSON.parse(kept("vote") ?? "null"), null), trouble = "", said = "", shown;
const status = element("p", { role: "status", className: "low" });
const list = element("ul"),
  ask = element("h2", { tabIndex: -1 }),
  above = element("p", { className: "low" }),
  below = element("p");
const away = element("p", { role: "alert", className: "away" });
const follow = element("a", {
  className: "act",
  textContent: "Open the lecturer's step on this phone",
  target: "dtlearn",
});
const along = element("button", {
  type: "button",
  ariaExpanded: false,
  onclick: () => [turn(!frame.isConnected), draw()],
});
const frame = element("iframe", { title: "The lecturer's step" });

const mine = (ballot) => (sent?.ballot === ballot ? sent.choice : undefined);

function words() {
  if (!room.ask) return "Wait for the first question.";
  const choice = mine(room.last);
  if (room.ballot) {
    if (choice === undefined) return "Choose one.";
    return sent.counted ? "Your vote is counted. You can change it while the vote is open." : "Sending your vote …";
  }
  if (room.right) return room.graded ? "" : "There is no right answer here: talk about it.";
  if (room.votes) return "These are the votes.";
  return choice === undefined ? "The vote is closed." : "The vote is closed. Your vote was counted.";
}

function option(text, k) {
  const choice = mine(room.last), right = room.right?.includes(k);
  const marks = [right && room.graded ? "✓ " : "", text, choice === k ? " (your vote)" : ""];
  const box = element("button", {
    type: "button",
    textContent: marks.join(""),
    disabled: !room.ballot,
    onclick: () => vote(k),
  });
  box.setAttribute("aria-pressed", choice === k);
  if (right && room.graded) box.className = "correct";
  const item = element("li", {}, box);
  if (room.votes) item.append(tally(room.votes, k));
  if (room.right && room.why?.[k] && (choice === k || right)) item.append(element("p", { textContent: room.why[k] }));
  return item;
}

function draw() {
  if (!ask.isConnected) {
    const head = element(
      "header",
      {},
      element("h1", {}, "Room ", element("b", { textContent: code, translate: false })),
    );
    main.replaceChildren(head, away, above, ask, list, status, below, along, follow);
  }
  away.hidden = !trouble;
  if (away.textContent !== trouble) away.textContent = trouble;
  if (!room) return;
  if (room.over) {
    for (const one of [above, ask, list, status, along, frame, follow]) one.hidden = true;
    below.textContent = "The room is closed. Thank you for your votes: nothing about you was kept.";
    return;
  }
  above.textContent = room.round > 1 && room.ballot
    ? `Discuss it with whoever sits beside you, then vote again (${ROUNDS[room.round - 1]} vote).`
    : "";
  if (ask.textContent !== (room.ask ?? "")) ask.textContent = room.ask ?? "";
  const focus = [...list.querySelectorAll("button")].indexOf(document.activeElement);
  list.replaceChildren(...(room.options ?? []).map(option));
  list.querySelectorAll("button")[focus]?.focus();
  const now = said || words();
  if (status.textContent !== now) status.textContent = now;
  follow.hidden = !room.place || Boolean(room.lesson); // a whole page for each phone is more than a server likes
  along.hidden = !room.lesson;
  if (room.place) follow.href = `${app}/${room.place}`;
  turn(frame.isConnected && Boolean(room.lesson));
  main.classList.toggle("led", frame.isConnected && !room.ballot); // the lesson first, what was asked before below it
}

// The lecturer's lesson, on this page, at the lecturer's step. It is another address for another lesson only.
function turn(on) {
  along.textContent = on ? "Follow no longer" : "Follow the lecturer's steps here";
  along.ariaExpanded = on;
  if (!on) return frame.remove();
  const step = new URLSearchParams(room.place.replace("#", "&").split("?")[1]).get("step") ?? "0";
  const address = `${app}/follow?${encodeURIComponent(room.lesson)}#${step}`;
  if (frame.isConnected && shown !== address) frame.contentWindow.location.replace(address);
  else if (!frame.isConnected) {
    frame.src = address;
    along.after(frame);
  }
  shown = address;
}

// ---- votes

async function vote(choice) {
  if (!room.ballot) return;
  const one = { ballot: room.ballot, choice, counted: false };
  said = "";
  keep(one);
  for (let wait = 400; sent === one; wait = Math.min(2 * wait, 1500)) {
    const answer = await fetch(`${base}/${code}/vote`, {
      method: "POST",
      body: JSON.stringify({ device, ballot: one.ballot, choice }),
    }).catch(() => undefined);
    if (sent !== one) return; // another choice was made meanwhile
    if (answer?.ok) return keep(Object.assign(one, { counted: true }));
    const ours = answer?.headers.get("content-type")?.startsWith("text/plain");
    if (ours && answer.status < 500) {
      keep(undefined);
      said = await answer.text();
      return draw();
    }
    said = `${ours ? await answer.text() : "Your vote is not sent yet."} Trying again.`;
    draw();
    await rest(wait);
    said = "";
  }
}

function keep(one) {
  sent = one;
  kept("vote", JSON.stringify(one ?? null));
  draw();
}

// ---- which of the three this is

const key = location.hash.slice(1), { signal } = new AbortController();
if (!code) door();
else if (key) hosting(main, { base, code, key, projector: false, signal });
else {
  draw();
  stream(() => `${base}/${code}/events?device=${device}`, {}, {
    heard(event, told) {
      if (event === "device") return kept("device", device = told.device);
      if (event === "room") {
        if (room && told.last !== room.last) said = "";
        [room, trouble] = [told, ""];
      } else trouble = told.says;
      draw();
    },
    trouble(sentence) {
      trouble = sentence;
      draw();
    },
    refused: (_, sentence) => door(sentence),
  }, signal);
}
