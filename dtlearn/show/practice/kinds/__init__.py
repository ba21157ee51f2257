"""The words of each kind of exercises: every module here tells those of its own in ``WORDS``."""

from importlib import import_module
from pkgutil import iter_modules

from dtlearn.show.practice.working import Words, examples_grid
from dtlearn.teaching.grading import Exercise

_MODULES = [import_module(f"{__name__}.{found.name}") for found in iter_modules(__path__)]
WORDS = {name: words for module in _MODULES for name, words in module.WORDS.items()}


def words_of(kind: str) -> Words:
    """The words of a kind; plain ones if there are none for it."""
    return WORDS.get(kind) or Words(kind.replace("_", " ").capitalize(), _ask, lambda exercise: _HINTS)


def _ask(exercise: Exercise) -> dict:
    tables = (examples_grid(exercise.trace.data),) if exercise.trace else ()
    return {"question": ("Fill in what is asked for.",), "tables": tables}


_HINTS = ((("Say first, in your own words, what is asked.",), ()), (("All that you need is on the sheet.",), ()))
