"""What a visitor's own table can be used for: every page that fits opens it from the link beside it."""

from urllib.parse import parse_qsl

import pytest

import dtlearn
from dtlearn.data import packing
from pages.ui.kit import tables
from tests.support import owntables
from tests.support.apps import open_page


def links(name):
    at = open_page("own", v=1, own_data=name)
    return [(link.proto.page, dict(parse_qsl(link.proto.query_string))) for link in at.get("page_link")]


def by_hand(name):
    """The pages on which somebody works with a table: not one with a number to predict, nor gains of 15 numbers."""
    if name == owntables.NUMBERS:
        return set()
    return {"byhand", "practice"} if name in (owntables.HOSTILE, owntables.WORDS) else {"byhand"}


@pytest.mark.parametrize("large", [tables.LARGE, 3])
@pytest.mark.parametrize(
    "name", [owntables.HOSTILE, owntables.NUMBERS, owntables.WORDS, owntables.WIDE, owntables.ONE_CLASS]
)
def test_each_link_opens_its_page_with_the_table(monkeypatch, name, large):
    """A page that does not fit has no link. Large: the session alone keeps what is made of the table."""
    monkeypatch.setattr(tables, "LARGE", large)
    found = links(name)
    for page, query in found:
        at = open_page(page, **query)
        assert not at.warning, page
        assert name in query.values()
    assert {page for page, _ in found} & {"byhand", "practice"} == (set() if large == 3 else by_hand(name))
    fits = {page for page, _ in found} & {"grow", "thresholds", "partitions", "limits", "overfitting"}
    assert (
        fits
        == {
            owntables.HOSTILE: {"grow", "thresholds", "partitions", "limits", "overfitting"},
            owntables.NUMBERS: {"grow", "partitions", "limits"},
            owntables.WORDS: {"grow", "overfitting"},
            owntables.WIDE: {"grow", "overfitting"},
            owntables.ONE_CLASS: {"grow", "partitions", "limits"},
        }[name]
    )


def test_no_label_of_a_visitors_table_is_made_wrong_unless_asked_for():
    assert dict(links(owntables.HOSTILE))["overfitting"]["of_noise"] == "0"


def test_pages_without_a_link_say_what_they_need():
    at = open_page("own", v=1, own_data=packing.pack(dtlearn.load("or")))
    said = next(caption.value for caption in at.caption if caption.value.startswith("These pages need another"))
    assert "Forest (classes, 12 rows)" in said
    assert not any(page in said for page in ("Practice", "Grow it yourself", "The code"))


def test_practice_opens_with_the_fading_example_of_the_table():
    query = dict(links(owntables.HOSTILE))["practice"]
    assert (query["ex_mode"], query["ex_feature"]) == ("faded", "2")


def test_partitions_opens_with_the_whole_tree():
    assert "step" not in dict(links(owntables.HOSTILE))["partitions"]
