"""Practice: exercises with graded answers, a worked example that fades, a tree that somebody's own code grew."""

import dtlearn
from dtlearn.data.sniff import MOST_COLUMNS
from dtlearn.teaching.exercises import KINDS, LEVELS
from dtlearn.teaching.faded import FADED_STAGES
from pages.ui.kit import tables
from pages.ui.kit.codec import Field, choice, whole
from pages.ui.kit.fields import FRESH, VIEW
from pages.ui.kit.lesson import BAR, Lesson, Setting, segments
from pages.ui.kit.scene import clamp
from pages.ui.kit.session import state
from pages.ui.practice import link, scene, sections
from pages.ui.practice.data import FADED_DATA, MOST_ROWS, fadable, features_of, usable

# What is practised -> its title, and what it is.
MODES = {
    "skills": ("Skills", "one skill at a time"),
    "set": ("Exercises", "new numbers every time"),
    "faded": ("Fading example", "more and more blanks"),
    "own": ("Your tree", "of your own code"),
}
FEATURE = 2  # Humidity, of PlayTennis


def fit(s: dict) -> list[str]:
    """Bring what depends on the set into its range; returns what was wrong."""
    wrong = clamp(s, "exercise", 0, s["count"] - 1)
    if any(i >= s["count"] for i in s["retries"]):
        wrong.append("retries= names an exercise that is not there")
        s["retries"] = {i: n for i, n in s["retries"].items() if i < s["count"]}
    if s["feature"] not in features_of(s):
        if s["feature"] != FEATURE:
            wrong.append(f"feature={s['feature']} is none of {', '.join(map(str, features_of(s)))}")
        s["feature"] = min(features_of(s))
    said = {i: _fitting(scene.asked(s, i), pairs) for i, pairs in s["answers"].items() if i < s["count"]}
    cells = {i: _fitting(scene.fading(s), pairs) for i, pairs in s["cells"].items() if not i}
    for name, kept in (("answers", said), ("cells", cells)):
        if kept != s[name]:
            wrong.append(f"{name}= holds an answer that cannot be given")
            s[name] = kept
    return wrong


def _settle(before: dict) -> str:
    """At another level the set begins anew."""
    if state()["level"] != before["level"]:
        scene.restart(before)
    return ""


def _faded(data: dtlearn.Dataset) -> dict | None:
    """The worked example that fades, about the first feature whose gain can be worked out by hand."""
    found = fadable(data)
    return {"mode": "faded", "feature": min(found)} if found else None


def _fitting(one: scene.Asked, pairs: dict[str, str]) -> dict[str, str]:
    """The answers that fit the blanks of an exercise."""
    blanks = {blank.key: blank for blank in one.exercise.blanks}
    return {
        key: text
        for key, text in pairs.items()
        if key in (link.SHOWN, link.MISSED) or (key in blanks and blanks[key].read(text) is not None)
    }


LESSON = Lesson(
    name="practice",
    title="Practice",
    about="Exercises with new numbers every time, graded, with the arithmetic; and a check of your own code's tree.",
    needs=f"two classes, a nominal feature of few values, up to {MOST_ROWS} rows",
    settings=(
        Setting(
            choice("mode", [*MODES], "set"),
            "Practise with",
            segments({name: title for name, (title, _) in MODES.items()}, width="content"),
            BAR,
        ),
        Setting(
            whole("level", 1, LEVELS[0], LEVELS[-1]),
            "Level",
            segments({1: "Easy", 2: "Medium", 3: "Hard"}, width="content"),
            BAR,
            shown=lambda s: s["mode"] in ("skills", "set") and not s["student"],
        ),
        Setting(Field("seed", 1, link.read_seed)),
        Setting(Field("kinds", tuple(KINDS), link.read_kinds, ".".join)),
        Setting(whole("count", 10, 1, 30)),
        Setting(whole("exercise", 0, 0, 29), view=True),
        Setting(Field("retries", {}, link.read_again, link.write_again), view=True),
        Setting(Field("answers", {}, link.read_said, link.write_said), view=True),
        Setting(whole("hint", 0, 0, 2), view=True),
        # A table of one's own is "mine" too.
        Setting(tables.field("data", "play_tennis", usable, among=FADED_DATA)),
        Setting(whole("feature", FEATURE, 0, MOST_COLUMNS)),
        Setting(whole("stage", 1, 0, FADED_STAGES - 1)),
        Setting(Field("cells", {}, link.read_said, link.write_said), view=True),
        Setting(Field("pasted", "", link.read_tree, link.write_tree)),
        Setting(FRESH, reset_by=("mode",), view=True),  # another mode: no example walks yet
        Setting(VIEW, view=True),
    ),
    own=_faded,
    goes_along=False,
    opens={"mode": "skills"},
    heading=lambda s: ("Practice", MODES[s["mode"]][1]),
    keys=lambda s: sections.KEYS,
    walks=scene.walks_of,
    fit=fit,
    settle=_settle,
    beside=(sections.choices,),
    body=lambda s: sections.body,
    follows="Exercises follow the lecture notes Ch8, BuildTree and CS181 and the textbook UML (Understanding Machine"
    " Learning). They are made and graded by the same code that grows the trees of the other pages.",
    slips=("E1", "E2", "E13", "E28", "E34"),
)
