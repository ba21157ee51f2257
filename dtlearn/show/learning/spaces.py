"""Hypothesis spaces (CS181 3), and which labels trees can give (UML 18.3, 18.4)."""

from math import ceil, log2

from dtlearn.learning.concepts import BIASES, Known, shattering
from dtlearn.show.base.html import table_html
from dtlearn.show.base.text import many, whole
from dtlearn.show.learning.words import BIAS_WORDS, row_text

LISTED = 4  # rows whose labellings are listed one by one


def spaces_html(n: int, k: int) -> str:
    """The hypothesis spaces over n features: their size,
    and how many examples it takes at least to tell all of them apart."""
    rows = []
    for name, bias in BIASES.items():
        size = len(bias.space(n, k))
        rows.append([BIAS_WORDS[name].title(k), bias.kind, whole(size), str(ceil(log2(size)))])
    header = ["bias", "kind", "hypotheses |H|", "⌈log₂ |H|⌉ examples"]
    return table_html(header, rows, f"Hypothesis spaces over {n} features", 2)


def shattering_text(known: Known) -> str:
    """What trees can say of the known rows, whatever their labels."""
    rows = _rows(known)
    if not rows:
        return "No row is known: label some, and see which labellings of them a tree can give."
    most, size = int(shattering(known.n, rows).max()), len(rows)
    said = (
        f"**{whole(1 << size)} labellings** of {many(size, 'known row')}: each has a tree of at most"
        f" **{many(most, 'leaf')}**. So trees with {many(most, 'leaf')} *shatter* these {size} points (our word), and"
        f" their VC dimension is at least {size}."
    )
    return said + (f" That is more than {most} (slip E35 below)." if size > most else "")


def shattering_html(known: Known) -> str:
    """For each number of leaves the labellings that need it; for few rows every labelling."""
    rows = _rows(known)
    needed = shattering(known.n, rows)
    counts = [
        [str(k), whole(int((needed == k).sum())), whole(int((needed <= k).sum()))] for k in range(1, needed.max() + 1)
    ]
    found = table_html(
        ["leaves", "labellings that need them", "so many have a tree"], counts, "Labellings by leaves", 1
    )
    if len(rows) > LISTED:
        return found
    names = [row_text(r, known.n) for r in rows]
    listed = [[*(str(code >> i & 1) for i in range(len(rows))), str(k)] for code, k in enumerate(needed.tolist())]
    return found + table_html([*names, "leaves"], listed, "Every labelling")


def following(known: Known) -> Known:
    """The same rows with their next labelling, in counting order; after the last one the first."""
    rows = _rows(known)
    code = (sum((known.positive >> r & 1) << i for i, r in enumerate(rows)) + 1) % (1 << len(rows))
    positive = sum(1 << r for i, r in enumerate(rows) if code >> i & 1)
    return Known(known.n, positive, sum(1 << r for r in rows) - positive)


def _rows(known: Known) -> tuple[int, ...]:
    return tuple(r for r in range(known.rows) if (known.positive | known.negative) >> r & 1)
