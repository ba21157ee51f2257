"""The tree under pruning as a tree view: the whole grown tree in its place, what has been cut drawn dashed."""

from dtlearn.pruning.edit import Edit, Pruning
from dtlearn.trees.tree import Tree
from dtlearn.views.base.text import shorten
from dtlearn.views.pruning.names import leaf_name, where
from dtlearn.views.tree.layout import text_width
from dtlearn.views.tree.view import LONGEST, TITLE, box_width, laid_out, node_id, pure_line, tree_view

SHOWS = {"cuts": "With what is cut", "before": "Before", "after": "After"}
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
        ids = {g: _id(pruning.tree, g) for g in range(len(pruning.tree))}
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
    for node in view["nodes"]:
        node["mark"], node["step"] = marked.get(node["id"]), steps.get(back[node["id"]])
    return view


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
    scale = tree_view(pruning.tree, part=False)["scale"] if planted.schema.regression else None  # one for all states
    return tree_view(planted, scale=scale, part=False), {g: _id(planted, p) for g, p in _pairs(edit, planted).items()}


def _with_cuts(pruning: Pruning, k: int, edit: Edit, before: Edit) -> dict:
    """The grown tree; what is left has its examples and labels of state k."""
    tree, planted = pruning.tree, pruning.tree_at(k)
    grown = tree_view(tree, part=False)
    now = tree_view(planted, scale=grown["scale"], part=False)
    left, alive, was = _pairs(edit, planted), edit.alive, before.alive
    boxes, full = ({node["id"]: node for node in view["nodes"]} for view in (now, grown))
    # The lowest level is the widest: its leaves do without the zeros of other classes.
    for node in (*now["nodes"], *grown["nodes"]):
        if lines := pure_line(node, now["classes"]):
            node |= {"lines": lines, "w": box_width(node, lines)}
    leaves, nodes, widths = _leaves_before(pruning, k), [], []
    for g in range(len(tree)):
        name, old = _id(tree, g), full[_id(tree, g)]
        if alive[g]:
            box = boxes[_id(planted, left[g])]
        elif was[g] or len(tree) <= MANY or _raised(edit, g) or _raised(before, g):
            title = leaf_name(tree, g, leaves[g]) if g in leaves else old["title"]
            box = _ghost(tree, g, old, title, bool(was[g]), _raised(edit, g))
        else:
            continue
        nodes.append(box | {"id": name, "parent": old["parent"], "branch": old["branch"]})
        widths.append(max(box["w"], old["w"]))
    level = max(node["h"] for node in (*grown["nodes"], *nodes)) + LEVEL
    return laid_out(now, nodes, GAP, lambda depth: depth * level, widths)


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
    return old | {
        "kind": "open", "title": title, "counts": [], "cls": None, "lines": [line], "tooltip": told, "label": told,
        "w": round(max(old["w"], text_width(title, TITLE) + 44)), "h": 51,
    }  # fmt: skip
