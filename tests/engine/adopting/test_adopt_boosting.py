"""adopt() of boosting: scikit-learn's own trees, weights and sums, round by round, bit for bit; the rest is refused."""

import pickle
from math import log

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sklearn.ensemble import (
    AdaBoostClassifier,
    AdaBoostRegressor,
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    HistGradientBoostingClassifier,
    HistGradientBoostingRegressor,
    RandomForestClassifier,
)
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from dtlearn import DataError, adopt
from dtlearn.boosting import Boosting, BoostSettings
from dtlearn.boosting.boosting import End
from dtlearn.boosting.weak_trees import heaviest
from tests.engine.adopting.test_adopt import IRIS, near
from tests.support.strategies import examples

CLASSES = np.array(["a<b", "no", "yes"])


class Seen(DecisionTreeClassifier):
    """A tree that keeps the weights that it was given."""

    def fit(self, X, y, sample_weight=None):
        self.weight = sample_weight.copy()
        return super().fit(X, y, sample_weight)


@st.composite
def tables(draw):
    """X (m, d), an array or a frame: whole numbers with ties, or tenths; and as many rows that are new."""
    m, d = draw(st.integers(3, 25)), draw(st.integers(1, 3))
    cell = draw(st.sampled_from([st.integers(0, 3), st.integers(-9, 9), st.integers(-40, 40).map(lambda v: v / 10)]))
    X = np.array(draw(st.lists(st.lists(cell, min_size=d, max_size=d), min_size=m, max_size=m)))
    return pd.DataFrame(X, columns=["height", "<i>", "x 3"][:d]) if draw(st.booleans()) else X


@st.composite
def voted(draw):
    """(a fitted AdaBoostClassifier, X, y): two classes or three, trees of depth 1 to 3."""
    X = draw(tables())
    y = CLASSES[draw(st.lists(st.integers(0, draw(st.integers(1, 2))), min_size=len(X), max_size=len(X)))]
    assume(len(set(y)) > 1)
    base = Seen(
        max_depth=draw(st.integers(1, 3)),
        criterion=draw(st.sampled_from(["gini", "entropy", "log_loss"])),
        splitter=draw(st.sampled_from(["best", "best", "random"])),
        max_features=draw(st.sampled_from([None, None, 1])),
    )
    model = AdaBoostClassifier(
        base,
        n_estimators=draw(st.integers(1, 12)),
        learning_rate=draw(st.sampled_from([1.0, 0.5])),
        random_state=draw(st.integers(0, 99)),
    )
    try:
        return model.fit(X, y), X, y
    except ValueError:  # the first tree is no better than a guess
        assume(False)


@st.composite
def summed(draw):
    """(a fitted GradientBoostingRegressor, X, y)."""
    X = draw(tables())
    y = np.array(draw(st.lists(st.integers(-9, 9).map(lambda v: v / 4), min_size=len(X), max_size=len(X))))
    model = GradientBoostingRegressor(
        max_depth=draw(st.integers(1, 3)),
        n_estimators=draw(st.integers(1, 12)),
        learning_rate=draw(st.sampled_from([1.0, 0.5, 0.1])),
        max_features=draw(st.sampled_from([None, None, 1])),
        max_leaf_nodes=draw(st.sampled_from([None, None, 3])),
        random_state=draw(st.integers(0, 99)),
    )
    return model.fit(X, y), X, y


def trees_of(model):
    return list(np.ravel(model.estimators_))


def rows_of(model, X, draw):
    """(X as scikit-learn takes it, as we do): the examples, and new rows at the thresholds and beside them."""
    new = np.concatenate([draw.draw(near(one, np.asarray(X))) for one in trees_of(model)[:3]])
    rows = np.concatenate([np.asarray(X), new])
    return pd.DataFrame(rows, columns=X.columns) if isinstance(X, pd.DataFrame) else rows, rows


@pytest.mark.filterwarnings("ignore:X does not have valid feature names")  # staged_predict asks itself without them
@examples(60)
@given(voted() | summed(), st.data())
def test_the_first_rounds_say_what_scikit_learn_says_bit_for_bit(one, draw):
    model, X, y = one
    boosting, (theirs, rows) = adopt(model, X, y, "mine"), rows_of(model, X, draw)

    def told(said):
        return said if boosting.data.schema.regression else model.classes_[said]

    assert isinstance(boosting, Boosting)
    for ours, said in zip(boosting.running(rows), model.staged_predict(theirs), strict=True):
        np.testing.assert_array_equal(told(ours), said)
    np.testing.assert_array_equal(told(boosting.predict(rows)), model.predict(theirs))
    for ours, tree in zip(boosting.votes(rows), trees_of(model), strict=True):
        np.testing.assert_array_equal(told(ours), tree.predict(rows))


@examples(40)
@given(voted())
def test_weights_errors_and_votes_are_scikit_learns(one):
    model, X, y = one
    boosting = adopt(model, X, y)
    T = len(boosting)
    np.testing.assert_array_equal([one.error for one in boosting.rounds], model.estimator_errors_[:T])
    np.testing.assert_array_equal([one.vote for one in boosting.rounds], model.estimator_weights_[:T])
    for ours, tree in zip(boosting.rounds, model.estimators_, strict=True):
        np.testing.assert_allclose(ours.weight, tree.weight, rtol=1e-9)
        np.testing.assert_array_equal(model.classes_[ours.target], y)
        np.testing.assert_array_equal(model.classes_[ours.said], tree.predict(np.asarray(X)))
    deepest = max(tree.get_depth() for tree in model.estimators_)
    gain = {"gini": "gini_gain"}.get(model.estimator.criterion, "info_gain")
    assert boosting.settings == BoostSettings(model.n_estimators, max(deepest, 1), gain, model.learning_rate)
    perfect = model.estimator_errors_[T - 1] == 0
    assert boosting.end is (End.PERFECT if perfect else End.ENOUGH if model.n_estimators == T else End.LEFT_OUT)


@examples(40)
@given(summed())
def test_residuals_are_what_the_rounds_before_leave(one):
    model, X, y = one
    boosting, before = adopt(model, X, y), np.full(len(y), sum(y) / len(y))
    assert boosting.start == model.init_.constant_
    for ours, after in zip(boosting.rounds, model.staged_predict(X), strict=True):
        np.testing.assert_allclose(ours.target, y - before, atol=1e-12)
        np.testing.assert_array_equal(ours.weight, 1 / len(y))
        assert ours.vote == model.learning_rate
        assert np.isclose(ours.error, np.square(y - before - ours.said).mean(), atol=1e-12)
        before = after
    assert boosting.settings.rate == model.learning_rate
    assert len(boosting) == model.n_estimators == boosting.settings.rounds


@examples(40)
@given(voted() | summed())
def test_what_each_root_asks_is_among_all_that_it_could_ask(one):
    model, X, y = one
    boosting, cells = adopt(model, X, y), np.asarray(X, np.float64)
    parts = [(split.feature, int((cells[:, split.feature] < split.at).sum())) for split in boosting.questions]
    assert set(parts) == {(j, int((x < v).sum())) for j, x in enumerate(cells.T) for v in np.unique(x)[1:]}
    assert [(q.feature, q.at) for q in boosting.questions] == sorted({(q.feature, q.at) for q in boosting.questions})
    asked = {ours.tree[0].split for ours in boosting.rounds}
    assert all(
        question in asked for question, part in zip(boosting.questions, parts, strict=True) if parts.count(part) > 1
    )
    whole = model.estimators_[0, 0] if boosting.data.schema.regression else model.estimators_[0]
    for t, (ours, tree) in enumerate(zip(boosting.rounds, trees_of(model), strict=True)):
        theirs, chosen = tree.tree_, boosting.chosen(t)
        assert len(ours.scores) == len(boosting.questions)
        if chosen is None:
            assert theirs.node_count == 1
            continue
        assert boosting.questions[chosen] == ours.tree[0].split
        below = [theirs.children_left[0], theirs.children_right[0]]
        weight = theirs.weighted_n_node_samples[below] / theirs.weighted_n_node_samples[0]
        assert np.isclose(ours.scores[chosen], weight @ theirs.impurity[below], atol=1e-9)
        if whole.splitter == "best" and whole.max_features is None:
            assert ours.scores[chosen] <= ours.scores.min() + 1e-9


def test_adaboost_by_hand():
    """Of no no yes yes no, x ≤ 2.5 leaves 3/5 with Gini index 4/9; the fifth is wrong: 1/5, ln 4, times 4 of 8."""
    X, y = [[1], [2], [3], [4], [5]], ["no", "no", "yes", "yes", "no"]
    boosting = adopt(AdaBoostClassifier(n_estimators=2, random_state=0).fit(X, y), X, y)
    first, second = boosting.rounds
    assert [split.title(boosting.data.schema) for split in boosting.questions] == [
        "x1 ≤ 1.5",
        "x1 ≤ 2.5",
        "x1 ≤ 3.5",
        "x1 ≤ 4.5",
    ]
    assert all(split.at > t for split, t in zip(boosting.questions, (1.5, 2.5, 3.5, 4.5), strict=True))
    assert boosting.chosen(0) == 1
    np.testing.assert_allclose(first.scores, [2 / 5, 4 / 15, 7 / 15, 2 / 5])
    assert np.isclose(first.error, 1 / 5)
    assert np.isclose(first.vote, log(4))
    np.testing.assert_allclose(second.weight, [1 / 8, 1 / 8, 1 / 8, 1 / 8, 1 / 2])


def test_least_squares_by_hand():
    """The mean of 1 1 5 5 is 3; half of the leaves' -2 and 2 leaves -1 -1 1 1."""
    X, y = [[1], [2], [3], [4]], [1, 1, 5, 5]
    model = GradientBoostingRegressor(n_estimators=2, max_depth=1, learning_rate=0.5)
    boosting = adopt(model.fit(X, y), X, y)
    first, second = boosting.rounds
    assert boosting.start == 3
    assert first.tree.value.tolist() == [0, -2, 2]
    assert first.target.tolist() == [-2, -2, 2, 2]
    assert second.target.tolist() == [-1, -1, 1, 1]
    np.testing.assert_allclose(first.scores, [8 / 3, 0, 8 / 3])  # 1.5: the others' mean is 2/3, their squares 32/3
    assert boosting.predict([[0], [9]]).tolist() == [1.5, 4.5]


def test_where_two_classes_tie_the_rounding_of_scikit_learn_decides():
    """Votes of ln 2, ln 2 and 2 ln 2, the last against the others: a tie, of which ours is the first class."""
    X, y = [[3], [1], [2], [3]], [1, 2, 0, 2]
    model = AdaBoostClassifier(n_estimators=3, random_state=0).fit(X, y)
    boosting = adopt(model, X, y)
    *_, total = boosting.sums(X)
    np.testing.assert_array_equal(boosting.predict(X), model.predict(X))
    assert (heaviest(total) != model.predict(X)).any()


def test_a_tree_that_scikit_learn_leaves_out_is_no_round():
    X, y = [[3], [3], [3]], [1, 0, 1]
    boosting = adopt(AdaBoostClassifier(n_estimators=9, random_state=0).fit(X, y), X, y)
    assert boosting.end is End.LEFT_OUT
    assert "the next tree is no better than a guess" in repr(boosting)
    assert boosting.chosen(0) is None


def test_no_example_weighs_less_than_in_scikit_learn():
    X, y = IRIS.data.to_numpy(), IRIS.target.to_numpy()
    model = AdaBoostClassifier(Seen(max_depth=2, random_state=0), n_estimators=60, random_state=0).fit(X, y)
    boosting = adopt(model, X, y)
    assert min(tree.weight.min() for tree in model.estimators_) == np.finfo(float).eps
    for ours, tree in zip(boosting.rounds, model.estimators_, strict=True):
        np.testing.assert_allclose(ours.weight, tree.weight, rtol=1e-9)


def test_one_tree_of_the_sum_is_in_its_round():
    X, y = IRIS.data, IRIS.target
    model = GradientBoostingRegressor(n_estimators=5, random_state=0).fit(X, y)
    tree = adopt(model, X, y).rounds[3].tree
    np.testing.assert_array_equal(tree.predict(X), model.estimators_[3, 0].predict(X.to_numpy()))
    assert tree[0].split.title(tree.schema).startswith("petal")


def test_names_come_from_the_frame_and_the_labels():
    X, y = IRIS.data, pd.Series(IRIS.target_names[IRIS.target], name="species")
    boosting = adopt(AdaBoostClassifier(n_estimators=3, random_state=0).fit(X, y), X, y, "flowers")
    schema = boosting.data.schema
    assert boosting.data.name == "flowers"
    assert [f.name for f in schema.features] == X.columns.tolist()
    assert (schema.classes, schema.target) == (("setosa", "versicolor", "virginica"), "species")
    again = pickle.loads(pickle.dumps(boosting))
    np.testing.assert_array_equal(again.predict(X), boosting.predict(X))


@pytest.mark.parametrize("base", [None, DecisionTreeClassifier(max_depth=3, splitter="random")])
def test_it_plays(base, tmp_path):
    X, y = IRIS.data, IRIS.target_names[IRIS.target]
    boosting = adopt(AdaBoostClassifier(base, n_estimators=3, random_state=0).fit(X, y), X, y, "iris")
    lesson = boosting.walkthrough()
    assert len(lesson) == len(boosting) + 1
    for ours in boosting.rounds:
        assert f'"{ours.tree[0].split.title(boosting.data.schema)}"' in lesson.json()
    assert " ≤ " in lesson.save(tmp_path / "lesson.html").read_text()
    number = adopt(GradientBoostingRegressor(n_estimators=3).fit(X, X.iloc[:, 0]), X, X.iloc[:, 0])
    assert len(number.walkthrough()) == 4


def test_weights_that_are_all_alike_change_nothing():
    X, y = IRIS.data, IRIS.target
    model = AdaBoostClassifier(n_estimators=3, random_state=0).fit(X, y, sample_weight=np.full(150, 3.0))
    np.testing.assert_array_equal(adopt(model, X, y).predict(X), model.predict(X))


# --- refused, and what the sentence says to do instead ------------------------------------------------------------

A, B = IRIS.data.to_numpy().copy(), IRIS.target.to_numpy().copy()
N = np.round(A[:, 0] * A[:, 2], 1)
WEIGHTS = np.arange(150) % 3 + 1


def ada(base=None, **settings):
    return AdaBoostClassifier(base, **{"n_estimators": 3, "random_state": 0} | settings)


def least(**settings):
    return GradientBoostingRegressor(**{"n_estimators": 3, "random_state": 0} | settings)


def later(model, **settings):
    """With settings that were changed after fit."""
    return model.set_params(**settings)


def grown_on(model, rate):
    """Two more trees at another rate."""
    return model.fit(A, N).set_params(learning_rate=rate, n_estimators=5).fit(A, N)


def of_old(model):
    """As SAMME.R of older versions: every tree has a vote of 1."""
    model.estimator_weights_ = np.ones(len(model.estimators_))
    return model


def reordered(model):
    model.estimators_ = model.estimators_[::-1]
    return model


def one_more(model):
    """With a count that no examples have."""
    model.estimators_[1].tree_.n_node_samples[1] += 1
    return model


def told(model, errors):
    model.estimator_errors_ = errors
    return model


ROWS = "X and y are not the rows that the model was fitted on, or these had weights: tree {} was fitted on others;"
WEIGHED = "give X and y as they came to its fit, and fit anew without sample_weight and class_weight"
HELD = "fit anew without sample_weight and n_iter_no_change"
NO_VOTE = 'its error and learning_rate={}: fit anew, in versions of scikit-learn before 1.6 with algorithm="SAMME"'
# The model, X, y, what is said, and a model of which the sentence says that it can be read.
REFUSED = {
    "weights": (ada().fit(A, B, sample_weight=WEIGHTS), A, B, (ROWS.format(1), WEIGHED), ada().fit(A, B)),
    "class weights": (
        ada(DecisionTreeClassifier(max_depth=1, class_weight={0: 1, 1: 2, 2: 3})).fit(A, B),
        A,
        B,
        (ROWS.format(1), WEIGHED),
        ada(DecisionTreeClassifier(max_depth=1)).fit(A, B),
    ),
    "other rows": (ada().fit(A, B), A[::-1], B, (ROWS.format(1),), ada().fit(A[::-1], B)),
    "fewer rows": (ada().fit(A, B), A[1:], B[1:], (ROWS.format(1),), ada().fit(A[1:], B[1:])),
    "other labels": (ada().fit(A, B), A, np.roll(B, 1), (ROWS.format(1),), None),
    "other classes": (ada().fit(A, B == 0), A, B, ("the classes that the model was fitted on, False, True",), None),
    "trees in another order": (reordered(ada().fit(A, B)), A, B, (ROWS.format(1),), None),
    "a count that is none": (one_more(ada().fit(A, B)), A, B, (ROWS.format(2),), None),
    "an error that is none": (told(ada().fit(A, B), np.array([1 / 3, 0.2, 0.1])), A, B, (ROWS.format(2),), None),
    "a rate above 1": (
        ada(learning_rate=1.5).fit(A, B),
        A,
        B,
        ("The learning_rate is 1.5: fit with one above 0, at most 1",),
        ada(learning_rate=1).fit(A, B),
    ),
    "a rate after fit": (
        later(ada().fit(A, B), learning_rate=0.5),
        A,
        B,
        ("The vote of tree 1, 1.38629, does not come from " + NO_VOTE.format("0.5"),),
        ada(learning_rate=0.5).fit(A, B),
    ),
    "SAMME.R": (
        of_old(ada().fit(A, B)),
        A,
        B,
        ("The vote of tree 1, 1, does not come from " + NO_VOTE.format("1"),),
        ada().fit(A, B),
    ),
    "no trees": (
        ada(LogisticRegression(max_iter=1000)).fit(A, B),
        A,
        B,
        ("are LogisticRegression, no trees: fit it with DecisionTreeClassifier(max_depth=1) as its estimator",),
        ada(DecisionTreeClassifier(max_depth=1)).fit(A, B),
    ),
    "forests": (
        ada(RandomForestClassifier(2, max_depth=1)).fit(A, B),
        A,
        B,
        ("are RandomForestClassifier, no trees",),
        None,
    ),
    "monotonic": (
        ada(DecisionTreeClassifier(max_depth=1, monotonic_cst=[1, 0, 0, 0])).fit(A, B == 1),
        A,
        B == 1,
        ("monotonic constraints",),
        ada(DecisionTreeClassifier(max_depth=1)).fit(A, B == 1),
    ),
    "numbers by AdaBoost": (
        AdaBoostRegressor(n_estimators=3).fit(A, N),
        A,
        N,
        ("on examples that it drew at random for each tree and did not keep: fit GradientBoostingRegressor",),
        least().fit(A, N),
    ),
    "a tree of AdaBoost": (
        ada().fit(A, B).estimators_[1],
        A,
        B,
        ("fit without, or give the whole AdaBoostClassifier",),
        ada().fit(A, B),
    ),
    "a tree of a sum": (
        least().fit(A, N).estimators_[1, 0],
        A,
        N,
        ("not the rows that the tree was fitted on", "of boosting give the whole model"),
        least().fit(A, N),
    ),
    "classes by gradient": (
        GradientBoostingClassifier(n_estimators=2).fit(A, B),
        A,
        B,
        ("is boosting by numbers for each class, not by votes: fit AdaBoostClassifier, whose trees vote",),
        ada().fit(A, B),
    ),
    "a tree of classes by gradient": (
        GradientBoostingClassifier(n_estimators=1).fit(A, IRIS.target_names[B]).estimators_[0, 0],
        A,
        IRIS.target_names[B],
        ("use DecisionTreeClassifier or AdaBoostClassifier for classes",),
        ada().fit(A, IRIS.target_names[B]),
    ),
    "histograms of classes": (
        HistGradientBoostingClassifier(max_iter=2).fit(A, B),
        A,
        B,
        ("not read here, or not fitted: fit AdaBoostClassifier for classes, GradientBoostingRegressor for numbers",),
        ada().fit(A, B),
    ),
    "histograms of numbers": (
        HistGradientBoostingRegressor(max_iter=2).fit(A, N),
        A,
        N,
        ("not read here, or not fitted: fit AdaBoostClassifier for classes, GradientBoostingRegressor for numbers",),
        least().fit(A, N),
    ),
    "unfitted": (ada(), A, B, ("or not fitted: fit AdaBoostClassifier",), ada().fit(A, B)),
    "unfitted sum": (least(), A, N, ("or not fitted: fit", "GradientBoostingRegressor for numbers"), least().fit(A, N)),
    "absolute errors": (
        least(loss="absolute_error").fit(A, N),
        A,
        N,
        ("has loss='absolute_error', which is not read here: fit it with loss='squared_error'",),
        least(loss="squared_error").fit(A, N),
    ),
    "huber": (least(loss="huber").fit(A, N), A, N, ("has loss='huber'",), None),
    "some examples each": (
        least(subsample=0.5).fit(A, N),
        A,
        N,
        ("has subsample=0.5, which is not read here: fit it with subsample=1.",),
        least(subsample=1.0).fit(A, N),
    ),
    "from zero": (
        least(init="zero").fit(A, N),
        A,
        N,
        ("has init='zero', which is not read here: fit it with init=None",),
        least(init=None).fit(A, N),
    ),
    "from a tree": (
        least(init=DecisionTreeRegressor(max_depth=1)).fit(A, N),
        A,
        N,
        ("has init=DecisionTreeRegressor(max_depth=1), which is not read here: fit it with init=None",),
        None,
    ),
    "stopped by examples held out": (least(n_iter_no_change=2).fit(A, N), A, N, (ROWS.format(1), HELD), None),
    "weights of numbers": (least().fit(A, N, sample_weight=WEIGHTS), A, N, (ROWS.format(1), HELD), least().fit(A, N)),
    "weights of numbers, all alike": (least().fit(A, N, sample_weight=WEIGHTS * 0 + 2), A, N, (ROWS.format(1),), None),
    "other numbers": (least().fit(A, N), A, N + 1, (ROWS.format(1),), least().fit(A, N + 1)),
    "other numbers far out": (least().fit(A, N / 100 + 1e9), A, np.roll(N, 1) / 100 + 1e9, (ROWS.format(1),), None),
    "no rate": (
        least(learning_rate=0.0).fit(A, N),
        A,
        N,
        ("The learning_rate is 0: fit with one above 0, at most 1",),
        None,
    ),
    "a rate of the sum after fit": (later(least().fit(A, N), learning_rate=0.9), A, N, (ROWS.format(2),), None),
    "a rate on the way": (grown_on(least(warm_start=True), 0.5), A, N, (ROWS.format(2),), None),
    "text as numbers": (least().fit(A, N), A, IRIS.target_names[B], ("y holds something that is no number",), None),
    "beyond squares": (
        least().fit(A, N * 1e150),
        A,
        N * 1e150,
        ("beyond 1e+150: give it in larger units",),
        None,
    ),
    "pipeline": (
        make_pipeline(StandardScaler(), ada()).fit(A, B),
        A,
        B,
        ("holds a boosting but is none: give estimator[-1], with X as its steps", "estimator[:-1].transform(X)"),
        None,
    ),
    "search": (
        GridSearchCV(least(), {"max_depth": [1]}, cv=2).fit(A, N),
        A,
        N,
        ("holds a boosting but is none: give estimator.best_estimator_.",),
        GridSearchCV(least(), {"max_depth": [1]}, cv=2).fit(A, N).best_estimator_,
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_read_exactly_is_refused_in_a_sentence_that_says_what_can(name):
    model, X, y, said, instead = REFUSED[name]
    with pytest.raises(ValueError) as caught:
        adopt(model, X, y)
    for words in said:
        assert words in str(caught.value)
    assert str(caught.value).endswith(".")
    assert isinstance(caught.value, DataError) or "y holds" in str(caught.value) or "beyond" in str(caught.value)
    if instead is not None:
        assert len(adopt(instead, X, y)) == instead.n_estimators


def test_what_else_a_sentence_says_to_do_works():
    pipeline = make_pipeline(StandardScaler(), ada()).fit(A, B)
    inside = adopt(pipeline[-1], pipeline[:-1].transform(A), B)
    np.testing.assert_array_equal(inside.predict(pipeline[:-1].transform(A)), pipeline.predict(A))
    tree = DecisionTreeClassifier(random_state=0).fit(A, IRIS.target_names[B])
    assert adopt(tree, A, IRIS.target_names[B]).tree.n[0] == 150
