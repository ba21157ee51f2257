"""Overfitting in pictures: the errors against the size, the present tree and its h' marked, where trees overfit shaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dtlearn.evaluate import Sized
from dtlearn.views.limit_pictures import sketch_svg
from dtlearn.views.model import tree_view
from dtlearn.views.overfitting import Part, Series, size_text
from dtlearn.views.palette import class_colour
from dtlearn.views.partition import OUTLINES
from dtlearn.views.svg import PAD, tree_svg
from dtlearn.views.text import fixed
from dtlearn.views.xor_ways import Way

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

# Okabe and Ito; the dash and the shape tell them apart as well.
_LOOKS = {
    "training": ("#0072B2", "circle", "solid", "0,114,178"),
    "test": ("#D55E00", "square", "dash", "213,94,0"),
    "true": ("#009E73", "diamond", "dot", "0,158,115"),
}
_SIGNS = {"circle": "●", "square": "■", "diamond": "◆"}
READABLE = 9  # nodes of a tree that can be read in a third of the page
_AT, _SHADE = "rgba(128,136,146,.35)", "rgba(204,121,167,.16)"


def errors_figure(series: Series, at: int, unit: str, floor: float = 0.0) -> Figure:
    """Training, test and true error against the size; a point's customdata is its place in the series.

    unit : "nodes" or "leaves". floor : share of wrong labels, which no tree can be expected to beat.
    """
    from plotly.graph_objects import Figure

    figure, sizes = Figure(), getattr(series, unit)
    _shades(figure, series, sizes)
    for part in series.parts:
        _line(figure, part, sizes, at, band=part is series.test)
    if floor:
        figure.add_hline(y=floor, line={"dash": "dot", "width": 1.5, "color": "#808892"}, layer="below",
                         annotation={"text": f"{round(100 * floor)} % wrong labels", "xanchor": "right", "yanchor": "top"})  # fmt: skip
    rival, reach = series.rival(at), max(sizes[-1] - sizes[0], 1)
    near = rival is not None and sizes[at] - sizes[rival] < 0.3 * reach
    _mark(figure, sizes[at], f"h: {size_text(series, at, unit)}", 22, _AT, "left" if near else "center")
    if rival is not None:
        _mark(
            figure, sizes[rival], f"h′: {size_text(series, rival, unit)}", 3, "#808892", "right" if near else "center"
        )
    _names(figure, series, sizes[-1])
    figure.update_layout(
        xaxis={"title": {"text": f"{unit} of the tree"}, "range": [sizes[0] - reach * 0.025, sizes[-1] + reach * 0.025]},
        yaxis={"title": {"text": "error"}, "rangemode": "tozero"}, hovermode="x unified", showlegend=False,
        margin={"l": 58, "r": 88, "t": 26, "b": 50}, font={"size": 14}, height=330, clickmode="event+select", dragmode=False,
    )  # fmt: skip
    return figure


def _line(figure: Figure, part: Part, sizes: tuple[int, ...], at: int, band: bool) -> None:
    from plotly.graph_objects import Scatter

    colour, symbol, dash, rgb = _LOOKS[part.word]
    errors = [float(part.error(k)) for k in range(len(sizes))]
    if band:
        spreads = [part.spread(k) for k in range(len(sizes))]
        up = [e + s for e, s in zip(errors, spreads, strict=True)]
        down = [max(e - s, 0) for e, s in zip(errors, spreads, strict=True)]
        figure.add_trace(Scatter(
            x=[*sizes, *reversed(sizes)], y=[*up, *reversed(down)], fill="toself", fillcolor=f"rgba({rgb},.13)",
            line={"width": 0}, mode="lines", hoverinfo="skip", name="one standard error",
        ))  # fmt: skip
    few = len(sizes) <= 40
    figure.add_trace(Scatter(
        x=list(sizes), y=errors, name=part.word, mode="lines+markers", customdata=list(range(len(sizes))),
        line={"color": colour, "dash": dash, "width": 2.5}, cliponaxis=False,
        marker={"color": colour, "symbol": symbol, "size": [13 if k == at else 7 if few else 4 for k in range(len(sizes))],
                "opacity": 1},
        unselected={"marker": {"opacity": 1}}, selected={"marker": {"opacity": 1}},
        text=[f"{part.text(k)}{f' ± {fixed(part.spread(k))}' if part.word != 'training' else ''}" for k in range(len(sizes))],
        hovertemplate="%{text}",
    ))  # fmt: skip


def _names(figure: Figure, series: Series, x: float) -> None:
    """The lines' names at their right ends, moved apart where they would overlap."""
    top = max(float(part.error(k)) for part in series.parts for k in range(len(series)))
    y = float("-inf")
    for end, _, part in sorted((float(part.error(len(series) - 1)), n, part) for n, part in enumerate(series.parts)):
        y = max(end, y + 0.075 * top)
        colour, symbol, *_ = _LOOKS[part.word]
        # The word has the text's own colour: a line's is hard to read as text, in the light or in the dark.
        name = f'<span style="color:{colour}">{_SIGNS[symbol]}</span> {part.word}'
        figure.add_annotation(x=x, y=y, text=name, showarrow=False, xanchor="left", xshift=8, font={"size": 14})


def _mark(figure: Figure, x: float, name: str, width: int, colour: str, anchor: str) -> None:
    figure.add_vline(x=x, line={"width": width, "color": colour}, layer="below",
                     annotation={"text": f"<b>{name}</b>", "yanchor": "bottom", "xanchor": anchor, "y": 1})  # fmt: skip


def _shades(figure: Figure, series: Series, sizes: tuple[int, ...]) -> None:
    """A band over every run of sizes that overfit, from half-way to the neighbours."""
    last = len(sizes) - 1
    runs = series.regions()
    longest = max(runs, key=lambda run: run[1] - run[0], default=None)
    for a, b in runs:
        left = (sizes[a - 1] + sizes[a]) / 2
        right = (sizes[b] + sizes[b + 1]) / 2 if b < last else sizes[b] + (sizes[b] - sizes[b - 1]) / 2
        figure.add_vrect(x0=left, x1=right, fillcolor=_SHADE, line_width=0, layer="below")
        if (a, b) == longest:
            figure.add_annotation(x=left, y=1, yref="paper", text="shaded: these overfit", showarrow=False, xanchor="left",
                                  yanchor="top", xshift=4)  # fmt: skip


def shape(one: Sized | Way, width: int, height: int) -> str:
    """The tree without a word as one self-contained ``<svg>`` element: dots for questions, the classes' signs for leaves."""
    tree = one.tree
    classes = range(len(tree.schema.classes))
    looks = {
        "cls": dict(enumerate(tree.label.tolist())),
        "shapes": [OUTLINES[k % len(OUTLINES)] for k in classes],
        "colours": [class_colour(k) for k in classes],
    }
    return sketch_svg(one, looks, width, height)


def small(way: Way, width: int, height: int) -> str:
    """A tree beside others: with its words as far as they can be read, else its shape."""
    if len(way.tree) > READABLE:
        return shape(way, width, height)
    view = tree_view(way.tree)
    x, y = (max(0, (room - view[side] - 2 * PAD) / 2) for room, side in ((width, "width"), (height, "height")))
    wide, tall = (max(room, view[side] + 2 * PAD) for room, side in ((width, "width"), (height, "height")))
    inner = tree_svg(view).replace("<svg ", f'<svg x="{x:g}" y="{y:g}" ', 1)
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:g}" height="{tall:g}" viewBox="0 0 {wide:g} {tall:g}">{inner}</svg>'
