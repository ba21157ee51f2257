// How far this browser has come in the course: chapter -> {slide, answered}, its furthest slide and the slides whose
// question was answered; the chapter seen last stands last. It is kept on the device, or as long as the page stands
// where the device keeps nothing.
import { device, tried } from "./store.js";

const KEY = "dtlearn-course";
const whole = (entries) =>
  Array.isArray(entries) &&
  entries.every((one) =>
    Array.isArray(one) && typeof one[0] === "string" && [one[1], ...(one[2] ?? [])].every(Number.isInteger)
  );
const told = () => window.dispatchEvent(new Event("dt-course"));

export function reached() {
  const kept = tried(() => JSON.parse(device.get(KEY)), null);
  const sound = tried(() => whole(kept), false) ? kept : window.dtCourse ?? [];
  return new Map(sound.map(([chapter, slide, answered = []]) => [chapter, { slide, answered }]));
}

export function reach(chapter, slide, answered) {
  const all = reached(), before = all.get(chapter) ?? { slide: 0, answered: [] };
  all.delete(chapter);
  all.set(chapter, {
    slide: Math.max(slide, before.slide),
    answered: [...new Set([...before.answered, ...answered])],
  });
  const entries = [...all].map(([name, one]) => [name, one.slide, one.answered]);
  window.dtCourse = device.set(KEY, JSON.stringify(entries)) ? undefined : entries;
  told();
}

export function forget() {
  window.dtCourse = undefined;
  device.drop(KEY);
  told();
}
