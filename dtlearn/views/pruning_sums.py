"""The arithmetic of a pruning in LaTeX: the formula, the numbers put in, the result."""

from __future__ import annotations

from fractions import Fraction

from dtlearn.bounds import Bound, questions, standing
from dtlearn.edits import Action, Alternative, PruneStep, Pruning
from dtlearn.objectives import upper_limit
from dtlearn.sketches import plant
from dtlearn.split import NONE
from dtlearn.tree import Tree
from dtlearn.views import bound
from dtlearn.views.latex import aligned, tex
from dtlearn.views.pruning import told_apart
from dtlearn.views.text import fixed, fraction, shown

TERMS = 3  # leaves of a sum that are written out


def arithmetic(pruning: Pruning, step: PruneStep, at: int) -> str:
    """How the value of an alternative comes about. at : its number in the step."""
    one = step.alternatives[at]
    if pruning.name == "generic":
        return _F[pruning.settings.objective](pruning, step, one)
    return {"reduced_error": _reduced, "weakest_link": _weakest, "gain_threshold": _gain}[pruning.name](step, one)


def bound_of(pruning: Pruning, one: Alternative) -> Bound:
    """The bound (18.1) of the tree that an alternative gives."""
    schema, told = pruning.tree.schema, pruning.settings
    d = questions(schema, pruning.trace.settings.nominal) + told.more
    return Bound(one.n_wrong * told.times, len(pruning.data) * told.times, one.n_nodes, d, told.delta, len(schema.classes),
                 told.logs)  # fmt: skip


def tree_of(pruning: Pruning, step: PruneStep, one: Alternative) -> Tree:
    """The tree that an alternative gives."""
    edit = pruning.at(step.k)
    if one.action is not Action.KEEP:
        edit.apply((one.node, one.action, one.label if one.action is Action.LEAF else one.child))
    return plant(pruning.data, *edit.words())


def _bound(pruning: Pruning, step: PruneStep, one: Alternative) -> str:
    return bound.arithmetic(bound_of(pruning, one), standing(pruning.tree.schema, pruning.trace.settings.nominal)[0])


def _per_leaf(pruning: Pruning, step: PruneStep, one: Alternative) -> str:
    m, price = len(pruning.data), Fraction(str(pruning.settings.per_leaf))
    return aligned([
        r"f(T, m) &= L_S(T) + c \cdot \text{leaves}(T)",
        rf"&= {_ratio(one.n_wrong, m)} + {_decimal(price)} \cdot {one.n_leaves} {_result(one.value)}",
    ])  # fmt: skip


def _pessimistic(pruning: Pruning, step: PruneStep, one: Alternative) -> str:
    tree, sure = tree_of(pruning, step, one), pruning.settings.confidence
    leaves = [i for i in range(len(tree)) if tree.kind[i] == NONE and tree.n[i]]
    parts = [(int(tree.n[i]), int(tree.n[i] - tree.counts[i, tree.label[i]])) for i in leaves]
    parts.sort(key=lambda part: -part[0] * upper_limit(part[1], part[0], sure))
    names = " + ".join(rf"{n}\,U({wrong},{n})" for n, wrong in parts[:TERMS])
    numbers = " + ".join(rf"{n}\cdot {fixed(upper_limit(wrong, n, sure))}" for n, wrong in parts[:TERMS])
    more = r" + \dots" if len(parts) > TERMS else ""
    return aligned([
        rf"f(T, m) &= \sum_{{\text{{leaves}}}} n \cdot U_{{{sure:g}}}(\text{{wrong}}, n)",
        rf"&= {names}{more}",
        rf"&\approx {numbers}{more} {_result(one.value)}",
    ])  # fmt: skip


def _held_out(pruning: Pruning, step: PruneStep, one: Alternative) -> str:
    n = len(pruning.held)
    return aligned([
        r"f(T, m) &= \text{wrong validation examples} / \text{all of them}",
        rf"&= {_ratio(one.value * n, n)} {_result(one.value)}",
    ])  # fmt: skip


_F = {"bound": _bound, "per_leaf": _per_leaf, "pessimistic": _pessimistic, "held_out": _held_out}


def _reduced(step: PruneStep, one: Alternative) -> str:
    keep, leaf = step.alternatives
    sign = "<" if leaf.value < keep.value else "=" if leaf.value == keep.value else ">"
    done = "prune" if step.changes else "keep"
    return aligned([
        r"\text{prune if } \text{wrong}(\text{leaf}) &\le \text{wrong}(\text{subtree})",
        rf"{leaf.value} &{sign} {keep.value} \;\Rightarrow\; \textbf{{{done}}}",
    ])  # fmt: skip


def _weakest(step: PruneStep, one: Alternative) -> str:
    return aligned([
        r"g(t) &= \frac{R(t) - R(T_t)}{\text{leaves}(T_t) - 1}",
        rf"&= \frac{{{_plain(one.as_leaf)} - {_plain(one.as_subtree)}}}{{{one.leaves} - 1}} {_result(one.value)}",
    ])  # fmt: skip


def _gain(step: PruneStep, one: Alternative) -> str:
    gain, threshold = told_apart([a.value for a in step.alternatives])
    done, sign = ("leaf", "<") if step.changes else ("keep", r"\ge")
    return aligned([
        r"\text{leaf if } \text{gain} &< \text{threshold}",
        rf"{gain} &{sign} {threshold} \;\Rightarrow\; {tex(done)}",
    ])  # fmt: skip


def _ratio(part: int | Fraction, whole: int) -> str:
    """A count of so many, not cancelled: it is the examples that are seen."""
    return rf"\tfrac{{{int(part)}}}{{{whole}}}"


def _decimal(x: Fraction) -> str:
    return f"{float(x):g}"


def _plain(x: float | Fraction) -> str:
    """For above a fraction's line: "5/14"."""
    return fraction(x) if isinstance(x, Fraction) else fixed(x, 4)


def _value(x: float | Fraction) -> str:
    """A fraction as one, a float with decimals."""
    if not isinstance(x, Fraction):
        return fixed(x, 4)
    return str(x.numerator) if x.denominator == 1 else rf"\tfrac{{{x.numerator}}}{{{x.denominator}}}"


def _result(x: float | Fraction) -> str:
    """The end of a sum, with = where it is exact and ≈ where it is rounded."""
    if not isinstance(x, Fraction):
        return rf"\approx \mathbf{{{shown(x)}}}"
    if x.denominator == 1:
        return rf"= \mathbf{{{x}}}"
    sign = "=" if Fraction(shown(x)) == x else r"\approx"
    return rf"= {_value(x)} {sign} \mathbf{{{shown(x)}}}"
