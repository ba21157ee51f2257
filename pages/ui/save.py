"""What ``save.js`` is to know: how words and formulas are made safe for what it writes."""

from dtlearn.packing import FORMULA, PLAIN
from dtlearn.views.downloads import TEX
from dtlearn.views.formula import COMMANDS

SAVES = {"TEX": TEX, "COMMANDS": sorted(COMMANDS), "FORMULA": FORMULA, "PLAIN": PLAIN.pattern}
