"""What is said about a tree that somebody's own code grew: the first other decision, both gain tables."""

from dtlearn.growing.settings import ALGORITHM_TITLES
from dtlearn.growing.steps import MANY
from dtlearn.show.base.text import contents, fixed, listing, place
from dtlearn.show.practice.mistakes import named
from dtlearn.show.practice.working import Grid
from dtlearn.show.tree.view import tree_view
from dtlearn.splitting.candidates import Candidates
from dtlearn.splitting.criteria import criterion_of
from dtlearn.teaching.first_departure import Departure, Slip
from dtlearn.teaching.tree_json import OwnTree, scores
from dtlearn.trees.tree import Node


def verdict(own: OwnTree, found: Departure | None) -> str:
    """One sentence: all the same, or where the first other decision is."""
    tree, name = own.trace.tree, ALGORITHM_TITLES[own.algorithm]
    if found is None:
        nodes = f"{len(tree)} decisions" if len(tree) > 1 else "one decision"
        return f"Your tree makes every decision as {name} does, {nodes}. Where scores tie, each tied question is right."
    node = tree[found.node]
    where = f"{_at(node)} ({contents(node)})"
    return f"The first other decision is at {where}: {_yours(own, found)}; {_ours(own, found)}."


def _at(node: Node) -> str:
    return place(node) if node.i else "the root"


def _yours(own: OwnTree, found: Departure) -> str:
    node = own.trace.tree[found.node]
    if node.split is None:
        return f"your tree has a leaf that predicts {node.label}"
    title = node.split.title(own.trace.data.schema)
    if found.theirs is None:
        return f"your tree splits on {title}, which separates nothing here or was used before"
    return f"your tree splits on {title}, {_score(own, found.node, found.theirs)}"


def _ours(own: OwnTree, found: Departure) -> str:
    node = own.trace.tree[found.node]
    if found.ours is not None:
        title = title_of(own, node.i, found.ours)
        best = own.trace.candidates[node.i].best.nonzero()[0].tolist()
        tied = [title_of(own, node.i, c) for c in best if c != found.ours]
        tie = f" (tied with {listing(tied[:4])}: each would be right)" if tied else ""
        return f"{ALGORITHM_TITLES[own.algorithm]} splits on {title}, {_score(own, node.i, found.ours)}{tie}"
    counts = node.counts if node.n else node.parent.counts
    label = own.trace.data.schema.classes[counts.index(max(counts))]
    return f"{ALGORITHM_TITLES[own.algorithm]} makes a leaf that predicts {label}: {found.stop.value}"


def _score(own: OwnTree, node: int, c: int) -> str:
    found = own.trace.candidates[node]
    return f"{criterion_of(own.trace.settings.criterion).score_title} {fixed(float(found.score[c]))}"


def slip_text(own: OwnTree, slip: Slip | None) -> str:
    """What is wrong with the first score that was handed in wrong; "" if none is."""
    if slip is None:
        return ""
    title = criterion_of(own.trace.settings.criterion).score_title
    said = (
        f"At {_at(own.trace.tree[slip.node])} your {title} of {slip.title} is {fixed(slip.theirs)}, it is"
        f" {fixed(slip.ours)}."
    )
    if slip.mistakes:
        said += f" {named(slip.mistakes)}"
    return said


def gain_grid(own: OwnTree, node: int, found: Departure | None) -> Grid:
    """Every candidate of a node with our score and, where it was handed in, theirs."""
    trace, schema = own.trace, own.trace.data.schema
    theirs, candidates = own.gains.get(trace.tree[node].path, {}), trace.candidates[node]
    ours = scores(candidates, schema)
    chosen = (
        {}
        if found is None or found.node != node
        else {
            title_of(own, node, found.ours): f"◀ {ALGORITHM_TITLES[own.algorithm]}",
            title_of(own, node, found.theirs): "◀ yours",
        }
    )
    every = [candidates.split(c).title(schema) for c in range(len(candidates))]
    few = candidates.possible() <= MANY
    best = set(chosen) | set(theirs) | {every[c] for c in _best_of_each(candidates)}
    titles = [title for title in every if few or title in best]
    titles += [title for title in theirs if title not in titles]
    score = criterion_of(trace.settings.criterion).score_title
    rows = []
    for title in titles:
        given = [_given(theirs, title, ours)] if theirs else []
        rows.append((title, fixed(ours[title]) if title in ours else "–", *given, chosen.get(title, "")))
    which = "every" if few else "each feature's best"
    caption = f"{place(trace.tree[node])}: {which} {score}"
    return Grid(caption, ("Split", f"{score}, dtlearn", *(["yours"] if theirs else []), ""), tuple(rows))


def _best_of_each(candidates: Candidates) -> list[int]:
    """The first of the best candidates of every feature."""
    found: dict[int, int] = {}
    for c, (feature, score) in enumerate(zip(candidates.feature.tolist(), candidates.score.tolist(), strict=True)):
        if feature not in found or score > candidates.score[found[feature]]:
            found[feature] = c
    return list(found.values())


def _given(theirs, title: str, ours) -> str:
    if title not in theirs:
        return "–"
    off = title in ours and abs(theirs[title] - ours[title]) > 0.002
    return fixed(theirs[title]) + (" ✗" if off else "")


def title_of(own: OwnTree, node: int, c: int | None) -> str | None:
    """The question of a candidate; None without one."""
    return None if c is None else own.trace.candidates[node].split(c).title(own.trace.data.schema)


def picture(own: OwnTree, found: Departure | None) -> dict:
    """The tree as a view, the node of the first other decision marked."""
    return tree_view(own.trace.tree, next=None if found is None else found.node)
