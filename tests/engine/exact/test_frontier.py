"""The best trees against all trees there are, against laws, and against the facts."""

import inspect
import sys
import tracemalloc
from dataclasses import replace
from functools import cache
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtlearn import CRITERIA, DataError, Dataset, Feature, GrowSettings, Schema, from_arrays, grow, load, truth_table
from dtlearn.bound.bound import binarised, penalty
from dtlearn.bound.prefix_code import encode
from dtlearn.exact import subcube_errors as dynamic_module
from dtlearn.exact import subcubes as subcubes_module
from dtlearn.exact.frontier import by_depth, effort, frontier, known, prunings, search
from dtlearn.exact.subcube_errors import Way, solve
from dtlearn.exact.subcubes import Coordinate, Subcubes
from dtlearn.growing.errors import columns, rows
from dtlearn.trees.sketch import plant
from dtlearn.trees.split import Kind, Split
from dtlearn.trees.tree import Stop


def yes_no(X, y, n_classes=2) -> Dataset:
    """A Dataset of 0/1 features."""
    X, y = np.asarray(X), np.asarray(y)
    features = tuple(Feature(f"x{j + 1}", ("0", "1")) for j in range(X.shape[1]))
    return Dataset(
        "made", Schema(features, tuple(map(str, range(n_classes)))), X.astype(np.float64), y.astype(np.int64)
    )


@st.composite
def binary(draw, most_features=5, most_rows=20, most_classes=3):
    d, m, K = (draw(st.integers(1, most)) for most in (most_features, most_rows, most_classes))
    row = st.lists(st.integers(0, 1), min_size=d, max_size=d)
    X = draw(st.lists(row, min_size=m, max_size=m))
    return yes_no(X, draw(st.lists(st.integers(0, K - 1), min_size=m, max_size=m)), K)


@pytest.fixture(params=[(729, 15, 2**18), (3, 15, 1), (9, 7, 40), (1, 0, 2**18)], ids=["lanes", "rows", "both", "none"])
def layout(request, monkeypatch):
    """How the grid is cut: all within a row, most or all across the rows, blocks of one row."""
    monkeypatch.setattr(subcubes_module, "LANES", request.param[0])
    monkeypatch.setattr(subcubes_module, "LANE_SETS", request.param[1])
    monkeypatch.setattr(dynamic_module, "BLOCK", request.param[2])


# --- against all trees ----------------------------------------------------------------------------------


@cache
def all_trees(d: int, depth: int, n_classes: int) -> dict[tuple[int, ...], int]:
    """Every function of d bits that a tree of so great a depth computes, as its 2^d values, and its fewest splits."""
    found = {(k,) * 2**d: 0 for k in range(n_classes)}
    if not d or not depth:
        return found
    cells = list(product((0, 1), repeat=d))
    parts = all_trees(d - 1, depth - 1, n_classes)
    for j in range(d):
        at = [(c[j], int("".join(map(str, c[:j] + c[j + 1 :])) or "0", 2)) for c in cells]
        for (f, a), (g, b) in product(parts.items(), repeat=2):
            whole = tuple((f, g)[side][i] for side, i in at)
            found[whole] = min(found.get(whole, a + b + 1), a + b + 1)
    return found


def tried(data: Dataset, depth: int) -> list[tuple[int, int]]:
    """(wrong, splits) of all trees of that depth."""
    d, K = len(data.schema.features), len(data.schema.classes)
    cost = np.zeros((2**d, K), int)
    for x, y in zip(data.X.astype(int), data.y, strict=True):
        cost[int("".join(map(str, x)), 2)] += np.arange(K) != y
    functions = all_trees(d, depth, K)
    wrong = cost[np.arange(2**d), np.array(list(functions))].sum(axis=1)
    return list(zip(wrong.tolist(), functions.values(), strict=True))


def assert_best(data: Dataset):
    d = len(data.schema.features)
    everything = tried(data, d)
    found = frontier(data, 2 ** (d + 1) + 1)
    for b, n in enumerate(found.n):
        least = min(wrong for wrong, splits in everything if splits <= b)
        fewest = min(splits for wrong, splits in everything if wrong == least)
        assert (found.n_wrong[b], found.used[b]) == (least, 2 * fewest + 1), n
    assert found.floor == min(wrong for wrong, _ in everything)
    for depth in range(d + 2):
        tree = by_depth(data, depth)
        assert (tree.n_wrong, (len(tree) - 1) // 2) == min(tried(data, depth))
        assert tree.depth.max() <= depth


@given(data=binary(most_features=3))
def test_no_tree_is_better(data):
    assert_best(data)


@given(
    data=binary(most_features=4, most_rows=40, most_classes=2), chosen=st.sampled_from([(3, 1), (9, 40), (1, 2**18)])
)
def test_no_tree_is_better_however_the_grid_is_cut(data, chosen):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(subcubes_module, "LANES", chosen[0])
        patch.setattr(dynamic_module, "BLOCK", chosen[1])
        assert_best(data)


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("d", [1, 2])
def test_every_labelling_of_few_bits(d, n_classes):
    X = list(product((0, 1), repeat=d))
    for y in product(range(n_classes), repeat=len(X)):
        assert_best(yes_no(X, y, n_classes))


def direct(data: Dataset, most_splits: int) -> list[int]:
    """The least errors from the definition: sets of examples, every feature, every division of the splits."""
    X, y = data.X, data.y

    @cache
    def least(b: int, inside: frozenset) -> int:
        index = np.array(sorted(inside), int)
        leaf = len(index) - np.bincount(y[index], minlength=1).max() if len(index) else 0
        if not b or not leaf:
            return int(leaf)
        best = least(b - 1, inside)
        for j in range(X.shape[1]):
            left = frozenset(index[X[index, j] == 0].tolist())
            if 0 < len(left) < len(inside):
                best = min(best, *(least(i, left) + least(b - 1 - i, inside - left) for i in range(b)))
        return best

    return [least(b, frozenset(range(len(y)))) for b in range(most_splits + 1)]


@pytest.mark.parametrize(("d", "m", "n_classes"), [(6, 60, 2), (8, 40, 3), (9, 30, 2), (12, 14, 4)])
def test_larger_ones_from_the_definition(d, m, n_classes, layout):
    rng = np.random.default_rng(d)
    data = yes_no(rng.integers(0, 2, (m, d)), rng.integers(0, n_classes, m), n_classes)
    found = frontier(data, 11)
    assert found.n_wrong.tolist() == direct(data, 5)
    assert [plant(data, words).n_wrong for words in found.sketches] == found.n_wrong.tolist()


@pytest.mark.parametrize("name", ["play_tennis", "contact_lenses", "titanic", "restaurant_wait", "four_class"])
def test_nominal_features_made_yes_or_no(name, layout):
    """One-hot columns share a coordinate."""
    data = binarised(load(name))
    few = rows(data, np.arange(len(data))[:: max(len(data) // 40, 1)])
    assert frontier(few, 9).n_wrong.tolist() == direct(few, 4)


# --- laws -----------------------------------------------------------------------------------------------


@given(binary())
def test_the_planted_trees_have_that_error_and_size(data):
    found = frontier(data, 15)
    assert found.n.tolist() == list(range(1, 16, 2))
    assert (np.diff(found.n_wrong) <= 0).all()
    for n in range(1, 17):
        tree, b = found.tree(n), (n - 1) // 2
        assert tree.n_wrong == found.n_wrong[b]
        assert len(tree) == found.used[b] <= n
        assert tree.n.min() > 0
        assert len(encode(found.sketch(n), data.schema)) == len(tree) + 1
    assert not found.n_wrong.flags.writeable


@given(binary(), st.randoms(use_true_random=False), st.sampled_from([2, 3, 40, 300, 10_000]))
def test_the_order_of_the_examples_does_not_matter_and_copies_of_them_scale(data, random, times):
    found, order = frontier(data, 9), list(range(len(data)))
    random.shuffle(order)
    assert frontier(rows(data, order), 9).sketches == found.sketches
    many = rows(data, np.tile(np.arange(len(data)), times))
    repeated = frontier(many, 9)
    assert repeated.sketches == found.sketches
    assert repeated.n_wrong.tolist() == (times * found.n_wrong).tolist()
    assert by_depth(many, 3).n_wrong == times * by_depth(data, 3).n_wrong
    assert [b.value for b in repeated.bounds()] == pytest.approx([b.value for b in found.bounds(times=times)])


@given(binary(), st.data())
def test_features_turned_around_copied_or_constant_change_nothing(data, draw):
    found = frontier(data, 9)
    turned = np.array(draw.draw(st.lists(st.booleans(), min_size=data.X.shape[1], max_size=data.X.shape[1])))
    other = frontier(replace(data, X=np.where(turned, 1 - data.X, data.X)), 9)
    assert (other.n_wrong.tolist(), other.used.tolist()) == (found.n_wrong.tolist(), found.used.tolist())
    X = np.concatenate([data.X, 1 - data.X, data.X, np.ones((len(data), 1))], axis=1)
    wide = frontier(yes_no(X, data.y, len(data.schema.classes)), 9)
    assert wide.sketches == found.sketches  # ties go to the lowest feature
    assert Subcubes(wide.data).n_subcubes == Subcubes(data).n_subcubes


@given(binary(), st.sampled_from(list(CRITERIA)), st.booleans())
def test_no_greedy_tree_and_none_of_its_prunings_is_better(data, criterion, stop):
    tree = grow(data, GrowSettings(criterion, stop_at_zero_gain=stop)).tree
    found, pruned, tried = frontier(data, 15), prunings(data, tree, 15), known(data, 15)
    assert (found.n_wrong <= pruned.n_wrong).all()
    assert (found.n_wrong <= tried.n_wrong).all()
    assert (
        tried.n_wrong <= prunings(data, grow(data, GrowSettings(criterion, stop_at_zero_gain=False)).tree).n_wrong
    ).all()
    assert not pruned.exact
    for series in (pruned, tried):
        assert [series.tree(n).n_wrong for n in series.n] == series.n_wrong.tolist()
        assert (series.used <= series.n).all()
    if len(tree) <= 15:
        assert pruned.n_wrong[-1] == tree.n_wrong
    assert by_depth(data, int(tree.depth.max())).n_wrong <= tree.n_wrong


@given(binary(most_features=3, most_classes=2))
def test_prunings_are_the_best_of_all_prunings(data):
    assert_best_prunings(data)


def assert_best_prunings(data):
    tree = grow(data, GrowSettings(stop_at_zero_gain=False)).tree

    def every(i):
        """(wrong, nodes) of all prunings of node i's subtree."""
        node = tree[i]
        leaf = [(sum(node.counts) - max(node.counts), 1)]
        if not node.children:
            return leaf
        left, right = (every(child.i) for child in node.children)
        return leaf + [(a + b, m + n + 1) for a, m in left for b, n in right]

    everything = every(0)
    found = prunings(data, tree, 15)
    for n, wrong, used in zip(found.n, found.n_wrong, found.used, strict=True):
        assert (wrong, used) == min(pair for pair in everything if pair[1] <= n)
        for node in found.tree(n):
            there = tree.stops[tree.find(node.path)]
            assert node.stop is (None if node.split else there or Stop.PRUNED)


@given(binary(most_features=4), st.sampled_from([0.01, 0.05, 0.5]), st.sampled_from([1, 3, 10, 100, 1000]))
def test_what_is_proved_of_the_minimiser_holds_for_all_sizes(data, delta, times):
    everything = frontier(data, 33)
    best = everything.minimiser(delta, times=times)
    assert best.proved
    for most in (1, 3, 5, 9):
        found = frontier(data, most)
        here = found.minimiser(delta, times=times)
        if here.proved:
            assert here == best
        else:
            further = frontier(data, found.enough(delta, times=times)).minimiser(delta, times=times)
            assert further == best
    assert not known(data).minimiser(delta, times=times).proved


def test_enough_counts_the_error_that_no_tree_avoids():
    """Three of ten examples can never be right, so fewer sizes are worth a search."""
    data = yes_no([[0]] * 5 + [[1]] * 5, [0, 0, 0, 1, 1, 1, 1, 1, 1, 0])
    found, times = frontier(data, 1), 10
    best = found.bounds(times=times)[0].value
    worth = [n for n in range(1, 20, 2) if 3 / 10 + penalty(n, 1, 100) < best]
    without = [n for n in range(1, 20, 2) if penalty(n, 1, 100) < best]
    assert found.enough(times=times) == max(worth) < max(without)


def test_prunings_of_a_tree_made_by_hand_keep_its_labels():
    """Its leaves may say what few of their examples are."""
    data = yes_no([[0], [0], [1], [1]], [0, 0, 1, 1])
    tree = plant(data, (Split(0, Kind.MULTIWAY), 1, 0))
    assert prunings(data, tree, 3).sketches == ((0,), (0,))


# --- the grid -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("v", range(2, 7))
def test_one_hot_columns_have_a_set_for_every_choice_of_values(v):
    X = np.eye(v)
    assert list(map(len, Subcubes(yes_no(X, np.arange(v) % 2)).coordinates)) == [2**v - 1]


@pytest.mark.parametrize("t", range(1, 8))
def test_thresholds_of_one_number_have_intervals(t):
    X = np.tri(t + 1, t, -1)
    assert list(map(len, Subcubes(yes_no(X, np.arange(t + 1) % 2)).coordinates)) == [(t + 1) * (t + 2) // 2]


def test_the_counts_are_those_of_the_examples(layout):
    data = binarised(load("contact_lenses"))
    space = Subcubes(data)
    errors = space.leaf_errors(np.arange(space.n_rows)).ravel()
    sets = np.unravel_index(np.arange(space.n_subcubes), [len(c) for c in space.coordinates])
    for s in range(0, space.n_subcubes, 7):
        inside = np.ones(len(space.counts), bool)
        for at, coordinate in zip(sets, space.coordinates, strict=True):
            inside &= [coordinate.sets[at[s]] >> p & 1 == 1 for p in coordinate.pattern.tolist()]
        counts = space.counts[inside].sum(axis=0)
        assert errors[s] == counts.sum() - counts.max()


def test_a_set_falls_apart_into_smaller_ones():
    coordinate: Coordinate = max(Subcubes(binarised(load("restaurant_wait"))).coordinates, key=len)
    assert coordinate.tests
    for s, left, right in coordinate.tests:
        assert coordinate.sets[left] | coordinate.sets[right] == coordinate.sets[s]
        assert not coordinate.sets[left] & coordinate.sets[right]
        assert max(left, right) < s
    assert len({(s, *sorted(parts)) for s, *parts in coordinate.tests}) == len(coordinate.tests)


# --- facts ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", range(1, 6))
def test_functions_whose_smallest_trees_are_known(n):
    """OR needs n + 1 leaves, parity 2^n (facts.md 5; Ch8)."""
    for function, leaves in (("or", n + 1), ("and", n + 1), ("parity", 2**n)):
        found = frontier(truth_table(function, n), 2 * leaves + 1)
        assert found.n_wrong[leaves - 1] == 0
        assert found.n_wrong[leaves - 2] > 0
    assert frontier(truth_table("or", n), 2 * n - 1).n_wrong.tolist() == [1] * n


# --- search in parts ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "parts", [lambda data: search(data, 15), lambda data: solve(Subcubes(data), Way(5, 16, toll=1))], ids=["n", "depth"]
)
def test_a_search_says_how_far_it_is_and_can_be_dropped(parts, monkeypatch):
    monkeypatch.setattr(dynamic_module, "BLOCK", 2**12)
    data = truth_table("majority", 10)
    shares = list(parts(data))
    assert len(shares) > 20
    assert shares == sorted(set(shares))
    assert shares[-1] == 1
    dropped = parts(data)
    next(dropped)
    dropped.close()


# --- what is refused ------------------------------------------------------------------------------------


@pytest.mark.parametrize("d", [18, 400])
def test_too_many_features_are_refused_before_they_are_searched(d):
    rng = np.random.default_rng(0)
    data = yes_no(rng.integers(0, 2, (3000, d)), rng.integers(0, 2, 3000))
    cost = effort(data)
    assert "choose fewer features" in cost.refusal
    for begin in (lambda: next(search(data)), lambda: by_depth(data, 5)):
        with pytest.raises(DataError, match=f"over these {d} features take too long"):
            begin()
    assert effort(columns(data, range(8))).refusal == ""
    greedy = known(rows(data, range(300)), 7)
    assert [greedy.tree(n).n_wrong for n in greedy.n] == greedy.n_wrong.tolist()


def test_too_large_searches_are_refused():
    data = truth_table("parity", 12)
    assert effort(data, 15).refusal == ""
    assert effort(data, 1001).bytes > dynamic_module.MOST_BYTES
    assert effort(data, 1001).refusal.endswith("or smaller trees.")
    long = effort(truth_table("parity", 11), 1401)
    assert long.bytes < dynamic_module.MOST_BYTES
    assert long.seconds > dynamic_module.MOST_SECONDS
    assert long.refusal.endswith("or smaller trees.")
    data = truth_table("or", 2)
    with pytest.raises(DataError, match="no examples"):
        frontier(replace(data, X=data.X[:0], y=data.y[:0]))
    with pytest.raises(DataError, match="neither value"):
        frontier(replace(data, X=np.where(data.X == 0, -1, data.X)))
    with pytest.raises(DataError, match="fewest training errors"):
        known(load("regression_1d"))
    with pytest.raises(DataError, match="'Outlook' has not two values"):
        frontier(load("play_tennis"))
    with pytest.raises(DataError, match="make the features yes/no first"):
        effort(load("iris"))
    with pytest.raises(DataError, match="choose a data set with classes"):
        by_depth(from_arrays([["a"], ["b"]], [1.5, 2.5], regression=True), 1)
    with pytest.raises(DataError, match="has not two values"):
        known(load("play_tennis"))
    with pytest.raises(DataError, match="has not two values"):
        prunings(load("play_tennis"), grow(load("play_tennis")).tree)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda data: frontier(data, 0), "most_nodes is 0: choose 1 or more."),
        (lambda data: by_depth(data, -1), "depth is -1: choose 0 or more."),
        (lambda data: frontier(data, 3).sketch(0), "The search went from 1 to 3 nodes, not to 0."),
        (lambda data: frontier(data, 3).tree(5), "The search went from 1 to 3 nodes, not to 5."),
        (lambda data: frontier(data, 3).minimiser(delta=2), "delta is 2: choose a number between 0 and 1."),
    ],
)
def test_one_clear_sentence(call, sentence):
    with pytest.raises(ValueError, match=sentence):
        call(load("xor"))


@pytest.mark.parametrize(("d", "nodes"), [(9, 15), (12, 15), (12, 31)])
def test_the_memory_of_a_search_is_known_before(d, nodes):
    """Within a factor of 3 where it matters, and never above it by more than a tenth."""
    rng = np.random.default_rng(0)
    X = rng.integers(0, 2, (2000, d))
    data = yes_no(X, X[:, 0] ^ (rng.random(2000) < 0.2))
    said = effort(data, nodes).bytes
    tracemalloc.start()
    frontier(data, nodes)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1.1 * said + 2**20
    assert said < 3 * peak + 8 * 2**20


def test_a_search_that_would_take_too_much_memory_says_so(monkeypatch):
    monkeypatch.setattr(dynamic_module, "MOST_BYTES", 2**16)
    assert effort(truth_table("parity", 8)).refusal == (
        "The best trees over these 8 features take too much memory to find: choose fewer features, or smaller trees."
    )


@pytest.mark.parametrize("depth", [6, 62, 70, 126])
def test_a_depth_beyond_all_need(depth):
    some = truth_table("majority", 5)
    idle = [Feature(f"idle{j}", ("0", "1")) for j in range(90)]
    X = np.concatenate([some.X, np.zeros((32, 90))], axis=1)
    data = replace(some, schema=Schema((*some.schema.features, *idle), some.schema.classes), X=X)
    best = by_depth(data, depth)
    assert (best.n_wrong, len(best)) == (0, len(by_depth(some, 6)))


def test_the_prunings_of_a_deep_tree():
    """A chain of 200 questions, each of which parts one example from the rest, and room for half as many calls."""
    chain = 200
    y = np.arange(chain) % 2
    data = from_arrays(np.eye(chain, dtype=int), y, [Feature(f"x{j}", ("0", "1")) for j in range(chain)], ("0", "1"))
    tree = plant(data, [*(Split(j, Kind.MULTIWAY) for j in range(chain)), 0, *y[::-1].tolist()])
    most = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack(0)) + chain // 2)
    try:
        found = prunings(data, tree, len(tree))
    finally:
        sys.setrecursionlimit(most)
    assert (len(found.sketches[0]), found.n_wrong[0], found.n_wrong[-1]) == (1, chain // 2, 0)
    assert found.used[-1] > chain - 100
