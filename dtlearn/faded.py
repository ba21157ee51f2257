"""A worked gain with more and more blanks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dtlearn.criteria import entropy
from dtlearn.data import Dataset
from dtlearn.grading import Blank, Exercise, Mistake, mistakes_of
from dtlearn.grow import grow
from dtlearn.slips import Counts, gain_mistakes, impurity_mistakes
from dtlearn.split import Kind

FADED_STAGES = 5
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
    found = [*mistakes_of(gain_mistakes(parent, branches, "info_gain"), "g.v")]
    for key, counts in (("s.v", parent), *((f"b{b}.v", c) for b, c in enumerate(branches))):
        if sum(counts):
            found += mistakes_of(impurity_mistakes(counts, "info_gain", parent if key != "s.v" else None), key)
    used = [float(entropy(b)) for b in branches if sum(b)]
    found += mistakes_of({"unweighted": sum(used) / len(used), "sum": sum(used)}, "r.v")
    for key, which in (("s.f", "H"), ("r.f", "r"), ("g.f", "g")):
        wrong = zip(_WRONG[which], FORMULAS[which][1:], strict=True)
        found += mistakes_of({name: _options(which).index(formula) for name, formula in wrong}, key)
    return tuple(found)
