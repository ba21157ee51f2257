"""Exercises that end in a number: an impurity, a gain, a gain ratio, the bound; and the sums that go wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import isfinite, log, log2, log10, sqrt

from dtlearn.bounds import Bound
from dtlearn.criteria import CRITERIA, entropy, exact_gain, gini, split_info, train_error
from dtlearn.criteria import gain as gain_of
from dtlearn.data import Dataset
from dtlearn.grading import Blank, Exercise, Mistake, Value
from dtlearn.grow import GrowSettings, grow
from dtlearn.split import Kind
from dtlearn.worlds import Draw, examples

Counts = list[int]
DELTAS = {1: (0.05,), 2: (0.05, 0.1), 3: (0.01, 0.05, 0.1)}
FADED_STAGES = 5


def _mistakes(found: dict[str, Value], key: str) -> tuple[Mistake, ...]:
    return tuple(Mistake(name, ((key, value),)) for name, value in found.items() if isfinite(value))


# ---- an impurity


def _entropy_slips(counts: Counts, right: float) -> dict[str, Value]:
    p = [c / sum(counts) for c in counts if c]
    terms = [-x * log2(x) for x in p]
    return {
        "nats": right * log(2), "log10": right * log10(2), "sign": -right, "gini": float(gini(counts)),
        "error": float(train_error(counts)), "one_class": terms[-1], "first_class": terms[0],
        "no_weights": sum(-log2(x) for x in p),
    }  # fmt: skip


def _entropy_gain_slips(parent: Counts, used: list[Counts], right: float) -> dict[str, Value]:
    n, sizes, found = sum(parent), [sum(b) for b in used], {}
    whole, parts = float(entropy(parent)), [float(entropy(b)) for b in used]
    for printed in (0.811, 0.918):  # Ch8's Example 8-2 prints .881 for both (E1, E2)
        read = [0.881 if abs(h - printed) < 5e-4 else h for h in parts]
        if read != parts:
            found[f"misprint_{printed * 1000:.0f}"] = whole - sum(s / n * h for s, h in zip(sizes, read, strict=True))
    return found | {
        "nats": right * log(2), "log10": right * log10(2), "gini": gain_of(CRITERIA["gini_gain"], parent, used),
        "split_info": split_info(sizes), "ratio": right / split_info(sizes) if len(sizes) > 1 else right,
    }  # fmt: skip


def _gini_slips(counts: Counts, right: float) -> dict[str, Value]:
    p = [c / sum(counts) for c in counts]
    return {
        "entropy": float(entropy(counts)), "no_one": sum(x * x for x in p), "one_class": 1 - max(p) ** 2,
        "half": right / 2, "error": float(train_error(counts)),
    }  # fmt: skip


def _gini_gain_slips(parent: Counts, used: list[Counts], right: float) -> dict[str, Value]:
    return {"entropy": gain_of(CRITERIA["info_gain"], parent, used), "half": right / 2}


@dataclass(frozen=True)
class Slips:
    """How the sums of an impurity go wrong.

    over : shares, which need not add up to 1 -> the impurity's formula with them.
    alone : (counts, the right impurity) -> what it comes out as. gain : (parent, branches, the right gain) -> the same.
    """

    over: Callable[[list[float]], float]
    alone: Callable[[Counts, float], dict[str, Value]]
    gain: Callable[[Counts, list[Counts], float], dict[str, Value]]


SLIPS = {  # by the impurity
    entropy: Slips(lambda p: -sum(x * log2(x) for x in p), _entropy_slips, _entropy_gain_slips),
    gini: Slips(lambda p: 1 - sum(x * x for x in p), _gini_slips, _gini_gain_slips),
}


def impurity_mistakes(counts: Counts, criterion: str, all_: Counts | None = None) -> dict[str, Value]:
    """What an impurity comes out as if it is computed wrongly. all_ : counts of the whole set, of which this is a part."""
    rule = CRITERIA[criterion]
    slips = SLIPS[rule.impurity]
    found = slips.alone(counts, float(rule.impurity(counts)))
    if all_ is not None:
        found["whole_set"] = float(rule.impurity(all_))
        found["wrong_total"] = slips.over(_shares(counts, sum(all_)))
    return found


def _shares(counts: Counts, n: int) -> list[float]:
    """The shares taken of n examples instead of their own number."""
    return [c / n for c in counts if c]


def impurity(kind: str, level: int, draw: Draw) -> dict | None:
    """Level 1: counts are given. 2: a table is to be counted. 3: a part of it."""
    criterion = "gini_gain" if kind == "gini" else "info_gain"
    m = draw.between(6, 10) if level == 1 else draw.between(9, 14)
    many = level > 1 and draw.chance(0.4)
    made = examples(draw, m, (2, 3) if level == 3 else (2,), 3 if many else 2)
    if made is None:
        return None
    world, data = made
    trace = grow(data, GrowSettings(criterion=criterion))
    all_ = trace.tree[0].counts
    found, c, branch, counts = trace.candidates[0], None, None, all_
    if level == 3:
        c = draw.between(0, len(found) - 1)
        branch = draw.between(0, len(found.branches(c)) - 1)
        counts = found.branches(c)[branch].tolist()
        if not 4 <= sum(counts) < m:
            return None
    value = float(CRITERIA[criterion].impurity(counts))
    # Pure and even sets need no sum.
    if value < 0.1 or abs(value - float(CRITERIA[criterion].impurity([1] * len(counts)))) < 1e-9:
        return None
    part = all_ if level == 3 else None
    if part and abs(value - float(CRITERIA[criterion].impurity(all_))) < 0.01:
        return None
    return {
        "world": world, "trace": trace, "c": c, "branch": branch, "counts": tuple(counts),
        "blanks": (Blank("value", "number", f"{CRITERIA[criterion].impurity_title.capitalize()}", value),),
        "mistakes": _mistakes(impurity_mistakes(counts, criterion, part), "value"),
    }  # fmt: skip


# ---- a gain, a gain ratio


def gain_mistakes(parent: Counts, branches: list[Counts], criterion: str) -> dict[str, Value]:
    """What a gain comes out as if it is computed wrongly, by the name of the mistake."""
    rule = CRITERIA[criterion]
    slips, used, n = SLIPS[rule.impurity], [b for b in branches if sum(b)], sum(parent)
    whole, parts = float(rule.impurity(parent)), [float(rule.impurity(b)) for b in used]
    right = gain_of(rule, parent, branches)
    return {
        "no_parent": whole - right,
        "unweighted": whole - sum(parts) / len(parts),
        "sum": whole - sum(parts),
        "parent_only": whole,
        "wrong_total": whole - sum(sum(b) / n * slips.over(_shares(b, n)) for b in used),
        "exchanged": -right,
        "error": gain_of(CRITERIA["train_error_gain"], parent, branches),
        **slips.gain(parent, used, right),
    }


def ratio_mistakes(parent: Counts, branches: list[Counts]) -> dict[str, Value]:
    """What a gain ratio comes out as if it is computed wrongly."""
    used = [b for b in branches if sum(b)]
    right, info = gain_of(CRITERIA["info_gain"], parent, branches), split_info([sum(b) for b in used])
    whole, mean = float(entropy(parent)), sum(float(entropy(b)) for b in used) / len(used)
    return {
        "no_ratio": right, "split_info": info, "by_branches": right / len(used), "by_parent": right / whole,
        "no_parent": (whole - right) / info, "unweighted": (whole - mean) / info, "upside_down": info / right if right else 0.0,
        "times": right * info, "exchanged": -right / info, "nats": right * log(2) / info, "gini": gain_of(CRITERIA["gini_gain"], parent, branches) / info,
    }  # fmt: skip


def gain(kind: str, level: int, draw: Draw) -> dict | None:
    """Level 1: two branches, counts are given. 2: three branches, a table is to be counted. 3: three classes,
    a threshold, or another impurity."""
    special = draw.between(0, 2 if kind == "gain" else 1) if level == 3 else None
    values = (2, 2) if level == 1 else (3, 2)
    m = draw.between(8, 10) if level == 1 else draw.between(10, 14)
    made = examples(draw, m, values, 3 if special == 0 else 2, int(special == 1))
    if made is None:
        return None
    world, data = made
    criterion = "gain_ratio" if kind == "ratio" else "gini_gain" if special == 2 else "info_gain"
    trace = grow(data, GrowSettings(criterion=criterion))
    found = trace.candidates[0]
    fitting = [
        c for c in range(len(found))
        if (found.kind[c] == Kind.THRESHOLD if special == 1 else len(found.branches(c)) == max(values))
        and min(found.branches(c).sum(axis=1)) > (1 if special == 1 else 0)
    ]  # fmt: skip
    if not fitting:
        return None
    c = draw.one(fitting)
    parent, branches = trace.tree[0].counts, found.branches(c).tolist()
    value, info = float(found.score[c]), float(found.split_info[c])
    left = float(CRITERIA[criterion].impurity(parent)) - float(found.gain[c])
    if value < 0.02 or left < 0.02 or (kind == "ratio" and abs(info - 1) < 0.01):
        return None
    label = CRITERIA[criterion].title.capitalize()
    wrong = ratio_mistakes(parent, branches) if kind == "ratio" else gain_mistakes(parent, branches, criterion)
    exact = exact_gain(CRITERIA[criterion], parent, branches) / len(data) if CRITERIA[criterion].rational else value
    return {
        "world": world, "trace": trace, "c": c, "counts": tuple(parent),
        "blanks": (Blank("value", "number", f"{label} of {found.split(c).title(data.schema)}", exact),),
        "mistakes": _mistakes(wrong, "value"),
    }  # fmt: skip


# ---- the bound


def bound(kind: str, level: int, draw: Draw) -> dict | None:
    """Level 1: the size is given. 2 and 3: a tree is to be counted; 3 with other values of delta."""
    data = world = trace = None
    d, delta = draw.between(3, 12), draw.one(DELTAS[level])
    if level == 1:
        n = 2 * draw.between(1, 6) + 1
    else:
        made = examples(draw, draw.between(8, 14), (2, 2, 2) if level == 2 else (2, 2, 2, 2))
        if made is None:
            return None
        world, data = made
        trace = grow(data, GrowSettings(stop_at_zero_gain=False))
        n = len(trace.tree)
        d = max(d, len(data.schema.features))
        if not 5 <= n <= 13:
            return None
    m = draw.between(2, 60) * 10
    wrong = draw.between(0, m // 5)
    right = Bound(wrong, m, n, d, delta)
    if not 0.35 < right.value < 1.7 or abs(right.value - 1) < 0.03:
        return None
    if right.vacuous != (draw.wish < 0.5):
        return None
    return {
        "world": world, "trace": trace, "bound": right,
        "blanks": (
            Blank("value", "number", "The bound", right.value),
            Blank("vacuous", "choice", "Is it vacuous?", int(right.vacuous), ("no, it says something", "yes, it says nothing"),
                  of="value", steps=((0, 0), (1, 1))),
        ),
        "mistakes": (*_mistakes(bound_mistakes(right), "value"),
                     Mistake("above_one", (("value", right.value), ("vacuous", int(not right.vacuous))))),
    }  # fmt: skip


def bound_mistakes(b: Bound) -> dict[str, float]:
    """What (18.1) comes out as if it is computed wrongly."""
    error, code, odds = float(b.error), log2(b.symbols), 2 / b.delta

    def with_(length: float, confidence: float, below: float = 2 * b.m) -> float:
        return error + sqrt((length + confidence) / below)

    length, inner = (b.n + 1) * code, (b.n - 1) // 2
    return {
        "bound_log2": with_(length, log2(odds)), "bound_ln": with_((b.n + 1) * log(b.symbols), log(odds)),
        "bound_log10": with_(length, log10(odds)), "no_root": error + (length + log(odds)) / (2 * b.m),
        "no_end": with_(b.n * code, log(odds)), "no_symbols": with_((b.n + 1) * log2(b.d), log(odds)),
        "no_error": b.penalty, "delta_whole": with_(length, log(1 / b.delta)), "once_m": with_(length, log(odds), b.m),
        "only_leaves": with_((inner + 2) * code, log(odds)), "only_inner": with_((inner + 1) * code, log(odds)),
    }  # fmt: skip


# ---- a worked gain with more and more blanks

FORMULAS = {
    "H": ("−Σ p log₂ p", "−Σ p ln p", "1 − Σ p²", "−Σ log₂ p"),
    "r": ("Σ (n_b / n) · H(b)", "(1 / branches) · Σ H(b)", "Σ H(b)", "Σ (n_b / n) · log₂(n_b / n)"),
    "g": ("H(S) − remainder", "remainder", "remainder − H(S)", "H(S) / remainder"),
}
# The mistake that each wrong formula is, in the same order.
_WRONG = {
    "H": ("nats", "gini", "no_weights"), "r": ("unweighted", "sum", "split_info"), "g": ("no_parent", "exchanged", "divided"),
}  # fmt: skip


def faded(data: Dataset, feature: int, stage: int) -> Exercise:
    """The gain of a nominal feature as a worked example. stage : 0 all is shown; 1 the gain is blank, 2 every result,
    3 the numbers put in too, 4 the formulas too.

    Raises ValueError for another stage or a feature that cannot be scored.
    """
    if stage not in range(FADED_STAGES):
        raise ValueError(f"stage is {stage}: choose 0 to {FADED_STAGES - 1}.")
    trace = grow(data)
    found = trace.candidates[0]
    fitting = [c for c in range(len(found)) if found.feature[c] == feature and found.kind[c] == Kind.MULTIWAY]
    if not fitting:
        raise ValueError(f"feature is {feature}: choose a nominal feature of the data.")
    parent, branches = trace.tree[0].counts, found.branches(fitting[0]).tolist()
    names = [found.split(fitting[0]).branch(data.schema, b) for b in range(len(branches))]
    cells = list(_cells(data.schema.classes, names, parent, branches, float(found.gain[fitting[0]])))
    return Exercise(
        "faded", stage, 0, 0, 0, tuple(blank for rank, blank in cells if rank <= stage),
        _faded_mistakes(parent, branches), trace=trace, c=fitting[0], counts=tuple(parent),
    )  # fmt: skip


def _cells(
    classes: Sequence[str], names: list[str], parent: Counts, branches: list[Counts], gain: float
) -> Iterator[tuple[int, Blank]]:
    """(stage from which it is blank, blank) of every cell, row by row. names : of the branches."""
    for key, name, counts in (("s", "S", parent), *((f"b{b}", names[b], c) for b, c in enumerate(branches))):
        if key == "s":
            yield 4, _formula("s.f", "H", "Formula of the entropy")
        for k, n in enumerate(counts):
            yield 3, Blank(f"{key}.{k}", "count", f"{name}: examples of class {classes[k]}", n)
        yield 2, Blank(f"{key}.v", "number", f"H({name})", float(entropy(counts)))
    yield 4, _formula("r.f", "r", "Formula of the remainder")
    for b, counts in enumerate(branches):
        yield 3, Blank(f"r.{b}", "count", f"examples in the branch {names[b]}", sum(counts))
    yield 2, Blank("r.v", "number", "Remainder", float(entropy(parent)) - gain)
    yield 4, _formula("g.f", "g", "Formula of the gain")
    yield 1, Blank("g.v", "number", "Gain", gain)


def _formula(key: str, which: str, label: str) -> Blank:
    """A choice of formulas."""
    return Blank(key, "choice", label, _options(which).index(FORMULAS[which][0]), _options(which))


def _options(which: str) -> tuple[str, ...]:
    """The formulas to choose from; the right one does not always come first."""
    return tuple(sorted(FORMULAS[which], key=len))


def _faded_mistakes(parent: Counts, branches: list[Counts]) -> tuple[Mistake, ...]:
    found = [*_mistakes(gain_mistakes(parent, branches, "info_gain"), "g.v")]
    for key, counts in (("s.v", parent), *((f"b{b}.v", c) for b, c in enumerate(branches))):
        if sum(counts):
            found += _mistakes(impurity_mistakes(counts, "info_gain", parent if key != "s.v" else None), key)
    used = [float(entropy(b)) for b in branches if sum(b)]
    found += _mistakes({"unweighted": sum(used) / len(used), "sum": sum(used)}, "r.v")
    for key, which in (("s.f", "H"), ("r.f", "r"), ("g.f", "g")):
        wrong = zip(_WRONG[which], FORMULAS[which][1:], strict=True)
        found += _mistakes({name: _options(which).index(formula) for name, formula in wrong}, key)
    return tuple(found)


SUMS: dict[str, Callable[[str, int, Draw], dict | None]] = {
    "entropy": impurity, "gini": impurity, "gain": gain, "ratio": gain, "bound": bound,
}  # fmt: skip
