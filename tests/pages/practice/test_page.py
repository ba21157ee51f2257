"""Practice: the page from links good and bad, its buttons, its answers; what a link holds."""

import json
from urllib.parse import parse_qsl, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtlearn.data.packing import unpack
from dtlearn.teaching.exercises import KINDS, LEVELS, generate
from dtlearn.teaching.faded import faded
from pages.ui.kit.session import memory
from pages.ui.practice import data as practicedata
from pages.ui.practice import scene
from pages.ui.practice.lesson import LESSON
from pages.ui.practice.link import SAID as LINKED
from pages.ui.practice.link import read_again, read_said, read_tree, write_again, write_said, write_tree
from tests.engine.teaching.test_exercises import answers_of, typed
from tests.engine.teaching.test_first_departure import TENNIS, tennis
from tests.support.apps import address, button, component, html, open_page, plain, scene_alone, switched
from tests.support.owntables import HOSTILE, WIDE, WORDS, unescaped
from tests.support.strategies import datasets

TEXTS = st.from_regex(rf"(?a:{LINKED})", fullmatch=True)
SAID = st.dictionaries(
    st.integers(0, 29),
    st.dictionaries(st.sampled_from(["value", "s.0", "b1.v", "feature"]), TEXTS, min_size=1),
    max_size=5,
)


def go(at, **query):
    """The same page at another link, without starting the app anew."""
    return switched(at, "practice", v=1, **query)


def said(at) -> str:
    return " ".join([*verdict(at), *(one.value for kind in (at.error, at.success, at.markdown) for one in kind)])


def verdict(at) -> list[str]:
    """What stands below Check."""
    return component(at, "blanks")["verdict"] if at.get("bidi_component") else []


@pytest.fixture
def S(monkeypatch):
    """A visitor's values, as the listeners of the component see them."""
    return scene_alone(monkeypatch, scene)


# ---- links


@given(SAID)
def test_answers_survive_the_link(given_):
    assert read_said(write_said(given_) or "0") == (given_ or {0: {}})
    shown = {place: pairs | {scene.SHOWN: ""} for place, pairs in given_.items()}
    assert not shown or read_said(write_said(shown)) == shown


@given(st.dictionaries(st.integers(0, 29), st.integers(0, 999), min_size=1, max_size=30))
def test_new_numbers_survive_the_link(again):
    assert read_again(write_again(again)) == again


@given(st.text(st.characters(exclude_categories=("Cs",)), max_size=300))
def test_a_tree_survives_the_link_if_it_is_short(text):
    packed = write_tree(text)
    assert read_tree(packed) == text if packed else len(text) > 100 or not text


def test_the_set_without_answers_is_a_link_of_its_own():
    at = open_page(
        "practice",
        v=1,
        seed=5,
        level=2,
        kinds="gain.bound",
        count=4,
        exercise=2,
        answers="0~value:0.5",
        retries="1-2",
    )
    url = urlsplit(at.get("link_button")[0].proto.url)
    query = dict(parse_qsl(url.query))
    assert {name: query[name] for name in ("seed", "level", "kinds", "count")} == {
        "seed": "5",
        "level": "2",
        "kinds": "gain.bound",
        "count": "4",
    }
    assert query["retries"] == "1-2"
    assert not query.keys() & {"answers", "cells", "pasted"}
    assert at.query_params["answers"] == "0~value:0.5"
    assert not at.warning


def test_a_set_has_no_numbers_twice():
    S = LESSON.scene(kinds=("entropy",), seed=1)
    asked = [scene.asked(S, k).exercise.counts for k in range(10)]
    assert asked == [one.counts for one in generate(1, 1, ("entropy",))]
    assert len({tuple(sorted(counts)) for counts in asked}) == 10


# ---- exercises


def test_on_the_way_nothing_is_counted_beside_the_three_in_a_row():
    at = open_page("practice", v=1, kinds="entropy", level=1, count=2, answers="0~value:9")
    assert "0 of " not in html(at)
    assert "role='status'></p>" in html(at)


def test_a_node_of_so_many_is_drawn_with_so_many_marks():
    at = open_page("practice", v=1, kinds="entropy", level=1, count=1)
    assert "A node holds 10 cakes: 3 No and 7 Yes." in plain(said(at))
    marks = html(at).partition("dt-examples")[2]
    assert [marks.count(f">{sign}</i>") for sign in "●■"] == [3, 7]


def test_every_exercise_can_be_answered_right_wrong_and_not_at_all():
    at = open_page("practice", v=1)
    for k, kind in enumerate(KINDS):
        here = {"kinds": kind, "level": LEVELS[k % len(LEVELS)], "count": 1}
        go(at, **here)
        assert not at.warning
        assert component(at, "blanks")["check"] == "Check"
        exercise = scene.asked(LESSON.scene(**here | {"kinds": (kind,)})).exercise
        go(at, answers=write_said({0: answers_of(exercise)}), **here)
        assert component(at, "blanks")["good"]
        assert verdict(at)
        assert component(at, "blanks")["next"] == "Next exercise"
        assert "1 of 1 right: the set is done." in str([e.proto.body for e in at.get("html")])
        for mistake in exercise.mistakes[:1]:
            go(at, answers=write_said({0: typed(exercise, mistake)}), **here)
            assert not component(at, "blanks")["good"]
            assert "0 of 1 right" in str([e.proto.body for e in at.get("html")])
        go(at, answers="0~!", **here)
        assert verdict(at)[0].startswith("This one is worked out for you.")
        assert "1 exercise: the set is done." in str(
            [e.proto.body for e in at.get("html")]
        )  # a shown one is none of the tries
        assert all(blank["locked"] for blank in component(at, "blanks")["blanks"].values())


def test_natural_logarithms_are_named_and_the_arithmetic_is_shown():
    at = open_page("practice", v=1, answers="0~value:0.611")  # H(3/10, 7/10) = 0.881 bits
    assert "natural logarithm" in " ".join(verdict(at))
    assert r"\mathbf{0.881}" in at.latex[0].value


def test_hints_come_one_by_one_and_the_answer_last():
    at = open_page("practice", v=1)
    assert not at.latex
    button(at, "Hint: the formula").click().run()
    assert len(at.latex) == 1
    button(at, "Hint: the numbers put in").click().run()
    assert len(at.latex) == 2
    assert "0.881" not in said(at)
    button(at, "Show the answer").click().run()
    assert at.query_params["answers"] == "0~!"
    assert r"\mathbf{0.881}" in at.latex[0].value


def test_new_numbers_for_one_exercise_and_for_all():
    at = open_page("practice", v=1, answers="0~value:0.5;1~value:0.1", exercise=1)
    before = component(at, "blanks")["id"]
    button(at, "Again with new numbers").click().run()
    assert (at.query_params["retries"], at.query_params["answers"]) == ("1-1", "0~value:0.5")
    assert component(at, "blanks")["id"] != before
    button(at, "New numbers").click().run()
    assert at.query_params["seed"] == "2"
    assert not {"answers", "retries"} & set(at.query_params.keys())


@pytest.mark.parametrize(
    "change",
    [
        lambda at: button(at, "New numbers").click(),
        lambda at: at.number_input(key="w_count").set_value(1),
        lambda at: next(b for b in at.get("button_group") if b.key == "w_kinds").set_value(["gini"]),
    ],
)
def test_answers_of_a_set_that_is_left_are_a_button_away(change):
    at = open_page("practice", v=1, answers="0~value:0.5;1~value:0.1", retries="1-4", exercise=1)
    assert not [b for b in at.button if b.label.startswith("Back to your")]
    assert len(at.get("download_button")) == 2  # a worksheet and a key
    before = dict(at.query_params.items())
    change(at).run()
    assert "1~value" not in str(at.query_params.get("answers"))
    after = dict(at.query_params.items())
    button(at, "Back to your unfinished set (2 answered)").click().run()
    assert dict(at.query_params.items()) == before
    if "answers" in after:  # then that set has answers too
        button(at, "Back to your unfinished set (1 answered)").click().run()
        assert dict(at.query_params.items()) == after


def test_only_a_right_first_try_without_a_hint_counts(S):
    right = answers_of(scene.asked(S).exercise)

    def result(*acts):
        S.update(answers={}, hint=0)
        memory(scene.Tried).result = None
        for act in acts:
            act()
        return memory(scene.Tried).result["good"]

    good, bad = (lambda: scene.answer(right)), (lambda: scene.answer({"value": "9"}))
    assert result(good)
    assert not any(
        (result(scene.hint, good), result(bad, good), result(bad, bad), result(lambda: scene.show("answers", 0)))
    )


def test_a_miss_gets_its_diagnosis_and_a_hint_the_second_one_the_solution():
    at = open_page("practice", v=1, answers="0~value:0.611~?")
    assert "natural logarithm" in " ".join(verdict(at))
    assert "0.881" not in said(at)
    assert len(at.latex) == 1  # the first hint
    assert component(at, "blanks")["check"] == "Check again"
    go(at, answers="0~value:0.611~?~!")
    assert r"\mathbf{0.881}" in at.latex[0].value
    assert "natural logarithm" in " ".join(verdict(at))


def test_a_formula_is_an_answer_and_is_in_the_link():
    formula = "-3/10 log2(3/10) − 7/10 · log₂(7/10)"
    assert scene.tidy(formula) == "-3/10log2(3/10)-7/10*log2(7/10)"
    assert scene.tidy("≈ 0,881 bits") == "0,881"
    at = open_page("practice", v=1, answers=f"0~value:{scene.tidy(formula)}")  # H(3/10, 7/10) = 0.881 bits
    assert verdict(at) == ["Right: 0.881."]
    assert not at.warning
    assert not scene.tidy("__import__('os')") + scene.tidy("3;~4")


def test_a_wrong_feature_does_not_show_the_branches_of_the_right_one():
    exercise = scene.asked(LESSON.scene(kinds=("split",), count=1)).exercise
    blank = exercise.blank("feature")
    wrong = next(k for k in range(len(blank.options)) if k != blank.answer)
    at = open_page("practice", v=1, kinds="split", count=1, answers=f"0~feature:{wrong}~?")
    view = component(at, "blanks")
    assert (view["order"], view["grid"], view["check"]) == (["feature"], None, "Check again")
    go(at, kinds="split", count=1, answers=f"0~feature:{blank.answer}")
    assert len(component(at, "blanks")["order"]) == len(exercise.blanks)
    drawn = component(at, "blanks")["picture"]["sort"]["view"]["nodes"]  # the branches, and nothing of what they hold
    assert [node["branch"] for node in drawn[1:]] == component(at, "blanks")["picture"]["sort"]["branches"]
    assert not any(node["lines"] or node["counts"] or node["cls"] is not None for node in drawn)
    assert {node["title"] for node in drawn[1:]} == {"?"}


def test_a_miss_links_to_its_step_in_grow():
    at = open_page("practice", v=1, kinds="winner", answers="0~!")
    (there,) = [each for each in at.get("page_link") if "See this step" in each.proto.label]
    query = dict(parse_qsl(there.proto.query_string))
    grown = open_page("grow", **query)
    assert not grown.warning
    S = LESSON.scene(kinds=("winner",))
    exercise = scene.asked(S).exercise
    assert (query["step"], query["criterion"]) == ("1", exercise.trace.settings.criterion)
    assert (unpack(query["data"]).X == exercise.trace.data.X).all()


def test_without_a_link_the_skills_come_first():
    at = open_page("practice")
    told = [one["name"] for topic in component(at, "topics")["topics"] for one in topic["skills"]]
    assert sorted(told) == sorted(KINDS)
    assert {before for kind in KINDS.values() for before in kind.before} <= set(KINDS)


def test_one_click_practises_a_skill_or_a_mix(S):
    scene.practise([["gain"], 77, True])
    assert (S["mode"], S["kinds"], S["seed"], S["answers"]) == ("set", ("gain",), 77, {0: {scene.SHOWN: ""}})
    for nonsense in ("x", [["nosuch"], 1, False], [None, 1, 1], [["gain"], "x", True]):
        scene.practise(nonsense)
        assert S["seed"] == 77
    scene.practise([["gain", "gini"], 5, False])
    assert (S["kinds"], S["count"], S["answers"]) == (("gain", "gini"), 2, {})


def test_a_second_click_on_the_way_back_does_nothing(S):
    S["answers"] = {0: {"value": "0.5"}}
    scene.new_set()
    for _ in range(2):
        scene.back()
        assert (S["answers"], S["seed"]) == ({0: {"value": "0.5"}}, 1)


def test_answers_come_in_from_the_component(S):
    scene.answer({"value": "x"})
    assert (S["answers"], memory(scene.Tried).unread) == ({}, scene.asked(S).name)
    scene.answer("nonsense")
    scene.answer({"nosuch": "1"})
    assert S["answers"] == {}
    scene.answer({"value": "0,61 bits"})
    assert S["answers"] == {0: {"value": "0,61", scene.MISSED: ""}}
    assert not memory(scene.Tried).result["good"]
    scene.answer({"value": "abc"})  # what was said of the other answer is said no more, and no try is lost
    assert S["answers"] == {0: {scene.MISSED: ""}}
    assert not scene.asked(S).wrong
    scene.hint()
    assert (S["hint"], memory(scene.Tried).unread) == (
        2,
        scene.asked(S).name,
    )  # the first came with the miss
    scene.answer({"value": "0.881"})
    scene.answer({"value": "0.5"})  # what is right stays
    assert S["answers"] == {0: {"value": "0.881", scene.MISSED: ""}}
    scene.onward()
    assert S["exercise"] == 1
    for text, kept in (("≈ 0.1", "0.1"), ("15.2 %", "15.2%")):
        S["answers"].pop(1, None)
        scene.answer({"value": text})
        assert S["answers"][1] == {"value": kept, scene.MISSED: ""}
    del S["answers"][1]
    S.update(exercise=3)
    right = answers_of(scene.asked(S).exercise)
    scene.answer({"feature": right["feature"]})
    scene.answer({"0.0": "1"})  # not all of them
    assert S["answers"][3] == {"feature": right["feature"]}
    keys = [b.key for b in scene.asked(S).exercise.blanks if b.after]
    for flag in (scene.MISSED, scene.SHOWN):  # two tries, then the solution
        scene.answer(dict.fromkeys(keys, "77"))
        assert S["answers"][3].keys() >= {"feature", *keys, flag}
        assert scene.asked(S).done == (flag == scene.SHOWN)
    S["answers"] = {i: {scene.SHOWN: ""} for i in range(10)}
    scene.onward()
    assert S["exercise"] == 4


# ---- the worked example that fades


def test_the_worked_example_fades():
    at = open_page("practice", v=1, mode="faded", stage=0)
    view = component(at, "blanks")
    assert (view["order"], view["next"]) == ([], "Next: more blanks")
    assert "0.940" in json.dumps(view["grid"])
    go(at, mode="faded", stage=4, cells="0~s.0:5~s.1:8~g.v:0.105")
    blanks = component(at, "blanks")["blanks"]
    assert [blanks[key]["state"] for key in ("s.0", "s.1", "g.v", "r.v")] == ["right", "wrong", "wrong", ""]
    assert [blanks[key]["locked"] for key in ("s.0", "s.1", "g.v")] == [True, False, False]
    assert "natural logarithm" in at.error[0].value
    go(at, mode="faded", stage=4, cells="0~r.f:2")
    assert "Formula of the remainder" in at.error[0].value
    assert "plain average" in at.error[0].value
    button(at, "Show the answers").click().run()
    assert all(blank["locked"] for blank in component(at, "blanks")["blanks"].values())
    for name, feature in (("seven_points", 0), ("made", 2), ("nutritious", 1)):
        go(at, mode="faded", data=name, feature=feature, stage=3)
        assert not at.warning
    at.selectbox(key="w_data").set_value("play_tennis").run()


def test_cells_can_be_filled_in_anew_until_they_are_right(S):
    S.update(mode="faded", stage=2)
    scene.fill({"s.v": "0.94", "g.v": "0.2"})
    scene.fill({"g.v": "0.152", "s.v": "0.1", "r.v": "x"})
    assert S["cells"] == {0: {"s.v": "0.94", "g.v": "0.152"}}
    scene.stage_on()
    assert (S["stage"], S["cells"]) == (3, {})


# ---- the reader's own tree


def test_the_example_departs_and_a_right_tree_does_not():
    at = open_page("practice", v=1, mode="own")
    assert "first other decision" in at.error[0].value
    assert "plain average" in at.warning[0].value
    at.text_area(key="w_pasted").set_value(json.dumps(TENNIS)).run()
    assert "every decision" in at.success[0].value
    again = open_page("practice", **address(at))
    assert "every decision" in again.success[0].value
    button(again, "Back to the example").click().run()
    assert "pasted" not in again.query_params


def test_a_broken_or_hostile_tree_gets_a_sentence():
    at = open_page("practice", v=1, mode="own")
    for text, part in (
        ('{"data": }', "Line 1, column 10"),
        (tennis(label="![x](http://x.y/z.png) $x$ :red[a]"), r"\!\[x\]\(http"),
    ):
        at.text_area(key="w_pasted").set_value(text).run()
        assert part in at.error[0].value
    hostile = TENNIS | {"tree": TENNIS["tree"] | {"gains": {"<img src=x onerror=alert(1)>": 1.0, "Wind": 0.5}}}
    at.text_area(key="w_pasted").set_value(json.dumps(hostile)).run()
    tables = html(at)
    assert "&lt;img" in tables
    assert "<img" not in tables


def test_a_long_tree_stays_in_the_session():
    at = open_page("practice", v=1, mode="own")
    noise = {f"{i * i * i}": float(i) for i in range(900)}
    long = json.dumps(TENNIS | {"tree": TENNIS["tree"] | {"gains": noise}})
    at.text_area(key="w_pasted").set_value(long).run()
    assert "pasted" not in at.query_params
    assert at.success
    assert "every decision" in at.success[0].value


# ---- tables of the visitor


def test_a_table_of_ones_own_is_mine_in_the_tree_and_in_the_link():
    about_mine = json.dumps(TENNIS | {"data": "mine"})
    at = open_page("practice", v=1, mode="own")
    at.text_area(key="w_pasted").set_value(about_mine).run()
    assert "There is no table of your own" in at.error[0].value
    at = open_page("grow", v=1, data=WORDS)  # another page knows the table
    at.switch_page("practice.py").run()
    at.segmented_control(key="w_mode").set_value("own").run()
    assert not at.query_params["data"].startswith("~")
    at.text_area(key="w_pasted").set_value(about_mine).run()
    assert "every decision" in at.success[0].value
    assert at.query_params["data"] == WORDS
    stranger = open_page("practice", **address(at))
    assert "every decision" in stranger.success[0].value
    assert not stranger.warning


def test_a_table_of_ones_own_fades_if_its_gains_can_be_worked_out():
    at = open_page("practice", v=1, mode="faded", data=WORDS, feature=2, stage=2)
    assert not at.warning
    assert any(option.startswith("Your table") for option in at.selectbox(key="w_data").options)
    assert "Humidity" in json.dumps(component(at, "grid"))
    go(at, mode="faded", data=WIDE, feature=2, stage=4)  # numbers alone: the usual one is shown
    assert at.selectbox(key="w_data").value == "play_tennis"
    go(at, mode="faded", data=HOSTILE, feature=0)  # a number
    assert "feature" in at.warning[0].value
    assert at.query_params["feature"] == "2"
    for stage in range(5):
        go(at, mode="faded", data=HOSTILE, feature=2, stage=stage)
        assert not at.warning
        assert unescaped(at) == []


@given(datasets(kinds=("nominal",)), st.integers(0, 4))
def test_what_fades_has_no_more_blanks_than_a_link_holds(data, stage):
    for j in practicedata.fadable(data):
        exercise = faded(data, j, stage)
        assert len(exercise.blanks) <= practicedata.MOST_BLANKS
        text = write_said({0: {blank.key: "0.5" for blank in exercise.blanks}}) or "0"
        assert read_said(text).keys() == {0}


# ---- seeds


@pytest.mark.parametrize(("seed", "shown"), [(99_999_999, None), (123_456_789, 99_999_999), (-1, 0)])
def test_a_seed_may_be_a_date_and_beyond_is_said(seed, shown):
    at = open_page("practice", v=1, seed=seed)
    assert at.query_params["seed"] == str(seed if shown is None else shown)
    assert [("is outside 0 to 99,999,999" in w.value) for w in at.warning] == ([] if shown is None else [True])
    at = open_page("practice", v=1)
    at.number_input(key="w_seed").set_value(seed).run()
    assert at.query_params["seed"] == str(seed if shown is None else shown)
    assert [("from 0 to 99,999,999" in w.value) for w in at.warning] == ([] if shown is None else [True])
    button(at, "New numbers").click().run()
    assert not at.warning
