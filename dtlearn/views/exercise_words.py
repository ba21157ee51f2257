"""The written arithmetic of exercises: hints step by step, the result, sentences of the answer."""

from __future__ import annotations

from fractions import Fraction

from dtlearn.bounds import Standing
from dtlearn.criteria import CRITERIA, Criterion
from dtlearn.data import number
from dtlearn.exercise_trees import holding, links_of, rules_of
from dtlearn.grading import Exercise
from dtlearn.tree import Stop
from dtlearn.views import bound, latex
from dtlearn.views.latex import tex
from dtlearn.views.text import counts_text, fixed, fraction, listing, place

# ---- the written arithmetic


def hints(exercise: Exercise) -> tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...]:
    """(title, sentences, lines of LaTeX) of each hint: the formula, the numbers put in. The result is ``working``."""
    words = exercise.kind in ("stop", "classify")
    return (
        ("How to go about it" if words else "The formula", *_formula(exercise)),
        ("What is known here" if words else "The numbers put in", *_put_in(exercise)),
    )


def working(exercise: Exercise) -> list[str]:
    """The result with its arithmetic, a line each."""
    match exercise.kind:
        case "entropy" | "gini":
            rule, counts = _rule(exercise), list(exercise.counts)
            exact = f" = {_tfrac(rule.exact(tuple(counts)) / sum(counts))}" if rule.rational else ""
            return [
                rf"{rule.symbol}(p) &= {rule.formula.partition('=')[2]}",
                rf"&= {rule.worked(counts)}{exact} \approx \mathbf{{{exercise.blanks[0].right}}}",
            ]
        case "winner":
            return _every_gain(exercise)
        case "stop" | "classify":
            return []
        case "prune":
            return _g_lines(exercise)
        case "bound":
            text = bound.arithmetic(exercise.bound, Standing.THEOREM)
            return text.removeprefix(r"\begin{aligned}").removesuffix(r"\end{aligned}").split(r" \\[2pt] ")
        case "split":
            return [*_every_gain(exercise), *latex.arithmetic(exercise.trace, exercise.node, exercise.c)]
        case _:
            return latex.arithmetic(exercise.trace, exercise.node, exercise.c)


def _rule(exercise: Exercise) -> Criterion:
    return CRITERIA[exercise.trace.settings.criterion]


def _every_gain(exercise: Exercise) -> list[str]:
    """The score of every candidate with its numbers, the best one in bold."""
    rule, found, schema = _rule(exercise), exercise.trace.candidates[exercise.node], exercise.trace.data.schema
    parent, lines = exercise.trace.tree[exercise.node].counts, []
    whole, n = fixed(float(rule.impurity(parent))), sum(parent)
    for c in range(len(found)):
        terms = "".join(
            rf" - \tfrac{{{sum(b)}}}{{{n}}}\cdot {_short(float(rule.impurity(b)))}"
            for b in found.branches(c).tolist()
            if sum(b)
        )
        gain = fixed(float(found.gain[c]))
        score = rf"\mathbf{{{fixed(float(found.score[c]))}}}" if c == found.chosen else fixed(float(found.score[c]))
        name = tex(found.split(c).title(schema))
        if rule.per_split_info:
            lines.append(rf"{name} &:\ \tfrac{{{gain}}}{{{fixed(float(found.split_info[c]))}}} \approx {score}")
        else:
            lines.append(rf"{name} &:\ {whole}{terms} \approx {score}")
    return lines


def _short(x: float) -> str:
    return fixed(x) if x else "0"


def _g_lines(exercise: Exercise) -> list[str]:
    _, links, _, _ = links_of(exercise)
    names = [option.partition(":")[0] for option in exercise.blank("node").options]
    lines = [r"g(t) &= \frac{R(t) - R(T_t)}{\text{leaves}(T_t) - 1}"]
    for k, (name, link) in enumerate(zip(names, links, strict=True)):
        value = rf"{_tfrac(link.value)} \approx {fixed(link.value)}"
        value = rf"\mathbf{{{value}}}" if k == int(exercise.blank("node").answer) else value
        lines.append(
            rf"g({name}) &= \frac{{{fraction(link.as_leaf)} - {fraction(link.as_subtree)}}}{{{link.leaves} - 1}} = {value}"
        )
    return lines


def _tfrac(x: Fraction) -> str:
    return str(x) if x.denominator == 1 else rf"\tfrac{{{x.numerator}}}{{{x.denominator}}}"


def _formula(exercise: Exercise) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """(sentences, LaTeX) of the first hint."""
    match exercise.kind:
        case "stop":
            return ("Go down the list of rules and stop at the first that holds. Later ones do not matter.",), ()
        case "classify":
            return ("Begin at the root, answer its question for the example, go down that branch, until you are at a leaf. "
                    "x < t goes left, x ≥ t goes right.",), ()  # fmt: skip
        case "prune":
            return ("R counts errors among all m examples; leaves − 1 is what a cut saves.",), (_g_lines(exercise)[0],)
        case "bound":
            return ("n counts every node, L_S is the share of wrong examples.",), (working(exercise)[0],)
        case "entropy" | "gini":
            return (), (_rule(exercise).formula.replace("=", "&=", 1),)
    rule = _rule(exercise)
    lines = [
        rf"\text{{gain}} &= {rule.symbol}(S) - \sum_b \tfrac{{n_b}}{{n}}\,{rule.symbol}(b)",
        rule.formula.replace("=", "&=", 1),
    ]
    if rule.per_split_info:
        lines.append(
            r"\text{gain ratio} &= \frac{\text{gain}}{\text{split info}},\quad \text{split info} = -\sum_b \tfrac{n_b}{n}\log_2\tfrac{n_b}{n}"
        )
    return (), tuple(lines)


def _put_in(exercise: Exercise) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """(sentences, LaTeX) of the second hint: no result is in it."""
    match exercise.kind:
        case "stop":
            return (_situation(exercise),), ()
        case "classify":
            return tuple(
                f"Example {i + 1} first meets the question {_question(exercise, row)}."
                for i, row in enumerate(exercise.rows)
            ), ()
        case "prune":
            return (), tuple(line.rsplit(" = ", 1)[0] for line in _g_lines(exercise)[1:])
        case "bound":
            return (), (working(exercise)[1],)
        case "entropy" | "gini":
            rule = _rule(exercise)
            return (counts_text(exercise.counts, exercise.trace.data.schema.classes, " and ") + ".",), (
                rf"{rule.symbol}(p) &= {rule.worked(list(exercise.counts))}",
            )
    trace, rule = exercise.trace, _rule(exercise)
    parent, found = trace.tree[exercise.node].counts, trace.candidates[exercise.node]
    lines = [rf"{rule.symbol}(S) &= {rule.worked(parent)}"]
    if exercise.kind in ("winner", "split"):
        for c in range(len(found)):
            lines.append(
                rf"\text{{gain}}({tex(found.split(c).title(trace.data.schema))}) &= {_terms(rule, parent, found.branches(c).tolist())}"
            )
        return (), tuple(lines)
    split, branches = found.split(exercise.c), found.branches(exercise.c).tolist()
    for b, counts in enumerate(branches):
        if sum(counts):
            lines.append(rf"{rule.symbol}({tex(split.branch(trace.data.schema, b))}) &= {rule.worked(counts)}")
    lines.append(rf"\text{{gain}} &= {_terms(rule, parent, branches)}")
    if rule.per_split_info:
        sizes = [sum(counts) for counts in branches]
        lines.append(rf"\text{{split info}} &= {rule.worked(sizes)}")
    return (), tuple(lines)


def _terms(rule: Criterion, parent: list[int], branches: list[list[int]]) -> str:
    """H(S) - n_b/n H(shares of each branch), with the numbers put in."""
    terms = [rf"{rule.symbol}(S)"]
    for counts in branches:
        if n := sum(counts):
            shares = ",".join(rf"\tfrac{{{x}}}{{{n}}}" for x in counts)
            terms.append(rf"\tfrac{{{n}}}{{{sum(parent)}}} {rule.symbol}({shares})")
    return " - ".join(terms)


# ---- sentences of the answer


def remarks(exercise: Exercise) -> list[str]:
    """What the arithmetic does not say."""
    match exercise.kind:
        case "stop":
            return _tested(exercise)
        case "classify":
            return [_way(exercise, i, row) for i, row in enumerate(exercise.rows)]
        case "bound":
            b = exercise.bound
            return [
                f"The bound is {fixed(b.value)}, {'at least 1: it is vacuous (E31)' if b.vacuous else 'below 1: it says something'}."
            ]
        case "prune":
            return [
                f"The smallest g is that of {exercise.blank('node').right}. R is the training error, as in the notes; scikit-learn takes the impurity."
            ]
        case "winner" | "split":
            return [f"{exercise.blank('feature').right} wins."]
    return []


def _situation(exercise: Exercise) -> str:
    trace, node = exercise.trace, exercise.trace.tree[exercise.node]
    asked = {trace.tree[i].split.feature for i in node.line()[:-1]}
    free = [f.name for j, f in enumerate(trace.data.schema.features) if j not in asked]
    counts = counts_text(node.counts, trace.data.schema.classes, " and ")
    here = f"{node.n} example{'s' * (node.n > 1)} ({counts})" if node.n else counts
    return f"Here: {here}, depth {int(trace.tree.depth[node.i])}, still to ask: {listing(free) or 'nothing'}."


def _tested(exercise: Exercise) -> list[str]:
    """Every rule down to the first that holds, with its answer."""
    hold, said = holding(exercise.trace, exercise.node), [_situation(exercise)]
    for rule in rules_of(exercise.trace.settings):
        said.append(f"“{rule.value[0].upper()}{rule.value[1:]}”: this {'holds' if rule in hold else 'does not hold'}.")
        if rule in hold:
            later = [other.value for other in hold if other is not rule]
            return said + (
                [f"“{later[0]}” would hold too, but is tested later."] if later and rule is not Stop.EMPTY else []
            )
    found = exercise.trace.candidates[exercise.node]
    return [
        *said,
        f"No rule holds: the node is split on {found.split(found.chosen).title(exercise.trace.data.schema)}, gain {fixed(float(found.gain[found.chosen]))}.",
    ]


def _question(exercise: Exercise, row) -> str:
    tree, split = exercise.trace.tree, exercise.trace.tree[0].split
    value = row[split.feature]
    values = tree.schema.features[split.feature].values
    return f"{split.title(tree.schema)}: its value is {values[int(value)] if values else number(value)}"


def _way(exercise: Exercise, i: int, row) -> str:
    tree = exercise.trace.tree
    leaf = tree[int(tree.apply([row])[0])]
    return f"Example {i + 1}: {place(leaf)}, so {leaf.label}."


def faded_results(exercise: Exercise) -> dict[str, str]:
    """The results of every row of a worked gain, by the key of their blank."""
    found = exercise.trace.candidates[exercise.node]
    parent, branches = list(exercise.counts), found.branches(exercise.c).tolist()
    whole, gain = float(CRITERIA["info_gain"].impurity(parent)), float(found.gain[exercise.c])
    parts = {f"b{b}.v": fixed(float(CRITERIA["info_gain"].impurity(counts))) for b, counts in enumerate(branches)}
    return {"s.v": fixed(whole), **parts, "r.v": fixed(whole - gain), "g.v": fixed(gain)}
