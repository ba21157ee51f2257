r"""Formulas as small trees: the LaTeX that is written here, read once, for Typst and for the page that plays.

A formula is a list that JSON can hold, its first item says what it is::

    ["row", [...]]   ["num", "0.94"]   ["id", "H"]   ["op", "=", "relation"]   ["name", "log"]   ["text", "any words"]
    ["frac", small, a, b]   ["script", base, sub or None, sup or None]   ["over", base, above]   ["bar", x]   ["sqrt",
    x]
    ["bold", x]   ["fence", "(", x, ")"]   ["space", em]   ["blank", em]
"""

import re
from functools import lru_cache

from dtlearn.show.base.text import printable

_DEPTH = 12  # braces inside braces; what is nested deeper is shown as it is written
_COMMAND = re.compile(r"\\(?:([A-Za-z]+)|.)", re.DOTALL)
_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|[0-9]+(?:[.,][0-9]+)*|\s+|.", re.DOTALL)
_RELATIONS = {
    "approx": "≈",
    "le": "≤",
    "leq": "≤",
    "ge": "≥",
    "geq": "≥",
    "ne": "≠",
    "neq": "≠",
    "in": "∈",
    "notin": "∉",
    "Rightarrow": "⇒",
    "to": "→",
    "rightarrow": "→",
    "iff": "⇔",
    "mid": "∣",
}
_BINARY = {"cdot": "·", "times": "×", "lor": "∨", "land": "∧", "pm": "±", "cup": "∪", "cap": "∩"}
_LARGE = {"sum": "∑", "prod": "∏"}
_LETTERS = {
    "alpha": "α",
    "beta": "β",
    "gamma": "γ",
    "delta": "δ",
    "epsilon": "ε",
    "theta": "θ",
    "lambda": "λ",
    "mu": "μ",
    "sigma": "σ",
    "pi": "π",
    "ell": "ℓ",
    "emptyset": "∅",
    "infty": "∞",
    "dots": "…",
    "ldots": "…",
    "cdots": "⋯",
    "neg": "¬",
    "forall": "∀",
    "exists": "∃",
    "hat": "^",
}
_OPENING = {"(": "(", "[": "[", r"\{": "{", r"\lceil": "⌈", r"\lfloor": "⌊", r"\langle": "⟨"}
_CLOSING = {")": ")", "]": "]", r"\}": "}", r"\rceil": "⌉", r"\rfloor": "⌋", r"\rangle": "⟩"}
_BRACKETS = {**_OPENING, **_CLOSING, "|": "|"}
_SPACES = {r"\,": 0.17, r"\:": 0.22, r"\;": 0.28, r"\ ": 0.33, r"\!": 0.0, r"\quad": 1.0, r"\qquad": 2.0, "~": 0.33}
_OPERATORS = {
    "relation": {**{rf"\{name}": sign for name, sign in _RELATIONS.items()}, "=": "=", "<": "<", ">": ">"},
    "binary": {rf"\{name}": sign for name, sign in _BINARY.items()},
    "large": {rf"\{name}": sign for name, sign in _LARGE.items()},
    "opening": _OPENING,
    "closing": _CLOSING,
    "normal": {"|": "|"},
    "vary": {"+": "+", "-": "−"},
    "punctuation": {",": ",", ";": ";"},
}
# What is read without a look at what follows it.
_SIGNS = {
    **{token: ["op", sign, kind] for kind, signs in _OPERATORS.items() for token, sign in signs.items()},
    **{rf"\{name}": ["id", letter] for name, letter in _LETTERS.items()},
    **{rf"\{name}": ["name", name] for name in ("log", "ln", "min", "max", "exp", "lg", "arg")},
    **{token: ["space", em] for token, em in _SPACES.items()},
}
_TEXTS = ("text", "textbf", "mathrm", "mathcal", "mathit", "operatorname")
_FRACTIONS = ("frac", "tfrac", "dfrac")
_OVER_ONE = {"mathbf": "bold", "boldsymbol": "bold", "sqrt": "sqrt", "bar": "bar", "overline": "bar"}
_LEFT_OUT = ("bigl", "bigr", "Bigl", "Bigr", "big", "Big", "displaystyle", "textstyle")
_IN_TEXT = {r"\textbackslash": "\\", r"\textasciitilde": "~", r"\textasciicircum": "^"}


# Every command that is more than a sign. Others can fetch, link, style or define: they are letters wherever we write.
COMMANDS = frozenset(
    (
        *_TEXTS,
        *_FRACTIONS,
        *_OVER_ONE,
        *_LEFT_OUT,
        "begin",
        "end",
        "overset",
        "underset",
        "left",
        "right",
        "blank",
        *(sign[1:] for sign in (*_SIGNS, *_IN_TEXT) if sign[1:].isalpha()),
    )
)


def tame(latex: str) -> str:
    r"""A piece of LaTeX for readers that know more of it:
    the commands that are not known here are shown as they are written.

    Nor is anything in it a picture, a tag, an address or code to a reader of Markdown that knows no formulas.

    >>> print(tame(r"\frac{a}{b} <c \href{x}{y}"))
    \frac{a}{b} < c \backslash href{x}{y}
    """
    known = _COMMAND.sub(lambda m: m[0] if m[1] is None or m[1] in COMMANDS else rf"\backslash {m[1]}", latex)
    return re.sub(r"(?i)(<(?=\S)|!(?=\[)|\^(?=\^)|:(?=//)|www(?=\.))", r"\1 ", printable(known).replace("`", "'"))


def lines_of(latex: str | list[str]) -> list[list]:
    r"""Lines of LaTeX as rows of formulas, parted at their ``&``.

    >>> lines_of([r"x &= 1"])
    [[['row', [['id', 'x']]], ['row', [['op', '=', 'relation'], ['num', '1']]]]]
    """
    lines = [latex] if isinstance(latex, str) else latex
    return [list(map(parse, _cells(line))) for line in lines]


def short_lines(latex: str | list[str]) -> list[list]:
    r"""The same, each formula ``short``.

    >>> short_lines([r"x &= \frac{1}{2}"])
    [['x', ['row', ['=', ['frac', False, '1', '2']]]]]
    """
    lines = [latex] if isinstance(latex, str) else latex
    return [list(map(_short_cell, _cells(line))) for line in lines]


@lru_cache(maxsize=4096)  # candidates share formulas, counts and impurities
def _short_cell(cell: str) -> list | str:
    return short(parse(cell))


def _cells(line: str) -> list[str]:
    """A line parted at its ``&``."""
    return re.split(r"(?<!\\)&", line)


def short(x: list) -> list | str:
    """A formula for documents: a number, a letter and a sign are their texts, a row of one thing is that thing."""
    kind = x[0]
    if kind == "num" or kind == "op":
        return x[1]
    if kind == "id" and x[1].isalpha():
        return x[1]
    if kind == "row":
        items = x[1]
        return short(items[0]) if len(items) == 1 else ["row", list(map(short, items))]
    return [kind, *(short(part) if isinstance(part, list) else part for part in x[1:])]


def parse(latex: str) -> list:
    """A piece of LaTeX as a formula. What it does not know it shows as it is written: no input fails."""
    reader, items = _Reader(_TOKEN.findall(latex)), []
    while reader.next:
        items += reader.row()[1]
        reader.at += 1  # a brace or \right that nothing opened
    return ["row", items]


class _Reader:
    """Reads tokens from left to right."""

    def __init__(self, tokens: list[str]):
        self.tokens, self.at, self.depth, self._end = tokens, 0, 0, len(tokens)

    @property
    def next(self) -> str:
        """The token that is to be read, "" at the end."""
        return self.tokens[self.at] if self.at < self._end else ""

    def take(self) -> str:
        token = self.next
        self.at += 1
        return token

    def skip(self) -> None:
        while self.next.isspace():
            self.at += 1

    def row(self) -> list:
        """Everything up to a closing brace, a ``\\right``, or the end."""
        items: list = []
        while (token := self.next) not in ("", "}", r"\right"):
            if token == "_" or token == "^":
                self.at += 1
                where = 2 if token == "_" else 3
                if not items or items[-1][0] != "script":
                    items[-1:] = [["script", *(items[-1:] or [["row", []]]), None, None]]
                elif items[-1][where] is not None:
                    items.append(["script", ["row", []], None, None])
                items[-1][where] = self.argument()
            elif token in _SIGNS and self.depth < _DEPTH:  # the same as ``item``, of what most formulas consist of
                self.at += 1
                items.append(_SIGNS[token])
            elif (item := self.item()) is not None:
                items.append(item)
        return ["row", items]

    def argument(self) -> list:
        """What follows a command: a group in braces, or one item; of a number one digit, as TeX has it."""
        self.skip()
        token = self.next
        if token[:1].isdigit() and len(token) > 1:
            self.tokens[self.at] = token[1:]
            return ["num", token[0]]
        return (None if token in ("", "}", r"\right", "_", "^") else self.item()) or ["row", []]

    def item(self) -> list | None:
        if self.depth == _DEPTH:
            return ["text", self.take()]
        self.depth += 1
        item = self.any_item(self.take())
        self.depth -= 1
        return item

    def any_item(self, token: str) -> list | None:
        if token in _SIGNS:
            return _SIGNS[token]
        if token[0] != "\\":
            return self.plain_item(token)
        name = token[1:]
        if name in _TEXTS:
            words = ["text", self.words()]
            return ["bold", words] if name == "textbf" else words
        if name in _FRACTIONS:
            return ["frac", name == "tfrac", self.argument(), self.argument()]
        if name in _OVER_ONE:
            return [_OVER_ONE[name], self.argument()]
        match name:
            case "overset" | "underset":
                above, base = self.argument(), self.argument()
                return ["over", base, above] if name == "overset" else ["script", base, above, None]
            case "blank":
                match self.argument():
                    case ["row", [["num", digits], *_]] if digits.isdecimal():
                        return ["blank", min(int(digits[:3]), 30)]
                return ["blank", 4]
            case "left":
                opening, inside = self.bracket(), self.row()
                self.at += 1  # \right
                return ["fence", opening, inside, self.bracket()]
            case "begin" | "end":
                self.argument()
                return None
        if name in _LEFT_OUT:
            return None
        return ["text", name if len(name) == 1 else token]

    def plain_item(self, token: str) -> list | None:
        """A token that is no command."""
        if token == "{":
            inside = self.row()
            self.at += 1
            return inside
        if token.isspace():
            return None
        kind = "num" if token[0].isdigit() else "id" if token.isalpha() and token.isascii() else "text"
        return [kind, token]

    def bracket(self) -> str:
        self.skip()
        return _BRACKETS.get(self.take(), "")

    def words(self) -> str:
        """The text in the braces that follow."""
        self.skip()
        words = self.raw() if self.next == "{" else ""
        # "x ≥ 2" is one name: the sign in it stands between two pieces of text.
        while self.tokens[self.at + 1 : self.at + 3] == [r"\text", "{"] and self.next[1:] in _RELATIONS:
            words += _RELATIONS[self.take()[1:]]
            self.at += 1
            words += self.raw()
        return words

    def raw(self) -> str:
        """The words from an opening brace to the closing one, their escapes undone."""
        words, open_, tokens = [], 0, self.tokens
        while self.at < self._end:
            token = tokens[self.at]
            self.at += 1
            if token == "{":
                open_ += 1
            elif token == "}":
                open_ -= 1
            if not open_:
                break
            if token in _IN_TEXT:
                words.append(_IN_TEXT[token])
                if tokens[self.at : self.at + 2] == ["{", "}"]:
                    self.at += 2
            elif token != "{" and token != "}":
                words.append(token[1:] if token[0] == "\\" and len(token) == 2 else token)
        return "".join(words)
