"""Grow it yourself: choose the questions, see what each gains and costs, and beat the algorithm."""

from dataclasses import replace

import streamlit as st

import dtlearn
from dtlearn.growing.settings import ALGORITHM_TITLES
from dtlearn.show.base import arithmetic
from dtlearn.show.growing import by_hand as words
from dtlearn.show.growing import by_hand_rivals, panels, tables
from dtlearn.splitting.criteria import criterion_of
from pages.ui.byhand import actions as moves
from pages.ui.byhand import scene
from pages.ui.components.table import choice_table
from pages.ui.kit import tables as own
from pages.ui.kit.codec import Field, choice, switch, whole
from pages.ui.kit.controls import action_row as row_of_moves
from pages.ui.kit.escape import md
from pages.ui.kit.fields import ALGORITHM_IDS, FRESH, MOST, PREDICT, VIEW
from pages.ui.kit.lesson import ANY, ASIDE, MORE, Changed, Lesson, Setting, number, toggle
from pages.ui.kit.scene import bind_widget
from pages.ui.kit.session import memory, state
from pages.ui.kit.settings import about_growth, growth, of_algorithm
from pages.ui.kit.trees import tree
from pages.ui.kit.walks import Walk, follow

HEIGHT = 504  # px of the tree and of what stands beside it
ROWS = {
    True: 340,
    False: 206,
}  # px of a node's questions: of an open one as many as fit, below others stands the regret
KEYS = (
    ("Tab, then ↑ ↓ Enter", "pick a question in the table; in the tree: go to a node and look at it"),
    ("D", "divide: split on the question picked"),
    ("X", "stop here: a leaf"),
    ("N", "the next open node"),
    ("Z, Y", "undo, redo"),
)
# Large enough for a finger. On a phone the tree stays in view above its questions, so that a split is seen.
_STYLE = """<style>
.st-key-by-choose button{min-height:44px}
.st-key-by-result .katex-display>.katex{font-size:1rem!important}
body:has(.st-key-dt-deck) .st-key-by-goal{display:none}
.st-key-by-won{padding:.5rem .75rem;border:2px solid #2e9e5b;border-radius:8px;
  background:color-mix(in srgb,#2e9e5b 14%,transparent)}
@media (prefers-reduced-motion:no-preference){.st-key-by-won{animation:by-won .5s}}
@keyframes by-won{from{opacity:0;transform:scale(.9)}60%{transform:scale(1.03)}}
.st-key-by-opening{min-height:3.2em}
.st-key-dt-moves>:has(.by-scores){flex:1 1 100%}
.by-scores{display:flex;flex-wrap:wrap;gap:.5rem;margin:0;font-size:.9rem;font-variant-numeric:tabular-nums}
.by-scores span{flex:1 1 9rem;padding:.25rem .75rem;border:1px solid color-mix(in srgb,currentColor 22%,transparent);
  border-radius:8px}
.by-scores b{display:block}
@media (min-width:1280px){.st-key-dt-moves>:has(.by-scores){flex-basis:25rem;max-width:calc(100% - 31rem)}
.by-scores span{flex-basis:7rem;padding:.15rem .5rem;font-size:.8125rem;line-height:1.3}}
.by-scores .here{border-color:var(--dt-accent);border-width:2px}
@media (max-width:640px) and (min-height:640px){
.stColumn:has(.st-key-by_tree_view){position:sticky;top:3.75rem;z-index:2;background:light-dark(#fff,#171614)}
}
</style>"""
_HELD_OUT = {
    True: (
        "Each example in turn is held out, and the algorithm grows again without it. Labels only: the questions of the"
        " tree stay, and each leaf's label is counted again without the example. That flatters a tree, for who chose"
        " its questions had seen the example."
    ),
    False: "No tree has seen the examples held out.",
}


# ---- controls of its own


def _data(setting: Setting, s: dict, changed: Changed) -> None:
    puzzle = {scene.XOR3: scene.raw_of({"data": scene.XOR3}).title}
    own.choose(puzzle | own.titles(scene.fits), "data", changed)


def _story(s: dict) -> str:
    """What the data are; not of a puzzle that is still open, which it would give away."""
    still = LESSON.preset_of(s) and scene.made_of(s).open.any()
    return "" if still else scene.raw_of(s).card.story


def _held(setting: Setting, s: dict, changed: Changed) -> None:
    st.slider(setting.title, 0, 80, **bind_widget("held", changed, scene.held_of(s)))


def _growth() -> tuple[Setting, ...]:
    """The algorithm to compare with, and its questions, which are the visitor's too."""
    criterion = of_algorithm(choice("criterion", [*dtlearn.CRITERIA], "info_gain"), "algorithm")
    beaten = choice("algorithm", ALGORITHM_IDS, "ID3 (UML)")
    own = {
        "algorithm": {"field": beaten, "note": lambda s: "The one to beat. Its questions are yours too."},
        "criterion": {"field": criterion},
    }
    every = growth(lambda s: dtlearn.CRITERIA)
    return tuple(replace(one, at=MORE, **own.get(one.name, {})) for one in every if one.name in scene.GROWN)


def heading(s: dict) -> tuple[str, str]:
    """The title, and how the algorithm grows."""
    data = scene.raw_of(s)
    grows = about_growth(s["algorithm"], scene.settings_of(s), data.schema)
    return "Grow it yourself", f"{data.title}, {grows}"


# ---- what is drawn


def body() -> None:
    """What is asked, the tree and the node beside it, the comparison."""
    st.html(_STYLE)
    goal()
    _whole()
    moving()
    against()


def goal() -> None:
    """What is asked, unless the preset's question says it; or how a finished tree falls short of it."""
    S = state()
    made, target = scene.made_of(S), scene.goal_of(S)
    if S["show"] != "mine":
        rival = scene.rival_of(S, S["show"])
        said = f"**{md(rival.title)}**: {md(by_hand_rivals.result_text(rival.tree))}. Yours is kept."
    elif target and (made.open.any() or _won(S)) and LESSON.preset_of(S):
        return
    elif made.open.any() or not target or _won(S):
        said = md(by_hand_rivals.goal_text(target) if target else scene.refusal_of(S))
    else:
        theirs = "the rest" if made.mine.any() else "every question"
        helped = f"{ALGORITHM_TITLES[S['algorithm']]} chose {theirs}. " if S["finish"] else ""
        said = f"**{md(helped + by_hand_rivals.verdict(target, made, scene.least_of(S, made.tree.n_leaves)))}**"
    st.container(key="by-goal").markdown(said)


def _won(S: dict) -> bool:
    """The visitor has reached the goal, and alone."""
    made, target = scene.made_of(S), scene.goal_of(S)
    return bool(target and not S["finish"] and not made.open.any() and by_hand_rivals.reached(target, made.tree))


def moving() -> None:
    """The tree, and beside it the node looked at; or another tree and its decisions."""
    S = state()
    made, at = scene.made_of(S), scene.at_of(S)
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
    would = scene.would_of(S, at)
    drawn = words.preview(would, at) if would else words.hand_view(made, at)
    with left:
        tree(
            walk.down(made.tree, drawn, decided=made.decided),
            "by_tree_view",
            HEIGHT,
            S["present"],
            moves.look,
            on_example=lambda row: follow(made.trace.data, row),
            small=not made.open.any(),
        )  # a finished tree is shown whole
    with right, st.container(height=HEIGHT, border=False, key="dt-side"):
        if _won(S):
            told = by_hand_rivals.praise(
                scene.goal_of(S), made, ALGORITHM_TITLES[S["algorithm"]], scene.greedy_of(S).tree
            )
            st.container(key="by-won").markdown(f"**★ {md(told)}**")
        _node(made, at)
    walk.draw()


def _node(made: scene.HandMade, at: int) -> None:
    """One node: what it holds, what can be done there, its examples."""
    st.container(key="by-opening").markdown(md(words.opening(made, at)))
    if made.best(at) is not None:
        _choice(made, at)
    else:
        _onward(made)
    with st.expander("The examples"):
        st.html(words.examples_html(made, at))


def _choice(made: scene.HandMade, at: int) -> None:
    """The candidates of a node, the choice, what it was worth."""
    S = state()
    blind = scene.blind(S, at)
    data = {
        "caption": "Candidates",
        "columns": tables.candidate_columns(made.trace) if S["gains"] else ["Split", "", ""],
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
                shortcut="D",
            )
        st.button(
            "Stop here",
            on_click=moves.choose,
            args=(False,),
            shortcut="X",
            disabled=bool(made.tree.stops[at] and not made.open[at]),
        )
    if S["gains"] and made.open[at] and S["choices"] and (did := made.tree.find(S["choices"][-1][0])) is not None:
        st.caption(md(words.result(made, did)))
    if not blind and (said := words.result(made, at)):
        st.markdown(md(said))
        if sum_ := words.regret_latex(made, at):
            st.container(key="by-result").latex(sum_)
    shown = picked if picked is not None else int(made.chosen[at])
    if shown >= 0 and not blind:
        with st.expander("The arithmetic"):
            st.caption(arithmetic.signs_text(criterion_of(made.trace.settings.criterion)))
            st.latex(arithmetic.aligned(arithmetic.narrow(arithmetic.arithmetic(made.trace, at, shown))))
            st.html(panels.contingency_html(made.trace, at, shown))


def _onward(made: scene.HandMade) -> bool:
    """From a node that is decided to one that is not, where the hand already is; whether there is one."""
    if left := made.open.any():
        st.button("Next open node", on_click=moves.next_open, shortcut="N", type="primary")
    return left


def _whole() -> None:
    """The trees so far, and what can be done with the whole one: what comes with the first choice stands last."""
    S = state()
    made, target = scene.made_of(S), scene.goal_of(S)
    with row_of_moves():
        algorithm = ALGORITHM_TITLES[S["algorithm"]]
        st.html(by_hand_rivals.scores_html(target, made.tree, algorithm, scene.greedy_of(S).tree, S["show"]))
        st.button("Finish for me", on_click=moves.finish, disabled=not made.open.any())
        if target and S["show"] != "best":
            st.button("Show me the best", on_click=moves.show, args=("best",))
        if S["show"] != "mine":
            st.button("Back to my tree", on_click=moves.show, args=("mine",), type="primary")
        begun, past = S["choices"] or S["finish"], memory(moves.Past)
        if begun or past.undo or past.redo:
            st.button("Undo", on_click=moves.travel, args=("undo",), shortcut="Z", disabled=not (begun or past.undo))
            st.button("Redo", on_click=moves.travel, args=("redo",), shortcut="Y", disabled=not past.redo)
            st.button("Start over", on_click=moves.start_over, disabled=not begun)


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
            st.caption(counts + _HELD_OUT[held is None])
        else:
            st.caption("Nothing is held out: choose a share in the sidebar.")
    elif not (S["choices"] or S["finish"]):
        st.caption("Once your tree is finished, it is compared with the algorithm's tree and with the best there is.")
    if S["gains"] and (made.mine.any() or S["finish"]):
        with st.expander("Every decision and its regret", expanded=not made.open.any()):
            st.html(words.decisions_html(made, scene.at_of(S)))
            st.caption(
                "Regret: the best score less that of your choice; a tie has none, and to stop scores 0. "
                "The algorithm never regrets anything, and still its tree need not be the smallest: the best next "
                "question is not always the first of the best tree."
            )


LESSON = Lesson(
    name="byhand",
    title="Grow it yourself",
    about="Choose every question, see what it gains and what you give up, and beat the algorithm.",
    needs=f"classes, up to {own.LARGE:,} cells",
    settings=(
        Setting(
            own.field("data", scene.XOR3, scene.fits, more=(scene.XOR3,), among=dtlearn.names()),
            "Data set",
            _data,
            note=_story,
        ),
        *_growth(),
        # None: nothing of a tiny data set, 30 % of others.
        Setting(whole("held", None, 0, 80), "Held out, in %", _held, MORE, reset_by=("data",)),
        Setting(whole("seed", 1, 0, 999), "Seed: which ones are held out", number, MORE, shown=scene.held_of),
        Setting(
            PREDICT,
            "Choose blind",
            toggle,
            ASIDE,
            view=True,
            help="The gains of a node stay hidden until you have decided.",
        ),
        Setting(switch("gains", True), view=True),  # off before a reader knows what a gain is
        Setting(Field("choices", (), scene.read_tree, words.write_choices), free=True, reset_by=("data",)),
        Setting(switch("finish"), free=True, reset_by=("data",)),
        *(
            Setting(field, view=True, reset_by=ANY)
            for field in (
                Field("node", None, scene.read_at, lambda path: "" if path is None else words.write_path(path)),
                whole("pick", None, 0, MOST),
                whole("open", None, 0, MOST),
                choice("show", [*scene.SHOWS], "mine"),
            )
        ),
        Setting(FRESH, view=True, reset_by=("data",)),
        Setting(VIEW, view=True),
    ),
    presets=scene.PRESETS,
    shown_presets=2,
    opens=scene.PRESETS["tennis"].scene,
    fit=moves.fit,
    settle=moves.settle,
    walks=scene.raw_of,
    heading=heading,
    body=lambda s: body,
    keys=lambda s: KEYS,
    above=(moves.forget_past,),
    sheet=scene.sheet,
    picture=scene.picture,
    follows="Follows the textbook UML (Understanding Machine Learning), 18.2. The algorithm takes the best"
    " question at each node and never looks ahead: that is quick. The best tree is found by trying all trees of yes/no"
    " questions (a value against the rest, a number below a midpoint): that takes long.",
    slips=("E22", "E34"),
)
