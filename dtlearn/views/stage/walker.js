// A new example, set by hand, that walks down the tree.
import { element, write } from "./dom.js";

// changed(values) : the reader set it: a number, or the place of a nominal value, of each feature.
export function walker(features, changed) {
  const fields = features.map(({ name, values, first }) => {
    const field = values
      ? element("select", ...values.map((text, i) => element("option", { value: i }, text)))
      : element("input", { type: "number", step: "any", required: true });
    field.value = first;
    field.ariaLabel = name;
    return [name, field];
  });
  const said = element("p.said", { role: "status" });
  const form = element("form", ...fields.map(([name, field]) => element("label", `${name} `, field)));
  const root = element("details.walker", element("summary", "A new example"), form, said);
  root.hidden = !features.length;
  const told = () =>
    changed(root.open && form.checkValidity() ? fields.map(([, field]) => Number(field.value)) : undefined);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", told);
  root.addEventListener("toggle", told);
  return { root, say: (text) => write(said, text) };
}
