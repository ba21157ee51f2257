"""The parts of the page The bound: lessons, the curves beside the tree, the arithmetic, what it takes, the notes."""

from __future__ import annotations

import streamlit as st

from dtlearn.views import bound, bound_samples, html
from dtlearn.views.cost import whole
from pages.ui import bounds, boundtrees, linkwarning, longwork, own
from pages.ui.charts import clickable
from pages.ui.controls import criterion, function, select
from pages.ui.escape import md
from pages.ui.frame import care, choose_lesson
from pages.ui.kept import is_large
from pages.ui.player import player
from pages.ui.scene import bind, save, state
from pages.ui.tree import tree


def heading(wrong: list[str]) -> None:
    """The title, the lessons, what is to be seen; one sentence if the link could not be followed to the letter."""
    S = state()
    raw, terms, source = boundtrees.data_of(S)[0], boundtrees.terms_of(S), boundtrees.source_of(S)
    title = bound.source_title(source) if source else raw.title
    left, right = st.columns([8, 5], vertical_alignment="center")
    left.html(html.title_html(f"The bound: {title}", f"{bound_samples.sample_text(terms)}, d = {whole(terms.d)}"))
    now = bounds.lesson_of(S)
    st.session_state["bo_headed"] = _headed(S)
    choose_lesson(right, bounds.LESSONS, now, bounds.FIELDS, "w_bo_lesson")
    linkwarning.say(wrong)
    if now:
        st.markdown(md(bounds.LESSONS[now].says))


def _headed(S: dict) -> tuple:
    """What the heading depends on that the fragment can change."""
    return bounds.lesson_of(S), S["bo_times"]


def reheading() -> None:
    """A new heading, if the fragment has made the old one untrue."""
    if st.session_state["bo_headed"] != _headed(state()):
        st.rerun()


def sidebar() -> None:
    """Data, how trees are found, the form of the bound."""
    S = state()
    with st.sidebar:
        titles = {boundtrees.SOURCE: "A known source"} | {name: own.title(name) for name in own.names(fits=bounds.fits)}
        select("Data set", titles, "bo_data", bounds.other_trees)
        if source := boundtrees.source_of(S):
            st.caption(md(bound.source_text(source)))
            _source()
        else:
            st.caption(md(own.load(S["bo_data"]).card.story))
            _what_is_left_out(S)
        criterion("bo_criterion", bounds.other_trees, label="Criterion of the greedy tree")
        if boundtrees.refused(S):
            st.toggle("Search for the exact optimum", False, disabled=True, key="w_bo_refused",
                      help="Too many questions: see below the curves.")  # fmt: skip
        else:
            st.toggle("Search for the exact optimum", **bind("bo_exact", _switched))
            if S["bo_exact"]:
                st.selectbox("up to so many nodes", bounds.SIZES, **bind("bo_most", bounds.other_trees))
        st.number_input("Questions nobody asks, added to d", 0, 9999, **bind("bo_more"),
                        help="Every further question makes the code longer, so the bound is larger.")  # fmt: skip
        select("Logarithms", bound.LOG_TITLES, "bo_logs")


def _what_is_left_out(S: dict) -> None:
    """What a large table is not asked."""
    if left := boundtrees.left_out(S):
        asked = boundtrees.terms_of(S).d
        st.caption(
            f"Its numbers have {whole(left)} more thresholds than can be tried in a moment. The {whole(asked)} questions that "
            "are asked lie evenly among them."
        )
    if is_large(S["bo_data"]):
        st.caption(f"A large table's tree grows best first, up to {boundtrees.LEAVES} leaves.")


def _switched(before: dict) -> None:
    if not state()["bo_exact"]:
        bounds.stop()


def _source() -> None:
    """The choices of a known source."""
    left, right = function("bo", 14, bounds.other_trees)
    left.number_input("m examples", 4, 1000, **bind("bo_m", bounds.other_trees))
    right.number_input("Seed", 0, 999, **bind("bo_seed", bounds.other_trees))
    st.slider("Wrong labels, in %", 0, 45, **bind("bo_noise", bounds.other_trees))


def searching() -> None:
    """The search for the exact trees, where it is not done yet: its progress and a way out."""
    S = state()
    if not boundtrees.missing(S):
        return

    def work(tell: longwork.Tell) -> None:
        for share in boundtrees.searching(S):
            tell(share, f"Searching for the best tree of every size: {share:.0%}")
        boundtrees.rows_of(S)  # what else is computed of new data waits for its turn too

    longwork.do(work, bounds.stop, "bo-cancel", lambda: save(bounds.FIELDS))


def curves() -> None:
    """The player over the sizes, the choice of trees and sample, the curves beside the tree."""
    S = state()
    if boundtrees.missing(S):  # another visitor's search has pushed ours out of the memory
        st.rerun()
    st.session_state["bo_step"] = S["step"]  # where the next visit opens
    row, rows, terms = boundtrees.row_of(S), boundtrees.rows_of(S), boundtrees.terms_of(S)
    player(len(row) - 1, [], bound.caption(row, terms, S["step"]), ["one tree a step"],
           playable=len(row) > 1)  # fmt: skip
    one, two, three = st.columns([4, 5, 4], vertical_alignment="bottom")
    one.segmented_control("Trees", [r.way for r in rows], format_func=bound.WAYS.get, required=True,
                          **bind("bo_way", bounds.other_way))  # fmt: skip
    two.select_slider("The same data k times", bounds.TIMES, format_func=lambda k: f"{whole(k)} ×", **bind("bo_times"))
    three.select_slider(
        "δ: how often the bound may fail", bounds.DELTAS, format_func=lambda x: f"{x:g}", **bind("bo_delta")
    )
    left, right = st.columns([5, 4], gap="medium")
    with left:
        caption = bound.caption(row, terms, S["step"])
        clickable(boundtrees.figure_of(S), "bo_chart", "bound-curves", bounds.picked, caption)
    with right:
        tree(boundtrees.view_of(S), "bo_tree", boundtrees.HEIGHT, S["present"], lambda _: None, whole=True)
        if terms.times > 1:
            st.caption("The boxes count every example once.")


def worth() -> None:
    """The arithmetic of the tree shown, what the bound is worth, what sample it would take, all sizes."""
    S = state()
    row, rows, terms = boundtrees.row_of(S), boundtrees.rows_of(S), boundtrees.terms_of(S)
    here, leaf = (row.bounds(terms)[k] for k in (S["step"], 0))
    kind, why = boundtrees.worth_of(S)
    left, right = st.columns(2, gap="medium")
    with left:
        st.latex(bound.arithmetic(here, kind))
        st.markdown(md(bound.logs_text(here)))
        st.markdown(f"**{kind.value[0].upper()}{kind.value[1:]}.** {md(f'{why} {bound_samples.copies_text(terms)}')}")
        st.latex(bound_samples.needed_lines(here, leaf))
        st.markdown(md(bound_samples.needed_text(here, leaf)))
    with right:
        st.html(bound.contest_html(rows, terms, boundtrees.alone_of(S)))
        features = len(boundtrees.data_of(S)[0].schema.features)
        if not boundtrees.refused(S):
            proof = bound.proof_text(rows, terms, _further(S))
        elif boundtrees.compared(S):
            proof = bound.refused_text(terms.d, features)
        else:
            proof = (
                f"{whole(terms.d)} questions to {whole(terms.m)} examples are too many for an exact search, and for a tree by "
                "every criterion. The trees shown are the best of the greedy one."
            )
        for said in (proof, bound.promise_text(row, terms)):
            if said:
                st.markdown(md(said))
        st.html(bound_samples.samples_html(rows, terms, bounds.TIMES))
        if mark := bound_samples.mark_text(rows, terms, bounds.TIMES):
            st.caption(mark)
    with st.expander("Every size"):
        st.html(bound.sizes_html(row, terms, S["step"]))
        if gaps := bound.gaps_text(row):
            st.caption(gaps)
    if found := boundtrees.depths_of(S):
        with st.expander("By depth", expanded=bounds.lesson_of(S) == "greed"):
            st.html(bound.depths_html(*found, terms.m))


def _further(S: dict) -> bool:
    """Whether the exact search can be sent further."""
    return any(not boundtrees.refused(S | {"bo_most": n}) for n in bounds.SIZES if n > S["bo_most"])


def notes() -> None:
    """Where the bound is from, and what to read with care."""
    st.caption(
        "Follows UML 18.1 and 18.2. With probability 1 − δ the bound holds for all trees at once, so one may choose the tree after "
        "seeing the examples. Greedy is UML's ID3, grown best first; pruned is its full tree cut back to the best of each size; "
        "exact is the best of all trees of that size."
    )
    care("E28", "E29", "E30", "E31")
