"""What trees find easy and hard: one function line by line, leaves against n, all functions, greed, a slanted line."""

from collections.abc import Callable
from typing import NamedTuple

import streamlit as st

import dtlearn
from dtlearn.learning.concepts import MOST_FEATURES
from dtlearn.learning.cost_of_greed import MOST_BITS, TRAPS
from dtlearn.learning.one_function import BEST, RULES
from dtlearn.learning.one_function import Lesson as Told
from dtlearn.show.base.text import tree_code
from dtlearn.show.learning import one_function
from dtlearn.show.learning.greed import MOMENTS, SIZES
from pages.ui.components.clicker import clicker
from pages.ui.components.outputs import outputs
from pages.ui.components.table import choice_table
from pages.ui.hard import greed
from pages.ui.hard import scene as page
from pages.ui.hard.scene import PARTS, TITLES
from pages.ui.kit import controls
from pages.ui.kit.codec import Field, choice, whole
from pages.ui.kit.escape import md
from pages.ui.kit.fields import FRESH, VIEW
from pages.ui.kit.frame import more_settings
from pages.ui.kit.heading import question_line
from pages.ui.kit.lesson import TITLE, Changed, Lesson, Setting
from pages.ui.kit.paper import paper
from pages.ui.kit.scene import bind_widget, widget_args
from pages.ui.kit.session import memory, state
from pages.ui.kit.trees import tree
from pages.ui.kit.walks import Walk

KEYS = (
    ("Tab, then ↑ ↓", "go through the rows of the truth table"),
    ("0 1 Enter", "the value of a row"),
    ("PageDown, PageUp", "a clicker: on and back through the stop rules, the n, the moments or the numbers of points"),
    ("← →", "the moments of the greedy trap"),
)
TALL = 290  # px of a tree, also in present mode: the stop rules stand below it
NOTES = {"leaves": ("E42",), "all": ("E23", "E24"), "trap": ("E23", "E24")}  # slips that bite in a part
LEADS = {  # what the next part is about
    "one": "For which functions is greed's tree too large?",
    "all": "How often is greed's tree too large?",
    "trap": "Why does greed choose wrongly?",
    "slant": "And with numbers instead of bits?",
    "kinds": "Does another kind of split help?",
}
BESIDE = 10  # leaves of a tree that has another one beside it


def _parts(setting: Setting, s: dict, changed: Changed) -> None:
    """The parts; a clicker goes through what the chosen one shows."""
    # A lecture hall's larger letters leave no room for the numbers beside the way out.
    numbers = ("" if s["present"] else f"{k} " for k in range(1, len(PARTS) + 1))
    titles = {part: f"{number}{title}" for number, (part, title) in zip(numbers, PARTS.items(), strict=True)}
    controls.segments(setting.title, titles, "tab", changed, width="content")
    clicker(page.move)


def part() -> None:
    """The chosen part: its question, and once it is answered what there is to see."""
    S = state()
    name = S["tab"]
    paper()
    if page.asking(S):
        _ask(S)
        _PART[name].before()
        return
    if S["guess"] is not None:
        st.markdown(f"**{md(page.question(S).verdict(S['guess']))}**")
    _PART[name].after()
    _go_on(name)


def _ask(S: dict) -> None:
    """The question of the part, and what may be guessed."""
    asked = page.question(S)
    said = dict(enumerate(asked.options)) | {page.JUST_SHOW: "Just show"}
    st.markdown(f"**{md(asked.text)}**")
    st.pills(
        "Your guess",
        list(said),
        format_func=lambda option: md(said[option]),
        label_visibility="collapsed",
        **widget_args("w_guess", None, page.guess),
    )


def _go_on(name: str) -> None:
    """The next part, and what it is about."""
    names = [*PARTS]
    after = names[names.index(name) + 1 :][:1]
    for part in after:
        st.button(
            f"Go on: {PARTS[part]}. {LEADS[part]} →", on_click=page.turn, args=(part,), type="tertiary", key="ha-on"
        )


def _one_asked() -> None:
    """The function with a smallest tree, as long as greed's is to be guessed."""
    S = state()
    told = page.lesson_of(S)
    left, right = st.columns([4, 11], gap="medium")
    with left:
        outputs(one_function.truth_view(told, BEST), "ha_outputs", page.put)
    with right:
        st.markdown(
            f"**{md(one_function.title_of(told, BEST))}** of {md(page.formula_text(S))}:"
            f" {md(one_function.size_text(told.best))}."
        )
        tree(page.view_of(S, BEST), "ha_best", TALL, small=True)


def _one() -> None:
    S = state()
    if not memory(page.Unread).why and S["guess"] is None:
        question_line(
            "ID3 is greedy: it asks the question that helps most now. For which functions does that waste leaves?"
            " Click values"
            " of f."
        )
    with st.container(key="ha-functions"):
        st.pills(
            "Function",
            list(TITLES),
            format_func=TITLES.get,
            required=True,
            label_visibility="collapsed",
            wrap=False,
            **bind_widget("function", page.choose),
        )
    _formula(S)
    told = page.lesson_of(S)
    name = f"**{md(page.formula_text(S))}** · " if len(page.formula_text(S)) <= 60 else ""
    still = "Still shown: " if memory(page.Unread).why else ""
    own = S["function"] in ("formula", "table")
    st.markdown(f"{still}{name}{md(one_function.caption(told, own) + one_function.again_text(told, S['rule']))}")
    left, right = st.columns([4, 11], gap="medium")
    with left:
        outputs(one_function.truth_view(told, S["rule"]), "ha_outputs", page.put)
        st.caption("Click a value of f to flip it.")
    with right:
        left_tree, best = told.tree(S["rule"]), told.best
        walk = Walk(page.examples_of(S))
        # Beside each other as long as both can be read.
        wide = max(left_tree.n_leaves, best.n_leaves) > BESIDE
        one, other = (st.container(), st.container()) if wide else st.columns(2, gap="medium")
        grown, least = one_function.at_one_scale(
            walk.down(left_tree, page.view_of(S, S["rule"]), one_function.title_of(told, S["rule"])),
            walk.down(best, page.view_of(S, BEST), one_function.title_of(told, BEST)),
        )
        with one:
            st.markdown(
                f"**{md(one_function.title_of(told, S['rule']))}**: {md(one_function.size_text(left_tree))}. "
                f"{md(one_function.verdict(told, S['rule']))}"
            )
            st.html(one_function.root_html(told, S["rule"]))
            tree(grown, "ha_tree", TALL, small=True)
        with other:
            st.markdown(f"**{md(one_function.title_of(told, BEST))}**: {md(one_function.size_text(best))}.")
            st.html(one_function.root_html(told, BEST))
            tree(least, "ha_best", TALL, small=True)
        with left:
            walk.draw()
        choice_table(one_function.rule_rows(told, S["rule"]), "ha_rules", page.show)
        st.caption("Click a tree: it stands first above. Gray bars: leaves, out of one for every row.")
        with more_settings():
            greed.criterion()
            st.slider("m, the least number of rows to ask on", 2, 1 << MOST_FEATURES, **bind_widget("min_split"))
            st.slider("Max. depth of the tree that is cut", 0, MOST_FEATURES, **bind_widget("depth"))
    _why(told)
    _code(told, S["rule"])


def _formula(S: dict) -> None:
    """n, the formula, the seed, the criterion; a sentence and a mark where a formula cannot be read."""
    unread = memory(page.Unread)
    text = unread.text if unread.why else page.formula_text(S)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        st.segmented_control(
            "Features n",
            range(page.least_n(S), MOST_FEATURES + 1),
            required=True,
            width="content",
            **bind_widget("d", page.resize),
        )
        st.text_input(
            "Formula: type your own",
            width=380,
            **widget_args("w_formula", text, page.typed),
            help=(
                "and or not xor implies iff, brackets, if … then … else …, majority(…), parity(…), "
                "atleast(2, …), 0, 1; signs such as ∧ ∨ ¬ ⊕ → are read too."
            ),
        )
        if S["function"] == "random":
            st.number_input("Seed", 0, 999, width=130, **bind_widget("seed", lambda _: page.forget()))
    if unread.why:
        st.warning(md(unread.why))
        st.code(f"{text}\n{' ' * unread.place}^", language=None)


def _why(told: Told) -> None:
    """The gains of the first question, and what gains of 0 lead to."""
    formula = one_function.gains_latex(told)
    if not formula:
        return
    with st.expander("The gains of the first split"):
        left, right = st.columns(2, gap="medium")
        with left:
            st.html(one_function.gains_html(told))
            for sentence in one_function.stops_text(told):
                st.markdown(md(sentence))
        right.latex(formula)


def _code(told: Told, rule: str) -> None:
    """Both trees as nested if-then-else."""
    with st.expander("Both trees as if-then-else"):
        for column, one in zip(st.columns(2, gap="medium"), (rule, BEST), strict=True):
            with column:
                st.caption(md(one_function.title_of(told, one)))
                code = tree_code(told.tree(one))
                st.code(code, language="python", height=380 if code.count("\n") > 16 else "content")


class Shown(NamedTuple):
    """What a part shows before its question is answered, and after."""

    before: Callable[[], None]
    after: Callable[[], None]


_PART = {
    "one": Shown(_one_asked, _one),
    "leaves": Shown(greed.leaves_asked, greed.leaves),
    "all": Shown(greed.every_asked, greed.every),
    "trap": Shown(greed.trap_asked, greed.trap),
    "slant": Shown(greed.slant_asked, greed.slant),
    "kinds": Shown(greed.kinds_asked, greed.kinds),
}


LESSON = Lesson(
    name="hard",
    title="What trees find easy",
    about="Type a Boolean function: its smallest tree, ID3's tree, and what greed and stop rules make of it.",
    settings=(
        Setting(choice("tab", [*PARTS], "one"), "Part", _parts, TITLE),
        # The parts that have answered their question; a link that names none shows the answer of its part.
        Setting(
            Field("reveal", None, page.read_parts, lambda told: "" if told is None else ".".join(told) or "none"),
            view=True,
        ),
        Setting(whole("guess", None, 0, 9), view=True, reset_by=("tab",)),  # on the question of this part
        *map(
            Setting,
            (
                choice("function", [*TITLES], "last"),
                whole("d", 3, 1, MOST_FEATURES),
                Field("formula", "", page.read_formula),  # only of the function "formula"
                Field("table", "", page.read_table),  # only of "table": its outputs, first row first
                whole("seed", 19, 0, 999),  # of a random function, and of the points beside a slanted line
                choice("criterion", [*dtlearn.CRITERIA], "info_gain"),
                choice("rule", (*RULES, BEST), "uml"),
                whole("min_split", 4, 2, 1 << MOST_FEATURES),
                whole("depth", 2, 0, MOST_FEATURES),
                whole("bits", 4, 1, MOST_BITS),
                choice("trap", [*TRAPS], "uml"),
                whole("level", 1, 1, len(MOMENTS)),
                choice("m", {str(m): m for m in SIZES}, 160),
                choice("data", page.NOMINAL, page.NOMINAL[0]),
            ),
        ),
        Setting(FRESH, view=True),
        Setting(VIEW, view=True),
    ),
    opens={"tab": "leaves", "function": "mux", "reveal": ()},  # OR against parity; on mux greed wastes leaves
    fit=page.fit,
    walks=page.examples_of,
    heading=lambda s: ("What trees find easy", ""),
    body=lambda s: part,
    keys=lambda s: KEYS,
    picture=page.picture,
    follows="Follows CS181, lecture 6, Ch8, and UML 18.2 with the book's exercise 18.2; the slanted line is ours. n is"
    " the number of features, as in CS181 and Ch8 (E40). Ties go to the lowest feature; a tie of classes to 0.",
    slips=lambda s: (*NOTES.get(s["tab"], ()), "E40"),
)
