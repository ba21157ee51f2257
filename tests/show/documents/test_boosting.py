"""Walkthroughs of boostings, against the boosting itself, and read back by the player's own reader."""

import gzip
import json
import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from dtlearn import ALGORITHMS, BoostSettings, boost, hold_out, load
from dtlearn.boosting.weak_trees import heaviest
from dtlearn.data.dataset import significant
from dtlearn.forest import ForestSettings, grow_forest
from dtlearn.forest.polls import middles
from dtlearn.growing.errors import columns
from dtlearn.show.base.text import fixed, measured
from dtlearn.show.documents import boosting as module
from dtlearn.show.documents.boosting import FOREST, LEVELS, boosting_walkthrough
from dtlearn.trees.sketch import plant
from pages.ui.kit import clouds
from tests.show.documents.test_growth import parts, read
from tests.support.strategies import datasets

DATA = datasets(max_rows=20).filter(lambda data: np.ptp(data.X, axis=0).any())
HOSTILE = datasets(max_rows=16, hostile=True).filter(lambda data: np.ptp(data.X, axis=0).any())


def planes():
    """(walkthrough, boosting, test examples) of data that a plane or a line shows whole."""
    for name, two, depth, rate in (
        ("iris", (2, 3), 1, 1),
        ("iris", (0, 1), 2, 1),
        ("cars_mpg", (2, 3), 1, 0.5),
        ("stopping_distance", (0,), 2, 0.3),
    ):
        train, test = (columns(part, two) for part in hold_out(load(name), 0.4, 1))
        found = boost(train, BoostSettings(9, depth, rate=rate))
        yield boosting_walkthrough(found, tuple(test.X[3].tolist()), test), found, test


def forest_beside(train, n):
    """n trees on the same examples."""
    one = replace(ALGORITHMS["CART"], max_features=1)
    return grow_forest(train, ForestSettings(n, one if train.schema.classes else replace(one, criterion="mse")))


def test_the_browser_adds_up_the_votes_in_every_cell(tmp_path):
    every = list(planes())
    texts = [one[0].json() for one in every]
    said, wrong = (parts(tmp_path, "surface", function, texts) for function in ("saidAt", "wrongAt"))
    for (walkthrough, boosting, test), frames, off in zip(every, said, wrong, strict=True):
        found, regression = walkthrough.document["surface"], boosting.data.schema.regression
        (across, up), d = found["axes"], len(boosting.data.schema.features)
        grid = [middles(across["lo"], across["hi"], found["columns"]), middles(up["lo"], up["hi"], found["rows"])][:d]
        places = np.stack([each.ravel() for each in np.meshgrid(*grid)], axis=1)
        held = [k for k, point in enumerate(found["points"]) if point[3]]
        for n, (total, there) in enumerate(zip(boosting.sums(places), boosting.running(test.X), strict=True), 1):
            if regression:
                assert frames[n]["means"] == pytest.approx(total)
                assert off[n] == []
                continue
            assert frames[n]["answers"] == heaviest(total).tolist()
            assert frames[n]["shares"] == pytest.approx(total.max(axis=1) / sum(found["votes"][:n]))
            assert off[n] == [k for k, bad in zip(held, there != test.y, strict=True) if bad]


def test_the_browser_adds_up_the_forest_beside_it(tmp_path):
    """In every cell, and of each test example, as the forest itself says; the errors above are those of both."""
    every = []
    for _, boosting, test in planes():
        forest = forest_beside(boosting.data, 9)
        document = boosting_walkthrough(boosting, tuple(test.X[3].tolist()), test, forest).document
        found = document["surface"]
        every.append((document | {"surface": found | found["rival"]}, found["titles"], boosting, forest, test))
    texts = [json.dumps(one[0]) for one in every]
    said, wrong = (parts(tmp_path, "surface", function, texts) for function in ("saidAt", "wrongAt"))
    for (document, titles, boosting, forest, test), frames, off in zip(every, said, wrong, strict=True):
        found, regression = document["surface"], boosting.data.schema.regression
        (across, up), d = found["axes"], len(boosting.data.schema.features)
        grid = [middles(across["lo"], across["hi"], found["columns"]), middles(up["lo"], up["hi"], found["rows"])][:d]
        places = np.stack([each.ravel() for each in np.meshgrid(*grid)], axis=1)
        held = [k for k, point in enumerate(found["points"]) if point[3]]
        write = measured if regression else fixed
        both = zip(boosting.losses(test).mean(axis=1), forest.errors(test), strict=True)
        assert [[text.split()[-1] for text in pair] for pair in titles[1:]] == [list(map(write, pair)) for pair in both]
        for n, (total, there) in enumerate(zip(forest.running(places), forest.running(test.X), strict=True), 1):
            if regression:
                assert frames[n]["means"] == pytest.approx(total)
            else:
                assert frames[n]["answers"] == total.tolist()
                assert off[n] == [k for k, bad in zip(held, there != test.y, strict=True) if bad]


def test_a_forest_of_too_many_leaves_has_a_line_alone(monkeypatch):
    for _, boosting, test in planes():
        forest = forest_beside(boosting.data, 9)
        monkeypatch.setattr(module, "MOST_LEAVES", 5)
        document = boosting_walkthrough(boosting, tuple(test.X[3].tolist()), test, forest).document
        assert not {"rival", "titles"} & {*document["surface"]}
        assert FOREST in [line["name"] for line in document["chart"]["lines"]]


def test_a_point_is_as_large_as_it_weighs_and_ringed_where_its_stump_is_wrong():
    for walkthrough, boosting, _ in planes():
        found, m = walkthrough.document["surface"], len(boosting.data)
        for t, one in enumerate(boosting.rounds):
            sizes = np.array([LEVELS.index(level) / 12 for level in found["sizes"][t]])
            assert np.abs(sizes - np.sqrt(one.weight * m).clip(max=35 / 12)).max() <= 1 / 24 + 1e-12
            if boosting.data.schema.regression:
                assert found["residuals"][t] == pytest.approx(one.target, rel=5e-3)
                continue
            assert found["missed"][t] == np.flatnonzero(one.said != one.target).tolist()


def test_every_round_is_read_back_with_its_best_question_first(tmp_path):
    every = list(planes())
    for (walkthrough, boosting, _), frames in zip(every, read(tmp_path, [one[0].json() for one in every]), strict=True):
        assert len(frames) == len(boosting) + 1
        for n, frame in enumerate(frames[1:], 1):
            row, raw = frame["rows"][0], walkthrough.document["frames"][n]
            assert row["name"] == boosting.rounds[n - 1].tree[0].split.title(boosting.data.schema)
            assert raw["row"] == row["id"]
            scores = [boosting.rounds[n - 1].scores[int(one["id"].split(".")[1])] for one in frame["rows"]]
            assert scores[1:] == sorted(scores[1:])
            assert scores[0] == pytest.approx(min(boosting.rounds[n - 1].scores))
            assert raw["signs"].count("·") == len(boosting) - n


def test_the_table_has_the_weights_of_this_round_and_of_the_next():
    for walkthrough, boosting, _ in planes():
        document = walkthrough.document
        for t in range(len(boosting) - 1):
            worked = document["worked"][document["frames"][t + 1]["row"]]
            now, then = boosting.rounds[t], boosting.rounds[t + 1]
            for cells in worked["branches"]:
                if boosting.data.schema.regression:
                    assert float(cells[2]) in [pytest.approx(left, abs=5e-4, rel=5e-3) for left in now.target]
                    assert float(cells[0]) - float(cells[4]) == pytest.approx(
                        float(cells[2]) - now.vote * float(cells[3]), abs=5e-3, rel=1e-2
                    )
                    continue
                i = int(cells[0]) - 1
                assert float(cells[3]) == pytest.approx(now.weight[i], abs=5e-4)
                assert float(cells[4]) == pytest.approx(then.weight[i], abs=5e-4)


@pytest.mark.parametrize(("rate", "vote"), [(1.0, "0.916"), (0.5, "0.458")])
def test_a_vote_is_worked_with_its_rate(rate, vote):
    """Of seven points two are wrong: ln 2.5 = 0.916, half of it 0.458."""
    document = boost(load("seven_points"), BoostSettings(1, rate=rate)).walkthrough().document
    worked = document["worked"][document["frames"][1]["row"]]
    (written,) = (right[1] for left, right in (document["lines"][k] for k in worked["lines"]) if left == "α")
    assert written[-1] == vote
    assert ("0.5" in written) == (rate == 0.5)


def test_a_question_is_called_the_best_only_where_it_is():
    """A stump with the worst of its questions is what an adopted model may have, whose tree saw some features only."""
    train = columns(load("cars_mpg"), (2, 3))
    found = boost(train, BoostSettings(1))
    worst = plant(
        replace(train, y=found.rounds[0].target), (found.questions[int(found.rounds[0].scores.argmax())], 0, 0)
    )
    other = replace(found, rounds=(replace(found.rounds[0], tree=worst),))
    for one, said in ((found, True), (other, False)):
        document = one.walkthrough().document
        worked = document["worked"][document["frames"][1]["row"]]
        assert ("No question leaves" in str(worked)) == said


@given(DATA, st.integers(1, 2))
def test_of_three_examples_the_one_that_is_wrong_grows_and_the_others_do_not(data, depth):
    assume(not data.schema.regression)
    boosting = boost(data, BoostSettings(6, depth))
    document = boosting_walkthrough(boosting, boosting.heaviest_example, asks=True).document
    for k, frame in enumerate(document["frames"]):
        if "ask" not in frame:
            continue
        now, then = boosting.rounds[k - 1], boosting.rounds[k].weight
        graded = document["frames"][k + 1]["graded"]
        letters = [document["choices"][choice][0] for choice in frame["choices"]]
        assert sorted(graded) == sorted(letters) == ["P", "Q", "R"]
        assert [right for right, _ in graded.values()].count(True) == 1
        for right, why in graded.values():
            before, after = map(float, re.search(r"from (\d\.\d+) to (\d\.\d+)\.", why).groups())
            assert right or any(f"{one} grows" in why for one in letters if graded[one][0])
            assert after >= before if right else after <= before
        assert (then[now.said != now.target] > now.weight[now.said != now.target] - 1e-12).all()
        assert "new weight" not in document["worked"][frame["row"]]["columns"]
        assert not document["frames"][k + 1].get("choices")  # the answer is seen first, at the same points
        if "surface" in document:
            assert document["surface"]["letters"][k] == document["surface"]["letters"][k - 1]
            assert document["surface"]["missed"][k - 1] == []


@given(HOSTILE, st.booleans())
def test_the_same_twice_whatever_the_names(data, asks):
    boosting = boost(data, BoostSettings(4))
    one, two = (boosting_walkthrough(boosting, boosting.heaviest_example, asks=asks) for _ in range(2))
    assert one.json() == two.json()
    assert "-0.000" not in one.json()
    assert "<script" not in one.html().partition("</head>")[2].replace('<script type="', "")


def test_fifty_rounds_on_three_hundred_points_take_little_room():
    train, test = hold_out(clouds.cloud("cloud-rings", 5, 10), 0.3, 1)
    boosting = boost(train, BoostSettings(50))
    found = boosting_walkthrough(boosting, boosting.heaviest_example, test, forest_beside(train, 50))
    assert found.document["surface"]["rival"]["trees"]
    assert len(boosting) == 50
    assert len(train) >= 300
    assert len(gzip.compress(found.json().encode())) <= 120 * 1024
    assert len(gzip.compress(found.html().encode())) <= 120 * 1024


@pytest.mark.parametrize(
    ("criterion", "depth", "heading"),
    [
        ("train_error_gain", 1, "Weighted error"),
        ("train_error_gain", 2, "Error alone"),
        ("gini_gain", 1, "Impurity left"),
        ("info_gain", 2, "Impurity left"),
    ],
)
def test_a_score_is_called_an_error_only_where_it_is_one(criterion, depth, heading):
    document = boost(load("iris"), BoostSettings(3, depth, criterion)).walkthrough().document
    assert document["columns"][-2] == heading
    worked = [document["worked"][frame["row"]] for frame in document["frames"][1:]]
    assert all(("smaller weighted error" in one.get("says", "")) == (heading == "Weighted error") for one in worked)


def test_a_tree_without_an_error_counts_by_agreement_and_the_rounds_say_why_they_end():
    document = boost(load("or"), BoostSettings(5, 2)).walkthrough().document
    last = document["frames"][-1]["caption"]
    assert "gets none of 4 wrong. By agreement its vote counts α = 1.000" in last
    assert "The rounds end: the last tree gets nothing wrong" in last
    assert "The example asked: " in last  # there is no plane, and so no cross
    assert "asked about " in document["about"]


def test_a_caption_says_how_much_weight_is_wrong_before_what_that_counts():
    """Four examples alike, one of them wrong: ε = 1/4, so α = ln 3."""
    document = boost(load("or"), BoostSettings(1)).walkthrough().document
    caption = document["frames"][1]["caption"]
    assert " gets 1 of 4 wrong, 0.250 of all the weight (ε)." in caption
    assert " The less it gets wrong, the more its vote counts: α = 1.099." in caption


def test_the_running_vote_is_what_the_rounds_add_up_to():
    for _, boosting, test in planes():
        for point in test.X[:6].tolist():
            document = boosting_walkthrough(boosting, tuple(point), test).document
            for n, total in enumerate(boosting.sums([point]), 1):
                caption = document["frames"][n]["caption"]
                if boosting.data.schema.regression:
                    place = "cross" if len(point) == 2 else "dotted line"
                    assert f"At the {place}: {significant(total[0])}." in caption
                else:
                    assert f", {total[0].max():.3f} of {total[0].sum():.3f} votes." in caption
