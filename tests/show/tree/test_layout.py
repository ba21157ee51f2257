"""Laws of the tidy layout, of the estimated text widths and of the still picture."""

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtlearn import GrowSettings, from_arrays, grow, load
from dtlearn.show.base.palette import (
    CLASS_COLOURS,
    CLASS_SIGNS,
    OUTLINES,
    SYMBOLS,
    class_colour,
    class_outline,
    class_sign,
)
from dtlearn.show.learning import one_function
from dtlearn.show.plane.view import partition_view
from dtlearn.show.tree.drawing import node_id
from dtlearn.show.tree.layout import text_width, tidy
from dtlearn.show.tree.svg import STEM, tree_svg
from dtlearn.show.tree.view import DOTTED, TITLE, tree_view, with_examples
from dtlearn.show.tree.way import way, with_way
from tests.support import ROOT
from tests.support.growths import growths

GAP = 10.0


@st.composite
def trees(draw, largest=40):
    """(children, widths) of a random tree: each node hangs under an earlier one."""
    n = draw(st.integers(1, largest))
    children = [[] for _ in range(n)]
    for i in range(1, n):
        children[draw(st.integers(0, i - 1))].append(i)
    return children, draw(st.lists(st.floats(1, 200), min_size=n, max_size=n))


def levels(children):
    """The node numbers of each level, left to right."""
    level = [0]
    while level:
        yield level
        level = [c for i in level for c in children[i]]


@given(growths())
def test_a_brief_box_says_its_title_alone_in_letters_of_half_as_much_again(trace):
    whole, brief = tree_view(trace.tree), tree_view(trace.tree, brief=True)
    assert brief["height"] <= whole["height"]
    for node, full in zip(brief["nodes"], whole["nodes"], strict=True):
        assert (node["title"], node["lines"], node["label"]) == (full["title"], [], full["label"])
        assert text_width(node["title"], 1.5 * TITLE) < node["w"]


@given(trees())
def test_a_tidy_tree_keeps_order_and_gaps_with_parents_in_the_middle(tree):
    children, widths = tree
    x = tidy(children, widths, GAP)
    for level in levels(children):
        for a, b in pairwise(level):
            assert x[b] - widths[b] / 2 - (x[a] + widths[a] / 2) >= GAP - 1e-6
    for i, below in enumerate(children):
        if below:
            assert x[i] == pytest.approx((x[below[0]] + x[below[-1]]) / 2)
    assert min(c - w / 2 for c, w in zip(x, widths, strict=True)) == pytest.approx(0, abs=1e-6)
    x, mirrored = tidy(children, widths, GAP), tidy([below[::-1] for below in children], widths, GAP)
    total = max(c + w / 2 for c, w in zip(x, widths, strict=True))
    assert [total - c for c in mirrored] == pytest.approx(x, abs=1e-6)


@given(trees(15), st.integers(2, 4))
def test_identical_subtrees_are_drawn_identically(tree, copies):
    children, widths = tree
    n = len(children)
    starts = [1 + k * n for k in range(copies)]
    together = [starts] + [[c + s for c in below] for s in starts for below in children]
    x = tidy(together, [50.0, *widths * copies], GAP)
    shapes = [[x[s + i] - x[s] for i in range(n)] for s in starts]
    for shape in shapes[1:]:
        assert shape == pytest.approx(shapes[0], abs=1e-6)


def test_a_chain_of_900_nodes_is_drawn_straight():
    chain = [[i + 1] for i in range(899)] + [[]]
    assert tidy(chain, [10.0] * 900, GAP) == pytest.approx([5.0] * 900)


@given(st.text(), st.characters(), st.floats(1, 50))
def test_text_width_grows_with_the_text_and_the_size(text, more, size):
    assert text_width(text, size) < text_width(text + more, size)
    assert text_width(text, 2 * size) == pytest.approx(2 * text_width(text, size))


def test_text_width_knows_narrow_and_wide_letters():
    assert text_width("ill") < text_width("won") < text_width("漢字漢字")
    assert text_width("Humidity", 14) == pytest.approx(57, rel=0.15)  # Arial: 56 px


def test_twenty_classes_differ_in_colour_and_in_sign_and_more_in_one_of_them():
    """Of the case fifteen_classes: 15, and 20; words, planes, dots and plotly have the same table of signs."""
    for look in (class_colour, class_sign, class_outline, SYMBOLS.__getitem__):
        assert len({look(k) for k in range(20)}) == 20
    assert len({(class_colour(k), class_sign(k)) for k in range(400)}) == 400
    fifteen = from_arrays([[k] for k in range(15)], [f"c{k:02}" for k in range(15)])
    view = tree_view(grow(fifteen).tree)
    assert view["signs"] == list(CLASS_SIGNS[:15])
    assert view["shapes"] == partition_view(None, fifteen, [0], [0.0])["shapes"] == list(OUTLINES[:15])


def test_a_saved_table_leaves_out_every_sign():
    unsigned = (ROOT / "pages/ui/components/shared/tabletext.js").read_text(encoding="utf-8")
    assert "".join(CLASS_SIGNS) in unsigned


@pytest.mark.parametrize("colour", CLASS_COLOURS)
def test_class_colours_carry_black_text(colour):
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    luminance = sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
    assert (luminance + 0.05) / 0.05 >= 4  # WCAG contrast ratio; 3 is the least for large text


HOSTILE = '<script>alert("x")</script>&amp;\x00\x1b]]>\ud800\uffff\'"'


def view(text=HOSTILE):
    """A root with one leaf and one open node, every text of which is the given one."""
    node = {"w": 120, "h": 51, "lines": [text], "step": None, "title": text, "tooltip": text, "label": text}
    root = {"id": "r", "parent": None, "x": 150, "y": 0, "kind": "split", "cls": None, "mark": "done"}
    leaf = {"id": "r.0", "parent": "r", "x": 60, "y": 109, "kind": "leaf", "cls": 0, "mark": None}
    last = {"id": "r.1", "parent": "r", "x": 220, "y": 109, "kind": "open", "cls": None, "mark": "next"}
    nodes = [
        {**node, **root, "branch": None, "counts": [1, 0]},
        {**node, **leaf, "branch": text, "counts": [1, 0]},
        {**node, **last, "branch": text, "counts": [0, 0]},
    ]
    marks = {"colours": [class_colour(k) for k in (0, 1)], "signs": [class_sign(k) for k in (0, 1)]}
    return {"classes": [text, "No"], **marks, "width": 300, "height": 160, "nodes": nodes}


@pytest.mark.parametrize("draws", [tree_view, lambda tree: tree_view(tree, brief=True), one_function.drawn])
def test_a_branch_bends_below_its_box_before_it_comes_down(draws):
    drawn = draws(grow(load("parity3"), GrowSettings(stop_at_zero_gain=False)).tree)
    boxes = {f"{node['y'] + node['h']:g}" for node in drawn["nodes"]}
    bends = re.findall(r'class="edge" d="M\S+ (\S+)C\S+ \S+ \S+ \S+ \S+ (\S+)V', tree_svg(drawn))
    assert len(bends) == 14
    assert all(begin in boxes and float(end) - float(begin) >= 8 for begin, end in bends)
    assert f"const STEM = {STEM};" in (ROOT / "dtlearn/stage/tree.js").read_text()  # the interactive one's too


def test_svg_of_hostile_text_is_xml_without_foreign_elements():
    root = ElementTree.fromstring(tree_svg(view()).encode())
    names = {element.tag.split("}")[1] for element in root.iter()}
    assert names == {"svg", "title", "desc", "style", "rect", "path", "text", "g"}
    assert any('<script>alert("x")</script>&amp;' in (element.text or "") for element in root.iter())


@given(st.text(max_size=20))
def test_svg_of_any_text_is_xml(text):
    root = ElementTree.fromstring(tree_svg(view(text)).encode())
    assert root.get("role") == "img"


def test_svg_shows_the_marks_by_shape():
    svg = tree_svg(view("x"))
    assert svg.count('class="done"') == svg.count('class="next"') == svg.count('class="open"') == 1
    assert f"{class_sign(0)} x" in svg


@given(growths(hostile=True) | growths(regression=True))
def test_every_example_lies_under_one_node_that_is_not_parted_yet(trace):
    tree, data = trace.tree, trace.data
    for step in trace.steps():
        view = with_examples(tree_view(tree, step.decided), tree, data)
        assert sorted(row for _, rows in view["held"] for row in rows) == list(range(len(data)))
        inner = {node["parent"] for node in view["nodes"]}
        for end, rows in view["held"]:
            assert end not in inner
            for row in rows:
                assert node_id(way(tree, data.X[row], step.decided)[-1].path) == end
        assert view["examples"] == ([] if data.schema.regression else data.y.tolist())


@given(growths(hostile=True) | growths(regression=True))
def test_nothing_of_a_lower_level_comes_under_the_examples_of_a_node(trace):
    for step in trace.steps():
        view = with_examples(tree_view(trace.tree, step.decided, bags=True), trace.tree, trace.data)
        at = {node["id"]: node for node in view["nodes"]}
        ends = lambda node: (node["x"] - node["w"] / 2, node["x"] + node["w"] / 2)  # noqa: E731
        for end, _ in view["held"]:
            below = [node for node in view["nodes"] if node["id"].count(".") == end.count(".") + 1]
            for node in below:  # its word, and its edge on the way from its parent
                left, right = min(ends(node)[0], at[node["parent"]]["x"]), max(ends(node)[1], at[node["parent"]]["x"])
                assert right < ends(at[end])[0] or left > ends(at[end])[1]


def test_of_many_examples_none_is_drawn():
    data = from_arrays([[k] for k in range(DOTTED + 1)], [k % 2 for k in range(DOTTED + 1)])
    view = tree_view(grow(data, GrowSettings(max_depth=1)).tree)
    assert with_examples(view, grow(data).tree, data) == view


def test_a_row_goes_right_where_a_threshold_is_read_from_above():
    nodes = [{"id": "r", "asks": [0, 2.5, 1]}, {"id": "r.0"}, {"id": "r.1"}]
    ways = [with_way({"nodes": nodes}, [x])["lit"] for x in (2.0, 2.5, 3.0)]
    assert ways == [["r", "r.1"], ["r", "r.0"], ["r", "r.0"]]
