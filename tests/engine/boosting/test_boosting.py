"""Boosting against a slow textbook in exact numbers, against scikit-learn, and against its laws."""

import tracemalloc
from dataclasses import FrozenInstanceError, replace
from fractions import Fraction
from itertools import product
from math import exp, log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.ensemble import AdaBoostClassifier, GradientBoostingRegressor
from sklearn.tree import DecisionTreeClassifier

from dtlearn import Dataset, Feature, Schema, from_arrays, load
from dtlearn.boosting.boosting import BoostSettings, End, boost, reweighted, vote_of
from dtlearn.boosting.weak_trees import WeakTrees
from dtlearn.data.dataset import DataError
from dtlearn.trees.sketch import sketch
from dtlearn.trees.split import Kind, Split
from tests.engine.teaching.test_textbook import sample
from tests.show.documents.test_cost import TWICE, calls
from tests.support import textbook_boosting as book
from tests.support.strategies import datasets, examples
from tests.support.textbook import Question

KINDS = {"which": Kind.MULTIWAY, "is": Kind.VALUE, "before": Kind.THRESHOLD}
CRITERIA = tuple(book.IMPURITIES)
few = st.sampled_from([0.0, 1.0, 2.0])  # so that many questions are alike
ROUNDS = 5


def askable(data):
    return bool(np.ptp(data.X, axis=0).any())


classes = datasets(max_rows=12, numbers=few).filter(askable)
numbers = datasets(max_rows=12, numbers=few, regression=True).filter(askable)
depths, rates = st.integers(1, 3), st.sampled_from([1.0, 0.5, 0.1])


@st.composite
def boostings(draw, data=classes | numbers, rate=rates):
    """Classes or numbers, any criterion, one to eight rounds of trees up to three deep."""
    found = BoostSettings(draw(st.integers(1, 8)), draw(depths), draw(st.sampled_from(CRITERIA)), draw(rate))
    return boost(draw(data), found)


def as_split(question):
    return Split(question.feature, KINDS[question.test], question.at)


def approx(values):
    return pytest.approx([float(v) for v in values], abs=1e-9, rel=1e-9)


# --- against the textbook -----------------------------------------------------------------------------------------


def assert_as_in_the_book(found, rounds, end):
    """Questions, scores, splits, what was learned from, errors and the end."""
    assert (len(found), found.end.name) == (len(rounds), end)
    for ours, theirs in zip(found.rounds, rounds, strict=True):
        assert list(found.questions) == list(map(as_split, theirs.scores))
        assert ours.scores == approx(theirs.scores.values())
        words = [as_split(word) if isinstance(word, Question) else None for word in theirs.tree]
        assert [word if isinstance(word, Split) else None for word in sketch(ours.tree)] == words
        assert ours.said == approx(theirs.said)
        assert ours.weight == approx(theirs.weight)
        assert ours.target == approx(theirs.target)
        assert [ours.error] == approx([theirs.error])


@examples(150)
@given(classes, st.integers(1, ROUNDS), depths, st.sampled_from(CRITERIA))
def test_classes_are_boosted_as_in_the_book(data, most, depth, criterion):
    found = boost(data, BoostSettings(most, depth, criterion))
    rounds, end = book.adaboost(sample(data), most, depth, book.IMPURITIES[criterion])
    assert_as_in_the_book(found, rounds, end)
    for ours, theirs in zip(found.rounds, rounds, strict=True):
        assert [ours.vote] == approx([book.ln(theirs.odds) if theirs.error else 1])
    sums = book.votes(rounds, len(data.schema.classes))
    for total, said, theirs in zip(found.sums(data.X), found.running(data.X), sums, strict=True):
        assert total.ravel() == approx(v for of_class in theirs for v in of_class)
        assert said.tolist() == list(map(book.first_largest, theirs))


@examples(100)
@given(numbers, st.integers(1, ROUNDS), depths, st.sampled_from([Fraction(1), Fraction(1, 2), Fraction(1, 10)]))
def test_numbers_are_boosted_as_in_the_book(data, most, depth, rate):
    found = boost(data, BoostSettings(most, depth, rate=float(rate)))
    rounds, end = book.least_squares(sample(data), most, depth, rate)
    assert_as_in_the_book(found, rounds, end)
    total = [y - left for y, left in zip(map(Fraction, data.y.tolist()), rounds[0].target, strict=True)]
    assert [found.start] * len(data) == approx(total)
    for ours, theirs in zip(found.running(data.X), rounds, strict=True):
        total = [a + rate * b for a, b in zip(total, theirs.said, strict=True)]
        assert ours == approx(total)
    assert {one.vote for one in found.rounds} == {float(rate)}


def test_every_end_comes_up_in_the_book():
    """A guess: the classes of XOR. Nothing wrong: one threshold. Nothing left: two means, at a rate of 1."""
    xor = from_arrays([[0, 0], [0, 1], [1, 0], [1, 1]], ["no", "yes", "yes", "no"])
    assert book.adaboost(sample(xor), 9, 1, book.error)[1] == boost(xor).end.name == "GUESSING"
    assert book.adaboost(sample(xor), 9, 2, book.error)[1] == boost(xor, BoostSettings(depth=2)).end.name == "PERFECT"
    two = from_arrays([[1.0], [2.0], [3.0]], [5, 5, 8], regression=True)
    assert book.least_squares(sample(two), 9, 1, Fraction(1))[1] == boost(two).end.name == "EXPLAINED"
    assert len(boost(two)) == 1


TOY = ((1, 3), (2, 1), (4, 8), (6, 9), (8, 7), (3, 2), (5, 4), (7, 6), (10, 8), (10, 2))  # five of +, five of -


def test_the_toy_example_of_schapire_and_freund():
    """Boosting (2012), Table 1.1: errors 0.30, 0.21, 0.14, alphas 0.42, 0.65, 0.92, weights, and no error in the end.

    Three of ten are wrong, then three that weigh 1/14, then three that weigh 1/22. Alpha is half of our vote.
    """
    data = from_arrays([list(map(float, point)) for point in TOY], ["+"] * 5 + ["-"] * 5, ["x", "y"])
    found = boost(data, BoostSettings(3))
    assert [one.tree[0].split.title(data.schema) for one in found.rounds] == ["x < 2.5", "x < 9", "y < 6.5"]
    errors = [Fraction(3, 10), Fraction(3, 14), Fraction(3, 22)]
    assert [one.error for one in found.rounds] == approx(errors)
    assert [round(one.vote / 2, 2) for one in found.rounds] == [0.42, 0.65, 0.92]
    wrong = [{2, 3, 4}, {5, 6, 7}, {0, 1, 8}]
    assert [set(np.flatnonzero(one.said != data.y)) for one in found.rounds] == wrong
    assert set(found.rounds[1].weight.round(2)) == {0.07, 0.17}
    assert set(found.rounds[2].weight.round(2)) == {0.05, 0.11, 0.17}
    assert found.losses(data).sum(axis=1).tolist() == [3, 3, 0]
    assert found.bound == approx(np.cumprod([2 * (float(e) * (1 - float(e))) ** 0.5 for e in errors]))


@pytest.mark.parametrize(
    ("error", "K", "rate", "vote"),
    [
        (0.0, 2, 0.5, 1.0),
        (0.25, 2, 1.0, log(3)),
        (0.25, 2, 0.5, log(3) / 2),
        (0.5, 2, 1.0, 0.0),
        (0.5, 3, 1.0, log(2)),
        (2 / 3, 3, 1.0, 0.0),
        (0.9, 3, 1.0, 0.0),
        (0.5 - 1e-15, 2, 1.0, 0.0),
        (0.75 - 1e-15, 4, 1.0, 0.0),
    ],
)
def test_a_vote_by_hand(error, K, rate, vote):
    found = vote_of(error, K, rate)
    assert (found, found > 0) == (pytest.approx(vote), vote > 0)


def test_weights_by_hand():
    """1/4 wrong at odds of 3: 3/4 against three of 1/4, and all divided by 6/4."""
    wrong = np.array([True, False, False, False])
    assert reweighted(np.full(4, 0.25), wrong, log(3)).tolist() == pytest.approx([1 / 2, 1 / 6, 1 / 6, 1 / 6])


# --- against scikit-learn -----------------------------------------------------------------------------------------


def drawn(seed, m, d, K=0):
    """A table of numbers that are the same in single precision, without ties; K = 0 for a number to predict."""
    dice = np.random.default_rng(seed)
    X = dice.normal(size=(m, d)).astype(np.float32).astype(np.float64)
    y = np.sin(2 * X[:, 0]) + X[:, -1] + dice.normal(size=m) / 2
    if K:
        y = np.digitize(y, np.quantile(y, np.arange(1, K) / K))
    schema = Schema(tuple(Feature(f"x{j + 1}") for j in range(d)), tuple("abc"[:K]))
    return Dataset("drawn", schema, X, y)


def fresh(d):
    return np.random.default_rng(99).normal(size=(300, d)).astype(np.float32).astype(np.float64)


def is_close(data, one):
    """Whether two questions of a node are as good as each other, or two classes of a leaf: scikit-learn draws one."""
    whole = np.square(one.target).mean() if data.schema.regression else 1.0
    for node in one.tree:
        rows = np.array(node.rows)
        if node.split:
            part = replace(data, X=data.X[rows], y=data.y[rows])
            _, found = WeakTrees(part, "gini_gain").tree(one.target[rows], one.weight[rows], 1)
            share = len(rows) / len(data) if data.schema.regression else 1.0  # a mean is of the part's examples
            least = np.sort(found * share)[:2]
        elif data.schema.regression:
            continue
        else:
            least = np.sort(-np.bincount(data.y[rows], one.weight[rows], len(data.schema.classes)))[:2]
        if len(least) > 1 and least[1] - least[0] < 1e-9 * whole:
            return True
    return False


def preorder(theirs):
    """The feature and threshold of scikit-learn's nodes, or None of a leaf, from the root on, left before right."""
    tree = theirs.tree_
    asked = zip(tree.feature.tolist(), tree.threshold.tolist(), tree.children_left, strict=True)
    return [None if child < 0 else (feature, pytest.approx(at, rel=1e-6)) for feature, at, child in asked]


def asked(tree):
    return [(word.feature, word.at) if isinstance(word, Split) else None for word in sketch(tree)]


@pytest.mark.parametrize("rate", [1.0, 0.5])
@pytest.mark.parametrize("K", [2, 3])
@pytest.mark.parametrize(("depth", "most", "m"), [(1, 20, 60), (2, 6, 80)])
def test_scikit_learn_boosts_the_same_trees(depth, most, m, K, rate):
    compared, sets = 0, 20
    for seed in range(sets):
        data = drawn(seed, m, 2, K)
        found = boost(data, BoostSettings(most, depth, "gini_gain", rate))
        if any(is_close(data, one) for one in found.rounds):
            continue
        compared += 1
        # Where floats say that one class alone is not quite pure, scikit-learn would split it again.
        base = DecisionTreeClassifier(max_depth=depth, min_impurity_decrease=1e-12, random_state=0)
        theirs = AdaBoostClassifier(base, n_estimators=most, learning_rate=rate, random_state=0).fit(data.X, data.y)
        assert [asked(one.tree) for one in found.rounds] == list(map(preorder, theirs.estimators_))
        assert [one.error for one in found.rounds] == approx(theirs.estimator_errors_)
        assert [one.vote for one in found.rounds] == approx(theirs.estimator_weights_)
        for ours, said in zip(found.running(fresh(2)), theirs.staged_predict(fresh(2)), strict=True):
            assert ours.tolist() == said.tolist()
    assert compared >= sets * 2 / 3


@pytest.mark.parametrize("depth", [1, 2])
def test_scikit_learn_stops_at_a_tree_without_an_error_too(depth):
    data = drawn(0, 40, 2, 2)
    data = replace(data, y=(data.X[:, 0] > 0.3).astype(int))
    found = boost(data, BoostSettings(9, depth, "gini_gain"))
    theirs = AdaBoostClassifier(DecisionTreeClassifier(max_depth=depth), n_estimators=9).fit(data.X, data.y)
    assert (len(found), found.end) == (len(theirs.estimators_), End.PERFECT) == (1, End.PERFECT)
    assert [found.rounds[0].vote, found.rounds[0].error] == [theirs.estimator_weights_[0], theirs.estimator_errors_[0]]


@pytest.mark.parametrize("rate", [1.0, 0.5, 0.1])
@pytest.mark.parametrize(("depth", "most", "d"), [(1, 30, 3), (2, 15, 1), (2, 3, 2), (3, 10, 1)])
def test_scikit_learn_explains_numbers_alike(depth, most, d, rate):
    compared, sets = 0, 12
    for seed in range(sets):
        data = drawn(seed, 80, d)
        found = boost(data, BoostSettings(most, depth, rate=rate))
        if any(is_close(data, one) for one in found.rounds):
            continue
        compared += 1
        theirs = GradientBoostingRegressor(n_estimators=most, max_depth=depth, learning_rate=rate, random_state=0)
        theirs.fit(data.X, data.y)
        for ours, said in zip(found.running(fresh(d)), theirs.staged_predict(fresh(d)), strict=True):
            assert ours == pytest.approx(said, abs=1e-8)
    assert compared >= sets * 2 / 3


# --- laws ---------------------------------------------------------------------------------------------------------


@examples(50)
@given(boostings())
def test_weights_are_positive_and_add_up_to_one(found):
    for one in found.rounds:
        assert (one.weight > 0).all()
        assert one.weight.sum() == pytest.approx(1, abs=1e-12)


@examples(50)
@given(boostings(classes, st.just(1.0)))
def test_what_a_tree_gets_wrong_weighs_as_much_as_a_guess_gets_wrong_in_the_next_round(found):
    """Half of all if there are two classes, 1 - 1/K of K."""
    guess = 1 - 1 / max(len(found.data.schema.classes), 2)
    for one, following in zip(found.rounds, found.rounds[1:], strict=False):
        assert following.weight[one.said != found.data.y].sum() == pytest.approx(guess, abs=1e-9)


@examples(100)
@given(boostings(classes.filter(lambda data: len(data.schema.classes) == 2), st.just(1.0)))
def test_the_training_error_stays_below_a_bound_that_never_rises(found):
    error = found.losses(found.data).mean(axis=1)
    assert (error <= found.bound + 1e-9).all()
    assert (np.diff(found.bound) <= 1e-12).all()
    factors = [2 * (one.error * (1 - one.error)) ** 0.5 if one.error else exp(-0.5) for one in found.rounds]
    assert found.bound == approx(np.cumprod(factors))


def test_a_tree_without_an_error_does_not_outvote_those_before_it():
    """The first tree of two questions gets one of eight wrong, the second none: their sum gets one wrong still."""
    rows = [("a", "a", "a"), *[("b", "a", "a")] * 3, ("a", "a", "b"), *[("a", "b", "a")] * 3]
    data = from_arrays(rows, ["1", "1", "1", "1", "0", "0", "0", "0"])
    found = boost(data, BoostSettings(2, 2))
    assert [one.error for one in found.rounds] == approx([Fraction(1, 8), 0])
    assert found.losses(data).sum(axis=1).tolist() == [1, 1]
    assert found.bound == approx([7**0.5 / 4, 7**0.5 / 4 * exp(-0.5)])


@pytest.mark.parametrize(
    ("name", "rate", "bounded"),
    [("play_tennis", 1.0, True), ("play_tennis", 0.5, False), ("iris", 1.0, False), ("cars_mpg", 1.0, False)],
)
def test_only_two_classes_at_a_rate_of_one_have_a_bound(name, rate, bounded):
    found = boost(load(name), BoostSettings(3, rate=rate))
    assert (found.bound is None) == (not bounded)
    assert not bounded or found.bound.shape == (3,)


def grown(found):
    """What must not change: the end, and each round's splits, error and vote."""
    rounds = [(asked(one.tree), pytest.approx(one.error, abs=1e-9), one.vote) for one in found.rounds]
    return found.end, [(words, error, pytest.approx(vote, abs=1e-7)) for words, error, vote in rounds]


@examples(50)
@given(boostings(), st.randoms(use_true_random=False))
def test_the_order_of_the_rows_orders_the_weights_alone(found, random):
    order = list(range(len(found.data)))
    random.shuffle(order)
    data = replace(found.data, X=found.data.X[order], y=found.data.y[order])
    again = boost(data, found.settings)
    assert again.questions == found.questions
    assert grown(again) == grown(found)
    for one, other in zip(found.rounds, again.rounds, strict=True):
        assert other.weight == approx(one.weight[order])
        assert other.scores == approx(one.scores)


@examples(50)
@given(boostings())
def test_names_change_nothing(found):
    schema = found.data.schema
    features = tuple(replace(f, name=f.name + "'", values=tuple(v + "'" for v in f.values)) for f in schema.features)
    named = replace(schema, features=features, classes=tuple(f"{c}'" for c in schema.classes))
    again = boost(replace(found.data, schema=named), found.settings)
    assert grown(again) == grown(found)


@examples(50)
@given(boostings())
def test_every_row_twice_halves_the_weights_and_changes_no_split(found):
    data = replace(found.data, X=np.repeat(found.data.X, 2, axis=0), y=np.repeat(found.data.y, 2))
    again = boost(data, found.settings)
    assert grown(again) == grown(found)
    for one, other in zip(found.rounds, again.rounds, strict=True):
        assert other.weight == approx(np.repeat(one.weight / 2, 2))
        assert other.scores == approx(one.scores)


@examples(50)
@given(boostings())
def test_a_feature_on_another_scale_changes_no_error(found):
    X = found.data.X.copy()
    scaled = [j for j, feature in enumerate(found.data.schema.features) if feature.numeric]
    X[:, scaled] = np.exp(2 * X[:, scaled]) - 5
    again = boost(replace(found.data, X=X), found.settings)
    assert again.end is found.end
    for one, other in zip(found.rounds, again.rounds, strict=True):
        assert other.error == pytest.approx(one.error, abs=1e-9)
        assert other.said == approx(one.said)
        assert other.scores == approx(one.scores)


@examples(50)
@given(boostings())
def test_what_is_said_is_the_sum_of_the_votes(found):
    X, regression = found.data.X, found.data.schema.regression
    votes, sums, running = found.votes(X), list(found.sums(X)), list(found.running(X))
    assert votes.shape == (len(found), len(X))
    assert len(sums) == len(running) == len(found)
    assert found.predict(X).tolist() == running[-1].tolist()
    for one, said in zip(found.rounds, votes, strict=True):
        assert one.said.tolist() == said.tolist()
    for t, (total, said) in enumerate(zip(sums, running, strict=True), 1):
        for i in range(len(X)):
            heard = [(one.vote, vote[i]) for one, vote in zip(found.rounds[:t], votes, strict=False)]
            if regression:
                assert said[i] == total[i] == pytest.approx(found.start + sum(a * b for a, b in heard), abs=1e-9)
                continue
            for k in range(len(found.data.schema.classes)):
                assert total[i][k] == pytest.approx(sum(a for a, b in heard if b == k), abs=1e-9)
            assert total[i][said[i]] == pytest.approx(total[i].max(), rel=1e-9)


@examples(50)
@given(boostings())
def test_losses_are_of_what_is_said(found):
    y = found.data.y
    for lost, said in zip(found.losses(found.data), found.running(found.data.X), strict=True):
        expected = (said - y) ** 2 if found.data.schema.regression else said != y
        assert lost.tolist() == approx(expected)


@examples(50)
@given(boostings(numbers))
def test_the_squared_error_never_rises(found):
    error = found.losses(found.data).mean(axis=1)
    assert (np.diff(error, prepend=np.square(found.data.y - found.data.y.mean()).mean()) <= 1e-9).all()


@examples(50)
@given(boostings())
def test_the_chosen_question_has_the_best_score_and_of_a_stump_its_error(found):
    regression = found.data.schema.regression
    exact = regression or found.settings.criterion == "train_error_gain"
    for t, one in enumerate(found.rounds):
        whole = np.square(one.target).mean() if regression else 1.0
        at = found.chosen(t)
        if at is None:
            assert len(one.tree) == 1
            continue
        assert found.questions[at] == one.tree[0].split
        assert at == np.flatnonzero(one.scores <= one.scores.min() + 1e-9 * whole)[0]
        if exact and found.settings.depth == 1:
            assert one.scores[at] == pytest.approx(one.error, abs=1e-9)


@examples(50)
@given(boostings())
def test_the_heaviest_example_weighs_most_in_the_last_round_or_has_most_left(found):
    last = found.rounds[-1]
    heavy = np.abs(last.target) if found.data.schema.regression else last.weight
    alike = np.equal(found.data.X, found.heaviest_example).all(axis=1)
    assert heavy[alike].max() == heavy.max()


@examples(50)
@given(boostings())
def test_no_zero_has_a_sign_and_nothing_can_be_written(found):
    for one in found.rounds:
        told = np.array([*one.scores, one.error, one.vote])
        assert (told >= 0).all()
        assert not np.signbit(told).any()
        for array in (one.weight, one.target, one.scores, one.said):
            with pytest.raises(ValueError, match="read-only"):
                array[:1] = 0
    with pytest.raises(FrozenInstanceError):
        found.end = End.ENOUGH


# --- what floats would spoil --------------------------------------------------------------------------------------


def test_residuals_that_only_floats_tell_apart_are_not_split():
    """After the first tree nothing is left of the last two rows: two zeros, of which floats make two numbers."""
    data = from_arrays([[0.0], [0.0], [0.0], [1.0], [2.0]], [0, 0, 0.25, 0, 0.25], regression=True)
    assert_as_in_the_book(boost(data, BoostSettings(3, 2)), *book.least_squares(sample(data), 3, 2, Fraction(1)))


@given(st.floats(-1e6, 1e6), st.integers(2, 12), rates)
def test_one_number_alone_is_explained_by_its_mean(y, m, rate):
    """0.3 ten times has a mean of 0.29999999999999993 in floats."""
    found = boost(from_arrays([[float(i)] for i in range(m)], [y] * m, regression=True), BoostSettings(9, rate=rate))
    assert (len(found), found.end, found.start) == (1, End.EXPLAINED, y)
    assert found.predict(found.data.X).tolist() == [y] * m


def test_a_leaf_says_its_heaviest_class_however_little_its_examples_weigh():
    """The two questions are a tie; the last example weighs nearly nothing, and is alone in its leaf."""
    data = from_arrays([[0.0], [1.0], [2.0]], ["a", "a", "b"])
    weak = WeakTrees(data, "gini_gain")
    tree, _ = weak.tree(data.y, np.array([0.5, 0.5 - 1e-12, 1e-12]), 2)
    assert sketch(tree) == (weak.root.splits[0], 0, weak.root.splits[1], 0, 1)


def test_examples_that_are_never_wrong_keep_their_class_in_every_round():
    """After a hundred rounds some of them weigh less than 1e-11 of all, alone in their leaf."""
    data = drawn(1, 60, 2, 3)
    found, light = boost(data, BoostSettings(150, 3, "gini_gain")), 0
    for one in found.rounds:
        leaf = one.tree.apply(data.X)
        for i in np.unique(leaf):
            weights = np.bincount(data.y[leaf == i], one.weight[leaf == i], 3)
            assert weights[one.tree.label[i]] >= weights.max() * (1 - 1e-9)
            light += weights.sum() < 1e-11
    assert light


def test_a_small_rate_changes_no_answer_of_one_tree():
    data = load("iris")
    for rate in (1.0, 1e-12):
        found = boost(data, BoostSettings(1, rate=rate))
        assert found.predict(data.X).tolist() == found.rounds[0].said.tolist()


# --- what is refused ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "wrong",
    [
        *({name: value} for name, value in product(("rounds", "depth"), (0, -1, 1.5, 2.0, "3", None, True))),
        *({"criterion": name} for name in ("gain_ratio", "mse", "accuracy", "", None)),
        *({"rate": value} for value in (0, -0.5, 1.01, float("nan"), float("inf"), "1", None, True)),
    ],
    ids=str,
)
def test_a_setting_that_cannot_be_is_refused_with_a_sentence(wrong):
    ((name, value),) = wrong.items()
    with pytest.raises(ValueError, match=rf"^{name} is {value!r}: choose .+\.$"):
        BoostSettings(**wrong)


@pytest.mark.parametrize("regression", [False, True])
@pytest.mark.parametrize("rows", [[[1.0, "a"]], [[1.0, "a"], [1.0, "a"]]], ids=["one row", "two alike"])
def test_a_table_without_a_question_is_refused_with_a_sentence(rows, regression):
    data = from_arrays(rows, range(len(rows)), name="same", regression=regression)
    with pytest.raises(DataError, match=r"^'same' has no feature with two different values: .+\.$"):
        boost(data)


# --- how much is done ---------------------------------------------------------------------------------------------


def work(m, rounds=10, depth=1, K=2):
    data = drawn(1, m, 2, K)
    return lambda: boost(data, BoostSettings(rounds, depth, "gini_gain", 0.5))


def peak(make):
    """The most bytes held at once."""
    tracemalloc.start()
    make()
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most


@pytest.mark.parametrize("K", [0, 2])
@pytest.mark.parametrize("depth", [1, 2])
def test_a_table_twice_as_long_takes_twice_the_calls_and_bytes(depth, K):
    assert calls(work(1000, depth=depth, K=K)) <= TWICE * calls(work(500, depth=depth, K=K))
    assert peak(work(2000, depth=depth, K=K)) <= TWICE * peak(work(1000, depth=depth, K=K))


@pytest.mark.parametrize("K", [0, 2])
def test_a_round_of_stumps_takes_as_many_calls_whatever_the_table(K):
    """A question is made once, for all rounds."""

    def more(m):
        return calls(work(m, 30, K=K)) - calls(work(m, 10, K=K))

    assert more(2000) <= more(200) * 1.05


@pytest.mark.parametrize("K", [0, 2])
@pytest.mark.parametrize("depth", [1, 2])
def test_twice_as_many_rounds_take_twice_the_calls(depth, K):
    assert calls(work(200, 40, depth, K)) <= TWICE * calls(work(200, 20, depth, K))
