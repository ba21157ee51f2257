"""What captions claim, recomputed from the counts of the examples: of every step, or 200 steps of large data."""

import re
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given

from dtlearn import ALGORITHMS, Feature, Phase, from_arrays, grow, load, names
from dtlearn.data.dataset import MISSING
from dtlearn.show.base.text import gain_text
from dtlearn.show.growing import panels
from dtlearn.show.growing.captions import caption, stop_question
from dtlearn.splitting.criteria import CRITERIA, TOLERANCE, criterion_of, exact_score, gain
from dtlearn.trees.tree import Stop
from tests.support.growths import growths

REGRESSION = names(regression=True)
BY_SIZE = sorted([*names(), *REGRESSION], key=lambda name: load(name).X.size)
WAYS = {**ALGORITHMS, "leaves of 2": replace(ALGORITHMS["CART"], min_samples_leaf=2)}


def check(step):
    """All claims of a step's caption."""
    text, node = caption(step), step.node
    assert text == text.strip()
    assert "\n" not in text
    assert text[-1] in ".?"
    assert not re.search(r"\bnan\b|\binf\b|-0\.000|e-\d\d|  |\.\.", text), text
    rows = step.trace.data.y[node.rows]
    if step.trace.data.schema.regression:
        said = re.search(r"mean (\S+), n = (\d+), MSE (\S+): ", text)
        assert not said or [float(x) for x in said.groups()] == pytest.approx(
            [rows.mean(), node.n, rows.var()], abs=0.00051
        )
        assert said or not node.n
    else:
        for label, n in zip(node.tree.schema.classes, np.bincount(rows).tolist(), strict=False):
            assert not n or re.search(rf"\b{n} (of class )?{re.escape(label)}", text), text
    if step.phase is Phase.ARRIVE and step.shown:
        assert ("Yes: stop here." in text) == holds(step, step.tests[step.shown - 1].stop)
    elif step.phase is Phase.SCORE:
        check_scored(step, text)
    elif step.phase is Phase.DECIDE:
        (check_split if node.split else check_leaf)(step, text)
    assert ("The tree is finished" in text) == (step.next is None)
    if step.next is None:
        tree, y = step.trace.tree, step.trace.data.y
        sizes = (
            f"{len(tree)} nodes, {sum(not n.split for n in tree)} of them leaves" if len(tree) > 1 else "a single leaf"
        )
        wrong = tree.predict(step.trace.data.X) != y
        assert f"finished: {sizes};" in text
        if not tree.schema.regression:
            error = f"{wrong.sum()}/{len(y)}" if wrong.any() else "0"
            assert text.endswith(f"; training error {error}.")


def holds(step, stop):
    """Whether a rule on arrival is met."""
    node, settings = step.node, step.trace.settings
    return {
        Stop.EMPTY: not node.n,
        Stop.PURE: len(set(step.trace.data.y[node.rows])) == 1,
        Stop.MAX_DEPTH: len(node.path) == settings.max_depth,
        Stop.TOO_FEW: node.n < settings.min_samples_split,
        Stop.NO_FEATURE: not len(step.candidates),
        Stop.ACCURATE: node.stop is Stop.ACCURATE,
    }[stop]


def check_scored(step, text):
    """Who is the best of those just scored, and whether it leads all that have been."""
    found, fresh = step.candidates, range(step.shown - step.fresh, step.shown)
    allowed = [c for c in fresh if found.admissible[c]]
    best = [c for c in allowed if found.score[c] >= max(found.score[allowed]) - TOLERANCE]
    if len(fresh) == 1:
        c = fresh[0]
    elif not allowed:
        assert "can be chosen." in text
        return
    else:
        c = next((c for c in best if found.best[c]), best[0])
        few = " that leave enough examples" if len(allowed) < len(fresh) else ""
        assert re.search(rf"the best of {len(allowed)} [a-z ]+{few}, ", text)
        assert few or "enough" not in text
    assert found.split(c).title(step.trace.data.schema) in text
    before = [b for b in range(fresh[0]) if found.admissible[b]]
    top = max(found.score[before], default=-1.0)
    close = abs(found.score[c] - top) <= TOLERANCE
    leads = found.best[c] and not found.best[before].any() if close else found.score[c] > top
    assert ("largest" in text) == bool(found.admissible[c] and leads), text
    assert "smallest" not in text
    if "largest" in text:
        refused = not found.admissible[: step.shown].all()
        assert f"has {title_of(step)} {gain_text(found.score[c], step.trace.data.schema)}" in text
        assert text.partition(" The tree")[0].endswith(
            "the largest allowed so far." if refused else "the largest so far."
        )
    assert ("too few examples" in text) == (not found.admissible[c] and found.score[c] == found.score[c])


def title_of(step):
    return criterion_of(step.trace.settings.criterion).score_title


def check_split(step, text):
    found, data = step.candidates, step.trace.data
    titles = [found.split(c).title(data.schema) for c in range(len(found))]
    score = np.where(np.isnan(found.score), -np.inf, found.score)
    allowed = np.flatnonzero(found.admissible)
    assert score[found.chosen] >= score[allowed].max() - TOLERANCE
    if not data.schema.regression and step.node.n < 30:  # exact scores of more take long
        exact = {
            c: exact_score(criterion_of(step.trace.settings.criterion), step.node.counts, found.branches(c))
            for c in allowed
        }
        assert step.tied == [c for c in allowed if exact[c] == max(exact.values())]
    assert titles[found.chosen] in text
    refused = score[~found.admissible].max(initial=-np.inf)
    assert ("too few examples" in text) == (refused > score[found.chosen])
    if refused > score[found.chosen]:
        c = int(np.flatnonzero(~found.admissible & (score == refused))[0])
        assert f"{titles[c]} would have {title_of(step)} {gain_text(refused, step.trace.data.schema)}" in text
    elif "tie at" in text:
        few = len(step.tied) <= 4
        assert all(titles[c][:30] in text for c in step.tied) if few else f"{len(step.tied)} questions tie" in text
        assert f"tie at {title_of(step)} {gain_text(score[found.chosen], step.trace.data.schema)}" in text
    elif "is left to ask" in text:
        assert len(found) == 1
    elif "every gain is 0" in text:
        assert not found.gain.any()
    else:
        assert (
            f"{titles[found.chosen]} has the largest {title_of(step)},"
            f" {gain_text(score[found.chosen], step.trace.data.schema)}" in text
        )
    assert (len(step.tied) > 1 and refused <= score[found.chosen]) == (" tie at " in text or "every gain is 0" in text)
    if "of the open nodes" in text or "ties with" in text:
        done = set(step.order[: step.at])
        worth = {i: worth_of(step.trace, i) for i in step.order[step.at :] if step.trace.tree[i].parent.i in done}
        rivals = [i for i in worth if i != step.node.i and abs(worth[i] - worth[step.node.i]) < 1e-8]
        assert worth[step.node.i] >= max(worth.values()) - 1e-6
        assert bool(rivals) == ("ties with" in text)
        assert f"{step.node.n}/{len(data)} × {gain_text(found.gain[found.chosen], step.trace.data.schema)} = " in text


def worth_of(trace, i):
    found = trace.candidates[i]
    return trace.tree[i].n * found.gain[found.chosen] if trace.tree[i].split else -1.0


def check_leaf(step, text):
    node, counts = step.node, list(step.node.counts)
    assert f"so it becomes a leaf {node.label}" in text
    if step.trace.data.schema.regression:
        return
    top = max(counts)
    majority = f"(the majority, {top} of {node.n})" in text
    assert majority == (node.stop not in (Stop.PURE, Stop.EMPTY) and counts.count(top) == 1)
    assert (f"a tie of {top} to {top}" in text and node.stop is not Stop.EMPTY) == (
        node.stop not in (Stop.PURE, Stop.EMPTY) and counts.count(top) > 1
    )
    if node.stop is Stop.EMPTY:
        parent = list(node.parent.counts)
        said = f"{max(parent)} of {sum(parent)}" if parent.count(max(parent)) == 1 else f"tie of {max(parent)} to"
        assert f"majority of its parent decides ({said}" in text.replace("(a tie", "(tie")


# Of the large ones, one way each: every other one with leaves of 2.
CASES = [(name, way) for name in BY_SIZE[:12] for way in WAYS]
CASES += [(name, ("ID3 (CS181)", "leaves of 2")[k % 2]) for k, name in enumerate(BY_SIZE[12:])]


@pytest.mark.parametrize(("name", "way"), CASES)
def test_a_caption_claims_what_is_so(name, way):
    criterion = "mse" if name in REGRESSION else list(CRITERIA)[(BY_SIZE.index(name) + list(WAYS).index(way)) % 4]
    trace = grow(load(name), replace(WAYS[way], criterion=criterion))
    for walk in (trace.steps(detail="detail"), trace.steps("best_first")):
        some = range(len(walk)) if name in BY_SIZE[:12] else np.linspace(0, len(walk) - 1, 100).astype(int)
        for k in dict.fromkeys(some):
            check(walk[int(k)])


@pytest.mark.parametrize("n", [4, 5])
def test_of_a_tie_four_questions_are_named(n):
    data = from_arrays([[v] * n for v in "aab"], [0, 0, 1], [Feature(f"f{j}", ("a", "b")) for j in range(n)])
    for step in grow(data).steps(detail="detail"):
        check(step)


@pytest.mark.parametrize(
    ("ones", "zeros", "least", "said"),
    [
        ((0, 0, 0, 8, 0, 4, 3, 1, 4), (2, 3, 3, 7, 2, 4, 1, 1, 1), 12, "; of the other questions tried town"),
        ((3, 2, 1, 2, 6, 1, 4, 1, 1), (1, 4, 3, 0, 13, 2, 4, 3, 0), 25, "every question tried makes a branch"),
    ],
)
def test_where_the_best_cut_of_many_values_is_refused_nothing_is_claimed_of_sets_not_tried(ones, zeros, least, said):
    """Of nine values some set that is no cut of their order leaves enough examples and gains more than any cut that
    does."""
    values = tuple(f"v{k}" for k in range(len(ones)))
    rows = [
        (v, y) for y, counts in enumerate((zeros, ones)) for v, n in zip(values, counts, strict=True) for _ in range(n)
    ]
    data = from_arrays([[v] for v, _ in rows], [y for _, y in rows], [Feature("town", values)])
    trace = grow(data, replace(ALGORITHMS["CART"], nominal="subset", min_samples_leaf=least, max_depth=1))
    found, best = trace.candidates[0], 0.0
    for mask in range(1, 2 ** len(values) - 1):
        sets = [[k for k in range(len(values)) if (mask >> k & 1) == side] for side in (1, 0)]
        branches = [[sum(zeros[k] for k in one), sum(ones[k] for k in one)] for one in sets]
        if min(map(sum, branches)) >= least:
            best = max(best, gain(CRITERIA["gini_gain"], trace.tree[0].counts, branches))
    assert found.ordered.all()
    assert best > max(found.gain[found.admissible], default=0) + TOLERANCE
    assert said in caption(trace.steps()[1])


def test_an_ordered_split_says_where_missing_values_go():
    values = ("low", "mid", "high")
    cells = ["low", "low", "mid", None, None, "high"]
    for last, told in ((MISSING, True), ("none", False)):
        data = from_arrays([[cell or last] for cell in cells], list("aabbbb"), [Feature("size", (*values, last))])
        trace = grow(data, replace(ALGORITHMS["CART"], nominal="ordered"))
        _, root, *leaves = map(caption, trace.steps())
        assert ("Missing values rank last: 2 rows go to the right." in root) == told
        assert not any("Missing" in leaf for leaf in leaves)
        assert trace.tree[1,].rows.tolist() == [2, 3, 4, 5]
    data = from_arrays([["low"], ["mid"], ["high"]], list("abb"), [Feature("size", (*values, MISSING))])
    assert not any("Missing" in caption(step) for step in grow(data, trace.settings).steps())


@given(growths(regression=False))
def test_the_probabilities_of_a_leaf_are_its_shares_and_add_up(trace):
    for node in trace.tree:
        told = panels.shares(node)
        assert bool(told) == (node.n > 0 and not node.split)
        held = [n for n in node.counts if n]
        assert [Fraction(share.split(" = ")[0]) for _, share in told] == (
            [Fraction(n, node.n) for n in held] if told else []
        )


def test_the_rules_of_the_leaf_condition_say_what_is_so_at_a_node():
    trace = grow(load("seven_points"), replace(ALGORITHMS["CART"], max_depth=2, min_samples_leaf=1))
    first, root, *others = (panels.leaf_condition(step) for step in trace.steps())
    assert "depth: 0 here, at most 2;" in root
    assert "3 of 3 features still differ" in root
    assert "3 of 7 wrong" in root
    assert "no, its branches predict 0 and 1" in root
    assert "this split" not in first  # that gives the answer away
    for step, told in zip(list(trace.steps())[1:], [root, *others], strict=True):
        labels = [child.label for child in step.node.children] if step.node.split else []
        assert ("yes, for now: every branch predicts" in told) == (len(set(labels)) == 1)
        assert ("this split" in told) == bool(labels)
    alike = grow(from_arrays([[7.0], [7.0]], ["a", "b"]), ALGORITHMS["CART"])
    assert "all look the same: yes;" in panels.leaf_condition(alike.steps()[1])
    numbers = grow(load("regression_1d"), replace(ALGORITHMS["CART"], criterion="mse"))
    assert "no, 1 of 1 feature still differs;" in panels.leaf_condition(numbers.steps()[1])
    assert "mean squared error 7.139" in panels.leaf_condition(numbers.steps()[1])


@given(growths(hostile=True))
def test_the_leaf_condition_of_any_step_is_told(trace):
    for step in trace.steps():
        told = panels.leaf_condition(step)
        assert told.startswith("The rules that limit a tree, here: depth: ")
        assert "-0.000" not in told


@given(growths())
def test_a_caption_of_any_growth_claims_what_is_so(trace):
    for step in trace.steps("best_first", "detail"):
        check(step)


@pytest.mark.parametrize(("name", "what"), [("regression_1d", "y"), ("play_tennis", "class")])
def test_what_all_examples_may_share_is_named(name, what):
    step = grow(load(name), replace(ALGORITHMS["CART"], criterion="mse" if what == "y" else "gini_gain")).steps()[1]
    assert stop_question(step, Stop.PURE)[0] == f"do all examples have the same {what}?"
