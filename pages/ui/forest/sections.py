"""The parts of the page Forest: its choices, the vote with the plane, the errors, the trees one by one, the notes."""

import streamlit as st

import dtlearn
from dtlearn.views.base import html
from dtlearn.views.forest import charts, numbers, one_tree, votes, words
from pages.ui.components.ballots import ballots
from pages.ui.components.shade import shade
from pages.ui.forest import actions, scene
from pages.ui.forest import trees as forests
from pages.ui.kit import clouds, longwork, tables
from pages.ui.kit.charts import clickable, legend, savable
from pages.ui.kit.controls import buttons, criterion, segments
from pages.ui.kit.escape import md
from pages.ui.kit.frame import care
from pages.ui.kit.heading import say
from pages.ui.kit.kept import is_large
from pages.ui.kit.paper import paper
from pages.ui.kit.player import go, player
from pages.ui.kit.scene import bind, change, save, shows, state
from pages.ui.kit.trees import tree

# The chart and the picture stand beside each other only where there is room; the presets wrap.
_STYLE = """<style>
.st-key-fo-moving [data-testid=stImage] img, .st-key-fo-tree [data-testid=stImage] img { border-radius: 6px; }
.st-key-fo-tree .dt-table caption { white-space: normal; }
.dt-settings { display: none; }
.st-key-fo-moving [data-testid=stImage] img { max-height: max(45vh, 410px); object-fit: contain; }
@media print { .st-key-fo-moving [data-testid=stImage] img { max-height: 90mm; } }
@media screen and (max-width: 768px) { .dt-settings { display: block; } }
.st-key-fo-vote .dt-table { font-size: .85rem; } .st-key-fo-vote .dt-table :is(th, td) { padding: .15rem .4rem; }
@media screen and (max-width: 999px) {
  .st-key-fo-moving [data-testid=stHorizontalBlock]:has(.st-key-fo-vote), .st-key-fo-tree > [data-testid=stHorizontalBlock] { flex-direction: column; }
  .st-key-fo-moving [data-testid=stHorizontalBlock]:has(.st-key-fo-vote) > *, .st-key-fo-tree > [data-testid=stHorizontalBlock] > * { width: 100% !important; flex: none !important; }
}
</style>"""


SAMPLED = "Large points came several times into its sample, faint ones never."
FEW = 10  # as many trees to each different one are worth a word
KINDS = {"t": "Test example", "s": "Training example"}


def heading(wrong: list[str]) -> None:
    """The title, one sentence if the link could not be followed to the letter, the names."""
    S = state()
    now, way = scene.way_of(S), {name: way.title for name, way in words.WAYS.items()}
    left, right = st.columns([4, 6], vertical_alignment="center")
    left.html(_STYLE + html.title_html(f"Forest: {clouds.title(S['fo_data'])}", way.get(now, "a mixture")))
    say(wrong)
    with right.container(horizontal=True, gap="small", key="fo-ways"):
        buttons(way, now, actions.preset, "fo-way")
        st.html("<p class='dt-source dt-settings'>Settings such as k and m′: behind » at the top.</p>", width="content")
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
            tell(n / S["fo_trees"], f"Growing the forest: tree {n} of {S['fo_trees']}")

    def begun() -> None:
        longwork.remember("forest", wrong)
        save(scene.FIELDS)
        heading(wrong)

    def cancel() -> None:  # be content with the trees that are there
        change(actions.changed, fo_trees=st.session_state["fo_so_far"])

    if longwork.do(work, cancel, "fo-cancel", begun):
        st.rerun()


def sidebar() -> None:
    """The forest's own choices, then the data."""
    st.session_state["fo_beside"] = _beside()
    with st.sidebar:
        _growing()
        _data()
        st.markdown("[The names, and the notes' words](#the-names)")


def _beside() -> tuple:
    """What the sidebar and the heading depend on that the fragment can change."""
    return scene.settings_of(state()), scene.parts_key(state())


def again() -> None:
    """The whole page once more, if the fragment has made what stands beside it untrue."""
    if st.session_state["fo_beside"] != _beside():
        st.rerun()


def _growing() -> None:
    """What each tree and each node draws, how many trees, how large."""
    S, other = state(), actions.changed
    train, _ = scene.parts_of(S)
    d, m = len(train.schema.features), len(train)
    st.slider("Trees", 1, scene.MOST, **bind("fo_trees", other))
    if d > 1:
        st.slider("k: features that each node draws", 1, d, help=f"{d} is all: nothing is drawn.",
                  **bind("fo_k", other, min(scene.k_of(S), d)))  # fmt: skip
    st.toggle("Bootstrap: each tree gets a sample of the rows", **bind("fo_boot", other))
    if S["fo_boot"] and m > 1:
        st.slider("m′: rows in a sample", 1, m, help="Drawn with replacement: some come twice, some never.",
                  **bind("fo_m", other, min(S["fo_m"] or m, m)))  # fmt: skip
    if d > 1:
        st.slider("Features that each tree may ask", 1, d, help=f"{d} is all: no random subspace.",
                  **bind("fo_sub", other, min(S["fo_sub"] or d, d)))  # fmt: skip
    left, right = st.columns(2)
    left.number_input("Least leaf", 1, 50, **bind("fo_leaf", other))
    right.number_input("Depth at most", 1, 20, placeholder="any", **bind("fo_depth", other))
    if len(fits := scene.criteria(S)) > 1:
        criterion("fo_criterion", other, among=fits)
    st.number_input("Seed of the forest", 0, 999, **bind("fo_luck", other))
    if is_large(S["fo_data"]):
        st.caption(f"Your table is large, so each tree grows best first, up to {scene.LEAVES} leaves.")


def _data() -> None:
    S = state()
    if clouds.choose("fo", tables.titles(scene.fits, numbers=True), 5, actions.other_data, actions.other_part):
        st.slider("Wrong labels added, in %", 0, 40, **bind("fo_noise", actions.other_part))
    elif len(known := clouds.numeric(S["fo_data"])) > 1:
        st.toggle("Two features only: then the plane shows all", **bind("fo_two", actions.other_data))
        if S["fo_two"]:
            clouds.axes("fo", known, scene.two_of(S), actions.other_data, st.columns(2), alone=False)
    st.slider("Held out as test examples, in %", 10, 80, **bind("fo_held", actions.other_part))
    st.number_input("Seed: which ones are held out", 0, 999, **bind("fo_seed", actions.other_part))
    train, test = scene.parts_of(S)
    st.caption(f"{len(train)} examples to grow on, {len(test)} to test.")


def moving() -> None:
    """The player; the plane or the line, a single tree and the vote, or the errors and the vote; then the errors."""
    S = state()
    st.session_state["fo_step"] = S["step"]  # where the next visit opens
    (train, test), n, by, says = scene.parts_of(S), S["step"], S["fo_by"], forests.words_of(S)
    found, said, called, voted = forests.curves_of(S, by), forests.poll_of(S), says.called(train), train.schema.classes
    player(len(said), says.caption(found, said, called, n, by), says.flips(said, by, called), len(said) > 1,
           meanings={"split": "the answer at the point changes", "tie": "a tie"} if voted else {})  # fmt: skip
    _few(S)
    flat, lined, waiting = scene.flat(S), scene.lined(S), forests.waiting(S)
    pictured = flat or lined
    with st.container(key="fo-moving"):
        columns = st.columns([5, 4, 5] if pictured else [5, 4], gap="small")
        with columns[0]:
            if flat:
                shade(forests.plane_of(S), "fo_plane", actions.ask)
            elif lined:
                st.plotly_chart(forests.line_of(S), key="fo_line", config=savable("forest-mean"),
                                alt="The mean of the trees along the feature")  # fmt: skip
            elif waiting:
                st.caption("The errors come with the first vote: Next.")
            else:
                _chart(S)
            if voted:
                segments("Answer by", words.BY, "fo_by", label_visibility="visible")
        if pictured:
            with columns[1]:
                if waiting:
                    st.caption("Here stands the partition of the tree that votes: Next.")
                else:
                    t = forests.tree_of(S)
                    st.image(forests.large_of(S), width="stretch", alt=f"Partition of tree {t + 1}")
                    st.caption(f"Tree {t + 1} alone. {SAMPLED if S['fo_boot'] else ''}")
                _legend(train, test, flat)
        with columns[-1], st.container(key="fo-vote"):
            _vote(S)
    if not pictured:
        _legend(train, test, flat)
    if waiting:
        return
    if pictured:
        left, right = st.columns([5, 4], gap="medium")
        with left:
            _chart(S)
        with right:
            _errors(S)
    else:
        _errors(S)
    st.markdown(md(words.verdict(found)))
    with st.expander("The errors in numbers"):
        st.html(words.series_html(found, n))


def _legend(train: dtlearn.Dataset, test: dtlearn.Dataset, flat: bool) -> None:
    """What colours and marks mean: of classes, or of the numbers that the pictures show."""
    if scale := charts.scale_of(train, test):
        marks = "circle: training, diamond: test, its own target, + : the point" if flat else ""
        st.html(html.legend_html([train.schema.target], scale, {}) + legend((), *([marks] if marks else [])))
    else:
        marks = "filled: training, hollow: test, red ring: the forest gets it wrong, + : the point"
        st.html(legend(train.schema.classes, *([marks] if flat else [])))


def _few(S: dict) -> None:
    """Why so many trees help so little, where only a few of them are different."""
    kinds, total = forests.kinds_of(S), S["fo_trees"]
    if S["step"] and kinds * FEW <= total:
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(md(words.few_text(kinds, total, len(scene.parts_of(S)[0].schema.features))), width="content")
            if S["fo_data"] != scene.WINE:
                st.button("The same on Wine: 13 features", on_click=actions.on_wine, key="fo-wine")


def _chart(S: dict) -> None:
    verdict = words.verdict(forests.curves_of(S, S["fo_by"]))
    clickable(forests.figure_of(S), "fo_errors", "forest-errors", lambda k: go(int(k) + 1), verdict)


def _errors(S: dict) -> None:
    if S["step"]:
        ways = words.BY if scene.parts_of(S)[0].schema.classes else {"votes": words.MEAN}
        st.html(words.errors_html({title: forests.curves_of(S, by) for by, title in ways.items()}, S["step"]))


def _vote(S: dict) -> None:
    """The point, the tally, every tree's vote, what majority and mean, or a mean and its trees, have to do with each other."""
    train, test = parts = scene.parts_of(S)
    says, n, said, found = forests.words_of(S), S["step"], forests.poll_of(S), forests.example_of(S)
    kind, called = found[0] if found else "x", says.called(train)
    kinds = {name: title for name, title in KINDS.items() if name == "t" or S["fo_boot"]} | (
        {"x": "Place"} if not found else {}
    )
    one, two = st.columns(2, vertical_alignment="bottom")
    one.selectbox("Asked about", list(kinds), format_func=kinds.get, **shows("w_fo_kind", kind, _asked))
    if found:
        two.number_input("Number", 1, len(parts[kind == "t"]), **shows("w_fo_example", found[1] + 1, _asked))
    truth = f" The truth: {says.truth_text(parts[kind == 't'], found[1])}." if found else ""
    bag = f" {sum(said.asked)} of {len(said)} trees left it out: only they are asked." if kind == "s" else ""
    st.caption(md(f"{votes.point_text(train, forests.point_of(S))}.{truth}{bag}"))
    st.html(says.vote_html(said, called, n))
    ballots(says.ballots_view(said, called, n, forests.tree_of(S) + 1), "fo_votes", actions.pick)
    if not n:
        return
    if not train.schema.classes:
        st.caption(md(numbers.two_errors(said, n, float(parts[kind == "t"].y[found[1]]) if found else None)))
        return
    apart = forests.apart_of(S)
    st.caption(md(votes.two_answers(said, called, n, len(apart), len(test), forests.pure(S))))
    with st.container(horizontal=True):
        if apart:
            st.button("Show where they differ", on_click=actions.show_apart, key="fo-apart")
        elif forests.pure(S):
            st.button("Leaves of 8 or more", key="fo-larger", on_click=change, args=(actions.changed,),
                      kwargs={"fo_leaf": 8})  # fmt: skip


def _asked(_=None) -> None:
    kind = st.session_state["w_fo_kind"]
    if kind != "x":
        actions.ask_example(kind, (st.session_state.get("w_fo_example") or 1) - 1)


def trees() -> None:
    """Both sums; small trees to choose from; the chosen one large, with its sample and what its nodes drew."""
    S = state()
    if forests.waiting(S):
        return
    says, train = forests.words_of(S), scene.parts_of(S)[0]
    if formula := says.sums(forests.poll_of(S), says.called(train), S["step"]):
        with st.expander(says.SUMS):
            st.latex(formula)
    pages, page = forests.pages_of(S), S["fo_page"]
    with st.container(horizontal=True, vertical_alignment="center"):
        first = (page - 1) * forests.PAGE + 1
        st.markdown(f"**Trees {first} to {min(first + forests.PAGE - 1, S['fo_trees'])} of {S['fo_trees']}**")
        for word, way, by, end in (("Earlier", "left", -1, 1), ("Later", "right", 1, pages)):
            st.button(
                f"{word} trees",
                icon=f":material/chevron_{way}:",
                on_click=actions.turn,
                args=(by,),
                disabled=page == end,
            )
    ballots(forests.cards_of(S), "fo_cards", actions.pick)
    if S["fo_boot"]:
        st.caption(
            "Below each picture: a bar for every training example, as high as it was drawn often; a red stroke below the line was left out."
        )
    _large(S)


def _large(S: dict) -> None:
    """The chosen tree: its nodes, what the node in question drew, its sample."""
    t, forest, trace = forests.tree_of(S), forests.forest_of(S), forests.trace_of(S)
    with st.container(key="fo-tree"):
        left, right = st.columns([5, 4], gap="medium")
        with left:
            st.markdown(f"**Tree {t + 1}.** {md(one_tree.asks_text(trace.tree))} Thick: the way of the point.")
            plays = (lambda: forests.walkthrough_of(S).html(S["step"])) if forests.played(S) else None
            tree(forests.view_of(S), "fo_tree_view", 380, S["present"], lambda node: change(fo_node=node),
                 whole=True, small=True, plays=plays)  # fmt: skip
            st.caption("Click a node: which features it drew, and the best question about each.")
        with right:
            st.html(one_tree.node_html(forest, trace, t, forests.node_of(S)))
            if S["fo_boot"]:
                st.html(one_tree.bag_html(forest, t))
                st.latex(one_tree.bag_latex(forest, t))


def notes() -> None:
    """The names, where they are from, what to read with care."""
    st.subheader("The names", anchor="the-names")
    st.html(words.names_html(scene.way_of(state())))
    st.caption(
        "Follows UML 18.3 and BuildTree. Every tree is grown as in Ch8, Alg. 8.2. Tree 7 is the same in a forest of 10 and of 100. "
        "A node whose k features cannot split its examples draws k others."
    )
    care("forest", "E17", "E18", "E36", "E37")
