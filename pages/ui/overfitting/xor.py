"""XOR three ways on the screen: its data, its choices, the trees side by side."""

from fractions import Fraction

import streamlit as st

import dtlearn
from dtlearn.data.synthetic import Source
from dtlearn.growing.errors import losses, rows
from dtlearn.learning.three_ways import three_ways
from dtlearn.views.size import overfitting_charts, xor_three_ways
from dtlearn.views.tree.view import tree_view
from pages.ui.kit.clouds import cloud
from pages.ui.kit.controls import segments
from pages.ui.kit.escape import md
from pages.ui.kit.fields import fit_fresh
from pages.ui.kit.kept import kept
from pages.ui.kit.scene import bind, change
from pages.ui.kit.session import state
from pages.ui.kit.trees import tree
from pages.ui.kit.walks import Walk
from pages.ui.overfitting import scene

KINDS = {"table": "Truth table", "bits": "Random bits", "cloud": "Points in the plane"}
SETTINGS = dtlearn.ALGORITHMS["CART"]
WIDTH, HEIGHT = 300, 200  # px of each tree

_STYLE = f"""<style>.st-key-of-ways img{{height:{HEIGHT}px;object-fit:contain}}</style>"""


def _key(S: dict) -> tuple:
    if S["xor"] == "table":
        return "table", 0, 0, 4, S["least"], 0
    more = S["more"] if S["xor"] == "bits" else 0
    return S["xor"], more, S["wrong"], S["m"], S["least"], S["seed"]


def _source(S: dict) -> Source:
    """Where random bits come from."""
    _, more, wrong, *_ = _key(S)
    return Source("parity", 2, 2 + more, wrong)


@kept(60, of=_key)
def parts_of(S: dict) -> tuple[dtlearn.Dataset, dtlearn.Dataset]:
    """(training examples, validation examples) of the chosen XOR."""
    kind, _, wrong, m, _, seed = _key(S)
    if kind == "table":
        return (dtlearn.load("xor"),) * 2
    both = cloud("cloud-xor", 10, wrong, 10 * seed) if kind == "cloud" else _source(S).draw(2 * m, seed)
    return rows(both, list(range(m))), rows(both, list(range(m, 2 * m)))


@kept(60, of=_key)
def ways_of(S: dict) -> tuple[xor_three_ways.Way, ...]:
    """Early stopping, the full tree, the pruned one, of the chosen XOR."""
    kind, _, wrong, _, least, _ = _key(S)
    if kind == "cloud":
        fresh = scene.fresh_cloud("cloud-xor", wrong)

        def true(found: dtlearn.Tree) -> Fraction:
            return Fraction(int(losses(found, fresh).sum()), len(fresh))

    else:

        def true(found: dtlearn.Tree) -> Fraction:
            return _source(S).true_error(found.predict)

    return xor_three_ways.ways(three_ways(*parts_of(S), SETTINGS, least / 100), true)


_ABOUT = {
    "table": "The four rows of XOR, to grow on and to validate with: every gain of a first question is exactly 0.",
    "bits": (
        "Rows of random bits; the class is X1 xor X2, the other bits say nothing. As many rows again to validate with. "
        "The true error counts all rows there are, label noise included: it is exact."
    ),
    "cloud": (
        "Points of the XOR cloud, as many again to validate with. The true error is measured on 20\u202f000 fresh"
        " points."
    ),
}


@kept(60, of=_key)
def _view(S: dict) -> dict:
    return tree_view(ways_of(S)[-1].tree)


def mend(S: dict) -> list[str]:
    """Let go of an example that the chosen XOR cannot have; answers what was wrong with the link."""
    return fit_fresh(S, parts_of(S)[0], "example")


def section() -> None:
    """The choices, the table, the trees, what they teach."""
    S = state()
    st.html(_STYLE)
    with st.expander(
        "Stop early, or grow fully and prune? XOR three ways", expanded=S["xor"] != "table" or bool(S["example"])
    ):
        _ways(S)


def _ways(S: dict) -> None:
    """The chosen XOR, its three trees beside each other, what they teach."""
    segments("XOR as", KINDS, "xor", lambda before: change(example=""))
    _choices(S)
    found = ways_of(S)
    st.caption(md(_ABOUT[S["xor"]]))
    walk = Walk(parts_of(S)[0], "example")
    drawn = [walk.down(way.tree, view, way.title) for way, view in zip(found, ({}, {}, _view(S)), strict=True)]
    with st.container(key="of-ways"):
        for column, way, view in zip(st.columns(3), found, drawn, strict=True):
            picture = overfitting_charts.small(way, WIDTH, HEIGHT, view.get("lit", ()))
            with column:
                st.markdown(f"**{way.title}**: {xor_three_ways.size_text(way.tree)}")
                st.image(
                    picture, width="stretch", alt=f"{way.title}: the tree with {xor_three_ways.size_text(way.tree)}"
                )
                st.caption(md(way.why))
    walk.draw()
    st.html(xor_three_ways.ways_html(found, exact=S["xor"] != "cloud"))
    st.info(md(xor_three_ways.moral(found)))
    with st.expander("The pruned tree with its words"):
        tree(drawn[-1], "of_pruned", 320)
    st.caption(
        "Early stopping is BuildTree's rule, gain ≤ 0, with a least gain besides. Pruning is BuildTree's reduced-error"
        " pruning: from the leaves up, a question becomes a leaf if that makes no more validation errors. Gains are"
        " Gini gains."
    )


def _choices(S: dict) -> None:
    """What can be varied of this XOR."""
    columns = st.columns(4)
    columns[0].select_slider("Min. gain", range(31), format_func=lambda k: f"{k / 100:.2f}", **bind("least"))
    if S["xor"] == "table":
        return
    columns[1].slider("Training examples", 10, 500, **bind("m"))
    columns[2].slider("Label noise, in %", 0, 40, **bind("wrong"))
    if S["xor"] == "bits":
        columns[3].slider("Irrelevant bits", 0, 8, **bind("more"))
