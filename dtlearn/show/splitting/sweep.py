"""The sweep of one numeric feature: every gap between its values, what is left and right of it, every gain."""

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from html import escape
from math import ceil, floor, log10

from dtlearn.data.dataset import Feature, Schema, number, significant
from dtlearn.growing.grow import Trace
from dtlearn.growing.steps import steps
from dtlearn.growing.sweep import Gaps, ranks, runs, targets_of, values_of
from dtlearn.show.base.arithmetic import tex_whole
from dtlearn.show.base.html import MARKED, framed
from dtlearn.show.base.text import (
    counts_text,
    fixed,
    gain_text,
    listing,
    many,
    measured,
    shorten,
    shown,
    target_text,
    whole,
)
from dtlearn.show.growing.reasons import gone
from dtlearn.show.splitting.curves import digits
from dtlearn.splitting.criteria import Criterion, criterion_of, exact_gain

NO_GAP = "no\u00a0gap"
BINARY = 14  # examples whose yes/no features are listed
LABELLED = 8  # a feature with at most so many values has each written on its axis


def gaps_text(gaps: Gaps, what: str = "class") -> str:
    """UML's count of thresholds with the numbers put in. what : a run's examples share, "class" or "number"."""
    cannot = gaps.useful - gaps.winners
    return (
        f"m = {gaps.m} examples leave m + 1 = {gaps.m + 1} gaps. 2 are trivial: outside all values nothing is split. "
        f"{gaps.empty} {'is' if gaps.empty == 1 else 'are'} empty: between equal values no threshold fits. "
        f"That leaves {gaps.useful} useful, one fewer than the {gaps.distinct} different "
        f"{'value' if gaps.distinct == 1 else 'values'}. "
        + (f"{cannot} of them {'lies' if cannot == 1 else 'lie'} inside a run of one {what}." if cannot else "")
    ).strip()


def sweep_view(stumps: Mapping[str, Trace]) -> dict:
    """Everything the sweep shows, gap by gap: 0 lies below all values, the last one above them.

    stumps : those of one feature (``dtlearn.growing.sweep``). Texts are ready to be shown; ``at``, ``low``, ``high``
        and the points' ``x`` are numbers on the axis from ``lo`` to ``hi``; ``height`` is a score over the largest one.
        In regression there are no classes: a point stands ``up``, from 0 to 1, a gap has the ``means`` of both sides,
        each with its text and its place up, and ``up`` holds the texts of the lowest and the highest target.
        ``inside`` ends the caption of a gap inside a run.
    """
    trace = next(iter(stumps.values()))
    schema, found = trace.data.schema, trace.candidates[0]
    values, counts = values_of(trace)
    pad = (values[-1] - values[0]) * 0.06 or 1.0
    lo, hi = values[0] - pad, values[-1] + pad
    total = [sum(column) for column in zip(*counts, strict=True)]
    nothing = [0] * len(total)
    branches = [[nothing, total], *(found.branches(c).tolist() for c in range(len(found))), [total, nothing]]
    edges, inside = [lo, *values, hi], [None, *runs(targets_of(trace)), None]
    at = [(lo + values[0]) / 2, *found.at.tolist(), (values[-1] + hi) / 2]
    gaps = [
        {
            "at": at[i],
            "low": edges[i],
            "high": edges[i + 1],
            "name": schema.features[0].text(at[i]) if 0 < i < len(at) - 1 else "",
            "left": left,
            "right": right,
            "run": inside[i],
            "caption": _caption(trace, values, at, i, left, right, inside[i]),
        }
        for i, (left, right) in enumerate(branches)
    ]
    points = [{"x": x, "counts": n} for x, n in zip(values, counts, strict=True)]
    up = []
    if schema.regression:
        y = trace.data.y.tolist()
        low, high = min(y), max(y)
        rise = (lambda v: (v / 2 - low / 2) / (high / 2 - low / 2)) if high > low else (lambda v: 0.5)
        points = [
            {"x": x, "up": round(rise(v), 5)} for x, v in sorted({*zip(trace.data.X[:, 0].tolist(), y, strict=True)})
        ]
        up = [number(low), number(high)]
        for i, gap in enumerate(gaps):
            gap["means"] = [
                [measured(mean), round(rise(mean), 5)] if n else ["–", None] for n, mean, _ in _sides(trace, i)
            ]
    return {
        "feature": schema.features[0].name,
        "classes": list(schema.classes),
        "m": len(trace.data),
        "target": schema.target,
        "lo": lo,
        "hi": hi,
        "up": up,
        "ticks": _ticks(schema.features[0], values),
        "gaps": gaps,
        "points": points,
        "criteria": [_curve(stumps[c], branches) for c in stumps],
        "runs": (
            "inside a run of one"
            f" {'number: cannot win' if schema.regression else 'class: cannot win (train error: may tie)'}"
        ),
    }


def _sides(trace: Trace, i: int) -> list[tuple[int, float, float]]:
    """(examples, mean, mean squared error) left and right of gap i, in regression."""
    found, root = trace.candidates[0], trace.tree[0]
    whole, none = (root.n, *root.mean_and_mse), (0, 0.0, 0.0)
    if not 0 < i <= len(found):
        return [whole, none] if i else [none, whole]
    values = found.branch_values[2 * i - 2 : 2 * i].tolist()
    return [(n, *trace.tree.clear(*both)) for (n,), both in zip(found.branches(i - 1).tolist(), values, strict=True)]


def hidden(view: dict) -> dict:
    """The same sweep with every gain left out, for a reader who is to predict."""
    blank = {"cells": [], "rank": [], "height": [], "best": ""}
    return view | {"criteria": [curve | blank for curve in view["criteria"]]}


def _curve(trace: Trace, branches) -> dict:
    """One criterion's numbers for every gap: cells of left, right, remainder, gain (and ratio),
    each with its exact value."""
    criterion, found = criterion_of(trace.settings.criterion), trace.candidates[0]
    regression = trace.data.schema.regression
    scores = [float(score) for score in found.score]
    top = max((s for s in scores if s == s), default=0.0)
    heights = [None if s != s else round(max(s, 0.0) / top, 5) if top > 0 else 0.0 for s in scores]
    outside = None if criterion.per_split_info else 0.0
    strict = top > 0 if regression else criterion.concave
    parent = [sum(pair) for pair in zip(*branches[0], strict=True)]
    return {
        "name": criterion.name,
        "title": criterion.title,
        "symbol": criterion.symbol,
        "unit": criterion.unit if not criterion.per_split_info else "",
        "strict": strict,
        "inside": "so it cannot be the best." if strict else f"yet by {criterion.title} it can tie with the best.",
        "all": _measured(trace.tree[0].mse) if regression else _cell(criterion, parent),
        "ratio": criterion.per_split_info,
        "cells": [
            _squared(trace, i) if regression else _cells(criterion, parent, both, found, i - 1)
            for i, both in enumerate(branches)
        ],
        "rank": [-1, *ranks(trace), -1],
        "height": [outside, *heights, outside],
        "best": _best(trace, criterion.title),
    }


def _best(trace: Trace, title: str) -> str:
    """Which threshold has won, in a sentence for the end."""
    found, schema, winner = trace.candidates[0], trace.data.schema, trace.candidates[0].chosen
    if winner is None:
        return f"No threshold has a {title}."
    feature = schema.features[0]
    return (
        f"Best: {shorten(feature.name, 16)} < {feature.text(float(found.at[winner]))}, {title}"
        f" {_score(found.score[winner], schema)}."
    )


def answer_text(trace: Trace) -> str:
    """The answer to the question which threshold has the largest score."""
    found, schema, winner = trace.candidates[0], trace.data.schema, trace.candidates[0].chosen
    criterion = criterion_of(trace.settings.criterion)
    title = criterion.score_title
    if winner is None:
        return f"No threshold has a {title}."
    unit = "" if criterion.per_split_info else f" {criterion.unit}".rstrip()
    return (
        f"The best cut is {schema.features[0].name} < {schema.features[0].text(float(found.at[winner]))}: it has the"
        f" largest {title}, {_score(found.score[winner], schema)}{unit}."
    )


def _cells(criterion: Criterion, parent, both, found, c: int) -> list[list[str]]:
    """[text, exact value] of: impurity left, right, remainder, gain, and for the gain ratio split info and ratio."""
    useful = 0 <= c < len(found)
    sizes = [sum(b) for b in both]
    left, right = (_cell(criterion, b) if n else ["–", "no example"] for b, n in zip(both, sizes, strict=True))
    if criterion.rational:
        gain = exact_gain(criterion, parent, both) / sum(parent)
        remainder = criterion.exact(tuple(parent)) / sum(parent) - gain
        cells = [left, right, *([shown(float(x)), digits(x)] for x in (remainder, gain))]
    else:
        gain = float(found.gain[c]) if useful else 0.0
        remainder = sum(n * float(criterion.impurity(b)) for n, b in zip(sizes, both, strict=True)) / sum(parent)
        cells = [left, right, _float(remainder, criterion.unit), _float(gain, criterion.unit)]
    if criterion.per_split_info and useful:
        cells += [_float(found.split_info[c], "bits"), _float(found.score[c], "")]
    elif criterion.per_split_info:
        cells += [["0.000", "0"], ["–", "undefined: all examples go one way"]]
    return cells


def _squared(trace: Trace, i: int) -> list[list[str]]:
    """[text, exact value] of the mean squared error left and right of gap i, the remainder, the gain."""
    found, sides = trace.candidates[0], _sides(trace, i)
    _, remainder = trace.tree.clear(0.0, sum(n * mse for n, _, mse in sides) / len(trace.data))
    gain = float(found.gain[i - 1]) if 0 < i <= len(found) else 0.0
    told = [_measured(mse) if n else ["–", "no example"] for n, _, mse in sides]
    return [*told, _measured(remainder), _measured(gain)]


def _measured(x: float) -> list[str]:
    """[text, exact value] of a squared error, which has little room: four digits, of a tiny or huge one three.

    >>> [_measured(x)[0] for x in (0.0, 0.00048, 0.048, 6.25, 650.78, 43210.9, 1.5e9)]
    ['0.000', '4.80e-4', '0.0480', '6.250', '650.8', '43211', '1.50e9']
    """
    if x and not 1e-3 <= abs(x) < 1e6:
        return [re.sub(r"e([-+])0*", lambda sign: "e" + sign[1].strip("+"), f"{x:.2e}"), number(x)]
    return [measured(x) if abs(x) < 10 else fixed(x, max(0, 3 - floor(log10(abs(x))))), number(x)]


def _cell(criterion: Criterion, counts) -> list[str]:
    if criterion.rational:
        exact = criterion.exact(tuple(counts)) / sum(counts)
        return [shown(float(exact)), digits(exact)]
    return _float(criterion.impurity(counts), criterion.unit)


def _float(x, unit: str) -> list[str]:
    return [shown(x), f"{float(x) + 0.0:.16g} {unit}".strip()]


def _caption(trace: Trace, values, at, i: int, left, right, run: float | None) -> str:
    """What the threshold does, in one or two sentences; inside a run a criterion ends the last one."""
    feature, classes = trace.data.schema.features[0], trace.data.schema.classes
    name = shorten(feature.name, 16)  # it keeps to one line
    if i in (0, len(at) - 1):
        place, side = ("Above", "left") if i else ("Below", "right")
        all_ = f"{place} every value: all {sum(left) + sum(right)} examples go {side}"
        return f"{all_}, nothing is split."
    between = f"halfway between {feature.text(values[i - 1])} and {feature.text(values[i])}"
    text = f"{name} < {feature.text(at[i])}, {between}: {many(sum(left), 'example')} left, {sum(right)} right."
    if trace.data.schema.regression:
        text += f" The means are {' and '.join(significant(mean) for _, mean, _ in _sides(trace, i))}."
    if run is None:
        return text
    alike = number(run) if trace.data.schema.regression else shorten(classes[run], 16)
    return f"{text} Both neighbours are {alike}: a cut here parts what belongs together,"


def verdict_text(trace: Trace, guess: int) -> str:
    """What a prediction was worth: the guessed threshold's score beside the best one.

    guess : number of the gap, as in ``sweep_view``.
    """
    title, found, schema = criterion_of(trace.settings.criterion).title, trace.candidates[0], trace.data.schema
    winners = [c for c in range(len(found)) if found.best[c]]
    feature, c = trace.data.schema.features[0], guess - 1
    name = feature.name
    if not winners:
        return f"{name} has no threshold with a {title}: there was nothing to find."
    best = (
        f"{name} < {feature.text(float(found.at[winners[0]]))} with {title} {_score(found.score[winners[0]], schema)}"
    )
    if c in winners[1:]:
        return f"Right: {name} < {feature.text(float(found.at[c]))} is as good as {best}."
    if c in winners:
        others = listing(feature.text(float(found.at[w])) for w in winners[1:])
        return f"Right: {best}." + (f" It ties with {others}; the lowest is taken." if others else "")
    if not 0 <= c < len(found):
        return f"Not this time: outside all values nothing is split. The maximum is {best}."
    return (
        f"Not this time: {name} < {feature.text(float(found.at[c]))} has {title} {_score(found.score[c], schema)}. The"
        f" maximum is {best}."
    )


def _score(x: float, schema: Schema) -> str:
    """A score as the curves' table has it."""
    return gain_text(x, schema, shown)


def winners_text(stumps: Mapping[str, Trace]) -> list[tuple[str, str]]:
    """(criterion, where its maximum falls and who ties), for a list under the sweep."""
    rows = []
    for name, trace in stumps.items():
        found = trace.candidates[0]
        feature = trace.data.schema.features[0]
        winners = [feature.text(float(found.at[c])) for c in range(len(found)) if found.best[c]]
        if not winners:
            rows.append((criterion_of(name).title, "no threshold"))
            continue
        score = next(_score(found.score[c], trace.data.schema) for c in range(len(found)) if found.best[c])
        tied = (
            f", a tie with {listing(winners[1:4]) if len(winners) < 5 else f'{len(winners) - 1} others'}: the lowest"
            " wins"
        )
        rows.append((criterion_of(name).title, f"{score} at {winners[0]}" + (tied if len(winners) > 1 else "")))
    return rows


def rounded_down(trace: Trace) -> bool:
    """Whether some midpoint could not be told from the lower value, so that the upper one stands for it."""
    values, _ = values_of(trace)
    return any(at == high for at, high in zip(trace.candidates[0].at.tolist(), values[1:], strict=True))


def binary_text(trace: Trace, gap: int) -> str:
    """What the threshold's yes/no question sends each way and takes away, and how UML writes it."""
    found, schema, feature = trace.candidates[0], trace.data.schema, trace.data.schema.features[0]
    if schema.regression:
        left, right = (f"{many(n, 'example')} with mean {significant(mean)}" for n, mean, _ in _sides(trace, gap))
    else:
        left, right = (counts_text(b, schema.classes, " and ") for b in found.branches(gap - 1).tolist())
    at = feature.text(float(found.at[gap - 1]))
    written = f"1[{feature.name} < {at}]"
    return (
        f"Below {at}: {left}. The others: {right}. So a threshold is a yes/no question, written {written}."
        f" This cut takes away {gone(steps(trace)[0], gap - 1)}."
    )


def binary_html(trace: Trace, gap: int) -> str:
    """UML's reduction (18.2.3): for each example, in the order of the feature, its yes/no features 1[x < theta_j].

    gap : as in ``sweep_view``; the column of its threshold is marked. Of many examples the first are shown.
    """
    data, feature, found = trace.data, trace.data.schema.features[0], trace.candidates[0]
    x = data.X[:, 0].tolist()
    order = sorted(range(len(x)), key=x.__getitem__)
    rising = [x[i] for i in order]
    middle = dict(zip(sorted(set(x)), found.at.tolist(), strict=False))  # of a value and the next
    now = bisect_left(rising, found.at[gap - 1]) if 0 < gap <= len(found) else len(x) if gap else 0
    heads, last = [f"θ{_low(0)}\u00a0<\u00a0{feature.text(rising[0])}"], min(len(x), BINARY)
    for j in range(1, last + 1):
        if j == len(x):
            heads.append(f"θ{_low(j)}\u00a0>\u00a0{feature.text(rising[-1])}")
        elif rising[j - 1] == rising[j]:
            heads.append(f"θ{_low(j)}: {NO_GAP}")
        else:
            heads.append(f"θ{_low(j)}\u00a0=\u00a0{feature.text(middle[rising[j - 1]])}")
    body = ""
    for k, i in enumerate(order[:last], 1):
        cells = ["–" if head.endswith(NO_GAP) else str(int(k <= j)) for j, head in enumerate(heads)]
        marked = (f"<td{MARKED * (j == now)}>{cell}</td>" for j, cell in enumerate(cells))
        known = "".join(f"<td>{escape(text)}</td>" for text in (feature.text(rising[k - 1]), target_text(data, i)))
        body += f'<tr><th scope="row">{k}</th>{known}{"".join(marked)}</tr>'
    part = "" if last == len(x) else f"; the first {last} of {len(x)}, up to θ{_low(last)} of θ{_low(len(x))}"
    caption = f"1[{feature.name} < θ] of each example, in rising order{part}"
    return framed(("", feature.name, data.schema.target, *heads), body, caption, now + 3 if now <= last else None)


def _low(j: int) -> str:
    return str(j).translate(str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"))


def binary_costs(gaps: Gaps, d: int) -> str:
    """How many yes/no features the reduction makes, and what asking all of them costs, in Markdown.

    d : numeric features.
    """
    m = gaps.m
    return (
        f"So one number becomes at most m + 1 = {whole(m + 1)} yes/no features: {gaps.useful} that differ, 2 that are"
        " the same "
        f"for all (θ{_low(0)} and θ{_low(m)}), {gaps.empty} without a gap. Books count about m for each of d features,"
        " $dm$ "
        f"in all, and ask each of them of m examples: $O(dm^2)$, here ${d} \\cdot {tex_whole(m)}^2 ="
        f" {tex_whole(d * m * m)}$ "
        "answers. In the order of the values one example changes its answer from one column to the next (of equal"
        " values all at "
        r"once), so that a sort and a sweep do: $O(dm \log m)$. *What it costs* counts both."
    )


def _ticks(feature: Feature, values: Sequence[float]) -> list[dict]:
    """Marks of the axis: each value of a short list, else round numbers."""
    if len(values) <= LABELLED:
        return [{"x": v, "text": feature.text(v)} for v in values]
    span = values[-1] - values[0]
    step = 10 ** floor(log10(span / 5))
    step *= next(k for k in (1, 2, 5, 10) if span / (k * step) <= 6)
    first, decimals = ceil(values[0] / step), max(12, 2 - floor(log10(step)))
    marks = [round((first + i) * step, decimals) for i in range(8) if (first + i) * step <= values[-1] + step / 1e6]
    return [{"x": x, "text": feature.text(x)} for x in dict.fromkeys(marks)]
