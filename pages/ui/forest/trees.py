"""A forest on the screen: its trees, its votes and its pictures, kept for everyone who looks at the same ones."""

from collections.abc import Iterator
from dataclasses import replace
from time import monotonic
from types import ModuleType

import dtlearn
from dtlearn.forest.forest import PLAYED, Forest, grow_forest
from dtlearn.forest.polls import Numbers, Poll, poll
from dtlearn.views.forest import charts, numbers, one_tree, votes, words
from dtlearn.views.forest.words import Curves
from dtlearn.views.stage.forest import forest_walkthrough, most_drawn
from dtlearn.views.stage.walkthrough import Walkthrough
from dtlearn.views.tree.drawing import node_id
from dtlearn.views.tree.view import tree_view
from pages.ui.forest import scene
from pages.ui.kit import documents
from pages.ui.kit.kept import kept
from pages.ui.kit.longwork import grow

PAGE = 12  # small trees beside each other
FIRST, SHORT = 20_000, 0.15  # examples of the first trees that are grown together; seconds after which it may be more


def _key(S: dict) -> tuple:
    return scene.settings_of(S), *scene.parts_key(S)


@kept(24, of=lambda S: _key(S | {"trees": 1}))
def _held(S: dict) -> list[Forest]:
    """Holds the trees as far as someone has grown them: fewer trees are the beginning of more."""
    return []


def growing(S: dict, held: list[Forest] | None = None) -> Iterator[int]:
    """Grows the trees that are missing, a few more at a time; yields how many there are.

    held : where they are kept; by default for everyone who looks at such a forest.
    """
    train, settings = scene.parts_of(S)[0], scene.settings_of(S)
    held = _held(S) if held is None else held
    some = max(FIRST // len(train), 1)
    while not held or len(held[0]) < settings.n_trees:
        start = monotonic()
        some = min(some, settings.n_trees - (len(held[0]) if held else 0))
        grown = held[0].more(some) if held else grow_forest(train, replace(settings, n_trees=some))
        if not held or len(held[0]) < len(grown):  # else another visitor was faster
            held[:] = [grown]
        some *= 2 if monotonic() - start < SHORT else 1
        yield len(held[0])


def words_of(S: dict) -> ModuleType:
    """How the answers are put into words: votes for classes, or numbers and their mean."""
    return numbers if scene.parts_of(S)[0].schema.regression else votes


@kept(24, of=_key)
def forest_of(S: dict) -> Forest:
    """The forest of the scene, all its trees."""
    held, n = _held(S), S["trees"]
    for _ in growing(S, held):
        pass
    grown = held[0]
    return grown if len(grown) == n else grown.first(n)


def missing(S: dict) -> bool:
    """Not all trees of the scene have been grown."""
    held = _held(S)
    return not held or len(held[0]) < S["trees"]


@kept(24, of=_key)
def _one(S: dict) -> dtlearn.Tree:
    return grow(S["data"], scene.parts_of(S)[0], replace(scene.settings_of(S).tree, max_features=None)).tree


@kept(48, of=lambda S, by: (by, *_key(S)))
def curves_of(S: dict, by: str) -> Curves:
    """The errors of the forest as it grows."""
    return words.curves(forest_of(S), scene.parts_of(S)[1], _one(S), by)


@kept(24, of=_key)
def _telling(S: dict) -> int:
    return words_of(S).telling(forest_of(S), _one(S), scene.parts_of(S)[1])


def example_of(S: dict) -> tuple[str, int] | None:
    """Which example is asked about: "t" (test) or "s" (training), and its number from 0 on; None for a place."""
    at = S["example"]
    if at.startswith("x"):
        return None
    return (at[0], int(at[1:]) - 1) if at else ("t", _telling(S))


def point_of(S: dict) -> tuple[float, ...]:
    """The values of what is asked about."""
    found = example_of(S)
    if found is None:
        return tuple(map(float, S["example"][1:].split("_")))
    return tuple(scene.parts_of(S)[found[0] == "t"].X[found[1]].tolist())


@kept(100, of=lambda S: (S["example"], *_key(S)))
def poll_of(S: dict) -> Poll | Numbers:
    """What every tree says of the point; of a training example, those that left it out."""
    found = example_of(S)
    return poll(forest_of(S), point_of(S), found[1] if found and found[0] == "s" else None)


@kept(24, of=_key)
def pure(S: dict) -> bool:
    """Whether every leaf has one class, so that each tree says 0 or 1."""
    return votes.is_pure(forest_of(S))


@kept(24, of=_key)
def apart_of(S: dict) -> list[int]:
    """The test examples on which majority and mean of all trees differ."""
    return votes.differ(forest_of(S), scene.parts_of(S)[1])


@kept(24, of=_key)
def kinds_of(S: dict) -> int:
    """How many different trees the forest has."""
    return one_tree.n_different(forest_of(S))


def played(S: dict) -> bool:
    """Whether the forest is small enough to be a part of another document."""
    return sum(map(len, forest_of(S).trees)) <= PLAYED


def part_size(S: dict) -> int:
    """The frames of a part of the lesson; 0 of one that comes whole."""
    forest = forest_of(S)
    most = most_drawn(forest)
    return documents.part_size([min(len(tree), most) for tree in (forest.trees[0], *forest.trees)])


def walkthrough_of(S: dict, part: range | None = None) -> Walkthrough:
    """The votes on the point as a document, or a part of it."""
    forest, (kind, row) = forest_of(S), example_of(S) or ("", None)
    found = {by: curves_of(S, by) for by in words.BY}
    test, drawn = scene.parts_of(S)[1], scene.drawn(S)
    row = row if kind == "t" else None
    one, seen = _one(S) if drawn else None, S["curve"] == "seen"
    return forest_walkthrough(forest, poll_of(S), point_of(S), S["by"], test, found, row, one, seen, part)


@kept(100, of=lambda S: (S["step"], S["example"], *_key(S)))
def view_of(S: dict) -> dict:
    """The tree that votes last, with the way of the point."""
    t = max(S["step"], 1) - 1
    tree = forest_of(S).trees[t]
    scale = charts.scale_of(*scene.parts_of(S))
    return tree_view(tree, None if S["step"] else (), scale=scale) | ({"lit": _way(S, t)} if S["step"] else {})


def _way(S: dict, t: int) -> list[str]:
    """The ids on the way of the point in tree t."""
    path = forest_of(S).trees[t][poll_of(S).nodes[t]].path
    return [node_id(path[:k]) for k in range(len(path) + 1)]


# ---- one tree of it


def tree_of(S: dict) -> int:
    """Number of the small tree that is looked at, from 0 on."""
    return S["tree"] - 1


@kept(100, of=lambda S, t: (t, *_key(S)))
def _trace(S: dict, t: int) -> dtlearn.Trace:
    return forest_of(S).trace(t)


def trace_of(S: dict) -> dtlearn.Trace:
    """The growth of the tree that is looked at, with its candidates."""
    return _trace(S, tree_of(S))


def large_of(S: dict) -> dict:
    """The tree that is looked at; the way of the point, and the node in question, are marked."""
    view = tree_view(trace_of(S).tree, done=node_of(S), scale=charts.scale_of(*scene.parts_of(S)))
    return view | {"lit": _way(S, tree_of(S))}


def node_of(S: dict) -> int:
    """Number of the node in question; the root where this tree has no such node."""
    return trace_of(S).tree.find(tuple(map(int, S["tree_node"].split(".")[1:]))) or 0


@kept(24, of=lambda S: (S["sheet"], *_key(S)))
def _cards(S: dict) -> list[dict]:
    page, forest, span = (
        S["sheet"],
        forest_of(S),
        charts.spans(*scene.parts_of(S)) if scene.drawn(S) else None,
    )
    return [
        {
            "tree": t + 1,
            "name": f"Tree {t + 1}",
            "title": f"Tree {t + 1}",
            "picture": charts.small(forest, t, span),
            "lines": one_tree.card_lines(forest, _trace(S, t), t),
        }
        for t in range((page - 1) * PAGE, min(page * PAGE, len(forest)))
    ]


def cards_of(S: dict) -> dict:
    """A page of small trees."""
    return {"label": "Trees", "trees": _cards(S), "chosen": S["tree"]}


def pages_of(S: dict) -> int:
    return -(-S["trees"] // PAGE)
