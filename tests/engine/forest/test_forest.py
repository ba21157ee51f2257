"""Forests: what is drawn, that a forest's tree is grow()'s tree, the vote, out-of-bag, importances."""

import tracemalloc
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.datasets import load_breast_cancer, load_diabetes
from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor
from sklearn.metrics import r2_score

from dtlearn import ALGORITHMS, Feature, GrowSettings, from_arrays, grow, load
from dtlearn.forest.forest import ForestSettings, bytes_of, grow_forest, winner
from dtlearn.forest.importance import impurity_decrease, permutation
from dtlearn.growing.errors import hold_out
from dtlearn.show.forest.words import curves
from dtlearn.splitting.draws import FEATURES, NODES, numbers, shuffled, start, tree_seeds, with_replacement
from dtlearn.splitting.nominal import NOMINAL
from dtlearn.trees.stack import TreeStack
from tests.support.facts import facts
from tests.support.strategies import datasets, examples, grow_settings

CART = ALGORITHMS["CART"]


def same(one, other) -> bool:
    """Two trees are equal to the last bit."""
    arrays = {name: value for name, value in vars(one).items() if isinstance(value, np.ndarray)}
    return one.stops == other.stops and all(
        value.dtype == getattr(other, name).dtype and value.tobytes() == getattr(other, name).tobytes()
        for name, value in arrays.items()
    )


@st.composite
def forests(draw, regression=None, max_trees=5):
    """A Forest of any kind: classes or a number to predict, all kinds of splits, limits and draws."""
    numeric = draw(st.booleans()) if regression is None else regression
    data, tree = draw(datasets(regression=numeric)), draw(grow_settings())
    d = len(data.schema.features)
    tree = replace(
        tree,
        criterion="mse" if numeric else tree.criterion,
        nominal=draw(st.sampled_from(NOMINAL)),
        min_gain=draw(st.sampled_from([0, 0, 0, 0.05])),
        max_features=draw(st.none() | st.integers(1, d + 1)),
        seed=draw(st.integers(-5, 2**60)),
    )
    bootstrap = draw(st.booleans())
    size = draw(st.none() | st.integers(1, 30)) if bootstrap else None
    subspace = draw(st.none() | st.integers(1, d))
    return grow_forest(data, ForestSettings(draw(st.integers(1, max_trees)), tree, bootstrap, size, subspace))


# --- draws ----------------------------------------------------------------------------------------------------


def test_numbers_are_splitmix64s():
    # The published first outputs for the seed 1234567 (Vigna's reference code).
    known = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821]
    assert numbers(np.array([1234567], np.uint64), 5)[0].tolist() == known


def test_a_seed_gives_the_same_draws_with_every_version():
    assert tree_seeds(7, 0, 3) == [241518495361650, 2196588866625141, 3054033263735783]
    assert tree_seeds(7, 1, 3) == tree_seeds(7, 0, 3)[1:]
    data = load("play_tennis")
    forest = grow_forest(data, ForestSettings(1, GrowSettings(max_features=2, seed=7)))
    assert forest.draws[0].tolist() == [1, 3, 3, 4, 4, 7, 9, 9, 9, 10, 12, 12, 12, 13]
    assert forest.trace(0).drawn(0).tolist() == [0, 2]


@given(st.integers(0, 2**64 - 1), st.integers(1, 40))
def test_a_shuffle_holds_every_number_once_and_the_allowed_ones_first(seed, d):
    at = start(seed, FEATURES)
    assert sorted(shuffled(at, d)[0].tolist()) == list(range(d))
    allowed = np.arange(d) % 3 == 0
    first = shuffled(at, d, allowed[None])[0, : allowed.sum()]
    assert sorted(first.tolist()) == np.flatnonzero(allowed).tolist()


def test_every_feature_is_drawn_as_often_as_any_other():
    orders = shuffled(numbers(start(3, NODES), 20_000)[0], 5)
    for turn in orders.T:
        # 20,000 draws of one in five: 4,000 +- 57 by chance; four times that.
        assert np.abs(np.bincount(turn, minlength=5) - 4000).max() < 4 * 57


@pytest.mark.parametrize("m", [1, 2, 7, 14, 100, 1000])
def test_a_bootstrap_holds_the_expected_share_of_the_examples(m):
    expected = facts()["forest"]["expected_distinct_fraction"][str(m)]
    assert expected == pytest.approx(1 - (1 - 1 / m) ** m)
    rows = with_replacement(numbers(start(0, NODES), 2000)[0], m, m)
    share = [len(set(row)) / m for row in rows.tolist()]
    assert np.mean(share) == pytest.approx(expected, abs=4 * np.std(share) / 2000**0.5 + 1e-12)


@given(forests())
def test_samples_subspaces_and_nodes_have_the_size_asked_for(forest):
    data, asked = forest.data, forest.settings
    m, d = len(data), len(data.schema.features)
    assert forest.draws.shape == (len(forest), asked.sample_size or m)
    assert (forest.bag.sum(axis=1) == (asked.sample_size or m)).all()
    assert (np.diff(forest.draws, axis=1) >= 0).all()
    for t in range(len(forest)):
        assert np.array_equal(forest.bag[t], np.bincount(forest.draws[t], minlength=m))
        assert np.array_equal(forest.sample(t).X, data.X[forest.draws[t]])
    if not asked.bootstrap:
        assert (forest.bag == 1).all()
    assert (forest.features.sum(axis=1) == (asked.subspace or d)).all()
    d = len(forest.data.schema.features)
    usable = forest.settings.subspace or d
    k = min(forest.settings.tree.max_features or d, usable)
    trace = forest.trace(0)
    for node in trace.tree:
        drawn, candidates = trace.drawn(node.i), trace.candidates[node.i]
        assert set(drawn.tolist()) <= set(np.flatnonzero(forest.features[0]).tolist())
        assert drawn.tolist() == sorted(set(drawn.tolist()))
        assert len(drawn) in ({0, k} if usable % k == 0 else {0, k, usable % k})
        assert set(candidates.feature.tolist()) <= set(drawn.tolist())
        if node.split:
            assert candidates.split(candidates.chosen) == node.split


def test_brothers_draw_for_themselves():
    both = []
    for seed in range(10):
        trace = grow(load("wine"), replace(CART, max_features=3, seed=seed))
        pairs = [[trace.drawn(child.i).tolist() for child in node.children] for node in trace.tree if node.split]
        both += [pair for pair in pairs if all(pair)]
    # Two draws of 3 in 13 features are the same once in 286 times.
    assert len(both) > 10
    assert sum(left == right for left, right in both) < 3


def test_nodes_draw_again_until_a_feature_can_split():
    cells = np.zeros((8, 6))
    cells[:, 4] = range(8)
    data = from_arrays(cells, list("abababab"))
    for seed in range(20):
        tree = grow(data, replace(CART, max_features=1, seed=seed)).tree
        assert tree.train_error == 0
        assert set(tree.feature[tree.kind >= 0].tolist()) == {4}


# --- the trees ------------------------------------------------------------------------------------------------


@examples(40)
@given(forests(max_trees=3))
def test_a_tree_grown_alone_is_the_same(forest):
    plain = forest.settings.subspace is None and not forest.data.schema.regression
    for t, tree in enumerate(forest.trees):
        assert same(tree, forest.trace(t).tree)
        if plain:
            assert same(tree, grow(forest.sample(t), forest.tree_settings(t)).tree)


def made(seed):
    """Data and ForestSettings of a seed: larger than hypothesis draws them, and with all that is grown specially."""
    rng = np.random.default_rng(seed)
    m, d, classes = int(rng.integers(2, 150)), int(rng.integers(2, 7)), int(rng.choice([2, 2, 2, 3]))
    X = rng.normal(size=(m, d)).round(int(rng.choice([0, 1, 9])))
    y = np.where(rng.random(m) < 0.2, rng.integers(0, classes, m), X[:, 0] > X[:, -1])
    tree = GrowSettings(
        str(rng.choice(["info_gain", "info_gain", "gini_gain", "gini_gain", "gain_ratio"])),
        reuse=True,
        stop_at_zero_gain=bool(rng.random() < 0.5),
        min_samples_leaf=int(rng.choice([1, 1, 1, 1, 3])),
        max_features=int(rng.integers(1, d)),
        seed=seed,
    )
    size = rng.choice([None, 5, 4 * m])
    return from_arrays(X, y, regression=False, classes=range(classes)), ForestSettings(4, tree, sample_size=size)


@pytest.fixture(scope="module")
def made_forests():
    return [grow_forest(*made(seed)) for seed in range(60)]


def test_a_tree_grown_alone_is_the_same_on_more_examples(made_forests):
    for seed, forest in enumerate(made_forests):
        t = seed % len(forest)
        assert same(forest.trees[t], forest.trace(t).tree), seed


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("splitting.search.HEAVIEST", 0),  # equal examples do not share a position
        ("splitting.keys.entropy.SHARED", 0),  # every level has tables of its own
        ("splitting.drawn_columns.CELLS", 64),  # few nodes at a time
        ("splitting.drawn_columns.WIDTH", {4: 4, 8: 4}),  # and fewer that are sorted together
    ],
)
def test_what_makes_it_fast_changes_no_bit(monkeypatch, made_forests, name, value):
    monkeypatch.setattr(f"dtlearn.{name}", value)
    for seed, forest in enumerate(made_forests[:30]):
        other = grow_forest(*made(seed))
        assert all(same(a, b) for a, b in zip(forest.trees, other.trees, strict=True)), seed


@given(forests(), st.data())
def test_without_draws_a_forest_is_grows_tree(forest, data):
    d = len(forest.data.schema.features)
    tree = replace(forest.settings.tree, max_features=data.draw(st.sampled_from([None, d])))
    alone = grow_forest(forest.data, ForestSettings(1, tree, bootstrap=False))
    assert same(alone.trees[0], grow(forest.data, replace(tree, max_features=None)).tree)


@given(forests(), st.integers(1, 4))
def test_more_trees_keep_the_first_ones(forest, n):
    more = forest.more(n)
    assert len(more) == more.settings.n_trees == len(forest) + n
    assert np.array_equal(more.draws[: len(forest)], forest.draws)
    assert all(same(a, b) for a, b in zip(forest.trees, more.trees, strict=False))
    whole = grow_forest(forest.data, more.settings)
    assert all(same(a, b) for a, b in zip(whole.trees, more.trees, strict=True))
    first = whole.first(len(forest))
    assert first.settings == forest.settings
    assert np.array_equal(first.bag, forest.bag)


def test_trees_grown_in_several_batches_are_the_same(monkeypatch):
    made = ForestSettings(7, replace(CART, max_features=2, seed=1))
    together = grow_forest(load("iris"), made)
    monkeypatch.setattr("dtlearn.forest.forest.TOGETHER", 300)
    assert all(same(a, b) for a, b in zip(together.trees, grow_forest(load("iris"), made).trees, strict=True))


def test_large_nodes_and_small_ones_are_sorted_alike():
    # 900 rows fill several rows of the sorter, 300 whole numbers are ties, and 70,000 distinct values need long cells.
    rng = np.random.default_rng(0)
    for m, values in ((900, 300), (900, 10**6), (40_000, 10**9)):
        X = rng.integers(0, values, (m, 3))
        y = (X[:, 0] > values / 2) ^ (rng.random(m) < 0.2)
        data = from_arrays(X, y.astype(int))
        made = replace(CART, max_features=2, max_depth=6)
        forest = grow_forest(data, ForestSettings(2, made))
        tree, trace = forest.trees[1], forest.trace(1)
        assert same(tree, trace.tree)
        for node in tree:
            if node.split and node.n < 3000:
                candidates = trace.candidates[node.i]
                assert candidates.split(candidates.chosen) == node.split


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"n_trees": 0}, "n_trees is 0: choose a whole number from 1 on."),
        ({"n_trees": None}, "n_trees is None"),
        ({"n_trees": True}, "n_trees is True"),
        ({"sample_size": 1.5}, "sample_size is 1.5"),
        ({"bootstrap": False, "sample_size": 3}, "sample_size is for a bootstrap"),
        ({"subspace": 9}, "subspace is 9: there are 4 features."),
        ({"tree": replace(CART, criterion="mse")}, "choose the criterion"),
    ],
)
def test_what_cannot_be_grown_is_refused_in_a_sentence(wrong, why):
    with pytest.raises(ValueError, match=why):
        grow_forest(load("iris"), ForestSettings(**wrong))


@pytest.mark.parametrize("wrong", [{"max_features": 0}, {"max_features": 1.5}, {"seed": 0.5}, {"seed": None}])
def test_draws_are_counted_in_whole_numbers(wrong):
    with pytest.raises(ValueError, match="choose"):
        GrowSettings(**wrong)


# --- the vote -------------------------------------------------------------------------------------------------


def test_vote_and_average_disagree_as_the_facts_say():
    case = facts()["forest"]["vote_vs_average"]
    ones = np.array(case["leaf_probabilities_of_class_1_in_3_trees"])
    trees = np.stack([1 - ones, ones], axis=1)
    votes = np.eye(2, dtype=int)[trees.argmax(axis=1)]
    assert winner(votes.sum(axis=0)[None], 3).tolist() == [case["hard_majority"]]
    assert winner(trees.sum(axis=0)[None], 3).tolist() == [case["soft_vote"]]
    assert trees.mean(axis=0)[1] == pytest.approx(case["mean_probability"])


def test_ties_go_to_the_first_class():
    assert winner(np.array([[2, 3, 3]]), 8).tolist() == [1]
    tenths = sum(np.array([[0.1, 0.0]]) for _ in range(3)) + np.array([[0.0, 0.3]])
    assert tenths[0, 0] != tenths[0, 1]
    assert winner(tenths, 4).tolist() == [0]
    assert winner(tenths[:, ::-1], 4).tolist() == [0]


@st.composite
def questions(draw, forest):
    """Rows to predict: some of the data's, and some with values it does not have."""
    X = forest.data.X[draw(st.lists(st.integers(0, len(forest.data) - 1), min_size=1, max_size=6))].copy()
    X[draw(st.integers(0, len(X) - 1)), draw(st.integers(0, X.shape[1] - 1))] = -1
    return X


@given(forests(), st.data())
def test_a_forest_says_what_its_trees_say(forest, data):
    X = data.draw(questions(forest))
    votes = np.array([tree.predict(X) for tree in forest.trees])
    assert np.array_equal(forest.votes(X), votes)
    assert np.array_equal(forest.first(1).votes(X), votes[:1])
    if forest.data.schema.regression:
        assert forest.predict(X) == pytest.approx(votes.mean(axis=0))
        return
    K = len(forest.data.schema.classes)
    counts = np.array([np.bincount(column, minlength=K) for column in votes.T])
    assert (counts.sum(axis=1) == len(forest)).all()
    assert np.array_equal(np.rint(forest.shares(X) * len(forest)), counts)
    assert np.array_equal(forest.predict(X), counts.argmax(axis=1))
    assert forest.proba(X).sum(axis=1) == pytest.approx(1)
    best = forest.proba(X).max(axis=1)
    assert np.allclose(forest.proba(X)[np.arange(len(X)), forest.predict(X, by="means")], best)


def test_training_and_test_examples_are_led_down_the_trees_once(monkeypatch):
    asked, apply = [], TreeStack.apply
    monkeypatch.setattr(TreeStack, "apply", lambda grove, X: asked.append(len(X)) or apply(grove, X))
    train, test = hold_out(load("iris"), 0.4, 1)
    forest = grow_forest(train, ForestSettings(5))
    for by in ("votes", "means"):
        curves(forest, test, forest.trees[0], by)
        forest.predict(test.X, by)
        forest.first(2).predict(test.X, by)
    assert sorted(asked) == [len(test), len(train)]


def test_what_has_been_written_into_examples_is_seen():
    data = load("iris")
    forest, X = grow_forest(data, ForestSettings(5)), data.X.copy()
    view = X[:]
    view.flags.writeable = False
    for rows in (data.X, data.X[::-1]):
        X[:] = rows
        expected = [tree.predict(rows) for tree in forest.trees]
        assert np.array_equal(forest.votes(X), expected)
        assert np.array_equal(forest.votes(view), expected)


@given(forests())
def test_probabilities_are_means_of_leaves(forest):
    if forest.data.schema.regression:
        return
    total = 0
    for tree in forest.trees:
        leaf = tree.apply(forest.data.X)
        while (empty := tree.n[leaf] == 0).any():
            leaf = np.where(empty, tree.parent[leaf], leaf)
        total = total + tree.counts[leaf] / tree.n[leaf][:, None]
    assert forest.proba(forest.data.X) == pytest.approx(total / len(forest))


@given(forests(), st.sampled_from(["votes", "means"]))
def test_errors_are_those_of_each_beginning(forest, by):
    y = forest.data.y
    for t, error in enumerate(forest.errors(forest.data, by)):
        found = forest.first(t + 1).predict(forest.data.X, by)
        wrong = np.square(found - y) if forest.data.schema.regression else found != y
        assert error == pytest.approx(wrong.mean())


@examples(30)
@given(forests(max_trees=3), st.sampled_from(["votes", "means"]))
def test_out_of_bag_asks_only_trees_that_did_not_see_the_row(forest, by):
    data, oob = forest.data, forest.out_of_bag(by)
    for n in range(1, len(forest) + 1):
        wrong = []
        for i in range(len(data)):
            unseen = [t for t in range(n) if i not in forest.draws[t]]
            own = -1
            if unseen:
                says = [opinion(forest.trees[t], data.X[[i]], by)[0] for t in unseen]
                own = winner(np.sum(says, axis=0)[None], len(unseen))[0]
                wrong.append((own - data.y[i]) ** 2 if data.schema.regression else own != data.y[i])
            if n == len(forest):
                silent = not unseen and data.schema.regression
                assert np.isnan(oob.predict[i]) if silent else oob.predict[i] == pytest.approx(own)
        assert oob.covered[n - 1] == len(wrong)
        assert oob.error[n - 1] == pytest.approx(np.mean(wrong)) if wrong else np.isnan(oob.error[n - 1])


def opinion(tree, X, by):
    """What one tree says: its vote, its leaf's class shares, or its mean."""
    if tree.schema.regression:
        return tree.predict(X)
    if by == "votes":
        return np.eye(len(tree.schema.classes), dtype=int)[tree.predict(X)]
    leaf = tree.apply(X)
    while not tree.n[leaf[0]]:
        leaf = tree.parent[leaf]
    return tree.counts[leaf] / tree.n[leaf]


def test_by_is_votes_or_means():
    with pytest.raises(ValueError, match="by is 'coin': choose one of votes, means."):
        grow_forest(load("iris"), ForestSettings(1)).predict(load("iris").X, by="coin")


@pytest.mark.parametrize("regression", [False, True], ids=["classes", "numbers"])
def test_a_forest_is_as_good_as_scikit_learns(regression):
    X, y = (load_diabetes if regression else load_breast_cancer)(return_X_y=True)
    theirs = (RandomForestRegressor if regression else RandomForestClassifier)(random_state=0, oob_score=True)
    theirs.fit(X[::2], y[::2])
    tree = replace(CART, criterion="mse", max_features=None) if regression else replace(CART, max_features=5)
    mine = grow_forest(from_arrays(X[::2], y[::2], regression=regression), ForestSettings(100, tree))
    says, bag = mine.predict(X[1::2], by="means"), mine.out_of_bag(by="means")
    seen = ~np.isnan(bag.predict)
    score = r2_score(y[1::2], says) if regression else (says == y[1::2]).mean()
    oob = r2_score(y[::2][seen], bag.predict[seen]) if regression else 1 - bag.error[-1]
    assert score == pytest.approx(theirs.score(X[1::2], y[1::2]), abs=0.03)
    assert oob == pytest.approx(theirs.oob_score_, abs=0.06)  # both spread by .014 over seeds
    assert np.corrcoef(impurity_decrease(mine), theirs.feature_importances_)[0, 1] > 0.8


# --- importances ----------------------------------------------------------------------------------------------


@given(forests())
def test_shares_of_the_gain_sum_to_one_and_go_to_the_features_asked(forest):
    found = impurity_decrease(forest)
    asked = {j for tree in forest.trees for j in tree.feature.tolist()} - {-1}
    assert (found >= 0).all()
    assert set(np.flatnonzero(found).tolist()) <= asked
    assert found.sum() == pytest.approx(1 if found.any() else 0)


@given(forests(max_trees=3), st.integers(0, 9))
def test_shuffling_what_no_tree_asks_about_changes_nothing(forest, seed):
    found = permutation(forest, forest.data, repeats=2, seed=seed)
    assert np.array_equal(found, permutation(forest, forest.data, repeats=2, seed=seed))
    asked = {j for tree in forest.trees for j in tree.feature.tolist()} - {-1}
    for j in range(len(forest.data.schema.features)):
        if j not in asked:
            assert (found[:, j] == 0).all()


def test_a_shuffle_costs_what_the_feature_knew():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(400, 3))
    data = from_arrays(X, (X[:, 1] > 0).astype(int))
    tree = grow(data, CART).tree
    assert permutation(tree, data, repeats=20).mean(axis=0) == pytest.approx([0, 0.5, 0], abs=0.03)


@pytest.mark.parametrize("criterion", ["info_gain", "gini_gain"])
@pytest.mark.parametrize("m", [40, 5000])  # of 5,000 values a cell has room for a weight of 4, so some rows stand twice
def test_equal_examples_grow_together_as_they_do_one_by_one(m, criterion):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(m, 3))
    data = from_arrays(X, (X[:, 0] * X[:, 1] + rng.normal(size=m) > 0).astype(int))
    tree = GrowSettings(criterion, reuse=True, stop_at_zero_gain=False, max_features=2, max_depth=6)
    forest = grow_forest(data, ForestSettings(2, tree, sample_size=3 * m))
    assert forest.bag.max() > 4
    for t in range(2):
        assert same(forest.trees[t], forest.trace(t).tree)


@pytest.mark.parametrize("name", ["nutritious", "contact_lenses", "restaurant_wait"])
def test_a_node_shows_the_features_that_its_split_was_chosen_from(name):
    """A draw whose gain ratios are all undefined is drawn again, when growing and when shown."""
    for seed in range(10):
        settings = GrowSettings(criterion="gain_ratio", nominal="multiway", max_features=1, seed=seed)
        trace = grow(load(name), settings)
        for node in trace.tree:
            if node.split is not None:
                found = trace.candidates[node.i]
                assert found.split(found.chosen) == node.split


@pytest.mark.parametrize(
    ("classes", "values", "bootstrap", "leaves"),
    [
        (2, 0, True, None),
        (40, 0, False, None),
        (0, 0, True, None),
        (40, 30, True, None),
        (40, 0, True, 20),
    ],
)
def test_the_memory_of_a_forest_is_known_before(classes, values, bootstrap, leaves):
    """Never above it; below by a factor of 8 at most, on labels that nothing explains."""
    rng, m = np.random.default_rng(0), 600 if classes == 40 else 2000
    X = rng.integers(0, values, (m, 6)) if values else rng.normal(size=(m, 6))
    features = [Feature(f"x{j}", tuple(map(str, range(values)))) for j in range(6)]
    names = tuple(map(str, range(classes)))
    y = rng.integers(0, classes, m) if classes else rng.normal(size=m)
    data = from_arrays(X, y, features, names, regression=not classes)
    tree = replace(
        ALGORITHMS["CART"], criterion="gini_gain" if classes else "mse", max_leaf_nodes=leaves, max_features=2
    )
    settings = ForestSettings(30, tree, bootstrap)
    said = bytes_of(data, settings)
    tracemalloc.start()
    grow_forest(data, settings)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < said < 8 * peak
