"""A training set of concepts on the screen: its fields, its cached vote and pictures, what the reader does."""

import re
from collections.abc import Sequence

import streamlit as st

from dtlearn.learning.concepts import BIASES, MOST_FEATURES, named
from dtlearn.show.base.text import listing
from dtlearn.show.learning import spaces, tables, words
from dtlearn.show.learning.words import TARGETS, Lesson, concept_of, known_of, labels
from pages.ui.kit.codec import Field, choice, switch, whole
from pages.ui.kit.fields import PRESENT
from pages.ui.kit.frame import Preset, shown
from pages.ui.kit.kept import cached
from pages.ui.kit.scene import change, clamp, defaults
from pages.ui.kit.session import state

SIZES = (2, 3, MOST_FEATURES)
MOST = 999_999_999
FIRST = "0---1--1"  # 32 concepts agree; each of the five unseen rows gets 16 votes for 1
PANELS = {
    "between": "Most specific, most general",
    "lunch": "No free lunch",
    "counts": "How many",
    "vc": "Every labelling",
    "grue": "Grue",
}
# What each preset sets; everything else goes back to its default.
PRESETS = {
    "half": Preset(
        "Stuck at ½", "A concept says 0 or 1 of every row. You know three rows: what does it say of the other five?"
    ),
    "nothing": Preset(
        "Nothing seen", "Nothing is known yet. Click a label: how many concepts are left?", scene={"rows": "-" * 8}
    ),
    "fits": Preset(
        "A bias that fits",
        "Only conjunctions, ANDs of some features, may vote. Do they find the hidden target?",
        scene={"rows": "-00----1", "bias": "conjunctions", "target": "and"},
    ),
    "narrow": Preset(
        "XOR: none fits",
        "Again only conjunctions may vote, but the hidden target is XOR. Is one of them left?",
        scene={"rows": "011-", "bias": "conjunctions", "target": "parity"},
    ),
    "tree": Preset(
        "Small tree right",
        "The concepts with the smallest trees vote. Do they find the hidden target?",
        scene={"rows": "0--1--1-", "bias": "shortest", "target": "x2"},
    ),
    "wrong": Preset(
        "Small tree wrong",
        "The smallest trees vote again, for another target. Is small right here too?",
        scene={"rows": "01----01", "bias": "shortest", "target": "parity"},
    ),
    "four": Preset(
        "n = 4",
        "Four features make 65,536 concepts. Do the smallest trees find the majority among them?",
        scene={"rows": "000--0-1-00-01--", "bias": "shortest", "target": "majority"},
    ),
}


def _read(name: str, symbols: str, empty: bool = False):
    lengths = [1 << n for n in SIZES]

    def read(text: str) -> str:
        if not (empty and not text) and (len(text) not in lengths or not re.fullmatch(f"[{symbols}]*", text)):
            raise ValueError(f"{name}={text[:20]!r} is not 4, 8 or 16 of {', '.join(symbols)}")
        return text

    return read


LESSON = (
    Field("rows", FIRST, _read("rows", "01-")),  # the labels of all rows, so n is known from their number
    choice("bias", [*BIASES], "none"),
    whole("k", 3, -MOST, MOST),  # its true range depends on the rows: see ``mend``
    choice("target", [*TARGETS], "none"),
    whole("seed", 1, 0, 999),
    Field("own", "", _read("own", "01", empty=True)),  # the labels of the reader's own target
    switch("reveal", True),
)
FIELDS = (*LESSON, choice("panel", [*PANELS], "between"), PRESENT)


# ---- what follows from the choices, shared by everyone who makes the same ones


def n_of(S: dict) -> int:
    return known_of(S["rows"]).n


def target_of(S: dict) -> int | None:
    """The target as a concept, None if there is none."""
    if S["target"] == "none":
        return None
    return concept_of(S["own"]) if S["target"] == "own" else named(S["target"], n_of(S), S["seed"])


def _key(S: dict) -> tuple:
    return S["rows"], S["bias"], S["k"], target_of(S)


@cached(500, of=_key)
def lesson_of(S: dict) -> Lesson:
    """The training set with its vote."""
    return words.lesson(known_of(S["rows"]), S["bias"], S["k"], target_of(S))


@cached(100, of=_key)
def _universe(S: dict) -> dict:
    return tables.universe_view(lesson_of(S))


@cached(100, of=_key)
def lunch_of(S: dict):
    """For how many targets the learner is right so often."""
    return tables.lunch_figure(tables.judged(lesson_of(S)))


def universe_of(S: dict) -> dict:
    """All concepts with what has become of them; the target only where it may be seen."""
    view = _universe(S)
    return view if S["reveal"] else view | {"target": None}


# ---- what the reader does


def obey(S: dict) -> bool:
    """Give the known rows the target's labels; whether that changed anything."""
    target = target_of(S)
    if target is None:
        return False
    true = labels(target, n_of(S))
    before = S["rows"]
    S["rows"] = "".join("-" if ch == "-" else label for ch, label in zip(before, true, strict=True))
    return S["rows"] != before


def put(text) -> None:
    """All labels anew, as the truth table has them after a click."""
    S = state()
    if isinstance(text, str) and len(text) == len(S["rows"]) and set(text) <= set("01-"):
        S["rows"] = text
        obey(S)


def relabel() -> None:
    """The next labelling of the known rows; a target would say otherwise, so there is none."""
    known = spaces.following(lesson_of(state()).known)
    change(rows=words.text_of(known), target="none")


def resize(n: int | None) -> None:
    """Another number of features: nothing is seen yet, and the reader's own target is gone."""
    S = state()
    if n is None or n == n_of(S):
        return
    lost = ["the rows"] if set(S["rows"]) != {"-"} else []
    S["rows"] = "-" * (1 << n)
    S["own"] = ""
    S["k"] = min(S["k"], 1 << n)
    if S["target"] == "own":
        S["target"] = "none"
        lost.append("your own target")
    if lost:
        st.session_state["le_afresh"] = f"With n = {n} {listing(lost)} start afresh."


def choose_target(before: dict) -> None:
    """Another target: the rows seen stay the same, their labels are its. An own one begins as the one before."""
    S = state()
    if S["target"] == "own":
        target = target_of(before)
        S["own"] = labels(known_of(S["rows"]).most_specific if target is None else target, n_of(S))
    obey(S)


def turn(row) -> None:
    """The other answer in a row of the reader's own target."""
    S = state()
    own = S["own"]
    if S["target"] == "own" and isinstance(row, int) and 0 <= row < len(own):
        S["own"] = own[:row] + ("0" if own[row] == "1" else "1") + own[row + 1 :]
        obey(S)


def pick(concept) -> None:
    """Make a consistent concept the target."""
    S = state()
    known = lesson_of(S).known
    if isinstance(concept, int) and 0 <= concept < 1 << (1 << known.n) and known.agrees(concept):
        S.update(target="own", own=labels(concept, known.n))


def show(**values) -> None:
    """A lesson with these values; everything else goes back to its default."""
    state().update(defaults(LESSON) | values)


def preset(name: str) -> None:
    show(**PRESETS[name].scene)
    st.session_state["le_preset"] = name


def move(by: int) -> None:
    """The next preset, or the one before; after a change counted from the last one that was on the screen."""
    names = list(PRESETS)
    now = shown(PRESETS, state(), LESSON) or st.session_state.get("le_preset")
    at = names.index(now) + by if now else 0
    preset(names[min(max(at, 0), len(names) - 1)])


def mend(S: dict, told: Sequence[str] = ()) -> list[str]:
    """Bring what depends on the rows into their range; returns what was wrong with the link,
    and was not ``told`` already."""
    rows = len(S["rows"])
    said = {name: any(sentence.startswith(name) for sentence in told) for name in ("rows", "own")}
    wrong = clamp(S, "k", 1, rows)
    if S["own"] and len(S["own"]) != rows:
        if not said["rows"]:
            wrong.append(f"own has {len(S['own'])} labels, not {rows}")
            said["own"] = True
        S["own"] = ""
    if S["target"] == "own" and not S["own"]:
        if not any(said.values()):
            wrong.append("target=own needs own")
        S["own"] = labels(known_of(S["rows"]).most_specific, n_of(S))
    if obey(S) and not said["rows"]:
        wrong.append("rows contradicts the target")
    return wrong
