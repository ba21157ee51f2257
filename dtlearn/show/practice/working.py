"""What the words of exercises are made of: the value that holds them, tables, arithmetic.

Plain data, nothing escaped.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from dtlearn.data.dataset import Dataset
from dtlearn.show.base.text import cells, columns
from dtlearn.show.practice.tiny import Shape
from dtlearn.splitting.criteria import CRITERIA, Criterion
from dtlearn.teaching.grading import Blank, Exercise, Grade

Cell = str | tuple[str | Blank, ...]
Hint = tuple[tuple[str, ...], tuple[str, ...]]  # sentences, lines of LaTeX


@dataclass(frozen=True)
class Grid:
    """A table of plain text; a cell may also be a tuple of parts, each a text or a Blank."""

    caption: str
    header: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True)
class Words:
    """What is said of the exercises of a kind.

    ask : question, tables, tree, walks and fill of a ``Written``. hints : how to go about it, what is known; no result
        is in it.
    working : the result with its arithmetic in LaTeX, a line each. remarks : what the arithmetic does not say.
    mistakes : name -> what was probably done, and what is right; what several kinds share stands in
        ``exercise_mistakes``.
    picture : where it can be answered by a click, as ``Written`` says; None if nowhere.
    follows : (exercise, its grade, what was answered) -> sentences about an answer that follows from a wrong one.
    short : the question in one line, for its card. tiny : a picture for it (``tiny.py``).
    sense : (exercise, blank, a wrong answer there) -> what can be seen from it without working it out, where no mistake
        is known.
    """

    title: str
    ask: Callable[[Exercise], dict]
    hints: Callable[[Exercise], tuple[Hint, Hint]]
    working: Callable[[Exercise], list[str]] = lambda exercise: []
    remarks: Callable[[Exercise], list[str]] = lambda exercise: []
    mistakes: Mapping[str, str] = field(default_factory=dict)
    follows: Callable[[Exercise, Grade, Mapping[str, str]], list[str]] = lambda *_: []
    picture: Callable[[Exercise], dict | None] = lambda exercise: None
    short: str = ""
    tiny: Sequence[Shape] = ()
    sense: Callable[[Exercise, Blank, Fraction], str] = lambda *_: ""


def examples_grid(data: Dataset, rows=None, caption: str = "") -> Grid:
    """Examples with their classes, numbered from 1."""
    told = tuple((str(int(i) + 1), *cells(data, i)) for i in (range(len(data)) if rows is None else rows))
    return Grid(caption or f"{data.title}; the class is “{data.schema.target}”", ("", *columns(data.schema)), told)


def things(exercise: Exercise, n: int) -> str:
    """So many of what the examples are."""
    one, many = exercise.world.things
    return f"{n} {many if n != 1 else one}"


def rule_of(exercise: Exercise) -> Criterion:
    return CRITERIA[exercise.trace.settings.criterion]


def quoted(blank: Blank, text: str) -> str:
    """An answer as it was given."""
    return f"“{blank.options[int(text)]}”" if blank.kind == "choice" else text
