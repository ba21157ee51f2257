"""Grow a tree: what a link says of the place on the stage; old panels; a new example that does not fit."""

import pytest

from tests.support.apps import address, component, leads_back, open_page, opened

PLACE = {"row": 0, "node": "r.0", "open": 1, "pick": 2, "panel": "rules", "speed": "2"}


def test_a_link_says_the_place_and_the_stage_is_given_it():
    at = opened("grow", v=1, step=2, **PLACE)
    place = component(at, "tells")["place"]
    assert {name: place[name] for name in ("step", *PLACE)} == {"step": "2"} | {k: str(v) for k, v in PLACE.items()}
    assert leads_back(at, "grow")


def test_what_is_not_there_is_told_and_another_table_lets_go_of_an_example():
    at = open_page("grow", v=1, row=14)
    warned = at.warning[0].value.replace("\\", "")
    assert warned.startswith("This link is not quite right:\u2060 row=14 does not exist here.")
    at = opened("grow", v=1, row=13, node="r.0", view="graphviz")
    at.selectbox(key="w_data").set_value("or").run()
    assert at.session_state["S"]["row"] is None


@pytest.mark.parametrize("values", ["0_1_0", "0_1_0_9", "x", "0_1_0_1_0", "0_1_0_1e3"])
def test_a_new_example_that_cannot_be_is_told(values):
    at = open_page("grow", v=1, fresh=values)
    assert "fresh\\=" in at.warning[0].value
    assert at.session_state["S"]["fresh"] == ""
    assert component(opened("grow", v=1, fresh="0_1_0_1"), "tells")["place"]["fresh"] == "0_1_0_1"


def test_a_change_of_settings_is_another_lesson_at_the_same_node():
    at = opened("grow", v=1, step=2, pick=1)
    before = component(at, "tells")
    at.selectbox(key="w_criterion").set_value("gini_gain").run()
    now = component(at, "tells")
    assert now["address"] != before["address"]
    assert now["begin"] == before["begin"]  # the stage finds the node by itself
    assert now["same_node"]


def asking(at, query):
    """The address as a browser sends it."""
    at.query_params.clear()
    at.query_params.update(query)
    return at


def test_who_is_quicker_than_the_address_loses_no_choice_and_goes_back_all_the_same():
    at = opened("grow", v=1, step=2)
    first = address(at)
    at.selectbox(key="w_criterion").set_value("gini_gain").run()
    second = address(at)
    asking(at, first).selectbox(key="w_algorithm").set_value("CART").run()
    S = at.session_state["S"]
    assert (S["algorithm"], S["criterion"]) == ("CART", "gini_gain")
    third = address(at)
    assert leads_back(at, "grow")
    S["step"] = 1  # the stage tells of its place
    asking(at, second).run()
    assert S["algorithm"] == "CART"
    asking(at, first).run()
    assert (S["algorithm"], S["criterion"]) == ("ID3 (CS181)", "info_gain")
    asking(at, third).run()
    assert (S["algorithm"], S["criterion"]) == ("CART", "gini_gain")
