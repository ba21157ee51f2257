"""Pruning in words: what a step does and why, and answers to "what happens here?"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from dtlearn.edits import Action, Alternative, PruneStep, Pruning
from dtlearn.tree import Tree
from dtlearn.views.text import fixed, fraction, listing, place, shorten, shown

LONGEST = 48  # characters of a node's place from which on its first conditions are left out


@dataclass(frozen=True)
class Procedure:
    """A pruning procedure by its names. source : who describes it. short, says : what it does.

    asks : what a learner is asked.
    """

    title: str
    source: str
    short: str
    says: str
    asks: str


PROCEDURES = {
    "generic": Procedure("Generic, bottom-up", "UML 18.2.2",
        "Each node in turn becomes what makes f of the whole tree least.",
        "From the bottom up, each node in turn becomes what makes f of the whole tree least: it stays, it becomes a leaf "
        "of any class, or one of its subtrees takes its place. It stays unless something is strictly better.",
        "What happens at this node?"),
    "reduced_error": Procedure("Reduced error", "BuildTree, section 4",
        "A node becomes a leaf if no more validation examples are wrong then.",
        "From the bottom up, a node becomes a leaf with its training majority if that does not raise the number of wrong "
        "validation examples.", "What happens at this node?"),
    "weakest_link": Procedure("Cost-complexity", "BuildTree, section 4; Breiman et al. 1984",
        "The node with the least g becomes a leaf, until one leaf is left.",
        "The node with the least g, the price per leaf at which its subtree is no longer worth it, is cut first; "
        "so on until one leaf is left.", "Which node is cut next?"),
    "gain_threshold": Procedure("Gain threshold", "Ch8",
        "Splits that gain too little are taken back, from the bottom up.",
        "From the bottom up, a split whose branches are all leaves and whose gain is below the threshold is taken back.",
        "What happens at this node?"),
}  # fmt: skip
OBJECTIVES = {
    "bound": "the bound (18.1)",
    "per_leaf": "training error + c × leaves",
    "pessimistic": "C4.5's pessimistic estimate",
    "held_out": "validation error",
}
# What the marks on the scrubber stand for here.
MEANINGS = {"leaf": "a node becomes a leaf", "split": "a subtree moves up"}
RISKS = {"error": "training error (the notes)", "impurity": "impurity (scikit-learn)"}


# ---- names


def where(tree: Tree, node: int, longest: int = LONGEST) -> str:
    """A node's place in words: "the root", "X1 = 0, X2 = 1"; of a long one the last conditions."""
    return place(tree[node], longest) if node else "the root"


def size_text(n_leaves: int) -> str:
    return f"{n_leaves} leaves" if n_leaves > 1 else "1 leaf"


def title(pruning: Pruning, one: Alternative) -> str:
    """What an alternative does: "keep the subtree", "leaf Yes", "subtree of X1 = 0"."""
    tree = pruning.tree
    if one.action is Action.KEEP:
        return "keep the subtree"
    if one.action is Action.LEAF:
        return f"leaf {tree.schema.classes[one.label]}"
    return f"subtree of {tree[one.node].split.condition(tree.schema, one.child)}"


def exact(x: float | Fraction) -> str:
    """All there is of a number: "5/56 ≈ 0.08928571428571429", "1/8 = 0.125"."""
    if isinstance(x, int):
        return str(x)
    return equation(x, f"{float(x):.16g}") if isinstance(x, Fraction) else f"{x:.16g}"


def equation(x: Fraction, decimals: str) -> str:
    """A fraction and its decimals: "1/8 = 0.125", rounded "5/56 ≈ 0.089".

    >>> equation(Fraction(1, 8), "0.125"), equation(Fraction(5, 56), "0.089"), equation(Fraction(3), "3")
    ('1/8 = 0.125', '5/56 ≈ 0.089', '3')
    """
    sign = "=" if Fraction(decimals) == x else "≈"
    return f"{fraction(x)} {sign} {decimals}" if x.denominator > 1 else fraction(x)


def told_apart(values: Sequence[float | Fraction]) -> list[str]:
    """The numbers with three decimals, or with as many more as it takes to tell different ones apart, and from zero.

    >>> told_apart([Fraction(1, 8), 0.5, 0.50004]), told_apart([Fraction(1, 3000)])
    (['0.12500', '0.50000', '0.50004'], ['0.0003'])
    """
    if all(isinstance(x, int) for x in values):
        return [str(x) for x in values]
    known = {0.0, *(round(float(x), 9) for x in values)}
    places = next((p for p in range(3, 9) if len({fixed(x, p) for x in known}) == len(known)), 9)
    return [fixed(x, places) for x in values]


def ratio(part, whole: int) -> Fraction:
    """A count of so many."""
    return Fraction(int(part), whole)


def total(pruning: Pruning, k: int) -> str:
    """Size and training error of state k: "5 leaves, 0 of 14 wrong"."""
    return f"{size_text(int(pruning.n_leaves[k]))}, {int(pruning.n_wrong[k])} of {len(pruning.data)} wrong"


# ---- what happens in a step


def caption(pruning: Pruning, k: int) -> str:
    """What the last step has done, and why; before the first one, what is going to happen."""
    if not k:
        first = "a single leaf: there is nothing to prune." if not len(pruning.steps) else "nothing is cut yet."
        return f"The grown tree, {total(pruning, 0)}: {first}"
    step = pruning.steps[k - 1]
    said = _SAID[pruning.name](pruning, step)
    end = "" if k < len(pruning.steps) or pruning.name == "weakest_link" else f" The end: {total(pruning, k)}."
    return " ".join(f"{said}{end}".split())


def _generic(pruning: Pruning, step: PruneStep) -> str:
    keep, chosen = step.alternatives[0], step.applied[0]
    values = told_apart([a.value for a in step.alternatives])
    place = capital(where(pruning.tree, step.node))
    if not step.changes:
        equal = [a for a in step.alternatives[1:] if a.value == keep.value]
        why = (
            f"{_several([title(pruning, a) for a in equal])} would be no better, only equal, so"
            if equal
            else "every change makes it larger, so"
        )
        return f"{place}: f = {values[0]} as it is; {why} it stays."
    same = [a for a in step.alternatives if a.value == chosen.value and a is not chosen]
    tie = f" (so does {_several([title(pruning, a) for a in same])}; the first listed is taken)" if same else ""
    raised = " in its place" if chosen.action is Action.RAISE else ""
    best = f"{title(pruning, chosen)}{raised} makes f least, {values[step.chosen]} instead of {values[0]}"
    return f"{place}: {best}{tie}."


def _reduced(pruning: Pruning, step: PruneStep) -> str:
    keep, leaf = step.alternatives
    place = capital(where(pruning.tree, step.node))
    if not step.n:
        what = "it becomes a leaf" if step.changes else "it stays"
        return f"{place}: no validation example comes here, so nothing changes for them: {what}."
    many = f"{step.n} validation examples come" if step.n > 1 else "one validation example comes"
    tie = ", a tie" if keep.value == leaf.value else ""
    what = f"so it becomes {title(pruning, leaf)}" if step.changes else "so it stays"
    return f"{place}: {many} here; {keep.value} wrong as a subtree, {leaf.value} as a leaf{tie}, {what}."


def _weakest(pruning: Pruning, step: PruneStep) -> str:
    places = [where(pruning.tree, a.node) for a in step.applied]
    cut = listing(places) if len(places) <= 3 else f"{len(places)} nodes"
    become = "become leaves" if len(places) > 1 else "becomes a leaf"
    before, after = (size_text(int(pruning.n_leaves[i])) for i in (step.k, step.k + 1))
    tied = sum(link.value == step.alpha for link in step.alternatives) > 1
    first = " Of equal ones the first is cut." if len(step.applied) == 1 and tied else ""
    return (
        f"The least g is {price(step.alpha)}: {cut} {become}, {before} → {after}, {int(pruning.n_wrong[step.k + 1])} of "
        f"{len(pruning.data)} wrong. From α = {price(step.alpha)} on, the smaller tree is the better one.{first}"
    )


def price(alpha: float | Fraction) -> str:
    """A price of a leaf: "5/56 ≈ 0.089", "1/3000 ≈ 0.0003", "0"."""
    if not alpha:
        return "0"
    return equation(alpha, shown(alpha)) if isinstance(alpha, Fraction) else f"≈ {_four(alpha)}"


def _four(x: float) -> str:
    """Four decimals, or as many more as it takes to tell the number from zero."""
    return fixed(x, 4) if float(fixed(x, 4)) else shown(x)


def _gain(pruning: Pruning, step: PruneStep) -> str:
    place, leaf = capital(where(pruning.tree, step.node)), step.alternatives[1]
    gain, threshold = told_apart([a.value for a in step.alternatives])
    if step.changes:
        return f"{place}: the split gains {gain}, less than {threshold}, so it becomes {title(pruning, leaf)}."
    return f"{place}: the split gains {gain}, not less than {threshold}, so it stays."


_SAID = {"generic": _generic, "reduced_error": _reduced, "weakest_link": _weakest, "gain_threshold": _gain}


def capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}" if text == "the root" else text


def _several(names: Sequence[str]) -> str:
    return listing(names) if len(names) <= 3 else f"{', '.join(names[:2])} and {len(names) - 2} more"


def marks(pruning: Pruning) -> list[dict]:
    """Marks for the scrubber: the steps that change the tree."""
    return [
        {"k": k, "kind": "leaf" if changes[0][1] is Action.LEAF else "split",
         "title": f"{where(pruning.tree, changes[0][0])}: {'a leaf' if changes[0][1] is Action.LEAF else 'a subtree in its place'}"}
        for k, changes in enumerate(pruning.changed, 1) if changes
    ]  # fmt: skip


def question(pruning: Pruning, k: int) -> str:
    """What a learner is asked before step k."""
    asks = PROCEDURES[pruning.name].asks
    if pruning.name == "weakest_link":
        return asks
    return f"Next, {where(pruning.tree, pruning.steps[k].node)}: {asks[0].lower()}{asks[1:]}"


def event(pruning: Pruning, k: int) -> str:
    """What the last step has done, as the pseudocode names it."""
    return pruning.steps[k - 1].applied[0].action.value if k else "look"


# ---- predict first


def options(pruning: Pruning, k: int) -> dict[str, str]:
    """What a learner can answer before step k: short token -> words."""
    step = pruning.steps[k]
    if pruning.name == "weakest_link":
        return {f"n{a.node}": capital(where(pruning.tree, a.node)) for a in step.alternatives}
    names = {token(a): title(pruning, a) for a in step.alternatives}
    return {
        name: f"It stays: {text}" if name == "keep" else f"{text[:1].upper()}{text[1:]}" for name, text in names.items()
    }


def token(one: Alternative) -> str:
    """The answer that an alternative is, short and stable: "keep", "l1", "r0"."""
    return {Action.KEEP: "keep", Action.LEAF: f"l{one.label}", Action.RAISE: f"r{one.child}"}[one.action]


def right(pruning: Pruning, k: int, answer: str) -> bool:
    """Whether step k does what was answered, or something with the same value."""
    step = pruning.steps[k]
    links = pruning.name == "weakest_link"
    said = next((a for a in step.alternatives if (f"n{a.node}" if links else token(a)) == answer), None)
    return said is not None and (said in step.applied or said.value == step.applied[0].value)


def graded(pruning: Pruning, k: int, answer: str) -> str:
    """What an answer was worth, in a sentence."""
    step, yours = pruning.steps[k], shorten(options(pruning, k).get(answer, "?"), 60)
    if pruning.name == "weakest_link":
        does = f"{listing([where(pruning.tree, a.node) for a in step.applied][:3])} has the least g"
    else:
        does = title(pruning, step.applied[0])
    if not right(pruning, k, answer):
        return f"You said: {yours}. No: {does}."
    taken = [f"n{a.node}" if pruning.name == "weakest_link" else token(a) for a in step.applied]
    return f"Right: {yours}." if answer in taken else f"{yours} is as good, a tie; the rule takes another: {does}."
