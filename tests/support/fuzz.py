"""Random links to every page, made from real ones and then damaged: none may raise, none gets two warnings.

``python -m tests.support.fuzz --links 5000 --seed 1`` prints what it found; ``--only 1234`` opens that one link again.
"""

from __future__ import annotations

import argparse
import inspect
import logging
import random
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlencode

from streamlit.testing.v1 import AppTest

from dtlearn import load
from dtlearn.data.packing import deflate, inflate, pack
from dtlearn.teaching import worked_examples
from pages.ui.examples.decks import PAGES
from pages.ui.kit.codec import Field
from pages.ui.kit.contents import fields_of
from pages.ui.kit.scene import EVERYWHERE
from tests.support import (
    ROOT,
    asking,  # noqa: F401  (conftest: one look at the installed packages, not one for each link)
)
from tests.support.owntables import HOSTILE, NUMBERS, ONE_CLASS, WIDE, WORDS

APP = str(ROOT / "pages" / "main.py")
TWICE = "two warnings"
SLOW = 2.0  # seconds of CPU time
TABLES = (HOSTILE, NUMBERS, ONE_CLASS, WIDE, WORDS, pack(load("or")), pack(load("seven_points")), pack(asking.table()))
TAUGHT = (*worked_examples.names(), *worked_examples.chapters())
DECKS = tuple(worked_examples.pack(worked_examples.load(name)) for name in TAUGHT)
PACKED = re.compile(r"(~d1|~1)(.*)", re.DOTALL)
# What the fields say that have a language of their own; of the others the ids and the numbers are known.
SAID = {
    "choices": ("r-f0v", "r-f0v1_1-f2t77.5", "r-f0v-f1v", "r-f0t1e999", "r-f0v1_7.7-x", "r-f92t1", "r-f0v-f92t1"),
    "place": ("r", "0", "0.0", "1"),
    "word": ("x1+x2+x99+leaf0", "x1+leaf0+leaf1", "foo"),
    "sizes": ("1,2", "100,500,2000", "1,2,foo"),
    "example": ("s3", "x1_1", "x900_900", "t999"),
    "tree_node": ("r", "r.0.1", "r.9.9"),
    "tolerated": ("0.01", "1e999", "nan", "-0"),
    "said": ("0:f0,1:f1", "0:l,1:f1", "0:zzz", "0:n7", "0:n77,1:n1"),
    "formula": ("x1 & !x2 | x3", "x1 xor x2", "!!!!!!x1", "(x1"),
    "table": ("0110", "01100110", "10010110", "00001001", "012"),
    "rows": ("-00----1", "0-1-0-1-", "01", "000--0-1-00-01--"),
    "values": ("1,3,5", "0.1,0.2", "1e999"),
    "slices": ("0:1", "2:1,3:1.7", "0:1e999"),
    "node": ("r", "r.0.1"),
    "points": ("000001111", "zzzzz", "xor"),
    "seed": ("1", "20261121"),
    "kinds": ("entropy.split", "gain.bound"),
    "retries": ("1-2", "20-1"),
    "answers": ("0~value:0.611", "0~!", "0~value:1/0;1~value:a"),
    "cells": ("0~r.f:2", "0~s.0:5~s.1:8~g.v:0.105"),
    "pasted": (deflate('{"data": "play_tennis"}'), deflate("[" * 99), "!!"),
    "changes": ("3c0", "3c0,5x,11c0", "none"),
    "found": ("0,9", "a"),
    "delta": ("0.05", "1e-9"),
}
STRANGE = (
    "",
    "-1",
    "0",
    "1",
    "99",
    "999999999",
    "-999999999",
    "9" * 400,
    "1e999",
    "nan",
    "inf",
    "-0",
    "0x1",
    "1_0",
    "½",
    "²",
    "٣",
    "\0",
    "\ud800",
    "\u202e",
    "👩‍👩‍👧",
    "ﬀ" * 50,
    "a" * 6500,
    "(" * 3000,
    "!" * 3000,
    "x1&" * 900 + "x1",
    "r" + ".0" * 2000,
    "0," * 3000,
    "~",
    "~1",
    "~d1",
    "~d2AAAA",
    "table-0123",
    "table-0123456789abcdef0123456789abcdef",
    "../../etc/passwd",
    "<b>",
    "$x$",
    "{}",
    "%s",
    "[" * 999,
    "True",
    "None",
    "r.0.0.0.0.0.0",
    *asking.WORDS[:9],
)
LETTERS = "01289.,:;-_~+!&|()xrflnt \n\0é\u2060<>\"'=[]{}#aeZ"


@dataclass(frozen=True)
class Found:
    """What came of one link.

    seconds : of CPU time. wrong : "" or the exception, or the warnings, if there is more than one.
    """

    link: str
    seconds: float
    wrong: str = ""


def links(seed: int) -> Iterator[tuple[str, dict[str, str]]]:
    """(page, query) of links without end, each page in turn."""
    real = {
        page: [m.query for d in map(worked_examples.load, TAUGHT) for m in d.slides if m.page == page] for page in PAGES
    }
    k = 0
    while True:
        for page in sorted(PAGES):
            # Each link has its own numbers, so that one can be made again alone.
            yield PAGES[page], _query(random.Random(f"{seed} {k}"), page, real[page])
            k += 1


def _query(rng: random.Random, page: str, real: list[dict[str, str]]) -> dict[str, str]:
    fields = fields_of(page) + EVERYWHERE
    query = dict(rng.choice(real)) if real and rng.random() < 0.3 else {"v": "1"}
    said = rng.sample(fields, min(len(fields), rng.choice((1, 2, 3, 5, 8, 40))))
    query |= {field.name: value(rng, field) for field in said}
    if rng.random() < 0.1:
        query[rng.choice(("nosuch", "utm_x", "embed", "é", "v", "data", "step"))] = rng.choice(STRANGE)
    # A browser sends only what UTF-8 can write.
    return {name: text.encode(errors="replace").decode() for name, text in query.items()}


def value(rng: random.Random, field: Field) -> str:
    """A value that the field may say; every third is damaged, every tenth of another world."""
    text = _right(rng, field)
    chance = rng.random()
    if chance < 0.1:
        return rng.choice(STRANGE)
    return _damaged(rng, text) if chance < 0.4 else text


def _right(rng: random.Random, field: Field) -> str:
    if field.name == "deck":
        return rng.choice((*TAUGHT, *DECKS))
    if field.name in SAID:
        return rng.choice(SAID[field.name])
    known = inspect.getclosurevars(field.read).nonlocals
    if "listed" in known:  # a table: of the collection, or packed
        ids = inspect.getclosurevars(known["listed"].read).nonlocals["ids"]
        return rng.choice((*ids, *TABLES) if rng.random() < 0.5 else TABLES)
    if "ids" in known:
        return rng.choice([*known["ids"]])
    if "low" in known:
        low, high = known["low"], known["high"]
        return str(
            rng.choice(
                (
                    low,
                    high,
                    low - 1,
                    high + 1,
                    10 * high,
                    *(rng.uniform(low, high) if isinstance(low, float) else rng.randint(low, high) for _ in range(4)),
                )
            )
        )
    return field.write(field.default)


def _damaged(rng: random.Random, text: str) -> str:
    """The text with a few letters changed; of a packed one the letters, or what they hold."""
    packed = PACKED.fullmatch(text)
    if packed and rng.random() < 0.7:
        return packed[1] + deflate(_changed(rng, inflate(packed[2])).encode(errors="replace").decode())
    return _changed(rng, text)


def _changed(rng: random.Random, text: str) -> str:
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        i = rng.randrange(len(text) + 1)
        j = min(len(text), i + rng.choice((0, 1, 1, 3, 20)))
        new = rng.choice(
            (
                "",
                rng.choice(LETTERS),
                text[j:i],
                text[i:j] * 2,
                str(rng.randrange(-9, 99)),
                text[:i][-9:],
                rng.choice(STRANGE),
            )
        )
        text = text[:i] + new + text[j:]
    return text[:20_000]


def opened(page: str, query: dict[str, str], patience: float = 60) -> Found:
    """The app at a link, for the first time."""
    link, start = f"{page}?{urlencode(query)}", time.process_time()
    at = AppTest.from_file(APP, default_timeout=patience)
    at.switch_page(f"{page}.py")
    at.query_params.update(query)
    try:
        at.run()
    except Exception as error:  # the time is up, or an exception that is no page's
        return Found(link, time.process_time() - start, f"{type(error).__name__}: {error}")
    seconds = time.process_time() - start
    if at.exception:
        return Found(link, seconds, "\n".join([at.exception[0].value, *at.exception[0].proto.stack_trace]))
    # On the page Practice a warning may be about a tree that is handed in.
    said = [each.value for each in at.warning if page != "practice" or "link" in each.value]
    return Found(link, seconds, "" if len(said) < 2 else f"{TWICE}: {' // '.join(said)}")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--links", type=int, default=5000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--only", type=int, help="the number of one link")
    given = options.parse_args()
    logging.disable(logging.CRITICAL)
    found = []
    for k, (page, query) in zip(range(given.links), links(given.seed), strict=False):
        if given.only in (None, k):
            found.append(one := opened(page, query))
            if one.wrong or one.seconds > SLOW:
                print(f"--- link {k}, {one.seconds:.1f} s: {one.link[:1500]}\n{one.wrong[:3000]}", flush=True)
    slowest = max(found, key=lambda one: one.seconds)
    twice = sum(one.wrong.startswith(TWICE) for one in found)
    print(
        f"links {len(found)}, exceptions {sum(bool(one.wrong) for one in found) - twice}, two warnings {twice}, slowest"
        f" {slowest.seconds:.2f} s of CPU ({slowest.link[:80]}), over {SLOW:g} s"
        f" {sum(one.seconds > SLOW for one in found)}"
    )


if __name__ == "__main__":
    main()
