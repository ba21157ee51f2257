"""What stands around a lesson."""

import pytest

from pages.ui.kit import frame, scene, shell
from tests.support.apps import open_page

PLAYED = ("byhand", "unstable")


@pytest.mark.parametrize("page", PLAYED)
def test_the_notes_words_are_not_sent_again_at_a_step(page, monkeypatch):
    """They are kilobytes that no step changes, so they lie outside of what a step draws anew."""
    drawn, inside, usual = [], [], frame.errata_html

    def live(fields, *parts, busy=None):
        inside.append(page)
        for part in parts:
            part()
        inside.clear()

    def slips(found):
        drawn.append(bool(inside))
        return usual(found)

    for place in (scene, shell):
        monkeypatch.setattr(place, "draw_as_fragment", live)
    monkeypatch.setattr(frame, "errata_html", slips)
    open_page(page)
    assert drawn == [False]
