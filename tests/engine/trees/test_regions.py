"""The boxes of a slice: they tile it, and each is the box of the leaf that the tree sends its points to."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtlearn import ALGORITHMS, Feature, from_arrays, grow, load, steps
from dtlearn.trees.regions import middle, owners, regions, slice_nodes
from dtlearn.trees.split import Kind


@st.composite
def tables(draw):
    """4 to 24 examples with 1 to 3 numeric features and perhaps a nominal one: rarely a tree of one leaf."""
    m, d = draw(st.integers(4, 24)), draw(st.integers(1, 3))
    rows = draw(st.lists(st.tuples(*[st.integers(0, 6)] * d), min_size=m, max_size=m))
    features = [Feature(f"x{j}") for j in range(d)]
    if draw(st.booleans()):
        features.insert(draw(st.integers(0, d)), Feature("color", ("a", "b", "c")))
        place = features.index(Feature("color", ("a", "b", "c")))
        rows = [(*row[:place], draw(st.sampled_from("abc")), *row[place:]) for row in rows]
    return from_arrays(rows, draw(st.lists(st.integers(0, 2), min_size=m, max_size=m)), features, (0, 1, 2))


@st.composite
def slices(draw):
    """A trace, one or two free features, a row that holds the others, and how much of the tree is decided."""
    data = draw(tables())
    limits = {
        "max_depth": draw(st.sampled_from([None, None, 2])),
        "max_leaf_nodes": draw(st.sampled_from([None, None, 4])),
    }
    trace = grow(data, replace(ALGORITHMS[draw(st.sampled_from(list(ALGORITHMS)))], **limits))
    numeric = [j for j, f in enumerate(data.schema.features) if f.numeric]
    free = tuple(draw(st.permutations(numeric))[: draw(st.integers(1, min(2, len(numeric))))])
    row = [
        float(draw(st.sampled_from([0, 1, 2, 0, 1, 2, -1]) if f.values else st.integers(-1, 7)))
        for f in data.schema.features
    ]
    walk = steps(trace, draw(st.sampled_from(["depth_first", "breadth_first", "best_first"])))
    decided = walk[draw(st.integers(0, len(walk) - 1))].decided if draw(st.booleans()) else None
    return trace, free, row, decided


def inside(box, point):
    return all(lo <= x < hi for (lo, hi), x in zip(box, point, strict=True))


def places(trace, free):
    """Numbers that matter on an axis: thresholds themselves, between them, and far out."""
    at = trace.tree.at[np.isin(trace.tree.feature, free)]
    return st.sampled_from([*at.tolist(), *(at + 0.125).tolist(), *(at - 0.125).tolist(), -1e9, 0.0, 1e9])


@given(slices(), st.data())
def test_every_point_lies_in_one_box_and_it_is_the_box_of_its_leaf(found, data):
    trace, free, row, decided = found
    boxes = regions(trace.tree, free, row, decided)
    for _ in range(10):
        point = [data.draw(places(trace, free)) for _ in free]
        for j, x in zip(free, point, strict=True):
            row[j] = x
        hit = [region.node for region in boxes if inside(region.box, point)]
        line = trace.tree[int(trace.tree.apply([row])[0])].line()
        expected = next((i for i in line if decided is not None and i not in decided), line[-1])
        assert hit == [expected]


@given(slices())
def test_no_box_is_empty_and_each_has_its_nodes_examples(found):
    trace, free, row, decided = found
    for region in slice_nodes(trace.tree, free, row, decided):
        assert all(lo < hi for lo, hi in region.box)
        if region.cut:
            place, t = region.cut
            assert region.box[place][0] < t < region.box[place][1]
            assert free[place] == trace.tree.feature[region.node]
    boxes = regions(trace.tree, free, row, decided)
    owner = owners(trace.tree, trace.data.X, {region.node for region in boxes})
    for region in boxes:
        mine = np.flatnonzero(owner == region.node)
        # An inner node ends a slice only where the held value is one that the tree does not know.
        known = trace.tree[region.node].split is None or (decided is not None and region.node not in decided)
        if known:
            assert mine.tolist() == trace.tree[region.node].rows.tolist()
        for i in mine:
            assert inside(region.box, trace.data.X[i, list(free)])
    assert (owner >= 0).sum() == sum(int(trace.tree.n[r.node]) for r in boxes) or any(
        trace.tree[r.node].split is not None for r in boxes
    )


@given(slices())
def test_a_step_divides_one_box_and_leaves_the_others(found):
    trace, free, row, _ = found
    before = None
    for step in steps(trace, "breadth_first"):
        boxes = regions(trace.tree, free, row, step.decided)
        if before is not None:
            new = [r for r in boxes if (r.node, r.box) not in before]
            assert len(new) <= 2
            assert len(boxes) - len(before) in (0, 1)
            assert all(r.node == step.node.i or trace.tree.parent[r.node] == step.node.i for r in new)
        else:
            assert [r.node for r in boxes] == [0]
        before = {(r.node, r.box) for r in boxes}


@given(slices(), st.integers(-2, 8))
def test_a_threshold_outside_its_box_makes_no_empty_box(found, t):
    """No grown tree has one; a tree changed by hand may."""
    trace, free, row, decided = found
    at = np.where(trace.tree.kind == Kind.THRESHOLD, t, trace.tree.at)
    boxes = regions(replace(trace.tree, at=at), free, row, decided)
    assert all(lo < hi for region in boxes for lo, hi in region.box)


def test_the_four_boxes_of_the_nine_points():
    """facts.md section 9, partition_2d: leaf boxes."""
    tree = grow(load("partition_2d"), ALGORITHMS["CART"]).tree
    inf = np.inf
    assert {(r.box, tree[r.node].label) for r in regions(tree, (0, 1), (0, 0))} == {
        (((-inf, 2.5), (-inf, 5.0)), "A"),
        (((-inf, 2.5), (5.0, 7.0)), "B"),
        (((2.5, inf), (-inf, 7.0)), "B"),
        (((-inf, inf), (7.0, inf)), "A"),
    }


@pytest.mark.parametrize(
    ("free", "at"), [((), (0, 0)), ((0, 0), (0, 0)), ((0, 1, 0), (0, 0)), ((0,), (0,)), ((0, 1), (0, 0, 0))]
)
def test_what_is_no_slice_is_refused(free, at):
    tree = grow(load("partition_2d")).tree
    with pytest.raises(ValueError, match="give one"):
        regions(tree, free, at)


def test_a_nominal_feature_cannot_be_free():
    with pytest.raises(ValueError, match="numeric"):
        regions(grow(load("play_tennis")).tree, (0,), (0, 0, 0, 0))


def test_the_middle_is_the_lower_median_and_the_most_frequent_value():
    data = from_arrays([[4.0, "b"], [1.0, "b"], [2.0, "a"], [3.0, "c"]], [0, 0, 1, 1])
    assert middle(data) == (2.0, data.schema.features[1].values.index("b"))
