"""The level-wise loop: one tree, or several at once, whose nodes stand side by side in every level."""

from collections.abc import Callable

import numpy as np

from dtlearn.splitting.draws import children
from dtlearn.splitting.level import Level
from dtlearn.splitting.search import Best, Search
from dtlearn.splitting.sorted_columns import Columns
from dtlearn.trees.split import NONE
from dtlearn.trees.tree import Stop, Tree


def arrival_tests(settings, n, pure, depth, lost=0) -> dict[Stop, np.ndarray]:
    """The stop rules that are tested before any candidate is scored, in order; True: becomes a leaf.

    settings : GrowSettings. n, pure, depth, lost : examples, whether they all have the same class, depth, wrong
        examples or sum of squares; arrays or numbers.
    """
    tests = {}
    if settings.nominal == "multiway" or not settings.reuse:
        tests[Stop.EMPTY] = n == 0
    tests[Stop.PURE] = pure
    if settings.tolerated_error:
        tests[Stop.ACCURATE] = settings.tolerates(lost, n)
    if settings.max_depth is not None:
        tests[Stop.MAX_DEPTH] = depth >= settings.max_depth
    if settings.min_samples_split > 2:  # one example is pure anyway
        tests[Stop.TOO_FEW] = n < settings.min_samples_split
    return tests


def grown(search: Search, keep: int = 0, progress: Callable[[float], None] | None = None) -> tuple[list[Tree], tuple]:
    """The trees that a search grows; and (statistics, segment, kept, tied) as the Record of a single one wants them.

    keep : how many positions of sorted columns may keep their score. progress : see ``grow``.
    """
    settings, scorer, columns = search.settings, search.scorer, search.columns()
    trees, size, tree, shared = search.trees, search.size, search.tree, search.weights is not None
    rows = np.arange(len(tree))
    lo_of_row, lo, held = tree * size, np.arange(0, trees * size, size), None
    stats = scorer.statistics(rows, tree, trees)
    n = scorer.sizes(stats)
    stop = _arrived(settings, scorer, stats, n, rows, tree, 0)
    none = np.full(trees, NONE)
    nodes, splits, kept = [(none, none, lo, stop, stats)], [], []
    serial = (stop < 0).nonzero()[0]
    asked, at, count = search.nominal.unasked(), search.places if search.k else None, trees
    if trees > 1:
        asked = asked if asked is None else asked.repeat(len(serial), axis=0)
        at = at if at is None else at[serial]
    if 0 < len(serial) < trees:
        rows = _regrouped(columns, rows, (stop < 0)[tree], [size * len(serial)])
        tree = tree[rows]
        lo, n, stats = lo[serial], n[serial], stats[serial]
    if shared:
        held = np.bincount(tree)
        held = held[held > 0]
    # A level is its open nodes, branch by branch (first children, second ones, ...), as their parents stood.
    # held: how many positions each has, where examples share them. serial: their numbers in the order in which nodes
    # come up; _assembled() numbers them from left to right.
    while len(serial):
        if progress:
            progress(1 - len(rows) / len(search.tree))
        level, wide = Level.of(stats, n, held), len(n)
        best = (
            search.best(columns, level, rows, asked)
            if at is None
            else search.best_drawn(columns, level, rows, asked, at)
        )
        keep -= best.kept.size if best.kept else 0
        kept.append(best.kept if keep >= 0 else None)
        stop = _refused(settings, best, scorer, stats)
        splits.append((serial, best.feature, best.kind, best.at, best.tied, stop))
        n_children, seg = (stop < 0) * search.width(best), level.seg
        width = int(n_children.max())
        if np.count_nonzero(n_children) < wide:
            moving = (n_children > 0)[seg]
            lo_of_row[rows[~moving]] = lo[seg[~moving]]
            rows, seg = rows[moving], seg[moving]
        way = search.route(best, rows, seg)
        place = way * wide + seg
        stats = scorer.statistics(rows, place, width * wide)
        n = scorer.sizes(stats)
        stop = _arrived(settings, scorer, stats, n, rows, place, len(kept))
        n_branch = n.reshape(width, wide)
        lo = (lo + np.add.accumulate(n_branch) - n_branch).reshape(-1)
        branch, above = np.divmod(np.arange(width * wide), wide)
        child, number = (serial[above], branch, lo, stop, stats), np.arange(count, count + width * wide)
        open_ = stop < 0
        if np.count_nonzero(n_children == width) < wide:
            exists = branch < n_children[above]
            open_ &= exists
            child, number = tuple(column[exists] for column in child), count - 1 + exists.cumsum()
        nodes.append(child)
        count += len(child[0])
        going = open_.nonzero()[0]
        serial = number[going]
        state = ((branch + 1) * open_).take(place)
        staying = (state == 0).nonzero()[0]
        lo_of_row[rows.take(staying)] = lo.take(place.take(staying))
        if len(serial):
            if asked is not None:
                asked = (asked | search.nominal.asked(best.feature, best.kind, best.at))[above[going]]
            if at is not None:
                at = children(at[above[going]], branch[going])
            sizes = np.add.reduce(n_branch * open_.reshape(width, wide), axis=1)
            rows = _regrouped(columns, rows, state, sizes.tolist())
            lo, n, stats = lo[going], n[going], stats[going]
            held = np.bincount(place, minlength=len(open_))[going] if shared else None

    found, segment, stats, tied = _assembled(search, nodes, splits, lo_of_row)
    return found, (stats, segment, kept, tied)


def _regrouped(columns, rows, state, sizes: list[int]):
    """The rows of state (M,) 1, 2, ... in turn, each in their old order; ``sizes``: how many have each."""
    if isinstance(columns, Columns):
        return columns.regroup(rows, state, sizes)
    return np.concatenate([rows.take((state == group).nonzero()[0]) for group, n in enumerate(sizes, 1) if n])


def _assembled(search, nodes, splits, lo_of_row):
    """(trees, place of each node among the scored ones of its level, statistics, ties) from what each level found."""
    scorer, trees, size = search.scorer, search.trees, search.size
    depth = np.arange(len(nodes)).repeat([len(level[0]) for level in nodes])
    above, branch, lo, stop, stats = (np.concatenate(column) for column in zip(*nodes, strict=True))
    # From left to right: parents are not empty, so that those of a level start at different examples.
    beside = lo[above]
    beside[:trees] = lo[:trees]
    tree, beside = np.divmod(beside, size)
    order = (((tree * len(nodes) + depth) * size + beside) * (branch.max() + 2) + branch).argsort()
    number = np.empty(len(lo), np.int64)
    number[order] = np.arange(len(lo))
    above, branch, lo, stop, stats, depth = (column[order] for column in (above, branch, lo, stop, stats, depth))
    sizes = np.bincount(tree, minlength=trees)
    ends = sizes.cumsum()
    root = ends - sizes
    parent, first = number[above], (branch == 0).nonzero()[0]
    parent[root] = NONE
    segment, feature, kind, first_child = np.full((4, len(lo)), NONE)
    first_child[parent[first]] = first
    at, tied = np.full(len(lo), np.nan), np.zeros(len(lo), bool)
    if splits:
        serial, *chosen, code = (np.concatenate(column) for column in zip(*splits, strict=True))
        scored = number[serial]
        segment[scored] = np.concatenate([np.arange(len(level[0])) for level in splits])
        stop[scored] = code
        split = (code < 0).nonzero()[0]
        scored = scored[split]
        for column, values in zip((feature, kind, at, tied), chosen, strict=True):
            column[scored] = values[split]
    columns = dict(
        parent=parent,
        branch=branch,
        depth=depth,
        first_child=first_child,
        n_children=np.bincount(parent + 1, minlength=len(lo) + 1)[1:],
        feature=feature,
        kind=kind,
        at=at,
        lo=lo,
        hi=lo + scorer.sizes(stats),
        stops=_STOPS[stop],
        **scorer.tell(stats, parent),
    )
    if search.weights is not None:
        lo_of_row = lo_of_row.repeat(search.weights)
    rows = lo_of_row.reshape(trees, size) - np.arange(0, trees * size, size)[:, None]
    # numpy sorts numbers of two bytes by their digits, three times as fast.
    rows = rows.astype(np.min_scalar_type(size)).argsort(axis=1, kind="stable")
    schema = search.data.schema
    if trees == 1:
        return [_tree(schema, rows[0], columns)], segment, stats, tied
    offset = {"parent": root, "first_child": root, "lo": np.arange(trees) * size, "hi": np.arange(trees) * size}
    for name, start in offset.items():
        columns[name] -= np.where(columns[name] < 0, 0, start[tree[order]])
    parts = [slice(*cut) for cut in np.stack([root, ends], axis=1).tolist()]
    found = [
        _tree(schema, row, {name: column[part] for name, column in columns.items()})
        for row, part in zip(rows, parts, strict=True)
    ]
    return found, segment, stats, tied


def _tree(schema, rows, columns) -> Tree:
    return Tree(schema, rows=rows, **columns | {"stops": tuple(columns["stops"])})


def _arrived(settings, scorer, stats, n, rows, group, depth: int):
    """(L,) the code of the first stop rule that holds on arrival, -1 if none does."""
    stop, pure = np.full(len(n), -1), scorer.pure(stats, n, rows, group)
    lost = scorer.lost(stats) if settings.tolerated_error else 0
    for reason, holds in reversed(arrival_tests(settings, n, pure, depth, lost).items()):
        stop[holds] = reason.code
    return stop


_STOPS = np.array([*Stop, None], dtype=object)  # code -1 is None: the node splits


def _refused(settings, best: Best, scorer, stats):
    """(L,) the code of the reason why an open node cannot be split after all, -1 if it can."""
    stop = np.full(len(best.kind), -1)
    if settings.min_gain > 0:
        stop[scorer.score(stats, best.key) < settings.min_gain] = Stop.SMALL_GAIN.code
    if settings.stop_at_zero_gain:
        stop[best.zero] = Stop.NO_GAIN.code
    if np.count_nonzero(best.found) < len(stop):
        reasons = np.where(best.any, Stop.MIN_LEAF.code, settings.out_of_questions.code)
        stop[~best.found] = reasons[~best.found]
    return stop
