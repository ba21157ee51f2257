"""The bound (18.1) in a picture: error, penalty and their sum against the size of the tree."""

from collections.abc import Sequence
from dataclasses import replace

from dtlearn.show.base.errors_chart import Labels, Line
from dtlearn.show.base.palette import LOOKS, Look
from dtlearn.show.base.text import fixed
from pages.ui.bound.words import WAYS, Row, Terms, share_text, size_text

WIDE = 63  # nodes from which on the axis is logarithmic
VACUOUS = "1 or more: tells us nothing"
_TICKS = (1, 3, 5, 7, 9, 15, 31, 63, 127, 255, 511)


def bound_lines(rows: Sequence[Row], terms: Terms, way: str) -> list[Line]:
    """Training error, penalty and bound of one way's trees, faintly the bounds of the others, all against n.

    A point's go is (its way, its place); of a line without trees there is none. A tree's sum is said once, by its
    bound; where the way has no tree, the penalty is said.
    """
    row, sizes = _row(rows, way), range(1, _last(rows) + 1, 2)
    penalties = [terms.bound(n, 0).penalty for n in sizes]
    says = ["" if n in row.n else f"penalty of n = {n}: {fixed(y)}" for n, y in zip(sizes, penalties, strict=True)]
    lines = [
        Line("penalty", sizes, penalties, says, LOOKS["penalty"], width=2),
        _line(row, "training error", [float(b.error) for b in row.bounds(terms)], LOOKS["training"]),
    ]
    if row.true:
        lines.append(_line(row, "true error", [float(x) for x in row.true], LOOKS["true"]))
    bounds = [
        _line(one, f"bound: {WAYS[one.way]}", [b.value for b in one.bounds(terms)], LOOKS[one.way])
        for one in sorted(rows, key=lambda one: one is row)  # the chosen one on top
    ]
    *others, own = bounds
    i = row.best(terms)
    return [
        *lines,
        *(replace(line, width=1.5, legend=False, faint=True) for line in others),
        replace(own, width=3.5, says=_sums(row, terms)),
        # A line of its own, for the legend shows a line's first mark, and says where it is: beside the star it met
        # other words.
        replace(
            own,
            name=f"least: n = {own.x[i]}",
            x=own.x[i : i + 1],
            y=own.y[i : i + 1],
            says=[""],
            go=own.go[i : i + 1],
            look=replace(own.look, symbol="star", dash=""),
        ),
    ]


def bound_labels(rows: Sequence[Row], terms: Terms, way: str, k: int) -> Labels:
    """What stands at the lines. k : the tree that is shown, marked."""
    row, last = _row(rows, way), _last(rows)
    log = last > WIDE
    return Labels(
        f"n, nodes of the tree{' (logarithmic axis)' if log else ''}",
        (1, last),
        size_text(row.n[k]),
        log=log,
        ticks=(
            {"tickvals": [n for n in (_TICKS if log else range(1, last + 1, 2)) if n <= last]}
            if log or last <= 31
            else {}
        ),
        levels=[(1, "")],
    )


def _row(rows: Sequence[Row], way: str) -> Row:
    return next(row for row in rows if row.way == way)


def _last(rows: Sequence[Row]) -> int:
    """Nodes of the largest tree."""
    return max(row.n[-1] for row in rows)


def _line(row: Row, name: str, y: list[float], look: Look) -> Line:
    """A line through the trees of a row, of which nothing is said."""
    return Line(name, row.n, y, [""] * len(row), look, [(row.way, i) for i in range(len(row))], width=2)


def _sums(row: Row, terms: Terms) -> list[str]:
    """What is said of each tree of a row."""
    says = []
    for i, bound in enumerate(row.bounds(terms)):
        true = f", true error {fixed(row.true[i])}" if row.true else ""
        sum_ = f"{share_text(bound.n_wrong, bound.m)} + {fixed(bound.penalty)} = {fixed(bound.value)}"
        says.append(f"{WAYS[row.way]}, {size_text(bound.n)}: {sum_}{true}")
    return says
