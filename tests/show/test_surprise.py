"""Surprise: its mean is the engine's entropy, and picture and sentence say the same."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtlearn import CRITERIA
from dtlearn.show.splitting.surprise import MOST, TALLEST, entropy, surprise, surprise_html, surprise_text

mixes = st.tuples(st.integers(0, MOST), st.integers(0, MOST)).filter(lambda mix: 0 < sum(mix) <= MOST)


@given(mixes)
def test_the_mean_surprise_is_the_entropy(mix):
    assert entropy(mix) == pytest.approx(float(CRITERIA["info_gain"].impurity(mix)))


@given(st.integers(0, 10))
def test_each_halving_adds_a_bit(k):
    assert surprise(1, 2**k) == k


@given(mixes)
def test_each_example_has_a_bar_as_high_as_its_surprise_and_below_the_top(mix):
    shown = surprise_html(mix)
    bars = [float(high) for high in re.findall(r'<b style="--bits:([0-9.]+)', shown)]
    assert bars == [round(surprise(c, sum(mix)) / TALLEST, 4) for c in mix for _ in range(c)]
    assert all(high <= 1 for high in bars)
    assert "-0" not in shown.replace("-0.5", "")


@given(mixes)
def test_less_than_a_bit_is_said_to_be_less_than_a_coin(mix):
    less = sum(0 < surprise(c, sum(mix)) < 1 for c in mix if c)
    assert surprise_text(mix, ("No", "Yes")).count("less than a coin, so less than 1 bit") == less


@given(mixes)
def test_the_sentence_names_each_class_that_is_there_and_the_mean(mix):
    said = surprise_text(mix, ("No", "Yes"))
    assert [name in said for name in ("No", "Yes")] == [count > 0 for count in mix]
    assert f"{entropy(mix):.3f}" in said or entropy(mix) in (0, 1)
    assert not re.search(r"-0\b|\d{5}", said)
