"""Overfitting on the screen: its fields, its cached data, growth, series and pictures, what the reader does."""

from dataclasses import replace

import dtlearn
from dtlearn.growing.errors import Path, Sized, hold_out, joined, losses, measurable, mislabelled
from dtlearn.growing.grow import smaller
from dtlearn.splitting.criteria import REGRESSION, Criterion
from dtlearn.views.size import limit_charts, overfitting, overfitting_charts
from dtlearn.views.stage.row_of_trees import overfitting_walkthrough
from dtlearn.views.stage.walkthrough import Walkthrough
from dtlearn.views.tree.view import tree_view
from pages.ui.kit import clouds, longwork, tables
from pages.ui.kit.fields import ALGORITHM_IDS, PLAYED
from pages.ui.kit.frame import Lesson
from pages.ui.kit.kept import kept
from pages.ui.kit.scene import choice, defaults, land, resume, state, whole

LEAST = 6  # examples that a data set must have
FRESH = 20_000  # new examples that measure the true error of a cloud
NEW = 20_000  # number of the first drawing of a fresh sample: far from those of any growth
DRAWS = 3
LABELS = 0  # the seed of the wrong labels: the same ones for every division of the data
READABLE = 800  # nodes of a tree that is drawn with its words
WIDTH, HEIGHT, BELOW = 460, 260, 160  # px of the partition, and of the tree's shape under it


def fits(data: dtlearn.Dataset) -> bool:
    """Whether trees of a data set can overfit here: there are errors to be measured, and examples to hold out."""
    return len(data.schema.classes) != 1 and measurable(data) and len(data) >= LEAST


# What each preset sets; everything else of the data goes back to its default.
PRESETS = {
    "clean": Lesson("No wrong labels", scene={"of_noise": 0}),
    "noisy": Lesson("20 % wrong labels"),
    "few": Lesson("Few examples", scene={"of_draws": 1}),
    "many": Lesson("Many examples", scene={"of_draws": 10}),
    "xor": Lesson("XOR", scene={"of_data": "cloud-xor", "of_noise": 10}),
    "iris": Lesson("Iris: no source known", scene={"of_data": "iris", "of_noise": 10}),
    "number": Lesson("A number", scene={"of_data": "stopping_distance"}),
}


CHOICES = (
    tables.field("of_data", "cloud-rings", fits, more=clouds.NAMES),
    whole("of_draws", DRAWS, 1, 10),
    whole("of_noise", 20, 0, 40),
    whole("of_held", 40, 10, 80),
    whole("of_seed", 1, 0, 999),
    choice("of_algorithm", ALGORITHM_IDS, "CART"),
    choice("of_criterion", [*dtlearn.CRITERIA], "gini_gain"),
)
FIELDS = (
    *CHOICES,
    choice("of_unit", ("nodes", "leaves"), "nodes"),
    choice("of_xor", ("table", "bits", "cloud"), "table"),
    whole("of_more", 4, 0, 8),
    whole("of_wrong", 10, 0, 40),
    whole("of_m", 200, 10, 500),
    whole("of_least", 5, 0, 30),
    *PLAYED,  # None: the full tree
)


# ---- data, growth and errors, shared by everyone who looks at the same ones


def fresh_cloud(name: str, noise: int) -> dtlearn.Dataset:
    """About FRESH points that no drawing for a growth contains."""
    return clouds.cloud(name, round(FRESH / len(clouds.shape_of(name).points)), noise, NEW)


def regression(S: dict) -> bool:
    """Whether the target is a number."""
    return not clouds.is_cloud(S["of_data"]) and tables.load(S["of_data"]).schema.regression


def noise_of(S: dict) -> int:
    """Wrong labels in %; a number has none."""
    return 0 if regression(S) else S["of_noise"]


def _key(S: dict) -> tuple:
    draws = S["of_draws"] if clouds.is_cloud(S["of_data"]) else DRAWS
    return S["of_data"], draws, noise_of(S), S["of_held"], S["of_seed"]


@kept(60, of=_key)
def parts_of(S: dict) -> tuple[dtlearn.Dataset, dtlearn.Dataset]:
    """(training examples, test examples)."""
    name, noise = S["of_data"], noise_of(S)
    if clouds.is_cloud(name):
        data = clouds.cloud(name, S["of_draws"], noise)
    else:
        data = mislabelled(tables.load(name), noise / 100, LABELS) if noise else tables.load(name)
    return hold_out(data, S["of_held"] / 100, S["of_seed"])


def criteria(S: dict) -> dict[str, Criterion]:
    """The criteria that fit the target: classes or numbers."""
    return REGRESSION if regression(S) else dtlearn.CRITERIA


def settings_of(S: dict) -> dtlearn.GrowSettings:
    fitting = criteria(S)
    criterion = S["of_criterion"] if S["of_criterion"] in fitting else next(iter(fitting))
    return replace(dtlearn.ALGORITHMS[S["of_algorithm"]], criterion=criterion)


def _tree_key(S: dict) -> tuple:
    return settings_of(S), *_key(S)


@kept(60, of=_tree_key)
def _trace(S: dict) -> dtlearn.Trace:
    return longwork.grow(S["of_data"], parts_of(S)[0], settings_of(S))


@kept(60, of=_tree_key)
def series_of(S: dict) -> Path:
    """Every size of the growth with its errors."""
    fresh = fresh_cloud(S["of_data"], S["of_noise"]) if clouds.is_cloud(S["of_data"]) else None
    return overfitting.series(_trace(S), parts_of(S)[1], fresh)


@kept(300, of=lambda S, k: (k, *_tree_key(S)))
def sized_of(S: dict, k: int) -> Sized:
    """The tree after k splits, with its losses on both parts."""
    trace = smaller(_trace(S), replace(settings_of(S), max_splits=k))
    return Sized(k, trace, *(losses(trace.tree, part) for part in parts_of(S)))


@kept(300, of=lambda S: (S["step"], *_tree_key(S)))
def pictures_of(S: dict) -> tuple[str | None, str]:
    """The present tree: its partition, where there is a plane, and its shape."""
    (train, test), one = parts_of(S), sized_of(S, S["step"])
    features = train.schema.features
    flat = len(features) <= 2 and all(feature.numeric for feature in features) and clouds.in_plane(joined(train, test))
    above = limit_charts.large(*clouds.drawn(train, test, one), WIDTH, HEIGHT) if flat else None
    return above, overfitting_charts.shape(one.tree, WIDTH, BELOW if flat else HEIGHT)


@kept(300, of=lambda S: (S["step"], *_tree_key(S)))
def view_of(S: dict) -> dict:
    """The present tree with its words."""
    return tree_view(sized_of(S, S["step"]).tree)


@kept(300, of=lambda S: (S["step"], S["of_unit"], *_tree_key(S)))
def figure_of(S: dict):
    """The errors against the size."""
    return overfitting_charts.errors_figure(series_of(S), S["step"], S["of_unit"], noise_of(S) / 100)


def walkthrough_of(S: dict) -> Walkthrough:
    """The growth as a page that plays."""
    found, settings, test = series_of(S), settings_of(S), parts_of(S)[1]
    trees = [smaller(_trace(S), replace(settings, max_splits=k)).tree for k in range(len(found))]
    about = f"{clouds.title(S['of_data'])}, {S['of_algorithm']}"
    return overfitting_walkthrough("Overfitting", about, found, trees, test, S["of_unit"], noise_of(S) / 100)


# ---- what the reader does


def preset(name: str) -> None:
    """The data of a preset, at its full tree."""
    S = state()
    S.update(defaults(CHOICES) | PRESETS[name].scene)
    S["step"] = len(series_of(S)) - 1


def changed(before: dict) -> None:
    """Another growth: from the full tree to the full tree, else the same number of splits as far as there is one."""
    S = state()
    last = len(series_of(S)) - 1
    full = before["step"] == len(series_of(before)) - 1
    S["step"] = last if full else min(before["step"], last)


def mend(S: dict) -> list[str]:
    """Bring the step into its range; answers what was wrong with the link."""
    resume(S, "of_step")
    last = len(series_of(S)) - 1
    return land(S, last, lambda: last)
