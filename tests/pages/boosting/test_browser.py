"""Boosting in a browser: which of three will weigh more is asked above the plane, which keeps its place."""

import pytest
from playwright.sync_api import expect

from tests.support.visits import at_step, box_of, load, still, until

ASKED = "boosting?v=1&noise=0&predict=1&trees=12"


@pytest.mark.parametrize(
    "size",
    [{"width": 1280, "height": 800}, {"width": 1920, "height": 1080}, {"width": 390, "height": 844}],
    ids=lambda size: str(size["width"]),
)
def test_a_question_is_seen_with_its_plane_which_no_answer_moves(page, server, size):
    page.set_viewport_size(size)
    load(page, server, f"{ASKED}#step=1")
    at_step(page, 1, 12)
    still(page)
    plane, question = page.locator(".surfaces"), page.locator(".quiz")
    before, asked = box_of(plane), box_of(question)
    for box in (before, asked):
        assert 0 <= box["y"] < size["height"] - 100
    words = box_of(page.locator(".stage > .caption"))
    assert words["y"] + words["height"] <= asked["y"] < asked["y"] + asked["height"] <= before["y"]
    page.keyboard.press("ArrowRight")  # the first one without an answer says what is waited for, and moves nothing
    told = question.get_by_text("Say it first, or press Next once more to see it.")
    expect(told).to_be_visible()
    still(page)
    at_step(page, 1, 12)
    hint = box_of(told)
    assert asked["y"] <= hint["y"] < hint["y"] + hint["height"] <= box_of(plane)["y"]
    assert box_of(plane) == before
    for k, letter in enumerate("PQR"):
        question.get_by_role("button", name=letter, exact=True).click()
        at_step(page, 2 * k + 2, 12)
        expect(question).to_contain_text(f"of {k + 1} right")
        still(page)
        assert box_of(plane) == before
        page.keyboard.press("ArrowRight")  # the answer was seen at the same points
        at_step(page, 2 * k + 3, 12)
        still(page)
        assert box_of(plane) == before


@pytest.mark.parametrize(
    ("size", "link"),
    [
        ({"width": 1280, "height": 800}, ""),
        ({"width": 1024, "height": 768}, "&present=1"),
        ({"width": 390, "height": 844}, ""),
    ],
    ids=lambda one: str(one["width"]) if isinstance(one, dict) else None,
)
def test_a_forest_stands_beside_the_sum_and_no_title_is_cut(page, server, size, link):
    page.set_viewport_size(size)
    load(page, server, f"boosting?v=1&noise=10&predict=0&trees=100{link}#step=100")
    at_step(page, 100, 100)
    still(page)
    stumps, forest = (box_of(page.locator(f".{name} > svg")) for name in ("together", "rival"))
    assert (forest["y"], forest["height"]) == (stumps["y"], stumps["height"])
    assert forest["width"] == pytest.approx(stumps["width"], abs=1)
    assert forest["x"] >= stumps["x"] + stumps["width"]
    titles = page.locator(".surface .title")
    assert titles.evaluate_all("all => all.map(one => one.scrollWidth <= one.clientWidth)") == [True] * 3
    expect(titles.last).to_have_text("A forest: test error 0.175")
    for box, counted in ((stumps, "of all votes"), (forest, "of 100 trees")):
        page.mouse.move(box["x"] + 0.5 * box["width"], box["y"] + 0.3 * box["height"])
        expect(page.locator(".surface .status")).to_contain_text(counted)


def test_the_points_grow_that_the_stump_gets_wrong(page, server):
    page.set_viewport_size({"width": 1280, "height": 800})
    load(page, server, "boosting?v=1&noise=0&predict=0&trees=12#step=1")
    at_step(page, 1, 12)
    still(page)
    points, wide = page.locator(".alone .point"), "all => all.map(one => one.getBoundingClientRect().width)"
    first, wrong = points.evaluate_all(wide), page.locator(".alone .wrong").count()
    assert max(first) - min(first) < 2
    page.keyboard.press("ArrowRight")
    at_step(page, 2, 12)
    until(page, lambda: max(points.evaluate_all(wide)) > max(first) + 2)
    grown = [now for before, now in zip(first, points.evaluate_all(wide), strict=True) if now > before]
    assert len(grown) == wrong > 0


def test_a_click_in_the_plane_asks_about_that_place(page, server):
    page.set_viewport_size({"width": 1280, "height": 800})
    load(page, server, "boosting?v=1&noise=0&predict=0&trees=12#step=3")
    at_step(page, 3, 12)
    still(page)
    plane = page.locator(".together svg").first
    box = box_of(plane)
    page.mouse.click(box["x"] + 0.5 * box["width"], box["y"] + 0.3 * box["height"])
    until(page, lambda: "example=x" in page.url)
    still(page)
    at_step(page, 3, 12)
    expect(page.locator(".caption")).to_contain_text("At the cross")


def test_the_words_below_the_planes_lie_over_no_vote_when_the_answer_takes_two_lines(page, server):
    page.set_viewport_size({"width": 1280, "height": 800})
    load(page, server, "boosting?v=1&noise=0&predict=0&trees=30#step=0")
    at_step(page, 0, 30)
    still(page)
    page.keyboard.press("End")
    at_step(page, 30, 30)
    still(page)
    words, votes = box_of(page.locator(".surface .status")), box_of(page.locator(".votes").first)
    until(page, lambda: words["y"] + words["height"] <= votes["y"] + 1)
