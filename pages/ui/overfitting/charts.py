"""Overfitting in pictures: the lines of the errors against the size, where trees overfit, the shape of a tree."""

from collections.abc import Collection
from dataclasses import replace

from dtlearn.growing.errors import Losses, TreeSequence
from dtlearn.show.base.errors_chart import FEW, Labels, Line, part_line
from dtlearn.show.base.text import error_value, spread_value
from dtlearn.show.tree.sketch import shape
from dtlearn.show.tree.svg import PAD, tree_svg
from dtlearn.show.tree.view import tree_view
from pages.ui.overfitting.three_ways import Way
from pages.ui.overfitting.words import size_text

READABLE = 9  # nodes of a tree that can be read in a third of the page


def errors_lines(series: TreeSequence) -> list[Line]:
    """Training, test and true error against the size; a point's go is its place in the series."""

    def line(part: Losses) -> Line:
        spread = [f" ± {spread_value(part, k)}" if part.squares else "" for k in range(len(series))]
        return part_line(
            part,
            series.sizes["nodes"],
            range(len(series)),
            lambda k: f"{part.name} {error_value(part, k)}{spread[k]}",
        )

    def thinned(found: Line) -> Line:
        """A bar where a mark is: fifty would hide the curves."""
        few = len(found.x) <= FEW
        return replace(found, spread=[s if few or not k % 10 else 0.0 for k, s in enumerate(found.spread)])

    return [thinned(line(part)) for part in series.parts]


def errors_labels(series: TreeSequence, at: int, floor: float = 0.0) -> Labels:
    """What stands at the lines. floor : share of wrong labels, which no tree can be expected to beat."""
    sizes, rival = series.sizes["nodes"], series.rival(at)
    noise = f"{round(100 * floor)} % label noise" if series.judge is series.test else f"best possible: {floor:.2f}"
    return Labels(
        "nodes of the tree",
        (sizes[0], sizes[-1]),
        size_text(series, at),
        rival=None if rival is None else (sizes[rival], size_text(series, rival)),
        levels=[(floor, noise)] if floor else (),
    )


def shaded(series: TreeSequence) -> str:
    """What the shade means."""
    return f"shaded: these {'hardly ' if series.hair() else ''}overfit"


def bands(series: TreeSequence) -> list[tuple[float, float]]:
    """(from, to) of the sizes whose trees overfit, from half-way to the neighbours."""
    sizes, last = series.sizes["nodes"], len(series) - 1
    return [
        (
            (sizes[a - 1] + sizes[a]) / 2,
            (sizes[b] + sizes[b + 1]) / 2 if b < last else sizes[b] + (sizes[b] - sizes[b - 1]) / 2,
        )
        for a, b in series.regions()
    ]


def small(way: Way, width: int, height: int, lit: Collection[str] = ()) -> str:
    """A tree beside others: with its words as far as they can be read, else its shape. lit : as for ``shape``."""
    if len(way.tree) > READABLE:
        return shape(way.tree, width, height, lit)
    view = tree_view(way.tree) | {"lit": lit}
    x, y = (max(0, (room - view[side] - 2 * PAD) / 2) for room, side in ((width, "width"), (height, "height")))
    wide, tall = (max(room, view[side] + 2 * PAD) for room, side in ((width, "width"), (height, "height")))
    inner = tree_svg(view).replace("<svg ", f'<svg x="{x:g}" y="{y:g}" ', 1)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:g}" height="{tall:g}" viewBox="0 0 {wide:g}'
        f' {tall:g}">{inner}</svg>'
    )
