"""Pruning in words: what a step does and why, and answers to "what happens here?"."""

from collections.abc import Sequence

import numpy as np

from dtlearn.pruning.edit import Action, Alternative, Pruning
from dtlearn.show.base.text import listing, many, shorten
from dtlearn.show.pruning.names import capital, missed, title, trained, upper, where, wrong_title
from dtlearn.show.pruning.procedures import procedure_of, weighing_of
from dtlearn.show.pruning.tables import came

FEW = 3  # leaves below a node whose validation labels are told one by one
SHORT = 24  # characters of a class among them

# What the marks on the scrubber mean.
MEANINGS = {"leaf": "a node becomes a leaf", "split": "a subtree moves up"}


def rings(pruning: Pruning, counts: bool = True, asks: bool = False) -> dict[str, str]:
    """What the rings around nodes mean. counts : a step shows what it compares at its node; asks : it asks about it."""
    found = {"bold": "this step", "open": "cut off"}
    if not (counts and procedure_of(pruning.procedure.name).counts):
        return found
    compared = f"{wrong_title(pruning)} as a leaf ≤ or > as a subtree"
    return found | ({"light": f"just decided: {compared}"} if asks else {"bold": f"this step: {compared}"})


def total(pruning: Pruning, k: int) -> str:
    """Size and training error of state k: "5 leaves, 0 of 14 training examples wrong"."""
    of = trained(pruning, k).replace(" wrong", " training examples wrong")
    if pruning.settings.costs:
        found = pruning.at(k).confusion(pruning.data)
        wrong = missed(pruning, found.sum(axis=0) - found.diagonal())
        of += " = " * bool(wrong) + " + ".join(f"{n} missed {name} × {cost}" for n, name, cost in wrong)
    return f"{many(int(pruning.n_leaves[k]), 'leaf')}, {of}"


def caption(pruning: Pruning, k: int) -> str:
    """What the last step has done, and why; before the first one, what is going to happen."""
    if not k:
        first = "a single leaf: there is nothing to prune." if not len(pruning.steps) else "nothing is cut yet."
        return f"The grown tree, {total(pruning, 0)}: {first}"
    step = pruning.steps[k - 1]
    said = procedure_of(pruning.procedure.name).said(pruning, step)
    end = "" if k < len(pruning.steps) or pruning.alphas else f" What is left: {total(pruning, k)}."
    return " ".join(f"{said}{end}".split())


def marks(pruning: Pruning) -> list[dict]:
    """Marks for the scrubber: the steps that change the tree."""
    return [
        {
            "k": k,
            "kind": "leaf" if changes[0][1] is Action.LEAF else "split",
            "title": (
                f"{where(pruning.tree, changes[0][0])}:"
                f" {'a leaf' if changes[0][1] is Action.LEAF else 'a subtree in its place'}"
            ),
        }
        for k, changes in enumerate(pruning.changed, 1)
        if changes
    ]


def question(pruning: Pruning, k: int) -> str:
    """What a learner is asked before step k."""
    if pruning.procedure.picks_node:
        return "Which node is cut next?"
    if any(one.action is Action.RAISE for one in pruning.steps[k].alternatives):
        return "Keep the subtree, cut it to a leaf, or let a part of it move up?"
    return "Keep the subtree, or cut it to a leaf?"


def evidence(pruning: Pruning, k: int) -> list[str]:
    """What decides a step that judges by validation examples: their classes at each of a few leaves below its node."""
    step, held, edit = pruning.steps[k], pruning.held, pruning.at(k)
    here, classes, depth = came(pruning, step), held.schema.classes, len(pruning.tree[step.node].conditions)
    if not here:
        return ["No validation example comes here."]

    def counted(rows: Sequence[int]) -> str:
        found = np.bincount(held.y[rows], minlength=len(classes)).tolist()
        return listing([f"{n} of class {shorten(classes[c], SHORT)}" for c, n in enumerate(found) if n])

    leaves, stack = [], [step.node]
    while stack:
        node = stack.pop()
        below = edit.children(node)
        stack += below[::-1]
        leaves += [] if below else [node]
    if len(leaves) > FEW:
        return [f"Validation examples here: {counted(here)}."]
    ends, told = edit.route(held.X, np.array(here), step.node), []
    for g in leaves:
        rows = [i for i, end in zip(here, ends, strict=True) if end == g]
        wrong = np.count_nonzero(held.y[rows] != edit.label[g])
        comes = f"Validation examples here: {counted(rows)}, so {wrong} wrong." if rows else "None comes here."
        leaf = ", ".join(pruning.tree[g].conditions[depth:])
        told.append(f"Leaf {leaf} predicts {shorten(classes[edit.label[g]], SHORT)}. {comes}")
    return told


def event(pruning: Pruning, k: int) -> str:
    """What the last step has done, as the pseudocode names it."""
    return pruning.steps[k - 1].applied[0].action.value if k else "look"


def options(pruning: Pruning, k: int) -> dict[str, str]:
    """What a learner can answer before step k: short token -> words."""
    step = pruning.steps[k]
    if pruning.procedure.picks_node:
        return {token(pruning, a): capital(where(pruning.tree, a.node)) for a in step.alternatives}
    return {token(pruning, a): upper(title(pruning, a)) for a in step.alternatives}


def token(pruning: Pruning, one: Alternative) -> str:
    """The answer that an alternative is, short and stable: "keep", "l1", "r0"; "n3" where nodes compete."""
    if pruning.procedure.picks_node:
        return f"n{one.node}"
    return {Action.KEEP: "keep", Action.LEAF: f"l{one.label}", Action.RAISE: f"r{one.child}"}[one.action]


def right(pruning: Pruning, k: int, answer: str) -> bool:
    """Whether step k does what was answered, or something with the same value."""
    step = pruning.steps[k]
    said = next((a for a in step.alternatives if token(pruning, a) == answer), None)
    return said is not None and (said in step.applied or said.value == step.applied[0].value)


def graded(pruning: Pruning, k: int) -> dict[str, tuple[bool, str]]:
    """What the answers to step k are worth, each whether it is right and why: right ones by token, any other by ""."""
    step, words = pruning.steps[k], options(pruning, k)
    does = takes = title(pruning, step.applied[0])
    if pruning.procedure.picks_node:
        value = weighing_of(pruning).heading.partition("(")[0].lower()
        takes = listing([where(pruning.tree, a.node) for a in step.applied][:3])
        does = f"{takes} has the least {value}"
    taken = [token(pruning, a) for a in step.applied]
    found = {"": (False, f"No: {does}.")}
    for one, said in words.items():
        if right(pruning, k, one):
            yours = shorten(said, 60)
            tie = f"Right, a tie: your answer is as good. The rule then takes {takes}."
            found[one] = (True, f"Right: {yours}." if one in taken else tie)
    return found
