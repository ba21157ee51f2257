"""Pictures as they were: what a view places, compared with ``tests/data/pictures``;
``UPDATE_PICTURES=1`` writes them anew."""

import json
import os
import re
from dataclasses import replace

import numpy as np
import pytest

from dtlearn import ALGORITHMS, from_arrays, grow, load, truth_table
from dtlearn.forest.changes import LeaveOut, Relabel, changed, differences
from dtlearn.forest.forest import ForestSettings, grow_forest
from dtlearn.forest.importance import impurity_decrease
from dtlearn.forest.polls import poll
from dtlearn.forest.resamples import resampled
from dtlearn.growing.by_hand import by_hand, choices_of
from dtlearn.growing.errors import Losses, TreeSequence, grow_for_each_limit, hold_out
from dtlearn.growing.root_contest import day, root_contest
from dtlearn.growing.sweep import stumps
from dtlearn.learning.concepts import Known
from dtlearn.learning.cost_of_greed import census, trapped
from dtlearn.learning.one_function import lesson
from dtlearn.learning.slanted_line import Slant, slanted
from dtlearn.pruning.choose_state import by_hold_out
from dtlearn.pruning.procedures import PRUNERS, PruneSettings
from dtlearn.show.documents.chart import chart, mark
from dtlearn.show.documents.surface import surface
from dtlearn.show.forest import charts as forest_charts
from dtlearn.show.forest import unstable, unstable_tables, votes
from dtlearn.show.forest.words import curves
from dtlearn.show.growing import by_hand as hand
from dtlearn.show.growing.by_hand_rivals import Rival, rival_rows
from dtlearn.show.learning import charts as learning_charts
from dtlearn.show.learning import greed, one_function, spaces, tables
from dtlearn.show.learning import words as learning_words
from dtlearn.show.plane.figure import partition_figure, plane_figure
from dtlearn.show.plane.svg import partition_svg
from dtlearn.show.plane.view import partition_view, query_place
from dtlearn.show.practice.kinds import WORDS
from dtlearn.show.pruning import charts as pruning_charts
from dtlearn.show.pruning import tables as pruning_tables
from dtlearn.show.pruning.tree import pruned_view
from dtlearn.show.splitting import contest, cost
from dtlearn.show.splitting.curves import impurities_latex, share_view, split_view
from dtlearn.show.splitting.cut import cut_svg
from dtlearn.show.splitting.sweep import sweep_view
from dtlearn.show.tree.sketch import shape, sketch_svg
from dtlearn.show.tree.svg import tree_svg
from dtlearn.show.tree.view import tree_view
from dtlearn.splitting.cost import Timing
from pages.ui.bound import charts as bound_charts
from pages.ui.bound.words import Row, Terms
from pages.ui.code import word as code
from pages.ui.forest import charts as small_trees
from pages.ui.forest import one_tree
from pages.ui.limits import charts as limit_charts
from pages.ui.limits.words import LIMITS
from pages.ui.overfitting import charts as overfitting_charts
from tests.support import ROOT

CART, ID3 = ALGORITHMS["CART"], ALGORITHMS["ID3 (UML)"]
PLANE, TENNIS, MEANS = load("partition_2d"), load("play_tennis"), load("regression_1d")
CUT = grow(PLANE, CART)
TRAIN, HELD = hold_out(PLANE, 0.4, 1)
FOREST = grow_forest(TRAIN, ForestSettings(3, CART))
GROWN = TreeSequence(
    {"nodes": (1, 3, 5, 7, 9, 11), "leaves": (1, 2, 3, 4, 5, 6)},
    (
        Losses("training", (5, 4, 3, 2, 1, 0), 10),
        Losses("test", (3, 4, 2, 3, 4, 3), 8, (3, 4, 2, 3, 4, 3)),
    ),
)
ALTERNATING, TEN, LONG = (
    grow(from_arrays(np.arange(m)[:, None] / 1.0, np.arange(m) % 2, ["x"]), CART) for m in (6, 10, 26)
)


def limits():
    trees = [one.tree for one in grow_for_each_limit(TRAIN, HELD, CART, "max_depth", (0, 1, 3))]
    leaf = grow_for_each_limit(TRAIN, HELD, CART, "min_samples_leaf", (9, 3, 1))
    plane = limit_charts.plane(TRAIN, HELD, trees[1])
    return {
        "curve": chart(
            limit_charts.errors_lines(LIMITS["leaf"], leaf), limit_charts.errors_labels(LIMITS["leaf"], leaf, 0), {}
        ),
        "plane": [plane["points"], plane["colours"]],
        "small": limit_charts.thumbnail(TRAIN, HELD, trees[2]),
        "tight": sketch_svg(ALTERNATING.tree, {"cls": {}}, 40, 60),
    }


def overfitting():
    lines, labels = (
        overfitting_charts.errors_lines(GROWN),
        overfitting_charts.errors_labels(GROWN, 3, 0.2),
    )
    return {
        "nodes": chart(lines, labels, {}, overfitting_charts.bands(GROWN), overfitting_charts.shaded(GROWN)),
        "mark": mark(lines, labels, (3,)),
        "shape": shape(CUT.tree, 90, 60),
    }


def forest():
    one = grow(TRAIN, CART).tree
    return {
        "surface": [surface(FOREST, one, HELD, (3, 3), by) for by in ("votes", "means")],
        "small": [
            small_trees.small(FOREST, 0, small_trees.spans(TRAIN, HELD)),
            small_trees.small(FOREST, 1, None),
        ],
        "votes": votes.ballots_view(poll(FOREST, (3, 3)), PLANE.schema.classes, 2, 1),
    }


def forest_curves():
    found = curves(FOREST, HELD, grow(TRAIN, CART).tree, "votes")
    bars = small_trees.importances_figure(["x1", "x2"], impurity_decrease(FOREST), [[0.25, 0.1], [0.35, -0.1]])
    return [
        chart(
            forest_charts.errors_lines(found), forest_charts.errors_labels(found, 2), {(k,): k + 1 for k in range(3)}
        ),
        bars,
    ]


def changes():
    before, edits = grow(TENNIS, ID3), (Relabel(10, 0), LeaveOut(2))
    after = grow(changed(TENNIS, edits), ID3)
    story = unstable.Story(before, after, differences(before.tree, after.tree), edits)
    keys = ("id", "x", "y", "w", "h", "mark", "lines")
    return {
        "trees": [[{k: node[k] for k in keys} for node in view["nodes"]] for view in unstable.trees_view(story)],
        "gains": unstable_tables.gains_html(story),
        "sample": unstable.sample_view(story) | {"rows": ()},
    }


def resamples():
    *_, found = resampled(TENNIS, ID3, "bootstrap", 20, 1)
    schema = TENNIS.schema
    return [
        unstable_tables.leaves_figure(found, None, 5),
        unstable_tables.roots_html(found, schema),
        unstable_tables.root_rows(found, schema, 0, 1),
        unstable_tables.depths_html(found, 1),
    ]


def weakest_link():
    def drawn(found, parts, chosen):
        labels = pruning_charts.errors_labels(found, 0, chosen)
        return chart(pruning_charts.errors_lines(found, parts), labels, {})

    found = PRUNERS["weakest_link"](CUT, PruneSettings(), HELD)
    long = PRUNERS["weakest_link"](LONG, PruneSettings(), None)
    parts, chosen = [Losses("training", tuple(found.n_wrong.tolist()), len(PLANE))], by_hold_out(found, HELD)
    return {
        "errors": drawn(found, parts, chosen),
        "long": drawn(long, [Losses("training", tuple(long.n_wrong.tolist()), 30)], None)["x"],
        "columns": pruning_tables.state_columns(found, parts),
        "states": pruning_tables.state_rows(found, parts),
        "step": pruning_tables.rows(found, found.steps[0], 1),
    }


def pruned():
    found = PRUNERS["reduced_error"](grow(TRAIN, CART), PruneSettings(), HELD)
    keys = ("id", "x", "y", "w", "h", "mark", "lines", "kind")
    return [
        [{k: node[k] for k in keys} for node in pruned_view(found, 1, show)["nodes"]]
        for show in ("cuts", "before", "after")
    ]


def curve():
    """Of the curves every thirtieth point, of the shares four."""

    def thinned(view):
        for line in (*view["curves"], *view["below"]):
            line["points"] = line["points"][::30]
        for handle in view["handles"]:
            handle["rows"] = [handle["rows"][k] for k in (0, len(handle["rows"]) // 3, -1)]
        return view

    return [thinned(share_view(30, scale)) for scale in ("one", "bounds")]


def split():
    whole, empty = split_view((6, 2), (1, 5), "bits"), split_view((0, 0), (1, 5), "one")
    handles = [
        (h["id"], h["title"], h["row"], len(h["rows"]), h["rows"][h["row"]], h["rows"][1]["xs"])
        for h in whole["handles"]
    ]
    return {"handles": handles, "empty": empty["handles"], "impurities": impurities_latex((6, 2), (1, 5))}


def sweep():
    view = sweep_view(stumps(load("threshold_scan"), 0))
    return view | {
        "criteria": view["criteria"][:2],
        "many": sweep_view(stumps(LONG.data, 0))["ticks"],
        "ten": sweep_view(stumps(TEN.data, 0))["ticks"],
    }


def plane():
    tree = CUT.tree
    part = partition_view(tree, PLANE, (0, 1), (0.0, 0.0), {0}, 0, 1)
    lanes = partition_view(tree, PLANE, (0,), (0.0, 3.0))
    keys = ("axes", "points", "nodes", "regions", "cuts", "note")
    return {
        "part": {k: part[k] for k in keys},
        "lanes": {k: lanes[k] for k in keys[:2]},
        "at": [query_place(lanes, node, (3.0,)) for node in tree],
    }


def mean_plane():
    tree = grow(MEANS, replace(CART, criterion="mse", max_depth=2)).tree
    view = partition_view(tree, MEANS, (0,), (0.0,), {0, 1}, 1, 2)
    return {k: view[k] for k in ("axes", "points", "regions", "cuts", "scale", "steps")} | {
        "at": query_place(view, tree[1], (2.0,)),
        "svg": partition_svg(view, 160, 120),
    }


def functions():
    told = lesson(0b01101001, 3, "info_gain", 8, 2)
    keys = ("id", "x", "y", "w", "h")
    return {
        "drawn": [[node[k] for k in keys] for node in one_function.drawn(told.best)["nodes"]],
        "sum": one_function.gains_latex(told),
        "rules": one_function.rule_rows(told, "uml"),
        "truth": one_function.truth_view(told, "cs181"),
        "verdicts": [one_function.verdict(lesson(c, 2, "info_gain", 4, 2), "uml") for c in (0b0110, 0b0111, 0b0000)],
    }


def slopes():
    grown = {name: tuple(range(1, 11)) for name in learning_charts.CURVES}
    series = [slanted(Slant(m, 1), "gini_gain") for m in (5, 20)]
    return {
        "leaves": learning_charts.leaves_figure(grown, 3),
        "slopes": learning_charts.slope_figure(series, 20),
        "slope": [
            learning_charts.slope_svg(one, data, 120, turned, 120)[-400:]
            for one, data, turned in (
                (series[0].tree, series[0].slant.data, False),
                (series[0].turned, series[0].slant.turned, True),
            )
        ],
    }


def concepts():
    told = learning_words.lesson(Known(2, 0b0010, 0b0001), "none", 2)
    return [
        learning_charts.census_figure(census(2)),
        learning_charts.census_figure(census(3)).data[2].marker,
        learning_charts.census_figure(census(3)).layout.annotations[1:],
        tables.lunch_figure(told),
        tables.universe_view(told),
    ]


def learning_tables():
    told = learning_words.lesson(Known(3, 0b10010, 0b1000001), "leaves", 3)
    return [
        greed.leaves_html(3),
        greed.census_html([census(n) for n in (1, 2, 3)], "info_gain", 2),
        greed.depths_html(trapped("uml"), 1),
        tables.counts_html(3),
        tables.sizes_html(2),
        tables.voters_html(told),
        tables.lunch_html(told.known, 3),
        spaces.spaces_html(2, 2),
    ]


def forest_tables():
    said, classes = poll(FOREST, (3, 3)), PLANE.schema.classes
    return [
        votes.tally_rows(said, classes, 3, "means"),
        votes.sums(said, classes, 2),
        one_tree.bag_html(FOREST, 0),
        one_tree.bag_latex(FOREST, 1),
    ]


def costs():
    timings = [Timing(10, 0.001, 0.0005), Timing(100, 0.1, 0.004), Timing(1000, None, 0.05)]
    sizes = [10, 100, 1000]
    figures = [
        cost.counted_figure(sizes, 4),
        cost.measured_figure(sizes, 4, timings),
        cost.measured_figure(sizes, 4, []),
    ]
    for line in (line for figure in figures for line in figure.data if line.mode == "lines"):
        line.x, line.y = line.x[::8], line.y[::8]
    return [figures[0], figures[1].data, figures[2].layout.xaxis.range, cost.cost_html(sizes, 4, timings)]


def bound():
    rows, terms = [Row("greedy", (1, 3, 5), (5, 3, 1)), Row("exact", (1, 3, 5), (5, 2, 0))], Terms(14, 4, times=3)
    labels = bound_charts.bound_labels(rows, terms, "greedy", 1)
    return chart(bound_charts.bound_lines(rows, terms, "greedy"), labels, {("greedy", k): k for k in range(3)})


def code_word():
    word = code.word_of(truth_table("or", 2), "x1? x2? leaf0 leaf1 leaf1 END")
    keys = ("id", "y", "h", "kind", "mark", "lines", "step")
    return {way: [[node[k] for k in keys] for node in code.view(word, 2, way)["nodes"]] for way in code.WAYS}


def handmade():
    choices = choices_of(grow(TENNIS, ID3).tree)
    made, done = by_hand(TENNIS, ID3, [((), grow(TENNIS, ID3).candidates[0].split(1))]), by_hand(TENNIS, ID3, choices)
    rivals = [Rival("you", "You", made), Rival("ID3", "ID3", done, (1, 4), True)]
    return {
        "view": [
            [node[k] for k in ("id", "x", "y", "mark", "title", "lines")] for node in hand.hand_view(made, 1)["nodes"]
        ],
        "rows": hand.rows(made, 0, False, 1, None),
        "rivals": rival_rows(rivals, "you"),
        "decisions": hand.decisions_html(made, 0),
    }


def contests():
    columns = root_contest(TENNIS)
    return [contest.contest_html(columns, str, str), contest.day_html(day(), 2)]


def plane_chart():
    return [
        plane_figure(
            partition_view(CUT.tree, PLANE, (0, 1), (0.0, 0.0), {0, 2}, 2, 1), PLANE, (0, 1), 500, 400, "r.0", (3, 4)
        ),
        partition_figure(grow(MEANS, replace(CART, criterion="mse", max_depth=1))),
    ]


def trees():
    means = grow(MEANS, replace(CART, criterion="mse", max_depth=2)).tree
    return {
        "svg": tree_svg(tree_view(grow(PLANE, replace(CART, max_depth=2)).tree)),
        "part": tree_view(grow(TENNIS, ID3).tree, {0, 1}, 1, 2, {0: 1})["nodes"][1:],
        "means": tree_view(means)["nodes"][::3],
        "plane": partition_svg(partition_view(CUT.tree, PLANE, (0, 1), (0.0, 0.0)), 160, 120),
    }


def exercises():
    return {kind: words.tiny for kind, words in WORDS.items()}


PICTURES = (
    bound,
    changes,
    code_word,
    concepts,
    contests,
    costs,
    curve,
    exercises,
    forest,
    forest_curves,
    forest_tables,
    functions,
    handmade,
    learning_tables,
    limits,
    mean_plane,
    overfitting,
    plane,
    plane_chart,
    pruned,
    resamples,
    slopes,
    split,
    sweep,
    trees,
    weakest_link,
)


def plain(value):
    """As JSON has it: figures without their template, numbers with six digits after the point, markup line by line."""
    if hasattr(value, "to_plotly_json"):
        return plain({k: v for k, v in value.to_plotly_json().items() if k != "template"})
    match value:
        case dict():
            return {str(k): plain(v) for k, v in value.items() if k != "template"}
        case np.ndarray() | np.generic():
            return plain(value.tolist())
        case list() | tuple():
            return [plain(v) for v in value]
        case float():
            return round(value, 6) + 0.0
        case str() if value.startswith("<"):
            value = re.sub(r"<style>.*?</style>|(?<=dth)\d+", "", value, flags=re.DOTALL)  # hatches are counted
            return value.replace("><", ">\n<").split("\n")
    return value


def written(value, indent="\n") -> str:
    """JSON, what fits in a line in one."""
    flat = json.dumps(value, sort_keys=True, ensure_ascii=False)
    if len(flat) < 120 or isinstance(value, str) or not set(map(type, value)) & {list, dict, str}:
        return flat
    deeper, pairs = f"{indent} ", sorted(value.items()) if isinstance(value, dict) else ()
    parts = [f"{json.dumps(k)}: {written(v, deeper)}" for k, v in pairs] or [written(v, deeper) for v in value]
    return f"{'{['[not pairs]}{deeper}{f',{deeper}'.join(parts)}{indent}{'}]'[not pairs]}"


def test_what_was_cut_is_drawn_of_large_trees_too():
    """Only a tree that stands alone is drawn in part."""
    long = grow(from_arrays(np.arange(302)[:, None] / 1.0, np.arange(302) % 2, ["x"]), CART)
    found = PRUNERS["weakest_link"](long, PruneSettings(), None)
    for show in ("before", "cuts"):
        assert len(pruned_view(found, 0, show)["nodes"]) == len(long.tree) > 600


@pytest.mark.parametrize("values", [(1, 2, 2, 9), (5, 5), (0.001, 3)])
def test_the_marks_of_a_threshold_reach_from_edge_to_edge_and_not_beyond(values):
    marks = re.findall(r'<rect x="([0-9.-]+)" y="[^"]*" width="(\d+)"', cut_svg(values, [0] * len(values), 1, 120, 60))
    left, right = min(float(x) for x, _ in marks), max(float(x) + int(wide) for x, wide in marks)
    assert 0 <= left < right <= 120
    assert len({*values}) == 1 or right - left > 110


@pytest.mark.parametrize("kind", ["gain", "ratio"])
def test_in_the_small_picture_of_a_gain_every_example_goes_down_a_branch(kind):
    marks = [(y, k) for what, _, y, k, *_ in WORDS[kind].tiny if what == "mark"]
    above, below = (sorted(k for y, k in marks if (y < 28) == up) for up in (True, False))
    assert above == below


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.__name__)
def test_a_picture_is_as_it_was(picture):
    text = written(plain(picture())) + "\n"
    kept = ROOT / f"tests/data/pictures/{picture.__name__}.txt"
    if os.environ.get("UPDATE_PICTURES"):
        kept.write_text(text)
    assert text == kept.read_text()
