// Streamlit writes what a page shows into the address as one more entry of the browser's history. Where nothing stood there yet,
// or a link's own words that the page completes before anybody touches it, that is no other place: it takes the place of the
// entry, or Back would have to be pressed twice to leave the page.
export function oneEntryEach() {
  const push = history.pushState;
  let opens; // the page that a link has led to, until it is touched
  for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, () => opens = undefined, { capture: true });
  history.pushState = function (state, unused, url) {
    const { pathname } = new URL(url, location.href), here = pathname === location.pathname;
    if (!here) opens = pathname;
    const fills = here && (!location.search || opens === pathname);
    (fills ? history.replaceState : push).call(this, state, unused, url);
  };
}
