"""The parts of the page Is learning possible?: presets and choices, truth table and concepts, what stands below."""

import streamlit as st

from dtlearn.show.base.arithmetic import aligned
from dtlearn.show.learning import spaces, tables, words
from dtlearn.show.learning.words import BIAS_WORDS, SOURCE, TARGETS
from pages.ui.components.clicker import clicker
from pages.ui.components.truth import truth
from pages.ui.components.universe import universe
from pages.ui.kit.charts import savable
from pages.ui.kit.controls import segments, select
from pages.ui.kit.escape import md
from pages.ui.kit.frame import errata_fold, scenarios, shown
from pages.ui.kit.heading import question_line, with_tools
from pages.ui.kit.paper import paper
from pages.ui.kit.scene import bind_widget, change, widget_args
from pages.ui.kit.session import state
from pages.ui.learning import scene
from pages.ui.learning.scene import PANELS

KEYS = (
    ("Tab, then ↑ ↓", "go through the rows"),
    ("Enter", "the next label of a row"),
    ("0 1 Delete", "this label, or none"),
    ("PageDown, PageUp", "a clicker: the next of the examples above the table, from Stuck at ½ on, or the one before"),
)
# On a phone the choices wrap. A sentence of two lines moves nothing that one is about to click.
_WRAP = """<style>.st-key-paperless-choices [data-testid=stButtonGroup] > div {flex-wrap: wrap}
@media (min-width:900px){.st-key-le-told{min-height:3.2rem}}</style>"""
GRUE = (
    "Call a thing *grue* if it is green before 1 January 2100 and blue from then on. The grass has always been green,"
    " so it will be green in a hundred years. But it has always been grue too, so it will be grue, and blue. The"
    " examples speak for both equally; only a bias makes us say “green” (Goodman). The notes' moral: choose features"
    " that describe the thing itself, not an outer one such as the time."
)


def heading() -> None:
    """The title, the tools, the presets."""
    with with_tools("Is learning possible?", "what examples leave open", *KEYS):
        clicker(scene.move)
    paper()
    titles = {name: preset.title for name, preset in scene.PRESETS.items()}
    now = shown(scene.PRESETS, state(), scene.LESSON)
    question_line(
        scene.PRESETS[now].says
        if now
        else "What do the rows that you know say of the others? Choose a bias, and who may vote."
    )
    scenarios(titles, now, scene.preset, "w_le_preset")


def choices() -> None:
    """Number of features, bias, target."""
    S = state()
    st.html(_WRAP)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small", key="paperless-choices"):
        st.segmented_control(
            "Features n",
            scene.SIZES,
            required=True,
            width="content",
            **widget_args("w_le_n", scene.n_of(S), scene.resize),
        )
        segments(
            "Bias",
            {name: bias.short for name, bias in BIAS_WORDS.items()},
            "bias",
            width="content",
            label_visibility="visible",
        )
        if S["bias"] == "leaves":
            st.slider("Leaves k", 1, len(S["rows"]), width=120, **bind_widget("k"))
        select("Hidden target", TARGETS, "target", scene.choose_target, width=215)
        if S["target"] == "random":
            st.number_input("Seed", 0, 999, width=120, **bind_widget("seed", lambda before: scene.obey(S)))
        if S["target"] != "none":
            st.toggle("Show it", **bind_widget("reveal"))
    afresh = st.session_state.pop("le_afresh", "")
    if afresh:
        st.info(afresh)


def moving() -> None:
    """What is left, in one sentence; the truth table; all concepts."""
    S = state()
    told = scene.lesson_of(S)
    score = words.score_text(told) if S["reveal"] else ""
    with st.container(key="le-told"):
        st.markdown(md(words.caption(told)) + (f" **{md(score)}**" if score else ""))
    left, right = st.columns([6, 5], gap="medium")
    with left:
        truth(words.truth_view(told, S["reveal"], S["target"] == "own"), "le_truth", scene.put, scene.turn)
        with st.container(horizontal=True, vertical_alignment="center"):
            st.caption(_how(S), width="stretch")
            st.button(
                "Forget all", disabled=not told.known.size, on_click=change, kwargs={"rows": "-" * len(S["rows"])}
            )
        with st.expander("How many concepts are left, worked out"):
            st.latex(aligned(words.counting_latex(told)))
    with right:
        universe(scene.universe_of(S), "le_universe", scene.pick)
    found = tables.voters_html(told)
    if found:
        st.html(found)


def _how(S: dict) -> str:
    if S["target"] == "none":
        return "Click a label: ? → 1 → 0 → ?. Then choose a bias, and a target to see whether the vote is right."
    own = " Click an answer of your target to turn it round." if S["target"] == "own" and S["reveal"] else ""
    return f"Click a label: the target tells its answer, or it is forgotten.{own}"


def panel() -> None:
    """What stands below: the two ends, no free lunch, the counts, grue; the slips of the notes."""
    segments("Below", PANELS, "panel")
    _PANEL[state()["panel"]]()
    errata_fold("learning", "E35", "E36", "E38", "E39", "E40")


def _between() -> None:
    known = scene.lesson_of(state()).known
    st.latex(aligned(words.between_latex(known)))
    st.markdown(md(words.between_text(known)))
    st.caption(
        "The notes' two formulas got lost in their typesetting (E38, under Slips in the notes). They must be these: the"
        " OR of the positive rows, each written out with its negated features, and NOT the OR of the negative rows."
    )


def _lunch() -> None:
    S = state()
    told = scene.lesson_of(S)
    judged = tables.judged(told)
    if not told.known.unseen:
        st.info("No row is unseen: forget a label.")
        return
    if judged.vote.voters:
        unbiased = (
            "Without a bias every vote is a tie, so a learner that has one is judged. " if S["bias"] == "none" else ""
        )
        st.markdown(unbiased + tables.lunch_text(judged))
        left, right = st.columns([1, 1], gap="medium")
        with left:
            st.plotly_chart(scene.lunch_of(S), key="le_lunch", config=savable("learning-no-free-lunch"))
        with right:
            st.latex(aligned(tables.lunch_latex(judged)))
    else:
        st.info("With this bias nobody votes, so there is no learner to judge. The others:")
    st.html(tables.lunch_html(told.known, S["k"]))
    st.markdown(
        "The first column is **no free lunch**: if every target is as likely as any other, no learner beats a coin on"
        " what was not seen. The other columns are worlds that follow a bias: there nobody beats the learner who"
        " shares it."
    )


def _counts() -> None:
    S, n = state(), scene.n_of(state())
    st.html(tables.counts_html(n))
    st.html(spaces.spaces_html(n, S["k"]))
    st.markdown(md(tables.example_text()))
    left, right = st.columns([1, 1], gap="medium")
    with left:
        st.markdown(
            "Trees of depth at most d that ask a feature once a path: a leaf 0 or 1, or a root and two subtrees."
        )
        st.latex(aligned(tables.trees_latex(n)))
        st.caption(
            "“Doubly exponential (why?)”, ask the notes (E39, under Slips in the notes): one level more about squares"
            " the number, times n. Many trees say the same: there are only 2^(2ⁿ) concepts."
        )
    with right:
        st.html(tables.sizes_html(n))


def _every_labelling() -> None:
    S = state()
    known = scene.lesson_of(S).known
    st.markdown(spaces.shattering_text(known))
    with st.container(horizontal=True):
        st.button("The next labelling", disabled=not known.size, on_click=scene.relabel)
        st.button("3 points, 2 leaves", on_click=scene.show, kwargs={"rows": "-00-0---"})
    if known.size:
        st.html(spaces.shattering_html(known))
    st.markdown(
        "As the notes have it, trees of arbitrary size have **infinite VC dimension** (UML 18.3): m different numbers"
        " can be labelled in every way by a tree of m leaves, whatever m. With n yes/no features there are only 2ⁿ"
        " points (slip E36 below). And trees with k leaves have VC dimension k (UML 18.4): at least k, as slip E35"
        " below says."
    )


_PANEL = {
    "between": _between,
    "lunch": _lunch,
    "counts": _counts,
    "vc": _every_labelling,
    "grue": lambda: st.markdown(GRUE),
}


def sources() -> None:
    """What the page follows."""
    st.caption(
        f"Follows {SOURCE}: a concept answers 0 or 1 on each of the 2ⁿ rows, and N of the rows are known. The notes"
        " write n for features, as this page does; elsewhere in dtlearn they are d (slip E40 above). A vote that is a"
        " tie counts as half right."
    )
