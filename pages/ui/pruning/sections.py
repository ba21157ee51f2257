"""The parts of the page Pruning: lessons, choices, tree and alternatives, curves, the choice of alpha, the comparison."""

import streamlit as st

from dtlearn.growing.grow import PLAYED
from dtlearn.pruning.edit import Pruning
from dtlearn.pruning.procedures import PRUNERS
from dtlearn.views.base import html
from dtlearn.views.pruning import tables
from dtlearn.views.pruning import words as pruning
from dtlearn.views.pruning.names import where
from dtlearn.views.pruning.procedures import SETTINGS, procedure_of
from dtlearn.views.pruning.tree import SHOWS
from pages.ui.components.table import choice_table, numbered
from pages.ui.kit import longwork, predicting
from pages.ui.kit.charts import clickable
from pages.ui.kit.controls import criterion, function, segments, select
from pages.ui.kit.escape import md
from pages.ui.kit.fields import ALGORITHM_IDS
from pages.ui.kit.frame import care, choose_lesson
from pages.ui.kit.heading import say
from pages.ui.kit.kept import is_large
from pages.ui.kit.player import player
from pages.ui.kit.scene import bind, link, save, state
from pages.ui.kit.trees import tree
from pages.ui.pruning import data as prunedata
from pages.ui.pruning import scene

FOLDS = (2, 3, 5, 10, 20)
RADIOS = 8  # answers that stand below each other; more go into a list


# The procedures wrap where they do not fit. Where the window is narrow, the table stands below the tree.
# In present mode only the lesson is left of the heading, so that the tree's lowest level stays on the screen.
_STYLE = """<style>
.st-key-pr-procedures [data-testid=stButtonGroup], .st-key-pr-procedures [role=radiogroup] { flex-wrap: wrap !important; mask: none !important; }
@media (max-width: 1150px) {
  .st-key-pr-moving > [data-testid=stHorizontalBlock], .st-key-pr-moving > * > [data-testid=stHorizontalBlock] { flex-direction: column; }
  .st-key-pr-moving > [data-testid=stHorizontalBlock] > *, .st-key-pr-moving > * > [data-testid=stHorizontalBlock] > * { width: 100% !important; flex: none !important; }
}
</style>"""
_PRESENT = """<style>@media screen {
.st-key-pr-procedures { display: none !important; }
.st-key-pr-heading [data-testid=stColumn]:has(.st-key-pr-procedures) { display: none; }
}</style>"""


def heading(wrong: list[str]):
    """The title, the lessons, the procedures; one sentence if the link could not be followed to the letter.

    Answers the place for what the page says of the lesson: that depends on the step.
    """
    S = state()
    st.html(_STYLE)
    left, right = st.columns(2, vertical_alignment="center")
    left.html(html.title_html("Pruning", prunedata.parts_of(S)[0].title))
    now = scene.lesson_of(S)
    choose_lesson(right, prunedata.LESSONS, now, scene.FIELDS, "w_pr_lesson")
    say(wrong)
    if prunedata.held_of(S) != S["pr_held"]:
        st.info(
            f"This procedure needs validation examples: {prunedata.HELD} % are held out, so the tree grows on fewer."
        )
    with st.container(key="pr-heading"):
        left, right = st.columns([3, 2], vertical_alignment="center")
    with left.container(key="pr-procedures"):
        titles = {name: procedure_of(name).title for name in prunedata.procedures_of(S)}
        segments("Procedure", titles, "pr_by", scene.other)
        if prunedata.regression(S):
            st.caption(
                "Ours: the notes prune trees of classes. Here squared errors take the place of wrong labels; procedures that "
                "count labels are left out."
            )
    return right.empty()


def says(place) -> None:
    """What is to be seen, of a lesson; while the reader predicts, only what the procedure does."""
    S = state()
    now = scene.lesson_of(S)
    told = now and not scene.waiting(S)
    does = procedure_of(S["pr_by"], prunedata.regression(S))
    place.markdown(md(prunedata.LESSONS[now].says if told else does.short))


def sidebar() -> None:
    """The procedure's own choices, the data, how the tree grows."""
    S = state()
    with st.sidebar:
        _procedure()
        _data()
        st.selectbox("Algorithm", list(ALGORITHM_IDS.values()), **bind("pr_algorithm", scene.other))
        if not prunedata.regression(S):  # there is nothing to choose for a numeric target
            criterion("pr_criterion", scene.other)
        if is_large(S["pr_data"]):
            st.caption(
                f"Your table is large, so its tree grows best first, up to {scene.LEAVES} leaves: few enough to weigh "
                "them all in a moment."
            )
        st.toggle(
            "Predict first", help="You say what the procedure does before you see it.", **bind("predict", scene.other)
        )


def _procedure() -> None:
    """A control for each setting that the procedure reads."""
    S = state()
    for name in PRUNERS[S["pr_by"]].settings_read(prunedata.prune_settings_of(S)):
        one = SETTINGS.get(name)
        if one and not (one.classes and prunedata.regression(S)):
            how = {"help": one.help, **bind(one.id, scene.other)}
            if not one.values:
                st.toggle(one.title, **how)
            elif isinstance(one.values, dict):
                st.selectbox(one.title, list(one.values), format_func=one.values.get, **how)
            else:
                st.select_slider(one.title, one.values, **how)


def _data() -> None:
    S, other = state(), scene.other
    titles = prunedata.titles()
    select("Data set", titles, "pr_data", other)
    st.caption(md(prunedata.story_of(S)))
    if S["pr_data"] == prunedata.SOURCE:
        function("pr", 10, other)
        st.number_input("m examples", 10, 1000, **bind("pr_m", other))
        st.slider("Wrong labels, in %", 0, 45, **bind("pr_noise", other))
    if S["pr_data"] != "majority-8":
        st.slider("Held out to validate, in %", 0, 80, **bind("pr_held", other))
    if prunedata.held_of(S) or S["pr_data"] == prunedata.SOURCE:
        st.number_input("Seed: which ones", 0, 999, **bind("pr_seed", other))
    data, held = prunedata.parts_of(S)
    st.caption(f"{len(data)} examples to grow on, {f'{len(held)} to validate' if held else 'none to validate'}.")


def moving() -> None:
    """The player; the tree at the left, the alternatives with their arithmetic at the right."""
    S = state()
    st.session_state["pr_step"] = S["step"]  # where the next visit opens
    found, k = scene.pruning_of(S), S["step"]
    ticks = [mark for mark in pruning.marks(found) if not S["predict"] or mark["k"] <= k]
    words, playable = pruning.caption(found, k), not S["predict"]
    player(len(found.steps), words, ticks, playable, scene.go, meanings=pruning.MEANINGS)
    if S["present"]:
        st.html(_PRESENT)
    with st.container(key="pr-moving"):
        left, right = st.columns([3, 2], gap="medium")
    with left:
        view = scene.view_of(S)
        steps = {node["id"]: node["step"] for node in view["nodes"]}

        def visit(node: str) -> None:
            there = steps.get(node)
            if there is not None and not (S["predict"] and there > S["step"]):
                scene.go(there)

        plays = None if S["predict"] or len(found.tree) > PLAYED else lambda: found.walkthrough().html(k)
        tree(view, "pr_tree", scene.TREE, S["present"], visit, whole=True, plays=plays)
        with st.container(horizontal=True, vertical_alignment="center"):
            segments("Tree", SHOWS, "pr_show")
            st.html(html.legend_html(view["classes"], view["scale"], rings=pruning.RINGS))
    with right, st.container(height=scene.TREE + 80, border=False, key="dt-side"):
        _question(found)
        _alternatives(found)
    with st.expander("Pseudocode"):
        what = "look" if scene.asking(S) else pruning.event(found, k)
        st.html(html.pseudocode_html([found.procedure.code], what))
    if found.procedure.held and k:
        with st.expander("The validation examples that come here"):
            st.html(tables.validation_html(found, found.steps[k - 1]))


def _question(found: Pruning) -> None:
    """Predict first: what the last answer was worth, and the next question."""
    S = state()
    if not S["predict"]:
        return
    k, said = S["step"], dict(S["pr_said"])
    if k and k - 1 in said:
        predicting.told(pruning.right(found, k - 1, said[k - 1]), pruning.graded(found, k - 1, said[k - 1]))
    if scene.asking(S):
        choices = pruning.options(found, k)
        predicting.ask("pr_", k, pruning.question(found, k), choices, len(choices) > RADIOS, lambda: scene.go(k + 1))
    if said:
        right = sum(pruning.right(found, at, token) for at, token in said.items())
        predicting.score("pr_", f"{right} of {len(said)} right", scene.go)


def _alternatives(found: Pruning) -> None:
    """What the last step weighed, each with its value; the arithmetic of one of them."""
    S = state()
    if not S["step"]:
        st.markdown(md(procedure_of(S["pr_by"], prunedata.regression(S)).says))
        return
    step = found.steps[S["step"] - 1]
    at = S["pr_pick"] if S["pr_pick"] is not None else step.chosen
    data = {
        "caption": f"Alternatives: {where(found.tree, step.node)}", "columns": tables.columns(found),
        "height": 215, "rows": tables.rows(found, step, at),
    }  # fmt: skip

    choice_table(data, "pr_table", numbered("a", len(step.alternatives), lambda k: state().update(pr_pick=k)))
    st.latex(tables.arithmetic(found, step, at))
    st.caption(md(tables.remark(found, step, at)))


def curves() -> None:
    """Errors against leaves, the alpha axis, which tree to take; in the end all procedures beside each other."""
    S = state()
    found = scene.pruning_of(S)
    if scene.waiting(S):
        st.caption("The curves wait until the last step.")
        return
    missing = scene.folds_missing(S)
    errors, alphas = scene.figures_of(S | {"pr_folds": 0} if missing else S)
    left, right = st.columns(2, gap="medium")
    with left:
        _chart(errors, "pr_errors", tables.errors_alt(found, scene.lines_of(S), S["step"]))
        _every_tree(found)
    with right:
        if alphas:
            _chart(alphas, "pr_alphas", tables.alphas_alt(found))
            _choosing()
        st.html(tables.rivals_html([(link("pruning", scene.FIELDS, **there) if k is not None else "", one, k, lines)
                                         for there, one, k, lines in scene.rivals_of(S)]))  # fmt: skip
        st.caption(tables.about_rivals(prunedata.parts_of(S)[1] is not None))


def _every_tree(found: Pruning) -> None:
    """Every state in a table; a row leads to its tree."""
    lines, here = scene.lines_of(state()), state()["step"]
    data = {
        "caption": "Every tree on the way", "columns": tables.state_columns(found, lines), "height": 250,
        "rows": tables.state_rows(found, lines, here),
    }  # fmt: skip

    st.caption("Every tree on the way: a row leads to its tree.")
    choice_table(data, "pr_states", numbered("s", len(found.steps) + 1, scene.go))


def _chart(figure, key: str, alt: str) -> None:
    clickable(figure, key, key.replace("pr_", "pruning-"), scene.go, alt)


def _choosing() -> None:
    """Which tree of the series: by the validation examples, by folds."""
    S = state()
    found, m = scene.pruning_of(S), len(prunedata.parts_of(S)[0])
    sizes = [k for k in FOLDS if k <= m]
    extra = [] if S["pr_folds"] in (0, *sizes) else [S["pr_folds"]]
    titles = {k: f"{k} folds" if k else "none" for k in (0, *sizes, *extra)}
    select("Cross-validation on the training examples", titles, "pr_folds")
    for series in scene.series_of(S):
        st.markdown(md(tables.chosen_text(found, series)))
        with st.container(horizontal=True):
            st.button("★ Show the best", key=f"pr_best_{series.name}", on_click=scene.go, args=(series.best,))
            if series.one_se != series.best:
                st.button("◇ Show one SE", key=f"pr_se_{series.name}", on_click=scene.go, args=(series.one_se,))


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

    longwork.do(work, lambda: state().update(pr_folds=0), "pr-cancel", lambda: save(scene.FIELDS))
    st.rerun()


def notes() -> None:
    """Where the procedures are from, and what to read with care."""
    S = state()
    every = prunedata.procedures_of(S)
    said = " ".join(f"{procedure_of(name).title}: {procedure.source}." for name, procedure in every.items())
    more = "" if prunedata.regression(S) else " C4.5's estimate: Quinlan 1993, with the exact binomial limit."
    st.caption(md(f"Follows {said}{more}"))
    care("pruning", "E14", "E15", "E16", "E28", "E30", "E31", "E32", "E41")
