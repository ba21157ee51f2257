"""A node on paper: the candidates that fit on it, each with its arithmetic, whole or with blanks."""

from __future__ import annotations

import re

from dtlearn.candidates import Candidates
from dtlearn.criteria import TOLERANCE, criterion_of
from dtlearn.data import Dataset
from dtlearn.grow import GrowSettings, Trace
from dtlearn.split import Kind
from dtlearn.steps import MANY
from dtlearn.tree import Node
from dtlearn.views.downloads import gain_rows
from dtlearn.views.latex import arithmetic, narrow
from dtlearn.views.layout import text_width
from dtlearn.views.sheet import Ask, Asked, Beside, Formula, Heading, Paragraph, Table
from dtlearn.views.sheet_words import literal
from dtlearn.views.tables import contingency
from dtlearn.views.text import PLURAL, contents, fixed, listing, short, shown

BLANKS = {"results": "the results", "working": "the working", "all": "the counts too"}
MOST_ROWS, MOST_COLUMNS, MOST_CANDIDATES = 60, 20, 12  # beyond it paper is no help
_LINE = 480  # pt of a line of text
_VALUE = r"(?:-?\\tfrac\{[^{}]*\}\{[^{}]*\}|-?[0-9.]+|\\mathbf\{[^{}]*\})"


def is_whole(data: Dataset) -> bool:
    """Whether a table is printed with all its rows and columns."""
    return len(data) <= MOST_ROWS and len(data.schema.features) <= MOST_COLUMNS


def possible(data: Dataset, blanks: str) -> str:
    """Nobody can count a table that is not printed whole."""
    return "working" if blanks == "all" and not is_whole(data) else blanks


def holds(node: Node, blanks: str) -> str:
    """What a node holds, as far as a worksheet may tell."""
    if blanks == "all" or node.tree.schema.regression:
        return f"{node.n} example{'' if node.n == 1 else 's'}"
    return contents(node)


def few(found: Candidates) -> list[int]:
    """The candidates that go on paper: all, or each feature's best, in their order."""
    if len(found) <= MANY:
        return list(range(len(found)))
    best: dict[int, int] = {}
    for c in range(len(found)):
        feature = int(found.feature[c])
        if feature not in best or _rank(found, c) > _rank(found, best[feature]):
            best[feature] = c
    top = sorted(best.values(), key=lambda c: _rank(found, c), reverse=True)[:MOST_CANDIDATES]
    return sorted(top)


def which(found: Candidates, chosen: list[int]) -> str:
    """Which questions are on paper, where not all are."""
    features = len(set(found.feature.tolist()))
    best = f"the {len(chosen)} best are here" if len(found) == features else "the best of each feature is here"
    return f"Of {len(found)} questions {best}{f', of the {len(chosen)} best features' if len(chosen) < features < len(found) else ''}."


def _rank(found: Candidates, c: int) -> tuple:
    score = float(found.score[c])
    return bool(found.best[c]), bool(found.admissible[c]), round(score, 9) if score == score else float("-inf")


def candidate(trace: Trace, node: int, c: int, blanks: str) -> list:
    """One candidate: its branches and the arithmetic, side by side where there is room."""
    found, schema = trace.candidates[node], trace.data.schema
    split = found.split(c)
    columns, rows, labels = contingency(trace, node, c)
    header, cells = ("branch", *columns), [(label, *map(short, row)) for label, row in zip(labels, rows, strict=True)]
    hide = [False, *(blanks == "all" or schema.regression and name == "MSE" for name in columns)]
    table = Table(header, tuple(tuple(Asked(x) if h else x for x, h in zip(row, hide, strict=True)) for row in cells))
    same = int((found.feature == found.feature[c]).sum())
    lead = []
    if len(found) > MANY and same > 1:
        best, tied = f"It is the best of {same} {PLURAL[Kind(int(found.kind[c]))]}", ties(trace, node, c)
        told = (Paragraph(literal(f"{best}, {tied}."), answer=True),) if tied else (Paragraph(f"{best}."),)
        lead = [Ask((Paragraph(f"{best}."),), told)]
    widths = [max(text_width(text, 10) + 10 for text in column) for column in zip(header, *cells, strict=True)]
    taken = sum(max(width, 42) if h else width for width, h in zip(widths, hide, strict=True))
    room = int((_LINE - taken - max(text_width(label, 10) for label in labels)) / 10.5) - 7
    both = (
        [Beside(table, worked_sum(trace, node, c, blanks, room))]
        if room >= 16
        else [table, worked_sum(trace, node, c, blanks)]
    )
    return [Heading(split.title(schema), 2, 2, whole=True), *lead, *both]


def ties(trace: Trace, node: int, c: int) -> str:
    """Which other questions gain as much as candidate c, and which of them is taken; "" for none."""
    found, schema = trace.candidates[node], trace.data.schema
    same = found.best if found.best[c] else found.admissible & (abs(found.score - found.score[c]) <= TOLERANCE)
    others = [found.split(int(k)).title(schema) for k in same.nonzero()[0] if k != c]
    if not others:
        return ""
    many = f"{len(others)} others" if len(others) > 4 else listing(others)
    return f"tied with {many}; the first in the list is taken"


def worked_sum(trace: Trace, node: int, c: int, blanks: str = "working", room: int = 26) -> Formula:
    """The arithmetic of a candidate; on a worksheet with blanks, ``room`` em long where the working is left out."""
    lines = arithmetic(trace, node, c)
    return Formula(told_sum(trace, node, c), tuple(_with_blanks(lines, blanks, trace.settings, min(room, 26))))


def told_sum(trace: Trace, node: int, c: int) -> tuple[str, ...]:
    """The arithmetic of a candidate in the order in which it is asked: the impurities, then the gain."""
    gain, lines = arithmetic(trace, node, c), []
    symbol = criterion_of(trace.settings.criterion).symbol
    for line in [line for line in gain if line.startswith(f"{symbol}(")]:
        gain.remove(line)
        lines.append(line)
    return tuple(narrow([*lines, *gain]))


def _with_blanks(lines: list[str], blanks: str, settings: GrowSettings, room: int) -> list[str]:
    """The lines of ``latex.arithmetic`` without what a reader is to find: the results, or the numbers put in as well."""
    formula, put_in, _, *rest = lines
    criterion = criterion_of(settings.criterion)
    unit = rf"\ \text{{{criterion.unit}}}" if criterion.unit else ""
    ratio = criterion.per_split_info
    if blanks != "results":
        names = [line.split("&", 1)[0] for line in rest if line.startswith(criterion.symbol)]
        room_left = [rf"{name}&= \blank{{{room}}}" for name in names] + [rf"\text{{gain}} &= \blank{{{room}}}{unit}"]
        return room_left + [rf"\text{{{name}}} &= \blank{{{room}}}" for name in ("split info", "gain ratio") if ratio]
    put_in = re.sub(rf"^&(?:=|\\approx) {_VALUE}", lambda m: r"&= \blank{}", put_in)
    put_in = re.sub(rf"\\cdot {_VALUE}", lambda m: r"\cdot \blank{}", put_in)
    hidden = []
    for line in rest:
        if line.startswith(r"\text{gain ratio}"):
            line = r"\text{gain ratio} &= \frac{\text{gain}}{\text{split info}} = \blank{}"
        hidden.append(re.sub(rf"(?:=|\\approx) {_VALUE}$", lambda m: r"= \blank{}", line))
    impurities = [line for line in hidden if line.startswith(criterion.symbol)]
    others = [line for line in hidden if not line.startswith(criterion.symbol)]
    return narrow([*impurities, formula, put_in, rf"&= \blank{{}}{unit}", *others])


def with_branches(trace: Trace, node: int, chosen: list[int]) -> Table:
    """The gains of a node's candidates, to be found, with the counts they come from."""
    header, rows = gain_rows(trace, node)
    return Table(tuple(header), tuple((*rows[c][:2], *map(Asked, rows[c][2:])) for c in chosen))


def summary(trace: Trace, node: int, chosen: list[int], asked: bool = True) -> Table:
    """The candidates with their gains."""
    found, criterion, schema = trace.candidates[node], criterion_of(trace.settings.criterion), trace.data.schema
    header = ["question", f"gain, {criterion.unit}" if criterion.unit else "gain"]
    header += ["split info", "gain ratio"] if criterion.per_split_info else []
    rows = []
    for c in chosen:
        cells = [shown(found.gain[c])]
        cells += [fixed(found.split_info[c]), fixed(found.score[c])] if criterion.per_split_info else []
        rows.append((found.split(c).title(schema), *(map(Asked, cells) if asked else cells)))
    return Table(tuple(header), tuple(rows))
