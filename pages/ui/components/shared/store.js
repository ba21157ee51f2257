// What the browser keeps of what a visitor made: for this tab, and on the device if that was asked for. Stands before
// the scripts that keep something. A record is {kind, name, title, parts: [text ...], at: ms, saved: [ending ...]}.

const PLACE = "dtlearn/1/", DEVICE = "dtlearn-device", MOST_RECORDS = 4; // of a kind: as many as a session remembers

// What act gives, or what else there is: a store may be refused, full, or filled by others.
export function tried(act, otherwise) {
  try {
    return act();
  } catch {
    return otherwise;
  }
}

const shelf = (name) => ({
  get: (key) => tried(() => window[name].getItem(key), null),
  set: (key, text) => tried(() => window[name].setItem(key, text) ?? true, false),
  drop: (key) => tried(() => window[name].removeItem(key)),
  keys: () => tried(() => Object.keys(window[name]).filter((key) => key.startsWith(PLACE)), []),
});
export const tab = shelf("sessionStorage");
export const device = shelf("localStorage");

// One for all scripts of the page. all : the records by id, stored or not. shown : the ids that the session has itself.
export const records = (window.dtRecords ??= (() => {
  const all = new Map(), shown = new Set(), refused = new Set(), forgotten = new Set();
  const id = ({ kind, name }) => `${kind}/${name}`;
  const content = (one) => JSON.stringify([id(one), one.title, one.parts]);
  const onDevice = () => device.get(DEVICE) === "1";
  const told = () => window.dispatchEvent(new Event("dt-records"));
  const text = (value) => typeof value === "string";
  let damaged = false;

  function read(key, stored) {
    const found = tried(() => {
      const one = JSON.parse(stored);
      const whole = [[one.kind, one.name, one.title], one.parts, one.saved].every((list) => list.every(text));
      return whole && Number.isFinite(one.at) && PLACE + id(one) === key && one;
    });
    if (found) return found;
    damaged = true; // another release wrote it, or somebody else
  }

  for (const store of onDevice() ? [device, tab] : [tab]) {
    for (const key of store.keys()) {
      const one = read(key, store.get(key));
      if (one) all.set(id(one), one);
    }
  }

  function store(one) {
    const key = PLACE + id(one), written = JSON.stringify(one);
    const kept = tab.set(key, written), stays = onDevice() && device.set(key, written);
    if (kept || stays) refused.delete(id(one));
    else refused.add(id(one));
    all.set(id(one), one);
  }

  function put({ kind, name, title, parts }) {
    const one = { kind, name, title, parts, at: Date.now(), saved: [] }, before = all.get(id(one));
    if (forgotten.has(content(one)) || (before && content(before) === content(one))) return;
    store(one);
    const older = [...all.values()].filter((other) => other.kind === kind).sort((a, b) => b.at - a.at);
    for (const old of older.slice(MOST_RECORDS)) drop(id(old));
    told();
  }

  function drop(key) {
    if (!all.delete(key)) return;
    refused.delete(key);
    for (const place of [tab, device]) place.drop(PLACE + key);
    told();
  }

  // Its file was saved: nothing is lost with the tab.
  function save(key, ending) {
    const one = all.get(key);
    if (!one || one.saved.includes(ending)) return;
    one.saved.push(ending);
    store(one);
    told();
  }

  // What the session still has is not kept again, as long as it stays as it is.
  function forget() {
    for (const one of all.values()) forgotten.add(content(one));
    all.clear();
    refused.clear();
    damaged = false;
    for (const place of [tab, device]) place.keys().forEach(place.drop);
    told();
  }

  function stayOnDevice(asked) {
    if (asked) device.set(DEVICE, "1");
    else [DEVICE, ...device.keys()].forEach(device.drop);
    all.forEach(store);
    told();
  }

  const refuses = (one) => refused.has(id(one)), isDamaged = () => damaged;
  return { all, shown, id, put, drop, save, forget, told, onDevice, stayOnDevice, refuses, isDamaged };
})());
