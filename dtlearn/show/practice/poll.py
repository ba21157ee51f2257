"""An exercise as a room votes on it: its first blank, the right answer among what common mistakes give."""

import re
from collections.abc import Sequence
from math import log
from zlib import crc32

from dtlearn.show.base.text import fixed
from dtlearn.show.practice.mistakes import named
from dtlearn.show.practice.questions import Written
from dtlearn.teaching.grading import Blank, Exercise, same

MOST = 5  # numbers to choose from
LONGEST = 600  # characters of a question in a room


def poll(exercise: Exercise, sheet: Written) -> dict:
    """What is asked: ask, options, right (their places), why (a sentence for each option, or "").

    >>> from dtlearn.teaching.exercises import make
    >>> from dtlearn.show.practice.questions import sheet
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
    """Numbers to choose from; a negative one nobody believes."""
    return shuffled([blank.right, *[text for text in wrong if text[0] != "-"][: MOST - 1]])


def shuffled(options: Sequence[str]) -> list[str]:
    """Choices in an order that says nothing, the same at each asking: mistakes are often smaller than what is right."""
    return sorted(options, key=lambda text: crc32("|".join([text, *sorted(options)]).encode()))


def near(answer: str) -> list[str]:
    """Choices for a number that was to be typed: the right one, and what a slip makes of it;
    [] for what is no plain number.

    >>> sorted(near("11"), key=int), sorted(near("0.971")), sorted(near("3/14")), near("Outlook")
    (['10', '11', '12', '22'], ['0.029', '0.486', '0.673', '0.971'], ['11/14', '3/14', '4/14', '6/14'], [])
    """
    if re.fullmatch(r"\d{1,9}", answer, re.ASCII):
        x = int(answer)
        found = [str(y) for y in (x + 1, x - 1, 2 * x, x + 2) if y >= 0]
    elif re.fullmatch(r"\d{0,9}\.\d{1,9}", answer, re.ASCII):
        x, digits = float(answer), len(answer.partition(".")[2])
        found = [
            fixed(y, digits) for y in (x * log(2), 1 - x, x / 2, 2 * x) if y > 0
        ]  # in nats, the other share, half, twice
    elif parts := re.fullmatch(r"(\d{1,9})/(\d{1,9})", answer, re.ASCII):
        n, whole = map(int, parts.groups())
        found = [f"{k}/{whole}" for k in (n + 1, whole - n, 2 * n) if 0 < k <= whole]
    else:
        return []
    wrong = [text for text in dict.fromkeys(found) if not same(text, answer)]
    return shuffled([answer, *wrong[:3]]) if wrong else []


def _asked(sheet: Written, more: str) -> str:
    """The question's paragraphs, of a long one the last, and ``more``: which of several blanks is meant."""
    whole = " ".join(sheet.question)
    return (whole if len(whole) + len(more) <= LONGEST else sheet.question[-1][: LONGEST - len(more)]) + more
