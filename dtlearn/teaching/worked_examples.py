"""Worked examples: a deck of slides, each a scene of a page with a caption and perhaps a question; one TOML file.

A scene is a link's query: the page and the values that its link carries, by their short ids.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from dtlearn.data import toml
from dtlearn.data.dataset import DataError
from dtlearn.data.packing import deflate, inflate

_HERE = Path(__file__).resolve().parents[1]
EXAMPLES = next((p for p in (_HERE / "examples", _HERE.parent / "examples") if p.is_dir()), _HERE / "examples")
COURSE = "course"  # the folder of the chapters
MARK = "~d1"  # what a packed deck begins with
MOST_LINK = 6000  # characters, as for a table
MOST_SLIDES = 60
MOST_TEXT = 2000  # characters of a caption or an answer
MOST_VALUES = 100  # of a scene
MOST_POINTS = 100  # of a question
MOST_FILE = 200_000  # characters
_ABOUT = ("title", "about", "notes", "keep")
_SAID = ("ask", "answer", "hint", "why")  # of a question
_BROKEN = "The worked example in this link is damaged: copy the whole link again, or open its file."


@dataclass(frozen=True)
class Question:
    """What the audience is asked at a slide.

    answer : "" is for the room to talk about. hint : before it. why : its reason, after it. options : answers to choose
        from; () leaves it open. points : what it counts on paper;
    0 is not scored.
    """

    ask: str
    answer: str = ""
    hint: str = ""
    options: tuple[str, ...] = ()
    points: int = 0
    why: str = ""


@dataclass(frozen=True)
class Task:
    """What the reader is to do on the page.

    done : ((name, text), ...) that its link says then, sorted; "*" is any text, "5..9" a whole number from 5 to 9.
    """

    do: str
    done: tuple[tuple[str, str], ...] = ()

    def is_done(self, query: Mapping[str, str]) -> bool:
        """Whether a link says what is asked for; a task that asks for nothing there is the reader's to judge.

        >>> Task("Send a day down the tree.", (("fresh", "*"),)).is_done({"v": "1", "fresh": "0_1_1_0"})
        True
        >>> Task("Drag it to the middle.", (("alpha", "40..60"),)).is_done({"alpha": "47"})
        True
        """
        return bool(self.done) and all(_fits(query.get(name, ""), wanted) for name, wanted in self.done)


def _fits(text: str, wanted: str) -> bool:
    """Whether a link's text is what a task waits for."""
    ends = re.fullmatch(r"(\d{1,9})\.\.(\d{1,9})", wanted, re.ASCII)
    if ends and re.fullmatch(r"\d{1,9}", text, re.ASCII):
        return int(ends[1]) <= int(text) <= int(ends[2])
    return bool(text) and wanted in ("*", text)


@dataclass(frozen=True)
class Slide:
    """What is on the screen, and what is said of it.

    page : the page's address, "" for the home page. scene : ((name, text), ...) of its link, sorted by name.
    """

    page: str
    scene: tuple[tuple[str, str], ...] = ()
    caption: str = ""
    question: Question | None = None
    task: Task | None = None

    @property
    def query(self) -> dict[str, str]:
        """The query of the slide's link."""
        return {"v": "1"} | dict(self.scene)


@dataclass(frozen=True)
class Deck:
    """A worked example: its slides in order.

    notes : which lecture notes it follows. keep : the sentence to keep, said at the end.
    """

    title: str
    about: str = ""
    notes: str = ""
    slides: tuple[Slide, ...] = ()
    keep: str = ""


def scene_of(query: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """The scene of a link's query, without the version."""
    return tuple(sorted((name, text) for name, text in query.items() if name != "v"))


def read(text: str) -> Deck:
    """The deck that a TOML file holds. Raises DataError with the line, or the slide, and what to do.

    >>> read('title = "A"\\n[settings.grow]\\ndata = "or"\\n[[slides]]\\npage = "grow"\\nstep = 2').slides[0].query
    {'v': '1', 'data': 'or', 'step': '2'}
    """
    written = toml.loads(text, MOST_FILE)
    _only(written, (*_ABOUT, "settings", "slides"), "The file")
    title, about, notes, keep = (_text(written, name, "The file") for name in _ABOUT)
    if not title.strip():
        raise DataError('The worked example has no title: write title = "..." in its first line.')
    settings, slides = written.get("settings", {}), written.get("slides", [])
    if not isinstance(settings, dict) or not all(isinstance(each, dict) for each in settings.values()):
        raise DataError("The settings are not one table a page: write [settings.grow] and below it name = value.")
    if not isinstance(slides, list) or not all(isinstance(each, dict) for each in slides):
        raise DataError("The slides are not a list of tables: begin each with [[slides]].")
    if len(slides) > MOST_SLIDES:
        raise DataError(f"There are {len(slides)} slides, {MOST_SLIDES} at most: make two worked examples of it.")
    return Deck(title, about, notes, tuple(_slide(k, each, settings) for k, each in enumerate(slides, start=1)), keep)


def _slide(k: int, written: dict, settings: dict) -> Slide:
    where = f"Slide {k}"
    _only(written, ("page", "step", "scene", "caption", "question", "task"), where)
    page, scene, step = _text(written, "page", where), written.get("scene", {}), written.get("step")
    if not isinstance(scene, dict):
        raise DataError(f"{where}: the scene is no table: write [slides.scene] and below it name = value.")
    if step is not None and (not isinstance(step, int) or isinstance(step, bool)):
        raise DataError(f"{where}: the step is no whole number: write step = 3.")
    if len(scene) + len(settings.get(page, {})) > MOST_VALUES:
        raise DataError(f"{where}: the scene and the settings of its page have more than {MOST_VALUES} values.")
    values = settings.get(page, {}) | scene | ({} if step is None else {"step": step})
    caption = _text(written, "caption", where).strip()
    return Slide(page, _says(values, where), caption, _question(written, where), _task(written, where))


def _says(values: dict, where: str) -> tuple[tuple[str, str], ...]:
    """What a link says, of a table in the file."""
    for name, value in values.items():
        if isinstance(value, (dict, list)):
            raise DataError(f"{where}: {name} is neither a text nor a number: write what a link says.")
    return scene_of({name: str(int(value) if isinstance(value, bool) else value) for name, value in values.items()})


def _task(written: dict, where: str) -> Task | None:
    task = written.get("task")
    if task is None:
        return None
    if not isinstance(task, dict):
        raise DataError(f"{where}: the task is no table: write [slides.task] and below it do.")
    _only(task, ("do", "done"), f"{where}, task")
    do, done = _text(task, "do", f"{where}, task").strip(), task.get("done", {})
    if not do:
        raise DataError(f'{where}: the task asks for nothing: write do = "...".')
    if not isinstance(done, dict) or len(done) > MOST_VALUES:
        raise DataError(f"{where}: done is no table of values: write [slides.task.done] and below it name = value.")
    return Task(do, _says(done, f"{where}, task"))


def _question(written: dict, where: str) -> Question | None:
    question = written.get("question")
    if question is None:
        return None
    if not isinstance(question, dict):
        raise DataError(f"{where}: the question is no table: write [slides.question] and below it ask and answer.")
    _only(question, ("ask", "answer", "hint", "why", "options", "points"), f"{where}, question")
    ask, answer, hint, why = (_text(question, name, f"{where}, question").strip() for name in _SAID)
    options = question.get("options", [])
    if not isinstance(options, list) or not all(isinstance(each, str) for each in options):
        raise DataError(f'{where}: the options are no list of texts: write options = ["Outlook", "Wind"].')
    if not ask:
        raise DataError(f'{where}: the question asks nothing: write ask = "...".')
    if options and answer and answer not in options:
        raise DataError(f"{where}: the answer {answer[:40]!r} is not one of the options.")
    points = question.get("points", 0)
    if type(points) is not int or not 0 <= points <= MOST_POINTS:
        raise DataError(f"{where}: the points are no whole number from 0 to {MOST_POINTS}.")
    return Question(ask, answer, hint, tuple(options), points, why)


def _only(table: dict, known: tuple[str, ...], where: str) -> None:
    strange = next((name for name in table if name not in known), None)
    if strange is not None:
        raise DataError(f"{where} says {strange[:40]!r}, which has no meaning: write {', '.join(known)}.")


def _text(table: dict, name: str, where: str) -> str:
    value = table.get(name, "")
    if not isinstance(value, str):
        raise DataError(f"{where}: {name} is no text: write it between quotes.")
    if len(value) > MOST_TEXT:
        raise DataError(f"{where}: {name} has {len(value):,} characters, {MOST_TEXT:,} at most.")
    return value


def write(deck: Deck) -> str:
    """The deck as TOML; what all slides of a page agree on stands once, under [settings.page]."""
    lines = [f"{name} = {toml.string(getattr(deck, name))}" for name in _ABOUT if getattr(deck, name)]
    pages = list(dict.fromkeys(slide.page for slide in deck.slides))
    shared = {page: _shared([m for m in deck.slides if m.page == page]) for page in pages}
    for page in pages:
        if shared[page]:
            lines += ["", f"[settings.{toml.string(page)}]", *_pairs(shared[page])]
    for slide in deck.slides:
        lines += ["", "[[slides]]", f"page = {toml.string(slide.page)}"]
        lines += [f"caption = {_long(slide.caption)}"] if slide.caption else []
        own = dict(slide.scene).items() - shared[slide.page].items()
        lines += ["[slides.scene]", *_pairs(dict(sorted(own)))] if own else []
        lines += _question_lines(slide.question)
        if slide.task:
            lines += ["[slides.task]", f"do = {_long(slide.task.do)}"]
            lines += ["[slides.task.done]", *_pairs(dict(slide.task.done))] if slide.task.done else []
    return "\n".join(lines) + "\n"


def _shared(slides: list[Slide]) -> dict[str, str]:
    first, *others = (dict(slide.scene) for slide in slides)
    return {k: v for k, v in first.items() if all(other.get(k) == v for other in others)} if others else {}


def _pairs(values: Mapping[str, str]) -> list[str]:
    return [f"{toml.string(name)} = {toml.string(text)}" for name, text in values.items()]


def _long(text: str) -> str:
    """Lines as lines, and formulas and quotation marks as they are, where TOML can hold them so."""
    lines = text.split("\n")
    several = len(lines) > 1
    if re.search(r'[\\"]', text) and not re.search(r"[\x00-\x08\x0b-\x1f\x7f]|'''|'\Z", text):
        mark = "'" * (3 if several or "'" in text else 1)
        return mark + "\n" * several + text + mark
    if not several:
        return toml.string(text)
    return '"""\n' + "\n".join(toml.string(line)[1:-1] for line in lines) + '"""'


def _question_lines(question: Question | None) -> list[str]:
    if question is None:
        return []
    texts = {name: getattr(question, name) for name in _SAID}
    lines = [
        "[slides.question]",
        *(f"{name} = {_long(text)}" for name, text in texts.items() if text or name == "ask"),
    ]
    lines += [f"options = [{', '.join(map(toml.string, question.options))}]"] if question.options else []
    lines += [f"points = {question.points}"] if question.points else []
    return lines


def pack(deck: Deck) -> str:
    """A deck as text for a link. Raises DataError if it is too large for one."""
    text = MARK + deflate(write(deck))
    if len(text) > MOST_LINK:
        raise DataError(
            f"Packed, the worked example has {len(text):,} characters, a link {MOST_LINK:,}: save its file."
        )
    return text


def unpack(text: str) -> Deck:
    """The deck that ``pack`` made text of. Raises DataError, in one sentence, for anything else."""
    if len(text) > MOST_LINK or not text.startswith(MARK):
        raise DataError(_BROKEN)
    try:
        return read(inflate(text[len(MARK) :]))
    except ValueError as error:
        raise error if isinstance(error, DataError) else DataError(_BROKEN) from None


def names() -> tuple[str, ...]:
    """The worked examples that ship with the app."""
    return tuple(sorted(path.stem for path in EXAMPLES.glob("*.toml")))


def chapters() -> tuple[str, ...]:
    """The chapters of the course in the order of their numbers: worked examples too."""
    found = (path.stem for path in (EXAMPLES / COURSE).glob("*.toml"))
    return tuple(sorted(found, key=lambda name: int(name.partition("-")[0])))


def load(name: str) -> Deck:
    """A worked example of the collection or a chapter of the course, by name. Raises DataError."""
    folder = next((f for f, there in ((EXAMPLES, names()), (EXAMPLES / COURSE, chapters())) if name in there), None)
    if folder is None:
        raise DataError(
            f"There is no worked example {name[:40]!r}: choose one of {', '.join((*names(), *chapters()))}."
        )
    return _of_file(folder / f"{name}.toml")


@lru_cache(maxsize=64)
def _of_file(path: Path) -> Deck:
    """A run of a page asks for its deck several times."""
    return read(path.read_text(encoding="utf-8"))
