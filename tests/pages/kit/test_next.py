"""Each page ends with the way to the next one."""

import pytest

from pages.ui.kit.contents import TITLES
from pages.ui.lessons import NEXT
from tests.support.apps import open_page


def onward(at) -> list[str]:
    return [link.proto.label for link in at.get("page_link") if link.proto.label.startswith("Next: ")]


def test_who_follows_next_sees_every_page_once():
    page, seen = next(iter(TITLES)), []
    while page:
        seen.append(page)
        page = NEXT[page].name if page in NEXT else ""
    assert seen == [*TITLES]


@pytest.mark.parametrize("page", ["criteria", "own", "numbers", "home"])
def test_a_page_ends_with_its_next_step(page):
    after = [f"Next: {NEXT[page].title} →"] if page in NEXT else []
    assert onward(open_page(page)) == after


def test_a_worked_example_has_a_way_of_its_own():
    assert onward(open_page("grow", v=1, deck="play-tennis", moment=1)) == []
