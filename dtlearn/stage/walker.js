// A new example, set by hand, that walks down the tree.
import { button, element } from "./base/dom.js";

// changed(text) : the reader set it: a number, or the place of a nominal value, of each feature, with "_" between; ""
// for none.
export function walker(features, changed) {
  const fields = features.map(({ name, values }) => {
    const field = values
      ? element("select", ...values.map((text, i) => element("option", { value: i }, text)))
      : element("input", { type: "number", step: "any", required: true });
    field.ariaLabel = name;
    return [name, field];
  });
  const read = () => (form.checkValidity() ? fields.map(([, field]) => Number(field.value)).join("_") : "");
  const go = button("Let it walk", () => changed(read()), "", "choice"),
    end = button("Clear example", () => changed(""), "", "choice");
  const form = element("form", ...fields.map(([name, field]) => element("label", `${name} `, field)), go, end);
  const root = element("div.walker", form);
  root.hidden = !features.length;
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", () => form.checkValidity() && changed(read()));
  function set(text) {
    const [shown, gone] = text === "" ? [go, end] : [end, go], focused = gone.matches(":focus");
    shown.hidden = false;
    if (focused) shown.focus();
    gone.hidden = true;
    const values = text === "" ? features.map(({ first }) => first) : text.split("_");
    fields.forEach(([, field], i) => {
      if (Number(field.value) !== Number(values[i])) field.value = values[i]; // what is being typed stays
    });
  }
  return {
    name: "fresh",
    title: "A new example",
    root,
    set,
    update: ({ fresh }) => set(fresh),
  };
}

// One that stands alone is folded away until it is wanted, or walks and no plane shows where.
export function folded({ title, root, update }, opens = true) {
  const fold = element("details.folded", element("summary", title), root);
  let walks = "";
  fold.hidden = root.hidden;
  return {
    root: fold,
    update(_, says) {
      if (says.fresh && !walks && opens) fold.open = true;
      walks = says.fresh;
      update(says);
    },
  };
}
