"""What is said of a row of trees when several of them err least."""

from dataclasses import replace

import numpy as np
import pytest

from dtlearn import ALGORITHMS, load
from dtlearn.growing.errors import grow_for_each_limit
from pages.ui.limits.words import LIMITS, answer, remarks, verdict


@pytest.mark.parametrize(
    ("train", "held", "said"),
    [
        (
            (4, 2, 3, 1),
            (3, 1, 1, 2),
            ["at depth ≤ 1 and 2.", "underfit", "goes on to"],
        ),  # 3 > 2: only what is left of both counts
        ((4, 3, 2, 1), (1, 1, 1, 2), ["at depth ≤ 0, 1 and 2.", "goes on to"]),
        (
            (2, 2, 1, 0),
            (3, 1, 2, 1),
            ["at depth ≤ 1 and 3:", "Left of depth ≤ 1 the held-out error is larger", "nothing here"],
        ),
    ],
)
def test_of_several_best_trees_all_are_named_and_left_is_left_of_the_first(train, held, said):
    data = load("partition_2d")
    row = [
        replace(one, train=np.arange(9) < t, held=np.arange(9) < h)
        for one, t, h in zip(
            grow_for_each_limit(data, data, ALGORITHMS["CART"], "max_depth", range(4)), train, held, strict=True
        )
    ]
    told = f"{answer(LIMITS['depth'], row)} {verdict(LIMITS['depth'], row)}"
    assert [words in told for words in said] == [True] * len(said), told
    assert (f"Left of depth ≤ {held.index(min(held))} the" in told) == (held[0] > min(held))


@pytest.mark.parametrize(
    ("values", "gaps"), [((1, 2, 3), False), ((1, 2, 4), True), ((4, 2, 1), True), ((3, 2, 1), False)]
)
def test_a_whole_number_that_is_left_out_is_said(values, gaps):
    data = load("partition_2d")
    row = grow_for_each_limit(data, data, ALGORITHMS["CART"], "max_depth", values)
    assert ("Not every value is tried." in remarks(LIMITS["depth"], row, 0)) == gaps
