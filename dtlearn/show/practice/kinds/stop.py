"""The words of exercises about stop rules."""

from fractions import Fraction

from dtlearn.show.base.text import counts_text, fixed, listing, many, place
from dtlearn.show.practice import tiny
from dtlearn.show.practice.working import Hint, Words, examples_grid
from dtlearn.teaching.grading import Blank, Exercise
from dtlearn.teaching.kinds.stop import holding, rules_of, unasked
from dtlearn.trees.tree import Stop


def _ask(exercise: Exercise) -> dict:
    trace, node = exercise.trace, exercise.trace.tree[exercise.node]
    rules = rules_of(trace.settings)
    limits = (
        [f" A node with fewer than {trace.settings.min_samples_split} examples is not split."]
        if Stop.TOO_FEW in rules
        else []
    )
    limits += [f" No node may be deeper than {trace.settings.max_depth}."] if Stop.MAX_DEPTH in rules else []
    names = listing(f.name for f in trace.data.schema.features)
    caption = f"The examples at {place(node)}" if len(node.rows) else f"No example reaches {place(node)}"
    return {
        "question": (
            (
                f"ID3 has reached the node {place(node)} (depth {int(trace.tree.depth[node.i])}; the root has depth"
                f" 0). It"
                f" may ask about {names}, each at most once on a path.{''.join(limits)}"
            ),
            "It tests its stop rules in the order of the list. Which is the first one that applies here?",
        ),
        "tables": (examples_grid(trace.data, node.rows, caption),),
    }


def _hints(exercise: Exercise) -> tuple[Hint, Hint]:
    how = "Go down the list of rules and stop at the first that holds. Later ones do not matter."
    return ((how,), ()), ((_situation(exercise),), ())


def _situation(exercise: Exercise) -> str:
    trace, node = exercise.trace, exercise.trace.tree[exercise.node]
    free = [trace.data.schema.features[j].name for j in unasked(trace, exercise.node)]
    counts = counts_text(node.counts, trace.data.schema.classes, " and ")
    here = f"{many(node.n, 'example')} ({counts})" if node.n else counts
    return f"Here: {here}, depth {int(trace.tree.depth[node.i])}, still to ask: {listing(free) or 'nothing'}."


def _remarks(exercise: Exercise) -> list[str]:
    """Every rule down to the first that holds, with its answer."""
    hold, said = holding(exercise.trace, exercise.node), [_situation(exercise)]
    for rule in rules_of(exercise.trace.settings):
        said.append(f"“{rule.value[0].upper()}{rule.value[1:]}”: this {'holds' if rule in hold else 'does not hold'}.")
        if rule in hold:
            later = [f"“{other.value}” would hold too, but is tested later." for other in hold if other is not rule]
            return said + later[: rule is not Stop.EMPTY]
    found = exercise.trace.candidates[exercise.node]
    title, gain = found.split(found.chosen).title(exercise.trace.data.schema), fixed(float(found.gain[found.chosen]))
    return [*said, f"No rule holds: the node is split on {title}, gain {gain}."]


_MISTAKES = {
    "later_rule": "you take a rule that holds too, but is tested later. The first one that holds decides",
    "no_rule": "no rule is seen to hold. One does",
}


def _sense(exercise: Exercise, blank: Blank, said: Fraction) -> str:
    return f"That rule does not hold. {_situation(exercise)}"


WORDS = {
    "stop": Words(
        "Which stop rule",
        _ask,
        _hints,
        remarks=_remarks,
        mistakes=_MISTAKES,
        sense=_sense,
        short="Split on, or stop here? And why?",
        tiny=[
            *tiny.pile(48, 10, (2, 3)),
            ("line", 48, 20, 24, 36, ""),
            ("line", 48, 20, 72, 36, ""),
            *tiny.pile(24, 46, (0, 3)),
            ("box", 6, 37, 36, 18, "bold"),
            *tiny.pile(66, 46, (2,)),
            ("text", 86, 51, "?"),
        ],
    )
}
