"""The sweep in a real browser: drag, keys, play, prediction, a phone, and that moving asks nothing of the server."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.visits import bottom, box_of, idle, linked, open_at, press, still, until, url

GOLF = "thresholds?v=1&data=golf_numeric"
SCAN = "thresholds?v=1&data=threshold_scan"


def line(page: Page):
    return page.get_by_role("slider", name="Threshold on temperature")


def counter(page: Page, text: str) -> None:
    expect(page.locator(".sweep .counter")).to_have_text(text)


def gain(page: Page, criterion: str):
    return page.get_by_role("row", name=re.compile(f"^{criterion}")).locator("td").last


def place(page: Page, value: float) -> float:
    """Where a value of the temperature (64 to 85) stands on the screen."""
    box = box_of(line(page))
    lo, hi = 64 - 21 * 0.06, 85 + 21 * 0.06
    return box["x"] + 16 + (value - lo) / (hi - lo) * (box["width"] - 32)


def test_dragging_moves_everything_at_once_and_the_address_when_let_go(page, server):
    open_at(page, server, f"{GOLF}&at=1")
    counter(page, "Threshold 1 of 11")
    before, top = linked(page), box_of(line(page))["y"] + 60
    first, eighth, last = (place(page, value) for value in (64.5, 79, 84))  # 79 is right of a midpoint, in its gap
    page.mouse.move(first, top)
    page.mouse.down()
    page.mouse.move(eighth, top)
    counter(page, "Threshold 8 of 11")
    expect(gain(page, "Gini gain")).to_have_text("0.016")
    expect(gain(page, "Gini gain")).to_have_attribute("title", re.compile("^4/245 "))  # 45/98 - 31/70
    page.mouse.move(last, top)
    counter(page, "Threshold 11 of 11")
    expect(gain(page, "information gain")).to_have_text("0.113")
    expect(gain(page, "train-error gain")).to_have_text("0.071")
    assert page.url == before
    page.mouse.up()
    url(page, "at=11&")
    expect(page.get_by_text(re.compile("Below 84:.? 4 no and 9 yes"))).to_be_visible()
    idle(page)
    page.locator(".sweep").get_by_role("button", name="gain ratio").click()  # a row is the criterion of the arithmetic
    url(page, "criterion=gain_ratio")
    expect(page.locator(".katex-display").first).to_contain_text("split info")
    counter(page, "Threshold 11 of 11")


def test_the_threshold_by_keys(page, server):
    open_at(page, server, GOLF)
    counter(page, "Play, or drag the line")
    expect(page.get_by_role("button", name="Guess again")).to_have_count(0)  # nothing is asked
    name = page.locator(".sweep .name")
    expect(name).to_have_text("temperature")
    stands = box_of(name)
    for key, said in (
        ("ArrowRight", "Threshold 1 of 11"),
        ("PageDown", "Threshold 2 of 11"),
        ("ArrowLeft", "Threshold 1 of 11"),
        ("End", "Past all 11 thresholds"),
        ("PageUp", "Threshold 11 of 11"),
        ("Home", "Play, or drag the line"),
    ):
        page.keyboard.press(key)
        counter(page, said)
        if key == "End":
            assert box_of(name) == stands
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    counter(page, "Threshold 5 of 11")
    url(page, "at=5&")
    line(page).focus()
    page.keyboard.press("ArrowUp")
    counter(page, "Threshold 6 of 11")
    expect(line(page)).to_have_attribute("aria-valuenow", "6")
    text = r"^temperature < 71.5, halfway between 71 and 72: .* right\. Information gain 0\.001\.$"
    expect(line(page)).to_have_attribute("aria-valuetext", re.compile(text))


def test_the_only_gain_s_row_is_as_high_as_its_words(page, server):
    open_at(page, server, f"{GOLF}&at=1&all=0")
    assert box_of(page.locator(".sweep tr.by"))["height"] < 60


def test_a_maximum_is_called_so_when_all_has_been_seen_and_gaps_inside_a_run_are_grey(page, server):
    open_at(page, server, f"{GOLF}&at=4")
    said, ghost = page.locator(".sweep .so-far"), page.locator(".sweep .ghost").first
    grey, key = page.locator(".sweep .grey"), page.get_by_text("cannot win (train error: may tie)")
    expect(said.first).to_have_text("best so far 0.048 at 64.5")
    assert not ghost.get_attribute("d")
    expect(page.locator(".sweep .caption")).to_contain_text("so it cannot be the best.")
    expect(grey).to_have_count(4 * 3)  # on the axis and under three of the four criteria
    expect(key).to_be_visible()
    open_at(page, server, f"{GOLF}&at=4&predict=1&guess=2")
    expect(said.first).to_have_text("maximum 0.113 at 84")
    expect(ghost).to_have_attribute("d", re.compile("."))
    open_at(page, server, f"{SCAN}&at=4")
    expect(page.locator(".sweep .legend")).to_contain_text("ties with it")
    expect(page.locator(".sweep .legend")).not_to_contain_text("cannot win")  # nothing is grey
    expect(said.first).to_have_text("maximum 0.171 at 2.75, 2 tie: lowest wins")
    expect(page.locator(".sweep .caption")).to_contain_text("< 2.75, information gain 0.171. Above every value")
    expect(said.last).to_have_text("maximum 0.000 at 2.75, 3 tie: lowest wins")
    expect(page.locator(".sweep .top")).to_have_count(2 + 2 + 2 + 3)
    expect(page.get_by_text("information gain: 0.171 at 2.75, a tie with 6: the lowest wins")).to_be_visible()


def test_the_knob_and_the_line_leave_the_texts_alone(page, server):
    open_at(page, server, f"{GOLF}&at=12")
    counter(page, "Past all 11 thresholds")
    still(page)
    struck, pieces, room, order = page.locator(".sweep svg").evaluate("""(svg) => {
        const knob = svg.querySelector('.knob').getBoundingClientRect(), line = svg.querySelector('.line');
        const rows = [...svg.querySelectorAll('.so-far, .title, .name')].map(text => +text.getAttribute('y'));
        const ends = [...line.getAttribute('d').matchAll(/ ([\\d.]+)V([\\d.]+)/g)].map(m => [+m[1], +m[2]]);
        const struck = rows.filter(y => ends.some(([top, bottom]) => y > top && y - 9 < bottom));
        const tick = [...svg.querySelectorAll('.tick')].at(-1).getBoundingClientRect();
        const order = [...svg.querySelectorAll('text')].map(text => [
            Boolean(line.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING),
            getComputedStyle(text).paintOrder.startsWith('stroke')]);
        return [struck.length, ends.length, tick.bottom - 12 - knob.bottom, order];
    }""")
    assert (struck, pieces) == (0, 5)
    assert room > -4  # the digits end some px above the bottom of their box
    assert len(order) > 10
    assert all(above and halo for above, halo in order)


def test_a_diamond_at_the_line_is_not_hidden_by_the_dot(page, server):
    open_at(page, server, f"{SCAN}&predict=1&guess=3&at=3")
    tie, now = page.locator(".sweep .tie").first, page.locator(".sweep .now").first
    expect(tie).to_have_attribute("data-gap", "3")
    inner, outer = box_of(tie), now.bounding_box()
    assert inner["x"] + inner["width"] / 2 == pytest.approx(outer["x"] + outer["width"] / 2, abs=0.5)
    ring = float(now.get_attribute("r"))
    assert tie.evaluate("(e, dot) => Boolean(dot.compareDocumentPosition(e) & 4)", now.element_handle())
    page.keyboard.press("ArrowLeft")
    counter(page, "Threshold 2 of 3")
    assert float(now.get_attribute("r")) < ring


def test_a_prediction_is_asked_for_judged_said_and_asked_for_again(page, server):
    open_at(page, server, f"{GOLF}&predict=1&at=10")
    said = page.locator(".sweep .spoken")
    expect(said).to_have_attribute("aria-live", "polite")
    expect(said).to_have_text(re.compile("^temperature < 82, halfway"))
    assert "gain" not in said.text_content()  # it is to be predicted
    expect(gain(page, "information gain")).to_have_text("?")
    assert not page.locator(".sweep .curve").first.get_attribute("d")
    page.keyboard.press("End")
    url(page, "at=12&")
    idle(page)
    expect(page.get_by_text("Where the maximum is, is shown after your guess.")).to_be_visible()
    still(page)
    seen = page.locator(".stMain").inner_text() + str(line(page).get_attribute("aria-valuetext"))
    titles = page.locator(".sweep td, .sweep svg *").evaluate_all("es => es.map(e => e.textContent + e.title).join()")
    for answer in ("0.113", "0.305", "0.064", "0.071", "at 84"):
        assert answer not in seen + titles
    page.keyboard.press("ArrowLeft")
    expect(said).to_have_text("temperature < 84, halfway between 83 and 85: 13 examples left, 1 right.")
    page.get_by_role("button", name="Information gain is largest here").click()
    expect(said).to_have_text("Right: temperature < 84 with information gain 0.113.")
    expect(page.locator(".sweep .caption")).to_have_text("Right: temperature < 84 with information gain 0.113.")
    url(page, "guess=11")
    idle(page)
    page.keyboard.press("End")
    expect(said).to_have_text(
        re.compile(r"^Best: temperature < 84, information gain 0\.113\. Above every value: .* nothing is split\.$")
    )
    page.get_by_role("button", name="Guess again").click()
    expect(gain(page, "information gain")).to_have_text("?")
    expect(page).not_to_have_url(re.compile("guess"))


def test_on_a_phone_the_chart_does_not_jump_and_a_finger_drags_the_threshold(phone, server):
    open_at(phone, server, f"{GOLF}&at=1")
    counter(phone, "Threshold 1 of 11")
    tops = set()
    for k in range(2, 7):
        phone.keyboard.press("ArrowRight")
        counter(phone, f"Threshold {k} of 11")
        tops.add(box_of(line(phone))["y"])
    assert len(tops) == 1
    touch = phone.context.new_cdp_session(phone)
    for value in (64.5, 66, 70, 74, 76):
        points = [{"x": place(phone, value), "y": min(tops) + 60}]
        touch.send(
            "Input.dispatchTouchEvent", {"type": "touchStart" if value < 65 else "touchMove", "touchPoints": points}
        )
    counter(phone, "Threshold 8 of 11")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    url(phone, "at=8&")


def test_the_chart_has_its_room_on_every_projector(page, server):
    open_at(page, server, f"{GOLF}&at=6")
    page.get_by_role("button", name="Present").click()
    header = page.locator("[data-testid=stHeader]")
    expect(header).to_be_hidden()
    assert bottom(page.locator(".sweep svg")) <= 800
    press(page, "Escape")
    expect(header).to_be_visible()
    for width, least in ((1280, 500), (1024, 600), (900, 480), (800, 400)):
        page.set_viewport_size({"width": width, "height": 768})

        def has_room(width: int = width, least: int = least) -> bool:
            chart, table = box_of(line(page)), page.locator(".sweep table").bounding_box()
            right = table["x"] >= chart["x"] + chart["width"]
            # At 800 the sidebar itself may lie over the page: then there is all the more room.
            return right == (width == 1280) and chart["width"] >= min(least, width - 400)

        until(page, has_room)
