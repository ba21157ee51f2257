"""The code in print: a word and its tree step by step, the lengths, Kraft's sums."""

import json
import re
from fractions import Fraction
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtlearn import Dataset, grow, load, truth_table
from dtlearn.bound.prefix_code import alphabet, kraft, read
from pages.ui.code import word as code
from pages.ui.code import words
from pages.ui.code.word import WAYS, text_of, word_of
from tests.support.facts import facts
from tests.support.strategies import datasets

NOMINAL = datasets(kinds=("nominal",), hostile=True)
OR = truth_table("or", 2)
OR_WORD = "x1? x2? leaf0 leaf1 leaf1 END"


@st.composite
def typed(draw):
    """(data, text, end): tokens of the alphabet and others, in any order."""
    data = draw(NOMINAL)
    names = [*alphabet(data.schema), "x99?", "leaf9", "<b>", "$x$", "end,"]
    return data, " ".join(draw(st.lists(st.sampled_from(names), max_size=14))), draw(st.booleans())


@st.composite
def right(draw):
    """(data, the word of a grown tree, end)."""
    data, end = draw(NOMINAL), draw(st.booleans())
    return data, word_of(data, text_of(grow(data).tree, end), end)


@given(right())
def test_a_grown_tree_and_its_word_say_the_same_in_bits_too(case):
    data, word = case
    tree = grow(data).tree
    assert word.problem == ""
    assert word.last == len(word.tokens) == len(tree) + word.end
    assert word.n == len(tree)
    assert repr(word.tree) == repr(tree)
    assert [word.missing(k) for k in (0, word.n)] == [1, 0]
    assert all(word.missing(k) for k in range(word.n))
    for way in WAYS:
        shown = code.view(word, word.last, way)
        assert {node["kind"] for node in shown["nodes"]} <= {"split", "leaf"}
        assert len(shown["nodes"]) == len(tree)
        assert not [node for node in shown["nodes"] if node["mark"]]
    bits = words.written(word)
    for typed_ in (bits, bits.replace(" ", "")):
        again = word_of(data, typed_, word.end)
        assert (again.tokens, again.problem) == (word.tokens, "")
    assert code.unreached(case[1]) == ""


@given(right(), st.data())
def test_the_step_decides_what_is_written_and_what_is_open(case, draw):
    data, word = case
    k = draw.draw(st.integers(0, word.n))
    symbols = [alphabet(data.schema).index(token) for token in word.tokens]
    writing, reading = (code.view(word, k, way)["nodes"] for way in ("write", "read"))
    assert len(writing) == word.n
    assert sum(node["kind"] != "open" for node in writing) == k == sum(node["kind"] != "open" for node in reading)
    missing = read(symbols[:k], data.schema, word.end).missing
    assert sum(node["kind"] == "open" for node in reading) == missing == word.missing(k) == len(word.open_places(k))
    assert all(node["title"] == "?" for node in reading if node["kind"] == "open")
    assert all(node["title"] != "?" or "?" in str(data.schema) for node in writing)
    for nodes in (writing, reading):
        (following,) = [node for node in nodes if node["mark"] == "next"] or [None]
        assert (following is None) == (k == word.n)
    assert code.view(word, k, "read")["lit"] == ([code.node_id(word.node(k - 1).path)] if k else [])


@given(typed())
def test_whatever_is_typed_gets_a_tree_a_sentence_and_blocks_without_a_tag(case):
    data, text, end = case
    word = word_of(data, text, end)
    assert word.tree.n[0] == len(data)
    assert word.reading.complete or word.problem
    assert 0 <= word.last <= len(word.tokens)
    for k in range(word.last + 1):
        for way in WAYS:
            blocks = code.blocks(word, k, way)
            states = [block["state"] for block in blocks]
            json.dumps([blocks, code.view(word, k, way)], allow_nan=False)
            assert states.count("bad") + states.count("gap") == (word.problem != "")
            assert len(blocks) == len(word.tokens) + states.count("gap")
            assert all(0 <= block["step"] <= word.last for block in blocks)
            assert "\n" not in code.caption(word, k, way)
        assert (word.problem in code.caption(word, k, "read")) == (k == word.last and k > 0 or not word.problem)
    assert "<b>" not in words.alphabet_html(word)
    features = tuple(f.__class__(f"<i>{j}", f.values) for j, f in enumerate(data.schema.features))
    schema = data.schema.__class__(features, tuple(f"<i>{k}" for k in range(len(data.schema.classes))), "<i>")
    word = word_of(Dataset("x", schema, data.X, data.y, data.card), text, end)
    assert "<i>" not in words.alphabet_html(word)


def test_a_question_asked_again_leaves_a_leaf_that_nothing_reaches():
    def said(text):
        return code.unreached(word_of(OR, text))

    assert said("x1? x1? leaf0 leaf1 leaf1 END") == (
        "x1? is asked again on its own path: a code word all the same, with 1 leaf that nothing can reach."
    )
    twice = said("x1 x2 x1 leaf0 leaf1 leaf0 x1 x2 leaf0 leaf1 leaf1 END")  # x1 = 1 again: two leaves below x1 = 0
    assert (
        twice == "x1? is asked again on its own path: a code word all the same, with 3 leaves that nothing can reach."
    )
    assert said("x1 x2 x2 leaf0 leaf1 leaf1 x1 leaf0 leaf1 END").startswith("x1? and x2? are asked again on their own")
    assert said("x1 x2 leaf0 leaf1 x2 leaf0 leaf1 END") == ""  # two paths, once on each
    assert said("x1? x1? leaf0 leaf1 END") == ""  # no code word


def test_a_long_symbol_is_short_in_its_block_and_whole_in_the_word():
    word = word_of(OR, f"x1? {'y' * 50}")
    assert word.tokens[1] == "y" * 50
    shown = code.blocks(word, 2, "read")[1]
    assert len(shown["symbol"]) == 20
    assert len(shown["label"]) < 50


def test_the_words_about_the_or_tree():
    word = word_of(OR, OR_WORD)
    assert [code.caption(word, k, "read").split(". ", 1)[-1] for k in (1, 4, 5, 6)] == [
        "It needs 2 subtrees, so 2 are missing now, next X1 = 0.",
        "1 subtree is still missing, next X1 = 1.",
        "No subtree is missing any more: the reader knows that the tree ends here, and END is still to come.",
        "It was no news: since symbol 5 no subtree had been missing.",
    ]
    assert code.caption(word, 0, "write").startswith("5 nodes, so 5 symbols, then END.")
    assert code.caption(word, 6, "write") == "Symbol 6, END: the word is complete, 5 + 1 = 6 symbols."
    assert words.weight_latex(5, OR.schema).endswith(r"= 5^{-6} = \tfrac{1}{15625}")
    assert words.weight_latex(5, OR.schema, end=False).endswith(r"= 4^{-5} = \tfrac{1}{1024}")
    assert "n = 2 inner nodes + 3 leaves = 5. END is one more, so n + 1 = 6 blocks" in words.count_text(
        word_of(OR, OR_WORD)
    )
    assert words.missing_text(word_of(OR, OR_WORD)) == "1 → 2 → 3 → 2 → 1 → 0"
    assert "loses nothing" in words.waste_text(5, 5, 2)
    assert "lose 18 − 13.932 = 4.068 bits" in words.waste_text(5, 2, 2)
    assert "to 14 bits here" in words.waste_text(5, 2, 2)


def test_a_long_way_is_told_by_its_ends():
    word = word_of(OR, "x1 " * 9)
    assert "X1 = 0, …, X1 = 0, X1 = 0" in code.caption(word, 9, "read")
    assert len(code.caption(word, 9, "read")) < 300


# ---- lengths and sums


@pytest.mark.parametrize("example", facts()["mdl"]["example_codes"], ids=lambda e: e["tree"][:12])
def test_the_lengths_of_the_facts_are_printed(example):
    d, n = (int(part.split("=")[1].rstrip(")")) for part in example["tree"].split("(")[1].split(", "))
    table = truth_table("or", d)
    printed = " ".join(words.lengths_latex(n, table.schema))
    found = [float(x) for x in re.findall(r"mathbf\{([\d.]+)\}", printed)]
    expected = [example["bits"]["value"], example["bits_fixed_width"], example["bits_without_end"]["value"]]
    assert found == pytest.approx(expected, abs=5e-4)
    word = word_of(table, " ".join(example["code"]))
    assert len(words.written(word).replace(" ", "")) == example["bits_fixed_width"]
    assert len(words.written(word).split()) == example["blocks"]


@given(st.integers(1, 60), st.integers(1, 40), st.integers(1, 9))
def test_a_written_product_gives_the_written_result(n, d, K):
    schema = truth_table("or", 1).schema
    schema = schema.__class__(schema.features * d, tuple(map(str, range(K))), "y")
    for line in words.lengths_latex(n, schema):
        a, b, result = re.search(r"(\d+)\\cdot ([\d.]+) = \\mathbf\{([\d.]+)\}", line).groups()
        assert round(int(a) * float(b), 3) == pytest.approx(float(result), abs=1e-9)
    assert ("d+3" in " ".join(words.lengths_latex(n, schema))) == (K == 2)


def test_no_multiway_tree_is_put_into_umls_formula():
    """facts.md E30."""
    assert not words.uml(load("play_tennis").schema)
    assert "d+K+1" in words.lengths_latex(8, load("play_tennis").schema)[0]


def test_the_kraft_sums_of_the_facts_are_printed():
    table = words.kraft_html(2, 2)
    for d, value in facts()["mdl"]["kraft_sum"]["values"].items():
        assert f"{value:.6f}" in table
        assert f"{(1 - sqrt(1 - 8 * int(d) / (int(d) + 3) ** 2)) / (2 * int(d)):.6f}" in table
    assert "▶ d = 2" in table
    assert "▶ d = 7" in words.kraft_html(7, 2)


@given(st.integers(1, 60), st.integers(1, 9), st.booleans())
def test_a_kraft_sum_as_a_fraction_is_the_sum(d, K, end):
    said = words.kraft_text(d, K, end)
    assert float(Fraction(said.split(" = ")[0])) == pytest.approx(kraft(d, K, end), abs=6e-7)
    assert (" = " in said or said == "1") or end


@given(right())
def test_a_question_opens_its_answers_and_a_leaf_closes_one(case):
    _, word = case
    missing = [1]
    for i in range(word.n):
        missing.append(missing[-1] - 1 + len(word.node(i).children))
    told = [int(block["left"]) for block in code.blocks(word, word.last, "read")]
    assert told == missing[1:] + [0] * word.end
