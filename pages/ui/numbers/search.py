"""One search over what the pages, the notes and the course say: by the notes' words, by others, and with a slip."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple
from urllib.parse import urlencode

import streamlit as st
from rapidfuzz import fuzz, process

from dtlearn.growing.settings import ALGORITHM_TITLES
from dtlearn.show.base.html import true_text
from dtlearn.teaching import worked_examples
from dtlearn.teaching.definitions import DEFINITIONS
from dtlearn.teaching.figures_and_errata import ERRATA, FIGURES
from dtlearn.teaching.glossary import GLOSSARY
from dtlearn.trees.pseudocode import PSEUDOCODE
from pages.ui.grow.lesson import BELOW, link_to
from pages.ui.grow.lesson import LESSON as GROW
from pages.ui.kit.codec import ASKED
from pages.ui.kit.contents import TITLES
from pages.ui.kit.scene import link
from pages.ui.lessons import LESSONS, PAGES
from pages.ui.numbers.notes import links_html, statements

MOST = 12  # entries shown
HERE = "numbers?v=1&show=errors"  # an error that bites on no page
LONGEST = 60  # letters of what is looked for
ALIKE = 82  # of 100, by rapidfuzz: one wrong letter of five or more
ASKS = re.compile(r"^what (is|are|does) ((an?|the) )?(?=.)")  # a question about a word asks for the word
LEAST_TYPO = 4  # letters of a word that may be mistyped
# The field's other names for what the pages and the notes call otherwise.
ALSO = {
    "false negative": "cost differently",
    "false positive": "cost differently",
    "cost sensitive": "cost differently",
    "confusion": "cost differently",
    "occam": "smaller tree",
    "razor": "smaller tree",
    "deviance": "entropy",
    "information": "entropy",
    "split entropy": "split info",
    "cart": "algorithm 8",
    "one hot": "one value against the rest",
    "dummy": "one value against the rest",
    "stump": "decision stump",
    "variance": "high variance",
    "attribute": "feature",
    "predictor": "feature",
    "instance": "example",
    "target": "class",
    "out of bag": "bagging",
    "bootstrap": "bagging",
    "ensemble": "forest",
    "post pruning": "pruning",
    "early stopping": "size limits",
    "regularisation": "penalty",
    "mdl": "penalty",
    "minimum description length": "penalty",
    "heuristic": "greedy",
}


class Entry(NamedTuple):
    """Something to be found. kind : what it is. title : its first line. more : further words that find it."""

    kind: str
    title: str
    more: str
    link: str


def _entries() -> Iterator[Entry]:
    for page in PAGES.values():
        yield Entry("Page", page.title, page.about, page.name)
    for lesson in LESSONS.values():
        for preset in lesson.presets.values():
            address = link(lesson.name, lesson.fields, **preset.scene)
            yield Entry(lesson.title, preset.title, f"{preset.says} {preset.ends}", address)
    for part, title in BELOW.items():
        yield Entry(GROW.title, title, "", link(GROW.name, GROW.fields, below=part))
    for name in worked_examples.chapters():
        deck = worked_examples.load(name)
        for k, slide in enumerate(deck.slides, 1):
            place = urlencode(slide.query | {"deck": name, "moment": str(k)})
            address = f"{slide.page or 'home'}?{place}"
            yield Entry("Course", f"{deck.title}, slide {k}", slide.caption, address)
    for word in GLOSSARY:
        yield Entry("Word", word.term, f"{word.says} {' '.join(word.rejected)}", word.shown)
    for page, words in DEFINITIONS.items():
        for word in words:
            more = f"{word.says} {word.source}"
            yield Entry(f"Word of the notes: {TITLES[page]}", word.term, more, f"{page}?v=1&below=words")
    for algorithm, codes in PSEUDOCODE.items():
        address = link(GROW.name, GROW.fields, algorithm=algorithm, panel="pseudocode")
        for code in codes:
            said = " ".join(line.text for line in code.lines)
            yield Entry("Pseudocode", f"{code.name} ({code.source})", f"{ALGORITHM_TITLES[algorithm]} {said}", address)
    for figure in FIGURES:
        if figure.moment:
            more = f"{figure.source} {true_text(figure)} {figure.note}"
            address = f"{link_to(figure.moment)}&{ASKED}={figure.id}"
            yield Entry("Number", f"{figure.what}: {figure.printed}", more, address)
    scenes = {name: lesson.scene() for name, lesson in LESSONS.items()}
    bites = {name: one.slips(scenes[name]) if callable(one.slips) else one.slips for name, one in LESSONS.items()}
    for slip in ERRATA:
        address = next((f"{name}?v=1&below=errors" for name, slips in bites.items() if slip.id in slips), HERE)
        yield Entry(f"Error {slip.id}", slip.says, f"{slip.source} {slip.true}", address)
    for title, rows in statements().items():
        for row in rows:
            if row.shown:
                yield Entry(f"Notes: {title}", row.says, row.id, row.link)


def words_of(text: str) -> list[str]:
    """The words and numbers of a text, in small letters; 0.151 and .151 are one number."""
    return [
        word.removeprefix("0") if "." in word else word for word in re.findall(r"\.?\w+(?:\.\w+)*", text.casefold())
    ]


class Index(NamedTuple):
    """What is searched. first, rest : of each entry the words of its title, and its other words."""

    entries: tuple[Entry, ...]
    first: tuple[frozenset[str], ...]
    rest: tuple[frozenset[str], ...]
    words: tuple[str, ...]


@cache
def index() -> Index:
    """The entries of all pages, read once."""
    entries = tuple(_entries())
    first = tuple(frozenset(words_of(f"{entry.kind} {entry.title}")) for entry in entries)
    rest = tuple(frozenset(words_of(entry.more)) for entry in entries)
    return Index(entries, first, rest, tuple(sorted(frozenset().union(*first, *rest))))


def found(asked: str) -> list[Entry]:
    """The entries that have every word asked for, or one that is meant by it, the best first.

    A word is found where one begins with it; where none does, where one is nearly the same. A title that is all that
    was asked stands first, then those that hold it as it was asked; what another name leads to, behind.
    """
    every, score, plain = index(), Counter(), ASKS.sub("", " ".join(words_of(asked)))
    for k, wanted in enumerate(_readings(plain)):
        likely = [_meant(word, every.words) for word in wanted]
        for i, (first, rest) in enumerate(zip(every.first, every.rest, strict=True)):
            each = [2 * bool(first & meant) + bool(rest & meant) for meant in likely]
            if each and all(each):
                said = sum(each) / len(each) + (plain in every.entries[i].title.casefold()) - 0.5 * bool(k)
                said += 2 * (words_of(every.entries[i].title) == wanted)
                score[i] = max(score[i], said)
    best = sorted(score, key=lambda i: (-score[i], len(every.first[i]), i))
    return [every.entries[i] for i in best]


def _readings(asked: str) -> Iterator[list[str]]:
    """The words asked for, and the same with the pages' own words for what has another name."""
    yield asked.split()
    for name, ours in ALSO.items():
        if re.search(rf"\b{name}s?\b", asked):
            yield re.sub(rf"\b{name}s?\b", ours, asked).split()


def _meant(word: str, words: tuple[str, ...]) -> frozenset[str]:
    """Those of the words that a word may mean."""
    if begun := [one for one in words if one.startswith(word)]:
        return frozenset(begun)
    if len(word) < LEAST_TYPO or not word.isalpha():
        return frozenset()
    near = process.extract(word, words, scorer=fuzz.ratio, score_cutoff=ALIKE, limit=5)
    return frozenset(one for one, *_ in near)


@st.fragment
def search() -> None:
    """The field, and below it what is found, each a link to its place."""
    asked = st.text_input(
        "Find a word, a number, an algorithm or a lesson",
        placeholder="conditional entropy, 0.151, Algorithm 8.1, XOR",
        max_chars=LONGEST,
        key="nu_find",
    )
    if not words_of(asked):
        return
    every = found(asked)
    if not every:
        st.markdown("Nothing fits: try another word, or fewer.")
        return
    st.html(links_html((one.title, one.link, one.kind) for one in every[:MOST]))
    if len(every) > MOST:
        st.caption(f"The first {MOST} of {len(every)}: one more word makes them fewer.")
