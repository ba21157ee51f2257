"""What a browser hands back is a stranger's text: read like a file, refused in a sentence, and never an error."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from tests.pages.own.test_page import GOLF


def back(records, whom="visitor"):
    """A session that has nothing yet is handed records: (what is wrong, where it is led, (rows, target)
    of its table)."""

    def script(records, whom):
        import streamlit as st

        from pages.ui.keeping import keeping
        from pages.ui.kit.session import deferred, record
        from pages.ui.own import work as own

        keeping._take({"whom": whom, "records": records, "n": 1})
        work = record(own.Preparation).work
        shape = (len(work.sheet), work.plan.target) if work and work.sheet else None
        st.session_state["out"] = deferred("kept"), record(keeping.Kept).place, shape

    at = AppTest.from_function(script, kwargs={"records": records, "whom": whom}, default_timeout=60).run()
    assert not at.exception
    return at.session_state["out"]


def record(kind, *parts, name="x", title="T"):
    return {"kind": kind, "name": name, "title": title, "parts": list(parts)}


CHOICES = {"wanted": {}, "missing": ["?"], "target": 0, "chosen": {"1": ["ordered", "own", ["rainy", "sunny"]]}}


def test_a_table_in_preparation_comes_back_with_its_choices():
    wrong, place, (rows, target) = back([record("work", GOLF, json.dumps(CHOICES))])
    assert (wrong, place[0], rows, target) == ("", "own.py", 6, 0)


def test_words_come_back_in_their_worked_example():
    wrong, (path, query), _ = back([record("words", "play-tennis", "1", "caption", "Now then")])
    assert (wrong, path, query["author"]) == ("", "grow.py", "1")
    assert query["deck"].startswith("~d1")


PARTS = (
    (),
    ("",),
    ("", ""),
    ("a,b\n1,2\n", "x = "),
    ("a,b\n1,2\n", "[]"),
    ("a,b\n1,2\n", '{"card": 3}'),
    ("a,b\n1,2\n", json.dumps({"wanted": {"separator": ["x"]}})),
    ("a;b\n1;2\n", json.dumps(CHOICES | {"missing": 3})),
    (GOLF, json.dumps(CHOICES | {"chosen": {"1": ["x", "own", []]}})),
    ("\ud800", ""),
    (3,),
    ("nobody", "1", "caption", "x"),
    ("play-tennis", "x", "caption", "x"),
    ("mine-0123456789abcdef", "1", "caption", "x"),
)


@pytest.mark.parametrize("kind", ["table", "deck", "work", "words", "nothing", "", None, 3])
def test_what_none_of_our_scripts_wrote_leaves_at_most_a_sentence(kind):
    for parts in PARTS if kind in ("table", "deck", "work", "words") else PARTS[:1]:
        wrong, place, _ = back([record(kind, *parts)])
        assert bool(wrong) != bool(place)


@given(st.recursive(st.none() | st.integers() | st.text(), lambda x: st.lists(x) | st.dictionaries(st.text(), x)))
def test_any_message_at_all_is_no_error(message):
    back(message)


def test_choices_that_do_not_fit_the_text_are_left():
    _, _, (rows, target) = back([record("work", "a,b\n1,x\n2,y\n", json.dumps(CHOICES | {"target": 99}))])
    assert (rows, target) == (2, 1)


@pytest.mark.parametrize(
    "records",
    [
        [record("work", GOLF, json.dumps(CHOICES), title="\ud800")],
        [record("work", GOLF, json.dumps(CHOICES | {"missing": ["\ud800"]}))],
        [record("work", GOLF, "[" * 100_000)],
        [record("work", GOLF, json.dumps(CHOICES))] * 17,
    ],
    ids=["half a character in a title", "in a choice", "deep", "too many"],
)
def test_what_could_not_be_shown_or_takes_too_long_is_left_out(records):
    wrong, place, shape = back(records)
    assert "cannot be read any more" in wrong
    assert (place, shape) == (None, None)
