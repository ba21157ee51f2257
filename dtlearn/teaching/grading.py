"""Grading: what an exercise asks, what an answer is worth, which common mistake leads to a wrong one."""

import ast
import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import isfinite, log, log2

from dtlearn.bound.bound import Bound
from dtlearn.data.dataset import fixed
from dtlearn.growing.grow import Trace
from dtlearn.pruning.edit import Pruning
from dtlearn.teaching.invented_data import Draw, World

TOLERANCE = Fraction(2, 1000)  # three decimals asked, and a little for what was rounded on the way
Value = Fraction | float | int
MOST_LETTERS = 120  # of an answer
_SIGNS = str.maketrans({"\u2212": "-", ",": ".", "·": "*", "×": "*", "₂": "2"})
_NUMBER = r"(?:[0-9]+\.?[0-9]*|\.[0-9]+)"
_FORMULA = re.compile(rf"(?:{_NUMBER}|[-+*/()]|log2)+", re.ASCII)
_OPERATIONS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv}


@dataclass(frozen=True)
class Blank:
    """One thing to fill in.

    kind : "number", within TOLERANCE; "count", a whole number; "choice", a place in ``options``.
    after : key of the blank that must be answered before this one is shown; "" for none.
    of : key of a blank that this one follows from; "" for none. steps : (an answer there, what is then right here),
        upwards; an answer between two of them counts as the lower one.
    """

    key: str
    kind: str
    label: str
    answer: Value
    options: tuple[str, ...] = ()
    after: str = ""
    of: str = ""
    steps: tuple[tuple[Value, Value], ...] = ()

    @property
    def right(self) -> str:
        """The right answer as people write it."""
        return self.text(self.answer)

    def text(self, value: Value) -> str:
        """An answer as people write it."""
        if self.kind == "choice":
            return self.options[int(value)]
        if self.kind == "count":
            return str(int(value))
        return fixed(value)

    def then(self, said: Fraction) -> Value:
        """What is right here after an answer to the blank that this one follows from."""
        return [self.steps[0][1], *(right for least, right in self.steps if least <= said)][-1]

    def read(self, text: str) -> Fraction | None:
        """What a text answers, None if it is no answer: 0.247, 0,247, 3/14; the place of an option."""
        value = read_number(text)
        if value is None or self.kind == "number":
            return value
        inside = self.kind == "count" or 0 <= value < len(self.options)
        return value if value.denominator == 1 and inside else None

    def meets(self, value: Fraction, aim: Value | None = None) -> bool:
        """Whether a value is the right one, or ``aim`` if that is given."""
        aim = self.answer if aim is None else aim
        return abs(value - Fraction(aim)) <= (TOLERANCE if self.kind == "number" else 0)


@dataclass(frozen=True)
class Mistake:
    """A common way to go wrong: its name, and what it gives for some of the blanks, by their keys."""

    name: str
    values: tuple[tuple[str, Value], ...]


def mistakes_of(found: Mapping[str, Value], key: str) -> tuple[Mistake, ...]:
    """Mistakes in one blank. found : name of a mistake -> what it gives there."""
    return tuple(Mistake(name, ((key, value),)) for name, value in found.items() if isfinite(value))


@dataclass(frozen=True)
class Kind:
    """A kind of exercises: how they are made. What is said of them is the value of the same name in
    ``show.practice.kinds``.

    name : what links say. place : the kinds take turns in a set, the lowest first.
    make : (level, what the choices are drawn from) -> an Exercise's fields after ``again``. Raises Unfit to draw once
        more.
    topic : the skills are grouped by it. before : names of the kinds to be able to do first.
    grows : its node is a decision of a growth, which Grow shows with its arithmetic.
    """

    name: str
    place: int
    make: Callable[[int, Draw], dict]
    topic: str = "More"
    before: tuple[str, ...] = ()
    grows: bool = False


@dataclass(frozen=True, eq=False)
class Exercise:
    """Something to work out, with what is right.

    kind, level, seed, number, again : what it follows from; ``number`` is its place in a set.
    blanks : what is asked. mistakes : none gives the right answer.
    trace : the growth that it is about; its data set is ``trace.data``. node : one of its nodes. c : a candidate there,
    branch : one of its branches. counts : classes of the set in question. rows : codes (r, d) of examples to classify,
        as tuples.
    pruning, k : a pruning and its state. bound : the bound of a tree.
    """

    kind: str
    level: int
    seed: int
    number: int
    again: int
    blanks: tuple[Blank, ...]
    mistakes: tuple[Mistake, ...] = ()
    world: World | None = None
    trace: Trace | None = None
    node: int = 0
    c: int | None = None
    branch: int | None = None
    counts: tuple[int, ...] = ()
    rows: tuple[tuple[float, ...], ...] = ()
    pruning: Pruning | None = None
    k: int = 0
    bound: Bound | None = None

    def __post_init__(self):
        keys = {blank.key: blank for blank in self.blanks}
        real = []
        for mistake in self.mistakes:
            asked = tuple((key, value) for key, value in mistake.values if key in keys)
            if any(not keys[key].meets(Fraction(value)) for key, value in asked):
                real.append(Mistake(mistake.name, asked))
        object.__setattr__(self, "mistakes", tuple(real))

    def blank(self, key: str) -> Blank:
        return next(blank for blank in self.blanks if blank.key == key)


@dataclass(frozen=True)
class Grade:
    """What answers are worth.

    marks : key -> "right", "near" (right, but rounded to one or two decimals), "wrong", "" (not answered).
    slips : the mistakes that give exactly these answers. due : key -> the choice that fits a wrong answer before it.
    """

    marks: Mapping[str, str]
    slips: tuple[Mistake, ...] = ()
    due: Mapping[str, Value] = field(default_factory=dict)

    @property
    def mistakes(self) -> tuple[str, ...]:
        """The names of the slips, each once."""
        return tuple(dict.fromkeys(slip.name for slip in self.slips))

    @property
    def complete(self) -> bool:
        return all(self.marks.values())

    @property
    def right(self) -> bool:
        return all(mark == "right" for mark in self.marks.values())


def read_number(text: str) -> Fraction | None:
    """A number as people write it, or the value of a formula that they put in; None if it is neither.

    A formula has + - * / ( ), and log2 of a number, a fraction or a bracket.

    >>> read_number("0,94"), read_number("3 / 14"), read_number("\u22120.5 bits"), read_number("1/0"), read_number("x")
    (Fraction(47, 50), Fraction(3, 14), Fraction(-1, 2), None, None)
    >>> read_number("≈ 0.5"), read_number("59.2 %"), read_number("-1/4 log2 1/4 - 3/4*0")
    (Fraction(1, 2), Fraction(74, 125), Fraction(1, 2))
    """
    text = "".join(text[:MOST_LETTERS].translate(_SIGNS).split()).lower().removesuffix("bits")
    text, percent = text.lstrip("≈=~").removesuffix("%"), text.endswith("%")
    if not _FORMULA.fullmatch(text):
        return None
    text = re.sub(rf"l({_NUMBER}(?:/{_NUMBER})?)", r"l(\1)", text.replace("log2", "l"))
    text = re.sub(r"(?<=[0-9.)])(?=[l(])|(?<=\))(?=[0-9])", "*", text)  # 3/7 log2(3/7), 2(1/7)
    text = re.sub(r"(?<![0-9.])0+(?=[0-9])", "", text)  # Python reads no 007
    try:
        value = _value(ast.parse(text, mode="eval").body, text)
    except (SyntaxError, ValueError, ArithmeticError, RecursionError):
        return None
    return value / (100 if percent else 1)


def _value(node: ast.expr, text: str) -> Fraction:
    """The value of a part of a formula. Raises ValueError or ArithmeticError if it has none."""
    match node:
        case ast.Constant():
            return Fraction(text[node.col_offset : node.end_col_offset])
        case ast.UnaryOp(op=ast.USub() | ast.UAdd() as op, operand=inner):
            return _value(inner, text) * (-1 if isinstance(op, ast.USub) else 1)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATIONS:
            return _OPERATIONS[type(op)](_value(left, text), _value(right, text))
        case ast.Call(func=ast.Name("l"), args=[inner], keywords=[]):
            return Fraction(log2(_value(inner, text)))
    raise ValueError("no formula")


def grade(exercise: Exercise, said: Mapping[str, str]) -> Grade:
    """What the answers to an exercise are worth. said : key of a blank -> text."""
    values = {blank.key: blank.read(said.get(blank.key, "")) for blank in exercise.blanks}
    marks: dict[str, str] = {}
    due: dict[str, Value] = {}
    for blank in exercise.blanks:
        value, before = values[blank.key], values.get(blank.of)
        marks[blank.key] = _mark(blank, value, said.get(blank.key, ""))
        if None in (value, before) or marks[blank.of] == "right":
            continue
        # What follows from a wrong answer counts. A choice that does not contradicts it; a number that is right stays
        # right.
        then = blank.then(before)
        fits = blank.meets(value, then)
        if fits:
            marks[blank.key] = "right"
        if blank.kind == "choice" and marks[blank.of] == "wrong":
            due[blank.key] = then
            marks[blank.key] = "right" if fits else "wrong"
    found = []
    for mistake in exercise.mistakes:
        same = all(
            values[key] is not None and exercise.blank(key).meets(values[key], value) for key, value in mistake.values
        )
        if same and any(marks[key] == "wrong" for key, _ in mistake.values):
            found.append(mistake)
    return Grade(marks, tuple(found), due)


def _mark(blank: Blank, value: Fraction | None, text: str) -> str:
    if value is None:
        return ""
    if blank.meets(value):
        return "right"
    cut = re.fullmatch(r"[≈=~\s]*[-+]?\d*(?:[.,](\d*))?\s*(%?)", text.strip(), re.ASCII)
    places = len(cut[1] or "") + 2 * len(cut[2]) if cut else 0
    near = blank.kind == "number" and abs(value - Fraction(blank.answer)) <= Fraction(1, 2 * 10**places)
    return "near" if near and places in (1, 2) else "wrong"


def in_nats(given: str, answer: str) -> bool:
    """Whether an answer is that of the natural logarithm where the logarithm to base 2 is asked for."""
    numbers = read_number(given), read_number(answer)
    if None in numbers or numbers[1].denominator == 1 or abs(numbers[1]) < 0.05:
        return False
    nats = float(numbers[1]) * log(2)
    return abs(float(numbers[0]) - nats) <= min(
        float(TOLERANCE), abs(nats) / 200
    )  # one digit of a small number says nothing


def same(given: str, answer: str) -> bool:
    """Whether two answers say the same: the same words, or numbers that agree to three decimals."""
    numbers = read_number(given), read_number(answer)
    if None not in numbers:
        return abs(numbers[0] - numbers[1]) <= TOLERANCE
    return " ".join(given.split()).casefold() == " ".join(answer.split()).casefold()
