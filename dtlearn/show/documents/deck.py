"""A worked example as a page that plays: its slides with their captions and questions,
each on its own lesson (docs/walkthrough.md)."""

from collections.abc import Callable

from dtlearn.show.documents.walkthrough import VERSION, Interner, Walkthrough
from dtlearn.show.paper.blocks import Formula, Heading, Items, Paragraph, Table
from dtlearn.show.paper.inline import prose, runs
from dtlearn.show.paper.latex_reader import parse, short, short_lines
from dtlearn.show.paper.worked_example import words
from dtlearn.teaching.worked_examples import Deck, Question, Slide

Plays = tuple[Walkthrough, dict[str, str]]  # a lesson, and the place in it, as the stage takes it


def deck_walkthrough(
    deck: Deck, plays: Callable[[Slide], Plays | None], address: Callable[[Slide], str]
) -> Walkthrough:
    """The slides of a worked example as a document.

    plays : what a slide shows; None where a page cannot be played. address : of the live page, "" if it is not known.
    """
    lessons, frames = Interner(), []
    for slide in deck.slides:
        found = plays(slide)
        frames.append(
            {
                "caption": _blocks(words(slide)),
                "question": slide.question and _question(slide.question),
                "lesson": None if found is None else lessons.put(found[0].document),
                "place": found[1] if found else {},
                "page": slide.page,
                "address": address(slide),
            }
        )
    if deck.keep and frames:
        frames[-1]["caption"] += _blocks(f"**Keep:** {deck.keep}")
    return Walkthrough(
        {
            "walkthrough": VERSION,
            "kind": "deck",
            "title": deck.title,
            "about": _blocks(deck.about),
            "notes": deck.notes,
            "lessons": lessons.values,
            "frames": frames,
        }
    )


def _question(question: Question) -> dict:
    return {
        "ask": _blocks(question.ask),
        "answer": question.answer,
        "hint": _blocks(question.hint),
        "why": _blocks(question.why),
        "options": question.options,
    }


def _blocks(markdown: str) -> list[list]:
    """An author's words, block by block; what is in them is text, never markup."""
    return [_block(block) for block in prose(markdown)]


def _block(block) -> list:
    match block:
        case Paragraph():
            return ["p", _runs(block.text)]
        case Items():
            return ["ol" if block.numbered else "ul", list(map(_runs, block.items))]
        case Heading():
            return ["h", block.text]
        case Formula():
            return ["math", short_lines(list(block.lines))]
        case Table():
            return ["table", block.header, block.rows]


def _runs(text: str) -> list[list]:
    return [[run.kind, short(parse(run.text)) if run.kind == "math" else run.text, run.url] for run in runs(text)]
