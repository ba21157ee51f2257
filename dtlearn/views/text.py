"""Plain text: numbers, counts, rules, the tree indented and as if-then-else code."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from fractions import Fraction
from math import floor
from textwrap import indent

from dtlearn.data import number
from dtlearn.split import Kind
from dtlearn.tree import Node, Tree


def fixed(x: float | Fraction, places: int = 3) -> str:
    """A number with fixed decimals; "–" where it is undefined; zero has no sign; a fraction is rounded half up.

    >>> fixed(-1e-17), fixed(0.15183550136234159), fixed(Fraction("0.1515"))
    ('0.000', '0.152', '0.152')
    """
    if x != x:
        return "–"
    if isinstance(x, Fraction):
        x = floor(x * 10**places + Fraction(1, 2)) / 10**places
    return format(round(float(x), places) + 0.0, f".{places}f")


def shown(x) -> str:
    """A number with three decimals, or with as many as it takes to tell it from zero.

    >>> shown(0.25), shown(0.00048), shown(0.0), shown(1e-17)
    ('0.250', '0.0005', '0.000', '0.000')
    """
    if x != x or not round(float(x), 9):
        return fixed(x)
    return next(text for places in range(3, 10) if float(text := fixed(x, places)))


def short(x: float) -> str:
    """A number with at most three decimals.

    >>> short(5 / 3), short(6.0), short(-1e-17)
    ('1.667', '6', '0')
    """
    return number(round(float(x), 3))


def fraction(x: Fraction) -> str:
    """A fraction as people write it: "9/98", "0", "1".

    >>> fraction(Fraction(45, 98))
    '45/98'
    """
    return str(x.numerator) if x.denominator == 1 else f"{x.numerator}/{x.denominator}"


def counts_text(counts, classes, last=", ") -> str:
    """Class counts in words: "3 No, 2 Yes"; with many classes only those that occur.

    >>> counts_text([3, 2], ["No", "Yes"], " and "), counts_text([3, 2], ["0", "1"]), counts_text([3, 2], ["0", "1"], " and ")
    ('3 No and 2 Yes', '3×0, 2×1', '3 of class 0 and 2 of class 1')
    """
    if not sum(counts):
        return "no examples"
    # "1 0" would read as ten.
    between = " " if not any(c[:1].isdigit() for c in classes) else "×" if last == ", " else " of class "
    parts = [f"{n}{between}{c}" for n, c in zip(counts, classes, strict=True) if n or len(classes) == 2]
    return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + last + parts[-1]


def contents(node: Node, last=", ") -> str:
    """What a node holds: "3 No, 2 Yes"; in regression "mean 1.667, n = 3, MSE 0.889"."""
    schema = node.tree.schema
    if not schema.regression:
        return counts_text(node.counts, schema.classes, last)
    return mean_text(node.n, node.value, float(node.tree.mse[node.i]))


def mean_text(n: int, mean: float, mse: float) -> str:
    """Examples with a numeric target in words.

    >>> mean_text(3, 5 / 3, 8 / 9)
    'mean 1.667, n = 3, MSE 0.889'
    """
    return f"mean {short(mean)}, n = {n}, MSE {short(mse)}" if n else "no examples"


# What the candidates of one feature are called, where there are several.
PLURAL = {
    Kind.VALUE: "values", Kind.THRESHOLD: "thresholds", Kind.ORDERED: "places to cut", Kind.SUBSET: "sets of values",
}  # fmt: skip


def listing(words, last=" and ") -> str:
    """Words in a row: "A", "A and B", "A, B and C".

    >>> listing(["A", "B", "C"])
    'A, B and C'
    """
    words = list(words)
    return last.join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def shorten(text: str, length: int) -> str:
    """Text cut to a length, with an ellipsis where something is missing."""
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"


def place(node: Node) -> str:
    """Where a node is: "Outlook = Sunny, Humidity = High"; the root is "All 14 examples"."""
    if node.i:
        return ", ".join(node.conditions)
    return f"All {node.n} examples" if node.n > 1 else "The one example"


def verdict(node: Node, decided: Collection[int] | None = None) -> str:
    """What is known of a node: its question, its label, or "?" while it is not decided."""
    if decided is not None and node.i not in decided:
        return "?"
    return node.split.title(node.tree.schema) if node.split else node.label


def outline(tree: Tree, decided: Collection[int] | None = None) -> Iterator[tuple[int, str, Node]]:
    """(depth, line, node) of every visible node, parents first: "Sunny: Humidity  (3 No, 2 Yes)".

    decided : numbers of the nodes that are decided; None for the whole tree.
    """
    stack = [0]
    while stack:
        node = tree[stack.pop()]
        edge = f"{node.parent.split.branch(tree.schema, int(tree.branch[node.i]))}: " if node.i else ""
        line = f"{edge}{verdict(node, decided)}  ({contents(node)})"
        yield int(tree.depth[node.i]), line, node
        if decided is None or node.i in decided:
            stack.extend(child.i for child in reversed(node.children))


def tree_text(tree: Tree, decided: Collection[int] | None = None) -> str:
    """The tree as indented text, one node a line."""
    lines, last_of = [], []
    for depth, line, node in outline(tree, decided):
        del last_of[depth:]
        last_of.append(not node.i or int(tree.branch[node.i]) == node.parent.tree.n_children[node.parent.i] - 1)
        bars = "".join("   " if last else "│  " for last in last_of[1:-1])
        # A name may hold a line's end.
        lines.append(bars + ("" if depth == 0 else "└─ " if last_of[-1] else "├─ ") + " ".join(line.splitlines()))
    return "\n".join(lines)


def tree_code(tree: Tree, decided: Collection[int] | None = None) -> str:
    """The tree as nested if-then-else (Ch8 Fig. 8.1), in Python's syntax.

    >>> from dtlearn import load, grow
    >>> print(tree_code(grow(load("or")).tree))
    if x['X1'] == '0':
        if x['X2'] == '0':
            return '0'
        elif x['X2'] == '1':
            return '1'
    elif x['X1'] == '1':
        return '1'
    """
    lines, stack = [], [(0, 0)]
    while stack:
        i, depth = stack.pop()
        if isinstance(i, str):
            lines.append("    " * depth + i)
            continue
        node = tree[i]
        if decided is not None and i not in decided:
            lines.append("    " * depth + "...  # not decided yet")
        elif node.split is None:
            answer = node.value if tree.schema.regression else node.label
            lines.append("    " * depth + f"return {answer!r}")
        else:
            for b in reversed(range(len(node.children))):
                stack.append((node.children[b].i, depth + 1))
                stack.append((_branch_code(node, b), depth))
    return "\n".join(lines)


def tree_function(tree: Tree, decided: Collection[int] | None = None) -> str:
    """The tree as a Python function of a dict of features; None for a value that it does not know."""
    return "def predict(x):\n" + indent(tree_code(tree, decided), "    ") + "\n"


def _branch_code(node: Node, b: int) -> str:
    split, schema = node.split, node.tree.schema
    x, values = f"x[{repr(schema.features[split.feature].name)}]", schema.features[split.feature].values
    if b and split.kind is not Kind.MULTIWAY:
        return "else:"
    word = "elif" if b else "if"
    match split.kind:
        case Kind.THRESHOLD:
            return f"{word} {x} < {split.at!r}:"
        case Kind.VALUE:
            return f"{word} {x} == {values[int(split.at)]!r}:"
        case Kind.ORDERED:
            return f"{word} {x} in {values[: int(split.at)]!r}:"
        case Kind.SUBSET:
            return f"{word} {x} in {{{', '.join(map(repr, split.values(schema)))}}}:"
        case _:
            return f"{word} {x} == {values[b]!r}:"


def rules(tree: Tree, decided: Collection[int] | None = None) -> list[Node]:
    """The decided leaves, left to right; each is a rule: if all its ``conditions`` hold, then its ``label``."""
    return [
        node for _, _, node in outline(tree, decided) if node.split is None and (decided is None or node.i in decided)
    ]
