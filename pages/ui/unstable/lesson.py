"""One tree is unstable: a flipped label, an example left out or a resample, and the tree is another one."""

import re

import streamlit as st

import dtlearn
from dtlearn.forest.changes import Change, LeaveOut, Relabel, changed, flips, omissions
from dtlearn.forest.resamples import DEPTHS, Resamples
from dtlearn.growing.settings import ALGORITHM_TITLES
from dtlearn.show.base import arithmetic as latex
from dtlearn.show.base.text import listing
from dtlearn.show.forest import unstable_tables
from dtlearn.show.forest.unstable import (
    Story,
    changes_text,
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
from pages.ui.kit import tables
from pages.ui.kit.charts import savable
from pages.ui.kit.codec import Field, choice, switch, whole
from pages.ui.kit.controls import action_row
from pages.ui.kit.escape import md
from pages.ui.kit.fields import ALGORITHM_IDS, FRESH, VIEW
from pages.ui.kit.frame import more_settings
from pages.ui.kit.lesson import BODY, CANNOT, Changed, Lesson, Setting, Work, criterion, select
from pages.ui.kit.longwork import Tell
from pages.ui.kit.paper import paper
from pages.ui.kit.scene import bind_widget, change, reset_with_reason
from pages.ui.kit.session import defer, state
from pages.ui.kit.settings import about_growth
from pages.ui.kit.trees import small_tree, tree
from pages.ui.kit.walks import Walk
from pages.ui.unstable import trees
from pages.ui.unstable.trees import TIMES, data_of, story_of

MOST = 500  # examples of a data set: each has a row to click
CHANGES = 100  # that a link can hold
WHOLE = 0  # no limit of the depth
AS_IT_IS = {"changes": (), "sample": None}  # all examples, once
OTHER_TREES = ("data", "algorithm", "criterion")  # what was found with them is no longer so
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


def fits(data: dtlearn.Dataset) -> bool:
    """Whether a data set's examples can be changed here: there are labels to flip, and not too many to be seen."""
    return len(data.schema.classes) > 1 < len(data) <= MOST


def _read_changes(text: str) -> tuple[Change, ...]:
    if not re.fullmatch(rf"\d{{1,4}}(x|c\d{{1,2}})(,\d{{1,4}}(x|c\d{{1,2}})){{0,{CHANGES - 1}}}", text, re.ASCII):
        raise ValueError("changes= is not a list of changes")
    parts = (re.split("[cx]", part) for part in text.split(","))
    return tuple(Relabel(int(row) - 1, int(label)) if label else LeaveOut(int(row) - 1) for row, label in parts)


def _read_found(text: str) -> tuple[int, ...]:
    if not re.fullmatch(r"\d{1,3}(,\d{1,3}){0,99}", text, re.ASCII):
        raise ValueError("found= is not a list of features")
    return tuple(sorted(set(map(int, text.split(",")))))


def fit(s: dict) -> list[str]:
    """Bring what depends on the data into its range; returns what was wrong."""
    wrong: list[str] = []
    try:
        changed(data_of(s), s["changes"])
    except dtlearn.DataError as error:
        wrong += reset_with_reason(s, "changes", (), f"changes: {str(error).rstrip('.')}")
    idle = [one for one in s["changes"] if isinstance(one, Relabel) and data_of(s).y[one.row] == one.label]
    if idle:
        there = tuple(one for one in s["changes"] if one not in idle)
        wrong += reset_with_reason(
            s, "changes", there, f"changes gives example {idle[0].row + 1} the label that it has"
        )
    if s["sample"] is not None and s["changes"]:
        wrong += reset_with_reason(s, "changes", (), "a resample has no changes by hand")
    unfit = [str(j) for j in s["found"] if j not in trees.reachable(s)]
    if unfit:
        found = tuple(j for j in s["found"] if j in trees.reachable(s))
        wrong += reset_with_reason(
            s, "found", found, f"found: no flip brings feature number {listing(unfit)} to the root"
        )
    _tick(s)
    if s["sampling"] == "flip" and trees.open_challenge(s):
        why = "sampling=flip would tell what is still to be found"
        wrong += reset_with_reason(s, "sampling", "bootstrap", why)
    return wrong


def _tick(s: dict) -> None:
    """One flip and no other change: the feature at the root is found."""
    if s["sample"] is not None or len(s["changes"]) != 1:
        return
    there = next((one.feature for one in trees.flips_of(s) if one.change == s["changes"][0]), -1)
    if there in trees.sought(s):
        s["found"] = tuple(sorted({*s["found"], there}))


# ---- what the reader does


def put(text) -> None:
    """All changes anew, as the table has them after a click."""
    s = state()
    try:
        changes = _read_changes(text) if text else ()
        changed(data_of(s), changes)
    except (ValueError, TypeError) as error:  # a DataError is one
        defer(CANNOT, str(error))
        return
    s.update(changes=changes, sample=None)


def draw() -> None:
    """A bootstrap that makes another root, or the next one."""
    s = state()
    s.update(sample=trees.first_of(s) if s["sample"] is None else s["sample"] % TIMES + 1, changes=())


def flip(k: int) -> None:
    """One flip of the table, and no other change."""
    state().update(changes=(trees.flips_of(state())[k].change,), sample=None)


def example(feature: int) -> None:
    """The next resample with that feature at the root."""
    s = state()
    found = trees.resamples_of(s)
    if found is None or feature not in found.features:
        return
    every = [k for k, j in enumerate(found.features) if j == feature]
    if s["sampling"] == "bootstrap":
        here = -1 if s["sample"] is None else s["sample"] - 1
        s.update(sample=next((k for k in every if k > here), every[0]) + 1, changes=())
        return
    listed = (omissions if s["sampling"] == "omit" else flips)(data_of(s))
    here = listed.index(s["changes"][0]) if len(s["changes"]) == 1 and s["changes"][0] in listed else -1
    s.update(changes=(listed[next((k for k in every if k > here), every[0])],), sample=None)


# ---- what is drawn


def _data(setting: Setting, s: dict, changed: Changed) -> None:
    tables.choose(tables.titles(fits), "data", changed, width=170, label_visibility="collapsed")


def _page() -> None:
    """The examples beside the two trees, the root and the challenge; how often each feature comes first."""
    s = state()
    st.html(_STYLE)
    paper()
    _tick(s)
    story = story_of(s)
    with st.container(key="un-told"):
        said = what_text(story, s["sample"])
        st.markdown(md(said) if story.calm else f"**{md(lesson_text(story))}** {md(f'{said} {outcome_text(story)}')}")
    _moves(story)
    _challenge(story)
    with st.container(key="un-moving"), st.container(key="un-sides"):
        left, right = st.columns([5, 8] if s["present"] else [4, 10], gap="medium")  # large letters need the width
    with left:
        high = {"height": LISTED if len(story.data) > FEW else None}
        sample(sample_view(story) | high, "un_sample", put)
        _said(story)
    walk = Walk(story.data)
    with right, st.container(gap="xsmall"):
        _trees(story, walk)
        st.html(unstable_tables.gains_html(story))
    with left:
        walk.draw()
    _answers(story)
    _arithmetic(story)
    _resamples(story)


def _moves(story: Story) -> None:
    s = state()
    with action_row():
        st.button("Undo", disabled=not s["changes"], shortcut="U", on_click=lambda: change(changes=s["changes"][:-1]))
        st.button("Start over", disabled=story.calm, on_click=change, kwargs=AS_IT_IS)
        st.button(
            "Draw a bootstrap sample" if s["sample"] is None else "Next resample",
            on_click=draw,
            key="un-draw",
            help="As many examples again, drawn with replacement.",
        )
        if s["sample"] is not None:
            st.number_input("Resample", 1, TIMES, width=120, label_visibility="collapsed", **bind_widget("sample"))
        if not s["present"]:
            LESSON.control("data")
            LESSON.control("depth")


def _said(story: Story) -> None:
    s = state()
    if s["sample"] is not None:
        st.caption(md(f"×2, ×3: drawn so often; struck out: not drawn. {expected_text(len(story.data))}"))
    elif not story.calm:
        st.caption("Click a label to flip it. Click a number to leave that example out.")


def _trees(story: Story, walk: Walk) -> None:
    """Both trees at one scale; one below the other where they could not be read beside each other."""
    before, after = trees.pictures_of(state())
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
    s = state()
    if not trees.flips_of(s):
        st.caption(f"{len(story.data)} examples: too many labels to try one by one, see the resamples below.")
        return
    sought, schema = trees.sought(s), story.data.schema
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="un-challenge"):
        told = unstable_tables.challenge_text(feature_of(story.before), sought, s["found"], s["reveal"])
        st.markdown(md(told), width="content")
        if sought:
            st.html(unstable_tables.found_html(schema, sought, s["found"]), width="content")
        if not s["reveal"]:
            word = "Show me" if trees.open_challenge(s) else "All flips in a table"
            st.button(word, key="un-show", on_click=change, kwargs={"reveal": True})


def _answers(story: Story) -> None:
    """Every flip with its root, once the reader has asked for it."""
    s = state()
    found = trees.flips_of(s)
    if not s["reveal"] or not found:
        return
    now = s["changes"][0] if len(s["changes"]) == 1 and isinstance(s["changes"][0], Relabel) else None
    title = unstable_tables.score_title(story.before)
    data = {
        "caption": "Every flip and the root it makes",
        "columns": unstable_tables.flip_columns(title),
        "height": 560,
        "rows": unstable_tables.flip_rows(story.data, found, now),
    }
    st.markdown(f"**Every flip and the root it makes** ({len(found)} flips; click a row to see its tree)")
    choice_table(data, "un_flips", numbered("f", len(found), flip))


def _arithmetic(story: Story) -> None:
    """The gain at the root, before and after: formula, numbers, result."""
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


def _resamples(story: Story) -> None:
    """How often each feature comes first over many resamples, how many trees there are, what depth does."""
    s = state()
    st.markdown("#### Again and again: how often does each feature come first?")
    ways = [way for way in WAYS if way != "flip" or not trees.open_challenge(s)]
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small", key="un-ways"):
        st.segmented_control("Resample by", ways, format_func=WAYS.get, required=True, **bind_widget("sampling"))
        if s["sampling"] == "bootstrap":
            st.number_input("Seed", 0, 999, width=120, **bind_widget("seed"))
        if s["sampling"] == "bootstrap" and trees.asked(s) < TIMES:
            st.button(f"Go on to {TIMES:,}", key="un-all", on_click=trees.go_on)
    if len(ways) < len(WAYS):
        st.caption("“Flip one label” appears here once you have found all roots (or pressed Show me).")
    if found := trees.resamples_of(s):
        _found(found, story)
    elif not trees.asked(s):
        st.info("No resample has been grown yet.")


def _found(found: Resamples, story: Story) -> None:
    s, schema = state(), story.data.schema
    usual = feature_of(story.before)
    now = None if story.calm else feature_of(story.after)
    counts = {
        "caption": "How often each feature is at the root",
        "columns": unstable_tables.ROOT_COLUMNS,
        "height": 300,
        "rows": unstable_tables.root_rows(found, schema, usual, now),
    }
    choice_table(counts, "un_roots", numbered("r", len(schema.features), example, first=-1))
    st.caption(
        "Click a row to see a resample with that root above; click again for the next one. Ties go to the feature"
        " listed first."
    )
    st.markdown(md(unstable_tables.stability_text(found, schema, usual)))
    with st.expander("Does a smaller tree change less?"):
        st.html(unstable_tables.depths_html(found, trees.depth_of(s)))
        st.markdown(md(unstable_tables.depths_text(found)))
        st.plotly_chart(
            trees.leaves_of(s),
            key="un_leaves",
            config=savable("unstable-leaves"),
            alt=unstable_tables.leaves_alt(found, trees.depth_of(s), story.before.tree.n_leaves),
        )


def _grow(s: dict, tell: Tell) -> None:
    """The resamples: bars that grow."""
    bars, schema = st.empty(), data_of(s).schema
    for found in trees.resampling(s):
        tell(len(found) / found.of, f"Tree {len(found)} of {found.of}")
        bars.html(unstable_tables.roots_html(found, schema))


def moral(s: dict) -> None:
    """How the trees grow, and what all this is for."""
    with more_settings():
        left, right = st.columns(2)
        with left:
            LESSON.control("algorithm")
        with right:
            LESSON.control("criterion")
    st.html(
        "<p><b>A learner whose tree changes so much with its examples has <i>high variance</i>. Many trees that are"
        " wrong in different places can outvote each other's mistakes: <a href='forest' target='_self'>the Forest"
        " page</a> lets them"
        " vote.</b></p>"
    )


LESSON = Lesson(
    name="unstable",
    title="One tree is unstable",
    about="Flip a label, leave an example out or resample: which nodes change? Then a thousand times.",
    needs=f"two classes, 2 to {MOST} rows",
    settings=(
        Setting(tables.field("data", "play_tennis", fits), "Data set", _data, BODY),
        Setting(
            choice("depth", {str(d or "none"): d or WHOLE for d in DEPTHS}, WHOLE),
            "Size",
            select({d or WHOLE: depth_name(d) for d in DEPTHS[::-1]}, width=170, label_visibility="collapsed"),
            BODY,
        ),
        Setting(
            choice("algorithm", ALGORITHM_IDS, "ID3 (CS181)"),
            "Algorithm",
            select(ALGORITHM_TITLES),
            BODY,
        ),
        criterion("info_gain", BODY),
        Setting(Field("changes", (), _read_changes, changes_text), reset_by=("data",)),
        Setting(whole("sample", None, 1, TIMES), reset_by=("data",)),  # the one on the screen, without changes by hand
        Setting(whole("seed", 1, 0, 999)),
        Setting(choice("sampling", [*WAYS], "bootstrap"), reset_by=OTHER_TREES),
        Setting(
            Field("found", (), _read_found, lambda found: ",".join(map(str, found))), reset_by=OTHER_TREES, view=True
        ),
        Setting(switch("reveal"), reset_by=OTHER_TREES, view=True),
        Setting(FRESH, reset_by=("data",), view=True),
        Setting(VIEW, view=True),
    ),
    heading=lambda s: (
        "One tree is unstable",
        f"{data_of(s).title}, {about_growth(s['algorithm'], trees.settings_of(s), data_of(s).schema)}",
    ),
    question=lambda s: "How much of a tree depends on one label? Flip one and see." if story_of(s).calm else "",
    keys=lambda s: KEYS,
    picture=lambda s, width, height: small_tree(trees.pictures_of(s)[1], width, height),
    walks=data_of,
    fit=fit,
    body=lambda s: _page,
    works=(Work(trees.missing, _grow, trees.cancel),),
    below=(moral,),
    follows="Follows BuildTree, which motivates bagging by this. A node counts as the same if the same questions lead"
    " to it and it asks or predicts the same; how many examples reach it does not matter. A tree of depth ≤ k is the"
    " top of the whole tree.",
    slips=("E17",),
)
