"""The page Forest in words and tables: the names of its ways and what is drawn in each, what the errors show."""

from dataclasses import dataclass
from fractions import Fraction

from dtlearn.data.dataset import significant
from dtlearn.show.base.html import table_html
from dtlearn.show.base.text import fixed
from dtlearn.show.forest.words import Curves, error_of, lost_text


@dataclass(frozen=True)
class Way:
    """One of the things that are all called bagging or forest (facts E17).

    draws : whether rows are drawn for each tree, features for each node, features for each tree.
    """

    title: str
    rows: str
    features: str
    source: str
    draws: tuple[bool, bool, bool]


WAYS = {
    "bagging": Way(
        "Plain bagging",
        "a sample of m′ rows for each tree, drawn with replacement",
        "all, at every node",
        "Breiman 1996",
        (True, False, False),
    ),
    "subspace": Way(
        "Random subspace", "all rows, for every tree", "a few of its own for each tree", "Ho 1998", (False, False, True)
    ),
    "forest": Way(
        "Random forest",
        "a sample of m′ rows for each tree, drawn with replacement",
        "k for each node, drawn again each time, without replacement",
        "UML 18.3; Breiman 2001",
        (True, True, False),
    ),
    "buildtree": Way(
        "Bagging, few features",
        "a sample of m′ rows for each tree, drawn with replacement",
        "a few of its own for each tree",
        "BuildTree 5, which calls it bagging",
        (True, False, True),
    ),
}


def names_html(now: str | None) -> str:
    """The things by their names; ``now`` is the one on the screen."""
    rows = [[f"▶ {w.title}" if name == now else w.title, w.rows, w.features, w.source] for name, w in WAYS.items()]
    return table_html(["Name", "Rows", "Features", "From"], rows, "What is drawn, and its names (E17)")


def series_html(found: Curves) -> str:
    """The errors against the number of trees, at a few numbers."""
    T = len(found.alone)
    shown = sorted({n for n in (1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200) if n <= T} | {T})
    rows = [
        [str(n), *(error_of(part, n - 1) for part in found.parts), lost_text(found.alone[n - 1], found.test.of)]
        for n in shown
    ]
    return table_html(
        ["Trees", *(part.name for part in found.parts), "test: the last tree alone"],
        rows,
        f"{found.what.capitalize()} against the number of trees",
    )


def few_text(kinds: int, total: int, d: int) -> str:
    """That many trees are only a few different ones."""
    if kinds == 1:
        return f"These {total} trees are all the same one: they can only be wrong together."
    why = f": {d} features leave them little to differ in" if 1 < d <= 4 else ""
    return f"These {total} trees are only {kinds} different ones{why}, so they are wrong together."


def answer(found: Curves) -> str:
    """Whether all trees together err less on the test examples than one tree on all training examples."""
    test, T = found.test, len(found.alone)
    one, all_ = (lost_text(lost, test.of) for lost in (found.one, test.lost[-1]))
    said = "No more and no less" if one == all_ else "Yes" if test.lost[-1] < found.one else "Not here"
    return f"{said}: on the test examples one tree has {found.what} {one}, all {T} together {all_}."


def verdict(found: Curves) -> str:
    """What the curves show, and how far to trust it."""
    T, test, h = len(found.alone), found.test, found.test.of
    last, gap, single = test.lost[T - 1], found.one - test.lost[T - 1], "One tree on all training examples"
    if found.regression:
        write, mean, all_ = significant, lost_text(sum(found.alone), T * h), error_of(test, T - 1)
        said = (
            f"A tree alone has a mean squared error of {mean} on the test examples on average; all {T} together {all_}."
        )
        mine, theirs = lost_text(found.one, h), all_
    else:
        write, mean, all_ = fixed, Fraction(sum(found.alone), T * h), test.error(T - 1)
        said = (
            f"A tree alone is wrong on {fixed(mean)} of the test examples on average; all {T} together on"
            f" {fixed(all_)}."
        )
        mine, theirs = f"{found.one} wrong", str(last)
    if not gap or mine == theirs:
        said += f" {single} does just as well: {mine}."
    elif gap > 0:
        said += f" {single} {'has' if found.regression else 'gets'} {mine}, the forest {theirs}."
    else:
        said += f" Here one tree on all training examples is better: {mine} against {theirs}. A forest is no promise."
    bag = ""
    if len(found.parts) > 2 and found.judge.error(T - 1) is not None:
        bag = (
            f" Out-of-bag, {error_of(found.judge, T - 1)}, needs no test examples: each example is asked of the trees"
            " that did not see it."
        )
    return f"{said} With {h} test examples the standard error is about {write(found.spread)}.{bag}"
