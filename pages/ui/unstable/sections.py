"""The parts of the page One tree is unstable: the examples, the two trees, the root, the challenge, many resamples."""

import streamlit as st

from dtlearn.forest.changes import Relabel
from dtlearn.forest.resamples import DEPTHS, Resamples
from dtlearn.show.base import arithmetic as latex
from dtlearn.show.forest import unstable_tables
from dtlearn.show.forest.unstable import (
    Story,
    expected_text,
    feature_of,
    lesson_text,
    outcome_text,
    ranking,
    sample_view,
    what_text,
)
from dtlearn.show.forest.unstable_tables import WAYS, depth_name
from pages.ui.components.sample import sample
from pages.ui.components.table import choice_table, numbered
from pages.ui.kit import longwork, tables
from pages.ui.kit.charts import savable
from pages.ui.kit.controls import action_row, criterion
from pages.ui.kit.escape import md
from pages.ui.kit.fields import ALGORITHM_IDS
from pages.ui.kit.frame import errata_fold, more_settings
from pages.ui.kit.heading import with_tools
from pages.ui.kit.paper import paper
from pages.ui.kit.scene import bind_widget, change
from pages.ui.kit.session import state
from pages.ui.kit.settings import about_growth
from pages.ui.kit.trees import tree
from pages.ui.kit.walks import Walk
from pages.ui.unstable import scene

HEIGHT, AROUND = 306, 66  # px of a tree at most, and of its buttons and what is left free above and below it
READ = 0.67  # scale at which the grown words of a tree are 12 px high
PAD = 32  # px beside a tree in its box
LISTED = 520  # px of the examples, where they are more than FEW
FEW = 20  # examples that are shown without a scroller of their own
KEYS = (
    ("Tab, then ↑ ↓ ← →", "go through the examples, to number or label"),
    ("Enter", "flip the label, or leave the example out"),
    ("Delete", "leave the example out, or take it back"),
    ("U", "undo the last change"),
)
# Where the window is narrow, the trees stand above the examples.
_STYLE = """<style>
.st-key-un-told p { margin: 0 0 .4rem; }
@media (min-width: 641px) { .st-key-un-tree-before p, .st-key-un-tree-after p { position: relative; z-index: 1;
  max-width: calc(50% - 4rem); margin-bottom: -3.2rem; pointer-events: none; } } /* beside the root */
@media screen and (min-width: 901px) and (max-width: 1199px) {
  .st-key-un-sides > * > [data-testid=stHorizontalBlock] > :first-child,
  .st-key-un-sides > [data-testid=stHorizontalBlock] > :first-child { flex: 0 0 45% !important; }
  .st-key-un-sides > * > [data-testid=stHorizontalBlock] > :last-child,
  .st-key-un-sides > [data-testid=stHorizontalBlock] > :last-child { flex: 1 1 0 !important; min-width: 0; }
}
@media screen and (max-width: 900px) {
  .st-key-un-sides > [data-testid=stHorizontalBlock], .st-key-un-sides > * > [data-testid=stHorizontalBlock] {
  flex-direction: column-reverse; }
  .st-key-un-sides > [data-testid=stHorizontalBlock] > *, .st-key-un-sides > * > [data-testid=stHorizontalBlock] > * {
  width: 100% !important; flex: none !important; }
}
</style>"""


def heading() -> None:
    """The title, the tools."""
    S = state()
    st.html(_STYLE)
    data = scene.data_of(S)
    grows = about_growth(S["algorithm"], scene.settings_of(S), data.schema)
    with_tools("One tree is unstable", f"{data.title}, {grows}", *KEYS)
    paper()
    if cannot := st.session_state.pop("cannot", ""):
        st.warning(md(cannot))


def moving() -> None:
    """What was changed and what it did; the examples beside the two trees; the root and the challenge."""
    S = state()
    scene.tick(S)
    story = scene.story_of(S)
    with st.container(key="un-told"):
        if story.calm:
            st.markdown(f"**{scene.QUESTION}** {md(what_text(story, None))}")
        else:
            said = f"{what_text(story, S['sample'])} {outcome_text(story)}"
            st.markdown(f"**{md(lesson_text(story))}** {md(said)}")
    _moves(story)
    _challenge(story)
    with st.container(key="un-moving"), st.container(key="un-sides"):
        left, right = st.columns([5, 8] if S["present"] else [4, 10], gap="medium")  # large letters need the width
    with left:
        high = {"height": LISTED if len(story.data) > FEW else None}
        sample(sample_view(story) | high, "un_sample", scene.put)
        _said(story)
    walk = Walk(story.data)
    with right, st.container(gap="xsmall"):
        _trees(story, walk)
        st.html(unstable_tables.gains_html(story))
    with left:
        walk.draw()


def _moves(story: Story) -> None:
    S = state()
    with action_row():
        st.button("Undo", disabled=not S["changes"], shortcut="U", on_click=lambda: change(changes=S["changes"][:-1]))
        st.button("Start over", disabled=story.calm, on_click=change, kwargs=scene.AS_IT_IS)
        st.button(
            "Draw a bootstrap sample" if S["sample"] is None else "Next resample",
            on_click=scene.draw,
            key="un-draw",
            help="As many examples again, drawn with replacement.",
        )
        if S["sample"] is not None:
            st.number_input(
                "Resample", 1, scene.TIMES, width=120, label_visibility="collapsed", **bind_widget("sample")
            )
        if not S["present"]:
            how = {"width": 170, "label_visibility": "collapsed"}
            tables.choose(tables.titles(scene.fits), "data", scene.other_data, **how)
            st.selectbox(
                "Size",
                [d or scene.WHOLE for d in DEPTHS[::-1]],
                format_func=lambda d: depth_name(d or None),
                **how,
                **bind_widget("depth"),
            )


def _said(story: Story) -> None:
    S = state()
    if S["sample"] is not None:
        st.caption(md(f"×2, ×3: drawn so often; struck out: not drawn. {expected_text(len(story.data))}"))
    elif not story.calm:
        st.caption("Click a label: flip it. Click a number: leave the example out.")


def _trees(story: Story, walk: Walk) -> None:
    """Both trees at one scale; one below the other where they could not be read beside each other."""
    S = state()
    before, after = scene.pictures_of(S)
    height = min(HEIGHT, before["height"] + AROUND)
    if story.calm:
        with st.container(key="un-tree-before"):
            st.markdown("**The tree of all examples**")
            tree(walk.down(story.before.tree, before), "un_before", height, small=True)
        return
    st.caption("≠ different feature or class, + added, − removed, pale: unchanged.")
    with st.container(key="un-trees"):
        st.html(_beside(before["width"], after["width"]))
        places = st.columns(2, gap="small")
    drawn = (("Before", story.before, before), ("After", story.after, after))
    for place, (title, trace, view) in zip(places, drawn, strict=True):
        name = title.lower()
        with place.container(key=f"un-tree-{name}"):
            st.markdown(f"**{title}**")
            tree(walk.down(trace.tree, view, title), f"un_{name}", height, small=True)


def _beside(*widths: float) -> str:
    """The style that gives each tree its share of a row, and a row of its own where it could not be read."""
    row = ".st-key-un-trees [data-testid=stHorizontalBlock]"
    shares = "".join(
        f"{row} > :nth-child({k}) {{ flex: {w:.0f} 1 {READ * w + PAD:.0f}px !important; width: auto !important; }}"
        for k, w in enumerate(widths, 1)
    )
    return f"<style>{row} {{ flex-wrap: wrap; }} {shares}</style>"


def _challenge(story: Story) -> None:
    """Find a flip for every feature; nothing is given away."""
    S = state()
    if not scene.flips_of(S):
        st.caption(f"{len(story.data)} examples: too many labels to try one by one, see the resamples below.")
        return
    sought, schema = scene.sought(S), story.data.schema
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="un-challenge"):
        told = unstable_tables.challenge_text(feature_of(story.before), sought, S["found"], S["reveal"])
        st.markdown(md(told), width="content")
        if sought:
            st.html(unstable_tables.found_html(schema, sought, S["found"]), width="content")
        if not S["reveal"]:
            word = "Show me" if scene.open_challenge(S) else "All flips in a table"
            st.button(word, key="un-show", on_click=change, kwargs={"reveal": True})


def answers() -> None:
    """Every flip with its root, once the reader has asked for it."""
    S = state()
    flips = scene.flips_of(S)
    if not S["reveal"] or not flips:
        return
    now = S["changes"][0] if len(S["changes"]) == 1 and isinstance(S["changes"][0], Relabel) else None
    title = unstable_tables.score_title(scene.story_of(S).before)
    data = {
        "caption": "Every flip and the root it makes",
        "columns": unstable_tables.flip_columns(title),
        "height": 560,
        "rows": unstable_tables.flip_rows(scene.data_of(S), flips, now),
    }

    st.markdown(f"**Every flip and the root it makes** ({len(flips)} flips; a row shows its tree)")
    choice_table(data, "un_flips", numbered("f", len(flips), scene.flip))


def arithmetic() -> None:
    """The gain at the root, before and after: formula, numbers, result."""
    story = scene.story_of(state())
    with st.expander("The gains at the root, worked out"):
        left, right = st.columns(2, gap="medium")
        for place, trace, when in ((left, story.before, "Before"), (right, story.after, "After")):
            if order := ranking(trace):
                name = story.data.schema.features[order[0][0]].name
                place.markdown(f"**{when}: {md(name)}**")
                place.latex(latex.aligned(latex.arithmetic(trace, 0, order[0][1])))
            else:
                place.markdown(f"**{when}:** a single leaf, nothing to ask.")
            if story.calm:
                break


def resamples() -> None:
    """How often each feature comes first over many resamples, how many trees there are, what depth does."""
    S = state()
    st.markdown("#### Again and again: how often does each feature come first?")
    ways = [way for way in WAYS if way != "flip" or not scene.open_challenge(S)]
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small", key="un-ways"):
        st.segmented_control("Resample by", ways, format_func=WAYS.get, required=True, **bind_widget("sampling"))
        if S["sampling"] == "bootstrap":
            st.number_input("Seed", 0, 999, width=120, **bind_widget("seed"))
        if S["sampling"] == "bootstrap" and scene.asked(S) < scene.TIMES:
            st.button(f"Go on to {scene.TIMES:,}", key="un-all", on_click=scene.go_on)
    if len(ways) < len(WAYS):
        st.caption("“Flip one label” comes here when you have found every feature, or have let yourself be shown.")
    if found := scene.resamples_of(S):
        _found(found)
    elif not scene.asked(S):
        st.info("No resample has been grown yet.")


def growing(wrong: list[str]) -> None:
    """The resamples, where they are missing: bars that grow, and a way out; then the page once more with them.

    wrong : what to say once more of the link.
    """
    S, schema = state(), scene.data_of(state()).schema
    if not scene.missing(S):
        return
    longwork.repeat_warnings_after("unstable", wrong)
    bars = st.empty()

    def work(tell: longwork.Tell) -> None:
        for found in scene.resampling(S):
            tell(len(found) / found.of, f"Tree {len(found)} of {found.of}")
            bars.html(unstable_tables.roots_html(found, schema))

    longwork.run_job(work, scene.cancel, "un-cancel", lambda: None)
    st.rerun()


def _found(found: Resamples) -> None:
    S, data = state(), scene.data_of(state())
    story = scene.story_of(S)
    usual = feature_of(story.before)
    now = None if story.calm else feature_of(story.after)
    counts = {
        "caption": "How often each feature is at the root",
        "columns": unstable_tables.ROOT_COLUMNS,
        "height": 300,
        "rows": unstable_tables.root_rows(found, data.schema, usual, now),
    }

    choice_table(counts, "un_roots", numbered("r", len(data.schema.features), scene.example, first=-1))
    st.caption("A row opens a resample with that root above; again: the next. Ties go to the feature listed first.")
    st.markdown(md(unstable_tables.stability_text(found, data.schema, usual)))
    with st.expander("Does a smaller tree change less?"):
        st.html(unstable_tables.depths_html(found, scene.depth_of(S)))
        st.markdown(md(unstable_tables.depths_text(found)))
        leaves = scene.leaves_of(S)
        own_leaves = story.before.tree.n_leaves
        st.plotly_chart(
            leaves,
            key="un_leaves",
            config=savable("unstable-leaves"),
            alt=unstable_tables.leaves_alt(found, scene.depth_of(S), own_leaves),
        )


def moral() -> None:
    """How the trees grow, what all this is for, and what the page follows."""
    with more_settings():
        left, right = st.columns(2)
        with left:
            st.selectbox("Algorithm", list(ALGORITHM_IDS.values()), **bind_widget("algorithm", scene.other_trees))
        with right:
            criterion("criterion", scene.other_trees)
    st.html(
        "<p><b>A learner whose tree changes so much with its examples has <i>high variance</i>. Many trees that err in"
        " different ways can outvote their errors: <a href='forest' target='_self'>the Forest page</a> lets them"
        " vote.</b></p>"
    )
    st.caption(
        "Follows BuildTree, which motivates bagging by this. A node counts as the same if the same questions lead to it"
        " and it asks, or says, the same; how many examples reach it does not matter. A tree of depth ≤ k is the top of"
        " the whole tree."
    )
    errata_fold("unstable", "E17")
