"""The bound (18.1) against the size of a tree: rows of trees, and what is to be said of them (UML (18.1))."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from dtlearn.bound.bound import Bound, Standing
from dtlearn.data.dataset import number
from dtlearn.data.synthetic import Source
from dtlearn.show.base.html import table_html
from dtlearn.show.base.text import fixed, listing, many, whole
from dtlearn.show.bound.words import LOG_TITLES

WAYS = {"greedy": "greedy", "pruned": "pruned", "exact": "exact", "known": "best known"}
GENERIC = "generic procedure"  # UML 18.2.2
ABOUT = {
    "greedy": "The greedy tree as it grows, best first: each next split is the one with the largest (n/m) × gain.",
    "pruned": "The fully grown greedy tree, cut back: of each size the pruning with the fewest wrong examples.",
    "exact": "The best tree of each size among all trees there are, found by an exact search.",
    "known": "Of each size the best of the pruned trees of all criteria.",
}
BRIEFLY = {
    "greedy": "grown split by split, the largest gain first.",
    "pruned": "the full greedy tree, cut back.",
    "exact": "the best of all trees of its size.",
    "known": "the best pruned tree of any criterion.",
}
WHY = "The penalty grows with the nodes and shrinks with more examples: more examples leave less room for luck."
SIGNS = "L_D(h) is the true error of tree h, L_S(h) its training error, δ how often the bound may fail."
ROWS = 64  # rows whose bounds are held: what is said of each tree asks for all of them


@dataclass(frozen=True)
class Terms:
    """What (18.1) needs besides the tree.

    times : as if every example stood there so often.
    """

    m: int
    d: int
    classes: int = 2
    delta: float = 0.05
    logs: str = "mixed"
    times: int = 1

    def bound(self, n: int, n_wrong: int) -> Bound:
        """The bound of a tree of n nodes that gets n_wrong of the m examples wrong."""
        m, wrong = self.m * self.times, n_wrong * self.times
        return Bound(wrong, m, n, self.d, self.delta, self.classes, self.logs)


@dataclass(frozen=True, eq=False)
class Row:
    """Trees of growing size that were found in one way.

    way : a key of WAYS. n, n_wrong : (S,) nodes of each and how many examples it gets wrong.
    true : (S,) L_D of each where the source is known, else (). known : none that is smaller than this is better;
    0 if the row promises nothing. least : what no tree gets right.
    """

    way: str
    n: tuple[int, ...]
    n_wrong: tuple[int, ...]
    true: tuple[Fraction, ...] = ()
    known: int = 0
    least: int = 0

    def __len__(self) -> int:
        return len(self.n)

    def bounds(self, terms: Terms) -> tuple[Bound, ...]:
        return _bounds(self, terms)

    def best(self, terms: Terms) -> int:
        """The place of the least bound, the smallest tree of equals."""
        bounds = self.bounds(terms)
        return min(range(len(bounds)), key=lambda k: bounds[k].value)

    def proved(self, terms: Terms) -> bool:
        """No tree of any size has a smaller bound than the best of this row."""
        if not self.known:
            return False
        next_ = terms.bound(self.known + 2, self.least)  # the penalty grows with n
        return self.n_wrong[-1] == self.least or next_.value >= self.bounds(terms)[self.best(terms)].value

    def telling(self, terms: Terms) -> int:
        """The place to show first: the least bound; where that is a leaf alone, the first tree that errs least."""
        return self.best(terms) or self.n_wrong.index(min(self.n_wrong))


@lru_cache(ROWS)
def _bounds(row: Row, terms: Terms) -> tuple[Bound, ...]:
    return tuple(terms.bound(n, wrong) for n, wrong in zip(row.n, row.n_wrong, strict=True))


# ---- one tree


def size_text(n: int) -> str:
    """
    >>> size_text(9), size_text(1)
    ('9 nodes', 'a single leaf')
    """
    return f"{n} nodes" if n > 1 else "a single leaf"


def error_text(bound: Bound) -> str:
    """The training error with how it comes about: "15/42 = 0.357"."""
    return f"{share_text(bound.n_wrong, bound.m)} = {fixed(bound.error)}"


def share_text(part: int, all_: int) -> str:
    """So many of so many.

    >>> share_text(15, 42)
    '15/42'
    """
    return f"{whole(part)}/{whole(all_)}"


def caption(row: Row, terms: Terms, k: int, known: bool = True) -> str:
    """One tree of a row: its terms, what the bound is worth, where the least one is.

    known : whether larger trees are named.
    """
    bounds = row.bounds(terms)
    best = row.best(terms) if known else min(range(k + 1), key=lambda i: bounds[i].value)
    here, least = bounds[k], bounds[best]
    name = size_text(here.n)
    terms_ = f"training error {error_text(here)}, + penalty {fixed(here.penalty)} = bound {fixed(here.value)}."
    said = f"{name[0].upper()}{name[1:]}: {terms_}"
    if here.vacuous:
        said += " No error is above 1, so this bound tells us nothing (it is vacuous)."
    among, so_far = (f"of the {WAYS[row.way]} trees", "") if known else ("so far", " so far")
    is_ = (
        f"It is the least {among}."
        if k == best
        else f"The least{so_far} is {fixed(least.value)} ({size_text(least.n)})."
    )
    true = f" True error{'' if k else ', on all rows that can come,'} {fixed(row.true[k])}." if row.true else ""
    return f"{said} {is_}{true}" + ("" if k else f" {WHY}")


def answer(row: Row, terms: Terms) -> str:
    """Which tree of a row has the least bound, and why no other: in a sentence or two."""
    least = row.bounds(terms)[row.best(terms)]
    if least.n == 1:
        return (
            f"The single leaf has the least sum, {fixed(least.value)}. In every larger tree the penalty grows by"
            " more than the errors fall. With more data it shrinks."
        )
    return (
        f"The smallest sum is {fixed(least.value)}, with {size_text(least.n)}. Smaller trees are wrong more often; in"
        " larger ones the penalty outweighs the errors saved."
    )


def letters_text(terms: Terms, standing_: Standing, others: bool) -> str:
    """What the chart of a bound says: the promise, and others, lines of trees grown another way."""
    faint = " Faint: trees grown another way." if others else ""
    return f"{meaning_text(terms, standing_)}{faint}"


# ---- tables


def size_header(row: Row) -> list[str]:
    """The columns of a table of a row's trees, the first for n."""
    return ["n", "leaves", "wrong", "training", "penalty", "bound", "", *(["true"] if row.true else [])]


def size_rows(row: Row, terms: Terms) -> list[list[str]]:
    """The cells of such a table behind n."""
    return [
        [
            str((bound.n + 1) // 2),
            share_text(bound.n_wrong, bound.m),
            fixed(bound.error),
            fixed(bound.penalty),
            fixed(bound.value),
            "vacuous" if bound.vacuous else "",
            *([fixed(row.true[i])] if row.true else []),
        ]
        for i, bound in enumerate(row.bounds(terms))
    ]


def gaps_text(row: Row) -> str:
    """Why some sizes are missing from a row; "" if none is.

    >>> gaps_text(Row("exact", (1, 3, 5, 9), (5, 4, 2, 0))), gaps_text(Row("greedy", (1, 3, 5), (5, 4, 2)))
    ('Sizes that do no better are left out.', '')
    """
    return "" if row.way == "greedy" else "Sizes that do no better are left out."


def contest_html(rows: Sequence[Row], terms: Terms, more: Mapping[str, tuple[int, int]] | None = None) -> str:
    """The least bound of every way. more : further trees by name, (n, n_wrong)."""
    true = any(row.true for row in rows)
    lines = []
    for row in rows:
        k = row.best(terms)
        bound = row.bounds(terms)[k]
        lines.append([WAYS[row.way], *_cells(bound), *([fixed(row.true[k])] if row.true else [])])
    for name, (n, wrong) in (more or {}).items():
        lines.append([name, *_cells(terms.bound(n, wrong)), *(["–"] if true else [])])
    header = ["least bound", "n", "wrong", "penalty", "bound", *(["true error"] if true else [])]
    return table_html(header, lines, "The tree with the least bound, as each way finds it")


def proof_text(rows: Sequence[Row], terms: Terms, further: bool = True) -> str:
    """Whether a larger tree could have a smaller bound than the exact search has found; "" without such a search.

    further : whether it could search among larger trees.
    """
    row = next((row for row in rows if row.known), None)
    if row is None:
        return ""
    n = row.n[row.best(terms)]
    at = f"{whole(terms.times)} ×"
    if row.proved(terms):
        return f"Proved at {at}: no tree of any size has a smaller bound than the exact one of n = {n}."
    end = f", and n = {row.known} is as far as it goes." if not further else ": let it search further."
    larger = f"At {at} a larger tree may have a smaller bound than the one of n = {n}{end}"
    return f"The exact search went up to n = {row.known}. {larger}"


def refused_text(d: int, features: int) -> str:
    """What is shown where an exact search would take too long."""
    return (
        f"{whole(d)} questions are too many for an exact search (they come from {features} features). Instead, “best"
        " known” is the best that was found: of each size the best of the pruned trees of all criteria. Other trees"
        " may be better."
    )


def _cells(bound: Bound) -> list[str]:
    return [
        str(bound.n),
        share_text(bound.n_wrong, bound.m),
        fixed(bound.penalty),
        f"{fixed(bound.value)}{' vacuous' if bound.vacuous else ''}",
    ]


def depths_html(greedy: Sequence[int], exact: Sequence[int], m: int) -> str:
    """Wrong examples of the greedy tree and of the best one, depth by depth."""
    rows = [[str(k), share_text(a, m), share_text(b, m)] for k, (a, b) in enumerate(zip(greedy, exact, strict=True))]
    return table_html(["depth at most", "greedy", "best of all trees"], rows, "Training error by depth")


# ---- what it is all worth


def meaning_text(terms: Terms, standing_: Standing) -> str:
    """What a bound promises, in a sentence; of copies, nothing.

    >>> meaning_text(Terms(14, 10, delta=0.001), Standing.THEOREM)
    "In at least 999 of 1\u202f000 such samples every tree's true error L_D stays within its bound."
    """
    if terms.times > 1:
        return "Copies prove nothing: so it would be if as many new examples came."
    fails = Fraction(repr(terms.delta))
    of = max(100, fails.denominator)
    samples = f"at least {whole(int(of - of * fails))} of {whole(of)} such samples every tree's true error L_D"
    if standing_ is Standing.ILLUSTRATION:
        return f"With questions fixed beforehand, in {samples} would stay within its bound."
    return f"In {samples} stays within its bound."


def promise_text(row: Row, terms: Terms) -> str:
    """Whether the bound kept its promise on a source that is known, in a sentence; "" where it is not."""
    if not row.true:
        return ""
    over = sum(true > bound.value for true, bound in zip(row.true, row.bounds(terms), strict=True))
    if over:
        above = f"The source is known: {over} of the {len(row)} {WAYS[row.way]} trees have a true error above"
        if terms.times > 1:
            return f"{above} such a bound. Copies are no new examples."
        chance = f"with probability {number(terms.delta)} at most"
        return f"{above} the bound. An unlucky sample, as the theorem lets happen {chance}."
    every = f"every one of the {WAYS[row.way]} trees"
    return f"The source is known, so the true error is exact: below the bound for {every}."


def logs_text(bound: Bound) -> str:
    """The same bound with each form of the logarithms."""
    values = [f"{fixed(replace(bound, logs=logs).value)} with {title}" for logs, title in LOG_TITLES.items()]
    return f"The bound is {listing(values)}. Where it holds, all three do: bits are more than nats (E28)."


def source_title(source: Source) -> str:
    """What the labels are.

    >>> source_title(Source("parity", 1, 1)), source_title(Source("parity", 2, 8))
    ('parity of 1 bit among 1', 'XOR of 2 bits among 8')
    """
    return f"{_function(source)} of {many(source.k, 'bit')} among {source.d}"


def _function(source: Source) -> str:
    return source.title.partition(" of ")[0]


def source_text(source: Source) -> str:
    """How examples of a known source come about.

    >>> source_text(Source("parity", 1, 1))[:72]
    '1 bit, 0 or 1 like a fair coin. The label is the parity of the first; no'
    """
    noise = f"; then {source.noise} in 100 labels are turned round" if source.noise else "; no label is wrong"
    return (
        f"{many(source.d, 'bit')},{' each' if source.d > 1 else ''} 0 or 1 like a fair coin. The label is the"
        f" {_function(source)} of the first{f' {source.k}' if source.k > 1 else ''}{noise}. So the true error of every"
        " tree is known exactly."
    )
