"""A row of trees on the screen: its fields, its cached data, trees and pictures, what the reader does."""

from __future__ import annotations

import re
from dataclasses import replace

import streamlit as st

import dtlearn
from dtlearn.criteria import REGRESSION, Criterion
from dtlearn.data import Card, number
from dtlearn.evaluate import Sized, against, columns, hold_out, mislabelled, rows
from dtlearn.synthetic import SHAPES, plane
from dtlearn.views import limit_pictures, limits
from dtlearn.views.limits import LIMITS
from dtlearn.views.model import tree_view
from pages.ui import own, planes
from pages.ui.fields import PLAYED
from pages.ui.kept import kept
from pages.ui.scene import Field, choice, state, whole

LEAST = 5  # examples that a data set must have
GROWN = 800  # training examples of which trees can be drawn: with more, a full tree has more boxes than a picture dots
DRAWN = 800  # examples of each part in a picture
DRAWS = 3  # how often a shape is drawn at first, each time with other points
ALONE = -1  # no second feature
HEIGHT = 360  # px of the large pictures
# Known pairs that tell the classes apart; chosen by hand, so that no held-out example has a say.
_PAIRS = {
    "iris": ("petal_length", "petal_width"), "wine": ("flavanoids", "color_intensity"),
    "penguins": ("bill_length_mm", "flipper_length_mm"), "cars_mpg": ("weight_lbs", "horsepower"),
}  # fmt: skip


def fits(data: dtlearn.Dataset) -> bool:
    """Whether trees of a data set can be tried and drawn: it lies in a plane and has some examples to hold out."""
    return len(data) >= LEAST and planes.fits(data)


def numeric(name: str) -> list[int]:
    """The numeric features of a data set."""
    return [j for j, feature in enumerate(own.load(name).schema.features) if feature.numeric]


CLOUD = "cloud-"
_EVERY = dtlearn.names() + dtlearn.names(regression=True)
DATA = (*(CLOUD + name for name in SHAPES), *(name for name in _EVERY if fits(dtlearn.load(name))))


def _read_values(text: str) -> tuple[float, ...]:
    if not re.fullmatch(r"\d{1,7}(\.\d{1,9})?(,\d{1,7}(\.\d{1,9})?){0,20}", text, re.ASCII):
        raise ValueError("sl_values= is not a list of numbers")
    return tuple(map(float, text.split(",")))


FIELDS = (
    own.field("sl_data", DATA, "cloud-rings", fits),
    choice("sl_limit", [*LIMITS], "depth"),
    Field("sl_values", (), _read_values, lambda values: ",".join(f"{v:.9f}".rstrip("0").rstrip(".") for v in values)),
    whole("sl_x", None, 0, 9999),
    whole("sl_y", None, ALONE, 9999),
    choice("sl_criterion", [*dtlearn.CRITERIA], "gini_gain"),
    whole("sl_held", 40, 10, 80),
    whole("sl_seed", 1, 0, 999),
    whole("sl_draws", DRAWS, 1, 5),
    whole("sl_noise", 10, 0, 40),
    *PLAYED,  # None: at a telling picture
)


# ---- data and trees, shared by everyone who looks at the same ones


def is_cloud(S: dict) -> bool:
    return S["sl_data"].startswith(CLOUD)


@st.cache_resource(max_entries=40, show_spinner=False)
def _cloud(name: str, draws: int, noise: int) -> dtlearn.Dataset:
    shape = SHAPES[name]
    points = [p for k in range(draws) for p in replace(shape, seed=shape.seed + 1000 * k).points]
    return mislabelled(plane(points, CLOUD + name, Card(title=f"Cloud: {shape.title}")), noise / 100, shape.seed)


def data_of(S: dict) -> dtlearn.Dataset:
    """The whole data set of the scene, all features and examples."""
    if is_cloud(S):
        return _cloud(S["sl_data"].removeprefix(CLOUD), S["sl_draws"], S["sl_noise"])
    return own.load(S["sl_data"])


def free_of(S: dict) -> tuple[int, ...]:
    """The one or two features that the trees grow on."""
    if is_cloud(S):
        return 0, 1
    known, features = numeric(S["sl_data"]), own.load(S["sl_data"]).schema.features
    pair = _PAIRS.get(S["sl_data"], ())
    first = [j for j in known if features[j].name in pair] or known
    x = S["sl_x"] if S["sl_x"] is not None else next((j for j in first if j != S["sl_y"]), first[0])
    y = S["sl_y"] if S["sl_y"] is not None else next((j for j in (*first, *known) if j != x), ALONE)
    return (x,) if y in (ALONE, x) else (x, y)


def criteria(S: dict) -> dict[str, Criterion]:
    """The criteria that fit the target: classes or numbers."""
    return REGRESSION if data_of(S).schema.regression else dtlearn.CRITERIA


def settings_of(S: dict) -> dtlearn.GrowSettings:
    """Ch8's growth, without a limit."""
    fitting = criteria(S)
    criterion = S["sl_criterion"] if S["sl_criterion"] in fitting else next(iter(fitting))
    return replace(dtlearn.ALGORITHMS["CART"], criterion=criterion)


def _key(S: dict) -> tuple:
    """All that the two parts of the data depend on."""
    made = (S["sl_draws"], S["sl_noise"]) if is_cloud(S) else (DRAWS, 0)
    return S["sl_data"], *made, free_of(S), S["sl_held"], S["sl_seed"]


@kept(100)
def _parts(name: str, draws: int, noise: int, free: tuple, held: int, seed: int) -> tuple:
    S = {"sl_data": name, "sl_draws": draws, "sl_noise": noise}
    train, test = hold_out(columns(data_of(S), free), held / 100, seed)
    if len(train) > GROWN:
        train = hold_out(train, GROWN / len(train), seed + 1)[1]
    return train, test


def parts_of(S: dict) -> tuple[dtlearn.Dataset, dtlearn.Dataset]:
    """(training examples, held-out ones): the same for every value of every limit."""
    return _parts(*_key(S))


@kept(60)
def _row(settings: dtlearn.GrowSettings, limit: str, values: tuple[float, ...], *key) -> tuple[Sized, ...]:
    """The trees of a row; without values the automatic ones."""
    train, held = _parts(*key)
    asked = values or limits.automatic(LIMITS[limit], dtlearn.grow(train, settings))
    return against(train, held, settings, LIMITS[limit].field, limits.ordered(LIMITS[limit], asked))


def _row_key(S: dict) -> tuple:
    return settings_of(S), S["sl_limit"], S["sl_values"], *_key(S)


def row_of(S: dict) -> tuple[Sized, ...]:
    """The trees of the scene, from small to large."""
    return _row(*_row_key(S))


# ---- pictures of them


def drawn(train: dtlearn.Dataset, held: dtlearn.Dataset, one: Sized) -> tuple[dtlearn.Dataset, dtlearn.Dataset, Sized]:
    """The examples of both parts that a picture shows, and the tree with its losses on those."""
    here, there = (
        [k * len(part) // DRAWN for k in range(DRAWN)] if len(part) > DRAWN else list(range(len(part)))
        for part in (train, held)
    )
    return rows(train, here), rows(held, there), replace(one, train=one.train[here], held=one.held[there])


@kept(60)
def _thumbnails(*row_key) -> list[str]:
    train, held = _parts(*row_key[3:])
    return [limit_pictures.thumbnail(*drawn(train, held, one)) for one in _row(*row_key)]


@kept(150)
def _large(at: int, *row_key) -> tuple[str, dict]:
    """The partition as a picture, and the tree view."""
    (train, held), one = _parts(*row_key[3:]), _row(*row_key)[at]
    return limit_pictures.large(*drawn(train, held, one), 560, HEIGHT), tree_view(one.tree)


@kept(200)
def _figure(at: int, *row_key):
    return limit_pictures.errors_figure(LIMITS[row_key[1]], _row(*row_key), at)


def thumbnails_of(S: dict) -> list[str]:
    """A small picture of every tree."""
    return _thumbnails(*_row_key(S))


def large_of(S: dict) -> tuple[str, dict]:
    """The chosen tree: its partition as a picture, and its tree view."""
    return _large(S["step"], *_row_key(S))


def figure_of(S: dict):
    """The errors against the limit."""
    return _figure(S["step"], *_row_key(S))


# ---- what the reader does


def go(k: int) -> None:
    state()["step"] = k


def mend(S: dict) -> list[str]:
    """Bring what depends on the data and the limit into its range; answers what was wrong with the link."""
    wrong: list[str] = []
    for name in ("sl_x", "sl_y"):
        if S[name] not in (None, ALONE) and (is_cloud(S) or S[name] not in numeric(S["sl_data"])):
            wrong.append(f"{name}={S[name]} is not a numeric feature to choose here")
            S[name] = None
    if S["sl_y"] is not None and S["sl_x"] == S["sl_y"]:
        wrong.append("sl_x and sl_y are the same feature")
        S["sl_y"] = None
    if S["sl_values"]:
        problem = _problem(S["sl_limit"], S["sl_values"])
        if problem:
            wrong.append(problem)
            S["sl_values"] = ()
    if not st.query_params:  # the step is another page's
        S["step"] = st.session_state.get("sl_step")
    row = row_of(S)
    if S["step"] is None:
        S["step"] = limits.telling(row)
    if S["step"] > len(row) - 1:
        wrong.append(f"step={S['step']} is outside 0 to {len(row) - 1}")
        S["step"] = len(row) - 1
    return wrong


def _problem(limit: str, values: tuple[float, ...]) -> str:
    """What is wrong with the values of a limit, in a sentence; "" if nothing is."""
    bad = next((v for v in values if not limits.fits(LIMITS[limit], v)), None)
    if bad is not None:
        kind = "a whole number" if LIMITS[limit].whole else "a number"
        return (
            f"{number(bad)} is no value of {LIMITS[limit].title}: it takes {kind} from {number(LIMITS[limit].least)} on"
        )
    if not 2 <= len(limits.ordered(LIMITS[limit], values)) <= limits.MOST:
        return f"the values must be 2 to {limits.MOST} different ones"
    return ""


def other_limit(before: dict) -> None:
    """Another limit has other values; the place in the row stays, as far as there is one."""
    S = state()
    S["sl_values"] = ()
    stay(before)


def other_data(before: dict) -> None:
    S = state()
    S["sl_x"] = S["sl_y"] = None
    S["sl_values"] = ()
    stay(before)


def stay(before: dict) -> None:
    """A shorter row: not beyond its end."""
    S = state()
    S["step"] = min(S["step"], len(row_of(S)) - 1)


def typed() -> None:
    """The reader's own values, or a sentence about what is wrong with them."""
    S, text = state(), st.session_state["w_sl_values"]
    parts = [part for part in re.split(r"[\s,;]+", text.strip()) if part]
    try:
        values = _read_values(",".join(parts)) if parts else ()
        problem = _problem(S["sl_limit"], values) if values else ""
    except ValueError:
        values, problem = (), "write numbers with commas between them, such as 1, 2, 3, 5, 8"
    st.session_state["sl_problem"] = problem
    if not problem:
        before = dict(S)
        S["sl_values"] = limits.ordered(LIMITS[S["sl_limit"]], values)
        stay(before)


def turn() -> None:
    """Other axes; the same feature on both means that they change places."""
    S, old = state(), free_of(state())
    x, y = st.session_state["w_sl_x"], st.session_state["w_sl_y"]
    if x == y:
        x, y = (x, old[0]) if x != old[0] else (old[1] if len(old) > 1 else x, x)
    before = dict(S)
    S["sl_x"], S["sl_y"] = x, y if y != x else ALONE
    stay(before)
