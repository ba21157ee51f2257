"""Thumbnails of trees: one size, every node to be seen, nothing to be read."""

import re
from itertools import pairwise

import pytest

from dtlearn import GrowSettings, grow, load
from dtlearn.show.tree.thumbnail import thumbnail_svg
from dtlearn.show.tree.view import tree_view


@pytest.mark.parametrize("name", ["play_tennis", "play_tennis_day", "parity3", "four_class", "zoo", "cars_mpg"])
def test_each_node_stands_inside_beside_its_neighbours_and_large_enough(name):
    data = load(name)
    limits = {"criterion": "mse", "max_depth": 3} if data.schema.regression else {}
    view = tree_view(grow(data, GrowSettings(**limits)).tree)
    drawn = thumbnail_svg(view, 136, 84)
    boxes = [
        tuple(map(float, box)) for box in re.findall(r'<rect x="(.*?)" y="(.*?)" width="(.*?)" height="(.*?)"', drawn)
    ]
    assert len(boxes) >= len(view["nodes"])
    assert "<text" not in drawn
    assert all(x >= 0 and x + w <= 136.1 and y >= 0 and y + h <= 84.1 and h >= 4 for x, y, w, h in boxes)
    for (x, y, w, _), (x1, y1, _, _) in pairwise(sorted(boxes, key=lambda box: (box[1], box[0]))):
        assert y != y1 or x + w <= x1 + 0.15


def test_a_tree_of_one_node_stands_in_the_middle():
    view = tree_view(grow(load("play_tennis")).tree, set())
    assert len(view["nodes"]) == 1
    assert 'x="60.0" y="1.0"' in thumbnail_svg(view, 136, 84)
