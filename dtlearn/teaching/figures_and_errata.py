"""The notes' numbers and slips, once, as values: a page shows them and a test checks them.

Printed figures S1..S30 and errata E1..E44 keep the numbers of the facts they were checked against; later ones are ours.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import floor, log2

from dtlearn.data.dataset import load
from dtlearn.growing.grow import ALGORITHMS, GrowSettings, grow
from dtlearn.splitting.criteria import CRITERIA, entropy, gini
from dtlearn.trees.tree import Stop


@dataclass(frozen=True)
class Moment:
    """Where a number arises: a data set, an algorithm with its criterion, a feature asked about at the root;
    or the finished tree."""

    data: str
    algorithm: str = "ID3 (CS181)"
    criterion: str = "info_gain"
    feature: int | None = None
    finished: bool = False


SOURCES = {
    "UML": "the book Understanding Machine Learning, chapter 18",
    "CS181": "lecture notes of the course CS181",
    "Ch8": "a chapter on decision trees, the eighth of its book",
    "BuildTree": "project notes with the algorithm BuildTree",
}


@dataclass(frozen=True)
class Sum:
    """How a number is worked out: called, it answers the value. text : the sum with the numbers put in."""

    value: Callable[[], float | Fraction]
    text: Callable[[], str]

    def __call__(self) -> float | Fraction:
        return self.value()


LAST_DIGIT = "the computer's last digit"  # how a figure came that was neither cut nor rounded by its author


@dataclass(frozen=True)
class Figure:
    """A number that the notes print.

    printed : the text as printed. value : computes the true value, and says by which sum. note : what happened, if they
        differ. how : the same in a few words, where it was not rounded on the way. slip : of a line as printed, the
        figure whose misprint stands in it.
    """

    id: str
    source: str
    what: str
    printed: str
    value: Sum
    moment: Moment | None = None
    note: str = ""
    how: str = ""
    slip: str = ""

    @property
    def verdict(self) -> str:
        """agrees (the true value, rounded to the printed digits), rounded (less than one unit of the last
        printed digit away: rounded on the way, or cut), misprint (further away)."""
        unit = Fraction(1, 10 ** len(self.printed.partition(".")[2]))
        printed, value = Fraction(self.printed), Fraction(self.value())
        if floor(value / unit + Fraction(1, 2)) * unit == printed:
            return "agrees"
        return "rounded" if abs(printed - value) < unit else "misprint"


@dataclass(frozen=True)
class Erratum:
    """Where the notes slip or mislead, what is true, and where it bites.

    Empty tuples mean everywhere. stops : reasons of a leaf. numeric : whether a feature is. no_gain : only where
    the best gain is 0, whether the algorithm stops there or splits. root : only at the root, said once a growth.
    growth : it is about growing; else it bites on the pages of its topic only, which ask for it by ``errata``.
    """

    id: str
    source: str
    says: str
    true: str
    algorithms: tuple[str, ...] = ()
    criteria: tuple[str, ...] = ()
    data: tuple[str, ...] = ()
    stops: tuple[str, ...] = ()
    numeric: bool | None = None
    no_gain: bool = False
    root: bool = False
    growth: bool = True


def _gain(criterion: str, data: str, feature: int) -> Sum:
    def found():
        return grow(load(data), GrowSettings(criterion=criterion)).candidates[0]

    def text() -> str:
        branches = found().branches(feature)
        impurities = CRITERIA[criterion].impurity(branches)
        n, whole = int(branches.sum()), float(CRITERIA[criterion].impurity(branches.sum(axis=0)))
        terms = (f"{int(size)}/{n} · {x:.4f}" for size, x in zip(branches.sum(axis=1), impurities, strict=True))
        return " − ".join([f"{whole:.4f}", *terms])

    return Sum(lambda: float(found().gain[feature]), text)


def _h(*counts: int) -> Sum:
    return Sum(lambda: float(entropy(counts)), lambda: f"−{' − '.join(_log(k, sum(counts)) for k in counts if k)}")


def _log(k: int, n: int) -> str:
    share = f"{k}/{n}" if k < n else "1"
    return f"{share} log₂ {share}"


def _g(*counts: int) -> Sum:
    squares = " − ".join(f"({k}/{sum(counts)})²" for k in counts)
    return Sum(lambda: float(gini(counts)), lambda: f"1 − {squares}")


def _term(k: int, n: int) -> Sum:
    return Sum(lambda: float(entropy([k, n - k])) + (n - k) / n * log2((n - k) / n), lambda: f"−{_log(k, n)}")


TENNIS, SEVEN = "play_tennis", "seven_points"
_HUMIDITY = Moment(TENNIS, "BuildTree", feature=2)


def _seven(feature: int | None = None, criterion: str = "info_gain") -> Moment:
    return Moment(SEVEN, "CART", criterion, feature=feature)


def _line(*terms: tuple[str, str]) -> Sum:
    """A sum of products of decimals, evaluated exactly as printed."""
    written = " + ".join(b if a == "1" else f"{a} · {b}" for a, b in terms).replace("+ -", "− ").replace("-", "−")
    return Sum(lambda: sum((Fraction(a) * Fraction(b) for a, b in terms), Fraction(0)), lambda: written)


def _accuracy(*right: int) -> Sum:
    """Of BuildTree's experiment: its accuracies are whole numbers of 132 test examples; of several the mean."""
    several = f"({' + '.join(map(str, right))}) / ({len(right)} · 132)"
    return Sum(
        lambda: Fraction(sum(right), len(right) * 132), lambda: several if len(right) > 1 else f"{right[0]} / 132"
    )


def _leaves(data: str) -> Sum:
    return Sum(lambda: grow(load(data), ALGORITHMS["CART"]).tree.n_leaves, lambda: "the leaves of its tree, counted")


FIGURES = (
    Figure("S1", "BuildTree", "entropy of PlayTennis, 9 Yes and 5 No", "0.940", _h(5, 9), _HUMIDITY),
    Figure("S2", "BuildTree", "entropy where Humidity = High (3 Yes, 4 No)", "0.985", _h(4, 3), _HUMIDITY),
    Figure("S3", "BuildTree", "entropy where Humidity = Normal (6 Yes, 1 No)", "0.592", _h(1, 6), _HUMIDITY),
    Figure(
        "S4",
        "BuildTree",
        "information gain of Humidity",
        "0.151",
        _gain("info_gain", TENNIS, 2),
        _HUMIDITY,
        "The notes subtract rounded terms, 0.940 − ½ (0.985 + 0.592) = 0.1515, and cut; the true gain rounds to 0.152.",
    ),
    Figure("S5", "Ch8", "−3/7 log₂ 3/7", ".5239", _term(3, 7), _seven()),
    Figure("S6", "Ch8", "−4/7 log₂ 4/7", ".4613", _term(4, 7), _seven()),
    Figure("S7", "Ch8", "entropy of (3/7, 4/7)", ".9852", _h(3, 4), _seven()),
    Figure("S8", "Ch8", "entropy of (1/7, 6/7)", "0.5917", _h(1, 6)),
    Figure("S9", "Ch8", "entropy of the 7 points", ".985", _h(3, 4), _seven()),
    Figure("S10", "Ch8", "entropy where X1 = 0 (2, 1)", "0.918", _h(2, 1), _seven(0)),
    Figure("S11", "Ch8", "entropy where X1 = 1 (1, 3)", "0.811", _h(1, 3), _seven(0)),
    Figure(
        "S12",
        "Ch8",
        "entropy where X1 = 1, inside the line for X1",
        ".881",
        _h(1, 3),
        _seven(0),
        "A slip for .811. The printed result 0.128 is that of .811.",
    ),
    Figure("S13", "Ch8", "information gain of X1", "0.128", _gain("info_gain", SEVEN, 0), _seven(0)),
    Figure(
        "S14",
        "Ch8",
        "entropy where X2 = 0, inside the line for X2",
        ".881",
        _h(1, 2),
        _seven(1),
        "A slip for .918; with .881 the line would give 0.036.",
    ),
    Figure("S15", "Ch8", "information gain of X2", "0.02", _gain("info_gain", SEVEN, 1), _seven(1)),
    Figure(
        "S16",
        "Ch8",
        "entropy where X3 = 1, inside the line for X3",
        ".881",
        _h(1, 2),
        _seven(2),
        "A slip for .918, as in the line for X2.",
    ),
    Figure("S17", "Ch8", "information gain of X3", "0.02", _gain("info_gain", SEVEN, 2), _seven(2)),
    Figure("S18", "Ch8", "Gini impurity of the 7 points", "0.490", _g(3, 4), _seven(None, "gini_gain")),
    Figure("S19", "Ch8", "Gini impurity where X1 = 0", "0.444", _g(2, 1), _seven(0, "gini_gain")),
    Figure("S20", "Ch8", "Gini impurity where X1 = 1", "0.375", _g(1, 3), _seven(0, "gini_gain")),
    Figure("S21", "Ch8", "Gini gain of X1", "0.085", _gain("gini_gain", SEVEN, 0), _seven(0, "gini_gain")),
    Figure("S22", "Ch8", "Gini gain of X2", "0.014", _gain("gini_gain", SEVEN, 1), _seven(1, "gini_gain")),
    Figure(
        "S23",
        "BuildTree",
        "mean accuracy of five forests: 110, 107, 108, 107, 110 of 132",
        "0.8212121",
        _accuracy(110, 107, 108, 107, 110),
    ),
    Figure("S24", "CS181", "entropy of a set with one class, −1 log 1", "0", _h(4, 0)),
    Figure("S25", "CS181", "entropy of a half-and-half set, −1/2 log 1/2 − 1/2 log 1/2", "1", _h(2, 2)),
    Figure(
        "S26", "Ch8", "leaves of the OR tree on two features", "3", _leaves("or"), Moment("or", "CART", finished=True)
    ),
    Figure(
        "S27",
        "Ch8",
        "the line for X1 with .811: 3/7 (.985 − .918) + 4/7 (.985 − .811)",
        "0.128",
        _line(("1", "0.985"), ("-3/7", "0.918"), ("-4/7", "0.811")),
        _seven(0),
    ),
    Figure(
        "S28",
        "Ch8",
        "the line for X1 as printed: 3/7 (.985 − .918) + 4/7 (.985 − .881)",
        "0.128",
        _line(("1", "0.985"), ("-3/7", "0.918"), ("-4/7", "0.881")),
        _seven(0),
        "So .881 must be a slip: the line would give 0.088. The printed result is right (S13).",
        slip="S12",
    ),
    Figure(
        "S29",
        "Ch8",
        "the line for X2 as printed: 3/7 (.985 − .881) + 4/7 (.985 − 1.0)",
        "0.02",
        _line(("1", "0.985"), ("-4/7", "1"), ("-3/7", "0.881")),
        _seven(1),
        "The line as printed gives 0.036; with .918 it gives 0.020.",
        slip="S14",
    ),
    Figure(
        "S30",
        "BuildTree",
        "the line for Humidity as printed: 0.940 − [7/14 (0.985) + 7/14 (0.592)]",
        "0.151",
        _line(("1", "0.940"), ("-1/2", "0.985"), ("-1/2", "0.592")),
        _HUMIDITY,
        "0.1515 exactly, then cut.",
        "cut",
    ),
    Figure("S31", "BuildTree", "accuracy of the single tree, 100 of 132", "0.75757575757576", _accuracy(100)),
    Figure(
        "S32",
        "BuildTree",
        "accuracy of the first and fifth forest, 110 of 132",
        "0.8333333333333334",
        _accuracy(110),
        None,
        "5/6 has threes for ever. Its last digit, 4, is that of the nearest number that a computer can hold.",
        LAST_DIGIT,
    ),
    Figure(
        "S33", "BuildTree", "accuracy of the second and fourth forest, 107 of 132", "0.8106060606060606", _accuracy(107)
    ),
    Figure("S34", "BuildTree", "accuracy of the third forest, 108 of 132", "0.81818181818182", _accuracy(108)),
    Figure("S35", "Ch8", "entropy where X2 = 1 (2, 2), inside the line for X2", "1.0", _h(2, 2), _seven(1)),
    Figure("S36", "Ch8", "entropy where X3 = 0 (2, 2), inside the line for X3", "1.0", _h(2, 2), _seven(2)),
    Figure(
        "S37",
        "Ch8",
        "the line for X3 as printed: 4/7 (.985 − 1.0) + 3/7 (.985 − .881)",
        "0.02",
        _line(("4/7", "-0.015"), ("3/7", "0.985"), ("-3/7", "0.881")),
        _seven(2),
        "The line as printed gives 0.036; with .918 it gives 0.020.",
        slip="S16",
    ),
    Figure(
        "S38",
        "Ch8",
        "the Gini line for X1 as printed: 3/7 (.490 − .444) + 4/7 (.490 − .375)",
        "0.085",
        _line(("1", "0.490"), ("-3/7", "0.444"), ("-4/7", "0.375")),
        _seven(0, "gini_gain"),
    ),
)

_ID3_UML, _ID3_CS, _BUILD, _C45, _CART = ALGORITHMS
_ENTROPY = tuple(c for c in CRITERIA if CRITERIA[c].impurity is entropy)

ERRATA = (
    Erratum(
        "E1",
        "Ch8 Ex. 8-2",
        "The line for X1 uses .881 for the entropy of (1/4, 3/4).",
        "It is .811; the result 0.128 is right.",
        criteria=("info_gain",),
        data=(SEVEN,),
    ),
    Erratum(
        "E2",
        "Ch8 Ex. 8-2",
        "The lines for X2 and X3 use .881.",
        "Here it must be .918, the entropy of (1/3, 2/3): two different slips behind one .881.",
        criteria=("info_gain",),
        data=(SEVEN,),
    ),
    Erratum(
        "E3",
        "BuildTree",
        "The gain of Humidity is 0.151.",
        "It is 0.1518, so 0.152: the notes cut instead of rounding.",
        criteria=("info_gain",),
        data=(TENNIS,),
    ),
    Erratum(
        "E4",
        "Ch8 Alg. 8.2",
        "The right-hand proportions are 1/(k−i) of a sum over k.",
        "It is 1/(m−i): k is the summation index.",
        algorithms=(_CART,),
        numeric=True,
    ),
    Erratum(
        "E5",
        "Ch8 Alg. 8.2",
        "Only the feature's values are sorted.",
        "The labels move with them.",
        algorithms=(_CART,),
        numeric=True,
    ),
    Erratum(
        "E6",
        "Ch8 Alg. 8.2",
        "The search starts from an infinite impurity.",
        "So a split with gain 0 is taken; and if every feature is constant no split is ever set: a leaf.",
        algorithms=(_CART,),
    ),
    Erratum(
        "E7",
        "Ch8",
        "“The information gain is always positive.”",
        "It is never negative; it is 0 when every branch has the node's own class proportions.",
        criteria=_ENTROPY,
    ),
    Erratum(
        "E8",
        "Ch8",
        "“Classification accuracy …, since minimizing it is our true goal.”",
        "Maximising it, or minimising the error.",
        growth=False,
    ),
    Erratum(
        "E9",
        "Ch8 footnote 2",
        "A tree with a limited number of leaves is built “in breadth-first fashion, with some sort of priority”.",
        "That is best-first; which priority is left open. Ours: the open leaf with the largest (n/m) × gain is split"
        " next.",
        algorithms=(_CART,),
    ),
    Erratum(
        "E10",
        "Ch8 Fig. 8.4",
        "Entropy and Gini are “extremely similar in their values”.",
        "Only after doubling Gini, and then up to 0.109 apart, at p = 0.0964; undoubled their maxima are 1 and 1/2.",
        criteria=("gini_gain",),
        root=True,
    ),
    Erratum(
        "E11",
        "Ch8",
        "The Gini index “measures the variance of the class variable”.",
        "For two classes it is 2p(1−p), twice the variance of a 0/1 label.",
        criteria=("gini_gain",),
    ),
    Erratum(
        "E12",
        "Ch8 Ex. 8-2",
        "(nothing said of it)",
        "Two rows (1, 1, 0) have different labels, so no tree has a training error below 1/7.",
        data=(SEVEN,),
    ),
    Erratum(
        "E13",
        "BuildTree",
        "The gain is the class entropy minus “the sum of entropy of all the feature's labels”.",
        "Minus the weighted average of the class entropy inside each branch.",
        algorithms=(_BUILD, _C45),
        criteria=_ENTROPY,
    ),
    Erratum(
        "E14",
        "BuildTree",
        "Reduced-error pruning keeps a change that “does not affect the accuracy”.",
        "That does not lower it: read to the letter it would refuse prunings that help. The leaf's label is the"
        " training majority, and a node that no validation example reaches is pruned.",
        growth=False,
    ),
    Erratum(
        "E15",
        "BuildTree",
        "The best tree of the series is the most accurate on “a training set” or in cross-validation.",
        "On held-out examples: on the training set no pruned tree is ever better than the whole one.",
        growth=False,
    ),
    Erratum(
        "E16",
        "BuildTree",
        "One subtree is removed at a time.",
        "With ties in g Breiman removes all at once; one at a time visits more trees at the same alpha.",
        growth=False,
    ),
    Erratum(
        "E17",
        "BuildTree",
        "Bagging uses subsets of the data together with subsets of the features.",
        "Three things: bagging draws rows only; with features for each tree it is a random subspace, with features for "
        "each node a random forest.",
        growth=False,
    ),
    Erratum(
        "E18",
        "BuildTree against UML",
        "BuildTree averages what the trees say; UML takes a majority vote.",
        "With answers 0 and 1 the same, but for ties. With probabilities not: .9, .4, .4 of class 1 are two votes "
        "against it and a mean of .567 for it. scikit-learn averages.",
        growth=False,
    ),
    Erratum(
        "E19",
        "BuildTree",
        "The gain ratio penalises features with many values.",
        "It does, but not always enough: with the Day column of PlayTennis as a feature it still picks Day "
        "(0.247 against Outlook's 0.156). It is undefined where all examples go one way.",
        criteria=("gain_ratio",),
    ),
    Erratum(
        "E20",
        "BuildTree",
        "Stop if BestInfoGain ≤ 0.",
        "With floating-point numbers a gain of 0 can come out as 0.0000000000000001: here it is decided from whole"
        " numbers.",
        algorithms=(_BUILD, _C45),
        criteria=tuple(CRITERIA),
    ),
    Erratum(
        "E21",
        "UML 18.2",
        "The test after the argmax: “if all examples in S have the same label”.",
        "It is never reached: the first two lines have returned already.",
        algorithms=(_ID3_UML,),
    ),
    Erratum(
        "E22",
        "UML 18.2",
        "(no line says what to do when S is empty)",
        "“All examples in S are labeled by 1” would hold of nothing. Here the parent's majority decides, as in CS181.",
        algorithms=(_ID3_UML,),
    ),
    Erratum(
        "E23",
        "UML, Ch8 against CS181, BuildTree",
        "The notes disagree about stopping when the best gain is 0.",
        "UML and Ch8 split all the same; CS181 and BuildTree stop. On XOR the first get error 0, the others a single"
        " leaf.",
        no_gain=True,
    ),
    Erratum(
        "E24",
        "CS181",
        "“An information gain of zero means that splitting on an attribute is useless.”",
        "Not so for XOR: each gain is 0, and the pair decides everything.",
        no_gain=True,
    ),
    Erratum(
        "E25",
        "CS181",
        "ID3 stops “for one of three reasons”.",
        "Four, once the line for gain 0 is there.",
        algorithms=(_ID3_CS,),
    ),
    Erratum(
        "E26",
        "UML 18.2.1",
        "C(a) = −a log a − (1−a) log(1−a), no base given.",
        "The order of candidates does not depend on the base; the values do. Here: base 2, bits.",
        algorithms=(_ID3_UML,),
        criteria=_ENTROPY,
    ),
    Erratum(
        "E27",
        "UML 18.2.1",
        "Entropy and Gini are smooth, concave upper bounds of the train error.",
        "True of C(a) = 2a(1−a) and of entropy to a base up to 4, not of a(1−a) or base 10; the gains are no bounds.",
        algorithms=(_ID3_UML,),
        root=True,
    ),
    Erratum(
        "E28",
        "UML (18.1)",
        "log₂(d+3) stands next to log(2/δ).",
        "A sound mixture: bits are more than nats, and log(2/δ) is the natural one. Natural logarithms in both are"
        " sharper, log₂ in both looser; base 10 is wrong.",
        growth=False,
    ),
    Erratum(
        "E29",
        "UML (18.1)",
        "“(n+1) log₂(d+3)”; the list of the symbols is lost.",
        "d questions, leaf 0, leaf 1 and END are d+3 symbols; n counts all nodes, the last block is END. log₂(d+3) is"
        " seldom whole, and END could be left out.",
        growth=False,
    ),
    Erratum(
        "E30",
        "UML (18.1)",
        "The bound is used for any tree.",
        "It wants yes/no questions that were fixed before the examples were seen, and two classes. With thresholds"
        " taken from the examples it is an illustration.",
        growth=False,
    ),
    Erratum(
        "E31",
        "UML (18.1)",
        "(no numbers are put in)",
        "On the notes' tiny sets it says nothing: it is at least 1 for every tree of the seven points.",
        growth=False,
    ),
    Erratum(
        "E32",
        "UML 18.2.2",
        "f(T, m) is minimised, ties are not mentioned.",
        "f depends on S too, through L_S. Here the tree stays as it is unless something is strictly better; what comes"
        " out need not be the least f of all.",
        growth=False,
    ),
    Erratum(
        "E33",
        "UML 18.2.3",
        "A feature has the thresholds θ₀, …, θₘ₊₁.",
        "That is m+2, but m examples leave m+1 gaps: θ₀, …, θₘ. The outer two are trivial, and equal values leave none:"
        " at most m−1 can split.",
        algorithms=(_ID3_UML,),
        numeric=True,
    ),
    Erratum(
        "E34",
        "UML and Ch8",
        "x < θ goes left.",
        "Good to know, not a slip: scikit-learn differs, x ≤ t goes left. The same tree, another answer when x = t.",
        numeric=True,
    ),
    Erratum(
        "E35",
        "UML 18.4",
        "“The VC dimension of decision trees with k leaves is k.”",
        "At least k, where k ≤ 2ᵈ: on one yes/no feature trees of three leaves have 2. It is k for a single fixed tree"
        " whose leaves may be labelled freely; if the questions may be chosen too, it can be more: with 3 yes/no"
        " features, trees of 2 leaves label 3 points in every way.",
        growth=False,
    ),
    Erratum(
        "E36",
        "UML 18.3",
        "“The class of decision trees of arbitrary size has infinite VC dimension.”",
        "On infinitely many points, such as numbers. With d yes/no features there are 2ᵈ points, so it is 2ᵈ.",
        growth=False,
    ),
    Erratum(
        "E37",
        "UML 18.3",
        "“A subset of [d] of size k, … generated by sampling uniformly at random elements from [d].”",
        "Without replacement, else it need not have k members. UML draws one for every node.",
        growth=False,
    ),
    Erratum(
        "E38",
        "CS181",
        "(the formulas of two consistent concepts are garbled)",
        "Most specific: OR of the positive rows, each a full conjunction with its negated features. Most general: NOT"
        " OR of the negative rows.",
        growth=False,
    ),
    Erratum(
        "E39",
        "CS181",
        "The number of trees of depth d is “doubly exponential in d (why?)”.",
        "T(n, depth) = 2 + n T(n−1, depth−1)²: one level more about squares the number, times n. Four features: 2, 18,"
        " 786, 364,818, 1,079,779,602.",
        growth=False,
    ),
    Erratum(
        "E40",
        "all four",
        "n, m and d change their meaning from one set of notes to the next.",
        "Here always: m examples, d features, K classes, n nodes (or n examples at a node, as n_b in a branch).",
    ),
    Erratum(
        "E41",
        "UML 18.2.2",
        "“Find T which minimizes f(T, m), where T is any of the following.”",
        "The scan of these pages has lost the primes: T', as in the other copy of the chapter.",
        growth=False,
    ),
    Erratum(
        "E42",
        "Ch8",
        "OR needs n+1 leaves; at worst a function needs 2ⁿ.",
        "Both are right; parity needs 2ⁿ.",
        data=("or", "parity3", "majority3"),
    ),
    Erratum(
        "E43",
        "CS181",
        "“There are no attributes left to split on … then the data must necessarily be inconsistent (why?)”",
        "The examples here agree on every feature but not on the class.",
        criteria=tuple(CRITERIA),
        stops=("NO_FEATURE",),
    ),
    Erratum(
        "E44",
        "all four",
        "(trees, the entropy curve, Figures 8.2 to 8.5 and the slides are missing from our copies)",
        "What is drawn here in their place is ours, from their captions.",
        growth=False,
    ),
    Erratum(
        "E45",
        "CS181",
        "In the loop of ID3, for an empty D_x: “Label(T) = the most common classification in D”.",
        "Label(T_x): the new tree is labeled.",
        algorithms=(_ID3_CS,),
        stops=("EMPTY",),
    ),
    Erratum(
        "E46",
        "BuildTree",
        "BuildTree(Data, m) ends with its loop over the outcomes.",
        "“Return N” is missing; MakeSubtree has it.",
        algorithms=(_BUILD, _C45),
        root=True,
    ),
    Erratum(
        "E47",
        "UML 18.2.1 against BuildTree",
        "C4.5 uses the information gain, says UML; the gain ratio, says BuildTree.",
        "The gain ratio, among the features whose gain is at least average. ID3 uses the information gain.",
        algorithms=(_C45,),
        root=True,
    ),
    Erratum(
        "E48",
        "Ch8 Alg. 8.1",
        "“Output: A decision tree”; fₙ, jₙ and tₙ are set.",
        "No line returns the tree; and n is the node that the text calls s.",
        algorithms=(_CART,),
        root=True,
    ),
    Erratum(
        "E49",
        "CS181",
        "“There is no point in splitting on the same attribute twice.”",
        "Not with one branch per value. A threshold, or one value against the rest, leaves other values to be told"
        " apart further down.",
        algorithms=(_ID3_CS,),
        root=True,
    ),
    Erratum(
        "E50",
        "BuildTree",
        "“Because decision tree uses a recursive greedy algorithm … the tree oftentimes overfit the data.”",
        "Greed is not the cause: the smallest of all trees without a training error fits the noise too. A tree of any"
        " size can.",
        growth=False,
    ),
)


def errata(*ids: str) -> tuple[Erratum, ...]:
    """The errata with these ids, in the order asked for. Raises KeyError for an id that ERRATA lacks."""
    by_id = {erratum.id: erratum for erratum in ERRATA}
    return tuple(by_id[id_] for id_ in ids)


@dataclass(frozen=True)
class Notes:
    """What the notes say about a place in a growth."""

    figures: tuple[Figure, ...] = ()
    errata: tuple[Erratum, ...] = ()


def notes_for(trace, algorithm: str, node: int) -> Notes:
    """The printed figures and the errata that belong to a node of a growth of a built-in data set."""
    data, criterion = trace.data, trace.settings.criterion
    stop = trace.tree.stops[node]
    numeric = any(f.numeric for f in data.schema.features)
    found = trace.candidates[node]
    no_gain = stop is Stop.NO_GAIN or (found.chosen is not None and found.gain[found.chosen] == 0)
    figures = tuple(
        f for f in FIGURES if node == 0 and f.moment and (f.moment.data, f.moment.criterion) == (data.name, criterion)
    )
    slips = tuple(
        e
        for e in ERRATA
        if e.growth
        and algorithm in (e.algorithms or (algorithm,))
        and criterion in (e.criteria or (criterion,))
        and data.name in (e.data or (data.name,))
        and (not e.stops or (stop is not None and stop.name in e.stops))
        and (e.numeric is None or e.numeric == numeric)
        and (not e.no_gain or no_gain)
        and (not e.root or node == 0)
    )
    return Notes(figures, slips)
