"""A tree view as a still SVG picture, for notebooks, thumbnails and downloads."""

from dtlearn.show.base.text import escaped

PAD = 14  # px around the tree, room for a ring
STEM = 24  # px above a node where its edge comes down straight, behind the label

# The paper changes with the reader's theme together with the ink, so that the two always fit.
# No CSS variables: drawing programs and converters do not know them.
_STYLE = """.dt-svg text{fill:#222831;font-family:sans-serif;font-size:13px;text-anchor:middle}
.dt-svg .title{font-size:15px;font-weight:600}
.dt-svg .branch{paint-order:stroke;stroke:#fff;stroke-width:7px;stroke-linejoin:round}
.dt-svg .paper{fill:#fff}
.dt-svg .edge{fill:none}
.dt-svg .split{fill:#f0f2f6}
.dt-svg .leaf{fill-opacity:.2;stroke-width:2px}
.dt-svg .open{fill:none;stroke-dasharray:5 4}
.dt-svg .done{fill:none;stroke:#808892;stroke-width:2px}
.dt-svg .next{fill:none;stroke:#c0334a;stroke-width:4px}
.dt-svg .edge,.dt-svg .split,.dt-svg .open{stroke:#808892;stroke-width:1.5px}
.dt-svg .lit{stroke:#222831;stroke-width:4px}
@media (prefers-color-scheme:dark){
.dt-svg text{fill:#fafafa}.dt-svg .lit{stroke:#fafafa}.dt-svg .branch{stroke:#171614}.dt-svg .paper{fill:#171614}
.dt-svg .split{fill:#2b2c30}.dt-svg .next{stroke:#ff7d87}
}"""


def tree_svg(view: dict) -> str:
    """The tree view as one self-contained ``<svg>`` element, in px; it fits light and dark pages.

    Nodes that are ``lit`` and the edges to them are thick.
    """
    width, height = view["width"] + 2 * PAD, view["height"] + 2 * PAD
    at = {node["id"]: node for node in view["nodes"]}
    edges = "".join(
        _edge(at[node["parent"]], node, _lit(node, view)) for node in view["nodes"] if node["parent"] is not None
    )
    nodes = "".join(_node(node, view) for node in view["nodes"])
    labels = escaped(". ".join(node["label"].rstrip(".") for node in view["nodes"]))
    size = f'width="{width:g}" height="{height:g}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="dt-svg" role="img" {size} '
        f'viewBox="{-PAD} {-PAD} {width:g} {height:g}"><title>Decision tree</title><desc>{labels}.</desc>'
        f"<style>{_STYLE}</style>"
        f'<rect class="paper" x="{-PAD}" y="{-PAD}" {size} rx="8"/>{edges}{nodes}</svg>'
    )


def _lit(node: dict, view: dict) -> str:
    """What the class of a node on the way, or of the edge to it, has in addition."""
    return " lit" if node["id"] in view.get("lit", ()) else ""


def _edge(parent: dict, child: dict, lit: str) -> str:
    x0, y0, x1, y1 = parent["x"], parent["y"] + parent["h"], child["x"], child["y"]
    stem = max(y1 - STEM, y0)
    middle = (y0 + stem) / 2
    bend = f"C{x0:g} {middle:g} {x1:g} {middle:g} {x1:g} {stem:g}"
    return f'<path class="edge{lit}" d="M{x0:g} {y0:g}{bend}V{y1:g}"/>'


def _node(node: dict, view: dict) -> str:
    colours, signs = view["colours"], view["signs"]
    x, y, w, h, cls = node["x"], node["y"], node["w"], node["h"], node["cls"]
    corner = 12 if node["kind"] == "leaf" else 4
    colour = f' fill="{colours[cls]}" stroke="{colours[cls]}"' if node["kind"] == "leaf" else ""
    sign = f"{signs[cls]} ".lstrip() if cls is not None else ""
    pale = ' opacity=".55"' if node["mark"] == "same" else ""
    parts = [f"<g{pale}><title>{escaped(node['tooltip'])}</title>"]
    if node["branch"] is not None:
        parts.append(f'<text class="branch" x="{x:g}" y="{y - 14:g}">{escaped(node["branch"])}</text>')
    parts.append(_rect(node, node["kind"] + _lit(node, view), 0, corner, colour))
    if node["mark"] in ("done", "next"):
        parts.append(_rect(node, node["mark"], 6, corner + 6))
    parts.append(f'<text class="title" x="{x:g}" y="{y + 20:g}">{escaped(sign + node["title"])}</text>')
    for i, line in enumerate(node["lines"]):
        parts.append(f'<text x="{x:g}" y="{y + 37 + 17 * i:g}">{escaped(line)}</text>')
    left, total = x - w / 2 + 10, sum(node["counts"])
    for k, count in enumerate(node["counts"]):
        if count:
            part = (w - 20) * count / total
            parts.append(f'<rect x="{left:g}" y="{y + h - 7:g}" width="{part:g}" height="4" fill="{colours[k]}"/>')
            left += part
    return "".join([*parts, "</g>"])


def _rect(node: dict, name: str, out: float, corner: float, colour: str = "") -> str:
    """The node's box, or a ring ``out`` px around it."""
    x, y = node["x"] - node["w"] / 2 - out, node["y"] - out
    size = f'width="{node["w"] + 2 * out:g}" height="{node["h"] + 2 * out:g}"'
    return f'<rect class="{name}" x="{x:g}" y="{y:g}" {size} rx="{corner}"{colour}/>'
