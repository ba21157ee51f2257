"""The trees behind the page Generalisation bound: data, the rows of trees found in each way, their curves; cached for everyone."""

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
from dtlearn.views.bound import words
from dtlearn.views.bound.words import Row, Terms
from dtlearn.views.stage.row_of_trees import bound_walkthrough
from dtlearn.views.stage.walkthrough import Walkthrough, raw_asks
from dtlearn.views.tree.view import tree_view
from pages.ui.kit import documents, tables
from pages.ui.kit.kept import kept
from pages.ui.kit.longwork import grow
from pages.ui.kit.tables import is_large

SOURCE = "source"  # examples drawn from a function that is known
MOST = 201  # nodes up to which greedy and pruned trees are shown
LEAVES = 200  # of the greedy tree of a visitor's large table
QUICK = 0.4  # seconds of searching that need no bar
COMPARED = 300_000  # answers of a data set that is grown once for each criterion
DEEP = 4  # levels of the table by depth
OF_SOURCE = ("function", "k", "d", "m", "noise", "seed")


def _key(S: dict) -> tuple:
    """All that the examples depend on."""
    return S["data"], *(S[name] for name in OF_SOURCE if S["data"] == SOURCE)


def source_of(S: dict) -> Source | None:
    """Where the examples come from, if that is known."""
    if S["data"] != SOURCE:
        return None
    return Source(S["function"], min(S["k"], S["d"]), S["d"], S["noise"])


@kept(60, of=_key)
def data_of(S: dict) -> tuple[dtlearn.Dataset, dtlearn.Dataset]:
    """(the data set as it is, its yes/no questions)."""
    source = source_of(S)
    raw = source.draw(S["m"], S["seed"]) if source else tables.load(S["data"])
    return raw, binarised(coarse(raw)[0], thresholds=True)


@kept(60, of=_key)
def left_out(S: dict) -> int:
    """Thresholds that nobody asks, for there are too many of them."""
    return coarse(data_of(S)[0])[1]


def terms_of(S: dict) -> Terms:
    """What the bound needs besides the tree."""
    data = data_of(S)[1]
    return Terms(
        len(data),
        len(data.schema.features),
        len(data.schema.classes),
        S["delta"],
        S["logs"],
        S["times"],
        S["more"],
    )


def settings_of(S: dict) -> dtlearn.GrowSettings:
    """UML's ID3: each question once a path, splits of no gain taken; of a large table no further than it can be cut back."""
    settings = replace(dtlearn.ALGORITHMS["ID3 (UML)"], criterion=S["criterion"])
    return replace(settings, max_leaf_nodes=LEAVES) if is_large(S["data"]) else settings


def _tree_key(S: dict) -> tuple:
    return settings_of(S), *_key(S)


@kept(60, of=_tree_key)
def _full(S: dict) -> dtlearn.Trace:
    """The greedy tree, fully grown."""
    return grow(S["data"], data_of(S)[1], settings_of(S))


@kept(60, of=_tree_key)
def _greedy(S: dict) -> Row:
    """The tree as it grows, best first."""
    trace, source, most = _full(S), source_of(S), (MOST + 1) // 2
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


@kept(60, of=_tree_key)
def _pruned(S: dict) -> tuple[Row, Frontier]:
    """The full tree cut back, of each size the best pruning."""
    tree = _full(S).tree
    return _distinct("pruned", prunings(data_of(S)[1], tree, min(len(tree), MOST)), source_of(S))


def compared(S: dict) -> bool:
    """Whether the trees of all criteria can be grown to their ends in a moment, to take the best of each size."""
    return not is_large(S["data"]) and data_of(S)[1].X.size <= COMPARED


@kept(60, of=_key)
def _known(S: dict) -> tuple[Row, Frontier]:
    """The best that is found without an exact search."""
    return _distinct("known", known(data_of(S)[1], MOST), source_of(S))


@kept(100, of=lambda S: (terms_of(S), *_tree_key(S)))
def _generic(S: dict) -> tuple[int, int]:
    """(nodes, wrong) of what the generic procedure makes of the full tree, told to make the bound least."""
    terms = terms_of(S)
    asked = PruneSettings(delta=terms.delta, logs=terms.logs, times=terms.times, more=terms.more)
    generic = next(one for one in PRUNERS.values() if "objective" in one.reads)
    found = generic(_full(S), asked)
    return int(found.n_nodes[-1]), int(found.n_wrong[-1])


@kept(60, of=lambda S: (S["most"], *_key(S)))
def _slot(S: dict) -> list[tuple[Row, Frontier]]:
    """Holds the exact trees as soon as someone has searched for them."""
    return []


@kept(60, of=lambda S, most, depth: (most, depth, *_key(S)))
def _effort(S: dict, most: int, depth: int | None) -> Effort:
    return effort(data_of(S)[1], most, depth)


def refused(S: dict) -> bool:
    """Whether an exact search would take too long."""
    return bool(_effort(S, S["most"], None).refusal)


def missing(S: dict) -> bool:
    """The exact trees are asked for and possible, but nobody has searched yet."""
    return S["exact"] and not refused(S) and not _slot(S)


def quick(S: dict) -> bool:
    """Whether all its trees are there, or found in a moment."""
    return not missing(S) or soon(S)


def soon(S: dict) -> bool:
    """Whether whoever asks first, too, has all its trees in a moment."""
    return not S["exact"] or refused(S) or _effort(S, S["most"], None).seconds <= QUICK


def searching(S: dict) -> Iterator[float]:
    """Searches for the exact trees; yields the share that is done. Whoever finds them first, finds them for all."""
    slot, parts = _slot(S), search(data_of(S)[1], S["most"])
    while not slot:
        try:
            yield next(parts)
        except StopIteration as end:
            slot.append(_distinct("exact", end.value, source_of(S), S["most"]))


def rows_of(S: dict) -> tuple[Row, ...]:
    """The trees of every way there is."""
    found = [_greedy(S), _pruned(S)[0]]
    if refused(S):
        found += [_known(S)[0]] if compared(S) else []
    elif S["exact"]:
        found += [row for row, _ in _slot(S)]
    return tuple(found)


def row_of(S: dict) -> Row:
    """The trees of the way that is shown."""
    return next(row for row in rows_of(S) if row.way == S["way"])


def _trees(S: dict, places: Iterable[int]) -> list[dtlearn.Tree]:
    """The trees of the way that is shown at some places."""
    if S["way"] == "greedy":
        return [smaller(_full(S), replace(settings_of(S), max_splits=k)).tree for k in places]
    row, found = {"pruned": _pruned, "known": _known, "exact": lambda S: _slot(S)[0]}[S["way"]](S)
    return [found.tree(row.n[k]) for k in places]


@kept(200, of=lambda S: (S["way"], S["step"], S["most"], *_tree_key(S)))
def view_of(S: dict) -> dict:
    """The tree that is shown, as a tree view."""
    (tree,), data = _trees(S, [S["step"]]), walks_of(S)
    return raw_asks(tree_view(tree), tree, data) if data else tree_view(tree)


def walks_of(S: dict) -> dtlearn.Dataset | None:
    """The data whose examples can walk down the trees; None where some of its thresholds are left out."""
    return None if left_out(S) else data_of(S)[0]


def title_of(S: dict) -> str:
    """What the data are called."""
    source = source_of(S)
    return words.source_title(source) if source else data_of(S)[0].title


def part_size(S: dict) -> int:
    """The frames of a part of the lesson; 0 of one that comes whole."""
    return documents.part_size([n // 2 for n in row_of(S).n])  # about half the boxes are those of another tree


def walkthrough_of(S: dict, part: range | None = None) -> Walkthrough:
    """The trees of the way that is shown, or a part of them, as a document."""
    row = _trees(S, range(len(row_of(S))) if part is None else part)
    return bound_walkthrough(
        title_of(S), rows_of(S), terms_of(S), S["way"], row, worth_of(S), walks_of(S), S["curve"] == "seen", part
    )


def alone_of(S: dict) -> dict[str, tuple[int, int]]:
    """The tree of the generic procedure, (nodes, wrong)."""
    return {words.GENERIC: _generic(S)}


@kept(60, of=_tree_key)
def depths_of(S: dict) -> tuple[list[int], list[int]] | None:
    """Wrong examples of the greedy and of the best tree of each depth; None where the search would take long."""
    data, cost = data_of(S)[1], _effort(S, 1, DEEP)
    if cost.refusal or cost.seconds > QUICK:
        return None
    depths = range(min(int(_full(S).tree.depth.max()), DEEP) + 1)
    greedy = [dtlearn.grow(data, replace(settings_of(S), max_depth=k)).tree.n_wrong for k in depths]
    return greedy, [by_depth(data, k).n_wrong for k in depths]


def worth_of(S: dict) -> tuple[Standing, str]:
    """What the bound is worth here, and why."""
    raw, data = data_of(S)
    return standing(raw.schema, asked=data.schema)
