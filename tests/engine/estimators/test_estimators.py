"""The estimators: scikit-learn's habits, with scikit-learn's own checks; and the stumps."""

import subprocess
import sys
import warnings

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from sklearn import exceptions
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris
from sklearn.ensemble import RandomForestClassifier as TheirForest
from sklearn.ensemble import RandomForestRegressor as TheirForestRegressor
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier as TheirClassifier
from sklearn.tree import DecisionTreeRegressor as TheirRegressor
from sklearn.utils.estimator_checks import estimator_checks_generator

from dtlearn import ALGORITHMS, GrowSettings, grow, load
from dtlearn.data.dataset import Feature
from dtlearn.estimators.estimators import (
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    NotFittedError,
    RandomForestClassifier,
    RandomForestRegressor,
)
from dtlearn.estimators.sklearn_habits import CRITERION
from dtlearn.learning.stumps import stumps
from dtlearn.splitting.nominal import NOMINAL
from tests.support.strategies import SMALL, datasets, grow_settings

BOTH = [DecisionTreeClassifier, DecisionTreeRegressor]
FORESTS = [RandomForestClassifier, RandomForestRegressor]
both = pytest.mark.parametrize("kind", BOTH, ids=lambda kind: kind.__name__)

# --- scikit-learn's own checks ----------------------------------------------------------------------------

# check_array_api_input skips itself unless SCIPY_ARRAY_API is set. No check is expected to fail: sample_weight
# and sparse X are not supported, and the checks ask only that the signature and the error say so.
EXPECTED_TO_FAIL: dict[str, str] = {}


def sklearns_checks():
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Estimator .* does not inherit from", UserWarning)
        return [
            pytest.param(estimator, check, id=f"{kind.__name__}-{name_of(check)}")
            for kind in (*BOTH, *FORESTS)
            for estimator, check in estimator_checks_generator(kind(), expected_failed_checks=EXPECTED_TO_FAIL)
        ]


def name_of(check):
    inner = getattr(check, "func", check)
    arguments = {k: v for k, v in getattr(check, "keywords", {}).items() if k != "expected_failed_checks"}
    return inner.__name__ + "".join(f"-{k}={v}" for k, v in arguments.items())


@pytest.mark.parametrize(("estimator", "check"), sklearns_checks())
def test_scikit_learns_own_check(estimator, check):
    check(estimator)


# --- inside scikit-learn ------------------------------------------------------------------------------------


@both
def test_every_parameter_of_the_grower_is_one_of_the_estimator(kind):
    assert set(kind().get_params()) == set(GrowSettings.__dataclass_fields__) - {"seed"} | {"random_state"}


def test_a_grid_search_in_a_pipeline_finds_the_depth():
    X, y = load_iris(return_X_y=True)
    pipeline = make_pipeline(StandardScaler(), DecisionTreeClassifier("entropy"))
    grid = {"decisiontreeclassifier__max_depth": [0, 1, 3], "decisiontreeclassifier__criterion": ["gini", "info_gain"]}
    search = GridSearchCV(pipeline, grid, cv=3).fit(X, y)
    assert search.best_params_["decisiontreeclassifier__max_depth"] == 3
    assert search.best_score_ > 0.9
    assert search.best_estimator_.predict(X[:2]).tolist() == [0, 0]


@both
def test_scikit_learn_is_not_needed(kind):
    code = f"""
import sys
from dtlearn.estimators import {kind.__name__} as Tree, NotFittedError
tree = Tree(max_depth=2)
try:
    tree.predict([[1]])
except NotFittedError as error:
    print(type(error) is NotFittedError, error)
print(tree.fit([[1], [2], [3]], [0, 0, 3]).predict([[2.6]]).tolist(), tree.score([[1], [3]], [0, 3]))
print("sklearn" in sys.modules)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    answers = run.stdout.splitlines()
    assert answers[0] == f"True This {kind.__name__} has no tree yet: call fit before you use it."
    assert answers[1] in ("[3] 1.0", "[3.0] 1.0")
    assert answers[2] == "False"


# --- fit, predict and what they leave -----------------------------------------------------------------------


@pytest.mark.parametrize("theirs", ["entropy", "gini"])
def test_predictions_are_scikit_learns_where_no_tie_decides(theirs):
    X, y = load_iris(return_X_y=True)
    mine = DecisionTreeClassifier(theirs, max_depth=2).fit(X, y)
    peer = TheirClassifier(criterion=theirs, max_depth=2, random_state=0).fit(X, y)
    assert mine.predict(X).tolist() == peer.predict(X).tolist()
    assert np.allclose(mine.predict_proba(X), peer.predict_proba(X))
    assert mine.score(X, y) == peer.score(X, y)
    assert (mine.get_depth(), mine.get_n_leaves()) == (peer.get_depth(), peer.get_n_leaves())


def test_a_regressor_predicts_the_means():
    X, y = load_diabetes(return_X_y=True)
    mine, peer = DecisionTreeRegressor(max_depth=3).fit(X, y), TheirRegressor(max_depth=3, random_state=0).fit(X, y)
    assert np.allclose(mine.predict(X), peer.predict(X))
    assert mine.score(X, y) == pytest.approx(peer.score(X, y))
    assert mine.tree_.value[0] == pytest.approx(y.mean())


@pytest.mark.parametrize(("y", "score"), [([2, 2, 2], 1.0), ([1, 1, 1], 0.0)])
def test_the_score_of_a_constant_target(y, score):
    assert DecisionTreeRegressor().fit([[1], [2], [3]], [2, 2, 2]).score([[1], [2], [3]], y) == score


@given(datasets())
def test_shares_and_paths_are_those_of_the_tree(data):
    rows = [[data.value(i, j) for j in range(data.X.shape[1])] for i in range(len(data))]
    tree = DecisionTreeClassifier(nominal="multiway", reuse=False).fit(rows, data.y)
    shares, paths, leaves = tree.predict_proba(rows), tree.decision_path(rows), tree.apply(rows)
    assert np.allclose(shares.sum(axis=1), 1)
    for i, leaf in enumerate(leaves):
        node = tree.tree_[int(leaf)]
        assert shares[i].tolist() == [c / node.n for c in node.counts]
        assert np.flatnonzero(paths[i]).tolist() == node.line()
        assert tree.predict(rows[i : i + 1])[0] == tree.classes_[tree.tree_.label[leaf]]


def test_an_empty_leaf_has_its_parents_shares():
    X = [["a", "x"], ["a", "y"], ["b", "y"], ["b", "y"], ["c", "x"]]
    tree = DecisionTreeClassifier(nominal="multiway", reuse=False, min_samples_leaf=1).fit(X, [0, 1, 0, 1, 1])
    empty = np.flatnonzero(tree.tree_.counts.sum(axis=1) == 0)
    assert len(empty) == 1
    parent = tree.tree_[int(tree.tree_.parent[empty[0]])]
    row = [["b", "x"]]
    assert tree.apply(row).tolist() == empty.tolist()
    assert tree.predict_proba(row).tolist() == [[c / parent.n for c in parent.counts]]


@pytest.mark.parametrize("nominal", NOMINAL)
@pytest.mark.parametrize("name", ["play_tennis", "restaurant_wait", "titanic", "golf_numeric"])
def test_a_frame_of_the_collection_grows_the_tree_of_the_collection(name, nominal):
    data = load(name)
    frame = pd.DataFrame(
        {
            f.name: data.X[:, j]
            if f.numeric
            else pd.Categorical([data.value(i, j) for i in range(len(data))], f.values)
            for j, f in enumerate(data.schema.features)
        }
    )
    y = np.array(data.schema.classes)[data.y]
    tree = DecisionTreeClassifier("entropy", nominal).fit(frame, y)
    settings = GrowSettings("info_gain", nominal, reuse=True, stop_at_zero_gain=False)
    assert [f.values for f in tree.trace_.data.schema.features] == [f.values for f in data.schema.features]
    # Sorted classes may stand in another order than the listed ones, so that labels of ties differ.
    want = grow(data, settings).tree
    assert tree.tree_.feature.tolist() == want.feature.tolist()
    assert tree.tree_.at.tolist() == pytest.approx(want.at.tolist(), nan_ok=True)
    assert tree.feature_names_in_.tolist() == list(frame.columns)
    assert tree.predict_proba(frame).argmax(axis=1).tolist() == tree.classes_.searchsorted(tree.predict(frame)).tolist()


def test_columns_of_a_frame_are_what_they_look_like():
    frame = pd.DataFrame(
        {
            "text": ["b", "a", None, "b"], "number": [0, 1, 1, 0], "float": [0.5, 1, 2, 3],
            "bool": [True, False, True, False], "size": pd.Categorical(["lo", "hi", "lo", None], ["lo", "hi"]),
        }
    )  # fmt: skip
    tree = DecisionTreeClassifier().fit(frame, list("pqqp"))
    assert tree.trace_.data.schema.features == (
        Feature("text", ("a", "b", "(missing)")), Feature("number"), Feature("float"),
        Feature("bool", ("False", "True")), Feature("size", ("lo", "hi", "(missing)")),
    )  # fmt: skip
    assert tree.predict(frame).tolist() == list("pqqp")


def test_text_it_has_never_seen_stays_at_the_node_that_asks():
    tree = DecisionTreeClassifier(nominal="multiway").fit([["a"], ["b"], ["b"]], ["no", "yes", "yes"])
    assert tree.apply([["c"]]).tolist() == [0]
    assert tree.predict([["c"], ["a"]]).tolist() == ["yes", "no"]


@pytest.mark.parametrize("labels", [[1, 0, 1], [True, False, True], ["b", "a", "b"], [2.0, -1.0, 2.0]], ids=str)
def test_labels_come_back_as_they_went_in(labels):
    tree = DecisionTreeClassifier().fit([[1], [2], [3.5]], labels)
    assert tree.predict([[1], [2], [3.5]]).tolist() == labels
    assert tree.classes_.tolist() == sorted(set(labels))


@pytest.mark.parametrize(("theirs", "ours"), CRITERION.items())
def test_scikit_learns_names_mean_ours(theirs, ours):
    kind = DecisionTreeRegressor if ours == "mse" else DecisionTreeClassifier
    X, y = load_iris(return_X_y=True)
    a, b = kind(theirs).fit(X, y).tree_, kind(ours).fit(X, y).tree_
    assert a.feature.tolist() == b.feature.tolist()


# --- one clear sentence -------------------------------------------------------------------------------------

NAN = float("nan")
WRONG = {
    "a vector": ([1, 2], [0, 1], "X has 1 dimension, not 2. Reshape your data"),
    "ragged": ([[1, 2], [3]], [0, 1], "rows of different lengths"),
    "short": ([[1], [2]], [0], "X has 2 rows but y has 1 values"),
    "no rows": (np.empty((0, 2)), [], r"0 sample\(s\)"),
    "no y": ([[1], [2]], None, "target y is None"),
    "wide y": ([[1], [2]], [[0, 1], [1, 0]], r"y has shape \(2, 2\)"),
    "hole": ([[1, NAN], [2, NAN], [3, 1]], [0, 1, 1], "Column 'x2' is numeric and 2 cells are empty"),
    "infinite": ([[1], [np.inf]], [0, 1], "Column 'x1' is numeric but holds 'inf'"),
    "hole in a frame": (
        pd.DataFrame({"word": ["a", "b"], "size": [1, NAN]}), [0, 1], "Column 'size' is numeric and 1 cell is empty",
    ),
    "hole in y": ([[1], [2]], [0, NAN], "Row 2 of y is NaN, infinite or empty"),
    "complex": ([[1j], [2]], [0, 1], "Complex data not supported"),
}  # fmt: skip


@both
@pytest.mark.parametrize("case", WRONG)
def test_wrong_data_give_one_clear_sentence(kind, case):
    X, y, sentence = WRONG[case]
    with pytest.raises(ValueError, match=sentence) as caught:
        kind().fit(X, y)
    assert "\n" not in str(caught.value)


def test_a_target_of_the_wrong_kind_names_the_other_estimator():
    with pytest.raises(ValueError, match=r"numbers such as 0.5, a continuous target: use DecisionTreeRegressor"):
        DecisionTreeClassifier().fit([[1], [2]], [0.5, 1])
    with pytest.raises(ValueError, match="use DecisionTreeClassifier"):
        DecisionTreeRegressor().fit([[1], [2]], ["a", "b"])
    with pytest.raises(ValueError, match="mixes text and numbers"):
        DecisionTreeClassifier().fit([[1], [2]], np.array(["a", 1], dtype=object))


def test_columns_of_another_order_are_refused():
    tree = DecisionTreeClassifier().fit(pd.DataFrame({"a": [1, 2], "b": [1, 1]}), [0, 1])
    with pytest.raises(ValueError, match="Column 1 of X is 'b', in fit it was 'a'"):
        tree.predict(pd.DataFrame({"b": [1, 2], "a": [1, 1]}))
    with pytest.raises(ValueError, match="X has 1 features, but DecisionTreeClassifier is expecting 2 features"):
        tree.predict([[1]])


@both
@pytest.mark.parametrize("bad", [
    {"criterion": "luck"}, {"nominal": "some"}, {"max_depth": 1.5}, {"min_samples_split": 0.1},
    {"min_samples_leaf": 0}, {"max_leaf_nodes": "many"}, {"min_gain": -1},
], ids=str)  # fmt: skip
def test_settings_that_mean_nothing_are_refused_by_fit(kind, bad):
    tree = kind(**bad)
    with pytest.raises(ValueError, match=str(next(iter(bad.values())))):
        tree.fit([[1], [2]], [0, 1])


@pytest.mark.parametrize(("kind", "criterion"), [
    (DecisionTreeClassifier, "squared_error"), (DecisionTreeRegressor, "gini"), (DecisionTreeRegressor, "info_gain"),
])  # fmt: skip
def test_a_criterion_of_the_other_kind_is_refused(kind, criterion):
    with pytest.raises(ValueError, match="The target 'y' is a .*: choose the criterion"):
        kind(criterion).fit([[1], [2], [3]], [0, 1, 1])


def test_a_parameter_that_does_not_exist_is_named():
    with pytest.raises(ValueError, match="DecisionTreeClassifier has no parameter 'depth': choose one of criterion"):
        DecisionTreeClassifier().set_params(depth=3)


@both
@pytest.mark.parametrize("method", ["predict", "apply", "decision_path"])
def test_an_unfitted_tree_says_so_to_us_and_to_scikit_learn(kind, method):
    with pytest.raises(NotFittedError, match="call fit before you use it") as caught:
        getattr(kind(), method)([[1]])
    assert isinstance(caught.value, exceptions.NotFittedError)
    with pytest.raises(NotFittedError):
        kind().get_depth()


# --- stumps -------------------------------------------------------------------------------------------------


def best_of_each_feature(trace):
    """(gain, score) of the best admissible candidate of every feature at the root, None where there is none."""
    record = trace.candidates[0]
    found = []
    for j in range(len(trace.data.schema.features)):
        mine = [c for c in range(len(record)) if record.feature[c] == j and record.admissible[c]]
        best = max(mine, key=lambda c: record.score[c], default=None)
        found.append(None if best is None else (record.gain[best], record.score[best]))
    return found


def compare_stumps(data, settings):
    found = stumps(data, settings)
    expected = best_of_each_feature(grow(data, settings))
    assert len(found) == len(expected)
    for j, (stump, best) in enumerate(zip(found, expected, strict=True)):
        if best is None:
            assert stump.split is None or stump.tree[0].split is None
        else:
            assert stump.split.feature == j
            assert (stump.gain, stump.score) == pytest.approx(best, abs=1e-12)
            assert stump.tree.depth.max() == 1
            assert stump.tree.schema is data.schema
            assert stump.tree[0].split == stump.split


@given(datasets(), grow_settings(limits=False, stop_at_zero_gain=False))
def test_stumps_are_the_best_candidates_of_every_feature_at_the_root(data, settings):
    if len(set(data.y.tolist())) > 1:
        compare_stumps(data, settings)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("name", SMALL)
def test_stumps_of_the_collection(name, algorithm):
    compare_stumps(load(name), ALGORITHMS[algorithm])


@pytest.mark.parametrize("kind", [DecisionTreeClassifier, DecisionTreeRegressor])
def test_a_score_takes_a_column_and_refuses_another_length(kind):
    X, y = [[1.0], [2.0], [3.0]], [1, 2, 3]
    model = kind().fit(X, y)
    with pytest.warns(UserWarning, match="column-vector"):
        assert model.score(X, [[1], [2], [3]]) == 1
    with pytest.raises(ValueError, match="X has 3 rows and y 2 values"):
        model.score(X, [1, 2])


# --- forests ------------------------------------------------------------------------------------------------

forests = pytest.mark.parametrize("kind", FORESTS, ids=lambda kind: kind.__name__)


def halves(regression):
    X, y = load_diabetes(return_X_y=True) if regression else load_breast_cancer(return_X_y=True)
    return X[::2], y[::2], X[1::2], y[1::2]


@forests
def test_a_forest_is_as_good_as_scikit_learns(kind):
    theirs = TheirForest if kind is RandomForestClassifier else TheirForestRegressor
    X, y, held, labels = halves(kind is RandomForestRegressor)
    mine = kind(random_state=0, oob_score=True).fit(X, y)
    other = theirs(random_state=0, oob_score=True).fit(X, y)
    assert mine.score(held, labels) == pytest.approx(other.score(held, labels), abs=0.03)
    assert mine.oob_score_ == pytest.approx(other.oob_score_, abs=0.06)  # both spread by .014 over seeds
    assert mine.feature_importances_.sum() == pytest.approx(1)
    assert np.corrcoef(mine.feature_importances_, other.feature_importances_)[0, 1] > 0.8
    assert len(mine.estimators_) == 100


@forests
def test_a_random_state_repeats_a_forest(kind):
    X, y, held, _ = halves(kind is RandomForestRegressor)

    def says(state):
        forest = kind(5, random_state=state).fit(X, y)
        return (forest.predict_proba(held)[:, 0] if hasattr(forest, "predict_proba") else forest.predict(held)).tolist()

    assert says(3) == says(3) == says(np.int64(3))
    assert says(3) != says(4)
    assert says(None) == says(0)
    assert says(np.random.RandomState(1)) == says(np.random.RandomState(1))


@pytest.mark.parametrize(
    ("asked", "k"), [("sqrt", 5), ("log2", 4), (7, 7), (0.5, 15), (1.0, None), (None, None), (1e-9, 1)]
)
def test_max_features_counts_features(asked, k):
    X, y, _, _ = halves(False)
    forest = RandomForestClassifier(1, max_features=asked, max_depth=1).fit(X, y).forest_
    assert len(forest.trace(0).drawn(0)) == (k or 30)
    assert len(DecisionTreeClassifier(max_features=asked, max_depth=1).fit(X, y).trace_.drawn(0)) == (k or 30)


@pytest.mark.parametrize(("asked", "size"), [(None, 285), (50, 50), (0.5, 142)])
def test_max_samples_counts_rows(asked, size):
    X, y, _, _ = halves(False)
    assert RandomForestClassifier(1, max_samples=asked, max_depth=1).fit(X, y).forest_.draws.shape == (1, size)


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"max_features": 0}, "max_features is 0: give a whole number"),
        ({"max_features": "all"}, "max_features is 'all'"),
        ({"max_features": 1.5}, "max_features is 1.5"),
        ({"max_samples": -1}, "max_samples is -1"),
        ({"random_state": "x"}, "random_state is 'x': give a whole number or None."),
        ({"bootstrap": False, "oob_score": True}, "set bootstrap=True"),
        ({"max_depth": 1.5}, "max_depth is 1.5: give a whole number."),
        ({"n_estimators": 0}, "n_trees is 0"),
    ],
)
def test_a_forest_refuses_in_a_sentence(wrong, why):
    with pytest.raises(ValueError, match=why):
        RandomForestClassifier(**wrong).fit([[1], [2]], [0, 1])
