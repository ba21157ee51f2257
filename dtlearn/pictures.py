"""The one way from the engine up to its pictures, taken when something is shown: at import,
``dtlearn.show`` knows the engine only."""

from importlib import import_module
from types import ModuleType


def pictures() -> ModuleType:
    """``dtlearn.show.library``: what the library shows of a tree, a growth, a pruning, a forest."""
    return import_module("dtlearn.show.library")
