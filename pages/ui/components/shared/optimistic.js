// A value that moves here at once and on the server soon after; older answers, and answers to others, do not pull it back.
const BETWEEN_SENDS = 120; // ms
const PATIENCE = 3000; // ms to wait for an answer before believing the server's value again

// send(value) : tells the server. settled() : the server's value stands again, for want of an answer.
export function optimistic(send, settled) {
  const self = { value: undefined };
  let server, asked = [], sentAt = 0, later, patience;
  function flush() {
    later = undefined;
    sentAt = Date.now();
    asked.push(self.value);
    send(self.value);
    clearTimeout(patience);
    patience = setTimeout(() => {
      asked = [];
      self.told(server);
      settled();
    }, PATIENCE);
  }
  self.waiting = () => asked.length > 0 || later !== undefined;
  self.ask = (value) => {
    if (value === self.value) return;
    self.value = value;
    later ??= setTimeout(flush, Math.max(0, sentAt + BETWEEN_SENDS - Date.now()));
  };
  self.told = (value) => {
    if (value !== server) asked = asked.slice(asked.indexOf(value) + 1 || asked.length);
    server = value;
    if (self.waiting()) return;
    clearTimeout(patience);
    self.value = value;
  };
  self.stop = () => {
    [later, patience].forEach(clearTimeout);
    later = undefined;
    asked = [];
  };
  return self;
}
