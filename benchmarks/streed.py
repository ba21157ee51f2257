"""STreeD, timed in a venv of its own; ``benchmarks.optimal`` runs it: python streed.py SETS.npz SECONDS.

Prints JSON: for each set the misclassified examples of the best tree of at most 0, 1, ... splits, and the CPU seconds
of all the fits. After SECONDS of CPU time the system ends the process.
"""

import json
import resource
import sys
import time

import numpy as np
from pystreed import STreeDClassifier


def wrong(X, y, splits):
    """The fewest that a tree of so many splits gets wrong; as many levels as it could have."""
    if not splits:
        return len(y) - int(np.bincount(y).max())
    model = STreeDClassifier("accuracy", max_depth=splits, max_num_nodes=splits, min_leaf_node_size=1)
    model.fit(X, y)
    return int((model.predict(X) != y).sum())


def main():
    path, seconds = sys.argv[1], int(sys.argv[2])
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    found = []
    with np.load(path) as file:
        for i in range(len(file["most"])):
            X, y = file[f"X{i}"], file[f"y{i}"]
            start = time.process_time()
            errors = [wrong(X, y, splits) for splits in range(file["most"][i] + 1)]
            found.append({"errors": errors, "seconds": time.process_time() - start})
    print(json.dumps(found))


if __name__ == "__main__":
    main()
