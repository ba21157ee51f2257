"""A pruning in pictures: errors against leaves with the present tree marked, leaves against the price alpha."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor, log10
from typing import TYPE_CHECKING

from dtlearn.edits import Pruning
from dtlearn.validate import Series
from dtlearn.views.pruning_names import rounded, size_text
from dtlearn.views.text import fixed, fraction

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

# Okabe and Ito; the dash and the shape tell them apart as well.
_LOOKS = {
    "training": ("#0072B2", "circle", "solid"), "validation": ("#D55E00", "square", "dash"),
    "true": ("#009E73", "diamond", "dot"), "folds": ("#CC79A7", "triangle-up", "dashdot"),
}  # fmt: skip
_AT = "rgba(128,136,146,.35)"
# Points that can be clicked and look the same after that; the second of their customdata is their text.
_POINTS = {
    "hovertemplate": "%{customdata[1]}<extra></extra>", "cliponaxis": False,
    "selected": {"marker": {"opacity": 1}}, "unselected": {"marker": {"opacity": 1}},
}  # fmt: skip
_LAYOUT = {"hovermode": "closest", "dragmode": False, "margin": {"l": 50, "r": 8, "t": 10, "b": 45}}


@dataclass(frozen=True)
class Line:
    """An error of every state. name : in _LOOKS. errors : one per state. spread : standard errors, or ()."""

    name: str
    errors: tuple[float | Fraction, ...]
    spread: tuple[float, ...] = ()

    def text(self, k: int) -> str:
        """The error of state k: "validation 0.200", with its standard error where there is one."""
        more = f" ± {fixed(self.spread[k])}" if self.spread else ""
        return f"{self.name} {fixed(self.errors[k])}{more}"


def states(pruning: Pruning) -> list[int]:
    """The states that have a tree of their own."""
    return [0, *(k for k, changes in enumerate(pruning.changed, 1) if changes)]


def same_tree(pruning: Pruning, k: int) -> int:
    """The first state that has the tree of state k."""
    return max(i for i in states(pruning) if i <= k)


def errors_figure(pruning: Pruning, lines: Sequence[Line], k: int, chosen: Series | None, height: int) -> Figure:
    """Errors against leaves; a point's customdata begins with its state. chosen : whose two choices are marked."""
    from plotly.graph_objects import Figure, Scatter

    figure, leaves, own = Figure(), pruning.n_leaves.tolist(), states(pruning)
    here = same_tree(pruning, k)
    figure.add_vline(x=leaves[here], line={"width": 20, "color": _AT}, layer="below")
    for line in lines:
        colour, symbol, dash = _LOOKS[line.name]
        spread = [line.spread[i] for i in own] if line.spread else None
        figure.add_trace(Scatter(
            x=[leaves[i] for i in own], y=[float(line.errors[i]) for i in own], name=line.name, mode="lines+markers",
            error_y=spread and {"type": "data", "array": spread, "thickness": 1, "width": 4},
            line={"color": colour, "dash": dash, "width": 2.5},
            marker={"color": colour, "symbol": symbol, "opacity": 1, "size": [14 if i == here else 8 for i in own]},
            customdata=[(i, f"{size_text(leaves[i])}: {line.text(i)}") for i in own], **_POINTS,
        ))  # fmt: skip
    top = max(float(e) + s for one in lines for e, s in zip(one.errors, one.spread or [0] * len(leaves), strict=True))
    if chosen:
        source = next(line for line in lines if line.spread)
        for state, text, up in _choices(chosen):
            x = leaves[state]
            _label(figure, x, float(source.errors[state]), text, up * top, 2 * x < leaves[0] + 1)
        top *= 1.3
    reach = max(leaves[0] - 1, 1)
    figure.update_layout(
        xaxis={"title": {"text": "leaves (pruning goes to the left)"}, "range": [1 - 0.06 * reach, leaves[0] + 0.06 * reach],
               **({"tickvals": sorted(set(leaves))} if leaves[0] <= 24 else {})},
        yaxis={"title": {"text": "error"}, "range": [-0.03 * (top or 1), 1.1 * (top or 1)], "zeroline": False},
        showlegend=True, legend={"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0}, height=height, **_LAYOUT,
    )  # fmt: skip
    return figure


def alpha_figure(pruning: Pruning, k: int, chosen: Series | None, height: int) -> Figure:
    """Leaves of the best pruning against the price alpha: a staircase; the interval of state k is shaded."""
    from plotly.graph_objects import Figure, Scatter

    alphas, leaves = [float(a) for a in pruning.alphas], pruning.n_leaves.tolist()
    end = 1.3 * alphas[-1] or 1.0
    positive = [a for a in alphas if a > 0]
    log = bool(positive) and positive[-1] > 40 * positive[0]
    start = 0.6 * positive[0] if log else -0.02 * end
    xs = [max(a, start) if log else a for a in alphas]
    figure = Figure()
    right = xs[k + 1] if k + 1 < len(xs) else end
    # A line where the interval is empty.
    left = xs[k] if xs[k] < right else 0.93 * xs[k] if log else xs[k] - 0.004 * end
    figure.add_vrect(x0=left, x1=right, fillcolor=_AT, line_width=0, layer="below")
    figure.add_trace(Scatter(x=[*xs, end], y=[*leaves, leaves[-1]], mode="lines", line={"shape": "hv", "color": "#0072B2",
                             "width": 2.5}, hoverinfo="skip"))  # fmt: skip
    figure.add_trace(Scatter(
        x=xs, y=leaves, mode="markers",
        marker={"color": "#0072B2", "opacity": 1, "size": [14 if i == k else 9 for i in range(len(xs))], "symbol": "circle"},
        customdata=[(i, interval(pruning, i)) for i in range(len(xs))], **_POINTS,
    ))  # fmt: skip
    if chosen:
        for state, text, up in _choices(chosen):
            x, middle = (log10(xs[state]), log10(start * end) / 2) if log else (xs[state], (start + end) / 2)
            _label(figure, x, leaves[state], text, up * leaves[0], x < middle)
    room = [log10(start), log10(end)] if log else [start, end]
    ticks = {"tickvals": _ticks(start, end), "ticktext": [f"{v:g}" for v in _ticks(start, end)]} if log else {}
    figure.update_layout(
        xaxis={"title": {"text": f"α, price of a leaf{' (logarithmic; 0 at the left edge)' if log else ''}"},
               "type": "log" if log else "linear", "range": room, **ticks},
        yaxis={"title": {"text": "leaves"}, "range": [0, 1.4 * leaves[0]], **({"dtick": 1} if leaves[0] < 10 else {})},
        showlegend=False, height=height, **_LAYOUT,
    )  # fmt: skip
    return figure


def _choices(chosen: Series) -> list[tuple[int, str, float]]:
    """(state, words, their height as a share of what is drawn) of the trees that are to be marked."""
    if chosen.best == chosen.one_se:
        return [(chosen.best, "★ least, ◇ 1 SE", 1.15)]
    return [(chosen.best, "★ least", 1.15), (chosen.one_se, "◇ 1 SE", 1.3)]


def _label(figure: Figure, x: float, y: float, text: str, up: float, rightwards: bool) -> None:
    """Words above all that is drawn, with an arrow down to a point; they run away from the nearer edge."""
    figure.add_annotation(
        x=x, y=y, text=text, ax=0, ayref="y", ay=up, arrowhead=2, xanchor="left" if rightwards else "right"
    )


def _ticks(low: float, high: float) -> list[float]:
    """Numbers to stand at a logarithmic axis: 1, 2 and 5 of each power of ten, of many powers only these.

    >>> _ticks(0.0009, 0.06), _ticks(0.5, 2000)
    ([0.001, 0.002, 0.005, 0.01, 0.02, 0.05], [1.0, 10.0, 100.0, 1000.0])
    """
    steps = (1, 2, 5) if high < 160 * low else (1,)
    powers = range(floor(log10(low)), floor(log10(high)) + 1)
    return [v for p in powers for s in steps if low <= (v := float(f"{s}e{p}")) <= high]


def interval(pruning: Pruning, k: int) -> str:
    """For which prices state k's tree is best: "5 leaves for 0 ≤ α < 5/56"; of equal prices the last state is."""
    alphas, size = pruning.alphas, size_text(int(pruning.n_leaves[k]))
    if k + 1 == len(alphas):
        return f"{size} for α ≥ {short_price(alphas[k])}"
    if alphas[k] == alphas[k + 1]:
        return f"{size}: on the way, at α = {short_price(alphas[k])}"
    return f"{size} for {short_price(alphas[k])} ≤ α < {short_price(alphas[k + 1])}"


def short_price(alpha: float | Fraction) -> str:
    """A price of a leaf as a fraction, a float with five decimals."""
    if not alpha:
        return "0"
    return fraction(alpha) if isinstance(alpha, Fraction) else rounded(alpha, 5)
