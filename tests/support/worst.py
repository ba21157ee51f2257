"""Inputs that cost their readers most, by size: what a stranger would send.

The tests count the work, a benchmark the time.
"""

from __future__ import annotations

import json
from collections.abc import Callable

from dtlearn.bound import prefix_code
from dtlearn.data import packing, plans, sniff
from dtlearn.data.synthetic import truth_table
from dtlearn.learning import boolean_formula
from dtlearn.show.paper import latex_reader
from dtlearn.teaching import tree_json, worked_examples

_HEAD = {"a": ["t", "", "", "", "", ""], "t": "y", "c": ["a", "b"], "f": [["x"]]}


def _link(head: dict, *lines: str) -> str:
    return "~1" + packing.deflate("\n".join([json.dumps(head, separators=(",", ":")), *lines]))


def _table(source: bytes | str) -> None:
    sheet = sniff.read(source)
    plans.guess(plans.look(sheet, plans.missing_words(sheet)))


def _grid(rows: int, columns: int, cell: Callable[[int, int], str]) -> str:
    head = ",".join(f"c{j}" for j in range(columns))
    return "\n".join([head, *(",".join(cell(i, j) for j in range(columns)) for i in range(rows))])


_XOR = truth_table("parity", 4).schema
_TREE = '{"data":"or","algorithm":"ID3 (UML)","tree":%s}'
# name -> (what reads it, size -> the input, the largest size)
WORST: dict[str, tuple[Callable, Callable, int]] = {
    "a link's worked example: dots in a key": (
        worked_examples.unpack,
        lambda n: "~d1" + packing.deflate(".".join("a" * n) + "=1"),
        100_000,
    ),
    "... quoted, with spaces": (
        worked_examples.unpack,
        lambda n: "~d1" + packing.deflate(" . ".join(['"a"'] * n) + "=1"),
        30_000,
    ),
    "... short keys": (worked_examples.read, lambda n: "\n".join(f"a{i}=1" for i in range(n)), 25_000),
    "... slides times settings": (
        worked_examples.read,
        lambda n: 'title="a"\n[settings.a]\n' + "".join(f"a{i}=1\n" for i in range(n)) + '[[slides]]\npage="a"\n' * 60,
        20_000,
    ),
    "... escapes": (worked_examples.read, lambda n: 'title="' + r"\n" * n + '"', 99_000),
    "... lines": (worked_examples.read, lambda n: "\n" * n, 199_000),
    "... brackets": (worked_examples.read, lambda n: "a=" + "[" * n, 199_000),
    "... tables": (worked_examples.read, lambda n: "[[a]]\n" * n, 33_000),
    "... inflated": (worked_examples.unpack, lambda n: "~d1" + packing.deflate(" " * n), 2_000_000),
    "a card: rows filled in": (
        lambda text: packing.read_pair(b"a,b\n1,x\n", text.encode()),
        lambda n: "[filled]\na=[" + "1," * n + "]",
        59_000,
    ),
    "a card: a long text": (
        lambda text: packing.read_pair(b"a,b\n1,x\n", text.encode()),
        lambda n: "story = '''" + "x" * n + "'''",
        990_000,
    ),
    "a card beside a wide table": (
        lambda text: packing.read_pair(text.encode(), b""),
        lambda n: ",".join(f"c{j}" for j in range(n)) + "\n" + "1," * (n - 1) + "1",
        200_000,
    ),
    "a card beside a long table": (
        lambda text: packing.read_pair(text.encode(), b""),
        lambda n: "a,b\n" + "1,x\n" * n,
        490_000,
    ),
    "a card beside many values": (
        lambda text: packing.read_pair(text.encode(), b""),
        lambda n: "a,b\n" + "".join(f"w{i},x\n" for i in range(n)),
        5_000,
    ),
    "a card: a number": (
        lambda text: packing.read_pair(b"a,b\n1,x\n", text.encode()),
        lambda n: "a=0." + "1" * n,
        900_000,
    ),
    "a link's table: numbers": (packing.unpack, lambda n: _link(_HEAD, "1," * n + "1", "0" * (n + 1)), 330_000),
    "... short columns": (
        packing.unpack,
        lambda n: _link(_HEAD | {"f": [["x"]] * n}, *["1"] * n, "0"),
        100_000,
    ),
    "... nested JSON": (packing.unpack, lambda n: _link({}, "[" * n), 990_000),
    "... lists in JSON": (packing.unpack, lambda n: "~1" + packing.deflate('{"a":[' + "[]," * n + "[]]}"), 330_000),
    "... nominal values": (
        packing.unpack,
        lambda n: _link(_HEAD | {"f": [["x", *map(str, range(n))]]}, "0", "0"),
        90_000,
    ),
    "a file: cells in a line": (_table, lambda n: "a," * n, 990_000),
    "a file: lines": (_table, lambda n: "a,b\n" * n, 490_000),
    "a file: blank lines": (_table, lambda n: "a,b\n1,x\n" + "\n" * n, 1_990_000),
    "a file: a quote that never closes": (_table, lambda n: 'a,b\n"' + "x\n" * n, 990_000),
    "a file: quotes": (_table, lambda n: '"",' * n, 660_000),
    "a file: 50,000 numbers": (_table, lambda n: _grid(n, 11, lambda i, j: f"{i}.{j}"), 5_000),
    "a file: 50,000 words": (_table, lambda n: _grid(n, 11, lambda i, j: f"w{(i * 7 + j) % 100}"), 5_000),
    "a file: 100,000 numbers": (_table, lambda n: _grid(n, 20, lambda i, j: f"{i}.{j}"), 4_990),
    "a file: letters that are not shared": (_table, lambda n: b" \x80," * n, 660_000),
    "a file: long words": (_table, lambda n: _grid(n, 2, lambda i, j: "w" * 180 + str(i % 100)), 5_000),
    "a file: thousands apart": (_table, lambda n: _grid(n, 2, lambda i, j: '"1' + ",000" * 45 + '"'), 5_000),
    "a file: digits": (_table, lambda n: _grid(n, 2, lambda i, j: "1" * 190), 5_000),
    "a file: marks on a letter": (_table, lambda n: "a,b\ne" + "\u0301\u0327" * n + ",x", 490_000),
    "a file: letters with marks": (_table, lambda n: "a,b\n" + "e\u0301" * n + ",x", 650_000),
    "a file: JSON": (_table, lambda n: "[" + "1," * n + "1]", 990_000),
    "a file: nested JSON": (_table, lambda n: "[" * n, 1_990_000),
    "a file: zeros": (_table, lambda n: b"\0" * n, 1_990_000),
    "a file: not UTF-8": (_table, lambda n: b"\xff" * n, 1_990_000),
    "a file: UTF-16": (_table, lambda n: ("a,b\n" + "x,y\n" * n).encode("utf-16"), 240_000),
    "a file: columns": (_table, lambda n: ",".join(f"c{j}" for j in range(n)) + "\n" + "1," * (n - 1) + "1", 200_000),
    "a tree: nested": (tree_json.read, lambda n: _TREE % ('{"feature":"x1","branches":[' * n), 6_000),
    "a tree: spaces": (tree_json.read, lambda n: " " * n, 199_000),
    "a tree: commas": (tree_json.read, lambda n: _TREE % ("[" + "," * n), 199_000),
    "a tree: escapes": (tree_json.read, lambda n: _TREE % ('"' + r"\"" * n), 99_000),
    "a tree: digits": (tree_json.read, lambda n: _TREE % ("1" * n), 199_000),
    "a tree: keys": (tree_json.read, lambda n: _TREE % ("{" + ",".join(f'"{i}":1' for i in range(n)) + "}"), 20_000),
    "a formula: brackets": (lambda text: boolean_formula.concept_of(text, 4), lambda n: "(" * n + "x1" + ")" * n, 198),
    "a formula: counts": (lambda text: boolean_formula.concept_of(text, 4), lambda n: f"parity(x1{',x1' * n})", 130),
    "a formula of LaTeX: braces": (latex_reader.lines_of, lambda n: "{" * n, 2_000),
    "... scripts": (latex_reader.lines_of, lambda n: "x" + "_1^1" * n, 500),
    "... digits": (latex_reader.lines_of, lambda n: r"\frac" + "1" * n, 1_900),
    "... fractions": (latex_reader.lines_of, lambda n: r"\frac" * n, 400),
    "a code word": (lambda text: prefix_code.read(prefix_code.parse(text, _XOR), _XOR), lambda n: "x1 " * n, 30_000),
}
