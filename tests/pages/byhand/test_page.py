"""The page Grow it yourself without a browser: choosing, undo and redo, the goal, the comparison,
links good and bad."""

import re

import pytest

import dtlearn
from dtlearn import GrowSettings
from dtlearn.data.packing import pack
from dtlearn.growing.by_hand import by_hand
from dtlearn.show.growing import by_hand as words
from dtlearn.show.growing import by_hand_rivals
from dtlearn.trees.split import Kind, Split
from pages.ui.byhand import scene
from tests.support.apps import address, button, clean, component, html, open_page, opened, said, table

TENNIS = {"v": 1, "data": "play_tennis"}
SOLVED = "r-f0v0_0-f2_1-f0v1_1.1-f3"  # Sunny? Humidity; else Overcast? else Wind: 5 leaves, 3 deep


def shown(at) -> dict:
    """Title and kind of every node of the tree on the screen, by id."""
    return {node["id"]: (node["title"], node["kind"]) for node in component(at, "nodes")["nodes"]}


def test_it_opens_where_the_gains_differ_and_the_algorithm_can_be_beaten():
    at = opened("byhand")
    gains = [row["cells"][0] for row in table(at, "Candidates")["rows"]]
    assert len(set(gains)) > 1
    S = dict(at.session_state["S"])
    assert scene.goal_of(S).leaves < scene.greedy_of(S).tree.n_leaves
    assert shown(at) == {"r": ("?", "open")}


def test_a_link_of_no_data_opens_on_a_puzzle_with_a_goal_and_no_answer():
    at = opened("byhand", v=1)
    assert said(at).count("right with as few leaves as possible") == 1  # in the puzzle's own question
    told = html(at)
    assert "<b>Your tree</b> 1 leaf, depth 0, 4 of 8 wrong" in told
    assert "<b>ID3 with yes/no questions</b> 8 leaves, depth 3, 0 of 8 wrong" in told
    assert "<b>Best yes/no tree</b> 4 leaves, depth 2, 0 of 8 wrong" in told
    assert shown(at) == {"r": ("?", "open")}
    assert [row["cells"] for row in table(at, "Candidates")["rows"]] == [["0.000"]] * 3


def test_a_puzzle_that_counts_its_rows_counts_them_right():
    counted = {}
    for name, preset in scene.PRESETS.items():
        for n in re.findall(r"Get all (\d+)", preset.says):
            counted[name] = (int(n), len(scene.raw_of({"data": scene.XOR3} | preset.scene)))
    assert len(counted) == 3
    assert all(said == there for said, there in counted.values()), counted


@pytest.mark.parametrize("name", [*scene.PRESETS][::3])
def test_every_puzzle_opens_and_can_be_finished_and_shown(name):
    at = open_page("byhand")
    at.pills(key="presets-byhand").set_value(name).run()
    goal = scene.goal_of(dict(at.session_state["S"]))
    button(clean(at), "Finish for me").click().run()
    assert "open" not in {kind for _, kind in shown(clean(at)).values()}
    greedy = table(at, "Your tree against")["rows"][1]["cells"]
    mine = table(at, "Your tree against")["rows"][0]["cells"]
    assert (mine[0], mine[3:]) == (greedy[0], greedy[3:])
    button(at, "Show me the best").click().run()
    kinds = [kind for _, kind in shown(clean(at)).values()]
    assert kinds.count("leaf") == goal.leaves
    button(at, "Back to my tree").click().run()
    assert at.query_params["show"] == "mine"


@pytest.mark.parametrize("data", ["congress_votes", "golf_numeric", "titanic"])
def test_data_of_every_kind_can_be_grown(data):
    at = opened("byhand", v=1, data=data, finish=1)
    found = table(at, "Your tree against")["rows"]
    assert len(found) == (2 if data == "congress_votes" else 3)
    if len(found) == 3:
        assert int(found[2]["cells"][4]) <= int(found[0]["cells"][4])


def test_a_tree_is_chosen_question_by_question():
    at = open_page("byhand", **TENNIS, pick=5)
    at.button(key="by-split").click().run()
    assert shown(clean(at))["r"][1] == "split"
    assert at.query_params["choices"].startswith("r-f")
    assert len(shown(at)) == 3
    assert "Outlook = Overcast sorts better than " in said(at)
    assert " (gain 0.226 against 0.015). The difference, 0.211, is the regret." in said(at)
    assert ". Choose a question, or stop." in said(at)  # at the next open node already
    button(at, "Stop here").click().run()
    assert at.query_params["choices"].endswith("-x")
    assert " against 0). The difference, " in said(at)
    assert "node" not in at.query_params


def test_a_link_tells_what_the_last_decision_was_worth():
    at = opened("byhand", **TENNIS, choices="r-f1v0")
    assert "Outlook = Overcast sorts better than Temperature = Hot (gain 0.226 against " in said(at)


def test_undo_redo_and_starting_over_walk_through_the_choices():
    at = open_page("byhand", **TENNIS, pick=0)
    trees = [at.query_params.get("choices", "")]
    at.button(key="by-split").click().run()
    trees.append(at.query_params["choices"])
    button(at, "Stop here").click().run()
    trees.append(at.query_params["choices"])
    button(at, "Finish for me").click().run()
    assert at.query_params["finish"] == "1"
    button(at, "Undo").click().run()
    assert (at.query_params["finish"], at.query_params["choices"]) == ("0", trees[2])
    for tree in (trees[1], trees[0]):
        button(at, "Undo").click().run()
        assert at.query_params.get("choices", "") == tree
    assert button(at, "Undo").disabled
    for tree in trees[1:]:
        button(at, "Redo").click().run()
        assert at.query_params["choices"] == tree
    button(at, "Start over").click().run()
    assert "choices" not in at.query_params
    button(at, "Undo").click().run()
    assert at.query_params["choices"] == trees[2]
    assert button(clean(at), "Redo").disabled is False


def test_another_choice_at_a_node_takes_away_what_stood_below_it_and_nothing_else():
    at = open_page("byhand", **TENNIS, choices="r-f2_0-f3_1-x_0.0-x", node="0", pick=0)
    at.button(key="by-split").click().run()
    assert at.query_params["choices"] == "r-f2_1-x_0-f0v0"
    button(at, "Undo").click().run()
    assert at.query_params["choices"] == "r-f2_0-f3_1-x_0.0-x"


def test_regret_has_its_arithmetic():
    at = opened("byhand", **TENNIS, algorithm="id3-cs181", choices="r-f2", node="r")
    assert "Outlook sorts better than Humidity (gain 0.247 against 0.152). The difference, 0.095, is" in said(at)
    assert r"&\approx 0.247 - 0.152 \approx 0.095" in at.latex[0].value
    gini = open_page("byhand", **TENNIS, algorithm="id3-cs181", criterion="gini_gain", choices="r-f2", node="r")
    assert r"\tfrac{57}{490} - \tfrac{9}{98} = \tfrac{6}{245} \approx 0.024" in gini.latex[0].value
    tie = open_page("byhand", v=1, choices="r-f1", node="r")
    best = "No question sorts better than X1: its gain is 0 (a tie of 3)."
    assert best in said(tie)
    assert "regret" not in " ".join(element.value for element in tie.latex)


def test_who_knows_no_gain_yet_is_told_none():
    for choices in ("", "r-f0", "r-f0_0-f1"):
        at = open_page("byhand", v=1, data="or", algorithm="id3-cs181", gains=0, choices=choices)
        told = table(at, "Candidates")
        assert told["columns"] == ["Split", "", ""]
        assert all(row["hidden"] for row in told["rows"])
        folds = " ".join(fold.label for fold in at.expander)
        assert not re.search(r"\bgains?\b|regret", said(at) + folds, re.IGNORECASE)


def test_who_is_told_no_gain_goes_on_to_the_open_node_at_once():
    at = open_page("byhand", v=1, data="or", algorithm="id3-cs181", gains=0, pick=0)
    at.button(key="by-split").click().run()
    at.session_state["S"]["pick"] = 0  # X2 at the node X1 = 0: X1 can be asked no more
    at.run()
    at.button(key="by-split").click().run()
    assert address(at)["choices"] == "r-f0_0-f1"


def test_a_blind_choice_hides_the_gains_until_it_is_made():
    at = opened("byhand", **TENNIS, predict=1, pick=7)
    everything = str([element.proto for element in (*at.get("html"), *at.get("bidi_component"))]) + said(at)
    assert "0.226" not in everything
    assert "best" not in str(table(at, "Candidates")["rows"])
    assert not at.latex
    at.button(key="by-split").click().run()
    assert "0.226" in str(
        table(at, "Candidates")["rows"]
    )  # those of the node that was decided, as the course's slide says
    assert "Outlook = Overcast sorts better than " in said(at)
    assert "(gain 0.226 against " in said(at)
    button(at, "Next open node").click().run()
    assert {str(row["cells"]) for row in table(at, "Candidates")["rows"]} == {"['?']"}  # the next one is blind again


def test_a_question_that_is_picked_shows_the_groups_that_it_would_make():
    at = open_page("byhand", **TENNIS, algorithm="id3-cs181", predict=1, pick=0)
    view, data = component(clean(at), "nodes"), dtlearn.load("play_tennis")
    assert shown(at) == {"r": ("Outlook", "open"), "r.0": ("?", "open"), "r.1": ("Yes", "open"), "r.2": ("?", "open")}
    assert view["ghost"] == ["r.0", "r.1", "r.2"]
    held = {int(id_[-1]): [int(data.X[i, 0]) for i in rows] for id_, rows in view["held"]}
    assert {b: {*values} for b, values in held.items()} == {b: {b} for b in range(3)}
    assert sum(map(len, held.values())) == 14
    assert "choices" not in at.query_params  # nothing is chosen yet
    at.button(key="by-split").click().run()
    assert "ghost" not in component(clean(at), "nodes")
    # At a node that is split, another question would take what is below it away; the same one changes nothing.
    again = open_page("byhand", **TENNIS, algorithm="id3-cs181", choices="r-f2_0-f0", node="r", pick=3)
    assert {*shown(again)} == {"r", "r.0", "r.1"}
    same = open_page("byhand", **TENNIS, algorithm="id3-cs181", choices="r-f2_0-f0", node="r", pick=2)
    assert "ghost" not in component(same, "nodes")


def test_the_examples_of_the_node_come_first():
    at = open_page("byhand", **TENNIS, algorithm="id3-cs181", choices="r-f2", node="1")
    marked, rest = html(at).rpartition('class="dt-marked"')[::2]
    assert marked.count("<td>Normal</td>") == 6  # the seventh is in the last marked row
    assert rest.count("<td>Normal</td>") == 1
    assert rest.count("<td>High</td>") == 7


def test_the_title_says_which_questions_gain_what_the_page_shows():
    assert "PlayTennis, ID3 with yes/no questions, information gain, one value against the rest" in html(
        opened("byhand", **TENNIS)
    )  # 0.226
    for page, data in (("grow", "data"), ("unstable", "data")):  # 0.247
        assert "ID3, information gain, one branch per value" in html(opened(page, v=1, **{data: "play_tennis"}))
    assert ">XOR and a bystander, ID3 with yes/no questions, information gain<" in html(
        opened("byhand", v=1)
    )  # all the same there


def test_the_goal_is_reached_or_missed_in_words():
    solved = opened("byhand", **TENNIS, choices=SOLVED)
    assert (
        "You beat ID3 with yes/no questions: it has 7 leaves, you have 5. Well done: 5 leaves, and no smaller tree of"
        in said(solved)
    )
    against = table(solved, "Your tree")
    assert against["columns"][-2:] == ["Leaves", ""]  # the bar is as long as the leaves beside it
    assert [row["cells"][3:] for row in against["rows"]] == [["3", "5"], ["4", "7"], ["3", "5"]]
    assert [row["bar"] for row in against["rows"]] == [0.7143, 1, 0.7143]
    greedy = opened("byhand", **TENNIS, finish=1)
    assert "chose every question. Your tree has 7 leaves, and 5 are possible with yes/no questions." in said(greedy)
    another = opened("byhand", **TENNIS, choices=SOLVED, show="greedy")
    assert "7 leaves, depth 4, 0 of 14 wrong. Yours is kept." in said(another)
    assert "Well done" not in said(greedy) + said(another)
    leaf = opened("byhand", **TENNIS, choices="r-x")
    assert "Your tree has 1 leaf and gets 5 of 14 wrong: no tree with 1 leaf does better." in said(leaf)
    poor = opened("byhand", **TENNIS, choices="r-f1v0_0-x_1-x")
    assert "With so many leaves 4 wrong is possible: try again." in said(poor)


def test_the_flattest_of_the_smallest_trees_is_the_goal():
    """UML exercise 18.2: ID3 makes depth 3, depth 2 is possible with the same 4 leaves (facts.md)."""
    at = opened("byhand", v=1, data="uml_ex18_2", finish=1)
    assert "It is 3 deep; depth 2 is possible too." in said(at)
    best = table(at, "Your tree")["rows"][2]["cells"]
    assert (best[0], best[3:]) == ("0/4", ["2", "4"])
    assert best[2] != "0.000"


def test_what_is_held_out_is_said_and_seen_by_no_tree():
    at = opened("byhand", v=1, data="iris", algorithm="cart", finish=1)
    assert "105 examples to grow on, 45 held out (seed 1)" in said(at)
    assert "too many to try all trees" in said(at)
    cells = table(at, "Your tree")["rows"][0]["cells"]
    train, held = dtlearn.hold_out(dtlearn.load("iris"), 0.3, 1)
    tree = dtlearn.grow(train, dtlearn.ALGORITHMS["CART"]).tree
    assert cells[1] == f"{round(dtlearn.error(tree, held) * 45)}/45"
    tiny = open_page("byhand", **TENNIS, finish=1)
    assert "Each example in turn is held out" in said(tiny)
    held = {row["name"]: row["cells"][1] for row in table(tiny, "Your tree against")["rows"]}
    assert [name for name, cell in held.items() if cell.endswith(" (labels only)")] == ["Yours", "The best"]
    assert "labels only" not in cells[1]
    assert table(tiny, "Your tree")["rows"][1]["cells"][1].endswith("/14")
    none = open_page("byhand", v=1, data="zoo", held=0, finish=1)
    assert "Nothing is held out" in said(none)


def test_other_settings_keep_the_choices_that_can_still_be_made_and_say_so():
    at = open_page("byhand", **TENNIS, choices="r-f2_0-f0v0")
    at.selectbox(key="w_criterion").set_value("gini_gain").run()
    assert at.query_params["choices"] == "r-f2_0-f0v0"
    assert not at.warning
    at.selectbox(key="w_algorithm").set_value("ID3 (CS181)").run()
    assert at.query_params["choices"] == "r-f2"
    assert at.warning[0].value.replace("\\", "") == "1 choice cannot be made any more and is undone."
    at.selectbox(key="w_data").set_value("or").run()
    assert "choices" not in at.query_params
    assert not clean(at).warning


@pytest.mark.parametrize("tree", ["r-f0v1_1-f99", "r-f0v1_what", "r-f0v1_7.7-x"])
def test_a_wrong_choice_in_a_link_leaves_those_before_it(tree):
    at = open_page("byhand", **TENNIS, choices=tree)
    assert len(at.warning) == 1
    assert address(at)["choices"] == "r-f0v1"


def test_questions_that_data_cannot_have_are_said_and_asked_another_way(monkeypatch):
    monkeypatch.setattr("dtlearn.splitting.nominal.MOST_SUBSETS", 2)
    at = open_page("byhand", v=1, data="penguins", nominal="subset", seed=777)  # kept for no other test
    assert len(at.warning) == 1
    assert "subsets of them are tried up to 2" in at.warning[0].value


def test_grow_a_tree_leads_here_with_its_data_and_settings():
    at = opened("grow", v=1, data="nutritious", algorithm="c45", criterion="gain_ratio", nominal="subset")
    link = next(element.proto for element in at.get("page_link") if element.proto.label == "Grow it yourself")
    query = dict(part.split("=") for part in link.query_string.split("&"))
    there = opened("byhand", **query)
    assert there.selectbox(key="w_data").value == "nutritious"
    assert there.selectbox(key="w_criterion").value == "gain_ratio"
    assert there.selectbox(key="w_nominal").value == "subset"
    number = open_page("grow", v=1, data="cars_mpg", criterion="mse")
    assert all(element.proto.label != "Grow it yourself" for element in number.get("page_link"))


# --- the words by themselves


def test_choices_are_written_and_read_back():
    choices = (
        ((), Split(3, Kind.MULTIWAY)),
        ((0,), Split(0, Kind.VALUE, 2.0)),
        ((0, 1), Split(1, Kind.THRESHOLD, -0.1 - 0.2)),
        ((1,), Split(2, Kind.ORDERED, 1.0)),
        ((2,), Split(2, Kind.SUBSET, 5.0)),
        ((12, 0), None),
        ((0, 0), Split(1, Kind.THRESHOLD, 1e-300)),
    )
    assert words.read_choices(words.write_choices(choices)) == (choices, 0)


def test_the_written_regret_is_the_difference_of_the_written_scores():
    for criterion in dtlearn.CRITERIA:
        for data in ("play_tennis", "golf_numeric", "contact_lenses"):
            made = by_hand(dtlearn.load(data), GrowSettings(criterion))
            found = made.trace.candidates[0]
            for c in range(len(found)):
                if found.admissible[c]:
                    one = by_hand(dtlearn.load(data), GrowSettings(criterion), (((), found.split(c)),))
                    latex = words.regret_latex(one, 0)
                    assert bool(latex) == (not found.best[c])
                    if latex and "tfrac" not in latex:
                        best, taken, regret = (
                            float(x)
                            for x in (
                                latex.split("\\ &\\approx ")[1].replace(r"\approx", "-").split(r"\end")[0].split(" - ")
                            )
                        )
                        assert best - taken == pytest.approx(regret, abs=1e-9)


def test_a_goal_that_cannot_be_perfect_says_why():
    goal = by_hand_rivals.Goal(4, 3, 1, 1, 7)
    assert (
        "Get no more than 1 of 7 wrong (nobody can: equal examples with different labels)"
        in by_hand_rivals.goal_text(goal)
    )


def test_where_there_is_nothing_to_ask_no_best_tree_is_looked_for():
    data = pack(dtlearn.from_arrays([[4.0, 5.0]] * 6, ["a", "b"] * 3))
    at = opened("byhand", v=1, data=data)
    assert "No feature has two values" in said(at)
