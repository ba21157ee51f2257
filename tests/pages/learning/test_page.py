"""Is learning possible?: its words and pictures by laws, and the page itself."""

import re
import xml.etree.ElementTree as ET
from base64 import b64decode
from fractions import Fraction
from itertools import combinations
from math import ceil, comb, log2

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtlearn.learning.concepts import BIASES, Known, consistent, least_leaves
from dtlearn.show.base.arithmetic import tex_whole
from dtlearn.show.base.text import whole
from dtlearn.show.learning import tables, words
from dtlearn.teaching.definitions import DEFINITIONS
from pages.ui.kit import lesson as kit
from pages.ui.kit.session import memory
from pages.ui.learning import lesson as page
from tests.support.apps import (
    button,
    component,
    html,
    leads_back,
    open_page,
    opened,
    pick,
    plain,
    reopened,
    said,
    scene_alone,
)
from tests.support.facts import facts

ROWS = st.sampled_from([4, 8]).flatmap(lambda rows: st.text("01-", min_size=rows, max_size=rows))
NOTES = facts()["concepts"]


@st.composite
def lessons(draw, target=True):
    known = words.known_of(draw(ROWS))
    aim = draw(st.sampled_from(consistent(known).tolist())) if target and draw(st.booleans()) else None
    return words.lesson(known, draw(st.sampled_from(list(BIASES))), draw(st.integers(1, 8)), aim)


@given(ROWS)
def test_labels_and_concepts_are_two_ways_to_write_the_same(text):
    known = words.known_of(text)
    seen = ["1" if known.positive >> r & 1 else "0" if known.negative >> r & 1 else "-" for r in range(1 << known.n)]
    assert "".join(seen) == text
    for concept in (known.most_specific, known.most_general):
        assert words.concept_of(words.labels(concept, known.n)) == concept


@given(lessons())
def test_the_truth_table_shows_every_row_its_votes_and_whether_they_are_right(told):
    view = words.truth_view(told, True, False)
    verdicts = []
    for r, row in enumerate(view["rows"]):
        assert "".join(row["bits"]) == format(r, f"0{told.known.n}b")
        assert row["seen"] == (view["labels"][r] != "-")
        if told.vote.voters:
            assert row["votes"] == f"{told.vote.for_one[r]} of {told.vote.voters}"
        if told.bias == "none" and not row["seen"]:
            assert row["share"] == 0.5
            assert row["answer"] == "tie"
        assert (row["verdict"] != "") == (told.target is not None and told.vote.voters > 0 and not row["seen"])
        if row["verdict"]:
            assert row["verdict"] == (
                "tie" if row["answer"] == "tie" else "right" if row["answer"] == row["target"] else "wrong"
            )
        verdicts.append(row["verdict"])
    said = words.score_text(told)
    if told.target is not None and told.vote.voters and told.known.unseen:
        assert said.startswith(f"Right on {verdicts.count('right')} of {len(told.known.unseen)} unseen row")
        for word, shown in (("wrong", "wrong"), ("tie", "tied")):
            assert (f"{verdicts.count(word)} {shown}" in said) == (word in verdicts)


@given(lessons())
def test_the_words_and_the_picture_agree_with_the_numbers(told):
    said = words.caption(told)
    assert said.startswith(f"{told.known.size} of {told.known.rows} rows known: ")
    assert f"{told.known.n_consistent} " in said
    assert ("agrees with these examples" in said) == (told.vote.voters == 0)
    assert ("nothing to predict" in said) == (not told.known.unseen)
    assert ("Now there is a majority" in said) == (
        told.bias != "none" and told.vote.voters > 0 and told.undecided < len(told.known.unseen)
    )
    assert "-0" not in said
    view, agree = tables.universe_view(told), set(consistent(told.known).tolist())
    voting = set(BIASES[told.bias].of(told.known, told.k).tolist())
    assert {c for c, state in enumerate(view["states"]) if state != "-"} == agree
    assert {c for c, state in enumerate(view["states"]) if state == "v"} == voting
    assert len(view["words"]) == len(view["states"]) == 1 << told.known.rows
    for row in words.truth_view(told, False, True)["rows"]:
        assert row["verdict"] == ""
        assert row["seen"] or row["target"] in ("", "?")


@given(st.text("01-", min_size=16, max_size=16), st.sampled_from(list(BIASES)))
def test_of_four_features_one_bit_a_concept(text, bias):
    told = words.lesson(words.known_of(text), bias, 4)
    view = tables.universe_view(told)
    bits = {name: np.unpackbits(np.frombuffer(b64decode(view[name]), np.uint8)) for name in ("agree", "voting")}
    assert np.flatnonzero(bits["agree"]).tolist() == consistent(told.known).tolist()
    assert np.flatnonzero(bits["voting"]).tolist() == BIASES[bias].of(told.known, 4).tolist()


def evaluate(text, row):
    """What a written tree says of a row."""
    text = text.replace(":", " else ").replace("?", " if_ ")
    tokens = text.replace("(", " ( ").replace(")", " ) ").split()

    def expression(at):
        if tokens[at] == "(":
            value, at = expression(at + 1)
            return value, at + 1
        if tokens[at] in "01":
            return int(tokens[at]), at + 1
        bit = row[int(tokens[at][1:]) - 1]
        one, at = expression(at + 2)
        zero, at = expression(at + 1)
        return (one if bit else zero), at

    return expression(0)[0]


@pytest.mark.parametrize("n", [2, 3])
def test_every_concept_is_written_as_a_smallest_tree_of_it(n):
    sizes = least_leaves(n)
    for concept, text in enumerate(tables.every_concept(n)):
        labels, size, tree = text.replace(": ", ", ", 1).split(", ", 2)
        assert words.concept_of(labels) == concept
        assert int(size.split()[0]) == sizes[concept] == 1 + tree.count("?")
        for r in range(1 << n):
            assert evaluate(tree, [int(b) for b in words.row_text(r, n)]) == concept >> r & 1


@given(lessons(target=False))
def test_no_free_lunch_in_the_picture_and_in_the_table(told):
    if not told.known.unseen:
        return
    ET.fromstring(tables.lunch_html(told.known, told.k))
    judged = tables.judged(told)
    if judged.vote.voters:
        scores, unseen = tables.lunch_scores(judged), len(told.known.unseen)
        assert sum(count for _, count in scores) == told.known.n_consistent
        total = sum(Fraction(right) * count for right, count in scores)
        assert total / told.known.n_consistent == Fraction(unseen, 2)
        ties, free = judged.undecided, unseen - judged.undecided
        assert scores == [(ties / 2 + k, comb(free, k) << ties) for k in range(free + 1)]
        assert list(tables.lunch_figure(judged).data[0].y) == [count for _, count in scores]


@pytest.mark.parametrize("bias", [name for name in BIASES if name != "none"])
def test_no_free_lunch_names_who_votes(bias):
    told = words.lesson(words.known_of("0--1"), bias, 2)
    assert f"The vote of the **{words.BIAS_WORDS[bias].title(2)}**" in tables.lunch_text(told)
    assert words.BIAS_WORDS[bias].says(told)


def test_the_formulas_of_three_examples_of_the_notes_kind():
    told = words.lesson(words.known_of("0---1--1"), "conjunctions", 3)
    assert words.counting_latex(told) == [
        r"\text{all: }2^{2^n} &= 2^{2^3} = 2^{8} = 256",
        r"\text{agree: }2^{2^n - N} &= 2^{8 - 3} = 32",
        r"\text{vote for 1 on an unseen row: }\tfrac12\cdot 2^{2^n - N} &= 2^{8 - 3 - 1} = 16",
        r"\text{conjunctions: }3^n + 1 &= 3^3 + 1 = 28,\ \text{of which }1\text{ agree}",
    ]
    assert words.between_latex(told.known) == [
        r"\text{most specific} &= X_1\,\overline{X_2}\,\overline{X_3} \lor X_1\,X_2\,X_3",
        r"\text{most general} &= \neg\bigl(\overline{X_1}\,\overline{X_2}\,\overline{X_3}\bigr)",
    ]
    assert "They differ on the one unseen row" in words.between_text(words.known_of("01-0"))
    assert "all 2 unseen rows" in words.between_text(words.known_of("0--1"))
    assert words.between_latex(words.known_of("----")) == [
        r"\text{most specific} &= 0",
        r"\text{most general} &= 1",
    ]


def test_the_counts_of_the_facts():
    assert NOTES["nutritious_example"] == {"instances": 36, "boolean_concepts": 2**36}
    said = tables.example_text()
    assert "= 36 possible plants, so 2³⁶ = 68\u202f719\u202f476\u202f736 concepts" in said
    table = tables.counts_html(3)
    for n, count in NOTES["number_of_concepts_2^(2^n)"].items():
        assert f"<td>{whole(count)}</td>" in table, n
    for d, count in enumerate(NOTES["trees_of_depth_at_most_d"]["n=4"][1:], 1):
        assert rf"T(4, {d}) &= " in tables.trees_latex(4)[d]
        assert tables.trees_latex(4)[d].endswith(f"= {tex_whole(count)}")


def test_who_votes_is_written_out_while_they_are_few():
    nobody = words.lesson(words.known_of("0110"), "leaves", 1)
    assert "None of the concepts with a tree of at most 1 leaf agrees" in words.caption(nobody)
    few = tables.voters_html(words.lesson(words.known_of("01----01"), "shortest", 3))
    assert "01010101" in few
    assert "X3? 1 : 0" in few
    assert tables.voters_html(words.lesson(words.known_of("01------"), "none", 3)) == ""
    assert tables.voters_html(words.lesson(words.known_of("011-"), "conjunctions", 3)) == ""


# ---- the page


def test_the_page_opens_with_16_concepts_and_is_stuck_at_one_half():
    at = open_page("learning")
    assert "2 of 4 rows known: 4 of 16 concepts agree with them." in said(at)
    pick(at, "presets-learning", "half")
    assert (
        "3 of 8 rows known: 32 of 256 concepts agree with them. On each of the 5 unseen rows 16 predict 1 and 16"
        " predict 0"
    ) in said(at)
    votes = [row["votes"] for row in component(at, "labels")["rows"] if not row["seen"]]
    assert votes == ["16 of 32"] * 5


PROMISED = {
    "fits": "Right on 5 of 5",
    "tree": "Right on 5 of 5",
    "wrong": "Right on 0 of 4",
    "four": "Right on 5 of 7",
    "narrow": "None of the conjunctions agrees with these examples",
}


@pytest.mark.parametrize("name", page.PRESETS)
def test_presets_set_what_they_say_and_show_what_they_promise(name):
    at = open_page("learning", v=1, rows="-" * 16, bias="leaves", k=12, panel="lunch")
    pick(at, "presets-learning", name)
    for field, value in page.PRESETS[name].scene.items():
        assert at.query_params[field] == value
    assert at.query_params["panel"] == "lunch"
    assert PROMISED.get(name, "") in said(at)
    assert leads_back(at, "learning")


ROWS_OF_EVERY_KIND = ("----", "0110", "011-", "0---1--1", "-" * 16, "0110100110010110")


@pytest.mark.parametrize(("k", "rows"), [*enumerate(ROWS_OF_EVERY_KIND)])
def test_every_bias_and_panel_opens_with_any_training_set(k, rows):
    for i in (k, k + 3):
        bias, panel = ([*some][i % len(some)] for some in (BIASES, page.PANELS))
        at = opened("learning", v=1, rows=rows, bias=bias, panel=panel)
        assert at.query_params["rows"] == rows
        assert any("about squares the number, times n" in c.value for c in at.caption) == (panel == "counts")


def test_a_button_goes_through_every_labelling_of_the_known_rows():
    at = open_page("learning", v=1, rows="-00-0---", panel="vc", target="or", reveal=0)
    seen = [at.query_params["rows"]]
    while True:
        button(at, "The next labelling").click().run()
        if (now := at.query_params["rows"]) in seen:
            break
        seen.append(now)
    assert now == seen[0]
    assert len(seen) == 8
    assert "8 labellings" in said(at)
    assert "at most **2 leaves**" in said(at)
    assert leads_back(at, "learning")


def test_three_points_begin_afresh_whatever_stood_there_before():
    own = "0110100110010110"
    app = open_page("learning", rows="0110-00110010110", bias="leaves", k="12", target="own", table=own, panel="vc")
    button(app, "3 points, 2 leaves").click().run()
    assert not app.exception
    assert (app.session_state["S"]["rows"], app.session_state["S"]["k"]) == ("-00-0---", 3)
    assert not reopened(app, "learning").warning


def test_hypothesis_spaces_are_counted_and_the_best_match_is_said():
    at = opened("learning", v=1, panel="counts", rows="011-", bias="conjunctions")
    assert (
        "None of the conjunctions agrees with these examples: the best match is wrong on 1 of the 3 known rows (5 are)"
        in said(at)
    )
    rows = [list(re.findall(r">([^<>]+)<", row)) for row in html(at).split("<tr>")]
    for name, kind, size, least in (("all concepts", "none", "16", "4"), ("conjunctions", "restriction", "10", "4")):
        assert [name, kind, size, least] in rows


def test_the_logarithm_of_hypotheses_is_for_all_of_them_one_may_take_fewer():
    """The words and the table on weaker bias: k rows tell 2^k hypotheses apart at most,
    yet three examples settle AND."""
    space = BIASES["conjunctions"].space(2, 2)
    least = ceil(log2(len(space)))
    for rows in (combination for k in range(5) for combination in combinations(range(4), k)):
        labellings = {tuple(int(concept) >> r & 1 for r in rows) for concept in space}
        assert len(labellings) <= 2 ** len(rows)
        assert len(labellings) < len(space) or len(rows) >= least
    settled = Known(2, positive=0b1000, negative=0b0110)
    assert settled.size < least
    assert consistent(settled, space).tolist() == [0b1000]
    words = next(word.says for word in DEFINITIONS["learning"] if word.term == "Weaker bias, more data")
    assert "a single one of them may be settled by fewer" in words


@pytest.mark.parametrize("target", ["random", "majority"])
def test_a_target_labels_the_rows_that_are_seen(target):
    at = open_page("learning", v=1, rows="0---1--1")
    at.selectbox(key="w_target").set_value(target).run()
    view = component(at, "labels")
    assert [label == "-" for label in view["labels"]] == [ch == "-" for ch in "0---1--1"]
    assert all(row["target"] == label for row, label in zip(view["rows"], view["labels"], strict=True) if label != "-")
    assert component(reopened(at, "learning"), "labels") == view


def test_another_n_says_what_starts_afresh():
    at = open_page("learning", v=1, rows="0---1--1", target="own", table="00001001")
    at.selectbox(key="w_le_n").set_value(4).run()
    assert [plain(one.value) for one in at.warning] == ["With n = 4 the rows and your own target start afresh."]
    at.selectbox(key="w_le_n").set_value(2).run()
    assert not at.warning  # nothing was lost


def test_a_clicker_goes_through_the_presets(monkeypatch):
    S, names = scene_alone(monkeypatch, page), list(page.PRESETS)
    monkeypatch.setattr(kit, "state", lambda: S)

    def seen():
        memory(page.Seen).preset = now = page.LESSON.preset_of(S)  # as the page keeps it
        return now

    page.move(1)
    assert seen() == names[0]
    page.move(-1)
    for name in (*names[1:], names[-1]):
        page.move(1)
        assert seen() == name
    page.move(-1)
    seen()
    S["rows"] = "-" * 8  # no preset any more: the place is kept
    page.move(-1)
    assert page.LESSON.preset_of(S) == names[-3]


def test_my_own_target_begins_as_the_one_before():
    at = open_page("learning", v=1, rows="0---1--1", target="majority")
    at.selectbox(key="w_target").set_value("own").run()
    assert at.query_params["table"] == "00010111"
    assert component(at, "labels")["own"]
    at = open_page("learning", v=1, rows="0---1--1")
    at.selectbox(key="w_target").set_value("own").run()
    assert at.query_params["table"] == "00001001"
    at.selectbox(key="w_le_n").set_value(4).run()
    assert at.query_params["target"] == "none"


def test_what_the_components_say_is_checked(monkeypatch):
    S = scene_alone(monkeypatch, page)
    before = dict(S)
    for bad in (None, 3, "01", "0---1--x", "0" * 16):
        page.put(bad)
    for bad in (-1, 256, "1", 0):  # 0 contradicts an example
        page.pick(bad)
    page.turn(0)  # no target of my own
    assert before == S
    page.put("01--1--1")
    assert S["rows"] == "01--1--1"


def test_with_a_target_a_click_tells_its_answer(monkeypatch):
    S = scene_alone(monkeypatch, page, rows="0-------", target="or")
    page.put("00------")
    assert S["rows"] == "01------"


def test_a_picked_concept_is_the_target_and_can_be_turned_round(monkeypatch):
    S = scene_alone(monkeypatch, page)
    page.pick(words.concept_of("01001001"))
    assert (S["target"], S["table"], S["rows"]) == ("own", "01001001", page.FIRST)
    page.turn(7)
    assert (S["table"], S["rows"]) == ("01001000", "0---1--0")
    page.turn(8)
    assert S["table"] == "01001000"


def test_fewer_features_have_fewer_leaves_and_no_old_target(monkeypatch):
    S = scene_alone(monkeypatch, page, rows="-" * 16, k=12, target="own", table="01" * 8)
    page.resize(2)
    assert (S["rows"], S["k"], S["target"], S["table"]) == ("----", 4, "none", "")


@pytest.mark.parametrize("name", page.PRESETS)
def test_a_preset_asks_one_thing_above_all_choices(name):
    scene = page.PRESETS[name].scene
    said = {one.name: one.write(scene[one.name]) for one in page.LESSON.fields if one.name in scene}
    at = opened("learning", v=1, **said)
    assert page.PRESETS[name].says.endswith("?")
    assert plain(at.markdown[0].value) == page.PRESETS[name].says
