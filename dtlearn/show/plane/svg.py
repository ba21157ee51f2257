"""A plane view as a still SVG picture: small multiples, thumbnails, downloads."""

from itertools import count

from dtlearn.show.base.text import escaped
from dtlearn.show.plane.view import FONT
from dtlearn.show.tree.layout import text_width

# The paper changes with the reader's theme together with the ink, as in ``svg``.
_STYLE = """.dt-plane text{fill:#222831;font-family:sans-serif;font-size:12px}
.dt-plane .box{font-size:13px;text-anchor:middle;paint-order:stroke;stroke:#fff;stroke-width:3px;stroke-linejoin:round}
.dt-plane .paper{fill:#fff}
.dt-plane .frame{fill:none;stroke:#808892}
.dt-plane .cut{stroke:#4a525c;stroke-width:1.5px}
.dt-plane .last{stroke:#c0334a;stroke-width:3.5px}
.dt-plane .mean{stroke:#c0334a;stroke-width:3px}
.dt-plane .next{fill:none;stroke:#c0334a;stroke-width:3px;stroke-dasharray:5 4}
.dt-plane .hatch{fill:none;stroke-width:1.4px}
.dt-plane .point{stroke:#222831;stroke-width:.8px}
.dt-plane .faint{opacity:.3}
@media (prefers-color-scheme:dark){
.dt-plane text{fill:#fafafa}.dt-plane .box{stroke:#171614}.dt-plane .paper{fill:#171614}
.dt-plane .cut{stroke:#c4c9d0}.dt-plane .last,.dt-plane .mean,.dt-plane .next{stroke:#ff7d87}
.dt-plane .point{stroke:#fafafa}
}"""
_numbers = count()  # pictures on one page must not share the names of their hatches


def partition_svg(
    view: dict, width: int = 320, height: int = 260, axes: bool = True, texts: bool = True, paper: bool = True
) -> str:
    """The plane view as one self-contained ``<svg>`` element of width x height px; it fits light and dark pages.

    axes : ticks and names; without them the plane fills the picture (thumbnails).
    paper : a background of its own; without it the page's is seen.
    texts : write in every box the longest text that fits: label and counts, share, sign.
    With the classes' colours come hatches and signs; the description lists every box for a screen reader.

    >>> from dtlearn import grow, load, ALGORITHMS
    >>> from dtlearn.show.plane.view import partition_view
    >>> data = load("partition_2d")
    >>> trace = grow(data, ALGORITHMS["CART"])
    >>> partition_svg(partition_view(trace.tree, data, free=(0, 1), at=data.X[0]), 240, 200)[:24]
    '<svg xmlns="http://www.w'
    """
    frame = _Frame(view, width, height, axes)
    name = f"dth{next(_numbers)}"
    what = f"Partition of the plane of {view['axes'][0]['name']} and {view['axes'][1]['name']}"
    described = escaped(" ".join(region["title"] for region in view["regions"]))
    hatches = (
        f'<pattern id="{name}-{k}" width="10" height="10" patternUnits="userSpaceOnUse">'
        f'<path class="hatch" d="{d}" stroke="{view["colours"][k]}" opacity=".32"/></pattern>'
        for k, d in enumerate(view["hatches"])
    )
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="dt-plane" role="img" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}"><title>{escaped(what)}</title><desc>{described}</desc><style>{_STYLE}</style>'
        f"<defs>{''.join(hatches)}</defs>"
    ]
    if paper:
        parts.append(f'<rect class="paper" width="{width}" height="{height}" rx="6"/>')
    parts += [_box(frame, region, view, name) for region in view["regions"]]
    parts += [_line(frame, cut) for cut in view["cuts"]]
    if view["steps"]:  # one feature and numbers to predict: the mean is a step over its interval
        for region in (region for region in view["regions"] if region["value"] is not None):
            x0, x1, y = frame.x(region["box"][0]), frame.x(region["box"][1]), frame.y(region["value"])
            parts.append(f'<line class="mean" x1="{x0:g}" y1="{y:g}" x2="{x1:g}" y2="{y:g}"/>')
    parts += [
        f'<path class="point{"" if solid else " faint"}" transform="translate({frame.x(x):g} {frame.y(y):g}) scale(.8)"'
        f' d="{view["shapes"][k]}" fill="{view["colours"][k]}"/>'
        for x, y, k, solid, _ in view["points"]
    ]
    if texts:
        parts += [_say(frame, region, view["steps"]) for region in view["regions"]]
    if axes:
        parts += _axes(frame, view)
    x0, x1, y0, y1 = frame.place([axis[end] for axis in view["axes"] for end in ("lo", "hi")])
    parts.append(f'<rect class="frame" x="{x0:g}" y="{y0:g}" width="{x1 - x0:g}" height="{y1 - y0:g}"/></svg>')
    return "".join(parts)


class _Frame:
    """From the units of the axes to px."""

    def __init__(self, view: dict, width: int, height: int, axes: bool):
        self.axes = view["axes"]
        left = 10 + max((text_width(text, 12) for _, text in self.axes[1]["ticks"]), default=0) + 18 if axes else 3
        self.x0, self.x1 = round(left), width - (12 if axes else 3)
        self.y0, self.y1 = (8, height - 38) if axes else (3, height - 3)

    def x(self, value: float) -> float:
        axis = self.axes[0]
        return round(self.x0 + (value - axis["lo"]) / (axis["hi"] - axis["lo"]) * (self.x1 - self.x0), 1)

    def y(self, value: float) -> float:
        axis = self.axes[1]
        return round(self.y1 - (value - axis["lo"]) / (axis["hi"] - axis["lo"]) * (self.y1 - self.y0), 1)

    def place(self, box) -> tuple[float, float, float, float]:
        """Left, right, top, bottom of a box [x0, x1, y0, y1]."""
        return self.x(box[0]), self.x(box[1]), self.y(box[3]), self.y(box[2])


def _box(frame: _Frame, region: dict, view: dict, name: str) -> str:
    x0, x1, y0, y1 = frame.place(region["box"])
    size = f'x="{x0:g}" y="{y0:g}" width="{x1 - x0:g}" height="{y1 - y0:g}"'
    if region["cls"] is None or view["steps"]:  # a step function needs its points more than a colour
        return f'<rect {size} fill="none"/>' + (f'<rect class="next" {size}/>' if region["mark"] == "next" else "")
    title = f"<title>{escaped(region['title'])}</title>"
    fill = f'<rect {size} fill="{view["colours"][region["cls"]]}" fill-opacity="{".8" if view["scale"] else ".25"}">'
    hatch = f'<rect {size} fill="url(#{name}-{region["cls"]})" pointer-events="none"/>' if view["hatches"] else ""
    return f"{fill}{title}</rect>{hatch}"


def _line(frame: _Frame, cut: dict) -> str:
    across = (cut["at"], cut["at"]), (cut["from"], cut["to"])
    (x1, x2), (y1, y2) = across if cut["axis"] == 0 else across[::-1]
    ends = f'x1="{frame.x(x1):g}" y1="{frame.y(y1):g}" x2="{frame.x(x2):g}" y2="{frame.y(y2):g}"'
    return f'<line class="cut{" last" if cut["last"] else ""}" {ends}/>'


def _say(frame: _Frame, region: dict, beside_mean: bool) -> str:
    x0, x1, y0, y1 = frame.place(region["box"])
    for lines, wide in region["texts"]:
        high = (FONT + 3) * len(lines)
        if wide <= x1 - x0 - 4 and high <= y1 - y0 - 4:
            top = (y0 + y1 - high) / 2
            if beside_mean:  # above the step, or below it where there is no room
                mean = frame.y(region["value"])
                top = mean - high - 4 if mean - high - 4 > y0 else mean + 4
            placed = enumerate(lines)
            x, top = (x0 + x1) / 2, top + FONT
            return "".join(
                f'<text class="box" x="{x:g}" y="{top + (FONT + 3) * i:g}">{escaped(t)}</text>' for i, t in placed
            )
    return ""


def _axes(frame: _Frame, view: dict) -> list[str]:
    def mark(d: str, text: str, place: str, anchor: str = "middle") -> str:
        tick = f'<path class="frame" d="{d}"/>' if d else ""
        return f'{tick}<text {place} text-anchor="{anchor}">{escaped(text)}</text>'

    a, b = view["axes"]
    x0, y1 = frame.x0, frame.y1
    xs = ((frame.x(value), text) for value, text in a["ticks"])
    ys = ((frame.y(value), text) for value, text in b["ticks"])
    return [
        *(mark(f"M{x:g} {y1}v4", text, f'x="{x:g}" y="{y1 + 16}"') for x, text in xs),
        *(mark(f"M{x0} {y:g}h-4", text, f'x="{x0 - 7}" y="{y + 4:g}"', "end") for y, text in ys),
        mark("", a["title"], f'x="{(x0 + frame.x1) / 2:g}" y="{y1 + 32}"'),
        mark("", b["title"], f'transform="translate(13 {(frame.y0 + y1) / 2:g}) rotate(-90)"'),
    ]
