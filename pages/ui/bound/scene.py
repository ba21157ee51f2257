"""The bound on the screen: its fields, its lessons, what the reader does."""

import re
from math import log

import dtlearn
from dtlearn.bound.bound import LOGS
from dtlearn.data.synthetic import BOOLEAN
from dtlearn.views.bound.words import WAYS
from dtlearn.views.stage.walkthrough import Walkthrough
from pages.ui.bound.trees import (
    OF_SOURCE,
    SOURCE,
    compared,
    missing,
    part_size,
    refused,
    row_of,
    searching,
    soon,
    terms_of,
    walks_of,
    walkthrough_of,
)
from pages.ui.kit import scene, tables
from pages.ui.kit.codec import Clamped, Field, choice, switch, whole
from pages.ui.kit.documents import PART_FIELD, Document, part_of
from pages.ui.kit.fields import ENLARGED, FRESH, NODE, PLAYED, fit_fresh
from pages.ui.kit.frame import Preset, shown
from pages.ui.kit.scene import drop
from pages.ui.kit.session import state

DELTAS = (0.5, 0.2, 0.1, 0.05, 0.01, 0.001, 0.000001)
TIMES = (1, 2, 3, 4, 5, 10, 20, 50, 100, 1000, 10_000)
SIZES = (7, 15, 31)  # nodes up to which the exact search goes


def _scale(name: str, values: tuple, default) -> Field:
    """One of some numbers; off the scale the nearest is taken, as factors go."""

    def read(text: str):
        if not re.fullmatch(r"-?[0-9]{1,9}(\.[0-9]{1,9})?", text):
            raise ValueError(f"{name}={text[:20]!r} is not a number")
        x = float(text)
        nearest = min(values, key=lambda value: abs(log(value / x))) if x > 0 else min(values)
        if nearest != x:
            raise Clamped(f"{name}={text} is not on the scale", nearest)
        return nearest

    return Field(name, default, read, lambda value: f"{value:.6f}".rstrip("0").rstrip("."))


def fits(data: dtlearn.Dataset) -> bool:
    """Whether trees of a data set have a bound: it has classes, and a question can be asked."""
    columns = zip(data.schema.features, data.X.T, strict=True)
    return bool(data.schema.classes) and any(not feature.numeric or x.min() < x.max() for feature, x in columns)


_BOUNDS = (
    tables.field("data", "play_tennis", fits, more=(SOURCE,)),
    choice("way", [*WAYS], "exact"),
    _scale("times", TIMES, 1),
    _scale("delta", DELTAS, 0.05),
    choice("logs", [*LOGS], "mixed"),
    whole("more", 0, 0, 9999),
    choice("criterion", [*dtlearn.CRITERIA], "info_gain"),
    switch("exact", True),
    _scale("most", SIZES, 15),
    choice("function", [*BOOLEAN], "parity"),
    whole("k", 2, 1, 14),
    whole("d", 8, 1, 14),
    whole("m", 200, 4, 1000),
    whole("noise", 0, 0, 45),
    whole("seed", 1, 0, 999),
)
_CURVE = choice("curve", ("whole", "seen"), "whole")  # seen: as far as the steps were seen
FIELDS = (
    *_BOUNDS,
    _CURVE,
    NODE,
    FRESH,
    ENLARGED,
    *PLAYED,  # None: at a telling tree
)
# What the stage calls the place -> the fields that hold it.
PLACE = {name: name for name in ("step", "speed", "node", "fresh", "large")}
FREE = (*PLACE, "present", "way", "curve")  # what a reader of a lesson may change and still be in it


BEGINS = {"step": 0, "curve": "seen"}
QUESTION = "A larger tree errs less, but its bits cost a penalty. Which sum is least? Press Next."
LESSONS = {
    "known": Preset(
        "How large a tree pays?",
        "One label in ten is wrong. A larger tree errs less, but its bits cost a penalty. Which sum is least? Press"
        " Next.",
        {"data": SOURCE, "function": "majority", "k": 3, "m": 500, "noise": 10, "way": "pruned"},
        begins=BEGINS,
    ),
    "tennis": Preset(
        "Can 14 rows pay for a split?",
        "A larger tree errs less, but its bits cost a penalty. Which sum is least? Press Next, then add data.",
        begins=BEGINS,
    ),
    "thrice": Preset(
        "What do 42 rows pay for?",
        "Suppose the 14 days came three times over. Does a split pay now, and how large a tree? Press Next.",
        {"times": 3},
        begins=BEGINS,
        ends=(
            "The same days three times over: among all trees the least bound jumps from the single leaf straight to 9"
            " nodes."
        ),
    ),
    "xor": Preset(
        "Can greed find XOR?",
        "Two of eight bits decide. Which tree has the least sum? Press Next to the end, then choose greedy.",
        {"data": SOURCE},
        begins=BEGINS,
        ends="Greedy trees, cut back or not, lose to the single leaf. Among all trees the best has 7 nodes.",
    ),
    "greed": Preset(
        "Where does greed fail?",
        "The book's exercise 18.2: greedy asks X1 first. Is there a better tree of depth 2? Press Next to the end.",
        {"data": "uml_ex18_2", "times": 10, "way": "greedy"},
        begins=BEGINS,
        ends="Greedy asks X1 first, so at depth 2 it errs on one in four, the best tree on none (below: By depth).",
    ),
}
OPENS = LESSONS["known"].scene | BEGINS


def lesson_of(S: dict) -> str | None:
    """The lesson that the scene shows, if it shows one."""
    made = [field for field in FIELDS if field.name not in FREE]
    return shown(LESSONS, S, made, idle=() if S["data"] == SOURCE else OF_SOURCE)


def _document(S: dict) -> Walkthrough:
    """The trees of the way that is shown, or a part of them, searched for if need be."""
    find_way(S)
    if missing(S):
        if not soon(S):
            raise ValueError(
                "The exact search for these trees lasts: the page Generalisation bound shows how far it is."
            )
        list(searching(S))
    return walkthrough_of(S, part_of(S, part_size(S), len(row_of(S))))


DOCUMENT = Document("bound", (*_BOUNDS, _CURVE, PART_FIELD), _document)


# ---- what the reader does


def other_trees(before: dict) -> None:
    """Other trees: start at their telling one."""
    S = state()
    S.update(step=None, node="", k=min(S["k"], S["d"]))
    if (S["data"], S["d"]) != (before["data"], before["d"]):
        S["fresh"] = ""


def other_way(before: dict) -> None:
    """Another way of finding trees: keep the size, as near as there is one."""
    S = state()
    n = row_of(before).n[before["step"]]
    sizes = row_of(S).n
    S.update(step=min(range(len(sizes)), key=lambda k: abs(sizes[k] - n)), node="")


def stop() -> None:
    """No exact trees, for they take too long."""
    S = state()
    S["exact"] = False
    if S["way"] == "exact":
        S["way"], S["step"] = "pruned", None


def mend(S: dict) -> list[str]:
    """Bring what depends on the data into its range; answers what was wrong with the link."""
    wrong: list[str] = []
    if S["k"] > S["d"]:
        wrong = drop(S, "k", S["d"], f"k={S['k']} is more than the {S['d']} bits there are")
    find_way(S)
    return wrong + fit_fresh(S, walks_of(S))


def find_way(S: dict) -> None:
    """The best way there is, where the one asked for is refused or switched off."""
    if S["way"] in ("exact", "known"):
        best = "known" if compared(S) else "pruned"
        there = best if refused(S) else "exact" if S["exact"] else "pruned"
        if there != S["way"]:
            S["way"], S["step"] = there, None


def land(S: dict) -> list[str]:
    """The same for the step, once the trees are there."""
    row = row_of(S)
    return scene.land(S, len(row) - 1, lambda: row.telling(terms_of(S)))
