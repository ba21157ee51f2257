"""UML's generic pruning procedure (18.2.2): from the bottom up, each node becomes what makes f(T, m) least."""

import numpy as np

from dtlearn.bound.bound import questions
from dtlearn.data.dataset import Dataset
from dtlearn.growing.errors import joined
from dtlearn.growing.grow import Trace
from dtlearn.pruning.edit import Action, Alternative, Edit, Layout, Procedure, PruneStep, Pruning
from dtlearn.pruning.objectives import Measure, PruneSettings
from dtlearn.trees.pseudocode import Pseudocode, lines
from dtlearn.trees.split import NONE
from dtlearn.trees.tree import Tree


def _prune(procedure: Procedure, trace: Trace, settings: PruneSettings, held: Dataset | None) -> Pruning:
    """From the bottom up, each node in turn becomes what makes f(T, m) least; a leaf that keeps its label has no step.

    It may stay, become a leaf of any class (the last one first: the notes' leaf 1, leaf 0), or be replaced by a
    subtree of its own (the first branch first). It stays unless something is strictly better; of equals the first.

    >>> from dtlearn import grow, load
    >>> generic(grow(load("play_tennis"))).final
    Yes  (5 No, 9 Yes)
    """
    tree, data = trace.tree, trace.data
    objective = procedure.objective(settings)
    sample = held if objective.held else data
    d, K = questions(tree.schema, trace.settings.nominal), len(tree.schema.classes)
    measure = objective.measure(settings, d, K, len(sample), len(tree))
    walk = _Walk(tree, data, held if objective.held else None, measure, settings.weights(K))
    visits = [walk.visit(p) for p in walk.layout.children_first(tree, walk.mislabelled)]
    return Pruning(
        trace,
        held,
        procedure,
        settings,
        walk.layout,
        tuple(walk.changed),
        *np.array(walk.sizes).T,
        tuple(map(measure.value, walk.keys)),
        lambda pruning, k: _visited(tree, measure, k, *visits[k]),
    )


def _visited(tree: Tree, measure: Measure, k: int, node: int, n: int, chosen: int, keys, *sizes) -> PruneStep:
    kinds = _alternatives(tree, node)
    alternatives = tuple(
        Alternative(node, *kind, measure.value(key), *size)
        for kind, key, size in zip(kinds, keys, zip(*sizes, strict=True), strict=True)
    )
    return PruneStep(k, node, alternatives, chosen, (alternatives[chosen],), n)


def _alternatives(tree: Tree, node: int) -> list[tuple[Action, int | None, int | None]]:
    """(action, label, child) of what can be done at a node, in the notes' order."""
    leaves = [(Action.LEAF, label, None) for label in reversed(range(len(tree.schema.classes)))]
    return [(Action.KEEP, None, None), *leaves, *((Action.RAISE, None, b) for b in range(tree.n_children[node]))]


class _Walk:
    """The generic procedure under way, from the bottom up.

    Lists hold one entry per node: size and losses of its subtree as it is now. Arrays hold one entry per place in
    preorder: ``top``, the place of the leaf that stands there now; ``says``, its label; ``relay``, for a place that a
    raised subtree has left out, the node at which to go on (else -1). When a subtree takes its parent's place, the
    examples of its siblings come to it: where they end in the grown tree is found beforehand, for all together.
    """

    def __init__(self, tree: Tree, data: Dataset, held: Dataset | None, measure: Measure, cost: np.ndarray):
        examples = data if held is None else joined(data, held)
        self.tree, self.measure, self.X = tree, measure, examples.X
        self.layout, K = Layout(tree), len(tree.schema.classes)
        place, end, N, y = self.layout.place, self.layout.end, len(tree), examples.y
        self.edit = Edit(tree, self.layout)
        self.says, self.top, self.relay = tree.label[self.layout.order], np.arange(N), np.full(N, -1)
        ends = place[tree.apply(self.X)]
        self.decides = None if held is None else np.arange(len(y)) >= len(data)
        decides = np.ones(len(y), bool) if held is None else self.decides
        # Class counts, and what the examples that end at the node itself lose: at a leaf all of its examples.
        trains, inner, self.cost = decides if held is None else ~decides, tree.kind != NONE, cost[y]
        miss = (y != self.says[ends]) * self.cost
        here, train = (_counts(self.layout, ends[who], y[who], K) for who in (decides, trains))
        self.n, here = here.sum(axis=1).tolist(), here * cost
        self.counts, self.train_counts = here.tolist(), (train * cost).tolist()
        # Every f grows with what a leaf gets wrong: no other leaf can change.
        self.mislabelled = ~inner & (here[np.arange(N), tree.label] < here.max(axis=1))
        self.n_at = np.bincount(ends[decides], minlength=N)
        self.wrong_at, wrong = (np.bincount(ends, miss * who, N).astype(np.int64) for who in (decides, trains))
        self.wrong = wrong[place].tolist()
        self.lost = self.wrong_at[place].tolist()
        if measure.leaf:
            n = self.n_at[place].tolist()
            self.lost = [0.0 if inner[i] else measure.leaf(self.lost[i], n[i]) for i in range(N)]
        self.nodes, self.leaves = [1] * N, [1] * N
        self.place, self.end = place.tolist(), end.tolist()
        self.first, self.width = tree.first_child.tolist(), tree.n_children.tolist()
        self.raised = [False] * N  # a subtree in it stands in the place of its parent
        self._find_newcomers(ends, y)
        self.total = (sum(self.lost), N, tree.n_leaves, sum(self.wrong))
        self.sizes, self.keys, self.changed = [self.total[1:]], [measure.of(*self.total[:3])], []

    def _find_newcomers(self, ends: np.ndarray, y: np.ndarray) -> None:
        """Of every node the examples that come to it when it takes its parent's place: row, where it ends, class."""
        tree, place, end = self.tree, self.layout.place, self.layout.end
        order = ends.argsort(kind="stable")
        lo, hi = np.searchsorted(ends[order], [place, end])
        # The examples of a parent, without the node's own: two ranges of the ordered rows.
        start = np.stack([lo[tree.parent[1:]], hi[1:]], axis=1).ravel()
        size = np.stack([lo[1:], hi[tree.parent[1:]]], axis=1).ravel() - start
        before = size.cumsum() - size
        rows = order[np.arange(size.sum()) + (start - before).repeat(size)]
        count = size.reshape(-1, 2).sum(axis=1)
        self.slices = np.concatenate([[0, 0], count.cumsum()]).tolist()
        self.newcomers = rows, place[self.edit.route(self.X, rows, np.arange(1, len(tree)).repeat(count))], y[rows]

    def visit(self, p: int) -> tuple:
        """Decide a node: (node, examples, number chosen, and of each alternative key, nodes, leaves,
        training wrong)."""
        below = range(self.first[p], self.first[p] + self.width[p])
        for column in (self.lost, self.wrong, self.nodes, self.leaves):
            column[p] += sum(column[c] for c in below)
        self.leaves[p] -= bool(below)
        counts, train_counts = self.counts[p], self.train_counts[p]
        n, n_train, leaf = sum(counts), sum(train_counts), self.measure.leaf
        parts = [(self.lost[p], self.nodes[p], self.leaves[p], self.wrong[p])]
        for k in reversed(range(len(counts))):
            lost = leaf(n - counts[k], n) if leaf else n - counts[k]
            parts.append((lost, 1, 1, n_train - train_counts[k]))
        for c in below:
            lost, wrong = self._raised(c)
            parts.append((self.lost[c] + lost, self.nodes[c], self.leaves[c], self.wrong[c] + wrong))
        rest = tuple(total - part for total, part in zip(self.total, parts[0], strict=True))
        losses, nodes, leaves, wrongs = (
            [r + x for x in xs] for r, xs in zip(rest, zip(*parts, strict=True), strict=True)
        )
        keys = list(map(self.measure.of, losses, nodes, leaves))
        chosen = keys.index(min(keys))
        self._apply(p, chosen, parts[chosen])
        self.total = (losses[chosen], nodes[chosen], leaves[chosen], wrongs[chosen])
        self.sizes.append(self.total[1:])
        self.keys.append(keys[chosen])
        return p, self.n[p], chosen, keys, nodes, leaves, wrongs

    def _apply(self, p: int, chosen: int, part: tuple) -> None:
        action, label, child = _alternatives(self.tree, p)[chosen]
        if action is Action.KEEP:
            self.raised[p] = any(self.raised[self.first[p] : self.first[p] + self.width[p]])
            self.changed.append(())
            return
        change = (p, action, label if action is Action.LEAF else child)
        place, end = self.place[p], self.end[p]
        if action is Action.LEAF:
            self.says[place:end], self.top[place:end], self.relay[place:end] = label, place, -1
            self.raised[p] = False
            n = sum(self.counts[p])
            self.n_at[place], self.wrong_at[place] = n, n - self.counts[p][label]
        else:
            c = self.first[p] + child
            if self.measure.leaf:
                at, miss = self._arrivals(c)[:2]
                self.n_at += np.bincount(self.top[at], minlength=len(self.top))
                self.wrong_at += np.bincount(self.top[at[miss > 0]], minlength=len(self.top))
            stays = int(self.edit.stand_in[c])
            self.relay[place : self.place[stays]] = self.relay[self.end[stays] : end] = stays
            self.raised[p] = True
        self.edit.apply(change)
        self.changed.append((change,))
        self.lost[p], self.nodes[p], self.leaves[p], self.wrong[p] = part

    def _arrivals(self, c: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(place where it ends now, what it costs there, 0 where it is right, its row) of every newcomer of a node."""
        mine = slice(self.slices[c], self.slices[c + 1])
        rows, at, y = (column[mine] for column in self.newcomers)
        if self.raised[c]:
            onward = self.relay[at]
            lost = np.flatnonzero(onward >= 0)
            at = at.copy()
            at[lost] = self.layout.place[self.edit.route(self.X, rows[lost], onward[lost])]
        return at, (self.says[at] != y) * self.cost[rows], rows

    def _raised(self, c: int) -> tuple[float, int]:
        """What the newcomers of a node add: (to the loss, to the wrong training examples)."""
        at, miss, rows = self._arrivals(c)
        wrong = int(miss.sum())
        if self.decides is not None:
            lost = int(miss[self.decides[rows]].sum())
            return lost, wrong - lost
        leaf = self.measure.leaf
        if not leaf:
            return wrong, wrong
        low = self.place[self.edit.stand_in[c]]
        top = self.top[at] - low
        n_new, wrong_new = np.bincount(top), np.bincount(top, miss).astype(np.int64)
        some = np.flatnonzero(n_new)
        n, w = self.n_at[some + low], self.wrong_at[some + low]
        before = map(leaf, w.tolist(), n.tolist())
        after = map(leaf, (w + wrong_new[some]).tolist(), (n + n_new[some]).tolist())
        return sum(after) - sum(before), wrong


def _counts(layout: Layout, ends: np.ndarray, y: np.ndarray, K: int) -> np.ndarray:
    """(N, K) examples of each class in the subtree of each node, from the places where they end."""
    N = len(layout.order)
    return layout.within(np.bincount(ends * K + y, minlength=N * K).reshape(N, K))


generic = Procedure(
    "generic",
    "UML 18.2.2",
    _prune,
    reads=("objective",),
    code=Pseudocode(
        "Generic Tree Pruning Procedure",
        "UML (Understanding Machine Learning) 18.2.2; its scan has lost the primes of T'",
        lines(
            "Generic Tree Pruning Procedure",
            "  input:",
            (
                (
                    "    function f(T, m) (bound/estimate for the generalization error of a decision tree T, based on a"
                    " sample of size m),"
                ),
                {
                    "erratum": (
                        "f depends on the examples S too, through the training error L_S. The result is greedy: it need"
                        " not be the tree with the least f (slip E32 of the notes)."
                    )
                },
            ),
            "    tree T.",
            (
                "  foreach node j in a bottom-up walk on T (from leaves to root):",
                {"ours": "A leaf at which no other label is better has no step."},
            ),
            (
                "    find T' which minimizes f(T', m), where T' is any of the following:",
                {
                    "erratum": "The notes say nothing of ties (slip E32).",
                    "ours": (
                        "The tree stays as it is unless something is strictly better; then the first of equals in the"
                        " order of these lines is taken."
                    ),
                },
            ),
            (
                "      the current tree after replacing node j with a leaf 1.",
                {"ours": "With K classes: a leaf of every class, the last one first."},
            ),
            "      the current tree after replacing node j with a leaf 0.",
            (
                "      the current tree after replacing node j with its left subtree.",
                {
                    "ours": (
                        "The examples of the right subtree then go through the left one. With more branches: each"
                        " subtree in turn."
                    )
                },
            ),
            "      the current tree after replacing node j with its right subtree.",
            "      the current tree.",
            "    let T := T'.",
        ),
        {"look": 6, "leaf": 7, "raise": 9, "keep": 11},
    ),
)
