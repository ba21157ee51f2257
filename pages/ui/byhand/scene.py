"""A tree grown by hand on the screen: its presets, how links say it, the cached trees, what is looked at."""

from dataclasses import replace

import streamlit as st

import dtlearn
from dtlearn.bound.bound import binarised
from dtlearn.data.dataset import Card
from dtlearn.data.synthetic import Source
from dtlearn.exact.frontier import Frontier, by_depth, effort, frontier
from dtlearn.growing.by_hand import Choices, HandMade, asked_again, by_hand, choices_of, left_out, unbinarised
from dtlearn.growing.errors import columns, hold_out, losses
from dtlearn.growing.settings import ALGORITHM_TITLES
from dtlearn.show.growing import by_hand as byhand
from dtlearn.show.growing.by_hand_rivals import Goal, Rival
from dtlearn.show.paper.node import candidates_on_paper
from dtlearn.show.paper.worked_example import SlideContent
from dtlearn.trees.sketch import plant, sketch
from dtlearn.trees.split import Split
from pages.ui.kit import tables
from pages.ui.kit.codec import Clamped
from pages.ui.kit.frame import Preset
from pages.ui.kit.kept import cached
from pages.ui.kit.settings import settings_of as grow_settings
from pages.ui.kit.trees import small_tree

XOR3 = "xor3"
TINY = 20  # examples up to which each is held out in turn
QUICK = 0.7  # seconds that the search for the best tree may take
SIZES = (31, 15)  # nodes up to which it goes
GROWN = ("algorithm", "criterion", "nominal", "zero", "again")
SHOWS = ("mine", "greedy", "best")
GREEDY = {"choices": (), "finish": True}  # the algorithm decides everything


PRESETS = {
    "xor": Preset(
        "XOR and a bystander",
        "Get all 8 rows right with as few leaves as possible. Every first gain is 0: which feature would you ask about"
        " first?",
    ),
    "uml": Preset(
        "The book's exercise 18.2",
        "Get all 4 examples right with as few leaves as possible. One feature has the largest gain: is it right to"
        " begin with it?",
        {"data": "uml_ex18_2"},
    ),
    "tennis": Preset(
        "PlayTennis",
        "Get all 14 days right with as few leaves as possible: click a question, then Split. Can you beat the"
        " algorithm?",
        {"data": "play_tennis"},
    ),
    "points": Preset(
        "Seven points",
        "Two equal points have different labels. How few mistakes are possible, and with how few leaves?",
        {"data": "seven_points"},
    ),
}


def fits(data: dtlearn.Dataset) -> bool:
    """Whether a data set can be grown by hand: it has classes, and is not too large to be kept for everyone."""
    return not data.schema.regression and data.X.size <= tables.LARGE


def read_tree(text: str) -> Choices:
    choices, bad = byhand.read_choices(text)
    if bad:
        raise Clamped(f"choices= holds {bad} choice{'s' if bad > 1 else ''} that cannot be read", choices)
    return choices


def read_at(text: str) -> tuple[int, ...]:
    try:
        return byhand.read_path(text)
    except ValueError:
        raise ValueError(f"node={text[:20]!r} is no node") from None


# ---- data and trees, shared by everyone who looks at the same ones


@st.cache_resource(max_entries=5, show_spinner=False)
def _bystander() -> dtlearn.Dataset:
    """X1 xor X2 with a third feature first, which has no say."""
    card = Card(
        "XOR and a bystander",
        "The class is X1 xor X2; X3 has no say. Every single question gains exactly nothing.",
        source="all eight rows of the truth table",
        licence="public domain",
    )
    return replace(columns(Source("parity", 2, 3, 0).table, [2, 0, 1]), name=XOR3, card=card)


def raw_of(S: dict) -> dtlearn.Dataset:
    """The whole data set."""
    return _bystander() if S["data"] == XOR3 else tables.load(S["data"])


def held_of(S: dict) -> int:
    """How many per cent are held out."""
    return S["held"] if S["held"] is not None else 0 if len(raw_of(S)) <= TINY else 30


def settings_of(S: dict) -> dtlearn.GrowSettings:
    """The algorithm, without a limit."""
    return grow_settings({name: S[name] for name in GROWN})


def _key(S: dict) -> tuple:
    """All that the examples depend on."""
    return S["data"], held_of(S), S["seed"]


@cached(100, of=_key)
def parts_of(S: dict) -> tuple[dtlearn.Dataset, dtlearn.Dataset | None]:
    """(the examples to grow on, those held out or None)."""
    raw, held = raw_of(S), held_of(S)
    return hold_out(raw, held / 100, S["seed"]) if held else (raw, None)


def _tree_key(S: dict) -> tuple:
    return byhand.write_choices(S["choices"]), S["finish"], settings_of(S), *_key(S)


@cached(400, of=_tree_key)
def made_of(S: dict) -> HandMade:
    """The visitor's tree, as far as it goes."""
    return by_hand(parts_of(S)[0], settings_of(S), S["choices"], "best" if S["finish"] else "open")


def chosen(S: dict, node: int, split: Split | None) -> Choices:
    """The choices once a node is split so, or a leaf; what was chosen below it falls away."""
    path = made_of(S).tree[node].path
    return (*(one for one in S["choices"] if one[0][: len(path)] != path), (path, split))


def would_of(S: dict, node: int) -> HandMade | None:
    """The tree that the question picked at a node would make; None if there is none that can be chosen anew."""
    made, pick = made_of(S), S["pick"]
    found = made.trace.candidates[node]
    if pick is None or not found.admissible[pick] or pick == made.chosen[node]:
        return None
    return made_of(S | {"choices": chosen(S, node, found.split(pick))})


def greedy_of(S: dict) -> HandMade:
    """The algorithm's tree."""
    return made_of(S | GREEDY)


def _searched(most: int):
    return st.cache_resource(max_entries=most, show_spinner="Searching for the best trees …")


@cached(100, of=_key, cache=_searched)
def _best(S: dict) -> Frontier | str:
    """The best trees of every size over yes/no questions; or why they are not known."""
    try:
        data = binarised(parts_of(S)[0], thresholds=True)
    except dtlearn.DataError as error:  # every feature is constant
        return str(error)
    costs = {size: effort(data, size) for size in SIZES}
    size = next((n for n, cost in costs.items() if not cost.refusal and cost.seconds <= QUICK), None)
    if size is None:
        return (
            f"{len(data.schema.features)} yes/no questions can be asked here: too many to try all trees in a moment, so"
            " the best one is not shown."
        )
    return frontier(data, size)


@cached(100, of=_key)
def _goal(S: dict) -> tuple[Goal, dtlearn.Tree] | None:
    """The fewest leaves with the fewest wrong, and such a tree, as flat as can be."""
    found, train = _best(S), parts_of(S)[0]
    if isinstance(found, str):
        return None
    words = found.sketch(int(found.n[-1]))
    tree = plant(train, unbinarised(train, words))
    depth = None
    for d in range(int(tree.depth.max()) + 1):
        cost = effort(found.data, depth=d)
        if cost.refusal or cost.seconds > QUICK:
            break
        flat = by_depth(found.data, d)
        if (flat.n_wrong, flat.n_leaves) == (tree.n_wrong, tree.n_leaves):
            depth, tree = d, plant(train, unbinarised(train, sketch(flat)))
            break
    return Goal(tree.n_leaves, depth, tree.n_wrong, found.floor, len(train)), tree


def goal_of(S: dict) -> Goal | None:
    """What can be reached; None where the search would take too long."""
    found = _goal(S)
    return found and found[0]


def refusal_of(S: dict) -> str:
    """Why the best tree is not known; "" if it is."""
    found = _best(S)
    return found if isinstance(found, str) else ""


def least_of(S: dict, leaves: int) -> int:
    """The fewest wrong of any yes/no tree with at most so many leaves."""
    found = _best(S)
    return int(found.n_wrong[min(leaves, len(found.n_wrong)) - 1])


@cached(200, of=lambda S, leaves: (leaves, settings_of(S), *_key(S)))
def _best_made(S: dict, leaves: int) -> HandMade:
    """The best tree with at most so many leaves, its questions as choices, so that it has regrets too."""
    (goal, tree), train = _goal(S), parts_of(S)[0]
    if leaves < goal.leaves:
        tree = plant(train, unbinarised(train, _best(S).sketch(2 * leaves - 1)))
    return by_hand(train, replace(settings_of(S), nominal="one_vs_rest", reuse=True), choices_of(tree))


@cached(400, of=lambda S, who, size: (who, size, *_tree_key(S)))
def _held(S: dict, who: str, size: int) -> tuple[int, int] | None:
    """(wrong, of how many) on examples that a tree has not seen; the algorithm grows anew for each left out."""
    train, held = parts_of(S)
    made = _best_made(S, size) if who == "best" else made_of(S)
    if held is not None:
        return int(losses(made.tree, held).sum()), len(held)
    if len(train) > TINY or len(train) < 2:
        return None
    if who == "greedy":
        return left_out(train, lambda others: dtlearn.grow(others, settings_of(S)).tree), len(train)
    return left_out(train, lambda others: asked_again(made.tree, others)), len(train)


def rival_of(S: dict, who: str) -> Rival:
    """One of the three trees."""
    mine, goal, there = made_of(S), goal_of(S), S if who == "mine" else S | GREEDY
    size = mine.tree.n_leaves if not mine.open.any() else goal.leaves if goal else 0
    title = {"mine": "Yours", "greedy": ALGORITHM_TITLES[S["algorithm"]], "best": "The best"}[who]
    made = _best_made(S, size) if who == "best" else made_of(there)
    return Rival(who, title, made, _held(there, who, size), who != "greedy" and parts_of(S)[1] is None)


def rivals_of(S: dict) -> list[Rival]:
    """The visitor's tree, the algorithm's, and the best if it is known."""
    return [rival_of(S, who) for who in SHOWS if who != "best" or goal_of(S)]


# ---- what is looked at


def at_of(S: dict) -> int:
    """The number of the node looked at: the one asked for, else the first open one, else the root."""
    made = made_of(S)
    if S["node"] is not None:
        return made.tree.find(S["node"])
    return next((i for i in made.tree.preorder() if made.open[i]), 0)


def blind(S: dict, node: int) -> bool:
    """The gains of a node are hidden, still or for good."""
    return not S["gains"] or (S["predict"] and bool(made_of(S).open[node]))


# ---- on paper, and on a card


def sheet(S: dict, asks: bool) -> SlideContent:
    """The tree, and the gains at the node looked at, if they are shown."""
    made, node = made_of(S), at_of(S)
    found = tuple(candidates_on_paper(made.trace.candidates[node])) if S["gains"] else ()
    view = byhand.hand_view(made)
    return SlideContent(made.trace.data, made.trace, node, found, view=view, given=view)


def picture(S: dict, width: int, height: int) -> str:
    """The tree as far as it goes, as a small ``<svg>``."""
    return small_tree(byhand.hand_view(made_of(S)), width, height)
