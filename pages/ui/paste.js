// A long paste into a text box never enters the box, which would take the browser a minute: it is told instead.

export default function ({ data, parentElement, setTriggerValue }) {
  let said = parentElement.querySelector("p");
  if (!said) parentElement.append((said = element("p", { role: "alert" })));
  let pastes = 0;
  function onPaste(event) {
    if (!event.composedPath()[0].matches?.("textarea")) return;
    const text = event.clipboardData.getData("text/plain");
    said.textContent = "";
    if (text.length <= data.shown) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (text.length <= data.most) setTriggerValue("taken", [text, ++pastes]);
    else said.textContent = `The paste has ${text.length.toLocaleString("en")} characters; ${data.most.toLocaleString("en")} can be read. Keep fewer rows or columns.`;
  }
  window.addEventListener("paste", onPaste, true);
  return () => window.removeEventListener("paste", onPaste, true);
}
