"""A partition: what the settings make, shared by everyone who looks at the same."""

from dataclasses import replace
from math import ceil

import dtlearn
from dtlearn.data.synthetic import SIDE, Point, plane
from dtlearn.growing.grow import PLAYED
from dtlearn.show.documents.partition import partition_walkthrough
from dtlearn.show.documents.walkthrough import Walkthrough
from dtlearn.show.plane.svg import partition_svg
from dtlearn.show.plane.view import partition_view
from dtlearn.show.tree.view import tree_view, with_examples
from dtlearn.splitting.criteria import REGRESSION, Criterion
from dtlearn.trees.regions import asked_first, middle
from pages.ui.kit import longwork, tables
from pages.ui.kit.clouds import ALONE, mend_axes
from pages.ui.kit.documents import LONG, PART
from pages.ui.kit.fields import OWN
from pages.ui.kit.kept import cached
from pages.ui.kit.scene import reset_with_reason
from pages.ui.kit.settings import LIMITS, SETTINGS
from pages.ui.kit.settings import settings_of as grow_settings

DRAWN = "drawn"  # the data set of the reader's own points
LARGE = 100  # examples; a tree of so many numbers has hundreds of leaves
START = 3  # the greatest depth of such a tree while nobody has limited it
MANY, LEAVES = 1000, 200  # with more examples than that a tree has at most so many leaves: the boxes are to be seen
_OWN_WAYS = {"nominal": OWN, "zero": OWN, "again": OWN}  # as the algorithm says in its notes
GROWN = tuple(field.name for field in SETTINGS if field.name not in _OWN_WAYS)


def settings_of(s: dict) -> dtlearn.GrowSettings:
    """The settings of the growth; what is predicted decides which criteria there are."""
    settings, fits = grow_settings({name: s[name] for name in GROWN} | _OWN_WAYS), criteria(s)
    if settings.criterion not in fits:
        settings = replace(settings, criterion=next(iter(fits)))
    if starts_small(s):
        settings = replace(settings, max_depth=START)
    return (
        replace(settings, max_leaf_nodes=min(s["leaves"] or LEAVES, LEAVES))
        if crowded(s) or tables.is_large(s["data"])
        else settings
    )


def starts_small(s: dict) -> bool:
    """Whether the tree is kept small because nobody has limited it: hundreds of means in as many boxes show nothing."""
    limited = any(s[field.name] != field.default for field in SETTINGS if field.name in LIMITS)
    return not limited and (crowded(s) or (criteria(s) is REGRESSION and len(tables.load(s["data"])) > LARGE))


def crowded(s: dict) -> bool:
    """Whether there are so many examples that they and a full tree's boxes could not be drawn in a moment."""
    return one_in(s) > 1


def one_in(s: dict) -> int:
    """The plane shows one example in so many."""
    return 1 if s["data"] == DRAWN else ceil(len(tables.load(s["data"])) / MANY)


def criteria(s: dict) -> dict[str, Criterion]:
    """The criteria that fit the target: classes or numbers."""
    regression = s["data"] != DRAWN and tables.load(s["data"]).schema.regression
    return REGRESSION if regression else dtlearn.CRITERIA


@cached(100)
def _steps(data: str, points: tuple[Point, ...], settings: dtlearn.GrowSettings, order: str) -> dtlearn.Steps:
    found = plane(points) if data == DRAWN else tables.load(data)
    return dtlearn.steps(longwork.grow(data, found, settings), order)


def steps_of(s: dict) -> dtlearn.Steps | None:
    """The growth that the settings describe; None while no point is drawn."""
    points = s["points"] if s["data"] == DRAWN else ()
    if s["data"] == DRAWN and not points:
        return None
    return _steps(s["data"], points, settings_of(s), s["order"])


def last_of(s: dict) -> int:
    """The number of the last step."""
    return len(steps_of(s) or (0,)) - 1


def free_of(s: dict) -> tuple[int, ...]:
    """The features on the axes: the chosen ones, else the numeric ones that the tree asks about first."""
    if s["data"] == DRAWN:
        return 0, 1
    ranked = asked_first(steps_of(s).trace.tree)
    if s["x"] is None and s["y"] is None:
        return tuple(sorted(ranked[:2]))
    x = s["x"] if s["x"] is not None else next((j for j in ranked if j != s["y"]), ranked[0])
    y = s["y"] if s["y"] is not None else next((j for j in ranked if j != x), ALONE)
    return (x,) if y in (ALONE, x) else (x, y)


def held_of(s: dict, data: dtlearn.Dataset) -> list[float]:
    """(d,) where the slice lies: what was chosen, else the middle of the data."""
    return [dict(s["slices"]).get(j, value) for j, value in enumerate(middle(data))]


def span_of(s: dict) -> list[tuple[float, float]] | None:
    """The ends of the axes where they do not follow from the data."""
    return [(0, SIDE / 100)] * 2 if s["data"] == DRAWN else None


def view_of(s: dict, k: int) -> dict:
    """The tree of a step, in the colours of the plane."""
    steps = steps_of(s)
    step = steps[k]
    done, next_ = (node and node.i for node in (step.done, step.next))
    view = tree_view(step.trace.tree, step.decided, done, next_, steps.decisions, plane_of(s, k)["scale"], bags=True)
    return with_examples(view, step.trace.tree, step.trace.data)


def plane_of(s: dict, k: int) -> dict:
    """The plane of a step."""
    steps = steps_of(s)
    step, data = steps[k], steps.trace.data
    done, next_ = (node and node.i for node in (step.done, step.next))
    view = partition_view(step.trace.tree, data, free_of(s), held_of(s, data), step.decided, done, next_, span_of(s))
    return view | {"points": view["points"][:: one_in(s)]}


def picture(s: dict, width: int, height: int) -> str:
    """The plane as a small ``<svg>``; "" while no point is drawn."""
    if steps_of(s) is None:
        return ""
    return partition_svg(plane_of(s, s["step"]), width, height, axes=False, texts=False, paper=False)


def part_size(s: dict) -> int:
    """The frames of a part of the document; 0 of one that comes whole."""
    return PART if last_of(s) >= LONG else 0


def grown(s: dict) -> dtlearn.Steps:
    """The growth. Raises ValueError while no point is drawn."""
    if (steps := steps_of(s)) is None:
        raise ValueError("There is no tree without a point.")
    return steps


def document(s: dict, part: range | None = None) -> Walkthrough:
    """The partition as a document, or a part of it."""
    steps = grown(s)
    more = {"about": s["algorithm"], "span": span_of(s), "one_in": one_in(s), "part": part}
    return partition_walkthrough(steps, free_of(s), held_of(s, steps.trace.data), **more)


def plays(s: dict) -> bool:
    """Whether there can be a page that plays: of a large tree there is none."""
    steps = steps_of(s)
    return steps is not None and len(steps.trace.tree) <= PLAYED


def fit_slice(s: dict) -> list[str]:
    """Let go of axes and positions that the data do not have; returns what was wrong."""
    data = plane(((0, 0, 0),)) if s["data"] == DRAWN else tables.load(s["data"])
    features = data.schema.features
    wrong = mend_axes(s, [j for j, feature in enumerate(features) if feature.numeric])
    held = tuple((j, value) for j, value in s["slices"] if j < len(features) and _fits(data, j, value))
    if held != s["slices"]:
        wrong += reset_with_reason(s, "slices", held, "slices= holds a position that does not exist")
    return wrong


def _fits(data: dtlearn.Dataset, j: int, value: float) -> bool:
    values = data.schema.features[j].values
    if values:
        return value in range(len(values))
    return float(data.X[:, j].min()) <= value <= float(data.X[:, j].max())
