"""Random links to every page, few of them: ``python -m tests.support.fuzz`` opens thousands."""

from itertools import islice

import pytest

from pages.ui.examples.decks import PAGES
from tests.support.fuzz import links, opened

LINKS = list(islice(links(seed=3), len(PAGES)))


@pytest.mark.parametrize(("page", "query"), LINKS, ids=[f"{k}-{page}" for k, (page, _) in enumerate(LINKS)])
def test_no_link_raises_and_none_gets_two_warnings(page, query):
    found = opened(page, query)
    assert not found.wrong, found.link
