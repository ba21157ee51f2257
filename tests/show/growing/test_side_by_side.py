"""The notes' algorithms side by side: the departure is marked in every column, with a line of every text."""

import re
from dataclasses import replace
from html import unescape

from hypothesis import given

from dtlearn import ALGORITHMS, grow, load
from dtlearn.growing.departures import first_departure
from dtlearn.show.growing.side_by_side import columns, departure_text
from dtlearn.trees.pseudocode import PSEUDOCODE
from tests.support.apps import open_page
from tests.support.strategies import datasets, examples


def traces_of(data):
    return {name: grow(data, replace(ALGORITHMS[name], criterion="info_gain")) for name in PSEUDOCODE}


@examples(30)
@given(datasets(max_rows=12))
def test_what_differs_first_is_marked_in_all_columns_and_nothing_else_is(data):
    traces = traces_of(data)
    at = first_departure([*traces.values()])
    for (name, trace), column, i in zip(traces.items(), columns(traces), at or [None] * 4, strict=True):
        if i is None:
            assert "◀" not in column.tests
            continue
        marked = re.findall(r"<b>(?:◀ )?(.*?)(?: ◀)?</b>", column.tests)
        assert len(marked) == 2 + bool(trace.tree[i].split)  # what it does, the line, the test if there is one
        said = unescape(re.search(r"line \d+: <code>(.*?)</code>", column.tests)[1])
        assert said in [line.text.strip() for code in PSEUDOCODE[name] for line in code.lines]
    assert ("same tree" in departure_text(traces)) == (at is None)


def test_xor_is_told_apart_by_the_line_that_stops_at_a_gain_of_0():
    uml, cs181, build, ch8 = columns(traces_of(load("xor")))
    assert "line 10: <code>If Gain(X, D)=0</code>" in cs181.tests
    assert "argmax" in uml.tests
    assert "A leaf, since no candidate has a gain above zero" in build.tests
    assert "A split on" in ch8.tests
    assert "Algorithm 8.1" in ch8.head


def test_the_page_shows_them_where_its_link_asks_for_them():
    at = open_page("grow", v=1, data="xor", below="beside")
    assert any("They first differ at the root" in one.value for one in at.markdown)
    assert not open_page("grow", v=1, data="cars_mpg", below="beside").exception
    at = open_page("grow", v=1, data="xor", below="beside", criterion="gini_gain")
    assert any("Gini gain" in one.value for one in at.markdown)
