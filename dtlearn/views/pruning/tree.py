"""The tree under pruning as a tree view: the whole grown tree in its place, what has been cut drawn dashed."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from dtlearn.pruning.edit import Edit, PruneStep, Pruning
from dtlearn.trees.tree import Tree
from dtlearn.views.base.text import shorten
from dtlearn.views.pruning.names import leaf_name, where
from dtlearn.views.pruning.procedures import procedure_of
from dtlearn.views.tree.layout import text_width
from dtlearn.views.tree.view import LONGEST, TITLE, box, box_width, laid_out, node_id, pure_line, tree_view

SHOWS = {"cuts": "with what is cut", "before": "before the step", "after": "after the step"}
GAP = 10  # px between nodes: a little less than elsewhere too
LEVEL = 40  # px between levels: a little less than elsewhere, so that four levels can be read beside the table
MANY = 63  # nodes of a grown tree from which on only what has just been cut is drawn


def pruned_view(pruning: Pruning, k: int, show: str = "cuts", ask: bool = False) -> dict:
    """State k as a tree view. show : a name in SHOWS; "before" is state k - 1, with the node of step k marked.

    In "cuts" every node keeps its place from state to state; dashed nodes are no longer part of the tree.
    ask : mark the node of the next step too, unless the procedure picks it: there it is the question.
    """
    last = pruning.steps[k - 1] if k else None
    done = [a.node for a in last.applied] if last else []
    asked = [pruning.steps[k].node] if ask and not pruning.procedure.picks_node else []
    edit, before = pruning.at(k), pruning.at(max(k - 1, 0))
    if show == "cuts":
        view = _with_cuts(pruning, k, edit, before)
        ids = dict(enumerate(_grown(pruning.tree)[1]))
    elif show == "before":
        view, ids = _alone(pruning, max(k - 1, 0), before)
    else:
        view, ids = _alone(pruning, k, edit)
        done = [int(edit.stand_in[g]) for g in done]
    marked = {ids.get(g): "done" if asked else "next" for g in done}
    marked |= {ids.get(g): "next" for g in asked}
    if pruning.procedure.picks_node:  # node -> the state in which it has been decided
        steps = {node: i for i, changes in enumerate(pruning.changed, 1) for node, *_ in changes}
    else:
        steps = {step.node: i for i, step in enumerate(pruning.steps, 1)}
    back = {name: g for g, name in ids.items()}
    counted = show == "cuts" and last and procedure_of(pruning.procedure.name, pruning.tree.schema.regression).counts
    for node in view["nodes"]:
        node["mark"], node["step"] = marked.get(node["id"]), steps.get(back[node["id"]])
        if counted and back[node["id"]] == last.node:
            node |= {"lines": [_weighed(last)], "why": True}
    return view


def _weighed(step: PruneStep) -> str:
    """What decided a step: how many validation examples are wrong as a leaf, how many as a subtree."""
    keep, leaf = step.alternatives
    return f"{leaf.value} {'≤' if leaf.value <= keep.value else '>'} {keep.value}"


def _id(tree: Tree, node: int) -> str:
    return node_id(tree[node].path)


def _pairs(edit: Edit, planted: Tree) -> dict[int, int]:
    """Number in the grown tree -> number in the planted one, for every node that is left."""
    found, stack = {}, [(edit.root, 0)]
    while stack:
        grown, here = stack.pop()
        found[grown] = here
        stack += zip(edit.children(grown), [child.i for child in planted[here].children], strict=True)
    return found


def _alone(pruning: Pruning, k: int, edit: Edit) -> tuple[dict, dict[int, str]]:
    """(the view of state k's tree alone, number in the grown tree -> id in it)."""
    planted = pruning.tree_at(k)
    scale = _grown(pruning.tree)[0]["scale"]  # one for all states
    return tree_view(planted, scale=scale, part=False), {g: _id(planted, p) for g, p in _pairs(edit, planted).items()}


@lru_cache(maxsize=4)
def _grown(tree: Tree) -> tuple[dict, tuple[str, ...], dict[tuple[int, int], dict]]:
    """(the view of a grown tree, id of each of its nodes, what has been drawn of its nodes as leaves, by node and class)."""
    view = tree_view(tree, part=False)
    view["nodes"] = [_narrow(node, view["classes"]) for node in view["nodes"]]
    return view, tuple(_id(tree, g) for g in range(len(tree))), {}


def _narrow(node: dict, classes: Sequence[str]) -> dict:
    """The lowest level is the widest: its leaves do without the zeros of other classes."""
    lines = pure_line(node, classes)
    return node | {"lines": lines, "w": box_width(node, lines)} if lines else node


def _boxes(pruning: Pruning, k: int, edit: Edit) -> dict[int, dict]:
    """What is drawn of the nodes that are left in state k. Most look as in the grown tree: only the others are made."""
    (view, ids, leaves), lay = _grown(pruning.tree), pruning.layout
    raised = np.zeros(len(pruning.tree), bool)  # below a subtree that has moved up: other examples, other conditions
    for g in np.flatnonzero(edit.stand_in != np.arange(len(raised))):
        raised[lay.order[lay.place[g] : lay.end[g]]] = True
    found, full = {}, {node["id"]: node for node in view["nodes"]}
    planted, closed = pruning.tree_at(k), edit.closed
    for g, p in _pairs(edit, planted).items():
        if raised[g]:
            found[g] = _narrow(box(planted[p], view["scale"]), view["classes"])
        elif closed[g]:
            key = g, int(edit.label[g])
            if key not in leaves:
                leaves[key] = _narrow(box(planted[p], view["scale"]), view["classes"])
            found[g] = leaves[key]
        else:
            found[g] = full[ids[g]]
    return found


def _with_cuts(pruning: Pruning, k: int, edit: Edit, before: Edit) -> dict:
    """The grown tree; what is left has its examples and labels of state k."""
    tree, (view, ids, _) = pruning.tree, _grown(pruning.tree)
    boxes, was, full = _boxes(pruning, k, edit), before.alive, {node["id"]: node for node in view["nodes"]}
    leaves, nodes, widths = _leaves_before(pruning, k), [], []
    for g, name in enumerate(ids):
        old, now = full[name], boxes.get(g)
        if now is None:
            if not (was[g] or len(tree) <= MANY or _raised(edit, g) or _raised(before, g)):
                continue
            title = leaf_name(tree, g, leaves[g]) if g in leaves else old["title"]
            now = _ghost(tree, g, old, title, bool(was[g]), _raised(edit, g))
            if _raised(edit, g):
                now["goes"] = ids[edit.stand_in[g]]  # where an example goes on
        nodes.append(now | {"id": name, "parent": old["parent"], "branch": old["branch"]})
        widths.append(max(now["w"], old["w"]))
    level = max(node["h"] for node in (*view["nodes"], *nodes)) + LEVEL
    return laid_out(view, nodes, GAP, lambda depth: depth * level, widths)


def _raised(edit: Edit, g: int) -> bool:
    """A subtree of the node stands in its place."""
    return bool(edit.stand_in[g] != g and edit.alive[edit.stand_in[g]])


def _leaves_before(pruning: Pruning, k: int) -> dict[int, int]:
    """Node that the first k steps have cut -> its class, of those that were leaves by then."""
    edit, found = Edit(pruning.tree, pruning.layout), {}
    for changes in pruning.changed[:k]:
        for change in changes:
            closed, alive = edit.closed, edit.alive
            edit.apply(change)
            found |= {g: int(edit.label[g]) for g in (closed & alive & ~edit.alive).nonzero()[0].tolist()}
    return found


def _ghost(tree: Tree, g: int, old: dict, title: str, just_now: bool, raised: bool) -> dict:
    """A node that is no longer part of the tree. title : what it said when it was."""
    says = "left out" if raised else "cut"
    line = f"✂ {says}" if just_now else says
    told = f"{where(tree, g)}: {says}{' in this step' if just_now else ' before'}, it was {title}."
    title = shorten(title, LONGEST)
    return {name: value for name, value in old.items() if name != "asks"} | {
        "kind": "open", "title": title, "counts": [], "cls": None, "lines": [line], "tooltip": told, "label": told,
        "w": round(max(old["w"], text_width(title, TITLE) + 44)), "h": 51,
    }  # fmt: skip
