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
"""Each event is {"value", "place"}: what it says, and the place of the reader, texts by name.

data : address of the document, and parts, how many frames a part of it has, 0 of a whole one; names, of the place;
    begin, (number, place) to go to, once; leads, last, opens, sizes, ends, same_node, where to go on in another
    document (``place.js``); lacks, how often a document could not be had; present; tells, of every step; undrawn:
    another draws the tree; plays, candidate, asks, help, file.
"""
