"""How the stage moves, and how soon a page is there, in headless Chromium: ``python -m benchmarks.smooth``.

A held arrow on a tree of 65 nodes, a dragged scrubber, 300 dots that fall; a page opened on a server that has just begun to answer,
and on one that has served it, each time by a browser that has nothing of it yet.
"""

import random
import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.click import COUNTER
from benchmarks.common import asked, verdict
from dtlearn import ALGORITHMS, from_arrays, grow
from tests.browser import find
from tests.support.server import Server

HELD, FALLEN = 60, 40  # steps
FRAME, STALL, COLD, WARM = 20, 100, 2500, 1000  # ms
TITANIC = "grow?v=1&data=titanic&algorithm=id3-uml&criterion=info_gain&step=0"

# Notes when each frame is painted, and what the counter says then.
WATCH = (
    f"() => {{{COUNTER}"
    + """
  window.frames_ = [];
  window.moves_ = [];
  addEventListener('pointermove', () => window.moves_.push(performance.now()), true);
  const note = () => {
    window.frames_.push([performance.now(), counter.textContent]);
    window.noting_ = requestAnimationFrame(note);
  };
  cancelAnimationFrame(window.noting_);
  note();
}"""
)


def gaps(frames: list) -> list[float]:
    """Milliseconds between frames."""
    times = [at for at, _ in frames]
    return [after - before for before, after in zip(times, times[1:], strict=False)]


def held(page: Page, url: str) -> None:
    """An arrow key that stays down: as keyboards repeat it, about thirty times a second."""
    page.goto(url)
    page.get_by_text("Step 0 of").wait_for()
    page.wait_for_timeout(1500)
    page.evaluate(WATCH)
    for _ in range(HELD):
        page.keyboard.down("ArrowRight")
        page.wait_for_timeout(33)
    page.keyboard.up("ArrowRight")
    page.wait_for_timeout(300)
    frames = page.evaluate("() => window.frames_")
    shown, longest = [text for _, text in frames], max(gaps(frames))
    met = shown[-1].startswith(f"Step {HELD} ") and longest <= STALL
    print(f"a held arrow: {shown[-1]}, {len(set(shown)) - 1} of {HELD} steps seen, longest frame {longest:.0f} ms, "
          f"at most {STALL} and all steps done: {verdict(met)}", flush=True)  # fmt: skip


def dragged(page: Page) -> None:
    """The scrubber from its end to its beginning."""
    box = page.get_by_role("slider", name="Step").first.bounding_box()
    y = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] - 2, y)
    page.mouse.down()
    page.evaluate(WATCH)
    for k in range(100):
        page.mouse.move(box["x"] + box["width"] * (1 - k / 100), y)
        page.wait_for_timeout(16)
    page.mouse.up()
    page.wait_for_timeout(200)
    frames, moves = page.evaluate("() => [window.frames_, window.moves_]")
    late = [min((at for at, _ in frames if at > move), default=move) - move for move in moves]
    changes = sum(a[1] != b[1] for a, b in zip(frames, frames[1:], strict=False))
    print(f"dragging: {len(moves)} moves, next frame after a median of {statistics.median(late):.0f} ms, "
          f"95 % {sorted(late)[int(0.95 * len(late))]:.0f} ms; {changes} times another step was shown", flush=True)  # fmt: skip


def fallen(page: Page, folder: Path) -> None:
    """300 dots that sort and fall."""
    dice = random.Random(1)
    points = [[round(dice.random(), 2), round(dice.random(), 2)] for _ in range(300)]
    trace = grow(from_arrays(points, [dice.choice("ab") for _ in points]), ALGORITHMS["CART"])
    page.goto(trace.steps().walkthrough().save(folder / "dots.html").as_uri())
    page.get_by_text("Step 0 of").wait_for()
    page.wait_for_timeout(500)
    found: list[float] = []
    for _ in range(FALLEN):
        page.evaluate(WATCH)
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(450)
        found += gaps(page.evaluate("() => window.frames_"))
    share = sum(gap <= FRAME for gap in found) / len(found)
    print(
        f"300 dots: {len(found)} frames, {share:.1%} within {FRAME} ms, target 95 %: {verdict(share >= 0.95)}",
        flush=True,
    )


def opened(browser: Browser, server: Server) -> float:
    """Milliseconds until the page can be used, by a browser that has nothing of it yet."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.goto(f"{server.url}/grow", wait_until="commit")
    page.get_by_role("button", name="Next").wait_for()
    page.wait_for_selector(".player .counter")
    took = page.evaluate("() => performance.now()")  # since the request for the page began
    context.close()
    return took


def openings(browser: Browser, count: int) -> None:
    cold, warm = [], []
    for _ in range(count):
        with Server() as server:
            cold.append(opened(browser, server))
            warm += [opened(browser, server) for _ in range(3)]
    for name, times, most in (("cold", cold, COLD), ("warm", warm, WARM)):
        middle = statistics.median(times)
        print(
            f"{name}: {len(times)} times, median {middle:.0f} ms, at most {max(times):.0f} ms, target {most}: {verdict(middle <= most)}",
            flush=True,
        )


def main() -> None:
    arguments = asked(__doc__, openings=(5, "servers that are started"))
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=find())
        with Server() as server:
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            held(page, f"{server.url}/{TITANIC}")
            dragged(page)
            fallen(page, Path(folder))
        openings(browser, arguments.openings)
        browser.close()


if __name__ == "__main__":
    main()
