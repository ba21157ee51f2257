"""A key to painted on the stage, in headless Chromium: ``python -m benchmarks.click``: in the app,
and in the page that plays.

Painted = the first frame that shows the new step; what glides after it is not counted. ``--old FOLDER``: beside it, in
the same run, "Next" on the page of a release before the stage, checked out there: painted when its run has ended and
two more frames have gone by.
"""

import statistics
import tempfile
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import Page, sync_playwright

from benchmarks.common import asked
from dtlearn import ALGORITHMS, grow, load
from dtlearn.trees.pseudocode import PSEUDOCODE
from pages.ui.kit.fields import ALGORITHM_IDS
from tests.browser import find
from tests.support.server import Server

OLD = """async (expected) => {
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
  for (let ran = false;;) {
    await frame();
    const bar = deep(document, '[role=slider]');
    ran ||= bar && bar.getAttribute('aria-valuenow') === String(expected);
    if (ran && app.dataset.testScriptState === 'notRunning') break;
    if (performance.now() - start > 10000) throw new Error('no answer in 10 s');
  }
  await frame();
  await frame();
  return performance.now() - start;
}"""

# The counter of the stage, wherever it lies.
COUNTER = """
  const deep = (root) => {
    const found = root.querySelector('.player .counter');
    if (found) return found;
    for (const el of root.querySelectorAll('*')) if (el.shadowRoot) {
      const inner = deep(el.shadowRoot);
      if (inner) return inner;
    }
    return null;
  };
  const counter = deep(document);
"""
KEY = (
    f"async (expected) => {{{COUNTER}"
    + """
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
)
LESSONS = {
    "PlayTennis": ("play_tennis", "ID3 (CS181)"),
    "iris": ("iris", "CART"),
    "titanic, 65 nodes": ("titanic", "ID3 (UML)"),
}


def walks(page: Page, url: str, script: str, ready: str, pause: int, rounds: int) -> list[float]:
    """Milliseconds of each step, walking the growth from its first step to its last, again and again.

    script : makes a step, and says how long it took. ready : what stands there when the lesson can be stepped. pause :
        ms between two.
    """
    times: list[float] = []
    for _ in range(rounds):
        page.goto("about:blank")
        page.goto(url)
        page.wait_for_selector(ready, timeout=60_000)
        page.wait_for_timeout(800)
        last = int(page.locator("[role=slider]").first.get_attribute("aria-valuemax"))
        for k in range(1, last + 1):
            times.append(page.evaluate(script, k))
            page.wait_for_timeout(pause)
    return times


def told(name: str, times: list[float]) -> str:
    """The median and the 95th percentile."""
    p95 = sorted(times)[int(0.95 * (len(times) - 1))]
    return f"{name}: {len(times)} times, median {statistics.median(times):.0f} ms, 95th percentile {p95:.0f} ms"


def main() -> None:
    ids = {name: id_ for id_, name in ALGORITHM_IDS.items()}
    said = asked(
        __doc__, steps=(100, "steps at least of each lesson"), old=("", "folder of a release before the stage")
    )
    with ExitStack() as stack:
        server = stack.enter_context(Server())
        old = stack.enter_context(Server(root=Path(said.old))) if said.old else None
        browser = stack.enter_context(sync_playwright()).chromium.launch(executable_path=find())
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        for name, (data, algorithm) in LESSONS.items():
            settings = ALGORITHMS[algorithm]
            query = urlencode({"data": data, "algorithm": ids[algorithm], "criterion": settings.criterion})
            lesson = grow(load(data), settings).steps().walkthrough(algorithm if algorithm in PSEUDOCODE else "")
            rounds = -(-said.steps // (len(lesson) - 1))
            app = walks(page, f"{server.url}/grow?v=1&{query}", KEY, ".player .counter", 60, rounds)
            file = walks(page, lesson.save(Path(folder) / "lesson.html").as_uri(), KEY, ".player .counter", 60, rounds)
            print(told(f"{name}, a key in the app", app))
            print(told(f"{name}, a key in the page that plays", file))
            if old:
                slow = walks(page, f"{old.url}/grow?v=1&{query}", OLD, ".st-key-dt-player button", 250, rounds)
                print(
                    told(f"{name}, Next on the old page", slow),
                    f"ratio {statistics.median(app) / statistics.median(slow):.2f}",
                )
        browser.close()


if __name__ == "__main__":
    main()
