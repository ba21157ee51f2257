"""One tree is unstable, on the screen: its fields, its cached trees and resamples, what the reader does."""

import re
from collections.abc import Iterator
from dataclasses import replace

import streamlit as st

import dtlearn
from dtlearn.forest.changes import Change, LeaveOut, Relabel, bootstrap, changed, differences, flips, omissions
from dtlearn.forest.resamples import DEPTHS, WAYS, Resamples, resampled, size_of
from dtlearn.growing.errors import rows
from dtlearn.growing.grow import GrowSettings, Trace
from dtlearn.views.base.text import listing
from dtlearn.views.forest import unstable, unstable_tables
from dtlearn.views.forest.unstable import Story, feature_of
from dtlearn.views.forest.unstable_tables import Flip
from pages.ui.kit import tables
from pages.ui.kit.codec import Field, choice, switch, whole
from pages.ui.kit.fields import ALGORITHM_IDS, FRESH, PRESENT, VIEW, fit_own
from pages.ui.kit.kept import kept
from pages.ui.kit.scene import drop
from pages.ui.kit.session import state

MOST = 500  # examples of a data set: each has a row to click
TIMES = 1000  # resamples
CHANGES = 100  # that a link can hold
WHOLE = 0  # no limit of the depth
SEEN = {"both": "Both", "before": "Before", "after": "After"}
LOOKED = 50  # resamples in which the first one is looked for
TRIED = 100  # flips that a reader can be asked to find
AS_IT_IS = {"un_changes": (), "un_draw": None}  # all examples, once
FIRST = (Relabel(10, 0),)  # day 11, flipped where a link says nothing of changes


def fits(data: dtlearn.Dataset) -> bool:
    """Whether a data set's examples can be changed here: there are labels to flip, and not too many to be seen."""
    return len(data.schema.classes) > 1 < len(data) <= MOST


def _read_changes(text: str) -> tuple[Change, ...]:
    if text == "none":
        return ()
    if not re.fullmatch(rf"\d{{1,4}}(x|c\d{{1,2}})(,\d{{1,4}}(x|c\d{{1,2}})){{0,{CHANGES - 1}}}", text, re.ASCII):
        raise ValueError("un_changes= is not a list of changes")
    parts = (re.split("[cx]", part) for part in text.split(","))
    return tuple(Relabel(int(row) - 1, int(label)) if label else LeaveOut(int(row) - 1) for row, label in parts)


def _read_found(text: str) -> tuple[int, ...]:
    if not re.fullmatch(r"\d{1,3}(,\d{1,3}){0,99}", text, re.ASCII):
        raise ValueError("un_found= is not a list of features")
    return tuple(sorted(set(map(int, text.split(",")))))


FIELDS = (
    tables.field("un_data", "play_tennis", fits),
    choice("un_algorithm", ALGORITHM_IDS, "ID3 (CS181)"),
    choice("un_criterion", [*dtlearn.CRITERIA], "info_gain"),
    choice("un_depth", {str(d or "none"): d or WHOLE for d in DEPTHS}, WHOLE),
    Field("un_changes", FIRST, _read_changes, lambda changes: unstable.changes_text(changes) or "none"),
    whole("un_draw", None, 1, TIMES),  # the bootstrap on the screen, instead of changes by hand
    whole("un_seed", 1, 0, 999),
    choice("un_way", [*WAYS], "bootstrap"),
    whole("un_n", TIMES, 0, TIMES),  # how many resamples: fewer where the reader has cancelled
    Field("un_found", (), _read_found, lambda found: ",".join(map(str, found))),
    switch("un_show"),
    choice("un_see", [*SEEN], "both"),
    FRESH,
    PRESENT,
    VIEW,
)
OPENS = {"un_changes": ()}
QUESTION = "How much of a tree hangs on one label? Flip one and see."


# ---- what follows from the choices, shared by everyone who makes the same ones


def data_of(S: dict) -> dtlearn.Dataset:
    return tables.load(S["un_data"])


def depth_of(S: dict) -> int | None:
    """The greatest depth, None without a limit."""
    return S["un_depth"] or None


def _whole_of(S: dict) -> GrowSettings:
    return replace(dtlearn.ALGORITHMS[S["un_algorithm"]], criterion=S["un_criterion"])


def settings_of(S: dict) -> GrowSettings:
    """How both trees grow."""
    return replace(_whole_of(S), max_depth=depth_of(S))


@kept(300, says="Growing the trees …")
def _grown(name: str, settings: GrowSettings, changes: tuple[Change, ...] = (), draw: tuple | None = None) -> Trace:
    data = tables.load(name)
    return dtlearn.grow(changed(data, changes) if draw is None else rows(data, draws(name, *draw)), settings)


def draws(name: str, seed: int, number: int):
    """The rows of a resample; its number counts from 1."""
    return bootstrap(len(tables.load(name)), seed, number - 1)


def _key(S: dict) -> tuple:
    draw = None if S["un_draw"] is None else (S["un_seed"], S["un_draw"])
    return S["un_data"], settings_of(S), S["un_changes"] if draw is None else (), draw


@kept(300, of=_key)
def story_of(S: dict) -> Story:
    """The two trees of the scene and what differs."""
    name, settings, changes, draw = _key(S)
    before, after = _grown(name, settings), _grown(name, settings, changes, draw)
    drawn = None if draw is None else draws(name, *draw)
    return Story(before, after, differences(before.tree, after.tree), changes, drawn)


@kept(300, of=_key)
def pictures_of(S: dict) -> tuple[dict, dict]:
    """Their tree views."""
    return unstable.trees_view(story_of(S))


@kept(60, of=lambda S: (S["un_data"], _whole_of(S)))
def flips_of(S: dict) -> tuple[Flip, ...]:
    """Every single flip with its root; none where there are too many to try by hand."""
    data, stump = data_of(S), replace(_whole_of(S), max_depth=1)
    if _size(S["un_data"], "flip") > TRIED:
        return ()
    return tuple(unstable_tables.flip_of(one, dtlearn.grow(changed(data, [one]), stump)) for one in flips(data))


def reachable(S: dict) -> list[int]:
    """The features that one flip can bring to the root."""
    return sorted({flip.feature for flip in flips_of(S)} - {-1})


def sought(S: dict) -> list[int]:
    """The features to be found: those that one flip can bring to the root, but for the one that is there already."""
    there = feature_of(_grown(S["un_data"], settings_of(S)))
    return [j for j in reachable(S) if j != there]


def open_challenge(S: dict) -> bool:
    """There is something left to find, and the answers are not shown."""
    return not S["un_show"] and not set(sought(S)) <= set(S["un_found"])


# ---- many resamples


def _resamples_key(S: dict) -> tuple:
    seed = S["un_seed"] if S["un_way"] == "bootstrap" else 0
    return S["un_data"], _whole_of(S), S["un_way"], seed


@kept(100, of=_resamples_key)
def _done(S: dict) -> dict[int, Resamples]:
    """Where resamples are put as they are done, by their number."""
    return {}


@kept(200)
def _size(name: str, way: str) -> int | None:
    return size_of(tables.load(name), way)


def asked(S: dict) -> int:
    """How many resamples are asked for."""
    there = _size(S["un_data"], S["un_way"])
    return S["un_n"] if there is None else min(S["un_n"], there)


def resamples_of(S: dict) -> Resamples | None:
    """The resamples of the scene, None until they have been grown."""
    return _done(S).get(asked(S))


def missing(S: dict) -> bool:
    """Resamples are asked for, but nobody has grown them yet."""
    return asked(S) > 0 and resamples_of(S) is None


def resampling(S: dict) -> Iterator[Resamples]:
    """Grows them; yields after every slice. Whoever is done first, is done for all."""
    data, settings, way, seed = _resamples_key(S)
    done, last = _done(S), 0
    for found in resampled(tables.load(data), settings, way, asked(S), seed):
        if last != TIMES:
            done.pop(last, None)
        done[last := len(found)] = found
        yield found


@kept(100, of=lambda S: (asked(S), depth_of(S), *_resamples_key(S)))
def leaves_of(S: dict):
    """The chart of the leaves."""
    usual = _grown(S["un_data"], settings_of(S)).tree.n_leaves
    return unstable_tables.leaves_figure(resamples_of(S), depth_of(S), usual)


# ---- what the reader does


def put(text) -> None:
    """All changes anew, as the table has them after a click."""
    S = state()
    try:
        changes = _read_changes(text or "none")
        changed(data_of(S), changes)
    except (ValueError, TypeError) as error:  # a DataError is one
        st.session_state["cannot"] = str(error)
        return
    S.update(un_changes=changes, un_draw=None)


def draw() -> None:
    """A bootstrap that makes another root, or the next one."""
    S = state()
    S.update(un_draw=_first(S) if S["un_draw"] is None else S["un_draw"] % TIMES + 1, un_changes=())


@kept(60, of=lambda S: (S["un_data"], _whole_of(S), S["un_seed"]))
def _first(S: dict) -> int:
    """The first resample with another feature at the root; 1 where that is rare."""
    data, stump = data_of(S), replace(_whole_of(S), max_depth=1)
    roots = (dtlearn.grow(rows(data, draws(S["un_data"], S["un_seed"], k)), stump) for k in range(1, LOOKED + 1))
    there = feature_of(_grown(S["un_data"], stump))
    return next((k for k, one in enumerate(roots, 1) if feature_of(one) != there), 1)


def other_trees(before: dict) -> None:
    """Another way to grow: what was found is no longer so."""
    state().update(un_found=(), un_show=False)
    _hide()


def other_data(before: dict) -> None:
    state().update(AS_IT_IS, fresh="")
    other_trees(before)


def _hide() -> None:
    """The answers of the challenge are not among the resamples."""
    S = state()
    if S["un_way"] == "flip" and open_challenge(S):
        S["un_way"] = "bootstrap"


def flip(k: int) -> None:
    """One flip of the table, and no other change."""
    state().update(un_changes=(flips_of(state())[k].change,), un_draw=None)


def example(feature: int) -> None:
    """The next resample with that feature at the root."""
    S = state()
    found = resamples_of(S)
    if found is None or feature not in found.features:
        return
    every = [k for k, j in enumerate(found.features) if j == feature]
    if S["un_way"] == "bootstrap":
        here = -1 if S["un_draw"] is None else S["un_draw"] - 1
        S.update(un_draw=next((k for k in every if k > here), every[0]) + 1, un_changes=())
        return
    listed = (omissions if S["un_way"] == "omit" else flips)(data_of(S))
    here = listed.index(S["un_changes"][0]) if len(S["un_changes"]) == 1 and S["un_changes"][0] in listed else -1
    S.update(un_changes=(listed[next((k for k in every if k > here), every[0])],), un_draw=None)


def tick(S: dict) -> None:
    """One flip and no other change: the feature at the root is found."""
    if S["un_draw"] is not None or len(S["un_changes"]) != 1:
        return
    there = next((one.feature for one in flips_of(S) if one.change == S["un_changes"][0]), -1)
    if there in sought(S):
        S["un_found"] = tuple(sorted({*S["un_found"], there}))


def mend(S: dict) -> list[str]:
    """Bring what depends on the data into its range; answers what was wrong with the link."""
    wrong: list[str] = []
    if st.query_params and "un_changes" not in st.query_params and (S["un_draw"] or S["un_data"] != "play_tennis"):
        S["un_changes"] = ()  # the first flip is one of PlayTennis
    try:
        changed(data_of(S), S["un_changes"])
    except dtlearn.DataError as error:
        wrong += drop(S, "un_changes", (), f"un_changes: {str(error).rstrip('.')}")
    idle = [one for one in S["un_changes"] if isinstance(one, Relabel) and data_of(S).y[one.row] == one.label]
    if idle:
        there = tuple(one for one in S["un_changes"] if one not in idle)
        wrong += drop(S, "un_changes", there, f"un_changes gives example {idle[0].row + 1} the label that it has")
    if S["un_draw"] is not None and S["un_changes"]:
        wrong += drop(S, "un_changes", (), "a resample has no changes by hand")
    wrong += fit_own(S, data_of(S))
    unfit = [str(j) for j in S["un_found"] if j not in reachable(S)]
    if unfit:
        found = tuple(j for j in S["un_found"] if j in reachable(S))
        wrong += drop(S, "un_found", found, f"un_found: no flip brings feature number {listing(unfit)} to the root")
    tick(S)
    if S["un_way"] == "flip" and open_challenge(S):
        wrong.append("un_way=flip would tell what is still to be found")
        _hide()
    return wrong if st.query_params else []
