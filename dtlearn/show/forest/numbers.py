"""What regression trees say at a point, in words, tables and a sum: f(x) = 1/M sum f_m(x) (BuildTree 5).

The same functions as in ``votes``, where a target that is a number stands instead of the classes.
"""

import numpy as np

from dtlearn.data.dataset import Dataset, significant
from dtlearn.forest.forest import Forest
from dtlearn.forest.polls import Numbers
from dtlearn.show.base.arithmetic import tex_number
from dtlearn.show.base.palette import class_colour
from dtlearn.show.base.text import many, printable
from dtlearn.show.forest.words import Curves, error_of, lost_text, standing
from dtlearn.trees.tree import Tree

BELOW, SAME, ABOVE = (
    ("▼", class_colour(1), "below"),
    ("=", class_colour(8), "the same as"),
    ("▲", class_colour(0), "above"),
)


def caption(found: Curves | None, said: Numbers, target: str, n: int, by: str) -> str:
    """The first n trees in a sentence: their squared error, that of the last one alone, their mean at the point.

    found : None where there are no test examples.
    """
    total = len(said)
    if not n:
        return f"No tree has spoken yet: {total} wait. What will the first one say?"
    so_many = f"{n} of {total} trees" if n < total else f"All {total} trees" if total > 1 else "The only tree"
    mean = said.answer(n)
    here = "No tree has left the example out yet" if mean is None else f"At the point: f(x) = {significant(mean)}"
    if found is None:
        return f"{so_many}. {here}."
    test = found.test
    error, one = f"ean squared error {error_of(test, n - 1)} on the test examples", lost_text(found.one, test.of)
    if n == 1:  # here it is said what they are compared with
        return f"{so_many}: m{error}; one tree on all training examples {one}. {here}."
    alone = lost_text(found.alone[n - 1], test.of)
    return f"{so_many}: {standing(found, n)}. M{error}, against {one}; tree {n} alone {alone}. {here}."


def flips(said: Numbers, by: str, target: str) -> list[dict]:
    """No marks for the player: every tree moves a mean a little."""
    return []


def ballots_view(said: Numbers, target: str, n: int, chosen: int) -> dict:
    """What all trees say as marks: above or below the mean of the first n; those after them wait."""
    trees, mean = [], said.answer(n)
    for t, (value, size, asked) in enumerate(zip(said.values, said.sizes, said.asked, strict=True), 1):
        sign, colour, says = "·", "", "not asked yet"
        if not asked:
            sign, says = "–", "had this example in its sample, so it is not asked"
        elif t <= n:
            sign, colour, where = ABOVE if value > mean else BELOW if value < mean else SAME
            says = f"{significant(value)}, {where} f(x), leaf with {many(size, 'example')}"
        trees.append(
            {
                "tree": t,
                "sign": sign,
                "colour": colour,
                "waits": not colour,
                "now": t == n,
                "title": f"Tree {t}: {says}",
            }
        )
    return {"label": "What the trees say: ▲ above their mean, ▼ below", "trees": trees, "chosen": chosen}


def tally_rows(
    said: Numbers, target: str, n: int, by: str
) -> tuple[list[str], list[tuple[str, list[str], float, bool]]]:
    """The mean so far, the last tree's number, the least and the largest one: the header; name, cells, no bar, and
    whether it is the answer."""
    header, some = ["Says", printable(target)], said.said(n)
    if not some:
        return header, []
    last = significant(said.values[n - 1]) if said.asked[n - 1] else "not asked"
    told = [
        (f"f(x), the mean of {many(len(some), 'tree')}", significant(said.answer(n))),
        (f"tree {n}", last),
        ("the least", significant(min(some))),
        ("the largest", significant(max(some))),
    ]
    return header, [(name, [text], 0.0, not k) for k, (name, text) in enumerate(told)]


def sums(said: Numbers, target: str, n: int) -> str:
    """The mean as a formula: what is added, the numbers put in, the result; "" where no tree counts."""
    some = said.said(n)
    if not some:
        return ""
    *written, mean = (tex_number(significant(value)) for value in (*some, said.answer(n)))
    terms = [text if value >= 0 else rf"\left({text}\right)" for value, text in zip(some, written, strict=True)]
    row = " + ".join([*terms[:3], r"\cdots", terms[-1]] if len(terms) > 4 else terms)
    return (
        r"\begin{aligned}f(x)&=\sum_{m=1}^{M}\tfrac1M f_m(x)\\&"
        rf"=\tfrac{{1}}{{{len(some)}}}\left({row}\right)={mean}\end{{aligned}}"
    )


def two_errors(said: Numbers, n: int, truth: float | None) -> str:
    """Why the mean is at least as good as its trees: their mean squared error is its own and how far they lie apart."""
    if not said.voters(n):
        return "No tree that has spoken left this example out."
    some, mean, apart = said.said(n), said.answer(n), said.apart(n)
    lie = f"The trees lie {significant(apart)} from f(x), as a mean of squares"
    if truth is None:
        return f"{lie}. By so much its squared error is smaller than theirs on average, whatever the truth."
    own, alone = (mean - truth) ** 2, sum((value - truth) ** 2 for value in some) / len(some)
    put = f"({significant(mean)} − {_minus(truth)})² = {significant(own)}"
    return (
        f"Squared error of f(x): {put}; of a tree, on average: {significant(alone)}. {lie}: just the difference. So a"
        " mean is never worse than its trees are on average (Krogh and Vedelsby 1995); trees that all say the same win"
        " nothing."
    )


def _minus(x: float) -> str:
    return significant(x) if x >= 0 else f"({significant(x)})"


def telling(forest: Forest, one: Tree, test: Dataset) -> int:
    """The test example to show first: on which the forest is better than one tree by most."""
    return int(np.argmax(np.square(one.predict(test.X) - test.y) - forest.losses(test)))


def truth_text(data: Dataset, row: int) -> str:
    """The number that an example has."""
    return significant(float(data.y[row]))


def called(data: Dataset) -> str:
    """What the answers are called: the target."""
    return data.schema.target
