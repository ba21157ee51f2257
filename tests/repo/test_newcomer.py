"""A newcomer shows everywhere by itself: a criterion, a procedure or a kind of exercises is a value,
known by name to nobody else."""

import ast
import json
import re
import shutil
import subprocess
import sys
from urllib.parse import parse_qsl, urlsplit

import numpy as np
import pytest

from dtlearn import CRITERIA, grow, load
from dtlearn.growing.grow import GrowSettings
from dtlearn.growing.root_contest import root_contest
from dtlearn.growing.sweep import stumps
from dtlearn.learning.cost_of_greed import census
from dtlearn.pruning.objectives import OBJECTIVES
from dtlearn.pruning.procedures import PRUNERS
from dtlearn.show.practice.kinds import WORDS
from dtlearn.show.practice.mistakes import came_of, feedback
from dtlearn.show.practice.questions import sheet
from dtlearn.show.splitting import contest, curves, sweep
from dtlearn.splitting.criteria import Criterion, proportions
from dtlearn.teaching import first_departure, tree_json
from dtlearn.teaching.exercises import KINDS, LEVELS, generate, make
from dtlearn.teaching.grading import grade
from pages.ui.kit.handout import written
from pages.ui.practice import scene
from pages.ui.practice.lesson import LESSON
from tests.engine.teaching.newkind import kind, words
from tests.support import ROOT
from tests.support.apps import component, opened

OWN = {"dtlearn/splitting/criteria.py"}


def _root(counts):
    """sqrt(a (1-a)) and its like for more classes, 0 for a pure or empty set."""
    p = proportions(counts)
    return np.sqrt(p * (1 - p)).sum(axis=-1) / 2


@pytest.fixture
def newcomer(monkeypatch):
    """A criterion that nothing was written for, with as little said of it as may be."""
    rule = Criterion(
        "root_gain",
        "root gain",
        _root,
        "root impurity",
        "R",
        r"R(p)=\tfrac12\sum_y\sqrt{p_y(1-p_y)}",
        lambda counts: str(list(counts)),
        "Kearns and Mansour",
    )
    monkeypatch.setitem(CRITERIA, rule.name, rule)
    return rule.name


def test_it_grows_trees(newcomer):
    assert grow(load("play_tennis"), GrowSettings(newcomer)).tree.train_error == 0


def test_it_stands_in_the_contest(newcomer):
    text = contest.contest_html(root_contest(load("play_tennis")), lambda c: f"grow-{c}", lambda *_: "")
    assert "root gain" in text
    assert f"grow-{newcomer}" in text


@pytest.mark.parametrize("scale", [scale for scale in curves.SCALES if scale != curves.ALONE])
def test_it_is_drawn_as_a_curve(newcomer, scale):
    for view in (curves.split_view((1, 3), (2, 1), scale), curves.share_view(30, scale)):
        assert [curve["symbol"].lstrip("0123456789.") for curve in view["curves"]] == ["H", "G", "E", "R"]
        assert all(len(row["lines"]) == 4 for handle in view["handles"] for row in handle["rows"] if row["lines"])
    assert r"\sqrt" in curves.impurities_latex((1, 3), (2, 1))


def test_it_is_swept(newcomer):
    view = sweep.sweep_view(stumps(load("threshold_scan"), 0))
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


@pytest.mark.parametrize("criterion", ["newcomer", "train_error_gain"])
def test_a_tree_of_ones_own_may_go_by_it(request, criterion):
    name = request.getfixturevalue("newcomer") if criterion == "newcomer" else criterion
    leaves = {"Weak": {"label": "Yes"}, "Strong": {"label": "No"}}
    root = {"feature": "Wind", "gains": {"Wind": 0.9, "Outlook": 0.8}, "branches": leaves}
    text = json.dumps({"data": "play_tennis", "algorithm": "ID3 (CS181)", "criterion": name, "tree": root})
    assert first_departure.slip(tree_json.read(text)).title == "Wind"


# ---- a kind of exercises


@pytest.fixture
def new_kind(monkeypatch):
    """A kind that nothing was written for, known by its two files alone."""
    monkeypatch.setitem(KINDS, "majority", kind.KINDS[0])
    monkeypatch.setitem(WORDS, "majority", words.WORDS["majority"])
    return "majority"


def scene_of_kind(*kinds):
    return LESSON.scene(kinds=kinds, count=len(kinds))


def test_two_files_make_a_kind(tmp_path):
    root = tmp_path / "dtlearn"
    (tmp_path / "datasets").symlink_to(ROOT / "datasets")
    shutil.copytree(ROOT / "dtlearn", root, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(kind.__file__, root / "teaching" / "kinds" / "majority.py")
    shutil.copy(words.__file__, root / "show" / "practice" / "kinds" / "majority.py")
    code = (
        "from dtlearn.teaching.exercises import KINDS, generate; from dtlearn.show.practice.questions import sheet\n"
        "print(list(KINDS)[-1], sheet(generate(1, 1, count=len(KINDS))[-1]).title)"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert run.stdout == "majority Count the majority\n"


@pytest.mark.parametrize("level", LEVELS)
def test_a_new_kind_is_asked_and_graded_and_has_words(new_kind, level):
    exercise = generate(3, level, ("entropy", new_kind), 2)[1]
    assert exercise.kind == new_kind
    assert sheet(exercise).title == "Count the majority"
    assert [title for title, _, _ in sheet(exercise).hints] == ["How to go about it", "What is known here"]
    assert grade(exercise, {"n": exercise.blanks[0].right}).right
    assert len(exercise.mistakes) == 2  # its own, and one of those that kinds share
    for mistake in exercise.mistakes:
        said = {key: str(value) for key, value in mistake.values}
        assert came_of(mistake.name) in " ".join(feedback(exercise, grade(exercise, said), said))


def test_one_file_is_a_kind_in_plain_words(new_kind, monkeypatch):
    monkeypatch.delitem(WORDS, new_kind)
    exercise = generate(3, 1, (new_kind,), 1)[0]
    assert sheet(exercise).title == "Majority"
    (table,) = sheet(exercise).tables
    assert len(table.rows) == len(exercise.trace.data)
    (minority,) = (
        str(value) for mistake in exercise.mistakes if mistake.name == "minority" for _, value in mistake.values
    )
    said = {"n": minority}
    assert feedback(exercise, grade(exercise, said), said)[-1].endswith("you take “minority”.")
    assert "Examples of the majority" in written(scene.sheet_of(scene_of_kind(new_kind), ""), False, "md", "a4")


def test_a_new_kind_is_in_a_link_on_the_page_and_on_paper(new_kind):
    S = scene_of_kind("entropy", new_kind)
    query = dict(parse_qsl(urlsplit(scene.share_link(S)).query))
    at = opened("practice", **query | {"exercise": 1, "answers": "1~n:0"})
    kinds = next(each for each in at.get("button_group") if each.key == "w_kinds")
    assert "Count the majority" in kinds.options
    assert "How many have the most frequent class?" in [each.value for each in at.markdown]
    assert "not 0, it is" in component(at, "blanks")["verdict"][0]
    worksheet, key = (written(scene.sheet_of(S, ""), side, "md", "a4") for side in (False, True))
    assert "How many have the most frequent class?" in worksheet
    right = scene.asked(S, 1).exercise.blanks[0].right
    assert f"Examples of the majority: **{right}**" in key


# ---- nobody knows them by name


def names_told_apart(path, names, keys):
    """Names that a file compares something with, and keys that it looks up where it writes them, with their lines."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        parts = [node.left, *node.comparators] if isinstance(node, ast.Compare) else []
        parts += [node.value] if isinstance(node, ast.MatchValue) else []
        parts += [each for part in parts if isinstance(part, (ast.Tuple, ast.List, ast.Set)) for each in part.elts]
        table = node.value if isinstance(node, (ast.Subscript, ast.Attribute)) else None
        told = [(one, names) for one in parts] + [(one, keys) for one in getattr(table, "keys", ())]
        for one, known in told:
            if isinstance(one, ast.Constant) and one.value in known:
                yield one.value, one.lineno


FILES = {str(path.relative_to(ROOT)): path for folder in ("dtlearn", "pages") for path in (ROOT / folder).rglob("*.py")}


def test_nobody_compares_with_a_criterions_name():
    found = {name: list(names_told_apart(path, CRITERIA, CRITERIA)) for name, path in FILES.items() if name not in OWN}
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_nobody_compares_with_a_kinds_name():
    """Among the files that know exercises: elsewhere the same words mean other things.

    "faded" is a choice of the page too.
    """
    about = re.compile(r"^(from|import) .*(exercise|grading|kinds|practice)", re.M)
    files = {name: path for name, path in FILES.items() if about.search(path.read_text(encoding="utf-8"))}
    assert {
        "pages/ui/practice/sections.py",
        "dtlearn/show/paper/exercise_set.py",
        "dtlearn/show/practice/kinds/bound.py",
    } <= files.keys()
    found = {name: list(names_told_apart(path, WORDS, KINDS)) for name, path in files.items()}
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_nobody_compares_with_a_procedures_name_or_an_objectives():
    names = {*PRUNERS, *OBJECTIVES} - {*KINDS}  # "bound" is an exercise too
    found = {name: list(names_told_apart(path, names, ())) for name, path in FILES.items()}
    assert {name: lines for name, lines in found.items() if lines} == {}
