"""Where growths of the same data first differ: against the textbook's four algorithms."""

from dataclasses import replace

import pytest
from hypothesis import given

from dtlearn import ALGORITHMS, grow, load
from dtlearn.growing.departures import first_departure, order_of_tests
from dtlearn.trees.pseudocode import PSEUDOCODE
from tests.engine.teaching.test_textbook import by_the_book
from tests.support import textbook as book
from tests.support.strategies import datasets, examples


def traces_of(data, criterion: str = "info_gain"):
    return [grow(data, replace(ALGORITHMS[name], criterion=criterion)) for name in PSEUDOCODE]


def parts(node, rows, data) -> dict[int, tuple[int, ...]]:
    """Branch -> its examples, of those branches that get some; {} of a leaf of the textbook."""
    found = {}
    for i in rows if isinstance(node, book.Split) else ():
        x = data.X[i, node.feature]
        numeric = data.schema.features[node.feature].numeric
        b = int(x) if node.at is None else int(not (x < node.at if numeric else x == node.at))
        found[b] = (*found.get(b, ()), i)
    return found


def departs(nodes, rows, data) -> tuple[int, ...] | None:
    """The examples of the first node, depth first, that the textbook's trees decide differently."""
    ways = [parts(node, rows, data) for node in nodes]
    if len({(node.feature if w else None, frozenset(w.values())) for node, w in zip(nodes, ways, strict=True)}) > 1:
        return rows
    for part in ways[0].values():
        below = [
            node.branches[next(b for b, theirs in w.items() if theirs == part)]
            for node, w in zip(nodes, ways, strict=True)
        ]
        if (found := departs(below, part, data)) is not None:
            return found
    return None


@examples(60)
@given(datasets(max_rows=12))
def test_the_first_departure_is_that_of_the_four_textbook_versions(data):
    traces = traces_of(data)
    at = first_departure(traces)
    theirs = departs([by_the_book(name, data, "info_gain") for name in PSEUDOCODE], tuple(range(len(data))), data)
    if theirs is None:
        assert at is None
    else:
        assert {tuple(trace.tree[i].rows.tolist()) for trace, i in zip(traces, at, strict=True)} == {theirs}


def test_a_growth_departs_nowhere_from_itself_and_tests_are_in_depth_first_order():
    trace = grow(load("play_tennis"), ALGORITHMS["ID3 (CS181)"])
    assert first_departure([trace, trace]) is None
    titles = [trace.tree[i].split.title(trace.data.schema) for i in order_of_tests(trace)]
    assert titles == ["Outlook", "Humidity", "Wind"]


@pytest.mark.parametrize(("data", "path"), [("play_tennis", ()), ("xor", ()), ("iris", None)])
def test_known_tables_depart_where_the_notes_say(data, path):
    """Tennis: a branch per value or yes/no; XOR: a gain of 0 stops or not; numbers: all the same."""
    traces = traces_of(load(data))
    at = first_departure(traces)
    assert (at and traces[0].tree[at[0]].path) == path
