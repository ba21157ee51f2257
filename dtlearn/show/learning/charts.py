"""What trees find easy and hard, in pictures: leaves against n, all functions at once,
the staircase of a slanted line."""

import re
from collections.abc import Mapping, Sequence
from math import log10, sqrt

from dtlearn.data.dataset import Dataset
from dtlearn.learning.concepts import MOST_FEATURES
from dtlearn.learning.cost_of_greed import MOST_BITS, Census, cells, closed_form, mean_leaves
from dtlearn.learning.slanted_line import Slanted
from dtlearn.show.base.errors_chart import Figure, figure
from dtlearn.show.base.text import many, whole
from dtlearn.show.learning.greed import CURVES
from dtlearn.show.learning.words import labels
from dtlearn.show.plane.svg import partition_svg
from dtlearn.show.plane.view import partition_view
from dtlearn.trees.tree import Tree

# Okabe and Ito; each line has its own dash and its own mark.
_LOOKS = {
    "parity": ("#D55E00", "square", "dash"),
    "majority": ("#CC79A7", "diamond", "dashdot"),
    "or": ("#0072B2", "circle", "solid"),
}
_ALL = ("#009E73", "x", "dot")
_KEEP = {"selected": {"marker": {"opacity": 1}}, "unselected": {"marker": {"opacity": 1}}}
_STILL = {"font": {"size": 13}, "dragmode": False, "hovermode": "closest"}
_TICKS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)


def leaves_figure(grown: Mapping[str, Sequence[int]], at: int | None) -> Figure:
    """Leaves against n on a logarithmic axis: formulas as lines, ID3's trees as marks.

    grown : function -> leaves of ID3's tree of 1, 2, ... bits; one that is missing is left out. at : the chosen n; None
        of a chart that asks, without the mean of all functions. A mark's customdata is (function, n), of the mean of
        all there is none.
    """
    xs = list(range(1, MOST_BITS + 1))
    chart = figure(
        xaxis={"tickvals": xs, "range": [0.6, MOST_BITS + 2.6], "title": "bits n", "zeroline": False},
        yaxis={"type": "log", "tickvals": _TICKS, "range": [0.2, log10(1400)], "title": "leaves (logarithmic axis)"},
        margin={"l": 60, "r": 10, "t": 10, "b": 45},
        height=400,
        **_STILL,
    )
    for name, (colour, symbol, dash) in _LOOKS.items():
        if name not in grown:
            continue
        chart.add_scatter(
            x=xs,
            y=[closed_form(name, n) for n in xs],
            mode="lines",
            line={"color": colour, "dash": dash, "width": 2.5},
            hoverinfo="skip",
            showlegend=False,
        )
        chart.add_scatter(
            x=xs,
            y=grown[name],
            name=CURVES[name],
            mode="markers",
            showlegend=False,
            cliponaxis=False,
            marker={"color": colour, "symbol": symbol, "size": 10, "opacity": 1},
            customdata=[(name, n) for n in xs],
            hovertemplate=f"{CURVES[name]} of %{{x}} bits: %{{y}} leaves<extra></extra>",
            **_KEEP,
        )
        chart.add_annotation(
            x=MOST_BITS,
            y=log10(closed_form(name, MOST_BITS)),
            text=CURVES[name],
            showarrow=False,
            xanchor="left",
            xshift=10,
            font={"size": 14},
        )
    if at is None:
        return chart
    chart.add_vline(x=at, line={"width": 24, "color": "rgba(128,136,146,.28)"}, layer="below")
    few = list(range(1, MOST_FEATURES + 1))
    chart.add_scatter(
        x=few,
        y=[float(mean_leaves(n)) for n in few],
        mode="lines+markers",
        line={"color": _ALL[0], "dash": _ALL[2], "width": 2},
        marker={"color": _ALL[0], "symbol": _ALL[1], "size": 9, "opacity": 1},
        showlegend=False,
        hovertemplate="all functions of %{x} bits: %{y:.2f} leaves on average<extra></extra>",
        **_KEEP,
    )
    chart.add_annotation(
        x=MOST_FEATURES,
        y=log10(float(mean_leaves(MOST_FEATURES))),
        text="mean of all functions",
        showarrow=True,
        ax=46,
        ay=44,
        font={"size": 14},
    )
    return chart


def census_figure(found: Census, asking: bool = False) -> Figure:
    """All functions by the leaves they need (across) and those ID3 grows (up); a bubble's customdata is its function.

    asking : the place of the bubbles alone.
    """
    every, most = cells(found), int(found.grown.max())
    crowded = len(every) > 30
    size, grow = (5, 2.4) if crowded else (9, 5)
    ticks = {"dtick": 1 if most < 10 else 2, "tick0": 2, "zeroline": False}
    chart = figure(
        xaxis={"range": [0.3, most + 0.9], "title": "leaves of a smallest tree", **ticks},
        yaxis={"range": [0.3, 1.17 * most + 0.8], "title": "leaves of ID3's tree", **ticks},
        margin={"l": 55, "r": 10, "t": 10, "b": 45},
        height=400,
        **_STILL,
    )
    chart.add_scatter(
        x=[1, most],
        y=[1, most],
        mode="lines",
        line={"color": "#808892", "dash": "dash", "width": 1.5},
        hoverinfo="skip",
        showlegend=False,
    )
    for greedy, colour, symbol in () if asking else ((False, "#0072B2", "circle"), (True, "#D55E00", "square")):
        some = [cell for cell in every if (cell.grown > cell.least) == greedy]
        said = [
            f"{whole(c.count)} function{'s' if c.count > 1 else ''}: ID3 {many(c.grown, 'leaf')}, needed {c.least}. "
            f"One of them: {labels(c.first, found.n)}"
            for c in some
        ]
        chart.add_scatter(
            x=[c.least for c in some],
            y=[c.grown for c in some],
            mode="markers" if crowded else "markers+text",
            showlegend=False,
            cliponaxis=False,
            text=[whole(c.count) for c in some],
            textposition="top center",
            textfont={"size": 13},
            marker={
                "color": colour,
                "symbol": symbol,
                "opacity": 0.85,
                "size": [size + grow * log10(c.count) for c in some],
            },
            customdata=[(c.first,) for c in some],
            hovertext=said,
            hovertemplate="%{hovertext}<extra></extra>",
            selected={"marker": {"opacity": 0.85}},
            unselected={"marker": {"opacity": 0.85}},
        )
    chart.add_annotation(
        x=most,
        y=0.15 * most,
        text="● on the line: as small as can be",
        showarrow=False,
        xanchor="right",
        font={"size": 14},
    )
    if asking or len(found.larger):
        chart.add_annotation(
            x=1, y=1.12 * most, text="■ above it: ID3 too large", showarrow=False, xanchor="left", font={"size": 14}
        )
    return chart


_FRAME = re.compile(r'<rect class="frame" x="([-\d.]+)" y="([-\d.]+)" width="([-\d.]+)" height="([-\d.]+)"')


def slope_svg(tree: Tree | None, data: Dataset, c: int, turned: bool, width: int) -> str:
    """A tree's partition of the square, as it is or turned, with the true boundary drawn over it;
    both axes have one scale.

    tree : None for the points alone.
    """
    ends = [(-0.05, 1.47), (-0.76, 0.76)] if turned else [(0.0, 1.0), (0.0, 1.0)]
    view = partition_view(tree, data, (0, 1), (0.0, 0.0), span=ends)
    wide, high = map(float, _FRAME.search(partition_svg(view, width, width, texts=False)).groups()[2:])
    drawn = partition_svg(
        view, width, round(width + wide - high), texts=False
    )  # both spans are equally long: the frame is a square
    left, top, wide, high = map(float, _FRAME.search(drawn).groups())

    def place(x: float, y: float) -> str:
        a, b = view["axes"]
        return (
            f"{left + (x - a['lo']) / (a['hi'] - a['lo']) * wide:.1f}"
            f" {top + (b['hi'] - y) / (b['hi'] - b['lo']) * high:.1f}"
        )

    c /= 100
    low, up = max(0.0, c - 1), min(1.0, c)
    corners = ((low, c - low), (up, c - up))
    square = ((0, 0), (1, 0), (1, 1), (0, 1))
    if turned:
        corners, square = ([((x + y) / sqrt(2), (y - x) / sqrt(2)) for x, y in some] for some in (corners, square))
    outline = f'<path class="square" d="M{"L".join(place(*p) for p in square)}Z"/>' if turned else ""
    line = f'<path class="slope" d="M{"L".join(place(*p) for p in corners)}"/>'
    style = """.dt-plane .slope{stroke:#c0334a;stroke-width:3.5px;stroke-dasharray:9 5}
    .dt-plane .square{fill:none;stroke:#808892;stroke-dasharray:3 3}
@media (prefers-color-scheme:dark){.dt-plane .slope{stroke:#ff7d87}}"""
    return drawn.replace("</style>", f"{style}</style>", 1).removesuffix("</svg>") + outline + line + "</svg>"


def slope_figure(series: Sequence[Slanted], m: int) -> Figure:
    """Leaves (left axis) and true error (right axis) against m, both logarithmic; customdata is m."""
    xs = [one.slant.m for one in series]
    most = max(one.tree.n_leaves for one in series)
    chart = figure(
        xaxis={"type": "log", "tickvals": xs, "title": "points m (logarithmic axes)", "zeroline": False},
        yaxis={"type": "log", "title": "leaves", "tickvals": _TICKS, "range": [0, max(1.8, log10(most) + 0.1)]},
        yaxis2={
            "type": "log",
            "title": "true error",
            "overlaying": "y",
            "side": "right",
            "showgrid": False,
            "tickvals": [0.01, 0.02, 0.05, 0.1, 0.2, 0.5],
            "range": [-2.2, 0],
        },
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0},
        margin={"l": 50, "r": 50, "t": 10, "b": 45},
        height=300,
        **_STILL,
    )
    chart.add_vline(x=m, line={"width": 22, "color": "rgba(128,136,146,.28)"}, layer="below")
    for name, ys, colour, symbol, dash, axis in (
        ("staircase: leaves", [one.tree.n_leaves for one in series], "#D55E00", "square", "solid", "y"),
        ("turned: leaves", [one.turned.n_leaves for one in series], "#0072B2", "circle", "dash", "y"),
        ("staircase: true error", [float(one.error) for one in series], "#CC79A7", "x", "dot", "y2"),
    ):
        chart.add_scatter(
            x=xs,
            y=ys,
            name=name,
            mode="lines+markers",
            yaxis=axis,
            cliponaxis=False,
            line={"color": colour, "dash": dash, "width": 2.5},
            marker={"color": colour, "symbol": symbol, "size": 10, "opacity": 1},
            customdata=[(x,) for x in xs],
            hovertemplate=f"{name}, m = %{{x}}: %{{y:.4~g}}<extra></extra>",
            **_KEEP,
        )
    return chart
