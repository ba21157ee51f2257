// The stage as a widget of a notebook: its step and the node chosen are the model's, which Python reads and sets.
import { element, listen } from "./base/dom.js";
import { chord } from "./base/keys.js";
import { NOBODY, stage } from "./stage.js";
import { STYLES } from "./styles.js";

// What the stage takes for its window is the widget.
const sized = (css) => css.replace(/@media (?=\((max|min)-)/g, "@container widget ").replace(/(\d)vh\b/g, "$1cqh");

function render({ model, el }) {
  const leaving = new AbortController(), { signal } = leaving;
  const host = element("div", { tabIndex: -1 });
  let telling = false; // what it says itself is drawn already

  function told({ step, node }) {
    telling = true;
    model.set("step", Number(step));
    model.set("node", node);
    telling = false;
    model.save_changes();
    if (lost()) enter();
  }

  const place = { step: String(model.get("step")), node: model.get("node") };
  const { root, show } = stage(JSON.parse(model.get("_lesson")), told, signal, place, { ...NOBODY, around: host });
  const heard = ["step", "node"].map((
    name,
  ) => [`change:${name}`, () => telling || show({ [name]: String(model.get(name)) })]);
  for (const [event, act] of heard) model.on(event, act);
  signal.addEventListener("abort", () => heard.forEach(([event, act]) => model.off(event, act)));

  // A notebook's own keys cut and delete cells: of those without Ctrl none gets out. A click brings the keys here, and
  // they stay when the button that was pressed can go no further.
  const stay = (event) => chord(event) || event.stopPropagation();
  const lost = () => host.shadowRoot.activeElement?.disabled;
  const enter = () => (host.matches(":focus-within") && !lost()) || host.focus({ preventScroll: true });
  listen(signal, [[host, "keydown", stay], [host, "click", enter]]);
  const style = element("style", sized(STYLES.stage) + model.get("_style"));
  host.attachShadow({ mode: "open" }).append(style, element("div.widget", root));
  el.append(host);
  return () => {
    leaving.abort();
    host.remove();
  };
}

export default { render };
