"""The shape of a tree without a word, as small as it has to be."""

from collections.abc import Collection

from dtlearn.show.base.palette import SHADES, class_colour, class_outline, shade, shade_of
from dtlearn.show.base.text import size_text
from dtlearn.show.tree.drawing import node_id
from dtlearn.show.tree.layout import tidy
from dtlearn.trees.split import Kind
from dtlearn.trees.tree import Tree

_SKETCH = """.dt-sketch .edge{stroke:#808892;stroke-width:1.3px;fill:none}.dt-sketch .split{fill:#808892}
.dt-sketch .way{stroke:#222831;stroke-width:4px;fill:none}
.dt-sketch .leaf{stroke:#222831;stroke-width:.8px}.dt-sketch .paper{fill:#fff}
@media (prefers-color-scheme:dark){.dt-sketch .paper{fill:#171614}.dt-sketch .leaf,.dt-sketch .way{stroke:#fafafa}}"""


def sketch_svg(tree: Tree, view: dict, width: int, height: int) -> str:
    """The shape of a tree without a word: a dot for every question, the sign of its class for every leaf.

    view : cls, for the leaves' numbers; shapes and colours, by cls; lit, ids of nodes on a way, if there is one.
    """
    size = 12
    centres = tidy([[child.i for child in node.children] for node in tree], [size] * len(tree), 3)
    deepest, wide = max(int(tree.depth.max()), 1), max(centres) + size / 2
    k = min(1.0, (width - 12) / wide)
    left, drop = (width - wide * k) / 2, min(26.0, (height - 18) / deepest)
    at = [(round(left + x * k, 1), round(9 + int(d) * drop, 1)) for x, d in zip(centres, tree.depth, strict=True)]
    edges, marks, way, lit = [], [], [], view.get("lit", ())
    scale, kinds = max(0.35, min(1.0, k * 1.2)), tree.kind.tolist()
    for node, (x, y) in zip(tree, at, strict=True):
        if node.i:
            x0, y0 = at[int(tree.parent[node.i])]
            (way if lit and node_id(node.path) in lit else edges).append(f"M{x0:g} {y0:g}L{x:g} {y:g}")
        look = view["cls"].get(node.i)
        if kinds[node.i] != Kind.NONE:
            marks.append(f'<circle class="split" cx="{x:g}" cy="{y:g}" r="{round(3.2 * scale, 1):g}"/>')
        elif look is not None:
            marks.append(
                f'<path class="leaf" transform="translate({x:g} {y:g}) scale({round(scale, 2):g})" '
                f'd="{view["shapes"][look]}" fill="{view["colours"][look]}"/>'
            )
    walked = f'<path class="way" d="{"".join(way)}"/>' if way else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="dt-sketch" role="img" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}"><title>Tree with {size_text(tree)}</title><style>{_SKETCH}</style>'
        f'<rect class="paper" width="{width}" height="{height}" rx="6"/>'
        f'<path class="edge" d="{"".join(edges)}"/>{walked}{"".join(marks)}</svg>'
    )


def shape(tree: Tree, width: int, height: int, lit: Collection[str] = ()) -> str:
    """The tree without a word as one self-contained ``<svg>`` element: dots for questions, the classes' signs for
    leaves.

    Leaves with a mean have its colour, from the least to the greatest of the tree. lit : ids of the nodes on a way.
    """
    looks = range(SHADES if tree.schema.regression else len(tree.schema.classes))
    cls, colour = tree.label.tolist(), class_colour
    if tree.schema.regression:
        means, colour = tree.value.tolist(), shade
        ends = [mean for mean, below in zip(means, tree.n_children.tolist(), strict=True) if not below]
        cls = [shade_of(mean, min(ends), max(ends)) for mean in means]
    return sketch_svg(
        tree,
        {
            "cls": dict(enumerate(cls)),
            "colours": [colour(k) for k in looks],
            "shapes": [class_outline(0 if tree.schema.regression else k) for k in looks],
            "lit": lit,
        },
        width,
        height,
    )
