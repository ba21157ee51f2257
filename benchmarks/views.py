"""What a page adds to growing a large table, within the limits of a visitor's: ``python -m benchmarks.views``.

For each table the CPU seconds of growing, and of what the page Grow a tree makes of it at its last step: steps, marks,
caption, tree, rules and outline. Then of its files: text, code, DOT, SVG. Doubling: how many times more work twice as many
rows are, against twice as many nodes.
"""

from benchmarks.common import Table, asked, cart, cpu, dataset, verdict

# isort: split
import numpy as np

from dtlearn import ALGORITHMS, Dataset, GrowSettings, Trace, grow, steps
from dtlearn.data.sniff import MOST_CELLS, MOST_ROWS, MOST_VALUES
from dtlearn.views.base import text
from dtlearn.views.growing import panels
from dtlearn.views.growing.captions import caption, marks
from dtlearn.views.tree.dot import tree_dot
from dtlearn.views.tree.svg import tree_svg
from dtlearn.views.tree.view import tree_view

TARGET = 1.0  # CPU seconds that a page adds
COLUMNS = {"table": 30, "nodes": 8, "depth": 8, "grow s": 8, "page s": 8, "ratio": 8, "files s": 8, "twice": 10}
MULTIWAY, BINARY, MEAN = ALGORITHMS["ID3 (CS181)"], cart("gini_gain"), cart("mse")


def chain(m: int, d: int) -> Dataset:
    """Sorted numbers and alternating classes: every split takes one example off."""
    return dataset(np.repeat(np.arange(m)[:, None], d, axis=1), np.arange(m) % 2)


def noise(m: int, d: int, classes: int = 2, values: int = 0) -> Dataset:
    """Features that explain nothing. classes : 0 for a number to predict; values : 0 for numeric features."""
    rng = np.random.default_rng(0)
    X = rng.integers(0, values, (m, d)) if values else rng.normal(size=(m, d))
    return dataset(X, rng.integers(0, classes, m) if classes else rng.normal(size=m), (values,) * d if values else ())


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


def measure(table: Table, name: str, make, m: int, settings: GrowSettings) -> None:
    data = make(m)
    spent, found = cpu(lambda: grow(data, settings)), grow(data, settings)
    half = grow(make(m // 2), settings)
    shown, twice, written = cpu(lambda: page(found)), cpu(lambda: page(half)), cpu(lambda: files(found))
    more = f"{shown / twice:.1f}/{len(found.tree) / len(half.tree):.1f}"
    seconds = (f"{x:.2f}" for x in (spent, shown, shown / spent, written))
    judged = f"target {TARGET:g} s: {verdict(shown <= TARGET)}"
    table.row(name, f"{len(found.tree):,}", int(found.tree.depth.max()), *seconds, more, said=judged)


def main() -> None:
    quick, table = asked(__doc__, "tables a tenth as long").quick, Table(COLUMNS)
    for name, (make, m, settings) in TABLES.items():
        measure(table, name, make, m // 10 if quick else m, settings)


if __name__ == "__main__":
    main()
