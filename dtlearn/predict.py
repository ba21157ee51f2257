"""Predict first: what a learner can answer at a node, and whether the answer is right."""

from __future__ import annotations

from dataclasses import dataclass

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


def options(step: Step) -> list[Option]:
    """Every answer that could be given at the step's node: the questions, then the reasons for a leaf."""
    trace, schema = step.trace, step.trace.data.schema
    asks = {}
    for c in step.candidates:
        split = trace.candidates.split(c)
        whole = split.kind is not Kind.VALUE
        title = schema.features[split.feature].name if whole else split.title(schema)
        asks.setdefault(_token(trace, c), title)
    settings = trace.settings
    reasons = [Stop.PURE, Stop.NO_FEATURE]
    reasons += [Stop.NO_GAIN] if settings.stop_at_zero_gain else []
    reasons += [Stop.EMPTY] if settings.nominal == "multiway" else []
    reasons += [Stop.MAX_DEPTH] if settings.max_depth is not None else []
    reasons += [Stop.TOO_FEW] if settings.min_samples_split > 2 else []
    reasons += [Stop.MIN_LEAF] if settings.min_samples_leaf > 1 else []
    reasons += [Stop.BUDGET] if settings.max_leaf_nodes is not None else []
    reasons += [step.node.stop] if step.node.stop and step.node.stop not in reasons else []
    return [Option(t, title) for t, title in asks.items()] + [Option(r.name.lower(), r.value, r) for r in reasons]


def grade(step: Step, token: str) -> Grade:
    """Whether an answer is right at the step's node."""
    if step.node.stop is not None:
        return Grade(token == step.node.stop.name.lower())
    best = [_token(step.trace, c) for c in step.tied]
    chosen = _token(step.trace, int(step.trace.best[step.node.i]))
    return Grade(token in best, token in best and token != chosen)


def _token(trace, c: int) -> str:
    """All thresholds of a feature are one answer; a value against the rest is an answer of its own."""
    split = trace.candidates.split(c)
    return f"f{split.feature}.{int(split.at)}" if split.kind is Kind.VALUE else f"f{split.feature}"
