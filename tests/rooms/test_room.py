"""What a lecturer can do in a room, and what phones get to see of it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.ui.rooms.room import (
    MOST_ASKED,
    MOST_BALLOTS,
    Refused,
    State,
    act,
    ballots_of,
    for_lecturer,
    for_phones,
    read,
    rows,
)

ASKED = {
    "act": "ask",
    "ask": "Which split?",
    "options": ["Outlook", "Wind"],
    "right": [0],
    "why": ["Right.", "It gains less."],
    "link": "grow?v=1&step=2",
}
ACTS = ["close", "again", "reset", "show", "reveal"]


def after(*names, state=None):
    state = state or act(State(), ASKED)
    for name in names:
        state = act(state, {"act": name})
    return state


def votes(state, *counts):
    """Tallies of the present question, [Outlook, Wind] a round."""
    return {ballot: dict(enumerate(both)) for ballot, both in zip(state.asked[-1].rounds, counts, strict=True)}


def test_votes_stay_hidden_until_they_are_shown_and_the_answer_until_it_is_revealed():
    state = after()
    told = for_phones(state, votes(state, (3, 5)))
    assert told["ballot"] == 1
    assert not {"votes", "right", "why"} & told.keys()
    state = after("close", "again", "show", state=state)
    told = for_phones(state, votes(state, (3, 5), (7, 1)))
    assert (told["ballot"], told["votes"]) == (0, [[3, 5], [7, 1]])
    assert not {"right", "why"} & told.keys()
    told = for_phones(after("reveal", state=state), votes(state, (3, 5), (7, 1)))
    assert (told["right"], told["why"]) == ((0,), ("Right.", "It gains less."))


def test_the_answer_of_a_question_without_one_comes_when_it_is_revealed():
    state = act(State(), ASKED | {"right": [], "why": []})
    told = for_phones(act(state, {"act": "reveal", "right": [1]}), {})
    assert (told["right"], told["graded"]) == ((1,), True)
    assert not for_phones(act(state, {"act": "reveal"}), {})["graded"]
    with pytest.raises(Refused, match="not among the choices"):
        act(state, {"act": "reveal", "right": [2]})
    assert act(after("close"), {"act": "reveal", "right": [1]}).asked[-1].right == (0,)  # what was told before stands


def test_the_next_question_hides_what_was_revealed_before():
    state = act(after("reveal"), ASKED | {"ask": "And below?"})
    told = for_phones(state, {1: {0: 4}})
    assert (told["ask"], told["ballot"], told["asked"]) == ("And below?", 2, 2)
    assert not {"votes", "right", "why"} & told.keys()


def test_a_reset_and_a_second_vote_have_ballots_of_their_own():
    assert after().asked[-1].rounds == (1,)
    assert after("reset").asked[-1].rounds == (2,)
    assert after("close", "again").asked[-1].rounds == (1, 2)
    assert after("close", "again", "reset").asked[-1].rounds == (1, 3)
    assert ballots_of(act(after("reset"), ASKED)) == [2, 3]
    assert ballots_of(act(after("reset"), ASKED), since=3) == [3]


def test_a_room_has_an_end_to_the_votes_that_were_reset():
    state = after(*["reset"] * (MOST_BALLOTS - 1))
    assert state.ballots == MOST_BALLOTS
    with pytest.raises(Refused, match="the most there can be"):
        act(state, {"act": "reset"})
    assert act(state, {"act": "reveal"}).asked[-1].rounds == (MOST_BALLOTS,)


def test_the_lecturer_sees_all_and_has_it_as_a_table():
    state = after("close", "again")
    tallies = votes(state, (3, 5), (7, 1))
    assert for_lecturer(state, tallies)["asked"][0]["votes"] == [[3, 5], [7, 1]]
    [head], lines = rows(state, tallies)
    assert [line[: len(head)] for line in lines] == [
        [1, "Which split?", 1, "Outlook", "yes", 3, "grow?v=1&step=2"],
        [1, "Which split?", 1, "Wind", "no", 5, "grow?v=1&step=2"],
        [1, "Which split?", 2, "Outlook", "yes", 7, "grow?v=1&step=2"],
        [1, "Which split?", 2, "Wind", "no", 1, "grow?v=1&step=2"],
    ]


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"act": "dance"}, "load the page again"),
        ({"act": "close"}, "ask first"),
        (ASKED | {"ask": " "}, "write what you ask"),
        (ASKED | {"ask": "x" * 700}, "700 characters, 600 at most"),
        (ASKED | {"options": ["one"]}, "2 to 40 choices, this one 1"),
        (ASKED | {"options": ["one", " "]}, "A choice is empty"),
        (ASKED | {"options": "ab"}, "load the page again"),
        (ASKED | {"right": [2]}, "not among the choices"),
        (ASKED | {"right": [True]}, "not among the choices"),
        (ASKED | {"why": ["one"]}, "not as many reasons"),
        (ASKED | {"link": "https://elsewhere.org"}, "not one of this app's pages"),
        ({"act": "at", "link": "//elsewhere.org"}, "not one of this app's pages"),
        ({"act": "at", "link": "javascript:alert(1)"}, "not one of this app's pages"),
    ],
)
def test_what_cannot_be_done_is_refused_in_a_sentence(said, sentence):
    with pytest.raises(Refused, match=sentence):
        act(State(), said)


def test_a_room_has_an_end_and_a_question_a_last_vote():
    with pytest.raises(Refused, match="open another one") as refused:
        after("end", "close")
    assert refused.value.status == 410
    assert after("end").ballot == 0
    with pytest.raises(Refused, match="3 votes"):
        after(*["again"] * 3)
    state = State()
    for _ in range(MOST_ASKED):
        state = act(state, ASKED)
    with pytest.raises(Refused, match="open another one"):
        act(state, ASKED)


@given(st.lists(st.sampled_from(ACTS), max_size=12))
def test_whatever_is_done_the_state_is_read_back_and_only_an_open_question_takes_votes(names):
    state = act(State(), ASKED)
    for name in names:
        try:
            state = act(state, {"act": name})
        except Refused:
            continue
        assert read(state.write()) == state
        now = state.asked[-1]
        assert state.ballot == (now.rounds[-1] if now.is_open else 0)
        assert now.revealed <= now.shown <= (not now.is_open)
        assert json.loads(json.dumps(for_phones(state, {})))["last"] == now.rounds[-1]
