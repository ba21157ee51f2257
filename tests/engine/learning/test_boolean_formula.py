"""Formulas: read as they are meant, written in any way; a wrong one gets a sentence with its place,
and nothing is run."""

import ast
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dtlearn.learning import boolean_formula
from dtlearn.learning.boolean_formula import DEEPEST, FUNCTIONS, LONGEST, FormulaError, concept_of, features_of
from dtlearn.learning.concepts import MOST_FEATURES, named
from dtlearn.learning.cost_of_greed import formula_of

N = 3
ROWS = list(product((0, 1), repeat=N))
SPELLINGS = {
    "not": ("not ", "!", "~", "¬", "NOT "),
    "and": (" and ", "&", "&&", "∧", "*", " AND "),
    "or": (" or ", "|", "||", "∨", "+"),
    "xor": (" xor ", "^", "⊕", "!=", "≠"),
    "implies": (" implies ", "->", "→", "=>", "⇒"),
    "iff": (" iff ", "<->", "↔", "==", "=", "⇔"),
}
MEANS = {
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
    "implies": lambda a, b: (1 - a) | b,
    "iff": lambda a, b: 1 - (a ^ b),
}
TIGHT = {"iff": 1, "implies": 2, "or": 3, "xor": 4, "and": 5, "not": 6, "atom": 7}


@st.composite
def written(draw, depth=4):
    """(text, how tightly its outermost sign binds, its value on every row), with no bracket more than needed."""
    kind = draw(st.sampled_from(["atom", "not", *MEANS])) if depth else "atom"
    if kind == "atom":
        j = draw(st.integers(0, N + 1))
        if j >= N:
            return str(j - N), 7, [j - N] * len(ROWS)
        return draw(st.sampled_from([f"x{j + 1}", f"X{j + 1}", f"x{'₁₂₃'[j]}"])), 7, [row[j] for row in ROWS]
    sign = draw(st.sampled_from(SPELLINGS[kind]))
    text, tight, values = draw(written(depth - 1))
    if kind == "not":
        return sign + (text if tight >= 6 else f"({text})"), 6, [1 - v for v in values]
    other, tight_, values_ = draw(written(depth - 1))
    # Of equal signs the right one binds first in implications only.
    left = text if tight > TIGHT[kind] or (tight == TIGHT[kind] and kind != "implies") else f"( {text} )"
    right = other if tight_ > TIGHT[kind] or (tight_ == TIGHT[kind] and kind == "implies") else f"({other})"
    return left + sign + right, TIGHT[kind], [MEANS[kind](a, b) for a, b in zip(values, values_, strict=True)]


@given(written())
def test_a_formula_means_what_it_says(formula):
    text, _, values = formula
    if len(text) <= LONGEST:
        assert concept_of(text, N) == sum(v << r for r, v in enumerate(values))
        assert concept_of(f" ({text})", N) == concept_of(text, N)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("if x1 then x2 else x3", "x1 and x2 or not x1 and x3"),
        ("majority(x1, x2, x3)", "x1 and x2 or x3 and (x1 or x2)"),
        ("parity(x1, x2, x3)", "x1 xor x2 xor x3"),
        ("atleast(2, x1, x2, x3)", "majority(x1, x2, x3)"),
        ("atleast(0, x1)", "1"),
        ("atleast(9, x1)", "false"),
        ("majority(x1, x2)", "x1 and x2"),
        ("parity(x1 or x2)", "x1 or x2"),
        ("if x1 then x2 else if x2 then x3 else 1", "x1 and x2 or not x1 and (x2 implies x3)"),
        ("x1 = 0", "not x1"),
        ("x1 -> x2 -> x3", "x1 and x2 implies x3"),
        ("not x1 and x2", "(not x1) and x2"),
        ("x1 or x2 and x3", "x1 or (x2 and x3)"),
    ],
)
def test_words_and_precedence(text, same):
    assert concept_of(text, 3) == concept_of(same, 3)


@pytest.mark.parametrize("n", range(1, MOST_FEATURES + 1))
def test_functions_with_a_name(n):
    for name in ("or", "and", "majority", "parity"):
        assert concept_of(FUNCTIONS[name].formula(n), n) == named(name, n)
    for function in FUNCTIONS.values():
        if n >= function.least:
            assert features_of(function.formula(n)) <= n
    assert {function.least for function in FUNCTIONS.values()} <= set(range(1, MOST_FEATURES + 1))


@pytest.mark.parametrize("n", [1, 2, 3])
def test_every_concept_has_a_formula(n):
    for concept in range(1 << (1 << n)):
        assert concept_of(formula_of(concept, n), n) == concept


@given(st.integers(0, 65535))
def test_so_have_those_of_four_features(concept):
    text = formula_of(concept, 4)
    assert len(text) <= LONGEST
    assert concept_of(text, 4) == concept


@pytest.mark.parametrize(
    ("text", "sentence", "place"),
    [
        ("", "There is no formula", 0),
        ("  ", "There is no formula", 0),
        ("x1 and", "ends at character 6", 6),
        ("(x1 or x2", "“)” is missing for the bracket at character 1", 9),
        ("x1 x2", "“x2” stands at character 4", 3),
        ("x1 or x2)", "a bracket too many", 8),
        ("x4", "the features are x1 to x3", 0),
        ("x0", "does not exist", 0),
        ("x1 and y", "“y” at character 8 is no part of a formula", 7),
        ("2", "only 0 and 1", 0),
        ("x1 and and x2", "“and” stands", 7),
        ("if x1 then x2", "“else” is missing", 13),
        ("if x1", "“then” is missing", 5),
        ("atleast(x1)", "begins with a number", 8),
        ("atleast(1000, x1)", "begins with a number", 8),
        ("atleast(2 x1)", "“,” is missing", 10),
        ("majority", "“(” is missing", 8),
        ("majority()", "“)” stands", 9),
        ("majority(x1", "“)” is missing", 11),
        ("x1; x2", "“;” at character 3", 2),
        ("not", "ends at character 3", 3),
        ("x1" + " " * LONGEST, "characters: use at most", LONGEST),
        ("(" * (DEEPEST + 1) + "x1", "nested too deeply", DEEPEST),
        ("!" * (DEEPEST + 1) + "x1", "nested too deeply", DEEPEST),
        ("x999999999999", "does not exist", 0),
        ("x²", "no part", 0),
        ("__import__('os').system('true')", "“_” at character 1", 0),
        ("x1.__class__", "“.” at character 3", 2),
    ],
)
def test_a_wrong_formula_gets_one_sentence_with_its_place(text, sentence, place):
    with pytest.raises(FormulaError) as caught:
        concept_of(text, 3)
    assert sentence in str(caught.value)
    assert caught.value.place == place
    assert str(caught.value).endswith(".")


@settings(max_examples=200)
@given(st.text(max_size=40) | st.text("x123()andorxtif then,!|&-> =01", max_size=60))
def test_no_text_does_anything_else(text):
    found = read(text)
    assert 0 <= found.place <= len(text) if isinstance(found, FormulaError) else 0 <= found < 16


def read(text):
    try:
        return concept_of(text, 2)
    except FormulaError as error:
        return error


def test_no_formula_is_ever_run():
    calls = {
        node.func.id
        for node in ast.walk(ast.parse(Path(boolean_formula.__file__).read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not calls & {"eval", "exec", "compile", "__import__", "getattr"}


def test_the_number_of_features():
    assert features_of("x1 xor x3") == 3
    assert features_of("1") == 1
    with pytest.raises(FormulaError):
        features_of("x5")
    with pytest.raises(ValueError):
        concept_of("x1", 5)


def test_parts_beside_each_other_are_not_parts_in_parts():
    assert concept_of("&".join(["x1"] * (LONGEST // 3)), 2) == concept_of("x1", 2)
    with pytest.raises(FormulaError, match="nested too deeply"):
        concept_of("x1 & " * 9 + "(" * DEEPEST + "x1" + ")" * DEEPEST, 2)
