"""Every page, in its chapter: the menus, Explore, worked examples and a visitor's tables ask here.

A lesson says all else of itself; a page that is none is a ``Page``.
"""

from dataclasses import dataclass
from itertools import pairwise

from dtlearn.show.base.text import NUMBERS
from dtlearn.teaching.worked_examples import names
from pages.ui.boosting.lesson import LESSON as BOOSTING
from pages.ui.bound.lesson import LESSON as BOUND
from pages.ui.byhand.lesson import LESSON as BYHAND
from pages.ui.code.lesson import LESSON as CODE
from pages.ui.criteria.lesson import LESSON as CRITERIA
from pages.ui.explore import scene as explore
from pages.ui.forest.lesson import LESSON as FOREST
from pages.ui.grow.lesson import LESSON as GROW
from pages.ui.hard.lesson import LESSON as HARD
from pages.ui.kit import tables, tools
from pages.ui.kit.codec import Field
from pages.ui.kit.contents import FIELDS, TITLES
from pages.ui.kit.lesson import Lesson
from pages.ui.learning.lesson import LESSON as LEARNING
from pages.ui.limits.lesson import LESSON as LIMITS
from pages.ui.numbers import sections as numbers
from pages.ui.overfitting.lesson import LESSON as OVERFITTING
from pages.ui.practice.lesson import LESSON as PRACTICE
from pages.ui.pruning.lesson import LESSON as PRUNING
from pages.ui.regions.lesson import LESSON as REGIONS
from pages.ui.thresholds.lesson import LESSON as THRESHOLDS
from pages.ui.unstable.lesson import LESSON as UNSTABLE


@dataclass(frozen=True)
class Page:
    """A page that draws itself. name : its file's stem, which is also its address. fields : what its links hold."""

    name: str
    title: str
    about: str
    fields: tuple[Field, ...] = ()


@dataclass(frozen=True)
class Chapter:
    """Pages that answer one question; "" if there is none.

    menu : what the menu calls it; "" if they stand in the menu themselves.
    """

    menu: str
    question: str
    entries: tuple[Page | Lesson, ...]


CHAPTERS = (
    Chapter(
        "",
        "",
        (
            Page(
                "learn",
                "Learn",
                "The course, chapter by chapter: things to do, questions and guesses on interactive pages.",
                tools.FIELDS,
            ),
            Page("explore", "Explore", "A playground of points and trees, and the way to every page.", explore.FIELDS),
        ),
    ),
    Chapter(
        "Growing",
        "How does a tree grow?",
        (
            GROW,
            BYHAND,
            CRITERIA,
            THRESHOLDS,
            REGIONS,
        ),
    ),
    Chapter(
        "Size",
        "How big should it be?",
        (
            LIMITS,
            OVERFITTING,
            PRUNING,
            BOUND,
            CODE,
        ),
    ),
    Chapter(
        "Ideas",
        "Why can it learn, and why do many learn better?",
        (
            LEARNING,
            HARD,
            UNSTABLE,
            FOREST,
            BOOSTING,
        ),
    ),
    Chapter(
        "",
        "Can you do it?",
        (PRACTICE,),
    ),
    Chapter(
        "Teach",
        "For class",
        (
            Page(
                "examples",
                "Worked examples",
                f"{NUMBERS[len(names())].capitalize()} to play like a deck on the live pages, to print as worksheet and"
                " key, or to write yourself.",
                tools.FIELDS,
            ),
            Page(
                "own",
                "Your own data",
                "Open, paste or type a table, choose what each column is, and use it on every page that can.",
                tables.FIELDS,
            ),
            Page(
                "numbers",
                "The lecture notes",
                "One search, every statement with the page that shows it, and every printed figure computed again.",
                numbers.FIELDS,
            ),
        ),
    ),
)


PAGES = {page.name: page for chapter in CHAPTERS for page in chapter.entries}
LESSONS = {name: page for name, page in PAGES.items() if isinstance(page, Lesson)}
STAGED = {name: lesson for name, lesson in LESSONS.items() if lesson.document}
NEXT = {before.name: after for before, after in pairwise(PAGES.values())}  # a page -> the one to go on with
FIELDS.update({name: page.fields for name, page in PAGES.items()})
TITLES.update({name: page.title for name, page in PAGES.items()})
