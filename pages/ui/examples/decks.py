"""The worked example that a visitor plays or writes: by what a link says, and what changes it."""

import re
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256

from dtlearn import DataError
from dtlearn.show.paper.inline import literal
from dtlearn.teaching import worked_examples
from dtlearn.teaching.exercises import KINDS
from dtlearn.teaching.worked_examples import Deck, Question, Slide
from pages.ui.kit import heading
from pages.ui.kit import tables as own
from pages.ui.kit.scene import EVERYWHERE, query_now
from pages.ui.kit.session import VIEWER_SETTINGS, defer, deferred, record, state
from pages.ui.lessons import CHAPTERS

PAGES = {"": "home"} | {entry.name: entry.name for chapter in CHAPTERS for entry in chapter.entries}
HELD = "mine-"  # what the name of a worked example too large for a link begins with; 16 hex digits follow
_KEPT = 4  # how many of those a session remembers
_unpacked = lru_cache(maxsize=64)(worked_examples.unpack)


@dataclass
class Decks:
    """The worked examples of a session.

    held : those that no link holds, by name, the latest last. last : the name of the one that was closed last, "" for
    none. go : the slide to be gone to, 0 for none. opened : (name, slide) where one was opened. settings : whether the
    page's settings are shown while one is played. answers : what was answered, by the key of its field. done : (name,
    slide) whose task was done. deleted : (name, slide, what it was) of the last one that was taken out. written :
    how often other words came to stand in the fields of the desk; words_of : which slide's stand there.
    """

    held: dict[str, Deck] = field(default_factory=dict)
    last: str = ""
    go: int = 0
    opened: tuple[str, int] = ("", 0)
    settings: bool = False
    answers: dict[str, str | None] = field(default_factory=dict)
    done: set[tuple[str, int]] = field(default_factory=set)
    deleted: tuple[str, int, Slide] | None = None
    written: int = 0
    words_of: str = ""


def open_deck(name: str) -> Deck:
    """A worked example by what a link says: a name of the collection, a packed one, or one that this session holds.

    Raises DataError with what to do.
    """
    if name.startswith(worked_examples.MARK[0]):
        deck = _unpacked(name)
    elif name.startswith(HELD):
        deck = held().get(name)
        if deck is None:
            raise DataError(
                "The worked example was too large for a link, and only the tab where it was opened has it: open its"
                " file here."
            )
    else:
        deck = worked_examples.load(name)
    return deck


def checked(deck: Deck) -> Deck:
    """The deck, if each of its slides is on a page of this app. Raises DataError."""
    for k, slide in enumerate(deck.slides, start=1):
        if slide.page not in PAGES:
            known = ", ".join(sorted(name for name in PAGES if name))
            raise DataError(f"Slide {k} is on the page {slide.page[:40]!r}, which does not exist: write {known}.")
    return deck


def keep(deck: Deck) -> str:
    """The name under which a link, or else this session, holds a deck."""
    try:
        return worked_examples.pack(deck)
    except DataError:
        name = HELD + sha256(worked_examples.write(deck).encode()).hexdigest()[:16]
        decks_ = held()
        decks_[name] = deck
        for old in list(decks_)[:-_KEPT]:
            del decks_[old]
        return name


def is_held(name: str) -> bool:
    """The name of a worked example that no link holds."""
    return bool(re.fullmatch(rf"{HELD}[0-9a-f]{{16}}", name))


def held() -> dict[str, Deck]:
    """The worked examples that this session holds and no link does, by name, the latest last."""
    return record(Decks).held


def stored_tables(deck: Deck) -> dict[str, list[int]]:
    """The tables that no link holds: name -> the slides that show it."""
    found: dict[str, list[int]] = {}
    for k, slide in enumerate(deck.slides, start=1):
        for name in sorted({text for _, text in slide.scene if own.is_stored(text)}):
            with suppress(DataError):
                own.load(name)
                found.setdefault(name, []).append(k)
    return found


def stem(deck: Deck) -> str:
    """The name of a deck's files: its title, in letters that any system takes."""
    return re.sub(r"[^a-z0-9]+", "-", deck.title.lower()).strip("-")[:40] or "worked-example"


def link_of(name: str, deck: Deck, k: int, author: bool = False) -> tuple[str, dict[str, str]]:
    """(page file, query) of slide k, from 1."""
    slide = deck.slides[k - 1]
    own = {"deck": name} | ({"moment": str(k)} if k > 1 else {}) | ({"author": "1"} if author else {})
    return f"{PAGES[slide.page]}.py", slide.query | own


def skills(slide: Slide) -> list[str]:
    """The skills that a slide practises, by name."""
    return [kind for kind in slide.query.get("kinds", "").split(".") if kind in KINDS]


def screen(page: str) -> Slide:
    """What is on the screen now, as a slide without words."""
    ours = {field.name for field in EVERYWHERE} | set(VIEWER_SETTINGS)
    return Slide(page, worked_examples.scene_of({k: v for k, v in query_now().items() if k not in ours}))


def asked(question: object) -> Question | None:
    """A room's question (``stage.js``, question()) as a slide's; None for anything else."""
    match question:
        case {"ask": str(ask), "options": [*options], "right": [int(k), *_]} if 0 <= k < len(options):
            if all(isinstance(option, str) for option in options):
                return Question(literal(ask), options[k], options=tuple(options))
    return None


def change(deck: Deck, k: int) -> None:
    """Go on with another state of the deck, at slide k."""
    S = state()
    S["deck"], S["moment"] = keep(deck), max(1, min(k, len(deck.slides)))


def close() -> None:
    """Put the worked example away; the page Worked examples still has it in this session."""
    record(Decks).last = state()["deck"]
    _leave()


def _leave() -> None:
    state().update(deck="", moment=1, author=False)


def current() -> Deck | None:
    """The deck that is open. One that cannot be is put away, and ``problem`` says why."""
    S = state()
    if not S["deck"]:
        return None
    try:
        deck = checked(open_deck(S["deck"]))
    except DataError as error:
        _leave()
        defer("deck", str(error))
        return None
    S["moment"] = max(1, min(S["moment"], len(deck.slides)))
    return deck


def chapter() -> int:
    """The number of the chapter that is open, 0 if none is."""
    names = worked_examples.chapters()
    return names.index(state()["deck"]) + 1 if state()["deck"] in names else 0


def problem() -> str:
    """Why the deck that was to be open is not; said once."""
    current()
    return deferred("deck")


heading.OTHERS["deck"] = problem
