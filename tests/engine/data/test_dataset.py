"""Data sets: what goes in comes out, and every refusal is one sentence that says where."""

import csv
import io
import re
from dataclasses import FrozenInstanceError

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtlearn import DataError, Feature, from_arrays, from_frame, load, names, read_csv, truth_table
from dtlearn.data.dataset import MISSING
from dtlearn.data.synthetic import BOOLEAN
from tests.support.facts import facts
from tests.support.strategies import datasets


def as_csv(data):
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n", quoting=csv.QUOTE_ALL)
    writer.writerow([*(f.name for f in data.schema.features), data.schema.target])
    for i, y in enumerate(data.y):
        writer.writerow([*(data.value(i, j) for j in range(data.X.shape[1])), data.schema.classes[y]])
    return out.getvalue()


def cells_of(data):
    return [[data.value(i, j) for j in range(data.X.shape[1])] for i in range(len(data))]


def card_of(data):
    kinds = {f.name: "numeric" if f.numeric else list(f.values) for f in data.schema.features}
    return {"target": data.schema.target, "classes": list(data.schema.classes), "features": kinds}


def same(a, b):
    return a.schema == b.schema and np.array_equal(a.X, b.X) and np.array_equal(a.y, b.y)


@given(datasets(hostile=True))
def test_a_data_set_written_as_csv_is_read_back(data):
    assert same(read_csv(as_csv(data), card_of(data)), data)


@given(datasets())
def test_a_frame_of_the_cells_gives_the_same_examples(data):
    frame = pd.DataFrame(cells_of(data), columns=[f.name for f in data.schema.features])
    frame["class"] = [data.schema.classes[y] for y in data.y]
    assert cells_of(from_frame(frame, "class")) == cells_of(data)


REFUSED = {
    "ragged long": (lambda: read_csv("a,b\n1,2\n1,2,3\n"), "Line 3"),
    "ragged short": (lambda: read_csv("a,b\n1\n"), "Line 2"),
    "ragged after a blank line": (lambda: read_csv("a,b\n1,2\n\n1,2,3\n"), "Line 4"),
    "ragged after a cell of two lines": (lambda: read_csv('a,b\n"x\ny",2\n1,2,3\n'), "Line 4"),
    "duplicate column": (lambda: read_csv("a,b,a\n1,2,3\n"), "'a'"),
    "missing target": (lambda: read_csv("a,b\n1,2\n", {"target": "z"}), "'z'"),
    "missing feature": (lambda: read_csv("a,b\n1,2\n", {"features": {"z": "numeric"}}), "'z'"),
    "missing target of a frame": (lambda: from_frame(pd.DataFrame({"a": [1, 2]}), "z"), "'z'"),
    "unknown value": (lambda: read_csv("a,b\nx,1\nq,1\n", {"features": {"a": ["x", "y"]}}), "'a'.*'q'"),
    "unknown class": (lambda: from_arrays([[1], [2]], ["p", "q"], classes=["p"]), "'q'"),
    "numeric with one empty cell": (lambda: read_csv("a,b\n1.5,x\n,x\n"), "'a'.* 1 cell is empty"),
    "numeric with two empty cells": (lambda: read_csv("a,b\n1.5,x\n,x\n,y\n"), "'a'.* 2 cells are empty"),
    "numeric with NaN": (lambda: from_arrays([[1.5], [np.nan]], [0, 1], ["a"]), "'a'.* 1 cell is empty"),
    "not a number": (lambda: from_arrays([[1.5], ["tall"]], [0, 1], [Feature("a")]), "'a'.*'tall'"),
    "infinity": (lambda: from_arrays([[1.5], [np.inf]], [0, 1], [Feature("a")]), "'a'.*'inf'"),
    "empty text": (lambda: read_csv(""), "no examples"),
    "blank lines": (lambda: read_csv("\n\n"), "no examples"),
    "header alone": (lambda: read_csv("a,b\n"), "no examples"),
    "one column": (lambda: read_csv("a\n1\n"), "no features"),
    "no rows": (lambda: from_arrays(np.empty((0, 2)), []), "no examples"),
    "not a table": (lambda: from_arrays([1, 2], [0, 1]), "no examples or no features"),
    "too few labels": (lambda: from_arrays([[1], [2]], [0]), "2 rows but 1 label"),
    "too many names": (lambda: from_arrays([[1], [2]], [0, 1], ["a", "b"]), "1 column.* 2 feature names"),
    "unknown data set": (lambda: load("nope"), "'nope'"),
    "a path as a name": (lambda: load("../pyproject"), "'../pyproject'"),
    "line ends of old Macs, or of no one": (lambda: read_csv("a,b\r1,2,3\n\r4,5\r"), "Line"),
    "a cell without end": (lambda: read_csv('a,b\n"' + "x" * 200_000), "Line"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_refusal_is_one_sentence_that_says_where(case):
    make, where = REFUSED[case]
    with pytest.raises(DataError) as caught:
        make()
    message = str(caught.value)
    assert re.search(where, message)
    assert re.fullmatch(r"[A-Z0-9][^\n]*[^.\s]\.", message)
    assert not re.search(r"[.!?] [A-Z]", message)


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused(text):
    try:
        data = read_csv(text)
    except DataError:
        return
    assert len(data) >= 1
    assert data.X.shape == (len(data), len(data.schema.features))


def test_old_line_ends_are_line_ends():
    assert same(read_csv("a,b\r\n1,x\r\n5,y\r\n"), read_csv("a,b\n1,x\n5,y\n"))
    assert same(read_csv("a,b\r1,x\r5,y\r"), read_csv("a,b\n1,x\n5,y\n"))


def test_an_empty_nominal_cell_is_a_value_of_its_own():
    data = read_csv("a,b\nred,0\n,1\nred,0\n")
    assert data.schema.features[0].values == ("red", MISSING)
    assert data.X[:, 0].tolist() == [0, 1, 0]


def test_no_value_is_listed_twice():
    values = read_csv(f"a,b\n{MISSING},0\n,1\n").schema.features[0].values
    assert len(values) == len(set(values))


@given(datasets())
def test_guessed_values_and_classes_are_those_that_occur(data):
    cells = np.array(cells_of(data), dtype=object)
    guessed = from_arrays(cells, [data.schema.classes[y] for y in data.y])
    assert set(guessed.schema.classes) == {data.schema.classes[y] for y in data.y}
    for j, feature in enumerate(guessed.schema.features):
        assert feature.numeric or set(feature.values) == set(cells[:, j])


def test_a_frame_keeps_categories_booleans_numbers_and_gaps_apart():
    frame = pd.DataFrame(
        {
            "category": pd.Categorical(["x", "y", None]),
            "bool": [True, False, True],
            "bit": [0, 1, 1],
            "int": [3, 1, 2],
            "float": [0.5, 1.0, 2.0],
            "gap": ["s", np.nan, "t"],
            "y": ["no", "yes", "no"],
        }
    )
    data = from_frame(frame, "y")
    assert [f.values for f in data.schema.features] == [
        ("x", "y", MISSING),
        ("False", "True"),
        ("0", "1"),
        (),
        (),
        ("s", "t", MISSING),
    ]
    assert data.X[:, 3].tolist() == [3, 1, 2]
    assert data.schema.target == "y"


STR = ["str"] if int(pd.__version__.split(".")[0]) >= 3 else []  # before pandas 3 it wrote None as the word "None"


@pytest.mark.parametrize("dtype", ["string", "boolean", "category", "object", *STR])
def test_a_gap_of_any_pandas_type_is_the_missing_value(dtype):
    cells = [True, None] if dtype == "boolean" else ["x", None]
    data = from_frame(pd.DataFrame({"a": pd.array(cells, dtype=dtype), "y": ["p", "q"]}), "y")
    assert data.schema.features[0].values[-1] == MISSING


@pytest.mark.parametrize("dtype", ["Int64", "Float64", "float64"])
def test_a_gap_in_numbers_of_any_pandas_type_is_refused(dtype):
    frame = pd.DataFrame({"a": pd.array([5, None, 7], dtype=dtype), "y": ["p", "q", "q"]})
    with pytest.raises(DataError, match=r"'a'.* 1 cell is empty"):
        from_frame(frame, "y")


def test_labels_are_sorted_as_people_count():
    assert from_arrays([[1]] * 4, [10, 9, 9.0, "b"]).schema.classes == ("9", "10", "b")


@pytest.mark.parametrize("name", names())
def test_a_data_set_of_the_collection_says_what_it_is_lists_what_it_holds_and_cannot_be_changed(name):
    data = load(name)
    for array in (data.X, data.y):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
    with pytest.raises(FrozenInstanceError):
        data.schema.classes = ()
    card = load(name).card
    assert all((card.title, card.story, card.source, card.licence))
    assert set(data.y.tolist()) == set(range(len(data.schema.classes)))
    for j, feature in enumerate(data.schema.features):
        assert len(set(feature.values)) == len(feature.values)
        assert feature.numeric or set(data.X[:, j].tolist()) <= set(range(len(feature.values)))
    assert same(read_csv(as_csv(load(name)), card_of(load(name))), load(name))


def test_titles_tell_data_sets_apart():
    assert len({load(name).title for name in names()}) == len(names())


# Our data set -> the name of the facts' table of the same examples, and which of its columns are features.
IN_FACTS = {
    "play_tennis": ("playtennis", slice(1, 5)),
    "play_tennis_day": ("playtennis", slice(0, 5)),
    "seven_points": ("seven_point", slice(0, 3)),
    "or": ("or", slice(0, 2)),
    "xor": ("xor", slice(0, 2)),
    "parity3": ("parity3", slice(0, 3)),
    "majority3": ("majority3", slice(0, 3)),
    "uml_ex18_2": ("uml_ex18_2", slice(0, 3)),
    "four_class": ("four_class", slice(0, 3)),
    "best_first": ("best_first_1d", slice(0, 1)),
    "threshold_scan": ("threshold_scan", slice(0, 1)),
    "partition_2d": ("partition_2d", slice(0, 2)),
}


@pytest.mark.parametrize("name", IN_FACTS)
def test_the_notes_examples_are_those_of_the_facts(name):
    key, columns = IN_FACTS[name]
    data, rows = load(name), facts()["datasets"][key]["rows"]
    assert data.X.shape == (len(rows), len(rows[0][columns]))
    for i, row in enumerate(rows):
        ours = [data.value(i, j) for j in range(data.X.shape[1])]
        assert ours == [format(v, "g") if isinstance(v, float) else str(v) for v in row[columns]]
        assert data.schema.classes[data.y[i]] == str(row[-1])


@pytest.mark.parametrize("function", BOOLEAN)
@pytest.mark.parametrize("n", [1, 2, 5])
def test_a_truth_table_counts_in_binary(function, n):
    data = truth_table(function, n)
    assert (data.X @ 2 ** np.arange(n)[::-1]).tolist() == list(range(2**n))


@pytest.mark.parametrize("name", ["or", "parity3", "majority3"])
def test_truth_tables_are_those_of_the_collection(name):
    function = name.rstrip("3")
    built = truth_table(function, load(name).X.shape[1])
    assert np.array_equal(built.X, load(name).X)
    assert np.array_equal(built.y, load(name).y)


@pytest.mark.parametrize(("function", "n"), [("nand", 2), ("or", 0), ("or", 13)])
def test_a_truth_table_out_of_range_is_refused(function, n):
    with pytest.raises(ValueError):
        truth_table(function, n)
