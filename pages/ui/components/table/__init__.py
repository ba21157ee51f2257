"""The table of candidates: rows to choose from, with bars, badges and folded thresholds."""

import re
from collections.abc import Callable

from pages.ui.components.declare import declare

_mount = declare("table", "chosen", "expanded")


def numbered(letter: str, count: int, then: Callable[[int], None], first: int = 0) -> Callable[[str], None]:
    """What is done when one of the rows "a0", "a1", … is chosen, those from ``first`` to below ``count``."""

    def choose(row: str) -> None:
        match = re.fullmatch(rf"{letter}(-?\d{{1,5}})", row, re.ASCII)
        if match and first <= int(match[1]) < count:
            then(int(match[1]))

    return choose


def choice_table(
    data: dict, key: str, on_choose: Callable[[str], None], on_expand: Callable[[str], None] = lambda row: None
) -> None:
    """The rows of data; the callbacks get the id of the row that was chosen or unfolded.

    data : caption, columns, height, and rows of id, name, cells, exact, bar, badges, selected, muted,
        hidden, now, level, expanded, title.
    """
    _mount(data, key, on_choose, on_expand)
