"""Practice: exercises with graded answers, a worked example that fades, a tree that somebody's own code grew."""

import dtlearn  # noqa: F401
from pages.ui.kit import heading
from pages.ui.kit.scene import live, load
from pages.ui.practice import scene, sections

wrong = load(scene.FIELDS, scene.mend, {"mode": "skills"})
sections.heading()
heading.keep(wrong)
sections.sidebar()
live(scene.FIELDS, heading.warn, sections.body)
sections.sources()
