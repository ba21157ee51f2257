"""The parts of the page Overfitting: its choices, the growth on the stage, what is to be known of it."""

import streamlit as st

from dtlearn.growing.grow import PLAYED
from dtlearn.views.size import overfitting
from pages.ui.kit import clouds, tables
from pages.ui.kit import heading as above
from pages.ui.kit.controls import criterion, segments
from pages.ui.kit.fields import ALGORITHM_IDS
from pages.ui.kit.frame import care, more_settings, scenarios, shown
from pages.ui.kit.scene import bind
from pages.ui.kit.session import state
from pages.ui.kit.stage import stage
from pages.ui.overfitting import scene

UNITS = {"nodes": "Nodes", "leaves": "Leaves"}


def heading(wrong: list[str]) -> None:
    """The title, the presets; one sentence if the link could not be followed to the letter."""
    S = state()
    titles = {name: one.title for name, one in scene.PRESETS.items()}
    above.heading("Overfitting", f"{clouds.title(S['data'])}, {S['algorithm']}", wrong)
    scenarios(titles, now := shown(scene.PRESETS, S, scene.CHOICES), scene.preset, "w_of_preset")
    asked, series = scene.PRESETS[now].says if now else "", scene.series_of(S)
    above.ask(
        asked or scene.QUESTION.format(series.judge.name),
        scene.DO,
        len(series) - 1,
        overfitting.answer(series, S["unit"]),
    )


def sidebar() -> None:
    """Data, label noise, what is held out, how the tree grows."""
    S = state()
    with st.sidebar:
        cloud = clouds.choose(tables.titles(scene.fits), scene.changed)
        if cloud:
            clouds.drawn(10, scene.changed)
        st.slider("Label noise, in %", 0, 40, **bind("noise", scene.changed))
        train, test = scene.parts_of(S)
        where = "in both, and in the fresh examples too" if cloud else "in both"
        wrong = f" Label noise is {where}." if S["noise"] else ""
        st.caption(f"{len(train)} examples to grow on, {len(test)} to test.{wrong}")
        with more_settings():
            st.slider("Held out as test examples, in %", 10, 80, **bind("held", scene.changed))
            st.number_input("Seed: which ones are held out", 0, 999, **bind("seed", scene.changed))
            st.selectbox("Algorithm", list(ALGORITHM_IDS.values()), **bind("algorithm", scene.changed))
            criterion("criterion", scene.changed)
            segments("Size in", UNITS, "unit", label_visibility="visible")


def moving() -> None:
    """The stage, which steps in the browser: every tree with its partition, the curve, the definition put to its numbers."""
    S = state()
    small = scene.series_of(S).sizes["nodes"][-1] <= PLAYED
    plays = (lambda: scene.walkthrough_of(S)) if small else None
    # On a phone a leaf alone has less height (chart.around.css).
    st.html('<style>body[data-step="0"] { --lone: 120px; }</style>')
    stage(scene.DOCUMENT, S, scene.view_of, plays, parts=scene.part_size(S))


def remarks() -> None:
    """What is left out."""
    if scene.left_out(state()):
        st.caption(
            f"A long growth: of its trees {overfitting.SHOWN} are shown, the first ones and then some, evenly, to the"
            " last."
        )


def sources() -> None:
    """What the page follows, and what to read with care."""
    st.caption(
        f"Follows {overfitting.SOURCE}. The trees grow best first. Whoever picks a tree by the test examples has used"
        " them up."
    )
    care("overfitting", "E14", "E23", "E24", "E50")
