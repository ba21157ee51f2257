"""Search: the splits of one node, or the best split of every node of a level, under the same keys."""

from __future__ import annotations

from functools import cached_property, reduce
from typing import NamedTuple

import numpy as np

from dtlearn.data.dataset import Dataset
from dtlearn.splitting.candidates import Candidates, Kept
from dtlearn.splitting.criteria import criterion_of, exact_gain, exact_score
from dtlearn.splitting.drawn_columns import Drawn, Ranks
from dtlearn.splitting.draws import FEATURES, NODES, mixed, shuffled, start
from dtlearn.splitting.keys.base import HEAVIEST, NO_KEY, is_key, rule_out
from dtlearn.splitting.keys.scorers import scorer_of
from dtlearn.splitting.level import Level
from dtlearn.splitting.nominal import Nominal, Splits
from dtlearn.splitting.sorted_columns import Columns, midpoint
from dtlearn.trees.split import MULTIWAY, THRESHOLD, route

TABLES = 400_000  # numbers in the tables of the nominal features of the nodes that are looked at together


class Best(NamedTuple):
    """The best split of each of L nodes: the first of equals.

    feature, kind, at : (L,) the split, where ``found``. key : (L,) of it. zero : (L,) bool, it gains nothing and
        that is a reason to stop.
    any : (L,) bool, there is a candidate, if only an inadmissible one. tied : (L,) bool, others are as good.
    kept : the keys of all candidates; None where features are drawn.
    """

    feature: np.ndarray
    kind: np.ndarray
    at: np.ndarray
    found: np.ndarray
    key: np.ndarray
    zero: np.ndarray
    any: np.ndarray
    tied: np.ndarray
    kept: Kept | None


def _repeats(draws):
    """(T, m') how often each of sorted draws stands before; and the largest number of equal ones."""
    place = np.arange(draws.shape[1])
    new = np.ones(draws.shape, bool)
    np.not_equal(draws[:, 1:], draws[:, :-1], out=new[:, 1:])
    rank = place - np.maximum.accumulate(new * place, axis=1)
    return rank, int(rank.max()) + 1


class Search:
    """Where the splits of a data set come from: its numeric columns and its nominal features.

    trees, size : T and m', how many examples each tree is grown on. source : (M,) rows of the data, those of one tree
    after those of another; an example is a place in it. tree : (M,) whose each one is. weights : (M,) how many equal
    examples each one stands for; None for one. whole : the source is the data's rows, in order.
    places : (T,) where the draws of each tree's root begin, if there are any. allowed : (T, d) bool, the features that
        each tree may use, as many for all; None for all.
    k : how many features a node draws; None where it looks at every one.
    scorer : made ready for a larger data set that this one was drawn from; None for its own.
    """

    def __init__(self, data: Dataset, settings, scorer=None, allowed=None):
        self.data, self.settings, self.allowed = data, settings, allowed
        self.trees, self.size, self.source, self.whole = 1, len(data), np.arange(len(data)), True
        self.tree, self.weights = np.zeros(len(data), np.int64), None
        d = len(data.schema.features)
        self.usable = d if allowed is None else int(allowed[0].sum())
        self.k = min(settings.max_features or d, self.usable)
        self.k = None if self.k == d else self.k
        self.places = start(settings.seed, NODES) if self.k else None
        self.criterion = criterion_of(settings.criterion)
        self.scorer = scorer or scorer_of(self.criterion, data)
        self.n_values = np.array([len(f.values) for f in data.schema.features])
        numeric = self.n_values == 0
        self.numeric = numeric.nonzero()[0]
        self.nominal = Nominal(data, settings, self.scorer)

    @cached_property
    def ranks(self) -> Ranks:
        """The cells as numbers: made where features are drawn, and for the candidates of a single node."""
        return Ranks(self.data.X, self.scorer)

    def on(self, source, places, allowed) -> Search:
        """The same for several trees of the data, each grown on its own rows: source (T, m'), ascending."""
        found = object.__new__(type(self))
        found.__dict__ |= self.__dict__
        found.whole, found.places, found.allowed, found.ranks = False, places, allowed, self.ranks
        found.trees, found.size = source.shape
        rows = source.reshape(-1)
        found.source, found.tree = rows, np.arange(rows.size) // found.size
        plain = self.k and not self.nominal.families and self.settings.min_samples_leaf == 1
        if plain and self.scorer.weighted and found.size < HEAVIEST:
            rank, most = _repeats(source)
            found.ranks, most = self.ranks.weighted(most)
            heads = (rank % most == 0).reshape(-1).nonzero()[0]
            found.weights = np.diff(heads, append=rows.size)
            found.source, found.tree = rows[heads], found.tree[heads]
        found.scorer, found.nominal = self.scorer.on(found.source, found.size, found.weights), self.nominal.on(rows)
        found.nominal.scorer = found.scorer
        return found

    # --- a level -----------------------------------------------------------------------------------------

    def columns(self) -> Columns | Drawn | None:
        """The numeric features, sorted, or sorted as they are drawn; None without any."""
        if not len(self.numeric):
            return None
        if self.k:
            return Drawn(self.ranks, self.scorer, self.source, self.weights)
        values = np.ascontiguousarray(self.data.X[:, self.numeric].T)
        return Columns(values if self.whole else values[:, self.source], self.scorer, self.trees)

    def route(self, best: Best, rows, seg):
        """(M,) the branch that examples take from their nodes ``seg`` (M,)."""
        X, cell = self.data.X, self.source.take(rows)
        cell *= X.shape[1]
        cell += best.feature.take(seg)
        x = X.reshape(-1).take(cell)
        if not self.nominal.families:
            return (x >= best.at.take(seg)).astype(np.int64)
        return route(best.kind[seg], best.at[seg], x)

    def features(self, at, tree, turn: int = 0):
        """(k, L) what nodes draw, in ascending order, in their first turn or, where none of it can split,
        in later ones.

        at : (L,) their places. tree : (L,) their trees.
        """
        lo = turn * self.k
        allowed = self.allowed if self.allowed is None else self.allowed[tree]
        found = shuffled(mixed(at ^ FEATURES), len(self.n_values), allowed)
        return np.sort(found[:, lo : min(lo + self.k, self.usable)], axis=1).T

    @property
    def turns(self) -> int:
        return -(-self.usable // self.k)

    def best_drawn(self, columns: Drawn | None, level: Level, rows, asked, at) -> Best:
        """The best split of each node among the features that it draws at its place ``at`` (L,)."""
        tree, best, open_ = self.tree[rows[level.first]], None, np.arange(len(level.n))
        for turn in range(self.turns):
            features = self.features(at[open_], tree[open_], turn)
            drawn = columns and columns.draw(features, level, rows)
            found = self.best(drawn, level, rows, asked, features)
            if best is None:
                best = found
            else:
                for old, new in zip(best[:-1], found[:-1], strict=True):
                    old[open_] = new
            if found.any.all():
                break
            left = ~found.any
            rows, open_, asked = rows[left[level.seg]], open_[left], asked if asked is None else asked[left]
            level = Level.of(level.stats[left], level.n[left], None if level.left is not None else level.size[left])
        return best

    def width(self, best: Best):
        """(L,) how many branches the splits have, or one number for all."""
        return np.where(best.kind == MULTIWAY, self.n_values[best.feature], 2) if self.nominal.families else 2

    def best(self, columns: Columns | Drawn | None, level: Level, rows, asked, drawn=None) -> Best:
        """The best split of each node of a level, whose examples stand in ``columns`` in this order.

        rows : (M,) examples, node after node. asked : (L, V) questions of the paths. drawn : (k, L) the only features
        to look at.
        """
        size, least, sharp = len(level.n), self.settings.min_samples_leaf, self.scorer.sharp
        number = np.float64 if self.scorer.kind == "f" else np.int64
        exists, doubt, zero = np.zeros(size, bool), np.zeros(size, bool), np.zeros(size, bool)
        tied = np.zeros(size, bool)
        keys = small = None
        families = []
        if columns is not None:
            keys = columns.keys(number)
            largest = columns.sweep(level, keys)
            if least > 1:
                exists |= is_key(largest.max(axis=0))
                small = (level.left < least) | (level.right < least)
                largest = self._largest(level, keys, small)
        if not self.nominal.families:
            tops = largest
        else:
            tops = np.empty((len(self.n_values), size), number)
            if columns is not None and drawn is None:
                tops[self.numeric] = largest
            chosen = np.zeros((size, len(self.n_values)), bool) if drawn is not None else None
            if drawn is not None:
                chosen[np.arange(size), drawn] = True
            families = self._families(level, rows, asked, chosen)
            for family, (splits, key, fitting) in zip(self.nominal.families, families, strict=True):
                if least > 1:
                    exists |= (splits.exists & is_key(key)).any(axis=(1, 2))
                tops[family.features] = fitting.max(axis=2).T
            if drawn is not None:
                tops = np.take_along_axis(tops, drawn, axis=0)
                if columns is not None:
                    tops = np.where(self.n_values[drawn] == 0, largest, tops)
        top = np.maximum.reduce(tops)
        found, limit = is_key(top), top if sharp else top - self.scorer.slack(top, level.n)
        near, equal = tops >= limit, tops == top
        slot = near.argmax(axis=0)
        feature = slot if drawn is None else drawn[slot, np.arange(size)]
        rivals = np.count_nonzero(near)
        if rivals > size:
            tied = np.add.reduce(near, axis=0) > 1
        if rivals > np.count_nonzero(equal):
            doubt = (near & ~equal).any(axis=0)
        kind, at = np.empty(size, np.int64), np.empty(size)
        if columns is not None:
            kind.fill(THRESHOLD)
            column = slot if drawn is not None or not self.nominal.families else None
            self._place(columns, level, keys, small, column, feature, at, top, limit, doubt, tied, found)
        for family, (splits, _, fitting) in zip(self.nominal.families, families, strict=True):
            here, g = (feature == family.features[:, None]).T.nonzero()
            key = fitting[here, g]
            hit = key >= limit[here, None]
            kind[here], at[here] = family.kind, splits.at(here, g, hit.argmax(axis=1))
            if np.count_nonzero(hit) > len(here):
                tied[here] |= np.count_nonzero(hit, axis=1) > 1
                doubt[here] |= (hit & (key != top[here, None])).any(axis=1)
        if self.settings.stop_at_zero_gain:
            zero = self.scorer.zero(level.stats, top) & found
        if not sharp and self.criterion.exact:
            if self.scorer.rough:
                doubt |= zero
            doubtful = (doubt & found).nonzero()[0]
            if len(doubtful):
                self._decide(doubtful, level, rows, asked, drawn, feature, kind, at, zero, tied)
        kept = self._keep(columns, level, keys, families) if drawn is None else None
        return Best(feature, kind, at, found, top, zero, exists | found, tied, kept)

    @staticmethod
    def _largest(level, keys, out):
        """(F, L) the largest key of each node without the positions ``out`` (M,) bool."""
        keys = keys.copy()
        rule_out(keys, out)
        return np.maximum.reduceat(keys, level.first, axis=1)

    def _families(self, level, rows, asked, chosen) -> list[tuple[Splits, np.ndarray, np.ndarray]]:
        """Of each family (splits without their branches, their keys, the keys of those that may be chosen).

        The nodes are taken some at a time, for the tables of all would fill the memory. chosen : (L, d) bool, or all.
        """
        nominal, size, blocks = self.nominal, len(level.n), []
        some = max(TABLES // nominal.numbers, 1)
        for a in range(0, size, some):
            b = min(a + some, size)
            here, part = slice(level.first[a], level.last[b - 1] + 1), slice(a, b)
            tables = nominal.tables(self.scorer, rows[here], level.seg[here] - a, b - a)
            stats = level.stats[part]
            path, may = (table if table is None else table[part] for table in (asked, chosen))
            blocks.append([self._family(family, tables, stats, path, may) for family in nominal.families])
        if len(blocks) == 1:
            return blocks[0]
        joined = []
        for family in zip(*blocks, strict=True):
            splits, *keys = zip(*family, strict=True)
            codes = splits[0].codes
            codes = codes if codes.ndim == 1 else np.concatenate([one.codes for one in splits])
            exists = np.concatenate([one.exists for one in splits])
            joined.append((Splits(codes, exists, None), *map(np.concatenate, keys)))
        return joined

    def _family(self, family, tables, stats, asked, chosen):
        """The same of one family and some nodes."""
        splits = self.nominal.splits(family, tables, stats, asked)
        if chosen is not None:
            splits = splits._replace(exists=splits.exists & chosen[:, family.features, None])
        keys = self.scorer.keys(stats[:, None, None], splits.branches)
        fits = splits.exists & is_key(keys) if self.scorer.kind == "f" else splits.exists
        if self.settings.min_samples_leaf > 1:
            fits = fits & ~self._too_small(splits.branches)
        return splits._replace(branches=None), keys, np.where(fits, keys, NO_KEY[self.scorer.kind])

    def _too_small(self, branches):
        n = self.scorer.sizes(branches)
        return ((n > 0) & (n < self.settings.min_samples_leaf)).any(axis=-1)

    def _place(self, columns, level, keys, small, column, feature, at, top, limit, doubt, tied, found) -> None:
        """Enter the first best threshold of the nodes that are split on a numeric feature, which is this column."""
        mine = found
        if self.nominal.families:
            mine = found & (self.n_values[feature] == 0)
            if column is None:
                column = np.where(mine, self.numeric.searchsorted(feature), 0)
        size = keys.shape[1]
        cell = (column * size).repeat(level.size)
        cell += np.arange(size)
        key = keys.reshape(-1).take(cell)
        hit = key >= limit.repeat(level.size)
        if small is not None:
            hit &= ~small
        hits = hit.nonzero()[0]
        node, place = level.seg[hits], np.zeros(len(level.n), np.int64)
        place[node[::-1]] = hits[::-1]  # written last to first, so the first stays
        at[:] = columns.thresholds(column, place * mine)
        if len(hits) > np.count_nonzero(mine):
            doubt[node[key[hits] != top[node]]] = True
            tied |= mine & (np.bincount(node, minlength=len(tied)) > 1)

    def _decide(self, doubtful, level, rows, asked, drawn, feature, kind, at, zero, tied) -> None:
        """Let exact numbers choose where float keys are too close to tell."""
        for s in doubtful.tolist():
            here = rows[level.first[s] : level.last[s] + 1]
            if self.weights is not None:
                here = here.repeat(self.weights[here])
            features = None if drawn is None else drawn[:, s]
            path = asked if asked is None else asked[s : s + 1]
            found = self.candidates(-1, here, level.stats[s], path, features=features)
            c = found.chosen
            feature[s], kind[s], at[s], zero[s] = found.feature[c], found.kind[c], found.at[c], found.gain[c] == 0
            tied[s] = np.count_nonzero(found.best) > 1

    def _keep(self, columns, level, keys, families) -> Kept:
        nominal = []
        for splits, key, _ in families:
            count = splits.exists.sum(axis=(1, 2))
            nominal.append((key[splits.exists], count.cumsum(dtype=np.int32)))
        if columns is None:
            return Kept(nominal)
        if not columns.sparse:
            return Kept(nominal, level.first, level.n, keys)
        places = is_key(keys).reshape(-1).nonzero()[0]
        small = places.astype(np.int32) if keys.size < 2**31 else places
        return Kept(nominal, level.first, level.n, keys.reshape(-1)[places], small, keys.shape[1])

    # --- a node ------------------------------------------------------------------------------------------

    def candidates_drawn(self, node: int, rows, stats, asked, at) -> tuple[np.ndarray, Candidates]:
        """(features, candidates): what a node draws at its place ``at`` (1,), and how it can split."""
        for turn in range(self.turns):
            features = self.features(at, np.zeros(1, np.int64), turn)[:, 0]
            found = self.candidates(node, rows, stats, asked, features=features)
            if (found.score == found.score).any():  # an undefined gain ratio splits nothing
                break
        return features, found

    def candidates(self, node: int, rows, stats, asked, keys=None, features=None) -> Candidates:
        """Every candidate of a node: its examples, statistics (S,), and the questions of its path (1, V).

        keys : those on record, kind by kind; None computes them anew, to the same bits. features : the only ones
        to look at, None for all.
        """
        scorer, stats = self.scorer.around(stats)
        parts = [part for part in self._parts(scorer, rows, stats, asked, keys, features) if len(part[0])]
        if not parts:
            return self.none(node)
        if len(parts) == 1:
            feature, kind, at, key, gain, split_info, score, small, ordered, branch_stats = parts[0]
            offset = np.arange(0, len(branch_stats) + 1, len(branch_stats) // len(key))
        else:  # parts come kind by kind, candidates feature by feature
            width = np.concatenate([np.full(len(part[0]), len(part[-1]) // len(part[0])) for part in parts])
            *columns, branch_stats = (np.concatenate(column) for column in zip(*parts, strict=True))
            order = columns[0].argsort(kind="stable")
            start, width = (width.cumsum() - width)[order], width[order]
            feature, kind, at, key, gain, split_info, score, small, ordered = (column[order] for column in columns)
            offset = np.concatenate([[0], width.cumsum()])
            branch_stats = branch_stats[np.repeat(start - offset[:-1], width) + np.arange(offset[-1])]
        real = is_key(key)
        admissible = real & ~small
        zero = self._zero(scorer, stats, branch_stats, offset, key) & real
        zero = zero.nonzero()[0]
        gain[zero] = score[zero] = 0.0
        best = self._ties(scorer, stats, branch_stats, offset, key, admissible)
        counts, values = branch_stats, None
        if self.data.schema.regression:
            counts, values = scorer.sizes(branch_stats)[:, None], scorer.describe(branch_stats)
        return Candidates(
            node, feature, kind, at, gain, split_info, score, admissible, best, offset, counts, ordered, values
        )

    def none(self, node: int) -> Candidates:
        """The candidates of a node that has none."""
        whole, real, no = np.empty(0, np.int64), np.empty(0), np.empty(0, bool)
        regression = self.data.schema.regression
        counts = np.empty((0, 1 if regression else self.scorer.n_classes), np.int64)
        values = np.empty((0, 2)) if regression else None
        return Candidates(node, whole, whole, real, real, real, real, no, no, np.zeros(1, np.int64), counts, no, values)

    def _parts(self, scorer, rows, stats, asked, keys, features):
        """The columns of a node's candidates, kind by kind; ``keys``: theirs, if they are on record."""
        numeric = np.arange(len(self.numeric)) if features is None else np.isin(self.numeric, features).nonzero()[0]
        if len(numeric):
            part = self._thresholds(scorer, rows, stats, keys, numeric)
            keys = keys if keys is None else keys[len(part[0]) :]
            yield part
        if self.nominal.families:
            tables = self.nominal.tables(scorer, rows, np.zeros(len(rows), np.int64), 1)
            for family in self.nominal.families:
                splits = self.nominal.splits(family, tables, stats[None], asked)
                exists = splits.exists
                if features is not None:
                    exists = exists & np.isin(family.features, features)[:, None]
                _, g, c = exists.nonzero()
                branches, at = splits.branches[0, g, c], splits.at(0, g, c)
                key = scorer.keys(stats, branches) if keys is None else keys[: len(g)]
                keys = keys if keys is None else keys[len(g) :]
                split_info = scorer.split_info(scorer.sizes(branches))
                yield self._part(
                    scorer,
                    family.features[g],
                    family.kind,
                    at,
                    key,
                    branches,
                    split_info,
                    self._too_small(branches),
                    stats,
                    False if splits.ordered is None else splits.ordered[0, g],
                )

    def _part(self, scorer, feature, kind, at, key, branches, split_info, small, stats, ordered=False):
        score = scorer.score(stats, key)
        gain = scorer.gain(stats, branches, score)
        kinds, branches = np.full(len(key), int(kind)), branches.reshape(-1, branches.shape[-1])
        ordered = np.zeros(len(key), bool) | ordered
        return feature, kinds, at, key, gain, split_info, score, small, ordered, branches

    def _thresholds(self, scorer, rows, stats, keys, numeric):
        """Midpoints of adjacent distinct values (Ch8 Alg. 8.2): the sweep of a level that is this node alone.

        numeric : which of the numeric features.
        """
        n, least, ranks, numeric = len(rows), self.settings.min_samples_leaf, self.ranks, self.numeric[numeric]
        start = np.arange(0, (len(numeric) + 1) * n, n)
        cells = np.sort(ranks.codes.take(numeric[:, None] * ranks.size + self.source[rows]), axis=1)
        tail = (cells & (1 << ranks.tail) - 1) >> ranks.tail - (scorer.bits or ranks.tail)  # without its weight
        labels = tail.astype(np.int64) if scorer.bits else scorer.labels[tail]
        cells >>= ranks.tail
        new = np.zeros(cells.shape, bool)  # the last of a column makes no threshold
        np.not_equal(cells[:, 1:], cells[:, :-1], out=new[:, :-1])
        cell = new.reshape(-1).nonzero()[0]
        edge = cell.searchsorted(start)
        count = edge[1:] - edge[:-1]
        last = cell - start[:-1].repeat(count)
        x = ranks.distinct[cells + ranks.first[numeric][:, None]].reshape(-1)
        level = Level.of(stats[None], np.array([n]))
        if keys is None:
            swept = np.empty(labels.shape, np.int64 if scorer.kind == "i" else np.float64)
            scorer.ready(level).sweep(labels, swept, np.empty((2, *labels.shape), np.int64))
            key = swept.reshape(-1)[cell]
        else:
            key = keys[: len(cell)]
        branches = np.empty((len(cell), 2, len(stats)), stats.dtype)
        for c, left in enumerate(self._left(labels, cell, last)):
            branches[:, 0, c] = left
            np.subtract(stats[c], left, out=branches[:, 1, c])
        small = (level.left < least) | (level.right < least)
        split_info = scorer.split_info(np.stack([level.left, level.right]).T)
        return self._part(
            scorer,
            numeric.repeat(count),
            THRESHOLD,
            midpoint(x[:-1], x[1:])[cell],
            key,
            branches,
            split_info[last],
            small[last],
            stats,
        )

    def _left(self, labels, cell, last):
        """S columns (c,): statistics of the examples up to some cells of sorted columns."""
        if self.data.schema.regression:
            y = labels.astype(np.float64)
            return last + 1, *(a.cumsum(axis=1).reshape(-1)[cell] for a in (y, y * y))
        one = [labels] if self.scorer.n_classes == 2 else [labels == c for c in range(1, self.scorer.n_classes)]
        counts = [a.cumsum(axis=1).reshape(-1)[cell] for a in one]
        return reduce(np.subtract, counts, last + 1), *counts

    def _zero(self, scorer, stats, branch_stats, offset, key):
        """(c,) bool: the gain is mathematically zero, of those with a key."""
        zero = scorer.zero(stats, key)
        if scorer.rough and self.criterion.exact:
            doubtful = np.flatnonzero(zero)
            zero[doubtful] = [
                exact_gain(self.criterion, stats, branch_stats[offset[c] : offset[c + 1]]) == 0 for c in doubtful
            ]
        return zero

    def _ties(self, scorer, stats, branch_stats, offset, key, admissible):
        """(c,) bool: admissible, and as large as the largest."""
        top = key.max(where=admissible, initial=NO_KEY[scorer.kind])
        if not is_key(top):
            return admissible
        if scorer.sharp:
            return admissible & (key == top)
        near = admissible & (key >= top - scorer.slack(top, scorer.sizes(stats)))
        rivals = near.nonzero()[0]
        if self.criterion.exact is None or (key[rivals] == top).all():
            return near
        score = [exact_score(self.criterion, stats, branch_stats[offset[c] : offset[c + 1]]) for c in rivals]
        near[rivals] = [value == max(score) for value in score]
        return near
