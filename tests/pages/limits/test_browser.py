"""Size limits in a real browser: keys, pictures to click, another limit, typed values, a phone."""

import re

from playwright.sync_api import Page, expect

from tests.support.visits import at_step, idle, inside, open_at, pictures, still, url

RINGS = "limits?v=1&sl_data=cloud-rings&sl_limit=depth"


def large(page: Page):
    return page.get_by_role("img", name=re.compile("^Partition: "))


def drawn(page: Page) -> None:
    """Every picture of the page has been loaded."""
    expect(page.locator(".st-key-sl-row img")).to_have_count(8)
    pictures(page)


def test_keys_and_pictures_move_frame_tree_and_link_and_other_limits_bring_their_values(page, server):
    open_at(page, server, f"{RINGS}&step=2")
    drawn(page)
    at_step(page, 2, 7)
    before = large(page).get_attribute("src")
    page.keyboard.press("ArrowRight")
    at_step(page, 3, 7)
    expect(large(page)).to_have_attribute("alt", re.compile("^Partition: maxDepth = 3: 8 leaves, depth 3"))
    expect(large(page)).not_to_have_attribute("src", before)
    expect(page.get_by_role("treeitem", name=re.compile(": leaf "))).to_have_count(8)
    url(page, "step=3")
    page.wait_for_function(
        "() => [...document.querySelectorAll('.st-key-sl-row img')].map(i => +(getComputedStyle(i).outlineStyle === 'solid')).join('') === '00010000'"
    )
    page.get_by_role("button", name="maxDepth = 4", exact=True).click()
    at_step(page, 4, 7)
    expect(large(page)).to_have_attribute("alt", re.compile("held-out error 20/120 = 0.167"))
    box = page.get_by_role("textbox", name="Values of Depth")
    box.fill("1 3 5")
    box.press("Enter")
    expect(page.locator(".st-key-sl-row img")).to_have_count(3)
    expect(box).to_have_value("1, 3, 5")
    url(page, "sl_values=1%2C3%2C5")
    idle(page)
    box.fill("one")
    box.press("Enter")
    expect(page.get_by_text("Write numbers with commas between them")).to_be_visible()
    expect(box).to_have_value("1, 3, 5")
    idle(page)
    page.get_by_role("radio", name="minLeaf").click()
    expect(page.get_by_role("textbox", name="Values of minLeaf")).to_have_value(re.compile("^91, .*, 1$"))
    expect(page.get_by_text("minLeaf: A cut that gives a branch fewer examples")).to_be_visible()
    idle(page)
    expect(page.locator(".stPlotlyChart .js-plotly-plot")).to_contain_text("minLeaf (min_samples_leaf)")


def test_the_whole_of_a_wide_tree_is_in_view(page, server):
    for how in ("", "&present=1"):
        open_at(page, server, f"{RINGS}&step=4{how}")
        at_step(page, 4, 7)
        leaves = page.get_by_role("treeitem", name=re.compile(": leaf "))
        expect(leaves).to_have_count(15)
        inside(leaves)
        expect(page.get_by_text("small: +")).to_be_visible()
        expect(page.get_by_text(re.compile("◀ more|more ▶"))).to_have_count(0)


def test_a_phone_shows_two_small_pictures_in_a_row_and_no_words_of_one_letter(page, server):
    page.set_viewport_size({"width": 390, "height": 844})
    open_at(page, server, RINGS)
    drawn(page)
    still(page)
    boxes = [image.bounding_box() for image in page.locator(".st-key-sl-row img").all()]
    assert [sum(box["y"] == boxes[0]["y"] for box in boxes), len(boxes)] == [2, 8]
    assert max(box["height"] for box in boxes) < 150
    assert page.evaluate("document.querySelector('.stMain').scrollHeight") < 3400
    page.get_by_text("All limits by their names").click()
    expect(page.get_by_role("rowheader", name="▶ Depth")).to_be_visible()
    still(page)
    for cell in page.locator(".st-key-sl-names td:last-child").all():
        expect(cell).to_be_visible()
        assert cell.bounding_box()["width"] > 250
