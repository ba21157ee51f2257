"""DecisionTreeClassifier and RandomForestClassifier, and their Regressors: the growers with scikit-learn's habits.

Where scikit-learn is installed, its clone, Pipeline, cross_val_score and GridSearchCV take them as their own.

The parameters, beside the names of the notes and of scikit-learn:

================= ============================================== =======================================
here              in the notes                                   in scikit-learn
================= ============================================== =======================================
criterion         score function (Ch8), Gain (UML), InfoGain     criterion: "entropy", "gini" and
                                                                 "squared_error" are understood here too
nominal           the four kinds of split of Ch8 Fig. 8.2        none: every column is a number there
reuse             A \\ {j}: asked once per path (UML, CS181)     always True
stop_at_zero_gain "if Gain = 0" (CS181), "<= 0" (BuildTree)      always False
min_gain          gain threshold (Ch8)                           min_impurity_decrease is n / m times it
max_depth         depth (Ch8)                                    max_depth
min_samples_split m (BuildTree), minParent (Ch8)                 min_samples_split, a whole number
min_samples_leaf  minLeaf (Ch8)                                  min_samples_leaf, a whole number
max_leaf_nodes    number of leaves (Ch8)                         max_leaf_nodes
max_nodes         number of nodes (UML)                          none
max_splits        number of iterations (UML)                     none
max_features      k, the size of I_t (UML 18.3)                  max_features: "sqrt", "log2", a number, a share
random_state      none                                           the seed; None is 0 here: all can be repeated
subspace          subsets of the features (BuildTree)            none: a forest's trees, so many features each
================= ============================================== =======================================

With every default the trees are those of Ch8's Algorithms 8.1 and 8.2, and of scikit-learn but for its
random choice between ties. Numbers are features to cut; text, categories and True/False in a DataFrame
or a list are nominal, and a missing one of these is a value of its own.
"""

from dataclasses import dataclass

import numpy as np

from dtlearn.estimators.sklearn_habits import Classifier, Estimator, Regressor, count_of, r2
from dtlearn.estimators.sklearn_habits import NotFittedError as NotFittedError  # who fits catches it here
from dtlearn.forest.forest import ForestSettings, grow_forest
from dtlearn.forest.importance import impurity_decrease
from dtlearn.growing.grow import grow
from dtlearn.trees.tree import nonempty


@dataclass(eq=False, repr=False)
class _DecisionTree(Estimator):
    """Parameters and fitted attributes of both trees.

    Fitted: tree_ (Tree), trace_ (Trace: every candidate), feature_importances_ (d,), n_features_in_,
    feature_names_in_ (if X had names).
    """

    _grows = "tree"

    criterion: str = "gini"
    nominal: str = "one_vs_rest"
    reuse: bool = True
    stop_at_zero_gain: bool = False
    min_gain: float = 0.0
    max_depth: int | None = None
    min_samples_split: int = 2
    min_samples_leaf: int = 1
    max_leaf_nodes: int | None = None
    max_nodes: int | None = None
    max_splits: int | None = None
    max_features: int | float | str | None = None
    random_state: int | None = None

    def apply(self, X) -> np.ndarray:
        """(m,) number of the node where each row ends: a leaf, or the node that asks for a value it does not know."""
        return self._fitted().apply(self._encode(X))

    def decision_path(self, X) -> np.ndarray:
        """(m, N) bool: the nodes that each row visits."""
        node = self.apply(X)
        visited = np.zeros((len(node), len(self.tree_)), bool)
        while (node >= 0).any():
            here = np.flatnonzero(node >= 0)
            visited[here, node[here]] = True
            node = np.where(node >= 0, self.tree_.parent[node], -1)
        return visited

    def get_depth(self) -> int:
        """The depth of the deepest leaf; 0 for a single leaf."""
        return int(self._fitted().depth.max())

    def get_n_leaves(self) -> int:
        return self._fitted().n_leaves

    @property
    def feature_importances_(self) -> np.ndarray:
        """(d,) see ``impurity_decrease``."""
        self._fitted()
        return impurity_decrease(self.trace_)

    def _fit(self, X, y, classes: tuple[str, ...]):
        """Grow on X and the codes of y, or on numbers y if there are no classes."""
        settings = self._settings()
        data = self._dataset(X, y, classes)
        self.trace_ = grow(data, self._with_features(settings))
        self.tree_ = self.trace_.tree
        return self


@dataclass(eq=False, repr=False)
class DecisionTreeClassifier(Classifier, _DecisionTree):
    """A decision tree that predicts classes.

    >>> DecisionTreeClassifier(criterion="entropy").fit([[1], [2], [3]], ["no", "yes", "yes"]).predict([[2.5]])
    array(['yes'], dtype='<U3')

    classes_ : the classes in order. criterion : a name in CRITERIA, or scikit-learn's "entropy", "gini".
    """

    def predict(self, X) -> np.ndarray:
        """(m,) the majority class of the leaf that each row reaches."""
        node = self.apply(X)
        return self.classes_[self.tree_.label[node]]

    def predict_proba(self, X) -> np.ndarray:
        """(m, K) shares of the classes among the training examples of the leaf; an empty leaf has its parent's."""
        node, tree = self.apply(X), self.tree_
        counts = tree.counts[nonempty(tree.parent, tree.n)[node]]
        return counts / counts.sum(axis=1, keepdims=True)


@dataclass(eq=False, repr=False)
class DecisionTreeRegressor(Regressor, _DecisionTree):
    """A decision tree that predicts numbers: the mean of the leaf.

    >>> DecisionTreeRegressor(max_depth=1).fit([[1], [2], [3]], [1.0, 4.0, 5.0]).predict([[2.5]])
    array([4.5])

    criterion : "mse", or scikit-learn's name "squared_error".
    """

    criterion: str = "squared_error"

    def predict(self, X) -> np.ndarray:
        """(m,) the mean of the leaf that each row reaches."""
        node = self.apply(X)
        return self.tree_.value[node]


@dataclass(eq=False, repr=False)
class _RandomForest(Estimator):
    """Parameters and fitted attributes of both forests.

    Fitted: forest_ (Forest), estimators_ (its Trees), feature_importances_ (d,), oob_score_ (with ``oob_score``),
    n_features_in_, feature_names_in_ (if X had names).
    """

    _grows = "forest"

    n_estimators: int = 100
    criterion: str = "gini"
    max_depth: int | None = None
    min_samples_split: int = 2
    min_samples_leaf: int = 1
    max_features: int | float | str | None = "sqrt"
    max_leaf_nodes: int | None = None
    bootstrap: bool = True
    oob_score: bool = False
    random_state: int | None = None
    max_samples: int | float | None = None
    subspace: int | None = None
    nominal: str = "one_vs_rest"
    reuse: bool = True
    stop_at_zero_gain: bool = False
    min_gain: float = 0.0

    @property
    def estimators_(self):
        return self._fitted().trees

    @property
    def feature_importances_(self) -> np.ndarray:
        """(d,) see ``impurity_decrease``."""
        return impurity_decrease(self._fitted())

    def _fit(self, X, y, classes: tuple[str, ...]):
        settings = self._settings()
        if self.oob_score and not self.bootstrap:
            raise ValueError("oob_score is the score on rows that a bootstrap leaves out: set bootstrap=True.")
        data = self._dataset(X, y, classes)
        size = count_of("max_samples", self.max_samples, len(data))
        forest = ForestSettings(self.n_estimators, self._with_features(settings), self.bootstrap, size, self.subspace)
        self.forest_ = grow_forest(data, forest)
        vars(self).pop("oob_score_", None)
        if self.oob_score:
            found = self.forest_.out_of_bag(by="means")
            seen = ~np.isnan(found.predict)
            self.oob_score_ = float(1 - found.error[-1]) if classes else r2(found.predict[seen], y[seen])
        return self


@dataclass(eq=False, repr=False)
class RandomForestClassifier(Classifier, _RandomForest):
    """A random forest that predicts classes, by the mean of its trees' probabilities (as scikit-learn; UML votes).

    >>> forest = RandomForestClassifier(10, random_state=1).fit([[1], [2], [8], [9]], ["no", "no", "yes", "yes"])
    >>> forest.predict([[2.5], [7.5]])
    array(['no', 'yes'], dtype='<U3')

    classes_ : the classes in order. oob_score_ : accuracy out of bag.
    """

    def predict(self, X) -> np.ndarray:
        """(m,) the class of the largest mean probability; ties go to the first."""
        forest, X = self._fitted(), self._encode(X)
        return self.classes_[forest.predict(X, by="means")]

    def predict_proba(self, X) -> np.ndarray:
        """(m, K) mean over the trees of the class shares of the leaf."""
        return self._fitted().proba(self._encode(X))


@dataclass(eq=False, repr=False)
class RandomForestRegressor(Regressor, _RandomForest):
    """A random forest that predicts numbers: the mean of its trees.

    >>> RandomForestRegressor(10, bootstrap=False).fit([[1], [2], [3]], [1.0, 4.0, 5.0]).predict([[2.4]])
    array([4.])

    criterion : "mse", or scikit-learn's name "squared_error". oob_score_ : R^2 out of bag.
    """

    criterion: str = "squared_error"
    max_features: int | float | str | None = 1.0

    def predict(self, X) -> np.ndarray:
        """(m,) the mean of the trees' means."""
        forest, X = self._fitted(), self._encode(X)
        return forest.predict(X)
