"""The prefix-free code of (18.1): a tree as a word over d questions, K leaves and END (UML (18.1); E29)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, log2, sqrt

from dtlearn.data.dataset import Schema
from dtlearn.trees.sketch import Sketch, n_branches
from dtlearn.trees.split import Kind, Split


class CodeError(ValueError):
    """A word that is no tree's code, in one sentence; ``place`` is the symbol where that shows, from 0."""

    def __init__(self, message: str, place: int):
        super().__init__(message)
        self.place = place


def alphabet(schema: Schema) -> tuple[str, ...]:
    """The symbols as they are written: x1? ... xd?, leaf0 ... leaf(K-1), END. A symbol's number is its place here.

    >>> from dtlearn import truth_table
    >>> alphabet(truth_table("or", 2).schema)
    ('x1?', 'x2?', 'leaf0', 'leaf1', 'END')
    """
    if schema.regression:
        raise ValueError("The code is for leaves with a class: choose a data set with classes.")
    numeric = next((feature.name for feature in schema.features if feature.numeric), None)
    if numeric is not None:
        raise ValueError(f"{numeric!r} is numeric, it has no fixed answers: make the features yes/no first.")
    asked = (f"x{j + 1}?" for j in range(len(schema.features)))
    return (*asked, *(f"leaf{k}" for k in range(len(schema.classes))), "END")


def encode(sketch: Sketch, schema: Schema) -> tuple[int, ...]:
    """The code word of a tree: its nodes in preorder, then END; n + 1 symbols.

    Raises ValueError for a question that is not about a whole feature: binarise the data first.

    >>> from dtlearn import grow, truth_table
    >>> from dtlearn.trees.sketch import sketch
    >>> tree = grow(truth_table("or", 2)).tree
    >>> " ".join(alphabet(tree.schema)[s] for s in encode(sketch(tree), tree.schema))
    'x1? x2? leaf0 leaf1 leaf1 END'
    """
    d, K = len(alphabet(schema)) - 1 - len(schema.classes), len(schema.classes)
    strange = next((word for word in sketch if isinstance(word, Split) and word.kind is not Kind.MULTIWAY), None)
    if strange is not None:
        raise ValueError(f"The code has no symbol for {strange.title(schema)!r}: make the features yes/no first.")
    stray = next((word for word in sketch if not isinstance(word, Split) and not 0 <= word < K), None)
    if stray is not None:
        raise ValueError(f"{stray} is no class: choose 0 to {K - 1}.")
    return (*(word.feature if isinstance(word, Split) else d + word for word in sketch), d + K)


@dataclass(frozen=True)
class Reading:
    """What a reader knows after some symbols of a word, from the left.

    sketch : the tree so far; a leaf of class 0 stands where a subtree is still missing.
    places : for each word of ``sketch`` the symbol that wrote it, -1 where it is missing.
    missing : subtrees that are still to come. ended : END was read.
    problem : what is wrong, as a sentence; "" if the symbols are the beginning of a code word. place : where.
    """

    sketch: Sketch
    places: tuple[int, ...]
    missing: int
    ended: bool
    problem: str = ""
    place: int = -1

    @property
    def complete(self) -> bool:
        """The whole code word of a tree has been read."""
        return self.ended and not self.problem


def read(symbols: Sequence[int], schema: Schema, end: bool = True) -> Reading:
    """The tree as far as the symbols tell; reading stops at the first symbol that cannot be right.

    end : the word must close with END. Without, it is complete with its last leaf: as every question has a known
    number of branches, preorder tells by itself where the tree ends (E29).
    """
    d, K = len(schema.features), len(schema.classes)
    sketch, missing, ended, problem, place = [], 1, False, "", -1
    names = alphabet(schema)
    for i, symbol in enumerate(symbols):
        last = symbol == d + K
        if not 0 <= symbol <= d + K:
            problem = f"Symbol {i + 1} is number {symbol}, but the alphabet has {d + K + 1}: choose 0 to {d + K}."
        elif last and not end:
            problem = f"Symbol {i + 1} is END, and this code has none: leave it out."
        elif ended:
            problem = f"Symbol {i + 1}, {names[symbol]}, comes after END: leave it out."
        elif last and missing:
            problem = f"END came too early: {_subtrees(missing)} still missing."
        elif not last and not missing:
            rest = "only END may follow" if end else "leave it out"
            problem = f"Symbol {i + 1} is {names[symbol]}, but the tree is complete: {rest}."
        if problem:
            place = i
            break
        if last:
            ended = True
        elif symbol < d:
            sketch.append(Split(symbol, Kind.MULTIWAY))
            missing += n_branches(sketch[-1], schema) - 1
        else:
            sketch.append(symbol - d)
            missing -= 1
    places = tuple(range(len(sketch))) + (-1,) * missing
    return Reading((*sketch, *(0,) * missing), places, missing, ended or (not end and not missing), problem, place)


def decode(symbols: Sequence[int], schema: Schema, end: bool = True) -> Sketch:
    """The tree of a code word. Raises CodeError, in a sentence, for a word that is broken or ends too early."""
    found = read(symbols, schema, end)
    if found.problem:
        raise CodeError(found.problem, found.place)
    if found.missing:
        raise CodeError(
            f"The word ends after {_count(len(symbols), 'symbol')}, but {_subtrees(found.missing)} missing.",
            len(symbols),
        )
    if not found.ended:
        raise CodeError("The tree is complete, but END is missing: a reader would wait for more.", len(symbols))
    return found.sketch


def tokens(text: str, schema: Schema, end: bool = True) -> list[str]:
    """The symbols of a typed word, one by one, right or wrong; 0s and 1s in a row are cut into blocks.

    >>> from dtlearn import truth_table
    >>> tokens("x1, leaf 0 leaf1", truth_table("or", 2).schema), tokens("000011 01", truth_table("or", 2).schema)
    (['x1', 'leaf0', 'leaf1'], ['000', '011', '01'])
    """
    width = len(block(0, _symbols(schema, end)))
    words = re.sub(r"(?i)\bleaf\s+(?=\d)", "leaf", text).replace(",", " ").split()
    return [
        part
        for word in words
        for part in ([word[i : i + width] for i in range(0, len(word), width)] if _is_bits(word) else [word])
    ]


def parse(text: str, schema: Schema, end: bool = True) -> tuple[int, ...]:
    """The symbols of a typed word: "x1? x2? leaf0 leaf1 leaf1 END"; the case, the "?" and commas do not matter.

    Their blocks of 0s and 1s are read too, with or without spaces between them: "000 001 010 011 011 100". ``end`` :
    the alphabet has END, which may make the blocks wider. Raises CodeError for a symbol that the alphabet does not
    have.
    """
    number = {name.rstrip("?").lower(): i for i, name in enumerate(alphabet(schema))}
    size, found = _symbols(schema, end), []
    first, last = block(0, size), block(size - 1, size)
    letters = f"x1? to x{len(schema.features)}?, leaf0 to leaf{len(schema.classes) - 1}, or END"
    for i, token in enumerate(tokens(text, schema, end)):
        if not _is_bits(token):
            symbol = number.get(token.rstrip("?").lower())
            wrong = f"is not in the alphabet: write {letters}" if symbol is None else ""
        elif len(token) != len(first):
            wrong = f"is no block of {_count(len(first), 'bit')}: write {first} to {last}, or {letters}"
        else:
            symbol = int(token, 2)
            wrong = (
                f"is number {symbol}, but the alphabet has {size}: write {first} to {last}" if symbol >= size else ""
            )
        if wrong:
            shown = token[:20] + ("…" if len(token) > 20 else "")
            raise CodeError(f"Symbol {i + 1}, {shown!r}, {wrong}.", i)
        found.append(symbol)
    return tuple(found)


def _is_bits(token: str) -> bool:
    return set(token) <= {"0", "1"}


def _symbols(schema: Schema, end: bool) -> int:
    return len(alphabet(schema)) - (not end)


def bits(n: int, d: int, classes: int = 2, end: bool = True) -> float:
    """Length of the code word of a tree of n nodes: (n + 1) log2(d + K + 1) bits; without END n log2(d + K)."""
    return (n + end) * log2(d + classes + end)


def block(symbol: int, symbols: int) -> str:
    """A symbol as 0s and 1s of fixed width, for ``symbols`` of them: log2 is seldom whole, so a block is rounded up."""
    return format(symbol, f"0{max(ceil(log2(symbols)), 1)}b")


def kraft(d: int, classes: int = 2, end: bool = True) -> float:
    """The Kraft sum over all binary trees: the sum of (d + K + 1)^-(n + 1), or without END of (d + K)^-n.

    At most 1, as for every prefix-free code. Closed form: F, the sum without END's factor, solves F = z (K + d F^2)
    with z = 1 / symbols.

    >>> round(kraft(1), 6), round(kraft(2), 6)
    (0.146447, 0.1)
    """
    z = 1 / (d + classes + end)
    # The least root, written so that it does not cancel where d is large or 0.
    total = 2 * classes * z / (1 + sqrt(max(1 - 4 * classes * d * z * z, 0.0)))
    return total * z if end else total


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _subtrees(missing: int) -> str:
    return f"{_count(missing, 'subtree')} {'is' if missing == 1 else 'are'}"
