"""The home page: few words, three doors, the lesson that its tree grows by."""

import re

from dtlearn import names
from dtlearn.teaching import worked_examples
from pages.ui.grow import lesson as growth
from pages.ui.kit.contents import TITLES
from pages.ui.kit.scene import defaults
from tests.support.apps import component, html, open_page, said


def test_the_first_screen_has_few_words_and_three_doors():
    at = open_page("home")
    title = re.search("<h1>(.*)</h1>", html(at))[1]
    assert len(f"{title} {said(at)}".split()) <= 30
    doors = at.get("page_link")
    assert [re.match(r"\*\*(\w+)\*\*", door.proto.label)[1] for door in doors] == [
        "Predict",
        "Explore",
        "Teach",
    ]
    assert {door.proto.page for door in doors} <= {*TITLES}


def test_its_tree_does_not_tell_what_its_first_door_asks_for():
    at, usual = open_page("home"), defaults(growth.FIELDS)
    (asked,) = [door.proto.query_string for door in at.get("page_link") if "Predict" in door.proto.label]
    assert f"data={usual['data']}" in asked
    shown = component(at, "address")["address"]
    assert shown in {growth.DOCUMENT.address(usual | {"data": name}) for name in names()} - {
        growth.DOCUMENT.address(usual)
    }


def test_explore_leads_to_every_page():
    links = {link.proto.page for link in open_page("explore").get("page_link")}
    assert links == {*TITLES} - {"explore", "learn"}


def test_below_the_doors_stand_the_chapters_in_their_order():
    told = component(open_page("home"), "cards")["chapters"]
    assert [chapter["name"] for chapter in told] == [*worked_examples.chapters()]
