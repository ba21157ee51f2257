"""The stage on a page: one component that plays a lesson.

The place is the browser's: each of its events brings it along.
"""

from collections.abc import Callable, Sequence

from dtlearn.show.documents.walkthrough import Walkthrough
from dtlearn.show.paper.tree_and_table import tree_latex
from dtlearn.show.tree.dot import tree_dot
from dtlearn.show.tree.svg import tree_svg
from dtlearn.show.tree.way import with_way
from pages.ui.components.declare import told
from pages.ui.components.saves import lesson_files
from pages.ui.components.stage import stage as component
from pages.ui.kit.documents import Document
from pages.ui.kit.scene import TASK, change
from pages.ui.kit.session import session, stage_here
from pages.ui.kit.tools import ask_for_example, pose, posing, turn_present
from pages.ui.kit.trees import tree

HELP = [
    ["→ or PageDown", "next step"],
    ["← or PageUp", "back"],
    ["Home, End", "first step, last step"],
    ["Space", "play or pause"],
    ["− and +", "slower, faster"],
    ["L", "copy the link to this step"],
    ["H", "share: links, a QR code, a room"],
    ["S", "save a picture or a table of this page"],
    ["P", "present mode, in and out"],
    ["T", "the next part alone, at last all parts again"],
    ["B or .", "black screen, on and off"],
    ["Esc", "leave the black screen or present mode"],
    ["?", "these words and keys"],
]
DRAWN = 330  # px of Graphviz's tree
_FILES = {"svg": tree_svg, "dot": tree_dot, "tex": tree_latex}  # by a file's ending


def stage(
    document: Document,
    S: dict,
    view: Callable[[dict, int], dict],
    last: int,
    opens: int,
    plays: Callable[[], Walkthrough] | None = None,
    parts: int = 0,
    detail: Callable[[int], None] = lambda number: None,
    keys: tuple[tuple[str, str], ...] = (),
    candidate: str | None = None,
    ask: Callable[[list[float]], None] = lambda place: None,
    follows: bool = False,
    asks: tuple[str, int] | None = None,
    sizes: Sequence[int] = (),
    ends: bool = False,
    same_node: bool = False,
) -> None:
    """The stage of a page that ``owns_place``; over it Graphviz's tree, if the visitor has chosen so: then it tells of
    every step.

    view : (scene, step) -> the tree view there, for its files. last : the number of the last step. opens : the step of
    who comes without a place. plays : makes the lesson of its files, if it can be one. parts : how many frames each
    part of a lesson has that comes in parts, each at an address of its own; 0 of one that comes whole.
    detail : called with 1, 2, ... when a finer or coarser walk is asked for by key. keys : (key, what it does) of the
    page's own. candidate : the address of the arithmetic of candidate 0 of node 0, if any other can be had by its own.
    ask : called with a place of a plane that is asked about. follows : what else is on the page follows the steps: the
    stage tells of every one. asks : the address of the same lesson with its predictions, and its ``parts``, if this one
    has none. sizes : of the tree at each step, where another row of trees begins at the size that was shown. ends :
    whether who is at the last step stays there, whatever its number. same_node : whether another document goes on at
    the node that was looked at, or the nearest above it.
    """
    here, page = stage_here(), session().page

    def brings_place(listener: Callable[[object], object]) -> Callable[[dict], None]:
        def hear(message: dict) -> None:
            here.hear(message["place"])
            listener(message.get("value"))

        return hear

    def lacks(_: object) -> None:
        here.lacks += 1

    at = opens if S["step"] is None else min(S["step"], last)
    fresh, row = S.get("fresh", ""), S.get("row")

    def drawn() -> dict:
        return with_way(view(S, at), list(map(float, filter(None, fresh.split("_")))), row)

    key = f"stage-{page}"
    ending, number = (told(key, "file") or [{"value": (None, 0)}])[0]["value"]
    files = {e: lambda write=write: write(drawn()) for e, write in _FILES.items()} | lesson_files(plays, at)
    undrawn = S["view"] == "graphviz"
    data = {
        "address": document.address(S),
        "parts": parts,
        "begin": here.sent(),
        "leads": here.leads,
        "last": last,
        "opens": opens,
        "sizes": sizes,
        "ends": ends,
        "same_node": same_node,
        "lacks": here.lacks,
        "names": here.names,
        "present": S["present"],
        "tells": follows or undrawn or TASK["waits"](),
        "undrawn": undrawn,
        "plays": plays is not None,
        "candidate": candidate,
        "asks": asks,
        "help": [*keys, *HELP],
        "file": {"number": number, "text": files[ending]()} if ending in files else None,
    } | posing()
    if undrawn:
        tree(drawn(), f"{page}_tree", DRAWN)
    listeners = (
        lambda _: turn_present(),
        ask_for_example,
        pose,
        lambda _: change(view="graphviz"),
        detail,
        lambda _: None,
        ask,
        lacks,
        lambda _: None,
    )
    component(data, key, *map(brings_place, listeners))
