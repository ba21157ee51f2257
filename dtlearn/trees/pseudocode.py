"""The notes' algorithms as they print them, line by line.

A slip is printed as printed and said under its line (E1, E2 ... number the errata); what the app does beyond the notes
is said apart from it. Where a scan has lost a drawing, its words are in brackets.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Line:
    """One numbered line of pseudocode; leading spaces indent it.

    erratum : what is wrong or missing there. ours : what the app does there that the notes do not.
    dead : the line can never do anything.
    """

    number: int
    text: str
    erratum: str = ""
    ours: str = ""
    dead: bool = False


@dataclass(frozen=True)
class Pseudocode:
    """An algorithm as the notes give it.

    at : the line where an event of EVENTS happens, or the nearest one if the notes have no line for it; none if it
        happens elsewhere.
    """

    name: str
    source: str
    lines: tuple[Line, ...]
    at: dict[str, int]


EVENTS = (
    "arrive",
    "pure",
    "accurate",
    "empty",
    "no_feature",
    "max_depth",
    "too_few",
    "score",
    "no_gain",
    "min_leaf",
    "small_gain",
    "budget",
    "split",
    "leaf",
)

_LIMITS = "Limits of depth, error and examples are tested here."
_BEST_FIRST = (
    "If you limit the leaves, nodes or splits, all open nodes are compared here, and the one with the largest "
    "(n/m) × gain is split next; the others become leaves once the limit is reached."
)
_MIN_LEAF = "Candidates with a branch that is too small are left out."


def lines(*lines: str | tuple[str, dict]) -> tuple[Line, ...]:
    """Numbered lines from texts, or (text, fields of a Line) where there is more to say."""
    entries = ((line, {}) if isinstance(line, str) else line for line in lines)
    return tuple(Line(i, text, **more) for i, (text, more) in enumerate(entries, 1))


_UML = Pseudocode(
    "ID3(S, A)",
    "UML 18.2",
    lines(
        "ID3(S, A)",
        "  INPUT: training set S, feature subset A ⊆ [d]",
        (
            "  if all examples in S are labeled by 1, return a leaf 1",
            {
                "erratum": "E22: an empty S passes this test too, and would become a leaf 1.",
                "ours": "An empty S gets its parent's majority.",
            },
        ),
        "  if all examples in S are labeled by 0, return a leaf 0",
        ("  if A = ∅, return a leaf whose value = majority of labels in S", {"ours": _LIMITS}),
        "  else :",
        (
            "    Let j = argmax_{i ∈ A} Gain(S, i)",
            {
                "erratum": "E23: a gain of 0 is no reason to stop here, as it is in CS181 and BuildTree.",
                "ours": f"If you ask to stop at zero gain, that is done here. {_MIN_LEAF} {_BEST_FIRST}",
            },
        ),
        (
            "    if all examples in S have the same label",
            {"erratum": "E21: never true here: lines 3 and 4 have already returned.", "dead": True},
        ),
        ("      Return a leaf whose value = majority of labels in S", {"erratum": "E21: never reached.", "dead": True}),
        "    else",
        "      Let T_1 be the tree returned by ID3({(x, y) ∈ S : x_j = 1}, A \\ {j}).",
        "      Let T_2 be the tree returned by ID3({(x, y) ∈ S : x_j = 0}, A \\ {j}).",
        "      Return the tree: [x_j = 1?, with T_2 for no and T_1 for yes]",
    ),
    {
        "arrive": 1,
        "empty": 3,
        "pure": 3,
        "no_feature": 5,
        "max_depth": 5,
        "accurate": 5,
        "too_few": 5,
        "budget": 7,
        "score": 7,
        "no_gain": 7,
        "min_leaf": 7,
        "small_gain": 7,
        "split": 11,
        "leaf": 5,
    },
)

_CS181 = Pseudocode(
    "ID3(D, 𝐗)",
    "CS181, section 5; lines 9 to 12 as section 6 puts them in the place of “Choose the best splitting attribute X"
    " in 𝐗”",
    lines(
        "ID3(D, 𝐗)",
        "  Let T be a new tree",
        "  If all examples in D have the same class c",
        "    Label(T) = c",
        "    Return T",
        (
            "  If 𝐗 = ∅",
            {
                "erratum": (
                    "E43: then the examples in D agree on every attribute but not on the class: the data are "
                    "inconsistent."
                ),
                "ours": _LIMITS,
            },
        ),
        "    Label(T) = the most common classification in D",
        "    Return T",
        ("  Let X be the attribute that maximizes Gain(X, D)", {"ours": f"{_MIN_LEAF} {_BEST_FIRST}"}),
        (
            "  If Gain(X, D)=0",
            {
                "erratum": (
                    "E25: with this line there are four reasons to stop; the notes count three. "
                    "E24: a gain of 0 does not mean that the attribute is useless; see XOR."
                )
            },
        ),
        "    Label(T) = the most common classification in D",
        "    Return T",
        "  Label(T) = X",
        "  For each value x of X",
        "    Let D_x be the subset of instances in D that have value x for X",
        "    If D_x is empty",
        "      Let T_x be a new tree",
        (
            "      Label(T) = the most common classification in D",
            {"erratum": "E45: it must be Label(T_x): the new tree is labeled; T is, already, by X."},
        ),
        "    Else",
        (
            "      T_x = ID3(D_x, 𝐗 − {X})",
            {
                "erratum": (
                    "E49: with one branch per value X cannot help again; with a threshold, or one value against the"
                    " rest, it can."
                )
            },
        ),
        "    Add a branch from T to T_x, labeled by x",
        "  Return T",
    ),
    {
        "arrive": 1,
        "empty": 16,
        "pure": 3,
        "no_feature": 6,
        "max_depth": 6,
        "accurate": 6,
        "too_few": 6,
        "budget": 9,
        "score": 9,
        "min_leaf": 9,
        "no_gain": 10,
        "small_gain": 10,
        "split": 13,
        "leaf": 7,
    },
)

_BUILD_TREE = Pseudocode(
    "BuildTree(Data, m)",
    "BuildTree, section 1: “my actual implementation”",
    lines(
        "BuildTree(Data, m):",
        (
            "  If all the instances in the data belong to the same class:",
            {
                "ours": (
                    "An empty branch gets its parent's majority, as in CS181. The limits of depth and error are tested"
                    " here."
                )
            },
        ),
        "    Return Leaf(Data)",
        (
            "  BestSplit, BestInfoGain = FindBestSplit(Data)",
            {
                "erratum": (
                    "E13: the gain subtracts the weighted average of the class entropy inside each branch, not a "
                    "“sum of entropy of all the feature's labels”."
                ),
                "ours": f"{_MIN_LEAF} {_BEST_FIRST}",
            },
        ),
        (
            "  If number of instances in Data < m or BestInfoGain <= 0:",
            {
                "erratum": "E20: with rounded numbers a gain of exactly 0 can come out as 1e-16.",
                "ours": (
                    "A gain of 0 is decided from the counts; n < m is tested before the search, which it makes"
                    " needless. Having no feature left to ask ends here too."
                ),
            },
        ),
        "    Return Leaf(Data)",
        "  Else:",
        "    N = MakeNode(BestSplit, Data)",
        "    For each outcome of BestSplit:",
        "      D_k = Subset of data that have outcome k",
        (
            "      Kth child of N = BuildTree(D_k, m)",
            {"erratum": "E46: “Return N” is missing after the loop; MakeSubtree has it."},
        ),
    ),
    {
        "arrive": 1,
        "empty": 2,
        "pure": 2,
        "too_few": 5,
        "max_depth": 2,
        "accurate": 2,
        "budget": 4,
        "score": 4,
        "min_leaf": 4,
        "no_gain": 5,
        "small_gain": 5,
        "no_feature": 5,
        "split": 8,
        "leaf": 6,
    },
)

_MAKE_SUBTREE = Pseudocode(
    "MakeSubtree(D)",
    "BuildTree, section 1: “the algorithm for making a tree”, of which BuildTree(Data, m) is an implementation",
    lines(
        "MakeSubtree(set of training instances D)",
        "  C = DetermineCandidateSplits(D)",
        "  if stopping criteria met",
        "    make a leaf node N",
        "    determine class label/probabilities for N",
        "  else",
        "    make an internal node N",
        "    S = FindBestSplit(D, C)",
        "    for each outcome k of S",
        "      D_k = subset of instances that have outcome k",
        "      kth child of N = MakeSubtree(D_k)",
        "  return subtree rooted at N",
    ),
    {
        "arrive": 1,
        "empty": 3,
        "pure": 3,
        "too_few": 3,
        "max_depth": 3,
        "accurate": 3,
        "budget": 3,
        "score": 2,
        "min_leaf": 2,
        "no_gain": 3,
        "small_gain": 3,
        "no_feature": 3,
        "split": 8,
        "leaf": 4,
    },
)

_ALG_8_1 = Pseudocode(
    "Algorithm 8.1",
    "Ch8 8.2",
    lines(
        "Algorithm 8.1 BuildTree(D): Greedy training of a decision tree",
        "  Input: A data set D = (X, Y).",
        "  Output: A decision tree.",
        (
            "  if LeafCondition(D) then",
            {
                "erratum": (
                    "E6: when every feature is constant in D, Algorithm 8.2 sets no j*, t*; then too D is a leaf."
                ),
                "ours": (
                    "LeafCondition: D is pure or accurate enough, or a limit (depth, minParent, number of leaves) is"
                    " reached. The limit of leaves is taken best first: the open node with the largest (n/m) × gain is"
                    " split next."
                ),
            },
        ),
        "    f_n = FindBestPrediction(D)",
        "  else",
        "    j_n, t_n = FindBestSplit(D)",
        "    D_L = {(x^(i), y^(i)) : x_{j_n}^(i) < t_n}  and  D_R = {(x^(i), y^(i)) : x_{j_n}^(i) ≥ t_n}",
        "    Set left and right children to trees given by BuildTree(D_L), BuildTree(D_R), respectively.",
        ("  end if", {"erratum": "E48: no line returns the tree. The index n is the node that the text calls s."}),
    ),
    {
        "arrive": 1,
        "pure": 4,
        "max_depth": 4,
        "accurate": 4,
        "too_few": 4,
        "budget": 4,
        "empty": 4,
        "no_feature": 4,
        "split": 8,
        "leaf": 5,
    },
)

_ALG_8_2 = Pseudocode(
    "Algorithm 8.2",
    "Ch8 8.2",
    lines(
        "Algorithm 8.2 FindBestSplit(D)",
        "  Input: A data set D = (X, Y) of size m and impurity function H(·).",
        "  Output: A feature j* and threshold t* whose split minimizes impurity H",
        (
            "  Initialize H* = ∞",
            {
                "erratum": "E6: so a split that gains nothing is taken too.",
                "ours": "If you ask to stop at zero gain, that is done after line 15.",
            },
        ),
        "  for each feature j do",
        (
            "    Sort {x_j^(i)} in order of increasing value",
            {"erratum": "E5: the labels have to be sorted along: y^(k) is the label of the k-th smallest value."},
        ),
        "    for each i such that x_j^(i) < x_j^(i+1) do",
        (
            "      Compute p_y^L = 1/i · Σ_{k ≤ i} 1[y^(k) = y]  and  p_y^R = 1/(k − i) · Σ_{k > i} 1[y^(k) = y]",
            {"erratum": "E4: it must be 1/(m − i); k is the index of the sum."},
        ),
        "      Set H' = i/m · H(p^L) + (m − i)/m · H(p^R)",
        (
            "      if H' < H* then",
            {
                "ours": (
                    "A side with fewer than minLeaf examples is no candidate. With <, a tie goes to the lowest feature,"
                    " then to the lowest threshold."
                )
            },
        ),
        (
            "        Set j* = j, t* = (x_j^(i) + x_j^(i+1))/2, H* = H'",
            {"ours": "E34: if the midpoint rounds down to the lower value, t* is the upper one."},
        ),
        "      end if",
        "    end for",
        "  end for",
        "  Return j*, t*",
    ),
    {"score": 9, "min_leaf": 10, "no_gain": 10, "small_gain": 10},
)

# What each set of notes prints, the one that the app follows first.
PSEUDOCODE = {
    "ID3 (UML)": (_UML,),
    "ID3 (CS181)": (_CS181,),
    "BuildTree": (_BUILD_TREE, _MAKE_SUBTREE),
    "CART": (_ALG_8_1, _ALG_8_2),
}
