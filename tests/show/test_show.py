"""Views: what they say is true of the tree, and names from data stay names in every language."""

import math
import re
import shutil
import subprocess
from dataclasses import replace
from fractions import Fraction
from functools import cache
from html.parser import HTMLParser
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from sklearn.tree import DecisionTreeClassifier

from dtlearn import ALGORITHMS, CRITERIA, Feature, GrowSettings, Phase, adopt, from_arrays, grow, load
from dtlearn.show.base import arithmetic
from dtlearn.show.base.text import (
    contents,
    fixed,
    measured,
    outline,
    rules,
    shorten,
    shortened,
    tree_code,
    tree_text,
    verdict,
)
from dtlearn.show.growing import panels, tables
from dtlearn.show.paper import node as node_on_paper
from dtlearn.show.tree.dot import source, tree_dot
from dtlearn.show.tree.svg import tree_svg
from dtlearn.show.tree.view import tree_view
from dtlearn.splitting.nominal import NOMINAL
from dtlearn.trees.pseudocode import EVENTS, PSEUDOCODE
from dtlearn.trees.split import Kind
from dtlearn.trees.tree import Stop
from tests.support.growths import growths
from tests.support.strategies import HOSTILE, SMALL, datasets
from tests.support.textbook import squared_error

every = pytest.mark.parametrize("criterion", CRITERIA)
ONE_WAY = from_arrays([["a"], ["a"]], [0, 1], [Feature("f", ("a", "b"))])
traces = growths()
hostile_traces = growths(hostile=True)
STAIRS = grow(load("regression_1d"), GrowSettings(criterion="mse", max_depth=1))


def small_traces(criterion):
    """Every small data set, by every algorithm, under one criterion."""
    for name in SMALL:
        for settings_ in dict.fromkeys(replace(s, criterion=criterion) for s in ALGORITHMS.values()):
            yield grow(load(name), settings_)


def each_candidate(trace):
    """(node, index) of every candidate."""
    return [(i, c) for i in range(len(trace.tree)) for c in range(len(trace.candidates[i]))]


def printable(text):
    return "".join(ch if ch.isprintable() else " " for ch in text)


# --- text ------------------------------------------------------------------------------------------------


@given(st.floats(allow_infinity=False), st.integers(0, 6))
def test_a_fixed_number_has_its_decimals_and_zero_has_no_sign(x, places):
    text = fixed(x, places)
    assert text == "–" if x != x else len(text.partition(".")[2]) == places
    assert not re.fullmatch(r"-0(\.0*)?", text)


@given(st.fractions(-10, 10, max_denominator=400), st.integers(0, 4))
@example(Fraction(5, 16), 3)
@example(Fraction(-5, 16), 3)
def test_a_number_is_rounded_half_up_whether_it_is_a_fraction_or_a_float(x, places):
    rounded = Fraction(math.floor(x * 10**places + Fraction(1, 2)), 10**places)
    assert Fraction(fixed(x, places)) == Fraction(fixed(float(x), places)) == rounded
    assert fixed(x, places) == fixed(float(x), places)


@given(st.text(max_size=30), st.integers(1, 12))
def test_shortened_text_is_short_and_says_that_it_is(text, length):
    short = shorten(text, length)
    assert short == text if len(text) <= length else len(short) <= length and short.endswith("…")


@given(traces)
def test_the_text_tree_and_its_rules_say_what_the_tree_is(trace):
    lines = tree_text(trace.tree).splitlines()
    assert len(lines) == len(trace.tree)
    for line, (_, words, node) in zip(lines, outline(trace.tree), strict=True):
        assert line.endswith(words)
        assert verdict(node) in words
        assert contents(node) in words
    found = rules(trace.tree)
    assert sum(node.n for node in found) == len(trace.data)
    assert sorted(node.path for node in found) == sorted(node.path for node in trace.tree if not node.split)
    assert [node.path for node in found] == sorted(node.path for node in found)


def compiled(code):
    """The Python function that a tree's code is the body of."""
    space = {}
    exec("def ask(x):\n" + "\n".join("    " + line for line in code.split("\n")), {}, space)
    return space["ask"]


def answers_of_code(trace):
    data = trace.data
    ask, features = compiled(tree_code(trace.tree)), data.schema.features
    cells = [
        {f.name: x if f.numeric else f.values[int(x)] for f, x in zip(features, row, strict=True)}
        for row in data.X.tolist()
    ]
    return [ask(x) for x in cells]


def answers_of_tree(trace):
    classes, answers = trace.data.schema.classes, trace.tree.predict(trace.data.X).tolist()
    return [classes[k] for k in answers] if classes else answers


@pytest.mark.parametrize("nominal", NOMINAL)
@settings(max_examples=100)
@given(data=st.data())
def test_code_predicts_as_its_tree(nominal, data):
    trace = data.draw(growths(hostile=True, nominal=nominal))
    assert answers_of_code(trace) == answers_of_tree(trace)


def near(x):
    return st.sampled_from([x, math.nextafter(x, 3), x + 1e-13, x * 1e-9, x * 1e15])


tight = st.floats(1, 2).flatmap(near)


@given(st.builds(grow, datasets(kinds=("numeric",), numbers=tight), st.just(ALGORITHMS["CART"])))
def test_code_predicts_as_its_tree_when_thresholds_are_close(trace):
    assert answers_of_code(trace) == answers_of_tree(trace)


@given(traces, st.data())
def test_code_and_text_of_a_part_say_what_is_open(trace, data):
    decided = trace.steps()[data.draw(st.integers(0, len(trace.tree)))].decided
    open_ = [node for *_, node in outline(trace.tree, decided) if node.i not in decided]
    assert tree_code(trace.tree, decided).count("...  # not decided yet") == len(open_)
    assert sum("?  (" in line for line in tree_text(trace.tree, decided).splitlines()) == len(open_)
    compiled(tree_code(trace.tree, decided))


# --- the tree view and DOT -------------------------------------------------------------------------------


@given(traces, st.data())
def test_the_view_shows_what_is_decided_and_its_children(trace, data):
    step = trace.steps()[data.draw(st.integers(0, len(trace.tree)))]
    view = tree_view(trace.tree, step.decided, step.done and step.done.i, step.next and step.next.i)
    shown = {0} | {child.i for i in step.decided for child in trace.tree[i].children}
    kinds = {node["id"]: node["kind"] for node in view["nodes"]}
    assert len(view["nodes"]) == len(kinds) == len(shown)
    for i in shown:
        node = trace.tree[i]
        kind = "open" if i not in step.decided else "split" if node.split else "leaf"
        assert kinds[".".join(["r", *map(str, node.path)])] == kind
    marks = [node["mark"] for node in view["nodes"] if node["mark"]]
    assert marks == [m for m in marks if m in ("done", "next")]
    assert len(marks) == bool(step.done) + bool(step.next)


STRING = r'"(?:[^"\\]|\\.)*"'


@given(hostile_traces)
def test_dot_and_arithmetic_are_well_formed_whatever_the_names(trace):
    dot = tree_dot(tree_view(trace.tree))
    assert trace.tree.to_dot() == dot
    assert "rounded" not in dot
    bare = re.sub(STRING, "S", dot, flags=re.DOTALL)
    assert not re.search(r'["<]|URL|href|\b(?!S\b)[A-Z]', bare), bare
    assert len(re.findall(r"^  n\d+ \[", bare, re.MULTILINE)) == len(trace.tree)
    assert len(re.findall(r"^  n\d+ -> n\d+ \[label=S\]$", bare, re.MULTILINE)) == len(trace.tree) - 1
    for i, c in each_candidate(trace):
        for line in arithmetic.arithmetic(trace, i, c):
            assert balanced(line)
            bare = re.sub(ESCAPES, "", line)
            assert bare.count("&") == 1
            assert "$" not in bare
            assert not re.search(r"nan|inf\b|-0\.0+\b|e-\d", re.sub(r"\\text\{[^}]*\}", "", bare))


def words(text):
    return " ".join(text.replace("\xa0", " ").split())


def drawn(dots):
    """For each DOT text, what Graphviz draws: node or edge -> its lines of text."""
    run = subprocess.run(["dot", "-Tsvg"], input="\n".join(dots).encode(), capture_output=True, check=False)
    assert run.returncode == 0, run.stderr.decode()[:2000]
    svg = "{http://www.w3.org/2000/svg}"
    found = []
    for text in re.findall(r"<svg.*?</svg>", run.stdout.decode(), re.DOTALL):
        root = ElementTree.fromstring(re.sub(r"\sxlink:\w+=", " data-x=", text))
        groups = [g for g in root.iter(f"{svg}g") if g.get("class", "").startswith(("node", "edge"))]
        titles = [g.find(f"{svg}title").text for g in groups]
        texts = [[words(t.text or "") for t in g.iter(f"{svg}text")] for g in groups]
        found.append(dict(zip(titles, texts, strict=True)))
        assert not list(root.iter(f"{svg}image"))
    return found


@settings(max_examples=10)
@given(st.lists(hostile_traces, min_size=12, max_size=12))
@pytest.mark.skipif(not shutil.which("dot"), reason="NOT TESTED: Graphviz's dot is not installed")
def test_graphviz_draws_every_name_as_it_is(many):
    views = [tree_view(trace.tree) for trace in many]
    for view, picture in zip(views, drawn(list(map(tree_dot, views))), strict=True):
        number = {node["id"]: f"n{k}" for k, node in enumerate(view["nodes"])}
        for node in view["nodes"]:
            sign = f"{view['signs'][node['cls']]} ".lstrip() if node["cls"] is not None else ""
            expected = [words(printable(text)) for text in (sign + node["title"], *node["lines"])]
            assert picture[number[node["id"]]] == expected
            if node["parent"]:
                edge = f"{number[node['parent']]}->{number[node['id']]}"
                assert picture[edge] == [words(printable(node["branch"]))]


@pytest.mark.skipif(not shutil.which("dot"), reason="NOT TESTED: Graphviz's dot is not installed")
def test_a_tree_of_the_library_is_drawn_by_the_package_graphviz():
    trace = grow(load("play_tennis"))
    assert trace.to_graphviz().source.rstrip() == trace.tree.to_graphviz().source.rstrip() == trace.to_dot()
    picture = trace.to_graphviz().pipe(format="svg", encoding="utf-8")
    assert [picture.count(f'class="node {kind}') for kind in ("split", "leaf", "open")] == [3, 5, 0]
    early = tree_view(trace.tree, {0}, 0, 1) | {"lit": ["r", "r.1"]}
    picture = source(early).pipe(format="svg", encoding="utf-8")
    assert [picture.count(f'class="node {kind}') for kind in ("split", "leaf", "open")] == [1, 0, 3]
    assert (
        picture.count('stroke-width="4"') == 5
    )  # the way: both rims of the root, an edge, a node; the node examined next


# --- LaTeX -----------------------------------------------------------------------------------------------

ESCAPES = r"\\textbackslash\{\}|\\textasciicircum\{\}|\\textasciitilde\{\}|\\[{}$&#%_]"


@example("\\{}$&#%_^~\n")
@given(st.sampled_from(HOSTILE) | st.text(max_size=40))
def test_text_in_a_formula_has_no_special_left(text):
    latex_ = arithmetic.tex(text)
    inside = re.fullmatch(r"\\text\{(.*)\}", latex_, re.DOTALL).group(1)
    assert not re.search(r"[\\{}$&#%_^~\n\r]", re.sub(ESCAPES, "", inside))


def balanced(line):
    depth = 0
    for brace in re.findall(r"(?<!\\)[{}]", line.replace(r"\\", "")):
        depth += 1 if brace == "{" else -1
        if depth < 0:
            return False
    return depth == 0 and line.count(r"\left") == line.count(r"\right")


def number(text):
    """The exact value of a sum of decimals, fractions and products as arithmetic() writes it."""
    python = re.sub(r"\\tfrac\{(\d+)\}\{(\d+)\}", r"F(\1,\2)", text).replace(r"\cdot", "*")
    python = re.sub(r"(?<![\w(,.])(\d+\.?\d*)(?![\w,.)])", r"F('\1')", python)
    return eval(python, {"__builtins__": {}, "F": Fraction})  # our own output, parsed above


@every
def test_the_lines_of_arithmetic_add_up(criterion):
    """Exactly, where fractions are printed; else to all decimals of the result."""
    exact = CRITERIA[criterion].rational
    for trace in small_traces(criterion):
        for i, c in each_candidate(trace):
            terms, results = sums(trace, i, c)
            assert terms == results[0] if exact else agree(terms, results[0])
            if not exact and results[1:] and results[-1] >= Fraction(1, 1000):  # less is shown with more digits
                assert fixed(results[0]) == fixed(results[-1])  # rounded twice as rounded once


def sums(trace, i, c):
    """The sum of candidate c's arithmetic and the results written after it; the last is checked to be its gain."""
    lines = " ".join(arithmetic.arithmetic(trace, i, c)[1:3])  # the numbers put in, and the result
    terms, *results = summed(lines)
    gain = trace.candidates[i].gain[c]
    assert float(results[-1]) == pytest.approx(gain, abs=0.0005001)
    assert (gain == 0) == (r"\mathbf{0}" in lines)
    return terms, results


def agree(terms, result):
    """To as many decimals as the result is written with, at least four."""
    places = next(p for p in range(4, 13) if Fraction(fixed(result, p)) == result)
    return fixed(terms, places) == fixed(result, places)


@cache
def summed(lines):
    """What each part between the equals signs comes to; many nodes have the same lines."""
    bare = re.sub(r"\\mathbf\{([\d.]+)\}", r"\1", re.sub(r"\\ \\text\{\w+\}", "", lines))
    return [number(part) for part in re.split(r"&?(?:=|\\approx) ", bare) if part.strip()]


@settings(max_examples=50)
@given(growths(regression=True))
def test_the_arithmetic_of_squared_errors_is_exact_where_it_is_written_in_fractions(trace):
    for i, c in each_candidate(trace):
        terms, results = sums(trace, i, c)
        if "=" in arithmetic.arithmetic(trace, i, c)[1]:
            assert terms == results[0]
        else:
            assert agree(terms, results[0])


def test_the_gains_of_the_staircase_are_those_of_the_facts_and_the_textbook():
    """Facts section 9: the MSE decreases of x = 1..6, y = 1, 1, 3, 6, 6, 8, exactly."""
    y = [1, 1, 3, 6, 6, 8]
    expected = [Fraction(361, 180), Fraction(361, 72), Fraction(25, 4), Fraction(289, 72), Fraction(529, 180)]

    def moments(part):
        return tuple(sum(v**power for v in part) for power in range(3))

    for c, gain in enumerate(expected):
        assert squared_error(moments(y), [moments(y[: c + 1]), moments(y[c + 1 :])]) / 6 == gain
        terms, (exact, *_) = sums(STAIRS, 0, c)
        assert terms == exact == gain
    lines = arithmetic.arithmetic(STAIRS, 0, 2)
    assert lines[1:3] == [
        r"&= \tfrac{257}{36} - \tfrac{3}{6}\cdot \tfrac{8}{9} - \tfrac{3}{6}\cdot \tfrac{8}{9}",
        r"&= \tfrac{25}{4} \approx \mathbf{6.250}",
    ]
    assert r"\tfrac{1}{3}\left(2(1-\tfrac{5}{3})^2+(3-\tfrac{5}{3})^2\right) = \tfrac{8}{9}" in lines[4]


# --- tables ----------------------------------------------------------------------------------------------


@example(grow(ONE_WAY, GrowSettings("gain_ratio", stop_at_zero_gain=False)))
@given(traces)
def test_tables_and_rows_say_what_the_record_says_and_hidden_ones_nothing(trace):
    for node in trace.tree:
        table, found = tables.gain_table(trace, node.i), trace.candidates[node.i]
        places = range(len(found))
        assert len(table) == len(found)
        assert table["candidate"].tolist() == [found.split(c).title(trace.data.schema) for c in places]
        assert table["best"].tolist() == found.best.tolist()
        np.testing.assert_array_equal(table["score"], found.score)
        for c in places:
            header, counts, names = tables.contingency(trace, node.i, c)
            assert len(names) == len(counts)
            if trace.data.schema.regression:
                assert header == ["n", "mean", "MSE"]
                ns, means, _ = map(list, zip(*counts, strict=True))
                assert ns == [*found.branches(c)[:, 0], node.n]
                assert means[:-1] == table["means"][c]
                assert means[-1] == pytest.approx(np.dot(ns[:-1], means[:-1]) / node.n)
                continue
            assert [row[:-1] for row in counts[:-1]] == found.branches(c).tolist()
            assert counts[-1] == [*node.counts, node.n]
            assert all(sum(row[:-1]) == row[-1] for row in counts)
    columns = len(tables.candidate_columns(trace)) - 2
    for step in trace.steps(detail="detail"):
        rows = tables.candidate_rows(step, None, None)
        for row in rows:
            check_row(row, columns)
        ids = [tuple(map(int, row["id"].rpartition("c")[2].split("."))) for row in rows]
        assert {node for node, _ in ids} <= {step.node.i}
        assert [row["hidden"] for row in rows] == [place >= step.scored for _, place in ids]
        if step.phase is Phase.DECIDE and step.node.split and step.candidates.score[step.tied[0]] > 0:
            assert max(row["bar"] for row in rows) == 1
    for step in trace.steps():
        if step.done:
            rows = tables.candidate_rows(step, None, None)
            badges = {c: row["badges"] for c, row in enumerate(rows)}
            if len(rows) != len(step.candidates):
                continue
            for c, row in enumerate(rows):
                assert ("the split info is 0" in row["title"]) == bool(np.isnan(step.candidates.score[c]))
                assert bool(row["title"]) == (not step.candidates.admissible[c])
            word = "tie" if len(step.tied) > 1 else "best"
            assert [c for c, words_ in badges.items() if word in words_] == step.tied
            chosen = [c for c, words_ in badges.items() if "chosen" in words_]
            assert chosen == (step.tied[:1] if len(step.tied) > 1 and step.node.split else [])


def check_row(row, columns):
    assert len(row["cells"]) == len(row["exact"]) == columns
    if row["hidden"]:
        assert set(row["cells"]) == {"?"}
        assert set(row["exact"]) == {""}
        assert (row["bar"], row["badges"], row["muted"]) == (None, [], False)
        assert re.fullmatch(r"|the best of \d+ (thresholds|values|places to cut|sets of values)", row["title"])
    else:
        assert 0 <= row["bar"] <= 1
        assert not any(re.search(r"nan|-0\.000|\?", cell) for cell in row["cells"])


@every
@pytest.mark.parametrize("name", ["iris", "golf_numeric"])
def test_what_hidden_rows_show_is_the_same_whatever_the_labels_are(name, criterion):
    """Nothing in a row before it is scored depends on the labels: turn them, see the same."""
    data = load(name)
    turned = replace(data, y=np.roll(data.y, 5))
    wanted = replace(ALGORITHMS["CART"], criterion=criterion)
    rows = [tables.candidate_rows(grow(d, wanted).steps(detail="question")[0], None, None) for d in (data, turned)]
    assert rows[0] == rows[1]


@pytest.mark.parametrize("name", ["iris", "wine"])
def test_many_thresholds_fold_into_their_best(name):
    trace = grow(load(name), ALGORITHMS["CART"])
    step = trace.steps()[1]
    heads = tables.candidate_rows(step, None, None)
    features = range(len(trace.data.schema.features))
    assert [row["id"].partition("c")[0] for row in heads] == [f"f{j}" for j in features]
    unfolded = tables.candidate_rows(step, None, 2)
    inner = [row for row in unfolded if row["level"] == 1]
    assert len(inner) == sum(step.candidates.feature == 2)
    (head,) = [row for row in unfolded if row["expanded"]]
    assert head["bar"] == max(row["bar"] for row in inner)
    assert head["cells"] in [row["cells"] for row in inner]


def test_features_before_the_first_with_a_threshold_fold_nothing_away():
    iris = load("iris")
    flat = replace(iris, X=np.where(np.arange(4) == 0, 1.0, iris.X))  # its first feature has one value
    heads = tables.candidate_rows(grow(flat, ALGORITHMS["CART"]).steps()[1], None, None)
    assert [row["id"].partition("c")[0] for row in heads] == ["f1", "f2", "f3"]


@given(traces, st.integers(1, 12))
def test_the_table_of_examples_is_that_of_the_node(trace, limit):
    step = trace.steps()[-1]
    header, rows, more = tables.examples(step, limit)
    assert len(rows) + more == step.node.n
    assert [row[0] for row in rows] == [str(r + 1) for r in step.node.rows[:limit]]
    assert all(len(row) == len(header) for row in rows)


# --- HTML ------------------------------------------------------------------------------------------------

TAGS = {
    "div",
    "table",
    "caption",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
    "ul",
    "ol",
    "li",
    "b",
    "span",
    "code",
    "p",
    "small",
}
ATTRIBUTES = {
    "class": r"(dt-[a-z]+( dt-[a-z]+)*)?",
    "scope": "col|row",
    "aria-current": "step",
    "style": r"border-color:#\w{6}",
}


class Reader(HTMLParser):
    """Reads our HTML strictly: our tags, our attributes, everything closed in order."""

    def __init__(self, text):
        super().__init__()
        self.open, self.words = [], []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        assert tag in TAGS, tag
        for name, value in attrs:
            assert re.fullmatch(ATTRIBUTES[name], value), (name, value)
        self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)

    def handle_comment(self, data):
        raise AssertionError(data)

    handle_decl = handle_pi = unknown_decl = handle_comment

    @property
    def text(self):
        return "".join(self.words)


def fragments(step):
    for c in range(len(step.candidates)):
        yield panels.contingency_html(step.trace, step.node.i, c)


@given(hostile_traces, st.data())
def test_html_has_no_tag_or_attribute_from_data(trace, data):
    walk = trace.steps(detail="detail")
    for step in (walk[data.draw(st.integers(0, len(walk) - 1))], walk[-1]):
        for fragment in fragments(step):
            Reader(fragment)


@given(hostile_traces)
def test_html_shows_every_name_as_it_is(trace):
    schema = trace.data.schema
    for i, c in each_candidate(trace):
        assert all(label in Reader(panels.contingency_html(trace, i, c)).text for label in schema.classes)


@pytest.mark.parametrize("name", PSEUDOCODE)
def test_pseudocode_knows_the_line_of_each_event(name):
    for at in (
        code.at for code in PSEUDOCODE[name] if "leaf" in code.at
    ):  # a leaf is made where, or after, it is decided
        assert at["leaf"] - at["too_few"] in (0, 1)
        assert {at.get("no_feature", at["pure"]), at["max_depth"]} <= {at["pure"], at["too_few"]}
        assert set(at) <= set(EVENTS)


# --- kinds of split ----------------------------------------------------------------------------------------

LETTERS = from_arrays(
    [[v] for v in "aaabbbbccccdddd"], list("xyyxxxyxyyyxxxx"), [Feature("f", tuple("abcd"))], ["x", "y"]
)
WORDS = {  # nominal -> its kind; what many are called; a title; the code of the first branch
    "one_vs_rest": (Kind.VALUE, "values", "f = d", "if x['f'] == 'd':"),
    "ordered": (Kind.ORDERED, "places to cut", "f < d", "if x['f'] in ('a', 'b', 'c'):"),
    "subset": (Kind.SUBSET, "sets of values", "f ∈ {a, c}", "if x['f'] in {'a', 'c'}:"),
}


ALIKE = "Share of seats in the national parliament that are held by "  # of the case long_names_many_levels


@pytest.mark.parametrize("length", [12, 14, 18, 24, 30, 40])
@pytest.mark.parametrize(
    "names",
    [
        (f"{ALIKE}women (% of total)", f"{ALIKE}persons under 30 (% of total)", "income"),
        ("route not yet investigated by the office", "route not yet investigated by the police", "route unknown"),
        tuple(f"{ALIKE}women {k} in every {ALIKE}{j}" for k in range(4) for j in range(3)),
    ],
)
def test_shortened_names_stay_different(names, length):
    found = shortened(names, length)
    assert len(set(found.values())) == len(names)
    assert all(len(cut) <= length and ("…" in cut or cut == name) for name, cut in found.items())


def test_a_tree_tells_features_and_values_apart_that_begin_alike():
    rows = [[1, 5, f"{ALIKE}a"], [2, 3, f"{ALIKE}b"], [3, 4, f"{ALIKE}c"], [4, 1, f"{ALIKE}a"]]
    for algorithm in ALGORITHMS.values():
        names = [f"{ALIKE}women", f"{ALIKE}the young", "route"]
        tree = grow(from_arrays(rows, ["no", "yes", "no", "yes"], names), algorithm).tree
        drawn = {
            (view["title"], node.split) for view, node in zip(tree_view(tree)["nodes"], tree, strict=True) if node.split
        }
        assert len({title for title, _ in drawn}) == len({split for _, split in drawn})
    route = from_arrays([[word] for *_, word in rows], ["no", "yes", "maybe", "no"], ["route"])
    assert len({node["branch"] for node in tree_view(grow(route).tree)["nodes"]}) == 4


def test_saved_code_asks_what_people_see():
    steps = from_arrays([[0.1], [0.2], [0.4], [0.8]], ["no", "no", "yes", "yes"], ["size"])
    assert "if x['size'] < 0.3:" in tree_code(grow(steps).tree)  # the midpoint is 0.30000000000000004
    fitted = DecisionTreeClassifier().fit(steps.X, steps.y)
    assert "if x['x1'] <= 0.3:" in tree_code(adopt(fitted, steps.X, steps.y).tree)


@pytest.mark.parametrize("nominal", WORDS)
def test_a_kind_of_split_has_its_words(nominal):
    kind, _, title, code = WORDS[nominal]
    trace = grow(LETTERS, GrowSettings(nominal=nominal, max_depth=1))
    assert trace.tree[0].split.kind is kind
    assert verdict(trace.tree[0]) == title
    assert code in tree_code(trace.tree)
    assert title in tree_text(trace.tree)
    assert title in str(trace.steps()[1])
    assert tables.gain_table(trace)["candidate"].tolist().count(title) == 1


@pytest.mark.parametrize("nominal", WORDS)
def test_many_candidates_of_a_kind_fold_under_their_word(nominal):
    _, word, *_ = WORDS[nominal]
    letters = [chr(97 + i) for i in range(5 if nominal == "subset" else 14)]
    rows = [[v] for i, v in enumerate(letters) for _ in range(i + 2)]
    data = from_arrays(rows, [str(i * i % 7 % 2) for i in range(len(rows))], [Feature("f", tuple(letters))])
    trace = grow(data, GrowSettings(nominal=nominal))
    walk = trace.steps(detail="detail")
    scored = next(step for step in walk if step.phase is Phase.SCORE)
    (row,) = tables.candidate_rows(scored, None, None)
    assert row["title"] == f"the best of {len(trace.candidates[0])} {word}"
    assert f"the best of {len(trace.candidates[0])} {word}, " in str(scored)
    (hidden,) = tables.candidate_rows(walk[0], None, None)
    assert hidden["name"] == f"f: {len(trace.candidates[0])} {word}"


def beside_numbers(v):
    """A growth by sets of the v values of x1, and the 12 thresholds of x2:
    together too many to be listed one by one."""
    rows = [[f"v{i % v:02}", float(i % 13)] for i in range(13 * v)]
    labels = [str(i * i % 7 % 2) for i in range(13 * v)]
    return grow(from_arrays(rows, labels), GrowSettings(nominal="subset", max_depth=1))


@pytest.mark.parametrize(
    ("v", "sets"),
    [
        (3, "3 sets of values"),
        (8, "127 sets of values"),
        (9, "255 sets of values, found by ordering (Breiman)"),
        (14, "8191 sets of values, found by ordering (Breiman)"),
    ],
)
def test_sets_of_values_are_counted_in_full(v, sets):
    trace = beside_numbers(v)
    walk = trace.steps(detail="detail")
    first, *_ = (step for step in walk if step.phase is Phase.SCORE)
    assert f"the best of {sets}, x1" in str(first)
    assert tables.candidate_rows(first, None, None)[0]["title"] == f"the best of {sets}"
    hidden, *_ = tables.candidate_rows(walk[0], None, None)
    assert hidden["name"] == f"x1: {2 ** (v - 1) - 1} sets of values"
    chosen = node_on_paper.candidates_on_paper(trace.candidates[0])
    said = f"Of {2 ** (v - 1) - 1 + 12} questions the best of each feature is here."
    assert node_on_paper.which(trace.candidates[0], chosen) == said
    assert f"It is the best of {sets}" in str(node_on_paper.candidate(trace, 0, chosen[0], "working"))


def test_the_best_of_an_order_is_not_said_to_be_the_best_of_all_where_a_cut_is_too_small():
    """Breiman's theorem knows no least number of examples in a branch."""
    letters = "abcdefghi"
    data = from_arrays([[v] for v in letters for _ in "12"], [*"nnnynynnynyynyyyyn"])
    scored = next(
        step
        for step in grow(data, GrowSettings(nominal="subset", min_samples_leaf=3)).steps(detail="detail")
        if step.phase is Phase.SCORE
    )
    assert "the best of 6 cuts of the ordered values that leave enough examples, " in str(scored)
    (row,) = tables.candidate_rows(scored, None, None)
    assert row["title"] == "the best of 8 cuts of the ordered values"


@pytest.mark.parametrize(("k", "gain", "said"), [(3, "0.549", ""), (4, "0.610", " among the questions tried")])
def test_a_tie_of_an_order_is_one_among_what_was_tried(k, gain, said):
    """k values say n, k say y, one says both, on either side: 1 - (k + 2)/(2k + 2) H(1/(k + 2)) bits."""
    rows = [[f"v{min(i, 2 * k)}"] for i in range(2 * k + 2)]
    data = from_arrays(rows, [*"n" * k, *"y" * k, *"ny"])
    trace = grow(data, GrowSettings(nominal="subset", max_depth=1))
    *_, at_root = (step for step in trace.steps() if step.node.i == 0)
    assert f" tie at gain {gain} of 1.000 bits{said}; a tie goes to the set that is tried first" in str(at_root)
    tied = node_on_paper.ties(trace, 0, trace.candidates[0].chosen)
    assert tied.startswith("tied with x1 ∈ {")
    assert tied.endswith(f"}}{said}; the first in the list is taken")


def test_every_kind_of_split_is_tested_here():
    """A kind that is new needs new words."""
    assert {kind for kind, *_ in WORDS.values()} == set(Kind) - {Kind.NONE, Kind.MULTIWAY, Kind.THRESHOLD}


# --- regression --------------------------------------------------------------------------------------------


def test_a_regression_tree_says_means_and_errors():
    assert repr(STAIRS).splitlines() == [
        "x < 3.5  (mean 4.167, n = 6, MSE 7.139)",
        "├─ < 3.5: 1.667  (mean 1.667, n = 3, MSE 0.889)",
        "└─ ≥ 3.5: 6.667  (mean 6.667, n = 3, MSE 0.889)",
    ]
    assert "return 1.6666666666666667" in tree_code(STAIRS.tree)
    assert str(STAIRS.steps()[-1]).endswith(
        "The tree is finished: 3 nodes, 2 of them leaves; mean squared error 0.889 on the training set."
    )


@given(growths(regression=True, hostile=True))
def test_a_regression_tree_is_drawn_without_counts_of_classes(trace):
    view = tree_view(trace.tree)
    assert view["classes"] == [f"mean of {trace.data.schema.target}"]
    for node, drawn_ in zip(sorted(trace.tree, key=lambda n: (len(n.path), n.i)), view["nodes"], strict=True):
        assert drawn_["counts"] == []
        assert (drawn_["cls"] is None) == (node.split is not None)
        assert node.split or 0 <= drawn_["cls"] < len(view["colours"])
        assert contents(node) in drawn_["tooltip"]
        said = verdict(node) if node.split else measured(node.value)
        assert drawn_["title"] == said if len(said) <= 24 else len(drawn_["title"]) <= 24
    ElementTree.fromstring(tree_svg(view))
    assert tree_dot(view).startswith("digraph")


@given(growths(regression=True))
def test_the_target_of_an_example_is_written_as_a_number(trace):
    _, rows, _ = tables.examples(trace.steps()[0], 100)
    assert [float(row[-1]) for row in rows] == trace.data.y.tolist()
    assert len(tables.data_csv(trace.data).splitlines()) == len(trace.data) + 1
    assert all(str(step) for step in trace.steps())
    for step in trace.steps():
        tables.gain_csv(step)


@pytest.mark.parametrize("size", [{"max_leaf_nodes": 4}, {"max_nodes": 7}, {"max_splits": 3}])
def test_a_leaf_of_a_tree_cut_to_a_size_names_the_order_that_was_cut(size):
    stops = grow(load("stopping_distance"), replace(ALGORITHMS["CART"], criterion="mse", **size))
    said = "each of the 3 allowed splits went to the open node with the largest (n/m) × reduction of MSE"
    assert f"{said} (here 15/50 × 37.834 = 11.350), so it becomes a leaf 18.2" in str(stops.steps()[3])
    leaf = tree_view(stops.tree)["nodes"][3]
    assert said in leaf["tooltip"]
    assert "larger than allowed" not in leaf["tooltip"]


def test_a_split_of_many_branches_that_does_not_fit_is_said():
    def cut(data, **size):
        trace = grow(load(data), replace(ALGORITHMS["ID3 (CS181)"], **size))
        return [str(step) for step in trace.steps() if step.done and step.done.stop is Stop.BUDGET]

    assert all("split went to the root, and the next would make" in text for text in cut("titanic", max_leaf_nodes=4))
    assert "(here 5/14 × 0.971 = 0.347), so it becomes a leaf Yes" in cut("play_tennis", max_nodes=7)[0]
    assert "its split would make the tree larger than allowed" in cut("play_tennis", max_leaf_nodes=2)[0]


@pytest.mark.parametrize("name", PSEUDOCODE)
def test_a_leaf_left_over_by_the_best_first_order_is_not_marked_where_a_recursion_stops(name):
    code = PSEUDOCODE[name][0]
    line = code.lines[code.at["budget"] - 1]
    assert "= ∅" not in line.text
    assert "(n/m) × gain" in line.ours
