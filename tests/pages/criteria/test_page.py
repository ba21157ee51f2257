"""The page Impurity measures: the laws behind its picture, its numbers against the facts,
the page from links good and bad."""

import re
from fractions import Fraction
from html import escape, unescape
from math import isclose, log
from urllib.parse import parse_qsl

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from dtlearn import CRITERIA, Feature, from_arrays, load
from dtlearn.growing.root_contest import day, repeated, root_contest, root_scores
from dtlearn.show.base.text import fixed
from dtlearn.show.splitting import contest, curves
from dtlearn.splitting.criteria import gain
from pages.ui.criteria import lesson as page_parts
from pages.ui.kit.codec import decode
from pages.ui.kit.contents import fields_of
from tests.support.apps import component, html, open_page
from tests.support.facts import facts
from tests.support.strategies import HOSTILE

children = st.tuples(st.integers(0, curves.MOST), st.integers(0, curves.MOST)).filter(any)
small = st.tuples(st.integers(0, 12), st.integers(0, 12)).filter(any)
splits = st.tuples(small, small) | st.tuples(children, children)
scales = st.sampled_from(list(curves.SCALES))
NAMES = [curve.criterion.name for curve in curves.curves()]  # entropy, Gini, train error
SETS = {
    "entropy_vs_gini": "info_gain_vs_gini",
    "entropy_vs_error": "info_gain_vs_train_error",
    "gini_vs_error": "gini_vs_train_error",
    "gain_vs_ratio": "info_gain_vs_gain_ratio",
    "four_class": "four_class",
    "or": "train_error_blind_or",
}
OF_FACTS = {
    "info_gain": "info_gain",
    "gain_ratio": "gain_ratio",
    "gini_gain": "gini",
    "train_error_gain": "train_error",
}


def parent_of(left, right):
    return left[0] + right[0], left[1] + right[1]


def handles(view):
    return {handle["id"]: handle for handle in view["handles"]}


def here(handle):
    return handle["rows"][handle["row"]]


def counts_of(row):
    l0, l1, r0, r1 = map(int, row["send"].split("."))
    return (l0, l1), (r0, r1)


# --- the split on the curves


@given(splits, scales)
def test_a_chord_never_lies_above_its_curve(split, scale):
    for handle in curves.split_view(*split, scale)["handles"]:
        for row in handle["rows"]:
            for _, curve, chord, _ in row["ys"]:
                assert chord <= curve + 1e-5


@given(splits)
@example(((2, 3), (4, 6)))
def test_the_gains_shown_are_the_engines_and_the_numbers_put_in_give_them(split):
    handles_ = curves.split_view(*split, "one")["handles"]
    for handle in handles_:
        assert counts_of(here(handle)) == split
        assert here(handle)["lines"] == here(handles_[0])["lines"]
    for curve, line in zip(curves.curves(), here(handles_[0])["lines"], strict=True):
        numbers, equals, short, exact = line
        value = gain(curve.criterion, parent_of(*split), split)
        assert short == fixed(value)
        assert isclose(float(exact.split("=")[-1]), value, rel_tol=1e-9, abs_tol=1e-12)
        first, *rest = re.split(" − ", numbers)
        value = Fraction(first) - sum(Fraction(w) * Fraction(c) for w, c in (term.split(" · ") for term in rest))
        assert equals.startswith(f"= {value}") if curve.criterion.rational else fixed(value) == short
        assert "-" not in numbers + equals + short
        assert "e" not in short


@given(splits, scales)
def test_a_handle_moves_one_thing_and_stays_among_what_counts_can_be(split, scale):
    left, right = split
    found = handles(curves.split_view(left, right, scale))
    for name, place in (("left", 0), ("parent", 1), ("right", 2)):
        rows = found[name]["rows"]
        at = [row["xs"][place] for row in rows]
        assert at == sorted(set(at))
        for row in rows:
            new = counts_of(row)
            assert max(*new[0], *new[1]) <= curves.MOST or new == split
            assert isclose(row["xs"][1], parent_of(*new)[1] / sum(parent_of(*new)))
            if name == "left":
                assert (sum(new[0]), new[1]) == (sum(left), right)
            elif name == "right":
                assert (new[0], sum(new[1])) == (left, sum(right))
            else:
                assert [Fraction(child[1], sum(child)) for child in new] == [
                    Fraction(child[1], sum(child)) for child in split
                ]


@given(splits)
@example(((3, 1), (1, 3)))  # train error 0.250, entropy 0.189, Gini 0.125
@example(((9, 4), (1, 3)))
def test_what_is_said_of_a_split_is_so(split):
    """The train error sees nothing exactly where no child crosses the middle; whose gain is no bound is said."""
    left, right = split
    entropy, gini, error = (gain(CRITERIA[name], parent_of(*split), split) for name in NAMES)
    sides = [(child[1] > child[0]) - (child[1] < child[0]) for child in split]
    assert (error == 0) == (sides[0] * sides[1] >= 0)
    say = here(curves.split_view(*split, "defined")["handles"][0])["say"]
    same = left[0] * sum(right) == right[0] * sum(left)
    assert ("exactly 0" in say) == (error == 0 and not same)
    assert ("every gain is 0" in say) == same
    assert entropy >= gini - 1e-12
    assert ("gains most: Gini's and entropy's curves" in say) == (error > entropy + 1e-9)
    assert ("more than Gini: Gini's curve" in say) == (gini + 1e-12 < error <= entropy + 1e-9)


@given(small, st.booleans(), scales)
def test_an_empty_child_splits_nothing(counts, first, scale):
    split = ((0, 0), counts) if first else (counts, (0, 0))
    (handle,) = curves.split_view(*split, scale)["handles"]
    assert len(handle["rows"]) == 1
    assert "empty" in here(handle)["say"]
    assert here(handle)["lines"] == []


def test_the_examples_of_splits_are_what_their_names_say():
    entropy, gini, error = (
        {title: gain(CRITERIA[name], parent_of(*split), split) for title, split in curves.PRESETS.items()}
        for name in NAMES
    )
    humidity = facts()["playtennis"]["cs181_multiway"]["info_gain"]["trace"][0]["candidates"][2]["gains"]
    for name, values in zip(NAMES, (entropy, gini, error), strict=True):
        assert isclose(values["PlayTennis: Humidity"], humidity[OF_FACTS[name]]["value"])
    blind = "Train error sees nothing"
    assert error[blind] == 0 < min(gini[blind], entropy[blind])
    assert (entropy["Pure children"], gini["Pure children"], error["Pure children"]) == (1, 0.5, 0.5)
    assert entropy["Same shares"] == gini["Same shares"] == error["Same shares"] == 0
    # Halves 1/2 +- x: train-error gain x, Gini gain 2x^2 (facts E27), here x = 1/4.
    assert (error["Gains are no bounds"], gini["Gains are no bounds"]) == (0.25, 0.125)


# --- the curves


def test_the_values_at_a_share_and_the_widest_gap_are_the_facts():
    rows = curves.share_view(0, "defined")["handles"][0]["rows"]
    for entry in facts()["impurity"]["table"]:
        row = rows[int(Fraction(entry["a"]) * 100)]
        for (_, _, short, exact), key in zip(row["lines"], ("entropy", "gini", "error"), strict=True):
            assert short == fixed(entry[key])
            assert isclose(float(exact.split("=")[-1]), entry[key], abs_tol=1e-15)
    a, gap = curves.widest_gap()
    known = facts()["impurity"]["fig_8_4"]
    assert isclose(gap, known["max_gap_of_H_minus_2Hgini"], rel_tol=1e-9)
    assert isclose(a, known["at_p"], abs_tol=1e-5)


def test_scaled_curves_reach_one_and_others_do_not():
    tops = {
        scale: [max(c for _, c in curve["points"]) for curve in curves.share_view(50, scale)["curves"]]
        for scale in curves.SCALES
    }
    assert tops == {"entropy": [1], "defined": [1, 0.5, 0.5], "one": [1, 1, 1], "bounds": [1, 0.5, 0.5]}


def test_the_curves_are_upper_bounds_and_the_two_below_are_not():
    view = curves.share_view(50, "bounds")
    entropy, gini, error = ([c for _, c in curve["points"]] for curve in view["curves"])
    assert all(h >= g >= e for h, g, e in zip(entropy, gini, error, strict=True))
    half, ten = ([c for _, c in curve["points"]] for curve in view["below"])
    assert all(h < e or e < 0.01 for h, e in zip(half, error, strict=True))
    middle = len(error) // 2
    assert isclose(ten[middle], log(2, 10), abs_tol=1e-5)
    assert ten[middle] < error[middle]
    assert view["curves"][2]["points"][middle] == [0.5, 0.5]  # the kink is drawn


# --- criteria side by side


@pytest.mark.parametrize("name", SETS)
def test_the_scores_and_the_winners_are_the_facts(name):
    known = facts()["criteria_disagree"][SETS[name]]
    for criterion in CRITERIA:
        scores = root_scores(load(name), criterion)
        for score in scores:
            assert isclose(score.score, known["gains"][score.feature][OF_FACTS[criterion]]["value"], abs_tol=1e-12)
        if "picks" in known:  # several are a tie
            assert [s.feature for s in scores if s.best] == known["picks"][OF_FACTS[criterion]]


def test_day_and_the_names_score_as_in_the_facts():
    known = facts()["playtennis"]["with_day_column"]
    for criterion in CRITERIA:
        for score in root_scores(load("play_tennis_day"), criterion):
            assert isclose(score.score, known["gains"][score.feature][OF_FACTS[criterion]]["value"], abs_tol=1e-12)
            assert isclose(score.split_info, known["gains"][score.feature]["split_info"]["value"])
    picks = {c: next(s.feature for s in root_scores(load("id_rejected"), c) if s.best) for c in CRITERIA}
    assert picks == dict.fromkeys(CRITERIA, "ID") | {"gain_ratio": "A"}
    day = contest.ratio_html(root_contest(load("play_tennis_day")), "")
    assert "★&nbsp;0.247" in day
    assert "0.156" in day


def test_day_wins_up_to_four_copies_and_loses_from_sixty_five_rows_on():
    known = facts()["playtennis"]["with_day_column"]
    for copy in known["copies_until_gain_ratio_rejects_id"]:
        first, outlook = day().ratios[copy["copies"] - 1]
        assert isclose(first, copy["gain_ratio_id"])
        assert isclose(outlook, copy["gain_ratio_outlook"])
        wins = "Day still wins" if copy["gain_ratio_picks"] == "ID" else "Outlook wins"
        rows = f"{copy['copies']} copies, {copy['n']} rows" if copy["copies"] > 1 else "14 rows: "
        said = contest.day_say(day(), copy["copies"])
        assert wins in said
        assert said.startswith(rows)
    assert isclose(day().turning_point, known["threshold_n"]["value"])
    assert 64 < day().turning_point < 65


def test_copies_keep_the_other_features_and_number_the_rows_anew():
    data, twice = load("play_tennis_day"), repeated(load("play_tennis_day"), 2)
    assert [twice.value(i, 0) for i in range(28)] == [f"D{i + 1}" for i in range(28)]
    for i in range(28):
        assert [twice.value(i, j) for j in range(1, 5)] == [data.value(i % 14, j) for j in range(1, 5)]
        assert twice.y[i] == data.y[i % 14]


@pytest.mark.parametrize("name", SETS)
def test_a_star_needs_a_gain(name):
    """In each column the winners have one; where every gain is 0 there is none, and no question to ask."""
    data = load(name)
    stars, blind = 0, 0
    for criterion in CRITERIA:
        scores = root_scores(data, criterion)
        if any(score.gain for score in scores):
            stars += sum(score.best for score in scores)
        else:
            blind += 1
    table = contest.contest_html(root_contest(data), str, str)
    assert table.count("★&nbsp;") == table.count('class="dt-marked"') == stars
    assert "★&nbsp;0.000" not in table
    assert table.count("all gain 0: a leaf, or any") == blind == (name in ("entropy_vs_gini", "or"))


def test_the_average_gain_does_not_stop_day():
    gains = [entry["info_gain"]["value"] for entry in facts()["playtennis"]["with_day_column"]["gains"].values()]
    assert sum(gains) / len(gains) < max(gains)
    said = contest.average_say(day())
    assert f"here {fixed(sum(gains) / len(gains))} bits" in said
    assert f"Day gains {fixed(max(gains))}, all of H(Y)" in said
    assert "0.283" in said
    assert "0.940" in said


@pytest.mark.parametrize("i", range(0, len(HOSTILE), 5))
def test_names_from_data_stay_names(i):
    name, a, b, no, yes = (HOSTILE[(i + k) % len(HOSTILE)] for k in range(5))
    data = from_arrays([[a], [a], [b]], [no, yes, yes], [Feature(name, (a, b))], (no, yes))
    assert f">{escape(name)}</th>" in contest.ratio_html(root_contest(data), "")
    table = contest.contest_html(root_contest(data), str, str)
    assert f'<th scope="row"><b>{escape(name)}</b>' in table
    assert f"<span>{escape(a)}:\u00a01+1<" in table
    assert f"<span>{escape(b)}:\u00a00+1<" in table
    assert f"<td><b>{escape(name)}</b></td>" in table


def test_the_guess_is_about_the_rival_and_told_truly():
    told = {
        name: contest.guess_text(root_contest(load(name)), 0) for name in ("entropy_vs_error", "gain_vs_ratio", "or")
    }
    assert told["entropy_vs_error"] == "Not this time: train-error gain puts B first, information gain puts A first."
    assert "gain ratio puts B first, information gain puts A" in told["gain_vs_ratio"]
    assert told["or"].startswith("Right: ")
    seen = contest.guess_text(root_contest(load("entropy_vs_error")), -1)  # who only wants to see
    assert seen == "Train-error gain puts B first, information gain puts A first."
    found = root_contest(load("gini_vs_error"))
    hidden = contest.contest_html(found, str, str, asking=True)
    assert "★&nbsp;" not in hidden
    assert hidden.count("<td>?</td>") == 4 * len(found["info_gain"])


# --- the page

TABS = list(page_parts.TABS)


def split_shown(at):
    return here(handles(component(at, "handles"))["parent"])


def test_a_split_comes_from_the_link_and_follows_the_inputs():
    at = open_page("criteria", v=1, tab="split", counts="2.2.0.4")
    assert counts_of(split_shown(at)) == ((2, 2), (0, 4))
    at.number_input(key="w_c_2").set_value(3).run()
    assert counts_of(split_shown(at)) == ((2, 2), (3, 4))
    assert at.query_params["counts"] == "2.2.3.4"
    none = open_page("criteria", v=1, tab="split", counts="0.0.0.0")
    assert "no examples" in none.info[0].value


def test_an_example_of_a_split_sets_the_counts_and_shows_which_it_is():
    at = open_page("criteria", v=1, tab="split")
    assert at.button_group(key="w_c_preset").value == (4, 3, 1, 6)
    at.button_group(key="w_c_preset").set_value((4, 6, 0, 10)).run()
    assert at.query_params["counts"] == "4.6.0.10"
    assert split_shown(at)["lines"][2][1] == "= 0"
    at.number_input(key="w_c_0").set_value(5).run()
    assert at.button_group(key="w_c_preset").value is None


@pytest.mark.parametrize("name", page_parts.SETS)
def test_every_disagreement_links_to_trees_and_curves(name):
    at = open_page("criteria", v=1, tab="disagree", data=name)
    links = re.findall(r'href="([^"]*)"', "".join(element.proto.body for element in at.get("html")))
    assert len(links) == 4 + (0 if name == "four_class" else 2)
    for link in links:
        page, _, query = unescape(link).partition("?")
        assert decode(fields_of(page), dict(parse_qsl(query)))[1] == []


def test_the_bounds_are_said_in_short_points():
    at = open_page("criteria", v=1, tab="curves", scale="bounds")
    (said,) = (element.value for element in at.markdown if element.value.startswith("Textbooks say: "))
    _, *points = said.split("\n- ")
    assert len(points) == 6
    assert all(len(re.sub(r"\(criteria.*?\)", "", point)) < 80 for point in points)
    assert "equal at 0 and 1, below for 0 < a < 1" in said.replace("\u00a0", " ")


def test_copies_move_the_table():
    at = open_page("criteria", v=1, tab="ratio")
    assert any("Day still wins" in element.value for element in at.markdown)
    at.slider(key="w_copies").set_value(5).run()
    assert any("Outlook wins" in element.value for element in at.markdown)
    assert at.query_params["copies"] == "5"


def test_a_guess_shows_the_scores_and_another_table_asks_anew():
    assert "★&nbsp;" in html(open_page("criteria", v=1, tab="disagree"))
    at = open_page("criteria")
    at.segmented_control(key="w_tab").set_value("disagree").run()
    assert "★&nbsp;" not in html(at)
    at.pills(key="w_guess").set_value(1).run()
    assert "★&nbsp;" in html(at)
    assert any(one.value.startswith("**Right") and "gain puts B first, information" in one.value for one in at.markdown)
    at.segmented_control(key="w_data").set_value("gini_vs_error").run()
    assert "★&nbsp;" not in html(at)


def test_one_in_four_and_every_tenth_are_shown_by_as_many_marks():
    rows = curves.share_view(0, "entropy")["handles"][0]["rows"]
    exact = [k for k, row in enumerate(rows) if 100 * row["ones"] == k * row["of"]]
    assert exact == sorted([*range(0, 101, 10), 25, 75])
    assert rows[25]["say"] == "2 of 8 examples are of class 1."
