"""The trees behind the page The bound: data, the rows of trees found in each way, their curves; cached for everyone."""

from collections.abc import Iterator
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
from dtlearn.views.bound import charts, words
from dtlearn.views.bound.words import Row, Terms
from dtlearn.views.tree.view import tree_view
from pages.ui.kit import tables
from pages.ui.kit.kept import is_large, kept
from pages.ui.kit.longwork import grow

SOURCE = "source"  # examples drawn from a function that is known
MOST = 201  # nodes up to which greedy and pruned trees are shown
LEAVES = 200  # of the greedy tree of a visitor's large table
QUICK = 0.4  # seconds of searching that need no bar
COMPARED = 300_000  # answers of a data set that is grown once for each criterion
DEEP = 4  # levels of the table by depth
HEIGHT = 340  # px of the chart and the tree
OF_SOURCE = ("bo_function", "bo_k", "bo_d", "bo_m", "bo_noise", "bo_seed")


def _key(S: dict) -> tuple:
    """All that the examples depend on."""
    return S["bo_data"], *(S[name] for name in OF_SOURCE if S["bo_data"] == SOURCE)


def source_of(S: dict) -> Source | None:
    """Where the examples come from, if that is known."""
    if S["bo_data"] != SOURCE:
        return None
    return Source(S["bo_function"], min(S["bo_k"], S["bo_d"]), S["bo_d"], S["bo_noise"])


@kept(60, few=1, of=_key)
def data_of(*key) -> tuple[dtlearn.Dataset, dtlearn.Dataset]:
    """(the data set as it is, its yes/no questions)."""
    if key[0] == SOURCE:
        S = dict(zip(("bo_data", *OF_SOURCE), key, strict=True))
        raw = source_of(S).draw(S["bo_m"], S["bo_seed"])
    else:
        raw = tables.load(key[0])
    return raw, binarised(coarse(raw)[0], thresholds=True)


@kept(60, of=_key)
def left_out(*key) -> int:
    """Thresholds that nobody asks, for there are too many of them."""
    return coarse(data_of.by(*key)[0])[1]


def terms_of(S: dict) -> Terms:
    """What the bound needs besides the tree."""
    data = data_of(S)[1]
    return Terms(len(data), len(data.schema.features), len(data.schema.classes),
                 S["bo_delta"], S["bo_logs"], S["bo_times"], S["bo_more"])  # fmt: skip


def settings_of(S: dict) -> dtlearn.GrowSettings:
    """UML's ID3: each question once a path, splits of no gain taken; of a large table no further than it can be cut back."""
    settings = replace(dtlearn.ALGORITHMS["ID3 (UML)"], criterion=S["bo_criterion"])
    return replace(settings, max_leaf_nodes=LEAVES) if is_large(S["bo_data"]) else settings


def _source(key: tuple) -> Source | None:
    return source_of(dict(zip(("bo_data", *OF_SOURCE), key, strict=False)))


@kept(60)
def _full(settings: dtlearn.GrowSettings, *key) -> dtlearn.Trace:
    """The greedy tree, fully grown."""
    return grow(key[0], data_of.by(*key)[1], settings)


@kept(60)
def _greedy(settings: dtlearn.GrowSettings, *key) -> Row:
    """The tree as it grows, best first."""
    trace, source, most = _full(settings, *key), _source(key), (MOST + 1) // 2
    path = by_size(trace, {"training": trace.data} | ({"true": source.table} if source else {}))
    wrong = path.judge.lost[:most] if source else ()
    return Row("greedy", path.sizes["nodes"][:most], path.train.lost[:most], tuple(source.error_of(n) for n in wrong))


def _distinct(way: str, found: Frontier, key: tuple, searched: int = 0) -> Row:
    """The trees of a frontier, each once. searched : nodes up to which they are the best there are."""
    n, source = sorted(set(found.used.tolist())), _source(key)
    n_wrong = [int(found.n_wrong[found.used == size][0]) for size in n]
    true = [source.true_error(found.tree(size).predict) for size in n] if source else ()
    return Row(way, tuple(n), tuple(n_wrong), tuple(true), searched, found.floor)


@kept(60)
def _pruned(settings: dtlearn.GrowSettings, *key) -> tuple[Row, Frontier]:
    """The full tree cut back, of each size the best pruning."""
    tree = _full(settings, *key).tree
    found = prunings(data_of.by(*key)[1], tree, min(len(tree), MOST))
    return _distinct("pruned", found, key), found


def compared(S: dict) -> bool:
    """Whether the trees of all criteria can be grown to their ends in a moment, to take the best of each size."""
    return not is_large(S["bo_data"]) and data_of(S)[1].X.size <= COMPARED


@kept(60)
def _known(*key) -> tuple[Row, Frontier]:
    """The best that is found without an exact search."""
    found = known(data_of.by(*key)[1], MOST)
    return _distinct("known", found, key), found


@kept(100)
def _generic(terms: Terms, settings: dtlearn.GrowSettings, *key) -> tuple[int, int]:
    """(nodes, wrong) of what the generic procedure makes of the full tree, told to make the bound least."""
    asked = PruneSettings(delta=terms.delta, logs=terms.logs, times=terms.times, more=terms.more)
    generic = next(one for one in PRUNERS.values() if "objective" in one.reads)
    found = generic(_full(settings, *key), asked)
    return int(found.n_nodes[-1]), int(found.n_wrong[-1])


@kept(60)
def _slot(most: int, *key) -> list[tuple[Row, Frontier]]:
    """Holds the exact trees as soon as someone has searched for them."""
    return []


@kept(60, few=8)
def _effort(most: int, depth: int | None, *key) -> Effort:
    return effort(data_of.by(*key)[1], most, depth)


def refused(S: dict) -> bool:
    """Whether an exact search would take too long."""
    return bool(_effort(S["bo_most"], None, *_key(S)).refusal)


def missing(S: dict) -> bool:
    """The exact trees are asked for and possible, but nobody has searched yet."""
    return S["bo_exact"] and not refused(S) and not _slot(S["bo_most"], *_key(S))


def searching(S: dict) -> Iterator[float]:
    """Searches for the exact trees; yields the share that is done. Whoever finds them first, finds them for all."""
    key = _key(S)
    slot, parts = _slot(S["bo_most"], *key), search(data_of.by(*key)[1], S["bo_most"])
    while not slot:
        try:
            yield next(parts)
        except StopIteration as end:
            slot.append((_distinct("exact", end.value, key, S["bo_most"]), end.value))


def rows_of(S: dict) -> tuple[Row, ...]:
    """The trees of every way there is."""
    settings, key = settings_of(S), _key(S)
    found = [_greedy(settings, *key), _pruned(settings, *key)[0]]
    if refused(S):
        found += [_known(*key)[0]] if compared(S) else []
    elif S["bo_exact"]:
        found += [row for row, _ in _slot(S["bo_most"], *key)]
    return tuple(found)


def row_of(S: dict) -> Row:
    """The trees of the way that is shown."""
    return next(row for row in rows_of(S) if row.way == S["bo_way"])


@kept(200, of=lambda S: (S["bo_way"], S["step"], S["bo_most"], settings_of(S), *_key(S)))
def view_of(way: str, k: int, most: int, settings: dtlearn.GrowSettings, *key) -> dict:
    """The tree that is shown, as a tree view."""
    if way == "greedy":
        return tree_view(smaller(_full(settings, *key), replace(settings, max_splits=k)).tree)
    row, found = {
        "pruned": lambda: _pruned(settings, *key), "known": lambda: _known(*key), "exact": lambda: _slot(most, *key)[0],
    }[way]()  # fmt: skip
    return tree_view(found.tree(row.n[k]))


def alone_of(S: dict) -> dict[str, tuple[int, int]]:
    """The tree of the generic procedure, (nodes, wrong)."""
    return {words.GENERIC: _generic(terms_of(S), settings_of(S), *_key(S))}


def figure_of(S: dict):
    """The curves."""
    height = HEIGHT + 80 * S["present"]
    return charts.bound_figure(rows_of(S), terms_of(S), S["bo_way"], S["step"], height, alone_of(S))


@kept(60)
def _depths(settings: dtlearn.GrowSettings, *key) -> tuple[list[int], list[int]]:
    data = data_of.by(*key)[1]
    depths = range(min(int(_full(settings, *key).tree.depth.max()), DEEP) + 1)
    greedy = [dtlearn.grow(data, replace(settings, max_depth=k)).tree.n_wrong for k in depths]
    return greedy, [by_depth(data, k).n_wrong for k in depths]


def depths_of(S: dict) -> tuple[list[int], list[int]] | None:
    """Wrong examples of the greedy and of the best tree of each depth; None where the search would take long."""
    cost = _effort(1, DEEP, *_key(S))
    return None if cost.refusal or cost.seconds > QUICK else _depths(settings_of(S), *_key(S))


def worth_of(S: dict) -> tuple[Standing, str]:
    """What the bound is worth here, and why."""
    raw, data = data_of(S)
    return standing(raw.schema, asked=data.schema)
