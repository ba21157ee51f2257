"""XOR three ways on the screen: its data, its choices, the trees side by side."""

from fractions import Fraction

import streamlit as st

import dtlearn
from dtlearn.data.synthetic import Source
from dtlearn.growing.errors import losses, rows
from dtlearn.learning.three_ways import three_ways
from dtlearn.show.tree.view import tree_view
from pages.ui.kit import clouds
from pages.ui.kit.controls import segments
from pages.ui.kit.escape import md
from pages.ui.kit.kept import cached
from pages.ui.kit.scene import bind_widget, change
from pages.ui.kit.trees import tree
from pages.ui.kit.walks import Walk
from pages.ui.overfitting import charts
from pages.ui.overfitting.three_ways import Way, moral, size_text, ways, ways_html

KINDS = {"table": "Truth table", "bits": "Random bits", "cloud": "Points in the plane"}
SETTINGS = dtlearn.ALGORITHMS["CART"]
NEW_POINTS = 20_000  # new examples that measure the true error of a cloud
NEW = 20_000  # number of the first drawing of a fresh sample: far from those of any growth
LEAST = 0.05  # gain of a question that is asked where the growth stops early
NOISE = 10  # % of the labels
SOURCE = Source("parity", 2, 6, NOISE)  # of random bits: four of them say nothing
WIDTH, HEIGHT = 300, 200  # px of each tree
_ABOUT = {
    "table": "The four rows of XOR, to grow on and to validate with: every gain of a first question is exactly 0.",
    "bits": (
        "Rows of six random bits; the class is X1 xor X2, the other bits say nothing, and 10 % of the labels are wrong."
        " As many rows again to validate with. The true error counts all rows there are, label noise included: it is"
        " exact."
    ),
    "cloud": (
        "Points of the XOR cloud with 10 % label noise, as many again to validate with. The true error is measured on"
        " 20\u202f000 new points."
    ),
}


def fresh_cloud(name: str, noise: int) -> dtlearn.Dataset:
    """About NEW_POINTS points that no drawing for a growth contains."""
    return clouds.cloud(name, round(NEW_POINTS / len(clouds.shape_of(name).points)), noise, NEW)


def _key(s: dict) -> tuple:
    return ("table", 4, 0) if s["xor"] == "table" else (s["xor"], s["m"], s["seed"])


@cached(60)
def _parts(kind: str, m: int, seed: int) -> tuple[dtlearn.Dataset, dtlearn.Dataset]:
    if kind == "table":
        return (dtlearn.load("xor"),) * 2
    both = clouds.cloud("cloud-xor", 10, NOISE, 10 * seed) if kind == "cloud" else SOURCE.draw(2 * m, seed)
    return rows(both, list(range(m))), rows(both, list(range(m, 2 * m)))


def parts_of(s: dict) -> tuple[dtlearn.Dataset, dtlearn.Dataset]:
    """(training examples, validation examples) of the chosen XOR."""
    return _parts(*_key(s))


def true_error(kind: str, found: dtlearn.Tree) -> Fraction:
    """The true error of a tree: counted over all rows of bits there are, of points measured on fresh ones."""
    if kind != "cloud":
        return (Source("parity", 2, 2, 0) if kind == "table" else SOURCE).true_error(found.predict)
    fresh = fresh_cloud("cloud-xor", NOISE)
    return Fraction(int(losses(found, fresh).sum()), len(fresh))


@cached(60)
def _ways(*key) -> tuple[Way, ...]:
    return ways(three_ways(*_parts(*key), SETTINGS, LEAST), lambda found: true_error(key[0], found))


def ways_of(s: dict) -> tuple[Way, ...]:
    """Early stopping, the full tree, the pruned one, of the chosen XOR."""
    return _ways(*_key(s))


@cached(60)
def _view(*key) -> dict:
    return tree_view(_ways(*key)[-1].tree)


def section(s: dict) -> None:
    """The choices, the table, the trees, what they teach."""
    st.html(f"<style>.st-key-of-ways img{{height:{HEIGHT}px;object-fit:contain}}</style>")
    opened = s["xor"] != "table" or bool(s["example"])
    with st.expander("Stop early, or grow fully and prune? XOR three ways", expanded=opened):
        _three(s)


def _three(s: dict) -> None:
    """The chosen XOR, its three trees beside each other, what they teach."""
    segments("XOR as", KINDS, "xor", lambda before: change(example=""))
    if s["xor"] != "table":
        st.slider("Training examples", 10, 500, **bind_widget("m"))
    found = ways_of(s)
    st.caption(md(_ABOUT[s["xor"]]))
    walk = Walk(parts_of(s)[0], "example")
    views = ({}, {}, _view(*_key(s)))
    drawn = [walk.down(way.tree, view, way.title) for way, view in zip(found, views, strict=True)]
    with st.container(key="of-ways"):
        for column, way, view in zip(st.columns(3), found, drawn, strict=True):
            picture = charts.small(way, WIDTH, HEIGHT, view.get("lit", ()))
            with column:
                st.markdown(f"**{way.title}**: {size_text(way.tree)}")
                st.image(picture, width="stretch", alt=f"{way.title}: the tree with {size_text(way.tree)}")
                st.caption(md(way.why))
    walk.draw()
    st.html(ways_html(found, exact=s["xor"] != "cloud"))
    st.info(md(moral(found)))
    with st.expander("The pruned tree with its words"):
        tree(drawn[-1], "of_pruned", 320)
    st.caption(
        f"Early stopping is BuildTree's rule, gain ≤ 0, with a least gain of {LEAST} besides. Pruning is BuildTree's"
        " reduced-error pruning: from the leaves up, a question becomes a leaf if that makes no more validation errors."
        " Gains are Gini gains."
    )
