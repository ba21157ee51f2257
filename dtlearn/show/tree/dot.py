"""A tree view in Graphviz's DOT language."""

from dtlearn.show.base.text import printable

Source = "graphviz.Source"  # graphviz is imported when a notebook asks for it

# Never style=rounded: the browser's renderer animates curved outlines for more than a second (measured).
_HEAD = """digraph tree {
  bgcolor="transparent"
  node [shape=box, style=filled, fillcolor="transparent", fontname="sans-serif", fontsize=13, margin="0.14,0.06"]
  edge [fontname="sans-serif", fontsize=11, arrowhead=none]"""


def tree_dot(view: dict) -> str:
    """The tree view as DOT text: shape and words say what colour says; the page's theme colours the rest.

    Nodes that are ``lit`` and the edges to them are thick. Classes on nodes: split, leaf or open; cls0, cls1, ... for a
    leaf; done and next for the two rings.
    """
    number = {node["id"]: f"n{k}" for k, node in enumerate(view["nodes"])}
    lit = view.get("lit", ())
    lines = [_HEAD]
    for node in view["nodes"]:
        lines.append(f"  {number[node['id']]} [{_attributes(node, view)}]")
        if node["parent"] is not None:
            label = quote(f" {node['branch']} ")
            way = ", penwidth=4" if node["id"] in lit else ""
            lines.append(f"  {number[node['parent']]} -> {number[node['id']]} [label={label}{way}]")
    return "\n".join([*lines, "}"])


def source(view: dict) -> Source:
    """The tree view as the package graphviz takes it: a notebook draws it, ``.render("tree",
    format="pdf")`` writes a file."""
    from graphviz import Source

    return Source(tree_dot(view))


def quote(text: str) -> str:
    """Text as a DOT string: shown letter for letter, never as an entity, an escape or an HTML label.

    >>> print(quote('a "b" &lt; c'))
    "a \\"b\\" &amp;lt; c"
    """
    return '"' + printable(text).replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;") + '"'


def _attributes(node: dict, view: dict) -> str:
    leaf = node["cls"] is not None
    classes = filter(None, [node["kind"], f"cls{node['cls']}" * leaf, node["mark"]])
    sign = f"{view['signs'][node['cls']]} ".lstrip() if leaf else ""
    words = "\\n".join(quote(text)[1:-1] for text in (sign + node["title"], *node["lines"]))
    attributes = [f'label="{words}"', f'class="{" ".join(classes)}"', f"tooltip={quote(node['tooltip'])}"]
    if node["kind"] == "open":
        attributes.append('style="dashed"')
    if leaf:
        colour = view["colours"][node["cls"]]
        attributes += [f'fillcolor="{colour}55"', f'color="{colour}"', "penwidth=2"]
    if node["id"] in view.get("lit", ()):
        attributes.append("penwidth=4")
    if node["mark"]:
        attributes.append({"done": "peripheries=2", "next": "penwidth=4", "same": 'fontcolor="#707780"'}[node["mark"]])
    return ", ".join(attributes)
