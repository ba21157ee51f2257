"""Every control of every page, moved once: nothing breaks, and the page's address leads back to what it shows."""

import inspect
from urllib.parse import parse_qsl

import pytest

from pages.ui.kit.codec import Field
from pages.ui.kit.contents import fields_of
from tests.support.apps import leads_back, open_page

KINDS = ("selectbox", "slider", "select_slider", "number_input", "toggle", "radio", "button_group")
# The first screen of each page, and scenes with more controls on them.
SCENES = (
    "grow",
    "grow?v=1&step=3&below=export",
    "grow?v=1&data=titanic&predict=1",
    "byhand?v=1&data=iris",
    "byhand?v=1&choices=r-f1",
    "criteria?v=1&tab=split",
    "criteria?v=1&tab=curves",
    "criteria?v=1&tab=ratio",
    "criteria?v=1&tab=disagree",
    "thresholds",
    "thresholds?v=1&predict=1&at=5",
    "thresholds?v=1&tab=cost",
    "regions",
    "regions?v=1&data=golf_numeric",
    "regions?v=1&data=drawn&points=xor&tool=add",
    "limits",
    "limits?v=1&data=wine",
    "overfitting",
    "overfitting?v=1&data=iris&xor=bits",
    "pruning?v=1&data=source&procedure=generic&held=30",
    "pruning?v=1&data=iris&procedure=reduced_error&held=30",
    "pruning?v=1&data=seven_points&procedure=weakest_link",
    "pruning?v=1&procedure=gain_threshold&predict=1",
    "bound?v=1&step=3",
    "bound?v=1&data=source&m=50",
    "code",
    "code?v=1&data=play_tennis&panel=alphabet",
    "learning",
    "learning?v=1&rows=0---1--1&target=random&bias=leaves",
    "hard",
    "hard?v=1&function=random&d=4",
    "hard?v=1&tab=leaves",
    "hard?v=1&tab=all",
    "hard?v=1&tab=trap",
    "hard?v=1&tab=slant",
    "unstable",
    "unstable?v=1&sample=3",
    "forest?v=1&trees=4&step=4",
    "forest?v=1&trees=4&step=4&data=wine&matter=1",
    "practice",
    "practice?v=1&mode=faded",
    "own?v=1&entry=edit",
)


def other(widget, field: Field):
    """A value that the control offers beside its own; its own, if that is the only one known."""
    if widget.type in ("toggle", "checkbox"):
        return not widget.value
    if widget.type in ("slider", "number_input"):
        more = (widget.value if widget.value is not None else widget.min) + (widget.step or 1)
        return more if widget.max is None or more <= widget.max else widget.value - (widget.step or 1)
    known = dict(inspect.getclosurevars(field.read).nonlocals)
    if "listed" in known:
        known = dict(inspect.getclosurevars(known["listed"].read).nonlocals)
    offered = known["ids"].values() if "ids" in known else known.get("values", range(99))
    return next((v for v in offered if v != widget.value and _offers(widget, v)), widget.value)


def _offers(widget, value) -> bool:
    try:
        return widget.format_func(value) in widget.options
    except (IndexError, KeyError):  # a feature that this table does not have
        return False


@pytest.mark.parametrize("page", dict.fromkeys(scene.partition("?")[0] for scene in SCENES))
def test_every_control_moves_once_and_the_address_leads_back(page):
    fields, moved = {f"w_{field.name}": field for field in fields_of(page)}, set()
    for _, _, query in (scene.partition("?") for scene in SCENES if scene.partition("?")[0] == page):
        at = open_page(page, **dict(parse_qsl(query)))
        keys = [(kind, widget.key) for kind in KINDS for widget in getattr(at, kind) if widget.key in fields]
        for kind, key in keys:
            widget = next((widget for widget in getattr(at, kind) if widget.key == key and not widget.disabled), None)
            if widget is None or key in moved:  # another control took it away
                continue
            moved.add(key)
            widget.set_value(other(widget, fields[key])).run()
            assert not at.warning, (query, key)
            assert leads_back(at, page), (query, key)
    assert moved
