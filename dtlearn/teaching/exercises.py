"""Exercises that are made, graded and explained by the engine: the same seed gives the same ones everywhere."""

from collections.abc import Mapping, Sequence
from contextlib import suppress

from dtlearn.teaching.grading import Exercise
from dtlearn.teaching.invented_data import Draw, Unfit
from dtlearn.teaching.kinds import KINDS

LEVELS = (1, 2, 3)
TRIES = 5000


def make(kind: str, level: int, seed: int, number: int = 0, again: int = 0) -> Exercise:
    """One exercise. number : its place in a set. again : how often new numbers were asked for.

    Raises ValueError for an unknown kind or level.

    >>> make("entropy", 1, 1).blanks[0].right
    '0.881'
    """
    if kind not in KINDS or level not in LEVELS:
        raise ValueError(
            f"There is no exercise {kind!r} of level {level}: choose one of {', '.join(KINDS)} and 1 to 3."
        )
    draw = Draw(f"{kind}/{level}/{seed}/{number}/{again}")
    for _ in range(TRIES):
        with suppress(Unfit):
            return Exercise(kind, level, seed, number, again, **KINDS[kind].make(level, draw))
    raise RuntimeError(f"No exercise {kind!r} of level {level} was found for seed {seed}.")


def generate(
    seed: int, level: int, kinds: Sequence[str] = tuple(KINDS), count: int = 10, again: Mapping[int, int] | None = None
) -> tuple[Exercise, ...]:
    """A set of exercises, the kinds in turn. again : place -> how often new numbers were asked for there."""
    again = again or {}
    return tuple(make(kind_at(kinds, i), level, seed, i, again.get(i, 0)) for i in range(count))


def kind_at(kinds: Sequence[str], number: int) -> str:
    """The kind of the exercise at a place of a set: the kinds in their listed order, again and again."""
    chosen = [kind for kind in KINDS if kind in kinds]
    return chosen[number % len(chosen)]
