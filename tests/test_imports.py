"""Who may import whom: the engine computes, views format, pages place."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
ENGINE = ROOT / "dtlearn"
# Left to right: a module imports only from its left.
ORDER = (
    "data", "toml", "texts", "numerals", "tables", "plans", "packing", "decks", "synthetic", "concepts", "formulas", "criteria", "split", "tree", "levels", "draws", "scores", "columns", "drawn",
    "nominal", "candidates", "search", "levelwise", "grow", "steps", "evaluate", "sweep", "root_contest", "grove", "forest", "importance", "polls", "changes",
    "resamples",
    "sketches", "choices", "bounds", "coarse", "code", "objectives", "textbook", "edits", "generic", "weakest", "prune", "three_ways", "validate", "subcubes",
    "dynamic", "optimal", "greed", "one_function", "stumps", "regions", "slant", "cost", "habits", "estimators", "quiz",
    "worked", "worlds", "grading", "slips", "kinds", "exercises", "faded", "tree_json", "own_tree", "views",
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


def test_inside_functions_views_may_be_imported_and_what_orders_a_growth():
    late = set()
    for path in files(ENGINE):
        if path.stem != "__init__":
            reached = {ours(name) for name in imports(path) - imports(path, inside=False)} - {None}
            late |= {(path.stem, m) for m in reached if ORDER.index(m) >= ORDER.index(path.stem)}
    assert {(module, name) for module, name in late if name != "views"} == {("grow", "steps")}


def test_the_textbook_shares_no_code_with_the_engine():
    assert {name for name in imports(ENGINE / "textbook.py") if top(name) == "dtlearn"} == set()


@pytest.mark.parametrize("path", files(ENGINE / "views", "**/*.py"), ids=lambda p: p.stem)
def test_views_know_the_engine_and_never_streamlit(path):
    outside = {top(name) for name in imports(path)} - sys.stdlib_module_names - {"dtlearn"}
    assert outside <= {"numpy", "pandas", "plotly", "graphviz", "typst"}
    at_once = {top(name) for name in imports(path, inside=False)}
    assert not at_once & {"pandas", "plotly", "graphviz", "typst"}


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
