"""Size limits in pictures: small multiples, the lines of the errors."""

from collections.abc import Sequence
from html import escape
from itertools import pairwise
from math import log10

from dtlearn.data.dataset import Dataset, number
from dtlearn.growing.errors import LimitedTree, joined
from dtlearn.show.base.errors_chart import Labels, Line
from dtlearn.show.base.palette import LOOKS
from dtlearn.show.base.text import size_text
from dtlearn.show.plane.svg import partition_svg
from dtlearn.show.plane.view import partition_view
from dtlearn.show.tree.drawing import node_id
from dtlearn.show.tree.sketch import sketch_svg
from dtlearn.trees.tree import Tree
from pages.ui.limits.words import Limit, best_of, error_text, of

CLOSE = 0.04  # of an axis: neighbouring marks nearer than this hide each other


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


def errors_lines(limit: Limit, row: Sequence[LimitedTree]) -> list[Line]:
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


def errors_labels(limit: Limit, row: Sequence[LimitedTree], at: int) -> Labels:
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


# The picture of the tree on the stage, which steps without the server; what stands at those to come.
_HERE = """body[data-step="{k}"] .st-key-sl-one-{k}{{outline:3px solid var(--dt-accent);outline-offset:4px;
  border-radius:6px}}
body[data-step="{k}"] .st-key-sl-one-{k} a::before{{content:"▶ "}}
body[data-step="{k}"] .sl-from-{after}{{visibility:hidden}}"""
# On a phone a leaf alone has less height (chart.around.css).
_LONE = 'body[data-step="{k}"]{{--lone:120px}}'


def follows_the_step(row: Sequence[LimitedTree]) -> str:
    """The style of the small pictures, by the step that the page's body says."""
    rules = [_HERE.format(k=k, after=k + 1) for k in range(len(row))]
    return "".join(rules + [_LONE.format(k=k) for k, one in enumerate(row) if len(one.tree) == 1])


def errors_html(title: str, one: LimitedTree, k: int, best: bool) -> str:
    """A link to the tree at place k, its size and errors; its star, if it is a best one."""
    star, after = "<span class='sl-best'> ★</span>" * best, " ".join(f"sl-from-{i}" for i in range(k + 1))
    said = size_text(one.tree), f"training {error_text(one.train)}", f"held out {error_text(one.held)}{star}"
    return f'<a href="#step={k}" target="_self">{escape(title)}</a><p class="{after}">{"<br>".join(said)}</p>'
