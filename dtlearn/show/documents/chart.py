"""A chart of a page that plays: the lines stand once, a frame says where its mark is (docs/walkthrough.md)."""

from collections.abc import Mapping, Sequence
from math import log10

from dtlearn.data.dataset import number
from dtlearn.show.base.errors_chart import Labels, Line
from dtlearn.show.plane.view import nice_ticks


def chart(
    lines: Sequence[Line],
    labels: Labels,
    steps: Mapping[tuple, int],
    bands: Sequence[tuple[float, float]] = (),
    shaded: str = "",
    limit: tuple[float, str] | None = None,
    says: str = "",
    unveils: bool | str = False,
    sum_of: tuple[int, int, int] | None = None,
) -> dict:
    """Lines as plain data, all numbers as they are drawn: of a logarithmic axis their logarithms.

    steps : a point's go -> the frame that it leads to. bands : (from, to) of x that are shaded; shaded : why.
    limit : (y, words) of a value from which on all is shaded. says : what the whole chart shows.
    unveils : whether the lines come step by step, and what is said of the whole at the end; "lines": that is no secret.
    sum_of : two lines and a third that adds them, by place: how much the second adds is drawn at the mark.
    """
    place = log10 if labels.log else float
    lo, hi = sorted(map(place, labels.ends))
    room, falling = 0.05 * (hi - lo) or 0.5, labels.ends[0] > labels.ends[1]
    top = max([line.top for line in lines] + [y for y, _ in labels.levels]) or 1.0
    low, high = -0.03 * top, (1.08 + 0.12 * bool(limit or labels.notes)) * top
    values = labels.ticks.get("tickvals")
    texts = labels.ticks.get("ticktext") or [number(x) for x in values or ()]
    across = list(zip(map(place, values), texts, strict=True)) if values else _ticks(lo, hi)
    ends = [hi + room, lo - room] if falling else [lo - room, hi + room]
    return {
        "x": {"name": labels.x.replace("<br>", ", "), "lo": ends[0], "hi": ends[1], "ticks": across},
        "y": {"name": labels.y, "lo": low, "hi": high, "ticks": _ticks(0.0, high)},
        "lines": [_line(line, place, steps) for line in lines],
        "notes": [[place(x), y, words] for x, y, words in labels.notes],
        "levels": labels.levels,
        "bands": [[max(place(a), lo), min(place(b), hi)] for a, b in bands],
        "shaded": shaded,
        "limit": limit,
        "says": says,
        **({"unveils": unveils} if unveils else {}),
        **({"sum": sum_of} if sum_of else {}),
    }


def mark(lines: Sequence[Line], labels: Labels, at: tuple) -> list[list]:
    """[x, name] of the present tree, and of its rival if it has one."""
    place = log10 if labels.log else float
    here = next(x for line in lines for x, go in zip(line.x, line.go, strict=False) if go == at)
    return [[place(here), labels.here], *([[place(labels.rival[0]), labels.rival[1]]] if labels.rival else [])]


def _ticks(lo: float, hi: float) -> list[tuple[float, str]]:
    return [(x, number(x)) for x in nice_ticks(lo, hi)] if hi > lo else [(lo, number(lo))]


def _line(line: Line, place, steps: Mapping[tuple, int]) -> dict:
    """points : x, y, what is said of it, the frame that it leads to; what is said by all of a line stands once."""
    go = line.go or [None] * len(line.x)
    return {
        "name": line.name,
        "colour": line.look.colour,
        "symbol": line.look.symbol,
        "dash": line.look.dash,
        "width": line.width,
        "legend": line.legend,
        "spread": line.spread,
        "points": [
            [place(x), y, says.replace("<br>", "\n"), steps.get(at)]
            for x, y, says, at in zip(line.x, line.y, line.says, go, strict=True)
            if y is not None
        ],
        **({"faint": True} if line.faint else {}),
    }
