"""What a pruning calls things: the places of nodes, what can be done there, numbers that can be told apart."""

from collections.abc import Sequence
from fractions import Fraction

from dtlearn.data.dataset import places as digits
from dtlearn.pruning.edit import Action, Alternative, Pruning
from dtlearn.show.base.text import HUGE, fixed, listing, measured, place, shown
from dtlearn.trees.tree import Tree

LONGEST = 48  # characters of a node's place from which on its first conditions are left out
NARROW = 24  # characters of a place in a table


def where(tree: Tree, node: int, longest: int = LONGEST) -> str:
    """A node's place in words: "the root", "X1 = 0, X2 = 1"; of a long one the last conditions."""
    return place(tree[node], longest) if node else "the root"


def title(pruning: Pruning, one: Alternative) -> str:
    """What an alternative does: "keep the subtree", "keep the leaf", "leaf Yes", "subtree of X1 = 0"."""
    tree = pruning.tree
    if one.action is Action.KEEP:
        return "keep the subtree" if tree.n_children[one.node] else "keep the leaf"
    if one.action is Action.LEAF:
        return f"leaf {leaf_name(tree, one.label)}"
    return f"subtree of {tree[one.node].split.condition(tree.schema, one.child)}"


def leaf_name(tree: Tree, label: int) -> str:
    """What a node says as a leaf, a class by its number."""
    return tree.schema.classes[label]


def trained(pruning: Pruning, k: int) -> str:
    """The training error of state k: "0 of 14 wrong", where errors cost differently "training cost 5"."""
    wrong = int(pruning.n_wrong[k])
    return f"training cost {wrong}" if pruning.settings.costs else f"{wrong} of {len(pruning.data)} wrong"


def error_title(pruning: Pruning) -> str:
    """What its error is."""
    return "mean cost per example" if pruning.settings.costs else "error"


def wrong_title(pruning: Pruning) -> str:
    """What it counts."""
    return "cost" if pruning.settings.costs else "wrong"


def missed(pruning: Pruning, found: Sequence[int]) -> list[tuple[int, str, int]]:
    """(how many, class, what each costs) of the classes of which some are got wrong. found : (K,) of each."""
    every = zip(found, pruning.tree.schema.classes, pruning.settings.costs, strict=True)
    return [(int(n), name, cost) for n, name, cost in every if n]


def row_name(pruning: Pruning, one: Alternative) -> str:
    """An alternative at the head of a row: its place where nodes compete, else what it does."""
    return capital(where(pruning.tree, one.node, NARROW)) if pruning.procedure.picks_node else title(pruning, one)


def exact(x: float | Fraction) -> str:
    """All there is of a number: "5/56 ≈ 0.08928571428571429", "1/8 = 0.125"."""
    return equation(x, f"{float(x):.16g}") if isinstance(x, Fraction) else f"{x:.16g}"


def equation(x: Fraction, decimals: str) -> str:
    """A fraction and its decimals: "1/8 = 0.125", rounded "5/56 ≈ 0.089".

    >>> equation(Fraction(1, 8), "0.125"), equation(Fraction(5, 56), "0.089"), equation(Fraction(3), "3")
    ('1/8 = 0.125', '5/56 ≈ 0.089', '3')
    """
    sign = "=" if Fraction(decimals) == x else "≈"
    return f"{x} {sign} {decimals}" if x.denominator > 1 else str(x)


def told_apart(values: Sequence[float | Fraction], least: int = 3) -> list[str]:
    """The numbers with ``least`` decimals, or with as many more as it takes to tell different ones apart, and from
    zero.

    >>> told_apart([Fraction(1, 8), 0.5, 0.50004]), told_apart([Fraction(1, 3000)])
    (['0.12500', '0.50000', '0.50004'], ['0.0003'])
    >>> told_apart([0.00048, 0.00048001], 6), told_apart([4e-20, 0.0], 22)
    (['0.00048000', '0.00048001'], ['4.00e-20', '0'])
    >>> told_apart([4.0e20, 4.001e20])
    ['4.000e+20', '4.001e+20']
    """
    if all(isinstance(x, int) for x in values):
        return [str(x) for x in values]
    most, plain = least + 6, least < 12 and max(map(abs, values)) < HUGE

    def write(x: float | Fraction, places: int) -> str:
        return fixed(x, places) if plain else f"{x:.{places - least + 2}e}" if x else "0"

    different = set(values)
    known = {0.0, *(float(write(x, most)) for x in different)}
    places = next((p for p in range(least, most) if len({write(x, p) for x in known}) == len(known)), most)
    written = {x: write(x, places) for x in different}
    return [written[x] for x in values]


def price(alpha: float | Fraction) -> str:
    """A price of a leaf: "5/56 ≈ 0.089", "1/3000 ≈ 0.0003", "0"."""
    if not alpha:
        return "0"
    return equation(alpha, shown(alpha)) if isinstance(alpha, Fraction) else f"≈ {measured(alpha)}"


def rounded(x: float, places: int) -> str:
    """So many decimals, or as many more as three significant digits take."""
    return fixed(x, max(places, digits(x))) if abs(x) >= 1e-9 else measured(x)


def capital(text: str) -> str:
    """A place at the head of a sentence; a feature keeps its own letters."""
    return "The root" if text == "the root" else text


def upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def several(names: Sequence[str]) -> str:
    return listing(names) if len(names) <= 3 else f"{', '.join(names[:2])} and {len(names) - 2} more"
