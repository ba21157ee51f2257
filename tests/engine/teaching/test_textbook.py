"""The notes' algorithms in tests.support.textbook: against the facts, and the engine against them."""

import math
from dataclasses import replace
from fractions import Fraction
from itertools import product
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtlearn import ALGORITHMS, Dataset, Feature, from_arrays, grow, load
from dtlearn.splitting import nominal as nominal_features
from dtlearn.teaching.figures_and_errata import ERRATA
from dtlearn.trees.pseudocode import EVENTS, PSEUDOCODE
from tests.support import facts
from tests.support import textbook as book
from tests.support.strategies import SMALL, datasets, examples

CLASSIFIERS = tuple(book.GAINS)


def sample(data: Dataset) -> book.Sample:
    """A Dataset as the textbook takes it: plain tuples, and exact numbers to be predicted."""
    features = data.schema.features
    target = [Fraction(v) for v in data.y.tolist()] if data.schema.regression else data.y.tolist()
    examples = tuple(
        (tuple(x if f.numeric else int(x) for x, f in zip(row, features, strict=True)), label)
        for row, label in zip(data.X.tolist(), target, strict=True)
    )
    return book.Sample(examples, tuple(len(f.values) for f in features), len(data.schema.classes))


def by_the_book(algorithm: str, data: Dataset, criterion: str, m=0):
    S, gain = sample(data), book.GAINS[criterion]
    A = book.questions(S, ALGORITHMS[algorithm].nominal)
    match algorithm:
        case "ID3 (UML)":
            return book.id3_uml(S, A, gain)
        case "ID3 (CS181)":
            return book.id3_cs181(S, A, gain)
        case "CART":
            return book.cart(S, A, gain)
        case _:
            return book.build_tree(S, A, gain, m)


def from_engine(tree, i=0):
    """A node of the engine's tree, and what is below it, in the textbook's form; means to 12 decimals."""
    node = tree[i]
    counts = (node.n,) if tree.schema.regression else tuple(node.counts)
    if node.split is None:
        label = round(float(tree.value[i]), 12) if tree.schema.regression else int(tree.label[i])
        return book.Leaf(label, counts, node.stop.name)
    branches = tuple(from_engine(tree, child.i) for child in node.children)
    return book.Split(node.split.feature, node.split.at, branches, counts)


def named(tree, data: Dataset):
    """A textbook tree in the form of tests.facts: with names, and without empty branches."""
    if isinstance(tree, book.Leaf):
        return (data.schema.classes[tree.label], tree.counts, tree.reason)
    feature = data.schema.features[tree.feature]
    if tree.at is None:
        answers = feature.values
    elif feature.numeric:
        answers = (f"< {tree.at:g}", f"≥ {tree.at:g}")
    else:
        value = feature.values[int(tree.at)]
        answers = (f"= {value}", f"≠ {value}")
    subtrees = {a: named(t, data) for a, t in zip(answers, tree.branches, strict=True)}
    return (feature.name, tree.counts, {a: t for a, t in subtrees.items() if t[-1] != "EMPTY"})


def value_of(criterion: str, score, m: int) -> float:
    """A textbook score as the number the notes print."""
    if criterion == "info_gain":
        return math.log2(score + 1) / m
    return float(score) if criterion == "gain_ratio" else float(score / Fraction(m))


# --- the pseudocode ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PSEUDOCODE)
def test_lines_are_numbered_and_every_event_has_one(name):
    assert {event for code in PSEUDOCODE[name] for event in code.at} == set(EVENTS)
    for code in PSEUDOCODE[name]:
        assert [line.number for line in code.lines] == list(range(1, len(code.lines) + 1))
        assert set(code.at.values()) <= {line.number for line in code.lines if not line.dead}
        assert all(line.erratum for line in code.lines if line.dead)


def test_every_algorithm_has_pseudocode():
    assert set(ALGORITHMS) - {"C4.5-style"} == set(PSEUDOCODE)


def test_marked_errata_are_known():
    cited = {
        word.rstrip(":")
        for codes in PSEUDOCODE.values()
        for code in codes
        for line in code.lines
        for word in line.erratum.split()
        if word[0] == "E" and word.rstrip(":")[1:].isdigit()
    }
    assert cited >= {"E4", "E5", "E6", "E20", "E21", "E22", "E23"}
    assert cited <= {e.id for e in ERRATA}


# --- the textbook against the facts -----------------------------------------------------------------

TREES = facts.trees()


@pytest.mark.parametrize(
    ("data", "algorithm", "m", "criterion", "tree"),
    TREES,
    ids=[f"{d.name}-{a}-m{m}-{c}" for d, a, m, c, _ in TREES],
)
def test_tree_is_that_of_the_facts_and_the_engines_too(data, algorithm, m, criterion, tree):
    assert named(by_the_book(algorithm, data, criterion, m), data) == tree
    grown_ = grow(data, replace(ALGORITHMS[algorithm], criterion=criterion, min_samples_split=m)).tree
    assert named(from_engine(grown_), data) == tree


@pytest.mark.parametrize("name", ["playtennis", "seven_point"])
def test_gains_are_those_of_the_facts(name):
    data = facts.data(name)
    whole = sample(data)
    index = {f.name: j for j, f in enumerate(data.schema.features)}
    for node in facts.nodes(name):
        if "candidates" not in node:
            continue
        at = [(index[f], data.schema.features[index[f]].values.index(str(v))) for f, v in node["path"]]
        S = replace(whole, examples=tuple(e for e in whole.examples if all(e[0][j] == v for j, v in at)))
        assert list(S.counts) == node["counts"]
        for candidate in node["candidates"]:
            parts = [part.counts for part in book.branches(S, book.Question(candidate["feature"]))]
            for theirs, ours in facts.CRITERION.items():
                gain = candidate["gains"][theirs]
                if gain is None or gain["value"] is None:
                    continue
                score = book.GAINS[ours](S.counts, parts)
                assert value_of(ours, score, len(S)) == pytest.approx(gain["value"], abs=1e-12)
                if ours in ("gini_gain", "train_error_gain"):
                    assert Fraction(score) / len(S) == Fraction(gain["exact"])


@pytest.mark.parametrize("name", facts.disagreements())
def test_criteria_disagree_where_the_facts_say(name):
    rows, _, picks = facts.disagreements()[name]
    S = book.Sample(tuple((tuple(row[:-1]), row[-1]) for row in rows), (2, 2), 2)
    for theirs, ours in facts.CRITERION.items():
        gains = book.candidates(S, book.questions(S, "multiway"), book.GAINS[ours])
        best = max(gains.values())
        assert ["AB"[q.feature] for q, g in gains.items() if g == best] == picks[theirs]


def test_an_empty_branch_takes_its_parents_majority():
    """E22: UML's lines would make it a leaf 1."""
    rows = facts.facts()["truth_tables"]["uml_empty_branch"]["rows"]
    S = book.Sample(tuple((tuple(row[:-1]), row[-1]) for row in rows), (2, 2, 2), 2)
    tree = book.id3_uml(S, book.questions(S, "one_vs_rest"), book.info_gain)
    assert (tree.feature, tree.branches[0]) == (0, book.Leaf(0, (0, 0), "EMPTY"))


# --- the engine against the textbook ----------------------------------------------------------------


def pairwise(ways):
    """(data set, way, criterion), every two of which meet: a third or a fifth of all."""
    every = product(enumerate(SMALL), enumerate(ways), enumerate(CLASSIFIERS))
    return [(name, way, criterion) for (i, name), (j, way), (k, criterion) in every if (i + j + k) % len(ways) == 0]


@examples(75)
@given(st.sampled_from(list(ALGORITHMS)), st.sampled_from(CLASSIFIERS), datasets(max_rows=12))
def test_engine_grows_the_textbooks_tree(algorithm, criterion, data):
    trace = grow(data, replace(ALGORITHMS[algorithm], criterion=criterion))
    assert from_engine(trace.tree) == by_the_book(algorithm, data, criterion)


@given(data=datasets(max_rows=12), m=st.integers(0, 8), criterion=st.sampled_from(CLASSIFIERS))
def test_engine_stops_below_m_rows_as_build_tree(data, m, criterion):
    trace = grow(data, replace(ALGORITHMS["BuildTree"], criterion=criterion, min_samples_split=m))
    assert from_engine(trace.tree) == by_the_book("BuildTree", data, criterion, m)


@given(
    data=datasets(max_rows=12),
    max_depth=st.none() | st.integers(0, 3),
    min_parent=st.integers(2, 6),
    min_leaf=st.integers(1, 4),
    criterion=st.sampled_from(CLASSIFIERS),
)
def test_engine_keeps_the_limits_of_cart(data, max_depth, min_parent, min_leaf, criterion):
    limits = {"max_depth": max_depth, "min_samples_split": min_parent, "min_samples_leaf": min_leaf}
    trace = grow(data, replace(ALGORITHMS["CART"], criterion=criterion, **limits))
    S = sample(data)
    A = book.questions(S, "one_vs_rest")
    tree = book.cart(S, A, book.GAINS[criterion], max_depth, min_parent, min_leaf)
    assert from_engine(trace.tree) == tree


@pytest.mark.parametrize(("name", "algorithm", "criterion"), pairwise(ALGORITHMS))
def test_engine_grows_the_textbooks_tree_on_the_collection(name, algorithm, criterion):
    data = load(name)
    trace = grow(data, replace(ALGORITHMS[algorithm], criterion=criterion))
    assert from_engine(trace.tree) == by_the_book(algorithm, data, criterion)


def two_class_data(**splits):
    """Binary features over the same rows, each from its (counts for value 0, counts for value 1)."""
    columns = [[v for c in (0, 1) for v, part in enumerate(parts) for _ in range(part[c])] for parts in splits.values()]
    zeros = {sum(part[0] for part in parts) for parts in splits.values()}
    y = [0 if i < min(zeros) else 1 for i in range(len(columns[0]))]
    features = [Feature(name, ("0", "1")) for name in splits]
    return from_arrays(list(zip(*columns, strict=True)), y, features, (0, 1))


@pytest.mark.parametrize("order", ["AB", "BA"])
def test_equal_gains_by_different_sums_tie(order):
    """H of (2, 1), (1, 6) and of (0, 3), (3, 4): other logarithms, one number; the first feature must win."""
    parts = {"A": ((2, 1), (1, 6)), "B": ((0, 3), (3, 4))}
    data = two_class_data(**{name: parts[name] for name in order})
    trace = grow(data, ALGORITHMS["ID3 (CS181)"])
    assert trace.candidates[0].best.tolist() == [True, True]
    assert trace.tree[0].split.feature == 0
    assert from_engine(trace.tree) == by_the_book("ID3 (CS181)", data, "info_gain")


@pytest.mark.parametrize("noise", ["first_positive", "first_negative"])
@pytest.mark.parametrize("criterion", CLASSIFIERS)
def test_a_zero_gain_is_zero(noise, criterion):
    """E20: floats make these gains +-1.1e-16."""
    case = facts.facts()["impurity"]["float_zero_gain_hazard"][noise]
    left = case["left"]
    data = two_class_data(A=(left, [p - q for p, q in zip(case["parent"], left, strict=True)]))
    for algorithm in ("ID3 (CS181)", "BuildTree"):
        tree = grow(data, replace(ALGORITHMS[algorithm], criterion=criterion)).tree
        assert [stop.name for stop in tree.stops] == ["NO_GAIN"]
        assert from_engine(tree) == by_the_book(algorithm, data, criterion)


# --- order, subsets, regression, a gain threshold ----------------------------------------------------

BINARY = ("one_vs_rest", "ordered", "subset")  # the kinds of split of CART's trees


def rounded(tree):
    """A textbook tree of regression as ``from_engine`` gives the engine's: means to 12 decimals,
    counts without sums."""
    if isinstance(tree, book.Leaf):
        return book.Leaf(round(float(tree.label), 12), tree.counts[:1], tree.reason)
    return book.Split(tree.feature, tree.at, tuple(map(rounded, tree.branches)), tree.counts[:1])


def cart(data: Dataset, criterion: str, nominal: str, **limits):
    S = sample(data)
    gain = book.squared_error if data.schema.regression else book.GAINS[criterion]
    tree = book.cart(S, book.questions(S, nominal), gain, **limits)
    return rounded(tree) if data.schema.regression else tree


def grown(data: Dataset, criterion: str, nominal: str, **limits):
    return from_engine(grow(data, replace(ALGORITHMS["CART"], criterion=criterion, nominal=nominal, **limits)).tree)


two_classes = datasets(kinds=("nominal",), max_rows=14, max_values=6, max_classes=2)  # whose values are ordered


@examples(75)
@given(st.sampled_from(BINARY), st.sampled_from(CLASSIFIERS), datasets(max_rows=14, max_values=5) | two_classes)
def test_engine_grows_the_textbooks_tree_with_every_kind_of_split(nominal, criterion, data):
    assert grown(data, criterion, nominal) == cart(data, criterion, nominal)


@examples(40)
@given(st.sampled_from(BINARY), datasets(max_rows=14, max_values=6, regression=True), st.none() | st.integers(0, 3))
def test_engine_grows_the_textbooks_regression_tree(nominal, data, max_depth):
    assert grown(data, "mse", nominal, max_depth=max_depth) == cart(data, "mse", nominal, max_depth=max_depth)


@examples(40)
@given(st.sampled_from(CLASSIFIERS), two_classes | datasets(max_rows=14, max_values=6, regression=True))
def test_engine_cuts_many_values_where_the_textbook_does(criterion, data):
    """From five values on instead of nine: small data sets have nodes of both kinds."""
    criterion = "mse" if data.schema.regression else criterion
    with patch.object(nominal_features, "MOST_LISTED", 4), patch.object(book, "EVERY_SET", 4):
        assert grown(data, criterion, "subset") == cart(data, criterion, "subset")


@pytest.mark.parametrize(("name", "nominal", "criterion"), pairwise(BINARY))
def test_engine_grows_the_textbooks_tree_with_every_kind_of_split_on_the_collection(name, nominal, criterion):
    assert grown(load(name), criterion, nominal) == cart(load(name), criterion, nominal)


@examples(40)
@given(st.sampled_from(CLASSIFIERS), datasets(kinds=("nominal",), max_rows=16, max_values=6, max_classes=2))
def test_of_all_subsets_none_beats_breimans_cuts(criterion, data):
    """For two classes, sorted by share of the second, the values need only be cut (Breiman et al. 1984, 4.2.2).

    Each set is a point (examples, examples of class 2) of its branch. The cuts are the corners of the hull of
    these points, and the gain is convex there: so is gain - c x split info, hence the gain ratio is largest at
    a corner too.
    """
    compare_subsets(sample(data), book.GAINS[criterion])


@given(data=datasets(kinds=("nominal",), max_rows=16, max_values=6, regression=True))
def test_of_all_subsets_none_beats_breimans_cuts_in_regression(data):
    compare_subsets(sample(data), book.squared_error)


def compare_subsets(S, gain):
    for j, n in enumerate(S.n_values):
        if S.n_classes != 1 and n > 2:
            ask = book.Question(j, None, "among")
            best = [
                max((gain(S.counts, [part.counts for part in book.branches(S, q)]) for q in kind(S, ask)), default=None)
                for kind in (book.cuts, book.all_subsets)
            ]
            assert best[0] == best[1]
            present = len({x[j] for x, _ in S.examples})
            assert len(list(book.cuts(S, ask))) == present - 1
            assert len(set(book.all_subsets(S, ask))) == 2 ** (present - 1) - 1


def test_three_classes_need_every_subset():
    """Four examples: sorted by the mean of their class codes, no cut of the values finds the best set."""
    S = book.Sample((((0,), 1), ((0,), 1), ((1,), 0), ((2,), 2)), (3,), 3)
    ask = book.Question(0, None, "among")
    gains = book.candidates(S, (ask,), book.info_gain)
    assert [q.at for q in gains] == [0b001, 0b011, 0b101]
    cuts = [gains[q] for q in book.cuts(S, ask)]
    assert max(cuts) < max(gains.values()) == gains[replace(ask, at=0b001)]


def test_sets_and_thresholds_of_values_are_told_as_the_notes_do():
    S = book.Sample((((1,), 0), ((3,), 1), ((4,), 0)), (5,), 2)
    ask = book.Question(0, None, "among")
    assert [q.at for q in book.all_subsets(S, ask)] == [0b00010, 0b01010, 0b10010]
    assert [q.at for q in book.cuts(S, ask)] == [0b00010, 0b10010]
    yes, no = book.branches(S, book.Question(0, 0b10010, "among"))
    assert (yes.counts, no.counts) == ((2, 0), (0, 1))
    assert [q.at for q in book.thresholds(S, book.Question(0, None, "before"))] == [3, 4]
    yes, no = book.branches(S, book.Question(0, 3, "before"))
    assert (yes.counts, no.counts) == ((1, 0), (1, 1))


@given(
    data=datasets(max_rows=14, max_values=5),
    least=st.sampled_from([Fraction(1, 64), Fraction(1, 16), Fraction(1, 8), Fraction(1, 4)]),
    nominal=st.sampled_from(BINARY),
    criterion=st.sampled_from(["gini_gain", "train_error_gain"]),
)
def test_engine_keeps_a_gain_threshold(data, least, nominal, criterion):
    """For criteria with rational gains, and a threshold that a float holds exactly."""
    tree = cart(data, criterion, nominal, enough=lambda gain, m: Fraction(gain) / m >= least)
    assert grown(data, criterion, nominal, min_gain=float(least)) == tree


@given(
    data=datasets(max_rows=16, max_values=5),
    tolerated=st.sampled_from(["0.1", "0.25", "0.29", "0.34", "0.4"]),
    nominal=st.sampled_from(BINARY),
    criterion=st.sampled_from(CLASSIFIERS),
)
def test_a_node_that_is_sufficiently_accurate_is_a_leaf(data, tolerated, nominal, criterion):
    tree = cart(data, criterion, nominal, tolerated=Fraction(tolerated))
    assert grown(data, criterion, nominal, tolerated_error=float(tolerated)) == tree


@given(data=datasets(max_rows=14, regression=True), tolerated=st.sampled_from([0.0625, 0.25, 1.0]))
def test_a_node_with_a_small_squared_error_is_a_leaf(data, tolerated):
    tree = cart(data, "mse", "ordered", tolerated=Fraction(tolerated))
    assert grown(data, "mse", "ordered", tolerated_error=tolerated) == tree


@given(data=datasets(max_rows=14, regression=True), least=st.sampled_from([0.0625, 0.25, 1.0]))
def test_engine_keeps_a_gain_threshold_in_regression(data, least):
    tree = cart(data, "mse", "ordered", enough=lambda gain, m: gain / m >= Fraction(least))
    assert grown(data, "mse", "ordered", min_gain=least) == tree
