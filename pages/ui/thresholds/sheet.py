"""A sweep on paper, and on a card."""

from dtlearn.show.paper.worked_example import SlideContent
from dtlearn.show.splitting.cut import cut_svg
from pages.ui.kit import tables
from pages.ui.thresholds import sections

NEAR = 12  # thresholds of a long scan that go on paper


def sheet(S: dict, asks: bool) -> SlideContent:
    """The gains of the thresholds near the one looked at."""
    sections.mend(S)
    trace = sections.stump(S)
    n, at = len(trace.candidates[0]), S["at"] - 1  # gap 0 lies below all values
    first = min(max(at - NEAR // 2, 0), max(n - NEAR, 0))
    chosen = tuple(range(first, min(first + NEAR, n)))
    return SlideContent(tables.load(S["data"]), trace, 0, chosen, at if 0 <= at < n else None)


def picture(S: dict, width: int, height: int) -> str:
    """The examples as marks, and the threshold, as a small ``<svg>``."""
    sections.mend(S)
    data = sections.stump(S).data
    return cut_svg(data.X[:, 0].tolist(), data.y.tolist(), S["at"], width, height)
