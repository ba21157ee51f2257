"""An exercise as a room votes on it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtlearn.teaching.exercises import KINDS, LEVELS, make
from dtlearn.views.practice.poll import poll
from dtlearn.views.practice.questions import sheet
from pages.ui.rooms.room import State, act


@pytest.mark.parametrize("kind", KINDS)
@given(level=st.sampled_from(LEVELS), seed=st.integers(0, 10**6))
def test_every_exercise_can_be_voted_on_and_one_choice_alone_is_right(kind, level, seed):
    exercise = make(kind, level, seed)
    asked, blank = poll(exercise, sheet(exercise)), exercise.blanks[0]
    options, right = asked["options"], asked["right"]
    assert [options[k] for k in right] == [blank.right]
    assert len({*options}) == len(options) >= 2
    assert len(asked["why"]) == len(options)
    if blank.kind != "choice":
        assert options == sorted(options, key=float)
        wrong = [why for k, why in enumerate(asked["why"]) if k not in right]
        assert all(why.startswith("This is what comes out if ") for why in wrong)
        assert not [k for k, option in enumerate(options) if blank.meets(blank.read(option)) != (k in right)]
    act(State(), asked | {"act": "ask"})  # which a room takes
