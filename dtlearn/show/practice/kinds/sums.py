"""The words of exercises that end in a number: an impurity, a gain, a gain ratio."""

from fractions import Fraction

from dtlearn.show.base import arithmetic
from dtlearn.show.base.arithmetic import tex, tfrac
from dtlearn.show.base.text import NUMBERS, counts_text, listing
from dtlearn.show.growing.tables import contingency
from dtlearn.show.practice import tiny
from dtlearn.show.practice.working import Grid, Hint, Words, examples_grid, rule_of, things
from dtlearn.splitting.criteria import Criterion
from dtlearn.teaching.grading import TOLERANCE, Blank, Exercise


def _ask_impurity(exercise: Exercise) -> dict:
    rule, data = rule_of(exercise), exercise.trace.data
    unit = f", in {rule.unit}" if rule.unit else ""
    if exercise.level == 1:
        told = counts_text(exercise.counts, data.schema.classes, " and ")
        asked = f"What is the {rule.impurity_title} of its classes{unit}?"
        return {
            "question": (f"A node holds {things(exercise, sum(exercise.counts))}: {told}.", asked),
            "counts": exercise.counts,
        }
    asked = f"What is the {rule.impurity_title} of the class “{data.schema.target}”"
    if exercise.c is None:
        asked += f" in all {things(exercise, len(data))}{unit}?"
    else:
        condition = exercise.trace.candidates[0].split(exercise.c).condition(data.schema, exercise.branch)
        asked += f" among the {exercise.world.things[1]} with {condition}{unit}?"
    return {"question": (asked,), "tables": (examples_grid(data),)}


def _impurity_hints(exercise: Exercise) -> tuple[Hint, Hint]:
    rule, told = rule_of(exercise), counts_text(exercise.counts, exercise.trace.data.schema.classes, " and ")
    worked = rf"{rule.symbol}(p) &= {rule.worked(list(exercise.counts))}"
    return ((), (rule.formula.replace("=", "&=", 1),)), ((f"{told}.",), (worked,))


def _impurity_working(exercise: Exercise) -> list[str]:
    rule, counts = rule_of(exercise), list(exercise.counts)
    exact = f" = {tfrac(rule.exact(tuple(counts)) / sum(counts))}" if rule.rational else ""
    return [
        rf"{rule.symbol}(p) &= {rule.formula.partition('=')[2]}",
        rf"&= {rule.worked(counts)}{exact} \approx \mathbf{{{exercise.blanks[0].right}}}",
    ]


def _ask_gain(exercise: Exercise) -> dict:
    rule, data = rule_of(exercise), exercise.trace.data
    split = exercise.trace.candidates[0].split(exercise.c)
    unit = f", in {rule.unit}" if rule.unit and not rule.per_split_info else ""
    asked, table = f"What is the {rule.title} of the split {split.title(data.schema)}{unit}?", examples_grid(data)
    if exercise.level == 1:
        columns, rows, names = contingency(exercise.trace, exercise.node, exercise.c)
        cells = tuple((name, *map(str, row)) for name, row in zip(names, rows, strict=True))
        caption = f"{split.title(data.schema)}: {exercise.world.things[1]} by branch and class"
        table = Grid(caption, ("", *columns), cells)
    return {"question": (asked,), "tables": (table,)}


def hints(exercise: Exercise) -> tuple[Hint, Hint]:
    """The gain of one split, step by step."""
    trace, rule, found = exercise.trace, rule_of(exercise), exercise.trace.candidates[exercise.node]
    parent, branches = trace.tree[exercise.node].counts, found.branches(exercise.c).tolist()
    split, lines = found.split(exercise.c), [rf"{rule.symbol}(S) &= {rule.worked(parent)}"]
    for b, counts in enumerate(branches):
        if sum(counts):
            lines.append(rf"{rule.symbol}({tex(split.branch(trace.data.schema, b))}) &= {rule.worked(counts)}")
    lines.append(rf"\text{{gain}} &= {terms(rule, parent, branches)}")
    if rule.per_split_info:
        lines.append(rf"\text{{split info}} &= {rule.worked([sum(counts) for counts in branches])}")
    return ((), formula(rule)), ((), tuple(lines))


def formula(rule: Criterion) -> tuple[str, ...]:
    """The formula of a score, in LaTeX."""
    lines = arithmetic.gain_formula(rule), rule.formula.replace("=", "&=", 1)
    ratio = (
        r"\text{gain ratio} &= \frac{\text{gain}}{\text{split info}},\quad \text{split info} = -\sum_b"
        r" \tfrac{n_b}{n}\log_2\tfrac{n_b}{n}"
    )
    return (*lines, ratio) if rule.per_split_info else lines


def terms(rule: Criterion, parent: list[int], branches: list[list[int]]) -> str:
    """H(S) - n_b/n H(shares of each branch), with the numbers put in."""
    found = [rf"{rule.symbol}(S)"]
    for counts in branches:
        if n := sum(counts):
            shares = ",".join(rf"\tfrac{{{x}}}{{{n}}}" for x in counts)
            found.append(rf"\tfrac{{{n}}}{{{sum(parent)}}} {rule.symbol}({shares})")
    return " - ".join(found)


def working(exercise: Exercise) -> list[str]:
    """The gain of one split with its arithmetic."""
    return arithmetic.arithmetic(exercise.trace, exercise.node, exercise.c)


def _impurity_sense(exercise: Exercise, blank: Blank, said: Fraction) -> str:
    """How far from pure and from even the set is."""
    rule, counts = rule_of(exercise), exercise.counts
    most = format(round(float(rule.impurity([1] * len(counts))), 3), "g")
    if said < 0:
        return f"The {rule.impurity_title} is never below 0."
    if said > Fraction(most) + TOLERANCE:
        return f"The {rule.impurity_title} of {NUMBERS[len(counts)]} classes is at most {most}, where they are even."
    told = counts_text(counts, exercise.trace.data.schema.classes, " and ")
    ends = f"a pure set has 0, an even one {most}"
    return f"That is too {'low' if said < blank.answer else 'high'} for {told}: {ends}."


def _gain_sense(exercise: Exercise, blank: Blank, said: Fraction) -> str:
    """What a gain can be at all, else which way it is off."""
    rule, c = rule_of(exercise), exercise.c
    if said < 0:
        return f"The {rule.title} is never below 0."
    if not rule.per_split_info and said > Fraction(float(rule.impurity(exercise.counts))):
        return f"A split takes away at most the {rule.impurity_title} that is there before it."
    branches = exercise.trace.candidates[exercise.node].branches(c).tolist()
    sizes = listing(str(sum(counts)) for counts in branches)
    off = "too low" if said < blank.answer else "too high"
    return f"That is {off}. Check the weights first: the branches have {sizes} of {sum(exercise.counts)} examples."


_IMPURITY, _GAIN = (_ask_impurity, _impurity_hints, _impurity_working), (_ask_gain, hints, working)
WORDS = {
    "entropy": Words(
        "Entropy",
        *_IMPURITY,
        short="How mixed are 3 of one class and 7 of the other?",
        tiny=tiny.pile(48, 28, (3, 7)),
        sense=_impurity_sense,
    ),
    "gini": Words(
        "Gini impurity",
        *_IMPURITY,
        short="Draw twice: how often do the two differ?",
        tiny=[
            *tiny.pile(48, 20, (2, 3)),
            ("line", 40, 28, 34, 40, ""),
            ("line", 56, 28, 62, 40, ""),
            ("mark", 33, 46, 0),
            ("mark", 63, 46, 1),
        ],
        sense=_impurity_sense,
    ),
    "gain": Words(
        "Information gain",
        *_GAIN,
        short="How much does one question sort?",
        tiny=tiny.split((4, 6), (3, 1), (1, 5), row=3),
        sense=_gain_sense,
    ),
    "ratio": Words(
        "Gain ratio",
        *_GAIN,
        short="Many branches sort well. Are they worth it?",
        tiny=tiny.split((3, 2), (1,), (0, 1), (1,), (0, 1), (1,)),
        sense=_gain_sense,
    ),
}
