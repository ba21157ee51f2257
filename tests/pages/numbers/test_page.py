"""The notes' numbers: what the page says of them, and how one is found."""

import re
from html import unescape
from math import log2
from urllib.parse import parse_qsl, urlsplit

import pytest

from dtlearn.show.base.html import sum_text
from dtlearn.teaching.figures_and_errata import FIGURES, SOURCES
from tests.support.apps import html, open_page


def _ids(at) -> list[str]:
    return re.findall(r'<th scope="row">(S\d+)</th>', html(at))


def test_the_rows_are_filtered_and_a_misprint_stands_above_the_line_that_it_spoils():
    at = open_page("numbers", v=1, show="differ")
    assert _ids(at) == ["S12", "S28", "S14", "S29", "S16", "S37", "S4", "S30", "S32"]
    said = next(one.value for one in at.markdown if "agree" in one.value)
    assert "29 agree" in said
    assert "2 were cut or rounded**; 1 ends in a computer's last digit" in said
    assert "3 are misprints** and spoil 3 more lines" in said
    at.segmented_control(key="w_show").set_value("agree").run()
    assert len(_ids(at)) == 29
    assert sorted(_ids(open_page("numbers", v=1, show="all"))) == sorted(figure.id for figure in FIGURES)


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.id)
def test_a_row_unfolds_its_sum_whose_numbers_give_the_result(figure):
    said = sum_text(figure)
    assert said in unescape(html(open_page("numbers", v=1, show="all")))
    written, _, result = said.rpartition(" = " if " = " in said else " ≈ ")
    if "counted" in written:
        return
    python = re.sub(r"log₂ ([\d/]+)", r"* log2(\1)", written)
    for sign, other in (("−", "-"), ("·", "*"), ("²", "**2")):
        python = python.replace(sign, other)
    assert eval(python, {"log2": log2}) == pytest.approx(float(figure.value()), abs=1.5e-4)


def test_a_link_says_at_its_step_which_number_it_is_about_and_leads_back():
    link = re.search(r'href="(grow[^"]*figure=S12)"', unescape(html(open_page("numbers", v=1, show="differ"))))[1]
    at = open_page("grow", **dict(parse_qsl(urlsplit(link).query)))
    assert not at.warning
    back = re.search(r'<p class="dt-asked".*?S12.*?print <b>.881</b>, it is 0.8113.*?href="(.*?)"', html(at))[1]
    again = open_page("numbers", **dict(parse_qsl(urlsplit(unescape(back)).query)))
    assert '<tr class="dt-misprint dt-asked">' in html(again)
    assert html(again).count("<details open>") == 1
    assert '<p class="dt-asked"' not in html(open_page("grow", v=1, figure="S12"))  # another growth


def test_a_number_of_many_digits_leaves_room_for_the_remark():
    said = html(open_page("numbers", v=1, show="differ"))
    assert (
        '<td title="0.8333333333333334">0.833…333<u>4</u></td><td title="0.83333333333333333">0.833…33<u>33</u></td>'
        in said
    )


def _row(said: str, id_: str) -> str:
    return re.search(f'<th scope="row">{id_}</th>.*?</tr>', said)[0]


def test_a_line_that_holds_a_slip_is_no_misprint_of_its_own_and_what_happened_is_said_truly():
    said = html(open_page("numbers", v=1, show="differ"))
    for line, slip in (("S28", "S12"), ("S29", "S14"), ("S37", "S16")):
        assert f"✎ has the slip {slip}" in _row(said, line)
        assert "a\u00a0misprint" in _row(said, slip)
    assert "≈ rounded on the way" in _row(said, "S4")
    assert "≈ cut<" in _row(said, "S30")
    assert "≈ the computer's last digit" in _row(said, "S32")


def test_digits_that_differ_are_underlined_and_a_table_without_remarks_has_no_column_for_them():
    said = html(open_page("numbers", v=1, show="all"))
    assert '">\u2007.8<u>81</u></td><td title="0.8112781244591328">0.8<u>113</u></td>' in _row(said, "S12")
    assert '">0.151</td><td title="0.1515">0.151<u>5</u></td>' in _row(said, "S30")
    assert "<u>" not in _row(said, "S31")
    said = html(open_page("numbers", v=1, show="differ"))
    agree = html(open_page("numbers", v=1, show="agree"))
    assert ("Remark" in said, "Remark" in agree) == (True, False)


def test_the_short_names_of_the_notes_are_explained():
    at = open_page("numbers", v=1, show="differ")
    assert {figure.source for figure in FIGURES} <= {*SOURCES}
    assert all(any(f"{name}: {text}." in one.value for one in at.caption) for name, text in SOURCES.items())
