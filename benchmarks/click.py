"""Click "Next" to painted, whole page, in headless Chromium: ``python -m benchmarks.click``.

Painted = the app has finished running, the counter shows the new step, and two more frames have gone by.
"""

import statistics
import time

from playwright.sync_api import Page, sync_playwright

from benchmarks.common import asked
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


def main() -> None:
    rounds = asked(__doc__, rounds=(4, "walks from the first step to the last")).rounds
    with Server() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find())
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        start = time.perf_counter()
        page.goto(f"{server.url}/grow")
        page.wait_for_selector(".st-key-dt-player button", timeout=60_000)
        print(f"first page of a fresh server: {time.perf_counter() - start:.1f} s")
        for name, query in (("PlayTennis", ""), ("iris", "&data=iris&algorithm=cart&criterion=gini_gain")):
            times = sorted(clicks(page, f"{server.url}/grow?v=1{query}", rounds))
            p95 = times[int(0.95 * (len(times) - 1))]
            print(
                f"{name}: {len(times)} clicks, median {statistics.median(times):.0f} ms, 95th percentile {p95:.0f} ms"
            )
        browser.close()


if __name__ == "__main__":
    main()
