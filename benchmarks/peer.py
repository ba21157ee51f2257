"""A peer, timed in a venv of its own; ``common.by_peer`` runs it: python peer.py NAME SET.npz SECONDS.

Prints JSON: of a teaching implementation the CPU seconds of one fit, nodes of its tree, training accuracy. The peer's
own form of the data (rows of dicts, a DataFrame, a Table) is made before the clock starts. After SECONDS of CPU time
the system ends the process.
"""

import gc
import json
import random
import resource
import sys
import time

import numpy as np


def frame(X, y, sizes):
    import pandas as pd

    table = pd.DataFrame({f"x{j}": texts(X[:, j]) if sizes else X[:, j] for j in range(X.shape[1])})
    table["y"] = classes(y)
    return table


def texts(column):
    return [f"v{int(v)}" for v in column]


def classes(y):
    return [f"c{k}" for k in y]


def children(node):
    """How many nodes hang under a node whose ``children`` is a dict of nodes, itself included."""
    return 1 + sum(map(children, getattr(node, "children", {}).values()))


def entropytree(X, y, sizes):
    from entropytree import DecisionTree

    table = frame(X, y, sizes)
    return lambda: DecisionTree().fit(table, "y"), lambda m: children(m.root_), lambda m: m.predict(table)


def cartlet(X, y, sizes, categorical_split="exact"):
    from cartlet import DecisionTree

    kind = {"dtype": "str", "type": "cat"} if sizes else {"dtype": "float", "type": "num"}
    features = [{"name": f"x{j}", **kind} for j in range(X.shape[1])]
    rows = [list(row) for row in zip(*(texts(column) for column in X.T), strict=True)] if sizes else X.tolist()
    tree = DecisionTree(features, task="classification", categorical_split=categorical_split)
    tree.load_data(rows, classes(y))

    def fit():
        tree.train(trainer="native")
        return tree

    from cartlet import count_nodes

    return fit, lambda m: count_nodes(m.model), lambda m: [m.predict(row) for row in rows]


def cartlet_fast(X, y, sizes):
    return cartlet(X, y, sizes, "fast")


def ebele(X, y, sizes):
    from ebele_tree import DecisionTreeClassifier

    rows = frame(X, y, sizes).drop(columns="y").to_dict("records")
    labels = classes(y)

    def count(node):
        return 1 + sum(map(count, node.get("children", {}).values()))

    return lambda: DecisionTreeClassifier().fit(rows, labels), lambda m: count(m.tree_), lambda m: m.predict(rows)


def aima3(X, y, sizes):
    from aima3.learning import DataSet, DecisionTreeLearner

    examples = frame(X, y, sizes).to_numpy(object).tolist()
    data = DataSet(examples=examples)

    def count(node):
        return 1 + sum(map(count, getattr(node, "branches", {}).values()))

    return lambda: DecisionTreeLearner(data), count, lambda m: [m(e) for e in examples]


def c45(X, y, sizes):
    from C45 import C45Classifier

    table = frame(X, y, sizes)
    X, labels = table.drop(columns="y"), table["y"]

    def fit():
        model = C45Classifier()
        model.fit(X, labels)
        return model

    return fit, lambda m: children(m.tree), lambda m: m.predict(X)


def orange(X, y, sizes):
    from Orange.classification import TreeLearner
    from Orange.data import ContinuousVariable, DiscreteVariable, Domain, Table

    columns = [
        DiscreteVariable(f"x{j}", tuple(texts(range(sizes[j])))) if sizes else ContinuousVariable(f"x{j}")
        for j in range(X.shape[1])
    ]
    table = Table.from_numpy(Domain(columns, DiscreteVariable("y", tuple(classes(range(max(y) + 1))))), X, y)
    learner = TreeLearner(sufficient_majority=1.0)  # its default stops at 95 % of one class
    return lambda: learner(table), lambda m: m.node_count(), lambda m: classes(m(table).astype(int))


def timed(name, file):
    y = file["y"]
    fit, nodes, predict = globals()[name](file["X"], y, file["sizes"].tolist())

    def cpu():
        gc.collect()
        start = time.process_time()
        model = fit()
        return time.process_time() - start, model

    seconds, model = cpu()
    if seconds < 1:  # that was the warm-up; a second of Python needs none
        seconds = float(np.median([cpu()[0] for _ in range(3)]))
    accuracy = float(np.mean(np.asarray(predict(model)) == np.asarray(classes(y))))
    return {"seconds": seconds, "nodes": int(nodes(model)), "accuracy": accuracy}


if __name__ == "__main__":
    name, path, limit = sys.argv[1], sys.argv[2], int(sys.argv[3])
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
    random.seed(0)
    sys.setrecursionlimit(10_000)
    with np.load(path) as file:
        print(json.dumps(timed(name, file)))
