"""Size limits: one limit moves, and with it the tree, its partition, the training and the held-out error."""

import re
from dataclasses import replace
from pathlib import Path

import streamlit as st

import dtlearn
from dtlearn.data.dataset import number as text_of
from dtlearn.growing.errors import LimitedTree, grow_for_each_limit, rows
from dtlearn.growing.grow import PLAYED
from dtlearn.show.documents.boxes import DRAWN, sample_rows
from dtlearn.show.documents.walkthrough import Walkthrough
from dtlearn.show.tree.view import tree_view
from pages.ui.kit import clouds, plane_data
from pages.ui.kit.codec import Field, choice, whole
from pages.ui.kit.escape import md
from pages.ui.kit.fields import ENLARGED, FRESH, NODE, PLAYED_AT
from pages.ui.kit.kept import cached
from pages.ui.kit.lesson import ANY, BAR, CURVE, ENDED, MORE, Changed, Lesson, Setting, criterion, select
from pages.ui.kit.plane_data import data_of, source_of
from pages.ui.kit.scene import change, reset_with_reason, widget_args
from pages.ui.kit.session import defer, deferred
from pages.ui.limits import charts, words
from pages.ui.limits.document import limits_walkthrough
from pages.ui.limits.words import LIMITS

_STYLE = Path(__file__).with_name("limits.css").read_text(encoding="utf-8")
LEAST = 5  # examples that a data set must have
GROWN = 800  # training examples whose trees can be drawn: with more, a full tree has more boxes than a picture dots


def fits(data: dtlearn.Dataset) -> bool:
    """Whether trees of a data set can be tried and drawn: it lies in a plane, has classes and examples to hold out."""
    return len(data) >= LEAST and bool(data.schema.classes) and clouds.in_plane(data)


def parts_of(s: dict) -> tuple[dtlearn.Dataset, dtlearn.Dataset]:
    """(training examples, held-out ones): the same for every value of every limit."""
    return plane_data.parts_of(*source_of(s), GROWN)


@cached(60)
def _row(criterion: str, name: str, values: tuple, *source) -> tuple[LimitedTree, ...]:
    settings = replace(dtlearn.ALGORITHMS["CART"], criterion=criterion)  # Ch8's growth, without a limit
    (train, held), limit = plane_data.parts_of(*source, GROWN), LIMITS[name]
    asked = values or words.automatic(limit, dtlearn.grow(train, settings))
    return grow_for_each_limit(train, held, settings, limit.field, words.ordered(limit, asked))


def row_of(s: dict) -> tuple[LimitedTree, ...]:
    """The trees, from small to large."""
    return _row(s["criterion"], s["limit"], s["values"], *source_of(s))


@cached(60)
def _thumbnails(*grown) -> list[str]:
    train, held = plane_data.parts_of(*grown[3:], GROWN)
    some = rows(train, sample_rows(len(train))), rows(held, sample_rows(len(held)))
    return [charts.thumbnail(*some, one.tree) for one in _row(*grown)]


def about(s: dict) -> str:
    """How the trees grow."""
    return f"CART, {dtlearn.CRITERIA[s['criterion']].title}"


def document(s: dict, part: range | None = None) -> Walkthrough:
    """The row as a document, always whole."""
    seen = s["curve"] == "seen"
    return limits_walkthrough(data_of(s).title, about(s), LIMITS[s["limit"]], row_of(s), parts_of(s), seen)


# ---- rules between settings


def fit(s: dict) -> list[str]:
    """Let go of axes and values that the data and the limit do not have; returns what was wrong."""
    wrong = plane_data.fit(s)
    if s["values"] and (problem := _problem(s["limit"], s["values"])):
        wrong += reset_with_reason(s, "values", (), problem)
    return wrong


def _problem(limit: str, values: tuple[float, ...]) -> str:
    """What is wrong with the values of a limit, in a sentence; "" if nothing is."""
    one = LIMITS[limit]
    bad = next((v for v in values if not words.fits(one, v)), None)
    if bad is not None:
        kind = "a whole number" if one.whole else "a number"
        return f"{text_of(bad)} is no value of {one.title}: it takes {kind} from {text_of(one.least)} on"
    if not 2 <= len(words.ordered(one, values)) <= words.MOST:
        return f"the values must be 2 to {words.MOST} different ones"
    return ""


def read_values(text: str) -> tuple[float, ...]:
    """The numbers of a link, with commas between them. Raises ValueError."""
    if not re.fullmatch(r"\d{1,7}(\.\d{1,9})?(,\d{1,7}(\.\d{1,9})?){0,20}", text, re.ASCII):
        raise ValueError("values= is not a list of numbers")
    return tuple(map(float, text.split(",")))


def _write_values(values: tuple[float, ...]) -> str:
    return ",".join(f"{v:.9f}".rstrip("0").rstrip(".") for v in values)


# ---- controls of its own


def _parted(s: dict) -> str:
    """How the examples are parted."""
    (train, held), n = map(len, parts_of(s)), len(data_of(s))
    said = [f"{train} examples to grow on, {held} held out: the same for every picture. No tree sees a held-out one."]
    if train + held < n:
        said.append(
            f"Of the {n - held} examples that are not held out, {GROWN}, chosen at random, grow the trees: the"
            " boxes of larger trees could not be told apart in a picture."
        )
    if held > DRAWN:
        said.append(f"Every held-out example counts; the pictures show {DRAWN} of them.")
    return " ".join(said)


def _type_values(setting: Setting, s: dict, changed: Changed) -> None:
    """The reader's own values, or a sentence about what is wrong with them."""

    def typed(text: str) -> None:
        parts = [part for part in re.split(r"[\s,;]+", text.strip()) if part]
        try:
            values = read_values(",".join(parts)) if parts else ()
            problem = _problem(s["limit"], values) if values else ""
        except ValueError:
            values, problem = (), "write numbers with commas between them, such as 1, 2, 3, 5, 8"
        if problem:
            defer("values", problem)
        else:
            change(changed, values=words.ordered(LIMITS[s["limit"]], values))

    shown = ", ".join(text_of(one.value) for one in row_of(s))
    title, about_it = f"Values of {LIMITS[s['limit']].title}", "2 to 8 numbers; empty for automatic values."
    st.text_input(title, help=about_it, **widget_args("w_values", shown, typed))
    if problem := deferred("values"):
        st.warning(md(problem[0].upper() + problem[1:] + "."))


def _places(s: dict) -> dict[int, str]:
    """The places in the row, by what the limit is there."""
    return {k: words.of(LIMITS[s["limit"]], one.value) for k, one in enumerate(row_of(s))}


def _guessed(s: dict) -> str:
    return "" if s["guess"] is None else words.guessed(LIMITS[s["limit"]], row_of(s), s["guess"])


# ---- below the stage


def multiples(s: dict) -> None:
    """Every tree of the row small, with its errors; a link sends the stage there."""
    row, best = row_of(s), words.best_of(row_of(s))
    pictures = _thumbnails(s["criterion"], s["limit"], s["values"], *source_of(s))
    st.html(f"<style>{_STYLE}{charts.follows_the_step(row)}</style>")
    with st.container(key="sl-row"):
        for k, title in _places(s).items():
            with st.container(key=f"sl-one-{k}", gap="xsmall"):
                st.image(pictures[k], width="stretch", alt=f"{title}, {words.size_text(row[k].tree)}")
                st.html(charts.errors_html(title, row[k], k, k in best))


def names(s: dict) -> None:
    """The limits by their names."""
    with st.expander("All limits by their names, here and in scikit-learn", key="sl-names"):
        st.html(words.limits_html(s["limit"]))


LESSON = Lesson(
    name="limits",
    title="Size limits",
    about="Depth, leaves, examples per leaf: move one, and watch trees underfit, then overfit.",
    needs=f"classes, a numeric feature, {LEAST} rows",
    question=lambda s: "Is the largest tree the best on examples that it has not seen?",
    do="Guess, then press Next.",
    opens={"step": 0, "curve": "seen", "noise": 20},  # noise enough for a clear answer
    settings=(
        *plane_data.settings(fits, "cloud-rings", _parted),
        Setting(
            choice("limit", [*LIMITS], "depth"),
            "Limit",
            select({name: one.title for name, one in LIMITS.items()}, width=220, label_visibility="collapsed"),
            BAR,
            note=lambda s: LIMITS[s["limit"]].meaning,
            begins=ENDED,
        ),
        Setting(
            whole("guess", None, 0, words.MOST - 1),
            "Your guess",
            select(_places, index=None, width=220, placeholder="Guess: which is best?", label_visibility="collapsed"),
            BAR,
            note=_guessed,
            reset_by=ANY,
            among=_places,
            view=True,
        ),
        criterion("gini_gain"),
        Setting(Field("values", (), read_values, _write_values), "", _type_values, MORE, reset_by=("data", "limit")),
        CURVE,
    ),
    place=(*PLAYED_AT, NODE, FRESH, ENLARGED),
    heading=lambda s: (f"Size limits: {data_of(s).title}", about(s)),
    fit=fit,
    document=document,
    walks=lambda s: parts_of(s)[0],
    last=lambda s: len(row_of(s)) - 1,
    telling=lambda s: words.telling(row_of(s)),
    answer=lambda s: words.answer(LIMITS[s["limit"]], row_of(s)),
    view=lambda s, step: tree_view(row_of(s)[step].tree),
    plays=lambda s: max(len(one.tree) for one in row_of(s)) <= PLAYED,
    below=(multiples, names),
    follows="Follows Ch8 (its Fig. 8.5) and, for iterations, UML 18.2. Every limit is tried alone. Trees grow as in"
    " Ch8, Alg. 8.2: cuts at midpoints, also at gain 0. The bars are one standard error. If you"
    " choose the limit with the held-out examples, you need a third, untouched set to judge the chosen tree. The"
    " training error cannot choose: no further cut makes it larger.",
    slips=("E9", "E23", "E24", "E40", "E48"),
)
