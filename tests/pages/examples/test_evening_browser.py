"""An instructor's evening: from a table to a worked example with two questions, a worksheet with its key,
a room and its QR code."""

import re

from playwright.sync_api import Locator, expect

from tests.support.visits import at_step, load, still, until, url

CSV = """Sky,Wet,Wind,Walk
Sun,No,Low,Yes
Sun,No,High,Yes
Rain,Yes,Low,No
Rain,Yes,High,No
Cloud,No,Low,Yes
Cloud,Yes,High,No
Sun,Yes,Low,Yes
Rain,No,Low,Yes
Cloud,Yes,Low,Yes
Rain,No,High,No
"""


def test_an_evening_takes_at_most_fifteen_clicks(fresh, server):
    clicks = []

    def click(what: Locator) -> None:
        what.click()
        clicks.append(str(what))

    def saved(name: str) -> str:
        with fresh.expect_download() as download:
            click(fresh.get_by_role("button", name=name))
        return download.value.suggested_filename

    def shared(name: str) -> None:
        click(fresh.get_by_role("button", name="Share: links"))
        dialog = fresh.get_by_role("dialog", name="Share")
        expect(dialog).to_be_visible()
        expect(dialog.get_by_role("button", name=name)).to_be_visible()  # else its failure says what there is
        click(dialog.get_by_role("button", name=name))

    load(fresh, server, "")
    click(fresh.get_by_role("button", name="Teach"))
    click(fresh.get_by_text("Your own data", exact=True))
    click(fresh.get_by_text("Open a file", exact=True))
    with fresh.expect_file_chooser() as chosen:
        click(fresh.get_by_test_id("stFileUploaderDropzone"))
    chosen.value.set_files({"name": "walk.csv", "mimeType": "text/csv", "buffer": CSV.encode()})
    expect(fresh.get_by_text(re.compile(r"10 rows, 3 features, 2 classes \(Walk\)"))).to_be_visible()
    click(fresh.get_by_role("button", name="Use this table"))
    click(fresh.get_by_role("link", name="Grow a tree on it"))
    at_step(fresh, 0, 10)
    shared("Begin a worked example with this")
    expect(fresh.get_by_text("My worked example · 1 of 1")).to_be_visible()
    url(fresh, "author=1")
    fresh.keyboard.press("ArrowRight")
    at_step(fresh, 1, 10)
    shared("Add a slide to the worked example")
    expect(fresh.get_by_text("My worked example · 2 of 2")).to_be_visible()
    expect(fresh.locator(".st-key-dt-slide")).to_contain_text("Sky = Cloud, 1 No and 2 Yes: which question comes next")
    expect(fresh.locator(".st-key-dt-slide").get_by_role("radio")).to_contain_text(
        ["Sky", "Wet", "Wind", "It becomes a leaf"]
    )
    expect(fresh.get_by_label("Correct answer")).to_have_value("Wind")
    url(fresh, "#(.*&)?step=1(&|$)")  # as on the screen
    assert saved("Worksheet") == "my-worked-example-worksheet.pdf"
    assert saved("Answer key") == "my-worked-example-key.pdf"
    shared("Open a room")
    click(fresh.get_by_role("region", name="Room").get_by_role("button", name="Show the QR code"))
    expect(fresh.get_by_role("dialog", name="QR code").get_by_role("img")).to_be_visible()
    assert len(clicks) <= 15, clicks


def test_a_new_slide_shows_the_step_that_its_author_has_come_to(fresh, server):
    load(fresh, server, "grow?v=1&step=2&deck=1-twenty-questions&moment=2&author=1")
    at_step(fresh, 2)
    still(fresh)
    fresh.keyboard.press("ArrowRight")
    at_step(fresh, 3)
    fresh.get_by_role("button", name="Add as a new slide").click()
    url(fresh, "moment=3")
    fresh.get_by_role("button", name="Previous slide").click()
    url(fresh, "moment=2")
    fresh.get_by_role("button", name="Next slide").click()
    url(fresh, "moment=3")
    at_step(fresh, 3)


def test_a_file_holds_the_caption_that_was_typed_when_its_button_was_pressed(fresh, server):
    load(fresh, server, "grow?v=1&step=2&deck=1-twenty-questions&author=1")
    at_step(fresh, 2)
    save, caption = fresh.get_by_role("button", name="Save the file"), fresh.get_by_label("Caption of this slide")
    still(fresh)  # what listens to the typing is there
    caption.fill("Half typed.")
    with fresh.expect_download() as download:
        save.click()
    assert 'caption = "Half typed."' in download.value.path().read_text()
    caption.fill("Longer:\n\nthe button\n\nmoves away\n\nfrom under\n\nthe pointer.")
    box = save.bounding_box()
    with fresh.expect_download() as download:
        fresh.mouse.move(box["x"] + 20, box["y"] + 10)
        fresh.mouse.down()
        until(fresh, lambda: save.bounding_box()["y"] != box["y"])
        fresh.mouse.up()
    assert "the pointer." in download.value.path().read_text()


def test_who_has_typed_and_clicks_the_tree_steps_by_keys_again(fresh, server):
    load(fresh, server, "grow?v=1&step=2&deck=1-twenty-questions&author=1")
    at_step(fresh, 2)
    field = fresh.get_by_role("textbox", name="Hint")
    field.fill("Look up.")
    fresh.get_by_role("tree").click(position={"x": 5, "y": 5})
    expect(field).not_to_be_focused()
    fresh.keyboard.press("ArrowRight")
    at_step(fresh, 3)
    expect(field).to_have_value("Look up.")


def test_no_mark_of_what_is_to_come_answers_what_a_slide_asks(fresh, server):
    for moment, seen in ((3, False), (2, True)):  # the third asks
        load(fresh, server, f"?v=1&deck=play-tennis&moment={moment}")
        expect(fresh.locator(".player")).to_be_visible()
        expect(fresh.locator(".ticks .mark").first).to_be_visible(visible=seen)
