"""The parts of a growth on the screen: its title, its stage, what is taken away from a step."""

from collections.abc import Callable
from pathlib import Path

import streamlit as st

from dtlearn.growing.grow import PLAYED
from dtlearn.views.stage.walkthrough import Walkthrough
from pages.ui.grow import scene
from pages.ui.kit import handout
from pages.ui.kit import heading as above
from pages.ui.kit import tables as own
from pages.ui.kit.escape import md
from pages.ui.kit.frame import words_of
from pages.ui.kit.scene import change, shows
from pages.ui.kit.session import state
from pages.ui.kit.settings import ORDER_TITLES, about_growth, settings_of
from pages.ui.kit.stage import stage

CODED = 600  # nodes whose code is shown
BELOW = {"export": "Take away", "words": "The notes' words"}
_WORDS = Path(__file__).with_name("words.md").read_text(encoding="utf-8")


def heading(wrong: list[str]) -> None:
    """The title, and one sentence if the link, or the last choice, could not be followed to the letter."""
    S = state()
    order = "" if S["order"] == "depth_first" else f", {ORDER_TITLES[S['order']]}"
    about = about_growth(S["algorithm"], settings_of(S), own.load(S["data"]).schema) + order
    above.heading(own.load(S["data"]).title, about, wrong)
    cannot = st.session_state.pop("cannot", "")
    if cannot:
        st.warning(md(cannot))


def change_detail(number: int) -> None:
    """The reader asked for a walk by number: 1 node by node, 2 in detail."""
    S, names = state(), list(scene.DETAIL_TITLES)
    if 1 <= number <= len(names) and not S["predict"]:
        change(scene.keep_place, detail=names[number - 1])


def moving() -> None:
    """The stage, which steps in the browser."""
    S = state()
    candidate = scene.CANDIDATE.address(S | {"node": 0, "candidate": 0})
    predicted = S | {"predict": True}
    keys = (("1, 2", ", ".join(scene.DETAIL_TITLES.values())),)
    stage(
        scene.DOCUMENT,
        S,
        scene.view_of,
        page_that_plays(),
        change_detail,
        keys,
        candidate,
        parts=scene.part_size(S),
        asks=(scene.DOCUMENT.address(predicted), scene.part_size(predicted)),
    )


def page_that_plays() -> Callable[[], Walkthrough] | None:
    """Makes the lesson of the page that plays this growth; of a large tree there is none."""
    S = state()
    steps = scene.steps_of(S)
    return (lambda: scene.played(steps, S["algorithm"])) if len(steps.trace.tree) <= PLAYED else None


def below() -> None:
    """What is taken away from this step, or said of the page."""
    S = state()
    for name, title in BELOW.items():

        def turned(opened: bool, name: str = name) -> None:
            change(below=name if opened else "")

        part = st.expander(title, **shows(f"w_below_{name}", S["below"] == name, turned))
        if part.open:
            with part:
                _BELOW[name](S)


def _words(S: dict) -> None:
    st.markdown(_WORDS + words_of("grow"))


def _export(S: dict) -> None:
    """Files of what is on the screen, and hand-outs."""
    step = scene.steps_of(S)[S["step"]]
    # Paper lasts longer than a table that only the process holds.
    link = "" if own.is_stored(S["data"]) else handout.address(scene.FIELDS)
    handout.takeaway(
        scene.steps_of(S),
        step,
        own.stem(S["data"]),
        link,
        S["predict"] and not step.done,
        page_that_plays(),
    )


_BELOW = {"export": _export, "words": _words}
