"""Overfitting on the screen: its fields, its cached data, growth, series and pictures, what the reader does."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

import dtlearn
from dtlearn.data import Card
from dtlearn.evaluate import Path, Sized, hold_out, losses, mislabelled
from dtlearn.grow import smaller
from dtlearn.synthetic import SHAPES, plane
from dtlearn.views import limit_pictures, overfit_pictures, overfitting
from dtlearn.views.model import tree_view
from pages.ui import growth, limits, longwork, own, planes
from pages.ui.charts import picked_point
from pages.ui.growth import ALGORITHM_IDS
from pages.ui.kept import kept
from pages.ui.scene import choice, state, whole

LEAST = 12  # examples that a data set must have
FRESH = 20_000  # new examples that measure the true error of a cloud
NEW = 20_000  # number of the first drawing of a fresh sample: far from those of any growth
DRAWS = 3
LABELS = 0  # the seed of the wrong labels: the same ones for every division of the data
READABLE = 800  # nodes of a tree that is drawn with its words
WIDTH, HEIGHT, BELOW = 460, 260, 160  # px of the partition, and of the tree's shape under it


def fits(data: dtlearn.Dataset) -> bool:
    """Whether trees of a data set can overfit here: there are classes to mistake, and examples to hold out."""
    return len(data.schema.classes) > 1 and len(data) >= LEAST


DATA = (
    *(limits.CLOUD + name for name in SHAPES),
    *(name for name in dtlearn.names() if fits(dtlearn.load(name))),
)
# What each preset sets; everything else of the data goes back to its default.
PRESETS = {
    "clean": ("No wrong labels", {"of_noise": 0}),
    "noisy": ("20 % wrong labels", {}),
    "few": ("Few examples", {"of_draws": 1}),
    "many": ("Many examples", {"of_draws": 10}),
    "xor": ("XOR", {"of_data": "cloud-xor", "of_noise": 10}),
    "iris": ("Iris: no source known", {"of_data": "iris", "of_noise": 10}),
}


def _same(values) -> dict:
    return {value: value for value in values}


CHOICES = (
    own.field("of_data", DATA, "cloud-rings", fits),
    whole("of_draws", DRAWS, 1, 10),
    whole("of_noise", 20, 0, 40),
    whole("of_held", 40, 10, 80),
    whole("of_seed", 1, 0, 999),
    choice("of_algorithm", ALGORITHM_IDS, "CART"),
    choice("of_criterion", _same(dtlearn.CRITERIA), "gini_gain"),
)
FIELDS = (
    *CHOICES,
    choice("of_unit", _same(("nodes", "leaves")), "nodes"),
    choice("of_xor", _same(("table", "bits", "cloud")), "table"),
    whole("of_more", 4, 0, 8),
    whole("of_wrong", 10, 0, 40),
    whole("of_m", 200, 10, 500),
    whole("of_least", 5, 0, 30),
    whole("step", None, 0, growth.MOST),  # None: the full tree
    *(field for field in growth.FIELDS if field.name in ("speed", "present")),
)


# ---- data, growth and errors, shared by everyone who looks at the same ones


def is_cloud(S: dict) -> bool:
    return S["of_data"].startswith(limits.CLOUD)


@st.cache_resource(max_entries=40, show_spinner=False)
def cloud(name: str, first: int, draws: int, noise: int) -> dtlearn.Dataset:
    """Points of a shape, drawn several times from number ``first`` on, some of them with a wrong label."""
    shape = SHAPES[name]
    points = [p for k in range(first, first + draws) for p in replace(shape, seed=shape.seed + 1000 * k).points]
    made = plane(points, limits.CLOUD + name, Card(title=f"Cloud: {shape.title}"))
    return mislabelled(made, noise / 100, shape.seed + first)


def fresh_cloud(name: str, noise: int) -> dtlearn.Dataset:
    """About FRESH points that no drawing for a growth contains."""
    return cloud(name, NEW, round(FRESH / len(SHAPES[name].points)), noise)


def _shape(S: dict) -> str:
    return S["of_data"].removeprefix(limits.CLOUD)


@kept(60)
def _parts(name: str, draws: int, noise: int, held: int, seed: int) -> tuple:
    if name.startswith(limits.CLOUD):
        data = cloud(name.removeprefix(limits.CLOUD), 0, draws, noise)
    else:
        data = mislabelled(own.load(name), noise / 100, LABELS)
    return hold_out(data, held / 100, seed)


def _key(S: dict) -> tuple:
    return S["of_data"], S["of_draws"] if is_cloud(S) else DRAWS, S["of_noise"], S["of_held"], S["of_seed"]


def parts_of(S: dict) -> tuple[dtlearn.Dataset, dtlearn.Dataset]:
    """(training examples, test examples)."""
    return _parts(*_key(S))


def settings_of(S: dict) -> dtlearn.GrowSettings:
    return replace(dtlearn.ALGORITHMS[S["of_algorithm"]], criterion=S["of_criterion"])


@kept(60)
def _trace(settings: dtlearn.GrowSettings, *key) -> dtlearn.Trace:
    return longwork.grow(key[0], _parts(*key)[0], settings)


@kept(60)
def _series(settings: dtlearn.GrowSettings, *key) -> Path:
    test = _parts(*key)[1]
    fresh = fresh_cloud(key[0].removeprefix(limits.CLOUD), key[2]) if key[0].startswith(limits.CLOUD) else None
    return overfitting.series(_trace(settings, *key), test, fresh)


def series_of(S: dict) -> Path:
    """Every size of the growth with its errors."""
    return _series(settings_of(S), *_key(S))


@kept(300)
def _sized(k: int, settings: dtlearn.GrowSettings, *key) -> Sized:
    train, test = _parts(*key)
    trace = smaller(_trace(settings, *key), replace(settings, max_splits=k))
    return Sized(k, trace, losses(trace.tree, train), losses(trace.tree, test))


def sized_of(S: dict, k: int) -> Sized:
    """The tree after k splits, with its losses on both parts."""
    return _sized(k, settings_of(S), *_key(S))


@kept(300)
def _pictures(k: int, settings: dtlearn.GrowSettings, *key) -> tuple[str | None, str]:
    (train, test), one = _parts(*key), _sized(k, settings, *key)
    features = train.schema.features
    flat = len(features) <= 2 and all(feature.numeric for feature in features) and planes.fits(train)
    above = limit_pictures.large(*limits.drawn(train, test, one), WIDTH, HEIGHT) if flat else None
    return above, overfit_pictures.shape(one, WIDTH, BELOW if flat else HEIGHT)


def pictures_of(S: dict) -> tuple[str | None, str]:
    """The present tree: its partition, where there is a plane, and its shape."""
    return _pictures(S["step"], settings_of(S), *_key(S))


@kept(300)
def _view(k: int, settings: dtlearn.GrowSettings, *key) -> dict:
    return tree_view(_sized(k, settings, *key).tree)


def view_of(S: dict) -> dict:
    """The present tree with its words."""
    return _view(S["step"], settings_of(S), *_key(S))


@kept(300)
def _figure(k: int, unit: str, settings: dtlearn.GrowSettings, *key):
    return overfit_pictures.errors_figure(_series(settings, *key), k, unit, key[2] / 100)


def figure_of(S: dict):
    """The errors against the size."""
    return _figure(S["step"], S["of_unit"], settings_of(S), *_key(S))


# ---- what the reader does


def go(k: int) -> None:
    state()["step"] = k


def clicked(key: str) -> None:
    """A point of the curve: go to its tree."""
    if found := picked_point(key):
        go(int(found[0]))


def preset(name: str) -> None:
    """The data of a preset, at its full tree."""
    S = state()
    S.update({field.name: field.default for field in CHOICES} | PRESETS[name][1])
    go(len(series_of(S)) - 1)


def is_preset(name: str) -> bool:
    S = state()
    asked = {field.name: field.default for field in CHOICES} | PRESETS[name][1]
    return all(S[field] == value for field, value in asked.items())


def changed(before: dict) -> None:
    """Another growth: from the full tree to the full tree, else the same number of splits as far as there is one."""
    S = state()
    last = len(series_of(S)) - 1
    full = before["step"] == len(series_of(before)) - 1
    go(last if full else min(before["step"], last))


def mend(S: dict) -> list[str]:
    """Bring the step into its range; answers what was wrong with the link."""
    if not st.query_params:  # the step is another page's
        S["step"] = st.session_state.get("of_step")
    last = len(series_of(S)) - 1
    if S["step"] is None:
        S["step"] = last
    if S["step"] > last:
        asked, S["step"] = S["step"], last
        return [f"step={asked} is outside 0 to {last}"]
    return []
