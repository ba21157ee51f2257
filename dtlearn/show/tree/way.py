"""The way of one example through a tree: the nodes it visits, and the same in a sentence."""

from collections.abc import Collection, Sequence

from dtlearn.show.base.text import measured
from dtlearn.show.tree.drawing import node_id
from dtlearn.trees.split import Kind
from dtlearn.trees.tree import Node, Tree


def way(tree: Tree, row: Sequence[float], decided: Collection[int] | None = None) -> list[Node]:
    """The nodes that a row of feature codes visits, from the root to its leaf or to the first open node."""
    nodes = [tree[i] for i in tree[int(tree.apply([row])[0])].line()]
    end = next((k for k, node in enumerate(nodes) if decided is not None and node.i not in decided), len(nodes) - 1)
    return nodes[: end + 1]


def with_way(view: dict, row: Sequence[float] = (), example: int | None = None) -> dict:
    """The view with a way lit, as far as it is drawn: of a row of feature codes,
    else of an example that the view holds, by its number."""
    nodes = {node["id"]: node for node in view["nodes"]}
    end = next((at for at, rows in view.get("held", ()) if example in rows), "")
    below = node_id(()) if len(row) else ""
    while below in nodes:
        end, below = below, _below(nodes[below], row)
    parts = end.split(".")
    return view | {"lit": [".".join(parts[: k + 1]) for k in range(len(parts))]} if end else view


def _below(node: dict, row: Sequence[float]) -> str:
    """The id of the node of a view to which a row goes on; "" from a leaf or an open one."""
    if "goes" in node or "asks" not in node:
        return node.get("goes", "")
    feature, to, *swapped = node["asks"]
    branch = to[int(row[feature])] if isinstance(to, list) else int(row[feature] >= to) ^ len(swapped)
    return f"{node['id']}.{branch}"


def way_text(nodes: Sequence[Node], row: Sequence[float], decided: Collection[int] | None = None) -> str:
    """The way as questions and answers, then what the tree says: as the stage says it (way.js).

    decided : if it is given, of an open node it is not said what the next question will be.

    >>> from dtlearn import grow, load
    >>> data = load("partition_2d")
    >>> way_text(way(grow(data).tree, data.X[0]), data.X[0])
    'x2 < 7? Yes, it is 2. x1 < 2.5? Yes, it is 2. x2 < 5? Yes, it is 2. So: A.'
    """
    steps, end = [_step(a, b, row) for a, b in zip(nodes, nodes[1:], strict=False)], nodes[-1]
    if decided is not None and end.i not in decided:
        return " ".join([*steps, "This node is not decided yet."])
    return " ".join([*steps, f"So: {measured(end.value) if end.tree.schema.regression else end.label}."])


def _step(node: Node, child: Node, row: Sequence[float]) -> str:
    split, schema = node.split, node.tree.schema
    value, b = schema.features[split.feature].text(row[split.feature]), child.path[-1]
    if split.kind is Kind.MULTIWAY:
        return f"{split.title(schema)}? {value}."
    return f"{split.title(schema)}? {'No' if b else 'Yes'}, it is {value}."
