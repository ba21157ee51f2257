"""Predict first: what a learner can answer at a node, and whether the answer is right."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from dtlearn.growing.grow import Trace
from dtlearn.growing.level_by_level import arrival_tests
from dtlearn.growing.steps import Step
from dtlearn.splitting.candidates import Candidates
from dtlearn.trees.split import VALUE
from dtlearn.trees.tree import Stop


@dataclass(frozen=True)
class Option:
    """A possible answer. token : short and stable, for a link: "f2" (a feature), "f2.1" (one of its
    values against the rest), "pure" (a leaf, by the name of its stop reason)."""

    token: str
    title: str
    stop: Stop | None = None


@dataclass(frozen=True)
class Grade:
    """right : the algorithm does this, or could have: by_tie : it had the same score and lost the tie-break."""

    right: bool
    by_tie: bool = False


def options(trace: Trace) -> list[Option]:
    """Every answer that can be given: all questions, then the reasons for a leaf.

    They are the same at every node of a growth, so that they give nothing away.
    """
    settings, schema = trace.settings, trace.data.schema
    asks = []
    for j, feature in enumerate(schema.features):
        if settings.nominal == "one_vs_rest" and len(feature.values) > 2:
            asks += [Option(f"f{j}.{v}", f"{feature.name} = {value}") for v, value in enumerate(feature.values)]
        else:
            asks.append(Option(f"f{j}", feature.name))
    reasons = [*arrival_tests(settings, 0, False, 0), settings.out_of_questions]
    reasons += [Stop.NO_GAIN] if settings.stop_at_zero_gain and Stop.NO_GAIN not in reasons else []
    reasons += [Stop.MIN_LEAF] if settings.min_samples_leaf > 1 else []
    reasons += [Stop.SMALL_GAIN] if settings.min_gain > 0 else []
    reasons += [Stop.BUDGET] if settings.cuts else []
    mean = {
        Stop.PURE: f"all examples have the same {schema.target}",
        Stop.EMPTY: "no example comes here, so the parent's mean decides",
    }
    words = mean if schema.regression else {}
    return asks + [Option(stop.name.lower(), words.get(stop, stop.value), stop) for stop in reasons]


def grade(step: Step, token: str) -> Grade:
    """Whether an answer is right at the step's node."""
    if step.node.stop is not None:
        return Grade(token == step.node.stop.name.lower())
    best = best_answers(step.candidates)
    return Grade(token in best, token in best and token != best[0])


@lru_cache(maxsize=4)
def answers(found: Candidates) -> dict[str, list[int]]:
    """The answers that a node's candidates are: token -> the candidates it stands for.

    All thresholds, cuts or sets of a feature are one answer; a value against the rest is an answer of its own.
    """
    return _tokens(found, range(len(found)))


@lru_cache(maxsize=4)
def best_answers(found: Candidates) -> list[str]:
    """The answers that share a node's largest score, as tokens; the first wins the tie."""
    return list(_tokens(found, np.flatnonzero(found.best).tolist()))


def _tokens(found: Candidates, among: Sequence[int]) -> dict[str, list[int]]:
    by_token: dict[str, list[int]] = {}
    kinds, features, values = (array[among].tolist() for array in (found.kind, found.feature, found.at))
    for c, kind, feature, at in zip(among, kinds, features, values, strict=True):
        by_token.setdefault(f"f{feature}.{int(at)}" if kind == VALUE else f"f{feature}", []).append(c)
    return by_token
