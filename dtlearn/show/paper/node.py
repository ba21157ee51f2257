"""A node on paper: the candidates that fit on it, each with its arithmetic, whole or with blanks."""

from collections.abc import Collection

from dtlearn.data.dataset import Dataset, significant
from dtlearn.growing.grow import Trace
from dtlearn.growing.steps import MANY
from dtlearn.show.base.arithmetic import narrow, sums, unit
from dtlearn.show.base.text import among_tried, best_of, contents, listing, many
from dtlearn.show.growing.tables import contingency, rank
from dtlearn.show.paper.blocks import Ask, Asked, Beside, Formula, Heading, Paragraph, Table
from dtlearn.show.paper.columns import LINE
from dtlearn.show.paper.inline import literal
from dtlearn.show.paper.tree_and_table import gain_rows
from dtlearn.show.tree.layout import text_width
from dtlearn.splitting.candidates import Candidates
from dtlearn.splitting.criteria import TOLERANCE, criterion_of
from dtlearn.trees.tree import Node, Tree

BLANKS = {"results": "the results", "working": "the working", "all": "the counts too"}
MOST_ROWS, MOST_COLUMNS, MOST_CANDIDATES = 60, 20, 12  # beyond it paper is no help
MOST_DRAWN = 61  # nodes


def first_levels(tree: Tree, decided: Collection[int]) -> tuple[Collection[int], str]:
    """(the decided nodes of the levels that paper has room for, a sentence if these are not all)."""
    shown = [i for i in range(len(tree)) if not i or int(tree.parent[i]) in decided]
    if len(shown) <= MOST_DRAWN:
        return decided, ""
    depth = tree.depth[shown]
    level = max(d for d in range(int(depth.max()) + 1) if (depth <= d).sum() <= MOST_DRAWN)
    return {i for i in decided if tree.depth[i] < level}, f"The first levels; the whole tree has {len(shown)} nodes."


def is_whole(data: Dataset) -> bool:
    """Whether a table is printed with all its rows and columns."""
    return len(data) <= MOST_ROWS and len(data.schema.features) <= MOST_COLUMNS


def possible(data: Dataset, blanks: str) -> str:
    """Nobody can count a table that is not printed whole."""
    return "working" if blanks == "all" and not is_whole(data) else blanks


def holds(node: Node, blanks: str) -> str:
    """What a node holds, as far as a worksheet may tell."""
    return many(node.n, "example") if blanks == "all" or node.tree.schema.regression else contents(node)


def candidates_on_paper(found: Candidates) -> list[int]:
    """The candidates that go on paper: all, or each feature's best, in their order."""
    if found.possible() <= MANY:
        return list(range(len(found)))
    best: dict[int, int] = {}
    for c in sorted(range(len(found)), key=lambda c: rank(found, c), reverse=True):
        best.setdefault(int(found.feature[c]), c)
    return sorted([*best.values()][:MOST_CANDIDATES])


def which(found: Candidates, chosen: list[int]) -> str:
    """Which questions are on paper, where not all are."""
    features, many = len(set(found.feature.tolist())), found.possible()
    best = f"the {len(chosen)} best are here" if many == features else "the best of each feature is here"
    return (
        f"Of {many} questions {best}{f', of the {len(chosen)} best features' if len(chosen) < features < many else ''}."
    )


def candidate(trace: Trace, node: int, c: int, blanks: str) -> list:
    """One candidate: its branches and the arithmetic, side by side where there is room."""
    found, schema = trace.candidates[node], trace.data.schema
    split = found.split(c)
    columns, rows, labels = contingency(trace, node, c)
    header, cells = (
        ("branch", *columns),
        [(label, *map(significant, row)) for label, row in zip(labels, rows, strict=True)],
    )
    hide = [False, *(blanks == "all" or schema.regression and name == "MSE" for name in columns)]
    table = Table(header, tuple(tuple(Asked(x) if h else x for x, h in zip(row, hide, strict=True)) for row in cells))
    same = int((found.feature == found.feature[c]).sum())
    lead = []
    if found.possible() > MANY and same > 1:
        best, tied = f"It is {best_of(found, c, same)}", ties(trace, node, c)
        told = (Paragraph(literal(f"{best}, {tied}."), answer=True),) if tied else (Paragraph(f"{best}."),)
        lead = [Ask((Paragraph(f"{best}."),), told)]
    widths = [max(text_width(text, 10) + 10 for text in column) for column in zip(header, *cells, strict=True)]
    taken = sum(max(width, 42) if h else width for width, h in zip(widths, hide, strict=True))
    room = int((LINE - taken - max(text_width(label, 10) for label in labels)) / 10.5) - 7
    both = [table, worked_sum(trace, node, c, blanks)]
    if room >= 16:
        both = [Beside(table, worked_sum(trace, node, c, blanks, room))]
    return [Heading(split.title(schema), 2, 2, whole=True), *lead, *both]


def ties(trace: Trace, node: int, c: int) -> str:
    """Which other questions gain as much as candidate c, and which of them is taken; "" for none."""
    found, schema = trace.candidates[node], trace.data.schema
    same = found.best if found.best[c] else found.admissible & (abs(found.score - found.score[c]) <= TOLERANCE)
    others = [found.split(int(k)).title(schema) for k in same.nonzero()[0] if k != c]
    if not others:
        return ""
    many = f"{len(others)} others" if len(others) > 4 else listing(others)
    return f"tied with {many}{among_tried(found, same)}; the first in the list is taken"


def worked_sum(trace: Trace, node: int, c: int, blanks: str = "working", room: int = 26) -> Formula:
    """The arithmetic of a candidate; on a worksheet with blanks, ``room`` em long where the working is left out."""
    told = told_sum(trace, node, c)
    if blanks == "results":
        return Formula(told, told_sum(trace, node, c, blanks=True))
    criterion, blank = criterion_of(trace.settings.criterion), rf"= \blank{{{min(room, 26)}}}"
    left = [line.split("&", 1)[0] for line in sums(trace, node, c)[0]]
    asked = [*(f"{name}&{blank}" for name in left), rf"\text{{gain}} &{blank}{unit(criterion)}"]
    ratio = ("split info", "gain ratio") if criterion.per_split_info else ()
    return Formula(told, (*asked, *(rf"\text{{{name}}} &{blank}" for name in ratio)))


def told_sum(trace: Trace, node: int, c: int, blanks: bool = False) -> tuple[str, ...]:
    """The arithmetic of a candidate in the order in which it is asked: the impurities, then the gain."""
    impurities, gain = sums(trace, node, c, blanks)
    return tuple(narrow([*impurities, *gain]))


def gains(trace: Trace, node: int, chosen: list[int], branches: bool) -> Table:
    """The gains of a node's candidates, to be found. branches : with the counts they come from."""
    header, rows = gain_rows(trace, node)
    known = 2 if branches else 1
    return Table((*header[:known], *header[2:]), tuple((*rows[c][:known], *map(Asked, rows[c][2:])) for c in chosen))
