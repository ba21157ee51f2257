"""Exercises: right, well-posed, the same everywhere; wrong answers are recognised by what they come from."""

import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from math import e, floor, log, log2, sqrt

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from dtlearn import GrowSettings, grow, load
from dtlearn.show.practice import blanks as answers
from dtlearn.show.practice import mistakes
from dtlearn.show.practice.kinds import WORDS
from dtlearn.show.practice.kinds.faded import faded_results
from dtlearn.show.practice.questions import sheet
from dtlearn.teaching.exercises import KINDS, LEVELS, at, generate, kind_at, make
from dtlearn.teaching.faded import FADED_STAGES, faded
from dtlearn.teaching.grading import Blank, grade, read_number
from dtlearn.teaching.kinds.bound import bound_mistakes
from dtlearn.teaching.kinds.stop import holding, rules_of
from dtlearn.teaching.slips import gain_mistakes, impurity_mistakes
from dtlearn.trees.tree import Stop
from tests.support import DATA
from tests.support.strategies import datasets

GOLDEN = DATA / "exercises.txt"
KIND, LEVEL, SEED = st.sampled_from(list(KINDS)), st.sampled_from(LEVELS), st.integers(0, 9999)
ANY = st.builds(make, KIND, LEVEL, SEED)
FADED = st.builds(faded, st.just(load("play_tennis")), st.integers(0, 3), st.integers(0, FADED_STAGES - 1))


def answers_of(exercise):
    """The right answers as they are typed."""
    return {b.key: str(int(b.answer)) if b.kind != "number" else b.right for b in exercise.blanks}


def typed(exercise, mistake):
    """What somebody types who makes a mistake, and everything else right."""
    return answers_of(exercise) | {
        key: f"{float(value):.4f}" if exercise.blank(key).kind == "number" else str(int(value))
        for key, value in mistake.values
    }


def entropy(labels):
    """By the formula, from the labels themselves."""
    n = len(labels)
    return -sum(c / n * log2(c / n) for c in Counter(labels).values())


def gini(labels):
    return 1 - sum((c / len(labels)) ** 2 for c in Counter(labels).values())


def gain(impurity, rows, way):
    """The gain of a column or of a threshold, from rows whose last cell is the class."""
    branches = {}
    for row in rows:
        branches.setdefault(way(row), []).append(row[-1])
    left = sum(len(b) / len(rows) * impurity(b) for b in branches.values())
    return impurity([row[-1] for row in rows]) - left, entropy([way(row) for row in rows])


# ---- every exercise


def test_the_same_link_gives_the_same_exercises():
    golden = GOLDEN.read_text(encoding="utf-8")
    lines, kinds = [], re.findall(r"^([a-z]+) (\d)$", golden, re.M)
    for kind, level in kinds:
        exercise = make(kind, int(level), 7)
        said = sheet(exercise)
        lines += [f"{kind} {level}", *said.question, *(f"{b.label} = {b.right}" for b in exercise.blanks)]
        lines += [" | ".join(row) for table in said.tables for row in table.rows]
    assert "\n".join(lines) + "\n" == golden
    assert len(kinds) >= 30


def test_no_mistake_is_put_in_two_ways():
    names = [*mistakes.MISTAKES, *(name for words in WORDS.values() for name in words.mistakes)]
    assert len(names) == len(set(names))


def test_a_set_takes_the_kinds_in_turn_and_new_numbers_change_one():
    chosen = ("gini", "entropy", "stop")
    made = generate(3, 2, chosen, 7)
    assert [x.kind for x in made] == ["entropy", "stop", "gini"] * 2 + ["entropy"]
    assert [kind_at(chosen, i) for i in range(7)] == [x.kind for x in made]
    other = generate(3, 2, chosen, 7, {1: 1})
    assert [sheet(a) == sheet(b) for a, b in zip(made, other, strict=True)] == [True, False, *[True] * 5]
    assert sheet(made[0]) != sheet(made[3])


def test_no_two_exercises_of_a_set_have_the_same_numbers():
    told = [sheet(x).question[0] for x in (make("entropy", 1, 15713235, i) for i in range(10))]
    assert len(set(told)) < 10  # by themselves they repeat
    for kind in ("entropy", "gini", "gain", "ratio"):
        for seed in (1, 15713235):
            made = generate(seed, 1, (kind,))
            assert len({(*sorted(x.counts), x.blanks[0].right) for x in made}) == 10
    made = generate(15713235, 1, ("entropy",))
    for i, x in enumerate(made):  # only what repeats is another one
        before = [sorted(y.counts) for y in made[:i]]
        own = make("entropy", 1, 15713235, i)
        assert (x.again == 0) == (sorted(own.counts) not in before)
        assert sheet(x) == sheet(make("entropy", 1, 15713235, i, x.again))


def test_new_numbers_are_new_and_leave_the_other_exercises_alone():
    made = generate(15713235, 1, ("entropy",))
    again = [at(15713235, 1, ("entropy",), 3, k) for k in range(1, 5)]
    assert len({(*sorted(x.counts),) for x in (*made, *again)}) == 14
    kept = generate(15713235, 1, ("entropy",), again={3: 4})
    assert [sheet(x) for x in kept] == [sheet(x) for x in (*made[:3], again[3], *made[4:])]


def test_a_kind_that_runs_out_of_numbers_repeats_them():
    assert len(generate(1, 1, ("entropy",), 30)) == 30


@pytest.mark.parametrize(("kind", "level"), [("nosuch", 1), ("gain", 0), ("gain", 4)])
def test_an_exercise_that_does_not_exist_is_refused(kind, level):
    with pytest.raises(ValueError, match="choose one of"):
        make(kind, level, 1)


@given(ANY | FADED)
def test_the_right_answers_are_right_no_mistake_is_and_all_is_plain(exercise):
    assert grade(exercise, answers_of(exercise)).right
    assert not grade(exercise, {}).complete or not exercise.blanks
    for mistake in exercise.mistakes:
        found = grade(exercise, typed(exercise, mistake))
        assert not found.right
        assert mistake.name in found.mistakes
        said = mistakes.feedback(exercise, found, typed(exercise, mistake))
        assert mistakes.came_of(mistake.name) in " ".join(said) or len(found.mistakes) > 2
        assert any(b.right in " ".join(said) or "blanks are right" in said[0] for b in exercise.blanks)
    said = sheet(exercise)
    texts = [*said.question, *said.remarks, *(c for t in said.tables for row in (t.header, *t.rows) for c in row)]
    assert all(isinstance(text, str) and "\n" not in text for text in texts)
    for line in (*said.working, *(line for _, _, lines in sheet(exercise).hints for line in lines)):
        assert line.count("&") == 1
        assert re.sub(r"\\[{}]", "", line).count("{") == re.sub(r"\\[{}]", "", line).count("}")
        assert "-0.000" not in line
    if said.fill:
        inside = [part for row in said.fill.rows for cell in row if isinstance(cell, tuple) for part in cell]
        assert {p.key for p in inside if isinstance(p, Blank)} == {b.key for b in exercise.blanks} - {"feature"}


@given(ANY)
def test_hints_do_not_give_the_answer_away(exercise):
    for _, sentences, lines in sheet(exercise).hints:
        for blank in exercise.blanks:
            if blank.kind == "number":
                assert blank.right not in " ".join((*sentences, *lines))


@given(ANY, st.booleans(), st.booleans())
def test_the_component_shows_right_answers_only_where_no_answer_can_be_given(exercise, some, closed):
    said = {exercise.blanks[0].key: "0"} if some else {}
    found = grade(exercise, said)
    view = answers.answers_view(
        exercise, sheet(exercise), said, found, id_="x", closed=closed, again=False, check="c", next_="n"
    )
    assert view["order"]
    for key, blank in view["blanks"].items():
        assert blank["locked"] == (closed or bool(found.marks[key]))
        assert bool(blank["right"]) == (blank["locked"] and found.marks[key] != "right")
        waits = exercise.blank(key).after
        assert not waits or closed or found.marks[waits]
    assert bool(view["next"]) != bool(view["check"])


# ---- each kind, by another way


@given(st.sampled_from(["entropy", "gini"]), LEVEL, SEED)
def test_an_impurity_is_that_of_the_labels_that_are_asked_about(kind, level, seed):
    exercise = make(kind, level, seed)
    said, impurity = sheet(exercise), {"entropy": entropy, "gini": gini}[kind]
    if level == 1:
        numbers = [int(x) for x in re.findall(r"\d+", said.question[0])]
        assert numbers[0] == sum(numbers[1:]) <= 10
        labels = [k for k, n in enumerate(numbers[1:]) for _ in range(n)]
    else:
        table = said.tables[0]
        rows = table.rows
        if level == 3:
            name, value = re.search(r"with (\w+) = (\w+)", said.question[0]).groups()
            rows = [row for row in rows if row[table.header.index(name)] == value]
        labels = [row[-1] for row in rows]
    assert float(exercise.blanks[0].answer) == pytest.approx(impurity(labels))


@given(st.sampled_from(["gain", "ratio"]), st.sampled_from([2, 3]), SEED)
def test_a_gain_is_that_of_the_rows_on_the_page(kind, level, seed):
    exercise = make(kind, level, seed)
    said = sheet(exercise)
    table = said.tables[0]
    name, cut = re.search(r"split (\w+)(?: < ([\d.]+))?", said.question[0]).groups()
    j = table.header.index(name)
    way = (lambda row: float(row[j]) < float(cut)) if cut else (lambda row: row[j])
    value, info = gain(gini if "Gini" in said.question[0] else entropy, table.rows, way)
    assert float(exercise.blanks[0].answer) == pytest.approx(value / info if kind == "ratio" else value)


@given(LEVEL, SEED)
def test_one_feature_wins_and_by_more_than_rounding(level, seed):
    exercise = make("winner", level, seed)
    said = sheet(exercise)
    table = said.tables[0]
    by = {"information gain": entropy, "Gini gain": gini, "gain ratio": entropy}
    title = next(name for name in by if name in said.question[0])
    values = {}
    for name in table.header[1:-1]:
        j = table.header.index(name)
        value, info = gain(by[title], table.rows, lambda row, j=j: row[j])
        values[name] = value / info if title == "gain ratio" else value
    best, second = sorted(values, key=values.get)[:-3:-1]
    assert exercise.blanks[0].right == best
    assert values[best] - values[second] > 0.01
    assert 6 <= len(table.rows) <= 14
    for line in said.working:  # what is written out gives what stands at its end
        name, sum_, shown = re.fullmatch(
            r"\\text\{(\w+)\} &:\\ (.*) \\approx (?:\\mathbf\{)?([\d.]+)\}?", line
        ).groups()
        assert float(shown) == pytest.approx(values[name], abs=6e-4)
        written = re.sub(r"\\tfrac\{([\d.]+)\}\{([\d.]+)\}", r"\1/\2", sum_).replace(r"\cdot", "*")
        assert eval(written) == pytest.approx(values[name], abs=3e-3)


@given(LEVEL, SEED)
def test_the_counts_of_a_split_are_those_of_the_rows(level, seed):
    exercise = make("split", level, seed)
    table = sheet(exercise).tables[0]
    place = re.search(r"node (\w+) = (\w+)", sheet(exercise).question[0])
    rows = [r for r in table.rows if not place or r[table.header.index(place[1])] == place[2]]
    j, blanks = table.header.index(exercise.blank("feature").right), exercise.blanks[1:]
    for blank in blanks:
        value, label = blank.label.split(": examples of class ")
        assert blank.answer == sum(row[j] == value and row[-1] == label for row in rows)
    assert sum(blank.answer for blank in blanks) == len(rows)


@given(datasets(kinds=("nominal",)), st.sampled_from([2, 4]), st.sampled_from([None, 2]))
def test_the_first_rule_that_holds_is_the_one_that_stops(data, least, depth):
    trace = grow(data, GrowSettings(min_samples_split=least, max_depth=depth))
    for i in range(len(trace.tree)):
        found = holding(trace, i)
        assert trace.tree.stops[i] is (found[0] if found else None)
        assert set(found) <= set(rules_of(trace.settings))
        assert found == [rule for rule in rules_of(trace.settings) if rule in found]


def rules_true(table, asked, depth, settings):
    """What each rule says of the examples in a table, read as a student may:
    a feature that is constant splits nothing."""
    labels = [row[-1] for row in table.rows]
    free = [j for j, name in enumerate(table.header[1:-1], 1) if name not in asked]
    parting = [j for j in free if len({row[j] for row in table.rows}) > 1]

    def shares(rows):
        return sorted(Fraction(n, len(rows)) for n in Counter(row[-1] for row in rows).values())

    gains = any(
        shares([row for row in table.rows if row[j] == value]) != shares(table.rows)
        for j in parting
        for value in {row[j] for row in table.rows}
    )
    return {
        Stop.EMPTY: not labels,
        Stop.PURE: len(set(labels)) == 1,
        Stop.NO_FEATURE: not parting,
        Stop.NO_GAIN: not gains,
        Stop.TOO_FEW: len(labels) < settings.min_samples_split,
        Stop.MAX_DEPTH: settings.max_depth is not None and depth >= settings.max_depth,
    }


@pytest.mark.parametrize("level", LEVELS)
def test_one_answer_about_stop_rules_is_right_and_no_other_can_be_defended(level):
    for seed in range(1, 16):
        exercise = make("stop", level, seed, 4)
        trace, blank = exercise.trace, exercise.blanks[0]
        asked = {condition.partition(" = ")[0] for condition in trace.tree[exercise.node].conditions}
        depth = int(trace.tree.depth[exercise.node])
        true = rules_true(sheet(exercise).tables[0], asked, depth, trace.settings)
        first = next((rule.value for rule in rules_of(trace.settings) if true[rule]), blank.options[-1])
        assert blank.right == first, f"level {level}, seed {seed}"
        few = first == Stop.NO_FEATURE.value  # two questions are soon asked
        assert [len(f.values) for f in trace.data.schema.features] == ([2, 2] if few else [3, 2, 2])


@given(LEVEL, SEED)
def test_the_weakest_link_is_the_one_with_the_smallest_g(level, seed):
    exercise = make("prune", level, seed)
    links = exercise.pruning.steps[exercise.k].alternatives
    least = min(links, key=lambda link: link.value)
    assert sum(link.value == least.value for link in links) == 1
    assert exercise.pruning.alphas[exercise.k + 1] == least.value
    feature = exercise.trace.tree[least.node].split.title(exercise.trace.data.schema)
    assert exercise.blank("node").right.partition(": ")[2] == feature
    if level > 1:
        assert exercise.blank("g").answer == least.value


@given(LEVEL, SEED)
def test_a_bound_is_vacuous_from_one_on(level, seed):
    exercise = make("bound", level, seed)
    b = exercise.bound
    value = b.n_wrong / b.m + sqrt(((b.n + 1) * log2(b.d + 3) + log(2 / b.delta)) / (2 * b.m))
    assert float(exercise.blank("value").answer) == pytest.approx(value)
    assert exercise.blank("vacuous").right.startswith("yes" if value >= 1 else "no")
    if level > 1:
        assert len(sheet(exercise).tree["nodes"]) == b.n


@given(LEVEL, SEED)
def test_examples_to_classify_go_different_ways(level, seed):
    exercise = make("classify", level, seed)
    leaves = exercise.trace.tree.apply(exercise.rows).tolist()
    assert len(set(leaves)) == len(leaves)
    if level == 3:  # the first lies on a threshold, and it matters
        assert any(m.name == "edge" for m in exercise.mistakes)
    numbers = [f"Example {i + 1}" for i in range(len(leaves))]
    assert [blank.label for blank in exercise.blanks] == numbers
    assert [said.partition(":")[0] for said in WORDS["classify"].remarks(exercise)] == numbers


def said_by(stump, row, header):
    """The classes that a stump in words, as {condition: class}, says of a row."""
    holds = {
        "=": lambda cell, value: cell == value,
        "<": lambda cell, value: float(cell) < float(value),
        "≥": lambda cell, value: float(cell) >= float(value),
    }
    parts = ((*condition.split(" "), label) for condition, label in stump.items())
    return [label for name, sign, value, label in parts if holds[sign](row[header.index(name)], value)]


def least_error(table):
    """The least weighted error of any stump on a table whose last cells are class and weight: at each cut of a column,
    each side says its heavier class."""
    errors = []
    for j in range(1, len(table.header) - 2):
        numeric = table.rows[0][j][0].isdigit()
        values = sorted({float(row[j]) if numeric else row[j] for row in table.rows})
        for value in values[1:]:
            sides = {True: Counter(), False: Counter()}
            for *cells, label, weight in table.rows:
                sides[(float(cells[j]) if numeric else cells[j]) < value][label] += Fraction(weight)
            errors.append(sum(side.total() - max(side.values()) for side in sides.values()))
    return min(errors)


def on_the_page(exercise):
    """(the weights in its table, which examples the stump in its question gets wrong)."""
    said, table = sheet(exercise), sheet(exercise).tables[0]
    told = re.search(r"stump(?:, a tree of one question,)? says (.*)\.", said.question[0])[1]
    stump = {part.partition(" where ")[2]: part.partition(" where ")[0] for part in told.split(" and ")}
    wrong = [said_by(stump, row, table.header) != [row[-2]] for row in table.rows]
    return [Fraction(row[-1]) for row in table.rows], wrong


def reweighed(weights, wrong):
    """(the weighted error, the weights of the wrong ones times (1 - e) / e, all of them divided by their sum)."""
    e = sum(w for w, bad in zip(weights, wrong, strict=True) if bad)
    multiplied = [w * (1 - e) / e if bad else w for w, bad in zip(weights, wrong, strict=True)]
    return e, multiplied, [w / sum(multiplied) for w in multiplied]


@given(LEVEL, SEED)
def test_the_wrong_ones_of_the_best_stump_come_to_hold_half_of_all_weight(level, seed):
    exercise = make("boost", level, seed)
    weights, wrong = on_the_page(exercise)
    e, _, after = reweighed(weights, wrong)
    assert sum(weights) == 1
    assert 0 < e == least_error(sheet(exercise).tables[0]) < Fraction(1, 2)
    assert sum(w for w, bad in zip(after, wrong, strict=True) if bad) == Fraction(1, 2)
    if level == 1:
        assert exercise.blanks[0].right == ", ".join(str(i) for i, bad in enumerate(wrong, start=1) if bad)
        assert len(set(weights)) == 1
    else:  # after one round: those that were wrong there hold half of all
        assert {sum(w for w in weights if w == one) for one in weights} == {Fraction(1, 2)}
    if level == 2:
        assert exercise.blanks[0].answer == e
    if level == 3:
        asked = [int(blank.label.removeprefix("Weight of example ")) - 1 for blank in exercise.blanks]
        assert [blank.answer for blank in exercise.blanks] == [after[i] for i in asked]
        assert {wrong[i] for i in asked} == {True, False}


@given(LEVEL, SEED)
def test_the_sums_of_weights_are_written_out_as_they_are(level, seed):
    for line in sheet(make("boost", level, seed)).working[1:]:
        *_, sum_, result = re.sub(r"\\tfrac\{(\d+)\}\{(\d+)\}", r"(\1/\2)", line.replace(r"\mathbf{", "")).split(" = ")
        value = eval(sum_.removeprefix("&= ").replace(r"\cdot", "*"))
        exact, _, shown = result.rstrip("}").partition(r" \approx ")  # decimals where they are asked for
        assert (eval(exact), float(shown or value)) == (pytest.approx(value), pytest.approx(value, abs=6e-4))


@given(st.sampled_from(["boost", "prune"]), LEVEL, SEED)
@example("boost", 3, 4)  # 5/16
@example("prune", 3, 117)  # 1/16
def test_the_working_and_the_answer_are_rounded_half_up(kind, level, seed):
    exercise = make(kind, level, seed)
    found = re.findall(r"(?:\\tfrac\{(\d+)\}\{(\d+)\}|(\d+)) \\approx ([\d.]+)", " ".join(sheet(exercise).working))
    for n, d, whole, shown in found:
        assert Fraction(shown) == Fraction(floor(1000 * Fraction(int(n or whole), int(d or 1)) + Fraction(1, 2)), 1000)
    asked = {blank.right for blank in exercise.blanks if blank.kind == "number"}
    assert asked <= {shown for *_, shown in found}


@given(SEED)
def test_slips_with_weights_give_what_they_say(seed):
    of_error, of_weights = make("boost", 2, seed), make("boost", 3, seed)
    weights, wrong = on_the_page(of_error)
    share, slips = Fraction(sum(wrong), len(wrong)), {m.name: m.values[0][1] for m in of_error.mistakes}
    assert slips["right_ones"] == sum(w for w, bad in zip(weights, wrong, strict=True) if not bad)
    assert slips.get("heads", share) == share  # not where it happens to be right
    weights, wrong = on_the_page(of_weights)
    e, multiplied, after = reweighed(weights, wrong)
    for blank in of_weights.blanks:
        i = int(blank.key)
        slips = {m.name: m.values[0][1] for m in of_weights.mistakes if m.values[0][0] == blank.key}
        assert (slips["kept"], slips["no_sum"], slips["no_two"]) == (weights[i], multiplied[i], 2 * after[i])
        assert slips["right_ones"] == after[i] * (e / (1 - e) if wrong[i] else (1 - e) / e)


# ---- the sums that go wrong, on the notes' own examples


@given(LEVEL, SEED)
def test_the_stop_rules_are_told_in_their_order_down_to_the_first_that_holds(level, seed):
    exercise = make("stop", level, seed)
    hold, told = holding(exercise.trace, exercise.node), []
    for rule in rules_of(exercise.trace.settings):
        told.append(f"“{rule.value.capitalize()}”: this {'holds' if rule in hold else 'does not hold'}.".casefold())
        if rule in hold:
            break
    assert [said.casefold() for said in WORDS["stop"].remarks(exercise)[1 : len(told) + 1]] == told


def test_mistakes_on_the_numbers_of_the_notes():
    x1 = gain_mistakes([3, 4], [[2, 1], [1, 3]], "info_gain")
    assert x1["misprint_811"] == pytest.approx(0.088, abs=5e-4)  # facts S28: the line as printed
    x2 = gain_mistakes([3, 4], [[1, 2], [2, 2]], "info_gain")
    assert x2["misprint_918"] == pytest.approx(0.036, abs=5e-4)  # facts S29
    outlook = gain_mistakes([5, 9], [[3, 2], [0, 4], [2, 3]], "info_gain")
    assert outlook["unweighted"] == pytest.approx(0.940286 - (0.970951 + 0 + 0.970951) / 3, abs=1e-6)
    assert outlook["nats"] == pytest.approx(0.2467498197744392 / log2(e))
    assert outlook["ratio"] == pytest.approx(0.1564275624211752)
    assert outlook["gini"] == pytest.approx(57 / 490)
    assert outlook["split_info"] == pytest.approx(1.577406282852345)
    ratio = gain_mistakes([4, 4], [[2, 2], [2, 0], [0, 2]], "gain_ratio")  # H = 1, 1, 0, 0; split info 3/2
    assert ratio["unweighted"] == pytest.approx((1 - 1 / 3) / 1.5)
    assert gain_mistakes([3, 2], [[3, 2], [0, 0]], "info_gain")["ratio"] == 0  # one branch alone: nothing to divide by
    assert impurity_mistakes([5, 9], "info_gain")["nats"] == pytest.approx(0.651757, abs=1e-6)
    assert impurity_mistakes([3, 4], "gini_gain")["half"] == pytest.approx(12 / 49)
    terms = impurity_mistakes([5, 9], "info_gain")
    assert (terms["first_class"], terms["one_class"]) == pytest.approx((0.530510, 0.409776), abs=1e-6)
    assert outlook["no_parent"] == pytest.approx(0.940286 - 0.246750, abs=1e-6)  # what is left, not taken away


def test_every_mistake_of_the_bound_is_told_apart():
    from dtlearn.bound.bound import Bound

    values = bound_mistakes(Bound(5, 100, 7, 6))
    assert all(map(mistakes.came_of, values))
    assert min(abs(v - Bound(5, 100, 7, 6).value) for v in values.values()) > 0.002
    # 4 leaves or 3 questions, and END: symbols of log2 9 bits each
    for name, symbols in (("only_leaves", 5), ("only_inner", 4)):
        assert values[name] == pytest.approx(0.05 + ((symbols * log2(9) + log(40)) / 200) ** 0.5)


# ---- reading answers


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0.247", "247/1000"),
        ("0,247", "247/1000"),
        (".5", "1/2"),
        ("3/14", "3/14"),
        (" 1 / 3 ", "1/3"),
        ("-2", "-2"),
        ("\u22120,5 bits", "-1/2"),
        ("+1.", "1"),
        ("1/0", None),
        ("", None),
        (".", None),
        ("1.2.3", None),
        ("nan", None),
        ("1e5", None),
        ("½", None),
        ("٣", None),
        ("1/2/3", "1/6"),
        ("007", "7"),
        ("0.5 - 3/14*1/3", "3/7"),
        ("2(1/7) − 1/7", "1/7"),
        ("-1/4 log₂ 1/4 − 2/4*log2(1/4)", "3/2"),
        ("(1/4)log2(8)(2)", "3/2"),
        ("12(3)", "36"),
        ("log2(0)", None),
        ("log2(-1)", None),
        ("log2", None),
        ("2**9", None),
        ("2//3", None),
        ("()", None),
        ("(" * 60, None),
        ("(" * 50 + "1" + ")" * 50, "1"),
        ("__import__('os')", None),
        ("x" * 999, None),
        ("/", None),
    ],
)
def test_numbers_are_read_as_people_write_them(text, value):
    assert read_number(text) == (None if value is None else Fraction(value))


@given(st.lists(st.integers(1, 40), min_size=2, max_size=3))
def test_an_entropy_is_read_as_its_formula(counts):
    n = sum(counts)
    entropy = sum(c / n * log2(n / c) for c in counts)
    for template in ("-{c}/{n}*log2({c}/{n})", "\u2212{c}/{n} log\u2082 {c}/{n}", "+({c}/{n}) \u00b7 log2({n}/{c})"):
        assert float(read_number("".join(template.format(c=c, n=n) for c in counts))) == pytest.approx(entropy)


@given(st.text("0123456789.,+-*/()log2 %", max_size=130))
def test_what_is_no_formula_is_no_number(text):
    assert read_number(text) is None or isinstance(read_number(text), Fraction)


@given(st.floats(-1e6, 1e6))
def test_every_decimal_is_read(x):
    assert read_number(f"{x:.4f}") == Fraction(f"{x:.4f}")
    assert read_number(f"{x:.4f}".replace(".", ",")) == Fraction(f"{x:.4f}")


def test_one_or_two_decimals_are_nearly_right_and_a_fraction_is_exact():
    exercise = make("entropy", 1, 1)  # 0.881
    texts = ("0.881", "0,88", "0.87", "0.9", "0.8", "1", "1.", "37/42", "88.1%", "86.9 %", "≈0.881")
    said = [grade(exercise, {"value": text}).marks["value"] for text in texts]
    assert said == ["right", "right", "wrong", "near", "wrong", "wrong", "wrong", "right", "right", "wrong", "right"]
    half = replace(exercise, blanks=(Blank("value", "number", "", Fraction("0.455")),), mistakes=())
    marks = [grade(half, {"value": text}).marks["value"] for text in ("0.46", "0.45", "0.44")]
    assert marks == ["near", "near", "wrong"]  # rounded either way
    outlook = faded(load("play_tennis"), 0, 1)  # 0.247
    marks = [
        grade(outlook, {"g.v": text}).marks["g.v"] for text in (".25", ".2", "25%", "≈ 0,25", ".3", "0", "30%", "1/4")
    ]
    assert marks == ["near", "near", "near", "near", "wrong", "wrong", "wrong", "wrong"]


def bounds(vacuous):
    return next(x for seed in range(1, 50) if (x := make("bound", 1, seed)).bound.vacuous is vacuous)


@pytest.mark.parametrize("vacuous", [True, False])
def test_whether_a_bound_is_vacuous_is_judged_by_ones_own_bound(vacuous):
    """A wrong bound on the other side of 1: what fits it counts, what contradicts it does not."""
    exercise, right, other = bounds(vacuous), int(vacuous), int(not vacuous)
    wrong = "0.398" if vacuous else "1.9"
    fits = {"value": wrong, "vacuous": str(other)}
    found = grade(exercise, fits)
    assert found.marks == {"value": "wrong", "vacuous": "right"}
    assert f"Your bound {wrong} is" in (said := " ".join(mistakes.feedback(exercise, found, fits)))
    assert "fits it, and counts" in said
    against = fits | {"vacuous": str(right)}
    found = grade(exercise, against)
    assert found.marks == {"value": "wrong", "vacuous": "wrong"}
    assert "that contradicts" in " ".join(mistakes.feedback(exercise, found, against))
    shown = answers.answers_view(
        exercise, sheet(exercise), against, found, id_="x", closed=False, again=False, check="", next_=""
    )["blanks"]["vacuous"]
    assert shown["right"] == shown["options"][other]
    same_side = {"value": "1.95" if vacuous else "0.01", "vacuous": str(right)}
    found = grade(exercise, same_side)
    assert found.marks == {"value": "wrong", "vacuous": "right"}
    assert "Your bound" not in " ".join(mistakes.feedback(exercise, found, same_side))


def test_the_right_g_of_another_node_is_named():
    exercise = make("prune", 2, 1)
    node, g = exercise.blanks
    k, value = next((k, v) for k, v in g.steps if not g.meets(Fraction(v)))
    said = {"node": str(k), "g": f"{float(value):.4f}"}
    found = grade(exercise, said)
    assert found.marks == {"node": "wrong", "g": "right"}
    letter, best = (option.partition(":")[0] for option in (node.options[k], node.right))
    sentence = f"{said['g']} is g({letter}), correctly; but g({best}) = {g.right} is smaller."
    assert sentence in mistakes.feedback(exercise, found, said)
    said["node"] = str(int(node.answer))
    found = grade(exercise, said)
    assert found.marks == {"node": "right", "g": "wrong"}
    assert sentence in mistakes.feedback(exercise, found, said)
    assert grade(exercise, {"node": str(k), "g": g.right}).marks == {"node": "wrong", "g": "right"}


@pytest.mark.parametrize(
    ("kind", "said", "sentence"),
    [
        ("entropy", {"value": "5"}, "The entropy of two classes is at most 1, where they are even."),
        ("entropy", {"value": "-1"}, "The entropy is never below 0."),
        ("gini", {"value": "5"}, "The Gini impurity of two classes is at most 0.5, where they are even."),
        ("gain", {"value": "5"}, "A split takes away at most the entropy that is there before it."),
        ("bound", {"value": "5", "vacuous": "1"}, "That is too high: put the numbers in one by one."),
    ],
)
def test_what_cannot_be_gets_its_reason(kind, said, sentence):
    exercise = make(kind, 1, 3)
    assert mistakes.feedback(exercise, grade(exercise, said), said, solved=False)[-1] == sentence


@pytest.mark.parametrize(
    ("level", "said", "sentence"),
    [
        (2, "0.6", "The error is below 1/2: a stump that is wrong more often would say the opposite."),
        (2, "0.01", "That is too low: add up the weights of the wrong examples."),
        (3, "0.01", "The stump gets this example wrong, so it weighs more than before, 1/16."),
        (3, "0.6", "That is too high: do the sum once more."),
    ],
)
def test_what_a_weight_cannot_be_gets_its_reason(level, said, sentence):
    exercise = make("boost", level, 3)  # at level 3 the last example asked has 1/16, and the stump gets it wrong
    typed_ = answers_of(exercise) | {exercise.blanks[-1].key: said}
    assert mistakes.feedback(exercise, grade(exercise, typed_), typed_, solved=False)[-1] == sentence


def test_a_right_choice_of_several_words_stands_between_quotes():
    for kind, right in (("stop", "“none: the node is split”"), ("winner", "Ground")):
        exercise = make(kind, 1, {"stop": 2, "winner": 1}[kind])
        (blank,) = exercise.blanks
        said = {blank.key: str((int(blank.answer) + 1) % len(blank.options))}
        assert mistakes.feedback(exercise, grade(exercise, said), said)[0].endswith(f", it is {right}.")


@pytest.mark.parametrize("level", LEVELS)
def test_a_rule_that_is_tested_holds_or_does_not(level):
    for seed in range(1, 13):
        exercise = make("stop", level, seed)
        said = " ".join(sheet(exercise).remarks)
        assert ": this holds." in said or "No rule holds" in said
        assert ": yes." not in said
        assert "0 examples" not in said
        assert "1 examples" not in said


# ---- wrong cells of the worked gain


@pytest.mark.parametrize(
    ("key", "option", "part"),
    [
        ("s.f", "−Σ p ln p", "natural logarithm"),
        ("s.f", "1 − Σ p²", "Gini impurity"),
        ("s.f", "−Σ log₂ p", "without their shares"),
        ("r.f", "(1 / branches) · Σ H(b)", "plain average"),
        ("r.f", "Σ H(b)", "add the branches up"),
        ("r.f", "Σ (share of b) · log₂(share of b)", "split info"),
        ("g.f", "remainder", "at the remainder"),
        ("g.f", "remainder − H(S)", "subtract the parent"),
        ("g.f", "H(S) / remainder", "divide the parent"),
    ],
)
def test_a_wrong_formula_has_its_mistake(key, option, part):
    exercise = faded(load("play_tennis"), 2, FADED_STAGES - 1)
    blank = exercise.blank(key)
    found = grade(exercise, {key: str(blank.options.index(option))})
    sentence = mistakes.of_cells(exercise, found)
    assert len(sentence) == 1
    assert sentence[0].startswith(f"{blank.label}: ")
    assert part in sentence[0]


def test_wrong_cells_are_explained_together_where_they_come_of_the_same():
    exercise = faded(load("play_tennis"), 2, 2)
    said = {"s.v": "0.652", "b1.v": f"{0.591673 / log2(e):.3f}", "g.v": "-0.152", "r.v": "0.788"}
    assert mistakes.of_cells(exercise, grade(exercise, said)) == (
        f"H(S) and H(Normal): you get this if {mistakes.MISTAKES['nats']}.",
        f"Gain: you get this if {mistakes.MISTAKES['exchanged']}.",
    )


# ---- the worked gain


@given(st.sampled_from(["play_tennis", "seven_points", "nutritious"]), st.integers(0, 3))
def test_each_stage_blanks_more_and_the_rest_is_shown(name, feature):
    data = load(name)
    if feature >= len(data.schema.features):
        return
    stages = [faded(data, feature, stage) for stage in range(FADED_STAGES)]
    keys = [{b.key for b in x.blanks} for x in stages]
    assert keys[0] == set()
    assert all(a < b for a, b in zip(keys, keys[1:], strict=False))
    shown = faded_results(stages[0])
    for blank in stages[-1].blanks:
        if blank.kind == "number":
            assert shown[blank.key] == blank.right


@pytest.mark.parametrize(("name", "feature", "stage"), [("play_tennis", 0, 5), ("play_tennis", 9, 1), ("iris", 0, 1)])
def test_a_worked_gain_that_cannot_be_is_refused(name, feature, stage):
    with pytest.raises(ValueError, match="choose"):
        faded(load(name), feature, stage)
