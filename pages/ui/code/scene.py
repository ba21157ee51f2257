"""A code word on the screen: its fields, its cached data, trees and words, what the reader does."""

from dataclasses import replace

import streamlit as st

import dtlearn
from dtlearn.bound.bound import binarised
from dtlearn.bound.prefix_code import tokens
from dtlearn.views.bound import code
from dtlearn.views.bound.code import WAYS, Word
from dtlearn.views.stage.walkthrough import Walkthrough, raw_asks
from dtlearn.views.stage.word import word_walkthrough
from pages.ui.kit import tables
from pages.ui.kit.codec import Clamped, Field, choice, switch, whole
from pages.ui.kit.documents import Document
from pages.ui.kit.fields import FRESH, PLAYED, fit_fresh
from pages.ui.kit.kept import cached
from pages.ui.kit.scene import land
from pages.ui.kit.session import state

LONGEST = 800  # characters of a typed word
_FIRST = ("or", "xor", "and", "majority3", "parity3", "seven_points", "uml_ex18_2", "play_tennis")
FORMS = {"yesno": "yes/no: one question a value", "asis": "as they are: one branch a value"}
PANELS = {"alphabet": "Alphabet", "length": "Length", "end": "Without END", "kraft": "Kraft's sum and the bound"}


def fits(data: dtlearn.Dataset) -> bool:
    """Whether a data set's trees have a code: it has classes and no number, for the questions must be fixed beforehand."""
    return bool(data.schema.classes) and not any(feature.numeric for feature in data.schema.features)


def tidy(text: str) -> str:
    """A typed word in one line, without what cannot be shown."""
    return " ".join("".join(ch if ch.isprintable() else " " for ch in text).split())


def _read_word(text: str) -> str:
    text = tidy(text)
    if len(text) > LONGEST:
        raise Clamped(f"word= has more than {LONGEST} characters", tidy(text[:LONGEST]))
    return text


_WORD = (
    tables.field("data", "or", fits, more=_FIRST),
    choice("form", [*FORMS], "yesno"),
    whole("nodes", 31, 1, 63),
    choice("mode", [*WAYS], "write"),
    switch("end", True),
    Field("word", "", _read_word),  # "": the word of the tree that ID3 grows
)
FIELDS = (
    *_WORD,
    choice("panel", [*PANELS], "length"),
    FRESH,
    *PLAYED,  # None: at a telling symbol
)
OPENS = {"step": 0}
YOURS = "Your code"
QUESTION = (
    "How many bits does it take to write this tree down? The fewer, the better its bound on new examples. Press Next."
)
PLACE = {name: name for name in ("step", "speed", "fresh")}  # what the stage calls the place -> the fields that hold it


# ---- data, trees and words, shared by everyone who looks at the same ones


def is_binary(name: str) -> bool:
    """Every feature has two values: a yes/no question as it is."""
    return all(len(feature.values) == 2 for feature in tables.load(name).schema.features)


@cached(60, of=lambda S: (S["data"], S["form"]))
def data_of(S: dict) -> dtlearn.Dataset:
    """The data whose features are the questions."""
    data = tables.load(S["data"])
    return data if S["form"] == "asis" or is_binary(S["data"]) else binarised(data)


@cached(100, says="Growing the tree …", of=lambda S: (S["data"], S["form"], S["nodes"]))
def _grown(S: dict) -> dtlearn.Tree:
    data = data_of(S)
    algorithm = "ID3 (UML)" if all(len(f.values) == 2 for f in data.schema.features) else "ID3 (CS181)"
    return dtlearn.grow(data, replace(dtlearn.ALGORITHMS[algorithm], max_nodes=S["nodes"])).tree


def _key(S: dict) -> tuple:
    return S["data"], S["form"], S["word"] or code.text_of(_grown(S), S["end"]), S["end"]


@cached(300, of=_key)
def word_of(S: dict) -> Word:
    """The word of the scene: typed, or that of ID3's tree."""
    return code.word_of(data_of(S), *_key(S)[2:])


@cached(1000, of=lambda S: (S["step"], S["mode"], *_key(S)))
def view_of(S: dict) -> dict:
    """The tree of the scene's step."""
    word = word_of(S)
    return raw_asks(code.view(word, S["step"], S["mode"]), word.tree, tables.load(S["data"]))


def title_of(S: dict) -> str:
    """Whose word it is: the tree's that ID3 grows, or the reader's own."""
    return YOURS if S["word"] else tables.load(S["data"]).title


def walkthrough_of(S: dict) -> Walkthrough:
    """The word as a document."""
    return word_walkthrough(word_of(S), title_of(S), S["mode"], tables.load(S["data"]))


DOCUMENT = Document("code", _WORD, walkthrough_of)


# ---- what the reader does


def open_at_telling(before: dict | None = None) -> None:
    """Another word: to the step worth seeing. Only a reader meets a word that is no tree's."""
    S = state()
    word = word_of(S)
    S["step"] = code.telling(word)
    if word.problem:
        S["mode"] = "read"


def other_way(before: dict) -> None:
    """Who has written the whole word reads it from the start."""
    S = state()
    if S["step"] == word_of(S).last:
        S["step"] = 0


def other_tree(before: dict) -> None:
    """Other questions have other symbols: a typed word would mean something else."""
    S = state()
    S["word"] = ""
    if S["data"] != before["data"]:
        S["fresh"] = ""
    open_at_telling()


def switch_end(before: dict) -> None:
    """A typed word of a tree stays one: END is put on or taken off. The step stays."""
    S, old = state(), word_of(before)
    if S["word"]:  # by its symbols: the blocks of 0s and 1s may have another width now
        S["word"] = " ".join(old.tokens if old.problem else (*old.tokens, "END") if S["end"] else old.tokens[:-1])
    word = word_of(S)
    S["step"] = min(S["step"], word.last)
    if word.problem:
        open_at_telling()


def typed(text: str) -> None:
    """The reader's own word; an empty one, or ID3's, is ID3's.

    One that is too long stays in its field, to be shortened.
    """
    text = tidy(text)
    if len(text) > LONGEST:
        st.session_state["co_refused"] = _key(state()), text
    else:
        write(text)
        if not text:
            st.session_state["co_cleared"] = _key(state())


def cleared() -> bool:
    """Whether the field was emptied, as long as the word that came then stays."""
    return st.session_state.get("co_cleared") == _key(state())


def refused() -> str:
    """A word that was too long, as long as the present one stays; "" where there is none."""
    of, text = st.session_state.get("co_refused", (None, ""))
    return text if of == _key(state()) else ""


def write(text: str) -> None:
    """Put a word in the place of the present one."""
    S = state()
    for said in ("co_refused", "co_cleared"):
        st.session_state.pop(said, None)
    S["word"] = ""
    grown, found = word_of(S).tokens, tidy(text)
    S["word"] = found if tokens(found, data_of(S).schema) else ""
    if word_of(S).tokens == grown and not word_of(S).problem:
        S["word"] = ""
    open_at_telling()


def or_tree() -> None:
    """The notes' smallest example."""
    state().update(data="or", form="yesno", nodes=31, word="", fresh="")
    open_at_telling()


def tries_of(S: dict) -> dict[str, tuple[str, ...]]:
    """What can be tried with a whole word, that on the screen or else ID3's: one wrong symbol, or the last one left out."""
    word = word_of(S)
    if word.problem:
        word = word_of(S | {"word": ""})
    *rest, last = tokens = word.tokens
    wrong = (*rest[:-1], last, rest[-1]) if S["end"] else (*tokens, last)  # END too early, or a leaf too many
    return {"broken": wrong, "last": tuple(rest)}


def mend(S: dict) -> list[str]:
    """Bring what depends on the word into its range; returns what was wrong with the link."""
    wrong: list[str] = []
    word = word_of(S)
    if settle(S) and "mode" in st.query_params:
        wrong.append("mode=write needs the whole word of a tree")
    wrong += fit_fresh(S, tables.load(S["data"]))
    return wrong + land(S, word.last, lambda: code.telling(word))


def settle(S: dict) -> bool:
    """Let a word that nobody could write be read; whether that was needed."""
    broken = bool(word_of(S).problem) and S["mode"] == "write"
    if broken:
        S["mode"] = "read"
    return broken
