"""The chapters of the course, each with how far this browser has come; the server hears only which slide is opened."""

from pages.ui.components.declare import declare

course = declare("course", "open")
"""data : chapters, {name, title, about, picture, slides, asks (the slides with a graded question or exercises)} each;
way, whether the button to the one to go on with is shown; cards, whether those of all are. Its listener gets
[name, slide]."""
