"""Two-class impurities C(a) as curves, a split as chords below them, and criteria side by side."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm, log2

import numpy as np

from dtlearn.show.base.arithmetic import aligned, narrow
from dtlearn.show.base.palette import CLASS_COLOURS, class_colour, class_sign
from dtlearn.show.base.text import fixed
from dtlearn.splitting.criteria import CRITERIA, Criterion, exact_gain
from dtlearn.splitting.criteria import gain as gain_of

MOST = 999  # examples of one class in one child
STEPS = 32  # places that a child's handle can take; more examples than that are moved by several at once
WEIGHTS = 12  # the parent's handle moves the weights by so many parts
ALONE = "entropy"  # one curve, for who meets it first
SCALES = {ALONE: "Entropy", "defined": "All three", "one": "Scaled to 1 at 1/2", "bounds": "As upper bounds"}

Counts = tuple[int, int]  # of class 0 and class 1


def _logs(a: str, rest: str) -> str:
    return " ".join(f"−{s} log₂ {s}" for s in (a, rest) if s != "0").replace(" −", " − ")


@dataclass(frozen=True)
class Look:
    """How a criterion's impurity of two classes is drawn and written; one that has none of its own gets this one.

    formula : of a, the share of class 1. worked : (a, 1 - a) as they are written -> the formula with these put in.
    label : the a at which its symbol stands. above : whether above the curve.
    """

    title: str = ""
    formula: str = ""
    worked: Callable[[str, str], str] = lambda a, rest: ""
    colour: str = CLASS_COLOURS[3]
    dash: str = "12 3 3 3"
    label: float = 0.4
    above: bool = True


LOOKS = {
    "info_gain": Look("Entropy", "H(a) = −a log₂ a − (1−a) log₂ (1−a)", _logs, CLASS_COLOURS[4], "", 0.2),
    "gini_gain": Look("Gini", "G(a) = 2a(1−a)", "2 · {} · {}".format, CLASS_COLOURS[5], "9 4", 0.2, False),
    "train_error_gain": Look(
        "Train error", "E(a) = min(a, 1−a)", "min({}, {})".format, CLASS_COLOURS[2], "3 3", 0.3, False
    ),
}


@dataclass(frozen=True)
class Curve:
    """A criterion with an impurity of its own, and its look."""

    criterion: Criterion
    look: Look

    @property
    def title(self) -> str:
        return self.look.title or self.criterion.impurity_title.capitalize()

    @property
    def factor(self) -> float:
        """What makes it 1 at a = 1/2."""
        factor = 1 / float(self.criterion.impurity((1, 1)))
        return int(factor) if factor.is_integer() else factor


def curves(scale: str = "defined") -> list[Curve]:
    """Every criterion's curve, or one alone; the gain ratio's is that of its gain."""
    shown = [CRITERIA["info_gain"]] if scale == ALONE else CRITERIA.values()
    return [Curve(rule, LOOKS.get(rule.name, Look())) for rule in shown if not rule.per_split_info]


# No upper bounds of the train error: half the Gini everywhere, entropy to base 10 around 1/2.
BELOW = (("a(1−a)", "gini_gain", 0.5), ("entropy, base 10", "info_gain", 1 / log2(10)))
_EMPTY = "One child is empty: nothing is split, so nothing is gained. Give both children examples."
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


def factors(scale: str) -> list[float]:
    """What each curve is multiplied by in the picture; numbers are never scaled."""
    return [curve.factor if scale == "one" else 1 for curve in curves(scale)]


def _frame(scale: str, extra: bool) -> dict:
    """The picture without handles: curves as points, dense near the ends where entropy is steep."""
    a = (1 - np.cos(np.linspace(0, np.pi, 121))) / 2
    drawn = []
    for curve, factor in zip(curves(scale), factors(scale), strict=True):
        look, name, symbol = curve.look, curve.criterion.name, curve.criterion.symbol
        label = float(impurity_at(name, look.label)) * factor
        times = "" if factor == 1 else f"{factor:.3g}"
        drawn.append(
            {
                "title": curve.title,
                "symbol": times + symbol,
                "formula": (look.formula or curve.title) + f", drawn ×{times}" * bool(times),
                "colour": look.colour,
                "dash": look.dash,
                "label": [look.label, label],
                "above": look.above,
                "points": _points(a, impurity_at(name, a) * factor),
            }
        )
    below = [
        {"title": title, "points": _points(a, impurity_at(name, a) * factor), "top": float(factor * peak)}
        for title, name, factor in BELOW
        for peak in [impurity_at(name, 0.5)]
    ]
    return {"curves": drawn, "below": below if extra and scale == "bounds" else [], "shade": scale == "bounds"}


def _points(x, y) -> list[list[float]]:
    return np.round(np.stack([x, y], axis=-1), 5).tolist()


# --- one share a


def share_view(at: int, scale: str) -> dict:
    """The curves with a handle at a = at/100, and the three values there."""
    pairs = list(zip(curves(scale), factors(scale), strict=True))
    rows = [_share_row(k, pairs, scale) for k in range(101)]
    marks = [[class_sign(k), class_colour(k)] for k in (0, 1)]
    handle = {"id": "share", "letter": "a", "title": "a, the share of class 1", "rows": rows, "row": at}
    return {**_frame(scale, True), "formula": "", "marks": marks, "handles": [handle]}


def _share_row(k: int, pairs: list[tuple[Curve, float]], scale: str) -> dict:
    """pairs : the curves, and what each is multiplied by in the picture."""
    a, rest = Fraction(k, 100), Fraction(100 - k, 100)
    counts, written, of = (100 - k, k), (str(a), str(rest)), _as_marks(k)
    values, ys, lines = {}, [], []
    for curve, factor in pairs:
        criterion = curve.criterion
        value = values[criterion.name] = float(criterion.impurity(counts))
        exact = criterion.exact(counts) / 100 if criterion.rational else value
        drawn = f"; ×{factor:.3g}: {fixed(factor * value)}" if factor != 1 else ""
        equals = f"{_equals(exact, criterion.unit)}{drawn}"
        lines.append([curve.look.worked(*written), equals, fixed(value), digits(exact)])
        ys.append([None, round(value * factor, 5), None, None])
    return {
        "xs": [None, k / 100, None],
        "ys": ys,
        "lines": lines,
        "send": str(k),
        "ones": round(k * of / 100),
        "of": of,
        "head": [f"a = {fixed(k / 100, 2)}"],
        "say": _share_say(k, values, scale),
    }


def _share_say(k: int, values: dict[str, float], scale: str) -> str:
    if scale == ALONE:
        return _share_in_marks(k)
    entropy, gini, error = (values[name] for name in LOOKS)
    if scale == "one":
        return f"H − 2G = {fixed(entropy - 2 * gini)} here."
    if scale == "bounds":
        half, ten = fixed(gini * BELOW[0][2]), fixed(entropy * BELOW[1][2])
        return f"a(1−a) = {half}, entropy to base 10 = {ten}, train error = {fixed(error)} here."
    return _share_in_marks(k)


def _as_marks(k: int) -> int:
    """How many examples show a share of k/100: ten, or eight where that is exact."""
    return 8 if k % 25 == 0 and k % 10 else 10


def _share_in_marks(k: int) -> str:
    of = _as_marks(k)
    return f"{'About ' if k * of % 100 else ''}{round(k * of / 100)} of {of} examples are of class 1."


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
    "left": ("L", "Left child, share of class 1"),
    "right": ("R", "Right child, share of class 1"),
    "parent": ("P", "Parent, share of class 1, by the weights of the children"),
}


def _handle(name: str, splits: list[tuple[Counts, Counts]], here: tuple[Counts, Counts], scale: str) -> dict:
    letter, title = _TITLES[name]
    rows = _split_rows(splits, scale)
    return {"id": name, "letter": letter, "title": title, "rows": rows, "row": splits.index(here)}


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
    values = np.stack([curve.criterion.impurity(counts) for curve in curves(scale)], axis=1)  # (R, curves, L P R)
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
                "lines": [_line(c, v, left, right) for c, v in zip(curves(scale), impurities, strict=True)]
                if whole
                else [],
                "head": [_of("left", left), _of("parent", parent), _of("right", right)],
                "say": _left_over(left, right) if scale == ALONE else _say(left, right),
                "send": "{}.{}.{}.{}".format(*left, *right),
            }
        )
    return rows


def _of(name: str, counts: Counts) -> str:
    n = sum(counts)
    return f"{name} {counts[1]}/{n} = {fixed(counts[1] / n)}" if n else f"{name} empty"


def _line(curve: Curve, impurities: list[float], left: Counts, right: Counts) -> list[str]:
    """[the numbers put in, the result, the result short, all its digits] of one criterion's gain."""
    criterion = curve.criterion
    parent = (left[0] + right[0], left[1] + right[1])
    n, branches = sum(parent), (left, right)
    exact = exact_gain(criterion, parent, branches) / n if criterion.exact else gain_of(criterion, parent, branches)
    gain = exact if criterion.rational else float(exact)
    if criterion.rational:
        written = [str(criterion.exact(counts) / sum(counts)) for counts in (left, parent, right)]
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
    return f"= {value} {'=' if Fraction(short) == value else '≈'} {short}"


def digits(value: float | Fraction) -> str:
    """The exact value: a fraction with its decimals, or all the digits that a float has."""
    if isinstance(value, Fraction) and value.denominator > 1:
        return f"{value} = {float(value):.16g}"
    return f"{float(value):.16g}"


def _left_over(left: Counts, right: Counts) -> str:
    """What a split leaves of the entropy, in a sentence."""
    if not sum(left) or not sum(right):
        return _EMPTY
    parent, rule = (left[0] + right[0], left[1] + right[1]), CRITERIA["info_gain"]
    gained, before = gain_of(rule, parent, (left, right)), float(rule.impurity(parent))
    return f"Of {fixed(before)} bits the split takes away {fixed(gained)}; {fixed(before - gained)} are left."


def _say(left: Counts, right: Counts) -> str:
    """What the picture shows of a split, in a sentence or two."""
    if not sum(left) or not sum(right):
        return _EMPTY
    parent = (left[0] + right[0], left[1] + right[1])
    entropy, gini, error = (exact_gain(CRITERIA[name], parent, (left, right)) for name in LOOKS)
    if not gini:
        return "Both groups are mixed exactly as before the split, so each chord is a single point: every gain is 0."
    if not error:
        return (
            "Both groups have the same majority, so the train error sees no progress: the chord lies on its straight "
            "line, and its gain is exactly 0. Entropy and Gini are curved, so their chords lie below: they gain."
        )
    if not left[0] * left[1] and not right[0] * right[1]:
        return "Both groups are pure: the chords lie on the axis, and each gain is the parent's whole impurity."
    words = "One group is mostly 0, the other mostly 1, so all three measures improve."
    if error > entropy + 1e-9:  # then also more than Gini: H − G is concave, so entropy gains at least as much
        words += " The train error gains most: Gini's and entropy's curves are upper bounds of it, their gains are not."
    elif error > gini:
        words += " The train error gains more than Gini: Gini's curve is an upper bound of it, Gini's gain is not."
    return words


def impurities_latex(left: Counts, right: Counts) -> str:
    """Every criterion's impurity of the parent and of both children: formula, numbers, result."""
    lines = []
    for criterion in (curve.criterion for curve in curves()):
        lines.append(rf"{criterion.formula.replace('=', '&=', 1)}")
        for name, counts in (("P", (left[0] + right[0], left[1] + right[1])), ("L", left), ("R", right)):
            value = float(criterion.impurity(counts))
            exact = criterion.exact(counts) / sum(counts) if criterion.rational else value
            unit = rf"\ \text{{{criterion.unit}}}" if criterion.unit and 0 < value < 1 else ""
            lines.append(rf"{criterion.symbol}({name}) &= {criterion.worked(counts)} {_equals(exact, '')}{unit}")
    return aligned(narrow(lines))
