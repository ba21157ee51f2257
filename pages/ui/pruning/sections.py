"""The parts of the page Pruning: lessons, choices, the stage, the choice of alpha, the comparison."""

from collections.abc import Callable

import streamlit as st

from dtlearn.growing.grow import PLAYED
from dtlearn.pruning.procedures import PRUNERS
from dtlearn.views.pruning import tables, words
from dtlearn.views.pruning.procedures import SETTINGS, procedure_of
from dtlearn.views.pruning.tree import SHOWS
from dtlearn.views.stage.walkthrough import Walkthrough
from pages.ui.kit import heading as above
from pages.ui.kit import longwork
from pages.ui.kit import tables as own
from pages.ui.kit.charts import clickable
from pages.ui.kit.controls import criterion, function, predict_first, segments, select
from pages.ui.kit.escape import md
from pages.ui.kit.fields import ALGORITHM_IDS
from pages.ui.kit.frame import care, choose_preset, more_settings
from pages.ui.kit.scene import bind, link, save
from pages.ui.kit.session import state
from pages.ui.kit.stage import stage
from pages.ui.kit.tables import is_large
from pages.ui.pruning import data as prunedata
from pages.ui.pruning import scene

FOLDS = (2, 3, 5, 10, 20)

# The procedures wrap where they do not fit, and stand close below the lessons where the stage needs the room.
_STYLE = """<style>
@media (min-width: 1101px) { .st-key-pr-heading:not(:has(.stSelectbox)) { margin: -.7rem 0 -.6rem; } }
.st-key-w_procedure:has(.stSelectbox) { flex: none; width: 11.5rem !important; }
.st-key-pr-says { margin: -.85rem 0 -.5rem; }
body:has(.st-key-dt-deck) .st-key-pr-says { display: none; }
.st-key-pr-heading [data-testid=stButtonGroup], .st-key-pr-heading [role=radiogroup] { flex-wrap: wrap !important; mask: none !important; }
</style>"""


def heading(wrong: list[str]) -> None:
    """The title, the lessons, the procedures, what is to be seen; one sentence if the link could not be followed to the letter."""
    S = state()
    st.html(_STYLE)
    now = scene.lesson_of(S)
    does = procedure_of(S["procedure"])
    above.heading("Pruning", f"{prunedata.parts_of(S)[0].title}: {does.title}", wrong)
    told = now and not scene.waiting(S)  # while the reader predicts, only what the procedure does
    with st.container(key="pr-says"):
        if told:
            found, lesson = scene.pruning_of(S), prunedata.LESSONS[now]
            above.ask_and_answer(lesson.says, lesson.ends or words.answer(found), len(found.steps))
        else:
            st.markdown(md(does.short))
    titles = {name: procedure_of(name).title for name in PRUNERS}
    if S["present"]:  # one row
        with st.container(horizontal=True, key="pr-heading"):
            select("Procedure", titles, "procedure", scene.other_procedure, label_visibility="collapsed")
            choose_preset(prunedata.LESSONS, now, scene.FIELDS, "w_pr_lesson", first=2)
        return
    choose_preset(prunedata.LESSONS, now, scene.FIELDS, "w_pr_lesson", first=5)
    with st.container(key="pr-heading"):
        segments("Procedure", titles, "procedure", scene.other_procedure)


def sidebar() -> None:
    """The procedure's own choices, the data, how the tree grows."""
    S = state()
    predict = predict_first("You say what the procedure does before you see it.", scene.other)
    with st.sidebar:
        own.choose(prunedata.titles(), "data", scene.other)
        st.caption(md(prunedata.story_of(S)))
        data, held = prunedata.parts_of(S)
        st.caption(f"{len(data)} examples to grow on, {f'{len(held)} to validate' if held else 'none to validate'}.")
        if prunedata.held_of(S) != S["held"]:
            st.info(
                f"This procedure needs validation examples: {prunedata.HELD} % are held out, so the tree grows on"
                " fewer."
            )
        if is_large(S["data"]):
            st.caption(
                f"Your table is large, so its tree grows best first, up to {scene.LEAVES} leaves: few enough to weigh "
                "them all in a moment."
            )
        predict()
        with more_settings():
            _data()
            st.selectbox("Algorithm", list(ALGORITHM_IDS.values()), **bind("algorithm", scene.regrown))
            criterion("criterion", scene.regrown)
            _procedure()
            select("The tree is drawn", SHOWS, "show")


def _procedure() -> None:
    """A control for each setting that the procedure reads."""
    S = state()
    for name in PRUNERS[S["procedure"]].settings_read(prunedata.prune_settings_of(S)):
        if one := SETTINGS.get(name):
            how = {"help": one.help, **bind(one.id, scene.other)}
            if not one.values:
                st.toggle(one.title, **how)
            elif isinstance(one.values, dict):
                st.selectbox(one.title, list(one.values), format_func=one.values.get, **how)
            elif one.typed:
                st.selectbox(
                    one.title,
                    sorted({*one.values, S[one.id]}),
                    accept_new_options=True,
                    format_func=str,
                    help=one.help,
                    **bind(one.id, scene.priced),
                )
            else:
                st.select_slider(one.title, one.values, **how)


def _data() -> None:
    S, other = state(), scene.other
    if S["data"] == prunedata.SOURCE:
        function(10, other)
        st.number_input("m examples", 10, 1000, **bind("m", other))
        st.slider("Label noise, in %", 0, 45, **bind("noise", other))
    if S["data"] != "majority-8":
        st.slider("Held out to validate, in %", 0, 80, **bind("held", other, prunedata.held_of(S)))
    if prunedata.held_of(S) or S["data"] == prunedata.SOURCE:
        st.number_input("Seed: which ones", 0, 999, **bind("seed", other))


def moving() -> None:
    """The stage, which steps in the browser: tree, alternatives with their arithmetic, charts, every tree."""
    S = state()
    candidate = scene.ALTERNATIVE.address(S | {"node": 0, "candidate": 0})
    stage(scene.DOCUMENT, S, scene.view_of, _page_that_plays(), candidate=candidate, parts=scene.part_size(S))


def _page_that_plays() -> Callable[[], Walkthrough] | None:
    """Makes the lesson of the page that plays this pruning; of a large tree there is none."""
    S = state()
    return (lambda: scene.walkthrough_of(S)) if len(scene.pruning_of(S).tree) <= PLAYED else None


def comparing() -> None:
    """Which tree to take, and all procedures beside each other."""
    S = state()
    found = scene.pruning_of(S)
    if scene.waiting(S):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.caption("The comparison of procedures waits until the last step.")
            st.button("I am at the last step")  # which tells of the step
        return
    left, right = st.columns(2, gap="medium") if found.alphas else (None, st.container())
    if left:
        with left:
            _choosing()
    with right:
        st.html(
            tables.rivals_html(
                [
                    (link("pruning", scene.FIELDS, **there) if k is not None else "", one, k, lines)
                    for there, one, k, lines in scene.rivals_of(S)
                ]
            )
        )
        st.caption(tables.about_rivals(prunedata.parts_of(S)[1] is not None))


def _choosing() -> None:
    """Which tree of the series: by the validation examples, by folds."""
    S = state()
    found, m = scene.pruning_of(S), len(prunedata.parts_of(S)[0])
    sizes = [k for k in FOLDS if k <= m]
    extra = [] if S["folds"] in (0, *sizes) else [S["folds"]]
    titles = {k: f"{k} folds" if k else "none" for k in (0, *sizes, *extra)}
    select("Cross-validation on the training examples", titles, "folds")
    for series in scene.series_of(S):
        st.markdown(md(tables.chosen_text(found, series)))
        with st.container(horizontal=True):
            st.button("★ Show the best", key=f"pr_best_{series.name}", on_click=scene.go, args=(series.best,))
            if series.one_se != series.best:
                st.button("◇ Show one SE", key=f"pr_se_{series.name}", on_click=scene.go, args=(series.one_se,))
    if S["folds"] and not scene.folds_missing(S):
        figure, alt = scene.folds_figure(S)
        clickable(figure, "pr_folded", "pruning-folds", scene.go, alt)


def folding(wrong: list[str]) -> None:
    """The folds, where they are missing, with progress and a way out; then the page once more, with what they say.

    wrong : what to say once more of the link.
    """
    if not scene.folds_missing(state()):
        return
    longwork.remember("pruning", wrong)

    def work(tell: longwork.Tell) -> None:
        for series in scene.folding(state()):
            tell(series.done / series.folds, f"Fold {series.done} of {series.folds}")

    longwork.do(work, lambda: state().update(folds=0), "pr-cancel", lambda: save(scene.FIELDS))
    st.rerun()


def notes() -> None:
    """Where the procedures are from, and what to read with care."""
    said = " ".join(f"{procedure_of(name).title}: {procedure.source}." for name, procedure in PRUNERS.items())
    st.caption(md(f"Follows {said} C4.5's estimate: Quinlan 1993, with the exact binomial limit."))
    care("pruning", "E14", "E15", "E16", "E28", "E30", "E31", "E32", "E41")
