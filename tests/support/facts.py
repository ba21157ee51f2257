"""The facts behind the notes, from tests/data/facts.json: numbers that our own code did not compute.

Trees come as nested tuples: a leaf is (class, counts, name of its Stop); a split is (feature, counts,
{branch: subtree}) with branches named as in ``dtlearn.trees.split.Split.branch``. A branch that gets no
example is left out, as the facts do under BuildTree.
"""

import json
import re
from functools import cache

from dtlearn import Dataset, Feature, from_arrays
from tests.support import DATA

CRITERION = {
    "info_gain": "info_gain",
    "gain_ratio": "gain_ratio",
    "gini": "gini_gain",
    "train_error": "train_error_gain",
}

STOP = {
    "pure": "PURE",
    "all 0": "PURE",
    "all 1": "PURE",
    "n<m": "TOO_FEW",
    "A empty -> majority": "NO_FEATURE",
    "no attributes left -> majority": "NO_FEATURE",
    "no candidate": "NO_FEATURE",
    "best gain = 0 -> majority": "NO_GAIN",
    "best gain <= 0": "NO_GAIN",
    "empty (vacuously all 1)": "EMPTY",
}

TRUTH_TABLES = ("or", "xor", "parity3", "majority3", "uml_ex18_2")


@cache
def facts() -> dict:
    """The whole file."""
    return json.loads((DATA / "facts.json").read_text(encoding="utf-8"))


def printed() -> list[dict]:
    """The figures S1-S30 printed in the notes: id, what, printed, exact, value, rounded, ok, note."""
    return facts()["seed_figures"]


def errata() -> dict[str, dict]:
    """E1-E44 by id: seed, notes (what they say), true, app (what to show)."""
    return {e["id"]: e for e in facts()["errata"]}


def pruning() -> dict:
    """Section 8: the g tables and series of the weakest link, reduced error, the generic procedure step by step."""
    return facts()["pruning"]


def data(name: str, alphabetical=False, numeric=False) -> Dataset:
    """A table of the facts as a Dataset; a Day column is left out.

    alphabetical : nominal values in that order. numeric : every feature is a number.
    """
    table = facts()["datasets"][name]
    first = table["columns"].index("Day") + 1 if "Day" in table["columns"] else 0
    names, rows = table["columns"][first:-1], [row[first:] for row in table["rows"]]

    def feature(j):
        values = sorted({str(row[j]) for row in rows})
        listed = table.get("domains", {}).get(names[j], values)
        return Feature(names[j], tuple(values if alphabetical else listed))

    features = [Feature(f) if numeric else feature(j) for j, f in enumerate(names)]
    classes = table.get("classes") or sorted({row[-1] for row in rows})
    return from_arrays([row[:-1] for row in rows], [row[-1] for row in rows], features, classes, name)


def nodes(name: str) -> list[dict]:
    """The candidate table of every node of a tree ("playtennis" by CS181, "seven_point" by UML's ID3).

    Each has path [[feature, value] ...], counts, best, tied and candidates: name, gains by the facts' name
    of the criterion ({"exact", "value"}), branches with their counts.
    """
    algorithm = {"playtennis": "cs181_multiway", "seven_point": "uml_id3"}[name]
    return facts()[name][algorithm]["info_gain"]["trace"]


def trees() -> list[tuple]:
    """Every tree: (data, algorithm, m, criterion, tree); algorithm a name in ALGORITHMS, m BuildTree's."""
    found = []

    def add(data_, algorithm, by_criterion, m=0):
        for criterion, result in by_criterion.items():
            nested = result["tree"] if "tree" in result else _parse(result["text"])
            found.append((data_, algorithm, m, CRITERION[criterion], _tree(nested, data_)))

    tennis, points = data("playtennis"), data("seven_point")
    add(tennis, "ID3 (CS181)", facts()["playtennis"]["cs181_multiway"])
    add(tennis, "BuildTree", facts()["playtennis"]["buildtree_m0"])
    for sweep in facts()["playtennis"]["buildtree_m_sweep_info_gain"]:
        add(tennis, "BuildTree", {"info_gain": sweep}, sweep["m"])
    for algorithm in ("ID3 (UML)", "CART"):
        add(data("playtennis", alphabetical=True), algorithm, facts()["playtennis"]["binary_one_vs_rest"])
    add(points, "ID3 (UML)", facts()["seven_point"]["uml_id3"])
    add(points, "ID3 (CS181)", facts()["seven_point"]["cs181"])
    for m in (0, 3, 4, 5, 8):
        add(points, "BuildTree", facts()["seven_point"][f"buildtree_m{m}"], m)
    add(data("seven_point", numeric=True), "CART", facts()["seven_point"]["cart_alg8"])
    for name in TRUTH_TABLES:
        add(data(name), "ID3 (UML)", facts()["truth_tables"][name]["uml_id3_no_stop"])
        add(data(name), "ID3 (CS181)", facts()["truth_tables"][name]["cs181_zero_stop"])
    add(data("four_class"), "BuildTree", facts()["criteria_disagree"]["four_class"]["trees"])
    partition = {c: facts()["numeric"]["partition_2d"][c] for c in CRITERION}
    add(data("partition_2d", numeric=True), "CART", partition)
    return found


def disagreements() -> dict[str, tuple]:
    """Two-feature sets on which criteria disagree: name -> (rows, gains, picks by criterion)."""
    sets = facts()["criteria_disagree"]
    return {k: (v["rows"], v["gains"], v["picks"]) for k, v in sets.items() if "rows" in v}


def _tree(node: dict, data_: Dataset):
    counts = tuple(node["counts"])
    if "leaf" in node:
        return (str(node["leaf"]), counts, STOP[node["why"]])
    values = next(f.values for f in data_.schema.features if f.name == node["split"])
    of = node.get("value")
    if node["test"] == "threshold":
        top, _, bottom = of.partition("/")
        names = {side: f"{sign} {int(top) / int(bottom or 1):g}" for side, sign in (("<", "<"), (">=", "≥"))}
    elif node["test"] == "equality" and len(values) == 2:
        names = {"==": of, "!=": next(v for v in values if v != of)}
    elif node["test"] == "equality":
        names = {"==": f"= {of}", "!=": f"≠ {of}"}
    else:
        names = {v: str(v) for v, _ in node["children"]}
    subtrees = {names[branch]: _tree(child, data_) for branch, child in node["children"]}
    return (node["split"], counts, {b: t for b, t in subtrees.items() if t[-1] != "EMPTY"})


def _parse(text: str) -> dict:
    """The facts' indented outline of a multiway or binary tree as their nested form.

    >>> _parse("leaf 1 (1, 3) (pure)")
    {'leaf': '1', 'counts': [1, 3], 'why': 'pure'}
    """
    root, line_of = None, {}
    for line in text.splitlines():
        indent, branch, what, counts, why = re.fullmatch(
            r"( *)(?:\[(.*?)\] )?(.*?) \(([\d, ]+)\)(?: \((.*)\))?", line
        ).groups()
        node = {"counts": [int(c) for c in counts.split(", ")]}
        if what.startswith("leaf "):
            node = {"leaf": what.removeprefix("leaf "), **node, "why": why}
        else:
            node = {"split": what, "test": "multiway", **node, "children": []}
        depth = len(indent) // 2
        if depth:
            line_of[depth - 1]["children"].append((branch, node))
        else:
            root = node
        line_of[depth] = node
    return root
