"""Errors against the size of trees: lines of one look on every page, the present tree marked, what hovering says."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from html import escape
from math import log10

from dtlearn.growing.errors import Losses
from dtlearn.show.base.palette import LOOKS, Look
from dtlearn.show.base.text import printable

Figure = "plotly.graph_objects.Figure"  # plotly is imported when a chart is drawn
GREY, AT = "#808892", "rgba(128,136,146,.35)"
FEW = 40  # points up to which each has its mark, of more every tenth
# Points that can be clicked and look the same after that.
POINTS = {
    "hovertemplate": "%{text}<extra></extra>",
    "cliponaxis": False,
    "selected": {"marker": {"opacity": 1}},
    "unselected": {"marker": {"opacity": 1}},
}


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

    x, y : titles of the axes. ends : the first x and the last. here : name of the present tree. ticks : of plotly's x
        axis.
    rival : (x, name) of a tree to be seen beside the present one. notes : (x, y, words) of points. levels : (y, words)
    of lines across. together : every line is of the same trees, so hovering tells of all at once, and a click at any
    height goes to the tree there.
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
    together: bool = False


def error_title(part: Losses) -> str:
    """What the error of a part is."""
    return "mean squared error" if part.squared else "error"


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


def errors_chart(lines: Sequence[Line], at: tuple | None, labels: Labels, height: int) -> Figure:
    """The lines on top of each other, the last one uppermost; the words of the notes stand above them all.

    at : the go of the present tree, whose points are larger. height : px.
    """
    chart, place = figure(), log10 if labels.log else float
    here = next((x for line in lines for x, go in zip(line.x, line.go, strict=False) if go == at), None)
    if here is not None:
        share = (here - labels.ends[0]) / ((labels.ends[1] - labels.ends[0]) or 1)
        _mark(chart, here, labels.here, -15 if share > 0.92 else 0)
    for line in lines:
        _draw(chart, line, at)
    top = max([line.top for line in lines] + [y for y, _ in labels.levels]) or 1.0
    for y, words in labels.levels:
        chart.add_hline(
            y=y,
            line={"dash": "dot", "width": 1.5, "color": GREY},
            layer="below",
            annotation={"text": words, "xanchor": "right", "yanchor": "top"},
        )
    first, last = map(place, labels.ends)
    for k, (x, y, words) in enumerate(labels.notes):
        x, falling = place(x), first > last
        note(chart, x, y, words, (1.06 + 0.15 * k) * top, (2 * x < first + last) != falling)
    room = 0.05 * (last - first) or 0.5
    above = 1.08 + 0.2 * len(labels.notes) + 0.12 * len(labels.levels)  # room for words above all lines
    chart.update_layout(
        xaxis={
            "title": labels.x,
            "type": "log" if labels.log else "linear",
            "range": [first - room, last + room],
            "zeroline": False,
            **labels.ticks,
        },
        yaxis={"title": labels.y, "range": [-0.03 * top, above * top], "zeroline": False},
        legend={"orientation": "h", "y": 1.1, "yanchor": "bottom", "x": 0, "font": {"size": 12}},
        showlegend=True,
        height=height,
        hovermode="x unified" if labels.together else "closest",
        clickmode="event+select",
        dragmode=False,
        margin={"l": 55, "r": 10, "t": 10, "b": 50},
        font={"size": 14},
    )
    return chart


def _draw(figure: Figure, line: Line, at: tuple | None) -> None:
    colour, symbol, dash = line.look.colour, line.look.symbol, line.look.dash
    few, usual = len(line.x) <= FEW, 8 if dash else 16
    sizes = [max(14, usual) if at and go == at else usual if few or not k % 10 else 1 for k, go in enumerate(line.go)]
    bars = {"type": "data", "array": list(line.spread), "thickness": 1, "width": 4 if few else 0}
    figure.add_scatter(
        x=list(line.x),
        y=list(line.y),
        name=line.name,
        mode="+".join(["lines"] * bool(dash) + ["markers"] * bool(symbol)),
        error_y=bars if line.spread else None,
        line={"color": colour, "dash": dash or None, "width": line.width},
        marker={
            "color": colour,
            "symbol": symbol or None,
            "opacity": 1,
            "line": {"width": 2 * ("open" in symbol)},
            "size": sizes or usual,
        },
        text=list(line.says),
        customdata=list(line.go) or None,
        showlegend=line.legend,
        **POINTS,
    )


def _mark(figure: Figure, x: float, name: str, shift: int) -> None:
    figure.add_vline(
        x=x,
        line={"width": 20, "color": AT},
        layer="below",
        annotation={"text": f"<b>{name}</b>", "yanchor": "bottom", "xanchor": "center", "y": 1, "xshift": shift},
    )


def note(figure: Figure, x: float, y: float, words: str, up: float, rightwards: bool) -> None:
    """Words at the height ``up`` with an arrow down to a point; they run away from the nearer edge."""
    figure.add_annotation(
        x=x,
        y=y,
        text=words,
        ax=0,
        ayref="y",
        ay=up,
        arrowhead=2,
        arrowwidth=1.5,
        xanchor="left" if rightwards else "right",
    )
