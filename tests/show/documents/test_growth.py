"""Walkthroughs of growths, read back step by step by the player's own reader,
against the views of the engine's steps."""

import json
import re
import subprocess
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtlearn import ALGORITHMS, ORDERS, from_arrays, grow, load, names, steps
from dtlearn.growing.steps import DETAILS, Phase
from dtlearn.show.base.arithmetic import arithmetic
from dtlearn.show.documents.growth import TOLD, WORKED, growth_walkthrough
from dtlearn.show.documents.walkthrough import USUAL, VERSION
from dtlearn.show.growing.captions import caption, graded, graded_leaf
from dtlearn.show.growing.tables import candidate_rows, contingency, stop_rows
from dtlearn.show.paper.latex_reader import short_lines
from dtlearn.show.tree.drawing import node_id
from dtlearn.show.tree.view import tree_view
from dtlearn.show.tree.way import way, way_text
from dtlearn.teaching.predict_first import grade, options
from dtlearn.trees.pseudocode import PSEUDOCODE
from tests.support import ROOT
from tests.support.growths import growths
from tests.support.strategies import HOSTILE

# Prints what document.js reads from each file: every frame's view, rows, bags, plane; the way of every example.
READER = """
import { bags, heldAt, lineOf, rowsOf, tellingRow, viewOf, walk } from "stage/document.js";
import { placeOf, planeOf } from "stage/parts/partition.js";
const read = (lesson) => lesson.frames.map((frame, k) => {
  const view = viewOf(lesson, k), ids = new Set(view.nodes.map(({ id }) => id));
  const rows = rowsOf(lesson, k, "c0.0");
  const whole = rowsOf(lesson, k, "", rows.at(-1)?.id.match(/^f([0-9]+)/)?.[1]);
  const plane = lesson.plane && planeOf(lesson, k);
  const placed = (values) => placeOf(lesson, plane, values, walk(view.nodes, values));
  return { view, rows, whole, plane, places: plane && lesson.codes.map(placed), telling: tellingRow(rows),
    bags: bags(lesson, ids), held: heldAt(lesson, frame.node),
    ways: (lesson.codes ?? []).map((values) => walk(view.nodes, values)), line: lineOf(frame.node) };
});
for (const path of Deno.args) console.log(JSON.stringify(read(JSON.parse(Deno.readTextFileSync(path)))));
"""


# ... and what a part makes of each frame.
PART = """
import {{ {function} }} from "stage/parts/{module}.js";
for (const path of Deno.args) {{
  const lesson = JSON.parse(Deno.readTextFileSync(path));
  console.log(JSON.stringify(lesson.frames.map((_, k) => {function}(lesson, k))));
}}
"""


def read(folder, documents):
    """What the player reads from documents."""
    return run(folder, READER, documents)


def parts(folder, module, function, documents):
    """What a part of the player draws of each frame of the documents."""
    return run(folder, PART.format(module=module, function=function), documents)


def run(folder, script, documents):
    """What a script prints for each document."""
    deno = pytest.importorskip("deno", reason="python -m pip install -r requirements-dev.txt").find_deno_bin()
    (folder / "reader.js").write_text(script)
    paths = []
    for k, document in enumerate(documents):
        paths.append(str(folder / f"{k}.json"))
        (folder / f"{k}.json").write_text(document)
    words = [
        "run",
        "--no-remote",
        "--allow-read",
        "--config",
        str(ROOT / "deno.json"),
        str(folder / "reader.js"),
        *paths,
    ]
    env = {"NO_COLOR": "1", "DENO_NO_UPDATE_CHECK": "1"}
    done = subprocess.run([deno, *words], cwd=ROOT, env=env, capture_output=True, text=True, check=True)
    return list(map(json.loads, done.stdout.strip().split("\n")))


# Prints what is said of the way of each example, chosen and set by hand, in each frame.
WAYS = """
import { lineOf, viewOf, walk } from "stage/document.js";
import { wayText } from "stage/way.js";
for (const path of Deno.args) {
  const { lesson, values } = JSON.parse(Deno.readTextFileSync(path));
  console.log(JSON.stringify(lesson.frames.map((_, k) => values.map((one, row) => {
    const { nodes } = viewOf(lesson, k), way = lineOf(walk(nodes, one));
    return [row, one].map((example) => wayText(lesson, nodes, way, example));
  }))));
}
"""


@pytest.mark.parametrize(
    ("data", "algorithm"),
    [
        ("play_tennis", "ID3 (CS181)"),
        ("play_tennis", "CART"),
        ("golf_numeric", "C4.5-style"),
        ("iris", "CART"),
        ("regression_1d", "CART"),
    ],
)
def test_the_stage_says_a_way_as_the_engine_does(tmp_path, data, algorithm):
    settings, one = ALGORITHMS[algorithm], load(data)
    trace = grow(one, replace(settings, criterion="mse") if one.schema.regression else settings)
    walk, values = trace.steps(), trace.data.X.tolist()
    [frames] = run(tmp_path, WAYS, [json.dumps({"lesson": walk.walkthrough().document, "values": values})])
    for step, frame in zip(walk, frames, strict=True):
        for row, said in zip(values, frame, strict=True):
            assert said == [way_text(way(trace.tree, row, step.decided), row, step.decided)] * 2


def plain(value):
    """As it comes back from JSON."""
    return json.loads(json.dumps(value))


def agrees(growth, frames, scale=None, brief=False):
    """Every frame, as the player reads it, is what the views make of the engine's step.

    scale, brief : as for ``tree_view``.
    """
    tree, data = growth.trace.tree, growth.trace.data
    assert len(frames) == len(growth)
    for step, frame in zip(growth, frames, strict=True):
        done, next_ = (node and node.i for node in (step.done, step.next))
        want = tree_view(tree, step.decided, done, next_, growth.decisions, scale, brief=brief, bags=not brief)
        want["width"] = round(want["width"], 1)
        for node, other in zip(frame["view"]["nodes"], plain(want)["nodes"], strict=True):
            assert node == other
        assert frame["view"] == plain(want)
        rows = [row | {"selected": row["id"] == "c0.0"} for row in candidate_rows(step, None, None)]
        for row in rows:  # before a score is shown there is nothing to unfold
            row["expanded"] = None if row["hidden"] else row["expanded"]
        assert frame["rows"] == plain(rows)
        if rows and rows[-1]["expanded"] is not None:
            last = int(step.candidates.feature[-1])
            assert [one["name"] for one in frame["whole"]] == [one["name"] for one in candidate_rows(step, None, last)]
            assert frame["whole"][-1]["level"] == 1
        else:
            assert len(frame["whole"]) == len(rows)
        chosen = step.candidates.chosen
        if step.done and chosen is not None:
            assert frame["telling"].endswith(f"c{step.node.i}.{chosen}")
        assert frame["held"] == step.node.rows.tolist()
        assert frame["line"] == [node_id(tree[i].path) for i in step.node.line()]
        drawn = {node["id"] for node in want["nodes"]}
        bags = {i: sorted(rows) for i, rows in frame["bags"]}
        assert sorted(r for rows in bags.values() for r in rows) == list(range(len(data)))
        for i, rows in bags.items():
            assert set(rows) <= set(tree[tree.find(tuple(map(int, i.split(".")[1:])))].rows.tolist())
        for r, end in enumerate(frame["ways"]):
            assert r in bags[end]
        assert set(bags) <= drawn


def lessons():
    """Every shipped data set, and each order and detail of the first."""
    for name in (*names(), *names(regression=True)):
        data = load(name)
        if len(data) <= 150:
            settings = (
                replace(ALGORITHMS["CART"], criterion="mse") if data.schema.regression else ALGORITHMS["ID3 (CS181)"]
            )
            yield steps(grow(data, settings))
    trace = grow(load("play_tennis"), ALGORITHMS["BuildTree"])
    yield from (steps(trace, order, detail) for order in ORDERS for detail in DETAILS)


def test_every_lesson_is_read_back_step_by_step(tmp_path):
    every = list(lessons())
    documents = []
    for growth in every:
        found = growth_walkthrough(growth)
        documents.append(json.dumps(json.loads(found.json()) | {"codes": growth.trace.data.X.tolist()}))
    for growth, frames in zip(every, read(tmp_path, documents), strict=True):
        agrees(growth, frames)


@given(growths(hostile=True) | growths(regression=True), st.sampled_from(list(PSEUDOCODE)))
def test_a_walkthrough_says_what_the_engine_says_and_the_same_twice(trace, algorithm):
    walkthrough, every = trace.steps().walkthrough(algorithm), steps(trace)
    document = json.loads(walkthrough.json())
    assert walkthrough.json() == growth_walkthrough(every, algorithm).json()
    assert document["walkthrough"] == VERSION
    assert [frame["caption"] for frame in document["frames"]] == list(map(caption, every))
    assert [len(code["lines"]) for code in document["code"]] == [len(code.lines) for code in PSEUDOCODE[algorithm]]
    assert [document["stops"][frame["stops"]] for frame in document["frames"]] == plain(list(map(stop_rows, every)))
    for id_, worked in document["worked"].items():
        node, c = map(int, id_.rpartition("c")[2].split("."))
        want = plain(short_lines(arithmetic(trace, node, c)))
        assert [document["lines"][i] for i in worked["lines"]] == want
        header, cells, rows = contingency(trace, node, c)
        assert worked["columns"][1:] == plain(header)
        assert [row[0] for row in worked["branches"]] == plain(rows)
    assert all(value != USUAL.get(name, []) for row in document["rows"] for name, value in row.items())


@given(growths(hostile=True))
def test_answers_are_worth_what_the_engine_says(trace):
    every = trace.steps(detail="question")
    document = every.walkthrough().document
    assert [token for token, _ in document["choices"]] == [one.token for one in options(trace)]
    for step, frame in zip(every, document["frames"], strict=True):
        assert ("graded" in frame) == (step.phase is Phase.DECIDE)
        answers = dict(frame.get("graded", {}))
        if answers:
            # at a split each reason for a leaf is answered alike, at a leaf each question, and one who gives no reason
            other = answers.pop("")
            leaf = answers.pop("leaf") if step.node.stop else other
            assert leaf == [step.node.stop is not None, graded_leaf(step)]
            left = [one.token for one in options(trace) if one.token not in answers]
            assert all(other == [grade(step, token).right, graded(step, token)] for token in left)
        for token, (right, words) in answers.items():
            assert right == grade(step, token).right
            assert words == graded(step, token)
    assert trace.steps().walkthrough().document["choices"] == []


@given(growths(), st.data())
def test_the_parts_of_a_lesson_joined_are_the_whole(trace, data):
    steps = trace.steps(detail=data.draw(st.sampled_from(["node", "question", "detail"])))
    size = data.draw(st.integers(1, len(steps)))
    parts = [steps.walkthrough(part=range(k, min(k + size, len(steps)))).document for k in range(0, len(steps), size)]
    whole = steps.walkthrough().document

    def frames(document):  # without the numbers of what stands in a pool
        rows = [row | {"under": [document["rows"][i] for i in row.get("under", ())]} for row in document["rows"]]
        for frame in document["frames"]:
            yield {
                **{name: x for name, x in frame.items() if name not in ("tree", "gone", "remark")},
                "rows": [rows[i] for i in frame["rows"]],
                "stops": document["stops"][frame["stops"]],
            }

    def nodes(document):
        for frame in document["frames"]:
            yield {document["nodes"][i]["id"]: [document["nodes"][i], x] for i, x in frame["tree"]}, frame["gone"]

    def worked(document):
        return {
            row: {**one, "lines": [document["lines"][i] for i in one["lines"]]}
            for row, one in document["worked"].items()
        }

    assert [frame for part in parts for frame in frames(part)] == list(frames(whole))
    drawn, joined = {}, [pair for part in parts for pair in nodes(part)]
    for k, (changed, gone) in enumerate(nodes(whole)):
        drawn = {i: entry for i, entry in drawn.items() if i not in gone} | changed
        assert joined[k] == ((drawn, []) if k % size == 0 else (changed, gone))
    assert {row: one for part in parts for row, one in worked(part).items()} == worked(whole)
    for part in parts:
        assert part["held"] == whole["held"]
        assert part["rules"] == whole["rules"]
        assert part["steps"] == len(steps)


@pytest.mark.parametrize(("size", "same"), [(300, 1), (3100, 6), (3600, 2)])
def test_of_a_large_tree_each_node_has_the_arithmetic_of_its_best_candidates(size, same):
    """Over 10 s on a busy machine: of a growth of up to 3,600 examples the whole document is made.

    same : so many examples have the same values.
    """
    data = from_arrays(
        [[k // same, k // same % 7] for k in range(size)], ["ab"[(k // same) ** 2 % 13 % 2] for k in range(size)]
    )
    trace = grow(data)
    inner = len(trace.tree) - trace.tree.n_leaves
    document = growth_walkthrough(trace.steps()).document
    assert inner > WORKED / 3
    assert len(document["worked"]) <= max(WORKED, inner)
    for i in range(len(trace.tree)):
        if trace.tree[i].split:
            assert any(id_.endswith(f"c{i}.{trace.candidates[i].chosen}") for id_ in document["worked"])
    if size > TOLD:
        assert document["held"] == {}
        assert document["examples"] == {"columns": [], "rows": [], "classes": [], "size": size, "drawn": False}
    else:
        assert sorted(sum(document["held"].values(), [])) == list(range(size))


def test_an_unknown_algorithm_is_refused():
    with pytest.raises(ValueError, match="There is no pseudocode of 'ID4': choose one of ID3"):
        growth_walkthrough(grow(load("or")).steps(), "ID4")


@pytest.mark.parametrize("name", HOSTILE)
def test_no_name_ends_the_script_that_it_stands_in(name):
    data = from_arrays([[name], ["b"]], [f"{name}x", "no"], [f"{name}!"], name=name)
    page = growth_walkthrough(grow(data).steps()).html()
    body = page.partition('<script type="application/json"')[2].partition(">")[2]
    document, _, rest = body.partition("</script>")
    assert not re.search("<[^ ]", document)
    assert json.loads(document)["columns"]
    assert rest.count("</script>") == 1
    assert page.encode()


def test_a_notebook_shows_a_growth_that_plays_and_of_a_large_one_the_tree(monkeypatch):
    trace = grow(load("play_tennis"))
    shown = trace._repr_mimebundle_()
    assert set(shown) == {"text/plain", "image/svg+xml", "text/html"}
    assert 'sandbox="allow-scripts"' in shown["text/html"]
    assert shown["text/html"] == trace.steps().walkthrough()._repr_html_()
    monkeypatch.setattr("dtlearn.growing.grow.PLAYED", len(trace.tree) - 1)
    assert set(trace._repr_mimebundle_()) == {"text/plain", "image/svg+xml"}
