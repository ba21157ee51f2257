"""The sweep in a real browser: drag, keys, play, prediction, a phone, and that moving asks nothing of the server."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.test_browser import box_of, fits_every_screen, idle, linked, open_at, press, still, until

GOLF = "thresholds?v=1&th_data=golf_numeric"


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
    open_at(page, server, f"{GOLF}&th_at=1")
    counter(page, "Threshold 1 of 11")
    before, top = linked(page), box_of(line(page))["y"] + 60
    first, eighth, last = (place(page, value) for value in (64.5, 79, 84))  # 79 is right of a midpoint, in its gap
    page.mouse.move(first, top)
    page.mouse.down()
    page.mouse.move(eighth, top)
    counter(page, "Threshold 8 of 11")
    expect(gain(page, "Gini gain")).to_have_text("0.016")
    page.mouse.move(last, top)
    counter(page, "Threshold 11 of 11")
    expect(gain(page, "information gain")).to_have_text("0.113")
    expect(gain(page, "train-error gain")).to_have_text("0.071")
    assert page.url == before
    page.mouse.up()
    expect(page).to_have_url(re.compile("th_at=11&"))
    expect(page.get_by_text(re.compile("temperature < 84.* is 1 for"))).to_be_visible()


def test_the_threshold_by_keys(page, server):
    open_at(page, server, GOLF)
    counter(page, "Play, or drag the line")
    for key, said in (
        ("ArrowRight", "Threshold 1 of 11"), ("PageDown", "Threshold 2 of 11"), ("ArrowLeft", "Threshold 1 of 11"),
        ("End", "Past all 11 thresholds"), ("PageUp", "Threshold 11 of 11"), ("Home", "Play, or drag the line"),
    ):  # fmt: skip
        page.keyboard.press(key)
        counter(page, said)
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    counter(page, "Threshold 5 of 11")
    expect(page).to_have_url(re.compile("th_at=5&"))
    line(page).focus()
    page.keyboard.press("ArrowUp")
    counter(page, "Threshold 6 of 11")
    expect(line(page)).to_have_attribute("aria-valuenow", "6")
    expect(line(page)).to_have_attribute("aria-valuetext", re.compile(
        r"^temperature < 71.5, the midpoint of 71 and 72: .* right\. Information gain 0\.001\.$"))  # fmt: skip


def test_it_plays_to_the_end_and_marks_the_maxima(page, server):
    open_at(page, server, "thresholds?v=1&th_data=threshold_scan")
    counter(page, "Play, or drag the line")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause (space)")).to_be_visible()
    counter(page, "Past all 3 thresholds")
    expect(page.get_by_role("button", name="Play (space)")).to_be_visible()
    expect(page).to_have_url(re.compile("th_at=4&"))
    said = page.locator(".sweep .so-far")
    expect(said.first).to_have_text("maximum 0.171 at 2.75, 2 tie: lowest wins")
    expect(said.last).to_have_text("maximum 0.000 at 2.75, 3 tie: lowest wins")
    expect(page.locator(".sweep .top")).to_have_count(2 + 2 + 2 + 3)
    expect(page.get_by_text("information gain: 0.171 at 2.75, a tie with 6: the lowest wins")).to_be_visible()


def test_a_maximum_is_called_so_only_when_all_has_been_seen(page, server):
    open_at(page, server, f"{GOLF}&th_at=4")
    expect(page.locator(".sweep .so-far").first).to_have_text("best so far 0.048 at 64.5")
    assert not page.locator(".sweep .ghost").first.get_attribute("d")
    page.get_by_text("Outline the curves to their end").click()
    expect(page.locator(".sweep .so-far").first).to_have_text("maximum 0.113 at 84")
    expect(page.locator(".sweep .ghost").first).to_have_attribute("d", re.compile("."))


def test_gaps_inside_a_run_are_grey_except_under_train_error(page, server):
    open_at(page, server, f"{GOLF}&th_at=4")
    expect(page.locator(".sweep .caption")).to_contain_text("Inside a run of yes")
    # On the axis and under three of the four criteria.
    expect(page.locator(".sweep .grey")).to_have_count(4 * 3)
    key = page.get_by_text("cannot win (train error: may tie)")
    expect(key).to_be_visible()
    page.get_by_text("Grey the gaps inside a run of one class").click()
    expect(page.locator(".sweep .grey")).to_have_count(0)
    expect(key).to_have_count(0)


def test_grey_is_not_explained_where_nothing_is_grey(page, server):
    open_at(page, server, "thresholds?v=1&th_data=threshold_scan")
    expect(page.locator(".sweep .legend")).to_contain_text("ties with it")
    expect(page.locator(".sweep .legend")).not_to_contain_text("cannot win")


def test_the_line_strikes_no_text_out(page, server):
    open_at(page, server, f"{GOLF}&th_at=11&th_rest=1")
    order = """(svg) => {
        const line = svg.querySelector('.line');
        return [...svg.querySelectorAll('text')].map(text => [
            Boolean(line.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING),
            getComputedStyle(text).paintOrder.startsWith('stroke')]);
    }"""
    expect(page.locator(".sweep .so-far").first).to_have_text("maximum 0.113 at 84")
    texts = page.locator(".sweep svg").evaluate(order)
    assert len(texts) > 10
    assert all(above and halo for above, halo in texts)


def test_the_name_of_the_axis_stays_where_it_is(page, server):
    open_at(page, server, GOLF)
    name = page.locator(".sweep .name")
    expect(name).to_have_text("temperature")
    counter(page, "Play, or drag the line")
    box = box_of(name)
    page.keyboard.press("End")
    counter(page, "Past all 11 thresholds")
    assert box_of(name) == box


def test_a_diamond_at_the_line_is_not_hidden_by_the_dot(page, server):
    open_at(page, server, "thresholds?v=1&th_data=threshold_scan&th_predict=1&th_guess=3&th_at=3")
    tie, now = page.locator(".sweep .tie").first, page.locator(".sweep .now").first
    expect(tie).to_have_attribute("data-gap", "3")
    inner, outer = box_of(tie), now.bounding_box()
    assert inner["x"] + inner["width"] / 2 == pytest.approx(outer["x"] + outer["width"] / 2, abs=0.5)
    ring = float(now.get_attribute("r"))
    assert tie.evaluate("(e, dot) => Boolean(dot.compareDocumentPosition(e) & 4)", now.element_handle())
    page.keyboard.press("ArrowLeft")
    counter(page, "Threshold 2 of 3")
    assert float(now.get_attribute("r")) < ring


def test_what_is_seen_is_also_said(page, server):
    open_at(page, server, f"{GOLF}&th_predict=1&th_at=10")
    said = page.locator(".sweep .spoken")
    expect(said).to_have_attribute("aria-live", "polite")
    expect(said).to_have_text(re.compile("^temperature < 82, the midpoint"))
    assert "gain" not in said.text_content()  # it is to be predicted
    page.keyboard.press("ArrowRight")
    expect(said).to_have_text("temperature < 84, the midpoint of 83 and 85: 13 left, 1 right.")
    page.get_by_role("button", name="Information gain is largest here").click()
    expect(said).to_have_text("Right: temperature < 84 with information gain 0.113.")
    page.keyboard.press("End")
    expect(said).to_have_text(re.compile(r"^Above every value: .* Information gain 0\.000\.$"))


def test_playing_says_nothing_until_it_rests(page, server):
    open_at(page, server, f"{GOLF}&th_at=0")
    counter(page, "Play, or drag the line")
    said = page.locator(".sweep .spoken")
    before = said.text_content()
    page.locator(".sweep").evaluate("""sweep => {
        const counter = sweep.querySelector(".counter"), said = sweep.querySelector(".spoken");
        window.said = [];  // at each threshold that is passed
        new MutationObserver(() => window.said.push(said.textContent)).observe(counter, {childList: true, characterData: true, subtree: true});
    }""")
    page.keyboard.press("Space")
    page.wait_for_function("window.said.length > 1")
    page.keyboard.press("Space")
    expect(said).to_have_text(re.compile("Information gain 0"))
    assert set(page.evaluate("window.said")) == {before}


def test_the_chart_does_not_jump_on_a_phone(page, server):
    page.set_viewport_size({"width": 390, "height": 844})
    open_at(page, server, f"{GOLF}&th_at=1")
    counter(page, "Threshold 1 of 11")
    tops = set()
    for k in range(2, 7):
        page.keyboard.press("ArrowRight")
        counter(page, f"Threshold {k} of 11")
        tops.add(box_of(line(page))["y"])
    assert len(tops) == 1


def test_the_chart_keeps_its_room_beside_an_open_sidebar(page, server):
    open_at(page, server, f"{GOLF}&th_at=3")
    counter(page, "Threshold 3 of 11")
    expect(page.locator("[data-testid=stHeader]")).to_be_visible()
    for width, least in ((1280, 500), (1024, 600), (900, 480), (800, 400)):
        page.set_viewport_size({"width": width, "height": 768})

        def has_room(width: int = width, least: int = least) -> bool:
            chart, table = box_of(line(page)), page.locator(".sweep table").bounding_box()
            beside = table["x"] >= chart["x"] + chart["width"]
            # At 800 the sidebar itself may lie over the page: then there is all the more room.
            return beside == (width == 1280) and chart["width"] >= min(least, width - 400)

        until(page, has_room)


def test_a_prediction_is_asked_for_judged_and_asked_for_again(page, server):
    open_at(page, server, f"{GOLF}&th_predict=1&th_by=gini_gain&th_at=3")
    counter(page, "Threshold 3 of 11")
    expect(gain(page, "Gini gain")).to_have_text("?")
    assert not page.locator(".sweep .curve").first.get_attribute("d")
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    page.get_by_role("button", name="Gini gain is largest here").click()
    expect(page.locator(".sweep .caption")).to_have_text("Right: temperature < 84 with Gini gain 0.064.")
    expect(page).to_have_url(re.compile("th_guess=11"))
    page.get_by_role("button", name="Guess again").click()
    expect(gain(page, "Gini gain")).to_have_text("?")
    expect(page).not_to_have_url(re.compile("th_guess"))


def test_a_row_chooses_the_criterion_of_the_arithmetic(page, server):
    open_at(page, server, f"{GOLF}&th_at=11")
    page.locator(".sweep").get_by_role("button", name="gain ratio").click()
    expect(page).to_have_url(re.compile("th_by=gain_ratio"))
    expect(page.locator(".katex").first).to_contain_text("split info")
    counter(page, "Threshold 11 of 11")


def test_a_lecturer_sees_axis_counts_and_curves_without_scrolling(page, server):
    open_at(page, server, f"{GOLF}&th_at=6")
    for part in (".sweep svg", ".sweep table", ".sweep .sides"):
        box = box_of(page.locator(part))
        assert box["y"] + box["height"] <= 800
    page.get_by_role("button", name="Present").click()
    expect(page.locator("[data-testid=stHeader]")).to_be_hidden()
    box = box_of(page.locator(".sweep svg"))
    assert box["y"] + box["height"] <= 800


@pytest.mark.parametrize(
    "query", ["th_data=wine&th_feature=6&th_at=60&th_rest=1", "th_data=zoo&th_at=2", "th_part=cost"]
)
def test_no_sideways_scrolling(page, server, errors, query):
    open_at(page, server, f"thresholds?v=1&{query}")
    expect(page.locator(".katex").first).to_be_visible()
    fits_every_screen(page)
    assert errors == []


def test_a_finger_drags_the_threshold_on_a_phone(phone, server):
    open_at(phone, server, GOLF)
    counter(phone, "Play, or drag the line")
    top = box_of(line(phone))["y"] + 60
    touch = phone.context.new_cdp_session(phone)

    def send(kind, value=None):
        points = [] if value is None else [{"x": place(phone, value), "y": top}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    send("touchStart", 64.5)
    for value in (66, 70, 74, 76):
        send("touchMove", value)
    counter(phone, "Threshold 8 of 11")
    send("touchEnd")
    expect(phone).to_have_url(re.compile("th_at=8&"))


def test_end_gives_nothing_away_while_a_guess_is_wanted(page, server):
    open_at(page, server, f"{GOLF}&th_predict=1&th_at=3")
    counter(page, "Threshold 3 of 11")
    page.keyboard.press("End")
    expect(page).to_have_url(re.compile("th_at=12&"))
    idle(page)
    expect(page.get_by_text("Where the maximum falls waits until you have said where.")).to_be_visible()
    still(page)
    seen = page.locator(".stMain").inner_text() + str(line(page).get_attribute("aria-valuetext"))
    titles = page.locator(".sweep td, .sweep svg *").evaluate_all("es => es.map(e => e.textContent + e.title).join()")
    for answer in ("0.113", "0.305", "0.064", "0.071", "at 84"):
        assert answer not in seen + titles


def test_the_knob_and_the_line_leave_the_texts_alone(page, server):
    open_at(page, server, f"{GOLF}&th_at=12")
    counter(page, "Past all 11 thresholds")
    still(page)
    apart = """(svg) => {
        const knob = svg.querySelector('.knob').getBoundingClientRect();
        const line = svg.querySelector('.line');
        const rows = [...svg.querySelectorAll('.so-far, .title, .name')].map(text => +text.getAttribute('y'));
        const ends = [...line.getAttribute('d').matchAll(/ ([\\d.]+)V([\\d.]+)/g)].map(m => [+m[1], +m[2]]);
        const struck = rows.filter(y => ends.some(([top, bottom]) => y > top && y - 9 < bottom));
        const tick = [...svg.querySelectorAll('.tick')].at(-1).getBoundingClientRect();
        return [struck.length, ends.length, tick.bottom - 12 - knob.bottom];
    }"""
    struck, pieces, room = page.locator(".sweep svg").evaluate(apart)
    assert (struck, pieces) == (0, 5)
    assert room > -4  # the digits end some px above the bottom of their box


FORMULAS = """() => [...document.querySelectorAll('.katex-display')].map(e => [e.scrollWidth, e.clientWidth])"""


@pytest.mark.parametrize("query", [
    "th_part=cost&th_sizes=100,20000&th_d=5", "th_data=zoo&th_at=2&th_by=gain_ratio",
    "th_data=wine&th_feature=6&th_at=60&th_by=gini_gain", "th_data=golf_numeric&th_at=5&th_by=gain_ratio",
])  # fmt: skip
def test_no_formula_is_cut_off(page, server, query):
    def uncut(width):
        page.set_viewport_size({"width": width, "height": 768})
        still(page)
        found = page.evaluate(FORMULAS)
        assert found
        assert all(needed <= there for needed, there in found), (found, width)
        for pill in page.get_by_test_id("stButtonGroup").locator("button").all():
            assert pill.evaluate("e => { const b = e.getBoundingClientRect(), p = e.parentElement.getBoundingClientRect();"
                                 " return b.right <= p.right + 1 }")  # fmt: skip

    open_at(page, server, f"thresholds?v=1&{query}&present=1")
    expect(page.locator(".katex-display").first).to_be_visible()
    uncut(1024)
    press(page, "Escape")
    expect(page.locator("[data-testid=stHeader]")).to_be_visible()
    uncut(1024)
    uncut(390)


def test_the_cost_is_measured_on_demand(page, server):
    open_at(page, server, "thresholds?v=1&th_part=cost&th_sizes=100,200")
    expect(page.get_by_text("Press Measure")).to_be_visible()
    page.get_by_role("button", name="Measure").click()
    expect(page.get_by_text("Measured here:")).to_be_visible()
    expect(page.get_by_text("Press Measure")).to_be_hidden()
    expect(page).to_have_url(re.compile("th_sizes=100%2C200"))
