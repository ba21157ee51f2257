"""What a reader of the page Pruning does: steps, lessons, answers, other choices; and what a link got wrong."""

from __future__ import annotations

import streamlit as st

from dtlearn.views.pruning import words
from dtlearn.views.pruning.procedures import procedure_of
from pages.ui.kit.scene import land, resume, state
from pages.ui.pruning import scene
from pages.ui.pruning.data import HELD, MADE, SOURCE, parts_of, whole_of

ENOUGH = 50  # examples from which on some are held out at first


def go(k: int) -> None:
    """Move to state k; an alternative chosen at the old one is forgotten."""
    S = state()
    if k != S["step"]:
        S["step"], S["pr_pick"] = k, None


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
        enough = S["pr_data"] == SOURCE or len(whole_of(S)) >= ENOUGH
        S["pr_held"] = HELD if enough and S["pr_data"] not in MADE else 0
        S["pr_folds"] = 0


def telling(S: dict) -> int:
    """The state to show first: the one to choose, if examples say which; else after the first change, or the last one."""
    found = scene.pruning_of(S)
    if S["predict"]:
        return 0
    if series := scene.series_of(S):
        return series[0].best
    changed = [k for k, changes in enumerate(found.changed, 1) if changes]
    if not changed:
        return min(1, len(found.steps))
    return changed[procedure_of(S["pr_by"]).first]


def mend(S: dict) -> list[str]:
    """Bring what depends on the data and the procedure into its range; answers what was wrong with the link."""
    wrong: list[str] = []
    if S["pr_k"] > S["pr_d"]:
        wrong.append(f"pr_k={S['pr_k']} is more than the pr_d={S['pr_d']} bits there are")
        S["pr_k"] = S["pr_d"]
    if S["pr_folds"] == 1 or S["pr_folds"] > len(parts_of(S)[0]):
        wrong.append(f"pr_folds={S['pr_folds']} does not fit {len(parts_of(S)[0])} examples")
        S["pr_folds"] = 0
    resume(S, "pr_step")
    found = scene.pruning_of(S)
    wrong += land(S, len(found.steps), lambda: telling(S))
    said = tuple((k, token) for k, token in S["pr_said"] if k < len(found.steps) and token in words.options(found, k))
    if said != S["pr_said"]:
        wrong.append("pr_said= holds an answer that cannot be given")
        S["pr_said"] = said
    if S["pr_pick"] is not None and (not S["step"] or S["pr_pick"] >= len(found.steps[S["step"] - 1].alternatives)):
        wrong.append(f"pr_pick={S['pr_pick']} does not exist here")
        S["pr_pick"] = None
    return wrong if st.query_params else []
