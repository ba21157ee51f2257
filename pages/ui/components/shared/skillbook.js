// What this browser keeps of the skills: skill -> record (mastery.js). On the device, or as long as the page stands
// where the device keeps nothing.
import { after } from "./mastery.js";
import { device, tried } from "./store.js";

const KEY = "dtlearn-skills", DAY = 86_400_000; // ms

const sound = (one) =>
  one && [one.row, one.tries, one.stage, one.due].every(Number.isInteger) && typeof one.last === "string" &&
  typeof one.practised === "boolean";

export const today = () => {
  const now = new Date();
  return Math.floor((now.getTime() - now.getTimezoneOffset() * 60_000) / DAY);
};

export function records() {
  const kept = tried(() => Object.entries(JSON.parse(device.get(KEY))), null);
  return new Map(kept ? kept.filter(([, one]) => sound(one)) : window.dtSkills ?? []);
}

export function record(skill, good, id) {
  const all = records();
  all.set(skill, after(all.get(skill), good, today(), id));
  window.dtSkills = device.set(KEY, JSON.stringify(Object.fromEntries(all))) ? undefined : [...all];
  window.dispatchEvent(new Event("dt-skills"));
}

export function forget() {
  window.dtSkills = undefined;
  device.drop(KEY);
  window.dispatchEvent(new Event("dt-skills"));
}
