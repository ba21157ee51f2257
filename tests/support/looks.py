"""What is asked of a page in a real browser: how long it is, how much there is to choose and to read in one view, where
its tools stand, what axe-core finds."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.support.visits import box_of, still

TALL, MOST = 2400, 8  # px, three screens; controls in view at once
# What acts, in view: a group of them is one, and so are the player and the tools. What a picture or a table offers is
# its own; menu, ways to another page and what is folded are none.
CONTROLS = """() => {
  const ACTS = "button, input:not([type=hidden]), select, textarea, [role=slider], [role=combobox], a[download]";
  const testid = (names) => names.split(" ").map((name) => `[data-testid=st${name}], `).join("");
  const ONE = testid("ButtonGroup Radio NumberInput Selectbox Slider MultiSelect FileUploader TextInput TextArea") +
    ".player, .sweep > .bar, .st-key-dt-moves, .corner, .st-key-sl-row, .buttons, .views, .quiz, " +
    "[role=tablist], [role=group], [role=radiogroup], [role=toolbar]";
  const NONE = testid("Header SidebarNav SidebarHeader SidebarCollapseButton TooltipIcon ElementToolbar") +
    ".st-key-dt-keeping, .st-key-dt-next, svg, table, ol, [role=tree], .panels > [role=tabpanel], summary, " +
    ".js-plotly-plot, iframe";
  const seen = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true };
  const up = (e) => e.parentElement ?? e.getRootNode().host;
  const found = new Map();
  const visit = (root) => root.querySelectorAll("*").forEach((e) => {
    if (e.shadowRoot) visit(e.shadowRoot);
    if (!e.matches(ACTS) || !e.checkVisibility(seen)) return;
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
  const key = (e) => e.className?.toString().match(/st-key-[\\w-]+/)?.[0];
  const named = (e) => (key(e) ?? e.ariaLabel ?? e.textContent.slice(0, 30)) || e.tagName;
  const all = [...found].map(([e, box]) => {
    return { name: named(e), top: box.top + main.scrollTop, bottom: box.bottom + main.scrollTop, still: fixed(e) };
  });
  let most = [];
  for (let y = 0; y <= Math.max(0, main.scrollHeight - innerHeight) + 99; y += 100) {
    const flows = (one) => one.bottom > y + 60 && one.top < y + innerHeight;
    const here = all.filter((one) => one.still ? one.top < innerHeight : flows(one));
    if (here.length > most.length) most = here;
  }
  return { tall: main.scrollHeight, most: most.map((one) => one.name) };
}"""


WIDGETS = 12  # in the first view, each by itself
# Every widget in view as the page opens: each pill, tab, fold and way to another page by itself; a player is one, so
# is a field with its own buttons. The menu, its corner of tools and help signs are none; neither is what a picture, a
# table, a list of cards, rows or votes offers: those are what the page is about.
ACTS = "button, a[href], input:not([type=hidden]), select, textarea, summary, [role=slider], [role=combobox]"
_FIELDS = "NumberInput Selectbox Slider MultiSelect FileUploader TextInput TextArea Checkbox"
ONE = ", ".join([".player, .sweep > .bar", *(f"[data-testid=st{name}]" for name in _FIELDS.split())])
_FRAME = "Header SidebarNav SidebarHeader SidebarCollapseButton TooltipIcon ElementToolbar"
ABOUT = ".corner, svg, table, ol, [role=tree], [role=list], .examples, .topics, .marks, .js-plotly-plot, iframe"
NONE = ", ".join([ABOUT, *(f"[data-testid=st{name}]" for name in _FRAME.split())])
SEEN = """([acts, one, none]) => {
  const up = (e) => e.parentElement ?? e.getRootNode().host;
  const seen = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true };
  const found = new Map();
  const visit = (root) => root.querySelectorAll("*").forEach((e) => {
    if (e.shadowRoot) visit(e.shadowRoot);
    if (!e.matches(acts) || !e.checkVisibility(seen)) return;
    let whole = e;
    for (let at = e; at; at = up(at)) {
      if (at.matches(none)) return;
      if (at.matches(one)) whole = at;
    }
    const { width, height, top, bottom, left, right } = whole.getBoundingClientRect();
    if (width > 1 && height > 1 && top < innerHeight && bottom > 0 && left < innerWidth && right > 0) {
      found.set(whole, (whole.ariaLabel || whole.innerText || whole.tagName).slice(0, 30));
    }
  });
  visit(document);
  return [...found.values()];
}"""


# Words of a page before anything is unfolded; tables, pictures and arithmetic say theirs besides. Those that were walls
# have their own.
WORDS, WALLS = 500, {"bound": 398, "hard": 345, "forest": 333, "overfitting": 308}
SAID = """() => {
  const NONE = "svg, script, style, table, math, .katex, .votes, [role=treeitem], [role=tooltip], .js-plotly-plot";
  const seen = { opacityProperty: true, contentVisibilityAuto: true };
  const visit = (node) => {
    if (node.nodeType === 3) return node.parentElement?.checkVisibility(seen) ? [node.textContent] : [];
    if (node.nodeType === 1 && node.matches(NONE)) return [];
    return [...(node.shadowRoot?.childNodes ?? []), ...node.childNodes].flatMap(visit);
  };
  return visit(document.querySelector(".stMain")).join(" ");
}"""


LEAST = 10.5  # px of the smallest letters; what a formula raises or lowers is smaller
SMALL = """() => {
  const NONE = "sub, sup, msub, msup, mfrac, munder, munderover, .katex, script, style, title, desc, .map, " +
    "[aria-hidden=true]";
  const seen = { opacityProperty: true, contentVisibilityAuto: true };
  const visit = (node) => {
    if (node.nodeType === 3) {
      const e = node.parentElement;
      if (!node.textContent.trim() || !e?.checkVisibility(seen)) return [];
      const { a, b } = e.getScreenCTM?.() ?? { a: 1, b: 0 }; // a name of an axis stands upright
      return [[parseFloat(getComputedStyle(e).fontSize) * Math.hypot(a, b), node.textContent]];
    }
    if (node.nodeType === 1 && node.matches(NONE)) return [];
    return [...(node.shadowRoot?.childNodes ?? []), ...node.childNodes].flatMap(visit);
  };
  return visit(document.querySelector(".stMain")).sort(([a], [b]) => a - b);
}"""

GRAVE = {"serious", "critical"}
axe = Axe()


def tools(page: Page) -> dict:
    """Where they stand, in their corner."""
    return box_of(page.locator(".corner"))


def grave(page: Page) -> list[str]:
    """What axe-core finds serious, with the first place of each."""
    still(page)
    report = axe.run(page).response["violations"]
    return [f"{one['id']}: {one['nodes'][0]['target']}" for one in report if one["impact"] in GRAVE]


def odd(page: Page, path: str, corner: dict) -> dict:
    """What is wrong with the frame of a page that was opened without a link.

    At most three screens, twelve widgets in the first view, eight choices in any and so many words, none too small to
    be read; the tools in the same ``corner`` beside the menu; settings that few need last and called the same.
    """
    stands, wrong = tools(page), {}
    items = page.get_by_test_id("stTopNavLink").all() + page.get_by_test_id("stTopNavSection").all()
    ends = [box["x"] + box["width"] for item in items if (box := item.bounding_box())]
    if stands != corner or max(ends) > stands["x"]:
        wrong["tools"] = stands, corner, max(ends)
    if len(seen := page.evaluate(SEEN, [ACTS, ONE, NONE])) > WIDGETS:
        wrong["widgets"] = seen
    if not path:  # home has many doors
        return wrong
    folded = page.get_by_test_id("stSidebar").locator("summary p").all_inner_texts()
    if folded[-1:] not in ([], ["More settings"]):
        wrong["the last settings"] = folded
    words = len(page.evaluate(SAID).split())
    if not 20 < words <= WALLS.get(path, WORDS):
        wrong["words"] = words
    smallest = page.evaluate(SMALL)[0]
    if smallest[0] < LEAST:
        wrong["the smallest"] = smallest
    page.locator(".stMain").evaluate("e => e.scrollTop = 0")
    found = page.evaluate(CONTROLS)
    if found["tall"] > TALL:
        wrong["px"] = found["tall"]
    if len(found["most"]) > MOST:
        wrong["choices"] = found["most"]
    return wrong
