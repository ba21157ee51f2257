"""The page Forest in pictures: small trees with their samples, the importances."""

from collections.abc import Sequence

from dtlearn.data.dataset import Dataset
from dtlearn.forest.forest import Forest
from dtlearn.growing.errors import joined
from dtlearn.show.base.errors_chart import Figure, charted, figure
from dtlearn.show.base.palette import OUTLINES, SHADES, shade, shade_of
from dtlearn.show.base.text import fixed
from dtlearn.show.plane.svg import partition_svg
from dtlearn.show.plane.view import partition_view
from dtlearn.show.tree.sketch import shape, sketch_svg
from dtlearn.trees.tree import Tree

BAR = 34  # px of a sample's bars under a small tree


MOST_BARS = 260  # examples that can be told apart as bars


_BARS = """.dt-bag .in{stroke:#4a525c}.dt-bag .out{stroke:#c0334a}.dt-bag text{font:11px sans-serif;fill:#222831}
@media (prefers-color-scheme:dark){.dt-bag .in{stroke:#c4c9d0}.dt-bag .out{stroke:#ff7d87}.dt-bag text{fill:#fafafa}}"""


def spans(train: Dataset, test: Dataset) -> list[tuple[float, float]]:
    """Ends of both axes of the plane, or of the one feature's and the target's, wide enough for all examples."""
    return [(axis["lo"], axis["hi"]) for axis in _view(None, joined(train, test))["axes"]]


def _view(tree: Tree | None, data: Dataset, span: Sequence[tuple[float, float]] | None = None) -> dict:
    """The plane view of data with one numeric feature or two."""
    free = range(len(data.schema.features))
    return partition_view(tree, data, free, [0.0] * len(free), span=span)


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
        barmode="group",
        yaxis={"tickvals": list(range(len(order))), "ticktext": ticks},
        legend={"orientation": "h", "traceorder": "reversed", "y": 1, "yanchor": "bottom"},
        margin={"l": 10, "r": 50, "t": 60, "b": 30},
        height=140 + 46 * len(order),
        font={"size": 14},
        dragmode=False,
    )
    for name, values, colour, pattern in (
        ("rise of the test error when shuffled" + ", over the variance" * regression, means, "#D55E00", "/"),
        ("share of the impurity decrease", impurity, "#0072B2", ""),
    ):
        chart.add_bar(
            y=list(range(len(order))),
            x=[values[j] for j in order],
            name=name,
            orientation="h",
            marker={"color": colour, "pattern": {"shape": pattern}},
            text=[fixed(values[j]) for j in order],
            textposition="outside",
            cliponaxis=False,
            hovertemplate="%{x:.3f}<extra></extra>",
        )
    return chart
