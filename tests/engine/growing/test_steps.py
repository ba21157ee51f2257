"""Steps: every order and detail walks the same tree; captions and predict-first at every step."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtlearn import ALGORITHMS, DETAILS, ORDERS, Phase, Stop, from_arrays, grow, load, steps
from dtlearn.growing import orders
from dtlearn.growing.orders import priority
from dtlearn.growing.steps import tests as stop_tests
from dtlearn.show.growing.captions import graded
from dtlearn.teaching.predict_first import grade, options
from dtlearn.trees.pseudocode import PSEUDOCODE
from dtlearn.trees.split import Kind
from tests.support import facts
from tests.support.growths import growths
from tests.support.strategies import datasets, examples, grow_settings

random_trace = growths()


def ordered(trace, order):
    return ORDERS[order](trace.tree, trace.settings.criterion)


@st.composite
def walks(draw):
    """The steps of any growth, in any order and detail."""
    return steps(draw(random_trace), draw(st.sampled_from(list(ORDERS))), draw(st.sampled_from(list(DETAILS))))


def recursion(node):
    return [node.i] + [i for child in node.children for i in recursion(child)]


@given(random_trace)
def test_each_order_takes_the_nodes_it_says(trace):
    """The recursion, level by level, the open node that gains most."""
    assert ordered(trace, "depth_first") == recursion(trace.tree[0])
    assert ordered(trace, "breadth_first") == list(range(len(trace.tree)))

    def priority(i):
        found = trace.candidates[i]
        return trace.tree[i].n * found.gain[found.chosen] if trace.tree[i].split else -1.0

    open_ = {0}
    for i in ordered(trace, "best_first"):
        assert priority(i) >= max(map(priority, open_)) - 1e-6
        open_ = open_ - {i} | {child.i for child in trace.tree[i].children}


def on_chance(m, seed):
    """A tree on examples of two numbers with labels at random: many of its splits gain exactly the same."""
    rng = np.random.default_rng(seed)
    return grow(from_arrays(rng.normal(size=(m, 2)), rng.integers(0, 2, m).tolist()), ALGORITHMS["CART"])


@given(random_trace | st.integers(0, 99).map(lambda seed: on_chance(60, seed)))
def test_best_first_takes_of_equals_the_lowest_number_whatever_floats_say(trace):
    tree, open_ = trace.tree, {0}
    for i in ordered(trace, "best_first"):
        assert i == min(open_, key=lambda node: (-priority(tree, trace.settings.criterion, node), node))
        open_ = open_ - {i} | {child.i for child in tree[i].children}


def test_best_first_asks_for_exact_numbers_only_where_floats_are_close(monkeypatch):
    calls, exact = [], orders.exact_gain
    monkeypatch.setattr(orders, "exact_gain", lambda *given: calls.append(given) or exact(*given))
    orders._exact_gain.cache_clear()
    trace = on_chance(300, 0)
    ordered(trace, "best_first")
    assert 0 < len(calls) < len(trace.tree) / 4


@given(datasets(), grow_settings(nominal="one_vs_rest", reuse=True, max_leaf_nodes=None), st.integers(1, 8))
def test_the_first_splits_of_best_first_are_the_tree_of_so_many_leaves(data, settings, k):
    whole, cut = grow(data, settings), grow(data, replace(settings, max_leaf_nodes=k))
    splits = [whole.tree[i] for i in ordered(whole, "best_first") if whole.tree[i].split][: k - 1]
    assert sorted((n.path, n.split) for n in splits) == sorted((n.path, n.split) for n in cut.tree if n.split)


def test_best_first_splits_where_the_facts_say():
    trace = grow(load("best_first"), ALGORITHMS["CART"])
    walk = [step.done.split.at for step in trace.steps("best_first") if step.done and step.done.split]
    expected = facts.facts()["numeric"]["best_first_1d"]["gini_weighted"]["order"]
    assert walk[: len(expected)] == [split["threshold"] for split in expected]


@examples(40)
@given(walks())
def test_every_node_is_decided_in_one_step_and_after_its_parent(walk):
    trace, before = walk.trace, frozenset()
    assert [step.k for step in walk] == list(range(len(walk)))
    assert walk[-1].k == len(walk) - 1
    assert (walk[0].decided, walk[0].next.i) == (frozenset(), 0)
    assert (walk[-1].decided, walk[-1].next) == (frozenset(range(len(trace.tree))), None)
    assert Counter(step.done.i for step in walk if step.done) == Counter(range(len(trace.tree)))
    assert [step.done.i for step in walk if step.done] == list(walk.order) == ordered(trace, walk[0].by)
    for step in walk:
        new = step.decided - before
        assert before <= step.decided
        assert new == ({step.done.i} if step.done else frozenset())
        assert all(trace.tree[i].parent.i in before for i in new if i)
        assert walk.decisions[step.node.i] >= step.k
        assert step.next is None or step.next.i not in step.decided
        assert step.done or step.next.i == step.node.i
        assert all(any(step.event in code.at for code in codes) for codes in PSEUDOCODE.values())
        before = step.decided
    with pytest.raises(IndexError):
        walk[len(walk)]


@given(random_trace)
def test_stop_rules_and_details_are_told_once(trace):
    shown = {(node.i, phase): [] for node in trace.tree for phase in (Phase.ARRIVE, Phase.SCORE)}
    for step in steps(trace, detail="detail"):
        if step.phase is not Phase.DECIDE:
            shown[step.node.i, step.phase] += range(step.shown - step.fresh, step.shown)
    for (i, phase), items in shown.items():
        expected = stop_tests(trace, i) if phase is Phase.ARRIVE else trace.candidates[i]
        assert items == list(range(len(expected)))
    for node in trace.tree:
        rules = stop_tests(trace, node.i)
        assert not any(rule.holds for rule in rules[:-1])
        if rules[-1].holds and len(trace.candidates[node.i]) == 0 and node.stop.name not in ("NO_GAIN",):
            assert rules[-1].stop is node.stop


@examples(40)
@given(walks(), st.lists(st.integers(0, 3), max_size=5), st.booleans())
def test_nearest_is_at_the_path_or_its_last_ancestor(walk, path, decided):
    step = walk[walk.nearest(tuple(path), decided)]
    above = [tuple(path[:n]) for n in range(len(path) + 1)]
    last = [p for p in above if walk.trace.tree.find(p) is not None][-1]
    if decided or walk.detail == "node" and last:
        assert step.done.path == last
    else:
        assert step.node.path == last
        assert step.node.i not in step.decided
        assert step.k == 0 or walk[step.k - 1].node.path != last


@pytest.mark.parametrize(("order", "detail"), [("random", "node"), ("depth_first", "all")])
def test_an_unknown_order_or_detail_is_refused(order, detail):
    with pytest.raises(ValueError, match="order is one of .*detail is one of"):
        steps(grow(load("or")), order, detail)


# --- captions --------------------------------------------------------------------------------------------


# --- predict first ---------------------------------------------------------------------------------------


def answers(trace):
    """(step, options, grades by token) at every question of a growth."""
    for step in trace.steps(detail="question"):
        if step.phase is Phase.ARRIVE:
            found = options(trace)
            yield step, found, {option.token: grade(step, option.token) for option in found}


def asks(option, step, c):
    """Whether an answer stands for candidate c."""
    split, schema = step.candidates.split(c), step.trace.data.schema
    title = split.title(schema) if split.kind is Kind.VALUE else schema.features[split.feature].name
    return option.stop is None and option.title == title


@examples(40)
@given(random_trace)
def test_exactly_the_reason_of_a_leaf_and_the_best_questions_of_a_split_are_right(trace):
    """The options are those of the growth, not of the node, so they give nothing away; and one is always right."""
    for step, found, grades in answers(trace):
        assert len(grades) == len({option.title for option in found}) == len(found)
        assert found == options(trace)
        assert any(result.right for result in grades.values())
        assert not any(grade(step, token).right for token in ("", "f99", "f0.99", "leaf", "None"))
        after = trace.steps(detail="question")[step.k + 1]
        assert after.done.i == step.node.i
        assert {token: grade(after, token) for token in grades} == grades
        for option in found:
            result, told = grades[option.token], graded(after, option.token)
            assert told.startswith("Right") == result.right
            assert "nan" not in told
            if step.node.stop:
                assert result.right == (option.stop is step.node.stop)
            else:
                chosen = asks(option, step, step.tied[0])
                assert result.right == any(asks(option, step, c) for c in step.tied)
                assert result.by_tie == (result.right and not chosen)


# --- limits ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("limits", "reasons"),
    [
        ({}, set()),
        ({"min_gain": 0.1}, {Stop.SMALL_GAIN}),
        ({"max_leaf_nodes": 3}, {Stop.BUDGET}),
        ({"max_nodes": 3}, {Stop.BUDGET}),
        ({"max_splits": 0}, {Stop.BUDGET}),
        ({"min_samples_leaf": 2}, {Stop.MIN_LEAF}),
    ],
)
def test_a_limit_adds_its_reason_to_the_answers(limits, reasons):
    def offered(settings):
        return {option.stop for option in options(grow(load("play_tennis"), settings))}

    own = ALGORITHMS["ID3 (UML)"]
    assert offered(replace(own, **limits)) - offered(own) == reasons


# --- regression ------------------------------------------------------------------------------------------

STAIRS = grow(load("regression_1d"), replace(ALGORITHMS["CART"], criterion="mse"))


def test_answers_about_regression_speak_of_the_target():
    titles = [option.title for option in options(STAIRS)]
    assert titles[0] == "x"
    assert "all examples have the same y" in titles
    step = STAIRS.steps(detail="question")[1]
    assert graded(step, "f0") == "Right: x."
    assert "mean 4.167, n = 6" in graded(step, "pure")
