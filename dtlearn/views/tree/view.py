"""The tree view: one description of a drawn tree, from which SVG, DOT and the interactive view are made."""

from collections.abc import Callable, Collection, Mapping, Sequence

from dtlearn.data.dataset import Dataset
from dtlearn.trees.split import route
from dtlearn.trees.tree import Node, Tree
from dtlearn.views.base.palette import SHADES, class_colour, class_sign, shade, shade_of
from dtlearn.views.base.text import (
    contents,
    counts_text,
    leaf_reason,
    many,
    measured,
    n_visible,
    place,
    shorten,
    verdict,
)
from dtlearn.views.tree.layout import text_width, tidy

GAP, LEVEL, LINE, TITLE = 18, 54, 17, 15  # px between nodes, between levels, a line's height, the title's font size
# Of a tree whose shape counts: the same between its nodes and levels, a box without lines, a font its title may grow to.
NEAR, STEP, LOW, GROWN = 12, 32, 38, 27
WORD = 18  # font its title and branch may grow to, where a tree of long words is drawn small
LONGEST = 24  # characters of a title before it is cut
# A larger tree is drawn in part: so many nodes at most, so many letters of ids (a path each), and above the node in
# question so many levels, or twice as many: the part stays where it is for some steps.
MOST, LETTERS, ABOVE = 600, 60_000, 6
DOTTED = 300  # examples that are drawn one by one


def tree_view(
    tree: Tree,
    decided: Collection[int] | None = None,
    done: int | None = None,
    next: int | None = None,
    steps: Mapping[int, int] | None = None,
    scale: Mapping | None = None,
    part: bool = True,
    way: Collection[int] = (),
    most: int = MOST,
    pieces: dict | None = None,
    brief: bool = False,
    bags: bool = False,
) -> dict:
    """What a tree looks like: plain data, ready for JSON.

    decided : node numbers that are split or leaves already; None for the whole tree. Their children are
        shown too, as open nodes. done, next : the node just decided and the one examined next.
    steps : node number -> the step that decides it.
    scale : for regression the "lo" and "hi" of the colour scale, as ``partition_view`` answers it; by default the
        lowest and highest mean of a leaf.
    In regression there is one class, the mean; a leaf's cls is the colour of its mean, and there are no counts.
    part : a tree of more than ``most`` nodes is drawn in part, around ``done`` or ``next``, or from the root along a ``way``,
        the numbers of its nodes; the lines of a box say where it goes on.
    pieces : of a piece of a growth that goes on, the nodes made for other pieces: made once, they are the same in all.
    brief : a box says its title alone, in a size to be read from far: of a tree whose shape counts.
    bags : room below each node whose examples lie there (``with_examples``), where no edge or word of a lower level comes.
    Returns classes, colours and signs (of each cls; a number needs no sign), scale (None for classes), width, height
    (px), left_out (nodes not drawn), and nodes, parents first: id ("r.0.1", the path), parent, x (centre),
    y (top), w, h, kind (split, leaf, open), title, lines, counts, cls, mark, branch, step, tooltip, label; of a split also asks: feature and threshold, or feature and the branch of each value.
    """
    shown, opened = _part(tree, decided, next if done is None else done, part, way, most)
    ids = {shown[0]: node_id(tree[shown[0]].path)}
    for i in shown[1:]:
        ids[i] = f"{ids[int(tree.parent[i])]}.{tree.branch[i]}"
    scale = (scale or _scale(tree)) if tree.schema.regression else None
    made = {} if pieces is None else pieces

    def node(i: int) -> dict:
        key = ids[i], bool(tree.n_children[i]), i in opened, int(tree.parent[i]) in ids
        if key not in made:
            made[key] = _node(tree[i], ids, opened, decided, done, next, steps or {}, scale, pieces is not None, brief)
        return dict(made[key])

    nodes = list(map(node, shown))
    height = max(node["h"] for node in nodes)
    ends = [k for k, i in enumerate(shown) if i not in opened and tree.n[i]] if bags and tree.n[0] <= DOTTED else []
    classes = range(len(tree.schema.classes))
    return laid_out({
        "classes": list(tree.schema.classes) or [f"mean of {tree.schema.target}"],
        "colours": [shade(k) for k in range(SHADES)] if scale else [class_colour(k) for k in classes],
        "signs": [""] * SHADES if scale else [class_sign(k) for k in classes],
        "scale": scale, "width": 0, "height": 0, "left_out": n_visible(tree, decided) - len(shown),
    }, nodes, NEAR if brief else GAP, lambda depth: depth * (height + (STEP if brief else LEVEL)), bags=ends)  # fmt: skip


def with_examples(view: dict, tree: Tree, data: Dataset) -> dict:
    """The view with its examples, each a dot under the node that it has come to; of more than DOTTED the view as it is.

    Adds held, [id of a node, numbers of its examples], and examples, the class of each; none for a number to predict.
    """
    if len(data) > DOTTED:
        return view
    inner = {node["parent"] for node in view["nodes"]}
    ends = [node["id"] for node in view["nodes"] if node["id"] not in inner]
    rows = [tree[tree.find(tuple(map(int, end.split(".")[1:])))].rows.tolist() for end in ends]
    held = [[end, found] for end, found in zip(ends, rows, strict=True) if found]
    return view | {"held": held, "examples": [] if data.schema.regression else data.y.tolist()}


def laid_out(
    view: dict, nodes: list[dict], gap: float, top: Callable[[int], float], widths: list[float] | None = None,
    bags: Sequence[int] = (),
) -> dict:  # fmt: skip
    """A view with these nodes, parents first, each in its place. top : levels below the first node -> y. widths : of the
    nodes, where they are to have more room than they need. bags : numbers of the nodes that have room of their width below them."""
    at, first = {node["id"]: k for k, node in enumerate(nodes)}, nodes[0]["id"].count(".")
    children: list[list[int]] = [[] for _ in nodes]
    for k, node in enumerate(nodes):
        if node["parent"] in at:
            children[at[node["parent"]]].append(k)
    widths = widths or [node["w"] for node in nodes]
    for n, k in enumerate(bags, len(nodes)):  # as if a child stood there
        children[k].append(n)
    places = tidy(children + [[] for _ in bags], widths + [widths[k] for k in bags], gap)
    for node, x in zip(nodes, places, strict=False):
        node["x"], node["y"] = round(x, 1), top(node["id"].count(".") - first)
    width, height = max(node["x"] + node["w"] / 2 for node in nodes), max(node["y"] + node["h"] for node in nodes)
    return view | {"nodes": nodes, "width": width, "height": height}


def pure_line(node: dict, classes: Sequence[str]) -> list[str]:
    """What a leaf of one class holds, without the zeros of the others; [] for another node."""
    held = [k for k, n in enumerate(node["counts"]) if n]
    if node["kind"] != "leaf" or len(held) != 1:
        return []
    return [shorten(counts_text([node["counts"][held[0]]], [_names(classes)[held[0]]]), LONGEST + 4)]


def _names(classes: Sequence[str]) -> list[str]:
    """What stands behind the counts of a box: a number as a class would read as a count, so its sign stands there."""
    numbers = any(name[:1].isdigit() for name in classes)
    return [class_sign(k) if numbers else name for k, name in enumerate(classes)]


def box_width(node: dict, lines: Sequence[str]) -> int:
    """px that a node needs with these lines."""
    texts = (text_width(node["title"], TITLE) + 44, text_width(node["branch"] or "", 13) + 8, 72)
    return round(max(*texts, *(text_width(line, 13) + 22 for line in lines)))


def words_only(view: dict, gap: float, level: float) -> dict:
    """The view with boxes of one height that hold a title alone, wide enough for letters to be read where it is drawn small."""

    def width(node: dict) -> int:
        return round(max(text_width(node["title"], WORD) + 16, text_width(node["branch"] or "", WORD) + 4, 56))

    nodes = [node | {"lines": [], "h": LOW, "w": width(node)} for node in view["nodes"]]
    return laid_out(view, nodes, gap, lambda depth: depth * (LOW + level))


def _part(
    tree: Tree, decided: Collection[int] | None, focus: int | None, part: bool, way: Collection[int], most: int
) -> tuple[list[int], set[int]]:
    """(numbers of the nodes to draw, parents first; those whose children are drawn)."""
    line = tree[focus or 0].line()

    def grown(top: int, ahead: Collection[int]) -> tuple[list[int], set[int], bool]:
        """From a node down: those ``ahead`` whatever it costs, others level by level as far as there is room."""
        shown, opened, whole, count, letters = [top], set(), True, 1 + sum(tree.n_children[list(ahead)].tolist()), 0
        for i in shown:
            below = range(int(tree.first_child[i]), int(tree.first_child[i] + tree.n_children[i]))
            if not below or not (decided is None or i in decided):
                continue
            if i not in ahead:
                letters += 2 * len(below) * int(tree.depth[i] + 1)
                if part and (count + len(below) > most or letters > LETTERS):
                    whole = False
                    continue
                count += len(below)
            shown += below
            opened.add(i)
        return shown, opened, whole

    *found, whole = grown(0, ())
    if not whole and way:
        *found, _ = grown(0, set(way))
    elif not whole:
        top = max(len(line) // ABOVE - 1, 0) * ABOVE
        *found, _ = grown(line[top], set(line[top:-1]))
    return tuple(found)


def node_id(path) -> str:
    """The id of the node at a path: "r" for the root, "r.0.1"."""
    return ".".join(["r", *map(str, path)])


def box(node: Node, scale: Mapping | None) -> dict:
    """A decided node as it is drawn in a tree view, without its id and its parent's. scale : as for ``tree_view``."""
    ids = {int(node.tree.parent[node.i]): None, node.i: None}
    return _node(node, ids, {node.i}, None, None, None, {}, scale if node.tree.schema.regression else None, False)


def _scale(tree: Tree) -> dict:
    """The colour scale of a tree that stands alone."""
    means = [tree[i].value for i in range(len(tree)) if not tree[i].split and tree[i].n] or [tree[0].value]
    return {"lo": min(means), "hi": max(means), "texts": [measured(min(means)), measured(max(means))]}


def _asks(node: Node) -> list:
    """[feature, threshold] of a number, [feature, the branch of each value] of a nominal feature."""
    split, features = node.split, node.tree.schema.features
    codes = list(range(len(features[split.feature].values)))
    return [split.feature, route(split.kind, split.at or 0.0, codes).tolist() if codes else split.at]


def _node(node: Node, ids, opened, decided, done, next_, steps, scale, so_far, brief=False) -> dict:
    schema = node.tree.schema
    known = decided is None or node.i in decided
    kind = "open" if not known else "split" if node.split else "leaf"
    title, holds = verdict(node, decided), contents(node)
    if scale:
        lines, cls = _regression_lines(node, kind), shade_of(node.value, scale["lo"], scale["hi"])
        title = measured(node.value) if kind == "leaf" else title
    else:
        cls = int(node.tree.label[node.i])
        drawn = counts_text(node.counts, _names(schema.classes))
        lines = [drawn if len(drawn) <= LONGEST + 4 else many(node.n, "example")]
        if kind == "leaf" and max(node.counts) < node.n:
            lines.append(f"{node.n - node.counts[cls]} wrong")
    lines = [] if brief else lines
    if node.i and int(node.tree.parent[node.i]) not in ids:
        lines.append(f"{many(int(node.tree.depth[node.i]), 'level')} above")
    if kind == "split" and node.i not in opened:
        lines.append("more below")
    heading, lines = shorten(title, LONGEST), [shorten(line, LONGEST + 4) for line in lines]
    branch = node.parent.split.branch(schema, int(node.tree.branch[node.i])) if node.i else None
    says = {"open": "not decided yet", "split": f"split on {title}", "leaf": f"leaf {title}"}[kind]
    why = f" Leaf because {leaf_reason(node, so_far)}." if kind == "leaf" else ""
    branch_width = text_width(shorten(branch, LONGEST), 13) + 8 if branch else 0
    needs = (text_width(heading, GROWN) + 14, 56) if brief else (text_width(heading, TITLE) + 44, 72)
    width = max(*needs, *(text_width(line, 13) + 22 for line in lines), branch_width)
    label = f"{place(node)}: {says}, {holds}.{why}"
    asks = {"asks": _asks(node)} if kind == "split" else {}
    return asks | {
        "id": ids[node.i], "parent": ids.get(int(node.tree.parent[node.i])),
        "w": round(width), "h": (LOW if brief else 34) + LINE * len(lines), "kind": kind, "title": heading, "lines": lines,
        "counts": [] if schema.regression else node.counts, "cls": cls if kind == "leaf" else None,
        "mark": "done" if node.i == done else "next" if node.i == next_ else None,
        "branch": shorten(branch, LONGEST) if branch else None, "step": steps.get(node.i),
        "tooltip": label, "label": label,
    }  # fmt: skip


def _regression_lines(node: Node, kind: str) -> list[str]:
    """The mean, n and the squared error; a leaf's title is its mean already."""
    if not node.n:
        return [contents(node)]
    mse = f"MSE {measured(node.mse)}"
    return [f"n = {node.n}, {mse}"] if kind == "leaf" else [f"mean {measured(node.value)}, n = {node.n}", mse]
