"""Forest: many trees on samples of the examples, their votes one by one, and what they know together."""

import re
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import streamlit as st

import dtlearn
from dtlearn.data.numerals import exact
from dtlearn.exact.subcube_errors import MOST_BYTES
from dtlearn.forest.forest import PLAYED, bytes_of
from dtlearn.show.documents.walkthrough import Walkthrough, features
from dtlearn.show.forest import votes
from dtlearn.show.forest.words import BY
from pages.ui.components.ballots import ballots
from pages.ui.components.walker import walker
from pages.ui.forest import charts, data, more, one_tree, words
from pages.ui.forest.data import EXAMPLE, LEAST, forest_of, key_of, parts_of, settings_of
from pages.ui.kit import clouds, longwork, plane_data
from pages.ui.kit import trees as drawing
from pages.ui.kit.codec import Field, choice, switch, whole
from pages.ui.kit.escape import md
from pages.ui.kit.fields import ENLARGED, FRESH, NODE, PLAYED_AT, place_said
from pages.ui.kit.frame import Preset
from pages.ui.kit.lesson import CURVE, MORE, Changed, Lesson, Setting, Work, criterion, number, slider, toggle
from pages.ui.kit.paper import paper
from pages.ui.kit.scene import bind_widget, change, clamp, reset_with_reason, widget_args
from pages.ui.kit.session import begin_anew, memory, state
from pages.ui.kit.tables import is_large

_STYLE = Path(__file__).with_name("forest.css").read_text(encoding="utf-8")
MOST = 200  # trees
PAGE = 12  # small trees that are shown at first, and more at a time
FEW = 10  # as many trees to each different one are worth a word
LARGER = 8  # examples of a leaf, in which majority and mean can differ
SAMPLED = "Of the tree alone: large points came several times into its sample, faint ones never."
KINDS = {"t": "Test example", "s": "Training example"}
# What else is chosen for whoever chooses these.
FEATURES = ("data", "x", "y", "ticket")
PARTS = (*FEATURES, "draws", "noise", "held", "seed")
GROWN = (*PARTS, "trees", "features", "sub", "boot", "sample", "min_leaf", "depth", "criterion")


class _Forest(Lesson):
    """Its presets are ways to draw, of any data; another forest is asked about the same example."""

    def preset_of(self, s: dict) -> str | None:
        return data.way_of(s)

    def choose(self, name: str) -> None:
        d = len(parts_of(state())[0].schema.features)
        rows, node, tree = words.WAYS[name].draws
        sample = {} if rows else {"sample": None}
        self.set(boot=rows, features=None if node else d, sub=max(1, d // 2) if tree else None, **sample)

    def set(self, **values) -> None:
        """Give settings these values, as their controls would."""

        def follow(before: dict) -> None:
            for setting in self.settings:
                if setting.name in values:
                    self.changed(setting)(before)

        change(follow, **values)

    def changed(self, setting: Setting) -> Changed:
        usual = super().changed(setting)

        def follow(before: dict) -> None:
            usual(before)
            s = state()
            if s["example"].startswith("s") and not s["boot"]:
                s["example"] = ""
            same, other = data.source_of(before) == data.source_of(s), key_of(before) != key_of(s)
            if same and other and not before["example"] and not s["example"] and not data.is_missing(before):
                s["example"] = f"t{data.example_of(before)[1] + 1}"

        return follow

    def start(self, data: dtlearn.Dataset | None) -> dict:
        return {name: value for name, value in super().start(data).items() if name != EXAMPLE.name}

    def _document(self, s: dict) -> Walkthrough:
        if wrong := self.fit(s):
            raise ValueError(f"This address cannot be read: {wrong[0]}.")
        return super()._document(s)


# ---- rules between settings


def fit(s: dict) -> list[str]:
    """Bring what depends on the data and the forest into its range; returns what was wrong with the link."""
    wrong = clouds.mend_axes(s, () if clouds.is_cloud(s["data"]) else clouds.numeric(s["data"]))
    train, _ = parts_of(s)
    d, m = len(train.schema.features), len(train)
    for name, most in (("features", d), ("sub", d), ("sample", m)):
        wrong += clamp(s, name, 1, most)
    if bytes_of(train, settings_of(s)) > MOST_BYTES:
        while s["trees"] > 1 and bytes_of(train, settings_of(s)) > MOST_BYTES:
            s["trees"] //= 2
        wrong.append(
            f"so many trees would take too much memory: grown are {s['trees']}; choose smaller samples or trees for"
            " more"
        )
    if why := data.no_point(s):
        wrong += reset_with_reason(s, "example", "", f"example={why}")
    return wrong


def _read_node(text: str) -> str:
    if not re.fullmatch(r"r(\.\d{1,4}){0,200}", text, re.ASCII):
        raise ValueError("tree_node= is not a node")
    return text


# ---- the trees, where they are missing


def _grow(s: dict, tell: longwork.Tell) -> None:
    for n in data.growing(s):
        tell(n / s["trees"], f"Growing the forest: tree {n} of {s['trees']}")


def _be_content() -> None:
    """Cancel: the trees that are there."""
    LESSON.set(trees=max(data.n_grown(state()), 1))


# ---- who is asked about


def ask(place: object) -> None:
    """A place of the plane is asked about; nothing for what is none."""
    with suppress(ValueError):
        state()["example"] = place_said(place)


def ask_new(values: object) -> None:
    """An example set by hand is asked about, its values as links say them; none for what is none."""
    s = state()
    try:
        row = list(map(float, FRESH.read(values).split("_"))) if values else []
    except (TypeError, ValueError):
        return
    if row and data.is_drawn(s):  # the nearest that the picture has
        row = [min(max(v, lo), hi) for v, (lo, hi) in zip(row, charts.spans(*parts_of(s)), strict=False)]
    s["example"] = "x" * bool(row) + "_".join(map(exact, row))


def ask_example(kind: str, i: int) -> None:
    """A test example ("t") or a training example ("s") is asked about; one that does not exist becomes the last."""
    s = state()
    s["example"] = f"{kind}{min(i, len(parts_of(s)[kind == 't']) - 1) + 1}"


def show_apart() -> None:
    """The next test example on which majority and mean of all trees differ, at the last step."""
    s = state()
    found, now = data.apart(*key_of(s)), data.example_of(s)
    ask_example("t", next((i for i in found if now and now[0] == "t" and i > now[1]), found[0]))
    s["step"] = s["trees"]
    begin_anew()


def _asked(_: object = None) -> None:
    kind = st.session_state["w_fo_kind"]
    if kind != "x":
        ask_example(kind, (st.session_state.get("w_fo_example") or 1) - 1)


def _choose_asked(setting: Setting, s: dict, changed: Changed) -> None:
    """Who is asked about, and which answer counts."""
    train, found, present = parts_of(s)[0], data.example_of(s), s["present"]
    kinds = {name: title for name, title in KINDS.items() if name == "t" or s["boot"]}
    if not found:
        kinds["x"] = "Place" if data.is_flat(s) else "New example"
    how = {"label_visibility": "collapsed" if present else "visible"}
    one, two = (st, st) if present else st.columns([4, 3])
    kind, wide = found[0] if found else "x", {"width": 190} if present else {}
    one.selectbox(
        "Asked about", list(kinds), format_func=kinds.get, **how, **wide, **widget_args("w_fo_kind", kind, _asked)
    )
    if found:
        most, wide = len(parts_of(s)[found[0] == "t"]), {"width": 120} if present else {}
        two.number_input("Number", 1, most, **how, **wide, **widget_args("w_fo_example", found[1] + 1, _asked))
    if train.schema.classes:
        titles = {"options": [*BY], "format_func": BY.get, "required": True}
        st.segmented_control(setting.title, **titles, **how, **bind_widget(setting.name, changed))
    if not present:
        fresh = "" if found else s["example"][1:]
        walker({"features": features(train), "fresh": fresh, "said": []}, "walker", ask_new)


def _say_asked(setting: Setting, s: dict, changed: Changed) -> None:
    """The values of who is asked about, and the truth."""
    parts, found, said = parts_of(s), data.example_of(s), data.poll_of(s)
    kind = found[0] if found else "x"
    truth = f" The truth: {data.words_of(s).truth_text(parts[kind == 't'], found[1])}." if found else ""
    bag = f" {sum(said.asked)} of {len(said)} trees left it out: only they are asked." if kind == "s" else ""
    values = votes.point_text(parts[0], data.point_of(s), 2 if s["present"] else 8)
    st.caption(md(f"{values}.{truth}{bag}"))


# ---- other controls of its own


def _axes(setting: Setting, s: dict, changed: Changed) -> None:
    """All features, or two of them."""
    pair, known = data.two_of(s), clouds.numeric(s["data"])

    def turn(two: bool) -> None:
        x, y = clouds.pair(s["data"], None, None) if two else (None, None)
        change(changed, x=x, y=y)

    st.toggle("Two features only: then the plane shows all", **widget_args("w_two", bool(pair), turn))
    if pair:
        clouds.axes(known, pair, changed, st.columns(2), alone=False)


def _has_axes(s: dict) -> bool:
    return not clouds.is_cloud(s["data"]) and len(clouds.numeric(s["data"])) > 1


def _d(s: dict) -> int:
    return len(parts_of(s)[0].schema.features)


def _many_features(s: dict) -> bool:
    return _d(s) > 1


def _up_to(most, usual):
    """A slider up to what the data have. most : of the settings; usual : what an open value stands for."""

    def draw(setting: Setting, s: dict, changed: Changed) -> None:
        n = most(s)
        help_ = setting.help and setting.help.format(n)
        st.slider(setting.title, 1, n, help=help_, **bind_widget(setting.name, changed, min(usual(s), n)))

    return draw


def _depth(setting: Setting, s: dict, changed: Changed) -> None:
    low, high = setting.field.low, setting.field.high
    st.number_input(setting.title, low, high, placeholder="any", **bind_widget(setting.name, changed))


def _m(s: dict) -> int:
    return len(parts_of(s)[0])


def _parted(s: dict) -> str:
    return plane_data.parted(*parts_of(s))


def _limited(s: dict) -> str:
    limited = f"Your table is large, so each tree grows best first, up to {data.LEAVES} leaves."
    return limited if is_large(s["data"]) else ""


# ---- below the stage


def under(s: dict) -> None:
    """What does not depend on the step: how the plane is read, what could be looked at, the errors."""
    st.html(f"<style>{_STYLE}</style>")
    paper()
    if data.is_flat(s):
        agree = "" if _regression(s) else "Strong colour: the trees agree; line: where the answer changes. "
        st.caption(agree + SAMPLED * s["boot"])
    _few(s)
    _apart(s)
    found = data.curves_of(s, s["by"])
    with st.expander("The errors in numbers"):
        st.markdown(md(words.verdict(found)))
        st.html(words.series_html(found))


def _regression(s: dict) -> bool:
    return parts_of(s)[0].schema.regression


def _few(s: dict) -> None:
    """Why so many trees help so little, where only a few of them are different."""
    kinds, total = data.n_kinds(*key_of(s)), s["trees"]
    if kinds * FEW <= total:
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(md(words.few_text(kinds, total, _d(s))), width="content")
            if s["data"] != "wine":
                st.button("The same on Wine: 13 features", on_click=_on_wine, key="fo-wine")


def _on_wine() -> None:
    """The same kind of forest where there are more features to draw from."""
    way = data.way_of(state())
    LESSON.set(data="wine")
    if way:
        LESSON.choose(way)


def _apart(s: dict) -> None:
    """To an example on which majority and mean differ, or to a forest that has one."""
    if _regression(s):
        return
    if data.apart(*key_of(s)):
        st.button("Show where majority and mean differ", on_click=show_apart, key="fo-apart")
    elif data.are_pure(*key_of(s)):
        title, larger = f"Leaves of {LARGER} or more: so majority and mean can differ", {"min_leaf": LARGER}
        st.button(title, on_click=LESSON.set, kwargs=larger, key="fo-larger")


def small_trees(s: dict) -> None:
    """Folded, small trees to choose from; the chosen one large, with its sample and what its nodes drew."""
    # What is folded would take every run's time: it is there once it is unfolded.
    told = "told" if s["tree"] else "folded"
    part = st.expander("The trees, one by one", bool(s["tree"]), key=f"fo-trees-{told}", on_change="rerun")
    if part.open:
        with part:
            _cards(s)


def pick(t: object) -> None:
    """A small tree is looked at; once more lets it go. t : its number, nothing for what is none."""
    s = state()
    if not isinstance(t, int) or not 1 <= t <= s["trees"]:
        return
    s["tree"], s["tree_node"] = None if s["tree"] == t else t, "r"


@dataclass
class Cards:
    """How many pages of small trees are shown."""

    pages: int = 1


def _cards(s: dict) -> None:
    cards = memory(Cards)
    pages = max(cards.pages, -(-(s["tree"] or 1) // PAGE))
    n = min(pages * PAGE, s["trees"])
    ballots(data.cards_of(s, n), "fo_cards", pick)
    if n < s["trees"]:
        more = f"More trees: {n} of {s['trees']} are shown"
        st.button(more, on_click=setattr, args=(cards, "pages", pages + 1))
    below = (
        "Below each picture: a bar for every training example, as high as it was drawn often; a red stroke below the"
        " line was left out."
    )
    st.caption(f"Choose a tree to see what its nodes drew. {below if s['boot'] else ''}")
    if s["tree"]:
        _large(s)


def _large(s: dict) -> None:
    """The chosen tree: its nodes, what the node in question drew, its sample."""
    forest, trace, t = forest_of(s), data.trace_of(s), s["tree"] - 1
    with st.container(key="fo-tree"):
        left, right = st.columns([5, 4], gap="medium")
        with left:
            st.markdown(f"**Tree {t + 1}.** {md(one_tree.asks_text(trace.tree))} Thick: the path of the point.")
            drawing.tree(data.large_of(s), "fo_tree_view", 380, s["present"], lambda node: change(tree_node=node))
            st.caption("Click a node: which features it drew, and the best question about each.")
            st.html(f'<a href="#step={t + 1}" target="_self">↑ To its vote</a>')
        with right:
            st.html(one_tree.node_html(forest, trace, t, data.node_of(s)))
            if s["boot"]:
                st.html(one_tree.bag_html(forest, t))
                st.latex(one_tree.bag_latex(forest, t))


def asked(s: dict) -> None:
    """Which features matter, how alike the trees err."""
    more.asked(s, LESSON.changed(next(one for one in LESSON.settings if one.name == "ticket")))


def names(s: dict) -> None:
    """The ways by their names."""
    with st.expander("The names of the four ways"):
        st.html(words.names_html(data.way_of(s)))


_shared = {one.name: one for one in plane_data.settings(data.fits, "cloud-rings", _parted, numbers=True)}
LESSON = _Forest(
    name="forest",
    title="Forest",
    about="A hundred trees on samples of the examples vote one by one.",
    needs=f"{LEAST} rows, {data.FEWEST} with a number to predict",
    question=lambda s: (
        "Each tree is grown on a different sample. "
        + (
            "Does their mean come nearer to the target than one tree?"
            if parts_of(s)[0].schema.regression
            else "Are many of them together wrong less often than one?"
        )
    ),
    presets={
        "bagging": Preset(words.WAYS["bagging"].title, scene={"features": 2}),
        "subspace": Preset(words.WAYS["subspace"].title, scene={"boot": False, "features": 2, "sub": 1}),
        "forest": Preset(words.WAYS["forest"].title),
        "buildtree": Preset(words.WAYS["buildtree"].title, scene={"features": 2, "sub": 1}),
    },
    # As in chapter 8: plain bagging, the plane alone; the example lies between the classes.
    opens={"step": 1, "large": "plane", "features": 2, "curve": "seen", "example": "t38"},
    settings=(
        replace(_shared["data"], begins=False),
        Setting(whole("x", None, 0, 9999), "", _axes, shown=_has_axes, reset_by=("data",)),
        Setting(whole("y", None, 0, 9999), shown=_has_axes, reset_by=("data",)),
        Setting(whole("trees", 100, 1, MOST), "Trees", slider, note=_limited),
        Setting(
            whole("features", None, 1, 9999),  # None: the root of d
            "k: features that each node draws",
            _up_to(_d, data.k_of),
            shown=_many_features,
            help="{} is all: nothing is drawn.",
            reset_by=FEATURES,
        ),
        Setting(choice("by", [*BY], "votes"), "Answer by", _choose_asked, MORE, late=True, presented=True),
        Setting(EXAMPLE, "", _say_asked, reset_by=PARTS, late=True, presented=True),
        Setting(switch("boot", True), "Bootstrap: each tree gets a sample of the rows", toggle, MORE),
        Setting(
            whole("sample", None, 1, 99999),  # None: as many as there are
            "m′: rows in a sample",
            _up_to(_m, lambda s: s["sample"] or _m(s)),
            MORE,
            shown=lambda s: s["boot"] and _m(s) > 1,
            help="Drawn with replacement: some come twice, some never.",
            reset_by=PARTS,
        ),
        Setting(
            whole("sub", None, 1, 9999),  # None: all
            "Features that each tree may use",
            _up_to(_d, lambda s: s["sub"] or _d(s)),
            MORE,
            shown=_many_features,
            help="{} is all: no random subspace.",
            reset_by=FEATURES,
        ),
        Setting(whole("min_leaf", 1, 1, 50), "Min. examples per leaf", number, MORE),
        Setting(whole("depth", None, 1, 20), "Max. depth", _depth, MORE),
        replace(criterion("gini_gain"), shown=lambda s: not _regression(s)),
        replace(_shared["draws"], field=whole("draws", 2, 1, 5), at=MORE),
        replace(_shared["noise"], at=MORE),
        replace(_shared["held"], title="Held out as test examples, in %", note=lambda s: ""),
        replace(_shared["seed"], title="Seed: what is held out and drawn", note=_parted),
        Setting(switch("ticket")),
        CURVE,
        # The small tree that is looked at, and its node.
        Setting(whole("tree", None, 1, MOST), among=lambda s: range(1, s["trees"] + 1), reset_by=GROWN, view=True),
        Setting(Field("tree_node", "r", _read_node), among=data.nodes_of, reset_by=GROWN, view=True),
        Setting(switch("matter"), view=True),
        Setting(switch("alike"), view=True),
        Setting(choice("trial", more.EXPERIMENTS, "wine"), view=True),
        Setting(choice("trial_run", ("no", "five", "many"), "no"), view=True),
    ),
    place=(*PLAYED_AT, NODE, ENLARGED),
    heading=lambda s: (
        "Forest",
        f"{clouds.title(s['data'])}, {words.WAYS[way].title if (way := data.way_of(s)) else 'a mixture'}",
    ),
    fit=fit,
    works=(Work(data.is_missing, _grow, _be_content, lambda s: not is_large(s["data"])),),
    document=data.document,
    part_size=data.part_size,
    stage=lambda s: {"ask": ask, "ends": True},
    last=lambda s: s["trees"],
    telling=lambda s: s["trees"],
    answer=lambda s: words.answer(data.curves_of(s, s["by"])),
    view=data.view_of,
    picture=lambda s, *size: "",  # a card does not wait for a forest
    plays=lambda s: sum(map(len, forest_of(s).trees)) <= PLAYED,
    below=(under, small_trees, asked, more.experiment, names),
    follows="Follows UML 18.3 and BuildTree. Every tree is grown as in Ch8, Alg. 8.2. If none of the k features can"
    " split a node, k others are drawn.",
    slips=("E17", "E18", "E36", "E37"),
)
