"""A tree as a small JSON (docs/tree-json.md): read, so that it may be compared with the engine's, and written."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import NoneType

import numpy as np

from dtlearn.data.dataset import DataError, Dataset, Schema, label, load, names
from dtlearn.growing.grow import ALGORITHMS, GrowSettings, Trace
from dtlearn.growing.settings import ALGORITHM_TITLES
from dtlearn.splitting.candidates import Candidates, Record
from dtlearn.splitting.criteria import CRITERIA
from dtlearn.splitting.search import Search
from dtlearn.trees.sketch import plant
from dtlearn.trees.split import Kind, Split, route
from dtlearn.trees.tree import Path, Tree

LONGEST, LARGEST, DEEPEST = 200_000, 2_000, 100  # characters, nodes, levels
MINE = "mine"  # what a text calls the reader's own table
# What a page puts between signs that are copied from it, outside of texts; JSON does not know it.
_UNSEEN = re.compile(r'("(?:[^"\\]|\\.)*"?)|[\u2060\u200b\ufeff]')
_QUOTES, _CONSTANTS = ("'", "‘", "’", "“", "”", "„", "«", "`"), {"True": "true", "False": "false", "None": "null"}
# What may be given at the top beside data, algorithm and tree, and as what.
SETTINGS = {
    "criterion": (str,),
    "nominal": (str,),
    "reuse": (bool,),
    "stop_at_zero_gain": (bool,),
    "max_depth": (int, NoneType),
    "min_samples_split": (int,),
    "min_samples_leaf": (int,),
}
# What a yes/no question says in the JSON. All others ask for every value.
QUESTIONS = {"equals": Kind.VALUE, "below": Kind.THRESHOLD, "before": Kind.ORDERED, "in": Kind.SUBSET}


@dataclass(frozen=True, eq=False)
class OwnTree:
    """A tree that was handed in.

    trace : the tree, with every candidate that the settings allow at each of its nodes. gains : what was handed in
    with it, path -> title of a candidate -> its score.
    """

    algorithm: str
    trace: Trace
    gains: Mapping[Path, Mapping[str, float]]


# ---- reading


def read(text: str, mine: Dataset | None = None) -> OwnTree:
    """The tree that a JSON text describes. mine : the data set that it may call "mine".

    Raises DataError, a sentence with the line and column or the place in the tree.
    """
    if len(text) > LONGEST:
        raise DataError(f"The text has {len(text)} characters: give at most {LONGEST}.")
    text = _UNSEEN.sub(lambda match: match[1] or "", text)
    try:
        given = json.loads(text, object_pairs_hook=_once, parse_constant=_refuse)
    except json.JSONDecodeError as error:
        raise DataError(_broken(text, error)) from None
    except RecursionError:
        raise DataError(f"The tree is nested too deep: give at most {DEEPEST} levels.") from None
    except ValueError as error:  # a number of thousands of digits
        raise error if isinstance(error, DataError) else DataError("A number is too long: write it shorter.") from None
    top = _object(given, "The whole text", {"data", "algorithm", "tree", *SETTINGS}, ("data", "algorithm", "tree"))
    data, algorithm = _data(top["data"], mine), _algorithm(top["algorithm"])
    for name, kinds in SETTINGS.items():
        if name in top and type(top[name]) not in kinds:
            raise DataError(f"{name} is {repr(top[name])[:40]}: write it as in docs/tree-json.md.")
    try:
        settings = replace(ALGORITHMS[algorithm], **{name: top[name] for name in SETTINGS if name in top})
    except ValueError as error:
        raise DataError(str(error)) from None
    if settings.criterion not in CRITERIA:
        raise DataError(
            f"There is no criterion {settings.criterion!r} for classes: choose one of {', '.join(CRITERIA)}."
        )
    reader = _Reader(data)
    reader.node(top["tree"], np.arange(len(data)), (), [])
    return OwnTree(algorithm, traced(data, settings, plant(data, reader.words)), reader.gains)


def traced(data: Dataset, settings: GrowSettings, tree: Tree) -> Trace:
    """Any tree on a data set as a Trace: at each of its nodes every candidate that the settings allow."""
    search = Search(data, settings)
    segment, levels = np.where(tree.n > 0, 0, -1), int(tree.depth.max()) + 1  # an empty node has nothing to score
    return Trace(data, settings, tree, Record(search, tree, tree.counts, segment, [None] * levels))


def _broken(text: str, error: json.JSONDecodeError) -> str:
    """Where a text is no JSON, and what to do."""
    at, after = error.pos, text[error.pos :].lstrip()
    before = text[:at].rstrip()
    if after.startswith(",") and after[1:].lstrip()[:1] in ("}", "]"):
        before, after = text[: text.index(",", at) + 1], after[1:].lstrip()
    word = re.match(r"\w*", after)[0]
    extra = before.endswith(",") and after[:1] in ("}", "]")
    at = len(before) - 1 if extra else at
    rules = (
        (extra, f"remove the comma before {after[:1]}"),
        (after[:1] in _QUOTES, f'put names and texts between straight double quotes ("…"), not {after[:1]}'),
        (after.startswith(("//", "/*", "#")), "JSON has no comments: remove this one"),
        (word in _CONSTANTS, f"write {_CONSTANTS.get(word)} instead of {word}"),
        (error.msg.startswith("Expecting ','") and after, "add a comma before this, or close what comes before it"),
        (error.msg.startswith("Unterminated"), 'a text begins here and does not end: close it with "'),
        (error.msg.startswith("Extra data"), "the tree has ended before this: remove what follows, or one } too many"),
        (
            error.msg.startswith("Invalid control"),
            'a text goes on over the end of the line: close it with " on its own line',
        ),
        (not before, "here begins no JSON: begin with {"),
        (not after, "the text ends too early: close every { with } and every [ with ]"),
        (error.msg.startswith("Expecting ':'"), "add a colon between the name and its value"),
        (word and not word[0].isdigit(), f"put {word[:20]} between double quotes"),
        (True, f"{error.msg[0].lower()}{error.msg[1:].rstrip('.')}"),
    )
    said = next(what for holds, what in rules if holds)
    line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
    return f"Line {line}, column {column}: {said}."


def _once(pairs: list[tuple]) -> dict:
    found = dict(pairs)
    if len(found) < len(pairs):
        names_ = [name for name, _ in pairs]
        twice = next(name for name in names_ if names_.count(name) > 1)
        raise DataError(f"The name {twice!r} stands twice between the same braces: give each once.")
    return found


def _refuse(constant: str):
    raise DataError(f"{constant} is no number here: leave it out.")


def _object(given, what: str, known: set[str], needed: tuple[str, ...] = ()) -> dict:
    if not isinstance(given, dict):
        raise DataError(f"{what} is no JSON object: write it between braces.")
    for name in needed:
        if name not in given:
            raise DataError(f"{what} has no {name!r}: add it.")
    strange = next((name for name in given if name not in known), None)
    if strange is not None:
        raise DataError(f"{what} has {strange[:40]!r}, which means nothing here: use {', '.join(sorted(known))}.")
    return given


def _data(name, mine: Dataset | None) -> Dataset:
    if name == MINE:
        if mine is None:
            raise DataError("There is no table of your own with classes here: give one on the page Your own data.")
        return mine
    if name not in names():
        raise DataError(f"There is no data set {str(name)[:40]!r}: choose {MINE} or one of {', '.join(names())}.")
    return load(name)


def _algorithm(name) -> str:
    called = {known.lower(): known for known in ALGORITHMS} | {ALGORITHM_TITLES[a].lower(): a for a in ALGORITHMS}
    if str(name).lower() not in called:
        titles = ", ".join(ALGORITHM_TITLES.values())
        raise DataError(f"There is no algorithm {str(name)[:40]!r}: choose one of {titles}.")
    return called[str(name).lower()]


class _Reader:
    """Reads nodes in preorder into the words of a sketch."""

    def __init__(self, data: Dataset):
        self.data, self.schema = data, data.schema
        self.words: list[Split | int] = []
        self.gains: dict[Path, dict[str, float]] = {}

    def node(self, given, rows: np.ndarray, path: Path, way: list[str]) -> None:
        """One node with all below it. rows : the examples that reach it. way : the conditions on it."""
        where = f"The node at {', '.join(way)}" if way else "The root"
        if len(path) >= DEEPEST or len(self.words) >= LARGEST:
            raise DataError(f"The tree is too large: give at most {LARGEST} nodes and {DEEPEST} levels.")
        given = _object(given, where, {"label", "feature", "branches", "yes", "no", "gains", *QUESTIONS})
        if "gains" in given:
            self.gains[path] = self._scores(given["gains"], where)
        if "label" in given:
            if len(given.keys() - {"gains"}) > 1:
                raise DataError(f"{where} has a label and a question: a leaf has the label alone.")
            self.words.append(self._class(given["label"], where))
            return
        split, below = self._question(given, where)
        self.words.append(split)
        ways = route(split.kind, split.at or 0.0, self.data.X[rows, split.feature])
        for b, child in enumerate(below):
            here = rows[ways == b]
            if child is None:
                if len(here):
                    raise DataError(
                        f"{where} has no branch {split.branch(self.schema, b)!r}, but examples go there: add it."
                    )
                self.words.append(int(np.bincount(self.data.y[rows]).argmax()) if len(rows) else 0)
                continue
            self.node(child, here, (*path, b), [*way, split.condition(self.schema, b)])

    def _scores(self, given, where: str) -> dict[str, float]:
        if not isinstance(given, dict) or not all(type(v) in (int, float) and abs(v) < 1e9 for v in given.values()):
            raise DataError(f'{where}: write gains as {{"Outlook": 0.247, ...}}, numbers only.')
        return {str(title): float(v) for title, v in given.items()}

    def _class(self, given, where: str) -> int:
        text = label(given)
        if text not in self.schema.classes:
            raise DataError(f"{where} has the label {text[:40]!r}: choose one of {', '.join(self.schema.classes)}.")
        return self.schema.classes.index(text)

    def _question(self, given: dict, where: str) -> tuple[Split, list]:
        """(the split, what is given for each of its branches, None for nothing)."""
        if "feature" not in given:
            raise DataError(f"{where} has neither a label nor a feature: add one.")
        titles = [f.name for f in self.schema.features]
        if given["feature"] not in titles:
            raise DataError(f"{where} asks about {str(given['feature'])[:40]!r}: choose one of {', '.join(titles)}.")
        j = titles.index(given["feature"])
        asked = [word for word in QUESTIONS if word in given]
        if len(asked) > 1:
            raise DataError(f"{where} has {' and '.join(asked)}: ask one question a node.")
        if not asked:
            return self._multiway(given, j, where)
        if "branches" in given or not {"yes", "no"} <= given.keys():
            raise DataError(f'{where} asks a yes/no question: give its subtrees as "yes" and "no".')
        return Split(j, QUESTIONS[asked[0]], self._at(asked[0], given[asked[0]], j, where)), [given["yes"], given["no"]]

    def _multiway(self, given: dict, j: int, where: str) -> tuple[Split, list]:
        feature = self.schema.features[j]
        if feature.numeric:
            raise DataError(f'{where} asks about the number {feature.name!r}: add "below" with the threshold.')
        below = _object(given.get("branches"), f"{where}: branches", set(feature.values))
        if "yes" in given or "no" in given:
            raise DataError(f'{where} has yes or no without a question: add "equals", "before" or "in".')
        return Split(j, Kind.MULTIWAY), [below.get(value) for value in feature.values]

    def _at(self, word: str, given, j: int, where: str) -> float:
        """The value code, threshold or mask of a yes/no question."""
        feature = self.schema.features[j]
        if feature.numeric != (word == "below"):
            kind = "a number: ask with below" if feature.numeric else "no number: ask with equals, before or in"
            raise DataError(f"{where}: {feature.name!r} is {kind}.")
        if word == "below":
            if type(given) not in (int, float) or abs(given) > 1e300:
                raise DataError(f"{where}: the threshold {str(given)[:40]!r} is no number.")
            return float(given)
        values = given if word == "in" and isinstance(given, list) else [given]
        codes = []
        for value in map(label, values):
            if value not in feature.values:
                raise DataError(
                    f"{where}: {feature.name!r} has no value {value[:40]!r}: choose of {', '.join(feature.values)}."
                )
            codes.append(feature.values.index(value))
        return float(sum(1 << code for code in set(codes))) if word == "in" else float(codes[0])


# ---- writing


def write(trace: Trace, algorithm: str, with_gains: bool = False) -> str:
    """A grown tree as JSON that ``read`` understands. algorithm : what its settings are called."""
    own = ALGORITHMS[algorithm]
    changed = {
        name: getattr(trace.settings, name) for name in SETTINGS if getattr(trace.settings, name) != getattr(own, name)
    }
    top = {
        "data": trace.data.name,
        "algorithm": ALGORITHM_TITLES[algorithm],
        **changed,
        "tree": _written(trace, 0, with_gains),
    }
    return json.dumps(top, indent=2, ensure_ascii=False)


def _written(trace: Trace, i: int, with_gains: bool) -> dict:
    node, schema = trace.tree[i], trace.data.schema
    if node.split is None:
        return {"label": node.label}
    split, feature = node.split, schema.features[node.split.feature]
    found: dict = {"feature": feature.name}
    if with_gains:
        found["gains"] = {title: round(score, 6) for title, score in scores(trace.candidates[i], schema).items()}
    below = [_written(trace, child.i, with_gains) for child in node.children]
    if split.kind is Kind.MULTIWAY:
        return found | {"branches": dict(zip(feature.values, below, strict=True))}
    word = next(word for word, kind in QUESTIONS.items() if kind is split.kind)
    at = {
        Kind.THRESHOLD: lambda: float(split.at),
        Kind.SUBSET: lambda: list(split.values(schema)),
    }.get(split.kind, lambda: feature.values[int(split.at)])()
    return found | {word: at, "yes": below[0], "no": below[1]}


def scores(found: Candidates, schema: Schema) -> dict[str, float]:
    """The score of every candidate by its title; those without one are left out."""
    return {
        found.split(c).title(schema): float(found.score[c])
        for c in range(len(found))
        if found.score[c] == found.score[c]
    }
