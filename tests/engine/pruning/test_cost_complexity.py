"""The weakest link: the facts' tables, all prunings of small trees, scikit-learn's path; choosing from the series."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sklearn.tree import DecisionTreeClassifier

from dtlearn import ALGORITHMS, CRITERIA, Dataset, Feature, GrowSettings, Schema, from_arrays, grow, load
from dtlearn.growing.errors import folds, hold_out, losses
from dtlearn.growing.grow import Trace
from dtlearn.pruning.choose_state import by_folds, by_hold_out
from dtlearn.pruning.procedures import PruneSettings, reduced_error, weakest_link
from dtlearn.show.pruning.words import caption
from dtlearn.trees.sketch import plant
from dtlearn.trees.split import Kind, Split
from tests.engine.growing.test_peers import SETS, rows_of
from tests.support import facts
from tests.support.prunings import count, grown, outline, path_of, prunings, table, told

NAMES = ["seven_point", "playtennis", "majority3"]
settings_ = st.builds(PruneSettings, risk=st.sampled_from(["error", "impurity"]), at_once=st.booleans())


def test_three_cuts_at_once_are_named_one_by_one():
    X = [[k >> 2, k >> 1 & 1, k & 1] for k in (0, 6, 1, 1, 5, 7, 3, 5, 6, 2, 3, 1)]
    pruning = weakest_link(grow(from_arrays(X, [0, 1, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0]), ALGORITHMS["CART"]))
    assert len(pruning.steps[0].applied) == 3
    said = caption(pruning, 1)
    assert "become leaves" in said
    assert "3 nodes" not in said


# --- the facts --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("series", "at_once"), [("breiman_simultaneous", True), ("seed002_one_at_a_time", False)])
def test_the_series_of_the_facts(name, series, at_once):
    trace, true = table(name), facts.pruning()[f"ccp_{name}"][series]
    pruning = weakest_link(trace, PruneSettings(at_once=at_once))
    assert len(pruning.steps) + 1 == len(true)
    for k, row in enumerate(true):
        assert pruning.alphas[k] == (Fraction(row["alpha"]["exact"]) if row["alpha"] else 0)
        assert (pruning.n_leaves[k], pruning.n_nodes[k]) == (row["leaves"], row["nodes"])
        assert pruning.values[k] == Fraction(row["train_error"]["exact"])
        assert outline(pruning.tree_at(k)) == told(row["text"])


@pytest.mark.parametrize("name", NAMES)
def test_the_tables_of_g_of_the_facts(name):
    trace, tables = table(name), facts.pruning()[f"ccp_{name}"]["g_tables"]
    pruning = weakest_link(trace)
    assert len(pruning.steps) == len(tables)
    for step, rows in zip(pruning.steps, tables, strict=True):
        of_path = {path_of(trace.tree, link.node): link for link in step.alternatives}
        assert set(of_path) == {row["node"] for row in rows}
        for row in rows:
            link = of_path[row["node"]]
            assert (link.as_leaf, link.as_subtree) == (Fraction(row["R_t"]), Fraction(row["R_Tt"]))
            assert (link.leaves, link.value) == (row["leaves"], Fraction(row["g"]["exact"]))
        assert step.alpha == min(link.value for link in step.alternatives)


# --- laws -------------------------------------------------------------------------------------------------


def risks(trace, risk):
    """(N,) R(t), exactly where the criterion can."""
    tree, m = trace.tree, len(trace.data)
    if risk == "error":
        return [Fraction(int(c.sum() - c.max()), m) for c in tree.counts]
    known = {"gini_gain": gini, "train_error_gain": lambda p: 1 - max(p), "info_gain": entropy, "gain_ratio": entropy}
    criterion = trace.settings.criterion
    impurity = known.get(criterion) or CRITERIA[criterion].impurity
    return [
        float(c.sum()) / m * impurity([v / max(c.sum(), 1) for v in c.tolist()]) if c.sum() else 0.0
        for c in tree.counts
    ]


def gini(p):
    return 1 - sum(v * v for v in p)


def entropy(p):
    return -sum(v * float(np.log2(v)) for v in p if v)


@given(grown(), settings_)
def test_every_state_is_best_at_its_prices(growth, settings):
    """Among all prunings none has a smaller R + alpha * leaves; at the price itself none of the best is smaller."""
    trace = growth[0]
    assume(count(trace.tree) <= 300)
    R = risks(trace, settings.risk)
    every = [(sum(R[i] for i in leaves), len(leaves)) for leaves in prunings(trace.tree)]
    pruning = weakest_link(trace, settings)
    for k, alpha in enumerate(pruning.alphas):
        last = k + 1 == len(pruning.alphas)
        if not last and pruning.alphas[k + 1] == alpha:
            continue
        assert pruning.state_for(alpha) == k
        between = alpha + 1 if last else (alpha + pruning.alphas[k + 1]) / 2
        for price in (alpha, between):
            mine = pruning.values[k] + price * int(pruning.n_leaves[k])
            best = min(r + price * n for r, n in every)
            assert float(mine) == pytest.approx(float(best), abs=1e-9)
            least = min(n for r, n in every if r + price * n <= best + 1e-9)
            assert pruning.n_leaves[k] == least


@given(grown(), settings_)
def test_the_series_is_nested_its_prices_rise_and_a_step_holds_every_link(growth, settings):
    pruning = weakest_link(growth[0], settings)
    assert list(pruning.alphas) == sorted(pruning.alphas)
    assert pruning.alphas[0] == 0
    assert pruning.n_nodes[-1] == 1
    assert (np.diff(pruning.n_nodes) < 0).all()
    states = [pruning.at(k).alive for k in range(len(pruning.steps) + 1)]
    assert all((after <= before).all() for before, after in zip(states, states[1:], strict=False))
    if settings.at_once:
        assert len(set(pruning.alphas[1:])) == len(pruning.steps)
    trace = growth[0]
    pruning = weakest_link(trace, settings)
    R = [float(r) for r in risks(trace, settings.risk)]
    for step in pruning.steps:
        edit = pruning.at(step.k)
        inner = [i for i in np.flatnonzero(edit.alive).tolist() if edit.children(i)]
        assert sorted(link.node for link in step.alternatives) == inner
        for link in step.alternatives:
            below = subtree_leaves(edit, link.node)
            assert link.leaves == len(below)
            assert float(link.as_subtree) == pytest.approx(sum(R[i] for i in below), abs=1e-9)
            assert float(link.as_leaf) == pytest.approx(R[link.node], abs=1e-9)
            assert float(link.value) == pytest.approx(
                (R[link.node] - sum(R[i] for i in below)) / max(len(below) - 1, 1), abs=1e-9
            )
            edit.apply((link.node, link.action, link.label))
            tree = plant(trace.data, edit.words()[0])
            assert (link.n_nodes, link.n_leaves) == (len(tree), tree.n_leaves)
            assert link.n_wrong == pytest.approx(losses(tree, trace.data).sum(), abs=1e-9)
            edit = pruning.at(step.k)
        least = min(link.value for link in step.alternatives)
        assert all(link.value == pytest.approx(least, abs=1e-9) for link in step.applied)
        assert step.node == step.applied[0].node
        assert step.alpha == pytest.approx(max(least, pruning.alphas[step.k]), abs=1e-9)
        if settings.at_once:
            cut = {i for link in step.applied for i in subtree(pruning.at(step.k), link.node)}
            tied = {link.node for link in step.alternatives if float(link.value) <= float(least) + 1e-12}
            assert tied <= cut


def subtree(edit, node):
    return [node] + [i for child in edit.children(node) for i in subtree(edit, child)]


def subtree_leaves(edit, node):
    return [i for i in subtree(edit, node) if not edit.children(i)]


def test_a_branch_that_never_parts_costs_nothing():
    """A feature with one value makes a node with one branch: cutting it is free."""
    data = from_arrays([["a"]] * 4, ["no", "no", "yes", "yes"], [Feature("f", ("a",))])
    tree = plant(data, [Split(0, Kind.MULTIWAY), Split(0, Kind.MULTIWAY), 0])
    for at_once in (False, True):
        pruning = weakest_link(Trace(data, GrowSettings(), tree, None), PruneSettings(at_once=at_once))
        assert (len(pruning.final), set(pruning.alphas)) == (1, {0})


@pytest.mark.parametrize("criterion", ["gini_gain", "info_gain"])
def test_ties_are_seen_through_the_rounding(criterion):
    """Six branches that hold the same proportions by turns: all go in one step, or one after the other at one price."""
    cells = [(v, x, (v in "abc") != (x == 9.5)) for v in "abcdef" for x in (*range(20), 9.5)]
    data = from_arrays([row[:2] for row in cells], [row[2] for row in cells], ["letter", Feature("x")])
    odd = [Split(1, Kind.THRESHOLD, 9.25), 0, Split(1, Kind.THRESHOLD, 9.75), 0, 0]
    trace = Trace(data, GrowSettings(criterion), plant(data, [Split(0, Kind.MULTIWAY), *(odd * 6)]), None)
    pruning = weakest_link(trace, PruneSettings(risk="impurity"))
    assert pruning.n_leaves.tolist() == [18, 6, 1]
    assert [link.node for link in pruning.steps[0].applied] == list(range(1, 7))
    slow = weakest_link(trace, PruneSettings(risk="impurity", at_once=False))
    assert slow.n_leaves.tolist() == [18, 16, 14, 12, 10, 8, 6, 1]
    assert slow.alphas == (0.0, *[pruning.alphas[1]] * 6, pruning.alphas[2])


# --- scikit-learn -----------------------------------------------------------------------------------------


def transplanted(model, data, settings):
    """A fitted scikit-learn tree as a growth of ours: x <= t there is x < the next number after t here."""
    theirs, words, stack = model.tree_, [], [0]
    while stack:
        k = stack.pop()
        if theirs.children_left[k] < 0:
            words.append(int(theirs.value[k, 0].argmax()))
            continue
        words.append(Split(int(theirs.feature[k]), Kind.THRESHOLD, float(np.nextafter(theirs.threshold[k], np.inf))))
        stack += [theirs.children_right[k], theirs.children_left[k]]
    return Trace(data, settings, plant(data, words), None)


def compare_paths(model, X, y, settings, classes):
    features = tuple(Feature(f"x{j}") for j in range(X.shape[1]))
    data = Dataset("peer", Schema(features, classes), X, y)
    trace = transplanted(model.fit(X, y), data, settings)
    assert len(trace.tree) == model.tree_.node_count
    path = model.cost_complexity_pruning_path(X, y)
    # Ties come there one by one, apart by rounding; what is left after the last of them is the same tree.
    apart = np.append(np.diff(path.ccp_alphas) > 1e-9 * path.impurities[-1], True)
    alphas, impurities = path.ccp_alphas[apart], path.impurities[apart]
    pruning = weakest_link(trace, PruneSettings(risk="impurity"))
    mine = np.array(pruning.alphas)
    keep = np.append(np.diff(mine) > 1e-9 * path.impurities[-1], True)
    np.testing.assert_allclose(mine[keep], alphas, rtol=1e-7, atol=1e-9 * path.impurities[-1])
    np.testing.assert_allclose(np.array(pruning.values)[keep], impurities, rtol=1e-7, atol=1e-9 * path.impurities[-1])
    between = np.append((alphas[1:] + alphas[:-1]) / 2, alphas[-1] + 1)
    for i in np.unique(np.linspace(0, len(between) - 1, 9).astype(int)):
        again = type(model)(**{**model.get_params(), "ccp_alpha": float(between[i])}).fit(X, y)
        assert again.get_n_leaves() == pruning.n_leaves[pruning.state_for(float(between[i]))]
        assert again.tree_.node_count == pruning.n_nodes[pruning.state_for(float(between[i]))]


@pytest.mark.parametrize("criterion", ["gini", "entropy"])
@pytest.mark.parametrize("name", SETS)
def test_the_path_of_scikit_learn(name, criterion):
    X, y = rows_of(name)
    settings = replace(ALGORITHMS["CART"], criterion={"gini": "gini_gain", "entropy": "info_gain"}[criterion])
    classes = tuple(map(str, range(int(y.max()) + 1)))
    compare_paths(DecisionTreeClassifier(criterion=criterion, random_state=0), X, y, settings, classes)


# --- choosing from the series -----------------------------------------------------------------------------


def errors(series):
    return np.array([float(series.error(k)) for k in range(len(series.lost))])


@given(grown(), settings_)
def test_held_out_examples_choose_a_state(growth, settings):
    trace, held = growth
    pruning = weakest_link(trace, settings)
    series = by_hold_out(pruning, held)
    each = [losses(pruning.tree_at(k), held) for k in range(len(pruning.steps) + 1)]
    mean = errors(series)
    np.testing.assert_allclose(mean, [x.mean() for x in each], atol=1e-9)
    spread = [series.spread(k) for k in range(len(each))]
    np.testing.assert_allclose(spread, [x.std() / np.sqrt(len(held)) for x in each], atol=1e-6)
    assert mean[series.best] == mean.min()
    assert (mean[series.best + 1 :] > mean.min()).all()
    within = np.flatnonzero(mean <= mean[series.best] + spread[series.best])
    assert series.best <= series.one_se == within[-1]


@pytest.mark.parametrize(("name", "settings"), [("iris", ALGORITHMS["CART"]), ("titanic", ALGORITHMS["C4.5-style"])])
def test_folds_choose_a_price(name, settings):
    data = load(name)
    pruning = weakest_link(grow(data, settings))
    found = list(by_folds(pruning, k=5, seed=3))
    assert [(s.done, s.folds) for s in found] == [(i, 5) for i in range(1, 6)]
    assert found[-1].of == len(data)
    sums = np.zeros(len(pruning.alphas))
    alphas = [float(a) for a in pruning.alphas]
    for series, (train, held) in zip(found, folds(data, 5, 3), strict=True):
        tried = weakest_link(grow(train, settings))
        for k in range(len(alphas)):
            price = np.sqrt(alphas[k] * alphas[k + 1]) if k + 1 < len(alphas) else np.inf
            assert series.alphas[k] == pytest.approx(price)
            state = max(i for i, a in enumerate(tried.alphas) if a <= price)
            sums[k] += losses(tried.tree_at(state), held).sum()
        assert series.lost == tuple(sums.tolist())
    again = list(by_folds(pruning, k=5, seed=3))
    assert again[-1] == found[-1]


def test_a_generator_can_be_left():
    data = load("iris")
    pruning = weakest_link(grow(data))
    progress = by_folds(pruning)
    assert next(progress).of == 15
    progress.close()


def test_what_cannot_be_compared_is_refused():
    data = load("iris")
    train, held = hold_out(data, 0.3, 1)
    pruning = reduced_error(grow(train), held=held)
    with pytest.raises(ValueError, match="'reduced_error' has no alphas to compare folds at: choose the weakest link."):
        next(by_folds(pruning))
    with pytest.raises(ValueError, match="There are no validation examples"):
        by_hold_out(pruning, replace(held, X=held.X[:0], y=held.y[:0]))
    wrong = by_hold_out(pruning, held).lost
    assert min(wrong) == wrong[-1]  # it was pruned on them
