"""Impurity measures: the curves C(a), a split as chords below them, where criteria disagree, and the gain ratio."""

import re
from contextlib import suppress
from functools import partial

import streamlit as st

import dtlearn
from dtlearn.growing.root_contest import COPIES, DAY, day, root_contest
from dtlearn.show.base import html
from dtlearn.show.base.text import fixed
from dtlearn.show.splitting import contest, curves, sending, surprise
from pages.ui.components.curve import curve
from pages.ui.kit import controls
from pages.ui.kit.codec import Field, choice, whole
from pages.ui.kit.contents import fields_of
from pages.ui.kit.escape import md
from pages.ui.kit.lesson import BAR, Lesson, Setting, segments
from pages.ui.kit.scene import bind_widget, link, widget_args
from pages.ui.kit.session import state

TABS = {
    "surprise": "Surprise",
    "curves": "The curves",
    "split": "A split on them",
    "disagree": "Where they disagree",
    "ratio": "Gain ratio",
}
SETS = {
    "entropy_vs_error": "entropy, error",
    "entropy_vs_gini": "entropy, Gini",
    "gini_vs_error": "Gini, error",
    "gain_vs_ratio": "gain, gain ratio",
    "or": "OR",
    "four_class": "four classes",
}
DAYS = ("No", "Yes")  # the classes of PlayTennis
COUNTS = ("Left, class 0", "Left, class 1", "Right, class 0", "Right, class 1")
UNTOLD = -1  # no feature is told before the labels
SHOWN, ASKING = -1, -2  # instead of a guessed feature's number: the scores without a guess, or not yet
FIRST = sum(next(iter(curves.PRESETS.values())), ())  # the split that is shown first
# Topics stand in rows on a phone. On a slide more copies are asked for: who wins with them is not told before.
_STYLE = """<style>[class*=st-key-dt-bar-criteria] [data-testid=stButtonGroup] > div { flex-wrap: wrap; }
body:has(.st-key-dt-deck) tr[aria-current] ~ tr > * { visibility: hidden; }</style>"""


def _read_counts(text: str) -> tuple[int, ...]:
    if not re.fullmatch(r"\d{1,3}(\.\d{1,3}){3}", text, re.ASCII):
        raise ValueError(f"counts= is not four numbers up to {curves.MOST}")
    return tuple(map(int, text.split(".")))


def _read_mix(text: str) -> tuple[int, int]:
    if not re.fullmatch(r"\d{1,2}\.\d{1,2}", text, re.ASCII) or not 0 < sum(map(int, text.split("."))) <= surprise.MOST:
        raise ValueError(f"mix= is not two numbers, together 1 to {surprise.MOST}")
    zeros, ones = map(int, text.split("."))
    return zeros, ones


HEIGHT, WIDE = 400, 1200  # px of the curves; of what moves the bars of surprise
CARE = {
    "surprise": ("E26",),
    "curves": ("E10", "E26", "E27"),
    "split": ("E7", "E11", "E26"),
    "disagree": ("E8", "E10"),
    "ratio": ("E19",),
}
SOURCES = {
    "surprise": (
        "Entropy: UML 18.2.1, CS181 6, BuildTree 2, Ch8. “Bits per instance”: CS181 6. The days are those of"
        " PlayTennis."
    ),
    "curves": "C(a) of all three: UML 18.2.1. Entropy also CS181 6 and Ch8, Gini also Ch8 (Fig. 8.4).",
    "split": "Gain as impurity minus weighted impurity: UML 18.2.1, CS181 6, BuildTree, Ch8.",
    "disagree": (
        "Train error, entropy and Gini as rivals: UML 18.2.1. Gain ratio: BuildTree. The tables are ours: Ch8 leaves "
        "its “Simple example? (later?)” open."
    ),
    "ratio": "Gain ratio: BuildTree. The 14 days: Quinlan and Mitchell, with the Day column kept as a feature.",
}
CLAIMS = {
    curves.ALONE: (
        "**Entropy** is the mean surprise, in bits. An example of a class with share p surprises you by log₂(1/p) bits,"
        " and a share p of all examples does so: **H = a log₂(1/a) + (1−a) log₂(1/(1−a))**. Since log₂(1/p) = −log₂ p,"
        " the notes write H = −a log₂ a − (1−a) log₂(1−a).\n\nIt is 0 where one class is alone, and largest, 1 bit, at"
        " a = 1/2."
    ),
    "defined": (
        "**Entropy**: how many yes/no questions per example you need on average to find out the classes, if you ask"
        " cleverly about many at once. **Gini** is how often two examples drawn at random have different classes."
        " **Train error** is the share of examples that are not in the majority.\n\nEach is 0 where one class is alone"
        " and largest at a = 1/2: **entropy 1 bit, Gini 1/2, train error"
        " 1/2**. The logarithm is to the base 2."
    ),
    "one": (
        "Here **Gini and train error are doubled**, so that all three are 1 at a = 1/2. Entropy and Gini are "
        "“extremely similar in their values”, it is said, but only after this doubling, and then up to "
        "**{gap} apart, at a = {at}** (and at 1 − {at}). Undoubled, their maxima are 1 and 1/2."
    ),
    "bounds": (
        "Textbooks say: Gini and entropy are smooth, concave **upper bounds of the train error**.\n"
        "- **True** of 2a(1−a): equal at 0, 1/2 and 1. True of entropy to a base up to 4.\n"
        "- **Not true** of a(1−a): equal at 0 and 1, below for 0 < a < 1.\n"
        "- **Not true** of entropy to base 10: below around a = 1/2.\n"
        "- Entropy is smooth only inside: at 0 and 1 it is infinitely steep.\n"
        "- The *gains* are no bounds: [see a split]({link}).\n"
        "- K classes: 1 − Σp² ≥ 1 − max p and, in bits, H ≥ 2(1 − max p)."
    ),
}


ASKS = {
    "surprise": "On some days there is tennis (Yes), on others not (No). How much does it surprise you to hear which?"
    " Drag the mix.",
    "curves": "When is a group most impure? Drag a, its share of class 1.",
    "split": "A split makes the groups L and R of the group P. Can it ever lose? Drag L or R.",
    "disagree": "Do all criteria choose the same feature first? Guess, then see.",
    "ratio": "The number of a day has the largest gain but predicts nothing. Does the gain ratio reject it? Copy the"
    " table.",
}
KEYS = {
    "curves": (("Tab, then ← →", "change the share a"),),
    "split": (("Tab, then ← →", "move a child or the parent"),),
}


def split_link(counts: tuple[int, ...]) -> str:
    return link("criteria", LESSON.fields, tab="split", counts=tuple(counts))


_cached = st.cache_resource(max_entries=100, show_spinner=False)
_share_view, _split_view = _cached(curves.share_view), _cached(curves.split_view)


def _look() -> dict:
    return {"boxHeight": HEIGHT, "present": state()["present"]}


def show_surprise() -> None:
    """The surprise of each example, and their mean."""
    mix = state()["mix"]
    n = sum(mix)
    no, yes = DAYS
    st.slider(
        f"{no} days, of {n}",
        0,
        n,
        width=WIDE,
        **widget_args("w_mix", mix[0], lambda k: state().update(mix=(int(k), n - int(k)))),
    )
    st.html(surprise.surprise_html(mix))
    st.markdown(surprise.surprise_text(mix, DAYS))
    show_sending()


def show_sending() -> None:
    """The labels of PlayTennis sent one by one, before and after a split."""
    data, told = dtlearn.load("play_tennis"), state()["feature"]
    first = None if told == UNTOLD else told
    with st.expander("Send the labels: how many bits does a split save?", expanded=first is not None):
        asked = {UNTOLD: "nothing"} | {j: feature.name for j, feature in enumerate(data.schema.features)}
        controls.segments("Told before the labels", asked, "feature", label_visibility="visible")
        st.markdown(sending.sending_text(data, first))
        st.html(sending.sending_html(data, first))
        st.caption(
            "The code is the best one for the counts of its group, which the receiver knows: log₂(1/p) bits for a"
            " class with share p. Sent together, all labels need at most 2 bits more than their sum."
        )


def show_curves() -> None:
    """One share a, three values."""
    S = state()

    def move(sent: str) -> None:
        if re.fullmatch(r"[0-9]{1,3}", sent):
            S["at"] = min(int(sent), 100)

    curve(_share_view(S["at"], S["scale"]) | _look(), "c_share", move)
    at, gap = curves.widest_gap()
    bounds = split_link(sum(curves.PRESETS["Gains are no bounds"], ()))
    st.markdown(CLAIMS[S["scale"]].format(at=fixed(at, 4), gap=fixed(gap, 5), link=bounds))


def show_split() -> None:
    """A split on the curves: three gains at once."""
    S, presets = state(), {sum(split, ()): title for title, split in curves.PRESETS.items()}
    counts = S["counts"]

    def move(sent: str) -> None:
        with suppress(ValueError):
            if sum(moved := _read_counts(sent)):
                S["counts"] = moved

    def set_one(i: int, count: int) -> None:
        S["counts"] = (*counts[:i], count, *counts[i + 1 :])

    with st.container(key="dt-scenarios"):
        st.pills(
            "Examples of splits",
            list(presets),
            format_func=presets.get,
            label_visibility="collapsed",
            **widget_args(
                "w_c_preset",
                counts if counts in presets else None,
                lambda chosen: S.update(counts=tuple(chosen or counts)),
            ),
        )
    with st.container(horizontal=True):  # above the curves: both in view
        for i, title in enumerate(COUNTS):
            st.number_input(title, 0, curves.MOST, width=150, **widget_args(f"w_c_{i}", counts[i], partial(set_one, i)))
    left, right = counts[:2], counts[2:]
    if sum(counts):
        curve(_split_view(left, right, S["scale"]) | _look(), "c_split", move)
    else:
        st.info("There are no examples to split: give the children some.")
    st.markdown(
        "**Drag L and R** (or use the arrow keys) to change a child's share of class 1, **P** to change the weights. "
        "The split's impurity is the weighted mean of its children's: the hollow point on the **chord**, straight "
        "below the parent. Each C is **concave**, so no chord lies above its curve: a **gain is never negative** "
        "(it is 0 when the chord touches the curve)."
    )
    if sum(left) and sum(right):
        with st.expander("The impurities, step by step"):
            st.latex(curves.impurities_latex(left, right))


def _grown(data: str, **settings: str) -> str:
    """The address of the root's decision in a growth."""
    return link("grow", fields_of("grow"), data=data, **settings, panel="notes", step=1)


def show_disagreement() -> None:
    """The smallest tables on which two criteria ask different questions; which feature wins is guessed first."""
    S = state()
    controls.segments(
        "Criteria that disagree", SETS, "data", lambda before: S.update(guess=ASKING), label_visibility="visible"
    )
    data = dtlearn.load(S["data"])
    found, guess = root_contest(data), S["guess"]

    left, right = st.columns([2, 5], gap="medium")
    left.html(html.table_html(*contest.examples(data)))
    with right:
        if guess == ASKING:
            *_, criterion = contest.rivals(found)
            names = dict(enumerate(feature.name for feature in data.schema.features)) | {SHOWN: "Just show"}
            st.pills(
                f"Your guess: which feature gains most by {dtlearn.CRITERIA[criterion].title}?",
                list(names),
                format_func=lambda j: md(names[j]),
                **widget_args("w_guess", None, lambda j: S.update(guess=ASKING if j is None else j)),
            )
        else:
            st.markdown(f"**{md(contest.guess_text(found, guess))}**")
        st.html(
            contest.contest_html(found, lambda c: _grown(data.name, criterion=c), split_link, asking=guess == ASKING)
        )
        st.caption(f"Under a feature: each branch with its examples of class {md('+'.join(data.schema.classes))}.")
        if guess != ASKING:
            st.markdown(md(f"{data.card.story} {data.card.note}"))


def show_ratio() -> None:
    """The gain ratio and the Day column, as it really is."""
    S, copies, grown = state(), day(), _grown(DAY, algorithm="C4.5-style", criterion="gain_ratio")
    left, right = st.columns([6, 5], gap="medium")
    with left:
        st.html(contest.ratio_html(root_contest(dtlearn.load(DAY)), "PlayTennis with the Day column, ★ the largest"))
        st.markdown(
            "**Gain ratio = gain / split info**; split info is the entropy of the branch sizes. H(Y) is the entropy of"
            " the classes, n the number of rows.\n"
            "- It is said to “penalize” features with many values. It does, **but Day still wins**: one branch a "
            f"day has the largest split info there is, log₂ n, and that is not enough. [Grow the tree]({grown})\n"
            f"- {contest.average_say(copies)}\n"
            "- One value only: split info 0, the ratio is **undefined**, and the feature is left out.\n"
            "- Very uneven splits have a small split info, so the ratio favours them."
        )
        st.html(contest.ratio_html(root_contest(dtlearn.load("id_rejected")), "Eight rows where it rejects the name"))
    with right:
        st.slider("Copies of the table, with new day numbers in each", 1, COPIES, **bind_widget("copies"))
        st.markdown(f"**{contest.day_say(copies, S['copies'])}**")
        st.html(contest.day_html(copies, S["copies"]))
        st.latex(contest.day_latex(copies, S["copies"]))


SHOW = {
    "surprise": show_surprise,
    "curves": show_curves,
    "split": show_split,
    "disagree": show_disagreement,
    "ratio": show_ratio,
}


def topic() -> None:
    """What the chosen topic shows."""
    st.html(_STYLE)
    SHOW[state()["tab"]]()


LESSON = Lesson(
    name="criteria",
    title="Impurity measures",
    about="Entropy, Gini and training error as curves: drag a split and see what each of them gains.",
    settings=(
        Setting(choice("tab", [*TABS], "curves"), "Topic", segments(TABS), BAR),
        Setting(
            choice("scale", [*curves.SCALES], "defined"),
            "Scale",
            segments(curves.SCALES),
            BAR,
            shown=lambda s: s["tab"] in ("curves", "split"),
        ),
        Setting(Field("mix", (5, 9), _read_mix, lambda mix: ".".join(map(str, mix))), view=True),  # No and Yes
        Setting(whole("feature", UNTOLD, UNTOLD, 3), view=True),  # told before the labels are sent
        Setting(whole("at", 10, 0, 100), view=True),
        # In the order of COUNTS.
        Setting(Field("counts", FIRST, _read_counts, lambda counts: ".".join(map(str, counts))), view=True),
        Setting(choice("data", [*SETS], "entropy_vs_error")),
        Setting(whole("guess", SHOWN, ASKING, 9), view=True),
        Setting(whole("copies", 1, 1, COPIES)),
    ),
    # What needs no formula; one curve, and a mix that no measure calls pure; a link without a guess shows the scores.
    opens={"tab": "surprise", "scale": curves.ALONE, "at": 30, "guess": ASKING},
    heading=lambda s: ("Impurity measures", "how impure a set is, and what a split gains"),
    question=lambda s: ASKS[s["tab"]],
    body=lambda s: topic,
    keys=lambda s: KEYS.get(s["tab"], ()),
    follows=lambda s: f"Follows: {SOURCES[s['tab']]}",
    slips=lambda s: CARE[s["tab"]],
)
