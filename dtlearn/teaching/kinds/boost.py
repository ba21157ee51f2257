"""Exercises about boosting: which examples weigh more after a stump, its weighted error, what they weigh then."""

from fractions import Fraction
from typing import NamedTuple

from dtlearn.boosting import BoostSettings, boost
from dtlearn.data.dataset import Dataset
from dtlearn.growing.grow import GrowSettings, grow
from dtlearn.teaching.grading import Blank, Kind, Mistake, mistakes_of
from dtlearn.teaching.invented_data import Draw, examples, need
from dtlearn.trees.tree import Tree

NICE = 10  # the largest denominator of a weighted error


class Weighed(NamedTuple):
    """A stump on m examples with weights, in fractions.

    weights : (m,) before it, sum 1. said : (m,) the class codes that it says. wrong : (m,) whether they are wrong.
    error : what the wrong ones weigh together. after : (m,) the next weights; the wrong ones then hold half of all.
    """

    tree: Tree
    weights: list[Fraction]
    said: list[int]
    wrong: list[bool]
    error: Fraction
    after: list[Fraction]


def weighed(data: Dataset, level: int) -> Weighed:
    """AdaBoost's first stump at level 1, else its second. Raises Unfit without a second, or one that is never wrong."""
    rounds = min(level, 2)
    found, after = boost(data, BoostSettings(rounds)).rounds, [Fraction(1, len(data))] * len(data)
    need(len(found) == rounds)
    for one in found:
        weights, wrong = after, (one.said != data.y).tolist()
        e = need(sum(w for w, bad in zip(weights, wrong, strict=True) if bad))
        after = [w / (2 * e if bad else 2 * (1 - e)) for w, bad in zip(weights, wrong, strict=True)]
    return Weighed(one.tree, weights, one.said.tolist(), wrong, e, after)


def boosted(level: int, draw: Draw) -> dict:
    """Level 1: which examples grow, all weigh the same. 2: the weighted error of the second stump. 3: two weights."""
    world, data = examples(draw, draw.between(6, 10), (2,) * (level > 1), 2, 1)
    stump = weighed(data, level)
    sides = [[i for i, bad in enumerate(stump.wrong) if bad and stump.said[i] == k] for k in range(2)]
    need(all(sides) and stump.error < Fraction(1, 2) and stump.error.denominator <= NICE)
    ask = (_grow, _error, _weights)[level - 1]
    blanks, mistakes = ask(draw, stump, sides)
    trace = grow(data, GrowSettings("train_error_gain", max_depth=1))
    return {"world": world, "trace": trace, "blanks": blanks, "mistakes": mistakes}


def _grow(draw: Draw, stump: Weighed, sides: list[list[int]]) -> tuple:
    every, k = range(len(stump.wrong)), draw.between(0, 1)
    right = [i for i in every if stump.wrong[i]]
    sets = {
        "right_ones": [i for i in every if not stump.wrong[i]],
        "one_side": sides[k],
        "whole_side": [i for i in every if stump.said[i] != k],
    }
    options = sorted([right, *sets.values()])
    texts = tuple(", ".join(str(i + 1) for i in one) for one in options)
    blank = Blank("grow", "choice", "Examples that weigh more", options.index(right), texts)
    return (blank,), mistakes_of({name: options.index(one) for name, one in sets.items()}, "grow")


def _error(draw: Draw, stump: Weighed, sides: list[list[int]]) -> tuple:
    of_sides = [Mistake("one_side", (("error", sum(stump.weights[i] for i in side)),)) for side in sides]
    found = {"right_ones": 1 - stump.error, "heads": Fraction(sum(stump.wrong), len(stump.wrong))}
    return (Blank("error", "number", "Its weighted error", stump.error),), (*mistakes_of(found, "error"), *of_sides)


def _weights(draw: Draw, stump: Weighed, sides: list[list[int]]) -> tuple:
    rest = [i for i, bad in enumerate(stump.wrong) if not bad]
    blanks, mistakes, heads = [], [], Fraction(sum(stump.wrong), len(stump.wrong))
    for i in sorted([draw.one(draw.one(sides)), draw.one(rest)]):
        w, e = stump.weights[i], stump.error
        own, other, counted = (e, 1 - e, heads) if stump.wrong[i] else (1 - e, e, 1 - heads)
        slips = {"kept": w, "right_ones": w / (2 * other), "heads": w / (2 * counted), "no_two": w / own}
        slips["no_sum"] = w * (1 - e) / own
        blanks.append(Blank(str(i), "number", f"Weight of example {i + 1}", stump.after[i]))
        mistakes += mistakes_of(slips, str(i))
    return tuple(blanks), tuple(mistakes)


KINDS = (Kind("boost", 11, boosted, "Trees", ("classify",)),)
