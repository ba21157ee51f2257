"""What there is: every page with its title and a sentence; the menus and the page Explore say the same."""

from dataclasses import dataclass
from importlib import import_module
from itertools import pairwise

from dtlearn.pruning.procedures import PRUNERS
from dtlearn.teaching.worked_examples import names
from dtlearn.views.base.text import NUMBERS
from pages.ui.kit.codec import Field
from pages.ui.kit.scene import asking


@dataclass(frozen=True)
class Entry:
    """A page. file : its stem, which is also its address.

    scene : the module of ``pages.ui`` that says what its links hold; "" if they hold nothing.
    """

    file: str
    title: str
    about: str
    scene: str = ""


@dataclass(frozen=True)
class Chapter:
    """Pages that answer one question; "" if there is none.

    menu : what the menu calls it; "" if they stand in the menu themselves.
    """

    menu: str
    question: str
    entries: tuple[Entry, ...]


CHAPTERS = (
    Chapter(
        "",
        "",
        (
            Entry(
                "learn",
                "Learn",
                "The course, chapter by chapter: things to do, questions and predictions on the live pages.",
                "kit.tools",
            ),
            Entry(
                "explore", "Explore", "A playground of points and trees; every page and every lesson.", "explore.scene"
            ),
        ),
    ),
    Chapter(
        "Growing",
        "How does a tree grow?",
        (
            Entry(
                "grow",
                "Grow a tree",
                "Step by step through any data set: every candidate, its gain with the arithmetic, and what is"
                " decided.",
                "grow.scene",
            ),
            Entry(
                "byhand",
                "Grow it yourself",
                "Choose every question, see what it gains and what you give up, and beat the algorithm.",
                "byhand.scene",
            ),
            Entry(
                "criteria",
                "Impurity measures",
                "Entropy, Gini and training error as curves: drag a split and see what each of them gains.",
                "criteria.sections",
            ),
            Entry(
                "thresholds",
                "Thresholds",
                "Sweep a threshold over one number: counts, every gain as it is drawn, and what the search costs.",
                "thresholds.sections",
            ),
            Entry(
                "partitions",
                "Regions",
                "Every question about a number cuts the plane. Draw points and watch the tree regrow.",
                "partitions.scene",
            ),
        ),
    ),
    Chapter(
        "Size",
        "How big should it be?",
        (
            Entry(
                "limits",
                "Size limits",
                "Depth, leaves, minLeaf and the others: move one, and watch trees underfit, then overfit.",
                "limits.lesson",
            ),
            Entry(
                "overfitting",
                "Overfitting",
                "Error against size on training and test examples: which trees overfit, and why pruning finds XOR.",
                "overfitting.lesson",
            ),
            Entry(
                "pruning",
                "Pruning",
                f"A grown tree made smaller, node by node: {NUMBERS[len(PRUNERS)]} procedures, what each weighs, how"
                " they compare.",
                "pruning.scene",
            ),
            Entry(
                "bound",
                "Generalisation bound",
                "How large a tree can the examples pay for? Greedy, pruned and the very best, side by side.",
                "bound.scene",
            ),
            Entry(
                "code",
                "Trees as bit strings",
                "A tree as a word of 0s and 1s, symbol by symbol: write one, read one, break one.",
                "code.scene",
            ),
        ),
    ),
    Chapter(
        "Ideas",
        "Why can it learn, and why do many learn better?",
        (
            Entry(
                "learning",
                "Is learning possible?",
                "Fill in a truth table: the examples alone leave every other row open, a bias decides.",
                "learning.scene",
            ),
            Entry(
                "hard",
                "What trees find easy",
                "Type a Boolean function: its smallest tree, ID3's tree, and what greed and stop rules make of it.",
                "hard.scene",
            ),
            Entry(
                "unstable",
                "One tree is unstable",
                "Flip a label, leave an example out or resample: which nodes change? Then a thousand times.",
                "unstable.scene",
            ),
            Entry(
                "forest",
                "Forest",
                "A hundred trees on samples of the examples vote one by one: bagging, subspace, random forest.",
                "forest.scene",
            ),
        ),
    ),
    Chapter(
        "",
        "Can you do it?",
        (
            Entry(
                "practice",
                "Practice",
                "Exercises with new numbers every time, graded, with the arithmetic; and a check of your own code's"
                " tree.",
                "practice.scene",
            ),
        ),
    ),
    Chapter(
        "Teach",
        "For class",
        (
            Entry(
                "examples",
                "Worked examples",
                f"{NUMBERS[len(names())].capitalize()} to play like a deck on the live pages, to print as worksheet and"
                " key, or to write yourself.",
                "kit.tools",
            ),
            Entry(
                "own",
                "Your own data",
                "Open, paste or type a table, say what each column is: its link carries the data to the lessons.",
                "kit.tables",
            ),
            Entry(
                "numbers",
                "The notes' numbers",
                "Every figure the lecture notes print, recomputed before your eyes: why you can trust the rest.",
                "numbers.sections",
            ),
        ),
    ),
)

TITLES = {entry.file: entry.title for chapter in CHAPTERS for entry in chapter.entries}
SCENES = {entry.file: entry.scene for chapter in CHAPTERS for entry in chapter.entries}

_ORDER = [entry for chapter in CHAPTERS for entry in chapter.entries]
NEXT = {entry.file: after for entry, after in pairwise(_ORDER)}  # a page -> the one to go on with


def fields_of(page: str) -> tuple[Field, ...]:
    """What the links of a page say; its module is imported for those who ask, not with the app."""
    scene = SCENES.get(page)
    return import_module(f"pages.ui.{scene}").FIELDS if scene else ()


def takes(page: str, name: str, value: object) -> bool:
    """Whether a page's links can hold a value."""
    field = next(field for field in fields_of(page) if field.name == name)
    try:
        return field.read(field.write(value)) == value
    except ValueError:  # DataError too
        return False


def query_of(page: str, **values) -> dict[str, str]:
    """The query of a page, asking for these values."""
    return asking(fields_of(page), values)
