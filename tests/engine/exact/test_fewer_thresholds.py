"""Fewer thresholds: those that are left are thresholds of the feature, spread evenly, and nothing else changes."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from dtlearn.bound.bound import binarised
from dtlearn.exact.fewer_thresholds import CELLS, coarse
from tests.support.strategies import datasets


@given(datasets(hostile=True), st.integers(1, 6))
def test_every_question_that_is_left_is_one_of_the_thresholds(data, most):
    found, out = coarse(data, most)
    assert len(found) == len(data)
    assert found.schema.classes == data.schema.classes
    every, left = (binarised(one, thresholds=True) for one in (data, found)) if binary(data) else (None, None)
    if every is None:
        return
    assert len(every.schema.features) - len(left.schema.features) == out
    answers = {column.tobytes() for column in every.X.T}
    assert all(column.tobytes() in answers for column in left.X.T)


def binary(data) -> bool:
    """Some feature asks something."""
    return any(f.values or len(np.unique(x)) > 1 for f, x in zip(data.schema.features, data.X.T, strict=True))


@given(st.lists(st.integers(-50, 50), min_size=2, max_size=60), st.integers(1, 9))
def test_the_questions_cut_the_values_into_parts_of_nearly_one_size(numbers, most):
    data = next_data(numbers)
    found, out = coarse(data, most)
    known = np.unique(data.X[:, 0])
    if len(known) - 1 <= most:
        assert (out, found.schema) == (0, data.schema)
        return
    assert len(found.schema.features) == most
    first = [np.flatnonzero(data.X[:, 0] == value)[0] for value in known]
    sizes = np.diff([0, *found.X[first].sum(axis=0).astype(int).tolist(), len(known)])
    assert sizes.max() - sizes.min() <= 1
    assert out == len(known) - 1 - most


def next_data(numbers):
    from dtlearn import Feature, from_arrays

    return from_arrays(
        [[x] for x in numbers],
        ["a", "b"] * (len(numbers) // 2) + ["a"] * (len(numbers) % 2),
        [Feature("x")],
        ("a", "b"),
    )


def test_a_data_set_of_the_collection_keeps_all_its_thresholds():
    from dtlearn import load, names

    assert all(coarse(load(name))[1] == 0 for name in names())
    assert all(load(name).X.size < CELLS for name in names())
