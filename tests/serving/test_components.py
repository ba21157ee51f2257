"""Scripts of our components at addresses: what was declared, kept for ever, small on the way; or one sentence."""

import asyncio
import gzip

import pytest
from starlette.applications import Starlette

from pages.ui.components import declare
from pages.ui.components.declare import HERE, SCRIPTS
from pages.ui.serving.routes import routes
from tests.support.apps import opened
from tests.support.asgi import GZIP, Answer, ask

APP = Starlette(routes=routes())


def get(address: str, **how) -> Answer:
    return asyncio.run(ask(APP, f"/{address}", **how))


def test_every_script_is_at_its_address_and_kept_for_ever():
    assert get("components/0/nothing.js").status == 404  # it has looked for all
    folders = {script.stem for script in HERE.glob("*/*.js") if script.stem == script.parent.name}
    assert folders == {address.split("/")[-1].removesuffix(".js") for address in SCRIPTS}
    for address, text in SCRIPTS.items():
        plain, packed = get(address), get(address, headers=GZIP)
        assert plain.text == gzip.decompress(packed.body).decode() == text
        assert packed.headers["content-encoding"] == "gzip"
        assert plain.headers["content-type"].startswith("text/javascript")
        assert "immutable" in plain.headers["cache-control"]


@pytest.mark.parametrize(
    ("accepted", "packed"),
    [
        ("br, gzip", True),
        ("GZIP;q=0.5", True),
        ("gzip ; q=0.01", True),
        ("gzip;q=1, br;q=0", True),
        ("", False),
        ("br", False),
    ]
    + [(f"{zero}, br", False) for zero in ("gzip;q=0", "gzip; q=0.000", "GZIP ;Q=0.")],
)
def test_who_refuses_gzip_gets_none(accepted, packed):
    found = get("components/0/stage.js")  # the way to ours
    found = get(found.headers["location"].removeprefix("../../"), headers={"accept-encoding": accepted})
    assert ("content-encoding" in found.headers) == packed


def test_a_script_of_another_release_leads_to_ours_and_an_unknown_one_nowhere():
    address = next(one for one in SCRIPTS if one.endswith("/stage.js"))
    moved = get("components/0123/stage.js")
    assert (moved.status, moved.headers["location"]) == (307, f"../../{address}")
    assert moved.headers["cache-control"] == "no-store"
    assert get("components/0123/stages.js").status == 404


@pytest.mark.parametrize("address", ["grow/grow?v=1&data=iris", "grow/a/b/", "numbers/x"])
def test_an_address_below_a_page_says_that_there_is_none_and_leads_to_the_page(address):
    answer = get(address)
    page = address.partition("/")[0]
    assert answer.status == 404
    assert "There is no page at this address." in answer.text
    assert f'href="/{page}"' in answer.text
    assert "no page" not in get(f"{page}/").text  # which Streamlit answers


@pytest.mark.parametrize("page", ["grow", "bound", "regions", "pruning"])
def test_what_a_page_is_sent_for_a_component_is_little(page):
    sent = [element.proto.ByteSize() for element in opened(page, v=1).get("bidi_component")]
    assert max(sent) < 10_000


def test_an_event_without_a_value_is_heard_and_a_component_that_has_left_tells_nothing(monkeypatch):
    monkeypatch.setattr(declare.st, "session_state", {"gone": {}, "blanks": {"onward": [None, 1]}})
    heard = []
    for key in ("blanks", "gone", "never"):
        declare._tell(key, "onward", heard.append)()
    assert heard == [None]
