"""Generalisation bound: training error falls with the size of a tree, the penalty rises; where is their sum least?"""

import re
from math import inf, log
from pathlib import Path

import streamlit as st

import dtlearn
from dtlearn.bound.bound import LOGS
from dtlearn.show.base.text import whole
from dtlearn.show.bound.words import LOG_TITLES
from dtlearn.show.documents.walkthrough import Walkthrough
from pages.ui.bound import samples, trees, words
from pages.ui.bound.document import bound_walkthrough
from pages.ui.bound.trees import SIZES, refused, row_of, rows_of, terms_of, ways_of
from pages.ui.kit import documents, known_source, tables
from pages.ui.kit.codec import Clamped, Field, choice
from pages.ui.kit.escape import md
from pages.ui.kit.fields import ENLARGED, FRESH, NODE, PLAYED_AT
from pages.ui.kit.frame import Preset
from pages.ui.kit.known_source import SOURCE, drawn_of, source_of
from pages.ui.kit.lesson import CURVE, ENDED, MORE, Changed, Lesson, Setting, Work, criterion, select
from pages.ui.kit.longwork import Tell
from pages.ui.kit.scene import bind_widget
from pages.ui.kit.session import state

_STYLE = Path(__file__).with_name("bound.css").read_text(encoding="utf-8")
DELTAS = (0.5, 0.2, 0.1, 0.05, 0.01, 0.001, 0.000001)
TIMES = (1, 2, 3, 4, 5, 10, 20, 50, 100, 1000, 10_000)


def fits(data: dtlearn.Dataset) -> bool:
    """Whether trees of a data set have a bound: it has classes, and a question can be asked."""
    columns = zip(data.schema.features, data.X.T, strict=True)
    return bool(data.schema.classes) and any(not feature.numeric or x.min() < x.max() for feature, x in columns)


def fit(s: dict) -> list[str]:
    """Take the best way there is where the one asked for is refused or switched off; returns what was wrong."""
    wrong = known_source.fit(s)
    if s["way"] not in (ways := ways_of(s)):
        s["way"] = ways[-1]
    return wrong


def document(s: dict, part: range | None = None) -> Walkthrough:
    """The trees of the way that is shown, or a part of them."""
    row = trees.trees_of(s, part or range(len(row_of(s))))
    worth, walks, seen = trees.worth_of(s), trees.walks_of(s), s["curve"] == "seen"
    return bound_walkthrough(trees.title_of(s), rows_of(s), terms_of(s), s["way"], row, worth, walks, seen, part)


def _search(s: dict, tell: Tell) -> None:
    for share in trees.searching(s):
        tell(share, f"Searching for the best tree of every size: {share:.0%}")
    rows_of(s)  # what else is computed of new data waits for its turn too


def _stop() -> None:
    state()["nodes"] = 0


# ---- settings of its own


def _scale(name: str, values: tuple, default) -> Field:
    """One of some numbers; off the scale the nearest is taken, as factors go."""

    def read(text: str):
        if not re.fullmatch(r"-?[0-9]{1,9}(\.[0-9]{1,9})?", text):
            raise ValueError(f"{name}={text[:20]!r} is not a number")
        x = float(text)
        nearest = min(values, key=lambda value: abs(log(value / x)) if value else inf) if x > 0 else min(values)
        if nearest != x:
            raise Clamped(f"{name}={text} is not on the scale", nearest)
        return nearest

    return Field(name, default, read, lambda value: f"{value:.6f}".rstrip("0").rstrip("."))


def _choose_data(setting: Setting, s: dict, changed: Changed) -> None:
    tables.choose(known_source.TITLES | tables.titles(fits), "data", changed)


def _about_data(s: dict) -> str:
    """How examples of a known source come about, or a table's story and what of it is not asked."""
    if source := source_of(*drawn_of(s)):
        return words.source_text(source)
    said = [tables.load(s["data"]).card.story]
    if left := trees.left_out(s):
        said.append(
            f"Its numbers have {whole(left)} more thresholds than can be tried in a moment. The"
            f" {whole(terms_of(s).d)} questions that are asked lie evenly among them."
        )
    if tables.is_large(s["data"]):
        said.append(f"A large table's tree grows best first, up to {trees.LEAVES} leaves.")
    return " ".join(said)


def _choose_way(setting: Setting, s: dict, changed: Changed) -> None:
    help_ = "\n".join(f"- **{words.WAYS[way]}**: {words.BRIEFLY[way]}" for way in ways_of(s))
    st.segmented_control(
        setting.title, ways_of(s), format_func=words.WAYS.get, required=True, help=help_, **bind_widget("way", changed)
    )


def _scaled(values: tuple, says):
    """The control of a number of a scale. says : value -> its words."""

    def draw(setting: Setting, s: dict, changed: Changed) -> None:
        st.select_slider(setting.title, values, format_func=says, **bind_widget(setting.name, changed))

    return draw


# ---- below the stage


def worth(s: dict) -> None:
    """What the bound is worth; folded, where the least one is found, and what more data would do."""
    (kind, why), terms = trees.worth_of(s), terms_of(s)
    st.html(f"<style>{_STYLE}</style>")
    if terms.times > 1:
        st.caption("The boxes count every example once.")
    st.markdown(f"**{kind.value[0].upper()}{kind.value[1:]}.** {md(f'{why} {samples.copies_text(terms)}')}")
    with st.expander("The least bound of each way, and what more data would do"):
        left, right = st.columns(2, gap="medium")
        with left:
            _contest(s)
        with right:
            st.html(samples.samples_html(rows_of(s), terms, TIMES))
            if mark := samples.mark_text(rows_of(s), terms, TIMES):
                st.caption(mark)


def _contest(s: dict) -> None:
    """The least bound of each way, and how sure it is that there is none below."""
    rows, terms = rows_of(s), terms_of(s)
    st.html(words.contest_html(rows, terms, {words.GENERIC: trees.generic_of(s)}))
    if not refused(s):
        further = any(not refused(s, most) for most in SIZES if most > s["nodes"])
        proof = words.proof_text(rows, terms, further)
    elif trees.compared(s):
        proof = words.refused_text(terms.d, len(known_source.examples_of(*drawn_of(s)).schema.features))
    else:
        proof = (
            f"{whole(terms.d)} questions to {whole(terms.m)} examples are too many for an exact search, and for a tree"
            " by every criterion. The trees shown are the best of the greedy one."
        )
    for said in filter(None, (proof, words.gaps_text(row_of(s)))):
        st.markdown(md(said))


def depths(s: dict) -> None:
    """Greedy and best trees, depth by depth."""
    if found := trees.depths_of(s):
        with st.expander("By depth", expanded=LESSON.preset_of(s) == "greed"):
            st.html(words.depths_html(*found, terms_of(s).m))


QUESTION = "A large tree can fit by luck, so we add a penalty to its error. For which tree is the sum smallest?"
PRESETS = {
    "known": Preset(
        "How large should the tree be?",
        QUESTION,
        {"data": SOURCE, "function": "majority", "k": 3, "m": 500, "noise": 10, "way": "pruned"},
    ),
    "tennis": Preset("Are 14 rows enough for one split?", f"{QUESTION} And with more data?"),
    "thrice": Preset(
        "How large with 42 rows?",
        "Suppose each of the 14 days came three times. Is a split worth its penalty now, and how large should the"
        " tree be?",
        {"copies": 3},
        ends=(
            "With each day three times, the smallest bound of all trees jumps from the single leaf straight to 9 nodes."
        ),
    ),
    "xor": Preset(
        "Can greed find XOR?",
        "Two of eight bits decide. Which tree has the smallest sum, and does the greedy algorithm find it?",
        {"data": SOURCE},
        ends="Greedy trees, cut back or not, lose to the single leaf. Among all trees the best has 7 nodes.",
    ),
    "greed": Preset(
        "Where does greed fail?",
        "The book's exercise 18.2: the greedy algorithm asks about X1 first. Is there a better tree of depth 2?",
        {"data": "uml_ex18_2", "copies": 10, "way": "greedy"},
        ends="The greedy tree asks about X1 first, so at depth 2 it gets one in four wrong, the best tree none"
        " (below: By depth).",
    ),
}
LESSON = Lesson(
    name="bound",
    title="Generalisation bound",
    about="How large a tree do the examples allow? Greedy, pruned and the very best, side by side.",
    needs="classes, a feature with two values",
    question=lambda s: QUESTION,
    presets=PRESETS,
    shown_presets=2,
    # The chart alone: tree, table and sums come with "All parts".
    opens=PRESETS["known"].scene | {"step": 0, "curve": "seen", "large": "chart"},
    settings=(
        Setting(
            tables.field("data", "play_tennis", fits, more=(SOURCE,)),
            "Data set",
            _choose_data,
            note=_about_data,
            begins=ENDED,
        ),
        *known_source.settings("parity", 2, 8, 200, 0, most=14, least=4, seed="Seed"),
        Setting(choice("way", [*words.WAYS], "exact"), "Trees", _choose_way, free=True, presented=True),
        Setting(
            _scale("copies", TIMES, 1),
            "The same data k times: smaller penalties",
            _scaled(TIMES, lambda k: f"{whole(k)} ×"),
            presented=True,
        ),
        Setting(
            _scale("delta", DELTAS, 0.05), "δ: how often the bound may fail", _scaled(DELTAS, lambda x: f"{x:g}"), MORE
        ),
        criterion("info_gain"),
        Setting(
            _scale("nodes", (0, *SIZES), 15),
            "Search for the exact optimum",
            select({0: "no search"} | {n: f"up to {n} nodes" for n in SIZES}),
            MORE,
            shown=lambda s: not refused(s, SIZES[0]),
        ),
        Setting(choice("logs", [*LOGS], "mixed"), "Logarithms", select(LOG_TITLES), MORE),
        CURVE,
    ),
    place=(*PLAYED_AT, NODE, FRESH, ENLARGED),
    heading=lambda s: (
        f"Generalisation bound: {trees.title_of(s)}",
        f"{samples.sample_text(terms_of(s))} examples, d = {whole(terms_of(s).d)} questions",
    ),
    fit=fit,
    works=(Work(trees.missing, _search, _stop, trees.soon),),
    document=document,
    part_size=lambda s: documents.part_size([n // 2 for n in row_of(s).n]),  # about half the boxes are another tree's
    stage=lambda s: {"sizes": row_of(s).n},
    walks=trees.walks_of,
    last=lambda s: len(row_of(s)) - 1,
    telling=lambda s: row_of(s).telling(terms_of(s)),
    answer=lambda s: words.answer(row_of(s), terms_of(s)),
    view=trees.view_of,
    plays=lambda s: True,
    below=(worth, depths),
    follows="Follows UML (18.1) and 18.2. Greedy is UML's ID3.",
    slips=("E28", "E29", "E30", "E31"),
)
