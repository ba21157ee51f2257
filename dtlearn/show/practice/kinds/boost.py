"""The words of exercises about boosting."""

from fractions import Fraction

from dtlearn.show.base.arithmetic import tfrac
from dtlearn.show.base.text import fixed, listing
from dtlearn.show.practice.working import Grid, Hint, Words, examples_grid, things
from dtlearn.teaching.grading import Blank, Exercise
from dtlearn.teaching.kinds.boost import Weighed, weighed


def _stump(exercise: Exercise) -> Weighed:
    return weighed(exercise.trace.data, exercise.level)


def _ask(exercise: Exercise) -> dict:
    stump, data, table = _stump(exercise), exercise.trace.data, examples_grid(exercise.trace.data)
    root, n = stump.tree[0], things(exercise, len(data))
    says = listing(f"{leaf.label} where {root.split.condition(data.schema, b)}" for b, leaf in enumerate(root.children))
    told = f"After one round of boosting the {n} weigh what the table says. The second stump says {says}."
    if exercise.level == 1:
        told = f"Boosting begins: each of the {n} weighs {stump.weights[0]}. The first stump, a tree of one question,"
        told += f" says {says}."
    asked = {
        1: "Which of them weigh more in the next round?",
        2: "What is its weighted error?",
        3: f"What do examples {listing(str(i + 1) for i in _followed(exercise, stump))} weigh in the next round?",
    }
    rows = tuple((*row, str(w)) for row, w in zip(table.rows, stump.weights, strict=True))
    weighted = Grid(table.caption, (*table.header, "Weight"), rows)
    return {"question": (told, asked[exercise.level]), "tables": (weighted,)}


def _followed(exercise: Exercise, stump: Weighed) -> list[int]:
    """The two examples whose next weights are worked out: those that are asked for, else the first wrong and right."""
    asked = [int(blank.key) for blank in exercise.blanks if blank.key.isdigit()]
    return asked or sorted(map(stump.wrong.index, (True, False)))


_ERROR = r"\epsilon &= \sum_{\text{wrong}} w"
_NEXT = (
    r"\text{wrong} &:\ w' = w \cdot \tfrac{1-\epsilon}{\epsilon} / (2(1-\epsilon)) = \tfrac{w}{2\epsilon}",
    r"\text{right} &:\ w' = \tfrac{w}{2(1-\epsilon)}",
)


def _hints(exercise: Exercise) -> tuple[Hint, Hint]:
    stump, classes = _stump(exercise), exercise.trace.data.schema.classes
    of = listing(str(i + 1) for i, k in enumerate(stump.said) if k == stump.said[0])
    first, other = classes[stump.said[0]], classes[1 - stump.said[0]]
    here = (f"The stump says {first} of examples {of}, and {other} of the others.",)
    if exercise.level == 1:
        how = "The examples that the stump gets wrong weigh more. Compare what it says with the class of each."
        return ((how,), ()), (here, ())
    if exercise.level == 2:
        return (("Add up what the wrong examples weigh.",), (_ERROR,)), (here, ())
    how = "The wrong ones are multiplied by (1 − ε)/ε. Then all are divided by their sum, 2(1 − ε)."
    return ((how,), (_ERROR, *_NEXT)), (here, (rf"\epsilon &= {_sum(stump)}",))


def _sum(stump: Weighed) -> str:
    """What the wrong examples weigh, added up."""
    return " + ".join(tfrac(w) for w, bad in zip(stump.weights, stump.wrong, strict=True) if bad)


def _working(exercise: Exercise) -> list[str]:
    stump, asked = _stump(exercise), [blank.key for blank in exercise.blanks]

    def result(key: str, value: Fraction) -> str:
        if key not in asked:
            return tfrac(value)
        return rf"\mathbf{{{tfrac(value)} \approx {fixed(value)}}}"

    lines = [_ERROR, f"&= {_sum(stump)} = {result('error', stump.error)}"]
    for i in _followed(exercise, stump):
        formula, share = (r"2\epsilon", stump.error) if stump.wrong[i] else (r"2(1-\epsilon)", 1 - stump.error)
        put_in = rf"{tfrac(stump.weights[i])} / (2 \cdot {tfrac(share)})"
        new = result(str(i), stump.after[i])
        lines.append(rf"w'_{{{i + 1}}} &= \tfrac{{w}}{{{formula}}} = {put_in} = {new}")
    return lines


def _remarks(exercise: Exercise) -> list[str]:
    wrong = listing(str(i + 1) for i, bad in enumerate(_stump(exercise).wrong) if bad)
    return [
        f"The stump gets examples {wrong} wrong.",
        "The wrong ones now hold half of all weight: to the next stump they matter as much as all others together.",
    ]


_MISTAKES = {
    "right_ones": "right and wrong are exchanged. An example is wrong if its class is not what the stump says",
    "one_side": "you look at one side of the split. The stump is wrong on the other side too",
    "whole_side": "you take a whole side of the split. On each side only the examples of the other class are wrong",
    "heads": "you count the wrong examples. Each counts with its weight: add up their weights",
    "kept": "the weight stays as it was. The wrong ones grow, the others shrink",
    "no_sum": "you do not divide by the sum of the new weights. They are to add up to 1",
    "no_two": "the 2 is lost. The wrong ones come to hold half of all weight, not all of it",
}


def _sense(exercise: Exercise, blank: Blank, said: Fraction) -> str:
    """What an error, or a weight, can be at all; else which way it is off."""
    stump, off = _stump(exercise), f"That is too {'low' if said < blank.answer else 'high'}"
    if blank.key == "error":
        high = "The error is below 1/2: a stump that is wrong more often would say the opposite."
        return high if said >= Fraction(1, 2) else f"{off}: add up the weights of the wrong examples."
    w, bad = stump.weights[int(blank.key)], stump.wrong[int(blank.key)]
    way = "wrong, so it weighs more" if bad else "right, so it weighs less"
    impossible = said <= w if bad else said >= w
    return f"The stump gets this example {way} than before, {w}." if impossible else f"{off}: do the sum once more."


WORDS = {
    "boost": Words(
        "Which weights grow",
        _ask,
        _hints,
        _working,
        _remarks,
        _MISTAKES,
        sense=_sense,
        short="What does the next tree look at most?",
        tiny=[
            ("line", 48, 6, 48, 50, "dashed"),
            ("mark", 14, 16, 0),
            ("mark", 32, 28, 1),
            ("mark", 16, 42, 0),
            ("mark", 64, 14, 1),
            ("mark", 82, 26, 1),
            ("mark", 66, 42, 0),
            ("box", 24, 20, 16, 16, "bold"),
            ("box", 58, 34, 16, 16, "bold"),
        ],
    )
}
