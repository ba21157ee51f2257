"""The parts of the page Grow it yourself: presets, the tree and the node beside it, the comparison, the notes."""

import streamlit as st

from dtlearn.growing.settings import ALGORITHM_TITLES
from dtlearn.show.base import arithmetic
from dtlearn.show.growing import by_hand as words
from dtlearn.show.growing import by_hand_rivals, panels, tables
from pages.ui.byhand import actions as moves
from pages.ui.byhand import scene
from pages.ui.components.table import choice_table
from pages.ui.kit import tables as own
from pages.ui.kit.controls import action_row as row_of_moves
from pages.ui.kit.controls import criterion, select
from pages.ui.kit.escape import md
from pages.ui.kit.frame import choose_preset, errata_fold, more_settings
from pages.ui.kit.heading import deferred_warning as warn_of_link
from pages.ui.kit.heading import with_tools
from pages.ui.kit.scene import bind_widget, edits
from pages.ui.kit.session import state
from pages.ui.kit.settings import FOLLOWS, about_growth, ways_of
from pages.ui.kit.trees import tree
from pages.ui.kit.walks import Walk, follow

HEIGHT = 464  # px of the tree and of what stands beside it
ROWS = {
    True: 340,
    False: 206,
}  # px of a node's questions: of an open one as many as fit, below others stands the regret
KEYS = (
    ("Tab, then ↑ ↓ Enter", "pick a question in the table; in the tree: go to a node and look at it"),
    ("S", "split on the question picked"),
    ("X", "stop here: a leaf"),
    ("N", "the next open node"),
    ("Z, Y", "undo, redo"),
)
# Large enough for a finger. On a phone the tree stays in view above its questions, so that a split is seen.
_STYLE = """<style>
.st-key-by-choose button{min-height:44px}
.st-key-by-result .katex-display>.katex{font-size:1rem!important}
body:has(.st-key-dt-deck) .st-key-by-goal{display:none}
.by-scores{display:flex;flex-wrap:wrap;gap:.5rem;margin:0;font-size:.9rem;font-variant-numeric:tabular-nums}
.by-scores span{flex:1 1 9rem;padding:.25rem .75rem;border:1px solid color-mix(in srgb,currentColor 22%,transparent);
  border-radius:8px}
.by-scores b{display:block}
.by-scores .here{border-color:var(--dt-accent);border-width:2px}
@media (max-width:640px) and (min-height:640px){
.stColumn:has(.st-key-by_tree_view){position:sticky;top:3.75rem;z-index:2;background:light-dark(#fff,#171614)}
}
</style>"""
_HELD = {
    True: (
        "Each example in turn is held out, and the algorithm grows anew without it. Labels only: the questions of the"
        " tree stay, and each leaf's label is counted again without the example. That flatters a tree, for who chose"
        " its questions had seen the example."
    ),
    False: "No tree has seen the examples held out.",
}


def sidebar() -> None:
    """The data, what is held out, the algorithm to compare with and its questions."""
    S = state()
    with st.sidebar:
        titles = {scene.XOR3: scene.raw_of({"data": scene.XOR3}).title}
        titles |= {name: own.title(name) for name in own.names() if scene.fits(own.load(name))}
        own.choose(titles, "data", moves.changed)
        if scene.preset_of(S) is None or not scene.made_of(S).open.any():  # a puzzle's story gives it away
            st.caption(md(scene.raw_of(S).card.story))
        st.toggle(
            "Choose blind", help="The gains of a node stay hidden until you have decided.", **bind_widget("predict")
        )
        with more_settings():
            select("Algorithm", ALGORITHM_TITLES, "algorithm", moves.changed)
            st.caption(f"The one to beat. Its questions are yours too. {FOLLOWS[S['algorithm']]}")
            criterion("criterion", moves.changed)
            st.slider("Held out, in %", 0, 80, **bind_widget("held", moves.changed, scene.held_of(S)))
            if scene.held_of(S):
                st.number_input("Seed: which ones are held out", 0, 999, **bind_widget("seed", moves.changed))
            ways = ways_of(S["algorithm"])
            select("Nominal features", ways["nominal"], "nominal", moves.changed)
            select("When the best gain is 0, the algorithm will", ways["zero"], "zero", moves.changed)
            select("A nominal question", ways["again"], "again", moves.changed)


def heading() -> None:
    """The title and the presets."""
    S = state()
    now = scene.preset_of(S)
    st.html(_STYLE)
    data = scene.raw_of(S)
    grows = about_growth(S["algorithm"], scene.settings_of(S), data.schema)
    with_tools("Grow it yourself", f"{data.title}, {grows}", *KEYS)
    choose_preset(scene.PRESETS, now, scene.FIELDS, "w_by_puzzle")


def warn() -> None:
    """One sentence, until the next action, if the link or a change could not be followed to the letter."""
    warn_of_link()
    if said := st.session_state.pop("by_said", ""):
        st.warning(md(f"{said}."))


def goal() -> None:
    """What is asked: the goal, the last decision's worth, or how the finished tree does."""
    S = state()
    made, target, preset = scene.made_of(S), scene.goal_of(S), scene.preset_of(S)
    left = int(made.open.sum())
    did = made.tree.find(S["choices"][-1][0]) if S["choices"] else None
    if S["show"] != "mine":
        rival = scene.rival_of(S, S["show"])
        said = f"**{md(rival.title)}**: {md(by_hand_rivals.result_text(rival.tree))}. Yours is kept."
    elif made.open[scene.at_of(S)] and did is not None and (told := words.result(made, did)):
        said = md(told)
    elif left or not target:
        asks = f"**{scene.PRESETS[preset].says}** " if preset and left else ""
        said = asks + md(by_hand_rivals.goal_text(target) if target else scene.refusal_of(S))
    else:
        theirs = "the rest" if made.mine.any() else "every question"
        helped = f"{ALGORITHM_TITLES[S['algorithm']]} chose {theirs}. " if S["finish"] else ""
        said = f"**{md(helped + by_hand_rivals.verdict(target, made, scene.least_of(S, made.tree.n_leaves)))}**"
    if target:
        said += by_hand_rivals.other_questions(scene.settings_of(S), made.tree.schema)
    st.container(key="by-goal").markdown(said)
    st.html(
        by_hand_rivals.scores_html(
            target, made.tree, ALGORITHM_TITLES[S["algorithm"]], scene.greedy_of(S).tree, S["show"]
        )
    )


def moving() -> None:
    """The tree, and beside it the node looked at; or another tree and its decisions."""
    S = state()
    made, at = scene.made_of(S), scene.at_of(S)
    _whole()
    left, right = st.columns([3, 2], gap="medium")
    walk = Walk(made.trace.data)
    if S["show"] != "mine":
        rival = scene.rival_of(S, S["show"])
        with left:
            view = walk.down(rival.tree, words.hand_view(rival.made))
            tree(view, "by_tree_view", HEIGHT, S["present"], small=True)
        with right, st.container(height=HEIGHT, border=False, key="dt-side"):
            st.html(words.asked_html(rival.made))
        walk.draw()
        return
    with left:
        view = walk.down(made.tree, words.hand_view(made, at), decided=made.decided)
        tree(
            view,
            "by_tree_view",
            HEIGHT,
            S["present"],
            moves.look,
            on_example=lambda row: follow(made.trace.data, row),
            small=not made.open.any(),
        )  # a finished tree is shown whole
    with right, st.container(height=HEIGHT, border=False, key="dt-side"):
        _node(made, at)
    walk.draw()


def _node(made: scene.HandMade, at: int) -> None:
    """One node: its candidates, the choice, what it was worth, the arithmetic."""
    S = state()
    blind = scene.blind(S, at)
    st.markdown(md(words.opening(made, at)))
    if made.best(at) is None:
        _onward(made)
        return
    data = {
        "caption": "Candidates",
        "columns": tables.candidate_columns(made.trace),
        "height": ROWS[bool(made.open[at])],
        "rows": words.rows(made, at, blind, S["pick"], S["open"]),
    }
    choice_table(data, "by_candidates", moves.pick, moves.expand)
    picked = S["pick"]
    with st.container(horizontal=True, gap="small", key="by-choose"):
        if picked is None:
            name = "Split: pick a question"
        else:
            name = f"Split on {md(made.trace.candidates[at].split(picked).title(made.trace.data.schema))}"
        allowed = picked is not None and made.trace.candidates[at].admissible[picked] and picked != made.chosen[at]
        if made.open[at] or allowed or not _onward(made):
            st.button(
                name,
                key="by-split",
                on_click=moves.choose,
                args=(True,),
                type="primary" if allowed else "secondary",
                disabled=not allowed,
                shortcut="S",
            )
        st.button(
            "Stop here",
            on_click=moves.choose,
            args=(False,),
            shortcut="X",
            disabled=bool(made.tree.stops[at] and not made.open[at]),
        )
    if said := words.result(made, at):
        st.markdown(md(said))
        if sum_ := words.regret_latex(made, at):
            st.container(key="by-result").latex(sum_)
    shown = picked if picked is not None else int(made.chosen[at])
    if shown >= 0 and not blind:
        with st.expander("The arithmetic"):
            st.latex(arithmetic.aligned(arithmetic.narrow(arithmetic.arithmetic(made.trace, at, shown))))
            st.html(panels.contingency_html(made.trace, at, shown))


def _onward(made: scene.HandMade) -> bool:
    """From a node that is decided to one that is not, where the hand already is; whether there is one."""
    if left := made.open.any():
        st.button("Next open node", on_click=moves.next_open, shortcut="N", type="primary")
    return left


def _whole() -> None:
    """What can be done with the whole tree."""
    S = state()
    made, target = scene.made_of(S), scene.goal_of(S)
    with row_of_moves():
        begun, past = S["choices"] or S["finish"], edits("by_edits")
        st.button("Undo", on_click=moves.travel, args=("undo",), shortcut="Z", disabled=not (begun or past["undo"]))
        st.button("Redo", on_click=moves.travel, args=("redo",), shortcut="Y", disabled=not past["redo"])
        st.button("Start over", on_click=moves.start_over, disabled=not begun)
        st.button("Finish for me", on_click=moves.finish, disabled=not made.open.any())
        if target and S["show"] != "best":
            st.button("Show me the best", on_click=moves.show, args=("best",))
        if S["show"] != "mine":
            st.button("Back to my tree", on_click=moves.show, args=("mine",), type="primary")


def against() -> None:
    """Every decision with its regret; the finished tree against the algorithm's and the best."""
    S = state()
    made = scene.made_of(S)
    if not made.open.any():
        found = scene.rivals_of(S)
        data = {
            "caption": "Your tree against the others: choose one to see it",
            "columns": by_hand_rivals.COLUMNS,
            "height": 320,
            "rows": by_hand_rivals.rival_rows(found, S["show"]),
        }
        choice_table(data, "by_rivals", moves.show)
        train, held = scene.parts_of(S)
        counts = f"{len(train)} examples to grow on, {len(held)} held out (seed {S['seed']}). " if held else ""
        if found[0].held:
            st.caption(counts + _HELD[held is None])
        else:
            st.caption("Nothing is held out: choose a share in the sidebar.")
    elif not (S["choices"] or S["finish"]):
        st.caption("Once no node is open, your tree is compared with the algorithm's and with the best there is.")
    if made.mine.any() or S["finish"]:
        with st.expander("Every decision and its regret", expanded=not made.open.any()):
            st.html(words.decisions_html(made, scene.at_of(S)))
            st.caption(
                "Regret: the best score less that of your choice; a tie has none, and to stop scores 0. "
                "The algorithm never regrets anything, and still its tree need not be the smallest: the best next "
                "question is not always the first of the best tree."
            )


def notes() -> None:
    """Where this is from, and what to read with care."""
    st.caption(
        "Follows the textbook UML (Understanding Machine Learning), 18.2: to grow greedily is quick, to find the"
        " smallest tree is hard. The best trees are found by trying all trees of yes/no questions: a value against the"
        " rest, a number below a midpoint."
    )
    errata_fold("byhand", "E22", "E34")
