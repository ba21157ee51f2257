"""The page Explore: what its link says reaches the playground, and what the reader does reaches the link."""

import pytest

from dtlearn.data.synthetic import SHAPES
from pages.ui.explore import scene
from pages.ui.regions.link import write_points
from tests.support.apps import component, open_page, said

LINK = {
    "v": "1",
    "data": "xor",
    "points": write_points(SHAPES["rings"].points[:5]),
    "noise": "20",
    "depth": "3",
    "alpha": "0",
    "trees": "25",
}


def test_the_playground_is_given_what_the_link_says():
    assert component(open_page("explore", **LINK), "sliders")["query"] == LINK


def test_it_opens_with_trees_that_overfit():
    query = component(open_page("explore"), "sliders")["query"]
    said = scene.json.loads(scene.answer(query))["says"]
    assert said.startswith("The unpruned tree with 25 leaves memorises the noise: training error 0.000")


@pytest.mark.parametrize("more", [{}, {"depth": "3"}, {"data": "xor"}, {"data": "spiral"}, {"trees": "7"}])
def test_a_place_of_the_error_curve_is_reached_by_the_slider_that_leads_there(more):
    query = {"v": "1", "noise": "15", "alpha": "5"} | more
    found = scene.json.loads(scene.answer(query))
    points = found["chart"]["lines"][0]["points"]
    assert len(points) == len(found["goes"]) >= 2
    assert found["goes"][-1] is not None
    for (x, *_, place), choice in zip(points, found["goes"], strict=True):
        if choice is not None:
            there = scene.json.loads(scene.answer(query | {choice[0]: str(choice[1])}))
            assert there["at"][0][0] == x, place
    assert sum(choice is not None for choice in found["goes"]) > len(found["goes"]) // 2


@pytest.mark.parametrize(
    ("told", "now"), [({"trees": "9"}, 9), ({"trees": "1000"}, 25), ({"points": "<b>"}, 25), ({"evil": 1}, 25)]
)
def test_what_the_reader_lets_go_is_the_scene_unless_it_cannot_be_read(monkeypatch, told, now):
    S = scene.decode(scene.SEEN, LINK)[0]
    monkeypatch.setattr(scene, "state", lambda: S)
    scene.rested(LINK | told)
    assert S["trees"] == now


def test_a_bad_link_is_said_in_a_sentence():
    at = open_page("explore", **LINK | {"noise": "77"})
    assert "noise=77 is outside 0 to 40" in said(at, "warning")
    assert component(at, "sliders")["query"]["noise"] == "40"
