"""Walkthroughs of prunings, read back state by state by the player's own reader."""

import json
import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtlearn import ALGORITHMS, PRUNERS, PruneSettings, grow, hold_out, load
from dtlearn.data.synthetic import Source
from dtlearn.show.base.text import many
from dtlearn.show.documents.pruning import pruning_walkthrough
from dtlearn.show.pruning import charts, tables, words
from dtlearn.show.pruning.tree import pruned_view
from tests.show.documents.test_growth import plain, read
from tests.support.growths import growths
from tests.support.parts import check_parts, cut
from tests.support.prunings import grown


def prunings():
    """Every procedure on three data sets."""
    for procedure in PRUNERS.values():
        for name in ("play_tennis", "iris", "titanic"):
            data, held = hold_out(load(name), 0.3, 1) if procedure.held else (load(name), None)
            yield procedure(grow(data, replace(ALGORITHMS["BuildTree"], nominal="one_vs_rest")), held=held)


def test_every_pruning_is_read_back_state_by_state(tmp_path):
    every = list(prunings())
    assert {one.procedure.name for one in every} == set(PRUNERS)
    documents = [json.loads(pruning_walkthrough(one).json()) | {"codes": one.data.X.tolist()} for one in every]
    found = read(tmp_path, list(map(json.dumps, documents)))
    for pruning, frames in zip(every, found, strict=True):
        assert len(frames) == len(pruning.steps) + 1
        for k, frame in enumerate(frames):
            want = pruned_view(pruning, k)
            want["width"] = round(want["width"], 1)
            assert frame["view"] == plain(want)
            rows = tables.rows(pruning, pruning.steps[k - 1], 0) if k else []
            assert [row["cells"] for row in frame["rows"]] == [row["cells"] for row in rows]
            if k:
                assert frame["telling"] == f"c{k}.{pruning.steps[k - 1].chosen}"
            assert frame["bags"] == []
            drawn = {node["id"]: node for node in frame["view"]["nodes"]}
            ends = [drawn[end] for end in frame["ways"]]  # every example walks to its answer, past what is cut
            assert {end["kind"] for end in ends} == {"leaf"}
            assert [end["cls"] for end in ends] == pruning.tree_at(k).predict(pruning.data.X).tolist()


@pytest.mark.parametrize("asks", [False, True])
@pytest.mark.parametrize("name", PRUNERS)
def test_the_parts_of_a_pruning_joined_are_the_whole(name, asks):
    data, held = hold_out(load("titanic"), 0.3, 1)
    pruning = PRUNERS[name](grow(data, ALGORITHMS["ID3 (UML)"]), held=held)
    whole = pruning_walkthrough(pruning, asks=asks).document
    ranges = cut(len(whole["frames"]), 3)
    assert len(ranges) > 1
    parts = [pruning_walkthrough(pruning, asks=asks, part=part).document for part in ranges]
    check_parts(parts, whole, ("validation",))


@given(
    growths(hostile=True, regression=False),
    st.sampled_from(["generic", "weakest_link", "gain_threshold"]),
    st.booleans(),
)
def test_every_alternative_has_its_arithmetic_and_the_reader_knows_every_sign(trace, name, costly):
    costs = tuple(range(1, 1 + len(trace.data.schema.classes)))
    pruning = PRUNERS[name](trace, PruneSettings("per_leaf", costs=costs) if costly else PruneSettings())
    document = json.loads(pruning_walkthrough(pruning).json())
    assert [frame["caption"] for frame in document["frames"]] == [
        words.caption(pruning, k) for k in range(len(document["frames"]))
    ]
    assert set(document["worked"]) == {document["rows"][i]["id"] for frame in document["frames"] for i in frame["rows"]}
    for worked in document["worked"].values():
        assert worked["lines"]
        assert worked["remark"]


@given(grown(), st.sampled_from([*PRUNERS]), st.booleans())
def test_a_document_that_asks_offers_every_answer_and_says_what_each_is_worth(one, name, before):
    trace, held = one
    pruning = PRUNERS[name](trace, held=held)
    document = json.loads(pruning_walkthrough(pruning, "before" if before else "cuts", asks=True).json())
    frames, last = document["frames"], len(pruning.steps)
    assert document["chart"]["waits"]
    assert bool(document["choices"]) == bool(last)
    for k, frame in enumerate(frames):
        assert ("choices" in frame) == ("ask" in frame) == (k < last)
        if k < last:
            offered = dict(document["choices"][i] for i in frame["choices"])
            assert offered == words.options(pruning, k)
            graded = frames[k + 1]["graded"]
            for token in offered:
                right, said = graded.get(token, graded[""])
                assert right == words.right(pruning, k, token)
                assert said.startswith("No: ") != right
    assert "choices" not in pruning_walkthrough(pruning).document["frames"][0]


@given(grown(), st.sampled_from([*PRUNERS]))
def test_the_charts_and_the_table_hold_every_tree_and_every_frame_its_marks(one, name):
    trace, held = one
    pruning = PRUNERS[name](trace, held=held)
    document = json.loads(pruning_walkthrough(pruning).json())
    chart, own = document["chart"], charts.states(pruning)
    assert document["states"]["steps"] == own == [int(row["id"][1:]) for row in document["states"]["rows"]]
    for line in chart["lines"]:
        assert [point[3] for point in line["points"]] == own
        assert [point[0] for point in line["points"]] == [pruning.n_leaves[k] for k in own]
    changed = [k for k in range(1, len(pruning.n_nodes)) if pruning.n_nodes[k] != pruning.n_nodes[k - 1]]
    said = words.marks(pruning)
    assert [each["k"] for each in said] == changed
    assert [each["title"].endswith(": a leaf") for each in said] == [each["kind"] == "leaf" for each in said]
    lost = pruning.losses(held) / len(held)
    validation = next(line for line in chart["lines"] if line["name"] == "validation")
    assert [point[1] for point in validation["points"]] == pytest.approx([lost[k] for k in own])
    low, high = chart["x"]["lo"], chart["x"]["hi"]
    for k, frame in enumerate(document["frames"]):
        assert frame["at"] == [[pruning.n_leaves[k], many(int(pruning.n_leaves[k]), "leaf")]]
        assert low <= frame["at"][0][0] <= high
    assert (chart["also"] is not None) == bool(pruning.alphas)
    if pruning.alphas:
        stairs, points = chart["also"]["lines"]
        assert [point[3] for point in points["points"]] == list(range(len(pruning.alphas)))
        for k, frame in enumerate(document["frames"]):
            [[begin, _, end]] = frame["also"]
            assert begin == points["points"][k][0] <= end
            assert end == (points["points"][k + 1][0] if k < len(pruning.steps) else stairs["points"][-1][0])


@given(grown())
def test_the_validation_examples_of_a_node_are_as_wrong_as_its_step_counts(one):
    found = PRUNERS["reduced_error"](one[0], held=one[1])
    document = json.loads(pruning_walkthrough(found).json())
    for step, frame in zip(found.steps, document["frames"][1:], strict=True):
        comes = frame["comes"]
        assert comes["size"] == step.n == len(comes["rows"])
        assert [sum(row[i].endswith("✗") for row in comes["rows"]) for i in (1, 2)] == [
            a.value for a in step.alternatives
        ]
        for number, *_ in comes["rows"]:
            assert len(document["validation"]["rows"][number]) == len(document["validation"]["columns"]) - 2


@given(grown())
def test_who_predicts_is_told_the_validation_labels_that_decide_and_not_what_the_trees_say(one):
    found = PRUNERS["reduced_error"](one[0], held=one[1])
    document = json.loads(pruning_walkthrough(found, asks=True).json())
    for k, step in enumerate(found.steps):
        frame = document["frames"][k]
        comes, told = frame["comes"], frame["evidence"]
        assert comes["size"] == step.n == len(comes["rows"])
        assert all(says == ["?", "?"] for _, *says in comes["rows"])
        assert "subtree" in frame["ask"]
        labels = [(line, int(n), label) for line in told for n, label in re.findall(r"(\d+) of class ([^ ,.]+)", line)]
        assert sum(n for _, n, _ in labels) == step.n
        for line in told:
            if says := re.findall(r"predicts (\S+)\.", line):
                wrong = sum(n for of, n, label in labels if of == line and label != says[0])
                assert wrong == int((re.findall(r"so (\d+) wrong", line) or [0])[0])
        if all("predicts" in line for line in told):
            assert step.alternatives[0].value == sum(int(n) for n in re.findall(r"so (\d+) wrong", " ".join(told)))


def test_of_many_alternatives_the_best_are_listed_and_the_document_stays_small(monkeypatch):
    pruning = PRUNERS["weakest_link"](grow(load("iris"), ALGORITHMS["CART"]))
    whole = pruning_walkthrough(pruning).document
    monkeypatch.setattr("dtlearn.show.documents.pruning.LISTED", 3)
    monkeypatch.setattr("dtlearn.show.documents.pruning.WORKED", 2 * len(whole["frames"]))
    small = pruning_walkthrough(pruning).document
    for k, (all_, few) in enumerate(zip(whole["frames"], small["frames"], strict=True)):
        ids = [whole["rows"][i]["id"] for i in all_["rows"]]
        assert [small["rows"][i]["id"] for i in few["rows"]] == ids[:3]
        assert [i in small["worked"] for i in ids[:3]] == [True, True, False][: len(ids)]
        if k:
            assert f"c{k}.{pruning.steps[k - 1].chosen}" in small["worked"]
    source = Source("majority", 3, 8, 15).draw(300, 1)
    tree = grow(hold_out(source, 0.3, 1)[0], ALGORITHMS["ID3 (UML)"])
    for name in ("generic", "weakest_link"):
        assert len(pruning_walkthrough(PRUNERS[name](tree)).json()) < 2**20


def test_a_notebook_shows_a_pruning_that_plays(monkeypatch):
    pruning = PRUNERS["weakest_link"](grow(load("play_tennis")))
    assert pruning._repr_mimebundle_()["text/html"] == pruning_walkthrough(pruning).frame_html()
    monkeypatch.setattr("dtlearn.pruning.edit.PLAYED", 1)
    assert set(pruning._repr_mimebundle_()) == {"text/plain"}


@pytest.mark.parametrize("name", PRUNERS)
def test_no_command_of_a_formula_is_shown_as_it_is_written(name):
    data, held = hold_out(load("iris"), 0.3, 1) if PRUNERS[name].held else (load("iris"), None)
    document = pruning_walkthrough(PRUNERS[name](grow(data, ALGORITHMS["CART"]), held=held)).json()
    assert "\\\\" not in document
