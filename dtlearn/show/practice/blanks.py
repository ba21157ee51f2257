"""The blanks of an exercise as the component takes them: what is open, what was filled in, what it was worth."""

from collections.abc import Mapping

from dtlearn.show.practice.questions import Written
from dtlearn.show.practice.working import Grid
from dtlearn.teaching.grading import Blank, Exercise, Grade

SHORT = 6  # choices of up to so many options stand below each other, more go into a list
LONG = 25  # characters of an option that wants a line of its own


def answers_view(
    exercise: Exercise,
    sheet: Written,
    said: Mapping[str, str],
    grade: Grade,
    *,
    id_: str,
    closed: bool,
    again: bool,
    check: str,
    next_: str,
    words: str = "",
    verdict: tuple[str, ...] = (),
    partial: bool = False,
    picture: dict | None = None,
) -> dict:
    """Plain data for the component: id, order (keys of the blanks that are shown), blanks by key, grid, check,
    next, picture.

    closed : no answer can be given any more, so the right ones are shown. again : a wrong answer may be corrected.
    partial : some blanks may be checked before the others. picture : that of the sheet, drawn as it is now. check,
        next_ : the words of the button. words : a sentence beside it. verdict : sentences below it, of what the answers
        were worth.
    """
    shown = [b for b in exercise.blanks if closed or asks(b, grade)]
    blanks = {b.key: _blank(b, sheet.fill, said.get(b.key, ""), grade, closed, again) for b in shown}
    if picture and not any(key in blanks for row in (picture.get("sort") or {}).get("keys", ()) for key in row):
        picture = picture | {"sort": None}  # it would say which split is right
    if picture:
        picture = picture | {"letters": list(exercise.blank(picture["key"]).options)}
    left = any(not blank["locked"] for blank in blanks.values())
    return {
        "id": id_,
        "order": list(blanks),
        "blanks": blanks,
        "grid": _grid(sheet.fill, blanks) if sheet.fill else None,
        "check": check if left else "",
        "next": "" if left else next_,
        "partial": partial,
        "picture": picture,
        "said": words,
        "verdict": list(verdict),
        "good": all(mark in ("right", "") for mark in grade.marks.values()),
    }


def asks(blank: Blank, grade: Grade) -> bool:
    """Whether a blank can be filled in; one that says what is right in another one waits for the right answer there."""
    return not blank.after or grade.marks[blank.after] == "right"


def _blank(b: Blank, fill: Grid | None, text: str, grade: Grade, closed: bool, again: bool) -> dict:
    mark = grade.marks[b.key]
    locked = closed or (mark == "right" and not b.of if again else bool(mark))
    in_grid = fill is not None and any(b in cell for row in fill.rows for cell in row if isinstance(cell, tuple))
    long = any(len(option) > LONG for option in b.options)
    return {
        "kind": b.kind,
        "label": b.label,
        "options": list(b.options),
        "value": text,
        "state": mark,
        "locked": locked,
        "wide": b.kind == "choice" and not in_grid and len(b.options) <= SHORT + 3 * long,
        "right": b.text(grade.due.get(b.key, b.answer)) if locked and mark != "right" else "",
    }


def _grid(fill: Grid, blanks: Mapping[str, dict]) -> dict | None:
    """The table with the blanks in its cells; None while none of them is shown."""
    rows = [[_cell(cell) for cell in row] for row in fill.rows]
    keys = [part["blank"] for row in rows for cell in row for part in cell if isinstance(part, dict)]
    if keys and not any(key in blanks for key in keys):
        return None
    return {"caption": fill.caption, "header": list(fill.header), "rows": rows, "keys": keys}


def _cell(cell) -> list:
    parts = (cell,) if isinstance(cell, str) else cell
    return [part if isinstance(part, str) else {"blank": part.key} for part in parts]
