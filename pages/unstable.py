"""One tree is unstable: a flipped label, an example left out or a resample, and the tree is another one."""

import dtlearn  # noqa: F401
from pages.ui.kit import heading, longwork
from pages.ui.kit.scene import live, load
from pages.ui.unstable import scene, sections

wrong = longwork.begin("unstable", scene.FIELDS) + load(scene.FIELDS, scene.mend, scene.OPENS)
heading.say(wrong)
live(
    scene.FIELDS,
    longwork.sends(scene.missing),
    sections.heading,
    sections.moving,
    sections.answers,
    sections.arithmetic,
    sections.resamples,
)
sections.growing(wrong)
sections.moral()
