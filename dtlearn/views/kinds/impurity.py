"""The words of exercises about an impurity."""

from __future__ import annotations

from dtlearn.grading import Exercise
from dtlearn.views.exercise_words import Hint, Words, examples_grid, rule_of, tfrac, things
from dtlearn.views.text import counts_text


def _ask(exercise: Exercise) -> dict:
    rule, data = rule_of(exercise), exercise.trace.data
    unit = f", in {rule.unit}" if rule.unit else ""
    if exercise.level == 1:
        told = counts_text(exercise.counts, data.schema.classes, " and ")
        return {"question": (f"A node holds {things(exercise, sum(exercise.counts))}: {told}.",
                             f"What is the {rule.impurity_title} of its classes{unit}?")}  # fmt: skip
    asked = f"What is the {rule.impurity_title} of the class “{data.schema.target}”"
    if exercise.c is None:
        asked += f" in all {things(exercise, len(data))}{unit}?"
    else:
        condition = exercise.trace.candidates[0].split(exercise.c).condition(data.schema, exercise.branch)
        asked += f" among the {exercise.world.things[1]} with {condition}{unit}?"
    return {"question": (asked,), "tables": (examples_grid(data),)}


def _hints(exercise: Exercise) -> tuple[Hint, Hint]:
    rule, told = rule_of(exercise), counts_text(exercise.counts, exercise.trace.data.schema.classes, " and ")
    worked = rf"{rule.symbol}(p) &= {rule.worked(list(exercise.counts))}"
    return ((), (rule.formula.replace("=", "&=", 1),)), ((f"{told}.",), (worked,))


def _working(exercise: Exercise) -> list[str]:
    rule, counts = rule_of(exercise), list(exercise.counts)
    exact = f" = {tfrac(rule.exact(tuple(counts)) / sum(counts))}" if rule.rational else ""
    return [
        rf"{rule.symbol}(p) &= {rule.formula.partition('=')[2]}",
        rf"&= {rule.worked(counts)}{exact} \approx \mathbf{{{exercise.blanks[0].right}}}",
    ]


WORDS = {
    "entropy": Words("Entropy", _ask, _hints, _working),
    "gini": Words("Gini impurity", _ask, _hints, _working),
}
