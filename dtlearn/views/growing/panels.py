"""What stands beside a step of a growth, as HTML: examples, stop rules, a candidate's table, rules, the tree as a list."""

from html import escape
from itertools import islice

from dtlearn.data.dataset import significant
from dtlearn.growing.steps import Step
from dtlearn.trees.tree import Node
from dtlearn.views.base.html import LISTED, class_html, table_html
from dtlearn.views.base.text import DEEP, contents, listing, many, measured, n_visible, outline, ratio, rules
from dtlearn.views.growing.tables import contingency, examples, stop_rows


def contingency_html(trace, node: int, c: int) -> str:
    """A node's candidate c: its branches against the classes, or their means and squared errors."""
    schema, split = trace.data.schema, trace.candidates[node].split(c)
    header, rows, names = contingency(trace, node, c)
    told = [[name, *map(significant, row)] for name, row in zip(names, rows, strict=True)]
    what = f"mean of {schema.target} by branch" if schema.regression else "examples by branch and class"
    return table_html(["branch", *header], told, f"{split.title(schema)}: {what}")


def examples_html(step: Step, limit: int = 60) -> str:
    """The examples at the step's node, the feature it asks about marked."""
    header, rows, more = examples(step, limit)
    marked = step.node.split.feature + 1 if step.done and step.node.split else None
    left_out = f" The first {limit} are shown." if more else ""
    table = table_html(header, rows, f"{many(step.node.n, 'example')} here.{left_out}", marked)
    return probabilities_html(step.node) + table if step.done else table


def probabilities_html(node: Node) -> str:
    """The class probabilities of a leaf, each class's share of its examples; "" where there are none."""
    if node.split or node.tree.schema.regression or not node.n:
        return ""
    some = [(c, k, n) for k, (c, n) in enumerate(zip(node.tree.schema.classes, node.counts, strict=True)) if n]
    shares = ", ".join(f"{class_html(c, k)} {ratio(n, node.n)}" for c, k, n in some)
    others = ", every other class 0" if len(some) < len(node.counts) > 2 else ""
    return f'<p>Class probabilities of this leaf: {shares}{others}. <span class="dt-source">BuildTree, MakeSubtree</span></p>'


def leaf_condition_html(step: Step) -> str:
    """What each rule of Ch8's section on complexity says at a step's node; of its split only once it is decided."""
    node, data, settings = step.node, step.trace.data, step.trace.settings
    regression, x = data.schema.regression, data.X[node.rows]
    differ = int((x != x[:1]).any(axis=0).sum())
    depth = f"{int(node.tree.depth[node.i])} here, " + (
        "no limit" if settings.max_depth is None else f"at most {settings.max_depth}"
    )
    told = [
        ("depth", depth),
        ("minParent", f"{many(node.n, 'example')} here, at least {settings.min_samples_split} asked for"),
        ("all look the same", f"no, {differ} of {many(x.shape[1], 'feature')} still {'differs' if differ == 1 else 'differ'}" if differ else "yes"),
        ("right, or sufficiently accurate", f"mean squared error {measured(node.mse)}" if regression else f"{node.n - max(node.counts)} of {node.n} wrong"),
    ]  # fmt: skip
    if step.done and node.split:
        leaves = [child for child in node.children if child.n]
        says = listing(dict.fromkeys(child.label for child in leaves))
        stays = len({child.value if regression else child.label for child in leaves}) == 1
        least = min(child.n for child in leaves)
        told += [
            ("minLeaf", f"{least} in the smallest branch, at least {settings.min_samples_leaf} asked for"),
            ("this split leaves f as it is", f"yes, for now: every branch predicts {says}" if stays else f"no, its branches predict {says}"),
        ]  # fmt: skip
    rules = "; ".join(f"<b>{escape(rule)}</b>: {escape(answer)}" for rule, answer in told)
    return f"Ch8's rules (Complexity Control) say here: {rules}."


def stop_rules_html(step: Step) -> str:
    """The stop rules tested at the node, with their answers."""
    items = "".join(
        f'<li class="{"dt-yes" if holds else "dt-no"}">{escape(question)} <b>{escape(answer)}</b></li>'
        for question, answer, holds in stop_rows(step)
    )
    return f'<p class="dt-source">Stop rules, in order</p><ul class="dt-stops">{items}</ul>'


def rules_html(step: Step) -> str:
    """The rules that the decided leaves make so far."""
    schema = step.trace.data.schema
    items, found = [], rules(step.trace.tree, step.decided)
    for leaf in found[:LISTED]:
        # Of a deep leaf the last conditions.
        near, more = list(islice(leaf.upwards(), DEEP))[::-1], int(leaf.tree.depth[leaf.i]) - DEEP
        conditions = " and ".join(f"<b>{escape(c)}</b>" for c in near)
        conditions = f"{more} conditions above hold and {conditions}" if more > 0 else conditions
        when = f"If {conditions}, then" if conditions else "Always"
        if schema.regression:
            said = f"<b>{measured(leaf.value)}</b>"
        else:
            said = class_html(leaf.label, schema.classes.index(leaf.label))
        items.append(f"<li>{when} {said} <small>({escape(contents(leaf))})</small></li>")
    if not items:
        return "<p>No leaf yet, so no rule yet.</p>"
    return f'<ol class="dt-list">{"".join(items)}</ol>{_more(len(found), "rules")}'


def outline_html(step: Step) -> str:
    """The tree so far as a nested list: what the picture shows, in text."""
    parts, depth = ["<ul class='dt-list'>"], 0
    for level, line, node in islice(outline(step.trace.tree, step.decided), LISTED):
        level = min(level, DEEP)
        if level > depth:
            parts.append("<ul>")
        parts.append("</li></ul>" * max(0, depth - level))
        parts.append("</li>" if level <= depth and node.i else "")
        now = " aria-current='step'" if node.i == step.node.i else ""
        parts.append(f"<li{now}>{escape(line)}" + (" ◀" if now else ""))
        depth = level
    return "".join([*parts, "</li></ul>" * (depth + 1), _more(n_visible(step.trace.tree, step.decided), "nodes")])


def _more(there: int, what: str) -> str:
    """What is said under a list that is cut."""
    if there <= LISTED:
        return ""
    return f"<p class='dt-source'>Shown are the first {LISTED} of {there} {what}. “Take away” has the whole tree as text.</p>"
