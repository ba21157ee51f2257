"""Practice: exercises with graded answers, a worked example that fades, a tree that somebody's own code grew."""

import dtlearn  # noqa: F401
from pages.ui.kit import heading
from pages.ui.kit.scene import draw_as_fragment, load
from pages.ui.practice import scene, sections

wrong = load(scene.FIELDS, scene.mend, {"mode": "skills"})
sections.heading()
heading.defer_warning(wrong)
sections.sidebar()
draw_as_fragment(scene.FIELDS, heading.deferred_warning, sections.body)
sections.sources()
