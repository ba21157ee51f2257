"""The script of the page on which a phone follows a lecturer's lesson."""

from pages.ui.components.declare import script

FOLLOW = script("follow")
