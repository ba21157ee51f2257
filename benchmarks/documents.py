"""What it costs to make a lesson's document, and how soon a table of one's own is on the screen.

CPU of one process beside growing; the law: a table twice as long with its tree twice as large; a request on a kept connection.
``--browser``: from the click on a page's link below "Your own data" to its first step, on a quiet machine only.
"""

import http.client
import statistics
import time
from contextlib import ExitStack
from itertools import pairwise
from urllib.parse import urlsplit

import numpy as np
from playwright.sync_api import Page, sync_playwright

from benchmarks.common import Table, asked, milliseconds, noisy, verdict
from dtlearn import ALGORITHMS, Dataset, Feature, Schema, grow, load
from dtlearn.data.packing import write_csv
from tests.browser import find
from tests.support.server import Server

COLLECTION = {"play_tennis": 0.012, "iris": None, "penguins": None, "wine": 0.060}  # name -> s at most
MADE = {(150, 4): None, (300, 8): None, (600, 10): None, (1000, 10): 0.4}
LAW = (150, 300, 600, 1200, 2400, 4800)  # rows of ten numbers whose labels are drawn
TWICE = 2.3  # times as long at most
PAGES = {
    "Grow a tree on it": 1,
    "Regions": 1,
    "Pruning": 1,
    "Forest": 1,
    "Generalisation bound": 1,
}  # link -> s at most
LARGE = {"Grow a tree on it": 2, "Regions": 2, "Pruning": 2, "Forest": 2}
REQUESTS, SOON = 30, 0.003
STEP = ".player .counter"


def table(m: int, d: int, drawn: bool = False) -> Dataset:
    """Two classes of d numbers. drawn : labels that follow no rule, so that the tree is as large as it can be."""
    X, y = noisy(m, 2, d)
    y = np.random.default_rng(1).integers(0, 2, m) if drawn else y
    schema = Schema(tuple(Feature(f"x{j + 1}") for j in range(d)), ("no", "yes"), "y")
    return Dataset(f"{m:,} x {d}{' drawn' * drawn}", schema, X.astype(float).round(4), y)


def spent(data: Dataset) -> tuple[int, float, float]:
    """(nodes, CPU seconds of growing, of the document)."""
    start = time.process_time()
    trace = grow(data, ALGORITHMS["CART"])
    grown = time.process_time()
    trace.steps().walkthrough()
    return len(trace.tree), grown - start, time.process_time() - grown


def documents(quick: bool) -> None:
    lines = Table({"table": 16, "nodes": 6, "growing, ms": 11, "document, ms": 12, "at most": 8})
    known = [(load(name), most) for name, most in COLLECTION.items()]
    made = [(table(m, d), most) for (m, d), most in MADE.items() if not quick or m < 600]
    large = [] if quick else [(table(5000, 10, drawn=True), 3.0)]
    spent(known[0][0])  # what is read once
    for data, most in [*known, *made, *large]:
        nodes, growing, document = min(
            (spent(data) for _ in range(1 if len(data) > 2000 else 3)), key=lambda one: one[2]
        )
        said = "" if most is None else verdict(document <= most)
        limit = "" if most is None else milliseconds(most)
        lines.row(data.title, str(nodes), milliseconds(growing), milliseconds(document), limit, said=said)


def law(quick: bool) -> None:
    lines = Table({"labels drawn": 16, "rows": 6, "nodes": 6, "document, ms": 12, "times": 6})
    sizes = LAW[:3] if quick else LAW
    found = [(m, *spent(table(m, 10, drawn=True))) for m in sizes]
    lines.row("", str(found[0][0]), str(found[0][1]), milliseconds(found[0][3]), "")
    for (_, before, _, less), (m, nodes, _, more) in pairwise(found):
        per_tree = more / less * 2 / (nodes / before)  # of a tree exactly twice as large
        lines.row("", str(m), str(nodes), milliseconds(more), f"{per_tree:.2f}", said=verdict(per_tree <= TWICE))


def kept_connection(server: Server) -> None:
    address = urlsplit(server.url)
    connection, times = http.client.HTTPConnection(address.hostname, address.port), []
    for _ in range(REQUESTS):
        start = time.perf_counter()
        connection.request("GET", "/healthz")
        connection.getresponse().read()
        times.append(time.perf_counter() - start)
    median = statistics.median(times)
    print(f"{REQUESTS} requests on one connection: median {milliseconds(median)} ms, {verdict(median <= SOON)}")


def opened(page: Page, url: str, data: Dataset, link: str) -> float:
    """Seconds from the click on a page's link to its first step."""
    page.goto(f"{url}/own?v=1&own_way=file")
    raw = write_csv(data).encode()
    page.locator("input[type=file]").set_input_files({"name": "mine.csv", "mimeType": "text/csv", "buffer": raw})
    page.get_by_text(f"{len(data):,} rows").or_(page.get_by_text(f"{len(data)} rows")).first.wait_for(timeout=60_000)
    page.get_by_role("button", name="Use this table").click()
    target = page.get_by_role("link", name=link).first
    target.wait_for(state="attached", timeout=60_000)
    page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]")
    if not target.is_visible():
        page.get_by_text("More pages, and its files").click()
    start = time.perf_counter()
    target.click()
    page.wait_for_selector(STEP, timeout=120_000)
    return time.perf_counter() - start


def on_screen(server: Server, quick: bool) -> None:
    lines = Table({"table": 16, "page": 22, "click to first step, s": 22, "at most": 8})
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=find())
        for data, pages in [(table(1000, 10), PAGES), *([] if quick else [(table(5000, 9), LARGE)])]:
            for link, most in pages.items():
                page = browser.new_page(viewport={"width": 1280, "height": 800})
                seconds = opened(page, server.url, data, link)
                lines.row(data.title, link, f"{seconds:.2f}", str(most), said=verdict(seconds <= most))
                page.close()
        browser.close()


def main() -> None:
    said = asked(__doc__, quick="small tables only", browser=(False, "in a browser, by the wall clock"))
    documents(said.quick)
    law(said.quick)
    with ExitStack() as stack:
        server = stack.enter_context(Server())
        kept_connection(server)
        if said.browser:
            on_screen(server, said.quick)


if __name__ == "__main__":
    main()
