"""Predict first: what a learner can answer at a node, and whether the answer is right."""

from __future__ import annotations

from dataclasses import dataclass

from dtlearn.grow import Trace
from dtlearn.split import Kind
from dtlearn.steps import Step
from dtlearn.tree import Stop


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
    possible = {
        Stop.PURE: True,
        Stop.EMPTY: settings.nominal == "multiway" or not settings.reuse,
        Stop.NO_FEATURE: not (settings.stop_at_zero_gain and settings.reuse),
        Stop.NO_GAIN: settings.stop_at_zero_gain,
        Stop.TOO_FEW: settings.min_samples_split > 2,
        Stop.MAX_DEPTH: settings.max_depth is not None,
        Stop.MIN_LEAF: settings.min_samples_leaf > 1,
        Stop.BUDGET: settings.max_leaf_nodes is not None,
    }
    return asks + [Option(stop.name.lower(), stop.value, stop) for stop, can in possible.items() if can]


def grade(step: Step, token: str) -> Grade:
    """Whether an answer is right at the step's node."""
    if step.node.stop is not None:
        return Grade(token == step.node.stop.name.lower())
    best = [token_of(step.trace, c) for c in step.tied]
    chosen = token_of(step.trace, int(step.trace.best[step.node.i]))
    return Grade(token in best, token in best and token != chosen)


def token_of(trace, c: int) -> str:
    """All thresholds of a feature are one answer; a value against the rest is an answer of its own."""
    split = trace.candidates.split(c)
    return f"f{split.feature}.{int(split.at)}" if split.kind is Kind.VALUE else f"f{split.feature}"
