"""Generalisation bound: the words, tables and curves against the engine, and the page itself."""

import re
from dataclasses import replace
from fractions import Fraction
from math import isfinite

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dtlearn
from dtlearn.bound.bound import LOGS, Bound, Standing, penalty
from dtlearn.data.packing import pack
from dtlearn.data.synthetic import Source
from dtlearn.exact.frontier import frontier
from dtlearn.show.bound.words import arithmetic
from dtlearn.show.documents.chart import chart
from pages.ui.bound import charts, trees
from pages.ui.bound import lesson as page
from pages.ui.bound import samples as bound_samples
from pages.ui.bound import words as bound
from pages.ui.bound.lesson import LESSON
from pages.ui.bound.words import Row, Terms
from pages.ui.kit.codec import decode
from pages.ui.kit.known_source import drawn_of, source_of
from tests.support.apps import caption, component, counter, html, open_page, opened, pick, plain
from tests.support.facts import facts
from tests.support.strategies import examples

DEFAULTS = LESSON.scene()
TERMS = st.builds(
    Terms,
    st.integers(1, 400),
    st.integers(1, 60),
    st.integers(2, 4),
    st.sampled_from([0.5, 0.05, 1e-6]),
    st.sampled_from(list(LOGS)),
    st.sampled_from([1, 3, 100]),
)


def scene(**values) -> dict:
    """The values of a scene, with the exact trees searched for."""
    S = DEFAULTS | values
    list(trees.searching(S))
    return S


def row(S: dict, way: str) -> Row:
    return next(row for row in trees.rows_of(S) if row.way == way)


@st.composite
def rows_and_terms(draw):
    """A row of trees that err less and less, and the terms of its bound."""
    terms = draw(TERMS)
    wrong = sorted(draw(st.lists(st.integers(0, terms.m), min_size=1, max_size=8)), reverse=True)
    return Row("greedy", tuple(range(1, 2 * len(wrong), 2)), tuple(wrong)), terms


# ---- rows of trees


@given(rows_and_terms())
def test_the_least_bound_is_the_least_and_the_smallest_of_equals(made):
    row, terms = made
    values = [
        terms.times * wrong / (terms.m * terms.times)
        + float(penalty(n, terms.d, terms.m * terms.times, terms.delta, terms.classes, terms.logs))
        for n, wrong in zip(row.n, row.n_wrong, strict=True)
    ]
    assert [b.value for b in row.bounds(terms)] == pytest.approx(values)
    k = row.best(terms)
    assert values[k] == pytest.approx(min(values))
    assert 0 <= row.telling(terms) < len(row)


@given(rows_and_terms(), st.integers(0, 3))
def test_what_is_proved_holds_for_every_larger_tree(made, least):
    row, terms = made
    row = Row("exact", row.n, row.n_wrong, (), row.n[-1], min(least, row.n_wrong[-1]))
    if row.proved(terms):
        best = row.bounds(terms)[row.best(terms)].value
        assert all(terms.bound(n, row.least).value >= best for n in range(row.known + 2, row.known + 60, 2))


def test_the_proof_is_the_engines():
    for name in ("play_tennis", "majority3", "seven_points"):
        for most in (7, 15):
            for times in page.TIMES[::2]:
                S = scene(data=name, nodes=most, copies=times)
                found = frontier(trees.questions_of(S), most).minimiser(times=times)
                exact, terms = row(S, "exact"), trees.terms_of(S)
                assert exact.n[exact.best(terms)] == found.n
                assert exact.proved(terms) or not found.proved


# ---- the facts


def test_play_tennis_the_least_bound_jumps_from_the_single_leaf_to_nine_nodes():
    """facts.md section 7; the brief of the page."""
    sizes = {}
    for times in page.TIMES:
        S = scene(copies=times)
        exact, terms = row(S, "exact"), trees.terms_of(S)
        sizes[times] = exact.n[exact.best(terms)]
        assert exact.proved(terms)
    assert [sizes[k] for k in (1, 2, 3, 4, 5, 10, 100)] == [1, 1, 9, 9, 9, 9, 9]
    three = scene(copies=3)
    greedy = row(three, "greedy")
    assert greedy.n[greedy.best(trees.terms_of(three))] == 5
    assert trees.generic_of(scene()) == (1, 5)  # its 14 days cannot pay for a question


def test_the_facts_about_one_hot_play_tennis_are_points_of_the_curves():
    known = {(fact["n"], fact["L_S"]): fact["bound"] for fact in facts()["mdl"]["binarised_playtennis"]["rows"]}
    drawn = {}
    for criterion in ("train_error_gain", "info_gain"):
        S = scene(criterion=criterion)
        for way in ("greedy", "exact"):
            drawn |= {(b.n, str(b.error)): b.value for b in row(S, way).bounds(trees.terms_of(S))}
    assert {key: drawn[key] for key in known} == pytest.approx(known, abs=1e-12)


@pytest.mark.parametrize(("d", "m"), facts()["mdl"]["xor_pays_from_m"]["values"].items())
def test_the_xor_tree_pays_from_the_facts_sample_on(d, m):
    assert bound_samples.needed_to_beat(Bound(0, 4, 7, int(d)), Bound(2, 4, 1, int(d))) == m


@pytest.mark.parametrize(("where", "m"), facts()["mdl"]["smallest_m_with_bound_below_1_at_zero_error"].items())
def test_the_bound_says_something_from_the_facts_sample_on(where, m):
    d, n = map(int, re.findall(r"\d+", where))
    assert bound_samples.needed(Bound(0, 4, n, d)) == m


BOUNDS = st.builds(
    lambda m, wrong, n, d, delta, K, logs: Bound(min(wrong, m), m, 2 * n + 1, d, delta, K, logs),
    st.integers(1, 300),
    st.integers(0, 300),
    st.integers(0, 60),
    st.integers(1, 300),
    st.sampled_from([0.5, 0.05, 1e-6]),
    st.integers(2, 5),
    st.sampled_from(list(LOGS)),
)


def scaled(b: Bound, m: int) -> float:
    return float(b.error) + float(penalty(b.n, b.d, m, b.delta, b.classes, b.logs))


@given(BOUNDS)
def test_needed_is_the_first_sample_whose_bound_is_below_one(b):
    m = bound_samples.needed(b)
    if m is None:
        assert b.error == 1
    else:
        assert scaled(b, m) < 1
        assert m == 1 or scaled(b, m - 1) >= 1 - 1e-12


@given(BOUNDS, st.integers(0, 300))
def test_needed_to_beat_is_the_first_sample_on_which_the_tree_beats_the_leaf(b, wrong):
    leaf = replace(b, n=1, n_wrong=min(wrong, b.m))
    m = bound_samples.needed_to_beat(b, leaf)
    if b.n > 1 and bound_samples.needed(b) is not None:
        assert ("never below the single leaf's" in bound_samples.needed_text(b, leaf)) == (m is None)
    if m is None:
        assert leaf.n_wrong <= b.n_wrong
    elif b.n > 1:
        assert scaled(b, m) < scaled(leaf, m)
        assert m == 1 or scaled(b, m - 1) >= scaled(leaf, m - 1) - 1e-12


def test_exercise_18_2_greedy_fails_at_depth_two():
    """facts.md section 5: greedy of depth 2 errs on 1/4, the best tree of depth 2 on none."""
    greedy, exact = trees.depths_of(scene(data="uml_ex18_2"))
    assert (greedy[2], exact[2]) == (1, 0)
    assert all(a >= b for a, b in zip(greedy, exact, strict=True))


# ---- what the lessons say


def test_the_lesson_on_xor():
    S = scene(**page.PRESETS["xor"].scene)
    terms, exact = trees.terms_of(S), row(S, "exact")
    for way in ("greedy", "pruned"):
        assert row(S, way).best(terms) == 0
    k = exact.best(terms)
    assert (exact.n[k], exact.n_wrong[k], exact.true[k]) == (7, 0, 0)
    assert exact.proved(terms)
    assert exact.bounds(terms)[k].value < exact.bounds(terms)[0].value / 2
    assert trees.generic_of(S) == (7, 0)  # it may put a subtree in its parent's place


def test_the_lesson_on_a_known_source():
    S = scene(**page.PRESETS["known"].scene)
    for way in ("greedy", "pruned"):
        shown = row(S, way)
        k = shown.best(trees.terms_of(S))
        assert shown.true[k] == min(shown.true) == Fraction(1, 10)
        assert shown.n_wrong[-1] < shown.n_wrong[k]
        assert shown.true[-1] > shown.true[k]


@pytest.mark.parametrize("name", page.PRESETS)
def test_every_lesson_is_recognised_and_opens(name):
    S = DEFAULTS | page.PRESETS[name].scene
    assert LESSON.preset_of(S) == name
    assert LESSON.preset_of(S | {"way": "greedy", "step": 2}) == name
    assert LESSON.preset_of(S | {"nodes": 7}) is None
    at = opened("bound", v=1, **page.PRESETS[name].scene)
    assert at.pills(key="presets-bound").value == name
    assert len(page.PRESETS[name].says) < 125  # a line at 1280 px


# ---- rows from the engine


@examples(8)
@given(st.integers(0, 40), st.sampled_from(["parity", "majority", "or"]), st.sampled_from([0, 20]))
def test_the_three_ways_are_in_order_and_are_what_they_say(seed, function, noise):
    S = scene(data="source", function=function, d=4, m=30, noise=noise, seed=seed, nodes=31)
    source, data = source_of(*drawn_of(S)), trees.questions_of(S)
    for one in trees.rows_of(S):
        assert list(one.n) == sorted(set(one.n))
        for k in range(len(one)):
            assert len(trees.view_of(S | {"way": one.way}, k)["nodes"]) == one.n[k]
        assert one.n[0] == 1
    sizes = {way: dict(zip(row(S, way).n, row(S, way).n_wrong, strict=True)) for way in ("greedy", "pruned", "exact")}

    def least(way: str, n: int) -> int:
        return min(wrong for size, wrong in sizes[way].items() if size <= n)

    for n in sizes["greedy"]:
        assert least("exact", n) <= least("pruned", n) <= least("greedy", n)
    trace = dtlearn.grow(data, trees._settings(S["criterion"], S["data"]))
    for k, n in enumerate(row(S, "greedy").n):
        tree = dtlearn.grow(data, replace(trees._settings(S["criterion"], S["data"]), max_splits=k)).tree
        assert (len(tree), tree.n_wrong) == (n, row(S, "greedy").n_wrong[k])
        assert source.true_error(tree.predict) == row(S, "greedy").true[k]
    assert row(S, "greedy").n[-1] == len(trace.tree)


def test_the_generic_procedure_minimises_the_bound_that_is_shown():
    for times in (1, 3, 10, 10_000):
        S = scene(copies=times)
        (n, wrong), terms = trees.generic_of(S), trees.terms_of(S)
        greedy = row(S, "greedy").bounds(terms)[-1]
        assert terms.bound(n, wrong).value <= greedy.value
        assert terms.bound(n, wrong).value >= row(S, "exact").bounds(terms)[row(S, "exact").best(terms)].value


# ---- words


@given(rows_and_terms(), st.integers(0, 99))
def test_the_caption_agrees_with_the_numbers(made, k):
    row, terms = made
    k %= len(row)
    here, least = row.bounds(terms)[k], row.bounds(terms)[row.best(terms)]
    said = bound.caption(row, terms, k).replace("\u202f", "")
    assert f"training error {here.n_wrong}/{here.m} = " in said
    assert ("vacuous" in said) == (here.value >= 1)
    assert ("It is the least of the greedy trees." in said) == (k == row.best(terms))
    assert k == row.best(terms) or f"The least is {least.value:.3f}" in said
    assert ("more examples leave less room for luck" in said) == (k == 0)  # the first one says why there is one
    assert "nan" not in said


@given(BOUNDS, st.sampled_from(list(Standing)))
def test_the_arithmetic_puts_the_numbers_in(b, standing):
    said = arithmetic(b, standing)
    assert said.count("{") == said.count("}")
    assert rf"\tfrac{{{b.n_wrong}}}{{{b.m}}}" in said
    assert rf"({b.n}+1)" in said
    assert rf"\mathbf{{{b.value:.3f}}}" in said
    assert ("?" in said) == (standing is Standing.ILLUSTRATION)
    assert ("d+3" in said) == (b.classes == 2)
    lines = bound_samples.needed_lines(b, replace(b, n=1, n_wrong=b.m))
    assert lines.count("{") == lines.count("}")


def test_the_confidence_is_written_as_it_is():
    assert r"\ln 40}" in arithmetic(Bound(0, 14, 9, 10), Standing.THEOREM)
    assert r"\log_2 2\,000\,000}" in arithmetic(Bound(0, 14, 9, 10, 1e-6, logs="log2"), Standing.THEOREM)


def test_copies_prove_nothing_and_the_page_says_so():
    terms = Terms(14, 10)
    assert bound_samples.copies_text(terms) == ""
    assert "m = 42 examples" in bound_samples.copies_text(replace(terms, times=3))
    lucky = Row("greedy", (1, 3), (5, 4), (Fraction(1, 2), Fraction(1, 3)))
    assert "below the bound" in bound.promise_text(lucky, terms)
    assert "Copies are no new examples" in bound.promise_text(lucky, replace(terms, times=10_000))
    unlucky = Row("greedy", (1, 3), (0, 0), (Fraction(1), Fraction(1)))
    said = bound.promise_text(unlucky, Terms(200, 10))
    assert "2 of the 2 greedy trees" in said
    assert "probability 0.05 at most" in said
    assert bound.promise_text(Row("greedy", (1,), (0,)), terms) == ""


@given(rows_and_terms())
def test_the_tables_hold_every_number(made):
    row, terms = made
    table = bound.size_rows(row, terms)
    assert len(table) == len(row)
    for cells, b in zip(table, row.bounds(terms), strict=True):
        assert 2 * int(cells[0]) - 1 == b.n  # a binary tree of L leaves has 2L - 1 nodes
        assert f"{b.n_wrong}/{b.m}" in [cell.replace("\u202f", "") for cell in cells]
        assert f"{b.value:.3f}" in cells
    samples = bound_samples.samples_html([row], terms, page.TIMES)
    assert samples.count("▶") == 1
    contest = bound.contest_html([row], terms, {"<b>": (3, 0)})
    assert "&lt;b&gt;" in contest


@given(rows_and_terms(), st.integers(0, 99))
def test_who_walks_up_is_told_the_least_so_far_and_the_answer_at_the_end(made, k):
    row, terms = made
    k %= len(row)
    values = [b.value for b in row.bounds(terms)]
    least, said = min(values[: k + 1]), bound.caption(row, terms, k, known=False)
    assert ("It is the least so far." in said) == (k == values.index(least))
    assert k == values.index(least) or f"The least so far is {least:.3f}" in said
    assert f"{min(values):.3f}" in bound.answer(row, terms)


# ---- the picture


@examples(8)
@given(rows_and_terms())
def test_the_chart_draws_error_penalty_and_sum_and_clips_nothing(made):
    row, terms = made
    lines = charts.bound_lines([row], terms, "greedy")
    drawn = chart(lines, charts.bound_labels([row], terms, "greedy", 0), {("greedy", k): k for k in range(len(row))})
    by_name = {line["name"]: line for line in drawn["lines"]}
    error, complexity, sums = (
        [y for _, y, *_ in by_name[name]["points"]] for name in ("training error", "penalty", "bound: greedy")
    )
    assert sums == pytest.approx([b.value for b in row.bounds(terms)])
    assert sums == pytest.approx([a + b for a, b in zip(error, complexity, strict=True)])
    points = [(x, y) for line in drawn["lines"] for x, y, *_ in line["points"]]
    for axis, values in zip("xy", zip(*points, strict=True), strict=True):
        assert all(isfinite(value) and drawn[axis]["lo"] < value < drawn[axis]["hi"] for value in values)
    least = by_name[f"least: n = {row.n[row.best(terms)]}"]
    assert ([y for _, y, *_ in least["points"]], least["legend"]) == ([min(sums)], True)
    assert [step for *_, step in by_name["bound: greedy"]["points"]] == list(range(len(row)))


def test_lines_differ_in_more_than_colour():
    S = scene(**page.PRESETS["known"].scene)
    drawn = LESSON.document(S, None).document["chart"]
    lines = [line for line in drawn["lines"] if line["dash"]]
    assert len({(line["dash"], line["symbol"]) for line in lines}) == len(lines) == 6
    assert "logarithmic" in drawn["x"]["name"]
    assert "logarithmic" not in LESSON.document(scene(), None).document["chart"]["x"]["name"]


def test_the_other_ways_stand_back_and_a_tree_has_its_sum_said_once():
    S = scene(copies=3)
    document = LESSON.document(S, None).document
    lines = {line["name"]: line for line in document["chart"]["lines"]}
    assert [name for name, line in lines.items() if line["legend"]] == [
        "penalty",
        "training error",
        "bound: exact",
        "least: n = 9",
    ]
    assert [name for name, line in lines.items() if line.get("faint")] == ["bound: greedy", "bound: pruned"]
    says = {(x, said) for line in lines.values() for x, _, said, _ in line["points"] if said}
    assert [said for x, said in says if x == 9] == ["exact, 9 nodes: 0/42 + 0.696 = 0.696"]
    assert [said for x, said in says if x == 7] == ["penalty of n = 7: 0.630"]
    assert document["chart"]["says"].startswith("Copies prove nothing")


@pytest.mark.parametrize(("data", "behind"), [("best_first", False), ("id_rejected", False), ("or", True)])
def test_other_ways_are_told_where_one_of_their_lines_is_seen_behind_the_own(data, behind):
    s = DEFAULTS | {"data": data, "nodes": 0, "way": "greedy"}
    chart_ = LESSON.document(s, None).document["chart"]
    points = {line["name"]: [point[:2] for point in line["points"]] for line in chart_["lines"]}
    assert (points["bound: pruned"] != points["bound: greedy"]) == behind
    assert ("Faint: trees grown another way." in chart_["says"]) == behind


# ---- the page


def test_the_page_opens_at_the_single_leaf_of_a_sum_that_falls_and_rises_and_asks():
    at = opened("bound")
    assert counter(at) == "Step 0 of 14"
    assert caption(at).startswith("A single leaf: training error 240/500")
    assert any("For which tree is the sum smallest?" in m.value for m in at.markdown)
    assert at.pills(key="presets-bound").value == "known"
    assert all(title[0].isupper() for title in at.pills(key="presets-bound").options)
    bounds = row(DEFAULTS | LESSON.opens, "pruned").bounds(trees.terms_of(DEFAULTS | LESSON.opens))
    first, least, last = bounds[0].value, min(b.value for b in bounds), bounds[-1].value
    assert least + 0.2 < min(first, last)
    assert max(first, last) < 1


def test_a_link_without_a_step_opens_at_the_tree_that_14_rows_cannot_pay_for():
    at = open_page("bound", v=1)
    assert caption(at).startswith(
        "9 nodes: training error 0/14 = 0.000, + penalty 1.206 = bound 1.206. No error is above 1"
    )
    assert "The least is 0.986 (a single leaf)" in caption(at)
    assert any("A theorem" in m.value for m in at.markdown)
    assert counter(at) == "Step 3 of 3"
    assert caption(open_page("bound", v=1, step=2)).startswith("5 nodes: training error 2/14")
    pick(at, "presets-bound", "xor")
    assert LESSON.preset_of(at.session_state["S"]) == "xor"


def test_another_way_says_the_sizes_of_its_trees():
    """By them the stage finds the tree of the size that is shown (``test_browser``)."""
    at = open_page("bound", v=1, way="greedy", step=4)
    for way in ("greedy", "pruned", "exact"):
        at.segmented_control(key="w_way").set_value(way).run()
        assert component(at, "sizes")["sizes"] == list(row(at.session_state["S"], way).n)
        assert not at.warning


def test_fewer_bits_in_all_take_the_function_with_them():
    at = open_page("bound", v=1, data="source", function="majority", k=5)
    at.number_input(key="w_d").set_value(3).run()
    assert not at.warning
    assert at.query_params["k"] == "3"


def test_where_no_exact_search_is_possible_there_is_a_sentence():
    at = open_page("bound", v=1, data="iris")
    assert at.segmented_control(key="w_way").options == ["greedy", "pruned", "best known"]
    said = [m.value for m in [*at.markdown, *at.info, *at.sidebar.info, *at.caption]]
    assert sum("119 questions are too many for an exact search" in text for text in said) == 1
    assert any("come from 4 features" in text for text in said)
    assert not any("choose fewer" in text for text in said)
    assert any("An illustration only" in m.value for m in at.markdown)
    assert not [one for one in at.selectbox if one.key == "w_nodes"]
    assert at.session_state["S"]["way"] == "known"
    assert "It is the least of the best known trees." in caption(at) or "The least is" in caption(at)
    at.selectbox(key="w_data").set_value("play_tennis").run()
    assert at.segmented_control(key="w_way").options == ["greedy", "pruned", "exact"]
    assert at.session_state["S"]["way"] == "exact"


@pytest.mark.parametrize("data", [name for name in page.LESSON.fields[0].known if name != "source"])
def test_a_search_that_is_refused_is_refused_at_every_size(data):
    """Else the page would have advice to give. Its largest greedy tree has words."""
    S = DEFAULTS | {"data": data}
    assert {trees.refused(S | {"nodes": most}) for most in page.SIZES} == {data in ("iris", "penguins", "wine")}
    greedy = trees.rows_of(S | {"nodes": 0})[0]
    assert "training error " in bound.caption(greedy, trees.terms_of(S), len(greedy) - 1)


@pytest.mark.parametrize("data", ["iris", "penguins", "wine"])
def test_the_best_known_trees_are_no_worse_than_the_others_and_are_what_they_say(data):
    for criterion in ("info_gain", "gini_gain"):
        S = DEFAULTS | {"data": data, "criterion": criterion}
        greedy, pruned, known = trees.rows_of(S)
        assert (known.way, known.known) == ("known", 0)
        for other in (greedy, pruned):
            for n, wrong in zip(other.n, other.n_wrong, strict=True):
                assert min(w for size, w in zip(known.n, known.n_wrong, strict=True) if size <= n) <= wrong
    view = trees.view_of(S | {"way": "known"}, len(known) - 1)
    assert len(view["nodes"]) == known.n[-1]
    assert not known.proved(trees.terms_of(S))


def test_where_the_search_ends_the_page_sends_nobody_further():
    query = {"v": 1, "data": "source", "m": 300, "noise": 30, "copies": 10_000}
    for most, further in ((15, True), (31, False)):
        at = open_page("bound", **query, nodes=most)
        said = " ".join(m.value for m in at.markdown).replace("\\", "")
        assert f"The exact search went up to n = {most}." in said
        assert ("let it search further" in said) == further
        assert (f"n = {most} is as far as it goes" in said) != further


def test_rows_that_the_cap_of_the_search_decides_are_marked():
    S = scene(**page.PRESETS["known"].scene)
    rows, terms = trees.rows_of(S), trees.terms_of(S)
    table = bound_samples.samples_html(rows, terms, page.TIMES)
    assert "exact, up to 15 nodes" in table
    lines = table.split("<tr>")[2:]
    exact = row(S, "exact")
    proved = [exact.proved(replace(terms, times=times)) for times in page.TIMES]
    assert ["†" not in line for line in lines] == proved
    assert proved[0]
    assert not proved[-1]
    assert "more than 15 nodes" in bound_samples.mark_text(rows, terms, page.TIMES)
    assert bound_samples.mark_text(rows, terms, (1,)) == ""
    for times, line, sure in zip(page.TIMES, lines, proved, strict=True):
        best = [b.bounds(t)[b.best(t)].value for b in rows for t in [replace(terms, times=times)]]
        assert not sure or best[2] <= min(best)
        assert all(f"{value:.3f}" in line for value in best)
    assert "Proved at 1 ×" in bound.proof_text(rows, terms)
    assert "At 10\u202f000 × a larger tree may" in bound.proof_text(rows, replace(terms, times=10_000))
    assert "†" not in bound_samples.samples_html([row(scene(), "exact")], trees.terms_of(scene()), page.TIMES)


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("copies", "7", 5),
        ("copies", "8", 10),
        ("copies", "0", 1),
        ("copies", "99999", 10_000),
        ("copies", "-3", 1),
        ("delta", "2", 0.5),
        ("delta", "0.03", 0.05),
        ("delta", "0.0005", 0.001),
        ("nodes", "16", 15),
        ("nodes", "3", 7),
        ("nodes", "-7", 0),
    ],
)
def test_a_number_off_the_scale_becomes_the_nearest_on_it(name, text, value):
    values, (wrong,) = decode(page.LESSON.fields, {"v": "1", name: text})
    assert f"{name}={text} is not on the scale" in wrong
    assert values[name] == value
    values, (wrong,) = decode(page.LESSON.fields, {"v": "1", name: "nan"})
    assert values[name] == DEFAULTS[name]
    assert "is not a number" in wrong
    scale = {"copies": page.TIMES, "delta": page.DELTAS, "nodes": (0, *page.SIZES)}[name]
    (field,) = (field for field in page.LESSON.fields if field.name == name)
    assert [field.read(field.write(one)) for one in scale] == list(scale)


def test_the_title_follows_the_sample():
    at = open_page("bound", v=1)
    assert "m = 14 examples, d = 10 questions" in html(at)
    at.select_slider(key="w_copies").set_value(3).run()
    assert "m = 14 × 3 = 42 examples, d = 10 questions" in html(at)
    assert at.pills(key="presets-bound").value == "thrice"
    assert any("boxes count every example once" in c.value for c in at.caption)


def test_counts_are_written_in_one_way_and_one_bit_is_one():
    b = Terms(500, 8, times=1000).bound(7, 50)
    texts = (
        arithmetic(b, Standing.THEOREM),
        bound_samples.needed_text(b, replace(b, n=1, n_wrong=250_000)),
        bound_samples.needed_lines(b, replace(b, n=1, n_wrong=250_000)),
        bound.error_text(b),
    )
    for text in texts:
        assert not re.search(r"\d{4}", re.sub(r"\.\d+", "", text))
    assert "Now m = 500\u202f000." in texts[1]
    assert "1 bits" not in bound.source_title(Source("parity", 1, 1)) + bound.source_text(Source("parity", 1, 1))


def test_every_size_says_that_some_are_left_out():
    S = scene()
    assert row(S, "exact").n == (1, 3, 5, 9)
    assert "left out" in bound.gaps_text(row(S, "exact"))
    assert "left out" not in bound.gaps_text(row(S, "greedy"))


def test_a_long_search_ends_and_is_kept_and_can_be_called_off():
    query = {"v": 1, "data": "source", "d": 13, "m": 60, "noise": 20}
    at = open_page("bound", **query, nodes=0)
    assert at.segmented_control(key="w_way").options == ["greedy", "pruned"]
    S = DEFAULTS | at.session_state["S"] | {"nodes": 31}
    assert trees.missing(S)
    half = trees.searching(S)
    next(half)
    half.close()
    assert trees.missing(S)
    at.selectbox(key="w_nodes").set_value(31).run()
    assert not trees.missing(S)
    assert at.segmented_control(key="w_way").options == ["greedy", "pruned", "exact"]


def test_a_document_is_given_where_its_trees_are_found_already_or_in_a_moment():
    slow = {"data": "congress_votes", "nodes": 31}
    S = DEFAULTS | slow | {"part": None}
    assert trees.missing(S)
    with pytest.raises(ValueError, match="lasts"):  # who asks all the same
        LESSON.made_of.make(S)
    at = open_page("bound", v=1, **slow)
    assert not trees.missing(S)
    assert LESSON.made_of.make(S).json() == LESSON.document(at.session_state["S"], None).json()  # found, for everybody
    assert (
        LESSON.made_of.make(S | {"data": "iris", "nodes": DEFAULTS["nodes"]})
        .document["about"]
        .startswith("best known trees")
    )


def test_a_table_without_a_question_is_refused():
    """Every feature is constant, so that no yes/no question can be asked."""
    data = pack(dtlearn.from_arrays([[4.0, 5.0]] * 6, ["a", "b"] * 3))
    at = open_page("bound", v=1, data=data)
    assert "a table that this page cannot use" in at.warning[0].value
    assert page.fits(dtlearn.from_arrays([[4.0, 5.0], [4.0, 6.0]], ["a", "b"]))


@pytest.mark.parametrize("name", page.PRESETS)
def test_a_scenario_opens_unsolved_and_ends_with_its_answer(name):
    at = opened("bound")
    pick(at, "presets-bound", "tennis" if name == "known" else "known")
    pick(at, "presets-bound", name)
    assert counter(at).startswith("Step 0 of ")
    S, lesson = DEFAULTS | at.session_state["S"], page.PRESETS[name]
    said = [plain(m.value) for m in at.markdown]
    assert f"{lesson.says} {LESSON.do}" in said
    assert (lesson.ends or bound.answer(trees.row_of(S), trees.terms_of(S))) in said


def test_other_copies_and_another_delta_leave_a_question_and_its_answer_of_the_new_numbers():
    at = opened("bound")
    for key, value in (("w_delta", 0.5), ("w_copies", 4)):
        at.select_slider(key=key).set_value(value).run()
        S = DEFAULTS | at.session_state["S"]
        said = [plain(m.value) for m in at.markdown]
        assert f"{page.QUESTION} {LESSON.do}" in said
        assert bound.answer(row(S, "pruned"), trees.terms_of(S)) in said
        promise = "In at least 50 of 100 such samples every tree's true" if key == "w_delta" else "Copies prove nothing"
        assert bound.letters_text(trees.terms_of(S), trees.worth_of(S)[0], True).startswith(promise)


def test_what_the_bound_promises_and_what_the_trees_are_is_said_with_their_choice():
    for way, of in (("greedy", "grown split by split"), ("pruned", "cut back"), ("exact", "the best of all trees")):
        at = open_page("bound", v=1, way=way)
        assert of in at.get("button_group")[1].proto.help
    S = DEFAULTS | {"data": "iris"}
    said = bound.letters_text(trees.terms_of(S), trees.worth_of(S)[0], True)
    assert said.startswith("With questions fixed beforehand")
