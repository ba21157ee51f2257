"""The kinds of exercises: every module here tells its own in ``KINDS``."""

from importlib import import_module
from pkgutil import iter_modules

_MODULES = (import_module(f"{__name__}.{found.name}") for found in iter_modules(__path__))
KINDS = {kind.name: kind for kind in sorted((k for m in _MODULES for k in m.KINDS), key=lambda kind: kind.place)}
