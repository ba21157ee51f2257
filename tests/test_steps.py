"""Steps: every order and detail walks the same tree; captions and predict-first at every step."""

import re
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtlearn import ALGORITHMS, DETAILS, ORDERS, Phase, Stop, grow, load, names, steps
from dtlearn.pseudocode import PSEUDOCODE
from dtlearn.quiz import grade, options
from dtlearn.split import Kind
from dtlearn.steps import tests as stop_tests
from dtlearn.views.captions import caption, graded
from tests import facts
from tests.growths import growths
from tests.strategies import SMALL, datasets, grow_settings

orders = pytest.mark.parametrize("order", ORDERS)
details = pytest.mark.parametrize("detail", DETAILS)
algorithms = pytest.mark.parametrize("algorithm", ALGORITHMS)
LARGE = tuple(n for n in names() if n not in SMALL)

random_trace = growths()


def ordered(trace, order):
    return ORDERS[order](trace.tree, trace.settings.criterion)


@orders
@given(random_trace)
def test_an_order_has_every_node_once_and_parents_first(order, trace):
    walk = ordered(trace, order)
    assert sorted(walk) == list(range(len(trace.tree)))
    place = {i: k for k, i in enumerate(walk)}
    assert all(place[node.parent.i] < place[node.i] for node in trace.tree if node.i)


def recursion(node):
    return [node.i] + [i for child in node.children for i in recursion(child)]


@given(random_trace)
def test_depth_first_is_the_recursion(trace):
    assert ordered(trace, "depth_first") == recursion(trace.tree[0])


@given(random_trace)
def test_breadth_first_goes_level_by_level(trace):
    depths = [int(trace.tree.depth[i]) for i in ordered(trace, "breadth_first")]
    assert depths == sorted(depths)


@given(random_trace)
def test_best_first_takes_the_open_node_that_gains_most(trace):
    def priority(i):
        found = trace.candidates[i]
        return trace.tree[i].n * found.gain[found.chosen] if trace.tree[i].split else -1.0

    open_ = {0}
    for i in ordered(trace, "best_first"):
        assert priority(i) >= max(map(priority, open_)) - 1e-6
        open_ = open_ - {i} | {child.i for child in trace.tree[i].children}


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


@orders
@details
@given(random_trace)
def test_steps_start_with_nothing_and_end_with_everything_decided(order, detail, trace):
    walk = steps(trace, order, detail)
    assert walk[0].decided == frozenset()
    assert walk[0].next.i == 0
    assert walk[-1].decided == frozenset(range(len(trace.tree)))
    assert walk[-1].next is None


@orders
@details
@given(random_trace)
def test_every_node_is_decided_in_one_step_and_after_its_parent(order, detail, trace):
    walk = steps(trace, order, detail)
    done = Counter(step.done.i for step in walk if step.done)
    assert done == Counter(range(len(trace.tree)))
    before = frozenset()
    for step in walk:
        new = step.decided - before
        assert before <= step.decided
        assert new == ({step.done.i} if step.done else frozenset())
        assert all(trace.tree[i].parent.i in before for i in new if i)
        assert walk.decisions[step.node.i] >= step.k
        before = step.decided


@orders
@details
@given(random_trace)
def test_a_step_that_does_not_decide_looks_at_the_next_node(order, detail, trace):
    for step in steps(trace, order, detail):
        assert step.next is None or step.next.i not in step.decided
        if not step.done:
            assert step.next.i == step.node.i


@orders
@given(random_trace)
def test_details_decide_the_nodes_in_the_same_order(order, trace):
    walks = [[s.done.i for s in steps(trace, order, detail) if s.done] for detail in DETAILS]
    assert walks == [walks[0]] * len(DETAILS)


@details
@given(random_trace)
def test_steps_are_numbered_and_can_be_taken_from_the_end(detail, trace):
    walk = steps(trace, detail=detail)
    assert [step.k for step in walk] == list(range(len(walk)))
    assert walk[-1].k == len(walk) - 1
    with pytest.raises(IndexError):
        walk[len(walk)]


@given(random_trace)
def test_detail_tests_every_rule_and_scores_every_candidate_once(trace):
    shown = {(node.i, phase): [] for node in trace.tree for phase in (Phase.ARRIVE, Phase.SCORE)}
    for step in steps(trace, detail="detail"):
        if step.phase is not Phase.DECIDE:
            shown[step.node.i, step.phase] += range(step.shown - step.fresh, step.shown)
    for (i, phase), items in shown.items():
        expected = stop_tests(trace, i) if phase is Phase.ARRIVE else trace.candidates[i]
        assert items == list(range(len(expected)))


@given(random_trace)
def test_a_stop_rule_that_holds_is_the_last_and_the_reason(trace):
    for node in trace.tree:
        rules = stop_tests(trace, node.i)
        assert not any(rule.holds for rule in rules[:-1])
        if rules[-1].holds and len(trace.candidates[node.i]) == 0 and node.stop.name not in ("NO_GAIN",):
            assert rules[-1].stop is node.stop


@orders
@details
@given(random_trace, st.lists(st.integers(0, 3), max_size=5), st.booleans())
def test_nearest_is_at_the_path_or_its_last_ancestor(order, detail, trace, path, decided):
    walk = steps(trace, order, detail)
    step = walk[walk.nearest(tuple(path), decided)]
    above = [tuple(path[:n]) for n in range(len(path) + 1)]
    last = [p for p in above if trace.tree.find(p) is not None][-1]
    if decided or detail == "node" and last:
        assert step.done.path == last
    else:
        assert step.node.path == last
        assert step.node.i not in step.decided
        assert step.k == 0 or walk[step.k - 1].node.path != last


def test_play_tennis_takes_nine_steps():
    """One before the first decision, then one a node."""
    nodes = facts.facts()["playtennis"]["cs181_multiway"]["info_gain"]["nodes"]
    assert len(steps(grow(load("play_tennis")))) == 1 + nodes == 9


@pytest.mark.parametrize(("order", "detail"), [("random", "node"), ("depth_first", "all")])
def test_an_unknown_order_or_detail_is_refused(order, detail):
    with pytest.raises(ValueError, match="order is one of .*detail is one of"):
        steps(grow(load("or")), order, detail)


@details
@given(trace=random_trace)
def test_every_event_has_a_line_in_every_pseudocode(detail, trace):
    events = {step.event for step in trace.steps(detail=detail)}
    assert all(events <= set(code.at) for code in PSEUDOCODE.values())


# --- captions --------------------------------------------------------------------------------------------


def check_caption(step):
    text = caption(step)
    assert text
    assert text == text.strip()
    assert len(text.splitlines()) == 1
    assert text[-1] in ".?"
    assert not re.search(r"\bnan\b|\binf\b|-0\.000|e-\d\d|  |\.\.", text), text
    assert ("The tree is finished" in text) == (step.next is None)


@algorithms
@pytest.mark.parametrize("name", SMALL)
def test_every_step_has_a_caption_of_one_line(name, algorithm):
    trace = grow(load(name), ALGORITHMS[algorithm])
    for detail in DETAILS:
        for step in trace.steps(detail=detail):
            check_caption(step)


@algorithms
@pytest.mark.parametrize("name", LARGE)
def test_every_decision_on_large_data_has_a_caption_of_one_line(name, algorithm):
    walk = grow(load(name), ALGORITHMS[algorithm]).steps()
    for step in walk[:60]:
        check_caption(step)
    check_caption(walk[-1])


@details
@given(random_trace)
def test_every_step_of_any_growth_has_a_caption_of_one_line(detail, trace):
    for step in trace.steps(detail=detail):
        check_caption(step)


def test_captions_are_those_of_the_issue():
    walk = grow(load("play_tennis")).steps()
    assert caption(walk[2]) == (
        "Outlook = Sunny, 3 No and 2 Yes: Humidity has the largest gain, 0.971 bits, so split on it."
    )


def test_a_tie_is_said_and_its_rule():
    trace = grow(load("play_tennis"), replace(ALGORITHMS["ID3 (CS181)"], criterion="train_error_gain"))
    assert "Outlook and Humidity tie" in caption(trace.steps()[1])
    assert "the feature that comes first" in caption(trace.steps()[1])


@given(random_trace)
def test_a_caption_names_the_largest_only_if_it_is_the_chosen(trace):
    for step in trace.steps():
        text = caption(step)
        if step.done and step.done.split and "has the largest" in text and "too few" not in text:
            title = step.done.split.title(trace.data.schema)
            assert f": {title} has the largest" in text
            assert len(step.tied) == 1


# --- predict first ---------------------------------------------------------------------------------------


def answers(trace):
    """(step, options, grades by token) at every question of a growth."""
    for step in trace.steps(detail="question"):
        if step.phase is Phase.ARRIVE:
            found = options(trace)
            yield step, found, {option.token: grade(step, option.token) for option in found}


@given(random_trace)
def test_answers_have_tokens_of_their_own(trace):
    for _, found, grades in answers(trace):
        assert len(grades) == len(found)
        assert len({option.title for option in found}) == len(found)


@given(random_trace)
def test_at_a_leaf_exactly_its_reason_is_right(trace):
    for step, found, grades in answers(trace):
        if step.node.stop:
            right = [option for option in found if grades[option.token].right]
            assert [option.stop for option in right] == [step.node.stop]


def asks(option, step, c):
    """Whether an answer stands for candidate c."""
    split, schema = step.candidates.split(c), step.trace.data.schema
    title = split.title(schema) if split.kind is Kind.VALUE else schema.features[split.feature].name
    return option.stop is None and option.title == title


@given(random_trace)
def test_at_a_split_the_questions_with_the_best_score_are_right(trace):
    for step, found, grades in answers(trace):
        if step.node.split:
            for option in found:
                tied = any(asks(option, step, c) for c in step.tied)
                chosen = asks(option, step, step.tied[0])
                assert grades[option.token].right == tied
                assert grades[option.token].by_tie == (tied and not chosen)


@given(random_trace)
def test_an_answer_that_is_no_option_is_wrong(trace):
    for step, *_ in answers(trace):
        assert not any(grade(step, token).right for token in ("", "f99", "f0.99", "leaf", "None"))


@given(random_trace)
def test_a_step_and_its_answer_agree_before_and_after_the_decision(trace):
    for step, _, grades in answers(trace):
        after = trace.steps(detail="question")[step.k + 1]
        assert after.done.i == step.node.i
        assert {token: grade(after, token) for token in grades} == grades


@given(random_trace)
def test_a_growth_has_an_answer_for_every_node(trace):
    """The options are those of the growth, not of the node, so they give nothing away; and one is always right."""
    for _, found, grades in answers(trace):
        assert found == options(trace)
        assert any(grade.right for grade in grades.values())


@given(random_trace)
def test_a_caption_owns_up_to_a_larger_score_that_was_shut_out(trace):
    for step in trace.steps():
        if step.done and step.done.split:
            found = step.candidates
            larger = (found.score[~found.admissible] > found.score[found.chosen] + 1e-9).any()
            assert larger == ("too few examples" in caption(step))


@given(random_trace, st.sampled_from(list(ORDERS)))
def test_what_a_learner_is_told_is_one_line_for_every_answer(trace, order):
    for step in trace.steps(order, "question"):
        if step.done:
            for option in options(trace):
                told = graded(step, option.token)
                assert told.startswith("Right") == grade(step, option.token).right
                assert "nan" not in told


def test_best_first_owns_up_to_a_tie_for_the_next_place():
    """Sunny and Rain have the same gain and as many examples (facts section 3)."""
    told = [str(step) for step in grow(load("play_tennis")).steps("best_first")]
    assert "ties with Outlook = Rain; the node made first comes first." in told[2]
    assert "is the largest of the open nodes." in told[3]


# --- limits ----------------------------------------------------------------------------------------------


def test_a_gain_below_the_threshold_is_said_with_its_number():
    trace = grow(load("play_tennis"), replace(ALGORITHMS["ID3 (CS181)"], min_gain=0.25))
    assert trace.steps()[1].event == "small_gain"
    assert str(trace.steps()[1]).startswith(
        "All 14 examples, 5 No and 9 Yes: the best gain, 0.247 bits of Outlook, is below the 0.25 asked for, "
        "so it becomes a leaf Yes (the majority, 9 of 14)."
    )
    assert grade(trace.steps()[1], "small_gain").right


@pytest.mark.parametrize(
    ("limits", "reasons"),
    [({}, set()), ({"min_gain": 0.1}, {Stop.SMALL_GAIN}), ({"max_leaf_nodes": 3}, {Stop.BUDGET}),
     ({"max_nodes": 3}, {Stop.BUDGET}), ({"max_splits": 0}, {Stop.BUDGET}), ({"min_samples_leaf": 2}, {Stop.MIN_LEAF})],
)  # fmt: skip
def test_a_limit_adds_its_reason_to_the_answers(limits, reasons):
    def offered(settings):
        return {option.stop for option in options(grow(load("play_tennis"), settings))}

    own = ALGORITHMS["ID3 (UML)"]
    assert offered(replace(own, **limits)) - offered(own) == reasons


@pytest.mark.parametrize("limits", [{"max_leaf_nodes": 2}, {"max_nodes": 4}, {"max_splits": 1}])
def test_a_tree_cut_to_a_size_says_so(limits):
    trace = grow(load("play_tennis"), replace(ALGORITHMS["CART"], **limits))
    cut = [str(step) for step in trace.steps() if step.done and step.done.stop is Stop.BUDGET]
    assert cut
    assert all("the one allowed split went to the root, so it becomes a leaf" in text for text in cut)


# --- regression ------------------------------------------------------------------------------------------

STAIRS = grow(load("regression_1d"), replace(ALGORITHMS["CART"], criterion="mse"))


def test_captions_of_regression_speak_of_the_mean_and_the_target():
    told = [str(step) for step in STAIRS.steps(detail="detail")]
    assert "do all examples have the same y? No." in told[0]
    assert "x < 3.5, mean 1.667, n = 3, MSE 0.889: x < 2.5 has the largest gain, 0.889, so split on it." in told
    assert any("both examples have y = 1, so it becomes a leaf 1." in text for text in told)
    assert not any("class" in text or "majority" in text for text in told)


def test_answers_about_regression_speak_of_the_target():
    titles = [option.title for option in options(STAIRS)]
    assert titles[0] == "x"
    assert "all examples have the same y" in titles
    step = STAIRS.steps(detail="question")[1]
    assert graded(step, "f0") == "Right: x."
    assert "mean 4.167, n = 6" in graded(step, "pure")
