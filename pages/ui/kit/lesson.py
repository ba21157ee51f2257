"""A lesson as one value: its settings, its document or body, what stands around it. ``shell.show`` draws any."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

import streamlit as st

import dtlearn
from dtlearn.show.documents.walkthrough import Walkthrough
from dtlearn.show.paper.worked_example import SlideContent
from pages.ui.kit import controls
from pages.ui.kit.codec import Field, choice, decode, whole
from pages.ui.kit.controls import Changed
from pages.ui.kit.documents import PART_FIELD, Document, part_of
from pages.ui.kit.fields import BELOW, MOST, PRESENT, VIEW, fit_fresh
from pages.ui.kit.frame import Preset, shown
from pages.ui.kit.longwork import Tell
from pages.ui.kit.scene import bind_widget, defaults, reset_with_reason
from pages.ui.kit.session import (
    VIEWER_SETTINGS,
    another_document,
    asks_place,
    begin_anew,
    defer,
    leave_place,
    state,
)

ANY = ("*",)  # in ``reset_by``: every setting that makes another document
# Where a control stands: above the stage, in the sidebar, folded there; of how one walks, in the sidebar or, for a
# class, which sees none, beside the title; of what a body shows, there too, or where the body draws it (``control``).
BAR, SIDE, MORE, ASIDE, TITLE, BODY = "bar", "side", "more", "aside", "title", "body"
CANNOT = "cannot"  # where it is said once why the last choice could not be followed
# In ``begins``, who is led, and where: to the beginning who has seen the last document to its end, or everybody;
# everybody to the step that tells most.
ENDED, ALWAYS, OPENS = "others", "starts", "openings"


def _always(s: dict) -> bool:
    return True


def _nothing(*_) -> list:
    return []


@dataclass(frozen=True)
class Work:
    """Long work that the page does before it shows anything, with its progress and a way out; of a body, which stands
    there without its outcome, after it.

    missing : s -> whether it is to be done; soon : s -> whether that takes no time worth a bar. run : (s, tell) does
    it; tell(share, words). cancel : sets the scene to what needs no such work.
    """

    missing: Callable[[dict], bool]
    run: Callable[[dict, Tell], None]
    cancel: Callable[[], None]
    soon: Callable[[dict], bool] = lambda s: False


@dataclass(frozen=True)
class Setting:
    """One thing that can be set, declared once: link, control, reset and the document's address follow from it.

    field : how a link says it. title : of its control. draw : draws the control (``select`` and the like below); None
    where another one does. at : where it stands. shown : whether it does. note : a sentence below it, "" for none.
    help : of its control. reset_by : names of settings whose change brings it back to its default. begins : where its
    change leads, as it makes a document on something else: ENDED, ALWAYS or OPENS; "" for nowhere. among : s -> the
    values that the others allow. view : whether the document does not depend on it. free : whether a preset stays the
    same one with another value of it. late : whether its control needs what the lesson's works make. presented :
    whether it stands in the bar where there is no sidebar.
    """

    field: Field
    title: str = ""
    draw: Callable[["Setting", dict, Changed], None] | None = None
    at: str = SIDE
    shown: Callable[[dict], bool] = _always
    note: Callable[[dict], str] = lambda s: ""
    help: str | None = None
    reset_by: tuple[str, ...] = ()
    begins: str = ""
    among: Callable[[dict], Collection] | None = None
    view: bool = False
    free: bool = False
    late: bool = False
    presented: bool = False

    @property
    def name(self) -> str:
        return self.field.name


@dataclass(frozen=True)
class Lesson:
    """A page: a document that depends on its settings alone, which the stage plays, or a body that the server draws.

    ``s`` is a mapping from the names of settings to values. A lesson without a document has no place either: what is
    looked at in its body is a setting that is ``view``.

    name : of its page and address. title : in the menu. about : a sentence on it, for Explore and the menu's readers.
    settings : in the order of their controls. place : fields of the place in a document, which is the browser's.
    presets : scenes worth looking at, by name; shown_presets : how many stand in the row, if not all.
    opens : values of a first visit without a link; begins_with : those of them that another row, too, begins with.
    needs : what it asks of a visitor's table, "" if it takes none; own : table -> values that it begins with, None if
    it cannot; goes_along : whether the menu, too, opens the page at the table that a visitor chose. question : s ->
    what is asked before anything is explained, "" for nothing; do : what to press. follows : which notes, and what to
    read with care; slips : the errata that bite here, by name; each may be a function of s.

    heading : s -> (title, how it is grown). fit : brings settings that depend on each other into their range, returns
    what was wrong. settle : called after a choice and its resets with the values from before, does what else follows
    and lets what no longer fits give way; returns why. document : (s, frames) -> the walkthrough, or a part of it;
    pure. part_size : s -> the frames of a part, 0 of a document that comes whole. candidate : s -> the arithmetic of
    one, s["candidate"] at s["node"], which the document may leave out. stage : s -> more arguments of
    ``kit.stage.stage``. works : what lasts. last : s -> the number of its last step. telling : s -> the step that tells
    most. answer : s -> what stands in the question's place after the last step. arrives : brings the rest of a place
    that a link says into range, returns what was wrong. view : (s, step) -> the tree view there, for files. sheet : (s,
    asks) -> what paper can show of a slide, which may ask something; None for the examples that its link names. picture
    : (s, width, height) -> a small ``<svg>`` for a card, "" for none; None for that of the tree. plays : s -> whether
    its document can be a file. walks : s -> the data whose example walks down the tree. body : s -> what draws the page
    in the place of the stage, as a fragment, None where the stage plays; keys : s -> (key, what it does) there; busy :
    whether something is being dragged there, so that the link waits. above : draw what stands below the title; beside :
    in the sidebar below its settings; below : below the stage; onward : at the foot, what leads on.
    """

    name: str
    title: str
    about: str
    settings: tuple[Setting, ...]
    heading: Callable[[dict], tuple[str, str]]
    question: Callable[[dict], str] = lambda s: ""
    place: tuple[Field, ...] = ()
    document: Callable[[dict, range | None], Walkthrough] | None = None
    last: Callable[[dict], int] = lambda s: 0
    telling: Callable[[dict], int] | None = None
    view: Callable[[dict, int], dict] | None = None
    plays: Callable[[dict], bool] = lambda s: False
    sheet: Callable[[dict, bool], SlideContent] | None = None
    picture: Callable[[dict, int, int], str] | None = None
    fit: Callable[[dict], list[str]] = _nothing
    settle: Callable[[dict], str] = lambda before: ""
    arrives: Callable[[dict], list[str]] = _nothing
    walks: Callable[[dict], dtlearn.Dataset | None] = lambda s: None
    answer: Callable[[dict], str] = lambda s: ""
    body: Callable[[dict], Callable[[], None] | None] = lambda s: None
    keys: Callable[[dict], tuple[tuple[str, str], ...]] = lambda s: ()
    busy: Callable[[], bool] = lambda: False
    part_size: Callable[[dict], int] | None = None
    candidate: Callable[[dict], Walkthrough] | None = None
    stage: Callable[[dict], dict] = lambda s: {}
    works: tuple[Work, ...] = ()
    presets: Mapping[str, Preset] = field(default_factory=dict)
    shown_presets: int | None = None
    opens: Mapping = field(default_factory=dict)
    begins_with: tuple[str, ...] = ("curve",)
    own: Callable[[dtlearn.Dataset], dict | None] = lambda data: {}
    goes_along: bool = True
    do: str | Callable[[dict], str] = "Press Next."
    needs: str = ""
    follows: str | Callable[[dict], str] = ""
    slips: tuple[str, ...] | Callable[[dict], tuple[str, ...]] = ()
    above: tuple[Callable[[dict], None], ...] = ()
    beside: tuple[Callable[[dict], None], ...] = ()
    below: tuple[Callable[[dict], None], ...] = ()
    onward: tuple[Callable[[dict], None], ...] = ()

    @property
    def own_fields(self) -> tuple[Field, ...]:
        """What the query says: the settings."""
        return (*(setting.field for setting in self.settings), PRESENT, BELOW, *(VIEW,) * bool(self.document))

    @property
    def _begin(self) -> dict:
        return {name: self.opens[name] for name in self.begins_with if name in self.opens}

    @property
    def fields(self) -> tuple[Field, ...]:
        """What a link may say: a place in its query is where to begin."""
        return (*self.own_fields, *self.place)

    @property
    def made_of(self) -> Document:
        """The document with its address: all settings that it depends on."""
        return Document(self.name, self._depends + (PART_FIELD,) * bool(self.part_size), self._document)

    @property
    def of_candidate(self) -> Document | None:
        """The document of one candidate's arithmetic, where it is had alone."""
        which = (whole("node", 0, 0, MOST), whole("candidate", 0, 0, MOST))
        return self.candidate and Document(f"{self.name}-candidate", self._depends + which, self.candidate)

    @property
    def _depends(self) -> tuple[Field, ...]:
        return tuple(setting.field for setting in self.settings if not setting.view)

    def _document(self, s: dict) -> Walkthrough:
        self.fit(s)
        self._do_soon(s)
        part = part_of(s, self.part_size(s), self.last(s) + 1) if self.part_size else None
        return self.document(s, part)

    def _do_soon(self, s: dict) -> None:
        """Do the work of a document that takes no time worth a bar. Raises ValueError if there is other work."""
        for work in filter(lambda work: self.document and work.missing(s), self.works):
            if not work.soon(s):
                raise ValueError(f"What this takes lasts: the page {self.title} shows how far it is.")
            work.run(s, lambda share, words: None)

    def preset_of(self, s: dict) -> str | None:
        """The preset that the settings are, if they are one; what is not shown with them has no say."""
        free = {one.name for one in self.settings if one.view or one.free} | set(self.begins_with)
        made = [one.field for one in self.settings if one.name not in free and one.shown(s)]
        return shown(self.presets, s, made)

    def choose(self, name: str) -> None:
        """Show a preset; how the reader walks and looks stays as it is."""
        one = self.presets[name]
        kept = {*VIEWER_SETTINGS, BELOW.name, *(one.name for one in self.settings if one.at == ASIDE)}
        fields = [field for field in self.fields if field.name not in kept]
        state().update(defaults(fields) | self._begin | one.scene)
        state().update(one.begins or ({"step": self.opens.get("step")} if self.document else {}))
        begin_anew()

    def of_link(self, query: Mapping[str, str]) -> tuple[dict, dict[str, str]] | None:
        """(settings, place in the document) of a link, as the page shows it; None where work that lasts is not done.

        The place is of texts by name, as the stage takes it.
        """
        s, _ = decode(self.fields, query)
        self.fit(s)
        try:
            self._do_soon(s)
        except ValueError:
            return None
        if "step" in s:
            s["step"] = min(self.telling(s) if s["step"] is None else s["step"], self.last(s))
        return s, {one.name: text for one in self.place if (text := one.write(s[one.name]))}

    def scene(self, **values) -> dict:
        """All values of the lesson, those that are not given at their default."""
        return defaults(self.fields) | values

    def mend(self, s: dict) -> list[str]:
        """Bring into range what is chosen of a document, and the place in it; returns what was wrong with the link.

        s : settings that ``fit`` has seen, whose ``works`` are done.
        """
        wrong: list[str] = []
        for one in self.settings:
            if one.among and s[one.name] is not None and s[one.name] not in one.among(s):
                wrong += reset_with_reason(
                    s, one.name, one.field.default, f"{one.name}={s[one.name]} does not exist here"
                )
        asked, last = asks_place(), self.last(s)
        beyond = fit_fresh(s, self.walks(s)) if "fresh" in s else []
        if self.document and s["step"] is not None and s["step"] > last:
            beyond += reset_with_reason(s, "step", last, f"step={s['step']} is outside 0 to {last}")
        beyond += self.arrives(s)
        if asked:
            return wrong + beyond
        leave_place()  # of the document before: the stage stays by itself
        return wrong

    def start(self, data: dtlearn.Dataset | None) -> dict | None:
        """Where a table that a visitor brings along begins; None if it cannot.

        data : the table; None where the page draws its examples.
        """
        if data is None:
            return dict(self.opens)
        own = self.own(data)
        begins = {name: self.opens[name] for name in {"step", *self.begins_with} & self.opens.keys()}
        return None if own is None else begins | own

    def control(self, name: str) -> None:
        """Draw the control of a setting, if it is shown, where a body wants it."""
        one = next(one for one in self.settings if one.name == name)
        if one.shown(s := state()):
            one.draw(one, s, self.changed(one))

    def changed(self, setting: Setting) -> Changed:
        """What follows from another value of a setting: the declared resets, what gives way, and a beginning."""

        def follow(before: dict) -> None:
            s = state()
            goes = {setting.name} if setting.view else {setting.name, *ANY}
            s.update({one.name: one.field.default for one in self.settings if goes & set(one.reset_by)})
            if why := self.settle(before):
                defer(CANNOT, why)
            if setting.begins:
                s.update(self._begin)
                another_document(setting.begins)

        return follow


# ---- controls


def select(titles: Mapping | Callable[[dict], Mapping], **how) -> Callable[[Setting, dict, Changed], None]:
    """A list to choose from. titles : value -> title, or what makes it of the settings. how : more of the widget."""

    def draw(setting: Setting, s: dict, changed: Changed) -> None:
        found = titles(s) if callable(titles) else titles
        controls.select(setting.title, found, setting.name, changed, help=setting.help, **how)

    return draw


def segments(titles: Mapping, **how) -> Callable[[Setting, dict, Changed], None]:
    """The same with every title to be seen; that of the setting is for those who hear the page."""

    def draw(setting: Setting, s: dict, changed: Changed) -> None:
        controls.segments(setting.title, titles, setting.name, changed, **how)

    return draw


def slider(setting: Setting, s: dict, changed: Changed) -> None:
    """A whole number, dragged."""
    st.slider(
        setting.title, setting.field.low, setting.field.high, help=setting.help, **bind_widget(setting.name, changed)
    )


def toggle(setting: Setting, s: dict, changed: Changed) -> None:
    """On or off."""
    st.toggle(setting.title, help=setting.help, **bind_widget(setting.name, changed))


def number(setting: Setting, s: dict, changed: Changed) -> None:
    """A whole number, typed."""
    low, high = setting.field.low, setting.field.high
    st.number_input(setting.title, low, high, help=setting.help, **bind_widget(setting.name, changed))


def criterion(default: str, at: str = MORE) -> Setting:
    """What a split is chosen by."""
    titles = {name: one.title for name, one in dtlearn.CRITERIA.items()}
    return Setting(choice("criterion", [*titles], default), "Criterion", select(titles), at)


# seen: the curves are drawn as far as the steps were seen.
CURVE = Setting(choice("curve", ("whole", "seen"), "whole"))
