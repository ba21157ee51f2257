"""What trees find easy and hard in a real browser: outputs by mouse and keyboard, rules, charts, keys, paper."""

import re

from playwright.sync_api import Page, expect

from tests.support.visits import box_of, idle, open_at, press, still, texts, url


def output(page: Page, bits: str):
    return page.get_by_role("table", name="Truth table").get_by_role("button", name=re.compile(f"^{bits}: "))


def caption(page: Page, text: str) -> None:
    expect(page.get_by_text(text).first).to_be_visible()
    idle(page)


def leaves(page: Page, count: int) -> None:
    """Leaves of the first tree."""
    expect(page.get_by_role("tree").first.get_by_role("treeitem", name=re.compile(": leaf "))).to_have_count(count)


def test_outputs_rules_and_a_formula(page, server):
    open_at(page, server, "hard?v=1")
    caption(page, "The greedy tree wastes 4 of its 8 leaves")
    leaves(page, 8)
    page.get_by_role("button", name="ID3: stops at gain 0").click()
    leaves(page, 1)
    expect(page.get_by_text("✗ wrong")).to_have_count(4)
    idle(page)
    for bits in ("000", "001"):  # quicker than the server answers
        output(page, bits).click()
    output(page, "010").focus()
    for key in ("0", "ArrowDown", "1"):
        page.keyboard.press(key)
    url(page, "table=10010110")
    idle(page)
    expect(output(page, "011")).to_be_focused()
    box = page.get_by_role("textbox", name="Formula: type your own")
    for typed, said in (
        ("x1 or (x2 and", "The formula ends at character 13"),
        ("x1 or (x2 and x3)", "The greedy tree has 4 leaves, and no tree has fewer."),
    ):
        box.fill(typed)
        box.press("Enter")
        caption(page, said)


def test_a_mark_opens_its_function_and_arrow_keys_walk_through_the_trap(page, server):
    open_at(page, server, "hard?v=1&tab=all&d=3")
    caption(page, "42 larger than needed")
    chart = page.locator(".stPlotlyChart .js-plotly-plot")
    expect(chart).to_be_visible()
    still(page)
    at = chart.evaluate("""e => {
        const {xaxis, yaxis} = e._fullLayout, box = e.getBoundingClientRect();
        return [box.x + xaxis._offset + xaxis.l2p(4), box.y + yaxis._offset + yaxis.l2p(8)];
    }""")
    page.mouse.move(at[0] - 3, at[1])
    page.mouse.move(*at)
    expect(chart.locator(".hoverlayer .hovertext")).to_have_count(1)
    page.mouse.click(*at)
    caption(page, "The greedy tree wastes 4 of its 8 leaves")
    url(page, "table=01100110")
    idle(page)
    page.get_by_role("radio", name="The greedy trap").click()
    caption(page, "Which bit does ID3 ask about first?")
    press(page, "PageDown")  # a clicker sees the answer
    steps = ("X1 gains 0.311 bits", "gets 1 of 4 examples wrong", "add up to H(S)")
    caption(page, steps[0])
    for key, k in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1)):
        press(page, key)
        caption(page, steps[k])
    press(page, "p")
    expect(page.get_by_role("link", name="Home")).to_be_hidden()
    for key, k in (("PageDown", 2), ("PageUp", 1), ("PageUp", 0)):  # a clicker, in present mode; out of it:
        press(page, key)
        caption(page, steps[k])
    page.keyboard.press("Escape")
    expect(page.get_by_role("link", name="Home")).to_be_visible()
    press(page, "PageDown")
    caption(page, steps[1])


def test_present_mode_has_room_for_the_rules(page, server):
    open_at(page, server, "hard?v=1&present=1&rule=cs181")
    leaves(page, 1)
    table = page.get_by_role("table", name="Truth table")
    expect(table.get_by_role("columnheader").last).to_have_text("tree")
    for width, height in ((1280, 800), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        for _ in texts(page):
            box, tree = box_of(table), page.get_by_role("tree").first.bounding_box()
            assert box["x"] + box["width"] < tree["x"]
            rules = page.get_by_role("button", name="ID3: stops at pure leaves").bounding_box()
            assert rules["y"] - (tree["y"] + tree["height"]) < 100
            assert width < 1280 or rules["y"] < height - 36


def test_on_paper_there_are_no_controls_and_nothing_lies_over_a_table(page, server):
    open_at(page, server, "hard?v=1")
    caption(page, "The greedy tree wastes 4 of its 8 leaves")
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 718, "height": 1040})
    for hidden in ("Features n", "Formula: type your own", "Criterion", "Errors in the lecture notes"):
        expect(page.get_by_text(hidden, exact=True)).to_be_hidden()
    part = page.locator("[data-testid=stElementContainer]").filter(has=page.get_by_role("table", name="Truth table"))
    assert part.last.evaluate("e => getComputedStyle(e).breakInside") == "avoid"
    for _ in texts(page):
        table, says = (
            box_of(part.last),
            page.get_by_text("The greedy tree wastes 4 of its 8 leaves").first.bounding_box(),
        )
        assert table["y"] - says["y"] - says["height"] < 40  # nothing between them
        assert table["y"] + table["height"] <= page.get_by_text("Click a value of f").bounding_box()["y"]


def test_on_a_phone_the_functions_are_one_row_that_scrolls(page, server):
    page.set_viewport_size({"width": 390, "height": 844})
    open_at(page, server, "hard?v=1")
    caption(page, "The greedy tree wastes 4 of its 8 leaves")
    first, last = (page.get_by_role("radio", name=name, exact=True) for name in ("OR", "My truth table"))
    assert box_of(first)["y"] == box_of(last)["y"]
    last.click()
    url(page, "function=table")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
