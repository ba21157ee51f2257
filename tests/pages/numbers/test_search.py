"""The search over pages, notes and course: what has a word, or nearly, is found, and its link opens."""

import random
import re
from html import escape
from urllib.parse import parse_qsl

import pytest

from pages.ui.kit.contents import TITLES
from pages.ui.numbers.notes import formula_html, link_html, statements
from pages.ui.numbers.search import ALSO, MOST, found, index, words_of
from tests.support.apps import html, open_page, opened

ENTRIES = index().entries
OPENED = [entry for entry in ENTRIES if entry.kind.startswith(("Pseudocode", "Word of"))]


@pytest.mark.parametrize("entry", random.Random(42).sample(ENTRIES, 60), ids=lambda entry: entry.title[:40])
def test_what_is_asked_by_its_own_words_is_found(entry):
    assert entry in found(" ".join(sorted(set(words_of(entry.title)), key=str.casefold)))
    assert entry in found(f"{entry.kind} {entry.title}".upper())


@pytest.mark.parametrize("kind", ["dropped", "doubled", "turned"])
def test_a_word_with_one_wrong_letter_finds_what_the_word_finds(kind):
    draw = random.Random(kind)
    for word in draw.sample([word for word in index().words if word.isalpha() and len(word) > 6], 40):
        k = draw.randrange(2, len(word) - 2)
        bad = {
            "dropped": word[:k] + word[k + 1 :],
            "doubled": word[:k] + word[k] + word[k:],
            "turned": word[:k] + word[k + 1] + word[k] + word[k + 2 :],
        }[kind]
        whole, near = found(word), found(bad)
        assert any(one.startswith(bad) for one in index().words) or {*whole} & {*near}, (word, bad)


@pytest.mark.parametrize(
    ("asked", "title"),
    [
        ("Occam", "Occam's razor"),
        ("stump", "Decision stump"),
        ("conditional entropy", "Conditional entropy"),
        ("deviance", "entropy"),
        ("CART", "Algorithm 8.2 (Ch8 8.2)"),
        ("Algorithm 8.1", "Algorithm 8.1 (Ch8 8.2)"),
        ("one-hot", "Figure 8.2(b): one value against the rest"),
        ("false negatives", "errors may cost differently: false negatives in medicine"),
        ("0.151", "information gain of Humidity: 0.151"),
        (".151", "information gain of Humidity: 0.151"),
        ("prunning", "Pruning"),
    ],
)
def test_the_notes_terms_and_the_fields_other_names_are_found_first(asked, title):
    assert title in [entry.title for entry in found(asked)[:MOST]]


@pytest.mark.parametrize("asked", ["entropy", "what is entropy", "What is the entropy?", "deviance"])
def test_a_word_that_is_all_that_was_asked_is_explained_first(asked):
    first = found(asked)[0]
    assert (first.kind, first.title) == ("Word", "entropy")


@pytest.mark.parametrize("entry", [one for one in ENTRIES if one.kind == "Word"], ids=lambda entry: entry.title)
def test_a_word_of_the_glossary_stands_before_all_that_only_hold_it(entry):
    for asked in (entry.title, f"what is {entry.title}"):
        whole = [words_of(one.title) == words_of(entry.title) for one in found(asked)]
        assert whole == sorted(whole, reverse=True)
        assert entry in found(asked)[: sum(whole)]


def test_every_other_name_leads_somewhere():
    assert [name for name in ALSO if not found(name)] == []


@pytest.mark.parametrize("asked", ["", " ", ".", "<script>", "zzzzqqq", "𝓍 **b** [a](b)", "0" * 60])
def test_what_nobody_has_written_is_found_nowhere_and_breaks_nothing(asked):
    assert found(asked) == []
    at = opened("numbers")
    at.text_input(key="nu_find").set_value(asked).run()
    assert not at.exception
    nothing = "Nothing fits: try another word, or fewer."
    assert [one.value for one in at.markdown].count(nothing) == bool(words_of(asked))


@pytest.mark.parametrize("link", sorted({entry.link for entry in OPENED}))
def test_a_link_that_is_found_opens(link):
    page, _, query = link.partition("?")
    assert not open_page(page, **dict(parse_qsl(query, strict_parsing=bool(query)))).warning


def test_what_is_found_is_a_list_of_links_and_says_how_many_there_are():
    at = opened("numbers")
    at.text_input(key="nu_find").set_value("entropy").run()
    said = html(at)
    assert all(link_html(one.title, one.link) in said for one in found("entropy")[:MOST])
    assert f"The first {MOST} of {len(found('entropy'))}: one more word makes them fewer." in [
        one.value for one in at.caption
    ]


def test_the_notes_are_read_along_in_their_order_each_statement_with_its_link():
    said = html(open_page("numbers"))
    rows = [row for rows in statements().values() for row in rows]
    found = re.findall(r"<tr><td>(\w+)</td><td>(.*?)</td><td>(.*?)</td></tr>", said)
    assert [(id_, says) for id_, says, _ in found] == [
        (
            row.id,
            link_html(row.says, row.link, formula_html)
            if row.shown
            else f"{formula_html(row.says)} ({escape(row.link)})",
        )
        for row in rows
    ]
    assert [seen for *_, seen in found] == [TITLES[row.link.split("?")[0]] if row.shown else "" for row in rows]
    assert "L<sub>D</sub>(h) ≤ L<sub>S</sub>(h) + √(((n+1) log₂(d+3) + log(2/δ)) / 2m)" in said
    assert (
        "θ<sub>0,i</sub> ... θ<sub>m+1,i</sub>, one in each gap of the sorted values, with x<sub>0</sub> = −∞" in said
    )
