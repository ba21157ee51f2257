"""An exercise as a room votes on it."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtlearn.show.practice.poll import near, poll
from dtlearn.show.practice.questions import sheet
from dtlearn.teaching.exercises import KINDS, LEVELS, make
from dtlearn.teaching.grading import same
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
        assert not [option for option in options if option[0] == "-" and option != blank.right]
        wrong = [why for k, why in enumerate(asked["why"]) if k not in right]
        assert all(why.startswith("You get this if ") for why in wrong)
        assert not [k for k, option in enumerate(options) if blank.meets(blank.read(option)) != (k in right)]
    act(State(), asked | {"act": "ask"})  # which a room takes


@pytest.mark.parametrize("kind", ["entropy", "gini", "gain"])
def test_the_place_of_a_number_does_not_say_whether_it_is_right(kind):
    asked = [poll(one := make(kind, 1, seed), sheet(one)) for seed in range(40)]
    places = Counter((one["right"][0], len(one["options"])) for one in asked if len(one["options"]) > 2)
    assert len(places) > 2
    assert max(places.values()) < sum(places.values()) / 2


@given(
    st.one_of(
        st.integers(0, 10**9 - 1).map(str),
        st.from_regex(r"\A[0-9]{0,3}\.[0-9]{1,4}\Z"),
        st.from_regex(r"\A[0-9]{1,3}/[0-9]{1,3}\Z"),
    )
)
def test_a_number_to_be_typed_has_choices_of_which_it_alone_is_right(answer):
    options = near(answer)
    assert [option for option in options if same(option, answer)] == [answer] if options else True
    assert len({*options}) == len(options)


def test_a_slide_that_asks_for_a_whole_number_has_choices():
    assert all(len(near(str(n))) >= 3 for n in range(40))
