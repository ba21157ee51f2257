// What else a choice in the menu does.
import { listen } from "stage/base/dom.js";

const PHONE = 768; // px of the window up to which Streamlit lays the menu over the page
const LINK = ":is([data-testid=stTopNavLink], [data-testid=stTopNavDropdownLink], [data-testid=stSidebarNavLink])";
// Of a worked example that is played: who writes one goes on with it.
const CLOSE = ".st-key-dt-deck:has(.st-key-deck-settings) .st-key-deck-close button";

export function drawer(signal) {
  function chosen({ target }) {
    const link = target.closest?.(LINK);
    if (!link) return;
    const press = (button) => document.querySelector(button)?.click();
    // Streamlit goes nowhere, but who asks for the page is done with the slide that lies over it.
    if (new URL(link.href).pathname === location.pathname) press(CLOSE);
    if (innerWidth <= PHONE) press("[data-testid=stSidebarCollapseButton] button"); // the page is to be seen
  }
  listen(signal, [[document, "click", chosen]]);
}
