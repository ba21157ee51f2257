"""The examples that a lesson in a plane grows on, a cloud of points or a pair of features: its settings, shared."""

from collections.abc import Callable

import streamlit as st

import dtlearn
from dtlearn.growing.errors import columns, hold_out
from dtlearn.show.base.text import listing
from pages.ui.kit import clouds, tables
from pages.ui.kit.clouds import ALONE
from pages.ui.kit.codec import whole
from pages.ui.kit.kept import cached
from pages.ui.kit.lesson import ENDED, MORE, Changed, Setting, number, slider

DRAWS = 3  # how often a shape is drawn at first, each time with other points


def is_cloud(s: dict) -> bool:
    """Whether the points are drawn from a shape."""
    return clouds.is_cloud(s["data"])


def data_of(s: dict) -> dtlearn.Dataset:
    """The whole data set, all features and examples."""
    return clouds.cloud(s["data"], s["draws"], s["noise"]) if is_cloud(s) else tables.load(s["data"])


def free_of(s: dict) -> tuple[int, ...]:
    """The one or two features that the trees grow on."""
    return (0, 1) if is_cloud(s) else clouds.pair(s["data"], s["x"], s["y"])


def source_of(s: dict) -> tuple:
    """All that the training and the held-out examples depend on."""
    drawn = (s["draws"], s["noise"]) if is_cloud(s) else (DRAWS, 0)
    return s["data"], *drawn, free_of(s), s["held"], s["seed"]


@cached(100)
def parts_of(data: str, draws: int, noise: int, free: tuple[int, ...], held: int, seed: int, most: int) -> tuple:
    """(training examples, held-out ones) of a source (``source_of``).

    most : how many train at most, drawn at random.
    """
    whole_one = data_of({"data": data, "draws": draws, "noise": noise})
    train, test = hold_out(columns(whole_one, free), held / 100, seed)
    return (hold_out(train, most / len(train), seed + 1)[1] if len(train) > most else train), test


def fit(s: dict) -> list[str]:
    """Let go of axes that the data do not have; returns what was wrong."""
    return clouds.mend_axes(s, () if is_cloud(s) else clouds.numeric(s["data"]), "to choose here")


def parted(train: dtlearn.Dataset, test: dtlearn.Dataset) -> str:
    """How many examples there are in each part."""
    return f"{len(train)} examples to grow on, {len(test)} to test."


def settings(
    fits: Callable[[dtlearn.Dataset], object], default: str, says: Callable[[dict], str], numbers: bool = False
) -> tuple[Setting, ...]:
    """Data, axes, points, noise, what is held out.

    fits : whether a data set can be used. says : how it is parted. numbers : as of ``tables.titles``.
    """

    def choose(setting: Setting, s: dict, changed: Changed) -> None:
        clouds.choose(tables.titles(fits, numbers=numbers), changed)

    def points(setting: Setting, s: dict, changed: Changed) -> None:
        clouds.drawn(setting.field.high, changed)

    return (
        Setting(tables.field("data", default, fits, more=clouds.NAMES), "Data set", choose, begins=ENDED),
        Setting(whole("x", None, 0, 9999), "", _axes, shown=_is_table, note=_left_out, reset_by=("data",)),
        Setting(whole("y", None, ALONE, 9999), reset_by=("data",)),
        Setting(whole("draws", DRAWS, 1, 5), "Points", points, shown=is_cloud),
        Setting(whole("noise", 10, 0, 40), "Label noise, in %", slider, shown=is_cloud),
        Setting(whole("held", 40, 10, 80), "Held out, in %", slider, MORE, note=says),
        Setting(whole("seed", 1, 0, 999), "Seed: which ones are held out", number, MORE),
    )


def _is_table(s: dict) -> bool:
    return not is_cloud(s)


def _axes(setting: Setting, s: dict, changed: Changed) -> None:
    if len(known := clouds.numeric(s["data"])) > 1:
        clouds.axes(known, free_of(s), changed, st.columns(2))


def _left_out(s: dict) -> str:
    features, free = data_of(s).schema.features, free_of(s)
    n = len(features) - len(free)
    others = "the other feature is" if n == 1 else f"the other {n} features are"
    grown = listing(features[j].name for j in free)
    return f"The trees grow on {grown} only, so the plane shows all of them; {others} left out." if n else ""
