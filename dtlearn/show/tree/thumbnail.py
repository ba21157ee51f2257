"""A tree view as a small SVG picture of one size: its shape and the classes in its nodes,
no word that could not be read."""

WIDEST, HIGHEST = 16, 11  # px of a node
SHARE = 0.8  # of the room from node to node, at most


def thumbnail_svg(view: dict, width: int, height: int) -> str:
    """The tree view as an ``<svg>`` element of width x height px, each node a bar of its classes;
    it fits light and dark pages."""
    nodes = view["nodes"]
    levels = sorted({node["y"] for node in nodes})
    rows = [sorted(node["x"] for node in nodes if node["y"] == y) for y in levels]
    left, right = min(row[0] for row in rows), max(row[-1] for row in rows)
    scale = (width - WIDEST - 2) / max(right - left, 1)
    nearest = min((b - a for row in rows for a, b in zip(row, row[1:], strict=False)), default=right - left)
    w = min(WIDEST, SHARE * scale * nearest) if nearest else WIDEST
    step = (height - HIGHEST - 2) / max(len(levels) - 1, 1)
    h = min(HIGHEST, SHARE * step)
    middle = (left + right) / 2
    at = {node["id"]: (width / 2 + scale * (node["x"] - middle), 1 + step * levels.index(node["y"])) for node in nodes}
    edges = "".join(
        f"M{at[node['parent']][0]:.1f} {at[node['parent']][1] + h:.1f}L{at[node['id']][0]:.1f} {at[node['id']][1]:.1f}"
        for node in nodes
        if node["parent"] is not None
    )
    bars = "".join(_bar(node, view, *at[node["id"]], w, h) for node in nodes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
        f'<path d="{edges}" fill="none" stroke="#808892"/>{bars}</svg>'
    )


def _bar(node: dict, view: dict, x: float, y: float, w: float, h: float) -> str:
    """A node: a leaf in its colour, another in shares of its classes, grey where there are none."""
    total, colours, left = sum(node["counts"]), view["colours"], x - w / 2
    if node["kind"] == "leaf":
        parts = [(1, colours[node["cls"]])]
    else:
        parts = [(n / total, colours[k]) for k, n in enumerate(node["counts"]) if n] or [(1, "#808892")]
    drawn = []
    for share, colour in parts:
        drawn.append(f'<rect x="{left:.1f}" y="{y:.1f}" width="{w * share:.1f}" height="{h:.1f}" fill="{colour}"/>')
        left += w * share
    return "".join(drawn)
