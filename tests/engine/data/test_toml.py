"""TOML of strangers: what is written comes back, and the limits count what they say."""

import pytest

from dtlearn import DataError
from dtlearn.data.toml import MOST_DEPTH, loads


def test_only_brackets_in_brackets_are_deep():
    assert loads(f"a = [{'[],' * 100}]", 1000)["a"] == [[]] * 100
    deepest = "[" * MOST_DEPTH + "]" * MOST_DEPTH
    loads(f"a = {deepest}\nb = {deepest}", 1000)
    with pytest.raises(DataError, match="flatter"):
        loads(f"a = [{deepest}]", 1000)
