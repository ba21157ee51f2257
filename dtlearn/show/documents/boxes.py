"""The plane of a row of trees: the points stand once; of each tree its boxes, its cuts,
and whom it gets wrong (docs/walkthrough.md)."""

from collections.abc import Sequence

from dtlearn.data.dataset import Dataset
from dtlearn.growing.errors import joined
from dtlearn.show.documents.walkthrough import Interner
from dtlearn.show.plane.view import clipped, partition_view
from dtlearn.show.tree.drawing import node_id
from dtlearn.trees.regions import slice_nodes
from dtlearn.trees.tree import Node, Tree

DRAWN = 800  # points of each part of the data
_SHARED = (
    "axes",
    "both",
    "steps",
    "scale",
    "shapes",
    "colours",
    "hatches",
)  # of a plane view, what is the same for all trees


def sample_rows(n: int) -> list[int]:
    """The places of those among n that are drawn: all, or DRAWN of them, evenly."""
    return [k * n // DRAWN for k in range(DRAWN)] if n > DRAWN else list(range(n))


class Boxes:
    """The planes of a row of trees in the making: of one or two features, all of them numeric."""

    def __init__(self, train: Dataset, held: Dataset, hollow: str):
        """hollow : what those are called that no tree has seen."""
        d = len(train.schema.features)
        self._free, self._at = range(d), [0.0] * d
        whole = partition_view(None, joined(train, held), self._free, self._at)
        self._axes = whole["axes"]
        self._train, self._held = sample_rows(len(train)), sample_rows(len(held))
        rows = [*self._train, *(len(train) + k for k in self._held)]
        some = f" At most {DRAWN} of each are drawn." if len(rows) < len(train) + len(held) else ""
        self._whole = {name: whole[name] for name in _SHARED} | {
            "points": [whole["points"][row][:3] for row in rows],
            "hollow": len(self._train),
            "says": (
                f"Filled: training, hollow: {hollow}. Red ring: the tree gets it wrong.{some} Click anywhere"
                " in the plane to see its path through the tree."
            ),
        }
        self._nodes, self._made, self._there, self._wrong = Interner(), {}, {}, set()

    def frame(self, tree: Tree, train: Sequence[float], held: Sequence[float]) -> dict:
        """What another tree changes. train, held : its losses on both parts."""
        now, ids = {}, {0: node_id(())}
        for region in slice_nodes(tree, self._free, self._at):  # parents first
            i = region.node
            name = ids[i] = ids[i] if i in ids else f"{ids[int(tree.parent[i])]}.{tree.branch[i]}"
            key = name, region.box, region.cut, int(tree.label[i])
            if key not in self._made:
                self._made[key] = self._nodes.put({"id": name, **self._node(tree[i], region)})
            now[name] = self._made[key]
        lost = [*(train[k] for k in self._train), *(held[k] for k in self._held)]
        wrong = {i for i, loss in enumerate(lost) if loss}
        changes = {
            "nodes": [number for i, number in now.items() if self._there.get(i) != number],
            "gone": [i for i in self._there if i not in now],
            "turned": sorted(wrong ^ self._wrong),
        }
        self._there, self._wrong = now, wrong
        return changes

    def document(self) -> dict:
        """What all frames share."""
        return self._whole | {"nodes": self._nodes.values}

    def _node(self, node: Node, region) -> dict:
        """A box, or one that a cut divides."""
        content = {"box": clipped(region.box, self._axes)}
        if region.cut:
            axis, at = region.cut
            return content | {"cut": [axis, at, node.tree.schema.features[self._free[axis]].text(at)]}
        return content | {"cls": int(node.tree.label[node.i])}
