"""adopt(): scikit-learn's own tree, node by node, with our candidates beside its splits; the rest is refused."""

import pickle
import re
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.sparse import csr_matrix
from sklearn.calibration import CalibratedClassifierCV
from sklearn.datasets import load_diabetes, load_iris
from sklearn.ensemble import (
    BaggingClassifier,
    ExtraTreesClassifier,
    GradientBoostingClassifier,
    HistGradientBoostingClassifier,
    IsolationForest,
    RandomForestClassifier,
    RandomForestRegressor,
)
from sklearn.feature_selection import RFE
from sklearn.model_selection import GridSearchCV
from sklearn.multiclass import OneVsRestClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor, ExtraTreeClassifier

import dtlearn
from dtlearn import Stop, adopt
from dtlearn.show.growing.tables import candidate_rows
from dtlearn.trees.split import Kind, Split, single_bound, single_threshold
from tests.support import ROOT
from tests.support.strategies import examples

IRIS = load_iris(as_frame=True)
X, Y = IRIS.data, IRIS.target_names[IRIS.target]

# Numbers that single precision tells apart only just, or not at all, and such that it writes as 0.1.
tight = st.sampled_from(
    [0.1, 0.2, 0.3, 1.1, 1.2, 2.45, 1 + 2**-23, 1 + 2**-24, 1.0, -1e-3, 16777217.0, 16777219.0, 0.0]
)
numbers = st.integers(-4, 4).map(float) | st.integers(-40, 40).map(lambda v: v / 10) | tight


@st.composite
def fitted(draw, forests=False):
    """(a fitted tree, X, y): any size, target, criterion, splitter; scikit-learn's own settings."""
    m, d = draw(st.integers(2, 30)), draw(st.integers(1, 4))
    X = np.array(draw(st.lists(st.lists(numbers, min_size=d, max_size=d), min_size=m, max_size=m)))
    settings = {
        "max_depth": draw(st.none() | st.integers(1, 4)),
        "random_state": draw(st.integers(0, 99)),
        "min_samples_split": draw(st.sampled_from([2, 2, 4, 0.3])),
        "max_features": draw(st.none() | st.just(1)),
        "max_leaf_nodes": draw(st.none() | st.integers(2, 5)),
        "ccp_alpha": draw(st.sampled_from([0.0, 0.0, 0.02])),
    }
    if draw(st.booleans()):
        y = np.array(draw(st.lists(st.integers(-9, 9).map(lambda v: v / 4), min_size=m, max_size=m)))
        tree, forest = DecisionTreeRegressor, RandomForestRegressor
    else:
        y = np.array(draw(st.lists(st.sampled_from(["no", "yes", "a<b"]), min_size=m, max_size=m)))
        tree, forest = DecisionTreeClassifier, RandomForestClassifier
        settings["criterion"] = draw(st.sampled_from(["gini", "entropy", "log_loss"]))
    if forests:
        found = forest(3, bootstrap=draw(st.booleans()), **settings).fit(X, y)
        return found.estimators_[draw(st.integers(0, 2))], X, y
    settings["splitter"] = draw(st.sampled_from(["best", "random"]))
    settings["min_samples_leaf"] = draw(st.sampled_from([1, 1, 2, 0.1]))
    return tree(**settings).fit(X, y), X, y


def numbering(estimator, tree):
    """(N,) the number that scikit-learn gives each of our nodes."""
    theirs, found = estimator.tree_, np.zeros(len(tree), int)
    for i in range(1, len(tree)):
        side = (theirs.children_left, theirs.children_right)[tree.branch[i]]
        found[i] = side[found[tree.parent[i]]]
    return found


@st.composite
def near(draw, estimator, X):
    """Rows at the tree's thresholds and beside them, as floats of double precision."""
    at = estimator.tree_.threshold[estimator.tree_.feature >= 0].tolist() or [0.0]
    close = st.sampled_from(at).flatmap(
        lambda t: st.sampled_from(
            [t, np.nextafter(t, 9), np.nextafter(t, -9), float(np.float32(t)), round(t, 2), t + 1e-7]
        )
    )
    d = X.shape[1]
    return np.array(draw(st.lists(st.lists(close | numbers, min_size=d, max_size=d), min_size=1, max_size=8)))


@examples(60)
@given(fitted() | fitted(forests=True), st.data())
def test_every_row_goes_where_scikit_learn_sends_it(one, draw):
    estimator, X, y = one
    trace = adopt(estimator, X, y)
    number = numbering(estimator, trace.tree)
    assert sorted(number) == list(range(estimator.tree_.node_count))
    for rows in (X, trace.data.X, draw.draw(near(estimator, X))):
        np.testing.assert_array_equal(number[trace.tree.apply(rows)], estimator.apply(rows))
    told = estimator.predict(X)
    if len(trace.data.schema.classes) and told.dtype.kind == "f":  # a forest's tree tells the numbers of classes
        told = np.unique(y)[told.astype(int)]
    np.testing.assert_array_equal(trace.predict(X), told)
    np.testing.assert_array_equal(trace.tree.n, estimator.tree_.weighted_n_node_samples[number])


@examples(60)
@given(fitted() | fitted(forests=True))
def test_the_split_that_was_taken_is_among_the_candidates(one):
    estimator, X, y = one
    trace = adopt(estimator, X, y)
    tree, number, theirs = trace.tree, numbering(estimator, trace.tree), estimator.tree_
    whole = estimator.max_features is None and getattr(estimator, "splitter", "best") == "best"
    for node in tree:
        found = trace.candidates[node.i]
        i = number[node.i]
        if node.split is None:
            if node.stop is Stop.BY_HAND:  # nothing that can be seen here says why
                drawn = (
                    theirs.n_node_samples[i] < theirs.weighted_n_node_samples[i]
                )  # a row that counts once for the limits
                limits = estimator.max_leaf_nodes or estimator.ccp_alpha
                assert limits or drawn or not whole or theirs.impurity[i] < 1e-15 or _narrow(trace, node)
            continue
        c = found.chosen
        assert found.split(c) == node.split
        assert found.branches(c).sum(axis=1).tolist() == [child.n for child in node.children]
        assert np.isclose(found.gain[c], _decrease(theirs, i), atol=1e-9)
        if whole and not _narrow(trace, node):
            assert found.score[c] >= found.score[found.admissible].max() - 1e-9
        # Every candidate still parts the examples as the numbers beside its name say.
        x = trace.data.X[node.rows]
        for k in range(len(found)):
            assert np.count_nonzero(x[:, found.feature[k]] < found.at[k]) == found.branches(k)[0].sum()


def _narrow(trace, node):
    """scikit-learn does not part numbers that are closer than 1e-7."""
    gaps = [np.diff(np.unique(x)) for x in trace.data.X[node.rows].T]
    return any((gap <= 2e-7).any() for gap in gaps)


def _decrease(theirs, i):
    """The gain of a split by scikit-learn's impurities."""
    n, impurity = theirs.weighted_n_node_samples, theirs.impurity
    below = (theirs.children_left[i], theirs.children_right[i])
    return impurity[i] - sum(n[k] / n[i] * impurity[k] for k in below)


@examples(100)
@given(st.floats(width=32) | st.floats(-1e37, 1e37), st.floats(-1, 1))
def test_a_threshold_asks_and_is_written_as_in_single_precision(t, away):
    assume(abs(t) < 1e38)
    bound, here = float(single_bound(t)), np.float32(t)
    near = [float(np.nextafter(here, np.float32(end))) for end in (-np.inf, np.inf)]
    for x in (t, bound, float(np.nextafter(bound, -np.inf)), float(here), *near, t + away * (near[1] - near[0])):
        assert (x < bound) == (float(np.float32(x)) <= t)
    said = single_threshold(bound)
    last = max(x for x in (float(here), *near) if x <= t)  # the largest number in single precision that goes left
    assert np.float32(said) == np.float32(last) or last <= said < float(
        np.nextafter(np.float32(last), np.float32(np.inf))
    )
    assert len(repr(said)) <= len(repr(bound))


def test_a_threshold_reads_as_scikit_learn_asks_it():
    """2.45 is 2.4500000477 in single precision: more than the midpoint of 1.9 and 3, which is 2.4499999881."""
    trace = adopt(
        DecisionTreeClassifier(max_depth=1, random_state=0).fit(X[["petal length (cm)"]], Y),
        X[["petal length (cm)"]],
        Y,
    )
    root, schema = trace.tree[0], trace.data.schema
    assert root.split.title(schema) == "petal length (cm) ≤ 2.45"
    assert [root.split.branch(schema, b) for b in (0, 1)] == ["≤ 2.45", "> 2.45"]
    assert trace.data.value(0, 0) == "1.4"
    whole = adopt(DecisionTreeClassifier().fit([[2], [3]], [0, 1]), [[2], [3]], [0, 1])
    assert whole.tree.apply([[2.5], [np.nextafter(2.5, 3)], [2.50001]]).tolist() == [1, 1, 2]
    assert Split(0, Kind.THRESHOLD, 2.5).title(dtlearn.load("iris").schema).endswith("< 2.5")


@pytest.mark.parametrize(
    "estimator", [DecisionTreeClassifier(splitter="random", random_state=3), ExtraTreeClassifier(random_state=1)]
)
def test_a_threshold_that_is_no_midpoint_stands_in_place_of_the_candidate_that_parts_the_same(estimator):
    trace = adopt(estimator.fit(X, Y), X, Y)
    usual = dtlearn.grow(trace.data, trace.settings)
    found, ours = trace.candidates[0], usual.candidates[0]
    assert found.split(found.chosen) == trace.tree[0].split
    others = np.arange(len(found)) != found.chosen
    np.testing.assert_array_equal(found.at[others], single_bound(ours.at[others]))
    np.testing.assert_array_equal(found.gain, ours.gain)
    assert found.at[found.chosen] != single_bound(ours.at[found.chosen])
    np.testing.assert_array_equal(found.best, ours.best)


def test_names_come_from_the_frame_and_the_labels():
    forest = RandomForestClassifier(2, random_state=0).fit(X, Y)
    y = pd.Series(Y, name="species")
    for estimator in (DecisionTreeClassifier(random_state=0).fit(X, Y), *forest.estimators_):
        schema = adopt(estimator, X, y, "flowers").data.schema
        assert [f.name for f in schema.features] == X.columns.tolist()
        assert (schema.classes, schema.target) == (("setosa", "versicolor", "virginica"), "species")
    bare = DecisionTreeClassifier(random_state=0).fit(X.to_numpy(), Y)
    assert adopt(bare, X.to_numpy(), Y).data.schema.features[3].name == "x4"
    named = DecisionTreeClassifier(random_state=0).fit(X, Y)
    assert adopt(named, X.to_numpy(), Y).data.schema.features[3].name == "petal width (cm)"
    assert adopt(bare, X.to_numpy().tolist(), Y.tolist(), "flowers").data.name == "flowers"


def test_leaves_say_why():
    trace = adopt(DecisionTreeClassifier(max_depth=2, min_samples_leaf=5, random_state=0).fit(X, Y), X, Y)
    assert [stop for stop in trace.tree.stops if stop] == [Stop.PURE, Stop.MAX_DEPTH, Stop.MAX_DEPTH]
    few = adopt(DecisionTreeClassifier(min_samples_split=60, random_state=0).fit(X, Y), X, Y)
    assert Stop.TOO_FEW in few.tree.stops
    small = adopt(DecisionTreeClassifier(min_samples_leaf=30, random_state=0).fit(X, Y), X, Y)
    assert Stop.MIN_LEAF in small.tree.stops
    assert (~small.candidates[0].admissible).any()
    equal = adopt(DecisionTreeClassifier().fit([[1], [1]], [0, 1]), [[1], [1]], [0, 1])
    assert equal.tree.stops == (Stop.NO_FEATURE,)
    pruned = adopt(DecisionTreeClassifier(ccp_alpha=0.1).fit(X, Y), X, Y)
    assert Stop.BY_HAND in pruned.tree.stops


@pytest.mark.parametrize("detail", ["node", "question", "detail"])
def test_it_plays(detail, tmp_path):
    trace = adopt(DecisionTreeClassifier(max_depth=3, random_state=0).fit(X, Y), X, Y, "iris")
    lesson = trace.steps(detail=detail).walkthrough()
    assert len(lesson) == len(trace.steps(detail=detail))
    assert '"petal width (cm) ≤ 0.8"' in lesson.json()
    assert "petal width (cm) < 0.8" not in lesson.json()
    assert (tmp_path / "lesson.html").exists() is False
    assert "petal width (cm) > 0.8" in lesson.save(tmp_path / "lesson.html").read_text()
    assert "srcdoc" in trace._repr_mimebundle_()["text/html"]
    again = pickle.loads(pickle.dumps(trace))
    assert again.candidates[0].chosen == trace.candidates[0].chosen


WITHOUT = """
import sys
import numpy as np
import dtlearn
from types import SimpleNamespace as Given

tree = Given(
    children_left=np.array([1, -1, -1]), children_right=np.array([2, -1, -1]), feature=np.array([0, -2, -2]),
    threshold=np.array([1.5, -2.0, -2.0]), n_node_samples=np.array([3, 1, 2]),
    weighted_n_node_samples=np.array([3.0, 1, 2]),
    value=np.array([[[1.0, 2]], [[1, 0]], [[0, 2]]]), n_outputs=1, n_features=1,
)
limits = dict(max_depth=None, min_samples_split=2, min_samples_leaf=1, min_weight_fraction_leaf=0.0)
fitted = Given(tree_=tree, criterion="gini", classes_=np.array([0, 1]), random_state=None, **limits)
print(dtlearn.adopt(fitted, [[1], [2], [3]], [0, 1, 1]), "sklearn" in sys.modules)
"""


def test_scikit_learn_is_not_imported_and_counts_are_read_too():
    """Versions before 1.3 have the counts of the classes as a node's value."""
    run = subprocess.run([sys.executable, "-c", WITHOUT], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[-1] == "└─ > 1.5: 1  (0: 0, 1: 2) False"


# --- refused --------------------------------------------------------------------------------------------------

A, B = X.to_numpy().copy(), IRIS.target.to_numpy().copy()
OTHER = A[::-1]
HOLES = np.where(A > 6.5, np.nan, A)
WEIGHTS = np.arange(len(B)) % 3 + 1
bags = RandomForestClassifier(2, random_state=1)
# Of the case adopt_weights_and_bootstrap: 15 no, 5 yes.
CHURN = np.array(
    [
        [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 3, 4, 2, 15, 16, 17],
        [9, 8, 7, 1, 2, 3, 4, 5, 6, 10, 1, 2, 3, 4, 5, 6, 3, 7, 8, 9],
    ]
).T
CHURNED = np.array(["yes"] * 5 + ["no"] * 15)


def tree(**settings):
    return DecisionTreeClassifier(random_state=0, **settings)


def number(**settings):
    return DecisionTreeRegressor(random_state=0, **settings)


REFUSED = {
    "unfitted": (tree(), A, B, "call fit"),
    "no tree": (object(), A, B, "call fit"),
    "forest": (RandomForestClassifier(2).fit(A, B), A, B, "give estimator.estimators_[0]."),
    "search": (GridSearchCV(tree(), {"max_depth": [1]}, cv=2).fit(A, B), A, B, "give estimator.best_estimator_."),
    "search of a pipeline": (
        GridSearchCV(make_pipeline(StandardScaler(), tree()), {"memory": [None]}, cv=2).fit(A, B),
        A,
        B,
        (
            "estimator.best_estimator_[-1], with X as its steps before make it,"
            " estimator.best_estimator_[:-1].transform(X)."
        ),
    ),
    "before a pipeline": (make_pipeline(StandardScaler(), tree()).fit(A, B)[-1], A, B, "as they came to its fit"),
    "unfitted pipeline": (make_pipeline(tree()), A, B, "call fit"),
    "calibrated": (CalibratedClassifierCV(tree(), cv=2).fit(A, B), A, B, "calibrated_classifiers_[0].estimator."),
    "chosen features": (
        RFE(tree()).fit(A, B),
        A,
        B,
        "give estimator.estimator_, with X as its choice of features leaves it, estimator.transform(X).",
    ),
    "each class against the rest": (
        OneVsRestClassifier(tree()).fit(A, B),
        A,
        B,
        "give estimator.estimators_[0], with y as it was given to that tree: 1 for its class",
    ),
    "outliers": (IsolationForest(n_estimators=2).fit(A), A, B, "looks for outliers by cuts at random and never sees y"),
    "boosting of histograms": (HistGradientBoostingClassifier(max_iter=2).fit(A, B), A, B, "is boosting"),
    "boosting": (GradientBoostingClassifier(n_estimators=1).fit(A, B), A, B, "is boosting"),
    "a tree of boosting": (
        GradientBoostingClassifier(n_estimators=1).fit(A, Y).estimators_[0, 0],
        A,
        Y,
        "tree of boosting",
    ),
    "bagging": (BaggingClassifier(tree(), 2).fit(A, B), A, B, "is bagging"),
    "weights of zero": (
        tree(max_depth=1).fit(CHURN, CHURNED, sample_weight=np.arange(20) < 15),
        CHURN,
        CHURNED,
        "of 15 examples at its root, here 20 come; leave out the rows that had a weight of zero",
    ),
    "balanced subsamples": (
        RandomForestClassifier(5, random_state=7, class_weight="balanced_subsample").fit(CHURN, CHURNED).estimators_[0],
        CHURN,
        CHURNED,
        "without weights (class_weight, sample_weight)",
    ),
    "a weighted forest": (
        RandomForestClassifier(5, random_state=7)
        .fit(CHURN, CHURNED, sample_weight=np.arange(20) % 2 + 1)
        .estimators_[0],
        CHURN,
        CHURNED,
        "weights",
    ),
    "sample weights": (tree().fit(A, B, sample_weight=WEIGHTS), A, B, "weights"),
    "large weights": (tree().fit(A, B, sample_weight=WEIGHTS * 1e12), A, B, "weights"),
    "weights like a bootstrap": (tree().fit(A, B, sample_weight=np.r_[0, 2, np.ones(148)]), A, B, "weights"),
    "class weights": (tree(class_weight={0: 2, 1: 1, 2: 1}).fit(A, B), A, B, "weights"),
    "class weights of a forest": (
        RandomForestClassifier(2, random_state=1, class_weight="balanced_subsample").fit(A, B).estimators_[0],
        A,
        B,
        "weights",
    ),
    "a forest's weights": (bags.fit(A, B, sample_weight=WEIGHTS).estimators_[0], A, B, "weights|not the rows"),
    "large leaves of a bootstrap": (
        RandomForestClassifier(2, random_state=1, min_samples_leaf=3).fit(A, B).estimators_[0],
        A,
        B,
        "min_samples_leaf",
    ),
    "fewer rows": (tree().fit(A, B), A[:-1], B[:-1], "not the rows"),
    "other rows": (tree().fit(A, B), np.r_[A[:75], A[:75] + 1], B, "not the rows"),
    "other labels": (tree().fit(A, B), A, np.roll(B, 1), "not the rows"),
    "other bootstrap": (
        RandomForestClassifier(2, random_state=1).fit(A, B).estimators_[0],
        OTHER,
        B[::-1],
        "not the rows",
    ),
    "other numbers": (number().fit(A, B * 1.0), A, B * 1.5, "not the rows"),
    "same means": (
        number(max_depth=1).fit([[0], [0], [1], [1]], [0, 2, 5, 7]),
        [[0], [0], [1], [1]],
        [1, 1, 6, 6],
        "not the rows",
    ),
    "other classes": (tree().fit(A, Y), A, B, "fitted on, setosa, versicolor, virginica"),
    "other columns": (tree().fit(X, B), X[X.columns[::-1]], B, "in fit it was"),
    "fewer columns": (tree().fit(A, B), A[:, :3], B, "X has 3 features"),
    "no labels": (tree().fit(A, B), A, None, "y to be passed"),
    "a vector": (tree().fit(A, B), A[0], B, "X has 1 dimension, not 2. Reshape your data"),
    "ragged": (tree().fit(A, B), [[1, 2], [3]], [0, 1], "rows of different lengths"),
    "no rows": (tree().fit(A, B), A[:0], B[:0], "0 sample"),
    "wide y": (tree().fit(A, B), A, np.c_[B, B], "y has shape"),
    "a gap in y": (tree().fit(A, B), A, [np.nan, *B[1:]], "Row 1 of y is NaN, infinite or empty"),
    "complex": (tree().fit(A, B), A * 1j, B, "Complex data not supported"),
    "infinite": (tree().fit(A, B), np.where(A > 6.5, np.inf, A), B, "is numeric but holds 'inf'"),
    "shares as labels": (tree().fit(A, B), A, B + 0.5, "a continuous target"),
    "mixed labels": (tree().fit(A, B), A, np.array(["a", *B[1:]], dtype=object), "mixes text and numbers"),
    "words as numbers": (number().fit(A, B), A, Y, "no number"),
    "too few labels": (tree().fit(A, B), A, B[:-1], "149"),
    "text": (tree().fit(A, B), [["a"] * 4] * 150, B, "write a number"),
    "missing": (tree().fit(HOLES, B), HOLES, B, "empty"),
    "too large": (tree().fit(A, B), A * 1e300, B, "single precision"),
    "sparse": (tree().fit(A, B), csr_matrix(A), B, "sparse"),
    "several targets": (number().fit(A, np.c_[B, B]), A, np.c_[B, B], "2 targets"),
    "monotonic": (tree(monotonic_cst=[1, 0, 0, 0]).fit(A, B == 1), A, B == 1, "monotonic"),
    "absolute error": (number(criterion="absolute_error").fit(A, B), A, B, "'absolute_error' is not scored"),
    "poisson": (number(criterion="poisson").fit(A, B + 1), A, B + 1, "'poisson' is not scored"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_read_exactly_is_refused_in_a_sentence(name):
    estimator, X, y, said = REFUSED[name]
    with pytest.raises(ValueError, match="|".join(map(re.escape, said.split("|")))) as caught:
        adopt(estimator, X, y)
    assert str(caught.value).endswith(".")
    assert "\n" not in str(caught.value)


def test_what_changes_nothing_is_not_refused():
    for estimator in (
        tree(class_weight={0: 1, 1: 1, 2: 1}),
        tree(class_weight="balanced"),
        tree(min_weight_fraction_leaf=0.1),
    ):
        trace = adopt(estimator.fit(A, B), A, B)
        np.testing.assert_array_equal(trace.predict(A).astype(int), estimator.predict(A))
    forest = ExtraTreesClassifier(2, random_state=0, min_samples_leaf=4).fit(A, B)
    assert len(adopt(forest.estimators_[1], A, B).tree) == forest.estimators_[1].tree_.node_count
    few = RandomForestRegressor(2, random_state=0, max_samples=0.3).fit(*load_diabetes(return_X_y=True))
    assert adopt(few.estimators_[1], *load_diabetes(return_X_y=True)).tree.n[0] == 132


def test_the_rows_that_had_a_weight_are_taken():
    trace = adopt(tree(max_depth=1).fit(CHURN, CHURNED, sample_weight=np.arange(20) < 15), CHURN[:15], CHURNED[:15])
    assert trace.tree.counts[0].tolist() == [10, 5]


def test_what_was_given_stays_as_it_is():
    estimator, copy = tree().fit(A, B), A.copy()
    adopt(estimator, A, B)
    np.testing.assert_array_equal(A, copy)
    assert A.flags.writeable


@examples(20)
@given(fitted() | fitted(forests=True))
def test_what_was_taken_is_told_as_it_is(one):
    trace = adopt(*one)
    for step in trace.steps():
        found, rows = step.candidates, candidate_rows(step, None, None)
        if step.done is None or step.node.split is None:
            continue
        own = [row for row in rows if row["id"].endswith(f"c{step.node.i}.{found.taken}")]
        assert own
        assert {badge for row in own for badge in row["badges"]} & {"chosen", "best"}
        assert (" took " in str(step)) == (not found.best[found.taken] or len(step.tied) > 1)
        assert ("has the largest" in str(step)) <= bool(found.best[found.taken])
        assert "a tie goes to" not in str(step)
