"""The notes' printed numbers and slips, as the pages show them, against the facts."""

from fractions import Fraction
from math import log2

import numpy as np
import pytest

from dtlearn import ALGORITHMS, CRITERIA, Stop, grow, load, names
from dtlearn.growing.grow import GrowSettings
from dtlearn.teaching.figures_and_errata import ERRATA, FIGURES, errata, notes_for
from tests.support import facts
from tests.support.strategies import SMALL

OURS = {figure.id: figure for figure in FIGURES}
FACTS = {fact["id"]: fact for fact in facts.printed()}


# What the notes print beyond the facts' list: exact, from the notes' own words.
PRINTED = {
    "S31": Fraction(25, 33),
    "S32": Fraction(5, 6),
    "S33": Fraction(107, 132),
    "S34": Fraction(9, 11),
    "S35": 1,
    "S36": 1,
    "S37": Fraction(36, 1000),
    "S38": (3 * Fraction(46, 1000) + 4 * Fraction(115, 1000)) / 7,
}
SLIPS = tuple(f"E{k}" for k in range(45, 51))


def test_every_printed_figure_is_here():
    assert [figure.id for figure in FIGURES] == [*FACTS, *PRINTED]


@pytest.mark.parametrize("id_", PRINTED)
def test_a_figure_beyond_the_facts_is_exact(id_):
    assert OURS[id_].value() == PRINTED[id_]
    assert OURS[id_].verdict == {"S32": "rounded", "S37": "misprint"}.get(id_, "agrees")
    assert OURS[id_].note or OURS[id_].verdict == "agrees"


def test_the_mean_of_the_forests_is_that_of_the_accuracies_as_printed():
    first, second, third = (Fraction(OURS[id_].printed) for id_ in ("S32", "S33", "S34"))
    assert f"{float((2 * first + 2 * second + third) / 5):.7f}" == OURS["S23"].printed


@pytest.mark.parametrize("id_", FACTS)
def test_a_figure_is_that_of_the_facts(id_):
    """Its true value, its text as printed, whether it is right; what is not has a note."""
    ours, fact = OURS[id_], FACTS[id_]
    assert float(ours.value()) == pytest.approx(fact["value"], abs=1e-12)
    assert ours.printed == fact["printed"]
    assert (ours.verdict == "agrees") == fact["ok"]
    assert ours.note or ours.verdict == "agrees"


def test_cut_figures_are_not_called_misprints():
    """S4 and S30 cut a digit; the .881 of Ch8 are slips."""
    verdicts = {figure.id: figure.verdict for figure in FIGURES if figure.verdict != "agrees"}
    assert {id_ for id_, verdict in verdicts.items() if verdict == "rounded"} == {"S4", "S30", "S32"}


@pytest.mark.parametrize("figure", [f for f in FIGURES if f.moment], ids=lambda f: f.id)
def test_the_moment_of_a_figure_exists(figure):
    moment = figure.moment
    data = load(moment.data)
    assert moment.algorithm in ALGORITHMS
    assert moment.criterion in CRITERIA
    assert moment.feature is None or moment.feature < len(data.schema.features)


@pytest.mark.parametrize("erratum", ERRATA, ids=lambda e: e.id)
def test_an_erratum_is_one_of_the_facts_and_its_conditions_can_hold(erratum):
    assert erratum.id in {*facts.errata(), *SLIPS}
    assert set(erratum.algorithms) <= set(ALGORITHMS)
    assert set(erratum.criteria) <= set(CRITERIA)
    assert set(erratum.data) <= set(names())
    assert set(erratum.stops) <= set(Stop.__members__)


def test_every_erratum_bites_somewhere():
    met = set()
    for name in SMALL:
        for algorithm, settings in ALGORITHMS.items():
            for criterion in ("info_gain", "gini_gain", "gain_ratio"):
                trace = grow(load(name), GrowSettings(**(vars(settings) | {"criterion": criterion})))
                for node in trace.tree if len(trace.tree) < 40 else [trace.tree[0]]:
                    met |= {e.id for e in notes_for(trace, algorithm, node.i).errata}
    assert met == {e.id for e in ERRATA if e.growth}


def test_errata_are_found_by_their_ids_and_have_ids_of_their_own():
    assert [e.id for e in errata("E29", "E1")] == ["E29", "E1"]
    with pytest.raises(KeyError):
        errata("E99")
    numbers = [int(e.id.removeprefix("E")) for e in ERRATA]
    assert numbers == sorted({*numbers})
    text = {e.id: e for e in ERRATA}
    assert "θ₀, …, θₘ₊₁" in text["E33"].says
    assert "m+1 gaps" in text["E33"].true
    assert "not a slip" in text["E34"].true
    assert "gain ratio" in text["E47"].true
    assert "k ≤ 2ᵈ" in text["E35"].true  # one yes/no feature: facts.md, d=1
    assert "left open" in text["E9"].true


def test_notes_stand_at_their_node_and_nowhere_else():
    trace = grow(load("play_tennis"), ALGORITHMS["BuildTree"])
    root = notes_for(trace, "BuildTree", 0)
    assert "S4" in [figure.id for figure in root.figures]
    assert "E3" in [erratum.id for erratum in root.errata]
    assert notes_for(trace, "BuildTree", 1).figures == ()


def test_what_holds_for_a_whole_growth_is_said_at_its_root_only():
    trace = grow(load("golf_numeric"), GrowSettings(criterion="gini_gain"))
    at = [{e.id for e in notes_for(trace, "ID3 (UML)", node.i).errata} for node in trace.tree]
    assert {"E10", "E27"} <= at[0]
    assert all(not {"E10", "E27"} & ids for ids in at[1:])
    assert "E10" not in {e.id for e in notes_for(grow(load("golf_numeric")), "ID3 (UML)", 0).errata}


def test_e10_and_e27_are_true():
    p = np.linspace(0, 1, 100_001)[1:-1]
    bits = -p * np.log2(p) - (1 - p) * np.log2(1 - p)
    one, error = p * (1 - p), np.minimum(p, 1 - p)
    apart = np.abs(bits - 4 * one)
    where = p[apart.argmax()]
    text = next(e.true for e in ERRATA if e.id == "E10")
    assert f"up to {apart.max():.3f} apart, at p = {min(where, 1 - where):.4f}" in text
    assert (bits.max(), (2 * one).max()) == pytest.approx((1, 1 / 2))
    assert (2 * one >= error - 1e-12).all()
    assert (bits / log2(4) >= error - 1e-12).all()
    assert not (one >= error).all()
    assert not (bits / log2(10) >= error).all()


def test_the_lines_as_printed_evaluate_as_the_facts_say():
    for id_ in ("S27", "S28", "S29", "S30"):
        assert isinstance(OURS[id_].value(), Fraction)
        assert OURS[id_].value() == Fraction(FACTS[id_]["exact"])
