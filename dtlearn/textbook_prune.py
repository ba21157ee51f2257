"""The notes' pruning procedures: their pseudocode with numbered lines; wording reconstructed, errata marked."""

from __future__ import annotations

from dtlearn.textbook import Line, Pseudocode


def _lines(*lines) -> tuple[Line, ...]:
    """Numbered lines from texts, or (text, erratum) where there is more to say."""
    return tuple(Line(i, *([line] if isinstance(line, str) else line)) for i, line in enumerate(lines, 1))


# By the names of PRUNERS. ``at`` : the line where a step looks at a node, and of each action that it can take.
PRUNE_PSEUDOCODE = {
    "generic": Pseudocode(
        "Prune(T, f, m)",
        "UML 18.2.2, Generic Tree Pruning Procedure; wording reconstructed",
        _lines(
            (
                "Prune(T, f, m)",
                "E32: f(T, m), a bound or estimate of the true error, depends on S too, through L_S. The result is "
                "greedy: it need not be the tree with the least f.",
            ),
            "  for each node j in a bottom-up walk on T (from the leaves to the root):",
            (
                "    find T' which minimises f(T', m), where T' is any of:",
                "E32: the notes say nothing of ties. The app keeps the current tree unless something is strictly "
                "better, and takes the first of equals in the order of these lines.",
            ),
            (
                "      the current tree after replacing node j with a leaf 1",
                "With K classes: a leaf of every class, the last one first.",
            ),
            "      the current tree after replacing node j with a leaf 0",
            (
                "      the current tree after replacing node j with its left subtree",
                "The examples of the right subtree then go through the left one. With more branches: each subtree in "
                "turn.",
            ),
            "      the current tree after replacing node j with its right subtree",
            "      the current tree",
            "    T = T'",
            "  return T",
        ),
        {"look": 3, "leaf": 4, "raise": 6, "keep": 8},
    ),
    "reduced_error": Pseudocode(
        "ReducedError(T, V)",
        "Project notes, BuildTree; wording reconstructed",
        _lines(
            "ReducedError(T, V)",
            "  for each inner node t of T, from the bottom up:",
            (
                "    let T' be T with t replaced by a leaf with the majority class of t",
                "E14: the majority of the training examples at t, not of those of V.",
            ),
            (
                "    if the accuracy on V is not affected: T = T'",
                "E14: it must be: is not lowered. Read literally, it would refuse a change that improves the accuracy. "
                "A node that no example of V reaches is pruned: 0 errors are no more than 0.",
            ),
            "  return T",
        ),
        {"look": 3, "leaf": 4, "keep": 4},
    ),
    "weakest_link": Pseudocode(
        "CostComplexity(T)",
        "Project notes, BuildTree, after Breiman et al.; wording reconstructed",
        _lines(
            "CostComplexity(T)",
            "  T_0 = T, i = 0",
            "  while T_i is more than its root:",
            (
                "    for each inner node t of T_i: g(t) = (R(t) - R(T_t)) / (leaves(T_t) - 1)",
                "R is the training error here. scikit-learn takes the impurity instead, which gives another series.",
            ),
            (
                "    let t be the node with the least g; alpha_{i+1} = g(t)",
                "E16: where several nodes share the least g, Breiman prunes all of them in this step. One at a time, "
                "the series visits further trees at the same alpha.",
            ),
            "    T_{i+1} = T_i with t replaced by a leaf with its majority class; i = i + 1",
            (
                "  choose the best of T_0, ..., T_m by its accuracy on a training set or by cross-validation",
                "E15: it must be a held-out set. On the training set no pruned tree ever beats T_0.",
            ),
        ),
        {"look": 4, "leaf": 6, "choose": 7},
    ),
    "gain_threshold": Pseudocode(
        "PostPrune(T, threshold)",
        "Ch8, pruning by a gain threshold; wording reconstructed",
        _lines(
            "PostPrune(T, threshold)",
            "  for each inner node t of T, from the bottom up:",
            "    if all children of t are leaves, and the gain of its split is below the threshold:",
            "      replace t by a leaf with its majority class",
            "  return T",
        ),
        {"look": 3, "leaf": 4, "keep": 3},
    ),
}
