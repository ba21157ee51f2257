"""Tables: the candidates of a node, one candidate's contingency table, the examples at a node."""

from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from dtlearn.data.dataset import Dataset, number
from dtlearn.data.packing import guarded
from dtlearn.growing.grow import Trace
from dtlearn.growing.steps import MANY, Phase, Step
from dtlearn.show.base.html import row
from dtlearn.show.base.text import PLURAL, best_of, cells, columns, counts_text, fixed, gain_text, mean_text
from dtlearn.show.growing.captions import stop_question
from dtlearn.splitting.candidates import Candidates
from dtlearn.splitting.criteria import criterion_of, exact_gain
from dtlearn.trees.split import Kind

if TYPE_CHECKING:
    from pandas import DataFrame


def gain_table(trace: Trace, node: int = 0) -> "DataFrame":
    """Every candidate of a node: its question, branches with their counts, gain, split info, score, best.

    In regression the counts are the branches' examples, and a column holds the branches' means.

    >>> from dtlearn import grow, load
    >>> gain_table(grow(load("play_tennis")))[["candidate", "gain"]].round(3).values.tolist()
    [['Outlook', 0.247], ['Temperature', 0.029], ['Humidity', 0.152], ['Wind', 0.048]]
    """
    from pandas import DataFrame

    found, every = trace.candidates[node], range(len(trace.candidates[node]))
    table = {
        "candidate": [found.split(c).title(trace.data.schema) for c in every],
        "counts": [found.branches(c).tolist() for c in every],
        "means": [[mean for mean, _ in _values(trace, node, c)] for c in every]
        if trace.data.schema.regression
        else None,
        "gain": found.gain,
        "split_info": found.split_info,
        "score": found.score,
        "admissible": found.admissible,
        "best": found.best,
    }
    return DataFrame({name: column for name, column in table.items() if column is not None})


def gain_csv(step: Step) -> str:
    """The gain table of the step's node as CSV, safe to open in a spreadsheet.

    A cell of text that a spreadsheet would run as a formula gets an apostrophe.
    """
    table = gain_table(step.trace, step.node.i)
    table["counts"] = [branches_text(step.trace, step.node.i, c) for c in range(len(table))]
    table = table.drop(columns="means", errors="ignore")
    for column in ("candidate", "counts"):
        table[column] = [guarded(text) for text in table[column]]
    return table.to_csv(index=False)


def _values(trace: Trace, node: int, c: int) -> list[tuple[float, float]]:
    """(mean, mean squared error) of each branch of a node's candidate c."""
    found = trace.candidates[node]
    values = found.branch_values[found.branch_offset[c] : found.branch_offset[c + 1]]
    return [trace.tree.clear(*both) for both in values.tolist()]


def branches_text(trace: Trace, node: int, c: int) -> str:
    """What each branch of a node's candidate c holds: "Sunny: 3 No, 2 Yes; Rain: 2 No, 3 Yes"."""
    found, schema = trace.candidates[node], trace.data.schema
    split, counts = found.split(c), found.branches(c).tolist()
    if schema.regression:
        holds = [mean_text(n, *mv) for (n,), mv in zip(counts, _values(trace, node, c), strict=True)]
    else:
        holds = [counts_text(row, schema.classes) for row in counts]
    return "; ".join(f"{split.branch(schema, b)}: {text}" for b, text in enumerate(holds))


def data_csv(data: Dataset) -> str:
    """The examples as CSV, safe to open in a spreadsheet; the target comes last."""
    from pandas import DataFrame

    rows = [list(map(guarded, cells(data, i))) for i in range(len(data))]
    return DataFrame(rows, columns=[*map(guarded, columns(data.schema))]).to_csv(index=False)


def contingency(trace: Trace, node: int, c: int) -> tuple[list[str], list[list], list[str]]:
    """(columns, rows, names of the rows): the counts of each branch with their total, the last row the node's own.

    In regression a branch has its examples, its mean and its mean squared error.

    >>> from dtlearn import grow, load
    >>> contingency(grow(load("play_tennis")), 0, 2)
    (['No', 'Yes', 'total'], [[4, 3, 7], [1, 6, 7], [5, 9, 14]], ['High', 'Normal', 'total'])
    """
    found, schema, tree = trace.candidates[node], trace.data.schema, trace.tree
    branches, split = found.branches(c).tolist(), found.split(c)
    names = [*(split.branch(schema, b) for b in range(len(branches))), "total"]
    if schema.regression:
        rows = [[n, *values] for (n,), values in zip(branches, _values(trace, node, c), strict=True)]
        whole = [int(tree.n[node]), *tree[node].mean_and_mse]
        return ["n", "mean", "MSE"], [*rows, whole], names
    rows = [[*counts, sum(counts)] for counts in (*branches, tree.counts[node].tolist())]
    return [*schema.classes, "total"], rows, names


def exact_text(trace: Trace, node: int, c: int) -> str:
    """A gain's exact value: the fraction, or all the digits a float has."""
    found, criterion = trace.candidates[node], criterion_of(trace.settings.criterion)
    if trace.data.schema.regression:
        return number(found.gain[c])
    if criterion.rational:
        parent = trace.tree.counts[node].tolist()
        value = exact_gain(criterion, parent, found.branches(c).tolist(), max(sum(parent), 1))
        return f"{value} = {float(value):.16g}"
    return f"{float(found.gain[c]):.16g}" + (f" {criterion.unit}" if criterion.unit else "")


def candidate_columns(trace: Trace) -> list[str]:
    """Headings of ``candidate_rows``; the last one is the bar's."""
    criterion = criterion_of(trace.settings.criterion)
    if criterion.per_split_info:
        return ["Split", "Gain", "Split info", "Gain ratio", ""]
    return ["Split", f"Gain, {criterion.unit}" if criterion.unit else "Gain", ""]


def candidate_rows(step: Step, selected: int | None, expanded: int | None) -> list[dict]:
    """The candidates of the step's node, row by row, as the table component takes them.

    A node with many candidates shows each feature's best, and all those of the feature ``expanded``.
    A row's id ends with its node and candidate, "c3.7"; that of a feature's best begins with the feature, "f2c3.7".
    """
    found = step.candidates
    if found.possible() <= MANY:
        return [_row(step, c, selected) for c in range(len(found))]
    rows = []
    for feature, group, top in _features(found):
        if len(group) == 1:
            rows.append(_row(step, top, selected))
            continue
        if top >= step.scored:
            top = group[0]  # not even the row's id may tell which is best
        head = _row(step, top, selected if expanded != feature else None)
        head |= {"id": f"f{feature}{head['id']}", "title": best_of(found, top, len(group))}
        rows.append(head | {"expanded": expanded == feature})
        if head["hidden"]:
            name, what = step.trace.data.schema.features[feature].name, PLURAL[Kind(int(found.kind[top]))]
            rows[-1] |= {"name": f"{name}: {found.possible(feature)} {what}"}
        if expanded == feature:
            rows += [_row(step, c, selected) | {"level": 1, "now": False} for c in group]
        elif found.taken in group and top != found.taken < step.scored:
            rows.append(_row(step, found.taken, selected) | {"level": 1})
    return rows


def folded(step: Step) -> dict[str, list[int]]:
    """What the rows of features unfold: id of such a row, of those that are scored -> the candidates under it.

    A candidate that a given tree took stands under every feature: it is no row of its own's.
    """
    found = step.candidates
    if found.possible() <= MANY:
        return {}
    groups, node = [one for one in _features(found) if len(one[1]) > 1], step.node.i
    took = [c for _, group, top in groups for c in [found.taken] if c in group and top != c < step.scored]
    under = {}
    for feature, group, top in groups:
        if top < step.scored:
            before = [c for c in took if c < group.start]
            under[f"f{feature}c{node}.{top}"] = [*before, *group, *(c for c in took if c >= group.stop)]
    return under


def unfolded_rows(step: Step, head: str, under: list[int]) -> list[dict]:
    """The rows of candidates ``under`` the row of a feature. head : its id, as in ``folded``."""
    feature = int(head[1 : head.index("c")])
    own = step.candidates.feature == feature
    return [_row(step, c, None) | {"level": 1} | ({"now": False} if own[c] else {}) for c in under]


@lru_cache(maxsize=4)
def _features(found: Candidates) -> list[tuple[int, range, int]]:
    """(feature, its candidates, the best of them by ``rank``) of each feature, in order."""
    starts = np.flatnonzero(np.diff(found.feature, prepend=-1)).tolist()
    scores, features = np.where(np.isnan(found.score), -np.inf, found.score), []
    for start, end in pairwise([*starts, len(found)]):
        own = slice(start, end)
        ranked = next(
            (holds for holds in (found.best[own], found.admissible[own]) if holds.any()), np.ones(end - start, bool)
        )
        group = start + np.flatnonzero(ranked)
        high = scores[group].max()
        near = group[scores[group] >= high - 2e-8 * abs(high)] if np.isfinite(high) else group
        top = next(c for c in near.tolist() if f"{scores[c]:.9g}" == f"{high:.9g}")
        features.append((int(found.feature[start]), range(start, end), top))
    return features


def rank(found: Candidates, c: int) -> tuple:
    """A candidate for comparing: float noise of its score is no difference, and an undefined score comes last."""
    score = float(found.score[c])
    return bool(found.best[c]), bool(found.admissible[c]), float(f"{score:.9g}") if score == score else float("-inf")


def _row(step: Step, c: int, selected: int | None) -> dict:
    trace, found, node = step.trace, step.candidates, step.node.i
    criterion, top, score = (
        criterion_of(trace.settings.criterion),
        _top_score(found, step.scored),
        float(found.score[c]),
    )
    seen = c < step.scored
    told = [(gain_text(found.gain[c], trace.data.schema), exact_text(trace, node, c))] if seen else [("?", "")]
    if criterion.per_split_info:
        told.append((fixed(found.split_info[c]), f"{float(found.split_info[c]):.16g} bits"))
        told.append((fixed(score), f"{score:.16g}"))
    bar = score / top if top > 0 and score == score else 0.0
    more = {"selected": c == selected, "now": step.phase is Phase.SCORE and step.shown - step.fresh <= c < step.shown}
    id_, name = f"c{node}.{c}", found.split(c).title(trace.data.schema)
    if not seen:
        return row(id_, name, [("?", "")] * len(told), None, hidden=True, **more)
    refusal = ""
    if not found.admissible[c]:
        undefined = "All examples go one way, so the split info is 0 and the gain ratio is undefined."
        refusal = undefined if found.score[c] != found.score[c] else "A branch would get too few examples."
    more |= {"badges": _badges(step, c), "muted": not found.admissible[c], "title": refusal}
    return row(id_, name, told, max(0.0, min(bar, 1.0)), **more)


@lru_cache(maxsize=4)
def _top_score(found: Candidates, scored: int) -> float:
    """The largest score of the first so many candidates."""
    return float(found.score[:scored][found.admissible[:scored]].max(initial=0.0))


def _badges(step: Step, c: int) -> list[str]:
    found, badges = step.candidates, []
    if step.phase is Phase.DECIDE and found.best[c]:
        badges += ["tie" if len(step.tied) > 1 else "best"]
    if step.phase is Phase.DECIDE and step.node.split and c == found.chosen and badges != ["best"]:
        badges.append("chosen")
    if found.gain[c] == 0 and found.admissible[c]:
        badges.append("zero")
    if not found.admissible[c] and found.score[c] == found.score[c]:
        badges.append("branch too small")
    return badges


def stop_rows(step: Step) -> list[tuple[str, str, bool]]:
    """(question, answer, holds) of the stop rules that the step has tested so far."""
    tests = step.tests[: step.shown] if step.phase is Phase.ARRIVE else step.tests
    return [(*stop_question(step, test), test.holds) for test in tests]


def examples(step: Step, limit: int) -> tuple[list[str], list[list[str]], int]:
    """(column names, rows of cells with number and target, how many are left out) at the step's node."""
    data, rows = step.trace.data, step.node.rows[:limit].tolist()
    return ["#", *columns(data.schema)], [[str(r + 1), *cells(data, r)] for r in rows], max(0, step.node.n - limit)
