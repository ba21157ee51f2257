"""Links of every page: a wrong one gets one sentence; what a page says again and again, page by page."""

from urllib.parse import parse_qsl, quote

import pytest

from pages.ui.kit.codec import decode
from pages.ui.kit.contents import fields_of
from pages.ui.kit.scene import EVERYWHERE
from pages.ui.lessons import PAGES
from tests.support import DATA
from tests.support.apps import (
    ROOT,
    address,
    button,
    counter,
    html,
    leads_back,
    open_page,
    opened,
    plain,
    reopened,
    said,
    switched,
)

LINES = (DATA / "wrong_links.txt").read_text(encoding="utf-8").splitlines()
WRONG = [line for line in LINES if line and not line.startswith("#")]
MODULES = sorted(path.stem for path in (ROOT / "pages").glob("*.py") if path.stem != "main")


def parts(line: str) -> tuple[str, dict[str, str], str]:
    """(page, query, what is said) of a line of wrong_links.txt."""
    link, _, words = line.partition(" | ")
    page, _, query = link.partition("?")
    return page, dict(parse_qsl(query, keep_blank_values=True)), words


def test_an_exception_on_a_page_fails_its_test(monkeypatch):
    monkeypatch.setattr("pages.ui.kit.shell.present", lambda: 1 / 0)
    with pytest.raises(AssertionError):
        open_page("grow")


@pytest.mark.parametrize("page", [name for name, page in PAGES.items() if page.fields])
def test_a_page_that_nothing_is_asked_of_and_its_own_address_show_the_same(page):
    at = opened(page)
    assert leads_back(at, page)
    assert leads_back(opened(page, v=1), page)
    assert said(reopened(at, page)) == said(at)


@pytest.mark.parametrize("line", WRONG)
def test_a_wrong_link_gets_one_sentence(line):
    """A single value that cannot be read is found before there is a page; all else the page says, and goes on."""
    page, query, words = parts(line)
    wrong = decode(fields_of(page) + EVERYWHERE, query)[1] if len(query.keys() - {"v"}) == 1 else []
    if not wrong:
        at = open_page(page, **query)
        assert html(at)
        wrong = [warning.value for warning in at.warning]
        assert page == "practice" or leads_back(at, page)  # mended; answers that cannot be read stay in the address
    assert len(wrong) == 1
    assert words in plain(wrong[0])
    assert len(wrong[0]) < 400


IRIS = "v=1&data=iris&algorithm=cart&depth=12&step=4"


@pytest.mark.parametrize(
    "query",
    [
        IRIS,
        IRIS.replace("&", "&amp;"),
        IRIS.replace("&", "&amp;amp;"),
        quote(IRIS),
        quote(quote(IRIS)),
        quote(IRIS, safe="="),
        *(IRIS + sign for sign in (".", ")", "%3E", ").", "&gt;", "&quot;", "%22")),
        *(
            f"{IRIS}&{words}"
            for words in (
                "fbclid=IwAR0abcDEF",
                "gclid=abc&mc_cid=1&mc_eid=2&_hsenc=3&igshid=4",
                "utm_source=moodle&utm_medium=mail",
                "msclkid=1&_gl=1*2&mtm_campaign=x",
                "amp;fbclid=1",
            )
        ),
    ],
)
def test_a_link_that_mail_and_course_pages_changed_shows_its_screen_and_warns_nobody(query):
    at = opened("grow", **dict(parse_qsl(query, keep_blank_values=True)))
    S = at.session_state["S"]
    assert (S["data"], S["algorithm"], S["depth"], S["step"]) == ("iris", "CART", 12, 4)
    assert leads_back(at, "grow")


def test_a_page_that_a_course_platform_marks_warns_nobody():
    assert not opened("grow", utm_source="moodle").warning


def test_a_full_stop_behind_a_worked_example_is_none_of_its_name():
    assert "1 of " in said(opened("grow", v=1, deck="play-tennis."), "markdown")


@pytest.mark.parametrize("page", MODULES)
def test_a_page_opens_and_says_once_what_it_does_not_know(page):
    at = open_page(page, v=1, nosuch=1)
    assert html(at)
    said_once = ["'nosuch' is unknown. That is left out." in plain(warning.value) for warning in at.warning]
    assert page == "home" or said_once == [True]


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ({"data": "iris"}, "it has no version (v=1). It is read as version 1; nothing is left out."),
        ({"v": 2, "data": "iris"}, "it was made for version '2'. It is read as version 1; nothing is left out."),
        ({"data": "iris", "depth": 0.5, "nosuch": 1}, "What cannot be read is left out."),
        ({"data": "iris", "step": -1}, "Shown is the nearest that exists."),
    ],
)
def test_a_link_without_a_version_is_read_and_told_what_became_of_it(query, shown):
    at = open_page("grow", **query)
    assert plain(at.warning[0].value).endswith(shown)
    assert at.session_state["S"]["data"] == "iris"


@pytest.mark.parametrize(
    "page", [page for page in MODULES if "present" in {f.name for f in fields_of(page if page in PAGES else "")}]
)
def test_present_mode_is_a_link_and_has_a_way_out(page):
    at = opened(page, v=1, present=1)
    assert address(at)["present"] == "1"
    button(at, "Leave").click().run()
    assert address(at)["present"] == "0"


@pytest.mark.parametrize(
    "page", [page for page in PAGES if "step" in {f.name for f in fields_of(page)} and page != "grow"]
)
def test_a_page_keeps_its_own_step(page):
    at = open_page("grow", v=1, data="titanic", algorithm="id3-uml", step=60)
    switched(at, page)
    assert not at.warning
    assert counter(at) == counter(open_page(page))
    button(at, "Back").click().run()
    left = counter(at)
    switched(switched(at, "grow"), page)
    assert not at.warning
    assert counter(at) == left
