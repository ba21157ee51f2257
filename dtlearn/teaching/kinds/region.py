"""Exercises about regions: which box of the plane an example falls into."""

from string import ascii_uppercase

from dtlearn.data.dataset import Card, Feature, from_arrays
from dtlearn.growing.grow import grow
from dtlearn.teaching.grading import Blank, Kind, Mistake
from dtlearn.teaching.invented_data import Draw, need
from dtlearn.trees.regions import Region, regions
from dtlearn.trees.split import Kind as SplitKind
from dtlearn.trees.tree import Tree

FREE, HIGH = (0, 1), 10


def boxes(tree: Tree) -> list[Region]:
    """The regions of a tree's plane, in the order of their letters."""
    return regions(tree, FREE, (0, 0))


def region(level: int, draw: Draw) -> dict:
    """Level 1: three regions. 2: four. 3: five, the example exactly on a line."""
    cells = [[draw.between(0, HIGH), draw.between(0, HIGH)] for _ in range(8 + 2 * level)]
    y = ["No" if draw.chance(0.15) != (a < 5 or b > 6 - level) else "Yes" for a, b in cells]
    need(len(set(y)) == 2)
    features = [Feature("x"), Feature("y")]
    trace = grow(from_arrays(cells, y, features, ("No", "Yes"), "points", "Class", Card(f"{len(y)} points")))
    tree = trace.tree
    inner = [i for i in range(len(tree)) if tree.kind[i] == SplitKind.THRESHOLD]
    need(tree.n_leaves == level + 2 and {int(tree.feature[i]) for i in inner} == set(FREE))
    point = [float(draw.between(0, HIGH)), float(draw.between(0, HIGH))]
    wrong = [("exchanged_axes", point[::-1])]
    if level == 3:
        i = draw.one(inner)
        axis = int(tree.feature[i])
        point[axis] = float(tree.at[i])
        below = list(point)
        below[axis] -= 1e-6
        wrong = [("edge", below), ("exchanged_axes", point[::-1])]
    leaves = [box.node for box in boxes(tree)]
    right, *others = (leaves.index(int(i)) for i in tree.apply([point, *(row for _, row in wrong)]))
    need(others[0] != right)
    found = tuple(Mistake(name, (("region", k),)) for (name, _), k in zip(wrong, others, strict=True))
    options = tuple(ascii_uppercase[: len(leaves)])
    blank = Blank("region", "choice", "It falls into region", right, options)
    return {"trace": trace, "rows": (tuple(point),), "blanks": (blank,), "mistakes": found}


KINDS = (Kind("region", 10, region, "Trees", ("classify",)),)
