"""Labels sent one by one: their bits end at n times the entropy, a split saves n times its gain."""

import re
from math import fsum

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtlearn import CRITERIA, from_arrays, load
from dtlearn.show.splitting.sending import bits_of, sending_html, sending_text
from tests.support.apps import html, open_page

TABLES = st.integers(1, 40).flatmap(
    lambda n: st.tuples(*(st.lists(st.integers(0, 3), min_size=n, max_size=n) for _ in range(2)))
)


def entropy(counts) -> float:
    return CRITERIA["info_gain"].impurity(np.array(counts))


@given(TABLES)
def test_the_bits_of_all_labels_are_n_entropies_and_a_split_saves_n_gains(table):
    y, group = map(np.array, table)
    whole = fsum(bits_of(y, np.zeros_like(y)))
    parts = [entropy(np.bincount(y[group == g], minlength=4)) * np.sum(group == g) for g in np.unique(group)]
    assert whole == pytest.approx(len(y) * entropy(np.bincount(y, minlength=4)), abs=1e-9)
    after = bits_of(y, group)
    assert fsum(after) == pytest.approx(fsum(parts), abs=1e-9)
    assert fsum(after) <= whole + 1e-9
    assert min(after) >= 0


@given(TABLES)
def test_what_is_read_adds_up_and_no_sign_stands_before_a_zero(table):
    y, x = table
    data = from_arrays([[f"v{v}"] for v in x], [f"c{c}" for c in y], ["asked"])
    said, shown = sending_text(data, 0), sending_html(data, 0)
    assert "-0.000" not in said + shown
    before, after, saved = map(float, re.search(r"Saved: ([\d.]+) − ([\d.]+) = ([\d.]+) bits", said).groups())
    assert saved == pytest.approx(before - after, abs=0.0011)
    last = re.findall(r"<td>([\d.]+)</td>", shown.rpartition("<tr>")[2])
    assert (float(last[1]), float(last[3])) == (before, after)


def test_the_days_of_tennis_are_sent_on_the_page_after_what_the_link_names():
    data = load("play_tennis")
    at = open_page("criteria", v=1, tab="surprise", feature=0)
    assert sending_text(data, 0) in [one.value for one in at.markdown]
    assert sending_html(data, 0) in html(at)
    assert "14 × 0.247: n times the gain of Outlook" in sending_text(data, 0)  # facts.json: 0.24675
    at.segmented_control(key="w_feature").set_value(2).run()
    assert at.query_params["feature"] == "2"
    assert sending_text(data, 2) in [one.value for one in at.markdown]
