"""What a page adds to growing a large table, within the limits of a visitor's: ``python -m benchmarks.views``.

For each table the CPU seconds of growing, and of what the page Grow a tree makes of it at its last step: steps, marks,
caption, tree, rules and outline. Then of its files: text, code, DOT, SVG. Doubling: how many times more work twice as many
rows are, against twice as many nodes.
"""

import argparse

from benchmarks.common import cart, cpu, row, verdict

# isort: split
import numpy as np

from dtlearn import ALGORITHMS, Dataset, Feature, GrowSettings, Schema, Trace, grow, steps
from dtlearn.data.sniff import MOST_CELLS, MOST_ROWS, MOST_VALUES
from dtlearn.views.base import text
from dtlearn.views.growing import panels
from dtlearn.views.growing.captions import caption, marks
from dtlearn.views.tree.dot import tree_dot
from dtlearn.views.tree.svg import tree_svg
from dtlearn.views.tree.view import tree_view

TARGET = 1.0  # CPU seconds that a page adds
WIDTHS = (30, 8, 8, 8, 8, 8, 8, 10)
HEAD = ("table", "nodes", "depth", "grow s", "page s", "ratio", "files s", "twice")
MULTIWAY, BINARY, MEAN = ALGORITHMS["ID3 (CS181)"], cart("gini_gain"), cart("mse")


def chain(m: int, d: int) -> Dataset:
    """Sorted numbers and alternating classes: every split takes one example off."""
    X = np.repeat(np.arange(m, dtype=float)[:, None], d, axis=1)
    return Dataset("chain", Schema(tuple(Feature(f"x{j}") for j in range(d)), ("a", "b")), X, np.arange(m) % 2)


def noise(m: int, d: int, classes: int = 2, values: int = 0) -> Dataset:
    """Features that explain nothing. classes : 0 for a number to predict; values : 0 for numeric features."""
    rng = np.random.default_rng(0)
    X = rng.integers(0, values, (m, d)).astype(float) if values else rng.normal(size=(m, d))
    features = tuple(Feature(f"x{j}", tuple(f"v{v}" for v in range(values))) for j in range(d))
    y = rng.integers(0, classes, m) if classes else rng.normal(size=m)
    return Dataset("noise", Schema(features, tuple(f"k{k}" for k in range(classes))), X, y)


TABLES = {
    "chain, 2 columns": (lambda m: chain(m, 1), 3000, BINARY),
    "chain, 10 columns": (lambda m: chain(m, 9), MOST_ROWS, BINARY),
    "10 nominal, multiway": (lambda m: noise(m, 9, values=MOST_VALUES), MOST_ROWS, MULTIWAY),
    "10 nominal, yes/no": (lambda m: noise(m, 9, values=MOST_VALUES), MOST_ROWS, BINARY),
    "10 nominal, 100 classes": (lambda m: noise(m, 9, MOST_VALUES, MOST_VALUES), MOST_ROWS, MULTIWAY),
    "10 numeric, 100 classes": (lambda m: noise(m, 9, MOST_VALUES), MOST_ROWS, BINARY),
    "10 numeric, regression": (lambda m: noise(m, 9, 0), MOST_ROWS, MEAN),
    "100 columns": (lambda m: noise(m, 99), MOST_CELLS // 100, BINARY),
}  # fmt: skip


def page(trace: Trace) -> None:
    """What the page shows at the last step."""
    every = steps(trace)
    step = every[-1]
    marks(every)
    caption(step)
    tree_view(trace.tree, step.decided, step.done.i, None, every.decisions)
    panels.rules_html(step)
    panels.outline_html(step)


def files(trace: Trace) -> None:
    view = tree_view(trace.tree)
    for make in (tree_dot, tree_svg):
        make(view)
    for make in (text.tree_text, text.tree_code):
        make(trace.tree)


def measure(name: str, make, m: int, settings: GrowSettings) -> str:
    data = make(m)
    spent, found = cpu(lambda: grow(data, settings)), grow(data, settings)
    half = grow(make(m // 2), settings)
    shown, twice = cpu(lambda: page(found)), cpu(lambda: page(half))
    tree = found.tree
    more = f"{shown / twice:.1f}/{len(tree) / len(half.tree):.1f}"
    cells = (name, f"{len(tree):,}", int(tree.depth.max()), f"{spent:.2f}", f"{shown:.2f}", f"{shown / spent:.2f}")
    return (
        row((*cells, f"{cpu(lambda: files(found)):.2f}", more), WIDTHS)
        + f"  target {TARGET:g} s: {verdict(shown <= TARGET)}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="tables a tenth as long")
    arguments = parser.parse_args()
    print(row(HEAD, WIDTHS))
    for name, (make, m, settings) in TABLES.items():
        print(measure(name, make, m // 10 if arguments.quick else m, settings), flush=True)


if __name__ == "__main__":
    main()
