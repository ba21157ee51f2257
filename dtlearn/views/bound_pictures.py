"""The bound (18.1) in a picture: error, penalty and their sum against the size of the tree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log10
from typing import TYPE_CHECKING

from dtlearn.views.bound import WAYS, Row, Terms, share_text, size_text
from dtlearn.views.text import fixed

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

# Okabe and Ito; each line has its own dash and its own mark too.
_LOOKS = {
    "greedy": ("#D55E00", "circle", "dash"), "pruned": ("#009E73", "square", "dashdot"),
    "exact": ("#0072B2", "diamond", "solid"), "known": ("#0072B2", "diamond", "solid"),
}  # fmt: skip
_ERROR, _PENALTY, _TRUE = ("#E69F00", "triangle-down", "dot"), ("#CC79A7", "dot"), ("#56B4E9", "x", "longdash")
WIDE = 63  # nodes from which on the axis is logarithmic


def bound_figure(
    rows: Sequence[Row], terms: Terms, way: str, k: int, height: int, more: Mapping[str, tuple[int, int]] | None = None
) -> Figure:
    """Training error, penalty and bound of one way's trees, the bounds of the others, all against n.

    k : the tree that is shown, marked. more : further trees by name, (n, n_wrong).
    A point's customdata is (what hovering says, its way, its place); of a line without trees there is none.
    """
    from plotly.graph_objects import Figure

    figure, row = Figure(), next(row for row in rows if row.way == way)
    last, log = max(row.n[-1] for row in rows), max(row.n[-1] for row in rows) > WIDE
    figure.add_vline(x=row.n[k], line={"width": 22, "color": "rgba(128,136,146,.28)"}, layer="below")
    sizes = range(1, last + 1, 2)
    _line(figure, "penalty", sizes, [terms.bound(n, 0).penalty for n in sizes], _PENALTY[0], _PENALTY[1], 2)
    _points(figure, row, terms, "training error", [float(b.error) for b in row.bounds(terms)], _ERROR, k)
    if row.true:
        _points(figure, row, terms, "true error", [float(x) for x in row.true], _TRUE, k)
    for one in sorted(rows, key=lambda one: one.way == way):  # the chosen one on top
        values = [b.value for b in one.bounds(terms)]
        _points(figure, one, terms, f"bound: {WAYS[one.way]}", values, _LOOKS[one.way], k if one is row else None,
                width=3.5 if one is row else 1.5)  # fmt: skip
        _star(figure, one, terms, _LOOKS[one.way][0], legend=one is row)
    for name, (n, wrong) in (more or {}).items():
        _cross(figure, name, n, terms.bound(n, wrong).value)
    top = 1.06 * max(1.1, *(y for trace in figure.data for y in trace.y))
    figure.add_hrect(y0=1, y1=top, fillcolor="rgba(128,136,146,.16)", line_width=0, layer="below")
    figure.add_hline(y=1, line={"width": 1.5, "dash": "dash", "color": "#808892"})
    figure.add_annotation(x=0, xref="paper", xanchor="left", y=top, yanchor="top", showarrow=False, xshift=4,
                          text="1 and above: vacuous, says nothing")  # fmt: skip
    best = row.best(terms)
    least = row.bounds(terms)[best].value
    figure.add_annotation(  # above it, unless the words on the vacuous zone are there
        x=log10(row.n[best]) if log else row.n[best], y=least, ax=26, ay=34 if least > 0.8 * top else -34, arrowhead=2,
        text=f"least: n = {row.n[best]}",
    )  # fmt: skip
    ticks = {"tickvals": [n for n in (1, 3, 5, 7, 9, 15, 31, 63, 127, 255, 511) if n <= last]} if log else \
        {"tickvals": list(sizes)} if last <= 31 else {}  # fmt: skip
    room = [-0.06, log10(last) + 0.06] if log else [1 - 0.04 * last, last + 0.04 * last + 0.5]
    figure.update_layout(
        xaxis={"type": "log" if log else "linear", "range": room, **ticks,
               "title": {"text": f"n, nodes of the tree{' (logarithmic axis)' if log else ''}"}},
        yaxis={"range": [-0.02 * top, top], "title": {"text": "error"}, "zeroline": False},
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0}, hovermode="closest",
        margin={"l": 50, "r": 8, "t": 10, "b": 45}, height=height,
    )  # fmt: skip
    return figure


def _points(figure: Figure, row: Row, terms: Terms, name: str, y, look, k, width=2.0) -> None:
    """A line through the trees of a row; the tree shown is larger."""
    from plotly.graph_objects import Scatter

    colour, symbol, dash = look
    usual = 4 if len(row) > 30 or width < 2 else 7
    sizes = [12 if i == k else usual for i in range(len(row))]
    figure.add_trace(Scatter(
        x=row.n, y=y, name=name, mode="lines+markers", cliponaxis=False,
        line={"color": colour, "dash": dash, "width": width},
        marker={"color": colour, "opacity": 1, "size": sizes, "symbol": symbol},
        customdata=[(_hover(row, terms, i), row.way, i) for i in range(len(row))],
        hovertemplate=f"{name} %{{y:.3f}}<br>%{{customdata[0]}}<extra></extra>",
        selected={"marker": {"opacity": 1}}, unselected={"marker": {"opacity": 1}},
    ))  # fmt: skip


def _star(figure: Figure, row: Row, terms: Terms, colour: str, legend: bool) -> None:
    """The least bound of a row: a trace of its own, for the legend shows a line's first mark."""
    from plotly.graph_objects import Scatter

    i = row.best(terms)
    figure.add_trace(Scatter(
        x=[row.n[i]], y=[row.bounds(terms)[i].value], name="least", mode="markers", cliponaxis=False, showlegend=legend,
        marker={"color": colour, "opacity": 1, "size": 16, "symbol": "star"}, customdata=[(_hover(row, terms, i), row.way, i)],
        hovertemplate=f"least bound: {WAYS[row.way]} %{{y:.3f}}<br>%{{customdata[0]}}<extra></extra>",
        selected={"marker": {"opacity": 1}}, unselected={"marker": {"opacity": 1}},
    ))  # fmt: skip


def _hover(row: Row, terms: Terms, i: int) -> str:
    bound = terms.bound(row.n[i], row.n_wrong[i])
    true = f", true error {fixed(row.true[i])}" if row.true else ""
    return f"{WAYS[row.way]}, {size_text(bound.n)}: {share_text(bound.n_wrong, bound.m)} + {fixed(bound.penalty)} = {fixed(bound.value)}{true}"


def _line(figure: Figure, name: str, x, y, colour: str, dash: str, width: float) -> None:
    from plotly.graph_objects import Scatter

    figure.add_trace(Scatter(
        x=list(x), y=y, name=name, mode="lines", line={"color": colour, "dash": dash, "width": width},
        hovertemplate=f"{name} of n = %{{x}}: %{{y:.3f}}<extra></extra>",
    ))  # fmt: skip


def _cross(figure: Figure, name: str, n: int, value: float) -> None:
    """A tree that stands alone."""
    from plotly.graph_objects import Scatter

    figure.add_trace(Scatter(
        x=[n], y=[value], name=name, mode="markers", cliponaxis=False,
        marker={"color": "#808892", "size": 16, "symbol": "circle-open", "line": {"width": 2.5}},
        hovertemplate=f"{name}, {size_text(n)}: %{{y:.3f}}<extra></extra>",
    ))  # fmt: skip
