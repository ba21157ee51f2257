"""The pseudocode of the pruning procedures: a line for everything that a step does."""

import re

import pytest

from dtlearn.pruning.edit import Action
from dtlearn.pruning.procedures import PRUNERS
from tests.support import facts

EVENTS = {"look", "choose", *(action.value for action in Action)}


@pytest.mark.parametrize("name", PRUNERS)
def test_lines_are_numbered_and_events_point_at_them(name):
    code = PRUNERS[name].code
    assert [line.number for line in code.lines] == list(range(1, len(code.lines) + 1))
    assert {"look", "leaf"} <= set(code.at) <= EVENTS
    assert set(code.at.values()) <= {line.number for line in code.lines}
    assert code.lines[0].text == code.name


def test_errata_are_those_of_the_facts():
    cited = {e for one in PRUNERS.values() for line in one.code.lines for e in re.findall(r"E\d+", line.erratum)}
    assert cited == {"E14", "E15", "E16", "E32"}
    assert cited <= set(facts.errata())
