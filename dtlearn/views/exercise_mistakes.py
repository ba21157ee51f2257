"""What answers to exercises were worth, in words: common mistakes by what they come from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dtlearn.criteria import CRITERIA
from dtlearn.grading import Blank, Exercise, Grade
from dtlearn.views.text import listing

# name of a mistake -> what was probably done, and what is right. Read after "This is what comes out if ...".
MISTAKES = {
    "nats": "you take the natural logarithm: nats. Bits have base 2; log₂ x = ln x / 0.693",
    "log10": "you take the logarithm to base 10. Bits have base 2; log₂ x = log₁₀ x / 0.301",
    "sign": "the sign is lost: a share is below 1, so its logarithm is negative, and the minus before the sum makes it positive",
    "gini": "you take the Gini impurity 1 − Σ p² instead of the entropy",
    "entropy": "you take the entropy instead of the Gini impurity 1 − Σ p²",
    "error": "you take the training error 1 − max p: only the majority counts there",
    "one_class": "only one class is in the sum. Every class has its term",
    "first_class": "only the first class is in the sum. Every class has its term",
    "no_weights": "the logarithms are added without their shares: each is weighted with p",
    "no_one": "you stop at Σ p². The Gini impurity is 1 minus that",
    "half": "you take p(1 − p) once. The Gini impurity of two classes is 2p(1 − p), which is 1 − Σ p²",
    "whole_set": "you take all examples. Asked is the part that satisfies the condition",
    "wrong_total": "the shares are taken of all examples. In a part, divide by the number of examples in the part",
    "no_parent": "you stop at the remainder. The gain is what it lacks to the parent: H(S) − remainder",
    "unweighted": "you take the plain average of the branches. Each branch counts with its share n_b / n",
    "sum": "you add the branches up, as one sentence of the BuildTree notes says (E13). Each branch counts with its share n_b / n",
    "exchanged": "you subtract the parent from the remainder. The gain is the other way round: the parent's impurity minus the remainder",
    "divided": "you divide the parent's impurity by the remainder. The gain is their difference: H(S) − remainder",
    "parent_only": "you stop at the parent's impurity. What the branches leave is still to be subtracted",
    "misprint_811": "you take .881 for H(1/4, 3/4), as Ch8's Example 8-2 misprints it (E1). It is 0.811",
    "misprint_918": "you take .881 for H(1/3, 2/3), as Ch8's Example 8-2 misprints it (E2). It is 0.918",
    "split_info": "you take the entropy of the branch sizes: that is the split info. The gain looks at the classes inside the branches",
    "ratio": "you divide by the split info: that is the gain ratio. Asked is the gain",
    "no_ratio": "you stop at the gain. The gain ratio divides it by the split info",
    "by_branches": "you divide by the number of branches. The gain ratio divides by the split info, the entropy of the branch sizes",
    "by_parent": "you divide by the parent's entropy. The gain ratio divides by the split info, the entropy of the branch sizes",
    "upside_down": "the fraction stands on its head: it is gain / split info",
    "times": "you multiply with the split info. The gain ratio divides by it",
    "smallest": "you look for the smallest. The largest gain wins: it leaves the least impurity in the branches",
    "most_values": "you look for the most branches. Many branches are no gain by themselves",
    "swapped": "the two classes are exchanged",
    "whole_table": "you count all examples of the table. Only some of them reach this node",
    "later_rule": "you take a rule that holds too, but is tested later. The first one that holds decides",
    "no_rule": "no rule is seen to hold. One does",
    "edge": "x = t goes left. Here x < t goes left and x = t goes right (E34; scikit-learn sends it left)",
    "majority": "you take the majority of all examples at the root. The leaf that the example reaches decides",
    "undivided": "you do not divide. R(t) − R(T_t) is shared by the leaves that are saved, leaves − 1",
    "per_leaves": "you divide by the leaves. A cut saves leaves − 1 of them: the node itself stays as one",
    "largest": "you look for the largest g. The weakest link has the smallest",
    "fewest": "you look for the fewest examples. The smallest g decides",
    "as_leaf": "you compare R(t) alone. What the subtree gets wrong is to be subtracted: R(t) − R(T_t)",
    "errors": "you count errors. R is a share: errors / m",
    "own_total": "you divide by the examples of the node. R(t) counts its errors among all m examples",
    "bound_log2": "you take log₂ for δ too. The notes take ln there (E28)",
    "bound_ln": "you take ln for the code too. The notes take log₂ there (E28)",
    "bound_log10": "you take log₁₀ for δ. It is the natural logarithm (E28)",
    "no_root": "the square root is lost",
    "no_end": "the END symbol is lost: the code has n + 1 blocks",
    "no_symbols": "you take log₂ d. The code has d + 3 symbols: d questions, two leaves, END",
    "no_error": "you stop at the penalty. The training error L_S is still to be added",
    "delta_whole": "you take ln(1/δ). It is ln(2/δ)",
    "once_m": "you divide by m. It is 2m",
    "only_leaves": "n counts the leaves only. It counts every node, inner ones and leaves",
    "only_inner": "n counts the inner nodes only. It counts every node, inner ones and leaves",
    "above_one": "vacuous is mixed up: an error is never above 1, so a bound of 1 or more says nothing, and one below 1 does",
}  # fmt: skip


# ---- what an answer was worth


def feedback(exercise: Exercise, grade: Grade, said: Mapping[str, str]) -> tuple[str, ...]:
    """Sentences about graded answers; the first says whether they are right."""
    asked = [blank for blank in exercise.blanks if grade.marks[blank.key]]
    wrong = [blank for blank in asked if grade.marks[blank.key] == "wrong"]
    near = [blank for blank in asked if grade.marks[blank.key] == "near"]
    if not wrong and not near:
        if not grade.complete:
            return (f"Right: {listing(blank.right for blank in asked)}. Now the rest.",)
        return (f"Right: {exercise.blanks[0].right}." if len(exercise.blanks) == 1 else "All right.",)
    sentences = [_verdict(exercise, wrong, said, grade)] if wrong else []
    sentences += [
        f"{blank.label}: nearly, {blank.right} to three decimals; yours is rounded too far." for blank in near
    ]
    sentences += {"bound": _own_bound, "prune": _another_g}.get(exercise.kind, lambda *_: [])(exercise, grade, said)
    if grade.mistakes:
        sentences.append(named(grade.mistakes))
    return tuple(sentences)


def came_of(mistake: str) -> str:
    """What was probably done, and what is right."""
    if other := CRITERIA.get(mistake.removeprefix("by_")):
        return f"you go by the {other.title}. Asked is another criterion, and here it decides otherwise"
    return MISTAKES[mistake]


def named(mistakes: Sequence[str]) -> str:
    """What was probably done, where two mistakes give the same both of them."""
    return f"This is what comes out if {'; or if '.join(map(came_of, mistakes[:2]))}."


def of_cells(exercise: Exercise, grade: Grade) -> tuple[str, ...]:
    """Which mistakes the wrong cells of a worked example come from; cells of the same mistakes in one sentence."""
    cells: dict[tuple[str, ...], list[Blank]] = {}
    for blank in exercise.blanks:
        names = dict.fromkeys(slip.name for slip in grade.slips if any(key == blank.key for key, _ in slip.values))
        if names and grade.marks[blank.key] == "wrong":
            cells.setdefault(tuple(names), []).append(blank)
    return tuple(
        f"{listing(blank.label for blank in blanks)}: {_came_of(blanks[0], names)}." for names, blanks in cells.items()
    )


def _came_of(blank: Blank, names: Sequence[str]) -> str:
    """What leads to a wrong number; of a formula, what it says."""
    return came_of(names[0]) if blank.kind == "choice" else named(names).removesuffix(".").replace("This", "this", 1)


def _verdict(exercise: Exercise, wrong: list[Blank], said: Mapping[str, str], grade: Grade) -> str:
    if len(exercise.blanks) > 3 and len(wrong) > 1:
        return f"{len(exercise.blanks) - len(wrong)} of {len(exercise.blanks)} blanks are right; the others are marked."
    return " ".join(
        f"{blank.label.rstrip('?')}: not {_quoted(blank, said[blank.key])}, it is {_right(blank)}."
        for blank in wrong
        if blank.key not in grade.due
    )


def _own_bound(exercise: Exercise, grade: Grade, said: Mapping[str, str]) -> list[str]:
    """Whether a wrong bound and what is said about it agree."""
    if "vacuous" not in grade.due:
        return []
    blank, due = exercise.blank("vacuous"), int(grade.due["vacuous"])
    own = f"Your bound {said['value']} is {'at least 1, which is vacuous' if due else 'below 1, which is not vacuous'}"
    if grade.marks["vacuous"] == "wrong":
        return [f"{own}: that contradicts {_quoted(blank, said[blank.key])}."]
    if due != blank.answer:
        return [
            f"{own}: {_quoted(blank, said[blank.key])} fits it, and counts. Of the right bound it is “{blank.right}”."
        ]
    return []


def _another_g(exercise: Exercise, grade: Grade, said: Mapping[str, str]) -> list[str]:
    """Of which other node the g that was given is the right one."""
    values = {b.key: b.read(said.get(b.key, "")) for b in exercise.blanks}
    if values.get("g") is None or grade.marks["g"] == "near" or exercise.blank("g").meets(values["g"]):
        return []
    node, blank = exercise.blank("node"), exercise.blank("g")
    names = [option.partition(":")[0] for option in node.options]
    same = [k for k, (_, g) in enumerate(blank.steps) if blank.meets(values["g"], g)]
    if not same:
        return []
    name = names[int(values["node"]) if values["node"] in same else same[0]]
    return [f"{said['g']} is g({name}), correctly; but g({names[int(node.answer)]}) = {blank.right} is smaller."]


def _right(blank: Blank) -> str:
    return f"“{blank.right}”" if blank.kind == "choice" and " " in blank.right else blank.right


def _quoted(blank: Blank, text: str) -> str:
    return f"“{blank.options[int(text)]}”" if blank.kind == "choice" else text
