"""The record: what is kept, what is computed anew, and that nobody can tell the difference."""

import gc
import pickle
import sys
import tracemalloc
import weakref
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from sklearn.datasets import load_breast_cancer, load_digits

from dtlearn import ALGORITHMS, CRITERIA, Feature, GrowSettings, from_arrays, grow, load, names
from dtlearn.splitting import search
from dtlearn.splitting.nominal import NOMINAL
from tests.support.growths import growths
from tests.support.strategies import datasets, grow_settings

ARRAYS = (
    "feature",
    "kind",
    "at",
    "gain",
    "split_info",
    "score",
    "admissible",
    "best",
    "branch_offset",
    "branch_counts",
    "ordered",
    "branch_values",
)
decimals = st.floats(-1e6, 1e6, allow_nan=False).map(lambda v: round(v, 3))


def same(one, other):
    """Two nodes' candidates to the bit."""
    pairs = [(getattr(one, name), getattr(other, name)) for name in ARRAYS]
    return all(a is b is None or (a.dtype == b.dtype and a.tobytes() == b.tobytes()) for a, b in pairs)


def assert_replayed(data, settings):
    full, none = grow(data, settings), grow(data, settings, keep=0)
    assert not any(level.size for level in none.candidates.kept if level)
    for node in full.tree:
        assert same(full.candidates[node.i], full.candidates.build(node.i, replay=True))
        assert same(full.candidates[node.i], none.candidates[node.i])


@given(datasets(), grow_settings())
def test_candidates_are_the_same_from_the_record_and_anew(data, settings):
    assert_replayed(data, settings)


@given(datasets(numbers=decimals, kinds=("numeric",), max_rows=60), grow_settings())
def test_on_numbers_that_hardly_repeat_too(data, settings):
    assert_replayed(data, settings)


@given(datasets(regression=True, numbers=decimals), st.sampled_from(NOMINAL))
def test_in_regression_too(data, nominal):
    assert_replayed(data, GrowSettings("mse", nominal, reuse=True))


@example([0.0, 5e-187])
@example([0.0, 5e-324, 1e150])
@given(st.lists(st.floats(-1e12, 1e12), min_size=2, max_size=30))
def test_in_regression_on_any_numbers(y):
    data = from_arrays([[float(i)] for i in range(len(y))], y, regression=True)
    assert_replayed(data, GrowSettings("mse", reuse=True, stop_at_zero_gain=False))


@pytest.mark.parametrize("seed", range(5))
def test_in_regression_on_several_columns_of_full_precision(seed):
    rng = np.random.default_rng(seed)
    data = from_arrays(rng.normal(size=(60, 3)), rng.normal(size=60) * 1e-3 + 1e4, regression=True)
    assert_replayed(data, GrowSettings("mse", reuse=True))


@pytest.mark.parametrize("criterion", ["info_gain", "mse"])
def test_several_visitors_read_one_record(criterion):
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(400, 4)), rng.integers(0, 3, 400)
    data = from_arrays(X, y.astype(float), regression=True) if criterion == "mse" else from_arrays(X, y)
    trace = grow(data, GrowSettings(criterion, reuse=True), keep=0)
    expected = [trace.candidates.build(node) for node in range(len(trace.tree))]

    def read(start):
        return all(same(expected[n], trace.candidates.build(n)) for n in range(start, len(trace.tree), 4))

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            assert all(pool.map(read, range(4)))
    finally:
        sys.setswitchinterval(before)


def test_a_dropped_growth_is_freed_at_once():
    gc.disable()
    try:
        trace = grow(load("wine"))
        assert len(trace.candidates[0]) > 0
        gone = weakref.ref(trace.candidates)
        del trace
        assert gone() is None
    finally:
        gc.enable()


@pytest.mark.parametrize("node", [-1, 10**6, 1.5, "root"])
def test_a_node_that_is_not_there_has_no_candidates_to_give(node):
    with pytest.raises((IndexError, TypeError, KeyError)):
        grow(load("play_tennis")).candidates[node]


def test_a_path_is_a_node_too():
    trace = grow(load("play_tennis"))
    assert trace.candidates[0, 1] is trace.candidates[trace.tree.find((0, 1))]


@pytest.mark.parametrize("name", names())
def test_on_the_collection(name):
    assert_replayed(load(name), replace(ALGORITHMS["CART"], criterion="gain_ratio"))


@cache
def wide(name):
    rng = np.random.default_rng(0)
    made = rng.integers(0, 10, (300, 3)).astype(str), rng.integers(0, 2, 300)
    readers = {"breast_cancer": load_breast_cancer, "digits": load_digits}
    return (
        load(name) if name == "titanic" else from_arrays(*(readers[name](return_X_y=True) if name in readers else made))
    )


@pytest.mark.parametrize(("nominal", "criterion"), [*zip(NOMINAL, CRITERIA, strict=False)])
@pytest.mark.parametrize("name", ["breast_cancer", "digits", "titanic", "ten_values"])
def test_a_candidate_takes_at_most_24_bytes(nominal, name, criterion):
    data = wide(name)
    record = grow(data, replace(ALGORITHMS["CART"], criterion=criterion, nominal=nominal, max_depth=8)).candidates
    assert 0 < record.nbytes <= 24 * len(record)


@given(st.integers(0, 4000))
def test_the_budget_is_kept_level_by_level(keep):
    data = load("wine")
    record = grow(data, ALGORITHMS["CART"], keep=keep).candidates
    sizes = [level and level.size for level in record.kept]
    assert sum(filter(None, sizes)) <= keep
    # What does not fit ends the record: the levels above it, whose nodes are the largest, are on it.
    assert None not in sizes[: sum(size is not None for size in sizes)]


def test_a_trace_survives_pickling():
    trace = grow(load("play_tennis"))
    copy = pickle.loads(pickle.dumps(trace))
    assert repr(copy) == repr(trace)
    assert all(same(copy.candidates[i], trace.candidates[i]) for i in range(len(trace.tree)))


# --- the limits that cut ---------------------------------------------------------------------------------


@given(datasets(), grow_settings(limits=False, nominal="ordered"), st.integers(0, 6))
def test_in_a_binary_tree_splits_leaves_and_nodes_are_one_limit(data, settings, k):
    two = [f for f in data.schema.features if len(f.values) != 1]
    if len(two) == len(data.schema.features):
        limits = ({"max_splits": k}, {"max_leaf_nodes": k + 1}, {"max_nodes": 2 * k + 1})
        assert len({repr(grow(data, replace(settings, **limit))) for limit in limits}) == 1


@given(datasets(), grow_settings(limits=False), st.sampled_from([0.01, 0.1, 0.3, 1.0]))
def test_no_split_scores_less_than_the_least_gain(data, settings, least):
    whole, trace = grow(data, settings), grow(data, replace(settings, min_gain=least))
    for node in trace.tree:
        chosen = trace.candidates[node.i].chosen
        if node.split:
            assert trace.candidates[node.i].score[chosen] >= least
        elif node.stop.name == "SMALL_GAIN":
            assert trace.candidates[node.i].score[chosen] < least
            assert whole.tree[whole.tree.find(node.path)].split or settings.stop_at_zero_gain


@pytest.mark.parametrize(
    "bad",
    [
        {"min_gain": -0.1},
        {"min_gain": float("nan")},
        {"max_nodes": 0},
        {"max_splits": -1},
        {"min_gain": None},
        {"min_samples_leaf": None},
        {"min_samples_split": "two"},
        {"max_depth": "deep"},
    ],
)
def test_limits_that_mean_nothing_are_refused(bad):
    with pytest.raises(ValueError, match=f"{next(iter(bad))} is .*: choose"):
        GrowSettings(**bad)


@pytest.mark.parametrize(("name", "criterion"), [("iris", "mse"), ("regression_1d", "gini_gain")])
def test_a_criterion_that_does_not_fit_the_target_is_refused(name, criterion):
    with pytest.raises(ValueError, match="choose the criterion"):
        grow(load(name), GrowSettings(criterion))


def test_what_cannot_be_grown_is_refused_by_name():
    X = [[f"v{i}"] for i in range(12)]
    with pytest.raises(ValueError, match="Column 'x1' has 12 values: subsets of them are tried up to 10"):
        grow(from_arrays(X, [i % 3 for i in range(12)]), GrowSettings(nominal="subset"))
    assert grow(from_arrays(X, [i % 2 for i in range(12)]), GrowSettings(nominal="subset")).tree.n_leaves == 2
    X = [[f"v{i}", str(i % 2)] for i in range(1001)]
    with pytest.raises(ValueError, match="Column 'x1' has 1001 values: a nominal feature may have up to 1000"):
        grow(from_arrays(X, [i % 2 for i in range(1001)]))
    with pytest.raises(ValueError, match="holds numbers beyond 1e\\+150: give it in larger units"):
        grow(from_arrays([[1.0], [2.0]], [0.0, 1e200], regression=True), GrowSettings("mse"))


@pytest.mark.parametrize("unit", [1e-12, 1e-8, 1e-3, 1.0, 1e6, 1e100])
@pytest.mark.parametrize("limit", [{}, {"max_nodes": 5}, {"max_depth": 2}])
def test_the_units_of_the_target_change_no_tree(unit, limit):
    y = np.array([0, 1, 2, 3, 7, 7, 8, 20, 21, 40.0])
    settings = GrowSettings("mse", reuse=True, **limit)
    one, other = (grow(from_arrays(np.arange(10.0)[:, None], y * u, regression=True), settings) for u in (1.0, unit))
    assert other.tree.at.tolist() == pytest.approx(one.tree.at.tolist(), nan_ok=True)
    assert other.tree.value.tolist() == pytest.approx((one.tree.value * unit).tolist(), abs=1e-9 * unit)
    assert other.tree.mse.tolist() == pytest.approx((one.tree.mse * unit**2).tolist(), rel=1e-6, abs=1e-9 * unit**2)


@pytest.mark.parametrize("offset", [0.0, -1e3, 1e6])
def test_a_small_spread_far_out_is_not_lost(offset):
    y = np.array([0, 0.1, 0.2, 0.3] * 3 + [1e6, 1e6 + 0.1, 1e6 + 0.2, 1e6 + 0.3] * 3) + offset
    trace = grow(
        from_arrays(np.arange(24.0)[:, None], y, regression=True), GrowSettings("mse", reuse=True, max_depth=1)
    )
    assert trace.tree.mse[1:].tolist() == pytest.approx([0.0125, 0.0125], rel=1e-6)
    assert trace.tree.value[1:].tolist() == pytest.approx([0.15 + offset, 1e6 + 0.15 + offset])


def test_an_empty_branch_repeats_the_mean_of_its_parent():
    X, y = [["a"], ["a"], ["b"], ["b"]], [0.0, 1.0, 6.0, 8.0]
    data = from_arrays(X, y, [Feature("x", ("a", "b", "c"))], regression=True)
    found = grow(data, GrowSettings("mse")).candidates[0]
    assert found.branch_values[:, 0].tolist() == [0.5, 7.0, 3.75]


@pytest.mark.parametrize("k", [257, 300])
@pytest.mark.parametrize("criterion", ["info_gain", "gini_gain"])
def test_more_classes_and_branches_than_a_byte_can_count(k, criterion):
    y = np.arange(2 * k) % k
    tree = grow(from_arrays(np.arange(2.0 * k)[:, None], y), GrowSettings(criterion, reuse=True)).tree
    assert tree.n_wrong == 0
    X = [[f"v{i % k}", float(i)] for i in range(2 * k)]
    wide = grow(from_arrays(X, y), GrowSettings(criterion, max_depth=1)).tree
    leaves = wide.apply(from_arrays(X, y).X)
    assert np.bincount(leaves, minlength=len(wide)).tolist() == [0, *wide.n[1:].tolist()]


@given(growths(), st.sampled_from([None, 1, 2]))
def test_a_tie_is_known_from_the_growth(trace, k):
    """Among drawn features too."""
    trace = grow(trace.data, replace(trace.settings, max_features=k))
    for node in trace.tree:
        if node.split:
            assert trace.candidates.tied(node.i) == (np.count_nonzero(trace.candidates[node.i].best) > 1)


def test_progress_is_told_once_a_level_and_can_end_the_growth():
    data, told = load("iris"), []
    trace = grow(data, ALGORITHMS["CART"], progress=told.append)
    assert len(told) == trace.tree.depth.max()
    assert told[0] == 0
    assert told == sorted(told)
    assert told[-1] < 1

    def stop(share):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        grow(data, ALGORITHMS["CART"], progress=stop)


@given(datasets(), grow_settings(), st.sampled_from(NOMINAL))
def test_nodes_looked_at_one_by_one_give_the_same_bits(data, settings, nominal):
    settings = replace(settings, nominal=nominal)
    whole = grow(data, settings)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search, "TABLES", 1)
        apart = grow(data, settings)
    assert len(whole.tree) == len(apart.tree)
    for node in whole.tree:
        assert repr(node) == repr(apart.tree[node.i])
        assert same(whole.candidates[node.i], apart.candidates[node.i])
        assert whole.candidates.tied(node.i) == apart.candidates.tied(node.i)


def test_a_growth_of_many_values_and_classes_fits_the_memory():
    rng = np.random.default_rng(0)
    features = [Feature(f"x{j}", tuple(map(str, range(100)))) for j in range(40)]
    data = from_arrays(
        rng.integers(0, 100, (500, 40)), rng.integers(0, 100, 500), features, tuple(map(str, range(100)))
    )
    tracemalloc.start()
    grow(data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 64 * 2**20  # the tables of all nodes at once: 600 MiB
