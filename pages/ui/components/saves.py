"""What ``save.js`` is to know: how words and formulas are made safe for what it writes; the files of a lesson."""

from base64 import b64encode
from collections.abc import Callable

from dtlearn.data.packing import FORMULA, PLAIN
from dtlearn.views.paper.latex_reader import COMMANDS
from dtlearn.views.paper.tree_and_table import TEX
from dtlearn.views.stage.walkthrough import Walkthrough

SAVES = {"TEX": TEX, "COMMANDS": sorted(COMMANDS), "FORMULA": FORMULA, "PLAIN": PLAIN.pattern}


def lesson_files(plays: Callable[[], Walkthrough] | None, step: int) -> dict[str, Callable[[], str]]:
    """What makes the page that plays and its package, by a file's ending; of the zip its base64. No lesson has none.

    step : where the page opens; one that asks opens at its first question.
    """

    def page() -> str:
        lesson = plays()
        return lesson.html(0 if lesson.document["choices"] else step)

    return {"html": page, "zip": lambda: b64encode(plays().scorm()).decode()} if plays else {}
