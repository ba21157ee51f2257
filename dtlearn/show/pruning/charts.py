"""A pruning in pictures: errors against leaves with the present tree marked, leaves against the price alpha."""

from collections.abc import Sequence
from fractions import Fraction
from math import floor, log10

from dtlearn.growing.errors import Losses
from dtlearn.pruning.choose_state import Series
from dtlearn.pruning.edit import Pruning
from dtlearn.show.base.errors_chart import (
    Labels,
    Line,
    part_line,
)
from dtlearn.show.base.palette import Look
from dtlearn.show.base.text import error_value, many, spread_value
from dtlearn.show.pruning.names import error_title, rounded

_BLUE = "#0072B2"


def states(pruning: Pruning) -> list[int]:
    """The states that have a tree of their own."""
    return [0, *(k for k, changes in enumerate(pruning.changed, 1) if changes)]


def same_tree(pruning: Pruning, k: int) -> int:
    """The first state that has the tree of state k."""
    return max(i for i in states(pruning) if i <= k)


def parts(pruning: Pruning) -> list[Losses]:
    """Training and, where there are such examples, validation error of every state."""
    found, held = [Losses("training", tuple(pruning.n_wrong.tolist()), len(pruning.data))], pruning.held
    return found if held is None else [*found, Losses("validation", tuple(pruning.losses(held).tolist()), len(held))]


def errors_lines(pruning: Pruning, lines: Sequence[Losses]) -> list[Line]:
    """Errors against leaves; a point's go is its state."""
    leaves, own = pruning.n_leaves.tolist(), states(pruning)

    def line(part: Losses) -> Line:
        return part_line(
            part, [leaves[i] for i in own], own, lambda i: f"{many(leaves[i], 'leaf')}<br>{error_text(part, i)}"
        )

    return [line(part) for part in lines]


def errors_labels(pruning: Pruning, k: int, chosen: Series | None) -> Labels:
    """What stands at them. chosen : of the lines the one whose choices are marked."""
    leaves = pruning.n_leaves.tolist()
    return Labels(
        "leaves (pruning goes to the left)",
        (1, leaves[0]),
        many(leaves[k], "leaf"),
        error_title(pruning),
        ticks={"tickvals": sorted(set(leaves))} if leaves[0] <= 24 else {},
        notes=[(leaves[i], float(chosen.error(i)), words) for i, words in _choices(chosen)],
    )


def error_text(part: Losses, k: int) -> str:
    """The error of state k: "validation 0.200", with its standard error where there is one."""
    return f"{part.name} {error_value(part, k)}{f' ± {spread_value(part, k)}' if part.squares else ''}"


def alpha_lines(pruning: Pruning) -> list[Line]:
    """Leaves of the best pruning against the price alpha: a staircase, and a point for every state."""
    leaves, (xs, end, _) = pruning.n_leaves.tolist(), _axis(pruning)
    says = [interval(pruning, k) for k in range(len(xs))]
    walk = [(x, leaves[k + rise], says[k]) for k, x in enumerate(xs) for rise in (-1, 0) if k + rise >= 0]
    x, y, words = zip(*walk, (end, leaves[-1], says[-1]), strict=True)
    return [
        Line("leaves", x, y, words, Look(_BLUE, "", "solid"), legend=False),
        Line("leaves", xs, leaves, says, Look(_BLUE, "circle", ""), [(k,) for k in range(len(xs))], legend=False),
    ]


def alpha_labels(pruning: Pruning, k: int, chosen: Series | None) -> Labels:
    """What stands at them."""
    leaves, (xs, end, log) = pruning.n_leaves.tolist(), _axis(pruning)
    ticks = _ticks(xs[0], end) if log else []
    return Labels(
        f"α, price of a leaf{' (logarithmic; 0 at the left edge)' if log else ''}",
        (xs[0], end),
        many(leaves[k], "leaf"),
        "leaves",
        ticks={"tickvals": ticks, "ticktext": [f"{v:g}" for v in ticks]} if log else {},
        log=log,
        notes=[(xs[i], leaves[i], words) for i, words in _choices(chosen)],
    )


def alpha_end(pruning: Pruning, k: int) -> float:
    """Where the interval of the prices ends for which state k's tree is best."""
    xs, end, _ = _axis(pruning)
    return [*xs, end][k + 1]


def _axis(pruning: Pruning) -> tuple[list[float], float, bool]:
    """(place of each state's price, right end, whether the axis is logarithmic; then 0 stands at its left edge)."""
    alphas = [float(a) for a in pruning.alphas]
    end = 1.3 * alphas[-1] or 1.0
    least = min((a for a in alphas if a > 0), default=0.0)
    log = alphas[-1] > 40 * least > 0
    return [max(a, 0.6 * least) for a in alphas] if log else alphas, end, log


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
