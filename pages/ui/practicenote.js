// A word below "Copy link" while something is typed that is not checked: the link holds answers that were checked.
// Its room is kept: nothing may move while somebody types.

export default function ({ data, parentElement }) {
  const note = parentElement.querySelector("p") ?? element("p", { className: "note" });
  if (!note.isConnected) parentElement.append(note);
  note.textContent = data.text;
  const tell = () => (note.style.visibility = window.dtUnchecked ? "visible" : "hidden");
  tell();
  window.addEventListener("dt-unchecked", tell);
  return () => window.removeEventListener("dt-unchecked", tell);
}
