"""Overfitting: training, test and true error size by size, the definition put to the numbers, and in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from math import sqrt

from dtlearn.data import Dataset
from dtlearn.evaluate import by_size
from dtlearn.grow import Trace
from dtlearn.orders import best_first
from dtlearn.views.html import LISTED, table_html
from dtlearn.views.text import fixed

SOURCE = "BuildTree, section 4, after Mitchell (1997)"
# The definition, in the notes' words as a formula; S are the training examples, D is where examples come from.
DEFINITION = (
    r"\mathrm{error}_S(h) < \mathrm{error}_S(h') \quad\text{and}\quad \mathrm{error}_D(h) > \mathrm{error}_D(h')"
)


@dataclass(frozen=True)
class Part:
    """Examples that judge trees. word : what their error is called. m : how many. wrong : misclassified, size by size."""

    word: str
    m: int
    wrong: tuple[int, ...]

    def error(self, k: int) -> Fraction:
        return Fraction(self.wrong[k], self.m)

    def spread(self, k: int) -> float:
        """Standard error of the error: sqrt(e(1-e)/m)."""
        e = self.error(k)
        return sqrt(e * (1 - e) / self.m)

    def text(self, k: int) -> str:
        """ "20/120 = 0.167"."""
        return f"{self.wrong[k]}/{self.m} = {fixed(self.error(k))}"


@dataclass(frozen=True)
class Series:
    """The trees of a growth from the root alone to the full tree, one split more each time.

    nodes, leaves : their sizes. train, test : the errors on both parts of the data.
    fresh : the error on many new examples where the source is known, else None.
    """

    nodes: tuple[int, ...]
    leaves: tuple[int, ...]
    train: Part
    test: Part
    fresh: Part | None

    def __len__(self) -> int:
        return len(self.nodes)

    @property
    def judge(self) -> Part:
        """The examples that stand for D in the definition."""
        return self.fresh or self.test

    @property
    def parts(self) -> tuple[Part, ...]:
        return (self.train, self.test, *([self.fresh] if self.fresh else []))

    def rival(self, k: int) -> int | None:
        """The h' of the definition for tree k: larger training error, smaller error on D. The best one, then the smallest.

        None if tree k does not overfit, as far as this series can tell.
        """
        return self._rivals[k]

    @cached_property
    def _rivals(self) -> tuple[int | None, ...]:
        train, judge = self.train.wrong, self.judge.wrong
        best, found = None, [None] * len(self)  # best: of the trees with a larger training error
        for _, equal in groupby(sorted(range(len(self)), key=lambda j: -train[j]), key=lambda j: train[j]):
            same = list(equal)
            for k in same:
                found[k] = best if best is not None and judge[best] < judge[k] else None
            best = min(same if best is None else [best, *same], key=lambda j: (judge[j], j))
        return tuple(found)

    def best(self) -> int:
        """The smallest tree with the least error on D."""
        return self.judge.wrong.index(min(self.judge.wrong))

    def regions(self) -> list[tuple[int, int]]:
        """(first, last) of every run of trees that overfit."""
        runs: list[tuple[int, int]] = []
        for k in (k for k in range(len(self)) if self.rival(k) is not None):
            runs[-1:] = [(runs[-1][0], k)] if runs and runs[-1][1] == k - 1 else [*runs[-1:], (k, k)]
        return runs


def series(trace: Trace, test: Dataset, fresh: Dataset | None) -> Series:
    """The best-first growth of a trace, judged by its own examples, by test examples, by fresh ones."""

    order = best_first(trace.tree, trace.settings.criterion)

    def part(word: str, data: Dataset) -> Part:
        return Part(word, len(data), tuple(by_size(trace, data, order).loss.tolist()))

    sizes = by_size(trace, test, order)
    return Series(
        tuple(sizes.nodes.tolist()), tuple(sizes.leaves.tolist()),
        part("training", trace.data), part("test", test), part("true", fresh) if fresh else None,
    )  # fmt: skip


def size_text(series: Series, k: int, unit: str = "nodes") -> str:
    """ "9 nodes", "1 leaf"."""
    n = getattr(series, unit)[k]
    return f"{n} {unit if n != 1 else {'nodes': 'node', 'leaves': 'leaf'}[unit]}"


def caption(series: Series, k: int, unit: str) -> str:
    """One tree of the series: its size, its errors, and what it does."""
    errors = ", ".join(f"{part.word} error {_error(part, k, series)}" for part in series.parts)
    judge = series.judge
    better = [j for j in range(len(series)) if judge.wrong[j] < judge.wrong[k]]
    if series.rival(k) is not None:
        does = "It overfits."
    elif not better:
        does = f"No tree of this growth has a smaller {judge.word} error."
    elif better[-1] > k:
        does = "It underfits: larger trees do better."
    else:
        does = f"A smaller tree fits the training examples as well and has a smaller {judge.word} error."
    return f"{size_text(series, k, unit)}: {errors}. {does}"


def _error(part: Part, k: int, series: Series) -> str:
    """An error as text; a count of thousands says nothing."""
    return fixed(part.error(k)) if part is series.fresh else part.text(k)


def sentence(series: Series, k: int, unit: str) -> str:
    """The definition with the numbers put in, and its result."""
    judge, j = series.judge, series.rival(k)
    h = f"h ({size_text(series, k, unit)})"
    if j is None:
        why = (
            f"no tree of this growth has a smaller {judge.word} error"
            if judge.wrong[k] == min(judge.wrong)
            else f"every tree with a smaller {judge.word} error fits the training examples at least as well"
        )
        return f"{h} does not overfit as far as this growth can tell: {why}. (The definition asks about every other tree there is.)"
    return (
        f"{h} overfits because h′ ({size_text(series, j, unit)}) has a larger training error, "
        f"{fixed(series.train.error(j))} > {fixed(series.train.error(k))}, and a smaller {judge.word} error, "
        f"{fixed(judge.error(j))} < {fixed(judge.error(k))}."
    )


def definition_html(series: Series, k: int, unit: str) -> str:
    """h beside its h': every error, and which way it must differ for h to overfit."""
    j, rows = series.rival(k), []
    for part in series.parts:
        here, sign, there = _with_spread(part, k, series), "", "–"
        if j is not None:
            there = _with_spread(part, j, series)
            sign = "<" if part.wrong[k] < part.wrong[j] else ">" if part.wrong[k] > part.wrong[j] else "="
        role = " (S)" if part is series.train else " (D)" if part is series.judge else ""
        rows.append([f"{part.word}{role}", here, sign, there])
    other = f"h′: {size_text(series, j, unit)}" if j is not None else "h′: none found"
    return table_html(
        ["error", f"h: {size_text(series, k, unit)}", "", other], rows, "The definition with the numbers put in"
    )


def _with_spread(part: Part, k: int, series: Series) -> str:
    if part is series.train:
        return part.text(k)
    return f"{_error(part, k, series)} ± {fixed(part.spread(k))}"


def trust(series: Series, here: Sequence[int], there: Sequence[int] | None) -> str:
    """How far the test examples alone carry the verdict.

    here, there : (h,) losses of h and of its h' on the test examples; None without an h'.
    """
    n, said = series.test.m, "± is one standard error, √(e(1−e)/n)."
    if series.fresh:
        said += (
            f" The true error is measured on {series.fresh.m:,} fresh examples from the same source: nearly exact."
        ).replace(",", "\u202f")
    else:
        said += f" The source of this data is not known: D is judged by the {n} test examples, an estimate."
    if there is None:
        return said
    worse = sum(a > b for a, b in zip(here, there, strict=True))
    better = sum(a < b for a, b in zip(here, there, strict=True))
    gap, spread = (worse - better) / n, sqrt(max(worse + better - (worse - better) ** 2 / n, 0)) / n
    more, less = max(worse, better), min(worse, better)
    number = f"({more} − {less})/{n} = {fixed(abs(gap))} ± {fixed(spread)}"
    if gap > 2 * spread:
        told = f"so h is worse by {number}, more than two of them: hardly chance"
    elif gap > 0:
        told = f"so h is worse by {number}, less than two of them: other test examples may say otherwise"
    elif gap:
        told = f"so here h is better by {number}, although its {series.judge.word} error is larger: chance"
    else:
        told = f"so here both do equally well, {number}, although the {series.judge.word} error of h is larger: chance"
    return f"{said} On the test examples {worse} {'is' if worse == 1 else 'are'} wrong by h alone and {better} by h′ alone, {told}."


def verdict(series: Series, unit: str) -> str:
    """What the whole growth shows."""
    judge, best, runs = series.judge, series.best(), series.regions()
    last = len(series) - 1
    if not last:
        return "No split was made: there is one tree, a leaf, and nothing to compare."
    said = [f"The smallest {judge.word} error, {fixed(judge.error(best))}, comes with {size_text(series, best, unit)}."]
    if not runs:
        return " ".join([*said, "No tree of this growth overfits: nothing smaller beats a larger one."])
    count = sum(b - a + 1 for a, b in runs)
    if len(runs) == 1 and runs[0][1] == last:
        said.append(
            f"From {size_text(series, runs[0][0], unit)} on every tree overfits ({count} of {last + 1} sizes, shaded)."
        )
    else:
        said.append(f"{count} of {last + 1} sizes overfit (shaded).")
    end = fixed(series.train.error(last)), fixed(judge.error(last))
    said.append(f"The full tree ends at training error {end[0]} and {judge.word} error {end[1]}.")
    return " ".join(said)


def sizes_html(series: Series, at: int) -> str:
    """Every size with its errors and its h'."""
    header = ["splits", "nodes", "leaves", *(f"{part.word} error" for part in series.parts), "overfits, because of"]
    rows = []
    first = min(max(at - LISTED // 2, 0), max(len(series) - LISTED, 0))
    for k in range(len(series))[first : first + LISTED]:
        j = series.rival(k)
        errors = [_error(part, k, series) for part in series.parts]
        rows.append([
            f"▶ {k}" if k == at else str(k), str(series.nodes[k]), str(series.leaves[k]), *errors,
            f"h′ with {size_text(series, j)}" if j is not None else "–",
        ])  # fmt: skip
    some = f": {first} to {first + LISTED - 1} of {len(series) - 1} splits" if len(series) > LISTED else ""
    return table_html(header, rows, f"One tree a row, one split more each time{some}")
