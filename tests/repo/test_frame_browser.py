"""One frame for every page, in a real browser: how long it is, how much there is to choose in one view, where its tools stand."""

import pytest

from pages.ui.kit.contents import TITLES
from tests.support.visits import open_at, pictures, still

TALL, MOST = 2400, 8  # px, three screens; controls in view at once
# Pages that others bring into the frame: to be emptied.
WAITING = ["learn", "explore", "overfitting", "bound", "hard", "forest", "practice"]
PAGES = sorted(TITLES.keys() - {*WAITING})
# What acts, in view: a group of them is one, and so are the player and the tools. What a picture or a table offers is its own; menu, ways to another page and what is folded are none.
CONTROLS = """() => {
  const ACTS = "button, input:not([type=hidden]), select, textarea, [role=slider], [role=combobox], a[download]";
  const ONE = ".player, .sweep > .bar, .st-key-dt-moves, .corner, .st-key-sl-row, .buttons, .views, .quiz, [data-testid=stButtonGroup], [data-testid=stRadio], [data-testid=stNumberInput], [data-testid=stSelectbox]," +
    "[data-testid=stSlider], [data-testid=stMultiSelect], [data-testid=stFileUploader], [data-testid=stTextInput], [data-testid=stTextArea]," +
    "[role=tablist], [role=group], [role=radiogroup], [role=toolbar]";
  const NONE = "[data-testid=stHeader], [data-testid=stSidebarNav], [data-testid=stSidebarHeader], [data-testid=stSidebarCollapseButton], [data-testid=stTooltipIcon]," +
    "[data-testid=stElementToolbar], .st-key-dt-keeping, .st-key-dt-next, svg, table, ol, [role=tree], .panels > [role=tabpanel], summary, .js-plotly-plot, iframe";
  const up = (e) => e.parentElement ?? e.getRootNode().host;
  const found = new Map();
  const visit = (root) => root.querySelectorAll("*").forEach((e) => {
    if (e.shadowRoot) visit(e.shadowRoot);
    if (!e.matches(ACTS) || !e.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true })) return;
    let one = e;
    for (let at = e; at; at = up(at)) {
      if (at.matches(NONE)) return;
      if (at.matches(ONE)) one = at;
    }
    const box = one.getBoundingClientRect();
    if (box.width > 1 && box.height > 1) found.set(one, box);
  });
  visit(document);
  const main = document.querySelector(".stMain"), fixed = (e) => {
    for (let at = e; at !== main; at = up(at)) if (!at || getComputedStyle(at).position === "fixed") return true;
    return false;
  };
  const named = (e) => (e.className?.toString().match(/st-key-[\\w-]+/)?.[0] ?? e.ariaLabel ?? e.textContent.slice(0, 30)) || e.tagName;
  const all = [...found].map(([e, box]) => ({ name: named(e), top: box.top + main.scrollTop, bottom: box.bottom + main.scrollTop, still: fixed(e) }));
  let most = [];
  for (let y = 0; y <= Math.max(0, main.scrollHeight - innerHeight) + 99; y += 100) {
    const seen = all.filter((one) => one.still ? one.top < innerHeight : one.bottom > y + 60 && one.top < y + innerHeight);
    if (seen.length > most.length) most = seen;
  }
  return { tall: main.scrollHeight, most: most.map((one) => one.name) };
}"""


def _measured(page, server, path):
    open_at(page, server, path)
    pictures(page)
    still(page)
    page.locator(".stMain").evaluate("e => e.scrollTop = 0")
    return page.evaluate(CONTROLS)


@pytest.mark.parametrize("path", PAGES)
def test_no_page_is_taller_than_three_screens_nor_offers_more_than_eight_choices_in_a_view(page, server, path):
    found = _measured(page, server, path)
    assert found["tall"] <= TALL
    assert len(found["most"]) <= MOST, found["most"]
