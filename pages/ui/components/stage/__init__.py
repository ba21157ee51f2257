"""The stage of a lesson on a page: it plays a walkthrough in the browser, and keeps the place that one has come to."""

from dtlearn.stage.linker import STAGE
from pages.ui.components.declare import HERE, declare
from pages.ui.components.saves import SAVES

_SHEETS = ("shared/common", "shared/save", "shared/share", "stage/enlarged")
_OWN = "".join((HERE / f"{name}.css").read_text(encoding="utf-8") for name in _SHEETS)

stage = declare(
    "stage",
    "present",
    "example",
    "pose",
    "graphviz",
    "detail",
    "file",
    "ask",
    "lacks",
    "at",
    SAVES=SAVES,
    DOM=(STAGE / "base" / "dom.css").read_text(encoding="utf-8"),
    STYLE=_OWN,
)
"""Its state is "place": the place, with the order that it follows and a count.

data : address of the lesson; parts, how many frames a part has, 0 of a whole one; order, [word of the session,
    number]; again, how often it was told that a lesson lacks; place, that of the order; names, what a link calls them;
    present, tells (every step), undrawn (another draws the tree), plays, help, file.
"""
