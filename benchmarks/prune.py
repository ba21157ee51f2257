"""How long a pruning takes, against its targets and scikit-learn: ``python -m benchmarks.prune``.

A tree of about 2,300 nodes, grown to purity on made data with 20 % of the labels wrong; a third as many validation
examples. Median CPU time of a whole procedure, steps and sizes of all its trees included (the table of one step is
built when it is asked for, and is timed alone). scikit-learn's ``cost_complexity_pruning_path`` first fits the tree,
which takes most of its time: the pruning alone, in its Cython, is timed as well.
"""

from benchmarks.common import asked, cart, dataset, noisy, spent, verdict

# isort: split
from sklearn.tree import DecisionTreeClassifier
from sklearn.tree._tree import ccp_pruning_path

import dtlearn
from dtlearn.growing.errors import hold_out
from dtlearn.pruning.objectives import upper_limit
from dtlearn.pruning.procedures import PRUNERS, PruneSettings

TARGETS = {"weakest_link": 30, "reduced_error": 20, "gain_threshold": None, "generic": 200}
RUNS = [
    ("weakest_link", PruneSettings()),
    ("weakest_link", PruneSettings(at_once=False)),
    ("weakest_link", PruneSettings(risk="impurity")),
    ("weakest_link", PruneSettings(risk="impurity", at_once=False)),
    ("reduced_error", PruneSettings()),
    ("gain_threshold", PruneSettings()),
    ("generic", PruneSettings()),
    ("generic", PruneSettings("per_leaf", per_leaf=0.001)),
    ("generic", PruneSettings("per_leaf", per_leaf=0)),
    ("generic", PruneSettings("held_out")),
    ("generic", PruneSettings("pessimistic")),
]


def changed(settings: PruneSettings) -> str:
    """What differs from the default settings."""
    default = PruneSettings()
    return ", ".join(f"{k}={v}" for k, v in vars(settings).items() if v != getattr(default, k))


def main() -> None:
    said = asked(__doc__, "one round instead of seven", rows=(11_300, "examples, a quarter of them for validation"))
    rounds = 1 if said.quick else 7
    train, held = hold_out(dataset(*noisy(said.rows)), 0.25, seed=0)
    trace = dtlearn.grow(train, cart("gini_gain"))
    tree = trace.tree
    print(f"{len(train):,} + {len(held):,} examples x 20; {len(tree):,} nodes, depth {tree.depth.max()}")
    for name, settings in RUNS:

        def run(name=name, settings=settings):
            upper_limit.cache_clear()
            return PRUNERS[name](trace, settings, held)

        took, pruning, target = spent(run, rounds), run(), TARGETS[name]
        judged = "" if target is None else f" (target {target}): {verdict(took <= target)}"
        step = spent(lambda pruning=pruning: pruning.steps[len(pruning.steps) // 2], rounds)
        curve = spent(lambda pruning=pruning: pruning.losses(held), rounds)
        print(
            f"{name:14} {changed(settings):30} {took:6.1f} ms{judged}; {len(pruning.steps):,} steps to "
            f"{pruning.n_leaves[-1]} leaves; a step's table {step:.1f} ms, losses of all states {curve:.1f} ms"
        )

    peer = DecisionTreeClassifier(random_state=0)
    X, y = train.X.astype("float32"), train.y
    path = spent(lambda: peer.cost_complexity_pruning_path(X, y), rounds)
    theirs = peer.fit(X, y).tree_
    alone = spent(lambda: ccp_pruning_path(theirs), rounds)
    count = len(ccp_pruning_path(theirs)["ccp_alphas"])
    print(
        f"scikit-learn's path by Gini: {alone:.1f} ms for {count} trees of {theirs.node_count:,} nodes and fewer, "
        f"{path:.1f} ms with the fit"
    )


if __name__ == "__main__":
    main()
