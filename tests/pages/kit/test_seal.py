"""A student's link that keeps answers back until a moment, and what it shows after it."""

import json
from datetime import UTC, datetime

import pytest

from dtlearn.teaching.grading import Grade
from pages.ui.grow import scene as grow
from pages.ui.grow import sections
from pages.ui.kit import seal
from pages.ui.practice import scene as practice
from tests.support.apps import address, component, components, leads_back, open_page, plain, scene_alone

HOMEWORK = {"v": 1, "student": 1, "until": "2026-12-01T18:00"}
SET = HOMEWORK | {"ex_mode": "set", "ex_kinds": "winner", "ex_seed": 3}


@pytest.fixture(params=["before", "after"])
def before(request, monkeypatch):
    """Whether the moment is still to come."""
    minute = 59 if request.param == "before" else 0
    hour = 17 if request.param == "before" else 18
    monkeypatch.setattr(seal, "now", lambda: datetime(2026, 12, 1, hour, minute, tzinfo=UTC))
    return request.param == "before"


def test_a_growth_ends_at_the_links_step_until_then(before):
    at = open_page("grow", step=2, upto=2, **HOMEWORK)
    stage = next(data for data in components(at) if "tells" in data)
    assert (stage["last"] == 2) == before
    assert ("&upto=2" in stage["address"]) == before
    assert (stage["candidate"] is None) == (stage["asks"] is None) == before
    assert (not stage["plays"]) == before
    assert bool([one for one in at.expander if one.label == "Take away"]) != before
    assert bool([one for one in at.caption if "kept back until 1 December 2026, 18:00" in one.value]) == before
    assert leads_back(at, "grow")


def test_no_step_beyond_it_can_be_asked_for(before):
    at = open_page("grow", step=5, upto=2, **HOMEWORK)
    stage = next(data for data in components(at) if "tells" in data)
    assert stage["step"] == (2 if before else 5)
    assert bool(at.warning) == before


def test_a_longer_growths_last_step_is_no_fault_of_a_shorter_one(before):
    at = open_page("grow", step=2, upto=500, **HOMEWORK)
    assert next(data for data in components(at) if "tells" in data)["last"] == 8
    assert not at.warning


def test_nothing_else_opens_the_seal(before, monkeypatch):
    S = scene_alone(monkeypatch, grow, student=True, until="2026-12-01T18:00", upto=6, step=6, detail="detail")
    monkeypatch.setattr(sections, "state", lambda: S)
    monkeypatch.setattr(sections, "change", lambda _, **values: S.update(values))
    sections.change_detail(1)  # its steps are longer
    assert S["detail"] == ("detail" if before else "node")
    S = scene_alone(monkeypatch, practice, ex_mode="set", student=True, until="2026-12-01T18:00")
    assert (practice.poses(twin=False) is None) == before


def test_a_slides_answer_waits_too(before):
    at = open_page("grow", deck="1-twenty-questions", **HOMEWORK)
    assert bool([one for one in at.toggle if one.label in ("Answer", "Hint")]) != before


def test_who_is_no_student_sees_all(before):
    at = open_page("grow", step=2, upto=2, **HOMEWORK | {"student": ""})
    stage = next(data for data in components(at) if "tells" in data)
    assert stage["last"] == 8


def test_an_exercise_keeps_its_answer_and_tells_nothing_of_it(before, monkeypatch):
    at = open_page("practice", ex_said="0~feature:1", **SET)
    view = component(at, "blanks")
    assert view["check"] == ("Keep" if before else view["check"])
    assert (not at.error and not at.success) == before
    assert bool(at.info) == before
    said = json.dumps(view)
    assert ("wrong" in said or "right" in said.replace('"right": ""', "")) != before
    assert not [one for one in at.button if before and one.label == "Show the answer"]
    assert bool([one for one in at.expander if one.label.startswith("Hand-out")]) != before
    assert address(at)["ex_said"] == "0~feature:1"


def test_a_kept_answer_can_be_changed_until_it_is_graded(monkeypatch):
    monkeypatch.setattr(seal, "now", lambda: datetime(2026, 11, 30, tzinfo=UTC))
    S = scene_alone(monkeypatch, practice, ex_mode="set", ex_kinds=("winner",), student=True, until="2026-12-01T18:00")
    for choice in "102":
        practice.answer({"feature": choice})
        assert S["ex_said"] == {0: {"feature": choice}}
    assert practice.asked(S).grade == Grade({"feature": "kept"})
    monkeypatch.setattr(seal, "now", lambda: datetime(2026, 12, 2, tzinfo=UTC))
    assert set(practice.asked(S).grade.marks.values()) <= {"right", "wrong"}
    assert practice.asked(S).done


@pytest.mark.parametrize("text", ["x", "2026-13-01T00:00", "2026-12-01", "9999-12-31T23:59", "<b>"])
def test_what_is_no_moment_is_said(text):
    at = open_page("grow", v=1, student=1, until=text)
    assert "until= is no moment like 2026-12-01T18:00" in plain(at.warning[0].value)
