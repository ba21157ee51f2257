"""The parts of the page Forest: its choices, who is asked about, the votes on the stage, the trees one by one, the notes."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dtlearn.views.forest import one_tree, votes, words
from dtlearn.views.stage.walkthrough import features
from pages.ui.components.ballots import ballots
from pages.ui.components.walker import walker
from pages.ui.forest import actions, scene
from pages.ui.forest import trees as forests
from pages.ui.kit import clouds, longwork, tables
from pages.ui.kit import heading as above
from pages.ui.kit.controls import criterion, segments
from pages.ui.kit.escape import md
from pages.ui.kit.frame import care, more_settings, scenarios
from pages.ui.kit.paper import paper
from pages.ui.kit.scene import bind, change, save, shows
from pages.ui.kit.session import state
from pages.ui.kit.stage import stage
from pages.ui.kit.tables import is_large
from pages.ui.kit.trees import tree

# A tree and its tables stand beside each other only where there is room.
_STYLE = """<style>
[data-testid=stSidebar] .st-key-w_by button { padding-inline: .4rem; } /* beside each other */
.st-key-fo-tree .dt-table caption { white-space: normal; }
@media screen and (max-width: 999px) {
  .st-key-fo-tree > [data-testid=stHorizontalBlock] { flex-direction: column; }
  .st-key-fo-tree > [data-testid=stHorizontalBlock] > * { width: 100% !important; flex: none !important; }
}
</style>"""
# In present mode only the lesson is left of the heading.
_PRESENT = "<style>@media screen { div:has(> .st-key-dt-scenarios) { display: none; } }</style>"

SAMPLED = "Of the tree alone: large points came several times into its sample, faint ones never."
FEW = 10  # as many trees to each different one are worth a word
KINDS = {"t": "Test example", "s": "Training example"}


def heading(wrong: list[str]) -> None:
    """The title, one sentence if the link could not be followed to the letter, the names."""
    S = state()
    now, way = scene.way_of(S), {name: way.title for name, way in words.WAYS.items()}
    st.html(_STYLE + _PRESENT * S["present"])
    above.heading("Forest", f"{clouds.title(S['data'])}, {way.get(now, 'a mixture')}", wrong)
    scenarios(way, now, actions.preset, "w_fo_way")
    answer = "" if forests.missing(S) else words.answer(forests.curves_of(S, S["by"]))
    above.ask(scene.QUESTION, scene.DO, S["trees"], answer)
    paper()


def growing(wrong: list[str]) -> None:
    """The trees, where they are missing; if that lasts, their progress and a way out, then the page once more with them."""
    S = state()
    if not forests.missing(S):
        return

    st.session_state["fo_so_far"] = 1

    def work(tell: longwork.Tell) -> None:
        for n in forests.growing(S):
            st.session_state["fo_so_far"] = n
            tell(n / S["trees"], f"Growing the forest: tree {n} of {S['trees']}")

    def begun() -> None:
        longwork.remember("forest", wrong)
        save(scene.FIELDS)
        heading(wrong)

    def cancel() -> None:  # be content with the trees that are there
        change(actions.changed, trees=st.session_state["fo_so_far"])

    if longwork.do(work, cancel, "fo-cancel", begun):
        st.rerun()


def sidebar() -> tuple[DeltaGenerator, DeltaGenerator]:
    """Data and the forest's own choices; answers the places of which answer counts and of who is asked about."""
    with st.sidebar:
        _data()
        _growing()
        answer = st.container()
        with more_settings():
            asked = st.container()
            _rarely()
    return answer, asked


def _data() -> None:
    S = state()
    if clouds.choose(tables.titles(scene.fits, numbers=True), actions.other_data):
        return
    if len(known := clouds.numeric(S["data"])) > 1:
        st.toggle("Two features only: then the plane shows all", **bind("two", actions.other_data))
        if S["two"]:
            clouds.axes(known, scene.two_of(S), actions.other_data, st.columns(2), alone=False)


def _growing() -> None:
    """How many trees, and what each node draws."""
    S, d = state(), len(scene.parts_of(state())[0].schema.features)
    st.slider("Trees", 1, scene.MOST, **bind("trees", actions.changed))
    if d > 1:
        st.slider(
            "k: features that each node draws",
            1,
            d,
            help=f"{d} is all: nothing is drawn.",
            **bind("features", actions.changed, min(scene.k_of(S), d)),
        )
    if is_large(S["data"]):
        st.caption(f"Your table is large, so each tree grows best first, up to {scene.LEAVES} leaves.")


def _rarely() -> None:
    """What else a tree draws, how large it grows, which examples there are."""
    S, other = state(), actions.changed
    train, test = scene.parts_of(S)
    d, m = len(train.schema.features), len(train)
    st.toggle("Bootstrap: each tree gets a sample of the rows", **bind("boot", other))
    if S["boot"] and m > 1:
        st.slider(
            "m′: rows in a sample",
            1,
            m,
            help="Drawn with replacement: some come twice, some never.",
            **bind("sample", other, min(S["sample"] or m, m)),
        )
    if d > 1:
        st.slider(
            "Features that each tree may ask",
            1,
            d,
            help=f"{d} is all: no random subspace.",
            **bind("sub", other, min(S["sub"] or d, d)),
        )
    left, right = st.columns(2)
    left.number_input("Min. examples per leaf", 1, 50, **bind("min_leaf", other))
    right.number_input("Max. depth", 1, 20, placeholder="any", **bind("depth", other))
    if len(fits := scene.criteria(S)) > 1:
        criterion("criterion", other, among=fits)
    st.number_input("Seed of the forest", 0, 999, **bind("luck", other))
    if clouds.is_cloud(S["data"]):
        clouds.drawn(5, actions.other_part)
        st.slider("Label noise added, in %", 0, 40, **bind("noise", actions.other_part))
    st.slider("Held out as test examples, in %", 10, 80, **bind("held", actions.other_part))
    st.number_input("Seed: which ones are held out", 0, 999, **bind("seed", actions.other_part))
    st.caption(f"{len(train)} examples to grow on, {len(test)} to test.")


def asking(side: DeltaGenerator, rare: DeltaGenerator) -> None:
    """Who is asked about, and which answer counts: at the side, or above the stage in present mode, which has no side."""
    S, present = state(), state()["present"]
    train, test = parts = scene.parts_of(S)
    says, said, found = forests.words_of(S), forests.poll_of(S), forests.example_of(S)
    kind = found[0] if found else "x"
    kinds = {name: title for name, title in KINDS.items() if name == "t" or S["boot"]} | (
        {"x": "Place" if scene.flat(S) else "New example"} if not found else {}
    )
    with st.container() if present else side:
        if present:
            one, two, three, four = st.columns([12, 7, 18, 25], vertical_alignment="center")
        else:
            three, four = st.container(), rare.container()
            one, two = rare.columns([4, 3])
        label = {"label_visibility": "collapsed" if present else "visible"}
        one.selectbox("Asked about", list(kinds), format_func=kinds.get, **label, **shows("w_fo_kind", kind, _asked))
        if found:
            most = len(parts[kind == "t"])
            two.number_input("Number", 1, most, **label, **shows("w_fo_example", found[1] + 1, _asked))
        truth = f" The truth: {says.truth_text(parts[kind == 't'], found[1])}." if found else ""
        bag = f" {sum(said.asked)} of {len(said)} trees left it out: only they are asked." if kind == "s" else ""
        three.caption(md(f"{votes.point_text(train, forests.point_of(S), 2 if present else 8)}.{truth}{bag}"))
        if train.schema.classes:
            with four:
                segments("Answer by", words.BY, "by", **label)
        if not present:
            fresh = "" if found else S["example"][1:]
            walker({"features": features(train), "fresh": fresh, "said": []}, "walker", actions.ask_new)


def _asked(_=None) -> None:
    kind = st.session_state["w_fo_kind"]
    if kind != "x":
        actions.ask_example(kind, (st.session_state.get("w_fo_example") or 1) - 1)


def moving() -> None:
    """The stage, which steps in the browser: the trees vote one by one; below it what does not depend on the step."""
    S = state()
    stage(
        actions.DOCUMENT,
        S,
        forests.view_of,
        lambda: forests.walkthrough_of(S),
        ask=actions.ask,
        parts=forests.part_size(S),
    )
    if scene.flat(S):
        agree = (
            ""
            if scene.parts_of(S)[0].schema.regression
            else "Strong colour: the trees agree; line: where the answer changes. "
        )
        st.caption(agree + SAMPLED * S["boot"])
    _few(S)
    _apart(S)
    found = forests.curves_of(S, S["by"])
    with st.expander("The errors in numbers"):
        st.markdown(md(words.verdict(found)))
        st.html(words.series_html(found))


def _few(S: dict) -> None:
    """Why so many trees help so little, where only a few of them are different."""
    kinds, total = forests.kinds_of(S), S["trees"]
    if kinds * FEW <= total:
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(md(words.few_text(kinds, total, len(scene.parts_of(S)[0].schema.features))), width="content")
            if S["data"] != scene.WINE:
                st.button("The same on Wine: 13 features", on_click=actions.on_wine, key="fo-wine")


def _apart(S: dict) -> None:
    """To an example on which majority and mean differ, or to a forest that has one."""
    if not scene.parts_of(S)[0].schema.classes:
        return
    if forests.apart_of(S):
        st.button("Show where majority and mean differ", on_click=actions.show_apart, key="fo-apart")
    elif forests.pure(S):
        st.button(
            "Leaves of 8 or more: so majority and mean can differ",
            on_click=change,
            args=(actions.changed,),
            kwargs={"min_leaf": 8},
            key="fo-larger",
        )


def trees() -> None:
    """Folded, small trees to choose from; the chosen one large, with its sample and what its nodes drew."""
    S = state()
    told = bool(S["tree"]) or S["sheet"] > 1
    # What is folded would take every run's time: it is there once it is unfolded.
    part = st.expander("The trees, one by one", told, key=f"fo-trees-{'told' if told else 'folded'}", on_change="rerun")
    if part.open:
        with part:
            _cards(S)


def _cards(S: dict) -> None:
    pages, page = forests.pages_of(S), S["sheet"]
    with st.container(horizontal=True, vertical_alignment="center"):
        first = (page - 1) * forests.PAGE + 1
        st.markdown(f"**Trees {first} to {min(first + forests.PAGE - 1, S['trees'])} of {S['trees']}**")
        for word, way, by, end in (("Earlier", "left", -1, 1), ("Later", "right", 1, pages)):
            st.button(
                f"{word} trees",
                icon=f":material/chevron_{way}:",
                on_click=actions.turn,
                args=(by,),
                disabled=page == end,
            )
    ballots(forests.cards_of(S), "fo_cards", actions.pick)
    below = (
        "Below each picture: a bar for every training example, as high as it was drawn often; a red stroke below the"
        " line was left out."
    )
    st.caption(f"Choose a tree to see what its nodes drew. {below if S['boot'] else ''}")
    if S["tree"]:
        _large(S)


def _large(S: dict) -> None:
    """The chosen tree: its nodes, what the node in question drew, its sample."""
    t, forest, trace = forests.tree_of(S), forests.forest_of(S), forests.trace_of(S)
    with st.container(key="fo-tree"):
        left, right = st.columns([5, 4], gap="medium")
        with left:
            st.markdown(f"**Tree {t + 1}.** {md(one_tree.asks_text(trace.tree))} Thick: the way of the point.")
            tree(forests.large_of(S), "fo_tree_view", 380, S["present"], lambda node: change(tree_node=node))
            st.caption("Click a node: which features it drew, and the best question about each.")
            st.button(
                "To its vote", icon=":material/arrow_upward:", on_click=change, kwargs={"step": t + 1}, key="fo-vote"
            )
        with right:
            st.html(one_tree.node_html(forest, trace, t, forests.node_of(S)))
            if S["boot"]:
                st.html(one_tree.bag_html(forest, t))
                st.latex(one_tree.bag_latex(forest, t))


def notes() -> None:
    """The names, where they are from, what to read with care."""
    with st.expander("The names of the four ways"):
        st.html(words.names_html(scene.way_of(state())))
    st.caption(
        "Follows UML 18.3 and BuildTree. Every tree is grown as in Ch8, Alg. 8.2. A node whose k features cannot split"
        " its examples draws k others."
    )
    care("forest", "E17", "E18", "E36", "E37")
