"""What captions claim, recomputed from the counts of the examples: of every step, or 200 steps of large data."""

import re
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given

from dtlearn import ALGORITHMS, Feature, Phase, from_arrays, grow, load, names
from dtlearn.data.dataset import MISSING, significant
from dtlearn.show.base.text import gain_text, shorten
from dtlearn.show.growing import panels
from dtlearn.show.growing.captions import caption, graded, stop_question
from dtlearn.show.growing.reasons import LONGEST, became
from dtlearn.splitting.criteria import CRITERIA, TOLERANCE, criterion_of, exact_score, gain
from dtlearn.teaching.predict_first import answers
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
        test = step.tests[step.shown - 1]
        assert ("Stop here." in text) == test.holds == holds(step, test.stop)
        # of empty nodes and of questions that are left, the rule is asked the other way round
        turned = test.stop in (Stop.EMPTY, Stop.NO_FEATURE)
        assert stop_question(step, test)[1].startswith("No" if test.holds == turned else "Yes")
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
    elif "Every gain is 0" in text:
        assert not found.gain.any()
    else:
        ratio = f", {gain_text(score[found.chosen], data.schema)}" if title_of(step) == "gain ratio" else ""
        assert f"{titles[found.chosen]} has the largest {title_of(step)}{ratio}: it takes away" in text
    assert (len(step.tied) > 1 and refused <= score[found.chosen]) == (" tie at " in text or "Every gain is 0" in text)
    check_reason(step, " ".join(became(step, found.chosen).split()), text)
    if "of the open nodes" in text or "ties with" in text:
        done = set(step.order[: step.at])
        worth = {i: worth_of(step.trace, i) for i in step.order[step.at :] if step.trace.tree[i].parent.i in done}
        rivals = [i for i in worth if i != step.node.i and abs(worth[i] - worth[step.node.i]) < 1e-8]
        assert worth[step.node.i] >= max(worth.values()) - 1e-6
        assert bool(rivals) == ("ties with" in text)
        assert f"{step.node.n}/{len(data)} × {gain_text(found.gain[found.chosen], step.trace.data.schema)} = " in text


def check_reason(step, said, text):
    """What is said of the groups, recomputed from the examples that come to each; and how much of the mix is gone."""
    data, node, criterion = step.trace.data, step.node, criterion_of(step.trace.settings.criterion)
    assert f"split on {' '.join(node.split.title(data.schema).split())}. {said} " in text
    parts = {b: data.y[child.rows] for b, child in enumerate(node.children) if child.n}
    where = {b: " ".join(shorten(node.split.condition(data.schema, b), LONGEST).split()) for b in parts}
    if data.schema.regression:
        whole, left = data.y[node.rows].var(), sum(len(y) * y.var() for y in parts.values()) / node.n
        assert len(parts) != 2 or all(f"{significant(y.mean())} where {where[b]}" in said for b, y in parts.items())
    else:
        counts = {b: np.bincount(y, minlength=len(data.schema.classes)) for b, y in parts.items()}
        whole = float(criterion.impurity(np.sum(list(counts.values()), axis=0)))
        left = sum(n.sum() * float(criterion.impurity(n)) for n in counts.values()) / node.n
        check_groups(said, where, counts, data.schema.classes)
    taken = re.search(r"(?:takes away|tie at gain) (\S+) of (\S+) (bits|\()", text)
    if taken:
        told = [float(x) for x in taken.groups()[:2]]
        assert told == pytest.approx([whole - left, whole], rel=2e-3, abs=0.00051)
        assert taken[3] == (criterion.unit or "(")
    else:
        assert (
            "takes away nothing." in text
            or "Every gain is 0" in text
            or "gain ratio" in text
            or "the tree took" in text
        )


def check_groups(said, where, counts, classes):
    """Pure groups are named as pure and no others, at most two; of those that stay mixed as many as there are."""
    pure, mixed = ([b for b, n in counts.items() if (n.max() == n.sum()) == is_] for is_ in (True, False))
    end = "nothing is left to find out"
    assert (end in said) == bool(pure)
    assert (f"{end} there; " in said) == bool(pure and mixed)
    first, _, rest = said.partition(f", so {end}")
    if len(pure) <= 2:
        for b in pure:
            label = re.escape(" ".join(classes[counts[b].argmax()].split()))
            who = {1: "the one example", 2: "both examples"}.get(counts[b].sum(), f"all {counts[b].sum()} examples")
            assert re.search(f"{who} with {re.escape(where[b])} (is|are) (of class )?{label}", first, re.I)
        assert len(re.findall(r"(?i)\b(?:the one example|both examples|all \d+ examples) with ", first)) == len(pure)
    else:
        assert f"n {len(pure)} of the {len(counts)} groups" in first or f"each of the {len(pure)} groups" in first
    if pure and mixed:
        named = [where[b].partition(" = ")[2] in rest or where[b] in rest for b in mixed]
        other = sum(counts[b].sum() for b in mixed) if len(counts) == 2 else f"{len(mixed)} groups"
        assert all(named) if len(mixed) <= 2 < len(counts) else f"the other {other} stay mixed" in rest
    elif mixed and len(counts) > 1:
        assert said.startswith("Both groups" if len(mixed) == 2 else f"All {len(mixed)} groups")
        near = [f"{counts[b].max()} of the {counts[b].sum()} with {where[b]} " in said for b in mixed]
        assert all(near) if len(mixed) == 2 else any(near)
        if len(mixed) > 2:
            shares = [Fraction(int(n.max()), int(n.sum())) for n in counts.values()]
            assert any(near[k] for k, share in enumerate(shares) if share == max(shares))


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


@given(growths(regression=False))
def test_a_wrong_guess_is_told_what_each_split_leaves_mixed(trace):
    for step in trace.steps(detail="question"):
        found = step.candidates
        for token, group in answers(found).items() if step.done and step.node.split else ():
            said = graded(step, token)
            if "Not this time" not in said:
                continue
            mine = next(c for c in group if f"time: {found.split(c).title(trace.data.schema)} " in said)
            yours, best = ([n for n in found.branches(c).tolist() if any(n)] for c in (mine, found.chosen))
            mixed, pure = sum(max(n) < sum(n) for n in yours), sum(max(n) == sum(n) for n in best)
            left, _, won = said.partition(", but " if ", but its" not in said else ", and so does ")
            assert ("leaves" in left) == bool(mixed)
            assert ("makes" in left) == (not mixed)
            assert bool(pure) == ("makes" in won or ("and so does" in said and not mixed))
            both = {1: "every example in one group", 2: "both groups"}
            assert any(words in left for words in (both.get(mixed), f"all {mixed} groups") if words) == (
                mixed == len(yours) or (not mixed and len(yours) == mixed)
            )
            assert gain_text(found.score[mine], trace.data.schema) in said
            assert ("too few examples" in said) == (not found.admissible[mine])


@pytest.mark.parametrize(("name", "what"), [("regression_1d", "y"), ("play_tennis", "class")])
def test_what_all_examples_may_share_is_named(name, what):
    step = grow(load(name), replace(ALGORITHMS["CART"], criterion="mse" if what == "y" else "gini_gain")).steps()[1]
    test = next(test for test in step.tests if test.stop is Stop.PURE)
    assert stop_question(step, test) == (f"Do all examples have the same {what}?", "No.")
