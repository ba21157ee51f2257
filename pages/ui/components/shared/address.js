// Streamlit writes what a page shows into the address as one more entry of the browser's history. Where nothing stood there yet,
// that is no other place: it takes the place of the entry, or Back would have to be pressed twice to leave the page.
export function oneEntryEach() {
  const push = history.pushState;
  history.pushState = function (state, unused, url) {
    const fills = !location.search && new URL(url, location.href).pathname === location.pathname;
    (fills ? history.replaceState : push).call(this, state, unused, url);
  };
}
