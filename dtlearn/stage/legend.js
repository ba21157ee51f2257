// What the colours, signs, rings and marks of a lesson mean.
import { element } from "./base/dom.js";

export function legend({ classes, colours, signs, scale, rings, ticks, meanings }) {
  const spans = classes.map((name, k) => {
    const label = element("span.class", scale ? `${name}: ${scale.texts[0]} ` : `${signs[k]} ${name}`);
    if (scale) {
      const bar = element("i.scale");
      bar.style.background = `linear-gradient(90deg, ${colours.join()})`;
      label.append(bar, ` ${scale.texts[1]}`);
    } else label.style.borderColor = colours[k];
    return label;
  });
  const kinds = new Set(ticks.map(({ kind }) => kind));
  const marks = Object.entries(meanings).filter(([kind]) => kinds.has(kind)); // others say in the bar what they are
  const sign = (className, means) => element("span", element("i", { className }), ` ${means}`);
  return element(
    "p.legend",
    ...spans,
    ...rings.map(([look, means]) => sign(`ring ${look}`, means)),
    ...marks.map(([kind, means]) => sign(`mark ${kind}`, means)),
  );
}
