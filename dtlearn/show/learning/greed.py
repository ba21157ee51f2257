"""What trees find easy and hard, in tables and words: leaves against n, all functions, the greedy trap,
a slanted line."""

from collections.abc import Sequence
from fractions import Fraction
from math import comb

from dtlearn.growing.grow import Trace
from dtlearn.learning.concepts import MOST_FEATURES
from dtlearn.learning.cost_of_greed import MOST_BITS, Census, Trapped, closed_form, formula_of, gains, mean_leaves
from dtlearn.learning.slanted_line import Slanted
from dtlearn.show.base.arithmetic import tex_whole
from dtlearn.show.base.html import table_html
from dtlearn.show.base.text import fixed, many, shown, size_text, whole
from dtlearn.show.learning.one_function import wrong_text
from dtlearn.splitting.criteria import CRITERIA
from dtlearn.trees.tree import Tree

CURVES = {"or": "OR, AND", "majority": "majority", "parity": "parity"}
SIZES = (10, 20, 40, 80, 160, 320, 640)  # points in the square
MOMENTS = ("1: the first question", "2: one level deeper", "3: the sum of the gains")


# ---- leaves against n


def leaves_html(at: int) -> str:
    """The sizes by n: formula, and what ID3 grows; the chosen n is marked by an arrow."""
    rows = []
    for n in range(1, MOST_BITS + 1):
        cells = [closed_form(name, n) for name in CURVES]
        every = fixed(mean_leaves(n), 2) if n <= MOST_FEATURES else "–"
        rows.append([f"{'▶ ' if n == at else ''}{n}", *map(whole, cells), every])
    header = ["bits n", "OR, AND: n + 1", "majority: C(n+1, ⌊n/2⌋+1)", "parity: 2ⁿ", "mean of all"]
    return table_html(header, rows, "Leaves of the smallest tree; ID3 grows as many for OR, AND, majority and parity")


def leaves_latex(n: int) -> list[str]:
    """The formulas with n put in."""
    k = n // 2 + 1
    lines = [
        rf"\text{{OR, AND: }} n + 1 &= {n} + 1 = {closed_form('or', n)}",
        (
            rf"\text{{majority: }} \tbinom{{n+1}}{{\lfloor n/2 \rfloor + 1}} &= \tbinom{{{n + 1}}}{{{k}}} ="
            rf" {tex_whole(closed_form('majority', n))}"
        ),
        rf"\text{{parity: }} 2^n &= 2^{{{n}}} = {tex_whole(closed_form('parity', n))}",
        r"\text{why: } L(n, k) &= L(n-1, k) + L(n-1, k-1) = \tbinom{n+1}{k}",
    ]
    if n > 1:
        a, b = comb(n, k), comb(n, k - 1)
        lines.append(
            rf"L({n}, {k}) &= L({n - 1}, {k}) + L({n - 1}, {k - 1}) = {tex_whole(a)} + {tex_whole(b)} ="
            rf" {tex_whole(a + b)}"
        )
    return lines


# ---- all functions


def census_html(every: Sequence[Census], criterion: str, at: int) -> str:
    """For every n, 1 or more: how many functions ID3 grows too large, the worst of them,
    and how many a stop at gain 0 misses."""
    rows = []
    for found in every:
        n, functions, larger, missed = found.n, len(found.grown), len(found.larger), len(found.missed)
        worst = found.worst
        named = f"{found.grown[worst]} for {found.least[worst]}: {formula_of(worst, n)}" if larger else "none"
        rows.append(
            [
                f"{'▶ ' if n == at else ''}{n}",
                whole(functions),
                f"{whole(larger)} ({_percent(larger, functions)})",
                named,
                f"{whole(missed)} ({_percent(missed, functions)})",
            ]
        )
    header = ["bits n", "functions", "ID3 larger than needed", "the worst (leaves)", "wrong with a stop at gain 0"]
    caption = f"Every function, none left out; {CRITERIA[criterion].title}, ties to the lowest feature"
    return table_html(header, rows, caption)


def _percent(part: int, all_: int) -> str:
    return f"{fixed(Fraction(100 * part, all_), 1)} %" if part else "0 %"


def census_text(found: Census) -> str:
    """What the enumeration shows for n bits."""
    n, every, larger = found.n, len(found.grown), found.larger
    said = f"For all {whole(every)} functions of {many(n, 'bit')} ID3's tree is as small as can be."
    if len(larger):
        most = many(int((found.grown - found.least).max()), "leaf")
        said = (
            f"Of all {whole(every)} functions of {n} bits ID3 grows {whole(len(larger))} larger than needed, at worst"
            f" by {most}."
        )
    missed = len(found.missed)
    return (
        f"{said} With a stop at gain 0, {whole(missed) if missed else 'none'} of them {'is' if missed == 1 else 'are'}"
        " learnt wrong."
    )


# ---- the greedy trap


def trap_text(greed: Trapped, moment: int) -> str:
    """What there is to see at a moment."""
    whole, best = greed.whole, greed.trap.best
    found = whole.candidates[0]
    first, features = whole.tree[0].split.feature, found.feature.tolist()
    gain = {f: float(found.gain[c]) for c, f in enumerate(features)}
    good = best[0].split.feature
    if moment == 1:
        if not gain[first]:
            return f"All gains are 0. The tie goes to X{first + 1}, the lowest feature."
        gains = f"X{first + 1} gains {fixed(gain[first])} bits, X{good + 1} gains {fixed(gain[good])}"
        return f"Greed looks one question ahead: {gains}. So X{first + 1} is asked first."
    if moment == 2:
        two, m = greed.cut[2], len(whole.data)
        inner = [node.i for node in two.tree if node.i and node.split]
        idle = inner and not any(two.candidates[i].gain.any() for i in inner)
        stop = f" After X{first + 1} every gain is 0: if ID3 stops at gain 0, it ends there." if idle else ""
        if not gain[first]:
            stop = f" After X{first + 1} every gain is 0 again; if ID3 stops at gain 0, it has no question at all."
        return (
            f"Greed's tree of depth 2 gets {two.tree.n_wrong} of {m} examples wrong.{stop} The tree that begins with "
            f"X{good + 1}, whose gain is {fixed(gain[good])}, gets {best.n_wrong or 'none'} wrong."
        )
    takes = "takes the most at once" if gain[first] else f"takes X{first + 1}, which never gains"
    return (
        f"The weighted gains of a tree that makes no error add up to H(S), whatever its order. Greed {takes};"
        f" X{good + 1} takes nothing at first, and then its pair takes all. Greed ends with {size_text(whole.tree)},"
        f" the other with {size_text(best)}."
    )


def root_html(trace: Trace) -> str:
    """Every question of a growth that was scored at the root or below it, with its gain."""
    schema, rows = trace.data.schema, []
    for node in trace.tree:
        found = trace.candidates[node.i]
        for c in range(len(found)):
            mark = "★ " if c == found.chosen and node.split else ""
            gain = float(found.gain[c])
            rows.append([f"{mark}{found.split(c).title(schema)}", ", ".join(node.conditions) or "root", fixed(gain)])
    return table_html(["question", "where", "gain"], rows, "What greed sees: the largest gain is asked (★)")


def depths_html(greed: Trapped, moment: int) -> str:
    """Examples wrong by the greatest depth: greed's tree, and the best there is (exhaustive search)."""
    rows = [
        [f"{'▶ ' if depth == moment else ''}{depth}", wrong_text(cut.tree), wrong_text(best)]
        for depth, (cut, best) in enumerate(zip(greed.cut, greed.best, strict=True))
    ]
    header = ["depth at most", "greedy: wrong", "best: wrong"]
    return table_html(header, rows, "Examples wrong, of all trees of a depth")


def ledger_html(tree: Tree, title: str) -> str:
    """Every question of a tree, what it gains where it stands, and its share of the whole."""
    m, rows, found = int(tree.n[0]), [], [(tree[i], gain) for i, gain in gains(tree)]
    places = adding_up([node.n / m * gain for node, gain in found])
    for node, gain in found:
        where, said = ", ".join(node.conditions) or "root", fixed(gain, places)
        weighted = f"{node.n}/{m} · {said} = {fixed(node.n / m * gain, places)}"
        rows.append([node.split.title(tree.schema), where, said, weighted])
    rows.append(["sum", "", "", fixed(sum(node.n / m * gain for node, gain in found), places)])
    return table_html(["question", "where", "gain", "weighted"], rows, title)


def adding_up(terms: Sequence[float]) -> int:
    """The fewest decimals, from 3 to 9, with which terms as printed add up to their sum as printed.

    >>> adding_up([0.25, 0.5]), adding_up([0.0004, 0.0004])
    (3, 4)
    """

    fits = (k for k in range(3, 9) if sum(Fraction(fixed(x, k)) for x in terms) == Fraction(fixed(sum(terms), k)))
    return next(fits, 9)


# ---- a slanted line


def slanted_text(found: Slanted) -> str:
    """What the two pictures show."""
    one, other = found.tree.n_leaves, found.turned.n_leaves
    if one == 1:
        return "All points have the same class: one leaf, no question. Draw more points."
    return (
        f"The same {found.slant.m} points twice, in trees of CART with {CRITERIA[found.criterion].title}. Left:"
        f" each question cuts straight across, so the slanted line becomes a staircase of {many(one, 'leaf')}. Right:"
        f" turned by 45°, one question about u is enough: {many(other, 'leaf')}."
    )


def slanted_html(series: Sequence[Slanted], m: int) -> str:
    """Leaves and true errors for growing samples."""
    rows = [
        [
            f"{'▶ ' if one.slant.m == m else ''}{one.slant.m}",
            str(one.tree.n_leaves),
            shown(float(one.error)),
            str(one.turned.n_leaves),
            shown(one.turned_error),
        ]
        for one in series
    ]
    header = ["points m", "leaves", "true error", "leaves, turned", "true error, turned"]
    title = CRITERIA[series[0].criterion].title
    return table_html(header, rows, f"CART, {title}, grown in full on the first m points; no training error")


def slanted_latex(found: Slanted) -> list[str]:
    """The true error as an area, and what the turn does."""
    c = f"{found.slant.c / 100:g}"
    lines = [
        rf"L_D &= \text{{area between staircase and slope}} = {fixed(found.error)}",
        r"u &= \tfrac{x_1 + x_2}{\sqrt2}, \qquad v = \tfrac{x_2 - x_1}{\sqrt2}",
        rf"x_1 + x_2 > {c} &\iff u > \tfrac{{{c}}}{{\sqrt2}} = {fixed(found.slant.c / 100 / 2**0.5)}",
    ]
    split = found.turned[0].split
    if split is not None:
        lines.append(rf"\text{{the tree asks: }} u &< {fixed(split.at)}, \quad L_D = {shown(found.turned_error)}")
    return lines
