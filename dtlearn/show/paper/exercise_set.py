"""The sheet of a set of exercises."""

from collections.abc import Sequence
from dataclasses import replace

from dtlearn.show.base.arithmetic import narrow
from dtlearn.show.paper.blocks import Ask, Asked, Code, Drawing, Formula, Heading, Paragraph, Room, Sheet, Table
from dtlearn.show.paper.inline import literal
from dtlearn.show.practice.questions import sheet
from dtlearn.show.practice.working import Cell, Grid
from dtlearn.teaching.grading import Blank, Exercise
from dtlearn.teaching.kinds import KINDS

_LINE = "______"


def exercise_sheet(exercises: Sequence[Exercise], about: str, link: str = "") -> Sheet:
    """A set of exercises: questions with room for the answers; on the key the answers with their working.

    about : what the set is, such as its level and its seed.
    """
    blocks: list = [Paragraph("Three decimals are enough, and an exact fraction is as good.")]
    for k, exercise in enumerate(exercises, start=1):
        blocks += _exercise(k, exercise)
    makes = [f"exercises.make({e.kind!r}, {e.level}, {e.seed}, {e.number}, {e.again})" for e in exercises]
    code = "\n".join(
        [
            "from dtlearn.teaching import exercises",
            "",
            "for exercise in (",
            *(f"    {make}," for make in makes),
            "):",
            "    print(exercise.kind, [blank.right for blank in exercise.blanks])",
        ]
    )
    if all(exercise.kind in KINDS for exercise in exercises):
        blocks.append(Ask((), (Code(code),)))
    return Sheet("Exercises", about, tuple(blocks), link=link, begin=link)


def _exercise(k: int, exercise: Exercise) -> list:
    said = sheet(exercise)
    blocks: list = [Heading(f"{k}. {said.title}", 2, len(exercise.blanks), whole=True)]
    blocks += [Paragraph(literal(text), keep=True) for text in said.question]
    blocks += [_grid(grid, compact=True) for grid in said.tables]
    if said.tree:
        blocks.append(Drawing(said.tree))
    if said.working:
        blocks.append(Ask((Room(3),), ()))
    fill = said.fill.rows if said.fill else ()
    inside = {part.key for row in fill for cell in row for part in cell if isinstance(part, Blank)}
    for blank in exercise.blanks:
        if blank.key not in inside:
            blocks += _blank(blank)
    if said.fill:
        table = _grid(said.fill)
        if any(blank.after for blank in exercise.blanks):  # the rows' names would give the first answer away
            # Without its rows' names, and with as many rows as the feature with most values needs.
            values = [feature.values for feature in exercise.trace.data.schema.features]
            longest, empty = max((name for names in values for name in names), key=len), Asked("00")
            row = (Asked(longest), *(empty for _ in table.header[1:]))
            blocks.append(Ask((replace(table, rows=(row,) * max(map(len, values))),), (table,)))
        else:
            blocks.append(table)
    answer = [Formula(tuple(narrow(list(said.working))))] if said.working else []
    blocks.append(Ask((), (*answer, *(Paragraph(literal(text), answer=True) for text in said.remarks))))
    return blocks


def _grid(grid: Grid, compact: bool = False) -> Table:
    return Table(grid.header, tuple(tuple(map(_cell, row)) for row in grid.rows), grid.caption, compact)


def _cell(cell: Cell) -> str | Asked:
    if isinstance(cell, str):
        return cell
    if all(isinstance(part, str) for part in cell):
        return "".join(cell)
    right = "".join(part.right if isinstance(part, Blank) else part for part in cell)
    return Asked(right, "" if len(cell) == 1 else "".join(_LINE if isinstance(part, Blank) else part for part in cell))


def _blank(blank: Blank) -> list:
    label = literal(blank.label)
    if blank.kind == "choice":
        return options(label, blank.options, blank.right)
    answer = Paragraph(f"{label}: **{literal(blank.right)}**", answer=True)
    return [Ask((Paragraph(f"{label}: {_LINE}"),), (answer,))]


def options(label: str, options: Sequence[str], right: str) -> list:
    """Boxes to tick: in a line, or below each other where they are long."""
    asked = [f"☐ {literal(option)}" for option in options]
    told = [f"☑ **{literal(option)}**" if option == right else f"☐ {literal(option)}" for option in options]
    lead = f"{label}: " if label else ""
    if sum(map(len, options)) < 60:
        line = " · ".join
        return [Ask((Paragraph(lead + line(asked)),), (Paragraph(lead + line(told), answer=True),))]
    head = [Paragraph(f"{label}:", keep=True)] if label else []
    return [*head, *(Ask((Paragraph(a),), (Paragraph(t, answer=True),)) for a, t in zip(asked, told, strict=True))]
