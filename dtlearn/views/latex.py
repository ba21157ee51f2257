"""The arithmetic of one candidate in LaTeX: the formula, the numbers put in, the result."""

from __future__ import annotations

from fractions import Fraction

from dtlearn.criteria import CRITERIA, Criterion, exact_gain
from dtlearn.grow import Trace
from dtlearn.views.text import fixed, shorten

_SPECIAL = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%",
    "_": r"\_", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "≥": r"}\ge\text{", "≠": r"}\ne\text{",
}  # fmt: skip


def tex(text: str) -> str:
    r"""Any text as upright words in a formula.

    >>> print(tex("50% _x_"))
    \text{50\% \_x\_}
    """
    printable = "".join(ch if ch.isprintable() else " " for ch in shorten(text, 30))
    return rf"\text{{{''.join(_SPECIAL.get(ch, ch) for ch in printable)}}}"


def arithmetic(trace: Trace, node: int, c: int) -> list[str]:
    """Lines of LaTeX for a node's candidate c: the gain (formula, numbers, result), the gain ratio if asked, the impurities.

    Rational criteria keep their fractions. Entropies get as many decimals, four or more, as it takes for
    the written sum to give the written result.
    """
    criterion, found = CRITERIA[trace.settings.criterion], trace.candidates[node]
    schema, split, branches = trace.data.schema, found.split(c), found.branches(c).tolist()
    parent = trace.tree[node].counts
    used = [counts for counts in branches if sum(counts)]
    write = _writer(criterion, parent, used, float(found.gain[c]))
    terms = "".join(rf" - \tfrac{{{sum(b)}}}{{{sum(parent)}}}\cdot {write(b)}" for b in used)
    lines = [
        rf"\text{{gain}} &= {criterion.symbol}(S) - \sum_b \tfrac{{n_b}}{{n}}\,{criterion.symbol}(b)",
        rf"&{_equals(criterion)} {write(parent)}{terms}",
        rf"&{_result(criterion, parent, branches, found.gain[c])}",
    ]
    if criterion.per_split_info:
        lines += _ratio(branches, found.split_info[c], found.gain[c], found.score[c])
    lines.append(rf"{criterion.symbol}(S) &= {_worked(criterion, parent, write)}")
    for b, counts in enumerate(branches):
        name = split.branch(schema, b)
        name = split.condition(schema, b) if name[:1].isdigit() else name
        lines.append(rf"{criterion.symbol}({tex(name)}) &= {_worked(criterion, counts, write)}")
    return lines


def aligned(lines: list[str]) -> str:
    """Lines of LaTeX under each other, aligned at their ``&``."""
    return r"\begin{aligned}" + " \\\\[2pt] ".join(lines) + r"\end{aligned}"


def _writer(criterion: Criterion, parent, branches, gain: float):
    """How the impurities of this sum are written."""
    if criterion.rational:
        return lambda counts: _fraction(criterion.exact(tuple(counts)) / sum(counts))
    exact = {tuple(counts): float(criterion.impurity(counts)) for counts in (parent, *branches)}
    for places in range(4, 10):
        written = {counts: Fraction(fixed(value, places)) for counts, value in exact.items()}
        total = sum(written[tuple(b)] * Fraction(sum(b), sum(parent)) for b in branches)
        if fixed(written[tuple(parent)] - total, 4) == fixed(gain, 4):
            break
    return lambda counts: fixed(exact[tuple(counts)], places) if exact[tuple(counts)] else "0"


def _equals(criterion: Criterion) -> str:
    return "=" if criterion.rational else r"\approx"


def _worked(criterion: Criterion, counts, write) -> str:
    if not sum(counts):
        return r"0 \quad\text{(no example)}"
    value = write(counts)
    return f"{criterion.worked(counts)} {'=' if value in ('0', '1.0000') else _equals(criterion)} {value}"


def _result(criterion: Criterion, parent, branches, gain: float) -> str:
    unit = rf"\ \text{{{criterion.unit}}}" if criterion.unit else ""
    if not gain:
        return rf"= \mathbf{{0}}{unit}"
    if not criterion.rational:
        return rf"\approx {fixed(gain, 4)} \approx \mathbf{{{fixed(gain)}}}{unit}"
    exact = exact_gain(criterion, parent, branches) / sum(parent)
    return (
        rf"= {_fraction(exact)} \approx \mathbf{{{fixed(gain)}}}" if exact.denominator > 1 else rf"= \mathbf{{{exact}}}"
    )


def _ratio(branches, split_info: float, gain: float, score: float) -> list[str]:
    sizes, n = [sum(b) for b in branches], sum(map(sum, branches))
    worked = " ".join(rf"-\tfrac{{{s}}}{{{n}}}\log_2\tfrac{{{s}}}{{{n}}}" for s in sizes if s)
    formula = r"\text{split info} &= -\sum_b \tfrac{n_b}{n}\log_2\tfrac{n_b}{n}"
    if not split_info:
        return [rf"{formula} = 0", r"\text{gain ratio} &\text{ is undefined: all examples go one way}"]
    for places in range(4, 10):
        above, below = fixed(gain, places), fixed(split_info, places)
        if fixed(Fraction(above) / Fraction(below)) == fixed(score):
            break
    return [
        formula,
        rf"&= {worked} \approx {below}",
        rf"\text{{gain ratio}} &= \frac{{\text{{gain}}}}{{\text{{split info}}}} \approx "
        rf"\frac{{{above}}}{{{below}}} \approx \mathbf{{{fixed(score)}}}",
    ]


def _fraction(x: Fraction) -> str:
    return str(x.numerator) if x.denominator == 1 else rf"\tfrac{{{x.numerator}}}{{{x.denominator}}}"
