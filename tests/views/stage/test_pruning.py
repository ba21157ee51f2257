"""Walkthroughs of prunings, read back state by state by the player's own reader."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtlearn import ALGORITHMS, PRUNERS, grow, hold_out, load
from dtlearn.views.pruning import tables, words
from dtlearn.views.pruning.tree import pruned_view
from dtlearn.views.stage.pruning import pruning_walkthrough
from tests.support.growths import growths
from tests.views.stage.test_growth import plain, read


def prunings():
    """Every procedure on a data set of each kind that it takes."""
    for procedure in PRUNERS.values():
        for name in ("play_tennis", "iris", "stopping_distance"):
            data, held = hold_out(load(name), 0.3, 1) if procedure.held else (load(name), None)
            if procedure.fits(data):
                settings = replace(ALGORITHMS["BuildTree"], nominal="one_vs_rest")
                yield procedure(
                    grow(data, replace(settings, criterion="mse") if data.schema.regression else settings), held=held
                )


def test_every_pruning_is_read_back_state_by_state(tmp_path):
    every = list(prunings())
    assert {one.procedure.name for one in every} == set(PRUNERS)
    found = read(tmp_path, [pruning_walkthrough(one).json() for one in every])
    for pruning, frames in zip(every, found, strict=True):
        assert len(frames) == len(pruning.steps) + 1
        for k, frame in enumerate(frames):
            want = pruned_view(pruning, k)
            want["width"] = round(want["width"], 1)
            assert frame["view"] == plain(want)
            rows = tables.rows(pruning, pruning.steps[k - 1], 0) if k else []
            assert [row["cells"] for row in frame["rows"]] == [row["cells"] for row in rows]
            if k:
                assert frame["telling"] == f"s{k}a{pruning.steps[k - 1].chosen}"
            assert frame["bags"] == []


@given(growths(hostile=True, regression=False), st.sampled_from(["generic", "weakest_link", "gain_threshold"]))
def test_every_alternative_has_its_arithmetic_and_the_reader_knows_every_sign(trace, name):
    pruning = PRUNERS[name](trace)
    document = json.loads(pruning_walkthrough(pruning).json())
    assert [frame["caption"] for frame in document["frames"]] == [
        words.caption(pruning, k) for k in range(len(document["frames"]))
    ]
    assert set(document["worked"]) == {document["rows"][i]["id"] for frame in document["frames"] for i in frame["rows"]}
    for worked in document["worked"].values():
        assert worked["lines"]
        assert worked["remark"]


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
