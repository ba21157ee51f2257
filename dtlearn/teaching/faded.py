"""A worked gain with more and more blanks."""

from collections.abc import Iterator

from dtlearn.data.dataset import Dataset
from dtlearn.growing.grow import Trace, grow
from dtlearn.splitting.criteria import entropy
from dtlearn.teaching.grading import Blank, Exercise, Mistake, mistakes_of
from dtlearn.teaching.slips import Counts, gain_mistakes, impurity_mistakes
from dtlearn.trees.split import Kind

FADED_STAGES = 5
# By the key of the blank: the right formula first, then wrong ones with the mistake that each is.
FORMULAS = {
    "s.f": {"−Σ p log₂ p": "", "−Σ p ln p": "nats", "1 − Σ p²": "gini", "−Σ log₂ p": "no_weights"},
    "r.f": {
        "Σ (share of b) · H(b)": "",
        "(1 / branches) · Σ H(b)": "unweighted",
        "Σ H(b)": "sum",
        "Σ (share of b) · log₂(share of b)": "split_info",
    },
    "g.f": {
        "H(S) − remainder": "",
        "remainder": "no_parent",
        "remainder − H(S)": "exchanged",
        "H(S) / remainder": "divided",
    },
}


def faded(data: Dataset, feature: int, stage: int) -> Exercise:
    """The gain of a nominal feature as a worked example. stage : 0 all is shown; 1 the gain is blank, 2 every result,
    3 the numbers put in too, 4 the formulas too.

    Raises ValueError for another stage or a feature that cannot be scored.
    """
    if stage not in range(FADED_STAGES):
        raise ValueError(f"stage is {stage}: choose 0 to {FADED_STAGES - 1}.")
    trace = grow(data)
    found = trace.candidates[0]
    c = next((c for c in range(len(found)) if found.feature[c] == feature and found.kind[c] == Kind.MULTIWAY), None)
    if c is None:
        raise ValueError(f"feature is {feature}: choose a nominal feature of the data.")
    parent, branches = trace.tree[0].counts, found.branches(c).tolist()
    blanks = tuple(blank for rank, blank in _cells(trace, c, parent, branches) if rank <= stage)
    return Exercise(
        "faded", stage, 0, 0, 0, blanks, tuple(_slips(parent, branches)), trace=trace, c=c, counts=tuple(parent)
    )


def _cells(trace: Trace, c: int, parent: Counts, branches: list[Counts]) -> Iterator[tuple[int, Blank]]:
    """(stage from which it is blank, blank) of every cell, row by row."""
    schema, split, gain = trace.data.schema, trace.candidates[0].split(c), float(trace.candidates[0].gain[c])
    names = [split.branch(schema, b) for b in range(len(branches))]
    yield 4, _formula("s.f", "Formula of the entropy")
    for key, name, counts in (("s", "S", parent), *((f"b{b}", names[b], c) for b, c in enumerate(branches))):
        for k, n in enumerate(counts):
            yield 3, Blank(f"{key}.{k}", "count", f"{name}: examples of class {schema.classes[k]}", n)
        yield 2, Blank(f"{key}.v", "number", f"H({name})", float(entropy(counts)))
    yield 4, _formula("r.f", "Formula of the remainder")
    for b, counts in enumerate(branches):
        yield 3, Blank(f"r.{b}", "count", f"examples in the branch {names[b]}", sum(counts))
    yield 2, Blank("r.v", "number", "Remainder", float(entropy(parent)) - gain)
    yield 4, _formula("g.f", "Formula of the gain")
    yield 1, Blank("g.v", "number", "Gain", gain)


def _formula(key: str, label: str) -> Blank:
    """A choice of formulas; the right one does not always come first."""
    options = tuple(sorted(FORMULAS[key], key=len))
    return Blank(key, "choice", label, options.index(next(iter(FORMULAS[key]))), options)


def _slips(parent: Counts, branches: list[Counts]) -> Iterator[Mistake]:
    yield from mistakes_of(gain_mistakes(parent, branches, "info_gain"), "g.v")
    for key, counts, all_ in (("s.v", parent, None), *((f"b{b}.v", c, parent) for b, c in enumerate(branches))):
        if sum(counts):
            yield from mistakes_of(impurity_mistakes(counts, "info_gain", all_), key)
    used = [float(entropy(b)) for b in branches if sum(b)]
    yield from mistakes_of({"unweighted": sum(used) / len(used), "sum": sum(used)}, "r.v")
    for key, formulas in FORMULAS.items():
        options = _formula(key, "").options
        yield from mistakes_of({name: options.index(formula) for formula, name in formulas.items() if name}, key)
