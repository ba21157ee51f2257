"""A kind of exercises that nothing else knows, as somebody would add it: this is its file in ``dtlearn/kinds``."""

from dtlearn.growing.grow import grow
from dtlearn.teaching.grading import Blank, Kind, mistakes_of
from dtlearn.teaching.invented_data import examples


def majority(level, draw):
    world, data = examples(draw, 8 + level, (2,))
    trace = grow(data)
    counts = trace.tree[0].counts
    blank = Blank("n", "count", "Examples of the majority", max(counts))
    found = {"minority": min(counts), "whole_set": len(data)}
    return {"world": world, "trace": trace, "blanks": (blank,), "mistakes": mistakes_of(found, "n")}


KINDS = (Kind("majority", 99, majority),)
