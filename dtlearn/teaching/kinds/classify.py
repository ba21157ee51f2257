"""Exercises about classifying: new examples, and the leaves that they reach."""

from dtlearn.growing.grow import grow
from dtlearn.teaching.grading import Blank, Kind, Mistake
from dtlearn.teaching.invented_data import Draw, examples, need
from dtlearn.trees.split import Kind as SplitKind


def classify(level: int, draw: Draw) -> dict:
    """Level 1: two examples. 2: three, a larger tree. 3: thresholds, one example exactly on one."""
    values = {1: (2, 2), 2: (3, 2, 2), 3: (2, 2)}[level]
    world, data = examples(draw, draw.between(7, 9) if level == 1 else draw.between(10, 14), values, 2, int(level == 3))
    trace = grow(data)
    tree = trace.tree
    need(level + 2 <= tree.n_leaves <= 9 and int(tree.depth.max()) >= 2)
    edges = sorted({float(tree.at[i]) for i in range(len(tree)) if tree.kind[i] == SplitKind.THRESHOLD})
    need(level < 3 or edges)
    ranges = [(0, len(f.values) - 1) if f.values else world.numbers[f.name] for f in data.schema.features]
    rows = [tuple(float(draw.between(*ends)) for ends in ranges) for _ in range(2 if level == 1 else 3)]
    if level == 3:
        rows[0] = (*rows[0][:-1], draw.one(edges))
    leaves, said = tree.apply(rows).tolist(), tree.predict(rows).tolist()
    need(len(set(leaves)) == len(rows) and len(set(said)) > 1)
    blanks = tuple(Blank(str(i), "choice", f"Example {i + 1}", k, data.schema.classes) for i, k in enumerate(said))
    wrong = []
    if level == 3:
        other = int(tree.predict([(*rows[0][:-1], rows[0][-1] - 1e-6)])[0])
        need(other != said[0])
        wrong = [Mistake("edge", (("0", other),))]
    wrong.append(Mistake("majority", tuple((str(i), int(tree.label[0])) for i in range(len(rows)))))
    return {"world": world, "trace": trace, "rows": tuple(rows), "blanks": blanks, "mistakes": tuple(wrong)}


KINDS = (Kind("classify", 5, classify, "Trees"),)
