"""Who may import whom: the engine computes, views format, pages place."""

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import CodeType, FunctionType, ModuleType

import pytest

from dtlearn import choices, dynamic, levelwise
from dtlearn.edits import Procedure

ROOT = Path(__file__).resolve().parents[1]
ENGINE = ROOT / "dtlearn"
# Left to right: a module imports only from its left.
ORDER = (
    "data", "toml", "texts", "numerals", "tables", "plans", "packing", "decks", "synthetic", "concepts", "formulas", "criteria", "split", "tree", "levels", "draws", "keys", "entropy_keys", "spread_keys", "scores", "columns", "drawn",
    "nominal", "candidates", "search", "levelwise", "orders", "steps", "settings", "grow", "evaluate", "sweep", "root_contest", "grove", "forest", "importance", "polls", "changes",
    "resamples",
    "sketches", "choices", "bounds", "coarse", "code", "objectives", "pseudocode", "edits", "generic", "weakest", "prune", "three_ways", "validate", "subcubes",
    "dynamic", "optimal", "greed", "one_function", "stumps", "regions", "slant", "cost", "habits", "estimators", "quiz",
    "textbook", "worked", "worlds", "grading", "slips", "kinds", "exercises", "faded", "tree_json", "own_tree", "views", "__main__",
)  # fmt: skip


def imports(path, inside=True):
    """Full names of the modules that a file imports; ``inside`` also in functions and for type checking."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    nodes = ast.walk(tree) if inside else tree.body
    found = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path.name}: imports are absolute"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def top(name):
    return name.split(".")[0]


def ours(name):
    """The engine's module that an import reaches; "dtlearn" itself stands for everything that it exports."""
    package, _, rest = name.partition(".")
    return None if package != "dtlearn" else top(rest) if top(rest) in ORDER else "dtlearn"


def files(folder, pattern="*.py"):
    return sorted(folder.glob(pattern))


KINDS = files(ENGINE / "kinds")


def test_the_order_names_every_module():
    modules = {p.stem for p in files(ENGINE) if p.stem != "__init__"} | {"kinds", "views"}
    assert modules <= set(ORDER)


@pytest.mark.parametrize("path", [*files(ENGINE), *KINDS], ids=lambda p: p.stem)
def test_the_engine_needs_numpy_alone(path):
    outside = {top(name) for name in imports(path)} - sys.stdlib_module_names - {"dtlearn"}
    assert outside <= {"numpy"}


@pytest.mark.parametrize("path", [p for p in (*files(ENGINE), *KINDS) if p.stem != "__init__"], ids=lambda p: p.stem)
def test_a_module_imports_only_from_its_left(path):
    mine = ORDER.index(path.parent.stem if path in KINDS else path.stem)
    reached = {ours(name) for name in imports(path, inside=False)} - {None}
    assert {m for m in reached if m == "dtlearn" or ORDER.index(m) >= mine} == set()


def test_late_a_picture_or_a_text_for_a_notebook_is_imported_and_the_name_of_a_type():
    late = set()
    for path in files(ENGINE):
        if path.stem != "__init__":
            reached = {ours(name) for name in imports(path) - imports(path, inside=False)} - {None}
            late |= {(path.stem, m) for m in reached if ORDER.index(m) >= ORDER.index(path.stem)}
    assert late == {("tree", "views"), ("steps", "views"), ("steps", "grow")}


def test_the_textbook_shares_no_code_with_the_engine():
    assert {name for name in imports(ENGINE / "textbook.py") if top(name) == "dtlearn"} == set()


@pytest.mark.parametrize("path", files(ENGINE / "views", "**/*.py"), ids=lambda p: p.stem)
def test_views_know_the_engine_and_never_streamlit(path):
    outside = {top(name) for name in imports(path)} - sys.stdlib_module_names - {"dtlearn"}
    assert outside <= {"numpy", "pandas", "plotly", "graphviz", "typst"}
    at_once = {top(name) for name in imports(path, inside=False)}
    assert not at_once & {"pandas", "plotly", "graphviz", "typst"}


WORK = {levelwise.grown, dynamic.solve, choices.by_hand}  # every growth, every search, every tree by hand ends there


def names_in(code):
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from names_in(constant)


def called(function, seen):
    """What a function names, and what that names: functions and pruning procedures of the engine, not methods."""
    seen.add(function)
    names = set(names_in(function.__code__))
    found = [function.__globals__.get(name) for name in names]
    found += [vars(module).get(name) for module in found if isinstance(module, ModuleType) for name in names]
    for value in (getattr(value, "__wrapped__", value) for value in found):  # within a cache
        if isinstance(value, Procedure):
            seen.add(value)
        elif isinstance(value, FunctionType) and value.__module__.startswith("dtlearn") and value not in seen:
            called(value, seen)
    return seen


@pytest.mark.parametrize("path", files(ENGINE / "views", "**/[a-z]*.py"), ids=lambda p: p.stem)
def test_no_view_grows_prunes_or_searches(path):
    module = import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
    for value in [getattr(value, "__wrapped__", value) for value in vars(module).values()]:
        if isinstance(value, FunctionType) and value.__module__ == module.__name__:
            work = {found for found in called(value, set()) if found in WORK or isinstance(found, Procedure)}
            assert not work, f"{value.__name__} of {path.name}: the engine has to hand it the trees"


PAGES = files(ROOT / "pages")
UI = files(ROOT / "pages" / "ui", "**/*.py")


@pytest.mark.parametrize("path", PAGES, ids=lambda p: p.stem)
def test_pages_place_and_do_not_compute(path):
    outside = {name for name in imports(path) if top(name) not in ("streamlit", "dtlearn")}
    assert {name for name in outside if not name.startswith("pages.ui")} <= {"__future__.annotations"}


@pytest.mark.parametrize("path", UI, ids=lambda p: p.stem)
def test_shared_streamlit_code_does_not_compute(path):
    outside = {top(name) for name in imports(path)} - sys.stdlib_module_names
    assert outside <= {"streamlit", "dtlearn", "pages"}


def test_pages_and_their_shared_code_were_found():
    assert UI
    assert PAGES


def test_importing_the_engine_loads_no_other_package():
    code = "import sys, dtlearn; print(*sorted({m.split('.')[0] for m in sys.modules}))"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = set(run.stdout.split())
    assert {"dtlearn", "numpy"} <= loaded
    assert not loaded & {"pandas", "plotly", "graphviz", "streamlit", "sklearn", "scipy"}
