"""The code in a real browser: keys, blocks and nodes to click, a typed word, links, and what fits on a screen."""

import re
from itertools import product

from playwright.sync_api import Page, expect

from tests.support.visits import at_step, beside, bottom, box_of, idle, open_at, still, url

READ = "code?v=1&co_data=or&co_way=read"


def block(page: Page, k: int):
    return page.get_by_role("button", name=re.compile(f"^Symbol {k}: "))


def nodes(page: Page, name: str):
    return page.get_by_role("treeitem", name=re.compile(name))


def test_arrow_keys_read_the_word_and_a_block_and_a_node_lead_to_their_step(page, server):
    open_at(page, server, f"{READ}&step=2")
    at_step(page, 2, 6)
    expect(nodes(page, "^Still missing: ")).to_have_count(3)
    expect(block(page, 2)).to_have_attribute("aria-current", "step")
    page.keyboard.press("ArrowRight")
    at_step(page, 3, 6)
    expect(nodes(page, "^Still missing: ")).to_have_count(2)
    expect(nodes(page, "^Symbol 3, leaf0: X1 = 0, X2 = 0 is a leaf")).to_be_visible()
    expect(block(page, 3)).to_have_attribute("aria-current", "step")
    url(page, "step=3")
    page.keyboard.press("End")
    at_step(page, 6, 6)
    expect(nodes(page, "^Still missing: ")).to_have_count(0)
    box_of(nodes(page, "^Symbol 4, "))  # it listens to the word
    block(page, 4).hover()
    expect(nodes(page, "^Symbol 4, ")).to_have_class(re.compile(r"\bhot\b"))
    nodes(page, "^Symbol 2, ").hover()
    expect(block(page, 2)).to_have_class(re.compile(r"\bhot\b"))
    block(page, 4).click()
    at_step(page, 4, 6)
    page.keyboard.press("ArrowRight")  # the click has not taken the keys away
    at_step(page, 5, 6)
    nodes(page, "^Symbol 2, ").click()
    at_step(page, 2, 6)
    url(page, "step=2")
    page.reload()
    idle(page)
    at_step(page, 2, 6)


def test_a_typed_word_is_read_in_bits_too_a_broken_one_up_to_the_mistake_and_one_too_long_is_kept(page, server):
    open_at(page, server, "code")
    box = page.get_by_role("textbox", name="Type a code")
    box.fill("x2 leaf0 END leaf1")
    box.press("Enter")
    expect(page.get_by_text("Symbol 3 is END, but 1 subtree is missing")).to_be_visible()
    expect(page.get_by_role("button", name="Symbol 3: END, wrong here")).to_be_visible()
    expect(page.get_by_role("radio", name="Write: tree → word")).to_be_disabled()
    url(page, "co_word=x2")
    idle(page)
    page.reload()
    idle(page)
    expect(page.get_by_role("button", name="Symbol 3: END, wrong here")).to_be_visible()
    page.get_by_role("button", name="Back to ID3's tree").click()
    expect(box).to_have_value("x1? x2? leaf0 leaf1 leaf1 END")
    idle(page)
    box.fill("000 010 011 100")
    box.press("Enter")
    expect(box).to_have_value("x1? leaf0 leaf1 END")
    idle(page)
    long = "x1? " * 250
    box.fill(long)
    box.press("Enter")
    expect(page.get_by_text("characters, and a word here at most")).to_be_visible()
    expect(box).to_have_value(long.strip())
    idle(page)
    box.fill("leaf0 END")
    box.press("Enter")
    expect(page.get_by_text("characters, and a word here at most")).to_have_count(0)
    expect(box).to_have_value("leaf0 END")


def test_formulas_and_tables_fit_a_phone(page, server):
    page.set_viewport_size({"width": 390, "height": 844})
    for data, panel in product(("congress_votes", "four_class"), ("length", "kraft")):
        open_at(page, server, f"code?v=1&co_data={data}&co_panel={panel}")
        expect(page.locator(".katex").first).to_be_visible()
        still(page)
        right = "all => Math.max(...all.map(e => e.getBoundingClientRect().right))"
        assert page.locator(".katex-html .base, .dt-table").evaluate_all(right) <= 390


def test_the_or_button_changes_the_heading_too(page, server):
    open_at(page, server, "code?v=1&co_data=play_tennis")
    page.get_by_role("button", name="OR tree").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("OR of two bits")
    expect(page.get_by_role("textbox", name="Type a code")).to_have_value("x1? x2? leaf0 leaf1 leaf1 END")


def test_tree_word_and_box_are_on_the_first_screen_of_a_projector(page, server):
    open_at(page, server, "code")
    tree = page.locator("svg[role=tree]")
    beside(tree, block(page, 1))
    assert bottom(tree, block(page, 6), page.get_by_role("textbox", name="Type a code")) <= 800
