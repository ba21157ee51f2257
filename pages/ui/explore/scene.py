"""The playground of the page Explore: what its link says, and what is to be seen of it."""

import json
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from math import ceil

from dtlearn.data.synthetic import SHAPES, Point
from dtlearn.forest.playground import Tried, tried
from dtlearn.show.documents.playground import playground_view
from pages.ui.kit.codec import Field, choice, decode, encode, whole
from pages.ui.kit.fields import PRESENT
from pages.ui.kit.session import state
from pages.ui.regions import link

PRESETS = ("rings", "xor", "diagonal", "stripes", "blobs", "spiral")
DEPTH, ALPHA, TREES = 12, 80, 50  # the ends of the sliders; alpha in thousandths
UNSEEN = 1000  # by how much the seed of held-out points differs
HELD = 2  # times that a shape is drawn for them

SEEN = (
    choice("data", PRESETS, "rings"),
    Field("points", (), lambda text: link.read_points(text, "points"), link.write_points),  # (): those of the data
    whole("noise", 15, 0, 40),
    whole("depth", None, 0, DEPTH),  # None: no limit
    whole("alpha", 0, 0, ALPHA),
    whole("trees", 1, 1, TREES),
)
FIELDS = (*SEEN, PRESENT)


def held_of(data: str) -> tuple[Point, ...]:
    """Points of a shape's rule that nothing grows on."""
    shape = SHAPES[data]
    return tuple(point for k in range(1, HELD + 1) for point in replace(shape, seed=shape.seed + UNSEEN * k).points)


def answer(query: Mapping[str, str]) -> str:
    """What is to be seen, as JSON. Raises ValueError with a sentence for a query that cannot be read."""
    S, wrong = decode(SEEN, query)
    if wrong:
        raise ValueError(f"This address cannot be read: {wrong[0]}.")
    found = tried(
        S["points"] or SHAPES[S["data"]].points,
        held_of(S["data"]),
        S["noise"] / 100,
        S["depth"],
        Fraction(S["alpha"], 1000),
        S["trees"],
    )
    return json.dumps(playground_view(found) | {"goes": goes(found)}, separators=(",", ":"))


def goes(found: Tried) -> list[tuple[str, int] | None]:
    """Of each place of the error curve the choice that leads there; None where no slider does."""
    if found.forest:
        # One tree alone is not bagged.
        return [("trees", size) if size > 1 else None for size in found.path.sizes["trees"]]
    # Falling: where a tree's alphas end, where they begin.
    ends = [ALPHA + 1, *(1000 * alpha for alpha in found.alphas)]
    prices = [max(ceil(low), 1) for low in ends[1:-1]] + [0]
    return [
        ("alpha", price) if price < min(end, ALPHA + 1) or not price else None
        for price, end in zip(prices, ends, strict=False)
    ]


def query_of(S: dict) -> dict[str, str]:
    """The scene as the playground knows it."""
    return encode(SEEN, S)


def rested(query: dict) -> None:
    """The reader has let go: the scene is what the playground shows, as far as it can be read."""
    values, wrong = decode(SEEN, {str(name): str(text) for name, text in query.items()})
    if not wrong:
        state().update(values)
