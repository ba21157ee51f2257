"""What stands beside a step of a growth: a candidate's table, a leaf's shares, what Ch8's rules say."""

from dtlearn.data.dataset import number, significant
from dtlearn.growing.steps import Step
from dtlearn.show.base.html import table_html
from dtlearn.show.base.text import error_here, listing, many, ratio, said_by_all
from dtlearn.show.growing.tables import contingency
from dtlearn.trees.tree import Node


def contingency_html(trace, node: int, c: int) -> str:
    """A node's candidate c: its branches against the classes, or their means and squared errors."""
    schema, split = trace.data.schema, trace.candidates[node].split(c)
    header, rows, names = contingency(trace, node, c)
    told = [[name, *map(significant, row)] for name, row in zip(names, rows, strict=True)]
    what = f"mean of {schema.target} by branch" if schema.regression else "examples by branch and class"
    return table_html(["branch", *header], told, f"{split.title(schema)}: {what}")


def shares(node: Node) -> list[tuple[str, str]]:
    """The class probabilities of a leaf: each class that it holds with its share of the examples;
    [] where there are none."""
    if node.split or node.tree.schema.regression or not node.n:
        return []
    return [(c, ratio(n, node.n)) for c, n in zip(node.tree.schema.classes, node.counts, strict=True) if n]


def leaf_condition(step: Step) -> str:
    """What each rule of Ch8's section on complexity says at a step's node; of its split only once it is decided."""
    node, data, settings = step.node, step.trace.data, step.trace.settings
    x = data.X[node.rows]
    differ = int((x != x[:1]).any(axis=0).sum())
    depth = f"{int(node.tree.depth[node.i])} here, " + (
        "no limit" if settings.max_depth is None else f"at most {settings.max_depth}"
    )
    told = [
        ("depth", depth),
        ("minParent", f"{many(node.n, 'example')} here, at least {settings.min_samples_split} asked for"),
        (
            "all look the same",
            (
                f"no, {differ} of {many(x.shape[1], 'feature')} still {'differs' if differ == 1 else 'differ'}"
                if differ
                else "yes"
            ),
        ),
        (
            "right, or sufficiently accurate",
            f"{error_here(node)}, at most {number(settings.tolerated_error)} is tolerated",
        ),
    ]
    if step.done and node.split:
        leaves = [child for child in node.children if child.n]
        says, stays = listing(dict.fromkeys(child.label for child in leaves)), said_by_all(node)
        least = min(child.n for child in leaves)
        told += [
            ("minLeaf", f"{least} in the smallest branch, at least {settings.min_samples_leaf} asked for"),
            (
                "this split leaves f as it is",
                f"yes, for now: every branch predicts {says}" if stays else f"no, its branches predict {says}",
            ),
        ]
    rules = "; ".join(f"{rule}: {answer}" for rule, answer in told)
    return f"The rules that limit a tree, here: {rules}."
