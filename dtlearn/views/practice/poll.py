"""An exercise as a room votes on it: its first blank, the right answer among what common mistakes give."""

from dtlearn.teaching.grading import Blank, Exercise
from dtlearn.views.practice.mistakes import named
from dtlearn.views.practice.questions import Written

MOST = 5  # numbers to choose from
LONGEST = 600  # characters of a question in a room


def poll(exercise: Exercise, sheet: Written) -> dict:
    """What is asked: ask, options, right (their places), why (a sentence for each option, or "").

    >>> from dtlearn.teaching.exercises import make
    >>> from dtlearn.views.practice.questions import sheet
    >>> asked = poll(one := make("entropy", 1, 1), sheet(one))
    >>> asked["options"][asked["right"][0]] == one.blanks[0].right
    True
    """
    blank = exercise.blanks[0]
    reasons = {}  # what a common mistake gives -> which one that is
    for mistake in exercise.mistakes:
        for key, value in mistake.values:
            if key == blank.key and blank.text(value) != blank.right:
                reasons.setdefault(blank.text(value), named((mistake.name,)))
    options = list(blank.options) if blank.kind == "choice" else _numbers(blank, list(reasons))
    why = [reasons.get(option, "") for option in options]
    right = options.index(blank.right)
    why[right] = " ".join(sheet.remarks)[:LONGEST]
    return {
        "ask": _asked(sheet, "" if len(exercise.blanks) == 1 else f" {blank.label}?"),
        "options": options,
        "right": [right],
        "why": why,
    }


def _numbers(blank: Blank, wrong: list[str]) -> list[str]:
    """Numbers to choose from, the smallest first: so their order says nothing."""
    return sorted([blank.right, *wrong[: MOST - 1]], key=lambda text: (float(text), text))


def _asked(sheet: Written, more: str) -> str:
    """The question's paragraphs, of a long one the last, and ``more``: which of several blanks is meant."""
    whole = " ".join(sheet.question)
    return (whole if len(whole) + len(more) <= LONGEST else sheet.question[-1][: LONGEST - len(more)]) + more
