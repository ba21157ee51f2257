"""Criteria side by side: what every feature scores at the root, and what a name of the row does to the gain ratio."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from html import escape
from math import log2

import numpy as np

from dtlearn.criteria import CRITERIA, entropy, exact_gain
from dtlearn.data import Dataset, Feature, load
from dtlearn.grow import GrowSettings, grow
from dtlearn.views.curves import digits
from dtlearn.views.latex import aligned
from dtlearn.views.palette import CLASS_COLOURS
from dtlearn.views.text import fixed


@dataclass(frozen=True)
class Score:
    """What a feature scores at the root. branches : (name, class counts) of each. exact : all digits of the score."""

    feature: str
    branches: list[tuple[str, tuple[int, ...]]]
    gain: float
    split_info: float
    score: float
    best: bool
    exact: str


def root_scores(data: Dataset, criterion: str) -> list[Score]:
    """Every feature's score at the root, by growing one level; every feature is nominal and asked by value."""
    record = grow(data, GrowSettings(criterion=criterion, max_depth=1)).candidates[0]
    found, root = [], data.schema
    rule, parent = CRITERIA[criterion], np.bincount(data.y, minlength=len(root.classes)).tolist()
    for c in range(len(record)):
        split, counts = record.split(c), record.branches(c).tolist()
        branches = [(split.branch(root, b), tuple(row)) for b, row in enumerate(counts)]
        exact = exact_gain(rule, parent, counts) / sum(parent) if rule.rational else float(record.score[c])
        found.append(
            Score(
                root.features[split.feature].name, branches, float(record.gain[c]), float(record.split_info[c]),
                float(record.score[c]), bool(record.best[c]), digits(exact),
            )
        )  # fmt: skip
    return found


def contest_html(data: Dataset, grow_link: Callable[[str], str], curve_link: Callable[..., str]) -> str:
    """Features against criteria, each criterion's winner marked; links grow the tree and show a feature's chords.

    grow_link : criterion -> address. curve_link : the four counts of two children -> address.
    """
    columns = {name: root_scores(data, name) for name in CRITERIA}
    heads = "".join(f'<th scope="col">{CRITERIA[name].title}</th>' for name in CRITERIA)
    rows = []
    for scores in zip(*columns.values(), strict=True):
        name, branches = scores[0].feature, scores[0].branches
        flat, see = [n for _, counts in branches for n in counts], ""
        if len(data.schema.classes) == len(branches) == 2:
            see = f' <a href="{escape(curve_link(flat))}" target="_self">on the curve</a>'
        counted = ", ".join(f"{value}:\u00a0{'+'.join(map(str, counts))}" for value, counts in branches)
        rows.append(
            [
                f"<b>{escape(name)}</b>{see}<br><span style='font-size:.85rem'>{escape(counted)}</span>",
                *map(_cell, scores),
            ]
        )
    picks = [_picks(scores) for scores in columns.values()]
    rows.append(["asks first", *(f"<td><b>{escape(pick)}</b></td>" for pick in picks)])
    links = [f'<td><a href="{escape(grow_link(name))}" target="_self">Grow it</a></td>' for name in CRITERIA]
    rows.append(["on “Grow a tree”", *links])
    body = "".join(f'<tr><th scope="row">{head}</th>{"".join(cells)}</tr>' for head, *cells in rows)
    return _table(
        f'<th scope="col">Feature</th>{heads}',
        body,
        "Score of each feature at the root, ★ the largest",
    )


def examples(data: Dataset) -> tuple[list[str], list[list[str]], str]:
    """(header, rows, caption) of the whole table."""
    features = range(len(data.schema.features))
    rows = [
        [str(i + 1), *(data.value(i, j) for j in features), data.schema.classes[y]]
        for i, y in enumerate(data.y.tolist())
    ]
    return ["", *(f.name for f in data.schema.features), data.schema.target], rows, f"The {len(data)} examples"


def ratio_html(data: Dataset, caption: str) -> str:
    """Gain, split info and gain ratio of every feature, the winners of gain and of ratio marked."""
    body = ""
    for plain, ratio in zip(root_scores(data, "info_gain"), root_scores(data, "gain_ratio"), strict=True):
        values = len(next(f for f in data.schema.features if f.name == plain.feature).values)
        info = f'<td title="{ratio.split_info:.16g}">{fixed(ratio.split_info)}</td>'
        body += (
            f'<tr><th scope="row">{escape(plain.feature)}</th><td>{values}</td>{_cell(plain)}{info}{_cell(ratio)}</tr>'
        )
    heads = "".join(
        f'<th scope="col">{head}</th>' for head in ("Feature", "values", "gain", "split info", "gain ratio")
    )
    return _table(heads, body, caption)


def _cell(score: Score) -> str:
    """A score, with a star if it is the largest; where no feature gains anything, none is."""
    star = score.best and score.gain > 0
    mark = ' class="dt-marked"' if star else ""
    return f'<td{mark} title="{score.exact}">{"★&nbsp;" if star else ""}{fixed(score.score)}</td>'


def _picks(scores: list[Score]) -> str:
    best = [score.feature for score in scores if score.best]
    if not any(score.gain for score in scores):
        return "all gain 0: a leaf, or any"
    return best[0] if len(best) == 1 else f"{best[0]} (tie with {', '.join(best[1:])})"


def _table(head: str, body: str, caption: str) -> str:
    return (
        f'<div class="dt-scroll"><table class="dt-table"><caption>{escape(caption)}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


# --- a name of the row as a feature

DAY = "play_tennis_day"
COPIES = 7


def repeated(data: Dataset, times: int) -> Dataset:
    """The table ``times`` times over; the first feature, a name of the row, is numbered anew in every copy.

    >>> repeated(load("play_tennis_day"), 2).schema.features[0].values[-1]
    'D28'
    """
    first, *others = data.schema.features
    names = tuple(f"{first.values[0][:1]}{i + 1}" for i in range(len(data) * times))
    X = np.tile(data.X, (times, 1))
    X[:, 0] = np.arange(len(X))
    schema = replace(data.schema, features=(Feature(first.name, names), *others))
    return replace(data, schema=schema, X=X, y=np.tile(data.y, times))


@cache
def day_ratios() -> tuple[tuple[float, float], ...]:
    """The gain ratios of Day and of Outlook with 1, 2, ... copies of PlayTennis with the Day column."""
    found = []
    for times in range(1, COPIES + 1):
        day, outlook, *_ = root_scores(repeated(load(DAY), times), "gain_ratio")
        found.append((day.score, outlook.score))
    return tuple(found)


def turning_point() -> float:
    """2^(H(Y) / gain ratio of Outlook): with more rows than this Day's gain ratio is the smaller one.

    >>> round(turning_point(), 4)
    64.4898
    """
    return float(2 ** (_root_entropy() / day_ratios()[0][1]))


def _root_entropy() -> float:
    return float(entropy(np.bincount(load(DAY).y)))


def day_latex(times: int) -> str:
    """Formula, numbers and result of both gain ratios with so many copies, and of the size at which they cross."""
    n, h, (day, outlook) = len(load(DAY)) * times, fixed(_root_entropy(), 4), day_ratios()[times - 1]
    gain, info = (getattr(root_scores(load(DAY), "gain_ratio")[1], name) for name in ("gain", "split_info"))
    ratio = r"\frac{\text{gain}}{\text{split info}}"
    return aligned(
        [
            rf"\text{{Day: }} {ratio} &= \frac{{H(Y)}}{{\log_2 n}} = \frac{{{h}}}{{\log_2 {n}}}",
            rf"&\approx \frac{{{h}}}{{{fixed(log2(n), 4)}}} \approx \mathbf{{{fixed(day)}}}",
            rf"\text{{Outlook: }} {ratio} &\approx \frac{{{fixed(gain, 4)}}}{{{fixed(info, 4)}}} \approx "
            rf"\mathbf{{{fixed(outlook)}}}",
            r"\text{Day loses if } n &> 2^{H(Y)/\text{ratio of Outlook}}",
            rf"&\approx 2^{{{h}/{fixed(outlook, 4)}}} \approx \mathbf{{{fixed(turning_point(), 1)}}}",
        ]
    )


def average_say() -> str:
    """What becomes of Day under C4.5's further rule, that a feature gains at least the average."""
    gains = {score.feature: score.gain for score in root_scores(load(DAY), "info_gain")}
    day, average = gains["Day"], sum(gains.values()) / len(gains)
    return (
        f"C4.5 also asks for at least the average gain, here {fixed(average)} bits. That is no cure: "
        f"Day gains {fixed(day)}, all of H(Y), and so always passes."
    )


def day_say(times: int) -> str:
    """Who wins with so many copies, in a sentence."""
    n, (day, outlook) = len(load(DAY)) * times, day_ratios()[times - 1]
    rows = f"{n} rows" if times == 1 else f"{times} copies, {n} rows, {n} different days"
    if day > outlook:
        return f"{rows}: Day still wins, {fixed(day)} against {fixed(outlook)} for Outlook."
    return f"{rows}: Outlook wins, {fixed(outlook)} against {fixed(day)} for Day."


def day_html(times: int) -> str:
    """The gain ratio of Day with 1, 2, ... copies as bars, a line where Outlook's is; the row of so many copies marked."""
    body, most = "", 0.25
    for k, (day, outlook) in enumerate(day_ratios(), 1):
        bar = (
            f'<div style="position:relative;min-width:7rem;height:.8rem"><div style="width:{day / most:.1%};height:100%;'
            f'background:{CLASS_COLOURS[4]};border-radius:2px"></div><div style="position:absolute;left:{outlook / most:.1%};'
            'top:-.25rem;height:1.3rem;border-left:3px solid currentColor"></div></div>'
        )
        here = ' class="dt-marked" aria-current="true"' if k == times else ""
        first = "Day" if day > outlook else "Outlook"
        cells = (
            f'<td>{k * len(load(DAY))}</td><td title="{digits(day)}">{fixed(day)}</td><td>{bar}</td><td>{first}</td>'
        )
        body += f'<tr{here}><th scope="row">{"▶ " if k == times else ""}{k}</th>{cells}</tr>'
    heads = "".join(f'<th scope="col">{head}</th>' for head in ("copies", "rows", "Day", "drawn", "asks first"))
    return _table(heads, body, f"Gain ratio of Day; the line is Outlook's, {fixed(day_ratios()[0][1])} throughout")
