"""The parts of the page Overfitting: its choices, the curve with the present tree, the definition, the table."""

import streamlit as st

from dtlearn.growing.errors import Path
from dtlearn.growing.grow import PLAYED
from dtlearn.views.size import overfitting
from pages.ui.kit import clouds, tables
from pages.ui.kit import heading as above
from pages.ui.kit.charts import clickable, legend
from pages.ui.kit.controls import buttons, criterion, segments
from pages.ui.kit.escape import md
from pages.ui.kit.fields import ALGORITHM_IDS
from pages.ui.kit.frame import care, shown
from pages.ui.kit.player import go, player
from pages.ui.kit.scene import bind, state
from pages.ui.kit.trees import tree
from pages.ui.overfitting import scene

UNITS = {"nodes": "Nodes", "leaves": "Leaves"}


def heading(wrong: list[str]) -> None:
    """The title, one sentence if the link could not be followed to the letter, the presets."""
    S = state()
    above.heading("Overfitting", f"{clouds.title(S['of_data'])}, {S['of_algorithm']}", wrong)
    with st.container(horizontal=True, gap="small", key="of-presets"):
        titles = {name: preset.title for name, preset in scene.PRESETS.items()}
        buttons(titles, shown(scene.PRESETS, S, scene.CHOICES), scene.preset, "of-preset")
    if scene.regression(S):
        st.caption("Ours: the notes speak of trees of classes. Here the error is the mean squared error.")


def sidebar() -> None:
    """Data, wrong labels, what is held out, how the tree grows."""
    S = state()
    with st.sidebar:
        cloud = clouds.choose("of", tables.titles(scene.fits, numbers=True), 10, scene.changed, scene.changed)
        numbers = scene.regression(S)
        if not numbers:
            st.slider("Wrong labels, in %", 0, 40, **bind("of_noise", scene.changed))
        st.slider("Held out as test examples, in %", 10, 80, **bind("of_held", scene.changed))
        st.number_input("Seed: which ones are held out", 0, 999, **bind("of_seed", scene.changed))
        train, test = scene.parts_of(S)
        where = "in both, and in the fresh examples too" if cloud else "in both"
        wrong = f" Wrong labels are {where}." if scene.noise_of(S) else ""
        st.caption(f"{len(train)} examples to grow on, {len(test)} to test.{wrong}")
        st.selectbox("Algorithm", list(ALGORITHM_IDS.values()), **bind("of_algorithm", scene.changed))
        if not numbers:  # there is nothing to choose for a numeric target
            criterion("of_criterion", scene.changed)
        segments("Size in", UNITS, "of_unit", label_visibility="visible")


def moving() -> None:
    """The player, the curve and the definition at the left, the present tree at the right."""
    S = state()
    st.session_state["of_step"] = S["step"]  # where the next visit opens
    found, k, unit = scene.series_of(S), S["step"], S["of_unit"]
    player(len(found) - 1, overfitting.caption(found, k, unit))
    left, right = st.columns([6, 5], gap="medium")
    with left:
        clickable(scene.figure_of(S), "of_errors", "overfitting-errors", lambda k: go(int(k)))
        st.markdown(f"**{md(overfitting.sentence(found, k, unit))}**")
    with right:
        _present_tree(S)
    _definition(S, found)


def _present_tree(S: dict) -> None:
    """The partition, where there is a plane, and the shape of the tree."""
    size = overfitting.size_text(scene.series_of(S), S["step"])
    partition, shape = scene.pictures_of(S)
    if partition:
        st.image(partition, width="stretch", alt=f"Partition of the tree with {size}")
    st.image(shape, width="stretch", alt=f"Shape of the tree with {size}")
    numbers, marks = scene.regression(S), []
    if partition:
        wrong = "line or shade: the mean of the box" if numbers else "red ring: wrong"
        marks += ["filled: training, hollow: test", wrong]
    elif numbers:
        marks.append("the darker a leaf, the smaller its mean")
    if partition and max(map(len, scene.parts_of(S))) > clouds.DRAWN:
        marks.append(f"at most {clouds.DRAWN} of each are drawn")
    st.html(legend(scene.parts_of(S)[0].schema.classes, *marks))


def _definition(S: dict, found: Path) -> None:
    """The definition, the numbers put in, the result, and how far to trust it."""
    k, unit = S["step"], S["of_unit"]
    j = found.rival(k)
    st.latex(overfitting.DEFINITION)
    st.html(overfitting.definition_html(found, k, unit))
    here = scene.sized_of(S, k).held.tolist()
    there = None if j is None else scene.sized_of(S, j).held.tolist()
    st.caption(md(overfitting.trust(found, here, there)))
    if j is not None:
        st.button(f"Show h′: {overfitting.size_text(found, j, unit)}", on_click=go, args=(j,), key="of-rival")
    st.markdown(md(overfitting.verdict(found, unit)))
    with st.expander("The tree with its words"):
        if found.sizes["nodes"][k] > scene.READABLE:
            st.write(f"{found.sizes['nodes'][k]} nodes are too many to be read: go back to {scene.READABLE} or fewer.")
        else:
            plays = None if found.sizes["nodes"][-1] > PLAYED else lambda: scene.walkthrough_of(S).html(k)
            tree(scene.view_of(S), "of_tree", 420, whole=True, plays=plays)
    with st.expander("Every size in numbers"):
        st.html(overfitting.sizes_html(found, k))


def sources() -> None:
    """What the page follows, and what to read with care."""
    st.caption(
        f"Follows {overfitting.SOURCE}. The trees grow best first: the open node with the largest (n/m) × gain is split next. "
        "The definition knows no margin: one example more or less is enough. Whoever picks a tree by the test examples has "
        "used them up; an honest estimate of its error takes a third part."
    )
    care("overfitting", "E14", "E23", "E24")
