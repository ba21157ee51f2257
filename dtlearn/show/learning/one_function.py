"""One Boolean function line by line: its truth table, its trees under the notes' stop rules, and why they differ."""

from fractions import Fraction

from dtlearn.learning.cost_of_greed import table
from dtlearn.learning.one_function import BEST, RULES, Lesson, repeated, waits
from dtlearn.show.base.arithmetic import aligned, arithmetic
from dtlearn.show.base.html import row, table_html
from dtlearn.show.base.palette import class_colour, class_sign
from dtlearn.show.base.text import fixed, listing, many, place, shown, size_text
from dtlearn.show.learning.words import row_text
from dtlearn.show.tree.drawing import node_id
from dtlearn.show.tree.view import laid_out, tree_view
from dtlearn.splitting.criteria import criterion_of
from dtlearn.trees.tree import Stop, Tree

BAR = 22  # px of the largest gain
GAINS = """<style>.dt-gains { display: flex; flex-wrap: wrap; gap: 0 .6rem; font-size: .875rem; margin: 0; }
.dt-gains i { display: inline-block; height: .7em; margin: 0 .25em; border-left: 1.5px solid;
  background: color-mix(in srgb, currentColor 45%, transparent); }</style>"""
WIDE, HIGH, GAP, LEVEL = 46, 30, 8, 63  # px of a box, between boxes, from level to level


def drawn(tree: Tree, least: int = 0) -> dict:
    """The tree view of a function's tree: no counts in its boxes, so that 16 leaves can be read side by side.

    least : leaves of a smallest tree; one with more has a ring around the root of each subtree that it grows again.
    """
    view = tree_view(tree)
    again = repeated(tree) if least and tree.n_leaves > least else []
    ringed = {node_id(tree[i].path) for roots in again for i in roots}
    nodes = [
        node | {"w": WIDE, "h": HIGH, "lines": [], "mark": "done" if node["id"] in ringed else node["mark"]}
        for node in view["nodes"]
    ]
    return laid_out(view, nodes, GAP, lambda depth: depth * LEVEL)


def wrong_text(tree: Tree) -> str:
    """How many rows a tree gets wrong: "4 of 8 = 1/2", "0"."""
    wrong, rows = tree.n_wrong, int(tree.n[0])
    if not wrong:
        return "0"
    share = str(Fraction(wrong, rows))
    return f"{wrong} of {rows}" + ("" if share == f"{wrong}/{rows}" else f" = {share}")


def at_one_scale(*views: dict) -> list[dict]:
    """Views of trees on paper of one size, each in the middle of it:
    what shows one as large as the paper allows shows all so."""
    width, height = (max(view[side] for view in views) for side in ("width", "height"))
    return [
        view
        | {"width": width, "height": height}
        | {"nodes": [node | {"x": node["x"] + (width - view["width"]) / 2} for node in view["nodes"]]}
        for view in views
    ]


def title_of(told: Lesson, rule: str) -> str:
    """The name of a rule's tree."""
    return "A smallest possible tree" if rule == BEST else f"Greedy tree ({RULES[rule].title(told.m, told.depth)})"


def caption(told: Lesson, own: bool = False) -> str:
    """What greed makes of the function, against the smallest tree and the rules that stop.

    own : the reader has made it.
    """
    uml, best, stopped = told.tree("uml"), told.best, told.tree("cs181")
    if best.n_leaves == 1:
        return f"This function is always {best[0].label}: one leaf, nothing to ask."
    grown, least = uml.n_leaves, best.n_leaves
    said = f"The greedy tree has {many(grown, 'leaf')}, and no tree has fewer."
    if grown > least:
        said = f"The greedy tree wastes {grown - least} of its {grown} leaves: {least} are enough."
        said = f"Here is one: t{said[1:]}" if own else said
    wrong = f"{stopped.n_wrong} of {told.rows} rows wrong"
    if told.idle:
        return f"{said} Every first question gains 0, so a stop at gain 0 leaves one leaf, {wrong}."
    if stopped.n_wrong:
        return f"{said} A stop at gain 0 comes too early: {wrong}."
    return f"{said} A tree that stops at gain 0 gets every row right too."


def truth_view(told: Lesson, rule: str) -> dict:
    """The truth table for its component: every row with its bits, its value, what the tree of a rule says."""
    tree = told.tree(rule)
    says = tree.predict(table(told.concept, told.n).X).tolist()
    return {
        "n": told.n,
        "outputs": "".join(str(told.concept >> r & 1) for r in range(told.rows)),
        "rows": [{"bits": list(row_text(r, told.n)), "says": str(says[r])} for r in range(told.rows)],
        "who": "smallest" if rule == BEST else "tree",  # the heading of a narrow column
        "signs": [class_sign(k) for k in (0, 1)],
        "colours": [class_colour(k) for k in (0, 1)],
    }


def _row_name(told: Lesson, rule: str) -> str:
    if rule == BEST:
        return title_of(told, BEST)
    return ": ".join(filter(None, (RULES[rule].title(told.m, told.depth), RULES[rule].stops)))


def rule_rows(told: Lesson, chosen: str) -> dict:
    """The table of the rules for ``choice_table``: size and errors of each tree; the bar is leaves out of 2^n."""
    rows = []
    for rule in (*RULES, BEST):
        tree = told.tree(rule)
        says = (
            f"{RULES[rule].says} From {RULES[rule].source}."
            if rule in RULES
            else "Found by trying every root of every part."
        )
        cells = [
            (str(tree.n_leaves), f"{len(tree)} nodes"),
            (str(int(tree.depth.max())), ""),
            (wrong_text(tree), f"error {shown(tree.train_error)}"),
        ]
        bar = tree.n_leaves / told.rows
        rows.append(row(rule, _row_name(told, rule), cells, bar, selected=rule == chosen, title=says))
    return {
        "caption": "Trees of the function under each stop rule",
        "height": 420,
        "rows": rows,
        "columns": ["tree and stop rule", "leaves", "depth", "rows wrong", f"leaves of {told.rows}"],
    }


# ---- why


def gains_html(told: Lesson) -> str:
    """Every first question with the counts of its branches and its gain."""
    trace = told.traces["uml"]
    found, name = trace.candidates[0], criterion_of(told.criterion).score_title
    rows = []
    for c in range(len(found)):
        parts = [f"{one} of {zero + one} are 1" for zero, one in found.branches(c).tolist()]
        mark = "★ " if found.best[c] else ""
        score = found.score[c] if name == "gain ratio" else found.gain[c]
        rows.append([f"{mark}X{int(found.feature[c]) + 1}", *parts, shown(float(score))])
    best = int(found.best.sum())
    tie = f"; {best} are equally good, the lowest is asked" if best > 1 else ""
    return table_html(["question", "where it is 0", "where it is 1", name], rows, f"The first question{tie}")


def gains_latex(told: Lesson) -> str:
    """The arithmetic of the question that is asked first; "" if there is none."""
    trace = told.traces["uml"]
    chosen = trace.candidates[0].chosen
    return "" if chosen is None else aligned(arithmetic(trace, 0, chosen))


def stops_text(told: Lesson) -> list[str]:
    """What each kind of rule makes of gains that are 0, in sentences; none if that never happens."""
    uml, stopped = told.tree("uml"), told.tree("cs181")
    places = [node for node in stopped if node.stop is Stop.NO_GAIN]
    if not places:
        return []
    mixed = fixed(float(criterion_of(told.criterion).impurity(told.tree("uml")[0].counts)))
    where = "; ".join(place(node) for node in places)
    low, high = (("no", "one", "two", "three", "four")[pick(waits(told.traces["uml"]))] for pick in (min, max))
    levels = f"{low} to {high} levels" if low != high else "one level" if low == "one" else f"{low} levels"
    after = "after any question the parts are, on average, as mixed as before"
    said = [
        f"Every gain at the root is {mixed} − {mixed} = 0: {after}." if told.idle else f"Every gain is 0 at {where}.",
        f"An algorithm that stops there: {size_text(stopped)}, rows wrong: {wrong_text(stopped)}.",
        (
            "One that goes on does not look at the gain. The tie goes to the lowest feature, and a gain first"
            f" comes {levels} below: {size_text(uml)}, rows wrong: {wrong_text(uml)}."
        ),
    ]
    if told.idle and told.best.n_leaves < uml.n_leaves:
        first = told.best[0].split.feature + 1
        tie = f"The tie costs leaves too: a smallest tree asks about X{first} first, and the gains cannot tell."
        said.append(tie if uml[0].split.feature + 1 != first else "Leaves are lost further down.")
    return said


def again_text(told: Lesson, rule: str) -> str:
    """What the rings of a tree mean, where it has some."""
    tree = told.tree(rule)
    found = repeated(tree) if tree.n_leaves > told.best.n_leaves else []
    parts = [
        f"the part below X{tree[roots[0]].split.feature + 1} {'twice' if len(roots) == 2 else f'{len(roots)} times'}"
        for roots in found
    ]
    return f" Ringed: greed grows {listing(parts)}." if parts else ""


def root_html(told: Lesson, rule: str) -> str:
    """The gain of every first question as a bar, beside the root of a rule's tree: its own is marked."""
    trace, root = told.traces["uml"], told.tree(rule)[0].split
    found, name = trace.candidates[0], criterion_of(told.criterion).score_title
    most, chips = max(float(found.score.max(initial=0)), 1e-9), []
    for feature, score in zip(found.feature.tolist(), found.score.tolist(), strict=True):
        # Room for the word everywhere: two of these lines beside each other break alike.
        asks = "<b>asks</b> " if root and feature == root.feature else '<b style="visibility:hidden">asks</b> '
        bar = f'<i style="width:{BAR * score / most:.0f}px" aria-hidden="true"></i>'
        chips.append(f"<span>{asks}X{feature + 1}{bar}{shown(float(score))}</span>")
    return f'{GAINS}<p class="dt-gains"><span>{name}:</span>{"".join(chips)}</p>' if chips else ""


def verdict(told: Lesson, rule: str) -> str:
    """What a tree is beside the smallest one, in a few words."""
    tree = told.tree(rule)
    if tree.n_wrong:
        return f"{wrong_text(tree)} rows wrong."
    if tree.n_leaves > told.best.n_leaves:
        return f"{tree.n_leaves - told.best.n_leaves} too many."
    return "Smallest."
