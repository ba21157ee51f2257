"""Surprise: how many bits each example of a group tells, and entropy as their average."""

from fractions import Fraction
from math import log2

from dtlearn.views.base.palette import class_colour, class_outline
from dtlearn.views.base.text import fixed

MOST = 20  # examples that stand beside each other
WIDTH, HEIGHT = 640, 300  # units of the drawing; it fits the width that it gets
LEFT, TOP, BASE = 60, 16, 236  # of the plot; the examples stand below it
TALLEST = 4.5  # bits; one of twenty has 4.32


def surprise(count: int, n: int) -> float:
    """log2(n / count), in bits: how much one of ``count`` examples among n surprises who knows the counts."""
    return log2(Fraction(n, count))


def entropy(counts: tuple[int, int]) -> float:
    """The mean surprise of all examples, in bits; 0 of none."""
    n = sum(counts)
    return sum(c * surprise(c, n) for c in counts if c) / n if n else 0.0


def surprise_svg(counts: tuple[int, int]) -> str:
    """Each example as a mark in its class's shape, above it a bar as high as its surprise; a line at their mean.

    counts : of class 0 and class 1, together at most ``MOST``. The ``<svg>`` element fits light and dark pages.
    """
    n = sum(counts)
    step = (WIDTH - LEFT - 130) / max(n, 1)
    drawn = [_grid(bits) for bits in range(5)]
    for i, k in enumerate([0] * counts[0] + [1] * counts[1]):
        x, high = LEFT + step * (i + 0.5), (BASE - TOP) * surprise(counts[k], n) / TALLEST
        drawn.append(
            f'<rect x="{x - step * 0.36:.1f}" y="{BASE - high:.1f}" width="{step * 0.72:.1f}" height="{high:.1f}"'
            f' fill="{class_colour(k)}" opacity="0.75"/>'
            f'<path d="{class_outline(k)}" transform="translate({x:.1f} {BASE + 22})" fill="{class_colour(k)}"/>'
        )
    y = BASE - (BASE - TOP) * entropy(counts) / TALLEST
    drawn.append(
        f'<path d="M{LEFT} {y:.1f}H{WIDTH - 122}" stroke="currentColor" stroke-width="2.5" stroke-dasharray="7 5"/>'
        f'<text x="{WIDTH - 116}" y="{y + 4:.1f}" font-weight="600">mean {fixed(entropy(counts))}</text>'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label='
        f'"Surprise of each of {n} examples; mean {fixed(entropy(counts))} bits" fill="currentColor" font-size="15"'
        f' style="width: 100%; max-width: 52rem; height: auto">{"".join(drawn)}</svg>'
    )


def _grid(bits: int) -> str:
    y = BASE - (BASE - TOP) * bits / TALLEST
    return (
        f'<path d="M{LEFT} {y:.1f}H{WIDTH - 122}" stroke="#808892" stroke-width="{1 if bits else 2}"'
        f' opacity="{0.35 if bits else 1}"/><text x="{LEFT - 10}" y="{y + 5:.1f}" text-anchor="end">'
        f"{bits}{' bits' if bits == 4 else ''}</text>"
    )


def surprise_text(counts: tuple[int, int], classes: tuple[str, str]) -> str:
    """What the picture shows, in words and numbers.

    >>> surprise_text((2, 6), ("No", "Yes")).split(". ")[0]
    'One in 4 is No: a No surprises you by log₂ 4 = 2 bits'
    >>> surprise_text((0, 8), ("No", "Yes"))
    'All 8 are Yes: you knew it before, so nothing surprises you. The entropy is 0.'
    """
    n = sum(counts)
    if not all(counts):
        k = int(counts[1] > 0)
        return f"All {n} are {classes[k]}: you knew it before, so nothing surprises you. The entropy is 0."
    says = [_says(c, n, name) for c, name in zip(counts, classes, strict=True)]
    terms = " + ".join(f"{c}/{n} · {fixed(surprise(c, n))}" for c in counts)
    return f"{says[0]}. {says[1]}. The mean of all {n}: {terms} = {fixed(entropy(counts))} bits. That is the entropy."


def _says(count: int, n: int, name: str) -> str:
    share = Fraction(count, n)
    often = f"One in {share.denominator}" if share.numerator == 1 else f"{count} of {n}"
    is_are = "is" if share.numerator == 1 else "are"
    of = str(share.denominator) if share.numerator == 1 else f"({n}/{count})"
    bits = surprise(count, n)
    value = f"{bits:.0f} bit{'s' * (bits != 1)}" if bits.is_integer() else f"{fixed(bits)} bits"
    return f"{often} {is_are} {name}: a {name} surprises you by log₂ {of} = {value}"
