"""Who may import whom: the engine computes, ``dtlearn.show`` formats, pages place; lower rooms know nothing of higher
ones."""

import ast
import subprocess
import sys
from graphlib import TopologicalSorter
from importlib import import_module
from types import CodeType, FunctionType, ModuleType

import pytest

from dtlearn.exact import subcube_errors
from dtlearn.growing import by_hand, level_by_level
from dtlearn.pruning.edit import Procedure
from tests.support import ROOT

# Each list from the bottom to the top: a room imports from itself and from those before it.
ENGINE = [
    "data",
    "trees",
    "splitting",
    "growing",
    "bound",
    "pruning",
    "forest",
    "boosting",
    "exact",
    "learning",
    "teaching",
    "adopting",
    "stage",
    "show",
]
SHOW = [
    "base",
    "tree",
    "plane",
    "growing",
    "splitting",
    "bound",
    "pruning",
    "forest",
    "learning",
    "practice",
    "paper",
    "documents",
]
BELOW = ["components", "kit"]
LISTING = [
    "own",
    "numbers",
    "examples",
    "keeping",
    "home",
    "explore",
    "serving",
    "rooms",
    "lessons",
]  # they list lessons; no other lesson imports one
WIDGET = "dtlearn.show.documents.widget"  # needs a package that nobody else does: imported by who asks for one
COMPUTING = ["grow", "cut", "by_size", "grow_forest", "boost", "prune", "PRUNERS", "best_split"]  # not for dtlearn.show


def modules(folder):
    """Dotted name -> parsed file, of all modules below a folder."""
    paths = sorted((ROOT / folder).rglob("*.py"))
    names = (".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for path in paths)
    return {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in zip(names, paths, strict=True)}


DTLEARN, PAGES = modules("dtlearn"), modules("pages")
ALL = DTLEARN | PAGES


def imports(tree, inside=True):
    """Full names of what a file imports; ``inside`` also in functions and for type checking."""
    found = set()
    for node in ast.walk(tree) if inside else tree.body:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "imports are absolute"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def module(name):
    """The module of ours that an imported name lies in, or None."""
    while name and name not in ALL:
        name = name.rpartition(".")[0]
    return name or None


def reached(name, inside=True):
    return {module(other) for other in imports(ALL[name], inside)} - {None}


def room(name, floor, depth):
    """The room of a module on a floor, such as "trees" for dtlearn.trees.tree;
    None elsewhere and for the floor itself."""
    parts = name.split(".")
    return parts[depth] if name.startswith(floor) and len(parts) > depth else None


def uphill(floor, depth, order, inside=True):
    """(module, what it imports) from a later room, or from the floor's own door."""
    found = set()
    for name in ALL:
        if (mine := room(name, floor + ".", depth)) in order:
            for other in reached(name, inside):
                theirs = room(other, floor + ".", depth)
                if other == floor or theirs in order and order.index(theirs) > order.index(mine):
                    found.add((name, other))
    return found


def rooms(floor, depth):
    return {room(name, floor + ".", depth) for name in ALL if name.count(".") > depth} - {None}


def test_the_lists_name_every_room():
    assert rooms("dtlearn", 1) == set(ENGINE)
    assert rooms("dtlearn.show", 2) == set(SHOW)
    assert {*BELOW, *LISTING} <= rooms("pages.ui", 2) | {"lessons"}


def test_engine_rooms_import_from_lower_rooms():
    assert uphill("dtlearn", 1, ENGINE, inside=False) == set()


def late(name):
    """What of ours the functions of a module import, or ask for by name, when they are called."""
    functions = (node for node in ast.walk(ALL[name]) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)))
    found = {module(other) for function in functions for other in imports(function)} - {None}
    asked = {node.value for node in ast.walk(ALL[name]) if isinstance(node, ast.Constant) and node.value in ALL}
    return found | (asked if "importlib.import_module" in imports(ALL[name]) else set())


def test_one_way_leads_from_the_engine_to_its_pictures_and_it_alone_is_taken_late():
    """Beside two packages that nobody else needs, and the scripts that `make dev` reads anew."""
    assert late("dtlearn.pictures") == {"dtlearn.show.library"}
    optional = {WIDGET, "pages.ui.rooms.redis"}
    assert {name for name in ALL if late(name) - optional} == {"dtlearn.pictures", "pages.ui.serving.routes"}
    known = {name for name, other in uphill("dtlearn", 1, ENGINE) if other != "dtlearn.pictures"}
    assert known == {"dtlearn.growing.steps", "dtlearn.pruning.edit", "dtlearn.forest.forest"}  # the type they return


def test_rooms_that_show_import_from_lower_rooms():
    assert {(a, b) for a, b in uphill("dtlearn.show", 2, SHOW) if b != "dtlearn.show"} == set()


def test_lessons_import_the_kit_and_no_other_lesson():
    lessons = rooms("pages.ui", 2) - {*BELOW, *LISTING}
    found = set()
    for name in PAGES:
        mine = room(name, "pages.ui.", 2)
        for other in reached(name):
            theirs = room(other, "pages.ui.", 2)
            up = mine == "components" and theirs not in ("components", None)
            up |= mine == "kit" and theirs not in (*BELOW, None)
            up |= mine in lessons and theirs not in (*BELOW, mine, None)
            if up:
                found.add((name, other))
    assert found == set()


def test_no_module_imports_itself_by_way_of_others():
    graph = {name: reached(name, inside=False) - {name} for name in ALL}
    assert list(TopologicalSorter(graph).static_order())


@pytest.mark.parametrize("path", sorted((ROOT / "tests/support").glob("textbook*.py")), ids=lambda path: path.stem)
def test_a_textbook_shares_no_code_with_the_engine(path):
    names = imports(ast.parse(path.read_text(encoding="utf-8")))
    others = {name for name in names if not name.startswith("tests.support.textbook.")}
    assert {name.split(".")[0] for name in others} <= set(sys.stdlib_module_names)


def outside(name, inside=True):
    return {other.split(".")[0] for other in imports(ALL[name], inside)} - sys.stdlib_module_names


@pytest.mark.parametrize("name", DTLEARN)
def test_the_engine_needs_numpy_alone_and_takes_late_what_is_heavy(name):
    shows = name.startswith("dtlearn.show")
    widget = {"anywidget", "traitlets"} if name == WIDGET else set()
    assert outside(name) <= {"dtlearn", "numpy"} | widget | (
        {"pandas", "plotly", "graphviz", "typst"} if shows else set()
    )
    assert outside(name, inside=False) <= {"dtlearn", "numpy"} | widget
    assert WIDGET not in reached(name, inside=False)


WORK = {
    level_by_level.grown,
    subcube_errors.solve,
    by_hand.by_hand,
}  # every growth, every search, every tree by hand ends there


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


@pytest.mark.parametrize("name", [name for name in DTLEARN if name.startswith("dtlearn.show.")])
def test_nothing_that_shows_grows_prunes_or_searches(name):
    for value in [getattr(value, "__wrapped__", value) for value in vars(import_module(name)).values()]:
        if isinstance(value, FunctionType) and value.__module__ == name:
            work = {found for found in called(value, set()) if found in WORK or isinstance(found, Procedure)}
            assert not work, f"{value.__name__} of {name}: the engine has to hand it the trees"


@pytest.mark.parametrize("name", PAGES)
def test_pages_place_and_do_not_compute(name):
    mine = room(name, "pages.ui.", 2)
    own = {
        "numbers": {"streamlit", "rapidfuzz"},
        "serving": {"streamlit", "starlette", "segno"},
        "rooms": {"starlette", "redis"},
    }  # rooms also run without Streamlit
    assert outside(name) <= {"dtlearn", "pages"} | own.get(mine, {"streamlit"})
    assert mine != "rooms" or {room(other, "pages.ui.", 2) for other in reached(name)} <= {"rooms", None}


@pytest.mark.parametrize(
    "name", [name for name in PAGES if name.count(".") == 1 and name not in ("pages.ui", "pages.main")]
)
def test_a_page_imports_the_engine_whole_before_anything_of_ours(name):
    """Visitors of a cold server import at the same time:
    who begins inside the engine waits for another who waits for him."""
    found = [node for node in PAGES[name].body if isinstance(node, (ast.Import, ast.ImportFrom))]
    ours = [ast.unparse(node) for node in found if "streamlit" not in ast.unparse(node)]
    assert ours[0] == "import dtlearn"
    assert not any(line.startswith("from dtlearn") for line in ours)


def test_importing_the_engine_loads_no_other_package():
    code = "import sys, dtlearn; print(*sorted({m.split('.')[0] for m in sys.modules}))"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = set(run.stdout.split())
    assert {"dtlearn", "numpy"} <= loaded
    assert not loaded & {"pandas", "plotly", "graphviz", "streamlit", "sklearn", "scipy", "anywidget"}
