"""The walkthrough of a partition: a growth, and beside it the plane that each question cuts (docs/walkthrough.md)."""

from collections.abc import Sequence

from dtlearn.growing.steps import Steps
from dtlearn.trees.regions import middle
from dtlearn.views.plane.view import partition_view, slice_words
from dtlearn.views.stage.growth import growth_walkthrough
from dtlearn.views.stage.walkthrough import Pool, Walkthrough

_SHARED = ("axes", "both", "steps", "shapes", "hatches")  # of a plane view, what is the same in every frame


def partition_walkthrough(
    steps: Steps,
    free: Sequence[int] = (0, 1),
    held: Sequence[float] | None = None,
    algorithm: str = "",
    about: str = "",
    span: Sequence[tuple[float, float]] | None = None,
    one_in: int = 1,
    part: range | None = None,
) -> Walkthrough:
    """A growth with its plane as a document.

    free : one or two numeric features, those on the axes. held : (d,) where the slice lies in the others, by default in
    the middle of the data. algorithm, about : as for ``growth_walkthrough``. span : ends of the axes, by default what
    the data need. one_in : one point in so many is drawn. part : the frames to be held, as for ``growth_walkthrough``.
    Raises ValueError for an unknown algorithm, and as ``regions``.

    >>> from dtlearn import grow, load, ALGORITHMS
    >>> partition_walkthrough(grow(load("partition_2d"), ALGORITHMS["CART"]).steps())
    Walkthrough('Nine points in the plane': 8 frames)
    """
    tree, data = steps.trace.tree, steps.trace.data
    at = [float(value) for value in (middle(data) if held is None else held)]
    whole = partition_view(tree, data, free, at, span=span)
    lesson = growth_walkthrough(steps, algorithm, about, part, whole["scale"], brief=True).document
    regions, shown, faint = Pool(), {}, set()
    for k, frame in enumerate(lesson["frames"], lesson.get("first", 0)):
        step = steps[k]
        view = partition_view(tree, data, free, at, step.decided, step.done and step.done.i, span=span)
        now = {region["id"]: regions.put(_content(region)) for region in view["regions"]}
        out = {row for *_, solid, row in view["points"][::one_in] if not solid}
        frame["plane"] = {
            "regions": [number for i, number in now.items() if shown.get(i) != number],
            "faint": sorted(out - faint), "note": view["note"],
        }  # fmt: skip
        shown, faint = now, out
    return Walkthrough(lesson | {"kind": "partition", "plane": {name: whole[name] for name in _SHARED} | {
        "free": list(free), "held": at, "slice": slice_words(tree, free, at),
        "points": [[x, y, shade, row] for x, y, shade, _, row in whole["points"][::one_in]],
        "cuts": {cut["id"]: [cut[name] for name in ("axis", "at", "text", "label", "width")] for cut in whole["cuts"]},
        "regions": regions.values,
    }})  # fmt: skip


def _content(region: dict) -> dict:
    """What a box says; where it lies, its mark and its title follow from the rest."""
    return {name: value for name, value in region.items() if name not in ("box", "range", "mark", "title")}
