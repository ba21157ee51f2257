"""The two searches find the engine's threshold, and do as many operations as their formulas say."""

import re
from dataclasses import replace
from itertools import permutations
from math import log2

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtlearn import ALGORITHMS, Feature, GrowSettings, from_arrays, grow, load
from dtlearn.show.splitting.cost import (
    cost_html,
    cost_lines,
    counted_figure,
    measured_figure,
    predicted,
    seconds,
    slopes_text,
    work_html,
    work_lines,
)
from dtlearn.splitting.cost import (
    Found,
    Timing,
    measure,
    naive_operations,
    naive_search,
    sample,
    slope,
    sorted_operations,
    sorted_search,
    sorting_comparisons,
    sorting_work,
    split_sizes,
)


@st.composite
def tables(draw):
    """d columns of m numbers with many ties, and labels of both classes."""
    m, d = draw(st.integers(2, 12)), draw(st.integers(1, 3))
    column = st.lists(st.integers(-3, 4).map(lambda v: v / 2), min_size=m, max_size=m)
    y = draw(st.lists(st.integers(0, 1), min_size=m, max_size=m).filter(lambda y: 0 < sum(y) < len(y)))
    return [draw(column) for _ in range(d)], y


@given(tables())
def test_both_searches_find_the_threshold_of_the_engine(table):
    columns, y = table
    features = [Feature(f"x{j}") for j in range(len(columns))]
    data = from_arrays(np.array(columns, dtype=object).T, y, features, ("0", "1"))
    found = grow(data, GrowSettings(criterion="gini_gain", max_depth=1, stop_at_zero_gain=False)).candidates[0]
    split = None if found.chosen is None else found.split(found.chosen)
    expected = Found() if split is None else Found(split.feature, split.at)
    assert naive_search(columns, y) == sorted_search(columns, y) == expected


@given(tables(), st.randoms(use_true_random=False))
def test_the_order_of_the_examples_does_not_matter(table, random):
    columns, y = table
    order = list(range(len(y)))
    random.shuffle(order)
    shuffled = [[x[i] for i in order] for x in columns], [y[i] for i in order]
    assert naive_search(*shuffled) == naive_search(columns, y)
    assert sorted_search(*shuffled) == sorted_search(columns, y)


@pytest.mark.parametrize("search", [naive_search, sorted_search])
def test_equal_values_make_no_threshold_and_a_midpoint_never_rounds_down(search):
    assert search([[1.0, 1.0, 1.0]], [0, 1, 0]) == Found()
    low = 1.0
    high = np.nextafter(low, 2)
    assert search([[low, high]], [0, 1]) == Found(0, high)


class Counted(float):
    """A number that counts how often it is compared."""

    comparisons = 0

    def __lt__(self, other):
        Counted.comparisons += 1
        return float(self) < float(other)


class Labels(list):
    """Labels that count how often one is looked up."""

    lookups = 0

    def __getitem__(self, i):
        Labels.lookups += 1
        return super().__getitem__(i)


def count(search, m, d):
    columns, y = sample(m, d)
    Counted.comparisons = Labels.lookups = 0
    search([[Counted(v) for v in column] for column in columns], Labels(y))
    return Counted.comparisons, Labels.lookups


@pytest.mark.parametrize(("m", "d"), [(50, 1), (64, 3), (200, 2)])
def test_the_searches_do_what_is_counted(m, d):
    compared, _ = count(naive_search, m, d)
    said = naive_operations(m, d)
    assert said.comparisons <= compared <= said.comparisons + 2 * d * m + m  # ties, and the midpoint at the end
    assert said.total == 2 * d * m * m
    compared, looked = count(sorted_search, m, d)
    said = sorted_operations(m, d)
    assert looked == said.lookups == d * (m - 1)
    assert compared <= said.sorting + said.comparisons


def merge_sort(values):
    """(sorted values, comparisons)."""
    if len(values) < 2:
        return list(values), 0
    (a, left), (b, right) = merge_sort(values[: len(values) // 2]), merge_sort(values[len(values) // 2 :])
    out, used = [], left + right
    while a and b:
        used += 1
        out.append((a if a[0] <= b[0] else b).pop(0))
    return out + a + b, used


@pytest.mark.parametrize("m", range(1, 8))
def test_the_formula_of_the_sort_is_merge_sorts_worst_case(m):
    assert max(merge_sort(order)[1] for order in permutations(range(m))) == sorting_comparisons(m)


def test_a_search_gives_up_at_its_deadline():
    with pytest.raises(TimeoutError):
        naive_search([[1.0, 2.0]], [0, 1], deadline=-1.0)


def test_measuring_runs_smallest_first_and_never_the_naive_search_without_time():
    timings = list(measure([300, 100, 200], limit=0.0))
    assert [t.m for t in timings] == [100, 200, 300]
    assert all(t.naive is None and t.swept >= 0 for t in timings)
    assert [t.m for t in measure([20], d=2)] == [20]


@given(st.floats(0.5, 3), st.floats(0.001, 100))
def test_the_slope_of_a_power_is_its_exponent(b, a):
    sizes = [100, 300, 5000]
    assert slope(sizes, [a * m**b for m in sizes]) == pytest.approx(b)
    assert slope([100], [3.0]) is None


TIMINGS = (Timing(100, 0.0004, 0.00005), Timing(1000, 0.04, 0.0006), Timing(10_000, None, 0.0071))


def test_what_was_not_run_is_predicted_from_the_largest_time():
    assert predicted(TIMINGS, 10_000) == pytest.approx(4.0)
    assert predicted(TIMINGS[2:], 10_000) is None
    table = cost_html([100, 1000, 10_000], 1, TIMINGS)
    assert "not run, about 4.00 s" in table
    assert "0.400 ms" in table
    assert "2\u202f000\u202f000" in table
    assert cost_html([10_000], 1, TIMINGS[2:]).count("not run") == 1
    assert cost_html([100], 1, ()).count("–") == 3


@pytest.mark.parametrize(("s", "said"), [(0.0004, "0.400 ms"), (0.0354, "35.4 ms"), (0.999, "999 ms"), (1.2, "1.20 s")])
def test_times_have_three_digits(s, said):
    assert seconds(s) == said


def test_formulas_have_the_numbers_put_in():
    _, _, naive, _, _, swept, result, ratio = cost_lines(1000, 2)
    assert r"2 \cdot 2 \cdot 1\,000^2 = \mathbf{4\,000\,000}" in naive
    assert swept.endswith(r"2 \cdot (1\,000 \cdot 10 - 1\,024 + 1) + 2 \cdot 2 \cdot 999")
    assert result.endswith(r"= \mathbf{21\,950}")
    assert "182.2" in ratio


def test_the_figures_show_lines_marks_slopes_and_what_was_not_run():
    counted, measured = counted_figure([100, 1000, 10_000], 1), measured_figure([100, 1000, 10_000], 1, TIMINGS)
    assert [note.text for note in counted.layout.annotations] == ["slope 2: m²", "slope 1.14: m log m"]
    marks = [trace for trace in measured.data if trace.mode == "markers"]
    assert [list(trace.x) for trace in marks] == [[100, 1000], [100, 1000, 10_000], [10_000]]
    assert marks[2].marker.symbol == "circle-open"
    for figure in (counted, measured):
        assert figure.layout.xaxis.type == figure.layout.yaxis.type == "log"
    assert not counted_figure([500], 1).layout.annotations
    assert measured_figure([500], 1, ()).layout.annotations[0].text == "Press Measure"
    assert slopes_text(TIMINGS[:1]) == ""
    assert "$m^{2.00}$" in slopes_text(TIMINGS)


@pytest.mark.parametrize("name", ["iris", "golf_numeric", "titanic", "xor", "cars_mpg"])
def test_the_work_of_a_tree_is_that_of_its_splits_and_at_most_depth_times_m_log_m(name):
    """Ch8, Computational Complexity: n m_L log m_L + n m_R log m_R <= n m log m, and so for every level."""
    data = load(name)
    criterion = "mse" if data.schema.regression else "gini_gain"
    tree = grow(data, replace(ALGORITHMS["CART"], criterion=criterion, min_samples_leaf=2)).tree
    levels = split_sizes(tree)
    assert levels == [[node.n for node in tree if node.split and len(node.path) == k] for k in range(len(levels))]
    assert sum(map(len, levels)) == sum(node.split is not None for node in tree)
    whole = 3 * len(data) * log2(len(data))
    works = [sum(3 * n * log2(n) for n in level) for level in levels]
    assert [sorting_work(level, 3) for level in levels] == pytest.approx(works)
    assert all(work <= whole * (1 + 1e-12) for work in works)
    for node in tree:
        if node.split:
            assert sorting_work([child.n for child in node.children], 3) <= sorting_work([node.n], 3) * (1 + 1e-12)
    rows = [row.replace("\u202f", "") for row in re.findall(r"<tr>(.*?)</tr>", work_html(tree, 3))[1:]]
    told = [re.findall(r"<t[dh][^>]*>([^<]*)", row) for row in rows]
    names, numbers = [row[0] for row in told], [[float(cell) for cell in row[1:]] for row in told]
    assert names == [*map(str, range(len(levels))), "all"] * bool(levels)
    true = [[len(level), sum(level), work, whole, work / whole] for level, work in zip(levels, works, strict=True)]
    sums = [sum(column) for column in list(zip(*true, strict=True))[:4]] if levels else []
    true += [[*sums, sums[2] / sums[3]]] if levels else []
    assert [one for row in numbers for one in row] == pytest.approx([one for row in true for one in row], abs=0.051)
    assert [row[-1] for row in numbers] == pytest.approx([row[-1] for row in true], abs=0.00051)
    assert bool(work_lines(tree, 3)) == bool(levels)


def test_the_inequality_of_the_work_with_the_numbers_of_iris():
    """50 and 100 examples below the root: 50 log2 50 + 100 log2 100 = 946.6; 150 log2 150 = 1084.3."""
    lines = " ".join(work_lines(grow(load("iris"), ALGORITHMS["CART"]).tree, 4))
    assert r"4 \cdot (50 \log_2 50 + 100 \log_2 100) \approx \mathbf{3\,786.3}" in lines
    assert r"\le 4 \cdot 150 \log_2 150 \approx 4\,337.3" in lines
    assert r"\mathbf{10\,426.6} \le 5 \cdot 4\,337.3 \approx 21\,686.5" in lines
