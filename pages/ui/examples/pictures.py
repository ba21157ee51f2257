"""A small picture of a worked example, for its card."""

from base64 import b64encode

import streamlit as st

import dtlearn
from dtlearn.teaching.worked_examples import Deck, Slide, load
from dtlearn.views.growing.by_hand import hand_view
from dtlearn.views.plane.svg import partition_svg
from dtlearn.views.pruning.tree import pruned_view
from dtlearn.views.splitting.cut import cut_svg
from dtlearn.views.tree.thumbnail import thumbnail_svg
from dtlearn.views.tree.view import tree_view
from pages.ui.byhand import scene as hand
from pages.ui.examples import paper
from pages.ui.hard import scene as hard
from pages.ui.kit.codec import decode
from pages.ui.lessons import LESSONS
from pages.ui.partitions import partition
from pages.ui.partitions.lesson import LESSON as PARTITIONS
from pages.ui.thresholds.lesson import LESSON as THRESHOLDS
from pages.ui.unstable import scene as unstable

MOST = 30  # nodes that can be told apart in it
SIZE = 136, 84  # px of every one
FRAMES, FRAME = 3, (72, 84)  # of a film, and px of each
BETWEEN = 16  # px


@st.cache_resource(max_entries=50, show_spinner=False)
def of_shipped(name: str) -> str:
    """The picture of a worked example of the app or of a chapter, drawn once."""
    return picture(load(name))


@st.cache_resource(max_entries=50, show_spinner=False)
def film_of_shipped(name: str) -> str:
    """The film of a worked example of the app, drawn once."""
    return film(load(name))


def film(deck: Deck) -> str:
    """Its own screens beside each other, the first, one in the middle and the last that can be drawn,
    as an image's address; "" without any."""
    drawn = [_FRAMES[slide.page](slide) for slide in deck.slides if slide.page in _FRAMES]
    seen = list(dict.fromkeys(filter(None, drawn)))
    if not seen:
        return ""
    some = [seen[i] for i in sorted({0, len(seen) // 2, len(seen) - 1})][:FRAMES]
    h, step = FRAME[1], FRAME[0] + BETWEEN
    parts = [f'<g transform="translate({i * step})">{one}</g>' for i, one in enumerate(some)]
    ways = [
        f'<path d="M{i * step - 11} {h / 2 - 4}l5 4-5 4" fill="none" stroke="#808892"/>' for i in range(1, len(some))
    ]
    wide = step * len(some) - BETWEEN
    return _address(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{h}">{"".join(parts + ways)}</svg>'
    )


def _address(svg: str) -> str:
    return f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}"


def picture(deck: Deck) -> str:
    """The plane that it ends with, or else its largest tree that is not too large, as an image's address;
    "" without either."""
    planes = [slide for slide in deck.slides if slide.page == "partitions"]
    trees = [_TREES[slide.page](slide) for slide in deck.slides if slide.page in _TREES]
    trees = [view for view in trees if len(view["nodes"]) <= MOST]
    if planes:
        drawn = _plane(planes[-1])
    elif trees:
        drawn = thumbnail_svg(max(trees, key=lambda view: len(view["nodes"])), *SIZE)
    else:
        return ""
    return _address(drawn)


def _plane(slide: Slide) -> str:
    s, _ = decode(PARTITIONS.fields, slide.query)
    return partition_svg(partition.plane_of(s, partition.last_of(s)), *SIZE, axes=False, texts=False, paper=False)


def _grown(slide: Slide) -> dict:
    """Its tree, of which the first question at least is asked."""
    _, steps, k = paper.steps_of(slide, dtlearn.grow)
    return tree_view(steps.trace.tree, steps[max(k, 1)].decided)


def _pruned(slide: Slide) -> dict:
    S, found, k = paper.pruned_of(slide)
    return pruned_view(found, k, S["show"])


def _of_lesson(slide: Slide) -> dict:
    lesson = LESSONS[slide.page]
    s, _ = lesson.of_link(slide.query)
    return lesson.view(s, s["step"])


def _changed(slide: Slide) -> dict:
    S, _ = decode(unstable.FIELDS, slide.query)
    return unstable.pictures_of(S)[1]


def _one_function(slide: Slide) -> dict:
    S, _ = decode(hard.FIELDS, slide.query)
    return hard.view_of(S, "uml")


_TREES = {"grow": _grown, "pruning": _pruned, "overfitting": _of_lesson, "unstable": _changed, "hard": _one_function}


def _small(view: dict) -> str:
    return thumbnail_svg(view, *FRAME) if 1 < len(view["nodes"]) <= MOST else ""


def _growing(slide: Slide) -> str:
    """The tree as far as it is grown; nothing before its first question."""
    _, steps, k = paper.steps_of(slide, dtlearn.grow)
    return _small(tree_view(steps.trace.tree, steps[k].decided)) if k else ""


def _by_hand(slide: Slide) -> str:
    S, _ = decode(hand.FIELDS, slide.query)
    return _small(hand_view(hand.made_of(S)))


def _cut_back(slide: Slide) -> str:
    _, found, k = paper.pruned_of(slide)
    return thumbnail_svg(pruned_view(found, k, "after"), *FRAME)


def _scanned(slide: Slide) -> str:
    S, _ = decode(THRESHOLDS.fields, slide.query)
    data = dtlearn.load(S["data"])
    numeric = [j for j, feature in enumerate(data.schema.features) if feature.numeric]
    return cut_svg(data.X[:, numeric[S["feature"]]].tolist(), data.y.tolist(), S["at"], *FRAME)


_FRAMES = {"grow": _growing, "byhand": _by_hand, "pruning": _cut_back, "thresholds": _scanned}
