"""Trees as bit strings: a tree and its prefix-free code word, that of ID3's tree or one's own, symbol by symbol."""

from dataclasses import dataclass, replace

import streamlit as st

import dtlearn
from dtlearn.bound.bound import binarised, standing
from dtlearn.bound.prefix_code import tokens
from dtlearn.show.base.text import many
from dtlearn.show.documents.walkthrough import Walkthrough, raw_asks
from pages.ui.code import panels, words
from pages.ui.code import word as code
from pages.ui.code.document import word_walkthrough
from pages.ui.code.word import WAYS, Word
from pages.ui.kit import controls, tables
from pages.ui.kit.codec import Clamped, Field, choice, switch, whole
from pages.ui.kit.fields import FRESH, PLAYED_AT
from pages.ui.kit.frame import scenarios
from pages.ui.kit.kept import cached
from pages.ui.kit.lesson import ALWAYS, BAR, ENDED, MORE, OPENS, Changed, Lesson, Setting, select, slider
from pages.ui.kit.scene import bind_widget, change, reset_with_reason, widget_args
from pages.ui.kit.session import another_document, memory, state

LONGEST = 800  # characters of a typed word
_FIRST = ("or", "xor", "and", "majority3", "parity3", "seven_points", "uml_ex18_2", "play_tennis")
FORMS = {"yesno": "yes/no: one question a value", "asis": "as they are: one branch a value"}
# The word is on the first screen.
_STYLE = "<style>[class*=st-key-dt-bar-code] { margin: -.2rem 0 -.6rem; }</style>"


def fits(data: dtlearn.Dataset) -> bool:
    """Whether a data set's trees have a code: it has classes and no number, for the questions are fixed beforehand."""
    return bool(data.schema.classes) and not any(feature.numeric for feature in data.schema.features)


def tidy(text: str) -> str:
    """A typed word in one line, without what cannot be shown."""
    return " ".join("".join(ch if ch.isprintable() else " " for ch in text).split())


def _read_word(text: str) -> str:
    text = tidy(text)
    if len(text) > LONGEST:
        raise Clamped(f"word= has more than {LONGEST} characters", tidy(text[:LONGEST]))
    return text


# ---- data, trees and words, shared by everyone who looks at the same ones


def is_binary(name: str) -> bool:
    """Every feature has two values: a yes/no question as it is."""
    return words.binary(tables.load(name).schema)


@cached(60)
def _data(name: str, form: str) -> dtlearn.Dataset:
    data = tables.load(name)
    return data if form == "asis" or is_binary(name) else binarised(data)


def data_of(s: dict) -> dtlearn.Dataset:
    """The data whose features are the questions."""
    return _data(s["data"], s["form"])


@cached(100, says="Growing the tree …")
def _grown(name: str, form: str, nodes: int) -> dtlearn.Tree:
    data = _data(name, form)
    algorithm = "ID3 (UML)" if words.binary(data.schema) else "ID3 (CS181)"
    return dtlearn.grow(data, replace(dtlearn.ALGORITHMS[algorithm], max_nodes=nodes)).tree


@cached(300)
def _word(name: str, form: str, text: str, end: bool) -> Word:
    return code.word_of(_data(name, form), text, end)


def _key(s: dict) -> tuple:
    text = s["word"] or code.text_of(_grown(s["data"], s["form"], s["nodes"]), s["end"])
    return s["data"], s["form"], text, s["end"]


def word_of(s: dict) -> Word:
    """The word that is shown: typed, or that of ID3's tree."""
    return _word(*_key(s))


def document(s: dict, part: range | None = None) -> Walkthrough:
    """The word as a document, always whole."""
    return word_walkthrough(word_of(s), _title(s), s["mode"], tables.load(s["data"]))


def view(s: dict, step: int) -> dict:
    """The tree at a step."""
    word = word_of(s)
    return raw_asks(code.view(word, step, s["mode"]), word.tree, tables.load(s["data"]))


def _title(s: dict) -> str:
    return "Your code" if s["word"] else tables.load(s["data"]).title


def _heading(s: dict) -> tuple[str, str]:
    d, K = words.sizes(data_of(s).schema)
    return f"Trees as bit strings: {_title(s)}", f"{many(d, 'question')}, {K} class{'es' * (K > 1)}"


# ---- rules between settings


def fit(s: dict) -> list[str]:
    """Let a word that nobody could write be read; returns what was wrong."""
    if word_of(s).problem and s["mode"] == "write":
        return reset_with_reason(s, "mode", "read", "mode=write needs the whole word of a tree")
    return []


def _way(s: dict) -> dict:
    return {"mode": "read"} if word_of(s).problem else {}


def another_word(s: dict, text: str) -> dict:
    """The settings that show a word in the place of the present one; an empty one, or ID3's, is ID3's."""
    grown, text = s | {"word": ""}, text if tokens(text, data_of(s).schema) else ""
    found = word_of(grown | {"word": text})
    own = found.problem or found.tokens != word_of(grown).tokens
    return {"word": text if own else ""} | _way(grown | {"word": text})


def tries_of(s: dict) -> dict[str, tuple[str, ...]]:
    """What can be tried with a whole word, that on the screen or else ID3's: one wrong symbol, or the last one left
    out."""
    word = word_of(s)
    if word.problem:
        word = word_of(s | {"word": ""})
    *rest, last = tokens = word.tokens
    wrong = (*rest[:-1], last, rest[-1]) if s["end"] else (*tokens, last)  # END too early, or a leaf too many
    return {name: one for name, one in {"broken": wrong, "last": tuple(rest)}.items() if one}


# ---- controls of its own


def tries(s: dict) -> None:
    """What can be tried with the word; what is wrong with it comes step by step."""
    st.html(_STYLE)
    word, found = word_of(s), tries_of(s)
    wrong, last = ("END too early", "Drop END") if s["end"] else ("A leaf too many", "Drop the last")
    own = "or" if s["data"] == "or" else "grown"  # the word of the tree that ID3 grows
    titles = {"or": "OR of two bits", "grown": "ID3's tree", "broken": wrong, "last": last}
    titles = {name: title for name, title in titles.items() if name in ("or", own, *found)}
    shown = next((name for name, one in found.items() if one == word.tokens), None) if s["word"] else own

    def go(name: str) -> None:
        memory(Typing).text = None
        if name == "or":
            change(data="or", form="yesno", nodes=31, word="")
        else:
            change(**another_word(s, " ".join(found.get(name, ()))))
        another_document(ALWAYS)

    st.caption("Try a code with a mistake, too. What does its reader notice, and when?")
    scenarios(titles, shown, go, "w_try")


def _choose_data(setting: Setting, s: dict, changed: Changed) -> None:
    names = (*setting.field.known, *filter(tables.is_own, tables.names(fits=fits)))
    tables.choose({name: tables.title(name) for name in names}, "data", changed)


@dataclass
class Typing:
    """What was typed and is not shown: "" or what was too long, None for nothing. of : the word there, as ``_key``."""

    of: tuple = ()
    text: str | None = None


def _typed(s: dict) -> str | None:
    """What was typed and is not shown, "" or what was too long, as long as the present word stays."""
    typing = memory(Typing)
    return typing.text if typing.of == _key(s) else None


def _type_word(setting: Setting, s: dict, changed: Changed) -> None:
    """The reader's own word. One that is too long stays in its field, to be shortened."""
    word, too_long = word_of(s), _typed(s)

    def typed(text: str) -> None:
        text = tidy(text)
        memory(Typing).text = None
        if len(text) <= LONGEST:
            change(changed, **another_word(s, text))
        if not text or len(text) > LONGEST:
            memory(Typing).of, memory(Typing).text = _key(state()), text

    blocks = "" if word.problem else f", {words.written(word)[:40]}"
    about = f"Symbols with spaces between them, x1? x2? leaf0 leaf1 leaf1 END, or their blocks of 0s and 1s{blocks}"
    st.text_input(
        setting.title,
        help=f"{about}, with or without spaces. Empty: ID3's tree.",
        **widget_args("w_word", too_long or " ".join(word.tokens), typed),
    )
    if too_long:
        st.warning(
            f"This has {len(too_long)} characters, and a word here at most {LONGEST}: shorten it. "
            "Shown is still the word from before."
        )


def _switch_end(setting: Setting, s: dict, changed: Changed) -> None:
    def switched(before: dict) -> None:
        """A typed word of a tree stays one: END is put on or taken off. The step stays."""
        s, old = state(), word_of(before)
        if s["word"]:  # by its symbols: the blocks of 0s and 1s may have another width now
            s["word"] = " ".join(old.tokens if old.problem else (*old.tokens, "END") if s["end"] else old.tokens[:-1])
        s.update(_way(s))
        changed(before)

    st.toggle(setting.title, **bind_widget("end", switched))


def _worth(s: dict) -> str:
    what, why = standing(data_of(s).schema)
    return f"Over these questions the bound (18.1) is {what.value}. {why}"


def _choose_way(setting: Setting, s: dict, changed: Changed) -> None:
    controls.segments(setting.title, WAYS, "mode", changed, disabled=bool(word_of(s).problem))


def _bits(s: dict) -> dict[int, str]:
    """Lengths to guess among: a bit for each node, the right one, and twice that; none of a word that is no tree."""
    word = word_of(s)
    return {} if word.problem else {n: many(n, "bit") for n in (word.n, _length(word), 2 * _length(word))}


def _length(word: Word) -> int:
    return sum(map(len, words.written(word).split()))


def _guessed(s: dict) -> str:
    word = word_of(s)
    said = f"{'Right' if s['guess'] == _length(word) else 'Not this time'}. {words.answer(word)}"
    return said if s["guess"] is not None else ""


# ---- below the stage


def panel(s: dict) -> None:
    """The alphabet, the lengths, the word without END or Kraft's sum."""
    controls.segments("Below", panels.PANELS, "panel")
    panels.draw(s["panel"], word_of(s), s["data"])


QUESTION = "A friend knows the questions, but not this tree. How many bits, 0s and 1s, must you send to tell it?"
LESSON = Lesson(
    name="code",
    title="Trees as bit strings",
    about="A tree as a word of 0s and 1s, symbol by symbol: write one, read one, break one.",
    needs="classes, no numeric feature",
    question=lambda s: "" if word_of(s).problem else QUESTION,
    do="Guess, then press Next.",
    opens={"step": 0},
    begins_with=(),
    settings=(
        Setting(
            tables.field("data", "or", fits, more=_FIRST),
            "Data set",
            _choose_data,
            note=lambda s: tables.load(s["data"]).card.story,
            begins=OPENS,
        ),
        Setting(  # "": the word of the tree that ID3 grows; other questions have other symbols
            Field("word", "", _read_word),
            "Type a code",
            _type_word,
            note=lambda s: "The field was empty, so the code of ID3's tree is back." if _typed(s) == "" else "",
            reset_by=("data", "form", "nodes"),
            begins=OPENS,
        ),
        Setting(
            choice("form", [*FORMS], "yesno"),
            "Questions",
            select(FORMS),
            MORE,
            shown=lambda s: not is_binary(s["data"]),
            begins=OPENS,
        ),
        Setting(whole("nodes", 31, 1, 63), "Max. nodes of ID3's tree", slider, MORE, begins=OPENS),
        Setting(switch("end", True), "Words close with END", _switch_end, MORE, note=_worth),
        Setting(  # who has written the whole word reads it from the start
            replace(choice("mode", [*WAYS], "write"), follows=lambda s: _way(s).get("mode", "write")),
            "Direction",
            _choose_way,
            BAR,
            note=lambda s: code.why_only_read(word) if (word := word_of(s)).problem else "",
            begins=ENDED,
        ),
        Setting(
            whole("guess", None, 0, LONGEST * LONGEST),
            "Your guess",
            select(_bits, index=None, width=220, placeholder="Guess: how many bits?", label_visibility="collapsed"),
            BAR,
            shown=lambda s: not word_of(s).problem,
            note=_guessed,
            reset_by=("data", "word", "form", "nodes", "end"),
            among=_bits,
            view=True,
        ),
        Setting(choice("panel", [*panels.PANELS], "length"), view=True),
    ),
    place=(*PLAYED_AT, FRESH),
    heading=_heading,
    fit=fit,
    document=document,
    walks=lambda s: tables.load(s["data"]),
    last=lambda s: word_of(s).last,
    telling=lambda s: code.telling(word_of(s)),
    answer=lambda s: words.answer(word_of(s)),
    view=view,
    plays=lambda s: True,
    below=(tries, panel),
    follows="Follows (18.1) of Understanding Machine Learning (UML): description length (n + 1) log₂(d + 3). "
    "m examples, d questions, K classes, n nodes: all of them, not the inner ones alone.",
    slips=("E29",),
)
