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
from dtlearn.show.base.text import listing
from dtlearn.show.forest import unstable, unstable_tables
from dtlearn.show.forest.unstable import Story, feature_of
from dtlearn.show.forest.unstable_tables import Flip
from pages.ui.kit import tables
from pages.ui.kit.codec import Field, choice, switch, whole
from pages.ui.kit.fields import ALGORITHM_IDS, FRESH, PRESENT, VIEW, fit_fresh
from pages.ui.kit.kept import cached
from pages.ui.kit.scene import reset_with_reason
from pages.ui.kit.session import state
from pages.ui.kit.trees import small_tree

MOST = 500  # examples of a data set: each has a row to click
TIMES = 1000  # resamples
CHANGES = 100  # that a link can hold
WHOLE = 0  # no limit of the depth
LOOKED = 50  # resamples in which the first one is looked for
TRIED = 100  # flips that a reader can be asked to find
AS_IT_IS = {"changes": (), "sample": None}  # all examples, once
FIRST = (Relabel(10, 0),)  # day 11, flipped where a link says nothing of changes


def fits(data: dtlearn.Dataset) -> bool:
    """Whether a data set's examples can be changed here: there are labels to flip, and not too many to be seen."""
    return len(data.schema.classes) > 1 < len(data) <= MOST


def _read_changes(text: str) -> tuple[Change, ...]:
    if text == "none":
        return ()
    if not re.fullmatch(rf"\d{{1,4}}(x|c\d{{1,2}})(,\d{{1,4}}(x|c\d{{1,2}})){{0,{CHANGES - 1}}}", text, re.ASCII):
        raise ValueError("changes= is not a list of changes")
    parts = (re.split("[cx]", part) for part in text.split(","))
    return tuple(Relabel(int(row) - 1, int(label)) if label else LeaveOut(int(row) - 1) for row, label in parts)


def _read_found(text: str) -> tuple[int, ...]:
    if not re.fullmatch(r"\d{1,3}(,\d{1,3}){0,99}", text, re.ASCII):
        raise ValueError("found= is not a list of features")
    return tuple(sorted(set(map(int, text.split(",")))))


FIELDS = (
    tables.field("data", "play_tennis", fits),
    choice("algorithm", ALGORITHM_IDS, "ID3 (CS181)"),
    choice("criterion", [*dtlearn.CRITERIA], "info_gain"),
    choice("depth", {str(d or "none"): d or WHOLE for d in DEPTHS}, WHOLE),
    Field("changes", FIRST, _read_changes, lambda changes: unstable.changes_text(changes) or "none"),
    whole("sample", None, 1, TIMES),  # the bootstrap on the screen, instead of changes by hand
    whole("seed", 1, 0, 999),
    choice("sampling", [*WAYS], "bootstrap"),
    Field("found", (), _read_found, lambda found: ",".join(map(str, found))),
    switch("reveal"),
    FRESH,
    PRESENT,
    VIEW,
)
OPENS = {"changes": ()}
QUESTION = "How much of a tree hangs on one label? Flip one and see."


# ---- what follows from the choices, shared by everyone who makes the same ones


def data_of(S: dict) -> dtlearn.Dataset:
    return tables.load(S["data"])


def depth_of(S: dict) -> int | None:
    """The greatest depth, None without a limit."""
    return S["depth"] or None


def _whole_of(S: dict) -> GrowSettings:
    return replace(dtlearn.ALGORITHMS[S["algorithm"]], criterion=S["criterion"])


def settings_of(S: dict) -> GrowSettings:
    """How both trees grow."""
    return replace(_whole_of(S), max_depth=depth_of(S))


@cached(300, says="Growing the trees …")
def _grown(name: str, settings: GrowSettings, changes: tuple[Change, ...] = (), draw: tuple | None = None) -> Trace:
    data = tables.load(name)
    return dtlearn.grow(changed(data, changes) if draw is None else rows(data, draws(name, *draw)), settings)


def draws(name: str, seed: int, number: int):
    """The rows of a resample; its number counts from 1."""
    return bootstrap(len(tables.load(name)), seed, number - 1)


def _key(S: dict) -> tuple:
    draw = None if S["sample"] is None else (S["seed"], S["sample"])
    return S["data"], settings_of(S), S["changes"] if draw is None else (), draw


@cached(300, of=_key)
def story_of(S: dict) -> Story:
    """The two trees of the scene and what differs."""
    name, settings, changes, draw = _key(S)
    before, after = _grown(name, settings), _grown(name, settings, changes, draw)
    drawn = None if draw is None else draws(name, *draw)
    return Story(before, after, differences(before.tree, after.tree), changes, drawn)


@cached(300, of=_key)
def pictures_of(S: dict) -> tuple[dict, dict]:
    """Their tree views."""
    return unstable.trees_view(story_of(S))


def picture(S: dict, width: int, height: int) -> str:
    """The changed tree as a small ``<svg>``, for a card."""
    return small_tree(pictures_of(S)[1], width, height)


@cached(60, of=lambda S: (S["data"], _whole_of(S)))
def flips_of(S: dict) -> tuple[Flip, ...]:
    """Every single flip with its root; none where there are too many to try by hand."""
    data, stump = data_of(S), replace(_whole_of(S), max_depth=1)
    if _size(S["data"], "flip") > TRIED:
        return ()
    return tuple(unstable_tables.flip_of(one, dtlearn.grow(changed(data, [one]), stump)) for one in flips(data))


def reachable(S: dict) -> list[int]:
    """The features that one flip can bring to the root."""
    return sorted({flip.feature for flip in flips_of(S)} - {-1})


def sought(S: dict) -> list[int]:
    """The features to be found: those that one flip can bring to the root, but for the one that is there already."""
    there = feature_of(_grown(S["data"], settings_of(S)))
    return [j for j in reachable(S) if j != there]


def open_challenge(S: dict) -> bool:
    """There is something left to find, and the answers are not shown."""
    return not S["reveal"] and not set(sought(S)) <= set(S["found"])


# ---- many resamples


def _resamples_key(S: dict) -> tuple:
    seed = S["seed"] if S["sampling"] == "bootstrap" else 0
    return S["data"], _whole_of(S), S["sampling"], seed


@cached(100, of=_resamples_key)
def _done(S: dict) -> dict[int, Resamples]:
    """Where resamples are put as they are done, by their number."""
    return {}


@cached(200)
def _size(name: str, way: str) -> int | None:
    return size_of(tables.load(name), way)


def asked(S: dict) -> int:
    """How many resamples are asked for: all, or those that were done when the reader cancelled the others."""
    key, enough = st.session_state.get("un_enough", ((), TIMES))
    asked, there = enough if key == _resamples_key(S) else TIMES, _size(S["data"], S["sampling"])
    return asked if there is None else min(asked, there)


def cancel() -> None:
    """Be content with the resamples that are done."""
    S = state()
    st.session_state["un_enough"] = _resamples_key(S), max(_done(S), default=0)


def go_on() -> None:
    """After Cancel: grow the others too."""
    st.session_state.pop("un_enough", None)


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


@cached(100, of=lambda S: (asked(S), depth_of(S), *_resamples_key(S)))
def leaves_of(S: dict):
    """The chart of the leaves."""
    usual = _grown(S["data"], settings_of(S)).tree.n_leaves
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
    S.update(changes=changes, sample=None)


def draw() -> None:
    """A bootstrap that makes another root, or the next one."""
    S = state()
    S.update(sample=_first(S) if S["sample"] is None else S["sample"] % TIMES + 1, changes=())


@cached(60, of=lambda S: (S["data"], _whole_of(S), S["seed"]))
def _first(S: dict) -> int:
    """The first resample with another feature at the root; 1 where that is rare."""
    data, stump = data_of(S), replace(_whole_of(S), max_depth=1)
    roots = (dtlearn.grow(rows(data, draws(S["data"], S["seed"], k)), stump) for k in range(1, LOOKED + 1))
    there = feature_of(_grown(S["data"], stump))
    return next((k for k, one in enumerate(roots, 1) if feature_of(one) != there), 1)


def other_trees(before: dict) -> None:
    """Another way to grow: what was found is no longer so."""
    state().update(found=(), reveal=False)
    _hide()


def other_data(before: dict) -> None:
    state().update(AS_IT_IS, fresh="")
    other_trees(before)


def _hide() -> None:
    """The answers of the challenge are not among the resamples."""
    S = state()
    if S["sampling"] == "flip" and open_challenge(S):
        S["sampling"] = "bootstrap"


def flip(k: int) -> None:
    """One flip of the table, and no other change."""
    state().update(changes=(flips_of(state())[k].change,), sample=None)


def example(feature: int) -> None:
    """The next resample with that feature at the root."""
    S = state()
    found = resamples_of(S)
    if found is None or feature not in found.features:
        return
    every = [k for k, j in enumerate(found.features) if j == feature]
    if S["sampling"] == "bootstrap":
        here = -1 if S["sample"] is None else S["sample"] - 1
        S.update(sample=next((k for k in every if k > here), every[0]) + 1, changes=())
        return
    listed = (omissions if S["sampling"] == "omit" else flips)(data_of(S))
    here = listed.index(S["changes"][0]) if len(S["changes"]) == 1 and S["changes"][0] in listed else -1
    S.update(changes=(listed[next((k for k in every if k > here), every[0])],), sample=None)


def tick(S: dict) -> None:
    """One flip and no other change: the feature at the root is found."""
    if S["sample"] is not None or len(S["changes"]) != 1:
        return
    there = next((one.feature for one in flips_of(S) if one.change == S["changes"][0]), -1)
    if there in sought(S):
        S["found"] = tuple(sorted({*S["found"], there}))


def mend(S: dict) -> list[str]:
    """Bring what depends on the data into its range; returns what was wrong with the link."""
    wrong: list[str] = []
    if st.query_params and "changes" not in st.query_params and (S["sample"] or S["data"] != "play_tennis"):
        S["changes"] = ()  # the first flip is one of PlayTennis
    try:
        changed(data_of(S), S["changes"])
    except dtlearn.DataError as error:
        wrong += reset_with_reason(S, "changes", (), f"changes: {str(error).rstrip('.')}")
    idle = [one for one in S["changes"] if isinstance(one, Relabel) and data_of(S).y[one.row] == one.label]
    if idle:
        there = tuple(one for one in S["changes"] if one not in idle)
        wrong += reset_with_reason(
            S, "changes", there, f"changes gives example {idle[0].row + 1} the label that it has"
        )
    if S["sample"] is not None and S["changes"]:
        wrong += reset_with_reason(S, "changes", (), "a resample has no changes by hand")
    wrong += fit_fresh(S, data_of(S))
    unfit = [str(j) for j in S["found"] if j not in reachable(S)]
    if unfit:
        found = tuple(j for j in S["found"] if j in reachable(S))
        wrong += reset_with_reason(
            S, "found", found, f"found: no flip brings feature number {listing(unfit)} to the root"
        )
    tick(S)
    if S["sampling"] == "flip" and open_challenge(S):
        wrong.append("sampling=flip would tell what is still to be found")
        _hide()
    return wrong if st.query_params else []
