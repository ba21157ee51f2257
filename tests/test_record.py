"""The record: what is kept, what is computed anew, and that nobody can tell the difference."""

import pickle
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.datasets import load_breast_cancer, load_digits

from dtlearn import ALGORITHMS, CRITERIA, GrowSettings, from_arrays, grow, load, names
from dtlearn.nominal import NOMINAL
from dtlearn.split import Kind
from tests.strategies import datasets, grow_settings

ARRAYS = (
    "feature", "kind", "at", "gain", "split_info", "score", "admissible", "best", "branch_offset", "branch_counts",
    "branch_values",
)  # fmt: skip
decimals = st.floats(-1e6, 1e6, allow_nan=False).map(lambda v: round(v, 3))


def same(one, other):
    """Two nodes' candidates to the bit."""
    pairs = [(getattr(one, name), getattr(other, name)) for name in ARRAYS]
    return all(a is b is None or (a.dtype == b.dtype and a.tobytes() == b.tobytes()) for a, b in pairs)


def assert_replayed(data, settings):
    full, none = grow(data, settings), grow(data, settings, keep=0)
    assert none.candidates.nbytes == 0
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


@given(st.lists(st.floats(-1e12, 1e12), min_size=2, max_size=30))
def test_in_regression_on_any_numbers(y):
    data = from_arrays([[float(i)] for i in range(len(y))], y, regression=True)
    assert_replayed(data, GrowSettings("mse", reuse=True, stop_at_zero_gain=False))


@pytest.mark.parametrize("name", names())
def test_on_the_collection(name):
    assert_replayed(load(name), replace(ALGORITHMS["CART"], criterion="gain_ratio"))


@pytest.mark.parametrize("reader", [load_breast_cancer, load_digits])
@pytest.mark.parametrize("criterion", CRITERIA)
def test_a_candidate_takes_at_most_24_bytes(reader, criterion):
    record = grow(from_arrays(*reader(return_X_y=True)), replace(ALGORITHMS["CART"], criterion=criterion)).candidates
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


@given(datasets(), grow_settings(limits=False), st.integers(1, 9))
def test_most_nodes_and_most_splits_are_kept(data, settings, k):
    nodes = grow(data, replace(settings, max_nodes=k)).tree
    splits = grow(data, replace(settings, max_splits=k)).tree
    assert len(nodes) <= k
    assert (splits.kind != Kind.NONE).sum() <= k


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


@pytest.mark.parametrize("bad", [{"min_gain": -0.1}, {"min_gain": float("nan")}, {"max_nodes": 0}, {"max_splits": -1}])
def test_limits_that_mean_nothing_are_refused(bad):
    with pytest.raises(ValueError, match=f"{next(iter(bad))} is .*: choose"):
        GrowSettings(**bad)


@pytest.mark.parametrize(("name", "criterion"), [("iris", "mse"), ("regression_1d", "gini_gain")])
def test_a_criterion_that_does_not_fit_the_target_is_refused(name, criterion):
    with pytest.raises(ValueError, match="choose the criterion"):
        grow(load(name), GrowSettings(criterion))


def test_subsets_of_too_many_values_are_refused_by_name():
    X = [[f"v{i}"] for i in range(12)]
    with pytest.raises(ValueError, match="Column 'x1' has 12 values: subsets of them are tried up to 10"):
        grow(from_arrays(X, [i % 3 for i in range(12)]), GrowSettings(nominal="subset"))
    assert grow(from_arrays(X, [i % 2 for i in range(12)]), GrowSettings(nominal="subset")).tree.n_leaves == 2


def test_regression_predicts_the_means_of_the_facts():
    trace = grow(load("regression_1d"), GrowSettings("mse", reuse=True, max_depth=1))
    # facts.md section 9: the best threshold is 3.5, the means 5/3 and 20/3, the training MSE 8/9.
    assert trace.predict([["1"], ["6"]]).tolist() == [5 / 3, 20 / 3]
    assert trace.tree.train_error == pytest.approx(8 / 9)
    expected = [361 / 180, 361 / 72, 25 / 4, 289 / 72, 529 / 180]
    assert trace.candidates[0].gain.tolist() == pytest.approx(expected, abs=1e-15)
    assert trace.candidates[0].at.tolist() == [1.5, 2.5, 3.5, 4.5, 5.5]
