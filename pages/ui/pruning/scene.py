"""A pruning on the screen: its fields, its lessons, the cached growth and prunings, what the reader does."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import streamlit as st

import dtlearn
from dtlearn.data.synthetic import BOOLEAN
from dtlearn.growing.errors import Part
from dtlearn.pruning.choose_state import Series, by_folds, by_hold_out
from dtlearn.pruning.edit import Pruning
from dtlearn.pruning.objectives import DEFAULT
from dtlearn.pruning.procedures import PRUNERS
from dtlearn.views.pruning import charts, tables, words
from dtlearn.views.pruning.procedures import OBJECTIVES, SETTINGS, Setting, procedure_of
from dtlearn.views.pruning.tree import SHOWS, pruned_view
from dtlearn.views.stage.pruning import alternative_walkthrough, pruning_walkthrough
from dtlearn.views.stage.walkthrough import Walkthrough
from pages.ui.kit import longwork
from pages.ui.kit import tables as own
from pages.ui.kit.codec import Field, choice, whole
from pages.ui.kit.documents import LONG, PART_FIELD, Document, part_of
from pages.ui.kit.fields import ALGORITHM_IDS, ENLARGED, FRESH, MOST, NODE, PLAYED, PREDICT, fit_fresh, said
from pages.ui.kit.frame import shown
from pages.ui.kit.kept import kept
from pages.ui.kit.scene import drop, existing, land
from pages.ui.kit.session import state
from pages.ui.kit.settings import of_algorithm
from pages.ui.kit.tables import is_large
from pages.ui.pruning import data

CHART = 300  # px
ENOUGH = 50  # examples from which on some are held out at first
LEAVES = 200  # of the tree of a visitor's large table


def _chosen(name: str, one: Setting) -> Field:
    """The field of a setting of the procedures."""
    if one.typed:
        return Field(one.id, getattr(DEFAULT, name), partial(data.price, one.id), str)
    ids = {v if isinstance(v, str) else f"{v:g}": v for v in one.values} or {"0": False, "1": True}
    return choice(one.id, ids, getattr(DEFAULT, name))


_PRUNES = (
    own.field("data", "play_tennis", data.fits, more=(data.SOURCE, *data.MADE)),
    choice("algorithm", ALGORITHM_IDS, "ID3 (CS181)"),
    of_algorithm(choice("criterion", [*dtlearn.CRITERIA], "info_gain"), "algorithm"),
    whole("held", 0, 0, 80),
    whole("seed", 1, 0, 999),
    choice("function", [*BOOLEAN], "majority"),
    whole("k", 3, 1, 10),
    whole("d", 8, 1, 10),
    whole("m", 300, 10, 1000),
    whole("noise", 15, 0, 45),
    choice("procedure", [*PRUNERS], "weakest_link"),
    *(_chosen(name, one) for name, one in SETTINGS.items()),
)
_SHOW = choice("show", [*SHOWS], "cuts")
_CURVE = choice("curve", ("whole", "seen"), "whole")  # seen: as far as the steps were seen
PART = 10  # frames of a part: each lists the alternatives at all nodes
FIELDS = (
    *_PRUNES,
    whole("folds", 0, 0, 20, neutral=0),  # 0: no cross-validation
    _SHOW,
    _CURVE,
    whole("pick", None, 0, MOST),
    said("said"),
    choice("panel", ("", "pseudocode", "states", "validation", "fresh"), "", neutral=""),
    NODE,
    FRESH,
    ENLARGED,
    *PLAYED,  # None: at a telling step
    PREDICT,
)
OPENS = data.LESSONS["helps"].scene | data.LESSONS["helps"].begins
# What the stage calls the place -> the fields that hold it.
PLACE = {
    "step": "step",
    "speed": "speed",
    "pick": "pick",
    "said": "said",
    "panel": "panel",
    "node": "node",
    "fresh": "fresh",
    "large": "large",
}
_OBJECTIVES = [{"f": name} for name, objective in OBJECTIVES.items() if objective.compared]
# What a reader of a lesson may change and still be in it.
_FREE = (*PLACE.values(), "present", "predict", "show", "curve", "folds")


def lesson_of(S: dict) -> str | None:
    """The lesson that the scene shows, if it shows one."""
    made = [field for field in FIELDS if field.name not in _FREE]
    return shown(data.LESSONS, S, made, idle=() if S["data"] == data.SOURCE else data.OF_SOURCE)


# ---- growth and prunings, shared by everyone who looks at the same ones


def settings_of(S: dict) -> dtlearn.GrowSettings:
    """How the tree grows; of a large table not to its end."""
    settings = replace(dtlearn.ALGORITHMS[S["algorithm"]], criterion=S["criterion"])
    return replace(settings, max_leaf_nodes=LEAVES) if is_large(S["data"]) else settings


@kept(60, of=lambda S: (settings_of(S), *data.key_of(S)))
def _trace(S: dict) -> dtlearn.Trace:
    return longwork.grow(S["data"], data.parts_of(S)[0], settings_of(S))


def _key(S: dict) -> tuple:
    return S["procedure"], data.prune_settings_of(S), settings_of(S), *data.key_of(S)


@kept(200, of=_key)
def pruning_of(S: dict) -> Pruning:
    """The pruning that the scene describes."""
    return PRUNERS[S["procedure"]](_trace(S), data.prune_settings_of(S), data.parts_of(S)[1])


def part_size(S: dict) -> int:
    """The frames of a part of the lesson; 0 of a lesson that comes whole."""
    return PART if len(_trace(S).tree) > LONG else 0


def walkthrough_of(S: dict, part: range | None = None) -> Walkthrough:
    """The pruning as a document. part : the frames to be held, of a large tree."""
    return pruning_walkthrough(pruning_of(S), S["show"], _true(S), S["predict"], part, S["curve"] == "seen")


def _document(S: dict) -> Walkthrough:
    """The pruning as a document; of a large tree a part of it."""
    return walkthrough_of(S, part_of(S, part_size(S), len(pruning_of(S).steps) + 1))


DOCUMENT = Document("pruning", (*_PRUNES, _SHOW, _CURVE, PREDICT, PART_FIELD), _document)


def _alternative(S: dict) -> Walkthrough:
    """The arithmetic of one alternative, which the document of a pruning may leave out."""
    return alternative_walkthrough(pruning_of(S), S["node"], S["candidate"])


# What the stage asks of a table's row: the number of its frame, and its own.
ALTERNATIVE = Document(
    "alternative", (*_PRUNES, whole("node", 0, 0, MOST), whole("candidate", 0, 0, MOST)), _alternative
)


def _true(S: dict) -> list[Part]:
    """The true error of every state, if the source is known."""
    source = data.source_of(S)
    if not source:
        return []
    return [Part("true", tuple(source.error_of(int(w)) for w in pruning_of(S).losses(source.table)), 1)]


@kept(200, of=_key)
def lines_of(S: dict) -> tuple[Part, ...]:
    """Training, validation and true error of every state, as far as they are known."""
    return (*charts.parts(pruning_of(S)), *_true(S))


@kept(300, of=lambda S: (S["step"], S["show"], asking(S), *_key(S)))
def view_of(S: dict) -> dict:
    """The tree of the scene."""
    return pruned_view(pruning_of(S), S["step"], S["show"], asking(S))


# ---- choosing one of the series


@kept(100, of=lambda S: (S["folds"], *_key(S)))
def _slot(S: dict) -> list[Series]:
    """Where the finished cross-validation is put; empty until then."""
    return []


def waiting(S: dict) -> bool:
    """A reader who predicts sees no curve before the last step."""
    return S["predict"] and S["step"] < len(pruning_of(S).steps)


def folds_missing(S: dict) -> bool:
    """Cross-validation is asked for and can be shown, but nobody has done it yet."""
    asked = S["folds"] > 1 and pruning_of(S).alphas and not waiting(S)
    return bool(asked) and not _slot(S)


def folding(S: dict) -> Iterator[Series]:
    """Cross-validates; yields after every fold. Whoever is done first, is done for all."""
    slot = _slot(S)
    for last in by_folds(pruning_of(S), S["folds"], S["seed"]):
        yield last
    slot.append(last)


@kept(200, of=_key)
def _by_hold_out(S: dict) -> Series:
    return by_hold_out(pruning_of(S), data.parts_of(S)[1])


def series_of(S: dict) -> tuple[Series, ...]:
    """How the states of a pruning with alphas do: by folds, by the validation examples."""
    if not pruning_of(S).alphas:
        return ()
    done = _slot(S) if S["folds"] else []
    return *done[:1], *([_by_hold_out(S)] if data.parts_of(S)[1] is not None else [])


@kept(300, of=lambda S: (S["folds"], *_key(S)))
def folds_figure(S: dict) -> tuple[object, str]:
    """The errors against leaves with those of the folds, which must be done; and the same in words."""
    found, chosen = pruning_of(S), _slot(S)[0]
    lines = [*lines_of(S), chosen]
    return charts.errors_figure(found, lines, chosen, CHART), tables.errors_alt(found, lines)


def rivals_of(S: dict) -> list[tuple[dict, Pruning, int, tuple[Part, ...]]]:
    """What each procedure makes of the same tree: (its scene, pruning, state, errors)."""
    held = data.parts_of(S)[1] is not None
    same = {"held": data.held_of(S), "pick": None, "said": (), "predict": False}
    ways = [(by, f) for by, one in PRUNERS.items() for f in (_OBJECTIVES if "objective" in one.reads else ({},))]
    found = []
    for by, f in ways:
        there = S | {"procedure": by} | f | same
        if PRUNERS[by].needs_held(data.prune_settings_of(there)) and not held:
            continue
        one = pruning_of(there)
        last = len(one.steps)
        if one.alphas:
            last = next((series.best for series in series_of(there)), None)
        found.append((there | {"step": last}, one, last, lines_of(there)))
    return found


def asking(S: dict) -> bool:
    """The learner is asked what the next step does."""
    return waiting(S) and S["step"] not in dict(S["said"])


# ---- what the reader does


def go(k: int) -> None:
    """Move to state k; what was chosen at the old one is forgotten."""
    S = state()
    if k != S["step"]:
        S.update(step=k, pick=None, node="")


def other(before: dict) -> None:
    """Another tree or procedure: at its telling step."""
    S = state()
    S.update(step=None, pick=None, node="", said=(), k=min(S["k"], S["d"]))
    if (S["data"], S["d"]) != (before["data"], before["d"]):
        S["fresh"] = ""
    if S["data"] != before["data"]:
        enough = S["data"] == data.SOURCE or len(data.whole_of(S)[0]) >= ENOUGH
        S["held"] = data.HELD if enough and S["data"] not in data.MADE else 0
        S["folds"] = 0


def other_procedure(before: dict) -> None:
    """Another procedure: what it does is seen from the first step on."""
    other(before)
    state()["step"] = 0


def regrown(before: dict) -> None:
    """The tree is grown in another way: at the step of the same node, or the nearest above it that is looked at."""
    S, k = state(), before["step"]
    other(before)
    if S["predict"] or is_large(S["data"]):  # which is grown on the page, where it can be cancelled
        return
    S["step"] = 0
    if k:
        old, new = pruning_of(before), pruning_of(S)
        path, there = (
            old.tree[old.steps[k - 1].node].path,
            {new.tree[one.node].path: j for j, one in enumerate(new.steps, 1)},
        )
        while path and path not in there:
            path = path[:-1]
        S["step"] = there.get(path, len(new.steps))


def priced(before: dict) -> None:
    """Another price of a leaf, as chosen or typed; what is no number stays as it was."""
    S = state()
    try:
        S["price"] = data.price("price", str(S["price"]).replace(" ", ""))
    except ValueError:
        S["price"] = before["price"]
    other(before)


def telling(S: dict) -> int:
    """The state to show first: the one to choose, if examples say which; else after the first change, or the last one."""
    found = pruning_of(S)
    if S["predict"]:
        return 0
    if series := series_of(S):
        return series[0].best
    changed = [k for k, changes in enumerate(found.changed, 1) if changes]
    if not changed:
        return min(1, len(found.steps))
    return changed[procedure_of(S["procedure"]).first]


def mend(S: dict) -> list[str]:
    """Bring what depends on the data and the procedure into its range; answers what was wrong with the link."""
    wrong: list[str] = []
    if S["k"] > S["d"]:
        wrong += drop(S, "k", S["d"], f"k={S['k']} is more than the d={S['d']} bits there are")
    if S["folds"] == 1 or S["folds"] > len(data.parts_of(S)[0]):
        wrong += drop(S, "folds", 0, f"folds={S['folds']} does not fit {len(data.parts_of(S)[0])} examples")
    wrong += fit_fresh(S, data.parts_of(S)[0])
    found = pruning_of(S)
    wrong += land(S, len(found.steps), lambda: telling(S))
    said = tuple((k, token) for k, token in S["said"] if k < len(found.steps) and token in words.options(found, k))
    if said != S["said"]:
        wrong += drop(S, "said", said, "said= holds an answer that cannot be given")
    wrong += existing(S, pick=len(found.steps[S["step"] - 1].alternatives) if S["step"] else 0)
    return wrong if st.query_params else []
