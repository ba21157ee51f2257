"""The walkthrough of a code word: symbol by symbol,
with the tree as far as it is written or read (docs/walkthrough.md)."""

from dtlearn.data.dataset import Dataset
from dtlearn.show.base.text import many
from dtlearn.show.documents.walkthrough import Lesson, Walkthrough, features, raw_asks
from pages.ui.code import word as code
from pages.ui.code import words
from pages.ui.code.word import WAYS, Word


def word_walkthrough(word: Word, title: str, way: str = "write", data: Dataset | None = None) -> Walkthrough:
    """A code word as a document. way : a key of WAYS. data : the one that its tree asks about, or whose yes/no
    questions it asks (``binarised``), if an example of it is to walk.

    Raises ValueError for another way.

    >>> from dtlearn import truth_table
    >>> word_walkthrough(code.word_of(truth_table("or", 2), "x1 x2 leaf0 leaf1 leaf1 END"), "OR")
    Walkthrough('Trees as bit strings: OR': 7 frames)
    """
    if way not in WAYS:
        raise ValueError(f"way is {way!r}: choose one of {', '.join(WAYS)}.")
    lesson, last = Lesson(), word.last
    for k in range(last + 1):
        view = code.view(word, k, way)
        lesson.frame(
            raw_asks(view, word.tree, data) if data else view,
            [],
            caption=code.caption(word, k, way),
            event="",
            node="r",
            place="",
            says=_says(word, k),
            lit=view["lit"],
        )
    return lesson.walkthrough(
        "word",
        f"Trees as bit strings: {title}",
        WAYS[way],
        (),
        code.rings(way),
        word=_word(word, way),
        features=features(data) if data else [],
    )


def _says(word: Word, k: int) -> str:
    """The bits so far, what the thick marks are, and the subtrees still to come, the next one first;
    at first what a block says."""
    every = [one["bits"] for one in code.blocks(word, word.last, "read") if one["state"] in ("done", "now")]
    told, left = every[:k], code.open_texts(word, k)
    now, all_ = (len("".join(bits)) for bits in (told, every))
    count = many(now, "bit") if word.problem else f"{now} of {many(all_, 'bit')}"
    whole = k == word.last and not word.problem
    counted = f"{words.counted(word)} {words.why_less(word)}".strip() if whole else ""
    each = f": {many(len(told), 'symbol')} of {many(len(told[0]), 'bit')}" if told else ""
    marked = "Thick: the present symbol, in the tree and as a block." if 0 < k <= word.n else ""
    about = (
        marked
        if k
        else f"Each node becomes a block of bits. You both know the alphabet, {words.made_of(word)}: a block is just"
        " long enough to tell them apart. The number after → counts the subtrees still to come. Why short? A tree of"
        " fewer bits has a smaller penalty in the generalisation bound."
    )
    missing = "Only END is missing." if word.end and "END" not in word.tokens[:k] else "Nothing is missing."
    if left:
        missing = f"Still to come: {'; '.join(left)}."
    said = f"{count}{each}." if k else ""  # else it would answer the page's question
    return " ".join(filter(None, (said, counted, about, missing, code.unreached(word))))


def _word(word: Word, way: str) -> dict:
    """The blocks, those whose state is always the same with it, and what they say before they are written."""
    ahead, blocks = "blank" if way == "write" else "ahead", []
    first, end = code.blocks(word, 0, way), code.blocks(word, word.last, way)
    for before, block in zip(first, end, strict=True):
        state = {"state": block["state"]} if block["state"] in ("bad", "unread", "gap") else {}
        kept = {name: block[name] for name in ("step", "id", "symbol", "bits", "left", "sign", "colour", "label")}
        blocks.append(kept | {"unwritten": before["label"]} | state)
    return {"ahead": ahead, "blocks": blocks}
