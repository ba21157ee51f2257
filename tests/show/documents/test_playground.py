"""The playground's picture agrees with the trees that it shows."""

import re
from dataclasses import replace

import numpy as np
import pytest

from dtlearn.data.synthetic import SHAPES
from dtlearn.forest.playground import tried
from dtlearn.forest.polls import middles
from dtlearn.show.documents.playground import CELLS, END, playground_view

RINGS, XOR = SHAPES["rings"].points, SHAPES["blobs"].points


@pytest.mark.parametrize("how", [{}, {"max_depth": 3}, {"alpha": 0.02}, {"n_trees": 5}, {"max_depth": 0}])
def test_every_place_lies_in_one_region_that_says_what_is_predicted(how):
    found = tried(RINGS, XOR, 0.15, **how)
    view = playground_view(found)
    places = np.stack(np.meshgrid(*[middles(0, END, CELLS)] * 2), axis=-1).reshape(-1, 2)
    said = found.predict(places)
    for (x, y), cls in zip(places[::7].tolist(), said[::7].tolist(), strict=True):
        owners = [
            r["cls"]
            for r in view["plane"]["regions"]
            if r["box"][0] <= x < r["box"][1] and r["box"][2] <= y < r["box"][3]
        ]
        assert owners == [cls]


def test_the_points_are_drawn_as_they_are_learnt():
    found = tried(RINGS, XOR, 0.15)
    view = playground_view(found)
    assert [point[2] for point in view["plane"]["points"]] == found.train.y.tolist()
    assert view["clean"] == [k for *_, k in RINGS]
    assert [i for i, k in enumerate(view["clean"]) if k != found.train.y[i]] == view["flipped"]
    assert [[*point] for point in view["held"]] == [[x / 100, y / 100, k] for x, y, k in XOR]


@pytest.mark.parametrize("how", [{}, {"alpha": 0.01}, {"alpha": 0.08}, {"max_depth": 1}, {"n_trees": 9}])
def test_the_sentence_begins_with_the_errors_of_the_mark(how):
    found = tried(RINGS, XOR, 0.15, **how)
    view = playground_view(found)
    said = re.findall(r"(?:training|held-out) error (\d\.\d{3})", view["says"])[:2]
    assert said == [f"{float(part.error(found.at)):.3f}" for part in found.path.parts]
    [[here, name]] = view["at"]
    drawn = [next(p[1] for p in line["points"] if p[0] == here) for line in view["chart"]["lines"]]
    assert drawn == [float(part.error(found.at)) for part in found.path.parts]
    assert name.split()[0] == f"{here:g}"


def test_a_large_tree_is_drawn_as_its_shape():
    large, small = playground_view(tried(RINGS, XOR, 0.15)), playground_view(tried(RINGS, XOR, 0.15, 2))
    assert (large["tree"], small["sketch"]) == (None, None)
    assert large["sketch"]["svg"].startswith("<svg ")
    assert "<script" not in large["sketch"]["svg"]
    assert len(small["tree"]["nodes"]) <= 7


@pytest.mark.parametrize("depth", [1, 2, 3, 4, 6, None])
@pytest.mark.parametrize("shape", ["rings", "diagonal", "stripes"])
def test_a_tree_overfits_only_where_it_errs_more_held_out_than_in_training(depth, shape):
    found = tried(SHAPES[shape].points, replace(SHAPES[shape], seed=99).points, 0.15, depth)
    says, path, at = playground_view(found)["says"], found.path, found.at
    if "overfits" in says or "memorises" in says:
        assert path.test.error(at) > path.train.error(at)
    pruned = re.search(r"Pruned to (\d+) lea\w+: held-out error (\d\.\d+)", says)
    assert bool(pruned) == (path.rival(at) is not None)
    if pruned:
        assert int(pruned[1]) < path.sizes["leaves"][at]
        assert float(pruned[2]) < float(path.test.error(at))
