"""Practice: its exercises, kept for everyone, and what the reader answers."""

import re
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import streamlit as st

import dtlearn
from dtlearn.data.dataset import DataError
from dtlearn.data.packing import pack
from dtlearn.growing.steps import steps
from dtlearn.show.paper.blocks import Sheet
from dtlearn.show.paper.exercise_set import exercise_sheet
from dtlearn.show.practice import questions as written
from dtlearn.show.practice.blanks import asks
from dtlearn.show.practice.poll import poll
from dtlearn.show.practice.questions import Written
from dtlearn.teaching import tree_json
from dtlearn.teaching.exercises import BLOCK, KINDS, at, generate
from dtlearn.teaching.faded import FADED_STAGES, faded
from dtlearn.teaching.grading import MOST_LETTERS, Exercise, Grade, grade
from pages.ui.kit import tables
from pages.ui.kit.contents import fields_of
from pages.ui.kit.scene import asking, link
from pages.ui.kit.session import defer, memory, state
from pages.ui.kit.tools import POSES
from pages.ui.practice.data import MADE, example, fading_name, features_of, mine_of
from pages.ui.practice.link import MISSED, MOST_SEED, SAID, SHOWN, nearest_seed

_MINE = re.compile(rf'"data"\s*:\s*"{tree_json.MINE}"')
_PLAIN = str.maketrans({"\u2212": "-", "·": "*", "×": "*", "₂": "2"})
TRIES = 10  # exercises of one skill: three in a row among them, or another way is needed
EXAMPLE = (Path(__file__).with_name("own-tree.json")).read_text(encoding="utf-8")
SET = ("seed", "level", "kinds", "count")


# ---- what follows from the choices, shared by everyone who makes the same ones


@st.cache_resource(max_entries=300, show_spinner=False)
def _made(kinds: tuple[str, ...], level: int, seed: int, number: int, again: int) -> tuple[Exercise, Written]:
    exercise = at(seed, level, kinds, number, again)
    return exercise, written.sheet(exercise)


@st.cache_resource(max_entries=200, show_spinner=False)
def _faded(data: str, seed: int, feature: int, stage: int) -> tuple[Exercise, Written]:
    exercise = faded(example(data, seed), feature, stage)
    return exercise, written.sheet(exercise)


@st.cache_resource(max_entries=50, show_spinner=False)
def _own(text: str, mine: str) -> tree_json.OwnTree:
    return tree_json.read(text, tables.load(mine) if mine else None)


@dataclass(frozen=True)
class Asked:
    """An exercise on the screen: what was said about it, what that is worth, whether its answer was shown."""

    exercise: Exercise
    sheet: Written
    said: dict[str, str]
    grade: Grade
    shown: bool

    @property
    def name(self) -> str:
        e = self.exercise
        return f"{e.kind}/{e.level}/{e.seed}/{e.number}/{e.again}"

    @property
    def wrong(self) -> bool:
        return any(mark in ("wrong", "near") for mark in self.grade.marks.values())

    @property
    def read(self) -> bool:
        """It is a worked example: shown before it was tried."""
        return self.shown and not self.wrong

    @property
    def missed(self) -> bool:
        return MISSED in self.said

    @property
    def retries(self) -> bool:
        """The first answer was wrong, and the second is not given yet."""
        return self.missed and self.wrong and not self.shown

    @property
    def done(self) -> bool:
        return self.shown or (self.grade.complete and not self.retries)

    @property
    def right(self) -> bool:
        return self.grade.right and not self.shown


def _asked(made: tuple[Exercise, Written], said: dict[str, str]) -> Asked:
    return Asked(*made, said, grade(made[0], said), SHOWN in said)


def asked(S: dict, place: int | None = None) -> Asked:
    """The exercise at a place of the set, by default where the reader is."""
    i = S["exercise"] if place is None else place
    made = _made(S["kinds"], S["level"], S["seed"], i, S["retries"].get(i, 0))
    return _asked(made, S["answers"].get(i, {}))


def fading(S: dict) -> Asked:
    """The worked example with its blanks."""
    name = fading_name(S)
    return _asked(_faded(name, S["seed"] if name == MADE else 0, S["feature"], S["stage"]), S["cells"].get(0, {}))


def own_of(S: dict) -> tree_json.OwnTree:
    """The tree that was handed in, or the example. Raises DataError."""
    text = S["pasted"] or EXAMPLE
    return _own(text, mine_of(S) if _MINE.search(text) else "")


def walks_of(S: dict) -> dtlearn.Dataset | None:
    """The examples of the tree that one can walk down; None where there is none, or where its end is asked for."""
    if S["mode"] == "own":
        with suppress(DataError):
            return own_of(S).trace.data
    one = asked(S) if S["mode"] == "set" else None
    return one.exercise.trace.data if one and one.sheet.walks else None


def score(S: dict) -> tuple[int, int, int]:
    """(exercises answered right, answered, answered or shown) of the set."""
    done = [one for one in (asked(S, i) for i in S["answers"]) if one.done]
    return sum(one.right for one in done), sum(not one.shown or one.wrong for one in done), len(done)


def sheet_of(S: dict, link_: str) -> Sheet:
    """The whole set on paper. link_ : where it is practised."""
    made = generate(S["seed"], S["level"], S["kinds"], S["count"], S["retries"])
    return exercise_sheet(made, f"Level {S['level']}, seed {S['seed']}", link_)


def mark_of(S: dict, place: int) -> str:
    """A sign for the exercise at a place: right, wrong, shown after a miss, read as a worked example;
    "" if it is open."""
    if place not in S["answers"]:
        return ""
    one = asked(S, place)
    return "" if not one.done else "read" if one.read else "–" if one.shown else "✓" if one.right else "✗"


def grow_query(one: Asked) -> dict[str, str]:
    """The link to the exercise's decision in Grow; empty where there is none, or nothing was missed."""
    e = one.exercise
    if not KINDS[e.kind].grows or one.right:
        return {}
    step = steps(e.trace).nearest(e.trace.tree[e.node].path, decided=True)
    asked = {
        "data": pack(e.trace.data),
        "algorithm": "ID3 (CS181)",
        "criterion": e.trace.settings.criterion,
        "step": step,
    }
    return asking(fields_of("grow"), asked)


# ---- what the reader does


@dataclass
class Tried:
    """What a session remembers of Practice. result : of the last first try, for the browser's count; None before any.

    unread : the name of the exercise where an answer stands that is none, "" for none. left : the values of the set
    that was left last with answers, {} for none.
    """

    result: dict | None = None
    unread: str = ""
    left: dict = field(default_factory=dict)


def tidy(text: str) -> str:
    """An answer as a link can hold it."""
    text = "".join(text.translate(_PLAIN).split()).lower().removesuffix("bits").lstrip("≈=~")[:MOST_LETTERS]
    return text if re.fullmatch(SAID, text, re.ASCII) else ""


def _take(one: Asked, given) -> dict[str, str]:
    """The answers among what came in that can be read; the others are asked for again."""
    blanks = {blank.key: blank for blank in one.exercise.blanks}
    ours = memory(Tried)
    ours.unread = ""
    if not isinstance(given, dict):
        return {}
    taken = {key: tidy(text) for key, text in given.items() if key in blanks and isinstance(text, str)}
    unread = {key for key, text in taken.items() if blanks[key].read(text) is None}
    if unread:
        ours.unread = one.name
    return {key: text for key, text in taken.items() if key not in unread}


def answer(given) -> None:
    """Check what has been filled in; an answer that was given stays."""
    S = state()
    one = asked(S)
    taken = _take(one, given)
    waiting = {b.key for b in one.exercise.blanks if asks(b, one.grade)}
    stays = {b.key for b in one.exercise.blanks if one.grade.marks[b.key] and not one.retries}
    stays |= {b.key for b in one.exercise.blanks if one.grade.marks[b.key] == "right" and not b.of}
    if one.retries and memory(Tried).unread:  # what was told is of other answers than those that stand there
        kept = {key: text for key, text in one.said.items() if key in taken or key not in given}
        S["answers"] = S["answers"] | {S["exercise"]: kept}
    if one.done or not waiting - stays <= taken.keys():
        return
    said = taken | {key: text for key, text in one.said.items() if key in stays or key == MISSED}
    now = _asked((one.exercise, one.sheet), said)
    if now.wrong:
        said[SHOWN if one.missed else MISSED] = ""
    S["answers"] = S["answers"] | {S["exercise"]: said}
    if not one.missed and (now.wrong or now.done):
        _decided(one, now.right and not S["hint"])


def _decided(one: Asked, good: bool) -> None:
    """The first try is over. good : right, and without a hint; the browser counts these in a row."""
    memory(Tried).result = {"skill": one.exercise.kind, "good": good, "id": one.name}


def practise(message: object) -> None:
    """A set of one skill, or a mixed one. message : names of kinds, a seed, whether a worked example comes first."""
    try:
        names, seed, first = message
        kinds = tuple(kind for kind in KINDS if kind in names)
        seed = nearest_seed(int(seed))
    except (TypeError, ValueError):
        return
    if kinds:
        S, before = state(), dict(state())
        S.update(mode="set", kinds=kinds, seed=seed, count=TRIES if len(kinds) == 1 else len(kinds))
        restart(before)
        S.update(exercise=0, answers={0: {SHOWN: ""}} if first else {})


def fill(given) -> None:
    """Check cells of the worked example; a wrong one may be filled in anew."""
    S = state()
    one = fading(S)
    kept = {key: text for key, text in one.said.items() if one.grade.marks.get(key) == "right"}
    S["cells"] = {0: one.said | _take(one, given) | kept}


def show(answers: str, place: int) -> None:
    """Give up: the answer is shown. answers : the field that holds them."""
    said, one = state()[answers], asked(state())
    if answers == "answers" and not one.missed:
        _decided(one, False)
    state()[answers] = said | {place: {SHOWN: ""} | said.get(place, {})}


def hint() -> None:
    S = state()
    S["hint"] = min(max(S["hint"], int(asked(S).missed)) + 1, 2)


def go(place: int) -> None:
    S = state()
    S["exercise"] = min(max(place, 0), S["count"] - 1)
    _begin()


def _begin() -> None:
    """An exercise without a hint or a word yet."""
    state().update(hint=0, fresh="")
    memory(Tried).unread = ""


def onward(_=None) -> None:
    """To the next exercise that is open, after the last one to the first; with none left to the one beside."""
    S = state()
    order = [(S["exercise"] + k) % S["count"] for k in range(1, S["count"] + 1)]
    go(next((i for i in order if not mark_of(S, i)), order[0]))


def again() -> None:
    """The same kind of exercise with new numbers, in its place."""
    S = state()
    i = S["exercise"]
    S["retries"] = S["retries"] | {i: (S["retries"].get(i, 0) + 1) % BLOCK}
    S["answers"] = {place: said for place, said in S["answers"].items() if place != i}
    _begin()


def poses(twin: bool) -> dict | None:
    """The exercise on the screen as a room votes on it; a twin is the same with new numbers."""
    if state()["mode"] != "set":
        return None
    if twin:
        again()
    one = asked(state())
    if one.done:  # its answer is on the screen
        return None
    return poll(one.exercise, one.sheet)


POSES["practice"] = poses


def restart(before: dict) -> None:
    """Another set: no answer is given yet. before : what the page was; its answers are a button away."""
    S = state()
    _leave(before)
    S.update(answers={}, retries={}, cells={}, exercise=min(S["exercise"], S["count"] - 1))
    _begin()


def resize(before: dict) -> None:
    """More exercises, or fewer: those that stay keep their answers."""
    S = state()
    n = S["count"]
    if any(i >= n for i in before["answers"]):
        _leave(before)
    for name in ("answers", "retries"):
        S[name] = {i: value for i, value in S[name].items() if i < n}
    if S["exercise"] >= n:
        go(n - 1)


def _leave(before: dict) -> None:
    if before["answers"]:
        memory(Tried).left = {field.name: before[field.name] for field in fields_of("practice")}


def left() -> int:
    """How many answers the set has that was left last."""
    return len(memory(Tried).left.get("answers", ()))


def back() -> None:
    """To the set that was left, with its answers; the one that is left for it is then a button away."""
    here, ours = dict(state()), memory(Tried)
    if ours.left:  # not at the second click of two
        state().update(ours.left)
        ours.left = {}
        _leave(here)


def sow(before: dict) -> None:
    """Another seed: as near to what was asked for as there is one."""
    S = state()
    asked_for, S["seed"] = S["seed"], nearest_seed(S["seed"])
    if asked_for != S["seed"]:
        defer("seed", f"A seed is a whole number from 0 to {MOST_SEED:,}: the nearest is taken.")
    restart(before)
    other_example()


def new_set() -> None:
    """Every exercise of the set with new numbers."""
    S, before = state(), dict(state())
    S["seed"] = (S["seed"] + 1) % (MOST_SEED + 1)
    restart(before)
    S["exercise"] = 0


def other_example(_=None) -> None:
    """Another worked example, or another stage of it."""
    S = state()
    features = features_of(S)
    S["feature"], S["cells"] = S["feature"] if S["feature"] in features else min(features), {}
    _begin()


def stage_on(_=None) -> None:
    """The next stage of the worked example: more blanks."""
    S = state()
    S["stage"] = min(S["stage"] + 1, FADED_STAGES - 1)
    other_example()


def hand_in(text: str) -> None:
    """Look at a tree; "" is the example. If it is about the visitor's own table, the link carries that too."""
    S = state()
    S.update(pasted=text[: tree_json.LONGEST + 1], fresh="")  # as much as it takes to be refused
    if _MINE.search(S["pasted"]) and mine_of(S) not in ("", S["data"]):
        S["data"] = mine_of(S)
        other_example()


def share_link(S: dict) -> str:
    """The address of the set without anybody's answers; with those that have new numbers."""
    return link("practice", fields_of("practice"), **{name: S[name] for name in (*SET, "retries")})
