"""Exercises that are made, graded and explained by the engine: the same seed gives the same ones everywhere."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import lru_cache

from dtlearn.teaching.grading import Exercise
from dtlearn.teaching.invented_data import Draw, Unfit
from dtlearn.teaching.kinds import KINDS

LEVELS = (1, 2, 3)
TRIES = 5000
OTHERS = 40  # tries for numbers that a set does not have yet
BLOCK = 1000  # new numbers can be asked for so often; what is tried instead of a repeat counts on from here
RECENT = 9  # exercises before the present one, at its own place, whose numbers do not come back


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
    seed: int,
    level: int,
    kinds: Sequence[str] = tuple(KINDS),
    count: int = 10,
    again: Mapping[int, int] | None = None,
) -> tuple[Exercise, ...]:
    """A set of exercises, the kinds in turn. again : place -> how often new numbers were asked for there."""
    again = again or {}
    return tuple(at(seed, level, kinds, i, again.get(i, 0)) for i in range(count))


def at(seed: int, level: int, kinds: Sequence[str], number: int, again: int = 0) -> Exercise:
    """The exercise at a place of a set: that of ``make``, unless its numbers were there before; then others are tried.

    New numbers are unlike those of the set's first ten places too, so an exercise that was answered stays as it is.
    """
    kind, step = kind_at(kinds, number), len(_chosen(kinds))
    if not again:
        return _first(kind, level, seed, number, step)
    known = [_first(kind, level, seed, i, step) for i in range(number % step, max(number, RECENT) + 1, step)]
    for k in range(max(1, again - RECENT), again + 1):
        known.append(_unlike(known, kind, level, seed, number, k))
    return known[-1]


@lru_cache(maxsize=500)
def _first(kind: str, level: int, seed: int, number: int, step: int) -> Exercise:
    """The exercise at a place before new numbers are asked for. step : from a place of its kind to the next."""
    before = [_first(kind, level, seed, i, step) for i in range(number % step, number, step)]
    return _unlike(before, kind, level, seed, number, 0)


def _unlike(known: Sequence[Exercise], kind: str, level: int, seed: int, number: int, again: int) -> Exercise:
    """An exercise whose numbers none of the known ones has; where a kind has no more, one that was there."""
    used = {_numbers(exercise) for exercise in known}
    tries = (make(kind, level, seed, number, again + BLOCK * k) for k in range(OTHERS))
    return next((one for one in tries if _numbers(one) not in used), None) or make(kind, level, seed, number, again)


def _numbers(exercise: Exercise) -> tuple:
    """What makes two exercises of a kind the same sum: counts in any order, or a bound;
    else the examples themselves."""
    asked = tuple((b.key, b.right) for b in exercise.blanks)
    if exercise.counts or exercise.bound:
        return asked, tuple(sorted(exercise.counts)), exercise.bound
    data = exercise.trace.data
    return asked, data.name, data.X.tobytes(), data.y.tobytes(), exercise.node


def kind_at(kinds: Sequence[str], number: int) -> str:
    """The kind of the exercise at a place of a set: the kinds in their listed order, again and again."""
    chosen = _chosen(kinds)
    return chosen[number % len(chosen)]


def _chosen(kinds: Sequence[str]) -> list[str]:
    return [kind for kind in KINDS if kind in kinds]
