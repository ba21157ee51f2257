// The place on a page, which the browser owns: it stands in the address behind "#", as texts by name. The server never
// sees it, and drops it when it writes a query: then it is written again.
import { tried } from "./store.js";

// Where each page was left, for who comes back by the menu: a link that is loaded anew says its own place.
const PLACES = (window.dtPlaces ??= {});

// names : those of a place. path : of the page.
export function fragment(path, names) {
  const here = () => location.pathname === path;
  const known = (at) => Object.fromEntries(names.filter((name) => at[name]).map((name) => [name, at[name]]));
  const text = (at) => new URLSearchParams(known(at)).toString();

  return {
    // The place that the address says; undefined if it says none. first : before any was kept, that of the address that
    // was loaded: the server may have completed its query before this script came.
    read(first = false) {
      const loaded = first && !Object.keys(PLACES).length && !location.hash;
      const from = loaded && performance.getEntriesByType("navigation")[0];
      const address = from ? new URL(from.name) : location;
      if (address.pathname !== path) return undefined;
      const at = known(Object.fromEntries(new URLSearchParams(address.hash.slice(1))));
      return Object.keys(at).length ? at : undefined;
    },
    link: (at) => `${location.origin}${location.pathname}${location.search}#${text(at)}`,
    write(at) {
      if (!here() || location.hash === `#${text(at)}`) return;
      // A frame without an address refuses, and so does a browser that has had enough.
      tried(() => history.replaceState(history.state, "", `${location.pathname}${location.search}#${text(at)}`));
    },
    // {address: of the lesson, at: the place, begun: the number of what the server asked for last}
    kept: () => PLACES[path] ?? {},
    keep: (what) => PLACES[path] = what,
  };
}
