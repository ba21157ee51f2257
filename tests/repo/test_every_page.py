"""Each page, run without a browser: alone as on a fresh server, from links good and bad, clicked through."""

import re
from fractions import Fraction

import pytest

import dtlearn
from dtlearn.show.base import html
from dtlearn.splitting.nominal import NOMINAL
from dtlearn.teaching.figures_and_errata import FIGURES
from pages.ui.explore.lessons import LESSONS, scene_of
from pages.ui.grow import lesson as growth
from pages.ui.kit.codec import decode, encode
from pages.ui.kit.fields import ALGORITHM_IDS
from pages.ui.kit.scene import defaults
from tests.support.apps import button, caption, component, counter, leads_back, open_page, opened, switched


@pytest.mark.parametrize(
    ("page", "first"),
    [*((page, 0) for page in ("grow", "regions", "limits", "overfitting", "pruning", "bound")), ("forest", 1)],
)
def test_a_page_opens_at_its_question_with_the_steps_to_come(page, first):
    at = opened(page)
    assert counter(at).startswith(f"Step {first} of ")
    assert not button(at, "Next").disabled
    assert leads_back(at, page)
    # page "grow" asks in the caption of its first step
    assert any("?" in text for text in [caption(at), *(m.value for m in at.markdown)])
    button(at, "Next").click().run()
    switched(switched(at, "numbers"), page)
    assert counter(at).startswith(f"Step {first + 1} of ")  # where it was left


def test_player_walks_to_the_end_and_back():
    at = open_page("grow")
    assert counter(at) == "Step 0 of 8"
    for k in range(1, 4):
        button(at, "Next").click().run()
        assert counter(at) == f"Step {k} of 8"
    button(at, "Last").click().run()
    assert button(at, "Next").disabled
    button(at, "Back").click().run()
    assert counter(at) == "Step 7 of 8"
    button(at, "First").click().run()
    assert counter(at) == "Step 0 of 8"


@pytest.mark.parametrize(("k", "panel"), [*enumerate(growth.PANELS[:5])])
def test_every_panel_opens(k, panel):
    """Of each algorithm in turn; of classes and of a number to predict;
    what stands in a panel is the document's matter."""
    for of in ({"data": "regression_1d", "criterion": "mse"}, {}):
        algorithm = [*ALGORITHM_IDS][(k + len(of)) % len(ALGORITHM_IDS)]
        at = opened("grow", v=1, algorithm=algorithm, panel=panel, step=3, **of)
        shown = component(at, "tells")
        assert shown["place"]["panel"] == panel
        assert ("The notes write it for classes." in shown["document"]["reads"]) == bool(of)


def assert_right(query):
    """A link of Grow a tree says nothing wrong, and nothing that must be mended."""
    S, wrong = decode(growth.FIELDS, query)
    mended = dict(S)
    wrong += growth.fit(mended) + growth.arrives(mended)
    assert (wrong, mended) == ([], S)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.title)
def test_every_lesson_is_a_right_link(lesson):
    assert_right(encode(growth.FIELDS, scene_of(lesson)))


def test_an_answer_is_the_stages_and_stays_in_the_link():
    at = opened("grow", v=1, predict=1, step=3, said="0:f0,1:f1")
    shown = component(at, "tells")
    assert (shown["place"]["said"], shown["last"]) == ("0:f0,1:f1", 15)
    assert [token for token, _ in shown["document"]["choices"]][:2] == ["f0", "f1"]
    assert leads_back(at, "grow")


def _numbers(content) -> set[Fraction]:
    """The numbers and fractions in a line of arithmetic."""
    if isinstance(content, str):
        return {Fraction(content)} if re.fullmatch(r"\d*\.?\d+", content) else set()
    if isinstance(content, list) and content[:1] == ["frac"] and {type(part) for part in content[2:]} == {str}:
        return {Fraction("/".join(content[2:]))} if "".join(content[2:]).isdigit() else set()
    return set().union(*map(_numbers, content)) if isinstance(content, list) else set()


@pytest.mark.parametrize("figure", [figure for figure in FIGURES if figure.moment], ids=lambda figure: figure.id)
def test_the_link_of_a_number_of_the_notes_opens_what_its_row_says(figure):
    """The feature that the row names is picked, its arithmetic holds the true value,
    and no list of other numbers stands open."""
    query = dict(part.split("=") for part in growth.link_to(figure.moment).partition("?")[2].split("&"))
    assert_right(query)
    assert "panel" not in query
    shown = component(opened("grow", **query), "tells")
    document, frame = shown["document"], shown["document"]["frames"][int(shown["place"]["step"])]
    says = html.opens(figure.moment)
    assert says.startswith(f"{document['title']}, ")
    notes = document["notes"]
    assert ["bold", figure.printed, ""] in [
        run for kind, *found in notes["texts"][notes["nodes"]["r"]] if kind == "ul" for runs in found[0] for run in runs
    ]
    if figure.moment.finished:
        assert says.endswith(", the tree")
        assert f"{figure.value()} of them leaves" in frame["caption"]
        return
    named = re.findall(r"X\d|Humidity", figure.what)
    id_ = f"c0.{shown['place']['pick'] or 0}"
    assert id_ in [document["rows"][k]["id"] for k in frame["rows"]]
    if named:
        assert {document["rows"][k]["name"] for k in frame["rows"] if document["rows"][k]["id"] == id_} == {*named}
        assert says.endswith(f", {named[0]}")
    lines = [document["lines"][k] for k in document["worked"][id_]["lines"]]
    if re.search(
        r"^the (Gini )?line|log", figure.what
    ):  # terms as printed, some of them wrong: the line stands there with true ones
        assert any({Fraction(a) for a in re.findall(r"\d/\d+", figure.what)} <= _numbers(line) for line in lines)
    else:
        near = 0.6 * 10 ** -len(figure.printed.partition(".")[2])
        assert any(abs(number - Fraction(figure.value())) < near for number in _numbers(lines))


def test_of_a_large_tree_a_part_is_drawn():
    at = opened("grow", v=1, data="cars_mpg", algorithm="cart", criterion="mse", step=640)
    assert component(at, "tells")["frame"]["left_out"] > 0


def test_predicting_asks_before_it_tells():
    at = open_page("grow", v=1, step=2)
    at.toggle(key="w_predict").set_value(True).run()
    assert caption(at).endswith("which question comes next, or do we stop here?")


def test_an_algorithm_keeps_a_criterion_that_was_chosen():
    at = open_page("grow", v=1, criterion="gini_gain")
    at.selectbox(key="w_algorithm").set_value("ID3 (UML)").run()
    assert at.selectbox(key="w_criterion").value == "gini_gain"
    at = open_page("grow", v=1)
    at.selectbox(key="w_algorithm").set_value("CART").run()
    assert at.selectbox(key="w_criterion").value == "gini_gain"


# --- regression, ways to split, limits -----------------------------------------------------------------------


def test_a_number_to_predict_fixes_the_criterion_and_a_class_restores_it():
    at = open_page("grow", v=1, criterion="train_error_gain")
    at.selectbox(key="w_data").set_value("cars_mpg").run()
    criterion = at.selectbox(key="w_criterion")
    assert (criterion.value, criterion.disabled) == ("mse", True)
    assert at.query_params["criterion"] == "mse"
    assert any("mpg is a number" in caption.value for caption in at.caption)
    at.selectbox(key="w_algorithm").set_value("CART").run()
    assert at.selectbox(key="w_criterion").value == "mse"
    at.selectbox(key="w_data").set_value("iris").run()
    assert at.selectbox(key="w_criterion").value == "train_error_gain"
    assert not at.warning


@pytest.mark.parametrize("nominal", NOMINAL)
@pytest.mark.parametrize("data", growth.FIELDS[0].known)
def test_every_data_set_can_be_split_every_way_or_says_why_not(data, nominal):
    S = defaults(growth.FIELDS) | {
        "data": data,
        "nominal": nominal,
        "criterion": next(iter(growth.criteria_of({"data": data}))),
    }
    walk = growth.steps_of(S)
    assert "The tree is finished" in str(walk[len(walk) - 1])


def test_what_cannot_be_split_into_sets_is_said_and_split_another_way(monkeypatch):
    monkeypatch.setattr("dtlearn.splitting.nominal.MOST_SUBSETS", 2)
    at = open_page("grow", v=1, data="penguins", nominal="subset", depth=77)  # kept for no other test
    assert len(at.warning) == 1
    assert "subsets of them are tried up to 2" in at.warning[0].value
    assert "nominal" not in at.query_params
    at.selectbox(key="w_nominal").set_value("subset").run()
    assert at.selectbox(key="w_nominal").value == "own"
    assert "subsets of them are tried up to 2" in at.warning[0].value


def test_a_limit_is_in_the_link_and_in_the_tree():
    at = open_page("grow", v=1)
    at.number_input(key="w_nodes").set_value(3).run()
    button(at, "Last").click().run()
    assert at.query_params["nodes"] == "3"
    assert "larger than allowed" in caption(at)
    assert "a single leaf" in caption(at)


def test_the_step_of_another_page_is_no_wrong_link():
    at = open_page("grow", v=1, data="cars_mpg", step=40)
    at.session_state["S"]["data"] = "play_tennis"
    switched(switched(at, "numbers"), "grow")
    assert not at.warning
    assert at.query_params["criterion"] in dtlearn.CRITERIA
