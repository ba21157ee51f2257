"""Trees that scikit-learn has fitted, read as they are: ``dtlearn.adopt``."""
