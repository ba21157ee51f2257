"""A forest that predicts numbers, in words and pictures; how alike its trees err."""

import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtlearn import GrowSettings, Stop, grow, load
from dtlearn.data.dataset import significant
from dtlearn.forest.forest import ForestSettings, grow_forest
from dtlearn.forest.likeness import Likeness
from dtlearn.forest.polls import Numbers, poll
from dtlearn.show.forest import charts, numbers
from dtlearn.show.forest import words as errors
from pages.ui.forest import correlation, one_tree, words
from tests.engine.forest.test_forest import forests
from tests.support.strategies import examples

SAID = Numbers((1, 1, 2), (2.0, -1.0, 5.0), (3, 1, 2), (True, True, True))


def test_the_mean_is_written_out_and_its_error_beside_its_trees():
    """f(x) = (2 - 1 + 5)/3 = 2; with y = 1: 1 = (1 + 4 + 16)/3 - (0 + 9 + 9)/3."""
    assert r"f_m(x)" in numbers.sums(SAID, "y", 3)
    assert r"\tfrac{1}{3}\left(2 + \left(-1\right) + 5\right)=2" in numbers.sums(SAID, "y", 3)
    said = numbers.two_errors(SAID, 3, 1.0)
    assert "(2 − 1)² = 1; of a tree, on average: 7. The trees lie 6 from f(x)" in said
    assert "whatever the truth" in numbers.two_errors(SAID, 3, None)
    assert "(2 − (-4))² = 36" in numbers.two_errors(SAID, 3, -4.0)
    marks = numbers.ballots_view(SAID, "y", 2, 1)["trees"]
    assert [mark["sign"] for mark in marks] == ["▲", "▼", "·"]
    assert marks[1]["title"] == "Tree 2: -1, below f(x), leaf with 1 example"
    assert marks[2]["waits"]


def test_who_saw_the_example_is_not_asked():
    said = Numbers((1, 1), (2.0, 4.0), (3, 1), (False, True))
    assert (said.answer(1), said.answer(2)) == (None, 4.0)
    assert numbers.sums(said, "y", 1) == ""
    assert numbers.tally_rows(said, "y", 1, "votes")[1] == []
    assert [mark["sign"] for mark in numbers.ballots_view(said, "y", 2, 1)["trees"]] == ["–", "="]
    assert "left this example out" in numbers.two_errors(said, 1, 2.0)
    assert numbers.caption(None, said, "y", 2, "votes") == "All 2 trees. At the point: f(x) = 4."
    assert numbers.caption(None, said, "y", 1, "votes").startswith("1 of 2 trees. No tree has left")


@examples(25)
@given(forests(regression=True), st.data())
def test_errors_of_numbers_are_mean_squared_errors(forest, data):
    test = forest.data
    one, n = grow(test, forest.settings.tree).tree, data.draw(st.integers(1, len(forest)))
    found = errors.curves(forest, test, one, "votes")
    off = np.square(forest.first(n).predict(test.X) - test.y)
    assert float(found.test.error(n - 1)) == pytest.approx(off.mean(), abs=1e-12)
    assert found.alone[n - 1] == pytest.approx(np.square(forest.trees[n - 1].predict(test.X) - test.y).sum(), abs=1e-12)
    assert errors.error_of(found.test, n - 1) == significant(found.test.lost[n - 1] / len(test))
    assert charts.errors_labels(found, n).y == "mean squared error"
    said = poll(forest, test.X[0])
    told = [
        words.verdict(found),
        words.series_html(found),
        str(errors.errors_table({errors.MEAN: found}, n)),
        numbers.caption(found, said, "y", n, "votes"),
        str(numbers.tally_rows(said, "y", n, "votes")),
    ]
    assert not re.search(r"nan|e-\d\d|wrong|/\d+ = ", " ".join(told))
    ET.fromstring(told[1])
    assert one_tree.n_different(forest) >= 1


# ---- how alike the trees err

ROWS = {
    1: Likeness(10, Fraction(1, 5), Fraction(1, 50), Fraction(3, 10), Fraction(1, 10)),
    2: Likeness(10, Fraction(1, 10), Fraction(1, 20), Fraction(1, 5), Fraction(1, 20)),
}


def test_each_k_has_its_correlation_beside_both_errors():
    table = correlation.table_of(ROWS, 1, 80, False)
    body = ET.fromstring(table).findall(".//tbody/tr")
    assert [["".join(cell.itertext()) for cell in row] for row in body] == [
        ["▶ 1", "0.100", "0.300", "0.100"],
        ["2, all", "0.500", "0.200", "0.050"],
    ]
    said = correlation.text_of(ROWS, 80, False)
    assert (
        "With all 2 features that a tree may ask to choose from, the mistakes of two trees correlate by 0.500, with one"
        " drawn by 0.100." in said
    )
    assert "is least at k = 2: 0.050" in said
    assert "So drawing makes the trees less alike, and each of them worse." in said
    same = {k: replace(one, together=ROWS[1].together, alone=ROWS[1].alone) for k, one in ROWS.items()}
    assert (
        "So drawing makes the trees less alike. The forest’s error is the same at every k: 0.100"
        in correlation.text_of(same, 80, False)
    )
    assert "mean squared error" in correlation.table_of(ROWS, 1, 80, True).lower()


def test_a_leaf_of_numbers_speaks_of_no_class():
    """The stopping rule's own words are about classes."""
    data = load("regression_1d")
    forest = grow_forest(data, ForestSettings(3, GrowSettings(criterion="mse")))
    pure = [(t, i) for t in range(3) for i, stop in enumerate(forest.trees[t].stops) if stop is Stop.PURE]
    assert pure
    for t, i in pure:
        said = one_tree.node_html(forest, forest.trace(t), t, i)
        assert "class" not in said.replace("class='dt-source'", "")
        assert f"y = {forest.trees[t][i].label}." in said


def test_drawing_that_changes_nothing_is_not_praised():
    said = correlation.text_of({1: ROWS[2], 2: ROWS[2]}, 80, False)
    assert "here drawing does not make the trees less alike" in said


def test_the_formula_has_the_numbers_put_in():
    """0.2 (0.1 + 0.9/10) = 0.038, of which 0.02 stays."""
    tex = correlation.latex_of(ROWS, 1)
    assert r"k=1:\ 0.200\left(0.100+\tfrac{1-0.100}{10}\right)&=0.038\ \to\ 0.020" in tex
    assert tex.count("k=") == 2
    assert correlation.latex_of(ROWS, 2).count("k=") == 1


def test_a_correlation_that_is_not_defined_is_said():
    alone = {k: Likeness(1, one.variance, None, one.alone, one.alone) for k, one in ROWS.items()}
    assert "not defined" in correlation.text_of(alone, 80, False)
    assert correlation.table_of(alone, 1, 80, False).count("<td>–</td>") == 1
    assert "k=" not in correlation.latex_of(alone, 1)
