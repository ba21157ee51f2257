"""The notebook in examples/: every cell runs, in order, and what a cell ends with can be shown."""

import ast
import re
import sys

import nbformat

from dtlearn.teaching.worked_examples import names
from tests.support import ROOT

NOTEBOOK = ROOT / "examples" / "notebook.ipynb"


def shown(source, names):
    """Run a cell as a notebook does; what its last expression looks like there, "" if there is none."""
    lines = ast.parse(source).body
    last = lines.pop() if isinstance(lines[-1], ast.Expr) else None
    exec(compile(ast.Module(lines, []), str(NOTEBOOK), "exec"), names)
    value = eval(compile(ast.Expression(last.value), str(NOTEBOOK), "eval"), names) if last else ""
    bundle = value._repr_mimebundle_() if hasattr(value, "_repr_mimebundle_") else {}
    bundle = bundle[0] if isinstance(bundle, tuple) else bundle  # a widget's: with metadata
    return bundle.get("text/html") or (value._repr_html_() if hasattr(value, "_repr_html_") else repr(value))


def test_the_cells_run_in_order_and_show_what_plays(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    cells = [cell for cell in nbformat.read(NOTEBOOK, 4).cells if cell.cell_type == "code"]
    space = {}
    told = [shown(cell.source, space) for cell in cells]
    assert ["<iframe" in text for text in told] == [True, True, True, False, True, False, True, False]
    assert space["widget"].step == 2
    assert "petal width (cm) ≤ 0.8" in told[5]
    page = (tmp_path / "lesson.html").read_text(encoding="utf-8")
    assert re.search(r"<title>iris, as scikit-learn splits it</title>", page)


def test_where_anywidget_is_missing_the_page_plays_in_its_place(monkeypatch):
    monkeypatch.setitem(sys.modules, "anywidget", None)
    cells, space = [cell.source for cell in nbformat.read(NOTEBOOK, 4).cells if cell.cell_type == "code"], {}
    for source in cells[:1] + [cell for cell in cells if "widget" in cell]:
        shown(source, space)
    assert space["widget"] is space["lesson"]


def test_it_is_valid_and_holds_no_outputs():
    notebook = nbformat.read(NOTEBOOK, 4)
    nbformat.validate(notebook)
    assert not any(cell.get("outputs") or cell.get("execution_count") for cell in notebook.cells)
    assert NOTEBOOK.stat().st_size < 10_000


def test_it_is_no_worked_example():
    assert "notebook" not in names()
