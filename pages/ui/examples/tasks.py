"""The task of the open slide: whether its page has to say what is on the screen,
and whether that is what was asked for; its question for a room."""

from dtlearn.show.paper.inline import words
from dtlearn.show.practice.poll import near
from dtlearn.teaching.grading import same
from dtlearn.teaching.worked_examples import Slide, Task
from pages.ui.examples import decks
from pages.ui.kit import scene
from pages.ui.kit.scene import query_now
from pages.ui.kit.session import record, session, state
from pages.ui.kit.tools import POSES


def is_done() -> bool:
    """Whether the open slide's task was done, now or before."""
    just_done()
    return _here() in record(decks.Decks).done


def waits() -> bool:
    """Whether the open slide asks for something on its page that was not seen yet."""
    task = _open()
    return bool(task and task.done) and _here() not in record(decks.Decks).done


def just_done() -> bool:
    """Whether the page says now, for the first time, what the open slide asks for."""
    if not (waits() and _open().is_done(query_now())):
        return False
    record(decks.Decks).done.add(_here())
    return True


def _slide() -> Slide | None:
    """The open slide; None on another page than its own too."""
    deck = decks.current()
    slide = deck.slides[state()["moment"] - 1] if deck and deck.slides else None
    return slide if slide and slide.page == session().page else None


def _open() -> Task | None:
    slide = _slide()
    return slide and slide.task


def poses(twin: bool) -> dict | None:
    """The open slide's question as a room votes on it, if it has options or asks for a number; it has no twin."""
    slide = _slide()
    question = slide and slide.question
    options = question and ([*question.options] or near(question.answer))
    if not options:
        return None
    if twin:
        return {}
    right = [k for k, option in enumerate(options) if question.answer and same(option, question.answer)]
    why = [words(question.why) if k in right else "" for k in range(len(options))] if question.why else []
    return {"ask": words(question.ask), "options": options, "right": right, "why": why}


def _here() -> tuple[str, int]:
    return state()["deck"], state()["moment"]


POSES[""] = poses
scene.TASK.update(waits=waits, just_done=just_done)
