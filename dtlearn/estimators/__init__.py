"""Trees and forests with scikit-learn's habits."""

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
