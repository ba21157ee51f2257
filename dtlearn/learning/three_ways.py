"""Stop early, grow fully, grow fully and prune: three trees of the same examples."""

from dataclasses import dataclass, replace

from dtlearn.data.dataset import Dataset
from dtlearn.growing.grow import GrowSettings, Trace, grow
from dtlearn.pruning.procedures import reduced_error
from dtlearn.trees.tree import Tree


@dataclass(frozen=True, eq=False)
class ThreeWays:
    """Early stopping, the full growth, the pruned tree.

    least : gain that early stopping asked of a split, besides one above 0. held : the examples that pruning looked at.
    """

    early: Trace
    full: Trace
    pruned: Tree
    least: float
    held: Dataset


def three_ways(train: Dataset, held: Dataset, settings: GrowSettings, least: float) -> ThreeWays:
    """The three trees. settings : of the full growth; pruning is reduced-error pruning."""
    early = grow(train, replace(settings, stop_at_zero_gain=True, min_gain=least))
    full = grow(train, settings)
    return ThreeWays(early, full, reduced_error(full, held=held).final, least, held)
