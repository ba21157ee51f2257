"""The pseudocode of the pruning procedures: a line for everything that a step does."""

import re

import pytest

from dtlearn.prune import PRUNERS
from dtlearn.textbook_prune import PRUNE_PSEUDOCODE
from tests import facts

DOES = {
    "generic": {"look", "leaf", "raise", "keep"}, "reduced_error": {"look", "leaf", "keep"},
    "weakest_link": {"look", "leaf", "choose"}, "gain_threshold": {"look", "leaf", "keep"},
}  # fmt: skip


def test_every_procedure_has_its_lines():
    assert set(PRUNE_PSEUDOCODE) == set(PRUNERS)


@pytest.mark.parametrize("name", PRUNE_PSEUDOCODE)
def test_lines_are_numbered_and_events_point_at_them(name):
    code = PRUNE_PSEUDOCODE[name]
    assert [line.number for line in code.lines] == list(range(1, len(code.lines) + 1))
    assert set(code.at) == DOES[name]
    assert set(code.at.values()) <= {line.number for line in code.lines}
    assert code.lines[0].text == code.name


def test_errata_are_those_of_the_facts():
    cited = {e for code in PRUNE_PSEUDOCODE.values() for line in code.lines for e in re.findall(r"E\d+", line.erratum)}
    assert cited == {"E14", "E15", "E16", "E32"}
    assert cited <= set(facts.errata())
