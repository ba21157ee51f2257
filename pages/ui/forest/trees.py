"""A forest on the screen: its trees, its votes and its pictures, kept for everyone who looks at the same ones.

Python's own caches: the page looks things up a hundred times a run, and Streamlit's take a millisecond for each.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from time import monotonic

import dtlearn
from dtlearn.forest.forest import Forest, ForestSettings, grow_forest
from dtlearn.forest.polls import Poll, Surface, poll, surface
from dtlearn.views.forest import charts, one_tree, votes, words
from dtlearn.views.forest.words import Curves
from dtlearn.views.tree.view import node_id, tree_view
from pages.ui.forest import scene
from pages.ui.kit.kept import kept
from pages.ui.kit.longwork import grow

PAGE = 12  # small trees beside each other
HEIGHT = 330  # px of the plane
FIRST, SHORT = 20_000, 0.15  # examples of the first trees that are grown together; seconds after which it may be more


@kept(24, cache=lru_cache)
def _held(settings: ForestSettings, *key) -> list[Forest]:
    """Holds the trees as far as someone has grown them: fewer trees are the beginning of more. settings : for one tree."""
    return []


def _growing(settings: ForestSettings, *key) -> Iterator[int]:
    train, held = scene.parts(*key)[0], _held(replace(settings, n_trees=1), *key)
    some = max(FIRST // len(train), 1)
    while not held or len(held[0]) < settings.n_trees:
        start = monotonic()
        some = min(some, settings.n_trees - (len(held[0]) if held else 0))
        grown = held[0].more(some) if held else grow_forest(train, replace(settings, n_trees=some))
        if not held or len(held[0]) < len(grown):  # else another visitor was faster
            held[:] = [grown]
        some *= 2 if monotonic() - start < SHORT else 1
        yield len(held[0])


def _all(S: dict) -> tuple:
    return scene.settings_of(S), *scene.parts_key(S)


@kept(24, cache=lru_cache, of=_all)
def forest_of(settings: ForestSettings, *key) -> Forest:
    """The forest of the scene, all its trees."""
    for _ in _growing(settings, *key):
        pass
    grown = _held(replace(settings, n_trees=1), *key)[0]
    return grown if len(grown) == settings.n_trees else grown.first(settings.n_trees)


def growing(S: dict) -> Iterator[int]:
    """Grows the trees that are missing, a few more at a time; yields how many there are."""
    return _growing(*_all(S))


def missing(S: dict) -> bool:
    """Not all trees of the scene have been grown."""
    settings, *key = _all(S)
    held = _held(replace(settings, n_trees=1), *key)
    return not held or len(held[0]) < settings.n_trees


@kept(24, cache=lru_cache)
def _one(settings: ForestSettings, *key) -> dtlearn.Tree:
    return grow(key[0], scene.parts(*key)[0], replace(settings.tree, max_features=None)).tree


@kept(48, cache=lru_cache, of=lambda S, by: (by, *_all(S)))
def curves_of(by: str, *all_) -> Curves:
    """The errors of the forest as it grows."""
    return words.curves(forest_of.by(*all_), scene.parts(*all_[1:])[1], _one(*all_), by)


@kept(24, cache=lru_cache)
def _telling(*all_) -> int:
    return votes.telling(forest_of.by(*all_), _one(*all_), scene.parts(*all_[1:])[1])


def example_of(S: dict) -> tuple[str, int] | None:
    """Which example is asked about: "t" (test) or "s" (training), and its number from 0 on; None for a place."""
    at = S["fo_at"]
    if at.startswith("x"):
        return None
    return (at[0], int(at[1:]) - 1) if at else ("t", _telling(*_all(S)))


def point_of(S: dict) -> tuple[float, ...]:
    """The values of what is asked about."""
    found = example_of(S)
    if found is None:
        return tuple(map(float, S["fo_at"][1:].split("_")))
    return tuple(scene.parts_of(S)[found[0] == "t"].X[found[1]].tolist())


@kept(100, cache=lru_cache)
def _poll(x: tuple[float, ...], row: int | None, *all_) -> Poll:
    return poll(forest_of.by(*all_), x, row)


def poll_of(S: dict) -> Poll:
    """What every tree says of the point; of a training example, those that left it out."""
    found = example_of(S)
    return _poll(point_of(S), found[1] if found and found[0] == "s" else None, *_all(S))


@kept(24, cache=lru_cache, of=_all)
def pure(*all_) -> bool:
    """Whether every leaf has one class, so that each tree says 0 or 1."""
    return votes.is_pure(forest_of.by(*all_))


@kept(100, cache=lru_cache)
def _apart(n: int, *all_) -> list[int]:
    return votes.differ(forest_of.by(*all_), scene.parts(*all_[1:])[1], n)


def apart_of(S: dict) -> list[int]:
    """The test examples on which majority and mean differ."""
    return _apart(S["step"], *_all(S)) if S["step"] else []


@kept(12, cache=lru_cache)
def _surface(*all_) -> Surface:
    return surface(forest_of.by(*all_), *charts.spans(*scene.parts(*all_[1:])))


def plane_of(S: dict) -> dict:
    """The shaded plane."""
    train, test = scene.parts_of(S)
    return charts.plane_view(_surface(*_all(S)), train, test, S["step"], S["fo_by"], point_of(S), HEIGHT)


@kept(24, cache=lru_cache, of=_all)
def kinds_of(*all_) -> int:
    """How many different trees the forest has."""
    return one_tree.n_different(forest_of.by(*all_))


# ---- one tree of it


def waiting(S: dict) -> bool:
    """Nobody has voted, and no tree has been chosen: nothing is given away."""
    return not S["step"] and S["fo_tree"] is None


def tree_of(S: dict) -> int:
    """Number of the tree that is shown large, from 0 on: the chosen one, else the last that has voted."""
    return (S["fo_tree"] or max(S["step"], 1)) - 1


@kept(100, cache=lru_cache, of=lambda S: (tree_of(S), *_all(S)))
def trace_of(t: int, *all_) -> dtlearn.Trace:
    """The growth of the tree that is shown large, with its candidates."""
    return forest_of.by(*all_).trace(t)


@kept(100, cache=lru_cache, of=lambda S: (tree_of(S), *_all(S)))
def large_of(t: int, *all_) -> str:
    """The partition of the tree that is shown large, with its sample."""
    return charts.tree_plane(forest_of.by(*all_), t, charts.spans(*scene.parts(*all_[1:])), 240, 262)


def view_of(S: dict) -> dict:
    """The tree that is shown large; the way of the point, and the node in question, are marked."""
    trace = trace_of(S)
    end, lit = poll_of(S).nodes[tree_of(S)], []
    path = trace.tree[end].path
    lit = [node_id(path[:k]) for k in range(len(path) + 1)]
    return tree_view(trace.tree, done=node_of(S)) | {"lit": lit}


def node_of(S: dict) -> int:
    """Number of the node in question; the root where this tree has no such node."""
    return trace_of(S).tree.find(tuple(map(int, S["fo_node"].split(".")[1:]))) or 0


@kept(24, cache=lru_cache)
def _cards(page: int, is_flat: bool, *all_) -> list[dict]:
    forest, span = forest_of.by(*all_), charts.spans(*scene.parts(*all_[1:])) if is_flat else None
    return [
        {"tree": t + 1, "name": f"Tree {t + 1}", "title": f"Tree {t + 1}", "picture": charts.small(forest, t, span),
         "lines": one_tree.card_lines(forest, trace_of.by(t, *all_), t)}
        for t in range((page - 1) * PAGE, min(page * PAGE, len(forest)))
    ]  # fmt: skip


def cards_of(S: dict) -> dict:
    """A page of small trees."""
    return {"label": "Trees", "trees": _cards(S["fo_page"], scene.flat(S), *_all(S)), "chosen": tree_of(S) + 1}


def pages_of(S: dict) -> int:
    return -(-S["fo_trees"] // PAGE)


@kept(100, cache=lru_cache, of=lambda S: (S["step"], S["fo_by"], *_all(S)))
def figure_of(n: int, by: str, *all_):
    """The errors against the number of trees."""
    return charts.errors_figure(curves_of.by(by, *all_), n)
