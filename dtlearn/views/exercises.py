"""Exercises as they are put: the question, its tables and pictures, where the blanks stand. Plain data, nothing escaped."""

from __future__ import annotations

from dataclasses import dataclass

from dtlearn.grading import Exercise
from dtlearn.views.exercise_words import Grid
from dtlearn.views.kinds import WORDS

ROUNDING = "Three decimals are enough (±0.002); 0.247, 0,247 and 3/14 are all read."


@dataclass(frozen=True)
class Written:
    """An exercise in words.

    question : paragraphs. tree : a tree view (``views.model``). fill : a table that holds the blanks; without it they
    stand below each other. working : LaTeX, a line each, aligned at "&". remarks : sentences of the answer.
    """

    title: str
    question: tuple[str, ...]
    tables: tuple[Grid, ...] = ()
    tree: dict | None = None
    fill: Grid | None = None
    working: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


def sheet(exercise: Exercise) -> Written:
    """All that a page or a sheet of paper needs to put an exercise and to answer it.

    >>> from dtlearn.exercises import make
    >>> sheet(make("entropy", 1, 1)).question[0]
    'A node holds 10 cakes: 3 No and 7 Yes.'
    """
    words = WORDS[exercise.kind]
    told = {"working": tuple(words.working(exercise)), "remarks": tuple(words.remarks(exercise))}
    return Written(words.title, **words.ask(exercise), **told)


def hints(exercise: Exercise) -> tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...]:
    """(title, sentences, lines of LaTeX) of each hint: the formula, the numbers put in."""
    first, second = WORDS[exercise.kind].hints(exercise)
    return (
        ("The formula" if first[1] else "How to go about it", *first),
        ("The numbers put in" if second[1] else "What is known here", *second),
    )
