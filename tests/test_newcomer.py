"""A newcomer shows everywhere by itself: a criterion is one value, and nobody else knows it, or a procedure, by name."""

import ast
from pathlib import Path

import numpy as np
import pytest

from dtlearn import CRITERIA, grow, load
from dtlearn.criteria import Criterion, proportions
from dtlearn.exercises import KINDS, LEVELS, make
from dtlearn.grading import grade
from dtlearn.greed import census
from dtlearn.grow import GrowSettings
from dtlearn.objectives import OBJECTIVES
from dtlearn.prune import PRUNERS
from dtlearn.views import contest, curves, sweep
from dtlearn.views.exercise_mistakes import feedback

ROOT = Path(__file__).resolve().parents[1]
OWN = {"dtlearn/criteria.py"}


def _root(counts):
    """sqrt(a (1-a)) and its like for more classes, 0 for a pure or empty set."""
    p = proportions(counts)
    return np.sqrt(p * (1 - p)).sum(axis=-1) / 2


@pytest.fixture
def newcomer(monkeypatch):
    """A criterion that nothing was written for, with as little said of it as may be."""
    rule = Criterion("root_gain", "root gain", _root, "root impurity", "R", r"R(p)=\tfrac12\sum_y\sqrt{p_y(1-p_y)}",
                     lambda counts: str(list(counts)), "Kearns and Mansour")  # fmt: skip
    monkeypatch.setitem(CRITERIA, rule.name, rule)
    return rule.name


def test_it_grows_trees(newcomer):
    assert grow(load("play_tennis"), GrowSettings(newcomer)).tree.train_error == 0


def test_it_stands_in_the_contest(newcomer):
    text = contest.contest_html(load("play_tennis"), lambda c: f"grow-{c}", lambda *_: "")
    assert "root gain" in text
    assert f"grow-{newcomer}" in text


@pytest.mark.parametrize("scale", curves.SCALES)
def test_it_is_drawn_as_a_curve(newcomer, scale):
    for view in (curves.split_view((1, 3), (2, 1), scale), curves.share_view(30, scale)):
        assert [curve["symbol"].lstrip("0123456789.") for curve in view["curves"]] == ["H", "G", "E", "R"]
        assert all(len(row["lines"]) == 4 for handle in view["handles"] for row in handle["rows"] if row["lines"])
    assert r"\sqrt" in curves.impurities_latex((1, 3), (2, 1))


def test_it_is_swept(newcomer):
    view = sweep.sweep_view(sweep.traces(load("threshold_scan"), 0))
    assert [one["name"] for one in view["criteria"]] == list(CRITERIA)


def test_every_function_of_three_bits_is_grown_with_it(newcomer):
    # It is strictly concave, though it does not say so: it asks what the entropy asks.
    assert (census(3, newcomer).grown == census(3).grown).all()


@pytest.mark.parametrize("kind", KINDS)
def test_no_exercise_ends_in_an_error_beside_it(newcomer, kind):
    for level in LEVELS:
        for seed in range(12):
            exercise = make(kind, level, seed)
            for mistake in exercise.mistakes:
                said = {key: exercise.blank(key).text(value) for key, value in mistake.values}
                assert feedback(exercise, grade(exercise, said), said)


def names_compared(path, names=CRITERIA):
    """Names, of criteria, that a file compares something with, with their lines."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        parts = [node.left, *node.comparators] if isinstance(node, ast.Compare) else []
        parts += [node.value] if isinstance(node, ast.MatchValue) else []
        parts += [each for part in parts if isinstance(part, (ast.Tuple, ast.List, ast.Set)) for each in part.elts]
        for one in parts:
            if isinstance(one, ast.Constant) and one.value in names:
                yield one.value, one.lineno


def test_nobody_compares_with_a_criterions_name():
    files = {
        str(path.relative_to(ROOT)): path for folder in ("dtlearn", "pages") for path in (ROOT / folder).rglob("*.py")
    }
    found = {name: list(names_compared(path)) for name, path in files.items() if name not in OWN}
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_nobody_compares_with_a_procedures_name_or_an_objectives():
    names = {*PRUNERS, *OBJECTIVES} - {*KINDS}  # "bound" is an exercise too
    files = [path for folder in ("dtlearn", "pages") for path in (ROOT / folder).rglob("*.py")]
    found = {str(path.relative_to(ROOT)): list(names_compared(path, names)) for path in files}
    assert {name: lines for name, lines in found.items() if lines} == {}
