"""The playground in a real browser: what is dragged is seen, and stays in the link."""

from playwright.sync_api import expect

from tests.support.visits import box_of, open_at, url

OPEN = "explore?v=1&data=rings&noise=15&alpha=0&trees=1"


def test_a_dragged_point_changes_the_picture_and_then_the_link(page, server):
    open_at(page, server, OPEN)
    boxes = page.locator("rect.box")
    expect(boxes).to_have_count(25)
    at = box_of(page.locator(".playground .frame"))
    point = box_of(page.locator(".playground .point").first)
    seen = page.locator(".plane :is(.point, .unseen)")
    seen.evaluate_all("all => all.forEach(mark => mark.stood = true)")
    page.mouse.move(point["x"] + point["width"] / 2, point["y"] + point["height"] / 2)
    page.mouse.down()
    page.mouse.move(at["x"] + 20, at["y"] + 20, steps=8)
    expect(boxes).not_to_have_count(25)  # before it is let go
    assert "points" not in page.url
    assert seen.evaluate_all("all => all.every(mark => mark.stood)")  # hundreds that are not drawn anew
    page.mouse.up()
    url(page, "points=")
    before = page.locator(".verdict").inner_text()
    open_at(page, server, page.url.split("/")[-1])
    expect(page.locator(".verdict")).to_have_text(before)


def test_what_was_drawn_is_taken_back_a_change_at_a_time(page, server):
    open_at(page, server, OPEN)
    verdict, back = page.locator(".verdict"), page.get_by_role("button", name="Undo")
    expect(verdict).not_to_be_empty()
    expect(back).to_be_hidden()
    first, at = verdict.inner_text(), box_of(page.locator(".playground .frame"))
    page.mouse.move(at["x"] + at["width"] / 2, at["y"] + at["height"] - 20)
    page.mouse.down()
    page.mouse.up()
    url(page, "points=")
    page.get_by_role("radio", name="XOR").click()
    url(page, "data=xor")
    back.click()
    url(page, "points=")
    back.click()
    expect(back).to_be_hidden()
    expect(verdict).to_have_text(first)


def test_the_sliders_and_the_pills_answer_to_keys(page, server):
    open_at(page, server, OPEN)
    expect(page.locator(".verdict")).to_contain_text("The unpruned tree")
    shape = page.locator(".playground .sketch")
    expect(shape).to_be_visible()  # a tree of 49 nodes
    page.get_by_role("slider", name="Max. depth").focus()
    page.keyboard.press("Home")
    expect(page.locator("rect.box")).to_have_count(1)
    expect(shape).to_be_hidden()
    url(page, "depth=0")
    page.get_by_role("slider", name="Trees in the forest").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".verdict")).to_contain_text("2 trees vote")
    expect(page.get_by_role("slider", name="Price of a leaf, alpha")).to_be_disabled()
    page.get_by_role("radio", name="Rings").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="XOR")).to_be_focused()
    url(page, "data=xor")


def test_a_click_on_the_error_curve_prunes_to_there(page, server):
    open_at(page, server, OPEN)
    expect(page.locator("rect.box")).to_have_count(25)
    curve = page.get_by_role("slider", name="Chart: error")
    curve.focus()
    for key in ("Home", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("rect.box")).not_to_have_count(25)
    url(page, "alpha=[1-9]")


def test_all_of_it_is_on_the_first_screen_and_the_page_has_three(page, server):
    page.set_viewport_size({"width": 1280, "height": 800})
    open_at(page, server, OPEN)
    expect(page.locator(".verdict")).not_to_be_empty()
    last = box_of(page.locator(".playground"))
    assert last["y"] + last["height"] <= 800
    assert page.evaluate("() => document.querySelector('.stMain').scrollHeight") <= 2400
