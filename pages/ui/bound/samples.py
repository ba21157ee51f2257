"""The bound (18.1) and the sample: from how many examples on it says something, and where its least then sits."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from math import floor, sqrt

from dtlearn.bound.bound import Bound
from dtlearn.show.base.arithmetic import aligned, tex_whole
from dtlearn.show.base.html import table_html
from dtlearn.show.base.text import fixed, whole
from dtlearn.show.bound.words import LATEX_LOGS, symbols_tex
from pages.ui.bound.words import WAYS, Row, Terms, share_text


def needed(bound: Bound) -> int | None:
    """The examples from which on a tree with this share of wrong ones has a bound below 1; None if never.

    >>> needed(Bound(0, 4, 7, 2)), needed(Bound(2, 4, 1, 2))
    (12, 17)
    """
    room = 1 - bound.error
    if room <= 0:
        return None
    return _first((bound.length + bound.confidence) / (2 * float(room) ** 2), lambda m: _at(bound, m) < 1)


def needed_to_beat(bound: Bound, leaf: Bound) -> int | None:
    """The examples from which on the tree's bound is below the single leaf's, both errors as they are; None if never.

    >>> needed_to_beat(Bound(0, 4, 7, 2), Bound(2, 4, 1, 2))
    7
    """
    won = leaf.error - bound.error
    if won <= 0:
        return None
    more = sqrt((bound.length + bound.confidence) / 2) - sqrt((leaf.length + leaf.confidence) / 2)
    return _first((more / float(won)) ** 2, lambda m: _at(bound, m) < _at(leaf, m))


def _at(bound: Bound, m: int) -> float:
    """The bound for m examples of which the same share is wrong."""
    return float(bound.error) + sqrt((bound.length + bound.confidence) / (2 * m))


def _first(above: float, holds: Callable[[int], bool]) -> int:
    """The first whole number above a limit; the test settles what rounding leaves open."""
    m = max(floor(above), 1)
    while not holds(m):
        m += 1
    return m


def needed_lines(bound: Bound, leaf: Bound) -> str:
    """Both numbers of examples in LaTeX: the formula, the numbers put in, the result."""
    useful, beats, error = needed(bound), needed_to_beat(bound, leaf), bound.error
    code = bound.length + bound.confidence
    lines = [
        rf"A_n &= (n+1){LATEX_LOGS[bound.logs][0]}({symbols_tex(bound.classes == 2)}) +"
        rf" {LATEX_LOGS[bound.logs][1]}(2/\delta) \approx {fixed(code)}"
    ]
    if useful is not None:
        lines += [
            r"m &> \frac{A_n}{2\,(1-L_S)^2} "
            rf"\approx \frac{{{fixed(code)}}}{{2\,(1-{_tex(error)})^2}}, \ m \ge \mathbf{{{tex_whole(useful)}}}"
            r" \ \text{(below 1)}"
        ]
    if beats is not None and bound.n > 1:
        small = leaf.length + leaf.confidence
        lines += [
            r"m &> \frac{(\sqrt{A_n}-\sqrt{A_1})^2}{2\,(L_S(\text{leaf})-L_S)^2}",
            r"&\approx"
            rf" \frac{{(\sqrt{{{fixed(code)}}}-\sqrt{{{fixed(small)}}})^2}}"
            rf"{{2\,({_tex(leaf.error)}-{_tex(error)})^2}}, "
            rf"\ m \ge \mathbf{{{tex_whole(beats)}}} \ \text{{(below the leaf)}}",
        ]
    return aligned(lines)


def _tex(x: Fraction) -> str:
    return str(x) if x.denominator == 1 else rf"\tfrac{{{tex_whole(x.numerator)}}}{{{tex_whole(x.denominator)}}}"


def needed_text(bound: Bound, leaf: Bound) -> str:
    """What sample the tree would need if its training error stayed what it is."""
    useful, beats = needed(bound), needed_to_beat(bound, leaf)
    if useful is None:
        return "Every example is wrong: no sample makes this bound useful."
    error = bound.error
    same = str(error) if error.denominator == 1 else share_text(error.numerator, error.denominator)
    leaf_ = ""
    if bound.n > 1:
        never = "never below the single leaf's, which is wrong no more often"
        beaten = f"below the single leaf's from m = {whole(beats)} on" if beats else ""
        leaf_ = f", and it is {beaten or never}"
    says = f"this tree's bound tells something (is below 1) from m = {whole(useful)} on"
    return f"With the same training error, {same}, {says}{leaf_}. Now m = {whole(bound.m)}."


def samples_html(rows: Sequence[Row], terms: Terms, times: Sequence[int]) -> str:
    """Where the least bound sits if there were more examples with the same errors; the present line is marked.

    † marks what an exact search among larger trees could still better, see ``mark_text``.
    """
    lines = []
    for k in times:
        scaled = replace(terms, times=k)
        cells = []
        for row in rows:
            best = row.bounds(scaled)[row.best(scaled)]
            cells.append(f"n = {best.n}: {fixed(best.value)}{' †' * _open(row, scaled)}{' vacuous' * best.vacuous}")
        lines.append([f"{'▶ ' if k == terms.times else ''}{whole(k)}\u00a0×", whole(terms.m * k), *cells])
    header = ["data", "m", *(f"{WAYS[row.way]}{f', up to {row.known} nodes' * bool(row.known)}" for row in rows)]
    return table_html(header, lines, "More data, the same shares of errors: the least bound")


def _open(row: Row, terms: Terms) -> bool:
    """It was searched for exactly, but larger trees may be better."""
    return bool(row.known) and not row.proved(terms)


def mark_text(rows: Sequence[Row], terms: Terms, times: Sequence[int]) -> str:
    """What † means in ``samples_html``; "" if it is not there."""
    open_ = [row for row in rows if any(_open(row, replace(terms, times=k)) for k in times)]
    return f"† Not proved: a tree of more than {open_[0].known} nodes may have a smaller bound." if open_ else ""


def sample_text(terms: Terms) -> str:
    """The size of the sample.

    >>> sample_text(Terms(14, 10)), sample_text(Terms(14, 10, times=3))
    ('m = 14', 'm = 14 × 3 = 42')
    """
    taken = f" × {whole(terms.times)} = {whole(terms.m * terms.times)}" if terms.times > 1 else ""
    return f"m = {whole(terms.m)}{taken}"


def copies_text(terms: Terms) -> str:
    """What it means to take the same data several times; "" where it is taken once."""
    if terms.times == 1:
        return ""
    return (
        f"As if m = {whole(terms.m * terms.times)} examples had come with the same shares of errors: a thought"
        " experiment. Copies are not independent of each other, so copying examples proves nothing."
    )
