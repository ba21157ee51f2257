"""Size limits: their names, sensible values, and in words what a row of trees shows."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, isclose, isfinite, log10

from dtlearn.data.dataset import number
from dtlearn.growing.errors import LimitedTree, paired_difference
from dtlearn.growing.grow import Trace
from dtlearn.show.base.html import table_html
from dtlearn.show.base.text import fixed, listing, many, short, size_text, whole

MOST = 8  # pictures in a row
KEPT = "Held-out examples are kept aside: no tree grows on them, so to every tree they are new."


@dataclass(frozen=True)
class Limit:
    """One limit on the size of a tree.

    field : its name in GrowSettings. title : on a button; short : in front of a value. notes, sklearn : what it is
    called there. says : what it does. least : the smallest value allowed. falling : a smaller value, a larger tree.
    """

    field: str
    title: str
    short: str
    notes: str
    sklearn: str
    says: str
    least: float
    falling: bool = False

    @property
    def whole(self) -> bool:
        return self.field != "tolerated_error"

    @property
    def meaning(self) -> str:
        """What it does, in one sentence."""
        return self.says.partition(". ")[0].rstrip(".") + "."


LIMITS = {
    "depth": Limit(
        "max_depth",
        "Depth",
        "depth ≤",
        "Ch8: maximum depth",
        "max_depth",
        "A node at this depth becomes a leaf. The root has depth 0.",
        0,
    ),
    "parent": Limit(
        "min_samples_split",
        "Examples to split",
        "split size ≥",
        "Ch8: minParent; BuildTree: m",
        "min_samples_split",
        "A node with fewer examples becomes a leaf.",
        2,
        True,
    ),
    "leaf": Limit(
        "min_samples_leaf",
        "Examples per leaf",
        "leaf size ≥",
        "Ch8: minLeaf",
        "min_samples_leaf",
        "A split that gives a branch fewer examples is not allowed; the best of the others is taken.",
        1,
        True,
    ),
    "leaves": Limit(
        "max_leaf_nodes",
        "Leaves",
        "leaves ≤",
        "Ch8: maximum number of leaves",
        "max_leaf_nodes",
        "Best first: the open node with the largest (n/m) × gain is split next, until there are so many leaves.",
        1,
    ),
    "nodes": Limit(
        "max_nodes",
        "Nodes",
        "nodes ≤",
        "UML: nodes of the tree",
        "–",
        "Best first as for Leaves, but nodes are counted. With two branches a split, k leaves are 2k − 1 nodes.",
        1,
    ),
    "splits": Limit(
        "max_splits",
        "Iterations",
        "iterations ≤",
        "UML: iterations",
        "–",
        "Best first as for Leaves, but splits are counted: that is ours. Each of UML's iterations looks at a single"
        " leaf, and may leave it as it is. With two branches a split, k leaves take k − 1 splits.",
        0,
    ),
    "error": Limit(
        "tolerated_error",
        "Max. error",
        "error ≤",
        "Ch8: sufficiently accurate",
        "–",
        "A node at which no larger share of the training examples is wrong becomes a leaf.",
        0,
        True,
    ),
}


def ordered(limit: Limit, values: Sequence[float]) -> tuple:
    """The values in the order in which the trees grow, each once."""
    return tuple(sorted({int(v) if limit.whole else float(v) for v in values}, reverse=limit.falling))


def fits(limit: Limit, value: float) -> bool:
    """Whether a limit can have this value."""
    return isfinite(value) and limit.least <= value <= 1e6 and (not limit.whole or value == int(value))


def automatic(limit: Limit, full: Trace) -> tuple:
    """At most ``MOST`` values from a tree that is far too small to the one that grows without a limit.

    full : the growth without a limit.
    """
    tree, m = full.tree, len(full.data)
    if limit.field == "tolerated_error":
        return _thresholds(full)
    lowest = {"max_depth": 0, "max_leaf_nodes": 1, "max_nodes": 1, "max_splits": 0}
    largest = {
        "max_depth": int(tree.depth.max()),
        "max_leaf_nodes": tree.n_leaves,
        "max_nodes": len(tree),
        "max_splits": len(tree) - tree.n_leaves,
        "min_samples_split": m + 1,
        "min_samples_leaf": m // 2 + 1,
    }
    low, high = lowest.get(limit.field, limit.least), max(largest[limit.field], int(limit.least))
    if limit.field == "max_nodes":  # a cut makes two nodes, so only odd sizes are new
        return tuple(2 * k - 1 for k in spread(1, (high + 1) // 2, MOST))
    return ordered(limit, (0, *spread(1, high, MOST - 1)) if low == 0 and high else spread(low, high, MOST))


def spread(low: int, high: int, most: int) -> list[int]:
    """At most so many whole numbers from low to high, each about as many times the one before.

    >>> spread(1, 6, 8), spread(1, 40, 8), spread(2, 90, 8)
    ([1, 2, 3, 4, 5, 6], [1, 2, 3, 5, 8, 14, 24, 40], [2, 3, 5, 9, 16, 28, 50, 90])
    """
    if high - low < most:
        return list(range(low, high + 1))
    found = [low]
    for left in range(most - 1, 0, -1):
        found.append(max(found[-1] + 1, round(found[-1] * (high / found[-1]) ** (1 / left))))
    return found


def _thresholds(full: Trace) -> tuple[float, ...]:
    """Errors to tolerate, each of which leaves another tree: from one that allows no cut down to 0."""
    tree, lasts = full.tree, []  # a node is reached while no node above it is accurate enough
    for i in range(len(tree)):
        above = lasts[tree.parent[i]] if i else 1.0
        lasts.append(min(above, 1 - tree.counts[i].max() / tree.n[i]) if tree.n_children[i] else 0.0)
    levels = sorted({error for error in lasts if error > 0}, reverse=True)
    if not levels:
        return 0.01, 0.0
    steps = [_short(levels[k - 1]) for k in spread(1, len(levels), MOST - 1)]
    return tuple(dict.fromkeys([*steps, 0.0]))


def _short(x: float) -> float:
    """The nearest number of two digits that is not smaller.

    >>> _short(0.01432), _short(0.25)
    (0.015, 0.25)
    """
    power = floor(log10(x)) - 1
    near = (float(f"{floor(x / 10.0**power) + k}e{power}") for k in (0, 1))
    return next(value for value in near if value >= x)


def limits_html(chosen: str) -> str:
    """Every limit: the notes' name, scikit-learn's, and what it does."""
    rows = [[f"▶ {x.title}" if name == chosen else x.title, x.notes, x.sklearn, x.says] for name, x in LIMITS.items()]
    return table_html(["Limit", "In the notes", "scikit-learn", "What it does"], rows, "The same limits by their names")


def of(limit: Limit, value: float) -> str:
    """A limit with its value: "depth ≤ 3"."""
    return f"{limit.short} {number(value)}"


def error_text(losses) -> str:
    """An error with how it comes about: "20/120 = 0.167"."""
    total, n = int(losses.sum()), len(losses)
    return f"{total}/{n} = {fixed(total / n)}"


def best_of(row: Sequence[LimitedTree]) -> list[int]:
    """The places with the smallest held-out error. Compared are totals, of the same examples each time."""
    totals = [float(one.held.sum()) for one in row]
    return [k for k, total in enumerate(totals) if isclose(total, min(totals), rel_tol=1e-9)]  # float noise is no rank


def telling(row: Sequence[LimitedTree]) -> int:
    """The place to show first: a best tree, yet not the smallest one, which is often a leaf alone."""
    return next((k for k in best_of(row) if k), min(1, len(row) - 1))


def caption(limit: Limit, row: Sequence[LimitedTree], at: int, known: bool = True) -> str:
    """One tree of the row: its size, its errors, and what it is beside the best of them.

    known : whether later trees are known.
    """
    found = best_of(row if known else row[: at + 1])
    one, best = row[at], row[found[0]]
    errors = f"Training error {error_text(one.train)}, held-out error {error_text(one.held)}."
    said = f"{of(limit, one.value).capitalize()}: {size_text(one.tree)}. {errors}"
    if at in found:
        among = "of this row" if known else "so far"
        rest = f"No tree {among} has a smaller held-out error." if known or at else KEPT
        return f"{said} {rest}"
    there = f"the tree at {of(limit, best.value)}"
    here, other = float(one.train.sum()), float(best.train.sum())
    if isclose(here, other, rel_tol=1e-9):
        return f"{said} On the training examples it is as good as {there}, on the held-out ones worse."
    if here > other:
        return f"{said} It underfits: {there} is better on both parts."
    if _near(one, best):
        against = f"{whole(one.held.sum())} of {len(one.held)} against {whole(best.held.sum())}"
        return (
            f"{said} Fewer mistakes on the training examples than {of(limit, best.value)}, more on the held-out ones"
            f" ({against}): the difference may be chance."
        )
    return f"{said} It overfits: better than {there} on the training examples, worse on the held-out ones."


def _near(one: LimitedTree, best: LimitedTree) -> bool:
    """Whether a tree's held-out error is less than two standard errors from the best one's: it may be chance."""
    gap, spread = paired_difference(one.held, best.held)
    return gap < 2 * spread


def verdict(limit: Limit, row: Sequence[LimitedTree]) -> str:
    """What the whole row shows besides its ``answer``: where it underfits and overfits, and how far to trust it."""
    found = best_of(row)
    if len({one.tree.n_leaves for one in row}) == 1:
        which = {1: "The only tree has", 2: "Both trees have"}.get(len(row), f"All {len(row)} trees have")
        return f"{which} {size_text(row[0].tree)}: try other values."
    best, last, said = row[found[0]], len(row) - 1, []
    if found[0] > 0:
        falls = all(one.train.sum() > best.train.sum() for one in row[: found[0]])
        left = f"Left of {of(limit, best.value)} the"
        said.append(
            f"{left} trees are too small and underfit: both errors are larger."
            if falls
            else f"{left} held-out error is larger."
        )
    if found[-1] < last:
        end, right = row[-1], f"Right of {of(limit, row[found[-1]].value)} the"
        learns = end.train.sum() < best.train.sum()
        goes = f"the training error goes on to {error_text(end.train)}, the held-out error to {error_text(end.held)}"
        overfits = f"trees overfit: {goes}."
        if _near(end, best):
            overfits = f"difference may be chance: {goes}."
        said.append(f"{right} {overfits if learns else 'held-out error is larger.'}")
    else:
        said.append(f"The held-out error is smallest at {_where(limit, row)}: nothing here shows overfitting.")
    full = max(row, key=lambda one: one.tree.n_leaves).tree
    cuts = ((node.split, full.find(node.path)) for one in row for node in one.tree if node.split)
    # Some cut of a tree is another one in the largest tree of the row.
    if limit.field == "min_samples_leaf" and any(at is None or full[at].split != split for split, at in cuts):
        said.append(
            "This limit also moves splits: the best allowed threshold is not always the best one. So a smaller tree"
            " here is no piece of the larger ones, and even the training error need not fall as the limit does."
        )
    return " ".join([*said, trust(row)])


def answer(limit: Limit, row: Sequence[LimitedTree]) -> str:
    """Whether the largest tree is the best on held-out examples."""
    found = best_of(row)
    best, last = (error_text(one.held) for one in (row[found[0]], row[-1]))
    if found[-1] == len(row) - 1:
        return f"The largest tree is among the best here: no tree has a held-out error below {best}."
    no, little = ("may not be", ", within two standard errors") if _near(row[-1], row[found[0]]) else ("is not", "")
    return (
        f"The largest tree {no} the best here: the held-out error is smallest, {best}, at {_where(limit, row)}. The"
        f" largest has {last.split()[-1]}{little}."
    )


def guessed(limit: Limit, row: Sequence[LimitedTree], at: int) -> str:
    """What a guess of the best place was worth."""
    one, best = row[at], best_of(row)
    if at in best:
        return f"Your guess, {of(limit, one.value)}, is right."
    little = ", within two standard errors of the best" if _near(one, row[best[0]]) else ", more than the best has"
    return f"Your guess, {of(limit, one.value)}, has {error_text(one.held)}{little}."


def _where(limit: Limit, row: Sequence[LimitedTree]) -> str:
    """At which values the best trees are."""
    first, *others = best_of(row)
    return listing([of(limit, row[first].value), *(number(row[k].value) for k in others)])


def trust(row: Sequence[LimitedTree]) -> str:
    """How much a few held-out examples can tell."""
    best, n = row[best_of(row)[0]], len(row[0].held)
    near = [one for one in row if one.held_error <= best.held_error + best.held_spread]
    held = f"Held out {'are' if n > 1 else 'is'} {many(n, 'example')}"
    if n == 1:
        return f"{held}: that tells next to nothing."
    told = f"{held}; the standard error there is about {short(best.held_spread)}"
    if len(near) > len(best_of(row)):
        told += f", and {len(near)} of the {len(row)} trees lie within it: another seed may prefer another"
    few = " With so few, change the seed and see it move." if n < 30 else ""
    return f"{told}.{few}"


def remarks(limit: Limit, row: Sequence[LimitedTree], at: int) -> list[str]:
    """What to know about this very tree: values left out, a size that no tree has."""
    one, values = row[at], [one.value for one in row]
    found = ["Not every value is tried."] if limit.whole and max(values) - min(values) >= len(values) else []
    if limit.field == "max_nodes" and one.value % 2 == 0 and len(one.tree) < one.value:
        why = f"every cut adds two, so this tree has {len(one.tree)}"
        found.append(f"{number(one.value)} nodes cannot be reached: {why}.")
    return found
