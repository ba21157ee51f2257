"""Exercises about the bound on the true error, and the sums that go wrong in it."""

from math import log, log2, log10, sqrt

from dtlearn.bound.bound import Bound
from dtlearn.growing.grow import GrowSettings, grow
from dtlearn.teaching.grading import Blank, Kind, Mistake, mistakes_of
from dtlearn.teaching.invented_data import Draw, examples, need

DELTAS = {1: (0.05,), 2: (0.05, 0.1), 3: (0.01, 0.05, 0.1)}


def bound(level: int, draw: Draw) -> dict:
    """Level 1: the size is given. 2 and 3: a tree is to be counted; 3 with other values of delta."""
    world = trace = None
    d, delta = draw.between(3, 12), draw.one(DELTAS[level])
    if level == 1:
        n = 2 * draw.between(1, 6) + 1
    else:
        world, data = examples(draw, draw.between(8, 14), (2, 2, 2) if level == 2 else (2, 2, 2, 2))
        trace = grow(data, GrowSettings(stop_at_zero_gain=False))
        n = len(trace.tree)
        d = max(d, len(data.schema.features))
        need(5 <= n <= 13)
    m = draw.between(2, 60) * 10
    right = Bound(draw.between(0, m // 5), m, n, d, delta)
    need(0.35 < right.value < 1.7 and abs(right.value - 1) >= 0.03 and right.vacuous == (draw.wish < 0.5))
    return {
        "world": world,
        "trace": trace,
        "bound": right,
        "blanks": (
            Blank("value", "number", "The bound", right.value),
            Blank(
                "vacuous",
                "choice",
                "Is it vacuous?",
                int(right.vacuous),
                ("no, it tells us something", "yes, it tells us nothing"),
                of="value",
                steps=((0, 0), (1, 1)),
            ),
        ),
        "mistakes": (
            *mistakes_of(bound_mistakes(right), "value"),
            Mistake("above_one", (("value", right.value), ("vacuous", int(not right.vacuous)))),
        ),
    }


def bound_mistakes(b: Bound) -> dict[str, float]:
    """What (18.1) comes out as if it is computed wrongly."""
    error, code, odds = float(b.error), log2(b.symbols), 2 / b.delta

    def with_(length: float, confidence: float, below: float = 2 * b.m) -> float:
        return error + sqrt((length + confidence) / below)

    length, inner = (b.n + 1) * code, (b.n - 1) // 2
    return {
        "bound_log2": with_(length, log2(odds)),
        "bound_ln": with_((b.n + 1) * log(b.symbols), log(odds)),
        "bound_log10": with_(length, log10(odds)),
        "no_root": error + (length + log(odds)) / (2 * b.m),
        "no_end": with_(b.n * code, log(odds)),
        "no_symbols": with_((b.n + 1) * log2(b.d), log(odds)),
        "no_error": b.penalty,
        "delta_whole": with_(length, log(1 / b.delta)),
        "once_m": with_(length, log(odds), b.m),
        "only_leaves": with_((inner + 2) * code, log(odds)),
        "only_inner": with_((inner + 1) * code, log(odds)),
    }


KINDS = (Kind("bound", 9, bound, "Size"),)
