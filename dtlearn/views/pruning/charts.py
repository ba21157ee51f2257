"""A pruning in pictures: errors against leaves with the present tree marked, leaves against the price alpha."""

from collections.abc import Sequence
from fractions import Fraction
from math import floor, log10

from dtlearn.growing.errors import Part
from dtlearn.pruning.choose_state import Series
from dtlearn.pruning.edit import Pruning
from dtlearn.views.base.errors_chart import (
    AT,
    POINTS,
    Figure,
    Labels,
    Line,
    error_title,
    errors_chart,
    figure,
    note,
    part_line,
)
from dtlearn.views.base.text import error_value, many, spread_value
from dtlearn.views.pruning.names import rounded


def states(pruning: Pruning) -> list[int]:
    """The states that have a tree of their own."""
    return [0, *(k for k, changes in enumerate(pruning.changed, 1) if changes)]


def same_tree(pruning: Pruning, k: int) -> int:
    """The first state that has the tree of state k."""
    return max(i for i in states(pruning) if i <= k)


def errors_figure(pruning: Pruning, lines: Sequence[Part], k: int, chosen: Series | None, height: int) -> Figure:
    """Errors against leaves; a point's customdata is its state. chosen : of the lines the one whose choices are marked."""
    leaves, own, here = pruning.n_leaves.tolist(), states(pruning), same_tree(pruning, k)

    def line(part: Part) -> Line:
        return part_line(
            part, [leaves[i] for i in own], own, lambda i: f"{many(leaves[i], 'leaf')}: {error_text(part, i)}"
        )

    return errors_chart([line(part) for part in lines], (here,), Labels(
        "leaves (pruning goes to the left)", (1, leaves[0]), many(leaves[here], 'leaf'), error_title(lines[0]),
        ticks={"tickvals": sorted(set(leaves))} if leaves[0] <= 24 else {},
        notes=[(leaves[i], float(chosen.error(i)), words) for i, words in _choices(chosen)],
    ), height)  # fmt: skip


def error_text(part: Part, k: int) -> str:
    """The error of state k: "validation 0.200", with its standard error where there is one."""
    return f"{part.name} {error_value(part, k)}{f' ± {spread_value(part, k)}' if part.squares else ''}"


def alpha_figure(pruning: Pruning, k: int, chosen: Series | None, height: int) -> Figure:
    """Leaves of the best pruning against the price alpha: a staircase; the interval of state k is shaded."""
    alphas, leaves = [float(a) for a in pruning.alphas], pruning.n_leaves.tolist()
    end = 1.3 * alphas[-1] or 1.0
    least = min((a for a in alphas if a > 0), default=0.0)
    log = alphas[-1] > 40 * least > 0
    start = 0.6 * least if log else -0.02 * end
    xs = [max(a, start) if log else a for a in alphas]
    room = [log10(start), log10(end)] if log else [start, end]
    ticks = {"tickvals": _ticks(start, end), "ticktext": [f"{v:g}" for v in _ticks(start, end)]} if log else {}
    chart = figure(
        xaxis={"title": f"α, price of a leaf{' (logarithmic; 0 at the left edge)' if log else ''}",
               "type": "log" if log else "linear", "range": room, **ticks},
        yaxis={"title": "leaves", "range": [0, 1.4 * leaves[0]], **({"dtick": 1} if leaves[0] < 10 else {})},
        showlegend=False, height=height, hovermode="closest", dragmode=False, margin={"l": 55, "r": 10, "t": 10, "b": 50},
        font={"size": 14},
    )  # fmt: skip
    right = xs[k + 1] if k + 1 < len(xs) else end
    # A line where the interval is empty.
    left = xs[k] if xs[k] < right else 0.93 * xs[k] if log else xs[k] - 0.004 * end
    chart.add_vrect(x0=left, x1=right, fillcolor=AT, line_width=0, layer="below")
    staircase = {"shape": "hv", "color": "#0072B2", "width": 2.5}
    chart.add_scatter(x=[*xs, end], y=[*leaves, leaves[-1]], mode="lines", line=staircase, hoverinfo="skip")
    chart.add_scatter(
        x=xs, y=leaves, mode="markers",
        marker={"color": "#0072B2", "opacity": 1, "size": [14 if i == k else 9 for i in range(len(xs))], "symbol": "circle"},
        customdata=[(i,) for i in range(len(xs))], text=[interval(pruning, i) for i in range(len(xs))], **POINTS,
    )  # fmt: skip
    for n, (state, words) in enumerate(_choices(chosen)):
        x, middle = (log10(xs[state]), log10(start * end) / 2) if log else (xs[state], (start + end) / 2)
        note(chart, x, leaves[state], words, (1.15 + 0.12 * n) * leaves[0], x < middle)
    return chart


def _choices(chosen: Series | None) -> list[tuple[int, str]]:
    """(state, words) of the trees that are to be marked."""
    if not chosen or chosen.best == chosen.one_se:
        return [(chosen.best, "★ least, ◇ 1 SE")] if chosen else []
    return [(chosen.best, "★ least"), (chosen.one_se, "◇ 1 SE")]


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
    alphas, size = pruning.alphas, many(int(pruning.n_leaves[k]), "leaf")
    if k + 1 == len(alphas):
        return f"{size} for α ≥ {short_price(alphas[k])}"
    if alphas[k] == alphas[k + 1]:
        return f"{size}: on the way, at α = {short_price(alphas[k])}"
    return f"{size} for {short_price(alphas[k])} ≤ α < {short_price(alphas[k + 1])}"


def short_price(alpha: float | Fraction) -> str:
    """A price of a leaf as a fraction, a float with five decimals, beyond 1 with three."""
    if not alpha:
        return "0"
    return str(alpha) if isinstance(alpha, Fraction) else rounded(alpha, 5 if alpha < 1 else 3)
