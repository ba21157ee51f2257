"""A new example that walks down the trees of a page without a stage: set by hand, kept in the link, told in words."""

import dtlearn
from dtlearn.show.documents.walkthrough import features
from dtlearn.show.tree.drawing import node_id
from dtlearn.show.tree.way import way, way_text
from pages.ui.components.walker import walker
from pages.ui.kit.fields import FRESH, fit_fresh
from pages.ui.kit.session import state


class Walk:
    """The example of the scene on its way down the trees that a page draws.

    data : whose features it has. name : its field.
    """

    def __init__(self, data: dtlearn.Dataset, name: str = "fresh"):
        S = state()
        fit_fresh(S, data, name)
        self._data, self._name, self._said = data, name, []
        self.row = [float(value) for value in S[name].split("_")] if S[name] else []

    def down(self, tree: dtlearn.Tree, view: dict, title: str = "", decided: list[int] | None = None) -> dict:
        """The view of a tree, with the way lit and the examples ringed that have its values.

        title : which tree it is, where there are several. decided : as for ``way_text``.
        """
        if not self.row:
            return view
        nodes = way(tree, self.row, decided)
        self._said.append(f"{title}{': ' * bool(title)}{way_text(nodes, self.row, decided)}")
        same = (self.row == self._data.X).all(axis=1).nonzero()[0].tolist()
        return view | {"lit": [node_id(node.path) for node in nodes], "example": same}

    def draw(self) -> None:
        """The form, and the ways so far in words."""
        data = {"features": features(self._data), "fresh": state()[self._name], "said": self._said}
        walker(data, "walker", lambda values: put(values, self._name))


def follow(data: dtlearn.Dataset, row: object) -> None:
    """An example of the data walks; if it does already, no longer. row : its number, nothing for what is none."""
    if not isinstance(row, int) or not 0 <= row < len(data):
        return
    text = "_".join(
        f"{x:.0f}" if f.values else repr(x) for f, x in zip(data.schema.features, data.X[row].tolist(), strict=True)
    )
    state()["fresh"] = "" if state()["fresh"] == text else text


def put(values: object, name: str = "fresh") -> None:
    """Another example, its values as a link says them; none for what is none."""
    try:
        state()[name] = FRESH.read(values) if values else ""
    except (TypeError, ValueError):
        return
