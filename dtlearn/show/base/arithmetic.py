"""The arithmetic of one candidate in LaTeX: the formula, the numbers put in, the result."""

import re
from collections import Counter
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from math import lcm

from dtlearn.data.dataset import Dataset, number, places
from dtlearn.growing.grow import Trace
from dtlearn.show.base.text import HUGE, fixed, printable, shorten, shown
from dtlearn.splitting.criteria import Criterion, criterion_of
from dtlearn.trees.split import route

WIDE = 45  # digits: half as many em, which a column of a page sets at its full size
LONG_NAME = 16  # digits; a longer left side has a line of its own where room is short
BLANK = r"\blank{}"  # where a reader writes
SPLIT_INFO = r"\text{split info} &= -\sum_b \tfrac{n_b}{n}\log_2\tfrac{n_b}{n}"
GAIN_RATIO = r"\text{gain ratio} &= \frac{\text{gain}}{\text{split info}}"
LONG = 10_000  # a fraction with such a number in it is written with decimals

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "≥": r"}\ge\text{",
    "≠": r"}\ne\text{",
    "∈": r"}\in\text{",
    "∉": r"}\notin\text{",
}


def tex(text: str) -> str:
    r"""Any text as upright words in a formula.

    >>> print(tex("50% _x_"))
    \text{50\% \_x\_}
    """
    return rf"\text{{{''.join(_SPECIAL.get(ch, ch) for ch in printable(shorten(text, 30)))}}}"


@dataclass(frozen=True)
class _Set:
    """A node or a branch: n examples, their impurity, and how it is computed, in LaTeX.

    impurity : a Fraction is written as one; a float with decimals, if it is not exactly a whole number.
    """

    n: int
    impurity: Fraction | float
    worked: str

    @property
    def exact(self) -> bool:
        """It is written as it is, not rounded. Below 10**7 examples only a whole entropy is whole as a float."""
        return isinstance(self.impurity, Fraction) or self.impurity.is_integer() and self.impurity < HUGE


def arithmetic(trace: Trace, node: int, c: int) -> list[str]:
    """Lines of LaTeX for a node's candidate c: the gain (formula, numbers, result), the gain ratio if asked,
    the impurities."""
    impurities, gain = sums(trace, node, c)
    return [*gain, *impurities]


def sums(trace: Trace, node: int, c: int, blanks: bool = False) -> tuple[list[str], list[str]]:
    """(the impurities, the gain and the gain ratio if asked) of a node's candidate c, as lines of LaTeX.

    blanks : each result is left out, ``BLANK`` in its place.

    Rational criteria keep their fractions, a squared error does while they are short. Other impurities get as many
    decimals, four or more, as it takes for the written sum to give the written result.
    """
    criterion, found, schema = criterion_of(trace.settings.criterion), trace.candidates[node], trace.data.schema
    split, gain = found.split(c), float(found.gain[c])
    whole, *branches = (_squared_errors if schema.regression else _impurities)(trace, node, c)
    used = [b for b in branches if b.n]
    decimals = places(gain) if schema.regression else 3
    write = (lambda part: BLANK) if blanks else _writer(whole, used, gain, decimals)
    equals = (lambda *parts: "=") if blanks else _equals
    terms = "".join(rf" - \tfrac{{{b.n}}}{{{whole.n}}}\cdot {write(b)}" for b in used)
    gained = [
        gain_formula(criterion),
        rf"&{equals(whole, *used)} {write(whole)}{terms}",
        rf"&= {BLANK}{unit(criterion)}" if blanks else rf"&{_result(criterion, whole, used, gain, decimals)}",
    ]
    if criterion.per_split_info:
        gained += _ratio(found.branches(c).sum(axis=1).tolist(), found.split_info[c], gain, found.score[c], blanks)
    names = [split.branch(schema, b) for b in range(len(branches))]
    names = [split.condition(schema, b) if name[:1].isdigit() else name for b, name in enumerate(names)]
    impurities = []
    for name, part in zip(["S", *map(tex, names)], (whole, *branches), strict=True):
        worked = f"{part.worked} {equals(part)} {write(part)}" if part.n else r"0 \quad\text{(no example)}"
        impurities.append(f"{criterion.symbol}({name}) &= {worked}")
    return impurities, gained


def gain_formula(criterion: Criterion) -> str:
    return rf"\text{{gain}} &= {criterion.symbol}(S) - \sum_b \tfrac{{n_b}}{{n}}\,{criterion.symbol}(b)"


def signs_text(criterion: Criterion) -> str:
    """What the signs of a gain's formula mean, as Markdown with formulas."""
    return (
        f"${criterion.symbol}$ is the {criterion.impurity_title} of a group. $S$ are the $n$ examples before the split;"
        " each branch $b$ has $n_b$ of them."
    )


def unit(criterion: Criterion) -> str:
    """What stands behind a gain."""
    return rf"\ \text{{{criterion.unit}}}" if criterion.unit else ""


def _impurities(trace: Trace, node: int, c: int) -> list[_Set]:
    """The node and the branches of its candidate c, by their class counts."""
    criterion = criterion_of(trace.settings.criterion)
    exact = criterion.exact if criterion.rational else None
    return [
        _Set(
            n,
            exact(tuple(counts)) / max(n, 1) if exact else float(criterion.impurity(counts)),
            criterion.worked(counts) if n else "",
        )
        for counts in (trace.tree[node].counts, *trace.candidates[node].branches(c).tolist())
        for n in [sum(counts)]
    ]


def _squared_errors(trace: Trace, node: int, c: int) -> list[_Set]:
    """The node and the branches of its candidate c, by the squares around their means.

    The numbers count as the decimals they are written with, in whole units of a small one, so that the sums are exact.
    """
    data, split, rows = trace.data, trace.candidates[node].split(c), trace.tree[node].rows
    way = route(split.kind, split.at or 0.0, data.X[rows, split.feature]).tolist()
    every, units = _whole(data)
    ys = [every[row] for row in rows.tolist()]
    branches = range(len(trace.candidates[node].branches(c)))
    parts = [ys, *([y for y, w in zip(ys, way, strict=True) if w == b] for b in branches)]
    means = [Fraction(sum(part), units * max(len(part), 1)) for part in parts]
    squares = (Fraction(sum(y * y for y in part), units**2 * max(len(part), 1)) for part in parts)
    found = [(part, mean, square - mean * mean) for part, mean, square in zip(parts, means, squares, strict=True)]
    short = all(x.denominator < LONG and abs(x.numerator) < LONG for _, *both in found for x in both)
    return [_Set(len(part), x if short else float(x), _squares(part, units, mean, short)) for part, mean, x in found]


@lru_cache(maxsize=4)  # a lesson asks for every node of one growth
def _whole(data: Dataset) -> tuple[list[int], int]:
    """The target of each example in whole units, and how many of these make 1."""
    ratios = [Decimal(repr(y)).as_integer_ratio() for y in data.y.tolist()]
    units = lcm(*{below for _, below in ratios})
    return [above * (units // below) for above, below in ratios], units


def _squares(part: list[int], units: int, mean: Fraction, short: bool) -> str:
    """A mean squared error with the numbers put in; where that is long, with the mean alone."""
    if not part:
        return ""

    def write(x: Fraction) -> str:
        return tfrac(x) if short else tex_number(number(round(float(x), max(places(x), 4))))

    subtract = f"+{write(-mean)}" if mean < 0 else f"-{write(mean)}"
    times = Counter(part)
    told = sorted(times.items()) if len(times) <= 3 else ()
    squares = "+".join(f"{n if n > 1 else ''}({write(Fraction(y, units))}{subtract})^2" for y, n in told)
    if not told or len(squares) > 56:  # as much as fits beside the tree
        return rf"\tfrac{{1}}{{{len(part)}}}\sum_i (y_i{subtract})^2"
    return rf"\tfrac{{1}}{{{len(part)}}}\left({squares}\right)" if len(part) > 1 else squares


def narrow(lines: list[str]) -> list[str]:
    """The same lines, at most about ``WIDE`` digits wide: a long sum goes on in further lines, below a long name.

    >>> narrow([r"x &= 1 + 2"])
    ['x &= 1 + 2']
    """
    parts = [line.split("&", 1) for line in lines]
    if max(_width(left) for left, _ in parts) + max(_width(right) for _, right in parts) <= WIDE:
        return lines
    rows, room = [], WIDE - max((_width(left) for left, _ in parts if _width(left) <= LONG_NAME), default=0)
    for left, right in parts:
        if _width(left) > LONG_NAME:
            rows.append(f"&{left}")
            left = ""
        first, *rest = _pieces(right, room)
        rows += [f"{left}&{first}", *(rf"&\quad {piece}" for piece in rest)]
    return rows


def _width(formula: str) -> float:
    """About how many digits wide a formula is set, a digit half an em: signs have room around them."""
    for command, shown_as in _AS_WIDE_AS:
        formula = re.sub(command, shown_as, formula)
    return sum(2.6 if sign in "=+-<>" else 0.25 if sign == " " else 1 for sign in formula)


# What stands for a command when widths are counted. A small fraction is as wide as its longer half, at seven tenths.
_AS_WIDE_AS = (
    (
        r"\\tfrac\{([^{}]*)\}\{([^{}]*)\}",
        lambda m: "0" * round(0.7 * max(len(part.replace(r"\,", "")) for part in m.groups()) + 0.5),
    ),
    (r"\\frac\{([^{}]*)\}\{([^{}]*)\}", lambda m: "0" * max(len(part) for part in m.groups())),
    (r"\\(?:approx|times)\b", "="),
    (r"\\cdot\b", "00"),
    (r"\\log\b", "00000"),
    (r"\\(?:sum|quad|ge|ne|in|notin)\b", "000"),
    (r"\\,", ""),
    (r"\\[a-z]+|[{}&^_\\]", ""),
)


def _pieces(sum_: str, room: float) -> list[str]:
    """A long side of an equation parted before its signs, never inside brackets: each as long as there is room."""
    depth, starts = 0, [0]
    for token in re.finditer(r"\\approx|\\[{}]|[{}()=+-]", sum_):
        sign, at = token.group(), token.start()
        if sign in "{(":
            depth += 1
        elif sign in "})":
            depth -= 1
        elif not depth and sign not in (r"\{", r"\}") and sum_[:at].rstrip().rstrip("=") == sum_[:at].rstrip() != "":
            starts.append(at)
    rows = [""]
    for start, end in zip(starts, [*starts[1:], len(sum_)], strict=True):
        part = sum_[start:end]
        if rows[-1] and _width(rows[-1] + part) > room:
            rows.append("")
        rows[-1] += part
    return rows


def aligned(lines: list[str], apart: int = 2) -> str:
    """Lines of LaTeX under each other, aligned at their ``&``, so many pt apart."""
    return r"\begin{aligned}" + rf" \\[{apart}pt] ".join(lines) + r"\end{aligned}"


def _writer(whole: _Set, branches: list[_Set], gain: float, decimals: int):
    """How the impurities of this sum are written, whose result has so many decimals."""
    if isinstance(whole.impurity, Fraction):
        return lambda part: tfrac(part.impurity)
    enough = _finer(gain, decimals)
    for digits in range(decimals + 1, decimals + 10):
        written = [Fraction(fixed(part.impurity, digits)) for part in (whole, *branches)]
        remainder = sum(w * Fraction(b.n, whole.n) for w, b in zip(written[1:], branches, strict=True))
        if fixed(written[0] - remainder, enough) == fixed(gain, enough):
            break
    return lambda part: f"{part.impurity:.0f}" if part.exact else _decimal(part.impurity, digits)


def _equals(*parts: _Set) -> str:
    return "=" if all(part.exact for part in parts) else r"\approx"


def _finer(gain: float, decimals: int) -> int:
    """How many digits let a reader round once more and find so many: 0.28548 as 0.28548, not as 0.2855."""
    more = range(decimals + 1, decimals + 6)
    return next((p for p in more if fixed(Fraction(fixed(gain, p)), decimals) == fixed(gain, decimals)), decimals + 6)


def _result(criterion: Criterion, whole: _Set, branches: list[_Set], gain: float, decimals: int) -> str:
    if not gain:
        return rf"= \mathbf{{0}}{unit(criterion)}"
    rational = isinstance(whole.impurity, Fraction)
    if not rational and not all(part.exact for part in (whole, *branches)):
        digits, result = _decimal(gain, _finer(gain, decimals)), _short(gain, decimals)
        finer = rf"\approx {digits} " if digits != result else ""
        return rf"{finer}\approx \mathbf{{{result}}}{unit(criterion)}"
    exact = Fraction(whole.impurity) - sum(Fraction(b.impurity) * Fraction(b.n, whole.n) for b in branches)
    said = "" if rational else unit(criterion)
    return (
        rf"= {tfrac(exact)} \approx \mathbf{{{_short(gain, decimals)}}}{said}"
        if exact.denominator > 1
        else rf"= \mathbf{{{exact}}}{said}"
    )


def _short(gain: float, decimals: int) -> str:
    """A result as tables show it."""
    if gain >= HUGE:
        return tex_number(f"{gain:.2e}")
    return fixed(gain, decimals) if decimals > 3 else shown(gain)


def _decimal(x: float, digits: int) -> str:
    """So many decimals; of a huge number so many digits behind the first one, up to six."""
    return fixed(x, digits) if x < HUGE else tex_number(f"{x:.{min(digits, 6)}e}")


def _ratio(sizes: list[int], split_info: float, gain: float, score: float, blanks: bool) -> list[str]:
    n = sum(sizes)
    worked = " ".join(rf"-\tfrac{{{s}}}{{{n}}}\log_2\tfrac{{{s}}}{{{n}}}" for s in sizes if s)
    if not split_info:
        if blanks:
            return [f"{SPLIT_INFO} = {BLANK}", f"{GAIN_RATIO} = {BLANK}"]
        return [f"{SPLIT_INFO} = 0", r"\text{gain ratio} &\text{ is undefined: all examples go one way}"]
    if blanks:
        return [SPLIT_INFO, f"&= {worked} = {BLANK}", f"{GAIN_RATIO} = {BLANK}"]
    for digits in range(4, 10):
        above, below = fixed(gain, digits), fixed(split_info, digits)
        if fixed(Fraction(above) / Fraction(below)) == fixed(score):
            break
    return [
        SPLIT_INFO,
        rf"&= {worked} \approx {below}",
        rf"{GAIN_RATIO} \approx \frac{{{above}}}{{{below}}} \approx \mathbf{{{shown(score)}}}",
    ]


def tex_whole(n: int) -> str:
    r"""A count in LaTeX, as ``whole`` writes it.

    >>> print(tex_whole(500000))
    500\,000
    """
    return f"{n:,}".replace(",", r"\,")


def tex_number(text: str) -> str:
    r"""A number in LaTeX, a power of ten as one: there e-19 would be Euler's number less 19.

    >>> print(tex_number("1.6e-19"), tex_number("0.5"))
    1.6\cdot 10^{-19} 0.5
    """
    return re.sub(r"e\+?(-?)0*(\d+)", r"\\cdot 10^{\1\2}", text)


def tfrac(x: Fraction) -> str:
    """A fraction in LaTeX, small; a whole number as it is."""
    sign = "-" if x < 0 else ""
    return str(x) if x.denominator == 1 else rf"{sign}\tfrac{{{abs(x.numerator)}}}{{{x.denominator}}}"
