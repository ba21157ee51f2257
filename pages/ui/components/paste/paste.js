// A long paste into a text box never enters the box, which would take the browser a minute: it is told instead.
import { element } from "../shared/dom.js";
import { component } from "../shared/mount.js";

export default component((parentElement) => {
  let data, send, pastes = 0;
  const said = element("p", { role: "alert" });
  parentElement.append(said);
  function onPaste(event) {
    if (!event.composedPath()[0].matches?.("textarea")) return;
    const text = event.clipboardData.getData("text/plain");
    said.textContent = "";
    if (text.length <= data.shown) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const [long, most] = [text.length, data.most].map((n) => n.toLocaleString("en"));
    if (text.length <= data.most) send("taken", [text, ++pastes]);
    else said.textContent = `The paste has ${long} characters; ${most} can be read. Keep fewer rows or columns.`;
  }
  window.addEventListener("paste", onPaste, true);
  return {
    update: (newData, setTriggerValue) => ([data, send] = [newData, setTriggerValue]),
    remove: () => window.removeEventListener("paste", onPaste, true),
  };
});
