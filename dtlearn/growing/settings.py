"""How a tree grows: everything in which the notes' algorithms differ."""

from dataclasses import dataclass
from fractions import Fraction
from numbers import Real

from dtlearn.data.dataset import is_number
from dtlearn.splitting.criteria import CRITERIA, REGRESSION
from dtlearn.splitting.nominal import NOMINAL
from dtlearn.trees.tree import Stop


@dataclass(frozen=True)
class GrowSettings:
    """Everything in which the notes' algorithms differ; hashable.

    criterion : a name in CRITERIA, or in REGRESSION where the target is a number.
    nominal : how a nominal feature of more than two values is split (Ch8 Fig. 8.2): "multiway", one branch per
        value; "one_vs_rest", one value against the rest; "ordered", a threshold in the listed order of the values;
        "subset", a set of values against the others.
    reuse : a nominal question may be asked again further down (its answer is known: only for binary questions).
    stop_at_zero_gain : a node whose best gain is 0 becomes a leaf (CS181, BuildTree); else it is split (UML, Ch8).
    min_gain : a node whose best score is smaller becomes a leaf (early stopping).
    tolerated_error : a node whose own training error is no larger, a share of its examples or in regression their mean
        squared error, becomes a leaf (Ch8's "sufficiently accurate").
    max_depth : deepest level of a node, the root is 0; None for no limit.
    min_samples_split : a node with fewer examples becomes a leaf (BuildTree's m, Ch8's minParent).
    min_samples_leaf : no branch may get fewer examples, unless it gets none (Ch8's minLeaf).
    max_leaf_nodes, max_nodes, max_splits : cuts of the best-first order to so many leaves, nodes, or splits
        (UML's iterations); None for no limit.
    max_features : each node looks at so many features only, drawn without replacement (UML 18.3, Breiman); where none
        of them can split its examples, it draws others. None for all.
    seed : a whole number, of the draws; a node's depend on it and on the node's path alone.
    """

    criterion: str = "info_gain"
    nominal: str = "multiway"
    reuse: bool = False
    stop_at_zero_gain: bool = True
    min_gain: float = 0.0
    tolerated_error: float = 0.0
    max_depth: int | None = None
    min_samples_split: int = 2
    min_samples_leaf: int = 1
    max_leaf_nodes: int | None = None
    max_nodes: int | None = None
    max_splits: int | None = None
    max_features: int | None = None
    seed: int = 0

    @property
    def out_of_questions(self) -> Stop:
        """Why a node without a candidate is a leaf: where questions may come again, all their gains are 0 then."""
        return Stop.NO_GAIN if self.stop_at_zero_gain and self.reuse else Stop.NO_FEATURE

    @property
    def cuts(self) -> bool:
        """The best-first order is cut somewhere."""
        return not self.max_leaf_nodes is self.max_nodes is self.max_splits is None

    def tolerates(self, lost, n):
        """(...) bool: nodes of n examples, of which so many are wrong, or with this sum of squares,
        are accurate enough."""
        share = Fraction(self.tolerated_error).limit_denominator(10**9)  # as it was typed; and no product overflows
        return lost * share.denominator <= n * share.numerator

    def exceeded(self, leaves: int, nodes: int, splits: int) -> bool:
        """A tree of this size is larger than allowed."""
        limits = ((leaves, self.max_leaf_nodes), (nodes, self.max_nodes), (splits, self.max_splits))
        return any(limit is not None and size > limit for size, limit in limits)

    def __post_init__(self):
        known = {**CRITERIA, **REGRESSION}
        if self.criterion not in known:
            raise ValueError(f"There is no criterion {self.criterion!r}: choose one of {', '.join(known)}.")
        if self.nominal not in NOMINAL:
            raise ValueError(f"nominal is {self.nominal!r}: choose one of {', '.join(NOMINAL)}.")
        least = {
            "min_gain": 0,
            "tolerated_error": 0,
            "max_depth": 0,
            "min_samples_split": 0,
            "min_samples_leaf": 1,
            "max_leaf_nodes": 1,
            "max_nodes": 1,
            "max_splits": 0,
            "max_features": 1,
        }
        for name, low in least.items():
            value = getattr(self, name)
            free = value is None and name.startswith("max_")
            if not free and not (is_number(value, Real) and value >= low):
                raise ValueError(f"{name} is {value}: choose {low} or more.")
        for name in ("seed", "max_features"):
            value = getattr(self, name)
            if not is_number(value) and not (value is None and name == "max_features"):
                raise ValueError(f"{name} is {value!r}: choose a whole number.")


ALGORITHMS = {
    # Binary questions, each once per path, no stop at zero gain (UML 18.2).
    "ID3 (UML)": GrowSettings(nominal="one_vs_rest", stop_at_zero_gain=False),
    # One branch per value, stop when the best gain is 0, empty branch -> parent's majority (CS181 lecture 6).
    "ID3 (CS181)": GrowSettings(),
    # Pure, fewer than m rows, or gain <= 0 (project notes, BuildTree).
    "BuildTree": GrowSettings(reuse=True),
    # BuildTree with the gain ratio; C4.5 itself also asks for at least the average gain.
    "C4.5-style": GrowSettings(criterion="gain_ratio", reuse=True),
    # Binary questions, used again freely, zero-gain splits taken (Ch8 Alg. 8.1 and 8.2).
    "CART": GrowSettings(criterion="gini_gain", nominal="one_vs_rest", reuse=True, stop_at_zero_gain=False),
}
# What they are called where they are shown.
ALGORITHM_TITLES = {
    "ID3 (CS181)": "ID3",
    "ID3 (UML)": "ID3 with yes/no questions",
    "BuildTree": "ID3 with features reused",
    "C4.5-style": "C4.5-style",
    "CART": "CART",
}
