"""The trees of the page Generalisation bound: data, the rows of trees found in each way; cached for everyone."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

import dtlearn
from dtlearn.bound.bound import Standing, binarised, standing
from dtlearn.data.synthetic import Source
from dtlearn.exact.fewer_thresholds import coarse
from dtlearn.exact.frontier import Effort, Frontier, by_depth, effort, known, prunings, search
from dtlearn.growing.errors import by_size
from dtlearn.growing.grow import smaller
from dtlearn.pruning.objectives import PruneSettings
from dtlearn.pruning.procedures import PRUNERS
from dtlearn.show.documents.walkthrough import raw_asks
from dtlearn.show.tree.view import tree_view
from pages.ui.bound import words
from pages.ui.bound.words import Row, Terms
from pages.ui.kit.kept import cached
from pages.ui.kit.known_source import drawn_of, examples_of, source_of
from pages.ui.kit.longwork import grow
from pages.ui.kit.tables import is_large

MOST = 201  # nodes up to which greedy and pruned trees are shown
LEAVES = 200  # of the greedy tree of a visitor's large table
QUICK = 0.4  # seconds of searching that need no bar
COMPARED = 300_000  # answers of a data set that is grown once for each criterion
DEEP = 4  # levels of the table by depth
SIZES = (7, 15, 31)  # nodes up to which the exact search can go


# ---- what is made of the examples (``drawn``, as of ``drawn_of``) and of the criterion


@cached(60)
def _questions(*drawn) -> tuple[dtlearn.Dataset, int]:
    """(the yes/no questions of the examples, how many thresholds nobody asks, for there are too many)."""
    fewer, left = coarse(examples_of(*drawn))
    return binarised(fewer, thresholds=True), left


def _settings(criterion: str, data: str) -> dtlearn.GrowSettings:
    """UML's ID3: each question once a path, splits of no gain taken; on a large table not to its end."""
    settings = replace(dtlearn.ALGORITHMS["ID3 (UML)"], criterion=criterion)
    return replace(settings, max_leaf_nodes=LEAVES) if is_large(data) else settings


@cached(60)
def _full(criterion: str, *drawn) -> dtlearn.Trace:
    """The greedy tree, fully grown."""
    return grow(drawn[0], _questions(*drawn)[0], _settings(criterion, drawn[0]))


@cached(60)
def _greedy(criterion: str, *drawn) -> Row:
    """The tree as it grows, best first."""
    trace, source, most = _full(criterion, *drawn), source_of(*drawn), (MOST + 1) // 2
    path = by_size(trace, {"training": trace.data} | ({"true": source.table} if source else {}))
    wrong = path.judge.lost[:most] if source else ()
    return Row("greedy", path.sizes["nodes"][:most], path.train.lost[:most], tuple(source.error_of(n) for n in wrong))


def _distinct(way: str, found: Frontier, source: Source | None, searched: int = 0) -> tuple[Row, Frontier]:
    """The trees of a frontier, each once, and the frontier.

    searched : nodes up to which they are the best there are.
    """
    n = sorted(set(found.used.tolist()))
    n_wrong = [int(found.n_wrong[found.used == size][0]) for size in n]
    true = [source.true_error(found.tree(size).predict) for size in n] if source else ()
    return Row(way, tuple(n), tuple(n_wrong), tuple(true), searched, found.floor), found


@cached(60)
def _pruned(criterion: str, *drawn) -> tuple[Row, Frontier]:
    """The full tree cut back, of each size the best pruning."""
    tree = _full(criterion, *drawn).tree
    return _distinct("pruned", prunings(_questions(*drawn)[0], tree, min(len(tree), MOST)), source_of(*drawn))


@cached(60)
def _known(*drawn) -> tuple[Row, Frontier]:
    """The best that is found without an exact search."""
    return _distinct("known", known(_questions(*drawn)[0], MOST), source_of(*drawn))


@cached(60)
def _slot(most: int, *drawn) -> list[tuple[Row, Frontier]]:
    """Holds the exact trees as soon as someone has searched for them."""
    return []


def _searching(most: int, *drawn) -> Iterator[float]:
    """Searches for the exact trees; yields the share that is done. Whoever finds them first, finds them for all."""
    slot, parts = _slot(most, *drawn), search(_questions(*drawn)[0], most)
    while not slot:
        try:
            yield next(parts)
        except StopIteration as end:
            slot.append(_distinct("exact", end.value, source_of(*drawn), most))


def _exact(most: int, *drawn) -> tuple[Row, Frontier]:
    """The exact trees, searched for if nobody has."""
    list(_searching(most, *drawn))
    return _slot(most, *drawn)[0]


@cached(60)
def _effort(most: int, depth: int | None, *drawn) -> Effort:
    return effort(_questions(*drawn)[0], most, depth)


@cached(100)
def _generic(criterion: str, delta: float, logs: str, times: int, *drawn) -> tuple[int, int]:
    asked = PruneSettings(delta=delta, logs=logs, times=times)
    generic = next(one for one in PRUNERS.values() if "objective" in one.reads)
    found = generic(_full(criterion, *drawn), asked)
    return int(found.n_nodes[-1]), int(found.n_wrong[-1])


@cached(60)
def _depths(criterion: str, *drawn) -> tuple[list[int], list[int]] | None:
    data, cost = _questions(*drawn)[0], _effort(1, DEEP, *drawn)
    if cost.refusal or cost.seconds > QUICK:
        return None
    depths = range(min(int(_full(criterion, *drawn).tree.depth.max()), DEEP) + 1)
    limited = [replace(_settings(criterion, drawn[0]), max_depth=k) for k in depths]
    return [dtlearn.grow(data, one).tree.n_wrong for one in limited], [by_depth(data, k).n_wrong for k in depths]


# ---- the same of the settings of the page


def questions_of(s: dict) -> dtlearn.Dataset:
    """The yes/no questions that the trees ask."""
    return _questions(*drawn_of(s))[0]


def left_out(s: dict) -> int:
    """Thresholds that nobody asks, for there are too many of them."""
    return _questions(*drawn_of(s))[1]


def terms_of(s: dict) -> Terms:
    """What the bound needs besides the tree."""
    data = questions_of(s)
    features, classes = data.schema.features, data.schema.classes
    return Terms(len(data), len(features), len(classes), s["delta"], s["logs"], s["copies"])


def compared(s: dict) -> bool:
    """Whether the trees of all criteria can be grown to their ends in a moment, to take the best of each size."""
    return not is_large(s["data"]) and questions_of(s).X.size <= COMPARED


def refused(s: dict, most: int | None = None) -> bool:
    """Whether an exact search, up to the nodes that are set if not to others, would take too long."""
    return bool(_effort(most or s["nodes"] or SIZES[0], None, *drawn_of(s)).refusal)


def missing(s: dict) -> bool:
    """The exact trees are asked for and possible, but nobody has searched yet."""
    return bool(s["nodes"]) and not refused(s) and not _slot(s["nodes"], *drawn_of(s))


def soon(s: dict) -> bool:
    """Whether the exact trees are found in a moment."""
    return _effort(s["nodes"], None, *drawn_of(s)).seconds <= QUICK


def searching(s: dict) -> Iterator[float]:
    """Searches for the exact trees; yields the share that is done."""
    return _searching(s["nodes"], *drawn_of(s))


def ways_of(s: dict) -> tuple[str, ...]:
    """Every way of finding trees that there is, the best one last."""
    if refused(s):
        return ("greedy", "pruned") + ("known",) * compared(s)
    return ("greedy", "pruned") + ("exact",) * bool(s["nodes"])


def rows_of(s: dict) -> tuple[Row, ...]:
    """The trees of every way there is."""
    return tuple(_found(s, way)[0] for way in ways_of(s))


def _found(s: dict, way: str) -> tuple[Row, Frontier | None]:
    drawn, criterion = drawn_of(s), s["criterion"]
    match way:
        case "greedy":
            return _greedy(criterion, *drawn), None
        case "pruned":
            return _pruned(criterion, *drawn)
        case "known":
            return _known(*drawn)
        case _:
            return _exact(s["nodes"], *drawn)


def row_of(s: dict) -> Row:
    """The trees of the way that is shown."""
    return _found(s, s["way"])[0]


def trees_of(s: dict, places: Iterable[int]) -> list[dtlearn.Tree]:
    """The trees of the way that is shown at some places."""
    row, frontier = _found(s, s["way"])
    if frontier:
        return [frontier.tree(row.n[k]) for k in places]
    full, settings = _full(s["criterion"], *drawn_of(s)), _settings(s["criterion"], s["data"])
    return [smaller(full, replace(settings, max_splits=k)).tree for k in places]


def view_of(s: dict, step: int) -> dict:
    """A tree as a tree view."""
    (tree,), data = trees_of(s, [step]), walks_of(s)
    return raw_asks(tree_view(tree), tree, data) if data else tree_view(tree)


def walks_of(s: dict) -> dtlearn.Dataset | None:
    """The data whose examples can walk down the trees; None where some of its thresholds are left out."""
    return None if left_out(s) else examples_of(*drawn_of(s))


def title_of(s: dict) -> str:
    """What the data are called."""
    source = source_of(*drawn_of(s))
    return words.source_title(source) if source else examples_of(*drawn_of(s)).title


def generic_of(s: dict) -> tuple[int, int]:
    """(nodes, wrong) of what the generic procedure makes of the full tree, told to make the bound least."""
    return _generic(s["criterion"], s["delta"], s["logs"], s["copies"], *drawn_of(s))


def depths_of(s: dict) -> tuple[list[int], list[int]] | None:
    """Wrong examples of the greedy and of the best tree of each depth; None where the search would take long."""
    return _depths(s["criterion"], *drawn_of(s))


def worth_of(s: dict) -> tuple[Standing, str]:
    """What the bound is worth here, and why."""
    return standing(examples_of(*drawn_of(s)).schema, asked=questions_of(s).schema)
