"""Pruning: a grown tree made smaller step by step, by one procedure or another, with what it weighs."""

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import streamlit as st

import dtlearn
from dtlearn.data.synthetic import Source
from dtlearn.growing.errors import Losses
from dtlearn.growing.grow import PLAYED
from dtlearn.growing.settings import ALGORITHM_TITLES
from dtlearn.pruning.choose_state import Series, by_folds, by_hold_out
from dtlearn.pruning.edit import Pruning
from dtlearn.pruning.objectives import DEFAULT, PruneSettings
from dtlearn.pruning.procedures import PRUNERS
from dtlearn.show.base.text import NUMBERS, many
from dtlearn.show.bound.words import LOG_TITLES
from dtlearn.show.documents.pruning import alternative_walkthrough, pruning_walkthrough
from dtlearn.show.documents.walkthrough import Walkthrough
from dtlearn.show.paper.opening import setup_code
from dtlearn.show.paper.worked_example import SlideContent
from dtlearn.show.pruning import charts
from dtlearn.show.pruning.procedures import OBJECTIVES, procedure_of
from dtlearn.show.pruning.tree import SHOWS, pruned_view
from dtlearn.show.pruning.words import options
from dtlearn.show.tree.thumbnail import thumbnail_svg
from pages.ui.kit import known_source, longwork, tables
from pages.ui.kit.codec import Field, choice, whole
from pages.ui.kit.documents import LONG
from pages.ui.kit.escape import md
from pages.ui.kit.fields import ALGORITHM_IDS, ENLARGED, FRESH, MOST, NODE, PLAYED_AT, PREDICT, said
from pages.ui.kit.kept import cached
from pages.ui.kit.known_source import drawn_of
from pages.ui.kit.lesson import (
    ALWAYS,
    ASIDE,
    CURVE,
    ENDED,
    MORE,
    Changed,
    Lesson,
    Setting,
    Work,
    criterion,
    number,
    select,
    toggle,
)
from pages.ui.kit.scene import bind_widget, clear_out_of_range, link, reset_with_reason
from pages.ui.kit.session import state
from pages.ui.kit.settings import of_algorithm
from pages.ui.pruning import words
from pages.ui.pruning.data import HELD, MADE, PRESETS, fits, parts_of, titles, whole_of

_STYLE = Path(__file__).with_name("pruning.css").read_text(encoding="utf-8")
ENOUGH = 50  # examples from which on some are held out at first
LEAVES = 200  # of the tree of a visitor's large table
PART = 10  # frames of a part: each lists the alternatives at all nodes
FOLDS = (2, 3, 5, 10, 20)
DEARER = (2, 3, 5, 10, 20)  # how many times as much as another error it can cost to miss a class


# ---- growth and prunings, shared by everyone who looks at the same ones


def how_of(s: dict) -> PruneSettings:
    """How the procedure prunes."""
    told = {name: s[one.name] for name, one in HOW.items()}
    times, _, missed = s["cost"].partition(":")
    each = [int(times) if name == missed else 1 for name in classes_of(s)] if missed else ()
    return PruneSettings(**told | {"costs": tuple(each)})


def classes_of(s: dict) -> tuple[str, ...]:
    """The classes of the data, which do not depend on what is held out."""
    return parts_of(0, 0, *drawn_of(s))[0].schema.classes


def held_of(s: dict) -> int:
    """The share in force, in %: as chosen, or ``HELD`` where the procedure needs examples and none were chosen."""
    if s["data"] == "majority-8":
        return 0
    return s["held"] or (HELD if PRUNERS[s["procedure"]].needs_held(how_of(s)) else 0)


def source_of(s: dict) -> tuple:
    """All that the two parts of the data depend on."""
    held = held_of(s)
    return held, s["seed"] if held else 0, *drawn_of(s)


def true_source_of(s: dict) -> Source | None:
    """Where the examples come from, if that is known."""
    return known_source.source_of(*drawn_of(s))


def settings_of(s: dict) -> dtlearn.GrowSettings:
    """How the tree grows; of a large table not to its end."""
    settings = replace(dtlearn.ALGORITHMS[s["algorithm"]], criterion=s["criterion"])
    return replace(settings, max_leaf_nodes=LEAVES) if tables.is_large(s["data"]) else settings


@cached(60)
def _trace(growth: dtlearn.GrowSettings, *source) -> dtlearn.Trace:
    return longwork.grow(source[2], parts_of(*source)[0], growth)


@cached(200)
def _pruning(by: str, how: PruneSettings, growth: dtlearn.GrowSettings, *source) -> Pruning:
    return PRUNERS[by](_trace(growth, *source), how, parts_of(*source)[1])


def _key(s: dict) -> tuple:
    return s["procedure"], how_of(s), settings_of(s), *source_of(s)


def pruning_of(s: dict) -> Pruning:
    """The pruning that the settings describe."""
    return _pruning(*_key(s))


@cached(200)
def _lines(*key) -> tuple[Losses, ...]:
    found, source = _pruning(*key), known_source.source_of(*key[5:])
    true = [source.error_of(int(w)) for w in found.losses(source.table)] if source else []
    if source and found.settings.costs:  # a label that noise has turned costs what its class does
        turned, noise = found.losses(replace(source.table, y=1 - source.table.y)), Fraction(source.noise, 100)
        lost = zip(found.losses(source.table).tolist(), turned.tolist(), strict=True)
        true = [((1 - noise) * a + noise * b) / len(source.table) for a, b in lost]
    return (*charts.parts(found), *[Losses("true", tuple(true), 1)] * bool(source))


def lines_of(s: dict) -> tuple[Losses, ...]:
    """Training, validation and true error of every state, as far as they are known."""
    return _lines(*_key(s))


# ---- choosing one of the series


@cached(100)
def _slot(folds: int, seed: int, *key) -> list[Series]:
    """Where the finished cross-validation is put; empty until then."""
    return []


def _slot_of(s: dict) -> list[Series]:
    return _slot(s["folds"], s["seed"], *_key(s))


def folds_missing(s: dict) -> bool:
    """Whether cross-validation is asked for and can be shown, but nobody has done it yet."""
    return bool(s["folds"] > 1 and pruning_of(s).alphas and not _slot_of(s))


def fold(s: dict, tell: longwork.Tell) -> None:
    """Cross-validate. Whoever is done first, is done for all."""
    for last in by_folds(pruning_of(s), s["folds"], s["seed"]):
        tell(last.done / last.folds, f"Fold {last.done} of {last.folds}")
    _slot_of(s).append(last)


@cached(200)
def _by_hold_out(*key) -> Series:
    return by_hold_out(_pruning(*key), parts_of(*key[3:])[1])


def series_of(s: dict) -> tuple[Series, ...]:
    """How the states of a pruning with alphas do: by folds, if they are done, by the validation examples."""
    if not pruning_of(s).alphas:
        return ()
    done = _slot_of(s)[:1] if s["folds"] else []
    return *done, *([_by_hold_out(*_key(s))] if parts_of(*source_of(s))[1] is not None else [])


def rivals_of(s: dict) -> list[tuple[dict, Pruning, int | None, tuple[Losses, ...]]]:
    """What each procedure makes of the same tree: (its settings and step, pruning, state, errors)."""
    held, found = parts_of(*source_of(s))[1] is not None, []
    objectives = [{"f": name} for name, one in OBJECTIVES.items() if one.compared]
    same = {"held": held_of(s), "pick": None, "said": (), "predict": False}
    same |= {} if how_of(s).costs and HOW["costs"].shown(s) else {"cost": ""}
    for by, f in [(by, f) for by, one in PRUNERS.items() for f in (objectives if "objective" in one.reads else [{}])]:
        there = s | {"procedure": by} | f | same
        if PRUNERS[by].needs_held(how_of(there)) and not held or there["cost"] and not HOW["costs"].shown(there):
            continue
        one = pruning_of(there)
        last = next((series.best for series in series_of(there)), None) if one.alphas else len(one.steps)
        found.append((there | {"step": last}, one, last, lines_of(there)))
    return found


# ---- the documents


def document(s: dict, part: range | None = None) -> Walkthrough:
    """The pruning as a document. part : the frames to be held, of a large tree."""
    if folds_missing(s):
        fold(s, lambda share, said: None)
    more = [line for line in lines_of(s) if line.name == "true"]
    folds = [one for one in series_of(s) if one.alphas]
    return pruning_walkthrough(pruning_of(s), s["show"], [*more, *folds], s["predict"], part, s["curve"] == "seen")


def _alternative(s: dict) -> Walkthrough:
    """The arithmetic of one alternative, which the document of a pruning may leave out."""
    fit(s)
    return alternative_walkthrough(pruning_of(s), s["node"], s["candidate"])


def telling(s: dict) -> int:
    """The state to show first: the one to choose, if examples say which; else after the first change, or the last."""
    found = pruning_of(s)
    if s["predict"]:
        return 0
    if series := series_of(s):
        return series[0].best
    changed = [k for k, changes in enumerate(found.changed, 1) if changes]
    return changed[procedure_of(s["procedure"]).first] if changed else min(1, len(found.steps))


def view(s: dict, step: int) -> dict:
    """The tree at a step, with the node that a reader is asked about."""
    found = pruning_of(s)
    asking = s["predict"] and step < len(found.steps) and step not in dict(s["said"])
    return pruned_view(found, step, s["show"], asking)


# ---- rules between settings


def fit(s: dict) -> list[str]:
    """Let go of bits, classes and folds that the data do not have; returns what was wrong."""
    wrong = known_source.fit(s)
    if s["cost"] and s["cost"].partition(":")[2] not in classes_of(s):
        wrong += reset_with_reason(s, "cost", "", f"cost={s['cost'][:30]} names no class of these data")
    n = len(parts_of(*source_of(s))[0]) if s["folds"] else 0
    if s["folds"] == 1 or s["folds"] > n:
        wrong += reset_with_reason(s, "folds", 0, f"folds={s['folds']} does not fit {n} examples")
    return wrong


def arrives(s: dict) -> list[str]:
    """Let go of answers and alternatives that this pruning does not have; returns what was wrong."""
    found, wrong = pruning_of(s), []
    can = tuple((k, token) for k, token in s["said"] if k < len(found.steps) and token in options(found, k))
    if can != s["said"]:
        wrong += reset_with_reason(s, "said", can, "said= holds an answer that cannot be given")
    return wrong + clear_out_of_range(s, pick=len(found.steps[s["step"] - 1].alternatives) if s["step"] else 0)


def price(text: str) -> float | Fraction:
    """What a leaf costs, as a number or a fraction. Raises ValueError."""
    if not re.fullmatch(r"\d{1,6}(\.\d{1,9}|/[1-9]\d{0,6})?", text, re.ASCII):
        raise ValueError(f"alpha={text[:20]!r} is neither a number nor a fraction such as 1/28")
    return Fraction(text) if "/" in text else float(text)


def cost(text: str) -> str:
    """A cost and the class that it is for. Raises ValueError."""
    if text and not re.fullmatch(rf"({'|'.join(map(str, DEARER))}):.+", text, re.DOTALL):
        raise ValueError(f"cost={text[:30]!r} is no cost and class such as 5:Yes")
    return text


# ---- controls of its own


def _costs(s: dict) -> dict[str, str]:
    each = {f"{k}:{name}": f"missing {name} costs {k}" for name in classes_of(s) for k in DEARER}
    return {"": "every error costs 1"} | each


def _cost_says(s: dict) -> str:
    """What a cost means, in CS181's words where there are two classes."""
    times, _, name = s["cost"].partition(":")
    if not name:
        return ""
    if len(classes_of(s)) > 2:
        return f"Missing {name} costs {times}, every other error 1."
    return f"Positive is {name}: a false negative costs {times} false positives."


def _costless(s: dict) -> str:
    """What is said where the costs of errors cannot be set."""
    if HOW["costs"].shown(s):
        return ""
    objective = PRUNERS[s["procedure"]].objective(how_of(s))
    name = OBJECTIVES[objective.name].title if objective else procedure_of(s["procedure"]).title.lower()
    return f"Every error costs 1: {name} knows no other costs."


def _choose(setting: Setting, s: dict, changed: Changed) -> None:
    def chosen(before: dict) -> None:
        s = state()
        enough = known_source.is_source(s) or len(whole_of(*drawn_of(s))[0]) >= ENOUGH
        s["held"] = HELD if enough and s["data"] not in MADE else 0
        changed(before)

    tables.choose(titles(), "data", chosen)
    if held_of(s) != s["held"]:
        st.info(f"This procedure needs validation examples: {HELD} % are held out, so the tree grows on fewer.")


def _story(s: dict) -> str:
    """What the data set is about, and how it is parted."""
    (data, held), source = parts_of(*source_of(s)), true_source_of(s)
    drawn = f"rows drawn at random, {s['noise']} % of the labels wrong. The true error is known exactly."
    said = [f"{source.title}: {drawn}" if source else data.card.story]
    said += [f"{len(data)} examples to grow on, {f'{len(held)} to validate' if held else 'none to validate'}."]
    if tables.is_large(s["data"]):
        said += [
            f"Your table is large, so its tree grows best first, up to {LEAVES} leaves: few enough to weigh them all in"
            " a moment."
        ]
    return " ".join(filter(None, said))


def _hold_out(setting: Setting, s: dict, changed: Changed) -> None:
    st.slider(setting.title, setting.field.low, setting.field.high, **bind_widget("held", changed, held_of(s)))


def _dragged(setting: Setting, s: dict, changed: Changed) -> None:
    values = [*setting.field.ids.values()]
    st.select_slider(setting.title, values, help=setting.help, **bind_widget(setting.name, changed))


def _priced(setting: Setting, s: dict, changed: Changed) -> None:
    def priced(before: dict) -> None:
        """A price as chosen or typed; what is no number stays as it was."""
        try:
            state()["alpha"] = price(str(state()["alpha"]).replace(" ", ""))
        except ValueError:
            state()["alpha"] = before["alpha"]
        changed(before)

    shown = sorted({0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, s["alpha"]})
    how = {"accept_new_options": True, "format_func": str, "help": setting.help}
    st.selectbox(setting.title, shown, **how, **bind_widget("alpha", priced))


# ---- below the stage


def below(s: dict) -> None:
    """Which tree to take, and all procedures beside each other; who predicts sees it from the last step on."""
    st.html(f"<style>{_STYLE}</style>")
    if s["predict"]:
        with st.container(key="pr-waits"):
            st.caption("The comparison of procedures is shown at the last step.")
    with st.container(key="pr-after" if s["predict"] else "pr-below"):
        if pruning_of(s).alphas:
            left, right = st.columns(2, gap="medium")
            with left:
                _choosing(s)
        else:
            right = st.container()
        rivals = [
            (link("pruning", LESSON.fields, **there) if k is not None else "", one, k, lines)
            for there, one, k, lines in rivals_of(s)
        ]
        right.html(words.rivals_html(rivals))
        costs = bool(pruning_of(s).settings.costs)
        right.caption(words.about_rivals(parts_of(*source_of(s))[1] is not None, costs))


def _choosing(s: dict) -> None:
    """Which tree of the series: by the validation examples, by folds."""
    sizes = [k for k in FOLDS if k <= len(parts_of(*source_of(s))[0])]
    st.selectbox(
        "Cross-validation on the training examples",
        sorted({0, *sizes, s["folds"]}),
        format_func=lambda k: many(k, "fold") if k else "none",
        **bind_widget("folds"),
    )
    for series in series_of(s):
        st.markdown(md(words.chosen_text(pruning_of(s), series)))
        st.html(words.choices_html(series))


def sheet(s: dict, asks: bool) -> SlideContent:
    """A state on paper, and the Python that makes it."""
    found = pruning_of(s)
    view = pruned_view(found, s["step"], s["show"])
    code = (
        setup_code(found.data, found.trace.settings),
        "from dtlearn import PRUNERS, PruneSettings",
        f"pruning = PRUNERS[{s['procedure']!r}](dtlearn.grow(data, settings), {found.settings!r})",
        "pruning.n_wrong",
    )
    return SlideContent(
        found.data,
        view=view,
        given=view if asks else None,
        code="\n".join(code) if found.held is None else "",
        where=f"{procedure_of(s['procedure']).title}, step {s['step']}",
    )


# ---- the lesson


def _numbers(name: str, values: tuple[float, ...], default: float) -> Field:
    return choice(name, {f"{value:g}": value for value in values}, default)


def _how(name: str, field: Field, title: str, draw, help: str | None = None, note=lambda s: "") -> Setting:
    def reads(s: dict) -> bool:
        return name in PRUNERS[s["procedure"]].settings_read(how_of(s))

    return Setting(field, title, draw, MORE, reads, help=help, note=note)


# What a procedure can be told, by its name in PruneSettings; the others stay at their defaults.
HOW = {
    name: _how(name, *how)
    for name, how in {
        "objective": (
            choice("f", [*OBJECTIVES], DEFAULT.objective),
            "f(T, m) is",
            select({name: one.title for name, one in OBJECTIVES.items()}),
            None,
            _costless,
        ),
        "delta": (_numbers("delta", (0.5, 0.2, 0.1, 0.05, 0.01), DEFAULT.delta), "δ", _dragged),
        "logs": (choice("logs", [*LOG_TITLES], DEFAULT.logs), "Logarithms", select(LOG_TITLES)),
        "per_leaf": (
            Field("alpha", DEFAULT.per_leaf, price, str),
            "c, the price of a leaf",
            _priced,
            "A number or a fraction can be typed: half an error of 14 examples is 1/28.",
        ),
        "confidence": (
            _numbers("sure", (0.05, 0.1, 0.25, 0.5), DEFAULT.confidence),
            "CF, the confidence",
            _dragged,
            "U(E, N): the error rate at which so few wrong ones have just the probability CF.",
        ),
        "at_once": (
            choice("once", {"0": False, "1": True}, DEFAULT.at_once),
            "Prune tied weakest links together (Breiman)",
            toggle,
            "Off: one at a time, as in the notes.",
        ),
        "threshold": (
            _numbers("gain", (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0), DEFAULT.threshold),
            "Threshold of the gain",
            _dragged,
            None,
            _costless,
        ),
        "costs": (
            Field("cost", "", cost),
            "Costs of errors",
            select(_costs),
            "CS181 1: a richer utility function may be appropriate, as in a medical domain, where the cost of false"
            " negatives is higher than that of false positives. A false negative: a positive example, such as an"
            " illness, that is missed. A leaf takes the class that costs least; pruning weighs costs, not counts.",
            _cost_says,
        ),
    }.items()
}
_CRITERION = criterion("info_gain")
SETTINGS = (
    Setting(
        tables.field("data", "play_tennis", fits, more=(known_source.SOURCE, *MADE)),
        "Data set",
        _choose,
        note=_story,
        begins=ENDED,
    ),
    Setting(
        choice("procedure", [*PRUNERS], "weakest_link"),
        "Procedure",
        select({name: procedure_of(name).title for name in PRUNERS}),
        MORE,
        begins=ALWAYS,
        presented=True,
    ),
    Setting(
        PREDICT,
        "Predict first",
        toggle,
        ASIDE,
        help="You say what the procedure does before you see it.",
        free=True,
    ),
    *known_source.settings("majority", 3, 8, 300, 15, 10, 10, MORE),
    Setting(
        whole("held", 0, 0, 80),
        "Held out to validate, in %",
        _hold_out,
        MORE,
        shown=lambda s: s["data"] != "majority-8",
    ),
    Setting(
        whole("seed", 1, 0, 999),
        "Seed: which ones",
        number,
        MORE,
        shown=lambda s: bool(held_of(s)) or known_source.is_source(s),
    ),
    Setting(
        choice("algorithm", ALGORITHM_IDS, "ID3 (CS181)"),
        "Algorithm",
        select(ALGORITHM_TITLES),
        MORE,
    ),
    replace(_CRITERION, field=of_algorithm(_CRITERION.field, "algorithm")),
    *HOW.values(),
    Setting(choice("show", [*SHOWS], "cuts"), "The tree is drawn", select(SHOWS), MORE, free=True),
    Setting(whole("folds", 0, 0, 20, neutral=0), reset_by=("data",), free=True),  # 0: no cross-validation
    CURVE,
)
LESSON = Lesson(
    name="pruning",
    title="Pruning",
    about=f"A grown tree made smaller, node by node: {NUMBERS[len(PRUNERS)]} procedures, what each weighs, how they"
    " compare.",
    needs="classes, two rows",
    question=lambda s: f"{procedure_of(s['procedure']).short} What is cut?",
    do=lambda s: "Answer, or press Next." if s["predict"] else "Press Next.",
    opens=PRESETS["helps"].scene | {"step": 0, "curve": "seen", "predict": True},
    presets=PRESETS,
    shown_presets=1,
    settings=SETTINGS,
    place=(
        *PLAYED_AT,
        whole("pick", None, 0, MOST),
        said("said"),
        choice("panel", ("", "pseudocode", "states", "validation", "fresh"), "", neutral=""),
        NODE,
        FRESH,
        ENLARGED,
    ),
    heading=lambda s: ("Pruning", f"{parts_of(*source_of(s))[0].title}: {procedure_of(s['procedure']).title}"),
    fit=fit,
    arrives=arrives,
    works=(Work(folds_missing, fold, lambda: state().update(folds=0), lambda s: not tables.is_large(s["data"])),),
    document=document,
    part_size=lambda s: PART if len(pruning_of(s).tree) > LONG else 0,
    candidate=_alternative,
    stage=lambda s: {"same_node": True},
    walks=lambda s: parts_of(*source_of(s))[0],
    last=lambda s: len(pruning_of(s).steps),
    telling=telling,
    answer=lambda s: words.answer(pruning_of(s), series_of(s)),
    view=view,
    sheet=sheet,
    picture=lambda s, *size: thumbnail_svg(pruned_view(pruning_of(s), s["step"], "after"), *size),
    plays=lambda s: len(pruning_of(s).tree) <= PLAYED,
    below=(below,),
    follows="Follows "
    + " ".join(f"{procedure_of(name).title}: {procedure.source}." for name, procedure in PRUNERS.items())
    + " C4.5's estimate: Quinlan 1993, with the exact binomial limit.",
    slips=("E14", "E15", "E16", "E28", "E30", "E31", "E32", "E41"),
)
