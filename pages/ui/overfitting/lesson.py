"""Overfitting: error against size as a tree grows, the definition put to the numbers, and XOR three ways."""

from dataclasses import replace

import streamlit as st

import dtlearn
from dtlearn.growing.errors import TreeSequence, hold_out, joined, mislabelled
from dtlearn.growing.grow import PLAYED, pieces
from dtlearn.growing.orders import best_first
from dtlearn.growing.settings import ALGORITHM_TITLES
from dtlearn.show.documents.walkthrough import Walkthrough
from dtlearn.show.tree.view import tree_view
from pages.ui.kit import clouds, documents, longwork, tables
from pages.ui.kit.codec import choice, whole
from pages.ui.kit.fields import ALGORITHM_IDS, ENLARGED, FRESH, NODE, PLAYED_AT, fit_fresh, new_example
from pages.ui.kit.frame import Preset
from pages.ui.kit.kept import cached
from pages.ui.kit.lesson import CURVE, ENDED, MORE, Changed, Lesson, Setting, criterion, number, select, slider
from pages.ui.kit.plane_data import DRAWS, is_cloud, parted
from pages.ui.overfitting import words, xor
from pages.ui.overfitting.document import overfitting_walkthrough

LEAST = 6  # examples that a data set must have
LABELS = 0  # the seed of the label noise: the same ones for every division of the data


def fits(data: dtlearn.Dataset) -> bool:
    """Whether trees of a data set can overfit here: there are classes to be wrong about, and examples to hold out."""
    return len(data.schema.classes) > 1 and len(data) >= LEAST


# ---- data, growth and errors, shared by everyone who looks at the same ones


def source_of(s: dict) -> tuple:
    """All that the training and the test examples depend on."""
    return s["data"], s["draws"] if is_cloud(s) else DRAWS, s["noise"], s["held"], s["seed"]


def growth_of(s: dict) -> tuple:
    """All that the growth depends on."""
    return s["algorithm"], s["criterion"], *source_of(s)


@cached(60)
def _parts(data: str, draws: int, noise: int, held: int, seed: int) -> tuple[dtlearn.Dataset, dtlearn.Dataset]:
    if clouds.is_cloud(data):
        both = clouds.cloud(data, draws, noise)
    else:
        both = mislabelled(tables.load(data), noise / 100, LABELS) if noise else tables.load(data)
    return hold_out(both, held / 100, seed)


def parts_of(s: dict) -> tuple[dtlearn.Dataset, dtlearn.Dataset]:
    """(training examples, test examples)."""
    return _parts(*source_of(s))


def _settings(algorithm: str, criterion: str) -> dtlearn.GrowSettings:
    return replace(dtlearn.ALGORITHMS[algorithm], criterion=criterion)


def settings_of(s: dict) -> dtlearn.GrowSettings:
    """How the tree grows."""
    return _settings(s["algorithm"], s["criterion"])


@cached(60)
def _trace(algorithm: str, criterion: str, *source) -> dtlearn.Trace:
    return longwork.grow(source[0], _parts(*source)[0], _settings(algorithm, criterion))


@cached(60)
def _order(*growth) -> list[int]:
    """The nodes of the full tree by their splits."""
    return best_first(_trace(*growth).tree, growth[1])


@cached(60)
def _series(*growth) -> TreeSequence:
    _, _, data, _, noise, *_ = growth
    fresh = xor.fresh_cloud(data, noise) if clouds.is_cloud(data) else None
    return words.shown(words.series(_trace(*growth), _parts(*growth[2:])[1], fresh, _order(*growth)))


def series_of(s: dict) -> TreeSequence:
    """The sizes of the growth that are shown, with their errors."""
    return _series(*growth_of(s))


def last_of(s: dict) -> int:
    """The step of the full tree."""
    return len(series_of(s)) - 1


def view_of(s: dict, step: int) -> dict:
    """The tree at a step, as a tree view."""
    asked = words.splits(series_of(s))[step]
    return tree_view(next(pieces(_trace(*growth_of(s)).tree, settings_of(s), [asked])))


def flat(s: dict) -> bool:
    """Whether its trees can be drawn as partitions: one or two features, all of them numbers, in a plane that has a
    size."""
    train, test = parts_of(s)
    features = train.schema.features
    return len(features) <= 2 and all(feature.numeric for feature in features) and clouds.in_plane(joined(train, test))


def part_size(s: dict) -> int:
    """The frames of a part of the document; 0 of one that comes whole."""
    nodes = series_of(s).sizes["nodes"]
    among = 10 if flat(s) else None  # a plane looks at all boxes for the new ones: a tenth of the cost
    pairs = zip((0, *nodes), nodes, strict=False)
    return documents.part_size([more - less + (more // among if among else 0) for less, more in pairs])


def about(s: dict) -> str:
    """On what the tree grows, and how."""
    return f"{clouds.title(s['data'])}, {ALGORITHM_TITLES[s['algorithm']]}"


def document(s: dict, part: range | None = None) -> Walkthrough:
    """The growth as a document, or a part of it."""
    growth, seen = growth_of(s), s["curve"] == "seen"
    tree, order, noise = _trace(*growth).tree, _order(*growth), s["noise"] / 100
    return overfitting_walkthrough(
        "Overfitting", about(s), series_of(s), tree, order, parts_of(s), noise, flat(s), seen, part
    )


# ---- controls of its own, and what stands below the stage


def fit(s: dict) -> list[str]:
    """Let go of an example that the chosen XOR cannot have; returns what was wrong."""
    return fit_fresh(s, xor.parts_of(s)[0], "example") if s.get("example") else []


def _choose(setting: Setting, s: dict, changed: Changed) -> None:
    clouds.choose(tables.titles(fits), changed)


def _points(setting: Setting, s: dict, changed: Changed) -> None:
    clouds.drawn(setting.field.high, changed)


def _parted(s: dict) -> str:
    where = "in both, and in new examples too" if is_cloud(s) else "in both"
    wrong = f" Label noise is {where}." if s["noise"] else ""
    return f"{parted(*parts_of(s))}{wrong}"


def remarks(s: dict) -> None:
    """What is left out. On a phone a leaf alone has less height (chart.around.css)."""
    st.html('<style>body[data-step="0"] { --lone: 120px; }</style>')
    tree = _trace(*growth_of(s)).tree
    if len(tree) - tree.n_leaves >= words.SHOWN:
        st.caption(
            f"A long growth: of its trees {words.SHOWN} are shown, the first ones and then some, evenly, to the last."
        )


PRESETS = {
    "clean": Preset("No label noise", "Every label is right. Can a tree still grow too large?", {"noise": 0}),
    "noisy": Preset("20 % label noise"),
    "few": Preset("Few examples", "Only 60 points to learn from. Does the tree soon overfit?", {"draws": 1}),
    "many": Preset(
        "Many examples", "600 points to learn from, 20 % label noise. Does the tree still overfit?", {"draws": 10}
    ),
    "xor": Preset(
        "XOR",
        "The first splits gain almost nothing here. Do the last ones overfit?",
        {"data": "cloud-xor", "noise": 10},
    ),
    "iris": Preset(
        "Iris: no source known",
        "Nobody knows the true error of these flowers. Does the test error show overfitting?",
        {"data": "iris", "noise": 10},
    ),
}
LESSON = Lesson(
    name="overfitting",
    title="Overfitting",
    about="Error against size on training and test examples: which trees overfit, and why pruning finds XOR.",
    needs=f"at least two classes, {LEAST} rows",
    question=lambda s: (
        "A split never makes a tree worse on the examples it grows on. Can it make it worse on new ones?"
    ),
    opens={"step": 0, "curve": "seen"},
    own=lambda data: {"noise": 0},  # its labels are as they are
    presets=PRESETS,
    shown_presets=3,
    settings=(
        Setting(tables.field("data", "cloud-rings", fits, more=clouds.NAMES), "Data set", _choose, begins=ENDED),
        Setting(whole("draws", DRAWS, 1, 10), "Points", _points, shown=is_cloud),
        Setting(whole("noise", 20, 0, 40), "Label noise, in %", slider, note=_parted),
        Setting(whole("held", 40, 10, 80), "Held out as test examples, in %", slider, MORE),
        Setting(whole("seed", 1, 0, 999), "Seed: which ones are held out", number, MORE),
        Setting(
            choice("algorithm", ALGORITHM_IDS, "CART"),
            "Algorithm",
            select(ALGORITHM_TITLES),
            MORE,
        ),
        criterion("gini_gain"),
        CURVE,
        # Of XOR three ways, which draws them itself.
        Setting(choice("xor", [*xor.KINDS], "table"), view=True),
        Setting(whole("m", 200, 10, 500), view=True),
        Setting(new_example("example"), reset_by=("xor",), view=True),
    ),
    place=(*PLAYED_AT, NODE, FRESH, ENLARGED),
    heading=lambda s: ("Overfitting", about(s)),
    fit=fit,
    document=document,
    part_size=part_size,
    stage=lambda s: {"ends": True},
    walks=lambda s: parts_of(s)[0],
    last=last_of,
    telling=last_of,
    answer=lambda s: words.answer(series_of(s)),
    view=view_of,
    plays=lambda s: series_of(s).sizes["nodes"][-1] <= PLAYED,
    below=(remarks, xor.section),
    follows=f"Follows {words.SOURCE}. The trees grow best first. Strictly, a tree overfits if any possible tree is an"
    " h′; here only the trees of its growth are compared. If you choose a tree with the test examples, you need"
    " new ones to judge it.",
    slips=("E14", "E23", "E24", "E50"),
)
