// A room's stream of events, opened anew whenever it is silent, ends, or the device wakes up.
const SPREAD = 1300; // ms, about: all phones lose their stream at once, and do not come back at once
const SILENT = 35e3; // ms without a sign of life: the server gives one every 15 s
const OFFLINE = "You are offline: this goes on by itself when you are back.";

// wait, but not all at the same moment: ms
export const rest = (ms) => new Promise((then) => setTimeout(then, ms * (0.5 + Math.random())));

// What a server of ours says; a proxy's page is no sentence.
export const sentence = async (answer) =>
  answer.headers.get("content-type")?.startsWith("text/plain") ? await answer.text() : LOST;
export const LOST = "This did not reach the room: try again.";

// address() : asked before each try. heard(event, told) : of each message. trouble(sentence) : while there is no
// connection. refused(status, sentence) : for good.
export function stream(address, headers, { heard, trouble, refused }, signal) {
  let ending, watch;

  function alive() {
    clearTimeout(watch);
    watch = setTimeout(open, SILENT);
  }

  async function open() {
    ending?.abort();
    const own = ending = new AbortController();
    for (let wait = SPREAD; !own.signal.aborted; wait = Math.min(2 * wait, 4000)) {
      alive();
      try {
        const answer = await fetch(address(), { headers, signal: own.signal, cache: "no-store" });
        if ([403, 404].includes(answer.status)) {
          clearTimeout(watch);
          return refused(answer.status, await sentence(answer));
        }
        if (answer.ok) await read(answer.body.getReader(), () => wait = SPREAD);
        else trouble(await sentence(answer)); // too many wrong codes, or a store that is away: it passes
      } catch {
        if (own.signal.aborted) return;
        trouble(navigator.onLine ? "No connection to the room: trying again." : OFFLINE);
      }
      await rest(wait);
    }
  }

  async function read(reader, well) {
    const decoder = new TextDecoder();
    let text = "";
    while (true) {
      const { done, value } = await reader.read();
      if (done) throw new Error("The stream has ended.");
      alive();
      text += decoder.decode(value, { stream: true });
      const parts = text.split("\n\n");
      text = parts.pop();
      for (const part of parts) {
        const { event, data } = Object.fromEntries(part.split("\n").map((line) => line.split(/: (.*)/s)));
        if (event === "room") well(); // a room that is full is not asked again at once
        if (data && event !== "beat") heard(event, JSON.parse(data));
      }
    }
  }

  const over = () => {
    clearTimeout(watch);
    ending?.abort();
  };
  // Phones end streams in silence when the screen is off.
  addEventListener("pageshow", (event) => event.persisted && open(), { signal });
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && open(), { signal });
  addEventListener("online", open, { signal });
  addEventListener("pagehide", over, { signal });
  signal.addEventListener("abort", over);
  open();
}
