"""The scene of a forest: its fields, its data, the settings that it asks for."""

import re
from contextlib import suppress
from dataclasses import replace
from math import isqrt
from random import Random

import dtlearn
from dtlearn.data.dataset import Feature, from_arrays
from dtlearn.forest.forest import ForestSettings
from dtlearn.growing.errors import columns, hold_out
from dtlearn.splitting.criteria import REGRESSION, Criterion
from dtlearn.views.forest.words import BY, WAYS
from pages.ui.kit import clouds, tables
from pages.ui.kit.codec import Field, choice, switch, whole
from pages.ui.kit.fields import ENLARGED, FRESH, NODE, PLAYED
from pages.ui.kit.kept import kept
from pages.ui.kit.tables import is_large

LEAST, FEWEST = 12, 6  # examples that a data set must have, and one of numbers, where six make a staircase
LARGEST = 1e70  # number to predict: beyond it the squares of squared errors overflow
MOST = 200  # trees
LEAVES = 200  # of each tree of a visitor's large table


def fits(data: dtlearn.Dataset) -> bool:
    """Whether a forest can be grown and drawn on a data set: it has examples enough to hold some out."""
    drawn = clouds.in_plane(data) or not any(feature.numeric for feature in data.schema.features)
    if not data.schema.regression:
        return len(data) >= LEAST and drawn
    return len(data) >= FEWEST and drawn and all(abs(y) <= LARGEST for y in data.y.tolist())


WINE = "wine"  # thirteen features to draw from
EXPERIMENTS = (WINE, "penguins", "congress_votes", "titanic")  # data sets in which a node of 30 examples is small
TICKET = "ticket_number"  # a column that knows nothing


def _read_at(text: str) -> str:
    with suppress(ValueError):
        if re.fullmatch(r"|[ts]\d{1,5}", text, re.ASCII) or (text[0] == "x" and FRESH.read(text[1:])):
            return text
    raise ValueError("example= is neither a test example (t1), nor a training example (s1), nor a new one (x2.5_7)")


def _read_node(text: str) -> str:
    if not re.fullmatch(r"r(\.\d{1,4}){0,200}", text, re.ASCII):
        raise ValueError("tree_node= is not a node")
    return text


AT = Field("example", "", _read_at)
VOTES = (  # what the votes on an example depend on
    tables.field("data", "cloud-rings", fits, more=clouds.NAMES),
    whole("draws", 2, 1, 5),
    whole("noise", 10, 0, 40),
    whole("held", 40, 10, 80),
    whole("seed", 1, 0, 999),
    switch("two"),
    whole("x", None, 0, 9999),
    whole("y", None, 0, 9999),
    switch("ticket"),
    whole("trees", 100, 1, MOST),
    whole("features", None, 1, 9999),  # None: the root of d
    whole("sub", None, 1, 9999),  # None: all
    switch("boot", True),
    whole("sample", None, 1, 99999),  # None: as many as there are
    whole("min_leaf", 1, 1, 50),
    whole("depth", None, 1, 20),
    choice("criterion", [*dtlearn.CRITERIA], "gini_gain"),
    whole("luck", 1, 0, 999),
    choice("by", [*BY], "votes"),
    AT,
)
CURVE = choice("curve", ("whole", "seen"), "whole")  # seen: as far as the steps were seen
FIELDS = (
    *VOTES,
    CURVE,
    whole("tree", None, 1, MOST),  # the small tree that is looked at
    Field("tree_node", "r", _read_node),
    whole("sheet", 1, 1, 999),
    switch("matter"),
    switch("alike"),
    choice("trial", [*EXPERIMENTS], "wine"),
    whole("trial_least", 30, 2, 200),
    whole("trial_seed", 1, 0, 999),
    choice("trial_run", ("no", "five", "many"), "no"),
    NODE,
    ENLARGED,
    *PLAYED,  # None: all trees
)
OPENS = {"step": 0, "curve": "seen", "example": "t38"}  # between the classes
QUESTION, DO = "Each tree sees another sample. Do many of them together make fewer errors than one?", "Press Next."
PLACE = {
    name: name for name in ("step", "speed", "node", "large")
}  # what the stage calls the place -> the fields that hold it


# ---- data, shared by everyone who looks at the same ones


@kept(40, of=lambda S: parts_key(S)[:5])
def _data(S: dict) -> dtlearn.Dataset:
    name, two = S["data"], two_of(S)
    data = clouds.cloud(name, S["draws"], S["noise"]) if clouds.is_cloud(name) else tables.load(name)
    data = columns(data, two) if two else data
    return _ticketed(data) if S["ticket"] else data


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


def two_of(S: dict) -> tuple[int, ...]:
    """The two features that the trees are to grow on; () for all."""
    if clouds.is_cloud(S["data"]) or not S["two"] or len(clouds.numeric(S["data"])) < 2:
        return ()
    return clouds.pair(S["data"], S["x"], S["y"])


def parts_key(S: dict) -> tuple:
    """All that the two parts of the data depend on."""
    made = (S["draws"], S["noise"]) if clouds.is_cloud(S["data"]) else (1, 0)
    return S["data"], *made, two_of(S), S["ticket"], S["held"], S["seed"]


@kept(40, of=parts_key)
def parts_of(S: dict) -> tuple[dtlearn.Dataset, dtlearn.Dataset]:
    """(training examples, test examples)."""
    return hold_out(_data(S), S["held"] / 100, S["seed"])


def flat(S: dict) -> bool:
    """Whether the plane shows all that the trees know: two numeric features."""
    features = parts_of(S)[0].schema.features
    return len(features) == 2 and all(feature.numeric for feature in features)


def lined(S: dict) -> bool:
    """Whether a line shows all that the trees say: one numeric feature and a number to predict."""
    schema = parts_of(S)[0].schema
    return schema.regression and len(schema.features) == 1 and schema.features[0].numeric


def drawn(S: dict) -> bool:
    """Whether there is a picture of all that the trees say."""
    return flat(S) or lined(S)


def criteria(S: dict) -> dict[str, Criterion]:
    """The criteria that fit the target: classes or numbers."""
    return REGRESSION if parts_of(S)[0].schema.regression else dtlearn.CRITERIA


def k_of(S: dict) -> int:
    """How many features a node draws; d is no draw at all."""
    d = len(parts_of(S)[0].schema.features)
    return min(S["features"] or max(1, isqrt(d)), d)


def settings_of(S: dict) -> ForestSettings:
    d, k = len(parts_of(S)[0].schema.features), k_of(S)
    fits = criteria(S)
    tree = replace(
        dtlearn.ALGORITHMS["CART"],
        criterion=S["criterion"] if S["criterion"] in fits else next(iter(fits)),
        max_depth=S["depth"],
        min_samples_leaf=S["min_leaf"],
        max_features=k if k < d else None,
        seed=S["luck"],
        max_leaf_nodes=LEAVES if is_large(S["data"]) else None,
    )
    sub = S["sub"] if S["sub"] and S["sub"] < d else None
    return ForestSettings(S["trees"], tree, S["boot"], S["sample"] if S["boot"] else None, sub)


def way_of(S: dict) -> str | None:
    """Which of the things this forest is; None for a mixture, or where there is nothing to draw."""
    s = settings_of(S)
    draws = s.bootstrap, s.tree.max_features is not None, s.subspace is not None
    return next((name for name, way in WAYS.items() if way.draws == draws), None)
