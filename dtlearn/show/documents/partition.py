"""The walkthrough of a partition: a growth, and beside it the plane that each question cuts (docs/walkthrough.md)."""

from collections.abc import Sequence

from dtlearn.growing.steps import Steps
from dtlearn.show.documents.growth import growth_walkthrough
from dtlearn.show.documents.walkthrough import Interner, Walkthrough
from dtlearn.show.plane.view import box_content, note, partition_view, slice_words
from dtlearn.trees.regions import middle, slice_nodes
from dtlearn.trees.tree import Tree

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
    regions, slice_ = Interner(), _Slice(tree, free, at, steps.order)
    for k, frame in enumerate(lesson["frames"], lesson.get("first", 0)):
        step = steps[k]
        changed, missed = slice_.decide(step.n_decided)
        frame["plane"] = {
            "regions": [regions.put(box_content(tree[i], known, whole["scale"])) for i, known in changed],
            "faint": [row for row in missed if row % one_in == 0],
            "note": note(tree, len(data), slice_.here, step.done and step.done.i, free, slice_.met),
        }
    return Walkthrough(
        lesson
        | {
            "kind": "partition",
            "plane": (
                {name: whole[name] for name in _SHARED}
                | {
                    "free": list(free),
                    "held": at,
                    "slice": slice_words(tree, free, at),
                    "points": [[x, y, shade, row] for x, y, shade, _, row in whole["points"][::one_in]],
                    "cuts": {
                        cut["id"]: [cut[name] for name in ("axis", "at", "text", "label", "width")]
                        for cut in whole["cuts"]
                    },
                    "regions": regions.values,
                }
            ),
        }
    )


class _Slice:
    """The boxes of a slice while a tree grows in an order.

    met : the nodes that it meets. here : examples in its boxes.
    """

    def __init__(self, tree: Tree, free: Sequence[int], at: Sequence[float], order: Sequence[int]):
        self._tree, self._order, self._decided, self.here = tree, order, set(), len(tree.rows)
        self.met = {region.node: region for region in slice_nodes(tree, free, at)}
        self._places = {node: place for place, node in enumerate(self.met)}
        self._boxes: set[int] = {0}  # that are new

    def decide(self, n: int) -> tuple[list[tuple[int, bool]], list[int]]:
        """The first n nodes of the order are decided.

        Returns [(node, whether it is decided)] of the boxes that are new or say something else, in the order of the
        slice, and the rows that have left the slice, in order.
        """
        tree, boxes, rows = self._tree, self._boxes, []
        for node in self._order[len(self._decided) : n]:
            self._decided.add(node)
            if node not in self.met:
                continue
            boxes.add(node)
            if not self.met[node].end:
                boxes.remove(node)
                for child in tree[node].children:
                    if child.i in self.met:
                        boxes.add(child.i)
                    else:
                        rows += child.rows.tolist()
        self.here -= len(rows)
        self._boxes = set()
        return [(node, node in self._decided) for node in sorted(boxes, key=self._places.get)], sorted(rows)
