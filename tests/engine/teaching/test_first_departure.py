"""A tree that somebody's own code grew: read and written, and where it departs from the engine's."""

import json
import re
from contextlib import suppress

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from dtlearn import ALGORITHMS, DataError, Stop, grow, load
from dtlearn.growing.settings import ALGORITHM_TITLES
from dtlearn.show.practice import first_departure as words
from dtlearn.teaching.first_departure import decision, departure, slip
from dtlearn.teaching.tree_json import read, traced, write
from dtlearn.trees.split import Kind
from tests.support import ROOT
from tests.support.strategies import SMALL, datasets, grow_settings

EXAMPLE = (ROOT / "pages" / "ui" / "practice" / "own-tree.json").read_text(encoding="utf-8")
TENNIS = {
    "data": "play_tennis",
    "algorithm": "ID3 (CS181)",
    "tree": {
        "feature": "Outlook",
        "branches": {
            "Sunny": {"feature": "Humidity", "branches": {"High": {"label": "No"}, "Normal": {"label": "Yes"}}},
            "Overcast": {"label": "Yes"},
            "Rain": {"feature": "Wind", "branches": {"Weak": {"label": "Yes"}, "Strong": {"label": "No"}}},
        },
    },
}


def tennis(**tree):
    return json.dumps(TENNIS | {"tree": tree})


def changed(node, path, new):
    """A JSON tree with another node at a path of branch names."""
    if not path:
        return new
    return node | {"branches": node["branches"] | {path[0]: changed(node["branches"][path[0]], path[1:], new)}}


def arrays(tree):
    return [(tree[i].path, tree[i].split, tree[i].label, tree[i].counts) for i in range(len(tree))]


# ---- round trips


@pytest.mark.parametrize("name", SMALL)
def test_every_tree_of_the_engine_is_read_as_it_was_written_and_departs_nowhere(name):
    for algorithm, settings in ALGORITHMS.items():
        trace = grow(load(name), settings)
        text = write(trace, algorithm, with_gains=True)
        assert json.loads(text)["algorithm"] == ALGORITHM_TITLES[algorithm]
        own = read(text)
        assert (own.algorithm, read(text.replace(ALGORITHM_TITLES[algorithm], algorithm)).algorithm) == (algorithm,) * 2
        assert arrays(own.trace.tree) == arrays(trace.tree)
        assert own.trace.settings == settings
        assert departure(own) is None
        assert slip(own) is None
        assert write(own.trace, algorithm, with_gains=True) == text


@given(st.sampled_from(["play_tennis", "golf_numeric", "seven_points", "contact_lenses"]), grow_settings(limits=False))
def test_any_settings_survive_the_text(name, settings):
    try:
        trace = grow(load(name), settings)
    except DataError:
        assume(False)
    own = read(write(trace, "BuildTree"))
    assert own.trace.settings == settings
    assert arrays(own.trace.tree) == arrays(trace.tree)
    assert departure(own) is None


@given(datasets(), grow_settings())
def test_the_decision_at_every_node_is_that_of_the_growth(data, settings):
    trace = grow(data, settings)
    other = traced(data, settings, trace.tree)
    for i in range(len(trace.tree)):
        if trace.tree.stops[i] is Stop.BUDGET:
            continue
        stop, chosen = decision(other, i)
        assert stop is trace.tree.stops[i]
        if chosen is not None:
            assert other.candidates[i].split(chosen) == trace.tree[i].split


# ---- departures


@given(st.sampled_from(["play_tennis", "restaurant_wait", "contact_lenses", "seven_points"]), st.data())
def test_a_leaf_put_in_the_place_of_a_split_is_found_there(name, data):
    trace = grow(load(name))
    inner = [i for i in trace.tree.preorder() if trace.tree[i].split]
    i = data.draw(st.sampled_from(inner))
    node, text = trace.tree[i], json.loads(write(trace, "ID3 (CS181)"))
    values = [trace.tree[k].split.branch(trace.data.schema, b) for k, b in zip(node.line(), node.path, strict=False)]
    own = read(json.dumps(text | {"tree": changed(text["tree"], values, {"label": node.label})}))
    found = departure(own)
    assert own.trace.tree[found.node].path == node.path
    assert (found.stop, found.theirs) == (None, None)
    assert f"your tree has a leaf that predicts {node.label}" in words.verdict(own, found)


def test_the_first_in_depth_first_order_is_named():
    tree = changed(TENNIS["tree"], ["Rain"], {"label": "Yes"})
    deeper = changed(tree, ["Sunny", "High"], {"label": "Yes"})
    own = read(json.dumps(TENNIS | {"tree": deeper}))
    assert own.trace.tree[departure(own).node].conditions == ["Outlook = Sunny", "Humidity = High"]
    wind = {"feature": "Wind", "branches": {"Weak": {"label": "No"}, "Strong": {"label": "No"}}}
    own = read(json.dumps(TENNIS | {"tree": changed(tree, ["Sunny"], wind)}))
    found = departure(own)
    assert own.trace.tree[found.node].conditions == ["Outlook = Sunny"]
    assert (
        words.verdict(own, found)
        == "The first other decision is at Outlook = Sunny (3 No, 2 Yes): your tree splits on Wind, gain 0.020; "
        "ID3 splits on Humidity, gain 0.971."
    )
    rows = words.gain_grid(own, found.node, found).rows
    assert rows == (
        ("Temperature", "0.571", ""),
        ("Humidity", "0.971", "◀ ID3"),
        ("Wind", "0.020", "◀ yours"),
    )


def test_a_split_of_a_pure_node_a_wrong_label_and_a_question_asked_before():
    pure = read(
        json.dumps(
            TENNIS
            | {
                "tree": changed(
                    TENNIS["tree"],
                    ["Overcast"],
                    {"feature": "Wind", "branches": {"Weak": {"label": "Yes"}, "Strong": {"label": "Yes"}}},
                )
            }
        )
    )
    assert departure(pure).stop is Stop.PURE
    assert "makes a leaf that predicts Yes: all examples have the same class" in words.verdict(pure, departure(pure))
    wrong = read(json.dumps(TENNIS | {"tree": changed(TENNIS["tree"], ["Rain", "Weak"], {"label": "No"})}))
    assert "your tree has a leaf that predicts No" in words.verdict(wrong, departure(wrong))
    again = read(
        json.dumps(
            TENNIS
            | {
                "tree": changed(
                    TENNIS["tree"], ["Sunny"], {"feature": "Outlook", "branches": {"Sunny": {"label": "No"}}}
                )
            }
        )
    )
    found = departure(again)
    assert found.theirs is None
    assert "separates nothing here" in words.verdict(again, found)


def test_ties_are_equally_right():
    """At X1 = 0 of the seven points X2 and X3 gain the same; the engine takes X2 (facts, section 4)."""
    trace = grow(load("seven_points"))
    text = json.loads(write(trace, "ID3 (CS181)"))
    assert text["tree"]["branches"]["0"]["feature"] == "X2"
    rows = {
        "feature": "X3",
        "branches": {
            "0": {"feature": "X2", "branches": {"0": {"label": "0"}, "1": {"label": "0"}}},
            "1": {"label": "1"},
        },
    }
    own = read(json.dumps(text | {"tree": changed(text["tree"], ["0"], rows)}))
    found = departure(own)
    assert found is None or own.trace.tree[found.node].path[:1] != (0,) or len(own.trace.tree[found.node].path) > 1
    tied = [i for i in range(len(trace.tree)) if not trace.tree[i].split and len(set(trace.tree[i].counts)) == 1]
    assert tied  # the two contradicting points: either label is a majority
    leaf = trace.tree[tied[0]]
    values = [trace.tree[k].split.branch(trace.data.schema, b) for k, b in zip(leaf.line(), leaf.path, strict=False)]
    own = read(json.dumps(text | {"tree": changed(text["tree"], values, {"label": 1})}))
    assert departure(own) is None


def test_a_threshold_anywhere_in_the_same_gap_is_the_same_question():
    trace = grow(load("golf_numeric"), ALGORITHMS["CART"])
    text = write(trace, "CART")
    at = next(node.split.at for node in trace.tree if node.split and node.split.kind is Kind.THRESHOLD)
    moved = read(text.replace(f'"below": {at}', f'"below": {at + 0.25}'))
    assert departure(moved) is None
    far = read(text.replace(f'"below": {at}', f'"below": {at + 3}'))
    assert departure(far).theirs != departure(far).ours


def test_the_shipped_example_averages_its_branches_plainly():
    own = read(EXAMPLE)
    found, wrong = departure(own), slip(own)
    assert own.trace.tree[found.node].conditions == ["Patrons = Full"]
    assert wrong.mistakes == ("unweighted",)
    assert "plain average" in words.slip_text(own, wrong)
    grid = words.gain_grid(own, found.node, found)
    assert grid.header == ("Split", "gain, dtlearn", "yours", "")
    assert ("Alternate", "0.109", "0.433 ✗", "◀ yours") in grid.rows
    assert words.picture(own, found)["nodes"][3]["mark"] == "next"


def test_wrong_gains_are_found_though_every_decision_is_right():
    nats = {"Outlook": 0.171, "Temperature": 0.020, "Humidity": 0.105, "Wind": 0.033, "Rain?": 1}
    own = read(json.dumps(TENNIS | {"tree": TENNIS["tree"] | {"gains": nats}}))
    assert departure(own) is None
    assert (slip(own).title, slip(own).mistakes) == ("Outlook", ("nats",))
    assert ("Rain?", "–", "1.000", "") in words.gain_grid(own, 0, None).rows
    assert words.slip_text(own, slip(read(json.dumps(TENNIS)))) == ""


def test_of_many_thresholds_each_features_best_is_listed():
    own = read(write(grow(load("iris"), ALGORITHMS["CART"]), "CART").replace('"below": 2.45', '"below": 1.35'))
    found = departure(own)
    grid = words.gain_grid(own, 0, found)
    assert len(own.trace.candidates[0]) > 100
    assert [row[-1] for row in grid.rows if row[-1]] == ["◀ yours", "◀ CART"]
    assert len(grid.rows) <= 6


# ---- broken texts


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Line 1, column 1"),
        ('{\n "data": "or",\n "tree" 3}', "Line 3, column 9"),
        ("[]", "no JSON object"),
        ("{}", "has no 'data'"),
        ("NaN", "NaN is no number"),
        ('{"a": 1, "a": 2}', "'a' stands twice"),
        ('{"a": 1, "b": 2, "b": 3}', "'b' stands twice"),
        ("[1,\n 2,\n]", "Line 2, column 3: remove the comma before ]."),
        ('{"a": {"b": 1 , }}', "Line 1, column 15: remove the comma before }."),
        ("{'a': 1}", "Line 1, column 2: put names and texts between straight double quotes"),
        ('{"a": “b”}', "not “"),
        ("{\"a\": 'b'}", "not '"),
        ('{"a": 1\n "b": 2}', "Line 2, column 2: add a comma before this"),
        ('{"a": 1', "Line 1, column 8: the text ends too early"),
        ('{"a": ', "ends too early"),
        ('{"a": "b}', "column 7: a text begins here and does not end"),
        ('{"a": True}', "write true instead of True"),
        ('{"a": Yes}', "put Yes between double quotes"),
        ("{a: 1}", "column 2: put a between"),
        ('{"a" 1}', "column 6: add a colon"),
        ('{"a": 1}}', "column 9: the tree has ended before this"),
        ('{"a": 1, // x\n}', "no comments"),
        ('{"a": "b\nc"}', "over the end of the line"),
        ("tree = {}", "begin with {"),
        ('"' + '\\"' * 90_000, "does not end"),
        ('{"a": "\\x"}', "invalid"),
        ('{"a": 1,, "b": 2}', "Line 1, column 9"),
        ("[" * 150_000, "nested too deep"),
        (" " * 200_001, "at most 200000"),
        ('{"data": ' + "9" * 9000 + "}", "number is too long"),
        (json.dumps(TENNIS | {"data": "nosuch"}), "no data set 'nosuch'"),
        (json.dumps(TENNIS | {"data": ["x"]}), "no data set"),
        (json.dumps(TENNIS | {"data": "cars_mpg"}), "no data set 'cars_mpg'"),
        (json.dumps(TENNIS | {"algorithm": "ID4"}), "no algorithm 'ID4'"),
        (json.dumps(TENNIS | {"more": 1}), "'more', which means nothing"),
        (json.dumps(TENNIS | {"criterion": "x"}), "no criterion 'x'"),
        (json.dumps(TENNIS | {"criterion": "mse"}), "no criterion 'mse' for classes"),
        (json.dumps(TENNIS | {"max_depth": -1}), "max_depth is -1"),
        (json.dumps(TENNIS | {"max_depth": "3"}), "max_depth is '3'"),
        (json.dumps(TENNIS | {"criterion": []}), "criterion is []: write it as in"),
        (json.dumps(TENNIS | {"reuse": "no"}), "reuse is 'no'"),
        (json.dumps(TENNIS | {"max_depth": True}), "max_depth is True"),
        (json.dumps(TENNIS | {"min_samples_leaf": None}), "min_samples_leaf"),
        (tennis(), "neither a label nor a feature"),
        (tennis(label="Maybe"), "The root has the label 'Maybe'"),
        (tennis(label="Yes", feature="Wind"), "a label and a question"),
        (tennis(feature="Wnd"), "asks about 'Wnd'"),
        (tennis(feature=["Wind"], branches={}), "asks about"),
        (tennis(feature="Wind"), "branches is no JSON object"),
        (tennis(feature="Wind", branches={"Weak": {"label": "Yes"}}), "has no branch 'Strong'"),
        (
            tennis(feature="Wind", branches={"Weak": {"label": "Yes"}, "Strong": {"label": "x"}}),
            "node at Wind = Strong has the label 'x'",
        ),
        (tennis(feature="Wind", branches={"Weak": 3, "Strong": {}}), "The node at Wind = Weak is no JSON object"),
        (tennis(feature="Wind", branches={"Calm": {}}), "'Calm', which means nothing"),
        (tennis(feature="Wind", equals="Calm", yes={}, no={}), "has no value 'Calm'"),
        (tennis(feature="Wind", equals="Weak", yes={}), '"yes" and "no"'),
        (tennis(feature="Wind", equals="Weak", below=3, yes={}, no={}), "one question a node"),
        (tennis(feature="Wind", below=3, yes={}, no={}), "no number"),
        (tennis(feature="Wind", yes={}, no={}, branches={}), 'add "equals"'),
        (tennis(label="Yes", gains={"Wind": "x"}), "numbers only"),
        (tennis(label="Yes", gains=[1]), "numbers only"),
        (
            json.dumps({"data": "iris", "algorithm": "CART", "tree": {"feature": "petal_length", "branches": {}}}),
            'add "below"',
        ),
        (
            json.dumps(
                {
                    "data": "iris",
                    "algorithm": "CART",
                    "tree": {"feature": "petal_length", "below": "2", "yes": {}, "no": {}},
                }
            ),
            "the threshold '2'",
        ),
        (
            json.dumps(
                {
                    "data": "iris",
                    "algorithm": "CART",
                    "tree": {"feature": "petal_length", "equals": "2", "yes": {}, "no": {}},
                }
            ),
            "ask with below",
        ),
    ],
)
def test_a_broken_text_gets_one_sentence(text, said):
    with pytest.raises(DataError) as caught:
        read(text)
    message = str(caught.value)
    assert said in message
    assert message.endswith(".")
    assert "\n" not in message
    assert len(message) < 400


def test_unseen_signs_between_the_others_do_no_harm():
    """Help that was copied from a page holds word joiners."""
    text = json.dumps(TENNIS, ensure_ascii=False)
    joined = "\ufeff" + text.replace(": ", ":\u2060 ").replace("{", "{\u200b")
    assert departure(read(joined)) is None
    with pytest.raises(DataError, match=r"asks about 'W\\u2060ind'"):
        read(
            tennis(feature="W\u2060ind", branches={}).replace("\\u2060", "\u2060")
        )  # in a text it is a sign as any other


def test_a_tree_of_too_many_nodes_is_refused():
    node = {"label": "Yes"}
    for _ in range(101):
        node = {"feature": "Wind", "equals": "Weak", "yes": {"label": "Yes"}, "no": node}
    with pytest.raises(DataError, match="too large"):
        read(json.dumps(TENNIS | {"tree": node}))


@given(
    st.recursive(
        st.none()
        | st.booleans()
        | st.integers(-9, 9)
        | st.floats(allow_nan=False, allow_infinity=False)
        | st.sampled_from(["Wind", "Yes", "Weak", ""]),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(
                    ["label", "feature", "branches", "equals", "below", "before", "in", "yes", "no", "gains", "Weak"]
                ),
                inner,
                max_size=4,
            )
        ),
        max_leaves=12,
    )
)
def test_no_json_makes_the_reader_stumble(tree):
    with suppress(DataError):  # nothing else
        read(json.dumps(TENNIS | {"tree": tree}))


def test_the_example_of_the_documentation_is_right():
    text = (ROOT / "docs" / "tree-json.md").read_text(encoding="utf-8")
    own = read(re.search(r"```json\n(.*?)```", text, re.DOTALL)[1])
    assert departure(own) is None
    assert slip(own) is None
    assert (
        words.verdict(own, None)
        == "Your tree makes every decision as ID3 does, 8 decisions. Where scores tie, each tied question is"
        " right."
    )
