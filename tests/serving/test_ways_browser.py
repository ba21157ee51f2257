"""Each way of serving the app, at the root and below a path: a deep link as the first request, and all the rest."""

import json
import os
import re
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from playwright.sync_api import expect

import dtlearn
from pages.ui.grow import lesson as growth
from pages.ui.kit.documents import RELEASE
from pages.ui.kit.scene import defaults
from pages.ui.serving.headers import HEADERS
from tests.conftest import PROJECTOR
from tests.support.server import WAYS, Server, undelayed
from tests.support.visits import at_step, load, open_at

S = defaults(growth.FIELDS) | {"data": "titanic", "algorithm": "ID3 (UML)"}
FETCH = "async address => { const got = await fetch(address); return [got.url, got.status, await got.text()]; }"


@pytest.fixture(scope="module", params=[(way, base) for way in WAYS for base in ("", "/course/trees")], ids="".join)
def opened(request, browser):
    """(a server, the tab that asked it first): what its console complained about is ``page.complaints``."""
    with Server(way=request.param[0], base=request.param[1]) as server:
        page = browser.new_page(viewport=PROJECTOR)
        page.complaints = []
        page.on(
            "console",
            lambda said: (
                page.complaints.append(f"{said.text} {said.location['url']}") if said.type == "error" else None
            ),
        )
        page.on("pageerror", lambda error: page.complaints.append(str(error)))
        load(page, server, "grow?v=1&data=titanic&algorithm=id3-uml&step=60")
        yield server, page
        page.close()


@pytest.fixture
def served(opened):
    return opened[0]


@pytest.fixture
def asked(opened):
    return opened[1]


def test_a_deep_link_is_the_first_request(asked, served):
    at_step(asked, 60, 65)
    assert asked.url.startswith(f"{served.url}/grow?v=1&data=titanic")
    expect(asked.get_by_text("Page not found")).to_have_count(0)


def test_the_lesson_is_fetched_from_where_the_page_is(asked, served):
    address = growth.DOCUMENT.address(S)
    url, status, text = asked.evaluate(FETCH, address)
    assert (url, status) == (f"{served.url}/{address}", 200)
    assert text == growth.DOCUMENT.make(defaults(growth.DOCUMENT.fields) | S).json()
    old = asked.evaluate(FETCH, address.replace(RELEASE, "0123456789ab"))
    assert old == [url, status, text]


def test_graphviz_draws_and_nothing_is_refused(asked, served):
    open_at(asked, served, "forest?v=1&trees=5&matter=1")
    expect(asked.locator(".stPlotlyChart svg").first).to_be_visible()
    open_at(asked, served, "grow?v=1&view=graphviz")
    expect(asked.locator(".stGraphVizChart svg g.node").first).to_be_visible()
    # Streamlit looks for its base path from the page upwards: that is how it knows where it is.
    looks = re.compile(r".* 404 \(Not Found\) \S*/_stcore/(health|host-config)")
    assert [said for said in asked.complaints if not looks.fullmatch(said)] == []


@pytest.mark.parametrize(
    "path", ["/grow?v=1", "/", "/_stcore/health", "/healthz", f"/walkthrough/{RELEASE}/grow?v=1", "static"]
)
def test_every_answer_has_the_headers(served, path):
    if path == "static":
        path = "/" + re.search(r"static/js/index[^\"]*\.js", urlopen(f"{served.url}/").read().decode())[0]
    with urlopen(served.url + path) as found:
        assert HEADERS.items() <= {name.lower(): value for name, value in found.headers.items()}.items()
        assert "set-cookie" not in found.headers or path == "/_stcore/health"  # a proxy may keep the rest for everybody


def test_refusals_have_the_headers_too(served):
    with pytest.raises(HTTPError) as refused:
        urlopen(f"{served.url}/walkthrough/{RELEASE}/grow?v=1&data=nosuch")
    with refused.value as found:
        assert found.code == 400
        assert HEADERS.items() <= {name.lower(): value for name, value in found.headers.items()}.items()


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="another process's sockets are seen on Linux alone")
def test_no_answer_waits_for_the_acknowledgement_of_the_one_before(served):
    assert undelayed(served.process.pid, int(served.url.split(":")[2].split("/")[0]))


def test_it_says_what_it_is(served):
    with urlopen(f"{served.url}/healthz") as found:
        assert json.load(found) == {"version": dtlearn.__version__, "release": RELEASE}


def test_nothing_is_warned_of(served):
    assert "Traceback" not in served.said()
    assert "ScriptRunContext" not in served.said()
    assert "Session state" not in served.said()
    assert "GET" not in served.said()  # an address may hold a visitor's table
