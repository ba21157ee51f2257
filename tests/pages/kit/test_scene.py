"""The URL codec: what is written is read back; what is wrong gets a sentence and the nearest valid value."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dtlearn
from pages.ui.grow import lesson as growth
from pages.ui.kit import settings
from pages.ui.kit.codec import choice, decode, encode, whole
from pages.ui.kit.escape import md
from tests.support.apps import open_page

FIELDS = growth.FIELDS
DEFAULTS = {field.name: field.default for field in FIELDS}
scenes = st.fixed_dictionaries(
    {
        "data": st.sampled_from(growth.FIELDS[0].known),
        "algorithm": st.sampled_from(list(dtlearn.ALGORITHMS)),
        "criterion": st.sampled_from([*dtlearn.CRITERIA, "mse"]),
        "nominal": st.sampled_from(["own", "multiway", "one_vs_rest", "ordered", "subset"]),
        "zero": st.sampled_from(["own", True, False]),
        "again": st.sampled_from(["own", True, False]),
        "depth": st.none() | st.integers(0, 99),
        "min_split": st.integers(2, 9999),
        "min_leaf": st.integers(1, 9999),
        "tolerated": st.integers(0, 10**9).map(lambda n: n / 10**5),
        "leaves": st.none() | st.integers(1, 9999),
        "nodes": st.none() | st.integers(1, 9999),
        "splits": st.none() | st.integers(0, 9999),
        "order": st.sampled_from(list(dtlearn.ORDERS)),
        "detail": st.sampled_from(["node", "detail"]),
        "step": st.integers(0, 10_000),
        "view": st.sampled_from(["interactive", "graphviz"]),
        "panel": st.sampled_from(["examples", "rules", "fresh"]),
        "large": st.sampled_from(["", "tree"]),
        "below": st.sampled_from(["", "export", "words"]),
        "fresh": st.sampled_from(["", "0_1_0.5", "-3"]),
        "node": st.sampled_from(["", "r", "r.0.12"]),
        "speed": st.sampled_from([0.5, 1, 2, 4]),
        "row": st.none() | st.integers(0, 500),
        "pick": st.none() | st.integers(0, 500),
        "open": st.none() | st.integers(0, 50),
        "present": st.booleans(),
        "predict": st.booleans(),
        "said": st.dictionaries(st.integers(0, 99), st.sampled_from(["f0", "f2.1", "pure", "no_gain"])).map(
            lambda said: tuple(said.items())
        ),
    }
)


@given(scenes)
def test_a_link_reads_back_as_what_was_written(scene):
    values, wrong = decode(FIELDS, encode(FIELDS, scene))
    assert values == scene
    assert wrong == []


@given(st.dictionaries(st.sampled_from([f.name for f in FIELDS] + ["v", "utm"]), st.text(max_size=40)))
def test_any_link_decodes_to_a_scene_that_can_be_written_again(query):
    values, wrong = decode(FIELDS, query)
    again, nothing = decode(FIELDS, encode(FIELDS, values))
    assert again == values
    assert nothing == []
    assert all("\n" not in sentence for sentence in wrong)


def test_names_and_limits_of_links_are_those_of_the_engine():
    assert set(settings.ALGORITHM_IDS.values()) == set(dtlearn.ALGORITHMS) == set(settings.FOLLOWS)
    assert all(name.isascii() and name.replace("_", "").isalnum() for name in growth.FIELDS[0].known)
    fields = {field.name: field for field in FIELDS}
    assert set(settings.LIMITS) == set(settings.LIMIT_TITLES) <= set(fields)
    own = dtlearn.GrowSettings()
    assert all(getattr(own, name) == fields[field].default for field, name in settings.LIMITS.items())


def test_a_link_made_before_there_were_these_limits_still_asks_for_none():
    old = {
        "v": "1",
        "data": "play_tennis",
        "algorithm": "id3-cs181",
        "criterion": "info_gain",
        "order": "depth_first",
        "detail": "node",
        "step": "3",
        "view": "interactive",
        "panel": "examples",
        "speed": "1",
    }
    values, wrong = decode(FIELDS, old)
    assert wrong == []
    assert growth.settings_of(values) == dtlearn.ALGORITHMS["ID3 (CS181)"]
    assert not {"tolerated", "nodes", "splits"} & set(encode(FIELDS, DEFAULTS))


@pytest.mark.parametrize(
    ("algorithm", "own"), [("c45", "gain_ratio"), ("cart", "gini_gain"), ("buildtree", "info_gain")]
)
def test_a_link_that_names_an_algorithm_alone_means_its_own_criterion(algorithm, own):
    assert decode(FIELDS, {"v": "1", "algorithm": algorithm})[0]["criterion"] == own
    asked = {"v": "1", "algorithm": algorithm, "criterion": "train_error_gain"}
    assert decode(FIELDS, asked)[0]["criterion"] == "train_error_gain"


@pytest.mark.parametrize("text", ["-1", "abc", "1e3", ".5", "0.1.2", "٣", "nan", "inf", ""])
def test_a_tolerated_error_that_is_no_number_gets_a_sentence(text):
    values, wrong = decode(FIELDS, {"v": "1", "tolerated": text})
    assert values["tolerated"] == 0
    assert len(wrong) == 1


@pytest.mark.parametrize(
    ("text", "value", "said"),
    [
        ("7", 7, False),
        ("999", 30, True),
        ("-1", 0, True),
        ("abc", 5, True),
        ("", 5, True),
        ("³", 5, True),
        ("1e3", 5, True),
    ],
)
def test_a_number_is_read_clamped_or_refused(text, value, said):
    values, wrong = decode((whole("step", 5, 0, 30),), {"v": "1", "step": text})
    assert values["step"] == value
    assert bool(wrong) == said


def test_an_unknown_choice_becomes_the_default_and_another_version_is_said():
    values, wrong = decode((choice("x", {"a": 1}, 1),), {"v": "1", "x": "<script>"})
    assert values == {"x": 1}
    assert len(wrong) == 1
    assert decode(FIELDS, {"v": "9"})[1] == ["it was made for version '9'"]


@given(st.text())
def test_escaped_text_is_one_line_and_its_specials_are_escaped(text):
    escaped = md(text)
    assert "\n" not in escaped
    for position, ch in enumerate(escaped):
        if ch in "`*_[]$<>#!|":
            assert position
            assert escaped[position - 1] == "\\"


def test_a_choice_that_arrives_when_another_page_is_open_changes_nothing():
    at = open_page("grow", v=1)
    choice = at.selectbox(key="w_algorithm")
    before = choice.value
    ours = at.session_state["Session"]
    ours.settings["grow"], ours.page = dict(at.session_state["S"]), "criteria"  # its run has just begun
    at.session_state["S"] = {"v": 1}
    choice.set_value(next(other for other in dtlearn.ALGORITHMS if other != before)).run()
    assert at.session_state["S"]["algorithm"] == before
    assert ours.page == "grow"
