"""Boolean formulas as text: "x1 and (x2 or not x3)" read into a concept, a bit mask over the rows of its truth table.

A formula is read by the parser below, letter by letter; no part of it is ever run as a program.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from dtlearn.learning.concepts import MOST_FEATURES

LONGEST = 400  # characters
DEEPEST = 90  # parts in parts


class FormulaError(ValueError):
    """A formula that cannot be read, in one sentence; ``place`` is the character where that shows, from 0."""

    def __init__(self, message: str, place: int):
        super().__init__(message)
        self.place = place


# From the loosest: name, how it may be written.
_SIGNS = (
    ("iff", ("<->", "<=>", "==", "=", "↔", "⇔", "iff", "equals")),
    ("implies", ("->", "=>", "→", "⇒", "implies")),
    ("or", ("||", "|", "+", "∨", "or")),
    ("xor", ("^", "!=", "⊕", "≠", "xor")),
    ("and", ("&&", "&", "*", "∧", "·", "and")),
)
_UNARY = ("not", ("!", "~", "¬", "not"))
_TIGHT = {name: strength for strength, (name, _) in enumerate(_SIGNS, 1)}
_NAME_OF = {sign: name for name, signs in (*_SIGNS, _UNARY) for sign in signs}
_WORDS = {word for word in _NAME_OF if word.isalpha() and word.isascii()}
_COUNTS = ("majority", "parity", "atleast")
_OTHER = ("if", "then", "else", "true", "false")
_PUNCTUATION = sorted((sign for sign in _NAME_OF if sign not in _WORDS), key=len, reverse=True)
_TOKEN = re.compile(rf"[^\W\d_]+[0-9]*|[0-9]+|{'|'.join(map(re.escape, _PUNCTUATION))}|\S")
_SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")


@dataclass(frozen=True)
class _Token:
    """A word of a formula. kind : "feature", "number", "end", the name of a sign, or the word itself."""

    kind: str
    text: str
    place: int


def _tokens(text: str) -> list[_Token]:
    found = []
    for match in _TOKEN.finditer(text.translate(_SUBSCRIPTS)):
        word, place = match.group(), match.start()
        low = word.lower()
        if re.fullmatch("x[0-9]+", low):
            kind = "feature"
        elif word.isdecimal():
            kind = "number"
        elif low in _NAME_OF:
            kind = _NAME_OF[low]
        elif low in (*_COUNTS, *_OTHER, "(", ")", ","):
            kind = low
        else:
            raise FormulaError(
                f"“{word[:12]}” at character {place + 1} is no part of a formula: write x1, and, or, not, xor,"
                " implies.",
                place,
            )
        found.append(_Token(kind, word, place))
    return [*found, _Token("end", "", len(text.rstrip()))]


def variable(j: int, n: int) -> int:
    """Feature j (from 0) of n as a concept: true on the rows where it is 1.

    >>> variable(0, 2), variable(1, 2)
    (12, 10)
    """
    return sum(1 << r for r in range(1 << n) if r >> (n - 1 - j) & 1)


class _Parser:
    """The value of a formula as a bit mask, computed while it is read."""

    def __init__(self, text: str, n: int):
        if len(text) > LONGEST:
            raise FormulaError(f"The formula has {len(text)} characters: use at most {LONGEST}.", LONGEST)
        self.n, self.all, self.depth, self.i = n, (1 << (1 << n)) - 1, 0, 0
        self.tokens = _tokens(text)

    @property
    def now(self) -> _Token:
        return self.tokens[self.i]

    def take(self) -> _Token:
        self.i += 1
        return self.tokens[self.i - 1]

    def expect(self, kind: str, why: str) -> None:
        if self.now.kind != kind:
            raise self.wrong(f"“{kind}” is missing{why}")
        self.take()

    def wrong(self, what: str) -> FormulaError:
        """What is wrong where the reading is."""
        text, place = self.now.text[:12], self.now.place
        here = f"“{text}” stands at character {place + 1}" if text else f"The formula ends at character {place}"
        return FormulaError(f"{here}: {what}.", place)

    def whole(self) -> int:
        value = self.formula()
        if self.now.kind != "end":
            close = "a bracket too many" if self.now.kind == ")" else "“and”, “or” or another sign belongs before it"
            raise self.wrong(close)
        return value

    def formula(self, loosest: int = 1) -> int:
        """The longest formula from here whose signs bind at least so tightly."""
        self.deeper()
        left = self.part()
        while (strength := _TIGHT.get(self.now.kind, 0)) >= loosest:
            sign = self.take().kind
            # a → b → c is a → (b → c); of all others it makes no difference.
            right = self.formula(strength if sign == "implies" else strength + 1)
            left = self.joined(sign, left, right)
        self.depth -= 1
        return left

    def deeper(self) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            raise self.wrong("that is nested too deeply, write it flatter")

    def joined(self, sign: str, left: int, right: int) -> int:
        return (
            self.all
            & {
                "and": left & right,
                "or": left | right,
                "xor": left ^ right,
                "implies": ~left | right,
                "iff": ~(left ^ right),
            }[sign]
        )

    def part(self) -> int:
        """What stands between two signs."""
        token = self.now
        if token.kind == "not":
            self.take()
            self.deeper()
            value = self.all & ~self.part()
            self.depth -= 1
            return value
        if token.kind == "feature":
            return self.feature()
        if token.kind in ("number", "true", "false"):
            return self.constant()
        if token.kind == "(":
            self.take()
            value = self.formula()
            self.expect(")", " for the bracket at character " + str(token.place + 1))
            return value
        if token.kind == "if":
            return self.choice()
        if token.kind in _COUNTS:
            return self.count()
        raise self.wrong("a feature such as x1, “not” or a bracket belongs here")

    def feature(self) -> int:
        token, j = self.now, int(self.now.text[1:][:3])
        if not 1 <= j <= self.n:
            there = f"x1 to x{self.n}" if self.n > 1 else "x1"
            raise FormulaError(
                f"“{token.text[:12]}” at character {token.place + 1} does not exist: the features are {there}.",
                token.place,
            )
        self.take()
        return variable(j - 1, self.n)

    def constant(self) -> int:
        token = self.now
        if token.kind == "number" and token.text not in ("0", "1"):
            raise self.wrong("of numbers only 0 and 1 are formulas")
        self.take()
        return self.all if token.text.lower() in ("1", "true") else 0

    def choice(self) -> int:
        """if a then b else c."""
        self.take()
        test = self.formula()
        self.expect("then", " after “if”")
        one = self.formula()
        self.expect("else", " after “then”")
        other = self.formula()
        return test & one | self.all & ~test & other

    def count(self) -> int:
        """majority(…), parity(…), atleast(k, …)."""
        word = self.take()
        self.expect("(", f" after “{word.text}”")
        least = 0
        if word.kind == "atleast":
            if self.now.kind != "number" or len(self.now.text) > 3:
                raise self.wrong("“atleast” begins with a number, as in atleast(2, x1, x2)")
            least = int(self.take().text)
            self.expect(",", f" after the number of “{word.text}”")
        parts = [self.formula()]
        while self.now.kind == ",":
            self.take()
            parts.append(self.formula())
        self.expect(")", f" for the bracket of “{word.text}”")
        ones = [sum(part >> r & 1 for part in parts) for r in range(1 << self.n)]
        rule = {"majority": lambda k: 2 * k > len(parts), "parity": lambda k: k % 2, "atleast": lambda k: k >= least}
        return sum(1 << r for r, k in enumerate(ones) if rule[word.kind](k))


def concept_of(text: str, n: int) -> int:
    """The concept over n features that a formula describes. Raises FormulaError.

    From the tightest: not, and, xor, or, implies, iff; further if … then … else …, majority(…), parity(…),
    atleast(k, …), 0 and 1. Signs such as ∧ & ∨ | ¬ ! ⊕ ^ → ↔ are read too.

    >>> concept_of("x1 xor x2", 2), concept_of("x1 → x2", 2), concept_of("majority(x1, x2, x3)", 3)
    (6, 11, 232)
    >>> concept_of("x1 and", 2)
    Traceback (most recent call last):
    dtlearn.learning.boolean_formula.FormulaError: The formula ends at character 6: a feature such as x1, “not” or a
    bracket belongs here.
    """
    if not 1 <= n <= MOST_FEATURES:
        raise ValueError(f"{n} features are too many or too few: choose 1 to {MOST_FEATURES}.")
    if not text.strip():
        raise FormulaError("There is no formula: write one, such as x1 and (x2 or x3).", 0)
    return _Parser(text, n).whole()


def features_of(text: str) -> int:
    """How many features a formula needs: the largest number behind an x, at least 1, at most MOST_FEATURES.

    Raises FormulaError, as ``concept_of`` does.

    >>> features_of("x1 xor x3")
    3
    """
    concept_of(text, MOST_FEATURES)
    return max((int(token.text[1:]) for token in _tokens(text) if token.kind == "feature"), default=1)


@dataclass(frozen=True)
class Function:
    """A function with a name. least : features that it needs. formula : n -> its formula."""

    title: str
    least: int
    formula: Callable[[int], str]


def _names(n: int) -> list[str]:
    return [f"x{j + 1}" for j in range(n)]


# "x2 xor x3" has a first feature that does not matter, and so have all with a fixed number of features.
FUNCTIONS = {
    "or": Function("OR", 1, lambda n: " or ".join(_names(n))),
    "and": Function("AND", 1, lambda n: " and ".join(_names(n))),
    "majority": Function("Majority", 1, lambda n: f"majority({', '.join(_names(n))})"),
    "parity": Function("Parity (XOR)", 1, lambda n: " xor ".join(_names(n))),
    "implies": Function("Implication", 2, lambda n: f"{' and '.join(_names(n - 1))} implies x{n}"),
    "mux": Function("Multiplexer", 3, lambda _: "if x1 then x2 else x3"),
    "atleast": Function("At least 2", 2, lambda n: f"atleast(2, {', '.join(_names(n))})"),
    "last": Function("XOR of the last two", 2, lambda n: f"x{n - 1} xor x{n}"),
}
