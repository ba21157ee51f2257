"""Which state of a pruning to take: by held-out examples, or by folds where each has its price."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf, sqrt

from dtlearn.data.dataset import Dataset
from dtlearn.growing.errors import Losses, folds
from dtlearn.growing.grow import grow
from dtlearn.pruning.edit import Pruning
from dtlearn.pruning.objectives import validation


@dataclass(frozen=True)
class Series(Losses):
    """How the states of a pruning do on examples that their tree has not seen.

    done, folds : folds so far and in all. alphas : the price at which each state is tried in every fold; None where
    the states themselves are tried.
    """

    done: int = 1
    folds: int = 1
    alphas: tuple[float, ...] | None = None

    @property
    def best(self) -> int:
        """The state with the least error; of equals the smallest tree."""
        most = min(self.lost) + 1e-12 * max(self.lost)
        return max(k for k, lost in enumerate(self.lost) if lost <= most)

    @property
    def one_se(self) -> int:
        """The smallest tree whose error is within one standard error of the least (Breiman's rule)."""
        most = self.lost[self.best] / self.of + self.spread(self.best)
        return max(k for k, lost in enumerate(self.lost) if lost / self.of <= most)


def by_hold_out(pruning: Pruning, held: Dataset) -> Series:
    """Every state's error on held-out examples. Raises ValueError if there are none.

    >>> from dtlearn import grow, load
    >>> from dtlearn.growing.errors import hold_out
    >>> from dtlearn.pruning.cost_complexity import weakest_link
    >>> train, held = hold_out(load("iris"), 0.3, seed=1)
    >>> by_hold_out(weakest_link(grow(train)), held).best
    1
    """
    n, lost = len(validation(held)), tuple(pruning.losses(held).tolist())
    return Series("validation", lost, n, tuple(pruning.losses(held, 2).tolist()))


def by_folds(pruning: Pruning, k: int = 10, seed: int = 0) -> Iterator[Series]:
    """The error of every state of a pruning with alphas by k folds, after each fold; the last one is complete.

    In each fold a tree is grown and pruned as the first one was, without the held-out examples; state i is tried at the
    geometric mean of alphas[i] and alphas[i + 1], the last one at any price.
    Raises ValueError for another pruning, and as ``folds`` does.
    """
    if pruning.alphas is None:
        name = pruning.procedure.name
        raise ValueError(f"The pruning {name!r} has no alphas to compare folds at: choose the weakest link.")
    ends = list(map(float, pruning.alphas))
    prices = (*(sqrt(a * b) for a, b in zip(ends, ends[1:], strict=False)), inf)
    parts = folds(pruning.data, k, seed)
    n, sums, squares = 0, 0, 0
    for done, (train, held) in enumerate(parts, 1):
        tried = pruning.procedure(grow(train, pruning.trace.settings), pruning.settings, pruning.held)
        n, at = n + len(held), [tried.state_for(price) for price in prices]
        sums, squares = sums + tried.losses(held)[at], squares + tried.losses(held, 2)[at]
        yield Series("folds", tuple(sums.tolist()), n, tuple(squares.tolist()), done, k, prices)
