"""Every plotly chart can be saved as a picture under a name of its own."""

import ast

from pages.ui.kit import charts
from pages.ui.kit.charts import savable
from tests.support import ROOT
from tests.support.apps import open_page

UI = ROOT / "pages"


def configs():
    """(file, what a chart's config is called with) of every chart."""
    for path in sorted(UI.glob("**/*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "plotly_chart":
                yield path.stem, next((ast.unparse(word.value) for word in node.keywords if word.arg == "config"), "")
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "clickable":
                yield path.stem, f"savable({ast.unparse(node.args[2])})"


def test_every_chart_has_the_one_config_and_no_two_one_name():
    found = [config for _, config in configs()]
    assert len(found) > 10
    assert all(config.startswith("savable(") for config in found)
    assert len(found) == len(set(found))


def test_the_camera_is_the_only_button_and_the_picture_as_large_as_the_chart():
    config = savable("page-what")
    assert config["modeBarButtons"] == [["toImage"]]
    assert config["toImageButtonOptions"] == {"format": "svg", "filename": "page-what", "width": None, "height": None}
    assert "displayModeBar" not in config


def test_the_config_reaches_the_chart():
    charts = open_page("hard", v=1, tab="leaves").get("plotly_chart")
    assert '"filename": "hard-leaves"' in charts[0].proto.config


def test_a_click_hands_over_what_the_first_point_holds(monkeypatch):
    seen, drawn, session = [], {}, {}
    monkeypatch.setattr(charts.st, "session_state", session)
    monkeypatch.setattr(charts.st, "plotly_chart", lambda figure, **how: drawn.update(how))
    charts.clickable(None, "chart", "page-what", lambda *data: seen.append(data))
    drawn["on_select"]()
    for points in ([], [{}], [{"customdata": []}], [{"customdata": 0}], [{}, {"customdata": ["or", 4]}]):
        session["chart"] = {"selection": {"points": points}}
        drawn["on_select"]()
    assert seen == [(0,), ("or", 4)]
