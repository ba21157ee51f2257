"""The notes' words stand on the page that they are about."""

import pytest

from dtlearn.teaching.definitions import DEFINITIONS
from tests.support.apps import opened, plain, said


@pytest.mark.parametrize("page", DEFINITIONS)
def test_the_words_of_a_page_stand_there_with_their_source(page):
    text = said(opened(page, v=1, **({"panel": "words"} if page == "grow" else {})))
    for word in DEFINITIONS[page]:
        assert plain(f"**{word.term}**: {word.says} ({word.source}).") in text
        assert word.source.split()[0].rstrip(";,") in {"UML", "CS181", "Ch8", "BuildTree"}
