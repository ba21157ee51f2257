"""Click "Next" to painted, whole page, in headless Chromium: ``python -m benchmarks.click``; and a key in the page that plays.

Painted = the app has finished running, the counter shows the new step, and two more frames have gone by. In the page that
plays: the first frame that shows the new step; what glides after it is not counted.
"""

import statistics
import tempfile
import time
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import Page, sync_playwright

from benchmarks.common import asked
from dtlearn import ALGORITHMS, grow, load
from dtlearn.trees.pseudocode import PSEUDOCODE
from dtlearn.views.stage.walkthrough import Walkthrough
from pages.ui.kit.fields import ALGORITHM_IDS
from tests.browser import find
from tests.support.server import Server

CLICK = """async (expected) => {
  const app = document.querySelector('[data-testid=stApp]');
  const deep = (root, selector) => {
    const found = root.querySelector(selector);
    if (found) return found;
    for (const el of root.querySelectorAll('*')) if (el.shadowRoot) {
      const inner = deep(el.shadowRoot, selector);
      if (inner) return inner;
    }
    return null;
  };
  const button = [...document.querySelectorAll('.st-key-dt-player button')].find(b => b.textContent.includes('Next'));
  const frame = () => new Promise(done => requestAnimationFrame(done));
  const start = performance.now();
  button.click();
  for (;;) {
    await frame();
    const bar = deep(document, '[role=slider]');
    if (bar && bar.getAttribute('aria-valuenow') === String(expected) && !window.__wasRunning) window.__wasRunning = true;
    if (window.__wasRunning && app.dataset.testScriptState === 'notRunning') break;
    if (performance.now() - start > 10000) throw new Error('no answer in 10 s');
  }
  await frame();
  await frame();
  window.__wasRunning = false;
  return performance.now() - start;
}"""

KEY = """async (expected) => {
  const counter = document.querySelector('main').shadowRoot.querySelector('.counter');
  const start = performance.now();
  document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true}));
  await new Promise(done => requestAnimationFrame(done));
  await new Promise(done => {
    const {port1, port2} = new MessageChannel();
    port1.onmessage = done;
    port2.postMessage(0);
  });
  if (!counter.textContent.startsWith(`Step ${expected} `)) throw new Error('not shown');
  return performance.now() - start;
}"""
LESSONS = {
    "PlayTennis": ("play_tennis", "ID3 (CS181)"),
    "iris": ("iris", "CART"),
    "titanic, 65 nodes": ("titanic", "ID3 (UML)"),
}


def settle(page: Page) -> None:
    """Wait until the app has run and nothing is loading."""
    page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]", timeout=60_000)
    page.wait_for_selector(".st-key-dt-player button", timeout=60_000)
    page.wait_for_timeout(800)


def clicks(page: Page, url: str, rounds: int) -> list[float]:
    """Milliseconds of each click, walking the growth from its first step to its last, again and again."""
    times: list[float] = []
    for _ in range(rounds):
        page.goto(url)
        settle(page)
        last = int(page.locator("[role=slider]").first.get_attribute("aria-valuemax"))
        for k in range(1, last + 1):
            times.append(page.evaluate(CLICK, k))
            page.wait_for_timeout(250)
    return times


def keys(page: Page, lesson: Walkthrough, rounds: int, folder: str) -> list[float]:
    """Milliseconds of each key in the page that plays, walked to its end again and again."""
    times: list[float] = []
    path = lesson.save(Path(folder) / "lesson.html")
    for _ in range(rounds):
        page.goto("about:blank")
        page.goto(path.as_uri())
        page.wait_for_timeout(500)
        for k in range(1, len(lesson)):
            times.append(page.evaluate(KEY, k))
            page.wait_for_timeout(50)
    return times


def told(name: str, times: list[float]) -> str:
    """The median and the 95th percentile."""
    p95 = sorted(times)[int(0.95 * (len(times) - 1))]
    return f"{name}: {len(times)} times, median {statistics.median(times):.0f} ms, 95th percentile {p95:.0f} ms"


def main() -> None:
    ids = {name: id_ for id_, name in ALGORITHM_IDS.items()}
    rounds = asked(__doc__, rounds=(4, "walks from the first step to the last")).rounds
    with Server() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find())
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        start = time.perf_counter()
        page.goto(f"{server.url}/grow")
        page.wait_for_selector(".st-key-dt-player button", timeout=60_000)
        print(f"first page of a fresh server: {time.perf_counter() - start:.1f} s")
        for name, (data, algorithm) in LESSONS.items():
            settings = ALGORITHMS[algorithm]
            query = urlencode({"data": data, "algorithm": ids[algorithm], "criterion": settings.criterion})
            slow = clicks(page, f"{server.url}/grow?v=1&{query}", rounds)
            lesson = grow(load(data), settings).steps().walkthrough(algorithm if algorithm in PSEUDOCODE else "")
            with tempfile.TemporaryDirectory() as folder:
                quick = keys(page, lesson, -(-100 // len(lesson)), folder)
            print(told(f"{name}, Next on the page", slow))
            print(
                told(f"{name}, a key in the page that plays", quick),
                f"ratio {statistics.median(quick) / statistics.median(slow):.2f}",
            )
        browser.close()


if __name__ == "__main__":
    main()
