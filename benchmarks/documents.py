"""What a lesson's document costs, from small tables to the largest: ``python -m benchmarks.documents``.

Growing, and the document of the growth, by CPU time; the law, a table twice as long whose tree is twice as large;
30 requests on one kept connection under ``streamlit run``.

``--browser``: in headless Chromium, from the click that opens a table of one's own to its first step, another visitor's
change of a setting meanwhile, and what is pressed to painted on large trees. What would last is left out, with a word,
once a smaller one took more than 20 s.
"""

import gzip
import http.client
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypeVar
from urllib.parse import urlsplit

from benchmarks.common import Table, asked, cpu, dataset, milliseconds, noisy, verdict

# isort: split
import numpy as np
from playwright.sync_api import Browser, Page, sync_playwright
from playwright.sync_api import TimeoutError as Late

from benchmarks.click import COUNTER
from dtlearn import ALGORITHMS, Dataset, grow, load
from dtlearn.show.documents.walkthrough import Walkthrough
from pages.ui.grow import lesson as growth
from pages.ui.kit.contents import TITLES
from pages.ui.kit.scene import defaults
from tests.browser import find
from tests.support.server import Server
from tests.support.visits import idle

LASTS = 20  # s of a row from which on larger ones are left out
ROUNDS = 5  # of a row that takes less than a second
LAW, LONGEST = 2.3, 5000  # times; rows
REQUESTS, SOON = 30, 3  # ms
Made = TypeVar("Made")
COLUMNS = {"table": 24, "nodes": 8, "growing ms": 12, "document ms": 12, "KiB": 8}


def numbers(m: int, d: int = 10) -> Dataset:
    """Two classes cut from a rule, a fifth of the labels wrong."""
    return dataset(*noisy(m, d=d))


def chance(m: int, d: int = 10) -> Dataset:
    """Labels at random: the tree is as large as it can be."""
    rng = np.random.default_rng(0)
    return dataset(rng.normal(size=(m, d)), rng.integers(0, 2, m))


class Row(NamedTuple):
    """name : in the table. target : ms of the document, None if there is none."""

    name: str
    make: Callable[[], Dataset]
    algorithm: str = "CART"
    target: int | None = None


ROWS = (
    Row("PlayTennis", lambda: load("play_tennis"), "ID3 (CS181)", 12),
    Row("iris", lambda: load("iris")),
    Row("penguins", lambda: load("penguins")),
    Row("wine", lambda: load("wine"), target=60),
    Row("150 x 4", lambda: numbers(150, 4)),
    Row("300 x 8", lambda: numbers(300, 8)),
    Row("600 x 10", lambda: numbers(600)),
    Row("1,000 x 10", lambda: numbers(1000), target=400),
    Row("5,000 x 10, at random", lambda: chance(LONGEST), target=3000),
)


class Limit:
    """Whether there is time for what is larger than all before."""

    def __init__(self):
        self.longest = 0.0

    def left_out(self) -> str:
        """Why, if so."""
        return f"left out: a smaller one took {self.longest:.0f} s" if self.longest > LASTS else ""


def timed(limit: Limit, make: Callable[[], Made]) -> tuple[float, Made]:
    """CPU seconds of a call, the median of some if it is quick, after a warm-up; and what it makes."""
    found: list[Made] = []
    first = cpu(lambda: found.append(make()))
    limit.longest = max(limit.longest, first)
    return first if first > 1 else statistics.median(cpu(make) for _ in range(ROUNDS)), found[0]


def made(data: Dataset, algorithm: str = "CART") -> Walkthrough:
    return grow(data, ALGORITHMS[algorithm]).steps().walkthrough()


def costs(limit: Limit, rows: tuple[Row, ...]) -> None:
    table = Table(COLUMNS)
    for row in rows:
        if said := limit.left_out():
            table.row(row.name, "", "", "", "", said=said)
            continue
        data, settings = row.make(), ALGORITHMS[row.algorithm]
        grown, trace = timed(limit, lambda data=data, settings=settings: grow(data, settings))
        took, lesson = timed(limit, lambda trace=trace: trace.steps().walkthrough())
        size = len(gzip.compress(lesson.json().encode(), mtime=0)) / 1024
        said = row.target and f"target {row.target} ms: {verdict(1000 * took <= row.target)}"
        table.row(
            row.name, f"{len(trace.tree):,}", milliseconds(grown), milliseconds(took), f"{size:.0f}", said=said or ""
        )


def law(limit: Limit, doublings: int) -> None:
    """Labels at random: twice the rows, twice the nodes."""
    print("\nTwice the rows, twice the nodes:")
    table, before = Table({"rows": 8, "nodes": 8, "document ms": 12, "times": 8}), None
    for rows in (LONGEST >> by for by in range(5, 4 - doublings, -1)):
        if said := limit.left_out():
            table.row(f"{rows:,}", "", "", "", said=said)
            continue
        trace = grow(chance(rows), ALGORITHMS["CART"])
        took, _ = timed(limit, lambda trace=trace: trace.steps().walkthrough())
        times = took / before if before else 0
        said = before and f"target {LAW}: {verdict(times <= LAW)}"
        table.row(
            f"{rows:,}",
            f"{len(trace.tree):,}",
            milliseconds(took),
            f"{times:.2f}" if before else "",
            said=said or "",
        )
        before = took


def kept_connection() -> None:
    """What the server takes for what it has already made, and for nearly nothing."""
    with Server() as server:
        for name, path in (
            ("health", "/healthz"),
            ("a document", f"/{growth.DOCUMENT.address(defaults(growth.FIELDS))}"),
        ):
            line, times = http.client.HTTPConnection(urlsplit(server.url).netloc), []
            for _ in range(REQUESTS + 1):
                start = time.perf_counter()
                line.request("GET", path, headers={"Accept-Encoding": "gzip"})
                line.getresponse().read()
                times.append(1000 * (time.perf_counter() - start))
            line.close()
            middle = statistics.median(times[1:])  # the first one connects, and makes it
            said = f"median {middle:.1f} ms, target {SOON}: {verdict(middle <= SOON)}"
            print(f"{name}: {REQUESTS} requests on one connection, {said}", flush=True)


# ---- in a browser

WINDOW = {"width": 1280, "height": 800}
WAITS = 60_000  # ms for a page
FIRST_STEP = ".player .counter"
GROW = "Grow a tree on it"
SMALL_PAGES, LARGE_PAGES = (
    ("grow", "regions", "pruning", "forest", "bound"),
    ("grow", "regions", "pruning", "forest"),
)
OPENED = (("1,000 x 10", 1000, 10, SMALL_PAGES, 1000), ("5,000 x 9", 5000, 9, LARGE_PAGES, 2000))
QUIET, TWICE = 20, 2  # changes of another visitor's setting while nothing else goes on; times
SHOWN = (("1,000 x 10", lambda: numbers(1000), 40), ("5,000 x 10, at random", lambda: chance(LONGEST), 80))
STEPS, MIDDLE = 20, 150

# Presses a key, or clicks, and says how long it took until that was painted.
PAINTED = (
    f"async (does) => {{{COUNTER}"
    + """
  const root = counter.getRootNode(), all = [...root.querySelectorAll('*')].flatMap(one => one.shadowRoot ?? []);
  const find = (selector) => [root, ...all].flatMap(one => [...one.querySelectorAll(selector)]);
  const [kind, what] = does, nodes = find('g.node');
  const target = kind === 'node' ? nodes[Math.floor(what * nodes.length)] :
    find('button').find(one => one.textContent === what);
  const start = performance.now();
  if (kind === 'key') document.body.dispatchEvent(new KeyboardEvent('keydown', {key: what, bubbles: true}));
  else target.dispatchEvent(new MouseEvent('click', {bubbles: true, composed: true}));
  await new Promise(done => requestAnimationFrame(done));
  await new Promise(done => {
    const {port1, port2} = new MessageChannel();
    port1.onmessage = done;
    port2.postMessage(0);
  });
  return performance.now() - start;
}"""
)
# Another visitor: turns "Predict first" on and off, and notes how long each time the stage took to follow.
CHANGES = """() => {
  const deep = (root) => {
    const found = [...root.querySelectorAll('.player button')].find(one => /Play|Pause/.test(one.textContent));
    if (found) return found;
    for (const one of root.querySelectorAll('*')) if (one.shadowRoot) {
      const inner = deep(one.shadowRoot);
      if (inner) return inner;
    }
    return null;
  };
  const frame = () => new Promise(done => requestAnimationFrame(done));
  window.changes_ = [];
  const turn = async () => {
    for (;;) {
      const before = deep(document)?.disabled, start = performance.now();
      document.querySelector('.st-key-w_predict input').click();
      while (deep(document) === null || deep(document).disabled === before) await frame();
      window.changes_.push(performance.now() - start);
      await new Promise(done => setTimeout(done, 50));
    }
  };
  turn();
}"""


def csv(data: Dataset) -> bytes:
    """A table as a visitor has it."""
    names = ",".join(feature.name for feature in data.schema.features)
    rows = (",".join([*map(str, row.round(4)), "ab"[k]]) for row, k in zip(data.X, data.y, strict=True))
    return "\n".join([f"{names},class", *rows, ""]).encode()


def opening(page: Page, url: str, data: Dataset, target: str) -> float:
    """Milliseconds from the click on a page's link to its first step, of a table that nobody has opened before."""
    page.goto(f"{url}/own?v=1&entry=file")
    page.locator("input[type=file]").set_input_files({"name": "table.csv", "mimeType": "text/csv", "buffer": csv(data)})
    page.get_by_text(f"{len(data):,} rows, ").first.wait_for(timeout=WAITS)
    idle(page)
    page.get_by_role("button", name="Use this table").click(timeout=WAITS)
    link = page.get_by_role("link", name=GROW if target == "grow" else TITLES[target], exact=True)
    link.last.wait_for(timeout=WAITS)  # the menu has one of the same name before it
    page.wait_for_timeout(1500)
    start = time.perf_counter()
    link.last.click()
    page.wait_for_url(f"**/{target}*", timeout=WAITS)
    page.locator(FIRST_STEP).first.wait_for(timeout=WAITS)
    return 1000 * (time.perf_counter() - start)


def ninety_five(times: list[float]) -> float:
    return sorted(times)[int(0.95 * (len(times) - 1))]


def openings(browser: Browser, quick: bool) -> None:
    """A table of one's own, opened, while another visitor changes a setting."""
    with Server() as server:
        other = browser.new_page(viewport=WINDOW)
        other.goto(f"{server.url}/grow?v=1")
        other.locator(FIRST_STEP).first.wait_for(timeout=WAITS)
        other.wait_for_timeout(1500)
        other.evaluate(CHANGES)
        other.wait_for_function(f"() => window.changes_.length >= {QUIET}", timeout=WAITS)
        quiet = ninety_five(other.evaluate("() => window.changes_.splice(0)")[1:])
        print(f"another visitor changes a setting, nothing else goes on: 95 % {quiet:.0f} ms", flush=True)
        for name, m, d, pages, most in OPENED[: 1 if quick else None]:
            for k, target in enumerate(pages[: 1 if quick else None]):
                rng = np.random.default_rng(k)
                data = dataset(*noisy(m, d=d, seed=int(rng.integers(1000))))
                context = browser.new_context(viewport=WINDOW)
                page = context.new_page()
                other.evaluate("() => window.changes_.splice(0)")
                try:
                    took = opening(page, server.url, data, target)
                    said = f"{took:.0f} ms, target {most}: {verdict(took <= most)}"
                except Late:
                    said = f"not there after {WAITS // 1000} s, target {most}: {verdict(False)}"
                context.close()
                times = other.evaluate("() => window.changes_.splice(0)")
                late = ninety_five(times) if times else float("inf")
                beside = (
                    f"95 % {late:.0f} ms, {late / quiet:.1f} times, target {TWICE}: {verdict(late <= TWICE * quiet)}"
                )
                print(f"{name} on {TITLES[target]}: first step after {said}; the other's change {beside}", flush=True)
        other.close()


def shown(browser: Browser, folder: Path, limit: Limit, quick: bool) -> None:
    """What is pressed on a large tree, on the page that plays."""
    for name, make, most in SHOWN[: 1 if quick else None]:
        if said := limit.left_out():
            print(f"{name}: {said}")
            continue
        start = time.process_time()
        lesson = made(make())
        limit.longest = max(limit.longest, time.process_time() - start)
        page = browser.new_page(viewport=WINDOW)
        page.goto(lesson.save(folder / "lesson.html").as_uri())
        page.locator(FIRST_STEP).wait_for()
        page.wait_for_timeout(1000)

        def press(*does: object, page: Page = page) -> float:
            took = page.evaluate(PAINTED, does)
            page.wait_for_timeout(400)
            return took

        for _ in range(MIDDLE):
            page.evaluate(PAINTED, ("key", "ArrowRight"))
        page.wait_for_timeout(400)
        times = {
            "Next": [press("key", "ArrowRight") for _ in range(STEPS)],
            "Back": [press("key", "ArrowLeft") for _ in range(STEPS)],
            "a node": [press("node", k / STEPS) for k in range(STEPS)],
        }
        times["Fit"] = [press("click", "Fit") for _ in range(STEPS // 2) if press("click", "+")]
        times["End"] = [press("key", "End") for _ in range(STEPS // 2) if press("key", "Home")]
        for act, found in times.items():
            middle = statistics.median(found)
            said = f"median {middle:.0f} ms, 95 % {ninety_five(found):.0f} ms, target {most}: {verdict(middle <= most)}"
            print(f"{name}, {len(lesson) - 1} steps: {act} to painted, {said}", flush=True)
        page.close()


def main() -> None:
    said = asked(
        __doc__,
        "the smaller tables, one page, one tree",
        browser=(False, "in a browser: tables opened, large trees stepped"),
    )
    limit = Limit()
    if not said.browser:
        costs(limit, ROWS[:5] if said.quick else ROWS)
        law(Limit(), 1 if said.quick else 5)
        return kept_connection()
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=find())
        shown(browser, Path(folder), limit, said.quick)
        openings(browser, said.quick)
        browser.close()
    return None


if __name__ == "__main__":
    main()
