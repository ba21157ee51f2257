"""Two-class impurities C(a) as curves, a split as chords below them, and criteria side by side."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm, log2

import numpy as np

from dtlearn.criteria import CRITERIA, exact_gain
from dtlearn.views.latex import aligned, narrow
from dtlearn.views.palette import CLASS_COLOURS
from dtlearn.views.text import fixed, fraction

MOST = 999  # examples of one class in one child
STEPS = 32  # places that a child's handle can take; more examples than that are moved by several at once
WEIGHTS = 12  # the parent's handle moves the weights by so many parts
SCALES = {"defined": "As defined", "one": "Scaled to 1 at 1/2", "bounds": "As upper bounds"}

Counts = tuple[int, int]  # of class 0 and class 1


@dataclass(frozen=True)
class Curve:
    """How a criterion's impurity is drawn and written. factor : what makes it 1 at a = 1/2."""

    criterion: str
    title: str
    symbol: str
    formula: str
    colour: str
    dash: str
    factor: int
    label: float  # the a at which its symbol stands
    above: bool  # whether above the curve


CURVES = (
    Curve("info_gain", "Entropy", "H", "H(a) = −a log₂ a − (1−a) log₂ (1−a)", CLASS_COLOURS[4], "", 1, 0.2, True),
    Curve("gini_gain", "Gini", "G", "G(a) = 2a(1−a)", CLASS_COLOURS[5], "9 4", 2, 0.2, False),
    Curve("train_error_gain", "Train error", "E", "E(a) = min(a, 1−a)", CLASS_COLOURS[2], "3 3", 2, 0.3, False),
)
# No upper bounds of the train error: half the Gini everywhere, entropy to base 10 around 1/2.
BELOW = (("a(1−a)", "gini_gain", 0.5), ("entropy, base 10", "info_gain", 1 / log2(10)))
GAIN = "gain = C(P) − n_L/n · C(L) − n_R/n · C(R)"
PRESETS = {
    "PlayTennis: Humidity": ((4, 3), (1, 6)),
    "Train error sees nothing": ((4, 6), (0, 10)),
    "Pure children": ((5, 0), (0, 5)),
    "Same shares": ((1, 3), (2, 6)),
    "Gains are no bounds": ((3, 1), (1, 3)),
}


def impurity_at(criterion: str, a):
    """C(a), a the share of class 1."""
    a = np.asarray(a, dtype=np.float64)
    return CRITERIA[criterion].impurity(np.stack([1 - a, a], axis=-1))


def widest_gap() -> tuple[float, float]:
    """(a, gap) with a < 1/2 where entropy is furthest above twice the Gini (facts E10).

    >>> [round(x, 5) for x in widest_gap()]
    [0.09637, 0.10905]
    """
    low, high = 0.0, 0.5
    for _ in range(5):
        a = np.linspace(low, high, 1001)
        gap = impurity_at("info_gain", a) - 2 * impurity_at("gini_gain", a)
        best = int(gap.argmax())
        low, high = a[max(best - 1, 0)], a[min(best + 1, 1000)]
    return float(a[best]), float(gap[best])


def factors(scale: str) -> list[int]:
    """What each curve is multiplied by in the picture; numbers are never scaled."""
    return [curve.factor if scale == "one" else 1 for curve in CURVES]


def _frame(scale: str, extra: bool) -> dict:
    """The picture without handles: curves as points, dense near the ends where entropy is steep."""
    a = (1 - np.cos(np.linspace(0, np.pi, 121))) / 2
    curves = []
    for curve, factor in zip(CURVES, factors(scale), strict=True):
        label = float(impurity_at(curve.criterion, curve.label)) * factor
        symbol, drawn = (curve.symbol, "") if factor == 1 else (f"{factor}{curve.symbol}", f", drawn ×{factor}")
        curves.append(
            {
                "title": curve.title, "symbol": symbol, "formula": curve.formula + drawn, "colour": curve.colour,
                "dash": curve.dash, "label": [curve.label, label], "above": curve.above,
                "points": _points(a, impurity_at(curve.criterion, a) * factor),
            }
        )  # fmt: skip
    below = [
        {"title": title, "points": _points(a, impurity_at(name, a) * factor), "top": float(factor * peak)}
        for title, name, factor in BELOW
        for peak in [impurity_at(name, 0.5)]
    ]
    return {"curves": curves, "below": below if extra and scale == "bounds" else [], "shade": scale == "bounds"}


def _points(x, y) -> list[list[float]]:
    return np.round(np.stack([x, y], axis=-1), 5).tolist()


# --- one share a


def share_view(at: int, scale: str) -> dict:
    """The curves with a handle at a = at/100, and the three values there."""
    rows = [_share_row(k, scale) for k in range(101)]
    handle = {"id": "share", "letter": "a", "title": "a, the share of class 1", "rows": rows, "row": at}
    return {**_frame(scale, True), "formula": "", "handles": [handle]}


def _share_row(k: int, scale: str) -> dict:
    a, rest = Fraction(k, 100), Fraction(100 - k, 100)
    counts, written = (100 - k, k), (fraction(a), fraction(rest))
    terms = [f"−{s} log₂ {s}" for s in written if s != "0"]
    numbers = (" ".join(terms).replace(" −", " − "), f"2 · {written[0]} · {written[1]}", f"min({', '.join(written)})")
    values = [float(CRITERIA[curve.criterion].impurity(counts)) for curve in CURVES]
    lines = []
    for curve, number, value, factor in zip(CURVES, numbers, values, factors(scale), strict=True):
        criterion = CRITERIA[curve.criterion]
        exact = criterion.exact(counts) / 100 if criterion.rational else value
        drawn = f"; ×{factor}: {fixed(factor * value)}" if factor > 1 else ""
        lines.append([number, f"{_equals(exact, criterion.unit)}{drawn}", fixed(value), digits(exact)])
    ys = [[None, round(value * factor, 5), None, None] for value, factor in zip(values, factors(scale), strict=True)]
    return {
        "xs": [None, k / 100, None], "ys": ys, "lines": lines, "send": str(k),
        "head": [f"a = {fixed(k / 100, 2)}"], "say": _share_say(values, scale),
    }  # fmt: skip


def _share_say(values: list[float], scale: str) -> str:
    entropy, gini, error = values
    if scale == "one":
        return f"H − 2G = {fixed(entropy - 2 * gini)} here."
    if scale == "bounds":
        half, ten = fixed(gini * BELOW[0][2]), fixed(entropy * BELOW[1][2])
        return f"a(1−a) = {half}, entropy to base 10 = {ten}, train error = {fixed(error)} here."
    return f"H − G = {fixed(entropy - gini)} here."


# --- a split


def split_view(left: Counts, right: Counts, scale: str) -> dict:
    """The curves with a split on them and three handles: each child's share of class 1, the parent's by the weights.

    Every row of a handle is the whole state that the picture has with the handle there. A split with an
    empty child has only the parent, which stays where it is.
    """
    here = (left, right)
    if not sum(left) or not sum(right):
        return {**_frame(scale, False), "formula": GAIN, "handles": [_handle("parent", [here], here, scale)]}
    handles = [
        _handle("left", [((sum(left) - k, k), right) for k in _stops(sum(left), left[1])], here, scale),
        _handle("parent", _slides(left, right), here, scale),
        _handle("right", [(left, (sum(right) - k, k)) for k in _stops(sum(right), right[1])], here, scale),
    ]
    return {**_frame(scale, False), "formula": GAIN, "handles": handles}


_TITLES = {
    "left": ("L", "Left child, share of class 1"), "right": ("R", "Right child, share of class 1"),
    "parent": ("P", "Parent, share of class 1, by the weights of the children"),
}  # fmt: skip


def _handle(name: str, splits: list[tuple[Counts, Counts]], here: tuple[Counts, Counts], scale: str) -> dict:
    letter, title = _TITLES[name]
    return {
        "id": name, "letter": letter, "title": title, "rows": _split_rows(splits, scale), "row": splits.index(here),
    }  # fmt: skip


def _stops(n: int, k: int) -> list[int]:
    """Numbers of class 1 that a child of n examples can be given: k, its neighbours, and some 32 more."""
    low, high = max(n - MOST, 0), min(n, MOST)
    near = range(max(k - 2, low), min(k + 2, high) + 1)
    return sorted({*range(low, high + 1, -(-n // STEPS)), high, *near})


def _slides(left: Counts, right: Counts) -> list[tuple[Counts, Counts]]:
    """Splits with the same shares in the children and other weights, by the parent's share; this one is among them."""
    size = lcm(*(sum(child) // gcd(*child) for child in (left, right)))
    l1, r1 = (size * child[1] // sum(child) for child in (left, right))
    found = {_share(left, right): (left, right)}
    for part in range(1, WEIGHTS):
        rest = WEIGHTS - part
        counts = (part * (size - l1), part * l1, rest * (size - r1), rest * r1)
        l0_, l1_, r0_, r1_ = (c // gcd(*counts) for c in counts)
        if max(l0_, l1_, r0_, r1_) <= MOST:
            found.setdefault(_share((l0_, l1_), (r0_, r1_)), ((l0_, l1_), (r0_, r1_)))
    return [found[p] for p in sorted(found)]


def _share(left: Counts, right: Counts) -> Fraction:
    return Fraction(left[1] + right[1], sum(left) + sum(right))


def _split_rows(splits: list[tuple[Counts, Counts]], scale: str) -> list[dict]:
    """What the picture shows of each split: places, the arithmetic of each criterion, and one sentence."""
    counts = np.array([[left, (left[0] + right[0], left[1] + right[1]), right] for left, right in splits])
    sizes = counts.sum(axis=2)
    values = np.stack([CRITERIA[curve.criterion].impurity(counts) for curve in CURVES], axis=1)  # (R, 3, L P R)
    remainder = (values[..., [0, 2]] * (sizes[:, [0, 2]] / sizes[:, [1]])[:, None]).sum(axis=2)
    drawn = np.concatenate([values[..., :2], remainder[..., None], values[..., 2:]], axis=2)
    drawn = np.round(drawn * np.array(factors(scale))[:, None], 5).tolist()
    rows = []
    for (left, right), ys, impurities in zip(splits, drawn, values.tolist(), strict=True):
        whole = bool(sum(left) and sum(right))
        parent = (left[0] + right[0], left[1] + right[1])
        shares = [child[1] / sum(child) if whole else None for child in (left, right)]
        rows.append(
            {
                "xs": [shares[0], parent[1] / sum(parent), shares[1]],
                "ys": ys if whole else [[None, y[1], None, None] for y in ys],
                "lines": [_line(c, v, left, right) for c, v in zip(CURVES, impurities, strict=True)] if whole else [],
                "head": [_of("left", left), _of("parent", parent), _of("right", right)],
                "say": _say(left, right), "send": "{}.{}.{}.{}".format(*left, *right),
            }
        )  # fmt: skip
    return rows


def _of(name: str, counts: Counts) -> str:
    n = sum(counts)
    return f"{name} {counts[1]}/{n} = {fixed(counts[1] / n)}" if n else f"{name} empty"


def _line(curve: Curve, impurities: list[float], left: Counts, right: Counts) -> list[str]:
    """[the numbers put in, the result, the result short, all its digits] of one criterion's gain."""
    criterion = CRITERIA[curve.criterion]
    parent = (left[0] + right[0], left[1] + right[1])
    n, branches = sum(parent), (left, right)
    exact = exact_gain(criterion, parent, branches) / n
    gain = exact if criterion.rational else float(exact)
    if criterion.rational:
        written = [fraction(criterion.exact(counts) / sum(counts)) for counts in (left, parent, right)]
    else:
        for places in range(3, 10):  # as many as it takes for the written sum to give the written result
            written = [fixed(value, places) if 0 < value < 1 else f"{value:.0f}" for value in impurities]
            below, above, also = map(Fraction, written)
            if fixed(above - (sum(left) * below + sum(right) * also) / n) == fixed(gain):
                break
    numbers = f"{written[1]} − {sum(left)}/{n} · {written[0]} − {sum(right)}/{n} · {written[2]}"
    return [numbers, _equals(gain, criterion.unit), fixed(gain), digits(gain)]


def _equals(value: float | Fraction, unit: str) -> str:
    """The result of a sum as it is written after it: "= 9/98 ≈ 0.092", "≈ 0.152 bits", "= 0"."""
    if value in (0, 1):
        return f"= {int(value)}" + (f" {unit.removesuffix('s')}" if unit and value else "")
    unit = f" {unit}" if unit else ""
    if not isinstance(value, Fraction):
        return f"≈ {fixed(value)}{unit}"
    short = fixed(value)
    return f"= {fraction(value)} {'=' if Fraction(short) == value else '≈'} {short}"


def digits(value: float | Fraction) -> str:
    """The exact value: a fraction with its decimals, or all the digits that a float has."""
    if isinstance(value, Fraction) and value.denominator > 1:
        return f"{fraction(value)} = {float(value):.16g}"
    return f"{float(value):.16g}"


def _say(left: Counts, right: Counts) -> str:
    """What the picture shows of a split, in a sentence or two."""
    if not sum(left) or not sum(right):
        return "One child is empty: nothing is split, so nothing is gained. Give both children examples."
    parent = (left[0] + right[0], left[1] + right[1])
    entropy, gini, error = (exact_gain(CRITERIA[curve.criterion], parent, (left, right)) for curve in CURVES)
    if not gini:
        return "Both children have the parent's share, so each chord is a point on its curve: every gain is 0."
    if not error:
        return (
            "Neither child crosses 1/2. There the train error is a straight line, the chord lies on it, "
            "and its gain is exactly 0. Entropy and Gini bend, so their chords lie below: they gain."
        )
    if not left[0] * left[1] and not right[0] * right[1]:
        return "Pure children: the chords lie on the axis, and each gain is the parent's whole impurity."
    words = "The children lie on either side of 1/2, so the chord cuts under the kink: all three gain."
    if error > entropy + 1e-9:  # then also more than Gini: H − G is concave, so entropy gains at least as much
        words += " The train error gains most: Gini's and entropy's curves are upper bounds of it, their gains are not."
    elif error > gini:
        words += " The train error gains more than Gini: Gini's curve is an upper bound of it, Gini's gain is not."
    return words


def impurities_latex(left: Counts, right: Counts) -> str:
    """Every criterion's impurity of the parent and of both children: formula, numbers, result."""
    lines = []
    for curve in CURVES:
        criterion = CRITERIA[curve.criterion]
        lines.append(rf"{criterion.formula.replace('=', '&=', 1)}")
        for name, counts in (("P", (left[0] + right[0], left[1] + right[1])), ("L", left), ("R", right)):
            value = float(criterion.impurity(counts))
            exact = criterion.exact(counts) / sum(counts) if criterion.rational else value
            unit = rf"\ \text{{{criterion.unit}}}" if criterion.unit and 0 < value < 1 else ""
            lines.append(rf"{criterion.symbol}({name}) &= {criterion.worked(counts)} {_equals(exact, '')}{unit}")
    return aligned(narrow(lines))
