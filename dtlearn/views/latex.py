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


def arithmetic(trace: Trace, c: int) -> list[str]:
    """Lines of LaTeX for candidate c: impurity of the node and of every branch, gain, and gain ratio if asked.

    Rational criteria keep their fractions; entropies have four decimals so that the sum can be checked.
    """
    criterion, record = CRITERIA[trace.settings.criterion], trace.candidates
    schema, split, branches = trace.data.schema, record.split(c), record.branches(c).tolist()
    parent = trace.tree[int(record.node[c])].counts
    names = [split.branch(schema, b) for b in range(len(branches))]
    lines = [rf"{criterion.symbol}(S) &= {criterion.worked(parent)} = {_impurity(criterion, parent)}"]
    for name, counts in zip(names, branches, strict=True):
        worked = (
            f"{criterion.worked(counts)} = {_impurity(criterion, counts)}"
            if sum(counts)
            else r"0 \quad\text{(no example)}"
        )
        lines.append(rf"{criterion.symbol}({tex(name)}) &= {worked}")
    terms = "".join(
        rf" - \tfrac{{{sum(counts)}}}{{{sum(parent)}}}\cdot {_impurity(criterion, counts)}"
        for counts in branches
        if sum(counts)
    )
    lines.append(rf"\text{{gain}} &= {criterion.symbol}(S) - \sum_b \tfrac{{n_b}}{{n}}\,{criterion.symbol}(b)")
    lines.append(rf"&= {_impurity(criterion, parent)}{terms}")
    lines.append(rf"&{_result(criterion, parent, branches, record.gain[c])}")
    if criterion.per_split_info:
        lines += _ratio(branches, record.split_info[c], record.gain[c], record.score[c])
    return lines


def aligned(lines: list[str]) -> str:
    """Lines of LaTeX under each other, aligned at their ``&``."""
    return r"\begin{aligned}" + " \\\\[2pt] ".join(lines) + r"\end{aligned}"


def _impurity(criterion: Criterion, counts) -> str:
    if criterion.rational:
        return _fraction(criterion.exact(tuple(counts)) / max(sum(counts), 1))
    value = criterion.impurity(counts)
    return fixed(value, 4) if value else "0"


def _result(criterion: Criterion, parent, branches, gain: float) -> str:
    unit = rf"\ \text{{{criterion.unit}}}" if criterion.unit else ""
    if not criterion.rational:
        return rf"= {fixed(gain, 4)} \approx \mathbf{{{fixed(gain)}}}{unit}" if gain else rf"= \mathbf{{0}}{unit}"
    exact = exact_gain(criterion, parent, branches) / max(sum(parent), 1)
    return (
        rf"= {_fraction(exact)} \approx \mathbf{{{fixed(gain)}}}" if exact.denominator > 1 else rf"= \mathbf{{{exact}}}"
    )


def _ratio(branches, split_info: float, gain: float, score: float) -> list[str]:
    sizes, n = [sum(b) for b in branches], sum(map(sum, branches))
    worked = " ".join(rf"-\tfrac{{{s}}}{{{n}}}\log_2\tfrac{{{s}}}{{{n}}}" for s in sizes if s)
    lines = [
        rf"\text{{split info}} &= -\sum_b \tfrac{{n_b}}{{n}}\log_2\tfrac{{n_b}}{{n}} = {worked} = {fixed(split_info, 4)}"
    ]
    if not split_info:
        return [*lines, r"\text{gain ratio} &\text{ is undefined: all examples go one way}"]
    return [
        *lines,
        rf"\text{{gain ratio}} &= \frac{{\text{{gain}}}}{{\text{{split info}}}} = "
        rf"\frac{{{fixed(gain, 4)}}}{{{fixed(split_info, 4)}}} = \mathbf{{{fixed(score)}}}",
    ]


def _fraction(x: Fraction) -> str:
    return str(x.numerator) if x.denominator == 1 else rf"\tfrac{{{x.numerator}}}{{{x.denominator}}}"
