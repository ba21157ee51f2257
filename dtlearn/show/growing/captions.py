"""Sentences about a step: what happens and why, and what an answer was worth."""

from functools import lru_cache, partial

import numpy as np

from dtlearn.data.dataset import MISSING, number, significant
from dtlearn.growing.orders import best_first, priority
from dtlearn.growing.steps import Phase, Step, Steps, Test
from dtlearn.show.base import text
from dtlearn.show.base.text import (
    best_of,
    contents,
    gain_text,
    gain_title,
    leaf_reason,
    listing,
    place,
    shorten,
)
from dtlearn.show.growing.reasons import became, compared, gone
from dtlearn.splitting.candidates import Candidates
from dtlearn.splitting.criteria import TOLERANCE, criterion_of
from dtlearn.teaching.predict_first import answers, grade, options
from dtlearn.trees.split import Kind
from dtlearn.trees.tree import Node, Stop, Tree

MARKS = 400  # that a scrubber is given: it has room for some hundred
KINDS = ("tie", "split", "leaf")  # of a mark, the most telling first


def caption(step: Step) -> str:
    """What happens in this step, and why: first in words, then in numbers.

    >>> from dtlearn import grow, load
    >>> caption(grow(load("play_tennis")).steps()[3])
    'Outlook = Sunny, Humidity = High, 3 No and 0 Yes: all 3 examples are No, so it becomes a leaf No.'
    """
    node = step.node
    counts = f", {contents(node, ' and ')}" if node.n else ""
    where = f"{place(node)}{counts}: "
    match step.phase:
        case Phase.ARRIVE if not step.shown:
            what = f"which question comes {'next' if step.k else 'first'}, or do we stop here?"
        case Phase.ARRIVE:
            test = step.tests[step.shown - 1]
            what = " ".join(stop_question(step, test)) + " Stop here." * test.holds
        case Phase.SCORE:
            what = _scored(step)
        case _:
            told = (_split, _idle, _missing) if node.split else (_leaf,)
            what = " ".join(say(step) for say in told)
    last = finished(step.trace.tree) if step.next is None else _why_now(step)
    return " ".join(f"{where}{what} {last}".split())  # a name may hold a line's end


def _idle(step: Step) -> str:
    """That a split changes no prediction, and why it is made all the same; else ""."""
    found, same = step.candidates, text.said_by_all(step.node)
    if not same:
        return ""
    gains = "the classes are less mixed" if found.gain[found.chosen] > 0 else "this algorithm splits at gain 0 too"
    return f"No prediction changes yet, because every group answers {same}; {gains}."


def _missing(step: Step) -> str:
    """Which way missing values go at a split of ordered values, where they rank last and the node has some; else ""."""
    split, data = step.node.split, step.trace.data
    values = data.schema.features[split.feature].values
    if split.kind is not Kind.ORDERED or values[-1] != MISSING:
        return ""
    n = int((data.X[step.node.rows, split.feature] == len(values) - 1).sum())
    return f"Missing values rank last: {text.many(n, 'row')} {'goes' if n == 1 else 'go'} to the right." if n else ""


def _why_now(step: Step) -> str:
    """Best first: why this node and no other open one; nothing in the other orders."""
    if step.by != "best_first" or step.phase is not Phase.DECIDE or not step.node.split or not step.at:
        return ""
    tree, criterion = step.trace.tree, step.trace.settings.criterion
    sum_ = f"(n/m) × {gain_title(tree)} = {_priority_text(step)}"
    places, equals = _equal_priorities(tree, criterion)
    for place_, node in equals[priority(tree, criterion, step.node.i)]:
        if place_ > step.at and places[tree.parent[node]] < step.at:
            return f"Its {sum_} ties with {place(tree[node])}; the node made first comes first."
    return f"It came next because {sum_} is the largest of the open nodes."


@lru_cache(maxsize=4)
def _equal_priorities(tree: Tree, criterion: str) -> tuple[np.ndarray, dict]:
    """((N,) place of each node in the best-first order; priority of a split -> the (place, node) that have it)."""
    order = best_first(tree, criterion)
    places, equals = np.empty(len(tree), np.int64), {}
    places[order] = range(len(order))
    for at, node in enumerate(order):
        if tree.stops[node] is None:
            equals.setdefault(priority(tree, criterion, node), []).append((at, node))
    return places, equals


def finished(tree: Tree) -> str:
    """The last words of a growth: size and training error."""
    if tree.schema.regression:
        error = f"mean squared error {significant(tree.train_error)} on the training set"
    else:
        error = f"training error {tree.n_wrong}/{int(tree.n[0])}" if tree.n_wrong else "training error 0"
    leaves = f"{len(tree)} nodes, {tree.n_leaves} of them leaves" if len(tree) > 1 else "a single leaf"
    return f"The tree is finished: {leaves}; {error}."


_QUESTIONS = {  # the answer where the rule does not hold, and where it does
    Stop.EMPTY: ("Any examples here?", "Yes, {n}.", "No."),
    Stop.PURE: ("Do all examples have the same {target}?", "No.", "Yes."),
    Stop.ACCURATE: ("Is the training error here at most {tolerated}?", "No, {lost}.", "Yes."),
    Stop.MAX_DEPTH: ("Is this as deep as the tree may grow?", "No, depth {depth} of {max_depth}.", "Yes."),
    Stop.TOO_FEW: ("Fewer than {min_samples_split} examples?", "No, {n}.", "Yes."),
    Stop.NO_FEATURE: ("Any question left to ask?", "Yes, {count}.", "No."),
}


def stop_question(step: Step, test: Test) -> tuple[str, str]:
    """A stop rule as a question, and its answer: "Any examples here?", "Yes, 2."."""
    settings, node = step.trace.settings, step.node
    schema = node.tree.schema
    facts = {
        "target": schema.target if schema.regression else "class",
        "n": node.n,
        "depth": int(node.tree.depth[node.i]),
        "max_depth": settings.max_depth,
        "min_samples_split": settings.min_samples_split,
        "tolerated": number(settings.tolerated_error),
        "lost": text.error_here(node),
        "count": len(step.candidates),
    }
    question, no, yes = _QUESTIONS[test.stop]
    return question.format(**facts), (yes if test.holds else no).format(**facts)


def gain_words(step: Step, c: int) -> str:
    """A candidate's score with its unit: "0.971 bits", "0.092", "0.156" (gain ratio has none)."""
    criterion = criterion_of(step.trace.settings.criterion)
    unit = f" {criterion.unit}" if criterion.unit and not criterion.per_split_info else ""
    return gain_text(step.candidates.score[c], step.trace.data.schema) + unit


def _scored(step: Step) -> str:
    found, schema = step.candidates, step.trace.data.schema
    score = criterion_of(step.trace.settings.criterion).score_title
    shown = range(step.shown)
    fresh = shown[-step.fresh :]
    leader = _leader(found, shown)
    c = fresh[0] if len(fresh) == 1 else _leader(found, fresh)
    name = found.split(c).title(schema) if c is not None else ""
    if c is None:
        return f"no candidate of {schema.features[int(found.feature[fresh[0]])].name} can be chosen."
    if len(fresh) > 1:
        allowed = int(np.count_nonzero(found.admissible[fresh]))
        enough = "" if allowed == len(fresh) else " that leave enough examples"
        name = f"{best_of(found, c, allowed)}{enough}, {name},"
    if found.score[c] != found.score[c]:
        return f"{name} has no {score}: all examples would go one way."
    all_allowed = found.admissible[: step.shown].all()
    tail = "." if c != leader else ", the largest so far." if all_allowed else ", the largest allowed so far."
    if not found.admissible[c]:
        tail = ", but it makes a branch with too few examples."
    return f"{name} has {score} {gain_words(step, c)}{tail}"


def _leader(found: Candidates, among: range) -> int | None:
    """The first of some candidates with the largest admissible score, None if there is none."""
    allowed = np.asarray(among, np.int64)
    allowed = allowed[found.admissible[allowed]]
    if not len(allowed):
        return None
    scores = found.score[allowed]
    leaders = allowed[scores >= scores.max() - TOLERANCE]
    # Among scores that floats cannot tell apart the exact winner leads, if it is on the table already.
    return int(leaders[found.best[leaders].argmax()])


def _split(step: Step) -> str:
    """The split that is made, what it makes of the examples, and why it is no other."""
    chosen = step.candidates.chosen
    return f"split on {step.node.split.title(step.trace.data.schema)}. {became(step, chosen)} {_won(step)}"


def _won(step: Step) -> str:
    found, schema, tied = step.candidates, step.trace.data.schema, step.tied
    criterion, chosen = criterion_of(step.trace.settings.criterion), found.chosen
    name = step.node.split.title(schema)
    if found.taken is not None and (len(tied) > 1 or not found.best[chosen]):
        return _taken(step, name)
    refused = np.flatnonzero(~found.admissible)
    shut_out = _top(found, refused) if len(refused) else None
    if shut_out is not None and _key(found, shut_out) > _key(found, chosen):
        first = f"{found.split(shut_out).title(schema)} would have {criterion.score_title} {gain_words(step, shut_out)}"
        # Of a feature whose best cut is refused, a set that is no cut might do better than those that are.
        untried = found.ordered[refused[_keys(found, refused) > _key(found, chosen)]].any()
        others = "of the other questions tried" if untried else "of the others"
        largest = f"{others} {name} has the largest: it takes away {gone(step, chosen)}"
        return f"{first}, but makes a branch with too few examples; {largest}."
    if found.gain[chosen] == 0 and len(tied) == len(found) > 1:
        return f"Every gain is 0, yet this algorithm splits all the same: {name} comes first."
    if len(tied) > 1:
        names = listing(shorten(found.split(c).title(schema), 40) for c in tied[:4])
        names = names if len(tied) <= 4 else f"{len(tied)} questions"
        among = text.among_tried(found, found.best)
        score = gain_words(step, chosen) if criterion.per_split_info else gone(step, chosen)
        return f"{names} tie at {criterion.score_title} {score}{among}; a tie goes to {_tie_rule(step)}."
    if len(found) == 1:
        return f"No other question is left to ask: it takes away {gone(step, chosen)}."
    largest = f", {gain_words(step, chosen)}" if criterion.per_split_info else ""
    return f"{name} has the largest {criterion.score_title}{largest}: it takes away {gone(step, chosen)}."


def _taken(step: Step, name: str) -> str:
    """What a tree that was given took, where others do as well or better."""
    found, score = step.candidates, criterion_of(step.trace.settings.criterion).score_title
    if found.best[found.taken]:
        return f"{len(step.tied)} questions tie at {score} {gain_words(step, found.taken)}; the tree took {name}."
    best = found.split(step.tied[0]).title(step.trace.data.schema)
    return (
        f"the tree took {name}, with {score} {gain_words(step, found.taken)}; "
        f"the largest has {best}, {gain_words(step, step.tied[0])}."
    )


def _keys(found: Candidates, among) -> np.ndarray:
    """Scores for comparing: an undefined one comes last."""
    scores = found.score[among]
    return np.where(scores == scores, scores, -np.inf)


def _key(found: Candidates, c: int) -> float:
    return float(_keys(found, c))


def _top(found: Candidates, among) -> int:
    """The first of some candidates with the largest score."""
    return int(among[_keys(found, among).argmax()])


def _tie_rule(step: Step) -> str:
    """Which rule broke a tie: the lowest feature, then the lowest threshold or first value, place or set."""
    found, tied = step.candidates, step.tied
    if len(set(found.feature[tied].tolist())) > 1:
        return "the feature that comes first in the data"
    return {
        Kind.THRESHOLD: "the lowest threshold",
        Kind.ORDERED: "the place that comes first",
        Kind.SUBSET: "the set that is tried first",
    }.get(Kind(int(found.kind[tied[0]])), "the value that is listed first")


def _leaf(step: Step) -> str:
    node, reason = step.node, leaf_reason(step.node)
    if node.stop is Stop.SMALL_GAIN:
        found, settings = step.candidates, step.trace.settings
        reason = (
            f"the best {criterion_of(settings.criterion).score_title}, {gain_words(step, found.chosen)} of "
            f"{found.split(found.chosen).title(node.tree.schema)}, is below the {number(settings.min_gain)} asked for"
        )
    elif node.stop is Stop.ACCURATE:
        reason = f"{text.error_here(node)}, an error of at most {number(step.trace.settings.tolerated_error)}"
    elif node.stop is Stop.MIN_LEAF and step.candidates.ordered.any():
        reason = reason.replace("candidate", "question tried")
    elif node.stop is Stop.BUDGET and node.i:
        leaves, nodes = node.tree.n_leaves, len(node.tree)
        many = node.tree.depth.max() > 1  # else the root alone was split, and nothing was compared
        reason += f" (here {_priority_text(step)})" if many else ""
        if not step.trace.settings.exceeded(leaves + 1, nodes + 2, nodes - leaves + 1):  # a split in two would fit
            reason += ", and the next would make the tree larger than allowed"
    return f"{reason}, so it becomes a leaf {node.label}{_majority(node)}."


def _priority_text(step: Step) -> str:
    """What decides when a node is split, best first, with its numbers: "5/14 × 0.971 = 0.347"."""
    n, m, gain = step.node.n, len(step.trace.data), step.candidates.gain[step.candidates.chosen]
    write = partial(gain_text, schema=step.trace.data.schema)
    return f"{n}/{m} × {write(gain)} = {write(n / m * gain)}"


def _majority(node: Node) -> str:
    """How the majority was found, where it is not plain: of how many, or that it was a tie."""
    if node.stop in (Stop.PURE, Stop.EMPTY):
        return ""
    if node.tree.schema.regression:
        return f" (the mean of its {node.n} examples)"
    top, tied = max(node.counts), node.counts.count(max(node.counts)) > 1
    how = f" is a tie of {top} to {top}: the class listed first wins" if tied else f", {top} of {node.n}"
    return f" (the majority{how})"


def graded(step: Step, token: str) -> str:
    """What a learner is told about an answer, once the step is decided; ``caption`` gives the reason."""
    result = grade(step, token)
    said = next((o.title for o in options(step.trace) if o.token == token), token)
    if result.by_tie:
        won = step.node.split.title(step.trace.data.schema)
        return f"Right: {said} has the same score as {won}. The tie goes to {won}: {_tie_rule(step)} wins."
    if result.right:
        return f"Right: {said}."
    leaf = token in (stop.name.lower() for stop in Stop)
    if step.node.stop and leaf:
        return f"A leaf, yes, but not because {said}: {leaf_reason(step.node)}."
    found = step.candidates
    asked = answers(found).get(token)
    if not step.node.split:
        why = f"no question is asked here, it becomes a leaf: {leaf_reason(step.node)}"
    elif asked:
        best, score = _top(found, asked), criterion_of(step.trace.settings.criterion).score_title
        yours = gain_text(found.score[best], step.trace.data.schema)
        numbers = f"{score} {yours} against {gain_words(step, found.chosen)}"
        few = "" if found.admissible[best] else ", and it makes a group with too few examples"
        why = f"{compared(step, best, found.chosen)} ({numbers}){few}"
    elif leaf:
        return graded_leaf(step)
    else:
        why = f"{said} cannot be asked here"
    return f"Not this time: {why}."


def graded_leaf(step: Step) -> str:
    """What is told to who said that the node becomes a leaf, whatever the reason."""
    if step.node.stop:
        return f"Right, a leaf: {leaf_reason(step.node)}."
    return f"Not this time: there is a question that helps, for the node has {contents(step.node, ' and ')}."


def marks(steps: Steps, most: int = MARKS) -> list[dict]:
    """The steps worth a mark on a scrubber: k, kind (split, leaf, tie) and title.

    most : of more decisions, one in each of so many equal stretches: the first tie, else the first split.
    """
    tree, record = steps.trace.tree, steps.trace.candidates
    kinds = ["leaf" if stop else "tie" if record.tied(i) else "split" for i, stop in enumerate(tree.stops)]
    every, found = list(steps.decisions.items()), []  # in the order of the steps
    some = -(-len(every) // most)
    for start in range(0, len(every), some):
        node, k = min(every[start : start + some], key=lambda item: KINDS.index(kinds[item[0]]))
        title = f"{shorten(place(tree[node], 60), 60)} → {text.verdict(tree[node])}"
        found.append({"k": k, "kind": kinds[node], "title": title})
    return found
