"""A browser that translates the page: steps and answers go on, what is graded is what is shown,
data stay as they are."""

import re
from math import log2

from playwright.sync_api import expect

from tests.support.visits import choose, idle, load, unfold, until

# What a translator does: every text is replaced, inside two nested font elements, in open shadow roots too.
TRANSLATE = """() => {
  const roots = [document.body], texts = [];
  while (roots.length) {
    const walk = document.createTreeWalker(roots.pop(), NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      if (node.nodeType === 1) {
        if (node.shadowRoot) roots.push(node.shadowRoot);
      } else if (node.parentElement && node.data.trim()) {
        if (!node.parentElement.closest("script, style, svg, textarea, [translate=no], .notranslate, font")) {
          texts.push(node);
        }
      }
    }
  }
  for (const node of texts) {
    const outer = document.createElement("font"), inner = document.createElement("font");
    inner.textContent = node.data.replace(/e/g, "\u00e9") + " \u00b7";
    outer.append(inner);
    node.replaceWith(outer);
  }
}"""


def translated(page):
    idle(page)
    page.evaluate(TRANSLATE)


def test_practice_grades_the_exercise_that_is_shown(fresh, server):
    load(fresh, server, "practice?v=1&mode=set&kinds=entropy&seed=3")
    seen, question = set(), fresh.get_by_text(re.compile("^A nod. holds"))
    for k in range(1, 4):
        fresh.get_by_role("radio", name=str(k), exact=True).click()
        until(fresh, lambda: question.inner_text() not in seen)
        translated(fresh)
        asked = question.inner_text()
        counts = [int(n) for n in re.findall(r"\d+", asked.partition(":")[2])]
        seen.add(asked)
        bits = sum(n / sum(counts) * log2(sum(counts) / n) for n in counts if n)
        fresh.get_by_role("textbox").fill(f"{bits:.3f}")
        fresh.get_by_role("textbox").press("Enter")
        expect(fresh.locator(".blank.right")).to_have_count(1)
        translated(fresh)
    assert len(seen) == 3


def test_pages_go_on_after_every_translation_and_data_keep_their_names(fresh, server):
    problems = []
    fresh.on("pageerror", lambda error: problems.append(str(error)))
    broken = fresh.get_by_text(re.compile("NotFoundError|removeChild|insertBefore"))
    load(fresh, server, "own?v=1")
    translated(fresh)
    fresh.get_by_label("Paste a table").fill("Wind,Sky,Play\nWeak,Clear,yes\nEven,Grey,no\nWeak,Grey,no\n")
    fresh.get_by_label("Paste a table").press("Control+Enter")
    expect(fresh.get_by_text(re.compile("^3 rows, 2 features"))).to_be_visible()
    translated(fresh)
    expect(broken).to_have_count(0)
    load(fresh, server, "pruning?v=1")
    translated(fresh)
    unfold(fresh, "More settings")
    for name in ("Reduced error", "Cost-complexity"):
        choose(fresh, "Procedure", name)
        translated(fresh)
        expect(broken).to_have_count(0)
    load(fresh, server, "grow?v=1&step=0")
    translated(fresh)
    expect(fresh.locator(".examples td").filter(has_text=re.compile("^Weak$")).first).to_be_attached()
    for part in (".examples", ".tables", ".code"):
        expect(fresh.locator(part).first).not_to_contain_text("é")
    for step in range(1, 9):
        translated(fresh)
        fresh.keyboard.press("ArrowRight")
        expect(fresh.get_by_text(re.compile(f"^St.p {step} of 8")).first).to_be_visible()
    assert problems == []
