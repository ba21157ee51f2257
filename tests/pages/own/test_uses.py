"""What a visitor's own table can be used for: every page that fits opens it from the link beside it."""

from urllib.parse import parse_qsl

import pytest

import dtlearn
from dtlearn.data import packing
from pages.ui.kit import tables
from pages.ui.kit.codec import decode
from pages.ui.kit.contents import fields_of
from pages.ui.kit.scene import EVERYWHERE
from tests.support import owntables
from tests.support.apps import open_page


def links(name):
    at = open_page("own", v=1, data=name)
    return [
        (link.proto.page, dict(parse_qsl(link.proto.query_string)))
        for link in at.get("page_link")
        if link.proto.query_string
    ]


def by_hand(name):
    """The pages on which somebody works with a table: not one with a number to predict, nor gains of 15 numbers."""
    if name == owntables.NUMBERS:
        return set()
    return {"byhand", "practice"} if name in (owntables.HOSTILE, owntables.WORDS) else {"byhand"}


FITS = {
    owntables.HOSTILE: {"grow", "thresholds", "regions", "limits", "overfitting"},
    owntables.NUMBERS: {"grow", "thresholds", "regions"},
    owntables.WORDS: {"grow", "overfitting"},
    owntables.WIDE: {"grow", "overfitting"},
    owntables.ONE_CLASS: {"grow", "regions", "limits"},
}


@pytest.mark.parametrize(
    ("name", "large"), [(owntables.HOSTILE, 3), (owntables.WIDE, 3), *((name, tables.LARGE) for name in FITS)]
)
def test_each_link_opens_its_page_with_the_table(monkeypatch, name, large):
    """A page that does not fit has no link. Large: the session alone keeps what is made of the table."""
    monkeypatch.setattr(tables, "LARGE", large)
    found = links(name)
    for page, query in found:
        assert name in query.values()
        if large == 3:
            assert not open_page(page, **query).warning, page
        else:
            assert decode(fields_of(page) + EVERYWHERE, query)[1] == [], page
    assert {page for page, _ in found} & {"byhand", "practice"} == (set() if large == 3 else by_hand(name))
    assert {page for page, _ in found} & FITS[owntables.HOSTILE] == FITS[name]


def test_what_a_link_says_beside_the_table():
    """No label is made wrong unless asked for; practice fades a gain of it;
    who is asked a question has not seen its answer."""
    query = dict(links(owntables.HOSTILE))
    assert query["overfitting"]["noise"] == "0"
    assert (query["practice"]["mode"], query["practice"]["feature"]) == ("faded", "2")
    asking = {"regions", "limits", "overfitting", "bound"} & {*query}
    assert "regions" in asking
    assert {query[page]["step"] for page in asking} == {"0"}


def test_one_class_has_no_label_to_flip():
    assert "unstable" not in dict(links(packing.pack(dtlearn.from_arrays([[k] for k in range(20)], ["p"] * 20))))


def test_pages_without_a_link_say_what_they_need():
    at = open_page("own", v=1, data=packing.pack(dtlearn.load("or")))
    said = next(caption.value for caption in at.caption if caption.value.startswith("These pages need another"))
    assert "Forest (12 rows, 6 with a number to predict)" in said
    assert not any(page in said for page in ("Practice", "Grow it yourself", "Trees as bit strings"))
