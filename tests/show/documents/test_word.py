"""Walkthroughs of code words, read back symbol by symbol by the player's own reader."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import expect

from dtlearn import ALGORITHMS, from_arrays, grow, load, truth_table
from dtlearn.bound.bound import binarised
from dtlearn.show.tree.drawing import node_id
from pages.ui.code import word as code
from pages.ui.code.document import word_walkthrough
from tests.show.documents.test_growth import parts, plain, read
from tests.support.strategies import HOSTILE

OR, MAJORITY = truth_table("or", 2), load("majority3")
WRONG = (
    "x1",
    "x1 x2 leaf0 leaf1",
    "x1 leaf0 END leaf1",
    "leaf0 leaf1 END",
    "x1 leaf0 leaf1 END END",
    "nonsense x1",
    "END",
    "x1 <b> leaf0",
    "x1 x1 leaf0 leaf1 leaf1 END",
)


def grown(data, end=True):
    """The word of the tree that ID3 grows."""
    binary = all(len(feature.values) == 2 for feature in data.schema.features)
    tree = grow(data, ALGORITHMS["ID3 (UML)" if binary else "ID3 (CS181)"]).tree
    return code.word_of(data, code.text_of(tree, end), end)


def every():
    """(word, way) of trees with yes/no questions and with more branches, and of words that are wrong."""
    tennis = load("play_tennis")
    for data in (OR, MAJORITY, tennis, binarised(tennis)):
        yield from ((grown(data, end), way) for end in (True, False) for way in code.WAYS)
    yield from ((code.word_of(OR, text), "read") for text in WRONG)


def agrees(word, way, document, frames, drawn):
    """Every frame, as the player reads it, is what the views make of the word."""
    assert len(frames) == word.last + 1
    for k, (frame, blocks, raw) in enumerate(zip(frames, drawn, document["frames"], strict=True)):
        want = code.view(word, k, way)
        assert raw["lit"] == want.pop("lit")
        want["width"] = round(want["width"], 1)
        assert frame["view"] == plain(want)
        assert blocks == plain(code.blocks(word, k, way))
        assert raw["caption"] == code.caption(word, k, way)
        bits, all_ = (
            sum(len(one["bits"]) for one in code.blocks(word, j, "read")[:j] if one["state"] in ("done", "now"))
            for j in (k, word.last)
        )
        counted = f"{bits} bit" if word.problem else f"{bits} of {all_} bit"
        assert raw["says"].startswith(counted) == bool(k)  # before the first symbol the page asks for it
        assert ("Only END is missing." in raw["says"]) == (
            word.end and not word.missing(k) and "END" not in word.tokens[:k]
        )
        assert all(told in raw["says"] for told in code.open_texts(word, k))


def test_every_symbol_is_read_back(tmp_path):
    words = list(every())
    documents = [word_walkthrough(word, "t", way) for word, way in words]
    texts = [document.json() for document in documents]
    both = zip(read(tmp_path, texts), parts(tmp_path, "word", "wordAt", texts), strict=True)
    for (word, way), document, (frames, drawn) in zip(words, documents, both, strict=True):
        agrees(word, way, document.document, frames, drawn)


@pytest.mark.parametrize("way", code.WAYS)
def test_an_example_of_the_data_walks_as_far_as_the_word_goes(tmp_path, way):
    tennis = load("play_tennis")
    for data, asked in ((tennis, tennis), (tennis, binarised(tennis)), (MAJORITY, MAJORITY)):
        word = grown(asked)
        document = json.loads(word_walkthrough(word, "t", way, data).json())
        (frames,) = read(tmp_path, [json.dumps(document | {"codes": data.X.tolist()})])
        for k, frame in enumerate(frames):
            known = set(word.order[:k])
            lines = [word.tree[leaf].line() for leaf in word.tree.apply(asked.X)]
            ends = [next((i for i in line if i not in known), line[-1]) for line in lines]
            assert frame["ways"] == [node_id(word.tree[i].path) for i in ends]


@given(
    st.lists(st.sampled_from(["x1", "x2", "leaf0", "leaf1", "END", *HOSTILE]), min_size=1, max_size=9), st.booleans()
)
def test_the_same_twice_whatever_is_typed(symbols, end):
    if not any(map(str.split, symbols)):
        return
    one, two = (word_walkthrough(code.word_of(OR, " ".join(symbols), end), "t", "read") for _ in range(2))
    assert one.json() == two.json()
    assert len(one) == code.word_of(OR, " ".join(symbols), end).last + 1


def test_another_way_is_refused():
    with pytest.raises(ValueError, match="way is 'sing': choose one of write, read"):
        word_walkthrough(grown(OR), "OR", "sing")


@pytest.mark.parametrize("name", HOSTILE)
def test_no_name_ends_the_script_that_it_stands_in(name):
    data = from_arrays([[name], ["b"]], [f"{name}x", "no"], [f"{name}!"], name=name)
    page = word_walkthrough(grown(data), name).html()
    document, _, rest = page.partition('<script type="application/json"')[2].partition(">")[2].partition("</script>")
    assert not re.search("<[^ ]", document)
    assert json.loads(document)["word"]
    assert rest.count("</script>") == 1


def test_a_word_is_written_and_its_symbols_lead_to_their_nodes(tab, tmp_path):
    path = word_walkthrough(grown(MAJORITY), "Majority").save(tmp_path / "word.html")
    tab.goto(path.as_uri())
    counter, blocks = tab.locator(".counter"), tab.locator(".word .block")
    expect(counter).to_have_text("Step 0 of 12")
    expect(tab.locator(".word .blank")).to_have_count(12)
    tab.keyboard.press("ArrowRight")
    expect(tab.locator(".word .now")).to_contain_text("x1?")
    expect(tab.locator(".sums")).to_contain_text("3 of 36 bits: 1 symbol of 3 bits")
    assert [node.get_attribute("data-id") for node in tab.locator(".node.lit").all()] == ["r"]
    blocks.nth(3).click()
    expect(counter).to_have_text("Step 4 of 12")
    expect(tab.locator(".sums")).to_contain_text("12 of 36 bits: 4 symbols of 3 bits")
    tab.get_by_role("treeitem").nth(1).click()
    expect(counter).to_have_text("Step 2 of 12")
    blocks.nth(0).hover()
    expect(tab.locator(".node.hot")).to_have_attribute("data-id", "r")
    tab.keyboard.press("End")
    expect(tab.locator(".caption")).to_contain_text("END: the word is complete")
    assert tab.evaluate("document.documentElement.scrollHeight") <= 800
    assert {url.partition("#")[0] for url in tab.asked} == {path.as_uri()}


def test_a_long_word_scrolls_to_its_symbol(tab, tmp_path):
    data = truth_table("parity", 5)
    path = word_walkthrough(grown(data), "Parity").save(tmp_path / "word.html")
    tab.goto(path.as_uri())
    tab.keyboard.press("End")
    expect(tab.locator(".word .now")).to_be_in_viewport(ratio=0.9)
    assert tab.locator(".trees").bounding_box()["height"] >= 260
