// What follows the pointers until they are let go.
export const distance = ([x1, y1], [x2, y2]) => Math.hypot(x1 - x2, y1 - y2);

// start(event) : whether it begins. move(event, old, now, other) : places, the last one a second finger's. end(event,
// pressed, moved) : where the pointer was pressed, and whether it moved since. at(event, old, other) : a pointer's
// place.
// slack : px that a click may move; it goes to what lies there. What was dragged is not clicked.
export function drag(element, { start, move, end, slack = 0, at = (event) => [event.clientX, event.clientY] }) {
  const down = new Map(); // pointer -> its place
  let pressed, moved = false;
  element.addEventListener("pointerdown", (event) => {
    if (event.button || !start(event)) return;
    if (!down.size) moved = false;
    pressed = at(event);
    down.set(event.pointerId, pressed);
    if (!slack) element.setPointerCapture(event.pointerId);
  });
  element.addEventListener("pointermove", (event) => {
    const old = down.get(event.pointerId);
    if (!old) return;
    const [, other] = [...down].find(([id]) => id !== event.pointerId) ?? [];
    const now = at(event, old, other);
    if (!moved && !other && distance(now, pressed) < slack) return;
    moved = true;
    down.set(event.pointerId, now);
    element.setPointerCapture(event.pointerId);
    move(event, old, now, other);
  });
  for (const name of ["pointerup", "pointercancel", "pointerleave"]) {
    element.addEventListener(name, (event) => down.delete(event.pointerId) && end(event, pressed, moved));
  }
  // detail 0: a screen reader's click
  const kept = (event) => moved && event.detail && event.stopImmediatePropagation();
  element.addEventListener("click", kept, { capture: true });
}
