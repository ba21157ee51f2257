"""Overfitting on the screen: its fields, its cached data, growth and series, what the reader does."""

from dataclasses import replace

import dtlearn
from dtlearn.growing.errors import Path, hold_out, joined, mislabelled
from dtlearn.growing.grow import pieces
from dtlearn.growing.orders import best_first
from dtlearn.views.size import overfitting
from dtlearn.views.stage.row_of_trees import overfitting_walkthrough
from dtlearn.views.stage.walkthrough import Walkthrough
from dtlearn.views.tree.view import tree_view
from pages.ui.kit import clouds, documents, longwork, tables
from pages.ui.kit.codec import choice, whole
from pages.ui.kit.documents import Document
from pages.ui.kit.fields import ALGORITHM_IDS, ENLARGED, FRESH, NODE, PLAYED, fit_fresh, new_example
from pages.ui.kit.frame import Preset
from pages.ui.kit.kept import kept
from pages.ui.kit.scene import defaults, land
from pages.ui.kit.session import state

LEAST = 6  # examples that a data set must have
NEW_POINTS = 20_000  # new examples that measure the true error of a cloud
NEW = 20_000  # number of the first drawing of a fresh sample: far from those of any growth
DRAWS = 3
LABELS = 0  # the seed of the label noise: the same ones for every division of the data


def fits(data: dtlearn.Dataset) -> bool:
    """Whether trees of a data set can overfit here: there are classes to be wrong about, and examples to hold out."""
    return len(data.schema.classes) > 1 and len(data) >= LEAST


# What each preset sets; everything else of the data goes back to its default.
PRESETS = {
    "clean": Preset("No label noise", "Every label is right. Can a tree still grow too large?", scene={"noise": 0}),
    "noisy": Preset("20 % label noise"),
    "few": Preset("Few examples", "Only 60 points to learn from. Does the tree soon overfit?", scene={"draws": 1}),
    "many": Preset(
        "Many examples",
        "600 points to learn from, 20 % label noise. Does the tree still overfit?",
        scene={"draws": 10},
    ),
    "xor": Preset(
        "XOR",
        "The first splits gain almost nothing here. Do the last ones overfit?",
        scene={"data": "cloud-xor", "noise": 10},
    ),
    "iris": Preset(
        "Iris: no source known",
        "Nobody knows the true error of these flowers. Does the test error show overfitting?",
        scene={"data": "iris", "noise": 10},
    ),
}


CHOICES = (
    tables.field("data", "cloud-rings", fits, more=clouds.NAMES),
    whole("draws", DRAWS, 1, 10),
    whole("noise", 20, 0, 40),
    whole("held", 40, 10, 80),
    whole("seed", 1, 0, 999),
    choice("algorithm", ALGORITHM_IDS, "CART"),
    choice("criterion", [*dtlearn.CRITERIA], "gini_gain"),
)
UNIT = choice("unit", ("nodes", "leaves"), "nodes")
CURVE = choice("curve", ("whole", "seen"), "whole")  # seen: as far as the steps were seen
FIELDS = (
    *CHOICES,
    UNIT,
    CURVE,
    choice("xor", ("table", "bits", "cloud"), "table"),
    whole("more", 4, 0, 8),
    whole("wrong", 10, 0, 40),
    whole("m", 200, 10, 500),
    whole("least", 5, 0, 30),
    new_example("example"),  # of the XOR: the stage has its own
    NODE,
    FRESH,
    ENLARGED,
    *PLAYED,  # None: the full tree
)
OPENS = {"step": 0, "curve": "seen"}
QUESTION, DO = "No split raises the training error. Can one raise the {} error?", "Press Next."
PLACE = {
    name: name for name in ("step", "speed", "node", "fresh", "large")
}  # what the stage calls the place -> the fields that hold it


# ---- data, growth and errors, shared by everyone who looks at the same ones


def fresh_cloud(name: str, noise: int) -> dtlearn.Dataset:
    """About NEW_POINTS points that no drawing for a growth contains."""
    return clouds.cloud(name, round(NEW_POINTS / len(clouds.shape_of(name).points)), noise, NEW)


def _key(S: dict) -> tuple:
    draws = S["draws"] if clouds.is_cloud(S["data"]) else DRAWS
    return S["data"], draws, S["noise"], S["held"], S["seed"]


@kept(60, of=_key)
def parts_of(S: dict) -> tuple[dtlearn.Dataset, dtlearn.Dataset]:
    """(training examples, test examples)."""
    name, noise = S["data"], S["noise"]
    if clouds.is_cloud(name):
        data = clouds.cloud(name, S["draws"], noise)
    else:
        data = mislabelled(tables.load(name), noise / 100, LABELS) if noise else tables.load(name)
    return hold_out(data, S["held"] / 100, S["seed"])


def settings_of(S: dict) -> dtlearn.GrowSettings:
    return replace(dtlearn.ALGORITHMS[S["algorithm"]], criterion=S["criterion"])


def _tree_key(S: dict) -> tuple:
    return settings_of(S), *_key(S)


@kept(60, of=_tree_key)
def _trace(S: dict) -> dtlearn.Trace:
    return longwork.grow(S["data"], parts_of(S)[0], settings_of(S))


@kept(60, of=_tree_key)
def _order(S: dict) -> list[int]:
    """The nodes of the full tree by their splits."""
    return best_first(_trace(S).tree, settings_of(S).criterion)


@kept(60, of=_tree_key)
def series_of(S: dict) -> Path:
    """The sizes of the growth that are shown, with their errors."""
    fresh = fresh_cloud(S["data"], S["noise"]) if clouds.is_cloud(S["data"]) else None
    return overfitting.shown(overfitting.series(_trace(S), parts_of(S)[1], fresh, _order(S)))


def left_out(S: dict) -> bool:
    """Whether some sizes are not shown."""
    tree = _trace(S).tree
    return len(tree) - tree.n_leaves >= overfitting.SHOWN


def view_of(S: dict) -> dict:
    """The present tree, as a tree view."""
    asked = overfitting.splits(series_of(S))[S["step"]]
    return tree_view(next(pieces(_trace(S).tree, settings_of(S), [asked])))


def flat(S: dict) -> bool:
    """Whether its trees can be drawn as partitions: one or two features, all of them numbers, and a plane that has a size."""
    train, test = parts_of(S)
    features = train.schema.features
    return len(features) <= 2 and all(feature.numeric for feature in features) and clouds.in_plane(joined(train, test))


def part_size(S: dict) -> int:
    """The frames of a part of the lesson; 0 of one that comes whole."""
    nodes = series_of(S).sizes["nodes"]
    among = 10 if flat(S) else None  # a plane looks at all boxes for the new ones: a tenth of the cost
    pairs = zip((0, *nodes), nodes, strict=False)
    return documents.part_size([more - less + (more // among if among else 0) for less, more in pairs])


def walkthrough_of(S: dict, part: range | None = None) -> Walkthrough:
    """The growth as a document, or a part of it."""
    found, about = series_of(S), f"{clouds.title(S['data'])}, {S['algorithm']}"
    return overfitting_walkthrough(
        "Overfitting",
        about,
        found,
        _trace(S).tree,
        _order(S),
        parts_of(S),
        S["unit"],
        S["noise"] / 100,
        flat(S),
        S["curve"] == "seen",
        part,
    )


def _document(S: dict) -> Walkthrough:
    return walkthrough_of(S, documents.part_of(S, part_size(S), len(series_of(S))))


DOCUMENT = Document("overfitting", (*CHOICES, UNIT, CURVE, documents.PART_FIELD), _document)


# ---- what the reader does


def preset(name: str) -> None:
    """The data of a preset, at its question."""
    state().update(defaults(CHOICES) | PRESETS[name].scene | OPENS | {"node": "", "fresh": ""})


def changed(before: dict) -> None:
    """Another growth: from the full tree to the full tree, else the same number of splits as far as there is one."""
    S = state()
    if S["data"] != before["data"]:
        S["fresh"] = ""
    last = len(series_of(S)) - 1
    full = before["step"] == len(series_of(before)) - 1
    S["step"] = last if full else min(before["step"], last)


def mend(S: dict) -> list[str]:
    """Bring the step and a new example into their range; answers what was wrong with the link."""
    last = len(series_of(S)) - 1
    return fit_fresh(S, parts_of(S)[0]) + land(S, last, lambda: last)
