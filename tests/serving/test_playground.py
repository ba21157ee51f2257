"""The address of the playground: what it answers, and what it refuses in one sentence."""

import asyncio
import json

import pytest
from starlette.applications import Starlette

from dtlearn.data.synthetic import SHAPES
from pages.ui.explore import scene
from pages.ui.kit.scene import defaults
from pages.ui.regions.link import MOST_POINTS, write_points
from pages.ui.serving import playground
from pages.ui.serving.routes import routes
from tests.support.asgi import ask

APP = Starlette(routes=routes())


def get(query: str):
    return asyncio.run(ask(APP, f"/playground?{query}"))


def test_it_answers_as_the_scene_is_and_nobody_keeps_it():
    found = get("v=1&data=xor&noise=10&depth=3&alpha=5")
    assert (found.status, found.headers["cache-control"]) == (200, "no-store")
    assert found.headers["connection"] == "close"
    assert found.text == scene.answer({"v": "1", "data": "xor", "noise": "10", "depth": "3", "alpha": "5"})


@pytest.mark.parametrize(
    ("query", "what"),
    [
        ("v=1&data=moon", "data='moon' is unknown"),
        ("v=1&noise=99", "noise=99 is outside 0 to 40"),
        ("v=1&depth=-1", "depth=-1 is outside 0 to 12"),
        ("v=1&alpha=1e9", "alpha='1e9' is not a whole number"),
        ("v=1&trees=1000000", "trees=1000000 is outside 1 to 50"),
        ("v=1&points=%3Cscript%3E", "points='<script>' is not a list of points"),
        ("v=1&points=zzzz0", "points= holds a point outside the plane"),
        (f"v=1&points={'00000' * (MOST_POINTS + 1)}", "points= holds 301 points, more than 300"),
        (f"v=1&points={'0' * 20_000}", "it has more than 16,000 characters"),
        ("v=2", "it was made for version '2'"),
        ("v=1&other=1", "'other' is unknown"),
    ],
)
def test_what_cannot_be_read_is_refused_in_a_sentence(query, what):
    found = get(query)
    assert (found.status, found.text) == (400, f"This address cannot be read: {what}.")
    assert found.headers["content-type"].startswith("text/plain")


def test_a_crowd_is_told_to_wait(monkeypatch):
    monkeypatch.setattr(playground, "_waiting", playground.MOST)
    assert get("v=1").status == 503


def test_one_point_and_points_of_one_class_are_enough():
    for points in ("00000", "0000000000", "05050a0a01"):
        assert json.loads(get(f"v=1&noise=40&trees=5&points={points}").text)["says"]


def test_a_scene_comes_back_from_its_link():
    S = defaults(scene.SEEN) | {"points": SHAPES["xor"].points[:9], "depth": 4, "trees": 25, "alpha": 7}
    query = scene.query_of(S)
    assert scene.decode(scene.SEEN, query) == (S, [])
    assert query["points"] == write_points(S["points"])
