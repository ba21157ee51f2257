"""Forests in words and tables: the three names and what the notes say of them, the errors as trees are added."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from dtlearn.data.dataset import Dataset, significant
from dtlearn.forest.forest import Forest
from dtlearn.growing.errors import Part, Path, losses
from dtlearn.trees.tree import Tree
from dtlearn.views.base.html import table_html
from dtlearn.views.base.text import fixed, ratio


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
        "k for each node, drawn anew, without replacement",
        "UML 18.3; Breiman 2001",
        (True, True, False),
    ),
    "buildtree": Way(
        "BuildTree",
        "a sample of m′ rows for each tree, drawn with replacement",
        "a few of its own for each tree",
        "BuildTree 5, which calls it bagging",
        (True, False, True),
    ),
}
BY = {"votes": "Majority vote", "means": "Mean of probabilities"}
MEAN = "Mean squared error"  # a regression forest's only way to answer


def names_html(now: str | None) -> str:
    """The things by their names; ``now`` is the one on the screen."""
    rows = [[f"▶ {w.title}" if name == now else w.title, w.rows, w.features, w.source] for name, w in WAYS.items()]
    return table_html(["Name", "Rows", "Features", "From"], rows, "What is drawn, and its names (E17)")


# ---- errors


@dataclass(frozen=True)
class Curves(Path):
    """The errors of a forest as it grows, tree by tree. parts : training, test, and with a bootstrap out-of-bag.

    alone : what each tree loses on the test examples by itself: how many it gets wrong, in regression the squared
        errors added up. one : the same of one tree on all training examples. spread : standard error of all trees' test
        error.
    """

    alone: tuple[int | float, ...]
    one: int | float
    spread: float

    @property
    def regression(self) -> bool:
        return isinstance(self.one, float)

    @property
    def what(self) -> str:
        """What an error is called."""
        return "mean squared error" if self.regression else "error"


def curves(forest: Forest, test: Dataset, one: Tree, by: str) -> Curves:
    """The errors by majority vote or by mean probability; in regression those of the mean, whatever ``by`` says."""
    regression, parts = forest.data.schema.regression, []

    def lost(errors: np.ndarray, of) -> tuple[int, ...] | tuple[float, ...]:
        total = np.where(np.equal(of, 0), 0.0, errors) * of
        return tuple((total if regression else np.rint(total).astype(int)).tolist())

    for name, data in (("training", forest.data), ("test", test)):
        parts.append(Part(name, lost(forest.errors(data, by), len(data)), len(data)))
    if forest.settings.bootstrap:
        found = forest.out_of_bag(by)
        parts.append(Part("out-of-bag", lost(found.error, found.covered), tuple(found.covered.tolist())))
    alone = np.square(forest.residuals(test.y, forest.votes(test.X))).sum(axis=1).tolist()
    trees, spread = {"trees": tuple(range(1, len(forest) + 1))}, forest.losses(test, by).std() / np.sqrt(len(test))
    return Curves(trees, tuple(parts), tuple(alone), losses(one, test).sum().item(), float(spread))


def lost_text(lost: int | float | Fraction, of: int) -> str:
    """An error: "16/80 = 0.200"; of squared errors their mean, "3.125"; "–" where nobody is asked."""
    return ratio(lost, of) if not isinstance(lost, float) else significant(lost / of) if of else "–"


def error_of(part: Part, k: int) -> str:
    """The error of the first k + 1 trees on a part."""
    return lost_text(part.lost[k], part.asked(k))


def errors_table(by: Mapping[str, Curves], n: int) -> tuple[list[str], list[list[str]]]:
    """(header, rows): the errors of the first n trees, by each way to answer, beside single trees."""
    found = next(iter(by.values()))
    rows = [[part.name, *(error_of(one.parts[k], n - 1) for one in by.values())] for k, part in enumerate(found.parts)]
    h, empty = found.test.of, [""] * (len(by) - 1)
    rows += [
        [f"test: tree {n} alone", lost_text(found.alone[n - 1], h), *empty],
        [f"test: a tree alone, mean of {n}", lost_text(sum(found.alone[:n]), n * h), *empty],
        ["test: one tree on all training examples", lost_text(found.one, h), *empty],
    ]
    return ["Error", *by], rows


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
        return f"These {total} trees are all the same one: they can only err together."
    why = f": {d} features leave them little to differ in" if 1 < d <= 4 else ""
    return f"These {total} trees are only {kinds} different ones{why}, so they err together."


def answer(found: Curves) -> str:
    """Whether all trees together err less on the test examples than one tree on all training examples."""
    test, T = found.test, len(found.alone)
    one, all_ = (lost_text(lost, test.of) for lost in (found.one, test.lost[-1]))
    said = "No more and no less" if one == all_ else "Yes" if test.lost[-1] < found.one else "Not here"
    return f"{said}: on the test examples one tree has {found.what} {one}, all {T} together {all_}."


def standing(found: Curves, n: int) -> str:
    """How the first n trees together do on the test examples beside one tree on all training examples."""
    mine, one = (lost_text(lost, found.test.of) for lost in (found.test.lost[n - 1], found.one))
    than = "as good as" if mine == one else "better than" if found.test.lost[n - 1] < found.one else "worse than"
    return f"{than} one tree{' so far' * (n < len(found.alone))}"


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
        said = f"A tree alone errs on {fixed(mean)} of the test examples on average; all {T} together on {fixed(all_)}."
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
