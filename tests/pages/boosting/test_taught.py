"""What chapter 10 and the worked example of three stumps say is what a slow textbook finds, and what the page shows."""

from fractions import Fraction
from math import log

import numpy as np
import pytest

from dtlearn.teaching import worked_examples
from pages.ui.boosting import lesson
from pages.ui.boosting.lesson import FOREST, LESSON
from pages.ui.kit.clouds import cloud
from tests.engine.teaching.test_textbook import sample
from tests.support import textbook_boosting as book

CHAPTER = worked_examples.load("10-many-weak-ones-in-turn").slides
BY_HAND = worked_examples.load("stumps-in-turn").slides


def seen(slide):
    """The settings of a slide's link."""
    s, _ = LESSON.of_link(slide.query)
    return s


def rounds_of(slide, most):
    """The first rounds of a slide, in exact fractions."""
    s = seen(slide)
    return book.adaboost(sample(lesson.parts_of(s)[0]), most, s["depth"], book.error)[0]


def missed(one):
    return [i for i, (said, y) in enumerate(zip(one.said, one.target, strict=True)) if said != y]


def test_the_first_stump_of_the_chapter_is_wrong_as_it_says_and_its_wrong_points_come_to_hold_half():
    first, second = rounds_of(CHAPTER[1], 2)
    wrong, m = missed(first), len(first.said)
    assert f"{len(wrong)} of {m} points wrong" in CHAPTER[1].caption
    assert rf"\epsilon = {len(wrong)}/{m} = {float(first.error):.3f}$" in CHAPTER[1].caption
    odds = rf"\frac{{{m - len(wrong)}}}{{{len(wrong)}}}"
    assert f"{odds} = {float(first.odds):.2f}$" in CHAPTER[1].caption
    assert first.odds == Fraction(m - len(wrong), len(wrong))
    assert sum(second.weight[i] for i in wrong) == Fraction(1, 2) == Fraction(CHAPTER[1].question.answer)
    assert rf"\ln {odds} = {log(first.odds):.3f}$" in CHAPTER[2].caption
    assert f"{float(second.error):.3f} of the weight wrong, so it counts {log(second.odds):.3f}" in CHAPTER[2].caption
    assert float(CHAPTER[2].question.answer) == log(1)  # the same stump again: half of the weight is wrong


def test_thirty_stumps_draw_the_staircase_of_the_chapter_and_two_disagree_at_its_cross():
    s = seen(CHAPTER[2])
    boosting = lesson.boosting_of(s)
    (train, _), at = lesson.parts_of(s), [lesson.point_of(s)]
    assert boosting.votes(at)[:2, 0].tolist() == [1, 0]
    wins = train.schema.classes[list(boosting.running(at))[1][0]]
    assert f"At the cross they disagree, and {wins} wins." in CHAPTER[2].caption
    assert lesson.errors(s)["training"][-1] == 0


def test_mislabelled_points_are_the_largest_and_the_errors_those_that_are_drawn():
    slide = CHAPTER[3]
    s = seen(slide)
    (train, _), found = lesson.parts_of(s), lesson.errors(s)
    truth = cloud(s["data"], s["draws"], 0)
    classes = dict(zip(map(tuple, truth.X), truth.y, strict=True))
    flipped = [classes[tuple(x)] != y for x, y in zip(train.X, train.y, strict=True)]
    for step in (s["step"], len(found["test"])):
        largest = lesson.boosting_of(s).rounds[step - 1].weight.argsort()[-10:]
        assert sum(flipped[i] for i in largest) > 5
    assert f"After {len(found['training'])} rounds the training error is {found['training'][-1]:.3f}." in slide.caption
    now, last = found["test"][s["step"] - 1], found["test"][-1]
    assert f"{now:.3f} after {s['step']} rounds, {last:.3f} after {len(found['test'])}" in slide.caption
    assert slide.caption.endswith(f"a forest of {len(found[FOREST])} trees has {found[FOREST][-1]:.3f}.")


def test_wrong_labels_bend_the_border_of_the_stumps_more_than_that_of_the_forest():
    """Of 50 x 50 places, those that are on the wrong side of x2 = x1, where the points without noise change class."""
    s = seen(CHAPTER[3])
    truth = cloud(s["data"], s["draws"], 0)
    above = {y for x, y in zip(truth.X, truth.y, strict=True) if x[1] > x[0]}
    assert len(above) == 1
    places = np.array([(a / 5 + 0.05, b / 5 + 0.1) for a in range(50) for b in range(50)])
    right = np.where(places[:, 1] > places[:, 0], *above, 1 - max(above))
    stumps, forest = (one.predict(places) != right for one in (lesson.boosting_of(s), lesson.forest_of(s)))
    assert stumps.mean() > forest.mean()


@pytest.mark.parametrize("k", [4, 5])
def test_the_first_tree_at_xor_counts_what_the_chapter_says(k):
    (one,) = rounds_of(CHAPTER[k], 1)
    wrong, m = len(missed(one)), len(one.said)
    assert f"{wrong} of {m} points wrong" in CHAPTER[k].caption
    assert rf"\ln \frac{{{m - wrong}}}{{{wrong}}} = {log(one.odds):.3f}$" in CHAPTER[k].caption


def test_stumps_cannot_sum_to_xor_and_trees_of_depth_two_can():
    stumps, trees = (lesson.errors(seen(CHAPTER[k])) for k in (4, 5))
    assert CHAPTER[4].question.why.startswith(f"It is {stumps['training'][-1]:.3f}.")
    six = trees["training"].index(0)
    assert six + 1 == 6
    assert not any(trees["training"][six:])
    assert trees["test"][-1] == 0
    for k, found in ((4, stumps), (5, trees)):  # the last step is what the task asks for
        assert dict(CHAPTER[k].task.done)["step"] == str(len(found["training"]))


def test_three_stumps_by_hand_have_the_fractions_that_they_say():
    first, second, third = rounds_of(BY_HAND[0], 3)
    assert [one.error for one in (first, second, third)] == [Fraction(1, 4), Fraction(1, 5), Fraction(1, 8)]
    assert [one.odds for one in (first, second, third)] == [3, 4, 7]
    assert [len(missed(one)) for one in (first, second, third)] == [5, 6, 6]
    asked = [LESSON.view(seen(slide), k)["nodes"][0]["title"] for k, slide in enumerate(BY_HAND[:3], start=1)]
    for slide, question, odds in zip(BY_HAND, asked, (3, 4, 7), strict=False):
        assert f" asks {question}" in slide.caption
        assert rf"\ln {odds} = {log(odds):.3f}$" in slide.caption
    assert {second.weight[i] for i in missed(first)} == {Fraction(1, 10)}
    assert {second.weight[i] for i in missed(second)} == {Fraction(1, 30)}
    assert {third.weight[i] for i in missed(second)} == {Fraction(1, 12)}
    both = set(range(20)) - {*missed(first), *missed(second)}
    assert {i for i, w in enumerate(third.weight) if w == Fraction(1, 48)} == both >= {*missed(third)}
    assert [slide.question.answer for slide in BY_HAND[:2]] == [f"{1 / 10}", f"{1 / 12:.4f}"]


def test_the_votes_by_hand_run_as_they_say():
    s = seen(BY_HAND[0])
    boosting = lesson.boosting_of(s)
    classes = boosting.data.schema.classes

    def heard(slide):
        at = [lesson.point_of(seen(slide))]
        return ["".join(classes[row[0]] for row in rows) for rows in (boosting.votes(at), boosting.running(at))]

    assert [heard(slide) for slide in (BY_HAND[0], BY_HAND[3])] == [["ABA", "ABA"], ["BBA", "BBB"]]
    assert [round(20 * error) for error in lesson.errors(s)["training"]] == [5, 6, 0]
    assert f"{log(3):.3f} + {log(7):.3f} = {log(21):.3f}$" in BY_HAND[2].caption
    assert log(12) > log(7)
    assert f"{log(3):.3f} + {log(4):.3f} = {log(12):.3f}$" in BY_HAND[3].question.why
