"""The plane view: one description of a partition, from which the still SVG and the interactive plane are made."""

from collections.abc import Collection, Sequence
from math import ceil, floor, log10

from dtlearn.data.dataset import Dataset, Feature, number
from dtlearn.show.base.palette import SHADES, class_colour, class_outline, class_sign, shade, shade_of
from dtlearn.show.base.text import counts_text, listing, many, measured, place, shorten, shortened
from dtlearn.show.tree.drawing import node_id
from dtlearn.show.tree.layout import text_width
from dtlearn.trees.regions import Region, off_axes, owners, slice_nodes
from dtlearn.trees.tree import Node, Tree

# One hatch and one shape a class, so that colour never speaks alone: lines of a tile of 10 px, and outlines
# around (0, 0) that look like the class's sign in ``palette``.
HATCHES = (
    "M0 10L10 0",
    "M0 0L10 10",
    "M0 5H10",
    "M5 0V10",
    "M0 10L10 0M0 0L10 10",
    "M0 5H10M5 0V10",
    "M4 5H6",
    "M5 3V7M3 5H7",
    "M2 2H8V8H2Z",
)
TITLE = 28  # characters of an axis's name, so that it fits along a small plane
FONT = 13  # px of the text in a box
_MARGIN = 0.04  # of an axis, left free at both ends


def partition_view(
    tree: Tree | None,
    data: Dataset,
    free: Sequence[int],
    at: Sequence[float],
    decided: Collection[int] | None = None,
    done: int | None = None,
    next: int | None = None,
    span: Sequence[tuple[float, float]] | None = None,
) -> dict:
    """What a slice through a tree's partition looks like: plain data, ready for JSON.

    tree : None while there is nothing to grow from. data : the points to draw (training examples or others).
    free, at, decided : as for ``regions.regions``. done, next : the node just decided, the one examined next.
    span : ends of the axes of the free features; by default what the data need.
    Returns axes (name, title: the name as it fits, lo, hi, ticks), both (cuts can lie on either axis), classes,
    colours, signs, shapes, hatches, and in the units of the axes:
    regions (id, box x0 x1 y0 y1, cls, kind, mark, texts, title, value), nodes (id -> box of every node met),
    cuts (id, axis, at, text, label, from, to, last), points (x, y, cls, 1 if its box is drawn here, row),
    scale of the means (None for classes), note. ids are those of ``model.tree_view``.
    """
    schema = data.schema
    axes = [_axis(schema.features[j].name, data.X[:, j], span and span[k]) for k, j in enumerate(free)]
    names = (*(f.name for f in schema.features), schema.target)
    scale = None
    if schema.regression:  # from the lowest to the highest target, so that points and boxes share it
        lo, hi = float(data.y.min()), float(data.y.max())
        scale = {"lo": lo, "hi": hi, "texts": [measured(lo), measured(hi)], "name": schema.target}
    if len(free) == 1:
        k = len(schema.classes)  # a lane for every class, the first on top
        ticks = [
            [k - i - 0.5, f"{class_sign(i)} {shortened(schema.classes, 12)[name]}"]
            for i, name in enumerate(schema.classes)
        ]
        lanes = {"name": schema.target, "lo": 0.0, "hi": float(k), "ticks": ticks}
        axes.append(_axis(schema.target, data.y, None) if scale else lanes)
    for axis in axes:
        axis["title"] = shortened(names, TITLE)[axis["name"]]
    met = slice_nodes(tree, free, at, decided) if tree else []
    boxes = {node_id(tree[r.node].path): clipped(r.box, axes) for r in met}
    points = _points(tree, data, free, {r.node for r in met if r.end}, scale)
    shown = {r.node: tree[r.node] for r in met}
    asked = [schema.features[j] for j in free]
    shades = range(SHADES if scale else len(schema.classes))
    return {
        "axes": axes,
        "both": len(free) == 2,
        "steps": len(free) == 1 and scale is not None,
        "classes": list(schema.classes),
        "scale": scale,
        "points": points,
        "nodes": boxes,
        "colours": [shade(k) for k in shades] if scale else [class_colour(k) for k in shades],
        "signs": [] if scale else [class_sign(k) for k in shades],
        "shapes": [class_outline(0 if scale else k) for k in shades],
        "hatches": [] if scale else [HATCHES[k % len(HATCHES)] for k in shades],
        "regions": [_region(shown[r.node], r, axes, asked, decided, done, next, scale) for r in met if r.end],
        "cuts": [_cut(shown[r.node], r, axes, done) for r in met if r.cut],
        "note": note(tree, len(points), sum(p[3] for p in points), done, free, {r.node for r in met}) if tree else "",
    }


def _axis(name: str, values, span) -> dict:
    lo, hi = span or (float(values.min()), float(values.max()))
    if not span:
        room = (hi - lo) * _MARGIN or 1.0
        lo, hi = lo - room, hi + room
    return {"name": name, "lo": lo, "hi": hi, "ticks": [[t, number(t)] for t in nice_ticks(lo, hi)]}


def nice_ticks(lo: float, hi: float, most: int = 6) -> list[float]:
    """Round numbers from lo to hi, at most ``most`` of them: steps of 1, 2 or 5 times a power of ten.

    >>> nice_ticks(0.1, 2.5), nice_ticks(-3, 5, 5)
    ([0.5, 1.0, 1.5, 2.0, 2.5], [-2.0, 0.0, 2.0, 4.0])
    """
    power = floor(log10((hi - lo) / most))
    for step in (10.0**power * s for s in (1, 2, 5, 10, 20)):
        first, last = ceil(lo / step - 1e-9), floor(hi / step + 1e-9)
        if last - first < most:
            break
    return [round(k * step, max(0, 1 - floor(log10(step)))) + 0.0 for k in range(first, last + 1)]


def clipped(box, axes) -> list[float]:
    """[x0, x1, y0, y1]: the box, ended where the axes end."""
    ends = [*box, (float("-inf"), float("inf"))][:2]
    return [
        value
        for (lo, hi), axis in zip(ends, axes, strict=True)
        for value in (min(max(lo, axis["lo"]), axis["hi"]), max(min(hi, axis["hi"]), axis["lo"]))
    ]


def _points(tree, data, free, ends, scale) -> list[list]:
    """(x, y, colour, 1 if the tree puts it in the box drawn under it, row) of every point."""
    owner = owners(tree, data.X, ends).tolist() if tree else [0] * len(data)
    xs, points, seen = data.X[:, list(free)].tolist(), [], {}
    for row, (x, y) in enumerate(zip(xs, data.y.tolist(), strict=True)):
        if len(free) == 1 and scale:
            x.append(y)
        elif len(free) == 1:  # examples with the same value stand above and below each other
            rank = seen[x[0], y] = seen.get((x[0], y), -1) + 1
            aside = (1 - 2 * (rank % 2)) * ((rank + 1) // 2) * 0.09
            x.append(len(data.schema.classes) - y - 0.5 + min(max(aside, -0.4), 0.4))
        points.append([*x, shade_of(y, scale["lo"], scale["hi"]) if scale else y, int(owner[row] >= 0), row])
    return points


def _region(node: Node, region: Region, axes, features, decided, done, next_, scale) -> dict:
    known = decided is None or node.i in decided
    content = box_content(node, known, scale)
    said, of = content["says"]
    return content | {
        "box": clipped(region.box, axes),
        "range": _range(region.box, features),
        "mark": "done" if node.i == done else "next" if node.i == next_ else None,
        "title": f"{place(node)}: {'mean ' if scale and known else ''}{said}, {of}.",
    }


def box_content(node: Node, known: bool, scale) -> dict:
    """What the box of a node says, wherever it lies: id, cls, kind, value, texts, says of ``partition_view``."""
    value, kind = float(node.tree.value[node.i]) if scale else None, "leaf" if known else "open"
    said, of = _says(node, scale) if known else ("not decided yet", _says(node, scale)[1])
    cls = None if not known else shade_of(value, scale["lo"], scale["hi"]) if scale else int(node.tree.label[node.i])
    texts = [[lines, round(max(text_width(line, FONT) for line in lines)) + 6] for lines in _texts(node, kind, scale)]
    return {"id": node_id(node.path), "cls": cls, "kind": kind, "value": value, "texts": texts, "says": [said, of]}


def _range(box, features: Sequence[Feature]) -> str:
    """A box in words: "x1 < 2.5, 5 ≤ x2 < 7"."""
    parts = []
    for feature, (lo, hi) in zip(features, box, strict=True):
        low, high = lo > float("-inf"), hi < float("inf")
        if low and high:
            parts.append(f"{feature.text(lo)} ≤ {feature.name} < {feature.text(hi)}")
        elif low or high:
            parts.append(f"{feature.name} ≥ {feature.text(lo)}" if low else f"{feature.name} < {feature.text(hi)}")
    return ", ".join(parts) or "everything"


def _says(node: Node, scale) -> list[str]:
    """What the tree answers at a node, and for which examples."""
    if scale:
        return [measured(node.value), many(int(node.tree.n[node.i]), "example")]
    sign = class_sign(int(node.tree.label[node.i]))
    return [f"{sign} {node.label}", counts_text(node.counts, node.tree.schema.classes)]


def _texts(node: Node, kind: str, scale) -> list[list[str]]:
    """What a box may say, the longest first: the first that fits is written."""
    if scale:
        mean, n = measured(node.value), int(node.tree.n[node.i])
        head = mean if kind == "leaf" else f"? {mean}"
        return [[head, f"n = {n}"], [head], *([["?"]] if kind == "open" else [])]
    classes, k = node.tree.schema.classes, int(node.tree.label[node.i])
    counts = counts_text(node.counts, classes)
    if kind == "open":
        return [["?", counts], ["?", f"n = {node.n}"], ["?"]]
    sign, share = class_sign(k), f"{node.counts[k]} of {node.n}" if node.n else "empty"
    name = f"{sign} {node.label}"
    return [[name, counts], [name, share], [name], [f"{sign} {share}"], [sign]]


def _cut(node: Node, region: Region, axes, done) -> dict:
    axis, t = region.cut
    box = clipped(region.box, axes)
    across = box[2:] if axis == 0 else box[:2]
    schema = node.tree.schema
    title, text = node.split.title(schema), schema.features[node.split.feature].text(t)
    return {
        "id": node_id(node.path),
        "axis": axis,
        "at": t,
        "text": text,
        "from": across[0],
        "to": across[1],
        "label": shorten(title, 34),
        "width": round(text_width(shorten(title, 34), FONT)),
        "last": node.i == done,
    }


def note(tree: Tree, n: int, here: int, done: int | None, free: Sequence[int], met: Collection[int]) -> str:
    """What a slice does not show: examples whose boxes it misses, and a cut that lies across it.

    n, here : examples, and those in the slice's boxes. met : the nodes that the slice meets.
    """
    parts = []
    if here < n:
        lie = f"{here} of {many(n, 'example')} lie in the boxes of this slice"
        parts.append(f"{lie}; the faint ones lie in boxes that it misses.")
    split = tree[done].split if done is not None else None
    if split and done not in met:
        parts.append("The node just split lies outside this slice.")
    elif split and split.feature not in free:
        name = shortened(tuple(f.name for f in tree.schema.features), 40)[tree.schema.features[split.feature].name]
        parts.append(f"The question just asked is about {name}, which the slice holds fixed: no line is drawn.")
    return " ".join(parts)


def slice_words(tree: Tree, free: Sequence[int], at: Sequence[float]) -> str:
    """Where a slice lies in the features that the tree asks about: "x3 = 5 and x4 = 2"; "" if it holds none."""
    moved = [(tree.schema.features[j], at[j]) for j in off_axes(tree, free)]
    kept = [f"{feature.name} = {feature.text(value)}" for feature, value in moved]
    more = f" and {len(kept) - 4} more" if len(kept) > 4 else ""
    return f"{listing(kept[:4], ', ' if more else ' and ')}{more}"


def query_place(view: dict, node: Node, query: Sequence[float]) -> list[float]:
    """Where a query point stands in the picture: with one feature at the height of what the tree says of it."""
    if len(query) == 2:
        return list(query)
    if view["scale"]:
        return [query[0], float(node.tree.value[node.i])]
    return [query[0], len(view["classes"]) - int(node.tree.label[node.i]) - 0.5]
