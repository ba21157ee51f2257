r"""Formulas as small trees: the LaTeX that the views write, read once, for MathML and for Typst.

A formula is a list that JSON can hold, its first item says what it is::

    ["row", [...]]   ["num", "0.94"]   ["id", "H"]   ["op", "=", "relation"]   ["name", "log"]   ["text", "any words"]
    ["frac", small, a, b]   ["script", base, sub or None, sup or None]   ["over", base, above]   ["bar", x]   ["sqrt", x]
    ["bold", x]   ["fence", "(", x, ")"]   ["space", em]   ["blank", em]
"""

from __future__ import annotations

import re
from html import escape

_DEPTH = 12  # braces inside braces; what is nested deeper is shown as it is written
_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|[0-9]+(?:[.,][0-9]+)*|\s+|.", re.DOTALL)
_RELATIONS = {
    "approx": "≈", "le": "≤", "leq": "≤", "ge": "≥", "geq": "≥", "ne": "≠", "neq": "≠", "in": "∈", "notin": "∉",
    "Rightarrow": "⇒", "to": "→", "rightarrow": "→", "iff": "⇔",
}  # fmt: skip
_BINARY = {"cdot": "·", "times": "×", "lor": "∨", "land": "∧", "pm": "±", "cup": "∪", "cap": "∩"}
_LARGE = {"sum": "∑", "prod": "∏"}
_LETTERS = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "theta": "θ", "lambda": "λ", "mu": "μ",
    "sigma": "σ", "pi": "π", "ell": "ℓ", "emptyset": "∅", "infty": "∞", "dots": "…", "ldots": "…", "cdots": "⋯",
    "neg": "¬", "forall": "∀", "exists": "∃", "hat": "^",
}  # fmt: skip
_NAMES = ("log", "ln", "min", "max", "exp", "lg", "arg")
_BRACKETS = {
    "(": "(", ")": ")", "[": "[", "]": "]", "|": "|", ".": "", r"\{": "{", r"\}": "}", r"\lceil": "⌈", r"\rceil": "⌉",
    r"\lfloor": "⌊", r"\rfloor": "⌋", r"\langle": "⟨", r"\rangle": "⟩",
}  # fmt: skip
_SPACES = {r"\,": 0.17, r"\:": 0.22, r"\;": 0.28, r"\ ": 0.33, r"\!": 0.0, r"\quad": 1.0, r"\qquad": 2.0, "~": 0.33}
_TEXTS = ("text", "textbf", "mathrm", "mathcal", "mathit", "operatorname")
_FRACTIONS = ("frac", "tfrac", "dfrac")
_OVER_ONE = {"mathbf": "bold", "boldsymbol": "bold", "sqrt": "sqrt", "bar": "bar", "overline": "bar"}
_LEFT_OUT = ("bigl", "bigr", "Bigl", "Bigr", "big", "Big", "displaystyle", "begin", "end")
_IN_TEXT = {r"\textbackslash": "\\", r"\textasciitilde": "~", r"\textasciicircum": "^"}


# Every command that is more than a sign. Others can fetch, link, style or define: they are letters wherever we write.
COMMANDS = frozenset((
    *_RELATIONS, *_BINARY, *_LARGE, *_LETTERS, *_NAMES, *_TEXTS, *_FRACTIONS, *_OVER_ONE, *_LEFT_OUT, "overset", "underset",
    "left", "right", "blank", *(sign[1:] for sign in (*_BRACKETS, *_SPACES, *_IN_TEXT) if sign[1:].isalpha()),
))  # fmt: skip


def tame(latex: str) -> str:
    r"""A piece of LaTeX for readers that know more of it: the commands that are not known here are shown as they are written.

    Nor is anything in it a picture, a tag, an address or code to a reader of Markdown that knows no formulas.

    >>> print(tame(r"\frac{a}{b} <c \href{x}{y}"))
    \frac{a}{b} < c \backslash href{x}{y}
    """
    known = re.sub(
        r"\\(?:([A-Za-z]+)|.)",
        lambda m: m[0] if m[1] is None or m[1] in COMMANDS else rf"\backslash {m[1]}",
        latex,
        flags=re.DOTALL,
    )
    return re.sub(r"(?i)(<(?=\S)|!(?=\[)|\^(?=\^)|:(?=//)|www(?=\.))", r"\1 ", _printable(known).replace("`", "'"))


def lines_of(latex: str | list[str]) -> list[list]:
    r"""Lines of LaTeX as rows of formulas, parted at their ``&``.

    >>> lines_of([r"x &= 1"])
    [[['row', [['id', 'x']]], ['row', [['op', '=', 'relation'], ['num', '1']]]]]
    """
    return [
        [parse(cell) for cell in re.split(r"(?<!\\)&", line)] for line in ([latex] if isinstance(latex, str) else latex)
    ]


def parse(latex: str) -> list:
    """A piece of LaTeX as a formula. What it does not know it shows as it is written: no input fails."""
    reader = _Reader(_TOKEN.findall(latex))
    items = []
    while reader.more:
        items += reader.row()[1]
        if reader.more:
            reader.at += 1  # a brace or \right that nothing opened
    return ["row", items]


class _Reader:
    """Reads tokens from left to right."""

    def __init__(self, tokens: list[str]):
        self.tokens, self.at, self.depth = tokens, 0, 0

    @property
    def more(self) -> bool:
        return self.at < len(self.tokens)

    def row(self) -> list:
        """Everything up to a closing brace, a ``\\right``, or the end."""
        items: list = []
        while self.more and self.tokens[self.at] not in ("}", r"\right"):
            sign = self.tokens[self.at]
            if sign in ("_", "^"):
                self.at += 1
                base = items.pop() if items else ["row", []]
                if base[0] == "script" and base[2 if sign == "_" else 3] is not None:
                    items.append(base)
                    base = ["row", []]
                items.append(_scripted(base, sign, self.argument()))
            elif (item := self.item()) is not None:
                items.append(item)
        return ["row", items]

    def argument(self) -> list:
        """What follows a command: a group in braces, or one item; of a number one digit, as TeX has it."""
        self.skip()
        if not self.more:
            return ["row", []]
        token = self.tokens[self.at]
        if token[:1].isdigit() and len(token) > 1:
            self.tokens[self.at] = token[1:]
            return ["num", token[0]]
        if token in ("}", r"\right", "_", "^"):
            return ["row", []]
        return self.item() or ["row", []]

    def skip(self) -> None:
        while self.more and self.tokens[self.at].isspace():
            self.at += 1

    def item(self) -> list | None:
        if self.depth == _DEPTH:
            self.at += 1
            return ["text", self.tokens[self.at - 1]]
        self.depth += 1
        item = self.any_item()
        self.depth -= 1
        return item

    def any_item(self) -> list | None:
        token = self.tokens[self.at]
        self.at += 1
        name = token[1:] if token[0] == "\\" else ""
        if token.isspace():
            return None
        if token == "{":
            inside = self.row()
            self.at += 1
            return inside
        if token[0].isdigit():
            return ["num", token]
        if token in _SPACES:
            return ["space", _SPACES[token]]
        if name in _TEXTS:
            self.skip()
            opened = self.more and self.tokens[self.at] == "{"
            self.at += opened
            words = self.raw() if opened else ""
            # "x ≥ 2" is one name: the sign in it stands between two pieces of text.
            while self.tokens[self.at + 1 : self.at + 3] == [r"\text", "{"] and self.tokens[self.at][1:] in _RELATIONS:
                words += _RELATIONS[self.tokens[self.at][1:]]
                self.at += 3
                words += self.raw()
            return ["bold", ["text", words]] if name == "textbf" else ["text", words]
        if name in _FRACTIONS:
            return ["frac", name == "tfrac", self.argument(), self.argument()]
        if name in _OVER_ONE:
            return [_OVER_ONE[name], self.argument()]
        if name in ("overset", "underset"):
            above, base = self.argument(), self.argument()
            return ["over", base, above] if name == "overset" else ["script", base, above, None]
        if name == "blank":
            width = self.argument()[1]
            return [
                "blank",
                min(int(width[0][1]), 30) if width and width[0][0] == "num" and width[0][1].isdecimal() else 4,
            ]
        if name == "left":
            return self.fence()
        if name in _LEFT_OUT:
            if name in ("begin", "end"):
                self.argument()
            return None
        return _sign(token, name)

    def fence(self) -> list:
        opening = self.bracket()
        inside = self.row()
        self.at += 1  # \right
        return ["fence", opening, inside, self.bracket()]

    def bracket(self) -> str:
        self.skip()
        if not self.more:
            return ""
        self.at += 1
        return _BRACKETS.get(self.tokens[self.at - 1], "")

    def raw(self) -> str:
        """The words up to the closing brace, their escapes undone."""
        words, open_ = [], 1
        while self.more:
            token = self.tokens[self.at]
            self.at += 1
            open_ += (token == "{") - (token == "}")
            if not open_:
                break
            if token in _IN_TEXT:
                words.append(_IN_TEXT[token])
                if self.tokens[self.at : self.at + 2] == ["{", "}"]:
                    self.at += 2
            elif token not in "{}":
                words.append(token[1:] if token[0] == "\\" and len(token) == 2 else token)
        return "".join(words)


def _scripted(base: list, sign: str, script: list) -> list:
    if base[0] != "script":
        base = ["script", base, None, None]
    return [*base[:2], script, base[3]] if sign == "_" else [*base[:3], script]


def _sign(token: str, name: str) -> list:
    if name in _NAMES:
        return ["name", name]
    for table, kind in ((_RELATIONS, "relation"), (_BINARY, "binary"), (_LARGE, "large")):
        if name in table:
            return ["op", table[name], kind]
    if name in _LETTERS:
        return ["id", _LETTERS[name]]
    if token in _BRACKETS and token != ".":
        return ["op", _BRACKETS[token], "normal" if token == "|" else "opening" if token in ("(", "[", r"\{", r"\lceil", r"\lfloor", r"\langle") else "closing"]  # fmt: skip
    if token in "=<>":
        return ["op", token, "relation"]
    if token in "+-":
        return ["op", "−" if token == "-" else "+", "vary"]
    if token in ",;":
        return ["op", token, "punctuation"]
    if token.isalpha() and token.isascii():
        return ["id", token]
    return ["text", name if len(token) == 2 else token]


# --- MathML --------------------------------------------------------------------------------------------------


def mathml(latex: str | list[str], block: bool = True) -> str:
    """A formula as ``<math>``, which browsers draw without a script; lines of it stand in a table, aligned at ``&``."""
    if not block:
        return f"<math>{_ml(parse(latex))}</math>"
    rows = [
        "".join(
            f'<td><math displaystyle="true">{_ml(cell)}</math></td>'
            for cell in ([["row", []], *row] if len(row) == 1 else row)
        )
        for row in lines_of(latex)
    ]
    return f'<table class="sum" role="presentation">{"".join(f"<tr>{row}</tr>" for row in rows)}</table>'


_THIN = '<mspace width="0.17em"></mspace>'


def _ml(x: list) -> str:
    kind = x[0]
    match kind:
        case "row":
            return f"<mrow>{''.join(map(_ml, x[1]))}</mrow>"
        case "num":
            return f"<mn>{x[1]}</mn>"
        case "id":
            return f"<mi>{x[1]}</mi>"
        case "name":
            return f"{_THIN}<mi>{x[1]}</mi>{_THIN}"
        case "op":
            # Brackets that do not grow, as in the text they stand in.
            stretchy = ' stretchy="false"' if x[2] in ("opening", "closing", "normal") else ""
            return f"<mo{stretchy}>{escape(x[1])}</mo>"
        case "text":
            return f"<mtext>{escape(_printable(x[1])).replace(' ', chr(0xA0))}</mtext>"
        case "frac":
            style = 'displaystyle="false"' if x[1] else 'displaystyle="true"'
            return f"<mstyle {style}><mfrac>{_ml(x[2])}{_ml(x[3])}</mfrac></mstyle>"
        case "script":
            return _ml_script(*x[1:])
        case "over":
            return f"<mover>{_ml(x[1])}{_ml(x[2])}</mover>"
        case "bar":
            return f'<mover accent="true">{_ml(x[1])}<mo>¯</mo></mover>'
        case "sqrt":
            return f"<msqrt>{_ml(x[1])}</msqrt>"
        case "bold":
            return f'<mstyle style="font-weight:bold">{_ml(x[1])}</mstyle>'
        case "fence":
            return f"<mrow><mo>{escape(x[1])}</mo>{_ml(x[2])}<mo>{escape(x[3])}</mo></mrow>"
        case "space":
            return f'<mspace width="{x[1]}em"></mspace>'
        case _:
            return f'<mtext class="blank">{chr(0xA0) * 2 * x[1]}</mtext>'


def _ml_script(base: list, sub: list | None, sup: list | None) -> str:
    # A script hangs on one element, so the name's own space stands around both.
    named, large = base[0] == "name", base[0] == "op" and base[2] == "large"
    inside = f"<mi>{base[1]}</mi>" if named else _ml(base)
    one, other, both = (
        ("munder", "mover", "munderover") if large or base[1] in ("max", "min") else ("msub", "msup", "msubsup")
    )
    tag = one if sup is None else other if sub is None else both
    script = f"<{tag}>{inside}{''.join(_ml(s) for s in (sub, sup) if s is not None)}</{tag}>"
    return f"{_THIN}{script}{_THIN}" if named else script


def _printable(text: str) -> str:
    return "".join(ch if ch.isprintable() else " " for ch in text)
