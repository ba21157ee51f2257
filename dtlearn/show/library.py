"""What the library shows in a notebook or a terminal, for the engine's own methods (``dtlearn.pictures``)."""

from dtlearn.forest.polls import poll
from dtlearn.show.base.text import tree_text
from dtlearn.show.documents.boosting import boosting_walkthrough
from dtlearn.show.documents.forest import forest_walkthrough
from dtlearn.show.documents.growth import growth_walkthrough
from dtlearn.show.documents.pruning import pruning_walkthrough
from dtlearn.show.documents.walkthrough import Walkthrough
from dtlearn.show.growing.captions import caption
from dtlearn.show.tree import dot, svg
from dtlearn.show.tree.view import tree_view
from dtlearn.trees.tree import Tree

__all__ = [
    "boosting_walkthrough",
    "caption",
    "growth_walkthrough",
    "pruning_walkthrough",
    "tree_dot",
    "tree_graphviz",
    "tree_svg",
    "tree_text",
    "votes_walkthrough",
]


def tree_dot(tree: Tree) -> str:
    """The tree in Graphviz's DOT language."""
    return dot.tree_dot(tree_view(tree))


def tree_graphviz(tree: Tree):
    """The tree as a ``graphviz.Source``."""
    return dot.source(tree_view(tree))


def tree_svg(tree: Tree) -> str:
    """The tree as an ``<svg>`` element."""
    return svg.tree_svg(tree_view(tree))


def votes_walkthrough(forest, x: tuple[float, ...], by: str) -> Walkthrough:
    """The votes of a forest on the example x, its codes (d,)."""
    return forest_walkthrough(forest, poll(forest, x), tuple(map(float, x)), by)
