"""What trees find easy and hard, on the screen: its fields, its cached trees and pictures, what the reader does."""

import re
from dataclasses import dataclass, replace

import streamlit as st

import dtlearn
from dtlearn.learning.boolean_formula import FUNCTIONS, FormulaError, concept_of, features_of
from dtlearn.learning.concepts import MOST_FEATURES, named
from dtlearn.learning.cost_of_greed import MOST_BITS, TRAPS, census, formula_of, grown_leaves, trapped
from dtlearn.learning.one_function import BEST, RULES, Lesson, lesson
from dtlearn.learning.slanted_line import Slant, Slanted, slanted
from dtlearn.show.learning import asked, charts, four_kinds, greed, one_function, words
from dtlearn.show.learning.greed import SIZES
from dtlearn.show.tree.view import tree_view
from pages.ui.kit.kept import cached
from pages.ui.kit.scene import reset_with_reason
from pages.ui.kit.session import memory, state
from pages.ui.kit.trees import small_tree

PARTS = {
    "leaves": "How many leaves?",
    "one": "One function",
    "all": "All functions",
    "trap": "The greedy trap",
    "slant": "A slanted line",
    "kinds": "Four kinds",
}
NOMINAL = ("play_tennis", "contact_lenses", "nutritious")  # data sets for the four kinds of split
OTHER = {"random": "Random", "formula": "My formula", "table": "My truth table"}
TITLES = {name: function.title for name, function in FUNCTIONS.items()} | OTHER
JUST_SHOW = -1  # in the place of a guess
WIDTH = 480  # px of a partition
C = 100  # hundredths: the slanted line is x1 + x2 = 1
# What a clicker goes through in each part: a field and its values.
WALKS = {
    "one": ("rule", (*RULES, BEST)),
    "leaves": ("bits", range(1, MOST_BITS + 1)),
    "all": ("d", range(1, MOST_FEATURES + 1)),
    "trap": ("level", range(1, len(greed.MOMENTS) + 1)),
    "slant": ("m", SIZES),
    "kinds": ("data", NOMINAL),
}


def read_formula(text: str) -> str:
    try:
        features_of(text)
    except FormulaError as error:
        raise ValueError(f"formula cannot be read: {str(error).rstrip('.')}") from None
    return text


def read_table(text: str) -> str:
    if len(text) not in [1 << n for n in range(1, MOST_FEATURES + 1)] or not re.fullmatch("[01]*", text):
        raise ValueError(f"table={text[:20]!r} is not 2, 4, 8 or 16 of 0 and 1")
    return text


def read_parts(text: str) -> tuple[str, ...]:
    parts = () if text == "none" else tuple(text.split("."))
    if not set(parts) <= set(PARTS) or len(set(parts)) < len(parts):
        raise ValueError(f"reveal={text[:20]!r} is not a list of parts")
    return parts


# ---- the function, and what follows from it


def formula_text(S: dict) -> str:
    """The function's formula: the reader's own, that of its name, or one made from its truth table."""
    if S["function"] in FUNCTIONS:
        return FUNCTIONS[S["function"]].formula(S["d"])
    return S["formula"] if S["function"] == "formula" else formula_of(concept(S), S["d"])


def concept(S: dict) -> int:
    """The function as a concept."""
    if S["function"] == "table":
        return words.concept_of(S["table"])
    if S["function"] == "random":
        return named("random", S["d"], S["seed"])
    return concept_of(formula_text(S), S["d"])


def least_n(S: dict) -> int:
    """Features that the function needs."""
    if S["function"] in FUNCTIONS:
        return FUNCTIONS[S["function"]].least
    return features_of(S["formula"]) if S["function"] == "formula" else 1


def _key(S: dict) -> tuple:
    return concept(S), S["d"], S["criterion"], S["min_split"], S["depth"]


@cached(300, of=_key)
def lesson_of(S: dict) -> Lesson:
    """The function with its trees."""
    return lesson(*_key(S))


def examples_of(S: dict) -> dtlearn.Dataset | None:
    """The examples of the part that is shown; None where it has no tree that one could walk down."""
    if S["tab"] == "one":
        return lesson_of(S).traces["uml"].data
    if S["tab"] == "trap":
        return TRAPS[S["trap"]].data
    return dtlearn.load(S["data"]) if S["tab"] == "kinds" else None


@cached(300, of=lambda S, rule: (rule, *_key(S)))
def view_of(S: dict, rule: str) -> dict:
    """The tree view of the tree of a rule."""
    told = lesson_of(S)
    return one_function.drawn(told.tree(rule), told.best.n_leaves)


def picture(S: dict, width: int, height: int) -> str:
    """ID3's tree as a small ``<svg>``, for a card."""
    return small_tree(view_of(S, "uml"), width, height)


@st.cache_resource(max_entries=3, show_spinner=False)
def kinds_of(name: str) -> dict[str, dtlearn.Trace]:
    """The trees of the four kinds of split, grown until every leaf is pure or nothing can be asked."""
    cart, data = dtlearn.ALGORITHMS["CART"], dtlearn.load(name)
    return {kind: dtlearn.grow(data, replace(cart, nominal=kind)) for kind in four_kinds.KINDS}


@cached(12, of=lambda S, kind: (S["data"], kind))
def kind_view(S: dict, kind: str) -> dict:
    """The tree of a kind of split."""
    return four_kinds.drawn(kinds_of(S["data"])[kind].tree)


@st.cache_resource(max_entries=20, show_spinner=False)
def leaves_figure(at: int | None):
    """None for n: OR alone, as long as the part asks."""
    names = ("or",) if at is None else greed.CURVES
    return charts.leaves_figure({name: grown_leaves(name) for name in names}, at)


@st.cache_resource(max_entries=20, show_spinner=False)
def census_figure(n: int, criterion: str, asking: bool = False):
    return charts.census_figure(census(n, criterion), asking)


@st.cache_resource(max_entries=30, show_spinner=False)
def trap_views(name: str, moment: int) -> tuple:
    """(greed's growth, its tree view, the tree of the truth, its tree view)."""
    trace, best = trapped(name).seen(moment), TRAPS[name].best
    return trace, tree_view(trace.tree), best, tree_view(best)


def _slope(S: dict) -> tuple:
    """What the pictures of the slanted line depend on."""
    return S["m"], S["seed"], C, S["criterion"]


@cached(200, of=_slope)
def slanted_of(S: dict) -> Slanted:
    """The trees of a size of sample, straight and turned."""
    return slanted(Slant(*_slope(S)[:3]), S["criterion"])


def series_of(S: dict) -> list[Slanted]:
    """The trees of every size of sample, of the same draw."""
    return [slanted_of(S | {"m": m}) for m in SIZES]


@cached(100, of=_slope)
def slope_pictures(S: dict) -> tuple[str, str]:
    """The two partitions: as it is, and turned."""
    found = slanted_of(S)
    return tuple(
        charts.slope_svg(tree, data, C, turned, WIDTH)
        for tree, data, turned in ((found.tree, found.slant.data, False), (found.turned, found.slant.turned, True))
    )


@cached(60, of=_slope)
def points_picture(S: dict) -> str:
    """The points with the line, before there is a tree."""
    return charts.slope_svg(None, Slant(*_slope(S)[:3]).data, C, False, WIDTH)


@cached(60, of=_slope)
def slope_figure(S: dict):
    return charts.slope_figure(series_of(S), S["m"])


# ---- what a part asks before it answers


def question(S: dict) -> asked.Question | None:
    """The question of the part that is shown; None where there is nothing to be asked."""
    return {
        "one": lambda: asked.one(lesson_of(S)),
        "leaves": asked.leaves,
        "all": lambda: asked.every(census(S["d"], S["criterion"])),
        "trap": lambda: asked.trap(trapped(S["trap"])),
        "slant": lambda: asked.slant(series_of(S)),
        "kinds": lambda: asked.kinds(kinds_of(S["data"])),
    }[S["tab"]]()


def asking(S: dict) -> bool:
    """Whether the part still waits for a guess."""
    return S["reveal"] is not None and S["tab"] not in S["reveal"] and question(S) is not None


def guess(option: int | None) -> None:
    """A guess on the question of the part, or JUST_SHOW; None is no answer."""
    S = state()
    if option is not None:
        S.update(guess=None if option == JUST_SHOW else option, reveal=_with(S["reveal"], S["tab"]))


def _with(told: tuple[str, ...] | None, part: str) -> tuple[str, ...]:
    return tuple(one for one in PARTS if one == part or one in (told or ()))


def turn(part: str) -> None:
    """Another part of the page."""
    state()["tab"] = part
    unguess()


def unguess(_: object = None) -> None:
    """Something else is shown than what was guessed on."""
    state()["guess"] = None


# ---- what the reader does


@dataclass
class Unread:
    """What was typed and is no formula, as long as it stands there. why : "" where all can be read. place : of the
    mistake in it."""

    text: str = ""
    why: str = ""
    place: int = 0


def forget() -> None:
    """Another function: what was typed wrongly, or guessed, is of no interest any more."""
    memory(Unread).why = ""
    unguess()


def choose(before: dict) -> None:
    """Another function by name; an own one begins as the one before."""
    S = state()
    forget()
    if S["function"] == "formula":
        S["formula"] = formula_text(before)
    elif S["function"] == "table":
        S["table"] = words.labels(concept(before), before["d"])
    S["d"] = max(S["d"], least_n(S))


def resize(before: dict) -> None:
    """Another number of features: in an own truth table a new one does not matter, one that is dropped counts as 0."""
    S = state()
    forget()
    if S["function"] == "table":
        old, new = before["d"], S["d"]
        S["table"] = "".join(S["table"][(r << old) >> new] for r in range(1 << new))


def typed(text: str) -> None:
    """A formula by the reader, or a sentence about what is wrong with it."""
    S, text = state(), " ".join(text.split())
    forget()
    if text == formula_text(S):
        return
    try:
        needed = features_of(text)
    except FormulaError as error:
        memory(Unread).text, memory(Unread).why, memory(Unread).place = text, str(error), error.place
        return
    S.update(function="formula", formula=text, d=max(S["d"], needed))


def put(outputs) -> None:
    """All outputs anew, as the truth table has them after a click."""
    S = state()
    if isinstance(outputs, str) and len(outputs) == 1 << S["d"] and set(outputs) <= set("01"):
        forget()
        S.update(function="table", table=outputs)


def show(rule: str) -> None:
    """The tree of another rule."""
    if rule in (*RULES, BEST):
        state()["rule"] = rule


def picked_leaves(function: str, n: int) -> None:
    """A point of the curves: its n; a small function opens."""
    if function in FUNCTIONS:
        state()["bits"] = int(n)
        if n <= MOST_FEATURES:
            _open(function=function, d=int(n))


def picked_size(m: int) -> None:
    """A point of the curves of the slanted line: so many points."""
    if m in SIZES:
        state()["m"] = int(m)


def open_table(concept: int) -> None:
    """A function of the enumeration opens."""
    _open(function="table", table=words.labels(int(concept), state()["d"]))


def _open(**values) -> None:
    forget()
    state().update(tab="one", rule="uml", reveal=_with(state()["reveal"], "one"), **values)


def count(n: int) -> None:
    """Another n for all functions; the one function goes with it as far as it can."""
    S, before = state(), dict(state())
    S["d"] = n
    resize(before)
    if n < least_n(S):
        S["function"] = "or"


def move(by: int) -> None:
    """The next of what a part goes through, or the one before: a stop rule, an n, a moment, a number of points.

    A part that asks answers first.
    """
    S = state()
    if asking(S):
        if by > 0:
            guess(JUST_SHOW)
        return
    name, values = WALKS[S["tab"]]
    to = values[min(max(values.index(S[name]) + by, 0), len(values) - 1)]
    if S["tab"] == "all":
        count(to)
    else:
        S[name] = to
        unguess()


def fit(S: dict) -> list[str]:
    """Bring what belongs together into agreement; returns what was wrong with the link."""
    wrong = []
    if S["reveal"] is None:
        S["reveal"] = (S["tab"],)
    if S["function"] in ("formula", "table") and not S[own := S["function"]]:
        wrong += reset_with_reason(S, "function", "last", f"function={own} needs {own}")
    if S["function"] == "table" and len(S["table"]) != 1 << S["d"]:
        why = f"table has {len(S['table'])} rows, not 2^{S['d']}"
        wrong += reset_with_reason(S, "d", len(S["table"]).bit_length() - 1, why)
    if S["d"] < (least := least_n(S)):
        wrong += reset_with_reason(S, "d", least, f"the function needs d={least}")
    if S["guess"] is not None and (asking(S) or not (found := question(S)) or S["guess"] >= len(found.options)):
        wrong += reset_with_reason(S, "guess", None, f"guess={S['guess']} is no answer here")
    return wrong
