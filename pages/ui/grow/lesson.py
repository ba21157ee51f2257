"""Grow a tree: one decision at a time, with every candidate's gain and its arithmetic."""

from dataclasses import dataclass, replace

import streamlit as st

import dtlearn
from dtlearn.growing.grow import PLAYED
from dtlearn.growing.settings import ALGORITHM_TITLES
from dtlearn.growing.steps import detailed
from dtlearn.show.documents.growth import candidate_walkthrough
from dtlearn.show.documents.walkthrough import Walkthrough
from dtlearn.show.growing import side_by_side
from dtlearn.show.paper.node import candidates_on_paper, first_levels
from dtlearn.show.paper.worked_example import LEAF, SlideContent
from dtlearn.show.tree.view import tree_view, with_examples
from dtlearn.splitting.criteria import REGRESSION, Criterion
from dtlearn.teaching.figures_and_errata import Moment
from dtlearn.teaching.predict_first import options
from dtlearn.trees.pseudocode import PSEUDOCODE
from pages.ui.kit import handout, longwork, tables
from pages.ui.kit.codec import choice, whole
from pages.ui.kit.contents import query_of, takes
from pages.ui.kit.documents import LONG, PART
from pages.ui.kit.escape import md
from pages.ui.kit.fields import ENLARGED, FRESH, MOST, NODE, OWN, PLAYED_AT, PREDICT, said
from pages.ui.kit.frame import fold
from pages.ui.kit.kept import cached
from pages.ui.kit.lesson import ALWAYS, ASIDE, MORE, Changed, Lesson, Setting, toggle
from pages.ui.kit.scene import bind_widget, change, clear_out_of_range, link, reset_with_reason
from pages.ui.kit.session import memory, state
from pages.ui.kit.settings import ORDER_TITLES, about_growth, growth, settings_of
from pages.ui.kit.trees import small_tree

PSEUDOCODE_OF = {"C4.5-style": "BuildTree"}  # the same procedure with another score
# "": the first that there is, folded where there is little room.
PANELS = ("", "examples", "pseudocode", "rules", "notes", "fresh")
DETAIL_TITLES = {"node": "node by node", "detail": "in detail"}
BELOW = {"beside": "The notes' algorithms side by side", "export": "Take away"}


# ---- what the settings make, shared by everyone who looks at the same


def criteria_of(s: dict) -> dict[str, Criterion]:
    """The criteria that fit the target of the data: a class or a number."""
    return REGRESSION if tables.load(s["data"]).schema.regression else dtlearn.CRITERIA


def _grown_of(s: dict) -> tuple:
    return s["data"], settings_of(s)


def _key(s: dict) -> tuple:
    return *_grown_of(s), s["order"], "question" if s["predict"] else s["detail"]


@cached(150)
def _grown(data: str, settings: dtlearn.GrowSettings) -> dtlearn.Trace:
    return longwork.grow(data, tables.load(data), settings)


@cached(300)
def _steps(data: str, settings: dtlearn.GrowSettings, order: str, detail: str) -> dtlearn.Steps:
    trace = _grown(data, settings)
    return dtlearn.steps(trace, order, "node" if detail == "detail" and not detailed(trace) else detail)


@cached(1000)
def _view(k: int, *key) -> dict:
    step = _steps(*key)[k]
    done, next_ = (node and node.i for node in (step.done, step.next))
    view = tree_view(step.trace.tree, step.decided, done, next_, _steps(*key).decisions, bags=True)
    return with_examples(view, step.trace.tree, step.trace.data)


def steps_of(s: dict) -> dtlearn.Steps:
    """The steps of the growth."""
    return _steps(*_key(s))


def view_of(s: dict, step: int) -> dict:
    """The tree view of a step."""
    return _view(step, *_key(s))


def part_size(s: dict) -> int:
    """The frames of a part of the document; 0 of one that comes whole."""
    return PART if len(steps_of(s)) > LONG else 0


def played(steps: dtlearn.Steps, algorithm: str, part: range | None = None) -> Walkthrough:
    """The document of an algorithm's steps, beside its pseudocode. part : as of ``growth_walkthrough``."""
    return steps.walkthrough(PSEUDOCODE_OF.get(algorithm, algorithm), algorithm, part)


def document(s: dict, part: range | None = None) -> Walkthrough:
    """The growth as a document, or a part of it."""
    return played(steps_of(s), s["algorithm"], part)


def plays(s: dict) -> bool:
    """Whether there can be a page that plays: of a large tree there is none."""
    return len(steps_of(s).trace.tree) <= PLAYED


# ---- rules between settings


def _numbers(data: dtlearn.Dataset) -> dict:
    """How a tree grows on a target of numbers."""
    return {"algorithm": "CART", "criterion": next(iter(REGRESSION))} if data.schema.regression else {}


def fit(s: dict) -> list[str]:
    """A criterion that fits the target, and nominal splits that can be made of the data; returns what was wrong."""
    wrong = []
    if s["criterion"] not in criteria_of(s):
        why = f"criterion={s['criterion']} does not fit data={tables.file_stem(s['data'])}"
        wrong += reset_with_reason(s, "criterion", _criterion(s), why)
    if s["nominal"] != OWN:
        try:
            steps_of(s)
        except dtlearn.DataError as error:
            wrong += reset_with_reason(s, "nominal", OWN, str(error).rstrip("."))
    return wrong


def _criterion(s: dict) -> str:
    """The criterion of an algorithm, if it fits the target of the data."""
    own, fits = dtlearn.ALGORITHMS[s["algorithm"]].criterion, criteria_of(s)
    return own if own in fits else next(iter(fits))


@dataclass
class Classes:
    """The criterion that was chosen for classes, while numbers are predicted; None before they were."""

    criterion: str | None = None


def _settle(before: dict) -> str:
    """After a choice: what no longer fits gives way; returns why. A criterion of classes comes back with them."""
    s, ours = state(), memory(Classes)
    if s["criterion"] not in criteria_of(s):
        if criteria_of(s) is REGRESSION:
            ours.criterion = s["criterion"]
        s["criterion"] = ours.criterion if criteria_of(s) is not REGRESSION else None
        s["criterion"] = s["criterion"] or _criterion(s)
    # To grow a large table's tree lasts: the page does it, where it can be cancelled.
    wrong = [] if tables.is_large(s["data"]) else fit(s)
    return f"{wrong[0]}." if wrong else ""


def arrives(s: dict) -> list[str]:
    """Let go of what a link says of a place that is none; returns what was wrong."""
    steps = steps_of(s)
    step, schema = steps[s["step"] or 0], steps.trace.data.schema
    wrong = clear_out_of_range(s, pick=len(step.candidates), open=len(schema.features), row=len(steps.trace.data))
    tokens = {option.token for option in options(steps.trace)}
    answers = tuple((at, token) for at, token in s["said"] if at < len(steps.order) and token in tokens)
    if answers != s["said"]:
        wrong += reset_with_reason(s, "said", answers, "said= holds an answer that cannot be given")
    return wrong


# ---- controls of its own


def _data(setting: Setting, s: dict, changed: Changed) -> None:
    titles = {name: tables.title(name) for name in tables.names()}
    titles |= {name: f"Regression: {tables.title(name)}" for name in tables.names(regression=True)}
    tables.choose(titles, "data", changed)
    card = tables.load(s["data"]).card
    about = f"{card.note} Source: {card.source}. Licence: {card.licence}." if card.source else card.note
    st.caption(md(card.story), help=md(about) or None)


def _detail(setting: Setting, s: dict, changed: Changed) -> None:
    st.radio(
        setting.title,
        list(DETAIL_TITLES),
        format_func=DETAIL_TITLES.get,
        horizontal=True,
        disabled=s["predict"],
        **bind_widget("detail", changed),
    )


def _whole_walk(s: dict) -> str:
    too_large = s["detail"] == "detail" and not detailed(steps_of(s).trace)
    return "This tree is so large that it is walked node by node." if too_large else ""


def change_detail(number: int) -> None:
    """The reader asked for a walk by number: 1 node by node, 2 in detail."""
    names = list(DETAIL_TITLES)
    if 1 <= number <= len(names) and not state()["predict"]:
        change(detail=names[number - 1])


def by_hand(s: dict) -> None:
    """The way on: the same growth, decided by the reader."""
    if takes("byhand", "data", s["data"]):
        same = {name: s[name] for name in ("data", "algorithm", "criterion", "nominal", "zero", "again")}
        st.page_link(
            "byhand.py",
            label="Grow it yourself",
            query_params=query_of("byhand", **same),
            help="This data set and these settings; the limits stay behind.",
        )


# ---- the stage, and below it


def heading(s: dict) -> tuple[str, str]:
    """The title, and how the tree grows."""
    order = "" if s["order"] == "depth_first" else f", {ORDER_TITLES[s['order']]}"
    data = tables.load(s["data"])
    return data.title, about_growth(s["algorithm"], settings_of(s), data.schema) + order


def _stage(s: dict) -> dict:
    predicted = s | {"predict": True}
    return {
        "detail": change_detail,
        "keys": (("1, 2", ", ".join(DETAIL_TITLES.values())),),
        "asks": (LESSON.made_of.address(predicted), part_size(predicted)),
        "follows": s["below"] == "export",  # whose files are those of the step
        "same_node": True,
    }


def below(s: dict) -> None:
    """What else grows from these data, and what is taken away from this step; folded, they take no time."""
    for name, title in BELOW.items():
        part = fold(name, title)
        if part.open:
            with part:
                _BELOW[name](s)


def _beside(s: dict) -> None:
    """What each of the notes' algorithms grows from the same data by the same criterion."""
    of = {name: replace(dtlearn.ALGORITHMS[name], criterion=s["criterion"]) for name in PSEUDOCODE}
    traces = {name: _grown(s["data"], settings) for name, settings in of.items()}
    title = criteria_of(s)[s["criterion"]].title
    st.markdown(f"{md(side_by_side.departure_text(traces))} All of them use the criterion {md(title)}.")
    for place, column in zip(st.columns(len(traces)), side_by_side.columns(traces), strict=True):
        with place:
            st.html(column.head)
            st.image(column.tree, width="content")
            st.html(column.tests)


def _export(s: dict) -> None:
    """Files of what is on the screen, and hand-outs."""
    steps = steps_of(s)
    step = steps[s["step"] or 0]
    # Paper lasts longer than a table that only the process holds.
    address = "" if tables.is_stored(s["data"]) else handout.address(LESSON.fields, s | {"step": step.k})
    asking = s["predict"] and not step.done
    handout.takeaway(
        steps, step, tables.file_stem(s["data"]), address, asking, (lambda: document(s)) if plays(s) else None
    )


_BELOW = {"beside": _beside, "export": _export}


def sheet(s: dict, asks: bool) -> SlideContent:
    """A step on paper: its gains, the tree, before its decision too."""
    step = steps_of(s)[s["step"]]
    trace, data, found = step.trace, step.trace.data, step.candidates
    before = step.decided - ({step.done.i} if step.done else set())
    decided, cut = first_levels(trace.tree, step.decided)
    return SlideContent(
        data,
        trace,
        step.node.i,
        tuple(candidates_on_paper(found)),
        s["pick"] if s["pick"] is not None and s["pick"] < len(found) else None,
        decides=(step.done.split.title(data.schema) if step.done.split else LEAF) if step.done else "",
        view=tree_view(trace.tree, decided),
        given=tree_view(trace.tree, first_levels(trace.tree, before)[0]) if asks and before else None,
        where=f"{ALGORITHM_TITLES[s['algorithm']]}, step {step.k}{cut and f'. {cut[:-1]}'}",
    )


def picture(s: dict, width: int, height: int) -> str:
    """The tree as far as it is grown, for a card; "" before its first question."""
    step = steps_of(s)[s["step"]]
    return small_tree(tree_view(step.trace.tree, step.decided), width, height)


def link_to(moment: Moment) -> str:
    """The address of the step where one of the notes' numbers arises."""
    s = LESSON.scene(data=moment.data, algorithm=moment.algorithm, criterion=moment.criterion)
    steps = steps_of(s)
    s["step"] = len(steps) - 1 if moment.finished else steps.nearest((), decided=True)
    if moment.feature is not None:
        s["pick"] = steps[s["step"]].candidates.feature.tolist().index(moment.feature)
    return link("grow", LESSON.fields, **s)


_GROWTH = growth(criteria_of)
LESSON = Lesson(
    name="grow",
    title="Grow a tree",
    about="Step by step through any data set: every candidate, its gain with the arithmetic, and what is decided.",
    needs="a table",
    own=_numbers,
    settings=(
        Setting(tables.field("data", "play_tennis"), "Data set", _data, begins=ALWAYS),
        Setting(choice("detail", [*DETAIL_TITLES], "node"), "Steps", _detail, MORE, note=_whole_walk),
        *_GROWTH,
        Setting(
            PREDICT,
            "Predict first",
            toggle,
            ASIDE,
            help="It hides the gains until you have said what happens: each node is asked for first.",
        ),
    ),
    place=(
        *PLAYED_AT,
        choice("panel", PANELS, "", neutral=""),
        whole("pick", None, 0, MOST),
        whole("open", None, 0, MOST),
        whole("row", None, 0, MOST),  # the example whose way is shown
        FRESH,
        NODE,
        said("said"),
        ENLARGED,
    ),
    heading=heading,
    question=lambda s: "",
    fit=fit,
    settle=_settle,
    arrives=arrives,
    document=document,
    part_size=part_size,
    candidate=lambda s: candidate_walkthrough(_grown(*_grown_of(s)), s["node"], s["candidate"]),
    stage=_stage,
    walks=lambda s: steps_of(s).trace.data,
    last=lambda s: len(steps_of(s)) - 1,
    telling=lambda s: 0,
    view=view_of,
    sheet=sheet,
    picture=picture,
    plays=plays,
    begins_with=(),
    beside=(by_hand,),
    below=(below,),
)
FIELDS = LESSON.fields
DOCUMENT = LESSON.made_of
