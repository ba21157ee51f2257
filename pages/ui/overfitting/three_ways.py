"""XOR three ways: stop early, grow fully, grow fully and prune; what each makes of the same examples, and why."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from dtlearn.data.dataset import Dataset, number
from dtlearn.growing.errors import losses
from dtlearn.growing.grow import Trace
from dtlearn.learning.three_ways import ThreeWays
from dtlearn.show.base.html import table_html
from dtlearn.show.base.text import fixed, many, ratio
from dtlearn.trees.tree import Stop, Tree

TITLES = ("Stop early", "Grow fully", "Grow fully, then prune")


def digits(gain: float) -> str:
    """A gain with three digits, so that it differs from a threshold that it is below."""
    return number(float(f"{gain:.3g}"))


@dataclass(frozen=True, eq=False)
class Way:
    """A tree and how it came about. train, held : (m,) losses. true : its true error. why : in a sentence."""

    title: str
    tree: Tree
    train: Sequence[int]
    held: Sequence[int]
    true: Fraction
    why: str


def ways(found: ThreeWays, true: Callable[[Tree], Fraction]) -> tuple[Way, ...]:
    """The three trees in numbers and words. true : the true error of a tree."""
    early, full, pruned, held = found.early, found.full, found.pruned, found.held
    trees = (early.tree, full.tree, pruned)
    errors = [true(tree) for tree in trees]
    better = pruned if errors[1] > errors[2] else None
    why = _why_early(early, found.least), _why_full(full, better), _why_pruned(full.tree, pruned, held)
    return tuple(
        Way(title, tree, losses(tree, full.data), losses(tree, held), error, said)
        for title, tree, error, said in zip(TITLES, trees, errors, why, strict=True)
    )


def _best(trace: Trace) -> tuple[str, float]:
    """The best first question and its gain."""
    found = trace.candidates[0]
    c = int(found.gain.argmax())
    return found.split(c).title(trace.data.schema), float(found.gain[c])


def _why_early(trace: Trace, least: float) -> str:
    question, gain = _best(trace)
    if trace.tree.stops[0] not in (Stop.NO_GAIN, Stop.SMALL_GAIN):
        asked = f"By chance the best first question gains {digits(gain)}, at least {number(least)}, so it is asked"
        return f"{asked}; the tree stops at {trace.tree.n_leaves} leaves."
    few = "0, so nothing is asked" if not gain else f"{digits(gain)}, less than {number(least)}, so nothing is asked"
    return (
        f"The best first question ({question}) gains {few}: one leaf. The second level, where XOR is decided, is never"
        " looked at."
    )


def _why_full(trace: Trace, better: Tree | None) -> str:
    """better : the pruned tree, if its true error is smaller."""
    gain, tree = _best(trace)[1], trace.tree
    asked = f"although the first question gains {f'only {digits(gain)}' if gain else '0'}"
    end = "until no training example is wrong" if not tree.n_wrong else "until no question can tell the rest apart"
    learned = "It finds XOR." if better is None else "Its needless questions mislead on new examples."
    if better is not None and tree.n_wrong < better.n_wrong:
        learned = "Noise and chance are learned too: it overfits, h′ is the pruned tree."
    return f"It goes on, {asked}, {end}. {learned}"


def _why_pruned(full: Tree, pruned: Tree, held: Dataset) -> str:
    before, after = len(full) - full.n_leaves, len(pruned) - pruned.n_leaves
    leaf, wrong = int((held.y != full.label[0]).sum()), int(losses(pruned, held).sum())
    if after == before:
        said = "All questions stay: a leaf in the place of any makes more validation errors."
    else:
        said = f"{before - after} of {before} questions go, for a leaf in their place makes no more validation errors."
    return f"{said} One leaf alone makes {leaf} of them, this tree {wrong}." if after else said


def size_text(tree: Tree) -> str:
    """ "7 nodes, 4 leaves"."""
    return f"{many(len(tree), 'node')}, {many(tree.n_leaves, 'leaf')}"


def ways_html(found: Sequence[Way], exact: bool) -> str:
    """The three trees in numbers, a column for each, which fits a phone. exact : the true error is one."""
    true = [way.true for way in found]
    rows = [
        ["nodes", *(str(len(way.tree)) for way in found)],
        ["leaves", *(str(way.tree.n_leaves) for way in found)],
        ["training error", *(ratio(int(sum(way.train)), len(way.train)) for way in found)],
        ["validation error", *(ratio(int(sum(way.held)), len(way.held)) for way in found)],
        ["true error", *(f"{e} = {fixed(e)}" if exact and 1 < e.denominator < 1000 else fixed(e) for e in true)],
    ]
    return table_html(["", *(way.title for way in found)], rows, "The same training examples, three ways")


_JUDGES = "Stopping judges a question alone, before what follows is known; pruning judges it together with its subtree."


def moral(found: Sequence[Way]) -> str:
    """What the three trees teach together, from their true errors."""
    early, full, pruned = found
    if pruned.true < early.true and pruned.true < full.true:
        return f"{_JUDGES} Here pruning is best."
    if pruned.true < early.true:
        if pruned.true == full.true:
            return f"{_JUDGES} Pruning finds XOR and equals the full tree."
        few = f"with {len(pruned.held)} validation examples it cut too much: the full tree is better"
        return f"{_JUDGES} Pruning finds much of XOR, but {few}."
    if early.true < pruned.true:
        return "Here stopping early is lucky: chance let the right questions pass. Change the seed."
    return "Here pruning has no advantage: change the number of examples, or the seed."
