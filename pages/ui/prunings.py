"""A pruning on the screen: its fields, its lessons, the cached growth and prunings, what the reader does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import streamlit as st

import dtlearn
from dtlearn.bounds import LOGS
from dtlearn.edits import Pruning
from dtlearn.objectives import PruneSettings
from dtlearn.prune import PRUNERS
from dtlearn.synthetic import BOOLEAN
from dtlearn.validate import Series, by_folds, by_hold_out
from dtlearn.views import pruning, pruning_pictures
from dtlearn.views.pruning_pictures import Line
from dtlearn.views.pruning_tree import SHOWS, pruned_view
from pages.ui import growth
from pages.ui.growth import ALGORITHM_IDS
from pages.ui.prunedata import (
    DATA,
    HELD,
    LESSONS,
    MADE,
    OF_SOURCE,
    SOURCE,
    key_of,
    parts,
    parts_of,
    scene_of,
    source_of,
)
from pages.ui.scene import Field, choice, state, switch, whole

ENOUGH = 50  # examples from which on some are held out at first
TREE, CHART = 365, 300  # px
GAINS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)
SURE = (0.05, 0.1, 0.25, 0.5)
PRICES = (0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2)
DELTAS = (0.5, 0.2, 0.1, 0.05, 0.01)


def _same(values) -> dict:
    return {value: value for value in values}


def _by_text(values) -> dict:
    return {f"{value:g}": value for value in values}


_SAID = next(f for f in growth.FIELDS if f.name == "said")
FIELDS = (
    choice("pr_data", _same(DATA), "play_tennis"),
    choice("pr_algorithm", ALGORITHM_IDS, "ID3 (CS181)"),
    choice("pr_criterion", _same(dtlearn.CRITERIA), "info_gain"),
    whole("pr_held", 0, 0, 80),
    whole("pr_seed", 1, 0, 999),
    choice("pr_function", _same(BOOLEAN), "majority"),
    whole("pr_k", 3, 1, 10),
    whole("pr_d", 8, 1, 10),
    whole("pr_m", 300, 10, 1000),
    whole("pr_noise", 15, 0, 45),
    choice("pr_by", _same(PRUNERS), "weakest_link"),
    choice("pr_f", _same(pruning.OBJECTIVES), "bound"),
    choice("pr_delta", _by_text(DELTAS), 0.05),
    choice("pr_logs", _same(LOGS), "mixed"),
    choice("pr_price", _by_text(PRICES), 0.01),
    choice("pr_sure", _by_text(SURE), 0.25),
    switch("pr_ties", True),
    choice("pr_risk", _same(pruning.RISKS), "error"),
    switch("pr_once", True),
    choice("pr_gain", _by_text(GAINS), 0.1),
    whole("pr_folds", 0, 0, 20, neutral=0),  # 0: no cross-validation
    choice("pr_show", _same(SHOWS), "cuts"),
    whole("pr_pick", None, 0, growth.MOST),
    Field("pr_said", (), _SAID.read, _SAID.write),
    whole("step", None, 0, growth.MOST),  # None: at a telling step
    *(f for f in growth.FIELDS if f.name in ("speed", "present", "predict")),
)
# What a reader of a lesson may change and still be in it.
_FREE = ("step", "speed", "present", "predict", "pr_said", "pr_pick", "pr_show", "pr_folds")


def lesson_of(S: dict) -> str | None:
    """The lesson that the scene shows, if it shows one."""
    defaults = {f.name: f.default for f in FIELDS if f.name not in _FREE}
    here = {name: S[name] for name in defaults if S["pr_data"] == SOURCE or name not in OF_SOURCE}
    for name, lesson in LESSONS.items():
        asked = defaults | lesson.scene
        if all(asked[n] == value for n, value in here.items()):
            return name
    return None


# ---- growth and prunings, shared by everyone who looks at the same ones


def settings_of(S: dict) -> dtlearn.GrowSettings:
    return replace(dtlearn.ALGORITHMS[S["pr_algorithm"]], criterion=S["pr_criterion"])


def prune_settings_of(S: dict) -> PruneSettings:
    return PruneSettings(S["pr_f"], S["pr_delta"], S["pr_logs"], S["pr_price"], S["pr_sure"], S["pr_ties"],
                         S["pr_risk"], S["pr_once"], S["pr_gain"])  # fmt: skip


@st.cache_resource(max_entries=60, show_spinner=False)
def _trace(settings: dtlearn.GrowSettings, *key) -> dtlearn.Trace:
    return dtlearn.grow(parts(*key)[0], settings)


@st.cache_resource(max_entries=200, show_spinner=False)
def _pruning(name: str, settings: PruneSettings, grow: dtlearn.GrowSettings, *key) -> Pruning:
    return PRUNERS[name](_trace(grow, *key), settings, parts(*key)[1])


def _pruning_key(S: dict) -> tuple:
    return S["pr_by"], prune_settings_of(S), settings_of(S), *key_of(S)


def pruning_of(S: dict) -> Pruning:
    """The pruning that the scene describes."""
    return _pruning(*_pruning_key(S))


@st.cache_resource(max_entries=200, show_spinner=False)
def _lines(*key) -> tuple[Line, ...]:
    found, S = _pruning(*key), scene_of(key[3:])
    m, held, source = len(found.data), found.held, source_of(S)
    lines = [Line("training", tuple(pruning.ratio(w, m) for w in found.n_wrong))]
    if held is not None:
        lines.append(Line("validation", tuple(pruning.ratio(w, len(held)) for w in found.losses(held))))
    if source:
        lines.append(Line("true", tuple(source.error_of(int(w)) for w in found.losses(source.table))))
    return tuple(lines)


def lines_of(S: dict) -> tuple[Line, ...]:
    """Training, validation and true error of every state, as far as they are known."""
    return _lines(*_pruning_key(S))


@st.cache_resource(max_entries=300, show_spinner=False)
def _view(k: int, show: str, ask: bool, *key) -> dict:
    return pruned_view(_pruning(*key), k, show, ask)


def view_of(S: dict) -> dict:
    """The tree of the scene."""
    return _view(S["step"], S["pr_show"], asking(S), *_pruning_key(S))


# ---- choosing one of the series


@st.cache_resource(max_entries=100, show_spinner=False)
def _slot(folds: int, *key) -> list[Series]:
    """Where the finished cross-validation is put; empty until then."""
    return []


def folds_missing(S: dict) -> bool:
    """Cross-validation is asked for, but nobody has done it yet."""
    return S["pr_by"] == "weakest_link" and S["pr_folds"] > 1 and not _slot(S["pr_folds"], *_pruning_key(S))


def folding(S: dict) -> Iterator[Series]:
    """Cross-validates; yields after every fold. Whoever is done first, is done for all."""
    key, last = _pruning_key(S), None
    for last in by_folds(parts_of(S)[0], settings_of(S), _pruning(*key), S["pr_folds"], S["pr_seed"]):
        yield last
    _slot(S["pr_folds"], *key).append(last)


def series_of(S: dict) -> dict[str, Series]:
    """How the states of the weakest link do: by folds, by the validation examples."""
    if S["pr_by"] != "weakest_link":
        return {}
    done, held = _slot(S["pr_folds"], *_pruning_key(S)) if S["pr_folds"] else [], parts_of(S)[1]
    found = {"folds": done[0]} if done else {}
    return found | ({"validation": by_hold_out(pruning_of(S), held)} if held is not None else {})


def figures_of(S: dict) -> tuple:
    """The errors against leaves; leaves against alpha, or None."""
    found, lines, series = pruning_of(S), list(lines_of(S)), series_of(S)
    chosen = next(iter(series.values()), None)
    if "folds" in series:
        lines.append(_series_line("folds", series["folds"]))
    elif chosen:
        lines = [_series_line("validation", chosen) if line.name == "validation" else line for line in lines]
    errors = pruning_pictures.errors_figure(found, lines, S["step"], chosen, CHART)
    alphas = pruning_pictures.alpha_figure(found, S["step"], chosen, CHART) if found.alphas else None
    return errors, alphas


def _series_line(name: str, series: Series) -> Line:
    return Line(name, tuple(series.mean.tolist()), tuple(series.spread.tolist()))


def rivals_of(S: dict) -> list[tuple[dict, Pruning, int, tuple[Line, ...]]]:
    """What each procedure makes of the same tree: (its scene, pruning, state, errors)."""
    held = parts_of(S)[1] is not None
    ways = [{"pr_by": "generic", "pr_f": "bound"}, {"pr_by": "generic", "pr_f": "pessimistic"}]
    ways += [{"pr_by": "reduced_error"}] if held else []
    ways += [{"pr_by": "weakest_link"}, {"pr_by": "gain_threshold"}]
    found = []
    for way in ways:
        there = S | way | {"pr_pick": None, "pr_said": (), "predict": False}
        one = pruning_of(there)
        last = len(one.steps)
        if there["pr_by"] == "weakest_link":
            last = next((series.best for series in series_of(there).values()), None)
        found.append((there | {"step": last}, one, last, lines_of(there)))
    return found


# ---- what the reader does


def asking(S: dict) -> bool:
    """The learner is asked what the next step does."""
    return S["predict"] and S["step"] < len(pruning_of(S).steps) and S["step"] not in dict(S["pr_said"])


def go(k: int) -> None:
    """Move to state k; an alternative chosen at the old one is forgotten."""
    S = state()
    if k != S["step"]:
        S["step"], S["pr_pick"] = k, None


def learn(name: str | None) -> None:
    """Go to a lesson."""
    if name:
        kept = ("speed", "present", "predict")
        state().update({f.name: f.default for f in FIELDS if f.name not in kept} | LESSONS[name].scene)


def answer(k: int, token: str | None) -> None:
    """An answer to the question before step k."""
    if token is None:
        st.session_state["unanswered"] = True
        return
    state()["pr_said"] = (*state()["pr_said"], (k, token))
    go(k + 1)


def start_over() -> None:
    state()["pr_said"] = ()
    for key in [key for key in st.session_state if str(key).startswith("w_pr_answer_")]:
        del st.session_state[key]
    go(0)


def other(before: dict) -> None:
    """Another tree or procedure: at its telling step."""
    S = state()
    S["step"], S["pr_pick"], S["pr_said"] = None, None, ()
    S["pr_k"] = min(S["pr_k"], S["pr_d"])
    if S["pr_data"] != before["pr_data"]:
        enough = S["pr_data"] == SOURCE or len(parts_of(S | {"pr_held": 0})[0]) >= ENOUGH
        S["pr_held"] = HELD if enough and S["pr_data"] not in MADE else 0
        S["pr_folds"] = 0
    _lend(S)


def _needs(S: dict) -> bool:
    """The procedure needs validation examples, and there are none."""
    needs = S["pr_by"] == "reduced_error" or (S["pr_by"] == "generic" and S["pr_f"] == "held_out")
    return needs and parts_of(S)[1] is None


def _lend(S: dict) -> bool:
    """Hold examples out where they are needed; answers whether it was so."""
    if not _needs(S):
        return False
    S["pr_held"] = HELD
    return True


def telling(S: dict) -> int:
    """The state to show first: the one to choose, if examples say which; else after the first change, or the last one."""
    found = pruning_of(S)
    if S["predict"]:
        return 0
    if series := series_of(S):
        return next(iter(series.values())).best
    changed = [k for k, changes in enumerate(found.changed, 1) if changes]
    if not changed:
        return min(1, len(found.steps))
    return changed[-1] if S["pr_by"] == "generic" else changed[0]


def mend(S: dict) -> list[str]:
    """Bring what depends on the data and the procedure into its range; answers what was wrong with the link."""
    wrong: list[str] = []
    if S["pr_k"] > S["pr_d"]:
        wrong.append(f"pr_k={S['pr_k']} is more than the pr_d={S['pr_d']} bits there are")
        S["pr_k"] = S["pr_d"]
    if _lend(S):
        wrong.append(f"this procedure needs validation examples, so {HELD} % are held out")
    if S["pr_folds"] == 1 or S["pr_folds"] > len(parts_of(S)[0]):
        wrong.append(f"pr_folds={S['pr_folds']} does not fit {len(parts_of(S)[0])} examples")
        S["pr_folds"] = 0
    if not st.query_params:  # the step is another page's
        S["step"] = st.session_state.get("pr_step")
    found = pruning_of(S)
    last = len(found.steps)
    if S["step"] is None:
        S["step"] = telling(S)
    if S["step"] > last:
        wrong.append(f"step={S['step']} is outside 0 to {last}")
        S["step"] = last
    said = tuple((k, token) for k, token in S["pr_said"] if k < last and token in pruning.options(found, k))
    if said != S["pr_said"]:
        wrong.append("pr_said= holds an answer that cannot be given")
        S["pr_said"] = said
    if S["pr_pick"] is not None and (not S["step"] or S["pr_pick"] >= len(found.steps[S["step"] - 1].alternatives)):
        wrong.append(f"pr_pick={S['pr_pick']} does not exist here")
        S["pr_pick"] = None
    return wrong if st.query_params else []
