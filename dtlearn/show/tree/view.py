"""The tree view: one description of a drawn tree, from which SVG, DOT and the interactive view are made."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from dtlearn.data.dataset import Dataset, Schema
from dtlearn.show.base.palette import OUTLINES, SHADES, class_colour, class_outline, class_sign, shade, shade_of
from dtlearn.show.base.text import (
    answer,
    contents,
    counts_text,
    leaf_reason,
    many,
    measured,
    place,
    question,
    shorten,
    shortened,
)
from dtlearn.show.tree.drawing import Drawing
from dtlearn.show.tree.layout import text_width, tidy
from dtlearn.trees.split import Split, route
from dtlearn.trees.tree import Node, Stop, Tree

GAP, LEVEL, LINE, TITLE = 18, 54, 17, 15  # px between nodes, between levels, a line's height, the title's font size
# Of a tree whose shape counts: the same between its nodes and levels, a box without lines, a font its title may grow
# to.
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
    made: dict | None = None,
    brief: bool = False,
    bags: bool = False,
    so_far: bool = False,
) -> dict:
    """What a tree looks like: plain data, ready for JSON.

    decided : node numbers that are split or leaves already; None for the whole tree. Their children are shown too, as
        open nodes. done, next : the node just decided and the one examined next.
    steps : node number -> the step that decides it.
    scale : for regression the "lo" and "hi" of the colour scale, as ``partition_view`` answers it; by default the
        lowest and highest mean of a leaf. In regression there is one class, the mean; a leaf's cls is the colour of its
        mean, and there are no counts.
    part : a tree of more than ``most`` nodes is drawn in part, around ``done`` or ``next``, or from the root along a
        ``way``, the numbers of its nodes; the lines of a box say where it goes on.
    made : of a tree that stands in a row with others, the boxes made for these; it gets those that are new.
    brief : a box says its title alone, in a size to be read from far: of a tree whose shape counts.
    bags : room below each node whose examples lie there (``with_examples``), where no edge or word of a lower level
        comes.
    so_far : it is a piece of a growth that goes on. Returns classes, colours and signs (of each cls; a number needs no
        sign), scale (None for classes), width, height (px), left_out (nodes not drawn), and nodes, parents first: id
        ("r.0.1", the path), parent, x (centre), y (top), w, h, kind (split, leaf, open), title, lines, counts, cls,
        mark, branch, step, tooltip, label; of a split also asks: feature and threshold, or feature and the branch of
        each value.
    """
    drawing = GrowingTree(tree, decided, steps, scale, part, most, made, brief, bags, so_far)
    drawing.show(done, next, way)
    return drawing.view()


class GrowingTree(Drawing):
    """A tree as it is drawn while it grows. Arguments as for ``tree_view``.

    decided : the nodes that are decided to begin with; None for the whole tree.
    """

    def __init__(
        self,
        tree: Tree,
        decided: Collection[int] | None = None,
        steps: Mapping[int, int] | None = None,
        scale: Mapping | None = None,
        part: bool = True,
        most: int = MOST,
        made: dict | None = None,
        brief: bool = False,
        bags: bool = False,
        so_far: bool = False,
    ):
        super().__init__(tree, NEAR if brief else GAP, STEP if brief else LEVEL)
        self._steps, self._part, self._most = steps or {}, part, most
        self._scale = (scale or _scale(tree)) if tree.schema.regression else None
        self._made, self._shared, self._so_far, self._brief = (
            {} if made is None else made,
            made is not None,
            so_far,
            brief,
        )
        self._bags = bags and int(tree.counts[0].sum()) <= DOTTED
        self._first, self._branches = tree.first_child.tolist(), tree.n_children.tolist()
        self._parent, self._depth = tree.parent.tolist(), tree.depth.tolist()
        self._known = None if decided is None else set(decided)
        self._visible, self._letters = 1, 0  # all that can be seen, and the letters of its ids
        for node in range(len(tree)) if decided is None else decided:
            self._count(node)
        self._opened, self._top, self._whole, self._fresh, self._numbers = set(), None, False, [], {}

    def decide(self, node: int) -> None:
        """A node has been split, or has become a leaf."""
        self._known.add(node)
        self._fresh.append(node)
        self._count(node)

    def show(self, done: int | None = None, next: int | None = None, way: Collection[int] = ()) -> None:
        """Draw what is decided by now."""
        whole = not self._part or (self._visible <= self._most and self._letters <= LETTERS)
        if whole and self._whole:
            changed = set(self._fresh)
            for node in self._fresh:
                below = self._below(node)
                self._opened.update([node] if below else ())
                self.shown[list(below)] = True
                changed.update(below)
        else:
            drawn, opened = (
                self._level_by_level(0, (), whole) if whole else self._some(next if done is None else done, way)
            )
            shown = np.zeros(len(self.tree), bool)
            shown[drawn] = True
            # The first node of a part says what is above it.
            tops = {drawn[0], self._top} if drawn[0] != self._top else set()
            changed = {*np.flatnonzero(shown & ~self.shown).tolist(), *self._fresh, *(opened ^ self._opened), *tops}
            changed &= set(drawn)
            self.shown, self._opened, self._top = shown, opened, drawn[0]
        self._whole = whole
        self._fresh.clear()
        for node in sorted(changed):
            self._put(node)
        self.place({node: mark for node, mark in ((next, "next"), (done, "done")) if node is not None})

    @property
    def left_out(self) -> int:
        """How many nodes can be seen and are not drawn."""
        return self._visible - int(np.count_nonzero(self.shown))

    def view(self) -> dict:
        """What is drawn, whole: the dict of ``tree_view``."""
        schema = self.tree.schema
        classes = range(len(schema.classes))
        return {
            "classes": list(schema.classes) or [f"mean of {schema.target}"],
            "colours": [shade(k) for k in range(SHADES)] if self._scale else [class_colour(k) for k in classes],
            "signs": [""] * SHADES if self._scale else [class_sign(k) for k in classes],
            "shapes": OUTLINES[:1] if self._scale else [class_outline(k) for k in classes],
            "scale": self._scale,
            "left_out": self.left_out,
            "nodes": self.nodes(),
        } | self.size()

    def _count(self, node: int) -> None:
        self._visible += self._branches[node]
        self._letters += 2 * self._branches[node] * (self._depth[node] + 1)

    def _below(self, node: int) -> range:
        return range(self._first[node], self._first[node] + self._branches[node])

    def _put(self, node: int) -> None:
        """A node's box as it is now, and what is below it."""
        opened, known = node in self._opened, self._known is None or node in self._known
        above = bool(node) and bool(self.shown[self._parent[node]])
        key = self._known_by(node), known, opened, above
        if key not in self._made:
            self._made[key] = self._box(self.tree[node], above, known, opened)
        bag = self._bags and not opened and bool(self.tree.counts[node].any())
        self.put(node, self._made[key], self._below(node) if opened else (), bag=bag)

    def _box(self, node: Node, above: bool, known: bool, opened: bool) -> dict:
        step, style = self._steps.get(node.i), (self._scale, self._so_far, self._brief)
        return node_box(node, self.id(node.i), above, known, opened, step, *style)

    def _known_by(self, node: int) -> int:
        """A number for all that is said of a node: its own, or, for boxes made for several trees,
        one that equal nodes share."""
        if not self._shared or node < 0:
            return node
        if node not in self._numbers:
            tree, at = self.tree, float(self.tree.at[node])
            size = (len(tree), tree.n_leaves) if tree.stops[node] is Stop.BUDGET else ()
            same = (
                self._known_by(self._parent[node]),
                int(tree.branch[node]),
                int(tree.feature[node]),
                int(tree.kind[node]),
                at if at == at else None,
                int(tree.label[node]),
                tree.stops[node],
                tree.counts[node].tobytes(),
                size,
                *(() if tree.value is None else (float(tree.value[node]), float(tree.mse[node]))),
            )
            self._numbers[node] = self._made.setdefault(same, len(self._made))
        return self._numbers[node]

    def _level_by_level(self, top: int, ahead: Collection[int], whole: bool = False) -> tuple[list[int], set[int]]:
        """From a node down: those ``ahead`` whatever it costs, others level by level as far as there is room."""
        shown, opened, letters, known = [top], set(), 0, self._known
        count, depth, branches = 1 + sum(self._branches[i] for i in ahead), self._depth, self._branches
        for i in shown:
            below = branches[i]
            if not below or not (known is None or i in known):
                continue
            if i not in ahead:
                letters += 2 * below * (depth[i] + 1)
                if not whole and (count + below > self._most or letters > LETTERS):
                    continue
                count += below
            shown += range(self._first[i], self._first[i] + below)
            opened.add(i)
        return shown, opened

    def _some(self, focus: int | None, way: Collection[int]) -> tuple[list[int], set[int]]:
        """Of a tree that is too large: (the nodes to draw, parents first; those whose children are drawn)."""
        if way:
            return self._level_by_level(0, set(way))
        line = self.tree[focus or 0].line()
        top = max(len(line) // ABOVE - 1, 0) * ABOVE
        return self._level_by_level(line[top], set(line[top:-1]))


@dataclass(frozen=True)
class _Unsplit(Node):
    """A node as it is in a piece of its growth, before its split."""

    split = None
    stop = Stop.BUDGET


class Pieces(GrowingTree):
    """The trees that the first splits of a growth make, one after the other: a node that is not split yet is a leaf."""

    def __init__(self, tree: Tree):
        super().__init__(tree, (), brief=True, so_far=True)

    def _box(self, node: Node, above: bool, known: bool, opened: bool) -> dict:
        unsplit = not known and self.tree.stops[node.i] is None
        return super()._box(_Unsplit(self.tree, node.i) if unsplit else node, above, True, opened)


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


def laid_out(view: dict, nodes: list[dict], gap: float, top: Callable[[int], float]) -> dict:
    """A view with these nodes, parents first, each in its place. top : levels below the first node -> y."""
    at, first = {node["id"]: k for k, node in enumerate(nodes)}, nodes[0]["id"].count(".")
    children: list[list[int]] = [[] for _ in nodes]
    for k, node in enumerate(nodes):
        if node["parent"] in at:
            children[at[node["parent"]]].append(k)
    for node, x in zip(nodes, tidy(children, [node["w"] for node in nodes], gap), strict=True):
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
    """The view with boxes of one height that hold a title alone,
    wide enough for letters to be read where it is drawn small."""

    def width(node: dict) -> int:
        return round(max(text_width(node["title"], WORD) + 16, text_width(node["branch"] or "", WORD) + 4, 56))

    nodes = [node | {"lines": [], "h": LOW, "w": width(node)} for node in view["nodes"]]
    return laid_out(view, nodes, gap, lambda depth: depth * (LOW + level))


def _scale(tree: Tree) -> dict:
    """The colour scale of a tree that stands alone."""
    means = [tree[i].value for i in range(len(tree)) if not tree[i].split and tree[i].n] or [tree[0].value]
    return {"lo": min(means), "hi": max(means), "texts": [measured(min(means)), measured(max(means))]}


def _asks(split: Split, schema: Schema) -> list:
    """[feature, threshold] of a number, [feature, the branch of each value] of a nominal feature."""
    codes = list(range(len(schema.features[split.feature].values)))
    return [split.feature, route(split.kind, split.at or 0.0, codes).tolist() if codes else split.at]


def node_box(
    node: Node,
    id_: str | None,
    above: bool,
    known: bool,
    opened: bool,
    step: int | None,
    scale: Mapping | None,
    so_far: bool = False,
    brief: bool = False,
) -> dict:
    """What is drawn of a node, without its place.

    above, opened : its parent is drawn, its children are. known : it is decided.
    """
    tree, schema, split, counts = node.tree, node.tree.schema, node.split if known else None, node.counts
    kind = "open" if not known else "split" if split else "leaf"
    title = "?" if not known else split.title(schema) if split else node.label
    cls = shade_of(node.value, scale["lo"], scale["hi"]) if scale else node.cls
    if scale and kind == "leaf":
        title = measured(node.value)
    lines = [] if brief else _regression_lines(node, kind) if scale else _class_lines(counts, cls, schema.classes, kind)
    if node.i and not above:
        lines.append(f"{many(int(tree.depth[node.i]), 'level')} above")
    if kind == "split" and not opened:
        lines.append("more below")
    heading, lines = shorten(title, LONGEST), [shorten(line, LONGEST + 4) for line in lines]
    if split:
        heading = question(split, schema, LONGEST)
    elif kind == "leaf" and not scale:
        heading = shortened(schema.classes, LONGEST)[title]
    branch = answer(node, LONGEST) if node.i else None
    says = {"open": "not decided yet", "split": f"split on {title}", "leaf": f"leaf {title}"}[kind]
    why = f" Leaf because {leaf_reason(node, so_far)}." if kind == "leaf" else ""
    needs = (text_width(heading, GROWN) + 14, 56) if brief else (text_width(heading, TITLE) + 44, 72)
    width = max(*needs, *(text_width(line, 13) + 22 for line in lines), text_width(branch, 13) + 8 if branch else 0)
    asks = {"asks": _asks(split, schema)} if split else {}
    return asks | {
        "id": id_,
        "w": round(width),
        "h": (LOW if brief else 34) + LINE * len(lines),
        "kind": kind,
        "title": heading,
        "lines": lines,
        "counts": [] if schema.regression else counts,
        "cls": cls if kind == "leaf" else None,
        "branch": branch,
        "step": step,
        "label": f"{place(node)}: {says}, {contents(node)}.{why}",
    }


def _class_lines(counts: list[int], cls: int, classes: Sequence[str], kind: str) -> list[str]:
    """The counts, if they are short; of a leaf how many are wrong."""
    drawn, n = counts_text(counts, _names(classes)), sum(counts)
    lines = [drawn if len(drawn) <= LONGEST + 4 else many(n, "example")]
    return [*lines, f"{n - counts[cls]} wrong"] if kind == "leaf" and max(counts) < n else lines


def _regression_lines(node: Node, kind: str) -> list[str]:
    """The mean, n and the squared error; a leaf's title is its mean already."""
    if not node.n:
        return [contents(node)]
    mse = f"MSE {measured(node.mse)}"
    return [f"n = {node.n}, {mse}"] if kind == "leaf" else [f"mean {measured(node.value)}, n = {node.n}", mse]
