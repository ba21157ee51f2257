"""The interactive tree: a component that draws a tree view and says which node was clicked."""

from collections.abc import Callable
from functools import partial

from dtlearn.show.documents.walkthrough import Walkthrough
from dtlearn.show.paper.tree_and_table import tree_latex
from dtlearn.show.tree.dot import tree_dot
from dtlearn.show.tree.svg import tree_svg
from pages.ui.components.declare import declare, told
from pages.ui.components.saves import lesson_files

_mount = declare("tree", "clicked", "example", "graphviz", "file")
_FILES = {"svg": tree_svg, "dot": tree_dot, "tex": tree_latex}  # by a file's ending


def tree(
    view: dict,
    key: str,
    height: int,
    tall: bool,
    on_graphviz: Callable[[], None],
    on_click: Callable[[str], None] | None = None,
    small: bool = False,
    on_example: Callable[[int], None] | None = None,
    plays: Callable[[], Walkthrough] | None = None,
    step: int = 0,
) -> None:
    """The tree view (``dtlearn.show.tree.view``) in a box ``height`` px high; ``on_click`` gets a node's id.

    The view may name nodes to be marked, with the edges that lead to them: ``lit``, a list of ids.
    tall : take all the height that the window has, and draw larger. small : the whole tree is in view even where
        its text cannot be read, since its shape counts; else a tree that is too large starts at the node in question.
    on_graphviz : the visitor would have Graphviz draw it.
    on_example : gets the number of an example whose dot was chosen, if the view has dots (``with_examples``).
    plays : makes the lesson: Save offers the page that plays it with the tree, Share its package. step : where that
        page opens.
    """

    ending, number = (told(key, "file") or [(None, 0)])[0]
    files = {ending: partial(write, view) for ending, write in _FILES.items()} | lesson_files(plays, step)
    file = {"number": number, "text": files[ending]()} if ending in files else None
    data = view | {"boxHeight": height, "tall": tall, "small": small, "file": file}
    data |= {"picks": on_example is not None, "plays": plays is not None}
    _mount(data, key, on_click or _ignored, on_example or _ignored, lambda _: on_graphviz(), _ignored)


def _ignored(_: object) -> None:
    """What is clicked means nothing here."""
