// A handle or a line that follows the pointer until it is let go. start(event) : whether it begins.
export function drag(element, { start, move, end }) {
  let held = false;
  element.addEventListener("pointerdown", (event) => {
    if (event.button || !start(event)) return;
    held = true;
    element.setPointerCapture(event.pointerId);
  });
  element.addEventListener("pointermove", (event) => held && move(event));
  for (const name of ["pointerup", "pointercancel"]) {
    element.addEventListener(name, () => {
      if (held) end();
      held = false;
    });
  }
}
