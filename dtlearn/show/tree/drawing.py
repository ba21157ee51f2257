"""A drawn tree that changes from step to step: where its boxes lie, and what is another than before."""

from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np

from dtlearn.show.tree.layout import Tidy
from dtlearn.trees.tree import Tree


def node_id(path: Iterable[int]) -> str:
    """The id of the node at a path: "r" for the root, "r.0.1"."""
    return ".".join(["r", *map(str, path)])


class Drawing:
    """The boxes of a tree's nodes; those that change are put anew, the others stay.

    tree : whose nodes are drawn, all or some of them. gap, level : px between nodes, and between the levels' boxes.
    lowest : px of height that every box has room for.
    """

    left_out = 0  # nodes that are to be seen and not drawn

    def __init__(self, tree: Tree, gap: float, level: int, lowest: int = 0):
        n = len(tree)
        self.tree, self._between, self._lowest = tree, level, lowest
        self._layout, self._ids, self._boxes, self._marks = Tidy(tree.parent, tree.depth, gap), {0: node_id(())}, {}, {}
        self._widths, self._heights, self._x = np.zeros(n), np.zeros(n), np.zeros(n)
        self.shown, self._drawn, self._changed = np.zeros(n, bool), np.zeros(0, np.int64), set()
        # Of each node as told last: the number of its box, its place from its parent's middle in tenths of a px.
        self._told, self._at = np.full(n, -1), np.zeros(n)

    def id(self, node: int) -> str:
        """The id of a node, written once."""
        if node not in self._ids:
            above = self._ids.get(int(self.tree.parent[node]))
            self._ids[node] = f"{above}.{self.tree.branch[node]}" if above else node_id(self.tree[node].path)
        return self._ids[node]

    def put(self, node: int, box: dict, children: Sequence[int], room: float = 0, bag: bool = False) -> None:
        """A node's box, which is not changed later, and its drawn children.

        room : px that it takes at least. bag : room of its width is below it, as if a child stood there.
        """
        self._boxes[node], self._widths[node], self._heights[node] = box, box["w"], box["h"]
        self._layout.put(node, max(box["w"], room), children, bag)
        self._changed.add(node)

    def place(self, marks: Mapping[int, str]) -> None:
        """Find the places of the nodes that are ``shown``. marks : node -> "done" or "next"."""
        self._drawn, self._marks = np.flatnonzero(self.shown), marks
        self._x = np.round(self._layout.places(int(self._drawn[0]), self._drawn), 1)

    def nodes(self) -> list[dict]:
        """The drawn nodes, parents first: each its box with parent, mark, tooltip, x (centre) and y (top)."""
        drawn, level = self._drawn.tolist(), self._level()
        parents, rows = self.tree.parent.tolist(), (self.tree.depth - self.tree.depth[drawn[0]]).tolist()
        return [
            self._boxes[i]
            | {
                "parent": self.id(parents[i]) if i != drawn[0] else None,
                "mark": self._marks.get(i),
                "tooltip": self._boxes[i]["label"],
                "x": x,
                "y": rows[i] * level,
            }
            for i, x in zip(drawn, self._x[drawn].tolist(), strict=True)
        ]

    def size(self) -> dict:
        """px that the drawing takes: width, height."""
        drawn = self._drawn
        tops = (self.tree.depth[drawn] - self.tree.depth[drawn[0]]) * self._level()
        return {
            "width": float((self._x[drawn] + self._widths[drawn] / 2).max()),
            "height": int((tops + self._heights[drawn]).max()),
        }

    def changes(self, put: Callable[[dict], int]) -> dict:
        """What is another than when it was told last, and what is drawn no more.

        put : gives a box its number. Returns marks (id -> mark), width, height, left_out, level (y of the second
            level), gone (ids), and tree: [number of the box, x in tenths of a px from the parent's middle] of each node
            that is new, has changed, or has moved from its parent.
        """
        drawn, told = self._drawn, self._told
        gone = np.flatnonzero((told >= 0) & ~self.shown)
        told[gone] = -1
        parents = self._x[self.tree.parent[drawn]]
        parents[0] = 0.0
        at = np.rint(10 * (self._x[drawn] - parents))
        changed = (told[drawn] < 0) | (at != self._at[drawn])
        self._at[drawn] = at
        for node in sorted(node for node in self._changed if self.shown[node]):
            number = put(self._boxes[node])
            if number != told[node]:
                told[node] = number
                changed[np.searchsorted(drawn, node)] = True
        self._changed.clear()
        size = self.size()
        return {
            "marks": {self.id(node): self._marks[node] for node in sorted(self._marks) if self.shown[node]},
            "width": round(size["width"], 1),
            "height": size["height"],
            "left_out": self.left_out,
            "level": self._level() if len(drawn) > 1 else 0,
            "tree": [list(pair) for pair in zip(told[drawn[changed]].tolist(), map(int, at[changed]), strict=True)],
            "gone": list(map(self.id, gone.tolist())),
        }

    def _level(self) -> int:
        """px from the top of a level to that of the next."""
        return max(int(self._heights[self._drawn].max()), self._lowest) + self._between
