// A value that moves here at once and on the server soon after; older answers, and answers to others, do not pull it
// back.
import { telling } from "./telling.js";
import { timer } from "stage/base/timer.js";

const BETWEEN_SENDS = 120; // ms
const PATIENCE = 3000; // ms to wait for an answer before believing the server's value again

// send(value) : tells the server. settled() : the server's value stands again, for want of an answer.
export function optimistic(send, settled, signal) {
  const later = telling(signal), patience = timer(signal);
  let server, asked = [], sentAt = 0;
  function flush() {
    sentAt = Date.now();
    asked.push(self.value);
    send(self.value);
    patience.set(() => {
      asked = [];
      self.told(server);
      settled();
    }, PATIENCE);
  }
  const self = {
    value: undefined,
    waiting: () => asked.length > 0 || later.waits(),
    ask(value) {
      if (value === self.value) return;
      self.value = value;
      if (!later.waits()) later.set(flush, Math.max(0, sentAt + BETWEEN_SENDS - Date.now()));
    },
    told(value) {
      if (value !== server) asked = asked.slice(asked.indexOf(value) + 1 || asked.length);
      server = value;
      if (self.waiting()) return;
      patience.stop();
      self.value = value;
    },
    stop() {
      later.stop();
      patience.stop();
      asked = [];
    },
  };
  return self;
}
