"""Views of very large trees: what they cost is linear in the nodes. Work is counted, not timed."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from dtlearn import ALGORITHMS, Dataset, Feature, Schema, grow, load, steps
from dtlearn.growing.errors import Losses, TreeSequence
from dtlearn.growing.grow import pieces
from dtlearn.growing.steps import detailed
from dtlearn.show.base import text
from dtlearn.show.growing.captions import KINDS, MARKS, caption, marks
from dtlearn.show.paper import tree_and_table
from dtlearn.show.tree.dot import tree_dot
from dtlearn.show.tree.drawing import node_id
from dtlearn.show.tree.svg import tree_svg
from dtlearn.show.tree.view import ABOVE, LETTERS, MOST, tree_view
from dtlearn.splitting.candidates import Record
from dtlearn.trees.tree import Node
from pages.ui.overfitting import words as overfitting
from tests.support.growths import growths


def chain(m):
    """Every split takes one example off: m levels."""
    data = Dataset("chain", Schema((Feature("x"),), ("a", "b")), np.arange(m, dtype=float)[:, None], np.arange(m) % 2)
    return grow(data, ALGORITHMS["CART"])


def bush(m):
    """Few levels, with many values of each feature."""
    rng = np.random.default_rng(0)
    features = tuple(Feature(f"x{j}", tuple(f"v{i}" for i in range(40))) for j in range(3))
    X = rng.integers(0, 40, (m, 3)).astype(float)
    return grow(Dataset("bush", Schema(features, ("a", "b")), X, rng.integers(0, 2, m)))


@pytest.fixture
def counted(monkeypatch):
    """How often a tree is climbed from a node up, a node at a time, and how often candidates are put together."""
    found = {"up": 0, "line": 0, "candidates": 0}
    parent, line, build = Node.parent.fget, Node.line, Record.build

    def up(node):
        found["up"] += 1
        return parent(node)

    def lines(node):
        found["line"] += int(node.tree.depth[node.i]) + 1
        return line(node)

    def built(self, *args, **kwargs):
        found["candidates"] += 1
        return build(self, *args, **kwargs)

    monkeypatch.setattr(Node, "parent", property(up))
    monkeypatch.setattr(Node, "line", lines)
    monkeypatch.setattr(Record, "build", built)
    return found


@pytest.mark.parametrize("make", [chain, bush])
def test_marks_climb_and_score_little_however_large_the_tree(counted, make):
    trace = make(1200)
    found = marks(steps(trace))
    assert len(trace.tree) > 2 * MARKS
    assert len(found) <= MARKS
    assert counted["up"] <= 25 * MARKS
    assert counted["line"] == 0
    assert counted["candidates"] == 0
    assert all(len(mark["title"]) < 100 for mark in found)


@given(growths(), st.integers(1, 5))
@example(grow(load("congress_votes")), 7)
def test_of_many_decisions_the_most_telling_of_each_stretch_is_marked(trace, most):
    every, some = marks(steps(trace)), marks(steps(trace), most)
    assert len(every) == min(len(trace.tree), MARKS)
    assert len(some) <= most
    assert all(mark in every for mark in some)
    size = -(-len(every) // most)
    for k, mark in enumerate(some):
        stretch = [one["kind"] for one in every[k * size : (k + 1) * size]]
        assert mark["kind"] == min(stretch, key=KINDS.index)


@pytest.mark.parametrize("make", [chain, bush])
@pytest.mark.parametrize("share", [0, 0.5, 1])
def test_a_large_tree_is_drawn_in_part_around_the_step(counted, make, share):
    trace = make(1500)
    every = steps(trace)
    step = every[int(share * (len(every) - 1))]
    done = step.done.i if step.done else None
    found = tree_view(trace.tree, step.decided, done, None, every.decisions)
    ids = {node["id"] for node in found["nodes"]}
    assert len(ids) == len(found["nodes"]) <= MOST + 41 * 2 * ABOVE
    assert sum(map(len, ids)) <= LETTERS + 41 * 2 * ABOVE * 3000
    assert len(ids) + found["left_out"] == text.n_visible(trace.tree, step.decided)
    assert sum(node["parent"] is None for node in found["nodes"]) == 1
    assert all(node["parent"] in ids for node in found["nodes"][1:])
    assert [node["mark"] for node in found["nodes"]].count("done") == (done is not None)
    assert counted["line"] <= 2 * int(trace.tree.depth.max()) + 4
    assert counted["up"] <= 150 * len(ids)
    short = sum(len(part(found)) for part in (tree_dot, tree_svg, tree_and_table.tree_latex))
    assert short <= 4000 * len(ids) + 20_000


@given(growths())
def test_a_tree_that_fits_is_drawn_whole(trace):
    found = tree_view(trace.tree)
    assert found == tree_view(trace.tree, part=False)
    assert found["left_out"] == 0
    assert [node["id"] for node in found["nodes"]] == [node_id(node.path) for node in trace.tree]


def test_the_box_says_where_a_part_goes_on():
    tree = chain(900).tree
    found = tree_view(tree, done=1000)
    first, *rest = found["nodes"]
    depth = int(tree.depth[1000])
    assert first["id"].count(".") in range(depth - 2 * ABOVE, depth - ABOVE + 1)
    assert f"{first['id'].count('.')} levels above" in first["lines"]
    assert any("more below" in node["lines"] for node in rest)


@pytest.mark.parametrize("words", [text.tree_text, text.tree_code, text.tree_function])
def test_words_are_as_long_as_the_tree_has_nodes(words):
    small, large = chain(300), chain(1200)
    per_node = [
        len(words(trace.tree if words.__module__ == text.__name__ else trace)) / len(trace.tree)
        for trace in (small, large)
    ]
    assert per_node[1] <= 1.2 * per_node[0]
    assert per_node[1] < 400


def last(trace):
    return steps(trace)[-1]


def test_code_of_a_deep_tree_runs_and_says_the_same():
    trace = chain(400)
    scope = {}
    exec(text.tree_function(trace.tree), scope)
    X = trace.data.X
    assert [scope["predict"]({"x": x}) for (x,) in X.tolist()] == trace.predict(X.astype(object)).tolist()


@given(growths(), st.integers(0, 60))
def test_a_place_is_its_last_conditions(trace, longest):
    for node in trace.tree:
        conditions, said = node.conditions, text.place(node, longest)
        if not node.i:
            continue
        kept = [k for k in range(len(conditions)) if ", ".join(conditions[k:]) == said.removeprefix("… ")]
        assert kept
        assert said.startswith("… ") == (kept[0] > 0)
        assert kept[0] == len(conditions) - 1 or len(", ".join(conditions[kept[0] :])) <= longest
        assert kept[0] == 0 or len(", ".join(conditions[kept[0] - 1 :])) > longest


def test_a_place_costs_what_it_says(counted):
    trace = chain(900)
    node = trace.tree[len(trace.tree) - 1]
    assert len(text.place(node)) <= text.PLACE + 2
    assert counted["up"] < 30
    assert len(caption(steps(trace)[-1])) < 500


def test_what_is_too_large_is_not_walked_in_detail():
    assert detailed(chain(300))
    assert not detailed(chain(900))


def test_of_a_long_growth_the_first_trees_and_some_to_the_last_are_shown():
    for n in (overfitting.SHOWN, overfitting.SHOWN + 1, 5000):
        leaves, nodes = tuple(range(1, n + 1)), tuple(range(1, 2 * n, 2))
        parts = Losses("training", nodes[::-1], n), Losses("test", nodes, n, nodes)
        series = overfitting.shown(TreeSequence({"nodes": nodes, "leaves": leaves}, parts))
        splits = overfitting.splits(series)
        assert len(series) == overfitting.SHOWN
        assert splits == sorted(set(splits))
        assert splits[: overfitting.SHOWN // 2] == list(range(overfitting.SHOWN // 2))
        assert splits[-1] == n - 1
        assert [series.test.lost[k] for k in (0, -1)] == [1, 2 * n - 1]
        assert series.test.squares == series.test.lost
        assert series.train.squares is None


def test_pieces_of_a_growth_are_what_so_many_splits_grow():
    trace = grow(load("iris"), ALGORITHMS["CART"])
    asked = (0, 2, 5)
    for k, tree in zip(asked, pieces(trace.tree, trace.settings, asked), strict=True):
        alone = grow(load("iris"), replace(trace.settings, max_splits=k)).tree
        assert [node.path for node in tree] == [node.path for node in alone]
        assert [node.split for node in tree] == [node.split for node in alone]
