"""The notes' algorithms as pseudocode with numbered lines.

The lines are set from the notes as our list of facts quotes them, not copied from the page: the order
and the tests are the notes', the wording is reconstructed. Where a line is wrong or missing it says so
(E1, E2 ... number the errata).
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Line:
    """One numbered line of pseudocode; leading spaces indent it.

    erratum : what is wrong or missing there. dead : the line can never do anything.
    """

    number: int
    text: str
    erratum: str = ""
    dead: bool = False


@dataclass(frozen=True)
class Pseudocode:
    """An algorithm as the notes give it.

    at : the line where each event of EVENTS happens, or the nearest one if the notes have no line for it.
    """

    name: str
    source: str
    lines: tuple[Line, ...]
    at: dict[str, int]


EVENTS = (
    "arrive", "pure", "empty", "no_feature", "max_depth", "too_few", "score", "no_gain", "min_leaf",
    "small_gain", "budget", "split", "leaf",
)  # fmt: skip

_LIMITS = "No line in the notes: the app's limits of depth and of examples are tested here."
_BEST_FIRST = (
    "No line in the notes: if you limit the leaves, nodes or splits, the app chooses here among all open nodes too, and "
    "splits the one with the largest (n/m) × gain; the others become leaves once the limit is reached."
)
_MIN_LEAF = "No line in the notes: the app leaves out candidates with a branch that is too small."


def lines(*lines) -> tuple[Line, ...]:
    """Numbered lines from texts, or (text, erratum) or (text, erratum, dead) where there is more to say."""
    return tuple(Line(i, *([line] if isinstance(line, str) else line)) for i, line in enumerate(lines, 1))


PSEUDOCODE = {
    "ID3 (UML)": Pseudocode("ID3(S, A)", "UML 18.2, p. 252; wording reconstructed", lines(
        "ID3(S, A)",
        "  Input: training set S, feature subset A ⊆ [d]",
        ("  if all examples in S are labeled by 1, return a leaf 1",
         "E22: an empty S passes this test too, and would become a leaf 1. The app gives it its "
         "parent's majority instead."),
        "  if all examples in S are labeled by 0, return a leaf 0",
        ("  if A = ∅, return a leaf whose value = majority of labels in S", _LIMITS),
        "  else:",
        ("    let j = argmax_{i ∈ A} Gain(S, i)",
         "E23: a gain of 0 is no reason to stop here, as it is in CS181 and BuildTree; if you ask the app "
         f"to stop at zero gain, it does so here. {_MIN_LEAF} {_BEST_FIRST}"),
        ("    if all examples in S have the same label, return a leaf whose value = majority of labels in S",
         "E21: never reached with such an S: lines 3 and 4 have already returned.", True),
        "    else:",
        "      let T1 be the tree returned by ID3({(x, y) ∈ S : x_j = 1}, A \\ {j})",
        "      let T2 be the tree returned by ID3({(x, y) ∈ S : x_j = 0}, A \\ {j})",
        "      return the tree that asks x_j = 1?, with T2 for no and T1 for yes",
    ), {
        "arrive": 1, "empty": 3, "pure": 3, "no_feature": 5, "max_depth": 5, "too_few": 5, "budget": 7,
        "score": 7, "no_gain": 7, "min_leaf": 7, "small_gain": 7, "split": 10, "leaf": 5,
    }),
    "ID3 (CS181)": Pseudocode("ID3(S, A)", "CS181, lecture 6; wording reconstructed", lines(
        "ID3(S, A)",
        "  if S is empty, return a leaf with the majority class of the parent",
        "  if all examples in S have the same class, return a leaf with that class",
        ("  if A is empty, return a leaf with the majority class of S",
         "E43: then the examples in S agree on every attribute but not on the class: the data are "
         f"inconsistent. {_LIMITS}"),
        "  for each attribute a in A: compute Gain(S, a)",
        ("  let best be the attribute with the largest gain", f"{_MIN_LEAF} {_BEST_FIRST}"),
        ("  if Gain(S, best) = 0, return a leaf with the majority class of S",
         "E25: with this line, added later, there are four reasons to stop; the notes count three. "
         "E24: a gain of 0 does not mean that the attribute is useless; see XOR."),
        "  make a node that tests best",
        "  for each value v of best:",
        "    let S_v be the examples of S with best = v",
        "    add the branch v with the tree ID3(S_v, A \\ {best})",
        "  return the node",
    ), {
        "arrive": 1, "empty": 2, "pure": 3, "no_feature": 4, "max_depth": 4, "too_few": 4, "budget": 6,
        "score": 5, "min_leaf": 6, "no_gain": 7, "small_gain": 7, "split": 8, "leaf": 4,
    }),
    "BuildTree": Pseudocode("BuildTree(data, m)", "Project notes, BuildTree; wording reconstructed", lines(
        ("BuildTree(data, m)",
         "No line in the notes for an empty branch: the app gives it its parent's majority, as CS181 does."),
        "  if all rows of data have the same label, return a leaf with that label",
        ("  if data has fewer than m rows, return a leaf with the majority label",
         "No line in the notes: the app's limit of depth is tested here."),
        "  BestInfoGain = 0",
        "  for each feature:",
        ("    compute its InfoGain; if it is the largest so far, keep it as BestInfoGain, BestFeature",
         "E13: the gain subtracts the weighted average of the class entropy inside each branch, not a sum "
         f"of entropies of the feature's labels. {_MIN_LEAF} {_BEST_FIRST}"),
        (
            "  if BestInfoGain <= 0, return a leaf with the majority label",
            "E20: with rounded numbers a gain of exactly 0 can come out as 1e-16; the app decides it from the "
            "counts. Having no feature left to ask ends here too.",
        ),
        "  make a node that tests BestFeature",
        "  for each outcome of BestFeature: add the branch BuildTree(rows with that outcome, m)",
        "  return the node",
    ), {
        "arrive": 1, "empty": 1, "pure": 2, "too_few": 3, "max_depth": 3, "budget": 6, "score": 6,
        "min_leaf": 6, "no_gain": 7, "small_gain": 7, "no_feature": 7, "split": 8, "leaf": 7,
    }),
    "CART": Pseudocode("GrowTree(S)", "Ch8, Algorithms 8.1 and 8.2; wording reconstructed", lines(
        "Algorithm 8.1: GrowTree(S)",
        ("  if S is pure, or a limit (depth, minParent, number of leaves) is reached:",
         "E6: when every feature is constant in S, Algorithm 8.2 sets no j*, t*; then too S becomes a leaf. "
         "A branch that gets no example, which a threshold never makes, would take its parent's majority. "
         "The app takes a limit of leaves best first: the open node with the largest (n/m) × gain is split next."),
        "    return a leaf with the majority class of S",
        "  (j*, t*) = BestSplit(S)",
        "  S_L = {(x, y) ∈ S : x_j* < t*},  S_R = {(x, y) ∈ S : x_j* ≥ t*}",
        "  return a node that tests x_j* < t*, with GrowTree(S_L) and GrowTree(S_R)",
        "Algorithm 8.2: BestSplit(S)",
        ("  H* = ∞",
         "E6: so a split that gains nothing is taken too. If you ask the app to stop at zero gain, it does "
         "so after line 15."),
        "  for each feature j:",
        ("    sort the values of feature j: x^(1) ≤ ... ≤ x^(m)",
         "E5: the labels have to be sorted along: y^(k) is the label of the k-th smallest value."),
        (
            "    for i = 1, ..., m - 1: t = (x^(i) + x^(i+1)) / 2",
            "E33: two equal neighbours make no threshold. E34: if t rounds down to the lower value, the upper "
            "one is used.",
        ),
        "      p^L(c) = 1/i · Σ_{k ≤ i} 1[y^(k) = c]",
        ("      p^R(c) = 1/(k - i) · Σ_{k > i} 1[y^(k) = c]",
         "E4: it must be 1/(m - i); k is the index of the sum."),
        "      H = i/m · H(p^L) + (m - i)/m · H(p^R)",
        ("      if H < H* and both sides have minLeaf examples: H*, j*, t* = H, j, t",
         "With <, a tie goes to the lowest feature and then to the lowest threshold."),
        "  return (j*, t*)",
    ), {
        "arrive": 1, "pure": 2, "max_depth": 2, "too_few": 2, "budget": 2, "empty": 2, "no_feature": 2,
        "score": 14, "min_leaf": 15, "no_gain": 15, "small_gain": 15, "split": 5, "leaf": 3,
    }),
}  # fmt: skip
