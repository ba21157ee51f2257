"""What answers to exercises were worth, in words: common mistakes by what they come from."""

from collections import ChainMap
from collections.abc import Mapping, Sequence

from dtlearn.show.base.text import listing
from dtlearn.show.practice.kinds import WORDS, words_of
from dtlearn.show.practice.working import quoted
from dtlearn.splitting.criteria import CRITERIA
from dtlearn.teaching.grading import Blank, Exercise, Grade

# Shared by kinds: name of a mistake -> what was done, and what is right. Read after "You get this if ...".
MISTAKES = {
    "nats": "you take the natural logarithm: nats. Bits have base 2; log₂ x = ln x / 0.693",
    "log10": "you take the logarithm to base 10. Bits have base 2; log₂ x = log₁₀ x / 0.301",
    "sign": (
        "the sign is lost: a share is below 1, so its logarithm is negative, and the minus before the sum makes it"
        " positive"
    ),
    "gini": "you take the Gini impurity 1 − Σ p² instead of the entropy",
    "entropy": "you take the entropy instead of the Gini impurity 1 − Σ p²",
    "error": "you take the training error 1 − max p: only the majority counts there",
    "largest_share": "you take the share of the largest class. Every class has its term in the sum",
    "one_class": "only one class is in the sum. Every class has its term",
    "first_class": "only the first class is in the sum. Every class has its term",
    "no_weights": "the logarithms are added without their shares: each is weighted with p",
    "no_one": "you stop at Σ p². The Gini impurity is 1 minus that",
    "half": "you take p(1 − p) once. The Gini impurity of two classes is 2p(1 − p), which is 1 − Σ p²",
    "whole_set": "you take all examples. Asked is the part that satisfies the condition",
    "wrong_total": "the shares are taken of all examples. In a part, divide by the number of examples in the part",
    "no_parent": "you stop one step early, at the remainder. The gain is the parent's entropy minus this number: H(S)"
    " − remainder",
    "unweighted": "you take the plain average of the branches. Each branch counts with its share of the examples",
    "sum": "you add the branches up. Each branch counts with its share of the examples",
    "exchanged": (
        "you subtract the parent from the remainder. The gain is the other way round: the parent's impurity minus the"
        " remainder"
    ),
    "first_branch": "you subtract the first branch alone. Every branch is subtracted, with its share of the examples",
    "last_branch": "you subtract the last branch alone. Every branch is subtracted, with its share of the examples",
    "parent_only": "you stop at the parent's impurity. What the branches leave is still to be subtracted",
    "misprint_811": "you take .881 for H(1/4, 3/4), a misprint of the lecture notes Ch8 (E1). It is 0.811",
    "misprint_918": "you take .881 for H(1/3, 2/3), a misprint of the lecture notes Ch8 (E2). It is 0.918",
    "split_info": (
        "you take the entropy of the branch sizes: that is the split info. The gain looks at the classes inside the"
        " branches"
    ),
    "ratio": "you divide by the split info: that is the gain ratio. Asked is the gain",
    "no_ratio": "you stop at the gain. The gain ratio divides it by the split info",
    "by_branches": (
        "you divide by the number of branches. The gain ratio divides by the split info, the entropy of the branch"
        " sizes"
    ),
    "by_parent": (
        "you divide by the parent's entropy. The gain ratio divides by the split info, the entropy of the branch sizes"
    ),
    "upside_down": "the fraction stands on its head: it is gain / split info",
    "times": "you multiply with the split info. The gain ratio divides by it",
}


# ---- what an answer was worth


def feedback(exercise: Exercise, grade: Grade, said: Mapping[str, str], solved: bool = True) -> tuple[str, ...]:
    """Sentences about graded answers; the first says whether they are right. solved : they may say what is right."""
    asked = [blank for blank in exercise.blanks if grade.marks[blank.key]]
    wrong = [blank for blank in asked if grade.marks[blank.key] == "wrong"]
    near = [blank for blank in asked if grade.marks[blank.key] == "near"]
    if not wrong and not near:
        if not grade.complete:
            return (f"Right: {listing(blank.right for blank in asked)}. Now the rest.",)
        return (f"Right: {exercise.blanks[0].right}." if len(exercise.blanks) == 1 else "All correct.",)
    sentences = [_verdict(exercise, wrong, said, grade, solved)] if wrong else []
    for b in near:
        sentences.append(f"{b.label}: nearly{f', {b.right} to three decimals' * solved}; yours is rounded too far.")
    if solved:
        sentences += words_of(exercise.kind).follows(exercise, grade, said)
    if grade.mistakes:
        sentences.append(named(grade.mistakes))
    elif wrong and not solved:
        sense = words_of(exercise.kind).sense(exercise, wrong[0], wrong[0].read(said[wrong[0].key]))
        sentences += [sense] if sense else []
    return tuple(sentences)


def came_of(mistake: str) -> str:
    """What was probably done, and what is right."""
    if other := CRITERIA.get(mistake.removeprefix("by_")):
        return f"you go by the {other.title}. Asked is another criterion, and here it decides otherwise"
    known = ChainMap(MISTAKES, *(words.mistakes for words in WORDS.values()))
    return known.get(mistake) or f"you take “{mistake.replace('_', ' ')}”"


def named(mistakes: Sequence[str]) -> str:
    """What was probably done, where two mistakes give the same both of them."""
    return f"You get this if {'; or if '.join(map(came_of, mistakes[:2]))}."


def of_cells(exercise: Exercise, grade: Grade) -> tuple[str, ...]:
    """Which mistakes the wrong cells of a worked example come from; cells of the same mistakes in one sentence."""
    cells: dict[tuple[str, ...], list[Blank]] = {}
    for blank in exercise.blanks:
        names = dict.fromkeys(slip.name for slip in grade.slips if any(key == blank.key for key, _ in slip.values))
        if names and grade.marks[blank.key] == "wrong":
            cells.setdefault(tuple(names), []).append(blank)
    said = []
    for names, blanks in cells.items():
        number = named(names).removesuffix(".").replace("You", "you", 1)  # of a formula, what it says
        said.append(
            f"{listing(b.label for b in blanks)}: {came_of(names[0]) if blanks[0].kind == 'choice' else number}."
        )
    return tuple(said)


def _verdict(exercise: Exercise, wrong: list[Blank], said: Mapping[str, str], grade: Grade, solved: bool) -> str:
    if len(exercise.blanks) > 3 and len(wrong) > 1:
        return f"{len(exercise.blanks) - len(wrong)} of {len(exercise.blanks)} blanks are right; the others are marked."
    return " ".join(
        f"{blank.label.rstrip('?')}: not {quoted(blank, said[blank.key])}{f', it is {_right(blank)}' * solved}."
        for blank in wrong
        if blank.key not in grade.due
    )


def _right(blank: Blank) -> str:
    return f"“{blank.right}”" if blank.kind == "choice" and " " in blank.right else blank.right
