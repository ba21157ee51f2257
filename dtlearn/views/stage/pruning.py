"""The walkthrough of a pruning: every state with its tree and what the step weighed (docs/walkthrough.md)."""

from dtlearn.pruning.edit import Pruning
from dtlearn.views.pruning import tables, words
from dtlearn.views.pruning.names import where
from dtlearn.views.pruning.procedures import procedure_of
from dtlearn.views.pruning.tree import pruned_view
from dtlearn.views.stage.walkthrough import Lesson, Walkthrough, latex_lines
from dtlearn.views.tree.view import node_id


def pruning_walkthrough(pruning: Pruning) -> Walkthrough:
    """A pruning as a document.

    >>> from dtlearn import grow, load
    >>> from dtlearn.pruning.procedures import PRUNERS
    >>> pruning_walkthrough(PRUNERS["weakest_link"](grow(load("play_tennis"))))
    Walkthrough('PlayTennis: pruning': 2 frames)
    """
    lesson, one = Lesson(), procedure_of(pruning.procedure.name, pruning.tree.schema.regression)
    for k in range(len(pruning.steps) + 1):
        step = pruning.steps[k - 1] if k else None
        rows = tables.rows(pruning, step, step.chosen) if step else []
        for i, row in enumerate(rows):
            at, rows[i] = int(row["id"][1:]), row | {"id": f"s{k}{row['id']}"}  # an id of its own in every frame
            sums = latex_lines(tables.arithmetic(pruning, step, at))
            lesson.work(rows[i]["id"], sums, remark=tables.remark(pruning, step, at))
        node = step.node if step else 0
        lesson.frame(
            pruned_view(pruning, k), rows, caption=words.caption(pruning, k), event=words.event(pruning, k),
            node=node_id(pruning.tree[node].path), place=where(pruning.tree, node), says="" if step else one.says,
        )  # fmt: skip
    return lesson.walkthrough(
        "pruning", f"{pruning.data.title}: pruning", one.title, [pruning.procedure.code], words.RINGS, ticks=words.marks(pruning), meanings=words.MEANINGS,
        columns=tables.columns(pruning),
    )  # fmt: skip
