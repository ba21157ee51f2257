"""A tiny picture of what a kind of exercises is about: marks, lines and boxes in a frame of 96 x 56, as plain data.

Each shape is a tuple that begins with its name: ("mark", x, y, class), ("line", x1, y1, x2, y2, look), ("box", x, y, w,
h, look),
("text", x, y, text); a look is "", "bold" or "dashed".
"""

from collections.abc import Sequence

Shape = tuple[str | float, ...]
STEP, ROW = 10, 5  # px from mark to mark, and how many of them stand beside each other


def pile(x: float, y: float, counts: Sequence[int], row: int = ROW) -> list[Shape]:
    """Marks of so many of each class, in rows, x and y in their middle."""
    marks = [k for k, n in enumerate(counts) for _ in range(n)]
    rows = [marks[i : i + row] for i in range(0, len(marks), row)]
    top = y - STEP * (len(rows) - 1) / 2
    return [
        ("mark", x + STEP * (i - (len(each) - 1) / 2), top + STEP * j, k)
        for j, each in enumerate(rows)
        for i, k in enumerate(each)
    ]


def split(parent: Sequence[int], *branches: Sequence[int], row: int = ROW) -> list[Shape]:
    """A pile, and the piles that a question makes of it."""
    xs = [96 * (b + 0.5) / len(branches) for b in range(len(branches))]
    lines = [("line", 48, 22, x, 36, "") for x in xs]
    return [
        *pile(48, 10, parent),
        *lines,
        *(s for x, counts in zip(xs, branches, strict=True) for s in pile(x, 46, counts, row)),
    ]


def tree(*looks: str, leaf: str = "") -> list[Shape]:
    """A tree of two questions. looks : of its four edges, the upper ones first. leaf : of the last leaf's box."""
    edges = ((48, 13, 24, 22), (48, 13, 72, 22), (72, 35, 56, 44), (72, 35, 88, 44))
    boxes = (
        (38, 1, 20, 12, ""),
        (14, 22, 20, 12, ""),
        (62, 22, 20, 12, ""),
        (46, 44, 20, 11, ""),
        (78, 44, 17, 11, leaf),
    )
    drawn = zip(edges, looks or ("",) * 4, strict=True)
    return [*(("line", *edge, look) for edge, look in drawn), *(("box", *box) for box in boxes)]
