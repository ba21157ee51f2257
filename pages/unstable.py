"""One tree is unstable: a flipped label, an example left out or a resample, and the tree is another one."""

import dtlearn  # noqa: F401
from pages.ui.kit import heading, longwork
from pages.ui.kit.scene import draw_as_fragment, load
from pages.ui.unstable import scene, sections

wrong = longwork.mark_full_run("unstable", scene.FIELDS) + load(scene.FIELDS, scene.mend, scene.OPENS)
heading.link_warning(wrong)
draw_as_fragment(
    scene.FIELDS,
    longwork.rerun_if_missing(scene.missing),
    sections.heading,
    sections.moving,
    sections.answers,
    sections.arithmetic,
    sections.resamples,
)
sections.growing(wrong)
sections.moral()
