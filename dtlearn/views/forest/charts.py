"""Forests in pictures: the shaded plane, a tree with its sample, small trees, the errors, the importances."""

import re
from base64 import b64encode
from collections.abc import Sequence

import numpy as np

from dtlearn.data.dataset import Dataset
from dtlearn.forest.forest import Forest
from dtlearn.forest.polls import Surface
from dtlearn.growing.errors import Part, joined
from dtlearn.views.base.errors_chart import Figure, Labels, Line, charted, errors_chart, figure, part_line
from dtlearn.views.base.palette import LOOKS
from dtlearn.views.base.text import error_text, fixed, many, ratio
from dtlearn.views.forest.words import BY, Curves
from dtlearn.views.plane.svg import partition_svg
from dtlearn.views.plane.view import partition_view
from dtlearn.views.size.overfitting_charts import shape

BAR = 34  # px of a sample's bars under a small tree
MOST_BARS = 260  # examples that can be told apart as bars
_BARS = """.dt-bag .in{stroke:#4a525c}.dt-bag .out{stroke:#d6336c}.dt-bag text{font:11px sans-serif;fill:#222831}
@media (prefers-color-scheme:dark){.dt-bag .in{stroke:#c4c9d0}.dt-bag .out{stroke:#ff6b9a}.dt-bag text{fill:#fafafa}}"""
_POINT = re.compile(r'(class="point)( faint)?(" transform="translate\([^)"]*\) scale\()\.8(\)")')


def spans(train: Dataset, test: Dataset) -> list[tuple[float, float]]:
    """Ends of both axes of the plane, wide enough for all examples."""
    axes = partition_view(None, joined(train, test), (0, 1), (0.0, 0.0))["axes"]
    return [(axis["lo"], axis["hi"]) for axis in axes]


def plane_view(
    found: Surface, train: Dataset, test: Dataset, n: int, by: str, at: Sequence[float], height: int
) -> dict:
    """The plane shaded by what the first n trees agree on, plain data for the component; with n = 0 points alone.

    cells, lead : bytes as text, for each cell the winning class and how much of ``most`` it has. border : a path in
    cells. points : (x, y, class, 0 training, 1 test, 2 test and wrong).
    """
    base = partition_view(None, joined(train, test), (0, 1), (0.0, 0.0))
    n_votes = by == "votes"
    cells = lead = b""
    border, wrong = "", np.zeros(len(test), bool)
    if n:
        winner, share = found.answer(n, by)
        cells = winner.astype(np.uint8).tobytes()
        lead = np.rint(share * (n if n_votes else 200)).astype(np.uint8).tobytes()
        border = _border(winner)
        wrong = found.forest.first(n).predict(test.X, by) != test.y
    m = len(train)
    kinds = [0] * m + [2 if bad else 1 for bad in wrong.tolist()]
    strong = "the trees agree" if n_votes else "a large mean probability"
    says = f"Strong colour: {strong}. Line: where the answer changes."
    return {name: base[name] for name in ("axes", "classes", "colours", "signs", "shapes", "hatches")} | {
        "side": found.side, "height": height, "n": n, "by": by,
        "most": max(n, 1) if n_votes else 200, "cells": b64encode(cells).decode(), "lead": b64encode(lead).decode(),
        "border": border, "points": [[x, y, k, kinds[row]] for x, y, k, _, row in base["points"]], "at": list(at),
        "label": f"The plane, shaded by the {BY[by].lower()} of {n} trees. Arrow keys move the point, a click sets it.",
        "says": says if n else "No tree has voted. Click sets the point to vote on.",
    }  # fmt: skip


def _border(winner: np.ndarray) -> str:
    """A path along the sides of cells where the answer changes; cells count from the top left corner."""
    up = winner[::-1]
    across, down = np.nonzero(up[:, 1:] != up[:, :-1]), np.nonzero(up[1:] != up[:-1])
    parts = [f"M{x + 1} {y}v1" for y, x in zip(*(a.tolist() for a in across), strict=True)]
    parts += [f"M{x} {y + 1}h1" for y, x in zip(*(a.tolist() for a in down), strict=True)]
    return "".join(parts)


def tree_plane(forest: Forest, t: int, span: Sequence[tuple[float, float]], width: int, height: int) -> str:
    """The partition of tree t with its sample: the larger a point, the oftener it was drawn; faint ones were left out."""
    view = partition_view(forest.trees[t], forest.data, (0, 1), (0.0, 0.0), span=span)
    drawn = partition_svg(view, width, height, texts=False)
    times = iter([int(forest.bag[t, point[4]]) for point in view["points"]])

    def sized(match: re.Match) -> str:
        n = next(times)
        return f"{match[1]}{'' if n else ' faint'}{match[3]}{0.6 + 0.25 * min(n, 4):g}{match[4]}"

    return _POINT.sub(sized, drawn)


def small(forest: Forest, t: int, span: Sequence[tuple[float, float]] | None) -> str:
    """Tree t small: its partition where there is a plane, else its shape; below, how often each example was drawn."""
    width, height = 200, 120
    if span:
        view = partition_view(forest.trees[t], forest.data, (0, 1), (0.0, 0.0), span=span)
        above = partition_svg(view | {"points": []}, width, height, axes=False, texts=False)
    else:
        above = shape(forest.trees[t], width, height)
    bars = _bars(forest.bag[t].tolist(), width) if forest.settings.bootstrap and len(forest.data) <= MOST_BARS else ""
    tall = height + (BAR if bars else 0)
    below = f'<g transform="translate(0 {height + 3})">{bars}</g>' if bars else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="dt-bag" width="{width}" height="{tall}" '
        f'viewBox="0 0 {width} {tall}"><style>{_BARS}</style>{above}{below}</svg>'
    )


def _bars(bag: Sequence[int], width: int) -> str:
    """A bar for each example, as high as it was drawn often; a stroke below the line for one left out."""
    step, base = width / len(bag), BAR - 12
    unit = (base - 2) / max(*bag, 4)
    inside = "".join(f"M{(i + 0.5) * step:.1f} {base}v-{n * unit:.1f}" for i, n in enumerate(bag) if n)
    out = "".join(f"M{(i + 0.5) * step:.1f} {base + 2}v6" for i, n in enumerate(bag) if not n)
    thick = f"{max(step * 0.8, 0.6):.2f}"
    return f'<path class="in" stroke-width="{thick}" d="{inside}"/><path class="out" stroke-width="{thick}" d="{out}"/>'


def errors_figure(found: Curves, n: int) -> Figure:
    """The errors against the number of trees, n of which have voted; a point's customdata is its place."""
    trees = found.sizes["trees"]

    def line(part: Part) -> Line:
        return part_line(part, trees, range(len(found)), lambda k: f"{part.name} {error_text(part, k)}")

    says = [f"one tree {ratio(found.one, found.test.of)}"] * len(found)
    one = Line("one tree", trees, [found.one / found.test.of] * len(found), says, LOOKS["one tree"])
    return errors_chart([one, *map(line, found.parts)], (n - 1,), Labels(
        "trees", (1, trees[-1]), many(n, "tree"), together=True,
    ), 320)  # fmt: skip


def importances_figure(names: Sequence[str], impurity: Sequence[float], shuffled: Sequence[Sequence[float]]) -> Figure:
    """Two bars a feature: its share of the impurity decrease, and how much the test error rises without its values."""
    order = sorted(range(len(names)), key=lambda j: impurity[j])
    means = [sum(run[j] for run in shuffled) / len(shuffled) for j in range(len(names))]
    ticks = [charted(" ".join(names[j].split())[:28]) for j in order]
    chart = figure(
        barmode="group", yaxis={"tickvals": list(range(len(order))), "ticktext": ticks}, legend={"orientation": "h", "traceorder": "reversed", "y": 1, "yanchor": "bottom"},
        margin={"l": 10, "r": 50, "t": 60, "b": 30}, height=140 + 46 * len(order), font={"size": 14}, dragmode=False,
    )  # fmt: skip
    for name, values, colour, pattern in (
        ("rise of the test error when shuffled", means, "#D55E00", "/"),
        ("share of the impurity decrease", impurity, "#0072B2", ""),
    ):
        chart.add_bar(
            y=list(range(len(order))), x=[values[j] for j in order], name=name, orientation="h",
            marker={"color": colour, "pattern": {"shape": pattern}}, text=[fixed(values[j]) for j in order],
            textposition="outside", cliponaxis=False, hovertemplate="%{x:.3f}<extra></extra>",
        )  # fmt: skip
    return chart
