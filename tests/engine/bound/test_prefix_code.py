"""The prefix-free code: there and back, broken words in sentences, Kraft's sum."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtlearn import ALGORITHMS, Feature, grow, load, names, truth_table
from dtlearn.bound.prefix_code import CodeError, alphabet, bits, block, decode, encode, kraft, parse, read, tokens
from dtlearn.data.dataset import Schema
from dtlearn.trees.sketch import sketch
from dtlearn.trees.split import Kind, Split
from tests.support.facts import data, facts

OR = truth_table("or", 2).schema


def schema_of(d, K=2, values=2):
    features = tuple(Feature(f"X{j + 1}", tuple(map(str, range(values)))) for j in range(d))
    return Schema(features, tuple(map(str, range(K))))


@st.composite
def coded(draw):
    """(schema, sketch) of a random tree over features of two or more values."""
    d, K = draw(st.integers(1, 4)), draw(st.integers(1, 3))
    features = tuple(Feature(f"f{j}", tuple("abcd"[: draw(st.integers(2, 4))])) for j in range(d))
    schema = Schema(features, tuple(map(str, range(K))))

    def tree(depth):
        if depth == 3 or draw(st.booleans()):
            return (draw(st.integers(0, K - 1)),)
        j = draw(st.integers(0, d - 1))
        return (Split(j, Kind.MULTIWAY), *(w for _ in features[j].values for w in tree(depth + 1)))

    return schema, tree(0)


@given(coded(), st.booleans())
def test_there_and_back(case, end):
    schema, tree = case
    word = encode(tree, schema)
    assert len(word) == len(tree) + 1
    word = word if end else word[:-1]
    assert decode(word, schema, end) == tree
    assert parse(" ".join(alphabet(schema)[s] for s in word), schema) == word
    blocks = [block(s, len(alphabet(schema)) - (not end)) for s in word]
    for between in (" ", "", ", "):
        assert parse(between.join(blocks), schema, end) == word
        assert tokens(between.join(blocks), schema, end) == blocks


@given(coded(), coded())
def test_no_code_word_is_the_beginning_of_another(one, other):
    schema, tree = one
    word = encode(tree, schema)
    for stop in range(len(word)):
        found = read(word[:stop], schema)
        assert not found.complete
        assert not found.problem
        assert found.missing == 0 or stop < len(tree)
        with pytest.raises(CodeError):
            decode(word[:stop], schema)


@given(coded(), st.integers(0, 10))
def test_whatever_follows_the_end_is_refused(case, symbol):
    schema, tree = case
    word = (*encode(tree, schema), symbol % len(alphabet(schema)))
    with pytest.raises(CodeError, match="after END") as error:
        decode(word, schema)
    assert error.value.place == len(word) - 1
    assert read(word, schema).sketch == tree


@given(coded(), st.data())
def test_a_prefix_shows_the_tree_so_far(case, draw):
    schema, tree = case
    stop = draw.draw(st.integers(0, len(tree)))
    found = read(encode(tree, schema)[:stop], schema)
    real = [word for word, place in zip(found.sketch, found.places, strict=True) if place >= 0]
    assert tuple(real) == tree[:stop]
    assert found.places.count(-1) == found.missing


@pytest.mark.parametrize("example", facts()["mdl"]["example_codes"], ids=lambda e: e["tree"][:12])
def test_the_codes_of_the_facts(example):
    d, n = (int(part.split("=")[1].rstrip(")")) for part in example["tree"].split("(")[1].split(", "))
    schema = schema_of(d)
    word = parse(" ".join(example["code"]), schema)
    assert len(word) == n + 1 == example["blocks"]
    assert encode(decode(word, schema), schema) == word
    assert bits(n, d) == pytest.approx(example["bits"]["value"])
    assert bits(n, d, end=False) == pytest.approx(example["bits_without_end"]["value"])
    written = "".join(block(symbol, d + 3) for symbol in word)
    assert len(written) == example["bits_fixed_width"]


def test_the_code_of_a_grown_tree():
    tree = grow(data("seven_point"), ALGORITHMS["ID3 (UML)"]).tree
    names = [alphabet(tree.schema)[s] for s in encode(sketch(tree), tree.schema)]
    assert names == facts()["mdl"]["example_codes"][1]["code"]


def all_trees(d, K, n):
    """Every sketch of a binary tree with n nodes."""
    if n == 1:
        yield from ((k,) for k in range(K))
    for left in range(1, n - 1, 2):
        for j, one, other in product(range(d), list(all_trees(d, K, left)), list(all_trees(d, K, n - 1 - left))):
            yield (Split(j, Kind.MULTIWAY), *one, *other)


@pytest.mark.parametrize(("d", "K"), [(1, 1), (1, 2), (2, 2), (3, 2), (1, 3), (2, 4)])
@pytest.mark.parametrize("end", [True, False])
def test_krafts_sum_is_that_of_all_trees(d, K, end):
    number, least = {1: K}, 600
    for n in range(3, least, 2):
        number[n] = d * sum(number[i] * number[n - 1 - i] for i in range(1, n - 1, 2))
    assert [number[n] for n in (1, 3, 5)] == [sum(1 for _ in all_trees(d, K, n)) for n in (1, 3, 5)]
    so_far = sum(count / (d + K + end) ** (n + end) for n, count in number.items())
    assert so_far <= kraft(d, K, end) + 1e-12
    slow = 4 * d * K == (d + K + end) ** 2  # the sum is only just finite
    assert so_far == pytest.approx(kraft(d, K, end), abs=0.06 if slow else 1e-5)
    assert kraft(d, K, end) <= 1


def test_krafts_sum_in_closed_form():
    for d, value in facts()["mdl"]["kraft_sum"]["values"].items():
        assert kraft(int(d)) == pytest.approx(value, abs=1e-12)
    # Without END the code of two questions and two classes is complete: not one symbol could be saved.
    assert [kraft(d, end=False) for d in (1, 2)] == pytest.approx([1, 1])
    assert kraft(5, end=False) == pytest.approx(2 / 5)
    assert kraft(0) == pytest.approx(2 / 9)


@pytest.mark.parametrize(
    ("text", "place", "sentence"),
    [
        ("x1? x2? leaf0", 3, "The word ends after 3 symbols, but 2 subtrees are missing."),
        ("x1? leaf0 leaf1", 3, "The tree is complete, but END is missing: a reader would wait for more."),
        ("x1? leaf0 END", 2, "END came too early: 1 subtree is still missing."),
        ("leaf1 leaf0 END", 1, "Symbol 2 is leaf0, but the tree is complete: only END may follow."),
        ("leaf1 END leaf0", 2, "Symbol 3, leaf0, comes after END: leave it out."),
        ("", 0, "The word ends after 0 symbols, but 1 subtree is missing."),
        ("x1? x3? leaf0", 1, "Symbol 2, 'x3?', is not in the alphabet: write x1? to x2?, leaf0 to leaf1, or END."),
        (
            "000 01 010",
            1,
            "Symbol 2, '01', is no block of 3 bits: write 000 to 100, or x1? to x2?, leaf0 to leaf1, or END.",
        ),
        (
            "x1? 0 1 END",
            1,
            "Symbol 2, '0', is no block of 3 bits: write 000 to 100, or x1? to x2?, leaf0 to leaf1, or END.",
        ),
        (
            "00000101",
            2,
            "Symbol 3, '01', is no block of 3 bits: write 000 to 100, or x1? to x2?, leaf0 to leaf1, or END.",
        ),
        ("000 111", 1, "Symbol 2, '111', is number 7, but the alphabet has 5: write 000 to 100."),
        ("000 001 010", 3, "The word ends after 3 symbols, but 2 subtrees are missing."),
        (
            "<script>alert(1)</script>more",
            0,
            "Symbol 1, '<script>alert(1)</sc…', is not in the alphabet: write x1? to x2?, leaf0 to leaf1, or END.",
        ),
    ],
)
def test_a_broken_word_gets_one_sentence(text, place, sentence):
    with pytest.raises(CodeError) as error:
        decode(parse(text, OR), OR)
    assert (str(error.value), error.value.place) == (sentence, place)


def test_without_end():
    assert read(parse("x1 leaf0 leaf1", OR), OR, end=False).complete
    with pytest.raises(CodeError, match="leave it out"):
        decode(parse("leaf0 leaf1", OR), OR, end=False)
    with pytest.raises(CodeError, match="Symbol 2 is END, and this code has none"):
        decode(parse("leaf0 END", OR), OR, end=False)


def test_what_has_no_symbol_has_no_code():
    with pytest.raises(CodeError, match="Symbol 2 is number 9, .* choose 0 to 4"):
        decode((0, 9), OR)
    tree = grow(load("play_tennis"), ALGORITHMS["CART"]).tree
    with pytest.raises(ValueError, match="make the features yes/no first"):
        encode(sketch(tree), tree.schema)
    with pytest.raises(ValueError, match="numeric, it has no fixed answers"):
        alphabet(load("iris").schema)
    with pytest.raises(ValueError, match="leaves with a class"):
        encode((0,), load(names(regression=True)[0]).schema)
    for label in (2, -1):
        with pytest.raises(ValueError, match="no class"):
            encode((label,), OR)


def test_typing_is_forgiving():
    assert parse("X1, x2? Leaf 0 leaf1,LEAF 1 end", OR) == parse("x1? x2? leaf0 leaf1 leaf1 END", OR)
