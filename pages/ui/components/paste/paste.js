// A long paste into a text box never enters the box, which would take the browser a minute: it is told instead.
import { element, listen } from "stage/base/dom.js";
import { component } from "../shared/mount.js";

export default component((send, signal) => {
  let data;
  const root = element("p", { role: "alert" });
  function onPaste(event) {
    if (!event.composedPath()[0].matches?.("textarea")) return;
    const text = event.clipboardData.getData("text/plain");
    root.textContent = "";
    if (text.length <= data.shown) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const [long, most] = [text.length, data.most].map((n) => n.toLocaleString("en"));
    if (text.length <= data.most) send("taken", text);
    else root.textContent = `The paste has ${long} characters; ${most} can be read. Keep fewer rows or columns.`;
  }
  listen(signal, [[window, "paste", onPaste, { capture: true }]]);
  return { root, update: (newData) => (data = newData) };
});
