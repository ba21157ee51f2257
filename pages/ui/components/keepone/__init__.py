"""One thing that the browser is handed to keep."""

from pages.ui.components.declare import declare

keepone = declare("keepone")
