"""The pruning procedures as a reader meets them: titles, settings, sentences, columns of their tables, their
arithmetic."""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial

from dtlearn.bound.bound import Bound, questions, standing
from dtlearn.pruning.edit import Action, Alternative, PruneStep, Pruning
from dtlearn.pruning.objectives import upper_limit
from dtlearn.pruning.procedures import PRUNERS
from dtlearn.show.base.arithmetic import aligned, tex, tex_number, tfrac
from dtlearn.show.base.text import fixed, listing, many, shown
from dtlearn.show.bound import words
from dtlearn.show.pruning.names import (
    capital,
    missed,
    price,
    row_name,
    several,
    title,
    told_apart,
    trained,
    where,
    wrong_title,
)
from dtlearn.trees.sketch import plant
from dtlearn.trees.split import NONE

Says = Callable[[Pruning, PruneStep, Alternative], str]
TERMS = 3  # leaves of a sum that are written out


@dataclass(frozen=True)
class Weighing:
    """How the values of a step's alternatives are shown.

    heading : of the value. columns : those before it, heading -> field of the alternative. row : what a row is called.
    sums : how an alternative's value comes about, in LaTeX. remark : what to know about it.
    """

    heading: str = "Value"
    columns: dict[str, str] = field(default_factory=dict)
    sums: Says = lambda pruning, step, one: aligned([rf"\text{{value}} &{_result(one.value)}"])
    remark: Says = lambda pruning, step, one: f"As in {pruning.procedure.source}."
    row: Callable[[Pruning, Alternative], str] = row_name


@dataclass(frozen=True)
class Objective:
    """An f(T, m). compared : it stands among the procedures that are compared."""

    title: str
    weighing: Weighing
    compared: bool = False


def _plain_said(pruning: Pruning, step: PruneStep) -> str:
    place, values = capital(where(pruning.tree, step.node)), told_apart([a.value for a in step.alternatives])
    return f"{place}: {title(pruning, step.applied[0])}, value {values[step.chosen]}."


@dataclass(frozen=True)
class Procedure:
    """A pruning procedure in words.

    short, says : what it does. said : (pruning, step) -> what that step has done and why.

    first : which of the steps that change the tree is shown first. counts : whether a node's two counts decide, so that
        it shows them.
    """

    title: str
    short: str
    says: str
    said: Callable[[Pruning, PruneStep], str] = _plain_said
    weighing: Weighing = Weighing()
    first: int = 0
    counts: bool = False


def procedure_of(name: str) -> Procedure:
    """A procedure in words; in plain ones if there are none for it."""
    plain = name.replace("_", " ").capitalize()
    about = f"{plain}: {PRUNERS[name].source}."
    return PROCEDURES.get(name) or Procedure(plain, about, about)


def says(pruning: Pruning) -> str:
    """What its procedure does; what f is, where it has one."""
    objective = pruning.procedure.objective(pruning.settings)
    does = procedure_of(pruning.procedure.name).says
    if pruning.settings.costs:
        each = [f"to miss {name} costs {cost}" for _, name, cost in missed(pruning, pruning.settings.costs)]
        does += f" Here {listing(each)}: a leaf takes the class that costs least, the first of equals."
    return f"{does} f judges the whole tree: {OBJECTIVES[objective.name].title}." if objective else does


def weighing_of(pruning: Pruning) -> Weighing:
    """How a pruning's values are shown: as its objective's, if it has one."""
    objective = pruning.procedure.objective(pruning.settings)
    return OBJECTIVES[objective.name].weighing if objective else procedure_of(pruning.procedure.name).weighing


def _generic_said(pruning: Pruning, step: PruneStep) -> str:
    keep, chosen = step.alternatives[0], step.applied[0]
    values = told_apart([a.value for a in step.alternatives])
    place = capital(where(pruning.tree, step.node))
    if not step.changes:
        equal = [a for a in step.alternatives[1:] if a.value == keep.value]
        no_better = f"{several([title(pruning, a) for a in equal])} would be no better, only equal"
        why = no_better if equal else "every change makes it larger"
        return f"{place}: f = {values[0]} as it is; {why}, so it stays."
    same = [a for a in step.alternatives if a.value == chosen.value and a is not chosen]
    tie = f" (so does {several([title(pruning, a) for a in same])}; the first listed is taken)" if same else ""
    raised = " in its place" if chosen.action is Action.RAISE else ""
    best = f"{title(pruning, chosen)}{raised} makes f least, {values[step.chosen]} instead of {values[0]}"
    return f"{place}: {best}{tie}."


def bound_of(pruning: Pruning, one: Alternative) -> Bound:
    """The bound (18.1) of the tree that an alternative gives."""
    schema, told = pruning.tree.schema, pruning.settings
    d = questions(schema, pruning.trace.settings.nominal) + told.more
    return Bound(
        one.n_wrong * told.times,
        len(pruning.data) * told.times,
        one.n_nodes,
        d,
        told.delta,
        len(schema.classes),
        told.logs,
    )


def _bound(pruning: Pruning, step: PruneStep, one: Alternative) -> str:
    return words.arithmetic(bound_of(pruning, one), standing(pruning.tree.schema, pruning.trace.settings.nominal)[0])


def _per_leaf(pruning: Pruning, step: PruneStep, one: Alternative) -> str:
    m, price = len(pruning.data), Fraction(str(pruning.settings.per_leaf))
    written = tfrac(price) if isinstance(pruning.settings.per_leaf, Fraction) else f"{float(price):g}"
    return aligned(
        [
            r"f(T, m) &= L_S(T) + c \cdot \text{leaves}(T)",
            rf"&= {_ratio(one.n_wrong, m)} + {written} \cdot {one.n_leaves} {_result(one.value)}",
        ]
    )


def _pessimistic(pruning: Pruning, step: PruneStep, one: Alternative) -> str:
    sure, tree = pruning.settings.confidence, plant(pruning.data, *pruning.after(step, one).words())
    leaves = [i for i in range(len(tree)) if tree.kind[i] == NONE and tree.n[i]]
    parts = [(int(tree.n[i]), int(tree.n[i] - tree.counts[i, tree.label[i]])) for i in leaves]
    parts.sort(key=lambda part: -part[0] * upper_limit(part[1], part[0], sure))
    names = " + ".join(rf"{n}\,U({wrong},{n})" for n, wrong in parts[:TERMS])
    numbers = " + ".join(rf"{n}\cdot {fixed(upper_limit(wrong, n, sure))}" for n, wrong in parts[:TERMS])
    more = r" + \dots" if len(parts) > TERMS else ""
    return aligned(
        [
            rf"f(T, m) &= \sum_{{\text{{leaves}}}} n \cdot U_{{{sure:g}}}(\text{{wrong}}, n)",
            rf"&= {names}{more}",
            rf"&\approx {numbers}{more} {_result(one.value)}",
        ]
    )


def _held_out(pruning: Pruning, step: PruneStep, one: Alternative) -> str:
    n, what = len(pruning.held), "cost of the" if pruning.settings.costs else "wrong"
    return aligned(
        [
            rf"f(T, m) &= \text{{{what} validation examples}} / \text{{all of them}}",
            rf"&= {_ratio(one.value * n, n)} {_result(one.value)}",
        ]
    )


def _bound_remark(pruning: Pruning, step: PruneStep, one: Alternative) -> str:
    kind, why = standing(pruning.tree.schema, pruning.trace.settings.nominal)
    vacuous = bound_of(pruning, one).value >= 1
    empty = "1 or more is vacuous: it promises nothing, but it ranks the trees. " if vacuous else ""
    return f"f is the right-hand side. {empty}Here (18.1) is {kind.value}. {why}"


def _per_leaf_remark(pruning: Pruning, step: PruneStep, one: Alternative) -> str:
    worth = fixed(pruning.settings.per_leaf * len(pruning.data))
    what = "in the cost of errors" if pruning.settings.costs else "wrong examples"
    return f"A leaf must save more than c × m = {worth} {what} to be worth its price."


SIZE = {"Wrong": "n_wrong", "Leaves": "n_leaves"}
OBJECTIVES = {
    "bound": Objective(
        "the bound (18.1)",
        Weighing("f", {"Wrong": "n_wrong", "Nodes": "n_nodes"}, _bound, _bound_remark),
        compared=True,
    ),
    "per_leaf": Objective("training error + c × leaves", Weighing("f", SIZE, _per_leaf, _per_leaf_remark)),
    "pessimistic": Objective(
        "C4.5's pessimistic estimate",
        Weighing(
            "f",
            SIZE,
            _pessimistic,
            lambda pruning, step, one: (
                "U(E, n): the error rate at which E wrong of n, or fewer, have just the probability CF (exact; "
                "C4.5 approximates)."
            ),
        ),
        compared=True,
    ),
    "held_out": Objective(
        "validation error",
        Weighing(
            "f",
            {"Leaves": "n_leaves"},
            _held_out,
            lambda pruning, step, one: (
                "Counted are validation examples: those that choose the tree make it look better than it is."
            ),
        ),
    ),
}


def _reduced_said(pruning: Pruning, step: PruneStep) -> str:
    keep, leaf = step.alternatives
    place = capital(where(pruning.tree, step.node))
    if not step.n:
        what = "becomes a leaf" if step.changes else "stays"
        return f"{place}: no validation example comes here, so nothing changes for them: it {what}."
    come = f"{step.n} validation examples come" if step.n > 1 else "one validation example comes"
    tie = ", a tie" if keep.value == leaf.value else ""
    what = f"becomes {title(pruning, leaf)}" if step.changes else "stays"
    subtree, alone = told_apart([keep.value, leaf.value])
    costs = f"cost {subtree}" if pruning.settings.costs else f"{subtree} wrong"
    return f"{place}: {come} here; {costs} as a subtree, {alone} as a leaf{tie}, so it {what}."


def _reduced(pruning: Pruning, step: PruneStep, one: Alternative) -> str:
    keep, leaf = step.alternatives
    sign = "<" if leaf.value < keep.value else "=" if leaf.value == keep.value else ">"
    done = "prune" if step.changes else "keep"
    subtree, alone = map(tex_number, told_apart([keep.value, leaf.value]))
    wrong = rf"\text{{{wrong_title(pruning)}}}"
    return aligned(
        [
            rf"\text{{prune if }} {wrong}(\text{{leaf}}) &\le {wrong}(\text{{subtree}})",
            rf"{alone} &{sign} {subtree} \;\Rightarrow\; \textbf{{{done}}}",
        ]
    )


def _weakest_said(pruning: Pruning, step: PruneStep) -> str:
    places = [where(pruning.tree, a.node) for a in step.applied]
    cut = listing(places) if len(places) <= 3 else f"{len(places)} nodes"
    become = "become leaves" if len(places) > 1 else "becomes a leaf"
    before, after = (many(int(pruning.n_leaves[i]), "leaf") for i in (step.k, step.k + 1))
    tied = sum(link.value == step.alpha for link in step.alternatives) > 1
    least = price(step.alpha)
    at = least if least.startswith("≈") else f"= {least}"
    inside = (
        "The other equal ones lie below it and go with it."
        if pruning.settings.at_once
        else "Of equal ones the first is cut."
    )
    first = f" {inside}" if len(step.applied) == 1 and tied else ""
    return (
        f"The least g is {least.replace('≈ ', 'about ') if least == at else least}: {cut} {become}, {before} → {after},"
        f" {trained(pruning, step.k + 1)}. From α {at} on, the smaller tree is the better one.{first}"
    )


def _weakest_remark(pruning: Pruning, step: PruneStep, one: Alternative) -> str:
    free = " A subtree of one leaf costs nothing to cut: 0/0 counts as 0." if one.leaves == 1 else ""
    same = f"The formula with R(prune(T, t)) is the same number, for T and prune(T, t) differ only at t.{free}"
    if pruning.settings.costs and pruning.settings.risk == "error":
        return f"R(t): what t costs as a leaf, over all m examples; R(Tₜ): what its leaves cost. {same}"
    if pruning.settings.risk == "error":
        return f"R(t): share of all examples that t gets wrong as a leaf; R(Tₜ): that its leaves get wrong. {same}"
    return (
        "R(t) is n/m × impurity in the criterion that grew the tree, as in scikit-learn. To count errors gives another"
        f" number, which may be least at another node.{free}"
    )


def _weakest(pruning: Pruning, step: PruneStep, one: Alternative) -> str:
    m, leaves, lost = len(pruning.data), int(pruning.n_leaves[step.k]), pruning.n_wrong
    cut, whole, above = int(one.n_wrong), int(lost[step.k]), partial(fixed, places=4)
    notes = Fraction(cut - whole, m * max(leaves - one.n_leaves, 1))
    err = rf"\text{{{'cost' if pruning.settings.costs else 'err'}}}"
    return aligned(
        [
            r"g(t) &= \frac{R(t) - R(T_t)}{\text{leaves}(T_t) - 1}",
            (
                rf"&= \frac{{{_plain(one.as_leaf, above)} - {_plain(one.as_subtree, above)}}}{{{one.leaves} - 1}}"
                rf" {_result(one.value)}"
            ),
            rf"\text{{notes:}}\; &\quad\; \frac{{{err}(\text{{prune}}(T, t), S) - {err}(T, S)}}"
            r"{|\text{leaves}(T)| - |\text{leaves}(\text{prune}(T, t))|}",
            rf"&= \frac{{{cut}/{m} - {whole}/{m}}}{{{leaves} - {one.n_leaves}}} {_result(notes)}",
        ]
    )


def _gain_said(pruning: Pruning, step: PruneStep) -> str:
    place, leaf = capital(where(pruning.tree, step.node)), step.alternatives[1]
    gain, threshold = told_apart([a.value for a in step.alternatives])
    less, done = ("less", f"becomes {title(pruning, leaf)}") if step.changes else ("not less", "stays")
    return f"{place}: the split gains {gain}, {less} than {threshold}, so it {done}."


def _gain(pruning: Pruning, step: PruneStep, one: Alternative) -> str:
    tree, p = pruning.tree, step.node
    n, right = int(tree.n[p]), tree.counts.max(axis=1)
    below = int(right[tree.first_child[p] : tree.first_child[p] + tree.n_children[p]].sum())
    gain, threshold = told_apart([a.value for a in step.alternatives])
    done, sign = ("leaf", "<") if step.changes else ("keep", r"\ge")
    return aligned(
        [
            r"\text{leaf if } \text{gain} &< \text{threshold}",
            r"\text{gain} &= \text{accuracy of the children} - \text{accuracy as a leaf}",
            rf"&= {_ratio(below, n)} - {_ratio(right[p], n)}",
            rf"{gain} &{sign} {threshold} \;\Rightarrow\; {tex(done)}",
        ]
    )


def _ratio(part: int | Fraction, whole: int) -> str:
    """A count of so many, not cancelled: it is the examples that are seen."""
    return rf"\tfrac{{{int(part)}}}{{{whole}}}"


def _plain(x: float | Fraction, write: Callable[[float], str]) -> str:
    """For above a fraction's line: "5/14"."""
    return str(x) if isinstance(x, Fraction) else write(x)


def _result(x: float | Fraction, write: Callable[[float], str] = shown) -> str:
    """The end of a sum, with = where it is exact and ≈ where it is rounded."""
    if not isinstance(x, (Fraction, int)):
        return rf"\approx \mathbf{{{write(x)}}}"
    if x.denominator == 1:
        return rf"= \mathbf{{{x}}}"
    sign = "=" if Fraction(shown(x)) == x else r"\approx"
    return rf"= {tfrac(x)} {sign} \mathbf{{{shown(x)}}}"


PROCEDURES = {
    "generic": Procedure(
        "Generic, bottom-up",
        "Each node in turn becomes what makes f least, by which the whole tree is judged.",
        "From the bottom up, each node in turn becomes what makes f of the whole tree least: it stays, it becomes a"
        " leaf of any class, or one of its subtrees takes its place. It stays unless something is strictly better. A"
        " leaf that keeps its label has no step.",
        _generic_said,
        first=-1,
    ),
    "reduced_error": Procedure(
        "Reduced error",
        "A node becomes a leaf if no more validation examples (kept aside while growing) are wrong then.",
        "From the bottom up, a node becomes a leaf with its training majority if that does not raise the number of"
        " wrong validation examples: those were kept aside, not used for growing.",
        _reduced_said,
        Weighing(
            "Wrong (validation)",
            {},
            _reduced,
            lambda pruning, step, one: (
                "Counted are validation examples; the leaf's class is the training "
                + ("examples' choice." if pruning.settings.costs else "majority.")
            ),
        ),
        counts=True,
    ),
    "weakest_link": Procedure(
        "Cost-complexity",
        "The node with the least g, the error that its subtree saves per leaf, becomes a leaf, until one leaf is left.",
        "R(t) is the error at node t as a leaf, R(Tₜ) that of its subtree. g(t) is what the subtree saves for each leaf"
        " more. The least g is cut first, until one leaf is left.",
        _weakest_said,
        Weighing("g(t)", {"R(t)": "as_leaf", "R(Tₜ)": "as_subtree", "Leaves": "leaves"}, _weakest, _weakest_remark),
    ),
    "gain_threshold": Procedure(
        "Gain threshold",
        "Splits that make the tree hardly more accurate are taken back, from the bottom up.",
        "From the bottom up, a split whose branches are all leaves is taken back if they are hardly more accurate than"
        " a leaf in its place would be. Where a split stays, those above it stay too.",
        _gain_said,
        Weighing(
            "Gain or threshold",
            {},
            _gain,
            lambda pruning, step, one: (
                "The gain is that in accuracy on the "
                "training examples here. Looked at are splits whose branches are all leaves by now."
            ),
            lambda pruning, one: (
                "gain of the split" if one.action is Action.KEEP else f"threshold: {title(pruning, one)}"
            ),
        ),
    ),
}
