"""A worked example on paper: what its slides show, its questions, its links."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache
from urllib.parse import urlencode

import streamlit as st

import dtlearn
from dtlearn import DataError
from dtlearn.data.packing import MARK
from dtlearn.growing.errors import columns
from dtlearn.growing.grow import PLAYED
from dtlearn.pruning.edit import Pruning
from dtlearn.teaching.worked_examples import Deck, Slide
from dtlearn.views.growing.by_hand import hand_view
from dtlearn.views.paper.blocks import Sheet
from dtlearn.views.paper.node import candidates_on_paper, first_levels
from dtlearn.views.paper.opening import setup_code
from dtlearn.views.paper.worked_example import LEAF, SlideContent, deck_sheet
from dtlearn.views.pruning.procedures import procedure_of
from dtlearn.views.pruning.tree import pruned_view
from dtlearn.views.stage.deck import Plays, deck_walkthrough
from dtlearn.views.stage.walkthrough import Walkthrough
from dtlearn.views.tree.view import tree_view
from pages.ui.byhand import scene
from pages.ui.grow import lesson as growth
from pages.ui.kit import handout, tables
from pages.ui.kit.codec import Field, decode
from pages.ui.kit.contents import TITLES
from pages.ui.kit.escape import md
from pages.ui.kit.lesson import Lesson
from pages.ui.lessons import STAGED
from pages.ui.pruning import lesson as prunings
from pages.ui.thresholds import lesson as thresholds

NEAR = 12  # thresholds of a long scan that go on paper


def buttons(deck: Deck, name: str) -> None:
    """A worked example's worksheet and key; ``handout.choices(kinds=False)`` stands once on the page."""
    url = st.context.url
    base = url.rstrip("/").rsplit("/", 1)[0] if url else ""
    handout.buttons(lambda: paper_of(deck, base), name)
    if not deck.slides:
        return
    st.download_button(
        "Page that plays",
        lambda: played(deck, base).html(),
        f"{name}.html",
        "text/html",
        on_click="ignore",
        key=f"get_{name}_plays",
        icon=":material/play_circle:",
        help=(
            f"One file with its slides, questions and lessons: it needs no server. A tree of more than {PLAYED} nodes"
            " stays in the app."
        ),
    )
    st.download_button(
        "Package for your course platform (SCORM 1.2)",
        lambda: played(deck, base).scorm(),
        f"{name}-scorm.zip",
        handout.MIME["zip"],
        on_click="ignore",
        key=f"get_{name}_scorm",
        icon=":material/school:",
        help="The page that plays for Moodle and others. They get the score of its questions with choices.",
    )


def handouts(decks: Iterable[tuple[Deck, str]]) -> None:
    """Every one of some worked examples, (deck, name), to take along, folded away."""
    with st.expander("For class: worksheets with their keys, and pages that play", icon=":material/print:"):
        with st.container(horizontal=True, vertical_alignment="bottom", key="dt-handout"):
            handout.choices(kinds=False)
        for deck, name in decks:
            st.markdown(f"**{md(deck.title)}**")
            with st.container(horizontal=True):
                buttons(deck, name)


def played(deck: Deck, base: str) -> Walkthrough:
    """A worked example as a page that plays. base : the app's address, "" if it is not known."""

    def plays(slide: Slide) -> Plays | None:
        try:
            return _play(STAGED[slide.page], slide) if slide.page in STAGED else None
        except ValueError:  # as above
            return None

    return deck_walkthrough(deck, plays, lambda slide: f"{base}/{slide.page}?{urlencode(slide.query)}" if base else "")


def paper_of(deck: Deck, base: str) -> Sheet:
    """The sheet of a worked example. base : the app's address, "" if it is not known."""

    def address(slide: Slide) -> str:
        return f"{base}/{slide.page}?{urlencode(slide.query)}" if base else ""

    grow, alone = cache(dtlearn.grow), cache(columns)  # slides of one growth share it

    def look(slide: Slide) -> SlideContent:
        try:
            found = _LOOKS.get(slide.page, _elsewhere)(slide, grow, alone)
        except ValueError:  # a criterion, a kind of split or a number that the data do not allow
            found = SlideContent(where="what it shows cannot be read")
        return replace(found, where=", ".join(filter(None, (TITLES.get(slide.page, ""), found.where))))

    return deck_sheet(deck, look, address, address(deck.slides[0]) if deck.slides else "")


# What paper can show of a slide. It is drawn after the visitor's run, so nothing here asks for a session.


def _scene(fields: tuple[Field, ...], slide: Slide, data: str) -> dict:
    """The values of a slide's link. Raises DataError if its table is not to be had."""
    S, _ = decode(fields, slide.query)
    if slide.query.get(data, S[data]) != S[data]:
        raise DataError("The table is held by a session.")
    return S


def steps_of(slide: Slide, grow: Callable) -> tuple[dict, dtlearn.Steps, int]:
    """(the scene, the steps of its growth, the one it shows)."""
    S = _scene(growth.FIELDS, slide, "data")
    trace = grow(tables.load(S["data"]), growth.settings_of(S))
    steps = dtlearn.steps(trace, S["order"], "question" if S["predict"] else S["detail"])
    return S, steps, min(S["step"] or 0, len(steps) - 1)


def _play(lesson: Lesson, slide: Slide) -> Plays | None:
    """A slide on the page of a lesson. Raises DataError if its table is not to be had."""
    _scene(lesson.fields, slide, "data")
    found = lesson.of_link(slide.query)
    return (lesson.document(found[0], None), found[1]) if found and lesson.plays(found[0]) else None


def _grow(slide: Slide, grow: Callable, _alone: Callable) -> SlideContent:
    S, steps, k = steps_of(slide, grow)
    step, trace, data = steps[k], steps.trace, steps.trace.data
    node, found = step.node.i, step.candidates
    before = step.decided - ({step.done.i} if step.done else set())
    decided, cut = first_levels(trace.tree, step.decided)
    return SlideContent(
        data,
        trace,
        node,
        tuple(candidates_on_paper(found)),
        S["pick"] if S["pick"] is not None and S["pick"] < len(found) else None,
        decides=(step.done.split.title(data.schema) if step.done.split else LEAF) if step.done else "",
        view=tree_view(trace.tree, decided),
        given=tree_view(trace.tree, first_levels(trace.tree, before)[0]) if slide.question and before else None,
        where=f"{S['algorithm']}, step {step.k}{cut and f'. {cut[:-1]}'}",
    )


def _byhand(slide: Slide, _grow: Callable, _alone: Callable) -> SlideContent:
    S = _scene(scene.FIELDS, slide, "data")
    made, node = scene.made_of(S), scene.at_of(S) or 0  # the root for a node that is not there
    view = hand_view(made)
    return SlideContent(
        made.trace.data,
        made.trace,
        node,
        tuple(candidates_on_paper(made.trace.candidates[node])),
        view=view,
        given=view,
    )


def _thresholds(slide: Slide, grow: Callable, alone: Callable) -> SlideContent:
    S = _scene(thresholds.LESSON.fields, slide, "data")
    data = tables.load(S["data"])
    numeric = [j for j, feature in enumerate(data.schema.features) if feature.numeric]
    one = alone(data, (numeric[min(max(S["feature"], 0), len(numeric) - 1)],))
    trace = grow(
        one, dtlearn.GrowSettings(criterion=thresholds.criterion_name(S), max_depth=1, stop_at_zero_gain=False)
    )
    n, at = len(trace.candidates[0]), S["at"] - 1  # gap 0 lies below all values
    first = min(max(at - NEAR // 2, 0), max(n - NEAR, 0))
    return SlideContent(data, trace, 0, tuple(range(first, min(first + NEAR, n))), at if 0 <= at < n else None)


def pruned_of(slide: Slide) -> tuple[dict, Pruning, int]:
    """(the scene, its pruning, the state it shows)."""
    S = _scene(prunings.FIELDS, slide, "data")
    prunings.LESSON.fit(S)
    found = prunings.pruning_of(S)
    return S, found, min(prunings.telling(S) if S["step"] is None else S["step"], len(found.steps))


def _pruning(slide: Slide, _grow: Callable, _alone: Callable) -> SlideContent:
    S, found, k = pruned_of(slide)
    data, held, settings, how = found.data, found.held, found.trace.settings, found.settings
    view = pruned_view(found, k, S["show"])
    code = (
        ""
        if held is not None
        else "\n".join(
            (
                setup_code(data, settings),
                "from dtlearn import PRUNERS, PruneSettings",
                f"pruning = PRUNERS[{S['procedure']!r}](dtlearn.grow(data, settings), {how!r})",
                "pruning.n_wrong",
            )
        )
    )
    where = f"{procedure_of(S['procedure']).title}, step {k}"
    return SlideContent(data, view=view, given=view if slide.question else None, code=code, where=where)


def _elsewhere(slide: Slide, _grow: Callable, _alone: Callable) -> SlideContent:
    """Of another page the examples, if its link names them."""
    known = dtlearn.names() + dtlearn.names(regression=True)
    for name, value in slide.scene:
        if (name == "data" or name.endswith("_data")) and (value in known or value.startswith(MARK)):
            return SlideContent(tables.load(value))
    return SlideContent()


_LOOKS = {"grow": _grow, "byhand": _byhand, "thresholds": _thresholds, "pruning": _pruning}
