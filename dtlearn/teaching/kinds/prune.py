"""Exercises about cost-complexity pruning: which link is the weakest, and its g."""

from fractions import Fraction
from string import ascii_uppercase

from dtlearn.growing.grow import ALGORITHMS, grow
from dtlearn.pruning.cost_complexity import Link, weakest_link
from dtlearn.pruning.edit import Pruning
from dtlearn.teaching.grading import Blank, Kind, mistakes_of
from dtlearn.teaching.invented_data import Draw, examples, need
from dtlearn.teaching.slips import choices_of
from dtlearn.trees.tree import Tree


def links_of(pruning: Pruning, k: int) -> tuple[Tree, dict[int, Link]]:
    """The tree at state k, and its links by their inner nodes, level by level."""
    tree = pruning.tree_at(k)
    found = {tree[pruning.tree[link.node].path].i: link for link in pruning.steps[k].alternatives}
    return tree, dict(sorted(found.items()))


def prune(level: int, draw: Draw) -> dict:
    """Level 1: R is given. 2: it is to be counted, and g asked. 3: the same after a first cut."""
    values = {1: (2, 2), 2: (3, 2, 2), 3: (3, 2, 2, 2)}[level]
    world, data = examples(draw, draw.between(9, 11) if level == 1 else draw.between(11, 16), values)
    trace = grow(data, ALGORITHMS["ID3 (CS181)"])
    need(5 <= len(trace.tree) <= 16)
    pruning, k = weakest_link(trace), int(level == 3)
    need(len(pruning.steps) > k + 1)
    tree, at = links_of(pruning, k)
    links, least = list(at.values()), sorted(link.value for link in at.values())
    need((2 if level == 1 else 3) <= len(links) <= 6 and least[0])
    need(float(least[1] - least[0]) >= 0.005)  # must not hang on rounding
    right = links.index(pruning.steps[k].applied[0])
    lost = [link.as_leaf - link.as_subtree for link in links]
    ways = {
        "undivided": lost,
        "per_leaves": [x / link.leaves for x, link in zip(lost, links, strict=True)],
        "largest": [-link.value for link in links],
        "fewest": [int(tree.n[i]) for i in at],
        "as_leaf": [link.as_leaf for link in links],
    }
    wrong = choices_of({name: [-float(v) for v in values] for name, values in ways.items()}, "node")
    chosen, m, n = links[right], len(data), int(tree.n[list(at)[right]])
    of_g = {
        "undivided": lost[right],
        "per_leaves": lost[right] / chosen.leaves,
        "errors": chosen.value * m,
        "own_total": chosen.value * m / Fraction(n),
        "as_leaf": chosen.as_leaf,
    }
    names = tuple(
        f"{letter}: {tree[i].split.title(data.schema)}" for i, letter in zip(at, ascii_uppercase, strict=False)
    )
    blanks = [Blank("node", "choice", "It removes the subtree of", right, names)]
    if level > 1:
        steps = tuple((k, link.value) for k, link in enumerate(links))
        blanks.append(Blank("g", "number", "Its g, the α from which it is cut", chosen.value, of="node", steps=steps))
        wrong += mistakes_of(of_g, "g")
    return {"world": world, "trace": trace, "pruning": pruning, "k": k, "blanks": tuple(blanks), "mistakes": wrong}


KINDS = (Kind("prune", 8, prune, "Size", ("classify",)),)
