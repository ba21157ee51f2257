"""Pruning: the facts' tables, a slow copy of the generic procedure, and laws of every procedure."""

import re
from dataclasses import replace
from fractions import Fraction
from math import inf, prod
from random import Random

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from dtlearn import ALGORITHMS, Feature, GrowSettings, Stop, from_arrays, grow, load, truth_table
from dtlearn.bound.bound import penalty, questions
from dtlearn.growing.errors import hold_out, losses, losses_at, rows
from dtlearn.growing.grow import Trace
from dtlearn.pruning.edit import Action, Layout, lost_as_leaf
from dtlearn.pruning.generic import generic
from dtlearn.pruning.objectives import DEFAULT, upper_limit
from dtlearn.pruning.procedures import PRUNERS, PruneSettings, gain_threshold, reduced_error
from dtlearn.show.pruning.names import title
from dtlearn.show.pruning.words import caption
from dtlearn.trees.sketch import plant, sketch
from dtlearn.trees.split import Kind, Split
from tests.support import facts
from tests.support.prunings import count, grown, outline, path_of, prune_settings, prunings, repeated, table, told

SEEDS = (8, 12, 13, 17, 19, 20, 27)  # those in which a mistake in the bookkeeping of raised subtrees shows
WHOLE = GrowSettings(stop_at_zero_gain=False)


# --- every procedure --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PRUNERS)
@given(grown(), prune_settings)
def test_every_state_is_the_tree_it_says_and_every_step_offers_what_it_does(name, growth, settings):
    assert_states(PRUNERS[name](growth[0], settings, growth[1]), *growth)
    trace, held = growth
    pruning = PRUNERS[name](trace, settings, held)
    sizes = list(zip(pruning.n_nodes.tolist(), pruning.n_leaves.tolist(), strict=True))
    for k, step in enumerate(pruning.steps):
        assert step.k == k
        assert step.applied[0] == step.alternatives[step.chosen]
        assert step.changes == (pruning.at(k).words()[0] != pruning.at(k + 1).words()[0])
        alive = pruning.at(k).alive
        assert all(alive[a.node] for a in step.alternatives)
        if len(step.applied) == 1:
            done = step.applied[0]
            assert (done.n_nodes, done.n_leaves) == sizes[k + 1]
            assert done.n_wrong == pytest.approx(pruning.n_wrong[k + 1], abs=1e-9)
    assert (np.diff(pruning.n_nodes) <= 0).all()


def assert_states(pruning, trace, held):
    seen, new = pruning.losses(trace.data), pruning.losses(held)
    for k in range(len(pruning.steps) + 1):
        tree, edit = pruning.tree_at(k), pruning.at(k)
        assert (len(tree), tree.n_leaves) == (pruning.n_nodes[k], pruning.n_leaves[k])
        assert edit.alive.sum() == len(tree)
        assert not (edit.closed & ~edit.alive).any()
        assert sketch(tree) == pruning.at(k).words()[0]
        assert sum(stop is Stop.PRUNED for stop in tree.stops) == edit.closed.sum()
        np.testing.assert_allclose(pruning.n_wrong[k], losses(tree, trace.data).sum(), atol=1e-9)
        np.testing.assert_allclose(seen[k], losses(tree, trace.data).sum(), atol=1e-9)
        np.testing.assert_allclose(new[k], losses(tree, held).sum(), atol=1e-9)


@pytest.mark.parametrize("name", ["reduced_error", "weakest_link", "gain_threshold"])
@given(grown(unknown=True), prune_settings)
def test_values_that_no_tree_knows_stay_where_they_are_asked_for(name, growth, settings):
    trace, held = growth
    pruning = PRUNERS[name](trace, settings, held)
    found = [losses(pruning.tree_at(k), held).sum() for k in range(len(pruning.steps) + 1)]
    np.testing.assert_allclose(pruning.losses(held), found, atol=1e-9)
    if name == "reduced_error":
        np.testing.assert_allclose(pruning.values, found, atol=1e-9)


@given(grown())
def test_a_subtree_is_a_slice(growth):
    tree = growth[0].tree
    layout = Layout(tree)
    assert layout.order.tolist() == list(tree.preorder())
    for node in range(len(tree)):
        inside = {i for i in range(len(tree)) if node in tree[i].line()}
        assert set(layout.order[layout.place[node] : layout.end[node]].tolist()) == inside

    def postorder(i):
        return [k for c in tree[i].children for k in postorder(c.i)] + [i]

    assert layout.children_first(tree) == [i for i in postorder(0) if tree[i].split]


# --- the generic procedure --------------------------------------------------------------------------------


def words(node, at=None, instead=None):
    """The sketch of a nested tree (number, word, children), one node of it replaced."""
    number, word, below = node
    if number == at:
        action, what = instead
        return [what] if action is Action.LEAF else words(below[what])
    return [word] + [w for child in below for w in words(child, at, instead)]


def nested(tree, i=0):
    node = tree[i]
    return [i, node.split or int(tree.label[i]), [nested(tree, c.i) for c in node.children]]


def cost(tree, data, costs):
    """What a tree gets wrong, example by example."""
    return sum(costs[y] if costs else 1 for y, said in zip(data.y, tree.predict(data.X), strict=True) if y != said)


def value(settings, trace, held, sketch_):
    """f of the tree that a sketch describes, from the tree itself."""
    data, tree = trace.data, plant(trace.data, sketch_)
    match settings.objective:
        case "bound":
            d, K = questions(data.schema, trace.settings.nominal), len(data.schema.classes)
            return tree.n_wrong / len(data) + float(penalty(len(tree), d, len(data), settings.delta, K, settings.logs))
        case "per_leaf":
            lost = Fraction(cost(tree, data, settings.costs), len(data))
            return lost + Fraction(str(settings.per_leaf)) * tree.n_leaves
        case "held_out":
            return Fraction(cost(tree, held, settings.costs), len(held))
    leaves = [(sum(n.counts) - n.counts[tree.label[n.i]], n.n) for n in tree if not n.split and n.n]
    return sum(n * upper_limit(wrong, n, settings.confidence) for wrong, n in leaves)


@given(grown(), prune_settings)
def test_the_generic_procedure_is_the_slow_one(growth, settings):
    assert_slow(*growth, settings)


@st.composite
def bad_trees(draw):
    """(trace of a deep tree with random questions and labels, other examples): most nodes are better off raised."""
    d, m, K = 4, draw(st.integers(1, 16)), draw(st.integers(2, 3))
    bits = st.lists(st.lists(st.sampled_from("01"), min_size=d, max_size=d), min_size=m, max_size=m)
    labels = st.lists(st.sampled_from("abc"[:K]), min_size=m, max_size=m)
    features = [Feature(f"x{j}", ("0", "1")) for j in range(d)]
    data, held = (from_arrays(draw(bits), draw(labels), features, "abc"[:K]) for _ in range(2))

    def some(depth):
        if depth == 4 or depth > 1 and draw(st.integers(0, 4)) == 0:
            return [draw(st.integers(0, K - 1))]
        return [Split(draw(st.integers(0, d - 1)), Kind.VALUE, 0.0), *some(depth + 1), *some(depth + 1)]

    return Trace(data, GrowSettings(), plant(data, some(0)), None), held


@given(bad_trees(), prune_settings)
def test_the_slow_one_on_trees_that_ask_badly(growth, settings):
    assert_slow(*growth, settings)


@pytest.mark.parametrize("objective", ["per_leaf", "pessimistic"])
@pytest.mark.parametrize("seed", SEEDS)
def test_raises_above_raises(seed, objective):
    """Random questions over random bits: a node whose subtree was raised is raised itself, or its brother is."""
    dice = Random(seed)
    features = [Feature(f"x{j}", ("0", "1")) for j in range(4)]

    def examples(m):
        return from_arrays([dice.choices("01", k=4) for _ in range(m)], dice.choices("ab", k=m), features, "ab")

    def some(depth):
        if depth == 4:
            return [dice.randrange(2)]
        return [Split(dice.randrange(4), Kind.VALUE, 0.0), *some(depth + 1), *some(depth + 1)]

    data = examples(24)
    trace, held = Trace(data, GrowSettings(), plant(data, some(0)), None), examples(8)
    settings = PruneSettings(objective, per_leaf=0)
    assert_slow(trace, held, settings)
    assert_states(generic(trace, settings), trace, held)


def assert_slow(trace, held, settings):
    """Every alternative of every step planted as a tree of its own, the first of the best one taken."""
    pruning = generic(trace, settings, held)
    tree = pruning.tree
    root, K = nested(tree), len(tree.schema.classes)
    steps = iter(pruning.steps)

    def visit(node, hang):
        """hang : (replacement) -> puts it where the node stands."""
        nonlocal root
        for b, child in enumerate(node[2]):
            visit(child, lambda new, b=b: node[2].__setitem__(b, new))
        options = [(Action.LEAF, k) for k in range(K - 1, -1, -1)] + [(Action.RAISE, b) for b in range(len(node[2]))]
        trees = [words(root), *(words(root, node[0], option) for option in options)]
        values = [round(float(value(settings, trace, held, sketch_)), 9) for sketch_ in trees]
        if not node[2] and min(values) == values[0]:
            return  # a leaf that keeps its label
        step = next(steps)
        assert step.node == node[0]
        told_ = zip(step.alternatives, [(Action.KEEP, None), *options], trees, values, strict=True)
        for a, option, sketch_, f in told_:
            planted = plant(trace.data, sketch_)
            assert (a.action, a.child if a.action is Action.RAISE else a.label) == option
            wrong = cost(planted, trace.data, pruning.settings.costs)
            assert (a.n_nodes, a.n_leaves, a.n_wrong) == (len(planted), planted.n_leaves, wrong)
            assert float(a.value) == pytest.approx(f, abs=2e-9)
        best = min(a.value for a in step.alternatives)
        assert step.chosen == next(i for i, a in enumerate(step.alternatives) if a.value == best)
        if step.chosen:
            action, what = options[step.chosen - 1]
            new = [node[0], what, []] if action is Action.LEAF else node[2][what]
            if hang:
                hang(new)
            else:
                root = new

    visit(root, None)
    assert next(steps, None) is None
    assert sketch(pruning.final) == tuple(words(root))
    assert pruning.values[-1] <= pruning.values[0]
    assert all(b <= a + 1e-12 for a, b in zip(pruning.values, pruning.values[1:], strict=False))


def generic_growth(name):
    told_ = facts.pruning()[f"generic_prune_{name}"]
    if name == "seven_point":
        return grow(facts.data("seven_point"), WHOLE), told_
    if name == "noisy_m400":
        cells = {tuple(map(int, re.findall(r"\d", cell))): counts for cell, counts in told_["cells"].items()}
        X, y = zip(*((x, k) for x, counts in cells.items() for k in (0, 1) for _ in range(counts[k])), strict=True)
        return grow(from_arrays(X, y, ["X1", "X2"]), WHOLE), told_
    points = [(a, b, c) for a in (0, 1) for b in (0, 1) for c in (0, 1)]
    data = from_arrays(points, [b ^ c for _, b, c in points], ["X1", "X2", "X3"])
    return grow(repeated(data, int(name.removeprefix("xor_distractor_m")) // 8), WHOLE), told_


TITLES = ["current", "leaf 1", "leaf 0", "left subtree (x=0)", "right subtree (x=1)"]
GENERIC = ["xor_distractor_m800", "xor_distractor_m8", "xor_distractor_m80", "noisy_m400", "seven_point"]


@pytest.mark.parametrize("name", GENERIC)
def test_the_generic_procedure_on_the_facts(name):
    trace, true = generic_growth(name)
    pruning = generic(trace)
    assert len(pruning.steps) == len(true["steps"])
    for step, row in zip(pruning.steps, true["steps"], strict=True):
        assert path_of(trace.tree, step.node) == row["node"]
        assert TITLES[step.chosen] == row["chosen"]
        for name_, a in zip(TITLES, step.alternatives, strict=True):
            assert a.value == pytest.approx(row["f"][name_], abs=1e-12)
            assert Fraction(a.n_wrong, len(trace.data)) == Fraction(row["L_S"][name_])
            assert a.n_nodes == row["n"][name_]
    assert (pruning.n_nodes[0], pruning.n_nodes[-1]) == (true["before"]["nodes"], true["after"]["nodes"])
    assert pruning.values[0] == pytest.approx(true["before"]["f"], abs=1e-12)
    assert pruning.values[-1] == pytest.approx(true["after"]["f"], abs=1e-12)
    # A raised subtree has its old counts in the facts' text; here the examples of its siblings have come to it.
    shape = [re.sub(r" \([\d, ]+\)", "", text) for text in (outline(pruning.final), told(true["after"]["text"]))]
    assert shape[0] == shape[1]
    assert pruning.final.n.sum() == len(trace.data) * (1 + pruning.final.depth.max())


def test_a_leaf_takes_the_label_that_the_validation_examples_prefer():
    train, held = hold_out(load("play_tennis"), 0.5, seed=1)
    pruning = generic(grow(train), PruneSettings("held_out"), held)
    assert pruning.values == (Fraction(2, 7), Fraction(1, 7), Fraction(1, 7), Fraction(1, 7))
    assert len(set(pruning.n_nodes.tolist())) == 1
    assert caption(pruning, 1).startswith(
        "Humidity = High, Outlook = Rain: leaf Yes makes f least, 0.143 instead of 0.286."
    )
    first = pruning.steps[0].alternatives
    assert [title(pruning, one) for one in first] == ["keep the leaf", "leaf Yes", "leaf No"]
    assert [one.value for one in first] == [Fraction(2, 7), Fraction(1, 7), Fraction(2, 7)]


@pytest.mark.parametrize("times", [2, 3, 60])
def test_the_bound_as_if_the_data_stood_there_often(times):
    data, settings = truth_table("majority", 3), ALGORITHMS["ID3 (UML)"]
    short = PRUNERS["generic"](grow(data, settings), PruneSettings(times=times, more=4))
    d = len(data.schema.features) + 4
    assert short.values == pytest.approx(
        [wrong / 8 + float(penalty(n, d, 8 * times)) for n, wrong in zip(short.n_nodes, short.n_wrong, strict=True)]
    )
    one, many = grow(data, settings), grow(rows(data, [*range(8)] * times), settings)
    here, there = (
        PRUNERS["generic"](trace, told) for trace, told in ((one, PruneSettings(times=times)), (many, PruneSettings()))
    )
    assert sketch(here.final) == sketch(there.final)


def test_the_bound_counts_the_questions_that_the_tree_may_ask():
    trace = grow(load("play_tennis"), ALGORITHMS["CART"])
    d = questions(trace.data.schema, "one_vs_rest")
    assert d == 8  # three values, three values, and two yes/no questions
    assert generic(trace).values[0] == pytest.approx(float(penalty(len(trace.tree), d, 14)))


def test_a_gain_that_is_the_threshold_stays():
    """One of five examples: accuracy 1 with the split, 4/5 without."""
    data = from_arrays([["a"], ["b"], ["b"], ["b"], ["b"]], [1, 0, 0, 0, 0], [Feature("f", ("a", "b"))], ("0", "1"))
    trace = grow(data, GrowSettings("gini_gain"))
    assert gain_threshold(trace, PruneSettings(threshold=0.2)).final.n_leaves == 2
    assert gain_threshold(trace, PruneSettings(threshold=0.2001)).final.n_leaves == 1


@pytest.mark.parametrize("bad", [{"times": 0}, {"more": -1}])
def test_copies_and_questions_are_checked(bad):
    with pytest.raises(ValueError, match="or more"):
        PruneSettings(**bad)


def test_what_cannot_be_is_refused():
    with pytest.raises(ValueError, match="between 0 and 1"):
        upper_limit(0, 4, 2.0)
    trace = grow(from_arrays([[1.5], [2.5]], [1.5, 2.5], regression=True), replace(ALGORITHMS["CART"], criterion="mse"))
    for procedure in PRUNERS.values():
        with pytest.raises(ValueError, match=r"^Pruning counts wrong labels: choose a data set with classes\.$"):
            procedure(trace, held=trace.data)
    pruning = generic(grow(load("play_tennis")))
    assert penalty(8, 4, 14) + 0 == pytest.approx(pruning.values[0])
    with pytest.raises(IndexError, match="has no state 4: it has 4"):
        pruning.at(4)
    with pytest.raises(IndexError):
        pruning.steps[3]
    assert pruning.steps[-1].k == 2
    assert [step.k for step in pruning.steps[1:]] == [1, 2]
    with pytest.raises(ValueError, match="The pruning 'generic' has no alphas: choose the weakest link."):
        pruning.state_for(0.1)


# --- C4.5's limit -----------------------------------------------------------------------------------------


@given(st.integers(1, 60), st.data(), st.sampled_from([0.01, 0.25, 0.5, 0.9]))
def test_the_upper_limit_solves_the_binomial(n, draw, confidence):
    wrong = draw.draw(st.integers(0, n - 1))
    p = upper_limit(wrong, n, confidence)
    ways = [prod(range(n - k + 1, n + 1)) // prod(range(1, k + 1)) for k in range(wrong + 1)]
    assert sum(w * p**k * (1 - p) ** (n - k) for k, w in enumerate(ways)) == pytest.approx(confidence, rel=1e-9)


@pytest.mark.parametrize(("wrong", "n", "printed"), [(0, 6, 0.206), (0, 9, 0.143), (0, 1, 0.750)])
def test_the_values_printed_by_quinlan(wrong, n, printed):
    """C4.5: Programs for Machine Learning (1993), section 4.2."""
    assert round(upper_limit(wrong, n), 3) == printed


@pytest.mark.parametrize(("wrong", "n"), [(3000, 10_000), (9_999, 10_000), (1, 100_000), (50_000, 100_000)])
def test_large_counts_stay_finite(wrong, n):
    for confidence in (0.001, 0.25, 0.999):
        p = upper_limit(wrong, n, confidence)
        assert 0 < p < 1
        assert (p > wrong / n) == (confidence <= 0.25)


@pytest.mark.parametrize(("wrong", "n"), [(0, 0), (2, 1), (-1, 3)])
def test_impossible_counts_are_refused(wrong, n):
    with pytest.raises(ValueError, match="give at least one example"):
        upper_limit(wrong, n)


# --- reduced error ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ties", "prune_ties"), [("ties_prune", True), ("ties_keep", False)])
def test_reduced_error_on_the_facts(ties, prune_ties):
    true = facts.pruning()["rep_majority3"]
    trace, rows = table("majority3"), true["validation"]
    held = replace(trace.data, X=np.array(rows, float)[:, :3], y=np.array(rows)[:, 3])
    pruning = reduced_error(trace, PruneSettings(prune_ties=prune_ties), held)
    assert outline(trace.tree) == told(true["tree"])
    for step, row in zip(pruning.steps, true[ties]["steps"], strict=True):
        keep, leaf = step.alternatives
        assert (path_of(trace.tree, step.node), step.n) == (row["node"], row["validation_rows"])
        assert (keep.value, leaf.value) == (row["errors_as_subtree"], row["errors_as_leaf"])
        assert (leaf.label, step.changes) == (row["leaf_label"], row["pruned"])
    assert pruning.n_leaves[-1] == true[ties]["leaves"]
    assert Fraction(pruning.values[-1], len(held)) == Fraction(true[ties]["validation_error"]["exact"])
    assert Fraction(pruning.values[0], len(held)) == Fraction(true["before"]["validation_error"]["exact"])
    assert outline(pruning.final) == told(true[ties]["text"])
    assert len(prunings(trace.tree)) == true["brute_force_best"]["prunings_of_tree"]


@given(grown(unknown=True), st.booleans())
def test_reduced_error_finds_the_best_pruning(growth, prune_ties):
    """Of all prunings whose leaves have the training majority; where ties are pruned, the smallest of the best."""
    trace, held = growth
    tree = trace.tree
    assume(count(tree) <= 400)
    at = losses_at(tree, held)
    stuck = np.bincount(tree.apply(held.X), losses(tree, held), len(tree))

    def lost(leaves):
        inner = {i for leaf in leaves for i in tree[leaf].line()[:-1]}
        return sum(at[i] for i in leaves) + sum(stuck[i] for i in inner), len(leaves)

    pruning = reduced_error(trace, PruneSettings(prune_ties=prune_ties), held)
    best = sorted(map(lost, prunings(tree)))
    assert float(pruning.values[-1]) == pytest.approx(float(best[0][0]), abs=1e-9)
    if prune_ties:
        noise = 1e-12 * at[0]
        assert pruning.n_leaves[-1] == min(n for lost, n in best if lost <= best[0][0] + noise)
    for step in pruning.steps:  # a tie is one in the numbers too
        keep, leaf = step.alternatives
        assert step.changes == (leaf.value < keep.value or prune_ties and leaf.value == keep.value)


# --- gain threshold ---------------------------------------------------------------------------------------


def _above(tree, i):
    while (i := tree.parent[i]) >= 0:
        yield i


@given(grown(), st.sampled_from([0.0, 0.01, 0.1, 0.5]))
def test_no_gain_below_the_threshold_is_left_at_the_bottom(growth, threshold):
    trace = growth[0]
    pruning = gain_threshold(trace, PruneSettings(threshold=threshold))
    edit = pruning.at(len(pruning.steps))
    for step in pruning.steps:
        assert step.changes == (step.alternatives[0].value < threshold)
        node, wrong = trace.tree[step.node], lost_as_leaf(trace.tree, trace.tree.counts)
        gain = (wrong[node.i] - sum(wrong[child.i] for child in node.children)) / node.n
        assert step.alternatives[0].value == pytest.approx(gain, abs=1e-9)
    seen = {step.node for step in pruning.steps}
    for i in np.flatnonzero(edit.alive & ~edit.closed).tolist():
        below = edit.children(i)
        if below and not any(map(edit.children, below)):
            assert i in seen
    stays = {step.node for step in pruning.steps if not step.changes}
    ancestors = {int(up) for i in stays for up in _above(trace.tree, i)}
    assert not ancestors & seen  # where it does not prune, it stops for the ancestors (Ch8)


# --- refusals ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"objective": "size"}, "There is no objective 'size': choose one of bound, per_leaf, pessimistic, held_out."),
        ({"logs": "log10"}, "There is no logs 'log10'"),
        ({"risk": "loss"}, "There is no risk 'loss': choose one of error, impurity."),
        ({"delta": 0}, "delta is 0: choose a number between 0 and 1."),
        ({"confidence": 1}, "confidence is 1: choose a number between 0 and 1."),
        ({"per_leaf": -1}, "per_leaf is -1: choose 0 or more."),
        ({"threshold": inf}, "threshold is inf: choose 0 or more."),
        ({"threshold": float("nan")}, "threshold is nan: choose 0 or more."),
    ],
)
def test_settings_that_mean_nothing_are_refused(change, sentence):
    with pytest.raises(ValueError, match=re.escape(sentence)):
        replace(DEFAULT, **change)


@pytest.mark.parametrize("name", ["reduced_error", "generic"])
def test_without_validation_examples_there_is_a_sentence(name):
    trace = grow(load("play_tennis"))
    for held in (None, replace(trace.data, X=trace.data.X[:0], y=trace.data.y[:0])):
        with pytest.raises(ValueError, match="There are no validation examples: hold some out"):
            PRUNERS[name](trace, PruneSettings("held_out"), held)
