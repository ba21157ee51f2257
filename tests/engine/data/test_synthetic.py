"""Examples from a known source: the same for a seed, right about the function, with an exact true error."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtlearn import ALGORITHMS, grow, truth_table
from dtlearn.data.synthetic import BOOLEAN, Source


@st.composite
def sources(draw):
    d = draw(st.integers(1, 7))
    return Source(draw(st.sampled_from(list(BOOLEAN))), draw(st.integers(1, d)), d, draw(st.integers(0, 50)))


@given(sources())
def test_the_table_is_the_truth_table_of_the_first_bits(source):
    known = truth_table(source.function, source.k)
    copies = 2 ** (source.d - source.k)
    assert (source.table.X[:, : source.k] == known.X.repeat(copies, axis=0)).all()
    assert (source.table.y == known.y.repeat(copies)).all()
    assert len({tuple(row) for row in source.table.X.tolist()}) == 2**source.d == len(source.table)


@given(sources(), st.integers(1, 60), st.integers(0, 60), st.integers(0, 999))
def test_a_longer_draw_goes_on_where_a_shorter_one_ends(source, m, more, seed):
    short, long = source.draw(m, seed), source.draw(m + more, seed)
    assert (long.X[:m] == short.X).all()
    assert (long.y[:m] == short.y).all()
    assert short.schema == source.table.schema


@given(sources(), st.integers(0, 99))
def test_noise_turns_labels_round_and_moves_no_row(source, seed):
    clean = Source(source.function, source.k, source.d).draw(400, seed)
    noisy = source.draw(400, seed)
    assert (clean.X == noisy.X).all()
    assert abs((clean.y != noisy.y).mean() - source.noise / 100) < 0.12
    number = (clean.X @ (2 ** np.arange(source.d)[::-1])).astype(int)
    assert (clean.y == source.labels[number]).all()


def test_every_row_is_as_likely_as_the_others():
    rows = Source("or", 1, 3).draw(8000, seed=5).X @ [4, 2, 1]
    assert np.abs(np.bincount(rows.astype(int)) - 1000).max() < 120


@given(sources(), st.integers(0, 99))
def test_the_true_error_is_the_share_of_wrong_rows_with_noise_on_top(source, seed):
    tree = grow(source.draw(30, seed), ALGORITHMS["ID3 (UML)"]).tree
    found = source.true_error(tree.predict)
    by_row = [
        Fraction(100 - source.noise, 100) if said != label else Fraction(source.noise, 100)
        for said, label in zip(tree.predict(source.rows).tolist(), source.labels.tolist(), strict=True)
    ]
    assert found == sum(by_row) / len(by_row)


@pytest.mark.parametrize(
    "asked", [("nor", 1, 2, 0), ("or", 0, 2, 0), ("or", 3, 2, 0), ("or", 1, 17, 0), ("or", 1, 2, 51)]
)
def test_a_source_out_of_range_is_refused(asked):
    with pytest.raises(ValueError, match="choose"):
        Source(*asked)
