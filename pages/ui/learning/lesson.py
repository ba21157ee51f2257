"""Is learning possible?: what examples leave open, what a bias adds, and when it is wrong."""

import re
from dataclasses import dataclass

import streamlit as st

from dtlearn.learning.concepts import BIASES, MOST_FEATURES, named
from dtlearn.show.base.arithmetic import aligned
from dtlearn.show.base.text import listing
from dtlearn.show.learning import tables, words
from dtlearn.show.learning.words import BIAS_WORDS, SOURCE, TARGETS, concept_of, known_of, labels
from pages.ui.components.clicker import clicker
from pages.ui.components.truth import truth
from pages.ui.components.universe import universe
from pages.ui.kit.codec import Field, choice, switch, whole
from pages.ui.kit.escape import md
from pages.ui.kit.fields import MOST
from pages.ui.kit.frame import Preset
from pages.ui.kit.kept import cached
from pages.ui.kit.lesson import ASIDE, BODY, CANNOT, Changed, Lesson, Setting, select, toggle
from pages.ui.kit.paper import paper
from pages.ui.kit.scene import bind_widget, change, clamp, widget_args
from pages.ui.kit.session import defer, memory, state
from pages.ui.learning.panels import PANELS, panel

SIZES = (2, 3, MOST_FEATURES)
FIRST = "0---1--1"  # 32 concepts agree; each of the five unseen rows gets 16 votes for 1
KEYS = (
    ("Tab, then ↑ ↓", "go through the rows"),
    ("Enter", "the next label of a row"),
    ("0 1 Delete", "this label, or none"),
    ("PageDown, PageUp", "a clicker: the next of the examples above the table, from Stuck at ½ on, or the one before"),
)
# On a phone the choices wrap. A sentence of two lines moves nothing that one is about to click.
_STYLE = """<style>.st-key-paperless-choices [data-testid=stButtonGroup] > div {flex-wrap: wrap}
@media (min-width:900px){.st-key-le-told{min-height:3.2rem}}</style>"""
PRESETS = {
    "half": Preset(
        "Stuck at ½",
        "A concept (one complete rule) labels every row 0 or 1. You know three labels. What are the other five?",
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


# ---- what follows from the settings, shared by everyone who makes the same ones


def n_of(s: dict) -> int:
    return known_of(s["rows"]).n


def target_of(s: dict) -> int | None:
    """The target as a concept, None if there is none."""
    if s["target"] == "none":
        return None
    return concept_of(s["table"]) if s["target"] == "own" else named(s["target"], n_of(s), s["seed"])


@cached(500)
def _vote(rows: str, bias: str, k: int, target: int | None) -> words.Lesson:
    return words.lesson(known_of(rows), bias, k, target)


def vote_of(s: dict) -> words.Lesson:
    """The training set with its vote."""
    return _vote(*_voters(s))


def _voters(s: dict) -> tuple:
    return s["rows"], s["bias"], s["k"], target_of(s)


@cached(100)
def _universe(*voters) -> dict:
    """All concepts with what has become of them."""
    return tables.universe_view(_vote(*voters))


def fit(s: dict) -> list[str]:
    """Bring what depends on the rows into their range; returns what was wrong."""
    rows = len(s["rows"])
    wrong = clamp(s, "k", 1, rows)
    if s["table"] and len(s["table"]) != rows:
        wrong.append(f"table has {len(s['table'])} labels, not {rows}")
        s["table"] = ""
    if s["target"] == "own" and not s["table"]:
        wrong.append("target=own needs table")
        s["table"] = labels(known_of(s["rows"]).most_specific, n_of(s))
    if obey(s):
        wrong.append("rows contradicts the target")
    return wrong


# ---- what the reader does


def obey(s: dict) -> bool:
    """Give the known rows the target's labels; whether that changed anything."""
    before, target = s["rows"], target_of(s)
    if target is not None:
        true = labels(target, n_of(s))
        s["rows"] = "".join("-" if ch == "-" else label for ch, label in zip(before, true, strict=True))
    return s["rows"] != before


def put(text) -> None:
    """All labels anew, as the truth table has them after a click."""
    s = state()
    if isinstance(text, str) and len(text) == len(s["rows"]) and set(text) <= set("01-"):
        s["rows"] = text
        obey(s)


def resize(n: int | None) -> None:
    """Another number of features: nothing is seen yet, and the reader's own target is gone."""
    s = state()
    if n is None or n == n_of(s):
        return
    lost = ["the rows"] if set(s["rows"]) != {"-"} else []
    if s["target"] == "own":
        lost.append("your own target")
        s["target"] = "none"
    s.update(rows="-" * (1 << n), table="", k=min(s["k"], 1 << n))
    if lost:
        defer(CANNOT, f"With n = {n} {listing(lost)} start afresh.")


def aim(before: dict) -> str:
    """After another target the rows seen stay the same, their labels are its. An own one begins as the one before."""
    s = state()
    if s["target"] == before["target"]:
        return ""
    if s["target"] == "own":
        target = target_of(before)
        s["table"] = labels(known_of(s["rows"]).most_specific if target is None else target, n_of(s))
    obey(s)
    return ""


def turn(row) -> None:
    """The other answer in a row of the reader's own target."""
    s = state()
    own = s["table"]
    if s["target"] == "own" and isinstance(row, int) and 0 <= row < len(own):
        s["table"] = own[:row] + ("0" if own[row] == "1" else "1") + own[row + 1 :]
        obey(s)


def pick(concept) -> None:
    """Make a consistent concept the target."""
    s = state()
    known = known_of(s["rows"])
    if isinstance(concept, int) and 0 <= concept < 1 << (1 << known.n) and known.agrees(concept):
        s.update(target="own", table=labels(concept, known.n))


@dataclass
class Seen:
    """The preset that was on the screen last; None before any was."""

    preset: str | None = None


def move(by: int) -> None:
    """The next preset, or the one before; after a change counted from the last one that was on the screen."""
    names = list(PRESETS)
    now = memory(Seen).preset
    at = names.index(now) + by if now else 0
    LESSON.choose(names[min(max(at, 0), len(names) - 1)])


# ---- what is drawn


def _features(setting: Setting, s: dict, changed: Changed) -> None:
    st.selectbox(setting.title, SIZES, width=120, **widget_args("w_le_n", n_of(s), resize))


def _leaves(setting: Setting, s: dict, changed: Changed) -> None:
    st.slider(setting.title, 1, len(s["rows"]), width=120, **bind_widget("k", changed))


def _seed(setting: Setting, s: dict, changed: Changed) -> None:
    st.number_input(setting.title, 0, 999, width=120, **bind_widget("seed", lambda before: obey(s)))


def _table() -> None:
    """The choices; what is left, in one sentence; the truth table; all concepts; what stands below."""
    s = state()
    vote = vote_of(s)
    if now := LESSON.preset_of(s):
        memory(Seen).preset = now
    st.html(_STYLE)
    paper()
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small", key="paperless-choices"):
        for name in ("rows", "bias", "k", "target", "seed", "reveal"):
            LESSON.control(name)
    score = words.score_text(vote) if s["reveal"] else ""
    with st.container(key="le-told", gap=None):
        clicker(move)
        st.markdown(md(words.caption(vote)) + (f" **{md(score)}**" if score else ""))
    left, right = st.columns([6, 5], gap="medium")
    with left:
        truth(words.truth_view(vote, s["reveal"], s["target"] == "own"), "le_truth", put, turn)
        with st.container(horizontal=True, vertical_alignment="center"):
            st.caption(_how(s), width="stretch")
            st.button(
                "Forget all", disabled=not vote.known.size, on_click=change, kwargs={"rows": "-" * len(s["rows"])}
            )
        # A short table leaves room for it.
        with st.expander("How many concepts are left, worked out", expanded=n_of(s) == min(SIZES)):
            st.caption(
                "n features make 2ⁿ rows. Each row is 0 or 1, so each doubles the number of concepts; each of the N"
                " known labels halves it."
            )
            st.latex(aligned(words.counting_latex(vote)))
    with right:
        view = _universe(*_voters(s))
        universe(view if s["reveal"] else view | {"target": None}, "le_universe", pick)
    if found := tables.voters_html(vote):
        st.html(found)
    panel(vote, s)


def _how(s: dict) -> str:
    if s["target"] == "none":
        return "Click a label to change it. Then choose a bias, and a target to see whether the vote is right."
    own = " Click an answer of your target to flip it." if s["target"] == "own" and s["reveal"] else ""
    return f"Click a label: the target tells its answer, or it is forgotten.{own}"


LESSON = Lesson(
    name="learning",
    title="Is learning possible?",
    about="Fill in a truth table: the examples alone leave every other row open, a bias decides.",
    settings=(
        # The labels of all rows, so n is known from their number.
        Setting(Field("rows", FIRST, _read("rows", "01-")), "Features n", _features, BODY),
        Setting(
            choice("bias", [*BIASES], "none"),
            "Bias",
            select({name: bias.short for name, bias in BIAS_WORDS.items()}, width=215),
            BODY,
        ),
        # Its true range depends on the rows.
        Setting(whole("k", 3, -MOST, MOST), "Leaves k", _leaves, BODY, shown=lambda s: s["bias"] == "leaves"),
        Setting(choice("target", [*TARGETS], "none"), "Hidden target", select(TARGETS, width=215), BODY),
        Setting(whole("seed", 1, 0, 999), "Seed", _seed, BODY, shown=lambda s: s["target"] == "random"),
        Setting(Field("table", "", _read("table", "01", empty=True)), shown=lambda s: s["target"] == "own"),
        Setting(switch("reveal", True), "Show it", toggle, BODY, shown=lambda s: s["target"] != "none", view=True),
        Setting(choice("panel", [*PANELS], "between"), at=ASIDE, view=True),  # a preset leaves it open
    ),
    heading=lambda s: ("Is learning possible?", "what examples leave open"),
    keys=lambda s: KEYS,
    question=lambda s: (
        "Some labels are known: what do they tell about the others? Each picture is one complete rule, a concept; those"
        " that agree with the labels vote."
    ),
    presets=PRESETS,
    shown_presets=2,
    opens={"rows": "0--1"},  # 16 concepts, which one can read
    begins_with=(),
    fit=fit,
    settle=aim,
    body=lambda s: _table,
    follows=f"Follows {SOURCE}: a concept answers 0 or 1 on each of the 2ⁿ rows, and N of the rows are known. The notes"
    " write n for features, as this page does; elsewhere in dtlearn they are d (slip E40 below). A vote that is a"
    " tie counts as half right.",
    slips=("E35", "E36", "E38", "E39", "E40"),
)
