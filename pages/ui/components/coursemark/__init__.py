"""A slide of a chapter that is shown: the browser keeps how far one has come, and what was answered."""

from pages.ui.components.declare import declare

coursemark = declare("coursemark")
