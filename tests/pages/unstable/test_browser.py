"""One tree is unstable in a real browser: examples by mouse and keyboard, resamples by their bars, present mode."""

import re

from playwright.sync_api import Page, expect

from tests.support.visits import box_of, boxes_of, idle, load, open_at, press, still, until, url


def label(page: Page, day: int):
    return page.get_by_role("table", name="The days: 14").get_by_role(
        "button", name=re.compile(f"^day {day}: PlayTennis")
    )


def number(page: Page, day: int):
    return page.get_by_role("table", name="The days: 14").get_by_role(
        "button", name=re.compile(f"^day {day}: (leave|left)")
    )


def changes(page: Page, text: str) -> None:
    url(page, f"changes={text}(&|$)")


def told(page: Page, text: str) -> None:
    expect(page.get_by_text(text).first).to_be_visible()


def ticked(page: Page, *names: str) -> None:
    boxes = page.get_by_role("list", name="Features at the root").get_by_title("found", exact=True)
    expect(boxes).to_have_count(len(names))
    expect(boxes).to_contain_text(list(names))


def test_labels_and_numbers_by_mouse_and_by_keyboard(page, server):
    open_at(page, server, "unstable?v=1&changes=11c0")
    told(page, "3 of 8 nodes changed, 3 new.")
    ticked(page)
    assert box_of(page.get_by_role("list", name="Features at the root"))["y"] < box_of(label(page, 1))["y"]
    for day in (11, 7, 2):  # quicker than the server answers
        label(page, day).click()
    number(page, 2).click()
    changes(page, "7c0%2C2c1%2C2x")
    label(page, 2).click()
    number(page, 2).click()
    changes(page, "7c0")
    told(page, "The root is now Wind")
    ticked(page, "Wind")
    expect(label(page, 7)).to_have_text("● No")
    expect(page.get_by_role("treeitem", name=re.compile("split on Wind.* Changed: ≠ was Outlook"))).to_have_count(1)
    label(page, 7).focus()
    for key in ("Enter", "ArrowUp", "Delete", "ArrowLeft", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    changes(page, "6x%2C5x")
    expect(number(page, 5)).to_be_focused()
    press(page, "u")
    changes(page, "6x")
    page.reload()
    expect(number(page, 6)).to_have_text("✕ 6")


def test_a_flip_leaves_the_bar_of_a_chapter_its_looks(page, server):
    load(page, server, "unstable?v=1&deck=8-one-is-moody&moment=1")
    bar = page.locator(".st-key-dt-deck-way")
    before = box_of(bar)
    label(page, 2).click()
    changes(page, "2c1")
    assert box_of(bar) == before
    expect(page.locator(".st-key-deck-leave")).to_be_hidden()


def test_a_bar_opens_a_resample_with_that_root(page, server):
    open_at(page, server, "unstable?v=1")
    bars = page.get_by_role("table", name="How often each feature is at the root")
    bars.get_by_role("button", name="Temperature").click()
    told(page, "The root is now Temperature")
    url(page, "sample=[0-9]+")
    idle(page)
    expect(number(page, 1)).to_have_count(0)  # a resample is not changed by hand
    expect(page.get_by_role("button", name=re.compile("^day [0-9]+: [2-9] times")).first).to_be_disabled()
    first = page.url
    bars.get_by_role("button", name="Temperature").click()
    expect(page).not_to_have_url(first)
    idle(page)
    page.get_by_role("button", name="Start over").click()
    told(page, "Nothing is changed yet.")


def test_a_wide_tree_has_the_whole_width_and_every_word_of_it_is_read(page, server):
    page.set_viewport_size({"width": 1280, "height": 800})
    for link in (
        "unstable?v=1&changes=13c0",
        "unstable?v=1&changes=13c0&deck=8-one-is-moody&moment=2",
    ):
        open_at(page, server, link)
        told(page, "Day 13 flipped")
        still(page)
        sizes = page.locator("[class*=st-key-un-tree-] .node .shape").evaluate_all(
            "(all) => all.map((one) => Math.round(one.getBoundingClientRect().height))"
        )
        assert max(sizes) - min(sizes) <= 1  # one scale, before and after
        words = page.locator("[class*=st-key-un-tree-] .node :is(.title, .branch)")
        assert all(word.is_visible() for word in words.all())
        boxes = page.locator(".st-key-un-tree-after .node .shape")
        expect(boxes).to_have_count(21)
        titles = page.locator(".st-key-un-tree-after .node .title").evaluate_all(
            "(all) => all.map((one) => parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a)"
        )
        assert min(titles) >= 11.9
        assert max(box["y"] + box["height"] for box in boxes_of(boxes)) <= 800


def test_on_a_phone_the_trees_stand_above_the_examples(page, server):
    page.set_viewport_size({"width": 390, "height": 844})
    open_at(page, server, "unstable?v=1&changes=7c0")
    told(page, "The root is now Wind")
    still(page)
    trees = [box_of(page.locator(f".st-key-un-tree-{name}")) for name in ("before", "after")]
    assert trees[0]["y"] + trees[0]["height"] <= trees[1]["y"]
    assert trees[1]["y"] + trees[1]["height"] <= box_of(label(page, 1))["y"]
    page.get_by_role("button", name="Start over").click()
    heading = box_of(page.get_by_text("The tree of all examples", exact=True))
    assert heading["y"] + heading["height"] <= box_of(page.get_by_role("treeitem").first)["y"]


def whole_table(page: Page) -> None:
    """Nothing of the examples is cut off, neither a feature nor a day."""
    still(page)
    hidden = "({parentElement: e}) => [e.scrollWidth - e.clientWidth, e.scrollHeight - e.clientHeight]"
    until(page, lambda: page.get_by_role("table", name="The days: 14").evaluate(hidden) == [0, 0])


def test_present_mode_and_paper_show_all_examples(page, server):
    open_at(page, server, "unstable?v=1&changes=11c0")
    told(page, "3 of 8 nodes changed, 3 new.")
    expect(page.get_by_role("button", name="Share: links")).to_be_visible()  # who owns the keys is up
    page.keyboard.press("p")
    expect(page.locator("[data-testid=stHeader]")).to_be_hidden()
    whole_table(page)
    page.set_viewport_size({"width": 1024, "height": 768})
    whole_table(page)
    before, after = (page.get_by_text(name, exact=True).last.bounding_box() for name in ("Before", "After"))
    assert before["x"] == after["x"]  # one below the other, each as wide as its column
    page.emulate_media(media="print")
    expect(page.get_by_role("combobox")).to_have_count(0)
    expect(label(page, 14)).to_be_visible()
    page.emulate_media(media="screen")
    page.keyboard.press("Escape")
    expect(page.locator("[data-testid=stHeader]")).to_be_visible()
