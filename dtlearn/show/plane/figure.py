"""A plane view as a chart of plotly's: boxes, cuts and points that say their exact values when pointed at."""

from collections.abc import Sequence
from itertools import product

from dtlearn.data.dataset import Dataset, exact
from dtlearn.growing.grow import Trace
from dtlearn.growing.steps import Step
from dtlearn.show.base.errors_chart import GREY, Figure, charted, figure
from dtlearn.show.base.palette import SHADES, SYMBOLS, shade
from dtlearn.show.plane.view import FONT, partition_view
from dtlearn.trees.regions import asked_first, middle

# What the hatches of ``view`` are called there, the last two wider.
PATTERNS = (("/", 8), ("\\", 8), ("-", 8), ("|", 8), ("x", 8), ("+", 8), (".", 8), ("/", 16), ("\\", 16))
LINE, LAST = 1.25 * FONT, "#c0334a"  # px of a line of text; the latest cut, the box looked at next
WHITE, INK = "rgba(255,255,255,.85)", "#222831"  # around and in a text on a colour of the scale, light or dark
MARGIN = {"l": 60, "r": 15, "t": 40, "b": 45, "pad": 0}
BAR = 90  # px that a colour scale takes


def partition_figure(
    growth: Trace | Step,
    free: Sequence[int] | None = None,
    at: Sequence[float] | None = None,
    width: int = 640,
    height: int = 480,
) -> Figure:
    """The partition at a step of a growth, or at its end, for a notebook.

    free : one or two numeric features, by number; by default those asked about first. at : (d,) where the slice lies in
    the others; by default in the middle of the data. width, height : px. Raises ValueError without a numeric feature.

    >>> from dtlearn import grow, load
    >>> chart = partition_figure(grow(load("partition_2d")).steps()[2])
    >>> chart.layout.xaxis.title.text, chart.layout.yaxis.title.text
    ('x1', 'x2')
    """
    step = growth if isinstance(growth, Step) else None
    trace = step.trace if step else growth
    done, next_ = (node and node.i for node in (step.done, step.next)) if step else (None, None)
    free = sorted(asked_first(trace.tree)[:2]) if free is None else free
    at = middle(trace.data) if at is None else at
    view = partition_view(trace.tree, trace.data, free, at, step and step.decided, done, next_)
    return plane_figure(view, trace.data, free, width, height).update_layout(width=width)


def plane_figure(
    view: dict,
    data: Dataset,
    free: Sequence[int],
    width: int,
    height: int,
    chosen: str = "",
    query: Sequence[float] = (),
) -> Figure:
    """The plane view of these examples and free features, with what ``partition_svg`` draws,
    colours never alone: patterns, symbols, words.

    width : px that it will have about, from which follows which text fits into a box. chosen : id of a node to be
        framed.
    query : (x, y) of a point to be marked.
    """
    scale, axes = view["scale"], view["axes"]
    bar = bool(scale) and not view["steps"]
    across, up = (
        {
            "title": {"text": charted(axis["title"]), "standoff": 8},
            "range": [axis["lo"], axis["hi"]],
            "tickvals": [at for at, _ in axis["ticks"]],
            "ticktext": [charted(text) for _, text in axis["ticks"]],
            "showgrid": False,
            "zeroline": False,
            "ticks": "outside",
            "showline": True,
            "mirror": True,
            "linecolor": GREY,
            "tickcolor": GREY,
        }
        for axis in axes
    )
    chart = figure(
        xaxis=across,
        yaxis=up,
        height=height,
        margin=MARGIN,
        font={"size": 14},
        hovermode="closest",
        dragmode=False,
        plot_bgcolor="rgba(0,0,0,0)",
        legend={"orientation": "h", "y": 1.04, "yanchor": "bottom", "x": 0},
    )
    for region in view["regions"]:
        _region(chart, region, view)
    for last, look in ((False, (WHITE if bar else GREY, 2)), (True, (LAST, 3.5))):
        _cuts(chart, [cut for cut in view["cuts"] if cut["last"] == last], axes, *look)
    if view["steps"]:  # the mean is a step over its interval
        for region in (region for region in view["regions"] if region["cls"] is not None):
            _line(
                chart,
                [region["box"][:2]],
                [[region["value"]] * 2],
                ["<br>".join(_says(region))],
                name="mean",
                line={"color": LAST, "width": 3},
            )
    _points(chart, view, data, free, bar)
    px = (
        (width - MARGIN["l"] - MARGIN["r"] - BAR * bar) / (axes[0]["hi"] - axes[0]["lo"]),
        (height - MARGIN["t"] - MARGIN["b"]) / (axes[1]["hi"] - axes[1]["lo"]),
    )
    for region in view["regions"]:
        _write(
            chart, region, view["points"], px, {"bgcolor": WHITE, "font": {"size": FONT, "color": INK}} if bar else {}
        )
    if chosen in view["nodes"]:
        x0, x1, y0, y1 = view["nodes"][chosen]
        chart.add_shape(x0=x0, x1=x1, y0=y0, y1=y1, line={"width": 4, "color": GREY})
    if query:
        chart.add_scatter(
            x=query[:1],
            y=query[1:],
            mode="markers",
            name="the point classified",
            marker={"symbol": "star", "size": 18, "color": LAST, "line": {"width": 1.5, "color": "white"}},
        )
    return chart


def _says(region: dict) -> list[str]:
    """Where a box lies, what the tree says there, of which examples."""
    return [charted(text) for text in (region["range"], *region["says"])]


def _region(chart: Figure, region: dict, view: dict) -> None:
    """A box, filled with the colour and the pattern of its class or with the colour of its mean."""
    (x0, x1, y0, y1), k, look = region["box"], region["cls"], {"fillcolor": "rgba(0,0,0,0)"}
    if k is not None and not view["steps"]:  # a step function needs its points more than a colour
        look = {"fillcolor": view["colours"][k] + "cc"}
        if not view["scale"]:
            pattern, size = PATTERNS[k % len(PATTERNS)]
            colours = {"fgcolor": view["colours"][k], "bgcolor": view["colours"][k] + "40", "fgopacity": 0.32}
            look["fillpattern"] = {"shape": pattern, "size": size, "solidity": 0.15, **colours}
    next_ = {"width": 3, "dash": "dash", "color": LAST} if region["mark"] == "next" else {"width": 0}
    chart.add_scatter(
        x=[x0, x0, x1, x1, x0],
        y=[y0, y1, y1, y0, y0],
        mode="lines",
        fill="toself",
        hoveron="fills",
        hoverinfo="text",
        text="<br>".join(_says(region)),
        name=charted(region["range"]),
        showlegend=False,
        line=next_,
        **look,
    )


def _cuts(chart: Figure, cuts: Sequence[dict], axes: Sequence[dict], colour: str, width: float) -> None:
    ends = [[[cut["at"]] * 2, [cut["from"], cut["to"]]][:: 1 - 2 * cut["axis"]] for cut in cuts]
    asks = [charted(f"{axes[cut['axis']]['name']} < {cut['text']}") for cut in cuts]
    _line(chart, [x for x, _ in ends], [y for _, y in ends], asks, name="cut", line={"color": colour, "width": width})


def _line(chart: Figure, xs: Sequence, ys: Sequence, says: Sequence[str], **look: object) -> None:
    """Straight lines of one look, each of which says something at its ends and in its middle."""

    def points(ends: Sequence) -> list:
        return [at for a, b in ends for at in (a, (a + b) / 2, b, None)]

    if says:
        chart.add_scatter(
            x=points(xs),
            y=points(ys),
            text=[text for text in says for _ in range(4)],
            mode="lines",
            showlegend=False,
            **look,
            hovertemplate="%{text}<extra></extra>",
        )


def _points(chart: Figure, view: dict, data: Dataset, free: Sequence[int], bar: bool) -> None:
    """The examples: of a class its symbol, of a number its colour on the scale."""
    scale, schema = view["scale"], data.schema

    def says(row: int, solid: int) -> str:
        told = [f"{schema.features[j].name} = {schema.features[j].text(float(data.X[row, j]))}" for j in free]
        y = data.y[row]
        told.append(f"{schema.target} = {exact(float(y)) if scale else schema.classes[y]}")
        return "<br>".join(map(charted, told if solid else [*told, "in a box that this slice misses"]))

    for k, name in enumerate(view["classes"] or [schema.target]):
        mine = [point for point in view["points"] if scale or point[2] == k]
        look = {
            "symbol": SYMBOLS[k % len(SYMBOLS)],
            "size": 8,
            "opacity": [1 if point[3] else 0.3 for point in mine],
            "line": {"width": 1, "color": GREY},
        }
        if scale:
            room = 0 if scale["lo"] < scale["hi"] else 1
            look |= {
                "color": [float(data.y[point[4]]) for point in mine],
                "cmin": scale["lo"] - room,
                "cmax": scale["hi"] + room,
                "colorscale": [[s / (SHADES - 1), shade(s)] for s in range(SHADES)],
                "showscale": bar,
                "colorbar": {"title": charted(scale["name"])},
            }
        else:
            look["color"] = view["colours"][k]
        chart.add_scatter(
            x=[point[0] for point in mine],
            y=[point[1] for point in mine],
            mode="markers",
            name=charted(name),
            marker=look,
            text=[says(row, solid) for *_, solid, row in mine],
            hovertemplate="%{text}<extra></extra>",
            showlegend=not scale,
        )


def _write(chart: Figure, region: dict, points: Sequence, px: tuple[float, float], look: dict) -> None:
    """The longest text that fits into a box, at that of nine places where it covers the fewest points."""
    x0, x1, y0, y1 = region["box"]
    wide, high = (x1 - x0) * px[0], (y1 - y0) * px[1]
    inside = [((x - x0) * px[0], (y - y0) * px[1]) for x, y, *_ in points if x0 <= x <= x1 and y0 <= y <= y1]
    for lines, w in region["texts"]:
        h = LINE * len(lines)
        if w > wide - 6 or h > high - 6:
            continue

        def hidden(place: tuple[float, float], w: float = w, h: float = h) -> tuple[int, float]:
            left, low = place[0] * (wide - w), place[1] * (high - h)
            covered = sum(left <= x <= left + w and low <= y <= low + h for x, y in inside)
            return covered, abs(place[0] - 0.5) + abs(place[1] - 0.5)

        along, up = min(product((0.06, 0.5, 0.94), repeat=2), key=hidden)
        chart.add_annotation(
            x=x0 + (along * (wide - w) + w / 2) / px[0],
            y=y0 + (up * (high - h) + h / 2) / px[1],
            showarrow=False,
            text="<br>".join(map(charted, lines)),
            **{"font": {"size": FONT}} | look,
        )
        return
