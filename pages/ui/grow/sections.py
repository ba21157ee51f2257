"""The parts of a growth on the screen: tree, candidates, arithmetic, examples, pseudocode, rules, notes."""

import re
from collections.abc import Callable
from pathlib import Path

import streamlit as st

from dtlearn.growing.grow import PLAYED
from dtlearn.growing.steps import Phase, Step
from dtlearn.splitting.criteria import criterion_of
from dtlearn.teaching.figures_and_errata import notes_for
from dtlearn.teaching.predict_first import grade, options
from dtlearn.trees.pseudocode import PSEUDOCODE
from dtlearn.views.base import arithmetic, html, text
from dtlearn.views.growing import captions, panels, tables
from pages.ui.components.table import choice_table
from pages.ui.grow import scene
from pages.ui.grow.scene import go
from pages.ui.kit import handout, predicting
from pages.ui.kit import tables as own
from pages.ui.kit.controls import segments
from pages.ui.kit.escape import md
from pages.ui.kit.frame import words_of
from pages.ui.kit.heading import say
from pages.ui.kit.player import player
from pages.ui.kit.scene import change, shows, state
from pages.ui.kit.settings import ORDER_TITLES
from pages.ui.kit.trees import tree

HEIGHT = 500  # px of the tree and of what stands beside it, so that nothing moves between steps
CODED = 600  # nodes whose code is shown
PANELS = {
    "examples": "Examples here", "pseudocode": "Pseudocode", "rules": "Rules so far", "notes": "The notes say",
    "text": "Tree as text", "code": "Tree as code", "export": "Take away", "words": "Words",
}  # fmt: skip
_WORDS = Path(__file__).with_name("words.md").read_text(encoding="utf-8")
_ABOUT_NUMBERS = (
    "<p class='dt-source'>The notes write it for classes. Here the target is a number: read “the same number” for “the same "
    "class” or “label”, “mean” for “majority”, and “mean squared error” for the impurity H.</p>"
)


def heading(wrong: list[str]) -> None:
    """The title, and one sentence if the link, or the last choice, could not be followed to the letter."""
    S = state()
    order = "" if S["order"] == "depth_first" else f", {ORDER_TITLES[S['order']]}"
    st.html(
        html.title_html(own.load(S["data"]).title, f"{S['algorithm']}, {criterion_of(S['criterion']).title}{order}")
    )
    say(wrong)
    cannot = st.session_state.pop("cannot", "")
    if cannot:
        st.warning(md(cannot))


def change_detail(number: int) -> None:
    """The reader asked for a walk by number: 1 node by node, 2 in detail."""
    S, names = state(), list(scene.DETAIL_TITLES)
    if 1 <= number <= len(names) and not S["predict"]:
        change(scene.keep_place, detail=names[number - 1])


def moving() -> None:
    """The player; the tree beside its question or its candidates; the panel below."""
    S = state()
    steps = scene.steps_of(S)
    step = steps[S["step"]]
    player(len(steps) - 1, captions.caption(step), scene.marks_of(S), not S["predict"], go,
           [*scene.DETAIL_TITLES.values()], change_detail)  # fmt: skip
    left, right = st.columns([3, 2], gap="medium")
    with left:
        drawing(step)
    with right, st.container(height=HEIGHT, border=False, key="dt-side"):
        question(step)
        candidates(step)
    panel(step)


def asking(step: Step) -> bool:
    """The learner is being asked, so nothing may be given away."""
    return state()["predict"] and step.phase is Phase.ARRIVE


def drawing(step: Step) -> None:
    """The tree so far."""
    S, view = state(), scene.view_of(state())

    def visit(node: str) -> None:
        k = next((n["step"] for n in view["nodes"] if n["id"] == node), None)
        if k is not None and not (S["predict"] and k > S["step"]):
            go(k)

    ids, told = scene.way_of(S)
    tree(view | {"lit": ids, "example": S["row"]}, "tree", HEIGHT, S["present"], visit, on_example=follow,
         plays=page_that_plays())  # fmt: skip
    st.html(html.legend_html(view["classes"], view["scale"]))
    if told:
        st.markdown(md(told))
    if view["left_out"]:
        drawn = len(view["nodes"])
        st.caption(
            f"Drawn are {drawn} of {drawn + view['left_out']} nodes, around the one looked at: step or click to go on."
        )


def page_that_plays() -> Callable[[], str] | None:
    """Makes the page that plays this growth from here, or from its first question; of a large tree there is none."""
    S, steps = state(), scene.steps_of(state())
    if len(steps.trace.tree) > PLAYED:
        return None
    return lambda: steps.walkthrough(_algorithm(), S["algorithm"]).html(0 if S["predict"] else S["step"])


def follow(row: int) -> None:
    """Show the way of an example; of the same once more, no longer."""
    S = state()
    if isinstance(row, int) and 0 <= row < len(scene.steps_of(S).trace.data):
        S["row"] = None if S["row"] == row else row


def question(step: Step) -> None:
    """Predict first: the question at a node, and after it what the answer was worth."""
    S = state()
    if not S["predict"]:
        return
    at, said = step.at, dict(S["said"])
    if not asking(step):
        if at in said:
            predicting.told(grade(step, said[at]).right, captions.graded(step, said[at]))
    elif at in said:
        title = next(o.title for o in options(step.trace) if o.token == said[at])
        st.info(md(f"You have answered: {title}. Next shows what happens."))
    else:
        choices = {o.token: o.title if o.stop is None else f"Leaf: {o.title}" for o in options(step.trace)}
        predicting.ask("", at, "What happens at this node?", choices, False, lambda: go(step.k + 1))
    if said:
        predicting.score("", captions.score_text(scene.steps_of(S), S["said"]), go)


def candidates(step: Step) -> None:
    """Every candidate of the node, and the arithmetic of the chosen one; or why there are none."""
    S, trace, found = state(), step.trace, step.candidates
    if asking(step):
        return
    if not found:
        st.html(panels.stop_rules_html(step))
        return
    shown = _shown(step)
    data = {
        "caption": f"Candidates: {text.place(step.node)}", "columns": tables.candidate_columns(trace),
        "height": 340 if S["present"] else 250,
        "rows": tables.candidate_rows(step, shown, S["open"]),
    }  # fmt: skip
    choice_table(data, "candidates", lambda row: _choose(step, row), _expand)
    if shown is not None:
        st.latex(arithmetic.aligned(arithmetic.arithmetic(trace, step.node.i, shown)))
        st.html(panels.contingency_html(trace, step.node.i, shown))


def _shown(step: Step) -> int | None:
    """The candidate whose arithmetic is on the screen: the chosen row, else the one the step is about."""
    pick, seen = state()["pick"], step.scored
    if not seen:
        return None
    if pick is not None and pick < seen:
        return pick
    return seen - 1 if step.phase is Phase.SCORE else step.candidates.chosen or 0


def _choose(step: Step, row: str) -> None:
    match = re.fullmatch(r"(?:f\d+)?c(\d+)\.(\d+)", row)
    if match and int(match[1]) == step.node.i and int(match[2]) < len(step.candidates):
        state()["pick"] = int(match[2])


def _expand(row: str) -> None:
    match, S = re.fullmatch(r"f(\d+)c\d+\.\d+", row), state()
    if match:
        S["open"] = None if S["open"] == int(match[1]) else int(match[1])


def panel(step: Step) -> None:
    """What stands under the tree: one of several panels."""
    S = state()
    segments("Below", PANELS, "panel")
    with st.container(height=360, border=False, key="dt-panel"):
        if S["panel"] == "export":
            _export(step)
        elif S["panel"] == "examples":
            _examples(step)
        elif S["panel"] == "words":
            st.markdown(_WORDS + words_of("grow"))
        elif S["panel"] == "code" and len(step.decided) > CODED:
            st.write(
                f"The code of {len(step.decided)} nodes is too long to be read here: *Take away* has it as a file."
            )
        elif S["panel"] == "code":
            st.code(text.tree_code(step.trace.tree, step.decided), language="python")
        else:
            st.html(_PANEL[S["panel"]](step))


def _algorithm() -> str:
    """Whose pseudocode is followed."""
    return scene.PSEUDOCODE_OF.get(state()["algorithm"], state()["algorithm"])


def _pseudocode(step: Step) -> str:
    about = _ABOUT_NUMBERS if step.trace.data.schema.regression else ""
    if asking(step):
        return about + html.pseudocode_html(PSEUDOCODE[_algorithm()], "arrive")
    here = {"LeafCondition": panels.leaf_condition_html(step)}
    return about + html.pseudocode_html(PSEUDOCODE[_algorithm()], step.event, here)


def _notes(step: Step) -> str:
    if asking(step):
        return "<p>The notes wait until you have answered.</p>"
    return html.notes_html(notes_for(step.trace, state()["algorithm"], step.node.i), step.trace.data.card)


_PANEL = {
    "pseudocode": _pseudocode, "rules": panels.rules_html, "notes": _notes,
    "text": panels.outline_html,
}  # fmt: skip


def _examples(step: Step) -> None:
    """The examples at the node; one can be followed through the tree."""
    row = state()["row"]
    st.number_input(
        "Follow example number", 1, len(step.trace.data), None, placeholder="none", width=220,
        **shows("w_row", None if row is None else row + 1, lambda n: change(row=None if n is None else n - 1)),
    )  # fmt: skip
    st.html(panels.examples_html(step))


def _export(step: Step) -> None:
    """Files of what is on the screen, and hand-outs."""
    S = state()
    link = (
        "" if S["data"].startswith(own.MINE) else handout.address(scene.FIELDS)
    )  # that table is in this session alone
    handout.takeaway(
        scene.steps_of(S), step, scene.view_of(S), own.stem(S["data"]), link, asking(step), page_that_plays()
    )
