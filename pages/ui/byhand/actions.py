"""What the visitor of Grow it yourself does: look, pick, choose, stop, undo and redo, finish, start over."""

import re
from dataclasses import dataclass

import dtlearn
from dtlearn.show.growing import by_hand
from pages.ui.byhand.scene import SHOWS, at_of, blind, chosen, goal_of, made_of, raw_of
from pages.ui.kit.fields import OWN
from pages.ui.kit.scene import Edits, clear_out_of_range, reset_with_reason
from pages.ui.kit.session import memory, state

AFRESH = {"node": None, "pick": None, "open": None, "show": "mine"}  # the first open node is looked at


def look(node: str) -> None:
    """Look at the node with an id of the tree view, "r.0.1"."""
    S = state()
    path = tuple(map(int, node.split(".")[1:]))
    if S["show"] == "mine" and made_of(S).tree.find(path) is not None:
        S["node"], S["pick"], S["open"] = path, None, None


def next_open() -> None:
    state().update(AFRESH)


def pick(row: str) -> None:
    """A candidate of the node looked at, by the id of its row."""
    S = state()
    match, node = re.fullmatch(r"(?:f\d+)?c(\d+)\.(\d+)", row), at_of(S)
    found = made_of(S).trace.candidates[node]
    if match and int(match[1]) == node and int(match[2]) < len(found):
        S["node"], S["pick"] = made_of(S).tree[node].path, int(match[2])


def expand(row: str) -> None:
    match, S = re.fullmatch(r"f(\d+)c\d+\.\d+", row), state()
    if match:
        S["open"] = None if S["open"] == int(match[1]) else int(match[1])


def choose(split: bool) -> None:
    """The picked candidate, or a stop, becomes the choice at the node.

    On to what is open; who guessed stays, and looks at the gains that appear."""
    S = state()
    node = at_of(S)
    done = made_of(S).trace.candidates[node].split(S["pick"]) if split else None
    path, guessed = made_of(S).tree[node].path, S["gains"] and blind(S, node)
    _remember()
    S["choices"] = chosen(S, node, done)
    S.update(AFRESH | {"node": path} if guessed or not made_of(S).open.any() else AFRESH)
    _now_is()


def finish() -> None:
    """The algorithm decides what is open."""
    S = state()
    _remember()
    S["finish"], S["node"], S["pick"] = True, None, None
    _now_is()


def start_over() -> None:
    S = state()
    _remember()
    S.update(AFRESH, choices=(), finish=False)
    _now_is()


def _now(S: dict) -> tuple:
    return S["choices"], S["finish"], S["node"]


@dataclass
class Past(Edits):
    """What was chosen before. now : data set, choices and finish after the last action; () before any."""

    now: tuple = ()


def _remember() -> None:
    memory(Past).undo.append(_now(state()))
    memory(Past).redo.clear()


def _now_is() -> None:
    memory(Past).now = (state()["data"], *_now(state())[:2])


def travel(way: str) -> None:
    """One choice back, "undo", or on again, "redo"; on a tree that came with a link,
    back is without the last one of it."""
    S = state()
    there = memory(Past).travel(way, _now(S))
    before = S["choices"] if S["finish"] else S["choices"][:-1], False, None
    S.update(AFRESH)
    S["choices"], S["finish"], S["node"] = there or before
    _now_is()


def settle(before: dict) -> str:
    """Other data or settings: choices that still can be made stay, the others are gone; returns why."""
    said = [_fit_nominal(S := state())]
    if lost := _drop_refused(S):
        said.append(f"{_choices(lost)} cannot be made any more and {'is' if lost == 1 else 'are'} undone")
    return " ".join(f"{one}." for one in said if one)


def _choices(n: int) -> str:
    return "1 choice" if n == 1 else f"{n} choices"


def _drop_refused(S: dict) -> int:
    """Keep the choices that can be made; returns how many cannot."""
    made = made_of(S)
    S["choices"] = made.choices
    return len(made.refused)


def _fit_nominal(S: dict) -> str:
    """The algorithm's own nominal splits, if those chosen cannot be made of the data; returns why not."""
    try:
        made_of(S)
    except dtlearn.DataError as error:
        S["nominal"] = OWN
        return str(error).rstrip(".")
    return ""


def fit(S: dict) -> list[str]:
    """Bring what depends on the tree into its range; returns what was wrong with the link."""
    wrong = [cannot] if (cannot := _fit_nominal(S)) else []
    if lost := _drop_refused(S):
        wrong.append(f"choices= holds {_choices(lost)} that cannot be made here")
    if S["node"] is not None and made_of(S).tree.find(S["node"]) is None:
        wrong += reset_with_reason(S, "node", None, f"node={by_hand.write_path(S['node'])} is no node of this tree")
    candidates = made_of(S).trace.candidates[at_of(S)]
    wrong += clear_out_of_range(S, pick=len(candidates), open=len(raw_of(S).schema.features))
    if S["show"] == "best" and not goal_of(S):
        wrong += reset_with_reason(S, "show", "mine", "show=best is not known for so many questions")
    return wrong


def forget_past(S: dict) -> None:
    """Of another tree than that of the last action there is nothing to go back to."""
    if memory(Past).now != (S["data"], *_now(S)[:2]):
        memory(Past).undo, memory(Past).redo = [], []
        _now_is()


def show(who: str) -> None:
    """Whose tree is shown: "mine", "greedy", "best"."""
    S = state()
    if who in SHOWS and (who != "best" or goal_of(S)):
        S["show"] = who
