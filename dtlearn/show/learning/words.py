"""What a training set leaves open, in words, formulas and the rows of a truth table (CS181 lecture 6)."""

from collections.abc import Callable
from dataclasses import dataclass

from dtlearn.learning.concepts import BIASES, Known, Vote, conjunctions, consistent, least_leaves, vote
from dtlearn.show.base.arithmetic import tex_whole
from dtlearn.show.base.palette import class_colour, class_sign
from dtlearn.show.base.text import fixed, listing, many, whole

SOURCE = "lecture 6 of the course CS181"
TARGETS = {
    "none": "none",
    "or": "OR of all",
    "and": "AND of all",
    "parity": "XOR (odd number of 1s)",
    "majority": "majority (more 1s than 0s)",
    "x1": "X1 alone",
    "x2": "X2 alone",
    "random": "random, by a seed",
    "own": "my own",
}


def power(base: int, exponent: int) -> str:
    """A power as text: "2³⁶"."""
    return f"{base}{str(exponent).translate(str.maketrans('0123456789', '⁰¹²³⁴⁵⁶⁷⁸⁹'))}"


def known_of(text: str) -> Known:
    """The training set of a row of labels, "-" where there is none.

    >>> known_of("0--1")
    Known(n=2, positive=8, negative=1)
    """
    positive, negative = (sum(1 << r for r, ch in enumerate(text) if ch == label) for label in "10")
    return Known(len(text).bit_length() - 1, positive, negative)


def text_of(known: Known) -> str:
    """The training set as a row of labels, "-" where there is none."""
    return "".join(
        "1" if known.positive >> r & 1 else "0" if known.negative >> r & 1 else "-" for r in range(known.rows)
    )


def labels(concept: int, n: int) -> str:
    """A concept as its labels, first row first: "0110" is XOR."""
    return "".join(str(concept >> r & 1) for r in range(1 << n))


def concept_of(text: str) -> int:
    """The concept with these labels."""
    return sum(1 << r for r, ch in enumerate(text) if ch == "1")


def row_text(r: int, n: int) -> str:
    """A row as its bits: "011"."""
    return f"{r:0{n}b}"


@dataclass(frozen=True)
class Lesson:
    """A training set, a bias with its k, and the vote of the concepts that have both.

    target : None if there is none.
    """

    known: Known
    bias: str
    k: int
    vote: Vote
    target: int | None = None

    @property
    def undecided(self) -> int:
        """Unseen rows without a majority."""
        return sum(self.vote.answers[r] is None for r in self.known.unseen)

    @property
    def right(self) -> tuple[int, ...]:
        """Unseen rows on which the majority says what the target says."""
        return tuple(r for r in self.known.unseen if self.vote.answers[r] == self.target >> r & 1)

    def verdict(self, r: int) -> str:
        """ "right", "wrong" or "tie" for an unseen row; "" where nothing can be said."""
        if self.target is None or not self.vote.voters or r not in self.known.unseen:
            return ""
        answer = self.vote.answers[r]
        return "tie" if answer is None else "right" if answer == self.target >> r & 1 else "wrong"


def lesson(known: Known, bias: str, k: int, target: int | None = None) -> Lesson:
    """The vote of what the training set and the bias leave."""
    return Lesson(known, bias, k, vote(BIASES[bias].of(known, k), known.n), target)


def smallest(known: Known) -> int:
    """Leaves of the smallest tree that agrees with the training set."""
    return int(least_leaves(known.n)[consistent(known)].min())


def caption(told: Lesson) -> str:
    """What is known, who is left, and what they say of the rest."""
    known, found = told.known, told.vote
    n, every = known.n_consistent, whole(1 << known.rows)
    agree = f"{whole(n)} of {every} concepts agree{'s' if n == 1 else ''} with {'it' if known.size == 1 else 'them'}"
    agree = agree if known.size else f"all {every} concepts are still possible"
    said = [f"{known.size} of {known.rows} rows known: {agree}."]
    if biased := BIAS_WORDS[told.bias].says(told):
        said.append(biased)
    if not known.unseen:
        said.append("No row is unseen, so there is nothing to predict.")
    elif found.voters and told.bias == "none":
        n = f"{whole(known.n_consistent // 2)} predict{'s' * (known.n_consistent // 2 == 1)}"
        rows = "each of the" if len(known.unseen) > 1 else "the"
        said.append(
            f"On {rows} {many(len(known.unseen), 'unseen row')} {n} 1 and {n} 0: "
            "the examples alone tell nothing about the unseen rows."
        )
    elif found.voters:
        said.append(_moved(told))
    return " ".join(said)


@dataclass(frozen=True)
class BiasWords:
    """How a bias is told.

    short : on its button; named : in tables, {leaves} is its k; says : who votes; counted : the same in a formula.
    """

    short: str
    named: str
    says: Callable[[Lesson], str]
    counted: Callable[[Lesson], list[str]] = lambda told: []

    def title(self, k: int) -> str:
        """Its hypotheses: "conjunctions", "trees with at most 3 leaves"."""
        return self.named.format(leaves=many(k, "leaf"))


def _smallest(told: Lesson) -> str:
    n = told.vote.voters
    who = "The one with the smallest tree votes" if n == 1 else f"The {whole(n)} with the smallest trees vote"
    return f"{who} ({many(smallest(told.known), 'leaf')})."


def _restricted(told: Lesson, who: str, else_: str = "") -> str:
    if told.vote.voters:
        return f"The bias lets only the {who} vote: {whole(told.vote.voters)} of them."
    wrong, best = BIASES[told.bias].best_match(told.known, told.k)
    match = f"the best match is wrong on {wrong} of the {told.known.size} known rows"
    match += f" ({whole(best)} are)" * (best > 1)
    return f"None of the {who} agrees with these examples: {match}{else_}."


def _few_leaves(told: Lesson) -> str:
    who = f"concepts with a tree of at most {many(told.k, 'leaf')}"
    return _restricted(told, who, f"; the smallest tree that agrees has {smallest(told.known)} leaves")


def _counted_trees(told: Lesson, most: int) -> list[str]:
    total, voters = int((least_leaves(told.known.n) <= most).sum()), tex_whole(told.vote.voters)
    return [
        rf"\text{{at most }}{most}\text{{ leaves: }}&{tex_whole(total)},\ \text{{of which }}{voters}\text{{ agree}}"
    ]


def _counted_conjunctions(told: Lesson) -> list[str]:
    n, total, voters = told.known.n, len(conjunctions(told.known.n)), tex_whole(told.vote.voters)
    return [rf"\text{{conjunctions: }}3^n + 1 &= 3^{n} + 1 = {total},\ \text{{of which }}{voters}\text{{ agree}}"]


BIAS_WORDS = {
    "none": BiasWords("None", "all concepts", lambda told: ""),
    "conjunctions": BiasWords(
        "Conjunctions", "conjunctions", lambda told: _restricted(told, "conjunctions"), _counted_conjunctions
    ),
    "leaves": BiasWords(
        "At most k leaves",
        "trees with at most {leaves}",
        _few_leaves,
        lambda told: _counted_trees(told, told.k),
    ),
    "shortest": BiasWords(
        "Smallest trees", "smallest trees", _smallest, lambda told: _counted_trees(told, smallest(told.known))
    ),
    "specific": BiasWords(
        "Most specific",
        "most specific",
        lambda told: "The most specific of them votes alone: it predicts 1 only where a 1 was seen.",
    ),
    "general": BiasWords(
        "Most general",
        "most general",
        lambda told: "The most general of them votes alone: it predicts 1 wherever no 0 was seen.",
    ),
}


def _moved(told: Lesson) -> str:
    unseen, ties = len(told.known.unseen), told.undecided
    if ties == unseen:
        return f"Still no majority on {'any of ' if unseen > 1 else ''}the {many(unseen, 'unseen row')}."
    if not ties:
        return f"Now there is a majority on {'every' if unseen > 1 else 'the'} unseen row."
    return f"Now there is a majority on {unseen - ties} of {many(unseen, 'unseen row')}."


def score_text(told: Lesson) -> str:
    """How the majority does against the target; "" without one."""
    if told.target is None or not told.known.unseen:
        return ""
    if not told.vote.voters:
        return "No concept fits, so there is no prediction."
    unseen, right, ties = len(told.known.unseen), len(told.right), told.undecided
    rest = [f"{n} {word}" for n, word in ((unseen - right - ties, "wrong"), (ties, "tied")) if n]
    return f"Right on {right} of {many(unseen, 'unseen row')}" + (f" ({listing(rest, ', ')})." if rest else ".")


def truth_view(told: Lesson, reveal: bool, own: bool) -> dict:
    """The truth table for its component: every row with its label, the vote on it, and what the target says.

    reveal : show the target on unseen rows. own : the reader may change it there.
    """
    known, found, n = told.known, told.vote, told.known.n
    rows = []
    for r in range(known.rows):
        seen, answer, ones = r not in known.unseen, found.answers[r], found.for_one[r]
        hidden = told.target is not None and not seen and not reveal
        rows.append(
            {
                "bits": list(row_text(r, n)),
                "cycle": "-10" if told.target is None else f"-{told.target >> r & 1}",
                "seen": seen,
                "share": ones / found.voters if found.voters else None,
                "votes": f"{whole(ones)} of {whole(found.voters)}" if found.voters else "nobody votes",
                "answer": "" if not found.voters or seen else "tie" if answer is None else str(answer),
                "target": "" if told.target is None else "?" if hidden else str(told.target >> r & 1),
                "verdict": "" if hidden else told.verdict(r),
            }
        )
    return {
        "n": n,
        "labels": text_of(known),
        "rows": rows,
        "target": told.target is not None,
        "own": own and reveal,
        "signs": [class_sign(k) for k in (0, 1)],
        "colours": [class_colour(k) for k in (0, 1)],
    }


# ---- formulas


def counting_latex(told: Lesson) -> list[str]:
    """How many concepts there are, how many agree, how many of them vote for 1 on an unseen row."""
    n, size, rows = told.known.n, told.known.size, told.known.rows
    lines = [
        rf"\text{{all: }}2^{{2^n}} &= 2^{{2^{n}}} = 2^{{{rows}}} = {tex_whole(1 << rows)}",
        rf"\text{{agree: }}2^{{2^n - N}} &= 2^{{{rows} - {size}}} = {tex_whole(told.known.n_consistent)}",
    ]
    if told.known.unseen:
        half = told.known.n_consistent // 2
        lines.append(
            rf"\text{{vote for 1 on an unseen row: }}\tfrac12\cdot 2^{{2^n - N}} &= 2^{{{rows} - {size} - 1}} ="
            rf" {tex_whole(half)}"
        )
    return [*lines, *BIAS_WORDS[told.bias].counted(told)]


def between_latex(known: Known) -> list[str]:
    """The most specific and the most general consistent concept (E38), as formulas of the known rows."""
    positive = [r for r in range(known.rows) if known.positive >> r & 1]
    negative = [r for r in range(known.rows) if known.negative >> r & 1]
    specific = _folded(r"\text{most specific}", positive, known.n, "0", "", "")
    return [*specific, *_folded(r"\text{most general}", negative, known.n, "1", r"\neg\bigl(", r"\bigr)")]


def _folded(name: str, rows: list[int], n: int, empty: str, before: str, after: str) -> list[str]:
    """A disjunction of full conjunctions in lines that fit beside a table."""
    if not rows:
        return [rf"{name} &= {empty}"]
    terms, wide = [minterm(r, n) for r in rows], 12 // n
    lines = [r" \lor ".join(terms[i : i + wide]) for i in range(0, len(terms), wide)]
    lines = [rf"&\quad\lor {line}" if i else rf"{name} &= {before}{line}" for i, line in enumerate(lines)]
    return [*lines[:-1], lines[-1] + after]


def minterm(r: int, n: int) -> str:
    r"""The conjunction that is true on one row alone.

    >>> print(minterm(0b101, 3))
    X_1\,\overline{X_2}\,X_3
    """
    return r"\,".join(f"X_{j}" if bit == "1" else rf"\overline{{X_{j}}}" for j, bit in enumerate(row_text(r, n), 1))


def between_text(known: Known) -> str:
    """What lies between the two."""
    unseen = len(known.unseen)
    if not unseen:
        return "Every row is known, so the two are the same concept: the only one that agrees."
    says = "The first predicts 1 only where a 1 was seen, the second wherever no 0 was seen."
    if unseen == 1:
        return f"{says} They differ on the one unseen row, and no other concept agrees with the examples."
    between = f"the {whole(known.n_consistent)} consistent concepts are exactly those between them"
    return f"{says} They differ on all {many(unseen, 'unseen row')}, and {between}: {power(2, unseen)} ways to choose."


def share(value) -> str:
    """A share as a fraction, with decimals unless it is whole; "–" for None."""
    if value is None:
        return "–"
    return str(value) if value.denominator == 1 else f"{value} = {fixed(value)}"
