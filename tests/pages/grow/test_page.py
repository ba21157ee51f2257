"""Grow a tree: one example is followed through it, as far as it is decided."""

import pytest

from pages.ui.grow import scene, sections
from tests.support.apps import address, leads_back, open_page, opened, said, scene_alone

SUNNY = "Outlook? Sunny. Humidity? High. So: No (3 of 3 examples in this box)."


def test_a_link_follows_an_example_to_where_the_tree_is_decided():
    at = opened("grow", v=1, step=8, row=0)
    assert f"Example 1: {SUNNY}" in said(at)
    assert at.number_input(key="w_row").value == 1
    assert leads_back(at, "grow")
    at.number_input(key="w_row").set_value(3).run()
    assert "Example 3: Outlook? Overcast. So: Yes (4 of 4 examples in this box)." in said(at)
    assert address(at)["row"] == "2"


@pytest.mark.parametrize("predict", [0, 1])
def test_what_is_not_decided_is_not_told(predict):
    at = opened("grow", v=1, step=0, row=0, predict=predict)
    assert "Example 1: This node is not decided yet." in said(at)
    assert "Outlook?" not in said(at)


def test_an_example_that_is_not_there_is_told_and_another_table_lets_go_of_it():
    at = open_page("grow", v=1, row=14)
    assert (
        at.warning[0]
        .value.replace("\\", "")
        .startswith("This link is not quite right:\u2060 row=14 does not exist here.")
    )
    at = opened("grow", v=1, row=13)
    at.selectbox(key="w_data").set_value("or").run()
    assert at.session_state["S"]["row"] is None
    assert not at.exception


def test_a_dot_chosen_again_is_let_go_of(monkeypatch):
    S = scene_alone(monkeypatch, scene)
    monkeypatch.setattr(sections, "state", lambda: S)
    for row, then in ((5, 5), (5, None), (3, 3), (99, 3), ("x", 3), (-1, 3)):
        sections.follow(row)
        assert S["row"] == then
