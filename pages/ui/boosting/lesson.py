"""Boosting: weak trees one after another, each on what those before it got wrong, and their weighted vote."""

from contextlib import suppress
from dataclasses import replace

import streamlit as st

import dtlearn
from dtlearn.boosting import Boosting
from dtlearn.forest import Forest, ForestSettings, grow_forest
from dtlearn.show.base.text import fixed, many, measured
from dtlearn.show.documents.boosting import FOREST, boosting_walkthrough, errors_of
from dtlearn.show.documents.surface import MOST_POINTS
from dtlearn.show.documents.walkthrough import Walkthrough
from dtlearn.show.forest.charts import scale_of
from dtlearn.show.paper.worked_example import SlideContent
from dtlearn.show.tree.view import tree_view
from pages.ui.kit import clouds, plane_data, tables
from pages.ui.kit.codec import choice, whole
from pages.ui.kit.contents import query_of
from pages.ui.kit.fields import ENLARGED, NODE, PLAYED_AT, PREDICT, asked_about, can_be, place_said, said
from pages.ui.kit.frame import Preset
from pages.ui.kit.kept import cached
from pages.ui.kit.lesson import ASIDE, CURVE, ENDED, MORE, Lesson, Setting, select, slider, toggle
from pages.ui.kit.scene import reset_with_reason
from pages.ui.kit.session import state

LEAST, MOST = 12, 100  # rows of a data set; rounds
GROWN = MOST_POINTS  # examples that the rounds are grown on: all of them are drawn
WEAK = {1: "stump", 2: "tree"}
DEPTHS = {1: "stumps: one question each", 2: "trees of depth 2"}


def fits(data: dtlearn.Dataset) -> bool:
    """Whether a data set can be boosted in a plane: two numeric features, or one and a number to predict."""
    numeric = sum(feature.numeric for feature in data.schema.features)
    return len(data) >= LEAST and clouds.in_plane(data) and (numeric > 1 or data.schema.regression)


# ---- what is computed


def source_of(s: dict) -> tuple:
    return *plane_data.source_of(s), GROWN


def parts_of(s: dict) -> tuple[dtlearn.Dataset, dtlearn.Dataset]:
    """(training examples, test examples)."""
    return plane_data.parts_of(*source_of(s))


@cached(40)
def _boosting(rounds: int, depth: int, rate: int, *source) -> Boosting:
    return dtlearn.boost(plane_data.parts_of(*source)[0], dtlearn.BoostSettings(rounds, depth, rate=rate / 100))


@cached(8)
def _forest(trees: int, seed: int, *source) -> Forest:
    train, _ = plane_data.parts_of(*source)
    one = replace(dtlearn.ALGORITHMS["CART"], max_features=1, seed=seed)
    one = one if train.schema.classes else replace(one, criterion="mse")
    return grow_forest(train, ForestSettings(trees, one))


def boosting_of(s: dict) -> Boosting:
    """All rounds."""
    return _boosting(s["trees"], s["depth"], s["rate"], *source_of(s))


def forest_of(s: dict) -> Forest:
    """As many trees on the same examples, each grown without the others."""
    return _forest(s["trees"], s["seed"], *source_of(s))


def errors(s: dict) -> dict[str, list[float]]:
    """Of the first 1, 2, ... rounds, by the names in the chart; of a forest of as many trees."""
    return errors_of(boosting_of(s), parts_of(s)[1], forest_of(s))


def may_be_mislabelled(s: dict) -> bool:
    """Whether labels are wrong, or nobody knows: points with noise, a visitor's own table. There a forest differs."""
    return s["noise"] > 0 if plane_data.is_cloud(s) else tables.is_own(s["data"])


def _is_number(s: dict) -> bool:
    return plane_data.data_of(s).schema.regression


# ---- who is asked about


def point_of(s: dict) -> tuple[float, ...]:
    """The place that is asked about; by default the training example that weighs most at the end."""
    if s["example"]:
        return tuple(map(float, s["example"][1:].split("_")))
    return boosting_of(s).heaviest_example


def ask(place: object) -> None:
    """A place of the plane is asked about; nothing for what is none."""
    with suppress(ValueError):
        state()["example"] = place_said(place)


def fit(s: dict) -> list[str]:
    """Let go of axes and a place that the data do not have; returns what was wrong."""
    wrong = plane_data.fit(s)
    if not _is_number(s):
        s["rate"] = 100  # a step that is not shown
    if s["example"] and not can_be(s["example"][1:], parts_of(s)[0]):
        wrong += reset_with_reason(s, "example", "", "example= holds an example that cannot be")
    return wrong


# ---- the stage


def document(s: dict, part: range | None = None) -> Walkthrough:
    """The rounds, always whole."""
    test = parts_of(s)[1]
    unveils, beside = s["curve"] == "seen", may_be_mislabelled(s)
    return boosting_walkthrough(boosting_of(s), point_of(s), test, forest_of(s), s["predict"], unveils, beside)


def view(s: dict, step: int) -> dict:
    """The tree of a step's round."""
    tree = boosting_of(s).rounds[max(step, 1) - 1].tree
    return tree_view(tree, None if step else (), scale=scale_of(*parts_of(s)))


def sheet(s: dict, asks: bool) -> SlideContent:
    """The tree of a slide's round; the examples of a data set, not the points of a cloud."""
    data, tree = None if plane_data.is_cloud(s) else plane_data.data_of(s), view(s, s["step"])
    return SlideContent(data, view=tree, given=tree, where=f"round {s['step']}")


def question(s: dict) -> str:
    """What is asked where no preset does."""
    if _is_number(s):
        return "Each tree is grown on what is left. Does their sum come nearer to the target?"
    weak = WEAK[s["depth"]]
    return f"One {weak} gets many examples wrong. Which of them would you give more weight for the next {weak}?"


def answer(s: dict) -> str:
    """The errors at the end."""
    found, n = errors(s), len(boosting_of(s))
    write = measured if _is_number(s) else fixed
    train, test, forest = (write(found[name][-1]) for name in ("training", "test", FOREST))
    best = min(range(n), key=found["test"].__getitem__)
    least = (
        f" It was least after {best + 1}: {write(found['test'][best])}." if write(found["test"][best]) != test else ""
    )
    return (
        f"After {many(n, 'round')} the error is {train} on the training examples, {test} on new ones.{least} A forest"
        f" of as many trees has {forest} there."
    )


def onward(s: dict) -> None:
    """The way to the forest of the same examples."""
    same = {name: s[name] for name in ("data", "x", "y", "draws", "noise", "held", "seed")}
    if st.button("The same examples in *Forest*", icon=":material/arrow_forward:"):
        st.switch_page("forest.py", query_params=query_of("forest", **same))


_own = plane_data.settings(fits, "cloud-diagonal", lambda s: plane_data.parted(*parts_of(s)), numbers=True)
_shared = {one.name: one for one in _own}
LESSON = Lesson(
    name="boosting",
    title="Boosting",
    about="Stumps in turn, each on what those before it got wrong.",
    needs=f"two numeric features, or one and a number to predict; {LEAST} rows",
    question=question,
    do="Press Next.",
    presets={
        "clouds": Preset("One stump is too weak", scene={"noise": 0}),
        "noise": Preset(
            "Label noise",
            "One label in ten is wrong. Does boosting overfit? Does a forest?",
            {"noise": 10, "trees": 100},
        ),
        "xor": Preset(
            "XOR",
            "No cut parts these classes, so every stump is wrong about almost half of the weight. What do trees of"
            " depth 2 do?",
            {"data": "cloud-xor", "noise": 0},
        ),
        "number": Preset(
            "A number",
            "Each stump is grown on what is left, the residuals, and half of its answer is added.",
            {"data": "stopping_distance", "rate": 50},
        ),
    },
    opens={"step": 0, "noise": 0, "curve": "seen", "predict": True},
    settings=(
        *(_shared[name] for name in ("data", "x", "y")),
        Setting(whole("trees", 30, 1, MOST), "Rounds", slider),
        Setting(choice("depth", {"1": 1, "2": 2}, 1), "Weak trees", select(DEPTHS), begins=ENDED),
        Setting(
            whole("rate", 100, 5, 100), "Step ν: how much of an answer is added, in %", slider, MORE, shown=_is_number
        ),
        Setting(
            PREDICT,
            "Predict first",
            toggle,
            ASIDE,
            shown=lambda s: not _is_number(s),
            help="You say which example will weigh more.",
            free=True,
        ),
        *(replace(_shared[name], at=MORE) for name in ("draws", "noise")),
        *(_shared[name] for name in ("held", "seed")),
        Setting(asked_about("", "no place (x2.5_7)"), reset_by=("data", "x", "y")),
        CURVE,
    ),
    place=(*PLAYED_AT, said("said"), NODE, ENLARGED),
    heading=lambda s: ("Boosting", f"{clouds.title(s['data'])}, {DEPTHS[s['depth']].partition(':')[0]}"),
    fit=fit,
    document=document,
    stage=lambda s: {"ask": ask, "ends": True},
    last=lambda s: len(boosting_of(s)),
    telling=lambda s: 0 if s["predict"] else len(boosting_of(s)),
    answer=answer,
    view=view,
    sheet=sheet,
    plays=lambda s: True,
    onward=(onward,),
    follows="Follows AdaBoost (Freund and Schapire 1997), for more than two classes SAMME (Zhu and others 2009), for"
    " numbers least-squares boosting (Friedman 2001). The notes only name it: Ch8 ends with stumps, which are"
    " “commonly used in techniques that leverage many weak learners”. A vote here is twice that of AdaBoost's first"
    " paper: their sum has the same sign.",
)
