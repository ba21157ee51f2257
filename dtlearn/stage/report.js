// Tells the course platform around a packaged page (scorm.py) how far its reader has come, by SCORM 1.2. Without one
// the page just plays.
import { stepsOf } from "./document.js";
import { asks, gradedAt, placed } from "./quiz.js";

const WINDOWS = 50; // that are looked at, at most: two may have opened each other
const OVER = ["completed", "passed", "failed"];

// What a platform gives to a window around the page, or to one around that which opened it.
function platform() {
  for (let at = window, k = 0; at && k < WINDOWS; at = at.parent === at ? at.opener : at.parent, k++) {
    try {
      if (at.API) return at.API;
    } catch {
      // a window of another site says nothing
    }
  }
}

// The frames, or slides, with a question that can be graded.
function questions(lesson) {
  const all = Array.from({ length: stepsOf(lesson) }, (_, k) => k);
  if (lesson.kind !== "deck") return all.filter((k) => asks(lesson, k) && gradedAt(lesson, k + 1));
  return all.filter((k) => lesson.frames[k].question?.answer && lesson.frames[k].question.options.length);
}

function right(lesson, k, token) {
  if (lesson.kind === "deck") return token === lesson.frames[k].question.answer;
  const worth = gradedAt(lesson, k + 1);
  return Boolean((worth[token] ?? worth[""])?.[0]);
}

// told(place), to be called wherever the reader goes and whatever he answers. said : as the stage or the deck tells it.
export function reporter(lesson) {
  // question -> whether the first answer to it was right
  const api = platform(), asked = questions(lesson), first = new Map();
  const call = (name, ...words) => {
    try {
      return String(api[name](...words));
    } catch {
      return ""; // the lesson goes on
    }
  };
  if (!api || call("LMSInitialize", "") !== "true") return () => {};
  let over = OVER.includes(call("LMSGetValue", "cmi.core.lesson_status")); // it is looked at once more: its score stays
  const before = over ? "" : call("LMSGetValue", "cmi.suspend_data");
  for (const one of before.split(",").filter(Boolean)) { // of a visit that was left midway
    const [k, good] = one.split(":").map(Number);
    if (asked.includes(k)) first.set(k, Boolean(good));
  }
  const tell = (values) => {
    for (const [name, value] of Object.entries(values)) call("LMSSetValue", `cmi.${name}`, String(value));
    call("LMSCommit", "");
  };

  function told({ step, said = "" }) {
    if (over) return;
    const answers = said instanceof Map ? said : placed(lesson, said), before = first.size;
    for (const k of asked) if (answers.has(k) && !first.has(k)) first.set(k, right(lesson, k, answers.get(k)));
    over = asked.length ? first.size === asked.length : Number(step) === stepsOf(lesson) - 1;
    const good = [...first.values()].filter(Boolean).length;
    const raw = Math.round((100 * good) / asked.length), known = [...first].map(([k, is]) => `${k}:${Number(is)}`);
    const score = { "core.score.min": 0, "core.score.max": 100, "core.score.raw": raw, suspend_data: known.join() };
    const status = over && { "core.lesson_status": "completed" };
    if (over || first.size > before) tell({ ...(asked.length && score), ...status });
  }

  if (!over) tell({ "core.lesson_status": "incomplete" });
  window.addEventListener("pagehide", () => call("LMSFinish", ""), { once: true });
  told({ step: 0 });
  return told;
}
