"""A tree that scikit-learn has fitted, as its arrays tell it."""

import numpy as np

from dtlearn.data.dataset import DataError, Dataset
from dtlearn.trees.sketch import plant
from dtlearn.trees.split import Kind, Split, single_bound
from dtlearn.trees.tree import Tree

# scikit-learn's names of criteria, and ours.
CRITERION = {"entropy": "info_gain", "log_loss": "info_gain", "gini": "gini_gain", "squared_error": "mse"}
NOISE = 1e-9  # what two ways to add up the same numbers may differ by, as a share of them


def refuse_unknown(estimator) -> None:
    """Raises DataError where a fitted tree was grown by something that no candidate knows of here."""
    if estimator.tree_.n_outputs > 1:
        raise DataError(f"This tree has {estimator.tree_.n_outputs} targets: fit one tree for each.")
    if estimator.criterion not in CRITERION:
        raise DataError(
            f"The criterion {estimator.criterion!r} is not scored here: choose one of {', '.join(CRITERION)}."
        )
    if getattr(estimator, "monotonic_cst", None) is not None:
        raise DataError("This tree has monotonic constraints, which no candidate knows of here: fit it without.")


def planted(theirs, data: Dataset) -> tuple[Tree, np.ndarray]:
    """(the tree, its nodes numbered as ours are; of each the number that scikit-learn gives it, (N,)).

    Numbers and counts are those of ``data``, whatever the tree was fitted on; a class is the leaf's own.
    """
    left, right, feature = (a.tolist() for a in (theirs.children_left, theirs.children_right, theirs.feature))
    at, told = single_bound(theirs.threshold).tolist(), theirs.value[:, 0]
    words, order, depths, stack = [], [], [], [(0, 0)]
    while stack:
        i, depth = stack.pop()
        order.append(i)
        depths.append(depth)
        if left[i] < 0:
            words.append(0 if data.schema.regression else int(told[i].argmax()))
            continue
        words.append(Split(feature[i], Kind.THRESHOLD, at[i]))
        stack += [(right[i], depth + 1), (left[i], depth + 1)]
    return plant(data, words), np.array(order)[np.argsort(depths, kind="stable")]


def class_weights(theirs, number: np.ndarray) -> np.ndarray:
    """(N, K) the weight of each class at the nodes of these numbers."""
    told = theirs.value[number, 0]
    shares = told / told.sum(axis=1, keepdims=True)  # older versions have weights
    return shares * theirs.weighted_n_node_samples[number, None]


def same_means(theirs, number: np.ndarray, tree: Tree, spread: float) -> np.ndarray:
    """(N,) whether nodes have the mean, and the mean square around it, that scikit-learn tells of them.

    spread : the mean square of what noise is a share of.
    """
    same = np.abs(theirs.value[number, 0, 0] - tree.value) <= NOISE * np.sqrt(spread)
    return same & (np.abs(theirs.impurity[number] - tree.mse) <= NOISE * spread)
