"""The interactive plane: a component that draws a plane view, and says what was pointed at or drawn."""

from pages.ui.components.declare import declare

plane = declare("plane", "chosen", "query", "points", "history", "pick")
"""The plane view (``dtlearn.views.plane.view``) with what the page adds.

data : the view, and boxHeight (px), tall (take the window's height, less ``below`` px), tool (look, classify, add, label, erase),
    pick (class of a new point), palette (names of the classes that a key can give; empty unless points are drawn),
    most (points), chosen (id of a node), lit (ids of a path), query ([x, y] or None),
    status (sentence shown while nothing is pointed at), seq (number of the last edit that the view contains).
The listeners get a node's id; a point; {"seq", "points": [[x, y, class] in hundredths], "live": still dragging};
"undo" or "redo"; the class chosen by key.
"""
