"""Growing by hand in words: choices in a link, the tree with its open nodes, what a choice gained and what it cost."""

import re
from fractions import Fraction
from html import escape

import numpy as np

from dtlearn.growing.by_hand import Choices, HandMade
from dtlearn.growing.steps import Phase, Step
from dtlearn.show.base import html
from dtlearn.show.base.arithmetic import tfrac
from dtlearn.show.base.text import all_are, among_tried, cells, columns, contents, fixed, leaf_reason, listing, place
from dtlearn.show.growing import tables
from dtlearn.show.tree.drawing import node_id
from dtlearn.show.tree.view import tree_view, with_examples
from dtlearn.splitting.criteria import criterion_of, exact_gain
from dtlearn.trees.split import Kind, Split
from dtlearn.trees.tree import Node, Path, Stop

_LETTERS = {Kind.MULTIWAY: "", Kind.VALUE: "v", Kind.THRESHOLD: "t", Kind.ORDERED: "o", Kind.SUBSET: "s"}
_KINDS = {letter: kind for kind, letter in _LETTERS.items()}
_WORD = re.compile(
    r"(r|\d{1,3}(?:\.\d{1,3})*)"
    r"-(?:x|f(\d{1,4})(?:([vos])(\d{1,16})|(t)(-?\d{1,25}(?:\.\d{1,25})?(?:e[+-]?\d{1,3})?))?)",
    re.ASCII,
)
MOST = 300  # choices in a link
LISTED = 300  # examples in a table
LARGEST = 1e300


def write_choices(choices: Choices) -> str:
    """The choices for a link: "r-f2_0-f0t3.5_1-x" splits the root on feature 2, its branch 0 at 3.5, and stops at 1.

    >>> write_choices((((), Split(2, Kind.MULTIWAY)), ((1,), None)))
    'r-f2_1-x'
    """

    def written(choice: Split | None) -> str:
        if choice is None:
            return "x"
        at = "" if choice.at is None else repr(choice.at) if choice.kind is Kind.THRESHOLD else str(int(choice.at))
        return f"f{choice.feature}{_LETTERS[choice.kind]}{at}"

    return "_".join(f"{write_path(path)}-{written(choice)}" for path, choice in choices)


def write_path(path: Path) -> str:
    return ".".join(map(str, path)) or "r"


def read_path(text: str) -> Path:
    """The path that is written "r", or "0.1". Raises ValueError."""
    if not re.fullmatch(r"r|\d{1,3}(\.\d{1,3}){0,99}", text, re.ASCII):
        raise ValueError(f"{text[:20]!r} is no path")
    return () if text == "r" else tuple(map(int, text.split(".")))


def read_choices(text: str) -> tuple[Choices, int]:
    """(the choices that are written so, how many words are none).

    >>> read_choices("r-f2_1-x_what")
    ((((), Split(feature=2, kind=<Kind.MULTIWAY: 0>, at=None)), ((1,), None)), 1)
    """
    words = text.split("_")
    found = [_WORD.fullmatch(word) for word in words[:MOST]]
    choices = tuple((read_path(word[1]), _read_choice(word)) for word in found if word)
    return choices, len(words) - len(choices)


def _read_choice(word: re.Match) -> Split | None:
    _, feature, letter, code, t, threshold = word.groups()
    if feature is None:
        return None
    # A threshold beyond all numbers could not be written again.
    at = float(code) if letter else min(max(float(threshold), -LARGEST), LARGEST) if t else None
    return Split(int(feature), _KINDS[letter or t or ""], at)


# ---- the tree and a node's candidates


def hand_view(made: HandMade, at: int | None = None) -> dict:
    """The tree view: open nodes ask to be chosen, the one looked at is marked."""
    decided = [i for i in range(len(made.tree)) if not made.open[i]]
    view = tree_view(made.tree, decided, next=at, bags=True)
    for node in view["nodes"]:
        for text in ("tooltip", "label"):
            node[text] = node[text].replace(Stop.BY_HAND.value, "so it was chosen")
    return with_examples(view, made.tree, made.trace.data)


def preview(would: HandMade, at: int) -> dict:
    """The tree view as it would be with another question at a node: dashed from there on, with the examples' dots."""
    view, here = hand_view(would, at), node_id(would.tree[at].path)
    for node in view["nodes"]:
        if f"{node['id']}.".startswith(f"{here}."):
            node |= {"kind": "open", "cls": None} | {text: f"Preview: {node[text]}" for text in ("tooltip", "label")}
    below = [node["id"] for node in view["nodes"] if node["id"].startswith(f"{here}.")]
    return view | {"ghost": below}


def examples_html(made: HandMade, node: int) -> str:
    """The examples as a table: first those of the node looked at, in bold, then the others."""
    data, here = made.trace.data, made.tree[node].rows.tolist()
    others = np.setdiff1d(np.arange(len(data)), here).tolist()
    rows = [[str(i + 1), *cells(data, i)] for i in [*here, *others][:LISTED]]
    more = f"and {len(data) - LISTED} more" if len(data) > LISTED else ""
    table = html.table_html(["#", *columns(data.schema)], rows, more)
    return table.replace('<tr><th scope="r', f'<tr{html.MARKED}><th scope="r', len(here) * bool(others))


def rows(made: HandMade, node: int, blind: bool, pick: int | None, open_: int | None) -> list[dict]:
    """The candidates as the table component takes them, all scored, or none if ``blind``;
    the one that was taken says so."""
    taken, scored = int(made.chosen[node]), 0 if blind else len(made.trace.candidates[node])
    phase = Phase.ARRIVE if blind else Phase.DECIDE
    found = tables.candidate_rows(Step(made.trace, "depth_first", (node,), 0, 0, phase, scored, 0), pick, open_)
    for row in found:
        row["badges"] = [badge for badge in row["badges"] if badge != "chosen"]
        if taken >= 0 and row["id"].endswith(f"c{node}.{taken}"):
            row["badges"].append("chosen")
    return found


def opening(made: HandMade, node: int) -> str:
    """What is known of a node before its candidates: where it is, what it holds, who decided it."""
    here = made.tree[node]
    if made.open[node]:
        return f"{place(here)}, {contents(here, ' and ')}. Choose a question, or stop."
    if made.best(node) is None or (here.stop and not made.mine[node]):
        state = f"leaf {here.label}, because {leaf_reason(here)}"
    else:
        did = f"stopped: leaf {here.label}" if here.stop else f"asked {here.split.title(here.tree.schema)}"
        state = f"{'you' if made.mine[node] else 'the algorithm'} {did}"
    return f"{place(here)}, {contents(here, ' and ')}: {state}."


def result(made: HandMade, node: int) -> str:
    """What a decision was worth: its score, the best, the regret; "" where there was nothing to decide.

    It may have come with a link, so it does not say whose it is."""
    found, best, taken = made.trace.candidates[node], made.best(node), int(made.chosen[node])
    if best is None or made.open[node]:
        return ""
    schema, criterion = made.trace.data.schema, criterion_of(made.trace.settings.criterion)
    score, ties = criterion.score_title, int(found.best.sum())
    gained = found.score[taken] if taken >= 0 else 0
    did, p = found.split(taken).title(schema) if taken >= 0 else "a leaf", _places(found.score[best], gained)
    if not made.regret(node):
        if taken < 0:
            return f"Stopping costs nothing: no question has any {score}."
        tie = f" (a tie of {ties}{among_tried(found, found.best)})" if ties > 1 else ""
        return f"No question sorts better than {did}: its {score} is {_plain(gained, p)}{tie}."
    return (
        f"{found.split(best).title(schema)} sorts better than {did} ({score} {_plain(found.score[best], p)} against"
        f" {_plain(gained, p)}). The difference, {fixed(made.regret(node), p)}, is the regret."
    )


def first_pick(made: HandMade) -> str:
    """What the root's question does to the classes, by their counts alone, for who knows no gain yet; and where the
    algorithm's tree goes on, if another question is better."""
    root, schema = made.tree[0], made.trace.data.schema
    groups = [child for child in root.children if child.n]
    pure = [child for child in groups if max(child.counts) == child.n]
    if pure:
        settled = listing(all_are(child.n, child.label, f" with {child.conditions[-1]}") for child in pure)
        others = "; the others stay mixed" if len(pure) < len(groups) else ""
        told = f"After {root.split.title(schema)}, {settled}{others}."
    else:
        # Whoever guesses each group's larger class is wrong as often.
        wrong = sum(child.n - max(child.counts) for child in groups)
        mixed = "as mixed as before" if wrong == root.n - max(root.counts) else "mixed"
        which = "both" if len(groups) == 2 else f"all {len(groups)}"
        told = f"{root.split.title(schema)} leaves {which} groups {mixed}."
    if not made.regret(0):
        return f"{told} No question sorts better."
    best = made.trace.candidates[0].split(made.best(0)).title(schema)
    return f"{told} The tree goes on with {best}, the better question."


def _plain(score: float, places: int) -> str:
    """So many decimals, but zero is exact."""
    return fixed(score, places) if score else "0"


def _places(best: float, taken: float) -> int:
    """The fewest decimals, from three on, with which the written difference is that of the written numbers."""
    fits = (p for p in range(3, 9) if fixed(round(best, p) - round(taken, p), p) == fixed(best - taken, p))
    return next(fits, 9)


def regret_latex(made: HandMade, node: int) -> str:
    """The regret with its numbers put in; "" where it is 0."""
    if made.open[node] or not made.regret(node):
        return ""
    best, taken = _score(made, node, made.best(node)), _score(made, node, int(made.chosen[node]))
    title = criterion_of(made.trace.settings.criterion).score_title
    if isinstance(best, Fraction):
        numbers = f"= {tfrac(best)} - {tfrac(taken)} = {tfrac(best - taken)} \\approx {fixed(best - taken)}"
    else:
        places = _places(best, taken)
        numbers = rf"\approx {fixed(best, places)} - {fixed(taken, places)} \approx {fixed(best - taken, places)}"
    return (
        rf"\begin{{aligned}}\text{{regret}} &= \text{{best {title}}} - \text{{{title} chosen}}\\"
        rf" &{numbers}\end{{aligned}}"
    )


def _score(made: HandMade, node: int, c: int) -> Fraction | float:
    """A candidate's score, exactly where that is a fraction; to stop (-1) has 0."""
    criterion, found = criterion_of(made.trace.settings.criterion), made.trace.candidates[node]
    if criterion.rational:
        counts = made.tree[node].counts
        return exact_gain(criterion, counts, found.branches(c).tolist() if c >= 0 else [counts]) / sum(counts)
    return float(found.score[c]) if c >= 0 else 0.0


def decisions_html(made: HandMade, marked: int | None = None) -> str:
    """Every decision: who made it, its score, the best one, the regret, weighted by the share of the examples."""
    m, schema = len(made.trace.data), made.trace.data.schema
    title = criterion_of(made.trace.settings.criterion).score_title
    body = ""
    for i in range(len(made.tree)):
        found, best, taken = made.trace.candidates[i], made.best(i), int(made.chosen[i])
        if best is None or made.open[i] or (taken < 0 and not made.mine[i]):
            continue
        node, regret, weight = made.tree[i], made.regret(i), int(made.tree.n[i]) / m
        cells = [
            "you" if made.mine[i] else "algorithm",
            node.split.title(schema) if node.split else f"stop: {node.label}",
            fixed(found.score[taken]) if taken >= 0 else "0",
            f"{found.split(best).title(schema)}: {fixed(found.score[best])}",
            fixed(regret),
            f"{node.n}/{m}",
            fixed(weight * regret),
        ]
        told = "".join(f"<td>{escape(c)}</td>" for c in cells)
        body += f'<tr{html.MARKED * (i == marked)}><th scope="row">{escape(_where(node))}</th>{told}</tr>'
    if not body:
        return "<p>No decision yet.</p>"
    total = (
        f'<tr><th scope="row">total</th>{"<td></td>" * 6}<td'
        f' title="{made.total_regret:.16g}"><b>{fixed(made.total_regret)}</b></td></tr>'
    )
    return html.framed(("At", "By", "Choice", title, "Best", "Regret", "n/m", "n/m × regret"), body + total)


def asked_html(made: HandMade) -> str:
    """The questions of a tree that nobody chose here, with what each gains and gives up."""
    found, schema = made.trace.candidates, made.trace.data.schema
    asked = [node for node in made.tree if node.split]
    if not asked:
        return "<p>It has no question: a single leaf.</p>"
    title = criterion_of(made.trace.settings.criterion).score_title
    cells = [
        [_where(n), n.split.title(schema), fixed(found[n.i].score[made.chosen[n.i]]), fixed(made.regret(n.i))]
        for n in asked
    ]
    total = f"Total regret, by share of the examples: {fixed(made.total_regret)}"
    return html.table_html(["At", "Split", title, "Regret"], cells, total)


def _where(node: Node) -> str:
    return ", ".join(node.conditions) or "root"
