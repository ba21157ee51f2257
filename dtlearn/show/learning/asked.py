"""What each part of What trees find easy asks before it answers, what may be guessed, and what a guess was worth."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dtlearn.growing.grow import Trace
from dtlearn.learning.cost_of_greed import MOST_BITS, Census, Trapped, closed_form
from dtlearn.learning.one_function import Lesson
from dtlearn.learning.slanted_line import Slanted
from dtlearn.show.base.text import fixed, listing, many, whole
from dtlearn.show.learning.four_kinds import KINDS


@dataclass(frozen=True)
class Question:
    """A question with what may be guessed.

    right : the numbers of the options that are right. truth : the answer, after a colon.
    """

    text: str
    options: Sequence[str]
    right: Sequence[int]
    truth: str

    def verdict(self, guess: int) -> str:
        """What a guess was worth."""
        return f"{'Right' if guess in self.right else 'Not this time'}: {self.truth}."


def one(told: Lesson) -> Question | None:
    """Which bit greed asks first; None of a function without a question."""
    root, best, found = told.tree("uml")[0].split, told.best[0].split, told.traces["uml"].candidates[0]
    if root is None:
        return None
    asked = f"X{root.feature + 1}"
    gains = listing(
        f"X{f + 1} {fixed(gain)}" for f, gain in zip(found.feature.tolist(), found.gain.tolist(), strict=True)
    )
    tie = ", the lowest of equals" if found.best.sum() > 1 else ""
    return Question(
        f"A smallest tree asks about X{best.feature + 1} first. ID3 is greedy: it takes the largest gain. Which bit"
        f" does it"
        " ask about first?",
        [f"X{j + 1}" for j in range(told.n)],
        (root.feature,),
        f"ID3 asks about {asked} first{tie}. The gains are {gains}",
    )


def leaves() -> Question:
    """How fast parity grows."""
    few, much = closed_form("or", MOST_BITS), closed_form("parity", MOST_BITS)
    return Question(
        f"OR is 1 if any bit is 1, parity if the number of 1s is odd. OR of {MOST_BITS} bits needs a tree of {few}"
        f" leaves. How many leaves does parity of {MOST_BITS} bits need?",
        (str(few), "100", whole(much)),
        (2,),
        f"parity needs {whole(much)} leaves, since each bit more doubles its tree",
    )


def every(found: Census) -> Question:
    """How often greed is too large."""
    functions, larger = len(found.grown), len(found.larger)
    return Question(
        f"There are {whole(functions)} functions of {many(found.n, 'bit')}. For how many does greed (ID3) grow a larger"
        " tree than needed?",
        ("None", "Less than half", "Half or more"),
        (0 if not larger else 1 if 2 * larger < functions else 2,),
        f"for {whole(larger)} of {whole(functions)}",
    )


def trap(found: Trapped) -> Question:
    """Which bit greed asks first in a trap."""
    asked = [f"X{j + 1}" for j in sorted({node.split.feature for node in found.trap.best if node.split})]
    first = found.whole.tree[0].split.feature
    return Question(
        f"The class follows from {listing(asked)} alone. Which bit does ID3 ask about first?",
        [feature.name for feature in found.trap.data.schema.features],
        (first,),
        f"ID3 asks about X{first + 1} first",
    )


def slant(series: Sequence[Slanted]) -> Question:
    """Whether more points make the tree of a slanted line larger."""
    few, much = series[0], series[-1]
    leaves = [many(one.tree.n_leaves, "leaf") for one in (few, much)]
    return Question(
        "One straight line separates the two classes. Do more points make the tree larger?",
        ("Yes", "No"),
        (0 if much.tree.n_leaves > few.tree.n_leaves else 1,),
        f"{few.slant.m} points take {leaves[0]}, {much.slant.m} points take {leaves[1]}",
    )


def kinds(found: Mapping[str, Trace]) -> Question:
    """Which kind of split needs the fewest leaves."""
    leaves = [found[kind].tree.n_leaves for kind in KINDS]
    counts = listing(f"{text[:3]} {n}" for text, n in zip(KINDS.values(), leaves, strict=True))
    return Question(
        "Each node may split in one of four ways. With which of them is the tree smallest?",
        list(KINDS.values()),
        [k for k, n in enumerate(leaves) if n == min(leaves)],
        f"the leaves are {counts}",
    )
