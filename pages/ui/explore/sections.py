"""The playground on the page."""

from dtlearn.data.synthetic import PLANE_CLASSES, SHAPES
from dtlearn.show.base.palette import class_sign
from pages.ui.components.playground import playground
from pages.ui.explore import scene
from pages.ui.kit import heading
from pages.ui.kit.session import state
from pages.ui.regions.link import MOST_POINTS

# Field, label, ends, units in one, and what the end says where it is no number.
_SLIDERS = (
    ("noise", "Label noise, in %", 0, 40, 1, ""),
    ("depth", "Max. depth", 0, scene.DEPTH + 1, 1, "no limit"),
    ("alpha", "Price of a leaf, alpha", 0, scene.ALPHA, 1000, ""),
    ("trees", "Trees in the forest", 1, scene.TREES, 1, ""),
)


def playing() -> None:
    """The title with its tools, the playground."""
    heading.with_tools("Explore", "Why is the largest tree not the best? Drag a slider or a point.")
    classes = PLANE_CLASSES[:3]
    data = {
        "query": scene.query_of(state()),
        "sliders": _SLIDERS,
        "presets": {name: SHAPES[name].title for name in scene.PRESETS},
        "palette": classes,
        "signs": [class_sign(k) for k in range(len(classes))],
        "most": MOST_POINTS,
    }
    playground(data, "playground", scene.rested)
