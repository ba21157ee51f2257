"""Walkthroughs at addresses: what a page would make of the same scene, made once, kept for ever; or one sentence."""

import asyncio
import gzip
import json
import random
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from threading import Event, current_thread
from types import SimpleNamespace
from urllib.parse import quote, urlencode

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from starlette.applications import Starlette

import dtlearn
from dtlearn.data.packing import pack
from dtlearn.show.growing.captions import caption
from pages.ui.grow import lesson as grow
from pages.ui.kit import longwork, tables
from pages.ui.kit.codec import decode
from pages.ui.kit.documents import RELEASE, Document
from pages.ui.kit.scene import defaults
from pages.ui.kit.table_store import STORE, Gone, Store
from pages.ui.kit.turns import TURNS, slots
from pages.ui.pruning import lesson as pruning
from pages.ui.serving import walkthroughs
from pages.ui.serving.routes import routes
from tests.support import fuzz
from tests.support.asgi import GZIP, Answer, ask
from tests.support.owntables import HOSTILE, WIDE

APP = Starlette(routes=routes())
HERE = f"/walkthrough/{RELEASE}"
KINDS = sorted(walkthroughs.DOCUMENTS)


def get(address: str, **how) -> Answer:
    return asyncio.run(ask(APP, address, **how))


def scene_of(kind: str, **values) -> dict:
    return defaults(walkthroughs.DOCUMENTS[kind].fields) | values


def address(kind: str, **values) -> str:
    return "/" + walkthroughs.DOCUMENTS[kind].address(scene_of(kind, **values))


SCENES = [
    ("grow", {}),
    ("grow", {"data": "iris", "algorithm": "CART", "criterion": "gini_gain", "depth": 2, "order": "best_first"}),
    ("grow", {"data": "stopping_distance", "criterion": "mse", "algorithm": "CART", "leaves": 4}),
    ("grow", {"detail": "detail", "algorithm": "C4.5-style", "criterion": "gain_ratio"}),
    ("grow", {"predict": True}),
    ("grow", {"data": HOSTILE}),
    ("pruning", {}),
    ("pruning", {"data": "iris", "procedure": "reduced_error", "held": 30}),
    ("pruning", {"data": "source", "procedure": "generic"}),
    ("forest", {"trees": 5}),
    ("forest", {"trees": 4, "data": "cars_mpg", "x": 2, "y": 3, "example": "x100_3000"}),
    ("forest", {"trees": 4, "data": HOSTILE}),
    ("regions", {"x": 0, "y": 1, "slices": ((2, 4.5),), "algorithm": "CART"}),
    ("regions", {"data": "drawn", "points": ((1, 2, 0), (3, 4, 1))}),
]


@pytest.mark.parametrize(("kind", "values"), SCENES)
def test_an_address_gives_what_its_page_plays(kind, values):
    found = get(address(kind, **values), headers=GZIP)
    made = walkthroughs.DOCUMENTS[kind].make(scene_of(kind, **values))
    assert (found.status, found.headers["content-type"]) == (200, "application/json")
    assert gzip.decompress(found.body).decode() == made.json()


@pytest.mark.parametrize("kind", KINDS)
def test_an_address_says_all_that_the_document_depends_on_and_nothing_else(kind):
    document = walkthroughs.DOCUMENTS[kind]
    S = scene_of(kind)
    query = dict(part.split("=") for part in document.query(S).split("&"))
    assert decode(document.fields, query) == (S, [])
    assert not {"step", "present", "speed", "view", "deck"} & {f.name for f in document.fields}


def test_it_may_be_kept_for_ever_and_the_same_bytes_come_again():
    first = get(address("grow"), headers=GZIP)
    walkthroughs.ONCE.__init__(walkthroughs.ROOM)
    again = get(address("grow"), headers=GZIP)
    assert first.body == again.body
    assert first.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert (first.headers["content-encoding"], first.headers["vary"]) == ("gzip", "Accept-Encoding")
    plain = get(address("grow"))
    assert plain.body == gzip.decompress(first.body)
    assert "content-encoding" not in plain.headers
    assert plain.headers["vary"] == "Accept-Encoding"


def test_what_is_made_of_a_visitors_table_is_kept_by_no_browser_and_no_proxy():
    """Of a packed one too, however the address writes its first sign."""
    stored, packed = STORE.put(long_table()), HOSTILE
    for name in (stored, packed, packed.replace("~", "%7E")):
        for _ in range(2):  # made, then found
            found = get(f"{HERE}/grow?v=1&data={name}&depth=1")
            assert (found.status, found.headers["cache-control"]) == (200, "private, no-store")


def test_a_large_table_has_an_address_for_everybody_as_long_as_the_process_holds_it(monkeypatch):
    """Its tree comes in parts, which are grown once; together they are the whole."""
    grown = []
    monkeypatch.setattr(longwork.dtlearn, "grow", lambda *asked: grown.append(1) or dtlearn.growing.grow.grow(*asked))
    name = STORE.put(long_table())
    S = scene_of("grow", data=name, algorithm="CART", criterion="gini_gain")
    assert grow.part_size(S)
    parts, k = [], 0
    while (found := get(address("grow", **S | {"part": k}))).status == 200:
        parts.append(json.loads(found.body))
        k += 1
    assert grown == [1]
    assert found.text == f"part={k} does not exist here."
    frames = [frame for part in parts for frame in part["frames"]]
    whole = grow.steps_of(S)
    assert len(parts) > 2
    assert [part["first"] for part in parts] == [k * grow.PART for k in range(len(parts))]
    assert [frame["caption"] for frame in frames] == [caption(step) for step in whole]
    monkeypatch.setattr(tables, "STORE", Store())
    lost = get(address("grow", **S | {"part": 0, "depth": 3}))
    assert (lost.status, lost.text) == (404, str(Gone()))


def long_table() -> dtlearn.Dataset:
    """A table that no link holds, and whose tree has many nodes."""
    dice = random.Random(3)
    rows = [[dice.random(), dice.random()] for _ in range(2000)]
    return dtlearn.from_arrays(rows, [dice.randrange(2) for _ in rows])


def test_another_release_leads_to_ours_from_any_depth():
    found = get("/walkthrough/0123456789ab/grow?v=1&data=iris")
    assert (found.status, found.headers["location"]) == (307, f"../{RELEASE}/grow?v=1&data=iris")
    assert found.headers["cache-control"] == "no-store"


NOBODYS = f"table-{'0' * 32}"
SAID = {
    "grow?v=1&data=nosuch": (400, "data='nosuch' is unknown."),
    "grow?v=1&step=3": (400, "'step' is unknown."),
    "grow?v=1&depth=-1": (400, "depth=-1 is outside 0 to 999999999."),
    "grow-candidate?v=1&criterion=mse": (400, "The target 'PlayTennis' is a class: choose the criterion info_gain or"),
    "grow?data=iris": (400, "it has no version (v=1)."),
    "grow?v=2": (400, "it was made for version '2'."),
    "grow?v=1&data=~d1zzz": (400, "its table cannot be opened"),
    "grow?v=1&data=" + "x" * 20_000: (400, "it has more than 16,000 characters."),
    f"grow?v=1&data={NOBODYS}": (404, "this server does not hold it"),
    f"pruning?v=1&data={NOBODYS}": (404, "this server does not hold it"),
    "pruning?v=1&data=stopping_distance": (400, "data='stopping_distance' is unknown."),
    "forest?v=1&example=t900": (400, "This address cannot be read: example=t900 is outside t1 to t80."),
    f"forest?v=1&data={NOBODYS}": (404, "this server does not hold it"),
    "nosuch?v=1": (404, "There is no walkthrough of that kind: choose grow or "),
    "<script>?v=1": (404, "There is no walkthrough of that kind"),
}


@pytest.mark.parametrize("asked", SAID)
def test_what_cannot_be_answered_is_told_in_one_sentence(asked):
    found = get(f"{HERE}/{asked}")
    status, says = SAID[asked]
    assert (found.status, found.headers["cache-control"]) == (status, "no-store")
    assert found.headers["content-type"] == "text/plain; charset=utf-8"
    assert says in found.text


def test_a_growth_of_a_large_tree_comes_in_parts(monkeypatch):
    monkeypatch.setattr(grow, "LONG", 7)
    monkeypatch.setattr(grow, "PART", 5)
    parts = [json.loads(get(address("grow", part=k)).body) for k in (0, 1)]
    assert [(part["first"], part["steps"], len(part["frames"])) for part in parts] == [(0, 9, 5), (5, 9, 4)]
    assert get(address("grow", part=2)).text == "part=2 does not exist here."


def test_a_pruning_of_a_large_tree_comes_in_parts_that_together_are_the_whole(monkeypatch):
    how = {"data": "iris", "procedure": "generic", "algorithm": "CART"}
    whole = json.loads(get(address("pruning", **how)).body)
    walkthroughs.ONCE.__init__(walkthroughs.ROOM)
    monkeypatch.setattr(pruning, "LONG", 7)
    monkeypatch.setattr(pruning, "PART", 5)
    parts = [json.loads(get(address("pruning", **how, part=k)).body) for k in (0, 1)]
    assert [(part["first"], part["steps"], len(part["frames"])) for part in parts] == [(0, 9, 5), (5, 9, 4)]
    frames = [frame for part in parts for frame in part["frames"]]
    for name in ("caption", "node", "place", "marks", "at"):
        assert [frame[name] for frame in frames] == [frame[name] for frame in whole["frames"]]
    assert parts[0]["chart"] == parts[1]["chart"] == whole["chart"]
    assert get(address("pruning", **how, part=2)).text == "part=2 does not exist here."
    walkthroughs.ONCE.__init__(walkthroughs.ROOM)


@pytest.mark.parametrize("kind", ["grow", "regions"])
def test_the_arithmetic_of_a_candidate_has_an_address_of_its_own(kind):
    whole = json.loads(get(address(kind)).body)["worked"]
    row = next(row for row in whole if re.fullmatch(r"(f\d+)?c0\.\d+", row))
    found = json.loads(get(address(f"{kind}-candidate", node=0, candidate=int(row.partition(".")[2]))).body)
    whole, worked = json.loads(get(address(kind)).body), whole[row]
    assert found["lines"] == [whole["lines"][i] for i in worked["lines"]]
    assert (found["columns"], found["branches"]) == (worked["columns"], worked["branches"])
    for node, candidate in ((0, 9999), (99, 0)):
        missing = get(address(f"{kind}-candidate", node=node, candidate=candidate))
        assert (missing.status, missing.text) == (400, f"There is no candidate {candidate} at node {node}.")


def test_the_arithmetic_of_an_alternative_has_an_address_of_its_own():
    whole = json.loads(get(address("pruning")).body)
    found = json.loads(get(address("pruning-candidate", node=1, candidate=2)).body)
    worked = whole["worked"]["c1.2"]
    assert found["lines"] == [whole["lines"][i] for i in worked["lines"]]
    assert found["remark"] == worked["remark"]
    for node, candidate in ((0, 0), (1, 3), (9, 0)):
        missing = get(address("pruning-candidate", node=node, candidate=candidate))
        assert (missing.status, missing.text) == (400, f"There is no alternative {candidate} at state {node}.")


def test_a_large_table_takes_its_turn_at_heavy_work(monkeypatch):
    turns, join = [], TURNS.join
    monkeypatch.setattr(TURNS, "join", lambda: turns.append(1) or join())
    large = pack(dtlearn.from_arrays([[i % 7, i % 5] for i in range(600)], [i % 2 for i in range(600)]))
    for data, taken in ((WIDE, 0), (large, 1)):
        assert get(address("grow", data=data, depth=2)).status == 200
        assert (len(turns), len(TURNS)) == (taken, 0)


# ---- once for all


@pytest.fixture
def counted(monkeypatch):
    """(times that the document of Grow was made, what lets it be finished)"""
    made, go = [], Event()

    def make(S: dict):
        made.append(S["data"])
        assert go.wait(60)
        return grow.DOCUMENT.make(S)

    document = Document("grow", grow.DOCUMENT.fields, make)
    monkeypatch.setitem(walkthroughs.DOCUMENTS, "grow", document)
    monkeypatch.setattr(walkthroughs, "ONCE", walkthroughs.SingleFlightCache(walkthroughs.ROOM))
    return made, go


def test_two_hundred_who_ask_at_once_cost_one_computation(counted, monkeypatch):
    made, go = counted
    real, joined = walkthroughs.ONCE.asked, count(1)

    def asked(*words):
        found = real(*words)
        if next(joined) == 200:  # all wait for the same one
            go.set()
        return found

    monkeypatch.setattr(walkthroughs.ONCE, "asked", asked)
    same = [address("grow", data="iris"), f"{HERE}/grow?data=iris&v=1"]  # written in two ways

    async def all_at_once():
        return await asyncio.gather(*(ask(APP, same[k % 2], GZIP) for k in range(200)))

    found = asyncio.run(all_at_once())
    assert {answer.status for answer in found} == {200}
    assert len({answer.body for answer in found}) == 1
    assert made == ["iris"]
    assert get(same[0]).status == 200
    assert made == ["iris"]


async def waiting(asked: list) -> None:
    """Until they wait for something that is being made, or is to be."""
    while not asked:
        await asyncio.sleep(0)
    for _ in range(20):
        await asyncio.to_thread(lambda: None)


def test_who_goes_away_while_it_waits_stops_it_for_nobody(counted):
    made, go = counted
    busy = [walkthroughs._SOON.submit(go.wait, 60) for _ in range(slots())]

    async def two():
        first, second = (asyncio.ensure_future(ask(APP, address("grow"))) for _ in range(2))
        await waiting(walkthroughs.ONCE._making)
        first.cancel()
        await waiting(busy)
        go.set()
        return await second

    assert asyncio.run(two()).status == 200
    assert len(made) == 1


def test_the_event_loop_is_free_while_one_is_made(counted):
    made, go = counted

    async def meanwhile():
        waits = asyncio.ensure_future(ask(APP, address("grow")))
        await waiting(made)
        other = await ask(APP, "/healthz")
        assert not waits.done()
        go.set()
        return other, await waits

    assert [answer.status for answer in asyncio.run(meanwhile())] == [200, 200]


def test_the_event_loop_reads_no_table(monkeypatch):
    threads, real = [], walkthroughs.decode
    monkeypatch.setattr(walkthroughs, "decode", lambda *asked: threads.append(current_thread()) or real(*asked))
    assert get(f"{HERE}/grow?v=1&depth=1&order=best_first").status == 200
    assert len(threads) == 1
    assert current_thread() not in threads


def test_what_failed_is_not_kept():
    once, tries = walkthroughs.SingleFlightCache(100), count()

    def make() -> bytes:
        if not next(tries):
            raise walkthroughs.Refused(400, "No.")
        return b"made"

    with ThreadPoolExecutor(1) as pool:
        with pytest.raises(walkthroughs.Refused):
            once.asked(("a",), make, pool).result()
        assert once.kept(("a",)) is None
        assert once.asked(("a",), make, pool).result() == b"made"


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 60)), max_size=60))
def test_the_latest_are_kept_as_far_as_there_is_room(asked):
    """Against a list that says the same in another way."""
    once, model, sizes = walkthroughs.SingleFlightCache(100), [], {}
    with ThreadPoolExecutor(1) as pool:
        for key, size in asked:
            found = once.asked((key,), lambda size=size: bytes(size), pool).result()
            sizes.setdefault(key, size) if key in model else sizes.update({key: size})
            assert len(found) == sizes[key]
            model = [k for k in model if k != key] + [key]
            while sum(sizes[k] for k in model) > 100 and len(model) > 1:
                model.pop(0)
    assert [key for key in range(10) if once.kept((key,)) is not None] == sorted(model)


# ---- whatever is asked


@given(st.sampled_from(KINDS), st.integers(0, 10**9))
def test_every_query_is_answered_or_told(kind, seed):
    rng, document = random.Random(seed), walkthroughs.DOCUMENTS[kind]
    fields = rng.sample(document.fields, rng.randrange(4))
    values = {field.name: fuzz.value(rng, field).encode(errors="replace").decode() for field in fields}
    found = get(f"{HERE}/{kind}?{urlencode({'v': '1'} | values)}")
    assert found.status in (200, 400, 404)
    if found.status == 200:
        assert {"kind", "lines"} & set(json.loads(found.body))
    else:
        assert re.fullmatch(r"[A-Z][^\n]*[.…]", found.text)


@given(st.text(max_size=40))
@example("grow/")
@example("http://localhost//")  # which a redirect may not lead to
def test_every_path_below_is_answered_or_told(text):
    found = get(f"{HERE}/{quote(text.encode(errors='replace'), safe='')}?v=1")
    if found.status == 307:  # a slash at the end: Starlette leads to the address without it
        host, _, path = found.headers["location"].removeprefix("http://").partition("/")
        assert host == "127.0.0.1"
        found = get(f"/{path}")
    assert found.status in (200, 404)


def test_a_module_that_was_read_anew_answers(monkeypatch):
    """As ``make dev`` does after a change of a file."""
    new = SimpleNamespace(
        RELEASE="new",
        Refused=walkthroughs.Refused,
        kept=lambda *asked: gzip.compress(b"new"),
        is_private=lambda query: False,
    )
    monkeypatch.setitem(sys.modules, walkthroughs.__name__, new)
    assert get("/walkthrough/new/grow").text == "new"
