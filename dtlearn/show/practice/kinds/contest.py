"""The words of exercises about which feature wins."""

from fractions import Fraction

from dtlearn.show.base.arithmetic import tex
from dtlearn.show.base.text import fixed, listing, place
from dtlearn.show.practice import tiny
from dtlearn.show.practice.kinds import sums
from dtlearn.show.practice.working import Grid, Hint, Words, examples_grid, rule_of
from dtlearn.show.tree.drawing import node_id
from dtlearn.show.tree.view import GAP, LOW, laid_out, tree_view
from dtlearn.teaching.grading import Blank, Exercise


def _ask_winner(exercise: Exercise) -> dict:
    asked = f"Which feature has the largest {rule_of(exercise).title} at the root?"
    told = "Every feature has one branch per value."
    return {"question": (f"{asked} {told}",), "tables": (examples_grid(exercise.trace.data),)}


def _ask_split(exercise: Exercise) -> dict:
    trace, schema = exercise.trace, exercise.trace.data.schema
    node, c = trace.tree[exercise.node], exercise.c
    split = trace.candidates[exercise.node].split(c)
    where = "at the root" if not node.i else f"at the node {place(node)}, which {node.n} examples reach"
    rows = tuple(
        (split.branch(schema, b), *((exercise.blank(f"{b}.{k}"),) for k in range(len(schema.classes))))
        for b in range(len(schema.features[split.feature].values))
    )
    return {
        "question": (
            f"Draw the split that ID3 makes {where}: the feature with the largest information gain, one branch "
            "per value, and how many examples of each class come down each branch.",
        ),
        "tables": (examples_grid(trace.data),),
        "fill": Grid("Examples by branch and class", ("", *schema.classes), rows),
    }


def _picture(exercise: Exercise) -> dict:
    """The table, whose columns can be chosen."""
    found, schema = exercise.trace.candidates[exercise.node], exercise.trace.data.schema
    grid, of = examples_grid(exercise.trace.data), found.feature.tolist()
    columns = [-1, *(of.index(j) if j in of else -1 for j in range(len(schema.features))), -1]
    told = {"caption": grid.caption, "header": list(grid.header), "rows": [list(row) for row in grid.rows]}
    return {"kind": "table", "key": "feature", "columns": columns, "instead": "tables"} | told


def _sorting(exercise: Exercise) -> dict:
    """The same, then its rows go into the branches of the split, which is drawn without what it holds."""
    schema = exercise.trace.data.schema
    split = exercise.trace.candidates[exercise.node].split(exercise.c)
    branches = [split.branch(schema, b) for b in range(len(schema.features[split.feature].values))]
    keys = [[f"{b}.{k}" for k in range(len(schema.classes))] for b in range(len(branches))]
    return _picture(exercise) | {
        "sort": {
            "branches": branches,
            "keys": keys,
            "classes": exercise.trace.data.y.tolist(),
            "view": _drawn(exercise),
        }
    }


def _drawn(exercise: Exercise) -> dict:
    """The split as a tree view that says nothing of the examples."""
    view, here = tree_view(exercise.trace.tree), node_id(exercise.trace.tree[exercise.node].path)
    bare = {"h": LOW, "lines": [], "counts": [], "cls": None}
    nodes = [node | bare | {"parent": None} for node in view["nodes"] if node["id"] == here]
    for node in view["nodes"]:
        if node["parent"] == here:
            nodes.append(
                node | bare | {"kind": "open", "title": "?"} | dict.fromkeys(("tooltip", "label"), node["branch"])
            )
    nodes[0] |= dict.fromkeys(("tooltip", "label"), nodes[0]["title"])
    return laid_out(view, nodes, GAP, lambda depth: depth * (LOW + STEM))


def _hints(exercise: Exercise) -> tuple[Hint, Hint]:
    rule, found, schema = rule_of(exercise), exercise.trace.candidates[exercise.node], exercise.trace.data.schema
    parent = exercise.trace.tree[exercise.node].counts
    terms = (sums.terms(rule, parent, found.branches(c).tolist()) for c in range(len(found)))
    lines = [rf"\text{{gain}}({tex(found.split(c).title(schema))}) &= {sum_}" for c, sum_ in enumerate(terms)]
    return ((), sums.formula(rule)), ((), (rf"{rule.symbol}(S) &= {rule.worked(parent)}", *lines))


def _every_gain(exercise: Exercise) -> list[str]:
    """The score of every candidate with its numbers, the best one in bold."""
    rule, found, schema = rule_of(exercise), exercise.trace.candidates[exercise.node], exercise.trace.data.schema
    parent, lines = exercise.trace.tree[exercise.node].counts, []
    for c in range(len(found)):
        parts = ((sum(b), float(rule.impurity(b))) for b in found.branches(c).tolist() if sum(b))
        terms = "".join(rf" - \tfrac{{{n}}}{{{sum(parent)}}}\cdot {fixed(x) if x else '0'}" for n, x in parts)
        score = rf"\mathbf{{{fixed(float(found.score[c]))}}}" if c == found.chosen else fixed(float(found.score[c]))
        sum_ = f"{fixed(float(rule.impurity(parent)))}{terms}"
        if rule.per_split_info:
            sum_ = rf"\tfrac{{{fixed(float(found.gain[c]))}}}{{{fixed(float(found.split_info[c]))}}}"
        lines.append(rf"{tex(found.split(c).title(schema))} &:\ {sum_} \approx {score}")
    return lines


def _remarks(exercise: Exercise) -> list[str]:
    return [f"{exercise.blank('feature').right} wins."]


def _sense(exercise: Exercise, blank: Blank, said: Fraction) -> str:
    """What the feature that was chosen scores; of counts, how many there have to be."""
    found, parent = exercise.trace.candidates[exercise.node], exercise.trace.tree[exercise.node].counts
    if blank.kind == "choice":
        rule = rule_of(exercise)
        return f"Its {rule.title} is {fixed(float(found.score[int(said)]))}. Another feature has more."
    return f"All branches together hold the {listing(map(str, parent))} examples of the node, by class."


STEM = 44  # px between the split and its branches
_MISTAKES = {
    "smallest": "you look for the smallest. The largest gain wins: it leaves the least impurity in the branches",
    "most_values": "you look for the most branches. Many branches are no gain by themselves",
}
WORDS = {
    "winner": Words(
        "Which feature wins",
        _ask_winner,
        _hints,
        _every_gain,
        _remarks,
        _MISTAKES,
        picture=_picture,
        sense=_sense,
        short="Three questions: which one first?",
        tiny=[
            ("line", 14, 52, 82, 52, ""),
            ("box", 20, 38, 14, 14, ""),
            ("box", 41, 8, 14, 44, "bold"),
            ("box", 62, 28, 14, 24, ""),
        ],
    ),
    "split": Words(
        "Draw the split",
        _ask_split,
        _hints,
        lambda exercise: [*_every_gain(exercise), *sums.working(exercise)],
        _remarks,
        {
            "swapped": "the two classes are exchanged",
            "whole_table": "you count all examples of the table. Only some of them reach this node",
        },
        picture=_sorting,
        sense=_sense,
        short="Which examples go down which branch?",
        tiny=[
            *tiny.pile(48, 10, (2, 3)),
            ("line", 48, 20, 24, 36, ""),
            ("line", 48, 20, 72, 36, ""),
            ("box", 8, 37, 32, 17, "dashed"),
            ("box", 56, 37, 32, 17, "dashed"),
            ("text", 24, 50, "?"),
            ("text", 72, 50, "?"),
        ],
    ),
}
