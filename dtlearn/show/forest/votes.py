"""The vote of a forest at a point, in words, tables and sums: majority and mean of probabilities side by side (E18)."""

from collections.abc import Sequence

import numpy as np

from dtlearn.data.dataset import Dataset
from dtlearn.forest.forest import Forest
from dtlearn.forest.polls import Poll
from dtlearn.show.base.palette import class_colour, class_sign
from dtlearn.show.base.text import counts_text, fixed, many, ratio, shortened
from dtlearn.show.forest.words import Curves, error_of, standing
from dtlearn.trees.split import Kind
from dtlearn.trees.tree import Tree


def caption(found: Curves | None, said: Poll, classes: Sequence[str], n: int, by: str) -> str:
    """The first n trees in a sentence: their error, that of the last one alone, their answer at the point.

    found : None where there are no test examples.
    """
    total = len(said)
    if not n:
        return f"No tree has voted yet. Press Next to grow the first of {total}."
    so_far = f"{n} of {total} trees" if n < total else f"All {total} trees" if total > 1 else "The only tree"
    k, tie = said.answer(n, by), " (a tie: the first class)" if said.tied(n, by) else ""
    here = f"At the point: {named(classes, k)}{tie}" if k is not None else "No tree has left the example out yet"
    if found is None:
        return f"{so_far}. {here}."
    wrong = f"{error_of(found.test, n - 1)} of the test examples wrong"
    if n == 1:  # here it is said what they are compared with
        return f"{so_far}: {wrong}; one tree on all training examples {found.one}. {here}."
    return f"{so_far}: {standing(found, n)}. {wrong}, against {found.one}; tree {n} alone {found.alone[n - 1]}. {here}."


def flips(said: Poll, by: str, classes: Sequence[str]) -> list[dict]:
    """Marks for the player where the answer at the point changes, or is a tie."""
    marks, before = [], None
    for n in range(1, len(said) + 1):
        now = said.answer(n, by)
        if said.tied(n, by):
            marks.append({"k": n, "kind": "tie", "title": f"{many(n, 'tree')}: a tie"})
        elif before is not None and now != before:
            marks.append({"k": n, "kind": "split", "title": f"{many(n, 'tree')}: {named(classes, now)}"})
        before = now
    return marks


def ballots_view(said: Poll, classes: Sequence[str], n: int, chosen: int) -> dict:
    """The votes of all trees as marks; those after the first n wait. chosen : the number of a tree, from 1 on."""
    trees = []
    for t, (vote, counts, asked) in enumerate(zip(said.votes, said.counts, said.asked, strict=True), 1):
        if not asked:
            sign, says = "–", "had this example in its sample, so it is not asked"
        elif t > n:
            sign, says = "·", "not asked yet"
        else:
            sign, says = class_sign(vote), f"{named(classes, vote)}, leaf with {counts_text(counts, classes)}"
        votes = asked and t <= n
        trees.append(
            {
                "tree": t,
                "sign": sign,
                "colour": class_colour(vote) if votes else "",
                "waits": not votes,
                "now": t == n,
                "title": f"Tree {t}: {says}",
            }
        )
    return {"label": "Votes of the trees", "trees": trees, "chosen": chosen}


def tally_rows(
    said: Poll, classes: Sequence[str], n: int, by: str
) -> tuple[list[str], list[tuple[str, list[str], float, bool]]]:
    """The running tally in plain text: the header; for each class its name, cells, what its bar shows, and whether it
    is the answer.

    by : which answer decides.
    """
    tally, means, voters, answer = said.tally(n), said.means(n), said.voters(n), said.answer(n, by)
    rows = [
        (
            named(classes, k),
            [ratio(tally[k], voters), fixed(means[k])],
            float(means[k] if by == "means" else tally[k] / max(voters, 1)),
            k == answer,
        )
        for k in range(len(classes))
        if len(classes) <= 3 or means[k]
    ]
    return ["Class", "Votes", "Probability"], rows if voters else []


def sums(said: Poll, classes: Sequence[str], n: int) -> str:
    """Both answers as formulas: what is counted, the numbers put in, the result; "" where no tree counts."""
    by_votes, by_means, voters = said.answer(n), said.answer(n, "means"), said.voters(n)
    if by_votes is None:
        return ""
    tally, means, k = said.tally(n), said.means(n), by_means
    asked = [c for c, counts in zip(said.counts[:n], said.asked, strict=False) if counts]
    terms = [_share(c[k], sum(c)) for c in asked]
    row = " + ".join([*terms[:2], r"\cdots", terms[-1]] if len(terms) > 4 else terms)
    counted = r",\ ".join(rf"{count}\,{_tex(classes[j], classes)}" for j, count in enumerate(tally) if count)
    return (
        r"\begin{aligned}\text{majority: }&\arg\max_y\#\{t: h_t(x)=y\}\\&" + counted + r"\ \Rightarrow\ "
        rf"{_tex(classes[by_votes], classes)}\\ \text{{mean: }}&\tfrac1M\textstyle\sum_t"
        rf" p_t({_tex(classes[k], classes)}\mid x)\\&"
        rf"=\tfrac{{1}}{{{voters}}}\left({row}\right)={fixed(means[k])}"
        rf"\ \Rightarrow\ {_tex(classes[k], classes)}\end{{aligned}}"
    )


def _share(k: int, n: int) -> str:
    return str(k // n) if k in (0, n) else rf"\tfrac{{{k}}}{{{n}}}"


def _tex(name: str, classes: Sequence[str]) -> str:
    """A class name inside a formula: nothing in it can be a command."""
    kept = "".join(ch if ch.isalnum() or ch == "…" else " " for ch in shortened(tuple(classes), 14)[name])
    return rf"\text{{{kept}}}"


def two_answers(said: Poll, classes: Sequence[str], n: int, apart: int | None, h: int, pure: bool) -> str:
    """Where majority and mean differ (E18).

    apart : of the h test examples those on which they differ; None without any.

    pure : every leaf has one class, so that no tree says anything but 0 and 1.
    """
    votes, means = said.answer(n), said.answer(n, "means")
    if votes is None:
        here = "No tree that has voted left this example out."
    elif votes != means:
        here = (
            f"They differ here (E18): the majority predicts {named(classes, votes)}, the mean {named(classes, means)}."
        )
    else:
        tie = " The votes are a tie: the first class wins." if said.tied(n) else ""
        here = f"Both predict {named(classes, votes)}.{tie}"
    if pure:
        return (
            f"{here} Every leaf is pure, so each tree predicts 0 or 1, and the two are the same (E18). Larger leaves"
            " can tell them apart."
        )
    return here if apart is None else f"{here} On {apart} of the {h} test examples they differ."


def is_pure(forest: Forest) -> bool:
    """Whether every leaf of every tree has one class only."""
    return all((tree.counts.max(axis=1) == tree.n)[tree.kind == Kind.NONE].all() for tree in forest.trees)


def named(classes: Sequence[str], k: int) -> str:
    return f"{class_sign(k)} {classes[k]}"


def point_text(data: Dataset, x: Sequence[float], most: int = 8) -> str:
    """The values of an example: "petal_length = 4.7, petal_width = 1.4"."""
    features = data.schema.features
    said = [
        f"{f.name} = {f.values[int(v)] if f.values else format(float(v), '.4g')}"
        for f, v in zip(features, x, strict=True)
    ]
    return ", ".join(said[:most]) + (f" and {len(said) - most} more" if len(said) > most else "")


def telling(forest: Forest, one: Tree, test: Dataset) -> int:
    """The test example to show first: right by the forest, wrong by one tree, the votes about two to one."""
    lead = forest.shares(test.X).max(axis=1)
    better = (forest.predict(test.X) == test.y) & (one.predict(test.X) != test.y)
    return int(np.lexsort((np.abs(lead - 2 / 3), ~better))[0])


def truth_text(data: Dataset, row: int) -> str:
    """The class of an example, with its sign."""
    return named(data.schema.classes, int(data.y[row]))


def called(data: Dataset) -> Sequence[str]:
    """What the answers are called: the classes."""
    return data.schema.classes
