// A lecturer in a room: asks, closes, shows, reveals. On the projector nothing is seen that the class is not to see
// yet.
import { element, ROUNDS, tally } from "./parts.js";
import { LOST, sentence, stream } from "./stream.js";

const FEW = 0.35, MOST = 0.7; // of right votes, between which a discussion pays

// place : fills it. projector : the class sees it. question(twin) : a promise of what can be asked at this step, or
// undefined; twin, of the next question of its kind. asks() : whether there can be any here. presents() : whether the
// page is presented. folded : what the lecturer has chosen, undefined for nothing yet; fold(folded) : chooses. closed()
// : the room is over. left() : the lecturer goes. extra : [[name, act] ...] of other buttons. votes(kept, ballot) :
// whether the class is not to know the answer yet, and the ballot, 0 for none, that is open on it. Gives
// {warn(sentence), at(link, lesson)}: says it while the vote that is open now is the last one, "" for no more; tells
// where the lecturer is, which phones may follow; lesson : the address of its walkthrough, "" for none.
export function hosting(
  place,
  {
    base,
    code,
    key,
    projector,
    question,
    asks = () => false,
    presents = () => false,
    folded,
    fold = () => {},
    closed = () => {},
    left,
    extra = [],
    votes = () => {},
    signal,
  },
) {
  let room, gone = false, trouble = "", typing = false, listed = false, link, lesson = "", untold = false;
  const headers = { "X-Room-Key": key };

  async function send(said) {
    sure = ""; // something else was done in between
    try {
      const answer = await fetch(`${base}/${code}/act`, { method: "POST", headers, body: JSON.stringify(said) });
      trouble = answer.ok ? "" : await sentence(answer);
      return answer.ok;
    } catch {
      trouble = LOST;
      return false;
    } finally {
      draw();
    }
  }

  let caution = ["", 0]; // and the ballot that it is about
  // A caution stands as long as its ballot is the last one: what else is told meanwhile does not take it away.
  const says = () => trouble || (caution[1] === room?.ballots ? caution[0] : "");

  // Of the question that is on this page: another page's may have come in between.
  const act = (name) => () => send({ act: name, seen: room.ballots });
  const put = (one, seen = room.ballots) => send({ act: "ask", seen, ...one });
  let held = false, late = false; // a button is pressed; what has come meanwhile is to be drawn
  let sure = ""; // what is done at a second press: no vote comes back
  let could; // whether this page could be asked about when it was drawn last
  let low; // whether it was a bar then
  let drawn; // the ballots that there were when it was drawn last
  const marked = new Set(); // the choices of a question without an answer that are right, told with it
  let posed; // how many questions there were with the one that this page posed last: a typed one has no twin
  // twin : another one of the kind that was asked last, for each alone after the discussion
  async function pose(twin) {
    const seen = room.ballots, place = room.asked.length + 1; // another lecturer may be quicker than the answer
    const one = await question(twin);
    if (one) {
      if (await put(one, seen)) posed = place;
      return draw();
    }
    trouble = twin
      ? "There is no other question of this kind here: type one."
      : "There is nothing to be asked at this place: go to another step, or type a question.";
    draw();
  }
  // value : its name while its words change.
  const button = (textContent, onclick, className = "", value = textContent) =>
    element("button", {
      type: "button",
      textContent,
      onclick: (event) => event.detail > 1 || onclick(), // what a double click would press next says something else
      className,
      value,
    });

  // The button becomes the question, as wide as it was: what is pressed once more is under the pointer.
  const twice = (name, asked, said) => {
    const again = sure === name;
    return button(
      again ? asked : name,
      () => {
        if (again) return act(said)();
        sure = name;
        draw();
      },
      again ? "go" : "",
      name,
    );
  };

  async function table(more = "") {
    const app = encodeURIComponent(new URL(base.replace(/r$/, ""), location).href);
    const answer = await fetch(`${base}/${code}/votes.csv?app=${app}${more}`, { headers }).catch(() => undefined);
    if (!answer?.ok) {
      trouble = answer ? await sentence(answer) : LOST;
      return draw();
    }
    const href = URL.createObjectURL(await answer.blob());
    element("a", { href, download: `votes-${code}.csv` }).click();
    setTimeout(() => URL.revokeObjectURL(href), 1000);
  }

  // ---- what is shown

  const now = () => room.asked.at(-1);
  const sum = (counts) => counts.reduce((a, b) => a + b, 0);
  const people = (n) => `${n} phone${n === 1 ? "" : "s"}`;

  function advice(one) {
    const counts = one.votes.at(-1), all = sum(counts);
    if (projector || !one.right.length || !all || one.revealed) return "";
    const share = sum(one.right.map((k) => counts[k])) / all, percent = `${Math.round(100 * share)} % are right`;
    if (share < FEW) return `${percent}: few. Explain it once more, then vote again.`;
    return share > MOST ? `${percent}: most. Reveal the answer.` : `${percent}: let them discuss it, then vote again.`;
  }

  const unmarked = (one) => !one.is_open && !one.revealed && !one.right.length && !one.why.length;

  function mark(k) {
    const onchange = ({ target }) => marked[target.checked ? "add" : "delete"](k);
    return element(
      "label",
      { className: "mark" },
      element("input", { type: "checkbox", checked: marked.has(k), onchange }),
      "right",
    );
  }

  function options(one) {
    const seen = one.shown || !projector;
    return element(
      "ol",
      {},
      ...one.options.map((text, k) => {
        const right = one.right.includes(k) && (one.revealed || !projector);
        const item = element("li", { className: right ? "correct" : "" }, `${right ? "✓ " : ""}${text}`);
        if (unmarked(one)) item.append(mark(k));
        if (seen) item.append(tally(one.votes, k));
        if (one.revealed && one.why[k] && (right || !one.right.length)) {
          item.append(element("p", { textContent: one.why[k] }));
        }
        return item;
      }),
    );
  }

  function answered(one) {
    const votes = sum(one.votes.at(-1));
    if (!room.counted && projector) return one.is_open ? "Vote now." : "";
    const all = Math.max(room.phones, votes);
    return `${votes} of ${people(all)} ${all === 1 ? "has" : "have"} voted` +
      `${one.votes.length > 1 ? ` (${ROUNDS[one.votes.length - 1]} vote)` : ""}.`;
  }

  const revealing = () => button("Reveal", () => send({ act: "reveal", seen: room.ballots, right: [...marked] }), "go");

  function steps(one) {
    const again = one.rounds.length < 3 ? [button("Discuss, vote again", act("again"))] : [];
    if (one.is_open) {
      return [button("Close the vote", act("close"), "go"), twice("Reset the vote", "Sure? Reset it", "reset")];
    }
    if (one.revealed) return posed === room.asked.length ? [button("Ask a twin", () => pose(true))] : [];
    const show = one.shown ? [] : [button("Show the votes", act("show"))];
    return [...(one.shown ? [] : again), ...show, revealing(), ...(one.shown ? again : [])];
  }

  function current() {
    const one = now();
    if (!one) return [element("p", { textContent: "No question was asked yet." })];
    const said = advice(one);
    return [
      element("h2", { textContent: one.ask }),
      options(one),
      element("p", { role: "status", textContent: answered(one) }),
      ...(said ? [element("p", { className: "advice", textContent: said })] : []),
      ...(unmarked(one) ? [element("p", { textContent: "Mark what is right, if anything is; then Reveal." })] : []),
    ];
  }

  function form() {
    const ask = element("textarea", { rows: 2, required: true, maxLength: 600 });
    const options = element("textarea", {
      rows: 4,
      required: true,
      placeholder: `${projector ? "" : "* "}Outlook\nWind`,
    });
    const made = element(
      "form",
      {},
      element("label", {}, "Question", ask),
      element(
        "label",
        {},
        `Choices, one a line; ${projector ? "mark the right one when the vote is closed" : "* before a right one"}`,
        options,
      ),
      element(
        "div",
        { className: "row" },
        element("button", { textContent: "Ask", className: "go" }),
        button("Cancel", () => type(false)),
      ),
    );
    made.onsubmit = async (event) => {
      event.preventDefault();
      const lines = options.value.split("\n").map((line) => line.trim()).filter(Boolean);
      const right = lines.flatMap((line, k) => (line.startsWith("*") ? [k] : []));
      const sent = await put({
        ask: ask.value,
        options: lines.map((line) => line.replace(/^\*\s*/, "")),
        right,
        why: [],
        link: link ?? "",
      });
      if (sent) type(false);
    };
    return made;
  }

  function type(on) {
    typing = on;
    draw(true);
  }

  // How many were right, vote by vote, over all questions that have a right answer.
  function overview() {
    const graded = room.asked.flatMap((one, k) => {
      if (!listed || !one.right.length || (projector && !one.revealed)) return [];
      const votes = one.votes.map((counts) => {
        const right = sum(one.right.map((j) => counts[j]));
        return [right, sum(counts) - right];
      });
      return [element("li", { value: k + 1 }, one.ask, tally(votes, 0))];
    });
    return graded.length ? [element("h3", { textContent: "Right answers" }), element("ol", {}, ...graded)] : [];
  }

  const past = () =>
    room.asked.slice(0, listed ? undefined : 0).flatMap((one, k) => [
      element("h3", { textContent: `${k + 1}. ${one.ask}` }),
      element(
        "ol",
        {},
        ...one.options.map((text, j) => {
          const sees = one.shown || !projector, right = one.right.includes(j) && (one.revealed || !projector);
          return element("li", {}, `${right ? "✓ " : ""}${text}`, ...(sees ? [tally(one.votes, j)] : []));
        }),
      ),
    ]);

  // Beside a page that is looked at, and before anything is asked, a bar is enough.
  const isLow = () => Boolean(room) && projector && !room.over && (folded ?? (!presents() || !now()));

  const called = (one) => one.value || one.textContent;

  // Who uses the keyboard stays on the button that is still there.
  function draw(anew) {
    late = held;
    if (held) return; // a button that is replaced between press and release is never clicked
    const focused = place.getRootNode().activeElement, name = place.contains(focused) ? called(focused) : undefined;
    redraw(anew);
    if (name && !focused.isConnected) {
      [...place.querySelectorAll("button, summary")].find((one) => called(one) === name)?.focus();
    }
  }

  function redraw(anew) {
    low = isLow();
    place.classList.toggle("low", low);
    if (!room) {
      const status = element("p", { role: "status", textContent: trouble || "The room opens …" });
      return place.replaceChildren(status, element("div", { className: "row" }, ...(gone ? leaving("Leave") : [])));
    }
    if (typing && !anew && place.querySelector("form")) {
      place.querySelector(".trouble").textContent = says();
      return; // who types is not disturbed
    }
    const crowd = room.crowd ? `, ${room.crowd[0]} of ${room.crowd[1]} from one network` : "";
    const head = element(
      "header",
      {},
      element("b", { textContent: `Room ${code}`, translate: false }),
      element("span", { textContent: `${location.host}${base}/${code}`, translate: false }),
      element("span", { textContent: room.counted || !projector ? people(room.phones) + crowd : "" }),
    );
    const said = element("p", { className: "trouble", role: "alert", textContent: says() });
    if (room.over) {
      const csv = button("The votes as CSV", () => table());
      const other = button("CSV with ;", () => table("&semicolons="));
      return place.replaceChildren(
        head,
        said,
        element("p", { textContent: "The room is closed. It is forgotten in some hours." }),
        element("div", { className: "row" }, csv, other, ...leaving("Leave")),
      );
    }
    if (projector) {
      const turn = () => {
        fold(folded = !low);
        draw();
      };
      head.append(button(low ? "Show the room" : "Fold", turn, "fold", "fold"));
    }
    const busy = now()?.is_open;
    could = asks();
    const here = could ? [button("Ask about this step", () => pose(false), busy ? "" : "go")] : [];
    // phones join before anything is asked
    const doors = room.asked.length ? [] : extra.map(([name, act]) => button(name, act));
    const asking = element("div", { className: "row" }, ...here, button("Type a question", () => type(true)), ...doors);
    if (low) {
      const one = now(), waits = one?.right.length && !one.revealed;
      const first = busy ? [button("Close the vote", act("close"), "go")] : [...(waits ? [revealing()] : []), ...here];
      head.lastChild.before(
        ...(now() ? [element("span", { role: "status", textContent: answered(now()) })] : []),
        ...first,
        ...doors.slice(0, 1),
      );
      return place.replaceChildren(head, said);
    }
    const more = element(
      "details",
      {
        open: listed,
        ontoggle: (event) => {
          if (listed !== event.target.open) {
            listed = event.target.open;
            draw();
          }
        },
      },
      element("summary", { textContent: "More" }),
      element(
        "div",
        { className: "row" },
        button("The votes as CSV", () => table()),
        button(
          room.counted ? "Hide the head count" : "Show the head count",
          () => send({ act: "count", on: !room.counted }),
        ),
        ...(projector
          ? [button(
            room.place ? "Phones stop following" : "Phones follow this step",
            () => room.place ? send({ act: "at" }) : send({ act: "at", link: link ?? "", lesson }),
          )]
          : []),
        ...(room.asked.length ? extra.map(([name, act]) => button(name, act)) : []),
        twice("Close the room", "Sure? Close it", "end"),
        ...leaving("Leave, it stays open"),
      ),
      ...overview(),
      ...past(),
    );
    const moves = now() ? [element("div", { className: "row" }, ...steps(now()))] : []; // above a long list, so in view
    const top = drawn === room.ballots ? place.scrollTop : 0; // what was pressed stays in view
    place.replaceChildren(head, said, ...moves, ...(typing ? [form()] : busy ? [] : [asking]), ...current(), more);
    place.scrollTop = top;
    drawn = room.ballots;
  }

  function released() {
    held = false;
    if (late) setTimeout(draw); // after the click
  }
  // of a scroll bar no release is told
  const pressed = ({ target }) => held = target.closest("button, summary, label") !== null;
  place.addEventListener("pointerdown", pressed, { signal });
  for (const end of ["pointerup", "pointercancel"]) window.addEventListener(end, released, { signal });

  const leaving = (name) => (left ? [button(name, left)] : []);

  // Phones that follow come along to another page too: a place is the room's, not this page's.
  function goOn() {
    if (!room?.place || !untold) return;
    untold = false;
    if (room.place !== link) send({ act: "at", link, lesson });
  }

  stream(() => `${base}/${code}/events`, headers, {
    heard(event, told) {
      if (told.ballots > (room?.ballots ?? 0)) marked.clear();
      if (event === "room" && told.ballots !== room?.ballots) sure = ""; // another vote than the one it was about
      if (event === "room") [room, trouble] = [told, ""];
      else trouble = told.says;
      draw();
      if (room?.over) closed();
      goOn();
      const one = now(), graded = Boolean(one?.right.length), open = Boolean(one?.is_open);
      votes(open || (graded && !one.revealed), graded && open ? room.ballots : 0);
    },
    trouble(sentence) {
      trouble = sentence;
      draw();
    },
    refused(status, sentence) {
      if (status === 404) closed(); // it is forgotten
      trouble = sentence;
      room = undefined;
      gone = true;
      draw();
    },
  }, signal);
  draw();

  return {
    warn(sentence) {
      caution = [sentence, room.ballots];
      draw();
    },
    at(place, played) {
      if (room?.over || (link === place && could === asks() && low === isLow())) return;
      [link, lesson, untold] = [place, played, true];
      draw(); // another page or slide may have another question
      goOn();
    },
  };
}
