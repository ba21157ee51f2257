"""Sheets of a growth: the gains of a node and the tree to be drawn; every decision, one after the other."""

from dtlearn.data.dataset import Dataset
from dtlearn.growing.grow import Trace
from dtlearn.growing.steps import Steps
from dtlearn.show.base.html import true_text
from dtlearn.show.base.text import contents, gain_text, place, shown
from dtlearn.show.growing.captions import caption
from dtlearn.show.paper import node as one_node
from dtlearn.show.paper.blocks import Ask, Asked, Code, Drawing, Formula, Heading, Items, Paragraph, Room, Sheet, Table
from dtlearn.show.paper.inline import literal
from dtlearn.show.paper.opening import opening, recompute
from dtlearn.show.tree.view import tree_view
from dtlearn.splitting.criteria import criterion_of
from dtlearn.teaching.figures_and_errata import Notes

MOST_NODES = 24  # beyond it paper is no help
LONG_PATH = 40  # letters of a path from which on a table names the row of the node above instead


def gain_sheet(
    trace: Trace,
    about: str,
    node: int = 0,
    blanks: str = "working",
    link: str = "",
    notes: Notes | None = None,
    begin: str = "",
) -> Sheet:
    """The gains of a node's candidates, with the arithmetic; the decision; then the tree,
    if the table is printed whole.

    about : the algorithm and the criterion in words. blanks : a key of BLANKS, what a worksheet leaves out.
    link, begin : where key and worksheet open it. notes : what the lecture notes say of the node; the key warns of
    their slips.
    """
    at, found, blanks = trace.tree[node], trace.candidates[node], one_node.possible(trace.data, blanks)
    chosen = one_node.candidates_on_paper(found)
    who = "The root" if not node else place(at)
    blocks = [*opening(trace), Heading(f"{who}: {one_node.holds(at, blanks)}", 1)]
    if node:
        numbers = ", ".join(str(r + 1) for r in at.rows[: one_node.MOST_ROWS].tolist())
        more = " …" if at.n > one_node.MOST_ROWS else ""
        blocks.append(Paragraph(f"Here are the examples with the numbers {numbers}{more}.", keep=True))
    if len(chosen) < len(found):
        blocks.append(Paragraph(one_node.which(found, chosen), keep=True))
    for c in chosen:
        blocks += one_node.candidate(trace, node, c, blanks)
    if chosen:
        blocks += [
            Heading("Which question is asked?", 2, 1 + len(chosen)),
            one_node.gains(trace, node, chosen, branches=False),
        ]
    asked = "The question with the best score: ______" if chosen else "What happens at this node, and why? ______"
    decided = trace.steps("breadth_first")
    blocks.append(Ask((Paragraph(asked),), _told(trace, node, caption(decided[decided.decisions[node]]))))
    if notes:
        blocks.append(Ask((), _slips(notes)))
    blocks.append(recompute(trace, node, chosen))
    blocks += _whole_tree(trace, node, blanks) if one_node.is_whole(trace.data) else []
    return Sheet(trace.data.title, f"Gains by hand: {about}", tuple(blocks), trace.data.card.source, link, begin)


def limits(data: Dataset, blanks: str, steps: bool) -> str:
    """What a sheet cannot ask of a table that is not printed whole; "" if it is."""
    if one_node.is_whole(data):
        return ""
    other = "asks about one node: not about the other nodes, nor the tree"
    asks = "gives the counts of every branch" if steps else other
    counts = " The counts stay printed: nobody could count them." if blanks == "all" else ""
    return f"The table is too large to be printed whole, so the hand-out {asks}.{counts}"


def steps_sheet(steps: Steps, about: str, blanks: str = "working", link: str = "", begin: str = "") -> Sheet:
    """Every decision of a growth in its order: who is there, what each question gains, what happens.

    A worksheet does not name the later nodes: they would say what was decided before.
    """
    trace, blocks, blanks = steps.trace, opening(steps.trace), one_node.possible(steps.trace.data, blanks)
    order = steps.order[:MOST_NODES]
    for k, i in enumerate(order, 1):
        at, found = trace.tree[i], trace.candidates[i]
        chosen = one_node.candidates_on_paper(found)
        node = f"Step {k}. Node: ____________" if i else ""
        blocks.append(Heading(f"Step {k}. {place(at)}", 2, 1 + len(chosen), node, whole=True))
        asked, told = (Paragraph(f"It holds {literal(text)}.") for text in (one_node.holds(at, blanks), contents(at)))
        blocks.append(Ask((asked,), (told,)))
        if len(found):
            blocks.append(one_node.gains(trace, i, chosen, branches=not one_node.is_whole(trace.data)))
            if blanks != "results":
                blocks.append(
                    Ask((Room(3),), () if found.chosen is None else (one_node.worked_sum(trace, i, found.chosen),))
                )
        asked = (Paragraph("What happens, and why?", keep=True), Room(1 if blanks == "results" else 2))
        blocks.append(Ask(asked, _told(trace, i, str(steps[steps.decisions[i]]))))
    if len(order) < len(steps.order):
        blocks.append(Paragraph(f"{len(steps.order) - len(order)} more steps are left out."))
    if len(order) == len(steps.order) or one_node.is_whole(trace.data):
        blocks += _drawn(trace, blanks)
    blocks.append(Ask((), (Code("trace = dtlearn.grow(data, settings)\ntrace"),)))
    return Sheet(trace.data.title, f"Step by step: {about}", tuple(blocks), trace.data.card.source, link, begin)


def _slips(notes: Notes) -> tuple:
    """Where a student who compares with the notes finds another number, or a sentence to be read with care."""
    wrong = [f for f in notes.figures if f.verdict != "agrees"]
    printed = [f"{f.source} prints {f.printed} for {f.what}; it is {true_text(f)}. {f.note}" for f in wrong]
    said = [f"{e.source}: {e.says} {e.true}" for e in notes.errata]
    items = tuple(literal(text) for text in (*printed, *said))
    return (Paragraph("**Beside the notes**", answer=True), Items(items)) if items else ()


def _tied(trace: Trace, node: int, said: str = "") -> tuple:
    """That other questions would have been as good as a node's own, unless it is said already."""
    split, c = trace.tree[node].split, trace.candidates[node].chosen
    tied = one_node.ties(trace, node, c) if split and c is not None and " tie at " not in said else ""
    return (Paragraph(literal(f"{split.title(trace.data.schema)} is {tied}."), answer=True),) if tied else ()


def _told(trace: Trace, node: int, said: str) -> tuple:
    """On the key: the caption of the step that decides a node."""
    return Paragraph(literal(said), answer=True), *_tied(trace, node, said)


def _whole_tree(trace: Trace, done: int, blanks: str) -> list:
    """The other nodes in a table to fill in, then the tree; on the key the arithmetic of each further split."""
    others = [node for node in trace.tree if node.i != done][:MOST_NODES]
    if not others:
        return _drawn(trace, blanks)
    rows, sums, number = [], [], {node.i: k for k, node in enumerate(others, 1)}
    for node in others:
        found, c = trace.candidates[node.i], trace.candidates[node.i].chosen
        gain = gain_text(found.score[c], trace.data.schema, shown) if node.split and c is not None else "–"
        where, held = place(node), contents(node)
        if len(where) > LONG_PATH and (above := number.get(int(trace.tree.parent[node.i]))):
            where = f"below {above}: {node.conditions[-1]}"
        says = node.split.title(trace.data.schema) if node.split else f"leaf: {node.label}"
        known = (where, held) if blanks == "results" else (Asked(where), Asked(held))
        rows.append((str(number[node.i]), *known, Asked(says), Asked(gain)))
        if node.split and c is not None and len(sums) < 12:
            lead = Paragraph(f"{number[node.i]}. **{literal(where)}**: {literal(says)}", keep=True)
            sums += [lead, *_tied(trace, node.i), Formula(one_node.told_sum(trace, node.i, c))]
    title = criterion_of(trace.settings.criterion).score_title
    cut = len(trace.tree) - 1 - len(others)
    return [
        Heading("The other nodes", 1, len(others)),
        Paragraph("For each further node: who comes there, and what is decided."),
        Table(("#", "node", "holds", "decision", f"its {title}"), tuple(rows)),
        *([Paragraph(f"{cut} more nodes are left out.")] if cut else []),
        Ask((), tuple(sums)),
        *_drawn(trace, blanks),
    ]


def _drawn(trace: Trace, blanks: str) -> list:
    """The tree, to be drawn or to be filled in."""
    tree = trace.tree
    decided, words = one_node.first_levels(tree, range(len(tree)))
    view, asked = tree_view(tree, decided), (Paragraph("Draw it.", keep=True), Room(12, frame=True))
    if blanks == "results":
        empty = {"title": "", "lines": [], "counts": [], "cls": None, "kind": "open", "label": "a node to fill in"}
        hollow = view | {"nodes": [node | empty for node in view["nodes"]]}
        asked = (Paragraph("Fill in the tree."), Drawing(hollow, words))
    finished = f"The finished tree has {len(tree)} nodes, {tree.n_leaves} of them leaves."
    told = (Paragraph(finished, answer=True, keep=True), Drawing(view, words))
    return [Heading("The tree", 1, 3), Ask(asked, told)]
