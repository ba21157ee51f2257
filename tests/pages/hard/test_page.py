"""What trees find easy and hard: its words, tables and pictures by laws, and the page itself."""

import re
import xml.etree.ElementTree as ET
from decimal import Decimal
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtlearn import CRITERIA
from dtlearn.learning.boolean_formula import concept_of
from dtlearn.learning.cost_of_greed import TRAPS, census, grown_leaves, mean_leaves, table, trapped
from dtlearn.learning.cost_of_greed import cells as cells_of
from dtlearn.learning.one_function import BEST, RULES, lesson, repeated, waits
from dtlearn.learning.slanted_line import Slant, slanted
from dtlearn.show.learning import charts, greed, one_function
from dtlearn.show.learning.words import labels
from dtlearn.splitting.nominal import NOMINAL
from dtlearn.trees.split import Kind
from dtlearn.trees.tree import Stop
from pages.ui.hard import scene as page
from tests.support.apps import button, component, components, leads_back, open_page, opened, plain, said, scene_alone
from tests.support.facts import facts

XOR = "01100110"  # x2 xor x3


def trees(at):
    return [data for data in components(at) if "boxHeight" in data and "nodes" in data]


@st.composite
def lessons(draw):
    n = draw(st.integers(1, 3))
    concept = draw(st.integers(0, (1 << (1 << n)) - 1))
    return lesson(concept, n, draw(st.sampled_from(list(CRITERIA))), draw(st.integers(2, 9)), draw(st.integers(0, 4)))


def test_only_against_a_smaller_tree_what_is_grown_again_is_ringed():
    tree = lesson(0b01101001, 3, "info_gain", 8, 2).tree("uml")  # parity: 8 leaves, and no tree has fewer
    for least, rings in ((0, 0), (8, 0), (7, 4)):  # below each first question twice the same subtree, in two pairs
        assert sum(node["mark"] == "done" for node in one_function.drawn(tree, least)["nodes"]) == rings


@given(lessons())
def test_the_table_and_the_words_agree_with_the_trees(told):
    X = table(told.concept, told.n).X
    rows = one_function.rule_rows(told, "cs181")["rows"]
    assert [row["id"] for row in rows] == [*RULES, BEST]
    for row in rows:
        tree = told.tree(row["id"])
        wrong = int((tree.predict(X) != [told.concept >> r & 1 for r in range(told.rows)]).sum())
        assert row["cells"][:2] == [str(tree.n_leaves), str(int(tree.depth.max()))]
        assert row["cells"][2].split(" ")[0] == str(wrong)
        assert row["bar"] == round(tree.n_leaves / told.rows, 4) <= 1
        says = [line["says"] for line in one_function.truth_view(told, row["id"])["rows"]]
        assert sum(a != b for a, b in zip(says, labels(told.concept, told.n), strict=True)) == wrong
        assert ("wrong" in one_function.verdict(told, row["id"])) == (wrong > 0)
    assert told.tree("cs181").n_leaves == told.tree("build").n_leaves  # no gain is below 0
    assert told.tree("uml").n_leaves == told.tree("ch8").n_leaves  # a bit asked again tells nothing
    assert [told.tree(rule).n_wrong for rule in ("uml", "ch8", BEST)] == [0, 0, 0]
    said, best, uml = one_function.caption(told), told.best.n_leaves, told.tree("uml").n_leaves
    stopped = told.tree("cs181")
    assert ("always" in said) == (best == 1)
    assert ("are enough" in said) == (uml > best)
    assert ("rows wrong" in said) == (stopped.n_wrong > 0)
    assert bool(one_function.stops_text(told)) == (Stop.NO_GAIN in stopped.stops)
    assert ("leaves one leaf" in said) == (told.idle and best > 1) == (stopped.stops[0] is Stop.NO_GAIN)
    assert "-0" not in one_function.gains_html(told) + one_function.gains_latex(told)
    assert bool(one_function.gains_latex(told)) == (best > 1)
    trace, found = told.traces["uml"], waits(told.traces["uml"])
    depths = [
        int(trace.tree.depth[node.i]) for node in trace.tree if node.split and trace.candidates[node.i].gain.any()
    ]
    if told.idle and told.best.n_leaves > 1:
        assert found == [min(depths)]
    assert bool(found) == bool(one_function.stops_text(told))
    assert all(1 <= levels < told.n for levels in found)
    again = repeated(told.tree("uml"))
    below = [{i for i in range(len(trace.tree)) if root in trace.tree[i].line()} for roots in again for root in roots]
    assert sum(map(len, below)) == len(set().union(*below))  # none within another
    for roots in again:
        assert len({(trace.tree[i].split.feature, tuple(trace.tree[i].counts)) for i in roots}) == 1 < len(roots)
    assert bool(one_function.again_text(told, "uml")) == bool(again and uml > best)
    view = one_function.drawn(told.tree("uml"))
    by_level = {}
    for node in view["nodes"]:
        by_level.setdefault(node["y"], []).append(node["x"])
        assert node["w"] / 2 <= node["x"] <= view["width"] - node["w"] / 2
        assert node["y"] + node["h"] <= view["height"]
    assert all(
        b - a >= one_function.WIDE for xs in by_level.values() for a, b in zip(sorted(xs), sorted(xs)[1:], strict=False)
    )


def test_curves_and_their_numbers():
    assert grown_leaves("or") == tuple(range(2, 12))
    assert grown_leaves("parity") == tuple(2**n for n in range(1, 11))
    assert grown_leaves("majority") == tuple(comb(n + 1, n // 2 + 1) for n in range(1, 11))
    fact = facts()["truth_tables"]["all_256_three_bit_functions"]["minimal_leaves_distribution"]
    assert mean_leaves(3) * 256 == sum(int(k) * count for k, count in fact.items())
    grown = {name: grown_leaves(name) for name in greed.CURVES}
    for n in range(1, 11):
        last = greed.leaves_latex(n)[-1]
        assert n == 1 or last.endswith(f"= {comb(n + 1, n // 2 + 1):,}".replace(",", r"\,"))
        points = {
            tuple(c)
            for trace in charts.leaves_figure(grown, n).data
            if trace.customdata is not None
            for c in trace.customdata
        }
        assert len(points) == 3 * 10


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_the_picture_of_all_functions_leaves_none_out(n):
    found = census(n)
    cells = cells_of(found)
    assert sum(cell.count for cell in cells) == 2**2**n
    assert sum(cell.count for cell in cells if cell.grown > cell.least) == len(found.larger)
    for cell in cells:
        assert (found.least[cell.first], found.grown[cell.first]) == (cell.least, cell.grown)
    marks = [
        c[0] for trace in charts.census_figure(found).data if trace.customdata is not None for c in trace.customdata
    ]
    assert sorted(marks) == sorted(cell.first for cell in cells)
    said = greed.census_text(found)
    assert ("as small as can be" in said) == (n < 3)


@pytest.mark.parametrize("name", TRAPS)
def test_what_the_trap_says(name):
    trap, said = TRAPS[name], [greed.trap_text(trapped(name), k) for k in (1, 2, 3)]
    assert ("All gains are 0" in said[0]) == (name == "tie")
    assert ("every gain is 0" in said[1]) == (name != "uml")
    assert "depth 2" in said[2]
    assert " ".join([trap.says, said[0]]).lower().count("tie") == (name == "tie")
    assert ("no question at all" in said[1]) == (name == "tie")
    for tree in (trap.best, trapped(name).whole.tree):
        ledger = greed.ledger_html(tree, "the last row is the sum, H(S)")
        terms = [Decimal(term) for term in re.findall(r"· [\d.]+ = ([\d.]+)</td>", ledger)]
        printed = re.findall(r"<td>([\d.]+)</td></tr></tbody>", ledger)
        assert [sum(terms)] == [Decimal(text) for text in printed] == [1]


@given(st.lists(st.floats(0, 1), max_size=9))
def test_printed_terms_add_up_to_the_printed_sum(terms):
    places = greed.adding_up(terms)
    if places < 9:
        printed = [Decimal(greed.fixed(x, places)) for x in (*terms, sum(terms))]
        assert sum(printed[:-1]) == printed[-1]


@pytest.mark.parametrize(
    ("formula", "n", "said"),
    [
        ("x2 xor x3", 3, "two levels"),
        ("x1 xor x2 xor x3", 3, "two levels"),
        ("x1 xor x2", 2, "one level"),
        ("x3 xor x4", 4, "three levels"),
        ("x1 and (x2 xor x3)", 3, "one level"),
    ],
)
def test_how_far_below_a_gain_comes(formula, n, said):
    told = lesson(concept_of(formula, n), n, "info_gain", 4, 2)
    assert f"a gain first comes {said} below:" in " ".join(one_function.stops_text(told))


def test_the_trees_of_a_slanted_line_and_their_pictures():
    found = slanted(Slant(160, 19), "gini_gain")
    assert (found.tree.n_leaves, found.turned.n_leaves) == (11, 2)
    assert found.turned_error < 0.01 < found.error
    for tree, data, turned in ((found.tree, found.slant.data, False), (found.turned, found.slant.turned, True)):
        root = ET.fromstring(charts.slope_svg(tree, data, 100, turned, 460))
        paths = {path.get("class"): path.get("d") for path in root.iter("{http://www.w3.org/2000/svg}path")}
        ends = np.array([list(map(float, p.split())) for p in paths["slope"][1:].split("L")])
        assert ("square" in paths) == turned
        if turned:
            assert ends[0][0] == ends[1][0]  # upright
        frame = [e for e in root.iter("{http://www.w3.org/2000/svg}rect") if e.get("class") == "frame"][-1]
        assert float(frame.get("width")) == pytest.approx(
            float(frame.get("height")), abs=1
        )  # a turned square is a square
        assert float(frame.get("x")) <= ends[:, 0].min() < ends[:, 0].max() + 0.1 <= 460
    assert "same class" in greed.slanted_text(slanted(Slant(1, 1), "gini_gain"))


@given(st.sampled_from(list(CRITERIA)), st.integers(1, 60), st.integers(0, 99), st.integers(50, 150))
def test_every_criterion_finds_the_one_question_about_u(criterion, m, seed, c):
    found = slanted(Slant(m, seed, c), criterion)
    assert found.turned.n_leaves <= 2
    assert (found.tree.n_wrong, found.turned.n_wrong) == (0, 0)
    title = CRITERIA[criterion].title
    assert found.tree.n_leaves == 1 or f"CART with {title}" in greed.slanted_text(found)
    assert title in greed.slanted_html([found], m)


# ---- the page


def test_the_first_screen_and_the_rules():
    at = open_page("hard")
    assert "OR of 10 bits needs a tree of 11 leaves. How many leaves does parity" in said(at)
    at.segmented_control(key="w_tab").set_value("one").run()
    assert at.query_params["function"] == "mux"
    assert "Which bit does it ask about first?" in said(at)
    assert "The greedy tree wastes" not in said(at)
    at.pills(key="w_guess").set_value(0).run()
    assert "Not this time: ID3 asks about X2 first, the lowest of equals. The gains are X1 0.000, X2 0.189" in said(at)
    assert "The greedy tree wastes 2 of its 6 leaves: 4 are enough" in said(at)
    assert "Ringed: greed grows the part below X3 twice." in said(at)
    ringed = [[node["id"] for node in data["nodes"] if node["mark"]] for data in trees(at)]
    assert ringed == [["r.0.0", "r.1.0"], []]
    assert leads_back(at, "hard")
    at = open_page("hard", v=1)
    assert "The greedy tree wastes 4 of its 8 leaves: 4 are enough." in said(at)
    assert "a smallest tree asks about X2 first" in said(at)
    assert component(at, "outputs")["outputs"] == XOR
    rows = component(at, "columns")["rows"]
    assert [row["cells"] for row in rows if row["id"] in ("uml", "cs181", "best")] == [
        ["8", "3", "0"],
        ["1", "0", "4 of 8 = 1/2"],
        ["4", "2", "0"],
    ]
    at.pills(key="w_function").set_value("mux").run()
    assert at.text_input(key="w_formula").value == "if x1 then x2 else x3"
    assert "The greedy tree wastes 2 of its 6 leaves" in said(at)
    at.slider(key="w_depth").set_value(1).run()
    assert "ID3, depth at most 1" in [row["name"] for row in component(at, "columns")["rows"]]
    at.pills(key="w_function").set_value("table").run()
    at.segmented_control(key="w_d").set_value(2).run()
    assert len(at.query_params["table"]) == 4
    assert leads_back(at, "hard")


def test_a_formula_is_typed():
    at = open_page("hard", v=1, d=2, function="or")
    at.text_input(key="w_formula").set_value("x1 and  (x2 or x4)").run()
    assert (at.query_params["function"], at.query_params["d"]) == ("formula", "4")
    assert component(at, "outputs")["outputs"] == labels(concept_of("x1 and (x2 or x4)", 4), 4)
    for hostile in (
        "x1 and " * 700 + "x1",
        "__import__('os').system('x')",
        "<img src=x onerror=alert(1)>",
        "x1 and :material/home: **x2**",
    ):
        at.text_input(key="w_formula").set_value(hostile).run()
        assert len(at.warning) == 1
        assert at.text_input(key="w_formula").value == hostile
        assert at.code[0].value.splitlines()[-1].strip() == "^"
        assert at.query_params["formula"] == "x1 and (x2 or x4)"
        assert said(at).startswith("Still shown: **x1 and")
    at.pills(key="w_function").set_value("and").run()
    assert not at.warning
    assert "Still shown" not in said(at)


@pytest.mark.parametrize("part", page.PARTS)
def test_every_part_opens_and_its_controls_work(part):
    at = opened("hard", v=1, tab=part, d=3)
    if part == "leaves":
        at.slider(key="w_bits").set_value(7).run()
        assert any("C(n+1" in html.proto.body for html in at.get("html"))
    if part == "kinds":
        at.selectbox(key="w_data").set_value("contact_lenses").run()
        assert at.query_params["data"] == "contact_lenses"
    if part == "all":
        at.segmented_control(key="w_ha_all").set_value(4).run()
        assert "grows 37 650 larger" in said(at)
        assert any("16 for 4: x3 xor x4<" in html.proto.body for html in at.get("html"))
        button(at, "See the worst one").click().run()
        assert at.query_params["tab"] == "one"
        assert "Here is one: the greedy tree wastes 12 of its 16 leaves: 4 are enough" in said(at)
        at.segmented_control(key="w_tab").set_value("all").run()
        at.segmented_control(key="w_ha_all").set_value(1).run()
    if part == "trap":
        button(at, "Next").click().run()
        at.segmented_control(key="w_trap").set_value("decoy").run()
        assert "every gain is 0" in said(at)
        button(at, "Next").click().run()
        assert button(at, "Next").disabled
    if part == "slant":
        at.select_slider(key="w_m").set_value(640).run()
        at.number_input(key="w_seed").set_value(3).run()
        assert at.query_params["seed"] == "3"
        before = said(at)
        at.selectbox(key="w_criterion").set_value("train_error_gain").run()
        assert "CART with train-error gain" in said(at) != before


@pytest.mark.parametrize("part", page.PARTS)
def test_a_part_asks_before_it_answers_and_leads_to_the_next(part):
    parts = [*page.PARTS]
    at = opened("hard", v=1, tab=part, reveal="none", function="mux")
    asked = page.question(at.session_state["S"])
    text, truth = (told.replace("\u202f", " ") for told in (asked.text, asked.truth))
    assert text in plain(said(at))
    assert truth not in plain(said(at))
    for option, verdict in ((asked.right[0], "Right"), (page.JUST_SHOW, None)):
        at = opened("hard", v=1, tab=part, reveal="none", function="mux")
        at.pills(key="w_guess").set_value(option).run()
        assert (f"{verdict}: {truth}" in plain(said(at))) == bool(verdict)
        assert at.query_params["reveal"] == part
        assert leads_back(at, "hard")
    after = parts[parts.index(part) + 1 :][:1]
    leads = [one for one in at.button if one.label.startswith("Go on: ")]
    assert len(leads) == len(after)
    for one in leads:
        one.click().run()
        assert at.query_params["tab"] == after[0]
        assert page.asking(at.session_state["S"])


def test_a_guess_is_forgotten_with_what_it_was_made_on(monkeypatch):
    S = scene_alone(monkeypatch, page, reveal=())
    page.guess(None)  # nothing chosen
    assert page.asking(S)
    page.guess(0)
    assert not page.asking(S)
    page.put("01100111")
    assert S["guess"] is None
    for told, guess, wrong in (((), 0, True), (("one",), 3, True), (("one",), 2, False)):
        S.update(reveal=told, guess=guess)
        assert bool(page.fit(S)) == wrong
        assert S["guess"] == (None if wrong else guess)


def test_what_the_components_and_charts_say_is_checked(monkeypatch):
    S = scene_alone(monkeypatch, page)
    before = dict(S)
    for bad in (None, 3, "01", "0110011x", "0" * 16):
        page.put(bad)
    page.show("nosuch")
    page.picked_leaves("no function", 3)
    page.picked_size(3)
    assert before == S
    page.put("01100111")
    assert (S["function"], S["table"]) == ("table", "01100111")
    page.picked_leaves("parity", 4)
    assert (S["function"], S["d"], S["bits"], S["tab"]) == ("parity", 4, 4, "one")
    page.picked_leaves("or", 9)
    assert (S["function"], S["bits"]) == ("parity", 9)


@pytest.mark.parametrize("part", page.PARTS)
def test_a_clicker_goes_through_every_part(part, monkeypatch):
    S = scene_alone(monkeypatch, page, tab=part)
    name, values = page.WALKS[part]
    for by, end in ((-1, values[0]), (1, values[-1])):
        seen = {S[name]}
        for _ in values:
            page.move(by)
            seen.add(S[name])
        assert S[name] == end
    assert seen == set(values)
    assert not page.fit(S)


def test_a_table_with_another_number_of_features(monkeypatch):
    S = scene_alone(monkeypatch, page, function="table", table="0110", d=3)
    page.resize({"d": 2})
    assert S["table"] == "00111100"  # the new feature does not matter
    S["d"] = 2
    page.resize({"d": 3})
    assert S["table"] == "0110"
    S["d"] = 1
    page.resize({"d": 2})
    assert S["table"] == "01"  # the one that is gone counts as 0


@pytest.mark.parametrize("name", page.NOMINAL)
def test_each_kind_of_split_is_universal(name):
    """Every one fits data that agree with each other, and the page says which has the fewest leaves."""
    found = page.kinds_of(name)
    assert set(found) == set(NOMINAL)
    assert all(trace.tree.n_wrong == 0 for trace in found.values())
    least = min(trace.tree.n_leaves for trace in found.values())
    text = said(opened("hard", v=1, tab="kinds", data=name))
    assert f"with the fewest leaves, {least}." in text
    for kind, trace in found.items():
        assert {Kind(k) for k in trace.tree.kind} <= {Kind.NONE, Kind.MULTIWAY, KINDS[kind]}
        assert f"{trace.tree.n_leaves} leaves, depth {trace.tree.depth.max()}" in text


KINDS = {
    "multiway": Kind.MULTIWAY,
    "one_vs_rest": Kind.VALUE,
    "ordered": Kind.ORDERED,
    "subset": Kind.SUBSET,
}
