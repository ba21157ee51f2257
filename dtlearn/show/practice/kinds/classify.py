"""The words of exercises about classifying."""

from fractions import Fraction

from dtlearn.show.base.text import place
from dtlearn.show.practice import tiny
from dtlearn.show.practice.working import Grid, Hint, Words, things
from dtlearn.show.tree.view import tree_view
from dtlearn.teaching.grading import Blank, Exercise


def _ask(exercise: Exercise) -> dict:
    features = exercise.trace.data.schema.features
    rows = tuple(
        (str(i), *(f.text(x) for f, x in zip(features, row, strict=True)))
        for i, row in enumerate(exercise.rows, start=1)
    )
    new = Grid(f"New {exercise.world.things[1]}", ("Example", *(f.name for f in features)), rows)
    asked = (
        f"Which value of “{exercise.trace.data.schema.target}” does it predict for each of these {len(rows)} new"
        f" {exercise.world.things[1]}?"
    )
    return {
        "question": (f"This tree was grown on {things(exercise, len(exercise.trace.data))}. {asked}",),
        "tables": (new,),
        "tree": tree_view(exercise.trace.tree),
    }


def _hints(exercise: Exercise) -> tuple[Hint, Hint]:
    tree, split = exercise.trace.tree, exercise.trace.tree[0].split
    title, feature = split.title(tree.schema), tree.schema.features[split.feature]
    how = (
        "Start at the root, answer its question for the example and follow that branch; do the same at each node"
        " until you reach a leaf."
    )
    here = [feature.text(row[split.feature]) for row in exercise.rows]
    first = [f"Example {i} first meets the question {title}: its value is {v}." for i, v in enumerate(here, start=1)]
    thresholds = any(f.numeric for f in tree.schema.features)
    return ((f"{how}{' x < t goes left, x ≥ t goes right.' * thresholds}",), ()), (tuple(first), ())


def _remarks(exercise: Exercise) -> list[str]:
    tree = exercise.trace.tree
    leaves = [tree[i] for i in tree.apply(exercise.rows).tolist()]
    return [f"Example {i}: {place(leaf)}, so {leaf.label}." for i, leaf in enumerate(leaves, start=1)]


_MISTAKES = {
    "edge": "x = t goes left. Here x < t goes left and x = t goes right (E34; scikit-learn sends it left)",
    "majority": "you take the majority of all examples at the root. The leaf that the example reaches decides",
}


def _sense(exercise: Exercise, blank: Blank, said: Fraction) -> str:
    """Where its path begins."""
    split, row = exercise.trace.tree[0].split, exercise.rows[int(blank.key)]
    feature = exercise.trace.tree.schema.features[split.feature]
    return f"Follow it again: {blank.label} has {feature.name} = {feature.text(row[split.feature])} at the root."


WORDS = {
    "classify": Words(
        "Classify",
        _ask,
        _hints,
        remarks=_remarks,
        mistakes=_MISTAKES,
        sense=_sense,
        short="What does the tree predict for a new example?",
        tiny=[*tiny.tree("", "bold", "bold", ""), ("mark", 48, 7, 1), ("text", 56, 53, "?")],
    )
}
