// How far this browser has come in the course: chapter -> furthest slide, the chapter seen last stands last. It is kept on the
// device, or as long as the page stands where the device keeps nothing.
import { device, tried } from "./store.js";

const KEY = "dtlearn-course";
const whole = (pairs) =>
  Array.isArray(pairs) &&
  pairs.every((pair) => Array.isArray(pair) && typeof pair[0] === "string" && Number.isInteger(pair[1]));
const told = () => window.dispatchEvent(new Event("dt-course"));

export function reached() {
  const kept = tried(() => JSON.parse(device.get(KEY)), null);
  return new Map(whole(kept) ? kept : window.dtCourse ?? []);
}

export function reach(chapter, slide) {
  const all = reached(), furthest = Math.max(slide, all.get(chapter) ?? 0);
  all.delete(chapter);
  all.set(chapter, furthest);
  window.dtCourse = device.set(KEY, JSON.stringify([...all])) ? undefined : [...all];
  told();
}

export function forget() {
  window.dtCourse = undefined;
  device.drop(KEY);
  told();
}
