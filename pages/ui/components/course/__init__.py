"""The chapters of the course, each with how far this browser has come; the server hears only which slide is opened."""

from pages.ui.components.declare import declare

course = declare("course", "open")
"""data : chapters, {name, title, about, slides} each. Its listener gets [name, slide]."""
