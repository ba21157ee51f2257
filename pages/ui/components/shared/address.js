// Streamlit writes what a page shows into the address as one more entry of the browser's history. Where nothing stood
// there yet, or a link's own words that the page completes before anybody touches it, that is no other place: it takes
// the place of the entry, or Back would have to be pressed twice to leave the page. The query of another page may be
// there before its path: then it stood at this page's path, whose entry is as it was before. After Back or Forward
// Streamlit replaces the query instead: what stood behind "#" is gone then too.
export const WRITTEN = "dtlearn-written"; // on the window: a query was written, and what stood behind "#" is gone

export function oneEntryEach() {
  if (globalThis.dtEntries) return;
  globalThis.dtEntries = true;
  const { pushState: push, replaceState: replace } = history;
  let opens; // the page that a link has led to, until it is touched
  // what the entry said that the last query of the same page was put over, undefined where it got one of its own
  let before;
  for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, () => opens = undefined, { capture: true });
  history.pushState = function (state, unused, url) {
    const { pathname, search } = new URL(url, location.href), here = pathname === location.pathname;
    const put = (replaces, what = url) => {
      (replaces ? replace : push).call(this, state, unused, what);
      dispatchEvent(new Event(WRITTEN));
    };
    if (here) {
      const fills = !location.search || opens === pathname;
      before = fills ? location.href : undefined;
      return put(fills);
    }
    opens = pathname;
    const early = search && search === location.search;
    if (early && before) put(true, before);
    put(early && !before);
  };
  history.replaceState = function (state, unused, url) {
    replace.call(this, state, unused, url);
    if (!new URL(url ?? location.href, location.href).hash) dispatchEvent(new Event(WRITTEN));
  };
}
