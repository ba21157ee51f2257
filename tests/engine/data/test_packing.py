"""Packed tables and .csv + .toml pairs: what goes in comes out, anything else is refused with a sentence."""

import base64
import csv
import io
import json
import tomllib
import zlib
from contextlib import suppress
from dataclasses import replace
from math import isfinite

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dtlearn import DataError, Feature, from_arrays, grow, load, names, read_csv
from dtlearn.data import sniff
from dtlearn.data.dataset import MISSING, Card
from dtlearn.data.packing import (
    MOST_LINK,
    MOST_UNPACKED,
    guarded,
    inflate,
    pack,
    read_pair,
    spreadsheet,
    unpack,
    write_card,
    write_csv,
)
from dtlearn.data.sniff import dropped, filled, median, mended
from dtlearn.show.growing import tables
from tests.engine.data.test_dataset import same
from tests.engine.data.test_sniff import one_sentence
from tests.support.strategies import HOSTILE, datasets, words

EVERY = names() + names(regression=True)
cards = st.builds(Card, *[words] * 5)


def identical(a, b):
    gaps = (filled(a), dropped(a)) == (filled(b), dropped(b))
    return same(a, b) and a.card == b.card and a.name == b.name and gaps


@st.composite
def filled_in(draw):
    """A data set some of whose numbers are the median of their column's others, and that says so."""
    data = draw(datasets(hostile=True) | datasets(regression=True))
    X, gaps = data.X.copy(), []
    for j, feature in enumerate(data.schema.features):
        rows = draw(st.sets(st.integers(0, len(data) - 1), max_size=len(data) - 1)) if feature.numeric else ()
        if rows:
            X[sorted(rows), j] = median([x for i, x in enumerate(X[:, j].tolist()) if i not in rows])
            gaps.append((j, tuple(sorted(rows))))
    return mended(replace(data, X=X), tuple(gaps), draw(st.integers(0, 9)))


@pytest.mark.parametrize("name", EVERY)
def test_the_collection_fits_into_links_and_pairs(name):
    data = load(name)
    assert identical(unpack(pack(data)), data)
    assert identical(read_pair(write_csv(data).encode(), write_card(data).encode(), name), data)


@given(datasets(hostile=True) | datasets(regression=True), cards)
@settings(deadline=None)
def test_any_data_set_survives_packing_and_writing(data, card):
    data = replace(data, card=card)
    assert identical(unpack(pack(data)), data)
    assert identical(read_csv(write_csv(data), tomllib.loads(write_card(data)), data.name), data)


@given(filled_in())
@settings(deadline=None)
def test_what_was_filled_in_and_left_out_survives_packing_and_writing(data):
    assert identical(unpack(pack(data)), data)
    assert identical(read_pair(write_csv(data).encode(), write_card(data).encode(), data.name), data)


GAPS = mended(
    from_arrays([[1.0, "a"], [2.0, "b"], [3.0, "a"], [2.0, "b"]], ["p", "q"] * 2, ["x", "z"]), ((0, (3,)),), 1
)


def test_a_part_of_a_table_is_not_said_to_hold_what_it_does_not():
    """Rows of it, or other numbers: a link would make up another cell."""
    for part in (replace(GAPS, X=GAPS.X[:3], y=GAPS.y[:3]), replace(GAPS, X=GAPS.X * [[5], [1], [1], [1]])):
        assert filled(part) == {}
        assert same(unpack(pack(part)), part)
    assert filled(GAPS) == {0: (3,)}


OLD = (  # as the version before wrote it
    "~1eNpdjj8LgzAQxXc_xeOmFkR0sEi2Th1b2m7ikGqsoTEpGglS-t17cSy84_68-x33IUmiJi8fRlFKJ2d6TkdsA7geq1smuGAzFBj1PGv7hLa4"
    "q_Et4AeFUXVaWlRlVmaMFmiVMQhyBq_4VWyr6LUxqkPQfvinsJtcQLGPdFSTkidBFyNXbtv4nnVcrWqOXs-DmuJR7mo6L94492L_tlgbiavUlprm"
    "m8TjacU6"
    "JHmRx_gBGsVF6A"
)


def test_links_from_before_gaps_were_told_open_to_the_same_table():
    old = unpack(OLD)
    assert old.X.tolist() == [[85.5, 0], [85.0, 1], [86.0, 0]]
    assert (old.schema.features[1].values, old.schema.classes, old.title) == (("Sunny", "Rain"), ("no", "yes"), "Golf")
    assert (filled(old), dropped(old)) == ({}, 0)
    assert inflate(pack(old)[2:]) == inflate(OLD[2:])  # and a table without gaps keeps the link that it had


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1, max_size=30))
def test_every_number_comes_out_exactly(numbers):
    data = from_arrays([[x] for x in numbers], ["a"] * len(numbers), [Feature("x")])
    for back in (unpack(pack(data)), read_pair(write_csv(data).encode(), write_card(data).encode())):
        assert back.X.tobytes() == data.X.tobytes()


def test_a_table_of_many_values_and_a_gap_comes_out():
    values = [f"v{i}" for i in range(99)] + [""]
    data = from_arrays([[v] for v in values], ["a", "b"] * 50, ["x"])
    assert data.schema.features[0].values[-1] == MISSING
    assert identical(unpack(pack(data)), data)


def test_what_is_too_large_for_a_link_is_refused():
    X = np.random.default_rng(0).normal(size=(400, 2))
    with pytest.raises(DataError, match="characters, a link 6,000: keep its file") as caught:
        pack(from_arrays(X, ["a", "b"] * 200))
    assert one_sentence(str(caught.value))


# ---- links that are broken, forged or hostile


def packed(text: str | bytes) -> str:
    raw = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    return "~1" + base64.urlsafe_b64encode(zlib.compress(raw, 9)).decode().rstrip("=")


HEAD = {"a": ["n", "", "", "", "", ""], "t": "y", "c": ["p", "q"], "f": [["x", "a", "b"], ["z"]]}


def forged(*columns, **change):
    return packed("\n".join([json.dumps(HEAD | change), *columns]))


GOOD = ("010", "1,2.5,-3", "011")


def test_a_link_made_by_the_rules_is_read():
    assert len(unpack(forged(*GOOD))) == 3


FORGED = {
    "empty": "",
    "a mark alone": "~",
    "another version": "~2abc",
    "nothing packed": "~1",
    "not base64": "~1a b!c",
    "not zlib": "~1" + base64.urlsafe_b64encode(b"hello there").decode(),
    "too long": "~1" + "A" * MOST_LINK,
    "a bomb": packed("\n".join([json.dumps(HEAD) + " " * MOST_UNPACKED, *GOOD])),
    "something after it": forged(*GOOD) + "AAAA",
    "its end missing": forged(*GOOD)[:-4],
    "not UTF-8": packed(b"\xff\xfe"),
    "no JSON": packed("x\n1"),
    "a list": packed("[]\n1"),
    "deep JSON": packed("[" * 100_000),
    "half a character": forged(*GOOD, t="\ud800"),
    "a huge number of digits": packed('{"a": ' + "9" * 5000 + "}"),
    "words of numbers": forged(*GOOD, c=[1, 2]),
    "a key missing": packed(json.dumps({"a": []})),
    "a key more": forged(*GOOD, z=1),
    "only gaps": forged("010", ",,", "011"),
    "a gap that is no number": forged("010", "1, ,3", "011"),
    "a target that is filled in": packed(json.dumps(HEAD | {"c": []}) + "\n010\n1,2,3\n1,,3"),
    "nothing left out": forged(*GOOD, d=0),
    "less than nothing left out": forged(*GOOD, d=-1),
    "true left out": forged(*GOOD, d=True),
    "a word left out": forged(*GOOD, d="1"),
    "too many left out": forged(*GOOD, d=10**9),
    "half a row left out": forged(*GOOD, d=0.5),
    "no card": forged(*GOOD, a=["n"]),
    "a column missing": forged("010", "011"),
    "a column more": forged(*GOOD, "011"),
    "columns of different lengths": forged("010", "1,2.5", "011"),
    "a code not listed": forged("012", "1,2,3", "011"),
    "a code below": forged("0/0", "1,2,3", "011"),
    "a label not listed": forged("010", "1,2,3", "019"),
    "not a number": forged("010", "1,x,3", "011"),
    "nan": forged("010", "1,nan,3", "011"),
    "infinite": forged("010", "1,1e999,3", "011"),
    "no rows": forged("", "", ""),
    "no features": packed(json.dumps(HEAD | {"f": []}) + "\n011"),
    "a feature without name": forged(*GOOD, f=[[], ["z"]]),
    "an empty name": forged(*GOOD, f=[["", "a", "b"], ["z"]]),
    "the same name twice": forged(*GOOD, f=[["z", "a", "b"], ["z"]]),
    "a feature called like the target": forged(*GOOD, t="x"),
    "a value twice": forged(*GOOD, f=[["x", "a", "a"], ["z"]]),
    "a class twice": forged(*GOOD, c=["p", "p"]),
    "a name too long": forged(*GOOD, t="y" * 201),
    "too many rows": forged("0" * 5001, ",".join("1" * 5001), "0" * 5001),
    "too many cells": packed(json.dumps(HEAD | {"f": [[f"x{j}", "a"] for j in range(60)]}) + ("\n" + "0" * 1000) * 61),
    "too many columns": packed(json.dumps(HEAD | {"f": [[f"x{j}", "a"] for j in range(100)]}) + "\n0" * 101),
    "too many values": forged(*GOOD, f=[["x", *(f"v{i}" for i in range(101))], ["z"]]),
    "too many classes": forged(*GOOD, c=[f"v{i}" for i in range(101)]),
}


@pytest.mark.parametrize("case", FORGED)
def test_a_forged_link_is_refused_with_a_sentence(case):
    with pytest.raises(DataError) as caught:
        unpack(FORGED[case])
    assert one_sentence(str(caught.value))
    assert len(str(caught.value)) < 160


@given(st.data())
def test_a_damaged_link_is_refused(data):
    text = pack(load("play_tennis"))
    at = data.draw(st.integers(2, len(text) - 1))
    letter = data.draw(st.sampled_from("ABCDxyz019-_"))
    for broken in (text[:at], text[:at] + letter + text[at + 1 :]):
        with suppress(DataError):
            assert same(unpack(broken), load("play_tennis"))  # the last letter has bits that mean nothing


@given(st.text(max_size=50))
def test_any_text_as_a_link_is_refused(text):
    with pytest.raises(DataError):
        unpack("~" + text)


# ---- files


def number(cell):
    with suppress(ValueError):
        return isfinite(float(cell))


def test_no_cell_of_a_written_table_is_a_formula():
    hostile = ["+1+1", "-x", "@sum", "'=1", "=cmd|' /C calc'!A0", *(w for w in HOSTILE if w == w.strip())]
    data = from_arrays([[v] for v in hostile], hostile, [Feature("=name", tuple(hostile))], target="@target")
    for row in csv.reader(io.StringIO(write_csv(data), newline="")):
        assert not any(cell.startswith(("=", "+", "-", "@")) for cell in row if not number(cell))
    assert identical(read_pair(write_csv(data).encode(), write_card(data).encode(), data.name), data)


@given(st.text(max_size=10))
def test_guarding_can_be_undone(text):
    assert guarded(text).removeprefix("'") == text


def test_a_number_is_no_formula_and_a_sum_is():
    words = ("-1", "+2.5", "-.5", "1e-3", "-1e+5", "-1+1", "=2+3", "@A", "+1-1", "-x", "-", "-1\n")
    assert [guarded(word)[0] == "'" for word in words] == [False] * 5 + [True] * 7


PLANTS = """Größe (cm),Blütenfarbe,颜色,Giftig?
12.5,weiß,白,nein
40,gelb,黄,ja
33,gelb,黄,ja
18,weiß,白,nein
25,rosé,粉,nein
51,weiß,白,ja
"""


@pytest.mark.parametrize("semicolons", [False, True])
def test_a_saved_table_opens_in_a_spreadsheet_and_here_again(semicolons):
    """The case saved_csv_in_excel; where ; parts the cells, a comma is the decimal sign."""
    saved = spreadsheet(PLANTS, semicolons).encode()
    assert saved.startswith(b"\xef\xbb\xbf")
    rows = list(csv.reader(io.StringIO(saved.decode("utf-8-sig"), newline=""), delimiter=",;"[semicolons]))
    assert rows[:2] == [
        ["Größe (cm)", "Blütenfarbe", "颜色", "Giftig?"],
        ["12,5" if semicolons else "12.5", "weiß", "白", "nein"],
    ]
    back, sheet = sniff.read(saved), sniff.read(PLANTS)
    assert (back.header, back.columns[1:], back.format.decimal) == (sheet.header, sheet.columns[1:], ".,"[semicolons])


def test_every_csv_is_guarded_alike():
    """The files of "Take away" and the visitor's own: -1 is a number, -1+1 a formula."""
    words = ["-1+1", "-1", "=2+3", "@A"]
    data = from_arrays([[word, -k] for k, word in enumerate(words)], words, [Feature("-f", tuple(words)), "x"], words)
    ours, theirs = tables.data_csv(data), write_csv(data)
    assert list(csv.reader(ours.splitlines())) == list(csv.reader(theirs.splitlines()))
    assert list(csv.reader(ours.splitlines()))[:3] == [
        ["'-f", "x", data.schema.target],
        ["'-1+1", "0", "'-1+1"],
        ["-1", "-1", "-1"],
    ]
    assert "'-f" in tables.gain_csv(grow(data).steps()[0])


@pytest.mark.parametrize(
    ("table", "card", "says"),
    [
        ("a,b\n1,2\n", "target = ", "toml cannot be read"),
        ("a,b\n1,2\n", "features = 3", "not the card"),
        ("a,b\n1,2\n", 'target = "z"', "no column 'z'"),
        ("a,b\n1,2\n", "target = 5", "no column 5"),
        ("a,b\n1,x\n", "classes = 5", "not the card"),
        ("a,b\n", "", "no examples"),
        ("a,b\n" + "1,2\n" * 5001, "", "5,001 rows"),
        ("a,b\n1,2\n", '[features]\na = ["9"]', "not one of its values"),
        ("PK\x03\x04", "", "Excel"),
    ],
)
def test_a_pair_that_does_not_fit_is_refused(table, card, says):
    with pytest.raises(DataError, match=says):
        read_pair(table.encode(), card.encode())


@pytest.mark.parametrize(
    "wrong",
    [
        {"x": [3]},
        {"x": [5]},
        {"x": [0]},
        {"x": [1, 2, 3, 4]},
        {"x": []},
        {"x": 4},
        {"x": ["4"]},
        {"x": [True]},
        {"z": [1]},
        {"y": [4]},
        4,
    ],
)
def test_a_pair_whose_gaps_do_not_fit_is_refused(wrong):
    """Another cell, a row that is not there, no number, the target: who edits one file edits the other."""
    table, card = write_csv(GAPS), write_card(GAPS).partition("[filled]")[0]
    said = (
        f"filled = {wrong}\n{card}"
        if wrong == 4
        else f"{card}[filled]\n{next(iter(wrong))} = {next(iter(wrong.values()))}\n"
    )
    with pytest.raises(DataError, match="delete what it says under filled and dropped") as caught:
        read_pair(table.encode(), said.replace("True", "true").encode())
    assert one_sentence(str(caught.value))
    with pytest.raises(DataError, match="under filled and dropped"):
        read_pair(table.encode(), card.replace("dropped = 1", "dropped = -1").encode())
