"""The reader's own tree on the page Practice: the text, the first other decision, both gain tables."""

from pathlib import Path

import streamlit as st

import dtlearn
from dtlearn.data.dataset import DataError
from dtlearn.growing.settings import ALGORITHM_TITLES
from dtlearn.show.base import html
from dtlearn.show.base.arithmetic import aligned, arithmetic, narrow
from dtlearn.show.practice import first_departure as own_words
from dtlearn.show.practice.working import Grid
from dtlearn.teaching import first_departure, tree_json
from pages.ui.kit import tables as own_tables
from pages.ui.kit.escape import md
from pages.ui.kit.scene import bind_widget, widget_args
from pages.ui.kit.session import state
from pages.ui.kit.trees import tree
from pages.ui.kit.walks import Walk
from pages.ui.practice import data, scene

TREE_HEIGHT = 280
FORMAT = (Path(__file__).parents[3] / "docs" / "tree-json.md").read_text(encoding="utf-8")


def tall(view: dict) -> int:
    """Room for a tree, px: as much as it takes, within a screen."""
    return min(max(int(view["height"]) + 70, TREE_HEIGHT), 560)


def grid(table: Grid) -> None:
    st.html(html.table_html(table.header, table.rows, table.caption))


def choices() -> None:
    st.caption(
        "Let your code write its tree as JSON, on a data set of the collection or your own table, with settings by"
        " name. dtlearn goes through it from the root, depth first, and shows the first decision that the algorithm"
        " would not make."
    )
    titles = {name: own_tables.title(name) for name in data.mine_names()}
    if titles:
        st.selectbox(
            'Your table, in the JSON: "data": "mine"',
            list(titles),
            format_func=titles.get,
            **bind_widget("data", scene.other_example, data.mine_of(state())),
        )
    else:
        st.caption('A table that you give on the page Your own data is called “mine” in the JSON: `"data": "mine"`.')
    st.download_button("Example with a mistake", scene.EXAMPLE, "own-tree.json", on_click="ignore", width="stretch")
    st.download_button("PlayTennis under ID3", _ours, "play-tennis.json", on_click="ignore", width="stretch")
    st.caption("A tree that is short enough is in the address of the page; a longer one is gone after a reload.")


def _ours() -> str:
    return tree_json.write(dtlearn.grow(dtlearn.load("play_tennis")), "ID3 (CS181)", with_gains=True)


def own() -> None:
    """The text, and what its first other decision is."""
    S = state()
    left, right = st.columns([2, 3], gap="large")
    with left:
        if not S["pasted"]:
            st.markdown("This is an **example with a mistake**. Put your own tree in its place.")
        st.text_area("Your tree as JSON", height=420, **widget_args("w_pasted", S["pasted"] or scene.EXAMPLE, _typed))
        st.file_uploader("or a file", type=["json", "txt"], key="w_ex_file", on_change=_uploaded)
        with st.container(horizontal=True):
            st.button("Check", type="primary")
            st.button("Back to the example", on_click=scene.hand_in, args=("",), disabled=not S["pasted"])
    with right:
        try:
            handed_in = scene.own_of(S)
        except DataError as error:
            st.error(md(str(error)))
        else:
            _judged(handed_in)
    with st.expander("How to write the JSON"):
        st.markdown(FORMAT.partition("\n")[2])


def _typed(text: str) -> None:
    text = text.strip()
    scene.hand_in("" if text == scene.EXAMPLE.strip() else text)


def _uploaded() -> None:
    file = st.session_state["w_ex_file"]
    if file is not None:
        scene.hand_in(file.getvalue().decode("utf-8-sig", errors="replace").strip())


def _judged(handed_in: tree_json.OwnTree) -> None:
    found = first_departure.departure(handed_in)
    (st.success if found is None else st.error)(md(own_words.verdict(handed_in, found)))
    slip = first_departure.slip(handed_in, None if found is None else found.node)
    if slip:
        st.warning(md(own_words.slip_text(handed_in, slip)))
    picture, walk = own_words.picture(handed_in, found), Walk(handed_in.trace.data)
    tree(walk.down(handed_in.trace.tree, picture), "ex_own_view", tall(picture), small=True)
    walk.draw()
    node = found.node if found else slip.node if slip else 0
    grid(own_words.gain_grid(handed_in, node, found))
    if found:
        for name, c in ((ALGORITHM_TITLES[handed_in.algorithm], found.ours), ("Your tree", found.theirs)):
            if c is not None:
                st.markdown(f"**{md(name)}** asks {md(own_words.title_of(handed_in, node, c))}:")
                st.latex(aligned(narrow(arithmetic(handed_in.trace, node, c))))
