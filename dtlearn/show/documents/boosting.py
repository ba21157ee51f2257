"""The walkthrough of a boosting: round by round the stump, the candidates' errors, the weights, the sum of all votes
(docs/walkthrough.md)."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise

import numpy as np

from dtlearn.boosting.boosting import Boosting, End, reweighted
from dtlearn.boosting.weak_trees import NEAR, heaviest
from dtlearn.data.dataset import Dataset, significant
from dtlearn.forest.forest import Forest
from dtlearn.growing.errors import joined
from dtlearn.show.base.arithmetic import tex_number
from dtlearn.show.base.errors_chart import Labels, Line
from dtlearn.show.base.html import row as table_row
from dtlearn.show.base.palette import LOOKS, SHADES, class_colour, class_sign, shade
from dtlearn.show.base.text import fixed, listing, many, measured, shown
from dtlearn.show.documents.chart import chart, mark
from dtlearn.show.documents.surface import ground_of, surface
from dtlearn.show.documents.walkthrough import Interner, Lesson, Walkthrough
from dtlearn.show.forest.votes import point_text
from dtlearn.show.plane.view import nice_ticks, partition_view
from dtlearn.show.tree.view import tree_view
from dtlearn.splitting.criteria import CRITERIA, train_error
from dtlearn.trees.split import route

LISTED, WEIGHED = 8, 5  # questions of a round that are listed; examples whose weights are
LEVELS = "0123456789abcdefghijklmnopqrstuvwxyz"  # of a point's size, from 0 to 3 times the usual
BRIEF = 5  # letters of a class's name that a table has room for
FEW = 8  # rounds up to which the chart names each
BOUND = "bound"  # the line of what the training error cannot exceed
FOREST = "forest"  # the line of a forest of as many trees, on new examples
MOST_LEAVES = 5500  # of the forest's trees, beyond which its plane would make the page too large
LINES = LOOKS | {BOUND: LOOKS["penalty"]}
LETTERS = "PQR"  # the examples that are asked about


def errors_of(boosting: Boosting, test: Dataset | None, forest: Forest | None) -> dict[str, list[float]]:
    """(T,) errors of the first 1, 2, ..., T rounds by name: on the training examples, on the test ones, there of as
    many trees of a forest, and what the first cannot exceed."""
    found = {"training": boosting.losses(boosting.data).mean(axis=1).tolist()}
    if test:
        found["test"] = boosting.losses(test).mean(axis=1).tolist()
    if test and forest:
        found[FOREST] = forest.errors(test)[: len(boosting)].tolist()
    if boosting.bound is not None:
        found[BOUND] = boosting.bound.tolist()
    return found


def boosting_walkthrough(
    boosting: Boosting,
    point: Sequence[float],
    test: Dataset | None = None,
    forest: Forest | None = None,
    asks: bool = False,
    unveils: bool = False,
    beside: bool = True,
) -> Walkthrough:
    """The rounds of a boosting, the first frame before them.

    point : the values of an example that walks down every tree. test : examples that no tree sees. forest : of as
    many trees or more, to be seen beside it. asks : in every other round of classes the reader says which of three
    examples will weigh more. unveils : whether the chart's lines come step by step. beside : whether the plane has the
    forest's answers beside it; its line is in the chart in any case.
    """
    data, lesson, choices = boosting.data, Lesson(), Interner()
    regression, errors = data.schema.regression, errors_of(boosting, test, forest)
    sums = list(boosting.sums([point]))
    answers, says = [one.item() for one in boosting.running([point])], boosting.votes([point])[:, 0].tolist()
    # Every other round: the answer is seen in the one after it, at the same three points.
    asked = [{} if regression or not asks or t % 2 else _asked(boosting, t) for t in range(len(boosting))]
    write = measured if regression else fixed
    lines = [_line(name, found, write) for name, found in errors.items()]
    around = float(np.abs(boosting.rounds[0].target).max()) if regression else 0.0
    residuals = {"lo": -around, "hi": around, "texts": [significant(-around), significant(around)], "name": "left"}
    for n in range(len(boosting) + 1):
        t = max(n, 1) - 1
        one = boosting.rounds[t]
        rows = _rows(boosting, t, lesson, not asked[t]) if n else []
        told = {"at": mark(lines, _labels(boosting, n), (n - 1,))} if n else {}
        if n and asked[n - 1]:
            told |= {
                "ask": f"Which of {listing(LETTERS)} will weigh more?",
                "choices": list(map(choices.put, [[c, c] for c in asked[n - 1]])),
            }
        if n > 1 and asked[n - 2]:
            told |= {"graded": _graded(boosting, n - 2, asked[n - 2])}
        way = one.tree[int(one.tree.apply([point])[0])].line()
        lesson.frame(
            tree_view(one.tree, None if n else (), scale=residuals if regression else None, way=way, brief=True),
            rows,
            caption=_caption(boosting, n, errors, sums, answers),
            event="",
            node="r",
            place=f"round {n}",
            says="",
            row=rows[0]["id"] if rows else "",
            signs="".join(_sign(boosting, says[k]) if k < n else "·" for k in range(len(boosting))),
            lit=[f"r{''.join(f'.{b}' for b in one.tree[i].path)}" for i in way] if n else [],
            **told,
        )
    more = {"surface": _surface(boosting, test, point, asked)} if _drawn(data) else {}
    if more and beside and FOREST in errors:
        more["surface"] |= _beside(boosting, forest, test, point, errors)
    if regression:
        view = partition_view(None, joined(data, test) if test else data, [0], [0.0] * len(data.schema.features))
        more |= {name: view[name] for name in ("scale", "colours")}
    return lesson.walkthrough(
        "forest",
        f"Boosting: {data.title}",
        f"{many(len(boosting), 'round')} of {_tree(boosting, 's')}, asked about {point_text(data, point, 4)}",
        (),
        {"thick": "the path of the example asked"},
        columns=["Question", "Left", "Right", _score_title(boosting), ""],
        listed="What the root could ask, best first",
        choices=choices.values,
        every=1,
        meanings={"split": "the answer there changes"},
        ticks=_turns(boosting, answers),
        votes=_votes(boosting, says),
        chart=chart(
            lines,
            _labels(boosting, 1),
            {(k,): k + 1 for k in range(len(boosting))},
            says="bound: the training error is never above it." if BOUND in errors else "",
            unveils=unveils and "lines",
        ),
        **more,
    )


# ---- words


def _called(boosting: Boosting) -> str:
    return "stump" if boosting.settings.depth == 1 else "tree"


def _tree(boosting: Boosting, end: str = "") -> str:
    depth = boosting.settings.depth
    return f"{_called(boosting)}{end}{f' of depth {depth}' if depth > 1 else ''}"


def _named(boosting: Boosting, k: float) -> str:
    return f"{class_sign(int(k))} {boosting.data.schema.classes[int(k)]}"


def _brief(boosting: Boosting, k: float) -> str:
    """A class in a table: its sign alone, which the legend explains, where the names are long."""
    return _named(boosting, k) if max(map(len, boosting.data.schema.classes)) <= BRIEF else class_sign(int(k))


def _caption(boosting: Boosting, n: int, errors: dict, sums: list, answers: Sequence[float]) -> str:
    """What round n does, and what all so far do; n = 0 before the first."""
    m, schema = len(boosting.data), boosting.data.schema
    if not n:
        alike = f"All {m} examples weigh the same, 1/{m}"
        start = f"The first guess is the mean, {significant(boosting.start)}" if schema.regression else alike
        return f"{start}. Press Next for the first {_tree(boosting)}."
    one, said, here = boosting.rounds[n - 1], answers[n - 1], _here(boosting)
    question = one.tree[0].split.title(schema) if len(one.tree) > 1 else "nothing"
    asks = f"asks {'first ' if one.tree.depth.max() > 1 else ''}{question}"
    ends = f" The rounds end: {boosting.end.value}." if n == len(boosting) and boosting.end is not End.ENOUGH else ""
    train, new = (errors[name][n - 1] if name in errors else None for name in ("training", "test"))
    if schema.regression:
        also = f", on new examples {measured(new)}" if new is not None else ""
        added = "its answer" if one.vote == 1 else f"{significant(one.vote)} of its answer"
        return (
            f"Round {n} {asks} about what is left, and {added} is added. So far: mean squared error"
            f" {measured(train)}{also}. {here}: {significant(said)}.{ends}"
        )
    wrong, total = int((one.said != one.target).sum()), sums[n - 1][0]
    also = f" and {fixed(new)} on new ones" if new is not None else ""
    why = f", {shown(one.error)} of all the weight (ε). The less it gets wrong, the more its vote counts:"
    counts = f"{why if wrong else '. By agreement its vote counts'} α = {fixed(one.vote)}"
    share = f", {fixed(total[int(said)])} of {fixed(total.sum())} votes" if total.any() else ""
    return (
        f"Round {n} {asks} and gets {wrong or 'none'} of {m} wrong{counts}. So far the error is {fixed(train)} on"
        f" the training examples{also}. {here}: {_named(boosting, said)}{share}.{ends}"
    )


def _here(boosting: Boosting) -> str:
    """Who is asked about."""
    if not _drawn(boosting.data):
        return "The example asked"
    return "At the cross" if len(boosting.data.schema.features) == 2 else "At the dotted line"


def _sign(boosting: Boosting, says: float) -> str:
    if boosting.data.schema.regression:
        return "▲" if says > 0 else "▼"
    return class_sign(int(says))


def _votes(boosting: Boosting, says: Sequence[float]) -> dict:
    """The marks of the rounds, as ``forest`` has them: what each says of the example, and how much that counts."""
    schema = boosting.data.schema
    colours = (
        {"▲": shade(SHADES - 1), "▼": shade(0)}
        if schema.regression
        else {class_sign(k): class_colour(k) for k in range(len(schema.classes))}
    )
    trees = []
    for t, (one, said) in enumerate(zip(boosting.rounds, says, strict=True), 1):
        what = (
            significant(one.vote * said) if schema.regression else f"{_named(boosting, said)}, counts {fixed(one.vote)}"
        )
        trees.append({"·": f"Round {t}: not asked yet", _sign(boosting, said): f"Round {t}: {what}"})
    return {"label": "What each round says of the example asked", "colours": colours, "trees": trees}


def _turns(boosting: Boosting, answers: Sequence[float]) -> list[dict]:
    """Marks for the player where the class at the example changes."""
    said = [] if boosting.data.schema.regression else [_named(boosting, k) for k in answers]
    turns = [n for n in range(1, len(said)) if said[n] != said[n - 1]]
    return [{"k": n + 1, "kind": "split", "title": f"Round {n + 1}: {said[n]}"} for n in turns]


# ---- the table of a round, and its arithmetic


def _score_title(boosting: Boosting) -> str:
    """What the scores of the root's questions are."""
    if boosting.data.schema.regression:
        return "Squared error"
    error = "Weighted error" if boosting.settings.depth == 1 else "Error alone"
    return error if CRITERIA[boosting.settings.criterion].impurity is train_error else "Impurity left"


def _rows(boosting: Boosting, t: int, lesson: Lesson, tells: bool) -> list[dict]:
    """The best questions of a round with their scores, the chosen one first. tells : its new weights, too."""
    one, schema = boosting.rounds[t], boosting.data.schema
    chosen = boosting.chosen(t)
    if chosen is None:
        return []
    order = [chosen, *(k for k in np.argsort(one.scores, kind="stable")[: LISTED + 1].tolist() if k != chosen)][:LISTED]
    worst, rows = float(one.scores.max()) or 1.0, []
    impurity = CRITERIA[boosting.settings.criterion].impurity
    for place, k in enumerate(order):
        split, score = boosting.questions[k], float(one.scores[k])
        first = route(split.kind, split.at or 0.0, boosting.data.X[:, split.feature]) == 0
        cells, parts = [], []
        for side in (first, ~first):
            weight, target = one.weight[side], one.target[side]
            if schema.regression:
                cells.append(significant(float(target.mean())))
                parts.append(float(np.square(target - target.mean()).sum()) / len(first))
                continue
            held = np.bincount(target, weight, len(schema.classes))
            cells.append(_brief(boosting, heaviest(held)))
            parts.append(float(held.sum() * impurity(held * len(first) / held.sum())))
        text = measured(score) if schema.regression else shown(score)
        rows.append(
            table_row(
                f"n{t + 1}.{k}",
                split.title(schema),
                [(cell, "") for cell in (*cells, text)],
                score / worst,
                exact=[],
                badges=["chosen"] if k == chosen else [],
            )
        )
        write = measured if schema.regression else partial(fixed, places=4)
        is_error = impurity is train_error and one.tree.depth.max() == 1 and not schema.regression
        sign = r"\epsilon&=\sum_{\text{wrong}}w=" if is_error else r"\text{left}+\text{right}&="
        left = [f"{sign}{write(parts[0])}+{write(parts[1])}={write(score)}"]
        lesson.work(rows[-1]["id"], *(_worked(boosting, t, left, is_error, tells) if not place else (left,)))
    return rows


def _worked(boosting: Boosting, t: int, score: list[str], is_error: bool, tells: bool) -> tuple:
    """(lines, columns, branches, remark, reason) of the question that a round takes: its error, its vote, the weights.

    score : how its score comes about, which may be the tree's error.
    """
    one, data = boosting.rounds[t], boosting.data
    # A tree that was adopted may have looked at some features only.
    best = one.scores[boosting.chosen(t)] <= one.scores.min() + NEAR * one.scores.max()
    if data.schema.regression:
        after = one.target - one.vote * one.said
        some = np.argsort(-np.abs(one.target), kind="stable")[:WEIGHED].tolist()
        columns = data.y, data.y - one.target, one.target, one.said, data.y - after
        table = [[significant(column[i]) for column in columns] for i in some]
        step = rf"f_{{{t + 1}}}(x)&=f_{{{t}}}(x)+{tex_number(significant(one.vote))}\cdot h_{{{t + 1}}}(x)"
        why = "No question leaves a smaller squared error." if best else ""
        return [*score, step], ["y", "f before", "left", "h", "f after"], table, "", why
    wrong, K = one.said != one.target, len(data.schema.classes)
    e = shown(one.error)
    why = "No question has a smaller weighted error." if is_error and best else ""
    lines = score if is_error else [*score, rf"\epsilon&={e}\text{{ of the whole tree}}"]
    if not one.vote or not one.error:
        return lines, (), (), "", why
    more = rf"+\ln({K}-1)" if K > 2 else ""
    alpha, rate = rf"\ln\frac{{1-\epsilon}}{{\epsilon}}{more}", boosting.settings.rate
    alpha = alpha if rate == 1 else rf"{tex_number(significant(rate))}\left({alpha}\right)"
    lines.append(rf"\alpha&={alpha}={fixed(one.vote)}")
    if not tells:
        return lines, (), (), "", why
    factor, after = float(np.exp(one.vote)), reweighted(one.weight, wrong, one.vote)
    total = fixed(1 + one.error * (factor - 1))
    lines.append(rf"w'&=w\cdot e^{{\alpha}}=w\cdot{fixed(factor)}\text{{ if wrong, then all }}/\,{total}")
    heavy = np.lexsort((-after, ~wrong))  # the wrong ones first
    some = [*heavy[wrong[heavy]][: WEIGHED - 1], *heavy[~wrong[heavy]][:1]]
    table = [
        [
            str(i + 1),
            *(_brief(boosting, k) for k in (one.target[i], one.said[i])),
            *map(measured, (one.weight[i], after[i])),
        ]
        for i in some
    ]
    share = float(after[wrong].sum())
    remark = "The less weight it gets wrong, the larger α."
    remark += f" The wrong ones then hold {fixed(share)} of all weight, before {e}: a next round has to look at them."
    if boosting.bound is not None:
        remark += f" Training error ≤ 2√(ε(1−ε)), multiplied over all rounds: {shown(boosting.bound[t])}."
    return lines, ["Example", data.schema.target, "predicted", "weight", "new weight"], table, remark, why


# ---- predict first


def _asked(boosting: Boosting, t: int) -> dict[str, int]:
    """Letter -> example: one that round t gets wrong among two that it gets right; {} where no round follows.

    The wrong one will weigh most; of the right ones the one that weighs most now, which tempts, and the one farthest
    from these two.
    """
    one, X = boosting.rounds[t], boosting.data.X
    wrong = one.said != one.target
    if t + 1 == len(boosting) or not wrong.any():
        return {}
    some, places = [int(np.where(wrong, one.weight, -1).argmax())], (X - X.min(axis=0)) / (np.ptp(X, axis=0) + 1e-300)
    for by_weight in (True, False):
        apart = np.square(places[:, None] - places[some]).sum(axis=2).min(axis=1)
        worth = np.where(wrong | (apart == 0), -1.0, one.weight if by_weight else apart)  # no two at one place
        if worth.max() < 0:
            return {}
        some.append(int(worth.argmax()))
    return dict(zip(LETTERS, sorted(some, key=lambda i: tuple(X[i])), strict=True))


def _graded(boosting: Boosting, t: int, asked: Mapping[str, int]) -> dict[str, list]:
    """Letter -> [whether it is right, why]: round t has been asked about."""
    one, after = boosting.rounds[t], boosting.rounds[t + 1].weight
    good = next(letter for letter, i in asked.items() if one.said[i] != one.target[i])
    found = {}
    for letter, i in asked.items():
        is_so, moved = _named(boosting, one.target[i]), f"from {measured(one.weight[i])} to {measured(after[i])}"
        if letter == good:
            said = _named(boosting, one.said[i])
            found[letter] = [True, f"{letter} is {is_so}, round {t + 1} predicts {said}: its weight grows {moved}."]
        else:
            grows = f"{good} grows, to {measured(after[asked[good]])}."
            found[letter] = [
                False,
                f"{letter} is {is_so}, as round {t + 1} predicts: its weight falls {moved}. {grows}",
            ]
    return found


# ---- charts and planes


def _labels(boosting: Boosting, n: int) -> Labels:
    ticks = {"tickvals": range(1, len(boosting) + 1)} if len(boosting) < FEW else {}
    what = "mean squared error" if boosting.data.schema.regression else "error"
    return Labels("rounds", (1, len(boosting)), many(n, "round"), what, ticks)


def _line(name: str, errors: Sequence[float], write: Callable[[float], str]) -> Line:
    rounds = range(len(errors))
    says, look = [f"{name} {write(e)}" for e in errors], LINES.get(name, LOOKS["one tree"])
    return Line(name, [k + 1 for k in rounds], errors, says, look, [(k,) for k in rounds])


def _drawn(data: Dataset) -> bool:
    """Whether there is a picture of all that the rounds say: a plane, or a line along one feature to a number."""
    features = data.schema.features
    return all(one.numeric for one in features) and (
        len(features) == 2 or (len(features) == 1 and data.schema.regression)
    )


def _surface(boosting: Boosting, test: Dataset | None, point: Sequence[float], asked: Sequence[Mapping]) -> dict:
    """What all rounds so far say of the plane; of each round what it says, and how large the examples are drawn.

    asked : of each round as ``_asked`` has it: there the reader is to see what is wrong.
    """
    data, regression, rounds = boosting.data, boosting.data.schema.regression, boosting.rounds
    ground, place = ground_of(
        data,
        test,
        [one.tree for one in rounds],
        lambda tree, leaves: (tree.value if regression else tree.label)[leaves].tolist(),
        boosting.losses(test) > 0 if test and not regression else (),
    )
    inside = [i for i in place if i < len(data)]
    most = max(float(np.abs(one.target).max()) for one in rounds) or 1.0
    return ground | {
        "by": "means" if regression else "sums",
        "at": list(point),
        "drawn": [],
        "one": [],
        "votes": [one.vote for one in rounds],
        "start": boosting.start,
        "called": _called(boosting),
        "sizes": [
            "".join(LEVELS[min(round(12 * v), 35)] for v in np.sqrt(one.weight[inside] * len(data))) for one in rounds
        ],
        "missed": [
            [] if regression or ask else (one.said != one.target)[inside].nonzero()[0].tolist()
            for one, ask in zip(rounds, asked, strict=True)
        ],
        "letters": [
            [[place[i], c] for c, i in (now or before).items() if i in place] for before, now in pairwise([{}, *asked])
        ],
        "residuals": [[float(f"{v:.3g}") for v in one.target[inside]] for one in rounds] if regression else [],
        "left": {
            "name": "what is left",
            "lo": -1.1 * most,
            "hi": 1.1 * most,
            "ticks": [(v, significant(v)) for v in nice_ticks(-most, most)],
        },
    }


def _beside(boosting: Boosting, forest: Forest, test: Dataset, point: Sequence[float], errors: dict) -> dict:
    """What as many trees of a forest say of the plane, and what is above both planes; {} where that would be much."""
    if sum(tree.n_leaves for tree in forest.trees[: len(boosting)]) > MOST_LEAVES:
        return {}
    found = surface(forest, None, test, point, first=len(boosting))
    write = measured if boosting.data.schema.regression else fixed
    pairs = zip(errors["test"], errors[FOREST], strict=True)
    titles = [
        [f"{many(n, _called(boosting))}: test error {write(ours)}", f"A forest: test error {write(theirs)}"]
        for n, (ours, theirs) in enumerate(pairs, 1)
    ]
    return {
        "rival": {"votes": None} | {name: found[name] for name in ("by", "trees", "wrong")},
        "titles": [[f"No {_called(boosting)} yet", "A forest beside it"], *titles],
    }
