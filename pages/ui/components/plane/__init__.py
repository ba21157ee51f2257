"""The plane that one draws in: a component that draws a plane view, and says what was changed."""

from pages.ui.components.declare import declare

plane = declare("plane", "points", "history", "pick")
"""The plane view (``dtlearn.show.plane.view``) with what the page adds.

data : the view, and boxHeight (px), tall (take the window's height), tool (add, label, erase),
    pick (class of a new point), palette (names of the classes that a key can give), most (points),
    status (sentence shown while nothing is pointed at), seq (number of the last edit that the view contains).
The listeners get {"seq", "points": [[x, y, class] in hundredths], "live": still dragging};
"undo" or "redo"; the class chosen by key.
"""
