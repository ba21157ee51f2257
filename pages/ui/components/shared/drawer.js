// On a phone the menu lies over the page: a page that is chosen there is to be seen.
import { listen } from "stage/dom.js";

const PHONE = 768; // px of the window up to which Streamlit lays it so

export function drawer(signal) {
  function chosen({ target }) {
    if (innerWidth > PHONE || !target.closest?.("[data-testid=stSidebarNavLink]")) return;
    document.querySelector("[data-testid=stSidebarCollapseButton] button")?.click();
  }
  listen(signal, [[document, "click", chosen]]);
}
