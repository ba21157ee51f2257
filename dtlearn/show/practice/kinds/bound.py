"""The words of exercises about the bound."""

from collections.abc import Mapping
from fractions import Fraction

from dtlearn.bound.bound import Standing
from dtlearn.data.dataset import number
from dtlearn.show.base.text import fixed
from dtlearn.show.bound import words
from dtlearn.show.practice.working import Hint, Words, quoted
from dtlearn.show.tree.view import tree_view
from dtlearn.teaching.grading import Blank, Exercise, Grade


def _ask(exercise: Exercise) -> dict:
    b = exercise.bound
    wrong = f"{b.n_wrong} of them" if b.n_wrong else "none of them"
    view = None if exercise.trace is None else _bare(tree_view(exercise.trace.tree))
    told = f"A tree with n = {b.n} nodes (inner nodes and leaves) asks yes/no questions about d = {b.d} features."
    if view:
        told = f"This tree asks yes/no questions; it may ask about d = {b.d} features."
    return {
        "question": (
            f"{told} It was grown on m = {b.m} examples of two classes and gets {wrong} wrong.",
            (
                f"What is the bound (18.1) on its true error for δ = {number(b.delta)}, with log₂ for the code and ln"
                " for δ? Is it vacuous?"
            ),
        ),
        "tree": view,
        "walks": view and exercise.trace.tree,
    }


def _bare(view: dict) -> dict:
    """A tree view without the examples: the shape counts."""
    nodes = [
        node
        | {
            "lines": [],
            "counts": [],
            "h": 34,
            "tooltip": node["title"],
            "label": f"{node['kind']} {node['title']}",
        }
        for node in view["nodes"]
    ]
    return view | {"nodes": nodes}


def _hints(exercise: Exercise) -> tuple[Hint, Hint]:
    formula, put_in, *_ = _working(exercise)
    return (("n counts every node, L_S is the share of wrong examples.",), (formula,)), ((), (put_in,))


def _working(exercise: Exercise) -> list[str]:
    text = words.arithmetic(exercise.bound, Standing.THEOREM)
    return text.removeprefix(r"\begin{aligned}").removesuffix(r"\end{aligned}").split(r" \\[2pt] ")


def _remarks(exercise: Exercise) -> list[str]:
    b = exercise.bound
    says = "at least 1: it is vacuous (E31)" if b.vacuous else "below 1: it tells us something"
    return [f"The bound is {fixed(b.value)}, {says}."]


def _own_bound(exercise: Exercise, grade: Grade, said: Mapping[str, str]) -> list[str]:
    """Whether a wrong bound and what is said about it agree."""
    if "vacuous" not in grade.due:
        return []
    blank, due = exercise.blank("vacuous"), int(grade.due["vacuous"])
    own = f"Your bound {said['value']} is {'at least 1, which is vacuous' if due else 'below 1, which is not vacuous'}"
    answer = quoted(blank, said[blank.key])
    if grade.marks["vacuous"] == "wrong":
        return [f"{own}: that contradicts {answer}."]
    return [f"{own}: {answer} fits it, and counts. Of the right bound it is “{blank.right}”."] * (due != blank.answer)


_MISTAKES = {
    "bound_log2": "you take log₂ for δ too. In the bound it is ln",
    "bound_ln": "you take ln for the code too. In the bound it is log₂",
    "bound_log10": "you take log₁₀ for δ. It is the natural logarithm (E28)",
    "no_root": "the square root is lost",
    "no_end": "the END symbol is lost: the code has n + 1 blocks",
    "no_symbols": "you take log₂ d. The code has d + 3 symbols: d questions, two leaves, END",
    "no_error": "you stop at the penalty. The training error L_S is still to be added",
    "delta_whole": "you take ln(1/δ). It is ln(2/δ)",
    "once_m": "you divide by m. It is 2m",
    "only_leaves": "n counts the leaves only. It counts every node, inner ones and leaves",
    "only_inner": "n counts the inner nodes only. It counts every node, inner ones and leaves",
    "above_one": (
        "vacuous is mixed up: an error is never above 1, so a bound of 1 or more tells us nothing, one below 1 does"
    ),
}


def _sense(exercise: Exercise, blank: Blank, said: Fraction) -> str:
    """Which way it is off; a bound is never below the error that was counted."""
    if blank.kind == "choice":
        return ""
    if said < exercise.bound.error:
        return "A bound is never below the training error: the penalty is added to it."
    return f"That is too {'low' if said < blank.answer else 'high'}: put the numbers in one by one."


WORDS = {
    "bound": Words(
        "The bound",
        _ask,
        _hints,
        _working,
        _remarks,
        _MISTAKES,
        _own_bound,
        sense=_sense,
        short="How bad can the error be in truth?",
        tiny=[
            ("line", 10, 46, 86, 46, ""),
            ("box", 20, 36, 14, 10, "bold"),
            ("box", 58, 12, 14, 34, "dashed"),
            ("line", 36, 36, 56, 14, ""),
            ("text", 65, 34, "?"),
        ],
    )
}
