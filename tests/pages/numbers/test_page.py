"""The notes' numbers: what the page says of them, and how one is found."""

import re

import pytest

from dtlearn.teaching.figures_and_errata import FIGURES, SOURCES
from tests.support.apps import html, leads_back, open_page, opened


def _ids(at) -> list[str]:
    return re.findall(r'<th scope="row">(S\d+)</th>', html(at))


def test_all_numbers_stand_there_those_that_differ_first():
    at = open_page("numbers")
    differ = [figure.id for figure in FIGURES if figure.verdict != "agrees"]
    assert _ids(at)[: len(differ)] == differ
    assert sorted(_ids(at)) == sorted(figure.id for figure in FIGURES)
    assert "29 agree" in at.markdown[0].value
    assert "3 were rounded on the way" in at.markdown[0].value
    assert "6 are misprints" in at.markdown[0].value


def test_a_number_of_many_digits_leaves_room_for_the_remark():
    said = html(open_page("numbers"))
    assert '<td title="0.8333333333333334">0.8333333…</td><td title="0.8333333333333334">0.8333333…</td>' in said


def test_the_short_names_of_the_notes_are_explained():
    at = open_page("numbers")
    assert {figure.source for figure in FIGURES} <= {*SOURCES}
    assert all(any(f"{name}: {text}." in one.value for one in at.caption) for name, text in SOURCES.items())


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("0.151", ["S4", "S30"]),
        ("0.811", ["S11", "S12", "S27"]),
        ("humidity HIGH", ["S2"]),
        ("s38", ["S38"]),
        ("zebra", []),
    ],
)
def test_a_number_is_found_by_what_its_row_says(asked, found):
    at = opened("numbers")
    at.text_input(key="w_nu_find").set_value(asked).run()
    assert _ids(at) == found
    said = f"{len(found)} number{'s' * (len(found) != 1)} of {len(FIGURES)} found"
    assert [one.value for one in at.caption].count(said) == bool(found)
    nothing = "No number or word fits: clear the search."
    assert [one.value for one in at.markdown].count(nothing) == (not found)
    assert leads_back(at, "numbers")
