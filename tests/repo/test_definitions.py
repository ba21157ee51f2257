"""The notes' words stand on the page that they are about."""

import re
from html import unescape

import pytest

from dtlearn.teaching.definitions import DEFINITIONS
from tests.support.apps import html, open_page, opened, plain, said


@pytest.mark.parametrize("page", DEFINITIONS)
def test_the_words_of_a_page_stand_there_with_their_source(page):
    text = said(opened(page, v=1))
    for word in DEFINITIONS[page]:
        assert plain(f"**{word.term}**: {word.says} ({word.source}).") in text
        assert word.source.split()[0].rstrip(";,") in {"UML", "CS181", "Ch8", "BuildTree"}


def test_every_word_is_listed_once_with_the_pages_that_explain_it():
    listed = unescape(html(open_page("numbers", v=1, show="words")))
    lines = dict(re.findall(r"<li>(.*?): (<a .*?)</li>", listed))
    assert list(lines) == sorted({one.term for every in DEFINITIONS.values() for one in every}, key=str.casefold)
    for page, every in DEFINITIONS.items():
        assert all(f'href="{page}?v=1&below=words"' in lines[one.term] for one in every)
