"""A row of trees on the screen: its fields, its cached data, trees and pictures, what the reader does."""

import re
from dataclasses import replace

import streamlit as st

import dtlearn
from dtlearn.data.dataset import number
from dtlearn.growing.errors import Sized, against, columns, hold_out, rows
from dtlearn.views.size import limit_charts, limits
from dtlearn.views.size.limits import LIMITS
from dtlearn.views.stage.boxes import few
from dtlearn.views.stage.row_of_trees import limits_walkthrough
from dtlearn.views.stage.walkthrough import Walkthrough
from dtlearn.views.tree.view import tree_view
from pages.ui.kit import clouds, tables
from pages.ui.kit.clouds import ALONE
from pages.ui.kit.codec import Field, choice, whole
from pages.ui.kit.documents import Document
from pages.ui.kit.fields import ENLARGED, FRESH, NODE, PLAYED, fit_fresh
from pages.ui.kit.kept import kept
from pages.ui.kit.scene import change, drop, existing, land
from pages.ui.kit.session import state

LEAST = 5  # examples that a data set must have
GROWN = 800  # training examples of which trees can be drawn: with more, a full tree has more boxes than a picture dots
DRAWS = 3  # how often a shape is drawn at first, each time with other points


def fits(data: dtlearn.Dataset) -> bool:
    """Whether trees of a data set can be tried and drawn: it lies in a plane, has classes and examples to hold out."""
    return len(data) >= LEAST and bool(data.schema.classes) and clouds.in_plane(data)


def _read_values(text: str) -> tuple[float, ...]:
    if not re.fullmatch(r"\d{1,7}(\.\d{1,9})?(,\d{1,7}(\.\d{1,9})?){0,20}", text, re.ASCII):
        raise ValueError("values= is not a list of numbers")
    return tuple(map(float, text.split(",")))


_ROW = (
    tables.field("data", "cloud-rings", fits, more=clouds.NAMES),
    choice("limit", [*LIMITS], "depth"),
    Field("values", (), _read_values, lambda values: ",".join(f"{v:.9f}".rstrip("0").rstrip(".") for v in values)),
    whole("x", None, 0, 9999),
    whole("y", None, ALONE, 9999),
    choice("criterion", [*dtlearn.CRITERIA], "gini_gain"),
    whole("held", 40, 10, 80),
    whole("seed", 1, 0, 999),
    whole("draws", DRAWS, 1, 5),
    whole("noise", 10, 0, 40),
)
CURVE = choice("curve", ("whole", "seen"), "whole")  # seen: as far as the steps were seen
FIELDS = (
    *_ROW,
    CURVE,
    whole("guess", None, 0, limits.MOST - 1),  # the place in the row that the reader thinks best
    NODE,
    FRESH,
    ENLARGED,
    *PLAYED,  # None: at a telling picture
)
BEGINS = {"step": 0, "curve": "seen"}
OPENS = BEGINS | {"noise": 20}  # enough for a clear answer
QUESTION, DO = "Is the largest tree the best on examples that it has not seen?", "Guess, then press Next."
PLACE = {
    name: name for name in ("step", "speed", "node", "fresh", "large")
}  # what the stage calls the place -> the fields that hold it


# ---- data and trees, shared by everyone who looks at the same ones


def data_of(S: dict) -> dtlearn.Dataset:
    """The whole data set of the scene, all features and examples."""
    if clouds.is_cloud(S["data"]):
        return clouds.cloud(S["data"], S["draws"], S["noise"])
    return tables.load(S["data"])


def free_of(S: dict) -> tuple[int, ...]:
    """The one or two features that the trees grow on."""
    return (0, 1) if clouds.is_cloud(S["data"]) else clouds.pair(S["data"], S["x"], S["y"])


def settings_of(S: dict) -> dtlearn.GrowSettings:
    """Ch8's growth, without a limit."""
    return replace(dtlearn.ALGORITHMS["CART"], criterion=S["criterion"])


def _key(S: dict) -> tuple:
    """All that the two parts of the data depend on."""
    made = (S["draws"], S["noise"]) if clouds.is_cloud(S["data"]) else (DRAWS, 0)
    return S["data"], *made, free_of(S), S["held"], S["seed"]


@kept(100, of=_key)
def parts_of(S: dict) -> tuple[dtlearn.Dataset, dtlearn.Dataset]:
    """(training examples, held-out ones): the same for every value of every limit."""
    train, test = hold_out(columns(data_of(S), free_of(S)), S["held"] / 100, S["seed"])
    if len(train) > GROWN:
        train = hold_out(train, GROWN / len(train), S["seed"] + 1)[1]
    return train, test


def _row_key(S: dict) -> tuple:
    return settings_of(S), S["limit"], S["values"], *_key(S)


@kept(60, of=_row_key)
def row_of(S: dict) -> tuple[Sized, ...]:
    """The trees of the scene, from small to large."""
    (train, held), settings, limit = parts_of(S), settings_of(S), LIMITS[S["limit"]]
    asked = S["values"] or limits.automatic(limit, dtlearn.grow(train, settings))
    return against(train, held, settings, limit.field, limits.ordered(limit, asked))


# ---- pictures of them


@kept(60, of=_row_key)
def thumbnails_of(S: dict) -> list[str]:
    """A small picture of every tree."""
    train, held = parts_of(S)
    some = rows(train, few(len(train))), rows(held, few(len(held)))
    return [limit_charts.thumbnail(*some, one.tree) for one in row_of(S)]


def view_of(S: dict) -> dict:
    """The chosen tree, as a tree view."""
    return tree_view(row_of(S)[S["step"]].tree)


def about_of(S: dict) -> str:
    """How the trees grow."""
    return f"CART, {dtlearn.CRITERIA[S['criterion']].title}"


def walkthrough_of(S: dict) -> Walkthrough:
    """The row as a document."""
    title, limit, seen = data_of(S).title, LIMITS[S["limit"]], S["curve"] == "seen"
    return limits_walkthrough(title, about_of(S), limit, row_of(S), parts_of(S), seen)


def _document(S: dict) -> Walkthrough:
    settle(S)
    return walkthrough_of(S)


DOCUMENT = Document("limits", (*_ROW, CURVE), _document)


# ---- what the reader does


def mend(S: dict) -> list[str]:
    """Bring what depends on the data and the limit into its range; answers what was wrong with the link."""
    wrong = settle(S) + fit_fresh(S, parts_of(S)[0])
    row = row_of(S)
    wrong += existing(S, guess=len(row))
    return wrong + land(S, len(row) - 1, lambda: limits.telling(row))


def settle(S: dict) -> list[str]:
    """The same for all but the step."""
    known = () if clouds.is_cloud(S["data"]) else clouds.numeric(S["data"])
    wrong = clouds.mend_axes(S, known, "to choose here")
    if S["values"] and (problem := _problem(S["limit"], S["values"])):
        wrong += drop(S, "values", (), problem)
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
    """Another limit has other values; the place in the row stays, as far as there is one.

    After an end comes a beginning.
    """
    S = state()
    S["values"] = ()
    if before["step"] == len(row_of(before)) - 1:
        S.update(BEGINS)
    stay(before)


def other_data(before: dict) -> None:
    state().update(x=None, y=None, fresh="")
    other_limit(before)


def stay(before: dict) -> None:
    """A shorter row: not beyond its end. On other axes a new example would be another."""
    S = state()
    if free_of(S) != free_of(before):
        S["fresh"] = ""
    S["guess"] = None  # it was made on another row
    S["step"] = min(S["step"], len(row_of(S)) - 1)


def typed(text: str) -> None:
    """The reader's own values, or a sentence about what is wrong with them."""
    S = state()
    parts = [part for part in re.split(r"[\s,;]+", text.strip()) if part]
    try:
        values = _read_values(",".join(parts)) if parts else ()
        problem = _problem(S["limit"], values) if values else ""
    except ValueError:
        values, problem = (), "write numbers with commas between them, such as 1, 2, 3, 5, 8"
    st.session_state["sl_problem"] = problem
    if not problem:
        change(stay, values=limits.ordered(LIMITS[S["limit"]], values))
