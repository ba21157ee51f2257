"""The tree under pruning as a tree view: the whole grown tree in its place, what has been cut drawn dashed."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from dtlearn.pruning.edit import Action, Change, Edit, PruneStep, Pruning
from dtlearn.show.base.text import shorten
from dtlearn.show.pruning.names import leaf_name, where
from dtlearn.show.pruning.procedures import procedure_of
from dtlearn.show.tree.drawing import Drawing, node_id
from dtlearn.show.tree.layout import text_width
from dtlearn.show.tree.view import LONGEST, TITLE, box_width, node_box, pure_line, tree_view
from dtlearn.trees.sketch import plant
from dtlearn.trees.tree import Node, Stop, Tree

SHOWS = {"cuts": "with what is cut", "before": "before the step", "after": "after the step"}
GAP = 10  # px between nodes: a little less than elsewhere too
LEVEL = 40  # px between levels: a little less than elsewhere, so that four levels can be read beside the table
LINED = 51  # px of height of a box with one line
MANY = 63  # nodes of a grown tree from which on only what has just been cut is drawn


def pruned_view(pruning: Pruning, k: int, show: str = "cuts", ask: bool = False) -> dict:
    """State k as a tree view. show : a name in SHOWS; "before" is state k - 1, with the node of step k marked.

    In "cuts" every node keeps its place from state to state; dashed nodes are no longer part of the tree.
    ask : mark the node of the next step too, unless the procedure picks it: there it is the question.
    """
    if show == "cuts":
        drawing = PrunedTree(pruning)
        drawing.show(k, ask)
        return drawing.view()
    state = max(k - 1, 0) if show == "before" else k
    edit, planted, steps = pruning.at(state), pruning.tree_at(state), _deciding(pruning)
    marks = _marks(pruning, k, ask, edit if show == "after" else None)
    view = tree_view(planted, part=False)
    grown = {node_id(planted[p].path): g for g, p in _pairs(edit, planted).items()}
    for node in view["nodes"]:
        node["mark"], node["step"] = marks.get(grown[node["id"]]), steps.get(grown[node["id"]])
    return view


def _marks(pruning: Pruning, k: int, ask: bool, after: Edit | None = None) -> dict[int, str]:
    """Node -> how it is marked in state k. after : for a tree in which what took a node's place is marked instead."""
    done = [a.node for a in pruning.steps[k - 1].applied] if k else []
    done = done if after is None else [int(after.stand_in[node]) for node in done]
    asked = [pruning.steps[k].node] if ask and not pruning.procedure.picks_node else []
    return dict.fromkeys(done, "done" if asked else "next") | dict.fromkeys(asked, "next")


@lru_cache(maxsize=4)
def _deciding(pruning: Pruning) -> dict[int, int]:
    """Node -> the state in which it has been decided."""
    if pruning.procedure.picks_node:
        return {node: k for k, changes in enumerate(pruning.changed, 1) for node, *_ in changes}
    return {step.node: k for k, step in enumerate(pruning.steps, 1)}


@dataclass(frozen=True)
class _CutTo(Node):
    """A node that has been made a leaf. says : its class."""

    says: int

    split = None
    stop = Stop.PRUNED

    @property
    def cls(self) -> int:
        return self.says


class PrunedTree(Drawing):
    """The grown tree from state to state: what is left has its examples and labels, what is cut is dashed."""

    def __init__(self, pruning: Pruning):
        self._pruning, (self._view, self._full) = pruning, _grown(pruning.tree)
        super().__init__(pruning.tree, GAP, LEVEL, lowest=max(box["h"] for box in self._full))
        n = len(pruning.tree)
        self._edit, self._k, self._last = Edit(pruning.tree, pruning.layout), 0, ()
        self._was_alive, self._was_raised = np.ones(n, bool), np.zeros(n, bool)
        self._moved = np.zeros(n, bool)  # below a subtree that has moved up: other examples, other conditions
        self._leaves: dict[int, int] = {}  # node that has been cut -> its class, of those that were leaves by then
        self._bases: dict[int, dict] = {}  # what is drawn of a node, but for what decided a step there
        self._weighed: set[int] = set()  # where that is drawn

    def show(self, k: int, ask: bool = False) -> None:
        """Draw state k, which is no earlier than those shown before. ask : as for ``pruned_view``."""
        pruning, edit = self._pruning, self._edit
        touched = np.zeros(len(self.tree), bool)
        touched[self._within(self._last)] = True  # what was cut just now is so no more
        for changes in pruning.changed[self._k : k]:
            self._apply(changes)
            touched[self._within(changes)] = True
        self._k = k
        raised = _raised(edit)
        self.shown = edit.alive | self._was_alive | raised | self._was_raised | (len(self.tree) <= MANY)
        if not self._bases:
            touched[:] = True
        planted = None
        for node in np.flatnonzero(touched & self.shown).tolist():
            if self._moved[node] and edit.alive[node]:
                planted = planted or self._planted()
            self._bases[node] = self._base(node, bool(raised[node]), planted) | {
                "id": self.id(node),
                "branch": self._full[node]["branch"],
                "step": _deciding(pruning).get(node),
            }
        step = pruning.steps[k - 1] if k else None
        counts = step and procedure_of(pruning.procedure.name).counts
        weighed = {step.node} if counts else set()
        touched[list(weighed | self._weighed)] = True
        for node in np.flatnonzero(touched & self.shown).tolist():
            why = {"lines": [_weighed(step)], "why": True} if node in weighed else {}
            children = [child.i for child in self.tree[node].children if self.shown[child.i]]
            self.put(node, self._bases[node] | why, children, room=self._full[node]["w"])
        self._weighed = weighed
        self.place(_marks(pruning, k, ask))

    def view(self) -> dict:
        """What is drawn, whole: the dict of ``tree_view``."""
        return self._view | {"nodes": self.nodes()} | self.size()

    def _within(self, changes: Sequence[Change]) -> np.ndarray:
        """The nodes of changes and all below them in the grown tree."""
        lay = self._pruning.layout
        return np.concatenate([np.zeros(0, np.int64), *(lay.order[lay.place[g] : lay.end[g]] for g, *_ in changes)])

    def _apply(self, changes: Sequence[Change]) -> None:
        edit = self._edit
        self._was_alive, self._was_raised, self._last = edit.alive, _raised(edit), changes
        for change in changes:
            closed = edit.closed
            edit.apply(change)
            self._leaves |= {node: int(edit.label[node]) for node in np.flatnonzero(closed & ~edit.alive).tolist()}
            if change[1] is Action.RAISE:
                self._moved[self._within([change])] = True

    def _planted(self) -> dict[int, Node]:
        """The nodes that are left as those of a tree of their own, by their numbers in the grown one."""
        planted = plant(self._pruning.data, *self._edit.words())
        return {g: planted[p] for g, p in _pairs(self._edit, planted).items()}

    def _base(self, node: int, raised: bool, planted: dict[int, Node] | None) -> dict:
        edit, full = self._edit, self._full[node]
        if not edit.alive[node]:
            title = leaf_name(self.tree, self._leaves[node]) if node in self._leaves else full["title"]
            ghost = _ghost(self.tree, node, full, title, bool(self._was_alive[node]), raised)
            # Where an example goes on.
            return ghost | ({"goes": self.id(int(edit.stand_in[node]))} if raised else {})
        if self._moved[node]:
            return _narrow(_leaf_or_split(planted[node]), self._view["classes"])
        if edit.closed[node]:
            leaf = _CutTo(self.tree, node, int(edit.label[node]))
            return _narrow(_leaf_or_split(leaf), self._view["classes"])
        return full


def _leaf_or_split(node: Node) -> dict:
    return node_box(node, "", True, True, True, None, None)


def _raised(edit: Edit) -> np.ndarray:
    """(N,) bool: a subtree of the node stands in its place."""
    return (edit.stand_in != np.arange(len(edit.stand_in))) & edit.alive[edit.stand_in]


def _weighed(step: PruneStep) -> str:
    """What decided a step: how many validation examples are wrong as a leaf, how many as a subtree."""
    keep, leaf = step.alternatives
    return f"{leaf.value} {'≤' if leaf.value <= keep.value else '>'} {keep.value}"


def _pairs(edit: Edit, planted: Tree) -> dict[int, int]:
    """Number in the grown tree -> number in the planted one, for every node that is left."""
    found, stack = {}, [(edit.root, 0)]
    while stack:
        grown, here = stack.pop()
        found[grown] = here
        stack += zip(edit.children(grown), [child.i for child in planted[here].children], strict=True)
    return found


@lru_cache(maxsize=4)
def _grown(tree: Tree) -> tuple[dict, list[dict]]:
    """(the view of a grown tree without its nodes, the box of each of its nodes)."""
    view = tree_view(tree, part=False)
    placed = ("x", "y", "parent", "mark", "tooltip")
    boxes = [{name: x for name, x in node.items() if name not in placed} for node in view.pop("nodes")]
    return view, [_narrow(box, view["classes"]) for box in boxes]


def _narrow(node: dict, classes: Sequence[str]) -> dict:
    """The lowest level is the widest: its leaves have one line, of one class without zeros."""
    if node["kind"] != "leaf":
        return node
    lines = (pure_line(node, classes) or node["lines"][:1]) if any(node["counts"]) else ["none"]
    return node | {"lines": lines, "w": box_width(node, lines), "h": LINED}


def _ghost(tree: Tree, g: int, old: dict, title: str, just_now: bool, raised: bool) -> dict:
    """A node that is no longer part of the tree. title : what it said when it was."""
    says = "left out" if raised else "cut"
    line = f"✂ {says}" if just_now else says
    told = f"{where(tree, g)}: {says}{' in this step' if just_now else ' before'}, it was {title}."
    title = shorten(title, LONGEST)
    return {name: value for name, value in old.items() if name != "asks"} | {
        "kind": "open",
        "title": title,
        "counts": [],
        "cls": None,
        "lines": [line],
        "label": told,
        "w": round(max(old["w"], text_width(title, TITLE) + 44)),
        "h": LINED,
    }
