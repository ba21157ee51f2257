"""BuildTree's experiment in words: one tree against forests; and what importances do not say."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from dtlearn.show.base.html import table_html
from dtlearn.show.base.text import fixed, listing, ratio, shorten
from dtlearn.splitting.criteria import criterion_of

FORESTS, DIVISIONS = 5, 20
LEAST, SEED = 30, 1  # a node with fewer examples is a leaf; of the first division
PRINTED_OF, PRINTED_TREE, PRINTED = 132, 100, (110, 107, 108, 107, 110)  # right ones, as BuildTree prints them (S23)
CLAIM = (
    "The notes (BuildTree 5) stop a single tree at nodes with fewer than 30 examples and set it against five forests."
    " They print 0.75757575757576 right for the tree and a mean of 0.8212121 for the forests, which are"
    f" {ratio(PRINTED_TREE, PRINTED_OF)} and {ratio(sum(PRINTED), FORESTS * PRINTED_OF)}. The same on other data:"
)
LEFT_OUT = (
    "What the notes leave out: the data, how many examples the trees grew on and how they were divided; how many test"
    f" examples ({PRINTED_OF} is ours: the least number of which all the accuracies are shares); how many trees a"
    " forest has, how many rows and features each gets, and whether its trees stop below 30 too; the criterion; the"
    " seeds, and whether five runs share one division. So nobody can run it again, or tell what the forests owe to the"
    " limit."
)


@dataclass(frozen=True)
class Trial:
    """One tree and one forest on the same test examples: how many each gets wrong, how many it alone."""

    h: int
    tree: int
    forest: int
    tree_alone: int
    forest_alone: int

    @property
    def gain(self) -> Fraction:
        """How much more of the test examples the forest gets right."""
        return Fraction(self.tree - self.forest, self.h)

    @property
    def spread(self) -> float:
        """Standard error of the gain: only examples that one of them alone gets wrong count."""
        apart, by = self.tree_alone + self.forest_alone, self.tree_alone - self.forest_alone
        return (max(apart - by * by / self.h, 0.0)) ** 0.5 / self.h


def five_html(trials: Sequence[Trial], beside: str) -> str:
    """Right answers: what the notes print, and both kinds of trees here, with the limit and without.

    beside : the criterion of the page's own trees.
    """
    limited, free = trials[:FORESTS], trials[FORESTS:]
    h = limited[0].h
    # (name, printed right ones, wrong ones with the limit, and without), so many times the test examples
    forests = (PRINTED, *([t.forest for t in part] for part in (limited, free)))
    counts = [("One tree", PRINTED_TREE, limited[0].tree, free[0].tree, 1)]
    counts += [(f"Forest {i}", *found, 1) for i, found in enumerate(zip(*forests, strict=True), 1)]
    counts.append(("Mean of the five", *map(sum, forests), FORESTS))
    rows = [
        [name, ratio(printed, k * PRINTED_OF), ratio(k * h - a, k * h), ratio(k * h - b, k * h)]
        for name, printed, a, b, k in counts
    ]
    named, chosen = criterion_of("info_gain"), criterion_of(beside)
    other = "" if chosen is named else f" (not the sidebar’s {chosen.title})"
    return table_html(
        ["Right answers", f"The notes, {PRINTED_OF} examples", f"Here, at least {LEAST} to split", "Here, no limit"],
        rows,
        f"{h} test examples; {named.title} as in BuildTree{other}, yes/no questions; forests of 100 trees, k = ⌊√d⌋",
    )


def five_text(trials: Sequence[Trial]) -> str:
    """What the table shows, and what it cannot."""
    limited, free = trials[:FORESTS], trials[FORESTS:]
    first, mean, without = limited[0], *(sum(t.gain for t in part) / FORESTS for part in (limited, free))
    right = f"get {fixed(abs(mean))} {'more' if mean > 0 else 'fewer'} of the examples right than the tree, on average"
    limit = Fraction(first.tree - free[0].tree, first.h)
    return (
        f"With the limit, the forests {right if mean else 'are no better than the tree, and no worse'}. Forest 1"
        f" against the tree: {first.tree_alone} examples are wrong by the tree alone, {first.forest_alone} by the"
        f" forest alone, so the difference is {_signed(first.gain)} ± {fixed(first.spread)}. A fair comparison keeps"
        f" the limit the same for both. Dropping it alone changes the one tree by {_signed(limit)}; forests of such"
        f" trees differ from that tree by {_signed(without)}. The five forests share their test examples: how far they"
        " lie apart tells of their seeds, not of the data. Other divisions tell more."
    )


def _signed(x: Fraction) -> str:
    return f"{'+' if x > 0 else '−' if x < 0 else ''}{fixed(abs(x))}"


def many_text(trials: Sequence[Trial]) -> str:
    """On how many divisions the forest wins, and by how much."""
    n, gains = len(trials), [t.gain for t in trials]
    wins, losses = sum(g > 0 for g in gains), sum(g < 0 for g in gains)
    mean = sum(gains) / n
    spread = (float(sum((g - mean) ** 2 for g in gains)) / (n - 1)) ** 0.5
    equal = n - wins - losses
    ranks = f"On {n} divisions the forest is better {wins} times, equal {equal} times, worse {losses} times."
    if not wins and not losses:
        return f"{ranks} Here a forest brings nothing: the trees of the forest have nothing to disagree about."
    return (
        f"{ranks} On average it gains {_signed(mean)}; from one division to the next that varies by {fixed(spread)}."
        " The divisions share examples, so this is no standard error."
    )


def many_html(trials: Sequence[Trial]) -> str:
    """Every division with both results."""
    rows = [
        [str(SEED + i), ratio(t.h - t.tree, t.h), ratio(t.h - t.forest, t.h), _signed(t.gain)]
        for i, t in enumerate(trials)
    ]
    header = ["Seed of the division", "One tree right", "Forest right", "Difference"]
    return table_html(header, rows, "Both with the limit")


def matter_text(
    names: Sequence[str],
    impurity: Sequence[float],
    shuffled: Sequence[Sequence[float]],
    ticket: str,
    regression: bool = False,
) -> str:
    """What the two bars mean, and where they disagree."""
    means = [sum(run[j] for run in shuffled) / len(shuffled) for j in range(len(names))]
    lost = "how much more of the test examples are wrong when its values are shuffled among them"
    if regression:
        lost = (
            "by how much the mean squared error on the test examples rises when its values are shuffled among them, as"
            " a share of the variance of their targets"
        )
    said = (
        "Blue: how much of what the splits gain on the training examples a feature's splits bring. "
        f"Orange: {lost}; a mean of {len(shuffled)} shuffles."
    )
    if ticket in names:
        j = names.index(ticket)
        rank = 1 + sum(x > impurity[j] for x in impurity)
        return (
            f"{said} The ticket number knows nothing, yet it gets {fixed(impurity[j])} of the decrease, place {rank} of"
            f" {len(names)}: with a value of its own for each example it can always cut noise away. Shuffled, the test"
            f" error changes by {fixed(abs(means[j])) if means[j] >= 0 else '−' + fixed(-means[j])}."
        )
    useless = [shorten(names[j], 30) for j in range(len(names)) if impurity[j] >= 0.02 and means[j] < 0.0005]
    if useless:
        said += f" Blue without orange: {listing(useless[:4])}. The trees ask, and it does not help on new examples."
    return (
        f"{said} Two features that tell the same hide each other's orange bar: shuffle one, and the other still knows."
    )
