"""A tree made by hand against the algorithm's and the best there is: the goal, the verdict, the table."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from dtlearn.growing.by_hand import HandMade
from dtlearn.show.base.html import row
from dtlearn.show.base.text import fixed, many, size_text
from dtlearn.trees.tree import Tree


@dataclass(frozen=True)
class Goal:
    """What a tree of yes/no questions can reach: so many wrong, with so few leaves, so little depth.

    n_wrong : the fewest of all trees that were searched. floor : what no tree gets right. depth : None if not known.
    """

    leaves: int
    depth: int | None
    n_wrong: int
    floor: int
    m: int


@dataclass(frozen=True, eq=False)
class Rival:
    """A tree in the comparison.

    held : (wrong, of how many) examples held out; None without. relabelled : its questions were chosen with them, only
    the labels of its leaves were not.
    """

    name: str
    title: str
    made: HandMade
    held: tuple[int, int] | None = None
    relabelled: bool = False

    @property
    def tree(self) -> Tree:
        return self.made.tree


def _depth(tree: Tree) -> int:
    return int(tree.depth.max())


def result_text(tree: Tree) -> str:
    """Leaves, depth and training error in words."""
    return f"{size_text(tree)}, {tree.n_wrong} of {int(tree.n[0])} wrong"


def goal_text(goal: Goal) -> str:
    """The challenge.

    >>> goal_text(Goal(5, 3, 0, 0, 14))
    'Get all 14 examples right with as few leaves as possible.'
    """
    what = f"Get all {goal.m} examples right"
    if goal.n_wrong:
        floor = " (nobody can: equal examples with different labels)" if goal.n_wrong == goal.floor else ""
        what = f"Get no more than {goal.n_wrong} of {goal.m} wrong{floor}"
    return f"{what} with as few leaves as possible."


def scores_html(goal: Goal | None, mine: Tree, name: str, greedy: Tree, shown: str) -> str:
    """The tree so far beside what the algorithm makes, and what is possible, if that is known.

    shown : "mine", "greedy" or "best".
    """
    told = {"mine": ("Your tree", result_text(mine)), "greedy": (name, result_text(greedy))}
    if goal is not None:
        deep = "" if goal.depth is None else f", depth {goal.depth}"
        told["best"] = "Best yes/no tree", f"{many(goal.leaves, 'leaf')}{deep}, {goal.n_wrong} of {goal.m} wrong"
    look = {shown: ' class="here"'}
    scores = "".join(
        f"<span{look.get(whose, '')}><b>{escape(title)}</b> {text}</span>" for whose, (title, text) in told.items()
    )
    return f'<p class="by-scores">{scores}</p>'


def reached(goal: Goal, tree: Tree) -> bool:
    """Whether a finished tree does what was asked."""
    return tree.n_wrong <= goal.n_wrong and tree.n_leaves <= goal.leaves


def praise(goal: Goal, made: HandMade, name: str, greedy: Tree) -> str:
    """What is said to who has reached the goal alone; also of the algorithm's tree, if it is larger and no better."""
    said = f"Well done: {verdict(goal, made, goal.n_wrong)}"
    if greedy.n_leaves <= made.tree.n_leaves or greedy.n_wrong < made.tree.n_wrong:
        return said
    return f"You beat {name}: it has {many(greedy.n_leaves, 'leaf')}, you have {made.tree.n_leaves}. {said}"


def verdict(goal: Goal, made: HandMade, least: int) -> str:
    """How a finished tree does. least : the fewest wrong of any tree with at most as many leaves."""
    tree = made.tree
    leaves, wrong, size = tree.n_leaves, tree.n_wrong, many(tree.n_leaves, "leaf")
    mistakes = f"{wrong} of {goal.m} wrong"
    if wrong > goal.n_wrong:
        if wrong > least:
            return (
                f"Your tree has {size} and gets {mistakes}. With so many leaves {least or 'none'} wrong is possible:"
                " try again."
            )
        most = f": no tree with {size} does better" if wrong == least else ""
        aim = f"{goal.n_wrong} wrong" if goal.n_wrong else "all right"
        return f"Your tree has {size} and gets {mistakes}{most}. {many(goal.leaves, 'leaf')} get {aim}: go on."
    if leaves > goal.leaves:
        return (
            f"Your tree has {size}, and {goal.leaves} {'is' if goal.leaves == 1 else 'are'} possible with yes/no"
            " questions. The question with the largest gain need not be the best one in the end: try again."
        )
    if leaves < goal.leaves:
        return f"{size} are enough; with yes/no questions you would need {goal.leaves}."
    deep = ""
    if goal.depth is not None and _depth(tree) > goal.depth:
        deep = f" It is {_depth(tree)} deep; depth {goal.depth} is possible too."
    greed = ""
    if made.total_regret:
        greed = " You gave up some gain on the way: the largest gain now is not always the best in the end."
    does = f"gets only {wrong} wrong" if wrong else "is error-free"
    return f"{size}, and no smaller tree of yes/no questions {does}.{deep}{greed}"


COLUMNS = ["Tree", "Training error", "Held out", "Total regret", "Depth", "Leaves", ""]  # last the bar: leaves too


def rival_rows(rivals: Sequence[Rival], shown: str) -> list[dict]:
    """The comparison as the table component takes it; a bar is as long as the tree has leaves."""
    most, rows = max(rival.tree.n_leaves for rival in rivals), []
    for rival in rivals:
        tree, regret = rival.tree, rival.made.total_regret
        errors = ((tree.n_wrong, int(tree.n[0])), rival.held)
        notes = ("", " (labels only)" if rival.relabelled else "")
        cells = [
            (f"{e[0]}/{e[1]}{note}", f"{e[0]}/{e[1]} = {fixed(e[0] / e[1])}") if e else ("–", "")
            for e, note in zip(errors, notes, strict=True)
        ]
        cells += [(fixed(regret), f"{regret:.16g}"), (str(_depth(tree)), ""), (str(tree.n_leaves), "")]
        here = {"selected": rival.name == shown, "title": "show this tree"}
        rows.append(row(rival.name, rival.title, cells, tree.n_leaves / most, **here))
    return rows
