"""The bound (18.1) as a formula with its numbers put in (UML (18.1))."""

from fractions import Fraction

from dtlearn.bound.bound import LOGS, Bound, Standing
from dtlearn.data.dataset import number
from dtlearn.show.base.arithmetic import aligned, tex_whole
from dtlearn.show.base.text import fixed

LOG_TITLES = {"mixed": "log₂ and ln (the notes)", "ln": "ln twice (sharpest)", "log2": "log₂ twice"}
LATEX_LOGS = {"mixed": (r"\log_2", r"\ln"), "ln": (r"\ln", r"\ln"), "log2": (r"\log_2", r"\log_2")}
assert set(LATEX_LOGS) == set(LOG_TITLES) == set(LOGS)


def arithmetic(bound: Bound, standing_: Standing) -> str:
    """(18.1) in LaTeX: the formula, the numbers put in, the result."""
    of_code, of_delta = LATEX_LOGS[bound.logs]
    holds = r"\overset{?}{\le}" if standing_ is Standing.ILLUSTRATION else r"\le"
    odds = Fraction(2) / Fraction(repr(bound.delta))
    error = fixed(bound.error) if bound.n_wrong else "0"
    return aligned(
        [
            (
                rf"L_{{\mathcal D}}(h) &{holds} L_S(h) +"
                rf" \sqrt{{\frac{{(n+1){of_code}({symbols_tex(bound.classes == 2)}) + {of_delta}(2/\delta)}}{{2m}}}}"
            ),
            rf"&= \tfrac{{{tex_whole(bound.n_wrong)}}}{{{tex_whole(bound.m)}}} + "
            rf"\sqrt{{\frac{{({bound.n}+1)\,{of_code} {bound.symbols} + {of_delta}"
            rf" {tex_whole(int(odds)) if odds.denominator == 1 else number(float(odds))}}}{{2\cdot"
            rf" {tex_whole(bound.m)}}}}}",
            (
                rf"&\approx {error} + \sqrt{{\frac{{{fixed(bound.length)} +"
                rf" {fixed(bound.confidence)}}}{{{tex_whole(2 * bound.m)}}}}}"
            ),
            rf"&\approx {error} + {fixed(bound.penalty)} \approx \mathbf{{{fixed(bound.value)}}}",
        ]
    )


def symbols_tex(uml: bool, end: bool = True) -> str:
    """How many symbols the code has, as a formula, in UML's case or in general.

    >>> symbols_tex(True), symbols_tex(True, end=False), symbols_tex(False)
    ('d+3', 'd+2', 'd+K+1')
    """
    return ("d+3" if end else "d+2") if uml else ("d+K+1" if end else "d+K")
