"""The words of each kind of exercises: every module here tells those of its own in ``WORDS``."""

from importlib import import_module
from pkgutil import iter_modules

_MODULES = [import_module(f"{__name__}.{found.name}") for found in iter_modules(__path__)]
WORDS = {name: words for module in _MODULES for name, words in module.WORDS.items()}
