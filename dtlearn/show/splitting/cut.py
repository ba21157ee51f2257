"""A threshold among the values of a feature as a small SVG picture, no word in it."""

from collections.abc import Sequence

from dtlearn.show.base.palette import class_colour

SIDE, STEP = 10, 13  # px of a mark, and from mark to mark where values are equal


def cut_svg(values: Sequence[float], classes: Sequence[int], gap: int, width: int, height: int) -> str:
    """The examples as marks above an axis, classes told apart by shape too.

    gap : the place of the cut, 0 below all values; it is not drawn there.
    """
    distinct = sorted(set(values))
    scale = (width - SIDE - 2) / (distinct[-1] - distinct[0] or 1)

    def x(value: float) -> float:
        return 1 + SIDE / 2 + scale * (value - distinct[0])

    base, drawn = height * 0.7, []
    for value in distinct:
        for level, k in enumerate(sorted(k for v, k in zip(values, classes, strict=True) if v == value)):
            look = (
                f'x="{x(value) - SIDE / 2:.1f}" y="{base - SIDE - 2 - STEP * level:.1f}" width="{SIDE}" height="{SIDE}"'
            )
            drawn.append(f'<rect {look} rx="{0 if k else SIDE / 2}" fill="{class_colour(k)}"/>')
    axis = f"M0 {base:.1f}H{width}"
    if 0 < gap < len(distinct):
        axis += f"M{(x(distinct[gap - 1]) + x(distinct[gap])) / 2:.1f} {height * 0.2:.1f}V{height * 0.9:.1f}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
        f'<path d="{axis}" fill="none" stroke="#808892" stroke-width="2"/>{"".join(drawn)}</svg>'
    )
