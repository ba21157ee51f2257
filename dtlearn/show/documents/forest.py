"""The walkthrough of a forest's votes: tree by tree what it says of one example,
and what all have said so far (docs/walkthrough.md)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from dtlearn.data.dataset import Dataset
from dtlearn.forest.forest import Forest
from dtlearn.forest.polls import Numbers, Poll
from dtlearn.show.base.html import row as table_row
from dtlearn.show.base.text import many
from dtlearn.show.documents.chart import chart, mark
from dtlearn.show.documents.surface import surface
from dtlearn.show.documents.walkthrough import Lesson, Walkthrough, latex_lines
from dtlearn.show.forest import numbers, votes
from dtlearn.show.forest.charts import errors_labels, errors_lines, scale_of
from dtlearn.show.forest.words import BY, MEAN, Curves, errors_table
from dtlearn.show.tree.drawing import node_id
from dtlearn.show.tree.view import tree_view
from dtlearn.trees.tree import Tree

DRAWN, LEAST = 8000, 31  # nodes of all trees that are drawn; of each tree at least, and its whole way
MEANINGS = {"split": "the answer changes", "tie": "a tie"}


def most_drawn(forest: Forest) -> int:
    """Nodes of a tree that are drawn, beside the way."""
    return max(DRAWN // len(forest), LEAST)


def forest_walkthrough(
    forest: Forest,
    said: Poll | Numbers,
    point: Sequence[float],
    by: str = "votes",
    test: Dataset | None = None,
    found: Mapping[str, Curves] | None = None,
    row: int | None = None,
    one: Tree | None = None,
    unveils: bool = False,
    part: range | None = None,
) -> Walkthrough:
    """The trees of a forest vote one after the other on one example.

    said : what they say of it; point : its values. by : which answer counts, "votes" or "means". test, found : test
    examples, and the errors by each way to answer; None for a lesson without them. row : the number of the test example
    that the point is, if it is one: its truth is known. one : a tree on all training examples, where there are test
    examples and the forest's plane is to be seen, or what it says along its one feature. unveils : as of ``chart``.
    part : the frames to be held, of a long lesson; None for all.
    """
    data, words = forest.data, numbers if forest.data.schema.regression else votes
    called, lesson = words.called(data), Lesson()
    curve = found[by] if found else None
    lines = errors_lines(curve) if curve else []
    held = range(len(said) + 1) if part is None else part
    views = [words.ballots_view(said, called, n, 0) for n in held]
    scale = scale_of(data, test or data)
    regression = data.schema.regression
    pure = not regression and votes.is_pure(forest)
    apart = _apart(forest, test, held) if test and not regression and not pure else {}
    most = most_drawn(forest)
    for n, ballots in zip(held, views, strict=True):
        tree = forest.trees[max(n, 1) - 1]
        way = tree[said.nodes[max(n, 1) - 1]].line()
        header, tally = words.tally_rows(said, called, n, by)
        rows = [
            table_row(
                f"n{n}.{k}",
                name,
                [(text, "") for text in cells],
                share or None,
                exact=[],
                badges=["answer"] if wins else [],
            )
            for k, (name, cells, share, wins) in enumerate(tally)
        ]
        answer = next((f"n{n}.{k}" for k, (*_, wins) in enumerate(tally) if wins), f"n{n}")
        told = {"at": mark(lines, errors_labels(curve, n), (n - 1,))} if curve and n else {}
        if n:
            columns, branches = (
                errors_table({title: found[way] for way, title in _ways(forest).items()}, n) if found else ((), ())
            )
            remark = _remark(forest, said, n, test, row, apart, pure)
            lesson.work(answer, latex_lines(words.sums(said, called, n)), columns, branches, remark)
        lesson.frame(
            tree_view(tree, None if n else (), scale=scale, way=way, most=most, brief=True),
            rows,
            caption=words.caption(curve, said, called, n, by),
            event="",
            node="r",
            place=f"tree {n}",
            says="",
            row=answer,
            signs="".join(one["sign"] for one in ballots["trees"]),
            lit=[node_id(tree[i].path) for i in way] if n else [],
            **told,
        )
    # What one tree loses is known before any votes.
    beaten = [(lines[-1].y[0], lines[-1].name)] if curve and unveils else []
    more = (
        {
            "chart": chart(
                lines,
                replace(errors_labels(curve, 1), levels=beaten),
                {(k,): k + 1 for k in range(len(said))},
                unveils=unveils,
            )
        }
        if curve
        else {}
    )
    if one and test:
        more["surface"] = surface(forest, one, test, point, by, held.stop - 1)
    if part is not None:
        more |= {"first": part.start, "steps": len(said) + 1}
    asked = f"{votes.point_text(data, point, 4)}{'' if row is None else f'; the truth: {words.truth_text(test, row)}'}"
    return lesson.walkthrough(
        "forest",
        f"Forest: {data.title}",
        f"{many(len(forest), 'tree')} asked about {asked}",
        (),
        {"thick": "the point's path"},
        columns=[*header, ""],
        listed="What the trees have said",
        ticks=words.flips(said, by, called),
        meanings=MEANINGS,
        votes=_votes(views),
        **more,
    )


def _ways(forest: Forest) -> dict[str, str]:
    """The ways to answer, by their names."""
    return {"votes": MEAN} if forest.data.schema.regression else BY


def _remark(
    forest: Forest,
    said: Poll | Numbers,
    n: int,
    test: Dataset | None,
    row: int | None,
    apart: Mapping[int, int],
    pure: bool,
) -> str:
    """What the answers of the first n trees have to do with each other, and what the last one has not seen.

    apart : n -> the test examples on which the answers differ. pure : every leaf has one class, so they never do.
    """
    if forest.data.schema.regression:
        told = numbers.two_errors(said, n, None if row is None else float(test.y[row]))
    else:
        told = votes.two_answers(said, forest.data.schema.classes, n, apart.get(n), len(test or ()), pure)
    out = int((forest.bag[n - 1] == 0).sum())
    return (
        f"{told} Tree {n}'s sample left out {out} of {len(forest.data)} examples."
        if forest.settings.bootstrap
        else told
    )


def _apart(forest: Forest, test: Dataset, held: range) -> dict[int, int]:
    """Of each frame n on how many test examples the majority of its n trees differs from their mean probability."""
    first = forest.first(max(held.stop - 1, 1))
    pairs = zip(first.running(test.X), first.running(test.X, "means"), strict=True)
    return {n: int((one != other).sum()) for n, (one, other) in enumerate(pairs, 1) if n in held}


def _votes(views: Sequence[dict]) -> dict:
    """Of the marks at each step: what a tree's sign means, for each sign that it gets; the colour of a sign,
    none while the tree waits."""
    trees, colours = [{} for _ in views[0]["trees"]], {}
    for view in views:
        for t, one in enumerate(view["trees"]):
            trees[t][one["sign"]] = one["title"]
            if not one["waits"]:
                colours[one["sign"]] = one["colour"]
    return {"label": views[0]["label"], "colours": colours, "trees": trees}
