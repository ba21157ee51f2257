"""The sweep of one feature: its laws, the facts' numbers, and the page without a browser."""

import json
import re
from fractions import Fraction
from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dtlearn
from dtlearn import CRITERIA, Feature, from_arrays
from dtlearn.data import packing
from dtlearn.growing.sweep import gaps_of, runs, targets_of
from dtlearn.growing.sweep import stumps as stumps_of
from dtlearn.show.base import arithmetic
from dtlearn.show.splitting import sweep
from dtlearn.splitting import cost
from pages.ui.thresholds import lesson as page
from tests.support import facts, owntables
from tests.support.apps import button, component, open_page, opened, plain
from tests.support.strategies import HOSTILE, datasets


@st.composite
def stumps(draw):
    """The four stumps of a random numeric feature with many ties, more than one class in the data."""
    data = draw(datasets(kinds=("numeric",)).filter(lambda data: len(set(data.y.tolist())) > 1))
    return stumps_of(data, draw(st.integers(0, len(data.schema.features) - 1)))


def some(stumps):
    return stumps["info_gain"]


@given(stumps())
def test_the_laws_of_the_gaps(stumps):
    gaps = gaps_of(some(stumps))
    assert gaps.m + 1 == 2 + gaps.empty + gaps.useful
    assert gaps.useful == len(set(some(stumps).data.X[:, 0].tolist())) - 1
    assert len(sweep.sweep_view(stumps)["gaps"]) == gaps.useful + 2
    data, view = some(stumps).data, sweep.sweep_view(stumps)
    x, y = data.X[:, 0].tolist(), data.y.tolist()
    ends = [gap["low"] for gap in view["gaps"][1:]]
    assert ends == sorted(set(x))
    for gap in view["gaps"]:
        assert gap["low"] < gap["at"] <= gap["high"]
        for theta in (gap["at"], gap["high"]):
            left = [
                sum(v < theta and label == k for v, label in zip(x, y, strict=True)) for k in range(len(gap["left"]))
            ]
            assert gap["left"] == left or theta == gap["high"] == view["hi"]
        assert [a + b for a, b in zip(gap["left"], gap["right"], strict=True)] == some(stumps).tree.counts[0].tolist()
    view = sweep.sweep_view(stumps)
    for curve, trace in zip(view["criteria"], stumps.values(), strict=True):
        rank, best = curve["rank"][1:-1], trace.candidates[0].best.tolist()
        assert [r == max(rank) for r in rank] == best
        assert curve["rank"][0] == curve["rank"][-1] == -1
        top = [h for h, won in zip(curve["height"][1:-1], best, strict=True) if won]
        assert set(top) <= {1.0} or set(curve["height"]) <= {0.0, None}
    for curve in view["criteria"]:
        for gap, cells in zip(view["gaps"], curve["cells"], strict=True):
            sides = [gap["left"], gap["right"]]
            value = [impurity(curve["name"], s) if any(s) else None for s in sides]
            remainder = sum(sum(s) * v for s, v in zip(sides, value, strict=True) if v is not None) / view["m"]
            gain = impurity(curve["name"], [a + b for a, b in zip(*sides, strict=True)]) - remainder
            for (text, exact), right in zip(cells[:4], [*value, remainder, gain], strict=True):
                assert (text == "–") == (right is None)
                if right is not None:
                    assert float(text) == pytest.approx(float(right), abs=5.1e-4)
                    value = float(exact.split("=")[-1].split()[0])
                    assert value == pytest.approx(float(right), abs=1e-12)
                    assert (float(text) == 0) == (value == 0)  # what is not zero is not shown as zero
            assert not any(re.match("-", text) or re.search(r"e-\d", text) for text, _ in cells)
    view = sweep.hidden(sweep.sweep_view(stumps))
    for curve in view["criteria"]:
        assert not curve["cells"]
        assert not curve["rank"]
        assert not curve["height"]


@given(stumps())
def test_only_boundaries_win_and_under_train_error_a_boundary_is_among_the_winners(stumps):
    """Fayyad and Irani (1992) for entropy; the same argument, concavity,
    for Gini and the gain ratio of two branches."""
    inside = runs(targets_of(some(stumps)))
    for name, trace in stumps.items():
        won = [inside[c] is None for c in range(len(inside)) if trace.candidates[0].best[c]]
        assert all(won) if CRITERIA[name].concave else any(won) or not inside
    for curve in sweep.sweep_view(stumps)["criteria"]:
        told_none = curve["inside"] == "so it cannot be the best."
        assert told_none == CRITERIA[curve["name"]].concave
        assert told_none or curve["inside"] == f"yet by {curve['title']} it can tie with the best."


def plain_words(elements):
    """What they say, without the signs that keep it from being read as Markdown."""
    return " ".join(re.sub(r"\\|\u2060", "", element.value) for element in elements)


def test_past_all_thresholds_the_answer_stands_in_the_place_of_the_question():
    asks = "Where is the best place to cut these numbers in two?"
    for scene, answer in (
        ({"at": 12}, "The best cut is temperature < 84: it has the largest gain, 0.113 bits."),
        ({"at": 12, "criterion": "gini_gain"}, "The best cut is temperature < 84: it has the largest gain, "),
        ({"data": "threshold_scan", "at": 4}, "< 2.75: it has the largest gain, 0.171 bits."),
        ({"data": "regression_1d", "at": 6}, "The best cut is x < 3.5: it has the largest gain, 6.250."),
        ({"data": "golf_numeric", "at": 11}, asks),
        ({"data": "golf_numeric", "at": 12, "predict": 1}, asks),  # it is not told before the guess
    ):
        said = plain_words(thresholds(**{"data": "golf_numeric"} | scene).markdown)
        assert answer in said
        assert (asks in said) == (answer == asks)
    ratio = plain_words(thresholds(data="golf_numeric", at=12, criterion="gain_ratio").markdown)
    assert re.search(r"it has the largest gain ratio, 0\.\d{3}\. ", ratio)


@pytest.mark.parametrize(
    ("criterion", "signs", "gone"),
    [
        ("info_gain", "$H$ is the entropy of a group.", "0.113 of 0.940 bits"),
        ("gini_gain", "$G$ is the Gini impurity of a group.", "0.064 of 0.459 (Gini impurity)"),
    ],
)
def test_the_gain_is_said_in_words_and_its_signs_are_named_before_the_formula(criterion, signs, gone):
    """Of 5 no and 9 yes one no is cut off: gini 90/196 - 13/14 * 72/169."""
    said = plain_words(thresholds(data="golf_numeric", at=11, criterion=criterion).caption)
    told = "Below 84: 4 no and 9 yes. The others: 1 no and 0 yes. So a threshold is a yes/no question, written"
    assert f"{told} 1[temperature < 84]. This cut takes away {gone}." in said
    assert f"{signs} $S$ are the $n$ examples before the split; each branch $b$ has $n_b$ of them." in said


def test_train_error_may_tie_inside_a_run():
    data = from_arrays([[v] for v in range(6)], list("aabbcc"), [Feature("x")])
    stumps = stumps_of(data, 0)
    assert runs(targets_of(some(stumps))) == [0, None, 1, None, 2]
    assert stumps["train_error_gain"].candidates[0].best.tolist() == [False, True, True, True, False]
    assert some(stumps).candidates[0].best.tolist() == [False, True, False, True, False]


def impurity(name, counts):
    p = [Fraction(n, sum(counts)) for n in counts if n]
    match name:
        case "gini_gain":
            return 1 - sum(q * q for q in p)
        case "train_error_gain":
            return 1 - max(p)
    return -sum(q * log2(q) for q in p)


def test_a_small_gain_is_told_from_none():
    """The third threshold of the temperature: gain 0.00048 of 0.75 bits split info, Gini gain 1/3234."""
    curves = sweep.sweep_view(stumps_of(dtlearn.load("golf_numeric"), 1))["criteria"]
    gain, ratio = curves[0]["cells"][3][3], curves[1]["cells"][3][3:]
    assert gain[0] == "0.0005"
    assert [cell[0] for cell in ratio] == ["0.0005", "0.750", "0.001"]
    assert curves[2]["cells"][3][3][0] == "0.0003"


def test_the_facts_of_the_threshold_scan():
    scan = facts.facts()["numeric"]["threshold_scan"]
    stumps = stumps_of(dtlearn.load("threshold_scan"), 0)
    view, gaps, counted = sweep.sweep_view(stumps), gaps_of(some(stumps)), scan["uml_thresholds"]
    assert [gap["at"] for gap in view["gaps"][1:-1]] == scan["midpoints"]
    assert (gaps.empty, gaps.useful) == (counted["empty_because_of_ties"], counted["useful"])
    assert f"m + 1 = {len(scan['uml_intervals'])} gaps. 2 are trivial" in sweep.gaps_text(gaps)
    for theirs, name in facts.CRITERION.items():
        found = stumps[name].candidates[0]
        gains = [gain[theirs]["value"] for gain in scan["gains"]]
        assert found.score.tolist() == pytest.approx(gains, abs=1e-12)
        assert found.at[found.best].tolist() == scan["best"][theirs]
    for gain, gap in zip(scan["gains"], view["gaps"][1:-1], strict=True):
        assert (gain["left"], gain["right"]) == (gap["left"], gap["right"])
    assert dict(sweep.winners_text(stumps))["information gain"] == "0.171 at 2.75, a tie with 6: the lowest wins"
    gini = view["criteria"][2]["cells"]
    assert [cells[3][1].split(" = ")[0] for cells in gini[1:-1]] == [gain["gini"]["exact"] for gain in scan["gains"]]


def test_predictions_are_judged_ties_and_all():
    trace = stumps_of(dtlearn.load("threshold_scan"), 0)["info_gain"]
    assert (
        sweep.verdict_text(trace, 1)
        == "Right: x < 2.75 with information gain 0.171. It ties with 6; the lowest is taken."
    )
    assert sweep.verdict_text(trace, 3) == "Right: x < 6 is as good as x < 2.75 with information gain 0.171."
    assert sweep.verdict_text(trace, 2).startswith("Not this time: x < 4.25 has information gain 0.020.")
    assert sweep.verdict_text(trace, 0).startswith("Not this time: outside all values nothing is split.")


def test_a_midpoint_that_rounds_down_is_told():
    low = 1.0
    data = from_arrays([[low], [1.0000000000000002], [3.0]], ["a", "b", "b"], [Feature("x")])
    assert sweep.rounded_down(stumps_of(data, 0)["info_gain"])
    assert not sweep.rounded_down(stumps_of(dtlearn.load("golf_numeric"), 1)["info_gain"])


def test_a_constant_feature_has_no_threshold():
    data = from_arrays([[2.0], [2.0]], ["a", "b"], [Feature("x")])
    stumps = stumps_of(data, 0)
    view = sweep.sweep_view(stumps)
    assert len(view["gaps"]) == 2
    assert sweep.winners_text(stumps)[0] == ("information gain", "no threshold")
    assert "nothing to find" in sweep.verdict_text(stumps["info_gain"], 0)


@pytest.mark.parametrize("name", HOSTILE[:20])
def test_names_reach_the_component_as_they_are(name):
    data = from_arrays([[1.0], [2.0]], ["a", name], [Feature(name)])
    view = sweep.sweep_view(stumps_of(data, 0))
    assert json.loads(json.dumps(view))["feature"] == name
    assert name in view["classes"]


@given(st.lists(st.floats(-1e12, 1e12), min_size=9, max_size=30, unique=True))
def test_the_axis_has_round_marks_inside_the_values(values):
    data = from_arrays(
        [[v] for v in values], ["a", "b"] * (len(values) // 2) + ["a"] * (len(values) % 2), [Feature("x")]
    )
    view = sweep.sweep_view(stumps_of(data, 0))
    assert all(view["lo"] <= tick["x"] <= view["hi"] for tick in view["ticks"])
    assert len(view["ticks"]) < 9


@pytest.mark.parametrize(("first", "step"), [(0, 1e-13), (0, 1e-200), (1, 2**-52), (1e15, 1), (1700000000123, 1)])
def test_marks_of_numbers_close_together_read_differently(first, step):
    data = from_arrays([[first + i * step] for i in range(12)], ["a", "b"] * 6, ["x"])
    ticks = sweep.sweep_view(stumps_of(data, 0))["ticks"]
    assert len(ticks) > 2
    for key in ("x", "text"):
        assert len({tick[key] for tick in ticks}) == len(ticks)


# ---- the page


def thresholds(**query):
    return open_page("thresholds", v=1, **query)


NUMERIC = {
    name: sum(feature.numeric for feature in dtlearn.load(name).schema.features) - 1
    for name in dtlearn.names()
    if dtlearn.load(name).schema.classes
}


@pytest.mark.parametrize(("data", "feature"), [(name, last) for name, last in NUMERIC.items() if last >= 0])
def test_the_last_numeric_feature_of_every_data_set_is_swept(data, feature):
    numbers = [j for j, one in enumerate(dtlearn.load(data).schema.features) if one.numeric]
    view = page._view(data, numbers[feature])
    assert len(view["gaps"]) > 2
    assert [one["name"] for one in view["criteria"]] == list(CRITERIA)


@pytest.mark.parametrize("criterion", ["info_gain", "gain_ratio"])
def test_the_arithmetic_is_that_of_the_chosen_criterion(criterion):
    at = thresholds(data="threshold_scan", at=1, criterion=criterion)
    view = component(at, "gaps")
    curve = next(c for c in view["criteria"] if c["name"] == criterion)
    assert CRITERIA[criterion].symbol + "(S)" in at.latex[0].value
    assert curve["cells"][1][5 if curve["ratio"] else 3][0].rstrip("0").rstrip(".") in at.latex[0].value


def test_the_page_opens_with_one_gain_and_the_others_come_by_a_click():
    at = opened("thresholds")
    names = [one["name"] for one in component(at, "criteria")["criteria"]]
    assert names == ["info_gain"]
    at.toggle(key="w_all").set_value(True).run()
    assert {one["name"] for one in component(at, "criteria")["criteria"]} == set(dtlearn.CRITERIA)


def test_another_feature_begins_anew():
    at = thresholds(data="golf_numeric", at=5, predict=1, guess=5)
    at.selectbox(key="w_feature").set_value(1).run()
    view = component(at, "gaps")
    assert (view["feature"], view["k"], view["guess"], view["ask"]) == ("humidity", 0, None, True)
    at.selectbox(key="w_data").set_value("iris").run()
    assert component(at, "gaps")["feature"] == "sepal_length"


def test_predicting_hides_every_gain_until_there_is_a_guess():
    at = thresholds(predict=1, at=5)
    shown = str([e.proto for e in at.get("html") + at.get("bidi_component")]) + str([m.value for m in at.markdown])
    for answer in ("0.113", "0.305", "0.064", "0.071", "at 84"):
        assert answer not in shown
    assert not at.latex


@pytest.mark.parametrize("name", ["zoo", "wine", "golf_numeric"])
@pytest.mark.parametrize("criterion", CRITERIA)
def test_a_narrow_formula_loses_no_sign_and_breaks_in_no_bracket(name, criterion):
    data = dtlearn.load(name)
    feature = next(j for j, f in enumerate(data.schema.features) if f.numeric)
    lines = arithmetic.arithmetic(stumps_of(data, feature)[criterion], 0, 1)
    rows = arithmetic.narrow(lines)

    def signs(some):
        return re.sub(r"&|\\quad|\s", "", "".join(some))

    assert signs(rows) == signs(lines)
    for row in rows:
        assert row.count("&") == 1
        for left, right in (("{", "}"), ("(", ")")):
            assert row.count(left) == row.count(right)


def test_where_the_maxima_fall_is_told_at_the_end_only():
    def told(at):
        return any("gain ratio: 0.305 at 84" in m.value for m in at.markdown)

    assert not told(thresholds(at=3))
    assert told(thresholds(at=3, predict=1, guess=2))
    assert told(thresholds(at=12))


def test_the_cost_is_counted_at_once_and_measured_on_demand(monkeypatch):
    def measure(sizes, d):
        yield from (cost.Timing(m, m * m * 1e-8 if m < 1000 else None, m * 1e-6) for m in sizes)

    monkeypatch.setattr(cost, "measure", measure)
    at = thresholds(tab="cost", sizes="100,500,2000", d=2)
    assert r"16\,000\,000" in at.latex[0].value
    assert any("looks up one label" in m.value and "compares one value with the next" in m.value for m in at.markdown)
    assert len(at.get("plotly_chart")) == 2
    button(at, "Measure").click().run()
    body = "".join(e.proto.body for e in at.get("html"))
    assert "not run, about 40.0 ms" in body
    assert any("$m^{2.00}$" in m.value for m in at.markdown)
    assert "sizes" in at.query_params
    assert not any("timing" in name for name in at.query_params)
    at.number_input(key="w_d").set_value(1).run()
    assert "not run" not in "".join(e.proto.body for e in at.get("html"))


def test_the_last_size_cannot_be_taken_away():
    at = thresholds(tab="cost", sizes="500")
    at.button_group(key="w_sizes").set_value([]).run()
    assert at.query_params["sizes"] in ("500", ["500"])


# ---- a visitor's own table


def test_of_very_many_values_some_are_swept_and_no_class_is_missing(monkeypatch):
    """The one example of class c is among those that are drawn, wherever it stands."""
    data = from_arrays([[i] for i in range(20)], ["c", *"ab" * 9, "b"], ["$x^2$"])
    monkeypatch.setattr(page, "GAPS", 8)
    at = thresholds(data=packing.pack(data))
    view = component(at, "gaps")
    assert view["m"] in (8, 9)
    assert len(view["gaps"]) == view["m"] + 1
    assert view["points"][0] == {"x": 0.0, "counts": [0, 0, 1]}
    assert any("has more than 8 different values" in caption.value for caption in at.caption)
    assert owntables.unescaped(at) == []
    for k in range(20):
        data = from_arrays([[i] for i in range(20)], [*"ab" * 10][:k] + ["c"] + [*"ab" * 10][k + 1 :])
        assert 2 in page._swept(packing.pack(data), 0).y
    monkeypatch.setattr(page, "GAPS", 20)
    again = thresholds(data=packing.pack(from_arrays(data.X.tolist(), data.y.astype(str).tolist())))
    assert component(again, "gaps")["m"] == 20
    assert not any("different values." in caption.value for caption in again.caption)


# ---- a number to predict


@st.composite
def number_stumps(draw):
    data = draw(datasets(kinds=("numeric",), regression=True).filter(lambda data: page.fits(data)))
    return stumps_of(data, draw(st.integers(0, len(data.schema.features) - 1)))


def spread(ys):
    """(mean, mean squared error) of some numbers, exactly."""
    ys = [Fraction(y) for y in ys]
    mean = sum(ys) / len(ys)
    return mean, sum((y - mean) ** 2 for y in ys) / len(ys)


@given(number_stumps())
def test_of_a_number_every_gap_has_the_means_the_squared_errors_and_the_gain(stumps):
    (trace,) = stumps.values()
    view, data = sweep.sweep_view(stumps), trace.data
    x, y = data.X[:, 0].tolist(), data.y.tolist()
    (curve,), whole = view["criteria"], spread(y)
    near = {"abs": 1e-9, "rel": 5.1e-3}  # three significant digits
    assert view["up"] == [dtlearn.data.dataset.number(min(y)), dtlearn.data.dataset.number(max(y))]
    assert {(p["x"], p["up"]) for p in view["points"]} == {
        (v, round((w - min(y)) / (max(y) - min(y)), 5)) for v, w in zip(x, y, strict=True)
    }
    gains = []
    for gap, cells in zip(view["gaps"], curve["cells"], strict=True):
        sides = [[w for v, w in zip(x, y, strict=True) if (v < gap["at"]) == left] for left in (True, False)]
        assert [gap["left"], gap["right"]] == [[len(side)] for side in sides]
        found = [spread(side) if side else None for side in sides]
        remainder = sum(len(side) * one[1] for side, one in zip(sides, found, strict=True) if one) / len(y)
        gains.append(whole[1] - remainder)
        for one, (text, up), (error, _) in zip(found, gap["means"], cells[:2], strict=True):
            assert (text == "–") == (error == "–") == (one is None) == (up is None)
            if one:
                assert float(text) == pytest.approx(float(one[0]), **near)
                assert float(error) == pytest.approx(float(one[1]), **near)
                assert up == pytest.approx(
                    float((one[0] - Fraction(min(y))) / (Fraction(max(y)) - Fraction(min(y)))), abs=1e-4
                )
        assert float(cells[2][0]) == pytest.approx(float(remainder), **near)
        assert float(cells[3][0]) == pytest.approx(float(gains[-1]), **near)
        assert not any(re.match("-", text) for text, _ in cells)
        told = [*(one and one[1] for one in found), remainder, gains[-1]]
        assert [
            float(exact) for (_, exact), value in zip(cells, told, strict=True) if value is not None
        ] == pytest.approx([float(value) for value in told if value is not None], abs=1e-9)
    rank, best = curve["rank"][1:-1], trace.candidates[0].best.tolist()
    assert [r == max(rank) for r in rank] == best
    assert all(
        gain >= max(gains) - Fraction(1, 10**6) * (1 + whole[1])
        for gain, won in zip(gains[1:-1], best, strict=True)
        if won
    )
    # Inside a run of one number nothing wins, unless nothing gains anything.
    inside = runs(targets_of(trace))
    assert curve["strict"] == any(trace.candidates[0].gain)
    assert not curve["strict"] or all(inside[c] is None for c in range(len(inside)) if best[c])


def test_the_facts_of_the_six_points_on_a_staircase():
    """Facts 9: the squared error is 257/36, and the thresholds reduce it by 361/180, 361/72, 25/4, 289/72, ..."""
    view = sweep.sweep_view(stumps_of(dtlearn.load("regression_1d"), 0))
    (curve,) = view["criteria"]
    assert curve["all"][0] == "7.139"
    assert [cells[3][0] for cells in curve["cells"][1:4]] == ["2.006", "5.014", "6.250"]
    assert view["gaps"][3]["means"] == [
        ["1.667", pytest.approx(2 / 21, abs=1e-5)],
        ["6.667", pytest.approx(17 / 21, abs=1e-5)],
    ]
    assert [gap["run"] for gap in view["gaps"]] == [None, 1.0, None, None, 6.0, None, None]


def test_where_no_threshold_gains_anything_a_run_of_one_number_may_tie():
    data = from_arrays([[v] for v in (5, 6, 7, 7)], [2, 2, 1, 3], [Feature("x")], regression=True)
    (curve,) = sweep.sweep_view(stumps_of(data, 0))["criteria"]
    assert runs(targets_of(stumps_of(data, 0)["mse"])) == [2.0, None]
    assert curve["rank"][1] == curve["rank"][2]
    assert not curve["strict"]


@pytest.mark.parametrize("scale", [1e-18, 1e-6, 1.0, 1e9])
def test_a_small_or_large_target_keeps_three_digits_and_its_ranks(scale):
    rows = [[v] for v in range(6)]
    plain = sweep.sweep_view(stumps_of(from_arrays(rows, [1, 1, 3, 6, 6, 8], regression=True), 0))["criteria"][0]
    scaled = from_arrays(rows, [scale * y for y in (1, 1, 3, 6, 6, 8)], regression=True)
    (curve,) = sweep.sweep_view(stumps_of(scaled, 0))["criteria"]
    assert curve["rank"] == plain["rank"]
    ((_, where),) = sweep.winners_text(stumps_of(scaled, 0))
    assert float(where.split()[0]) / scale**2 == pytest.approx(6.25, rel=5e-3)
    assert where.split()[0] in sweep.verdict_text(stumps_of(scaled, 0)["mse"], 3)
    assert curve["height"] == pytest.approx(plain["height"], abs=1e-4)
    for told, known in zip(curve["cells"][1:-1], plain["cells"][1:-1], strict=True):
        for (text, _), (_, exact) in zip(told, known, strict=True):
            assert float(text) / scale**2 == pytest.approx(float(exact), rel=5e-3)


def test_a_number_is_swept_predicted_and_told_on_the_page():
    at = thresholds(data="regression_1d", at=3, criterion="gini_gain")
    view = component(at, "gaps")
    assert (view["by"], view["classes"]) == ("mse", [])
    assert r"\mathrm{MSE}(S)" in at.latex[0].value
    assert not [box for box in at.selectbox if box.key == "w_criterion"]
    said = " ".join(m.value for m in at.markdown)
    assert "cut between different numbers can win" in said
    assert "is ours" in said
    caption = plain_words(at.caption)
    assert "Below 3.5: 3 examples with mean 1.667. The others: 3 examples with mean 6.667." in caption
    at.selectbox(key="w_data").set_value("golf_numeric").run()
    assert component(at, "gaps")["by"] == "gini_gain"  # as it was chosen
    at = thresholds(data="regression_1d", predict=1, guess=3)
    assert component(at, "gaps")["said"] == "Right: x < 3.5 with reduction of the squared error 6.250."
    assert not component(thresholds(data="regression_1d", predict=1), "gaps")["criteria"][0]["cells"]


def test_a_hostile_table_with_a_number_to_predict_is_swept():
    at = thresholds(data=owntables.NUMBERS, at=2)
    assert component(at, "gaps")["by"] == "mse"
    assert not at.warning
    assert owntables.unescaped(at) == []
    assert owntables.unescaped(thresholds(data=owntables.NUMBERS, tab="cost")) == []


def test_of_very_many_numbers_to_predict_some_are_swept(monkeypatch):
    monkeypatch.setattr(page, "DOTS", 10)
    monkeypatch.setattr(page, "GAPS", 8)
    data = from_arrays([[i % 3] for i in range(30)], [0.5 + i for i in range(30)], regression=True)
    at = thresholds(data=packing.pack(data))
    m = component(at, "gaps")["m"]
    assert m in (8, 9, 10)  # the least and the largest target too
    assert any(
        caption.value.startswith(f"There are more than 10 examples. Swept are {m} of the 30") for caption in at.caption
    )


@pytest.mark.parametrize("rare", range(0, 30, 4))
def test_of_very_many_numbers_a_rare_one_is_swept_wherever_it_stands(monkeypatch, rare):
    """Of targets that are all equal nothing could be swept."""
    monkeypatch.setattr(page, "GAPS", 8)
    data = from_arrays([[i] for i in range(30)], [int(i == rare) for i in range(30)], regression=True)
    view = component(thresholds(data=packing.pack(data)), "gaps")
    assert view["up"] == ["0", "1"]
    assert len(view["gaps"]) == len(view["points"]) + 1


@pytest.mark.parametrize("targets", [(0.1 + 0.2, 0.3), (1e-300, 2e-300), (1, 1)])
def test_numbers_that_a_tree_takes_for_equal_are_no_targets_to_tell_apart(targets):
    data = from_arrays([[i] for i in range(10)], [targets[i % 2] for i in range(10)], regression=True)
    assert not page.fits(data)
    assert "holds a table that this page cannot use" in thresholds(data=packing.pack(data)).warning[0].value
    assert page.fits(from_arrays([[1], [2]], [1e-60, 2e-60], regression=True))


# ---- a threshold as a yes/no feature


def table_of(html):
    """[cells] of the rows of a table, its heading first."""
    return [
        [re.sub("<[^>]+>", "", cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row)]
        for row in re.findall(r"<tr>(.*?)</tr>", html)
    ]


@given(stumps() | number_stumps(), st.data())
def test_each_example_has_a_zero_and_ones_as_the_thresholds_of_uml_say(stumps, more):
    """theta_0 ...

    theta_m, one in each gap of x_0 = -inf, x_1 <= ... <= x_m, x_m+1 = inf; none where two are equal (E33).
    """
    trace = next(iter(stumps.values()))
    x = sorted(trace.data.X[:, 0].tolist())
    gap = more.draw(st.integers(0, len(set(x))))
    told = sweep.binary_html(trace, gap)
    head, *rows = table_of(told)
    last = min(len(x), sweep.BINARY)
    assert len(head) == 3 + last + 1
    assert len(rows) == last
    ends = [-float("inf"), *x, float("inf")]
    for j in range(last + 1):
        column = [row[3 + j] for row in rows]
        if ends[j] == ends[j + 1]:
            assert head[3 + j].endswith(sweep.NO_GAP)
            assert set(column) == {"–"}
        else:
            # Any theta of the gap asks the same; the upper end is one, for x < theta.
            assert column == [str(int(v < ends[j + 1])) for v in x[:last]]
    marked = re.search(r'<th scope="col" class="dt-marked">θ([₀-₉]+)', told)
    bold = [re.findall(r"<td( class=\"dt-marked\")?>", row) for row in re.findall(r"<tr>(.*?)</tr>", told)[1:]]
    left = sum(sweep.sweep_view(stumps)["gaps"][gap]["left"])
    assert all([k for k, one in enumerate(row) if one] == [2 + left] * (left <= last) for row in bold)
    assert (marked is not None) == (left <= last)
    if marked:
        assert int(marked[1].translate(str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789"))) == left


@given(stumps())
def test_the_reduction_loses_nothing(stumps):
    """ID3 over the yes/no features splits the examples as the threshold does: same gains (UML 18.2.3)."""
    trace = some(stumps)
    x, found = trace.data.X[:, 0].tolist(), trace.candidates[0]
    bits = [[str(int(v < theta)) for theta in found.at.tolist()] for v in x]
    if not len(found):
        return
    features = [Feature(f"x < {theta!r}", ("0", "1")) for theta in found.at.tolist()]
    labels = [trace.data.schema.classes[k] for k in trace.data.y]
    made = dtlearn.grow(
        from_arrays(bits, labels, features, classes=trace.data.schema.classes), trace.settings
    ).candidates[0]
    assert made.gain.tolist() == pytest.approx(found.gain.tolist(), abs=1e-12)
    assert made.best.tolist() == found.best.tolist()


def test_the_reduction_stands_on_the_page_with_its_cost():
    at = thresholds(data="golf_numeric", feature=1, at=2)
    body = "".join(e.proto.body for e in at.get("html"))
    assert "1[humidity &lt; θ] of each example, in rising order" in body
    assert any(
        r"$2 \cdot 14^2 = 392$ answers" in m.value and "m + 1 = 15 yes/no features: 9 that differ" in m.value
        for m in at.markdown
    )


@pytest.mark.parametrize("name", HOSTILE[:20])
def test_names_in_the_table_of_yes_no_features_are_escaped(name):
    data = from_arrays([[1.0], [2.0]], ["a", name], [Feature(name)])
    assert not re.search(
        r"<(?!/?(div|table|caption|thead|tbody|tr|th|td)\b)", sweep.binary_html(stumps_of(data, 0)["info_gain"], 1)
    )


# ---- the work of a whole tree


def test_the_work_of_a_whole_tree_is_counted_and_bounded_on_the_page():
    at = thresholds(tab="cost", data="iris")
    assert any("The work of a whole tree" in m.value for m in at.markdown)
    assert r"\log_2 150" in at.latex[1].value
    body = "".join(e.proto.body for e in at.get("html"))
    assert "nodes split" in body
    at.selectbox(key="w_data").set_value("regression_1d").run()
    assert r"6 \log_2 6" in at.latex[1].value


@pytest.mark.parametrize("part", page.PARTS)
def test_each_part_asks_what_is_to_be_found_out(part):
    at = opened("thresholds", v=1, tab=part)
    assert plain(at.markdown[0].value) == page.ASKS[part]
    assert "?" in page.ASKS[part]
