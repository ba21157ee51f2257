"""Plain text: numbers, counts, rules, the tree indented and as if-then-else code."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from fractions import Fraction
from functools import lru_cache
from html import escape
from os.path import commonprefix
from textwrap import indent

from dtlearn.data.dataset import Dataset, Schema, fixed, number, places, significant
from dtlearn.growing.errors import Losses
from dtlearn.splitting.candidates import Candidates
from dtlearn.trees.split import Kind, Split
from dtlearn.trees.tree import Node, Stop, Tree

PLACE = 200  # characters of a node's place
NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
DEEP = 40  # levels that text is indented by
HUGE = 1e15  # from it on a float has no third decimal


def shown(x) -> str:
    """A number with three decimals, or with as many as it takes to tell it from zero.

    >>> shown(0.25), shown(0.00048), shown(0.0), shown(1e-17)
    ('0.250', '0.0005', '0.000', '0.000')
    """
    if x != x or not round(float(x), 9):
        return fixed(x)
    return next(text for places in range(3, 10) if float(text := fixed(x, places)))


def measured(x: float) -> str:
    """A number of a target's unit, a mean or an error: three decimals, or as many as three significant digits take.

    >>> measured(2.5), measured(0.00048), measured(1.6e-19), measured(6.02e23)
    ('2.500', '0.000480', '1.60e-19', '6.02e+23')
    """
    return fixed(x, places(x)) if not x or 1e-9 <= abs(x) < HUGE else f"{x:.2e}"


def gain_text(x: float, schema: Schema, write: Callable[[float], str] = fixed) -> str:
    """A gain, or a score, as ``write`` has it; where a squared error is reduced, a number of the target's unit."""
    return (measured if schema.regression else write)(x)


def short(x: float) -> str:
    """A number with at most three decimals.

    >>> short(5 / 3), short(6.0), short(-1e-17)
    ('1.667', '6', '0')
    """
    return number(float(fixed(x)))


def ratio(k: int, n: int) -> str:
    """A share with how it comes about.

    >>> ratio(16, 80), ratio(0, 0)
    ('16/80 = 0.200', '–')
    """
    return f"{k}/{n} = {fixed(Fraction(k, n))}" if n else "–"


def many(n: int, word: str) -> str:
    """So many of a thing.

    >>> many(1, "leaf"), many(4, "leaf"), many(0, "node")
    ('1 leaf', '4 leaves', '0 nodes')
    """
    return f"{n} {word if n == 1 else 'leaves' if word == 'leaf' else f'{word}s'}"


def size_text(tree: Tree) -> str:
    """ "4 leaves, depth 2"."""
    return f"{many(tree.n_leaves, 'leaf')}, depth {int(tree.depth.max())}"


def whole(n: int) -> str:
    """A count with thin spaces between its thousands.

    >>> whole(2000000)
    '2\u202f000\u202f000'
    """
    return f"{n:,}".replace(",", "\u202f")


def cells(data: Dataset, i: int) -> list[str]:
    """An example's values as they are shown, its class or number last."""
    return [*(data.value(i, j) for j in range(len(data.schema.features))), target_text(data, i)]


def columns(schema: Schema) -> list[str]:
    """The headings of ``cells``."""
    return [*(feature.name for feature in schema.features), schema.target]


def target_text(data: Dataset, row: int) -> str:
    """An example's class, or the number that is to be predicted."""
    return number(data.y[row]) if data.schema.regression else data.schema.classes[data.y[row]]


def error_text(part: Losses, k: int) -> str:
    """The error of tree k on a part: "20/120 = 0.167"; a mean squared error "3.125"."""
    return error_value(part, k) if part.squared else ratio(part.lost[k], part.asked(k))


def error_value(part: Losses, k: int) -> str:
    """The error of tree k on a part: "0.167"; a mean squared error keeps three significant digits."""
    return (measured if part.squared else fixed)(part.error(k))


def spread_value(part: Losses, k: int) -> str:
    """The standard error of the error of tree k, as the error is written."""
    return (measured if part.squared else fixed)(part.spread(k))


MOST_TOLD = 8  # classes that a sentence counts one by one


def counts_text(counts, classes, last=", ") -> str:
    """Class counts in words: "3 No, 2 Yes"; with many classes only those that occur, in a sentence the three largest.

    >>> counts_text([3, 2], ["No", "Yes"], " and ")
    '3 No and 2 Yes'
    >>> counts_text([3, 2], ["0", "1"]), counts_text([3, 2], ["0", "1"], " and ")
    ('0: 3, 1: 2', '3 of class 0 and 2 of class 1')
    >>> counts_text([1, 0, 5, 2, 1, 4, 1, 3, 1, 1], "abcdefghij", " and ")
    '5 c, 4 f, 3 h and 7 of 6 other classes'
    """
    if not any(counts):
        return "no examples"
    # "1 0" would read as ten, "1×0" as a product.
    write = "{n} {c}" if not _numbered(tuple(classes)) else "{c}: {n}" if last == ", " else "{n} of class {c}"
    found, rest = [(n, c) for n, c in zip(counts, classes, strict=True) if n or len(classes) == 2], []
    if len(found) > MOST_TOLD and last != ", ":
        found = sorted(found, key=lambda one: -one[0])
        found, rest = found[:3], found[3:]
    parts = [write.format(n=n, c=c) for n, c in found]
    if rest:
        parts.append(f"{sum(n for n, _ in rest)} of {len(rest)} other classes")
    return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + last + parts[-1]


@lru_cache(maxsize=64)
def _numbered(classes: tuple[str, ...]) -> bool:
    """Whether a class's name begins with a digit."""
    return any(name[:1].isdigit() for name in classes)


def contents(node: Node, last=", ") -> str:
    """What a node holds: "3 No, 2 Yes"; in regression "mean 1.667, n = 3, MSE 0.889"."""
    schema = node.tree.schema
    if not schema.regression:
        return counts_text(node.counts, schema.classes, last)
    return mean_text(node.n, node.value, node.mse)


def mean_text(n: int, mean: float, mse: float) -> str:
    """Examples with a numeric target in words.

    >>> mean_text(3, 5 / 3, 8 / 9)
    'mean 1.667, n = 3, MSE 0.889'
    """
    return f"mean {significant(mean)}, n = {n}, MSE {significant(mse)}" if n else "no examples"


# What the candidates of one feature are called, where there are several.
PLURAL = {
    Kind.VALUE: "values",
    Kind.THRESHOLD: "thresholds",
    Kind.ORDERED: "places to cut",
    Kind.SUBSET: "sets of values",
}


def best_of(found: Candidates, c: int, n: int) -> str:
    """What candidate c is as the best of its feature's n: "the best of 127 sets of values".

    The best cut of an order is the best of all sets (Breiman), unless some cut makes a branch too small.
    """
    feature = found.feature[c]
    if found.ordered[c] and found.admissible[found.feature == feature].all():
        return f"the best of {found.possible(feature)} {PLURAL[Kind.SUBSET]}, found by ordering (Breiman)"
    return f"the best of {n} {'cuts of the ordered values' if found.ordered[c] else PLURAL[Kind(int(found.kind[c]))]}"


def among_tried(found: Candidates, tied) -> str:
    """What is to be said of a tie, ``tied`` (c,) bool, where sets of values that were not tried may tie as well;
    else ""."""
    return " among the questions tried" if found.ordered[tied].any() else ""


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


@lru_cache(256)
def shortened(names: tuple[str, ...], length: int) -> dict[str, str]:
    """Each of a table's names cut to a length, so that different ones stay different:
    those that begin alike say where they part.

    >>> list(shortened(("Share of seats held by women", "Share of seats held by the young"), 16).values())
    ['Share…women', 'Share…the young']
    """
    found = {name: shorten(name, length) for name in names}
    for cut in Counter(found.values()):
        alike = [name for name in found if found[name] == cut]
        if len(alike) == 1:
            continue
        part, head = len(commonprefix(alike)), length // 3
        begin = max(alike[0].rfind(" ", 0, part) + 1, part - head, head)
        for name in alike:
            found[name] = f"{name[:head].rstrip()}…{shorten(name[begin:], length - head - 1)}"
    used = Counter(found.values())
    for k, name in enumerate(found, 1):  # they part in several places
        if used[found[name]] > 1:
            found[name] = f"{name[: length - len(str(k)) - 1].rstrip()}…{k}"
    return found


def question(split: Split, schema: Schema, length: int) -> str:
    """The question as written in a node, cut to a length: the feature's name gives way."""
    names, title = tuple(f.name for f in schema.features), split.title(schema)
    if len(title) <= length:
        return title
    asks, values = title[len(names[split.feature]) :], schema.features[split.feature].values
    if split.kind is Kind.VALUE:
        asks = f" = {shortened(values, length // 2)[values[int(split.at)]]}"
    return shorten(shortened(names, max(length - len(asks), length // 2))[names[split.feature]] + asks, length)


def answer(node: Node, length: int) -> str:
    """The answer that leads to a node from its parent, cut to a length."""
    split, schema, said = node.parent.split, node.tree.schema, node.tree.answer(node.i)
    values = schema.features[split.feature].values
    if split.kind is Kind.MULTIWAY:
        return shortened(values, length)[said]
    if split.kind is Kind.VALUE:
        return said[:2] + shortened(values, length - 2)[values[int(split.at)]]
    return shorten(said, length)


def printable(text: str) -> str:
    """Text with a space for each control code, and for each mark that turns the direction of what follows."""
    return text if text.isprintable() else "".join(ch if ch.isprintable() else " " for ch in text)


def escaped(text: str) -> str:
    """Any text for HTML and XML."""
    return escape(printable(text))


def place(node: Node, longest: int = PLACE) -> str:
    """Where a node is: "Outlook = Sunny, Humidity = High"; the root is "All 14 examples".

    longest : characters from which on the first conditions are left out.
    """
    if not node.i:
        return f"All {node.n} examples" if node.n > 1 else "The one example"
    found, room = [], longest
    for condition in node.upwards():
        room -= len(condition)
        if found and room < 0:
            found.append("… ")
            break
        found += [", ", condition] if found else [condition]
        room -= 2
    return "".join(reversed(found))


def verdict(node: Node, decided: Collection[int] | None = None) -> str:
    """What is known of a node: its question, its label, or "?" while it is not decided."""
    if decided is not None and node.i not in decided:
        return "?"
    return node.split.title(node.tree.schema) if node.split else node.label


def n_visible(tree: Tree, decided: Collection[int] | None = None) -> int:
    """How many nodes are visible: the root, and the children of those that are decided; None for the whole tree."""
    return len(tree) if decided is None else 1 + int(tree.n_children[list(decided)].sum())


def outline(tree: Tree, decided: Collection[int] | None = None) -> Iterator[tuple[int, str, Node]]:
    """(depth, line, node) of every visible node, parents first: "Sunny: Humidity  (3 No, 2 Yes)".

    decided : numbers of the nodes that are decided; None for the whole tree.
    """
    for node in map(tree.__getitem__, tree.preorder(decided)):
        edge = f"{tree.answer(node.i)}: " if node.i else ""
        yield int(tree.depth[node.i]), f"{edge}{verdict(node, decided)}  ({contents(node)})", node


def tree_text(tree: Tree, decided: Collection[int] | None = None) -> str:
    """The tree as indented text, one node a line; below DEEP levels a number says how many more there are."""
    lines, last_of = [], []
    for depth, line, node in outline(tree, decided):
        del last_of[depth:]
        last_of.append(not node.i or int(tree.branch[node.i]) == node.parent.tree.n_children[node.parent.i] - 1)
        more = max(depth - DEEP, 0)
        bars = "".join("   " if last else "│  " for last in last_of[1 + more : -1])
        bars = f"…{more} {bars}" if more else bars
        # A name may hold a line's end.
        lines.append(bars + ("" if depth == 0 else "└─ " if last_of[-1] else "├─ ") + " ".join(line.splitlines()))
    return "\n".join(lines)


def tree_code(tree: Tree, decided: Collection[int] | None = None) -> str:
    """The tree as nested if-then-else (Ch8 Fig.

    8.1), in Python's syntax; every DEEP levels a function of its own begins.

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
    (_, first), *others = _bodies(tree, decided)
    return "\n".join([first, *(f"\n\n{_function(*other)}" for other in others)])


def tree_function(tree: Tree, decided: Collection[int] | None = None) -> str:
    """The tree as a Python function of a dict of features; None for a value that it does not know."""
    (_, first), *others = _bodies(tree, decided)
    return "\n\n\n".join(_function(*one) for one in [("predict", first), *others]) + "\n"


def _function(name: str, body: str) -> str:
    return f"def {name}(x):\n{indent(body, '    ')}"


def _bodies(tree: Tree, decided: Collection[int] | None) -> Iterator[tuple[str, str]]:
    """(name, code) of the functions that the tree's code is made of, the root's first."""
    roots = [0]
    for root in roots:
        yield f"node_{root}", "\n".join(_body(tree[root], decided, 0, roots))


def _body(node: Node, decided: Collection[int] | None, depth: int, roots: list[int]) -> Iterator[str]:
    """Lines of a node's code. roots : gets the nodes that are left to functions of their own."""
    margin = "    " * depth
    if decided is not None and node.i not in decided:
        yield margin + "...  # not decided yet"
    elif node.split is None:
        yield f"{margin}return {node.value if node.tree.schema.regression else node.label!r}"
    elif depth == DEEP:
        yield f"{margin}return node_{node.i}(x)"
        roots.append(node.i)
    else:
        for b, child in enumerate(node.children):
            yield margin + _branch_code(node, b)
            yield from _body(child, decided, depth + 1, roots)


def _branch_code(node: Node, b: int) -> str:
    split, schema = node.split, node.tree.schema
    x, values = f"x[{repr(schema.features[split.feature].name)}]", schema.features[split.feature].values
    if b and split.kind is not Kind.MULTIWAY:
        return "else:"
    word = "elif" if b else "if"
    match split.kind:
        case Kind.THRESHOLD:
            holds = split.branch(schema, 0).replace("≤", "<=")
        case Kind.ORDERED:
            holds = f"in {values[: int(split.at)]!r}"
        case Kind.SUBSET:
            holds = f"in {{{', '.join(map(repr, split.values(schema)))}}}"
        case kind:
            holds = f"== {values[int(split.at) if kind is Kind.VALUE else b]!r}"
    return f"{word} {x} {holds}:"


def rules(tree: Tree, decided: Collection[int] | None = None) -> list[Node]:
    """The decided leaves, left to right; each is a rule: if all its ``conditions`` hold, then its ``label``."""
    leaf = (tree.kind == Kind.NONE).tolist()
    return [tree[i] for i in tree.preorder(decided) if leaf[i] and (decided is None or i in decided)]


def error_here(node: Node) -> str:
    """A node's own training error: "3 of 7 wrong", "mean squared error 7.139"."""
    if node.tree.schema.regression:
        return f"mean squared error {measured(node.mse)}"
    return f"{node.n - max(node.counts)} of {node.n} wrong"


def said_by_all(node: Node) -> str:
    """What every branch of a split predicts, if they all predict the same; else ""."""
    leaves = [child for child in node.children if child.n]
    same = len({child.value if node.tree.schema.regression else child.label for child in leaves}) == 1
    return leaves[0].label if same else ""


def all_are(n: int, what: str, where: str = "", has=("is", "are")) -> str:
    """That n examples, those ``where``, are all the same: "all 4 examples are Yes", "the one example is Yes"."""
    who = {1: "the one example", 2: "both examples"}.get(n, f"all {n} examples")
    return f"{who}{where} {has[n > 1]} {what}"


def leaf_reason(node: Node, so_far: bool = False) -> str:
    """Why a node is a leaf, with the case put in: "all 4 examples are Yes".

    so_far : the tree is a piece of a growth that goes on.
    """
    schema = node.tree.schema
    match node.stop:
        case Stop.PURE:
            has = ("has", "have") if schema.regression else ("is", "are")
            return all_are(node.n, f"{schema.target} = {node.label}" if schema.regression else node.label, has=has)
        case Stop.EMPTY if schema.regression:
            return "no training example comes here and the mean of its parent decides"
        case Stop.EMPTY:
            parent = node.parent.counts
            top = max(parent)
            tie = f"a tie of {top} to {top}, so the class listed first"
            how = f"{top} of {sum(parent)}" if parent.count(top) == 1 else tie
            return f"no training example comes here and the majority of its parent decides ({how})"
        case Stop.BUDGET if node.i:  # where the splits went that a limit of leaves, nodes or splits allows
            best = f"the open node with the largest (n/m) × {gain_title(node.tree)}"
            if so_far:
                return f"each split so far went to {best}"
            splits = len(node.tree) - node.tree.n_leaves
            if splits == 1:
                return "the one allowed split went to the root"
            return f"each of the {splits} allowed splits went to {best}"
        case _:
            return node.stop.value


def gain_title(tree: Tree) -> str:
    """What a question earns: "gain", "reduction of MSE"."""
    return "reduction of MSE" if tree.schema.regression else "gain"
