"""Exercises as they are put: the question, its tables and pictures, where the blanks stand.

Plain data, nothing escaped.
"""

from dataclasses import dataclass

from dtlearn.show.practice.kinds import words_of
from dtlearn.show.practice.working import Grid
from dtlearn.teaching.grading import Exercise
from dtlearn.trees.tree import Tree

FORMULA = "-3/7*log2(3/7)"
ROUNDING = f"Three decimals are enough (±0.002). You may write 0.247, 0,247 or 3/14, or a formula like {FORMULA}."
_TITLES = (("The formula", "How to go about it"), ("The numbers put in", "What is known here"))  # with LaTeX, without


@dataclass(frozen=True)
class Written:
    """An exercise in words.

    question : paragraphs. tree : a tree view (``show.tree.view``). walks : the tree that it draws, where an example may
        walk down it. counts : examples by class of the set in question, where the question tells no more of them. fill
        : a table that holds the blanks; without it they stand below each other. hints : (title, sentences, LaTeX) of
        the formula, of the numbers put in. working : LaTeX, a line each, aligned at "&". remarks : sentences of the
        answer.
    picture : where a click answers: kind (table, tree, plane), key of the blank, what is drawn; instead, the part of
        this that it draws on the screen.
    """

    title: str
    question: tuple[str, ...]
    tables: tuple[Grid, ...] = ()
    tree: dict | None = None
    walks: Tree | None = None
    counts: tuple[int, ...] = ()
    fill: Grid | None = None
    hints: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...] = ()
    working: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    picture: dict | None = None


def sheet(exercise: Exercise) -> Written:
    """All that a page or a sheet of paper needs to put an exercise and to answer it.

    >>> from dtlearn.teaching.exercises import make
    >>> sheet(make("entropy", 1, 1)).question[0]
    'A node holds 10 cakes: 3 No and 7 Yes.'
    """
    words = words_of(exercise.kind)
    hints = zip(_TITLES, words.hints(exercise), strict=True)
    return Written(
        words.title,
        **words.ask(exercise),
        hints=tuple((sums if lines else other, told, lines) for (sums, other), (told, lines) in hints),
        working=tuple(words.working(exercise)),
        remarks=tuple(words.remarks(exercise)),
        picture=words.picture(exercise),
    )
