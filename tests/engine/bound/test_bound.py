"""The bound (18.1) and its code: every number of the facts, and the laws of a prefix-free code."""

from fractions import Fraction
from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtlearn import ALGORITHMS, DataError, Feature, GrowSettings, from_arrays, grow, load, truth_table
from dtlearn.bound.bound import LOGS, Bound, Standing, binarised, bound_of, penalty, questions, standing
from dtlearn.data.dataset import Schema
from dtlearn.trees.sketch import plant
from dtlearn.trees.split import Kind, Split
from tests.support.facts import facts
from tests.support.strategies import datasets


@pytest.mark.parametrize("row", facts()["mdl"]["bound_table"], ids=lambda r: f"n{r['n']}-d{r['d']}-m{r['m']}")
def test_the_facts_table_of_bounds(row):
    error = Fraction(row["L_S"]) * row["m"]
    asked = (int(error), row["m"], row["n"], row["d"], float(Fraction(row["delta"])))
    assert error.denominator == 1
    mixed = Bound(*asked)
    assert mixed.length == pytest.approx(row["bits"], abs=1e-11)
    assert mixed.value == pytest.approx(row["bound"], abs=1e-12)
    assert mixed.vacuous is row["vacuous"]
    assert Bound(*asked, logs="ln").value == pytest.approx(row["bound_all_natural_log"], abs=1e-12)
    assert Bound(*asked, logs="log2").value == pytest.approx(row["bound_all_log2"], abs=1e-12)


def tennis():
    return binarised(load("play_tennis"))


def test_one_hot_play_tennis_has_ten_named_questions():
    data, raw = tennis(), load("play_tennis")
    names = [f.name for f in data.schema.features]
    assert names[:3] == ["Outlook=Sunny", "Outlook=Overcast", "Outlook=Rain"]
    assert len(names) == facts()["mdl"]["binarised_playtennis"]["d"] == 10
    for i, name in enumerate(names):
        feature, _, value = name.partition("=")
        j = [f.name for f in raw.schema.features].index(feature)
        assert [x == 1 for x in data.X[:, i]] == [raw.value(row, j) == value for row in range(14)]


def stump(question):
    names = [f.name for f in tennis().schema.features]
    return plant(tennis(), (Split(names.index(question), Kind.MULTIWAY), 0, 1))


def majority_stump(question):
    tree = stump(question)
    labels = [int(np.argmax(tree.counts[i])) for i in (1, 2)]
    return plant(tennis(), (Split(int(tree.feature[0]), Kind.MULTIWAY), *labels))


@pytest.mark.parametrize("row", facts()["mdl"]["binarised_playtennis"]["rows"], ids=lambda r: r["tree"][:20])
def test_the_bounds_of_one_hot_play_tennis(row):
    trees = {
        1: plant(tennis(), (1,)),
        3: majority_stump(row["tree"].removesuffix(" stump")) if row["n"] == 3 else None,
        9: grow(tennis(), GrowSettings("train_error_gain", stop_at_zero_gain=False)).tree,
        13: grow(tennis(), GrowSettings("info_gain", stop_at_zero_gain=False)).tree,
    }
    found = bound_of(trees[row["n"]])
    assert (found.n, str(found.error)) == (row["n"], row["L_S"])
    assert found.value == pytest.approx(row["bound"], abs=1e-12)


@given(st.integers(0, 60), st.integers(1, 20), st.integers(1, 500), st.floats(1e-6, 0.999), st.sampled_from(list(LOGS)))
def test_the_bound_grows_with_the_tree_and_shrinks_with_the_data(leaves, d, m, delta, logs):
    n = 2 * leaves + 1
    here = Bound(0, m, n, d, delta, logs=logs)
    assert Bound(0, m, n + 2, d, delta, logs=logs).value > here.value > Bound(0, 2 * m, n, d, delta, logs=logs).value
    assert (
        Bound(0, m, n, d + 1, delta, logs=logs).value
        > here.value
        > Bound(0, m, n, d, min(2 * delta, 0.9999), logs=logs).value
    )
    assert here.penalty**2 * 2 * m == pytest.approx(here.length + here.confidence)
    assert here.symbols == d + 3


@given(st.integers(0, 30), st.integers(1, 20), st.integers(1, 500), st.floats(1e-6, 0.999))
def test_the_notes_mixture_lies_between_the_two_pure_forms(leaves, d, m, delta):
    ln, mixed, log2_ = (penalty(2 * leaves + 1, d, m, delta, logs=logs) for logs in ("ln", "mixed", "log2"))
    assert ln < mixed < log2_
    assert log2_ == pytest.approx(ln / log(2) ** 0.5)


def test_delta_and_logarithms_are_checked():
    for delta in (0, 1, -1, 2):
        with pytest.raises(ValueError, match="choose a number between 0 and 1"):
            penalty(1, 1, 1, delta)
    with pytest.raises(ValueError, match="mixed, ln, log2"):
        penalty(1, 1, 1, 0.1, logs="log10")
    number = from_arrays([[0.0], [1.0]], [1.0, 2.0], regression=True)
    with pytest.raises(ValueError, match="errors of classes"):
        bound_of(grow(number, GrowSettings("mse")).tree)


def test_what_the_bound_is_worth():
    assert standing(truth_table("or", 3).schema)[0] is Standing.THEOREM
    assert standing(tennis().schema)[0] is Standing.THEOREM
    assert standing(load("play_tennis").schema)[0] is Standing.GENERAL
    assert standing(load("iris").schema)[0] is Standing.ILLUSTRATION
    three = Schema((Feature("a", ("0", "1")),), ("a", "b", "c"))
    assert standing(three)[0] is Standing.GENERAL
    raw = load("iris")
    made = binarised(raw, thresholds=True)
    assert standing(raw.schema, asked=made.schema)[0] is Standing.ILLUSTRATION
    assert standing(load("play_tennis").schema, asked=tennis().schema)[0] is Standing.THEOREM
    assert "10 yes/no questions" in standing(load("play_tennis").schema, asked=tennis().schema)[1]
    schema = from_arrays([[0.0], [1.0]], [1.0, 2.0], regression=True).schema
    for ask in (standing, questions):
        with pytest.raises(ValueError, match="errors of classes"):
            ask(schema)


@given(datasets(kinds=("nominal",)))
def test_one_hot_keeps_every_example_apart(data):
    made = binarised(data)
    wide = sum(1 if f.values == ("0", "1") else len(f.values) for f in data.schema.features)
    assert made.X.shape == (len(data), wide)
    assert made.y.tolist() == data.y.tolist()
    assert set(np.unique(made.X)) <= {0.0, 1.0}
    distinct = [len({tuple(row) for row in X}) for X in (data.X, made.X)]
    assert distinct[0] == distinct[1]


@given(datasets(kinds=("numeric",), max_rows=8))
def test_thresholds_as_questions_divide_as_numbers_do(data):
    if all(len(set(column)) == 1 for column in data.X.T):
        with pytest.raises(DataError, match="nothing to ask"):
            binarised(data, thresholds=True)
        return
    made = binarised(data, thresholds=True)
    assert grow(made, ALGORITHMS["CART"]).tree.n_wrong == grow(data, ALGORITHMS["CART"]).tree.n_wrong
    assert len(made.schema.features) == sum(len(set(column)) - 1 for column in data.X.T)


def test_a_tree_that_asks_about_values_has_more_questions_than_features():
    trace = grow(load("play_tennis"), ALGORITHMS["CART"])
    with pytest.raises(ValueError, match="asks about single values"):
        bound_of(trace.tree)
    assert bound_of(trace.tree, nominal="one_vs_rest").d == 8
    assert questions(load("play_tennis").schema, "ordered") == 2 + 2 + 1 + 1
    assert questions(load("play_tennis").schema, "subset") == 3 + 3 + 1 + 1
    assert standing(load("play_tennis").schema, "one_vs_rest")[0] is Standing.THEOREM
    assert "8 yes/no questions" in standing(load("play_tennis").schema, "one_vs_rest")[1]


@given(datasets(kinds=("nominal",)))
def test_as_many_questions_as_candidates_at_most(data):
    for nominal in ("multiway", "one_vs_rest", "ordered", "subset"):
        trace = grow(data, GrowSettings(nominal=nominal, reuse=True))
        assert len(trace.candidates[0]) <= questions(data.schema, nominal)


def test_numbers_make_questions_where_they_are_asked_to_and_names_that_clash_are_told_apart():
    made = binarised(from_arrays([[1e308], [1.5e308], [1.7e308]], ["a", "b", "a"]), thresholds=True)
    assert made.X.tolist() == [[1, 1], [0, 1], [0, 0]]
    near = [1.0, np.nextafter(1.0, 2), np.nextafter(np.nextafter(1.0, 2), 2)]
    made = binarised(from_arrays([[x] for x in near], ["a", "b", "a"]), thresholds=True)
    assert len({f.name for f in made.schema.features}) == 2
    clash = from_arrays(
        [["b=c", "c"], ["d", "e"]], ["0", "1"], [Feature("a", ("b=c", "d")), Feature("a=b", ("c", "e"))]
    )
    assert [f.name for f in binarised(clash).schema.features] == ["a=b=c", "a=d", "a=b=c (2)", "a=b=e"]
    one, next_ = 1.0, float(np.nextafter(1.0, 2.0))
    made = binarised(from_arrays([[one], [next_]], ["a", "b"]), thresholds=True)
    assert made.X.ravel().tolist() == [1, 0]
    with pytest.raises(DataError, match="numeric"):
        binarised(load("iris"))


@pytest.mark.parametrize("name", ["or", "play_tennis"])
def test_one_feature_with_thresholds_is_enough_for_an_illustration(name):
    schema = load(name).schema
    assert standing(schema)[0] is not Standing.ILLUSTRATION
    assert standing(Schema((*schema.features, Feature("x")), schema.classes))[0] is Standing.ILLUSTRATION
