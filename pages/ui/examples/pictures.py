"""A small picture of a worked example, for its card."""

from base64 import b64encode

import streamlit as st

import dtlearn
from dtlearn.teaching.worked_examples import Deck, Slide, load
from dtlearn.views.plane.svg import partition_svg
from dtlearn.views.pruning.tree import pruned_view
from dtlearn.views.tree.thumbnail import thumbnail_svg
from dtlearn.views.tree.view import tree_view
from pages.ui.examples import paper
from pages.ui.hard import scene as hard
from pages.ui.kit.codec import decode
from pages.ui.overfitting import scene as fitting
from pages.ui.partitions import scene as partitions
from pages.ui.unstable import scene as unstable

MOST = 30  # nodes that can be told apart in it
SIZE = 136, 84  # px of every one


@st.cache_resource(max_entries=50, show_spinner=False)
def of_shipped(name: str) -> str:
    """The picture of a worked example of the app or of a chapter, drawn once."""
    return picture(load(name))


def picture(deck: Deck) -> str:
    """The plane that it ends with, or else its largest tree that is not too large, as an image's address; "" without either."""
    planes = [slide for slide in deck.slides if slide.page == "partitions"]
    trees = [_TREES[slide.page](slide) for slide in deck.slides if slide.page in _TREES]
    trees = [view for view in trees if len(view["nodes"]) <= MOST]
    if planes:
        drawn = _plane(planes[-1])
    elif trees:
        drawn = thumbnail_svg(max(trees, key=lambda view: len(view["nodes"])), *SIZE)
    else:
        return ""
    return f"data:image/svg+xml;base64,{b64encode(drawn.encode()).decode()}"


def _plane(slide: Slide) -> str:
    S, _ = decode(partitions.FIELDS, slide.query)
    S["step"] = len(partitions.steps_of(S)) - 1
    return partition_svg(partitions.plane_of(S), *SIZE, axes=False, texts=False, paper=False)


def _grown(slide: Slide) -> dict:
    """Its tree, of which the first question at least is asked."""
    _, steps, k = paper.steps_of(slide, dtlearn.grow)
    return tree_view(steps.trace.tree, steps[max(k, 1)].decided)


def _pruned(slide: Slide) -> dict:
    S, found, k = paper.pruned_of(slide, dtlearn.grow)
    return pruned_view(found, k, S["pr_show"])


def _overfitted(slide: Slide) -> dict:
    S, _ = decode(fitting.FIELDS, slide.query)
    return fitting.view_of(S)


def _changed(slide: Slide) -> dict:
    S, _ = decode(unstable.FIELDS, slide.query)
    return unstable.pictures_of(S)[1]


def _one_function(slide: Slide) -> dict:
    S, _ = decode(hard.FIELDS, slide.query)
    return hard.view_of(S, "uml")


_TREES = {"grow": _grown, "pruning": _pruned, "overfitting": _overfitted, "unstable": _changed, "hard": _one_function}
