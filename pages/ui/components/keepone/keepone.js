// One thing of the visitor's, handed to the browser to keep: {kind, name, title, parts}; without parts there is no such
// thing now.
import { component } from "../shared/mount.js";
import { records } from "../shared/store.js";

export default component((_, signal) => {
  let id;
  signal.addEventListener("abort", () => {
    records.shown.delete(id);
    records.told();
  });
  return {
    update(data) {
      if (id !== records.id(data)) records.shown.delete(id);
      id = records.id(data);
      records.shown.add(id);
      records.told();
      if (data.parts) records.put(data);
      else records.drop(id);
    },
  };
});
