"""What ``save.js`` is to know: how words and formulas are made safe for what it writes."""

from dtlearn.data.packing import FORMULA, PLAIN
from dtlearn.views.paper.latex_reader import COMMANDS
from dtlearn.views.paper.tree_and_table import TEX

SAVES = {"TEX": TEX, "COMMANDS": sorted(COMMANDS), "FORMULA": FORMULA, "PLAIN": PLAIN.pattern}
