"""dtlearn: decision trees that show how they are grown. Needs numpy alone.

>>> tree = grow(load("play_tennis"), ALGORITHMS["ID3 (CS181)"])
>>> tree.predict([["Sunny", "Hot", "Normal", "Weak"]]).tolist()
['Yes']
"""

from dtlearn.criteria import CRITERIA
from dtlearn.data import DataError, Dataset, Feature, Schema, from_arrays, from_frame, load, names, read_csv
from dtlearn.grow import ALGORITHMS, GrowSettings, Trace, grow
from dtlearn.steps import DETAILS, ORDERS, Phase, Step, Steps, steps
from dtlearn.synthetic import truth_table
from dtlearn.tree import Node, Stop, Tree

__version__ = "0.1.0"

__all__ = [
    "ALGORITHMS", "CRITERIA", "DETAILS", "ORDERS", "DataError", "Dataset", "Feature", "GrowSettings", "Node",
    "Phase", "Schema", "Step", "Steps", "Stop", "Trace", "Tree", "from_arrays", "from_frame", "grow", "load", "names",
    "read_csv", "steps", "truth_table",
]  # fmt: skip
