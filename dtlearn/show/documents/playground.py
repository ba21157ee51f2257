"""The playground's picture: the plane with its points and regions, the tree, both errors against the size,
and a sentence."""

import numpy as np

from dtlearn.data.synthetic import SIDE
from dtlearn.forest.forest import Forest
from dtlearn.forest.playground import Tried
from dtlearn.forest.polls import middles
from dtlearn.show.base.errors_chart import Labels, part_line
from dtlearn.show.base.palette import OUTLINES, class_colour, class_sign
from dtlearn.show.base.text import fixed, many, ratio, size_text
from dtlearn.show.documents.chart import chart, mark
from dtlearn.show.plane.view import clipped, partition_view
from dtlearn.show.tree.drawing import node_id
from dtlearn.show.tree.sketch import sketch_svg
from dtlearn.show.tree.view import tree_view
from dtlearn.trees.regions import slice_nodes
from dtlearn.trees.tree import Tree

END = SIDE / 100  # of both axes
READABLE = 25  # nodes
SKETCH = 590, 290  # px
CELLS = 64  # of a forest's votes, on each side
_ONE = {"leaves": "leaf", "trees": "tree"}


def playground_view(found: Tried) -> dict:
    """What the playground shows: plane, held (points that nothing grew on), flipped (rows), clean (the points' own
    classes), tree or sketch, chart and at (as of a walkthrough), says."""
    lines, labels = _lines(found), _labels(found)
    return {
        "plane": _plane(found),
        "held": _points(found.held),
        "flipped": list(found.flipped),
        "clean": found.clean.y.tolist(),
        **_tree(found.tree),
        "says": verdict(found),
        "forest": found.forest is not None,
        "chart": chart(lines, labels, {(k,): k for k in range(len(found.path))}) | {"beside": True},
        "at": mark(lines, labels, (found.at,)),
    }


def _tree(tree: Tree) -> dict:
    """The tree view; of a tree too large to be read in its corner the shape alone, which is painted in a moment."""
    if len(tree) <= READABLE:
        return {"tree": tree_view(tree), "sketch": None}
    of = range(len(tree.schema.classes))
    looks = {
        "shapes": [OUTLINES[k] for k in of],
        "colours": [class_colour(k) for k in of],
        "cls": dict(enumerate(tree.label.tolist())),
    }
    return {"tree": None, "sketch": {"svg": sketch_svg(tree, looks, *SKETCH), "says": size_text(tree)}}


def _points(data) -> list[list]:
    return [[*x, y] for x, y in zip(data.X.tolist(), data.y.tolist(), strict=True)]


def _plane(found: Tried) -> dict:
    """The plane view; its boxes say nothing, for there are many."""
    view = partition_view(None, found.train, (0, 1), (0, 0), span=[(0, END)] * 2)
    if found.forest:
        return view | {"regions": voted(found.forest)}
    tree, ids = found.tree, {0: node_id(())}
    met = slice_nodes(tree, (0, 1), (0, 0))  # parents first
    for region in met[1:]:
        ids[region.node] = f"{ids[int(tree.parent[region.node])]}.{tree.branch[region.node]}"
    boxes = {ids[region.node]: clipped(region.box, view["axes"]) for region in met}
    ends = [_region(ids[r.node], boxes[ids[r.node]], int(tree.label[r.node]), tree) for r in met if r.end]
    return view | {"regions": ends, "nodes": boxes}


def _region(name: str, box: list[float], cls: int, of: Tree | Forest) -> dict:
    classes = (of.schema if isinstance(of, Tree) else of.data.schema).classes
    said = f"{class_sign(cls)} {classes[cls]}"
    return {"id": name, "box": box, "cls": cls, "mark": None, "texts": [], "title": said}


def voted(forest: Forest) -> list[dict]:
    """What a forest says all over the plane, on a grid: equal cells of a row are one region,
    and so are equal rows above each other."""
    places = middles(0, END, CELLS)
    grid = forest.predict(np.stack([one.ravel() for one in np.meshgrid(places, places)], axis=1))
    below: dict[tuple[int, int, int], dict] = {}  # (first, end, class) of the row before -> its region
    found, side = [], END / CELLS
    for y, row in enumerate(grid.reshape(CELLS, CELLS)):
        ends = [*(np.flatnonzero(np.diff(row)) + 1).tolist(), CELLS]
        runs = list(zip([0, *ends], ends, row[[0, *ends[:-1]]].tolist(), strict=False))
        now = {}
        for run in runs:
            first, end, cls = run
            region = below.get(run)
            if region is None:
                region = _region(f"v{len(found)}", [first * side, end * side, y * side, 0.0], cls, forest)
                found.append(region)
            region["box"][3] = (y + 1) * side
            now[run] = region
        below = now
    return found


def _kind(found: Tried) -> str:
    return next(iter(found.path.sizes))


def _size(found: Tried, k: int) -> str:
    kind = _kind(found)
    return many(found.path.sizes[kind][k], _ONE[kind])


def _lines(found: Tried) -> list:
    path = found.path
    return [
        part_line(
            part,
            path.sizes[_kind(found)],
            range(len(path)),
            lambda k, part=part: f"{_size(found, k)}<br>{part.name} {ratio(part.lost[k], part.asked(k))}",
        )
        for part in path.parts
    ]


def _labels(found: Tried) -> Labels:
    sizes, path = found.path.sizes[_kind(found)], found.path
    best = path.best()
    return Labels(
        "trees that vote" if found.forest else "leaves, as the tree is pruned",
        (sizes[0], sizes[-1]),
        _size(found, found.at),
        notes=[(sizes[best], float(path.test.error(best)), "smallest held-out error")] if len(path) > 1 else [],
    )


def verdict(found: Tried) -> str:
    """Both errors, and what they say of the size."""
    path, at = found.path, found.at
    train, held = path.train.error(at), path.test.error(at)
    errors = f"training error {fixed(train)}, held-out error {fixed(held)}"
    if found.forest:
        first = path.test.error(0)
        how = "less often than" if held < first else "more often than" if held > first else "as often as"
        return f"{_size(found, at)} vote: {errors}. Together they are wrong {how} the first tree alone, {fixed(first)}."
    best, rival, last = path.best(), path.rival(at), at == len(path) - 1
    if rival is not None:
        tree = f"The {'unpruned ' * last}tree with {_size(found, at)}"
        pruned = f"{_size(found, rival)}: held-out error {fixed(path.test.error(rival))}"
        if held <= train:  # it does well, yet a smaller one better
            return f"{tree}: {errors}. Its last splits help in training only. Pruned to {pruned}."
        does = "memorises the noise" if found.flipped and last and not train else "overfits"
        return f"{tree} {does}: {errors}. Pruned to {pruned}."
    if path.test.lost[best] == path.test.lost[at]:
        return f"{_size(found, at)}: {errors}. No pruned tree here does better on held-out points."
    there = f"{_size(found, best)}: held-out error {fixed(path.test.error(best))}"
    return f"The tree with {_size(found, at)} underfits: {errors}. With {there}."
