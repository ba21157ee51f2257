"""The words of the pages: the field's terms, and sentences that can be taken in at one reading."""

import re
from contextlib import suppress
from urllib.parse import parse_qsl

import pytest

from dtlearn.growing.settings import ALGORITHM_TITLES
from dtlearn.teaching import worked_examples
from dtlearn.teaching.glossary import GLOSSARY
from pages.ui.lessons import CHAPTERS
from tests.engine.teaching.test_chapters import texts
from tests.repo.test_links import MODULES
from tests.support import ROOT
from tests.support.apps import component, open_page, opened, plain, staged

LONGEST = 25  # words of a sentence
REJECTED = re.compile(rf"\b({'|'.join(re.escape(one) for word in GLOSSARY for one in word.rejected)})\b", re.I)
# What stood here once, and read as translated; each has a better word by now.
OLD = (
    "parts them without a rest",
    "The gains are in",
    "nobody is graded",
    "A smallest tree there is",
    "Questions nobody asks",
    "up to so many nodes",
    "Least leaf",
    "Least gain",
    "Greatest depth",
    "Most leaves",
    "Most nodes",
    "Least examples",
    "Every tree on the way",
    "All equal links",
    "there is no pruned tree between the two",
    "asks or says something else",
    "What to read with care",
    "wrong labels",
    "Wrong labels",
    "Here stands the partition",
    "as a new moment",
)
SOURCES = [
    path
    for folder, ending in (
        ("pages", "py"),
        ("pages", "js"),
        ("dtlearn/show", "py"),
        ("dtlearn/stage", "js"),
        ("examples", "toml"),
    )
    for path in sorted((ROOT / folder).rglob(f"*.{ending}"))
]


def test_no_old_word_is_written_any_more():
    found = {str(path): old for path in SOURCES for old in OLD if old in _said(path.read_text(encoding="utf-8"))}
    assert found == {}


def _said(source: str) -> str:
    """A source without its docstrings and comments, which no reader of a page sees."""
    return re.sub(r'"""(.|\n)*?"""|^\s*(#|//).*|  # .*', "", source, flags=re.M)


ELSE = {"numbers": {"v": 1, "show": "differ"}}  # the notes' statements, which it shows first, keep the notes' words


def first_words(page: str) -> list[str]:
    """What a page says before anything is unfolded: its texts and labels, and what its stage says of each step."""
    at = open_page(page, **ELSE.get(page, {}))
    folded = {id(element) for fold in at.expander for element in fold if element is not fold}
    seen = [element for part in (at.main, at.sidebar) for element in part if id(element) not in folded]
    found = [element.value for element in seen if element.type in ("markdown", "caption", "info", "warning")]
    found += [text for element in seen for text in (getattr(element, "label", ""), *getattr(element, "options", ()))]
    with suppress(LookupError):  # a page without a stage
        document, _ = staged(at)
        found += [frame.get(name, "") for frame in document["frames"] for name in ("caption", "remark")]
    return [*found, " ".join(element.proto.body for element in seen if element.type == "html")]


def sentences(text: str) -> list[str]:
    """The sentences of a text in Markdown or HTML; what stands after a colon is one of its own."""
    text = re.sub(r"<(style|svg|script).*?</\1>|<[^>]+>", "\n", plain(text), flags=re.S)
    return re.split(r"(?<=[.!?:;])[*_”)]*\s+|\n", re.sub(r"\$[^$]*\$", "x", text))


NOTES = re.compile(r"CS181|BuildTree|Ch8|UML\b")  # names that only who holds the notes knows
TEACH = {page.name for chapter in CHAPTERS if chapter.menu == "Teach" for page in chapter.entries}


@pytest.mark.parametrize("page", [page for page in MODULES if page not in TEACH])
def test_a_page_names_the_lecture_notes_in_small_only(page):
    *found, drawn = first_words(page)
    assert not [
        text for text in found if NOTES.search(text) and "ollow" not in text
    ]  # but for what it follows, at its foot
    assert not NOTES.search(" ".join(re.findall(r'class="?dt-title.*?</h1>', drawn)))


@pytest.mark.parametrize("title", ALGORITHM_TITLES.values())
def test_an_algorithm_is_called_by_what_it_does(title):
    assert not NOTES.search(title)


@pytest.mark.parametrize("page", MODULES)
def test_a_page_begins_with_short_sentences(page):
    said = [str(text) for text in first_words(page)]
    found = [sentence for text in said for sentence in sentences(text)]
    assert found
    assert [s for s in found if len(re.findall(r"\S*[A-Za-z]\S*", s)) > LONGEST] == []
    ours = [sentence for text in said for sentence in sentences(re.sub("“[^”]*”", "", text))]  # the notes keep theirs
    assert [s for s in ours if REJECTED.search(s)] == []
    if page not in ("criteria", "home", "learn"):  # where chapter 2 plays, and where its card lies
        assert "surpris" not in " ".join(said).casefold()


@pytest.mark.parametrize("name", worked_examples.chapters())
def test_a_chapter_says_no_rejected_word_and_surprise_in_its_own_sense(name):
    deck = worked_examples.load(name)
    said = [deck.title, *texts(deck)]
    assert [text for text in said if REJECTED.search(text)] == []
    assert name.startswith("2-") or "surpris" not in " ".join(said).casefold()


@pytest.mark.parametrize("word", GLOSSARY, ids=lambda word: word.term)
def test_a_word_of_the_glossary_leads_to_where_it_is_shown(word):
    page, _, query = word.shown.partition("?")
    assert opened(page, **dict(parse_qsl(query)))
    assert word.says.endswith(".")


@pytest.mark.parametrize("page", MODULES)
def test_the_words_are_behind_the_question_mark_of_every_page_and_a_student_stays_one(page):
    words = component(opened(page, v=1, student=1), "words")["words"]
    assert words == [[word.term, word.says, f"{word.shown}&student=1"] for word in GLOSSARY]


def test_what_only_the_holder_of_the_notes_needs_stands_under_teach():
    """Their numbers, errors and words are one page there, one click from where Home's door for lecturers leads."""
    assert "numbers" in TEACH
    at = opened("examples", v=1)
    assert "numbers" in [link.proto.page for link in at.get("page_link") if "notes" in link.proto.label]
    shown = opened("numbers", v=1).segmented_control(key="w_show").options
    assert {"Read along", "Errors and traps", "Glossary"} <= {*shown}
