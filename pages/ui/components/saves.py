"""What ``save.js`` and ``share.js`` are to know: how words and formulas are made safe for what is written; which links
lead nowhere; the files of a lesson."""

from base64 import b64encode
from collections.abc import Callable

from dtlearn.data.packing import FORMULA, PLAIN
from dtlearn.show.documents.walkthrough import Walkthrough
from dtlearn.show.paper.latex_reader import COMMANDS
from dtlearn.show.paper.tree_and_table import TEX

ALONE = ("localhost", "127.0.0.1", "[::1]")  # by these names a computer means itself
NOT_FOR_PHONES = (
    "Phones cannot open this name of your own computer: open this page by its address in the network first."
)
SAVES = {
    "TEX": TEX,
    "COMMANDS": sorted(COMMANDS),
    "FORMULA": FORMULA,
    "PLAIN": PLAIN.pattern,
    "ALONE": ALONE,
    "NOT_FOR_PHONES": NOT_FOR_PHONES,
}


def lesson_files(plays: Callable[[], Walkthrough] | None, step: int) -> dict[str, Callable[[], str]]:
    """What makes the page that plays and its package, by a file's ending; of the zip its base64. No lesson has none.

    step : where the page opens; one that asks opens at its first question.
    """

    def page() -> str:
        lesson = plays()
        return lesson.html(0 if lesson.document["choices"] else step)

    return {"html": page, "zip": lambda: b64encode(plays().scorm()).decode()} if plays else {}
