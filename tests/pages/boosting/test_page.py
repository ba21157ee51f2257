"""The page Boosting: who is asked about, its presets, its answer, and the way to the forest."""

import re

import pytest

from dtlearn import BoostSettings, boost, load
from dtlearn.data.packing import pack
from dtlearn.show.documents import surface
from pages.ui.boosting import lesson
from pages.ui.boosting.lesson import FOREST, LESSON
from tests.support.apps import address, button, open_page, opened, said, staged


def scene(**values):
    return LESSON.scene(**values)


def test_the_rounds_of_the_page_are_those_of_the_engine():
    s = scene(trees=7, depth=2)
    train, test = lesson.parts_of(s)
    found, boosting = lesson.errors(s), boost(train, BoostSettings(7, 2))
    for name, data in (("training", train), ("test", test)):
        wrong = [(said != data.y).sum() for said in boosting.running(data.X)]
        assert found[name] == pytest.approx([n / len(data) for n in wrong])
    assert len(found[FOREST]) == 7


def test_with_wrong_labels_boosting_gets_worse_and_the_forest_does_not():
    s = scene(**LESSON.presets["noise"].scene)
    found = lesson.errors(s)
    least = min(found["test"])
    assert found["test"][-1] > least + 0.05
    assert found[FOREST][-1] < found["test"][-1]
    assert found["training"][-1] < found["training"][0]


def test_a_question_calls_the_weak_trees_what_they_are():
    for depth, weak in ((1, "stump"), (2, "tree")):
        asked = LESSON.question(scene(depth=depth))
        assert f"One {weak} gets" in asked
        assert f"the next {weak}?" in asked


def test_stumps_fail_at_xor_and_trees_of_depth_two_do_not():
    s = scene(**LESSON.presets["xor"].scene)
    assert all(one.error > 0.3 for one in lesson.boosting_of(s).rounds)
    assert lesson.errors(s)["test"][-1] > 0.3
    assert lesson.errors(s | {"depth": 2})["test"][-1] < 0.05


def test_one_stump_is_too_weak_and_thirty_are_not():
    found = lesson.errors(scene(**LESSON.presets["clouds"].scene))
    assert found["test"][0] > 0.2
    assert found["test"][-1] < 0.1
    assert all(error <= bound + 1e-12 for error, bound in zip(found["training"], found["bound"], strict=True))


NOISY = [{"noise": 1}, {"noise": 40, "data": "cloud-xor"}, LESSON.presets["noise"].scene, {"data": pack(load("iris"))}]
CLEAN = [{"noise": 0}, {"data": "iris"}, {"data": "iris", "noise": 40}]
CLEAN += [one.scene for one in LESSON.presets.values() if not one.scene.get("noise")]


@pytest.mark.parametrize("values", NOISY)
def test_a_forest_of_as_many_trees_stands_beside_where_labels_may_be_wrong(values):
    """Points with noise, or a visitor's own table, whose labels nobody knows."""
    s = scene(**values)
    surface = LESSON.document(s, None).document["surface"]
    assert len(surface["rival"]["trees"]) == len(surface["trees"]) == len(lesson.boosting_of(s))
    assert surface["titles"][-1][1] == f"A forest: test error {lesson.errors(s)[FOREST][-1]:.3f}"


@pytest.mark.parametrize("values", CLEAN)
def test_where_no_label_is_known_to_be_wrong_the_forest_is_a_line_alone(values):
    """A table of the collection has no noise of ours, whatever a link says."""
    document = LESSON.document(scene(**values), None).document
    assert not {"rival", "titles"} & {*document["surface"]}
    assert FOREST in [line["name"] for line in document["chart"]["lines"]]


def test_the_answer_has_the_errors_of_the_last_round():
    s = scene(noise=0)
    found, text = lesson.errors(s), LESSON.answer(s)
    for name in ("training", "test", FOREST):
        assert f"{found[name][-1]:.3f}" in text
    number = scene(**LESSON.presets["number"].scene)
    assert re.search(r"After 30 rounds the error is \d+\.\d{3} on the training", LESSON.answer(number))


def test_a_place_is_asked_about_and_kept_in_the_link():
    at = opened("boosting", v=1, example="x2.5_7", trees=5)
    document, _ = staged(at)
    assert document["surface"]["at"] == [2.5, 7.0]
    assert address(at)["example"] == "x2.5_7"
    assert "cross" in document["frames"][1]["caption"]


@pytest.mark.parametrize("example", ["x1", "x1_2_3", "t4", "x1e999_2", "xa_b"])
def test_a_place_that_cannot_be_is_let_go_in_a_sentence(example):
    at = open_page("boosting", v=1, example=example, trees=5)
    assert not at.exception
    assert "example=" in said(at, "warning")
    assert not address(at).get("example")


@pytest.mark.parametrize("sent", [None, "x", [1], [1, "b"], {"x": 1}, [float("nan"), 1.0]])
def test_what_is_no_place_is_not_asked_about(monkeypatch, sent):
    state = {"example": ""}
    monkeypatch.setattr(lesson, "state", lambda: state)
    lesson.ask(sent)
    assert state["example"] in ("", "x1")
    lesson.ask([2.0, -0.00001])
    assert state["example"] == "x2_0"


def test_a_number_has_residuals_and_no_question():
    at = opened("boosting", v=1, data="stopping_distance", rate=50, trees=4, predict=1)
    document, _ = staged(at)
    assert document["choices"] == []
    assert len(document["surface"]["residuals"]) == 4
    assert document["scale"]["hi"] == load("stopping_distance").y.max()


def test_the_same_examples_are_a_click_away_in_the_forest():
    at = opened("boosting", v=1, noise=20, seed=3, trees=5)
    at = button(at, "The same examples in *Forest*").click().run()
    assert {name: address(at)[name] for name in ("data", "noise", "seed")} == {
        "data": "cloud-diagonal",
        "noise": "20",
        "seed": "3",
    }


def test_a_step_that_is_not_shown_changes_no_vote():
    s = scene(noise=0, trees=3, rate=50)
    LESSON.fit(s)
    assert [one.vote for one in lesson.boosting_of(s).rounds] == [
        one.vote for one in lesson.boosting_of(scene(noise=0, trees=3)).rounds
    ]
    number = scene(data="stopping_distance", rate=50)
    LESSON.fit(number)
    assert number["rate"] == 50


def test_the_end_is_not_said_to_be_worse_than_the_least_where_it_is_not():
    xor = scene(**LESSON.presets["xor"].scene, depth=2)
    assert "It was least" not in LESSON.answer(xor)
    assert "It was least after 6" in LESSON.answer(scene(**LESSON.presets["noise"].scene))
    assert LESSON.answer(scene(trees=1)).startswith("After 1 round the")


def test_all_that_is_asked_about_is_drawn_of_a_large_table(monkeypatch):
    """With 800 points and 800 examples in the small: here 90 of 450."""
    assert lesson.GROWN == surface.MOST_POINTS
    monkeypatch.setattr(surface, "MOST_POINTS", 90)
    monkeypatch.setattr(lesson, "GROWN", 90)
    document = LESSON.document(scene(noise=20, draws=5, held=10, trees=6, predict=True), None).document
    drawn = document["surface"]["letters"]
    assert [len(letters) for letters in drawn] == [3] * len(drawn)
