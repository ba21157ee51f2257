"""Thresholds: where a threshold on a number comes from, and what it costs to find the best one."""

from random import Random

import streamlit as st

import dtlearn
from dtlearn.growing.errors import columns, rows
from dtlearn.growing.sweep import gaps_of, stumps
from dtlearn.show.base import arithmetic as latex
from dtlearn.show.paper.worked_example import SlideContent
from dtlearn.show.splitting import sweep as views
from dtlearn.show.splitting.cut import cut_svg
from dtlearn.splitting.criteria import REGRESSION, criterion_of
from pages.ui.components.sweep import sweep
from pages.ui.kit import controls, tables
from pages.ui.kit.clouds import in_plane, numeric
from pages.ui.kit.codec import choice, switch, whole
from pages.ui.kit.escape import md
from pages.ui.kit.frame import the_notes
from pages.ui.kit.kept import cached
from pages.ui.kit.lesson import BAR, Changed, Lesson, Setting, segments, select, toggle
from pages.ui.kit.scene import clamp
from pages.ui.kit.session import state
from pages.ui.thresholds import cost

MOST = 999_999_999
GAPS = 400  # different values of a feature whose gaps can all be shown
NEAR = 12  # thresholds of a long scan that go on paper
DOTS = 2000  # examples that are drawn each where it stands
PARTS = {"sweep": "The sweep", "cost": "What it costs"}
ASKS = {
    "sweep": "Where is the best place to cut these numbers in two? Press Next, or drag the red line.",
    "cost": "Every threshold of every number is tried. How much work is that, and what saves some of it?",
}
KEYS = (
    ("→ or PageDown", "next threshold"),
    ("← or PageUp", "back"),
    ("Home, End", "below and above all values"),
    ("Space", "play or pause"),
)


def fits(data: dtlearn.Dataset) -> bool:
    """Whether thresholds can be tried on a data set: it has a number to ask about,
    and targets that a tree tells apart."""
    if not in_plane(data) or not data.schema.regression:
        return in_plane(data) and len(set(data.y.tolist())) > 1
    root = dtlearn.GrowSettings(criterion=next(iter(REGRESSION)), max_depth=0)
    return dtlearn.grow(data, root).tree.stops[0] is not dtlearn.Stop.PURE


@cached(60)
def _swept(data: str, feature: int) -> dtlearn.Dataset:
    """The feature alone; of more different values than can be shown, random examples, the same every time."""
    one = columns(tables.load(data), [feature])
    if len(set(one.X[:, 0].tolist())) <= GAPS and not (one.schema.regression and len(one) > DOTS):
        return one
    draw = Random("swept").random
    order = [row for _, row in sorted((draw(), row) for row in range(len(one)))]
    # One of each class too, or a rare one might be missing; of numbers the least and the largest, or all might be
    # equal.
    first = {int(one.y[row]): row for row in reversed(order)}.values()
    ends = (int(one.y.argmin()), int(one.y.argmax()))
    return rows(one, sorted({*order[:GAPS], *(ends if one.schema.regression else first)}))


@cached(60)
def _stumps(data: str, feature: int) -> dict:
    return stumps(_swept(data, feature), 0)


@cached(60)
def _view(data: str, feature: int) -> dict:
    return views.sweep_view(_stumps(data, feature))


def _key(S: dict) -> tuple[str, int]:
    return S["data"], list(numeric(S["data"]))[S["feature"]]


def criterion_name(S: dict) -> str:
    """The criterion that is looked at: the chosen one, or the one that there is for a number."""
    return next(iter(REGRESSION)) if tables.load(S["data"]).schema.regression else S["criterion"]


def _stump(S: dict) -> dtlearn.Trace:
    """The feature's stump under that criterion."""
    return _stumps(*_key(S))[criterion_name(S)]


def fit(S: dict) -> list[str]:
    """Bring what depends on the data set into its range; returns what was wrong."""
    wrong = clamp(S, "feature", 0, len(numeric(S["data"])) - 1)
    end = len(_view(*_key(S))["gaps"]) - 1
    wrong += clamp(S, "at", 0, end)
    if guessed := clamp(S, "guess", 0, end):
        S["guess"] = None
    return wrong + guessed


def _forget_guess(before: dict) -> None:
    state()["guess"] = None


def _data(setting: Setting, s: dict, changed: Changed) -> None:
    tables.choose(tables.titles(fits, numbers=True), "data", changed)


def _sweeps(s: dict) -> bool:
    return s["tab"] == "sweep"


def _asking(S: dict) -> bool:
    return S["predict"] and S["guess"] is None


def question(s: dict) -> str:
    """What is asked; past all thresholds the answer stands in its place."""
    if not _sweeps(s) or _asking(s) or s["at"] < len(_view(*_key(s))["gaps"]) - 1:
        return ASKS[s["tab"]]
    return views.answer_text(_stump(s))


def heading(s: dict) -> tuple[str, str]:
    """The title, and what is swept."""
    name, j = _key(s)
    data = tables.load(name)
    swept = f"{data.schema.features[j].name} of {data.title}"
    return "Thresholds", swept if _sweeps(s) else "what it costs to find the best one"


def moving() -> None:
    """The sweep itself; a prediction and what it was worth."""
    S = state()
    whole, swept = tables.load(S["data"]), _swept(*_key(S))
    if len(swept) < len(whole):
        st.caption(
            (
                f"{md(swept.schema.features[0].name)} has more than {GAPS} different values"
                if len(whole) <= DOTS or not whole.schema.regression
                else f"There are more than {DOTS} examples"
            )
            + f". Swept are {len(swept)} of the {len(whole)} examples, drawn at random, so that every gap can be seen."
        )
    view, asking, guess = _view(*_key(S)), _asking(S), S["guess"] if S["predict"] else None
    if not S["all"]:
        view = view | {"criteria": [one for one in view["criteria"] if one["name"] == criterion_name(S)]}
    sweep(
        views.hidden(view) if asking else view,
        "sweep",
        on_rest=lambda k: S.update(at=min(max(int(k), 0), len(view["gaps"]) - 1)),
        on_choose=_choose,
        on_guess=lambda k: _guess(int(k)),
        k=S["at"],
        by=criterion_name(S),
        ask=asking,
        present=S["present"],
        guess=guess,
        said="" if guess is None else views.verdict_text(_stump(S), guess),
    )


def _guess(gap: int) -> None:
    """A reader's word on where the maximum falls; below 0: let me guess again."""
    S, last = state(), len(_view(*_key(state()))["gaps"]) - 1
    if gap < 0:
        S["guess"] = None
    else:
        S["guess"] = S["at"] = max(min(gap, last - 1), 0)


def _choose(name: str) -> None:
    if name in dtlearn.CRITERIA and name != state()["criterion"]:
        state()["criterion"] = name
        _forget_guess(state())


def arithmetic() -> None:
    """The chosen criterion at the threshold: the formula, the numbers, the result;
    and the threshold as UML writes it."""
    S = state()
    trace = _stump(S)
    gap, last = S["at"], len(_view(*_key(S))["gaps"]) - 1
    st.markdown("#### The arithmetic")
    if trace.data.schema.regression:
        st.caption(
            f"{md(trace.data.schema.target)} is a number, so a side predicts its mean and the squared error decides."
        )
    else:
        titles = {name: one.title for name, one in dtlearn.CRITERIA.items()}
        controls.select("Criterion", titles, "criterion", _forget_guess, label_visibility="collapsed")
    if _asking(S):
        st.write("It is shown after you have guessed where the maximum is.")
    elif not 0 < gap < last:
        st.write("Move the threshold between two values: outside them nothing is split.")
    else:
        signs = latex.signs_text(criterion_of(trace.settings.criterion))
        st.caption(f"{md(views.binary_text(trace, gap))} {signs}")
        st.latex(latex.aligned(latex.narrow(latex.arithmetic(trace, 0, gap - 1))))


def counting() -> None:
    """UML's gaps counted, where the maxima fall, and what can win."""
    S, stumps = state(), _stumps(*_key(state()))
    trace = _stump(S)
    regression = trace.data.schema.regression
    st.markdown("#### Which thresholds are worth a try?")
    st.write(md(views.gaps_text(gaps_of(trace), "number" if regression else "class")))
    st.markdown(
        "**Only a cut between different numbers can win** (ours, after Fayyad and Irani). One that parts neighbours"
        " with the same number loses to an end of their run. Only where no threshold gains anything do all tie."
        if regression
        else (
            "**Only a cut between different classes can win.** One that parts neighbours of the same class (grey) loses"
            " to an end of their run, which leaves the groups purer. So it is with entropy and Gini (Fayyad and Irani,"
            " 1992), and with the gain ratio of two branches. **Train error is the exception**: a cut inside a run may"
            " tie."
        )
    )
    if _asking(S):
        st.markdown("Where the maximum is, is shown after your guess.")
    elif S["predict"] or S["at"] == len(_view(*_key(S))["gaps"]) - 1:
        items = "".join(f"- {name}: {where}\n" for name, where in views.winners_text(stumps))
        st.markdown(f"Where the maximum falls:\n{items}")
    else:
        st.markdown("Go through all thresholds; then the best one is named here.")


def part() -> None:
    """What it costs; or the sweep, its arithmetic beside what can win, and the notes."""
    if not _sweeps(state()):
        return cost.costs()
    moving()
    left, right = st.columns(2, gap="large")
    with left:
        arithmetic()
    with right:
        counting()
    reduction()
    return notes()


def reduction() -> None:
    """The number as yes/no features, example by example."""
    S = state()
    trace = _stump(S)
    with st.expander("As yes/no features"):
        st.html(views.binary_html(trace, S["at"]))
        st.markdown(views.binary_costs(gaps_of(trace), len(numeric(S["data"]))))


def notes() -> None:
    """What the notes say about thresholds, and where they slip."""
    trace = _stump(state())
    with st.expander("In the lecture notes"):
        st.caption(the_notes())
        if trace.data.schema.regression:
            st.markdown(
                "Ch8 8.2: for regression a leaf predicts the mean, which makes the least mean squared error. The notes"
                " score splits of classes only; to take the squared error in the place of the impurity is ours, and as"
                " CART does it."
            )
        st.markdown(
            "UML 18.2.3 takes any θ inside a gap, Ch8 (Alg. 8.2) the midpoint. On the training set all of a gap does"
            " the same: the coloured band. Ties go to the lowest threshold. x < θ goes left, x ≥ θ right."
            + (
                " Here a midpoint rounds down to the lower value, so the upper one stands for it."
                if views.rounded_down(trace)
                else (
                    " A midpoint of two neighbouring floating-point numbers can round down to the lower one; then the"
                    " upper one is used."
                )
            )
        )


def sheet(s: dict, asks: bool) -> SlideContent:
    """The gains of the thresholds near the one looked at, for paper."""
    trace = _stump(s)
    n, at = len(trace.candidates[0]), s["at"] - 1  # gap 0 lies below all values
    first = min(max(at - NEAR // 2, 0), max(n - NEAR, 0))
    chosen = tuple(range(first, min(first + NEAR, n)))
    return SlideContent(tables.load(s["data"]), trace, 0, chosen, at if 0 <= at < n else None)


def picture(s: dict, width: int, height: int) -> str:
    """The examples as marks, and the threshold, as a small ``<svg>``."""
    data = _stump(s).data
    return cut_svg(data.X[:, 0].tolist(), data.y.tolist(), s["at"], width, height)


LESSON = Lesson(
    name="thresholds",
    title="Thresholds",
    about="Sweep a threshold over one number: every gain as it is drawn, and its cost.",
    needs="a numeric feature, two different targets",
    settings=(
        Setting(choice("tab", [*PARTS], "sweep"), "Part", segments(PARTS), BAR),
        Setting(
            tables.field("data", "golf_numeric", fits),
            "Data set",
            _data,
            note=lambda s: (
                ""
                if _sweeps(s)
                else "Its whole tree stands at the end of the page; the searches are counted on random numbers."
            ),
        ),
        Setting(
            whole("feature", 0, -MOST, MOST),
            "Feature",
            select(lambda s: dict(enumerate(numeric(s["data"]).values()))),
            shown=_sweeps,
            reset_by=("data",),
        ),
        Setting(choice("criterion", [*dtlearn.CRITERIA], "info_gain")),
        # Its true range depends on the data.
        Setting(whole("at", 0, -MOST, MOST), view=True, reset_by=("data", "feature")),
        Setting(
            switch("all", True),
            "All gains",
            toggle,
            shown=lambda s: _sweeps(s) and not tables.load(s["data"]).schema.regression,
            view=True,
        ),
        Setting(
            switch("predict"),
            "Predict the maximum",
            toggle,
            shown=_sweeps,
            note=lambda s: "The gains stay hidden until you have said where the maximum falls.",
        ),
        Setting(whole("guess", None, -MOST, MOST), view=True, reset_by=("data", "feature", "predict")),
        *map(Setting, cost.FIELDS),
    ),
    opens={"at": 1, "all": False},  # something is split, and one gain is enough to begin with
    begins_with=("all",),
    fit=fit,
    heading=heading,
    question=question,
    body=lambda s: part,
    sheet=sheet,
    picture=picture,
    keys=lambda s: KEYS if _sweeps(s) else (),
    slips=lambda s: ("E4", "E5", "E33", "E34") if _sweeps(s) else (),
)
