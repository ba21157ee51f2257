"""A table that a visitor has chosen goes along to the next page, and a page's other settings stay with it."""

import re

import pytest

from pages.ui.kit import clouds, tables
from pages.ui.kit.contents import fields_of
from pages.ui.own.uses import USES
from tests.support import owntables
from tests.support.apps import button, component, open_page, switched

OWN = owntables.HOSTILE
GOES = [use for use in USES if use.goes_along]


def shown(at):
    return at.session_state["S"]["data"]


def captions(at):
    return " ".join(one.value for one in at.caption)


def test_a_chosen_table_is_shown_on_the_next_page_and_what_else_was_set_is_not():
    at = open_page("grow")
    at.selectbox(key="w_data").set_value("iris").run()
    at.selectbox(key="w_algorithm").set_value("CART").run()
    assert shown(switched(at, "unstable")) == "iris"
    assert at.session_state["S"]["algorithm"] == "ID3 (CS181)"
    assert not at.warning
    back = switched(at, "grow")
    assert (shown(back), back.session_state["S"]["algorithm"]) == ("iris", "CART")


def test_of_two_choices_the_last_one_counts_everywhere():
    at = open_page("limits")
    at.selectbox(key="w_data").set_value("cloud-xor").run()
    assert shown(switched(at, "overfitting")) == "cloud-xor"
    at.selectbox(key="w_data").set_value("wine").run()
    assert shown(switched(at, "limits")) == "wine"
    assert at.session_state["S"]["step"] == 0  # it begins with its question


def test_a_page_that_comes_back_with_another_table_is_sent_to_its_beginning():
    """The stage may have gone on from the beginning that it was sent to before."""
    at = open_page("limits")
    first = component(at, "begin")["begin"]
    switched(at, "grow")
    at.selectbox(key="w_data").set_value("iris").run()
    again = component(switched(at, "limits"), "begin")["begin"]
    assert again[0] != first[0]
    assert again[1] == first[1] == {"step": "0"}


def test_what_is_chosen_once_more_on_a_page_stays_there():
    """A preset is no table that goes along, and it is not overruled at the next visit."""
    at = open_page("grow")
    at.selectbox(key="w_data").set_value("iris").run()
    switched(at, "limits", v=1, data="cloud-rings")
    switched(at, "learn")
    assert shown(switched(at, "limits")) == "cloud-rings"


def test_a_page_that_cannot_show_it_says_why_and_opens_at_its_own_example():
    at = open_page("grow")
    at.selectbox(key="w_data").set_value("iris").run()
    assert shown(switched(at, "code")) == "or"
    assert re.search("Iris cannot be shown here:.* this page needs classes, no numeric feature", captions(at))
    assert "cannot be shown" not in captions(switched(at, "limits"))


def test_a_table_that_was_just_opened_goes_along():
    at = open_page("own")
    at.text_area(key="own_text").set_value("a,b,class\n" + "1,2,p\n3,1,q\n" * 6).run()
    button(at, "Use this table").click().run()
    name = shown(at)
    assert tables.is_own(name)
    assert shown(switched(at, "limits")) == name


def test_a_table_that_a_link_has_opened_goes_along():
    at = open_page("grow", v=1, data=OWN)
    assert shown(switched(at, "limits")) == OWN
    assert shown(switched(at, "thresholds", v=1, data="iris")) == "iris"  # a link says its own
    assert shown(switched(at, "regions")) == OWN


def test_a_worked_example_neither_takes_it_nor_leaves_one():
    at = open_page("grow")
    at.selectbox(key="w_data").set_value("iris").run()
    switched(at, "grow", v=1, deck="pruning-sequence", moment=1)
    assert shown(at) != "iris"
    assert shown(switched(at, "limits")) == "iris"


@pytest.mark.parametrize("use", GOES, ids=lambda use: use.name)
def test_every_page_shows_each_table_that_fits_and_refuses_the_others_in_a_sentence(use):
    """The law: a data set of the collection, a cloud, a visitor's table; on the screen, or named in one line."""
    field = next(one for one in fields_of(use.name) if isinstance(one, tables.TableField))
    for name in ("play_tennis", "iris", "cars_mpg", "cloud-rings", owntables.HOSTILE):
        at = open_page("learn")
        at.session_state["Tables"].chosen = tables.Chosen(name, clouds.title(name), set(), {})
        switched(at, use.name)
        assert not at.exception
        assert not at.warning, (use.name, name, [w.value for w in at.warning])
        can = name in field.known or (name.startswith("~") and field.fits(tables.load(name)))
        assert (shown(at) == name) == can or field.default == name
        assert ("cannot be shown here" in captions(at)) == (not can)
