"""Costs of errors: the label with the least cost, and what each procedure makes of costs, against brute force."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import numpy as np
import pytest

from dtlearn import ALGORITHMS, Feature, from_arrays, grow
from dtlearn.growing.errors import folds
from dtlearn.growing.grow import Trace
from dtlearn.pruning.choose_state import by_folds, by_hold_out
from dtlearn.pruning.edit import Action
from dtlearn.pruning.procedures import PRUNERS, PruneSettings
from dtlearn.show.pruning import tables
from dtlearn.show.pruning.words import caption
from dtlearn.trees.sketch import plant, sketch
from tests.engine.pruning.test_leaf_by_leaf import assert_slow
from tests.support.prunings import prunings

SEEDS = range(100)
KNOWING = ("reduced_error", "weakest_link", "generic")


def drawn(seed):
    """(trace, validation examples, a cost for each class) of a random table of bits and values, with 2 or 3 classes."""
    dice = Random(seed)
    K = dice.choice((2, 2, 3))
    features = [Feature("bit", ("0", "1")), Feature("three", ("x", "y", "z")), Feature("other", ("0", "1"))]

    def examples(m):
        rows = [[dice.choice(feature.values) for feature in features] for _ in range(m)]
        return from_arrays(rows, dice.choices("abc"[:K], k=m), features, "abc"[:K])

    settings = ALGORITHMS[dice.choice(("ID3 (CS181)", "ID3 (UML)", "CART"))]
    costs = tuple(dice.choice((1, 1, 2, 3, 5)) for _ in range(K))
    return grow(examples(dice.randint(4, 24)), settings), examples(dice.randint(1, 12)), costs


def settings_of(by, costs, seed):
    """Settings of a procedure that knows costs."""
    objective = "held_out" if seed % 2 else "per_leaf"
    return PruneSettings(objective=objective, costs=costs, per_leaf=Fraction(1, 20), at_once=seed % 3 > 0)


def cheapest(tree, i, costs):
    """The label with the least cost at a node, by trying each; an empty node has its parent's."""
    counts = tree[i].counts
    if not sum(counts):
        return cheapest(tree, int(tree.parent[i]), costs)
    every = range(len(counts))
    return min(every, key=lambda label: (sum(counts[c] * costs[c] for c in every if c != label), label))


def lost(tree, data, costs):
    """What a tree gets wrong, example by example."""
    return sum(costs[y] for y, said in zip(data.y, tree.predict(data.X), strict=True) if y != said)


@pytest.mark.parametrize("seed", SEEDS)
def test_labels_and_every_state_are_those_of_the_least_cost(seed):
    trace, held, costs = drawn(seed)
    for by in KNOWING:
        pruning = PRUNERS[by](trace, settings_of(by, costs, seed), held)
        assert pruning.tree.label.tolist() == [cheapest(trace.tree, i, costs) for i in range(len(trace.tree))]
        held_out, squares = pruning.losses(held), pruning.losses(held, 2)
        for k in range(len(pruning.steps) + 1):
            tree = pruning.tree_at(k)
            assert pruning.n_wrong[k] == lost(tree, trace.data, costs)
            assert held_out[k] == lost(tree, held, costs)
            assert squares[k] == lost(tree, held, [cost * cost for cost in costs])
            inner = [i for i in range(len(tree)) if tree[i].split]
            assert [int(tree.label[i]) for i in inner] == [cheapest(tree, i, costs) for i in inner]
            found = pruning.at(k).confusion(held)
            said = list(zip(tree.predict(held.X).tolist(), held.y.tolist(), strict=True))
            assert all(n == said.count(cell) for cell, n in np.ndenumerate(found))


@pytest.mark.parametrize("seed", SEEDS)
def test_reduced_error_is_the_textbooks(seed):
    trace, held, costs = drawn(seed)
    tree = trace.tree
    routed = [set(tree[end].line()) for end in tree.apply(held.X)]

    def best(i):
        """(the sketch of the subtree at a node, what it loses)."""
        label = cheapest(tree, i, costs)
        leaf = sum(costs[y] for y, line in zip(held.y, routed, strict=True) if i in line and y != label)
        if not tree[i].split:
            return [label], leaf
        below = [best(child.i) for child in tree[i].children]
        total = sum(loss for _, loss in below)
        whole = [tree[i].split, *(word for words, _ in below for word in words)]
        return ([label], leaf) if leaf <= total else (whole, total)

    pruning = PRUNERS["reduced_error"](trace, PruneSettings(costs=costs), held)
    assert (list(sketch(pruning.final)), pruning.values[-1]) == best(0)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_weakest_link_has_the_least_cost_at_its_prices(seed):
    trace, held, costs = drawn(seed)
    tree, m = trace.tree, len(trace.data)
    label = [cheapest(tree, i, costs) for i in range(len(tree))]
    R = [
        Fraction(sum(n * costs[c] for c, n in enumerate(tree[i].counts) if c != label[i]), m) for i in range(len(tree))
    ]
    every = [(sum(R[i] for i in leaves), len(leaves)) for leaves in prunings(tree)]
    pruning = PRUNERS["weakest_link"](trace, PruneSettings(costs=costs))
    for k, alpha in enumerate(pruning.alphas):
        for price in (alpha, (alpha + pruning.alphas[min(k + 1, len(pruning.alphas) - 1)]) / 2):
            k = pruning.state_for(price)
            least = min(risk + price * leaves for risk, leaves in every)
            assert pruning.values[k] + price * int(pruning.n_leaves[k]) == least
            assert pruning.n_leaves[k] == min(leaves for risk, leaves in every if risk + price * leaves == least)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_generic_procedure_weighs_costs(seed):
    trace, held, costs = drawn(seed)
    assert_slow(trace, held, settings_of("generic", costs, seed))


@pytest.mark.parametrize("seed", SEEDS)
def test_a_cost_of_one_is_no_cost(seed):
    trace, held, costs = drawn(seed)
    for by in KNOWING:
        plain = PRUNERS[by](trace, settings_of(by, (), seed), held)
        ones = PRUNERS[by](trace, settings_of(by, (1,) * len(costs), seed), held)
        assert (ones.changed, ones.values, ones.alphas) == (plain.changed, plain.values, plain.alphas)
        assert ones.n_wrong.tolist() == plain.n_wrong.tolist()
        assert list(ones.steps) == list(plain.steps)
        assert ones.tree.label.tolist() == trace.tree.label.tolist()
    for by, objective in (("gain_threshold", "bound"), ("generic", "bound"), ("generic", "pessimistic")):
        plain, dear = (PRUNERS[by](trace, PruneSettings(objective, costs=some), held) for some in ((), costs))
        assert (dear.settings, dear.changed, dear.values) == (plain.settings, plain.changed, plain.values)


@pytest.mark.parametrize("risk", ["error", "impurity"])
@pytest.mark.parametrize("seed", SEEDS)
def test_to_repeat_the_examples_of_a_class_is_to_let_it_cost(seed, risk):
    trace, held, costs = drawn(seed)

    def repeated(data):
        rows = np.repeat(np.arange(len(data)), np.array(costs)[data.y])
        return replace(data, X=data.X[rows], y=data.y[rows])

    many = repeated(trace.data)
    tree = plant(many, sketch(trace.tree), trace.tree.stops)
    label = np.array([cheapest(tree, i, (1,) * len(costs)) for i in range(len(tree))])
    again = Trace(many, trace.settings, replace(tree, label=label), None)
    for by in ("reduced_error", "weakest_link"):
        settings = replace(settings_of(by, costs, seed), risk=risk)
        dear = PRUNERS[by](trace, settings, held)
        plain = PRUNERS[by](again, replace(settings, costs=()), repeated(held))
        assert dear.changed == plain.changed
        assert dear.tree.label.tolist() == label.tolist()
        assert dear.n_wrong.tolist() == plain.n_wrong.tolist()
        times = 1 if by == "reduced_error" else len(many) / len(trace.data)
        assert list(map(float, dear.values)) == pytest.approx([float(v) * times for v in plain.values])
        for a, b in zip(dear.alphas or (), plain.alphas or (), strict=True):
            assert float(a) == pytest.approx(float(b) * times)


@pytest.mark.parametrize("seed", range(20))
def test_held_out_examples_and_folds_add_up_costs_and_their_squares(seed):
    trace, held, costs = drawn(seed)
    squared = [cost * cost for cost in costs]
    pruning = PRUNERS["weakest_link"](trace, PruneSettings(costs=costs))
    one = by_hold_out(pruning, held)
    *_, last = by_folds(pruning, 2)
    sums, squares = [0] * len(last.alphas), [0] * len(last.alphas)
    for train, left in folds(trace.data, 2, 0):
        tried = PRUNERS["weakest_link"](grow(train, trace.settings), PruneSettings(costs=costs))
        for k, price in enumerate(last.alphas):
            tree = tried.tree_at(tried.state_for(price))
            sums[k] += lost(tree, left, costs)
            squares[k] += lost(tree, left, squared)
    assert (last.lost, last.squares) == (tuple(sums), tuple(squares))
    every = [pruning.tree_at(k) for k in range(len(pruning.alphas))]
    assert one.lost == tuple(lost(tree, held, costs) for tree in every)
    assert one.squares == tuple(lost(tree, held, squared) for tree in every)


def tied():
    """Five a and one b that nothing tells apart but the first bit, which parts one a from the rest."""
    rows = [["0"]] + [["1"]] * 5
    return grow(from_arrays(rows, list("aaaaab"), [Feature("bit", ("0", "1"))], "ab"))


def test_a_tie_in_cost_goes_to_the_first_class_and_is_shown():
    pruning = PRUNERS["weakest_link"](tied(), PruneSettings(costs=(1, 5)))
    assert pruning.tree.label.tolist() == [0, 0, 1]  # 5 a against 1 b x 5 at the root, 4 against 5 below
    step = pruning.steps[0]
    assert step.applied[0].action is Action.LEAF
    assert tables.remark(pruning, step, 0).endswith("A tie, so the first is its label: a and b.")
    worked = tables.arithmetic(pruning, step, 0)
    assert r"\text{cost}(\text{a}) &= 1\,\text{missed b} \times 5 = \mathbf{5}" in worked
    assert r"\text{cost}(\text{b}) &= 5\,\text{missed a} \times 1 = \mathbf{5}" in worked
    assert tables.confusion(pruning, step, 0) == (["predicted", "true a", "true b"], [["a", "5", "1"], ["b", "0", "0"]])
    assert caption(pruning, 0) == "The grown tree, 2 leaves, training cost 4 = 4 missed a × 1: nothing is cut yet."
    for costs, label in (((1, 4), 0), ((1, 6), 1)):
        assert PRUNERS["weakest_link"](tied(), PruneSettings(costs=costs)).tree.label[0] == label


@pytest.mark.parametrize(
    ("costs", "sentence"),
    [
        ((1, 2, 3), "3 costs are given for 2 classes: give one for each."),
        ((1, 0), "costs are (1, 0): choose whole numbers, 1 or more."),
        ((1, True), "costs are (1, True): choose whole numbers, 1 or more."),
        ((1, 1.5), "costs are (1, 1.5): choose whole numbers, 1 or more."),
    ],
)
def test_costs_that_mean_nothing_are_refused(costs, sentence):
    with pytest.raises(ValueError) as refused:
        PRUNERS["weakest_link"](tied(), PruneSettings(costs=costs))
    assert str(refused.value) == sentence
