"""The words of exercises about regions."""

from fractions import Fraction

from dtlearn.show.base.text import listing
from dtlearn.show.practice.working import Grid, Hint, Words
from dtlearn.show.tree.view import tree_view
from dtlearn.teaching.grading import Blank, Exercise
from dtlearn.teaching.kinds.region import FREE, HIGH, boxes


def _point(exercise: Exercise) -> list[str]:
    features = exercise.trace.data.schema.features
    return [f"{f.name} = {f.text(x)}" for f, x in zip(features, exercise.rows[0], strict=True)]


def _bounds(exercise: Exercise) -> list[list[tuple[str, str]]]:
    """Of each region and feature the lower and the upper bound as text; "" where it is open."""
    features = exercise.trace.data.schema.features
    return [
        [tuple("" if abs(end) == float("inf") else features[j].text(end) for end in box.box[j]) for j in FREE]
        for box in boxes(exercise.trace.tree)
    ]


def _ask(exercise: Exercise) -> dict:
    features = exercise.trace.data.schema.features
    rows = []
    for letter, bounds in zip(exercise.blanks[0].options, _bounds(exercise), strict=True):
        told = []
        for f, (low, high) in zip(features, bounds, strict=True):
            told.append(
                " and ".join([*([f"{f.name} ≥ {low}"] if low else []), *([f"{f.name} < {high}"] if high else [])])
            )
        rows.append((letter, *(text or "any" for text in told)))
    return {
        "question": (f"A new example has {listing(_point(exercise))}. Into which region of the plane does it fall?",),
        "tables": (Grid("The regions that the tree cuts", ("Region", *(f.name for f in features)), tuple(rows)),),
        "tree": tree_view(exercise.trace.tree),
    }


def _picture(exercise: Exercise) -> dict:
    """The plane with its lettered regions, in shares of its sides, from the lower left."""
    names = [f.name for f in exercise.trace.data.schema.features]
    found = []
    for box in boxes(exercise.trace.tree):
        (x0, x1), (y0, y1) = (tuple(min(max(end, -1), HIGH + 1) for end in box.box[j]) for j in FREE)
        found.append([(end + 1) / (HIGH + 2) for end in (x0, x1, y0, y1)])
    ticks = [[str(t), (t + 1) / (HIGH + 2)] for t in range(0, HIGH + 1, 2)]
    return {"kind": "plane", "key": "region", "names": names, "ticks": ticks, "boxes": found, "instead": "tables"}


def _hints(exercise: Exercise) -> tuple[Hint, Hint]:
    tree = exercise.trace.tree
    how = (
        "Go down the tree with the example: each answer cuts away one side of the plane. x < t goes left, x ≥ t goes"
        " right."
    )
    first = f"The first split is {tree[0].split.title(tree.schema)}, and the example has {listing(_point(exercise))}."
    return ((how,), ()), ((first,), ())


def _remarks(exercise: Exercise) -> list[str]:
    blank = exercise.blanks[0]
    told = {row[0]: row[1:] for row in _ask(exercise)["tables"][0].rows}[blank.right]
    return [
        f"Region {blank.right} is {listing(text for text in told if text != 'any')}: {listing(_point(exercise))} lie"
        " in it."
    ]


def _sense(exercise: Exercise, blank: Blank, said: Fraction) -> str:
    """What the region that was chosen wants."""
    name, *wanted = _ask(exercise)["tables"][0].rows[int(said)]
    return (
        f"Region {name} is {listing(text for text in wanted if text != 'any')}. The example has"
        f" {listing(_point(exercise))}."
    )


WORDS = {
    "region": Words(
        "Find the region",
        _ask,
        _hints,
        remarks=_remarks,
        picture=_picture,
        sense=_sense,
        short="Which box does the point fall into?",
        tiny=[
            ("box", 16, 2, 64, 52, ""),
            ("line", 46, 2, 46, 54, ""),
            ("line", 46, 30, 80, 30, ""),
            ("mark", 62, 16, 1),
            ("text", 31, 33, "A"),
            ("text", 63, 48, "B"),
        ],
        mistakes={"exchanged_axes": "the two features are exchanged: the first runs to the right, the second upwards"},
    )
}
