"""The words of exercises about cost-complexity pruning."""

from collections.abc import Mapping
from fractions import Fraction

from dtlearn.show.base.arithmetic import tfrac
from dtlearn.show.base.text import fixed
from dtlearn.show.practice import tiny
from dtlearn.show.practice.working import Grid, Hint, Words
from dtlearn.show.tree.drawing import node_id
from dtlearn.show.tree.view import tree_view
from dtlearn.teaching.grading import Blank, Exercise, Grade
from dtlearn.teaching.kinds.prune import links_of


def _ask(exercise: Exercise) -> dict:
    tree, links = links_of(exercise.pruning, exercise.k)
    before = "after its first step" if exercise.k else "before its first step"
    asked = (
        f"Cost-complexity pruning {before}: m = {len(exercise.trace.data)} examples, R is the training error. Which"
        " inner node has the smallest g, so that its subtree becomes a leaf next?"
    )
    rows = tuple(
        (name, str(link.as_leaf), str(link.as_subtree), str(link.leaves))
        for name, link in zip(exercise.blank("node").options, links.values(), strict=True)
    )
    told = Grid("Every inner node t with its subtree", ("t", "R(t), t as a leaf", "R(T_t)", "leaves of T_t"), rows)
    ids = {node_id(tree[i].path): letter for i, letter in zip(links, _letters(exercise), strict=True)}
    tables = (told,) if exercise.level == 1 else ()
    view = tree_view(tree)
    for node in view["nodes"]:
        if letter := ids.get(node["id"]):
            node |= {name: f"{letter}: {node[name]}" for name in ("title", "label")} | {"w": node["w"] + 22}
    return {
        "question": (asked,),
        "tables": tables,
        "tree": view | {"width": view["width"] + 22},
        "walks": tree,
    }


def _picture(exercise: Exercise) -> dict:
    """The tree, whose inner nodes can be chosen."""
    tree, links = links_of(exercise.pruning, exercise.k)
    nodes = {node_id(tree[i].path): k for k, i in enumerate(links)}
    return {"kind": "tree", "key": "node", "nodes": nodes, "instead": "tree"}


def _letters(exercise: Exercise) -> list[str]:
    return [option.partition(":")[0] for option in exercise.blank("node").options]


def _hints(exercise: Exercise) -> tuple[Hint, Hint]:
    first, *lines = _working(exercise)
    told = "R counts errors among all m examples; leaves − 1 is what a cut saves."
    return ((told,), (first,)), ((), tuple(line.rsplit(" = ", 1)[0] for line in lines))


def _working(exercise: Exercise) -> list[str]:
    links, right = links_of(exercise.pruning, exercise.k)[1].values(), exercise.blank("node").answer
    lines = [r"g(t) &= \frac{R(t) - R(T_t)}{\text{leaves}(T_t) - 1}"]
    for k, (name, link) in enumerate(zip(_letters(exercise), links, strict=True)):
        value = rf"{tfrac(link.value)} \approx {fixed(link.value)}"
        value = rf"\mathbf{{{value}}}" if k == right else value
        lines.append(rf"g({name}) &= \frac{{{link.as_leaf} - {link.as_subtree}}}{{{link.leaves} - 1}} = {value}")
    return lines


def _remarks(exercise: Exercise) -> list[str]:
    right = exercise.blank("node").right
    return [f"The smallest g is that of {right}. R is the training error here; scikit-learn takes the impurity."]


def _another_g(exercise: Exercise, grade: Grade, said: Mapping[str, str]) -> list[str]:
    """Of which other node the g that was given is the right one."""
    values = {b.key: b.read(said.get(b.key, "")) for b in exercise.blanks}
    if values.get("g") is None or grade.marks["g"] == "near" or exercise.blank("g").meets(values["g"]):
        return []
    names, right, blank = _letters(exercise), exercise.blank("node").answer, exercise.blank("g")
    same = [k for k, (_, g) in enumerate(blank.steps) if blank.meets(values["g"], g)]
    if not same:
        return []
    name = names[int(values["node"]) if values["node"] in same else same[0]]
    return [f"{said['g']} is g({name}), correctly; but g({names[right]}) = {blank.right} is smaller."]


_MISTAKES = {
    "undivided": "you do not divide. R(t) − R(T_t) is shared by the leaves that are saved, leaves − 1",
    "per_leaves": "you divide by the leaves. A cut saves leaves − 1 of them: the node itself stays as one",
    "largest": "you look for the largest g. The weakest link has the smallest",
    "fewest": "you look for the fewest examples. The smallest g decides",
    "as_leaf": "you compare R(t) alone. What the subtree gets wrong is to be subtracted: R(t) − R(T_t)",
    "errors": "you count errors. R is a share: errors / m",
    "own_total": "you divide by the examples of the node. R(t) counts its errors among all m examples",
}


def _sense(exercise: Exercise, blank: Blank, said: Fraction) -> str:
    """The g of the node that was chosen; of a g, which way it is off."""
    if blank.kind == "choice":
        g = list(links_of(exercise.pruning, exercise.k)[1].values())[int(said)].value
        return f"Its g is {fixed(g)}. Another node has less."
    return f"That is too {'low' if said < blank.answer else 'high'}."


WORDS = {
    "prune": Words(
        "Cost-complexity",
        _ask,
        _hints,
        _working,
        _remarks,
        _MISTAKES,
        _another_g,
        _picture,
        sense=_sense,
        short="Which subtree helps least, and is cut first?",
        tiny=[*tiny.tree("", "", "dashed", "dashed", leaf="dashed")],
    )
}
