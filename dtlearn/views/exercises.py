"""Exercises as they are put: the question, its tables and pictures, where the blanks stand. Plain data, nothing escaped."""

from __future__ import annotations

from dataclasses import dataclass

from dtlearn.criteria import CRITERIA
from dtlearn.data import Dataset, number
from dtlearn.exercise_sums import FORMULAS
from dtlearn.exercise_trees import letters, links_of, rules_of
from dtlearn.exercises import KINDS
from dtlearn.grading import Blank, Exercise
from dtlearn.tree import Stop
from dtlearn.views import exercise_words
from dtlearn.views.model import node_id, tree_view
from dtlearn.views.tables import contingency
from dtlearn.views.text import counts_text, fraction, listing, place

ROUNDING = "Three decimals are enough (±0.002); 0.247, 0,247 and 3/14 are all read."
Cell = str | tuple[str | Blank, ...]


@dataclass(frozen=True)
class Grid:
    """A table of plain text; a cell may also be a tuple of parts, each a text or a Blank."""

    caption: str
    header: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True)
class Written:
    """An exercise in words.

    question : paragraphs. tree : a tree view (``views.model``). fill : a table that holds the blanks; without it they
    stand below each other. working : LaTeX, a line each, aligned at "&". remarks : sentences of the answer.
    """

    title: str
    question: tuple[str, ...]
    tables: tuple[Grid, ...] = ()
    tree: dict | None = None
    fill: Grid | None = None
    working: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


def sheet(exercise: Exercise) -> Written:
    """All that a page or a sheet of paper needs to put an exercise and to answer it.

    >>> from dtlearn.exercises import make
    >>> sheet(make("entropy", 1, 1)).question[0]
    'A node holds 10 cakes: 3 No and 7 Yes.'
    """
    parts = _ASKED[exercise.kind](exercise)
    title = "A worked gain" if exercise.kind == "faded" else KINDS[exercise.kind]
    return Written(
        title, working=tuple(exercise_words.working(exercise)), remarks=tuple(exercise_words.remarks(exercise)), **parts
    )


# ---- tables


def examples_grid(data: Dataset, rows=None, caption: str = "") -> Grid:
    """Examples with their classes, numbered from 1."""
    schema, rows = data.schema, range(len(data)) if rows is None else rows
    header = ("", *(f.name for f in schema.features), schema.target)
    cells = tuple(
        (str(int(i) + 1), *(data.value(i, j) for j in range(len(schema.features))), schema.classes[data.y[i]])
        for i in rows
    )
    return Grid(caption or f"{data.title}; the class is “{schema.target}”", header, cells)


def _one_column(data: Dataset, j: int) -> Grid:
    """Examples with one of their features."""
    whole = examples_grid(data, caption=f"{data.title}: {data.schema.features[j].name} and class")
    return Grid(
        whole.caption,
        tuple(whole.header[k] for k in (0, j + 1, -1)),
        tuple((row[0], row[j + 1], row[-1]) for row in whole.rows),
    )


def _counts_grid(exercise: Exercise) -> Grid:
    """A candidate's branches against the classes."""
    trace, node, c = exercise.trace, exercise.node, exercise.c
    columns, rows, names = contingency(trace, node, c)
    title = trace.candidates[node].split(c).title(trace.data.schema)
    cells = tuple((name, *map(str, row)) for name, row in zip(names, rows, strict=True))
    return Grid(f"{title}: {exercise.world.things[1]} by branch and class", ("", *columns), cells)


# ---- the questions


def _things(exercise: Exercise, n: int) -> str:
    one, many = exercise.world.things
    return f"{n} {many if n != 1 else one}"


def _impurity(exercise: Exercise) -> dict:
    rule, data = CRITERIA[exercise.trace.settings.criterion], exercise.trace.data
    unit = f", in {rule.unit}" if rule.unit else ""
    if exercise.level == 1:
        told = counts_text(exercise.counts, data.schema.classes, " and ")
        return {"question": (f"A node holds {_things(exercise, sum(exercise.counts))}: {told}.",
                             f"What is the {rule.impurity_title} of its classes{unit}?")}  # fmt: skip
    if exercise.c is None:
        asked = f"What is the {rule.impurity_title} of the class “{data.schema.target}” in all {_things(exercise, len(data))}{unit}?"
    else:
        split = exercise.trace.candidates[0].split(exercise.c)
        asked = (
            f"What is the {rule.impurity_title} of the class “{data.schema.target}” among the {exercise.world.things[1]} with "
            f"{split.condition(data.schema, exercise.branch)}{unit}?"
        )
    return {"question": (asked,), "tables": (examples_grid(data),)}


def _gain(exercise: Exercise) -> dict:
    rule, data = CRITERIA[exercise.trace.settings.criterion], exercise.trace.data
    split = exercise.trace.candidates[0].split(exercise.c)
    unit = f", in {rule.unit}" if rule.unit and not rule.per_split_info else ""
    asked = f"What is the {rule.title} of the split {split.title(data.schema)}{unit}?"
    table = _counts_grid(exercise) if exercise.level == 1 else examples_grid(data)
    return {"question": (asked,), "tables": (table,)}


def _winner(exercise: Exercise) -> dict:
    rule, data = CRITERIA[exercise.trace.settings.criterion], exercise.trace.data
    asked = f"Which feature has the largest {rule.title} at the root? Every feature has one branch per value."
    return {"question": (asked,), "tables": (examples_grid(data),)}


def _split(exercise: Exercise) -> dict:
    trace, schema = exercise.trace, exercise.trace.data.schema
    node, c = trace.tree[exercise.node], exercise.c
    split = trace.candidates[exercise.node].split(c)
    where = "at the root" if not node.i else f"at the node {place(node)}, which {node.n} examples reach"
    rows = tuple(
        (split.branch(schema, b), *((exercise.blank(f"{b}.{k}"),) for k in range(len(schema.classes))))
        for b in range(len(schema.features[split.feature].values))
    )
    return {
        "question": (f"Draw the split that ID3 makes {where}: the feature with the largest information gain, one branch "
                     "per value, and how many examples of each class come down each branch.",),
        "tables": (examples_grid(trace.data),),
        "fill": Grid("Examples by branch and class", ("", *schema.classes), rows),
    }  # fmt: skip


def _stop(exercise: Exercise) -> dict:
    trace, node = exercise.trace, exercise.trace.tree[exercise.node]
    rules = rules_of(trace.settings)
    limits = [f"at least {trace.settings.min_samples_split} examples to split"] if Stop.TOO_FEW in rules else []
    limits += [f"depth at most {trace.settings.max_depth}"] if Stop.MAX_DEPTH in rules else []
    told = f" Its limits: {listing(limits)}." if limits else ""
    names = listing(f.name for f in trace.data.schema.features)
    rows = node.rows
    caption = f"The examples at {place(node)}" if len(rows) else f"No example reaches {place(node)}"
    return {
        "question": (
            f"ID3 asks about {names}, each at most once on a path, and has come to the node {place(node)}, at depth "
            f"{int(trace.tree.depth[node.i])} (the root is 0).{told}",
            "Its stop rules are tested in the order below. Which is the first that holds here?",
        ),
        "tables": (examples_grid(trace.data, rows, caption),),
    }  # fmt: skip


def _classify(exercise: Exercise) -> dict:
    data = exercise.trace.data
    header = ("Example", *(f.name for f in data.schema.features))
    rows = tuple(
        (
            str(i + 1),
            *(f.values[int(x)] if f.values else number(x) for f, x in zip(data.schema.features, row, strict=True)),
        )
        for i, row in enumerate(exercise.rows)
    )
    view = tree_view(exercise.trace.tree)
    things = exercise.world.things[1]
    return {"question": (f"This tree was grown on {_things(exercise, len(data))}. Which class does it predict for these "
                         f"{len(rows)} new ones?",),
            "tables": (Grid(f"New {things}", header, rows),), "tree": view}  # fmt: skip


def _prune(exercise: Exercise) -> dict:
    step, links, tree, _ = links_of(exercise)
    view = lettered(tree_view(tree), tree)
    before = "after its first step" if exercise.k else "before its first step"
    asked = (
        f"Cost-complexity pruning {before}: m = {len(exercise.trace.data)} examples, R is the training error. Which inner node "
        "has the smallest g, so that its subtree becomes a leaf next?"
    )
    tables = ()
    if exercise.level == 1:
        rows = tuple(
            (name, fraction(link.as_leaf), fraction(link.as_subtree), str(link.leaves))
            for name, link in zip(exercise.blank("node").options, links, strict=True)
        )
        tables = (
            Grid("Every inner node t with its subtree", ("t", "R(t), t as a leaf", "R(T_t)", "leaves of T_t"), rows),
        )
    return {"question": (asked,), "tables": tables, "tree": view}


def lettered(view: dict, tree) -> dict:
    """A tree view whose inner nodes carry letters."""
    ids = {node_id(tree[i].path): letter for i, letter in letters(tree).items()}
    nodes = [
        node | {"title": f"{ids[node['id']]}: {node['title']}", "w": node["w"] + 22, "label": f"{ids[node['id']]}: {node['label']}"}
        if node["id"] in ids else node
        for node in view["nodes"]
    ]  # fmt: skip
    return view | {"nodes": nodes, "width": view["width"] + 22}


def _bound(exercise: Exercise) -> dict:
    b = exercise.bound
    wrong = f"{b.n_wrong} of them" if b.n_wrong else "none of them"
    if exercise.trace is None:
        view, told = (
            None,
            f"A tree with n = {b.n} nodes (inner nodes and leaves) asks yes/no questions about d = {b.d} features.",
        )
    else:
        view, told = (
            bare(tree_view(exercise.trace.tree)),
            f"This tree asks yes/no questions; it may ask about d = {b.d} features.",
        )
    return {
        "question": (f"{told} It was grown on m = {b.m} examples of two classes and gets {wrong} wrong.",
                     f"What is the bound (18.1) on its true error for δ = {number(b.delta)}, with log₂ for the code and ln for δ? "
                     "Is it vacuous?"),
        "tree": view,
    }  # fmt: skip


def bare(view: dict) -> dict:
    """A tree view without the examples: the shape counts."""
    nodes = [node | {"lines": [], "counts": [], "h": 34, "tooltip": node["title"], "label": f"{node['kind']} {node['title']}"}
             for node in view["nodes"]]  # fmt: skip
    return view | {"nodes": nodes}


# ---- the worked gain with blanks


def _faded(exercise: Exercise) -> dict:
    data, c = exercise.trace.data, exercise.c
    split = exercise.trace.candidates[0].split(c)
    branches = exercise.trace.candidates[0].branches(c).tolist()
    names = [split.branch(data.schema, b) for b in range(len(branches))]
    blanks, n = {blank.key: blank for blank in exercise.blanks}, sum(exercise.counts)

    def cell(key: str, text: str) -> str | Blank:
        return blanks.get(key, text)

    def shares(key: str, counts: list[int], total: int) -> tuple:
        over = "n" if f"{key}.0" in blanks else str(total)
        parts: list[str | Blank] = ["H( "]
        for k, count in enumerate(counts):
            parts += [cell(f"{key}.{k}", str(count)), f" / {over}, " if k + 1 < len(counts) else f" / {over} )"]
        return tuple(parts)

    results = exercise_words.faded_results(exercise)
    rows = [
        (
            "H(S)",
            (cell("s.f", FORMULAS["H"][0]),),
            shares("s", list(exercise.counts), n),
            (cell("s.v", results["s.v"]),),
        )
    ]
    for b, (name, counts) in enumerate(zip(names, branches, strict=True)):
        rows.append(
            (f"H({name})", "the same", shares(f"b{b}", counts, sum(counts)), (cell(f"b{b}.v", results[f"b{b}.v"]),))
        )
    weights: list[str | Blank] = []
    for b, (name, counts) in enumerate(zip(names, branches, strict=True)):
        weights += [*([" + "] if b else []), cell(f"r.{b}", str(sum(counts))), f" / {n} · H({name})"]
    rows.append(("remainder", (cell("r.f", FORMULAS["r"][0]),), tuple(weights), (cell("r.v", results["r.v"]),)))
    rows.append(
        (
            "gain",
            (cell("g.f", FORMULAS["g"][0]),),
            "H(S) − remainder" if "g.f" not in blanks else "…",
            (cell("g.v", results["g.v"]),),
        )
    )
    return {
        "question": (f"The information gain of {split.title(data.schema)} on {data.title}, step by step.",),
        "tables": (_one_column(data, split.feature),),
        "fill": Grid(f"Gain of {split.title(data.schema)}", ("", "Formula", "Numbers put in", "Result"), tuple(rows)),
    }  # fmt: skip


_ASKED = {
    "entropy": _impurity, "gini": _impurity, "gain": _gain, "ratio": _gain, "winner": _winner, "split": _split,
    "stop": _stop, "classify": _classify, "prune": _prune, "bound": _bound, "faded": _faded,
}  # fmt: skip
