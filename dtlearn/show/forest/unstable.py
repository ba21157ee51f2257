"""One tree is unstable, on the screen: what was changed, what became of the tree, both trees with the changed nodes
marked."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dtlearn.data.dataset import Dataset
from dtlearn.forest.changes import Change, Differences, Fate, LeaveOut, best_of_features, every_row
from dtlearn.growing.grow import Trace
from dtlearn.show.base.palette import class_colour, class_sign
from dtlearn.show.base.text import cells, fixed, listing, many
from dtlearn.show.tree.view import tree_view, words_only
from dtlearn.splitting.criteria import criterion_of

GAP, LEVEL = 10, 38  # px between nodes and between levels: less than elsewhere, two trees stand side by side
LISTED = 4  # changes that are told one by one
_NOUNS = {"play_tennis": "day", "play_tennis_day": "day", "golf_numeric": "day"}
_WORDS = {"+": "new", "−": "gone"}
_MARKED = (Fate.MOVED, Fate.SPLIT, Fate.LABEL, Fate.GREW, Fate.SHRANK)


@dataclass(frozen=True, eq=False)
class Story:
    """The tree of the examples as they are, and the tree after the changes, or of a resample.

    draws : (m,) rows of the resample, None for changes by hand.
    """

    before: Trace
    after: Trace
    differences: Differences
    changes: tuple[Change, ...] = ()
    draws: np.ndarray | None = None

    @property
    def data(self) -> Dataset:
        return self.before.data

    @property
    def calm(self) -> bool:
        """Nothing has been changed."""
        return not self.changes and self.draws is None


def noun(data: Dataset) -> str:
    """What an example is called."""
    return _NOUNS.get(data.name, "example")


def change_text(data: Dataset, change: Change) -> str:
    """A change in words: "day 11 flipped from Yes to No", "day 3 left out"."""
    which = f"{noun(data)} {change.row + 1}"
    if isinstance(change, LeaveOut):
        return f"{which} left out"
    classes = data.schema.classes
    return f"{which} flipped from {classes[data.y[change.row]]} to {classes[change.label]}"


def what_text(story: Story, number: int | None) -> str:
    """What was changed, in a sentence. number : of the resample."""
    data, m = story.data, len(story.data)
    if story.draws is not None:
        seen = len(set(story.draws.tolist()))
        drawn = f"{many(m, noun(data))} drawn with replacement"
        return f"Resample {number}: {drawn}, {seen} different ones; {m - seen} left out."
    if story.calm:
        return "Nothing is changed yet. Click a label to flip it, or a number to leave that example out."
    said = [change_text(data, change) for change in story.changes]
    if len(said) > LISTED:
        gone = sum(isinstance(change, LeaveOut) for change in story.changes)
        flipped = len(said) - gone
        parts = [f"{k} {word}" for k, word in ((flipped, "flipped"), (gone, "left out")) if k]
        return f"{len(said)} {noun(data)}s changed: {listing(parts)}."
    text = listing(said)
    return f"{text[0].upper()}{text[1:]}."


def feature_of(trace: Trace) -> int:
    """The feature at the root, -1 for a single leaf."""
    return int(trace.tree.feature[0])


def ranking(trace: Trace) -> list[tuple[int, int]]:
    """(feature, its best candidate) at the root, the largest score first, equal ones in the features' order."""
    found = trace.candidates[0]
    best = [(j, c) for j, c in enumerate(best_of_features(found, len(trace.data.schema.features))) if c is not None]
    return sorted(best, key=lambda pair: (not found.best[pair[1]], -round(float(found.score[pair[1]]), 12)))


def tied(trace: Trace) -> list[int]:
    """The features that share the largest score at the root, if there are several."""
    found = trace.candidates[0]
    features = [j for j, c in ranking(trace) if found.best[c]]
    return features if len(features) > 1 else []


def root_text(story: Story) -> str:
    """What the root asks now, with the gains that decide."""
    names = [feature.name for feature in story.data.schema.features]
    was, now = feature_of(story.before), feature_of(story.after)
    if now < 0:
        return "No question gains anything: the tree is a single leaf."
    found, order = story.after.candidates[0], ranking(story.after)
    word = "gain ratio" if criterion_of(story.after.settings.criterion).per_split_info else "gain"
    score = {j: fixed(found.score[c]) for j, c in order}
    equal = [names[j] for j in tied(story.after) if j != now]
    ties = "ties" if len(equal) == 1 else "tie"
    tie = f" {listing(equal)} {ties} with it: the first in the table wins." if equal else ""
    if now != was:
        against = f", against {names[was]}'s {score[was]}" if was in score else ""
        return f"The root is now {names[now]} ({word} {score[now]}{against}).{tie}"
    moved = story.before.tree[0].split != story.after.tree[0].split
    cut = f", but it splits on {story.after.tree[0].split.title(story.data.schema)}" if moved else ""
    rival = next((j for j, _ in order if j != now), None)
    next_ = f"; next comes {names[rival]} with {score[rival]}" if rival is not None and not equal else ""
    return f"The root stays {names[now]}{cut} ({word} {score[now]}{next_}).{tie}"


def lesson_text(story: Story) -> str:
    """What so small a change makes of the tree: "One wrong label, another root: 8 of 8 nodes changed."."""
    if story.calm:
        return ""
    what = f"{len(story.changes)} changes"
    if story.draws is not None:
        what = "Another sample"
    elif len(story.changes) == 1:
        what = "One example less" if isinstance(story.changes[0], LeaveOut) else "One wrong label"
    found = story.differences
    if not found.n_changed and not found.n_new:
        return f"{what}, the same tree."
    root = "the same root" if feature_of(story.before) == feature_of(story.after) else "another root"
    root = "no root question" if feature_of(story.after) < 0 else root
    new = f", {found.n_new} new" if found.n_new else ""
    return f"{what}, {root}: {found.n_changed} of {many(len(story.before.tree), 'node')} changed{new}."


def outcome_text(story: Story) -> str:
    """The root with the gains that decide, and how often the two trees disagree."""
    if story.calm:
        return ""

    def apart(X: np.ndarray) -> int:
        return int(np.count_nonzero(story.before.tree.predict(X) != story.after.tree.predict(X)))

    data, every = story.data, every_row(story.data.schema)
    more = "" if every is None else f", and on {apart(every)} of all {len(every)} possible ones"
    disagree = f"The two trees disagree on {apart(data.X)} of the {many(len(data), noun(data))}{more}."
    return f"{root_text(story)} {disagree}"


# ---- the examples


def sample_view(story: Story) -> dict:
    """The examples as the table component takes them, with what was changed and where the trees disagree."""
    data = story.data
    before, after = (trace.tree.predict(data.X).tolist() for trace in (story.before, story.after))
    times = np.bincount(story.draws, minlength=len(data)).tolist() if story.draws is not None else [1] * len(data)
    signs = [class_sign(k) for k in range(len(data.schema.classes))]
    return {
        "noun": noun(data),
        "features": [feature.name for feature in data.schema.features],
        "target": data.schema.target,
        "numeric": [feature.numeric for feature in data.schema.features],
        "classes": list(data.schema.classes),
        "signs": signs,
        "colours": [class_colour(k) for k in range(len(data.schema.classes))],
        "sample": changes_text(story.changes),
        "locked": story.draws is not None,
        "rows": [
            {
                "cells": cells(data, i)[:-1],
                "label": y,
                "times": times[i],
                "differ": f"{signs[a]}→{signs[b]}" if a != b else "",
                "title": f"the tree before predicts {data.schema.classes[a]}, the tree after {data.schema.classes[b]}",
            }
            for i, (y, a, b) in enumerate(zip(data.y.tolist(), before, after, strict=True))
        ],
    }


def changes_text(changes: Sequence[Change]) -> str:
    """Changes as links write them: "11c0,3x" gives example 11 class number 0 and leaves example 3 out."""
    return ",".join(f"{c.row + 1}x" if isinstance(c, LeaveOut) else f"{c.row + 1}c{c.label}" for c in changes)


# ---- the two trees


def trees_view(story: Story) -> tuple[dict, dict]:
    """The tree views before and after, equally high; a node that changed says so, in words and by a sign, the others
    are pale."""
    back = {b: a for a, b in story.differences.others.items()}
    found = story.differences
    before = _marked(story.before, found.before, found.others, story.after, "now", story.calm)
    after = _marked(story.after, found.after, back, story.before, "was", story.calm)
    high = {"height": max(before["height"], after["height"])}  # so that a box fits both at one scale
    return before | high, after | high


def _marked(trace: Trace, fates: Sequence[Fate], others: dict[int, int], other: Trace, verb: str, calm: bool) -> dict:
    tree, view = trace.tree, tree_view(trace.tree, part=False)
    number = {node.path: node.i for node in tree}
    nodes = []
    for box in view["nodes"]:
        i = number[tuple(map(int, box["id"].split(".")[1:]))]
        nodes.append(_box(box, *_said(fates[i], others.get(i), other, verb, calm)))
    return words_only(view | {"nodes": nodes}, GAP, LEVEL)


def _said(fate: Fate, counterpart: int | None, other: Trace, verb: str, calm: bool) -> tuple[str, str, str | None]:
    """(a node's sign, what it says of its change, its mark)."""
    if fate is Fate.SAME:
        return "", "", None if calm else "same"
    if fate not in _MARKED:
        sign = "+" if fate is Fate.NEW else "−"
        return sign, _WORDS[sign], None
    node = other.tree[counterpart]
    return "≠", f"≠ {verb} {node.split.title(node.tree.schema) if node.split else f'leaf {node.label}'}", "next"


def _box(box: dict, sign: str, says: str, mark: str | None) -> dict:
    """A node of a tree view with the sign of its change."""
    title = f"{box['title']} {sign}".rstrip()
    told = f" Changed: {says}." if says else ""
    return box | {
        "title": title,
        "mark": mark,
        "tooltip": box["tooltip"] + told,
        "label": box["label"] + told,
    }


def expected_text(m: int) -> str:
    """How many different examples a bootstrap has, on average: (1 - (1 - 1/m)^m) m."""
    share = 1 - (1 - 1 / m) ** m
    return (
        f"On average a resample has m (1 − (1 − 1/m)ᵐ) = {m} × {fixed(share)} = {fixed(m * share, 2)} different"
        " examples."
    )
