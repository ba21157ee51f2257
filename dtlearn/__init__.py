"""dtlearn: decision trees that show how they are grown. Needs numpy alone.

>>> tree = grow(load("play_tennis"), ALGORITHMS["ID3 (CS181)"])
>>> tree.predict([["Sunny", "Hot", "Normal", "Weak"]]).tolist()
['Yes']
"""

from dtlearn.adopting.adopt import adopt
from dtlearn.boosting import BoostSettings, boost
from dtlearn.bound.bound import binarised, bound_of
from dtlearn.data.dataset import DataError, Dataset, Feature, Schema, from_arrays, from_frame, load, names, read_csv
from dtlearn.data.synthetic import truth_table
from dtlearn.exact.frontier import by_depth, frontier
from dtlearn.forest import ForestSettings, grow_forest
from dtlearn.growing.errors import error, hold_out
from dtlearn.growing.grow import ALGORITHMS, GrowSettings, Trace, grow
from dtlearn.growing.orders import ORDERS
from dtlearn.growing.steps import DETAILS, Phase, Step, Steps, steps
from dtlearn.pruning.procedures import PRUNERS, PruneSettings
from dtlearn.splitting.criteria import CRITERIA
from dtlearn.trees.tree import Node, Stop, Tree

__version__ = "0.1.0"

__all__ = [
    "ALGORITHMS",
    "CRITERIA",
    "DETAILS",
    "ORDERS",
    "PRUNERS",
    "BoostSettings",
    "DataError",
    "Dataset",
    "Feature",
    "ForestSettings",
    "GrowSettings",
    "Node",
    "Phase",
    "PruneSettings",
    "Schema",
    "Step",
    "Steps",
    "Stop",
    "Trace",
    "Tree",
    "adopt",
    "binarised",
    "boost",
    "bound_of",
    "by_depth",
    "error",
    "from_arrays",
    "from_frame",
    "frontier",
    "grow",
    "grow_forest",
    "hold_out",
    "load",
    "names",
    "read_csv",
    "steps",
    "truth_table",
]
