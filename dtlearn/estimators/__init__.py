"""Trees and forests with scikit-learn's habits; and scikit-learn's own trees, read by ``adopt``."""

from dtlearn.estimators.estimators import (
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    NotFittedError,
    RandomForestClassifier,
    RandomForestRegressor,
)

__all__ = [
    "DecisionTreeClassifier", "DecisionTreeRegressor", "NotFittedError", "RandomForestClassifier", "RandomForestRegressor",
]  # fmt: skip
