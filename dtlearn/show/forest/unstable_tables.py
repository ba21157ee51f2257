"""One tree is unstable, in tables and charts: the root's gains, every flip, how often a feature comes first, depth."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape

import numpy as np

from dtlearn.data.dataset import Dataset, Schema
from dtlearn.forest.changes import Relabel
from dtlearn.forest.resamples import DEPTHS, Resamples
from dtlearn.growing.grow import Trace
from dtlearn.show.base.errors_chart import Figure, figure
from dtlearn.show.base.html import MARKED, framed, row
from dtlearn.show.base.text import fixed, listing, short
from dtlearn.show.forest.unstable import Story, change_text, feature_of, ranking, tied
from dtlearn.show.growing.tables import exact_text
from dtlearn.splitting.criteria import criterion_of

MANY = 8  # features whose gains are listed
NONE = "a single leaf"
ROOT_COLUMNS = ["At the root", "Trees", "Share", ""]
# What a resample is, and how many trees that makes.
WAYS = {"bootstrap": "Bootstrap", "omit": "Leave one out", "flip": "Flip one label"}
_TRACK = (
    "display:inline-block;width:clamp(1.5rem,5vw,4.2em);height:.7em;border-radius:3px;background:color-mix(in"
    " srgb,currentColor 12%,transparent);vertical-align:baseline"
)

_NAME = "max-width:9em;overflow:hidden;text-overflow:ellipsis;white-space:nowrap"


def _bar(share: float, best: bool) -> str:
    """A bar; the winner's is solid, the others' are hatched."""
    look = "#0072B2" if best else "repeating-linear-gradient(135deg,#808892 0 3px,transparent 3px 5px)"
    fill = f"display:block;width:{100 * min(max(share, 0), 1):.1f}%;height:100%;border-radius:3px;background:{look}"
    return f'<i aria-hidden="true" style="{_TRACK}"><b style="{fill}"></b></i>'


def score_title(trace: Trace) -> str:
    """What the criterion compares."""
    criterion = criterion_of(trace.settings.criterion)
    return "gain ratio" if criterion.per_split_info else f"gain, {criterion.unit}" if criterion.unit else "gain"


def gains_html(story: Story) -> str:
    """The root's best gain of each feature, before and after, as bars; the winner has a star."""
    traces = (story.before,) if story.calm else (story.before, story.after)
    names = [feature.name for feature in story.data.schema.features]
    best = [dict(ranking(trace)) for trace in traces]
    order = list(dict.fromkeys(j for trace in traces for j, _ in ranking(trace)[:MANY]))
    order = sorted(order) if len(order) <= MANY else order[:MANY]
    scores = [float(t.candidates[0].score[c]) for t, b in zip(traces, best, strict=True) for c in b.values()]
    top = max(scores, default=0)
    body = ""
    for j in order:
        cells = "".join(_gain_cell(trace, b.get(j), top) for trace, b in zip(traces, best, strict=True))
        name = escape(names[j])
        body += f'<tr><th scope="row" title="{name}" style="{_NAME}">{name}</th>{cells}</tr>'
    more = f" (the {len(order)} largest)" if len(order) < len(names) else ""
    heads = ("", "before", "after")[: len(traces) + 1]
    return framed(heads, body, f"Root: {score_title(story.before)}{more}; ★ asked")


def _gain_cell(trace: Trace, c: int | None, top: float) -> str:
    if c is None:
        return "<td>–</td>"
    found = trace.candidates[0]
    score, asked = float(found.score[c]), feature_of(trace) == int(found.feature[c])
    mark = " ★" if asked else " tie" if found.best[c] else ""
    title = f"{found.split(c).title(trace.data.schema)}: {exact_text(trace, 0, c)}"
    return (
        f'<td title="{escape(title)}" style="white-space:nowrap">{_bar(score / top if top else 0, asked)}'
        f" {fixed(score)}{mark}</td>"
    )


# ---- the challenge


@dataclass(frozen=True, eq=False)
class Flip:
    """One label turned, and what the root is then: feature (-1 for a leaf), its score, the next best, ties."""

    change: Relabel
    feature: int
    score: float
    second: int | None
    second_score: float
    tied: tuple[int, ...]


def flip_of(change: Relabel, trace: Trace) -> Flip:
    """What one flip does to the root. trace : grown after it."""
    found, order = trace.candidates[0], dict(ranking(trace))
    here = feature_of(trace)
    rest = [j for j in order if j != here]
    second = rest[0] if rest else None
    score = [float(found.score[order[j]]) if j in order else 0.0 for j in (here, second)]
    return Flip(change, here, score[0], second, score[1], tuple(tied(trace)))


def found_html(schema: Schema, sought: Sequence[int], found: Sequence[int]) -> str:
    """Each feature that one flip can bring to the root, ticked where the reader has been."""
    items = []
    for j in sought:
        done = j in found
        said = "found" if done else "not found yet"
        name = escape(schema.features[j].name)
        items.append(
            f'<li style="{"font-weight:700" if done else "opacity:.8"}" title="{said}">{"✓ " * done}{name}'
            f'<span style="position:absolute;clip-path:inset(50%)">, {said}</span></li>'
        )
    return (
        '<ul role="list" aria-label="Features at the root" style="display:flex;flex-wrap:wrap;gap:0'
        f' .9rem;list-style:none;margin:0;padding:0;position:relative">{"".join(items)}</ul>'
    )


def challenge_text(usual: int, sought: Sequence[int], found: Sequence[int], shown: bool) -> str:
    """How far the reader is. usual : the feature at the root of all examples, -1 for a leaf."""
    n, so_far = len(sought), len({*sought} & {*found})
    if not n:
        return "No single flipped label can bring another feature to the root: here it is stable."
    others = f"{'other ' * (usual >= 0)}root{'s' * (n > 1)}"
    return f"{so_far} of {n} {others} found by one flip{'; all flips are listed below' * shown}."


def flip_columns(title: str) -> list[str]:
    return ["Flip one label", "Root", title, "Next", title, "Lead"]


def flip_rows(data: Dataset, flips: Sequence[Flip], selected: Relabel | None) -> list[dict]:
    """Every flip with its root, as the table component takes them."""
    names = [feature.name for feature in data.schema.features]
    top = max((f.score for f in flips), default=0) or 1
    rows = []
    for k, f in enumerate(flips):
        root = names[f.feature] if f.feature >= 0 else NONE
        equal = [names[j] for j in f.tied if j != f.feature]
        second = ("–", "–") if f.second is None else (names[f.second], fixed(f.second_score))
        lead = f.score - f.second_score if f.second is not None else f.score
        rows.append(
            row(
                f"f{k}",
                change_text(data, f.change).replace(" flipped from ", ": ").replace(" to ", " → "),
                [
                    (root, ""),
                    (fixed(f.score), f"{f.score:.16g}"),
                    (second[0], ""),
                    (second[1], f"{f.second_score:.16g}"),
                ],
                max(0.0, lead / top),
                badges=["tie"] if equal else [],
                selected=f.change == selected,
                title=f"Ties with {listing(equal)}: the first in the table wins." if equal else "",
            )
        )
    return rows


# ---- many resamples


def counts_of(found: Resamples, schema: Schema) -> list[tuple[int, int]]:
    """(feature, how often it is at the root), often first; -1 stands for a single leaf."""
    here = found.features
    counts = [(j, here.count(j)) for j in (*range(len(schema.features)), -1)]
    return sorted(((j, k) for j, k in counts if k), key=lambda pair: -pair[1])


def title_of(schema: Schema, feature: int) -> str:
    return NONE if feature < 0 else schema.features[feature].name


def roots_html(found: Resamples, schema: Schema) -> str:
    """How often each feature is at the root so far, while the trees grow."""
    n = len(found)
    lines = "".join(
        f'<tr><th scope="row">{escape(title_of(schema, j))}</th><td>{_bar(k / n, not i)}</td><td>{k}</td></tr>'
        for i, (j, k) in enumerate(counts_of(found, schema)[:MANY])
    )
    return f'<table class="dt-table"><caption>Root of {n} trees so far</caption><tbody>{lines}</tbody></table>'


def root_rows(found: Resamples, schema: Schema, own: int, now: int | None) -> list[dict]:
    """How often each feature is at the root, as the table component takes them.

    own : the feature at the root of the tree of all examples. now : that of the resample on the screen.
    """
    n, rows = len(found), []
    for j, k in counts_of(found, schema):
        asked = found.questions(j).most_common()
        usual = asked[0][0].title(schema) if j >= 0 else ""
        more = f", most often {usual} ({asked[0][1]} trees)" if len(asked) > 1 else ""
        rows.append(
            row(
                f"r{j}",
                title_of(schema, j),
                [(str(k), f"{k} of {n}"), (fixed(k / n), f"{k}/{n} = {k / n:.16g}")],
                k / n,
                badges=["your tree"] if j == own else [],
                selected=j == now,
                title=f"{title_of(schema, j)}{more}. Click: open such a resample.",
            )
        )
    return rows


def stability_text(found: Resamples, schema: Schema, own: int) -> str:
    """The share of the same root, different trees, disagreement, in sentences."""
    n, same = len(found), found.features.count(own)
    apart = found.disagreement()
    asks = "are a single leaf, as the tree of all examples is"
    if own >= 0:
        asks = f"ask {title_of(schema, own)} first, as the tree of all examples does"
    said = f"{same} of {n} trees ({_percent(Fraction(same, n))}) {asks}."
    kinds = found.distinct()
    said += f" Among the {n} there {'is 1 tree' if kinds == 1 else f'are {kinds} different trees'}."
    if apart is not None:
        said += f" Two of them disagree on {_percent(apart)} of the examples on average."
    return said


def _percent(x: Fraction) -> str:
    return f"{short(float(100 * x)) if 0 < x < Fraction(1, 100) else round(float(100 * x))} %"


def depth_name(depth: int | None) -> str:
    return "the whole tree" if depth is None else "stump (depth 1)" if depth == 1 else f"depth ≤ {depth}"


def depths_html(found: Resamples, at: int | None) -> str:
    """Every depth with its leaves, different trees, disagreement and error on examples not seen.

    at : the chosen one.
    """
    unseen = any(found.unseen_error(depth) is not None for depth in DEPTHS)
    heads = ["", "leaves", "different trees", "two disagree on", *(["wrong on unseen"] if unseen else [])]
    lines = ""
    for k, depth in enumerate(DEPTHS):
        leaves, apart, wrong = found.leaves[k], found.disagreement(depth), found.unseen_error(depth)
        mean = Fraction(int(leaves.sum()), len(leaves))
        low, high = int(leaves.min()), int(leaves.max())
        cells = [
            (f"{fixed(mean, 1)} ({low} to {high})" if low < high else f"{low}", str(mean)),
            (str(found.distinct(depth)), ""),
            ("–", "") if apart is None else (fixed(apart), str(apart)),
            *([("–", "") if wrong is None else (fixed(wrong), str(wrong))] if unseen else []),
        ]
        body, here = "".join(f'<td title="{title}">{text}</td>' for text, title in cells), depth == at
        name = f'<th scope="row" style="white-space:nowrap">{"▶ " * here}{depth_name(depth)}</th>'
        lines += f"<tr{MARKED * here}>{name}{body}</tr>"
    return framed(heads, lines, "Does a smaller tree change less?")


def depths_text(found: Resamples) -> str:
    """What cutting does here: to the number of trees, to the disagreement, to the error."""
    if len(found) < 2:
        return ""
    stump, whole = found.disagreement(1), found.disagreement()
    kinds = (found.distinct(1), found.distinct())
    fewer = ""
    if kinds[0] < kinds[1]:
        stumps = "All stumps are the same" if kinds[0] == 1 else f"There are {kinds[0]} different stumps"
        fewer = f"{stumps}; of whole trees there are {kinds[1]}. "
    than = f"({fixed(stump)}) than two whole trees ({fixed(whole)})"
    if stump < whole:
        text = f"{fewer}Two stumps disagree less {than}: a smaller tree varies less."
    elif stump > whole:
        text = f"{fewer}Yet two stumps disagree more {than}: all of a stump hangs on its one question."
    else:
        text = f"{fewer}Two stumps disagree as much as two whole trees ({fixed(whole)})."
    errors = found.unseen_error(1), found.unseen_error()
    if None in errors or errors[0] == errors[1]:
        return text
    worse = "more" if errors[0] > errors[1] else "less"
    return (
        f"{text} On examples that they did not see, stumps are wrong {worse} often: {fixed(errors[0])} against"
        f" {fixed(errors[1])}."
    )


def leaves_figure(found: Resamples, depth: int | None, own: int) -> Figure:
    """How many of the trees have so many leaves; the tree of all examples is marked."""
    sizes, counts = np.unique(found.leaves[DEPTHS.index(depth)], return_counts=True)
    chart = figure(
        xaxis={"title": "leaves", "tickformat": "d", **({"dtick": 1} if len(sizes) < 15 else {})},
        yaxis={"title": "trees"},
        margin={"l": 50, "r": 10, "t": 28, "b": 40},
        height=230,
        bargap=0.15,
    )
    hover = "%{x} leaves: %{y} trees<extra></extra>"
    chart.add_bar(x=sizes.tolist(), y=counts.tolist(), marker={"color": "#0072B2"}, hovertemplate=hover)
    chart.add_vline(x=own, line={"width": 2.5, "dash": "dash", "color": "#D55E00"})
    chart.add_annotation(
        x=own, y=1, yref="paper", yanchor="bottom", text=f"all examples: {own}", showarrow=False, font={"size": 13}
    )
    return chart


def leaves_alt(found: Resamples, depth: int | None, own: int) -> str:
    """The chart of the leaves in words."""
    leaves = found.leaves[DEPTHS.index(depth)]
    ends = f"{leaves.min()} to {leaves.max()}"
    return f"Number of leaves of {len(found)} trees: {ends}; the tree of all examples has {own}."
