"""Trees as bit strings in a real browser: keys, blocks and nodes to click, a typed word."""

import re

from playwright.sync_api import Page, expect

from tests.support.visits import at_step, box_of, button, idle, listening, load, open_at, until, url


def block(page: Page, k: int):
    return page.get_by_role("button", name=re.compile(f"^Symbol {k}: "))


def nodes(page: Page, name: str):
    return page.get_by_role("treeitem", name=re.compile(name))


def test_arrow_keys_read_the_word_and_a_block_and_a_node_lead_to_their_step(page, server):
    open_at(page, server, "code?v=1&data=or&mode=read&step=2")
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


def test_stepping_sends_nothing_and_a_reload_lands_on_the_same_step(page, server):
    sent = listening(page)
    load(page, server, "code?v=1&data=play_tennis&mode=read&step=2")
    at_step(page, 2, 14)
    before = len(sent)
    for key in ("ArrowRight", "End", "ArrowLeft", "Home", "ArrowRight", "PageDown"):
        page.keyboard.press(key)
    button(page, "Next").click()
    block(page, 5).click()
    nodes(page, "^Symbol 4, ").click()
    button(page, "Next").click()
    at_step(page, 5, 14)
    url(page, "[&#]step=5(&|$)")
    assert len(sent) == before
    page.reload()
    at_step(page, 5, 14)
    expect(block(page, 5)).to_have_attribute("aria-current", "step")
    page.keyboard.press("ArrowRight")
    runs = page.ended
    page.get_by_role("radio", name="Write: tree → word").click()
    until(page, lambda: page.ended > runs)
    url(page, "mode=write")
    at_step(page, 6, 14)


def test_a_typed_word_a_broken_one_and_one_too_long_stand_in_the_field_as_they_were_read(page, server):
    open_at(page, server, "code")
    box = page.get_by_role("textbox", name="Type a code")
    box.fill("x2 leaf0 END leaf1")
    box.press("Enter")
    expect(page.get_by_role("button", name="Symbol 3: END, wrong here")).to_be_visible()
    expect(page.get_by_role("radio", name="Write: tree → word")).to_be_disabled()
    url(page, "word=x2")
    idle(page)
    page.get_by_role("radio", name="OR of two bits").click()
    expect(box).to_have_value("x1? x2? leaf0 leaf1 leaf1 END")
    idle(page)
    for typed, shown in (
        ("000 010 011 100", "x1? leaf0 leaf1 END"),
        ("x1? " * 250, ("x1? " * 250).strip()),
        ("leaf0 END", "leaf0 END"),
    ):
        box.fill(typed)
        box.press("Enter")
        expect(box).to_have_value(shown)
        expect(page.get_by_text("characters, and a word here at most")).to_have_count(int(len(typed) > 999))
        idle(page)


def test_the_word_stands_beside_its_tree_and_the_answer_in_the_questions_place(fresh, server):
    for path in ("code", "code?v=1&word=x1+leaf0+leaf1+leaf1&mode=read"):
        load(fresh, server, path)
        idle(fresh)
        first, tree = box_of(block(fresh, 1)), box_of(fresh.get_by_role("tree"))
        assert first["x"] >= tree["x"] + tree["width"]
        assert first["y"] < 400
    load(fresh, server, "code")
    asks, answer = (
        fresh.get_by_text("How many bits, 0s and 1s"),
        fresh.get_by_text("In whole blocks it takes 18 bits"),
    )
    expect(asks).to_be_visible()
    expect(answer).to_be_hidden()
    fresh.keyboard.press("End")
    at_step(fresh, 6, 6)
    expect(answer).to_be_visible()
    expect(asks).to_be_hidden()
