"""Overfitting: training, test and true error size by size, the definition put to the numbers, and in words."""

from collections.abc import Sequence

from dtlearn.data.dataset import Dataset
from dtlearn.growing.errors import Losses, TreeSequence, alone, by_size, paired_difference
from dtlearn.growing.grow import Trace
from dtlearn.show.base.text import error_text, error_value, fixed, many, spread_value, whole

SOURCE = "BuildTree, section 4, after Mitchell (1997)"
HAIR = "one standard error of the test"
SHOWN = 400  # trees of a growth that are shown
# In the notes' symbols: D are the training data; without an index, the entire distribution of data.
MEANS = (
    "h: this tree, h′: the other one; error_D: on the training examples D, error: on all that can come. On the page of"
    " the bound, D is where all examples come from."
)
DEFINITION = r"\mathrm{error}_D(h) < \mathrm{error}_D(h') \quad\text{and}\quad \mathrm{error}(h) > \mathrm{error}(h')"


def series(
    trace: Trace, test: Dataset, fresh: Dataset | None, order: str | Sequence[int] = "best_first"
) -> TreeSequence:
    """The best-first growth of a trace, judged by its own examples, by test examples, by fresh ones.

    order : the best-first one, where it is known.
    """
    return by_size(trace, {"training": trace.data, "test": test} | ({"true": fresh} if fresh else {}), order)


def shown(series: TreeSequence) -> TreeSequence:
    """The trees that are shown: of a long growth the first ones, then some, evenly, to the last."""
    last, half = len(series) - 1, SHOWN // 2
    return (
        series.some([*range(half), *(half + k * (last - half) // (half - 1) for k in range(half))])
        if last >= SHOWN
        else series
    )


def splits(series: TreeSequence) -> list[int]:
    """How many splits each of its trees has."""
    return [nodes - leaves for nodes, leaves in zip(series.sizes["nodes"], series.sizes["leaves"], strict=True)]


def size_text(series: TreeSequence, k: int) -> str:
    """ "9 nodes", "1 node"."""
    return many(series.sizes["nodes"][k], "node")


def caption(series: TreeSequence, k: int) -> str:
    """One tree of the series: its size, its errors, and what it is beside those before it."""
    errors = ", ".join(f"{part.name} error {_error(part, k, series)}" for part in series.parts)
    judge, j = series.judge, series.rival(k)
    if not k:
        others = (
            " and on others kept aside" if judge is series.test else ", on others kept aside, and on all that can come"
        )
        does = f" Each is a share of wrong answers: on the examples it grows on{others}."
    elif judge.lost[k] == min(judge.lost[: k + 1]):
        does = f" No tree so far has a smaller {judge.name} error."
    elif j is not None:
        ended = k == len(series) - 1  # before, a later split may lower the error yet: only the definition speaks
        little = f", though by less than {HAIR}" if series.slight(k) else ""
        told = "that is overfitting" if ended and not little else f"by definition that is overfitting{little}"
        does = (
            f" Its training error is smaller than that of the tree with {size_text(series, j)}, but its"
            f" {judge.name} error is larger: {told}."
        )
        if _outdone(series, k, j):
            does += " Yet a larger tree has smaller errors than both: go on."
    else:
        does = f" A smaller tree fits the training examples as well and has a smaller {judge.name} error."
    return f"{size_text(series, k)}: {errors}.{does}"


def _outdone(series: TreeSequence, k: int, j: int) -> bool:
    """Whether a later tree has smaller errors, in training and where it is judged, than tree k and its h', j."""
    train, judge = series.train.lost, series.judge.lost
    return any(train[i] < train[k] and judge[i] < judge[j] for i in range(k + 1, len(series)))


def _error(part: Losses, k: int, series: TreeSequence) -> str:
    """An error as text; a count of thousands says nothing."""
    return error_text(part, k) if part in (series.train, series.test) else error_value(part, k)


def sentence(series: TreeSequence, k: int) -> str:
    """Whether a tree overfits, by the definition; ``definition_table`` has the numbers."""
    judge, j = series.judge, series.rival(k)
    h = f"The tree with {size_text(series, k)}"
    if j is None:
        both = "" if judge.lost[k] == min(judge.lost) else "both a larger training error and "
        return f"{h} does not overfit: no tree of this growth has {both}a smaller {judge.name} error."
    return (
        f"{h} (h) overfits, because the tree with {size_text(series, j)} (h′) has a larger training error and a smaller"
        f" {judge.name} error."
    )


def definition_table(series: TreeSequence, k: int) -> tuple[list[str], list[list[str]]]:
    """(header, rows) of h beside its h': every error, and which way it must differ for h to overfit.

    Empty without an h'.
    """
    j, rows = series.rival(k), []
    if j is None:
        return [], []
    for part in series.parts:
        here, there = (_with_spread(part, i, series) for i in (k, j))
        sign = "<" if part.lost[k] < part.lost[j] else ">" if part.lost[k] > part.lost[j] else "="
        role = " (error on D)" if part is series.train else " (error)" if part is series.judge else ""
        rows.append([f"{part.name}{role}", here, sign, there])
    header = ["error", f"h: {size_text(series, k)}", "", f"h′: {size_text(series, j)}"]
    return header, rows


def _with_spread(part: Losses, k: int, series: TreeSequence) -> str:
    return error_value(part, k) if part is series.train else f"{error_value(part, k)} ± {spread_value(part, k)}"


def trust(series: TreeSequence, here: Sequence[float], there: Sequence[float] | None) -> str:
    """How far the test examples alone carry the verdict.

    here, there : (h,) losses of h and of its h' on the test examples; None without an h'.
    """
    n = series.test.of
    said = "± is one standard error, √(e(1−e)/n): how far chance easily moves an error e of n examples."
    if series.judge is not series.test:
        said += (
            f" The true error is measured on {whole(series.judge.of)} new examples from the same source: nearly exact."
        )
    else:
        said += f" The source of this data is not known: error(h) is judged by the {n} test examples, an estimate."
    if there is None:
        return said
    worse, better = alone(here, there)
    gap, spread = paired_difference(here, there)
    number = f"({max(worse, better)} − {min(worse, better)})/{n} = {fixed(abs(gap))} ± {fixed(spread)}"
    if gap > 2 * spread:
        told = f"h is worse by {number}, more than two of them: hardly chance"
    elif gap > 0:
        told = f"h is worse by {number}, less than two of them: with other test examples it may be better"
    elif gap:
        told = f"here h is better by {number}, although its {series.judge.name} error is larger: chance"
    else:
        told = f"here both do equally well, {number}, although the {series.judge.name} error of h is larger: chance"
    is_ = "is" if worse == 1 else "are"
    return f"{said} On the test examples {worse} {is_} wrong by h alone and {better} by h′ alone, so {told}."


def answer(series: TreeSequence) -> str:
    """Whether a tree of the growth overfits, and from which size on."""
    judge, best, runs, last = series.judge, series.best(), series.regions(), len(series) - 1
    if not last:
        return "No split was made: there is one tree, a leaf, and nothing to compare."
    smallest, end = error_value(judge, best), error_value(judge, last)
    at = f"the {judge.name} error is smallest, {smallest}, with {size_text(series, best)}."
    if not runs:
        return f"No: {at} No tree of this growth overfits."
    if series.hair():
        full = f"{smallest} with {size_text(series, best)}, {end} at the end"
        return f"By the definition yes, but by less than {HAIR}: {judge.name} error {full}."
    if runs[-1][1] < last:
        return f"Yes: {at} Some trees overfit (shaded), but not the full one."
    first = size_text(series, runs[-1][0])
    return f"Yes: {at} From {first} on every tree overfits; the full one has {end}."


def verdict(series: TreeSequence) -> str:
    """What the whole growth shows besides its ``answer``."""
    count = sum(b - a + 1 for a, b in series.regions())
    if not count:
        return "Nothing is shaded: no smaller tree beats a larger one."
    end = error_value(series.train, len(series) - 1)
    return f"Shaded: {count} of {len(series)} sizes overfit. The full tree ends at training error {end}."


def size_header(series: TreeSequence) -> list[str]:
    """The columns of a table of the trees, the first for the splits."""
    return ["splits", "nodes", "leaves", *(f"{part.name} error" for part in series.parts), "overfits, because of"]


def size_cells(series: TreeSequence, k: int) -> list[str]:
    """The cells of such a table behind the splits."""
    j, errors = series.rival(k), [_error(part, k, series) for part in series.parts]
    because = "–" if j is None else f"h′ with {size_text(series, j)}"
    return [str(series.sizes["nodes"][k]), str(series.sizes["leaves"][k]), *errors, because]
