"""How a tree is to grow: its fields, what a page calls them, the controls that several lessons show."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

import streamlit as st

import dtlearn
from dtlearn.growing.settings import ALGORITHM_TITLES
from dtlearn.splitting.criteria import REGRESSION, Criterion, criterion_of
from dtlearn.splitting.nominal import NOMINAL
from pages.ui.kit import tables
from pages.ui.kit.codec import Field, choice, whole
from pages.ui.kit.fields import ALGORITHM_IDS, MOST, OWN
from pages.ui.kit.lesson import MORE, Changed, Setting, select
from pages.ui.kit.scene import bind_widget
from pages.ui.kit.session import state

ORDER_TITLES = {
    "depth_first": "depth first (the recursion)",
    "breadth_first": "level by level",
    "best_first": "best first",
}
# What they do, and where they are from.
FOLLOWS = {
    "ID3 (CS181)": (
        "One branch for each value. It stops at gain 0; an empty branch gets its parent's majority. *Follows the"
        " lecture CS181, 6.*"
    ),
    "ID3 (UML)": (
        "Yes/no questions, each once on a path. It splits even at gain 0. *Follows the book Understanding Machine"
        " Learning, 18.2.*"
    ),
    "BuildTree": (
        "One branch for each value. It stops when pure, below m examples, or at gain ≤ 0. *Follows the project notes"
        " BuildTree.*"
    ),
    "C4.5-style": (
        "As ID3, by the gain ratio; C4.5 itself also wants at least the average gain. *Follows the project notes"
        " BuildTree.*"
    ),
    "CART": (
        "Yes/no questions, thresholds at midpoints. It splits even at gain 0. *Follows the lecture notes Ch8, Alg. 8.1"
        " and 8.2.*"
    ),
}
NOMINAL_TITLES = {
    "multiway": "one branch per value",
    "one_vs_rest": "one value against the rest",
    "ordered": "before a value or from it on",
    "subset": "some values against the others",
}
# Fields that limit the tree, and what GrowSettings calls them.
LIMITS = {
    "depth": "max_depth",
    "min_split": "min_samples_split",
    "min_leaf": "min_samples_leaf",
    "tolerated": "tolerated_error",
    "leaves": "max_leaf_nodes",
    "nodes": "max_nodes",
    "splits": "max_splits",
}
_NOMINAL = """Ch8, Fig. 8.2: four ways to split a feature of more than two values. *Before a value or from it on* takes
the values in their listed order. *Some values against the others*: every set is tried. Of more than eight values, with
two classes or a number to predict, those sorted by their share of the second class, or their mean, need only be cut in
two (Breiman)."""
# Field: its name on the page, the least value, what the notes and scikit-learn call it.
LIMIT_TITLES = {
    "depth": ("Max. depth", 0, "The root is at depth 0. Ch8: depth. scikit-learn: `max_depth`."),
    "min_split": (
        "Min. examples to split",
        2,
        "A node with fewer becomes a leaf. BuildTree: m. Ch8: minParent. scikit-learn: `min_samples_split`.",
    ),
    "min_leaf": (
        "Min. examples per leaf",
        1,
        "Candidates with a smaller branch are left out. Ch8: minLeaf. scikit-learn: `min_samples_leaf`.",
    ),
    "tolerated": (
        "Tolerated error",
        0.0,
        "A node whose own training error is no larger becomes a leaf. Ch8: sufficiently accurate. Not in scikit-learn.",
    ),
    "leaves": ("Max. leaves", 1, "Best first, up to so many. Ch8: number of leaves. scikit-learn: `max_leaf_nodes`."),
    "nodes": (
        "Max. nodes",
        1,
        "Best first, up to so many, leaves counted. UML's bound counts nodes. Not in scikit-learn.",
    ),
    "splits": (
        "Max. splits (iterations)",
        0,
        (
            "Best first, up to so many; that is ours. Each of UML's iterations looks at a single leaf and may leave it"
            " as it is. scikit-learn: `max_leaf_nodes` less one, where splits have two branches."
        ),
    ),
}
MAY_LACK = ("depth", "leaves", "nodes", "splits")  # None is no limit


def _read_error(text: str) -> float:
    if not re.fullmatch(r"\d{1,9}(\.\d{1,12})?", text, re.ASCII):
        raise ValueError(f"tolerated={text[:20]!r} is not a number from 0 up")
    return float(text)


def _write_error(error: float) -> str:
    return f"{error:.12f}".rstrip("0").rstrip(".") if error else ""


def of_algorithm(criterion: Field, algorithm: str) -> Field:
    """A criterion that is the algorithm's own where a link names an algorithm alone. algorithm : its field."""
    return replace(criterion, follows=lambda values: dtlearn.ALGORITHMS[values[algorithm]].criterion)


SETTINGS = (
    choice("algorithm", ALGORITHM_IDS, "ID3 (CS181)"),
    of_algorithm(choice("criterion", [*dtlearn.CRITERIA, *REGRESSION], "info_gain"), "algorithm"),
    choice("nominal", [*NOMINAL], OWN, neutral=OWN),
    choice("zero", {"stop": True, "split": False}, OWN, neutral=OWN),
    choice("again", {"yes": True, "no": False}, OWN, neutral=OWN),
    whole("depth", None, 0, MOST),
    whole("min_split", 2, 2, MOST, neutral=2),
    whole("min_leaf", 1, 1, MOST, neutral=1),
    Field("tolerated", 0.0, _read_error, _write_error),
    whole("leaves", None, 1, MOST),
    whole("nodes", None, 1, MOST),
    whole("splits", None, 0, MOST),
    choice("order", [*dtlearn.ORDERS], "depth_first"),
)


def settings_of(S: dict) -> dtlearn.GrowSettings:
    """The settings of a scene: the algorithm's own, with what the visitor changed.

    A page need not have all the limits.
    """
    own = dtlearn.ALGORITHMS[S["algorithm"]]
    ways = {"nominal": S["nominal"], "stop_at_zero_gain": S["zero"], "reuse": S["again"]}
    return replace(
        own,
        criterion=S["criterion"],
        **{name: S[field] for field, name in LIMITS.items() if field in S},
        **{name: value for name, value in ways.items() if value != OWN},
    )


def about_growth(algorithm: str, settings: dtlearn.GrowSettings, schema: dtlearn.Schema) -> str:
    """What the title of a page says of how its trees grow: other questions about the same data have other gains."""
    asks = [NOMINAL_TITLES[settings.nominal]] if any(len(feature.values) > 2 for feature in schema.features) else []
    return ", ".join([ALGORITHM_TITLES[algorithm], criterion_of(settings.criterion).title, *asks])


def ways_of(algorithm: str) -> dict[str, dict]:
    """The titles of an algorithm's ways, by their fields, its usual one first."""
    usual = dtlearn.ALGORITHMS[algorithm]
    ways = {
        "nominal": (usual.nominal, NOMINAL_TITLES),
        "zero": (usual.stop_at_zero_gain, {True: "stop", False: "split all the same"}),
        "again": (usual.reuse, {True: "may be asked again", False: "once on a path"}),
    }
    return {name: {OWN: f"as usual: {titles[own]}"} | titles for name, (own, titles) in ways.items()}


def limit(
    name: str, label: str, least: int, changed: Callable[[dict], None], none: str = "no limit", about=None
) -> None:
    """The choice of a limit, a whole number from ``least`` up; ``none`` says what an empty field means,
    if it may be."""

    def whole(before: dict) -> None:
        S = state()
        S[name] = None if S[name] is None else int(S[name])
        changed(before)

    # Without value=None an emptied field would go back to the least. Streamlit's whole numbers read 1e30 as 1.
    ways = {"value": None, "placeholder": none} if name in MAY_LACK else {}
    st.number_input(
        label, float(least), float(MOST), step=1.0, format="%.0f", help=about, **ways, **bind_widget(name, whole)
    )


# ---- the settings of a growth, as lessons have them


def growth(criteria: Callable[[dict], Mapping[str, Criterion]]) -> tuple[Setting, ...]:
    """Algorithm, criterion, the order of the nodes, the algorithm's ways, all limits.

    criteria : s -> those that fit the data.
    """

    def algorithm(setting: Setting, s: dict, changed: Changed) -> None:
        def chosen(before: dict) -> None:
            if before["criterion"] == dtlearn.ALGORITHMS[before["algorithm"]].criterion:  # no other was chosen
                s["criterion"] = dtlearn.ALGORITHMS[s["algorithm"]].criterion
            changed(before)

        select(ALGORITHM_TITLES)(replace(setting, help=FOLLOWS[s["algorithm"]]), s, chosen)

    def criterion(setting: Setting, s: dict, changed: Changed) -> None:
        titles = {name: one.title for name, one in criteria(s).items()}
        select(titles, disabled=len(titles) == 1)(setting, s, changed)

    def squared(s: dict) -> str:
        about = "is a number, so a leaf predicts a mean and the squared error decides."
        return f"{tables.load(s['data']).schema.target} {about}" if len(criteria(s)) == 1 else ""

    def way(setting: Setting, s: dict, changed: Changed) -> None:
        select(ways_of(s["algorithm"])[setting.name])(setting, s, changed)

    def own(values: dict) -> str:
        usual, fits = dtlearn.ALGORITHMS[values["algorithm"]].criterion, criteria(values)
        return usual if usual in fits else next(iter(fits))

    fields = {field.name: field for field in SETTINGS}
    ways = (
        ("zero", "When the best gain is 0", None),
        ("nominal", "Nominal features", _NOMINAL),
        ("again", "A nominal question", None),
    )
    return (
        Setting(fields["algorithm"], "Algorithm", algorithm),
        Setting(replace(fields["criterion"], follows=own), "Criterion", criterion, note=squared),
        Setting(fields["order"], "Order of the nodes", select(ORDER_TITLES), MORE),
        *(Setting(fields[name], title, way, MORE, help=about, reset_by=("algorithm",)) for name, title, about in ways),
        *(Setting(fields[name], title, _limit, MORE, help=about) for name, (title, _, about) in LIMIT_TITLES.items()),
    )


def _limit(setting: Setting, s: dict, changed: Changed) -> None:
    least, name = LIMIT_TITLES[setting.name][1], setting.name
    if name != "tolerated":
        limit(name, setting.title, least, changed, about=setting.help)
        return
    st.number_input(
        setting.title, least, float(MOST), step=0.01, format="%g", help=setting.help, **bind_widget(name, changed)
    )
