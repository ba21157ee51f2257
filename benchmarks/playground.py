"""How soon the playground is painted while a point is dragged, in headless Chromium: ``python -m benchmarks.playground``.

200 points, 60 moves, one tree and 25: from each move of the pointer to the frame that shows an answer asked for at or after it.
"""

import statistics

from playwright.sync_api import Page, sync_playwright

from benchmarks.common import asked, verdict
from dtlearn.data.synthetic import SHAPES
from pages.ui.partitions.link import write_points
from tests.browser import find
from tests.support.server import Server

POINTS, MOVES, EVERY = 200, 60, 30  # EVERY : ms between two moves
MOST = {1: 100, 25: 300}  # trees -> ms, the median

# Notes when each answer was asked for and when its picture was painted.
WATCH = """() => {
  window.moves_ = [];
  window.seen_ = [];
  addEventListener('pointermove', () => window.moves_.push(performance.now()), true);
  const get = window.fetch;
  window.fetch = async (address, ...rest) => {
    const asked = performance.now(), answer = await get(address, ...rest);
    if (!String(address).startsWith('playground?')) return answer;
    const json = answer.json.bind(answer);
    answer.json = async () => {
      const found = await json();
      requestAnimationFrame(() => setTimeout(() => window.seen_.push([asked, performance.now()])));
      return found;
    };
    return answer;
  };
}"""


def dragged(page: Page, url: str, trees: int) -> None:
    """A point across the plane and back."""
    two = (SHAPES["rings"].points + SHAPES["xor"].points)[:POINTS]
    page.goto(f"{url}/explore?v=1&x_points={write_points(two)}&x_trees={trees}")
    page.locator(".verdict:not(:empty)").wait_for()
    page.wait_for_timeout(1500)
    point = page.locator(".playground .point").first.bounding_box()
    x, y = point["x"] + point["width"] / 2, point["y"] + point["height"] / 2
    page.evaluate(WATCH)
    page.mouse.move(x, y)
    page.mouse.down()
    for k in range(1, MOVES + 1):
        page.mouse.move(x + 2 * min(k, MOVES - k), y + k % 7)
        page.wait_for_timeout(EVERY)
    page.mouse.up()
    page.wait_for_timeout(1500)
    moves, seen = page.evaluate("() => [window.moves_, window.seen_]")
    took = [min((end for begun, end in seen if begun >= move), default=0) - move for move in moves]
    took = sorted(ms for ms in took if ms > 0)
    middle = statistics.median(took)
    print(f"{trees} trees, {len(two)} points: {len(took)} moves, {len(seen)} pictures, median {middle:.0f} ms, "
          f"95 % {took[int(0.95 * len(took))]:.0f} ms, target {MOST[trees]}: {verdict(middle <= MOST[trees])}", flush=True)  # fmt: skip


def main() -> None:
    asked(__doc__)
    with sync_playwright() as playwright, Server() as server:
        browser = playwright.chromium.launch(executable_path=find())
        for trees in MOST:
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            dragged(page, server.url, trees)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
