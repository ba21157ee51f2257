"""The page Impurity measures in a real browser: handles by mouse and keys, the address, what is in view, width."""

import re

from playwright.sync_api import expect

from tests.support.visits import box_of, idle, linked, open_at, still, until, url

SPLIT = "criteria?v=1&tab=split"
ASKED = (
    ("A split on them", "ever lose?"),
    ("Where they disagree", "the same feature"),
    ("Gain ratio", "reject it?"),
)


def handle(page, name):
    return page.get_by_role("slider", name=re.compile(f"^{name}"))


def middle(locator):
    box = box_of(locator)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def hold(page, locator, by):
    """Press on a handle and pull it sideways, without letting go."""
    x, y = middle(locator)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + by / 2, y)
    page.mouse.move(x + by, y)


def inputs(page, *values):
    """What the fields for the counts say."""
    boxes = page.locator("input[type=number]")
    expect(boxes).to_have_count(len(values))
    for k, value in enumerate(values):
        expect(boxes.nth(k)).to_have_value(value)


def test_handles_are_dragged_and_the_address_follows_when_they_are_let_go(page, server):
    open_at(page, server, SPLIT)
    left, right = handle(page, "Left child"), handle(page, "Right child")
    expect(page.locator(".result")).to_have_text(["0.152", "0.092", "0.071"])
    before = linked(page)
    still(page)
    seventh = page.locator(".ground .axis").bounding_box()["width"] / 7  # beside a sidebar it is narrower
    hold(page, left, -2 * seventh)
    expect(page.locator(".head")).to_contain_text("left 1/7 = 0.143")
    expect(page.locator(".numbers").nth(2)).to_have_text("1/2 − 7/14 · 1/7 − 7/14 · 1/7 = 5/14 ≈ 0.357")
    assert page.url == before
    page.mouse.up()
    url(page, "counts=6.1.1.6")
    inputs(page, "6", "1", "1", "6")
    idle(page)
    hold(page, right, -seventh)  # the other one loses nothing
    page.mouse.up()
    url(page, "counts=6.1.2.5")
    inputs(page, "6", "1", "2", "5")
    expect(left).to_have_attribute("aria-valuetext", "left 1/7 = 0.143")


def test_the_parent_moves_by_the_weights_alone_and_all_handles_by_keys(page, server):
    open_at(page, server, SPLIT)
    left, right, parent = (handle(page, name) for name in ("Left child", "Right child", "Parent"))
    right.focus()
    for key, text in (
        ("ArrowLeft", "5/7"),
        ("ArrowLeft", "4/7"),
        ("Home", "0/7"),
        ("End", "7/7"),
        ("ArrowDown", "6/7"),
        ("ArrowDown", "5/7"),
    ):
        page.keyboard.press(key)
        expect(right).to_have_attribute("aria-valuetext", re.compile(f"^right {text} "))
    url(page, r"counts=\d+\.\d+\.2\.5")
    idle(page)
    expect(right).to_be_focused()
    assert page.evaluate("document.querySelector('.stMain').scrollTop") == 0
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    expect(left).to_be_focused()
    open_at(page, server, SPLIT)
    expect(parent).to_have_attribute("aria-valuetext", "parent 9/14 = 0.643")
    hold(page, parent, 100)
    page.mouse.up()
    url(page, r"counts=[\d.]*\.(?!6&)\d+&")
    expect(left).to_have_attribute("aria-valuetext", re.compile("= 0.429$"))
    expect(right).to_have_attribute("aria-valuetext", re.compile("= 0.857$"))


def test_an_example_of_a_split_and_a_share_on_the_curves(page, server):
    open_at(page, server, SPLIT)
    name = "Train error sees nothing"
    page.get_by_role("radio", name=name).or_(page.get_by_role("button", name=name)).first.click()
    expect(page.locator(".result")).to_have_text(["0.236", "0.080", "0.000"])
    expect(page.locator(".gain")).to_have_count(2)
    expect(page.locator(".say")).to_contain_text("its gain is exactly 0")
    url(page, "counts=4.6.0.10")
    open_at(page, server, "criteria?v=1&tab=curves&scale=one")
    expect(page.locator(".say")).to_have_text("H − 2G = 0.109 here.")
    handle(page, "a, the share").focus()
    page.keyboard.press("End")
    expect(page.locator(".result")).to_have_text(["0.000", "0.000", "0.000"])
    url(page, "at=100")


def test_present_mode_enlarges_the_picture_and_its_handles_still_follow(page, server):
    open_at(page, server, SPLIT)
    face = handle(page, "Left child").locator(".face")
    before = box_of(face)["width"]
    page.get_by_role("button", name="Present").click()
    expect(page.locator("[data-testid=stHeader]")).to_be_hidden()
    until(page, lambda: box_of(face)["width"] > 1.2 * before)
    plot = page.locator(".ground .axis").bounding_box()
    hold(page, handle(page, "Left child"), -plot["width"] * 2 / 7)
    expect(page.locator(".head")).to_contain_text("left 1/7 = 0.143")
    page.mouse.up()
    url(page, "counts=6.1.1.6.*present=1")


def test_the_curve_has_its_room_beside_a_sidebar_and_on_a_phone(page, server):
    open_at(page, server, SPLIT)
    page.set_viewport_size({"width": 1024, "height": 768})
    expect(page.locator("[data-testid=stHeader]")).to_be_visible()
    assert box_of(page.locator(".box").first)["width"] > 300
    page.set_viewport_size({"width": 390, "height": 844})
    curve, block = box_of(page.locator(".box").first), page.locator(".block").first.bounding_box()
    assert block["y"] >= curve["y"] + curve["height"]
    assert curve["width"] > 330


def test_a_handle_covers_no_number_of_the_axis(page, server):
    open_at(page, server, f"{SPLIT}&counts=3.1.1.3")  # L, P, R at 1/4, 1/2, 3/4
    expect(page.locator(".face")).to_have_count(3)
    still(page)
    faces = [face.bounding_box() for face in page.locator(".face").all()]
    for tick in page.locator(".tick").all():
        box = tick.bounding_box()
        for face in faces:
            beside = box["x"] + box["width"] <= face["x"] or face["x"] + face["width"] <= box["x"]
            assert beside or box["y"] + box["height"] <= face["y"] or face["y"] + face["height"] <= box["y"]


def test_each_topic_asks_its_own_question(page, server):
    open_at(page, server, "criteria?v=1")
    asked = page.locator(".st-key-dt-ask")
    expect(asked).to_contain_text("most impure?")
    for topic, question in ASKED:
        page.get_by_role("radio", name=topic, exact=True).click()
        expect(asked).to_contain_text(question)


def test_the_set_itself_flips_as_its_share_is_changed(page, server):
    open_at(page, server, "criteria?v=1&tab=curves&at=30")
    marks = page.locator(".marks i")
    expect(marks).to_have_text(["■"] * 3 + ["●"] * 7)
    handle(page, "a, the share").focus()
    page.keyboard.press("End")
    expect(marks).to_have_text(["■"] * 10)
    open_at(page, server, SPLIT)
    expect(marks).to_have_count(0)
