"""The chapters of the course on their page; how far one has come is the browser's alone."""

from dtlearn.show.base.text import NUMBERS
from dtlearn.teaching import worked_examples
from dtlearn.teaching.worked_examples import Slide
from pages.ui.components.course import course
from pages.ui.examples import decks, paper
from pages.ui.examples.bar import open_deck_at
from pages.ui.examples.pictures import of_shipped


def chapters(way: bool = True, cards: bool = True) -> None:
    """The chapters in their order, each with a way in. way : the button to the next one. cards : one for each."""
    if decks.chapter():  # who comes here has left it: in the address it would lead back at every reload
        decks.close()
    found = {name: worked_examples.load(name) for name in worked_examples.chapters()}
    told = [
        {
            "name": n,
            "title": d.title,
            "about": d.about,
            "picture": of_shipped(n) if cards else "",
            "slides": len(d.slides),
            "asks": [k for k, slide in enumerate(d.slides, start=1) if _asks(slide)],
        }
        for n, d in found.items()
    ]
    key = "course" if cards else "course-way"
    course({"chapters": told, "way": way, "cards": cards}, key, _open, height="content")


def how_long() -> str:
    """How many chapters there are, and how long one takes."""
    return f"{NUMBERS[len(worked_examples.chapters())]} chapters, about ten minutes each"


def _asks(slide: Slide) -> bool:
    """Whether a slide is done only when it was answered: it has a question that is graded, or exercises."""
    return bool(slide.question and slide.question.answer) or bool(decks.skills(slide))


def handouts() -> None:
    """Each chapter to take along, folded away."""
    paper.handouts((worked_examples.load(name), name) for name in worked_examples.chapters())


def _open(message: object) -> None:
    """A slide of a chapter, as the browser asks for it."""
    match message:
        case [str(name), int(slide)] if name in worked_examples.chapters():
            open_deck_at(name, slide)
