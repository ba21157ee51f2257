"""Size limits in pictures: small multiples, the lines of the errors."""

from collections.abc import Sequence
from itertools import pairwise
from math import log10

from dtlearn.data.dataset import Dataset, number
from dtlearn.growing.errors import Sized, joined
from dtlearn.trees.split import Kind
from dtlearn.trees.tree import Tree
from dtlearn.views.base.errors_chart import Labels, Line
from dtlearn.views.base.palette import LOOKS
from dtlearn.views.base.text import size_text
from dtlearn.views.plane.svg import partition_svg
from dtlearn.views.plane.view import partition_view
from dtlearn.views.size.limits import Limit, best_of, error_text, of
from dtlearn.views.tree.drawing import node_id
from dtlearn.views.tree.layout import tidy

CLOSE = 0.04  # of an axis: neighbouring marks nearer than this hide each other
_SKETCH = """.dt-sketch .edge{stroke:#808892;stroke-width:1.3px;fill:none}.dt-sketch .split{fill:#808892}
.dt-sketch .way{stroke:#222831;stroke-width:4px;fill:none}
.dt-sketch .leaf{stroke:#222831;stroke-width:.8px}.dt-sketch .paper{fill:#fff}
@media (prefers-color-scheme:dark){.dt-sketch .paper{fill:#171614}.dt-sketch .leaf,.dt-sketch .way{stroke:#fafafa}}"""


def plane(train: Dataset, held: Dataset, tree: Tree) -> dict:
    """The plane view of a tree with its training examples, its axes wide enough for the held-out ones."""
    view = partition_view(
        tree, joined(train, held), range(len(train.schema.features)), [0.0] * len(train.schema.features)
    )
    return view | {"points": [point for point in view["points"] if point[4] < len(train)]}


def thumbnail(train: Dataset, held: Dataset, tree: Tree, width: int = 220, height: int = 160) -> str:
    """Partition above, tree below, as one self-contained ``<svg>`` element."""
    view, tall = plane(train, held, tree), height // 2
    above = partition_svg(view, width, height, axes=False, texts=False)
    below = sketch_svg(tree, view | {"cls": _looks(tree, view)}, width, tall)
    below = below.replace("<svg ", f'<svg y="{height + 4}" ', 1)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height + 4 + tall}" '
        f'viewBox="0 0 {width} {height + 4 + tall}">{above}{below}</svg>'
    )


def sketch_svg(tree: Tree, view: dict, width: int, height: int) -> str:
    """The shape of a tree without a word: a dot for every question, the sign of its class for every leaf.

    view : cls, for the leaves' numbers; shapes and colours, by cls; lit, ids of nodes on a way, if there is one.
    """
    size = 12
    centres = tidy([[child.i for child in node.children] for node in tree], [size] * len(tree), 3)
    deepest, wide = max(int(tree.depth.max()), 1), max(centres) + size / 2
    k = min(1.0, (width - 12) / wide)
    left, drop = (width - wide * k) / 2, min(26.0, (height - 18) / deepest)
    at = [(round(left + x * k, 1), round(9 + int(d) * drop, 1)) for x, d in zip(centres, tree.depth, strict=True)]
    edges, marks, way, lit = [], [], [], view.get("lit", ())
    scale, kinds = max(0.35, min(1.0, k * 1.2)), tree.kind.tolist()
    for node, (x, y) in zip(tree, at, strict=True):
        if node.i:
            x0, y0 = at[int(tree.parent[node.i])]
            (way if lit and node_id(node.path) in lit else edges).append(f"M{x0:g} {y0:g}L{x:g} {y:g}")
        look = view["cls"].get(node.i)
        if kinds[node.i] != Kind.NONE:
            marks.append(f'<circle class="split" cx="{x:g}" cy="{y:g}" r="{round(3.2 * scale, 1):g}"/>')
        elif look is not None:
            marks.append(
                f'<path class="leaf" transform="translate({x:g} {y:g}) scale({round(scale, 2):g})" '
                f'd="{view["shapes"][look]}" fill="{view["colours"][look]}"/>'
            )
    walked = f'<path class="way" d="{"".join(way)}"/>' if way else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="dt-sketch" role="img" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}"><title>Tree with {size_text(tree)}</title><style>{_SKETCH}</style>'
        f'<rect class="paper" width="{width}" height="{height}" rx="6"/>'
        f'<path class="edge" d="{"".join(edges)}"/>{walked}{"".join(marks)}</svg>'
    )


def _looks(tree: Tree, view: dict) -> dict[int, int]:
    """Leaf -> its cls in a plane view; those that the plane does not meet are not there."""
    looks = {region["id"]: region["cls"] for region in view["regions"]}
    return {node.i: looks[name] for node in tree if (name := node_id(node.path)) in looks}


def _places(values: Sequence[float]) -> tuple[list[float], str]:
    """Where the values of a limit stand on an axis, and what the axis says of itself.

    >>> _places([0, 1, 2, 3, 4, 5, 6, 8])
    ([0, 1, 2, 3, 4, 5, 6, 8], '')
    >>> _places([1000, 10, 1]), _places([0, 1, 1000])
    (([3.0, 1.0, 0.0], ', log scale'), ([0, 1, 2], ', not to scale'))
    """
    logs = [log10(v) for v in values] if min(values) > 0 else []
    for places, said in ((list(values), ""), (logs, ", log scale")):
        if places and all(abs(a - b) > CLOSE * abs(places[-1] - places[0]) for a, b in pairwise(places)):
            return places, said
    return list(range(len(values))), ", not to scale"


def errors_lines(limit: Limit, row: Sequence[Sized]) -> list[Line]:
    """Training and held-out error against the limit, small trees at the left; a point's go is its place in the row.

    Where a true axis would crowd the values, it is logarithmic, or it says that it is none (``errors_labels``).
    """
    places, _ = _places([one.value for one in row])

    def line(name: str, parts: list, errors: list[float], spread: Sequence[float] = ()) -> Line:
        says = [
            f"{of(limit, one.value)}, {size_text(one.tree)}<br>{name} {error_text(part)}"
            for one, part in zip(row, parts, strict=True)
        ]
        return Line(name, places, errors, says, LOOKS[name], [(k,) for k in range(len(row))], spread)

    return [
        line("training", [one.train for one in row], [one.train_error for one in row]),
        line("held out", [one.held for one in row], [one.held_error for one in row], [one.held_spread for one in row]),
    ]


def errors_labels(limit: Limit, row: Sequence[Sized], at: int) -> Labels:
    """What stands at the lines; the present value is marked."""
    places, scale = _places([one.value for one in row])
    best = best_of(row)[0]
    return Labels(
        f"{limit.short.rstrip(' ≤≥')} ({limit.field}){scale}",
        (places[0], places[-1]),
        of(limit, row[at].value),
        ticks={"tickvals": places, "ticktext": [number(one.value) for one in row]},
        notes=[(places[best], row[best].held_error, "smallest")],
    )
