"""What the page Forest computes of its settings: its data, its trees and what they say, kept for everyone."""

from collections.abc import Iterator
from dataclasses import replace
from math import isqrt
from random import Random
from time import monotonic
from types import ModuleType

import dtlearn
from dtlearn.data.dataset import Feature, from_arrays
from dtlearn.forest.forest import Forest, ForestSettings, grow_forest
from dtlearn.forest.polls import Numbers, Poll, poll
from dtlearn.growing.errors import columns, hold_out
from dtlearn.show.documents.forest import forest_walkthrough, most_drawn
from dtlearn.show.documents.walkthrough import Walkthrough
from dtlearn.show.forest import numbers, votes
from dtlearn.show.forest.charts import scale_of
from dtlearn.show.forest.words import BY, Curves, curves
from dtlearn.show.tree.drawing import node_id
from dtlearn.show.tree.view import tree_view
from dtlearn.splitting.criteria import REGRESSION, Criterion
from pages.ui.forest import charts, one_tree
from pages.ui.forest.words import WAYS
from pages.ui.kit import clouds, documents, tables
from pages.ui.kit.fields import asked_about, can_be
from pages.ui.kit.kept import cached
from pages.ui.kit.longwork import grow
from pages.ui.kit.tables import is_large

LEAST, FEWEST = 12, 6  # examples that a data set must have, and one of numbers, where six make a staircase
LARGEST = 1e70  # number to predict: beyond it the squares of squared errors overflow
LEAVES = 200  # of each tree of a visitor's large table
FIRST, SHORT = 20_000, 0.15  # examples of the first trees that are grown together; seconds after which it may be more
TICKET = "ticket_number"  # a column that knows nothing


def fits(data: dtlearn.Dataset) -> bool:
    """Whether a forest can be grown and drawn on a data set: it has examples enough to hold some out."""
    drawn = clouds.in_plane(data) or not any(feature.numeric for feature in data.schema.features)
    if not data.schema.regression:
        return len(data) >= LEAST and drawn
    return len(data) >= FEWEST and drawn and all(abs(y) <= LARGEST for y in data.y.tolist())


# ---- data


def source_of(s: dict) -> tuple:
    """All that the training and the test examples depend on."""
    drawn = (s["draws"], s["noise"]) if clouds.is_cloud(s["data"]) else (1, 0)
    return s["data"], *drawn, two_of(s), s["ticket"], s["held"], s["seed"]


def two_of(s: dict) -> tuple[int, ...]:
    """The two features that the trees are to grow on; () for all."""
    chosen = s["x"] is not None or s["y"] is not None
    if clouds.is_cloud(s["data"]) or not chosen or len(clouds.numeric(s["data"])) < 2:
        return ()
    return clouds.pair(s["data"], s["x"], s["y"])


@cached(40)
def _parts(name: str, draws: int, noise: int, two: tuple[int, ...], ticket: bool, held: int, seed: int) -> tuple:
    data = clouds.cloud(name, draws, noise) if clouds.is_cloud(name) else tables.load(name)
    data = columns(data, two) if two else data
    return hold_out(_ticketed(data) if ticket else data, held / 100, seed)


def _ticketed(data: dtlearn.Dataset) -> dtlearn.Dataset:
    """The data with one more column: a number of its own for each example, in random order."""
    m, schema = len(data), data.schema
    numbers, name = Random(m).sample(range(1, m + 1), m), TICKET
    while name in [feature.name for feature in schema.features]:
        name += "'"
    rows = [[data.value(i, j) for j in range(len(schema.features))] + [str(numbers[i])] for i in range(m)]
    y = data.y.tolist()
    labels = y if schema.regression else [schema.classes[k] for k in y]
    features = [*schema.features, Feature(name)]
    return from_arrays(rows, labels, features, schema.classes, data.name, schema.target, data.card, schema.regression)


def parts_of(s: dict) -> tuple[dtlearn.Dataset, dtlearn.Dataset]:
    """(training examples, test examples)."""
    return _parts(*source_of(s))


def is_flat(s: dict) -> bool:
    """Whether the plane shows all that the trees know: two numeric features."""
    features = parts_of(s)[0].schema.features
    return len(features) == 2 and all(feature.numeric for feature in features)


def is_drawn(s: dict) -> bool:
    """Whether there is a picture of all that the trees say: a plane, or a line along one feature to a number."""
    schema = parts_of(s)[0].schema
    return is_flat(s) or (schema.regression and len(schema.features) == 1 and schema.features[0].numeric)


def criteria(s: dict) -> dict[str, Criterion]:
    """The criteria that fit the target: classes or numbers."""
    return REGRESSION if parts_of(s)[0].schema.regression else dtlearn.CRITERIA


# ---- the forest


def k_of(s: dict) -> int:
    """How many features a node draws; d is no draw at all."""
    d = len(parts_of(s)[0].schema.features)
    return min(s["features"] or max(1, isqrt(d)), d)


def settings_of(s: dict) -> ForestSettings:
    """How the forest grows."""
    d, k, known = len(parts_of(s)[0].schema.features), k_of(s), criteria(s)
    tree = replace(
        dtlearn.ALGORITHMS["CART"],
        criterion=s["criterion"] if s["criterion"] in known else next(iter(known)),
        max_depth=s["depth"],
        min_samples_leaf=s["min_leaf"],
        max_features=k if k < d else None,
        seed=s["seed"],
        max_leaf_nodes=LEAVES if is_large(s["data"]) else None,
    )
    sub = s["sub"] if s["sub"] and s["sub"] < d else None
    return ForestSettings(s["trees"], tree, s["boot"], s["sample"] if s["boot"] else None, sub)


def way_of(s: dict) -> str | None:
    """Which of the things this forest is; None for a mixture, or where there is nothing to draw."""
    how = settings_of(s)
    draws = how.bootstrap, how.tree.max_features is not None, how.subspace is not None
    return next((name for name, way in WAYS.items() if way.draws == draws), None)


def key_of(s: dict) -> tuple:
    """All that the forest depends on."""
    return settings_of(s), *source_of(s)


@cached(24)
def _held(settings: ForestSettings, *source) -> list[Forest]:
    """Holds the trees as far as someone has grown them: fewer trees are the beginning of more."""
    return []


def _held_of(settings: ForestSettings, *source) -> list[Forest]:
    return _held(replace(settings, n_trees=1), *source)


def growing(s: dict, held: list[Forest] | None = None) -> Iterator[int]:
    """Grows the trees that are missing, a few more at a time; yields how many there are.

    held : where they are kept; by default for everyone who looks at such a forest.
    """
    return _growing(key_of(s), _held_of(*key_of(s)) if held is None else held)


def _growing(key: tuple, held: list[Forest]) -> Iterator[int]:
    settings, *source = key
    train = _parts(*source)[0]
    some = max(FIRST // len(train), 1)
    while not held or len(held[0]) < settings.n_trees:
        start = monotonic()
        some = min(some, settings.n_trees - (len(held[0]) if held else 0))
        grown = held[0].more(some) if held else grow_forest(train, replace(settings, n_trees=some))
        if not held or len(held[0]) < len(grown):  # else another visitor was faster
            held[:] = [grown]
        some *= 2 if monotonic() - start < SHORT else 1
        yield len(held[0])


@cached(24)
def _forest(*key) -> Forest:
    held, n = _held_of(*key), key[0].n_trees
    for _ in _growing(key, held):
        pass
    return held[0] if len(held[0]) == n else held[0].first(n)


def forest_of(s: dict) -> Forest:
    """The forest, all its trees."""
    return _forest(*key_of(s))


def n_grown(s: dict) -> int:
    """How many trees are there already."""
    held = _held_of(*key_of(s))
    return len(held[0]) if held else 0


def is_missing(s: dict) -> bool:
    """Whether trees are still to be grown."""
    return n_grown(s) < s["trees"]


@cached(24)
def _one(*key) -> dtlearn.Tree:
    settings, *source = key
    return grow(source[0], _parts(*source)[0], replace(settings.tree, max_features=None)).tree


@cached(48)
def _curves(by: str, *key) -> Curves:
    return curves(_forest(*key), _parts(*key[1:])[1], _one(*key), by)


def curves_of(s: dict, by: str) -> Curves:
    """The errors of the forest as it grows."""
    return _curves(by, *key_of(s))


@cached(24)
def are_pure(*key) -> bool:
    """Whether every leaf has one class, so that each tree says 0 or 1."""
    return votes.is_pure(_forest(*key))


@cached(24)
def apart(*key) -> list[int]:
    """The test examples on which majority and mean of all trees differ."""
    forest, test = _forest(*key), _parts(*key[1:])[1]
    return (forest.predict(test.X) != forest.predict(test.X, "means")).nonzero()[0].tolist()


@cached(24)
def n_kinds(*key) -> int:
    """How many different trees the forest has."""
    return one_tree.n_different(_forest(*key))


# ---- what is asked about


EXAMPLE = asked_about(
    r"[ts]\d{1,5}", "neither a test example (t1), nor a training example (s1), nor a new one (x2.5_7)"
)


@cached(24)
def _telling(*key) -> int:
    train, test = _parts(*key[1:])
    words = numbers if train.schema.regression else votes
    return words.telling(_forest(*key), _one(*key), test)


def example_of(s: dict) -> tuple[str, int] | None:
    """Which example is asked about: "t" (test) or "s" (training), and its number from 0 on; None for a place."""
    at = s["example"]
    if at.startswith("x"):
        return None
    return (at[0], int(at[1:]) - 1) if at else ("t", _telling(*key_of(s)))


def point_of(s: dict) -> tuple[float, ...]:
    """The values of what is asked about."""
    found = example_of(s)
    if found is None:
        return tuple(map(float, s["example"][1:].split("_")))
    return tuple(parts_of(s)[found[0] == "t"].X[found[1]].tolist())


@cached(100)
def _poll(point: tuple[float, ...], row: int | None, *key) -> Poll | Numbers:
    return poll(_forest(*key), point, row)


def poll_of(s: dict) -> Poll | Numbers:
    """What every tree says of the point; of a training example, those that left it out."""
    kind, row = example_of(s) or ("", None)
    return _poll(point_of(s), row if kind == "s" else None, *key_of(s))


def no_point(s: dict) -> str:
    """Why nobody can ask about the point of a link; "" if one can."""
    at, parts = s["example"], parts_of(s)
    if at[:1] in ("t", "s"):
        most = len(parts[at[0] == "t"])
        if not 1 <= int(at[1:]) <= most:
            return f"{at} is outside {at[0]}1 to {at[0]}{most}"
        if at[0] == "s" and not s["boot"]:
            return " is a training example, but without a bootstrap no tree leaves one out"
    elif at:
        if not can_be(at[1:], parts[0]):
            return " holds an example that cannot be"
        spans = charts.spans(*parts) if is_drawn(s) else ()
        if not all(lo <= v <= hi for v, (lo, hi) in zip(point_of(s), spans, strict=False)):
            return " lies outside the picture"
    return ""


def words_of(s: dict) -> ModuleType:
    """How the answers are put into words: votes for classes, or numbers and their mean."""
    return numbers if parts_of(s)[0].schema.regression else votes


# ---- the document


def part_size(s: dict) -> int:
    """The frames of a part of the document; 0 of one that comes whole."""
    forest = forest_of(s)
    most = most_drawn(forest)
    return documents.part_size([min(len(tree), most) for tree in (forest.trees[0], *forest.trees)])


def document(s: dict, part: range | None = None) -> Walkthrough:
    """The votes on the point, or a part of them."""
    forest, (kind, row) = forest_of(s), example_of(s) or ("", None)
    found = {by: curves_of(s, by) for by in BY}
    row = row if kind == "t" else None
    one, seen = _one(*key_of(s)) if is_drawn(s) else None, s["curve"] == "seen"
    return forest_walkthrough(forest, poll_of(s), point_of(s), s["by"], parts_of(s)[1], found, row, one, seen, part)


def view_of(s: dict, step: int) -> dict:
    """The tree that votes last, with the way of the point."""
    t = max(step, 1) - 1
    view = tree_view(forest_of(s).trees[t], None if step else (), scale=scale_of(*parts_of(s)))
    return view | ({"lit": _way(s, t)} if step else {})


def _way(s: dict, t: int) -> list[str]:
    """The ids on the way of the point in tree t."""
    path = forest_of(s).trees[t][poll_of(s).nodes[t]].path
    return [node_id(path[:k]) for k in range(len(path) + 1)]


# ---- one tree of it


@cached(100)
def _trace(t: int, *key) -> dtlearn.Trace:
    return _forest(*key).trace(t)


def trace_of(s: dict) -> dtlearn.Trace:
    """The growth of the tree that is looked at, with its candidates."""
    return _trace(s["tree"] - 1, *key_of(s))


def node_of(s: dict) -> int:
    """Number of the node in question; the root where this tree has no such node."""
    return trace_of(s).tree.find(tuple(map(int, s["tree_node"].split(".")[1:]))) or 0


def nodes_of(s: dict) -> list[str]:
    """What links call the nodes of the tree that is looked at; the root alone without one."""
    if not s["tree"] or s["tree"] > s["trees"] or s["tree_node"] == "r":
        return ["r"]
    return [".".join(["r", *map(str, node.path)]) for node in trace_of(s).tree]


def large_of(s: dict) -> dict:
    """The tree that is looked at; the way of the point, and the node in question, are marked."""
    view = tree_view(trace_of(s).tree, done=node_of(s), scale=scale_of(*parts_of(s)))
    return view | {"lit": _way(s, s["tree"] - 1)}


@cached(24)
def _cards(n: int, is_drawn: bool, *key) -> list[dict]:
    forest, parts = _forest(*key), _parts(*key[1:])
    span = charts.spans(*parts) if is_drawn else None
    return [
        {
            "tree": t + 1,
            "name": f"Tree {t + 1}",
            "title": f"Tree {t + 1}",
            "picture": charts.small(forest, t, span),
            "lines": one_tree.card_lines(forest, _trace(t, *key), t),
        }
        for t in range(n)
    ]


def cards_of(s: dict, n: int) -> dict:
    """The first n small trees."""
    return {"label": "Trees", "trees": _cards(n, is_drawn(s), *key_of(s)), "chosen": s["tree"]}
