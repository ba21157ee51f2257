"""Pruning: its words, tables, arithmetic and pictures, and the page itself."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dtlearn
from dtlearn.growing.errors import Losses
from dtlearn.pruning.choose_state import by_hold_out
from dtlearn.pruning.edit import Action
from dtlearn.pruning.objectives import DEFAULT
from dtlearn.pruning.procedures import PRUNERS, PruneSettings
from dtlearn.show.pruning import charts, names, procedures, tables
from dtlearn.show.pruning import words as pruning
from dtlearn.show.pruning.tree import SHOWS, pruned_view
from pages.ui.kit.codec import decode, encode
from pages.ui.pruning import data as prunedata
from pages.ui.pruning import lesson as prunings
from pages.ui.pruning import words as page
from tests.support.apps import (
    address,
    caption,
    component,
    counter,
    html,
    leads_back,
    open_page,
    opened,
    pick,
    plain,
    reopened,
    said,
    staged,
)
from tests.support.prunings import grown, prune_settings
from tests.support.strategies import examples

DEFAULTS = {field.name: field.default for field in prunings.LESSON.fields}
OBJECTIVES = sum(one.compared for one in procedures.OBJECTIVES.values())
COMPARED = sum(OBJECTIVES if "objective" in one.reads else 1 for one in PRUNERS.values())


def made(name, settings=DEFAULT, algorithm="ID3 (UML)", by="generic"):
    """A pruning of one of the page's own data sets."""
    data, held = prunedata.MADE[name]()
    return PRUNERS[by](dtlearn.grow(data, dtlearn.ALGORITHMS[algorithm]), settings, held)


def scene(lesson, **more):
    """The query of a lesson's link."""
    return encode(prunings.LESSON.fields, DEFAULTS | prunedata.PRESETS[lesson].scene | more)


every = st.tuples(grown(), prune_settings, st.sampled_from(list(PRUNERS))).map(
    lambda one: PRUNERS[one[2]](one[0][0], one[1], one[0][1])
)


# ---- words, tables, pictures


@examples(15)
@given(every)
def test_every_state_has_words_a_table_a_tree_and_its_arithmetic(found):
    lines = [Losses("training", tuple(found.n_wrong.tolist()), len(found.data))]
    for k in range(min(len(found.steps), 6) + 1):
        assert pruning.caption(found, k)
        states = tables.state_rows(found, lines)
        assert [row["id"] for row in states] == [f"s{i}" for i in charts.states(found)]
        assert all(
            len(row["cells"]) == len(row["exact"]) == len(tables.state_columns(found, lines)) - 2 for row in states
        )
        for show in SHOWS:
            view = pruned_view(found, k, show)
            ids = [node["id"] for node in view["nodes"]]
            assert len(set(ids)) == len(ids)
            assert ids[0] == "r"
            assert all(node["parent"] in ids[:i] for i, node in enumerate(view["nodes"]) if i)
        if k:
            step = found.steps[k - 1]
            for i, row in enumerate(sorted(tables.rows(found, step, step.chosen), key=lambda row: int(row["id"][1:]))):
                assert row["id"] == f"a{i}"
                assert row["selected"] == (i == step.chosen)
                assert 0 <= row["bar"] <= 1
                assert len(row["cells"]) == len(row["exact"]) == len(tables.columns(found)) - 2
                assert tables.arithmetic(found, step, i).startswith(r"\begin{aligned}")
            assert tables.remark(found, step, step.chosen)


@given(every)
def test_the_tree_with_its_cuts_is_drawn_apart_with_what_is_left_solid(found):
    for k in {0, len(found.steps) // 2, len(found.steps)}:
        nodes, edit, tree = pruned_view(found, k)["nodes"], found.at(k), found.tree_at(k)
        solid = [node for node in nodes if node["kind"] != "open"]
        assert len(nodes) == len(found.tree)
        assert len(solid) == len(tree) == int(edit.alive.sum())
        assert sum(node["kind"] == "leaf" for node in solid) == tree.n_leaves
        said = [(node["title"], node["counts"]) for node in solid if node["kind"] == "leaf"]
        assert sorted(said) == sorted((leaf.label, leaf.counts) for leaf in tree if not leaf.split)
    for k in {min(1, len(found.steps)), len(found.steps) // 2, len(found.steps)} - {0}:
        before, edit = found.at(k - 1), found.at(k)
        tree = found.tree
        for node in pruned_view(found, k)["nodes"]:
            g = 0
            for branch in node["id"].split(".")[1:]:
                g = tree[g].children[int(branch)].i
            if before.alive[g] and not edit.alive[g] and not before.children(g):
                assert node["title"] == names.leaf_name(tree, int(before.label[g]))
                assert node["tooltip"].endswith(f"it was {node['title']}.")
    for k in {0, len(found.steps)}:
        nodes = pruned_view(found, k)["nodes"]
        for i, a in enumerate(nodes):
            for b in nodes[:i]:
                apart_x = abs(a["x"] - b["x"]) >= (a["w"] + b["w"]) / 2
                apart_y = a["y"] >= b["y"] + b["h"] or b["y"] >= a["y"] + a["h"]
                assert apart_x or apart_y


@given(every)
def test_answers_stars_and_lines_of_code_are_what_is_done(found):
    for k in range(min(len(found.steps), 6)):
        step, options = found.steps[k], pruning.options(found, k)
        done = [pruning.token(found, a) for a in step.applied]
        assert set(done) <= set(options)
        assert all(pruning.right(found, k, token) for token in done)
        graded = pruning.graded(found, k)
        assert all(graded[token][1].startswith("Right: ") for token in done)
        tied = [pruning.token(found, a) for a in step.alternatives if a.value == step.applied[0].value]
        assert all(graded[token][1].startswith("Right, a tie: ") for token in set(tied) - set(done))
        worse = [a for a in step.alternatives if a.value != step.applied[0].value]
        for a in worse[:2]:
            token = pruning.token(found, a)
            assert not pruning.right(found, k, token)
            assert token not in graded
        assert not pruning.right(found, k, "nonsense")
        assert graded[""][1].startswith("No: ")
    for step in found.steps[:6]:
        rows = {int(row["id"][1:]): row["badges"] for row in tables.rows(found, step, 0)}
        least = min(a.value for a in step.alternatives)
        for i, a in enumerate(step.alternatives):
            if found.procedure.minimises:
                assert bool({"best", "tie"} & set(rows[i])) == (a.value == least)
            taken = any(a is b for b in step.applied)
            assert taken == bool("chosen" in rows[i] or (rows[i] == ["best"] and taken))
        assert sum("best" in badges for badges in rows.values()) <= 1
    assert {pruning.event(found, k) for k in range(min(len(found.steps), 8) + 1)} <= set(found.procedure.code.at)


@given(st.fractions(0, 1, max_denominator=100_000))
def test_decimals_say_whether_they_are_rounded_and_are_not_zero(x):
    for text in (names.price(x), names.exact(x)):
        if " = " in text or " ≈ " in text:
            said = text.split(" = " if " = " in text else " ≈ ")
            assert float(said[1])
            assert (" = " in text) == (Fraction(said[1]) == x == Fraction(said[0]))
    end = procedures._result(x)
    number = Fraction(re.search(r"mathbf\{(.*)\}", end)[1])
    assert (r"\approx" in end) == (number != x)
    assert bool(number) == bool(x)


@given(st.lists(st.fractions(0, 1) | st.floats(0, 2), min_size=1, max_size=6))
def test_numbers_look_different_where_they_are(values):
    shown = names.told_apart(values)
    for a, x in zip(values, shown, strict=True):
        for b, y in zip(values, shown, strict=True):
            if abs(float(a) - float(b)) > 1e-8:
                assert x != y
        assert bool(float(x)) == (float(a) > 5e-10) or 0 < float(a) < 1e-9
    assert all("-" not in x for x in shown)


@examples(8)
@given(grown())
def test_the_lines_have_a_point_for_every_tree(one):
    trace, held = one
    found = PRUNERS["weakest_link"](trace, PruneSettings(), held)
    lines = [
        Losses("training", tuple(found.n_wrong.tolist()), len(found.data)),
        chosen := by_hold_out(found, held),
    ]
    assert [i for (i,) in charts.errors_lines(found, lines)[0].go] == charts.states(found)
    stairs, points = charts.alpha_lines(found)
    assert [i for (i,) in points.go] == list(range(len(found.alphas)))
    assert list(stairs.x) == sorted(stairs.x)
    for k in range(len(found.alphas)):
        errors, alphas = charts.errors_labels(found, k, chosen), charts.alpha_labels(found, k, chosen)
        assert [words for *_, words in errors.notes] == [words for *_, words in alphas.notes]
        assert errors.here == alphas.here
        assert points.x[k] <= charts.alpha_end(found, k) <= alphas.ends[1]
        for x, text in zip(alphas.ticks.get("tickvals", ()), alphas.ticks.get("ticktext", ()), strict=True):
            assert float(text) == x


# ---- cost-complexity by the notes


@given(grown(), st.booleans(), st.sampled_from(["error", "impurity"]))
def test_the_notes_formula_is_breimans_g_where_errors_are_counted(one, at_once, risk):
    """(err(prune(T, t), S) - err(T, S)) / (leaves(T) - leaves(prune(T, t))), from the trees themselves."""
    found = PRUNERS["weakest_link"](one[0], PruneSettings(risk=risk, at_once=at_once))
    m = len(found.data)
    for step in found.steps[:4]:
        here = int(found.n_leaves[step.k])
        for i, link in enumerate(step.alternatives):
            fewer = here - link.n_leaves
            assert fewer == link.leaves - 1
            value = (float(link.n_wrong) - float(found.n_wrong[step.k])) / m / max(fewer, 1)
            said = tables.arithmetic(found, step, i)
            mine, notes = (float(x) for x in re.findall(r"mathbf\{(.*?)\}", said))
            assert rf"{{{here} - {link.n_leaves}}}" in said
            assert notes == pytest.approx(value, abs=6e-4, rel=6e-3)
            if risk == "error":
                assert mine == notes
                assert "is the same number" in tables.remark(found, step, i)
            else:
                assert "another number" in tables.remark(found, step, i)
            assert ("one leaf costs nothing" in tables.remark(found, step, i)) == (fewer == 0)


# ---- the facts, section 8


def test_the_trap_of_playtennis():
    found = PRUNERS["weakest_link"](dtlearn.grow(dtlearn.load("play_tennis")))
    assert "The least g is 5/56 ≈ 0.089: the root becomes a leaf, 5 leaves → 1 leaf, 5 of 14 wrong." in pruning.caption(
        found, 1
    )
    assert [row["name"] for row in tables.rows(found, found.steps[0], 0)] == [
        "The root",
        "Outlook = Sunny",
        "Outlook = Rain",
    ]
    assert r"\frac{5/14 - 0}{5 - 1} = \tfrac{5}{56} \approx \mathbf{0.089}" in tables.arithmetic(
        found, found.steps[0], 0
    )
    assert charts.interval(found, 0) == "5 leaves for 0 ≤ α < 5/56"
    assert charts.interval(found, 1) == "1 leaf for α ≥ 5/56"


def test_the_words_of_reduced_error():
    found = made("majority-8", by="reduced_error")
    assert (
        "3 validation examples come here; 2 wrong as a subtree, 0 as a leaf, so it becomes leaf 0"
        in pruning.caption(found, 1)
    )
    assert "no validation example comes here" in pruning.caption(found, 3)
    assert made("majority-8", PruneSettings(prune_ties=False), by="reduced_error").n_leaves[-1] == 5


def test_a_smaller_f_than_the_greedy_one_was_in_reach():
    found, short = made("xor-8"), made("xor-80")
    tree = short.final
    wrong = int((tree.predict(found.data.X) != found.data.y).sum())
    assert (len(tree), wrong) == (7, 0)
    assert round(procedures.Bound(wrong, 8, 7, 3).value, 5) == 1.23411
    assert found.values[-1] > 1.23411
    assert "f = 1.244" in prunedata.PRESETS["greedy"].ends
    assert "f = 1.234" in prunedata.PRESETS["greedy"].ends


def test_the_last_pill_unfolds_the_other_scenarios():
    at = open_page("pruning")
    pills = at.pills(key="presets-pruning")
    assert (len(pills.options), pills.options[-1], pills.value) == (2, "More", "helps")
    pills.set_value("").run()
    pills = at.pills(key="presets-pruning")
    assert pills.options == [lesson.title for lesson in prunedata.PRESETS.values()]
    assert pills.value == "helps"


def test_a_link_to_a_folded_scenario_shows_it_in_the_row():
    last = [*prunedata.PRESETS][-1]
    pills = open_page("pruning", **scene(last)).pills(key="presets-pruning")
    assert (pills.value, len(pills.options), pills.options[-2]) == (last, 2, prunedata.PRESETS[last].title)


def test_the_lessons_promise_what_is_there():
    scenes = {name: DEFAULTS | lesson.scene for name, lesson in prunedata.PRESETS.items()}
    seven, rep, votes = (prunings.pruning_of(scenes[name]) for name in ("seven", "rep", "votes"))
    assert [str(alpha) for alpha in seven.alphas] == ["0", "0", "1/14", "1/7"]
    assert seven.n_leaves.tolist() == [6, 4, 2, 1]
    pruned = [step for step in rep.steps if step.changes]
    assert [len(pruned), sum(a.value == b.value for a, b in (step.alternatives for step in pruned))] == [4, 3]
    assert set(votes.n_leaves.tolist()) == {13}
    kept = prunings.pruning_of(scenes["votes"] | {"procedure": "reduced_error"})
    assert kept.n_leaves[-1] == 2
    assert kept.values[-1] < kept.values[0]
    assert (
        page.answer(prunings.pruning_of(scenes["helps"]), ())
        == "5 of 7 subtrees are cut. With 3 leaves the tree gets 27 of 30 validation examples right (20 before); of the"
        " training examples 28 of 30 (29 before)."
    )
    assert pruning.evidence(prunings.pruning_of(scenes["helps"]), 0) == [
        "Leaf X5 = 0 predicts 1. Validation examples here: 5 of class 0, so 5 wrong.",
        "Leaf X5 = 1 predicts 0. Validation examples here: 1 of class 0 and 2 of class 1, so 2 wrong.",
    ]
    drawn = pruned_view(prunings.pruning_of(scenes["helps"]), 0)["nodes"]
    wide, high = zip(*((node["w"], node["h"]) for node in drawn if node["kind"] == "leaf"), strict=True)
    assert max(wide) - min(wide) <= 1
    assert len(set(high)) == 1
    assert sum("no training example comes here" in node["tooltip"] for node in drawn) == 1
    true = prunings.lines_of(scenes["known"])[-1]
    assert true.name == "true"
    best = prunings.series_of(scenes["known"])[0].best
    assert true.lost[best] == min(true.lost)


def test_a_raised_subtree_is_left_out_and_its_child_stays():
    found = made("xor-800")
    assert found.steps[-1].applied[0].action is Action.RAISE
    nodes = {node["id"]: node for node in pruned_view(found, 7)["nodes"]}
    assert nodes["r"]["lines"] == ["✂ left out"]
    assert nodes["r.0"]["kind"] == "split"
    assert nodes["r.1"]["lines"] == ["✂ cut"]
    assert nodes["r.0"]["counts"] == [400, 400]
    assert pruned_view(found, 7, "after")["nodes"][0]["counts"] == [400, 400]
    assert "subtree of X1 = 0 in its place makes f least, 0.123 instead of 0.168" in pruning.caption(found, 7)


def test_what_is_cut_of_a_large_tree_is_drawn_only_once():
    source = prunings.true_source_of(DEFAULTS | {"data": "source"})
    found = PRUNERS["generic"](dtlearn.grow(source.draw(300, 1), dtlearn.ALGORITHMS["ID3 (UML)"]))
    assert len(found.tree) > 63
    for k in range(0, len(found.steps) + 1, 5):
        view = pruned_view(found, k)
        assert len(found.tree_at(k)) <= len(view["nodes"]) <= len(found.tree_at(max(k - 1, 0))) + len(found.tree) // 2
        ids = {node["id"] for node in view["nodes"]}
        assert all(node["parent"] in ids for node in view["nodes"] if node["parent"])


def test_sums_of_the_other_objectives():
    found = made("noisy-400", PruneSettings("per_leaf", per_leaf=0.01))
    line = tables.arithmetic(found, found.steps[0], 0)
    assert r"\tfrac{65}{400} + 0.01 \cdot 4 = \tfrac{81}{400} \approx \mathbf{0.203}" in line
    sure = made("noisy-400", PruneSettings("pessimistic"))
    assert r"n \cdot U_{0.25}" in tables.arithmetic(sure, sure.steps[0], 0)
    held = made("majority-8", PruneSettings("held_out"))
    assert r"\tfrac{2}{8} = \tfrac{1}{4}" in tables.arithmetic(held, held.steps[0], 0)


# ---- the page


def test_the_page_opens_where_pruning_is_going_to_help():
    at = opened("pruning")
    assert counter(at) == "Step 0 of 7"
    assert at.toggle(key="w_predict").value
    assert at.pills(key="presets-pruning").value == "helps"
    found = prunings.pruning_of(dict(at.session_state["S"]))
    assert 9 <= len(found.tree) <= 25
    training, validation, true = prunings.lines_of(dict(at.session_state["S"]))
    assert (training.lost[0], validation.lost[0]) == (1, 10)  # 29 and 20 of 30 right, as the lesson says
    assert training.of == validation.of == 30
    assert 2 * validation.lost[-1] < validation.lost[0]
    assert 2 * true.lost[-1] == true.lost[0]
    assert [*validation.lost] == sorted(validation.lost, reverse=True)


def test_a_link_without_a_step_opens_at_the_trap():
    at = opened("pruning", v=1)
    assert counter(at) == "Step 1 of 1"
    assert "5 leaves → 1 leaf" in caption(at)
    assert at.query_params["data"] == "play_tennis"


@pytest.mark.parametrize("lesson", prunedata.PRESETS)
def test_every_lesson_opens_and_predict_first_does_not_give_it_away(lesson):
    at = opened("pruning", **scene(lesson))
    assert at.pills(key="presets-pruning").value == lesson
    assert leads_back(at, "pruning")
    found = prunedata.PRESETS[lesson]
    assert f"{found.says} Press Next." in [plain(m.value) for m in at.markdown]
    assert "comparison of procedures is shown" not in said(at)
    at.toggle(key="w_predict").set_value(True).run()
    assert f"{found.says} Answer, or press Next." in [plain(m.value) for m in at.markdown]
    assert at.pills(key="presets-pruning").value == lesson
    assert component(at, "begin")["opens"] == 0
    assert "comparison of procedures is shown" in said(at)
    hides = "body[data-whole=false] .st-key-pr-after"
    assert hides in html(at)
    assert found.says.endswith("?")


@pytest.mark.parametrize(("by", "data"), [*zip(PRUNERS, 2 * ["titanic", "zoo", "source"], strict=False)])
def test_every_procedure_walks_every_kind_of_data(data, by):
    for step in (0, 1, 9999):
        at = open_page("pruning", v=1, data=data, procedure=by, held=30, algorithm="cart", step=step)
        assert caption(at)


def test_a_procedure_that_needs_validation_examples_gets_them():
    at = open_page("pruning", v=1)
    at.selectbox(key="w_procedure").set_value("reduced_error").run()
    assert at.query_params["held"] == "0"
    assert "30 % are held out" in at.info[0].value
    assert "10 examples to grow on, 4 to validate" in " ".join(c.value for c in at.caption)
    linked = reopened(at, "pruning")
    assert "30 % are held out" in linked.info[0].value
    table = next(h.proto.body for h in linked.get("html") if "pruned by each procedure" in h.proto.body)
    assert table.count("held=30") == table.count("<a ") == COMPARED
    at.selectbox(key="w_procedure").set_value("weakest_link").run()
    assert not at.info
    assert "14 examples to grow on" in " ".join(c.value for c in at.caption)
    assert at.slider(key="w_held").value == 0


def test_another_procedure_begins_at_its_first_step_and_another_tree_at_the_same_node_before_a_class_too():
    at = opened("pruning", v=1, data="seven_points", algorithm="cart", procedure="generic", step=3, present=1)
    assert not any(toggle.key == "w_predict" for toggle in at.sidebar.toggle)  # which a class does not see
    assert not at.toggle(key="w_predict").value
    before = component(at, "begin")
    assert before["same_node"]
    at.selectbox(key="w_algorithm").set_value("ID3 (UML)").run()
    now = component(at, "begin")
    assert now["address"] != before["address"]
    assert (now["begin"], now["leads"]) == (before["begin"], before["leads"])
    at.selectbox(key="w_procedure").set_value("reduced_error").run()
    assert component(at, "begin")["leads"]["starts"] == before["leads"]["starts"] + 1


def test_the_marks_mean_what_a_pruning_does():
    at = open_page("pruning", **scene("xor"))
    lesson, _ = staged(at)
    assert lesson["meanings"] == {"leaf": "a node becomes a leaf", "split": "a subtree moves up"}
    assert [tick["kind"] for tick in lesson["ticks"]] == ["split"]


def test_folds_are_done_on_demand_and_both_choices_can_be_shown():
    at = open_page("pruning", v=1, data="source", held=30, algorithm="id3-uml", step=2)
    assert "cross-validation" not in " ".join(m.value for m in at.markdown)
    at.selectbox(key="w_folds").set_value(5).run()
    said = next(m.value for m in at.markdown if "cross\\-validation with 5 folds" in m.value)
    assert "leaves" in said
    assert at.query_params["folds"] == "5"
    best = prunings.series_of(dict(at.session_state["S"]))[0].best
    assert f'<a href="#step={best}" target="_self">★ Show the best</a>' in html(at)
    names = [line["name"] for line in staged(at)[0]["chart"]["lines"]]
    assert "folds" in names
    again = open_page("pruning", **address(at))
    assert said in [m.value for m in again.markdown]


def test_the_links_of_the_comparison_lead_to_what_they_say():
    at = open_page("pruning", **scene("known", step=0))
    table = next(h.proto.body for h in at.get("html") if "pruned by each procedure" in h.proto.body)
    rows = re.findall(r'href="pruning\?([^"]*)"[^>]*>([^<]*)</a></th><td>(\d+)</td>', table)
    assert len(rows) == COMPARED
    for query, _, leaves in rows:
        S, wrong = decode(
            prunings.LESSON.fields, dict(part.split("=") for part in query.replace("&amp;", "&").split("&"))
        )
        assert wrong == []
        assert int(prunings.pruning_of(S).n_leaves[S["step"]]) == int(leaves)


def test_a_tie_is_right_and_the_rule_s_choice_is_named():
    """At X1 = 0 all five validation examples are 0, which the subtree says by then, and so would leaf 0."""
    found = made("majority-8", by="reduced_error")
    assert pruning.graded(found, 1)["keep"] == (
        True,
        "Right, a tie: your answer is as good. The rule then takes leaf 0.",
    )


def test_the_legend_says_what_is_compared_where_a_node_shows_its_counts():
    counts, none = made("majority-8", by="reduced_error"), made("majority-8")
    assert pruning.rings(counts)["bold"] == "this step: wrong as a leaf ≤ or > as a subtree"
    assert pruning.rings(counts, asks=True)["light"] == "just decided: wrong as a leaf ≤ or > as a subtree"
    plain_ = {"bold": "this step", "open": "cut off"}
    assert pruning.rings(counts, counts=False) == pruning.rings(none) == pruning.rings(none, asks=True) == plain_


def test_predict_first_hides_asks_and_grades():
    at = open_page("pruning", **scene("seven", predict=True, step=0))
    assert counter(at) == "Step 0 of 3"
    lesson, _ = staged(at)
    first, second = lesson["frames"][:2]
    offered = {lesson["choices"][i][1] for i in first["choices"]}
    assert offered == {"The root", "X1 = 0", "X1 = 1", "X1 = 0, X2 = 0", "X1 = 1, X2 = 1"}
    assert lesson["chart"]["waits"]
    assert not second["graded"][""][0]
    at = open_page("pruning", **scene("seven", predict=True, step=1, said=((0, "n0"),)))
    assert component(at, "begin")["place"]["said"] == "0:n0"
    s = dict(at.session_state["S"])
    marked = [
        [node["id"] for node in prunings.view(s | {"said": said}, 0)["nodes"] if node["mark"]]
        for said in ((), s["said"])
    ]
    assert marked[0] == marked[1]  # where the procedure picks the node, that is the question
    s["procedure"] = "generic"
    marked = [
        [node["id"] for node in prunings.view(s | {"said": said}, 0)["nodes"] if node["mark"]]
        for said in ((), s["said"])
    ]
    assert (len(marked[0]), marked[1]) == (1, [])


def test_settings_reach_the_engine():
    S = DEFAULTS | {"f": "per_leaf", "alpha": 0.1, "once": False, "gain": 0.5}
    assert prunings.how_of(S) == replace(
        PruneSettings(), objective="per_leaf", per_leaf=0.1, at_once=False, threshold=0.5
    )


COSTS = re.compile(r"missing (.*) costs (\d+)")


def test_a_dear_error_keeps_a_subtree():
    s = DEFAULTS | prunedata.PRESETS["costs"].scene
    dear, plain_ = prunings.pruning_of(s), prunings.pruning_of(s | {"cost": ""})
    assert (dear.settings.costs, plain_.settings.costs) == ((5, 1), ())
    assert (dear.n_leaves.tolist()[-1], plain_.n_leaves.tolist()[-1]) == (5, 1)
    (empty,) = (node for node in plain_.tree if not node.n and not node.split)
    assert (dear.tree[empty.i].label, empty.label) == ("No", "Yes")
    at = opened("pruning", **scene("costs", step=1))
    document, _ = staged(at)
    assert caption(at).endswith("cost 5 as a subtree, 0 as a leaf, so it becomes leaf No.")
    assert document["columns"] == ["At this node", "Cost (validation)", ""]
    assert (document["chart"]["title"], document["chart"]["y"]["name"]) == ("Costs", "mean cost per example")
    assert "Here to miss No costs 5 and to miss Yes costs 1: a leaf takes the" in document["frames"][0]["says"]
    worked = document["worked"]["c1.1"]
    assert worked["columns"] == ["predicted", "true No", "true Yes"]
    assert worked["branches"] == [
        ["No", "4", "1"],
        ["Yes", "0", "3"],
        ["No, validation", "2", "0"],
        ["Yes, validation", "0", "1"],
    ]
    assert worked["remark"].endswith("As a leaf No costs least.")
    table = next(h.proto.body for h in at.get("html") if "pruned by each procedure" in h.proto.body)
    assert table.count("<a ") + table.count("choose α") == sum("costs" in one.reads for one in PRUNERS.values())
    assert "Procedures that know no costs of errors are left out." in said(at)
    assert page.answer(dear, ()) == (
        "2 of 4 subtrees are cut. With 5 leaves training errors cost 2 (0 before), validation errors cost 0 (5 before)."
    )


def test_the_costs_are_set_where_the_procedure_knows_them_and_for_the_classes_that_there_are():
    at = open_page("pruning", v=1, data="play_tennis")
    costs = at.selectbox(key="w_cost")
    assert costs.options[0] == "every error costs 1"
    assert [COSTS.fullmatch(one).groups() for one in costs.options[1:]] == [
        (name, k) for name in ("No", "Yes") for k in ("2", "3", "5", "10", "20")
    ]
    costs.set_value("5:Yes").run()
    assert at.query_params["cost"] == "5:Yes"
    assert "Positive is Yes: a false negative costs 5 false positives." in said(at)
    assert leads_back(at, "pruning")
    for by, f, name in (("generic", "bound", "the bound (18.1)"), ("gain_threshold", "bound", "gain threshold")):
        other = open_page("pruning", v=1, data="play_tennis", procedure=by, f=f, cost="5:Yes")
        assert not [one for one in other.selectbox if one.key == "w_cost"]
        assert f"Every error costs 1: {name} knows no other costs." in plain(said(other))
        assert staged(other)[0]["chart"]["title"] == "Errors"
    at.selectbox(key="w_data").set_value("zoo").run()
    assert at.query_params.get("cost", "") == ""
    zoo = open_page("pruning", v=1, data="zoo", cost="3:bird")
    assert "Missing bird costs 3, every other error 1." in said(zoo)
    for bad in ("4:Yes", "5", "5:Maybe"):
        wrong = open_page("pruning", v=1, data="play_tennis", cost=bad)
        assert "cost=" in said(wrong, "warning")
        assert wrong.selectbox(key="w_cost").value == ""


@pytest.mark.parametrize("cost", ["", "5:1"])
def test_the_true_cost_is_that_of_every_row_and_both_its_labels(cost):
    s = DEFAULTS | prunedata.PRESETS["known"].scene | {"cost": cost}
    found, source, line = prunings.pruning_of(s), prunings.true_source_of(s), prunings.lines_of(s)[-1]
    noise, weight = Fraction(source.noise, 100), found.settings.costs or (1, 1)
    for k in range(len(found.alphas)):
        said = found.tree_at(k).predict(source.rows)
        true = sum(
            (noise if y != label else 1 - noise) * weight[y]
            for label, one in zip(source.labels, said, strict=True)
            for y in (0, 1)
            if y != one
        )
        assert line.error(k) == true / len(said)


@pytest.mark.parametrize("lesson", prunedata.PRESETS)
def test_a_scenario_opens_unsolved_with_a_question(lesson):
    at = opened("pruning", v=1)
    pick(at, "presets-pruning", "votes" if lesson == "helps" else "helps")
    pick(at, "presets-pruning", lesson)
    assert counter(at).startswith("Step 0 of ")
    found, s, words = prunedata.PRESETS[lesson], dict(at.session_state["S"]), [plain(m.value) for m in at.markdown]
    assert f"{found.says} Press Next." in words
    assert (found.ends or prunings.LESSON.answer(s)) in words


def test_what_decides_a_step_by_validation_examples_stands_at_its_node():
    found = prunings.pruning_of(DEFAULTS | prunedata.PRESETS["helps"].scene)
    for k in range(len(found.steps) + 1):
        nodes = pruned_view(found, k)["nodes"]
        (*others,) = (node for node in nodes if node.get("why"))
        assert [node["lines"] for node in others] == [
            [],
            [["2 ≤ 7"]],
            [["2 ≤ 2"]],
            [["2 ≤ 2"]],
            [["0 ≤ 2"]],
            [["0 ≤ 0"]],
            [["8 > 2"]],
            [["8 > 3"]],
        ][k]
