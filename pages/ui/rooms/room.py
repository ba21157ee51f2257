"""A room: what was asked in it, and what phones and the lecturer see of it.

A state never changes; an act gives the next one.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace

MOST_ASKED = 60  # questions of a room
MOST_OPTIONS = 40
MOST_STATE = 250_000  # characters that a room is written with
MOST_ROUNDS = 3  # votes on one question
MOST_BALLOTS = 300  # of a room, with those that were reset: the store keeps all of them
LONGEST = {"ask": 600, "option": 160, "why": 600, "link": 7000}  # characters
_LONE = re.compile("[\ud800-\udfff]")  # half a character, which cannot be written
_LINK = re.compile(r"[a-z]*(\?[^\s#\\]*)?(#[^\s#\\]*)?", re.ASCII)
_LESSON = re.compile(r"(walkthrough/[0-9a-f]{12}/[a-z]+\?[^\s#\\]*)?", re.ASCII)


class Refused(Exception):
    """What cannot be done, as a sentence. status : of HTTP."""

    def __init__(self, sentence: str, status: int = 400):
        super().__init__(sentence)
        self.status = status


@dataclass(frozen=True)
class Question:
    """What is asked.

    right : places of the right options; () if nobody is graded. why : a sentence for each option, or ().

    link : the page and query where it is asked; "" for none. rounds : the ballots of its votes, the last one last.
    """

    ask: str
    options: tuple[str, ...]
    right: tuple[int, ...] = ()
    why: tuple[str, ...] = ()
    link: str = ""
    rounds: tuple[int, ...] = ()
    is_open: bool = True
    shown: bool = False
    revealed: bool = False


@dataclass(frozen=True)
class State:
    """asked : every question, the present one last.

    ballots : how many there were: each has a number of its own, so that a late vote is never counted in another one.
        place : the page and query that phones may follow; "" for none. lesson : the address of its walkthrough, if it
        has one.
    """

    asked: tuple[Question, ...] = ()
    ballots: int = 0
    place: str = ""
    lesson: str = ""
    counted: bool = True
    over: bool = False

    @property
    def ballot(self) -> int:
        """The ballot that takes votes; 0 if none does."""
        now = self.asked[-1] if self.asked else None
        return now.rounds[-1] if now and now.is_open and not self.over else 0

    def write(self) -> str:
        return json.dumps(asdict(self), separators=(",", ":"))


def read(text: str) -> State:
    """The state that was written."""
    said = json.loads(text)
    asked = tuple(
        Question(**{name: tuple(one) if isinstance(one, list) else one for name, one in each.items()})
        for each in said.pop("asked")
    )
    return State(asked, **said)


def act(state: State, said: dict) -> State:
    """The state after what a lecturer does: said["act"] names it. Raises Refused."""
    name = said.get("act")
    if state.over:
        raise Refused("This room is closed: open another one.", 410)
    if not isinstance(name, str) or name not in _ACTS:
        raise Refused("The lecturer's page sent something that this server does not know: load the page again.")
    return _ACTS[name](state, said)


def _ask(state: State, said: dict) -> State:
    if len(state.asked) >= MOST_ASKED:
        raise Refused(f"{MOST_ASKED} questions were asked in this room, the most there can be: open another one.")
    options = _texts(said, "options", "option")
    if not 2 <= len(options) <= MOST_OPTIONS:
        raise Refused(f"A question has 2 to {MOST_OPTIONS} choices, this one {len(options)}.")
    if not all(options):
        raise Refused("A choice is empty: give each a word.")
    right, why = _right(said, options), _texts(said, "why", "why")
    if why and len(why) != len(options):
        raise Refused("There are not as many reasons as choices.")
    ask = _text(said.get("ask"), "ask")
    if not ask:
        raise Refused("The question is empty: write what you ask.")
    one = Question(ask, options, right, why, _link(said.get("link", "")), (state.ballots + 1,))
    after = replace(state, asked=(*state.asked, one), ballots=state.ballots + 1)
    if len(after.write()) > MOST_STATE:
        raise Refused("This room holds no more questions as long as these: open another one.")
    return after


def _right(said: dict, options: tuple[str, ...]) -> tuple[int, ...]:
    right = said.get("right", [])
    if not isinstance(right, list) or not all(type(one) is int and 0 <= one < len(options) for one in right):
        raise Refused("The right answers are not among the choices.")
    return tuple(sorted({*right}))


def _text(value: object, name: str) -> str:
    if not isinstance(value, str) or _LONE.search(value):
        raise Refused("The lecturer's page sent something that this server does not know: load the page again.")
    if len(value) > LONGEST[name]:
        raise Refused(f"A text has {len(value):,} characters, {LONGEST[name]:,} at most: shorten it.")
    return value.strip()


def _texts(said: dict, name: str, one: str) -> tuple[str, ...]:
    values = said.get(name, [])
    if not isinstance(values, list):
        raise Refused("The lecturer's page sent something that this server does not know: load the page again.")
    return tuple(_text(value, one) for value in values)


def _link(value: object, form: re.Pattern = _LINK) -> str:
    link = _text(value, "link")
    if not form.fullmatch(link):
        raise Refused("The link is not one of this app's pages.")
    return link


def _now(state: State, **fields: object) -> State:
    """The state with other fields of its present question."""
    if not state.asked:
        raise Refused("Nothing was asked yet: ask first.")
    return replace(state, asked=(*state.asked[:-1], replace(state.asked[-1], **fields)))


def _ballot(state: State, kept: tuple[int, ...]) -> State:
    """The state with a new ballot after those that are kept."""
    new = state.ballots + 1
    if new > MOST_BALLOTS:
        raise Refused(f"There were {MOST_BALLOTS} votes in this room, the most there can be: open another one.")
    return replace(_now(state, rounds=(*kept, new), is_open=True, shown=False, revealed=False), ballots=new)


def _again(state: State, said: dict) -> State:
    rounds = _now(state).asked[-1].rounds
    if len(rounds) >= MOST_ROUNDS:
        raise Refused(f"There were {MOST_ROUNDS} votes on this question: reveal the answer, or ask another one.")
    return _ballot(state, rounds)


def _reveal(state: State, said: dict) -> State:
    """The answer told; of a question without one it may come now, which a class has not seen typed."""
    now = _now(state).asked[-1]
    return _now(state, is_open=False, shown=True, revealed=True, right=now.right or _right(said, now.options))


def _at(state: State, said: dict) -> State:
    return replace(state, place=_link(said.get("link", "")), lesson=_link(said.get("lesson", ""), _LESSON))


_ACTS = {
    "ask": _ask,
    "close": lambda state, said: _now(state, is_open=False),
    "again": _again,
    "reset": lambda state, said: _ballot(state, _now(state).asked[-1].rounds[:-1]),  # its votes count no more
    "show": lambda state, said: _now(state, is_open=False, shown=True),
    "reveal": _reveal,
    "count": lambda state, said: replace(state, counted=said.get("on") is True),
    "at": _at,
    "end": lambda state, said: replace(state, over=True),
}

Tallies = dict[int, dict[int, int]]  # ballot -> place of an option -> votes


def _counts(one: Question, tallies: Tallies) -> list[list[int]]:
    return [[tallies.get(ballot, {}).get(k, 0) for k in range(len(one.options))] for ballot in one.rounds]


def for_phones(state: State, tallies: Tallies) -> dict:
    """What every phone may know: no votes before they are shown, no answer before it is revealed."""
    view: dict = {
        "ballot": state.ballot,
        "place": state.place,
        "lesson": state.lesson,
        "over": state.over,
        "asked": len(state.asked),
    }
    if state.asked:
        now = state.asked[-1]
        view |= {"ask": now.ask, "options": now.options, "round": len(now.rounds), "last": now.rounds[-1]}
        if now.shown:
            view["votes"] = _counts(now, tallies)
        if now.revealed:
            view |= {"right": now.right, "why": now.why, "graded": bool(now.right)}
    return view


def for_lecturer(state: State, tallies: Tallies) -> dict:
    """All of it, with the votes of every question."""
    asked = [asdict(one) | {"votes": _counts(one, tallies)} for one in state.asked]
    return {
        "ballot": state.ballot,
        "place": state.place,
        "lesson": state.lesson,
        "over": state.over,
        "counted": state.counted,
        "ballots": state.ballots,
        "asked": asked,
    }


def ballots_of(state: State, since: int = 0) -> list[int]:
    """The ballots of its questions, from that number on."""
    return [ballot for one in state.asked for ballot in one.rounds if ballot >= since]


def rows(state: State, tallies: Tallies, app: str = "") -> Iterator[list[list]]:
    """The votes as a table, a line an option of a vote: its head, then the lines of each question.

    app : what stands before a question's link, so that it opens from anywhere.
    """
    yield [["question", "asked", "vote", "choice", "right", "votes", "link"]]
    for k, one in enumerate(state.asked, start=1):
        yield [
            [
                k,
                one.ask,
                r,
                option,
                ("yes" if j in one.right else "no") if one.right else "",
                votes,
                one.link and app + one.link,
            ]
            for r, counts in enumerate(_counts(one, tallies), start=1)
            for j, (option, votes) in enumerate(zip(one.options, counts, strict=True))
        ]
