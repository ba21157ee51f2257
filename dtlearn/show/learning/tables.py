"""All concepts as one picture, no free lunch, and how many concepts and trees there are (CS181 lecture 6)."""

from base64 import b64encode
from functools import cache
from math import prod

import numpy as np

from dtlearn.data.dataset import load
from dtlearn.learning import concepts
from dtlearn.show.base.arithmetic import tex_whole
from dtlearn.show.base.errors_chart import Figure, figure
from dtlearn.show.base.html import table_html
from dtlearn.show.base.palette import class_colour, class_outline, class_sign
from dtlearn.show.base.text import listing, many, whole
from dtlearn.show.learning.words import BIAS_WORDS, Lesson, labels, lesson, power, share

EXAMPLE = "nutritious"  # the notes' plants
LISTED = 6  # concepts that are written out one by one


# ---- all concepts


def universe_view(told: Lesson) -> dict:
    """Every concept for the picture: struck out, consistent, or voting. One character each, for n = 4 one bit each.

    words : what each is, for n <= 3; signs, colours and shapes : of the labels 0 and 1.
    """
    n, every = told.known.n, 1 << told.known.rows
    agree, voting = np.zeros(every, bool), np.zeros(every, bool)
    agree[concepts.consistent(told.known)] = True
    voting[concepts.BIASES[told.bias].of(told.known, told.k)] = True
    view = {"n": n, "target": told.target, "biased": told.bias != "none"}
    if n == concepts.MOST_FEATURES:
        return view | {"agree": _packed(agree), "voting": _packed(voting)}
    states = "".join("v" if votes else "c" if agrees else "-" for agrees, votes in zip(agree, voting, strict=True))
    looks = {"signs": class_sign, "colours": class_colour, "shapes": class_outline}
    view |= {name: [look(label) for label in (0, 1)] for name, look in looks.items()}
    return view | {"states": states, "words": every_concept(n)}


def _packed(bits: np.ndarray) -> str:
    """Bits in base 64, the first one highest."""
    return b64encode(np.packbits(bits)).decode()


@cache
def every_concept(n: int) -> list[str]:
    """All 2^(2^n) concepts by their labels and a smallest tree: "0110, 4 leaves: X1? (X2? 0 : 1) : (X2? 1 : 0)"."""
    sizes = concepts.least_leaves(n).tolist()
    return [concept_text(concept, n, sizes[concept]) for concept in range(1 << (1 << n))]


def concept_text(concept: int, n: int, size: int) -> str:
    """A concept in one line."""
    tree = tree_text(concepts.smallest_tree(concept, tuple(range(n))))
    return f"{labels(concept, n)}, {many(size, 'leaf')}: {tree}"


def tree_text(tree: int | tuple, inside: bool = False) -> str:
    """A tree as "question? answer if 1 : answer if 0".

    >>> tree_text((0, 0, (1, 0, 1)))
    'X1? (X2? 1 : 0) : 0'
    """
    if isinstance(tree, int):
        return str(tree)
    said = f"X{tree[0] + 1}? {tree_text(tree[2], True)} : {tree_text(tree[1], True)}"
    return f"({said})" if inside else said


def voters_html(told: Lesson) -> str:
    """Those that vote, one by one, while they are few; "" for more, or without a bias."""
    found, n = concepts.BIASES[told.bias].of(told.known, told.k).tolist(), told.known.n
    if told.bias == "none" or not 0 < len(found) <= LISTED:
        return ""
    sizes, rows = concepts.least_leaves(n), []
    formulas = {c.concept: conjunction_text(c.literals) for c in concepts.conjunctions(n)}
    for concept in found:
        said, tree = concept_text(concept, n, int(sizes[concept])).split(": ", 1)
        rows.append([said.split(", ")[0], formulas.get(concept, "no conjunction"), tree, said.split(", ")[1]])
    return table_html(["labels", "as a conjunction", "a smallest tree (if 1 : if 0)", ""], rows, "Those that vote")


def conjunction_text(literals: tuple[int | None, ...] | None) -> str:
    """A conjunction as text.

    >>> conjunction_text((1, None, 0)), conjunction_text((None, None)), conjunction_text(None)
    ('X1 ∧ ¬X3', 'always', 'never')
    """
    if literals is None:
        return "never"
    said = [f"{'' if want else '¬'}X{j}" for j, want in enumerate(literals, 1) if want is not None]
    return " ∧ ".join(said) or "always"


# ---- no free lunch


def lunch_html(known: concepts.Known, k: int) -> str:
    """Each learner's share of right unseen rows, averaged over all consistent targets and over those of each bias."""
    worlds = {bias: concepts.BIASES[bias].of(known, k) for bias in concepts.BIASES}
    header = [
        "the vote of",
        *(f"{BIAS_WORDS[bias].title(k)}: {whole(len(targets))}" for bias, targets in worlds.items()),
    ]
    rows = []
    for bias, voters in worlds.items():
        answers = concepts.vote(voters, known.n).answers
        said = [
            share(concepts.average(answers, known, targets) if len(voters) else None) for targets in worlds.values()
        ]
        rows.append([BIAS_WORDS[bias].title(k), *said])
    return table_html(
        header,
        rows,
        "Share of the unseen rows that are right, on average over the targets of a column; a tie is half right",
        1,
    )


def judged(told: Lesson) -> Lesson:
    """The learner of the picture: the one on the screen, without a bias that of the smallest trees."""
    return lesson(told.known, "shortest", told.k) if told.bias == "none" else told


def lunch_scores(told: Lesson) -> list[tuple[float, int]]:
    """(rows right, for how many consistent targets), a tie as half a row."""
    halves = concepts.score(told.vote.answers, told.known, concepts.consistent(told.known))
    return [(right / 2, int(count)) for right, count in enumerate(np.bincount(halves)) if count]


def lunch_figure(told: Lesson) -> Figure:
    """For how many of all consistent targets the vote gets so many unseen rows right."""
    scores, unseen = lunch_scores(told), len(told.known.unseen)
    xs, ys = zip(*scores, strict=True)
    chart = figure(
        xaxis={"title": f"unseen rows right, of {unseen}", "range": [-0.5, unseen + 0.5], "dtick": 1},
        yaxis={"title": "targets", "range": [0, 1.18 * max(ys)]},
        showlegend=False,
        font={"size": 14},
        height=270,
        margin={"l": 60, "r": 10, "t": 34, "b": 50},
        dragmode=False,
    )
    chart.add_bar(
        x=xs,
        y=ys,
        marker={"color": "#56B4E9", "line": {"color": "#0072B2", "width": 1}},
        width=0.5,
        text=[whole(y) for y in ys],
        textposition="outside",
        cliponaxis=False,
        hovertemplate=f"%{{x}} of {unseen} right: %{{y}} targets<extra></extra>",
    )
    chart.add_vline(
        x=unseen / 2,
        line={"dash": "dash", "width": 2, "color": "#D55E00"},
        annotation={"text": f"mean {unseen / 2:g}", "font": {"size": 14}, "yanchor": "bottom"},
    )
    return chart


def lunch_text(told: Lesson) -> str:
    """What the picture counts, for which learner."""
    who = BIAS_WORDS[told.bias].title(told.k)
    unseen, targets = len(told.known.unseen), whole(told.known.n_consistent)
    return (
        f"The vote of the **{who}** is put to each of the {targets} targets that agree with the examples: "
        f"on how many of the {unseen} unseen rows is it right?"
    )


def lunch_latex(told: Lesson) -> list[str]:
    """The average with the numbers put in."""
    targets, unseen = told.known.n_consistent, len(told.known.unseen)
    rights = sum(right * count for right, count in lunch_scores(told))
    return [
        (
            r"\text{average} &= \frac{\text{right, summed over all consistent targets}}{\text{targets}\cdot\text{unseen"
            r" rows}}"
        ),
        rf"&= \frac{{{tex_whole(int(rights))}}}{{{tex_whole(targets)}\cdot {unseen}}} = \frac12",
    ]


# ---- how many there are


def counts_html(n: int) -> str:
    """Concepts, conjunctions and trees by the number of features; this page's n is marked by an arrow."""
    rows = []
    for features in range(1, concepts.MOST_FEATURES + 2):
        said = [1 << features, 1 << (1 << features), 3**features + 1]
        mark = "▶ " if features == n else ""
        trees = concepts.n_trees(features, features)
        digits, exponent = f"{trees:.2e}".split("e+")
        short = whole(trees) if trees < 10**12 else f"about {digits} · {power(10, int(exponent))}"
        rows.append([f"{mark}{features}", *map(whole, said), short])
    header = ["features n", "rows 2ⁿ", "concepts 2^(2ⁿ)", "conjunctions 3ⁿ + 1", "trees T(n, n)"]
    return table_html(header, rows, "How many there are")


def trees_latex(n: int) -> list[str]:
    """The number of trees by depth, each from the one before (E39)."""
    lines = [r"T(n, d) &= 2 + n\,T(n-1, d-1)^2, \qquad T(n, 0) = 2"]
    for depth in range(1, n + 1):
        before, now = concepts.n_trees(n - 1, depth - 1), concepts.n_trees(n, depth)
        lines.append(rf"T({n}, {depth}) &= 2 + {n}\cdot {tex_whole(before)}^2 = {tex_whole(now)}")
    return lines


def sizes_html(n: int) -> str:
    """Concepts by the number of leaves of their smallest tree."""
    sizes = np.bincount(concepts.least_leaves(n))[1:]
    rows = [[str(k), whole(int(count)), whole(int(sizes[:k].sum()))] for k, count in enumerate(sizes, 1)]
    caption = f"Smallest trees of the {whole(1 << (1 << n))} concepts"
    return table_html(["leaves k", "concepts", "with at most k"], rows, caption)


def example_text() -> str:
    """The notes' plants: how many instances, how many concepts."""
    data = load(EXAMPLE)
    features, seen = data.schema.features, len({tuple(row) for row in data.X.tolist()})
    sizes = [len(feature.values) for feature in features]
    instances = prod(sizes)
    names = listing(f"{feature.name} ({size})" for feature, size in zip(features, sizes, strict=True))
    left = instances - seen
    return (
        f"The plants of the course have {names}: {' · '.join(map(str, sizes))} = {instances} possible plants, "
        f"so {power(2, instances)} = {whole(1 << instances)} concepts. "
        f"The {seen} plants that were tasted leave {power(2, left)} = {whole(1 << left)} of them."
    )
