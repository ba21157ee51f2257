"""Forests in pictures: the shaded plane, a tree with its sample, small trees, the errors, the importances."""

import re
from base64 import b64encode
from collections.abc import Sequence

import numpy as np

from dtlearn.data.dataset import Dataset, significant
from dtlearn.forest.forest import Forest
from dtlearn.forest.polls import Surface
from dtlearn.growing.errors import Part, joined
from dtlearn.trees.tree import Tree
from dtlearn.views.base.errors_chart import Figure, Labels, Line, charted, errors_chart, figure, part_line
from dtlearn.views.base.palette import LOOKS, SHADES, shade, shade_of
from dtlearn.views.base.text import fixed, many
from dtlearn.views.forest.words import BY, Curves, error_of, lost_text
from dtlearn.views.plane.svg import partition_svg
from dtlearn.views.plane.view import OUTLINES, partition_view
from dtlearn.views.size.limit_charts import sketch_svg
from dtlearn.views.size.overfitting_charts import shape

BAR = 34  # px of a sample's bars under a small tree
MOST_POINTS = 800  # of each part in the picture of a line
MOST_BARS = 260  # examples that can be told apart as bars
_BARS = """.dt-bag .in{stroke:#4a525c}.dt-bag .out{stroke:#d6336c}.dt-bag text{font:11px sans-serif;fill:#222831}
@media (prefers-color-scheme:dark){.dt-bag .in{stroke:#c4c9d0}.dt-bag .out{stroke:#ff6b9a}.dt-bag text{fill:#fafafa}}"""
_POINT = re.compile(r'(class="point)( faint)?(" transform="translate\([^)"]*\) scale\()\.8(\)")')


def spans(train: Dataset, test: Dataset) -> list[tuple[float, float]]:
    """Ends of both axes of the plane, or of the one feature's and the target's, wide enough for all examples."""
    return [(axis["lo"], axis["hi"]) for axis in _view(None, joined(train, test))["axes"]]


def scale_of(train: Dataset, test: Dataset) -> dict | None:
    """The colour scale of the targets, as ``partition_view`` answers it; None for classes."""
    if not train.schema.regression:
        return None
    y = np.concatenate([train.y, test.y])
    lo, hi = float(y.min()), float(y.max())
    return {"lo": lo, "hi": hi, "texts": [significant(lo), significant(hi)], "name": train.schema.target}


def _view(tree: Tree | None, data: Dataset, span: Sequence[tuple[float, float]] | None = None) -> dict:
    """The plane view of data with one numeric feature or two."""
    free = range(len(data.schema.features))
    return partition_view(tree, data, free, [0.0] * len(free), span=span)


def plane_view(
    found: Surface, train: Dataset, test: Dataset, n: int, by: str, at: Sequence[float], height: int
) -> dict:
    """The plane shaded by what the first n trees agree on, plain data for the component; with n = 0 points alone.

    cells, lead : bytes as text, for each cell the winning class and how much of ``most`` it has; in regression the colour
    of the mean, and means : the mean of each cell in words. border : a path in cells. points : (x, y, class, 0 training,
    1 test, 2 test and wrong); in regression all are filled, and the test examples' shapes and colours follow the others'.
    """
    draw = _means_view if train.schema.regression else _votes_view
    return draw(found, train, test, n, by) | {
        "side": found.side, "height": height, "n": n, "by": by, "at": list(at),
    } | ({} if n else {"says": "No tree has voted. Click sets the point to vote on."})  # fmt: skip


def _votes_view(found: Surface, train: Dataset, test: Dataset, n: int, by: str) -> dict:
    base, n_votes = _view(None, joined(train, test)), by == "votes"
    cells = lead = b""
    border, wrong = "", np.zeros(len(test), bool)
    if n:
        winner, share = found.answer(n, by)
        cells = winner.astype(np.uint8).tobytes()
        lead = np.rint(share * (n if n_votes else 200)).astype(np.uint8).tobytes()
        border = _border(winner)
        wrong = found.forest.first(n).predict(test.X, by) != test.y
    kinds = [0] * len(train) + [2 if bad else 1 for bad in wrong.tolist()]
    strong = "the trees agree" if n_votes else "a large mean probability"
    return {name: base[name] for name in ("axes", "classes", "colours", "signs", "shapes", "hatches")} | {
        "most": max(n, 1) if n_votes else 200, "cells": b64encode(cells).decode(), "lead": b64encode(lead).decode(),
        "border": border, "points": [[x, y, k, kinds[row]] for x, y, k, _, row in base["points"]], "means": [],
        "label": f"The plane, shaded by the {BY[by].lower()} of {n} trees. Arrow keys move the point, a click sets it.",
        "says": f"Strong colour: {strong}. Line: where the answer changes.",
    }  # fmt: skip


def _means_view(found: Surface, train: Dataset, test: Dataset, n: int, by: str) -> dict:
    base, m, means, cells = _view(None, joined(train, test)), len(train), [], b""
    lo, hi = base["scale"]["lo"], base["scale"]["hi"]
    if n:
        means = found.mean(n).reshape(-1).tolist()
        cells = bytes(shade_of(mean, lo, hi) for mean in means)
    return {name: base[name] for name in ("axes", "classes", "signs", "hatches")} | {
        "colours": base["colours"] * 2, "shapes": base["shapes"] + [OUTLINES[3]] * SHADES,
        "most": 1, "cells": b64encode(cells).decode(), "lead": "", "border": "",
        "points": [[x, y, k + (row >= m) * SHADES, 0] for x, y, k, _, row in base["points"]],
        "means": [f"f(x) = {significant(mean)}" for mean in means],
        "label": f"The plane, shaded by the mean of {n} trees. Arrow keys move the point, a click sets it.",
        "says": "Colour: the mean f(x); of a point its own target.",
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
    view = _view(forest.trees[t], forest.data, span)
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
        view = _view(forest.trees[t], forest.data, span)
        above = partition_svg(view | {"points": []}, width, height, axes=False, texts=False)
    else:
        above = _shape(forest.trees[t], forest.data, width, height)
    bars = _bars(forest.bag[t].tolist(), width) if forest.settings.bootstrap and len(forest.data) <= MOST_BARS else ""
    tall = height + (BAR if bars else 0)
    below = f'<g transform="translate(0 {height + 3})">{bars}</g>' if bars else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="dt-bag" width="{width}" height="{tall}" '
        f'viewBox="0 0 {width} {tall}"><style>{_BARS}</style>{above}{below}</svg>'
    )


def _shape(tree: Tree, data: Dataset, width: int, height: int) -> str:
    """The tree without a word; in regression its leaves have the colours of their means."""
    if not data.schema.regression:
        return shape(tree, width, height)
    lo, hi = float(data.y.min()), float(data.y.max())
    looks = {
        "cls": {i: shade_of(value, lo, hi) for i, value in enumerate(tree.value.tolist())},
        "shapes": [OUTLINES[0]] * SHADES,
        "colours": [shade(k) for k in range(SHADES)],
    }
    return sketch_svg(tree, looks, width, height)


def _bars(bag: Sequence[int], width: int) -> str:
    """A bar for each example, as high as it was drawn often; a stroke below the line for one left out."""
    step, base = width / len(bag), BAR - 12
    unit = (base - 2) / max(*bag, 4)
    inside = "".join(f"M{(i + 0.5) * step:.1f} {base}v-{n * unit:.1f}" for i, n in enumerate(bag) if n)
    out = "".join(f"M{(i + 0.5) * step:.1f} {base + 2}v6" for i, n in enumerate(bag) if not n)
    thick = f"{max(step * 0.8, 0.6):.2f}"
    return f'<path class="in" stroke-width="{thick}" d="{inside}"/><path class="out" stroke-width="{thick}" d="{out}"/>'


def errors_lines(found: Curves) -> list[Line]:
    """The errors against the number of trees; a point's go is its place."""
    trees = found.sizes["trees"]

    def line(part: Part) -> Line:
        return part_line(part, trees, range(len(found)), lambda k: f"{part.name} {error_of(part, k)}")

    says = [f"one tree {lost_text(found.one, found.test.of)}"] * len(found)
    one = Line("one tree", trees, [found.one / found.test.of] * len(found), says, LOOKS["one tree"])
    return [one, *map(line, found.parts)]


def errors_labels(found: Curves, n: int) -> Labels:
    """What stands at the lines; n trees have voted."""
    return Labels("trees", (1, found.sizes["trees"][-1]), many(n, "tree"), found.what, together=True)


def errors_figure(found: Curves, n: int) -> Figure:
    """The errors against the number of trees, n of which have voted; a point's customdata is its place."""
    return errors_chart(errors_lines(found), (n - 1,), errors_labels(found, n), 320)


def line_figure(forest: Forest, one: Tree, test: Dataset, n: int, at: float, height: int) -> Figure:
    """f(x), the mean of the first n trees, the last of them and one tree on all examples, along the one feature.

    at : the value that is asked about.
    """
    train, (lo, hi) = forest.data, spans(forest.data, test)[0]
    name, target = train.schema.features[0].name, train.schema.target
    along = np.linspace(lo, hi, 401)
    lines = []
    if n:
        says = forest.first(n).votes(along[:, None])
        lines = [("one tree", one.predict(along[:, None]), "#808892", "dash", 1.5)]
        lines += [(f"tree {n}", says[-1], "#E69F00", "solid", 1.5)] * (n > 1)
        lines += [("f(x)", says.mean(axis=0), "#D55E00", "solid", 4)]
    chart = figure(
        xaxis={"title": _plain(name), "zeroline": False}, yaxis={"title": _plain(target), "zeroline": False},
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0, "font": {"size": 12}}, showlegend=True,
        margin={"l": 55, "r": 10, "t": 10, "b": 50}, height=height, font={"size": 14}, dragmode=False,
    )  # fmt: skip
    chart.add_vline(x=at, line={"width": 2, "dash": "dot", "color": "#d6336c"})
    for said, part, symbol in (("training", train, "circle"), ("test", test, "diamond-open")):
        some = slice(None, None, -(-len(part) // MOST_POINTS))
        chart.add_scatter(x=part.X[some, 0].tolist(), y=part.y[some].tolist(), name=said, mode="markers",
                          marker={"symbol": symbol, "color": "#0072B2", "size": 8},
                          hovertemplate=f"{said}: %{{y}}<extra></extra>")  # fmt: skip
    for said, values, colour, dash, width in lines:
        chart.add_scatter(x=along.tolist(), y=values.tolist(), name=said, mode="lines",
                          line={"color": colour, "dash": dash, "width": width},
                          hovertemplate=f"{said}: %{{y:.4g}}<extra></extra>")  # fmt: skip
    return chart


def _plain(name: str) -> str:
    """A name as plotly takes it: nothing in it is markup."""
    return charted(" ".join(name.split())[:28])


def importances_figure(
    names: Sequence[str], impurity: Sequence[float], shuffled: Sequence[Sequence[float]], regression: bool = False
) -> Figure:
    """Two bars a feature: its share of the impurity decrease, and how much the test error rises without its values.

    In regression the rises are shares of the targets' variance.
    """
    order = sorted(range(len(names)), key=lambda j: impurity[j])
    means = [sum(run[j] for run in shuffled) / len(shuffled) for j in range(len(names))]
    ticks = [_plain(names[j]) for j in order]
    chart = figure(
        barmode="group", yaxis={"tickvals": list(range(len(order))), "ticktext": ticks}, legend={"orientation": "h", "traceorder": "reversed", "y": 1, "yanchor": "bottom"},
        margin={"l": 10, "r": 50, "t": 60, "b": 30}, height=140 + 46 * len(order), font={"size": 14}, dragmode=False,
    )  # fmt: skip
    for name, values, colour, pattern in (
        ("rise of the test error when shuffled" + ", over the variance" * regression, means, "#D55E00", "/"),
        ("share of the impurity decrease", impurity, "#0072B2", ""),
    ):
        chart.add_bar(
            y=list(range(len(order))), x=[values[j] for j in order], name=name, orientation="h",
            marker={"color": colour, "pattern": {"shape": pattern}}, text=[fixed(values[j]) for j in order],
            textposition="outside", cliponaxis=False, hovertemplate="%{x:.3f}<extra></extra>",
        )  # fmt: skip
    return chart
