"""What trees find easy and hard, on the screen: its fields, its cached trees and pictures, what the reader does."""

import re
from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

import dtlearn
from dtlearn.learning.boolean_formula import FUNCTIONS, FormulaError, concept_of, features_of
from dtlearn.learning.concepts import MOST_FEATURES, named
from dtlearn.learning.cost_of_greed import MOST_BITS, TRAPS, census, formula_of, grown_leaves, trapped
from dtlearn.learning.one_function import BEST, RULES, Lesson, lesson
from dtlearn.learning.slanted_line import Slant, Slanted, slanted
from dtlearn.views.learning import asked, charts, four_kinds, greed, one_function, words
from dtlearn.views.learning.greed import SIZES
from dtlearn.views.tree.view import tree_view
from pages.ui.kit.codec import Field, choice, whole
from pages.ui.kit.fields import FRESH, PRESENT, VIEW, fit_own
from pages.ui.kit.kept import kept
from pages.ui.kit.scene import drop
from pages.ui.kit.session import state

PARTS = {
    "one": "One function",
    "leaves": "Leaves against n",
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
# What a clicker goes through in each part: a field and its values.
WALKS = {
    "one": ("ha_rule", (*RULES, BEST)),
    "leaves": ("ha_at", range(1, MOST_BITS + 1)),
    "all": ("ha_n", range(1, MOST_FEATURES + 1)),
    "trap": ("ha_moment", range(1, len(greed.MOMENTS) + 1)),
    "slant": ("ha_points", SIZES),
    "kinds": ("ha_data", NOMINAL),
}


def _read_formula(text: str) -> str:
    try:
        features_of(text)
    except FormulaError as error:
        raise ValueError(f"ha_formula cannot be read: {str(error).rstrip('.')}") from None
    return text


def _read_table(text: str) -> str:
    if len(text) not in [1 << n for n in range(1, MOST_FEATURES + 1)] or not re.fullmatch("[01]*", text):
        raise ValueError(f"ha_table={text[:20]!r} is not 2, 4, 8 or 16 of 0 and 1")
    return text


def _read_parts(text: str) -> tuple[str, ...]:
    parts = () if text == "none" else tuple(text.split("."))
    if not set(parts) <= set(PARTS) or len(set(parts)) < len(parts):
        raise ValueError(f"ha_told={text[:20]!r} is not a list of parts")
    return parts


FIELDS = (
    choice("ha_part", [*PARTS], "one"),
    # The parts that have answered their question; a link that names none shows the answer of its part.
    Field("ha_told", None, _read_parts, lambda told: "" if told is None else ".".join(told) or "none"),
    whole("ha_guess", None, 0, 9),  # on the question of this part
    choice("ha_f", [*TITLES], "last"),
    whole("ha_n", 3, 1, MOST_FEATURES),
    Field("ha_formula", "", _read_formula),  # only of the function "formula"
    Field("ha_table", "", _read_table),  # only of "table": its outputs, first row first
    whole("ha_seed", 1, 0, 999),
    choice("ha_criterion", [*dtlearn.CRITERIA], "info_gain"),
    choice("ha_rule", (*RULES, BEST), "uml"),
    whole("ha_m", 4, 2, 1 << MOST_FEATURES),
    whole("ha_depth", 2, 0, MOST_FEATURES),
    whole("ha_at", 4, 1, MOST_BITS),
    choice("ha_trap", [*TRAPS], "uml"),
    whole("ha_moment", 1, 1, len(greed.MOMENTS)),
    choice("ha_points", {str(m): m for m in SIZES}, 160),
    whole("ha_c", 100, 50, 150),
    whole("ha_draw", 19, 0, 999),
    choice("ha_data", NOMINAL, NOMINAL[0]),
    FRESH,
    PRESENT,
    VIEW,
)
OPENS = {"ha_f": "mux", "ha_told": ()}  # greed wastes leaves on it


# ---- the function, and what follows from it


def formula_text(S: dict) -> str:
    """The function's formula: the reader's own, that of its name, or one made from its truth table."""
    if S["ha_f"] in FUNCTIONS:
        return FUNCTIONS[S["ha_f"]].formula(S["ha_n"])
    return S["ha_formula"] if S["ha_f"] == "formula" else formula_of(concept(S), S["ha_n"])


def concept(S: dict) -> int:
    """The function as a concept."""
    if S["ha_f"] == "table":
        return words.concept_of(S["ha_table"])
    if S["ha_f"] == "random":
        return named("random", S["ha_n"], S["ha_seed"])
    return concept_of(formula_text(S), S["ha_n"])


def least_n(S: dict) -> int:
    """Features that the function needs."""
    if S["ha_f"] in FUNCTIONS:
        return FUNCTIONS[S["ha_f"]].least
    return features_of(S["ha_formula"]) if S["ha_f"] == "formula" else 1


def _key(S: dict) -> tuple:
    return concept(S), S["ha_n"], S["ha_criterion"], S["ha_m"], S["ha_depth"]


@kept(300, of=_key)
def lesson_of(S: dict) -> Lesson:
    """The function with its trees."""
    return lesson(*_key(S))


def examples_of(S: dict) -> dtlearn.Dataset | None:
    """The examples of the part that is shown; None where it has no tree that one could walk down."""
    if S["ha_part"] == "one":
        return lesson_of(S).traces["uml"].data
    if S["ha_part"] == "trap":
        return TRAPS[S["ha_trap"]].data
    return dtlearn.load(S["ha_data"]) if S["ha_part"] == "kinds" else None


@kept(300, of=lambda S, rule: (rule, *_key(S)))
def view_of(S: dict, rule: str) -> dict:
    """The tree view of the tree of a rule."""
    told = lesson_of(S)
    return one_function.drawn(told.tree(rule), told.best.n_leaves)


@st.cache_resource(max_entries=3, show_spinner=False)
def kinds_of(name: str) -> dict[str, dtlearn.Trace]:
    """The trees of the four kinds of split, grown until every leaf is pure or nothing can be asked."""
    cart, data = dtlearn.ALGORITHMS["CART"], dtlearn.load(name)
    return {kind: dtlearn.grow(data, replace(cart, nominal=kind)) for kind in four_kinds.KINDS}


@kept(12, of=lambda S, kind: (S["ha_data"], kind))
def kind_view(S: dict, kind: str) -> dict:
    """The tree of a kind of split."""
    return four_kinds.drawn(kinds_of(S["ha_data"])[kind].tree)


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
    return S["ha_points"], S["ha_draw"], S["ha_c"], S["ha_criterion"]


@kept(200, of=_slope)
def slanted_of(S: dict) -> Slanted:
    """The trees of a size of sample, straight and turned."""
    return slanted(Slant(*_slope(S)[:3]), S["ha_criterion"])


def series_of(S: dict) -> list[Slanted]:
    """The trees of every size of sample, of the same draw."""
    return [slanted_of(S | {"ha_points": m}) for m in SIZES]


@kept(100, of=_slope)
def slope_pictures(S: dict) -> tuple[str, str]:
    """The two partitions: as it is, and turned."""
    found = slanted_of(S)
    return tuple(
        charts.slope_svg(tree, data, S["ha_c"], turned, WIDTH)
        for tree, data, turned in ((found.tree, found.slant.data, False), (found.turned, found.slant.turned, True))
    )


@kept(60, of=_slope)
def points_picture(S: dict) -> str:
    """The points with the line, before there is a tree."""
    return charts.slope_svg(None, Slant(*_slope(S)[:3]).data, S["ha_c"], False, WIDTH)


@kept(60, of=_slope)
def slope_figure(S: dict):
    return charts.slope_figure(series_of(S), S["ha_points"])


# ---- what a part asks before it answers


def question(S: dict) -> asked.Question | None:
    """The question of the part that is shown; None where there is nothing to be asked."""
    return {
        "one": lambda: asked.one(lesson_of(S)),
        "leaves": asked.leaves,
        "all": lambda: asked.every(census(S["ha_n"], S["ha_criterion"])),
        "trap": lambda: asked.trap(trapped(S["ha_trap"])),
        "slant": lambda: asked.slant(series_of(S)),
        "kinds": lambda: asked.kinds(kinds_of(S["ha_data"])),
    }[S["ha_part"]]()


def asking(S: dict) -> bool:
    """Whether the part still waits for a guess."""
    return S["ha_told"] is not None and S["ha_part"] not in S["ha_told"] and question(S) is not None


def guess(option: int | None) -> None:
    """A guess on the question of the part, or JUST_SHOW; None is no answer."""
    S = state()
    if option is not None:
        S.update(ha_guess=None if option == JUST_SHOW else option, ha_told=_with(S["ha_told"], S["ha_part"]))


def _with(told: tuple[str, ...] | None, part: str) -> tuple[str, ...]:
    return tuple(one for one in PARTS if one == part or one in (told or ()))


def turn(part: str) -> None:
    """Another part of the page."""
    state()["ha_part"] = part
    unguess()


def unguess(_: object = None) -> None:
    """Something else is shown than what was guessed on."""
    state()["ha_guess"] = None


# ---- what the reader does


def forget() -> None:
    """Another function: what was typed wrongly, or guessed, is of no interest any more."""
    st.session_state.pop("ha_problem", None)
    unguess()


def choose(before: dict) -> None:
    """Another function by name; an own one begins as the one before."""
    S = state()
    forget()
    if S["ha_f"] == "formula":
        S["ha_formula"] = formula_text(before)
    elif S["ha_f"] == "table":
        S["ha_table"] = words.labels(concept(before), before["ha_n"])
    S["ha_n"] = max(S["ha_n"], least_n(S))


def resize(before: dict) -> None:
    """Another number of features: in an own truth table a new one does not matter, one that is dropped counts as 0."""
    S = state()
    forget()
    if S["ha_f"] == "table":
        old, new = before["ha_n"], S["ha_n"]
        S["ha_table"] = "".join(S["ha_table"][(r << old) >> new] for r in range(1 << new))


def typed(text: str) -> None:
    """A formula by the reader, or a sentence about what is wrong with it."""
    S, text = state(), " ".join(text.split())
    forget()
    if text == formula_text(S):
        return
    try:
        needed = features_of(text)
    except FormulaError as error:
        st.session_state["ha_problem"] = (text, str(error), error.place)
        return
    S.update(ha_f="formula", ha_formula=text, ha_n=max(S["ha_n"], needed))


def put(outputs) -> None:
    """All outputs anew, as the truth table has them after a click."""
    S = state()
    if isinstance(outputs, str) and len(outputs) == 1 << S["ha_n"] and set(outputs) <= set("01"):
        forget()
        S.update(ha_f="table", ha_table=outputs)


def show(rule: str) -> None:
    """The tree of another rule."""
    if rule in (*RULES, BEST):
        state()["ha_rule"] = rule


def picked_leaves(function: str, n: int) -> None:
    """A point of the curves: its n; a small function opens."""
    if function in FUNCTIONS:
        state()["ha_at"] = int(n)
        if n <= MOST_FEATURES:
            _open(ha_f=function, ha_n=int(n))


def picked_size(m: int) -> None:
    """A point of the curves of the slanted line: so many points."""
    if m in SIZES:
        state()["ha_points"] = int(m)


def open_table(concept: int) -> None:
    """A function of the enumeration opens."""
    _open(ha_f="table", ha_table=words.labels(int(concept), state()["ha_n"]))


def _open(**values) -> None:
    forget()
    state().update(ha_part="one", ha_rule="uml", ha_told=_with(state()["ha_told"], "one"), **values)


def count(n: int) -> None:
    """Another n for all functions; the one function goes with it as far as it can."""
    S, before = state(), dict(state())
    S["ha_n"] = n
    resize(before)
    if n < least_n(S):
        S["ha_f"] = "or"


def move(by: int) -> None:
    """The next of what a part goes through, or the one before: a stop rule, an n, a moment, a number of points.

    A part that asks answers first.
    """
    S = state()
    if asking(S):
        if by > 0:
            guess(JUST_SHOW)
        return
    name, values = WALKS[S["ha_part"]]
    to = values[min(max(values.index(S[name]) + by, 0), len(values) - 1)]
    if S["ha_part"] == "all":
        count(to)
    else:
        S[name] = to
        unguess()


def mend(S: dict, told: Sequence[str] = ()) -> list[str]:
    """Bring what belongs together into agreement; answers what was wrong with the link, and was not ``told`` already."""
    wrong = []
    if S["ha_told"] is None:
        S["ha_told"] = (S["ha_part"],)
    said = {name: any(sentence.startswith(name) for sentence in told) for name in ("ha_n", "ha_formula", "ha_table")}
    if S["ha_f"] in ("formula", "table") and not S[own := f"ha_{S['ha_f']}"]:
        if not said[own]:
            wrong.append(f"ha_f={S['ha_f']} needs {own}")
        S.update(ha_f="last")
    if S["ha_f"] == "table" and len(S["ha_table"]) != 1 << S["ha_n"]:
        if not said["ha_n"]:
            wrong.append(f"ha_table has {len(S['ha_table'])} rows, not 2^{S['ha_n']}")
        S["ha_n"] = len(S["ha_table"]).bit_length() - 1
    if S["ha_n"] < least_n(S):
        if not said["ha_n"]:
            wrong.append(f"the function needs ha_n={least_n(S)}")
        S["ha_n"] = least_n(S)
    if S["ha_guess"] is not None and (asking(S) or not (found := question(S)) or S["ha_guess"] >= len(found.options)):
        wrong += drop(S, "ha_guess", None, f"ha_guess={S['ha_guess']} is no answer here")
    return wrong + fit_own(S, examples_of(S))
