"""The parts of the page Generalisation bound: lessons, the trees and their curves on the stage, what it takes, the notes."""

import streamlit as st

from dtlearn.views.base import html
from dtlearn.views.base.text import whole
from dtlearn.views.bound import samples, words
from pages.ui.bound import scene, trees
from pages.ui.kit import longwork, tables
from pages.ui.kit.controls import criterion, function, select
from pages.ui.kit.escape import md
from pages.ui.kit.frame import care, choose_preset, more_settings
from pages.ui.kit.heading import ask_and_answer, say
from pages.ui.kit.scene import bind, save
from pages.ui.kit.session import state
from pages.ui.kit.stage import stage
from pages.ui.kit.tables import is_large

# The choices stand close above the stage, so that their effect is in view. In present mode the arithmetic stands whole.
_STYLE = """<style>
.st-key-dt-scenarios { margin-top: -.6rem; }
.st-key-bo-says { margin: -.7rem 0 -.7rem; }
.st-key-bo-choices { margin: -.35rem 0 -.4rem; }
.st-key-bo-choices [data-testid=stWidgetLabel] { height: 1.2rem; min-height: 0; }
body:has(.st-key-dt-deck) .st-key-bo-says { display: none; }
</style>"""
_PRESENT = """<style>.st-key-bo-choices { margin: -1.1rem 0 -.35rem; }
@media (max-height: 850px) { :root { --lettered: 140; } }</style>"""


def heading(wrong: list[str]) -> None:
    """The title, the lessons, what is to be seen; one sentence if the link could not be followed to the letter."""
    S = state()
    terms, title = trees.terms_of(S), trees.title_of(S)
    st.html(html.title_html(f"Generalisation bound: {title}", f"{samples.sample_text(terms)}, d = {whole(terms.d)}"))
    now = scene.lesson_of(S)
    choose_preset(scene.LESSONS, now, scene.FIELDS, "w_bo_lesson")
    say(wrong)
    row, lesson = trees.row_of(S), scene.LESSONS.get(now)
    with st.container(key="bo-says"):
        asks, ends = (lesson.says, lesson.ends) if lesson else (scene.QUESTION, "")
        ask_and_answer(asks, ends or words.answer(row, terms), len(row) - 1)


def sidebar() -> None:
    """Data, how trees are found, the form of the bound."""
    S = state()
    with st.sidebar:
        tables.choose({trees.SOURCE: "A known source"} | tables.titles(scene.fits), "data", scene.other_trees)
        if source := trees.source_of(S):
            st.caption(md(words.source_text(source)))
            with st.expander("The source", key="bo-source"):
                _source()
        else:
            st.caption(md(tables.load(S["data"]).card.story))
            _what_is_left_out(S)
        if not S["present"]:
            _delta()
        with more_settings():
            _search(S)


def _search(S: dict) -> None:
    """How trees are found, and what the bound counts."""
    criterion("criterion", scene.other_trees, label="Criterion of the greedy tree")
    if trees.refused(S):
        st.toggle(
            "Search for the exact optimum",
            False,
            disabled=True,
            key="w_bo_refused",
            help="Too many questions: see below the curves.",
        )
    else:
        st.toggle("Search for the exact optimum", **bind("exact", _switched))
        if S["exact"]:
            st.selectbox("Maximum nodes", scene.SIZES, **bind("most", scene.other_trees))
    st.number_input(
        "Irrelevant features added",
        0,
        9999,
        **bind("more"),
        help="Every further question makes the code longer, so the bound is larger.",
    )
    select("Logarithms", words.LOG_TITLES, "logs")


def _what_is_left_out(S: dict) -> None:
    """What a large table is not asked."""
    if left := trees.left_out(S):
        asked = trees.terms_of(S).d
        st.caption(
            f"Its numbers have {whole(left)} more thresholds than can be tried in a moment. The {whole(asked)}"
            " questions that are asked lie evenly among them."
        )
    if is_large(S["data"]):
        st.caption(f"A large table's tree grows best first, up to {trees.LEAVES} leaves.")


def _switched(before: dict) -> None:
    if not state()["exact"]:
        scene.stop()


def _source() -> None:
    """The choices of a known source."""
    left, right = function(14, scene.other_trees)
    left.number_input("m examples", 4, 1000, **bind("m", scene.other_trees))
    right.number_input("Seed", 0, 999, **bind("seed", scene.other_trees))
    st.slider("Label noise, in %", 0, 45, **bind("noise", scene.other_trees))


def searching() -> None:
    """The search for the exact trees, where it is not done yet: its progress and a way out."""
    S = state()
    if not trees.missing(S):
        return

    def work(tell: longwork.Tell) -> None:
        for share in trees.searching(S):
            tell(share, f"Searching for the best tree of every size: {share:.0%}")
        trees.rows_of(S)  # what else is computed of new data waits for its turn too

    longwork.do(work, scene.stop, "bo-cancel", lambda: save(scene.FIELDS))


def _delta() -> None:
    st.select_slider("δ: how often the bound may fail", scene.DELTAS, format_func=lambda x: f"{x:g}", **bind("delta"))


def choices() -> None:
    """Which trees, on how much data; in present mode, which has no side, how sure too."""
    S = state()
    st.html(_PRESENT if S["present"] else _STYLE)
    with st.container(key="bo-choices"):
        one, two, *three = st.columns([4, 5, 4] if S["present"] else [5, 8], vertical_alignment="bottom")
        ways = [row.way for row in trees.rows_of(S)]
        one.segmented_control(
            "Trees",
            ways,
            format_func=words.WAYS.get,
            required=True,
            help="\n".join(f"- **{words.WAYS[way]}**: {words.BRIEFLY[way]}" for way in ways),
            **bind("way", scene.other_way),
        )
        two.select_slider(
            "The same data k times: smaller penalties",
            scene.TIMES,
            format_func=lambda k: f"{whole(k)} ×",
            **bind("times"),
        )
        for column in three:
            with column:
                _delta()


def moving() -> None:
    """The stage, which steps in the browser: the trees, one a size, their arithmetic, the curves."""
    S = state()
    stage(scene.DOCUMENT, S, trees.view_of, lambda: trees.walkthrough_of(S), parts=trees.part_size(S))
    if trees.terms_of(S).times > 1:
        st.caption("The boxes count every example once.")


def worth() -> None:
    """What the bound is worth; folded, where the least one is found, and what more data would do."""
    S = state()
    kind, why = trees.worth_of(S)
    st.markdown(f"**{kind.value[0].upper()}{kind.value[1:]}.** {md(f'{why} {samples.copies_text(trees.terms_of(S))}')}")
    with st.expander("The least bound of each way, and what more data would do"):
        _contest(S)
    if found := trees.depths_of(S):
        with st.expander("By depth", expanded=scene.lesson_of(S) == "greed"):
            st.html(words.depths_html(*found, trees.terms_of(S).m))


def _contest(S: dict) -> None:
    row, rows, terms = trees.row_of(S), trees.rows_of(S), trees.terms_of(S)
    left, right = st.columns(2, gap="medium")
    with left:
        st.html(words.contest_html(rows, terms, trees.alone_of(S)))
        features = len(trees.data_of(S)[0].schema.features)
        if not trees.refused(S):
            proof = words.proof_text(rows, terms, _further(S))
        elif trees.compared(S):
            proof = words.refused_text(terms.d, features)
        else:
            proof = (
                f"{whole(terms.d)} questions to {whole(terms.m)} examples are too many for an exact search, and for a"
                " tree by every criterion. The trees shown are the best of the greedy one."
            )
        for said in (proof, words.gaps_text(row)):
            if said:
                st.markdown(md(said))
    with right:
        st.html(samples.samples_html(rows, terms, scene.TIMES))
        if mark := samples.mark_text(rows, terms, scene.TIMES):
            st.caption(mark)


def _further(S: dict) -> bool:
    """Whether the exact search can be sent further."""
    return any(not trees.refused(S | {"most": n}) for n in scene.SIZES if n > S["most"])


def notes() -> None:
    """Where the bound is from, and what to read with care."""
    st.caption("Follows UML (18.1) and 18.2. Greedy is UML's ID3.")
    care("bound", "E28", "E29", "E30", "E31")
