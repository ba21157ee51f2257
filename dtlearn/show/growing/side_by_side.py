"""The notes' algorithms side by side on the same data: their tests in order, and where they first differ."""

from collections.abc import Mapping
from typing import NamedTuple

from dtlearn.growing.departures import first_departure, order_of_tests
from dtlearn.growing.grow import Trace
from dtlearn.growing.settings import ALGORITHM_TITLES
from dtlearn.show.base.html import escape
from dtlearn.show.base.text import many, place, size_text
from dtlearn.show.tree.drawing import node_id
from dtlearn.show.tree.sketch import shape
from dtlearn.show.tree.svg import tree_svg
from dtlearn.show.tree.view import tree_view
from dtlearn.trees.pseudocode import PSEUDOCODE, Line, Pseudocode
from dtlearn.trees.tree import Node

READABLE = 25  # nodes of a tree whose words are drawn
MOST = 12  # tests that are listed


class Column(NamedTuple):
    """An algorithm beside the others. head, tests : HTML; tree : an ``<svg>`` element."""

    head: str
    tree: str
    tests: str


def columns(traces: Mapping[str, Trace]) -> list[Column]:
    """For each algorithm its text's name, its tree and its tests in order; the first departure is marked in all.

    traces : algorithm -> its growth of the same data.
    """
    at = first_departure([*traces.values()])
    if at is None:
        return [_column(name, trace) for name, trace in traces.items()]
    nodes = [trace.tree[i] for trace, i in zip(traces.values(), at, strict=True)]
    # One feature in all columns: the line that makes the branches is the cause, not the one that chooses.
    event = "split" if len({node.split and node.split.feature for node in nodes}) == 1 else "score"
    return [_column(*each, node, event) for each, node in zip(traces.items(), nodes, strict=True)]


def departure_text(traces: Mapping[str, Trace]) -> str:
    """Where the algorithms first differ, or that they do not."""
    at = first_departure([*traces.values()])
    if at is None:
        return "All of them grow the same tree from these examples."
    node = next(iter(traces.values())).tree[at[0]]
    return f"They first differ at {place(node, 60) if node.i else f'the root, with all {node.n} examples'}: see ◀."


def _column(algorithm: str, trace: Trace, here: Node | None = None, event: str = "") -> Column:
    tree, codes = trace.tree, PSEUDOCODE[algorithm]
    names = "; ".join(f"{code.name}, {code.source.partition(',')[0]}" for code in codes)
    if len(tree) <= READABLE:
        picture = tree_svg(tree_view(tree, done=here and here.i))
    else:
        picture = shape(tree, 260, 160, [node_id(tree[k].path) for k in here.line()] if here else ())
    order = order_of_tests(trace).tolist()
    tests = "".join(
        f"<li>{_marked(tree[k].split.title(tree.schema), bool(here) and k == here.i)}"
        f" <small>{escape(tree.condition(k)) if k else 'root'}</small></li>"
        for k in order[:MOST]
    )
    more = f"<p>… and {many(len(order) - MOST, 'more test')}.</p>" if len(order) > MOST else ""
    head = (
        f"<b>{escape(ALGORITHM_TITLES[algorithm])}</b><br><small>{escape(names)}</small><br>{escape(size_text(tree))}"
    )
    code, line, does = _cause(codes, here, event) if here else (None, None, "")
    text = "".join(_code(one, line if one is code else None) for one in codes)
    return Column(head, picture, f"{does}<ol>{tests}</ol>{more}<details><summary>Its text</summary>{text}</details>")


def _marked(title: str, here: bool) -> str:
    return f"<b>{escape(title)} ◀</b>" if here else escape(title)


def _code(code: Pseudocode, line: Line | None) -> str:
    """The lines as the notes print them, one of them marked."""
    lines = "\n".join(_marked(f"{one.number:2} {one.text}", one is line) for one in code.lines)
    return f'<pre style="overflow-x:auto;font-size:.8rem">{lines}</pre>'


def _cause(codes: tuple[Pseudocode, ...], node: Node, event: str) -> tuple[Pseudocode, Line, str]:
    """The text and its line that the first departure comes from, and what is said of it.

    event : of a split, a key of ``Pseudocode.at``; a leaf has its own.
    """
    event = node.stop.name.lower() if node.stop else event
    code = next(code for code in codes if event in code.at)
    line = code.lines[code.at[event] - 1]
    does = f"A leaf, since {node.stop.value}" if node.stop else f"A split on {node.split.title(node.tree.schema)}"
    return (
        code,
        line,
        f"<p><b>◀ {escape(does)}.</b> {escape(code.name)}, line {line.number}:"
        f" <code>{escape(line.text.strip())}</code></p>",
    )
