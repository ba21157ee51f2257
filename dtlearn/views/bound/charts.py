"""The bound (18.1) in a picture: error, penalty and their sum against the size of the tree."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from dtlearn.views.base.errors_chart import FAINT, Figure, Labels, Line, errors_chart
from dtlearn.views.base.palette import LOOKS, Look
from dtlearn.views.base.text import fixed
from dtlearn.views.bound.words import WAYS, Row, Terms, share_text, size_text

WIDE = 63  # nodes from which on the axis is logarithmic
VACUOUS = "1 and above: vacuous, says nothing"
_TICKS = (1, 3, 5, 7, 9, 15, 31, 63, 127, 255, 511)


def bound_lines(
    rows: Sequence[Row], terms: Terms, way: str, more: Mapping[str, tuple[int, int]] | None = None
) -> list[Line]:
    """Training error, penalty and bound of one way's trees, the bounds of the others, all against n.

    more : further trees by name, (n, n_wrong). A point's go is (its way, its place); of a line without trees there is none.
    """
    row, sizes = _row(rows, way), range(1, _last(rows) + 1, 2)
    penalties = [terms.bound(n, 0).penalty for n in sizes]
    says = [f"penalty of n = {n}: {fixed(y)}" for n, y in zip(sizes, penalties, strict=True)]
    lines = [
        Line("penalty", sizes, penalties, says, LOOKS["penalty"], width=2),
        _line(row, terms, "training error", [float(b.error) for b in row.bounds(terms)], LOOKS["training"]),
    ]
    if row.true:
        lines.append(_line(row, terms, "true error", [float(x) for x in row.true], LOOKS["true"]))
    for one in sorted(rows, key=lambda one: one is row):  # the chosen one on top
        look, values = LOOKS[one.way], [b.value for b in one.bounds(terms)]
        every = _line(one, terms, f"bound: {WAYS[one.way]}", values, look)
        best = slice(i := one.best(terms), i + 1)
        lines += [
            replace(every, width=3.5 if one is row else 1.5),
            # A line of its own, for the legend shows a line's first mark, and says where it is: beside the star it met other words.
            replace(every, name=f"least: n = {every.x[i]}", x=every.x[best], y=values[best], says=[f"least {every.says[i]}"], go=every.go[best],
                    look=replace(look, symbol="star", dash=""), legend=one is row),
        ]  # fmt: skip
    for name, (n, wrong) in (more or {}).items():
        value = terms.bound(n, wrong).value
        lines.append(Line(name, [n], [value], [f"{name}, {size_text(n)}: {fixed(value)}"], LOOKS["alone"]))
    return lines


def bound_labels(rows: Sequence[Row], terms: Terms, way: str, k: int) -> Labels:
    """What stands at the lines. k : the tree that is shown, marked."""
    row, last = _row(rows, way), _last(rows)
    log = last > WIDE
    return Labels(
        f"n, nodes of the tree{' (logarithmic axis)' if log else ''}", (1, last), size_text(row.n[k]), log=log,
        ticks={"tickvals": [n for n in (_TICKS if log else range(1, last + 1, 2)) if n <= last]} if log or last <= 31 else {},
        levels=[(1, "")],
    )  # fmt: skip


def bound_figure(
    rows: Sequence[Row], terms: Terms, way: str, k: int, height: int, more: Mapping[str, tuple[int, int]] | None = None
) -> Figure:
    """The lines of one way's trees (``bound_lines``), tree k marked; a point's customdata is its go."""
    figure = errors_chart(bound_lines(rows, terms, way, more), (way, k), bound_labels(rows, terms, way, k), height)
    top = figure.layout.yaxis.range[1]
    figure.add_hrect(y0=1, y1=top, fillcolor=FAINT, line_width=0, layer="below")
    figure.add_annotation(x=0, xref="paper", xanchor="left", y=top, yanchor="top", showarrow=False, xshift=4,
                          text=VACUOUS)  # fmt: skip
    return figure


def _row(rows: Sequence[Row], way: str) -> Row:
    return next(row for row in rows if row.way == way)


def _last(rows: Sequence[Row]) -> int:
    """Nodes of the largest tree."""
    return max(row.n[-1] for row in rows)


def _line(row: Row, terms: Terms, name: str, y: list[float], look: Look) -> Line:
    """A line through the trees of a row."""
    says = []
    for i, bound in enumerate(row.bounds(terms)):
        true = f", true error {fixed(row.true[i])}" if row.true else ""
        sum_ = f"{share_text(bound.n_wrong, bound.m)} + {fixed(bound.penalty)} = {fixed(bound.value)}"
        says.append(f"{name} {fixed(y[i])}<br>{WAYS[row.way]}, {size_text(bound.n)}: {sum_}{true}")
    return Line(name, row.n, y, says, look, [(row.way, i) for i in range(len(row))], width=2)
