"""A training set of concepts on the screen: its fields, its cached vote and pictures, what the reader does."""

import re
from collections.abc import Sequence

import streamlit as st

from dtlearn.learning.concepts import BIASES, MOST_FEATURES, named
from dtlearn.views.base.text import listing
from dtlearn.views.learning import spaces, tables, words
from dtlearn.views.learning.words import TARGETS, Lesson, concept_of, known_of, labels
from pages.ui.kit.codec import Field, choice, switch, whole
from pages.ui.kit.fields import PRESENT
from pages.ui.kit.frame import Lesson as Preset
from pages.ui.kit.frame import shown
from pages.ui.kit.kept import kept
from pages.ui.kit.scene import change, defaults, within
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
        "Nothing seen", "Nothing is known yet. Click a label: how many concepts are left?", scene={"le_rows": "-" * 8}
    ),
    "fits": Preset(
        "A bias that fits",
        "Only conjunctions, ANDs of some features, may vote. Do they find the hidden target?",
        scene={"le_rows": "-00----1", "le_bias": "conjunctions", "le_target": "and"},
    ),
    "narrow": Preset(
        "XOR: none fits",
        "Again only conjunctions may vote, but the hidden target is XOR. Is one of them left?",
        scene={"le_rows": "011-", "le_bias": "conjunctions", "le_target": "parity"},
    ),
    "tree": Preset(
        "Small tree right",
        "The concepts with the smallest trees vote. Do they find the hidden target?",
        scene={"le_rows": "0--1--1-", "le_bias": "shortest", "le_target": "x2"},
    ),
    "wrong": Preset(
        "Small tree wrong",
        "The smallest trees vote again, for another target. Is small right here too?",
        scene={"le_rows": "01----01", "le_bias": "shortest", "le_target": "parity"},
    ),
    "four": Preset(
        "n = 4",
        "Four features make 65,536 concepts. Do the smallest trees find the majority among them?",
        scene={"le_rows": "000--0-1-00-01--", "le_bias": "shortest", "le_target": "majority"},
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
    Field("le_rows", FIRST, _read("le_rows", "01-")),  # the labels of all rows, so n is known from their number
    choice("le_bias", [*BIASES], "none"),
    whole("le_k", 3, -MOST, MOST),  # its true range depends on the rows: see ``mend``
    choice("le_target", [*TARGETS], "none"),
    whole("le_seed", 1, 0, 999),
    Field("le_own", "", _read("le_own", "01", empty=True)),  # the labels of the reader's own target
    switch("le_reveal", True),
)
FIELDS = (*LESSON, choice("le_panel", [*PANELS], "between"), PRESENT)


# ---- what follows from the choices, shared by everyone who makes the same ones


def n_of(S: dict) -> int:
    return known_of(S["le_rows"]).n


def target_of(S: dict) -> int | None:
    """The target as a concept, None if there is none."""
    if S["le_target"] == "none":
        return None
    return concept_of(S["le_own"]) if S["le_target"] == "own" else named(S["le_target"], n_of(S), S["le_seed"])


def _key(S: dict) -> tuple:
    return S["le_rows"], S["le_bias"], S["le_k"], target_of(S)


@kept(500, of=_key)
def lesson_of(S: dict) -> Lesson:
    """The training set with its vote."""
    return words.lesson(known_of(S["le_rows"]), S["le_bias"], S["le_k"], target_of(S))


@kept(100, of=_key)
def _universe(S: dict) -> dict:
    return tables.universe_view(lesson_of(S))


@kept(100, of=_key)
def lunch_of(S: dict):
    """For how many targets the learner is right so often."""
    return tables.lunch_figure(tables.judged(lesson_of(S)))


def universe_of(S: dict) -> dict:
    """All concepts with what has become of them; the target only where it may be seen."""
    view = _universe(S)
    return view if S["le_reveal"] else view | {"target": None}


# ---- what the reader does


def obey(S: dict) -> bool:
    """Give the known rows the target's labels; whether that changed anything."""
    target = target_of(S)
    if target is None:
        return False
    true = labels(target, n_of(S))
    before = S["le_rows"]
    S["le_rows"] = "".join("-" if ch == "-" else label for ch, label in zip(before, true, strict=True))
    return S["le_rows"] != before


def put(text) -> None:
    """All labels anew, as the truth table has them after a click."""
    S = state()
    if isinstance(text, str) and len(text) == len(S["le_rows"]) and set(text) <= set("01-"):
        S["le_rows"] = text
        obey(S)


def relabel() -> None:
    """The next labelling of the known rows; a target would say otherwise, so there is none."""
    known = spaces.following(lesson_of(state()).known)
    change(le_rows=words.text_of(known), le_target="none")


def resize(n: int | None) -> None:
    """Another number of features: nothing is seen yet, and the reader's own target is gone."""
    S = state()
    if n is None or n == n_of(S):
        return
    lost = ["the rows"] if set(S["le_rows"]) != {"-"} else []
    S["le_rows"] = "-" * (1 << n)
    S["le_own"] = ""
    S["le_k"] = min(S["le_k"], 1 << n)
    if S["le_target"] == "own":
        S["le_target"] = "none"
        lost.append("your own target")
    if lost:
        st.session_state["le_afresh"] = f"With n = {n} {listing(lost)} start afresh."


def choose_target(before: dict) -> None:
    """Another target: the rows seen stay the same, their labels are its. An own one begins as the one before."""
    S = state()
    if S["le_target"] == "own":
        target = target_of(before)
        S["le_own"] = labels(known_of(S["le_rows"]).most_specific if target is None else target, n_of(S))
    obey(S)


def turn(row) -> None:
    """The other answer in a row of the reader's own target."""
    S = state()
    own = S["le_own"]
    if S["le_target"] == "own" and isinstance(row, int) and 0 <= row < len(own):
        S["le_own"] = own[:row] + ("0" if own[row] == "1" else "1") + own[row + 1 :]
        obey(S)


def pick(concept) -> None:
    """Make a consistent concept the target."""
    S = state()
    known = lesson_of(S).known
    if isinstance(concept, int) and 0 <= concept < 1 << (1 << known.n) and known.agrees(concept):
        S.update(le_target="own", le_own=labels(concept, known.n))


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
    """Bring what depends on the rows into their range; answers what was wrong with the link, and was not ``told`` already."""
    rows = len(S["le_rows"])
    said = {name: any(sentence.startswith(name) for sentence in told) for name in ("le_rows", "le_own")}
    wrong = within(S, "le_k", 1, rows)
    if S["le_own"] and len(S["le_own"]) != rows:
        if not said["le_rows"]:
            wrong.append(f"le_own has {len(S['le_own'])} labels, not {rows}")
            said["le_own"] = True
        S["le_own"] = ""
    if S["le_target"] == "own" and not S["le_own"]:
        if not any(said.values()):
            wrong.append("le_target=own needs le_own")
        S["le_own"] = labels(known_of(S["le_rows"]).most_specific, n_of(S))
    if obey(S) and not said["le_rows"]:
        wrong.append("le_rows contradicts the target")
    return wrong
