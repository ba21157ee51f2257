"""Size limits in a real browser: keys, pictures to click, another limit, typed values, no message while stepping,
a phone."""

import re
from itertools import pairwise, product

from playwright.sync_api import Page, expect

from tests.support.visits import (
    at_step,
    button,
    choose,
    idle,
    listening,
    load,
    open_at,
    pictures,
    still,
    texts,
    unfold,
    until,
    url,
)

RINGS = "limits?v=1&data=cloud-rings&limit=depth"
CHART = ".chart > .chart"


def drawn(page: Page) -> None:
    """Every picture of the page has been loaded."""
    expect(page.locator(".st-key-sl-row img")).to_have_count(8)
    pictures(page)


def leaves(page: Page):
    return page.get_by_role("treeitem", name=re.compile(": leaf "))


def test_the_numbers_of_the_errors_stand_apart_on_a_projector(page, server):
    page.set_viewport_size({"width": 1280, "height": 800})
    open_at(page, server, f"{RINGS}&step=4&present=1")
    still(page)
    expect(page.locator(f"{CHART} .now")).to_have_text("depth ≤ 4")
    for _ in texts(page):
        boxes = page.locator(f"{CHART} text").evaluate_all(
            "(all) => all.filter((one) => /^[0-9.]+$/.test(one.textContent) && one.getAttribute('text-anchor') ==="
            " 'end').map((one) => one.getBoundingClientRect()).map(({ top, bottom }) => [top, bottom])"
        )
        assert len(boxes) >= 3
        boxes.sort()
        assert all(below[0] >= above[1] - 1 for above, below in pairwise(boxes))
    expect(page.locator(CHART)).to_contain_text("depth (max_depth)")
    expect(page.locator(".sums")).to_contain_text("Not every value is tried.")  # 8 comes behind 6


def test_the_curve_is_high_and_its_axis_title_whole_for_every_limit(page, server):
    """Over 10 s: eight links are opened, and each is looked at until it stands still."""
    for limit, present in product(("depth", "parent", "leaf", "error"), (0, 1)):
        open_at(page, server, f"limits?v=1&limit={limit}&step=3&present={present}")
        for width, height in ((1024, 768),) if present else ((1280, 800), (390, 844)):
            page.set_viewport_size({"width": width, "height": height})
            still(page)
            chart, title = (
                page.locator(f"{CHART} svg[role=slider]"),
                page.locator(f"{CHART} text", has_text=re.compile(r"\((max|min|tolerated)_")),
            )
            frame, words, axis = (one.bounding_box() for one in (chart, title, page.locator(f"{CHART} .axis")))
            assert frame["x"] <= words["x"]
            assert words["x"] + words["width"] <= frame["x"] + frame["width"]
            assert axis["height"] >= (139 if present or width < 700 else 185)


def test_no_line_crosses_the_word_at_the_smallest_error(page, server):
    open_at(page, server, f"{RINGS}&step=7")
    expect(page.locator(f"{CHART} .note")).to_be_visible()
    still(page)
    crossing = page.locator(f"{CHART} svg:has(.note)").evaluate("""svg => {
        const word = svg.querySelector(".note").getBBox();
        const inside = ({x, y}) => x > word.x && x < word.x + word.width && y > word.y && y < word.y + word.height;
        return [...svg.querySelectorAll(".stroke path, .spread")].filter(line =>
            Array.from({length: 501}, (_, i) => line.getPointAtLength(i / 500 * line.getTotalLength())).some(inside))
            .length;
    }""")
    assert crossing == 0


def test_a_large_tree_is_dots_and_its_errors_wear_thin_rings(page, server):
    page.set_viewport_size({"width": 1280, "height": 800})
    open_at(page, server, f"{RINGS}&step=6")
    still(page)
    sizes = page.locator(".trees .node.split .shape").evaluate_all("all => all.map(e => getComputedStyle(e).width)")
    assert sizes == ["32px"] * 28
    width = "all => all.map(e => parseFloat(getComputedStyle(e).strokeWidth))"
    assert max(page.locator(".plane .wrong").evaluate_all(width)) <= 2


def test_keys_and_pictures_move_tree_plane_and_link_and_other_limits_bring_their_values(page, server):
    open_at(page, server, f"{RINGS}&step=2")
    drawn(page)
    at_step(page, 2, 7)
    boxes = page.locator(".plane .box")
    expect(boxes).to_have_count(4)
    page.keyboard.press("ArrowRight")
    at_step(page, 3, 7)
    mark = "all => all.map(p => getComputedStyle(p, '::before').content.includes('▶'))"
    marked = page.locator(".st-key-sl-row a").evaluate_all(mark)
    assert marked == [k == 3 for k in range(8)]  # the picture of what the stage shows
    expect(leaves(page)).to_have_count(8)
    expect(boxes).to_have_count(8)
    expect(page.locator(".plane .wrong")).to_have_count(24 + 24)
    expect(page.locator(".plane .point.hollow")).to_have_count(120)
    url(page, "step=3")
    page.get_by_role("link", name="depth ≤ 4", exact=True).click()
    at_step(page, 4, 7)
    expect(page.locator(".caption")).to_contain_text("held-out error 20/120 = 0.167")
    expect(page.locator(CHART)).to_contain_text("depth ≤ 4")
    unfold(page, "More settings")
    box = page.get_by_role("textbox", name="Values of Depth")
    box.fill("1 3 5")
    box.press("Enter")
    expect(page.locator(".st-key-sl-row img")).to_have_count(3)
    expect(box).to_have_value("1, 3, 5")
    url(page, "values=1%2C3%2C5")
    idle(page)
    at_step(page, 2, 2)
    box.fill("one")
    box.press("Enter")
    expect(page.get_by_text("Write numbers with commas between them")).to_be_visible()
    expect(box).to_have_value("1, 3, 5")
    idle(page)
    choose(page, "Limit", "Examples per leaf")
    expect(page.get_by_role("textbox", name="Values of Examples per leaf")).to_have_value(re.compile("^91, .*, 1$"))
    expect(page.locator(".st-key-dt-bar-limits")).to_contain_text("A split that gives a branch fewer examples")
    idle(page)
    expect(page.locator(CHART)).to_contain_text("leaf size (min_samples_leaf), log scale")


def test_stepping_sends_nothing_and_a_picture_leads_on_from_there(page, server):
    sent = listening(page)
    load(page, server, f"{RINGS}&step=1")
    at_step(page, 1, 7)
    drawn(page)
    before = len(sent)
    for key in ("ArrowRight", "End", "ArrowLeft", "Home", "PageDown"):
        page.keyboard.press(key)
    button(page, "Next").click()
    page.locator(".tables tbody tr").nth(4).click()
    page.get_by_role("treeitem").first.click()
    expect(page.locator(".plane .status")).to_contain_text("All 180 examples")
    url(page, "#step=4&.*node=r(&|$)")
    assert len(sent) == before
    page.reload()
    at_step(page, 4, 7)
    expect(page.locator(".plane .status")).to_contain_text("All 180 examples")
    page.keyboard.press("ArrowRight")
    runs = page.ended
    choose(page, "Limit", "Leaves")  # which tells of the step: the place in the row stays
    until(page, lambda: page.ended > runs)
    url(page, "limit=leaves")
    at_step(page, 5, 7)


def test_what_is_pointed_at_in_the_tree_lights_up_in_the_plane_and_fit_shows_a_wide_tree(page, server):
    for how in ("", "&present=1"):
        open_at(page, server, f"{RINGS}&step=3{how}")
        at_step(page, 3, 7)
        expect(leaves(page)).to_have_count(8)
        page.get_by_role("button", name="Fit the whole tree").first.click()
        still(page)
        leaves(page).first.hover()
        expect(page.locator(".plane .hot")).to_have_count(1)
        expect(page.locator(".plane .status")).to_contain_text("leaf")


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


def test_on_a_phone_the_chart_comes_first_and_no_blank_field_below_a_leaf_alone(page, server):
    page.set_viewport_size({"width": 390, "height": 844})
    word = "getComputedStyle(document.querySelector('[data-testid=stExpandSidebarButton]'), '::after').content"
    for place, last in ((f"{RINGS}&step=0", 7), ("overfitting?v=1&step=0", 49)):
        open_at(page, server, place)
        at_step(page, 0, last)
        still(page)
        assert page.evaluate(word) == '"Settings"'  # where they are
        chart, trees = page.locator(f"{CHART} svg[role=slider]"), page.locator(".trees")
        box, tree = chart.bounding_box(), trees.bounding_box()
        assert box["y"] + box["height"] < min(844, tree["y"])
        assert tree["height"] <= 120
        page.keyboard.press("ArrowRight")
        at_step(page, 1, last)
        expect(trees).to_have_css("height", "260px")


def test_at_the_end_the_question_is_answered(page, server):
    open_at(page, server, f"{RINGS}&step=0")
    answer = page.locator(".st-key-dt-answer")
    expect(answer).to_be_hidden()
    button(page, "Last").click()
    expect(answer).to_contain_text("the held-out error is smallest, 20/120 = 0.167, at depth ≤ 4")
    expect(page.get_by_text("Is the largest tree the best")).to_be_hidden()
    expect(page.locator(".sums")).to_contain_text("Right of depth ≤ 4 the difference may be chance")
    expect(page.locator(".sums")).to_have_class("sums")  # nothing of it is cut
    page.keyboard.press("ArrowLeft")  # who has seen the end knows the answer
    at_step(page, 6, 7)
    expect(answer).to_be_visible()
    expect(page.get_by_text("Press Next")).to_be_hidden()
    choose(page, "Limit", "Examples per leaf")
    at_step(page, 6, 7)
    expect(answer).to_be_hidden()
    page.keyboard.press("End")
    at_step(page, 7, 7)
    expect(answer).to_be_visible()
    choose(page, "Limit", "Leaves")  # after an end comes a beginning
    at_step(page, 0, 7)
    expect(answer).to_be_hidden()


def test_a_guess_is_in_the_link_and_judged_at_the_end(page, server):
    open_at(page, server, f"{RINGS}&step=0&guess=3")
    expect(page.get_by_role("combobox", name="Your guess")).to_have_value("depth ≤ 3")
    guessed = page.locator(".st-key-note-guess p")  # what is around it may be hidden, and it not
    expect(guessed).to_be_hidden()
    button(page, "Last").click()
    expect(guessed).to_have_text("Your guess, depth ≤ 3, has 24/120 = 0.200, within two standard errors of the best.")


def test_a_class_guesses_and_what_it_was_worth_takes_the_title_s_place_at_the_end(page, server):
    for width, height in ((1280, 800), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        open_at(page, server, f"{RINGS}&step=0&present=1")
        page.get_by_role("combobox", name="Your guess").click()
        page.get_by_role("option", name="depth ≤ 3").click()
        url(page, "guess=3")
        still(page)
        guessed, title = page.locator(".st-key-note-guess p"), page.get_by_role("heading", level=1)
        expect(guessed).to_be_hidden()
        page.keyboard.press("End")
        expect(guessed).to_have_text(
            "Your guess, depth ≤ 3, has 24/120 = 0.200, within two standard errors of the best."
        )
        expect(title).to_be_hidden()
        still(page)
        for part in (".trees .node", ".plane svg", f"{CHART} svg[role=slider]"):
            for box in page.locator(part).evaluate_all("all => all.map((one) => one.getBoundingClientRect().bottom)"):
                assert box <= height


def test_the_pictures_tell_of_the_trees_so_far_and_of_the_best_at_the_end(page, server):
    open_at(page, server, f"{RINGS}&step=0")
    told = page.locator("[class^=sl-from-]")
    expect(told).to_have_count(8)
    expect(told.nth(0)).to_be_visible()
    expect(told.nth(1)).to_be_hidden()
    at_step(page, 0, 7)
    page.keyboard.press("ArrowRight")
    expect(told.nth(1)).to_be_visible()
    star = page.locator(".sl-best")
    expect(star).to_be_hidden()
    page.keyboard.press("End")
    expect(star).to_be_visible()
