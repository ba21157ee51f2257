"""Every plotly chart can be saved as a picture under a name of its own."""

import ast
from pathlib import Path

from pages.ui.charts import savable
from tests.apps import open_page

UI = Path(__file__).parents[1] / "pages"


def configs():
    """(file, what a chart's config is called with) of every chart."""
    for path in sorted(UI.glob("**/*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "plotly_chart":
                yield path.stem, next((ast.unparse(word.value) for word in node.keywords if word.arg == "config"), "")


def test_every_chart_has_the_one_config_and_no_two_one_name():
    found = [config for _, config in configs()]
    assert len(found) > 10
    assert all(config.startswith("savable(") or config == "config" for config in found)
    names = [config for config in found if config != "config"]
    assert len(names) == len(set(names))


def test_the_camera_is_the_only_button_and_the_picture_as_large_as_the_chart():
    config = savable("page-what")
    assert config["modeBarButtons"] == [["toImage"]]
    assert config["toImageButtonOptions"] == {"format": "svg", "filename": "page-what", "width": None, "height": None}
    assert "displayModeBar" not in config


def test_the_config_reaches_the_chart():
    for page, name in (
        ("limits", "limits-errors"),
        ("overfitting", "overfitting-errors"),
        ("pruning", "pruning-errors"),
    ):
        charts = open_page(page).get("plotly_chart")
        assert f'"filename": "{name}"' in charts[0].proto.config
