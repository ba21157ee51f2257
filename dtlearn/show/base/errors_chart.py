"""Errors against the size of trees: lines of one look on every page, the present tree marked, what hovering says."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from html import escape

from dtlearn.growing.errors import Losses
from dtlearn.show.base.palette import LOOKS, Look
from dtlearn.show.base.text import printable

Figure = "plotly.graph_objects.Figure"  # plotly is imported when a chart is drawn
GREY = "#808892"
FEW = 40  # points up to which each has its mark, of more every tenth


@dataclass(frozen=True)
class Line:
    """A line of a chart: a number for each of some trees.

    x, y : (points,) None where there is no number. says : (points,) what hovering says. look : a line, points or both.
    go : (points,) the tree that a point stands for, its customdata; () where a line has no trees.
    spread : (points,) standard errors, or (). width : px. legend : whether it stands there. faint : it stands back.
    """

    name: str
    x: Sequence[float]
    y: Sequence[float | None]
    says: Sequence[str]
    look: Look
    go: Sequence[tuple] = ()
    spread: Sequence[float] = ()
    width: float = 2.5
    legend: bool = True
    faint: bool = False

    @property
    def top(self) -> float:
        spread = self.spread or [0] * len(self.y)
        return max((y + s for y, s in zip(self.y, spread, strict=True) if y is not None), default=0)


@dataclass(frozen=True)
class Labels:
    """What stands at a chart besides its lines.

    x, y : titles of the axes. ends : the first x and the last. here : name of the present tree. ticks : "tickvals", and
    "ticktext" where they are called otherwise, of the x axis. rival : (x, name) of a tree to be seen beside the present
    one. notes : (x, y, words) of points. levels : (y, words) of lines across.
    """

    x: str
    ends: tuple[float, float]
    here: str
    y: str = "error"
    ticks: dict = field(default_factory=dict)
    log: bool = False
    rival: tuple[float, str] | None = None
    notes: Sequence[tuple[float, float, str]] = ()
    levels: Sequence[tuple[float, str]] = ()


def part_line(part: Losses, x: Sequence[float], trees: Sequence[int], says: Callable[[int], str]) -> Line:
    """The errors of some trees on a part, each at its x; a tree's go is its place in the path.

    says : place -> words.
    """
    errors = [part.error(k) for k in trees]
    return Line(
        part.name,
        x,
        [None if e is None else float(e) for e in errors],
        [says(k) for k in trees],
        LOOKS[part.name],
        [(k,) for k in trees],
        [part.spread(k) for k in trees] if part.squares else (),
    )


def figure(**layout) -> Figure:
    """A chart with nothing in it yet. layout : plotly's."""
    from plotly.graph_objects import Figure

    return Figure(layout=layout)


def charted(text: str) -> str:
    """Any text for a chart, which reads tags, entities and formulas: shown letter for letter.

    >>> charted("<b>$x^2$ &lt; 1")
    '&lt;b&gt;&#36;x^2&#36; &amp;lt; 1'
    """
    return escape(printable(text), quote=False).replace("$", "&#36;")
