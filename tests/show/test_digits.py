"""Numbers with their digits: what differs reads differently, a target keeps three digits,
float noise is never shown."""

import json
import re
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from dtlearn import Feature, ForestSettings, GrowSettings, grow
from dtlearn.data.dataset import from_arrays, significant
from dtlearn.data.packing import pack, unpack
from dtlearn.forest.forest import grow_forest
from dtlearn.forest.likeness import likeness
from dtlearn.forest.polls import poll
from dtlearn.growing.errors import losses
from dtlearn.show.base import arithmetic
from dtlearn.show.base.text import contents, fixed, measured, outline, tree_text
from dtlearn.show.forest import numbers
from dtlearn.show.growing import captions, panels, tables
from dtlearn.show.plane.view import partition_view
from dtlearn.show.tree.view import tree_view
from dtlearn.show.tree.way import way, way_text
from pages.ui.forest import correlation

MSE = GrowSettings(criterion="mse")
STAMPS = [1700000000123.0, 1700000000124.0, 1700000000125.0]
reals = st.floats(-1e15, 1e15, allow_subnormal=False)


def regression(ys, xs=None):
    return from_arrays([[x] for x in xs or range(len(ys))], ys, ["x"], target="y", regression=True)


def everything(data) -> list[str]:
    """Every text that the growth of a tree shows of its numbers."""
    trace = grow(data, MSE)
    tree, steps = trace.tree, trace.steps()
    said = [tree_text(tree), tree.to_dot(), *(contents(node) for node in tree), *(node.label for node in tree)]
    said += [captions.caption(step) for step in steps] + [text for _, text, _ in outline(tree)]
    view, plane = tree_view(tree), partition_view(tree, data, [0], [0.0])
    said += [line for node in view["nodes"] for line in (node["title"], *node["lines"], node["label"])]
    said += [*view["scale"]["texts"], *plane["scale"]["texts"], *(t for r in plane["regions"] for t in r["says"])]
    said += [way_text(way(tree, row), row) for row in data.X]
    for node in tree:
        if node.split:
            said += [panels.contingency_html(trace, node.i, c) for c in range(len(trace.candidates[node.i]))]
            said += arithmetic.arithmetic(trace, node.i, trace.candidates[node.i].chosen)
    said += [
        json.dumps(steps.walkthrough().document["rules"]),
        *(row["title"] for step in steps for row in tables.candidate_rows(step, None, None)),
    ]
    return said


def test_a_small_target_reads_as_what_it_is_everywhere():
    """Issue 14: y from 0.0001 to 0.0005 must not read "y = 0, a leaf 0" anywhere."""
    said = everything(regression([0.0001, 0.0002, 0.0004, 0.0005]))
    for text in said:
        assert not re.search(r"leaf 0(\.0+)?\b(?!\.\d)|y = 0\b(?!\.\d)|mean 0(\.0+)?\b(?!\.\d)", text), text
    text = "\n".join(said)
    assert "leaf 0.0005" in text
    assert "mean 0.0003" in text
    assert re.search(r"0\.000500\b", text)  # as a leaf's title
    found = grow(regression([0.0001, 0.0002, 0.0004, 0.0005]), MSE)
    lines = arithmetic.arithmetic(found, 0, found.candidates[0].chosen)
    assert r"\mathbf{0.0000000225}" in lines[2]  # 0.00015 ** 2
    assert captions.finished(found.tree).endswith("squared error 0 on the training set.")


@given(st.integers(100, 999), st.integers(-300, 6), st.sampled_from([1, -1]))
def test_a_number_of_a_targets_unit_keeps_its_third_digit(digits, power, sign):
    x = sign * digits * 10.0**power
    for text in (measured(x), significant(x)):
        assert float(text) == pytest.approx(x, rel=1e-12, abs=0)
        assert not text.startswith("-0") or float(text)


@pytest.mark.parametrize("x", [2.5e15, 1e60, 6.02e120])
def test_a_huge_number_shows_three_digits_and_no_float_noise(x):
    assert measured(x) == f"{x:.2e}"
    assert measured(-x) == f"-{x:.2e}"
    assert measured(9.99e14) == "999000000000000"
    assert measured(1234567.891) == significant(1234567.891) == "1234568"


@pytest.mark.parametrize("unit", [1e-9, 1e9, 1e60])
def test_a_power_of_ten_in_a_formula_is_none_of_eulers_number(unit):
    """In a formula e-19 would be e less 19."""
    data = regression([unit * y for y in (1, 2, 4, 5, 9, 9.5)], [float(x) for x in range(6)])
    grown = grow_forest(data, ForestSettings(4, MSE))
    formulas = [
        numbers.sums(poll(grown, data.X[0]), "y", 4),
        correlation.latex_of({1: likeness(grown, data)}, 1),
        arithmetic.aligned(arithmetic.arithmetic(grow(data, MSE), 0, 0)),
    ]
    for formula in formulas:
        assert not re.search(r"\de[-+]?\d|[1-9]\d{18}", formula)


@given(st.lists(st.floats(-1, 1), min_size=2, max_size=6), st.integers(-8, 8))
def test_no_float_noise_is_shown(ys, power):
    """A mean that is 0 but for rounding reads 0."""
    ys = [y * 10.0**power / 3 for y in ys]
    ys.append(-sum(ys))
    assume(max(ys) > 0)
    data = regression(ys, [1.0] * len(ys))
    node = grow(data, MSE).tree[0]
    assert node.label == "0"
    assert measured(node.value) == "0.000"


@given(st.lists(st.tuples(st.floats(-1, 1), st.integers(0, 2)), min_size=3, max_size=9), st.integers(-8, 8))
def test_an_error_that_is_0_but_for_rounding_reads_0(rows, power):
    """Each x has one y: the full tree errs nowhere, though 0.1 + 0.2 is not 0.3."""
    ys = {x: y * 10.0**power for y, x in rows}
    assume(len(set(ys.values())) > 1)
    data = regression([ys[x] * (1 + k * 2**-52) for k, (_, x) in enumerate(rows)], [float(x) for _, x in rows])
    tree = grow(data, MSE).tree
    assert captions.finished(tree).endswith("mean squared error 0 on the training set.")
    assert losses(tree, data).sum() == 0
    assert all(contents(node).endswith("MSE 0") for node in tree if not node.split)


@given(st.floats(-1e-9, 1e-9))
def test_nothing_reads_minus_zero(x):
    assert not re.fullmatch(r"-0(\.0*)?", fixed(x))
    assert not re.fullmatch(r"-0(\.0*)?", measured(x))
    assert not re.fullmatch(r"-0(\.0*)?", significant(x))


@given(
    st.lists(reals, min_size=2, max_size=8, unique=True)
    | st.lists(st.integers(0, 9), min_size=2, unique=True).map(lambda ks: [1.7e12 + k * 2**-12 for k in ks])
)
def test_two_values_of_a_column_never_read_alike_nor_two_candidates(xs):
    data = from_arrays([[x] for x in xs], ["ab"[i % 2] for i in range(len(xs))], [Feature("stamp")], ["a", "b"])
    feature = data.schema.features[0]
    told = {x: data.value(i, 0) for i, x in enumerate(data.X[:, 0].tolist())}
    assert len(set(told.values())) == len(set(told))
    found = grow(data).candidates[0]
    titles = [found.split(c).title(data.schema) for c in range(len(found))]
    assert len(set(titles)) == len(set(found.at.tolist()))
    for at in found.at.tolist():  # read again, a threshold parts the same values
        assert [float(feature.text(x)) < float(feature.text(at)) for x in sorted(told)] == [
            x < at for x in sorted(told)
        ]


def test_time_stamps_and_their_thresholds_read_differently():
    """Issue 14: three stamps showed as three equal numbers,
    and two candidates both read "stamp < 1.70000000012e+12"."""
    data = from_arrays([[x] for x in STAMPS], ["a", "b", "a"], ["stamp"])
    assert [data.value(i, 0) for i in range(3)] == ["1700000000123", "1700000000124", "1700000000125"]
    found = grow(data).candidates[0]
    titles = [found.split(c).title(data.schema) for c in range(2)]
    assert titles == ["stamp < 1700000000123.5", "stamp < 1700000000124.5"]


def test_a_table_in_a_link_keeps_the_digits():
    data = from_arrays([[x] for x in STAMPS], ["a", "b", "a"], ["stamp"])
    assert unpack(pack(data)).schema == data.schema


def test_usual_columns_are_written_as_before():
    """Noise of a midpoint is no digit: (0.1 + 0.2) / 2 is 0.15."""
    data = from_arrays([[0.1], [0.2], [0.4]], ["a", "b", "a"], ["x"])
    found = grow(data).candidates[0]
    assert [found.split(c).title(data.schema) for c in range(2)] == ["x < 0.15", "x < 0.3"]


def test_a_power_of_ten_in_a_formula_is_one():
    """Where e-19 stood, a formula would say Euler's number less 19."""
    found = grow(regression([1.6e-19, 3.2e-19, 4.8e-19]), MSE)
    lines = "".join(arithmetic.arithmetic(found, 0, found.candidates[0].chosen))
    assert r"1.6\cdot 10^{-19}" in lines
    assert not re.search(r"\de[-+]", lines)


def test_small_gains_are_ranked_too():
    """By hand: 3/16 (22/3)^2 = 10.08, 4/16 7^2 = 12.25 and 3/16 (14/3)^2 = 4.08, each times 1e-14."""
    found = grow(regression([0.0, 4e-7, 9e-7, 9e-7], [0.0, 1.0, 2.0, 3.0]), MSE).candidates[0]
    assert sorted(range(len(found)), key=lambda c: tables.rank(found, c)) == [2, 0, 1]


def test_ten_times_the_examples_take_no_more_fractions(monkeypatch):
    """A root of 5,000 numbers took half a second: each was a fraction, and they were sorted."""

    def fractions(m: int) -> int:
        trace, made, new = grow(regression([(k * 7919 % 997) / 8 for k in range(m)]), MSE), [], Fraction.__new__
        with monkeypatch.context() as patch:
            patch.setattr(Fraction, "__new__", lambda *given, **how: made.append(given) or new(*given, **how))
            arithmetic.arithmetic(trace, 0, trace.candidates[0].chosen)
        return len(made)

    assert fractions(400) <= fractions(40)
