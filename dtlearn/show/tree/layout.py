"""Where the nodes of a drawn tree go, and an estimate of how wide a text is."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from unicodedata import east_asian_width

import numpy as np

# Widths in em of a typical sans-serif; a little generous, so that a text does not stick out of its box.
_WIDTHS = {
    ch: width
    for width, letters in {
        0.27: "ijl|'`.,:;!",
        0.34: 'ftrI()[]{}/\\-" ',
        0.52: "ckszvxyJ?*_^",
        0.60: "abdeghnopquL0123456789$#+<>=~",
        0.68: "ABEFKPRSTVXYZ&",
        0.78: "wCDGHNOQU",
        0.92: "mM%W@",
    }.items()
    for ch in letters
}


def text_width(text: str, size: float = 14.0) -> float:
    """About how many px wide a text is in a sans-serif font of ``size`` px; nothing is measured."""
    return size * _ems(text)


@lru_cache(maxsize=8192)
def _ems(text: str) -> float:
    return sum(_WIDTHS.get(ch) or (1.05 if east_asian_width(ch) in "WF" else 0.72) for ch in text)


# An outline is what a subtree occupies: (lefts, rights, shift). lefts[j] + shift is its left edge on level j
# and rights[j] + shift the right one, levels from deepest to shallowest, relative to the subtree's root.
_Outline = tuple[list[float], list[float], float]


def tidy(children: list[list[int]], widths: list[float], gap: float) -> list[float]:
    """(n,) centre x of every node of a tidy tree; the leftmost edge is at 0.

    children : for each node the numbers of its children, left to right; node 0 is the root and parents come before
        children. widths : (n,). gap : least distance of two nodes on one level. Subtrees stand as close as their
        outlines allow, a parent over the middle between its first and last child (Reingold and Tilford, "Tidier
        drawings of trees", 1981); the spare room of inner children is shared by both sides, so that a mirrored tree has
        the mirrored drawing.
    """
    offset = [0.0] * len(children)  # from the parent's centre
    outlines: dict[int, _Outline] = {}
    for i in reversed(range(len(children))):
        at, outlines[i] = _above([outlines.pop(c) for c in children[i]], widths[i], gap)
        for c, x in zip(children[i], at, strict=True):
            offset[c] = x
    lefts, _, shift = outlines[0]
    centres = [-min(lefts) - shift] * len(children)
    for i, below in enumerate(children):
        for c in below:
            centres[c] = centres[i] + offset[c]
    return centres


class Tidy:
    """The same of a tree whose boxes and branches change: only the outlines above a change are made anew.

    parent, depth : (n,) int, of all nodes that may be drawn, numbered level by level. gap : as for ``tidy``.
    """

    def __init__(self, parent: np.ndarray, depth: np.ndarray, gap: float):
        self._parent, self._depth, self._gap = parent, depth, gap
        self._offset, self._x = np.zeros(len(parent)), np.zeros(len(parent))
        self._widths, self._children, self._bags = {}, {}, {}
        self._outlines: dict[int, _Outline] = {}
        self._changed: set[int] = set()

    def put(self, node: int, width: float, children: Sequence[int], bag: bool = False) -> None:
        """A node's width and its drawn children. bag : room of its width is below it, as if a child stood there."""
        self._widths[node], self._children[node], self._bags[node] = width, children, bag
        self._changed.add(node)

    def places(self, first: int, drawn: np.ndarray) -> np.ndarray:
        """(N,) centre x of the nodes ``drawn``, (n,) in the order of their numbers, from the ``first`` down."""
        parent, above = self._parent, set()
        for node in self._changed:
            while node not in above:
                above.add(node)
                if node == first:
                    break
                node = int(parent[node])
        for node in sorted(above, reverse=True):
            below, width = self._children[node], self._widths[node]
            outlines = [_copy(self._outlines[child]) for child in below]
            at, outline = _above(outlines or [([-width / 2], [width / 2], 0.0)] * self._bags[node], width, self._gap)
            self._outlines[node] = outline
            for child, x in zip(below, at, strict=False):
                self._offset[child] = x
        self._changed.clear()
        lefts, _, shift = self._outlines[first]
        x, depth = self._x, self._depth[drawn]
        x[first] = -min(lefts) - shift
        for start, end in pairwise([*(np.flatnonzero(np.diff(depth)) + 1).tolist(), len(drawn)]):
            level = drawn[start:end]
            x[level] = x[parent[level]] + self._offset[level]
        return x


def _copy(outline: _Outline) -> _Outline:
    lefts, rights, shift = outline
    return lefts[:], rights[:], shift


def _above(below: list[_Outline], width: float, gap: float) -> tuple[list[float], _Outline]:
    """A node over its children: their centres from its own, and its outline. Uses the children's outlines up."""
    at, lefts, rights, shift = [], [], [], 0.0
    if below:
        at, (lefts, rights, shift) = _side_by_side(below, gap)
        middle = at[-1] / 2
        shift -= middle
        at = [x - middle for x in at]
    lefts.append(-width / 2 - shift)
    rights.append(width / 2 - shift)
    return at, (lefts, rights, shift)


def _side_by_side(outlines: list[_Outline], gap: float) -> tuple[list[float], _Outline]:
    """Positions of subtrees beside each other, the first at 0, and their joint outline."""
    at = None
    if len(outlines) > 2:
        # Pushed to the left, pushed to the right: the mean of the two keeps every distance as well.
        left, _ = _join([(lefts[:], rights[:], shift) for lefts, rights, shift in outlines], gap)
        mirrored = [([-x for x in rights], [-x for x in lefts], -shift) for lefts, rights, shift in reversed(outlines)]
        right, _ = _join(mirrored, gap)
        at = [(x + left[-1] - y) / 2 for x, y in zip(left, right[::-1], strict=True)]
    return _join(outlines, gap, at)


def _join(outlines: list[_Outline], gap: float, at: list | None = None) -> tuple[list[float], _Outline]:
    """Positions, as far left as the gap allows unless given, and the joint outline. Uses the lists up.

    A join costs the number of levels that both sides have: all joins of a tree together are linear.
    """
    places = [0.0]
    lefts, rights, shift = outlines[0]
    for j, (next_lefts, next_rights, next_shift) in enumerate(outlines[1:], 1):
        shared = min(len(lefts), len(next_lefts))
        if at:
            place = at[j]
        else:
            facing = zip(rights[-shared:], next_lefts[-shared:], strict=True)
            place = max(right - left for right, left in facing) + shift - next_shift + gap
        places.append(place)
        next_shift += place
        if len(next_lefts) > len(lefts):
            next_lefts[-shared:] = [x + shift - next_shift for x in lefts]
            lefts, rights, shift = next_lefts, next_rights, next_shift
        else:
            rights[-shared:] = [x + next_shift - shift for x in next_rights]
    return places, (lefts, rights, shift)
